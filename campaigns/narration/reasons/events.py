"""Which event stands behind something that an event brought about (Hispania 8)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from campaigns.narration.reasons.core import Part, Question, explains, table_row
from campaigns.narration.words import Facts
from campaigns.rules.effects import (
    DoubleVP,
    Effect,
    ForbidRoll,
    GainVP,
    Garrison,
    Immune,
    LosePoints,
    LoseVP,
    ModifyRoll,
    MustAct,
    OrderHome,
    RecallGeneral,
    Reroll,
)
from campaigns.rules.pack import EventDef

BEHIND: dict[str, tuple[type[Effect], ...]] = {
    "garrison": (Garrison,),
    "immune": (Immune,),
    "must_act": (MustAct,),
    "nobody_to_recall": (RecallGeneral,),
    "ordered_home": (OrderHome,),
    "points_lost": (LosePoints,),
    "recalled": (RecallGeneral,),
    "reroll_won": (Reroll,),
    "roll_barred": (ForbidRoll,),
    "roll_forbidden": (ForbidRoll,),
    "roll_modified": (ModifyRoll,),
    "successor": (RecallGeneral,),
    "vp": (GainVP, LoseVP),
    "vp_will_double": (DoubleVP,),
}
"""The effects that lead to each kind of happening."""


def events(question: Question) -> Iterator[tuple[str, int, EventDef]]:
    """The events of the year: who rolled, what, and the row."""
    for told in question.year.happenings:
        facts = Facts(told.data)
        if told.kind == "event":
            side, total = str(facts["side"]), facts.count("total")
            row = question.book.event_row(side, total)
            if row is not None:
                yield side, total, row


def event_rows(question: Question) -> list[str]:
    """The rows of this year's events that can have brought this about, for this side."""
    kinds = BEHIND.get(question.told.kind, ())
    return [
        event_row(question, side, total)
        for side, total, row in events(question)
        if any(isinstance(effect, kinds) and _meant(effect, side, question) for effect in row.effects)
    ]


def event_row(question: Question, side: str, total: int) -> str:
    """A row of a side's table of events."""
    table = _("Events of %(side)s") % {"side": question.book.side(side)}
    return table_row(table, str(total), question.book.event(side, total))


def _meant(effect: Effect, roller: str, question: Question) -> bool:
    """Whether an effect, seen from who rolled it, can mean the side and the table of this happening."""
    whose, side = getattr(effect, "whose", "both"), question.data.get("side")
    if (whose == "self" and side != roller) or (whose == "enemy" and side == roller):
        return False
    asked = question.book.readings.get(effect.reading) or _default(question, effect.reading)
    if effect.reading and asked != effect.reading_is:
        return False
    roll = question.data.get("roll")
    return roll is None or getattr(effect, "roll", roll) == roll


def _default(question: Question, reading: str) -> str:
    found = question.book.pack.readings.get(reading)
    return found.default if found else ""


@explains(
    "immune",
    "must_act",
    "nobody_to_recall",
    "ordered_home",
    "reroll_won",
    "roll_forbidden",
    "roll_modified",
    "vp_will_double",
)
def _event_behind(question: Question) -> Part:
    return Part(rows=event_rows(question))


@explains("event")
def _event(question: Question) -> Part:
    return Part(rows=[event_row(question, str(question.data["side"]), question.data.count("total"))])


@explains("event_nothing")
def _nothing(question: Question) -> Part:
    return Part(
        rows=_event(question).rows,
        steps=[_("What the event asks for did not hold at that moment, so nothing followed from it.")],
    )
