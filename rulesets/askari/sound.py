"""What must always hold (Askari H1-H3)."""

from rulesets.askari import geometry
from rulesets.askari.state import State, Unit


def faults(state: State) -> list[str]:
    """What is broken in a state; empty when it is sound."""
    found = []
    if (state.outcome is not None) == bool(state.wants):
        found.append("a battle is over, or waits for somebody")
    standing = [unit for unit in state.on_table() if unit.figures]
    for number, unit in enumerate(standing):
        found += _unit_faults(state, unit)
        for other in standing[number:]:
            found += _overlaps(unit, other)
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


def _overlaps(unit: Unit, other: Unit) -> list[str]:
    return [
        f"{figure.id} and {enemy.id} stand on one another"
        for figure in unit.standing
        for enemy in other.standing
        if figure.id < enemy.id and geometry.overlap(figure.at, unit.base, enemy.at, other.base)
    ]
