"""What an action promises before the dice, by what its seat can see (AWAM 4 to 8)."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from rulesets.awam import guns, melee, morale, reloading, shooting
from rulesets.awam.acts import common, firing
from rulesets.awam.acts.index import ACTS
from rulesets.awam.geometry import Point
from rulesets.awam.shooting import Aim
from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Action, Forecast, Modifier
from rulesets.vocabulary import Json


def forecast(world: World, action: Action) -> Forecast | None:
    """The odds of an action that has passed ``check``; None where nothing is left to chance."""
    act = ACTS.get(action.kind)
    key = action.arguments.get("fig")
    figure = world.state.figures.get(key) if isinstance(key, str) else None
    if act is None or figure is None:
        return None
    found = _of_action(world, figure, action.kind, action.arguments)
    return _behind_test(world, figure, found) if _is_tested(world, figure, act, action) else found


def _is_tested(world: World, figure: Figure, act: common.Act, action: Action) -> bool:
    """Whether a blue figure tests first: not for an order that a leader only gives (AWAM 7.1, 10.4)."""
    if not act.tested or not figure.blue or figure.test:
        return False
    return act.pays(world, figure, action.arguments) != "command"


def _of_action(world: World, figure: Figure, kind: str, arguments: dict[str, Json]) -> Forecast | None:
    if kind == "fire":
        return _shots(world, figure, arguments)
    if kind in ("throw", "throw_moving"):
        return _throw(world, figure, kind, arguments)
    if kind == "reload":
        return _reload(world, figure, arguments)
    if kind in ("attack", "charge"):
        return _fight(
            world, figure, world.state.figures[arguments["target"]], comes=kind == "charge", arguments=arguments
        )
    if kind == "burst":
        return _burst(world, figure, world.state.figures[arguments["target"]])
    if kind == "shell":
        return _shell(world, figure, arguments)
    if kind == "break_off":
        return _on_one("break_off", TABLES.melee.break_die, melee.break_needs(mounted=figure.horse))
    if kind == "repair":
        gun = firing.gun_of(world, figure)
        return _on_one("repair", *guns.mends(jammed=gun is not None and gun.jammed))
    return None


def _on_one(about: str, die: int, needed: int) -> Forecast:
    """That one die shows so much, or more."""
    return Forecast(about=about, chance_per_mille=1000 * (die + 1 - needed) // die, dice=f"d{die}", needed=needed)


def _behind_test(world: World, figure: Figure, found: Forecast | None) -> Forecast:
    """A blue figure tests first (AWAM 7.1)."""
    faces = TABLES.morale.average if figure.regular else tuple(range(1, TABLES.morale.die + 1))
    added = morale.modifiers(world, figure)
    more = sum(one.value for one in added)
    passing = sum(face + more >= TABLES.morale.acts for face in faces)
    return Forecast(
        about="morale",
        chance_per_mille=1000 * passing // len(faces),
        dice="average" if figure.regular else f"d{TABLES.morale.die}",
        needed=TABLES.morale.acts - more,
        modifiers=tuple(added),
        then=(found,) if found is not None else (),
    )


def _aimed(about: str, aims: Sequence[Aim]) -> Forecast:
    first = aims[0]
    return Forecast(
        about=about,
        chance_per_mille=1000 * first.faces // first.die,
        dice=f"d{first.die}",
        needed=None if first.over is None else max(2, first.over + 1 - first.sum),
        average_per_mille=sum(1000 * one.faces // one.die for one in aims) if len(aims) > 1 else None,
        modifiers=first.modifiers,
    )


def _shots(world: World, figure: Figure, arguments: dict[str, Json]) -> Forecast | None:
    target = world.figure(arguments["target"])
    if world.engaged(target):
        return None  # who is hit is drawn at random among all in the melee
    aims = [
        shooting.aim(world, figure, target, aimed=arguments["aimed"], shot=shot) for shot in range(arguments["shots"])
    ]
    return _aimed("shot", aims)


def _throw(world: World, figure: Figure, kind: str, arguments: dict[str, Json]) -> Forecast:
    origin = figure.at
    if kind == "throw_moving" and arguments["at"] > 0:
        spot = arguments["path"][arguments["at"] - 1]
        origin = Point(spot["x"], spot["y"])
    target = world.figure(arguments["target"])
    moved = kind == "throw_moving"
    runs = moved and arguments["gait"] == "run" and arguments["at"] > 0
    needs = shooting.throw_aim(world, figure, target, arguments["missile"], origin, moved=moved, runs=runs)
    return _aimed("throw", [needs])


def _reload(world: World, figure: Figure, arguments: dict[str, Json]) -> Forecast:
    add = reloading.added(world, figure)
    missing = reloading.score(figure, slip=figure.slip if figure.reload else arguments["row"] == "slip") - figure.reload
    die = TABLES.reload.die
    done = sum(max(0, face + add) >= missing for face in range(1, die + 1))
    modifiers = (Modifier(key=figure.class_of_fire, value=add, rule=TABLES.reload.rule),) if add else ()
    return Forecast(
        about="reload",
        chance_per_mille=1000 * done // die,
        dice=f"d{die}",
        needed=missing - add,
        modifiers=modifiers,
    )


def _fight(world: World, figure: Figure, target: Figure, *, comes: bool, arguments: dict[str, Json]) -> Forecast:
    """That the enemy is wounded or killed in this round, man to man; then that one's own is (AWAM 6.4)."""
    mine, his = melee.hand_die(figure), melee.hand_die(target)
    own = list(melee.modifiers(world, figure, target))
    if comes and arguments.get("gait") in ("run", "trot", "gallop"):
        own.append(Modifier(key="impetus", value=TABLES.melee.impetus, rule=TABLES.melee.rule))
    other = melee.modifiers(world, target, figure, attacked=True)
    falls = stands = 0
    for face in range(1, mine + 1):
        for die in range(1, his + 1):
            one = max(0, face + sum(m.value for m in own))
            two = max(0, die + sum(m.value for m in other))
            if one > two:
                falls += melee.verdict(world, one, two) != "marker"
            elif two > one:
                stands += melee.verdict(world, two, one) != "marker"
    whole = mine * his
    mine_falls = Forecast(
        about="falls", chance_per_mille=1000 * stands // whole, dice=f"d{his}", modifiers=tuple(other)
    )
    return Forecast(
        about="fight",
        chance_per_mille=1000 * falls // whole,
        dice=f"d{mine}",
        modifiers=tuple(own),
        then=(mine_falls,),
    )


def _burst(world: World, figure: Figure, target: Figure) -> Forecast | None:
    """That at least one die of a burst is good: the mean over the number of shots (AWAM 8.1)."""
    gun = firing.gun_of(world, figure)
    if gun is None:
        return None
    needs = guns.burst_aim(world, gun, figure, target)
    table, crew = TABLES.machine_gun, len(guns.firers(world, gun))
    miss = 1 - Fraction(needs.faces, needs.die)
    rolls = list(product(range(1, table.shots_die + 1), repeat=table.dice))
    whole = sum((1 - miss ** guns.shots_of(sum(one), crew) for one in rolls), Fraction(0)) / len(rolls)
    return Forecast(
        about="burst",
        chance_per_mille=int(1000 * whole),
        dice=f"d{needs.die}",
        needed=None if needs.over is None else max(2, needs.over + 1 - needs.sum),
        modifiers=needs.modifiers,
    )


def _shell(world: World, figure: Figure, arguments: dict[str, Json]) -> Forecast | None:
    gun = firing.gun_of(world, figure)
    said = common.read(firing.Shelling, arguments)
    if gun is None or not isinstance(said, firing.Shelling):
        return None
    point = firing.Shell().aim(world, figure, gun, said)
    if point is None:
        return None
    die, added = guns.shell_die(gun, said.target, point), guns.shell_add(world, gun, said.target, point)
    more = sum(one.value for one in added)
    good = sum(face + more > TABLES.cannon.over for face in range(1, die + 1))
    return Forecast(
        about="shell",
        chance_per_mille=1000 * good // die,
        dice=f"d{die}",
        needed=TABLES.cannon.over + 1 - more,
        modifiers=added,
    )
