"""The doubts of the book, and how each may be read (Montjoie 12)."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct


class Reading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A doubt, and how it may be read; the first value is ours."""

    values: tuple[str | int | bool, ...]
    cites: str


ALL = msgspec.convert(
    tomllib.loads(files("rulesets.montjoie").joinpath("readings.toml").read_text()), dict[str, Reading]
)
READINGS: dict[str, Any] = {key: reading.values[0] for key, reading in ALL.items()}
"""The defaults."""


def readings_of(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The defaults with what a club chose; ``KeyError`` and ``ValueError`` for what cannot be chosen."""
    for key, value in chosen.items():
        if not any(value == one and type(value) is type(one) for one in ALL[key].values):
            raise ValueError(f"{key} cannot be {value!r}")
    return {**READINGS, **chosen}
