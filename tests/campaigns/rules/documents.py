"""Record documents for tests: a small sound one, and ways to change it."""

import copy
import json
from typing import Any

from campaigns.rules.places import Refused
from campaigns.rules.record import Played, play
from campaigns.rules.recordfile import parse, read
from rulesets.contract import Problem

QUIET = {"event": {"rome": 8, "carthage": 5}, "reinforcements": {"rome": 2}}


def document(*years: dict[str, Any], **top: Any) -> dict[str, Any]:
    """Two armies of 2000 points with a general each, and these years."""
    return {
        "record": 1,
        "campaign": {"name": "A war", "pack": "hispania", "years": 10, "seed": "seed"},
        "sides": {side: army() for side in ("rome", "carthage")},
        **top,
        "years": list(years),
    }


def army() -> dict[str, Any]:
    """1000 and 500 and 300 points, and a general of 200."""
    return {
        "units": [
            {"id": "foot", "name": "Foot", "figures": 100, "points": 10},
            {"id": "horse", "name": "Horse", "arm": "cavalry", "figures": 25, "points": 20},
            {"id": "natives", "name": "Natives", "native": True, "figures": 60, "points": 5},
        ],
        "characters": [{"id": "general", "name": "The general", "rank": "general", "points": 200}],
    }


def year(number: int = 1, rome: str = "battle", carthage: str = "battle", **more: Any) -> dict[str, Any]:
    """A year, let pass unless a battle is told."""
    told: dict[str, Any] = {"number": number, "orders": {"rome": rome, "carthage": carthage}}
    if "battle" not in more and "skipped" not in more:
        told["skipped"] = True
    told |= {"dice": {**QUIET, **more.pop("dice", {})}}
    return told | more


def changed(value: dict[str, Any], path: str, new: Any) -> dict[str, Any]:
    """A copy with one thing put at a path of keys and numbers: ``years.0.dice.scenario``. ``...`` takes it away."""
    value = copy.deepcopy(value)
    *inner, last = path.split(".")
    place: Any = value
    for part in inner:
        place = place[int(part)] if isinstance(place, list) else place.setdefault(part, {})
    last = int(last) if isinstance(place, list) else last
    if new is ...:
        del place[last]
    else:
        place[last] = new
    return value


def played(value: dict[str, Any]) -> Played:
    return play(read(parse(json.dumps(value).encode())))


def problem(value: dict[str, Any] | bytes, *, toml: bool | None = None) -> Problem:
    """Why a document, or a file, is refused."""
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    try:
        play(read(parse(raw, toml=toml)))
    except Refused as refused:
        return refused.problem
    raise AssertionError("it was not refused")


def refused(value: dict[str, Any] | bytes) -> tuple[str, str]:
    """Place and code."""
    found = problem(value)
    return found.place, found.code
