"""Animals and hunting games (Askari 11 and 12, H43, R38-R40).

The opponent moves an animal, bound by its die: he says where it strays to, and in a hunt of one party where each group stands at first.
Whom it attacks, and which way it bolts, its die and the nearest figure leave nobody to choose.
"""

from collections.abc import Iterable, Iterator, Sequence

from rulesets.askari import charging, formations, geometry, losing, mounts, nerve, placing, setting
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.placing import figures_of
from rulesets.askari.state import Figure, State, Unit
from rulesets.askari.tables import TABLES
from rulesets.contract import Problem
from rulesets.dice import Rolled
from rulesets.vocabulary import Json, Seat

NOBODYS = ""
"""The seat of animals: both sides are their enemies."""
LEAVES_ALONE = ("baggage", "hospital", "animal")
ALL = "all"
ACROSS = 3
"""The table has two rows of so many sectors, one for each face."""
COMPASS = (0, 45, 90, 135, 180, 225, 270, 315)


def herds(field: Field) -> list[Unit]:
    return [unit for unit in field.state.on_table() if unit.kind == "animal" and unit.standing]


# --- Before the battle (Askari 12.1) --------------------------------------------------------------------------------


def place(field: Field) -> None:
    """Each group by a die for the sector, and two for where in it."""
    while field.state.animals:
        unit, rolls = _next_herd(field)
        rolled = field.roll(3, 6, "sector", unit.id)
        spot = next(_places(field, unit, rolled.faces), None)
        if spot is not None:
            _settle(field, unit, spot, [*rolls, rolled])


def _next_herd(field: Field) -> tuple[Unit, list[Rolled]]:
    """The next group that is to be placed: so many as are given, or as a die shows."""
    state = field.state
    kind, count = state.animals.pop(0)
    state.now["herds"] = number = state.now.get("herds", 0) + 1
    key = f"beast:{kind}_{number}"
    row, rolls = TABLES.animals[kind], []
    if not count:
        rolls.append(field.roll(1, 6, "herd", key))
        count = min(row.most, rolls[0].total)
    unit = Unit(id=key, seat=NOBODYS, name=kind, kind="animal", what=kind, melee=row.melee, starting=count)
    unit.figures = figures_of(key, count)
    return unit, rolls


def _add(field: Field, unit: Unit) -> None:
    field.state.units = dict(sorted({**field.state.units, unit.id: unit}.items()))
    field.touched()


def _settle(field: Field, unit: Unit, spot: Sequence[Point], rolls: Sequence[Rolled]) -> None:
    _add(field, unit)
    unit.where = "table"
    placing.put(field, unit, dict(zip((one.id for one in unit.figures), spot, strict=True)))
    field.tell("beasts_placed", "Askari 12.1", rolls=rolls, unit=unit.id, animal=unit.what, number=unit.starting)


# --- Placed by whoever runs the animals, after the party has deployed (Askari 12.1) ---


def runs_animals(state: State) -> Seat:
    """The seat that brings no party: the animals are its own; "" where two parties hunt."""
    seats = [side.seat for side in state.sides if side.zone is None]
    return seats[0] if setting.is_hunt(state) and len(seats) == 1 else ""


def lay_out(field: Field) -> bool:
    """Ask where the next group stands; False when all of them do. A group for which there is no room is not there."""
    state = field.state
    while state.animals:
        unit, rolls = _next_herd(field)
        if next(herd_spots(field, unit), None) is not None:
            _add(field, unit)
            field.tell("herd_counted", "Askari 11", rolls=rolls, animal=unit.what, number=unit.starting)
            field.ask(runs_animals(state), "herd", unit=unit.id, number=unit.starting)
            return True
    return False


def herd_spots(field: Field, unit: Unit) -> Iterator[Point]:
    """Places of a group's middle that are worth a button: two in each sector, or near them."""
    seen: set[Point] = set()
    for row in (1, 6):
        for sector in range(1, 7):
            for middle in _middles(field, unit, (sector, row, row)):
                if middle not in seen and check_herd(field, unit, middle) is None:
                    seen.add(middle)
                    yield middle
                    break


def check_herd(field: Field, unit: Unit, middle: Point) -> Problem | None:
    """Why a group may not stand there; None if it may: 30 cm from the party, and in water only who swims."""
    herd = _herd(unit, middle)
    ends = {figure.id: point for figure, point in zip(unit.figures, herd, strict=True)}
    refused = placing.check_stand(field, unit, ends)
    if refused is not None:
        return refused
    if any(_barred(field, unit, point, point) for point in herd):
        return Problem(code="ground", data={"terrain": "water"}, rule="Askari F.1")
    hunters = [one for one in field.state.on_table() if one.kind != "animal"]
    if any(field.near_point(point, one, TABLES.hunt.apart) for one in hunters for point in herd):
        return Problem(code="hunters_near", data={"most": TABLES.hunt.apart}, rule="Askari 12.1")
    return None


def settle(field: Field, unit: Unit, middle: Point) -> None:
    """A group stands where its player puts it."""
    _settle(field, unit, _herd(unit, middle), ())


def _places(field: Field, unit: Unit, faces: Sequence[int]) -> Iterator[list[Point]]:
    """Where a group could stand: as the dice say, or else as near to it as there is room."""
    for middle in _middles(field, unit, faces):
        herd = _herd(unit, middle)
        ends = {figure.id: point for figure, point in zip(unit.figures, herd, strict=True)}
        dry = not any(_barred(field, unit, point, point) for point in herd)
        if dry and placing.check_stand(field, unit, ends) is None:
            yield herd


def _middles(field: Field, unit: Unit, faces: Sequence[int]) -> Iterator[Point]:
    """Round the place that the dice name, sector by sector. Who swims lives in the water."""
    state = field.state
    wide, deep = state.width // ACROSS, state.height // 2
    for turn in range(6):
        sector = (faces[0] - 1 + turn) % 6
        x = wide * (sector % ACROSS) + wide // 2 + (2 * faces[1] - 7) * wide // 16
        y = deep * (sector // ACROSS) + deep // 2 + (2 * faces[2] - 7) * deep // 16
        middle = Point(x, y)
        if TABLES.animals[unit.what].water is not None:
            lakes = [one for one in field.ground.areas if one.piece.kind == "water"]
            if lakes:
                left, low, right, high = lakes[0].rect
                middle = Point((left + right) // 2, (low + high) // 2)
        yield middle
        for turned in COMPASS:
            yield geometry.moved(middle, geometry.ahead(turned), 120)


def _herd(unit: Unit, middle: Point) -> list[Point]:
    """So many animals, 5 cm apart (H43)."""
    number = len(unit.figures)
    files = next(side for side in range(1, 10) if side * side >= number)
    pitch = unit.base + TABLES.bases.cohesion
    half = pitch * (files - 1) // 2
    return [
        Point(middle[0] - half + pitch * (one % files), middle[1] - half + pitch * (one // files))
        for one in range(number)
    ]


def choose_edges(field: Field) -> None:
    """Each party rolls for its edge; the second rolls until it is another one."""
    state = field.state
    taken: list[str] = []
    for side in state.sides:
        if not any(True for _unit in state.of(side.seat)):
            continue
        for time in range(1, 100):
            rolled = field.roll(1, 4, "edge", side.seat, str(time))
            side.edge = tuple(setting.FACINGS)[rolled.total - 1]
            if side.edge not in taken:
                break
        taken.append(side.edge)
        strip, width, height = TABLES.hunt.party, state.width, state.height
        side.zone = {
            "low": (0, 0, width, strip),
            "high": (0, height - strip, width, height),
            "left": (0, 0, strip, height),
            "right": (width - strip, 0, width, height),
        }[side.edge]
        field.tell("party_edge", "Askari 12.1", rolls=(rolled,), seat=side.seat, edge=side.edge)


def blow(field: Field) -> None:
    """The wind, every fourth turn (Askari 12.2)."""
    state = field.state
    if setting.is_hunt(state) and state.turn % TABLES.hunt.wind_turns == 1:
        rolled = field.roll(1, 8, "wind")
        state.wind = rolled.total
        field.tell("wind", "Askari 12.2", rolls=(rolled,), wind=state.wind)


# --- Noticing (Askari 11 and 12.2, R40) -----------------------------------------------------------------------------


def notices_within(field: Field, hunter: Point, animal: Point) -> int:
    """How near somebody is noticed: 20 cm; in a hunting game by the wind."""
    table = TABLES.hunt
    if not field.state.wind:
        return table.notice
    source = geometry.ahead(COMPASS[field.state.wind - 1])
    line = (animal[0] - hunter[0], animal[1] - hunter[1])
    along = source[0] * line[0] + source[1] * line[1]
    narrow = 2 * along * along >= (source[0] ** 2 + source[1] ** 2) * (line[0] ** 2 + line[1] ** 2)
    if not narrow or not along:
        return table.notice
    return table.upwind if along > 0 else table.downwind


def _notices(field: Field, herd: Unit, unit: Unit) -> bool:
    return any(
        geometry.within(figure.at, animal.at, notices_within(field, figure.at, animal.at))
        for figure in unit.standing
        for animal in herd.standing
    )


def notice(field: Field, mover: Unit) -> None:
    """Somebody has moved: note the groups that have him near for the first time this turn."""
    if mover.kind in LEAVES_ALONE:
        return
    for herd in herds(field):
        if "noticed" not in herd.spent and any(_notices(field, herd, one) for one in (mover, *field.joined(mover))):
            herd.spent = (*herd.spent, "noticed")
            field.state.now.setdefault("beasts", []).append(["notice", herd.id, mover.id])


def go_on(field: Field) -> bool:
    """Let animals do the next thing that is due in phase 4; False when nothing is."""
    state = field.state
    if not any(unit.kind == "animal" for unit in state.units.values()):
        return False
    queue = state.now.setdefault("beasts", [])
    if not state.now.get("beasts_began"):
        state.now["beasts_began"] = True
        queue += [["go", herd.id, ""] for herd in herds(field) if herd.fury or herd.flees_until >= state.turn]
        if setting.is_hunt(state):
            for unit in list(state.on_table()):
                notice(field, unit)
    if not queue:
        return False
    what, key, other = queue.pop(0)
    if what == "scared":
        scared(field, field.unit(other), field.unit(key))
        return True
    herd = field.unit(key)
    if herd.where != "table" or not herd.standing or field.engaged(herd):
        return True
    if what == "go":
        _go(field, herd)
    elif not herd.fury and field.unit(other).where == "table":
        _rouse(field, herd, field.unit(other))
    return True


def _go(field: Field, herd: Unit) -> None:
    if herd.fury:
        _attack(field, herd)
    else:
        _away(field, herd, herd.flees_from, _rolled(field, herd))


def _rouse(field: Field, herd: Unit, unit: Unit) -> None:
    """The die for what they do (Askari 11); in a hunting game first the one for whether they notice (12.3)."""
    table = TABLES.hunt
    if setting.is_hunt(field.state):
        rolled = field.roll(1, 6, "noticed", herd.id)
        seen = rolled.total >= table.notices_on
        field.tell("stalked", "Askari 12.3", rolls=(rolled,), unit=herd.id, by=unit.id, noticed=seen)
        if not seen:
            return
    rolled = field.roll(1, 6, "beasts", herd.id)
    face = rolled.total
    field.tell("roused", "Askari 11", rolls=(rolled,), unit=herd.id, by=unit.id, face=face)
    hunter = min(
        (one.at for one in unit.standing),
        key=lambda at: min(geometry.squared(at, animal.at) for animal in herd.standing),
    )
    if face in (table.attack, table.rush):
        prey = _prey(field, herd.standing)
        if prey is None:
            return
        herd.fury = ALL if face == table.attack else _nearest_to(herd, prey.standing).id
        if face == table.attack:
            nerve.test_at_once(field, prey, f"beasts/{herd.id}")
        _attack(field, herd)
    elif face != table.stays:
        dice = next((dice for shown, dice in table.away if shown == face), 0)
        length = 10 * field.roll(dice, 6, "away", herd.id).total if dice else _rolled(field, herd)
        if dice:
            _ask_where(field, herd, unit, hunter, length)
        else:
            _away(field, herd, hunter, length)


WAYS = {"straight": 0, "left": -30, "right": 30, "far_left": -60, "far_right": 60}
"""Degrees from straight away: a group that strays ends further off, whichever its player chooses."""


def _ask_where(field: Field, herd: Unit, unit: Unit, hunter: Point, length: int) -> None:
    """Where a group that moves off goes is for the opponent to say, among the ways on which it has room (Askari 11)."""
    ways: list[Json] = [
        way for way, turn in WAYS.items() if _room(field, herd, _line(herd, hunter, turn), length) is not None
    ]
    if len(ways) < 2:
        _away(field, herd, hunter, length)
        return
    field.state.now["strays"] = {"unit": herd.id, "from": list(hunter), "length": length}
    field.ask(field.state.other(unit.seat), "stray", unit=herd.id, length=length, ways=ways)


def stray(field: Field, way: str) -> None:
    """The opponent has chosen."""
    going = field.state.now.pop("strays")
    _away(field, field.unit(going["unit"]), Point(*going["from"]), going["length"], turn=WAYS[way])


# --- Moving ---------------------------------------------------------------------------------------------------------


def _rolled(field: Field, herd: Unit) -> int:
    row = TABLES.animals[herd.what]
    swims = row.water is not None and any(field.ground.is_in(one.at, "water") for one in herd.standing)
    formula = row.water if swims and row.water is not None else row.move
    length, _rolls = field.formula(formula, "beast_move", herd.id, str(herd.moves_made))
    herd.moves_made += 1
    return length


def _barred(field: Field, herd: Unit, a: Point, b: Point) -> bool:
    """Animals ignore rough ground (H43); who is at home in water goes through it."""
    swims = TABLES.animals[herd.what].water is not None
    return bool(field.ground.obstacle(a, b, rough=True, swims=swims))


def _prey(field: Field, animals: Sequence[Figure]) -> Unit | None:
    """Whose figure is nearest: people are charged with the unit that they are with."""
    units = [
        unit
        for unit in field.state.on_table()
        if unit.kind not in LEAVES_ALONE and unit.standing and unit.vehicle is None
    ]
    found = min(
        units,
        key=lambda unit: (
            min(geometry.squared(one.at, animal.at) for one in unit.standing for animal in animals),
            unit.id,
        ),
        default=None,
    )
    return field.unit(found.joined) if found is not None and found.joined else found


def _nearest_to(herd: Unit, figures: Sequence[Figure]) -> Figure:
    return min(
        herd.standing, key=lambda animal: (min(geometry.squared(animal.at, one.at) for one in figures), animal.id)
    )


def _attack(field: Field, herd: Unit) -> None:
    """Straight at the nearest figure; whoever touches has charged."""
    movers = [one for one in herd.standing if herd.fury in (ALL, one.id)]
    prey = _prey(field, movers) if movers else None
    if prey is None:
        herd.fury = ""
        return
    length = _rolled(field, herd)
    found = charging.Places(field, herd, prey, length=length, rough=True)
    found.ends = {one.id: one.at for one in herd.standing if one not in movers}
    starts = {one.id: one.at for one in movers}
    for animal in sorted(
        movers, key=lambda one: (min(geometry.squared(one.at, enemy.at) for enemy in prey.standing), one.id)
    ):
        found.seat(animal)
    placing.put(field, herd, found.ends)
    herd.walked = max(geometry.length(starts[key], found.ends[key]) for key in starts)
    herd.facing = geometry.facing_to(movers[0].at, prey.standing[0].at)
    field.tell(
        "beasts_attack",
        "Askari 11",
        unit=herd.id,
        target=prey.id,
        length=length,
        animals=len(movers),
        touching=len(found.touching),
    )
    mounts.scatter(field, herd)
    if found.touching:
        charging.meet(field, herd, prey, length=length, rough=True, throws=False, starts=starts)


def _line(herd: Unit, origin: Point, turn: int) -> Point:
    """The direction away from somebody, turned by so many degrees."""
    middle = formations.middle_of(herd)
    if not turn:
        return Point(middle[0] - origin[0], middle[1] - origin[1])
    return geometry.ahead(geometry.facing_to(origin, middle) + turn)


def _room(field: Field, herd: Unit, line: Point, length: int) -> dict[str, Point] | None:
    """Where all of a group would be after so far along a line, those beyond the edge too; None where there is no room."""
    step = geometry.moved(Point(0, 0), line, length)
    ends = {one.id: Point(one.at.x + step[0], one.at.y + step[1]) for one in herd.standing}
    left = {key: end for key, end in ends.items() if placing.on_table(field, end, herd.base)}
    barred = any(_barred(field, herd, one.at, ends[one.id]) for one in herd.standing)
    return None if barred or (left and placing.check_stand(field, herd, left) is not None) else ends


def _away(field: Field, herd: Unit, origin: Point, length: int, *, turn: int = 0) -> None:
    """Away from somebody, all alike, as far as there is room; who reaches an edge is gone (H16, H43)."""
    line = _line(herd, origin, turn)
    gone: list[Figure] = []
    for share in range(8, -1, -1):
        ends = _room(field, herd, line, length * share // 8)
        if ends is not None:
            gone = [one for one in herd.standing if not placing.on_table(field, ends[one.id], herd.base)]
            placing.put(field, herd, {one.id: ends[one.id] for one in herd.standing if one not in gone})
            break
    herd.walked = max(herd.walked, length)
    field.tell("beasts_away", "Askari 11", unit=herd.id, length=length, gone=len(gone))
    herd.figures = [one for one in herd.figures if one not in gone]
    field.touched()
    if not herd.figures:
        losing.gone(field, herd, gone[0], "left")


def scared(field: Field, shooter: Unit, target: Unit) -> None:
    """A hunter has fired: all other animals flee from him, this turn and the next (Askari 12.3, R68). Who attacks goes on (11)."""
    if not setting.is_hunt(field.state) or not shooter.standing:
        return
    origin = shooter.standing[0].at
    for herd in herds(field):
        if herd is target or herd.fury or field.engaged(herd):
            continue
        herd.flees_from = origin
        herd.flees_until = field.state.turn + TABLES.hunt.scared_turns
        if "scared" not in herd.spent:
            herd.spent = (*herd.spent, "scared")
            _away(field, herd, origin, _rolled(field, herd))


# --- The end (Askari D) ---------------------------------------------------------------------------------------------

HUNTERS = ("leader", "white_man", "gunbearer")


def hunters_lost(units: Iterable[Unit]) -> int:
    """Hunters and bearers that are dead or fled."""
    return sum(unit.what in HUNTERS and unit.fate not in ("", "left") for unit in units)


def is_over(field: Field) -> bool:
    """No animals are left, or nobody who could hunt them."""
    state = field.state
    hunters = any(unit.kind not in LEAVES_ALONE and unit.standing for unit in state.on_table())
    return not hunters or not herds(field)
