"""The host's risky part: claim, apply, write down, bring everything in step. All of one step is one transaction of the caller.

Order of locks everywhere: the battle (if one is involved), then the war. A claim is a plain update, for SQLite ignores row locks.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import IntegrityError
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from battles.errors import SecretLost
from battles.models import Battle, DiceSecret
from battles.services import secrets, verdicts
from battles.services.opening import PROGRAM, open_battle
from campaigns.models import Campaign, Decision, Engagement, Roll, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import digest, rules_of, state_of, text
from campaigns.models.year import OPEN_STAGES, YearStage
from campaigns.permissions import holders
from campaigns.rules.decisions import Decision as AnyDecision
from campaigns.rules.decisions import Typed
from campaigns.rules.engine import Rules
from campaigns.rules.fields import battle_setup
from campaigns.rules.state import State
from campaigns.rules.state import Year as YearState
from campaigns.rules.summary import year_summary
from campaigns.services import book, clockwork, projection, readiness, telling
from campaigns.services.crash import crash_point
from campaigns.services.dice import Opened, YearDice, commit, has_secret, salts_of, secret_row, typed_before
from campaigns.signals import war_ended, year_closed
from clubs.errors import NotSeen, Refusal, Stale
from clubs.models import Membership
from rulesets import registry
from rulesets.canonical import canonical
from rulesets.contract import Happening
from rulesets.dice import Rolled


def claim(
    campaign_id: int,
    *,
    stages: tuple[str, ...] = (Stage.RUNNING,),
    version: int | None = None,
    battles: bool = False,
) -> Campaign:
    """Take the war for this transaction and read it afresh. ``version``: the one the person saw, where it matters.

    ``battles``: take its open battles first, for what may touch them too.
    """
    if battles:
        lock_battles(campaign_id)
    rows = Campaign.objects.filter(pk=campaign_id, stage__in=stages)
    if version is not None:
        rows = rows.filter(version=version)
    claimed = rows.update(version=F("version") + 1)
    # Without its umpire: few verbs have anything to tell him.
    try:
        fresh = Campaign.objects.select_related("club", "pack").get(pk=campaign_id)
    except Campaign.DoesNotExist:
        raise NotSeen from None
    if claimed:
        return fresh
    if version is not None and fresh.version != version:
        raise Stale(_("Somebody was first: this war has gone on. Look again."), code="stale")
    if fresh.stage == Stage.HELD:
        raise Refusal(_("This war is held until somebody has looked at it."), code="war_held", status=409)
    if fresh.stage == Stage.OVER:
        raise Refusal(_("This war is over."), code="war_over", status=409)
    if fresh.stage == Stage.RUNNING:
        raise Refusal(_("This war is being fought."), code="war_running", status=409)
    raise Refusal(_("This war is not being fought yet."), code="war_not_running", status=409)


def lock_battles(*campaign_ids: int) -> None:
    """Take the open battles of wars before the wars: whoever reports holds his battle when he comes for the war.

    SQLite ignores it; there one writer at a time is enough.
    """
    engaged = Engagement.objects.filter(year__campaign__in=campaign_ids, decided_at=None).values("battle_id")
    list(Battle.objects.select_for_update().filter(pk__in=engaged).order_by("pk").values_list("pk"))


def lock_war(campaign_id: int) -> Campaign:
    """Hold a war that is prepared, for who compares what stands in it before a verb changes that. Not after its battles were needed."""
    return Campaign.objects.select_for_update(of=("self",)).select_related("club", "pack").get(pk=campaign_id)


def open_year_of(campaign: Campaign) -> Year:
    """The year that is being played."""
    return Year.objects.get(campaign=campaign, stage__in=OPEN_STAGES)


def advance(
    campaign: Campaign,
    moves: Mapping[str, AnyDecision],
    *,
    manners: Mapping[str, str],
    by: Membership | None,
    now: datetime,
    year: Year | None = None,
) -> State:
    """Apply decisions and everything that follows from them. The campaign row is the caller's claim.

    Writes the decision, its rolls and its entries of the book, the projection, the clock, notices; opens the battle or the next year.
    Whoever calls has had ``check`` pass. Dice typed in before the war went back are not asked for again.
    """
    rules, before = rules_of(campaign), state_of(campaign)
    year = year or open_year_of(campaign)
    state, opened = _step(campaign, rules, year, before, moves, manners=manners, by=by, now=now)
    while (again := typed_before(campaign, state)) is not None:
        moves, manners, by = again
        state, opened = _step(campaign, rules, year, state, moves, manners=manners, by=by, now=now)
    _follow(campaign, rules, year, before, state, opened=opened, now=now)
    # Once, at the end: the state is long, and the book and the war's end have moved on with it.
    save(campaign)
    return state


def _step(
    campaign: Campaign,
    rules: Rules,
    year: Year,
    before: State,
    moves: Mapping[str, AnyDecision],
    *,
    manners: Mapping[str, str],
    by: Membership | None,
    now: datetime,
) -> tuple[State, Opened | None]:
    """The state after it, and what the year's dice were made of, where any fell."""
    dice = YearDice(campaign, year)
    step = rules.apply(before, moves, dice)
    rolls = [*dice.rolled, *_typed(moves, before, manners)]
    _write(campaign, year, before, step.state, moves, manners, rolls, step.happenings, dice, by=by, now=now)
    return step.state, dice.opened


def _typed(moves: Mapping[str, AnyDecision], before: State, manners: Mapping[str, str]) -> list[Rolled]:
    """Dice that came as decisions: by hand, or thrown by the program for somebody who did not."""
    found = []
    for seat, move in moves.items():
        if isinstance(move, Typed):
            sides = next(ask.data["sides"] for ask in before.pending if ask.data.get("address") == move.address)
            source = "program" if manners.get(seat) == "program" else "hand"
            found.append(Rolled(address=move.address, sides=sides, faces=move.faces, source=source))
    return found


def _write(
    campaign: Campaign,
    year: Year,
    before: State,
    after: State,
    moves: Mapping[str, AnyDecision],
    manners: Mapping[str, str],
    rolls: list[Rolled],
    happenings: tuple[Happening, ...],
    dice: YearDice,
    *,
    by: Membership | None,
    now: datetime,
) -> None:
    encoded = text(after)
    campaign.last_decision += 1
    decision = Decision.objects.create(
        campaign=campaign,
        number=campaign.last_decision,
        revision=campaign.revision,
        year=year.number,
        stage=before.stage,
        moves=text(moves),
        manners=dict(manners),
        actor=by,
        state_digest=digest(encoded),
        at=now,
    )
    Roll.objects.bulk_create(
        Roll(
            campaign=campaign,
            decision=decision,
            year=year.number,
            address=roll.address,
            sides=roll.sides,
            faces=list(roll.faces),
            source=roll.source,
            epoch=dice.epoch_of(roll),
            typed_by=by if roll.source == "hand" else None,
        )
        for roll in rolls
    )
    crash_point("mid_events", war=campaign.pk)
    entries = book.write(campaign, happenings, year=year.number, now=now, by=by, decision=decision)
    campaign.state, campaign.state_digest = encoded, decision.state_digest
    sides = projection.sync(campaign, rules_of(campaign), after, year=year.number, before=before)
    projection.follow(campaign, entries, year=year.number, sides=sides)


def save(campaign: Campaign) -> None:
    """Store what a step may have changed in the war's own row."""
    campaign.save(
        update_fields=[
            "state",
            "state_digest",
            "seq",
            "head",
            "last_decision",
            "revision",
            "stage",
            "ended_at",
            "winner",
            "level",
            "reason",
            "years",
        ]
    )


def _follow(
    campaign: Campaign,
    rules: Rules,
    year: Year,
    before: State,
    after: State,
    *,
    opened: Opened | None,
    now: datetime,
) -> None:
    """The year's row, its clock, the battle and the next year, as the state says."""
    if after.ended is not None or after.year != before.year:
        put_away = after.closed if after.year != before.year and after.closed is not None else after.now
        close_year(campaign, rules, year, put_away, after, opened=opened, now=now)
        crash_point("between_years", war=campaign.pk)
        if after.ended is None:
            open_year(campaign, rules, after, now=now)
        else:
            end_war(campaign, after, now=now)
        return
    moves_on = after.stage != before.stage or after.pending != before.pending
    if moves_on and stage_of(after) != YearStage.ORDERS:
        enter_stage(campaign, rules, year, after, now=now)
    elif (after.now.scenario or "") != year.scenario:
        year.scenario = after.now.scenario or ""
        year.save(update_fields=["scenario"])


def stage_of(state: State) -> YearStage:
    """The stage people see. In the middle of the scenario or the muster the rules may wait for dice typed by hand: a stage of its own."""
    if state.pending and state.stage in ("orders", "muster"):
        return YearStage.DICE
    return YearStage(state.stage)


def enter_stage(campaign: Campaign, rules: Rules, year: Year, state: State, *, now: datetime) -> None:
    """The year's row, its clock, its battle and its notices follow the state to another stage."""
    year.stage = stage_of(state)
    year.scenario = state.now.scenario or ""
    year.ready = False
    year.reminded_at = year.overdue_at = None
    year.version += 1
    year.attempts, year.next_attempt_at, year.last_error = 0, None, ""
    clockwork.start(campaign, year, year.stage, now=now)
    year.save()
    telling.stage_left(campaign, now=now)
    if state.stage == "battle":
        _open_battle(campaign, rules, year, state, now=now)
    else:
        readiness.look(campaign, year, owing=telling.owing(rules, state))
    telling.stage_opened(campaign, rules, state, year, now=now)


def _open_battle(
    campaign: Campaign, rules: Rules, year: Year, state: State, *, now: datetime, ruleset: str = ""
) -> None:
    """Open the year's battle, unless one is open. ``ruleset``: that of the battle it stands for; by itself the program's alone is its own."""
    if Engagement.objects.filter(year=year, decided_at=None).exists():
        return
    played = rules.pack.preferred(state.now.scenario, rules.readings)
    if not ruleset and played is not None and readiness.program_sides(campaign) == set(rules.pack.side_keys):
        # Nobody would ever report it.
        ruleset = played.ruleset
    wanted = ruleset or rules.pack.ruleset
    if wanted != rules.pack.ruleset and registry.get(wanted).check_setup(battle_setup(rules, state, wanted)):
        wanted = rules.pack.ruleset
    open_engagement(campaign, rules, year, state, ruleset=wanted, now=now)


def open_engagement(
    campaign: Campaign, rules: Rules, year: Year, state: State, *, ruleset: str, now: datetime
) -> Battle:
    """Open a battle of the year by that ruleset, and seat whoever holds the sides; the program where it plays one."""
    held = holders(campaign)
    sides = rules.pack.side_keys
    umpire = campaign.umpire if campaign.umpire_id not in [member.pk for member in held.everybody] else None
    plays = readiness.program_sides(campaign) if ruleset != rules.pack.ruleset else ()
    battle = open_battle(
        club=campaign.club,
        ruleset=ruleset,
        setup=battle_setup(rules, state, ruleset),
        seats={side: PROGRAM if side in plays else held.get(side) for side in sides},
        deputies=held.deputies,
        umpire=umpire,
        by=None,
        now=now,
        deadline_at=year.deadline_at,
        names={side: rules.pack.sides[side].name["en"] for side in sides},
        title=campaign.name,
        url=telling.url_of(campaign) if ruleset == rules.pack.ruleset else "",
    )
    number = Engagement.objects.filter(year=year).count() + 1
    Engagement.objects.create(year=year, number=number, battle=battle)
    return battle


def battle_in_step(campaign: Campaign, year: Year, *, now: datetime) -> None:
    """After a year took another course: strike its open battle if it is not the one to be fought now, and open that one."""
    rules, state = rules_of(campaign), state_of(campaign)
    fought = state.stage == "battle" and state.year == year.number
    ruleset = ""
    for engagement in Engagement.objects.filter(year=year, decided_at=None).select_related("battle"):
        ruleset = engagement.battle.ruleset
        wanted = canonical(msgspec.to_builtins(battle_setup(rules, state, ruleset))) if fought else b""
        if canonical(engagement.battle.setup) != wanted:
            verdicts.void(engagement.battle, now=now)
            Engagement.objects.filter(pk=engagement.pk).update(decided_at=now)
    if state.stage in ("orders", "choices", "muster", "battle") and state.year == year.number:
        # Of a battle fought on other premises nothing counts.
        Engagement.objects.filter(year=year).exclude(results={}).update(results={})
    if fought:
        _open_battle(campaign, rules, year, state, now=now, ruleset=ruleset)


def close_year(
    campaign: Campaign,
    rules: Rules,
    year: Year,
    put_away: YearState,
    state: State,
    *,
    opened: Opened | None = None,
    now: datetime,
) -> None:
    """Put the year's books away and show its dice secret: no roll of it is still to come.

    ``opened``: what its dice were made of, where they were thrown in this transaction.
    """
    year.stage = YearStage.CLOSED
    year.closed_at = now
    clockwork.stop(campaign, year, now=now)
    year.ready = False
    year.version += 1
    year.scenario = put_away.scenario or ""
    year.summary = year_summary(rules, year.number, put_away, state)
    year.save()
    _show_secret(campaign, year, put_away, opened, now=now)
    telling.stage_left(campaign, now=now)
    telling.year_closed(campaign, year, {side: rules.total(state, side) for side in rules.pack.side_keys}, now=now)
    year_closed.send(sender=Campaign, campaign=campaign, number=year.number, now=now)


def _show_secret(campaign: Campaign, year: Year, put_away: YearState, opened: Opened | None, *, now: datetime) -> None:
    """Show the year's dice secret, and the salts; or say that it is lost, and that nobody can check these dice.

    The salt of an order that was never opened would give the order away: of few actions one is soon guessed.
    """
    told: dict[str, Any] = {"year": year.number, "epoch": year.epoch}
    try:
        secret = secrets.reveal(opened.row if opened else secret_row(campaign, year.number, year.epoch), now)
    except SecretLost:
        happening = Happening(kind="dice_lost", data=told)
    else:
        salts = (opened.salts if opened else salts_of(year)) if put_away.orders else {}
        happening = Happening(kind="dice_revealed", data={**told, "secret": secret.hex(), "salts": salts})
    book.write(campaign, [happening], year=year.number, now=now)


def open_year(campaign: Campaign, rules: Rules, state: State, *, now: datetime) -> Year:
    """Open the next year, or the one that waited while an earlier report was reopened. The war's row is for the caller to save."""
    # A year waits only in a war that has gone back.
    waiting = Year.objects.filter(campaign=campaign, number=state.year, stage=YearStage.WAITING)
    year = waiting.first() if campaign.revision else None
    if year is not None:
        row = _open_again(campaign, year, now=now)
    else:
        year = Year(campaign=campaign, number=state.year, opened_at=now)
        clockwork.start(campaign, year, YearStage.ORDERS, now=now)
        try:
            year.save(force_insert=True)
        except IntegrityError as error:
            raise Stale(_("Somebody was first: this war has gone on. Look again."), code="stale") from error
        row = commit(campaign, number=year.number, epoch=year.epoch, now=now)
    deadline = year.deadline_at.isoformat() if year.deadline_at else None
    told = {"year": year.number, "deadline": deadline, "commitment": row.commitment, "epoch": year.epoch}
    book.write(campaign, [Happening(kind="year_opened", data=told)], year=year.number, now=now)
    telling.stage_opened(campaign, rules, state, year, now=now, commitment=row.commitment)
    return year


def _open_again(campaign: Campaign, year: Year, *, now: datetime) -> DiceSecret:
    """A year that waited takes orders again. What was ordered on other news must be confirmed; shown dice are replaced."""
    row = secret_row(campaign, year.number, year.epoch) if has_secret(campaign, year.number, year.epoch) else None
    if row is None or row.revealed or year.dice_since > year.epoch:
        year.epoch += 1
        row = commit(campaign, number=year.number, epoch=year.epoch, now=now)
    year.stage, year.ready = YearStage.ORDERS, False
    clockwork.start(campaign, year, YearStage.ORDERS, now=now)
    year.opened_at, year.reminded_at = now, None
    year.version += 1
    year.save()
    year.orders.update(ready=False)
    return row


def end_war(campaign: Campaign, state: State, *, now: datetime) -> None:
    """Say that the war is over, and how. The war's row is for the caller to save."""
    assert state.ended is not None
    campaign.stage, campaign.ended_at = Stage.OVER, now
    campaign.winner, campaign.level, campaign.reason = (
        state.ended.winner or "",
        state.ended.level,
        state.ended.reason,
    )
    telling.ended(campaign, now=now)
    war_ended.send(sender=Campaign, campaign=campaign, now=now)
