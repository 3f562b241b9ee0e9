"""A battle before it is opened: what each side brings, and what is unusual about it (Montjoie 8, 10)."""

from collections import Counter

from rulesets.contract import Account, Entry, Problem, Setup
from rulesets.montjoie import setting
from rulesets.montjoie.state import State
from rulesets.vocabulary import Seat

UNEVEN = 10
"""Forces on a field that differ by more than so many in a hundred of the weaker are worth a word (house)."""


def accounts(setup: Setup) -> dict[Seat, Account]:
    """The figures of each side by class, at the points of their counters; a side's total is what is lost of at the end (Montjoie 9)."""
    state = setting.opened(setup)
    return {side.seat: _account(state, side.seat) for side in state.sides}


def _account(state: State, seat: Seat) -> Account:
    men = Counter((one.cls, one.price) for one in state.of(seat) if one.price)
    entries = tuple(
        Entry(name=cls, count=count, each=price, points=count * price) for (cls, price), count in sorted(men.items())
    )
    return Account(entries=entries, total=sum(entry.points for entry in entries))


def doubts(setup: Setup) -> list[Problem]:
    """Forces on a field whose points differ; what a scenario of the house sends out is weighed by what it has to do."""
    if setup.scenario != setting.FIELD:
        return []
    totals = {seat: account.total for seat, account in accounts(setup).items()}
    weaker, stronger = sorted(totals, key=lambda seat: totals[seat])
    if 100 * (totals[stronger] - totals[weaker]) <= UNEVEN * totals[weaker]:
        return []
    data = {"seat": stronger, "more": totals[stronger], "enemy": weaker, "less": totals[weaker]}
    return [Problem(code="uneven", data=data, rule="Montjoie 8", place="forces")]
