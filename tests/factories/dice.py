"""Secrets of the dice that a story needs: found by looking, as nobody could who does not know them."""

import contextlib
import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from battles.services import secrets as battle_secrets
from rulesets.dice import faces, year_key

type Roll = Callable[[str, int], int]
"""The total of so many d6 at an address of the year, such as ``event/rome``."""
type Wanted = Callable[[Roll], bool]


def a_secret(game: str, year: int, salts: Mapping[str, str], wanted: Wanted, *, epoch: int = 1) -> bytes:
    """A secret with which, given the salts, the year's dice fall as wanted."""
    for number in range(200_000):
        secret = hashlib.sha256(f"{year}/{number}".encode()).digest()
        key = year_key(secret, game=game, year=year, epoch=epoch, salts=salts)
        if wanted(partial(_total, key, year)):
            return secret
    raise AssertionError("no such secret")


def _total(key: bytes, year: int, address: str, n: int) -> int:
    return sum(faces(key, f"year/{year}/{address}", n, 6))


@contextlib.contextmanager
def chosen_secrets(salts: Mapping[str, str], wanted: Mapping[int, Wanted]) -> Iterator[None]:
    """Draw the secrets of these years for the story; everything made of them is made as always."""
    draw = battle_secrets.draw

    def chosen(*, game: str, year: int, **about: Any) -> Any:
        if year not in wanted:
            return draw(game=game, year=year, **about)
        secret = a_secret(game, year, salts, wanted[year], epoch=about.get("epoch", 1))
        with patch.object(battle_secrets, "secrets", SimpleNamespace(token_bytes=lambda length: secret)):
            return draw(game=game, year=year, **about)

    with patch.object(battle_secrets, "draw", chosen):
        yield


def nothing_asked(roll: Roll) -> bool:
    """Events that take no troops, end nothing and ask nobody: the year closes at once."""
    return roll("event/rome", 2) == 8 and roll("event/carthage", 2) == 5


@contextlib.contextmanager
def quiet_years() -> Iterator[None]:
    """Years in which nothing is asked and nothing ends the war, for stories that only need some years played."""
    with chosen_secrets(
        {side: f"salt of {side}" for side in ("rome", "carthage")}, dict.fromkeys(range(1, 30), nothing_asked)
    ):
        yield
