"""What a club may replace with its own: army lists, as documents and as tables (docs/askari-lists.md)."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulesets.askari import armies
from rulesets.askari.armies import Army, Person, Troop
from rulesets.contract import Account, DataKind, Entry, Problem, Sheet
from rulesets.vocabulary import Json

LISTS = "lists"
ARMIES = "armies"
WHOLE = "list"
"""What a row is that speaks of the whole list; an empty ``what`` is a unit."""
UNIT = "unit"
COLUMNS = (
    "what",
    "key",
    "name",
    "figures",
    "moves",
    "on_foot",
    "shooting",
    "melee",
    "courage",
    "save",
    "weapons",
    "piece",
    "team",
    "rules",
    "tags",
    "specials",
    "brigade",
    "allied",
    "price",
    "qualities",
    "assistants",
    "elements",
    "master",
    "aggression",
    "worth",
)
NUMBERS = ("figures", "shooting", "melee", "courage", "save", "price", "assistants", "elements", "aggression", "worth")
WORDS = ("weapons", "rules", "tags", "specials", "qualities")
SWITCHES = ("team", "allied")
YES, NO = ("yes", "true", "x", "1"), ("no", "false", "0")
HOUSE = "anglo_egyptian"
LONGEST_NUMBER = 9
_BETWEEN = re.compile(r"[\s|+&]+")

KINDS = (DataKind(key=LISTS, option=ARMIES, each=True, columns=COLUMNS),)


def check(document: Json) -> list[Problem]:
    """Everything wrong with a list. A hunting party has people and no units at all (Askari 12): only a hunt takes it, as its setup says."""
    found = armies.document_problems(document)
    party = isinstance(document, dict) and document.get("people") and not document.get("units")
    return [one for one in found if not (party and one.code == "too_few_units")]


def template() -> Json:
    """A list of the house, whole."""
    return plain(armies.LISTS[HOUSE])


def plain(army: Army) -> dict[str, Any]:
    """A list as plain JSON, without what is left out anyway."""
    return {**_plain(army), "units": [_plain(unit) for unit in army.units], "people": list(map(_plain, army.people))}


def _plain(row: Army | Troop | Person) -> dict[str, Any]:
    usual = dict(zip(row.__struct_fields__[::-1], row.__struct_defaults__[::-1], strict=False))
    told = msgspec.to_builtins(row)
    needed = [key for key in ("key", "what", "name", "figures") if key in told]
    return {
        key: list(told[key]) if isinstance(told[key], tuple) else told[key]
        for key in dict.fromkeys((*needed, *told))
        if key in needed or getattr(row, key) != usual.get(key, ())
    }


def account(document: Json) -> Account:
    """What each unit and person of a sound list costs, and the list in all (Askari E)."""
    return counted(msgspec.convert(document, Army))


def counted(army: Army) -> Account:
    units = [
        Entry(
            name=unit.name,
            count=unit.figures,
            each=None if unit.price is not None or unit.piece else armies.each(unit),
            points=armies.unit_points(unit),
        )
        for unit in army.units
    ]
    people = [Entry(name=one.name, count=1, points=armies.person_points(one)) for one in army.people]
    return Account(
        entries=(*units, *people),
        total=armies.points(army),
        per_cent=army.worth,
        doubts=tuple(armies.warnings(army)),
    )


# --- Tables ---------------------------------------------------------------------------------------------------------


def from_rows(rows: list[dict[str, str]]) -> Sheet:
    """A row for each unit and each person; one that is ``list`` names the whole and says how aggressive it is.

    Words of one cell are separated by spaces, ``|``, ``+`` or ``&``; a key that is left out is made of the name.
    """
    document: dict[str, Any] = {"name": "", "units": [], "people": []}
    origins: dict[str, int] = {}
    problems: list[Problem] = []
    used = {row.get("key", "") for row in rows}
    for number, row in enumerate(rows):
        told, wrong = _cells(row, number)
        problems += wrong
        what = str(told.pop("what", "")).lower()
        if what == WHOLE:
            document |= told
            continue
        if not told.get("key"):
            told["key"] = _key(str(told.get("name", "")), number, used)
        part = "units" if what in ("", UNIT) else "people"
        if part == "people":
            told["what"] = what
        origins[f"{part}[{len(document[part])}]"] = number
        document[part].append(told)
    return Sheet(document=document, problems=tuple(problems), origins=origins)


def _cells(row: Mapping[str, str], number: int) -> tuple[dict[str, Any], list[Problem]]:
    told: dict[str, Any] = {}
    wrong: list[Problem] = []
    for column, cell in row.items():
        if not cell:
            continue
        value = _value(column, cell)
        if isinstance(value, Problem):
            wrong.append(msgspec.structs.replace(value, place=f"rows[{number}].{column}"))
        else:
            told[column] = value
    return told, wrong


def _value(column: str, cell: str) -> Any:
    """A cell as the list has it, or what is wrong with it."""
    if column in NUMBERS:
        digits = cell.replace("−", "-").removeprefix("-")
        whole = digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER
        return int(cell.replace("−", "-")) if whole else Problem(code="not_a_number", data={"given": cell[:40]})
    if column in WORDS:
        return [word for word in _BETWEEN.split(cell) if word]
    if column in SWITCHES:
        if cell.lower() in YES + NO:
            return cell.lower() in YES
        return Problem(code="unknown_word", data={"given": cell[:40], "allowed": [YES[0], NO[0]]})
    return cell


def _key(name: str, number: int, used: set[str]) -> str:
    ascii_ = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = "-".join(re.findall(r"[a-z0-9]+", ascii_))[:30] or f"row-{number + 1}"
    key = next(one for one in (base, *(f"{base}-{again}" for again in range(2, 10_000))) if one not in used)
    used.add(key)
    return key


def to_rows(document: Json) -> list[dict[str, str]]:
    """A sound list as a table."""
    army = plain(msgspec.convert(document, Army))
    whole = {key: value for key, value in army.items() if key not in ("units", "people")}
    rows = [{"what": WHOLE, **whole}, *({"what": UNIT, **unit} for unit in army["units"]), *army["people"]]
    return [dict(_written(row)) for row in rows]


def _written(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in row.items():
        if isinstance(value, list | tuple):
            yield key, " ".join(value)
        elif isinstance(value, bool):
            yield key, YES[0] if value else NO[0]
        else:
            yield key, str(value)
