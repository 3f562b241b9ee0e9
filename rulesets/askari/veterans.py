"""Characters of a campaign: whom they lead, and what their lasting wounds, deeds and command skills do (Askari E, Hispania 7).

The book knows nothing of them, so all of it is the house's. What may be used once in a battle the program uses where it first counts;
only an order without dice and a unit that crosses rough ground are for the player to say.
"""

from collections.abc import Iterable, Iterator

from rulesets.askari.field import Field
from rulesets.askari.state import Figure, State, Unit, Veteran
from rulesets.askari.tables import TABLES, MissileWeapon
from rulesets.vocabulary import Seat

RULE = "Askari E"


def is_hurt(veteran: Veteran | None, how: str) -> bool:
    """Whether one of his wounds is of that kind."""
    return veteran is not None and any(TABLES.veterans.wound_on(total) == how for total in veteran.wounds)


def of_figure(state: State, unit: Unit, figure: Figure) -> Veteran | None:
    """Who a figure is: one of the people, or the officer of a unit."""
    if not state.veterans:
        return None
    if figure.role == "officer":
        return next((one for one in state.veterans.values() if one.officer_of == unit.id), None)
    return state.veterans.get(unit.id)


def _with(field: Field, unit: Unit) -> Iterator[tuple[str, Veteran]]:
    """Those who are with a unit: its officer, who has joined it, or he himself. In the order of ids."""
    for key, one in sorted(field.state.veterans.items()):
        own = field.state.units.get(key)
        led = one.officer_of == unit.id and unit.special("officer") is not None
        here = own is not None and own.where == "table" and unit.id in (own.id, own.joined)
        if led or here:
            yield key, one


def use(field: Field, key: str, what: str) -> None:
    """What can be done once in a battle has been done."""
    one = field.state.veterans[key]
    one.used = (*one.used, what)
    field.tell("veteran", RULE, unit=one.officer_of or key, effect=what)


def weigh(unit: Unit, veteran: Veteran) -> None:
    """What a lost hand takes from the weapons of one of the people: only what one hand holds is left, and no shield."""
    if not is_hurt(veteran, "hand"):
        return
    kept = ["hand_weapon" if key == "weapon_and_shield" else key for key in unit.weapons]
    unit.weapons = tuple(dict.fromkeys(key for key in kept if TABLES.held_in_one_hand(key)))


# --- Lasting wounds ---


def handles(state: State, unit: Unit, figure: Figure, weapon: MissileWeapon) -> bool:
    """Whether a figure has the hands that a weapon needs."""
    return weapon.one_handed or not is_hurt(of_figure(state, unit, figure), "hand")


def lame(state: State, unit: Unit) -> int:
    """What a bad leg takes from the move of one of the people on foot, in millimetres."""
    return TABLES.veterans.leg if not unit.mounted and is_hurt(state.veterans.get(unit.id), "leg") else 0


def rally_reach(state: State, leader: Unit) -> int:
    """How far a leader's voice carries."""
    return TABLES.courage.rally - (TABLES.veterans.voice if is_hurt(state.veterans.get(leader.id), "voice") else 0)


def in_melee(field: Field, unit: Unit, figure: Figure) -> tuple[str, ...]:
    """What bears on his dice hand to hand, and on those of a unit that he is with."""
    one, found = of_figure(field.state, unit, figure), []
    if is_hurt(one, "arm"):
        found.append("arm")
    if is_hurt(one, "sun") and (unit.charged_in or unit.was_charged):
        found.append("sun")
    if one is not None and _is_legend(one, unit):
        found.append("legend")
    if unit.charged_in and any(_knows(other, "front_rank") for _key, other in _with(field, unit)):
        found.append("front_rank")
    return tuple(found)


# --- Deeds ---


def _is_legend(one: Veteran, unit: Unit) -> bool:
    return one.deeds >= TABLES.veterans.legend_from and ("legend" not in one.used or "legend" in unit.spent)


def begin_fight(field: Field, units: Iterable[Unit]) -> None:
    """A legend spends his turn in the first melee that he is in."""
    for unit in units:
        for figure in unit.standing:
            for key, one in field.state.veterans.items():
                if one is of_figure(field.state, unit, figure) and "legend" not in one.used and _is_legend(one, unit):
                    unit.spent = (*unit.spent, "legend")
                    use(field, key, "legend")


def fights_again(field: Field, unit: Unit, figure: Figure) -> bool:
    """Whether he rolls a die again in a fight that he has not won, and does so."""
    one = of_figure(field.state, unit, figure)
    if one is None or one.deeds < TABLES.veterans.again_from or "again" in one.used:
        return False
    use(field, next(key for key, other in field.state.veterans.items() if other is one), "again")
    return True


def renown(field: Field, unit: Unit) -> str:
    """Whose name helps a unit that has failed a test and is to roll for courage; "" for nobody's."""
    if not unit.failed:
        return ""
    known = TABLES.veterans.renowned_from
    return next((key for key, one in _with(field, unit) if one.deeds >= known and "renowned" not in one.used), "")


def win(field: Field, unit: Unit) -> None:
    """A standard was taken by a unit: a deed of whoever leads it, or is with it (Hispania 7)."""
    for _key, one in _with(field, unit):
        one.won += 1


def kill(field: Field, by: Unit, winner: Figure, fallen: Unit, figure: Figure) -> None:
    """A character that kills his equal hand to hand: leader and leader, officer and officer (Hispania 7)."""
    one, other = of_figure(field.state, by, winner), of_figure(field.state, fallen, figure)
    leaders = by.what == fallen.what == "leader"
    if one is not None and (leaders or (other is not None and one.officer_of and other.officer_of)):
        one.won += 1


# --- Command skills ---


def _knows(one: Veteran, skill: str) -> bool:
    return any(TABLES.veterans.skill_on(face) == skill for face in one.skills)


def able(field: Field, seat: Seat, skill: str) -> str:
    """The character of a side that has a skill and has not used it; "" for none."""
    for unit in field.state.on_table(seat):
        one = field.state.veterans.get(unit.id)
        if one is not None and _knows(one, skill) and skill not in one.used:
            return unit.id
    return ""


def steadies(field: Field, unit: Unit) -> bool:
    """Whether the roll that would put a unit to flight is rolled again, once a battle, since he is near."""
    key = able(field, unit.seat, "respected")
    if not key or not field.near(field.unit(key), unit, TABLES.reach.near):
        return False
    use(field, key, "respected")
    return True
