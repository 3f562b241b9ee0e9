"""The clock over very many wars: finding the few that are due, beside finding as many rows by their keys."""

import time
from collections.abc import Callable

from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Year
from campaigns.services import turning
from clubs import clock
from tools.bench import hands, wars
from tools.bench.report import Aim, each, line, ms, title

WARS, DUE, CLOSED = 10_000, 100, 10
TIMES = 20


def main() -> None:
    call_command("migrate", verbosity=0)
    now = clock.now()
    cast = hands.a_cast(now)
    wars.crowd(hands.begin(cast, "Pattern"), WARS, due=DUE, years=CLOSED, now=now)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    title(f"Tick over {WARS:,} wars of {CLOSED} closed years, {DUE} of them due, on PostgreSQL")
    with CaptureQueriesContext(connection) as asked:
        due = turning.due(now)
    assert len(due) == DUE
    line("queries to find what is due", str(len(asked)), aim=Aim.most(len(asked), 1))
    find = _wall(lambda: turning.due(now))
    keys = list(Year.objects.filter(campaign__in=due, number=CLOSED + 1).values_list("pk", flat=True))
    by_key = _wall(lambda: list(Year.objects.filter(pk__in=keys).values_list("campaign_id", flat=True)))
    line("finding them", ms(find), f"{find / by_key:.1f} times finding as many by their keys ({ms(by_key)})")
    handed: list[int] = []
    with CaptureQueriesContext(connection) as asked:
        turning.tick(now, hand_on=handed.append)
    assert len(handed) == DUE
    whole = _wall(lambda: turning.tick(now, hand_on=handed.append))
    line("a whole tick that hands them to workers", ms(whole), f"{len(asked)} queries")


def _wall(work: Callable[[], object]) -> float:
    seconds = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begun)
    return each(seconds)
