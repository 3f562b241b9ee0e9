"""The figures of a ruleset as tables of words: what the page of its rules shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A table of the rules: a caption, the words above its columns, and rows of words. The first cell names the row."""

    caption: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str = ""
    wide: bool = False
    """Read across as well as down: it stays a table on a phone."""

    @property
    def labelled(self) -> list[list[tuple[str, str]]]:
        """Every cell with the word above its column."""
        return [list(zip(self.head, row, strict=True)) for row in self.rows]


@dataclass(frozen=True)
class Section:
    key: str
    title: str
    tables: list[Table]


_books: dict[str, Callable[[], list[Section]]] = {}


def register_book(ruleset: str, sections: Callable[[], list[Section]]) -> None:
    """The figures of a ruleset, in the language of whoever reads them."""
    _books[ruleset] = sections


def book_of(ruleset: str) -> list[Section]:
    """The sections of a ruleset's book; none where it has no figures of its own to show."""
    return _books[ruleset]() if ruleset in _books else []
