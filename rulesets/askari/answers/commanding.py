"""Phases 2 and 3: reinforcements and orders (Askari 5 and 6)."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from rulesets.askari import (
    entering,
    phases,
)
from rulesets.askari.answers.common import (
    NOT_YOURS,
    OfUnit,
    Refused,
    check_nothing,
    read,
    twice,
)
from rulesets.askari.field import Field
from rulesets.askari.state import Want
from rulesets.contract import Action, Choice, Each, OneOf, Problem, Subset


class Reinforce:
    kinds = ("reinforce", "done")

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        yield Choice(kind="reinforce", arguments={"unit": OneOf(values=tuple(phases.reserves(field, want.seat)))})
        yield Choice(kind="done")

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        if action.kind == "done":
            return check_nothing(action)
        said = read(OfUnit, action)
        if isinstance(said, Problem):
            return said
        return None if said.unit in phases.reserves(field, want.seat) else NOT_YOURS

    def answer(self, field: Field, want: Want, action: Action) -> None:
        if action.kind == "done":
            field.state.side(want.seat).finished = True
            return
        entering.try_reserve(field, field.unit(action.arguments["unit"]))


class Assigning(Struct, frozen=True, forbid_unknown_fields=True):
    units: tuple[str, ...]
    springs: dict[str, int] = {}


class Assign:
    """Orders go to units, hidden ones too; and what hidden units are to do may be changed (3e, H42)."""

    kinds = ("assign",)

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        units = tuple(unit.id for unit in phases.needing_orders(field, want.seat))
        hidden = tuple(unit.id for unit in field.state.of(want.seat) if unit.where == "hidden" and not unit.joined)
        arguments: dict[str, Any] = {"units": Subset(values=units, most=want.data["orders"])}
        optional: tuple[str, ...] = ()
        if hidden:
            arguments["springs"] = Each(keys=hidden, value=OneOf(values=(0, 50, 100, 150)))
            optional = ("springs",)
        yield Choice(kind="assign", arguments=arguments, optional=optional)

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        said = read(Assigning, action)
        if isinstance(said, Problem):
            return said
        allowed = {unit.id for unit in phases.needing_orders(field, want.seat)}
        if len(set(said.units)) != len(said.units):
            return Problem(code="unit_twice", data={"unit": twice(said.units)}, rule="Askari 6", place="units")
        if not set(said.units) <= allowed:
            return Problem(code="takes_no_order", rule="Askari 6", place="units")
        if len(said.units) > want.data["orders"]:
            return Problem(code="too_many_orders", data={"most": want.data["orders"]}, rule="Askari 6", place="units")
        hidden = {unit.id for unit in field.state.of(want.seat) if unit.where == "hidden" and not unit.joined}
        if "springs" in action.arguments and not hidden:
            return Problem(code="nobody_hides", rule="Askari H42", place="springs")
        if not said.springs.keys() <= hidden:
            return NOT_YOURS
        if any(value not in (0, 50, 100, 150) for value in said.springs.values()):
            return Problem(code="out_of_range", data={"low": 0, "high": 150}, rule="Askari H42", place="springs")
        return None

    def answer(self, field: Field, want: Want, action: Action) -> None:
        said = read(Assigning, action)
        assert isinstance(said, Assigning)
        for key in said.units:
            field.unit(key).order = "full"
        for key, distance in said.springs.items():
            field.unit(key).spring = distance
        field.state.side(want.seat).finished = True
        seen = [key for key in said.units if field.unit(key).where == "table"]
        field.tell("assigned", "Askari 6", seat=want.seat, units=seen, unseen=len(said.units) - len(seen))


class Extra:
    kinds = ("extra", "done")

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        pairs = phases.extra_orders(field, want.seat)
        yield Choice(kind="extra", arguments={"order": OneOf(values=tuple(list(pair) for pair in pairs))})
        yield Choice(kind="done")

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        if action.kind == "done":
            return check_nothing(action)
        order = action.arguments.get("order")
        if set(action.arguments) != {"order"} or not isinstance(order, list) or len(order) != 2:
            return Problem(code="bad_arguments")
        pairs = [list(pair) for pair in phases.extra_orders(field, want.seat)]
        return None if order in pairs else Problem(code="no_such_order", rule="Askari 6", place="order")

    def answer(self, field: Field, want: Want, action: Action) -> None:
        if action.kind == "done":
            field.state.side(want.seat).finished = True
            return
        source, key = action.arguments["order"]
        phases.give_extra(field, source, field.unit(key))
