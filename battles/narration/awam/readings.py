"""Where the source of AWAM leaves a doubt: the question, and what each answer means. The first answer of each is ours (AWAM 11)."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

QUESTIONS: Mapping[str, Promise] = {
    "A1": _("Is a 0 on a ten-sided die nought or ten in melee and cannon fire?"),
    "A3": _("Does the turn end once everybody has been activated?"),
    "A4": _("With an ace: one die for all squads, or one each?"),
    "A8": _("What does an irregular marksman add when reloading?"),
    "A10": _("What do a repeater’s second and third shots lose?"),
    "A11": _("Does cover make a hit harder, too?"),
    "A15": _("Does a die of a burst have to match, or to beat, what a rifle needs?"),
    "A17": _("What happens on a tie in melee?"),
    "A18": _("Do friends feel it when somebody is out by his second wound?"),
    "A20": _("Does half the winner’s total kill, however small the totals?"),
    "A22": _("Is a friend’s breaking felt without seeing it?"),
    "A26": _("Is a capture declared before or after the dice?"),
    "A28": _("Does a wound in melee throw a figure down?"),
    "A30": _("Do the umpire’s groups count for the end of the turn?"),
    "A33": _("Three dice alike: three or more, or exactly three?"),
    "A42": _("Who is the last man to stop a charge?"),
    "A43": _("Is the captor of a head remembered if the head goes free again?"),
    "A44": _("When has somebody silenced a gun?"),
    "A45": _("Does a flag planted on a bank count for the first flag up?"),
}
ANSWERS: Mapping[str, Mapping[str, Promise]] = {
    "A1": {"chosen": _("ten"), "other": _("nought")},
    "A3": {"chosen": _("yes"), "other": _("no, only by the second joker or an empty deck")},
    "A4": {"chosen": _("one for all"), "other": _("one each")},
    "A8": {"chosen": _("1"), "other": _("nothing")},
    "A10": {"chosen": _("2, then 4"), "other": _("2 each")},
    "A11": {"chosen": _("no, it acts on the result only"), "other": _("yes: light 1, heavy 2")},
    "A15": {"chosen": _("match or beat"), "other": _("match exactly")},
    "A17": {"chosen": _("nothing"), "other": _("both lose")},
    "A18": {"chosen": _("yes"), "other": _("no")},
    "A20": {"chosen": _("yes"), "other": _("only where the winner has 4 or more")},
    "A22": {"chosen": _("yes"), "other": _("no")},
    "A26": {"chosen": _("after them"), "other": _("before them")},
    "A28": {"chosen": _("yes"), "other": _("no")},
    "A30": {"chosen": _("no"), "other": _("yes")},
    "A33": {"chosen": _("three or more"), "other": _("exactly three")},
    "A42": {
        "chosen": _("the last of the game who put all that charged out or gave them a wound"),
        "other": _("whoever does so as the last of his squad still standing"),
    },
    "A43": {"chosen": _("yes"), "other": _("no")},
    "A44": {
        "chosen": _("when it is put out of use, or too few of its crew are left"),
        "other": _("when a shell puts it out of use"),
    },
    "A45": {"chosen": _("no, only one on the staff"), "other": _("yes")},
}


def question(key: str) -> str:
    """What a reading is about."""
    return str(QUESTIONS[key])


def answer(key: str, value: str) -> str:
    """One of a reading's answers."""
    return str(ANSWERS[key][value])
