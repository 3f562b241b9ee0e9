"""Measure Signifer beside something that can be measured in the same run:  python -m tools.bench [PART…]

``queries`` of pages, however long the war · ``turns`` of years on PostgreSQL · ``replay`` of the pure rules · ``page``, its CPU ·
``tick`` over very many wars · one ``battle`` move on SQLite · battles of ``askari``, ``montjoie`` and ``awam``. No part: all these.
Only by name: ``load``, a club of 200 members at once; ``geometry``, the table's own beside shapely. ``docs/benchmarks.md`` says how
to read what it prints.
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

from tests.servers import Postgres, Redis, installed_postgres

ROOT = Path(__file__).resolve().parent.parent.parent
ON_POSTGRES = ("turns", "tick", "load")
WITH_REDIS = ("load",)
PARTS = ("queries", "turns", "replay", "page", "tick", "battle", "askari", "montjoie", "awam")
BY_NAME = ("load", "geometry")
WATCHED = {"shared_preload_libraries": "pg_stat_statements", "pg_stat_statements.track_planning": "on"}
"""So that the server tells which statements cost most. Where it has no such library it would not start with this."""
LEFT_OUT = ("REDIS_URL", "DATABASE_URL", "DATABASE_POOL", "SIGNIFER_DATA", "DEBUG", "PYTHONDONTWRITEBYTECODE")


def here(part: str) -> None:
    """Measure one part, in this process, on the database that the environment names."""
    import django

    django.setup()
    importlib.import_module(f"tools.bench.{part}").main()


def environment(folder: str, server: Postgres | None, part: str, broker: Redis | None = None) -> dict[str, str]:
    """A data folder of its own, mail that goes nowhere; a fresh database, and a broker, where the part needs a server."""
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
    if broker is not None:
        names["REDIS_URL"] = broker.url
    return names


def _postgres(parts: Sequence[str]) -> Postgres:
    programs = installed_postgres()
    tells = programs is not None and any(programs.parent.glob("lib/**/pg_stat_statements.so"))
    return Postgres(durable=True, settings=WATCHED if tells and "load" in parts else None)


def _programs(server: Postgres) -> Path:
    """Where the server's own tools are: installed beside it, or unpacked from the wheel."""
    return installed_postgres() or next((server.folder / "programs").glob("*/bin"))


def run(parts: Sequence[str]) -> int:
    status = 0
    with ExitStack() as stack:
        server = stack.enter_context(_postgres(parts)) if set(parts) & set(ON_POSTGRES) else None
        broker = stack.enter_context(Redis(durable=True)) if set(parts) & set(WITH_REDIS) else None
        for part in parts:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix=f"signifer-bench-{part}-"))
            own = server if part in ON_POSTGRES else None
            names = environment(folder, own, part, broker if part in WITH_REDIS else None)
            command = [sys.executable, "-m", "tools.bench", "--here", part]
            status |= subprocess.run(command, cwd=ROOT, env=names, check=False).returncode
    return status


def main(arguments: Sequence[str] | None = None) -> int:
    known = (*PARTS, *BY_NAME)
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="Print Signifer's figures.")
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"any of {', '.join(known)}; none: all but {', '.join(BY_NAME)}"
    )
    parser.add_argument("--here", choices=(*known, "worker"), help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if unknown := set(given.parts) - set(known):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    if given.here:
        here(given.here)
        return 0
    begun, busy = time.monotonic(), os.getloadavg()[0]
    status = run(given.parts or PARTS)
    told = f"load average {busy:.1f} before and {os.getloadavg()[0]:.1f} after"
    print(f"\n{os.cpu_count()} processors, {told}; {time.monotonic() - begun:.0f} s in all.")
    return status


if __name__ == "__main__":
    sys.exit(main())
