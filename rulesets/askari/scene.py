"""A neutral drawing of the table, and what is known of every unit, from what one viewer sees."""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from rulesets.askari.setting import SCENARIOS
from rulesets.askari.state import Figure, Unit
from rulesets.askari.tables import TABLES
from rulesets.contract import Fact, Known, Reach, Scene, Shape, Token, View

type Symbol = Literal["counter", "man", "rider", "gun", "leader", "standard", "baggage", "beast"]
ON_BOARD = ("table", "hidden")
OBJECTIVE = 30
GRID = 300
"""A foot of the table, to judge distances by."""
UNSEEN = "unseen"
"""As the views call where an enemy's unit is that is not on the table."""


def table(view: View) -> Scene:
    """Terrain, objectives, and every figure that this viewer sees; who has the higher edge sees the table from there."""
    data: dict[str, Any] = view.data
    units = {key: _unit(row) for key, row in sorted(data["units"].items())}
    edges = {side["seat"]: side.get("edge", "low") for side in data["sides"]}
    name = SCENARIOS[data["scenario"]].name
    return Scene(
        width=data["width"],
        height=data["height"],
        title=name,
        description=f"{name}: {data.get('turn', 0)}",
        y_up=True,
        grid=GRID,
        turned=edges.get(view.seat or "", "low") == "high",
        turn=data.get("turn", 0),
        turns=data.get("limit", 10),
        phase=data.get("phase", "split"),
        shapes=tuple(_shapes(data)),
        tokens=tuple(_tokens(units)),
        roster=tuple(_known(unit, data["units"][key]) for key, unit in units.items()),
        reaches=tuple(_reaches(units)),
    )


def _unit(row: dict[str, Any]) -> Unit:
    """A unit's row as a view has it: what is not told of one that is not seen has its default."""
    return msgspec.convert({**row, "where": row.get("where", "waiting").replace(UNSEEN, "waiting")}, Unit)


def _shapes(data: dict[str, Any]) -> Iterator[Shape]:
    areas: list[Shape] = []
    lines: list[Shape] = []
    for piece in data.get("ground", []):
        is_line = TABLES.terrain[piece["kind"]].shape == "line"
        shape = Shape(
            kind="line" if is_line else "polygon",
            points=tuple((point[0], point[1]) for point in piece["points"]),
            style=piece["kind"],
            title=piece["kind"],
        )
        (lines if is_line else areas).append(shape)
    yield from sorted(areas, key=lambda shape: TABLES.terrain[shape.style].level, reverse=True)
    yield from lines
    for point in data.get("objectives", []):
        yield Shape(kind="circle", points=((point[0], point[1]),), style="objective", title="objective", size=OBJECTIVE)


def _tokens(units: dict[str, Unit]) -> Iterator[Token]:
    for unit in units.values():
        if unit.where not in ON_BOARD:
            continue
        marks = tuple(marks_of(unit))
        for figure in unit.figures:
            style = " ".join(word for word in (unit.kind, figure.role, "down" if figure.down else "") if word)
            yield Token(
                id=figure.id,
                at=(figure.at[0], figure.at[1]),
                style=style,
                label=unit.name,
                facing=unit.facing,
                marks=marks,
                of=unit.id,
                seat=unit.seat,
                size=unit.base,
                symbol=_symbol(unit, figure),
            )


def _symbol(unit: Unit, figure: Figure) -> Symbol:
    if unit.piece:
        return "gun"
    if unit.kind in ("baggage", "hospital"):
        return "baggage"
    if unit.kind == "animal":
        return "beast"
    if unit.what == "leader" or figure.role == "officer":
        return "leader"
    if unit.what.endswith("standard") or figure.role.endswith("standard"):
        return "standard"
    return "rider" if unit.mounted else "man"


def _known(unit: Unit, row: dict[str, Any]) -> Known:
    """A unit for the list. Of one that this viewer does not see, no more than was public when the battle began."""
    unseen = row.get("where") == UNSEEN
    where = UNSEEN if unseen else unit.fate or ("" if unit.where == "table" else unit.where)
    figures = 0 if unseen or unit.where == "off" else unit.count
    facts = () if unseen or unit.where == "off" else tuple(_facts(unit))
    return Known(of=unit.id, name=unit.name, seat=unit.seat, figures=figures, where=where, facts=facts)


def _facts(unit: Unit) -> Iterator[Fact]:
    for word in ("shooting", "melee", "courage", "save"):
        number = getattr(unit, word)
        if number is not None:
            yield Fact(word=word, number=number)
    for weapon in (*((unit.piece,) if unit.piece else ()), *unit.weapons):
        yield Fact(word=f"weapon.{weapon}")
    for rule in unit.rules:
        yield Fact(word=f"rule.{rule}")
    for quality in unit.qualities:
        yield Fact(word=f"quality.{quality}")
    for mark in marks_of(unit):
        yield Fact(word=f"mark.{mark}")


def _reaches(units: dict[str, Unit]) -> Iterator[Reach]:
    """How far each unit's missile weapons carry: normal range, and the longest."""
    for unit in units.values():
        if unit.where not in ON_BOARD or not unit.figures:
            continue
        for key in (unit.piece, *unit.weapons):
            weapon = TABLES.missile.get(key)
            if weapon is not None:
                yield Reach(of=unit.id, word="normal_range", distance=weapon.normal)
                if weapon.longest > weapon.normal:
                    yield Reach(of=unit.id, word="longest_range", distance=weapon.longest)


def marks_of(unit: Unit) -> Iterator[str]:
    """What everybody who sees a unit sees of it besides its figures."""
    for mark, holds in (
        ("failed", unit.failed),
        ("prone", unit.prone),
        ("order", bool(unit.order)),
        ("acted", unit.acted),
        ("aimed", bool(unit.aimed)),
        ("jammed", unit.jammed),
        ("disabled", unit.disabled),
        ("hidden", unit.where == "hidden"),
    ):
        if holds:
            yield mark
