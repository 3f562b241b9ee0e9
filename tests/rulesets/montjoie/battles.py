"""Battles in the middle of a turn, for the tests: figures where they are wanted, and dice that fall as told."""

from collections.abc import Sequence
from typing import Any

from rulesets.contract import Action, Setup
from rulesets.dice import Rolled, Shuffles, address_of
from rulesets.montjoie import moving, phases, setting
from rulesets.montjoie.characters import COUNTERS
from rulesets.montjoie.field import Field
from rulesets.montjoie.ruleset import judge, play
from rulesets.montjoie.scenarios import MODULES
from rulesets.montjoie.state import Figure, Side, State

RED, BLUE = "red", "blue"


class Told(Shuffles):
    """Dice that fall as told, one after the other; what is told too much or too little is a fault of the test."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = list(faces)
        self.rolled: list[Rolled] = []

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        assert self.faces, f"nobody told {address_of(why)}"
        face = self.faces.pop(0)
        assert 1 <= face <= sides
        roll = Rolled(address=address_of(why), sides=sides, faces=(face,), source="loaded")
        self.rolled.append(roll)
        return roll


def man(at: str, cls: str = "spearman", seat: str = RED, **more: Any) -> dict[str, Any]:
    """Somebody on the map, who does not go out of anybody's way: ``H07`` or ``H07/crown``."""
    hex_, _slash, layer = at.partition("/")
    return {"at": hex_, "layer": layer or "base", "cls": cls, "seat": seat, "refusal": "never", **more}


def rider(at: str, facing: int = 0, cls: str = "knight", seat: str = RED, **more: Any) -> dict[str, Any]:
    return man(at, cls, seat, mounted=True, facing=facing, **more)


def stage(
    map_: str,
    phase: str,
    people: dict[str, dict[str, Any]],
    dice: Sequence[int] = (),
    *,
    seat: str = RED,
    modules: tuple[str, ...] = MODULES,
    readings: dict[str, Any] | None = None,
    **more: Any,
) -> Field:
    """Red's second turn on a house map, in a phase; everybody is fresh, and whoever has to choose is asked."""
    state = State(
        scenario="field",
        map=map_,
        limit=12,
        modules=modules,
        readings=readings or {},
        sides=[Side(seat=RED, role="first", deployed=True), Side(seat=BLUE, role="second", deployed=True)],
        figures={key: figure(key, **told) for key, told in sorted(people.items())},
        turn=2,
        count=3 if seat == RED else 4,
        phase=phase,
        seat=seat,
        **more,
    )
    for side in state.sides:
        side.start = sum(one.price for one in state.of(side.seat))
    field = Field(state, Told(dice))
    for one in state.on_map():
        moving.ready(field, one)
    phases.proceed(field)
    return field


def figure(key: str, *, cls: str, **told: Any) -> Figure:
    return Figure(id=key, name=key.title(), cls=cls, where="map", price=COUNTERS.classes[cls].price, **told)


def act(field: Field, kind: str, **arguments: Any) -> Field:
    """Whoever is asked does this, and it is allowed."""
    asked = field.state.asked
    assert asked is not None, "nobody is asked"
    problem = judge(field, asked["seat"], Action(kind=kind, arguments=arguments))
    assert problem is None, problem
    play(field, asked["seat"], Action(kind=kind, arguments=arguments))
    return field


def refused(field: Field, kind: str, **arguments: Any) -> str:
    """The code with which this is refused; empty where it is allowed."""
    asked = field.state.asked
    assert asked is not None, "nobody is asked"
    problem = judge(field, asked["seat"], Action(kind=kind, arguments=arguments))
    return problem.code if problem else ""


def heard(field: Field, kind: str) -> list[dict[str, Any]]:
    """What was told of a kind."""
    return [happening.data for happening in field.happenings if happening.kind == kind]


def asked(field: Field) -> str:
    return field.state.asked["prompt"] if field.state.asked else ""


def opened(scenario: str, **more: Any) -> State:
    return setting.opened(Setup(scenario=scenario, **more))
