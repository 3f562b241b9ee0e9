"""The order dice (Askari 6)."""

from collections.abc import Sequence

LARGEST = 6


def raised(dice: Sequence[int], threshold: int, officers: int) -> list[int]:
    """The dice after the officers' bonuses, put where they win most orders: one each, and they may be added up (Askari 2.3.2).

    Smallest gap first; where no further order can be won the rest is not spent.
    """
    held, left = list(dice), officers
    for place in sorted(range(len(held)), key=lambda place: (-held[place], place)):
        gap = threshold - held[place]
        if gap > 0 and gap <= left:
            held[place] += gap
            left -= gap
    return held


def orders(dice: Sequence[int], threshold: int) -> int:
    """How many dice give an order."""
    return sum(face >= threshold for face in dice)
