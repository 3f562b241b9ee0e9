"""Battles of Askari, 600 points a side: the program against itself, in the pure rules and through the host on SQLite."""

import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.core.management import call_command
from django.db import connection

from battles.models import Battle
from battles.services import engine, opening, play
from clubs import clock
from rulesets.askari.ruleset import Askari
from rulesets.askari.state import decoded, encoded
from rulesets.contract import Force, Setup
from rulesets.dice import Keyed
from tools.bench import hands
from tools.bench.hands import Cast
from tools.bench.report import Aim, line, ms, title

PAIRS = (("anglo_egyptian", "mahdist"), ("congo", "slavers"), ("mahdist", "slavers"), ("anglo_egyptian", "congo"))
BATTLES = 3
"""Of each pair."""
MOST_MOVES = 5000
MOST_ACTIONS = 150
"""Through the host: enough to tell what one costs."""


def main() -> None:
    title("Askari: battles of 600 points a side that the program plays against itself (CPU)")
    _pure()
    call_command("migrate", verbosity=0)
    title("Askari: one action through the host on SQLite, as installed")
    _hosted(hands.a_cast(clock.now()))


class Clocked:
    """The ruleset, and how much CPU each verb has used."""

    def __init__(self) -> None:
        self.rules = Askari()
        self.spent: defaultdict[str, float] = defaultdict(float)

    def ask(self, verb: str, *given: Any) -> Any:
        begun = time.process_time()
        try:
            return getattr(self.rules, verb)(*given)
        finally:
            self.spent[verb] += time.process_time() - begun


def _setup(first: str, second: str, seed: str) -> Setup:
    return Setup(
        scenario="generated",
        forces=dict.fromkeys(("rome", "carthage"), Force()),
        options={"armies": {"rome": first, "carthage": second}, "seed": seed},
    )


def _pure() -> None:
    spent, battles = 0.0, 0
    clocked, actions, coding = Clocked(), 0, 0.0
    for first, second in PAIRS:
        for number in range(BATTLES):
            opened, key = _setup(first, second, f"bench {number}"), f"bench {number}".encode()
            begun = time.process_time()
            clocked.rules.finish(
                clocked.rules.setup(opened, dice := Keyed(key)).state, dice, lambda: Keyed(b""), most=MOST_MOVES
            )
            spent += time.process_time() - begun
            played, state = _verb_by_verb(clocked, opened, Keyed(key))
            actions += played
            battles += 1
            coding = max(coding, _cpu(lambda held=state: encoded(decoded(held))))  # type: ignore[misc]  # bound at once
    each, by_verbs = spent / battles, sum(clocked.spent.values())
    line("an auto-resolved battle", ms(each), f"{1 / each:.1f} a second", aim=Aim.most(each * 1000, 150, " ms"))
    line("  one action of it", f"{1e6 * spent / actions:.0f} µs", f"{actions / battles:.0f} a battle")
    line("the same verb by verb, as the host plays it", ms(by_verbs / battles), f"{by_verbs / spent:.2f} times")
    line("  one action, decided and played", f"{1e6 * by_verbs / actions:.0f} µs")
    for verb, what in (("bot", "the program decides"), ("apply", "it is played"), ("asks", "who is asked")):
        share = f"{100 * clocked.spent[verb] / by_verbs:.0f} %"
        line(f"    {what}", f"{1e6 * clocked.spent[verb] / actions:.0f} µs", share)
    line(
        "    a state decoded and encoded, within these",
        f"{1e6 * coding:.0f} µs",
        "twice decoded, once encoded an action",
    )


def _verb_by_verb(clocked: Clocked, opened: Setup, dice: Keyed) -> tuple[int, Any]:
    """A battle with every state written and read: how many moves, and how it stands at the end."""
    actions, state = 0, clocked.ask("setup", opened, dice).state
    while asks := clocked.ask("asks", state):
        moves = {one.seat: clocked.ask("bot", state, one.seat) for one in asks}
        state = clocked.ask("apply", state, moves, dice).state
        actions += len(moves)
    return actions, state


def _cpu(work: Callable[[], object], times: int = 20) -> float:
    begun = time.process_time()
    for _time in range(times):
        work()
    return (time.process_time() - begun) / times


def _hosted(cast: Cast) -> None:
    battle = opening.open_battle(
        club=cast.club,
        ruleset="askari",
        setup=_setup("anglo_egyptian", "mahdist", "bench"),
        seats=cast.sides,
        umpire=cast.umpire,
        by=None,
        now=cast.now,
        names={side: side.title() for side in cast.sides},
    )
    rules, clocked, counted = Askari(), Clocked(), Counted()
    wall, cpu, actions = 0.0, 0.0, 0
    while actions < MOST_ACTIONS and (asks := rules.asks(battle.state)):
        ask = asks[actions % len(asks)]  # of a sealed step one after the other
        action = rules.bot(battle.state, ask.seat)
        _alone(clocked, battle, ask.seat, action)
        with connection.execute_wrapper(counted):
            begun, used, seq = time.perf_counter(), time.process_time(), battle.seq
            battle = play.act(battle, seat=ask.seat, action=action, seq=seq, by=cast.sides[ask.seat], now=cast.now)
            wall += time.perf_counter() - begun
            cpu += time.process_time() - used
        actions += 1
    own = sum(clocked.spent.values())
    line(
        "an action through the host",
        ms(wall / actions),
        f"{actions} actions, {counted.times / actions:.1f} queries each",
    )
    line("  its CPU", ms(cpu / actions), f"{100 * own / cpu:.0f} % of it the ruleset's own work")
    for verb, what in (("check", "is it lawful"), ("apply", "it is played"), ("invariants", "is all sound after it")):
        share = f"{100 * clocked.spent[verb] / cpu:.0f} % of the CPU"
        line(f"    {what}", f"{1e6 * clocked.spent[verb] / actions:.0f} µs", share)
    beyond, busy = (wall - own) / actions, ms((cpu - own) / actions)
    line("  beyond the ruleset's own work", ms(beyond), f"its CPU {busy}", aim=Aim.most(beyond * 1000, 5, " ms"))


class Counted:
    """How many statements were sent."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, execute: Callable[..., Any], *given: Any) -> Any:
        self.times += 1
        return execute(*given)


def _alone(clocked: Clocked, battle: Battle, seat: str, action: Any) -> None:
    """CPU of what the ruleset does for this action, and nothing of the host's; its dice fall as they will fall."""
    dice = Keyed(engine.dice_for(battle).key)
    assert clocked.ask("check", battle.state, seat, action) is None
    if any(one.kind == "sealed" for one in clocked.ask("asks", battle.state)):
        return
    step = clocked.ask("apply", battle.state, {seat: action}, dice)
    clocked.ask("invariants", step.state)
    clocked.ask("asks", step.state)
    clocked.ask("outcome", step.state)
