"""Boats, animals and guns: aboard and ashore, led, pushed, packed, manned (AWAM 3.3, 14.7)."""

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from msgspec import Struct

from rulesets.awam import boats, geometry, ground, guns, markers, moving, rights, shooting
from rulesets.awam.acts.common import NOT_THERE, Base, Spot, path_domain, points_of, way_of
from rulesets.awam.acts.firing import gun_of
from rulesets.awam.catalogue import play_of
from rulesets.awam.geometry import Point
from rulesets.awam.state import Animal, Figure, Gun
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Choice, IntRange, OneOf, Problem
from rulesets.vocabulary import Json


class Afloat(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    boat: str
    target: str | None


class Board(Base[Afloat]):
    """Aboard a boat in reach; a hostile one is boarded by naming a target: that is a charge (AWAM 14.7)."""

    kind: ClassVar[str] = "board"
    in_water: ClassVar[bool] = True
    said = Afloat

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        for boat in world.state.boats.values():
            friendly = (None,) if self._judge(world, figure, boat.id, None) is None else ()
            targets = tuple(
                one.id for one in boats.aboard(world, boat) if self._judge(world, figure, boat.id, one.id) is None
            )
            if friendly or targets:
                yield self.choice(figure, boat=OneOf(values=(boat.id,)), target=OneOf(values=(*friendly, *targets)))

    def _judge(self, world: World, figure: Figure, key: str, target_key: str | None) -> Problem | None:
        boat = world.state.boats.get(key)
        if boat is None or not boats.may_board(world, boat, figure):
            return Problem(code="cannot_board", rule=boats.RULE, place="boat")
        if figure.prone:
            return Problem(code="is_prone", rule=boats.RULE)
        hostile = [one for one in boats.aboard(world, boat) if world.hostile(figure, one) and not one.prisoner]
        if target_key is None:
            return Problem(code="boat_is_held", rule=boats.RULE, place="target") if hostile else None
        target = next((one for one in hostile if one.id == target_key), None)
        if target is None:
            return NOT_THERE
        if figure.guards:
            return Problem(code="may_not_charge", rule="AWAM 6.7")
        if len(world.touching(target)) >= TABLES.melee.most:
            return Problem(code="three_on_one", rule="AWAM 6.1", place="target")
        return None

    def judge(self, world: World, figure: Figure, said: Afloat) -> Problem | None:
        return self._judge(world, figure, said.boat, said.target)

    def carry_out(self, world: World, figure: Figure, said: Afloat, *, ordered: bool) -> None:
        figure.acted = True
        target = world.state.figures.get(said.target or "")
        figure.start = figure.at if target is not None else None
        boats.board(world, world.state.boats[said.boat], figure, target)
        if target is not None:
            shooting.provoke(world, figure, target)
            active = world.state.active
            assert active is not None
            active.fights.append((figure.id, target.id))


class Landing(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    x: int
    y: int


class Land(Base[Landing]):
    """To a free point on land within reach of the boat (AWAM 14.7)."""

    kind: ClassVar[str] = "land"
    said = Landing

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        boat = world.state.boats.get(figure.aboard)
        if boat is not None:
            yield self.form(
                figure, x=IntRange(low=0, high=world.state.width), y=IntRange(low=0, high=world.state.height)
            )

    def judge(self, world: World, figure: Figure, said: Landing) -> Problem | None:
        boat = world.state.boats.get(figure.aboard)
        if boat is None:
            return Problem(code="not_aboard", rule=boats.RULE)
        way = way_of([Spot(said.x, said.y)])
        if isinstance(way, Problem):
            return way
        return boats.judge_landing(world, boat, figure, way[0])

    def carry_out(self, world: World, figure: Figure, said: Landing, *, ordered: bool) -> None:
        figure.acted = True
        boat = world.state.boats[figure.aboard]
        boats.land(world, boat, figure, Point(said.x, said.y))


class Sailing(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    path: tuple[Spot, ...]


class Sail(Base[Sailing]):
    """One order to a figure aboard moves the boat with all in it (AWAM 3.3, 14.7)."""

    kind: ClassVar[str] = "sail"
    said = Sailing

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        boat = world.state.boats.get(figure.aboard)
        if boat is not None and boats.may_sail(world, boat, figure):
            yield self.form(figure, path=path_domain(world))

    def judge(self, world: World, figure: Figure, said: Sailing) -> Problem | None:
        boat = world.state.boats.get(figure.aboard)
        if boat is None or not boats.may_sail(world, boat, figure):
            return Problem(code="cannot_sail", rule=boats.RULE)
        way = way_of(said.path)
        return way if isinstance(way, Problem) else boats.judge_sail(world, boat, way)

    def carry_out(self, world: World, figure: Figure, said: Sailing, *, ordered: bool) -> None:
        way = points_of(said.path)
        figure.acted = True
        boats.sail(world, world.state.boats[figure.aboard], figure, way)
        moving.find_hidden(world, figure)


def beside(world: World, figure: Figure) -> list[Animal]:
    """Animals in contact with a figure."""
    bases = TABLES.bases
    return [
        animal
        for animal in world.state.animals.values()
        if animal.where == "table" and geometry.touching(figure.at, figure.radius, animal.at, bases.animal, bases.touch)
    ]


class Leading(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    animal: str
    path: tuple[Spot, ...]


class Lead(Base[Leading]):
    """An animal in contact, led by one figure: both move (AWAM 3.3)."""

    kind: ClassVar[str] = "lead"
    said = Leading

    def pays(self, world: World, figure: Figure, arguments: dict[str, Json]) -> rights.Pays | None:
        """A stubborn animal takes an order of the roll, whoever leads it (AWAM 12.3)."""
        paid = super().pays(world, figure, arguments)
        active = world.state.active
        if paid == "own" and play_of(world.state.scenario).is_stubborn(world, str(arguments.get("animal", ""))):
            return "order" if active is not None and active.left > 0 else None
        return paid

    @staticmethod
    def animals(world: World, figure: Figure) -> list[Animal]:
        """In contact, and led by nobody else this turn (AWAM 10.4)."""
        return [animal for animal in beside(world, figure) if animal.led_by in ("", figure.id)]

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if figure.horse or figure.prone or figure.aboard or figure.wounds:
            return
        animals = tuple(animal.id for animal in self.animals(world, figure))
        if animals:
            yield self.form(figure, animal=OneOf(values=animals), path=path_domain(world))

    def judge(self, world: World, figure: Figure, said: Leading) -> Problem | None:
        if figure.horse or figure.prone or figure.aboard or figure.wounds:
            return Problem(code="cannot_lead", rule="AWAM 3.3")
        if said.animal not in {animal.id for animal in self.animals(world, figure)}:
            return Problem(code="no_such_animal", rule="AWAM 3.3", place="animal")
        way = way_of(said.path)
        if isinstance(way, Problem):
            return way
        table = TABLES.gaits["drag"]
        path = [figure.at, *way]
        far = table.difficult if moving.is_difficult(world, path) else table.normal
        kept = world.state.animals[said.animal]
        # The two move together: the animal's own place is left behind, and is no obstacle.
        kept.where = "out"
        try:
            found = moving.judge_path(world, figure, "walk", way, far=far)
        finally:
            kept.where = "table"
        return found

    def carry_out(self, world: World, figure: Figure, said: Leading, *, ordered: bool) -> None:
        way = points_of(said.path)
        animal = world.state.animals[said.animal]
        play_of(world.state.scenario).led(world, animal.id)
        figure.acted = True
        begun = figure.at
        animal.where = "out"
        moving.go(world, figure, "walk", way)
        animal.where = "table"
        animal.led, animal.led_by = figure.seat, figure.id
        if figure.fate == "exited":
            animal.where = "out"
            world.state.special[f"off:{animal.id}"] = figure.seat
            world.tell("animal_off", "AWAM 14.5", animal=animal.id, by=figure.seat)
            return
        if figure.at == begun:
            return
        animal.at = self._beside(world, figure, animal)
        world.tell("led", "AWAM 3.3", figure=figure.id, animal=animal.id, at=[*animal.at])

    @staticmethod
    def _beside(world: World, figure: Figure, animal: Animal) -> Point:
        """The place round the leader that is nearest to where the animal stood, behind him as a rule."""
        places = markers.places_round(figure.at, figure.radius + TABLES.bases.animal + 1)
        for place in sorted(places, key=lambda one: (geometry.squared(one, animal.at), one)):
            if world.is_free(place, TABLES.bases.animal, but=(animal.id,)):
                return place
        return animal.at


class Pushing(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    gun: str
    path: tuple[Spot, ...]


class Push(Base[Pushing]):
    """A gun moves with its crew, and all who push have acted (AWAM 3.3)."""

    kind: ClassVar[str] = "push"
    said = Pushing

    @staticmethod
    def hands(world: World, key: str) -> list[Figure]:
        gun = world.state.guns[key]
        return [
            one
            for one in world.state.of(gun.user)
            if one.standing
            and not one.broken
            and not one.carded
            and not one.fired
            and guns.at_hand(world, gun, one)
            and not world.engaged(one)
        ]

    def enough(self, world: World, key: str) -> bool:
        gun = world.state.guns[key]
        needed = TABLES.cannon.push if gun.kind == "cannon" else TABLES.machine_gun.crew
        return len(self.hands(world, key)) >= needed

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        gun = gun_of(world, figure)
        if gun is not None and not gun.boat and not gun.packed and self.enough(world, gun.id):
            yield self.form(figure, gun=OneOf(values=(gun.id,)), path=path_domain(world))

    def judge(self, world: World, figure: Figure, said: Pushing) -> Problem | None:
        gun = gun_of(world, figure)
        if gun is None or gun.id != said.gun or gun.boat:
            return Problem(code="no_gun", rule="AWAM 3.3", place="gun")
        if gun.fired_turn == world.state.turn:
            return Problem(code="has_fired", rule="AWAM 3.4", place="gun")
        if not self.enough(world, gun.id):
            return Problem(code="too_few_hands", rule="AWAM 3.3", place="gun")
        way = way_of(said.path)
        if isinstance(way, Problem):
            return way
        path = [gun.at, *way]
        if moving.is_difficult(world, path):
            return Problem(code="difficult_ground", rule="AWAM 3.3", place="path")
        if moving.cost(world, path) > TABLES.gaits["push" if gun.kind == "cannon" else "carry"].normal:
            return Problem(code="too_far", rule="AWAM 3.3", place="path")
        hands = [one.id for one in self.hands(world, gun.id)]
        if not all(world.on_board(point) for point in path):
            return Problem(code="off_table", rule=moving.RULE, place="path")
        if world.taken(way[-1], TABLES.bases.gun, but=(gun.id, *hands), seat=figure.seat):
            return Problem(code="place_taken", rule="AWAM 14.1", place="path")
        stop = next((one for a, b in pairwise(path) if (one := _bar(world, a, b))), "")
        if stop:
            return Problem(code="barred", data={"by": stop}, rule="AWAM 14.2", place="path")
        if any(moving.in_the_way(world, figure, a, b) is not None for a, b in pairwise(path)):
            return Problem(code="in_the_way", rule=moving.RULE, place="path")
        return self._judge_hands(world, figure, gun, way[-1])

    def _judge_hands(self, world: World, figure: Figure, gun: Gun, end: Point) -> Problem | None:
        """They find room beside it, and come into contact with nobody."""
        places = self._places(world, figure, gun, end)
        if places is None:
            return Problem(code="place_taken", rule="AWAM 14.1", place="path")
        met = next((met for one, place in places if (met := moving.met_at(world, one, place)) is not None), None)
        if met is not None:
            return Problem(code="contact_is_a_charge", data={"figure": met.id}, rule=moving.RULE, place="path")
        return None

    def _places(self, world: World, figure: Figure, gun: Gun, end: Point) -> list[tuple[Figure, Point]] | None:
        """Where those who push stand in the end: as they stood about the gun, else round it; None: there is no room."""
        hands = [figure, *(one for one in self.hands(world, gun.id) if one is not figure)]
        but = (gun.id, *(one.id for one in hands))
        found: list[tuple[Figure, Point]] = []
        for one in hands:
            as_before = Point(one.at.x + end.x - gun.at.x, one.at.y + end.y - gun.at.y)
            round_it = markers.places_round(end, TABLES.bases.gun + one.radius + 1)
            for place in (as_before, *round_it):
                clear = not any(geometry.overlapping(place, one.radius, at, other.radius) for other, at in found)
                off_gun = not geometry.overlapping(place, one.radius, end, TABLES.bases.gun)
                if clear and off_gun and world.is_free(place, one.radius, but=but):
                    found.append((one, place))
                    break
            else:
                return None
        return found

    def carry_out(self, world: World, figure: Figure, said: Pushing, *, ordered: bool) -> None:
        way = points_of(said.path)
        gun = world.state.guns[said.gun]
        places = self._places(world, figure, gun, way[-1])
        if places is None:  # a test before it may have moved somebody into the way
            return
        begun, gun.at = gun.at, way[-1]
        gun.moved_turn, gun.shots = world.state.turn, 0
        for one, place in places:
            one.at, one.acted, one.carded = place, True, True
        world.tell("pushed", "AWAM 3.3", figure=figure.id, gun=gun.id, start=[*begun], end=[*gun.at])


def _bar(world: World, a: Point, b: Point) -> str:
    """What stops a gun on a leg: water, a high wall, a building."""
    piece = ground.barred(world.state.ground, a, b, mounted=True, climbs=False)
    return piece.kind if piece is not None else ""


class Packing(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    gun: str
    animal: str


class Pack(Base[Packing]):
    """A light cannon on to an animal (AWAM 3.3)."""

    kind: ClassVar[str] = "pack"
    said = Packing

    def pairs(self, world: World, figure: Figure) -> Iterator[tuple[str, str]]:
        for gun in world.state.guns.values():
            if gun.kind != "cannon" or gun.where != "table" or gun.packed or gun.boat or gun.user != figure.seat:
                continue
            if not guns.at_hand(world, gun, figure):
                continue
            for animal in beside(world, figure):
                if animal.kind == "pack":
                    yield gun.id, animal.id

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        for gun, animal in self.pairs(world, figure):
            yield self.choice(figure, gun=OneOf(values=(gun,)), animal=OneOf(values=(animal,)))

    def judge(self, world: World, figure: Figure, said: Packing) -> Problem | None:
        if (said.gun, said.animal) not in self.pairs(world, figure):
            return Problem(code="cannot_pack", rule="AWAM 3.3", place="gun")
        return None

    def carry_out(self, world: World, figure: Figure, said: Packing, *, ordered: bool) -> None:
        gun = world.state.guns[said.gun]
        gun.packed, gun.shots, gun.moved_turn = said.animal, 0, world.state.turn
        figure.acted = True
        world.tell("packed", "AWAM 3.3", figure=figure.id, gun=gun.id)


class Unpack(Base[Packing]):
    """Off the animal; it does not fire in that turn (AWAM 3.3)."""

    kind: ClassVar[str] = "unpack"
    said = Packing

    def pairs(self, world: World, figure: Figure) -> Iterator[tuple[str, str]]:
        near = {animal.id for animal in beside(world, figure)}
        for gun in world.state.guns.values():
            if gun.packed and gun.packed in near and gun.user == figure.seat:
                yield gun.id, gun.packed

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        for gun, animal in self.pairs(world, figure):
            if self._place(world, figure, animal) is not None:
                yield self.choice(figure, gun=OneOf(values=(gun,)), animal=OneOf(values=(animal,)))

    @staticmethod
    def _place(world: World, figure: Figure, animal: str) -> Point | None:
        return markers.free_round(world, figure.at, figure.radius, TABLES.bases.gun, seat=figure.seat)

    def judge(self, world: World, figure: Figure, said: Packing) -> Problem | None:
        if (said.gun, said.animal) not in self.pairs(world, figure):
            return Problem(code="cannot_unpack", rule="AWAM 3.3", place="gun")
        if self._place(world, figure, said.animal) is None:
            return Problem(code="no_place", rule="AWAM 14.1", place="gun")
        return None

    def carry_out(self, world: World, figure: Figure, said: Packing, *, ordered: bool) -> None:
        gun = world.state.guns[said.gun]
        place = self._place(world, figure, gun.packed)
        assert place is not None
        gun.packed, gun.at, gun.moved_turn, figure.acted = "", place, world.state.turn, True
        world.tell("unpacked", "AWAM 3.3", figure=figure.id, gun=gun.id)


class Manned(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    gun: str


class Man(Base[Manned]):
    """Into the crew of a gun in contact that has fewer than its number (AWAM 8.1)."""

    kind: ClassVar[str] = "man"
    said = Manned

    def open_guns(self, world: World, figure: Figure) -> list[str]:
        return [gun.id for gun in world.state.guns.values() if guns.may_man(world, gun, figure)]

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        keys = tuple(self.open_guns(world, figure))
        if keys:
            yield self.choice(figure, gun=OneOf(values=keys))

    def judge(self, world: World, figure: Figure, said: Manned) -> Problem | None:
        if said.gun not in self.open_guns(world, figure):
            return Problem(code="no_gun", rule="AWAM 10.4", place="gun")
        return None

    def carry_out(self, world: World, figure: Figure, said: Manned, *, ordered: bool) -> None:
        gun = world.state.guns[said.gun]
        guns.man(world, gun, figure)
        figure.acted = True
        world.tell("manned", "AWAM 8.1", figure=figure.id, gun=gun.id)


EVERY = (Board, Land, Sail, Lead, Push, Pack, Unpack, Man)
