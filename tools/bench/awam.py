"""AWAM: two columns of ten at one well, and the race to Fashoda, which the program plays against itself."""

import time
from statistics import median

from rulesets.awam.ruleset import Awam
from rulesets.contract import Force, Outcome, Setup
from rulesets.dice import Keyed
from tools.bench.report import Aim, line, ms, title

BATTLES = {"well": 24, "fashoda": 5}
SEATS = {"well": ("first", "second"), "fashoda": ("first", "second", "third", "fourth", "fifth")}


def main() -> None:
    title("AWAM: games that the program plays against itself (CPU)")
    typical, each, actions = _measured("well")
    line(
        "two columns at a well, 2 x 10 figures",
        ms(typical),
        f"{1 / typical:.1f} a second",
        aim=Aim.most(typical * 1000, 80, " ms"),
    )
    line("one action, decided and played", f"{1e6 * each:.0f} µs", f"{actions:.0f} a game")
    typical, each, actions = _measured("fashoda")
    line("Fashoda, five expeditions and the umpire's cards", ms(typical), f"{1 / typical:.1f} a second")
    line("one action, decided and played", f"{1e6 * each:.0f} µs", f"{actions:.0f} a game")


def setup_of(scenario: str) -> Setup:
    return Setup(scenario=scenario, forces={seat: Force() for seat in SEATS[scenario]})


def play(rules: Awam, scenario: str, number: int) -> tuple[Outcome, int]:
    """A game to its end, and how many actions it took."""
    dice, actions = Keyed(f"bench {scenario} {number}".encode()), 0
    state = rules.setup(setup_of(scenario), dice).state
    while (outcome := rules.outcome(state)) is None:
        owed = [ask for ask in rules.asks(state) if ask.kind != "may"]
        given = {ask.seat: rules.bot(state, ask.seat) for ask in owed}
        state = rules.apply(state, given, dice).state
        actions += len(given)
    return outcome, actions


def _measured(scenario: str) -> tuple[float, float, float]:
    """Seconds of a typical game, seconds an action, actions a game."""
    rules, spent, actions = Awam(), [], 0
    for number in range(BATTLES[scenario]):
        begun = time.process_time()
        _outcome, made = play(rules, scenario, number)
        spent.append(time.process_time() - begun)
        actions += made
    return median(spent), sum(spent) / actions, actions / len(spent)
