"""People who open pages at a steady pace, whatever the site does: what they wait for counts from the moment they wanted the page."""

import http.client
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Wish:
    """A page that somebody wants to see. ``cookie`` empty: as a stranger."""

    page: str
    address: str
    cookie: str = ""


def visit(port: int, wishes: Sequence[Wish], *, rate: float, hands: int) -> dict[str, list[float]]:
    """Open the pages one after the other, so many a second, over ``hands`` connections. Answers with the seconds waited, by page.

    A page that is late does not make the next one later to be wanted: a queue in the site is seen as waiting, not as fewer visits.
    """
    turns, begun = count(), time.perf_counter() + 0.1
    waited: dict[str, list[float]] = {wish.page: [] for wish in wishes}

    def hand() -> None:
        connection = http.client.HTTPConnection(HOST, port, timeout=120)
        while (number := next(turns)) < len(wishes):
            wish, wanted = wishes[number], begun + number / rate
            time.sleep(max(0.0, wanted - time.perf_counter()))
            connection.request("GET", wish.address, headers={"Cookie": wish.cookie} if wish.cookie else {})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200, f"{wish.address}: {answer.status}"
            waited[wish.page].append(time.perf_counter() - wanted)
        connection.close()

    with ThreadPoolExecutor(hands) as pool:
        for ended in [pool.submit(hand) for _ in range(hands)]:
            ended.result()
    return waited


def p95(seconds: Sequence[float]) -> float:
    """What nineteen of twenty did not wait longer than."""
    return statistics.quantiles(seconds, n=20, method="inclusive")[-1]
