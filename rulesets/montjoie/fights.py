"""Close combat: odds, shifts, the die, and what the letter does (Montjoie 4.7, 4.8)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from rulesets.contract import Modifier
from rulesets.montjoie import harm, hexes, reach, riding, stakes
from rulesets.montjoie.field import Field, mount_of
from rulesets.montjoie.state import BASE, Figure, Frame, Place, place_of
from rulesets.montjoie.tables import Tables

RULE = "Montjoie 4.8"
ROPES = ("rope1", "rope2")
LADDERS = ("ladder1", "ladder2")
TARGETS = {"-": (1, "bad_ground"), "+": (-1, "good_ground"), "wall": (-1, "across_wall")}
"""Columns for where the target stands, and what it is told as (Montjoie 4.8)."""
ATTACKERS = {"-": -1, "+": 1}
"""Columns for where an attacker stands."""


class Odds(Struct, kw_only=True):
    """An attack as it stands. ``column`` counts from 0, after the shifts; None: no attack at such odds."""

    attack: int
    defence: int
    base: int | None
    column: int | None
    shifts: tuple[Modifier, ...]
    die: int
    """What is added to the die."""
    supporters: tuple[str, ...]
    chargers: tuple[str, ...] = ()


def attack_factor(field: Field, one: Figure, target: Figure) -> int:
    """Doubled in a charge, eightfold in a jump (Montjoie 4.8)."""
    if one.jumps_on == target.id:
        return field.tables.number["jump_factor"] * one.strength
    attack = field.numbers(one)[0]
    return attack * field.tables.number["charge_factor"] if charges(field, one, target) else attack


def charges(field: Field, one: Figure, target: Figure) -> bool:
    """The last three steps went straight ahead over easy going, and the target is straight before the head (Montjoie 4.2)."""
    steps = field.tables.number["charge_steps"]
    if not one.mounted or len(one.track) < steps or field.state.seat != one.seat:
        return False
    if any(way != one.facing for way in one.track[-steps:]):
        return False
    ahead = hexes.neighbour(one.at, one.facing)
    if ahead not in field.hexes_of(target) or field.here.low_wall(one.at, one.facing):
        return False
    front = field.state.stakes.get(ahead)
    return front is None or hexes.opposite(one.facing) not in front  # no charge across the front of stakes (2.1.2)


def supporters(field: Field, target: Figure, attackers: Sequence[Figure]) -> list[Figure]:
    """Friends standing right behind one who kneels, in no other combat of this phase (Montjoie 2.4.2, R21)."""
    if not target.kneeling:
        return []
    found = []
    for other in field.state.on_map(target.seat):
        if other is target or not _stands_behind(field, other, target):
            continue
        if any(hexes.distance(hex_, other.at) <= 1 for one in attackers for hex_ in field.hexes_of(one)):
            continue
        if field.readings["kneel.behind"] == "opposite" and not any(
            hexes.direction(other.at, target.at) == hexes.direction(target.at, hex_)
            for one in attackers
            for hex_ in field.hexes_of(one)
            if hexes.distance(hex_, target.at) == 1
        ):
            continue
        found.append(other)
    return found


def _stands_behind(field: Field, other: Figure, target: Figure) -> bool:
    return (
        other.is_fit
        and not other.mounted
        and not other.kneeling
        and not field.is_animal(other)
        and not other.assailed
        and not other.helped
        and other.layer == target.layer
        and hexes.distance(other.at, target.at) == 1
    )


def defence_of(field: Field, target: Figure, helpers: Sequence[Figure]) -> int:
    own = field.numbers(target)[1]
    if target.stunned and field.readings["stun.defence"] == "half":
        own //= 2
    return own + sum(field.numbers(one)[1] for one in helpers)


def odds(field: Field, attackers: Sequence[Figure], target: Figure) -> Odds:
    """Attack, defence, column and shifts of an attack as things stand."""
    helpers = supporters(field, target, attackers)
    attack = sum(attack_factor(field, one, target) for one in attackers)
    defence = defence_of(field, target, helpers)
    shifts = tuple(shifts_of(field, attackers, target))
    base, column = columns(field.tables, attack, defence, shifts)
    die = 0
    if any(one.jumps_on == target.id for one in attackers):
        die = jump_modifier(field.tables, field.readings, harm.kind_of(field, target))
    return Odds(
        attack=attack,
        defence=defence,
        base=base,
        column=column,
        shifts=shifts,
        die=die,
        supporters=tuple(one.id for one in helpers),
        chargers=tuple(one.id for one in attackers if one.jumps_on != target.id and charges(field, one, target)),
    )


def columns(tables: Tables, attack: int, defence: int, shifts: Sequence[Modifier]) -> tuple[int | None, int | None]:
    """The column of such odds, and after the shifts; None: no attack (Montjoie 4.8)."""
    last = len(tables.combat_foot.columns) - 1
    base = tables.odds(attack, defence) if defence else last
    if base is None:
        return None, None
    return base, min(last, max(0, base + sum(each.value for each in shifts)))


def jump_modifier(tables: Tables, readings: Mapping[str, Any], kind: str) -> int:
    """What the target of a jump adds to the die (Montjoie 1.2.6, R39). ``kind``: as of ``harm.kind_in``."""
    value = tables.jump_modifiers[kind][0]
    return -value if readings["jump.mods"] == "add" and kind == "mounted_armour" else value


def shifts_of(field: Field, attackers: Sequence[Figure], target: Figure) -> list[Modifier]:
    """Columns to the right for the attackers (Montjoie 4.8)."""
    if any(one.layer in LADDERS for one in (target, *attackers)):
        return []  # a fight on a ladder knows no shift (4.10)
    found = []
    mark, key = _defenders_mark(field, attackers, target)
    if mark:
        found.append(Modifier(key=key, value=mark, rule="Montjoie 4.8"))
    jumpers = any(one.jumps_on == target.id for one in attackers)
    worst = 0 if jumpers else _mark_of(field, attackers)
    if worst:
        found.append(Modifier(key="attackers_ground", value=worst, rule="Montjoie R49"))
    found += _weather(field, attackers, target, jumpers=jumpers)
    if target.layer in ROPES or any(one.layer in ROPES for one in attackers):
        found.append(rope_shift(field.tables, field.readings, attacked=target.layer in ROPES))
    return found


def rope_shift(tables: Tables, readings: Mapping[str, Any], *, attacked: bool) -> Modifier:
    """``attacked``: whoever hangs on the rope is, rather than attacks (Montjoie 3.4.3, R35)."""
    ropes = tables.number
    if attacked:
        return Modifier(key="rope", value=ropes["rope_shift"], rule="Montjoie 3.4.3")
    own = ropes["rope_shift_own" if readings["rope.shift"] == "climber" else "rope_shift"]
    return Modifier(key="rope", value=own, rule="Montjoie R35")


def _defenders_mark(field: Field, attackers: Sequence[Figure], target: Figure) -> tuple[int, str]:
    mark = field.mark(target)
    if mark == "0" and all(_across_wall(field, one, target) for one in attackers):
        return TARGETS["wall"]
    return TARGETS.get(mark, (0, ""))


def _across_wall(field: Field, one: Figure, target: Figure) -> bool:
    """Whether the attacker strikes across a wall that helps the defender, wherever he reaches him (Montjoie 1.3, R10)."""
    marks = [
        field.here.side_mark(other, own)
        for own in field.held(one)
        for other in field.held(target)
        if hexes.distance(own[0], other[0]) == 1
    ]
    return bool(marks) and all(mark == "+" for mark in marks)


def _mark_of(field: Field, attackers: Sequence[Figure]) -> int:
    """The attackers' worst mark, or their average (R49)."""
    marks = [_own_mark(field, one) for one in attackers]
    if field.readings["combat.mark"] == "average":
        return (abs(sum(marks)) // len(marks)) * (1 if sum(marks) > 0 else -1) if marks else 0
    return min(marks, default=0)


def _own_mark(field: Field, one: Figure) -> int:
    """One left on bad ground, one right on good; what helps a defender only counts nothing."""
    mark = field.mark(one)
    return ATTACKERS.get(mark, 0) if mark != "+" or one.layer == "bed" else 0


def _weather(field: Field, attackers: Sequence[Figure], target: Figure, *, jumpers: bool) -> list[Modifier]:
    """In such weather everybody in the open stands badly; two sides in the open cancel out (R2)."""
    if not field.state.has("weather"):
        return []
    return weather_shifts(
        field.readings,
        weather_mark(field.tables, field.readings, field.state.weather),
        target=not field.is_covered(target),
        attackers=not jumpers and any(not field.is_covered(one) for one in attackers),
    )


def weather_shifts(readings: Mapping[str, Any], mark: str, *, target: bool, attackers: bool) -> list[Modifier]:
    """By the mark of the weather, and who stands in the open (R2)."""
    if mark != "-":
        return []
    found = []
    if target and readings["weather.combat_on"] != "attackers":
        found.append(Modifier(key="weather_target", value=TARGETS["-"][0], rule="Montjoie R2"))
    if attackers:
        found.append(Modifier(key="weather_attackers", value=ATTACKERS["-"], rule="Montjoie R2"))
    return found


def weather_mark(tables: Tables, readings: Mapping[str, Any], weather: str) -> str:
    """The combat mark of the weather, which the source leaves in doubt for three of its rows (R1)."""
    chosen = readings["weather.combat"]
    certain = chosen == "rain_snow_storm" or weather in (chosen, "clear", "night", "fog")
    return tables.weather[weather].combat if certain else "0"


# --- What comes of it


def resolve(field: Field, attackers: list[Figure], target: Figure) -> str:
    """Roll, and do what the letter says; advances and retreats are pending afterwards. Answers with the letter."""
    told = odds(field, attackers, target)
    for key in told.supporters:
        field.figure(key).helped = True
    mark_attacked(field, target)
    letter = rolled(field, attackers, target, told)
    if letter:
        settle(field, attackers, target, letter)
    return letter


def rolled(field: Field, attackers: Sequence[Figure], target: Figure, told: Odds) -> str:
    """The die and its letter; empty where the odds allow no attack."""
    if told.column is None:
        field.tell("no_attack", RULE, figures=[one.id for one in attackers], target=target.id)
        return ""
    die = field.roll(10, "combat", *(one.id for one in attackers))
    grid = field.tables.combat_mounted if target.mounted else field.tables.combat_foot
    letter = grid.read(told.column, die.total + told.die)
    field.tell(
        "fought",
        RULE,
        rolls=(die,),
        figures=[one.id for one in attackers],
        target=target.id,
        attack=told.attack,
        defence=told.defence,
        supporters=list(told.supporters),
        chargers=list(told.chargers),
        shifts={each.key: each.value for each in told.shifts},
        column=grid.columns[told.column],
        die=die.total,
        modifier=told.die,
        result=letter,
    )
    return letter


def settle(field: Field, attackers: list[Figure], target: Figure, letter: str) -> None:
    """The result of a combat: what is pending is pushed so that the last is settled first."""
    held = list(field.held(target))
    if not any(one.jumps_on for one in attackers):
        field.push(
            "advance", attackers[0].seat, figs=[one.id for one in attackers], hexes=[list(place) for place in held]
        )
    match letter:
        case "A":
            _strike_attackers(field, attackers)
        case "B":
            for one in reversed(attackers):
                _back_attacker(field, one, target)
        case "C" | "D" | "E" | "F":
            deeds = strike(field, target, letter, [one.id for one in attackers])
            for one in attackers:
                one.deeds += deeds if is_equal(one, target) else 0


def is_equal(one: Figure, target: Figure) -> bool:
    """Whether felling him is a deed: he is worth as much at least (house)."""
    return target.price >= one.price > 0


def _strike_attackers(field: Field, attackers: list[Figure]) -> None:
    if len(attackers) > 1:
        field.push("pick", attackers[0].seat, figs=[one.id for one in attackers])
        return
    stunned(field, attackers[0])


def stunned(field: Field, one: Figure) -> None:
    """Letter A strikes an attacker: dead on a rope; on a ladder and on horseback he keeps his place (R35, 4.2)."""
    if one.layer in ROPES and field.readings["rope.shift"] == "climber":
        harm.die(field, one, "fell_from_rope")
        return
    harm.stun(field, one, "combat")


def _back_attacker(field: Field, one: Figure, target: Figure) -> None:
    if one.layer in ROPES or one.layer in LADDERS:
        return
    harm.force(field, one, field.tables.number["retreat"], cause="combat", foes=(target.id,))


def strike(field: Field, target: Figure, letter: str, foes: Sequence[str]) -> int:
    """What a combat letter does to whoever is attacked. Answers with 1 where it felled him."""
    if target.layer in ROPES:
        if letter in ("D", "E", "F"):
            harm.die(field, target, "fell_from_rope")
            return 1
        return 0
    if target.layer in LADDERS:
        return _on_ladder(field, target, letter)
    if target.mounted:
        return _strike_rider(field, target, letter, foes)
    if letter == "C":
        harm.force(field, target, field.tables.number["retreat"], cause="combat", foes=foes)
    elif letter == "D":
        harm.stun(field, target, "combat")
    elif letter == "E":
        harm.wound(field, target, "combat")
    else:
        harm.die(field, target, "combat")
    return int(target.where == "dead")


def _strike_rider(field: Field, target: Figure, letter: str, foes: Sequence[str]) -> int:
    harmed, horse = field.tables.combat_riders[letter]
    if harmed == "back":
        harm.force(field, target, field.tables.number["retreat"], cause="combat", foes=foes)
    elif harmed == "dead":
        harm.die(field, target, "combat", horse=horse)
    else:
        harm.throw(field, target, horse, "combat", harm=harmed)
    return int(target.where == "dead")


def _on_ladder(field: Field, target: Figure, letter: str) -> int:
    """On a ladder: C one level down, D and E a fall instead of the letter (Montjoie 4.10)."""
    if letter == "C":
        lower: Place = (target.at, "ladder1" if target.layer == "ladder2" else BASE)
        if field.is_free(lower):
            target.layer = lower[1]
            field.touched()
            field.tell(
                "went_back",
                "Montjoie 4.10",
                figure=target.id,
                at=target.at,
                layer=target.layer,
                facing=0,
                cause="combat",
            )
        return 0
    if letter == "F":
        harm.die(field, target, "combat")
        return 1
    harm.fall(field, [target], "combat")
    return int(target.where == "dead")


# --- Opening and closing


def open_attack(field: Field, attackers: list[Figure], target: Figure) -> None:
    """An attack is named: those in it have had theirs, and the target may go out of its way (Montjoie 2.5)."""
    count = field.state.count
    field.tell("attacks", RULE, figures=[one.id for one in attackers], target=target.id)
    for one in attackers:
        one.attacked, one.fought_in = True, count
    field.push("resolve", fig=target.id, figs=[one.id for one in attackers])
    field.push("answer", target.seat, target.id, figs=[one.id for one in attackers])


def strike_home(field: Field, frame: Frame) -> None:
    """The target stood: the attack is rolled."""
    target = field.figure(frame.fig)
    attackers = [field.figure(key) for key in frame.data["figs"]]
    attackers = [one for one in attackers if one.is_fit and one.at]
    if target.where != "map" or not target.at or not attackers:
        return
    resolve(field, attackers, target)


def mark_attacked(field: Field, target: Figure) -> None:
    """Whoever is attacked in close combat; of a loader, his crossbowman may not shoot for a while (Montjoie 2.2, R16)."""
    target.assailed, target.fought_in = True, field.state.count
    if target.loads_for and target.loads_for in field.state.figures:
        ban_for(field, target)


def ban_for(field: Field, loader: Figure) -> None:
    shooter = field.figure(loader.loads_for)
    shooter.banned_until = field.state.count + 1
    field.tell("loader_attacked", "Montjoie 2.2", figure=shooter.id, loader=loader.id)


def picks(field: Field, frame: Frame) -> list[str]:
    return [key for key in frame.data["figs"] if field.figure(key).where == "map" and field.figure(key).at]


def advances(field: Field, frame: Frame) -> list[tuple[str, Place]]:
    """Who may step into an emptied hex, by a step that can be made (Montjoie 4.8)."""
    found: list[tuple[str, Place]] = []
    for hex_, layer in frame.data["hexes"]:
        place: Place = (hex_, layer)
        if not field.here.has(place) or not field.is_free(place):
            continue
        for key in frame.data["figs"]:
            one = field.state.figures[key]
            if one.where == "map" and one.at and one.is_fit and not one.kneeling and _may_advance(field, one, place):
                found.append((key, place))
    return found


def _may_advance(field: Field, one: Figure, place: Place) -> bool:
    if one.mounted:
        return any(
            step.kind == "ride" and step.head == place[0] and place[1] == BASE
            for step in riding.rides(field.here, mount_of(one))
        )
    return any(step.to == place and step.kind in ("step", "crown_step") for step in reach.moves(field.here, one.place))


def advance(field: Field, one: Figure, name: str) -> None:
    """The step of an advance costs nothing; a rider tests on stakes (Montjoie 2.1.4)."""
    place = place_of(name)
    leaving = one.at
    if one.mounted:
        way = hexes.direction(one.at, place[0])
        assert way is not None
        one.facing = way
    one.at, one.layer = place
    field.touched()
    field.tell("advanced", RULE, figure=one.id, at=one.at, layer=one.layer, facing=one.facing)
    stakes.rides_on(field, one, leaving)
