"""The battle as a drawing, and what is known of every figure: nothing is hidden (Montjoie 5.0)."""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from rulesets.contract import Fact, Known, Reach, Scene, Shape, Token, View
from rulesets.montjoie import drawing, hexes
from rulesets.montjoie.field import Field
from rulesets.montjoie.ground import MINES
from rulesets.montjoie.state import Figure, State, decoded, place_name

LAYERS_UP = ("crown", "roof", "hoarding", "rope1", "rope2", "ladder1", "ladder2")


def board(view: View) -> Scene:
    """Hexes by their terrain, sides, markers, and every figure."""
    state = decoded(view.data)
    field = Field(state)
    width, height = hexes.extent(field.here.columns, field.here.rows)
    return Scene(
        width=width,
        height=height,
        title=state.title or state.scenario,
        description=f"{state.title or state.scenario}: {state.turn}",
        measured=False,
        spots={hex_: hexes.centre(hex_) for hex_ in field.here.hexes},
        turn=state.turn,
        turns=state.limit,
        phase=state.phase,
        shapes=(*drawing.ground_shapes(field.here), *_fresh_shapes(state)),
        tokens=tuple(_tokens(field)),
        roster=tuple(_known(field, one) for one in state.figures.values() if one.where != "ridden"),
        reaches=tuple(_reaches(field)),
    )


def _fresh_shapes(state: State) -> Iterator[Shape]:
    """What lies about: barrels, coils and ladders on the ground, and bodies."""
    for thing in state.things.values():
        yield Shape(
            kind="circle",
            points=(hexes.centre(thing.at),),
            style=f"marker-{thing.kind}",
            title=thing.kind,
            size=drawing.DOT,
        )
    for hex_ in state.bodies:
        yield Shape(
            kind="circle", points=(hexes.centre(hex_),), style="marker-body", title="body", size=drawing.DOT // 2
        )


def _tokens(field: Field) -> Iterator[Token]:
    for one in field.state.on_map():
        told = Token(
            id=one.id,
            at=hexes.centre(one.at),
            place=place_name((one.at, one.layer)),
            style=" ".join(word for word in (one.cls, one.layer, "wounded" if one.wounded else "") if word),
            label=one.name,
            facing=drawing.facing_degrees(one.facing) if field.is_long(one) else 0,
            marks=tuple(marks_of(field, one)),
            of=one.id,
            seat=one.seat,
            level=level_of(one.layer),
            symbol=_symbol(field, one),
        )
        yield told
        rump = field.rump(one)
        if rump:
            yield msgspec.structs.replace(told, id=f"{one.id}/rump", at=hexes.centre(rump), symbol="counter")


def level_of(layer: str) -> int:
    """Above or below whoever may stand in the same hex."""
    return 1 if layer in LAYERS_UP else -1 if layer in MINES else 0


def _symbol(field: Field, one: Figure) -> Literal["man", "rider", "leader", "beast"]:
    if field.is_animal(one):
        return "beast"
    if one.mounted:
        return "rider"
    return "leader" if one.rank else "man"


def marks_of(field: Field, one: Figure) -> Iterator[str]:
    """What is seen of a figure besides where it stands."""
    for mark, holds in (
        ("wounded", one.wounded),
        ("stunned", one.stunned),
        ("kneeling", one.kneeling),
        ("loader", bool(one.loads_for)),
        ("moved", one.done and field.state.seat == one.seat),
        ("contact", one.contact),
        ("owes_jump", bool(one.jumps_on)),
        ("steals_up", bool(one.cuts)),
        (f"on_{one.layer}", one.layer != "base"),
    ):
        if holds:
            yield mark


def _known(field: Field, one: Figure) -> Known:
    where = "" if one.where == "map" else "fled" if one.fled else one.where
    return Known(
        of=one.id,
        name=one.name,
        seat=one.seat,
        figures=int(one.where == "map"),
        where=where,
        facts=tuple(_facts(field, one)),
    )


def _facts(field: Field, one: Figure) -> Iterator[Fact]:
    yield Fact(word=f"class.{one.cls}")
    if one.where not in ("map", "waiting"):
        return
    attack, defence, movement = field.numbers(one)
    yield Fact(word="attack", number=attack)
    yield Fact(word="defence", number=defence)
    yield Fact(word="movement", number=movement)
    if field.state.phase == "move" and field.state.seat == one.seat and one.where == "map":
        yield Fact(word="left", number=one.left)
    if field.is_armoured(one):
        yield Fact(word="armour")
    for weapon in one.weapons:
        yield Fact(word=f"weapon.{weapon}")
    for gear in one.gear:
        yield Fact(word=f"gear.{gear}")
    if one.where == "map":
        for mark in marks_of(field, one):
            yield Fact(word=f"mark.{mark}")


def _reaches(field: Field) -> Iterator[Reach]:
    """How far missiles carry at short and at long range."""
    across = 1732 * hexes.SIDE // 1000
    for one in field.state.on_map():
        for weapon in one.weapons:
            table = field.tables.weapons[weapon]
            ranges = table.mounted_ranges if one.mounted and table.mounted_ranges else table.ranges
            yield Reach(of=one.id, word="short_range", distance=ranges[0] * across)
            yield Reach(of=one.id, word="long_range", distance=ranges[2] * across)


def data_of(state: State) -> dict[str, Any]:
    """Everything: the view of every seat."""
    told: dict[str, Any] = msgspec.to_builtins(state)
    return told
