"""Armies: the format of a list, what is wrong with one, and what it costs (Askari 2 and E)."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from rulesets.askari.profiles import Formed, Profile
from rulesets.askari.tables import TABLES
from rulesets.vocabulary import Problem

RULES = frozenset(
    (
        "agile",
        "fanatic",
        "mountaineer",
        "prisoner_gunners",
        "take_cover",
        "trained",
        "unbeliever",
        "poisoned",
        "powerful",
        "sniper",
        "pygmy",
    )
)
"""Special rules that a profile may carry (Askari 2.5)."""
SPECIALS = ("officer", "musician", "standard", "brigade_standard")
PEOPLE = (
    "leader",
    "army_musician",
    "army_standard",
    "sorcerer",
    "scout",
    "white_man",
    "gunbearer",
    "effendi",
    "interpreter",
    "correspondent",
    "signals",
    "hospital",
    "baggage",
    "sumptuous_baggage",
)
WEAPONS = (*TABLES.melee, *(key for key, weapon in TABLES.missile.items() if not weapon.is_piece))
PIECES = tuple(key for key, weapon in TABLES.missile.items() if weapon.is_piece)
"""What figures carry or fight with, and what a crew serves (Askari 2.4)."""
MOST_FIGURES = 40
MOST_UNITS = 30
HIGHEST_PRICE = 10_000
WORTH = (25, 400)
FEWEST_ELEMENTS = {"baggage": 3, "sumptuous_baggage": 5}
FEWEST_PORTERS = {"baggage": 6, "sumptuous_baggage": 10}


class Troop(Formed, frozen=True, kw_only=True, forbid_unknown_fields=True):  # type: ignore[misc]
    """A unit of a list (Askari 2.1)."""

    key: str
    figures: int
    specials: tuple[str, ...] = ()
    price: int | None = None
    """Points for the whole unit, where they are not the house's (a roster's)."""


class Person(Profile, frozen=True, kw_only=True, forbid_unknown_fields=True):  # type: ignore[misc]
    """Somebody, or something, that is no unit (Askari 2.3): ``elements`` of baggage, ``assistants`` of a leader."""

    key: str
    what: str
    qualities: tuple[str, ...] = ()
    assistants: int = 0
    elements: int = 0
    master: str = ""
    """Whose gunbearer he is: the key of a white man or of the leader."""
    price: int | None = None


class Army(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A list. ``aggression`` None: rolled (Askari 4)."""

    name: str
    units: tuple[Troop, ...]
    people: tuple[Person, ...] = ()
    aggression: int | None = None
    worth: int = 100
    """What the list is worth in hundredths of its points by the formula, as battles have shown it (docs/askari-balance.md)."""


# --- Points (Askari E) ----------------------------------------------------------------------------------------------


def moves_as(troop: Troop | Person) -> str:
    """The row of the movement table."""
    piece = troop.piece if isinstance(troop, Troop) else ""
    return TABLES.missile[piece].moves_as if piece else troop.moves


def _profile(troop: Troop | Person, *, mounted: bool) -> int:
    table = TABLES.points
    points = table.movement.get(moves_as(troop), 0) + (troop.shooting or 0) + (troop.melee or 0)
    if troop.courage:
        points += table.courage_from - troop.courage
    if mounted:
        points += table.save_cavalry
    weapons = [TABLES.missile.get(weapon) or TABLES.melee[weapon] for weapon in troop.weapons]
    return points + sum(weapon.points for weapon in weapons) + sum(table.rules.get(rule, 0) for rule in troop.rules)


def each(troop: Troop) -> int:
    """A plain figure of a unit."""
    return _profile(troop, mounted=is_mounted(troop))


def each_of_price(troop: Troop, price: int) -> int:
    """What a plain figure is worth in a unit that has a price of its own: its special figures set apart, rounded down."""
    specials = sum(TABLES.points.specials["standard" if one == "brigade_standard" else one] for one in troop.specials)
    return max(0, price - specials) // max(1, troop.figures)


def unit_points(troop: Troop) -> int:
    """The whole unit, with its piece and its special figures."""
    if troop.price is not None:
        return troop.price
    table = TABLES.points.specials
    extras = sum(table["standard" if special == "brigade_standard" else special] for special in troop.specials)
    piece = TABLES.missile[troop.piece].points if troop.piece else 0
    return each(troop) * troop.figures + extras + piece + table["team"] * troop.team


def person_points(person: Person) -> int:
    """One of the people; a leader by the formula, all others at the book's or the house's price."""
    if person.price is not None:
        return person.price
    table = TABLES.points
    if person.what == "leader":
        more = max(0, len(person.qualities) - 1) * table.specials["second_quality"]
        return _profile(person, mounted=person.moves == "mounted") + table.specials["leader"] + more
    if person.what == "army_musician":
        return _profile(person, mounted=False) + table.specials["army_musician"]
    if person.what == "scout":
        return table.fixed[f"scout_{person.on_foot or 'native'}"]
    return table.fixed[person.what]


def formula_points(army: Army) -> int:
    """By the formula, whatever battles have shown."""
    return sum(map(unit_points, army.units)) + sum(map(person_points, army.people))


def points(army: Army) -> int:
    """What a list counts for when two are made equal."""
    return formula_points(army) * army.worth // 100


def captured(troop: Troop) -> Troop:
    """A piece that was taken, served by its captors (Askari 9.1.4, D)."""
    return msgspec.structs.replace(troop, tags=(*(tag for tag in troop.tags if tag != "captured"), "captured"))


def shooting_of(troop: Troop) -> int | None:
    """D, one less for captors who serve a piece that they were not trained for (Askari D)."""
    if troop.shooting is None or not troop.piece or "captured" not in troop.tags or "trained" in troop.rules:
        return troop.shooting
    return max(0, troop.shooting - 1)


def is_mounted(troop: Troop | Person) -> bool:
    return troop.moves == "mounted"


# --- Typed lists (docs/askari-lists.md) -----------------------------------------------------------------------------

LONGEST_TEXT, MOST_LINES, LONGEST_NAME, MOST_WORDS = 30_000, 1_000, 60, 12
KEY = re.compile(r"[a-z0-9][a-z0-9_+-]{0,39}")
_LINE = re.compile(r"at line (\d+), column (\d+)")
_WHERE = re.compile(r" - at `\$\.?(.*)`$")
PARTS: tuple[tuple[str, type[Troop] | type[Person]], ...] = (("units", Troop), ("people", Person))


def parse(text: str) -> Army | list[Problem]:
    """A list as a club types it (TOML), or everything that is wrong with it, each with its place."""
    lines = text.count("\n") + 1
    if len(text) > LONGEST_TEXT or lines > MOST_LINES:
        data = {"letters": LONGEST_TEXT, "lines": MOST_LINES}
        return [Problem(code="list_too_long", data=data, place="list")]
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        line = int(found.group(1)) if found else lines
        return [Problem(code="not_toml", data={"line": line, "detail": str(error)}, place=f"line {line}")]
    except (RecursionError, ValueError) as error:
        # Deeper than anybody types, or a number of more digits than are read.
        return [Problem(code="not_toml", data={"line": 1, "detail": type(error).__name__}, place="line 1")]
    wrong = list(_shapes(given))
    if wrong:
        return wrong
    army = msgspec.convert(given, Army)
    return list(_problems(army)) or army


def _shapes(given: dict[str, Any]) -> Iterator[Problem]:
    """What is missing, unknown or of another kind: each unit and person judged by itself."""
    for part, kind in PARTS:
        rows = given.get(part, [])
        if not isinstance(rows, list):
            yield Problem(code="bad_row", data={"detail": "Expected `array`"}, place=part)
            return
        for number, row in enumerate(rows[: MOST_UNITS + 1]):
            try:
                msgspec.convert(row, kind)
            except msgspec.ValidationError as error:
                yield _misshapen(error, f"{part}[{number}]")
    head = {key: value for key, value in given.items() if key not in ("units", "people")}
    try:
        msgspec.convert({**head, "units": []}, Army)
    except msgspec.ValidationError as error:
        yield _misshapen(error, "")
    if "units" not in given:
        yield Problem(code="bad_row", data={"detail": "Object missing required field `units`"}, place="units")


def _misshapen(error: msgspec.ValidationError, place: str) -> Problem:
    told = str(error)
    where = _WHERE.search(told)
    inner = where.group(1) if where else ""
    return Problem(
        code="bad_row", data={"detail": _WHERE.sub("", told)}, place=".".join(one for one in (place, inner) if one)
    )


# --- What is wrong --------------------------------------------------------------------------------------------------


def read(given: Any) -> Army | Problem:
    """An army out of plain JSON, or the name of a sample list."""
    if isinstance(given, str):
        return (
            LISTS.get(given) or PARTIES.get(given) or Problem(code="unknown_list", data={"list": given}, place="army")
        )
    try:
        return msgspec.convert(given, Army)
    except msgspec.ValidationError as error:
        return Problem(code="broken_list", data={"detail": str(error)}, place="army")


def document_problems(document: Any) -> list[Problem]:
    """Everything wrong with a list as plain JSON; places are places in it."""
    if not isinstance(document, dict):
        return [Problem(code="bad_row", data={"detail": "Expected `object`"})]
    wrong = list(_shapes(document))
    return wrong or list(_problems(msgspec.convert(document, Army)))


def problems(army: Army, place: str = "army") -> list[Problem]:
    """Everything that makes a list unplayable, in reading order; what merely lies outside the book's ranges is ``warnings``' to say."""
    return [msgspec.structs.replace(problem, place=f"{place}.{problem.place}") for problem in _problems(army)]


def each_wrong(army: Army) -> Iterator[Problem]:
    """What is wrong with the units and people of a list, each by itself."""
    for number, troop in enumerate(army.units):
        for problem in _troop(troop):
            yield msgspec.structs.replace(problem, place=f"units[{number}].{problem.place}")
    for number, person in enumerate(army.people):
        for problem in _person(person, army):
            yield msgspec.structs.replace(problem, place=f"people[{number}].{problem.place}")


def _problems(army: Army) -> Iterator[Problem]:
    if not 0 <= len(army.units) + len(army.people) <= MOST_UNITS:
        yield Problem(code="too_many_units", data={"most": MOST_UNITS}, place="units")
    if army.aggression is not None and army.aggression not in TABLES.aggression.factors:
        yield Problem(code="bad_aggression", data={"given": army.aggression}, rule="Askari 4", place="aggression")
    low, high = WORTH
    if not low <= army.worth <= high:
        data = {"low": low, "high": high, "given": army.worth}
        yield Problem(code="out_of_range", data=data, rule="Askari E", place="worth")
    if len(army.name) > LONGEST_NAME:
        yield Problem(code="too_long", data={"most": LONGEST_NAME}, place="name")
    yield from _keys(army)
    yield from each_wrong(army)
    yield from _whole(army)


def _keys(army: Army) -> Iterator[Problem]:
    """Keys that are empty, of other letters, or used before."""
    used: set[str] = set()
    parts: dict[str, tuple[Troop | Person, ...]] = {"units": army.units, "people": army.people}
    for part, rows in parts.items():
        for number, row in enumerate(rows):
            place = f"{part}[{number}].key"
            if row.key in used or not row.key:
                yield Problem(code="key_twice", data={"key": row.key}, place=place)
            elif not KEY.fullmatch(row.key):
                yield Problem(code="bad_key", data={"key": row.key}, place=place)
            used.add(row.key)


def _whole(army: Army) -> Iterator[Problem]:
    """List rules of the house (Askari E)."""
    rule = "Askari E"
    leaders = sum(person.what == "leader" for person in army.people)
    if leaders != 1:
        yield Problem(code="one_leader", data={"leaders": leaders}, rule=rule, place="people")
    if len(army.units) < 2:
        yield Problem(code="too_few_units", data={"fewest": 2}, rule=rule, place="units")
    most = {"white_man": 2, "gunbearer": 3}
    for what, times in sorted(Counter(person.what for person in army.people).items()):
        if what in PEOPLE and what != "leader" and times > most.get(what, 1):
            yield Problem(
                code="too_many_of_a_kind", data={"what": what, "most": most.get(what, 1)}, rule=rule, place="people"
            )
    if sum(person.what.endswith("baggage") for person in army.people) > 1:
        yield Problem(code="too_many_of_a_kind", data={"what": "baggage", "most": 1}, rule=rule, place="people")
    for person in army.people:
        taking = len(army.units) + sum(one.what == "scout" for one in army.people)
        if "martinet" in person.qualities and taking < 3:
            yield Problem(code="martinet_needs_units", data={"fewest": 3}, rule="Askari 2.3.1", place="people")
        if "sumptuous" in person.qualities and not any(one.what == "sumptuous_baggage" for one in army.people):
            yield Problem(code="sumptuous_needs_baggage", rule="Askari 2.3.1", place="people")
        if person.what == "sumptuous_baggage" and not any("sumptuous" in one.qualities for one in army.people):
            yield Problem(code="baggage_needs_sumptuous", rule="Askari 2.3.14", place="people")


def _weapons(troop: Troop | Person) -> Iterator[Problem]:
    mounts = troop.moves in TABLES.vehicles
    for weapon in troop.weapons:
        if weapon in TABLES.melee:
            if TABLES.melee[weapon].trained and "trained" not in troop.rules:
                yield Problem(code="needs_training", data={"weapon": weapon}, rule="Askari R14", place="weapons")
            if TABLES.melee[weapon].charging and not is_mounted(troop):
                yield Problem(code="needs_mount", data={"weapon": weapon}, rule="Askari 2.4", place="weapons")
        elif weapon not in TABLES.missile or (TABLES.missile[weapon].is_piece and not mounts):
            data = {"weapon": weapon, "allowed": [*WEAPONS, *PIECES] if mounts else list(WEAPONS)}
            yield Problem(code="unknown_weapon", data=data, rule="Askari 2.4", place="weapons")
    for rule in troop.rules:
        if rule not in RULES:
            data = {"rule": rule, "allowed": sorted(RULES)}
            yield Problem(code="unknown_rule", data=data, rule="Askari 2.5", place="rules")


def _values(troop: Troop | Person) -> Iterator[Problem]:
    if not 1 <= len(troop.name) <= LONGEST_NAME:
        yield Problem(code="too_long", data={"most": LONGEST_NAME}, place="name")
    for words in ("weapons", "rules", "tags"):
        if len(getattr(troop, words)) > MOST_WORDS or any(len(one) > LONGEST_NAME for one in getattr(troop, words)):
            yield Problem(code="too_long", data={"most": MOST_WORDS}, place=words)
    if troop.price is not None and not 0 <= troop.price <= HIGHEST_PRICE:
        yield Problem(
            code="out_of_range",
            data={"low": 0, "high": HIGHEST_PRICE, "given": troop.price},
            rule="Askari E",
            place="price",
        )
    save = troop.save if isinstance(troop, Troop) else None
    if save is not None and not 2 <= save <= 6:
        yield Problem(code="out_of_range", data={"low": 2, "high": 6, "given": save}, rule="Askari 8.4", place="save")
    for name, most in (("shooting", 9), ("melee", 12), ("courage", 6)):
        value = getattr(troop, name)
        if value is not None and not 0 <= value <= most:
            yield Problem(
                code="out_of_range", data={"low": 0, "high": most, "given": value}, rule="Askari 2.1", place=name
            )


def _unknown_movement(moves: str, place: str) -> Problem:
    data = {"moves": moves, "allowed": sorted(TABLES.movement)}
    return Problem(code="unknown_movement", data=data, rule="Askari 2.2", place=place)


def _vehicle(troop: Troop) -> Iterator[Problem]:
    if troop.figures != 1:
        data = {"low": 1, "high": 1, "given": troop.figures}
        yield Problem(code="out_of_range", data=data, rule="Askari H44", place="figures")
    if troop.melee is not None:
        yield Problem(code="vehicle_never_fights", rule="Askari H44", place="melee")


def _troop(troop: Troop) -> Iterator[Problem]:
    if not 1 <= troop.figures <= MOST_FIGURES:
        yield Problem(
            code="out_of_range", data={"low": 1, "high": MOST_FIGURES, "given": troop.figures}, place="figures"
        )
    if troop.piece:
        weapon = TABLES.missile.get(troop.piece)
        if weapon is None or not weapon.is_piece:
            data = {"weapon": troop.piece, "allowed": list(PIECES)}
            yield Problem(code="unknown_weapon", data=data, rule="Askari 2.4", place="piece")
        elif troop.moves:
            yield Problem(code="piece_moves_itself", data={"moves": weapon.moves_as}, rule="Askari 2.2", place="moves")
    elif troop.moves not in TABLES.movement:
        yield _unknown_movement(troop.moves, "moves")
    if troop.on_foot and troop.on_foot not in TABLES.movement:
        yield _unknown_movement(troop.on_foot, "on_foot")
    if troop.moves in TABLES.vehicles:
        yield from _vehicle(troop)
    if troop.team and not troop.piece:
        yield Problem(code="team_without_piece", rule="Askari H22", place="team")
    for special, times in sorted(Counter(troop.specials).items()):
        if special not in SPECIALS or times > 1 or len(troop.specials) > troop.figures:
            data = {"special": special, "allowed": list(SPECIALS)}
            yield Problem(code="bad_special", data=data, rule="Askari E", place="specials")
    yield from _values(troop)
    yield from _weapons(troop)


def _person(person: Person, army: Army) -> Iterator[Problem]:
    if person.what not in PEOPLE:
        data = {"what": person.what, "allowed": list(PEOPLE)}
        yield Problem(code="unknown_person", data=data, rule="Askari 2.3", place="what")
        return
    if person.what not in ("hospital",) and person.moves not in TABLES.movement:
        yield _unknown_movement(person.moves, "moves")
    if person.what.endswith("baggage"):
        porters = person.moves == "porters"
        fewest = (FEWEST_PORTERS if porters else FEWEST_ELEMENTS)[person.what]
        if not fewest <= person.elements <= 20:
            yield Problem(code="out_of_range", data={"low": fewest, "high": 20}, rule="Askari 2.3.14", place="elements")
    if person.qualities and person.what != "leader":
        yield Problem(code="quality_of_leader", rule="Askari 2.3.1", place="qualities")
    for quality in person.qualities:
        if quality not in TABLES.qualities or len(person.qualities) > 2:
            data = {"quality": quality, "allowed": sorted(TABLES.qualities)}
            yield Problem(code="unknown_quality", data=data, rule="Askari 2.3.1", place="qualities")
    if not 0 <= person.assistants <= (3 if person.what in ("leader", "signals") else 0):
        yield Problem(code="out_of_range", data={"low": 0, "high": 3}, rule="Askari 2.3.1", place="assistants")
    if person.what == "gunbearer":
        masters = {one.key for one in army.people if one.what in ("white_man", "leader")}
        if person.master not in masters:
            yield Problem(
                code="gunbearer_needs_master", data={"master": person.master}, rule="Askari 2.3.8", place="master"
            )
    yield from _says_no(person)
    yield from _values(person)
    yield from _weapons(person)


def _says_no(person: Person) -> Iterator[Problem]:
    """Values that a person's profile says NO to; a European standard-bearer's revolver is fired with D 0 (Askari 2.3, X10)."""
    no = TABLES.says_no
    given = {"shooting": person.shooting, "melee": person.melee, "courage": person.courage}
    barred = {
        "shooting": person.what in no.shooting,
        "melee": person.what in no.melee,
        "courage": person.what not in no.tested,
    }
    if person.what == "army_standard" and "european" in person.tags and person.shooting == 0:
        barred["shooting"] = False
    for name, value in given.items():
        if value is not None and barred[name]:
            yield Problem(code="says_no", data={"what": person.what}, rule="Askari 2.3", place=name)


def warnings(army: Army) -> list[Problem]:
    """What lies outside the book's ranges for its type (Askari 2.2.1): a club may play it."""
    told = []
    for number, troop in enumerate(army.units):
        for name, (low, high) in TABLES.ranges.get(troop.moves, {}).items():
            value = getattr(troop, name)
            if value is not None and not low <= value <= high:
                data = {"low": low, "high": high, "given": value}
                told.append(Problem(code="unusual", data=data, rule="Askari 2.2.1", place=f"units[{number}].{name}"))
    return told


def _load(name: str) -> dict[str, Army]:
    text = files("rulesets.askari").joinpath(name).read_text()
    return msgspec.convert(tomllib.loads(text), dict[str, Army])


LISTS = _load("lists.toml")
"""Our own armies, by key."""
PARTIES = _load("parties.toml")
"""Our own hunting parties (Askari 12)."""
