"""A battle on a table written as text, so that a test or a bug report shows the position instead of building it.

    pitched_battle: rome attacks carthage
    rome
      hastati-1 "Hastati I" 20 worth 2
      consul "Consul" general
    carthage
      scutarii-1 "Scutarii" 16

The first line is the scenario and the roles; ``village`` at its end makes the village the objective. A line with a number is a unit
(figures, and its worth in break points), one with a rank is a character.
"""

import re

from rulesets.contract import CharacterIn, Force, Seat, Setup, UnitIn
from rulesets.errors import BrokenSetup

HEAD = re.compile(r"^(?P<scenario>\w*):(?: (?P<attacker>\S+) attacks (?P<defender>\S+))?(?P<village> village)?$")
LINE = re.compile(r'^  (?P<id>\S+) "(?P<name>[^"]*)" (?:(?P<figures>\d+)(?: worth (?P<worth>\d+))?|(?P<rank>[a-z]+))$')


def parse(text: str) -> Setup:
    """The setup of a text. ``BrokenSetup`` names the line that is not understood."""
    head, *lines = [line.rstrip() for line in text.strip().splitlines() if line.strip()]
    told = HEAD.match(head)
    if told is None:
        raise BrokenSetup(f"not the head of a battle: {head!r}")
    roles = {role: told[role] for role in ("attacker", "defender") if told[role]}
    forces: dict[Seat, tuple[list[UnitIn], list[CharacterIn]]] = {}
    seat = ""
    for line in lines:
        if not line.startswith(" "):
            seat = line
            forces[seat] = ([], [])
            continue
        found = LINE.match(line)
        if found is None or not seat:
            raise BrokenSetup(f"neither a unit nor a character: {line!r}")
        _add(forces[seat], found)
    return Setup(
        scenario=told["scenario"],
        roles=roles,
        options={"objective": "village"} if told["village"] else {},
        forces={name: Force(units=tuple(units), characters=tuple(people)) for name, (units, people) in forces.items()},
    )


def _add(force: tuple[list[UnitIn], list[CharacterIn]], found: re.Match[str]) -> None:
    units, people = force
    if found["rank"]:
        people.append(CharacterIn(id=found["id"], name=found["name"], rank=found["rank"]))
        return
    worth = int(found["worth"]) if found["worth"] else None
    units.append(UnitIn(id=found["id"], name=found["name"], figures=int(found["figures"]), break_points=worth))


def write(setup: Setup) -> str:
    """The text of a setup: what ``parse`` reads back."""
    sides = setup.roles
    roles = f" {sides['attacker']} attacks {sides['defender']}" if {"attacker", "defender"} <= sides.keys() else ""
    village = " village" if setup.options.get("objective") == "village" else ""
    lines = [f"{setup.scenario}:{roles}{village}"]
    for seat, force in setup.forces.items():
        lines.append(seat)
        for unit in force.units:
            worth = "" if unit.break_points is None else f" worth {unit.break_points}"
            lines.append(f'  {unit.id} "{unit.name}" {unit.figures}{worth}')
        lines += [f'  {character.id} "{character.name}" {character.rank}' for character in force.characters]
    return "\n".join(lines) + "\n"
