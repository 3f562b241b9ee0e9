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
