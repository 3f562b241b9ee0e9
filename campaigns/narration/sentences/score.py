"""Victory points, and the end of the war (Hispania 5)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from campaigns.narration.book import Book
from campaigns.narration.telling import named, tells, together
from campaigns.narration.words import Facts, number, score_text
from rulesets.contract import Happening

WON: dict[str, Any] = {
    "battle": ngettext_lazy(
        "%(side)s won %(points)s victory point for the battle.",
        "%(side)s won %(points)s victory points for the battle.",
        "points",
    ),
    "troops": ngettext_lazy(
        "%(side)s won %(points)s victory point for having more troops than %(enemy)s.",
        "%(side)s won %(points)s victory points for having more troops than %(enemy)s.",
        "points",
    ),
    "event": ngettext_lazy(
        "The event brought %(side)s %(points)s victory point.",
        "The event brought %(side)s %(points)s victory points.",
        "points",
    ),
    "ransom": ngettext_lazy(
        "The ransom brought %(side)s %(points)s victory point.",
        "The ransom brought %(side)s %(points)s victory points.",
        "points",
    ),
}
ANY_WON = ngettext_lazy("%(side)s won %(points)s victory point.", "%(side)s won %(points)s victory points.", "points")
LOST: dict[str, Any] = {
    "general_killed": ngettext_lazy(
        "The death of its general in chief cost %(side)s %(points)s victory point.",
        "The death of its general in chief cost %(side)s %(points)s victory points.",
        "points",
    ),
    "event": ngettext_lazy(
        "The event cost %(side)s %(points)s victory point.",
        "The event cost %(side)s %(points)s victory points.",
        "points",
    ),
    "ransom": ngettext_lazy(
        "The ransom cost %(side)s %(points)s victory point.",
        "The ransom cost %(side)s %(points)s victory points.",
        "points",
    ),
}
ANY_LOST = ngettext_lazy(
    "%(side)s lost %(points)s victory point.", "%(side)s lost %(points)s victory points.", "points"
)
ENDS: dict[tuple[str, str], Any] = {
    ("lead", "major"): gettext_lazy("With a lead of %(lead)s victory points %(winner)s won the war: a major victory."),
    ("lead", "minor"): gettext_lazy("With a lead of %(lead)s victory points %(winner)s won the war: a minor victory."),
    ("years", "major"): gettext_lazy(
        "After the last agreed year %(winner)s led by %(lead)s victory points and won the war: a major victory."
    ),
    ("years", "minor"): gettext_lazy(
        "After the last agreed year %(winner)s led by %(lead)s victory points and won the war: a minor victory."
    ),
    ("years", "draw"): gettext_lazy("After the last agreed year neither side led by enough: the war was drawn."),
    ("surrender", "minor"): gettext_lazy("%(loser)s surrendered: the war was a minor victory for %(winner)s."),
    ("surrender", "major"): gettext_lazy("%(loser)s surrendered: the war was a major victory for %(winner)s."),
    ("event", "minor"): gettext_lazy("So the war ended: a minor victory for %(winner)s."),
    ("event", "major"): gettext_lazy("So the war ended: a major victory for %(winner)s."),
    ("stake_all", "minor"): gettext_lazy("%(winner)s won the last battle and with it the war: a minor victory."),
    ("stake_all", "major"): gettext_lazy("%(winner)s won the last battle and with it the war: a major victory."),
}
ANY_END: dict[str, Any] = {
    "major": gettext_lazy("The war ended with a major victory for %(winner)s."),
    "minor": gettext_lazy("The war ended with a minor victory for %(winner)s."),
    "draw": gettext_lazy("The war ended in a draw."),
}


@tells("vp")
def _vp(data: Facts, book: Book, told: Happening) -> str:
    amount = data.count("amount")
    words = named(data, book)
    words["points"] = abs(amount)
    if amount < 0:
        text = LOST.get(data["reason"], LOST.get(data["source"], ANY_LOST))
    else:
        text = WON.get(data["source"], ANY_WON)
    doubled = _("Everything counted double this year.") if data.get("doubled") else ""
    return together(str(text % words), doubled)


@tells("standing")
def _standing(data: Facts, book: Book, told: Happening) -> str:
    available, side = data.mapping("available"), data.get("side")
    words = {
        "side": book.side(side),
        "mine": available.get(str(side), "?"),
        "theirs": next((points for key, points in available.items() if key != side), "?"),
        "before": number(data["before"]),
        "after": number(data["after"]),
    }
    if data.count("after") < data.count("before"):
        return (
            _(
                "With %(mine)s points of troops against %(theirs)s, the standing award of %(side)s fell from %(before)s to %(after)s."
            )
            % words
        )
    return (
        _(
            "With %(mine)s points of troops against %(theirs)s, the standing award of %(side)s rose from %(before)s to %(after)s."
        )
        % words
    )


@tells("standing_transferred")
def _standing_transferred(data: Facts, book: Book, told: Happening) -> str:
    words = named(data, book)
    return (
        ngettext(
            "%(side)s took over the %(amount)s victory point that the troops of %(enemy)s no longer held.",
            "%(side)s took over the %(amount)s victory points that the troops of %(enemy)s no longer held.",
            data.count("amount"),
        )
        % words
    )


@tells("surrender")
def _surrender(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s gave up the war.") % named(data, book)


@tells("length_proposed")
def _length_proposed(data: Facts, book: Book, told: Happening) -> str:
    words = {"side": book.side(data["side"]), "last": number(data["last"]), "before": number(data["before"])}
    return _("%(side)s proposed that year %(last)s should be the last of the war (until now: year %(before)s).") % words


@tells("length_withdrawn")
def _length_withdrawn(data: Facts, book: Book, told: Happening) -> str:
    return _("%(side)s no longer wanted another end of the war.") % named(data, book)


@tells("length_agreed")
def _length_agreed(data: Facts, book: Book, told: Happening) -> str:
    return _("Both sides agreed: year %(last)s is the last of the war.") % {"last": number(data["last"])}


@tells("war_ended")
def _war_ended(data: Facts, book: Book, told: Happening) -> str:
    winner, level = data.get("winner"), str(data.get("level"))
    words = Facts(winner=book.side(winner), loser=book.enemy(winner), lead=data["lead"])
    text = ENDS.get((str(data.get("reason")), level), ANY_END.get(level, ANY_END["draw"]))
    score = score_text(data.mapping("totals"), book)
    return together(str(text) % words, _("Victory points: %(score)s.") % {"score": score} if score else "")
