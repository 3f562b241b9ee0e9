"""Maps and forces out of a seed: the same seed gives the same (house).

A map is nearly the same for both sides: what lies somewhere lies again where half a turn brings it. Forces are drawn from the roster,
each figure for one side only, so that both cost about the same.
"""

from typing import Any

from rulesets.contract import CharacterIn, Force
from rulesets.dice import Dice, Keyed
from rulesets.montjoie.characters import Character, Counters
from rulesets.montjoie.hexes import Hex, at, neighbour, offset, within

COLUMNS, ROWS = 20, 15
STREET = 7
"""The row of the road, from 0: the middle one."""
FEWEST, MORE = 3, 3
TRIES = 40
KINDS = ("oak", "grove", "rocks", "house", "yard", "stones")
SYMBOLS = {".": "clear", "=": "road", "b": "brush", "t": "tree", "T": "trunk", "r": "rock", "h": "house", "p": "palm"}
SPREAD = {"grove": ("b", 5), "rocks": ("r", 3), "stones": ("p", 2)}
"""Patches: their symbol, and of how many hexes."""
HOUSE = (3, 2)
MARGIN = 4
"""Columns at either end that are left open, for setting up."""
FEWEST_POINTS, MOST_POINTS, USUAL_POINTS = 60, 400, 150


def seeded(seed: str, *more: str) -> Keyed:
    """Dice of a seed: for laying a map, never for a battle."""
    return Keyed("/".join(("montjoie generator", seed, *more)).encode())


# --- Maps ---------------------------------------------------------------------------------------------------------------


def map_document(seed: str) -> dict[str, Any]:
    """A map as a club would write it. It passes ``check_data``."""
    dice = seeded(seed, "map")
    land = _Land(dice)
    for number in range(FEWEST + dice.roll(1, MORE, ("features",)).total):
        land.lay(dice.pick(KINDS, ("kind", str(number))), str(number))
    return {
        "id": "seeded",
        "name": f"Unknown ground ({seed})",
        "cols": COLUMNS,
        "rows": ROWS,
        "legend": SYMBOLS,
        "grid": ["".join(land.symbols[at(column, row)] for column in range(COLUMNS)) for row in range(ROWS)],
        "houses": land.houses,
        "sides": land.sides,
        "features": [],
        "spots": {"middle": [at(COLUMNS // 2, STREET)]},
    }


def turned(hex_: Hex) -> Hex:
    """Where half a turn of the map brings a hex; empty off the map."""
    column, row = offset(hex_)
    column, row = COLUMNS - 1 - column - (row & 1), ROWS - 1 - row
    return at(column, row) if column >= 0 else ""


class _Land:
    """A map that is being laid."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.symbols = {
            at(column, row): "=" if row == STREET else "." for row in range(ROWS) for column in range(COLUMNS)
        }
        self.houses: list[dict[str, Any]] = []
        self.sides: list[dict[str, Any]] = []
        self.taken = {hex_ for hex_, symbol in self.symbols.items() if symbol == "="}

    def lay(self, kind: str, name: str) -> None:
        """A pair of features, where there is room for both; none after so many tries."""
        for again in range(TRIES):
            middle = self._spot(name, str(again))
            if kind in {"house", "yard"}:
                if self._houses(middle, walled=kind == "yard"):
                    return
            elif self._patches(kind, middle):
                return

    def _spot(self, *name: str) -> Hex:
        column = MARGIN + self.dice.roll(1, COLUMNS - 2 * MARGIN, ("column", *name)).total - 1
        row = self.dice.roll(1, STREET, ("row", *name)).total - 1
        return at(column, row)

    def _patches(self, kind: str, middle: Hex) -> bool:
        symbol, count = SPREAD.get(kind, ("t", 7))
        hexes = within(middle, 1)[:count] if kind == "oak" else within(middle, 2)[:count]
        mirrored = [turned(hex_) for hex_ in hexes]
        both = [*hexes, *mirrored]
        if len(set(both)) != len(both) or len(hexes) < count or not self._free(both):
            return False
        for hex_ in both:
            self.symbols[hex_] = symbol
        if kind == "oak":
            self.symbols[middle] = self.symbols[turned(middle)] = "T"
        self._take(both)
        return True

    def _houses(self, corner: Hex, *, walled: bool) -> bool:
        column, row = offset(corner)
        width, height = HOUSE
        other = (COLUMNS - column - width, ROWS - row - height)
        boxes = [(column, row), other]
        found = []
        for left, top in boxes:
            around = [(c, r) for r in range(top - 1, top + height + 1) for c in range(left - 1, left + width + 1)]
            if not all(0 <= c < COLUMNS and 0 <= r < ROWS for c, r in around):
                return False
            found.append([at(c, r) for c, r in around])
        if set(found[0]) & set(found[1]) or not self._free([*found[0], *found[1]]):
            return False
        for index, (left, top) in enumerate(boxes):
            self._house(left, top, walled=walled, north=index == 1)
            self._take(found[index])
        return True

    def _house(self, left: int, top: int, *, walled: bool, north: bool) -> None:
        """A flat-roofed house with its door towards the road; a yard has its gap on the same side."""
        width, height = HOUSE
        for row in range(top, top + height):
            for column in range(left, left + width):
                self.symbols[at(column, row)] = "h"
        door = at(left + 1, top if north else top + height - 1)
        side = 1 if north else 4
        number = len(self.houses) + 1
        self.houses.append(
            {
                "id": f"house{number}",
                "rect": [at(left, top), at(left + width - 1, top + height - 1)],
                "roof": "flat",
                "doors": [[door, side]],
                "ladder": at(left, top),
            }
        )
        if walled:
            corners = [at(left - 1, top - 1), at(left + width, top + height)]
            gap = neighbour(door, side)
            self.sides.append({"kind": "low_wall", "around": corners, "gaps": [[gap, side]]})

    def _free(self, hexes: list[Hex]) -> bool:
        return all(hex_ in self.symbols and hex_ not in self.taken for hex_ in hexes)

    def _take(self, hexes: list[Hex]) -> None:
        """These hexes and those beside them: features do not touch."""
        for hex_ in hexes:
            self.taken.update(within(hex_, 1))


# --- Forces ---------------------------------------------------------------------------------------------------------------


def forces(seed: str, points: int, seats: tuple[str, str], counters: Counters) -> dict[str, Force]:
    """Two forces of at most so many points each, drawn in turn by whoever has spent less; nobody fights on both sides."""
    dice = seeded(seed, "forces")
    fighters = {one[0]: one for one in counters.roster if counters.classes[one[2]].foot[0] > 1}
    drawn: dict[str, list[Character]] = {seat: [] for seat in seats}
    spent = dict.fromkeys(seats, 0)
    for key in dice.shuffle(tuple(fighters), ("roster",)):
        one = fighters[key]
        price = counters.classes[one[2]].price
        for seat in sorted(seats, key=lambda each: (spent[each], seats.index(each))):
            if spent[seat] + price <= points:
                drawn[seat].append(one)
                spent[seat] += price
                break
    return {seat: Force(characters=tuple(_character(one, counters) for one in drawn[seat])) for seat in seats}


def _character(one: Character, counters: Counters) -> CharacterIn:
    id_, name, cls, weapons = one
    profile = {
        "class": cls,
        "mounted": counters.classes[cls].mounted is not None,
        "weapons": list(weapons),
    }
    return CharacterIn(id=id_, name=name, rank="", points=counters.classes[cls].price, profile=profile)
