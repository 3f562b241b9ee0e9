"""Open a battle, seat people at it, move its deadline."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles import chain, narration
from battles.errors import Disallowed
from battles.models import Battle, Seat
from battles.models.battle import SeatKind, Stage
from battles.models.log import Kind, Manner
from battles.services import clocks, engine, logbook, notices, secrets
from clubs.errors import Refusal
from clubs.models import Club, Membership
from rulesets import registry
from rulesets.contract import UMPIRE, Ruleset, Setup

PROGRAM = SeatKind.PROGRAM
"""Who sits where the program plays."""
type Sitter = Membership | SeatKind | None
"""Who sits at a seat: a member, the program, or nobody."""


@transaction.atomic
def open_battle(
    *,
    club: Club,
    ruleset: str,
    setup: Setup,
    seats: Mapping[str, Sitter],
    umpire: Membership | None,
    by: Membership | None,
    now: datetime,
    deadline_at: datetime | None = None,
    names: Mapping[str, str] | None = None,
    title: str = "",
    url: str = "",
    deputies: Mapping[str, Sequence[Membership]] | None = None,
    offers: Mapping[str, Membership] | None = None,
    single: bool = False,
    clock: clocks.Clock = clocks.FREE,
    furnished: Sequence[Mapping[str, Any]] = (),
) -> Battle:
    """Open a battle: draw its dice, set it up, write entry 0, tell whoever is asked.

    ``seats`` maps every player's seat to who holds it (None: vacant; ``PROGRAM``), ``deputies`` to who may act there as well,
    ``offers`` vacant ones to who is asked to take them; ``names`` is what seats are called, ``url`` the page it is played on ("": its
    own), ``furnished`` which of the club's data sets are in the setup. ``by`` None is the program. An umpire who also plays is refused:
    name none, and another umpire of the club may rule.
    """
    rules = _checked(registry.get(ruleset), setup, seats)
    deputies, offers = deputies or {}, offers or {}
    _check_people(club, seats, umpire, [*offers.values(), *(one for team in deputies.values() for one in team)])
    clocks.check(clock)
    battle = Battle(
        club=club,
        ruleset=rules.key,
        edition=rules.edition,
        setup=msgspec.to_builtins(setup),
        names=dict(names or {}),
        furnished=list(furnished),
        title=title,
        state={},
        deadline_at=deadline_at,
        created_at=now,
        single=single,
        opener=by if single else None,
        **msgspec.structs.asdict(clock),
    )
    battle.url, battle.head = url or f"/battles/{battle.public_id}/", chain.start(battle.game)
    battle.save()
    seated = [_seat(battle, key, who, deputies.get(key, ()), offers.get(key)) for key, who in seats.items()]
    Seat.objects.bulk_create([*seated, Seat(battle=battle, key=UMPIRE, kind=SeatKind.UMPIRE, member=umpire)])
    return _set_up(battle, rules, setup, by=by, now=now)


def _set_up(battle: Battle, rules: Ruleset, setup: Setup, *, by: Membership | None, now: datetime) -> Battle:
    if rules.describe().rolls_dice:
        secrets.draw(game=battle.game, year=0, epoch=0, now=now)
    played = engine.begin(rules, setup, engine.dice_for(battle))
    manner = Manner.PROGRAM if by is None else Manner.OWN if battle.single else Manner.UMPIRE
    logbook.append(battle, logbook.Deed(kind=Kind.OPENED, manner=manner, by=by, action={}), played, now=now, seq=0)
    seats = engine.seats_of(battle)
    clocks.follow(battle, seats, played.asks, by=by, now=now)
    notices.tell_asked(battle, seats, before=[], after=played.asks, by=by, now=now)
    return battle


def _checked(rules: Ruleset, setup: Setup, seats: Mapping[str, Sitter]) -> Ruleset:
    problems = rules.check_setup(setup)
    if problems:
        raise Disallowed(narration.problem(problems[0], names=narration.Names(ruleset=rules.key)), problem=problems[0])
    if set(seats) != set(setup.forces):
        raise ValueError(f"seats {sorted(seats)} are not those of the setup, {sorted(setup.forces)}")
    if PROGRAM in seats.values() and not rules.describe().has_bots:
        raise Refusal(_("The program cannot play by these rules."), code="no_bot")
    return rules


def _seat(battle: Battle, key: str, who: Sitter, deputies: Sequence[Membership], offered: Membership | None) -> Seat:
    kind = SeatKind.PROGRAM if who == PROGRAM else SeatKind.PLAYER
    member = who if isinstance(who, Membership) else None
    named = [one.pk for one in deputies]
    return Seat(battle=battle, key=key, kind=kind, member=member, deputies=named, offered=offered)


def _check_people(
    club: Club, seats: Mapping[str, Sitter], umpire: Membership | None, others: Sequence[Membership]
) -> None:
    """``others``: deputies, and who is asked to sit down."""
    playing = [*(who for who in seats.values() if isinstance(who, Membership)), *others]
    if any(one.club_id != club.pk or one.left_at is not None for one in (*playing, *([umpire] if umpire else []))):
        raise Refusal(_("Everybody at a battle is a member of its club."), code="not_a_member")
    if umpire is not None and umpire.pk in [member.pk for member in playing]:
        raise Refusal(_("Who plays in a battle cannot be its umpire."), code="umpire_plays")


@transaction.atomic
def hand_over(battle: Battle, *, seat: str, member: Membership | None, deputies: Sequence[Membership] = ()) -> None:
    """Give a seat to another member, or to nobody, and name who may act there as well. Who asked for it has been checked by whoever
    calls. The seat's clock runs on."""
    sitting = [one for one in (member, *deputies) if one is not None]
    if any(one.club_id != battle.club_id or one.left_at is not None for one in sitting):
        raise Refusal(_("Everybody at a battle is a member of its club."), code="not_a_member")
    held = engine.seats_of(battle)
    others = [row for key, row in held.items() if (key == UMPIRE) != (seat == UMPIRE)]
    if any(row.is_held_by(one) for row in others for one in sitting):
        raise Refusal(_("Who plays in a battle cannot be its umpire."), code="umpire_plays")
    named = [one.pk for one in deputies]
    if not Seat.objects.filter(battle=battle, key=seat).update(member=member, deputies=named):
        raise Refusal(_("There is no such seat at this battle."), code="unknown_seat", status=404)


def let_program_sit(battle: Battle, *, seat: str, program: bool, now: datetime) -> None:
    """The program takes a player's seat that nobody holds, or gets up from it. Nothing where it cannot play."""
    wanted, other = (SeatKind.PROGRAM, SeatKind.PLAYER) if program else (SeatKind.PLAYER, SeatKind.PROGRAM)
    if program and not engine.ruleset_of(battle).describe().has_bots:
        return
    if Seat.objects.filter(battle=battle, key=seat, kind=other).update(kind=wanted):
        in_step(Battle.objects.select_for_update().get(pk=battle.pk), acted=(seat,), by=None, now=now)


def in_step(battle: Battle, *, acted: Collection[str], by: Membership | None, now: datetime) -> None:
    """After somebody sat down or got up: the clocks follow. The battle's row is the caller's."""
    if battle.stage == Stage.OPEN:
        asks = engine.ruleset_of(battle).asks(battle.state)
        clocks.follow(battle, engine.seats_of(battle), asks, acted=acted, by=by, now=now)


def move_deadline(battle: Battle, *, deadline_at: datetime | None) -> None:
    """Set, move or lift (None) the moment from which the umpire may settle the battle."""
    Battle.objects.filter(pk=battle.pk, stage__in=(Stage.OPEN, Stage.HELD)).update(deadline_at=deadline_at)
