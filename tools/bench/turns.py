"""Turning years on PostgreSQL, beside pgbench's simple update and beside a bare insert of the same rows."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg
from django.apps import apps
from django.core.management import call_command
from django.db import connection, connections, models, transaction
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from psycopg import sql
from psycopg.types.json import Jsonb, set_json_loads

from battles.models import Battle
from campaigns.models import Campaign, Year
from campaigns.models.codec import state_of
from campaigns.services import turning
from clubs import clock
from tools.bench import hands, wars
from tools.bench.hands import Cast
from tools.bench.report import Aim, each, line, ms, title

WARM_UP, TURNS, CLOSINGS, DUE = 5, 65, 30, 1000
WORKERS = 2
PGBENCH_SECONDS, PGBENCH_SCALE = 4, 10

type Rows = dict[str, tuple[list[str], list[tuple[Any, ...]]]]
"""Rows by table: their columns, and what is in them."""


def main() -> None:
    call_command("migrate", verbosity=0)
    now = clock.now()
    cast = hands.a_cast(now)
    pattern = hands.begin(cast, "Pattern")
    hands.order(cast, pattern, ready=False)
    pattern = hands.fresh(pattern)
    alone = wars.alike(pattern, TURNS, now=now)
    wars.alike(pattern, DUE, now=now, overdue=True)
    _settle()
    title(f"Turning years by the service verb on PostgreSQL {_version()}, durable; {len(pattern.state)} bytes of state")
    closings = _one_process(cast, alone, now)
    _close(cast, closings)
    _many_at_once()


def _version() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        return str(cursor.fetchone()[0]).split()[0]


def _settle() -> None:
    """What the server still does for all that was just written is over before anything is timed."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")


# --- One process: turn, and insert the same rows bare -----------------------------------------------------


def _one_process(cast: Cast, keys: Sequence[int], now: datetime) -> list[int]:
    """Turn the orders of many wars one after the other; answers with those that can be fought."""
    overdue = {key: hands.later(hands.fresh(key)) for key in keys}
    measured = _beside_bare("bench_bare_turns", keys, lambda key: turning.turn(key, now=overdue[key]))
    measured.tell("orders turned, one process", "turns")
    return [key for key in keys if state_of(hands.fresh(key)).ended is None]


def _close(cast: Cast, keys: Sequence[int]) -> None:
    """Bring wars to a reported battle, then measure the confirmation that closes the year."""
    battles: list[Battle] = []
    for key in keys:
        if len(battles) == CLOSINGS + WARM_UP:
            break
        campaign = hands.to_battle(cast, hands.fresh(key))
        if state_of(campaign).stage == "battle":
            battles.append(hands.report(cast, campaign))
    measured = _beside_bare("bench_bare_closings", battles, lambda battle: hands.confirm(cast, battle))
    closed = Year.objects.filter(campaign__in=list(keys), stage="closed").count()
    measured.tell("battle confirmed", "closings")
    line(
        "of them, the year was closed at once",
        f"{closed} of {len(battles)}",
        "in the others a question of the aftermath was left",
    )


@dataclass(frozen=True)
class Measured:
    """Seconds, CPU and queries of each piece of work, and seconds and number of the rows it inserted, inserted bare and by the ORM."""

    seconds: list[float]
    cpu: list[float]
    queries: list[int]
    bare: list[float]
    orm: list[float]
    rows: list[int]

    def tell(self, what: str, many: str) -> None:
        queries, rows = round(each(self.queries)), round(each(self.rows))
        line(f"{what}, queries", f"{queries}", f"{rows} rows inserted", aim=Aim.most(queries, 40))
        rate, bare = 1 / each(self.seconds), 1 / each(self.bare)
        told = f"{rate / bare:.2f} of a bare insert of the same rows ({bare:.0f} /s, {ms(1 / bare)})"
        line(f"{what}, {many}", f"{rate:.0f} /s", told, aim=Aim.least(rate / bare, 0.5))
        orm = each(self.orm)
        told = f"a turn takes {each(self.seconds) / orm:.1f} times that"
        line("  the same rows by the ORM, in two commits", ms(orm), told)
        line(f"{what}, CPU of the process", ms(each(self.cpu)))


def _beside_bare(name: str, things: Sequence[Any], work: Callable[[Any], object]) -> Measured:
    """Do the work for each thing; after each, insert the rows that it inserted into databases that were like this one before."""
    _twin(name)
    _twin(f"{name}_orm")
    connections.settings["orm"] = {**connections.settings["default"], "NAME": f"{name}_orm"}
    _settle()
    measured = Measured([], [], [], [], [], [])
    with psycopg.connect(_address(), autocommit=True) as source, psycopg.connect(_address(name)) as bare:
        # What comes out of a JSON column goes in again as it is.
        set_json_loads(lambda raw: Jsonb(_text(raw), dumps=str), source)
        for number, thing in enumerate(things):
            before = _marks(source)
            queries, seconds, cpu = _work(work, thing, counted=number < WARM_UP)
            rows = _since(source, before)
            inserted, by_orm = _insert(bare, rows), _insert_by_orm(before)
            if number < WARM_UP:
                measured.queries.append(queries)
                continue
            measured.seconds.append(seconds)
            measured.cpu.append(cpu)
            measured.bare.append(inserted)
            measured.orm.append(by_orm)
            measured.rows.append(sum(len(values) for _columns, values in rows.values()))
    connections["orm"].close()
    del connections["orm"]
    return measured


def _work(work: Callable[[Any], object], thing: Any, *, counted: bool) -> tuple[int, float, float]:
    """Counting queries costs time of its own, so what is counted is not timed."""
    if counted:
        with CaptureQueriesContext(connection) as queries:
            work(thing)
        return len(queries), 0.0, 0.0
    begun, used = time.perf_counter(), time.process_time()
    work(thing)
    return 0, time.perf_counter() - begun, time.process_time() - used


def _address(name: str = "") -> str:
    return os.environ["DATABASE_URL"].rsplit("/", 1)[0] + f"/{name or connection.settings_dict['NAME']}"


def _twin(name: str) -> None:
    """A copy of this database as it is now."""
    mine = str(connection.settings_dict["NAME"])
    connection.close()
    with psycopg.connect(_address("postgres"), autocommit=True) as server:
        copy = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        server.execute(copy.format(sql.Identifier(name), sql.Identifier(mine)))
    with psycopg.connect(_address(name)) as twin:
        # What the work updates is not measured, but a year must be closed before the next can be inserted.
        twin.execute("UPDATE campaigns_year SET stage = 'closed'")


def _models() -> dict[str, type[models.Model]]:
    """By table."""
    found: list[type[models.Model]] = [*apps.get_app_config("battles").get_models()]
    found += apps.get_app_config("campaigns").get_models()
    return {one._meta.db_table: one for one in found if isinstance(one._meta.pk, models.AutoField)}


def _marks(source: psycopg.Connection[Any]) -> dict[str, int]:
    """The last key of each table."""
    asks = [
        sql.SQL("SELECT {}, coalesce(max(id), 0) FROM {}").format(sql.Literal(name), sql.Identifier(name))
        for name in _models()
    ]
    return dict(source.execute(sql.SQL(" UNION ALL ").join(asks)).fetchall())


def _since(source: psycopg.Connection[Any], marks: dict[str, int]) -> Rows:
    """The rows that have come since, by table."""
    found: Rows = {}
    for table, mark in marks.items():
        ask = sql.SQL("SELECT * FROM {} WHERE id > {} ORDER BY id").format(sql.Identifier(table), sql.Literal(mark))
        cursor = source.execute(ask)
        if rows := cursor.fetchall():
            found[table] = ([column.name for column in cursor.description or ()], rows)
    return found


def _text(raw: str | bytes) -> str:
    return raw if isinstance(raw, str) else raw.decode()


def _insert(bare: psycopg.Connection[Any], rows: Rows) -> float:
    """Insert the rows in one transaction, a table at a time; how long that took."""
    statements = [
        (
            sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
                sql.Identifier(table),
                sql.SQL(", ").join(map(sql.Identifier, columns)),
                sql.SQL(", ").join([sql.Placeholder()] * len(columns)),
            ),
            values,
        )
        for table, (columns, values) in rows.items()
    ]
    begun = time.perf_counter()
    with bare.transaction(), bare.cursor() as cursor:
        for statement, values in statements:
            cursor.executemany(statement, values)
    return time.perf_counter() - begun


def _insert_by_orm(marks: dict[str, int]) -> float:
    """The same rows as the program writes them: a commit that counts an attempt, then one with a statement for each table."""
    known = _models()
    came = [(known[table], list(known[table]._base_manager.filter(pk__gt=mark))) for table, mark in marks.items()]
    attempted = Year.objects.using("orm").filter(pk=marks[Year._meta.db_table])
    begun = time.perf_counter()
    attempted.update(attempts=F("attempts") + 1)
    with transaction.atomic(using="orm"):
        for model, rows in came:
            if rows:
                model._base_manager.using("orm").bulk_create(rows)
    return time.perf_counter() - begun


# --- Two processes, a thousand years -----------------------------------------------------------------------


def _many_at_once() -> None:
    """Workers turn everything that is due, between two runs of pgbench; nothing is turned twice."""
    due = len(turning.due(clock.now()))
    address = _prepare_pgbench()
    before = _pgbench(address)
    seconds = _turn_all(due)
    pgbench = (before + _pgbench(address)) / 2
    line("pgbench simple update, 2 clients", f"{pgbench:.0f} /s", "before and after what follows")
    rate = due / seconds
    told = f"{rate / pgbench:.3f} of pgbench's simple update, 2 clients"
    line("orders turned, two processes", f"{rate:.0f} /s", told, aim=Aim.least(rate / pgbench, 0.05))
    told = f"{Campaign.objects.count()} wars in the database"
    line(f"{due} years due at once, two processes", f"{seconds:.1f} s", told, aim=Aim.most(seconds, 30, " s"))


def _turn_all(due: int) -> float:
    """Seconds from the word until the last worker has nothing left to turn."""
    command = [sys.executable, "-m", "tools.bench", "--here", "worker"]
    workers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(WORKERS)
    ]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
    begun = time.perf_counter()
    for number, worker in enumerate(workers):
        assert worker.stdin is not None
        worker.stdin.write(f"{number / WORKERS}\n")
        worker.stdin.flush()
    turned = sum(int(worker.communicate()[0]) for worker in workers)
    seconds = time.perf_counter() - begun
    left = len(turning.due(clock.now()))
    assert (turned, left) == (due, 0), f"{turned} turns of {due} years, {left} left"
    return seconds


def _prepare_pgbench() -> str:
    """A database for pgbench on the same server."""
    address = _address("bench_pgbench")
    with psycopg.connect(_address("postgres"), autocommit=True) as server:
        server.execute("CREATE DATABASE bench_pgbench")
    command = [_program(), "-i", "-q", "-s", str(PGBENCH_SCALE), address]
    subprocess.run(command, capture_output=True, check=True)
    return address


def _program() -> str:
    return f"{os.environ['BENCH_PROGRAMS']}/pgbench"


def _pgbench(address: str) -> float:
    """Transactions a second of its simple update."""
    command = [_program(), "-N", "-n", "-c", str(WORKERS), "-j", str(WORKERS), "-T", str(PGBENCH_SECONDS), address]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"tps = ([0-9.]+)", told)
    assert found is not None, told
    return float(found[1])
