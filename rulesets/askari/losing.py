"""Figures and units that are lost, and what it does to the others (Askari 8.4, 9 and 10)."""

from rulesets.askari import hospital, veterans
from rulesets.askari.field import Field
from rulesets.askari.state import Fate, Figure, Loss, Unit
from rulesets.askari.tables import TABLES

MOURNED = ("leader", "scout", "effendi", "army_standard", "sorcerer", "army_musician")
"""Whose death makes others test (Askari 10, 5; R63)."""


def remove(field: Field, unit: Unit, figure: Figure, *, how: str, by: Unit | None = None) -> None:
    """Take a figure off the table. ``how``: fire, melee, hospital."""
    unit.figures = [one for one in unit.figures if one is not figure]
    if unit.piece:
        unit.crew = 0
    if how == "melee" and figure.role in ("standard", "brigade_standard") and by is not None:
        _standard_taken(field, by, unit.id)
    field.touched(unit)
    if not unit.figures:
        gone(field, unit, figure, "destroyed", by=by)


def wounded(unit: Unit) -> None:
    """An animal that rushed somebody stops when it is wounded, saved or not (Askari 11, R39)."""
    if unit.kind == "animal" and unit.fury != "all":
        unit.fury = ""


def killed(field: Field, unit: Unit, by: Unit) -> None:
    """An animal is dead: a trophy for whoever killed it (Askari D)."""
    if unit.kind != "animal" or by.kind == "animal":
        return
    worth = TABLES.animals[unit.what].melee
    field.state.side(by.seat).trophies += worth
    field.tell("beast_killed", "Askari 12, D", unit=unit.id, by=by.id, seat=by.seat, animal=unit.what, trophies=worth)


def casualty(field: Field, unit: Unit) -> None:
    """Count one for courage, in the turn of the hit, wherever the figure is carried (R11); a Charismatic leader is of his unit (R73)."""
    unit.casualties += 1
    if unit.member_of in field.state.units:
        field.unit(unit.member_of).casualties += 1


def gone(field: Field, unit: Unit, last: Figure, fate: Fate, *, by: Unit | None = None) -> None:
    """A unit, or one of the people, leaves the table for good. The place of its last figure is kept for who saw it (R88)."""
    state = field.state
    unit.where, unit.fate, unit.order = "off", fate, ""
    side = state.side(unit.seat) if unit.kind != "animal" else None
    if unit.what == "leader" and side is not None:
        side.leader_lost = True
    if unit.what == "army_standard" and by is not None:
        _standard_taken(field, by, unit.id)
    dead = fate in ("destroyed", "captured")
    if unit.is_combat:  # a disabled piece rolls no order die: nobody tests for it (R87, R88)
        state.losses.append(Loss(seat=unit.seat, at=last.at, unit=unit.id))
    elif unit.what in MOURNED and dead:
        state.losses.append(Loss(seat=unit.seat, at=last.at, unit=unit.id, person=True))
    for other in list(state.of(unit.seat)):
        if other.joined == unit.id:
            other.joined = ""
        if other.member_of == unit.id:
            other.member_of = "nobody"
    field.touched(unit)
    if dead and unit.kind != "animal":
        field.tell("unit_destroyed", "Askari 10", unit=unit.id, seat=unit.seat, fate=fate, by=by.id if by else "")
    if unit.kind == "hospital":
        hospital.destroyed(field, unit)


def _standard_taken(field: Field, by: Unit, unit: str) -> None:
    if by.kind == "animal":
        return
    side = field.state.side(by.seat)
    side.standards_taken = (*side.standards_taken, unit)
    veterans.win(field, by)


def save_of(field: Field, unit: Unit, figure: Figure) -> int:
    """The face that saves a figure (Askari 8.4)."""
    saves = TABLES.saves
    if unit.save is not None:
        return unit.save
    if unit.piece:
        return saves["piece"]
    if unit.vehicle is not None:
        return saves[unit.vehicle.save]
    if unit.kind == "animal":
        return saves["animal"]
    if figure.role:
        return saves["standard" if figure.role == "brigade_standard" else figure.role]
    if unit.what == "leader":
        return saves["mounted"] if unit.mounted else int(field.readings["leader_save"])
    named = {"army_standard": "standard", "army_musician": "musician"}.get(unit.what, unit.what)
    if named in saves:
        return saves[named]
    return saves["mounted"] if unit.mounted else saves["unlisted"]


def lost_crew(field: Field, unit: Unit, *, by: Unit) -> None:
    """A crewman falls hand to hand: the piece is silent for the rest of the game; the last one loses it (Askari 9.1.4, R87)."""
    unit.crew -= 1
    casualty(field, unit)
    if not unit.disabled:
        unit.disabled = True
        unit.order = ""
        field.tell("piece_disabled", "Askari 9.1.4", unit=unit.id)
    if unit.crew > 0:
        return
    (figure,) = unit.figures
    unit.figures = []
    if by.kind != "animal":
        side = field.state.side(by.seat)
        side.guns_captured = (*side.guns_captured, unit.id)
        gone(field, unit, figure, "captured", by=by)
    else:
        gone(field, unit, figure, "destroyed")


def failed_save_of_piece(field: Field, unit: Unit) -> None:
    """First failure: a marker; the second removes piece and crew (Askari 8.4, R56)."""
    unit.fails += 1
    casualty(field, unit)
    needed = TABLES.fails["piece"]
    if unit.fails < needed:
        field.tell("piece_marked", "Askari 8.4, R96", unit=unit.id, fails=unit.fails)
        return
    unit.casualties += unit.crew - unit.fails if unit.crew > unit.fails else 0
    (figure,) = unit.figures
    unit.figures, unit.crew = [], 0
    gone(field, unit, figure, "destroyed")


def spare(unit: Unit) -> bool:
    """Whether an assistant takes the blow (R72)."""
    if unit.assistants <= 0:
        return False
    unit.assistants -= 1
    return True
