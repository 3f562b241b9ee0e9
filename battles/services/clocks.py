"""How long each seat has to decide. Clocks follow the battle in the transaction of every move; whoever calls holds its row.

No clock runs for what is only allowed (``may``), for a vacant seat, for the umpire, or for a seat that the program plays.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from battles.models import Battle, SealedMove, Seat
from battles.models.battle import Pace, SeatKind, Stage, Stopped
from battles.permissions import require_umpire
from battles.services import engine
from battles.signals import program_owes
from clubs.errors import Refusal
from clubs.models import Membership
from rulesets.contract import UMPIRE, Ask

SLOW = timedelta(days=7)
"""What an ask of slow pace (a day of a siege) has in a battle that is fought live."""
MOST = {Pace.FREE: 0, Pace.DECISION: 24 * 60, Pace.BANK: 7 * 24 * 60, Pace.LETTER: 60}
"""The greatest amounts: minutes, minutes, days."""
LONGEST_GIFT = timedelta(days=60)


class Clock(Struct, frozen=True, kw_only=True):
    """What a battle is opened with: ``amount`` is minutes, of a correspondence days."""

    pace: Pace = Pace.FREE
    amount: int = 0


FREE = Clock()


def check(clock: Clock) -> None:
    """Refuse a clock that is none."""
    least = 0 if clock.pace == Pace.FREE else 1
    if not least <= clock.amount <= MOST[clock.pace]:
        raise Refusal(_("There is no such clock."), code="unknown_clock")


def plays_itself(battle: Battle, seat: Seat) -> bool:
    """Whether the program decides for this seat."""
    if seat.key == UMPIRE:
        return False
    return seat.kind == SeatKind.PROGRAM or battle.resolving_at is not None


def owing(battle: Battle, asks: Iterable[Ask]) -> dict[str, Ask]:
    """Who still owes what: not who has handed in sealed. One query, where anything is asked sealed."""
    owed = {ask.seat: ask for ask in asks if ask.kind != "may"}
    if any(ask.kind == "sealed" for ask in owed.values()):
        for key in SealedMove.objects.filter(battle=battle).values_list("seat", flat=True):
            owed.pop(key, None)
    return owed


def follow(
    battle: Battle,
    seats: Mapping[str, Seat],
    asks: Iterable[Ask],
    *,
    acted: Collection[str] = (),
    by: Membership | None,
    now: datetime,
) -> None:
    """Bring the clocks, and whether the program is waited for, in step with what is asked now. ``acted``: who has just decided."""
    known = battle.pace or battle.program_owes or battle.resolving_at is not None
    if not known and all(seat.kind != SeatKind.PROGRAM for seat in seats.values()):
        return
    owed = owing(battle, asks)
    _note_program(battle, any(plays_itself(battle, seats[key]) for key in owed if key in seats), by)
    if battle.pace:
        changed = [seat for seat in seats.values() if _step(battle, seat, owed.get(seat.key), seat.key in acted, now)]
        if changed:
            Seat.objects.bulk_update(changed, ["asked_at", "due_at", "bank"])


def _note_program(battle: Battle, owes: bool, by: Membership | None) -> None:
    if owes != battle.program_owes:
        battle.program_owes = owes
        Battle.objects.filter(pk=battle.pk).update(program_owes=owes)
    # The program needs no bell for itself: it goes on until a person is asked.
    if owes and by is not None:
        program_owes.send(sender=Battle, battle=battle)


def _step(battle: Battle, seat: Seat, ask: Ask | None, acted: bool, now: datetime) -> bool:
    """Stop or start one seat's clock; whether anything changed."""
    # While all clocks stand still, a new one starts where they stand, and is put on with the others.
    moment = battle.stopped_at or now
    sits = seat.member_id is not None or bool(seat.deputies)
    runs = ask is not None and sits and seat.key != UMPIRE and not plays_itself(battle, seat)
    changed = False
    if seat.asked_at is not None and (acted or not runs):
        _charge(battle, seat, moment)
        seat.asked_at = seat.due_at = None
        changed = True
    if runs and seat.asked_at is None:
        assert ask is not None
        seat.asked_at, seat.due_at = moment, moment + allowance(battle, seat, ask)
        changed = True
    return changed


def allowance(battle: Battle, seat: Seat, ask: Ask) -> timedelta:
    """How long a seat has for an ask."""
    if battle.pace == Pace.LETTER:
        return timedelta(days=battle.amount)
    if ask.pace == "day":
        return SLOW
    if battle.pace == Pace.BANK:
        return timedelta(seconds=_bank(battle, seat))
    return timedelta(minutes=battle.amount)


def _bank(battle: Battle, seat: Seat) -> int:
    return battle.amount * 60 if seat.bank is None else seat.bank


def _charge(battle: Battle, seat: Seat, moment: datetime) -> None:
    """Note what was left; of a bank it is what there is for the rest of the battle, but a slow ask is not paid from it."""
    assert seat.asked_at is not None
    assert seat.due_at is not None
    slow = seat.due_at - seat.asked_at >= SLOW
    if battle.pace == Pace.BANK and slow and timedelta(seconds=_bank(battle, seat)) < SLOW:
        return
    seat.bank = max(0, int((seat.due_at - moment).total_seconds()))


def taken_back(battle: Battle, seat: Seat, *, now: datetime) -> None:
    """After an undo the seat has no longer than was left to it for that decision: nobody gains time by deciding and undoing."""
    if battle.pace == Pace.FREE or seat.due_at is None or seat.bank is None:
        return
    seat.due_at = min(seat.due_at, (battle.stopped_at or now) + timedelta(seconds=seat.bank))
    seat.save(update_fields=["due_at"])


# --- Stopping ---------------------------------------------------------------------------------------------


@transaction.atomic
def pause(battle: Battle, *, by: Membership, now: datetime) -> Battle:
    """Stop every clock of a battle, and the program at it, until the umpire lets them run on."""
    held = _locked(battle, by)
    if held.stopped:
        raise Refusal(_("The clocks of this battle stand still already."), code="stopped", status=409)
    stop(held, Stopped.UMPIRE, now=now)
    return held


@transaction.atomic
def resume(battle: Battle, *, by: Membership, now: datetime) -> Battle:
    """Let the clocks run on: everybody has as long as he had."""
    held = _locked(battle, by)
    if held.stopped != Stopped.UMPIRE:
        raise Refusal(_("Nobody has stopped the clocks of this battle."), code="not_stopped", status=409)
    run_on(held, now=now)
    if held.program_owes:
        program_owes.send(sender=Battle, battle=held)
    return held


@transaction.atomic
def give(battle: Battle, *, seat: str, length: timedelta, by: Membership, now: datetime) -> Battle:
    """Give a seat more time for what it is asked now."""
    held = _locked(battle, by)
    if not timedelta() < length <= LONGEST_GIFT:
        raise Refusal(_("So much time cannot be given."), code="out_of_range")
    row = Seat.objects.filter(battle=held, key=seat, due_at__isnull=False).first()
    if row is None:
        raise Refusal(_("No clock runs for this seat."), code="no_clock", status=409)
    assert row.due_at is not None
    row.due_at = max(row.due_at, held.stopped_at or now) + length
    row.save(update_fields=["due_at"])
    return held


def _locked(battle: Battle, by: Membership) -> Battle:
    held = Battle.objects.select_for_update().get(pk=battle.pk)
    require_umpire(held, engine.seats_of(held), by)
    if held.stage != Stage.OPEN:
        raise Refusal(_("This battle is not being fought."), code="battle_not_open", status=409)
    return held


def stop(battle: Battle, why: Stopped, *, now: datetime) -> None:
    """Stop the clocks, if nobody has."""
    if Battle.objects.filter(pk=battle.pk, stopped=Stopped.NO).update(stopped=why, stopped_at=now):
        battle.stopped, battle.stopped_at = why, now


def run_on(battle: Battle, *, now: datetime) -> None:
    """Start the clocks again and put them on by as long as they stood. The battle's row is the caller's."""
    assert battle.stopped_at is not None
    put_on(Seat.objects.filter(battle=battle, due_at__isnull=False), now - battle.stopped_at)
    battle.stopped, battle.stopped_at = Stopped.NO, None
    battle.save(update_fields=["stopped", "stopped_at"])


def put_on(rows: Iterable[Seat], length: timedelta) -> int:
    """Move clocks that run on by some time; answers how many."""
    found = list(rows)
    for seat in found:
        assert seat.asked_at is not None
        assert seat.due_at is not None
        seat.asked_at, seat.due_at = seat.asked_at + length, seat.due_at + length
    Seat.objects.bulk_update(found, ["asked_at", "due_at"])
    return len(found)


def give_back(since: datetime, now: datetime) -> int:
    """Put off every clock that ran while the program was away. In the transaction that took the heartbeat."""
    rows = Seat.objects.select_for_update(of=("self",)).filter(
        due_at__gt=since, battle__stage=Stage.OPEN, battle__stopped=Stopped.NO
    )
    return put_on(rows.order_by("pk"), now - since)
