"""What a chronicler looks up while he writes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.narration.addresses import parts_of
from campaigns.narration.book import Book
from campaigns.narration.words import Facts
from rulesets.contract import Happening

type Variants = tuple[Any, ...]


@dataclass(frozen=True, kw_only=True)
class Paragraph:
    """``kind``: orders, battle, winter or score."""

    kind: str
    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(self.sentences)


class Tale:
    """The happenings of a year, by kind."""

    def __init__(self, happenings: Iterable[Happening], book: Book, year: int | None = None):
        self.happenings = tuple(happenings)
        self.book = book
        self.year = _year_of(self.happenings) if year is None else year

    def all(self, *kinds: str) -> Iterator[Facts]:
        return (Facts(told.data) for told in self.happenings if told.kind in kinds)

    def last(self, kind: str, **data: Any) -> Facts | None:
        found = None
        for facts in self.all(kind):
            if all(facts.get(key) == value for key, value in data.items()):
                found = facts
        return found

    def has(self, kind: str) -> bool:
        return self.last(kind) is not None

    def vary(self, variants: Variants, words: Mapping[str, Any], step: int = 0) -> str:
        """One of several ways to say it: the same every time for the same year."""
        return str(variants[(self.year + step) % len(variants)]) % words

    @property
    def scenario(self) -> str:
        found = self.last("scenario")
        return str(found["scenario"]) if found else ""

    def role(self, name: str) -> str:
        """The side that has a role. Only one of two opposite roles is told; the other belongs to its enemy."""
        found = self.last("role", role=name)
        return str(found["side"]) if found else ""

    def other(self, side: str) -> str:
        return next((key for key in self.book.pack.side_keys if key != side), "")


def _year_of(happenings: Iterable[Happening]) -> int:
    """The year that the rolls speak of; 0 while nothing was rolled."""
    for told in happenings:
        for address in told.rolls:
            parts = parts_of(address)
            if len(parts) > 1 and parts[0] == "year" and parts[1].isascii() and parts[1].isdigit():
                return int(parts[1])
    return 0
