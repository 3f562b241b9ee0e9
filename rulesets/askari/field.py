"""The battle as it is asked: distances, contact, sight, and what dice and happenings come of an action."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from rulesets.askari import courage, formations, geometry, ground
from rulesets.askari.geometry import Point, Rect
from rulesets.askari.ground import Ground
from rulesets.askari.state import Figure, State, Unit, Want
from rulesets.askari.tables import READINGS, TABLES, Formula
from rulesets.contract import PUBLIC, Audience, Happening
from rulesets.dice import Dice, Rolled
from rulesets.vocabulary import Json, Seat

ENGAGE_NOBODY = ("baggage", "hospital")


class Body(Struct, frozen=True):
    """Where a unit stands, as it is asked again and again until somebody moves: millimetres."""

    unit: Unit
    base: int
    """The diameter of a base."""
    figures: list[Figure]
    """Those that stand."""
    places: list[Point]
    """Their centres; where nobody stands, those of the others."""
    pairs: list[tuple[int, int]]
    """The same as plain pairs: what goes through all of them again and again unpacks these in half the time."""
    rect: Rect
    """Around the centres, and half a base more."""


class Field:
    """A state that is being played. What it changes is told in ``happenings``; ``reveals``: a die fell, or somebody learnt something."""

    def __init__(self, state: State, dice: Dice | None = None) -> None:
        self.state = state
        self.happenings: list[Happening] = []
        self.reveals = False
        self._dice = dice
        self._contacts: list[tuple[Figure, Unit, Figure, Unit]] | None = None
        self._engaged: dict[str, set[str]] = {}
        self._bodies: dict[str, Body] = {}
        self._standing: tuple[Body, ...] | None = None
        self._table: tuple[Unit, ...] | None = None
        self._squared: dict[tuple[str, str], int] = {}
        self._between: dict[tuple[str, str], list[tuple[Rect, int, list[Point]]]] = {}
        self._together: dict[str, bool] = {}
        self._cut_off: dict[Seat, list[Figure]] = {}
        self.is_question = dice is None
        """Nothing happens on it: what was worked out once may be asked again."""
        self.known: dict[Any, list[Any]] = {}

    @cached_property
    def readings(self) -> dict[str, Any]:
        return {**READINGS, **self.state.readings}

    @cached_property
    def ground(self) -> Ground:
        return ground.laid(tuple(self.state.ground), str(self.readings["woods_block"]), self.state.poor)

    def changed_ground(self) -> None:
        self.__dict__.pop("ground", None)

    # --- Telling and rolling

    def roll(self, n: int, sides: int, *why: str) -> Rolled:
        """Roll; the address is the turn and what is rolled. The same thing rolled again in one turn gets a number."""
        assert self._dice is not None, "a question rolls no dice"
        self.reveals = True
        return self._dice.roll(n, sides, ("turn", str(self.state.turn), *why))

    def formula(self, formula: Formula, *why: str, more: int = 0) -> tuple[int, Rolled]:
        """Centimetres of a move, as millimetres; ``more`` d6 besides."""
        dice, added = formula
        rolled = self.roll(dice + more, 6, *why)
        return 10 * (rolled.total + added), rolled

    def tell(
        self, kind: str, rule: str = "", *, rolls: Iterable[Rolled] = (), audience: Audience = PUBLIC, **data: Json
    ) -> None:
        addresses = tuple(rolled.address for rolled in rolls)
        self.happenings.append(Happening(kind=kind, data=data, rule=rule, rolls=addresses, audience=audience))

    def ask(self, seat: Seat, prompt: str, *, sealed: bool = False, **data: Json) -> None:
        self.state.wants.append(Want(seat=seat, prompt=prompt, sealed=sealed, data=data))

    # --- Who and where

    def unit(self, key: str) -> Unit:
        return self.state.units[key]

    def owner_of(self, figure: str) -> Unit:
        return self.state.units[figure.rpartition(".")[0]]

    def figure(self, key: str) -> Figure:
        return next(one for one in self.owner_of(key).figures if one.id == key)

    def touched(self, *these: Unit) -> None:
        """Somebody has moved, come, gone, or is with somebody else: what was worked out is no longer so.

        ``these``: nobody but them; none: it may have been anybody.
        """
        if these:
            for unit in these:
                self._bodies.pop(unit.id, None)
        else:
            self._bodies = {}
        self._contacts = None
        self._squared = {}
        self._standing = None
        self._table = None
        self._between = {}
        self._together = {}
        self._cut_off = {}
        self.known = {}

    def turns_to(self, *, question: bool) -> None:
        """Begin a question, or the play that follows on its answer, on the same field: nothing is told of what was before."""
        self.is_question = question
        self.known = {}
        self.happenings, self.reveals = [], False

    def rect(self, unit: Unit) -> Rect:
        """Around the centres of its standing figures, and half a base more."""
        return self.body(unit).rect

    def body(self, unit: Unit) -> Body:
        """Where it stands."""
        found = self._bodies.get(unit.id)
        if found is None:
            found = self._bodies[unit.id] = body_of(unit)
        return found

    @property
    def table(self) -> tuple[Unit, ...]:
        """Everything that stands on the table and is seen by everybody, in the order of ids."""
        if self._table is None:
            self._table = tuple(unit for unit in self.state.units.values() if unit.where == "table")
        return self._table

    @property
    def bodies(self) -> tuple[Body, ...]:
        """Whatever stands on the table or lies hidden on it, in the order of ids."""
        if self._standing is None:
            units = (unit for unit in self.state.units.values() if unit.where in ("table", "hidden") and unit.figures)
            self._standing = tuple(body for body in map(self.body, units) if body.figures)
        return self._standing

    def enemies(self, seat: Seat) -> list[Unit]:
        """Everything of the other side on the table, and animals."""
        return [unit for unit in self.table if unit.seat != seat]

    def friends(self, unit: Unit) -> list[Unit]:
        seat = unit.seat
        return [other for other in self.table if other.seat == seat and other is not unit]

    def joined(self, unit: Unit) -> list[Unit]:
        """The people who are with a unit (R73)."""
        seat, head = unit.seat, unit.id
        return [other for other in self.table if other.joined == head and other.seat == seat]

    def company(self, unit: Unit) -> set[str]:
        """A unit and whoever is with it: their figures do not stand in each other's line."""
        seat, head = unit.seat, unit.joined or unit.id
        return {head, *(other.id for other in self.table if other.joined == head and other.seat == seat)}

    def company_of(self, unit: Unit) -> list[Unit]:
        """Whoever is with a unit, hidden or not."""
        return [other for other in self.state.of(unit.seat) if other.joined == unit.id]

    # --- Distances: nearest pair of figures (H3)

    def squared(self, one: Unit, other: Unit) -> int:
        key = one.id, other.id
        found = self._squared.get(key)
        if found is None:
            found = self._squared[key] = geometry.nearest_squared(self.body(one).pairs, self.body(other).pairs)
        return found

    def near(self, one: Unit, other: Unit, most: int) -> bool:
        own, beside = self.body(one), self.body(other)
        left, low, right, high = own.rect
        a, b, c, d = beside.rect
        if left - most > c or a - most > right or low - most > d or b - most > high:
            return False
        reach = most * most
        foes = beside.pairs
        for x, y in own.pairs:
            for a, b in foes:
                if (x - a) * (x - a) + (y - b) * (y - b) <= reach:
                    return True
        return False

    def near_point(self, point: Point, unit: Unit, most: int) -> bool:
        body = self.body(unit)
        left, low, right, high = body.rect
        x, y = point
        if left - most > x or x > right + most or low - most > y or y > high + most or not body.figures:
            return False
        reach = most * most
        return any((x - a) * (x - a) + (y - b) * (y - b) <= reach for a, b in body.pairs)

    def nearest(self, unit: Unit, others: Iterable[Unit]) -> Unit | None:
        own = self.rect(unit)
        listed = sorted((geometry.gap_squared(own, self.rect(other)), other.id, other) for other in others)
        best: tuple[int, str] | None = None
        found = None
        for least, _id, other in listed:
            if best is not None and least > best[0]:
                break  # whatever is in it, and in the rest, is further away
            here = (self.squared(unit, other), other.id)
            if best is None or here < best:
                best, found = here, other
        return found

    # --- Contact

    @property
    def contacts(self) -> list[tuple[Figure, Unit, Figure, Unit]]:
        """Every pair of enemy figures that touch."""
        if self._contacts is None:
            self._contacts = list(self._find_contacts())
            self._engaged = {}
            for _figure, one, _enemy, other in self._contacts:
                if one.kind not in ENGAGE_NOBODY and other.kind not in ENGAGE_NOBODY:
                    self._engaged.setdefault(one.id, set()).add(other.id)
                    self._engaged.setdefault(other.id, set()).add(one.id)
        return self._contacts

    def _find_contacts(self) -> Iterator[tuple[Figure, Unit, Figure, Unit]]:
        touch = TABLES.bases.touch
        bodies = [(body.unit.seat, *body.rect, body) for body in self.bodies if body.unit.where == "table"]
        for number, (seat, left, low, right, high, one) in enumerate(bodies, 1):
            left, low, right, high = left - touch, low - touch, right + touch, high + touch
            for foe, a, b, c, d, other in bodies[number:]:
                if c < left or right < a or d < low or high < b or foe == seat:
                    continue
                bases = one.base + other.base  # as geometry.contact has it, with nothing worked out twice
                least, most = bases * bases, (bases + 2 * touch) * (bases + 2 * touch)
                for figure, (x, y) in zip(one.figures, one.pairs, strict=True):
                    for enemy, (p, q) in zip(other.figures, other.pairs, strict=True):
                        if least <= 4 * ((x - p) * (x - p) + (y - q) * (y - q)) <= most:
                            yield figure, one.unit, enemy, other.unit

    def engaged(self, unit: Unit) -> bool:
        """Whether a figure of it touches an enemy who fights (Askari 0)."""
        return bool(self.contacts) and unit.id in self._engaged

    def foes(self, unit: Unit) -> list[Unit]:
        """The enemies it is engaged with."""
        return [self.unit(key) for key in sorted(self._engaged.get(unit.id, ()))] if self.contacts else []

    def is_together(self, unit: Unit) -> bool:
        """Whether it keeps together (R32)."""
        if unit.id not in self._together:
            body = self.body(unit)
            places = body.places if body.figures else []
            self._together[unit.id] = formations.holds_together(places, body.base, TABLES.bases.cohesion)
        return self._together[unit.id]

    # --- Sight

    def seen(
        self, figure: Figure, unit: Unit, enemy: Figure, other: Unit, *, lifted: bool = False, raised: bool = False
    ) -> bool:
        """Whether a line goes from one figure to another: all round, for the arc is the shooter's affair (Askari 8.1).

        ``lifted``: over whoever stands between; ``raised``: what is looked for is an army standard, and not to be shot at (2.3.4).
        """
        a, b = figure.at, enemy.at
        if _flies(unit) or _flies(other):
            return True  # seen from everywhere, and sees everything (H44)
        if self.ground.sight_blocked(a, b, standard=raised):
            return False
        return lifted or raised or not self._is_blocked(a, b, unit, other)

    def _is_blocked(self, a: Point, b: Point, unit: Unit, other: Unit) -> bool:
        """Whether figures stand in a line from one unit to another."""
        left, low, right, high = geometry.span(a, b)
        for rect, base, places in self._who_blocks(unit, other):
            if rect[2] < left or right < rect[0] or rect[3] < low or high < rect[1]:
                continue
            # Nearer than half a base and 2.5 mm (H23).
            for place in geometry.near_to(places, a, b, base + TABLES.sight.past):
                if not self._sees_over(a, b, place):
                    return True
        return False

    def _who_blocks(self, unit: Unit, other: Unit) -> list[tuple[Rect, int, list[Point]]]:
        """Those whose figures may stand in a line from one unit to another."""
        key = unit.id, other.id
        found = self._between.get(key)
        if found is None:
            left_out = self.company(unit) | self.company(other)
            found = self._between[key] = [
                (body.rect, body.base, body.places)
                for body in self.bodies
                if body.unit.where == "table"
                and body.unit.id not in left_out
                and body.unit.kind not in ("baggage", "animal")
                and not _flies(body.unit)
                and not (unit.moves == "gunboat" and body.unit.moves == "canoe")  # it fires over smaller boats (8.1)
            ]
        return found

    def _sees_over(self, a: Point, b: Point, place: Point) -> bool:
        """From a hill one sees over who stands lower, and nearer than half the way (Askari 8.1)."""
        return self.ground.level(a) > self.ground.level(place) and 4 * geometry.squared(a, place) <= geometry.squared(
            a, b
        )

    def in_sight(self, one: Unit, other: Unit) -> bool:
        """Whether any figure of one sees any figure of the other; an army standard is seen over figures and grass (Askari 2.3.4)."""
        raised = other.what == "army_standard"
        return any(
            self.seen(figure, one, enemy, other, raised=raised) for figure in one.standing for enemy in other.standing
        )

    def point_sees(self, point: Point, unit: Unit, lost: Unit | None = None) -> bool:
        """Whether a place is seen by a unit; figures count as for any line, but those of the unit that is lost there."""
        ghost = Figure(id="", at=Point(*point))
        return any(self.seen(figure, unit, ghost, lost or unit) for figure in unit.standing)

    # --- Persons and their reach

    def is_watched(self, unit: Unit) -> bool:
        """Whether a correspondent looks on: units with an order only (Askari 2.3.11, R64)."""
        return "correspondent" in unit.inspired and unit.order != ""

    def has_whole_profile(self, unit: Unit) -> bool:
        """Whether its D and L are read as they stand, weapons within them: the characters of 2.3, by another reading (R71)."""
        character = unit.kind in ("person", "scout") and unit.what != "leader"
        return character and self.readings["character_profiles"] == "total"

    def has_quality(self, seat: Seat, quality: str) -> Unit | None:
        """The leader, if he is on the table and has it (R76)."""
        leader = self.state.leader(seat)
        return leader if leader is not None and quality in leader.qualities else None

    def is_exempt(self, unit: Unit) -> bool:
        """Whether its Charismatic leader keeps it from testing (R75)."""
        leader = self.has_quality(unit.seat, "charismatic")
        if leader is None or leader.member_of != unit.id:
            return False
        return courage.is_exempt(unit.starting + 1, unit.count + 1)

    def mounted_mode(self, unit: Unit) -> str:
        """The row of movement that it uses now."""
        if unit.piece:
            row = TABLES.missile[unit.piece].moves_as
            if unit.limbered:
                return "towed_field_gun" if row == "field_gun" else "towed_light_gun"
            return row
        if unit.moves == "mounted" and not unit.mounted:
            return unit.on_foot or "irregular"
        return unit.moves

    def out_of_reach_of_baggage(self, unit: Unit) -> bool:
        """Whether an element of its side's baggage is cut off, so that nobody may move but towards it (R13)."""
        return bool(self.cut_off(unit.seat))

    def cut_off(self, seat: Seat) -> list[Figure]:
        """Elements of baggage that are too far from every unit of their side."""
        if seat not in self._cut_off:
            self._cut_off[seat] = list(self._find_cut_off(seat))
        return self._cut_off[seat]

    def _find_cut_off(self, seat: Seat) -> Iterator[Figure]:
        kinds: tuple[str, ...] = ("unit", "piece", "scout")
        if not any(unit.kind in kinds for unit in self.state.of(seat)):
            kinds = ("person",)  # a hunting party has people only (Askari 12)
        for baggage in self.state.on_table(seat):
            if baggage.kind != "baggage":
                continue
            units = [unit for unit in self.state.on_table(seat) if unit.kind in kinds]
            for element in baggage.standing:
                if not any(self.near_point(element.at, unit, TABLES.reach.near) for unit in units):
                    yield element


def _flies(unit: Unit) -> bool:
    return unit.vehicle is not None and unit.vehicle.on == "air"


def body_of(unit: Unit) -> Body:
    """Where a unit stands now."""
    figures = unit.standing
    places = [figure.at for figure in figures or unit.figures]
    base = unit.base
    half = base // 2 + 1
    pairs = [(x, y) for x, y in places]
    if not pairs:
        return Body(unit, base, figures, places, pairs, Rect(-half, -half, -half, -half))
    if len(pairs) == 1:
        ((x, y),) = pairs
        rect = Rect(x - half, y - half, x + half, y + half)
    else:
        across, along = zip(*pairs, strict=True)
        rect = Rect(min(across) - half, min(along) - half, max(across) + half, max(along) + half)
    return Body(unit, base, figures, places, pairs, rect)


def ordered(units: Sequence[Unit]) -> list[Unit]:
    return sorted(units, key=lambda unit: unit.id)
