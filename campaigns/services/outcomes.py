"""Taking a battle's outcome into the war, and taking it back when the report is reopened."""

from datetime import datetime

import msgspec
from django.utils.translation import gettext_lazy as _

from battles.models import Battle
from battles.models.log import Manner
from campaigns.models import Campaign, Decision, Engagement, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import moves_of, rules_of, state_of
from campaigns.models.year import OPEN_STAGES
from campaigns.rules.decisions import Fought
from campaigns.rules.engine import HOST
from campaigns.services import kernel, rewind
from campaigns.services.sealed import Disallowed
from clubs.errors import Refusal
from clubs.models import Membership
from rulesets.contract import Outcome


def take(battle: Battle, outcome: Outcome, *, by: Membership | None, now: datetime) -> None:
    """Score, recover, and go on with the year; in the transaction that decided the battle."""
    engagement = Engagement.objects.select_related("year").filter(battle=battle).first()
    if engagement is None:
        return
    campaign = kernel.claim(engagement.year.campaign_id)
    fought = Fought(outcome=outcome)
    problem = rules_of(campaign).check(state_of(campaign), HOST, fought)
    if problem is not None:
        raise Disallowed(problem)
    engagement.results = {seat: msgspec.to_builtins(result) for seat, result in outcome.seats.items()}
    engagement.decided_at = now
    engagement.save(update_fields=["results", "decided_at"])
    kernel.advance(campaign, {HOST: fought}, manners={HOST: Manner.OWN}, by=by, now=now)


def last_fought(campaign: Campaign) -> Decision | None:
    """The decision by which the last battle came in, among those that count."""
    for decision in reversed(rewind.standing_decisions(campaign)):
        if HOST in moves_of(decision):
            return decision
    return None


def may_reopen(campaign: Campaign) -> Engagement | None:
    """The engagement whose report can still be reopened: until the next orders close. None if there is none."""
    state = state_of(campaign)
    if campaign.stage not in (Stage.RUNNING, Stage.OVER):
        return None
    number = state.year - 1 if state.stage == "orders" and not state.now.orders else state.year
    if state.ended is not None:
        number = state.ended.year
    engagement = (
        Engagement.objects.filter(year__campaign=campaign, year__number=number)
        .exclude(decided_at=None)
        .exclude(results={})
        .select_related("battle", "year")
        .order_by("-number")
        .first()
    )
    fought = last_fought(campaign)
    if engagement is None or fought is None or fought.year != number:
        return None
    return engagement


def undo(battle: Battle, *, by: Membership | None, now: datetime) -> None:
    """The report is reopened: the war stands again where it stood before it, as a new revision."""
    engagement = Engagement.objects.select_related("year").filter(battle=battle).first()
    if engagement is None:
        return
    campaign = kernel.claim(engagement.year.campaign_id, stages=(Stage.RUNNING, Stage.OVER))
    open_to = may_reopen(campaign)
    fought = last_fought(campaign)
    if open_to is None or open_to.pk != engagement.pk or fought is None:
        raise Refusal(
            _("The next orders are closed: this report can no longer be reopened."), code="too_late", status=409
        )
    engagement.decided_at, engagement.results = None, {}
    engagement.save(update_fields=["decided_at", "results"])
    reason = battle.entries.order_by("-seq").values_list("action", flat=True)[0].get("reason", "")
    rewind.to(campaign, fought.number - 1, reason=reason, by=by, now=now)
    _reopen_rows(campaign, engagement.year, now=now)
    state = state_of(campaign)
    telling_key = f"{campaign.revision}:{engagement.year.number}:reopened"
    rewind.tell_reopened(campaign, engagement.year, key=telling_key, reason=reason, state=state, now=now)


def _reopen_rows(campaign: Campaign, year: Year, *, now: datetime) -> None:
    """The year is being fought again; the one that had opened after it waits, its orders kept."""
    Year.objects.filter(campaign=campaign, number=year.number + 1, stage__in=OPEN_STAGES).update(
        stage="waiting", deadline_at=None, ready=False
    )
    rewind.resume_year(campaign, year, stage="battle", now=now)
