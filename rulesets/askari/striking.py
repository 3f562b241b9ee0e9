"""Hits on figures: who is the one hit, his save, and what is left (Askari 8.2, 8.4, R35, R66)."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from rulesets.askari import losing, shooting
from rulesets.askari.field import Field
from rulesets.askari.state import Figure, Unit
from rulesets.askari.tables import TABLES, MissileWeapon


class Hits(Struct, kw_only=True):
    """What a volley has done so far: hits by unit, for the tests of Terrifying."""

    units: dict[str, int] = {}

    def add(self, unit: Unit, number: int = 1) -> None:
        self.units[unit.id] = self.units.get(unit.id, 0) + number


def special(field: Field, unit: Unit, standing: Sequence[Figure], people: dict[str, Unit], why: str) -> Figure:
    """Where the nearest is a special figure its owner rolls: 1-2 that one, else the nearest common one (R35)."""
    first = standing[0]
    if not first.role and first.id not in people:
        return first
    common = [figure for figure in standing if not figure.role and figure.id not in people]
    if not common:
        return first
    rolled = field.roll(1, 6, "special", unit.id, why)
    return first if rolled.total <= TABLES.save_rules.special_on else common[0]


def strike(
    field: Field, by: Unit, unit: Unit, figure: Figure, weapon: MissileWeapon, why: str, hit: Hits, *, impacts: int = 1
) -> None:
    """So many hits on one figure: it stands only if every one is saved (R66)."""
    hit.add(unit)
    losing.wounded(unit)
    poisoned = "poisoned" in weapon.rules or by.has("poisoned")
    powerful = by.has("powerful") and "on_foot_only" in weapon.rules
    save = losing.save_of(field, unit, figure)
    rolled = None if powerful else field.roll(impacts, 6, "save", by.id, why, figure.id)
    failed = (
        impacts if rolled is None else sum(not shooting.saved(save, face, poisoned=poisoned) for face in rolled.faces)
    )
    field.tell(
        "save",
        "Askari 8.4" if rolled else "Askari 2.5",
        rolls=() if rolled is None else (rolled,),
        unit=unit.id,
        figure=figure.id,
        role=figure.role,
        save=save,
        poisoned=poisoned,
        powerful=powerful,
        failed=failed,
    )
    if not failed:
        return
    if unit.piece:
        for _one in range(failed):
            if unit.where == "table":
                losing.failed_save_of_piece(field, unit)
        return
    if unit.vehicle is not None and unit.fails + failed < unit.vehicle.fails:
        unit.fails += failed
        field.tell("piece_marked", "Askari 8.4, R96", unit=unit.id, fails=unit.fails)
        return
    while failed and losing.spare(unit):
        failed -= 1
        field.tell("assistant", "Askari 2.3.1, R72", unit=unit.id)
    if failed:
        figure.down = True
        losing.killed(field, unit, by)
        losing.casualty(field, unit)
        field.touched(unit)


def found_by_fire(field: Field, unit: Unit) -> None:
    """Hit while hidden: revealed, and nobody is surprised (R26)."""
    if unit.where == "hidden":
        for one in (unit, *(other for other in field.company_of(unit) if other.where == "hidden")):
            one.where = "table"
        field.touched()
        field.tell("revealed", "Askari R26", unit=unit.id, how="fire")


def clear_down(field: Field, units: Iterable[Unit], *, by: Unit | None = None) -> None:
    """Take off the figures that are down (5g)."""
    for unit in list(units):
        for figure in [one for one in unit.figures if one.down]:
            if unit.where in ("table", "hidden"):
                losing.remove(field, unit, figure, how="fire", by=by)
