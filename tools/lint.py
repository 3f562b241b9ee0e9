"""Every check that needs no test run:  python -m tools.lint

All of them run, and the last lines say which failed. A check that found nothing prints nothing but its name.
"""

import os
import secrets
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
MANAGE = (sys.executable, "manage.py")
SERVERS = ("DATABASE_URL", "REDIS_URL")

# What a club behind TLS would set, made up afresh: Django's deployment check must find nothing to say about it.
DEPLOYED = {
    "SITE_URL": "https://example.org",
    "SECRET_KEY": secrets.token_urlsafe(60),
    "EMAIL_URL": "smtp+tls://mail.example.org:587",
    "DEBUG": "false",
}


@dataclass(frozen=True)
class Check:
    name: str
    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)


CHECKS = (
    Check("style", (str(BIN / "ruff"), "check", "--quiet", ".")),
    Check("format", (str(BIN / "ruff"), "format", "--check", "--quiet", ".")),
    Check("types", (str(BIN / "mypy"),)),
    Check("import contracts", (str(BIN / "lint-imports"), "--no-cache")),
    Check("templates", (str(BIN / "djlint"), "--quiet", "--lint", "frontend/templates")),
    Check("migrations", (*MANAGE, "makemigrations", "--check", "--dry-run")),
    Check("system check", (*MANAGE, "check", "--fail-level", "WARNING")),
    Check("deployment check", (*MANAGE, "check", "--deploy", "--fail-level", "WARNING"), DEPLOYED),
    Check("translations", (sys.executable, "-m", "tools.messages", "check")),
)


def run(check: Check, data: str) -> bool:
    """Run one check, in a data folder of its own; print what it said if it failed."""
    environment = {name: text for name, text in os.environ.items() if name not in SERVERS}
    environment |= {"SIGNIFER_DATA": data, **check.environment}
    begun = time.monotonic()
    done = subprocess.run(
        check.command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    passed = done.returncode == 0
    print(f"{'ok' if passed else 'FAILED':7} {check.name} ({time.monotonic() - begun:.0f} s)", flush=True)
    if not passed:
        print(done.stdout, flush=True)
    return passed


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="signifer-lint-") as data:
        failed = [check.name for check in CHECKS if not run(check, data)]
    print(
        f"{len(failed)} of {len(CHECKS)} checks failed: {', '.join(failed)}"
        if failed
        else f"All {len(CHECKS)} checks passed."
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
