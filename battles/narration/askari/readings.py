"""Where the book of Askari leaves a doubt: what the question is, and what each answer means. The first answer of each is ours."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rulesets.askari.tables import TABLES
from rulesets.vocabulary import Json

QUESTIONS: Mapping[str, Promise] = {
    "native_min_ranks": _("In how many ranks must native units of four figures or more stand at least?"),
    "native_rough": _("How far do natives move on rough ground?"),
    "lance_shock": _("Is the +2 of Shock the same as the +2 of the lance, or does it come on top?"),
    "artillery_to_hit": _("Does the deviation die replace the roll to hit of shells and balls, or follow it?"),
    "canister_hits": _("How many hits does a shot of canister make?"),
    "shoot_order": _("Does one side fire all its units before the other, or do the sides take turns?"),
    "natural_six_misses": _("Does a six always miss, whatever is needed to hit?"),
    "leader_save": _("What do leaders and white men on foot need for a save?"),
    "guns_move_or_fire": _("Must guns choose between moving and firing in a turn?"),
    "pile_in": _("How far may figures without an opponent step up to a fight?"),
    "character_profiles": _("Do the printed values of special characters include their weapons?"),
    "matchlock_mod": _("What does the matchlock add to the shooting value?"),
    "woods_block": _("Do woods block the line of sight?"),
    "gun_pivot": _("Is turning a gun on the spot free, or a move?"),
}
ANSWERS: Mapping[tuple[str, str], Promise] = {
    ("native_rough", "3d6"): _("3d6, as the table of movement says"),
    ("native_rough", "3d6+2"): _("3d6+2, as the table of profiles says"),
    ("lance_shock", "same"): _("the same: +2 on the charge, nothing later"),
    ("lance_shock", "stacks"): _("on top: +2 always and another +2 on the charge"),
    ("artillery_to_hit", "deviation"): _("it replaces it: 4 to 6 is on target"),
    ("artillery_to_hit", "d_then_deviation"): _("it follows: first the roll to hit, then deviation"),
    ("canister_hits", "d6"): _("1d6"),
    ("canister_hits", "one"): _("one"),
    ("shoot_order", "sides"): _("one side after the other, the initiative first"),
    ("shoot_order", "alternate"): _("unit by unit in turns"),
    ("character_profiles", "base"): _("no: the weapon is added"),
    ("character_profiles", "total"): _("yes: nothing is added"),
    ("woods_block", "none"): _("no: they only give cover"),
    ("woods_block", "10"): _("yes, from 10 cm on"),
    ("gun_pivot", "free"): _("free"),
    ("gun_pivot", "move"): _("a move"),
    ("pile_in", "0"): _("not at all"),
    ("pile_in", "5"): _("5 cm"),
}


def question(key: str) -> str:
    """What is in doubt."""
    return str(QUESTIONS.get(key, key))


def answer(key: str, value: Json) -> str:
    """What an answer means; a number as it is."""
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    return str(ANSWERS.get((key, str(value)), value))


def default(key: str) -> str:
    """Our own answer."""
    return answer(key, TABLES.readings[key].values[0])


def sentence(key: str, value: Json | None = None) -> str:
    """A reading in one sentence: its number, the question, and the answer (ours, where none is given)."""
    told = default(key) if value is None else answer(key, value)
    return str(_("%(number)s. %(question)s Here: %(answer)s.")) % {
        "number": TABLES.readings[key].cites,
        "question": question(key),
        "answer": told,
    }
