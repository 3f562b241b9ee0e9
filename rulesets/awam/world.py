"""A skirmish with its dice, and what is being told: what the rules work on."""

from collections.abc import Iterable, Iterator

from rulesets.awam import faces, geometry, ground
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure, Side, Squad, State
from rulesets.awam.tables import TABLES, Cover
from rulesets.contract import PUBLIC, Audience, Happening
from rulesets.dice import Dice, Rolled
from rulesets.errors import IllegalAction
from rulesets.vocabulary import UMPIRE, Json, Seat

NAMING = ("figure", "leader", "guard", "target", "about", "by", "loser")
"""Parts of a happening that name a figure."""


class World:
    """The state, and what the rules ask of it again and again."""

    def __init__(self, state: State, dice: Dice | None = None) -> None:
        self.state = state
        self._dice = dice
        self.happenings: list[Happening] = []
        self.reveals = False

    # --- Dice and telling ---------------------------------------------------------------------------------------------

    def roll(self, n: int, sides: int, *why: str) -> Rolled:
        """Roll, at an address that no other roll of this battle has."""
        if self._dice is None:
            raise IllegalAction("there are no dice here")
        self.reveals = True
        # What is rolled for somebody hidden is numbered apart: a gap between open rolls would tell of it.
        lying = self.state.figures.get(why[-1]) if why else None
        if lying is not None and lying.where == "hidden":
            lying.tests += 1
            return self._dice.roll(n, sides, (f"t{self.state.turn}", "hidden", f"n{lying.tests}", *why))
        self.state.rolls += 1
        return self._dice.roll(n, sides, (f"t{self.state.turn}", f"n{self.state.rolls}", *why))

    def pick(self, items: list[str], *why: str) -> tuple[str, str]:
        """One at random, and the address of its roll."""
        rolled = self.roll(1, len(items), *why)
        return items[rolled.total - 1], rolled.address

    def ten(self, face: int, sides: int) -> int:
        """A die of melee or of a cannon: a 0 of a D10 counts as ten, or by reading A1 as nought."""
        return faces.ten(face, sides, as_nought=self.state.reading("A1"))

    def tell(
        self,
        kind: str,
        rule: str,
        *,
        rolls: Iterable[str] = (),
        readings: Iterable[str] = (),
        audience: Audience = PUBLIC,
        **data: Json,
    ) -> None:
        if audience is PUBLIC:
            lying = [key for key in data.get("figures", ()) if self._hidden(key)]
            if lying:
                seat, shown = self.state.figures[lying[0]].seat, [key for key in data["figures"] if key not in lying]
                self.tell(kind, rule, audience=self.privy(seat), **{**data, "figures": lying})
                if not shown:
                    return
                data["figures"] = shown
            named = next((data[key] for key in NAMING if self._hidden(data.get(key))), None)
            if named is not None:
                audience = self.privy(self.state.figures[named].seat)
        self.happenings.append(
            Happening(kind=kind, data=data, rule=rule, rolls=tuple(rolls), readings=tuple(readings), audience=audience)
        )

    def _hidden(self, key: Json) -> bool:
        figure = self.state.figures.get(key) if isinstance(key, str) else None
        return figure is not None and figure.where == "hidden"

    def privy(self, seat: Seat) -> Audience:
        """What a seat and the umpire may know, and nobody else."""
        return Audience(seats=(seat, UMPIRE) if self.state.umpire else (seat,))

    # --- Who is who ---------------------------------------------------------------------------------------------------

    def figure(self, key: str) -> Figure:
        return self.state.figures[key]

    def side(self, seat: Seat) -> Side:
        return self.state.sides[seat]

    def squad(self, key: str) -> Squad:
        return self.state.squads[key]

    def hostile(self, one: Figure, other: Figure) -> bool:
        return self.state.hostile(one.seat, other.seat)

    def friends(self, figure: Figure) -> Iterator[Figure]:
        """Others of the same seat or group who stand on the table and are nobody's prisoners."""
        return (
            other
            for other in self.state.figures.values()
            if other.seat == figure.seat and other is not figure and other.standing
        )

    def enemies(self, figure: Figure) -> Iterator[Figure]:
        """Hostile figures on the table that this one's seat knows of, prisoners not among them."""
        foes = self.state.foes(figure.seat)
        return (
            other
            for other in self.state.figures.values()
            if other.seat in foes and other.where == "table" and not other.captor
        )

    def nearest_first(self, figure: Figure, others: Iterable[Figure]) -> list[Figure]:
        return sorted(others, key=lambda other: (geometry.squared(figure.at, other.at), other.number))

    # --- Sight and contact --------------------------------------------------------------------------------------------

    def sees(self, one: Figure, other: Figure) -> bool:
        return self.clear(one.at, other.at)

    def clear(self, a: Point, b: Point) -> bool:
        """Sight between two places (AWAM 14.3)."""
        return ground.in_sight(self.state.ground, a, b, self.state.mist)

    def in_contact(self, one: Figure, other: Figure) -> bool:
        if one.aboard != other.aboard or (one.aboard and one.aboard == other.aboard):
            return self._aboard_contact(one, other)
        return geometry.touching(one.at, one.radius, other.at, other.radius, TABLES.bases.touch)

    def _aboard_contact(self, one: Figure, other: Figure) -> bool:
        """Aboard, only those are in contact who charged or were charged (AWAM 14.7)."""
        return self.pair(one.id, other.id) in self.boarded()

    def boarded(self) -> set[tuple[str, str]]:
        return {(first, second) for first, second in self.state.special.get("boarded", [])}

    def pair(self, one: str, other: str) -> tuple[str, str]:
        """Two ids, the lower number first."""
        low, high = sorted((one, other), key=lambda key: self.state.figures[key].number)
        return low, high

    def touching(self, figure: Figure) -> list[Figure]:
        """Hostile figures in contact with one, by their numbers."""
        foes = self.state.foes(figure.seat) if figure.where != "hidden" else frozenset()
        if not foes:
            return []
        # What is asked most often: who is too far away is seen by plain differences, before anything is squared.
        x, y = figure.at
        far = 2 * TABLES.bases.mounted + TABLES.bases.touch
        return [
            other
            for other in self.state.figures.values()
            if other.where == "table"
            and other.seat in foes
            and not other.captor
            and -far <= other.at[0] - x <= far
            and -far <= other.at[1] - y <= far
            and other is not figure
            and self.in_contact(figure, other)
        ]

    def engaged(self, figure: Figure) -> bool:
        """In contact with a hostile figure (AWAM 14.1)."""
        return not figure.prisoner and bool(self.touching(figure))

    def melee_of(self, figure: Figure) -> list[Figure]:
        """Everybody joined to one by contact between hostile figures, himself too (AWAM 4.6)."""
        joined = {figure.id}
        waiting = [figure]
        while waiting:
            for other in self.touching(waiting.pop()):
                if other.id not in joined:
                    joined.add(other.id)
                    waiting.append(other)
        return [other for key, other in self.state.figures.items() if key in joined]

    def crowd(self, figure: Figure) -> int:
        """How many figures are joined to one by contact, whosever they are (AWAM 4.4: a chain counts)."""
        joined = {figure.id}
        waiting = [figure]
        x, y = figure.at
        far = (TABLES.shooting.crowd - 1) * (2 * TABLES.bases.mounted + TABLES.bases.touch)
        others = [
            other
            for other in self.state.seen()
            if not other.aboard and -far <= other.at[0] - x <= far and -far <= other.at[1] - y <= far
        ]
        while waiting and len(joined) < TABLES.shooting.crowd:
            one = waiting.pop()
            for other in others:
                if other.id not in joined and geometry.touching(
                    one.at, one.radius, other.at, other.radius, TABLES.bases.touch
                ):
                    joined.add(other.id)
                    waiting.append(other)
        return len(joined)

    def line_of_fire(self, firer: Figure, target: Figure, *, at: Point | None = None) -> bool:
        """Sight, and nobody in the way (AWAM 14.3). ``at``: from another place than he stands at."""
        origin = at or firer.at
        if not self.clear(origin, target.at):
            return False
        melee = {other.id for other in self.melee_of(target)} if self.engaged(target) else {target.id}
        return self._nobody_between(firer, origin, target.at, melee)

    def _nobody_between(self, firer: Figure, a: Point, b: Point, but: set[str]) -> bool:
        far = TABLES.bases.mounted
        left, right = min(a.x, b.x) - far, max(a.x, b.x) + far
        low, high = min(a.y, b.y) - far, max(a.y, b.y) + far
        for other in self.state.figures.values():
            if other.where != "table" or other.prone or other.aboard or other.id in but or other is firer:
                continue
            x, y = other.at
            if not (left <= x <= right and low <= y <= high):
                continue
            if not geometry.near_leg(other.at, a, b, other.radius, strict=True):
                continue
            if geometry.touching(a, firer.radius, other.at, other.radius, TABLES.bases.touch):
                continue
            return False
        return True

    def cover(self, target: Figure, origin: Point) -> Cover:
        """The cover of a target against what comes from a place (AWAM 5.2)."""
        if target.aboard:
            return "heavy" if TABLES.boats[self.state.boats[target.aboard].kind].steam else "light"
        found = ground.cover_at(self.state.ground, target.at, origin)
        return "light" if not found and target.prone else found

    def in_heavy_cover(self, figure: Figure) -> bool:
        """In a building, or close behind a wall from the nearest enemy in sight (AWAM 7.3)."""
        enemies = self.nearest_first(figure, (other for other in self.enemies(figure) if self.sees(figure, other)))
        origin = enemies[0].at if enemies else figure.at
        return self.cover(figure, origin) == "heavy"

    def near_friends(self, figure: Figure, far: int) -> list[Figure]:
        """Friends in sight within so far (AWAM 5.2)."""
        return [
            other
            for other in self.friends(figure)
            if geometry.within(figure.at, other.at, far) and self.sees(figure, other)
        ]

    def swims(self, figure: Figure) -> bool:
        """In the river, and not aboard (AWAM 3.3): no fire, no reload, bare hands."""
        return not figure.aboard and ground.wet(self.state.ground, figure.at)

    def led(self, squad: str) -> bool:
        """Whether a squad has a leader or head of its own who is fit to command."""
        return any(figure.fit for figure in self.state.of_squad(squad))

    # --- Places -------------------------------------------------------------------------------------------------------

    def on_board(self, place: Point) -> bool:
        return 0 <= place.x <= self.state.width and 0 <= place.y <= self.state.height

    def is_free(self, place: Point, radius: int, *, but: tuple[str, ...] = (), seat: Seat | None = None) -> bool:
        """Whether a base fits there: on the table, on land, over nobody and nothing; hidden figures of others are unknown."""
        if not self.on_board(place) or ground.wet(self.state.ground, place):
            return False
        return not self.taken(place, radius, but=but, seat=seat)

    def taken(self, place: Point, radius: int, *, but: tuple[str, ...] = (), seat: Seat | None = None) -> bool:
        """Whether a base there would lie over another."""
        for other in self.state.figures.values():
            if other.where == "hidden" and seat is not None and other.seat != seat:
                continue
            if other.where not in ("table", "hidden") or other.aboard or other.id in but:
                continue
            if geometry.overlapping(place, radius, other.at, other.radius):
                return True
        bases = TABLES.bases
        for gun in self.state.guns.values():
            if gun.where != "table" or gun.packed or gun.boat or gun.id in but:
                continue
            if geometry.overlapping(place, radius, gun.at, bases.gun):
                return True
        return any(
            animal.where == "table"
            and animal.id not in but
            and geometry.overlapping(place, radius, animal.at, bases.animal)
            for animal in self.state.animals.values()
        )
