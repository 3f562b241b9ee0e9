"""What a side is after, as the program reads it out of the victory conditions (Montjoie 8)."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from rulesets.montjoie import conditions, hexes
from rulesets.montjoie.conditions import CountFit, Exited, MoreFit, Taken
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Figure, Hex
from rulesets.vocabulary import Seat

DRAUGHT = 10
"""What the animal of a cart that must get away is worth to whoever would stop it, in points."""
CROWD = 6
"""The same where whoever has most men near a place wins."""
PULL = 3
"""What a hex nearer to the goal is worth beside a fight, in points."""


class Goals(Struct, kw_only=True):
    """Where a side wants to be. ``presses``: it must come to the enemy, with its archers too: in the second half of a battle.
    ``counts``: whoever has most men there in the end wins."""

    hexes: tuple[Hex, ...]
    near_enough: int = 0
    presses: bool = False
    counts: bool = False
    weight: int = PULL
    foes: tuple[Hex, ...] = ()

    def distance(self, hex_: Hex) -> int:
        """Hexes to the goal, or to the nearest enemy where there is none."""
        goals = self.hexes or self.foes
        known = distances(goals)
        if hex_ not in known:
            known[hex_] = min([hexes.distance(hex_, goal) for goal in goals], default=0)
        return max(0, known[hex_] - self.near_enough)

    def near(self, field: Field, one: Figure) -> int | None:
        """How far the nearest enemy is; None where nobody is left."""
        return min((hexes.distance(one.at, foe) for foe in self.foes), default=None)

    def stays(self, field: Field, one: Figure) -> bool:
        """Whether somebody who kneels or guards has no reason to go."""
        return one.kneeling


@lru_cache(maxsize=64)
def distances(goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """Distances to the nearest of some hexes, as far as they were worked out before."""
    return {}


def rows_for(field: Field, seat: Seat) -> Iterator[conditions.Term]:
    role = field.state.side(seat).role
    for row in conditions.rows(field.state.victory):
        if row.winner == role:
            yield from row.terms


def edge_of(field: Field, seat: Seat, thing: str) -> str:
    """The edge by which something of one's own must leave."""
    for term in rows_for(field, seat):
        if isinstance(term, Exited) and term.thing == thing:
            return term.edge
    return ""


def to_edge(field: Field, hex_: Hex, edge: str) -> int:
    column, row = hexes.offset(hex_)
    ground = field.here
    return {"west": column, "east": ground.columns - 1 - column, "north": row, "south": ground.rows - 1 - row}[edge]


def goals(field: Field, seat: Seat) -> Goals:
    """The first spot or cart that the side's own winning rows name; else the enemy."""
    foes = tuple(enemy.at for enemy in field.enemies(seat) if not field.is_animal(enemy))
    role = field.state.side(seat).role
    late = 2 * field.state.turn > field.state.limit
    for term in rows_for(field, seat):
        if isinstance(term, (CountFit, MoreFit)) and term.side == role:
            counts = isinstance(term, MoreFit)
            return Goals(
                hexes=field.here.spots.get(term.spot, ()),
                near_enough=term.reach,
                foes=foes,
                presses=late or counts,
                counts=counts,
                weight=CROWD if counts else PULL,
            )
        if isinstance(term, Taken):
            wagon = field.state.wagons.get(term.wagon)
            if wagon is not None and not wagon.gone:
                return Goals(hexes=(wagon.front, wagon.rear), near_enough=1, foes=foes)
        if isinstance(term, Exited) and term.thing in field.state.wagons:
            wagon = field.state.wagons[term.thing]
            return Goals(hexes=() if wagon.gone else (wagon.front,), near_enough=2, foes=foes)
    if any(isinstance(term, CountFit) for term in rows_for(field, field.state.other(seat))):
        return Goals(hexes=(), foes=foes, weight=0)  # the enemy must come: hold what is held
    return Goals(hexes=(), foes=foes)


def price_of(field: Field, one: Figure) -> int:
    """What a figure is worth as a target: its price; a draught animal, as much as the cart needs it."""
    wagon = field.state.wagons.get(one.owner)
    if wagon is not None and one.id == wagon.animal and edge_of(field, one.seat, wagon.id):
        return DRAUGHT
    return one.price
