"""Volleys: dice, hits, and who falls (Askari 8, 2.5, H29-H33)."""

from collections.abc import Sequence

from rulesets.askari import aiming, geometry, shells, shooting, striking
from rulesets.askari.field import Field
from rulesets.askari.state import Figure, Unit
from rulesets.askari.tables import TABLES, MissileWeapon


def fire(
    field: Field,
    unit: Unit,
    target: Unit,
    weapon_key: str,
    ammo: str,
    *,
    reaction: bool = False,
    only: frozenset[str] | None = None,
) -> None:
    """One unit's whole volley, to the last save (Askari 8.2, 5c-5e)."""
    weapon = TABLES.missile[weapon_key]
    why = "reaction" if reaction else f"shot{unit.shots_made + 1}"
    able = aiming.shooters(field, unit, target, weapon, reaction=reaction, only=only)
    unit.shots_made += 1
    unit.acted = unit.acted or reaction
    hit = striking.Hits()
    if able:
        if "deviation" in weapon.rules and ammo in ("shell", "ball"):
            shells.fall(field, unit, target, weapon, able, ammo, why, hit, reaction=reaction)
        else:
            _volley(field, unit, target, weapon, able, ammo, why, hit, reaction=reaction)
    if "jams" in weapon.rules and able:
        rolled = field.roll(1, 6, "jam", unit.id, why)
        if rolled.total == TABLES.deviation.jams_on:
            unit.jammed = True
            field.tell("jammed", "Askari 2.5", rolls=(rolled,), unit=unit.id)
    _terror(field, weapon, ammo, hit)
    unit.aimed = 0


def _terror(field: Field, weapon: MissileWeapon, ammo: str, hit: striking.Hits) -> None:
    """One test more for each unit that was hit, unless it is used to it (R22)."""
    if "terrifying" not in weapon.rules and ammo != "canister":
        return
    for key in sorted(hit.units):
        unit = field.unit(key)
        if unit.where == "table" and unit.kind != "animal" and "european" not in unit.tags and not unit.has("trained"):
            unit.tests += 1
            field.tell("terrified", "Askari 2.5, R22", unit=key)


def _volley(
    field: Field,
    unit: Unit,
    target: Unit,
    weapon: MissileWeapon,
    able: Sequence[aiming.Shooter],
    ammo: str,
    why: str,
    hit: striking.Hits,
    *,
    reaction: bool,
) -> None:
    six = bool(field.readings["natural_six_misses"])
    for number, shot in enumerate(aiming.shots(weapon, able, reaction=reaction)):
        rolled = field.roll(shot.dice, 6, "hit", unit.id, why, str(number))
        made = sum(shooting.hits(face, shot.number, six_misses=six) for face in rolled.faces)
        told = [{"key": row.key, "value": row.value, "rule": row.rule} for row in shot.rows]
        field.tell(
            "shots",
            "Askari 8.2",
            rolls=(rolled,),
            unit=unit.id,
            target=target.id,
            figures=shot.figures,
            dice=shot.dice,
            number=shot.number,
            base=unit.shooting or 0,
            weapon=weapon.modifier,
            rows=told,
            hits=made,
        )
        if ammo == "canister" and made and field.readings["canister_hits"] == "d6":
            more = field.roll(made * TABLES.spread.canister_dice, 6, "canister", unit.id, why, str(number))
            made = more.total
            field.tell("canister", "Askari 2.5, R21", rolls=(more,), unit=unit.id, hits=made)
        if not made:
            continue
        if "machine_gun" in weapon.rules or ammo == "canister":
            _spread(field, unit, target, able, made, weapon, f"{why}/{number}", hit)
        else:
            _fall(field, unit, target, able, made, weapon, f"{why}/{number}", hit)


def _fall(
    field: Field,
    unit: Unit,
    target: Unit,
    able: Sequence[aiming.Shooter],
    hits: int,
    weapon: MissileWeapon,
    why: str,
    hit: striking.Hits,
) -> None:
    """One by one to the nearest that stands; what finds nobody is dropped (R44)."""
    eligible = list(aiming.eligible(field, unit, target, weapon, able))
    people = {figure.id: other for other in field.joined(target) for figure in other.standing}
    pool = [*eligible, *(figure for other in field.joined(target) for figure in other.standing)]
    for number in range(hits):
        standing = [figure for figure in pool if not figure.down and field.owner_of(figure.id).where == "table"]
        if not standing or not (target.crew if target.piece else any(figure.id not in people for figure in standing)):
            break
        chosen = striking.special(field, unit, standing, people, f"{why}/{number}")
        striking.strike(field, unit, field.owner_of(chosen.id), chosen, weapon, f"{why}/{number}", hit)


def _near_aim(field: Field, target: Unit, aimed: Figure, within: int) -> list[Figure]:
    """Figures of the target's side, any unit, whose base lies wholly or partly so far from the one aimed at (R17)."""
    found: list[Figure] = []
    for unit in field.state.on_table(target.seat):
        if unit.kind in ("baggage", "hospital"):
            continue
        reach = (unit.base + 2 * within) ** 2
        found += [figure for figure in unit.standing if 4 * geometry.squared(figure.at, aimed.at) <= reach]
    return sorted(found, key=lambda figure: (bool(figure.role), geometry.squared(figure.at, aimed.at), figure.id))


def _spread(
    field: Field,
    unit: Unit,
    target: Unit,
    able: Sequence[aiming.Shooter],
    hits: int,
    weapon: MissileWeapon,
    why: str,
    hit: striking.Hits,
) -> None:
    """Hits of a machine gun or of canister: one each, common figures first, nearest first, then round again (H29)."""
    first = next(aiming.eligible(field, unit, target, weapon, able), None)
    if first is None:
        return
    number = 0
    while number < hits:
        round_ = [
            figure for figure in _near_aim(field, target, first, TABLES.spread.machine_gun_side) if not figure.down
        ]
        if not round_:
            return
        for figure in round_[: hits - number]:
            owner = field.owner_of(figure.id)
            if owner.where == "table":
                striking.strike(field, unit, owner, figure, weapon, f"{why}/{number}", hit)
            number += 1


def throws(field: Field, unit: Unit, target: Unit, weapon: MissileWeapon, able: Sequence[aiming.Shooter]) -> None:
    """What chargers throw on arrival: no arc and no sight is asked, for they are upon the target (R55, R95)."""
    hit = striking.Hits()
    for number, shot in enumerate(aiming.shots(weapon, able, reaction=False)):
        rolled = field.roll(shot.dice, 6, "throw", unit.id, str(number))
        made = sum(shooting.hits(face, shot.number) for face in rolled.faces)
        told = [{"key": row.key, "value": row.value, "rule": row.rule} for row in shot.rows]
        field.tell(
            "shots",
            "Askari 9.1.5",
            rolls=(rolled,),
            unit=unit.id,
            target=target.id,
            figures=shot.figures,
            dice=shot.dice,
            number=shot.number,
            base=unit.shooting or 0,
            weapon=weapon.modifier,
            rows=told,
            hits=made,
        )
        near = sorted(
            target.standing,
            key=lambda figure: (
                min(geometry.squared(field.figure(one.figure).at, figure.at) for one in able),
                figure.id,
            ),
        )
        people = {figure.id: other for other in field.joined(target) for figure in other.standing}
        for time in range(made):
            standing = [figure for figure in near if not figure.down]
            if not standing or target.where != "table":
                break
            chosen = striking.special(field, unit, standing, people, f"throw/{number}/{time}")
            striking.strike(field, unit, target, chosen, weapon, f"throw/{number}/{time}", hit)
