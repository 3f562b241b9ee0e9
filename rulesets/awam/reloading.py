"""Reloading, and the shot in the turn it ends (AWAM 3.6, 3.7)."""

from rulesets.awam import moving, shooting
from rulesets.awam.state import ClassOfFire, Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World


def may_reload(world: World, figure: Figure) -> bool:
    """Not in a turn in which he fired, defended himself in melee or went faster than a walk, nor in contact with an enemy."""
    gun = figure.gun
    if gun is None or gun.rounds >= gun.full or world.swims(figure):
        return False
    if gun.spare is not None and gun.spare < 1:
        return False
    return not (figure.fired or figure.defended or figure.reloaded or figure.moved_fast or world.engaged(figure))


def added(world: World, figure: Figure) -> int:
    """What his class adds to the D6."""
    return class_adds(figure.class_of_fire, regular=figure.regular, both=world.state.reading("A8"))


def class_adds(kind: ClassOfFire, *, regular: bool, both: bool) -> int:
    """What a class adds to the D6 (AWAM 3.6). ``both``: an irregular marksman counts as either (A8)."""
    table = TABLES.reload
    if kind == "marksman" and not regular and both:
        return table.irregular + table.marksman
    return {"marksman": table.marksman, "regular": table.regular, "irregular": table.irregular}[kind]


def points_of(die: int, add: int) -> int:
    """What a roll adds: never less than nothing (AWAM 3.6)."""
    return max(0, die + add)


def fires_on(kind: ClassOfFire) -> int:
    """What the D6 needs for the shot in the turn a reload ends (AWAM 3.7)."""
    table = TABLES.reload
    return {"marksman": table.fires_marksman, "regular": table.fires_regular, "irregular": table.fires_irregular}[kind]


def score(figure: Figure, *, slip: bool) -> int:
    gun = figure.gun
    assert gun is not None
    weapon = TABLES.firearms[gun.key]
    return weapon.slip if slip else weapon.score


def reload(world: World, figure: Figure, *, slip: bool = False) -> bool:
    """One roll towards the score. True: loaded."""
    gun = figure.gun
    assert gun is not None
    if figure.reload == 0:
        figure.slip = slip
    rolled = world.roll(1, TABLES.reload.die, "reload", figure.id)
    figure.reload += points_of(rolled.total, added(world, figure))
    figure.reload_turn, figure.reloaded = world.state.turn, True
    needed = score(figure, slip=figure.slip)
    loaded = figure.reload >= needed
    points = figure.reload
    if loaded:
        wanted = 1 if figure.slip else gun.full - gun.rounds
        given = wanted if gun.spare is None else min(wanted, gun.spare)
        gun.rounds += given
        if gun.spare is not None:
            gun.spare -= given
        figure.reload, figure.slip = 0, False
    world.tell(
        "reloaded" if loaded else "reloading", TABLES.reload.rule, rolls=(rolled.address,), figure=figure.id,
        die=rolled.total, add=added(world, figure), points=points, score=needed,
    )  # fmt: skip
    return loaded


def fire_at_once(world: World, figure: Figure, target: Figure, *, aimed: bool) -> None:
    """The shot in the turn a reload ends, if the D6 allows it (AWAM 3.7)."""
    needed = fires_on(figure.class_of_fire)
    rolled = world.roll(1, TABLES.reload.die, "at_once", figure.id)
    quick = rolled.total >= needed
    world.tell(
        "at_once", "AWAM 3.7", rolls=(rolled.address,), figure=figure.id, die=rolled.total, needed=needed, fires=quick
    )
    if quick:
        moving.reveal(world, figure)
        shooting.fire(world, figure, target, 1, aimed=aimed, reloaded=True)


def lapse(world: World) -> None:
    """A reload left off this turn loses its points (AWAM 2.7)."""
    for figure in world.state.figures.values():
        if figure.reload and figure.reload_turn != world.state.turn:
            figure.reload, figure.slip = 0, False
    for gun in world.state.guns.values():
        if gun.reload and gun.reload_turn != world.state.turn:
            gun.reload = 0
