"""The days of a siege before the assault (Montjoie 5.4, 6.5): engines, mine and countermine, the fight underground, the wall's fall."""

from collections.abc import Iterable, Mapping
from typing import Any

from rulesets.montjoie import mines
from rulesets.montjoie.camp import Queues, Siege
from rulesets.montjoie.field import Field
from rulesets.montjoie.ground import Wall
from rulesets.montjoie.hexes import Hex, distance
from rulesets.montjoie.scenarios import Scenario
from rulesets.montjoie.state import Figure, State
from rulesets.montjoie.tables import Grid, Tables
from rulesets.vocabulary import Seat

RULE = "Montjoie 5.4"
MINE = "Montjoie 3.3"
WALL, HOARDING = "wall", "hoarding"


def siege_of(field: Field) -> Siege:
    """The siege that is going on."""
    siege = field.state.siege
    assert siege is not None, "there is no siege"
    return siege


def wall_of(field: Field) -> Wall | None:
    """The wall that the mine is under."""
    return field.here.walls.get(siege_of(field).wall)


# --- Engines (3.1.6, Cry Havoc 7) ----------------------------------------------------------------------------------------


def target_kind(field: Field, hex_: Hex) -> str:
    """What a stone at this hex would strike: a hoarding, a wall that may be battered, or nothing."""
    here = field.here
    if hex_ in here.hoardings:
        return HOARDING
    if not any(hex_ in wall.hexes for wall in here.walls.values()) or not here.terrain[hex_].wall:
        return ""
    before = [here.beside[hex_][side] for side in range(6) if (hex_, side) in here.battlements]
    if before and all(other in here.hoardings for other in before):
        return ""
    return WALL if is_outer(field, hex_) or _is_laid_bare(field, hex_) else ""


def is_outer(field: Field, hex_: Hex) -> bool:
    """Whether a wall hex has battlements before it."""
    return any(side[0] == hex_ for side in field.here.battlements)


def _is_laid_bare(field: Field, hex_: Hex) -> bool:
    """Inner walls cannot be battered before the outer one is breached (Cry Havoc 7)."""
    return any(other and field.here.kinds[other] == "rubble" for other in field.here.beside[hex_])


def bombard(field: Field, hex_: Hex, engines: tuple[str, ...]) -> None:
    """Every named engine at one hex."""
    siege, tables = siege_of(field), field.tables
    kind = target_kind(field, hex_)
    points = sum(siege.engines[engine] for engine in engines)
    siege.fired = (*siege.fired, *engines)
    siege.struck = (*siege.struck, kind)
    grid = tables.battering_walls if kind == WALL else hoarding_table(field)
    column = tables.battering_column(grid, points)
    assert column is not None, "engines without points do not shoot"
    rolled = field.roll(10, "bombard", hex_)
    letter = grid.read(column, rolled.total)
    field.tell(
        "bombarded",
        "Montjoie 3.1.6",
        rolls=[rolled],
        hex=hex_,
        target=kind,
        engines=list(engines),
        points=points,
        column=grid.columns[column],
        die=rolled.total,
        letter=letter,
    )
    for part in letter.split("/"):
        if part == "D":
            _struck(field, hex_, kind)
        elif part.endswith("C"):
            _worn(field, engines, int(part[:-1]))


def hoarding_table(field: Field) -> Grid:
    """The hoarding table of this battle."""
    return hoarding_grid(field.tables, field.readings)


def hoarding_grid(tables: Tables, readings: Mapping[str, Any]) -> Grid:
    """The hoarding table, its columns shared out as the club reads them (R27)."""
    return tables.battering_hoarding if readings["hoarding.table"] == "4_6" else tables.battering_hoarding_else


def _struck(field: Field, hex_: Hex, kind: str) -> None:
    siege, number = siege_of(field), field.tables.number
    if kind == HOARDING:
        field.state.hoardings.pop(hex_, None)
        field.changed_ground()
        field.tell("hoarding_gone", "Montjoie 3.1.6", hex=hex_)
        return
    siege.battered[hex_] = siege.battered.get(hex_, 0) + 1
    if siege.battered[hex_] >= number["wall_hits" if is_outer(field, hex_) else "inner_wall_hits"]:
        bring_down(field, (hex_,))


def _worn(field: Field, engines: Iterable[str], lost: int) -> None:
    """Points that engines lose for good: the biggest first (Montjoie 3.1.6)."""
    siege = siege_of(field)
    for engine in sorted(engines, key=lambda key: (-siege.engines[key], key)):
        taken = min(lost, siege.engines[engine])
        if taken:
            siege.engines[engine] -= taken
            lost -= taken
            field.tell("engine_worn", "Montjoie 3.1.6", engine=engine, lost=taken, left=siege.engines[engine])


def bring_down(field: Field, hexes: Iterable[Hex]) -> None:
    """Rubble in the place of wall hexes: battlements, piles, oil and hoardings go with them (Montjoie 5.4)."""
    state, fallen = field.state, frozenset(hexes)
    state.rubble = tuple(sorted({*state.rubble, *fallen}))
    state.piles = tuple(hex_ for hex_ in state.piles if hex_ not in fallen)
    state.things = {key: thing for key, thing in state.things.items() if thing.at not in fallen}
    field.changed_ground()
    state.hoardings = {
        hex_: next(iter(field.here.behind(hex_)), "") for hex_ in state.hoardings if hex_ in field.here.hoardings
    }
    field.changed_ground()
    field.tell("wall_down", MINE, hexes=sorted(fallen))


# --- Miners ----------------------------------------------------------------------------------------------------------------


def miners(field: Field, seat: Seat) -> list[Figure]:
    """Who may dig for a side today: on foot, of the classes that dig, alive, not yet at work."""
    siege = siege_of(field)
    busy = siege.busy.get(seat, ())
    return [
        one
        for one in field.state.of(seat)
        if one.cls in siege.classes and one.is_alive and not one.mounted and one.id not in (*busy, *siege.out)
    ]


def may_dig(field: Field, seat: Seat) -> bool:
    """Whether a side may work underground at all today."""
    siege = siege_of(field)
    return not siege.closed and not siege.lit and siege.driven.get(seat, 0) < siege.day and not siege.busy.get(seat)


def engineer_fit(field: Field) -> bool:
    """Whether the besiegers' engineer can direct: a dead one digs no more."""
    one = field.state.figures.get(siege_of(field).engineer)
    return one is not None and one.is_alive


def _halves(field: Field, men: Iterable[str]) -> int:
    fit = [field.figure(key) for key in men if field.figure(key).is_alive]
    return mines.half_points(sum(not one.wounded for one in fit), sum(one.wounded for one in fit))


def _hurt(field: Field, men: tuple[str, ...], count: int) -> None:
    """Miners wounded by haste: whole ones first, then wounded ones, who die (Montjoie 3.3.7)."""
    fit = [field.figure(key) for key in men if field.figure(key).is_alive]
    for one in [*(one for one in fit if not one.wounded), *(one for one in fit if one.wounded)][:count]:
        _wound(field, one)


def _wound(field: Field, one: Figure) -> None:
    if one.wounded:
        one.where = "dead"
        field.tell("killed", MINE, figure=one.id)
    else:
        one.wounded = True
        field.tell("wounded", MINE, figure=one.id)


# --- Digging (3.3.3, 3.3.6 to 3.3.8) ------------------------------------------------------------------------------------------


def targets(field: Field, seat: Seat) -> set[Hex]:
    """The hexes that a side may name to dig, or to break into."""
    siege, wall = siege_of(field), wall_of(field)
    if wall is None:
        return set()
    if seat == siege.besieger:
        if not siege.shed or siege.ready > siege.day:
            return set()
        own = mines.diggable(field.here, wall, siege.shed, siege.gallery) - set(siege.counter)
        touching = mines.beside(field.here, siege.gallery) & set(siege.counter)
        return own | touching
    inside = inside_of(field)
    if not siege.counter:
        return mines.counter_starts(field.here, wall, inside)
    own = mines.counter_next(field.here, wall, inside, siege.counter) - set(siege.gallery)
    return own | (mines.beside(field.here, siege.counter) & set(siege.gallery))


def inside_of(field: Field) -> frozenset[Hex]:
    """The garrison's ground."""
    return frozenset(field.state.zones[siege_of(field).garrison]["ground"])


def is_enemy_gallery(field: Field, seat: Seat, hex_: Hex) -> bool:
    """Whether naming this hex is breaking into the other side's gallery."""
    siege = siege_of(field)
    return hex_ in (siege.counter if seat == siege.besieger else siege.gallery)


def room(field: Field, seat: Seat) -> int:
    """How many men a side's works hold."""
    siege = siege_of(field)
    countermine = seat == siege.garrison
    return mines.room(field.tables, siege.counter if countermine else siege.gallery, countermine=countermine)


def dig(field: Field, seat: Seat, hexes: tuple[Hex, ...], men: tuple[str, ...]) -> None:
    """A day's digging: one hex, or two in haste, one roll each with whoever is left (Montjoie 3.3.3, 3.3.7)."""
    siege = siege_of(field)
    siege.busy[seat] = men
    for hex_ in hexes:
        if not is_enemy_gallery(field, seat, hex_):
            _dig_one(field, seat, hex_, men, fast=len(hexes) > 1)
        elif siege.fight is None:
            siege.fight = Queues(besiegers=(), garrison=())


def _dig_one(field: Field, seat: Seat, hex_: Hex, men: tuple[str, ...], *, fast: bool) -> None:
    siege = siege_of(field)
    key = f"{'dig' if seat == siege.besieger else 'counter'}:{hex_}"
    siege.spent[key] = siege.spent.get(key, 0) + 1
    days = siege.spent[key] if field.readings["mine.days"] == "on_hex" else siege.day
    letter = _mine_roll(field, "dug", seat, hex_, days, men, fast=fast)
    if "D" in letter.split("/"):
        _dug(field, seat, hex_, key)


def _mine_roll(field: Field, kind: str, seat: Seat, hex_: Hex, days: int, men: tuple[str, ...], *, fast: bool) -> str:
    """A roll on the table against walls; ``-`` with too few points. In haste C counts, and wounds."""
    grid = field.tables.battering_walls
    points = mines.points(days, _halves(field, men))
    column = field.tables.battering_column(grid, points)
    if column is None:
        field.tell(kind, "Montjoie 3.3.3", seat=seat, hex=hex_, points=points, die=0, column="", letter="-")
        return "-"
    rolled = field.roll(10, kind, hex_)
    letter = grid.read(column, rolled.total)
    field.tell(
        kind,
        "Montjoie 3.3.3",
        rolls=[rolled],
        seat=seat,
        hex=hex_,
        points=points,
        die=rolled.total,
        column=grid.columns[column],
        letter=letter,
    )
    for part in letter.split("/") if fast else ():
        if part.endswith("C"):
            _hurt(field, men, int(part[:-1]))
    return letter


def _dug(field: Field, seat: Seat, hex_: Hex, key: str) -> None:
    """A hex is propped: one level deeper, and whole when it is as deep as it has to be (Montjoie 3.3.6)."""
    siege, wall = siege_of(field), wall_of(field)
    gallery = siege.gallery if seat == siege.besieger else siege.counter
    level = wall.level if wall is not None and hex_ in wall.hexes else 1
    first = not gallery
    goal = mines.depth(level, first=first, readings=field.readings)
    reached = siege.begun.get(hex_, 0) - 1 if first else goal
    siege.spent[key] = 0
    if reached > goal:
        siege.begun[hex_] = reached
        field.tell("deepened", "Montjoie 3.3.6", seat=seat, hex=hex_, level=reached)
        return
    siege.begun.pop(hex_, None)
    gallery[hex_] = goal
    field.state.mines[hex_] = goal
    field.changed_ground()
    field.tell("propped", "Montjoie 3.3.3", seat=seat, hex=hex_, hexes=len(gallery))


def may_fill(field: Field) -> bool:
    """Whether the garrison may fill the mine: its miners driven off, the galleries in touch (Montjoie 3.3.8)."""
    siege = siege_of(field)
    driven = siege.driven.get(siege.besieger, 0) >= siege.day
    return driven and bool(mines.beside(field.here, siege.counter) & set(siege.gallery))


def fill(field: Field, count: int, men: tuple[str, ...]) -> None:
    """Fill one hex, or two in haste: the one nearest to the countermine first (Montjoie 3.3.8)."""
    siege = siege_of(field)
    siege.busy[siege.garrison] = men
    for _again in range(count):
        if not siege.gallery:
            return
        hex_ = min(siege.gallery, key=lambda one: (min(distance(one, own) for own in siege.counter), one))
        key = f"fill:{hex_}"
        siege.spent[key] = siege.spent.get(key, 0) + 1
        days = siege.spent[key] if field.readings["mine.days"] == "on_hex" else siege.day
        letter = _mine_roll(field, "filled", siege.garrison, hex_, days, men, fast=count > 1)
        if "D" in letter.split("/"):
            siege.spent[key] = 0
            siege.gallery.pop(hex_)
            field.state.mines.pop(hex_, None)
            field.changed_ground()
            field.tell("gallery_filled", "Montjoie 3.3.8", hex=hex_)


# --- The shed (3.3.1) ------------------------------------------------------------------------------------------------------------


def build_days(field: Field, men: int) -> int:
    """Days that so many men take to build a shed; 0: too few."""
    return shed_days(field.tables, men)


def shed_days(tables: Tables, men: int) -> int:
    """As ``build_days``, where there is no map (Montjoie 3.3.1)."""
    return next((days for least, days in reversed(tables.shed.rows) if men >= least), 0)


def sheds(field: Field) -> dict[Hex, str]:
    """Where a shed may stand, and which wall it would be under."""
    return {
        hex_: wall.id
        for wall in field.here.walls.values()
        if wall.id not in siege_of(field).breach
        for hex_ in sorted(mines.feet(field.here, wall))
    }


def set_shed(field: Field, hex_: Hex, days: int) -> None:
    """A shed at the foot of a wall: built in so many days, or moved there; an old gallery is given up."""
    siege = siege_of(field)
    for old in siege.gallery:
        field.state.mines.pop(old, None)
    siege.gallery, siege.begun = {}, {}
    siege.wall, siege.shed = sheds(field)[hex_], hex_
    siege.ready = siege.day + days
    field.changed_ground()


# --- Bringing it down (3.3.5) ---------------------------------------------------------------------------------------------------


def enough(field: Field) -> bool:
    """Whether so much is undermined that the props may be fired."""
    siege, wall = siege_of(field), wall_of(field)
    return wall is not None and len(siege.gallery) >= mines.needed(wall, field.readings)


def collapse(field: Field) -> None:
    """A day after the props were fired: the wall falls, or the mine has failed for good."""
    siege, wall = siege_of(field), wall_of(field)
    assert wall is not None, "props are fired under a wall"
    rolled = field.roll(10, "collapse", wall.id)
    word = field.tables.rolls["collapse"].read(rolled.total)
    field.tell("collapse", "Montjoie 3.3.5", rolls=[rolled], wall=wall.id, die=rolled.total, result=word)
    siege.lit = 0
    siege.closed = True
    if word == "falls":
        siege.breach = (*siege.breach, wall.id)
        bring_down(field, wall.hexes)


# --- The fight underground (R59) --------------------------------------------------------------------------------------------------


def begin_fight(field: Field) -> None:
    """Men queue in the order in which they were named; a side with nobody at work is driven off at once."""
    siege = siege_of(field)
    assert siege.fight is not None
    siege.fight = Queues(besiegers=_living(field, siege.besieger), garrison=_living(field, siege.garrison))
    for seat, queue in ((siege.garrison, siege.fight.garrison), (siege.besieger, siege.fight.besiegers)):
        if not queue:
            drive_off(field, seat)
            return


def _living(field: Field, seat: Seat) -> tuple[str, ...]:
    busy = siege_of(field).busy.get(seat, ())
    return tuple(key for key in busy if field.figure(key).is_alive)


def drive_off(field: Field, seat: Seat) -> None:
    """That side may not dig tomorrow, and the other may fill (Montjoie 5.4)."""
    siege = siege_of(field)
    siege.driven[seat] = siege.day + 1
    siege.fight = None
    field.tell("miners_driven_off", "Montjoie 3.3.8", seat=seat)


def mine_attack(field: Field) -> None:
    """The first man attacks the other side's first, one against one, without shift (R59)."""
    siege = siege_of(field)
    fight = siege.fight
    assert fight is not None
    mine, theirs = (fight.besiegers, fight.garrison) if fight.turn == "besiegers" else (fight.garrison, fight.besiegers)
    one, other = field.figure(mine[0]), field.figure(theirs[0])
    column = field.tables.odds(field.numbers(one)[0], field.numbers(other)[1])
    letter, rolled = "-", None
    if column is not None:
        rolled = field.roll(10, "mine_fight", one.id, other.id)
        letter = field.tables.combat_foot.read(column, rolled.total)
    field.tell(
        "mine_fight",
        "Montjoie 3.3.8",
        rolls=[rolled] if rolled is not None else [],
        figure=one.id,
        target=other.id,
        column=field.tables.combat_foot.columns[column] if column is not None else "",
        die=rolled.total if rolled is not None else 0,
        letter=letter,
    )
    mine, theirs = _settled(field, letter, mine, theirs)
    if fight.turn == "besiegers":
        fight.besiegers, fight.garrison, fight.turn = mine, theirs, "garrison"
    else:
        fight.garrison, fight.besiegers, fight.turn = mine, theirs, "besiegers"
    fight.made += 1
    _judge_fight(field, fight)


def _settled(
    field: Field, letter: str, mine: tuple[str, ...], theirs: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    siege = siege_of(field)
    back_mine, back_theirs = (*mine[1:], mine[0]), (*theirs[1:], theirs[0])
    match letter:
        case "A":
            siege.out = (*siege.out, mine[0])
            return mine[1:], theirs
        case "B":
            return back_mine, theirs
        case "C":
            return mine, back_theirs
        case "D":
            siege.out = (*siege.out, theirs[0])
            return mine, theirs[1:]
        case "E":
            one = field.figure(theirs[0])
            _wound(field, one)
            return mine, back_theirs if one.is_alive else theirs[1:]
        case "F":
            one = field.figure(theirs[0])
            one.where = "dead"
            field.tell("killed", MINE, figure=one.id)
            return mine, theirs[1:]
    return mine, theirs


def _judge_fight(field: Field, fight: Queues) -> None:
    siege = siege_of(field)
    if not fight.garrison:
        drive_off(field, siege.garrison)
    elif not fight.besiegers:
        drive_off(field, siege.besieger)
    elif fight.made >= 2 * field.tables.number["mine_attacks"]:
        siege.fight = None
        field.tell("mine_stands", "Montjoie 3.3.8")


# --- Days -----------------------------------------------------------------------------------------------------------------------


def next_day(field: Field) -> None:
    """Wounds heal or kill, everybody is fresh, and the delay costs points (Montjoie 5.4, 9)."""
    siege = siege_of(field)
    for one in field.state.figures.values():
        if one.wounded and one.is_alive:
            rolled = field.roll(10, "healing", one.id)
            word = field.tables.rolls["healing"].read(rolled.total)
            if word == "healed":
                one.wounded = one.start_wounded = False
            elif word == "dies":
                one.where = "dead"
            field.tell("healing", "Montjoie 9", rolls=[rolled], figure=one.id, die=rolled.total, result=word)
    siege.day += 1
    siege.step = "engines"
    siege.fired = siege.struck = siege.answered = siege.out = ()
    siege.busy = {}
    siege.fight = None
    field.state.filled = ()
    field.changed_ground()
    field.state.side(siege.besieger).penalty += siege.penalty
    field.tell("siege_day", RULE, day=siege.day, last=siege.last_day)


def assault(field: Field) -> None:
    """Shed and mines come off the map, and nobody is set up on what has fallen (Montjoie 5.4)."""
    state = field.state
    state.mines = {}
    fallen = frozenset(state.rubble)
    for zone in state.zones.values():
        for key in ("ground", "all"):
            zone[key] = [hex_ for hex_ in zone[key] if hex_ not in fallen]
    field.changed_ground()
    field.tell("assault", RULE, day=siege_of(field).day)


def opened(state: State, scenario: Scenario, seats: Mapping[str, Seat], tables: Tables) -> Siege | None:
    """The siege that a scenario begins with, or None."""
    prelude = scenario.prelude
    if prelude is None:
        return None
    besieger = seats[prelude.side]
    garrison = next(seat for role, seat in seats.items() if role != prelude.side)
    own = [one for one in state.of(besieger) if one.cls == "engineer"]
    named = prelude.shed.engineer if prelude.shed is not None else ""
    mine = prelude.mine
    return Siege(
        besieger=besieger,
        garrison=garrison,
        last_day=prelude.max_days,
        penalty=prelude.delay_penalty,
        classes=prelude.miners_available,
        engines={
            f"{kind}-{number}" if count > 1 else kind: tables.number[kind]
            for kind, count in prelude.engines.items()
            for number in range(1, count + 1)
        },
        engineer=named if named in state.figures else next((one.id for one in own), ""),
        wall=mine.wall if mine is not None else "",
        shed=prelude.shed.at if prelude.shed is not None else "",
        gallery=dict.fromkeys(mine.propped, -1) if mine is not None else {},
    )
