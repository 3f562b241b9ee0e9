"""Run the tests as ``make`` does:  python -m tools.suite core|slow

``core``: everything quick, first on SQLite and in memory, then on PostgreSQL and Redis (private ones, or those that
``TEST_DATABASE_URL`` and ``TEST_REDIS_URL`` name). ``slow``: faults, statistics, fuzzing and the browser; those tests start the
servers they need. Arguments after ``--`` go to pytest. The last lines say what passed.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORKERS = "2"
SERVERS = ("DATABASE_URL", "REDIS_URL", "TEST_DATABASE_URL", "TEST_REDIS_URL")

# These never meet a database: a second run on PostgreSQL would prove the same thing again.
PURE = (
    "tests/rulesets",
    "tests/campaigns/rules",
    "tests/frontend/boards",
    "tests/vectors",
    "tests/cases",
    "tests/tools",
    "tests/docker",
    "tests/campaigns/narration",
    "tests/battles/test_awam_words.py",
    "tests/api/test_schema.py",
    "tests/architecture/test_dependencies.py",
)


@dataclass(frozen=True)
class Pass:
    """One run of pytest. ``served``: beside PostgreSQL and Redis."""

    name: str
    marks: str
    served: bool = False
    left_out: tuple[str, ...] = ()

    def command(self, more: Sequence[str]) -> list[str]:
        # Each worker has a stretch of its own, so that what a module's tests share is made once; the last minute they divide.
        pytest = [sys.executable, "-m", "pytest", "-n", WORKERS, "--dist", "worksteal", "-m", self.marks]
        pytest += [f"--ignore={path}" for path in self.left_out if (ROOT / path).exists()]
        pytest += more
        return [sys.executable, "-m", "tests.servers", "run", "--", *pytest] if self.served else pytest

    def environment(self) -> dict[str, str]:
        if self.served:
            return dict(os.environ)
        return {name: text for name, text in os.environ.items() if name not in SERVERS}


CORE = "not slow and not browser"
PASSES = {
    "core": (
        Pass("core tests on SQLite", CORE),
        Pass("core tests on PostgreSQL and Redis", CORE, served=True, left_out=PURE),
    ),
    "slow": (Pass("slow and browser tests", "slow or browser"),),
}


def run(one: Pass, more: Sequence[str]) -> tuple[int, float]:
    """Run one pass; return pytest's exit status and the seconds it took."""
    print(f"\n=== {one.name} ===", flush=True)
    begun = time.monotonic()
    status = subprocess.run(one.command(more), cwd=ROOT, env=one.environment(), check=False).returncode
    return status, time.monotonic() - begun


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.suite", description="Run the tests as make does.")
    parser.add_argument("which", choices=sorted(PASSES))
    parser.add_argument("more", nargs="*", help="arguments for pytest, after --")
    given = parser.parse_args(arguments)
    results = [(one.name, *run(one, given.more)) for one in PASSES[given.which]]
    print("\n=== summary ===")
    for name, status, seconds in results:
        print(f"{'passed' if status == 0 else f'FAILED ({status})':12} {name} ({seconds:.0f} s)")
    return 1 if any(status for _, status, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main())
