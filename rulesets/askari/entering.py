"""Phase 2: who comes in from reserve, and where (Askari 5, R25, R92)."""

from rulesets.askari import formations, geometry, moving, placing, setting
from rulesets.askari.field import Field
from rulesets.askari.state import State, Unit
from rulesets.askari.tables import TABLES
from rulesets.contract import Problem
from rulesets.vocabulary import Seat


def needed_to_arrive(field: Field, seat: Seat) -> int:
    """The face with which a reserve arrives: a Martinet's on less (Askari 2.3.1)."""
    martinet = field.has_quality(seat, "martinet") is not None
    return TABLES.reinforcements.martinet if martinet else TABLES.reinforcements.on


def try_reserve(field: Field, unit: Unit) -> None:
    unit.spent = (*unit.spent, "tried")
    needed = needed_to_arrive(field, unit.seat)
    number = sum("tried" in one.spent for one in field.state.of(unit.seat))
    rolled = field.roll(1, 6, "reserve", unit.seat, str(number))
    arrives = rolled.total >= needed
    field.tell(
        "reserve_tried", "Askari 5", rolls=(rolled,), seat=unit.seat, needed=needed, unit=unit.id if arrives else ""
    )
    if arrives:
        field.state.now["arriving"] = unit.id


def entry_spots(field: Field, unit: Unit) -> list[tuple[geometry.Point, int, int]]:
    """Lawful places of arrival: within 10 cm of one's own edge, not near a scout or a newcomer (2c, 2d)."""
    state = field.state
    edge = setting.entry_of(state, unit.seat)
    # Whoever comes in by a short edge looks inwards.
    facing = {"low": 0, "high": 180, "left": 90, "right": 270}[edge]
    found = []
    depth = TABLES.reach.entry
    for along in range(60, (state.width if edge in ("low", "high") else state.height) - 59, 60):
        for ranks in dict.fromkeys((unit.ranks, 2, len(unit.figures))):
            anchor = {
                "low": geometry.Point(along, depth),
                "high": geometry.Point(along, state.height - depth),
                "left": geometry.Point(depth, along),
                "right": geometry.Point(state.width - depth, along),
            }[edge]
            if check_entry(field, unit, anchor, facing, ranks) is None:
                found.append((anchor, facing, ranks))
                break
    return found


def check_entry(field: Field, unit: Unit, anchor: geometry.Point, facing: int, ranks: int) -> Problem | None:
    """Why reinforcements may not come in there; None if they may."""
    least = formations.fewest_ranks(unit, field.readings["native_min_ranks"])
    if not least <= ranks <= max(least, len(unit.figures)):
        return Problem(code="ranks", data={"least": least}, rule="Askari H9")
    state = field.state
    ends = placing.fits(field, unit, anchor, facing, ranks)
    for point in ends.values():
        if not at_the_edge(state, unit.seat, point):
            return Problem(code="far_from_edge", data={"most": TABLES.reach.entry}, rule="Askari 5")
        for enemy in field.enemies(unit.seat):
            near = enemy.kind == "scout" or enemy.arrived == state.turn
            if near and field.near_point(point, enemy, TABLES.reach.no_entry):
                return Problem(code="enemy_near", data={"unit": enemy.id}, rule="Askari 2.3.6")
    return placing.stands_on(field, unit, ends.values()) or placing.check_stand(field, unit, ends)


def at_the_edge(state: State, seat: Seat, point: geometry.Point) -> bool:
    """Within 10 cm of the edge in one's own half; or of the one edge that the scenario names (2c)."""
    edge, reach = setting.entry_of(state, seat), TABLES.reach.entry
    if setting.SCENARIOS[state.scenario].entry is not None:
        return {"right": state.width - point[0], "left": point[0], "low": point[1], "high": state.height - point[1]}[
            edge
        ] <= reach
    from_own = point[1] if edge == "low" else state.height - point[1]
    from_side = min(point[0], state.width - point[0])
    return from_own <= reach or (from_side <= reach and 2 * from_own <= state.height)


def arrive(field: Field, unit: Unit, anchor: geometry.Point, facing: int, ranks: int) -> None:
    setting.put(field, unit, anchor, facing, ranks, where="table")
    unit.arrived = field.state.turn
    unit.at_start = unit.count
    field.state.now["arriving"] = ""
    field.tell("arrived", "Askari 5", unit=unit.id)
    for other in field.state.of(unit.seat):
        if other.joined == unit.id and other.where == "reserve":
            spot = next(iter(entry_spots(field, other)), None)
            if spot is not None:
                setting.put(field, other, *spot, where="table")
                other.arrived = field.state.turn
    _bring_bearers(field, unit.seat)
    moving.find(field, unit, [(figure.at,) for figure in unit.figures])
    moving.surprise(field, unit.seat)


def _bring_bearers(field: Field, seat: Seat) -> None:
    """Gunbearers come in with their masters."""
    for bearer in field.state.of(seat):
        if bearer.master and bearer.where == "reserve":
            master = field.unit(bearer.master)
            if master.where == "table":
                bearer.where, bearer.arrived = "table", master.arrived
                field.touched()
                setting.beside(field, bearer, master)
