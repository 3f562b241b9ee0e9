"""Moves of figures: move, charge, lie, stand, to cover, away, carry on, break off, mount, dismount (AWAM 10.4)."""

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from msgspec import Struct

from rulesets.awam import geometry, ground, markers, melee, moving, shooting
from rulesets.awam.acts.common import ENGAGED, NOT_THERE, Base, Of, Spot, known, path_domain, read, way_of
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Choice, Domain, IntRange, OneOf, Problem
from rulesets.vocabulary import Json


class Moving(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    gait: str
    path: tuple[Spot, ...]
    target: str | None = None


class Throwing(Struct, frozen=True, forbid_unknown_fields=True):
    """A throw on the way. ``at``: after how many legs."""

    fig: str
    gait: str
    path: tuple[Spot, ...]
    target: str
    missile: str | None = None
    missile_target: str | None = None
    at: int = 0


def open_gait(world: World, figure: Figure, gait: str) -> Problem | None:
    open_gaits = moving.gaits(world, figure)
    if gait not in open_gaits:
        return Problem(
            code="gait_not_open", data={"gait": gait[:20], "open": open_gaits}, rule="AWAM 3.1", place="gait"
        )
    return None


def lie_hidden(world: World, figure: Figure, *, keeps: bool) -> None:
    """A hidden figure that does anything else is seen (AWAM 14.8)."""
    if not keeps:
        moving.reveal(world, figure)


class Move(Base):
    """A move in one gait, past an enemy with the lance if one is named (AWAM 3.1, 3.2, 6.1)."""

    kind: ClassVar[str] = "move"
    said = Moving

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        gaits = tuple(moving.gaits(world, figure))
        if not gaits or world.engaged(figure):
            return
        more: dict[str, Domain] = {}
        if figure.horse and figure.blade == "lance":
            enemies = tuple(one.id for one in world.enemies(figure))
            more = {"target": OneOf(values=(None, *enemies))}
        yield self.form(figure, tuple(more), gait=OneOf(values=gaits), path=path_domain(world), **more)

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Moving, arguments)
        if isinstance(said, Problem):
            return said
        if world.engaged(figure):
            return ENGAGED
        found = open_gait(world, figure, said.gait)
        if found is not None:
            return found
        way = way_of(said.path)
        if isinstance(way, Problem):
            return way
        if said.target is not None:
            found = self._lance(world, figure, said.target, way)
            if found is not None:
                return found
        return moving.judge_path(world, figure, said.gait, way)

    @staticmethod
    def _lance(world: World, figure: Figure, key: str, way: list[Point]) -> Problem | None:
        target = known(world, figure, key)
        if target is None or not world.hostile(figure, target) or target.prisoner:
            return NOT_THERE
        if not figure.horse or figure.blade != "lance":
            return Problem(code="no_lance", rule="AWAM 6.1", place="target")
        points = [figure.at, *way]
        if not any(melee.passes(figure, target, a, b) for a, b in pairwise(points)):
            return Problem(code="does_not_pass", rule="AWAM 6.1", place="target")
        return None

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        said = read(Moving, arguments)
        assert isinstance(said, Moving)
        way = way_of(said.path)
        assert isinstance(way, list)
        figure.acted, figure.rode = True, figure.horse
        if moving.falls(world, figure, said.gait, [figure.at, *way]):
            return
        crawls = said.gait == "crawl" and _gives_cover(world, way[-1])
        lie_hidden(world, figure, keeps=crawls)
        target = world.state.figures.get(said.target or "")

        def ride_past(a: Point, b: Point) -> bool:
            """At the gallop the pass is fought where it happens; if the enemy is unhurt the rider stops there."""
            if target is None or target.out or not melee.passes(figure, target, a, b) or "lanced" in figure.tried:
                return True
            figure.tried = (*figure.tried, "lanced", f"lance:{target.id}")
            figure.impetus, figure.start = said.gait in moving.FAST, a
            if said.gait != "gallop":
                active = world.state.active
                assert active is not None
                active.fights.append((figure.id, target.id))
                return True
            before = target.wounds
            melee.settle(world, [(figure.id, target.id)])
            return target.out or target.wounds > before

        moving.go(world, figure, said.gait, way, each_leg=ride_past if target is not None else None)


def _gives_cover(world: World, place: Point) -> bool:
    return any(TABLES.ground[piece.kind].inside and ground.holds(piece, place) for piece in world.state.ground)


class Charge(Base):
    """A move into contact; throws on the way (AWAM 6.1, 14.5)."""

    kind: ClassVar[str] = "charge"
    said = Throwing

    def needs_order(self, world: World, figure: Figure, arguments: dict[str, Json]) -> bool:
        """African warriors close to an enemy, with their leader in sight, need none (AWAM 2.6)."""
        if not figure.warrior:
            return True
        near = any(
            geometry.within(figure.at, one.at, TABLES.morale.warriors_charge) and world.sees(figure, one)
            for one in world.enemies(figure)
        )
        leader = any(one.fit and one.squad == figure.squad and world.sees(figure, one) for one in world.friends(figure))
        return not (near and leader)

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        gaits = tuple(gait for gait in moving.gaits(world, figure) if gait not in ("swim", "crawl"))
        if not gaits or figure.prone or world.engaged(figure):
            return
        enemies = tuple(one.id for one in world.enemies(figure) if not one.aboard)
        if not enemies:
            return
        more: dict[str, Domain] = {}
        if figure.missiles:
            more = {
                "missile": OneOf(values=(None, figure.missiles[0])),
                "missile_target": OneOf(values=(None, *enemies)),
                "at": IntRange(low=0, high=TABLES.movement.legs),
            }
        yield self.form(
            figure,
            ("missile", "missile_target", "at") if more else (),
            gait=OneOf(values=gaits),
            path=path_domain(world),
            target=OneOf(values=enemies),
            **more,
        )

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Throwing, arguments)
        if isinstance(said, Problem):
            return said
        if world.engaged(figure):
            return ENGAGED
        if figure.prone:
            return Problem(code="is_prone", rule="AWAM 10.4")
        if figure.guards or (figure.role == "porter" and not figure.blade):
            return Problem(code="may_not_charge", rule="AWAM 6.7")
        found = open_gait(world, figure, said.gait)
        if found is None and said.gait in ("swim", "crawl"):
            found = Problem(code="gait_not_open", data={"gait": said.gait}, rule="AWAM 3.1", place="gait")
        if found is not None:
            return found
        target = known(world, figure, said.target)
        if target is None or target.prisoner or target.aboard or target.seat == figure.seat:
            return NOT_THERE
        if len(world.touching(target)) >= TABLES.melee.most:
            return Problem(code="three_on_one", rule="AWAM 6.1", place="target")
        way = self.way(world, figure, said, target)
        if isinstance(way, Problem):
            return way
        found = moving.judge_path(world, figure, said.gait, way, target=target)
        return found or self._missile(world, figure, said, way)

    @staticmethod
    def way(world: World, figure: Figure, said: Throwing, target: Figure) -> list[Point] | Problem:
        """The path, its last point put on the place at the target."""
        way = way_of(said.path) if said.path else []
        if isinstance(way, Problem):
            return way
        before = way[-2] if len(way) > 1 else figure.at
        place = moving.charge_place(world, figure, before, target)
        if place is None:
            return Problem(code="no_place", rule="AWAM 14.5", place="target")
        return [*way[:-1], place]

    @staticmethod
    def _missile(world: World, figure: Figure, said: Throwing, way: list[Point]) -> Problem | None:
        if said.missile is None:
            return None
        return judge_throw(world, figure, said.missile, said.missile_target or "", said.at, [figure.at, *way])

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        said = read(Throwing, arguments)
        assert isinstance(said, Throwing)
        target = world.figure(said.target)
        way = self.way(world, figure, said, target)
        assert isinstance(way, list)
        figure.acted, figure.rode = True, figure.horse
        moving.reveal(world, figure)
        shooting.provoke(world, figure, target)
        if moving.falls(world, figure, said.gait, [figure.at, *way]):
            return
        first = way[: said.at]
        if first and not moving.go(world, figure, said.gait, first):
            return
        if said.missile is not None:
            thrown_at = world.state.figures.get(said.missile_target or "")
            if thrown_at is not None and thrown_at.standing:
                shooting.throw(world, figure, thrown_at, said.missile, moved=True)
        rest = way[said.at :]
        if target.out:
            rest = rest[:-1]
        if rest and not moving.go(world, figure, said.gait, rest):
            return
        if target.out or not world.in_contact(figure, target):
            return
        figure.impetus = said.gait in moving.FAST
        world.tell("charged", "AWAM 6.1", figure=figure.id, target=target.id)
        active = world.state.active
        assert active is not None
        active.fights.append((figure.id, target.id))


def judge_throw(
    world: World, figure: Figure, missile: str, target_key: str, at: int, points: list[Point]
) -> Problem | None:
    if missile not in figure.missiles:
        return Problem(code="no_missile", rule="AWAM 4.5", place="missile")
    if not 0 <= at < len(points):
        return Problem(code="bad_point", data={"most": len(points) - 1}, rule="AWAM 10.4", place="at")
    target = known(world, figure, target_key)
    if target is None or target is figure or (target.prisoner and target.seat == figure.seat):
        return NOT_THERE
    origin = points[at]
    if not world.clear(origin, target.at):
        return Problem(code="out_of_sight", rule="AWAM 4.1", place="target")
    moved = at > 0 or len(points) > 1
    if shooting.throw_aim(world, figure, target, missile, origin, moved=moved).faces < 1:
        return Problem(code="nil_chance", rule="AWAM 4.3", place="target")
    return None


class Thrown(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    missile: str
    target: str
    gait: str | None = None
    path: tuple[Spot, ...] = ()
    at: int = 0


class Throw(Base):
    """A throw, with a move or without (AWAM 3.4, 4.5)."""

    kind: ClassVar[str] = "throw"
    said = Thrown

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        if not figure.missiles or world.engaged(figure):
            return
        for missile in dict.fromkeys(figure.missiles):
            targets = tuple(
                one.id
                for one in world.state.seen(figure.seat)
                if one.seat != figure.seat and self._still(world, figure, missile, one.id) is None
            )
            if targets:
                yield self.choice(figure, missile=OneOf(values=(missile,)), target=OneOf(values=targets))

    @staticmethod
    def _still(world: World, figure: Figure, missile: str, key: str) -> Problem | None:
        return judge_throw(world, figure, missile, key, 0, [figure.at])

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Thrown, arguments)
        if isinstance(said, Problem):
            return said
        if world.engaged(figure):
            return ENGAGED
        if figure.aboard and said.path:
            return Problem(code="aboard", rule="AWAM 14.7")
        way: list[Point] = []
        if said.path:
            return Problem(code="bad_arguments", rule="AWAM 10.4", place="path")
        return judge_throw(world, figure, said.missile, said.target, said.at, [figure.at, *way])

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        said = read(Thrown, arguments)
        assert isinstance(said, Thrown)
        figure.acted = True
        moving.reveal(world, figure)
        shooting.throw(world, figure, world.figure(said.target), said.missile, moved=False)


class Run(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    missile: str
    target: str
    gait: str
    path: tuple[Spot, ...]
    at: int


class ThrowMoving(Base):
    """A throw at a point of a move (AWAM 3.4): free while moving."""

    kind: ClassVar[str] = "throw_moving"
    said = Run

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        gaits = tuple(moving.gaits(world, figure))
        if not figure.missiles or not gaits or world.engaged(figure):
            return
        targets = tuple(one.id for one in world.state.seen(figure.seat) if one.seat != figure.seat)
        if targets:
            yield self.form(
                figure,
                missile=OneOf(values=tuple(dict.fromkeys(figure.missiles))),
                target=OneOf(values=targets),
                gait=OneOf(values=gaits),
                path=path_domain(world),
                at=IntRange(low=0, high=TABLES.movement.legs),
            )

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Run, arguments)
        if isinstance(said, Problem):
            return said
        if world.engaged(figure):
            return ENGAGED
        found = open_gait(world, figure, said.gait)
        if found is not None:
            return found
        way = way_of(said.path)
        if isinstance(way, Problem):
            return way
        found = moving.judge_path(world, figure, said.gait, way)
        return found or judge_throw(world, figure, said.missile, said.target, said.at, [figure.at, *way])

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        said = read(Run, arguments)
        assert isinstance(said, Run)
        way = way_of(said.path)
        assert isinstance(way, list)
        figure.acted, figure.rode = True, figure.horse
        moving.reveal(world, figure)
        if moving.falls(world, figure, said.gait, [figure.at, *way]):
            return
        if said.at and not moving.go(world, figure, said.gait, way[: said.at]):
            return
        target = world.figure(said.target)
        if target.standing and figure.standing:
            shooting.throw(world, figure, target, said.missile, moved=True)
        if way[said.at :]:
            moving.go(world, figure, said.gait, way[said.at :])


class Lie(Base):
    """Down: no order is needed (AWAM 2.5)."""

    kind: ClassVar[str] = "lie"
    ordered: ClassVar[bool] = False
    said = Of

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        if self.check(world, figure, {"fig": figure.id}) is None:
            yield self.choice(figure)

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Of, arguments)
        if isinstance(said, Problem):
            return said
        if figure.prone or figure.horse or figure.aboard:
            return Problem(code="cannot_lie", rule="AWAM 10.4")
        return ENGAGED if world.engaged(figure) else None

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        figure.prone = figure.acted = True
        world.tell("lay_down", "AWAM 2.5", figure=figure.id)


class Stand(Base):
    kind: ClassVar[str] = "stand"
    said = Of

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        if figure.prone:
            yield self.choice(figure)

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Of, arguments)
        if isinstance(said, Problem):
            return said
        return None if figure.prone else Problem(code="not_prone", rule="AWAM 3.4")

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        lie_hidden(world, figure, keeps=False)
        figure.prone, figure.acted = False, True
        world.tell("stood", "AWAM 3.4", figure=figure.id)


class ToCover(Base):
    """A walk to the nearest cover that approaches no enemy (AWAM 14.6)."""

    kind: ClassVar[str] = "to_cover"
    ordered: ClassVar[bool] = False
    said = Of

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        if self.check(world, figure, {"fig": figure.id}) is None:
            yield self.choice(figure)

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Of, arguments)
        if isinstance(said, Problem):
            return said
        if world.engaged(figure):
            return ENGAGED
        if figure.prone or figure.aboard or ("ride" if figure.horse else "walk") not in moving.gaits(world, figure):
            return Problem(code="gait_not_open", rule="AWAM 3.1")
        if moving.cover_place(world, figure) is None:
            return Problem(code="no_cover", rule="AWAM 14.6")
        return None

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        way = moving.cover_place(world, figure)
        if way is None:  # a test before it may have moved somebody into the way
            return
        moving.reveal(world, figure)
        figure.acted, figure.rode = True, figure.horse
        moving.go(world, figure, "ride" if figure.horse else "walk", way)


class Pathed(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    path: tuple[Spot, ...]


class Away(Base):
    """A walk that ends farther from the nearest enemy in sight, and no nearer to any other (AWAM 2.5)."""

    kind: ClassVar[str] = "away"
    ordered: ClassVar[bool] = False
    said = Pathed

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        if figure.aboard or figure.prone or world.engaged(figure):
            return
        if any(world.sees(figure, one) for one in world.enemies(figure)):
            yield self.form(figure, path=path_domain(world))

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Pathed, arguments)
        if isinstance(said, Problem):
            return said
        if world.engaged(figure):
            return ENGAGED
        gait = "ride" if figure.horse else "walk"
        found = open_gait(world, figure, gait)
        if found is not None:
            return found
        way = way_of(said.path)
        if isinstance(way, Problem):
            return way
        enemies = world.nearest_first(figure, (one for one in world.enemies(figure) if world.sees(figure, one)))
        if not enemies:
            return Problem(code="no_enemy_seen", rule="AWAM 2.5")
        before = [geometry.squared(figure.at, one.at) for one in enemies]
        after = [geometry.squared(way[-1], one.at) for one in enemies]
        if after[0] <= before[0] or any(new < old for new, old in zip(after, before, strict=True)):
            return Problem(code="not_away", rule="AWAM 2.5", place="path")
        return moving.judge_path(world, figure, gait, way)

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        said = read(Pathed, arguments)
        assert isinstance(said, Pathed)
        way = way_of(said.path)
        assert isinstance(way, list)
        moving.reveal(world, figure)
        figure.acted, figure.rode = True, figure.horse
        moving.go(world, figure, "ride" if figure.horse else "walk", way)


class Gaited(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    gait: str


SLOWER = {
    "run": ("run", "walk"),
    "walk": ("walk",),
    "ride": ("ride",),
    "trot": ("trot", "ride"),
    "gallop": ("gallop", "trot"),
}


class CarryOn(Base):
    """On along the last leg, in the same or a slower gait, not into contact (AWAM 2.5)."""

    kind: ClassVar[str] = "carry_on"
    ordered: ClassVar[bool] = False
    said = Gaited

    def gaits(self, world: World, figure: Figure) -> list[str]:
        recent = figure.last in ("move", "carry_on", "throw_moving") and figure.last_turn >= world.state.turn - 1
        if not recent or figure.last_leg == (0, 0):
            return []
        open_gaits = moving.gaits(world, figure)
        return [gait for gait in SLOWER.get(figure.last_gait, ()) if gait in open_gaits]

    def way(self, world: World, figure: Figure, gait: str) -> list[Point] | None:
        """As far as the gait goes, stopping short of contact."""
        for share in (4, 3, 2, 1):
            far = moving.reach(figure, gait, difficult=False) * share // 4
            end = geometry.along(figure.at, figure.last_leg, far)
            if moving.judge_path(world, figure, gait, [end]) is None and end != figure.at:
                return [end]
        return None

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        if world.engaged(figure):
            return
        gaits = tuple(gait for gait in self.gaits(world, figure) if self.way(world, figure, gait) is not None)
        if gaits:
            yield self.choice(figure, gait=OneOf(values=gaits))

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Gaited, arguments)
        if isinstance(said, Problem):
            return said
        if world.engaged(figure):
            return ENGAGED
        if said.gait not in self.gaits(world, figure):
            return Problem(code="not_moving", rule="AWAM 2.5", place="gait")
        return None if self.way(world, figure, said.gait) is not None else Problem(code="no_way", rule="AWAM 2.5")

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        gait = str(arguments["gait"])
        way = self.way(world, figure, gait)
        figure.acted, figure.rode = True, figure.horse
        if way is None or moving.falls(world, figure, gait, [figure.at, *way]):
            return
        moving.reveal(world, figure)
        moving.go(world, figure, gait, way)


class BreakOff(Base):
    """Out of a melee: a D6, then up to one walk out of contact with everybody (AWAM 6.5)."""

    kind: ClassVar[str] = "break_off"
    said = Pathed

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        if world.engaged(figure) and not figure.prone:
            yield self.form(figure, path=path_domain(world))

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Pathed, arguments)
        if isinstance(said, Problem):
            return said
        if not world.engaged(figure):
            return Problem(code="not_engaged", rule="AWAM 6.5")
        if figure.prone:
            return Problem(code="is_prone", rule="AWAM 6.5")
        way = way_of(said.path)
        if isinstance(way, Problem):
            return way
        gait = "ride" if figure.horse else "walk"
        return moving.judge_path(world, figure, gait, way)

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        said = read(Pathed, arguments)
        assert isinstance(said, Pathed)
        way = way_of(said.path)
        assert isinstance(way, list)
        figure.acted = True
        if melee.breaks_off(world, figure):
            figure.rode = figure.horse
            moving.go(world, figure, "ride" if figure.horse else "walk", way)


class Horsed(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    horse: str


class Mount(Base):
    """Any figure may mount a free horse in contact with it (AWAM 3.2)."""

    kind: ClassVar[str] = "mount"
    said = Horsed

    @staticmethod
    def horses(world: World, figure: Figure) -> list[str]:
        bases = TABLES.bases
        return [
            animal.id
            for animal in world.state.animals.values()
            if animal.kind == "horse"
            and animal.where == "table"
            and geometry.touching(figure.at, figure.radius, animal.at, bases.animal, bases.touch)
        ]

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        if not figure.horse and not figure.prone and not figure.aboard and not world.engaged(figure):
            horses = tuple(self.horses(world, figure))
            if horses:
                yield self.choice(figure, horse=OneOf(values=horses))

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Horsed, arguments)
        if isinstance(said, Problem):
            return said
        if world.engaged(figure):
            return ENGAGED
        if figure.horse or figure.prone or figure.aboard:
            return Problem(code="cannot_mount", rule="AWAM 3.4")
        if said.horse not in self.horses(world, figure):
            return Problem(code="no_such_horse", rule="AWAM 3.2", place="horse")
        return None

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        horse = world.state.animals.pop(str(arguments["horse"]))
        figure.at, figure.horse, figure.pace, figure.acted, figure.rode = horse.at, True, 0, True, True
        world.tell("mounted", "AWAM 3.4", figure=figure.id)


class Dismount(Base):
    kind: ClassVar[str] = "dismount"
    said = Of

    def menu(self, world: World, figure: Figure) -> Iterator[Choice]:
        if self.check(world, figure, {"fig": figure.id}) is None:
            yield self.choice(figure)

    def check(self, world: World, figure: Figure, arguments: dict[str, Json]) -> Problem | None:
        said = read(Of, arguments)
        if isinstance(said, Problem):
            return said
        if not figure.horse or figure.pace > 1 or figure.aboard:
            return Problem(code="cannot_dismount", rule="AWAM 10.4")
        if world.engaged(figure):
            return ENGAGED
        inner, outer = TABLES.bases.animal, TABLES.bases.foot
        if markers.free_round(world, figure.at, inner, outer, but=figure.id, seat=figure.seat) is None:
            return Problem(code="no_place", rule="AWAM 14.5")
        return None

    def do(self, world: World, figure: Figure, arguments: dict[str, Json], *, ordered: bool) -> None:
        figure.acted = True
        moving.reveal(world, figure)
        markers.dismount(world, figure)
        world.tell("dismounted", "AWAM 3.4", figure=figure.id)
