"""Dice: fair, checkable, and an argument.

Every roll has a stable *address* made of what is rolled ("fate/rome/consul"), never a running number. Its faces follow from a key
and the address, so a re-run is identical, a correction cannot re-roll, and an added roll shifts no other.

The scheme (``tools/verify_dice.py`` checks it without this module):

* every text is length-prefixed before it is hashed, so that no two inputs run together;
* ``commitment = SHA-256(pack("signifer-dice-1", game, year, epoch) + secret)`` is published before anybody has ordered;
* ``key = HMAC-SHA-256(secret, pack("signifer-key-1", game, year, epoch, seat, salt, seat, salt, …))`` with seats sorted;
* block *b* of a roll is ``HMAC-SHA-256(key, pack(address, b))``: four 64-bit words, each kept if it is below the greatest multiple
  of ``sides`` (no modulo bias); the face is ``word % sides + 1``.
"""

import hashlib
import hmac
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Protocol

from msgspec import Struct

from rulesets.errors import DiceSpent

SCHEME = "signifer-dice-1"
KEY_SCHEME = "signifer-key-1"
WORD = 2**64
FOUR_WORDS = struct.Struct(">4Q")


class Rolled(Struct, frozen=True, kw_only=True):
    """One roll as it fell. ``source``: program, hand, loaded."""

    address: str
    sides: int
    faces: tuple[int, ...]
    source: str = "program"

    @property
    def total(self) -> int:
        return sum(self.faces)


class Dice(Protocol):
    """What a ruleset may ask of dice. ``why`` is the parts of the address."""

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled: ...

    def shuffle(self, items: Sequence[str], why: Sequence[str]) -> list[str]: ...

    def pick(self, items: Sequence[str], why: Sequence[str]) -> str: ...


def pack(*texts: str) -> bytes:
    """Length-prefix each text (4 bytes, big endian), so that ("ab", "c") and ("a", "bc") differ."""
    return b"".join(len(raw).to_bytes(4) + raw for raw in (text.encode() for text in texts))


def commitment(secret: bytes, *, game: str, year: int, epoch: int) -> str:
    """What is published before anybody orders. ``secret`` is 32 random bytes."""
    return hashlib.sha256(pack(SCHEME, game, str(year), str(epoch)) + secret).hexdigest()


def year_key(secret: bytes, *, game: str, year: int, epoch: int, salts: Mapping[str, str]) -> bytes:
    """The key of a year's rolls: the host's secret and every seat's salt, never the orders."""
    salted = [text for seat in sorted(salts) for text in (seat, salts[seat])]
    return hmac.digest(secret, pack(KEY_SCHEME, game, str(year), str(epoch), *salted), "sha256")


def _words(key: bytes, packed: bytes, block: int) -> tuple[int, ...]:
    """The four words of a block. ``packed``: the address, with its length before it."""
    return FOUR_WORDS.unpack(hmac.digest(key, packed + pack(str(block)), "sha256"))


def faces(key: bytes, address: str, n: int, sides: int) -> tuple[int, ...]:
    """``n`` faces from 1 to ``sides``, each equally likely."""
    if n < 0 or not 1 <= sides <= WORD:
        raise ValueError(
            f"there is no {n}d{sides}"
        )  # with more sides than words every word would be passed over, for ever
    limit, packed = WORD - WORD % sides, pack(address)
    found: list[int] = []
    blocks = count()
    while len(found) < n:
        found += [word % sides + 1 for word in _words(key, packed, next(blocks)) if word < limit]
    return tuple(found[:n])


def address_of(why: Sequence[str]) -> str:
    """Parts joined by slashes; a slash inside a part is written ``~1`` (and a tilde ``~0``), so addresses stay apart."""
    joined = "/".join(why)
    if "~" not in joined and joined.count("/") == len(why) - 1:
        return joined
    return "/".join(part.replace("~", "~0").replace("/", "~1") for part in why)


class Shuffles:
    """Shuffles and picks made of rolls, so that they are checked like any other roll."""

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        raise NotImplementedError

    def shuffle(self, items: Sequence[str], why: Sequence[str]) -> list[str]:
        """Fisher and Yates, from the end; each swap is a roll of its own."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.roll(1, last + 1, [*why, str(last)]).total - 1
            order[last], order[other] = order[other], order[last]
        return order

    def pick(self, items: Sequence[str], why: Sequence[str]) -> str:
        return items[self.roll(1, len(items), why).total - 1]


class Keyed(Shuffles):
    """Dice of a key. Keeps what was rolled; rolling an address twice is an error.

    ``spent`` are addresses rolled before. Both may be given as functions: a move that rolls nothing unlocks no secret, and looks
    nothing up.
    """

    def __init__(
        self,
        key: bytes | Callable[[], bytes],
        prefix: Sequence[str] = (),
        spent: Iterable[str] | Callable[[], Iterable[str]] = (),
    ):
        self._key = key
        self._spent = spent
        self.prefix = tuple(prefix)
        self.rolled: list[Rolled] = []

    @property
    def key(self) -> bytes:
        if not isinstance(self._key, bytes):
            self._key = self._key()
        return self._key

    @cached_property
    def _seen(self) -> set[str]:
        return set(self._spent() if callable(self._spent) else self._spent)

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        address = address_of((*self.prefix, *why))
        if address in self._seen:
            raise DiceSpent(f"{address} is rolled twice")
        self._seen.add(address)
        roll = Rolled(address=address, sides=sides, faces=faces(self.key, address, n, sides))
        self.rolled.append(roll)
        return roll


class Loaded(Shuffles):
    """Dice that fall as told: by address, and where nothing is told by ``otherwise`` (or not at all).

    ``faces`` maps an address (or its parts) to faces.
    """

    def __init__(
        self,
        faces: Mapping[str, Sequence[int]] | Mapping[tuple[str, ...], Sequence[int]] | None = None,
        *,
        otherwise: Dice | None = None,
        source: str = "loaded",
    ):
        self.told: dict[str, tuple[int, ...]] = {}
        for why, told in (faces or {}).items():
            self.told[why if isinstance(why, str) else address_of(why)] = tuple(told)
        self.otherwise = otherwise
        self.source = source
        self.rolled: list[Rolled] = []
        self._seen: set[str] = set()

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        address = address_of(why)
        if address in self._seen:
            raise DiceSpent(f"{address} is rolled twice")
        if address not in self.told:
            if self.otherwise is None:
                raise DiceSpent(f"nobody loaded {address}")
            roll = self.otherwise.roll(n, sides, why)
        else:
            told = self.told[address]
            if len(told) != n or not all(1 <= face <= sides for face in told):
                raise DiceSpent(f"{address}: {list(told)} is not {n}d{sides}")
            roll = Rolled(address=address, sides=sides, faces=told, source=self.source)
        self._seen.add(address)
        self.rolled.append(roll)
        return roll
