"""CPU of the war's page beside a bare page of one query, under the same web server with one worker."""

import http.client
import os
import subprocess
import sys
import time
from pathlib import Path

from django.core.management import call_command

from campaigns.models import Campaign
from clubs import clock
from tests.servers import free_port
from tools.bench import hands, pages, wars
from tools.bench.report import Aim, each, line, ms, title

HOST = "127.0.0.1"
WARM_UP, TIMES, MANY, ROUNDS = 10, 12, 80, 5
YEARS = 10
BARE = "/bare/"
TICKS = os.sysconf("SC_CLK_TCK")


class Site:
    """The site under granian. ``cpu`` is what its processes have used."""

    def __init__(self, cookie: str, *, workers: int = 1, threads: int = 1):
        self.port = free_port()
        self.cookie = cookie
        command = [str(Path(sys.executable).parent / "granian"), "--interface", "wsgi", "--host", HOST]
        command += ["--port", str(self.port), "--workers", str(workers), "--blocking-threads", str(threads)]
        command += ["--log-level", "warning"]
        self.server = subprocess.Popen([*command, "config.wsgi:application"], stdout=subprocess.DEVNULL)

    def __enter__(self) -> "Site":
        until = time.monotonic() + 60
        while time.monotonic() < until and self.server.poll() is None:
            try:
                self.get(BARE)
                return self
            except OSError:
                os.sched_yield()
        raise RuntimeError("the site did not start")

    def __exit__(self, *_about: object) -> None:
        self.server.terminate()
        self.server.wait()

    def get(self, address: str, times: int = 1) -> int:
        """Read a page so many times over one connection, the bare one as a stranger; answers with its size."""
        connection, size = http.client.HTTPConnection(HOST, self.port), 0
        headers = {} if address == BARE else {"Cookie": self.cookie}
        for _ in range(times):
            connection.request("GET", address, headers=headers)
            answer = connection.getresponse()
            size = len(answer.read())
            assert answer.status == 200, f"{address}: {answer.status}"
        connection.close()
        return size

    def cpu(self) -> float:
        """CPU seconds of the server's processes so far."""
        return sum(_cpu(pid) for pid in _family(self.server.pid))

    def cpu_of(self, address: str, *, times: int) -> float:
        before = self.cpu()
        self.get(address, times)
        return (self.cpu() - before) / times


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in _family(int(child)))]


def _cpu(pid: int) -> float:
    # After the name in brackets: user and system time are the 12th and 13th.
    told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(told[11]) + int(told[12])) / TICKS


def main() -> None:
    call_command("migrate", verbosity=0)
    cast = hands.a_cast(clock.now())
    campaign = wars.long_war(cast, "The long war", year=YEARS + 1)
    user = cast.rome.user
    assert user is not None
    client = pages.signed_in(user)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    title(f"CPU of pages under granian, one worker, on SQLite; a war with {YEARS} closed years, signed in")
    with Site(cookie) as site:
        _measure(site, campaign)


def _measure(site: Site, campaign: Campaign) -> None:
    signed_in = {"the bare page, signed in (three queries)": f"{BARE}?signed-in"}
    addresses = {"bare page of one query": BARE, **signed_in, **pages.war_pages(campaign), "home": "/"}
    sizes = {name: site.get(address, WARM_UP) for name, address in addresses.items()}
    # Round after round, so that a busy moment of the machine falls on all of them.
    rounds: dict[str, list[float]] = {name: [] for name in addresses}
    for _round in range(ROUNDS):
        for name, address in addresses.items():
            rounds[name].append(site.cpu_of(address, times=MANY if address == BARE else TIMES))
    spent = {name: each(seconds) for name, seconds in rounds.items()}
    bare = spent.pop("bare page of one query")
    line("bare page of one query, same middleware", ms(bare))
    for name, seconds in spent.items():
        aim = Aim.most(seconds / bare, 6) if name == "war page" else None
        line(name, ms(seconds), f"{seconds / bare:.1f} times the bare page; {sizes[name] / 1024:.1f} KiB", aim=aim)
