"""What the opponent says of animals: where they stand at first, and where they stray to (Askari 11 and 12)."""

from collections.abc import Iterator

from msgspec import Struct

from rulesets.askari import beasts
from rulesets.askari.answers.common import OneValue, Refused, in_range, read
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.state import Want
from rulesets.contract import Action, Choice, IntRange, OneOf, Problem


class Stray(OneValue):
    kinds, name, data = ("stray",), "way", "ways"

    def answer(self, field: Field, want: Want, action: Action) -> None:
        beasts.stray(field, action.arguments["way"])


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """The middle of a group, in whole millimetres."""

    x: int
    y: int


class Herd:
    kinds = ("herd", "herd_at")

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        spots = tuple({"x": x, "y": y} for x, y in self._offered(field, want))
        yield Choice(kind="herd", arguments={"spot": OneOf(values=spots)}, label=want.data["unit"])
        wide, deep = IntRange(low=0, high=field.state.width), IntRange(low=0, high=field.state.height)
        yield Choice(kind="herd_at", arguments={"x": wide, "y": deep}, exact=False)

    @staticmethod
    def _offered(field: Field, want: Want) -> list[Point]:
        return list(beasts.herd_spots(field, field.unit(want.data["unit"])))

    @staticmethod
    def said(action: Action) -> Standing | Problem:
        if action.kind == "herd_at":
            return read(Standing, action)
        spot = action.arguments.get("spot")
        if set(action.arguments) != {"spot"} or not isinstance(spot, dict):
            return Problem(code="bad_arguments")
        return read(Standing, Action(kind=action.kind, arguments=spot))

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        said = self.said(action)
        if isinstance(said, Problem):
            return said
        if not in_range(said.x, said.y):
            return Problem(code="out_of_range", place="x")
        middle = Point(said.x, said.y)
        if action.kind == "herd" and middle not in self._offered(field, want):
            return Problem(code="not_offered", place="spot")
        return beasts.check_herd(field, field.unit(want.data["unit"]), middle)

    def answer(self, field: Field, want: Want, action: Action) -> None:
        said = self.said(action)
        assert isinstance(said, Standing)
        beasts.settle(field, field.unit(want.data["unit"]), Point(said.x, said.y))
