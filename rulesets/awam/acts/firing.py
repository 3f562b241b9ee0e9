"""Fire, reloading, bursts, shells, repairs (AWAM 3.4 to 3.7, 4, 8)."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct

from rulesets.awam import geometry, ground, guns, reloading, rights, shooting
from rulesets.awam.acts.common import ENGAGED, HAS_ACTED, NOT_THERE, SWIMS, Base, known
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure, Gun
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Choice, IntRange, OneOf, Problem
from rulesets.vocabulary import Json


class Firing(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    target: str
    shots: int
    aimed: bool


def can_fire(world: World, figure: Figure) -> Problem | None:
    """Whether a figure's weapon and posture allow a shot (AWAM 3.4, 6.2)."""
    gun = figure.gun
    if gun is None:
        return Problem(code="no_firearm", rule="AWAM 4.2")
    if gun.rounds < 1:
        return Problem(code="not_loaded", rule="AWAM 4.5")
    if shooting.blade_hinders(figure):
        return Problem(code="blade_in_hand", rule="AWAM 6.2")
    if figure.acted or figure.reloaded:
        return HAS_ACTED
    if world.swims(figure):
        return SWIMS
    return ENGAGED if world.engaged(figure) else None


def nearest_target(world: World, figure: Figure) -> Figure | None:
    """At whom unaimed fire is: the nearest hostile figure in sight (AWAM 2.5, 4.6)."""
    seen = (one for one in world.enemies(figure) if world.sees(figure, one))
    return next(iter(world.nearest_first(figure, seen)), None)


def judge_shot(world: World, figure: Figure, target: Figure | None, *, aimed: bool, reloaded: bool) -> Problem | None:
    """Whether a shot can be at a target: sight, line of fire, range, and some chance."""
    if target is None or target is figure or target.prisoner:
        return NOT_THERE
    if target.seat == figure.seat:
        return Problem(code="own_figure", rule="AWAM 10.2", place="target")
    if figure.defended and aimed:
        return Problem(code="has_defended", rule="AWAM 6.1", place="aimed")
    if not aimed and target is not nearest_target(world, figure):
        return Problem(code="not_the_nearest", rule="AWAM 4.6", place="target")
    if not world.sees(figure, target):
        return Problem(code="out_of_sight", rule="AWAM 4.1", place="target")
    if not world.line_of_fire(figure, target):
        return Problem(code="no_line_of_fire", rule="AWAM 14.3", place="target")
    if shooting.aim(world, figure, target, aimed=aimed, reloaded=reloaded).faces < 1:
        return Problem(code="nil_chance", rule="AWAM 4.3", place="target")
    return None


def most_shots(world: World, figure: Figure) -> int:
    """A repeater that was reloaded this turn fires once at most (AWAM 4.5)."""
    gun = figure.gun
    assert gun is not None
    return min(gun.rounds, TABLES.firearms[gun.key].shots)


class Fire(Base[Firing]):
    """Shots at one target: the whole turn (AWAM 3.4, 4.5)."""

    kind: ClassVar[str] = "fire"
    said = Firing

    def needs_order(self, world: World, figure: Figure, arguments: dict[str, Json]) -> bool:
        return bool(arguments.get("aimed"))

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if can_fire(world, figure) is not None:
            return
        shots = IntRange(low=1, high=most_shots(world, figure))
        aimed = tuple(
            one.id
            for one in world.state.seen(figure.seat)
            if one.seat != figure.seat and judge_shot(world, figure, one, aimed=True, reloaded=False) is None
        )
        if aimed and self._pays(world, figure, aimed=True):
            yield self.choice(figure, target=OneOf(values=aimed), shots=shots, aimed=OneOf(values=(True,)))
        target = nearest_target(world, figure)
        unaimed = target is not None and judge_shot(world, figure, target, aimed=False, reloaded=False) is None
        if unaimed and target is not None and self._pays(world, figure, aimed=False):
            yield self.choice(figure, target=OneOf(values=(target.id,)), shots=shots, aimed=OneOf(values=(False,)))

    @staticmethod
    def _pays(world: World, figure: Figure, *, aimed: bool) -> bool:
        return rights.pays(world, figure, needs_order=aimed) is not None

    def judge(self, world: World, figure: Figure, said: Firing) -> Problem | None:
        found = can_fire(world, figure)
        if found is not None:
            return found
        if not 1 <= said.shots <= most_shots(world, figure):
            return Problem(code="bad_shots", data={"most": most_shots(world, figure)}, rule="AWAM 4.5", place="shots")
        return judge_shot(world, figure, known(world, figure, said.target), aimed=said.aimed, reloaded=False)

    def carry_out(self, world: World, figure: Figure, said: Firing, *, ordered: bool) -> None:
        shooting.fire(world, figure, world.figure(said.target), said.shots, aimed=said.aimed)


class Loading(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    row: str
    then: str | None


class Reload(Base[Loading]):
    """One roll; then the quick shot, if it is wanted (AWAM 3.6, 3.7). Needs no test: a shaken figure may reload."""

    kind: ClassVar[str] = "reload"
    ordered: ClassVar[bool] = False
    tested: ClassVar[bool] = False
    said = Loading

    def rows(self, figure: Figure) -> tuple[str, ...]:
        gun = figure.gun
        assert gun is not None
        if figure.reload:
            return ("slip",) if figure.slip else ("full",)
        return ("full", "slip") if TABLES.firearms[gun.key].slip else ("full",)

    def targets(self, world: World, figure: Figure) -> list[str]:
        """At whom the quick shot may be: no test of chance, which is judged when the weapon is loaded."""
        if figure.blue or figure.acted or shooting.blade_hinders(figure):
            return []
        return [
            one.id
            for one in world.state.seen(figure.seat)
            if one.seat != figure.seat and not one.prisoner and world.line_of_fire(figure, one)
        ]

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if not reloading.may_reload(world, figure):
            return
        yield self.choice(
            figure,
            row=OneOf(values=self.rows(figure)),
            then=OneOf(values=(None, *self.targets(world, figure))),
        )

    def judge(self, world: World, figure: Figure, said: Loading) -> Problem | None:
        if not reloading.may_reload(world, figure):
            return Problem(code="cannot_reload", rule="AWAM 3.6")
        if said.row not in self.rows(figure):
            return Problem(code="bad_row", data={"rows": list(self.rows(figure))}, rule="AWAM 3.6", place="row")
        if said.then is not None and said.then not in self.targets(world, figure):
            return NOT_THERE
        return None

    def carry_out(self, world: World, figure: Figure, said: Loading, *, ordered: bool) -> None:
        loaded = reloading.reload(world, figure, slip=said.row == "slip")
        target = world.state.figures.get(said.then or "")
        if not loaded or target is None or not target.standing:
            return
        # Aimed where the reload was ordered, else at the nearest only (A19).
        if not ordered:
            target = nearest_target(world, figure)
        if target is None or judge_shot(world, figure, target, aimed=ordered, reloaded=True) is not None:
            return
        reloading.fire_at_once(world, figure, target, aimed=ordered)


# --- Guns -------------------------------------------------------------------------------------------------------------


def gun_of(world: World, figure: Figure) -> Gun | None:
    """The gun a figure stands at as one of its crew."""
    for gun in world.state.guns.values():
        if figure.id in gun.crew and gun.where == "table" and not gun.packed and guns.at_hand(world, gun, figure):
            return gun
    return None


class Serving[S: Struct](Base[S]):
    """The fire of one kind of gun: an order to one of the crew that stands at it (AWAM 8)."""

    gun_kind: ClassVar[str]
    rule: ClassVar[str]

    def gun(self, world: World, figure: Figure) -> Gun | Problem:
        """The gun he can fire now, or why he cannot."""
        gun = gun_of(world, figure)
        if gun is None or gun.kind != self.gun_kind:
            return Problem(code="no_gun", rule=self.rule)
        if figure.defended:
            return Problem(code="has_defended", rule="AWAM 6.1")
        if figure.acted or figure.reloaded:
            return HAS_ACTED
        return gun if guns.ready(world, gun) else Problem(code="gun_not_ready", rule=self.rule)


class Bursting(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    target: str


class Burst(Serving[Bursting]):
    """A burst of the machine gun (AWAM 8.1)."""

    kind: ClassVar[str] = "burst"
    gun_kind = "machine_gun"
    rule = "AWAM 8.1"
    said = Bursting

    def targets(self, world: World, figure: Figure, gun: Gun) -> Iterator[str]:
        origin = guns.place(world, gun)
        for one in world.state.seen(figure.seat):
            if one.seat == figure.seat or one.prisoner:
                continue
            if not geometry.within(origin, one.at, TABLES.machine_gun.longest) or not world.line_of_fire(figure, one):
                continue
            if guns.burst_aim(world, gun, figure, one).faces > 0:
                yield one.id

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        gun = self.gun(world, figure)
        targets = tuple(self.targets(world, figure, gun)) if isinstance(gun, Gun) else ()
        if targets:
            yield self.choice(figure, target=OneOf(values=targets))

    def judge(self, world: World, figure: Figure, said: Bursting) -> Problem | None:
        gun = self.gun(world, figure)
        if isinstance(gun, Problem):
            return gun
        return None if said.target in self.targets(world, figure, gun) else NOT_THERE

    def carry_out(self, world: World, figure: Figure, said: Bursting, *, ordered: bool) -> None:
        gun = gun_of(world, figure)
        assert gun is not None
        guns.burst(world, gun, figure, world.figure(said.target))


class Shelling(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    target: str
    x: int | None = None
    y: int | None = None


class Shell(Serving[Shelling]):
    """One shot of a cannon at a building, a boat, a gun, or a point (AWAM 8.2)."""

    kind: ClassVar[str] = "shell"
    gun_kind = "cannon"
    rule = "AWAM 8.2"
    said = Shelling

    def things(self, world: World, figure: Figure, gun: Gun) -> Iterator[tuple[str, Point]]:
        origin = guns.place(world, gun)
        for piece in world.state.ground:
            middle = ground.middle(piece)
            if TABLES.ground[piece.kind].enter and guns.sees_part(world, gun, piece, middle):
                yield f"piece:{piece.id}", middle
        for boat in world.state.boats.values():
            if boat.seat != figure.seat and boat.where == "table" and world.clear(origin, boat.at):
                yield f"boat:{boat.id}", boat.at
        for other in world.state.guns.values():
            if other.user != figure.seat and other.where == "table" and not other.packed:
                at = guns.place(world, other)
                if world.clear(origin, at):
                    yield f"gun:{other.id}", at

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        gun = self.gun(world, figure)
        if isinstance(gun, Problem):
            return
        state = world.state
        things = tuple(key for key, at in self.things(world, figure, gun) if guns.muzzle_clear(world, gun, at))
        yield self.form(
            figure,
            ("x", "y"),
            target=OneOf(values=("point", *things)),
            x=IntRange(low=0, high=state.width),
            y=IntRange(low=0, high=state.height),
        )

    def aim(self, world: World, figure: Figure, gun: Gun, said: Shelling) -> Point | None:
        if said.target == "point":
            if said.x is None or said.y is None:
                return None
            point = Point(said.x, said.y)
            if not world.on_board(point) or not world.clear(guns.place(world, gun), point):
                return None
            return point
        if said.x is not None and said.y is not None:
            return self._part(world, gun, said.target, Point(said.x, said.y))
        if said.x is not None or said.y is not None:
            return None
        return dict(self.things(world, figure, gun)).get(said.target)

    @staticmethod
    def _part(world: World, gun: Gun, target: str, point: Point) -> Point | None:
        """The point of a building that is named as the target (AWAM 8.2)."""
        for piece in world.state.ground:
            if target == f"piece:{piece.id}" and TABLES.ground[piece.kind].enter:
                return point if ground.holds(piece, point) and guns.sees_part(world, gun, piece, point) else None
        return None

    def judge(self, world: World, figure: Figure, said: Shelling) -> Problem | None:
        gun = self.gun(world, figure)
        if isinstance(gun, Problem):
            return gun
        point = self.aim(world, figure, gun, said)
        if point is None:
            return NOT_THERE
        if not guns.muzzle_clear(world, gun, point):
            return Problem(code="muzzle_blocked", rule="AWAM 8.2", place="target")
        return None

    def carry_out(self, world: World, figure: Figure, said: Shelling, *, ordered: bool) -> None:
        gun = gun_of(world, figure)
        assert gun is not None
        point = self.aim(world, figure, gun, said)
        if point is not None:
            guns.shell(world, gun, figure, said.target, point)


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    gun: str


class Tending(Base[Named]):
    """A roll of the crew for its gun, which needs neither an order nor a test (AWAM 3.6, 8.1)."""

    ordered: ClassVar[bool] = False
    tested: ClassVar[bool] = False
    said = Named

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        gun = gun_of(world, figure)
        if gun is not None and self.bars(world, gun, figure) is None:
            yield self.choice(figure, gun=OneOf(values=(gun.id,)))

    def judge(self, world: World, figure: Figure, said: Named) -> Problem | None:
        gun = gun_of(world, figure)
        if gun is None or gun.id != said.gun:
            return Problem(code="no_gun", rule="AWAM 8", place="gun")
        return self.bars(world, gun, figure)

    def carry_out(self, world: World, figure: Figure, said: Named, *, ordered: bool) -> None:
        figure.acted = True
        self.roll(world, world.state.guns[said.gun], figure)

    @abstractmethod
    def bars(self, world: World, gun: Gun, figure: Figure) -> Problem | None:
        """What of the gun or of its gunner is against it."""

    @abstractmethod
    def roll(self, world: World, gun: Gun, figure: Figure) -> None:
        """The roll."""


class Repair(Tending):
    """A jam or damage is cleared on a 5 or 6, one try a turn (AWAM 8.1, 8.2)."""

    kind: ClassVar[str] = "repair"

    def bars(self, world: World, gun: Gun, figure: Figure) -> Problem | None:
        if gun.broken or not (gun.jammed or gun.damaged):
            return Problem(code="nothing_to_mend", rule="AWAM 8", place="gun")
        if world.state.turn in (gun.tried_turn, gun.fired_turn):
            return Problem(code="tried_already", rule="AWAM 8.1", place="gun")
        return None

    def roll(self, world: World, gun: Gun, figure: Figure) -> None:
        guns.repair(world, gun, figure)


class LoadGun(Tending):
    """One reload roll for the crew (AWAM 3.6, 8.1)."""

    kind: ClassVar[str] = "load_gun"

    def bars(self, world: World, gun: Gun, figure: Figure) -> Problem | None:
        turn = world.state.turn
        enough = guns.can_load(world, gun)
        if not enough or guns.hindered(figure) or turn in (gun.reload_turn, gun.fired_turn):
            return Problem(code="cannot_reload", rule="AWAM 3.6", place="gun")
        return None

    def roll(self, world: World, gun: Gun, figure: Figure) -> None:
        guns.reload(world, gun, figure)
