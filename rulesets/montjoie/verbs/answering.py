"""What is decided in answer to something: who goes back where, who is put where, who shoots at a mover (Montjoie 5.1)."""

from collections.abc import Iterator
from typing import ClassVar

from rulesets.contract import Problem
from rulesets.montjoie import harm, moving, retreats
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Figure, Place, place_name, place_of
from rulesets.montjoie.verbs.common import Pending, Told, refused
from rulesets.vocabulary import Seat


class Retreat(Pending):
    """The way back, hex by hex."""

    kind: ClassVar[str] = "retreat"
    rule: ClassVar[str] = "Montjoie 4.10"
    fields: ClassVar = {"hexes": list}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for way in retreats.options(field, self.frame(field)):
            yield {"hexes": way}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        return (
            None if told["hexes"] in retreats.options(field, self.frame(field)) else refused("no_way_back", self.rule)
        )

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        frame = self.settled(field)
        retreats.go(field, field.figure(frame.fig), told["hexes"], cause=frame.data["cause"], foes=frame.data["foes"])


class Put(Pending):
    """Where a figure is put down that was pushed, thrown or fell."""

    kind: ClassVar[str] = "put"
    rule: ClassVar[str] = "Montjoie 4.10"
    fields: ClassVar = {"to": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for place in put_options(field, self.frame(field).data["options"]):
            yield {"to": place_name(place)}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        names = [place_name(place) for place in put_options(field, self.frame(field).data["options"])]
        return None if told["to"] in names else refused("not_there", self.rule)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        frame = self.settled(field)
        place_down(field, field.figure(frame.fig), place_of(told["to"]), frame.data["why"])


def put_options(field: Field, options: list[list[str]]) -> list[Place]:
    return [(hex_, layer) for hex_, layer in options if field.is_free((hex_, layer))]


def place_down(field: Field, one: Figure, place: Place, why: str) -> None:
    """Whoever was pushed next to an enemy able to attack rolls for it (Montjoie 4.10)."""
    harm.put(field, one, place, why)
    if why == "pushed":
        watchers = moving.watchers_of(field, one)
        if watchers:
            harm.slip(field, one, watchers)


class Pass(Pending):
    """Nobody shoots at this step."""

    kind: ClassVar[str] = "pass"
    rule: ClassVar[str] = "Montjoie 5.1"

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        self.settled(field)


class LetGo(Pending):
    """Nobody shoots at this figure for the rest of its move."""

    kind: ClassVar[str] = "let_go"
    rule: ClassVar[str] = "Montjoie 5.1"

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        field.state.let_go = self.settled(field).fig


RETREAT = (Retreat(),)
PUT = (Put(),)
PASSES = (Pass(), LetGo())
