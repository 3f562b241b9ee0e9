"""Carts: on and off, from hex to hex, and forward (Montjoie 1.5)."""

from collections.abc import Iterator
from typing import ClassVar

from rulesets.contract import Problem
from rulesets.montjoie import riding, wagons
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Wagon
from rulesets.montjoie.verbs.climbing import Offered
from rulesets.montjoie.verbs.common import NOT_YOURS, Told, Verb, refused
from rulesets.vocabulary import Seat


class Board(Offered):
    kind: ClassVar[str] = "board"
    rule: ClassVar[str] = "Montjoie 1.5.1"
    module: ClassVar[str] = "wagons"


class Alight(Offered):
    kind: ClassVar[str] = "alight"
    rule: ClassVar[str] = "Montjoie 1.5.1"
    module: ClassVar[str] = "wagons"


class BedStep(Offered):
    kind: ClassVar[str] = "bed_step"
    rule: ClassVar[str] = "Montjoie 1.5.2"
    module: ClassVar[str] = "wagons"


class Drive(Verb):
    """The animal goes on, and the cart follows it."""

    kind: ClassVar[str] = "drive"
    rule: ClassVar[str] = "Montjoie 1.5.2"
    module: ClassVar[str] = "wagons"
    fields: ClassVar = {"wagon": str, "dir": int}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for wagon in field.state.wagons.values():
            if wagon.seat == seat and not wagon.gone:
                for way in range(6):
                    yield {"wagon": wagon.id, "dir": way}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        wagon = field.state.wagons.get(told["wagon"])
        if wagon is None or wagon.seat != seat or wagon.gone:
            return NOT_YOURS
        problem = wagons.bars(field, wagon)
        if problem is not None:
            return problem
        return None if self.step(field, wagon, told["dir"]) is not None else refused("no_step", self.rule)

    def step(self, field: Field, wagon: Wagon, way: int) -> riding.Drive | None:
        return next((drive for drive in wagons.drives(field, wagon) if drive.dir == way), None)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        wagon = field.state.wagons[told["wagon"]]
        step = self.step(field, wagon, told["dir"])
        assert step is not None
        wagons.drive(field, wagon, step)


class DriveOff(Verb):
    """The whole cart off the map, with everybody aboard (Montjoie 4.4)."""

    kind: ClassVar[str] = "drive_off"
    rule: ClassVar[str] = "Montjoie 4.4"
    module: ClassVar[str] = "wagons"
    fields: ClassVar = {"wagon": str, "edge": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for wagon in field.state.wagons.values():
            if wagon.seat == seat and not wagon.gone and wagon.animal:
                for edge in sorted(field.here.edges(field.figure(wagon.animal).at or wagon.front)):
                    yield {"wagon": wagon.id, "edge": edge}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        wagon = field.state.wagons.get(told["wagon"])
        if wagon is None or wagon.seat != seat or wagon.gone:
            return NOT_YOURS
        problem = wagons.bars(field, wagon)
        if problem is not None:
            return problem
        animal = field.figure(wagon.animal)
        if told["edge"] not in field.here.edges(animal.at):
            return refused("not_on_that_edge", self.rule)
        if animal.left < field.tables.mp["exit"]:
            return refused("too_few_points", self.rule)
        return None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        wagons.drive_off(field, field.state.wagons[told["wagon"]], told["edge"])


VERBS = (Board(), Alight(), BedStep(), Drive(), DriveOff())
