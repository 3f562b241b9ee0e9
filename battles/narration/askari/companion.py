"""What the pages of Askari's table companion say: its rolls, their circumstances, and what is proposed the first time."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battles.narration.askari import readings, words
from battles.narration.askari.table import KEY
from battles.narration.companions import Said, Words, register_companion
from rulesets.vocabulary import Json

ROLLS: Mapping[str, Promise] = {
    "initiative": _("New turn: initiative"),
    "reinforcements": _("Reinforcements"),
    "orders": _("Order dice"),
    "move": _("Move"),
    "shoot": _("Shoot"),
    "saves": _("Saves"),
    "deviation": _("Deviation"),
    "burst": _("Under the marker"),
    "unjam": _("Clear a jam"),
    "fight": _("Melee"),
    "courage": _("Courage"),
    "rally": _("Rally"),
    "hospital": _("Hospital"),
    "animal": _("Animal"),
}
LABELS: Mapping[str, Promise] = {
    "units": _("Units"),
    "officers": _("Officers"),
    "threshold": _("Order die (0: roll it now)"),
    "martinet": _("Martinet leader"),
    "moves": _("Who moves?"),
    "rough": _("Rough ground"),
    "effendi": _("Effendi near"),
    "correspondent": _("Correspondent watching"),
    "whole": _("Came in last turn"),
    "weapon": _("Weapon"),
    "figures": _("Figures"),
    "shooting": _("Shooting value (D)"),
    "far": _("Beyond half range"),
    "canister": _("Canister"),
    "save": _("Save of the target"),
    "stand": _("Figures to hit (0: any number)"),
    "reaction": _("Fires at a charge"),
    "shooter_fortified": _("Behind a wall"),
    "cover": _("Target in cover"),
    "poor_light": _("Poor light"),
    "pygmy": _("Pygmy target"),
    "shooter_moved": _("Shooter moved"),
    "target_moved": _("Target moved"),
    "prone": _("Target prone"),
    "agile": _("Agile"),
    "higher": _("From higher ground"),
    "aimed": _("Aimed"),
    "unit_leader": _("Unit leader"),
    "combative": _("Combative leader"),
    "majestic": _("Majestic leader"),
    "hits": _("Hits"),
    "poisoned": _("Poisoned arrows"),
    "times": _("Fights alike"),
    "second": _("Dice of a second figure (half are added)"),
    "melee": _("Melee value (L)"),
    "charges": _("Charges"),
    "charged": _("Was charged"),
    "fanatic": _("Fanatic"),
    "threw": _("Has thrown"),
    "across": _("Climbed, or across a wall"),
    "inspired": _("Inspired by a leader"),
    "courage": _("Courage value (C)"),
    "at_start": _("Figures at the start of the turn"),
    "casualties": _("Casualties this turn"),
    "more": _("Tests for other causes"),
    "cancelled": _("Tests cancelled"),
    "marked": _("Has a marker"),
    "once": _("Fires at a charge, or breaks off"),
    "officer": _("Officer"),
    "religious": _("Religious leader"),
    "bloodthirsty": _("Bloodthirsty enemy"),
    "baggage_lost": _("All baggage lost"),
    "eloquent": _("Eloquent leader"),
    "wounded": _("Wounded"),
    "animal": _("Which animal?"),
    "in_water": _("In the water"),
}
SAVES: Mapping[int, Promise] = {
    4: _("4: officer, mounted, gun, vehicle"),
    5: _("5: musician, standard, scout, hospital"),
    6: _("6: foot figures"),
    7: _("no save"),
}
FIRST_TIME: Mapping[str, Any] = {
    "units": 4,
    "figures": 6,
    "shooting": 2,
    "courage": 4,
    "at_start": 10,
    "save": 6,
    "own_melee": 3,
    "foe_melee": 3,
    "first": 1,
    "second": 1,
    "fight.second": 0,
    "hits": 1,
    "wounded": 1,
    "weapon": "breech_loading_rifle",
    "moves": "regular",
    "animal": "lion",
}


def kept(state: Json, kind: str, said: Said) -> dict[str, Any]:
    """What this seat said the last time, and one order die for both sides (Askari 6)."""
    if kind != "orders":
        return dict(said)
    return {**said, "threshold": state.get("threshold") or 0}


register_companion(
    KEY,
    _("Askari on your own table, with the companion"),
    Words(
        game=_("Askari"),
        rolls=ROLLS,
        labels=LABELS,
        values={
            "save": SAVES,
            "weapon": {"": _("nothing, or counted already"), **words.WEAPONS},
            "moves": words.TYPES,
            "animal": words.ANIMALS,
        },
        first_time=FIRST_TIME,
        parts={"own_": _("This side"), "foe_": _("The enemy")},
        sided=_("Aggression factor: %(side)s"),
        listed=("save",),
        question=readings.question,
        answer=readings.answer,
        kept=kept,
    ),
)
