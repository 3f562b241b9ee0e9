"""What a battle on a real table needs to be opened, and everything that can be wrong with it."""

import msgspec

from rulesets.contract import UMPIRE, Force, Json, Problem, Seat, Setup
from rulesets.verdict import VictoryRules

ROLES = ("attacker", "defender", "ambusher")
MOST_FIGURES = 9999
LONGEST_NAME = 80


def problems(setup: Setup) -> list[Problem]:
    """Everything wrong with a setup; empty when the battle can be fought."""
    found = [*_seats(setup), *_roles(setup), *_options(setup)]
    if len(setup.scenario) > LONGEST_NAME:
        found.append(Problem(code="name_too_long", data={"longest": LONGEST_NAME}, place="scenario"))
    for seat, force in setup.forces.items():
        found += _force(seat, force)
    return found


def _seats(setup: Setup) -> list[Problem]:
    seats = list(setup.forces)
    if len(seats) != 2:
        return [Problem(code="two_seats", data={"seats": seats}, place="forces")]
    return [
        Problem(code="seat_key", data={"seat": seat}, place="forces")
        for seat in seats
        if not seat or seat in (UMPIRE, "draw") or len(seat) > LONGEST_NAME
    ]


def _roles(setup: Setup) -> list[Problem]:
    found = []
    for role, seat in setup.roles.items():
        if role not in ROLES:
            found.append(Problem(code="unknown_role", data={"role": role}, place=f"roles.{role}"))
        if seat not in setup.forces:
            data = {"seat": seat, "seats": list(setup.forces)}
            found.append(Problem(code="unknown_seat", data=data, place=f"roles.{role}"))
    attacker = setup.roles.get("attacker")
    if attacker is not None and attacker == setup.roles.get("defender"):
        found.append(Problem(code="attacks_himself", data={"seat": attacker}, place="roles"))
    return found


def _options(setup: Setup) -> list[Problem]:
    found = [
        Problem(code="unknown_option", data={"option": option}, place=f"options.{option}")
        for option in setup.options
        if option not in ("victory", "objective", "guns")
    ]
    objective = setup.options.get("objective")
    if objective not in (None, "village"):
        found.append(Problem(code="unknown_objective", data={"objective": str(objective)}, place="options.objective"))
    if objective == "village" and not {"attacker", "defender"} <= setup.roles.keys():
        found.append(Problem(code="village_without_roles", rule="Hispania 3, Defend an ally", place="roles"))
    return [*found, *_guns(setup), *_victory(setup.options.get("victory", {}))]


def _guns(setup: Setup) -> list[Problem]:
    """Units that the enemy can take, by their seat."""
    try:
        guns = msgspec.convert(setup.options.get("guns", {}), dict[str, tuple[str, ...]])
    except msgspec.ValidationError as error:
        return [Problem(code="malformed", data={"place": str(error)}, place="options.guns")]
    there = {seat: {unit.id for unit in force.units} for seat, force in setup.forces.items()}
    return [
        Problem(code="unit_not_there", data={"seat": seat, "unit": key[:80]}, place=f"options.guns.{seat}")
        for seat, keys in guns.items()
        for key in keys
        if key not in there.get(seat, ())
    ]


def _victory(told: Json) -> list[Problem]:
    try:
        rules = msgspec.convert(told, VictoryRules)
    except msgspec.ValidationError as error:
        return [Problem(code="malformed", data={"place": str(error)}, place="options.victory")]
    shares = {"break_share": rules.break_share, "minor_share": rules.minor_share}
    found = [
        Problem(code="share_out_of_range", data={"share": list(share)}, place=f"options.victory.{name}")
        for name, share in shares.items()
        if not 0 < share[0] <= share[1]
    ]
    if not 1 <= rules.turns <= 99 or not 0 <= rules.withdraw_after <= 99:
        found.append(Problem(code="turns_out_of_range", place="options.victory.turns"))
    return found


def _force(seat: Seat, force: Force) -> list[Problem]:
    found = []
    named = [("units", [(unit.id, unit.name) for unit in force.units])]
    named.append(("characters", [(character.id, character.name) for character in force.characters]))
    for kind, rows in named:
        seen: set[str] = set()
        for number, (key, name) in enumerate(rows):
            place = f"forces.{seat}.{kind}[{number}]"
            if not key or not name or len(key) > LONGEST_NAME or len(name) > LONGEST_NAME:
                found.append(Problem(code="name_missing_or_long", data={"longest": LONGEST_NAME}, place=place))
            if key in seen:
                found.append(Problem(code="id_twice", data={"id": key, "name": name}, place=place))
            seen.add(key)
    for number, unit in enumerate(force.units):
        place = f"forces.{seat}.units[{number}]"
        if not 1 <= unit.figures <= MOST_FIGURES:
            data = {"unit": unit.name, "figures": unit.figures, "most": MOST_FIGURES}
            found.append(Problem(code="figures_out_of_range", data=data, place=place))
        if unit.break_points is not None and not 0 <= unit.break_points <= MOST_FIGURES:
            found.append(Problem(code="break_points_out_of_range", data={"unit": unit.name}, place=place))
    return found
