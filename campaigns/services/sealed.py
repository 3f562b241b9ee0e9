"""Handing in what is sealed: orders and musters, with a receipt that shows afterwards that nothing was altered."""

import hashlib
import secrets
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Never

from django.db import transaction
from django.utils.translation import gettext as __
from django.utils.translation import gettext_lazy as _

from battles.models.log import Manner
from campaigns import narration
from campaigns.models import Campaign, Muster, Side, StrategicAction, Year
from campaigns.models.absence import absent_rules
from campaigns.models.codec import rules_of, state_of, text
from campaigns.permissions import manner_of
from campaigns.rules.decisions import Muster as MusterDecision
from campaigns.rules.decisions import Order
from campaigns.services import book, kernel, readiness
from clubs.clock import in_zone
from clubs.dates import date_words
from clubs.errors import Refusal, Stale
from clubs.models import Membership
from rulesets.contract import Problem
from rulesets.dice import pack

RECEIPT = "signifer-receipt-1"
SALT_LENGTH = 128


class Disallowed(Refusal):
    """The rules forbid it. ``problem`` is what they said."""

    def __init__(self, problem: Problem):
        super().__init__(narration.problem_text(problem), code=problem.code)
        self.problem = problem


def receipt(campaign: Campaign, year: int, side: str, what: str, salt: str) -> str:
    """A salted commitment: SHA-256 over length-prefixed texts. Without the salt it tells nothing."""
    return hashlib.sha256(pack(RECEIPT, campaign.game, str(year), side, what, salt)).hexdigest()


def clean_salt(salt: str) -> str:
    """The seat's own salt, or one of ours where it gave none."""
    salt = unicodedata.normalize("NFC", salt.strip())
    if len(salt) > SALT_LENGTH or any(unicodedata.category(char)[0] == "C" for char in salt):
        raise Refusal(_("The salt is up to 128 ordinary characters."), code="bad_salt")
    return salt or secrets.token_hex(16)


def _open_stage(
    campaign: Campaign, stage: str, now: datetime, number: int | None = None, *, model: Any, side: str
) -> Year:
    """The year, if its stage is open and its deadline has not passed by the one clock; the stored decision stands otherwise.

    In the time of grace a side that has nothing in may still hand it in; what is in stands. ``number``: the year that the person
    saw; a form made for it must not land in the next.
    """
    year = Year.objects.filter(campaign=campaign, stage=stage).first()
    if year is not None and number is not None and year.number != number:
        raise Stale(_("The war has gone on to another year. Look at it as it is now."), code="other_year")
    if year is None:
        raise Refusal(_("This stage is closed: what was handed in stands."), code="stage_closed", status=409)
    if not is_late(year, now):
        return year
    assert year.closes_at is not None  # is_late
    if now > year.closes_at:
        _too_late(campaign, year.closes_at)
    if model.objects.filter(year=year, side=side).exists():
        raise Refusal(
            _("The deadline has passed: what you handed in stands. Only what is missing is still taken."),
            code="too_late",
            status=409,
        )
    return year


def is_late(year: Year, now: datetime) -> bool:
    """Whether the deadline has passed, grace or not."""
    return year.deadline_at is not None and now > year.deadline_at and not year.paused_at


def _too_late(campaign: Campaign, moment: datetime) -> Never:
    closed = in_zone(moment, campaign.club.time_zone)
    when = date_words(closed, "DATETIME_FORMAT")
    raise Refusal(
        __("Too late: this closed at %(when)s (%(zone)s). What was handed in before stands.")
        % {"when": when, "zone": campaign.club.time_zone},
        code="too_late",
        status=409,
    )


def _keep(model: Any, year: Year, side: str, revision: int | None, values: dict[str, Any]) -> Any:
    """Store a sealed decision over the one before it, if that is the one the person saw."""
    row = model.objects.filter(year=year, side=side).first()
    current = row.revision if row else 0
    if revision is not None and revision != current:
        raise Stale(_("This was changed in another window. Look at what stands before you change it."), code="stale")
    if row is None:
        return model.objects.create(year=year, side=side, **values)
    for name, value in values.items():
        setattr(row, name, value)
    row.revision = current + 1
    row.save()
    return row


def _seal(campaign: Campaign, year: Year, row: Any, kind: str, *, by: Membership | None, now: datetime) -> None:
    told = {"side": row.side, "receipt": row.receipt, "ready": row.ready, "manner": str(row.manner)}
    late = is_late(year, now)
    if late and year.deadline_at is not None:
        told["late"] = int((now - year.deadline_at).total_seconds())
    book.note(campaign, kind, year=year.number, now=now, by=by, **told)
    readiness.look(campaign, year, late=late)


@transaction.atomic
def give_order(
    campaign: Campaign,
    *,
    side: str,
    action: str,
    salt: str = "",
    ready: bool = True,
    by: Membership | None,
    now: datetime,
    revision: int | None = None,
    year: int | None = None,
    paper: bool = False,
) -> StrategicAction:
    """Hand in, or change, the year's order of a side. Editing withdraws nothing but what it replaces; ``ready`` may be withdrawn.

    ``Refusal`` once the stage is closed (with the time of closing) or where an event has fixed another action; ``Stale`` if
    ``revision`` is not that of the order that stands.
    """
    held = kernel.claim(campaign.pk)
    manner = manner_of(held, side, by, paper=paper)
    open_year = _open_stage(held, "orders", now, year, model=StrategicAction, side=side)
    problem = rules_of(held).check(state_of(held), side, Order(action=action))
    if problem is not None:
        raise Disallowed(problem)
    salt = clean_salt(salt)
    values = {
        "action": action,
        "salt": salt,
        "ready": ready,
        "receipt": receipt(held, open_year.number, side, action, salt),
        "manner": manner,
        "actor": by,
        "given_at": now,
    }
    row: StrategicAction = _keep(StrategicAction, open_year, side, revision, values)
    _seal(held, open_year, row, "order_sealed", by=by, now=now)
    return row


@transaction.atomic
def withdraw_ready(campaign: Campaign, *, side: str, by: Membership | None, now: datetime) -> None:
    """The order stays, but the year waits for its deadline."""
    held = kernel.claim(campaign.pk)
    manner = manner_of(held, side, by, paper=True)
    year = _open_stage(held, "orders", now, model=StrategicAction, side=side)
    _note_paper(held, manner, side=side, year=year.number, by=by, now=now)
    if StrategicAction.objects.filter(year=year, side=side, ready=True).update(ready=False):
        Year.objects.filter(pk=year.pk).update(ready=False)


@transaction.atomic
def leave_standing_order(campaign: Campaign, *, side: str, action: str, by: Membership, now: datetime) -> None:
    """The action for years in which this seat gives no order. Empty takes it back. Only its own seat may read it.

    An officer may type it in from a paper slip; the book says that he did.
    """
    held = kernel.claim(campaign.pk)
    manner = manner_of(held, side, by, paper=True)
    if action and not absent_rules(held).standing:
        raise Refusal(_("In this war no standing orders are left."), code="no_standing_orders")
    if action and action not in rules_of(held).pack.actions:
        raise Disallowed(Problem(code="unknown_action", data={"action": action}))
    Side.objects.filter(campaign=held, key=side).update(standing_order=action)
    _note_paper(held, manner, side=side, year=state_of(held).year, by=by, now=now)


def _note_paper(
    campaign: Campaign, manner: Manner, *, side: str, year: int, by: Membership | None, now: datetime
) -> None:
    """What somebody did for a seat that is not his is never done in secret."""
    if manner == Manner.PAPER:
        book.note(campaign, "paper_entered", year=year, now=now, by=by, side=side, stage="orders")


@transaction.atomic
def give_muster(
    campaign: Campaign,
    *,
    side: str,
    units: Sequence[str],
    characters: Sequence[str] = (),
    ready: bool = True,
    by: Membership | None,
    now: datetime,
    revision: int | None = None,
    year: int | None = None,
    paper: bool = False,
) -> Muster:
    """Hand in, or change, the year's muster of a side: whole units within the limit. Refusals as for orders."""
    held = kernel.claim(campaign.pk)
    manner = manner_of(held, side, by, paper=paper)
    open_year = _open_stage(held, "muster", now, year, model=Muster, side=side)
    decision = MusterDecision(units=tuple(units), characters=tuple(characters))
    problem = rules_of(held).check(state_of(held), side, decision)
    if problem is not None:
        raise Disallowed(problem)
    salt = secrets.token_hex(16)
    values = {
        "units": list(units),
        "characters": list(characters),
        "salt": salt,
        "ready": ready,
        "receipt": receipt(held, open_year.number, side, text([list(units), list(characters)]), salt),
        "manner": Manner(manner),
        "actor": by,
        "given_at": now,
    }
    row: Muster = _keep(Muster, open_year, side, revision, values)
    _seal(held, open_year, row, "muster_sealed", by=by, now=now)
    return row
