"""Machine gun and cannon (AWAM 8)."""

from collections.abc import Iterable
from typing import Literal

from rulesets.awam import deeds, geometry, ground, markers, reloading, shooting
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure, Gun, Piece
from rulesets.awam.tables import TABLES, Cannon, MachineGun
from rulesets.awam.world import World
from rulesets.contract import Modifier

WORST, DAMAGED, FRIGHT = range(3)
"""What a shell does where it hits (AWAM 8.2)."""


def place(world: World, gun: Gun) -> Point:
    """Where a gun is: on the table, or on its boat or animal."""
    if gun.boat:
        return world.state.boats[gun.boat].at
    return world.state.animals[gun.packed].at if gun.packed else gun.at


def at_hand(world: World, gun: Gun, figure: Figure) -> bool:
    """Whether a figure stands at a gun: in contact with it, or aboard its boat."""
    if gun.boat:
        return figure.aboard == gun.boat
    return not figure.aboard and geometry.touching(
        figure.at, figure.radius, place(world, gun), TABLES.bases.gun, TABLES.bases.touch
    )


def full_crew(gun: Gun) -> int:
    return TABLES.cannon.crew if gun.kind == "cannon" else TABLES.machine_gun.crew


def may_man(world: World, gun: Gun, figure: Figure) -> bool:
    """Whether a figure in contact may join: fewer crew than its number, and nobody of another seat serves it (AWAM 8.1, 10.4)."""
    if gun.where != "table" or gun.packed or not at_hand(world, gun, figure):
        return False
    own = [key for key in (*gun.crew, *gun.joins) if world.figure(key).seat == figure.seat]
    if figure.id in own or len(own) >= full_crew(gun):
        return False
    return all(one.seat == figure.seat for one in _at_the_gun(world, gun, (*gun.crew, *gun.joins)))


def man(world: World, gun: Gun, figure: Figure) -> None:
    """He belongs to the crew from the next card on; a crew of another seat that has left it is its crew no more."""
    gun.crew, joins = (
        tuple(key for key in keys if world.figure(key).seat == figure.seat) for keys in (gun.crew, gun.joins)
    )
    gun.joins = (*joins, figure.id)
    gun.held = "" if figure.seat == gun.seat else figure.seat


def new_card(world: World) -> None:
    """Who has joined a crew on an earlier card belongs to it now."""
    for gun in world.state.guns.values():
        gun.crew, gun.joins = (*gun.crew, *gun.joins), ()


def servers(world: World, gun: Gun) -> list[Figure]:
    """The crew that stands at the gun and can serve it: nobody whom a melee holds (AWAM 6.5)."""
    return [one for one in _at_the_gun(world, gun, gun.crew) if not world.engaged(one)]


def firers(world: World, gun: Gun) -> list[Figure]:
    """Of these who may fire it now: whoever has done nothing else this turn, nor defended himself (AWAM 3.4, 6.1)."""
    return [one for one in servers(world, gun) if not (one.acted or one.fired or one.reloaded or one.defended)]


def hindered(figure: Figure) -> bool:
    """Whether he may not load this turn (AWAM 3.6)."""
    return figure.fired or figure.defended or figure.moved_fast


def _at_the_gun(world: World, gun: Gun, keys: Iterable[str]) -> list[Figure]:
    figures = [world.figure(key) for key in keys]
    return [one for one in figures if one.standing and not one.broken and at_hand(world, gun, one)]


def loaders(gun: Gun) -> int:
    """How many of the crew a reload roll takes (AWAM 3.6)."""
    return TABLES.machine_gun.crew if gun.kind == "machine_gun" else TABLES.cannon.serve


def can_load(world: World, gun: Gun) -> bool:
    """Whether it is empty, and enough of its crew may load it."""
    return not (gun.loaded or gun.broken) and len(servers(world, gun)) >= loaders(gun)


def late_reloads(world: World) -> None:
    """Guns whose crew was never activated this turn make their reload roll now, as figures do (AWAM 2.7, A25)."""
    turn = world.state.turn
    for gun in world.state.guns.values():
        if gun.where != "table" or gun.packed or turn in (gun.reload_turn, gun.fired_turn) or not can_load(world, gun):
            continue
        hands = [one for one in servers(world, gun) if not hindered(one)]
        if hands and all(world.squad(one.squad).picked != turn for one in hands):
            reload(world, gun, hands[0])


def may_serve(world: World, gun: Gun) -> bool:
    return gun.where == "table" and not gun.packed and not gun.broken and len(firers(world, gun)) >= gun.least


def ready(world: World, gun: Gun) -> bool:
    """Whether it can fire now (AWAM 10.4)."""
    turn = world.state.turn
    return (
        may_serve(world, gun)
        and gun.loaded
        and not gun.jammed
        and not gun.damaged
        and turn not in (gun.moved_turn, gun.fired_turn, gun.reload_turn, gun.tried_turn)
    )


# --- Machine gun (AWAM 8.1) -------------------------------------------------------------------------------------------


def burst_aim(world: World, gun: Gun, gunner: Figure, target: Figure) -> shooting.Aim:
    """What a die of a burst needs: what a rifle would, at the gun's distance and with the gunner's modifiers."""
    table = TABLES.machine_gun
    origin = place(world, gun)
    found = shooting.modifiers_of_firer(world, gunner, target.at, thrown=False)
    found += shooting.modifiers_of_target(world, target, origin)
    return shooting.Aim(table.die, TABLES.needed(table.row, geometry.squared(origin, target.at)), tuple(found))


def shots_of(total: int, crew: int) -> int:
    """Shots of a burst by its 2D6: with one gunner half of them, rounding down (AWAM 8.1)."""
    return total if crew >= TABLES.machine_gun.crew else total // TABLES.machine_gun.short_share


def burst_hits(needs: shooting.Aim, faces: Iterable[int], *, exact: bool) -> bool:
    """Whether a die of a burst makes what a rifle would need. ``exact``: a better one does not (A15)."""
    if not exact:
        return any(needs.hits(face) for face in faces)
    wanted = None if needs.over is None else needs.over + 1 - needs.sum
    return any(face == wanted and face > 1 for face in faces)


def empties(turns: int, shots: int) -> bool:
    """Whether a gun is empty after so many turns of fire, with so many shots in the last (AWAM 8.1)."""
    table = TABLES.machine_gun
    return turns > table.empties_turn or (turns == table.empties_turn and shots > table.empties_over)


def burst(world: World, gun: Gun, gunner: Figure, target: Figure) -> None:
    """2D6 shots, a D12 each; whoever is within 5 cm of the target then rolls as if hit."""
    table = TABLES.machine_gun
    crew = firers(world, gun)
    rolled = world.roll(table.dice, table.shots_die, "burst", gun.id)
    shots = shots_of(rolled.total, len(crew))
    dice = world.roll(shots, table.die, "shots", gun.id)
    needs = burst_aim(world, gun, gunner, target)
    hit = burst_hits(needs, dice.faces, exact=world.state.reading("A15"))
    jam = jams(dice.faces, exact=world.state.reading("A33"))
    gun.fired_turn = world.state.turn
    gun.turns += 1
    for one in crew:
        one.fired = True
    caught = [
        one
        for one in world.state.figures.values()
        if one.where in ("table", "hidden") and geometry.within(one.at, target.at, table.beaten)
    ]
    shooting.provoke(world, gunner, target)
    shooting.face(gunner, target.at)
    world.tell(
        "burst", table.rule, rolls=(rolled.address, dice.address), gun=gun.id, figure=gunner.id, target=target.id,
        shots=shots, dice=[*dice.faces], add=needs.sum, over=needs.over, hit=hit, jam=jam,
        modifiers={one.key: one.value for one in needs.modifiers},
    )  # fmt: skip
    if hit:
        origin = place(world, gun)
        for one in caught:
            if one.standing or one.prisoner:
                shooting.provoke(world, gunner, one)
                shooting.strike(world, one, origin, 0, cause="fire", by=gunner)
    gun.broken = gun.broken or jam == "broken"
    gun.jammed = jam == "jam"
    if empties(gun.turns, shots):
        gun.loaded, gun.turns = False, 0
        world.tell("gun_empty", table.rule, gun=gun.id)


def jams(faces: tuple[int, ...], *, exact: bool) -> Literal["", "jam", "broken"]:
    """Whether a burst breaks the gun (three 1s) or jams it (three alike). ``exact``: no more than three (A33)."""
    table = TABLES.machine_gun
    counts = {face: faces.count(face) for face in faces}
    enough = {face for face, count in counts.items() if (count == table.alike if exact else count >= table.alike)}
    return "broken" if 1 in enough else "jam" if enough else ""


def mends(*, jammed: bool) -> tuple[int, int]:
    """The die that clears a jam, or damage, and what it needs (AWAM 8)."""
    table: MachineGun | Cannon = TABLES.machine_gun if jammed else TABLES.cannon
    return table.clears_die, table.clears_on


def repair(world: World, gun: Gun, figure: Figure) -> None:
    """A jam or damage is cleared on a 5 or 6, one try a turn."""
    die, needed = mends(jammed=gun.jammed)
    gun.tried_turn = world.state.turn
    rolled = world.roll(1, die, "repair", gun.id)
    done = rolled.total >= needed
    if done:
        gun.jammed = gun.damaged = False
    world.tell(
        "repaired" if done else "still_out",
        "AWAM 8",
        rolls=(rolled.address,),
        gun=gun.id,
        figure=figure.id,
        die=rolled.total,
    )


def reload(world: World, gun: Gun, figure: Figure) -> None:
    """One roll for the crew (AWAM 3.6)."""
    table = TABLES.machine_gun if gun.kind == "machine_gun" else TABLES.cannon
    rolled = world.roll(1, TABLES.reload.die, "reload", gun.id)
    add = reloading.class_adds(figure.class_of_fire, regular=figure.regular, both=world.state.reading("A8"))
    gun.reload += reloading.points_of(rolled.total, add)
    gun.reload_turn = world.state.turn
    loaded = gun.reload >= table.score
    world.tell(
        "gun_loaded" if loaded else "gun_loading", TABLES.reload.rule, rolls=(rolled.address,), gun=gun.id,
        figure=figure.id, die=rolled.total, add=add, points=gun.reload, score=table.score,
    )  # fmt: skip
    if loaded:
        gun.loaded, gun.reload, gun.turns = True, 0, 0


# --- Cannon (AWAM 8.2) ------------------------------------------------------------------------------------------------


def shell_die(gun: Gun, target: str, aim: Point) -> int:
    """D6, D10, D12: the first, second, and third or later shot at the same target."""
    return die_of_shot(gun.shots + 1 if _same(gun, target, aim) else 1)


def _same(gun: Gun, target: str, aim: Point) -> bool:
    """Whether a target is that of the shot before: a point within 5 cm of the one first named."""
    if gun.target != target:
        return False
    return target != "point" or (gun.aim is not None and geometry.within(gun.aim, aim, TABLES.cannon.same_point))


def die_of_shot(number: int) -> int:
    """The die of the first, second, and third or later shot at the same target (AWAM 8.2)."""
    return TABLES.cannon.dice[min(number, len(TABLES.cannon.dice)) - 1]


def shell_add(world: World, gun: Gun, target: str, aim: Point) -> tuple[Modifier, ...]:
    close = geometry.squared(place(world, gun), aim) < TABLES.cannon.close_under**2
    return shell_rows(building=target.startswith("piece:"), close=close)


def shell_rows(*, building: bool, close: bool) -> tuple[Modifier, ...]:
    """What is added to a cannon's die (AWAM 8.2)."""
    table, found = TABLES.cannon, []
    if building:
        found.append(Modifier(key="building", value=table.building, rule="AWAM 8.2"))
    if close:
        found.append(Modifier(key="close", value=table.close, rule="AWAM 8.2"))
    return tuple(found)


def damage_level(face: int) -> int:
    """Of a hit: the worst, damage, or a fright (AWAM 8.2)."""
    table = TABLES.cannon
    return WORST if face <= table.worst_most else DAMAGED if face <= table.damaged_most else FRIGHT


def sees_part(world: World, gun: Gun, piece: Piece, point: Point) -> bool:
    """Whether a point of a building is in sight, the building itself apart (AWAM 8.2: any visible point)."""
    others = [one for one in world.state.ground if one is not piece]
    return ground.in_sight(others, place(world, gun), point, world.state.mist)


def muzzle_clear(world: World, gun: Gun, aim: Point) -> bool:
    """Whether nobody stands within 3 cm of the muzzle's line and 20 cm of the gun."""
    table = TABLES.cannon
    origin = place(world, gun)
    end = geometry.towards(origin, aim, table.clear_length)
    crew = set(gun.crew)
    return not any(
        one.where == "table"
        and one.id not in crew
        and not one.aboard
        and geometry.within(one.at, origin, table.clear_length)
        and geometry.near_leg(one.at, origin, end, table.clear_side)
        for one in world.state.figures.values()
    )


def shell(world: World, gun: Gun, gunner: Figure, target: str, aim: Point) -> None:
    """One shot at a building, a boat, a gun, or a point: a hit on more than 6; a miss is too high (AWAM 8.2)."""
    die = shell_die(gun, target, aim)
    added = shell_add(world, gun, target, aim)
    if not _same(gun, target, aim):
        gun.target, gun.aim, gun.shots = target, aim, 0
    gun.shots += 1
    gun.loaded, gun.fired_turn = False, world.state.turn
    for one in world.state.of(gunner.seat):
        if one.standing and at_hand(world, gun, one):
            one.fired = True
    shooting.face(gunner, aim)
    rolled = world.roll(1, die, "shell", gun.id)
    face = world.ten(rolled.total, die)
    total = face + sum(one.value for one in added)
    hit = total > TABLES.cannon.over
    world.tell(
        "shell", "AWAM 8.2", rolls=(rolled.address,), gun=gun.id, figure=gunner.id, target=target, at=[*aim], die=face,
        sides=die, total=total, over=TABLES.cannon.over, hit=hit, modifiers={one.key: one.value for one in added},
    )  # fmt: skip
    if hit:
        _damage(world, gun, gunner, target, aim)


def _damage(world: World, gun: Gun, gunner: Figure, target: str, aim: Point) -> None:
    rolled = world.roll(1, TABLES.cannon.damage_die, "damage", gun.id)
    level = damage_level(rolled.total)
    world.tell("damage", "AWAM 8.2", rolls=(rolled.address,), target=target, die=rolled.total, level=level)
    kind, _colon, key = target.partition(":")
    if kind == "point":
        _on_point(world, gun, gunner, aim, level)
    elif kind == "piece":
        _on_building(world, gunner, key, aim, level)
    elif kind == "boat":
        _on_boat(world, gunner, key, level)
    else:
        _on_gun(world, gunner, key, level)


def _near(world: World, aim: Point, far: int) -> list[Figure]:
    return [
        one
        for one in world.state.figures.values()
        if one.where in ("table", "hidden") and geometry.within(one.at, aim, far)
    ]


def _hurt(world: World, gunner: Figure, figures: list[Figure], origin: Point, *, covered: bool = True) -> None:
    for one in figures:
        if not one.out:
            shooting.provoke(world, gunner, one)
            shooting.strike(world, one, origin, 0, cause="fire", by=gunner, covered=covered)


def _shake(world: World, gunner: Figure, figures: list[Figure]) -> None:
    """Blue markers for whoever is caught, which is war with them (AWAM 8.2, 10.2)."""
    for one in figures:
        shooting.provoke(world, gunner, one)
        markers.mark(one)


def _on_point(world: World, gun: Gun, gunner: Figure, aim: Point, level: int) -> None:
    table = TABLES.cannon
    if level == FRIGHT:
        _shake(world, gunner, _near(world, aim, table.blast))
        return
    _hurt(world, gunner, _near(world, aim, table.blast if level == WORST else table.blast_less), place(world, gun))


def _on_building(world: World, gunner: Figure, key: str, aim: Point, level: int) -> None:
    """That part falls in, or is damaged; a second "damaged" counts as the worst."""
    piece = next(one for one in world.state.ground if one.id == key)
    inside = [one for one in _near(world, aim, TABLES.cannon.blast) if ground.holds(piece, one.at)]
    if level == FRIGHT or (level == DAMAGED and not piece.damaged):
        piece.damaged = piece.damaged or level == DAMAGED
        _shake(world, gunner, inside)
        return
    _hurt(world, gunner, inside, aim, covered=False)
    _fall_in(world, piece, aim)


def _fall_in(world: World, piece: Piece, aim: Point) -> None:
    """What lies within 5 cm of a point of a building is rubble; nothing is left of one that lies there wholly."""
    state, far = world.state, TABLES.cannon.blast
    fallen = f"{piece.id}.fallen{sum(one.id.startswith(piece.id) for one in state.ground)}"
    rubble = Piece(id=fallen, kind="rubble", shape="circle", points=(aim,), radius=far)
    if piece.shape == "circle":
        centre = piece.points[0]
        whole = far >= piece.radius and geometry.within(aim, centre, far - piece.radius)
        if whole:
            rubble.points, rubble.radius = piece.points, piece.radius
    else:
        (left, low), (right, high) = piece.points
        whole = all(geometry.within(aim, Point(x, y), far) for x in (left, right) for y in (low, high))
    state.ground = [one for one in state.ground if one is not piece or not whole]
    state.ground.append(rubble)


def _on_boat(world: World, gunner: Figure, key: str, level: int) -> None:
    boat = world.state.boats[key]
    aboard = [one for one in world.state.figures.values() if one.aboard == key and one.where == "table"]
    for one in aboard:
        shooting.provoke(world, gunner, one)
    if level == FRIGHT:
        for one in aboard:
            markers.mark(one)
    elif level == DAMAGED and not boat.damaged:
        boat.damaged = True
        keys = [one.id for one in aboard]
        for number in range(min(TABLES.cannon.hurt_aboard, len(keys))):
            chosen, _address = world.pick(keys, "aboard", str(number))
            keys.remove(chosen)
            _hurt(world, gunner, [world.figure(chosen)], boat.at)
    else:
        boat.sinks = boat.sinks or world.state.turn + 1
        world.tell("holed", "AWAM 8.2", boat=key)


def _on_gun(world: World, gunner: Figure, key: str, level: int) -> None:
    other = world.state.guns[key]
    at = place(world, other)
    crew = [one for one in map(world.figure, other.crew) if one.standing and at_hand(world, other, one)]
    for one in crew:
        shooting.provoke(world, gunner, one)
    if level == FRIGHT:
        for one in crew:
            markers.mark(one)
    elif level == DAMAGED and not other.damaged:
        deeds.shelled(world, other, gunner)
        other.damaged = True
        if crew:
            chosen, _address = world.pick([one.id for one in crew], "crew", key)
            _hurt(world, gunner, [world.figure(chosen)], at)
    else:
        deeds.shelled(world, other, gunner)
        other.broken = True
        world.tell("wrecked", "AWAM 8.2", gun=key)
        _hurt(world, gunner, [one for one in crew if geometry.within(one.at, at, TABLES.cannon.blast_less)], at)
