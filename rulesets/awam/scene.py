"""A neutral drawing of the table in cm with single figures, and what is known of each (AWAM 9, 14)."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rulesets.awam.state import Animal, Boat, Figure, Gun, Piece
from rulesets.awam.tables import TABLES
from rulesets.contract import Fact, Known, Label, Reach, Scene, Shape, Token, View

GRID = 100
"""Squares of the table that help to judge a distance: ten centimetres."""


def table(view: View) -> Scene:
    """Ground, figures, guns, boats and animals as this viewer sees them."""
    data: dict[str, Any] = view.data
    figures = [msgspec.convert(row, Figure) for row in data["figures"].values()]
    figures.sort(key=lambda one: one.number)
    left = len(data.get("deck", ()))
    drawn = data.get("drawn", ())
    return Scene(
        width=data["width"],
        height=data["height"],
        title=data["scenario"],
        description=f"{data['scenario']}: {data.get('turn', 1)}",
        y_up=True,
        grid=GRID,
        turn=data.get("turn", 1),
        turns=data["limit"],
        phase=data.get("phase", "entry"),
        shapes=tuple(_shapes(data)),
        tokens=(*_tokens(figures, data.get("turn", 1)), *_things(data)),
        roster=tuple(_known(one, data.get("turn", 1)) for one in figures),
        reaches=tuple(_reaches(figures)),
        labels=(Label(at=(0, data["height"]), text=f"{left}/{left + len(drawn)}", style="deck"),),
    )


def _shapes(data: dict[str, Any]) -> Iterator[Shape]:
    for row in data.get("ground", []):
        piece = msgspec.convert(row, Piece)
        style = f"{piece.kind} damaged" if piece.damaged else piece.kind
        if piece.shape == "circle":
            yield Shape(
                kind="circle", points=((piece.points[0][0], piece.points[0][1]),), style=style, title=piece.kind,
                size=piece.radius,
            )  # fmt: skip
        elif piece.shape == "box":
            (left, low), (right, high) = piece.points
            corners = ((left, low), (right, low), (right, high), (left, high))
            yield Shape(kind="polygon", points=corners, style=style, title=piece.kind)
        else:
            ends = tuple((point[0], point[1]) for point in piece.points)
            yield Shape(kind="line", points=ends, style=style, title=piece.kind)


def marks_of(figure: Figure, turn: int) -> Iterator[str]:
    """The markers on a figure, and how it holds itself (AWAM 9)."""
    gun = figure.gun
    for mark, holds in (
        ("blue", figure.blue),
        ("red", figure.wounds > 0),
        ("yellow", figure.ran > 0 and figure.ran >= turn - 1),
        ("green", figure.drawn),
        ("brown", gun is not None and gun.rounds == 0),
        ("missile_low", figure.threw == 1 and bool(figure.missiles)),
        ("no_missile", figure.threw > 0 and not figure.missiles),
        ("prone", figure.prone),
        ("broken", figure.broken),
        ("prisoner", bool(figure.captor)),
        ("hidden", figure.where == "hidden"),
        ("fired", figure.fired),
    ):
        if holds:
            yield mark


def _tokens(figures: list[Figure], turn: int) -> Iterator[Token]:
    for figure in figures:
        if figure.where not in ("table", "hidden") or figure.aboard:
            continue
        symbol = "rider" if figure.horse else "leader" if figure.commands else "man"
        yield Token(
            id=figure.id,
            at=(figure.at[0], figure.at[1]),
            style=" ".join(word for word in (figure.name, figure.role) if word),
            label=figure.id,
            marks=tuple(marks_of(figure, turn)),
            of=figure.id,
            seat=figure.seat,
            size=2 * figure.radius,
            symbol=symbol,  # type: ignore[arg-type]
        )


def _things(data: dict[str, Any]) -> Iterator[Token]:
    bases = TABLES.bases
    for row in data.get("boats", {}).values():
        boat = msgspec.convert(row, Boat)
        if boat.where == "table":
            size = 2 * int(getattr(bases, boat.kind))
            yield Token(
                id=boat.id, at=(boat.at[0], boat.at[1]), style=boat.kind, label=boat.id, of=boat.id, seat=boat.seat,
                size=size, symbol="baggage",
            )  # fmt: skip
    for row in data.get("guns", {}).values():
        gun = msgspec.convert(row, Gun)
        if gun.where == "table" and not gun.packed and not gun.boat:
            marks = tuple(word for word in ("jammed", "damaged", "broken") if getattr(gun, word))
            yield Token(
                id=gun.id, at=(gun.at[0], gun.at[1]), style=gun.kind, label=gun.id, of=gun.id, seat=gun.seat,
                marks=marks, size=2 * bases.gun, symbol="gun",
            )  # fmt: skip
    for row in data.get("animals", {}).values():
        animal = msgspec.convert(row, Animal)
        if animal.where == "table":
            yield Token(
                id=animal.id, at=(animal.at[0], animal.at[1]), style=animal.kind, label=animal.id, of=animal.id,
                seat=animal.seat, size=2 * bases.animal, symbol="beast",
            )  # fmt: skip


def _known(figure: Figure, turn: int) -> Known:
    where = figure.fate or ("" if figure.where in ("table", "hidden") else figure.where)
    return Known(
        of=figure.id,
        name=figure.name,
        seat=figure.seat,
        figures=0 if figure.out else 1,
        where=where,
        facts=tuple(_facts(figure, turn)),
    )


def _facts(figure: Figure, turn: int) -> Iterator[Fact]:
    yield Fact(word=f"class.{figure.class_of_fire}")
    if figure.role:
        yield Fact(word=f"role.{figure.role}")
    for gun in figure.firearms:
        yield Fact(word=f"weapon.{gun.key}", number=gun.rounds)
    for missile in figure.missiles:
        yield Fact(word=f"weapon.{missile}")
    if figure.blade:
        yield Fact(word=f"weapon.{figure.blade}")
    if figure.reload:
        yield Fact(word="reload", number=figure.reload)
    for mark in marks_of(figure, turn):
        yield Fact(word=f"mark.{mark}")


def _reaches(figures: list[Figure]) -> Iterator[Reach]:
    for figure in figures:
        gun = figure.gun
        if figure.where in ("table", "hidden") and gun is not None:
            yield Reach(of=figure.id, word="longest_range", distance=TABLES.ranges[TABLES.firearms[gun.key].row][-1][0])
