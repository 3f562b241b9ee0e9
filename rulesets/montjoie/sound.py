"""What must always hold of a state (Montjoie 4.1)."""

from rulesets.montjoie.field import Field
from rulesets.montjoie.state import State


def faults(state: State) -> list[str]:
    """What is broken; empty when it is sound."""
    field = Field(state)
    found = []
    held: dict[tuple[str, str], str] = {}
    placed = {frame.fig for frame in state.stack if frame.kind == "put"}
    for one in state.figures.values():
        if one.where == "map" and not one.at and one.id not in placed and not (one.jumps_on or state.stack):
            found.append(f"{one.id} is on the map and nowhere")
        if one.where != "map" and one.at:
            found.append(f"{one.id} is off the map and in {one.at}")
        if one.left < 0 or one.spent < 0:
            found.append(f"{one.id} has {one.left} points left")
        if one.mounted and one.layer != "base":
            found.append(f"{one.id} rides on {one.layer}")
    for one in state.on_map():
        for place in field.held(one):
            if not field.here.has(place):
                found.append(f"{one.id} is on {place}, which there is not")
            if one.jumps_on:
                continue
            if place in held:
                found.append(f"{one.id} and {held[place]} are both on {place}")
            held[place] = one.id
    return found
