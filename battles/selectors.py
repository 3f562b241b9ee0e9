"""Reading battles, always for somebody: nothing hidden from a seat leaves here."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Exists, OuterRef, Prefetch

from battles.models import Battle, BattleEntry, SealedMove, Seat
from battles.models.battle import Stage
from clubs.errors import NotSeen
from clubs.models import Membership
from clubs.selectors import Person
from rulesets import registry
from rulesets.contract import UMPIRE, Ask, Audience, Choice, Happening, View
from rulesets.dice import Rolled


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the log as one seat may read it.

    ``moves`` and ``rolls`` hold only what this seat may know. ``struck``: undone, or on a branch that was left. ``hash`` is empty
    while the battle goes on: it is made of hidden things too, and few enough of them could be guessed.
    """

    seq: int
    revision: int
    kind: str
    seat: str
    manner: str
    actor: Membership | None
    at: datetime
    moves: dict[str, dict[str, Any]]
    reason: str
    why: dict[str, str]
    """Of each seat that the program decided for, what for: ``program``, ``late``, ``resolved``."""
    happenings: tuple[Happening, ...]
    rolls: tuple[Rolled, ...]
    struck: bool
    hash: str


def battle_for(user: Person, public_id: str) -> Battle:
    """The battle of that id with its club, seats and who holds them, if the person is in its club; else ``NotSeen``. Two queries."""
    seats = Prefetch("seats", Seat.objects.select_related("member__user").order_by("pk"))
    battle = (
        Battle.objects.select_related("club")
        .filter(
            public_id=public_id,
            club__memberships__user_id=user.pk or 0,
            club__memberships__left_at=None,
        )
        .prefetch_related(seats)
        .first()
    )
    if battle is None:
        raise NotSeen
    return battle


def seat_of(battle: Battle, user: Person) -> str | None:
    """The seat a person holds at a battle that ``battle_for`` gave; None for a spectator. A player's seat goes before the umpire's."""
    mine = [seat.key for seat in battle.seats.all() if seat.member is not None and seat.member.user_id == user.pk]
    return next((key for key in mine if key != UMPIRE), mine[0] if mine else None)


def view_for(battle: Battle, seat: str | None) -> View:
    """What a seat (None: a spectator) may see of the battle now."""
    return registry.get(battle.ruleset).view(battle.state, seat)


def asks_of(battle: Battle) -> list[Ask]:
    """Who owes, or may take, a decision now; empty unless the battle is being fought. Who is asked is public."""
    return registry.get(battle.ruleset).asks(battle.state) if battle.stage == Stage.OPEN else []


def menu_for(battle: Battle, seat: str, focus: str | None = None) -> list[Choice]:
    """What a seat may do now; empty unless it is asked."""
    if seat not in {ask.seat for ask in asks_of(battle)}:
        return []
    return list(registry.get(battle.ruleset).menu(battle.state, seat, focus))


def sealed_of(battle: Battle, seat: str) -> dict[str, Any] | None:
    """A seat's own sealed move, while others are still owed."""
    move = SealedMove.objects.filter(battle=battle, seat=seat).first()
    return None if move is None else dict(move.action)


def sealed_seats(battle: Battle) -> set[str]:
    """Which seats have handed in. That something is in is public; what it is, is not."""
    return set(SealedMove.objects.filter(battle=battle).values_list("seat", flat=True))


def entries_for(battle: Battle, seat: str | None) -> list[Seen]:
    """The whole log as a seat (None: a spectator) may read it, oldest first. One query, however long the battle."""
    entries = list(
        BattleEntry.objects.filter(battle=battle).select_related("actor__user").defer("state").order_by("seq")
    )
    struck = _struck(entries)
    return [_seen(battle, entry, seat, struck=entry.seq in struck) for entry in entries]


def overdue(now: datetime) -> list[Battle]:
    """Battles being fought whose deadline has passed, and in which nobody's clock runs. One query."""
    running = Seat.objects.filter(battle=OuterRef("pk"), due_at__gt=now)
    due = Battle.objects.filter(~Exists(running), stage=Stage.OPEN, deadline_at__lte=now)
    return list(due.select_related("club").order_by("deadline_at", "pk"))


def _struck(entries: list[BattleEntry]) -> set[int]:
    gone: set[int] = set()
    for entry in entries:
        if entry.back_to is not None:
            gone |= {earlier.seq for earlier in entries if entry.back_to < earlier.seq < entry.seq}
    return gone


def _may_know(audience: Audience, seat: str | None) -> bool:
    return audience.seats is None or seat in audience.seats


def _seen(battle: Battle, entry: BattleEntry, seat: str | None, *, struck: bool) -> Seen:
    happenings = [told for told in map(_happening, entry.happenings) if _told(told, seat)]
    known = {address for told in happenings if _may_know(told.audience, seat) for address in told.rolls}
    return Seen(
        seq=entry.seq,
        revision=entry.revision,
        kind=entry.kind,
        seat=entry.seat,
        manner=entry.manner,
        actor=entry.actor,
        at=entry.at,
        moves=_moves(entry, seat),
        reason=entry.action.get("reason", ""),
        why=entry.action.get("why", {}),
        happenings=tuple(_as_told(told, seat) for told in happenings),
        rolls=tuple(msgspec.convert(roll, Rolled) for roll in entry.rolls if roll["address"] in known),
        struck=struck,
        hash="" if battle.stage in (Stage.OPEN, Stage.HELD) else entry.hash,
    )


def _happening(told: Mapping[str, Any]) -> Happening:
    return msgspec.convert(told, Happening)


def _told(happening: Happening, seat: str | None) -> bool:
    return _may_know(happening.audience, seat) or happening.audience.others is not None


def _as_told(happening: Happening, seat: str | None) -> Happening:
    """The happening as this seat may know it: its data, or what the others may know instead. Who else knows more is not told."""
    if _may_know(happening.audience, seat):
        return msgspec.structs.replace(happening, audience=Audience())
    return Happening(kind=happening.kind, data=happening.audience.others or {}, rule=happening.rule)


def _moves(entry: BattleEntry, seat: str | None) -> dict[str, dict[str, Any]]:
    """Each seat's move as this seat may know it: whole, or as what the others may know; left out if nothing."""
    told: dict[str, dict[str, Any]] = {}
    for mover, move in entry.action.get("moves", {}).items():
        audience = msgspec.convert(entry.audiences.get(mover, {}), Audience)
        if mover == seat or _may_know(audience, seat):
            told[mover] = move
        elif audience.others is not None:
            told[mover] = {"kind": move["kind"], "arguments": audience.others}
    return told
