"""An army as a side brings it into a war: its units and characters, what they are worth, and what can be wrong with them."""

import unicodedata
from collections.abc import Iterable, Iterator

from msgspec import Struct

from campaigns.rules.names import LONGEST, is_control
from campaigns.rules.pack import Pack
from campaigns.rules.recordfile import ARMS, GRADES, RANKS, STATUSES, UNITS
from campaigns.rules.state import Character, Unit
from rulesets.contract import Problem

RULE = "Hispania 1"
MOST_FIGURES, MOST_POINTS, MOST_DEEDS = 1000, 10_000, 1000
MOST_WOUNDS, MOST_TRAITS = 100, 20
# Joiners hold emoji and several scripts together; other invisible characters can turn a line around.
JOINERS = "\u200c\u200d"


class Army(Struct, frozen=True, kw_only=True):
    """Units and characters in the order of the roster. ``list_key``: the sample list it was chosen from, if any."""

    units: tuple[Unit, ...] = ()
    characters: tuple[Character, ...] = ()
    list_key: str = ""

    def __bool__(self) -> bool:
        return bool(self.units or self.characters)


def army_points(army: Army) -> int:
    """What an army is worth: figures and command figures of every unit, and every character who is free to fight."""
    characters = sum(one.points for one in army.characters if one.status == "ready")
    return sum(unit.value for unit in army.units) + characters


def clean_text(text: str) -> str:
    """A name as it is kept: NFC, one line, no invisible characters, spaces trimmed. Any script, any emoji."""
    shown = (char for char in text if char in JOINERS or unicodedata.category(char) != "Cf")
    return unicodedata.normalize("NFC", " ".join("".join(shown).split()))


def check_army(pack: Pack, army: Army, *, under_way: bool = False) -> list[Problem]:
    """Everything wrong with an army; empty when a war can be fought with it.

    A new army is worth at most the pack's points, its units have figures and its characters no past. ``under_way``: the war has been
    fought on paper for a while, so the army may have grown, units may be gone and characters carry what befell them (Hispania 1).
    """
    found = [*_counts(army)]
    found += _twice("units", [unit.id for unit in army.units])
    found += _twice("characters", [one.id for one in army.characters])
    for index, unit in enumerate(army.units):
        found += check_unit(unit, f"units[{index}]", under_way=under_way)
    for index, one in enumerate(army.characters):
        found += check_character(one, f"characters[{index}]", under_way=under_way)
    points = army_points(army)
    if not under_way and points > pack.army_points:
        found.append(Problem(code="army_too_large", data={"points": points, "agreed": pack.army_points}, rule=RULE))
    return found


def _counts(army: Army) -> Iterator[Problem]:
    if not army.units:
        yield Problem(code="no_units", place="units")
    for place, count in (("units", len(army.units)), ("characters", len(army.characters))):
        if count > UNITS:
            yield Problem(code="too_many", place=place, data={"most": UNITS})


def _twice(place: str, keys: list[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, key in enumerate(keys):
        if key in seen:
            yield Problem(code="id_taken", place=f"{place}[{index}].id", data={"id": key})
        seen.add(key)


def check_unit(unit: Unit, place: str, *, under_way: bool = False) -> list[Problem]:
    """What is wrong with one unit by itself."""
    worth = unit.break_points
    return [
        *check_text(unit.name, f"{place}.name"),
        *(check_text(unit.id, f"{place}.id") if unit.id != unit.name else ()),
        *_one_of(unit.arm, ARMS, f"{place}.arm"),
        *_one_of(unit.grade, GRADES, f"{place}.grade"),
        *check_number(unit.figures, 0 if under_way else 1, MOST_FIGURES, f"{place}.figures"),
        *check_number(unit.points, 0, MOST_POINTS, f"{place}.points"),
        *check_number(unit.command, 0, MOST_POINTS, f"{place}.command"),
        *(check_number(worth, 0, MOST_POINTS, f"{place}.break_points") if worth is not None else ()),
    ]


def check_character(one: Character, place: str, *, under_way: bool = False) -> list[Problem]:
    """What is wrong with one character by himself (Hispania 7)."""
    found = [
        *check_text(one.name, f"{place}.name"),
        *(check_text(one.id, f"{place}.id") if one.id != one.name else ()),
        *_one_of(one.rank, RANKS, f"{place}.rank"),
        *check_number(one.points, 0, MOST_POINTS, f"{place}.points"),
    ]
    if under_way:
        return found + _check_past(one, place)
    if one.status != "ready" or one.wounds or one.deeds or one.skills or one.traits:
        found.append(Problem(code="has_a_past", place=place, data={"id": one.name}, rule="Hispania 7"))
    return found


def _check_past(one: Character, place: str) -> list[Problem]:
    found = [*_one_of(one.status, STATUSES, f"{place}.status")]
    found += check_number(one.deeds, 0, MOST_DEEDS, f"{place}.deeds")
    for name, values, most in (("wounds", one.wounds, MOST_WOUNDS), ("traits", one.traits, MOST_TRAITS)):
        if len(values) > most:
            found.append(Problem(code="too_many", place=f"{place}.{name}", data={"most": most}))
    for total in one.wounds:
        found += check_number(total, 2, 12, f"{place}.wounds")
    for face in one.skills:
        found += check_number(face, 1, 6, f"{place}.skills")
    if len(set(one.skills)) != len(one.skills):
        twice = next(face for face in one.skills if one.skills.count(face) > 1)
        found.append(Problem(code="twice", place=f"{place}.skills", data={"id": twice}))
    for trait in one.traits:
        found += check_text(trait, f"{place}.traits")
    return found


# --- Single values ------------------------------------------------------------------------------------


def check_text(text: str, place: str) -> Iterator[Problem]:
    """A name: something to see, at most 80 characters, NFC, no control characters."""
    if not text.strip(JOINERS + " "):
        yield Problem(code="empty", place=place)
    elif len(text) > LONGEST:
        yield Problem(code="too_long", place=place, data={"longest": LONGEST})
    elif any(map(is_control, text)):
        yield Problem(code="control_characters", place=place)
    elif text != unicodedata.normalize("NFC", text):
        yield Problem(code="not_nfc", place=place)


def check_number(value: int, low: int, high: int, place: str) -> Iterator[Problem]:
    if not low <= value <= high:
        yield Problem(code="out_of_range", place=place, data={"value": value, "low": low, "high": high})


def _one_of(value: str, known: Iterable[str], place: str) -> Iterator[Problem]:
    if value not in known:
        yield Problem(code="not_one_of", place=place, data={"value": value, "values": ", ".join(known)})
