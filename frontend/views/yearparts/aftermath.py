"""What the rules ask of somebody while they work a year out, and the story of what came of it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns import narration
from campaigns.rules import losses
from campaigns.rules.decisions import Decision
from campaigns.rules.work import available
from campaigns.selectors import ahead
from campaigns.selectors.books import Line
from clubs.errors import Refusal
from frontend.forms.aftermath import AnswerForm, DiceForm, LosePointsForm, SuccessorForm, YesNoForm
from frontend.views.desks import Bound, Desk, Part
from frontend.views.yearparts.battles import end_words
from frontend.views.yearparts.musters import ARMS
from rulesets.contract import UMPIRE, Ask

ANSWER = "answer"

TEMPLATES = {
    "dice": "frontend/years/_ask_dice.html",
    "ransom": "frontend/years/_ask_ransom.html",
    "stake_all": "frontend/years/_ask_stake_all.html",
    "obey_recall": "frontend/years/_ask_recall.html",
    "lose_points": "frontend/years/_ask_losses.html",
    "spend_reroll": "frontend/years/_ask_reroll.html",
    "successor": "frontend/years/_ask_successor.html",
}
TITLES = {
    "dice": gettext_lazy("Roll the dice"),
    "ransom": gettext_lazy("Pay the ransom?"),
    "stake_all": gettext_lazy("Stake all on one last battle?"),
    "obey_recall": gettext_lazy("Go home as ordered?"),
    "lose_points": gettext_lazy("Which troops are lost?"),
    "spend_reroll": gettext_lazy("Use the re-roll?"),
    "successor": gettext_lazy("Who takes command?"),
    "choose": gettext_lazy("The choices about the scenario"),
}
QUIET = (
    "order_sealed",
    "muster_sealed",
    "ready",
    "dice_committed",
    "year_opened",
    "typed",
    "paper_entered",
    "fought",
    "skipped",
)
"""Entries that a page shows elsewhere, or that say nothing of the story."""


# --- Questions --------------------------------------------------------------------------------------------


def pending(desk: Desk) -> list[Ask]:
    """The questions that the rules wait for, sealed decisions and the battle left out."""
    return [ask for ask in desk.at.pending if ask.prompt in TEMPLATES] if desk.live else []


def may_answer(desk: Desk, ask: Ask) -> bool:
    """Whether this person answers it: for his own side; as umpire or player the dice that are nobody's; as officer a slip."""
    if ask.seat == UMPIRE:
        return desk.place.umpires or desk.place.officer or desk.place.side is not None
    return ask.seat == desk.place.side or ask.seat in desk.paper_sides


def answer_form(desk: Desk, ask: Ask, data: Any = None) -> AnswerForm:
    """The form of a question."""
    prefix = f"ask-{ask.seat}-%s"
    match ask.prompt:
        case "dice":
            return DiceForm(data, ask=ask, auto_id=prefix)
        case "lose_points":
            due = losses.due_of(desk.at, ask.seat, ask.data["key"])
            assert due is not None
            units = desk.at.units[ask.seat]
            suggested = losses.by_program(units, due, desk.rules.pack.recovery.floor)
            return LosePointsForm(
                data, ask=ask, units=losses.concerned(units, due), suggested=suggested, auto_id=prefix
            )
        case "successor":
            return SuccessorForm(data, ask=ask, auto_id=prefix)
    return YesNoForm(data, ask=ask, auto_id=prefix)


def token(ask: Ask) -> str:
    """What tells one question from the next of the same kind, for a page that was open meanwhile."""
    return str(ask.data.get("address") or ask.data["key"])


def question_parts(desk: Desk, bound: Bound) -> list[Part]:
    """The questions put to this person himself, each with its form; a player may throw dice that are nobody's."""
    mine = [ask for ask in pending(desk) if ask.seat in (desk.place.side, UMPIRE) and may_answer(desk, ask)]
    return [question(desk, ask, bound) for ask in mine]


def question_slips(desk: Desk, bound: Bound) -> list[dict[str, Any]]:
    """Questions put to a side for which an officer may type in a slip."""
    return [
        {
            "number": desk.numbers[ask.seat],
            "name": desk.name(ask.seat),
            "part": question(desk, ask, bound),
            "open": bound_name(ask) in bound,
        }
        for ask in pending(desk)
        if ask.seat in desk.paper_sides
    ]


def bound_name(ask: Ask) -> str:
    return f"{ANSWER}:{ask.seat}:{ask.prompt}"


def question(desk: Desk, ask: Ask, bound: Bound) -> Part:
    return {
        "template": TEMPLATES[ask.prompt],
        "waits": True,
        "title": TITLES[ask.prompt],
        "ask": ask,
        "seat": ask.seat,
        "token": token(ask),
        "number": desk.numbers.get(ask.seat, 0),
        "side": desk.name(ask.seat),
        "enemy": desk.book.enemy(ask.seat),
        "paper": ask.seat != desk.place.side and ask.seat != UMPIRE,
        "form": bound.get(bound_name(ask)) or answer_form(desk, ask),
        **FACTS[ask.prompt](desk, ask),
    }


def _dice(desk: Desk, ask: Ask) -> dict[str, Any]:
    return {
        "what": narration.roll_name(str(ask.data["address"]), desk.book),
        "dice": f"{ask.data['n']}d{ask.data['sides']}",
        "most": ask.data["sides"],
    }


def _ransom(desk: Desk, ask: Ask) -> dict[str, Any]:
    return ransom_facts(desk, ask.seat, str(ask.data["character"]), ask.data)


def ransom_facts(desk: Desk, side: str, character: str, after: Any) -> dict[str, Any]:
    """What a ransom costs and the score after it, before anybody says yes (R 18)."""
    totals: dict[str, int] = after["totals"]
    reading = "ransom"
    return {
        "character": desk.book.character(side, character),
        "vp": desk.rules.pack.ransom.vp,
        "transfers": desk.rules.readings[reading] == "transfer",
        "scores": scores_after(desk, totals),
        "seen": seen(totals),
        "ends": bool(after["ends"]),
        "winner": desk.name(after["winner"]) if after["winner"] else "",
        "reading": desk.book.chosen(reading),
    }


def scores_after(desk: Desk, totals: Mapping[str, int]) -> list[dict[str, Any]]:
    """The score now and after a choice."""
    return [
        {
            "number": desk.numbers[key],
            "name": desk.name(key),
            "before": desk.rules.total(desk.at, key),
            "after": totals[key],
            "points": totals[key],
        }
        for key in desk.rules.pack.side_keys
    ]


def warn_of_the_end(desk: Desk, side: str, decision: Decision, form: Any, shown: str) -> None:
    """Nobody ends the war unawares: where this decision would, the page shows the score after it first.

    ``shown``: the score that the page has shown already; the form comes back with the one to be looked at.
    """
    end = ahead.end_of(desk.rules, desk.at, side, decision)
    if end is None or shown == seen(end.totals):
        return
    form.after = {
        "scores": scores_after(desk, end.totals),
        "seen": seen(end.totals),
        "ends": end_words(desk, end.ended),
    }
    text = _("Nothing is done yet, for this would end the war. If you mean it, press the button again.")
    raise Refusal(text, code="ends_the_war")


def seen(totals: Mapping[str, int]) -> str:
    """The score that a page showed before a choice; the choice is made on no other."""
    return ",".join(f"{side}:{points}" for side, points in sorted(totals.items()))


def _stake_all(desk: Desk, ask: Ask) -> dict[str, Any]:
    loser = _surrendering(desk)
    return {"loser": desk.name(loser), "winner": desk.book.enemy(loser), "scores": scores(desk)}


def _surrendering(desk: Desk) -> str:
    """The side that the event in hand makes surrender: the one that is behind."""
    return min(desk.rules.pack.side_keys, key=lambda side: desk.rules.lead(desk.at, side))


def _recall(desk: Desk, ask: Ask) -> dict[str, Any]:
    decides = desk.rules.readings.get("recall_battle") == "decides"
    return {"decides": decides, "reading": desk.book.chosen("recall_battle"), "scores": scores(desk)}


def scores(desk: Desk) -> list[dict[str, Any]]:
    return [
        {"number": desk.numbers[key], "name": desk.name(key), "points": desk.rules.total(desk.at, key)}
        for key in desk.rules.pack.side_keys
    ]


def _losses(desk: Desk, ask: Ask) -> dict[str, Any]:
    return {
        "amount": ask.data["amount"],
        "arms": [ARMS.get(arm, arm) for arm in ask.data["arms"]],
        "natives": ask.data["natives"],
        "available": available(desk.at, ask.seat),
    }


def _reroll(desk: Desk, ask: Ask) -> dict[str, Any]:
    faces = list(ask.data["faces"])
    return {
        "what": narration.roll_name(str(ask.data["address"]), desk.book),
        "faces": faces,
        "total": sum(faces),
        "sides": ask.data["sides"],
    }


def _successor(desk: Desk, ask: Ask) -> dict[str, Any]:
    old = str(ask.data["character"])
    return {"character": desk.book.character(ask.seat, old), "suggested": ask.data["suggested"]}


FACTS = {
    "dice": _dice,
    "ransom": _ransom,
    "stake_all": _stake_all,
    "obey_recall": _recall,
    "lose_points": _losses,
    "spend_reroll": _reroll,
    "successor": _successor,
}


def waiting_for(desk: Desk) -> str:
    """Whom the rules wait for, where it is somebody else."""
    asks = pending(desk)
    if not asks:
        return ""
    ask = asks[0]
    return _("Waiting for %(who)s: %(what)s") % {"who": desk.name(ask.seat), "what": TITLES[ask.prompt]}


# --- The story --------------------------------------------------------------------------------------------


def story(desk: Desk, lines: list[Line]) -> list[dict[str, Any]]:
    """What happened, line by line, each with its "why?"."""
    return [tell(desk, line) for line in lines if line.happening.kind not in QUIET]


def tell(desk: Desk, line: Line) -> dict[str, Any]:
    side = line.happening.data.get("side")
    return {
        "text": narration.sentence(line.happening, desk.book),
        "at": line.at,
        "number": desk.numbers.get(side, 0) if isinstance(side, str) else 0,
        "turn": line.happening.kind in ("closed", "war_ended"),
        "manner": line.manner,
        "why": desk.why(line),
    }
