"""Measure Signifer beside something that can be measured in the same run:  python -m tools.bench [PART…]

``queries`` of pages, however long the war · ``turns`` of years on PostgreSQL · ``replay`` of the pure rules · ``page``, its CPU ·
``tick`` over very many wars · one ``battle`` move on SQLite. No part: all. ``docs/benchmarks.md`` says how to read what it prints.
Every part runs in a process and on a database of its own, under the settings that a club has.
"""

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.servers import Postgres, installed_postgres

ROOT = Path(__file__).resolve().parent.parent.parent
ON_POSTGRES = ("turns", "tick")
PARTS = ("queries", "turns", "replay", "page", "tick", "battle")
LEFT_OUT = ("REDIS_URL", "DATABASE_URL", "DATABASE_POOL", "SIGNIFER_DATA", "DEBUG", "PYTHONDONTWRITEBYTECODE")


def here(part: str) -> None:
    """Measure one part, in this process, on the database that the environment names."""
    import django

    django.setup()
    importlib.import_module(f"tools.bench.{part}").main()


def environment(folder: str, server: Postgres | None, part: str) -> dict[str, str]:
    """A data folder of its own, no broker, mail that goes nowhere; a fresh database where the part needs a server."""
    names = {name: text for name, text in os.environ.items() if name not in LEFT_OUT}
    names |= {
        "SIGNIFER_DATA": folder,
        "STATIC_MANIFEST": "false",
        "EMAIL_URL": "memorymail://",
        "DJANGO_SETTINGS_MODULE": "tools.bench.settings",
        "PYTHONWARNINGS": "ignore",
    }
    if server is not None:
        names |= {"DATABASE_URL": server.create(f"bench_{part}"), "BENCH_PROGRAMS": str(_programs(server))}
    return names


def _programs(server: Postgres) -> Path:
    """Where the server's own tools are: installed beside it, or unpacked from the wheel."""
    return installed_postgres() or next((server.folder / "programs").glob("*/bin"))


def run(parts: Sequence[str]) -> int:
    status = 0
    with ExitStack() as stack:
        server = stack.enter_context(Postgres(durable=True)) if set(parts) & set(ON_POSTGRES) else None
        for part in parts:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix=f"signifer-bench-{part}-"))
            names = environment(folder, server if part in ON_POSTGRES else None, part)
            command = [sys.executable, "-m", "tools.bench", "--here", part]
            status |= subprocess.run(command, cwd=ROOT, env=names, check=False).returncode
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="Print Signifer's figures.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}; none: all")
    parser.add_argument("--here", choices=(*PARTS, "worker"), help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if given.here:
        here(given.here)
        return 0
    begun = time.monotonic()
    status = run(given.parts or PARTS)
    print(f"\n{os.cpu_count()} processors; {time.monotonic() - begun:.0f} s in all.")
    return status


if __name__ == "__main__":
    sys.exit(main())
