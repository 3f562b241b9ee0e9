"""The field hospital (Askari 2.3.13, R91)."""

from collections.abc import Iterable

from rulesets.askari import placing
from rulesets.askari.field import Field
from rulesets.askari.state import Figure, Patient, Unit
from rulesets.askari.tables import TABLES


def of(field: Field, seat: str) -> Unit | None:
    return next((unit for unit in field.state.on_table(seat) if unit.kind == "hospital"), None)


def note_wounded(field: Field, units: Iterable[str]) -> None:
    """Remember whom to ask about his wounded, once the volley is over (5f, R91)."""
    noted = field.state.now.setdefault("wounded", [])
    noted += [key for key in sorted(units) if key not in noted]


def ask_about_wounded(field: Field) -> bool:
    """Ask the next owner whose figures are down; False when nobody is left."""
    noted = field.state.now.get("wounded", [])
    while noted:
        unit = field.unit(noted.pop(0))
        most = may_carry(field, unit) if unit.where == "table" else 0
        if most:
            field.ask(unit.seat, "carry", unit=unit.id, most=most)
            return True
    return False


def may_carry(field: Field, unit: Unit) -> int:
    """How many of the figures that are down may be carried off: one figure carries each, and one more stays (R91)."""
    if unit.kind != "unit" or of(field, unit.seat) is None:
        return 0
    down = sum(figure.down for figure in unit.figures)
    return max(0, min(down, unit.count - 1))


def carry(field: Field, unit: Unit, number: int) -> None:
    """Take wounded and carriers off the table: common figures carry, the wounded that are down first."""
    wounded = sorted(
        (figure for figure in unit.figures if figure.down), key=lambda figure: (figure.role == "", figure.id)
    )
    carriers = sorted(
        (figure for figure in unit.figures if not figure.down), key=lambda figure: (figure.role != "", figure.id)
    )
    for hurt, carrier in zip(wounded[:number], carriers[:number], strict=True):
        unit.figures = [figure for figure in unit.figures if figure not in (hurt, carrier)]
        field.state.patients.append(Patient(unit=unit.id, role=hurt.role, turn=field.state.turn))
    field.touched()
    field.tell("carried_off", "Askari 2.3.13", unit=unit.id, number=number)


def carriers_back(field: Field) -> None:
    """Phase 3 of the turn after the first recovery roll: the carrier is back, whatever the roll."""
    state = field.state
    for patient in state.patients:
        if patient.carrier_away and state.turn >= patient.turn + 2:
            patient.carrier_away = False
            _back(field, patient.unit, "")
    state.patients = [patient for patient in state.patients if patient.wounded or patient.carrier_away]


def recover(field: Field) -> None:
    """Phase 7, from the turn after the wound: 5 or 6 rejoins, 1 dies, the rest stay."""
    state = field.state
    table = TABLES.hospital
    for number, patient in enumerate(state.patients):
        if not patient.wounded or state.turn <= patient.turn:
            continue
        rolled = field.roll(1, 6, "hospital", patient.unit, str(number))
        face = rolled.total
        if face >= table.rejoins:
            patient.wounded = False
            _back(field, patient.unit, patient.role)
        elif face <= table.dies:
            patient.wounded = False
        fate = "rejoins" if face >= table.rejoins else "dies" if face <= table.dies else "stays"
        field.tell("patient", "Askari 2.3.13", rolls=(rolled,), unit=patient.unit, fate=fate)
    state.patients = [patient for patient in state.patients if patient.wounded or patient.carrier_away]


def _back(field: Field, key: str, role: str) -> None:
    """A figure returns to a free place beside its unit; where the unit is gone it counts as fled."""
    unit = field.unit(key)
    if unit.where != "table" or not unit.standing:
        return
    spot = placing.free_spot(field, unit)
    if spot is None:
        return
    used = {int(figure.id.rpartition(".")[2]) for figure in unit.figures}
    number = next(number for number in range(1, 200) if number not in used)
    unit.figures.append(Figure(id=f"{unit.id}.{number}", at=spot, role=role))
    unit.figures.sort(key=lambda figure: int(figure.id.rpartition(".")[2]))
    field.touched()
    field.tell("rejoined", "Askari 2.3.13", unit=unit.id, role=role)


def destroyed(field: Field, hospital: Unit) -> None:
    """Patients are dead; carriers return."""
    state = field.state
    for patient in [one for one in state.patients if field.unit(one.unit).seat == hospital.seat]:
        if patient.carrier_away:
            _back(field, patient.unit, "")
        state.patients.remove(patient)
