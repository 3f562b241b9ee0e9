"""Shots: rates, the number to roll, deviation, saves (Askari 8 and 2.5). Nothing here knows where anybody stands."""

from collections.abc import Sequence

from msgspec import Struct

from rulesets.askari.modifiers import named, total
from rulesets.askari.tables import TABLES, MissileWeapon
from rulesets.contract import Modifier


class Circumstances(Struct, frozen=True, kw_only=True):
    """What bears on a shot (Askari 8.2). ``distance`` in millimetres."""

    distance: int
    reaction: bool = False
    shooter_fortified: bool = False
    cover: bool = False
    poor_light: bool = False
    pygmy: bool = False
    agile: bool = False
    shooter_moved: bool = False
    target_moved: bool = False
    prone: bool = False
    higher: bool = False
    aimed: bool = False
    unit_leader: bool = False
    one_eyed: bool = False
    """A character who was hurt in the eye (Askari E)."""
    inspired: tuple[str, ...] = ()
    """What makes these shooters better (R7): combative, majestic, correspondent."""


def modifiers(weapon: MissileWeapon, about: Circumstances) -> tuple[Modifier, ...]:
    """What is added to D besides the weapon's own modifier, in the table's order."""
    holds = {
        # Thrown on arrival, so never far (R55); a charge is met at short range (R27).
        "long_range": weapon.cls != "thrown" and not about.reaction and 2 * about.distance > weapon.longest,
        "reaction": about.reaction and not about.shooter_fortified,
        "cover": about.cover,
        "poor_light": about.poor_light,
        "pygmy": about.pygmy,
        "shooter_moved": about.shooter_moved,
        "target_moved": about.target_moved and not about.reaction,
        "prone": about.prone,
        "agile": about.agile,
        "higher": about.higher,
        "aimed": about.aimed,
        "unit_leader": about.unit_leader,
        "eye": about.one_eyed,
        **dict.fromkeys(about.inspired, True),
    }
    rows = TABLES.to_hit
    return tuple(named(key, rows[key]) for key in rows if holds.get(key))


def target_number(shooting: int, weapon: MissileWeapon, added: Sequence[Modifier]) -> int:
    """T: a die of at most so much hits (Askari 8.2)."""
    return shooting + weapon.modifier + total(added)


def hits(face: int, number: int, *, six_misses: bool = False) -> bool:
    """Equal or under hits; there is no natural six (R33) unless a club reads it so."""
    return face <= number and not (six_misses and face == 6)


def rate(weapon: MissileWeapon, distance: int, *, reaction: bool = False) -> int:
    """Shots of a figure or piece: by the column of normal range, 0 out of range; in full in reaction (R27, R34)."""
    if distance > weapon.longest or distance < weapon.least:
        return 0
    near, far = weapon.shots
    return near if reaction or distance <= weapon.normal else far


def able(weapon: MissileWeapon, figures: int) -> int:
    """How many of the figures able to fire do: all, or one in two, rounded down, at least one (R45)."""
    return min(figures, max(1, figures // weapon.one_in)) if figures else 0


# --- Deviation (Askari 2.5) -----------------------------------------------------------------------------------------


class Fall(Struct, frozen=True, kw_only=True):
    """Where a ball or shell falls: ``shift`` in millimetres along the line of fire, less than 0 short; None for a shot that is lost."""

    shift: int | None
    jammed: bool = False


def needs_second_roll(face: int) -> str:
    """What is rolled after the deviation die: ``jam``, ``distance`` or nothing."""
    table = TABLES.deviation
    if face == table.misfire:
        return "jam"
    return "distance" if face in (table.short, table.long) else ""


def fall(weapon: MissileWeapon, face: int, second: Sequence[int] = ()) -> Fall:
    """What the deviation die, and the dice after it, make of a shot."""
    table = TABLES.deviation
    kind = needs_second_roll(face)
    if kind == "jam":
        (jam,) = second
        jams = table.jam_on_muzzle_loading if "muzzle_loading" in weapon.rules else table.jam_on
        return Fall(shift=None, jammed=weapon.cls != "bomb" and jam in jams)
    if kind == "distance":
        away = 10 * sum(second)
        return Fall(shift=-away if face == table.short else away)
    return Fall(shift=0)


def may_fire_again(jammed_on: int) -> int:
    """The turn from which a piece that deviated into a jam may fire (R23)."""
    return jammed_on + TABLES.deviation.silent_turns


def in_area(distance: int, base: int) -> bool:
    """Whether a base lies wholly or partly under the area marker (Askari 2.5, X1). ``distance`` of its centre from the marker's."""
    return 2 * distance <= TABLES.spread.area_across + base


# --- Saves (Askari 8.4) ---------------------------------------------------------------------------------------------


def saved(save: int, face: int, *, poisoned: bool = False) -> bool:
    """Whether a figure is saved: the die, less one for poison, reaches the save."""
    return face + poisoned * TABLES.save_rules.poisoned >= save
