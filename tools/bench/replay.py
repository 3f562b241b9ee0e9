"""The pure rules, without a database, beside a plain loop: a figure that tells a fast machine from a slow one."""

from collections.abc import Callable

from campaigns.rules.engine import Rules
from campaigns.rules.pack import bundled
from campaigns.rules.recordlog import Move, retell
from tools.bench.player import lasting_war, opening, random_war
from tools.bench.report import Aim, cpu_of, each, line, ms, title

YEARS, CAMPAIGNS, BATCHES = 10, 1000, 10
STEPS = 100_000


def main() -> None:
    rules = Rules(bundled("hispania"))
    title("Pure campaign rules, CPU of one process")
    loop = cpu_of(_loop, times=15)
    line(f"a plain loop of {STEPS:,} additions", ms(loop))
    start = opening(rules.pack, years=YEARS + 1)
    moves = [move for year in lasting_war(rules, start, "ten years", years=YEARS) for move in year.moves]
    replay = cpu_of(_replayer(rules, moves), times=25)
    told = f"{replay / loop:.2f} of the loop; {len(moves)} decisions"
    line(f"replay of a war of {YEARS} years", ms(replay), told, aim=Aim.most(replay * 1000, 3, " ms"))
    wars = _random_wars(rules)
    told = f"{wars / loop:.0f} times the loop; about {CAMPAIGNS * _years(rules):.0f} years"
    line(f"{CAMPAIGNS:,} random campaigns to their end", f"{wars:.2f} s", told, aim=Aim.most(wars, 3, " s"))


def _loop() -> int:
    total = 0
    for number in range(STEPS):
        total += number
    return total


def _replayer(rules: Rules, moves: list[Move]) -> Callable[[], object]:
    start = opening(rules.pack, years=YEARS + 1)

    def replay() -> None:
        for _before, _move, _after in retell(rules, start, moves):
            pass

    return replay


def _random_wars(rules: Rules) -> float:
    """Seconds for a thousand, in batches: the typical batch counts, so that one hiccup of the machine does not."""
    seeds = iter(range(CAMPAIGNS))
    size = CAMPAIGNS // BATCHES

    def batch() -> None:
        for _war in range(size):
            for _year in random_war(rules, opening(rules.pack, years=YEARS), str(next(seeds))):
                pass

    return each([cpu_of(batch, times=1) for _ in range(BATCHES)]) * BATCHES


def _years(rules: Rules) -> float:
    """How long a random war lasts."""
    lengths = [len(list(random_war(rules, opening(rules.pack, years=YEARS), str(seed)))) for seed in range(50)]
    return sum(lengths) / len(lengths)
