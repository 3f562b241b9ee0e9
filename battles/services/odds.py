"""How a battle would end: many games from where one stands, as one sees it, in the background.

Each game begins with a state dealt anew for the asking seat, and has dice of its own; neither the truth nor the battle's secret is
used. Counting a game is one conditional update, so that a run that is cancelled, or taken up by another worker, counts none twice.
"""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec import Struct, convert, to_builtins

from battles import narration
from battles.errors import Disallowed
from battles.models import Battle, OddsRun, Seat
from battles.models.battle import Stage
from battles.models.odds import Run
from battles.services import engine, programs, replay, secrets
from battles.services.attempts import Patience
from battles.signals import odds_asked
from clubs.errors import NotSeen, Refusal, complain
from clubs.models import Club, Membership
from rulesets import registry
from rulesets.contract import UMPIRE, Action, Ask, Finishing, Hiding, Outcome, Ruleset, Setup

log = logging.getLogger(__name__)

MOST_GAMES = 200
USUAL_GAMES = 40
AN_HOUR = 12
"""Runs that one member may begin in an hour; at a time he has one."""
MOST_MOVES = 5000
"""A game that lasts longer is given up."""
SECONDS = 20.0
SILENT = timedelta(seconds=90)
"""A run of which nobody has counted a game for so long is taken up again."""
KEPT = timedelta(days=7)
GOES_ON = (Run.WAITING, Run.RUNNING)


def begin(battle: Battle, *, by: Membership, now: datetime, games: int = USUAL_GAMES) -> OddsRun:
    """Begin to work out how a battle ends from where it stands, as the asking member sees it."""
    if by.club_id != battle.club_id or by.left_at is not None:
        raise NotSeen
    if battle.stage != Stage.OPEN:
        raise Refusal(_("This battle is not being fought."), code="battle_not_open", status=409)
    return _begin(
        engine.ruleset_of(battle),
        by,
        games,
        now,
        battle=battle,
        seat=_seat_of(battle, by),
        seq=battle.seq,
    )


def begin_planned(
    club: Club, *, ruleset: str, setup: Setup, by: Membership, now: datetime, games: int = USUAL_GAMES, seat: str = ""
) -> OddsRun:
    """Begin to work out how a battle would end that is only planned. Whoever calls answers for what the setup gives away."""
    if by.club_id != club.pk or by.left_at is not None:
        raise NotSeen
    rules = registry.get(ruleset)
    problems = rules.check_setup(setup)
    if problems:
        raise Disallowed(narration.problem(problems[0], names=narration.Names(ruleset=ruleset)), problem=problems[0])
    return _begin(rules, by, games, now, seat=seat, setup=to_builtins(setup))


def _seat_of(battle: Battle, by: Membership) -> str:
    held = [seat.key for seat in Seat.objects.filter(battle=battle).exclude(key=UMPIRE) if seat.is_held_by(by)]
    return held[0] if held else ""


@transaction.atomic
def _begin(rules: Ruleset, by: Membership, games: int, now: datetime, **about: Any) -> OddsRun:
    if not rules.describe().can_autoresolve:
        raise Refusal(_("The program cannot play by these rules."), code="no_bot")
    if not 1 <= games <= MOST_GAMES:
        raise Refusal(_("So many games cannot be played: 1 to 200."), code="out_of_range")
    # His row is taken, so that two at once do not both find that he has none.
    Membership.objects.select_for_update(of=("self",), no_key=True).get(pk=by.pk)
    mine = OddsRun.objects.filter(member=by)
    mine.filter(created_at__lt=now - KEPT).delete()
    if mine.filter(state__in=GOES_ON).exists():
        raise Refusal(_("Your odds are being worked out already."), code="odds_going_on", status=409)
    if mine.filter(created_at__gt=now - timedelta(hours=1)).count() >= AN_HOUR:
        raise Refusal(_("You have asked for odds too often. Wait a while."), code="odds_too_often", status=429)
    run = OddsRun.objects.create(
        club_id=by.club_id,
        member=by,
        ruleset=rules.key,
        edition=rules.edition,
        games=games,
        created_at=now,
        beat_at=now,
        **about,
    )
    odds_asked.send(sender=OddsRun, run=run)
    return run


def cancel(run: OddsRun, *, by: Membership, now: datetime) -> OddsRun:
    """Stop a run of one's own. What was found stays."""
    if run.member_id != by.pk:
        raise NotSeen
    OddsRun.objects.filter(pk=run.pk, state__in=GOES_ON).update(state=Run.CANCELLED, ended_at=now)
    run.refresh_from_db()
    return run


class Odds(Struct, frozen=True, kw_only=True):
    """What a run has found so far."""

    state: str
    games: int
    played: int
    unfinished: int
    seats: dict[str, dict[str, int]]
    """Wins, draws and losses of each seat."""
    lost: dict[str, float]
    """Figures that each seat lost on average."""
    seq: int


def progress(run: OddsRun) -> Odds:
    """How far a run is, and what it says."""
    ended = run.played - run.unfinished
    return Odds(
        state=run.state,
        games=run.games,
        played=run.played,
        unfinished=run.unfinished,
        seats=run.tally,
        lost={seat: round(figures / ended, 1) for seat, figures in run.lost.items()} if ended else {},
        seq=run.seq,
    )


# --- Working it out -------------------------------------------------------------------------------------------


def left_over(now: datetime) -> list[int]:
    """Runs that nobody works on. One query."""
    rows = OddsRun.objects.filter(state__in=GOES_ON, beat_at__lte=now - SILENT)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def work(pk: int, now: datetime, *, seconds: float = SECONDS) -> bool:
    """Play games of a run for a while; whether there are more. Several at once count no game twice."""
    seen = OddsRun.objects.select_related("battle").filter(pk=pk, state__in=GOES_ON).first()
    if seen is None or not _beat(seen, now):
        return False
    try:
        return _games(seen, now, seconds)
    except Exception as error:  # noqa: BLE001  (whatever broke, the run is over and nobody waits for it)
        complain(log, "odds cannot be worked out", error, number=pk)
        OddsRun.objects.filter(pk=pk, state__in=GOES_ON).update(state=Run.FAILED, ended_at=now)
        return False


def _games(run: OddsRun, now: datetime, seconds: float) -> bool:
    rules, start = _start(run)
    patience, more = Patience(seconds), True
    while more and patience:
        more = _count(run, _game(rules, start, run), now)
    return more


def _beat(run: OddsRun, now: datetime) -> bool:
    rows = OddsRun.objects.filter(pk=run.pk, state=run.state, played=run.played)
    run.state = Run.RUNNING
    return bool(rows.update(state=Run.RUNNING, beat_at=now))


def _start(run: OddsRun) -> tuple[Ruleset, Any]:
    """The rules, and the state it begins from; None where each game is set up anew."""
    if run.battle is None:
        return registry.get(run.ruleset), None
    state = replay.state_at(run.battle, run.seq).state if run.battle.seq != run.seq else run.battle.state
    return engine.ruleset_of(run.battle), state


def _game(rules: Ruleset, start: Any, run: OddsRun) -> Outcome | None:
    dice = secrets.other_dice()
    if start is None:
        state = rules.setup(convert(run.setup, Setup), dice).state
    elif isinstance(rules, Hiding):
        state = rules.resample(start, run.seat or None, secrets.other_dice())
    else:
        state = start
    return play_out(rules, state, dice)


def play_out(rules: Ruleset, state: Any, dice: Any, *, most: int = MOST_MOVES) -> Outcome | None:
    """Let the program play every seat to the end; None if there is none."""
    if isinstance(rules, Finishing):
        try:
            return rules.finish(state, dice, secrets.other_dice, most=most)
        except Exception as error:
            raise engine.failure(rules, "finish", error) from error
    for _move in range(most):
        outcome = rules.outcome(state)
        if outcome is not None:
            return outcome
        moves = _moves(rules, state, rules.asks(state))
        if not moves:
            return None
        state = rules.apply(state, moves, dice).state
    return None


def _moves(rules: Ruleset, state: Any, asks: list[Ask]) -> dict[str, Action]:
    """What is played next: one turn, or all that is asked sealed."""
    turns = [ask.seat for ask in asks if ask.kind == "turn"][:1]
    seats = turns or [ask.seat for ask in asks if ask.kind == "sealed"]
    return {seat: programs.choose(rules, state, seat, secrets.other_dice()) for seat in seats}


def _count(run: OddsRun, outcome: Outcome | None, now: datetime) -> bool:
    """Count one game; False if the run is over, cancelled, or another's."""
    fields: dict[str, Any] = {"played": run.played + 1, "beat_at": now}
    if outcome is None:
        fields["unfinished"] = run.unfinished + 1
    else:
        fields["tally"] = _added(run.tally, outcome)
        fields["lost"] = _lost(run.lost, outcome)
    if fields["played"] >= run.games:
        fields.update(state=Run.DONE, ended_at=now)
    if not OddsRun.objects.filter(pk=run.pk, state=Run.RUNNING, played=run.played).update(**fields):
        return False
    for name, value in fields.items():
        setattr(run, name, value)
    return run.state == Run.RUNNING


def _added(tally: Mapping[str, Mapping[str, int]], outcome: Outcome) -> dict[str, dict[str, int]]:
    told = {seat: dict(counts) for seat, counts in tally.items()}
    for seat, result in outcome.seats.items():
        counts = told.setdefault(seat, {"win": 0, "draw": 0, "loss": 0})
        counts[result.result] += 1
    return told


def _lost(lost: Mapping[str, int], outcome: Outcome) -> dict[str, int]:
    told = dict(lost)
    for seat in outcome.seats:
        gone = sum(unit.routed + unit.destroyed + unit.captured for unit in outcome.units.get(seat, {}).values())
        told[seat] = told.get(seat, 0) + gone
    return told
