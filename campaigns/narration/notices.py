"""What a war tells its people outside its pages: notices on the site, letters, and plain text for the club's chat.

``data`` comes as a service left it in the outbox: ``war``, ``zone``, and by kind ``year``, ``side`` with its ``side_name`` (labels by
language), ``deadline``, ``prompt``, ``score`` and so on; whatever is missing is left out of the text. There is never a secret in it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import structs

from battles.models.letters import Group
from battles.narration import Notice, register_notice
from campaigns.narration.addresses import roll_name
from campaigns.narration.book import Book, label, plain_language
from campaigns.narration.telling import together
from campaigns.narration.words import Facts, cut, faces_text, moment_text, number, short, stage_text

type Data = Mapping[str, Any]
type Render = Callable[[Facts, Book | None], Notice]

LONGEST = 400
"""Characters of a notice's text."""
WAR, REASON, SIDE = 60, 140, 40

GROUPS = {
    Group.NEWS: frozenset(
        (
            "year_closed",
            "war_ended",
            "report_reopened",
            "dice_redrawn",
            "corrected",
            "correction_declined",
            "voided",
            "rolled_back",
            "restored",
            "seat_changed",
        )
    ),
    Group.CLUB: frozenset(
        (
            "seat_offered",
            "offer_withdrawn",
            "seat_handed",
            "deputy_named",
            "seat_dropped",
            "seat_vacant",
            "umpire_left",
            "held",
        )
    ),
}
"""What a kind is about, where it is not the reader's turn or his deadlines."""

_renders: dict[str, Render] = {}


def notice(kind: str, data: Data, book: Book | None = None) -> Notice:
    """A notice of a war in the active language. Raises KeyError for a kind that is not one.

    With a book, sides and rolls are named as the war's pack names them; without, from the labels in the data.
    """
    told = _renders[kind](_words(data, book), book)
    return structs.replace(told, subject=" ".join(told.subject.split()), text=cut(told.text, LONGEST))


def kinds() -> frozenset[str]:
    return frozenset(_renders)


def _notice(kind: str) -> Callable[[Render], Render]:
    def register(render: Render) -> Render:
        _renders[kind] = render
        group = next((group for group, kinds in GROUPS.items() if kind in kinds), Group.TURN)
        register_notice(kind, lambda data: notice(kind, data), group)
        return render

    return register


def _words(data: Data, book: Book | None) -> Facts:
    """The data, ready for sentences: names cut to size, the deadline in the club's zone."""
    told = Facts(data)
    told["war"] = cut(data.get("war", "?"), WAR)
    told["side"] = cut(_side(data, book), SIDE)
    told["reason"] = cut(data.get("reason") or "", REASON)
    told["by"] = cut(data.get("by") or "", SIDE)
    told["own"] = data.get("side")
    if data.get("commitment"):
        told["commitment"] = short(data["commitment"])
    if data.get("deadline"):
        told["deadline"] = moment_text(data["deadline"], data.get("zone"))
    return told


def _side(data: Data, book: Book | None) -> str:
    key, labels = data.get("side"), data.get("side_name")
    if book is not None and key in book.pack.sides:
        return book.side(key)
    if isinstance(labels, Mapping) and labels:
        return label(labels, plain_language())
    return str(key) if key else _("your side")


def _deadline(words: Facts) -> str:
    return _("Deadline: %(deadline)s.") % words if words.get("deadline") else ""


def _whole_seal(words: Facts) -> tuple[tuple[str, str], ...]:
    """A sentence has the beginning of a seal only; the page of dice has all of it."""
    known = words.get("commitment") and words.get("war_id")
    return ((_("The whole seal, on the page of dice"), f"/wars/{words['war_id']}/dice/"),) if known else ()


def _reason(words: Facts) -> str:
    return _("The reason: “%(reason)s”") % words if words["reason"] else ""


# --- Your turn ------------------------------------------------------------------------------------------


@_notice("your_orders")
def _your_orders(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: your orders for year %(year)s") % words,
        text=together(
            _("%(war)s: year %(year)s has begun, and %(side)s has to give its order.") % words,
            _deadline(words),
            _("The seal of this year's dice begins with %(commitment)s.") % words if words.get("commitment") else "",
        ),
        also=_whole_seal(words),
    )


@_notice("your_choice")
def _your_choice(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: your choice about the scenario") % words,
        text=together(
            _("%(war)s, year %(year)s: the orders are open. %(side)s has something to choose about the scenario.")
            % words,
            _deadline(words),
        ),
    )


@_notice("your_muster")
def _your_muster(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: muster your army") % words,
        text=together(
            _("%(war)s, year %(year)s: the scenario is known. Choose whom %(side)s brings to the field.") % words,
            _deadline(words),
        ),
    )


QUESTIONS: dict[str, Any] = {
    "dice": gettext_lazy("Dice have to be rolled and typed in."),
    "ransom": gettext_lazy("A character of %(side)s was captured: will you pay his ransom?"),
    "stake_all": gettext_lazy("The war is about to end by surrender: will %(side)s stake all on one last battle?"),
    "obey_recall": gettext_lazy("%(side)s is ordered home: surrender now, or stake all on a battle next year?"),
    "lose_points": gettext_lazy("%(side)s loses troops: choose the figures."),
    "spend_reroll": gettext_lazy("A roll of %(side)s has fallen: use your re-roll on it?"),
    "successor": gettext_lazy("The general of %(side)s is recalled: name the new one."),
}
ANY_QUESTION = gettext_lazy("The war waits for an answer of %(side)s.")


@_notice("your_answer")
def _your_answer(words: Facts, book: Book | None) -> Notice:
    question = str(QUESTIONS.get(str(words.get("prompt")), ANY_QUESTION)) % words
    return Notice(
        subject=_("%(war)s: your answer is needed") % words,
        text=together(_("%(war)s, year %(year)s:") % words, question, *_questions(words), _deadline(words)),
    )


def _questions(words: Facts) -> Iterator[str]:
    """How many wait, where it is more than the one that is told; and what the program settled for who did not come."""
    waiting, settled = words.count("waiting"), words.count("settled")
    if waiting > 1:
        yield ngettext("%(count)s question waits.", "%(count)s questions wait.", waiting) % {"count": waiting}
    if settled:
        yield ngettext(
            "%(count)s earlier question was settled without you.",
            "%(count)s earlier questions were settled without you.",
            settled,
        ) % {"count": settled}


@_notice("report_due")
def _report_due(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: fight your battle") % words,
        text=together(
            _("%(war)s, year %(year)s: both armies are mustered. Fight the battle and report it.") % words,
            _deadline(words),
        ),
    )


@_notice("reported")
def _reported(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: a report to confirm") % words,
        text=together(
            _("%(war)s, year %(year)s: the other side has reported the battle. Confirm the report or dispute it.")
            % words,
            _deadline(words),
        ),
    )


@_notice("reminder")
def _reminder(words: Facts, book: Book | None) -> Notice:
    words["stage"] = stage_text(str(words.get("stage", "")))
    return Notice(
        subject=_("%(war)s: the deadline is near") % words,
        text=together(
            _("%(war)s, year %(year)s: %(side)s still owes something (%(stage)s).") % words, _deadline(words)
        ),
    )


@_notice("length_proposed")
def _length_proposed(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: another end of the war is proposed") % words,
        text=together(
            _("%(war)s: it is proposed that year %(last)s should be the last of the war.") % words,
            _("It is so as soon as %(side)s agrees.") % words,
        ),
    )


# --- How it goes on ---------------------------------------------------------------------------------------


MOVED: dict[str, Any] = {
    "umpire": gettext_lazy("%(war)s, year %(year)s: the deadline (%(stage)s) is now %(deadline)s."),
    "agreed": gettext_lazy(
        "%(war)s, year %(year)s: the sides agreed, and the deadline (%(stage)s) is now %(deadline)s."
    ),
    "holiday": gettext_lazy(
        "%(war)s, year %(year)s: the holidays of the club are left out, and the deadline (%(stage)s) is now %(deadline)s."
    ),
    "outage": gettext_lazy(
        "%(war)s, year %(year)s: the program had not run from %(since)s to %(back)s. "
        "The time is given back: the deadline (%(stage)s) is now %(deadline)s."
    ),
    "zone": gettext_lazy(
        "%(war)s, year %(year)s: by the clocks of the club as they are now, the deadline (%(stage)s) is %(deadline)s."
    ),
}


@_notice("deadline_moved")
def _deadline_moved(words: Facts, book: Book | None) -> Notice:
    words["stage"] = stage_text(str(words.get("stage", "")))
    for name in ("before", "until", "since", "back"):
        if words.get(name):
            words[name] = moment_text(words[name], words.get("zone"))
    before = _("Before, it was %(before)s.") % words if words.get("before") else ""
    if words.get("paused"):
        subject = _("%(war)s: the clock stands") % words
        text = _("%(war)s, year %(year)s: the umpire has stopped the clock (%(stage)s).") % words
        before = _("It runs again on %(until)s.") % words if words.get("until") else ""
    elif words.get("deadline"):
        subject = _("%(war)s: a new deadline") % words
        text = str(MOVED.get(str(words.get("how")), MOVED["umpire"])) % words
    else:
        subject = _("%(war)s: no deadline") % words
        text = _("%(war)s, year %(year)s: there is no deadline now (%(stage)s).") % words
    return Notice(subject=subject, text=together(text, before, _reason(words)))


@_notice("extension_asked")
def _extension_asked(words: Facts, book: Book | None) -> Notice:
    words["until"] = moment_text(words.get("until"), words.get("zone"))
    return Notice(
        subject=_("%(war)s: the other side asks for more time") % words,
        text=together(
            _("%(war)s, year %(year)s: the other side asks for more time, until %(until)s. Agree, or say no.") % words,
            _reason(words),
        ),
    )


@_notice("extension_refused")
def _extension_refused(words: Facts, book: Book | None) -> Notice:
    words["until"] = moment_text(words.get("until"), words.get("zone"))
    return Notice(
        subject=_("%(war)s: no more time") % words,
        text=_(
            "%(war)s, year %(year)s: the other side does not agree to more time (until %(until)s). The deadline stands."
        )
        % words,
    )


@_notice("year_closed")
def _year_closed(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: year %(year)s is closed") % words,
        text=together(
            _("%(war)s: year %(year)s is closed.") % words,
            _score(words),
            _("The dice of the year are shown and can be checked."),
        ),
    )


def _score(words: Facts) -> str:
    """The score as the recipient's side sees it."""
    score, own = words.mapping("score"), words.get("own")
    others = [points for side, points in score.items() if side != own]
    if own not in score or len(others) != 1:
        return ""
    told = {"side": words["side"], "mine": number(score[str(own)]), "theirs": number(others[0])}
    return _("Victory points: %(side)s %(mine)s, the other side %(theirs)s.") % told


ENDS: dict[tuple[str, bool], Any] = {
    ("major", True): gettext_lazy("%(war)s is over: a major victory for %(side)s."),
    ("minor", True): gettext_lazy("%(war)s is over: a minor victory for %(side)s."),
    ("major", False): gettext_lazy("%(war)s is over: %(side)s has suffered a major defeat."),
    ("minor", False): gettext_lazy("%(war)s is over: %(side)s has suffered a minor defeat."),
}


@_notice("war_ended")
def _war_ended(words: Facts, book: Book | None) -> Notice:
    text = gettext_lazy("%(war)s is over.")
    if words.get("own") and (words.get("winner") or words.get("level")):
        won = words.get("winner") == words["own"]
        text = ENDS.get((str(words.get("level")), won), gettext_lazy("%(war)s is over: a draw."))
    return Notice(
        subject=_("%(war)s: the war is over") % words,
        text=together(str(text) % words, _score(words), _("Read how it ended in its chronicle.")),
    )


@_notice("seat_offered")
def _seat_offered(words: Facts, book: Book | None) -> Notice:
    if words["by"]:
        text = _("%(by)s offers you the command of %(side)s in %(war)s. Accept it or decline it.") % words
    else:
        text = _("You are offered the command of %(side)s in %(war)s. Accept it or decline it.") % words
    return Notice(subject=_("%(war)s: a command for you") % words, text=text)


@_notice("offer_withdrawn")
def _offer_withdrawn(words: Facts, book: Book | None) -> Notice:
    if words["by"]:
        text = _("%(by)s has taken back the offer of %(side)s in %(war)s. There is nothing you need to do.") % words
    else:
        text = _("The offer of %(side)s in %(war)s has been taken back. There is nothing you need to do.") % words
    return Notice(subject=_("%(war)s: an offer taken back") % words, text=text)


# --- Seats ------------------------------------------------------------------------------------------------


@_notice("seat_handed")
def _seat_handed(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: a command is handed over to you") % words,
        text=together(
            _("%(by)s would hand the command of %(side)s in %(war)s over to you. Accept it or decline it.") % words,
            _("Until you accept, nothing changes."),
        ),
    )


@_notice("seat_changed")
def _seat_changed(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: the command of %(side)s has changed") % words,
        text=together(
            _("%(war)s: the command of %(side)s has changed hands. Who answers for it stands on the war's page.")
            % words,
            _reason(words),
        ),
    )


@_notice("deputy_named")
def _deputy_named(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: you are a deputy") % words,
        text=_(
            "%(by)s has named you a deputy of %(side)s in %(war)s: you may do what its commander may, and you are told what he is told."
        )
        % words,
    )


@_notice("seat_dropped")
def _seat_dropped(words: Facts, book: Book | None) -> Notice:
    after = {
        "deputy": _("A deputy takes over."),
        "program": _("From now on the program plays it."),
        "vacant": _("It is vacant."),
    }
    return Notice(
        subject=_("%(war)s: %(side)s has lost its commander") % words,
        text=together(
            _(
                "%(war)s: %(side)s missed %(missed)s deadlines in a row. As agreed before the war, its commander loses the seat."
            )
            % words,
            after.get(str(words.get("to")), ""),
        ),
    )


@_notice("seat_vacant")
def _seat_vacant(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: %(side)s is vacant") % words,
        text=_("%(war)s: nobody commands %(side)s any more. Seat somebody, or have the program play it.") % words,
    )


@_notice("umpire_left")
def _umpire_left(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s has no umpire") % words,
        text=_("%(war)s: its umpire left the club. The umpires of the club who do not play in it act in his place.")
        % words,
    )


@_notice("claim_made")
def _claim_made(words: Facts, book: Book | None) -> Notice:
    if words.get("due"):
        words["due"] = moment_text(words["due"], words.get("zone"))
        after = _("If your side reports or answers by %(due)s, it comes to nothing; else it is granted.") % words
    else:
        after = _("The umpire decides about it.")
    return Notice(
        subject=_("%(war)s: a win is claimed") % words,
        text=together(
            _("%(war)s, year %(year)s: %(side)s claims the win, for the battle was not fought or reported in time.")
            % words,
            after,
        ),
    )


CLAIMS: dict[str, Any] = {
    "granted": gettext_lazy("%(war)s, year %(year)s: the win that %(side)s claimed was granted."),
    "refused": gettext_lazy("%(war)s, year %(year)s: the win that %(side)s claimed was not granted."),
    "lapsed": gettext_lazy(
        "%(war)s, year %(year)s: the other side answered, so the claim of %(side)s came to nothing."
    ),
}


@_notice("claim_settled")
def _claim_settled(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: the claim of a win is settled") % words,
        text=together(
            str(CLAIMS.get(str(words.get("outcome")), gettext_lazy("%(war)s: the claim of a win is settled"))) % words,
            _reason(words),
        ),
    )


# --- For the umpire -----------------------------------------------------------------------------------------


@_notice("disputed")
def _disputed(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: a report is disputed") % words,
        text=together(
            _("%(war)s, year %(year)s: the sides disagree about their battle, and your ruling is asked.") % words,
            _reason(words),
        ),
    )


@_notice("battle_overdue")
def _battle_overdue(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: a battle is overdue") % words,
        text=_("%(war)s, year %(year)s: the battle was not reported in time. You may rule, or set a new deadline.")
        % words,
    )


@_notice("report_reopened")
def _report_reopened(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: the report is open again") % words,
        text=together(
            _(
                "%(war)s: the umpire has reopened the battle report of year %(year)s. What followed from it was taken back."
            )
            % words,
            _reason(words),
        ),
    )


def _correction(words: Facts, book: Book | None) -> Facts:
    """What was corrected, and the score before and after."""
    pairs = {side: pair for side, pair in words.mapping("score").items() if isinstance(pair, list) and len(pair) == 2}
    words["change"] = ", ".join(
        f"{book.side(side) if book is not None else side} {number(old)} → {number(new)}"
        for side, (old, new) in pairs.items()
    )
    return words


@_notice("corrected")
def _corrected(words: Facts, book: Book | None) -> Notice:
    told = _correction(words, book)
    return Notice(
        subject=_("%(war)s: year %(year)s was corrected") % told,
        text=together(
            _("%(war)s: a decision of year %(year)s was corrected by %(by)s.") % told,
            _("Victory points: %(change)s.") % told if told["change"] else "",
            _("What you have sealed is kept: look at it again and confirm it.") if told.get("again") else "",
            _reason(told),
        ),
    )


@_notice("correction_proposed")
def _correction_proposed(words: Facts, book: Book | None) -> Notice:
    told = _correction(words, book)
    return Notice(
        subject=_("%(war)s: a correction is proposed") % told,
        text=together(
            _("%(war)s: %(by)s proposes to correct a decision of year %(year)s. Your consent is asked.") % told,
            _("Victory points: %(change)s.") % told if told["change"] else "",
            _reason(told),
        ),
    )


@_notice("correction_declined")
def _correction_declined(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: your correction was declined") % words,
        text=_("%(war)s: %(by)s does not consent to the correction that you proposed. Nothing is changed.") % words,
    )


@_notice("voided")
def _voided(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: year %(year)s is called off") % words,
        text=together(
            _(
                "%(war)s: %(by)s has called off year %(year)s. It is played again from its start, with new dice; give your order again."
            )
            % words,
            _reason(words),
        ),
    )


@_notice("rolled_back")
def _rolled_back(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: back to year %(year)s") % words,
        text=together(
            _(
                "%(war)s: %(by)s has taken the war back to the start of year %(year)s. "
                "What was played since can still be read, and is played again with new dice."
            )
            % words,
            _reason(words),
        ),
    )


@_notice("dice_contested")
def _dice_contested(words: Facts, book: Book | None) -> Notice:
    words["faces"] = faces_text(words.words("faces"))
    if book is not None and words.get("address"):
        words["roll"] = cut(roll_name(str(words["address"]), book), WAR)
        text = _("%(war)s: dice that were typed in are contested (%(roll)s: %(faces)s). Your ruling is asked.") % words
    else:
        text = (
            _("%(war)s, year %(year)s: dice that were typed in are contested (%(faces)s). Your ruling is asked.")
            % words
        )
    return Notice(subject=_("%(war)s: dice are contested") % words, text=together(text, _reason(words)))


@_notice("dice_redrawn")
def _dice_redrawn(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: new dice for year %(year)s") % words,
        text=together(
            _(
                "%(war)s: the key to the dice of year %(year)s was lost, so new ones were locked away. "
                "Their seal begins with %(commitment)s."
            )
            % words,
            _reason(words),
        ),
        also=_whole_seal(words),
    )


@_notice("held")
def _held(words: Facts, book: Book | None) -> Notice:
    if words["reason"] == "secret_lost":
        return Notice(
            subject=_("%(war)s is held") % words,
            text=_(
                "%(war)s, year %(year)s: the key to the dice is lost. Nothing was changed; at the umpire's desk new dice can be "
                "locked away, for all to see."
            )
            % words,
        )
    return Notice(
        subject=_("%(war)s is held") % words,
        text=_(
            "%(war)s, year %(year)s: the program met something that it could not work out. Nothing was changed; "
            "look at the umpire's desk."
        )
        % words,
    )


@_notice("restored")
def _restored(words: Facts, book: Book | None) -> Notice:
    words["made_at"] = moment_text(words.get("made_at"), words.get("zone"))
    words["deadline"] = moment_text(words.get("deadline"), words.get("zone"))
    return Notice(
        subject=_("%(war)s: restored from a backup") % words,
        text=together(
            _(
                "%(war)s: the site was restored from a backup of %(made_at)s. What was decided later is lost: look at "
                "year %(year)s and say again what you are ready with."
            )
            % words,
            _("The new deadline: %(deadline)s.") % words if words.get("deadline") else "",
            _("Its new dice have the seal %(commitment)s") % words,
        ),
    )
