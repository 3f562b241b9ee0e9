"""Wars of the second pack, played by the program: orders at random, battles by their own ruleset's bot."""

from collections.abc import Mapping

from campaigns.rules.armylists import sample_lists
from campaigns.rules.engine import Rules, Start
from campaigns.rules.fields import battle_setup, walkover
from campaigns.rules.pack import bundled
from campaigns.rules.state import State
from rulesets import registry
from rulesets.contract import Action, Outcome, Setup
from rulesets.dice import Keyed
from tests.campaigns.rules import whole
from tests.campaigns.rules.whole import key

PACK = bundled("sudan")
FIRST, SECOND = PACK.side_keys
NILE, DIGNA = "sudan-anglo-nile", "sudan-mahdist-digna"


def start(first: str = NILE, second: str = DIGNA, years: int = 5) -> Start:
    lists = {one.key: one.army for one in sample_lists("sudan")}
    armies = {FIRST: lists[first], SECOND: lists[second]}
    return Start(
        units={side: army.units for side, army in armies.items()},
        characters={side: army.characters for side, army in armies.items()},
        years=years,
    )


def fought(setup: Setup, seed: str, ruleset: str = "askari") -> Outcome:
    """A battle between two bots, each of whom sees only what its seat may."""
    rules, dice = registry.get(ruleset), Keyed(key(seed))
    state = rules.setup(setup, dice).state
    for number in range(20_000):
        outcome = rules.outcome(state)
        if outcome is not None:
            return outcome
        moves: dict[str, Action] = {}
        for ask in rules.asks(state):
            if ask.kind != "may":
                seen = rules.resample(state, ask.seat, Keyed(key(f"{seed}/{number}")))  # type: ignore[attr-defined]
                moves[ask.seat] = rules.bot(seen, ask.seat)  # type: ignore[attr-defined]
        state = rules.apply(state, moves, dice).state
    raise AssertionError("a battle without an end")


def battle(rules: Rules, state: State, seed: str) -> Outcome:
    """The year's battle, by the rules that both sides would rather have."""
    played = PACK.preferred(state.now.scenario, rules.readings)
    assert played is not None
    setup = battle_setup(rules, state, played.ruleset)
    return walkover(setup) or fought(setup, seed, played.ruleset)


def war(seed: str, begin: Start | None = None, readings: Mapping[str, str] | None = None) -> tuple[Rules, list[State]]:
    """A war to its end; every state on the way."""
    rules = Rules(PACK, readings)
    return rules, whole.played(rules, begin or start(), seed, battle)
