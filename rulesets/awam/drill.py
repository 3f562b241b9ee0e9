"""The drill: what the program does for an absent seat, a group that nobody commands, and the simplest bot (AWAM 10.5)."""

from collections.abc import Iterable, Iterator

from rulesets.awam import boats, geometry, guns, moving, reloading, rights, scoring, shooting
from rulesets.awam.acts import common, firing
from rulesets.awam.acts.carrying import Lead
from rulesets.awam.acts.going import Charge, Throwing
from rulesets.awam.acts.index import ACTS
from rulesets.awam.catalogue import play_of
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure, Gun, Squad
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.vocabulary import Json

type Wish = tuple[str, str, dict[str, Json]]
"""A letter of AWAM 10.5, row 3, an action, its arguments."""

SEQUENCE = "aebfdgh"
"""In which sequence orders go to wishes (row 4)."""
FRIENDLY = ("hoist", "treaty", "dig", "take", "plant")


def squad_to_pick(world: World, squads: list[Squad]) -> Squad:
    """Of those not yet picked this turn the one with most able figures; else the one with most; ties the lowest id."""
    fresh = [squad for squad in squads if squad.picked != world.state.turn] or squads

    def row(squad: Squad) -> tuple[int, ...]:
        return -sum(one.able for one in world.state.of_squad(squad.id)), *map(int, squad.id.split("."))

    return min(fresh, key=row)


def play(world: World) -> None:
    """A whole activation: leaders first, by their own right; then the orders, by wish; then what needs none."""
    active = world.state.active
    assert active is not None
    squad = active.squad
    for figure in world.state.of_squad(squad):
        _rally(world, figure)
    for figure in list(world.state.of_squad(squad)):
        if figure.fit and rights.may_act(world, figure):
            _act(world, figure, ordered=True)
    while active.left > 0 and world.state.active is active:
        best = _best_wish(world, squad)
        if best is None:
            break
        _perform(world, *best)
    for figure in list(world.state.of_squad(squad)):
        if world.state.active is active and rights.may_act(world, figure) and not figure.free:
            _act(world, figure, ordered=False)


def _rally(world: World, leader: Figure) -> None:
    """A leader stops whoever of his squad has broken, before anything else is ordered (row 2)."""
    active = world.state.active
    assert active is not None
    act = ACTS["rally"]
    for other in world.state.of_squad(leader.squad):
        arguments = {"fig": leader.id, "target": other.id}
        if active.left > 0 and other.broken and common.judge(world, act, leader, arguments) is None:
            common.perform(world, act, leader, arguments)


def _best_wish(world: World, squad: str) -> tuple[Figure, Wish] | None:
    found: list[tuple[int, int, Figure, Wish]] = []
    for figure in world.state.of_squad(squad):
        if not rights.may_act(world, figure) or not rights.may_be_ordered(world, figure):
            continue
        wish = _first(world, figure)
        if wish is not None and wish[0] in SEQUENCE:
            found.append((SEQUENCE.index(wish[0]), figure.number, figure, wish))
    if not found:
        return None
    _letter, _number, figure, wish = min(found, key=lambda one: one[:2])
    return figure, wish


def _first(world: World, figure: Figure) -> Wish | None:
    """The first wish that is allowed and wants an order; one that wants none waits for its turn without."""
    for wish in wishes(world, figure, ordered=True):
        if common.judge(world, ACTS[wish[1]], figure, wish[2]) is None:
            return wish
    return None


def _perform(world: World, figure: Figure, wish: Wish) -> bool:
    act = ACTS[wish[1]]
    if common.judge(world, act, figure, wish[2]) is not None:
        figure.carded = True  # a wish that cannot be had: it stops
        return False
    common.perform(world, act, figure, wish[2])
    return True


def _act(world: World, figure: Figure, *, ordered: bool) -> None:
    for wish in wishes(world, figure, ordered=ordered):
        act = ACTS[wish[1]]
        if common.judge(world, act, figure, wish[2]) is None:
            common.perform(world, act, figure, wish[2])
            return
    figure.carded = True


# --- Wishes (AWAM 10.5, rows 3 and 5) ---------------------------------------------------------------------------------


def wishes(world: World, figure: Figure, *, ordered: bool) -> Iterator[Wish]:
    """What a figure would do, the first that fits first; each is judged before it is done."""
    if figure.where == "hidden":
        yield from _ambush(world, figure)
        return
    if ordered:
        yield from _ordered(world, figure)
        return
    me = {"fig": figure.id}
    if reloading.may_reload(world, figure):
        yield "c", "reload", {**me, "row": firing.Reload().rows(figure)[0], "then": None}
    gun = firing.gun_of(world, figure)
    if gun is not None:
        yield "b", "repair", {**me, "gun": gun.id}
        yield "c", "load_gun", {**me, "gun": gun.id}
    if firing.can_fire(world, figure) is None:
        target = firing.nearest_target(world, figure)
        if target is not None:
            yield (
                "b",
                "fire",
                {**me, "target": target.id, "shots": _shots(world, figure, target, aimed=False), "aimed": False},
            )
    charge = _charge(world, figure)
    if charge is not None and figure.warrior:
        yield charge
    bound = _bound(world, figure) if charge is None else None
    if bound is not None and bound[1] != figure.at:
        for gait in ("run", "walk", "trot", "ride"):
            yield bound[0], "carry_on", {**me, "gait": gait}


def _ambush(world: World, figure: Figure) -> Iterator[Wish]:
    """Whoever lies hidden waits until an enemy can be charged (row 6)."""
    charge = _charge(world, figure)
    if charge is not None:
        yield charge


def _shots(world: World, figure: Figure, target: Figure, *, aimed: bool) -> int:
    """All shots whose chance is not nil."""
    most = firing.most_shots(world, figure)
    able = [shot for shot in range(most) if shooting.aim(world, figure, target, aimed=aimed, shot=shot).faces > 0]
    return max(1, len(able))


def _ordered(world: World, figure: Figure) -> Iterator[Wish]:
    me = {"fig": figure.id}
    touching = world.touching(figure)
    if touching:
        order = sorted(touching, key=lambda one: (-one.wounds, one.number))
        yield from (("a", "attack", {**me, "target": one.id}) for one in order)
        if figure.prone:
            yield "d", "stand", me
        return
    gun = firing.gun_of(world, figure)
    if gun is not None:
        yield from _gunner(world, figure, gun)
    for one in boats.boarders(world, figure):
        yield "a", "attack", {**me, "target": one.id}
    shot = _best_shot(world, figure)
    if shot is not None:
        yield shot
    if figure.gun is not None and figure.gun.rounds == 0 and reloading.may_reload(world, figure):
        yield "c", "reload", {**me, "row": firing.Reload().rows(figure)[0], "then": None}
    if figure.prone:
        yield "d", "stand", me
    charge = _charge(world, figure)
    if charge is not None:
        yield charge
    throw = _best_throw(world, figure)
    if throw is not None:
        yield throw
    yield from _verbs(world, figure)
    yield from _lead(world, figure)
    yield from _advance(world, figure) if gun is None or gun.boat else _push(world, figure, gun)


def _verbs(world: World, figure: Figure) -> Iterator[Wish]:
    """What the scenario lets him do here for his own side: a flag up, a treaty in his own name."""
    for verb, thing in play_of(world.state.scenario).specials(world, figure):
        if verb in FRIENDLY and thing in (figure.seat, "box", "west", "east"):
            yield "g", "special", {"fig": figure.id, "verb": verb, "thing": thing}


def _lead(world: World, figure: Figure) -> Iterator[Wish]:
    """An animal in hand towards where the scenario wants it, as far as it goes."""
    goal = play_of(world.state.scenario).leads(world, figure)
    if goal is None:
        return
    table = TABLES.gaits["drag"]
    for animal in Lead.animals(world, figure):
        way = (goal.x - figure.at.x, goal.y - figure.at.y)
        far = min(table.normal, geometry.length(figure.at, goal))
        for twelfth in (0, *moving.TURNS):
            direction = geometry.turned(way, twelfth) if twelfth else way
            for reach in (far, min(far, table.difficult or 0)):
                end = geometry.leg(figure.at, direction, reach)
                arguments = {"fig": figure.id, "animal": animal.id, "path": [{"x": end.x, "y": end.y}]}
                if end != figure.at and ACTS["lead"].check(world, figure, arguments) is None:
                    yield "g", "lead", arguments
                    return


def _prey(world: World, figure: Figure) -> Iterable[Figure]:
    """The enemies for whom he goes, as far as the scenario lets him."""
    return play_of(world.state.scenario).prey(world, figure, world.enemies(figure))


def _best_shot(world: World, figure: Figure) -> Wish | None:
    """The best aimed chance at an enemy, if it is at least 1/4."""
    if firing.can_fire(world, figure) is not None or figure.defended:
        return None
    best: tuple[int, int, int, Figure] | None = None
    for one in _prey(world, figure):
        if not world.line_of_fire(figure, one):
            continue
        needs = shooting.aim(world, figure, one, aimed=True)
        row = (-needs.faces, geometry.squared(figure.at, one.at), one.number, one)
        if scoring.at_least(needs.faces, needs.die, TABLES.drill.shot) and (best is None or row[:3] < best[:3]):
            best = row
    if best is None:
        return None
    target = best[3]
    shots = _shots(world, figure, target, aimed=True)
    return "b", "fire", {"fig": figure.id, "target": target.id, "shots": shots, "aimed": True}


def _best_throw(world: World, figure: Figure) -> Wish | None:
    if not figure.missiles:
        return None
    missile = figure.missiles[0]
    best: tuple[int, Figure] | None = None
    for one in world.nearest_first(figure, _prey(world, figure)):
        if not world.line_of_fire(figure, one):
            continue
        needs = shooting.throw_aim(world, figure, one, missile, figure.at, moved=False)
        good = scoring.at_least(needs.faces, needs.die, TABLES.drill.throw)
        if good and (best is None or needs.faces > best[0]):
            best = needs.faces, one
    if best is None:
        return None
    return "f", "throw", {"fig": figure.id, "missile": missile, "target": best[1].id}


def _charge(world: World, figure: Figure) -> Wish | None:
    """Without a firearm, the nearest enemy within reach of a walk, else of the next gaits."""
    if figure.firearms or figure.prone or figure.aboard or figure.guards:
        return None
    gaits = [gait for gait in moving.gaits(world, figure) if gait not in ("swim", "crawl")]
    if not gaits:
        return None
    farthest = max(moving.reach(figure, gait, difficult=False) for gait in gaits)
    # The place at the target is as far from its middle as both bases and a gap: of two riders at most.
    farthest += 2 * (figure.radius + TABLES.bases.mounted)
    for one in world.nearest_first(figure, _prey(world, figure)):
        if not geometry.within(figure.at, one.at, farthest):
            return None
        if one.aboard:
            continue
        for gait in gaits:
            said = {"fig": figure.id, "gait": gait, "path": [{"x": one.at.x, "y": one.at.y}], "target": one.id}
            way = Charge.way(world, figure, _said(said), one)
            if not isinstance(way, list) or len(world.touching(one)) >= TABLES.melee.most:
                continue
            if moving.judge_path(world, figure, gait, way, target=one) is None:
                return "e", "charge", said
    return None


def _said(arguments: dict[str, Json]) -> Throwing:
    said = common.read(Throwing, arguments)
    assert isinstance(said, Throwing)
    return said


def _gunner(world: World, figure: Figure, gun: Gun) -> Iterator[Wish]:
    """A burst at the best target with no friend or neutral near it; a shell at the nearest boat or gun, else the nearest enemy."""
    me = {"fig": figure.id}
    if gun.jammed or gun.damaged:
        yield "b", "repair", {**me, "gun": gun.id}
        return
    if not gun.loaded:
        yield "c", "load_gun", {**me, "gun": gun.id}
        return
    if not guns.ready(world, gun) or figure.acted:
        return
    if gun.kind == "machine_gun":
        targets = [world.figure(key) for key in firing.Burst().targets(world, figure, gun)]
        clear = [one for one in targets if world.hostile(figure, one) and _no_friends(world, figure, one.at)]
        if clear:
            best = min(clear, key=lambda one: (-guns.burst_aim(world, gun, figure, one).faces, one.number))
            yield "b", "burst", {**me, "target": best.id}
        return
    things = [(key, at) for key, at in firing.Shell().things(world, figure, gun) if not key.startswith("piece:")]
    hostile = [(key, at) for key, at in things if world.state.hostile(figure.seat, _owner(world, key))]
    if hostile:
        key, _at = min(hostile, key=lambda thing: geometry.squared(guns.place(world, gun), thing[1]))
        yield "b", "shell", {**me, "target": key}
    for one in world.nearest_first(figure, world.enemies(figure)):
        if _no_friends(world, figure, one.at):
            yield "b", "shell", {**me, "target": "point", "x": one.at.x, "y": one.at.y}
            break


def _owner(world: World, key: str) -> str:
    kind, _colon, name = key.partition(":")
    return world.state.boats[name].seat if kind == "boat" else world.state.guns[name].user


def _no_friends(world: World, figure: Figure, at: Point) -> bool:
    """Whether no friend or neutral is within the reach of a burst or shell."""
    return not any(
        geometry.within(one.at, at, TABLES.machine_gun.beaten) and not world.hostile(figure, one)
        for one in world.state.seen(figure.seat)
    )


def _bound(world: World, figure: Figure) -> tuple[str, Point] | None:
    """Where he goes: to his goal (g), else the nearest enemy (h); None: he stays."""
    goal = play_of(world.state.scenario).goal(world, figure)
    if goal is not None:
        return "g", goal
    enemies = world.nearest_first(figure, _prey(world, figure))
    return ("h", enemies[0].at) if enemies else None


def _push(world: World, figure: Figure, gun: Gun) -> Iterator[Wish]:
    """A gun that is ready and has no target goes with its crew; who cannot push it stays with it."""
    bound = _bound(world, figure)
    if bound is None or not gun.loaded or gun.jammed or gun.damaged or gun.broken:
        return
    letter, goal = bound
    way = (goal.x - gun.at.x, goal.y - gun.at.y)
    far = min(TABLES.gaits["push" if gun.kind == "cannon" else "carry"].normal, geometry.length(gun.at, goal))
    for twelfth in (0, *moving.TURNS):
        end = geometry.leg(gun.at, geometry.turned(way, twelfth) if twelfth else way, far)
        arguments = {"fig": figure.id, "gun": gun.id, "path": [{"x": end.x, "y": end.y}]}
        if end != gun.at and ACTS["push"].check(world, figure, arguments) is None:
            yield letter, "push", arguments
            return


def _advance(world: World, figure: Figure) -> Iterator[Wish]:
    """Towards the goal, else the nearest enemy: at a walk, without a firearm and far away at a run."""
    bound = _bound(world, figure)
    if bound is None:
        return
    letter, goal = bound
    if figure.aboard:
        yield from _by_boat(world, figure, goal, letter)
        return
    far = geometry.squared(figure.at, goal) > TABLES.drill.runs_from**2
    gaits = moving.gaits(world, figure)
    wanted = ["trot" if figure.horse else "run"] if far and not figure.firearms else []
    order = [gait for gait in (*wanted, "walk", "crawl", "ride", "swim") if gait in gaits]
    for gait in dict.fromkeys(order):
        way = moving.towards(world, figure, gait, goal)
        if way is not None:
            yield letter, "move", {"fig": figure.id, "gait": gait, "path": [{"x": p.x, "y": p.y} for p in way]}
            return


def _by_boat(world: World, figure: Figure, goal: Point, letter: str) -> Iterator[Wish]:
    """Ashore where the shore is nearer to the goal than the boat; else the boat towards it."""
    boat, play = world.state.boats[figure.aboard], play_of(world.state.scenario)
    places = boats.landings(world, boat, figure)
    near = min(places, key=lambda place: geometry.squared(place, goal), default=None)
    lands = play.lands(world, boat)
    nearer = near is not None and geometry.squared(near, goal) <= geometry.squared(boat.at, goal)
    if near is not None and (nearer if lands is None else lands):
        yield letter, "land", {"fig": figure.id, "x": near.x, "y": near.y}
        return
    goal = play.harbour(world, boat) or goal
    if boats.may_sail(world, boat, figure):
        for far in TABLES.drill.sails:
            for twelfth in (0, *moving.TURNS):
                way = (goal.x - boat.at.x, goal.y - boat.at.y)
                end = geometry.leg(boat.at, geometry.turned(way, twelfth) if twelfth else way, far)
                closer = geometry.squared(end, goal) < geometry.squared(boat.at, goal)
                if closer and boats.judge_sail(world, boat, [end]) is None:
                    yield letter, "sail", {"fig": figure.id, "path": [{"x": end.x, "y": end.y}]}
                    return
    if near is not None and lands is None:
        yield letter, "land", {"fig": figure.id, "x": near.x, "y": near.y}
