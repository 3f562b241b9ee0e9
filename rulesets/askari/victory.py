"""Who is broken, and who has won (Askari D, the house's own: the book has no victory conditions)."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from rulesets.askari.tables import TABLES

type Degree = Literal["major", "minor"]


class Standing(Struct, frozen=True, kw_only=True):
    """How one side stands. Points of the whole list at the start, and of what was lost since."""

    starting: int
    lost: int
    leader_dead: bool = False
    fights_on: bool = True
    """Whether it has a combat unit on the table, in ambush or in reserve."""
    objectives: int = 0
    guns_captured: int = 0
    baggage_captured: bool = False
    """All the enemy's baggage."""
    scenario: int = 0
    """What the scenario adds to its score."""


class Verdict(Struct, frozen=True, kw_only=True):
    """``winner``: 0, 1, or None for a draw."""

    winner: int | None
    degree: Degree | None
    scores: tuple[int, int]
    case: Literal["conceded", "both_broken", "one_broken", "turn_limit", "hunt"]


def broken(side: Standing) -> bool:
    table = TABLES.victory
    share = table.break_leaderless if side.leader_dead else table.break_point
    return not side.fights_on or 100 * side.lost >= share * side.starting


def score(own: Standing, enemy: Standing) -> int:
    """The enemy's losses in hundredths, rounded down, and what was won besides."""
    table = TABLES.victory
    return (
        100 * enemy.lost // max(1, enemy.starting)
        + table.objective * own.objectives
        + table.leader * enemy.leader_dead
        + table.gun * own.guns_captured
        + table.baggage * own.baggage_captured
        + own.scenario
    )


def verdict(sides: tuple[Standing, Standing], *, conceded: int | None = None, limit: bool = False) -> Verdict | None:
    """How it ends, or None while it goes on: the first case that fits."""
    first, second = sides
    scores = (score(first, second), score(second, first))
    if conceded is not None:
        return _won(1 - conceded, sides, scores, "conceded")
    down = (broken(first), broken(second))
    lead = abs(scores[0] - scores[1])
    ahead = 0 if scores[0] > scores[1] else 1
    if all(down):
        if lead >= TABLES.victory.both_broken_lead:
            return Verdict(winner=ahead, degree="minor", scores=scores, case="both_broken")
        return Verdict(winner=None, degree=None, scores=scores, case="both_broken")
    if any(down):
        return _won(1 if down[0] else 0, sides, scores, "one_broken")
    if not limit:
        return None
    if lead < TABLES.victory.minor_lead:
        return Verdict(winner=None, degree=None, scores=scores, case="turn_limit")
    degree: Degree = "major" if lead >= TABLES.victory.major_lead else "minor"
    return Verdict(winner=ahead, degree=degree, scores=scores, case="turn_limit")


def _won(
    winner: int, sides: tuple[Standing, Standing], scores: tuple[int, int], case: Literal["conceded", "one_broken"]
) -> Verdict:
    own = sides[winner]
    cheap = 100 * own.lost < TABLES.victory.major_losses * own.starting
    return Verdict(winner=winner, degree="major" if cheap else "minor", scores=scores, case=case)


def hunted(
    scores: tuple[int, int], lost: Sequence[int], parties: Sequence[bool], *, target: int, conceded: int | None = None
) -> Verdict:
    """Who has hunted better; one party alone hunts against a target, and the animals' side wins where it fails (Askari D)."""
    if conceded is not None:
        return Verdict(winner=1 - conceded, degree="minor", scores=scores, case="conceded")
    if all(parties):
        lead, ahead = abs(scores[0] - scores[1]), 0 if scores[0] > scores[1] else 1
        table = TABLES.hunt
        if lead < table.minor_lead:
            return Verdict(winner=None, degree=None, scores=scores, case="hunt")
        degree: Degree = "major" if lead >= table.major_lead else "minor"
        return Verdict(winner=ahead, degree=degree, scores=scores, case="hunt")
    party = 0 if parties[0] else 1
    if scores[party] >= target:
        return Verdict(winner=party, degree="minor" if lost[party] else "major", scores=scores, case="hunt")
    if not lost[party]:
        return Verdict(winner=None, degree=None, scores=scores, case="hunt")
    return Verdict(winner=1 - party, degree="minor", scores=scores, case="hunt")
