"""A battle before it is opened: the table, what each side brings, and what is unusual about it."""

from collections.abc import Iterator

import msgspec

from rulesets.askari import armies, scene, setting
from rulesets.askari.armies import Army
from rulesets.askari.data import counted
from rulesets.askari.field import Field
from rulesets.askari.phases import to_deploy
from rulesets.askari.state import encoded
from rulesets.contract import Account, Problem, Scene, Setup, View
from rulesets.vocabulary import Seat

UNEVEN = 10
"""Sides that differ by more than so many in a hundred of the weaker are worth a word (Askari E: two are made equal by their points)."""


def sketch(setup: Setup) -> Scene | None:
    """The scenario's table, with nobody on it: a generated one by its seed."""
    scenario = setting.SCENARIOS.get(setup.scenario)
    seed = setup.options.get("seed", "")
    if scenario is None or not isinstance(seed, str) or len(seed) > setting.LONGEST_SEED:
        return None
    state = setting.bare(setup.scenario, seed)
    return scene.table(View(seat=None, data=encoded(state)))


def prices() -> dict[str, int]:
    """What the lists of the house count for."""
    return {key: armies.points(army) for key, army in {**armies.LISTS, **armies.PARTIES}.items()}


def accounts(setup: Setup) -> dict[Seat, Account]:
    """What each side brings; of a hunting game the animals bring nothing."""
    return {seat: counted(army) for seat, army in setting.armies_of(setup).items()}


def doubts(setup: Setup) -> list[Problem]:
    """What is outside the book's ranges, points that differ, and units for which there is no room at the start."""
    brought = setting.armies_of(setup)
    return [*_unusual(brought), *_uneven(setup, brought), *_crowded(setup)]


def _unusual(brought: dict[Seat, Army]) -> Iterator[Problem]:
    for seat, army in brought.items():
        for problem in armies.warnings(army):
            yield msgspec.structs.replace(problem, place=f"options.armies.{seat}.{problem.place}")


def _uneven(setup: Setup, brought: dict[Seat, Army]) -> Iterator[Problem]:
    totals = {seat: armies.points(army) for seat, army in brought.items()}
    if len(totals) != 2 or setting.SCENARIOS[setup.scenario].trophies:
        return
    weaker, stronger = sorted(totals, key=lambda seat: totals[seat])
    if 100 * (totals[stronger] - totals[weaker]) > UNEVEN * totals[weaker]:
        data = {"seat": stronger, "more": totals[stronger], "enemy": weaker, "less": totals[weaker]}
        yield Problem(code="uneven", data=data, rule="Askari E", place="options.armies")


def _crowded(setup: Setup) -> Iterator[Problem]:
    """Units that find no room in their zone once the others stand there: they would come in later as reserves (Askari F)."""
    field = Field(setting.opened(setup))
    for side in field.state.sides:
        if setting.lies(field.state, side.seat):
            continue
        left: list[str] = []
        while waiting := to_deploy(field, side.seat):
            for unit in waiting:
                spot = next(setting.spots(field, unit), None)
                if spot is None:
                    unit.where = "reserve"
                    left.append(unit.name)
                else:
                    setting.put(field, unit, *spot, where="table")
        if left:
            yield Problem(code="crowded", data={"seat": side.seat, "left": left}, rule="Askari F", place="scenario")
