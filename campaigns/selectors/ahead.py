"""Looking one decision ahead: would it end the war, and with what score? Nothing is rolled and nothing is stored."""

from msgspec import Struct

from campaigns.rules.decisions import Decision
from campaigns.rules.engine import Rules
from campaigns.rules.state import Ended, State
from rulesets.dice import Loaded
from rulesets.errors import DiceSpent


class End(Struct, frozen=True, kw_only=True):
    """How the war would end, and the victory points of each side then, standing awards included."""

    ended: Ended
    totals: dict[str, int]


def end_of(rules: Rules, state: State, side: str, decision: Decision) -> End | None:
    """The end that this decision alone brings (Hispania 5); None where the war goes on, or dice fall first.

    What the rules refuse ends nothing: the verb says why it is refused.
    """
    if rules.check(state, side, decision) is not None:
        return None
    try:
        after = rules.apply(state, {side: decision}, Loaded()).state
    except DiceSpent:
        return None
    if after.ended is None:
        return None
    return End(ended=after.ended, totals={one: rules.total(after, one) for one in rules.pack.side_keys})
