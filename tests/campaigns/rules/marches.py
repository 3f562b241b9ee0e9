"""Wars of the pack `marches`, played by the program: orders at random, battles man to man by their own ruleset's bot."""

from collections.abc import Mapping

from campaigns.rules.armylists import sample_lists
from campaigns.rules.engine import Rules, Start
from campaigns.rules.fields import battle_setup, walkover
from campaigns.rules.pack import bundled
from campaigns.rules.state import State
from rulesets import registry
from rulesets.contract import Outcome, Setup
from rulesets.dice import Keyed
from tests.campaigns.rules import whole
from tests.campaigns.rules.whole import key

PACK = bundled("marches")
FIRST, SECOND = PACK.side_keys
VALE, KEEP = "marches-ashcombe-vale", "marches-cardun-keep"


def start(first: str = VALE, second: str = KEEP, years: int = 5) -> Start:
    lists = {one.key: one.army for one in sample_lists("marches")}
    armies = {FIRST: lists[first], SECOND: lists[second]}
    return Start(
        units={side: army.units for side, army in armies.items()},
        characters={side: army.characters for side, army in armies.items()},
        years=years,
    )


def setup_of(rules: Rules, state: State) -> Setup:
    """The year's battle, for the ruleset that the pack names."""
    played = rules.pack.played(state.now.scenario)
    assert played is not None
    return battle_setup(rules, state, played.ruleset)


def fought(setup: Setup, seed: str) -> Outcome:
    """A battle between two bots."""
    rules, dice = registry.get("montjoie"), Keyed(key(seed))
    state = rules.setup(setup, dice).state
    for _number in range(20_000):
        outcome = rules.outcome(state)
        if outcome is not None:
            return outcome
        moves = {ask.seat: rules.bot(state, ask.seat) for ask in rules.asks(state)}  # type: ignore[attr-defined]
        state = rules.apply(state, moves, dice).state
    raise AssertionError("a battle without an end")


def battle(rules: Rules, state: State, seed: str) -> Outcome:
    setup = setup_of(rules, state)
    return walkover(setup, registry.get("montjoie")) or fought(setup, seed)


def war(seed: str, begin: Start | None = None, readings: Mapping[str, str] | None = None) -> tuple[Rules, list[State]]:
    """A war to its end; every state on the way."""
    rules = Rules(PACK, readings)
    return rules, whole.played(rules, begin or start(), seed, battle)
