"""Mustering: whole units within the scenario's limit (Hispania 3), and the best muster for a side that does not answer."""

from collections.abc import Sequence

from campaigns.rules.decisions import Muster
from campaigns.rules.pack import Pack
from campaigns.rules.state import Character, Mustered, Side, State, Task, Unit
from campaigns.rules.sums import Sums
from campaigns.rules.work import Work
from rulesets.contract import Problem

RULE = "Hispania 3"
NATIVES_RULE = "Hispania 3, R33"


def able_units(state: State, side: Side) -> list[Unit]:
    return [unit for unit in state.units[side].values() if unit.figures]


def able_characters(state: State, side: Side) -> list[Character]:
    return [one for one in state.characters[side].values() if one.status == "ready"]


def contingent(pack: Pack, state: State, side: Side) -> int:
    """Points of native units this side must bring: what the scenario asks, or all it has [R 33].

    Where garrisons leave a limit that no such choice fits, the most native points that do fit.
    """
    scenario = pack.scenarios[str(state.now.scenario)]
    if scenario.contingent is None or state.now.roles.get(scenario.contingent.role) != side:
        return 0
    natives = [unit for unit in able_units(state, side) if unit.native]
    limit, everything = state.now.limits[side], sum(unit.value for unit in natives)
    if limit is None:
        return min(scenario.contingent.points, everything)
    return min(scenario.contingent.points, _sums(natives, [], limit).largest(limit))


def whole_roster(state: State, side: Side) -> Muster:
    units = tuple(unit.id for unit in able_units(state, side))
    return Muster(units=units, characters=tuple(one.id for one in able_characters(state, side)))


def points_of(state: State, side: Side, muster: Muster) -> int:
    units, characters = state.units[side], state.characters[side]
    return sum(units[key].value for key in muster.units) + sum(characters[key].points for key in muster.characters)


def check(pack: Pack, state: State, side: Side, muster: Muster) -> Problem | None:
    return (
        _check_ids(state, side, muster)
        or _check_limit(state, side, muster)
        or _check_natives(pack, state, side, muster)
        or _check_empty(state, side, muster)
    )


def _check_ids(state: State, side: Side, muster: Muster) -> Problem | None:
    units, characters = state.units[side], state.characters[side]
    for index, key in enumerate(muster.units):
        if key not in units or not units[key].figures:
            return _unable(state, side, f"units[{index}]", key)
    for index, key in enumerate(muster.characters):
        if key not in characters or characters[key].status != "ready":
            return _unable(state, side, f"characters[{index}]", key)
    for place, keys in (("units", muster.units), ("characters", muster.characters)):
        if len(set(keys)) < len(keys):
            index = next(index for index, key in enumerate(keys) if key in keys[:index])
            return Problem(code="twice", place=f"{place}[{index}]", data={"id": keys[index]}, rule=RULE)
    return None


def _unable(state: State, side: Side, place: str, key: str) -> Problem:
    known = key in state.units[side] or key in state.characters[side]
    return Problem(code="not_able" if known else "not_in_roster", place=place, data={"id": key}, rule=RULE)


def _check_limit(state: State, side: Side, muster: Muster) -> Problem | None:
    limit, points = state.now.limits[side], points_of(state, side, muster)
    if limit is not None and points > limit:
        return Problem(code="over_limit", data={"points": points, "limit": limit}, rule=RULE)
    return None


def _check_natives(pack: Pack, state: State, side: Side, muster: Muster) -> Problem | None:
    needed = contingent(pack, state, side)
    units = state.units[side]
    brought = sum(units[key].value for key in muster.units if units[key].native)
    if brought < needed:
        return Problem(code="too_few_natives", data={"points": brought, "needed": needed}, rule=NATIVES_RULE)
    return None


def _check_empty(state: State, side: Side, muster: Muster) -> Problem | None:
    limit = state.now.limits[side]
    if not muster.units and any(limit is None or unit.value <= limit for unit in able_units(state, side)):
        return Problem(code="empty_muster", rule=RULE)
    return None


def best(pack: Pack, state: State, side: Side) -> Muster:
    """The muster that leaves the fewest points of the limit unused; the general comes whenever he fits.

    Among equal ones, units listed first are preferred. Exact: sums of points are few, so all of them are looked at.
    """
    limit, everybody = state.now.limits[side], whole_roster(state, side)
    if limit is None or points_of(state, side, everybody) <= limit:
        return everybody
    units, characters = able_units(state, side), able_characters(state, side)
    needed = contingent(pack, state, side)
    general = next((one for one in characters if one.rank == "general" and one.points <= limit - needed), None)
    found = None
    if general is not None:
        others = [one for one in characters if one is not general]
        found = _fill(units, others, limit - general.points, needed)
    if general is not None and found is not None and found.units:
        found = Muster(units=found.units, characters=(general.id, *found.characters))
    else:
        found = _fill(units, characters, limit, needed) or Muster(units=())
    if not found.units:
        found = _with_a_unit(state, side, units, characters, limit) or found
    return _with_those_who_cost_nothing(units, characters, found)


def _with_a_unit(state: State, side: Side, units: list[Unit], characters: list[Character], limit: int) -> Muster | None:
    """Characters alone are no army: the fullest choice that holds a unit."""
    choices = []
    for unit in units:
        if 0 < unit.value <= limit:
            rest = _fill([one for one in units if one is not unit], characters, limit - unit.value, 0)
            assert rest is not None
            choices.append(Muster(units=(unit.id, *rest.units), characters=rest.characters))
    return max(choices, key=lambda choice: points_of(state, side, choice), default=None)


def _with_those_who_cost_nothing(units: list[Unit], characters: list[Character], muster: Muster) -> Muster:
    free_units = tuple(one.id for one in units if not one.value)
    free = tuple(one.id for one in characters if not one.points and one.id not in muster.characters)
    return Muster(units=(*muster.units, *free_units), characters=(*muster.characters, *free))


def _fill(units: list[Unit], characters: list[Character], limit: int, needed: int) -> Muster | None:
    """The fullest choice within the limit whose native units reach ``needed``; None if there is none."""
    natives = _sums([unit for unit in units if needed and unit.native], [], limit)
    others = _sums([unit for unit in units if not (needed and unit.native)], characters, limit)
    fullest: tuple[int, int] | None = None
    for native in natives:
        if native >= needed and native + others.largest(limit - native) > sum(fullest or (-1,)):
            fullest = native, others.largest(limit - native)
    if fullest is None:
        return None
    picked = natives.pick(fullest[0]) + others.pick(fullest[1])
    return Muster(
        units=tuple(one.id for one in picked if isinstance(one, Unit)),
        characters=tuple(one.id for one in picked if isinstance(one, Character)),
    )


def _sums(units: Sequence[Unit], characters: Sequence[Character], limit: int) -> Sums[Unit | Character]:
    return Sums([*((unit, unit.value) for unit in units), *((one, one.points) for one in characters)], limit)


def open_battle(work: Work, musters: dict[Side, Muster]) -> None:
    """Both musters are open; those with attacks of pain roll before the battle (Hispania 7, wound 12)."""
    state = work.state
    state.now.muster = {s: Mustered(units=m.units, characters=m.characters) for s, m in musters.items()}
    for side, muster in musters.items():
        points = points_of(state, side, muster)
        work.tell(
            "muster", RULE, side=side, points=points, units=list(muster.units), characters=list(muster.characters)
        )
    # Unspent grants lapse at the muster (Hispania 9).
    for side, purses in state.purses.items():
        if left := {table: purse for table, purse in purses.items() if purse}:
            work.tell("grant_lapsed", "Hispania 9, R35", side=side, tables=list(left))
    state.purses = {}
    tasks = [
        Task(do="pain", side=side, who=key, n=n)
        for side, muster in musters.items()
        for key in muster.characters
        for n in range(_pains(work, side, key))
    ]
    work.push(*tasks, Task(do="to_battle"))


def _pains(work: Work, side: Side, key: str) -> int:
    """Lasting wounds add up [R 21]: one roll for each of that kind."""
    wounds = work.state.characters[side][key].wounds
    return sum(bool(work.pack.wound_by_total[total].unavailable_on) for total in wounds)


def pain(work: Work, task: Task) -> None:
    """On a low d6 he takes no part, cannot fall or gain anything."""
    absent = work.state.now.absent.get(task.side, ())
    if task.who in absent:
        return
    again = () if not task.n else (str(task.n + 1),)
    rolled = work.roll(1, 6, "available", task.side, task.who, *again)
    wounds = work.state.characters[task.side][task.who].wounds
    worst = max(work.pack.wound_by_total[total].unavailable_on for total in wounds)
    out = rolled.total <= worst
    work.tell("pain", "Hispania 7", rolls=(rolled,), side=task.side, character=task.who, absent=out)
    if out:
        work.state.now.absent = {**work.state.now.absent, task.side: (*absent, task.who)}


def to_battle(work: Work, task: Task) -> None:
    work.state.stage = "battle"
