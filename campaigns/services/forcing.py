"""Going on without whoever blocks a stage: the umpire lets the war do what it lays down for the absent, and everybody reads of it."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Year
from campaigns.models.codec import rules_of
from campaigns.models.year import YearStage
from campaigns.permissions import holders, require_umpire
from campaigns.services import book, kernel, telling, turning
from campaigns.services.reasons import reason_of
from clubs.errors import Refusal
from clubs.models import Membership


@transaction.atomic
def force(campaign: Campaign, *, reason: str, by: Membership, now: datetime) -> Year:
    """Close the open stage now: what is in counts, and for whoever is missing the default is taken. Nothing sealed is shown by it first.

    A battle has no default: it is settled by a ruling. What somebody said on paper is typed in for him instead.
    """
    reason = reason_of(reason)
    held = kernel.claim(campaign.pk, battles=True)
    require_umpire(held, by)
    year = kernel.open_year_of(held)
    if year.stage == YearStage.BATTLE:
        raise Refusal(_("A battle has no default: rule on it instead."), code="needs_ruling", status=409)
    book.note(held, "forced", year=year.number, now=now, by=by, stage=year.stage, reason=reason)
    _tell(held, year, reason=reason, by=by, now=now)
    turning.close_stage(held, rules_of(held), year, now, forced=True)
    return year


def _tell(campaign: Campaign, year: Year, *, reason: str, by: Membership, now: datetime) -> None:
    """Everybody who plays learns that he is not waited for, and why, before what follows; and whoever else may umpire."""
    held = holders(campaign)
    others = [one for one in telling.umpires(campaign, held) if one.pk != by.pk]
    key = f"{campaign.revision}:{year.number}:forced:{campaign.last_decision}"
    about: dict[str, Any] = {"year": year.number, "forced": year.stage, "epoch": year.epoch, "reason": reason}
    telling.tell(campaign, "forced", [*held.everybody, *others], key=key, now=now, by=str(by), **about)
