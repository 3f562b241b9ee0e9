"""Shots and throws (AWAM 4), and what a hit does (AWAM 5)."""

from typing import NamedTuple

from rulesets.awam import geometry, ground, markers
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Modifier


class Aim(NamedTuple):
    """What a shot needs: more than ``over`` with the die and all modifiers; None: out of range (AWAM 4.1)."""

    die: int
    over: int | None
    modifiers: tuple[Modifier, ...]

    @property
    def sum(self) -> int:
        return sum(one.value for one in self.modifiers)

    @property
    def faces(self) -> int:
        """How many faces of the die hit: a natural 1 never does."""
        if self.over is None:
            return 0
        return max(0, self.die - max(1, self.over - self.sum))

    def hits(self, face: int) -> bool:
        return self.over is not None and face > 1 and face + self.sum > self.over


def modifiers_of_firer(world: World, firer: Figure, target_at: Point, *, thrown: bool) -> list[Modifier]:
    """What a firer brings to a shot (AWAM 4.4)."""
    table, found = TABLES.shooting, []

    def add(key: str, value: int, holds: bool) -> None:
        if holds and value:
            found.append(Modifier(key=key, value=value, rule=table.rule))

    add("marksman", table.marksman, firer.marksman)
    add("irregular", table.irregular, not firer.regular and not firer.marksman)
    resting = not thrown and (firer.prone or ground.rests(world.state.ground, firer.at, target_at))
    add("rested", table.rested, resting)
    add("mounted", table.mounted, firer.horse)
    add("wounded", table.wounded, firer.wounds > 0)
    add("yellow", table.yellow, yellow(world, firer))
    boat = world.state.boats.get(firer.aboard)
    add("moving_boat", table.moving_boat, boat is not None and boat.moved_turn == world.state.turn)
    return found


def yellow(world: World, figure: Figure) -> bool:
    """Whether he carries the marker of a run, in this turn or the one before (AWAM 9)."""
    return figure.ran > 0 and figure.ran >= world.state.turn - 1 and not figure.horse


def modifiers_of_target(world: World, target: Figure, origin: Point) -> list[Modifier]:
    """What a target brings (AWAM 4.4)."""
    table, found = TABLES.shooting, []
    if target.horse or target.aboard or world.crowd(target) >= table.crowd:
        found.append(Modifier(key="big_target", value=table.big_target, rule=table.rule))
    recent = target.last_turn >= world.state.turn - 1
    if recent and target.last_gait in ("run", "trot"):
        found.append(Modifier(key="target_ran", value=table.target_ran, rule=table.rule))
    elif recent and target.last_gait == "gallop":
        found.append(Modifier(key="target_galloped", value=table.target_galloped, rule=table.rule))
    if world.state.reading("A11"):
        hinder = ground.RANK[world.cover(target, origin)] * table.cover_hinders
        if hinder:
            found.append(Modifier(key="cover", value=hinder, rule=table.rule))
    return found


def aim(
    world: World,
    firer: Figure,
    target: Figure,
    *,
    aimed: bool,
    shot: int = 0,
    reloaded: bool = False,
    at: Point | None = None,
) -> Aim:
    """A shot with the firearm in hand. ``shot``: how many of this action went before."""
    gun = firer.gun
    assert gun is not None
    weapon, table = TABLES.firearms[gun.key], TABLES.shooting
    found = modifiers_of_firer(world, firer, target.at, thrown=False) + modifiers_of_target(world, target, firer.at)
    if not aimed:
        found.append(Modifier(key="unaimed", value=table.unaimed, rule=table.rule))
    if reloaded:
        found.append(Modifier(key="after_reload", value=table.after_reload, rule="AWAM 3.7"))
    if shot:
        times = 1 if world.state.reading("A10") else shot
        found.append(Modifier(key="next_shot", value=times * table.next_shot, rule=table.rule))
    square = geometry.squared(at or firer.at, target.at)
    return Aim(weapon.die, TABLES.needed(weapon.row, square), tuple(found))


def throw_aim(world: World, thrower: Figure, target: Figure, missile: str, at: Point, *, moved: bool) -> Aim:
    """A throw from a place."""
    weapon = TABLES.missiles[missile]
    found = modifiers_of_firer(world, thrower, target.at, thrown=True) + modifiers_of_target(world, target, at)
    if moved:
        found.append(Modifier(key="thrown_moving", value=TABLES.shooting.thrown_moving, rule=TABLES.shooting.rule))
    return Aim(weapon.die, TABLES.needed(weapon.row, geometry.squared(at, target.at)), tuple(found))


def victim_of(world: World, firer: Figure, target: Figure) -> tuple[Figure, tuple[str, ...]]:
    """Whom a shot is really at: one at random of a melee (AWAM 4.6), and the roll's address."""
    melee = world.melee_of(target)
    if len(melee) < 2:
        return target, ()
    keys = [other.id for other in melee if other is not firer]
    chosen, address = world.pick(keys, "melee", firer.id)
    return world.figure(chosen), (address,)


# --- Results of hits (AWAM 5) -----------------------------------------------------------------------------------------


def strike(world: World, target: Figure, origin: Point, add: int, *, cause: str, covered: bool = True) -> None:
    """A hit on a figure: his horse, or himself (AWAM 5.1, 5.2). ``add``: 1 for a thrown weapon, 2 for a stone."""
    table = TABLES.hits
    if target.horse:
        rolled = world.roll(1, 10, "horse", target.id)
        if world.nought(rolled.total) <= table.horse_most:
            world.tell("horse_hit", "AWAM 5.1", rolls=(rolled.address,), figure=target.id, die=rolled.total % 10)
            unhorse(target)
            markers.mark(target)
            return
    cover = world.cover(target, origin) if covered else ""
    add += {"": 0, "light": table.light, "heavy": table.heavy}[cover]
    rolled = world.roll(1, table.die, "hit", target.id)
    total = rolled.total + add
    result = "killed" if total <= table.killed_most else "wounded" if total <= table.wounded_most else "near_miss"
    world.tell(
        "hit", table.rule, rolls=(rolled.address,), figure=target.id, die=rolled.total, add=add, cover=cover,
        total=total, result=result, cause=cause,
    )  # fmt: skip
    if result == "killed":
        kill(world, target, cause=cause)
    elif result == "wounded":
        wound(world, target, cause=cause)
    else:
        markers.mark(target)


def unhorse(figure: Figure, *, falls: bool = True) -> None:
    """A rider without his horse, which is out of the game."""
    figure.horse, figure.pace = False, 0
    figure.prone = falls


def wound(world: World, figure: Figure, *, cause: str, falls: bool = True) -> None:
    """A wound: he falls and gets a blue marker; a second one eliminates (AWAM 5.2)."""
    figure.wounds += 1
    if figure.wounds >= TABLES.hits.wounds:
        world.tell("second_wound", TABLES.hits.rule, figure=figure.id)
        kill(world, figure, cause=cause, second=True)
        return
    if figure.horse:
        if not markers.dismount(world, figure):
            unhorse(figure)
        figure.prone = True
    elif falls:
        figure.prone = True
    markers.mark(figure)


def kill(world: World, figure: Figure, *, cause: str, second: bool = False) -> None:
    """Dead, or out by a second wound; friends who see it get blue markers (AWAM 5.2, 7.2)."""
    friends = world.near_friends(figure, TABLES.hits.near)
    world.tell("out", TABLES.hits.rule, figure=figure.id, cause=cause)
    markers.remove(world, figure, "dead")
    if not (second and world.state.reading("A18")):
        markers.shake(world, friends, figure, "killed")


def fire(world: World, firer: Figure, target: Figure, shots: int, *, aimed: bool, reloaded: bool = False) -> None:
    """One fire action: shots at one target, one after another, until it is out (AWAM 4.5)."""
    gun = firer.gun
    assert gun is not None
    provoke(world, firer, target)
    for shot in range(min(shots, gun.rounds)):
        if gun.rounds < 1 or target.out or target.prisoner:
            break
        victim, drawn = victim_of(world, firer, target) if world.engaged(target) else (target, ())
        needs = aim(world, firer, victim, aimed=aimed, shot=shot, reloaded=reloaded)
        gun.rounds -= 1
        rolled = world.roll(1, needs.die, "shot", firer.id)
        hit = needs.hits(rolled.total)
        world.tell(
            "shot", TABLES.shooting.rule, rolls=(*drawn, rolled.address), figure=firer.id, target=victim.id,
            weapon=gun.key, die=rolled.total, sides=needs.die, add=needs.sum, over=needs.over, hit=hit, aimed=aimed,
            modifiers={one.key: one.value for one in needs.modifiers},
        )  # fmt: skip
        if hit:
            strike(world, victim, firer.at, 0, cause="fire")
    firer.fired = True
    firer.heading = (target.at.x - firer.at.x, target.at.y - firer.at.y)


def throw(world: World, thrower: Figure, target: Figure, missile: str, *, moved: bool) -> None:
    """What is thrown is gone (AWAM 4.5)."""
    provoke(world, thrower, target)
    drawn: tuple[str, ...] = ()
    if world.engaged(target):
        target, drawn = victim_of(world, thrower, target)
    needs = throw_aim(world, thrower, target, missile, thrower.at, moved=moved)
    left = list(thrower.missiles)
    left.remove(missile)
    thrower.missiles, thrower.threw = tuple(left), thrower.threw + 1
    rolled = world.roll(1, needs.die, "throw", thrower.id)
    hit = needs.hits(rolled.total)
    world.tell(
        "thrown", TABLES.shooting.rule, rolls=(*drawn, rolled.address), figure=thrower.id, target=target.id, weapon=missile,
        die=rolled.total, sides=needs.die, add=needs.sum, over=needs.over, hit=hit,
        modifiers={one.key: one.value for one in needs.modifiers},
    )  # fmt: skip
    if hit:
        strike(world, target, thrower.at, TABLES.missiles[missile].hit, cause="fire")


def provoke(world: World, actor: Figure, target: Figure) -> None:
    """A shot or blow at another seat's figure sets war for both (AWAM 10.2)."""
    set_war(world, actor.seat, target.seat)
    world.state.special.setdefault("blows", [])
    blow = [actor.seat, target.seat]
    if actor.seat != target.seat and blow not in world.state.special["blows"]:
        world.state.special["blows"].append(blow)


def set_war(world: World, one: str, other: str) -> None:
    if one == other:
        return
    before = world.state.hostile(one, other)
    for mine, theirs in ((one, other), (other, one)):
        side = world.side(mine)
        if theirs not in side.war:
            side.war = tuple(sorted((*side.war, theirs)))
    if not before:
        world.tell("war", "AWAM 10.2", seats=[one, other])
