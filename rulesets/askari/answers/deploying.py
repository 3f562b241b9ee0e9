"""Before the first turn: who hides and who waits, deployment, ambush (Askari 3, S3-S6). Entering the table is here too."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from rulesets.askari import (
    entering,
    moving,
    phases,
    setting,
)
from rulesets.askari.answers.common import MOST_SPOTS, NOT_YOURS, At, Refused, in_range, read, spot_of, twice
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.state import Unit, Want
from rulesets.askari.tables import TABLES
from rulesets.contract import Action, Choice, Facing, Group, IntRange, OneOf, Problem, Subset
from rulesets.vocabulary import Seat


class Splitting(Struct, frozen=True, forbid_unknown_fields=True):
    hidden: tuple[str, ...] = ()
    reserve: tuple[str, ...] = ()
    joins: str = ""


class Split:
    kinds = ("split",)

    @staticmethod
    def _can_hide(field: Field, seat: Seat) -> list[str]:
        return [unit.id for unit in field.state.of(seat) if unit.kind == "unit"]

    @staticmethod
    def _can_wait(field: Field, seat: Seat) -> list[str]:
        return [unit.id for unit in field.state.of(seat) if unit.takes_orders]

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        side = field.state.side(want.seat)
        hide, wait = self._can_hide(field, want.seat), self._can_wait(field, want.seat)
        joins = phases.joins(field, want.seat)
        yield Choice(
            kind="split",
            arguments={
                "hidden": Subset(values=tuple(hide), most=side.hides),
                "reserve": Subset(values=tuple(wait), most=side.reserves),
                "joins": OneOf(values=("", *joins)),
            },
            optional=("hidden", "reserve", "joins"),
            exact=False,
        )

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        said = read(Splitting, action)
        if isinstance(said, Problem):
            return said
        side = field.state.side(want.seat)
        both = (*said.hidden, *said.reserve)
        if len(set(both)) != len(both):
            return Problem(code="unit_twice", data={"unit": twice(both)}, place="reserve")
        if not set(said.hidden) <= set(self._can_hide(field, want.seat)):
            return Problem(code="cannot_hide", rule="Askari F", place="hidden")
        if not set(said.reserve) <= set(self._can_wait(field, want.seat)):
            return Problem(code="cannot_wait", rule="Askari F", place="reserve")
        if len(said.hidden) > side.hides:
            return Problem(code="too_many_hidden", data={"most": side.hides}, rule="Askari F", place="hidden")
        if setting.lies(field.state, want.seat) and len(said.hidden) > 1:
            hiding = sum(field.unit(key).price for key in said.hidden)
            if 100 * hiding > TABLES.deployment.hidden_share * side.starting:
                return Problem(
                    code="too_many_hidden", data={"most": side.starting // 2}, rule="Askari F.2", place="hidden"
                )
        if len(said.reserve) > side.reserves:
            return Problem(code="too_many_in_reserve", data={"most": side.reserves}, rule="Askari F", place="reserve")
        if said.joins and said.joins not in phases.joins(field, want.seat):
            return Problem(code="cannot_join", rule="Askari 2.3.1", place="joins")
        return None

    def answer(self, field: Field, want: Want, action: Action) -> None:
        said = read(Splitting, action)
        assert isinstance(said, Splitting)
        for key in said.hidden:
            field.unit(key).where = "hidden"
        for key in said.reserve:
            field.unit(key).where = "reserve"
        if setting.lies(field.state, want.seat):
            self._all_wait(field, want.seat)
        if said.joins:
            leader = next(unit for unit in field.state.of(want.seat) if unit.what == "leader")
            leader.joined = leader.member_of = said.joins
        field.tell("split", "Askari 3", seat=want.seat, hidden=len(said.hidden), reserve=len(said.reserve))

    @staticmethod
    def _all_wait(field: Field, seat: Seat) -> None:
        """Of an ambusher whatever does not hide is in reserve; people are with the dearest unit there, or else with one that hides (F.2)."""
        units = list(field.state.of(seat))
        for unit in units:
            unit.where = "hidden" if unit.where == "hidden" else "reserve"
        hosts = [unit for unit in units if unit.kind == "unit"]
        host = max(hosts, key=lambda unit: (unit.where == "reserve", unit.price, unit.id), default=None)
        for unit in units:
            if unit.is_alone and not unit.master and host is not None:
                unit.joined, unit.where = host.id, host.where


class Placing:
    """What deploying, entering and hiding share: a unit is put down somewhere."""

    kind = ""

    def units(self, field: Field, want: Want) -> list[Unit]:
        raise NotImplementedError

    def offered(self, field: Field, unit: Unit) -> list[tuple[Point, int, int]]:
        raise NotImplementedError

    def judge(self, field: Field, unit: Unit, said: At) -> Refused:
        raise NotImplementedError

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        for unit in self.units(field, want):
            spots = tuple(spot_of(spot, unit.id) for spot in self.offered(field, unit))
            yield Choice(kind=self.kind, arguments={"spot": OneOf(values=spots)}, label=unit.id)
        yield Choice(
            kind=f"{self.kind}_at",
            arguments={
                "unit": OneOf(values=tuple(unit.id for unit in self.units(field, want))),
                "x": IntRange(low=0, high=field.state.width),
                "y": IntRange(low=0, high=field.state.height),
                "facing": Facing(),
                "ranks": IntRange(low=1, high=20),
                "loose": OneOf(values=(False, True)),
            },
            optional=("loose",),
            exact=False,
        )

    def said(self, action: Action) -> At | Problem:
        if action.kind == f"{self.kind}_at":
            return read(At, action)
        spot = action.arguments.get("spot")
        if set(action.arguments) != {"spot"} or not isinstance(spot, dict):
            return Problem(code="bad_arguments")
        return read(At, Action(kind=action.kind, arguments=spot))

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        said = self.said(action)
        if isinstance(said, Problem):
            return said
        if not in_range(said.x, said.y) or not 0 <= said.facing <= 359 or not 1 <= said.ranks <= 40:
            return Problem(code="out_of_range", place="x")
        unit = next((one for one in self.units(field, want) if one.id == said.unit), None)
        if unit is None:
            return NOT_YOURS
        if action.kind == self.kind and (Point(said.x, said.y), said.facing, said.ranks) not in self.offered(
            field, unit
        ):
            return Problem(code="not_offered", place="spot")
        return self.judge(field, unit, said)


class Deploy(Placing):
    kinds = ("deploy", "deploy_at")
    kind = "deploy"

    def units(self, field: Field, want: Want) -> list[Unit]:
        return [field.unit(key) for key in want.data["units"]]

    def offered(self, field: Field, unit: Unit) -> list[tuple[Point, int, int]]:
        found = []
        for spot in setting.spots(field, unit):
            found.append(spot)
            if len(found) == MOST_SPOTS:
                break
        return found

    def judge(self, field: Field, unit: Unit, said: At) -> Refused:
        return setting.check_deploy(field, unit, Point(said.x, said.y), said.facing, said.ranks, loose=said.loose)

    def answer(self, field: Field, want: Want, action: Action) -> None:
        said = self.said(action)
        assert isinstance(said, At)
        unit = field.unit(said.unit)
        setting.put(field, unit, Point(said.x, said.y), said.facing, said.ranks, loose=said.loose, where="table")
        if unit.is_alone:
            moving.attach(field, unit)
        field.state.now["seat"] = field.state.other(want.seat)
        field.tell("deployed", "Askari 3", unit=unit.id, seat=want.seat)


class Enter(Placing):
    kinds = ("place", "place_at")
    kind = "place"

    def units(self, field: Field, want: Want) -> list[Unit]:
        return [field.unit(want.data["unit"])]

    def offered(self, field: Field, unit: Unit) -> list[tuple[Point, int, int]]:
        return entering.entry_spots(field, unit)

    def judge(self, field: Field, unit: Unit, said: At) -> Refused:
        return entering.check_entry(field, unit, Point(said.x, said.y), said.facing, said.ranks)

    def answer(self, field: Field, want: Want, action: Action) -> None:
        said = self.said(action)
        assert isinstance(said, At)
        entering.arrive(field, field.unit(said.unit), Point(said.x, said.y), said.facing, said.ranks)


class Lair(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a hidden unit lies, and how near an enemy must come for it to spring: 0 to hold, else 50 to 150 mm."""

    x: int
    y: int
    facing: int
    ranks: int
    spring: int = 0


class Hiding(Struct, frozen=True, forbid_unknown_fields=True):
    units: dict[str, Lair]


class Hide:
    kinds = ("hide",)

    @staticmethod
    def _units(field: Field, seat: Seat) -> list[Unit]:
        return [unit for unit in field.state.of(seat) if unit.where == "hidden" and not unit.joined]

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        lairs: dict[str, Any] = {}
        for unit in self._units(field, want.seat):
            spots = self._spots(field, unit)
            lairs[unit.id] = OneOf(
                values=tuple({**spot_of(spot, ""), "spring": spring} for spot in spots for spring in (0, 150))
            )
        fields = {
            key: OneOf(
                values=tuple({name: value for name, value in one.items() if name != "unit"} for one in domain.values)
            )
            for key, domain in lairs.items()
        }
        yield Choice(kind="hide", arguments={"units": Group(fields=dict(fields))}, exact=False)

    @staticmethod
    def _spots(field: Field, unit: Unit) -> list[tuple[Point, int, int]]:
        found = []
        for spot in setting.spots(field, unit, hide=True):
            found.append(spot)
            if len(found) == MOST_SPOTS:
                break
        return found

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        said = read(Hiding, action)
        if isinstance(said, Problem):
            return said
        units = self._units(field, want.seat)
        placed: list[Unit] = []
        found: Refused = None
        for unit in units:
            lair = said.units.get(unit.id)
            if lair is None:
                if self._spots(field, unit):
                    found = found or Problem(code="where_does_it_hide", data={"unit": unit.id}, place="units")
                continue
            found = found or self._check(field, unit, lair)
            if found is None:
                setting.put(field, unit, Point(lair.x, lair.y), lair.facing, lair.ranks, where="table")
                placed.append(unit)
        for unit in placed:  # put down only to see that they leave one another room
            unit.where = "hidden"
        field.touched()
        if found is None and not said.units.keys() <= {unit.id for unit in units}:
            return NOT_YOURS
        return found

    @staticmethod
    def _check(field: Field, unit: Unit, lair: Lair) -> Refused:
        if not in_range(lair.x, lair.y) or not 0 <= lair.facing <= 359 or not 1 <= lair.ranks <= 40:
            return Problem(code="out_of_range", place="units")
        if lair.spring and not TABLES.reach.detect <= lair.spring <= TABLES.courage.surprise:
            return Problem(code="out_of_range", data={"low": 50, "high": 150}, rule="Askari H42", place="units")
        return setting.check_deploy(field, unit, Point(lair.x, lair.y), lair.facing, lair.ranks, loose=False, hide=True)

    def answer(self, field: Field, want: Want, action: Action) -> None:
        said = read(Hiding, action)
        assert isinstance(said, Hiding)
        for unit in self._units(field, want.seat):
            lair = said.units.get(unit.id)
            if lair is None:
                unit.where = "reserve"  # nowhere to hide
                continue
            setting.put(field, unit, Point(lair.x, lair.y), lair.facing, lair.ranks, where="hidden")
            unit.spring = lair.spring
        for unit in field.state.of(want.seat):
            if unit.joined and unit.where == "hidden":
                host = field.unit(unit.joined)
                unit.where = host.where
                setting.beside(field, unit, host)
        field.tell("hidden", "Askari F", seat=want.seat, units=len(said.units))
