"""Phase 4: what a unit does, and the way it goes (Askari 7 and 9)."""

from collections.abc import Iterator

from msgspec import Struct

from rulesets.askari import (
    aiming,
    beasts,
    charging,
    fights,
    mounts,
    moving,
    phases,
    placing,
    veterans,
)
from rulesets.askari.answers.common import NOT_YOURS, OfUnit, Refused, YesOrNo, check_nothing, in_range, own, read
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.placing import Plan
from rulesets.askari.state import Unit, Want
from rulesets.contract import Action, Choice, Domain, Facing, IntRange, OneOf, Problem, Records, Subset
from rulesets.vocabulary import Json


class Marching(Struct, frozen=True, forbid_unknown_fields=True):
    """Way points of the anchor, and how the unit stands at the end. ``alone``: people who do not go with it."""

    points: tuple[tuple[int, int], ...]
    facing: int
    ranks: int
    loose: bool = False
    alone: tuple[str, ...] = ()


def plan_of(said: Marching) -> Plan:
    return Plan(
        points=tuple(Point(*point) for point in said.points), facing=said.facing, ranks=said.ranks, loose=said.loose
    )


def said_of(plan: Plan) -> dict[str, Json]:
    return {
        "points": [list(point) for point in plan.points],
        "facing": plan.facing,
        "ranks": plan.ranks,
        "loose": plan.loose,
    }


class March:
    kinds = ("march", "march_by", "halt")

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        unit, length, rough, kind = self._of(field, want)
        plans = moving.offered(field, unit, length=length, rough=rough, kind=kind)
        if plans:
            yield Choice(kind="march", arguments={"plan": OneOf(values=tuple(said_of(plan) for plan in plans))})
        yield Choice(kind="halt")
        yield Choice(
            kind="march_by",
            arguments={
                "points": Records(
                    fields={
                        "x": IntRange(low=0, high=field.state.width),
                        "y": IntRange(low=0, high=field.state.height),
                    },
                    most=placing.MOST_WAY_POINTS,
                ),
                "facing": Facing(),
                "ranks": IntRange(low=1, high=max(2, len(unit.standing))),
                "loose": OneOf(values=(False, True)),
                "alone": Subset(values=tuple(other.id for other in field.joined(unit))),
            },
            optional=("loose", "alone"),
            exact=False,
        )

    @staticmethod
    def _of(field: Field, want: Want) -> tuple[Unit, int, bool, str]:
        return field.unit(want.data["unit"]), want.data["length"], want.data["rough"], want.data["kind"]

    def said(self, action: Action) -> Marching | Problem:
        if action.kind == "march":
            plan = action.arguments.get("plan")
            if set(action.arguments) != {"plan"} or not isinstance(plan, dict):
                return Problem(code="bad_arguments")
            return read(Marching, Action(kind="march", arguments=plan))
        points = action.arguments.get("points")
        if not isinstance(points, list) or not all(
            isinstance(point, dict) and set(point) == {"x", "y"} for point in points
        ):
            return Problem(code="bad_arguments", place="points")
        arguments = {**action.arguments, "points": [[point["x"], point["y"]] for point in points]}
        return read(Marching, Action(kind="march", arguments=arguments))

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        if action.kind == "halt":
            return check_nothing(action)
        said = self.said(action)
        if isinstance(said, Problem):
            return said
        numbers = [number for point in said.points for number in point]
        if not in_range(*numbers) or not 0 <= said.facing <= 359 or len(said.points) > placing.MOST_WAY_POINTS:
            return Problem(code="out_of_range", rule="Askari 7", place="points")
        unit, length, rough, kind = self._of(field, want)
        if not set(said.alone) <= {other.id for other in field.joined(unit)}:
            return NOT_YOURS
        if action.kind == "march" and plan_of(said) not in moving.offered(
            field, unit, length=length, rough=rough, kind=kind
        ):
            return Problem(code="not_offered", place="plan")
        return moving.check_plan(field, unit, plan_of(said), length=length, rough=rough, kind=kind, alone=said.alone)

    def answer(self, field: Field, want: Want, action: Action) -> None:
        unit, length, rough, _kind = self._of(field, want)
        field.state.going = None
        if action.kind == "halt":
            moving.halt(field, unit, length)
            return
        said = self.said(action)
        assert isinstance(said, Marching)
        moving.march(field, unit, plan_of(said), rough=rough, length=length, alone=said.alone)
        beasts.notice(field, unit)


class Moving(Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    rough: bool


class Charging(Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    target: str
    throws: bool = False


class Turning(Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    facing: int


class Activate:
    """4a: one unit, one of the people, or baggage, and what it does."""

    kinds = (
        "move",
        "charge",
        "mount",
        "dismount",
        "limber",
        "unlimber",
        "aim",
        "unjam",
        "break_off",
        "follow",
        "face",
        "hardened",
        "reveal",
        "done",
        "concede",
    )

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        for unit in field.state.of(want.seat):
            one = OneOf(values=(unit.id,))
            if unit.where == "hidden" and not unit.joined:
                yield Choice(kind="reveal", arguments={"unit": one}, label=unit.id)
            if unit.where != "table" or not unit.figures:
                continue
            for kind in self._plain(field, unit):
                yield Choice(kind=kind, arguments={"unit": one}, label=unit.id)
            if moving.may_walk(field, unit) or moving.may_break_off(field, unit):
                yield Choice(
                    kind="break_off" if field.engaged(unit) else "move",
                    arguments={"unit": one, "rough": OneOf(values=tuple(moving.modes(field, unit)))},
                    label=unit.id,
                )
            if charging.may_charge(field, unit):
                keys = tuple(target.id for target in charging.targets(field, unit))
                throws = (False, True) if aiming.thrown_of(unit) else (False,)
                if keys:
                    yield Choice(
                        kind="charge",
                        arguments={"unit": one, "target": OneOf(values=keys), "throws": OneOf(values=throws)},
                        optional=("throws",),
                        label=unit.id,
                    )
            if phases.may_face(field, unit):
                yield Choice(kind="face", arguments={"unit": one, "facing": Facing()}, label=unit.id)
        yield Choice(kind="done")
        yield Choice(kind="concede")

    @staticmethod
    def _plain(field: Field, unit: Unit) -> Iterator[str]:
        """What a unit may do that has no further argument."""
        if not moving.may_act(field, unit):
            return
        if field.engaged(unit):
            return
        if moving.may_follow(field, unit):
            yield "follow"
        full = unit.is_alone or unit.order == "full"
        if unit.moves == "mounted" and not unit.moves_made and (unit.mounted or mounts.may_mount(field, unit)):
            yield "dismount" if unit.mounted else "mount"
        if unit.team and not unit.moves_made:
            yield "unlimber" if unit.limbered else "limber"
        fresh = full and not unit.moves_made and not unit.shots_made
        if (
            fresh
            and unit.shooting is not None
            and not aiming.is_silent(field, unit)
            and aiming.weapons_of(unit)
            and field.is_together(unit)
        ):
            yield "aim"
        if fresh and unit.jammed:
            yield "unjam"
        if "hardened" not in unit.spent and not unit.allied and veterans.able(field, unit.seat, "hardened"):
            yield "hardened"

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        if action.kind in ("done", "concede"):
            return check_nothing(action)
        said = self._said(action)
        if isinstance(said, Problem):
            return said
        unit = own(field, want.seat, said.unit)
        if unit is None or unit.where not in ("table", "hidden") or not unit.figures:
            return NOT_YOURS
        if action.kind == "reveal":
            hidden = unit.where == "hidden" and not unit.joined
            return None if hidden else Problem(code="not_hidden", rule="Askari F")
        if unit.where == "hidden":
            return Problem(code="still_hidden", rule="Askari H42")
        if isinstance(said, Moving):
            able = moving.may_walk if action.kind == "move" else moving.may_break_off
            return self._check_move(field, unit, said.rough) if able(field, unit) else self._why_not(field, unit)
        if isinstance(said, Charging):
            return self._check_charge(field, unit, said)
        if isinstance(said, Turning):
            if not 0 <= said.facing <= 359:
                return Problem(code="out_of_range", data={"low": 0, "high": 359}, place="facing")
            return None if phases.may_face(field, unit) else Problem(code="cannot_turn", rule="Askari R86")
        if action.kind in self._plain(field, unit):
            return None
        return self._why_not(field, unit)

    @staticmethod
    def _said(action: Action) -> Moving | Charging | Turning | OfUnit | Problem:
        match action.kind:
            case "move" | "break_off":
                return read(Moving, action)
            case "charge":
                return read(Charging, action)
            case "face":
                return read(Turning, action)
        return read(OfUnit, action)

    @staticmethod
    def _why_not(field: Field, unit: Unit) -> Problem:
        if unit.acted:
            return Problem(code="has_acted", rule="Askari 6")
        if unit.takes_orders and not unit.order:
            return Problem(code="no_order", rule="Askari 6")
        if field.engaged(unit):
            return Problem(code="engaged", rule="Askari 9")
        return Problem(code="cannot", rule="Askari 7")

    @staticmethod
    def _check_move(field: Field, unit: Unit, rough: bool) -> Refused:
        return (
            None
            if rough in moving.modes(field, unit)
            else Problem(code="ground_decides", rule="Askari 7.1, R49", place="rough")
        )

    def _check_charge(self, field: Field, unit: Unit, said: Charging) -> Refused:
        if not charging.may_charge(field, unit):
            return (
                self._why_not(field, unit)
                if not moving.may_walk(field, unit)
                else Problem(code="never_charges", rule="Askari H17")
            )
        if said.target not in {target.id for target in charging.targets(field, unit)}:
            return Problem(code="no_target", data={"unit": said.target}, rule="Askari H17", place="target")
        if said.throws and not aiming.thrown_of(unit):
            return Problem(code="nothing_to_throw", rule="Askari 9.1.5", place="throws")
        return None

    def answer(self, field: Field, want: Want, action: Action) -> None:
        side = field.state.side(want.seat)
        if action.kind == "done":
            side.finished = True
        elif action.kind == "concede":
            side.conceded = True
            field.tell("conceded", "Askari D", seat=want.seat)
        elif action.kind == "charge":
            unit, target = field.unit(action.arguments["unit"]), field.unit(action.arguments["target"])
            moving.next_one(field, unit, "charge")
            moving.note_second(unit)
            charging.declare(field, unit, target, throws=action.arguments.get("throws", False))
            beasts.notice(field, unit)
        else:
            unit = field.unit(action.arguments["unit"])
            if action.kind not in ("face", "reveal", "hardened"):
                moving.next_one(field, unit, action.kind)
            moving.do(field, unit, action.kind, action.arguments)


class Reacting(Struct, frozen=True, forbid_unknown_fields=True):
    yes: bool
    shot: tuple[str, str] | None = None
    """The weapon and the load."""


class React:
    """c2: whether a charged unit answers, and where it has the choice, with what."""

    kinds = ("react",)

    def menu(self, field: Field, want: Want) -> Iterator[Choice]:
        arguments: dict[str, Domain] = {"yes": OneOf(values=(True, False))}
        shots = want.data["shots"]
        if len(shots) > 1:
            arguments["shot"] = OneOf(values=tuple(shots))
        yield Choice(kind="react", arguments=arguments, optional=("shot",) if len(shots) > 1 else ())

    def check(self, field: Field, want: Want, action: Action) -> Refused:
        said = read(Reacting, action)
        if isinstance(said, Problem):
            return said
        if "shot" not in action.arguments:
            return None
        offered = len(want.data["shots"]) > 1 and action.arguments["shot"] in want.data["shots"]
        return None if offered else Problem(code="not_offered", rule="Askari R27", place="shot")

    def answer(self, field: Field, want: Want, action: Action) -> None:
        assert field.state.charge is not None
        field.state.charge |= {"reacts": action.arguments["yes"], "shot": action.arguments.get("shot")}


class Step(YesOrNo):
    kinds = ("step",)

    def answer(self, field: Field, want: Want, action: Action) -> None:
        if action.arguments["yes"]:
            fights.step(field, want.data["figure"], want.data["unit"])
