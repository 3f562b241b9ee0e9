"""What waits for the program at battles: out of time, its own seats, odds to work out. Asked by the tick; truth is the database."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from battles.models import Battle
from battles.models.battle import Stage, Stopped
from battles.services import lateness, odds, programs
from clubs.errors import complain

log = logging.getLogger(__name__)

type HandOn = Callable[[str, int], object]
"""Give work to somebody else: what it is ("program", "odds"), and the key of its row."""


def tick(now: datetime, *, hand_on: HandOn | None = None) -> int:
    """Do, or hand on, what is due; answers how many things were. Three queries where nothing is."""
    late = lateness.due(now)
    _each(late, lambda row: lateness.expire(row[0], row[1], now))
    waiting = [("program", pk) for pk in owed()]
    waiting += [("odds", pk) for pk in odds.left_over(now)]
    _each(waiting, lambda row: (hand_on or here(now))(*row))
    return len(late) + len(waiting)


def owed() -> list[int]:
    """Battles in which the program is asked. One query."""
    rows = Battle.objects.filter(program_owes=True, stage=Stage.OPEN, stopped=Stopped.NO)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def here(now: datetime) -> HandOn:
    """Do the work where one stands."""

    def do(what: str, pk: int) -> object:
        return WORK[what](pk, now)

    return do


def battle_of(pk: int) -> Battle | None:
    return Battle.objects.filter(pk=pk).first()


def _program(pk: int, now: datetime) -> bool:
    battle = battle_of(pk)
    return battle is not None and programs.play_on(battle, now).more


WORK: dict[str, Callable[[int, datetime], bool]] = {"program": _program, "odds": odds.work}
"""What is done for each sort of work; whether there is more of it."""


def _each(rows: Iterable[Any], do: Callable[[Any], object]) -> None:
    """Whatever happens to one, the others are served."""
    for row in rows:
        try:
            do(row)
        except Exception as error:  # noqa: BLE001  (the others are served)
            complain(log, "a battle was passed over", error, number=row[-1] if isinstance(row[-1], int) else row[0])
