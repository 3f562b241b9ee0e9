"""Reading a document that a stranger wrote: every refusal names the place and the reason."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from campaigns.rules.names import LONGEST, is_control
from rulesets.contract import Problem

NAME_LENGTH = LONGEST
LARGEST_SHOWN = 10**15
BARE = re.compile(r"[A-Za-z0-9_-]+")


class Refused(Exception):
    """The document cannot be used. ``problem.place`` says where, ``problem.code`` why."""

    def __init__(self, problem: Problem):
        super().__init__(problem.place, problem.code)
        self.problem = problem


def refuse(place: str, code: str, **data: Any) -> Refused:
    return Refused(Problem(code=code, place=place, data=data))


class Node:
    """A value and where it stands."""

    __slots__ = ("place", "value")

    def __init__(self, value: Any, place: str = ""):
        self.value, self.place = value, place

    def refuse(self, code: str, **data: Any) -> Refused:
        return refuse(self.place, code, **data)

    # --- Tables and lists -----------------------------------------------------------------------------

    def table(self, known: frozenset[str] | None = None) -> "Node":
        """This value as a table, with no key that is not known."""
        if not isinstance(self.value, dict):
            raise self.refuse("not_a_table")
        if known is not None:
            for key in self.value:
                if key not in known:
                    raise refuse(self._below(key), "unknown_key", key=_short(key))
        return self

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def __getitem__(self, key: str) -> "Node":
        """The value at a key that must be there."""
        if key not in self.value:
            raise refuse(self._below(key), "missing")
        return Node(self.value[key], self._below(key))

    def get(self, key: str, default: Any = None) -> "Node":
        return Node(self.value.get(key, default), self._below(key))

    def items(self, *, quoted: bool = False) -> Iterator[tuple[str, "Node"]]:
        """Pairs of a table. ``quoted``: the keys are names somebody gave, so a place shows them in quotes, and they come in NFC."""
        self.table()
        seen: set[str] = set()
        for key, value in self.value.items():
            name = unicodedata.normalize("NFC", key) if quoted else key
            node = Node(value, f"{self.place}.{_quoted(key)}" if quoted else self._below(key))
            if name in seen:
                raise node.refuse("twice", id=_short(name))
            seen.add(name)
            yield name, node

    def list(self, most: int, *, absent_ok: bool = True) -> "list[Node]":
        if self.value is None and absent_ok:
            return []
        if not isinstance(self.value, list):
            raise self.refuse("not_a_list")
        if len(self.value) > most:
            raise self.refuse("too_many", most=most)
        return [Node(value, f"{self.place}[{index}]") for index, value in enumerate(self.value)]

    def _below(self, key: str) -> str:
        shown = key if len(key) <= NAME_LENGTH and BARE.fullmatch(key) else _quoted(key)
        return f"{self.place}.{shown}" if self.place else shown

    # --- Values ---------------------------------------------------------------------------------------

    def number(self, low: int, high: int) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.refuse("not_a_number", value=_shown(self.value))
        if not low <= self.value <= high:
            raise self.refuse("out_of_range", value=_shown(self.value), low=low, high=high)
        return self.value

    def truth(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.refuse("not_true_or_false", value=_shown(self.value))
        return self.value

    def text(self, longest: int = NAME_LENGTH, *, empty_ok: bool = False) -> str:
        """Text in NFC without control characters (line breaks are allowed in long texts)."""
        if not isinstance(self.value, str):
            raise self.refuse("not_text", value=_shown(self.value))
        text = unicodedata.normalize("NFC", self.value)
        if len(text) > longest:
            raise self.refuse("too_long", longest=longest)
        allowed = "\n" if longest > NAME_LENGTH else ""
        if any(is_control(char) and char not in allowed for char in text):
            raise self.refuse("control_characters")
        if not text.strip() and not empty_ok:
            raise self.refuse("empty")
        return text

    def one_of(self, values: tuple[str, ...]) -> str:
        if not isinstance(self.value, str) or self.value not in values:
            raise self.refuse("not_one_of", value=_shown(self.value), values=", ".join(values))
        return self.value


def _shown(value: Any) -> str:
    """A value as a refusal quotes it: short, whatever it is."""
    if isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, int) and not -LARGEST_SHOWN < value < LARGEST_SHOWN:
        text = f"{value:#x}"  # a decimal of many thousand digits is more than Python will write
    elif isinstance(value, str):
        text = _quoted(value)
    else:
        text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"


def _short(text: str) -> str:
    """A name as a refusal quotes it: cut, and without anything that could move a terminal's cursor."""
    cut = text if len(text) <= NAME_LENGTH else text[: NAME_LENGTH - 1] + "…"
    return "".join(f"\\u{ord(char):04x}" if is_control(char) else char for char in cut)


def _quoted(text: str) -> str:
    return f'"{_short(text)}"'


def depth(value: Any, limit: int) -> int:
    """How deep tables and lists are nested, looked at no deeper than ``limit`` + 1."""
    deepest, layer = 0, [value]
    while layer and deepest <= limit:
        layer = [
            inner
            for outer in layer
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if layer:
            deepest += 1
    return deepest
