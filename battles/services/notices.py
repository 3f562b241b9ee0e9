"""What a battle tells its people."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from battles.models import Battle, BattleEntry, OutboxMessage, Seat
from battles.models.battle import Pace, Stage
from battles.models.log import Manner
from battles.services import engine, outbox
from clubs.models import Membership
from rulesets.contract import UMPIRE, Ask

JUST_NOW = timedelta(minutes=10)
"""Who has played so lately is at his page."""
ASKED = "battle.asked"
HELD = "battle.held"
OFFERED = "battle.offered"
VOID = "battle.void"
OVER = "battle.over"
FREED = "battle.freed"


def tell_asked(
    battle: Battle,
    seats: Mapping[str, Seat],
    *,
    before: Iterable[Ask],
    after: Iterable[Ask],
    by: Membership | None,
    now: datetime,
) -> None:
    """Tell every seat that owes something, or is waited for, and was not before; not whoever has just acted."""
    known = {(ask.seat, ask.kind, ask.prompt) for ask in before}
    fresh = {
        ask.seat: ask
        for ask in after
        if (ask.kind != "may" or ask.wanted) and (ask.seat, ask.kind, ask.prompt) not in known
    }
    for key, seat in seats.items():
        if key not in fresh or (by is not None and seat.is_held_by(by)):
            continue
        data = _data(battle, seat=key, prompt=fresh[key].prompt, seq=battle.seq)
        team = _team(seat)
        if _is_online(battle):
            team = [one for one in team if not _told_already(battle, one, data)]
        if not team:
            continue
        outbox.tell(
            recipients=team,
            key=f"battle:{battle.public_id}:{battle.seq}:{key}",
            kind=ASKED,
            data=data,
            url=battle.url,
            now=now,
            email=not _is_online(battle) or _is_away(battle, key, now),
        )


def answered(battle: Battle, *, by: Membership | None, now: datetime) -> None:
    """Whoever plays on the site need not read that he is asked. What is left unread stands for every question since."""
    if by is not None and _is_online(battle):
        rows = OutboxMessage.objects.filter(recipient=by, url=battle.url, kind=ASKED, read_at=None)
        rows.update(read_at=now)


def _is_online(battle: Battle) -> bool:
    """Whether it is played move by move on the site: a battle at a table asks once or twice."""
    return engine.ruleset_of(battle).describe().can_play_online


def _told_already(battle: Battle, member: Membership, data: Mapping[str, Any]) -> bool:
    """Whether a notice that he is asked here still lies unread: it is renewed instead of another."""
    unread = OutboxMessage.objects.filter(recipient=member, url=battle.url, kind=ASKED, read_at=None).first()
    if unread is None:
        return False
    outbox.renew(unread, data)
    return True


def _is_away(battle: Battle, seat: str, now: datetime) -> bool:
    """Whether a seat is to be written to: in a live battle its people follow the page, and so does who has just played."""
    if battle.pace in (Pace.DECISION, Pace.BANK):
        return False
    # A sealed step is everybody's, and names no seat.
    his = Q(seat=seat) | Q(seat="", action__manners__has_key=seat)
    return not BattleEntry.objects.filter(his, battle=battle, manner=Manner.OWN, at__gt=now - JUST_NOW).exists()


def _team(seat: Seat) -> list[Membership]:
    """Who is told what a seat is asked: its holder, and whoever may act in his place. No query where there is no deputy."""
    deputies = Membership.objects.filter(pk__in=seat.deputies).select_related("user") if seat.deputies else []
    return [*([seat.member] if seat.member is not None else []), *deputies]


def tell_offered(battle: Battle, *, seat: str, member: Membership, by: Membership, now: datetime) -> None:
    """Ask a member whether he takes a seat. Each time he is asked it is another question."""
    asked = OutboxMessage.objects.filter(recipient=member, key__startswith=f"battle:{battle.public_id}:offer:").count()
    outbox.tell(
        recipients=[member],
        key=f"battle:{battle.public_id}:offer:{asked}",
        kind=OFFERED,
        data=_data(battle, seat=seat, by=by.public_id, name=battle.names.get(seat, seat)),
        url=battle.url,
        now=now,
    )


def tell_freed(battle: Battle, *, seat: str, member: Membership, by: Membership, now: datetime) -> None:
    """Tell a member that the umpire gave his seat free. Each time he sat there it is another one."""
    freed = OutboxMessage.objects.filter(recipient=member, key__startswith=f"battle:{battle.public_id}:freed:").count()
    outbox.tell(
        recipients=[member],
        key=f"battle:{battle.public_id}:freed:{freed}",
        kind=FREED,
        data=_data(battle, seat=seat, by=by.public_id, name=battle.names.get(seat, seat)),
        url=battle.url,
        now=now,
    )


def put_offer_aside(battle: Battle, *, now: datetime) -> None:
    """A seat was taken, refused or given away: who was asked for it need answer no more. Another's question stays open."""
    asked = {(seat.offered_id, seat.key) for seat in Seat.objects.filter(battle=battle).exclude(offered=None)}
    rows = OutboxMessage.objects.filter(url=battle.url, kind=OFFERED, read_at=None)
    gone = [row.pk for row in rows if (row.recipient_id, row.data.get("seat")) not in asked]
    OutboxMessage.objects.filter(pk__in=gone).update(read_at=now)


def tell_void(battle: Battle, seats: Mapping[str, Seat], *, by: Membership, now: datetime) -> None:
    """Tell everybody who sits at a battle that it is struck."""
    _tell_all(battle, seats, VOID, by=by, now=now)


def tell_over(battle: Battle, seats: Mapping[str, Seat], *, by: Membership | None, now: datetime) -> None:
    """Tell everybody who sits at a single battle that it is decided; of a war's the war tells."""
    if battle.single:
        _tell_all(battle, seats, OVER, by=by, now=now)


def _tell_all(battle: Battle, seats: Mapping[str, Seat], kind: str, *, by: Membership | None, now: datetime) -> None:
    people = [member for seat in seats.values() for member in _team(seat) if by is None or member.pk != by.pk]
    outbox.tell(
        recipients=people,
        key=f"battle:{battle.public_id}:{battle.seq}:{kind}",
        kind=kind,
        data=_data(battle),
        url=battle.url,
        now=now,
    )


def tell_held(battle: Battle, *, now: datetime) -> None:
    """Tell the umpire that the program could not go on with this battle."""
    umpire = engine.seats_of(battle).get(UMPIRE)
    if umpire is None or umpire.member is None:
        return
    outbox.tell(
        recipients=[umpire.member],
        key=f"battle:{battle.public_id}:{battle.seq}:held",
        kind=HELD,
        data=_data(battle),
        url=battle.url,
        now=now,
    )


def _data(battle: Battle, **more: Any) -> dict[str, Any]:
    return {"battle": battle.public_id, "ruleset": battle.ruleset, "title": battle.title, **more}


@outbox.still_true(ASKED)
def _still_asked(message: OutboxMessage) -> bool:
    """The battle still waits for this seat, with the same question."""
    battle = Battle.objects.filter(public_id=message.data["battle"], stage=Stage.OPEN).first()
    if battle is None:
        return False
    ask = engine.ask_of(engine.ruleset_of(battle), battle.state, message.data["seat"])
    return ask is not None and ask.prompt == message.data["prompt"]


@outbox.still_true(OFFERED)
def _still_offered(message: OutboxMessage) -> bool:
    """Nobody has taken the seat meanwhile, and it is kept for him."""
    seats = Seat.objects.filter(battle__public_id=message.data["battle"], battle__stage__in=(Stage.OPEN, Stage.HELD))
    return seats.filter(key=message.data["seat"], offered=message.recipient_id).exists()


@outbox.still_true(OVER)
def _still_over(message: OutboxMessage) -> bool:
    """Nobody has reopened it."""
    return Battle.objects.filter(public_id=message.data["battle"], stage=Stage.DECIDED).exists()


outbox.still_true(VOID)(outbox.always)
outbox.still_true(FREED)(outbox.always)


@outbox.still_true(HELD)
def _still_held(message: OutboxMessage) -> bool:
    return Battle.objects.filter(public_id=message.data["battle"], stage=Stage.HELD).exists()
