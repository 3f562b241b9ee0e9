"""Chance of its own for each test: the same dice, salts and ids at every run, so that a red test stays red.

What holds for any dice is for the property tests and the statistics to show.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import pytest

DRAWING = (
    "battles.services.secrets",
    "campaigns.services.records",
    "campaigns.services.sealed",
    "campaigns.services.turning",
    "clubs.ids",
)
"""The modules that draw what a game's dice are made of."""


class Chance(random.Random):
    """What these modules use of ``secrets``, repeatable."""

    def token_bytes(self, length: int) -> bytes:
        return self.randbytes(length)

    def token_hex(self, length: int) -> str:
        return self.randbytes(length).hex()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    chance = Chance(item.nodeid)
    for name in DRAWING:
        vars(import_module(name))["secrets"] = chance


@contextmanager
def of(name: str) -> Iterator[None]:
    """For a while, chance of another name."""
    modules = [vars(import_module(module)) for module in DRAWING]
    kept = [module["secrets"] for module in modules]
    chance = Chance(name)
    for module in modules:
        module["secrets"] = chance
    try:
        yield
    finally:
        for module, was in zip(modules, kept, strict=True):
            module["secrets"] = was
