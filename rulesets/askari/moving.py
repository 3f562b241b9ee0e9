"""Phase 4 without the charge: who may do what, walking, finding ambushes (Askari 7, H12-H16)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from rulesets.askari import formations, geometry, mounts, nerve, placing, veterans
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.placing import Plan, Walk
from rulesets.askari.state import Unit
from rulesets.askari.tables import TABLES, Formula
from rulesets.contract import Problem
from rulesets.vocabulary import Json, Seat

NEVER_MOVES = ("hospital",)
SHARES = (8, 6, 4, 2, 1)
"""Eighths of the allowance that the menu tries, the whole first."""


# --- Who may act (4a) -----------------------------------------------------------------------------------------------


def may_act(field: Field, unit: Unit) -> bool:
    """Whether a unit, one of the people, or baggage has an action of phase 4 left."""
    if unit.where != "table" or not unit.figures or unit.acted or unit.kind in NEVER_MOVES or unit.kind == "animal":
        return False
    if unit.arrived == field.state.turn or unit.disabled:
        return False
    if unit.is_alone and ("moved_with" in unit.spent or unit.member_of in field.state.units or follows(field, unit)):
        return False
    if unit.is_alone or unit.kind == "baggage":
        return True
    return unit.order != "" or unit.moves_made == 1


def follows(field: Field, unit: Unit) -> bool:
    """Whether he goes where his master goes, and nowhere else (Askari 2.3.8)."""
    return unit.what == "gunbearer" and field.state.units[unit.master].where == "table"


def may_walk(field: Field, unit: Unit) -> bool:
    return (
        may_act(field, unit)
        and not field.engaged(unit)
        and not ("prisoner_gunners" in unit.rules and unit.moves_made == 0 and unit.piece)
    )


def second_move(unit: Unit) -> bool:
    """A unit with its musician moves again straight after the first (Askari 2.3.3, R93)."""
    return unit.special("musician") is not None and unit.moves_made == 1 and "second_move" not in unit.spent


def modes(field: Field, unit: Unit) -> list[bool]:
    """Flat (False) or rough (True): starting in rough ground forces rough (R49)."""
    row = TABLES.movement[field.mounted_mode(unit)]
    rough_start = field.ground.is_near(field.rect(unit)) and any(
        field.ground.is_rough(figure.at, mountaineer=unit.has("mountaineer")) for figure in unit.standing
    )
    found = [] if rough_start else [False]
    return [*found, True] if row.rough is not None else found


def formula(field: Field, unit: Unit, rough: bool) -> Formula:
    row = TABLES.movement[field.mounted_mode(unit)]
    found = row.rough if rough else row.flat
    assert found is not None, "declared only where there is one"
    if rough and "hardened" in unit.spent:
        return row.flat
    if rough and unit.moves == "native" and field.readings["native_rough"] == "3d6+2":
        return found[0], 2
    return found


def goes_its_whole_move(field: Field, unit: Unit) -> bool:
    """Whether it moves its most without a roll: right after it arrived, by an order (R25)."""
    return bool(unit.arrived and unit.arrived == field.state.turn - 1 and unit.order and not unit.moves_made)


def dice_besides(field: Field, unit: Unit) -> tuple[int, int]:
    """Dice that are added by an effendi, and taken away for a correspondent."""
    return int(_effendi(field, unit)), int(bool(unit.order) and "correspondent" in unit.inspired)


def allowance(field: Field, unit: Unit, rough: bool, why: str) -> int:
    """Roll how far it may go (4c): one die more by an effendi, one less for a correspondent, no roll on the turn after arrival."""
    chosen = formula(field, unit, rough)
    if goes_its_whole_move(field, unit):
        most = 10 * (6 * chosen[0] + chosen[1])
        field.tell("move_rolled", "Askari 5, R25", unit=unit.id, length=most, rough=rough, whole=True)
        return most
    more, fewer = dice_besides(field, unit)
    length, rolled = field.formula(chosen, "move", unit.id, why, more=more)
    rolls = [rolled]
    if fewer:
        less = field.roll(fewer, 6, "correspondent", unit.id, why)
        rolls.append(less)
        length = max(0, length - 10 * less.total)
    length = max(0, length - veterans.lame(field.state, unit))
    field.tell("move_rolled", "Askari 7", rolls=rolls, unit=unit.id, length=length, rough=rough, effendi=bool(more))
    return length


def _effendi(field: Field, unit: Unit) -> bool:
    effendi = field.state.person(unit.seat, "effendi")
    heavy = unit.kind == "baggage" or bool(unit.piece)
    return heavy and effendi is not None and field.near(effendi, unit, TABLES.reach.near)


# --- Walking (4d, 4e) -----------------------------------------------------------------------------------------------


def check_plan(
    field: Field,
    unit: Unit,
    plan: Plan,
    *,
    length: int,
    rough: bool,
    kind: str = "move",
    alone: tuple[str, ...] = (),
) -> Problem | None:
    """Why a unit may not go so; None if it may."""
    least = formations.fewest_ranks(unit, field.readings["native_min_ranks"])
    most = max(least, min(len(unit.standing), 20))
    if not 1 <= plan.ranks <= most or (plan.ranks < least and len(unit.standing) >= least):
        return Problem(code="ranks", data={"least": least, "most": most}, rule="Askari X26, H9")
    if len(plan.points) > placing.MOST_WAY_POINTS:
        return Problem(code="too_many_points", data={"most": placing.MOST_WAY_POINTS}, rule="Askari H12")
    if unit.vehicle is not None and unit.vehicle.on == "air" and len(plan.points) > 1:
        return Problem(code="flies_straight", rule="Askari H44")
    plain = len(plan.points) == 1 and field.is_together(unit)
    ways = placing.straight(unit, plan, length) if plain else placing.walk(field, unit, plan, length)
    if isinstance(ways, Problem):
        return ways
    found = placing.check_walk(field, unit, ways, allowance=length, rough=rough)
    if found is not None:
        return found
    if kind == "break_off" and unit.standing and _crosses_enemy(field, unit, ways):
        return Problem(code="no_way_out", rule="Askari 9.1.3, R58")
    if kind == "follow" and _comes_near(field, unit, ways):
        return Problem(code="enemy_near", rule="Askari 2.3.6, R94")
    taken = placing.house_taken(field, unit, ways.ends().values())
    return taken or _baggage_first(field, unit, ways) or _on_who_stays(field, unit, ways, alone)


def _on_who_stays(field: Field, unit: Unit, ways: Walk, alone: tuple[str, ...]) -> Problem | None:
    """Whether it would end on somebody who is with it and does not go with it."""
    for other in field.joined(unit):
        if other.id in alone or other.walked or field.engaged(other):
            for end in ways.ends().values():
                if geometry.overlap(end, unit.base, other.figures[0].at, other.base):
                    return Problem(code="overlap", data={"figure": other.figures[0].id}, rule="Askari 7.2")
    return None


def _crosses_enemy(field: Field, unit: Unit, ways: Walk) -> bool:
    for enemy in field.enemies(unit.seat):
        for way in ways.ways.values():
            for a, b in pairwise(way):
                for figure in enemy.standing:
                    doubled = unit.base + enemy.base
                    nearer = geometry.squared(b, figure.at) < geometry.squared(a, figure.at)
                    if nearer and geometry.near_segment(figure.at, a, b, doubled):
                        return True
    return False


def _comes_near(field: Field, unit: Unit, ways: Walk) -> bool:
    """Whether a point of the way lies within 20 cm of an enemy (R94)."""
    reach = 2 * TABLES.reach.near + 1
    return any(
        geometry.near_segment(figure.at, a, b, reach)
        for enemy in field.enemies(unit.seat)
        for figure in enemy.standing
        for way in ways.ways.values()
        for a, b in pairwise(way)
    )


def _baggage_first(field: Field, unit: Unit, ways: Walk) -> Problem | None:
    """While baggage is cut off nobody moves but nearer to it (R13)."""
    if unit.kind == "baggage":
        return None
    cut = field.cut_off(unit.seat)
    if not cut:
        return None
    goal = min(
        cut, key=lambda element: (min(geometry.squared(element.at, one.at) for one in unit.standing), element.id)
    )
    before = min(geometry.squared(goal.at, figure.at) for figure in unit.standing)
    after = min(geometry.squared(goal.at, end) for end in ways.ends().values())
    return None if after < before else Problem(code="baggage_first", rule="Askari 2.3.14, R13")


def march(field: Field, unit: Unit, plan: Plan, *, rough: bool, length: int, alone: tuple[str, ...] = ()) -> None:
    """Walk, until an ambush is found on the way."""
    ways = _until_found(field, unit, placing.walk(field, unit, plan, length))
    front = formations.anchor_of(unit)
    note_advances(field, unit, ways.ways)
    placing.put(field, unit, ways.ends())
    if unit.vehicle is not None and unit.vehicle.on == "air":
        (unit.flown,) = ways.ways.values()
    unit.facing, unit.ranks, unit.loose = plan.facing, plan.ranks, plan.loose
    _after_walk(field, unit, ways.longest, length)
    _note_crossing(field, unit, ways)
    for other in field.joined(unit):
        if other.id not in alone and not other.walked and not field.engaged(other):
            _bring(field, unit, other, plan)
    field.tell(
        "moved", "Askari 7", unit=unit.id, length=ways.longest, was=list(front), to=list(formations.anchor_of(unit))
    )
    find(field, unit, [(figure.at,) for other in field.joined(unit) for figure in other.figures])
    mounts.scatter(field, unit)
    surprise(field, unit.seat)


def _after_walk(field: Field, unit: Unit, walked: int, length: int) -> None:
    unit.moves_made += 1
    unit.walked = max(unit.walked, walked)
    if walked:
        unit.prone, unit.aimed = False, 0
    if unit.is_alone:
        unit.joined = ""
        field.touched(unit)
        attach(field, unit)
        _bring_bearers(field, unit)
    covers = unit.has("take_cover") and not unit.mounted and not unit.piece and not field.engaged(unit)
    if covers and 2 * walked <= length:
        unit.prone = True
        field.tell("prone", "Askari 2.5, R80", unit=unit.id)
    unit.acted = not second_move(unit)


def _bring_bearers(field: Field, master: Unit) -> None:
    """A gunbearer goes where his master goes, and stays within 5 cm of him (Askari 2.3.8)."""
    for bearer in field.state.on_table(master.seat):
        if bearer.master != master.id or field.engaged(bearer):
            continue
        (figure,) = bearer.figures
        at = master.figures[0].at
        for spot in [figure.at, *_around(at, (master.base + bearer.base) // 2 + 1)]:
            if not geometry.within(spot, at, TABLES.reach.gunbearer):
                continue
            if placing.check_stand(field, bearer, {figure.id: spot}) is None:
                bearer.walked = max(bearer.walked, int(spot != figure.at))
                figure.at = spot
                field.touched()
                break


def attach(field: Field, unit: Unit) -> None:
    """Whoever ends his move, or is put down, beside a friendly unit is with it (R73).

    A Charismatic leader whose unit has fled becomes one of the next; whose unit is dead joins none (Askari 2.3.1).
    """
    if unit.what == "gunbearer" or unit.member_of == "nobody":
        return
    near = [
        other
        for other in field.friends(unit)
        if other.kind == "unit"
        and any(
            geometry.gap_at_most(figure.at, other.base, unit.figures[0].at, unit.base, TABLES.reach.attach)
            for figure in other.standing
        )
    ]
    found = field.nearest(unit, near)
    if found is None:
        return
    unit.joined = found.id
    field.touched(unit)
    if unit.member_of == "fled" and not found.allied:
        unit.member_of = found.id


def _bring(field: Field, unit: Unit, other: Unit, plan: Plan) -> None:
    """Whoever is with a unit goes with it, to behind its last rank, where there is room."""
    way = placing.follow(unit, Walk(ways={figure.id: (figure.at,) for figure in unit.standing}), other, plan)
    spots = [way[-1], *_around(way[-1], unit.base)]
    (figure,) = other.figures
    for spot in spots:
        if placing.check_stand(field, other, {figure.id: spot}) is None:
            figure.at = spot
            other.facing = plan.facing
            other.spent = (*other.spent, "moved_with")
            other.walked = max(other.walked, 1)
            other.aimed = 0
            field.touched(other)
            _bring_bearers(field, other)
            return
    other.joined = other.member_of = ""
    field.touched(other)


def _around(point: Point, step: int) -> Iterator[Point]:
    for size in (1, 2, 3, 4, 5, 6):
        for dx in range(-size, size + 1):
            for dy in range(-size, size + 1):
                if max(abs(dx), abs(dy)) == size:
                    yield Point(point[0] + dx * step, point[1] + dy * step)


def note_advances(field: Field, unit: Unit, ways: Mapping[str, tuple[Point, ...]]) -> None:
    for enemy in field.enemies(unit.seat):
        _note_advance(field, unit, enemy, ways)


def _note_advance(field: Field, unit: Unit, enemy: Unit, ways: Mapping[str, tuple[Point, ...]]) -> None:
    """Remember to whom it came straight: nearer by at least half of its nearest figure's path (H27)."""
    if not field.body(enemy).figures:
        return
    foes, rect = field.body(enemy).pairs, field.rect(enemy)
    way, best = None, -1
    for one in ways.values():
        if 0 <= best <= geometry.gap_squared(geometry.span(one[-1], one[-1]), rect):
            continue  # it ends further away than another
        square = geometry.nearest_squared(one[-1:], foes)
        if square < best or best < 0:
            way, best = one, square
    if way is None:
        return
    walked = geometry.path_length(way)
    before, after = (geometry.root_up(geometry.nearest_squared((at,), foes)) for at in (way[0], way[-1]))
    if walked and 2 * (before - after) >= walked:
        unit.inspired = (*unit.inspired, "advanced:" + enemy.id)


def _note_crossing(field: Field, unit: Unit, ways: Walk) -> None:
    for figure in unit.figures:
        way = ways.ways.get(figure.id, ())
        if any(field.ground.line_between(a, b) for a, b in pairwise(way) if a != b):
            figure.crossed = True


# --- Ambushes (H42, Askari F) ---------------------------------------------------------------------------------------


def detects_at(field: Field, unit: Unit) -> int:
    """How near a hidden enemy is found: 5 cm, 20 for a scout or a Crafty leader."""
    keen = unit.kind == "scout" or (unit.what == "leader" and "crafty" in unit.qualities)
    return TABLES.reach.near if keen else TABLES.reach.detect


def find(field: Field, unit: Unit, ways: Iterable[tuple[Point, ...]]) -> bool:
    """Find the ambushes beside these ways, at any point of them; no sight is needed (Askari F, 2.3.6)."""
    legs = [leg for way in ways for leg in (pairwise(way) if len(way) > 1 else [(way[0], way[0])])]
    keen = max(detects_at(field, other) for other in (unit, *field.joined(unit)))
    found = [
        other
        for other in field.state.units.values()
        if other.where == "hidden"
        and other.seat != unit.seat
        and any(geometry.near_segment(figure.at, a, b, 2 * keen + 1) for figure in other.figures for a, b in legs)
    ]
    for other in found:
        reveal(field, other, surprised=False)
    return bool(found)


def _until_found(field: Field, unit: Unit, ways: Walk) -> Walk:
    """The ways, cut short where an ambush that is found on the way leaves no lawful end."""
    found = find(field, unit, ways.ways.values())
    if not found or placing.check_stand(field, unit, ways.ends()) is None:
        return ways
    for share in (7, 6, 5, 4, 3, 2, 1):
        cut = Walk(
            ways={key: placing.cut(way, geometry.path_length(way) * share // 8) for key, way in ways.ways.items()}
        )
        if placing.check_stand(field, unit, cut.ends()) is None:
            return cut
    return Walk(ways={key: way[:1] for key, way in ways.ways.items()})


def reveal(field: Field, unit: Unit, *, surprised: bool) -> None:
    """A hidden unit is put on the table; revealed by its owner it surprises who is near (Askari 10, 2)."""
    unit.where, unit.order = "table", unit.order
    field.reveals = True
    field.tell("revealed", "Askari F", unit=unit.id, how="sprung" if surprised else "found")
    for other in field.company_of(unit):
        if other.where == "hidden":
            other.where = "table"
    field.touched()
    find(field, unit, [(figure.at,) for figure in unit.figures])
    if not surprised:
        return
    for enemy in field.enemies(unit.seat):
        if nerve.tests_itself(enemy) and field.near(unit, enemy, TABLES.courage.surprise):
            enemy.tests += 1
            field.tell("surprised", "Askari 10", unit=enemy.id)


def surprise(field: Field, mover: Seat) -> None:
    """Spring the ambushes whose standing order says so (H42)."""
    for unit in list(field.state.units.values()):
        if unit.where != "hidden" or unit.seat == mover or not unit.spring:
            continue
        unit.where = "table"  # only to look from where it lies
        field.touched(unit)
        near = any(
            enemy.is_combat and field.near(unit, enemy, unit.spring) and field.in_sight(unit, enemy)
            for enemy in field.enemies(unit.seat)
        )
        unit.where = "hidden"
        field.touched(unit)
        if near:
            reveal(field, unit, surprised=True)


# --- What the menu offers (H12) -------------------------------------------------------------------------------------


def offered(field: Field, unit: Unit, *, length: int, rough: bool, kind: str = "move") -> list[Plan]:
    """Lawful moves worth a button: towards and away from enemies and objectives, and standing fast."""
    anchor = formations.anchor_of(unit)
    goals: list[Point] = [formations.anchor_of(enemy) for enemy in _nearest_three(field, unit)]
    goals += list(field.state.objectives)
    found: list[Plan] = []
    for goal in goals:
        facing = geometry.facing_to(anchor, goal)
        back = Point(2 * anchor[0] - goal[0], 2 * anchor[1] - goal[1])
        for target in (goal, back):
            plan = _longest(field, unit, anchor, target, facing, length=length, rough=rough, kind=kind)
            if plan is not None and plan not in found:
                found.append(plan)
    return found


def straight(field: Field, unit: Unit, goal: Point, *, length: int, rough: bool, kind: str = "move") -> Plan | None:
    """The longest lawful move straight towards a point that the menu would find."""
    anchor = formations.anchor_of(unit)
    return _longest(field, unit, anchor, goal, geometry.facing_to(anchor, goal), length=length, rough=rough, kind=kind)


def _nearest_three(field: Field, unit: Unit) -> list[Unit]:
    enemies = [enemy for enemy in field.enemies(unit.seat) if enemy.standing]
    return sorted(enemies, key=lambda enemy: (field.squared(unit, enemy), enemy.id))[:3]


def _longest(
    field: Field, unit: Unit, anchor: Point, target: Point, facing: int, *, length: int, rough: bool, kind: str
) -> Plan | None:
    """As far as it comes: the whole allowance less what its figures need to close up or to wheel, or else a share of it."""
    best: tuple[int, Plan] | None = None
    for face in dict.fromkeys((facing, unit.facing)):
        far = length
        for _time in (1, 2):
            plan = Plan(
                points=(geometry.towards(anchor, target, far),), facing=face, ranks=unit.ranks, loose=unit.loose
            )
            refused = check_plan(field, unit, plan, length=length, rough=rough, kind=kind)
            if refused is None and (best is None or far > best[0]):
                best = far, plan
            if refused is None or refused.code != "too_far":
                break
            far -= refused.data["length"] - length + 1
            if far <= (best[0] if best else 0):
                break
    if best is not None and 8 * best[0] >= SHARES[1] * length:
        return best[1]
    for share in SHARES[1:]:
        if best is not None and 8 * best[0] >= share * length:
            return best[1]
        point = geometry.towards(anchor, target, length * share // 8)
        for face in dict.fromkeys((facing, unit.facing)):
            plan = Plan(points=(point,), facing=face, ranks=unit.ranks, loose=unit.loose)
            if check_plan(field, unit, plan, length=length, rough=rough, kind=kind) is None:
                return plan
    return None if best is None else best[1]


# --- The other actions of phase 4 -----------------------------------------------------------------------------------


def note_second(unit: Unit) -> None:
    if unit.moves_made == 1:
        unit.spent = (*unit.spent, "second_move")


def halt(field: Field, unit: Unit, length: int) -> None:
    """A move of no distance: a unit that takes cover is prone (R53)."""
    _after_walk(field, unit, 0, length)
    field.tell("halted", "Askari R53", unit=unit.id)


def do(field: Field, unit: Unit, kind: str, given: dict[str, Json]) -> None:
    """An action without a way: the move's dice, or what it does at once."""
    if kind == "move":
        note_second(unit)
        length = allowance(field, unit, given["rough"], f"walk{unit.moves_made}")
        if unit.kind == "scout":
            _lead(field, unit, length, given["rough"])
        field.state.going = {"unit": unit.id, "length": length, "rough": given["rough"], "kind": "move"}
    elif kind == "break_off":
        _break_off(field, unit, given["rough"])
    elif kind == "follow":
        _follow(field, unit)
    elif kind == "face":
        unit.facing = given["facing"]
        unit.spent = (*unit.spent, "faced")
        field.tell("faced", "Askari R86", unit=unit.id)
    elif kind == "reveal":
        reveal(field, unit, surprised=True)
    elif kind == "hardened":
        veterans.use(field, veterans.able(field, unit.seat, "hardened"), "hardened")
        unit.spent = (*unit.spent, "hardened")
    elif kind == "aim":
        unit.aimed, unit.acted = field.state.turn, True
        unit.spent = (*unit.spent, "no_shot")
        field.tell("aimed", "Askari R52", unit=unit.id)
    elif kind == "unjam":
        rolled = field.roll(1, 6, "unjam", unit.id)
        unit.jammed = rolled.total < TABLES.deviation.clears_on
        quartermaster = veterans.able(field, unit.seat, "quartermaster")
        if unit.jammed and quartermaster:
            veterans.use(field, quartermaster, "quartermaster")
            unit.jammed = False
        unit.acted = True
        unit.spent = (*unit.spent, "no_shot")
        field.tell("unjammed", "Askari R79", rolls=(rolled,), unit=unit.id, cleared=not unit.jammed)
    else:
        _change(field, unit, kind)


def _break_off(field: Field, unit: Unit, rough: bool) -> None:
    """One courage roll; who fails stays, the order spent and no marker (R58)."""
    unit.spent = (*unit.spent, "broke_off")
    if not nerve.rolls_courage(field, unit, "break_off"):
        unit.acted = True
        return
    length = allowance(field, unit, rough, "break_off")
    field.state.going = {"unit": unit.id, "length": length, "rough": rough, "kind": "break_off"}


def may_break_off(field: Field, unit: Unit) -> bool:
    """Whether it may try to leave a fight that it did not enter this turn (Askari 9.1.3, R58, R85)."""
    if not may_act(field, unit) or unit.piece or unit.kind == "baggage" or "broke_off" in unit.spent:
        return False
    return field.engaged(unit) and not unit.charged_in and not unit.was_charged and bool(unit.engaged_since)


# --- In column behind a scout (Askari 2.3.6, R94) ---


def _lead(field: Field, scout: Unit, length: int, rough: bool) -> None:
    """Note who stands in column behind a scout that sets out: they may go right after him, with his roll."""
    behind = [
        unit.id
        for unit in field.friends(scout)
        if unit.kind in ("unit", "baggage")
        and formations.is_column(unit)
        and min(geometry.squared(scout.figures[0].at, one.at) for one in unit.standing) <= TABLES.reach.column**2
        and may_walk(field, unit)
        and not unit.moves_made
    ]
    field.state.now["column"] = {"units": behind, "length": length, "rough": rough}


def may_follow(field: Field, unit: Unit) -> bool:
    column = field.state.now.get("column")
    return column is not None and unit.id in column["units"] and may_walk(field, unit)


def _follow(field: Field, unit: Unit) -> None:
    """It goes with the scout's roll, and does not shoot this turn."""
    column = field.state.now["column"]
    column["units"].remove(unit.id)
    unit.spent = (*unit.spent, "no_shot")
    field.state.going = {"unit": unit.id, "length": column["length"], "rough": column["rough"], "kind": "follow"}


def next_one(field: Field, unit: Unit, kind: str) -> None:
    """Somebody else acts: a musician's second move, and a column that waited, have had their time (R93, R94)."""
    if kind != "follow":
        field.state.now.pop("column", None)
    for other in field.state.on_table(unit.seat):
        if other is not unit and other.moves_made == 1 and other.takes_orders:
            other.acted = True


def _change(field: Field, unit: Unit, kind: str) -> None:
    """Mounting, dismounting, limbering: a whole move, and no way (Askari 7.4, H22, R97)."""
    if kind == "mount":
        found = mounts.in_the_saddle(field, unit)
        assert found is not None
        unit.mounted, unit.mounts = True, None
        unit.ranks, ends = found
        placing.put(field, unit, ends)
    elif kind == "dismount":
        unit.mounted, unit.mounts = False, formations.anchor_of(unit)
    else:
        unit.limbered = kind == "limber"
    unit.moves_made += 1
    unit.acted = not second_move(unit)
    field.touched()
    field.tell(kind, "Askari 7.4", unit=unit.id)
