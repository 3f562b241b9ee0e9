"""What a charge is worth, and whether it is likely to come home, as the program judges it (for ``bot``)."""

from rulesets.askari import approach, charging, purposes
from rulesets.askari.field import Field
from rulesets.askari.state import Unit
from rulesets.askari.strength import at_a_distance, hand_to_hand

PAYS = 10
"""A charge is declared where it is worth at least so many tenths of what meets it."""
LONG_ODDS = 40
"""Millimetres more than its average roll from which a unit that lives by cold steel charges: a charge that falls short is a move."""


def best(field: Field, unit: Unit) -> str | None:
    """The id of whom it had best charge; None where that pays nowhere. Whom an average roll reaches the highest reaches too."""
    rated = [
        (worth(field, unit, target), target.id)
        for target in charging.chargeable(field, unit)
        if likely(field, unit, target)
    ]
    most, found = max(rated, default=(0, None))
    return found if most >= PAYS else None


def pays(field: Field, unit: Unit, target: Unit) -> bool:
    """Whether a charge at that enemy is likely to come home, and worth it."""
    return likely(field, unit, target) and worth(field, unit, target) >= PAYS


def worth(field: Field, unit: Unit, target: Unit) -> int:
    """What a charge is worth: fights it would win, and what it costs on the way. Where it does not pay, that cost may be left out."""
    own, foe = hand_to_hand(unit), hand_to_hand(target)
    if target.kind in ("baggage", "hospital"):
        return 40 if own else 0
    most = 10 * own // max(1, foe) + (2 if target.count < unit.count else 0)
    if most < PAYS:
        return most  # not even if nobody fell
    # One in six of those hit is saved; who falls on the way does not fight.
    fallen = 5 * at_a_distance(target) // 36 if charging.reaction(field, target, unit) is not None else 0
    left = max(0, unit.count - fallen)
    support = 2 if target.count < left else 0
    return 10 * own * left // max(1, foe * unit.count) + support


def likely(field: Field, unit: Unit, target: Unit) -> bool:
    """Whether an average roll reaches it, or one that is a little better where it storms: one that falls short is a move."""
    paces = approach.paces(field, unit)
    if not field.near(unit, target, max(paces) + LONG_ODDS):
        return False  # it is too far on any ground
    average = paces[charging.mode(field, unit, target)]
    more = LONG_ODDS if purposes.closes_in(field, unit) else 0
    return bool(average) and field.near(unit, target, average + more)
