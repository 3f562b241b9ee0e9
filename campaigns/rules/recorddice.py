"""The dice of a record: what the file gives falls as given, the rest is rolled from its seed."""

import hashlib
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from campaigns.rules.places import Node, refuse
from rulesets.dice import Keyed, Rolled, Shuffles, address_of
from rulesets.errors import DiceSpent

SEED_SCHEME = b"signifer-record-1"

BY_SIDE = {"roles": 1, "event": 2, "event_amount": 0, "alliance": 2, "punishment": 2, "reinforcements": 2}
"""Dice keyed by side, and how many d6 each roll is; 0: the event says."""
BY_CHARACTER = {"available": 1, "fate": 2, "wound": 2, "skill": 1}
KNOWN = frozenset(("scenario", "terrain", *BY_SIDE, *BY_CHARACTER))


class Told(Struct, kw_only=True):
    """A roll that the file gives. ``faces`` may be one total. ``spare``: also told under another address."""

    faces: tuple[int, ...]
    place: str
    used: bool = False
    spare: bool = False


class RecordDice(Shuffles):
    """Dice for one year of a record."""

    def __init__(self, seed: str, year: int, dice: Node, sides: tuple[str, ...]):
        self.year = year
        self.told: dict[str, Told] = {}
        self.rolled: list[Rolled] = []
        self._seed = Keyed(hashlib.sha256(SEED_SCHEME + seed.encode()).digest())
        self._read(dice.table(KNOWN), sides)

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        address = address_of(why)
        if any(roll.address == address for roll in self.rolled):
            raise DiceSpent(f"{address} is rolled twice")
        told = self.told.get(address)
        if told is None:
            roll = self._seed.roll(n, sides, why)
        else:
            told.used = True
            self._judge(told, n, sides)
            roll = Rolled(address=address, sides=sides, faces=told.faces, source="loaded")
        self.rolled.append(roll)
        return roll

    def unused(self) -> list[str]:
        """Places of dice that nothing asked for."""
        used = {told.place for told in self.told.values() if told.used}
        return [told.place for told in self.told.values() if told.place not in used and not told.spare]

    def tell(self, why: Sequence[str], value: Any, place: str, dice: int) -> None:
        """Say how the roll at an address falls."""
        self._add(list(why), _faces(Node(value, place)), place, dice)

    # --- Reading --------------------------------------------------------------------------------------

    def _read(self, dice: Node, sides: tuple[str, ...]) -> None:
        if "scenario" in dice:
            self._successive(dice["scenario"], ["scenario"], 1)
        if "terrain" in dice:
            self._terrain(dice["terrain"])
        for key, count in BY_SIDE.items():
            if key in dice:
                for side, node in dice[key].table(frozenset(sides)).items():
                    self._successive(node, [key, side], count)
        for key, count in BY_CHARACTER.items():
            if key in dice:
                for side, people in dice[key].table(frozenset(sides)).items():
                    for who, node in people.items(quoted=True):
                        self._successive(node, [key, side, who], count)

    def _successive(self, node: Node, why: list[str], count: int) -> None:
        """A total, faces, or several rolls of the same thing: ties, skills already held, a re-roll."""
        rolls = node.value
        nested = isinstance(rolls, list) and bool(rolls) and all(isinstance(one, list) for one in rolls)
        if not nested:
            self._add(why, _faces(node), node.place, count)
            return
        for index, one in enumerate(node.list(50)):
            again = why if not index else [*why, str(index + 1)]
            self._add(again, _faces(one), one.place, count)
            if index == 1:
                # The second of two is also what a re-roll shows.
                self._add([*why, "reroll"], _faces(one), one.place, count, spare=True)

    def _terrain(self, node: Node) -> None:
        pieces = [_faces(piece) for piece in node.list(20)]
        for piece, faces in zip(node.list(20), pieces, strict=True):
            _judge(faces, piece.place, 2, 6)
        pairs = all(len(faces) == 2 for faces in pieces)
        flat = [face for faces in pieces for face in (faces if pairs else (sum(faces),))]
        self.told[self._address(["terrain"])] = Told(faces=tuple(flat), place=node.place)

    def _add(self, why: list[str], faces: tuple[int, ...], place: str, count: int, *, spare: bool = False) -> None:
        if count:
            _judge(faces, place, count, 6)
        self.told[self._address(why)] = Told(faces=faces, place=place, spare=spare)

    def _address(self, why: list[str]) -> str:
        return address_of(("year", str(self.year), *why))

    def _judge(self, told: Told, n: int, sides: int) -> None:
        if told.place.endswith(".terrain"):
            if len(told.faces) not in (n, n // 2):
                raise refuse(told.place, "wrong_number_of_pieces", n=n // 2, given=len(told.faces))
            return
        _judge(told.faces, told.place, n, sides)


def _faces(node: Node) -> tuple[int, ...]:
    """A total, or a list of faces."""
    if isinstance(node.value, list):
        if not node.value:
            raise node.refuse("empty")
        return tuple(one.number(-999, 999) for one in node.list(20))
    return (node.number(-999, 999),)


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
