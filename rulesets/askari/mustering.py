"""Armies and rosters into units that can be put on the table, and the characters of a campaign among them (Askari 2, E)."""

import msgspec

from rulesets.askari import armies
from rulesets.askari.armies import Army, Person, Troop
from rulesets.askari.placing import figures_of
from rulesets.askari.profiles import Formed, Profile, shared
from rulesets.askari.state import Kind, Unit, Veteran
from rulesets.askari.tables import TABLES
from rulesets.contract import Force, Problem, UnitIn
from rulesets.vocabulary import Seat


def of_roster(force: Force) -> Army | Problem:
    """A campaign's force. A unit without an Askari profile has the house's, by its arm (Askari E)."""
    found = _mustered(force)
    return found if isinstance(found, Problem) else found[0]


def _mustered(force: Force) -> tuple[Army, dict[str, str]] | Problem:
    """The army, and which unit each character that is no person of his own is the officer of, by their ids."""
    people: list[Person] = []
    place = "units"
    try:
        troops = [_troop_of(unit) for unit in force.units]
        place = "characters"
        led = _gather(force, troops, people)
    except msgspec.ValidationError as error:
        return Problem(code="broken_list", data={"detail": str(error)}, place=f"{place}.profile")
    return Army(name="", units=tuple(troops), people=tuple(people)), led


def veterans_of(seat: Seat, force: Force) -> dict[str, Veteran]:
    """The characters of a roster, with what they bring from their campaign (Askari E)."""
    found = _mustered(force)
    if isinstance(found, Problem):
        return {}
    army, led = found
    there = {one.key for one in army.people} | led.keys()
    return {
        f"{seat}:{one.id}": Veteran(
            wounds=one.wounds,
            deeds=one.deeds,
            skills=one.skills,
            officer_of=f"{seat}:{led[one.id]}" if one.id in led else "",
        )
        for one in force.characters
        if one.id in there
    }


def _gather(force: Force, troops: list[Troop], people: list[Person]) -> dict[str, str]:
    """The characters: people of their own, each kind once; the others are officers of the largest units that have none.

    Where every unit has its officer, he is the largest one's that no other character leads. Answers with whom each of these leads.
    """
    led: dict[str, str] = {}
    for character in force.characters:
        profile = character.profile or {}
        known = profile.get("what", "")
        if known and not any(one.what == known for one in people):
            about = {"key": character.id, "name": character.name, "price": character.points}
            people.append(msgspec.convert({**profile, **about}, Person))
            continue
        what = "leader" if character.rank == "general" else "army_standard" if character.rank == "standard" else ""
        if what and not any(one.what == what for one in people):
            moves = "native" if character.native else "irregular"
            melee = 3 if what == "leader" else 2
            person = Person(
                key=character.id,
                what=what,
                name=character.name,
                moves=moves,
                shooting=1 if what == "leader" else None,
                melee=melee,
                weapons=("hand_weapon",),
                price=character.points,
            )
            people.append(person)
            continue
        free = [troop for troop in troops if not troop.piece and troop.figures and troop.key not in led.values()]
        if free:
            biggest = max(free, key=lambda troop: ("officer" not in troop.specials, troop.figures, troop.key))
            led[character.id] = biggest.key
            if "officer" not in biggest.specials:
                specials = ("officer", *biggest.specials)[: biggest.figures]
                troops[troops.index(biggest)] = msgspec.structs.replace(biggest, specials=specials)
    return led


def _troop_of(unit: UnitIn) -> Troop:
    if unit.profile:
        price = unit.figures * unit.points + unit.command
        about = {"key": unit.id, "name": unit.name, "figures": unit.figures, "price": price}
        troop = msgspec.convert({**unit.profile, **about}, Troop)
        # Of a company that has shrunk, those who are left carry what they can.
        return msgspec.structs.replace(troop, specials=troop.specials[: unit.figures])
    row = TABLES.roster["cavalry" if unit.arm == "cavalry" else "native" if unit.native else "infantry"]
    special = unit.grade == "special"
    return Troop(
        key=unit.id,
        name=unit.name,
        figures=unit.figures,
        moves=row.moves,
        on_foot="irregular" if row.moves == "mounted" else "",
        shooting=row.shooting,
        melee=row.melee + special,
        courage=row.courage - special,
        weapons=row.weapons,
        specials=("officer",) if unit.command else (),
        price=unit.figures * unit.points + unit.command,
    )


def units_of(seat: Seat, army: Army) -> list[Unit]:
    """The units of a side, not yet on the table."""
    return [*(_unit(seat, troop) for troop in army.units), *(_person(seat, person) for person in army.people)]


def _unit(seat: Seat, troop: Troop) -> Unit:
    key = f"{seat}:{troop.key}"
    number = 1 if troop.piece else troop.figures
    return Unit(
        **shared(troop, Formed) | {"shooting": armies.shooting_of(troop)},
        id=key,
        seat=seat,
        kind="piece" if troop.piece else "unit",
        each=armies.each(troop) if troop.price is None else armies.each_of_price(troop, troop.price),
        price=armies.unit_points(troop),
        starting=troop.figures,
        figures=figures_of(key, number, () if troop.piece else troop.specials),
        crew=troop.figures if troop.piece else 0,
        mounted=troop.moves == "mounted",
        ranks=1 if number == 1 else 2,
    )


def _person(seat: Seat, person: Person) -> Unit:
    key = f"{seat}:{person.key}"
    kinds: dict[str, Kind] = {
        "scout": "scout",
        "hospital": "hospital",
        "baggage": "baggage",
        "sumptuous_baggage": "baggage",
    }
    kind = kinds.get(person.what, "person")
    number = person.elements or 1
    price = armies.person_points(person)
    return Unit(
        **shared(person, Profile),
        id=key,
        seat=seat,
        kind=kind,
        what=person.what,
        qualities=person.qualities,
        master=f"{seat}:{person.master}" if person.master else "",
        assistants=3 if person.what == "signals" else person.assistants,
        each=price,
        price=price,
        starting=number,
        figures=figures_of(key, number),
        mounted=person.moves == "mounted",
        ranks=1 if number == 1 else 2,
    )
