"""Moves of figures: move, charge, lie, stand, to cover, away, carry on, break off, mount, dismount (AWAM 10.4)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import ClassVar

from msgspec import Struct

from rulesets.awam import geometry, melee, moving, shooting
from rulesets.awam.acts.common import NOT_THERE, Base, Spot, known, path_domain, points_of, way_of
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
    """A throw on the way. ``at``: after how many legs. Without a path: straight at him."""

    fig: str
    gait: str
    target: str
    path: tuple[Spot, ...] = ()
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


def way_in(world: World, figure: Figure, gait: str, path: Sequence[Spot]) -> list[Point] | Problem:
    """The points of a path that is gone in a gait, if that is open to him."""
    return open_gait(world, figure, gait) or way_of(path)


class Move(Base[Moving]):
    """A move in one gait, past an enemy with the lance if one is named (AWAM 3.1, 3.2, 6.1)."""

    kind: ClassVar[str] = "move"
    in_water: ClassVar[bool] = True
    said = Moving

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        gaits = tuple(moving.gaits(world, figure))
        if not gaits:
            return
        more: dict[str, Domain] = {}
        if figure.horse and figure.blade == "lance":
            others = (one for one in world.state.seen(figure.seat) if one.seat != figure.seat and not one.prisoner)
            more = {"target": OneOf(values=(None, *(one.id for one in others)))}
        yield self.form(figure, tuple(more), gait=OneOf(values=gaits), path=path_domain(world), **more)

    def judge(self, world: World, figure: Figure, said: Moving) -> Problem | None:
        way = way_in(world, figure, said.gait, said.path)
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
        if target is None or target.seat == figure.seat or target.prisoner or target.aboard:
            return NOT_THERE
        if world.pair(figure.id, target.id) in world.state.fought:
            return NOT_THERE
        if figure.guards:
            return Problem(code="may_not_charge", rule="AWAM 6.7")
        if len(world.touching(target)) >= TABLES.melee.most:
            return Problem(code="three_on_one", rule="AWAM 6.1", place="target")
        if not figure.horse or figure.blade != "lance":
            return Problem(code="no_lance", rule="AWAM 6.1", place="target")
        points = [figure.at, *way]
        if not any(melee.passes(figure, target, a, b) for a, b in pairwise(points)):
            return Problem(code="does_not_pass", rule="AWAM 6.1", place="target")
        return None

    def carry_out(self, world: World, figure: Figure, said: Moving, *, ordered: bool) -> None:
        way = points_of(said.path)
        figure.acted, figure.rode = True, figure.horse
        if not moving.stays_hidden(world, figure, said.gait, way):
            moving.reveal(world, figure)
        if moving.falls(world, figure, said.gait, [figure.at, *way]):
            return
        target = world.state.figures.get(said.target or "")

        def ride_past(a: Point, b: Point) -> bool:
            """At the gallop the pass is fought where it happens; a rider who is killed or wounded stops there."""
            if target is None or target.out or not melee.passes(figure, target, a, b) or "lanced" in figure.tried:
                return True
            figure.tried = (*figure.tried, "lanced", f"lance:{target.id}")
            shooting.provoke(world, figure, target)
            figure.impetus, figure.start = said.gait in moving.FAST, a
            if said.gait != "gallop":
                active = world.state.active
                assert active is not None
                active.fights.append((figure.id, target.id))
                return True
            wounds = figure.wounds
            figure.at = melee.pass_point(world, figure, target, a, b)
            melee.settle(world, [(figure.id, target.id)])
            return not figure.out and figure.wounds == wounds

        moving.go(world, figure, said.gait, way, each_leg=ride_past if target is not None else None)


class Charge(Base[Throwing]):
    """A move into contact; throws on the way (AWAM 6.1, 14.5)."""

    kind: ClassVar[str] = "charge"
    said = Throwing

    def needs_order(self, world: World, figure: Figure, arguments: dict[str, Json]) -> bool:
        """African warriors close to an enemy, with their leader in sight, need none, unless it is at a neutral (AWAM 2.6, 10.2)."""
        target = world.state.figures.get(str(arguments.get("target", "")))
        if not figure.warrior or (target is not None and not world.hostile(figure, target)):
            return True
        near = any(
            geometry.within(figure.at, one.at, TABLES.morale.warriors_charge) and world.sees(figure, one)
            for one in world.enemies(figure)
        )
        leader = any(one.fit and one.squad == figure.squad and world.sees(figure, one) for one in world.friends(figure))
        return not (near and leader)

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        gaits = tuple(gait for gait in moving.gaits(world, figure) if gait not in ("swim", "crawl"))
        if not gaits or figure.prone:
            return
        far = max(moving.reach(figure, gait, difficult=False) for gait in gaits)
        enemies = tuple(
            one.id
            for one in world.enemies(figure)
            if not one.aboard and geometry.within(figure.at, one.at, far + figure.radius + one.radius + 1)
        )
        if not enemies:
            return
        more: dict[str, Domain] = {}
        if figure.missiles:
            more = {
                "missile": OneOf(values=(None, figure.missiles[0])),
                "missile_target": OneOf(values=(None, *(one.id for one in world.enemies(figure) if not one.aboard))),
                "at": IntRange(low=0, high=TABLES.movement.legs),
            }
        yield self.form(
            figure,
            ("path", *more),
            target=OneOf(values=enemies),
            gait=OneOf(values=gaits),
            path=path_domain(world),
            **more,
        )

    def judge(self, world: World, figure: Figure, said: Throwing) -> Problem | None:
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
        return judge_throw(
            world, figure, said.missile, said.missile_target or "", said.at, [figure.at, *way], gait=said.gait
        )

    def carry_out(self, world: World, figure: Figure, said: Throwing, *, ordered: bool) -> None:
        target = world.figure(said.target)
        way = self.way(world, figure, said, target)
        assert isinstance(way, list)
        figure.acted, figure.rode = True, figure.horse
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
        if figure.standing and rest and not (target.out and _stops(world, figure)):
            moving.go(world, figure, said.gait, rest)
        if not figure.standing or target.out or not world.in_contact(figure, target):
            return
        figure.impetus = said.gait in moving.FAST
        # Contact makes it a halt, however the fight ends (AWAM 3.2).
        figure.pace = target.pace = 0
        world.tell("charged", "AWAM 6.1", figure=figure.id, target=target.id)
        active = world.state.active
        assert active is not None
        active.fights.append((figure.id, target.id))


def _stops(world: World, figure: Figure) -> bool:
    """One whose target is dead stops where he threw, if there is room: he may have been passing a friend."""
    return not world.taken(figure.at, figure.radius, but=(figure.id, figure.guards))


def judge_throw(
    world: World, figure: Figure, missile: str, target_key: str, at: int, points: list[Point], *, gait: str = ""
) -> Problem | None:
    if not figure.missiles or missile != figure.missiles[0] or world.swims(figure):
        return Problem(code="no_missile", rule="AWAM 4.5", place="missile")
    if not 0 <= at < len(points):
        return Problem(code="bad_point", data={"most": len(points) - 1}, rule="AWAM 10.4", place="at")
    target = known(world, figure, target_key)
    if target is None or target.prisoner:
        return NOT_THERE
    if target.seat == figure.seat:
        return Problem(code="own_figure", rule="AWAM 10.2", place="target")
    origin = points[at]
    if not world.clear(origin, target.at):
        return Problem(code="out_of_sight", rule="AWAM 4.1", place="target")
    if not world.line_of_fire(figure, target, at=origin):
        return Problem(code="no_line_of_fire", rule="AWAM 14.3", place="target")
    moved = at > 0 or len(points) > 1
    runs = gait == "run" and at > 0
    if shooting.throw_aim(world, figure, target, missile, origin, moved=moved, runs=runs).faces < 1:
        return Problem(code="nil_chance", rule="AWAM 4.3", place="target")
    return None


class Thrown(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    missile: str
    target: str


class Throw(Base[Thrown]):
    """A throw from where he stands (AWAM 3.4, 4.5)."""

    kind: ClassVar[str] = "throw"
    said = Thrown

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if not figure.missiles:
            return
        missile = figure.missiles[0]
        targets = tuple(
            one.id
            for one in world.state.seen(figure.seat)
            if one.seat != figure.seat and self.judge(world, figure, Thrown(figure.id, missile, one.id)) is None
        )
        if targets:
            yield self.choice(figure, missile=OneOf(values=(missile,)), target=OneOf(values=targets))

    def judge(self, world: World, figure: Figure, said: Thrown) -> Problem | None:
        return judge_throw(world, figure, said.missile, said.target, 0, [figure.at])

    def carry_out(self, world: World, figure: Figure, said: Thrown, *, ordered: bool) -> None:
        figure.acted = True
        shooting.throw(world, figure, world.figure(said.target), said.missile, moved=False)


class Run(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    missile: str
    target: str
    gait: str
    path: tuple[Spot, ...]
    at: int


class ThrowMoving(Base[Run]):
    """A throw at a point of a move (AWAM 3.4): free while moving."""

    kind: ClassVar[str] = "throw_moving"
    said = Run

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        gaits = tuple(moving.gaits(world, figure))
        if not figure.missiles or not gaits:
            return
        targets = tuple(one.id for one in world.state.seen(figure.seat) if one.seat != figure.seat)
        if targets:
            yield self.form(
                figure,
                missile=OneOf(values=figure.missiles[:1]),
                target=OneOf(values=targets),
                gait=OneOf(values=gaits),
                path=path_domain(world),
                at=IntRange(low=0, high=TABLES.movement.legs),
            )

    def judge(self, world: World, figure: Figure, said: Run) -> Problem | None:
        way = way_in(world, figure, said.gait, said.path)
        if isinstance(way, Problem):
            return way
        found = moving.judge_path(world, figure, said.gait, way)
        return found or judge_throw(
            world, figure, said.missile, said.target, said.at, [figure.at, *way], gait=said.gait
        )

    def carry_out(self, world: World, figure: Figure, said: Run, *, ordered: bool) -> None:
        way = points_of(said.path)
        figure.acted, figure.rode = True, figure.horse
        if moving.falls(world, figure, said.gait, [figure.at, *way]):
            return
        if said.at and not moving.go(world, figure, said.gait, way[: said.at]):
            return
        target = world.figure(said.target)
        if target.standing and figure.standing:
            shooting.throw(world, figure, target, said.missile, moved=True)
        if way[said.at :] and figure.standing:
            moving.go(world, figure, said.gait, way[said.at :])
