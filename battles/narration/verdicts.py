"""Why a battle was won, drawn or lost: every step of the reasoning as a sentence."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.narration.core import Names, plain_names, problem_text, words
from rulesets.contract import Problem
from rulesets.verdict import Reason, Verdict

REASONS: Mapping[str, Any] = {
    "broken": gettext_lazy(
        "%(seat)s has %(left)s of %(start)s break points left: at %(value)s or fewer the army is broken."
    ),
    "not_broken": gettext_lazy(
        "%(seat)s has %(left)s of %(start)s break points left: more than the %(value)s at which the army breaks."
    ),
    "broke_first": gettext_lazy("%(seat)s broke first; what was lost after that does not change the result."),
    "who_broke_first": gettext_lazy("Both armies are broken: the one that broke first has lost. Say which it was."),
    "enough_destroyed": gettext_lazy(
        "%(enemy)s lost %(lost)s break points (%(needed)s are enough) and %(seat)s only %(own)s: a minor victory for %(seat)s."
    ),
    "too_little_destroyed": gettext_lazy(
        "%(enemy)s lost %(lost)s break points; a minor victory for %(seat)s needs %(needed)s."
    ),
    "not_fewer_lost": gettext_lazy(
        "%(enemy)s lost %(lost)s break points, enough for a minor victory; but %(seat)s lost %(own)s, which is not fewer."
    ),
    "nobody_won": gettext_lazy("Neither side has won: a draw."),
    "no_figures": gettext_lazy("Without break points the program cannot tell the level of victory."),
    "withdrew": gettext_lazy("%(seat)s withdrew: %(stays)s has at least a minor victory."),
    "village_destroyed": gettext_lazy(
        "The village was destroyed: a major victory for %(attacker)s, whatever the losses."
    ),
    "village_stands": gettext_lazy("The village stands: a draw, whatever the losses."),
    "village_attacker_withdrew": gettext_lazy("%(attacker)s withdrew from the village: a draw."),
    "village_defender_withdrew": gettext_lazy(
        "%(defender)s withdrew and gave up the village: a major victory for %(attacker)s."
    ),
    "longer_than_agreed": gettext_lazy("The battle lasted %(turns)s turns; %(agreed)s were agreed."),
}


def reason(told: Reason | Mapping[str, Any], names: Names = plain_names) -> str:
    """One step of the reasoning as a sentence. Takes what a happening kept of it as well."""
    code = told.code if isinstance(told, Reason) else told["code"]
    data = told.data if isinstance(told, Reason) else told["data"]
    if code in REASONS:
        return str(REASONS[code]) % words(data, names)
    return problem_text(Problem(code=code, data=data), names)


def proposal(verdict: Verdict, names: Names = plain_names) -> str:
    """What the figures say, as one sentence; "" while they say nothing."""
    if verdict.winner is None:
        return _("By these figures: a draw.") if verdict.complete else ""
    seat = {"winner": names.seat(verdict.winner)}
    if not verdict.complete:
        return _("By these figures: at least a minor victory for %(winner)s.") % seat
    if verdict.level == "major":
        return _("By these figures: a major victory for %(winner)s.") % seat
    return _("By these figures: a minor victory for %(winner)s.") % seat
