"""The battle as it is asked: who stands where, what a figure is worth, and what dice and happenings come of an action."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from rulesets.contract import PUBLIC, Audience, Happening
from rulesets.dice import Dice, Rolled
from rulesets.montjoie import contact, data, ground, hexes, reach, riding, veterans
from rulesets.montjoie.characters import CharacterClass, Counters
from rulesets.montjoie.figures import Conditions, Standing
from rulesets.montjoie.ground import Alterations, Ground
from rulesets.montjoie.readings import READINGS
from rulesets.montjoie.scenarios import MODULES
from rulesets.montjoie.state import Figure, Frame, Hex, Place, State
from rulesets.montjoie.tables import Tables
from rulesets.vocabulary import Json, Seat


class Field:
    """A state that is being played. What it changes is told in ``happenings``; ``reveals``: a die fell."""

    def __init__(self, state: State, dice: Dice | None = None) -> None:
        self.state = state
        self.happenings: list[Happening] = []
        self.reveals = False
        self._dice = dice
        self._occupied: dict[Hex, tuple[Standing, ...]] | None = None
        self._places: dict[Place, Figure] | None = None
        self._here: Ground | None = None
        self.known: dict[Any, Any] = {}
        """What was worked out since somebody last moved."""

    # --- What it is played by

    @cached_property
    def readings(self) -> dict[str, Any]:
        return {**READINGS, **self.state.readings}

    @cached_property
    def tables(self) -> Tables:
        return data.tables_of(self.state.data)

    @cached_property
    def counters(self) -> Counters:
        return data.counters_of(self.state.data)

    @property
    def here(self) -> Ground:
        """The ground with everything that the battle has changed."""
        if self._here is None:
            base = data.ground_of({**self.state.data, "readings": self.state.readings}, self.state.map)
            self._here = ground.altered(base, alterations(self.state))
        return self._here

    @property
    def conditions(self) -> Conditions:
        return Conditions(weather=self.state.weather, dark=self.state.dark, sun=self.state.sun)

    def changed_ground(self) -> None:
        self._here = None
        self.known = {}

    def touched(self) -> None:
        """Somebody has moved, fallen or is gone."""
        self._occupied = None
        self._places = None
        self.known = {}

    # --- Telling and rolling

    def roll(self, sides: int, *why: str) -> Rolled:
        """One die. The address is the player turn, what is rolled for, and a number where the same is rolled again."""
        assert self._dice is not None, "a question rolls no dice"
        self.reveals = True
        self.state.rolls += 1
        return self._dice.roll(1, sides, (str(self.state.count), *why, str(self.state.rolls)))

    def tell(
        self, kind: str, rule: str = "", *, rolls: Iterable[Rolled] = (), audience: Audience = PUBLIC, **told: Json
    ) -> None:
        addresses = tuple(rolled.address for rolled in rolls)
        self.happenings.append(Happening(kind=kind, data=told, rule=rule, rolls=addresses, audience=audience))

    def push(self, kind: str, seat: Seat = "", fig: str = "", **told: Json) -> None:
        self.state.stack.append(Frame(kind=kind, seat=seat, fig=fig, data=told))

    # --- Who and where

    def figure(self, key: str) -> Figure:
        return self.state.figures[key]

    @property
    def places(self) -> dict[Place, Figure]:
        """Whoever holds a place; a rider both of his hexes."""
        if self._places is None:
            self._places = {}
            for one in self.state.on_map():
                if one.jumps_on and self._shares(one):
                    continue
                for place in self.held(one):
                    self._places[place] = one
        return self._places

    def _shares(self, one: Figure) -> bool:
        target = self.state.figures.get(one.jumps_on)
        return target is not None and target.where == "map" and one.place in self.held(target)

    @property
    def occupied(self) -> dict[Hex, tuple[Standing, ...]]:
        if self._occupied is None:
            found: dict[Hex, list[Standing]] = {}
            for one in self.state.on_map():
                standing = Standing(
                    id=one.id,
                    layer=one.layer,
                    side=one.seat,
                    mounted=one.mounted or self.is_animal(one),
                    kneeling=one.kneeling,
                    stunned=one.stunned,
                    dead=False,
                    animal=self.is_animal(one),
                )
                for hex_, _layer in self.held(one):
                    found.setdefault(hex_, []).append(standing)
            self._occupied = {hex_: tuple(held) for hex_, held in found.items()}
        return self._occupied

    def is_long(self, one: Figure) -> bool:
        """Whether it covers two hexes: riders, and horses without one."""
        return one.mounted or one.cls == "horse"

    def rump(self, one: Figure) -> Hex:
        """The hex behind the head; empty for whoever has one hex only."""
        return hexes.neighbour(one.at, hexes.opposite(one.facing)) if self.is_long(one) else ""

    def held(self, one: Figure) -> tuple[Place, ...]:
        if not self.is_long(one):
            return (one.place,)
        return (one.place, (self.rump(one), one.layer))

    def hexes_of(self, one: Figure) -> tuple[Hex, ...]:
        return (one.at, self.rump(one)) if self.is_long(one) else (one.at,)

    def is_free(self, place: Place, *, but: Figure | None = None) -> bool:
        held = self.places.get(place)
        return held is None or held is but

    def enemies(self, seat: Seat) -> Iterator[Figure]:
        return (one for one in self.state.on_map() if one.seat != seat)

    def distance(self, one: Figure, other: Figure) -> int:
        return min(hexes.distance(a, b) for a in self.hexes_of(one) for b in self.hexes_of(other))

    # --- What a figure is

    def is_animal(self, one: Figure) -> bool:
        return bool(self.counter(one).animal)

    def counter(self, one: Figure) -> CharacterClass:
        return self.counters.classes[one.cls]

    def is_armoured(self, one: Figure) -> bool:
        return bool(self.counter(one).armour)

    def numbers(self, one: Figure) -> tuple[int, int, int]:
        """Attack, defence and movement by its present face (Montjoie 10), and by what a campaign has made of it."""
        counter = self.counter(one)
        face = counter.face(mounted=one.mounted, wounded=one.wounded)
        if not one.hurt and not one.plus:
            return face
        return veterans.weighed(one, face, counter.face(mounted=one.mounted, wounded=True))

    def allowance(self, one: Figure) -> int:
        """Movement points of a turn as the weather leaves them; under a roof all of them (Montjoie 1.1, R4)."""
        full = self.numbers(one)[2]
        if not self.state.has("weather") or not one.outdoors:
            return full
        return reach.allowance(self.here, full, self.conditions)

    def is_loader(self, one: Figure) -> bool:
        return bool(one.loads_for) and self.state.figures[one.loads_for].is_fit

    def is_able(self, one: Figure) -> bool:
        """Able to attack at all (Montjoie 5.2)."""
        return (
            one.is_fit
            and not one.kneeling
            and not one.jumps_on
            and not self.is_loader(one)
            and not self.is_animal(one)
            and self.numbers(one)[0] > 0
        )

    def may_fight(self, one: Figure, other: Figure) -> bool:
        """Whether one may attack the other where they stand: adjacency, levels, sides, and a rider's front (Montjoie 4.7)."""
        mine = self.fronts(one)
        return any(
            mine is None or target[0] in mine
            for target in self.held(other)
            for own in self.held(one)
            if hexes.distance(own[0], target[0]) == 1 and contact.may_fight(self.here, own, target)
        )

    def fronts(self, one: Figure) -> frozenset[Hex] | None:
        """The hexes that a rider may attack: front and side (Montjoie 4.2)."""
        if not one.mounted:
            return None
        mount = mount_of(one)
        return frozenset((*riding.front(mount), *riding.flanks(mount)))

    def threatens(self, one: Figure, place: Place) -> bool:
        """Whether somebody could attack into that place."""
        fronts = self.fronts(one)
        if fronts is not None and place[0] not in fronts:
            return False
        return any(
            hexes.distance(own[0], place[0]) == 1 and contact.may_fight(self.here, own, place) for own in self.held(one)
        )

    def next_to_enemy(self, seat: Seat, place: Place, *, but: Iterable[str] = ()) -> list[Figure]:
        """Enemies able to attack into that place."""
        left_out = set(but)
        found: dict[str, Figure] = {}
        for near in self.here.beside[place[0]]:
            for standing in self.occupied.get(near, ()) if near else ():
                if standing.side == seat or standing.id in left_out or standing.id in found or standing.stunned:
                    continue
                one = self.state.figures[standing.id]
                if self.is_able(one) and self.threatens(one, place):
                    found[one.id] = one
        return list(found.values())

    def watched(self, seat: Seat) -> frozenset[Place]:
        """Every place next to an enemy of this seat who is able to attack into it (Montjoie 5.2)."""
        key = ("watched", seat)
        if key not in self.known:
            self.known[key] = frozenset(self._watched(seat))
        found: frozenset[Place] = self.known[key]
        return found

    def _watched(self, seat: Seat) -> Iterator[Place]:
        for one in self.enemies(seat):
            if not self.is_able(one):
                continue
            key = ("threatened", one.place, one.facing if one.mounted else None)
            memory = self.here.memory
            if key not in memory:
                memory[key] = tuple(self._threatened(one))
            yield from memory[key]

    def _threatened(self, one: Figure) -> Iterator[Place]:
        fronts = self.fronts(one)
        for own in self.held(one):
            for near in self.here.beside[own[0]]:
                if not near or (fronts is not None and near not in fronts):
                    continue
                for layer in self.here.layers(near):
                    if contact.may_fight(self.here, own, (near, layer)):
                        yield near, layer

    # --- Standing on something

    def mark(self, one: Figure) -> str:
        """The combat mark of where it stands: the worse of a rider's two hexes (Montjoie 7.2)."""
        marks = [self.here.mark(place) for place in self.held(one)]
        for worst in ("-", "0", "+"):
            if worst in marks:
                return worst
        return "0"

    def is_covered(self, one: Figure) -> bool:
        """Under a roof (Montjoie R4)."""
        return all(self.here.covered(place) for place in self.held(one))


def mount_of(one: Figure) -> riding.Mount:
    return riding.Mount(one.at, one.facing)


def alterations(state: State) -> Alterations:
    """What the battle has changed, as the ground knows it."""
    return Alterations(
        off=tuple(module for module in MODULES if module not in state.modules),
        rubble=state.rubble,
        filled=state.filled,
        hoardings=tuple(state.hoardings),
        stakes=tuple(ground.Stakes(hex=hex_, front=front) for hex_, front in state.stakes.items()),
        ladders=_hung(state, "ladder"),
        ropes=_hung(state, "rope"),
        carts=tuple(
            ground.Cart(
                id=one.id,
                front=one.front,
                rear=one.rear,
                animal=hexes.neighbour(one.front, one.facing),
                moving=one.moving,
            )
            for one in state.wagons.values()
            if not one.gone
        ),
        burning=tuple(_burning(state)),
        mines=tuple(ground.Gallery(hex=hex_, low=low) for hex_, low in state.mines.items()),
    )


def _hung(state: State, kind: str) -> tuple[ground.Ladder, ...]:
    return tuple(
        ground.Ladder(id=one.id, foot=one.at, top=one.top) for one in state.climbs.values() if one.kind == kind
    )


def _burning(state: State) -> Iterator[Place]:
    for key in state.burning:
        wagon = state.wagons.get(key)
        if wagon is None:
            yield key, ground.HOARDING
        elif not wagon.gone:
            yield wagon.front, ground.BED
            yield wagon.rear, ground.BED
