"""Taking a battle's outcome into the war, and taking it back when the report is reopened."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.errors import SecretLost
from battles.models import Battle
from battles.models.battle import Stage as BattleStage
from battles.models.log import Manner
from campaigns.models import Campaign, Decision, Engagement
from campaigns.models.campaign import Stage
from campaigns.models.codec import moves_of, rules_of, state_of
from campaigns.models.year import YearStage
from campaigns.rules.decisions import Fought, Order
from campaigns.rules.engine import HOST
from campaigns.rules.fields import TABLE
from campaigns.services import book, holding, kernel, rewind, telling
from campaigns.services.sealed import Disallowed
from clubs.errors import Refusal
from clubs.models import Membership
from rulesets.contract import Outcome


def take(battle: Battle, outcome: Outcome, *, by: Membership | None, now: datetime) -> None:
    """Score, recover, and go on with the year; in the transaction that decided the battle.

    If the secret of the year's dice cannot be unlocked, the battle stands as it was decided and the war is held: its outcome is taken
    in when a new secret is drawn (``take_waiting``).
    """
    engagement = Engagement.objects.select_related("year").filter(battle=battle).first()
    if engagement is None:
        return
    if battle.ruleset != TABLE:
        telling.battle_left(battle, now=now)
    try:
        with transaction.atomic():
            _take(engagement, outcome, by=by, now=now)
    except SecretLost:
        holding.hold(engagement.year.campaign_id, engagement.year, reason=holding.SECRET_LOST, now=now)


def _take(engagement: Engagement, outcome: Outcome, *, by: Membership | None, now: datetime) -> None:
    campaign = kernel.claim(engagement.year.campaign_id)
    fought = Fought(outcome=outcome)
    problem = rules_of(campaign).check(state_of(campaign), HOST, fought)
    if problem is not None:
        raise Disallowed(problem)
    results = {seat: msgspec.to_builtins(result) for seat, result in outcome.seats.items()}
    Engagement.objects.filter(pk=engagement.pk).update(results=results, decided_at=now)
    kernel.advance(campaign, {HOST: fought}, manners={HOST: Manner.OWN}, by=by, now=now)


def take_waiting(campaign: Campaign, *, now: datetime) -> None:
    """Take in the outcome of a battle that was decided when the war could not go on."""
    rows = Engagement.objects.filter(year__campaign=campaign, decided_at=None, battle__stage=BattleStage.DECIDED)
    for engagement in rows.select_related("battle", "year"):
        _take(engagement, msgspec.convert(engagement.battle.outcome, Outcome), by=None, now=now)


def last_fought(decisions: Sequence[Decision]) -> Decision | None:
    """The decision by which the last battle came in."""
    return next((one for one in reversed(decisions) if HOST in moves_of(one)), None)


def may_reopen(campaign: Campaign) -> Engagement | None:
    """The engagement whose report can still be reopened: until the next orders close. None if there is none."""
    if campaign.stage not in (Stage.RUNNING, Stage.OVER):
        return None
    decisions = rewind.standing_decisions(campaign)
    fought = last_fought(decisions)
    if fought is None:
        return None
    since = [move for one in decisions if one.number > fought.number for move in moves_of(one).values()]
    if any(isinstance(move, Order) for move in since):
        return None
    engagements = Engagement.objects.filter(year__campaign=campaign, year__number=fought.year).exclude(decided_at=None)
    return engagements.exclude(results={}).select_related("battle", "year").order_by("-number").first()


def undo(battle: Battle, *, by: Membership | None, now: datetime) -> None:
    """The report is reopened: the war stands again where it stood before it, as a new revision."""
    engagement = Engagement.objects.select_related("year").filter(battle=battle).first()
    if engagement is None:
        return
    campaign = kernel.claim(engagement.year.campaign_id, stages=(Stage.RUNNING, Stage.OVER))
    open_to = may_reopen(campaign)
    fought = last_fought(rewind.standing_decisions(campaign))
    if open_to is None or open_to.pk != engagement.pk or fought is None:
        raise Refusal(
            _("The next orders are closed: this report can no longer be reopened."), code="too_late", status=409
        )
    engagement.decided_at, engagement.results = None, {}
    engagement.save(update_fields=["decided_at", "results"])
    reason = battle.entries.order_by("-seq").values_list("action", flat=True)[0].get("reason", "")
    rewind.to(campaign, fought.number - 1, reason=reason, by=by, now=now)
    book.note(campaign, "report_reopened", year=engagement.year.number, now=now, by=by, reason=reason)
    rewind.resume(campaign, engagement.year, stage=YearStage.BATTLE, now=now)
    rewind.tell_reopened(campaign, engagement.year, reason=reason, now=now)
