"""Shots and throws (AWAM 4), and what a hit does (AWAM 5)."""

from typing import Literal, NamedTuple

from rulesets.awam import deeds, faces, geometry, ground, markers, veterans
from rulesets.awam.catalogue import play_of
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES, Cover
from rulesets.awam.world import World
from rulesets.contract import Modifier

type Harm = Literal["killed", "wounded", "near_miss"]


class Firer(NamedTuple):
    """What a firer or thrower brings to the die, each by the name it has in the tables (AWAM 4.4)."""

    marksman: bool = False
    irregular: bool = False
    """And no marksman."""
    rested: bool = False
    mounted: bool = False
    wounded: bool = False
    yellow: bool = False
    moving_boat: bool = False

    @property
    def rows(self) -> list[Modifier]:
        return [row(key) for key, holds in zip(self._fields, self, strict=True) if holds]


class Mark(NamedTuple):
    """What a target brings to the die (AWAM 4.4). ``gait``: of its last action, in this turn or the one before."""

    big: bool = False
    gait: str = ""
    cover: Cover = ""

    def rows(self, *, hinders: bool) -> list[Modifier]:
        """``hinders``: cover makes a hit harder (A11)."""
        found = [row("big_target")] if self.big else []
        if self.gait in ("run", "trot"):
            found.append(row("target_ran"))
        elif self.gait == "gallop":
            found.append(row("target_galloped"))
        if hinders and self.cover:
            found.append(row("cover", ground.RANK[self.cover] * TABLES.shooting.cover_hinders))
        return found


def manner(*, aimed: bool, reloaded: bool = False, shot: int = 0, level: bool = False) -> list[Modifier]:
    """How a shot is fired. ``shot``: how many of this action went before; ``level``: each later one loses the same (A10)."""
    found = [] if aimed else [row("unaimed")]
    if reloaded:
        found.append(row("after_reload", rule="AWAM 3.7"))
    if shot:
        found.append(row("next_shot", (1 if level else shot) * TABLES.shooting.next_shot))
    return found


def row(key: str, value: int | None = None, *, rule: str = "") -> Modifier:
    """A modifier of the table."""
    table = TABLES.shooting
    return Modifier(key=key, value=getattr(table, key) if value is None else value, rule=rule or table.rule)


def blade_hinders(figure: Figure) -> bool:
    """A drawn sabre hinders the fire of a long gun, a fixed bayonet does not (AWAM 6.2)."""
    gun = figure.gun
    return gun is not None and TABLES.firearms[gun.key].long and figure.drawn and figure.blade not in ("bayonet", "")


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
    boat = world.state.boats.get(firer.aboard)
    return Firer(
        marksman=firer.marksman,
        irregular=not firer.regular and not firer.marksman,
        rested=not thrown and (firer.prone or ground.rests(world.state.ground, firer.at, target_at)),
        mounted=firer.horse,
        wounded=firer.wounds > 0,
        yellow=yellow(world, firer),
        moving_boat=boat is not None and boat.moved_turn == world.state.turn,
    ).rows + veterans.in_shooting(firer)


def yellow(world: World, figure: Figure) -> bool:
    """Whether he carries the marker of a run, in this turn or the one before (AWAM 9)."""
    return figure.ran > 0 and figure.ran >= world.state.turn - 1 and not figure.horse


def modifiers_of_target(world: World, target: Figure, origin: Point) -> list[Modifier]:
    """What a target brings (AWAM 4.4)."""
    hinders = world.state.reading("A11")
    return Mark(
        big=bool(target.horse or target.aboard) or world.crowd(target) >= TABLES.shooting.crowd,
        gait=target.last_gait if target.last_turn >= world.state.turn - 1 else "",
        cover=world.cover(target, origin) if hinders else "",
    ).rows(hinders=hinders)


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
    weapon = TABLES.firearms[gun.key]
    found = modifiers_of_firer(world, firer, target.at, thrown=False) + modifiers_of_target(world, target, firer.at)
    found += manner(aimed=aimed, reloaded=reloaded, shot=shot, level=world.state.reading("A10"))
    square = geometry.squared(at or firer.at, target.at)
    return Aim(weapon.die, TABLES.needed(weapon.row, square), tuple(found))


def throw_aim(
    world: World, thrower: Figure, target: Figure, missile: str, at: Point, *, moved: bool, runs: bool = False
) -> Aim:
    """A throw from a place. ``runs``: he will have a yellow marker by then."""
    weapon = TABLES.missiles[missile]
    found = modifiers_of_firer(world, thrower, target.at, thrown=True) + modifiers_of_target(world, target, at)
    if runs and not yellow(world, thrower):
        found.append(row("yellow"))
    if moved:
        found.append(row("thrown_moving"))
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


def horse_falls(die: int) -> bool:
    """Of a hit on a mounted target: whether it is the horse that is hit. ``die``: 0 to 9 (AWAM 5.1)."""
    return die <= TABLES.hits.horse_most


def added_by_cover(cover: Cover) -> int:
    """What cover adds to the roll of a hit (AWAM 5.2)."""
    return {"": 0, "light": TABLES.hits.light, "heavy": TABLES.hits.heavy}[cover]


def harm_of(total: int) -> Harm:
    """What a hit does, by the die and all that is added (AWAM 5.2)."""
    table = TABLES.hits
    return "killed" if total <= table.killed_most else "wounded" if total <= table.wounded_most else "near_miss"


def strike(
    world: World, target: Figure, origin: Point, add: int, *, cause: str, by: Figure | None = None, covered: bool = True
) -> None:
    """A hit on a figure: his horse, or himself (AWAM 5.1, 5.2). ``add``: 1 for a thrown weapon, 2 for a stone; ``by``: whose hit it is."""
    table = TABLES.hits
    if target.horse:
        rolled = world.roll(1, table.horse_die, "horse", target.id)
        if horse_falls(faces.nought(rolled.total)):
            world.tell(
                "horse_hit", "AWAM 5.1", rolls=(rolled.address,), figure=target.id, die=faces.nought(rolled.total)
            )
            unhorse(target)
            markers.mark(target)
            return
    cover = world.cover(target, origin) if covered else ""
    add += added_by_cover(cover)
    rolled = world.roll(1, table.die, "hit", target.id)
    total = rolled.total + add
    result = harm_of(total)
    world.tell(
        "hit", table.rule, rolls=(rolled.address,), figure=target.id, die=rolled.total, add=add, cover=cover,
        total=total, result=result, cause=cause,
    )  # fmt: skip
    if result == "killed":
        kill(world, target, cause=cause, by=by)
    elif result == "wounded":
        wound(world, target, cause=cause, by=by)
    else:
        markers.mark(target)


def unhorse(figure: Figure, *, falls: bool = True) -> None:
    """A rider without his horse, which is out of the game."""
    figure.horse, figure.pace = False, 0
    figure.prone = falls


def wound(world: World, figure: Figure, *, cause: str, by: Figure | None = None, falls: bool = True) -> None:
    """A wound: he falls and gets a blue marker; a second one eliminates (AWAM 5.2)."""
    figure.wounds += 1
    if figure.wounds >= TABLES.hits.wounds:
        world.tell("second_wound", TABLES.hits.rule, figure=figure.id)
        kill(world, figure, cause=cause, by=by, second=True)
        return
    if figure.horse:
        if not markers.dismount(world, figure):
            unhorse(figure)
        figure.prone = True
    elif falls:
        figure.prone = True
    markers.mark(figure)


def kill(world: World, figure: Figure, *, cause: str, by: Figure | None = None, second: bool = False) -> None:
    """Dead, or out by a second wound; friends who see it get blue markers (AWAM 5.2, 7.2). ``by``: who did it, if somebody did."""
    friends, served = world.near_friends(figure, TABLES.hits.near), deeds.crews_of(world, figure)
    world.tell("out", TABLES.hits.rule, figure=figure.id, cause=cause)
    if figure.horse and not figure.aboard:
        markers.loose(world, figure)
    markers.remove(world, figure, "dead")
    deeds.crews_lost(world, served, by)
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
            strike(world, victim, firer.at, 0, cause="fire", by=firer)
    firer.fired = True
    face(firer, target.at)


def face(figure: Figure, at: Point) -> None:
    """Towards the last target or opponent (AWAM 14.4); in the same boat nobody turns."""
    if at != figure.at:
        figure.heading = (at.x - figure.at.x, at.y - figure.at.y)


def throw(world: World, thrower: Figure, target: Figure, missile: str, *, moved: bool) -> None:
    """What is thrown is gone (AWAM 4.5)."""
    provoke(world, thrower, target)
    face(thrower, target.at)
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
        strike(world, target, thrower.at, TABLES.missiles[missile].hit, cause="fire", by=thrower)


def provoke(world: World, actor: Figure, target: Figure) -> None:
    """A shot or blow at another seat's figure sets war for both (AWAM 10.2)."""
    if actor.seat != target.seat:
        blow(world, actor.seat, target.seat)


def blow(world: World, one: str, other: str) -> None:
    """War, and what the scenario makes of the blow."""
    set_war(world, one, other)
    play_of(world.state.scenario).struck(world, one, other)


def set_war(world: World, one: str, other: str) -> None:
    if one == other:
        return
    before = world.state.hostile(one, other)
    for mine, theirs in ((one, other), (other, one)):
        side = world.side(mine)
        if theirs not in side.war:
            side.war = tuple(sorted((*side.war, theirs)))
    play_of(world.state.scenario).words_change(world)
    if not before:
        world.tell("war", "AWAM 10.2", seats=[one, other])
