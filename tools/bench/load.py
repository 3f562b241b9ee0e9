"""A club of 200 members with 50 wars of 20 years, served as in production: granian, PostgreSQL, Redis and two workers."""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from campaigns import tasks
from campaigns.models import Campaign, Decision
from campaigns.services import turning
from clubs import clock
from clubs.models import Club, Membership, Role, User
from clubs.services import invitations
from config.celery_app import app
from tools.bench import hands, pages, wars
from tools.bench.hands import Cast
from tools.bench.page import BARE, Site
from tools.bench.report import Aim, each, line, ms, title
from tools.bench.visitors import Wish, p95, visit

MEMBERS, WARS, YEARS = 200, 50, 20
WORKERS, THREADS = 2, 4
"""Of granian, as in ``docker/compose.yml``."""
RATE, VISITS, HANDS = 5, 240, 8
"""Pages a second: every member opens one every forty seconds."""
BUSY_RATE, BUSY_VISITS = 2, 40
DUE, TASK_WORKERS, PATIENCE = 1000, 2, 300
CPU_ROUNDS, CPU_TIMES = 5, 12
SLOWEST = 5
SLOW = """
SELECT query, calls, (total_exec_time + total_plan_time) / calls, max_exec_time
FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
WHERE datname = current_database() AND calls >= 10 AND query LIKE 'SELECT%%'
ORDER BY 3 DESC LIMIT %s
"""


@dataclass(frozen=True)
class Player:
    """Somebody who commands in a war, signed in."""

    campaign: Campaign
    cookie: str

    def wishes(self) -> list[Wish]:
        war = pages.war_pages(self.campaign)
        told = {"home": "/", **{name: war[name] for name in ("war page", "year in hand", "closed year")}}
        return [Wish(page, address, self.cookie) for page, address in told.items()]


def main() -> None:
    call_command("migrate", verbosity=0)
    cast = hands.a_cast(clock.now())
    players, umpire = _club(cast)
    _overdue(cast)
    _settle()
    title(
        f"A club of {MEMBERS} members and {WARS} wars of {YEARS} years; granian, {WORKERS} workers of {THREADS} threads; PostgreSQL"
    )
    with Site(umpire, workers=WORKERS, threads=THREADS) as site:
        wishes = _wishes(players, umpire)
        visit(site.port, wishes[: 2 * len(wishes) // 10], rate=RATE, hands=HANDS)
        _paced(site, wishes)
        _cpu(site, wishes)
        _slowest()
        with _workers():
            _turn_all(site, wishes)


# --- The club ---------------------------------------------------------------------------------------------


def _club(cast: Cast) -> tuple[list[Player], str]:
    """Found it: each war between two members of its own. Answers with who commands for Rome, and the session of the umpire of all wars."""
    members = [_member(cast, number) for number in range(MEMBERS - len(hands.PEOPLE))]
    players = []
    for number in range(WARS):
        pair = replace(cast, rome=members[2 * number], carthage=members[2 * number + 1])
        campaign = wars.long_war(pair, f"War {number + 1}", year=YEARS + 1)
        players.append(Player(campaign=campaign, cookie=_signed_in(pair.rome)))
    return players, _signed_in(cast.umpire)


def _member(cast: Cast, number: int) -> Membership:
    user = User.objects.create(username=f"member-{number}", email=f"member-{number}@example.org")
    owner = cast.rome.user
    assert owner is not None
    club: Club = cast.club
    invited = invitations.invite(club, role=Role.PLAYER, by=owner, now=cast.now)
    invitations.join(invited.invitation, by=user, now=cast.now)
    return Membership.objects.select_related("user", "club").get(club=club, user=user)


def _signed_in(member: Membership) -> str:
    assert member.user is not None
    return f"sessionid={pages.signed_in(member.user).cookies['sessionid'].value}"


def _overdue(cast: Cast) -> None:
    """As many wars more, of another club, whose orders were to be opened a minute ago."""
    other = hands.a_cast(cast.now, club="Legio Gades")
    pattern = hands.begin(other, "Pattern")
    hands.order(other, pattern, ready=False)
    wars.alike(hands.fresh(pattern), DUE, now=cast.now, overdue=True)


def _settle() -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("CHECKPOINT")
        if _watched():
            cursor.execute("CREATE EXTENSION pg_stat_statements")


def _watched() -> bool:
    """Whether the server keeps count of its statements."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW shared_preload_libraries")
        return "pg_stat_statements" in str(cursor.fetchone()[0])


# --- The pages ---------------------------------------------------------------------------------------------


def _wishes(players: Sequence[Player], umpire: str) -> list[Wish]:
    """Everybody's pages in turn, the bare one and the umpire's first page between them."""
    found = []
    for player in islice(cycle(players), VISITS // 6 + 1):
        found += [
            Wish("bare page of one query", BARE),
            *player.wishes(),
            Wish("home of the umpire of all wars", "/", umpire),
        ]
    return found[:VISITS]


def _paced(site: Site, wishes: Sequence[Wish]) -> None:
    waited = visit(site.port, wishes, rate=RATE, hands=HANDS)
    line("pages opened, together", f"{RATE} /s", f"{len(wishes)} of them over {HANDS} connections")
    for page, seconds in waited.items():
        line(f"  {page}, 95 of 100 within", ms(p95(seconds)), f"half within {ms(each(seconds))}")


def _cpu(site: Site, wishes: Sequence[Wish]) -> None:
    """CPU of the web's own processes for each page, one at a time; the database's is not in it."""
    kinds = {wish.page: wish for wish in reversed(wishes)}
    rounds: dict[str, list[float]] = {page: [] for page in kinds}
    for _round in range(CPU_ROUNDS):
        for page, wish in kinds.items():
            before = site.cpu()
            visit(site.port, [wish] * CPU_TIMES, rate=1000, hands=1)
            rounds[page].append((site.cpu() - before) / CPU_TIMES)
    spent = {page: each(seconds) for page, seconds in rounds.items()}
    bare = spent.pop("bare page of one query")
    line("bare page of one query, CPU of the web", ms(bare))
    for page, seconds in spent.items():
        aim = Aim.most(seconds / bare, 6) if page == "war page" else None
        line(f"  {page}", ms(seconds), f"{seconds / bare:.1f} times the bare page", aim=aim)


def _slowest() -> None:
    if not _watched():
        line("slowest statements", "", "this server does not count them")
        return
    with connection.cursor() as cursor:
        cursor.execute(SLOW, [SLOWEST])
        found = cursor.fetchall()
    line("slowest statements of the pages, on average", "", f"the {len(found)} slowest; planning included")
    for query, calls, mean, longest in found:
        line(f"  {ms(mean / 1000)}", f"{calls} times", f"at most {ms(longest / 1000)}: {_short(query)}")


def _short(query: str) -> str:
    """Where a statement reads, and by what."""
    words = " ".join(query.replace('"', "").split())
    return f"{words.partition(' ')[0]} … FROM {words.partition(' FROM ')[2]}"[:170]


# --- A thousand years ------------------------------------------------------------------------------------------


@contextmanager
def _workers() -> Iterator[None]:
    """Workers as in production, until they answer; ended afterwards."""
    program = str(Path(sys.executable).parent / "celery")
    command = [program, "-A", "config", "worker", "--queues", "signifer", "--concurrency", str(TASK_WORKERS)]
    worker = subprocess.Popen([*command, "--loglevel", "ERROR"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while not app.control.ping(timeout=1):
            if time.monotonic() > until or worker.poll() is not None:
                raise RuntimeError("the workers did not start")
        yield
    finally:
        worker.terminate()
        worker.wait()


def _turn_all(site: Site, wishes: Sequence[Wish]) -> None:
    """Everything due is handed to the workers by one tick, while pages are opened; nothing is turned twice."""
    now = clock.now()
    due, decided = len(turning.due(now)), Decision.objects.count()
    with ThreadPoolExecutor(1) as pool:
        begun = time.perf_counter()
        opened = pool.submit(visit, site.port, wishes[:BUSY_VISITS], rate=BUSY_RATE, hands=HANDS)
        turning.tick(now, hand_on=tasks.turn.delay)
        # What a worker has in hand is due no longer, but not turned yet.
        while Decision.objects.count() < decided + due or turning.due(now):
            if time.perf_counter() - begun > PATIENCE:
                raise RuntimeError("the workers did not come to an end")
            time.sleep(0.2)
        seconds = time.perf_counter() - begun
        waited = [one for page, many in opened.result().items() if page != "bare page of one query" for one in many]
    turned = Decision.objects.count() - decided
    assert turned == due, f"{turned} decisions of {due} years"
    line(
        f"{due} years due at once, two workers",
        f"{seconds:.1f} s",
        "by way of the broker",
        aim=Aim.most(seconds, 30, " s"),
    )
    told = f"{BUSY_RATE} /s meanwhile, half within {ms(each(waited))}"
    line("  pages of people meanwhile, 95 of 100 within", ms(p95(waited)), told)
