"""``tools/setup`` finds an interpreter behind shims that refuse to run, installs what is locked, and then leaves it alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SETUP = Path(__file__).resolve().parents[2] / "tools" / "setup"
SHIM = "#!/bin/sh\necho 'this version is not active' >&2\nexit 127\n"
OLD = "#!/bin/sh\nexit 1\n"
UV = """#!/bin/sh
echo "$*" >>uv.log
if [ "$1" = venv ]; then
    mkdir -p .venv/bin
    ln -s "$4" .venv/bin/python
fi
"""


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def project(tmp_path):
    """A checkout on a machine whose only good Python is one that pyenv keeps; uv only notes what it is asked."""
    (tmp_path / "tools").mkdir()
    shutil.copy(SETUP, tmp_path / "tools" / "setup")
    (tmp_path / "requirements").mkdir()
    for name in ("runtime", "dev"):
        (tmp_path / "requirements" / f"{name}.txt").write_text(f"{name}==1\n")
    for name in ("python3.13", "python3.12", "python3.14"):
        program(tmp_path / "bin" / name, SHIM)
    for name in ("python3", "python"):
        program(tmp_path / "bin" / name, OLD)
    program(tmp_path / "bin" / "pyenv", f'#!/bin/sh\necho "{tmp_path}/pyenv"\n')
    program(tmp_path / "bin" / "uv", UV)
    program(tmp_path / "pyenv" / "versions" / "3.11.7" / "bin" / "python", OLD)
    good = tmp_path / "pyenv" / "versions" / "3.12.1" / "bin" / "python"
    good.parent.mkdir(parents=True)
    good.symlink_to(sys.executable)
    return tmp_path


def setup(project: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess:
    environment = {"PATH": f"{project / 'bin'}:/usr/bin:/bin", "HOME": str(project), **more}
    return subprocess.run(
        ["sh", str(project / "tools" / "setup"), *arguments],
        env=environment,
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )


def asked(project: Path) -> list[str]:
    """What uv was asked since the last look."""
    log = project / "uv.log"
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return lines


SYNC = "pip sync --quiet --python .venv/bin/python --require-hashes --compile-bytecode requirements/{}.txt"


def test_it_looks_behind_the_shims_and_installs_by_hash(project):
    done = setup(project, "dev")
    assert done.returncode == 0, done.stderr
    made, synced = asked(project)
    assert made.startswith("venv --quiet --python /")
    assert made.endswith(" .venv")
    assert synced == SYNC.format("dev")


def test_done_once_it_is_left_alone_until_the_lock_changes(project):
    setup(project, "dev")
    asked(project)
    done = setup(project, "dev")
    assert (done.returncode, done.stderr, asked(project)) == (0, "", [])

    (project / "requirements" / "runtime.txt").write_text("runtime==2\n")
    setup(project, "dev")
    assert asked(project) == [SYNC.format("dev")]


def test_the_development_packages_serve_for_running_too(project):
    setup(project, "dev")
    asked(project)
    assert setup(project, "runtime").returncode == 0
    assert asked(project) == []

    (project / "requirements" / "dev.txt").write_text("dev==2\n")
    setup(project, "runtime")
    assert asked(project) == [SYNC.format("dev")]  # never made smaller


def test_what_was_set_up_for_running_grows_for_development(project):
    setup(project, "runtime")
    asked(project)
    setup(project, "dev")
    assert asked(project) == [SYNC.format("dev")]


def test_an_environment_whose_interpreter_is_gone_is_made_anew(project):
    setup(project, "dev")
    asked(project)
    (project / ".venv" / "bin" / "python").unlink()
    setup(project, "dev")
    assert [line.split()[0] for line in asked(project)] == ["venv", "pip"]


def test_an_installation_that_failed_is_not_taken_for_a_good_one(project):
    program(project / "bin" / "uv", UV + 'if [ "$1" = pip ]; then exit 3; fi\n')
    assert setup(project, "dev").returncode == 3
    program(project / "bin" / "uv", UV)
    asked(project)
    setup(project, "dev")
    assert asked(project) == [SYNC.format("dev")]


def test_a_named_interpreter_is_tried_first(project):
    named = project / "named" / "python"
    program(named, f'#!/bin/sh\ntouch "{project}/asked-me"\nexec "{sys.executable}" "$@"\n')
    assert setup(project, "dev", PYTHON=str(named)).returncode == 0
    assert (project / "asked-me").exists()


def test_an_unknown_set_is_refused(project):
    done = setup(project, "everything")
    assert done.returncode == 2
    assert "usage" in done.stderr
    assert asked(project) == []


def test_no_interpreter_is_ever_downloaded():
    assert "UV_PYTHON_DOWNLOADS=never" in SETUP.read_text()
    assert os.access(SETUP, os.X_OK)
