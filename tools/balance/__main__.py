"""Let the program play against itself, and print who won:  python -m tools.balance [PART…] [--battles N] [--processes N]

``askari``: each pair of sample lists on generated tables (``docs/askari-balance.md``) · ``montjoie`` and ``awam``: each scenario of two sides
(``docs/montjoie-balance.md``, ``docs/awam-balance.md``). No part: all of them. The seeds are the numbers of the battles, so anybody finds
the same. What is measured is lists or scenarios and the program together: what suits it looks strong.
"""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Sequence
from functools import partial

from tools.balance import askari, scenarios
from tools.balance.played import Part

PARTS: dict[str, Part] = {"askari": askari.Lists(), "montjoie": scenarios.MONTJOIE, "awam": scenarios.AWAM}
DEFAULT = 400
PROCESSES = 2
AT_ONCE = 10
"""Battles that a process is handed at a time."""


def show(part: Part, only: Sequence[str], battles: int, processes: int) -> None:
    """Play a part's battles, shared among so many processes, which changes nothing but the time; print its tables."""
    begun, found = time.monotonic(), []
    with multiprocessing.Pool(processes) as pool:
        for match in part.matches:
            if only and match not in only:
                continue
            one = part.tally(match, battles, partial(pool.imap, chunksize=AT_ONCE))
            found.append(one)
            print(f"{match}: {one.share:.1f} %", file=sys.stderr, flush=True)
    print("\n".join(part.rows(found)))
    each = 1000 * (time.monotonic() - begun) / max(1, sum(one.battles for one in found))
    print(f"\n{each:.0f} ms a battle", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.balance", description="Lists and scenarios, weighed.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}; none: all")
    parser.add_argument("--battles", type=int, default=DEFAULT, help="battles for each pair, or for each scenario")
    parser.add_argument("--processes", type=int, default=PROCESSES, help="processes that share them")
    known = [match for part in PARTS.values() for match in part.matches]
    parser.add_argument("--only", nargs="*", default=[], choices=known, metavar="MATCH", help=f"of {', '.join(known)}")
    given = parser.parse_args(arguments)
    unknown = sorted(set(given.parts) - set(PARTS))
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}")
    for name in given.parts or PARTS:
        if not given.only or set(given.only) & set(PARTS[name].matches):
            show(PARTS[name], given.only, given.battles, given.processes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
