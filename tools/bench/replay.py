"""The pure rules, without a database, beside a plain loop: a figure that tells a fast machine from a slow one."""

from collections import deque
from collections.abc import Callable
from itertools import chain

from campaigns.rules.correcting import Edit, Past, correct
from campaigns.rules.decisions import Fought
from campaigns.rules.differences import differences
from campaigns.rules.engine import HOST, Rules
from campaigns.rules.pack import bundled
from campaigns.rules.recordlog import Move, retell
from rulesets.contract import Outcome, SeatResult
from tools.bench.player import lasting_war, opening, random_war, thrown
from tools.bench.report import Aim, cpu_of, each, line, ms, title

YEARS, CAMPAIGNS, BATCHES = 10, 1000, 10
STEPS = 100_000
LONG = 20


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
    foreseen = cpu_of(_corrector(rules), times=15)
    aim = Aim.most(foreseen * 1000, 1000, " ms")
    line(
        f"a correction in the first of {LONG} years, foreseen",
        ms(foreseen),
        f"{foreseen / loop:.2f} of the loop",
        aim=aim,
    )
    wars, told_again = _random_wars(rules)
    told = f"{wars / loop:.0f} times the loop; about {CAMPAIGNS * _years(rules):.0f} years"
    line(f"{CAMPAIGNS:,} random campaigns to their end", f"{wars:.2f} s", told, aim=Aim.most(wars, 3, " s"))
    line("  the same decisions again, without a player", f"{told_again:.2f} s")


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


def _corrector(rules: Rules) -> Callable[[], object]:
    """The first battle of a long war is drawn after all, and nobody is lost in it: everything after it is worked out again."""
    start = opening(rules.pack, years=LONG + 1)
    moves = [move for year in lasting_war(rules, start, "twenty years", years=LONG) for move in year.moves]
    log = [
        Past(number=number, year=move.year, stage=move.stage, moves=move.moves, rolls=move.rolls)
        for number, move in enumerate(moves, start=1)
    ]
    first = next(past for past in log if HOST in past.moves)
    drawn = Fought(outcome=Outcome(seats={side: SeatResult(result="draw") for side in rules.pack.side_keys}))
    edit = Edit(number=first.number, seat=HOST, decision=drawn)

    def foresee() -> None:
        found = correct(rules, start, log, edit, fresh=thrown("foreseen").roll)
        differences(found.before, found.summaries)

    return foresee


def _random_wars(rules: Rules) -> tuple[float, float]:
    """Seconds for a thousand: played at random, and told again from what was decided in them.

    In batches: the typical batch counts, so that one hiccup of the machine does not.
    """
    start, size = opening(rules.pack, years=YEARS), CAMPAIGNS // BATCHES
    batches = [range(first, first + size) for first in range(0, CAMPAIGNS, size)]

    def played(seeds: range) -> float:
        wars = (random_war(rules, start, str(seed)) for seed in seeds)
        return cpu_of(lambda: deque(chain.from_iterable(wars), maxlen=0), times=1)

    def told_again(seed: int) -> float:
        moves = [move for year in random_war(rules, start, str(seed)) for move in year.moves]
        return cpu_of(lambda: deque(retell(rules, start, moves), maxlen=0), times=1)

    playing = each([played(batch) for batch in batches])
    telling = each([sum(map(told_again, batch)) for batch in batches])
    return playing * BATCHES, telling * BATCHES


def _years(rules: Rules) -> float:
    """How long a random war lasts."""
    lengths = [len(list(random_war(rules, opening(rules.pack, years=YEARS), str(seed)))) for seed in range(50)]
    return sum(lengths) / len(lengths)
