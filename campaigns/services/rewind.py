"""Going back: the war stands again where it stood after an earlier decision. Nothing is erased; a new revision begins."""

from datetime import datetime
from typing import Any

from django.db.models import F

from campaigns.models import Campaign, Decision, LedgerEntry, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import digest, rules_of, start_of, text
from campaigns.models.year import YearStage
from campaigns.permissions import holders
from campaigns.rules.recordlog import Recalled
from campaigns.rules.state import State
from campaigns.selectors.courses import log_of, standing
from campaigns.services import book, clockwork, dice, projection, telling
from clubs.models import Membership
from rulesets.contract import Happening


def standing_decisions(campaign: Campaign) -> list[Decision]:
    return standing(list(Decision.objects.filter(campaign=campaign).order_by("number")))


def replayed(campaign: Campaign, decisions: list[Decision]) -> State:
    """The state after these decisions, worked out from the start with the dice as they fell."""
    rules = rules_of(campaign)
    state = rules.begin(start_of(campaign))
    for past in log_of(decisions):
        state = rules.apply(state, past.moves, Recalled(past.rolls)).state
    return state


def to(campaign: Campaign, number: int, *, reason: str, by: Membership | None, now: datetime) -> State:
    """Go back to the state after decision ``number`` (0: the start). The campaign row is the caller's claim.

    Whoever calls writes in the book why, and brings the year's row in step.
    """
    kept = [decision for decision in standing_decisions(campaign) if decision.number <= number]
    state = replayed(campaign, kept)
    dropped = Decision.objects.filter(campaign=campaign, number__gt=number)
    entries = list(LedgerEntry.objects.filter(decision__in=dropped).values_list("pk", flat=True))
    years = set(dropped.values_list("year", flat=True))
    campaign.revision += 1
    campaign.last_decision += 1
    encoded = text(state)
    Decision.objects.create(
        campaign=campaign,
        number=campaign.last_decision,
        revision=campaign.revision,
        year=state.year,
        stage=state.stage,
        back_to=number,
        reason=reason[:500],
        actor=by,
        state_digest=digest(encoded),
        at=now,
    )
    campaign.state, campaign.state_digest = encoded, digest(encoded)
    campaign.stage, campaign.ended_at = Stage.RUNNING, None
    campaign.winner = campaign.level = campaign.reason = ""
    campaign.save()
    later = {year for year in years if year > state.year}
    projection.forget_year(campaign, numbers=later, entries=entries)
    projection.sync(campaign, rules_of(campaign), state, year=state.year)
    _grants_again(campaign, kept, state)
    return state


def _grants_again(campaign: Campaign, kept: list[Decision], state: State) -> None:
    """Grants of the year that no longer came about are forgotten; those of decisions that count stand."""
    projection.forget_year(campaign, numbers=[state.year], entries=[])
    entries = LedgerEntry.objects.filter(decision__in=kept, year=state.year, kind="grant")
    projection.follow(campaign, entries, year=state.year)


WAITING: dict[str, Any] = {
    "stage": YearStage.WAITING,
    "deadline_at": None,
    "closed_at": None,
    "deadline_wall": "",
    "deadline_zone": "",
    "paused_at": None,
    "paused_left": None,
    "paused_until": None,
    "ready": False,
    "summary": {},
}
"""The row of a year that had begun and has not come yet, after the war has gone back."""


def resume(campaign: Campaign, year: Year, *, stage: YearStage, now: datetime) -> None:
    """The year runs again, and those that had opened after it wait, their orders kept.

    If its dice were shown already, dice that have not fallen yet come from a new secret.
    """
    Year.objects.filter(campaign=campaign, number__gt=year.number).update(**WAITING, version=F("version") + 1)
    # Of a year that came in with a record there is no secret at all.
    kept = dice.has_secret(campaign, year.number, year.epoch)
    if not kept or dice.secret_row(campaign, year.number, year.epoch).revealed:
        new_secret(campaign, year, now=now)
    year.stage, year.closed_at, year.ready, year.summary = stage, None, False, {}
    year.overdue_at = year.reminded_at = year.paused_at = year.paused_left = year.paused_until = None
    year.attempts, year.next_attempt_at, year.last_error = 0, None, ""
    year.version += 1
    clockwork.start(campaign, year, stage, now=now)
    year.save()
    deadline = year.deadline_at.isoformat() if year.deadline_at else None
    told: dict[str, Any] = {"stage": year.stage, "deadline": deadline, "how": "again", "reason": ""}
    book.note(campaign, "deadline_moved", year=year.number, now=now, before=None, **told)


def new_secret(campaign: Campaign, year: Year, *, now: datetime) -> None:
    """Draw another secret for the dice of a year that have not fallen yet, and publish its commitment. The year is not saved."""
    year.epoch += 1
    row = dice.commit(campaign, number=year.number, epoch=year.epoch, now=now)
    told = {"year": year.number, "commitment": row.commitment, "epoch": year.epoch}
    book.write(campaign, [Happening(kind="dice_committed", data=told)], year=year.number, now=now)
    campaign.save(update_fields=["seq", "head"])


def tell_reopened(campaign: Campaign, year: Year, *, reason: str, now: datetime) -> None:
    key = f"{campaign.revision}:{year.number}:reopened"
    telling.tell(campaign, "report_reopened", holders(campaign), key=key, now=now, year=year.number, reason=reason)
