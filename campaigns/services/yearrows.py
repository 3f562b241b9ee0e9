"""Bringing the rows of years in step with a war that took another course: which are closed, which is open, which wait."""

from datetime import datetime

from django.db.models import F

from battles.errors import SecretLost
from battles.services import secrets, verdicts
from campaigns.models import Campaign, Decision, Engagement, Muster, StrategicAction, Year
from campaigns.models.codec import moves_of, rules_of
from campaigns.models.year import OPEN_STAGES, YearStage
from campaigns.rules.correcting import Corrected
from campaigns.rules.decisions import Order
from campaigns.rules.engine import Rules
from campaigns.rules.state import State
from campaigns.services import book, dice, kernel, rewind
from rulesets.contract import Happening


def follow(campaign: Campaign, found: Corrected, *, was_over: bool, now: datetime) -> bool:
    """Make every year's row what the corrected course says. The war's row is saved. Whether sealed decisions must be confirmed.

    The open year's clock goes on where the war still waits for the same; else a stage begins, and people are told what they owe.
    """
    rules, state = rules_of(campaign), found.state
    rows = {year.number: year for year in Year.objects.filter(campaign=campaign)}
    opened = _opened(campaign)
    for number, year in sorted(rows.items()):
        if number > state.year:
            _wait(campaign, year, opened=number in opened, now=now)
        elif number < state.year or state.ended is not None:
            _put_away(campaign, rules, year, found, now=now)
    if state.ended is not None:
        if not was_over:
            kernel.end_war(campaign, state, now=now)
        kernel.save(campaign)
        return False
    again = _go_on(campaign, rules, rows.get(state.year), found, now=now)
    kernel.save(campaign)
    return again


def _opened(campaign: Campaign) -> set[int]:
    """Years whose sealed orders were opened in some course of the war: they are known, and must not be opened again."""
    rows = Decision.objects.filter(campaign=campaign, stage="orders")
    return {row.year for row in rows if any(isinstance(move, Order) for move in moves_of(row).values())}


def _wait(campaign: Campaign, year: Year, *, opened: bool, now: datetime) -> None:
    """A year that has not come yet. Its sealed orders are kept, to be confirmed, unless they are known already."""
    strike_battles(year, now=now)
    if opened:
        call_off(campaign, year, now=now)
    Engagement.objects.filter(year=year).exclude(results={}).update(results={}, corrected=None)
    Year.objects.filter(pk=year.pk).update(**rewind.WAITING, scenario="", version=F("version") + 1)
    year.orders.update(ready=False)


def _put_away(campaign: Campaign, rules: Rules, year: Year, found: Corrected, *, now: datetime) -> None:
    if year.stage == YearStage.CLOSED:
        summary = found.summaries.get(year.number)
        if summary is not None:
            year.summary = summary
            year.scenario = summary["scenario"] or ""
            year.version += 1
            year.save(update_fields=["summary", "scenario", "version"])
        return
    strike_battles(year, now=now)
    last = [step for step in found.steps if step.year == year.number][-1]
    ends = last.state
    put_away = ends.closed if ends.year != year.number and ends.closed is not None else ends.now
    kernel.close_year(campaign, rules, year, put_away, ends, now=now)


def _go_on(campaign: Campaign, rules: Rules, year: Year | None, found: Corrected, *, now: datetime) -> bool:
    state, old = found.state, found.old
    unopened = state.stage == "orders" and not state.now.orders and not state.pending
    if year is None or (unopened and year.stage == YearStage.WAITING):
        kernel.open_year(campaign, rules, state, now=now)
        return False
    same = year.stage in OPEN_STAGES and _waits_alike(old, state)
    if not same:
        _begin_stage(campaign, rules, year, state, unopened=unopened, now=now)
    kernel.battle_in_step(campaign, year, now=now)
    if not same or state == old or year.stage not in (YearStage.ORDERS, YearStage.MUSTER):
        return False
    _unready(year)
    return True


def _waits_alike(old: State, state: State) -> bool:
    return (old.year, old.stage, old.pending) == (state.year, state.stage, state.pending) and bool(
        old.now.orders
    ) == bool(state.now.orders)


def _begin_stage(campaign: Campaign, rules: Rules, year: Year, state: State, *, unopened: bool, now: datetime) -> None:
    strike_battles(year, now=now)
    if unopened:
        call_off(campaign, year, now=now)
    elif state.stage in ("orders", "choices", "muster"):
        Muster.objects.filter(year=year).delete()
    rewind.resume(campaign, year, stage=kernel.stage_of(state), now=now)
    kernel.enter_stage(campaign, rules, year, state, now=now)


def _unready(year: Year) -> None:
    """What was sealed on other news is kept, and must be confirmed. Whoever looks learns nothing of what it is: all are asked."""
    year.orders.update(ready=False)
    Muster.objects.filter(year=year).update(ready=False)
    Year.objects.filter(pk=year.pk).update(ready=False, version=F("version") + 1)


def strike_battles(year: Year, *, now: datetime) -> None:
    """Strike the open battles of a year that will not be fought as they are. Their locks are the caller's claim."""
    for engagement in Engagement.objects.filter(year=year, decided_at=None).select_related("battle"):
        verdicts.void(engagement.battle, now=now)
        Engagement.objects.filter(pk=engagement.pk).update(decided_at=now)


def call_off(campaign: Campaign, year: Year, *, now: datetime) -> None:
    """The year will begin again: its secret is shown, with the salts if its orders were opened, and what was sealed is put aside."""
    known = dice.has_secret(campaign, year.number, year.epoch)
    row = dice.secret_row(campaign, year.number, year.epoch) if known else None
    if row is not None and not row.revealed:
        salts = dice.salts_of(year) if _rolled(campaign, year) else {}
        told = {"year": year.number, "epoch": year.epoch}
        try:
            secret = secrets.reveal(row, now)
        except SecretLost:
            happening = Happening(kind="dice_lost", data=told)
        else:
            happening = Happening(kind="dice_revealed", data={**told, "secret": secret.hex(), "salts": salts})
        book.write(campaign, [happening], year=year.number, now=now)
    StrategicAction.objects.filter(year=year).delete()
    Muster.objects.filter(year=year).delete()


def _rolled(campaign: Campaign, year: Year) -> bool:
    """Whether a die fell from this secret: then the orders were open, and their salts are no secret."""
    return campaign.rolls.filter(year=year.number, epoch=year.epoch).exists()
