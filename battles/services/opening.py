"""Open a battle, seat people at it, move its deadline."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles import chain, narration
from battles.errors import Disallowed
from battles.models import Battle, Seat
from battles.models.battle import SeatKind, Stage
from battles.models.log import Kind, Manner
from battles.services import engine, logbook, notices, secrets
from clubs.errors import Refusal
from clubs.models import Club, Membership
from rulesets import registry
from rulesets.contract import UMPIRE, Setup


@transaction.atomic
def open_battle(
    *,
    club: Club,
    ruleset: str,
    setup: Setup,
    seats: Mapping[str, Membership | None],
    umpire: Membership | None,
    by: Membership | None,
    now: datetime,
    deadline_at: datetime | None = None,
    names: Mapping[str, str] | None = None,
    title: str = "",
    url: str = "",
    deputies: Mapping[str, Sequence[Membership]] | None = None,
) -> Battle:
    """Open a battle: draw its dice, set it up, write entry 0, tell whoever is asked.

    ``seats`` maps every player's seat to who holds it (None: vacant), ``deputies`` to who may act there as well; ``names`` is what
    seats are called, ``title`` what it is a battle of, ``url`` the page it is played on. ``by`` None is the program. An umpire who also plays is refused: name none, and another umpire of the club may rule.
    """
    rules = registry.get(ruleset)
    problems = rules.check_setup(setup)
    if problems:
        raise Disallowed(narration.problem(problems[0], names=None), problem=problems[0])
    _check_people(club, seats, umpire, setup, [one for team in (deputies or {}).values() for one in team])
    battle = Battle(
        club=club,
        ruleset=rules.key,
        edition=rules.edition,
        setup=msgspec.to_builtins(setup),
        names=dict(names or {}),
        title=title,
        url=url,
        state={},
        deadline_at=deadline_at,
        created_at=now,
    )
    battle.head = chain.start(battle.game)
    battle.save()
    sitting = [_seat(battle, key, member, (deputies or {}).get(key, ())) for key, member in seats.items()]
    Seat.objects.bulk_create([*sitting, Seat(battle=battle, key=UMPIRE, kind=SeatKind.UMPIRE, member=umpire)])
    if rules.describe().rolls_dice:
        secrets.draw(game=battle.game, year=0, epoch=0, now=now)
    played = engine.begin(rules, setup, engine.dice_for(battle))
    deed = logbook.Deed(kind=Kind.OPENED, manner=Manner.PROGRAM if by is None else Manner.UMPIRE, by=by, action={})
    logbook.append(battle, deed, played, now=now, seq=0)
    notices.tell_asked(battle, engine.seats_of(battle), before=[], after=played.asks, by=by, now=now)
    return battle


def _seat(battle: Battle, key: str, member: Membership | None, deputies: Sequence[Membership]) -> Seat:
    named = [one.pk for one in deputies]
    return Seat(battle=battle, key=key, kind=SeatKind.PLAYER, member=member, deputies=named)


def _check_people(
    club: Club,
    seats: Mapping[str, Membership | None],
    umpire: Membership | None,
    setup: Setup,
    deputies: Sequence[Membership],
) -> None:
    if set(seats) != set(setup.forces):
        raise ValueError(f"seats {sorted(seats)} are not those of the setup, {sorted(setup.forces)}")
    sitting = [member for member in (*seats.values(), umpire, *deputies) if member is not None]
    if any(member.club_id != club.pk or member.left_at is not None for member in sitting):
        raise Refusal(_("Everybody at a battle is a member of its club."), code="not_a_member")
    if umpire is not None and umpire.pk in [member.pk for member in (*seats.values(), *deputies) if member is not None]:
        raise Refusal(_("Who plays in a battle cannot be its umpire."), code="umpire_plays")


@transaction.atomic
def hand_over(battle: Battle, *, seat: str, member: Membership | None, deputies: Sequence[Membership] = ()) -> None:
    """Give a seat to another member, or to nobody, and name who may act there as well. Who asked for it has been checked by whoever
    calls."""
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


def move_deadline(battle: Battle, *, deadline_at: datetime | None) -> None:
    """Set, move or lift (None) the moment from which the umpire may settle the battle."""
    Battle.objects.filter(pk=battle.pk, stage__in=(Stage.OPEN, Stage.HELD)).update(deadline_at=deadline_at)
