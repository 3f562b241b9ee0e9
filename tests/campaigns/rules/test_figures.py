"""The exact figures at the end of Hispania 9: by counting every throw, and by 20,000 random years through the rules."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

import pytest

from campaigns.rules.decisions import Fought, Order
from campaigns.rules.engine import HOST
from campaigns.rules.muster import best
from campaigns.rules.pack import row_at
from rulesets.dice import Keyed
from tests.campaigns.rules.build import CARTHAGE, PACK, ROME, SIDES, War, general, outcome, troops, unit

TWO_DICE = Counter(one + other for one, other in product(range(1, 7), repeat=2))
ACTIONS = tuple(PACK.actions)

SCENARIOS = {
    "skirmish": Fraction(40, 100),
    "defend_ally": Fraction(58, 300),  # 19.33 %
    "encounter": Fraction(50, 300),  # 16.67 %
    "pitched_battle": Fraction(32, 300),  # 10.67 %
    "defensive_battle": Fraction(8, 100),
    "ambush": Fraction(16, 300),  # 4 %, and 1.33 % by R1
}
REINFORCEMENTS = {0: "152.78", 1: "195.83", 2: "238.89", 3: "279.17"}
ALLIANCES = {-2: "77.78", -1: "113.89", 0: "155.56", 1: "200.00", 2: "244.44", 3: "286.11"}
DESERTION = {0: "151.39", -2: "91.67"}
FATES = {
    "lost": {"dead": 10, "captured": 5, "wounded": 6, "recovered": 15},
    "otherwise": {"dead": 3, "wounded": 12, "recovered": 21},
}


# --- Every throw ------------------------------------------------------------------------------------------


def test_the_shares_of_the_scenarios():
    shares: Counter[str] = Counter()
    again = Fraction(1, 25 * 6)
    for one, other, face in product(ACTIONS, ACTIONS, range(1, 7)):
        row = row_at(PACK.cells[str(PACK.matrix[one][other])], face)
        shares[row.scenario or "r1"] += again
    assert shares["r1"] == Fraction(4, 300)  # 1.33 %

    shares["ambush"] += shares.pop("r1")

    assert shares == SCENARIOS


def mean(table: str, modifier: int, worth: Callable[[object], int]) -> Fraction:
    rows = PACK.table_by_key[table].rows
    return sum(
        (Fraction(ways, 36) * worth(row_at(rows, total + modifier)) for total, ways in TWO_DICE.items()), Fraction()
    )


def all_points(row) -> int:
    return row.common + row.special + row.native_common + row.native_special


@pytest.mark.parametrize(("modifier", "points"), REINFORCEMENTS.items())
def test_the_mean_of_reinforcements(modifier, points):
    assert f"{float(mean('reinforcements', modifier, all_points)):.2f}" == points


@pytest.mark.parametrize(("modifier", "points"), ALLIANCES.items())
def test_the_mean_of_alliances(modifier, points):
    assert f"{float(mean('alliance', modifier, all_points)):.2f}" == points


@pytest.mark.parametrize(("modifier", "points"), DESERTION.items())
def test_the_mean_of_desertions(modifier, points):
    assert f"{float(mean('punishment', modifier, lambda row: row.points)):.2f}" == points


@pytest.mark.parametrize("column", FATES)
def test_the_fates_in_36ths(column):
    counted: Counter[str] = Counter()
    for total, ways in TWO_DICE.items():
        counted[getattr(row_at(PACK.fate, total), column)] += ways

    assert counted == FATES[column]


# --- 20,000 years through the rules ---------------------------------------------------------------------------

YEARS = 20_000


class Tally:
    """Sums and squares of what was seen, to be held against an expected mean."""

    def __init__(self) -> None:
        self.seen: dict[object, list[float]] = {}

    def add(self, key: object, value: float) -> None:
        self.seen.setdefault(key, []).append(value)

    def far(self, key: object, expected: float) -> float:
        """How many standard errors the mean is from what is expected."""
        values = self.seen[key]
        n, mean = len(values), sum(values) / len(values)
        variance = sum((value - mean) ** 2 for value in values) / (n - 1)
        return abs(mean - expected) / (variance / n) ** 0.5


MARRIED = ("carthage.alliance+1", "carthage.immune_punishment")
BEFORE = [
    (),
    ("rome.alliance+2",),
    ("carthage.alliance-2",),
    MARRIED,
    MARRIED,
    MARRIED,
    (*MARRIED, "carthage.alliance-2"),
]
"""What the years before may have left behind: every modifier of an alliance comes up."""


def play_year(seed: int, picks: random.Random) -> War:
    """One year with random orders and a random result, both generals fallen; dice of a seed."""
    army = [troops(1000), unit("natives", 500, 1, native=True), general("consul")]
    war = War(army, army, years=1, flags=picks.choice(BEFORE), envoy_scope="both")
    war.dice = Keyed(str(seed).encode())
    war.apply({side: Order(action=picks.choice(ACTIONS)) for side in SIDES})
    if war.state.stage == "choices":
        war.choose()
    war.apply({side: best(PACK, war.state, side) for side in SIDES})
    there = [(side, "consul") for side in SIDES if "consul" in war.state.now.muster[side].characters]
    winner = picks.choice(["draw", ROME, CARTHAGE])
    war.do(HOST, Fought(outcome=outcome(winner, "minor", felled=there)))
    return war.settle()


@pytest.fixture(scope="module")
def tally() -> Tally:
    found, picks = Tally(), random.Random(215)
    for seed in range(YEARS):
        count(play_year(seed, picks), found)
    return found


def count(war: War, found: Tally) -> None:
    scenario = war.told("scenario")[0]["scenario"]
    for key in SCENARIOS:
        found.add(("scenario", key), key == scenario)
    for told in war.told("fate"):
        for fate in ("dead", "captured", "wounded", "recovered"):
            found.add((told["column"], fate), told["result"] == fate)
    for told in war.told("grant"):
        modifier = told["total"] - told["natural"]
        found.add((told["roll"], modifier), sum(told["grant"].values()))
    for told in war.told("punishment"):
        found.add(("punishment", told["total"] - told["natural"]), told["amount"])


def expected() -> Iterable[tuple[tuple[object, object], float]]:
    yield from ((("scenario", key), float(share)) for key, share in SCENARIOS.items())
    yield from (((column, fate), n / 36) for column, row in FATES.items() for fate, n in row.items())
    for table, means in (("reinforcements", REINFORCEMENTS), ("alliance", ALLIANCES)):
        yield from (((table, modifier), float(mean(table, modifier, all_points))) for modifier in means)
    yield from (
        (("punishment", modifier), float(mean("punishment", modifier, lambda row: row.points)))
        for modifier in DESERTION
    )


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("key", "mean_"), [pytest.param(key, value, id=f"{key[0]} {key[1]}") for key, value in expected()]
)
def test_20_000_random_years_come_out_as_counted(tally, key, mean_):
    assert len(tally.seen[key]) > 50
    assert tally.far(key, mean_) < 4
