"""The charge: declaring, placing, reaction fire and throws, contact (Askari 3 c1-c6, H17-H20)."""

from collections.abc import Iterator

from rulesets.askari import (
    aiming,
    fire,
    formations,
    geometry,
    hospital,
    mounts,
    moving,
    nerve,
    placing,
    shooting,
    striking,
    veterans,
)
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.state import Figure, Unit
from rulesets.askari.tables import TABLES

TURNS = (0, 15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90)
"""Degrees round the target figure at which a charger may touch it, in the order in which they are tried (H18)."""


def may_charge(field: Field, unit: Unit) -> bool:
    """Whether it may declare a charge (H17)."""
    if not moving.may_walk(field, unit) or unit.melee is None or unit.piece or unit.kind == "baggage":
        return False
    if "broke_off" in unit.spent:
        return False  # it may not contact another enemy this turn (Askari 9.1.3)
    if unit.what in aiming.NEVER_ATTACKS or not field.is_together(unit):
        return False
    if veterans.is_hurt(field.state.veterans.get(unit.id), "rear"):
        return False  # he keeps out of the front rank (Askari E)
    return not field.out_of_reach_of_baggage(unit)


def chargeable(field: Field, unit: Unit) -> Iterator[Unit]:
    """Enemies it could charge from near enough: whoever is with a unit is charged with it, and nobody comes to grips with a vehicle (H44)."""
    for enemy in field.enemies(unit.seat):
        if not enemy.joined and field.body(enemy).figures and enemy.vehicle is None:
            yield enemy


def targets(field: Field, unit: Unit) -> Iterator[Unit]:
    """Enemies it could reach with the highest of dice."""
    for enemy in chargeable(field, unit):
        row = TABLES.movement[field.mounted_mode(unit)]
        if not any(
            dice is not None and field.near(unit, enemy, 10 * (6 * (dice[0] + 1) + dice[1]) + enemy.base)
            for dice in (row.flat, row.rough)
        ):
            continue  # it is too far on any ground
        dice = row.rough if mode(field, unit, enemy) else row.flat
        if dice is not None and field.near(unit, enemy, 10 * (6 * (dice[0] + 1) + dice[1]) + enemy.base):
            yield enemy


def mode(field: Field, unit: Unit, target: Unit) -> bool:
    """Whether the charge rolls rough (H17)."""
    if not field.is_question:
        return _is_rough(field, unit, target)
    key = ("charge", unit.id, target.id)
    if key not in field.known:
        field.known[key] = [_is_rough(field, unit, target)]
    return bool(field.known[key][0])


def _is_rough(field: Field, unit: Unit, target: Unit) -> bool:
    mountaineer = unit.has("mountaineer")
    if not field.ground.is_near(geometry.around(field.rect(unit), field.rect(target))):
        return False
    if any(field.ground.is_rough(figure.at, mountaineer=mountaineer) for figure in (*unit.standing, *target.standing)):
        return True
    for figure in unit.standing:
        enemy = min(target.standing, key=lambda one: (geometry.squared(figure.at, one.at), one.id))
        if field.ground.obstacle(figure.at, enemy.at, rough=False, mountaineer=mountaineer):
            return True
    return False


# --- Placing (H18) --------------------------------------------------------------------------------------------------


class Places:
    """Where chargers come to stand: found one after the other, each for the next."""

    def __init__(self, field: Field, unit: Unit, target: Unit, *, length: int, rough: bool) -> None:
        self.field, self.unit, self.target = field, unit, target
        self.length, self.rough = length, rough
        self.ends: dict[str, Point] = {}
        self.touching: dict[str, str] = {}
        self.load: dict[str, int] = {figure.id: 0 for figure in target.standing}
        self.most = 2 * target.crew if target.piece else 2
        near = [
            other
            for other in (*placing.others(field, unit), *field.joined(unit))
            if field.near(unit, other, length + unit.base + other.base)
        ]
        self._close = [(*figure.at, self._too_close(other)) for other in near for figure in other.standing]
        """Whoever is about, and the square of twice the distance that is too near to him."""
        self._foes = [
            (*figure.at, (unit.base + other.base + 2 * (placing.CLEAR - 1)) ** 2)
            for other in near
            if other.seat != unit.seat
            for figure in other.standing
        ]
        """The same for whoever falls short of his target."""
        self._between = [
            (figure.at, unit.base + other.base)
            for other in near
            # Friendly people are no obstacle (7.2).
            if other is not target and not (other.is_alone and other.seat == unit.seat)
            for figure in other.standing
        ]
        swims = unit.kind == "animal" and TABLES.animals[unit.what].water is not None
        about = {"mounted": unit.mounted, "swims": swims, "mountaineer": unit.has("mountaineer")}
        self._about = about

    def _too_close(self, other: Unit) -> int:
        """It neither overlaps with anybody nor touches another enemy than its target."""
        bases = self.unit.base + other.base
        if other is self.target or other.seat == self.unit.seat:
            return bases * bases - 1
        return (bases + 2 * TABLES.bases.touch) ** 2

    def seat(self, figure: Figure) -> None:
        """A place for one charger: touching, or as near as it comes."""
        fewest = min(self.load.values(), default=self.most)
        if fewest < self.most:
            enemies = [enemy for enemy in self.target.standing if self.load[enemy.id] == fewest]
            for enemy in sorted(enemies, key=lambda one: (geometry.squared(figure.at, one.at), one.id)):
                spot = self._touching(figure, enemy)
                if spot is not None:
                    self.ends[figure.id] = spot
                    self.touching[figure.id] = enemy.id
                    self.load[enemy.id] += 1
                    return
        self.ends[figure.id] = self._run(figure)

    def _touching(self, figure: Figure, enemy: Figure) -> Point | None:
        gap = -(-(self.unit.base + self.target.base) // 2) + 1
        if not geometry.within(figure.at, enemy.at, self.length + gap + 1):
            return None  # every such place is too far
        straight = geometry.facing_to(enemy.at, figure.at)
        for turn in TURNS:
            spot = geometry.moved(enemy.at, geometry.ahead(straight + turn), gap)
            if geometry.length(figure.at, spot) <= self.length and self._is_free(figure, spot):
                return spot
        return None

    def _is_free(self, figure: Figure, spot: Point) -> bool:
        base = self.unit.base
        if not placing.on_table(self.field, spot, base):
            return False
        if any(geometry.overlap(spot, base, end, base) for end in self.ends.values()):
            return False
        x, y = spot
        for a, b, most in self._close:
            if 4 * ((x - a) * (x - a) + (y - b) * (y - b)) <= most:
                return False
        for at, bases in self._between:
            if geometry.near_segment(at, figure.at, spot, bases) and not _leaving(figure.at, spot, at):
                return False
        return not self.field.ground.obstacle(figure.at, spot, rough=self.rough, **self._about)

    def _run(self, figure: Figure) -> Point:
        """Straight at the nearest of the target, to the first base in its way or the end of its allowance."""
        enemy = min(self.target.standing, key=lambda one: (geometry.squared(figure.at, one.at), one.id))
        for share in range(8, 0, -1):
            spot = geometry.towards(figure.at, enemy.at, self.length * share // 8)
            x, y = spot
            clear = not any(4 * ((x - a) * (x - a) + (y - b) * (y - b)) <= most for a, b, most in self._foes)
            if clear and self._is_free(figure, spot):
                return spot
        return figure.at


def _leaving(start: Point, end: Point, other: Point) -> bool:
    return geometry.squared(end, other) >= geometry.squared(start, other)


def places(field: Field, unit: Unit, target: Unit, *, length: int, rough: bool) -> Places:
    """Where everybody comes to stand: the nearest first (H18)."""
    found = Places(field, unit, target, length=length, rough=rough)

    def distance(figure: Figure) -> tuple[int, str]:
        return min(geometry.squared(figure.at, enemy.at) for enemy in target.standing), figure.id

    for figure in sorted(unit.standing, key=distance):
        found.seat(figure)
    return found


# --- The charge -----------------------------------------------------------------------------------------------------


def declare(field: Field, unit: Unit, target: Unit, *, throws: bool) -> None:
    """Roll, place, and see who answers."""
    rough = mode(field, unit, target)
    why = f"charge{unit.moves_made}"
    unit.aimed = 0
    length = moving.allowance(field, unit, rough, why)
    found = places(field, unit, target, length=length, rough=rough)
    runs = [(figure.at, found.ends[figure.id]) for figure in unit.standing]
    if moving.find(field, unit, runs):
        found = places(field, unit, target, length=length, rough=rough)
    starts = {figure.id: list(figure.at) for figure in unit.standing}
    put(field, unit, found.ends)
    unit.facing = geometry.facing_to(formations.anchor_of(unit), formations.middle_of(target))
    walked = max((geometry.length(Point(*starts[key]), end) for key, end in found.ends.items()), default=0)
    unit.walked = max(unit.walked, walked)
    unit.moves_made += 1
    unit.prone = unit.prone and not walked
    for figure in unit.figures:
        start = starts.get(figure.id)
        if start and field.ground.line_between(Point(*start), figure.at):
            figure.crossed = True
    unit.acted = not moving.second_move(unit)
    field.tell(
        "charged", "Askari 9", unit=unit.id, target=target.id, length=length, rough=rough, touching=len(found.touching)
    )
    if unit.is_alone:
        unit.joined = ""
        field.touched()
    moving.note_advances(field, unit, {figure.id: (Point(*starts[figure.id]), figure.at) for figure in unit.standing})
    mounts.scatter(field, unit)
    if not found.touching:
        moving.surprise(field, unit.seat)
        return
    meet(
        field,
        unit,
        target,
        length=length,
        rough=rough,
        throws=throws,
        starts={key: Point(*start) for key, start in starts.items()},
    )


def meet(
    field: Field, unit: Unit, target: Unit, *, length: int, rough: bool, throws: bool, starts: dict[str, Point]
) -> None:
    """Somebody touches: the target may answer, and then they fight."""
    unit.charged_in = True
    for friend in (target, *field.joined(target)):
        friend.was_charged = True
        friend.prone = False
    field.state.charge = {
        "unit": unit.id,
        "target": target.id,
        "throws": throws,
        "length": length,
        "rough": rough,
        "starts": {key: list(start) for key, start in starts.items()},
        "step": "react",
    }


def put(field: Field, unit: Unit, ends: dict[str, Point]) -> None:
    placing.put(field, unit, ends)


def reaction(field: Field, target: Unit, charger: Unit) -> tuple[str, str] | None:
    """The first weapon and load with which a charged unit may answer, or None."""
    return next(iter(reactions(field, target, charger)), None)


def reactions(field: Field, target: Unit, charger: Unit) -> list[tuple[str, str]]:
    """Every weapon and load with which a charged unit may answer; canister before shell (R90, R27, H31)."""
    if target.reacted or target.shooting is None or target.kind == "animal":
        return []
    if any(foe is not charger for foe in field.foes(target)):
        return []  # engaged before this charge
    if aiming.has_moved_its_piece(field, target) or not aiming.keeps_together(target):
        return []
    if aiming.is_silent(field, target) or target.shots_made or target.arrived == field.state.turn:
        return []
    found: list[tuple[str, str]] = []
    for weapon in aiming.weapons_of(target):
        row = TABLES.missile[weapon]
        if row.least:
            continue
        able = aiming.shooters(field, target, charger, row, reaction=True)
        if able and ("deviation" in row.rules or any(one.number >= 1 for one in able)):
            loads = aiming.ammunition(row, min(one.distance for one in able))
            found += [(weapon, load) for load in reversed(loads)]
    return found


def go_on(field: Field) -> None:
    """The next step of a charge: the answer, the throws, the losses, contact."""
    charge = field.state.charge
    assert charge is not None
    unit, target = field.unit(charge["unit"]), field.unit(charge["target"])
    step = charge["step"]
    if step == "react":
        charge["step"], charge["reacts"] = "fire", False
        found = reactions(field, target, unit)
        if found:
            field.ask(target.seat, "react", unit=target.id, charger=unit.id, shots=[list(one) for one in found])
    elif step == "fire":
        charge["step"] = "throw"
        charge["throwers"] = sorted(_throwers(field, unit, target)) if charge["throws"] else []
        if charge["reacts"]:
            _answer(field, unit, target, charge.get("shot"))
    elif step == "throw":
        charge["step"] = "close"
        if charge["throwers"]:
            _throw(field, unit, target, frozenset(charge["throwers"]))
    elif not hospital.ask_about_wounded(field):
        field.state.charge = None
        _close(field, unit, target, charge)


def _answer(field: Field, unit: Unit, target: Unit, chosen: list[str] | None) -> None:
    """Reaction fire, if the target dares (c3, c4)."""
    found = (chosen[0], chosen[1]) if chosen else reaction(field, target, unit)
    target.reacted = True
    if found is not None and nerve.rolls_courage(field, target, f"reaction/{unit.id}"):
        fire.fire(field, target, unit, *found, reaction=True)
        field.state.now.setdefault("beasts", []).append(["scared", unit.id, target.id])


def _close(field: Field, unit: Unit, target: Unit, charge: dict[str, object]) -> None:
    """Losses are taken off, and who is left comes to grips (c5, c6, 3.1)."""
    striking.clear_down(field, [unit, target, *field.joined(unit), *field.joined(target)])
    if unit.where != "table" or not unit.standing:
        for friend in (target, *field.joined(target)):
            friend.was_charged = False
        field.tell("charge_broken", "Askari 3.1", unit=unit.id, target=target.id)
        return
    if target.where != "table" or not target.standing:
        unit.charged_in = False
        field.tell("charge_unmet", "Askari 3.1", unit=unit.id, target=target.id)
        return
    _close_up(field, unit, target, charge)


def _throwers(field: Field, unit: Unit, target: Unit) -> frozenset[str]:
    """Every figure so armed within 10 cm of a target figure at its final place (R95)."""
    weapon = aiming.thrown_of(unit)
    if not weapon or unit.shooting is None:
        return frozenset()
    reach = TABLES.missile[weapon].longest
    return frozenset(
        figure.id
        for figure in unit.standing
        if any(geometry.within(figure.at, enemy.at, reach) for enemy in target.standing)
    )


def _throw(field: Field, unit: Unit, target: Unit, throwers: frozenset[str]) -> None:
    weapon_key = aiming.thrown_of(unit)
    weapon = TABLES.missile[weapon_key]
    able = []
    for figure in unit.figures:
        if figure.id not in throwers:
            continue
        figure.threw = True
        enemy = min(target.figures, key=lambda one: (geometry.squared(figure.at, one.at), one.id))
        about = aiming.circumstances(field, unit, figure, target, enemy, reaction=False, charger=True)
        rows = shooting.modifiers(weapon, about)
        number = shooting.target_number(unit.shooting or 0, weapon, rows) + aiming.read_otherwise(field, unit, weapon)
        able.append(
            aiming.Shooter(
                figure=figure.id, at=enemy.id, distance=geometry.length(figure.at, enemy.at), number=number, rows=rows
            )
        )
    fire.throws(field, unit, target, weapon, able)


def _close_up(field: Field, unit: Unit, target: Unit, charge: dict[str, object]) -> None:
    """Survivors without contact are placed once more, from where they started (H20, R28)."""
    starts = charge["starts"]
    assert isinstance(starts, dict)
    held = {
        figure.id: figure.at
        for figure in unit.standing
        if any(geometry.contact(figure.at, unit.base, enemy.at, target.base) for enemy in target.standing)
    }
    held |= {figure.id: figure.at for figure in unit.standing if figure.id not in starts}  # animals that stayed behind
    free = [figure for figure in unit.standing if figure.id not in held]
    if free:
        final = {figure.id: figure.at for figure in free}
        for figure in free:
            figure.at = Point(*starts[figure.id])
        field.touched()
        again = Places(field, unit, target, length=int(str(charge["length"])), rough=bool(charge["rough"]))
        again.ends = dict(held)
        for figure in unit.standing:
            if figure.id in held and figure.id in starts:
                enemy = min(target.standing, key=lambda one: (geometry.squared(figure.at, one.at), one.id))
                again.load[enemy.id] += 1
        for figure in sorted(free, key=lambda one: one.id):
            again.seat(figure)
            if figure.id not in again.touching:
                again.ends[figure.id] = final[figure.id]
        put(field, unit, {key: end for key, end in again.ends.items() if key not in held})
    field.touched()
    if not any(one in (unit, target) and other in (unit, target) for _f, one, _e, other in field.contacts):
        unit.charged_in = False
        for friend in (target, *field.joined(target)):
            friend.was_charged = False
        field.tell("charge_short", "Askari 3.1", unit=unit.id, target=target.id)
        return
    unit.aimed = target.aimed = 0  # lost when engaged (R52)
    field.tell("contact", "Askari 9", unit=unit.id, target=target.id)
    moving.surprise(field, unit.seat)
