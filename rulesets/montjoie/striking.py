"""What the letters of a missile table do (Montjoie 4.9, 5.1)."""

from rulesets.montjoie import harm
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Figure
from rulesets.montjoie.tables import Tables

ROPES = ("rope1", "rope2", "ladder1", "ladder2")


def letter_of(field: Field, target: Figure, weapon: str, cover: str, final: int) -> tuple[int, str]:
    """The row, and its letter for that target: ``-`` is a miss (Montjoie 4.9)."""
    return letter_in(field.tables, weapon, cover, final, mounted=target.mounted)


def letter_in(tables: Tables, weapon: str, cover: str, final: int, *, mounted: bool) -> tuple[int, str]:
    """As ``letter_of``, for whoever is mounted or not."""
    grid = tables.missile_mounted if mounted else tables.missile_foot
    row = min(len(grid.rows), max(1, max(1, final) + tables.missile_offsets[tables.weapons[weapon].column]))
    if cover not in grid.columns:
        cover = grid.columns[-1]  # heavy counts as medium for riders
    return row, grid.read(grid.columns.index(cover), row)


def strike(
    field: Field, target: Figure, letter: str, *, shooter: Figure | None, defensive: bool, why: str = "shot"
) -> None:
    """What a missile's letter does: base letters, riders their own (Montjoie 4.9, 5.1)."""
    if letter == "A":
        _pushed(field, target, shooter, defensive=defensive)
        return
    if target.mounted:
        harmed, horse = field.tables.missile_riders[letter]
        if horse != "kept":
            if harmed == "dead":
                harm.die(field, target, why, horse=horse)
            else:
                harm.throw(field, target, horse, why, harm=harmed)
            return
    if letter == "B":
        _hit(field, target, defensive=defensive, why=why)
    else:
        harm.die(field, target, why)


def _hit(field: Field, target: Figure, *, defensive: bool, why: str) -> None:
    at, on_rope = target.at, target.layer in ROPES
    harm.wound(field, target, why)
    if target.where != "map":
        return
    if on_rope:
        harm.grips(field, target)
        return
    if defensive and field.state.mover == target.id:
        target.left //= 2
        field.tell("slowed", "Montjoie 5.1", figure=target.id, left=target.left, at=at)


def _pushed(field: Field, target: Figure, shooter: Figure | None, *, defensive: bool) -> None:
    """Letter A: two hexes back at once, or two points off the move (Montjoie 4.9, R53)."""
    if defensive:
        if field.readings["react.a_cost"] == "hexes":
            target.slowed = field.tables.mp["react_a"]
        else:
            target.left = max(0, target.left - field.tables.mp["react_a"])
        field.tell("slowed", "Montjoie 5.1", figure=target.id, left=target.left, at=target.at)
        return
    if target.layer in ROPES:
        return
    harm.force(field, target, 2, cause="missile", source=shooter.at if shooter else "")
