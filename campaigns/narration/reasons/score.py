"""Why so many victory points, and why the war ended (Hispania 5)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.narration.addresses import parts_of
from campaigns.narration.reasons.core import Part, Question, explains
from campaigns.narration.reasons.events import event_row, event_rows, events
from campaigns.narration.words import number, score_text, signed
from campaigns.rules.pack import Standing

LEVELS: dict[str, Any] = {
    "major": gettext_lazy("%(scenario)s, major victory"),
    "minor": gettext_lazy("%(scenario)s, minor victory"),
}


@explains("vp")
def _vp(question: Question) -> Part:
    data = question.data
    amount = data.count("amount")
    single = amount // 2 if data.get("doubled") else amount
    part = Part()
    match data.get("source"), data.get("reason"):
        case _source, "general_killed":
            part.rows.append(_points(_("General in chief killed"), single))
        case "battle", _reason:
            part.rows += _battle(question, single)
        case "ransom", _reason:
            part.rows.append(_points(_("Ransom of a captured character"), single))
        case "event", _reason:
            part.rows += _event(question, single)
        case "troops", _reason:
            part.rows += [
                _points(condition(row), row.vp) for row in question.book.pack.standing if row.key == data["reason"]
            ]
    if data.get("doubled"):
        words = {"single": signed(single), "double": signed(amount)}
        part.modifiers.append(_("An event of last year doubles it: %(single)s becomes %(double)s.") % words)
    if "earned" in data:
        words = {"side": question.book.side(data.get("side")), "points": number(data["earned"])}
        part.steps.append(_("%(side)s has earned %(points)s so far, standing awards not counted.") % words)
    return part


def _points(what: str, amount: int) -> str:
    return _("%(what)s: %(points)s") % {"what": what, "points": signed(amount)}


def _battle(question: Question, amount: int) -> list[str]:
    fought = question.year.last("fought")
    if not fought or not question.year.scenario_key or str(fought.get("level")) not in LEVELS:
        return []
    words = {"scenario": question.book.scenario(question.year.scenario_key)}
    return [_points(str(LEVELS[str(fought["level"])]) % words, amount)]


def _event(question: Question, amount: int) -> list[str]:
    """The event that it came from: of whoever rolled for the amount, else any that can mean this side."""
    rollers = {parts[3] for address in question.told.rolls if len(parts := parts_of(address)) > 3}
    named = [event_row(question, side, total) for side, total, _row in events(question) if side in rollers]
    rows = named or event_rows(question)
    return [_points(row, amount) for row in rows]


# --- Standing awards -----------------------------------------------------------------------------------


def condition(row: Standing) -> str:
    """What an award asks for."""
    if row.more is not None:
        return _("At least %(points)s points more") % {"points": row.more}
    if row.times == 2:
        return _("At least twice as much")
    return _("At least %(times)s times as much") % {"times": row.times}


@explains("standing")
def _standing(question: Question) -> Part:
    available, side = question.data.mapping("available"), question.data.get("side")
    mine = available.get(str(side))
    theirs = next((points for key, points in available.items() if key != side), None)
    if not isinstance(mine, int) or not isinstance(theirs, int):
        return Part()
    words = {"side": question.book.side(side), "enemy": question.book.enemy(side), "mine": mine, "theirs": theirs}
    steps = [
        _("%(side)s has %(mine)s points of troops available, %(enemy)s %(theirs)s.") % words,
        *(_award(row, mine, theirs) for row in _rows(question)),
    ]
    return Part(steps=steps)


def _rows(question: Question) -> list[Standing]:
    """The awards that last only while they hold, as the club reads R27."""
    rows = list(question.book.pack.standing)
    if question.book.readings.get("standing_rows") == "last_two":
        return [row for row in rows if row.more is None]
    return rows


def _award(row: Standing, mine: int, theirs: int) -> str:
    by_more = row.more is not None and mine - theirs >= row.more
    by_times = row.times is not None and mine > 0 and mine >= row.times * theirs
    words = {"condition": condition(row), "points": signed(row.vp)}
    if by_more or by_times:
        return _("%(condition)s: yes, %(points)s") % words
    return _("%(condition)s: no") % words


@explains("standing_transferred")
def _transferred(question: Question) -> Part:
    return Part(steps=[_("When the condition of a standing award ends, its points go to the other side.")])


# --- The end --------------------------------------------------------------------------------------------


@explains("war_ended")
def _ended(question: Question) -> Part:
    data, book = question.data, question.book
    winner = {"winner": book.side(data.get("winner")), "lead": data["lead"]}
    part = Part()
    match data.get("reason"):
        case "lead":
            part.steps = [_("%(winner)s led by %(lead)s: a lead this great wins the war at once.") % winner]
        case "years":
            words = {**winner, "needed": book.pack.victory.years_lead}
            if data.get("winner"):
                text = _(
                    "After the last agreed year a lead of %(needed)s is a minor victory; %(winner)s led by %(lead)s."
                )
            else:
                text = _("After the last agreed year a lead of %(needed)s is a minor victory; a smaller one is a draw.")
            part.steps = [text % words]
        case "surrender":
            part.steps = [_("A side that gives up leaves the other a minor victory.")]
        case "stake_all":
            part.steps = [_("Whoever wins the last battle wins the war, by the level of that battle.")]
        case "event":
            part.rows = _events_of_the_year(question)
    if totals := data.mapping("totals"):
        part.steps.append(_("Victory points: %(score)s.") % {"score": score_text(totals, book)})
    return part


def _events_of_the_year(question: Question) -> list[str]:
    return [event_row(question, side, total) for side, total, _row in events(question)]


@explains("closed")
def _closed(question: Question) -> Part:
    part = Part()
    for side in question.book.pack.side_keys:
        held = question.year.last("standing", side=side)
        if held is not None:
            words = {"side": question.book.side(side), "points": number(held["after"])}
            part.steps.append(_("%(side)s: of these, %(points)s by standing awards.") % words)
    return part
