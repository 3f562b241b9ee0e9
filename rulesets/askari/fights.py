"""Phase 6: groups of units in contact, pairs, dice, who falls, the step after it; baggage and hospitals (Askari 9, H35-H38)."""

from collections.abc import Sequence

from msgspec import Struct

from rulesets.askari import geometry, losing, melee, nerve, placing, veterans
from rulesets.askari.field import Field
from rulesets.askari.melee import Fighter
from rulesets.askari.state import Figure, Unit
from rulesets.askari.tables import TABLES
from rulesets.dice import Rolled
from rulesets.vocabulary import Json, Seat


class Pairing(Struct, frozen=True, kw_only=True):
    """One fight: the attacker's figures and the defender's; at most one side has two."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]


def groups(field: Field) -> list[list[str]]:
    """Units linked by contact, that have not fought yet this turn (H35)."""
    linked: dict[str, set[str]] = {}
    for _figure, one, _enemy, other in field.contacts:
        if one.kind in ("baggage", "hospital") or other.kind in ("baggage", "hospital"):
            continue
        linked.setdefault(one.id, set()).add(other.id)
        linked.setdefault(other.id, set()).add(one.id)
    found: list[list[str]] = []
    seen: set[str] = set()
    for key in sorted(linked):
        if key in seen:
            continue
        group, reach = {key}, [key]
        while reach:
            for near in sorted(linked[reach.pop()] - group):
                group.add(near)
                reach.append(near)
        seen |= group
        if not any("fought" in field.unit(one).spent for one in group):
            found.append(sorted(group))
    return found


def attacker_of(field: Field, group: Sequence[str]) -> Seat:
    """Who moved into contact this turn, else who has the initiative (H35)."""
    units = [field.unit(key) for key in group]
    for unit in units:
        if unit.charged_in:
            return unit.seat
    first = field.state.in_order()[0]
    return first if any(unit.seat == first for unit in units) else field.state.other(first)


def contacts_of(field: Field, group: Sequence[str], attacker: Seat) -> dict[str, list[str]]:
    """The defenders that each attacking figure touches; a piece stands for each of its crew."""
    found: dict[str, list[str]] = {}
    for figure, one, enemy, other in field.contacts:
        if one.id not in group or other.id not in group:
            continue
        own, foe, own_unit, foe_unit = (
            (figure, enemy, one, other) if one.seat == attacker else (enemy, figure, other, one)
        )
        for name in _names(own, own_unit):
            found.setdefault(name, []).extend(_names(foe, foe_unit))
    return {key: sorted(set(value)) for key, value in sorted(found.items())}


def _names(figure: Figure, unit: Unit) -> list[str]:
    """A figure, or every man of a crew (Askari 9.1.4)."""
    return [f"{figure.id}#{number + 1}" for number in range(unit.crew)] if unit.piece else [figure.id]


def plain(name: str) -> str:
    return name.partition("#")[0]


def pairs_of(field: Field, group: Sequence[str]) -> tuple[Seat, list[list[list[str]]]]:
    """Who attacks, and every fight of a melee: the attacker's figures and the defender's (H36)."""
    attacker = attacker_of(field, group)
    touching = contacts_of(field, group, attacker)
    idle = frozenset(
        name
        for name in {*touching, *(one for many in touching.values() for one in many)}
        if field.owner_of(plain(name)).melee is None
    )
    fights = melee.paired(touching, idle=idle)
    pairs: list[list[list[str]]] = []
    for own, foe in fights.pairs:
        supporters = [figure for figure, pair in fights.supports.items() if pair == (own, foe)]
        attackers, defenders = [own], [foe]
        for figure in supporters:
            (attackers if field.owner_of(plain(figure)).seat == attacker else defenders).append(figure)
        pairs.append([attackers, defenders])
    return attacker, pairs


def start(field: Field, group: Sequence[str]) -> None:
    """Make the pairs, and ask who is principal where two stand against one."""
    attacker, pairs = pairs_of(field, group)
    for key in group:
        unit = field.unit(key)
        unit.spent = (*unit.spent, "fought")
    veterans.begin_fight(field, [field.unit(key) for key in group])
    field.state.melee = {
        "group": list(group),
        "attacker": attacker,
        "pairs": pairs,
        "number": 0,
        "winners": [],
        "step": 0,
    }
    field.tell("melee", "Askari 9", units=list(group), fights=len(pairs))


def fighter(field: Field, name: str, enemy_name: str) -> Fighter:
    """What bears on the dice of a figure against another."""
    figure, unit = field.figure(plain(name)), field.owner_of(plain(name))
    enemy = field.figure(plain(enemy_name))
    best, shock = _best_weapon(field, unit)
    leader = field.has_quality(unit.seat, "combative") if unit.kind != "animal" else None
    inspired = 0
    if leader is not None and (
        leader is unit or (not unit.allied and field.near(leader, unit, TABLES.reach.near) and _fights(field, leader))
    ):
        inspired += 1
    majestic = field.has_quality(unit.seat, "majestic") if unit.kind != "animal" else None
    if (
        majestic is not None
        and majestic is not unit
        and not unit.allied
        and field.near(majestic, unit, TABLES.reach.far)
    ):
        inspired += field.in_sight(majestic, unit)
    inspired += field.is_watched(unit)
    return Fighter(
        base=TABLES.animals[unit.what].melee if unit.kind == "animal" else unit.melee,
        weapon=best,
        shock=shock,
        fanatic=unit.has("fanatic"),
        agile=unit.has("agile"),
        charged_in=unit.charged_in,
        was_charged=unit.was_charged,
        threw=figure.threw,
        inspired=inspired,
        veteran=veterans.in_melee(field, unit, figure),
        across=figure.crossed or field.ground.fortified(enemy.at, figure.at),
    )


def _fights(field: Field, unit: Unit) -> bool:
    """Whether he fights in this phase, or has done so already."""
    return field.engaged(unit) or "fought" in unit.spent


def _best_weapon(field: Field, unit: Unit) -> tuple[int, bool]:
    """The best melee weapon allowed: a lance on the charge, while mounted (H31, R15)."""
    stacks = field.readings["lance_shock"] == "stacks"
    if field.has_whole_profile(unit):
        return 0, False
    found = [(0, False)]
    for key in unit.weapons:
        weapon = TABLES.melee.get(key)
        if weapon is not None and (not weapon.charging or (unit.mounted and (unit.charged_in or stacks))):
            found.append((weapon.modifier, weapon.charging and stacks and unit.charged_in))
    return max(found, key=lambda one: one[0] + one[1] * TABLES.fight.shock.value)


def go_on(field: Field) -> None:
    """The next fight of a melee, or the steps after it."""
    held = field.state.melee
    assert held is not None
    pairs = held["pairs"]
    while held["number"] < len(pairs):
        attackers, defenders = pairs[held["number"]]
        both = attackers if len(attackers) > 1 else defenders
        if len(both) > 1 and not held.get("chosen") and _differ(field, both):
            owner = field.owner_of(plain(both[0]))
            if owner.kind != "animal":
                field.ask(
                    owner.seat,
                    "principal",
                    figures=list(both),
                    against=[*(defenders if both is attackers else attackers)],
                )
                return
        held["chosen"] = False
        _fight(field, attackers, defenders)
        held["number"] += 1
    while held["step"] < len(held["winners"]):
        name, foe_unit = held["winners"][held["step"]]
        if step_to(field, name, foe_unit) is not None and not held.get("asked"):
            held["asked"] = True
            field.ask(field.owner_of(plain(name)).seat, "step", figure=name, unit=foe_unit)
            return
        held["asked"] = False
        held["step"] += 1
    field.state.melee = None
    if field.readings["pile_in"]:
        _pile_in(field, held["group"])
    field.touched()


def _pile_in(field: Field, group: Sequence[str]) -> None:
    """Where a club reads it so, every figure that touches nobody steps up as a winner does (R60)."""
    for key in group:
        unit = field.unit(key)
        for figure in list(unit.standing):
            for foe in field.foes(unit):
                step(field, figure.id, foe.id)


def _differ(field: Field, names: Sequence[str]) -> bool:
    """Whether it matters who is principal."""
    units = [field.owner_of(plain(name)) for name in names]
    figures = [field.figure(plain(name)) for name in names]
    return units[0].melee != units[1].melee or units[0].id != units[1].id or figures[0].role != figures[1].role


def _fight(field: Field, attackers: Sequence[str], defenders: Sequence[str]) -> None:
    """Roll one fight; the principal who received more is removed at once (H37)."""
    sides = (attackers, defenders)
    made: list[int] = []
    parts: list[dict[str, Json]] = []
    rolls = []
    for own, foe in (sides, sides[::-1]):
        first = fighter(field, own[0], foe[0])
        second = fighter(field, own[1], foe[0]) if len(own) > 1 else None
        parts.append(melee.told(first, second))
        rolled = field.roll(parts[-1]["dice"], 6, "fight", own[0], foe[0])
        rolls.append(rolled)
        made.append(melee.wounds(rolled.faces))
    _again(field, sides, made, rolls)
    received = (made[1], made[0])
    for names, wounds in zip(sides, received, strict=True):
        if wounds:
            losing.wounded(field.owner_of(plain(names[0])))
    lost = melee.loser(received)
    field.tell(
        "fight",
        "Askari 9.1",
        rolls=rolls,
        attackers=list(attackers),
        defenders=list(defenders),
        wounds=made,
        parts=parts,
        removed=None if lost is None else sides[lost][0],
    )
    if lost is None:
        return
    fallen, winner = sides[lost][0], sides[1 - lost][0]
    unit, by = field.owner_of(plain(fallen)), field.owner_of(plain(winner))
    _fell(field, unit, field.figure(plain(fallen)), by, field.figure(plain(winner)))
    held = field.state.melee
    assert held is not None
    held["winners"].append([winner, unit.id])


def _again(field: Field, sides: tuple[Sequence[str], Sequence[str]], made: list[int], rolls: list[Rolled]) -> None:
    """Whoever has a deed to his name rolls a die that did not wound once more, in the first fight that he does not win (Askari E)."""
    for number, (own, foe) in enumerate((sides, sides[::-1])):
        unit, figure = field.owner_of(plain(own[0])), field.figure(plain(own[0]))
        if made[number] > made[1 - number] or made[number] == len(rolls[number].faces):
            continue
        if veterans.fights_again(field, unit, figure):
            rolls.append(field.roll(1, 6, "fight_again", own[0], foe[0]))
            made[number] += melee.wounds(rolls[-1].faces)


def _fell(field: Field, unit: Unit, figure: Figure, by: Unit, winner: Figure) -> None:
    veterans.kill(field, by, winner, unit, figure)
    if unit.piece:
        losing.lost_crew(field, unit, by=by)
        return
    if losing.spare(unit):
        field.tell("assistant", "Askari 2.3.1, R72", unit=unit.id)
        return
    losing.killed(field, unit, by)
    losing.casualty(field, unit)
    losing.remove(field, unit, figure, how="melee", by=by)


def step_to(field: Field, name: str, foe_unit: str) -> geometry.Point | None:
    """Where a winner may step to touch another figure of the same unit, or None (H38)."""
    unit, foe = field.owner_of(plain(name)), field.unit(foe_unit)
    if unit.where != "table" or foe.where != "table" or not foe.standing or unit.piece or unit.kind == "animal":
        return None
    figure = next((one for one in unit.standing if one.id == plain(name)), None)
    if figure is None or any(
        figure in (own, enemy) for own, one, enemy, other in field.contacts if foe in (one, other)
    ):
        return None
    enemy = min(foe.standing, key=lambda one: (geometry.squared(figure.at, one.at), one.id))
    on_it = sum(enemy in (own, other) for own, _one, other, _unit in field.contacts)
    gap = -(-(unit.base + foe.base) // 2) + 1
    spot = geometry.moved(enemy.at, geometry.ahead(geometry.facing_to(enemy.at, figure.at)), gap)
    if on_it >= 2 or geometry.length(figure.at, spot) > TABLES.fight.step:
        return None
    taken = any(geometry.overlap(spot, unit.base, one.at, unit.base) for one in unit.standing if one is not figure)
    blocked = any(
        geometry.overlap(spot, unit.base, one.at, other.base)
        for other in (*placing.others(field, unit), *field.joined(unit))
        for one in other.standing
    )
    if taken or blocked or field.ground.obstacle(figure.at, spot, rough=True, mounted=unit.mounted):
        return None
    return spot


def step(field: Field, name: str, foe_unit: str) -> None:
    spot = step_to(field, name, foe_unit)
    figure = field.figure(plain(name))
    if spot is not None:
        figure.at = spot
        field.touched()
        field.tell("stepped", "Askari 9", figure=figure.id)


def captures(field: Field) -> None:
    """Baggage and hospitals in contact with an enemy at the end of the phase (6e, R12, R84)."""
    taken: dict[str, set[str]] = {}
    used: set[str] = set()
    for figure, one, enemy, other in list(field.contacts):
        for loot, thing, by, unit in ((figure, one, enemy, other), (enemy, other, figure, one)):
            if (
                thing.kind == "baggage"
                and unit.kind != "animal"
                and unit.melee is not None
                and by.id not in used
                and loot.id not in taken.get(thing.id, set())
            ):
                taken.setdefault(thing.id, set()).add(loot.id)
                used.add(by.id)
            if thing.kind == "hospital" and unit.kind != "animal" and thing.where == "table":
                _hospital_lost(field, thing, unit)
    for key in sorted(taken):
        unit = field.unit(key)
        enemy_seat = field.state.other(unit.seat)
        last = unit.figures[0]
        unit.figures = [figure for figure in unit.figures if figure.id not in taken[key]]
        field.touched()
        field.state.side(enemy_seat).baggage_taken += len(taken[key])
        field.tell("baggage_taken", "Askari 2.3.14", unit=key, elements=len(taken[key]), left=len(unit.figures))
        if not unit.figures:
            field.state.side(unit.seat).baggage_lost = True
            losing.gone(field, unit, last, "captured")
        for other in field.state.on_table(unit.seat):
            if nerve.tests_itself(other):
                other.tests += 1


def _hospital_lost(field: Field, unit: Unit, by: Unit) -> None:
    last = unit.figures[0]
    unit.figures = []
    losing.gone(field, unit, last, "destroyed", by=by)
