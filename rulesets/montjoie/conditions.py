"""The language of victory conditions: what a term is, and what is wrong with one (Montjoie 8)."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from rulesets.vocabulary import Json, Problem

RULE = "Montjoie 8"
EDGES = ("north", "east", "south", "west")
type Edge = Literal["north", "east", "south", "west"]


class TurnEnd(Struct, frozen=True, tag="turn_end"):
    """The last game turn is over."""


class Exited(Struct, frozen=True, tag="exited"):
    """A figure or a wagon left by that edge."""

    thing: str
    edge: str


class Fit(Struct, frozen=True, tag="fit"):
    """Not dead, captured, stunned or fled."""

    figure: str


class Out(Struct, frozen=True, tag="out"):
    """Dead or captured."""

    figure: str


class Taken(Struct, frozen=True, tag="taken"):
    """A fit enemy is in the wagon, and nobody fit of its owner."""

    wagon: str


class LostPoints(Struct, frozen=True, tag="lost_points"):
    """So many points lost as it stands."""

    side: str
    least: int


class LostShare(Struct, frozen=True, tag="lost_share"):
    """``part / whole`` of the points at the start, compared exactly."""

    side: str
    part: int
    whole: int


class MoreFit(Struct, frozen=True, tag="more_fit"):
    """More fit figures than the enemy within ``reach`` hexes of the spot."""

    side: str
    spot: str
    reach: int


class CountFit(Struct, frozen=True, tag="count_fit"):
    """At least so many fit figures within ``reach`` hexes of the spot."""

    side: str
    spot: str
    reach: int
    least: int


type Term = TurnEnd | Exited | Fit | Out | Taken | LostPoints | LostShare | MoreFit | CountFit


class Row(Struct, frozen=True, kw_only=True):
    """The first row whose terms all hold decides. ``winner``: a side; None is a draw."""

    terms: tuple[Term, ...]
    winner: str | None
    level: Literal["major", "minor", "draw"]


class Known(Struct, frozen=True, kw_only=True):
    """What a scenario's conditions may name."""

    sides: Collection[str]
    figures: Collection[str]
    wagons: Collection[str]
    spots: Collection[str]


WORD = r"[a-z0-9_.-]+"
NUMBER = r"\d{1,4}"
DECIMAL = r"(?:0|1)(?:\.\d{1,4})?"
SHAPES = {
    "exited": re.compile(rf"exited:({WORD}):({'|'.join(EDGES)})"),
    "fit": re.compile(rf"fit:({WORD})"),
    "out": re.compile(rf"out:({WORD})"),
    "taken": re.compile(rf"taken:({WORD})"),
    "lost_points": re.compile(rf"lost_points:({WORD})>=({NUMBER})"),
    "lost_share": re.compile(rf"lost_share:({WORD})>=({DECIMAL})"),
    "more_fit": re.compile(rf"more_fit:({WORD}):({WORD}):({NUMBER})"),
    "count_fit": re.compile(rf"count_fit:({WORD}):({WORD}):({NUMBER})>=({NUMBER})"),
}
FORMS = {
    "turn_end": "turn_end",
    "exited": "exited:thing:edge",
    "fit": "fit:figure",
    "out": "out:figure",
    "taken": "taken:wagon",
    "lost_points": "lost_points:side>=points",
    "lost_share": "lost_share:side>=0.5",
    "more_fit": "more_fit:side:spot:hexes",
    "count_fit": "count_fit:side:spot:hexes>=figures",
}


def term(text: str) -> Term | Problem:
    """One term out of its text."""
    if text == "turn_end":
        return TurnEnd()
    kind = text.partition(":")[0]
    if kind not in SHAPES:
        return Problem(code="unknown_term", data={"term": text, "known": sorted(FORMS)}, rule=RULE)
    found = SHAPES[kind].fullmatch(text)
    if found is None:
        return Problem(code="malformed_term", data={"term": text, "form": FORMS[kind]}, rule=RULE)
    return _made(kind, found.groups())


def _made(kind: str, parts: Sequence[str]) -> Term:
    match kind:
        case "exited":
            return Exited(*parts)
        case "fit":
            return Fit(*parts)
        case "out":
            return Out(*parts)
        case "taken":
            return Taken(*parts)
        case "lost_points":
            return LostPoints(parts[0], int(parts[1]))
        case "lost_share":
            whole, _dot, decimals = parts[1].partition(".")
            return LostShare(parts[0], int(whole + decimals), 10 ** len(decimals))
        case "more_fit":
            return MoreFit(parts[0], parts[1], int(parts[2]))
        case _:
            return CountFit(parts[0], parts[1], int(parts[2]), int(parts[3]))


def row(told: Mapping[str, Json]) -> Row | Problem:
    """A row of a scenario: ``if`` a list of terms, ``winner``, ``level``."""
    texts, winner, level = told.get("if"), told.get("winner"), told.get("level")
    if not isinstance(texts, (list, tuple)) or not texts or not all(isinstance(text, str) for text in texts):
        return Problem(code="row_without_terms", rule=RULE)
    if level not in ("major", "minor", "draw") or (level == "draw") != (winner is None):
        return Problem(code="row_without_result", data={"winner": winner, "level": level}, rule=RULE)
    terms = []
    for text in texts:
        made = term(text)
        if isinstance(made, Problem):
            return made
        terms.append(made)
    return Row(terms=tuple(terms), winner=winner, level=level)


def rows(told: Sequence[Mapping[str, Json]]) -> list[Row]:
    """The rows of a scenario that was checked before."""
    made = [row(one) for one in told]
    assert not any(isinstance(one, Problem) for one in made), "a scenario is checked before it is played"
    return [one for one in made if isinstance(one, Row)]


def problems(told: Sequence[Mapping[str, Json]], known: Known) -> list[Problem]:
    """Everything wrong with a scenario's rows: what cannot be read, and what names nobody."""
    found: list[Problem] = []
    for number, one in enumerate(told):
        made = row(one)
        place = f"victory[{number}]"
        if isinstance(made, Problem):
            found.append(Problem(code=made.code, data=made.data, rule=RULE, place=place))
            continue
        if made.winner is not None and made.winner not in known.sides:
            found.append(Problem(code="unknown_side", data={"side": made.winner}, rule=RULE, place=place))
        found += [
            Problem(code=code, data={"name": name}, rule=RULE, place=place)
            for each in made.terms
            for code, name in _unknown(each, known)
        ]
    return found


def _unknown(one: Term, known: Known) -> list[tuple[str, str]]:
    match one:
        case Exited(thing=name):
            return [] if name in known.figures or name in known.wagons else [("unknown_thing", name)]
        case Fit(figure=name) | Out(figure=name):
            return [] if name in known.figures else [("unknown_figure", name)]
        case Taken(wagon=name):
            return [] if name in known.wagons else [("unknown_wagon", name)]
        case LostPoints(side=name) | LostShare(side=name):
            return [] if name in known.sides else [("unknown_side", name)]
        case MoreFit(side=side, spot=spot) | CountFit(side=side, spot=spot):
            bad = [] if side in known.sides else [("unknown_side", side)]
            return bad if spot in known.spots else [*bad, ("unknown_spot", spot)]
    return []
