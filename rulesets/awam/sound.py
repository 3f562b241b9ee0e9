"""What must always hold (AWAM 14.1, 10.6)."""

from collections.abc import Iterator

from rulesets.awam import geometry
from rulesets.awam.state import Figure, State
from rulesets.awam.tables import TABLES


def faults(state: State) -> list[str]:
    """What is broken in a state; empty when it is sound."""
    found = [fault for figure in state.figures.values() for fault in _of_figure(state, figure)]
    if (state.outcome is not None) != (state.phase == "over"):
        found.append("a game is over, or has no outcome")
    standing = [one for one in state.on_table() if not one.aboard]
    for number, figure in enumerate(standing):
        if not (0 <= figure.at.x <= state.width and 0 <= figure.at.y <= state.height):
            found.append(f"{figure.id} is off the table")
        found += [
            f"{figure.id} and {other.id} stand on one another"
            for other in standing[number + 1 :]
            if geometry.overlapping(figure.at, figure.radius, other.at, other.radius)
        ]
    cards = [*state.deck, *state.drawn]
    if len(cards) != len(set(cards)):
        found.append("a card is there twice")
    return found


def _of_figure(state: State, figure: Figure) -> Iterator[str]:
    if figure.out and not figure.fate:
        yield f"{figure.id} is gone, nobody knows how"
    if figure.wounds >= TABLES.hits.wounds and not figure.out:
        yield f"{figure.id} has two wounds and stands"
    if figure.guards and state.figures[figure.guards].guard != figure.id:
        yield f"{figure.id} guards somebody who does not know it"
    if figure.guard and not figure.out and state.figures[figure.guard].guards != figure.id:
        yield f"{figure.id} is in the hands of nobody"
    if figure.pace and not figure.horse:
        yield f"{figure.id} trots without a horse"
    if figure.broken and figure.blue:
        yield f"{figure.id} runs, and is to test whether he does"
    for gun in figure.firearms:
        if not 0 <= gun.rounds <= gun.full:
            yield f"{figure.id} has {gun.rounds} rounds loaded"
