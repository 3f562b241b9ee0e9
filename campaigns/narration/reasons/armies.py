"""Why a unit has so many figures: recovery, points lost, units bought (Hispania 6, 8, 9)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from campaigns.narration.reasons.core import Part, Question, explains
from campaigns.narration.reasons.events import event_rows
from campaigns.narration.words import Facts
from campaigns.rules.battles import part as share_of
from campaigns.rules.pack import Recovered, Share

RESULTS: dict[str, Any] = {
    "victory": gettext_lazy("The battle was won."),
    "draw": gettext_lazy("The battle was drawn."),
    "minor_defeat": gettext_lazy("The battle was lost: a minor defeat."),
    "major_defeat": gettext_lazy("The battle was lost: a major defeat."),
}
SHARES: dict[Share, Any] = {
    (1, 1): pgettext_lazy("share of figures that come back", "all return"),
    (1, 2): pgettext_lazy("share of figures that come back", "half return"),
    (1, 4): pgettext_lazy("share of figures that come back", "a quarter return"),
    (0, 1): pgettext_lazy("share of figures that come back", "none return"),
}
ANY_SHARE = pgettext_lazy("share of figures that come back", "%(part)s of %(whole)s return")


@explains("recovered")
def _recovered(question: Question) -> Part:
    data, book = question.data, question.book
    result = str(data.get("result"))
    share = getattr(book.pack.recovery, result, None) if result in RESULTS else None
    if not isinstance(share, Recovered):
        return Part()
    fractions = book.readings.get("fractions", book.pack.readings["fractions"].default)
    routed, destroyed = data.count("routed"), data.count("destroyed")
    back_routed, back_destroyed = (
        share_of(routed, share.routed, fractions),
        share_of(destroyed, share.destroyed, fractions),
    )
    left = data.count("before") - routed - destroyed
    steps = [str(RESULTS[result])]
    if routed:
        steps.append(_("%(count)s routed: %(share)s, %(back)s.") % _share(routed, share.routed, back_routed))
    if destroyed:
        steps.append(
            _("%(count)s destroyed: %(share)s, %(back)s.") % _share(destroyed, share.destroyed, back_destroyed)
        )
    steps.append(_sum(left, back_routed + back_destroyed))
    steps += _floor(question, left + back_routed + back_destroyed)
    return Part(steps=steps)


def _share(count: int, share: Share, back: int) -> dict[str, Any]:
    words = {"part": share[0], "whole": share[1]}
    return {"count": count, "share": str(SHARES.get(share, ANY_SHARE)) % words, "back": back}


def _sum(left: int, back: int) -> str:
    words = {"left": left, "back": back, "sum": left + back}
    return _("%(left)s stood at the end of the battle, %(back)s came back: %(sum)s.") % words


def _floor(question: Question, reckoned: int) -> list[str]:
    """The rule that makes a surviving unit up to five figures, where it did something."""
    after, floor = question.data.count("after"), question.book.pack.recovery.floor
    if after <= reckoned:
        return []
    text = ngettext(
        "A unit with survivors is made up to %(floor)s figure, but never above its strength before the battle: %(after)s.",
        "A unit with survivors is made up to %(floor)s figures, but never above its strength before the battle: %(after)s.",
        floor,
    )
    return [text % {"floor": floor, "after": after}]


def due(data: Facts) -> list[str]:
    """Points that were due, and what the owner's figures made of them."""
    words = {"amount": data["amount"], "points": data["points"]}
    if not data.count("amount"):
        return []
    if not data.get("figures"):
        return [_("%(amount)s points were due, but no such troops remained.") % words]
    if data.count("points") < data.count("amount"):
        return [_("%(amount)s points were due, but only %(points)s remained.") % words]
    if data["points"] == data["amount"]:
        return [_("%(amount)s points were due.") % words]
    return [_("%(amount)s points were due; whole figures make it %(points)s.") % words]


@explains("points_lost")
def _points_lost(question: Question) -> Part:
    data = question.data
    total = question.total()
    part = Part(rows=event_rows(question))
    if total is not None:
        part.steps.append(
            _("The roll of %(total)s makes %(amount)s points due.") % {"total": total, "amount": data["amount"]}
        )
    part.steps += due(data)
    return part


@explains("bought")
def _bought(question: Question) -> Part:
    return Part(steps=[_("%(figures)s figures with their command cost %(points)s points.") % question.data])


@explains("replaced")
def _replaced(question: Question) -> Part:
    if question.data.words("given_up"):
        return Part(steps=[_("A new general is given in exchange for the reinforcements of the year.")])
    return Part(steps=[_("There were no reinforcements to give up, so he cost nothing.")])


@explains("garrison")
def _garrison(question: Question) -> Part:
    return Part(
        rows=event_rows(question),
        steps=[_("The limit of next year's muster will be what is available, less these points.")],
    )
