"""What somebody decided, in words: the name of the decision, and what it says."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.narration.addresses import kind_name, roll_name
from campaigns.narration.book import Book, listed
from campaigns.narration.words import Facts, faces_text, given_up
from campaigns.rules.battles import winner_of
from campaigns.rules.decisions import (
    Choose,
    Decision,
    Fought,
    Length,
    LosePoints,
    Muster,
    ObeyRecall,
    Order,
    Ransom,
    ReplaceGeneral,
    Skip,
    SpendGrant,
    SpendReroll,
    StakeAll,
    StandingReroll,
    Successor,
    Surrender,
    Typed,
)
from campaigns.rules.scenarios import ALL_TROOPS
from rulesets.contract import Outcome

NAMES: dict[str, Any] = {
    "order": gettext_lazy("%(side)s: the order"),
    "skip": gettext_lazy("%(side)s: letting the year pass"),
    "choose": gettext_lazy("%(side)s: the choices about the scenario"),
    "muster": gettext_lazy("%(side)s: the muster"),
    "fought": gettext_lazy("The result of the battle"),
    "dice": gettext_lazy("%(side)s: dice typed in"),
    "noted_die": gettext_lazy("A die of the record"),
    "spend_reroll": gettext_lazy("%(side)s: whether to roll again"),
    "standing_reroll": gettext_lazy("%(side)s: the instruction for the re-roll"),
    "ransom": gettext_lazy("%(side)s: the ransom"),
    "stake_all": gettext_lazy("%(side)s: the last battle"),
    "obey_recall": gettext_lazy("%(side)s: the recall"),
    "lose_points": gettext_lazy("%(side)s: the troops given up"),
    "spend_grant": gettext_lazy("%(side)s: the new units"),
    "replace_general": gettext_lazy("%(side)s: the new general"),
    "successor": gettext_lazy("%(side)s: the name of the new general"),
    "surrender": gettext_lazy("%(side)s: the surrender"),
    "length": gettext_lazy("%(side)s: the last year of the war"),
}


def decision_name(prompt: str, side: str) -> str:
    """What a decision is about. ``side``: the name of the seat that made it."""
    return str(NAMES.get(prompt, gettext_lazy("%(side)s: a decision"))) % {"side": side}


def decision_text(seat: str, decision: Decision, book: Book) -> str:
    """What was decided, in a few words."""
    match decision:
        case Order(action=action):
            return book.action(action)
        case Muster(units=units, characters=characters):
            names = [book.unit(seat, key) for key in units] + [book.character(seat, key) for key in characters]
            return listed(names) or _("nobody")
        case Fought(outcome=outcome):
            return _outcome(outcome, book)
        case Typed(address=address, faces=faces):
            return f"{roll_name(address, book)}: {faces_text(faces)}"
        case Choose():
            return _choice(decision)
        case SpendGrant(units=units):
            return listed(_bought(units))
        case ReplaceGeneral(general=general):
            return general.name
        case LosePoints(figures=figures):
            return given_up(figures, seat, book) if figures else _("as the program chooses")
        case StandingReroll(roll=roll, below=below):
            return _("%(roll)s, below %(below)s") % {"roll": kind_name(roll, book), "below": below}
    return _short(seat, decision, book)


def _short(seat: str, decision: Decision, book: Book) -> str:
    match decision:
        case Ransom(character=key, pay=pay):
            name = book.character(seat, key)
            return (_("%(name)s is bought back") if pay else _("%(name)s is not bought back")) % {"name": name}
        case Successor(name=name):
            return name or _("as the program chooses")
        case Length(year=year):
            return _("no longer agreed") if year is None else _("year %(year)s") % {"year": year}
        case Surrender():
            return _("given up")
        case Skip(agree=yes) | SpendReroll(use=yes) | StakeAll(agree=yes) | ObeyRecall(obey=yes):
            return _("Yes") if yes else _("No")
    raise AssertionError(decision)


def _choice(choice: Choose) -> str:
    told = []
    if choice.points is not None:
        told.append(
            _("all troops") if choice.points == ALL_TROOPS else _("%(points)s points") % Facts(points=choice.points)
        )
    if choice.village:
        told.append(_("with a village"))
    if choice.camp:
        told.append(_("with a camp"))
    return listed(told) or _("the least points, no village, no camp")


def _bought(units: Iterable[Any]) -> list[str]:
    return [
        ngettext("%(unit)s (%(count)d figure)", "%(unit)s (%(count)d figures)", unit.figures)
        % {"unit": unit.name, "count": unit.figures}
        for unit in units
    ]


BEFELL: Mapping[str, Any] = {
    "felled": gettext_lazy("felled: %(names)s"),
    "captured": gettext_lazy("taken prisoner: %(names)s"),
}


def _outcome(outcome: Outcome, book: Book) -> str:
    winner = winner_of(outcome)
    parts = [result_text(winner, outcome.seats[winner].level if winner else None, book)]
    for side, units in outcome.units.items():
        lost = {key: one.routed + one.destroyed + one.captured for key, one in units.items()}
        if any(lost.values()):
            figures = given_up({key: count for key, count in lost.items() if count}, side, book)
            parts.append(_("%(side)s lost %(figures)s") % {"side": book.side(side), "figures": figures})
    for side, keys in outcome.guns_taken.items():
        if keys:
            enemy = next(one for one in book.pack.side_keys if one != side)
            names = listed(book.unit(enemy, key) for key in keys)
            parts.append(_("%(side)s took %(guns)s") % {"side": book.side(side), "guns": names})
    for side, people in outcome.characters.items():
        for fate, words in BEFELL.items():
            if who := [book.character(side, key) for key, one in people.items() if one.fate == fate]:
                parts.append(words % {"names": listed(who)})
    return "; ".join(parts)


def result_text(winner: str | None, level: str | None, book: Book) -> str:
    """How a battle ended."""
    if winner is None or winner == "draw":
        return _("A draw")
    major = level == "major"
    return (_("Major victory for %(side)s") if major else _("Minor victory for %(side)s")) % {"side": book.side(winner)}
