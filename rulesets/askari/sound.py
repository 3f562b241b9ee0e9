"""What must always hold (Askari H1-H3)."""

from collections.abc import Iterator, Sequence

from rulesets.askari import geometry
from rulesets.askari.field import Body, body_of
from rulesets.askari.state import Figure, State, Unit


def faults(state: State) -> list[str]:
    """What is broken in a state; empty when it is sound."""
    found = []
    if (state.outcome is not None) == bool(state.wants):
        found.append("a battle is over, or waits for somebody")
    standing = [unit for unit in state.on_table() if unit.figures]
    for unit in standing:
        found += _unit_faults(state, unit)
    found += _overlaps(list(map(body_of, standing)))
    for unit in state.units.values():
        if unit.where == "off" and not unit.fate:
            found.append(f"{unit.id} is gone, nobody knows how")
        if unit.where == "table" and not unit.figures:
            found.append(f"{unit.id} stands on the table without figures")
        if unit.count > unit.starting:
            found.append(f"{unit.id} has more figures than it came with")
    return found


def _unit_faults(state: State, unit: Unit) -> list[str]:
    half = unit.base // 2
    found = [
        f"{figure.id} hangs over the edge"
        for figure in unit.figures
        if not (half <= figure.at.x <= state.width - half and half <= figure.at.y <= state.height - half)
    ]
    if unit.piece and unit.crew <= 0:
        found.append(f"{unit.id} has lost its crew and stands")
    return found


def _overlaps(bodies: Sequence[Body]) -> list[str]:
    pairs: list[tuple[str, str]] = []
    for number, one in enumerate(bodies):
        for count, figure in enumerate(one.figures, 1):
            pairs += _on(one.base, figure, one.base, one.figures[count:])
        for other in bodies[number + 1 :]:
            if not geometry.apart(one.rect, other.rect):
                for figure in one.figures:
                    pairs += _on(one.base, figure, other.base, other.figures)
    return [f"{one} and {other} stand on one another" for one, other in pairs]


def _on(base: int, figure: Figure, others_base: int, others: Sequence[Figure]) -> Iterator[tuple[str, str]]:
    x, y = figure.at
    apart = (base + others_base) ** 2
    for other in others:
        a, b = other.at
        if 4 * ((x - a) * (x - a) + (y - b) * (y - b)) < apart:
            yield figure.id, other.id
