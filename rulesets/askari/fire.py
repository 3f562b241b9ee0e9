"""Volleys: dice, hits, and who falls (Askari 8, 2.5, H29-H33)."""

from collections.abc import Sequence

from rulesets.askari import aiming, geometry, hospital, modifiers, nerve, shells, shooting, striking
from rulesets.askari.field import Field
from rulesets.askari.state import Figure, Unit
from rulesets.askari.tables import TABLES, MissileWeapon
from rulesets.vocabulary import Json


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
    if unit.vehicle is not None:
        unit.spent = (*unit.spent, aiming.FIRED + weapon_key)
    hit = striking.Hits()
    if not able:
        unit.aimed = 0
        return
    if "deviation" in weapon.rules and ammo in ("shell", "ball"):
        shells.fall(field, unit, target, weapon, able, ammo, why, hit, reaction=reaction)
    elif "machine_gun" in weapon.rules or ammo == "canister":
        made = sum(_volley(field, unit, target, weapon, able, ammo, why, reaction=reaction).values())
        if _distribute(field, unit, target, weapon_key, able, ammo, why, made, hit):
            return
    else:
        for number, made in _volley(field, unit, target, weapon, able, ammo, why, reaction=reaction).items():
            _fall(field, unit, target, able, made, weapon, f"{why}/{number}", hit)
    _finish(field, unit, weapon, ammo, why, hit)


def _finish(field: Field, unit: Unit, weapon: MissileWeapon, ammo: str, why: str, hit: striking.Hits) -> None:
    """What comes after the saves: the jam die, who is frightened, and who may be carried off."""
    if "jams" in weapon.rules:
        rolled = field.roll(1, 6, "jam", unit.id, why)
        if rolled.total == TABLES.deviation.jams_on:
            unit.jammed = True
            field.tell("jammed", "Askari 2.5", rolls=(rolled,), unit=unit.id)
    _terror(field, weapon, ammo, hit)
    unit.aimed = 0
    hospital.note_wounded(field, hit.units)


def _terror(field: Field, weapon: MissileWeapon, ammo: str, hit: striking.Hits) -> None:
    """One test more for each unit that was hit, unless it is used to it (R22)."""
    if "terrifying" not in weapon.rules and ammo != "canister":
        return
    for key in sorted(hit.units):
        unit = field.unit(key)
        if (
            unit.where == "table"
            and nerve.tests_itself(unit)
            and "european" not in unit.tags
            and not unit.has("trained")
        ):
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
    *,
    reaction: bool,
) -> dict[int, int]:
    """Roll all dice, the highest T first; the hits of each group (H33)."""
    found: dict[int, int] = {}
    for number, shot in enumerate(aiming.shots(weapon, able, reaction=reaction)):
        made = _rolled_hits(field, unit, target, weapon, shot, ("hit", unit.id, why, str(number)), rule="Askari 8.2")
        if ammo == "canister" and made and field.readings["canister_hits"] == "d6":
            more = field.roll(made * TABLES.spread.canister_dice, 6, "canister", unit.id, why, str(number))
            made = more.total
            field.tell("canister", "Askari 2.5, R21", rolls=(more,), unit=unit.id, hits=made)
        if made:
            found[number] = made
    return found


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
    for number in range(hits):
        standing = [figure for figure in eligible if not figure.down and field.owner_of(figure.id).where == "table"]
        if not standing or not (target.crew if target.piece else any(figure.id not in people for figure in standing)):
            break
        chosen = striking.special(field, unit, standing, people, f"{why}/{number}")
        striking.strike(field, unit, field.owner_of(chosen.id), chosen, weapon, f"{why}/{number}", hit)


def _near_aim(field: Field, target: Unit, aimed: Figure, within: int, weapon: MissileWeapon) -> list[Figure]:
    """Figures of the target's side, any unit, whose base lies wholly or partly so far from the one aimed at (R17).

    Common figures first, nearest first (H29). No fire harms baggage (R83), and a hospital none but artillery's (2.3.13).
    """
    found: list[Figure] = []
    for unit in field.state.on_table(target.seat):
        if unit.kind == "baggage" or (unit.kind == "hospital" and weapon.cls != "artillery"):
            continue
        reach = (unit.base + 2 * within) ** 2
        found += [figure for figure in unit.standing if 4 * geometry.squared(figure.at, aimed.at) <= reach]

    def place(figure: Figure) -> tuple[bool, int, str]:
        special = bool(figure.role) or field.owner_of(figure.id).kind in ("person", "scout")
        return special, geometry.squared(figure.at, aimed.at), figure.id

    return sorted(found, key=place)


def _distribute(
    field: Field,
    unit: Unit,
    target: Unit,
    weapon_key: str,
    able: Sequence[aiming.Shooter],
    ammo: str,
    why: str,
    made: int,
    hit: striking.Hits,
) -> bool:
    """Hits of a machine gun or of canister (R17, H29). True where the receiver has to say first who is hit.

    Nobody is hit twice before everybody was hit once; so there is something to say only where hits are fewer than figures.
    """
    weapon = TABLES.missile[weapon_key]
    first = next(aiming.eligible(field, unit, target, weapon, able), None)
    if first is None or not made:
        return False
    near = [figure.id for figure in _near_aim(field, target, first, TABLES.spread.machine_gun_side, weapon)]
    volley: dict[str, Json] = {
        "unit": unit.id,
        "target": target.id,
        "weapon": weapon_key,
        "ammo": ammo,
        "why": why,
        "hits": made,
        "near": near,
    }
    if made < len(near):
        field.state.volley = volley
        # Who is hit among animals is for the opponent to say, who moves them too (11).
        field.ask(target.seat or field.state.other(unit.seat), "spread", figures=near, hits=made, unit=unit.id)
        return True
    _spread(field, volley, near, hit)
    return False


def spread(field: Field, named: Sequence[str]) -> None:
    """The receiver has named who is hit: go on with the volley."""
    volley = field.state.volley
    assert volley is not None
    field.state.volley = None
    hit = striking.Hits()
    _spread(field, volley, named, hit)
    weapon = TABLES.missile[volley["weapon"]]
    _finish(field, field.unit(volley["unit"]), weapon, volley["ammo"], volley["why"], hit)


def _spread(field: Field, volley: dict[str, Json], named: Sequence[str], hit: striking.Hits) -> None:
    """One hit each on those named, then round again among those within reach that still stand."""
    unit, weapon = field.unit(volley["unit"]), TABLES.missile[volley["weapon"]]
    number = 0
    while number < volley["hits"]:
        standing = [key for key in (named if not number else volley["near"]) if _stands(field, key)]
        if not standing:
            return
        for key in standing[: volley["hits"] - number]:
            owner = field.owner_of(key)
            if _stands(field, key):
                striking.strike(field, unit, owner, field.figure(key), weapon, f"{volley['why']}/{number}", hit)
            number += 1


def _rolled_hits(
    field: Field, unit: Unit, target: Unit, weapon: MissileWeapon, shot: aiming.Shot, why: Sequence[str], *, rule: str
) -> int:
    """Roll one group's dice, tell everybody what was needed and why, and count the hits (Askari 8.2, R33)."""
    rolled = field.roll(shot.dice, 6, *why)
    six = bool(field.readings["natural_six_misses"])
    made = sum(shooting.hits(face, shot.number, six_misses=six) for face in rolled.faces)
    field.tell(
        "shots",
        rule,
        rolls=(rolled,),
        unit=unit.id,
        target=target.id,
        figures=shot.figures,
        dice=shot.dice,
        number=shot.number,
        base=unit.shooting or 0,
        weapon=weapon.modifier,
        rows=modifiers.told(shot.rows),
        hits=made,
    )
    return made


def _stands(field: Field, key: str) -> bool:
    owner = field.owner_of(key)
    return owner.where == "table" and any(figure.id == key for figure in owner.standing)


def throws(field: Field, unit: Unit, target: Unit, weapon: MissileWeapon, able: Sequence[aiming.Shooter]) -> None:
    """What chargers throw on arrival: no arc and no sight is asked, for they are upon the target (R55, R95)."""
    hit = striking.Hits()
    for number, shot in enumerate(aiming.shots(weapon, able, reaction=False)):
        made = _rolled_hits(field, unit, target, weapon, shot, ("throw", unit.id, str(number)), rule="Askari 9.1.5")
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
    hospital.note_wounded(field, hit.units)
