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
FIXED: Mapping[str, tuple[Promise, Promise, Promise]] = {
    "A2": (_("What is the “colour” of a deck?"), _("the colour of the card’s back"), _("red and black suits as sides")),
    "A5": (_("May a figure act more than once a turn?"), _("yes, once a card; fire takes the whole turn"), _("no")),
    "A6": (
        _("What were the lost exceptions to orders?"),
        _("leaders act freely; warriors close to the enemy charge freely"),
        _("others"),
    ),
    "A7": (
        _("Who tests for a fall, and when?"),
        _("on foot when breaking into a run; mounted at each gallop"),
        _("at every run; at the gallop on difficult ground only"),
    ),
    "A9": (_("Is a reload score a sum over turns, or one roll?"), _("a sum"), _("one roll")),
    "A12": (
        _("Which colours have the markers?"),
        _("as the list of markers has them: brown empty, red wound, green blade"),
        _("brown a light wound, red a serious one"),
    ),
    "A13": (
        _("When is an ordinary melee settled?"),
        _("after the moves of the squad that acts"),
        _("at the end of the turn"),
    ),
    "A14": (_("One against many: how often does he roll?"), _("once"), _("once for each enemy")),
    "A16": (
        _("Which shots are the “more than 7” of the fourth turn of fire?"),
        _("those of that turn"),
        _("all shots so far"),
    ),
    "A19": (
        _("Does an aimed shot after a reload need an order?"),
        _("yes; without one it is not aimed, which is 2 less and 2 less"),
        _("no: 2 less stands for both"),
    ),
    "A21": (_("“In sight” of a death: where must one look?"), _("anywhere: the line counts"), _("to the front half")),
    "A23": (
        _("Is a lancer’s fight at a walk or trot settled later?"),
        _("yes, as an ordinary melee"),
        _("only the gallop counts"),
    ),
    "A24": (
        _("Who leads: one for each squad, or one for the player?"),
        _("one for each squad"),
        _("one for the player"),
    ),
    "A25": (
        _("May a figure that was never activated in a turn still reload?"),
        _("yes, at the end of the turn"),
        _("no"),
    ),
    "A27": (_("Are a repeater’s three shots at one target?"), _("yes"), _("no, at several")),
    "A29": (
        _("Who is an enemy among more than two players?"),
        _("only who is at war with one"),
        _("everybody else"),
    ),
    "A31": (
        _("What does a leader do to stop who runs?"),
        _("within 10 cm he spends an order"),
        _("being near is enough"),
    ),
    "A32": (_("Whom does a burst catch?"), _("everybody within 5 cm"), _("enemies only")),
    "A34": (_("What passes the test to fire at attackers?"), _("4 or more"), _("2 or more")),
    "A35": (
        _("What is the half speed of the wounded?"),
        _("half of a walk on that ground"),
        _("half of a walk on normal ground"),
    ),
    "A36": (
        _("What is the “second shot at the same target”?"),
        _("the next shot, however many turns later"),
        _("that of the next turn of fire"),
    ),
    "A37": (
        _("What is “on his right” for a lance?"),
        _("the whole right side of the way he rides"),
        _("the right front only"),
    ),
    "A38": (_("Does a wounded rider fall off?"), _("yes"), _("no, he rides on at half the horse’s walk")),
    "A39": (_("Is an order for a figure or for the squad?"), _("for one figure"), _("for the whole squad")),
    "A40": (_("May one let a card pass?"), _("no, but one may give no order"), _("yes")),
    "A41": (_("Does the second joker always end the turn?"), _("yes"), _("the umpire may let it go on")),
}
"""The doubtful points that are read in one way only: what is in doubt, how it is played, and how else it could be."""


def question(key: str) -> str:
    """What a reading is about."""
    return str(QUESTIONS[key])


def answer(key: str, value: str) -> str:
    """One of a reading's answers."""
    return str(ANSWERS[key][value])
