"""The campaign record, version 1: reading a file into plain values, each thing with its place.

The format is described in ``docs/campaign-record.md``. What stands here judges shape and size; whether the rules allow it is for
``record.play``.
"""

import json
import re
import tomllib
from typing import Any

from msgspec import Struct

from campaigns.rules.pack import Pack, bundled, bundled_keys, decode
from campaigns.rules.packcheck import problems
from campaigns.rules.places import Node, depth, refuse
from campaigns.rules.state import Character, Unit

BYTES, YEARS, UNITS, DEPTH = 4 * 1024 * 1024, 200, 500, 8
FIGURES, POINTS = 9999, 100_000
"""More than any table holds: figures of a unit (and its break points), points of a figure."""
LAST_YEAR = 2 * YEARS
CORRECTIONS = 10_000
LARGEST = 2**53
CHOICES = 1000
MOST = 1_000_000
NOTES = 2000
SEED_LENGTH = 200

TOP = frozenset(("record", "campaign", "sides", "start", "years", "pack", "corrections", "former"))
CAMPAIGN = frozenset(("name", "pack", "years", "seed", "readings", "dice"))
START = frozenset(("year", "vp", "flags"))
# More parts than any place in a record has; tomllib takes a time that grows with their square.
MANY_DOTS = re.compile(r"""(?m)(?:^|[\[{,])[ \t]*+(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){32}""")
UNIT = frozenset(("id", "name", "arm", "grade", "native", "figures", "points", "command", "break_points"))
CHARACTER = frozenset(("id", "name", "rank", "native", "points", "status", "wounds", "deeds", "skills", "traits"))
YEAR = frozenset(
    ("number", "skipped", "orders", "setup", "muster", "battle", "dice", "choices", "stop", "proof", "entered")
)
CHOICE = frozenset(("kind", "side", "character", "answer", "stage", "after", "year"))
STAGES = ("orders", "choices", "muster", "battle", "aftermath")
PROOFS = 1000
ARMS, GRADES = ("infantry", "cavalry", "other"), ("common", "special")
RANKS = ("general", "subordinate", "standard", "leader", "other")
STATUSES = ("ready", "dead", "captured", "recalled", "replaced")
CHOICE_KINDS = (
    "ransom",
    "stake_all",
    "obey_recall",
    "spend_reroll",
    "standing_reroll",
    "lose_points",
    "spend_grant",
    "replace_general",
    "successor",
    "surrender",
    "skip",
    "length",
)


class ChoiceNode(Struct, kw_only=True):
    """A choice of the file, not yet made.

    ``stage`` and ``after``: when it was made, where that matters: in that stage, after so many of its decisions.
    """

    kind: str
    side: str
    node: Node
    stage: str = ""
    after: int = 0
    used: bool = False


class RecordYear(Struct, kw_only=True):
    """A year as it stands in the file. ``stop``: the year is still open after so many decisions.

    ``proof`` and ``entered`` mean nothing to the rules; they are kept for whoever writes the record again.
    """

    number: int
    skipped: bool
    node: Node
    choices: list[ChoiceNode]
    stop: int | None = None
    proof: list[Any] = []
    entered: list[Any] = []


class RecordFile(Struct, kw_only=True):
    """A file that can be read: the campaign, the armies, and the years as they stand in it."""

    name: str
    pack: Pack
    agreed: int
    seed: str
    readings: dict[str, str]
    by_hand: bool
    units: dict[str, tuple[Unit, ...]]
    characters: dict[str, tuple[Character, ...]]
    start_year: int
    earned: dict[str, int]
    flags: tuple[str, ...]
    years: list[RecordYear]
    corrections: list[Any]
    former: list[Any]
    frozen_pack: bool = False


def looks_like_toml(raw: bytes) -> bool:
    """Whether a file is TOML rather than JSON, by what it begins with: no TOML begins with a brace."""
    return not raw.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")


def parse(raw: bytes, *, toml: bool | None = None) -> Any:
    """Bytes to a document. ``toml`` None: look. Raises Refused for what is no TOML or JSON, or too large or too deep."""
    if len(raw) > BYTES:
        raise refuse("", "file_too_large", most=BYTES)
    if toml is None:
        toml = looks_like_toml(raw)
    try:
        text = raw.decode("utf-8-sig")
        document = _toml(text) if toml else _json(text)
    except UnicodeDecodeError as error:
        raise refuse("", "not_utf8", byte=error.start) from error
    except (ValueError, RecursionError) as error:
        raise refuse("", "not_toml" if toml else "not_json", detail=str(error)[:200]) from error
    # A frozen pack is a document of its own, with its own depth.
    inner = {k: v for k, v in document.items() if k != "pack"} if isinstance(document, dict) else document
    if depth(inner, DEPTH) > DEPTH or depth(document, 2 * DEPTH) > 2 * DEPTH:
        raise refuse("", "too_deep", most=DEPTH)
    return document


def _toml(text: str) -> Any:
    if MANY_DOTS.search(text):
        raise refuse("", "too_deep", most=DEPTH)
    return tomllib.loads(text)


def _json(text: str) -> Any:
    return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_table)


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not a number")


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object with every key once: of two values of one key, nobody could say which was meant."""
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("one table has the same key twice")
    return table


def read(document: Any) -> RecordFile:
    """A document to a record. Raises Refused with the place and the reason."""
    top = Node(document).table(TOP)
    if top["record"].number(1, 1) != 1:
        raise top["record"].refuse("unknown_version")
    campaign = top["campaign"].table(CAMPAIGN)
    pack, frozen = _pack(top, campaign["pack"])
    sides = top["sides"].table(frozenset(pack.sides))
    start = top.get("start", {}).table(START)
    agreed = campaign["years"].number(1, YEARS)
    record = RecordFile(
        name=campaign["name"].text(),
        pack=pack,
        frozen_pack=frozen,
        agreed=agreed,
        seed=campaign.get("seed", "").text(SEED_LENGTH, empty_ok=True),
        readings=_readings(pack, campaign.get("readings", {})),
        by_hand=campaign.get("dice", "program").one_of(("program", "hand")) == "hand",
        units={side: _units(sides[side]) for side in pack.side_keys},
        characters={side: _characters(sides[side]) for side in pack.side_keys},
        start_year=start.get("year", 1).number(1, LAST_YEAR),
        earned=_earned(pack, start),
        flags=_flags(pack, start),
        years=[],
        corrections=_unread(top.get("corrections", []), CORRECTIONS),
        former=_unread(top.get("former", []), PROOFS),
    )
    if record.start_year > agreed and not any(decides(flag) for flag in record.flags):
        raise start["year"].refuse("out_of_range", value=record.start_year, low=1, high=agreed)
    record.years = _years(pack, record.start_year, top.get("years", []))
    return record


def _pack(top: Node, key: Node) -> tuple[Pack, bool]:
    """The pack a record names: its own frozen copy, else the one that comes with the program."""
    name = key.text()
    if "pack" in top:
        frozen = top["pack"].table(frozenset(("digest", "document")))
        try:
            pack = decode(frozen["document"].table().value)
        except Exception as error:
            # msgspec says where; whatever is wrong with a foreign pack is a refusal, not a fault.
            raise frozen["document"].refuse("bad_pack", detail=str(error)[:200]) from error

        if found := problems(pack):
            raise frozen["document"].refuse("bad_pack", detail=f"{found[0].place}: {found[0].code}")
        if pack.digest != frozen["digest"].text():
            raise frozen["digest"].refuse("wrong_digest")
        if pack.key != name:
            raise key.refuse("unknown_pack", name=name)
        return pack, True
    if name not in bundled_keys():
        raise key.refuse("unknown_pack", name=name)
    return bundled(name), False


def _readings(pack: Pack, node: Node) -> dict[str, str]:
    found = {}
    for key, value in node.items():
        if key not in pack.readings:
            raise value.refuse("unknown_key", key=key)
        if isinstance(value.value, int) and not isinstance(value.value, bool):
            value.value = str(value.value)
        found[key] = value.one_of(tuple(pack.readings[key].options))
    return found


def _earned(pack: Pack, start: Node) -> dict[str, int]:
    points = start.get("vp", {}).table(frozenset(pack.sides))
    return {side: points.get(side, 0).number(-1000, 1000) for side in pack.side_keys}


def known_flags(pack: Pack) -> set[str]:
    """Every flag that the pack's events can leave behind."""
    found = {"stake_all"}
    for roller, rows in pack.events.items():
        enemy = next(side for side in pack.side_keys if side != roller)
        for row in rows:
            for effect in row.effects:
                whose = getattr(effect, "whose", "")
                sides = {"self": [roller], "enemy": [enemy]}.get(whose, list(pack.side_keys))
                found.update(flag for side in sides if (flag := _flag(effect, side)))
    return found


def _flag(effect: Any, side: str) -> str:
    match type(effect).__name__:
        case "MustAct":
            return f"{side}.must_{effect.action}"
        case "Garrison":
            return f"{side}.garrison"
        case "Reroll":
            return f"{side}.reroll"
        case "Immune":
            return f"{side}.immune_{effect.roll}"
        case "ModifyRoll" if effect.lasts != "this_year":
            return f"{side}.{effect.roll}{effect.amount:+d}"
        case "OrderHome":
            return f"recall.{side}"
        case "DoubleVP":
            return "vp_doubled"
    return ""


def decides(flag: str) -> bool:
    """Whether a flag owes a last battle, which is fought even after the last agreed year."""
    return flag == "stake_all" or flag.startswith("recall.")


def _flags(pack: Pack, start: Node) -> tuple[str, ...]:
    known = known_flags(pack)
    found: list[str] = []
    for node in start.get("flags", []).list(100):
        flag = node.text()
        if flag not in known:
            raise node.refuse("unknown_flag", flag=flag)
        if flag in found:
            raise node.refuse("twice", id=flag)
        found.append(flag)
    return tuple(found)


# --- Armies -------------------------------------------------------------------------------------------


def unit_of(node: Node) -> Unit:
    node.table(UNIT)
    name = node["name"].text()
    worth = node.get("break_points")
    return Unit(
        id=node.get("id", name).text(),
        name=name,
        arm=node.get("arm", "infantry").one_of(ARMS),  # type: ignore[arg-type]
        grade=node.get("grade", "common").one_of(GRADES),  # type: ignore[arg-type]
        native=node.get("native", False).truth(),
        figures=node["figures"].number(0, FIGURES),
        points=node["points"].number(0, POINTS),
        command=node.get("command", 0).number(0, POINTS),
        break_points=None if worth.value is None else worth.number(0, FIGURES),
    )


def character_of(node: Node) -> Character:
    node.table(CHARACTER)
    name = node["name"].text()
    return Character(
        id=node.get("id", name).text(),
        name=name,
        rank=node.get("rank", "leader").one_of(RANKS),  # type: ignore[arg-type]
        native=node.get("native", False).truth(),
        points=node.get("points", 0).number(0, POINTS),
        status=node.get("status", "ready").one_of(STATUSES),  # type: ignore[arg-type]
        wounds=tuple(wound.number(2, 12) for wound in node.get("wounds", []).list(100)),
        deeds=node.get("deeds", 0).number(0, 1000),
        skills=_distinct([skill.number(1, 6) for skill in node.get("skills", []).list(6)], node.get("skills")),
        traits=tuple(trait.text() for trait in node.get("traits", []).list(20)),
    )


def _distinct(values: list[int], node: Node) -> tuple[int, ...]:
    if len(set(values)) != len(values):
        raise node.refuse("twice", id=str(values))
    return tuple(values)


def _units(side: Node) -> tuple[Unit, ...]:
    side.table(frozenset(("units", "characters")))
    nodes = side.get("units", []).list(UNITS)
    return _unique([(node, unit_of(node)) for node in nodes])


def _characters(side: Node) -> tuple[Character, ...]:
    nodes = side.get("characters", []).list(UNITS)
    return _unique([(node, character_of(node)) for node in nodes])


def _unique[One: (Unit, Character)](pairs: list[tuple[Node, One]]) -> tuple[One, ...]:
    seen: set[str] = set()
    for node, one in pairs:
        if one.id in seen:
            raise node.refuse("id_taken", id=one.id)
        seen.add(one.id)
    return tuple(one for _node, one in pairs)


# --- Years --------------------------------------------------------------------------------------------


def _years(pack: Pack, first: int, node: Node) -> list[RecordYear]:
    years = []
    for index, year in enumerate(node.list(YEARS)):
        year.table(YEAR)
        number = year["number"].number(1, LAST_YEAR)
        if number != first + index:
            raise year["number"].refuse("wrong_year", value=number, expected=first + index)
        years.append(_year(pack, number, year))
    return years


def _year(pack: Pack, number: int, node: Node) -> RecordYear:
    skipped = node.get("skipped", False).truth()
    choices = [_choice(pack, one) for one in node.get("choices", []).list(CHOICES)]
    # A year let pass late, after setup or muster, says so with the choices of those who agreed.
    late = any(one.kind == "skip" for one in choices)
    for key in ("setup", "muster", "battle"):
        if skipped and key in node and (key == "battle" or not late):
            raise node[key].refuse("year_was_skipped")
    return RecordYear(
        number=number,
        skipped=skipped,
        node=node,
        choices=choices,
        stop=node["stop"].number(0, CHOICES) if "stop" in node else None,
        proof=_unread(node.get("proof", []), PROOFS),
        entered=_unread(node.get("entered", []), PROOFS),
    )


def _unread(node: Node, most: int) -> list[Any]:
    """Tables that the rules do not read, kept as they are. Only texts, whole numbers and truths: nothing else is written again."""
    tables = [one.table() for one in node.list(most)]
    waiting = list(tables)
    while waiting:
        one = waiting.pop()
        if isinstance(one.value, dict):
            waiting += [inner for _key, inner in one.items()]
        elif isinstance(one.value, list):
            waiting += one.list(MOST)
        elif isinstance(one.value, str):
            one.text(NOTES, empty_ok=True)
        elif not isinstance(one.value, bool) and one.value is not None:
            one.number(-LARGEST, LARGEST)
    return [one.value for one in tables]


def _choice(pack: Pack, node: Node) -> ChoiceNode:
    node.table(CHOICE)
    kind, answer = node["kind"].one_of(CHOICE_KINDS), node["answer"]
    if kind in ("ransom", "stake_all", "obey_recall", "surrender", "skip"):
        answer.truth()
    if kind == "ransom":
        node["character"].text()
    if kind in ("spend_reroll", "standing_reroll"):
        answer.table()["roll"].one_of(pack.rerollable)
    return ChoiceNode(
        kind=kind,
        side=node["side"].one_of(pack.side_keys),
        node=node,
        stage=node["stage"].one_of(STAGES) if "stage" in node else "",
        after=node.get("after", 0).number(0, CHOICES),
    )
