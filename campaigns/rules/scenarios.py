"""From two sealed orders to the scenario: matrix, d6, roles, terrain, limits (Hispania 2, 3)."""

from typing import Any

from campaigns.rules.decisions import Choose, Order
from campaigns.rules.effects import Garrison, OrderHome
from campaigns.rules.pack import Pack, ScenarioDef, effect_of, row_at
from campaigns.rules.state import Piece, Side, State, Task
from campaigns.rules.work import Work, available
from rulesets.contract import Problem
from rulesets.dice import Rolled

ALL_TROOPS = -1
"""``Choose.points`` for "all"."""
MOST_POINTS = 1_000_000


def forced_action(pack: Pack, state: State, side: Side) -> str | None:
    """The action a side must choose this year, if events have fixed it [R 13, R 25]."""
    if "stake_all" in state.flags:
        return next(key for key in pack.actions if _always_battle(pack, key))
    start = f"{side}.must_"
    return next((flag.removeprefix(start) for flag in state.flags if flag.startswith(start)), None)


def _always_battle(pack: Pack, action: str) -> bool:
    """Whether both sides choosing this action can only meet in a battle, to the death."""
    rows = pack.cells[str(pack.matrix[action][action])]
    return all(row.scenario and pack.scenarios[row.scenario].battle for row in rows)


def check_order(pack: Pack, state: State, side: Side, order: Order) -> Problem | None:
    if order.action not in pack.actions:
        return Problem(code="unknown_action", place="action", data={"action": order.action}, rule="Hispania 2")
    forced = forced_action(pack, state, side)
    if forced and order.action != forced:
        return Problem(code="forced_action", place="action", data={"action": forced}, rule="Hispania 8")
    return None


def reveal(work: Work, orders: dict[Side, str]) -> None:
    """Both orders are open: the scenario follows."""
    work.state.now.orders = orders
    for side, action in orders.items():
        work.tell("order", "Hispania 2", side=side, action=action)
    work.push(Task(do="scenario"), Task(do="roles"), Task(do="recall"), Task(do="terrain"), Task(do="choices"))


def find_scenario(work: Work, task: Task) -> None:
    """Cross the actions; a d6 chooses where the cell holds several (Hispania 3) [R 1]."""
    first, second = work.sides
    orders = work.state.now.orders
    cell = work.pack.matrix[orders[first]][orders[second]]
    rows = work.pack.cells[str(cell)]
    rolls = []
    if len(rows) == 1:
        row, scenario = rows[0], rows[0].scenario
    else:
        what = ("scenario",) if not task.n else ("scenario", str(task.n + 1))
        rolled = work.roll(1, 6, *what)
        rolls.append(rolled)
        row = row_at(rows, rolled.total)
        scenario = row.scenario or work.readings[row.reading]
    now = work.state.now
    now.cell = cell
    readings = (row.reading,) if row.reading else ()
    if scenario not in work.pack.scenarios:
        work.tell("scenario_again", "Hispania 3, R1", rolls=rolls, readings=readings, cell=cell)
        work.push(Task(do="scenario", n=task.n + 1))
        return
    now.scenario, now.at_most = scenario, row.at_most
    work.tell(
        "scenario", "Hispania 3", rolls=rolls, readings=readings, cell=cell, scenario=scenario, at_most=row.at_most
    )


def find_roles(work: Work, task: Task) -> None:
    """Who attacks, defends, ambushes [R 2]."""
    scenario = scenario_of(work)
    # The opposite of another role can be told only after it.
    for role, how in sorted(scenario.roles.items(), key=lambda item: isinstance(item[1], str)):
        if role in work.state.now.roles:
            continue
        if isinstance(how, str):
            side = work.enemy(work.state.now.roles[how])
            work.state.now.roles = {**work.state.now.roles, role: side}
            continue
        roll_off = bool(scenario.roll_off_reading) and work.readings[scenario.roll_off_reading] == "roll_off"
        orders = work.state.now.orders
        ranks = {side: how.index(orders[side]) if orders[side] in how else len(how) for side in work.sides}
        if roll_off or len(set(ranks.values())) == 1:
            _roll_off(work, task, role)
            return
        _give_role(work, role, min(ranks, key=lambda side: ranks[side]), scenario)


def _give_role(work: Work, role: str, side: Side, scenario: ScenarioDef, rolls: tuple[Rolled, ...] = ()) -> None:
    work.state.now.roles = {**work.state.now.roles, role: side}
    readings = (scenario.roll_off_reading,) if scenario.roll_off_reading else ()
    work.tell("role", "Hispania 3, R2", rolls=rolls, readings=readings, side=side, role=role)


def _roll_off(work: Work, task: Task, role: str) -> None:
    """A d6 each, ties rolled again; the higher has the role."""
    again = () if not task.n else (str(task.n + 1),)
    rolled = {side: work.roll(1, 6, "roles", side, *again) for side in work.sides}
    first, second = work.sides
    if rolled[first].total == rolled[second].total:
        work.tell("roll_off_tied", "Hispania 3, R2", rolls=rolled.values(), role=role, face=rolled[first].total)
        work.push(Task(do="roles", n=task.n + 1))
        return
    winner = max(work.sides, key=lambda side: rolled[side].total)
    _give_role(work, role, winner, scenario_of(work), tuple(rolled.values()))
    work.push(Task(do="roles", n=task.n + 1))


def judge_recall(work: Work, task: Task) -> None:
    """A side ordered home must find its battle this year (Hispania 8, Rome 12) [R 10, R 30]. Also marks the last battle [R 13]."""
    state = work.state
    if "stake_all" in state.flags:
        state.now.decisive = "stake_all"
        work.tell("last_battle", "Hispania 8, R13")
        return
    side = recalled(state, work.sides)
    if not side:
        return
    order_home = effect_of(work.pack, OrderHome)
    level = order_home.level if order_home else "minor"
    if not scenario_of(work).battle:
        work.tell("no_battle_found", "Hispania 8", side=side)
        work.end(work.enemy(side), level, "event")
    if work.readings["recall_battle"] == "cancels":
        work.tell("recall_cancelled", "Hispania 8, R10", readings=("recall_battle",), side=side)
        return
    state.now.decisive = "recall"
    state.stake_loser = side
    work.tell("last_battle", "Hispania 8, R10", readings=("recall_battle",))


def recalled(state: State, sides: tuple[Side, ...]) -> Side:
    return next((side for side in sides if f"recall.{side}" in state.flags), "")


def place_terrain(work: Work, task: Task) -> None:
    """Scenarios with a fixed number of pieces: 2d6 each, all at one address, two dice a piece [R 3]."""
    plan = scenario_of(work).terrain
    if plan.pieces is None:
        return
    rolled = work.roll(2 * plan.pieces, 6, "terrain")
    # A record may give totals only: then each number is a piece.
    pairs = len(rolled.faces) == 2 * plan.pieces
    totals = [sum(rolled.faces[i : i + 2]) for i in range(0, len(rolled.faces), 2)] if pairs else list(rolled.faces)
    rows = [(total, row_at(work.pack.terrain, total)) for total in totals]
    work.state.now.terrain = tuple(Piece(total=total, piece=row.piece, zone=row.zone) for total, row in rows)
    pieces = [{"total": piece.total, "piece": piece.piece, "zone": piece.zone} for piece in work.state.now.terrain]
    work.tell("terrain", "Hispania 3, R3", rolls=(rolled,), pieces=pieces)


def scenario_of(work: Work) -> ScenarioDef:
    assert work.state.now.scenario is not None
    return work.pack.scenarios[work.state.now.scenario]


# --- A side's choices about the scenario ------------------------------------------------------------


def choices_of(pack: Pack, state: State, side: Side) -> dict[str, object]:
    """What this side may choose about the scenario: points (least, most; most None: all), village, camp."""
    if state.now.scenario is None:
        return {}
    scenario, mine = pack.scenarios[state.now.scenario], [r for r, who in state.now.roles.items() if who == side]
    found: dict[str, object] = {}
    if scenario.points.chooser in mine:
        found["points"] = points_range(scenario, state.now.at_most)
    if scenario.village in mine:
        found["village"] = True
    if scenario.camp in mine:
        found["camp"] = True
    return found


def points_range(scenario: ScenarioDef, at_most: int | None) -> tuple[int, int | None]:
    least, most = scenario.points.least or 0, scenario.points.most
    if at_most is not None:
        most = at_most if most is None else min(most, at_most)
    return least, most


def open_choices(work: Work, task: Task) -> None:
    """Ask the sides that have something to choose; with nobody to ask, muster."""
    scenario = scenario_of(work)
    if scenario.points.chooser or scenario.village or scenario.camp:
        work.state.stage = "choices"
        return
    open_muster(work, scenario.points.most)


def choosers(pack: Pack, state: State) -> list[Side]:
    """Who still owes a choice."""
    return [s for s in pack.side_keys if choices_of(pack, state, s) and s not in state.now.chosen]


def check_choice(pack: Pack, state: State, side: Side, choice: Choose) -> Problem | None:
    allowed = choices_of(pack, state, side)
    for name in ("points", "village", "camp"):
        if getattr(choice, name) not in (None, False) and name not in allowed:
            return Problem(code="no_such_choice", place=name, data={"choice": name}, rule="Hispania 3")
    if choice.points is not None:
        scenario = pack.scenarios[str(state.now.scenario)]
        least, most = points_range(scenario, state.now.at_most)
        top = MOST_POINTS if most is None else most
        wanted = choice.points
        unlimited_allowed = most is None
        if not (least <= wanted <= top or (wanted == ALL_TROOPS and unlimited_allowed)):
            return Problem(code="points_range", place="points", data={"least": least, "most": most}, rule="Hispania 3")
    return None


def choose(work: Work, side: Side, choice: Choose) -> None:
    now, scenario = work.state.now, scenario_of(work)
    allowed = choices_of(work.pack, work.state, side)
    # In the pack's order, whoever was first to choose: the same choices are the same war.
    now.chosen = tuple(one for one in work.sides if one == side or one in now.chosen)
    told: dict[str, Any] = {}
    if "points" in allowed:
        least, _most = points_range(scenario, now.at_most)
        now.points = least if choice.points is None else choice.points
        told["points"] = None if now.points == ALL_TROOPS else now.points
    if "village" in allowed:
        now.village = told["village"] = choice.village
    if "camp" in allowed:
        now.camp = told["camp"] = choice.camp
    work.tell("choice", "Hispania 3", side=side, **told)
    if not choosers(work.pack, work.state):
        chosen = now.points if scenario.points.chooser else scenario.points.most
        open_muster(work, None if chosen == ALL_TROOPS else chosen)


def choose_nothing_more(work: Work) -> None:
    """A year that is let pass before everything is chosen has the least points, no village and no camp."""
    if work.state.stage == "choices":
        for side in choosers(work.pack, work.state):
            choose(work, side, Choose())


def open_muster(work: Work, points: int | None) -> None:
    """The points each side may bring are known; the limits follow."""
    work.state.now.base = points
    set_limits(work)
    work.state.stage = "muster"


def set_limits(work: Work) -> None:
    """Each side's scenario points, less what it must leave as garrisons [R 22]. Again when a roster grows before the muster."""
    state = work.state
    for side in work.sides:
        limit = muster_limit(work.pack, state, side)
        if side in state.now.limits and state.now.limits[side] == limit:
            continue
        state.now.limits = {**state.now.limits, side: limit}
        work.tell("limit", "Hispania 3, R22", side=side, limit=limit, garrison=held_back(work.pack, state, side))


def held_back(pack: Pack, state: State, side: Side) -> int:
    """Points a side must leave behind as garrisons this year (Hispania 8, Rome 4)."""
    rule = effect_of(pack, Garrison)
    if rule is None or f"{side}.garrison" not in state.flags or state.now.orders[side] == rule.unless_action:
        return 0
    return rule.points


def muster_limit(pack: Pack, state: State, side: Side) -> int | None:
    """The smaller of the scenario's points and what garrisons leave, never below nothing. None: everything."""
    kept = held_back(pack, state, side)
    if not kept:
        return state.now.base
    left = max(0, available(state, side) - kept)
    return left if state.now.base is None else min(state.now.base, left)
