"""Riders and what they have left behind: mounting again, and mounts that scatter (Askari 7.4, R97)."""

from rulesets.askari import formations, geometry, placing
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.state import Unit
from rulesets.askari.tables import TABLES


def may_mount(field: Field, unit: Unit) -> bool:
    """Whether its mounts are still where it left them, it is beside them, and has room to form up (R97)."""
    if unit.mounts is None or not field.near_point(unit.mounts, unit, TABLES.reach.attach):
        return False
    return in_the_saddle(field, unit) is not None


def in_the_saddle(field: Field, unit: Unit) -> tuple[int, dict[str, Point]] | None:
    """How its figures stand once they are mounted: on their larger bases, in the ranks that they have or others."""
    anchor, foot = formations.anchor_of(unit), unit.mounted
    unit.mounted = True
    try:
        for ranks in dict.fromkeys((unit.ranks, 1, 2, 3, 4)):
            ends = placing.fits(field, unit, anchor, unit.facing, ranks)
            refused = placing.stands_on(field, unit, ends.values()) or placing.check_stand(field, unit, ends)
            if ranks <= len(unit.figures) and refused is None:
                return ranks, ends
    finally:
        unit.mounted = foot
    return None


def scatter(field: Field, mover: Unit) -> None:
    """Riderless mounts that an enemy reaches are gone: their unit stays on foot (Askari 7.4, R97)."""
    for unit in field.state.on_table():
        if unit.mounts is None or unit.mounted or unit.seat == mover.seat:
            continue
        bases = mover.base, TABLES.bases.mounted
        if any(
            geometry.gap_at_most(one.at, bases[0], unit.mounts, bases[1], TABLES.bases.touch) for one in mover.standing
        ):
            unit.mounts = None
            field.tell("scattered", "Askari 7.4, R97", unit=unit.id)
