"""Hand to hand: how many dice, who fights whom, who falls (Askari 9). Nothing here knows where anybody stands."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from rulesets.askari import modifiers
from rulesets.askari.modifiers import named, total
from rulesets.askari.tables import TABLES
from rulesets.contract import Modifier


class Fighter(Struct, frozen=True, kw_only=True):
    """What bears on a figure's dice. ``base``: L before weapons, None for NO; ``weapon``: what its best weapon adds now."""

    base: int | None
    weapon: int = 0
    fanatic: bool = False
    agile: bool = False
    charged_in: bool = False
    """It moved into this contact."""
    was_charged: bool = False
    threw: bool = False
    shock: bool = False
    """A lance on the charge that adds Shock besides its own modifier (R15)."""
    inspired: int = 0
    """How many make it fight better (R7): the leader's quality, a correspondent."""
    veteran: tuple[str, ...] = ()
    """What a character's wounds, deeds and skills add (Askari E)."""
    across: bool = False
    """It has just climbed, or its enemy stands behind a fortification."""


def rows(fighter: Fighter, *, principal: bool = True) -> list[Modifier]:
    """What is added to L besides the weapon. The fortification counts against the principal only (R47)."""
    table = TABLES.fight
    found = [("inspired", table.inspired)] * fighter.inspired
    if fighter.shock:
        found.append(("shock", table.shock))
    if fighter.agile:
        found.append(("agile", table.agile))
    if fighter.threw:
        found.append(("threw", table.threw))
    if fighter.fanatic and fighter.charged_in:
        found.append(("fanatic_charging", table.fanatic_charging))
    elif fighter.fanatic and fighter.was_charged:
        found.append(("fanatic_charged", table.fanatic_charged))
    found += [(key, table.veterans[key]) for key in fighter.veteran]
    if fighter.across and principal:
        found.append(("across", table.across))
    return [named(key, row) for key, row in found]


def value(fighter: Fighter, *, principal: bool = True) -> int:
    """L with everything that is added to it; never below 0 (R47)."""
    if fighter.base is None:
        return 0
    return max(0, fighter.base + fighter.weapon + total(rows(fighter, principal=principal)))


def support(supporter: Fighter | None) -> int:
    """The dice that a second figure adds: half of its own, rounded up (Askari 9.1.2)."""
    return 0 if supporter is None else -(-value(supporter, principal=False) // TABLES.fight.support)


def dice_of(principal: Fighter, supporter: Fighter | None = None) -> int:
    """The dice of one figure, or of two against one."""
    return value(principal) + support(supporter)


def told(principal: Fighter, supporter: Fighter | None = None) -> dict[str, Any]:
    """The same, part by part, as it is told to the players."""
    return {
        "base": principal.base,
        "weapon": principal.weapon,
        "rows": modifiers.told(rows(principal)),
        "support": support(supporter),
        "dice": dice_of(principal, supporter),
    }


def wounds(faces: Sequence[int]) -> int:
    return sum(face >= TABLES.fight.wounds_on for face in faces)


def loser(received: tuple[int, int]) -> int | None:
    """Which of two is removed: who received more; None when equal (R43)."""
    first, second = received
    return None if first == second else 0 if first > second else 1


class Fights(Struct, frozen=True, kw_only=True):
    """Pairs of attacker and defender, and for each figure left over the pair that it joins."""

    pairs: tuple[tuple[str, str], ...]
    supports: dict[str, tuple[str, str]]


def paired(contacts: Mapping[str, Sequence[str]], *, idle: frozenset[str] = frozenset()) -> Fights:
    """Who fights whom (H36). ``contacts``: the defenders that each attacker touches; ``idle``: who never supports (R84)."""
    touched: dict[str, list[str]] = {}
    for attacker in sorted(contacts):
        for defender in contacts[attacker]:
            touched.setdefault(defender, []).append(attacker)
    pairs: list[tuple[str, str]] = []
    taken: set[str] = set()
    for attacker in sorted(contacts, key=lambda figure: (len(contacts[figure]), figure)):
        free = [defender for defender in contacts[attacker] if defender not in taken]
        if free:
            defender = min(free, key=lambda figure: (len(touched[figure]), figure))
            pairs.append((attacker, defender))
            taken |= {attacker, defender}
    pairs.sort()
    supports: dict[str, tuple[str, str]] = {}
    held: set[tuple[str, str]] = set()
    for attacker in sorted(contacts):
        _join(attacker, [pair for pair in pairs if pair[1] in contacts[attacker]], taken, held, supports, idle)
    for defender in sorted(touched):
        _join(defender, [pair for pair in pairs if pair[0] in touched[defender]], taken, held, supports, idle)
    return Fights(pairs=tuple(pairs), supports=supports)


def _join(
    figure: str,
    joinable: Sequence[tuple[str, str]],
    taken: set[str],
    held: set[tuple[str, str]],
    supports: dict[str, tuple[str, str]],
    idle: frozenset[str],
) -> None:
    if figure in taken or figure in idle:
        return
    for pair in joinable:
        if pair not in held:
            supports[figure] = pair
            held.add(pair)
            taken.add(figure)
            return
