"""Battles of a club outside any war: any member opens one, people take their seats, the umpire keeps his verbs.

Order of locks: the battle, then whatever else. What a seat owes stays with the seat, whoever sits there.
"""

import logging
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles import narration
from battles.errors import Disallowed, RulesetFailed
from battles.models import Battle, Seat
from battles.models.battle import SeatKind, Stage
from battles.permissions import may_arrange, may_rule, may_void, require_umpire
from battles.services import clocks, datasets, engine, notices, opening, verdicts
from battles.services.clocks import Clock
from battles.services.datasets import Wish
from battles.services.opening import PROGRAM as PROGRAM
from battles.services.opening import Sitter
from clubs.errors import NotSeen, Refusal, complain
from clubs.models import Club, Membership
from rulesets import registry
from rulesets.canonical import NotPlain, require_plain
from rulesets.contract import UMPIRE, Force, Json, Outcome, Problem, Setup
from rulesets.errors import UnknownRuleset

log = logging.getLogger(__name__)

MOST_OPEN = 30
"""Battles that one member may have open at a time."""
LONGEST_TITLE = 120


@transaction.atomic
def start(
    *,
    club: Club,
    ruleset: str,
    scenario: str,
    forces: Mapping[str, Force] | None,
    seats: Mapping[str, Sitter],
    options: Mapping[str, Json],
    umpire: Membership | None,
    by: Membership,
    now: datetime,
    pace: Clock = clocks.FREE,
    title: str = "",
    names: Mapping[str, str] | None = None,
    roles: Mapping[str, str] | None = None,
    furnish: Sequence[Wish] = (),
) -> Battle:
    """Open a battle that belongs to no war. ``by`` sits down at once; another member named for a seat is asked to.

    A seat that is None is for whoever takes it. ``forces`` None: the ruleset makes them of the options. ``furnish``: the club's own
    lists, maps and tables that it is fought with.
    """
    _check_member(club, by)
    try:
        rules = registry.get(ruleset)
    except UnknownRuleset:
        raise Refusal(_("These rules are not installed here."), code="unknown_ruleset") from None
    if Battle.objects.filter(opener=by, stage=Stage.OPEN).count() >= MOST_OPEN:
        raise Refusal(_("You have too many battles open. End one first."), code="too_many_battles", status=409)
    title = _clean(title)
    setup, used = planned(club, ruleset, scenario, forces, seats, options, roles, furnish)
    sitting, offers = _asked_to_sit(seats, by)
    battle = _opened(
        club=club,
        ruleset=rules.key,
        setup=setup,
        seats=sitting,
        offers=offers,
        umpire=umpire,
        by=by,
        now=now,
        names=names,
        title=title,
        single=True,
        clock=pace,
        furnished=used,
    )
    for seat, member in offers.items():
        notices.tell_offered(battle, seat=seat, member=member, by=by, now=now)
    return battle


def planned(
    club: Club,
    ruleset: str,
    scenario: str,
    forces: Mapping[str, Force] | None,
    seats: Collection[str],
    options: Mapping[str, Json],
    roles: Mapping[str, str] | None = None,
    furnish: Sequence[Wish] = (),
) -> tuple[Setup, list[dict[str, Any]]]:
    """The setup of a battle as it was asked for, and which of the club's data sets are in it."""
    brought = forces if forces is not None else {key: Force() for key in seats}
    if set(brought) != set(seats):
        raise Refusal(_("Say for every side of the battle who sits there."), code="seats_missing")
    setup = Setup(scenario=scenario, forces=dict(brought), roles=dict(roles or {}), options=dict(options))
    try:
        # What was typed; the club's documents were looked at when they were kept, and may be larger.
        require_plain(msgspec.to_builtins(setup))
    except NotPlain as error:
        problem = Problem(code="not_plain", data={"why": str(error)})
        raise Disallowed(narration.problem(problem, names=None), problem=problem) from None
    filled, used = datasets.put_in(club, ruleset, setup.options, furnish, sorted(seats))
    return msgspec.structs.replace(setup, options=filled), used


def _opened(**about: Any) -> Battle:
    """Open it. What a person has typed in may break a ruleset that nobody else can break: that is refused, and nothing is stored."""
    try:
        return opening.open_battle(**about)
    except RulesetFailed as failure:
        complain(log, "a battle could not be set up", failure)
        raise Refusal(_("These rules cannot set up this battle."), code="setup_failed") from None


def _clean(title: str) -> str:
    title = " ".join("".join(letter for letter in title if letter.isprintable()).split())
    if len(title) > LONGEST_TITLE:
        raise Refusal(_("The title is too long: 120 characters are enough."), code="title_too_long")
    return title


def _check_member(club: Club, member: Membership) -> None:
    if member.club_id != club.pk or member.left_at is not None:
        raise NotSeen


def _asked_to_sit(seats: Mapping[str, Sitter], by: Membership) -> tuple[dict[str, Sitter], dict[str, Membership]]:
    """Who sits down, and who is only asked to: nobody is put at a table by another."""
    named = [who.pk for who in seats.values() if isinstance(who, Membership)]
    if len(named) != len(set(named)):
        raise Refusal(_("Nobody holds two seats of one battle."), code="holds_another")
    offers = {key: who for key, who in seats.items() if isinstance(who, Membership) and who.pk != by.pk}
    return {key: None if key in offers else who for key, who in seats.items()}, offers


# --- Seats --------------------------------------------------------------------------------------------------


def _held(battle: Battle, by: Membership) -> tuple[Battle, dict[str, Seat]]:
    """The battle's row for this transaction, and its seats: one that is still fought, of no war, and of one's own club."""
    held = Battle.objects.select_for_update(of=("self",)).select_related("club").get(pk=battle.pk)
    if by.club_id != held.club_id or by.left_at is not None:
        raise NotSeen
    _require_single(held)
    if held.stage not in (Stage.OPEN, Stage.HELD):
        raise Refusal(_("This battle is over."), code="battle_over", status=409)
    return held, engine.seats_of(held)


def _seat(seats: Mapping[str, Seat], key: str) -> Seat:
    if key not in seats or key == UMPIRE:
        raise Refusal(_("There is no such seat at this battle."), code="unknown_seat", status=404)
    return seats[key]


def _vacant(seats: Mapping[str, Seat], key: str) -> Seat:
    seat = _seat(seats, key)
    if seat.member_id is not None:
        raise Refusal(_("Somebody sits there."), code="seat_held", status=409)
    return seat


@transaction.atomic
def take(battle: Battle, seat: str, by: Membership, now: datetime) -> Battle:
    """Sit down at a vacant seat that is offered to one, or to whoever comes."""
    held, seats = _held(battle, by)
    row = _vacant(seats, seat)
    if row.kind == SeatKind.PROGRAM:
        raise Refusal(_("The program plays there."), code="seat_held", status=409)
    if row.offered_id not in (None, by.pk):
        raise Refusal(_("This seat is kept for somebody else."), code="seat_offered", status=409)
    if any(other.is_held_by(by) for other in seats.values()):
        raise Refusal(_("Nobody holds two seats of one battle."), code="holds_another", status=409)
    row.member, row.offered = by, None
    row.save(update_fields=["member", "offered"])
    notices.put_offer_aside(held, now=now)
    opening.in_step(held, acted=(), by=by, now=now)
    return held


@transaction.atomic
def decline(battle: Battle, seat: str, by: Membership, now: datetime) -> Battle:
    """Say no to a seat one was asked to take: it is for whoever comes."""
    held, seats = _held(battle, by)
    row = _seat(seats, seat)
    if row.offered_id != by.pk:
        raise Refusal(_("This seat was not offered to you."), code="not_offered", status=409)
    row.offered = None
    row.save(update_fields=["offered"])
    notices.put_offer_aside(held, now=now)
    return held


@transaction.atomic
def leave(battle: Battle, seat: str, by: Membership, now: datetime) -> Battle:
    """Get up, or as the umpire free the seat of somebody who does not come. It is for whoever comes; what it has handed in sealed stays."""
    held, seats = _held(battle, by)
    row = _seat(seats, seat)
    if row.member_id != by.pk:
        if row.member is None or not may_rule(held, seats, by):
            raise Refusal(_("This is not your seat."), code="not_your_seat", status=403)
        notices.tell_freed(held, seat=seat, member=row.member, by=by, now=now)
    _vacate(held, row, by=by, now=now)
    return held


def _vacate(battle: Battle, row: Seat, *, by: Membership | None, now: datetime) -> None:
    row.member = None
    row.save(update_fields=["member"])
    opening.in_step(battle, acted=(), by=by, now=now)


@transaction.atomic
def offer(battle: Battle, seat: str, member: Membership | None, by: Membership, now: datetime) -> Battle:
    """Ask a member to take a vacant seat; None: it is for whoever comes, and no longer the program's."""
    held, seats = _arranging(battle, by)
    row = _vacant(seats, seat)
    if member is not None:
        _check_asked(held, seats, member)
    row.kind, row.offered = SeatKind.PLAYER, member
    row.save(update_fields=["kind", "offered"])
    notices.put_offer_aside(held, now=now)
    if member is not None:
        notices.tell_offered(held, seat=seat, member=member, by=by, now=now)
    opening.in_step(held, acted=(), by=by, now=now)
    return held


def _check_asked(battle: Battle, seats: Mapping[str, Seat], member: Membership) -> None:
    if member.club_id != battle.club_id or member.left_at is not None:
        raise Refusal(_("Everybody at a battle is a member of its club."), code="not_a_member")
    if UMPIRE in seats and seats[UMPIRE].member_id == member.pk:
        raise Refusal(_("Who plays in a battle cannot be its umpire."), code="umpire_plays")
    if any(other.is_held_by(member) or other.offered_id == member.pk for other in seats.values()):
        raise Refusal(_("Nobody holds two seats of one battle."), code="holds_another", status=409)


@transaction.atomic
def give_to_program(battle: Battle, seat: str, by: Membership, now: datetime) -> Battle:
    """Let the program play a vacant seat."""
    held, seats = _arranging(battle, by)
    row = _vacant(seats, seat)
    if not engine.ruleset_of(held).describe().has_bots:
        raise Refusal(_("The program cannot play by these rules."), code="no_bot")
    row.kind, row.offered = SeatKind.PROGRAM, None
    row.save(update_fields=["kind", "offered"])
    notices.put_offer_aside(held, now=now)
    opening.in_step(held, acted=(), by=by, now=now)
    return held


def _arranging(battle: Battle, by: Membership) -> tuple[Battle, dict[str, Seat]]:
    held, seats = _held(battle, by)
    if not may_arrange(held, seats, by):
        raise Refusal(_("Only who opened the battle, or its umpire, can do this."), code="not_your_battle", status=403)
    return held, seats


def leave_all(member: Membership, *, now: datetime) -> None:
    """A member leaves the club: he gets up everywhere, and nothing is offered to him any more."""
    mine = Seat.objects.filter(member=member, battle__single=True, battle__stage__in=(Stage.OPEN, Stage.HELD))
    for pk in mine.order_by("battle_id").values_list("battle_id", flat=True).distinct():
        held = Battle.objects.select_for_update().get(pk=pk)
        for row in Seat.objects.filter(battle=held, member=member):
            _vacate(held, row, by=None, now=now)
    Seat.objects.filter(offered=member).update(offered=None)


# --- What the umpire, and who opened it, may do --------------------------------------------------------------


@transaction.atomic
def void(battle: Battle, *, by: Membership, now: datetime) -> Battle:
    """Strike a battle before it is decided: who opened it may, and its umpire. What was done stays readable."""
    held, seats = _held(battle, by)
    if not may_void(held, seats, by):
        raise Refusal(_("Only who opened the battle, or its umpire, can do this."), code="not_your_battle", status=403)
    struck = verdicts.void(held, now=now)
    notices.put_offer_aside(held, now=now)
    notices.tell_void(struck, seats, by=by, now=now)
    return struck


def settle(
    battle: Battle, *, outcome: Outcome, by: Membership, now: datetime, reason: str, seq: int | None = None
) -> Battle:
    """Settle it by the umpire's word; ``seq`` is the last entry he saw, None: ``battle`` is as he saw it."""
    _require_single(battle)
    return verdicts.rule(battle, by=by, now=now, reason=reason, outcome=outcome, seq=seq)


def step_back(
    battle: Battle, *, to_seq: int, by: Membership, now: datetime, reason: str, seq: int | None = None
) -> Battle:
    """Go back to an earlier entry with new dice. What was done stays readable. ``seq`` as in ``settle``."""
    _require_single(battle)
    return verdicts.rollback(battle, to_seq=to_seq, by=by, now=now, reason=reason, seq=seq)


def release(battle: Battle, *, by: Membership, now: datetime) -> Battle:
    """Let a held battle go on."""
    _require_single(battle)
    return verdicts.release(battle, by=by, now=now)


def _require_single(battle: Battle) -> None:
    # A war takes its battles before itself, and keeps such acts in its own books.
    if not battle.single:
        raise Refusal(_("Who fights the battles of a war, the war says."), code="of_a_war", status=409)


@transaction.atomic
def move_deadline(battle: Battle, *, deadline_at: datetime | None, by: Membership, now: datetime) -> Battle:
    """Set, move or lift (None) the moment from which the umpire may settle it."""
    held, seats = _held(battle, by)
    require_umpire(held, seats, by)
    if deadline_at is not None and deadline_at <= now:
        raise Refusal(_("This moment is past."), code="past")
    opening.move_deadline(held, deadline_at=deadline_at)
    held.deadline_at = deadline_at
    return held
