"""How likely dice are: whole thousandths, reckoned with whole numbers. Nothing here knows a rule."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

type Share = tuple[int, int]
"""So many of so many cases."""

FACES = 6


def per_mille(share: Share) -> int:
    """To the nearest thousandth; 0 and 1000 are kept for what is certain."""
    above, below = share
    if above in (0, below):
        return 1000 * above // below
    return min(999, max(1, (2000 * above + below) // (2 * below)))


@lru_cache(maxsize=64)
def sums(dice: int) -> tuple[int, ...]:
    """In how many ways so many d6 give each sum, from 0 up."""
    ways = [1]
    for _die in range(dice):
        longer = [0] * (len(ways) + FACES)
        for total, times in enumerate(ways):
            for face in range(1, FACES + 1):
                longer[total + face] += times
        ways = longer
    return tuple(ways)


def difference_at_least(dice: int, less: int, needed: int) -> Share:
    """So many dice, and so many others that are taken from them."""
    found = sum(
        times * taken
        for total, times in enumerate(sums(dice))
        for away, taken in enumerate(sums(less))
        if total - away >= needed
    )
    return found, FACES ** (dice + less)


def any_of(groups: Sequence[tuple[int, int]]) -> Share:
    """At least one success: for each group its dice, and how many faces of six succeed."""
    missed = whole = 1
    for dice, faces in groups:
        missed *= (FACES - faces) ** dice
        whole *= FACES**dice
    return whole - missed, whole


def all_of(dice: int, faces: int) -> Share:
    return faces**dice, FACES**dice


def more_than(dice: int, others: int, faces: int) -> Share:
    """More successes with so many dice than with so many others, each on as many faces of six."""
    found = 0
    for made in range(1, dice + 1):
        ways = comb(dice, made) * faces**made * (FACES - faces) ** (dice - made)
        for theirs in range(min(made, others + 1)):
            found += ways * comb(others, theirs) * faces**theirs * (FACES - faces) ** (others - theirs)
    return found, FACES ** (dice + others)


def at_most_one_failure(dice: int, faces: int) -> Share:
    """No failure, or one, among so many dice."""
    none = faces**dice
    one = dice * (FACES - faces) * faces ** (dice - 1) if dice else 0
    return none + one, FACES**dice
