"""What a war tells of rulings, corrections and whatever stopped it: for its umpire, and for those whom they concern."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.narration import Notice
from campaigns.narration.addresses import roll_name
from campaigns.narration.book import Book
from campaigns.narration.noticing import WAR, noticed, plainly, reason_text, whole_seal
from campaigns.narration.telling import together
from campaigns.narration.words import Facts, cut, faces_text, moment_text, number, stage_text

plainly(
    "disputed",
    gettext_lazy("%(war)s: a report is disputed"),
    gettext_lazy("%(war)s, year %(year)s: the sides disagree about their battle, and your ruling is asked."),
    reason=True,
)
plainly(
    "battle_overdue",
    gettext_lazy("%(war)s: a battle is overdue"),
    gettext_lazy("%(war)s, year %(year)s: the battle was not reported in time. You may rule, or set a new deadline."),
)
plainly(
    "report_reopened",
    gettext_lazy("%(war)s: the report is open again"),
    gettext_lazy(
        "%(war)s: the umpire has reopened the battle report of year %(year)s. What followed from it was taken back."
    ),
    reason=True,
)


def _correction(words: Facts, book: Book | None) -> Facts:
    """What was corrected, and the score before and after."""
    pairs = {side: pair for side, pair in words.mapping("score").items() if isinstance(pair, list) and len(pair) == 2}
    words["change"] = ", ".join(
        f"{book.side(side) if book is not None else side} {number(old)} → {number(new)}"
        for side, (old, new) in pairs.items()
    )
    return words


@noticed("corrected")
def _corrected(words: Facts, book: Book | None) -> Notice:
    told = _correction(words, book)
    return Notice(
        subject=_("%(war)s: year %(year)s was corrected") % told,
        text=together(
            _what_was_done(told) % told,
            _("Victory points: %(change)s.") % told if told["change"] else "",
            _("What you have sealed is kept: look at it again and confirm it.") if told.get("again") else "",
            reason_text(told),
        ),
    )


def _what_was_done(told: Facts) -> str:
    if told.get("inserted"):
        return _("%(war)s: %(by)s added a decision of year %(year)s that was missing.")
    if told.get("removed"):
        return _("%(war)s: %(by)s took out a decision of year %(year)s: it was not made.")
    return _("%(war)s: a decision of year %(year)s was corrected by %(by)s.")


@noticed("correction_proposed")
def _correction_proposed(words: Facts, book: Book | None) -> Notice:
    told = _correction(words, book)
    return Notice(
        subject=_("%(war)s: a correction is proposed") % told,
        text=together(
            _("%(war)s: %(by)s proposes to correct a decision of year %(year)s. Your consent is asked.") % told,
            _("Victory points: %(change)s.") % told if told["change"] else "",
            reason_text(told),
        ),
    )


plainly(
    "correction_declined",
    gettext_lazy("%(war)s: your correction was declined"),
    gettext_lazy("%(war)s: %(by)s does not consent to the correction that you proposed. Nothing is changed."),
)


@noticed("forced")
def _forced(words: Facts, book: Book | None) -> Notice:
    words["stage"] = stage_text(str(words.get("forced", "")))
    return Notice(
        subject=_("%(war)s: year %(year)s goes on without who is missing") % words,
        text=together(
            _(
                "%(war)s, year %(year)s (%(stage)s): %(by)s does not wait any longer. "
                "What is in counts; for whoever was missing, what is laid down was done."
            )
            % words,
            reason_text(words),
        ),
    )


plainly(
    "voided",
    gettext_lazy("%(war)s: year %(year)s is called off"),
    gettext_lazy(
        "%(war)s: %(by)s has called off year %(year)s. It is played again from its start, with new dice; give your order again."
    ),
    reason=True,
)
plainly(
    "rolled_back",
    gettext_lazy("%(war)s: back to year %(year)s"),
    gettext_lazy(
        "%(war)s: %(by)s has taken the war back to the start of year %(year)s. "
        "What was played since can still be read, and is played again with new dice."
    ),
    reason=True,
)


@noticed("dice_contested")
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
    return Notice(subject=_("%(war)s: dice are contested") % words, text=together(text, reason_text(words)))


@noticed("dice_redrawn")
def _dice_redrawn(words: Facts, book: Book | None) -> Notice:
    return Notice(
        subject=_("%(war)s: new dice for year %(year)s") % words,
        text=together(
            _(
                "%(war)s: the key to the dice of year %(year)s was lost, so new ones were locked away. "
                "Their seal begins with %(commitment)s."
            )
            % words,
            reason_text(words),
        ),
        also=whole_seal(words),
    )


@noticed("held")
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


@noticed("restored")
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
