"""Tables and forces out of a seed: the same seed gives the same (Askari E and F.1).

A table is the same for both sides: what lies somewhere lies again where half a turn of the table brings it.
"""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from rulesets.askari import armies
from rulesets.askari.armies import Army, Person, Troop
from rulesets.askari.geometry import Point, Rect, apart
from rulesets.askari.ground import Piece
from rulesets.askari.tables import TABLES
from rulesets.dice import Dice, Keyed

STEP = 10
"""Places and sizes are whole centimetres."""
TRIES = 60


class Table(Struct, frozen=True, kw_only=True):
    """What lies where."""

    ground: tuple[Piece, ...]
    objectives: tuple[Point, ...] = ()


def seeded(seed: str, *more: str) -> Keyed:
    """Dice of a seed: for laying a table, never for a battle."""
    return Keyed("/".join(("askari generator", seed, *more)).encode())


# --- Tables ---------------------------------------------------------------------------------------------------------


def table(width: int, height: int, dice: Dice) -> Table:
    """Terrain in pairs, one of a pair on each half; something in the middle, or a place worth holding."""
    rows = TABLES.generator
    laid: list[tuple[str, Rect]] = []
    for number in range(dice.roll(1, 3, ("pairs",)).total + rows.fewest_pairs - 1):
        kind = dice.pick(rows.kinds, ("kind", str(number)))
        for box in _boxes(width, height, dice, str(number)):
            turned = Rect(width - box.right, height - box.high, width - box.left, height - box.low)
            if all(apart(_wider(one), other) for one in (box, turned) for _kind, other in laid) and apart(
                _wider(box), turned
            ):
                laid += [(kind, box), (kind, turned)]
                break
    middle = dice.roll(1, 6, ("middle",)).total
    objectives: tuple[Point, ...] = ()
    if middle <= rows.objective_on:
        objectives = (Point(width // 2, height // 2),)
    elif middle >= rows.middle_on:
        half = STEP * (6 + dice.roll(1, 6, ("middle", "size")).total)
        box = Rect(width // 2 - half, height // 2 - half, width // 2 + half, height // 2 + half)
        if all(apart(_wider(box), other) for _kind, other in laid):
            laid.append((dice.pick(rows.kinds, ("middle", "kind")), box))
    return Table(ground=tuple(sorted(_pieces(laid), key=lambda piece: piece.id)), objectives=objectives)


def _boxes(width: int, height: int, dice: Dice, number: str) -> Iterator[Rect]:
    """Rectangles between the two strips where armies deploy, on one half."""
    rows = TABLES.generator
    clear = TABLES.deployment.depth + rows.gap
    for time in range(TRIES):
        where = (number, str(time))
        wide, deep = (
            STEP * (rows.smallest // STEP + dice.roll(1, rows.sizes, ("size", *where, side)).total) for side in "xy"
        )
        across = (width - wide - 2 * rows.gap) // STEP
        along = (height // 2 - clear) // STEP
        left = rows.gap + STEP * (dice.roll(1, across, ("left", *where)).total - 1)
        low = clear + STEP * (dice.roll(1, along, ("low", *where)).total - 1)
        yield Rect(left, low, left + wide, low + deep)


def _wider(box: Rect) -> Rect:
    gap = TABLES.generator.gap
    return Rect(box.left - gap, box.low - gap, box.right + gap, box.high + gap)


def _pieces(laid: Sequence[tuple[str, Rect]]) -> Iterator[Piece]:
    for number, (kind, box) in enumerate(laid, start=1):
        left, low, right, high = box
        corners = (Point(left, low), Point(right, low), Point(right, high), Point(left, high))
        yield Piece(id=f"{kind}-{number}", kind=kind, points=corners, resistance=TABLES.terrain[kind].resistance)


# --- Forces ---------------------------------------------------------------------------------------------------------


def force(army: Army, most: int, dice: Dice) -> Army:
    """As much of a list as so many points pay for: its leader, then units, figures for them, and people."""
    leader = [person for person in army.people if person.what == "leader"]
    others = [person for person in army.people if person.what != "leader"]
    fewest = 3 if any("martinet" in person.qualities for person in leader) else 2
    left = 100 * most // army.worth - sum(map(armies.person_points, leader))
    units, left = _units(army.units, left, fewest, dice)
    units, left = _grown(units, left)
    people: list[Person] = []
    for key in dice.shuffle([person.key for person in others], ("people",)):
        person = next(one for one in others if one.key == key)
        price = armies.person_points(person)
        if price <= left and not person.master and person.what != "sumptuous_baggage":
            people.append(person)
            left -= price
    chosen = sorted(people, key=lambda person: person.key)
    return msgspec.structs.replace(army, units=units, people=(*leader, *chosen))


def limits(troop: Troop) -> tuple[int, int]:
    """The fewest and the most figures of a unit (Askari E)."""
    if troop.piece:
        return troop.figures, troop.figures
    rows = TABLES.generator
    low, high = rows.cavalry if armies.is_mounted(troop) else rows.infantry
    return max(low, len(troop.specials)), high


def _units(troops: Sequence[Troop], left: int, fewest: int, dice: Dice) -> tuple[tuple[Troop, ...], int]:
    """Units of the list by chance, each again and again while there are points; the last ones as small as may be."""
    chosen: list[Troop] = []
    names = {troop.key: troop for troop in troops}
    small = {key: msgspec.structs.replace(troop, figures=limits(troop)[0]) for key, troop in names.items()}
    cheapest = min(map(armies.unit_points, small.values()))
    for time in range(TABLES.generator.times):
        for key in dice.shuffle(list(names), ("units", str(time))):
            kept = cheapest * max(0, fewest - 1 - len(chosen))  # for those that it still needs
            wanted = names[key] if len(chosen) >= fewest - 1 else small[key]
            troop = next((one for one in (wanted, small[key]) if armies.unit_points(one) <= left - kept), None)
            if troop is not None and len(chosen) < armies.MOST_UNITS // 2:
                again = sum(one.key.partition("+")[0] == key for one in chosen)
                chosen.append(msgspec.structs.replace(troop, key=f"{key}+{again + 1}") if again else troop)
                left -= armies.unit_points(troop)
    return tuple(sorted(chosen, key=lambda troop: troop.key)), left


def _grown(units: Sequence[Troop], left: int) -> tuple[tuple[Troop, ...], int]:
    """Figures for what is left, one to each unit in turn."""
    grown = list(units)
    while True:
        able = [
            number
            for number, troop in enumerate(grown)
            if troop.figures < limits(troop)[1] and armies.each(troop) <= left
        ]
        if not able:
            return tuple(grown), left
        for number in able:
            price = armies.each(grown[number])
            if price <= left:
                grown[number] = msgspec.structs.replace(grown[number], figures=grown[number].figures + 1)
                left -= price
