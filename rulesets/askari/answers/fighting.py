"""Phases 5 to 8: shots, fights, tests, rallies (Askari 8 to 10)."""

from collections.abc import Iterator

from msgspec import Struct

from rulesets.askari import (
    aiming,
    beasts,
    ending,
    fights,
    fire,
    hospital,
    moving,
    nerve,
    phases,
)
from rulesets.askari.answers.common import NOT_YOURS, OfUnit, OneValue, Refused, check_nothing, own, read
from rulesets.askari.field import Field
from rulesets.askari.state import Unit, Want
from rulesets.askari.tables import TABLES
from rulesets.contract import Action, Choice, Domain, IntRange, OneOf, Problem, Subset
from rulesets.vocabulary import Seat


class Shooting(Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    target: str
    weapon: str
    load: str = "shot"
    hold: tuple[str, ...] = ()
    """Figures that keep their fire (5b)."""


class Cursing(Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    target: str


class Shoot:
    kinds = ("shoot", "curse", "burn", "reveal", "done", "concede")

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        for unit in field.state.on_table(want.seat):
            if aiming.may_fire(field, unit):
                for weapon in aiming.weapons_of(unit):
                    yield from self._shots(field, unit, weapon)
            yield from curses(field, unit)
        burns = tuple(ending.burnable(field, want.seat))
        if burns:
            yield Choice(kind="burn", arguments={"unit": OneOf(values=burns)})
        lying = tuple(unit.id for unit in phases.may_spring(field, want.seat))
        if lying:
            yield Choice(kind="reveal", arguments={"unit": OneOf(values=lying)})
        yield Choice(kind="done")
        yield Choice(kind="concede")

    @staticmethod
    def _shots(field: Field, unit: Unit, weapon: str) -> Iterator[Choice]:
        for target in aiming.targets(field, unit, weapon):
            able = aiming.shooters(field, unit, target, TABLES.missile[weapon])
            loads = aiming.ammunition(TABLES.missile[weapon], min(one.distance for one in able))
            arguments: dict[str, Domain] = {
                "unit": OneOf(values=(unit.id,)),
                "target": OneOf(values=(target.id,)),
                "weapon": OneOf(values=(weapon,)),
                "load": OneOf(values=tuple(loads)),
            }
            optional: tuple[str, ...] = ()
            if len(able) > 1:
                arguments["hold"] = Subset(values=tuple(one.figure for one in able), most=len(able) - 1)
                optional = ("hold",)
            yield Choice(kind="shoot", arguments=arguments, optional=optional, label=unit.id)

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        if action.kind in ("done", "concede"):
            return check_nothing(action)
        if action.kind == "curse":
            return check_curse(field, want.seat, action)
        if action.kind in ("burn", "reveal"):
            return self._check_unit(field, want.seat, action)
        shot = read(Shooting, action)
        if isinstance(shot, Problem):
            return shot
        if "load" not in action.arguments:
            return Problem(code="bad_arguments", place="load")
        unit = own(field, want.seat, shot.unit)
        if unit is None or unit.where != "table":
            return NOT_YOURS
        if not aiming.may_fire(field, unit):
            return Problem(code="cannot_fire", data={"unit": unit.id}, rule="Askari 8")
        target = field.state.units.get(shot.target)
        seen = target if target is not None and target.where == "table" else None
        refused = aiming.check_target(field, unit, seen, shot.weapon, shot.load)
        if refused is not None or "hold" not in action.arguments:
            return refused
        assert seen is not None
        able = [one.figure for one in aiming.shooters(field, unit, seen, TABLES.missile[shot.weapon])]
        held = set(shot.hold)
        if len(held) != len(shot.hold) or not held <= set(able) or len(held) >= len(able):
            return Problem(code="cannot_hold", rule="Askari 3", place="hold")
        return None

    @staticmethod
    def _check_unit(field: Field, seat: Seat, action: Action) -> Refused:
        said = read(OfUnit, action)
        if isinstance(said, Problem):
            return said
        if action.kind == "burn":
            burns = said.unit in ending.burnable(field, seat)
            return None if burns else Problem(code="cannot_burn", rule="Askari F")
        lies = said.unit in {unit.id for unit in phases.may_spring(field, seat)}
        return None if lies else Problem(code="not_hidden", rule="Askari R26")

    def answer(self, field: Field, want: Want, action: Action) -> None:
        given = action.arguments
        if action.kind == "done":
            field.state.side(want.seat).finished = True
        elif action.kind == "concede":
            field.state.side(want.seat).conceded = True
            field.tell("conceded", "Askari D", seat=want.seat)
        elif action.kind == "curse":
            nerve.curse(field, field.unit(given["unit"]), field.unit(given["target"]))
        elif action.kind == "reveal":
            moving.reveal(field, field.unit(given["unit"]), surprised=True)
        elif action.kind == "burn":
            ending.burn(field, field.unit(given["unit"]))
        else:
            unit = field.unit(given["unit"])
            only = aiming.but_for(unit, given.get("hold", ()))
            target = field.unit(given["target"])
            fire.fire(field, unit, target, given["weapon"], given["load"], only=only)
            beasts.scared(field, unit, target)


def curses(field: Field, unit: Unit) -> Iterator[Choice]:
    if nerve.may_curse(field, unit):
        keys = tuple(target.id for target in nerve.curse_targets(field, unit))
        if keys:
            yield Choice(
                kind="curse", arguments={"unit": OneOf(values=(unit.id,)), "target": OneOf(values=keys)}, label=unit.id
            )


def check_curse(field: Field, seat: Seat, action: Action) -> Refused:
    said = read(Cursing, action)
    if isinstance(said, Problem):
        return said
    unit = own(field, seat, said.unit)
    if unit is None or unit.where != "table" or not nerve.may_curse(field, unit):
        return Problem(code="cannot_curse", rule="Askari 2.3.5")
    if said.target not in {target.id for target in nerve.curse_targets(field, unit)}:
        return Problem(code="no_target", data={"unit": said.target}, rule="Askari 2.3.5")
    return None


class Carry:
    kinds = ("carry",)

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        yield Choice(kind="carry", arguments={"number": IntRange(low=0, high=want.data["most"])})

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        number = action.arguments.get("number")
        if set(action.arguments) != {"number"} or not isinstance(number, int) or isinstance(number, bool):
            return Problem(code="bad_arguments", place="number")
        if not 0 <= number <= want.data["most"]:
            return Problem(
                code="out_of_range", data={"low": 0, "high": want.data["most"]}, rule="Askari 2.3.13", place="number"
            )
        return None

    def answer(self, field: Field, want: Want, action: Action) -> None:
        if action.arguments["number"]:
            hospital.carry(field, field.unit(want.data["unit"]), action.arguments["number"])


class Naming(Struct, frozen=True, forbid_unknown_fields=True):
    figures: tuple[str, ...]


class Spread:
    """Who is hit by a machine gun, where its hits are fewer than the figures they may fall on (5d, H29)."""

    kinds = ("spread",)

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        hits = want.data["hits"]
        figures = Subset(values=tuple(want.data["figures"]), least=hits, most=hits)
        yield Choice(kind="spread", arguments={"figures": figures})

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        said = read(Naming, action)
        if isinstance(said, Problem):
            return said
        named = set(said.figures)
        if len(named) != len(said.figures) or len(named) != want.data["hits"]:
            return Problem(code="name_so_many", data={"hits": want.data["hits"]}, rule="Askari H29", place="figures")
        if not named <= set(want.data["figures"]):
            return Problem(code="not_offered", rule="Askari R17", place="figures")
        return None

    def answer(self, field: Field, want: Want, action: Action) -> None:
        fire.spread(field, action.arguments["figures"])


class Fight(OneValue):
    kinds, name, data = ("fight",), "group", "groups"

    def answer(self, field: Field, want: Want, action: Action) -> None:
        fights.start(field, action.arguments["group"])


class Principal(OneValue):
    kinds, name, data = ("principal",), "figure", "figures"

    def answer(self, field: Field, want: Want, action: Action) -> None:
        held = field.state.melee
        assert held is not None
        pair = held["pairs"][held["number"]]
        both = next(side for side in pair if action.arguments["figure"] in side)
        both.sort(key=lambda name: (name != action.arguments["figure"], name))
        held["chosen"] = True


class Testing(Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    cancel: tuple[str, ...] = ()


class Test:
    kinds = ("test",)

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        for key in want.data["units"]:
            unit = field.unit(key)
            sources = tuple(nerve.cancels(field, unit))
            one = OneOf(values=(key,))
            if not sources:
                yield Choice(kind="test", arguments={"unit": one}, label=key)
                continue
            values = tuple(
                list(chosen) for chosen in _subsets(sources) if not nerve.clash(chosen) and len(chosen) <= unit.tests
            )
            yield Choice(
                kind="test", arguments={"unit": one, "cancel": OneOf(values=values)}, optional=("cancel",), label=key
            )

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        said = read(Testing, action)
        if isinstance(said, Problem):
            return said
        if said.unit not in want.data["units"]:
            return NOT_YOURS
        unit = field.unit(said.unit)
        sources = tuple(nerve.cancels(field, unit))
        if "cancel" in action.arguments and not sources:
            return Problem(code="nothing_cancels", rule="Askari 2.3", place="cancel")
        if list(said.cancel) != [one for one in sources if one in said.cancel]:
            return Problem(code="cannot_cancel", rule="Askari 2.3, R77", place="cancel")
        if len(said.cancel) > unit.tests or nerve.clash(said.cancel):
            return Problem(code="cannot_cancel", rule="Askari 2.3.4, R77", place="cancel")
        return None

    def answer(self, field: Field, want: Want, action: Action) -> None:
        cancel = tuple(action.arguments.get("cancel", ()))
        nerve.take(field, field.unit(action.arguments["unit"]), cancel)
        field.state.now["seat"] = field.state.other(want.seat)


def _subsets(values: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for mask in range(1 << len(values)):
        yield tuple(value for number, value in enumerate(values) if mask >> number & 1)


class Curse:
    kinds = ("curse", "done")

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        for unit in field.state.on_table(want.seat):
            yield from curses(field, unit)
        yield Choice(kind="done")

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        return check_nothing(action) if action.kind == "done" else check_curse(field, want.seat, action)

    def answer(self, field: Field, want: Want, action: Action) -> None:
        if action.kind == "done":
            field.state.side(want.seat).finished = True
            return
        nerve.curse(field, field.unit(action.arguments["unit"]), field.unit(action.arguments["target"]))


class Rally:
    kinds = ("rally", "done")

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        yield Choice(kind="rally", arguments={"unit": OneOf(values=tuple(want.data["units"]))})
        yield Choice(kind="done")

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        if action.kind == "done":
            return check_nothing(action)
        said = read(OfUnit, action)
        if isinstance(said, Problem):
            return said
        return None if said.unit in want.data["units"] else NOT_YOURS

    def answer(self, field: Field, want: Want, action: Action) -> None:
        field.state.side(want.seat).finished = True
        if action.kind == "rally":
            nerve.rally(field, field.unit(action.arguments["unit"]))
