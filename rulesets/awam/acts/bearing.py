"""How a figure bears itself: down and up, to cover, away, on, out of a fight, on and off a horse (AWAM 10.4)."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct

from rulesets.awam import geometry, markers, melee, moving
from rulesets.awam.acts.common import Base, Of, Spot, path_domain, points_of, way_of
from rulesets.awam.acts.going import way_in
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Choice, OneOf, Problem

SLOWER = {
    "run": ("run", "walk"),
    "walk": ("walk",),
    "crawl": ("crawl",),
    "ride": ("ride",),
    "trot": ("trot", "ride"),
    "gallop": ("gallop", "trot", "ride"),
    "swim": ("swim",),
}


class Lie(Base[Of]):
    """Down: no order is needed (AWAM 2.5)."""

    kind: ClassVar[str] = "lie"
    ordered: ClassVar[bool] = False
    said = Of

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if self.judge(world, figure, Of(figure.id)) is None:
            yield self.choice(figure)

    def judge(self, world: World, figure: Figure, said: Of) -> Problem | None:
        if figure.prone or figure.horse or figure.aboard:
            return Problem(code="cannot_lie", rule="AWAM 10.4")
        return None

    def carry_out(self, world: World, figure: Figure, said: Of, *, ordered: bool) -> None:
        figure.prone = figure.acted = True
        world.tell("lay_down", "AWAM 2.5", figure=figure.id)


class Stand(Base[Of]):
    kind: ClassVar[str] = "stand"
    in_melee: ClassVar[bool] = True
    said = Of

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if figure.prone:
            yield self.choice(figure)

    def judge(self, world: World, figure: Figure, said: Of) -> Problem | None:
        return None if figure.prone else Problem(code="not_prone", rule="AWAM 3.4")

    def carry_out(self, world: World, figure: Figure, said: Of, *, ordered: bool) -> None:
        figure.prone, figure.acted = False, True
        world.tell("stood", "AWAM 3.4", figure=figure.id)


class ToCover(Base[Of]):
    """A walk to the nearest cover that approaches no enemy (AWAM 14.6)."""

    kind: ClassVar[str] = "to_cover"
    ordered: ClassVar[bool] = False
    said = Of

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if self.judge(world, figure, Of(figure.id)) is None:
            yield self.choice(figure)

    def judge(self, world: World, figure: Figure, said: Of) -> Problem | None:
        if figure.prone or figure.aboard or ("ride" if figure.horse else "walk") not in moving.gaits(world, figure):
            return Problem(code="gait_not_open", rule="AWAM 3.1")
        if moving.cover_place(world, figure) is None:
            return Problem(code="no_cover", rule="AWAM 14.6")
        return None

    def carry_out(self, world: World, figure: Figure, said: Of, *, ordered: bool) -> None:
        way = moving.cover_place(world, figure)
        if way is None:  # a test before it may have moved somebody into the way
            return
        figure.acted, figure.rode = True, figure.horse
        moving.go(world, figure, "ride" if figure.horse else "walk", way)


class Pathed(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    path: tuple[Spot, ...]


class Away(Base[Pathed]):
    """A walk that ends farther from the nearest enemy in sight, and no nearer to any other (AWAM 2.5)."""

    kind: ClassVar[str] = "away"
    ordered: ClassVar[bool] = False
    said = Pathed

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if figure.aboard or figure.prone:
            return
        if any(world.sees(figure, one) for one in world.enemies(figure)):
            yield self.form(figure, path=path_domain(world))

    def judge(self, world: World, figure: Figure, said: Pathed) -> Problem | None:
        gait = "ride" if figure.horse else "walk"
        way = way_in(world, figure, gait, said.path)
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

    def carry_out(self, world: World, figure: Figure, said: Pathed, *, ordered: bool) -> None:
        way = points_of(said.path)
        figure.acted, figure.rode = True, figure.horse
        moving.go(world, figure, "ride" if figure.horse else "walk", way)


class Gaited(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    gait: str


class CarryOn(Base[Gaited]):
    """On along the last leg, in the same or a slower gait, not into contact (AWAM 2.5)."""

    kind: ClassVar[str] = "carry_on"
    in_water: ClassVar[bool] = True
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
            end = geometry.leg(figure.at, figure.last_leg, far)
            if moving.judge_path(world, figure, gait, [end]) is None and end != figure.at:
                return [end]
        return None

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        gaits = tuple(gait for gait in self.gaits(world, figure) if self.way(world, figure, gait) is not None)
        if gaits:
            yield self.choice(figure, gait=OneOf(values=gaits))

    def judge(self, world: World, figure: Figure, said: Gaited) -> Problem | None:
        if said.gait not in self.gaits(world, figure):
            return Problem(code="not_moving", rule="AWAM 2.5", place="gait")
        return None if self.way(world, figure, said.gait) is not None else Problem(code="no_way", rule="AWAM 2.5")

    def carry_out(self, world: World, figure: Figure, said: Gaited, *, ordered: bool) -> None:
        gait = said.gait
        way = self.way(world, figure, gait)
        figure.acted, figure.rode = True, figure.horse
        if way is None or not moving.stays_hidden(world, figure, gait, way):
            moving.reveal(world, figure)
        if way is None or moving.falls(world, figure, gait, [figure.at, *way]):
            return
        moving.go(world, figure, gait, way)


class BreakOff(Base[Pathed]):
    """Out of a melee: a D6, then up to one walk out of contact with everybody (AWAM 6.5)."""

    kind: ClassVar[str] = "break_off"
    in_melee: ClassVar[bool] = True
    said = Pathed

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if world.engaged(figure) and not figure.prone:
            yield self.form(figure, path=path_domain(world))

    def judge(self, world: World, figure: Figure, said: Pathed) -> Problem | None:
        if not world.engaged(figure):
            return Problem(code="not_engaged", rule="AWAM 6.5")
        if figure.prone:
            return Problem(code="is_prone", rule="AWAM 6.5")
        way = way_of(said.path)
        if isinstance(way, Problem):
            return way
        gait = "ride" if figure.horse else "walk"
        return moving.judge_path(world, figure, gait, way)

    def carry_out(self, world: World, figure: Figure, said: Pathed, *, ordered: bool) -> None:
        way = points_of(said.path)
        figure.acted = True
        if melee.breaks_off(world, figure):
            figure.rode = figure.horse
            moving.go(world, figure, "ride" if figure.horse else "walk", way)


class Horsed(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    horse: str


class Mount(Base[Horsed]):
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

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if not figure.horse and not figure.prone and not figure.aboard:
            horses = tuple(self.horses(world, figure))
            if horses:
                yield self.choice(figure, horse=OneOf(values=horses))

    def judge(self, world: World, figure: Figure, said: Horsed) -> Problem | None:
        if figure.horse or figure.prone or figure.aboard:
            return Problem(code="cannot_mount", rule="AWAM 3.4")
        if said.horse not in self.horses(world, figure):
            return Problem(code="no_such_horse", rule="AWAM 3.2", place="horse")
        return None

    def carry_out(self, world: World, figure: Figure, said: Horsed, *, ordered: bool) -> None:
        horse = world.state.animals.pop(said.horse)
        figure.at, figure.horse, figure.pace, figure.acted, figure.rode = horse.at, True, 0, True, True
        world.tell("mounted", "AWAM 3.4", figure=figure.id)


class Dismount(Base[Of]):
    kind: ClassVar[str] = "dismount"
    said = Of

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if self.judge(world, figure, Of(figure.id)) is None:
            yield self.choice(figure)

    def judge(self, world: World, figure: Figure, said: Of) -> Problem | None:
        if not figure.horse or figure.pace > 1 or figure.aboard:
            return Problem(code="cannot_dismount", rule="AWAM 10.4")
        inner, outer = TABLES.bases.animal, TABLES.bases.foot
        if markers.free_round(world, figure.at, inner, outer, but=figure.id, seat=figure.seat) is None:
            return Problem(code="no_place", rule="AWAM 14.5")
        return None

    def carry_out(self, world: World, figure: Figure, said: Of, *, ordered: bool) -> None:
        figure.acted = True
        markers.dismount(world, figure)
        world.tell("dismounted", "AWAM 3.4", figure=figure.id)
