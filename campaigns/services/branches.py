"""Playing again from the start of a year: what was played stays readable as a former branch, and its dice do not fall again.

Of the open year it is a void: called off for all to see, its secret shown. Of an earlier year it rolls the war back.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Engagement, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import rules_of, state_of
from campaigns.models.year import YearStage
from campaigns.permissions import holders, require_umpire
from campaigns.services import book, kernel, rewind, telling, yearrows
from campaigns.services.reasons import reason_of
from clubs.errors import Refusal, Stale
from clubs.models import Membership


@transaction.atomic
def begin_again(campaign: Campaign, *, number: int, reason: str, seen: int, by: Membership, now: datetime) -> Campaign:
    """Play the war again from the start of a year, with new dice; also a war that is over or held. Everybody is told.

    ``seen``: the last decision that the person saw; ``Stale`` if the war has gone on since.
    """
    reason = reason_of(reason)
    held = kernel.claim(campaign.pk, stages=(Stage.RUNNING, Stage.OVER, Stage.HELD), battles=True)
    require_umpire(held, by)
    if held.last_decision != seen:
        raise Stale(_("Somebody was first: this war has gone on. Look again."), code="stale")
    year = Year.objects.filter(campaign=held, number=number).exclude(stage=YearStage.WAITING).first()
    if year is None:
        raise Refusal(_("There is no such year in this war yet."), code="no_such_year", status=404)
    voids = not Year.objects.filter(campaign=held, number__gt=number).exclude(stage=YearStage.WAITING).exists()
    _call_off(held, number, now=now)
    before = [one for one in rewind.standing_decisions(held) if one.year < number]
    rewind.to(held, before[-1].number if before else 0, reason=reason, by=by, now=now)
    told: dict[str, Any] = {"year": number, "reason": reason, "back": held.last_decision}
    # Two calls, so that a reader of the source finds both kinds.
    if voids:
        book.note(held, "voided", now=now, by=by, **told)
    else:
        book.note(held, "rolled_back", now=now, by=by, **told)
    kernel.open_year(held, rules_of(held), state_of(held), now=now)
    kernel.save(held)
    _tell(held, number, voids=voids, reason=reason, by=by, now=now)
    return held


def _call_off(campaign: Campaign, number: int, *, now: datetime) -> None:
    """That year and all after it wait: their secrets are shown, what was sealed is put aside, and no roll of theirs stands."""
    for year in Year.objects.filter(campaign=campaign, number__gte=number).order_by("number"):
        yearrows.strike_battles(year, now=now)
        yearrows.call_off(campaign, year, now=now)
    # Of a battle that was called off nothing counts.
    Engagement.objects.filter(year__campaign=campaign, year__number__gte=number).update(results={}, corrected=None)
    Year.objects.filter(campaign=campaign, number__gte=number).update(
        **rewind.WAITING,
        overdue_at=None,
        scenario="",
        attempts=0,
        next_attempt_at=None,
        last_error="",
        dice_since=F("epoch") + 1,
        version=F("version") + 1,
    )
    telling.stage_left(campaign, now=now)


def _tell(campaign: Campaign, number: int, *, voids: bool, reason: str, by: Membership, now: datetime) -> None:
    held = holders(campaign)
    people = {member.pk: member for member in (*held.everybody, *telling.umpires(campaign, held)) if member.pk != by.pk}
    key = f"{campaign.revision}:begun-again"
    about: dict[str, Any] = {"year": number, "reason": reason, "by": str(by)}
    if voids:
        telling.tell(campaign, "voided", people.values(), key=key, now=now, **about)
    else:
        telling.tell(campaign, "rolled_back", people.values(), key=key, now=now, **about)
