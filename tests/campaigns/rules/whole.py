"""Wars that the program plays to their end: orders at random, and battles as a test says."""

import hashlib
import random
from collections.abc import Callable

from campaigns.rules.decisions import Decision, Fought, Order
from campaigns.rules.engine import HOST, Rules, Start
from campaigns.rules.state import State
from rulesets.contract import Outcome
from rulesets.dice import Keyed

type Battle = Callable[[Rules, State, str], Outcome]
"""Fights a year's battle with dice out of a word."""


def key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def played(rules: Rules, begin: Start, seed: str, battle: Battle) -> list[State]:
    """A war to its end; every state on the way."""
    dice, rng = Keyed(key(seed)), random.Random(seed)
    states = [rules.begin(begin)]
    while (state := states[-1]).ended is None:
        moves: dict[str, Decision] = {}
        for ask in rules.owed(state):
            if ask.prompt == "order" and "action" not in ask.data:
                moves[ask.seat] = Order(action=rng.choice(list(rules.pack.actions)))
            elif ask.prompt == "fought":
                moves[HOST] = Fought(outcome=battle(rules, state, f"{seed}/{state.year}"))
            else:
                answer = rules.fallback(state, ask)
                assert answer is not None
                moves[ask.seat] = answer
        states.append(rules.apply(state, moves, dice).state)
    return states
