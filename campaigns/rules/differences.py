"""What differs between two courses of a war: every figure of every year, old and new."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

type Summaries = Mapping[int, Mapping[str, Any]]

PASSED_OVER = ("number",)
PLAYED = ("played",)
"""The address of whether a year is played at all."""


class Change(Struct, frozen=True, kw_only=True):
    """A figure that changes. ``about`` is its address in the year's summary, such as ("vp", "rome", "total"); None: it is not there."""

    year: int
    about: tuple[str, ...]
    old: Any
    new: Any


def differences(old: Summaries, new: Summaries) -> list[Change]:
    """Every change, year by year, in the order of a summary. A year that only one course has is told as one change."""
    found: list[Change] = []
    for year in sorted({*old, *new}):
        if year not in old or year not in new:
            found.append(Change(year=year, about=PLAYED, old=year in old, new=year in new))
            continue
        before, after = dict(_figures(old[year])), dict(_figures(new[year]))
        for about in {**before, **after}:
            was, is_ = before.get(about), after.get(about)
            if was != is_:
                found.append(Change(year=year, about=about, old=was, new=is_))
    return found


def _figures(value: Any, about: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if about or key not in PASSED_OVER:
                yield from _figures(inner, (*about, str(key)))
    elif about:
        yield about, list(value) if isinstance(value, tuple) else value
