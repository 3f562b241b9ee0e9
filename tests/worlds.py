"""A fixture that fills the database does so once: ``@once`` instead of ``@pytest.fixture``.

The first test that asks for it has it built; what that wrote is noted, and every later test of the process has the same rows put back,
with a copy of what the fixture answered. That takes a small part of the time of founding a club and its wars through the services.

A world is put back only where it would be built the same: after the same worlds, with nothing else written before, under the same
settings and at the same hour. Elsewhere, and in tests that commit, the fixture is simply called. Its dice hang on its name, so that they
do not depend on which test came first; and the test's clock goes on from the moment at which the last world was ready.
"""

import inspect
import io
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import blake2b
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model
from django.db.models.signals import post_migrate

from clubs import clock
from tests import chance

type Place = tuple[str, str]
"""A table, and the key of a row."""
type Rows = dict[Place, str]
"""The columns of each row, as SQL."""

READS = ("SELECT", "BEGIN", "SAVEPOINT", "RELEASE", "PRAGMA", "EXPLAIN", "SET CONSTRAINTS")
APART = 10**9
BEGUN = datetime.now(UTC)
_true_now, _move_clock = clock.now, clock.set_offset


@dataclass(frozen=True)
class World:
    """What it takes to put it back. ``before`` and ``after``: rows that it found, and rows as it left them (None: gone)."""

    sql: tuple[str, ...]
    before: Rows
    after: dict[Place, str | None]
    answer: bytes
    ready: datetime


@dataclass
class Scene:
    """What the running test has been given: by fixture its world's key, what each fixture asked for, the rows that came of it, and how far
    its clock is behind."""

    keys: dict[str, str] = field(default_factory=dict)
    asked: dict[str, Sequence[str]] = field(default_factory=dict)
    deep: dict[str, int] = field(default_factory=dict)
    rows: dict[Place, str | None] = field(default_factory=dict)
    touched: bool = False
    offset: timedelta = timedelta()
    behind: timedelta = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.offset - self.behind

    def under(self, names: Iterable[str]) -> dict[str, str]:
        """The worlds on which these fixtures stand, also by way of others."""
        seen, ahead = set(), list(names)
        while ahead:
            name = ahead.pop()
            if name not in seen:
                seen.add(name)
                ahead += self.asked.get(name, ())
        return {name: self.keys[name] for name in sorted(seen & self.keys.keys())}


_worlds: dict[str, World] = {}
_scene = Scene()


def once(build: Callable[..., Any]) -> Any:
    """A fixture whose rows are built once. It may not ``yield``, and what it answers can be pickled."""

    def given(request: pytest.FixtureRequest, **needs: Any) -> Any:
        name = f"{build.__module__}.{build.__name__} {getattr(request, 'param', '')!r}"
        return _put(name, request.fixturename, build, needs)

    asked = ["request", *inspect.signature(build).parameters]
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    given.__signature__ = inspect.Signature([inspect.Parameter(name, kind) for name in asked])  # type: ignore[attr-defined]
    given.__name__, given.__doc__, given.__module__ = build.__name__, build.__doc__, build.__module__
    return pytest.fixture(given)


def recall(build: Callable[..., Any], needs: dict[str, Any], **told: Any) -> Any:
    """The same for a verb: ``needs`` are fixtures by name, ``told`` is part of what is built."""
    name = f"{build.__module__}.{build.__name__} {sorted(told.items())!r}"
    return _put(name, name, lambda **fixtures: build(**fixtures, **told), needs)


def _put(name: str, label: str, build: Callable[..., Any], needs: dict[str, Any]) -> Any:
    if _scene.touched or not connection.in_atomic_block:
        return build(**needs)
    under = _scene.under(needs)
    key = blake2b(repr((name, under, _hour(), _settings())).encode()).hexdigest()
    depth = 1 + max((_scene.deep[need] for need in under), default=0)
    world = _worlds.get(key)
    if world is None:
        world = _worlds[key] = _built(name, key, depth, build, needs)
    elif any(_scene.rows.get(place, row) != row for place, row in world.before.items()):
        return build(**needs)  # another world has changed what this one starts from
    _run(world.sql)
    _scene.rows |= world.after
    _scene.keys[label], _scene.deep[label] = key, depth
    _scene.behind += _now() - world.ready
    clock.set_offset(_scene.offset)
    answer, altered = _Unpickler(world.answer, needs).load()
    for need, values in altered.items():
        vars(needs[need]).update(values)
    return answer


def _built(name: str, key: str, depth: int, build: Callable[..., Any], needs: dict[str, Any]) -> World:
    """Build it, note what it wrote, and take it back."""
    with transaction.atomic():
        before = _rows()
        if connection.vendor == "sqlite":
            _count_from(depth * APART + int(key[:8], 16) % 10**5 * 10**4)
        looked = {need: dict(vars(one)) for need, one in needs.items() if isinstance(one, Model)}
        with chance.of(name):
            answer = build(**needs)
        after, ready = _rows(), _now()
        transaction.set_rollback(True)
    _scene.touched = False
    changed: dict[Place, str | None] = {place: row for place, row in after.items() if before.get(place) != row}
    changed |= dict.fromkeys(before.keys() - after.keys())
    found = {place: before[place] for place in changed if place in before}
    altered = {need: _altered(was, vars(needs[need])) for need, was in looked.items()}
    return World(tuple(_statements(found, changed)), found, changed, _pickled((answer, altered), needs), ready)


def _altered(was: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in now.items() if name not in was or was[name] is not value}


def _now() -> datetime:
    """What the clock shows; also one that a test has stopped."""
    return _scene.now() if clock.now is _true_now else clock.now()


def _hour() -> str:
    """Nothing as long as the clock goes as it should; elsewhere, the minute."""
    now = _now()
    return "" if abs(now - BEGUN) < timedelta(hours=1) else now.isoformat(timespec="minutes")


def _settings() -> str:
    """Those that are overridden."""
    told, holder = {}, settings._wrapped
    while hasattr(holder, "default_settings"):
        told = {name: repr(value) for name, value in vars(holder).items() if name.isupper()} | told
        holder = holder.default_settings
    return repr(sorted(told.items()))


# --- Rows -------------------------------------------------------------------------------------------------


@cache
def _tables() -> dict[str, tuple[str, list[str]]]:
    """Each table's key, and its columns."""
    models = [model._meta for model in apps.get_models(include_auto_created=True)]
    return {
        meta.db_table: (meta.pk.column, [one.column for one in meta.local_concrete_fields if not one.generated])
        for meta in models
        if meta.managed and not meta.proxy
    }


@cache
def _reading() -> list[str]:
    """Every row of every table, written as SQL."""
    literal = "quote_nullable({}::text)" if connection.vendor == "postgresql" else "quote({})"
    parts = []
    for table, (key, columns) in _tables().items():
        told = " || ',' || ".join(literal.format(f'"{column}"') for column in columns)
        parts.append(f"""SELECT '{table}', {literal.format(f'"{key}"')}, {told} FROM "{table}" """)
    return parts


def _rows() -> Rows:
    rows = {}
    for reading in _reading():
        for table, key, row in _raw(reading).fetchall():
            rows[table, key] = row
    return rows


def _statements(found: Rows, changed: dict[Place, str | None]) -> Iterator[str]:
    """What turns the rows that were found into those that are wanted."""
    added: dict[str, list[str]] = {}
    for (table, key), row in changed.items():
        name, columns = _tables()[table]
        if row is None:
            yield f"""DELETE FROM "{table}" WHERE "{name}" = {key}"""
        elif (table, key) in found:
            listed = ", ".join(f'"{column}"' for column in columns)
            yield f"""UPDATE "{table}" SET ({listed}) = ({row}) WHERE "{name}" = {key}"""
        else:
            added.setdefault(table, []).append(f"({row})")
    for table, rows in added.items():
        listed = ", ".join(f'"{column}"' for column in _tables()[table][1])
        yield f"""INSERT INTO "{table}" ({listed}) VALUES {", ".join(rows)}"""


def _raw(sql: str) -> Any:
    """Past everything that watches the tests' statements."""
    cursor = connection.connection.cursor()
    if connection.vendor == "postgresql":
        return cursor.execute(sql, prepare=False)
    return cursor.execute(sql)


def _run(statements: tuple[str, ...]) -> None:
    if connection.vendor == "postgresql":
        _raw(";".join(statements))
        return
    for statement in statements:
        _raw(statement)


def _count_from(number: int) -> None:
    """Let new keys begin there: on SQLite those of a test are given again to the next, and a world's may not meet them."""
    _raw("DELETE FROM sqlite_sequence")
    cursor = connection.connection.cursor()
    cursor.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [(name, number) for name in _tables()])


# --- What a fixture answers -------------------------------------------------------------------------------


class _Pickler(pickle.Pickler):
    """What a fixture was given it passes on as it is, not as a copy."""

    def __init__(self, file: io.BytesIO, needs: dict[str, Any]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._names = {id(value): name for name, value in needs.items()}

    def persistent_id(self, obj: Any) -> str | None:
        return self._names.get(id(obj))


class _Unpickler(pickle.Unpickler):
    def __init__(self, answer: bytes, needs: dict[str, Any]) -> None:
        super().__init__(io.BytesIO(answer))
        self._needs = needs

    def persistent_load(self, pid: str) -> Any:
        return self._needs[pid]


def _pickled(answer: Any, needs: dict[str, Any]) -> bytes:
    file = io.BytesIO()
    _Pickler(file, needs).dump(answer)
    return file.getvalue()


# --- Watching ---------------------------------------------------------------------------------------------


def _watch(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
    if not _scene.touched and not (isinstance(sql, str) and sql.startswith(READS)):
        _scene.touched = True
    return execute(sql, params, many, context)


def _set_offset(offset: timedelta) -> None:
    _scene.offset = offset
    _move_clock(offset - _scene.behind)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    global _scene
    _scene = Scene()
    _move_clock(timedelta())


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
    _scene.asked[fixturedef.argname] = fixturedef.argnames
    answer = yield
    if fixturedef.argname == "django_db_setup":  # within the first test that needs it
        _scene.touched = False
    return answer


def _forget(**_signal: Any) -> None:
    """A test that committed has emptied the tables, and those that are never empty were filled anew."""
    _worlds.clear()


@pytest.fixture(autouse=True, scope="session")
def worlds_are_kept() -> Iterator[None]:
    post_migrate.connect(_forget)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "set_offset", _set_offset)
        connection.execute_wrappers.append(_watch)
        yield
        connection.execute_wrappers.remove(_watch)
    post_migrate.disconnect(_forget)
