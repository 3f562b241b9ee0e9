"""What a unit is worth with cold steel and with fire, as the program judges it (for ``bot`` and ``approach``)."""

from rulesets.askari import aiming, shooting
from rulesets.askari.state import Unit
from rulesets.askari.tables import TABLES

FAR = 200
"""Millimetres from which a weapon is one to stand and fire with."""


def hand_to_hand(unit: Unit) -> int:
    """How it fights: dice of a figure on the charge, and how many there are."""
    if unit.melee is None:
        return 0
    best = max((TABLES.melee[weapon].modifier for weapon in unit.weapons if weapon in TABLES.melee), default=0)
    return (unit.melee + best + 2 * unit.has("fanatic")) * unit.count


def at_a_distance(unit: Unit) -> int:
    """How it shoots: hits in sixths, by all that fire."""
    if unit.shooting is None:
        return 0
    found = 0
    for key in aiming.weapons_of(unit):
        weapon = TABLES.missile[key]
        number = max(0, min(6, unit.shooting + weapon.modifier - 1))
        dice = weapon.shots[0] * (1 if unit.piece else shooting.able(weapon, unit.count))
        found = max(found, number * dice * (3 if weapon.cls == "artillery" else 1))
    return found


def is_shooter(unit: Unit) -> bool:
    """Whether it does better to stand and fire: a piece, or a firearm of some range where L is not its strength."""
    far = any(TABLES.missile[weapon].longest >= FAR for weapon in aiming.weapons_of(unit))
    return bool(unit.piece) or (far and 3 * at_a_distance(unit) >= 2 * hand_to_hand(unit))
