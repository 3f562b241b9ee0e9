"""The end: losses in points, objectives, the village, and what a campaign is told (Askari D)."""

from typing import Literal

import msgspec

from rulesets.askari import beasts, geometry, nerve, setting, victory
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.ground import Piece
from rulesets.askari.state import Patient, State, Unit
from rulesets.askari.tables import TABLES
from rulesets.askari.victory import Standing, Verdict
from rulesets.contract import CharacterResult, Outcome, SeatResult, UnitResult
from rulesets.vocabulary import Json, Seat


def loss_points(unit: Unit) -> int:
    """What was lost of it, in points: each figure at its own price, baggage by its elements, rounded down (Askari D)."""
    if unit.fate == "left":
        return 0
    if unit.fate:
        return unit.price
    if unit.piece:
        return unit.price if unit.disabled else 0
    if unit.kind == "baggage":
        return unit.price * (unit.starting - len(unit.figures)) // unit.starting
    if unit.kind in ("person", "scout", "hospital", "animal"):
        return 0
    table = TABLES.points.specials
    roles = {figure.role for figure in unit.figures}
    left = unit.each * unit.count + sum(
        table["standard" if role == "brigade_standard" else role] for role in roles if role
    )
    return max(0, unit.price - left) if unit.count < unit.starting else 0


def _spared(unit: Unit, patient: Patient) -> int:
    """What is not counted as lost while a wounded figure, or who carried it, is away (Askari D)."""
    if unit.fate:
        return 0
    special = TABLES.points.specials.get(patient.role, 0) if patient.wounded else 0
    return unit.each * (patient.wounded + patient.carrier_away) + special


def standing(state: State, seat: Seat) -> Standing:
    """How a side stands now."""
    side = state.side(seat)
    enemy = state.other(seat)
    enemy_baggage = [unit for unit in state.of(enemy) if unit.kind == "baggage"]
    lost = sum(loss_points(unit) for unit in state.of(seat))
    lost -= sum(_spared(state.units[one.unit], one) for one in state.patients if state.units[one.unit].seat == seat)
    return Standing(
        starting=side.starting,
        lost=max(0, lost),
        leader_dead=side.leader_lost,
        fights_on=any(unit.is_combat and unit.where in ("table", "hidden", "reserve") for unit in state.of(seat)),
        objectives=0,
        guns_captured=len(side.guns_captured),
        baggage_captured=bool(enemy_baggage) and all(unit.fate == "captured" for unit in enemy_baggage),
        scenario=side.scenario,
    )


def holds(field: Field, seat: Seat, point: Point) -> bool:
    """A combat unit without a marker within 10 cm, and no enemy combat unit there (Askari D)."""
    reach = TABLES.victory.held_within
    near = [unit for unit in field.state.on_table() if unit.is_combat and field.near_point(point, unit, reach)]
    return any(unit.seat == seat and not unit.failed for unit in near) and all(unit.seat == seat for unit in near)


def final(field: Field, seat: Seat) -> Standing:
    """How a side stands when the battle ends: objectives and what the scenario adds count now."""
    state = field.state
    scenario = setting.SCENARIOS[state.scenario]
    found = standing(state, seat)
    place = setting.place_of(state, seat)
    held = sum(holds(field, seat, point) for point in state.objectives)
    added = found.scenario
    if scenario.held:
        other = any(holds(field, state.other(seat), point) for point in state.objectives)
        if place == scenario.attacker:
            added += scenario.held[place] * held
        elif not other:
            added += scenario.held[place]
        held = 0
    if scenario.through and place == scenario.marches:
        added += scenario.passed * _has_passed(state, seat, scenario.through)
    if scenario.burned:
        attacks = place == scenario.attacker
        added += scenario.burned * (attacks and state.burned) + scenario.unburned * (not attacks and not state.burned)
    return msgspec.structs.replace(found, objectives=held, scenario=added)


def _has_passed(state: State, seat: Seat, through: int) -> bool:
    """Whether half of the baggage it started with, or without any half its units, have come so far (F.2)."""
    baggage = [unit for unit in state.of(seat) if unit.kind == "baggage"]
    things = baggage or [unit for unit in state.of(seat) if unit.kind in ("unit", "piece")]
    if baggage:
        here = sum(figure.at.x >= through for unit in baggage if unit.where == "table" for figure in unit.figures)
        return 2 * here >= sum(unit.starting for unit in baggage)
    here = sum(unit.where == "table" and min(one.at.x for one in unit.figures) >= through for unit in things)
    return 2 * here >= len(things)


def judge(field: Field) -> None:
    """At the end of a turn: broken, or out of time."""
    state = field.state
    if setting.is_hunt(state):
        if state.turn >= state.limit or beasts.is_over(field):
            end(field)
        return
    first, second = (standing(state, side.seat) for side in state.sides)
    limit = state.turn >= state.limit
    if victory.verdict((first, second), limit=limit) is not None:
        end(field)


def end(field: Field) -> None:
    """Settle the battle."""
    state = field.state
    seats = [side.seat for side in state.sides]
    sides = (final(field, seats[0]), final(field, seats[1]))
    conceded = next((number for number, side in enumerate(state.sides) if side.conceded), None)
    found = (
        _hunted(state, conceded) if setting.is_hunt(state) else victory.verdict(sides, conceded=conceded, limit=True)
    )
    assert found is not None
    state.wants = []
    state.going = state.charge = state.melee = None
    state.outcome = msgspec.to_builtins(outcome(state, found))
    field.tell(
        "over",
        "Askari D",
        winner=None if found.winner is None else seats[found.winner],
        degree=found.degree,
        case=found.case,
        scores=dict(zip(seats, found.scores, strict=True)),
        lost={seat: side.lost for seat, side in zip(seats, sides, strict=True)},
        starting={seat: side.starting for seat, side in zip(seats, sides, strict=True)},
    )
    field.reveals = True


def _hunted(state: State, conceded: int | None) -> Verdict:
    """A hunting game is decided by trophies (Askari D)."""
    parties = [side.zone is not None for side in state.sides]
    lost = [beasts.hunters_lost(state.of(side.seat)) for side in state.sides]
    scores = [side.trophies - TABLES.hunt.lost * gone for side, gone in zip(state.sides, lost, strict=True)]
    target = setting.SCENARIOS[state.scenario].trophies
    return victory.hunted((scores[0], scores[1]), lost, parties, target=target, conceded=conceded)


def outcome(state: State, found: Verdict) -> Outcome:
    """What a campaign is told, by the ids that its roster knows."""
    seats = [side.seat for side in state.sides]
    results: dict[Seat, SeatResult] = {}
    for number, seat in enumerate(seats):
        if found.winner is None:
            results[seat] = SeatResult(result="draw")
        else:
            results[seat] = SeatResult(result="win" if found.winner == number else "loss", level=found.degree)
    units: dict[Seat, dict[str, UnitResult]] = {seat: {} for seat in seats}
    people: dict[Seat, dict[str, CharacterResult]] = {seat: {} for seat in seats}
    for unit in state.units.values():
        if unit.kind == "animal":
            continue
        key = unit.id.partition(":")[2]
        if unit.kind in ("unit", "piece"):
            lost = unit_result(state, unit)
            if lost != UnitResult():
                units[unit.seat][key] = lost
        elif unit.kind in ("person", "scout") and unit.fate:
            people[unit.seat][key] = CharacterResult(fate="fled" if unit.fate == "routed" else "felled")
    for name, one in state.veterans.items():
        seat, _colon, key = name.partition(":")
        befell = people[seat].get(key, CharacterResult())
        if one.officer_of:
            befell = CharacterResult(fate=_fate_of_officer(state, state.units[one.officer_of]))
        if befell.fate != "unhurt" or one.won:
            people[seat][key] = msgspec.structs.replace(befell, deeds=one.won)
    special: dict[str, Json] = {
        "turns": state.turn,
        "scores": dict(zip(seats, found.scores, strict=True)),
        "village_destroyed": state.burned,
        "case": found.case,
    }
    if setting.is_hunt(state):
        special["trophies"] = {side.seat: side.trophies for side in state.sides}
    return Outcome(
        seats=results,
        units=units,
        characters=people,
        guns_taken={side.seat: tuple(key.partition(":")[2] for key in side.guns_captured) for side in state.sides},
        standards_taken={
            side.seat: tuple(key.partition(":")[2] for key in side.standards_taken) for side in state.sides
        },
        special=special,
    )


def _fate_of_officer(state: State, unit: Unit) -> Literal["unhurt", "felled", "fled"]:
    """What became of a character who was a unit's officer. Whoever lies wounded in hospital is not lost (R91)."""
    cared_for = any(one.unit == unit.id and one.role == "officer" and one.wounded for one in state.patients)
    if unit.special("officer") is None and not cared_for:
        return "felled"
    if not unit.fate or unit.fate == "left":
        return "unhurt"
    return "fled" if unit.fate == "routed" or cared_for else "felled"


def unit_result(state: State, unit: Unit) -> UnitResult:
    """Figures lost, by how. Whoever lies in hospital is present."""
    in_hospital = sum(patient.wounded + patient.carrier_away for patient in state.patients if patient.unit == unit.id)
    if unit.fate == "routed":
        left = unit.count
        return UnitResult(routed=left + in_hospital, destroyed=unit.starting - left - in_hospital)
    if unit.fate == "captured":
        return UnitResult(captured=unit.starting)
    if unit.fate == "left":
        return UnitResult()
    return UnitResult(destroyed=max(0, unit.starting - unit.count - in_hospital))


# --- The village (Askari F) -----------------------------------------------------------------------------------------


def _on_fire(field: Field, unit: Unit) -> Piece | None:
    """An empty house within 5 cm."""
    state = field.state
    for piece in state.ground:
        if piece.kind != "building" or not any(
            geometry.touches_within(figure.at, piece.points, TABLES.reach.detect) for figure in unit.standing
        ):
            continue
        if not any(geometry.inside(one.at, piece.points) for other in state.on_table() for one in other.standing):
            return piece
    return None


def burnable(field: Field, seat: Seat) -> list[str]:
    """Units of the attacker that may spend their shot on setting a house on fire."""
    state = field.state
    scenario = setting.SCENARIOS[state.scenario]
    if not scenario.burned or state.burned or setting.place_of(state, seat) != scenario.attacker:
        return []
    return [
        unit.id
        for unit in state.on_table(seat)
        if unit.kind == "unit"
        and unit.order == "full"
        and not unit.shots_made
        and "no_shot" not in unit.spent
        and not field.engaged(unit)
        and _on_fire(field, unit) is not None
    ]


def burn(field: Field, unit: Unit) -> None:
    """The village burns: everybody of its defenders tests, and smoke hangs round the house (F.1)."""
    state = field.state
    house = _on_fire(field, unit)
    assert house is not None
    unit.shots_made += 1
    state.burned = True
    field.tell("burned", "Askari F", unit=unit.id)
    left, low, right, high = geometry.bounds(house.points)
    reach = TABLES.victory.smoke
    box = (left - reach, low - reach, right + reach, high + reach)
    state.ground.append(Piece(id=f"smoke-{house.id}", kind="smoke", points=setting.corners(box)))
    state.ground.sort(key=lambda piece: piece.id)
    state.smoke_until = state.turn + TABLES.victory.smoke_turns
    field.changed_ground()
    for other in state.on_table(state.other(unit.seat)):
        if nerve.tests_itself(other):
            other.tests += 1


def smoke_lifts(field: Field) -> None:
    state = field.state
    if state.smoke_until and state.turn > state.smoke_until:
        state.ground = [piece for piece in state.ground if piece.kind != "smoke"]
        state.smoke_until = 0
        field.changed_ground()
