"""Readings of the printed rules that no club is asked about: the program takes each in one way, and says which.

Those that a club may choose are data of the pack (``Pack.readings``); these have no other answer worth a switch.
"""

import re
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from msgspec import UNSET

from campaigns.rules.pack import Pack

NUMBER = re.compile(r"\bR\d+\b")

SETTLED: dict[str, str | Promise] = {
    "R3": gettext_lazy(
        "Terrain: C is the centre of the table, F a flank. Where a scenario names no number of pieces, your own book says what is placed."
    ),
    "R6": gettext_lazy(
        "A command skill that a general has already is rolled again; with all of them he learns nothing."
    ),
    "R13": gettext_lazy(
        "A last battle: both orders are Battle, all troops may come, and its winner wins the war, by the level of that victory. "
        "A draw leaves the surrender standing."
    ),
    "R14": gettext_lazy(
        "Victory points may fall below nothing. More and fewer compare totals, standing awards included."
    ),
    "R15": gettext_lazy(
        "Points of troops that are lost: their owner gives up figures of that kind until their points are enough. Left alone, the "
        "program takes the cheapest figures first, from the largest unit, and leaves five in each while it can."
    ),
    "R16": gettext_lazy(
        "A re-roll may be used on one roll of its holder's, once he has seen it: an event, a fate, a wound, a skill or a "
        "consequence. The second result stands."
    ),
    "R20": gettext_lazy(
        "A general who has won but is dead learns nothing. A defensive battle counts as a battle for command skills, a lesser "
        "engagement does not."
    ),
    "R21": gettext_lazy("Lasting wounds add up."),
    "R22": gettext_lazy(
        "Garrisons: a side may muster the smaller of the scenario's points and of what it has less the garrisons, never less than "
        "nothing."
    ),
    "R23": gettext_lazy(
        "Who stays when the enemy withdraws has a minor victory at least; a major one if the army that left is reduced to its break value."
    ),
    "R24": gettext_lazy("Every row of the table of alliances grants native troops."),
    "R25": gettext_lazy("Where both sides must give battle, a pitched battle follows."),
    "R26": gettext_lazy(
        "A captured character is off the roster until his side pays for him, at once or before a later muster. Captured is not killed."
    ),
    "R28": gettext_lazy(
        "Losses leave the roster and come back in one step, at recovery: while a battle is scored, the standing awards still see the "
        "armies as they mustered."
    ),
    "R29": gettext_lazy("A ransom is neither battle nor event: it is never doubled."),
    "R30": gettext_lazy(
        "An order home is settled when next year's scenario is known, and by its battle if there is one; a last battle as soon as its "
        "result is confirmed."
    ),
    "R32": gettext_lazy(
        "Alliances come first, then punishments, then reinforcements, Rome first in each; after each of them the lead is looked at."
    ),
    "R33": gettext_lazy(
        "The native contingent is of whole units, whose own leaders are leaders enough. A side with fewer natives brings all it has."
    ),
    "R34": gettext_lazy(
        "A lead that wins at once is a major victory; a surrender is a minor victory for the other side."
    ),
    "R35": gettext_lazy(
        "Grants are spent between the closing of a year and the next muster. What is available at the end of a year does not include them."
    ),
}
"""Of the frame's own war, by the number of a reading."""
FRAME = ("R3", "R6", "R14", "R16", "R21", "R22", "R23", "R26", "R28", "R29", "R30", "R33", "R34", "R35")
"""Those that name nothing of one war: a pack in the same frame has them too."""
NATIVES = "R33"
"""Says something only where a scenario asks for a contingent of natives."""


def _of(pack: Pack) -> Mapping[str, str | Promise]:
    if pack.book is UNSET:
        return SETTLED
    natives = any(scenario.contingent is not None for scenario in pack.scenarios.values())
    return {number: SETTLED[number] for number in FRAME if natives or number != NATIVES}


def settled(pack: Pack) -> list[tuple[str, str]]:
    """Number and sentence of each, in the reader's language."""
    return [(number, str(text)) for number, text in _of(pack).items()]


def settled_in(pack: Pack, rule: str) -> list[tuple[str, str]]:
    """Those that a citation such as "Hispania 8, R15" names."""
    known = _of(pack)
    return [(number, str(known[number])) for number in NUMBER.findall(rule) if number in known]
