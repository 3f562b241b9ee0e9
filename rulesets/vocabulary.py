"""Words that every ruleset, and whoever judges or hosts one, shares."""

from typing import Any

from msgspec import Struct

type Seat = str
"""A seat's key: a player's ("rome"), or ``umpire``. ``None`` where a seat is optional means a spectator."""

type Json = Any
"""A plain JSON value: the host stores it and hands it back unread."""

UMPIRE: Seat = "umpire"


class Problem(Struct, frozen=True, kw_only=True):
    """Why something is refused. ``code`` is stable; ``data`` fills the sentence; ``rule`` is the paragraph."""

    code: str
    data: dict[str, Json] = {}
    rule: str = ""
    place: str = ""
    """Where in the action or setup, e.g. ``losses[0].routed``."""


# --- What a club may replace with its own ---------------------------------------------------------------------------


class DataKind(Struct, frozen=True, kw_only=True):
    """A kind of data that a club may replace with its own: lists, a map, tables, counters.

    ``option`` of a setup holds the document, and replay and export need nothing else; by seat where ``each`` has its own. ``columns``:
    all there are, of a kind that may be typed as a table, too (``Tabular``).
    """

    key: str
    option: str
    each: bool = False
    columns: tuple[str, ...] = ()


class Entry(Struct, frozen=True, kw_only=True):
    """A line of an account: ``count`` figures at ``each`` points, and what it comes to. ``each`` None: it has no price of one."""

    name: str
    count: int = 1
    each: int | None = None
    points: int = 0


class Account(Struct, frozen=True, kw_only=True):
    """What a document holds, line by line, and in all: ``per_cent`` of the sum. ``doubts``: what is lawful and still unusual."""

    entries: tuple[Entry, ...] = ()
    total: int = 0
    per_cent: int = 100
    doubts: tuple[Problem, ...] = ()


class Sheet(Struct, frozen=True, kw_only=True):
    """A table read as a document. ``problems`` name ``rows[n].column``; ``origins``: part of it (``units[0]``) to its row, from 0."""

    document: Json
    problems: tuple[Problem, ...] = ()
    origins: dict[str, int] = {}
