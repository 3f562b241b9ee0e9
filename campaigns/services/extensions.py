"""More time by agreement: one side asks, the others say yes or no. With every yes the deadline moves at once.

Nothing here depends on, or tells, who has handed in what.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as __
from django.utils.translation import gettext_lazy as _

from battles.models import OutboxMessage
from battles.models.log import Manner
from battles.services import outbox
from campaigns.models import Campaign, Extension, Year
from campaigns.models.year import Outcome
from campaigns.permissions import holders, manner_of
from campaigns.selectors.clocks import request_of
from campaigns.services import book, clockwork, kernel, telling
from campaigns.services.deadlines import AGREED_DAYS
from campaigns.services.reasons import reason_of
from clubs.errors import Refusal, Stale
from clubs.models import Membership


def allowed(campaign: Campaign) -> timedelta:
    """By how much the sides may put off the deadline of one stage, all in all. Nothing: not at all."""
    return timedelta(days=int(campaign.clock.get("agreed", AGREED_DAYS)))


def left(campaign: Campaign, year: Year) -> timedelta:
    """How much of that is left in the open stage."""
    return max(allowed(campaign) - year.extended, timedelta())


@transaction.atomic
def ask(
    campaign: Campaign,
    *,
    side: str,
    until: datetime,
    reason: str,
    by: Membership,
    now: datetime,
    paper: bool = False,
) -> Extension:
    """Ask the other sides for more time in the open stage, until then. They are told; it stands in the book.

    ``Refusal`` for a time that is no extension, beyond what the war allows, or in a holiday of the club; while the clock stands; where
    a request is open already; and where nobody commands another side, so that nobody could agree.
    """
    held = kernel.claim(campaign.pk, battles=True)
    manner = manner_of(held, side, by, paper=paper)
    year = kernel.open_year_of(held)
    reason = reason_of(reason)
    _check_open(held, year, now)
    _check_until(held, year, until, now)
    others = {key: team for key, team in holders(held).teams().items() if key != side}
    if not others:
        raise Refusal(_("Nobody commands the other side: ask the umpire for more time."), code="nobody_to_agree")
    if request_of(year) is not None:
        raise Refusal(_("More time is being asked for already: answer that first."), code="asked_already", status=409)
    row = Extension.objects.create(
        year=year, stage=year.stage, side=side, by=by, until=until, reason=reason, asked_at=now
    )
    told = {"asker": side, "until": until.isoformat(), "reason": reason}
    book.note(
        held,
        clockwork.REQUEST,
        year=year.number,
        now=now,
        by=by,
        side=side,
        stage=year.stage,
        manner=str(manner),
        before=year.deadline_at.isoformat() if year.deadline_at else None,
        until=until.isoformat(),
        reason=reason,
    )
    about: dict[str, Any] = {"year": year.number, "stage": year.stage, **told}
    telling.tell(held, clockwork.REQUEST, others, key=f"extension:{row.pk}", now=now, **about)
    return row


def _check_open(campaign: Campaign, year: Year, now: datetime) -> None:
    if not allowed(campaign):
        raise Refusal(_("In this war only the umpire gives more time."), code="not_agreed")
    if year.paused_at is not None:
        raise Refusal(_("The clock is stopped: there is no deadline to put off."), code="paused", status=409)
    if year.deadline_at is None or year.deadline_at <= now:
        raise Refusal(_("The deadline has passed: only the umpire can give more time."), code="too_late", status=409)


def _check_until(campaign: Campaign, year: Year, until: datetime, now: datetime) -> None:
    assert year.deadline_at is not None  # _check_open
    if until <= now:
        raise Refusal(_("The new deadline must lie ahead."), code="deadline_past")
    if until <= year.deadline_at:
        raise Refusal(_("More time ends after the deadline that stands."), code="not_later")
    if until - year.deadline_at > left(campaign, year):
        raise Refusal(
            __("The sides may give each other %(days)s days in one stage; %(left)s are left.")
            % {"days": allowed(campaign).days, "left": _days(left(campaign, year))},
            code="beyond_agreed",
        )
    clockwork.refuse_holiday(campaign, until, clockwork.holidays_of(campaign, now))


def _days(span: timedelta) -> str:
    return f"{span / timedelta(days=1):.1f}".removesuffix(".0")


@transaction.atomic
def answer(
    campaign: Campaign,
    request: Extension,
    *,
    side: str,
    yes: bool,
    by: Membership,
    now: datetime,
    paper: bool = False,
) -> Extension:
    """Say yes or no to another side's request. The last yes moves the deadline; a no ends the request."""
    held = kernel.claim(campaign.pk, battles=True)
    how = _slip(manner_of(held, side, by, paper=paper))
    year, row = _open(held, request, now)
    if row.side == side:
        raise Refusal(_("The other side answers this."), code="own_request")
    if not yes:
        clockwork.end_request(held, year, Outcome.REFUSED, now=now, by=by, about={"by_side": side, **how})
        _tell_ended(held, year, row, now=now)
        row.refresh_from_db()
        return row
    if side not in row.agreed:
        row.agreed = [*row.agreed, side]
        row.save(update_fields=["agreed"])
        book.note(held, "extension_agreed", year=year.number, now=now, by=by, side=side, asker=row.side, **how)
    if not set(holders(held).teams()) - {row.side, *row.agreed}:
        assert year.deadline_at is not None  # _open
        year.extended += row.until - year.deadline_at
        told: dict[str, Any] = {"sides": [row.side, *row.agreed]}
        clockwork.move(
            held,
            year,
            row.until,
            how="agreed",
            reason=row.reason,
            by=None,
            now=now,
            outcome=Outcome.AGREED,
            **told,
        )
        row.refresh_from_db()
    return row


@transaction.atomic
def withdraw(campaign: Campaign, request: Extension, *, side: str, by: Membership, now: datetime) -> None:
    """Take one's own request back."""
    held = kernel.claim(campaign.pk)
    how = _slip(manner_of(held, side, by, paper=True))
    year, row = _open(held, request, now)
    if row.side != side:
        raise Refusal(_("This is not yours to decide."), code="not_your_side", status=403)
    clockwork.end_request(held, year, Outcome.WITHDRAWN, now=now, by=by, about=how)


def _slip(manner: Manner) -> dict[str, str]:
    """What the book says beside who did it: that it was typed in from a paper slip."""
    return {"manner": str(manner)} if manner == Manner.PAPER else {}


def _open(campaign: Campaign, request: Extension, now: datetime) -> tuple[Year, Extension]:
    """The year and the request, if it still waits for an answer. The old deadline ends it, grace or not."""
    year = kernel.open_year_of(campaign)
    row = request_of(year)
    if row is None or row.pk != request.pk:
        raise Stale(_("This request for more time is settled already."), code="answered")
    if year.deadline_at is None or year.deadline_at <= now:
        raise Stale(_("The deadline has passed: only the umpire can give more time."), code="too_late")
    return year, row


def _tell_ended(campaign: Campaign, year: Year, row: Extension, *, now: datetime) -> None:
    asker = holders(campaign).teams([row.side])
    about: dict[str, Any] = {"year": year.number, "stage": year.stage, "until": row.until.isoformat()}
    telling.tell(campaign, "extension_refused", asker, key=f"extension:{row.pk}:no", now=now, **about)


@outbox.still_true(clockwork.REQUEST)
def _still_asked(message: OutboxMessage) -> bool:
    """Looked at again before an e-mail goes out."""
    rows = Extension.objects.filter(year__campaign__public_id=message.data["war_id"], ended_at=None)
    return rows.filter(side=message.data["asker"], year__number=message.data["year"]).exists()
