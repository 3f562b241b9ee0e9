"""The battle as it is asked: distances, contact, sight, and what dice and happenings come of an action."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from rulesets.askari import courage, formations, geometry, ground
from rulesets.askari.geometry import Point, Rect
from rulesets.askari.ground import Ground
from rulesets.askari.state import Figure, State, Unit, Want
from rulesets.askari.tables import READINGS, TABLES, Formula
from rulesets.contract import PUBLIC, Audience, Happening
from rulesets.dice import Dice, Rolled
from rulesets.vocabulary import Json, Seat

ENGAGE_NOBODY = ("baggage", "hospital")


class Field:
    """A state that is being played. What it changes is told in ``happenings``; ``reveals``: a die fell, or somebody learnt something."""

    def __init__(self, state: State, dice: Dice | None = None) -> None:
        self.state = state
        self.happenings: list[Happening] = []
        self.reveals = False
        self._dice = dice
        self._contacts: list[tuple[Figure, Unit, Figure, Unit]] | None = None
        self._rects: dict[str, Rect] = {}
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
        return Ground(self.state.ground, readings=self.readings, poor=self.state.poor)

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

    def touched(self) -> None:
        """Somebody has moved or is gone: what was worked out is no longer so."""
        self._contacts = None
        self._rects = {}
        self._together = {}
        self._cut_off = {}
        self.known = {}

    def rect(self, unit: Unit) -> Rect:
        """Around the centres of its standing figures, and half a base more."""
        if unit.id not in self._rects:
            half = unit.base // 2 + 1
            found = geometry.bounds(figure.at for figure in unit.standing or unit.figures)
            self._rects[unit.id] = Rect(found.left - half, found.low - half, found.right + half, found.high + half)
        return self._rects[unit.id]

    def enemies(self, seat: Seat) -> Iterator[Unit]:
        """Everything of the other side on the table, and animals."""
        return (unit for unit in self.state.on_table() if unit.seat != seat)

    def friends(self, unit: Unit) -> Iterator[Unit]:
        return (other for other in self.state.on_table(unit.seat) if other is not unit)

    def joined(self, unit: Unit) -> list[Unit]:
        """The people who are with a unit (R73)."""
        return [other for other in self.state.on_table(unit.seat) if other.joined == unit.id]

    def company(self, unit: Unit) -> set[str]:
        """A unit and whoever is with it: their figures do not stand in each other's line."""
        head = unit.joined or unit.id
        return {head, *(other.id for other in self.state.on_table(unit.seat) if other.joined == head)}

    def company_of(self, unit: Unit) -> list[Unit]:
        """Whoever is with a unit, hidden or not."""
        return [other for other in self.state.of(unit.seat) if other.joined == unit.id]

    # --- Distances: nearest pair of figures (H3)

    def squared(self, one: Unit, other: Unit) -> int:
        foes = [enemy.at for enemy in other.standing or other.figures]
        return min(
            (x - a) * (x - a) + (y - b) * (y - b)
            for x, y in [figure.at for figure in one.standing or one.figures]
            for a, b in foes
        )

    def near(self, one: Unit, other: Unit, most: int) -> bool:
        a, b = self.rect(one), self.rect(other)
        if a.left - most > b.right or b.left - most > a.right or a.low - most > b.high or b.low - most > a.high:
            return False
        reach = most * most
        foes = [enemy.at for enemy in other.standing or other.figures]
        for x, y in [figure.at for figure in one.standing or one.figures]:
            for left, low in foes:
                if (x - left) * (x - left) + (y - low) * (y - low) <= reach:
                    return True
        return False

    def near_point(self, point: Point, unit: Unit, most: int) -> bool:
        return any(geometry.within(point, figure.at, most) for figure in unit.standing)

    def nearest(self, unit: Unit, others: Iterable[Unit]) -> Unit | None:
        best: tuple[int, str] | None = None
        found, own = None, self.rect(unit)
        for other in others:
            if best is not None and geometry.gap(own, self.rect(other)) ** 2 > best[0]:
                continue  # whatever is in it is further away
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
        return self._contacts

    def _find_contacts(self) -> Iterator[tuple[Figure, Unit, Figure, Unit]]:
        units = [(unit, self.rect(unit)) for unit in self.state.on_table() if unit.standing]
        for number, (one, rect) in enumerate(units):
            near = _wider(rect)
            for other, beside in units[number + 1 :]:
                if one.seat == other.seat or geometry.apart(near, beside):
                    continue
                for figure in one.standing:
                    for enemy in other.standing:
                        if geometry.contact(figure.at, one.base, enemy.at, other.base, TABLES.bases.touch):
                            yield figure, one, enemy, other

    def engaged(self, unit: Unit) -> bool:
        """Whether a figure of it touches an enemy who fights (Askari 0)."""
        return any(
            unit in (one, other) and not (one.kind in ENGAGE_NOBODY or other.kind in ENGAGE_NOBODY)
            for _figure, one, _enemy, other in self.contacts
        )

    def foes(self, unit: Unit) -> list[Unit]:
        """The enemies it is engaged with."""
        found = {
            (other if one is unit else one).id
            for _figure, one, _enemy, other in self.contacts
            if unit in (one, other) and not (one.kind in ENGAGE_NOBODY or other.kind in ENGAGE_NOBODY)
        }
        return [self.unit(key) for key in sorted(found)]

    def is_together(self, unit: Unit) -> bool:
        """Whether it keeps together (R32)."""
        if unit.id not in self._together:
            places = [figure.at for figure in unit.standing]
            self._together[unit.id] = formations.holds_together(places, unit.base, TABLES.bases.cohesion)
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
        return (
            lifted
            or raised
            or not any(self._blocks(blocker, one, a, b) for blocker, one in self._between(a, b, unit, other))
        )

    def _between(self, a: Point, b: Point, unit: Unit, other: Unit) -> Iterator[tuple[Figure, Unit]]:
        left_out = self.company(unit) | self.company(other)
        line = geometry.span(a, b)
        for one in self.state.on_table():
            if one.id in left_out or one.kind in ("baggage", "animal") or not one.standing or _flies(one):
                continue
            if unit.moves == "gunboat" and one.moves == "canoe":
                continue  # it fires over smaller boats (8.1)
            if geometry.apart(self.rect(one), line):
                continue
            for figure in one.standing:
                yield figure, one

    def _blocks(self, figure: Figure, one: Unit, a: Point, b: Point) -> bool:
        if not ground.figure_blocks(a, b, ground.Seen(at=figure.at, base=one.base)):
            return False
        # From a hill one sees over who stands lower, and nearer than half the way (Askari 8.1).
        over = self.ground.level(a) > self.ground.level(figure.at) and 4 * geometry.squared(
            a, figure.at
        ) <= geometry.squared(a, b)
        return not over

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
        for baggage in self.state.on_table(seat):
            if baggage.kind != "baggage":
                continue
            units = [unit for unit in self.state.on_table(seat) if unit.kind in ("unit", "piece", "scout")]
            for element in baggage.standing:
                if not any(self.near_point(element.at, unit, TABLES.reach.near) for unit in units):
                    yield element


def _flies(unit: Unit) -> bool:
    return unit.vehicle is not None and unit.vehicle.on == "air"


def _wider(rect: Rect) -> Rect:
    more = TABLES.bases.touch
    return Rect(rect.left - more, rect.low - more, rect.right + more, rect.high + more)


def ordered(units: Sequence[Unit]) -> list[Unit]:
    return sorted(units, key=lambda unit: unit.id)
