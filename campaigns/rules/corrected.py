"""What a correction is made of, and what comes of one: plain values."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct

from campaigns.rules.decisions import Decision
from campaigns.rules.state import Side, State
from rulesets.contract import Ask, Happening, Problem
from rulesets.dice import Rolled

type How = Literal["default", "drop", "typed", "ask"]
"""What is done about a misfit: the war's default, nothing, another decision, or the people are asked again from there on."""
type Why = Literal["corrected", "dropped", "not_asked", "war_over", "asked_again"]
type Fresh = Callable[[int, int, Sequence[str]], Rolled]
"""Rolls what never fell. Raises Unrolled where it may not be known before it is done."""


class Unrolled(Exception):
    """A die of this address falls only when the correction is made."""


class Past(Struct, frozen=True, kw_only=True):
    """A decision that counts in the war as it stands, with the rolls it led to."""

    number: int
    year: int
    stage: str
    moves: dict[Side, Decision]
    rolls: tuple[Rolled, ...] = ()


class Edit(Struct, frozen=True, kw_only=True):
    """What is corrected: what a seat decided in the decision of a number.

    ``decision`` None: it was not made at all; where it had to be, what the war lays down for the absent takes its place. ``insert``: it
    was made of one's own accord, before the decision of that number, and is missing. ``roll``: it is a die that was noted down in a
    record and fell in that decision; ``decision`` is what it showed, and the seat is the host.
    """

    number: int
    seat: Side
    decision: Decision | None = None
    insert: bool = False
    roll: bool = False


class Resolution(Struct, frozen=True, kw_only=True):
    """What somebody says is done about a misfit."""

    how: How
    decision: Decision | None = None


class Again(Struct, frozen=True, kw_only=True):
    """An application of the rules in the corrected war. ``manners`` by seat: kept, corrected, typed or program; ``number``: what it repeats."""

    year: int
    stage: str
    moves: dict[Side, Decision]
    manners: dict[Side, str]
    rolls: tuple[Rolled, ...]
    happenings: tuple[Happening, ...]
    before: State
    state: State
    number: int | None = None


class Misfit(Struct, frozen=True, kw_only=True):
    """A later choice that no longer fits, or a question that nobody answered.

    ``key`` names it for a resolution. ``decision`` is what had been decided and ``problem`` why it does not fit; both None: the
    question is new. ``wrong``: why the decision typed in for it does not fit either. ``told``: a resolution was given for it, and
    ``taken`` is what was done. ``state`` is where the war stood.
    """

    key: str
    year: int
    seat: Side
    prompt: str
    state: State
    ask: Ask | None = None
    number: int | None = None
    decision: Decision | None = None
    problem: Problem | None = None
    wrong: Problem | None = None
    ways: tuple[How, ...]
    default: Decision | None = None
    told: bool = False
    taken: How = "ask"
    typed: Decision | None = None


class Gone(Struct, frozen=True, kw_only=True):
    """A decision that counts no longer, and why."""

    number: int
    year: int
    seat: Side
    decision: Decision
    why: Why


class Corrected(Struct, kw_only=True):
    """How the war would stand.

    ``kept``: how many decisions stand as they are, from the first on; ``base`` is the state after them. ``summaries``, ``before``: each year as it would be and as it is,
    the open one too. ``stopped``: why the rest is not foreseen: "ask" (people are asked again), "dice" (new dice of a year whose secret
    is not shown yet; what was decided after them waits in ``unseen``), or "".
    """

    kept: int
    base: State
    state: State
    steps: list[Again] = []
    misfits: list[Misfit] = []
    gone: list[Gone] = []
    unseen: list[Past] = []
    summaries: dict[int, dict[str, Any]] = {}
    before: dict[int, dict[str, Any]] = {}
    old: State
    rolls_gone: tuple[str, ...] = ()
    rolls_new: tuple[str, ...] = ()
    stopped: Literal["", "ask", "dice"] = ""

    @property
    def open(self) -> list[Misfit]:
        """Misfits about which nobody has said yet what is done."""
        return [one for one in self.misfits if not one.told or one.wrong is not None]


class Refused(Exception):
    """The correction itself is against the rules, or corrects nothing."""

    def __init__(self, problem: Problem):
        super().__init__(problem.code)
        self.problem = problem
