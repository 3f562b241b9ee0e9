"""``.ci/run`` runs everything, and is green only if everything was."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

RUN = Path(__file__).resolve().parents[2] / ".ci" / "run"
MAKE = """#!/bin/sh
echo "$1 CI=$CI bytecode=${PYTHONDONTWRITEBYTECODE:-written}" >>"$NOTES"
echo "the closing lines of $1"
[ "$1" != "$BREAK" ] || exit 2
[ "$1" != "$HANG" ] || exec sleep 60
"""


@pytest.fixture
def run(tmp_path):
    """Run it in an empty checkout, beside a ``make`` that notes what it is asked; return status, output, notes."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(RUN, tmp_path / ".ci" / "run")
    for name, text in {"make": MAKE, "chromium": "#!/bin/sh\n"}.items():
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(text)
        program.chmod(0o755)

    def go(**more: str) -> tuple[int, str, list[str]]:
        environment = {
            "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
            "NOTES": str(tmp_path / "notes"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "BREAK": "",
            "HANG": "",
            **more,
        }
        done = subprocess.run(
            [str(tmp_path / ".ci" / "run")], env=environment, cwd="/", capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr, (tmp_path / "notes").read_text().splitlines()

    return go


def test_green_when_all_is_green(run):
    status, told, notes = run()
    assert status == 0
    assert notes == [f"{target} CI=true bytecode=written" for target in ("lint", "test", "test-slow")]
    assert "the closing lines of test-slow" in told
    assert told.endswith("Everything passed.\n")


@pytest.mark.parametrize("target", ["lint", "test", "test-slow"])
def test_red_when_one_is_red_and_the_others_still_run(run, target):
    status, told, notes = run(BREAK=target)
    assert status == 1
    assert len(notes) == 3
    assert f"FAILED: make {target} (status 2)" in told


def test_red_when_the_time_is_up(run):
    status, told, notes = run(HANG="test", CI_LIMIT_SECONDS="1")
    assert status == 1
    assert "FAILED: make test (status 124)" in told
    assert "FAILED: make test-slow" in told
    assert len(notes) == 2
