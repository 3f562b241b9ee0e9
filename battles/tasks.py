"""Doorbells of battles. Each may ring at any time, any number of times; the work is in the services, the truth in the database."""

import logging
import threading
import time

from celery import shared_task
from django.conf import settings
from django.db import connection
from kombu.exceptions import OperationalError

from battles.services import programs, table
from clubs import clock
from clubs.errors import complain

log = logging.getLogger(__name__)

AT_ONCE = 1.5
"""Seconds that a person's page may wait for the program's answer, where no worker gives it."""
SILENCE_SECONDS = 15.0
_silent_until = 0.0
_busy: set[tuple[str, int]] = set()
_door = threading.Lock()


@shared_task(name="battles.tasks.work", ignore_result=True)
def work(what: str, pk: int) -> None:
    """Do some of it, and hand on the rest: no worker is kept for long."""
    if table.WORK[what](pk, clock.now()):
        work.delay(what, pk)


def ring(what: str, pk: int) -> None:
    """Have something done soon: by a worker where there is a broker, else by this process, beside the pages."""
    if settings.REDIS_URL:
        _to_worker(what, pk)
    elif not _answered(what, pk):
        beside(what, pk)


def hand_on(what: str, pk: int) -> None:
    """The same for the tick, for which nobody waits."""
    if settings.REDIS_URL:
        work.delay(what, pk)
    else:
        beside(what, pk)


def _answered(what: str, pk: int) -> bool:
    """The program's answer to a move, where it comes at once."""
    if what != "program":
        return False
    battle = table.battle_of(pk)
    return battle is None or not programs.play_on(battle, clock.now(), seconds=AT_ONCE).more


def _to_worker(what: str, pk: int) -> None:
    """Somebody waits for his page meanwhile: a broker that does not answer is left alone until the tick has done the work."""
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        with work.app.connection_for_write(transport_options={"socket_timeout": 1}) as line:
            work.apply_async((what, pk), connection=line, retry=False)
    except OperationalError:
        _silent_until = time.monotonic() + SILENCE_SECONDS
        log.warning("the broker does not answer: battles wait for the tick")


def beside(what: str, pk: int) -> threading.Thread | None:
    """Do it in a thread of its own, to the end; None if one is at it already. If the process dies the tick begins again."""
    with _door:
        if (what, pk) in _busy:
            return None
        _busy.add((what, pk))
    thread = threading.Thread(target=_to_the_end, args=(what, pk), name=f"{what}-{pk}", daemon=True)
    thread.start()
    return thread


def _to_the_end(what: str, pk: int) -> None:
    try:
        while table.WORK[what](pk, clock.now()):
            pass
    except Exception as error:  # noqa: BLE001  (nobody waits for this thread: it must say what ended it)
        complain(log, "work on a battle ended", error, number=pk, kind=what)
    finally:
        with _door:
            _busy.discard((what, pk))
        connection.close()
