"""What every question shares (Askari 3)."""

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec
from msgspec import Struct

from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.state import Unit, Want
from rulesets.contract import Action, Choice, OneOf, Problem
from rulesets.vocabulary import Json, Seat

type Refused = Problem | None

MOST_SPOTS = 6
"""Places that a menu offers for a unit; any other may be named in a form."""


class Prompt(Protocol):
    """One kind of question. ``kinds``: the answers it knows."""

    @property
    def kinds(self) -> tuple[str, ...]: ...

    def menu(self, field: Field, want: Want) -> Iterator[Choice]: ...

    def check(self, field: Field, want: Want, action: Action) -> Refused: ...

    def answer(self, field: Field, want: Want, action: Action) -> None: ...


def read[T: Struct](kind: type[T], action: Action) -> T | Problem:
    """The arguments of an action, typed; a problem for whatever is missing, too much, or of another kind."""
    try:
        return msgspec.convert(action.arguments, kind)
    except msgspec.ValidationError as error:
        return Problem(code="bad_arguments", data={"detail": str(error)})


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class OfUnit(Struct, frozen=True, forbid_unknown_fields=True):
    unit: str


class At(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a unit is put down. Whole millimetres and degrees."""

    unit: str
    x: int
    y: int
    facing: int
    ranks: int
    loose: bool = False


def own(field: Field, seat: Seat, key: str) -> Unit | None:
    unit = field.state.units.get(key)
    return unit if unit is not None and unit.seat == seat else None


def twice(keys: Sequence[str]) -> str:
    """The first that is named a second time."""
    return next(key for number, key in enumerate(keys) if key in keys[:number])


NOT_YOURS = Problem(code="not_yours", rule="Askari 3")


def in_range(*values: int) -> bool:
    """Whether numbers are such as a table has; what is not is refused before it is reckoned with."""
    return all(-10_000 <= value <= 10_000 for value in values)


def spot_of(spot: tuple[Point, int, int], unit: str) -> dict[str, Json]:
    anchor, facing, ranks = spot
    return {"unit": unit, "x": anchor[0], "y": anchor[1], "facing": facing, "ranks": ranks}


def check_nothing(action: Action) -> Refused:
    said = read(Nothing, action)
    return said if isinstance(said, Problem) else None


class Yes(Struct, frozen=True, forbid_unknown_fields=True):
    yes: bool


class YesOrNo:
    """A question that is answered with yes or no."""

    kinds: tuple[str, ...] = ()

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        yield Choice(kind=self.kinds[0], arguments={"yes": OneOf(values=(True, False))})

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        said = read(Yes, action)
        return said if isinstance(said, Problem) else None


class OneValue:
    """A question whose answer is one of what it names."""

    kinds: tuple[str, ...] = ()
    name = ""
    data = ""

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        yield Choice(kind=self.kinds[0], arguments={self.name: OneOf(values=tuple(want.data[self.data]))})

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        if set(action.arguments) != {self.name}:
            return Problem(code="bad_arguments", place=self.name)
        if action.arguments[self.name] not in want.data[self.data]:
            return Problem(code="not_offered", place=self.name)
        return None
