"""A neutral drawing of the table in cm with single figures, and what is known of each (AWAM 9, 14)."""

from collections.abc import Iterator
from math import atan2, degrees
from typing import Any

import msgspec

from rulesets.awam.catalogue import play_of
from rulesets.awam.phases import JOKER
from rulesets.awam.state import Animal, Boat, Figure, Gun, Piece, decoded
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Deck, Drawn, Fact, Known, Label, Party, Reach, Scene, Shape, Token, View

GRID = 100
"""Squares of the table that help to judge a distance: ten centimetres."""
NORTH = (70, 30)
"""How far the sign for north stands from the right and the lower edge."""


def table(view: View) -> Scene:
    """Ground, figures, guns, boats and animals as this viewer sees them."""
    data: dict[str, Any] = view.data
    figures = [msgspec.convert(row, Figure) for row in data["figures"].values()]
    figures.sort(key=lambda one: one.number)
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
        parties=tuple(_parties(figures, data.get("squads", {}))),
        deck=_deck(data) if data.get("phase", "entry") != "entry" else None,
        standings=tuple(play_of(data["scenario"]).standing(World(decoded(data))))
        if data.get("phase") != "over"
        else (),
        reaches=tuple(_reaches(figures)),
        labels=tuple(_compass(data)),
    )


def _compass(data: dict[str, Any]) -> Iterator[Label]:
    """Where north is, on a table whose sheet speaks of it: x runs from south to north (AWAM 12.1)."""
    if data["scenario"] == "fashoda":
        yield Label(at=(data["width"] - NORTH[0], NORTH[1]), text="N →", style="north")


def _deck(data: dict[str, Any]) -> Deck:
    """The cards of the turn: how many are left, and whose lie open (AWAM 2)."""
    cards = (card.partition(":") for card in data.get("drawn", ()))
    drawn = tuple(Drawn(owner=owner, high=number == "1" and owner != JOKER) for owner, _colon, number in cards)
    return Deck(left=len(data.get("deck", ())), drawn=drawn)


def _parties(figures: list[Figure], squads: dict[str, Any]) -> Iterator[Party]:
    """The squads of which somebody is seen, each called after what most of its men are."""
    seen: dict[str, list[Figure]] = {}
    for figure in figures:
        seen.setdefault(figure.squad, []).append(figure)
    for key, men in sorted(seen.items()):
        yield Party(
            id=key,
            seat=men[0].seat,
            number=int(key.rpartition(".")[2]),
            of=tuple(one.id for one in men),
            kind=kind_of([(one.name, one.role) for one in men]),
            name=squads.get(key, {}).get("name", ""),
        )


def kind_of(men: list[tuple[str, str]]) -> str:
    """What most of a squad's men are, the head of an expedition left out; of several kinds the one that comes first. ``men``: the name and
    the role of each."""
    names = [name for name, role in men if role != "head"] or [name for name, _role in men]
    return max(names, key=names.count)


def sign_of(figure: Figure) -> str:
    """A figure by squad and place in it; the head has place 0 of his."""
    squad = figure.squad.rpartition(".")[2]
    place = figure.id.rpartition(".")[2]
    return f"{squad}.{place if place.isdigit() else 0}"


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
            facing=_facing(figure),
            symbol=symbol,  # type: ignore[arg-type]
        )


def _facing(figure: Figure) -> int:
    """Whole degrees clockwise from up, for the eye alone: who is attacked from behind is decided by the heading itself (AWAM 14.4)."""
    x, y = figure.heading
    return round(degrees(atan2(x, y))) % 360


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
                id=gun.id, at=(gun.at[0], gun.at[1]), style=gun.kind, label=gun.id, of=gun.id, seat=gun.user,
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
        sign=sign_of(figure),
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
