"""Turning years: what is due goes on, exactly once (design 6).

Truth is the database; messages are only nudges. ``tick`` may run at any time, any number of times, in any number of processes.
Each turn claims the year by its stage and version, counts the attempt in a commit of its own, and does the rest in one transaction.
"""

import logging
import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import F, Q, QuerySet

from battles.errors import SecretLost
from battles.models.log import Manner
from battles.selectors import asks_of
from battles.services import heart, play, table
from campaigns.models import Campaign, Engagement, Muster, StrategicAction, Year
from campaigns.models.absence import AbsentRules, absent_rules
from campaigns.models.campaign import Stage
from campaigns.models.codec import rules_of, state_of
from campaigns.models.year import OPEN_STAGES, Outcome, YearStage
from campaigns.permissions import holders
from campaigns.rules.decisions import Decision, Order, Typed
from campaigns.rules.decisions import Muster as MusterDecision
from campaigns.rules.engine import Rules
from campaigns.rules.state import State
from campaigns.selectors.sealed import all_in
from campaigns.selectors.vitals import HEART
from campaigns.services import absence, book, claims, clockwork, holding, kernel, outages, readiness, sending, telling
from campaigns.services.crash import crash_point
from campaigns.services.dice import YearDice
from campaigns.services.sealed import receipt
from clubs import clock
from clubs.errors import complain
from clubs.services import answers, people
from rulesets.contract import UMPIRE, Ask

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
REMIND_BEFORE = AbsentRules().remind
FURTHEST_REMINDER = timedelta(days=7)
LATE = timedelta(hours=1)
"""A pause whose end the tick notices so much later ends when it is noticed."""

CLAIM_YEAR = """
UPDATE campaigns_year SET version = version + 1, attempts = 0, next_attempt_at = NULL, last_error = ''
WHERE id = %s AND stage = %s AND version = %s RETURNING *
"""
"""Takes a year as it was seen, and reads it afresh in the same statement."""


def due(now: datetime) -> list[int]:
    """Wars whose year must go on now. One query; three more while any is in its time of grace."""
    years = Year.objects.filter(stage__in=OPEN_STAGES, campaign__stage=Stage.RUNNING)
    late = Q(deadline_at__lte=now, paused_at=None)
    again = Q(next_attempt_at=None) | Q(next_attempt_at__lte=now)
    columns = ("campaign_id", "stage", "deadline_at", "paused_at", "grace", "ready")
    found = list(years.filter(again).filter(late | Q(ready=True)).order_by("pk").only(*columns))
    graced = all_in(year for year in found if not _is_over(year, now))
    return [year.campaign_id for year in found if _is_over(year, now) or year.pk in graced]


def _is_over(year: Year, now: datetime) -> bool:
    """Whether everybody is ready, or the stage's time is up, its grace too."""
    return year.ready or (year.paused_at is None and year.closes_at is not None and year.closes_at <= now)


def tick(
    now: datetime | None = None,
    *,
    hand_on: Callable[[int], object] | None = None,
    hand_on_battle: table.HandOn | None = None,
) -> int:
    """Turn what is due, remind, send what waits in the outbox, forget old answers and log-ins, note that the clock is alive.
    Answers how many were due.

    First of all the time of an outage is given back, and clocks run on whose pause is over.

    ``hand_on``: give each due war to somebody else (a worker) instead of turning it here; ``hand_on_battle`` what the program has to do
    at battles.
    """
    moment = now or clock.now()
    outages.give_back(moment)
    resume_paused(moment)
    ids = due(moment)
    _each(ids, hand_on or (lambda campaign_id: turn(campaign_id, now=moment)))
    _each(claims.due_claims(moment), lambda pk: claims.settle_due(pk, now=moment))
    table.tick(moment, hand_on=hand_on_battle)
    remind(moment)
    answers.forget_old(moment)
    people.forget_sessions(moment)
    # Before anything is sent: a mail server that hangs must not look like a clock that stands still.
    heart.beat(HEART, moment)
    sending.send_all(now=moment)
    return len(ids)


def turn_due(now: datetime) -> int:
    """Turn every war that is due, by hand; one that breaks does not stop the others. Answers how many went on.

    Where a tick has been running until an outage, its time is given back first, as by the tick itself.
    """
    outages.give_back(now)
    resume_paused(now)
    came = _each(due(now), lambda campaign_id: turn(campaign_id, now=now))
    table.tick(now)
    heart.beat(outages.BY_HAND, now)
    return sum(map(bool, came))


def resume_paused(now: datetime) -> int:
    """Let the clocks run on whose pause has an end that has come. Answers how many did."""
    over = Year.objects.filter(
        stage__in=OPEN_STAGES, campaign__stage=Stage.RUNNING, paused_at__isnull=False, paused_until__lte=now
    )
    return sum(map(bool, _each(over.order_by("pk").values_list("pk", flat=True), lambda pk: _resume(pk, now))))


@transaction.atomic
def _resume(pk: int, now: datetime) -> bool:
    """Whoever changes the row lets the clock run on; everybody else finds it running."""
    seen = Year.objects.get(pk=pk)
    campaign = kernel.claim(seen.campaign_id, battles=True)
    over = Year.objects.filter(pk=pk, version=seen.version, stage__in=OPEN_STAGES, paused_until__lte=now)
    if not over.update(version=F("version") + 1):
        return False
    year = Year.objects.get(pk=pk)
    assert year.paused_until is not None  # by the filter
    # A moment announced beforehand holds to the second; but time in which nothing ran is nobody's loss.
    late = now - year.paused_until >= LATE
    clockwork.resume(campaign, year, since=now if late else year.paused_until, by=None, now=now)
    return True


def _each(ids: Iterable[int], do: Callable[[int], object]) -> list[object]:
    """Do something for each war, whatever happens to the one before it."""
    came = []
    for number in ids:
        try:
            came.append(do(number))
        except Exception as error:  # noqa: BLE001  (whatever broke one war, the others go on)
            complain(log, "a war was passed over", error, number=number)
    return came


def turn(campaign_id: int, *, now: datetime) -> bool:
    """Let one war go on if it is due. Safe to call twice, or from two places at once."""
    year = Year.objects.filter(campaign_id=campaign_id, campaign__stage=Stage.RUNNING, stage__in=OPEN_STAGES).first()
    if year is None or not _is_due(year, now):
        return False
    if not year.ready and outages.silent_since(now) is not None:
        # After an outage time is given back first: that is the tick's, and a nudge must not come before it.
        return False
    if not _count_attempt(year, now):
        return False
    crash_point("after_attempt", war=campaign_id)
    try:
        with transaction.atomic():
            turned = _turn(campaign_id, year, now)
            crash_point("before_commit", war=campaign_id)
    except SecretLost:
        # Trying again would not bring it back.
        holding.hold(campaign_id, year, reason=holding.SECRET_LOST, now=now)
        return False
    except Exception as error:  # noqa: BLE001  (whatever broke it is counted, and held after five)
        complain(log, "year not turned", error, campaign=campaign_id, year=year.number)
        _failed(year, error, now)
        return False
    crash_point("after_commit", war=campaign_id)
    return turned


def _is_due(year: Year, now: datetime) -> bool:
    if _is_over(year, now):
        return True
    late = year.deadline_at is not None and year.deadline_at <= now and year.paused_at is None
    return late and year.pk in all_in([year])


def _count_attempt(year: Year, now: datetime) -> bool:
    """Count in a commit of its own, before trying: a year that kills its worker is set aside after five."""
    if year.next_attempt_at is not None and year.next_attempt_at > now:
        return False
    if year.attempts >= MOST_ATTEMPTS:
        holding.hold(year.campaign_id, year, reason=year.last_error, now=now)
        return False
    wait = timedelta(seconds=settings.TURN_BACKOFF_SECONDS) * 2**year.attempts
    rows = Year.objects.filter(pk=year.pk, version=year.version, attempts=year.attempts)
    return bool(rows.update(attempts=F("attempts") + 1, next_attempt_at=now + wait))


def _failed(year: Year, error: Exception, now: datetime) -> None:
    """Note what went wrong, unless somebody else has brought the year on meanwhile.

    A database that is away or full is not this year's fault: the try does not count, and the war goes on by itself once it is back.
    """
    rows, what = Year.objects.filter(pk=year.pk, version=year.version), type(error).__name__[:200]
    if _outage(error):
        wait = timedelta(seconds=settings.TURN_BACKOFF_SECONDS)
        rows.update(last_error=what, attempts=F("attempts") - 1, next_attempt_at=now + wait)
        return
    if not rows.update(last_error=what):
        return
    year.refresh_from_db()
    if year.attempts >= MOST_ATTEMPTS:
        holding.hold(year.campaign_id, year, reason=year.last_error, now=now)


def _outage(error: Exception) -> bool:
    """Whether the database failed, rather than the year. One that asks it for too long has itself to blame."""
    return isinstance(error, OperationalError) and type(error.__cause__).__name__ != "QueryCanceled"


def _turn(campaign_id: int, seen: Year, now: datetime) -> bool:
    # What the program does at the table of a side it plays belongs to the battle, which is taken before the war.
    campaign = kernel.claim(campaign_id, battles=seen.stage == YearStage.BATTLE)
    year = next(iter(Year.objects.raw(CLAIM_YEAR, [seen.pk, seen.stage, seen.version])), None)
    if year is None:
        return False
    crash_point("after_claim", war=campaign_id)
    # Somebody may have moved the deadline, or taken back "ready", since the year was looked at.
    if not _is_due(year, now):
        return False
    close_stage(campaign, rules_of(campaign), year, now)
    return True


def close_stage(campaign: Campaign, rules: Rules, year: Year, now: datetime, *, forced: bool = False) -> None:
    """What is in counts, and for whoever is missing the default is taken. War and year are the caller's claim.

    ``forced``: somebody has said so, and whoever has time left has none any more.
    """
    match year.stage:
        case "orders":
            _close_orders(campaign, rules, year, now)
        case "muster":
            _close_muster(campaign, rules, year, now)
        case "battle":
            _overdue(campaign, year, now)
        case _:
            _answer_for_absent(campaign, rules, year, now, forced=forced)


def _close_orders(campaign: Campaign, rules: Rules, year: Year, now: datetime) -> None:
    """Open both orders; a side that gave none has its standing order, else the war's default."""
    state = state_of(campaign)
    given = {row.side: row for row in StrategicAction.objects.filter(year=year)}
    late: list[str] = []
    moves: dict[str, Decision] = {}
    manners: dict[str, str] = {}
    for ask in rules.owed(state):
        if ask.prompt != "order":
            continue
        row = given.get(ask.seat)
        order = Order(action=row.action) if row else None
        if order is None or rules.check(state, ask.seat, order) is not None:
            order, row = _order_by_default(campaign, rules, state, ask), None
            _store_default(campaign, year, ask.seat, order, now)
            late.append(ask.seat)
        moves[ask.seat] = order
        manners[ask.seat] = row.manner if row else Manner.PROGRAM
    kernel.advance(campaign, moves, manners=manners, by=None, now=now, year=year)
    absence.missed(campaign, late, year=year.number, now=now)


def _order_by_default(campaign: Campaign, rules: Rules, state: State, ask: Ask) -> Order:
    laid_down = absent_rules(campaign)
    standing = campaign.sides.values_list("standing_order", flat=True).get(key=ask.seat) if laid_down.standing else ""
    wanted = standing or laid_down.order
    order = rules.fallback(state, ask, standing_order=wanted)
    assert isinstance(order, Order)
    return order


def _store_default(campaign: Campaign, year: Year, side: str, order: Order, now: datetime) -> None:
    """A default is a sealed order like any other, with a salt of ours: the dice need one of every seat."""
    salt = secrets.token_hex(16)
    values = {
        "action": order.action,
        "salt": salt,
        "receipt": receipt(campaign, year.number, side, order.action, salt),
        "manner": Manner.PROGRAM,
        "given_at": now,
    }
    StrategicAction.objects.update_or_create(year=year, side=side, defaults=values)
    _note_absent(campaign, "order_by_default", side, year=year.number, now=now, action=order.action)


def _note_absent(campaign: Campaign, kind: str, side: str, *, year: int, now: datetime, **data: Any) -> None:
    """Write down that the program answered: for somebody who was late, or for a side that it plays anyway."""
    played = side in readiness.program_sides(campaign)
    book.note(campaign, "seat_played" if played else kind, year=year, now=now, side=side, **data)


def _close_muster(campaign: Campaign, rules: Rules, year: Year, now: datetime) -> None:
    """Open both musters; the program musters for a side that did not, or whose muster no longer fits."""
    state = state_of(campaign)
    given = {row.side: row for row in Muster.objects.filter(year=year)}
    late: list[str] = []
    moves: dict[str, Decision] = {}
    manners: dict[str, str] = {}
    for ask in rules.owed(state):
        if ask.prompt != "muster":
            continue
        row = given.get(ask.seat)
        muster: Decision | None = None
        if row is not None:
            muster = MusterDecision(units=tuple(row.units), characters=tuple(row.characters))
        if muster is None or rules.check(state, ask.seat, muster) is not None:
            muster, row = rules.fallback(state, ask), None
            _note_absent(campaign, "muster_by_default", ask.seat, year=year.number, now=now)
            late.append(ask.seat)
        assert muster is not None
        moves[ask.seat] = muster
        manners[ask.seat] = row.manner if row else Manner.PROGRAM
    kernel.advance(campaign, moves, manners=manners, by=None, now=now, year=year)
    absence.missed(campaign, late, year=year.number, now=now)


def _overdue(campaign: Campaign, year: Year, now: datetime) -> None:
    """Nobody reported in time: from now on the umpire may rule, and is told so once. What the program owes at the table it answers."""
    program, owing = readiness.program_sides(campaign), telling.owing_reports(year)
    if _answer_at_the_table(year, program & owing, now):
        return
    late = sorted(owing - program - {UMPIRE})
    clockwork.end_request(campaign, year, Outcome.LAPSED, now=now)
    Year.objects.filter(pk=year.pk).update(overdue_at=now, deadline_at=None)
    book.note(campaign, "battle_overdue", year=year.number, now=now, sides=late)
    people = telling.umpires(campaign, holders(campaign))
    key = f"{campaign.revision}:{year.number}:{year.version}:overdue"
    url = f"/wars/{campaign.public_id}/umpire/"
    telling.tell(campaign, "battle_overdue", people, key=key, now=now, url=url, year=year.number)
    absence.missed(campaign, late, year=year.number, now=now)


def _answer_at_the_table(year: Year, sides: set[str], now: datetime) -> bool:
    """Confirm the other side's report for a side that the program plays. A report of its own it has none: that is the umpire's."""
    for engagement in Engagement.objects.filter(year=year, decided_at=None).select_related("battle"):
        for ask in asks_of(engagement.battle):
            if ask.seat in sides and ask.prompt == "answer":
                play.stand_in(engagement.battle, seat=ask.seat, why="program", now=now)
                return True
    return False


def _answer_for_absent(campaign: Campaign, rules: Rules, year: Year, now: datetime, *, forced: bool) -> None:
    """Answer by default for every seat that missed the deadline, also what it is asked next in the same stage."""
    state = state_of(campaign)
    late = set(telling.owing(rules, state))
    if not forced and (year.paused_at is not None or year.closes_at is None or year.closes_at > now):
        # The year is due because nobody but the program is left to answer.
        late &= readiness.program_sides(campaign)
    _answer_all(campaign, rules, year, late, now)
    absence.missed(campaign, sorted(late - {UMPIRE}), year=year.number, now=now)


def _answer_all(campaign: Campaign, rules: Rules, year: Year, late: set[str], now: datetime) -> None:
    state = state_of(campaign)
    stage, number = state.stage, state.year
    while state.stage == stage and state.year == number and state.ended is None:
        ask = next((a for a in rules.owed(state) if a.seat in late), None)
        if ask is None:
            return
        dice = YearDice(campaign, year)
        decision = _thrown(ask, dice) if ask.prompt == "dice" else rules.fallback(state, ask)
        assert decision is not None
        told = {"prompt": ask.prompt, "stage": stage}
        _note_absent(campaign, "answer_by_default", ask.seat, year=year.number, now=now, **told)
        manners = {ask.seat: Manner.PROGRAM}
        state = kernel.advance(campaign, {ask.seat: decision}, manners=manners, by=None, now=now, year=year)


def _thrown(ask: Ask, dice: YearDice) -> Typed:
    """Dice that nobody typed in fall from the year's secret."""
    address = ask.data["address"]
    why = [part.replace("~1", "/").replace("~0", "~") for part in address.split("/")]
    rolled = dice.roll(ask.data["n"], ask.data["sides"], why)
    return Typed(address=address, faces=rolled.faces)


def remind(now: datetime) -> int:
    """Once a stage, so many hours before its deadline as the war says, tell whoever still owes something."""
    soon = Year.objects.filter(
        stage__in=OPEN_STAGES,
        campaign__stage=Stage.RUNNING,
        reminded_at=None,
        paused_at=None,
        deadline_at__gt=now,
        deadline_at__lte=now + FURTHEST_REMINDER,
    )
    rows = soon.order_by("pk").values_list("pk", "deadline_at", "campaign__absent")
    ids = [
        pk
        for pk, deadline, absent in rows
        if deadline is not None and deadline - now <= timedelta(hours=absent.get("remind", REMIND_BEFORE))
    ]
    came = _each(ids, lambda pk: _remind(soon.filter(pk=pk), pk, now))
    return sum(map(bool, came))


@transaction.atomic
def _remind(soon: QuerySet[Year], pk: int, now: datetime) -> bool:
    """Whoever changes the row reminds; if it has gone on meanwhile, nobody does."""
    if not soon.update(reminded_at=now):
        return False
    year = Year.objects.select_related("campaign__club", "campaign__pack").get(pk=pk)
    telling.remind(year.campaign, year, now=now)
    return True
