"""One move of a battle through the host, on SQLite with the settings of a club, beside the ruleset's own work and a bare commit."""

import time
from collections.abc import Callable

from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from battles.models import Battle, BattleEntry
from battles.services import engine, opening, play
from campaigns.rules.armylists import sample_lists
from clubs import clock
from rulesets.contract import Action, CharacterIn, Force, Setup, UnitIn
from tools.bench import hands
from tools.bench.hands import Cast
from tools.bench.report import Aim, cpu_of, each, line, ms, title

BATTLES, WARM_UP = 60, 10
REPORT = {
    "winner": "rome",
    "level": "minor",
    "turns": 6,
    "losses": [{"seat": "carthage", "unit": "0", "routed": 2, "destroyed": 3}],
    "note": "The river was in flood.",
}


def main() -> None:
    call_command("migrate", verbosity=0)
    cast = hands.a_cast(clock.now())
    action = Action(kind="report", arguments=REPORT)
    battles = [_open(cast) for _ in range(BATTLES)]
    with CaptureQueriesContext(connection) as queries:
        _act(cast, battles.pop(), action)
    title("One battle move (a report) through the host on SQLite, as installed: every commit reaches the disk")
    own = cpu_of(_rules_alone(battles[-1], action), times=50)
    wall, cpu, bare = [], [], []
    for number, battle in enumerate(battles):
        begun, used = time.perf_counter(), time.process_time()
        _act(cast, battle, action)
        spent = time.perf_counter() - begun, time.process_time() - used
        commit = _bare_commit(battle)
        if number >= WARM_UP:
            wall.append(spent[0])
            cpu.append(spent[1])
            bare.append(commit)
    beyond = each(wall) - own
    told = f"{beyond / each(bare):.1f} times a bare commit of one row ({ms(each(bare))})"
    line("beyond the ruleset's own work", ms(beyond), told, aim=Aim.most(beyond * 1000, 5, " ms"))
    line("its CPU, without waiting for the disk", ms(each(cpu) - own), f"{len(queries)} queries")
    line("the ruleset's own work", ms(own))


def _open(cast: Cast) -> Battle:
    seats = cast.sides
    setup = Setup(scenario="pitched_battle", forces={side: _force(side) for side in seats})
    names = {side: side.title() for side in seats}
    return opening.open_battle(
        club=cast.club,
        ruleset="tabletop",
        setup=setup,
        seats=seats,
        umpire=cast.umpire,
        by=None,
        now=cast.now,
        names=names,
    )


def _force(side: str) -> Force:
    army = sample_lists("hispania", side)[0].army
    units = [
        UnitIn(id=str(number), name=unit.name, arm=unit.arm, figures=unit.figures, points=unit.points)
        for number, unit in enumerate(army.units)
    ]
    people = [CharacterIn(id=one.id, name=one.name, rank=one.rank, points=one.points) for one in army.characters]
    return Force(units=tuple(units), characters=tuple(people))


def _act(cast: Cast, battle: Battle, action: Action) -> Battle:
    return play.act(battle, seat="rome", action=action, seq=battle.seq, by=cast.rome, now=cast.now)


def _rules_alone(battle: Battle, action: Action) -> Callable[[], object]:
    """What the ruleset does for this move, and nothing of the host's."""
    ruleset = engine.ruleset_of(battle)

    def work() -> None:
        ruleset.asks(battle.state)
        ruleset.check(battle.state, "rome", action)
        step = ruleset.apply(battle.state, {"rome": action}, engine.dice_for(battle))
        ruleset.asks(step.state)
        ruleset.outcome(step.state)

    return work


def _bare_commit(battle: Battle) -> float:
    """Write one row of the log once more, and nothing else: into a table of its own."""
    entry = BattleEntry.objects.filter(battle=battle).order_by("-seq").values_list("state", "action", "hash")[0]
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS bench_bare (state text, action text, hash text)")
        begun = time.perf_counter()
        with transaction.atomic():
            cursor.execute("INSERT INTO bench_bare VALUES (%s, %s, %s)", [str(entry[0]), str(entry[1]), entry[2]])
        return time.perf_counter() - begun
