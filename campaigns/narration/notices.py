"""What a war tells its people outside its pages: notices on the site, letters, and plain text for the club's chat."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.narration import Notice
from campaigns.narration.book import Book
from campaigns.narration.noticing import deadline_text, noticed, plainly, reason_text, whole_seal
from campaigns.narration.telling import together
from campaigns.narration.words import Facts, moment_text, number, stage_text, way_told

# --- Your turn ------------------------------------------------------------------------------------------


@noticed("your_orders")
def _your_orders(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: your orders for year %(year)s") % words,
        text=together(
            _("%(war)s: year %(year)s has begun, and %(side)s has to give its order.") % words,
            deadline_text(words),
            _("The seal of this year's dice begins with %(commitment)s.") % words if words.get("commitment") else "",
        ),
        also=whole_seal(words),
    )


plainly(
    "your_choice",
    gettext_lazy("%(war)s: your choice about the scenario"),
    gettext_lazy("%(war)s, year %(year)s: the orders are open. %(side)s has something to choose about the scenario."),
    deadline=True,
)
plainly(
    "your_muster",
    gettext_lazy("%(war)s: muster your army"),
    gettext_lazy("%(war)s, year %(year)s: the scenario is known. Choose whom %(side)s brings to the field."),
    deadline=True,
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


@noticed("your_answer")
def _your_answer(words: Facts, book: Book | None) -> Notice:
    question = str(QUESTIONS.get(str(words.get("prompt")), ANY_QUESTION)) % words
    return Notice(
        subject=_("%(war)s: your answer is needed") % words,
        text=together(_("%(war)s, year %(year)s:") % words, question, *_questions(words), deadline_text(words)),
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


plainly(
    "report_due",
    gettext_lazy("%(war)s: fight your battle"),
    gettext_lazy("%(war)s, year %(year)s: both armies are mustered. Fight the battle and report it."),
    deadline=True,
)
plainly(
    "reported",
    gettext_lazy("%(war)s: a report to confirm"),
    gettext_lazy("%(war)s, year %(year)s: the other side has reported the battle. Confirm the report or dispute it."),
    deadline=True,
)


@noticed("reminder")
def _reminder(words: Facts, book: Book | None) -> Notice:
    words["stage"] = stage_text(str(words.get("stage", "")))
    return Notice(
        subject=_("%(war)s: the deadline is near") % words,
        text=together(
            _("%(war)s, year %(year)s: %(side)s still owes something (%(stage)s).") % words, deadline_text(words)
        ),
    )


plainly(
    "length_proposed",
    gettext_lazy("%(war)s: another end of the war is proposed"),
    gettext_lazy("%(war)s: it is proposed that year %(last)s should be the last of the war."),
    gettext_lazy("It is so as soon as %(side)s agrees."),
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
    "grace": gettext_lazy(
        "%(war)s, year %(year)s: the program had not run from %(since)s to %(back)s. "
        "The time is given back: what comes late (%(stage)s) is taken until %(until)s."
    ),
    "zone": gettext_lazy(
        "%(war)s, year %(year)s: by the clocks of the club as they are now, the deadline (%(stage)s) is %(deadline)s."
    ),
}


@noticed("deadline_moved")
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
    return Notice(subject=subject, text=together(text, before, reason_text(words)))


WAYS: dict[str, Any] = {
    "table": gettext_lazy("%(war)s, year %(year)s: the other side would fight the battle at a table."),
    "site": gettext_lazy("%(war)s, year %(year)s: the other side would fight the battle on the site."),
    "program": gettext_lazy("%(war)s, year %(year)s: the other side would let the program fight the battle."),
}


@noticed("extension_asked")
def _extension_asked(words: Facts, book: Book | None) -> Notice:
    words["until"] = moment_text(words.get("until"), words.get("zone"))
    return Notice(
        subject=_("%(war)s: the other side asks for more time") % words,
        text=together(
            _("%(war)s, year %(year)s: the other side asks for more time, until %(until)s. Agree, or say no.") % words,
            reason_text(words),
        ),
    )


@noticed("battle_wished")
def _battle_wished(words: Facts, book: Book | None) -> Notice:
    way, by = way_told(words)
    wish = WAYS.get(way, WAYS["table"])
    return Notice(
        subject=_("%(war)s: the other side would fight the battle otherwise") % words,
        text=together(str(wish) % words, by, _("It is done as soon as you say the same on the page of the year.")),
    )


@noticed("extension_refused")
def _extension_refused(words: Facts, book: Book | None) -> Notice:
    words["until"] = moment_text(words.get("until"), words.get("zone"))
    return Notice(
        subject=_("%(war)s: no more time") % words,
        text=_(
            "%(war)s, year %(year)s: the other side does not agree to more time (until %(until)s). The deadline stands."
        )
        % words,
    )


@noticed("year_closed")
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


@noticed("war_ended")
def _war_ended(words: Facts, book: Book | None) -> Notice:
    text = gettext_lazy("%(war)s is over.")
    if words.get("own") and (words.get("winner") or words.get("level")):
        won = words.get("winner") == words["own"]
        text = ENDS.get((str(words.get("level")), won), gettext_lazy("%(war)s is over: a draw."))
    return Notice(
        subject=_("%(war)s: the war is over") % words,
        text=together(str(text) % words, _score(words), _("Read how it ended in its chronicle.")),
    )


@noticed("seat_offered")
def _seat_offered(words: Facts, book: Book | None) -> Notice:
    if words["by"]:
        text = _("%(by)s offers you the command of %(side)s in %(war)s. Accept it or decline it.") % words
    else:
        text = _("You are offered the command of %(side)s in %(war)s. Accept it or decline it.") % words
    return Notice(subject=_("%(war)s: a command for you") % words, text=text)


@noticed("offer_withdrawn")
def _offer_withdrawn(words: Facts, book: Book | None) -> Notice:
    if words["by"]:
        text = _("%(by)s has taken back the offer of %(side)s in %(war)s. There is nothing you need to do.") % words
    else:
        text = _("The offer of %(side)s in %(war)s has been taken back. There is nothing you need to do.") % words
    return Notice(subject=_("%(war)s: an offer taken back") % words, text=text)


# --- Seats ------------------------------------------------------------------------------------------------


plainly(
    "seat_handed",
    gettext_lazy("%(war)s: a command is handed over to you"),
    gettext_lazy("%(by)s would hand the command of %(side)s in %(war)s over to you. Accept it or decline it."),
    gettext_lazy("Until you accept, nothing changes."),
)
plainly(
    "seat_changed",
    gettext_lazy("%(war)s: the command of %(side)s has changed"),
    gettext_lazy("%(war)s: the command of %(side)s has changed hands. Who answers for it stands on the war's page."),
    reason=True,
)
plainly(
    "deputy_named",
    gettext_lazy("%(war)s: you are a deputy"),
    gettext_lazy(
        "%(by)s has named you a deputy of %(side)s in %(war)s: you may do what its commander may, and you are told what he is told."
    ),
)


@noticed("seat_dropped")
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


plainly(
    "seat_vacant",
    gettext_lazy("%(war)s: %(side)s is vacant"),
    gettext_lazy("%(war)s: nobody commands %(side)s any more. Seat somebody, or have the program play it."),
)
plainly(
    "umpire_left",
    gettext_lazy("%(war)s has no umpire"),
    gettext_lazy("%(war)s: its umpire left the club. The umpires of the club who do not play in it act in his place."),
)


@noticed("claim_made")
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


@noticed("claim_settled")
def _claim_settled(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: the claim of a win is settled") % words,
        text=together(
            str(CLAIMS.get(str(words.get("outcome")), gettext_lazy("%(war)s: the claim of a win is settled"))) % words,
            reason_text(words),
        ),
    )
