"""The dice of a record: what the file gives falls as given, the rest is rolled from its seed."""

import hashlib
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from campaigns.rules.pack import Pack
from campaigns.rules.places import Node, refuse
from rulesets.dice import Keyed, Rolled, Shuffles, address_of
from rulesets.errors import DiceSpent

SEED_SCHEME = b"signifer-record-1"

BY_SIDE = {"roles": 1, "event": 2, "event_amount": 0}
"""Dice keyed by side, and how many d6 each roll is; 0: the event says. The pack's consequence tables (2d6) are keyed so too."""
BY_CHARACTER = {"available": 1, "fate": 2, "wound": 2, "skill": 1}
REROLL = "reroll"
MOST_ROLLS = 50
MOST_PIECES = 20
MOST_FACE = 1_000_000


class Told(Struct, kw_only=True):
    """One roll that the file gives, and where. ``faces`` may be one total."""

    faces: tuple[int, ...]
    place: str


class RecordDice(Shuffles):
    """Dice for one year of a record."""

    def __init__(self, seed: str, year: int, dice: Node, pack: Pack):
        self.year = year
        self.told: dict[tuple[str, ...], list[Told]] = {}
        self.rolled: list[Rolled] = []
        self._addresses: set[str] = set()
        self._seed = Keyed(hashlib.sha256(SEED_SCHEME + seed.encode()).digest())
        self._read(dice, pack)

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        address = address_of(why)
        if address in self._addresses:
            raise DiceSpent(f"{address} is rolled twice")
        self._addresses.add(address)
        told = self._next(tuple(why[2:]))
        if told is None:
            roll = self._seed.roll(n, sides, why)
        elif why[2] == "terrain":
            roll = self._terrain_roll(told, n, sides, why)
        else:
            _judge(told.faces, told.place, n, sides)
            roll = Rolled(address=address, sides=sides, faces=told.faces, source="loaded")
        self.rolled.append(roll)
        return roll

    def unused(self) -> list[str]:
        """Places of dice that nothing asked for."""
        return [told.place for rolls in self.told.values() for told in rolls]

    def tell(self, why: Sequence[str], value: Any, place: str, dice: int) -> None:
        """Say how one roll falls. ``why`` is its address below the year; ``dice`` how many d6 it is, 0 if not known."""
        faces = _faces(Node(value, place))
        if dice:
            _judge(faces, place, dice, 6)
        self.told[tuple(why)] = [Told(faces=faces, place=place)]

    def _next(self, what: tuple[str, ...]) -> Told | None:
        """What the file gives for a roll: told for itself, else the next of the successive rolls of the same thing."""
        base = what if what in self.told else base_of(what)
        rolls = self.told.get(base)
        if not rolls:
            return None
        told = rolls.pop(0)
        if not rolls:
            del self.told[base]
        return told

    # --- Reading --------------------------------------------------------------------------------------

    def _read(self, dice: Node, pack: Pack) -> None:
        by_side = {**BY_SIDE, **dict.fromkeys(pack.table_by_key, 2)}
        dice.table(frozenset(("scenario", "terrain", *by_side, *BY_CHARACTER)))
        sides = frozenset(pack.sides)
        if "scenario" in dice:
            self._successive(dice["scenario"], ("scenario",), 1)
        if "terrain" in dice:
            self._terrain(dice["terrain"])
        for key, count in by_side.items():
            if key in dice:
                for side, node in dice[key].table(sides).items():
                    self._successive(node, (key, side), count)
        for key, count in BY_CHARACTER.items():
            if key in dice:
                for side, people in dice[key].table(sides).items():
                    for who, node in people.items(quoted=True):
                        self._successive(node, (key, side, who), count)

    def _successive(self, node: Node, why: tuple[str, ...], count: int) -> None:
        """A total, faces, or several rolls of the same thing in the order in which they fell.

        They follow where a tie is rolled again, a skill is already held, or a roll is repeated.
        """
        rolls = node.value
        nested = isinstance(rolls, list) and bool(rolls) and all(isinstance(one, list) for one in rolls)
        found = node.list(MOST_ROLLS) if nested else [node]
        self.told[why] = [Told(faces=_faces(one), place=one.place) for one in found]
        for one in self.told[why]:
            if count:
                _judge(one.faces, one.place, count, 6)

    # --- Terrain --------------------------------------------------------------------------------------

    def _terrain(self, node: Node) -> None:
        """Pieces of terrain, each 2d6: all of one roll."""
        pieces = [_faces(piece) for piece in node.list(MOST_PIECES)]
        for piece, faces in zip(node.list(MOST_PIECES), pieces, strict=True):
            _judge(faces, piece.place, 2, 6)
        pairs = all(len(faces) == 2 for faces in pieces)
        flat = [face for faces in pieces for face in (faces if pairs else (sum(faces),))]
        self._pairs = pairs
        if pieces:
            self.told[("terrain",)] = [Told(faces=tuple(flat), place=node.place)]

    def _terrain_roll(self, told: Told, n: int, sides: int, why: Sequence[str]) -> Rolled:
        """As many pieces as the scenario asks for; those that the file leaves out are rolled, those too many ignored."""
        wanted = n if self._pairs else n // 2
        given = told.faces[:wanted]
        if len(told.faces) > wanted:
            self.told[("terrain",)] = [Told(faces=(), place=told.place)]
        if len(given) < wanted:
            rest = self._seed.roll(n, sides, why).faces[2 * (len(given) if not self._pairs else len(given) // 2) :]
            more = rest if self._pairs else tuple(sum(rest[i : i + 2]) for i in range(0, len(rest), 2))
            given = (*given, *more)
        return Rolled(address=address_of(why), sides=sides, faces=given, source="loaded")


def base_of(what: tuple[str, ...]) -> tuple[str, ...]:
    """The thing that is rolled, without "2", "3" or "reroll"."""
    kind = what[0]
    length = 1 if kind in ("scenario", "terrain") else 3 if kind in BY_CHARACTER else 2
    return what[:length]


def _faces(node: Node) -> tuple[int, ...]:
    """A total, or a list of faces."""
    if isinstance(node.value, list):
        if not node.value:
            raise node.refuse("empty")
        return tuple(one.number(-MOST_FACE, MOST_FACE) for one in node.list(20))
    return (node.number(-MOST_FACE, MOST_FACE),)


def _judge(faces: tuple[int, ...], place: str, n: int, sides: int) -> None:
    """Whether n dice of so many sides can show this."""
    if len(faces) == 1 and n > 1:
        if not n <= faces[0] <= n * sides:
            raise refuse(place, "impossible_total", total=faces[0], dice=f"{n}d{sides}")
        return
    if len(faces) != n:
        raise refuse(place, "wrong_number_of_dice", n=n, given=len(faces))
    for face in faces:
        if not 1 <= face <= sides:
            raise refuse(place, "impossible_face", face=face, sides=sides)
