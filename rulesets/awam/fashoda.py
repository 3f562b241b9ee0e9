"""The Fashoda incident, or the return of El Rampin: five expeditions, secret aims, a war in the air (AWAM 12)."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from rulesets.awam import boats, deeds, geometry, phases, scoring, shooting
from rulesets.awam.expeditions import (
    ABYSSINIAN,
    BOX,
    BRITISH,
    CONGO,
    DERVISHES,
    FRENCH,
    RAMPIN,
    SHEET,
    SHILLUK,
    STAFF,
    arrange,
)
from rulesets.awam.geometry import Point
from rulesets.awam.plays import Play
from rulesets.awam.setting import SEATS, mm
from rulesets.awam.state import Boat, Figure, State, Zone
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Choice, Fact, OneOf, Problem
from rulesets.dice import Dice
from rulesets.vocabulary import Json, Seat

FLAGGED = SEATS[: SHEET.numbers["flagged"]]
"""El Rampin has no flag of state (AWAM 12.4)."""
AIMS = ("a", "b", "c")
WAYS = ("a", "b")
NUMBERS = SHEET.numbers
FORT = Zone(low=mm(SHEET.zones["fort"][0]), high=mm(SHEET.zones["fort"][1]))
ADVISER = "3.1.9"


# --- What a seat wants ------------------------------------------------------------------------------------------------


def inside_fort(figure: Figure) -> bool:
    return figure.where == "table" and geometry.in_box(figure.at, FORT.low, FORT.high)


def _near_fort(at: Point) -> bool:
    return geometry.within(at, geometry.nearest_in_box(at, FORT.low, FORT.high), NUMBERS["near_fort"])


def _fine(figure: Figure | None) -> bool:
    """Able and unbroken: what an aim calls one's own figure."""
    return figure is not None and figure.able and not figure.broken


def aim_met(world: World, seat: Seat, aim: str) -> bool:
    """Whether a private aim is fulfilled as things stand (AWAM 12.4)."""
    return _TESTS[seat][AIMS.index(aim)](world)


def _head(world: World, seat: Seat) -> Figure | None:
    return next((one for one in world.state.of(seat) if one.role == "head"), None)


def _stands_inside(figure: Figure | None) -> bool:
    return figure is not None and _fine(figure) and inside_fort(figure)


def _steamer_near(world: World) -> bool:
    steamer = world.state.boats["steamer"]
    return steamer.where == "table" and _near_fort(steamer.at)


def _cannon_near(world: World) -> bool:
    gun = world.state.guns["cannon-fourth"]
    at = world.state.animals[gun.packed].at if gun.packed else gun.at
    return gun.where == "table" and not gun.broken and _near_fort(at)


_TESTS: dict[Seat, tuple[Callable[[World], bool], ...]] = {
    FRENCH: (
        lambda world: any(boat.seat == FRENCH and boat.where == "table" for boat in world.state.boats.values()),
        lambda world: BRITISH not in world.state.special["flags"],
        lambda world: _stands_inside(_head(world, FRENCH)),
    ),
    BRITISH: (
        lambda world: FRENCH not in world.state.special["flags"],
        _steamer_near,
        lambda world: BRITISH not in world.state.special["quarrels"].values(),
    ),
    ABYSSINIAN: (
        lambda world: {"west", "east"} <= set(world.state.special["planted"]),
        lambda world: _stands_inside(world.state.figures.get(ADVISER)),
        lambda world: any(one.captor == ABYSSINIAN and one.fate != "dead" for one in world.state.figures.values()),
    ),
    CONGO: (
        _cannon_near,
        lambda world: world.state.special["treaty"] in ("", CONGO),
        lambda world: sum(_stands_inside(one) for one in world.state.of(CONGO)) >= NUMBERS["inside"],
    ),
    RAMPIN: (
        lambda world: world.state.special.get("off:box") == RAMPIN,
        lambda world: int(world.state.special["incidents"]) >= NUMBERS["seen_incidents"],
        lambda world: len(world.state.special["flags"]) >= NUMBERS["seen_flags"],
    ),
}
"""For each seat what its three private aims ask of the table."""


def open_points(
    seat: Seat,
    *,
    flags: Sequence[Seat],
    treaty: Seat,
    signer: Seat,
    quarrels: Iterable[Seat],
    incidents: int,
    held: int,
) -> int:
    """What flags, treaty, quarrels and prisoners come to for a seat, on the site and at a table (AWAM 12.4).

    ``quarrels``: who started each; ``held``: rival leaders and heads whom the seat holds.
    """
    war = incidents >= NUMBERS["war_at"]
    total = NUMBERS["held"] * held + NUMBERS["quarrel"] * list(quarrels).count(seat)
    if seat in flags and not (war and seat in FLAGGED):
        total += NUMBERS["flag_alone"] if list(flags) == [seat] else NUMBERS["flag_beside"]
    if treaty == seat and not (war and seat in FLAGGED):
        total += NUMBERS["treaty"]
    if signer == seat and treaty not in ("", seat):
        total += NUMBERS["in_anothers_name"]
    return total + NUMBERS["rampins_war"] * (war and seat == RAMPIN)


def points(world: World, *, public: bool = False) -> dict[Seat, int]:
    """The table of points; ``public``: for flag, treaty, prisoners and incidents only, which everybody may know (AWAM 18.2)."""
    state, special = world.state, world.state.special
    found = {}
    for seat in state.seats():
        total = state.sides[seat].points + open_points(
            seat,
            flags=special["flags"],
            treaty=special["treaty"],
            signer=special["signed_by"],
            quarrels=special["quarrels"].values(),
            incidents=int(special["incidents"]),
            held=sum(
                one.captor == seat and one.fate != "dead" and one.commands and not state.sides[one.seat].group
                for one in state.figures.values()
            ),
        )
        if not public:
            total += NUMBERS["head_safe"] * scoring.head_safe(world, seat)
            aim = state.sides[seat].aim
            total += NUMBERS["aim"] * bool(aim and aim_met(world, seat, aim))
        found[seat] = total
    return found


def ways_left(state: State, seat: Seat) -> tuple[str, ...]:
    """The ways by which an expedition may still be coming, as the table tells everybody: squads that come alike by both tell nothing."""
    river = SHEET.expeditions[SEATS.index(seat)].river
    alike = {f"{SEATS.index(seat) + 1}.{own}" for own in river["a"] if own in river["b"]}
    squads = {one.squad: one.squad in alike for one in state.of(seat) if one.where != "coming"}
    waits = any(one.where == "coming" for one in state.of(seat))
    return WAYS if waits and all(squads.values()) else (state.sides[seat].entry,)


def upsets(die: int) -> bool:
    """Whether the hippo upsets the boat (AWAM 12.3)."""
    return die <= NUMBERS["hippo_upsets"]


def signs(die: int) -> bool:
    """Whether the chief signs (AWAM 12.4)."""
    return die >= NUMBERS["treaty_signs"]


class Fashoda(Play):
    key = "fashoda"
    only_at_end = True
    has_flags = True
    has_treaty = True

    # --- Before turn 1 ------------------------------------------------------------------------------------------------

    def begin(self, world: World) -> None:
        """A private aim for each seat, by the host's dice; the Shilluk stand at their village."""
        for seat in world.state.seats():
            aim, address = world.pick(list(AIMS), "aim", seat)
            world.side(seat).aim = aim
            world.tell("aim_dealt", "AWAM 12.4", rolls=(address,), audience=world.privy(seat), seat=seat, aim=aim)
        places = phases.strip_places(world, world.state.zones["shilluk"].low, world.state.zones["shilluk"].high)
        chief = True
        for figure in world.state.of(SHILLUK):
            if chief:
                places.insert(0, mm(SHEET.places["chief"]))
            chief = False
            place = next(one for one in places if world.is_free(one, figure.radius, but=(figure.id,)))
            figure.where, figure.at = "table", place

    def choices(self, state: State, seat: Seat) -> Iterable[Choice]:
        if seat in SEATS:
            yield Choice(kind="enter", arguments={"way": OneOf(values=WAYS)})

    def check_choice(self, state: State, seat: Seat, kind: str, arguments: dict[str, Json]) -> Problem | None:
        if kind != "enter":
            return Problem(code="not_now", rule="AWAM 10.1")
        if set(arguments) != {"way"} or arguments["way"] not in WAYS:
            return Problem(code="no_such_way", data={"ways": list(WAYS)}, rule="AWAM 12.2", place="way")
        return None

    def choose(self, world: World, seat: Seat, kind: str, arguments: dict[str, Json]) -> None:
        world.side(seat).entry = str(arguments["way"])
        arrange(world.state, seat, str(arguments["way"]))
        world.tell("entered", "AWAM 12.2", audience=world.privy(seat), seat=seat, way=arguments["way"])

    # --- Turns --------------------------------------------------------------------------------------------------------

    def turn_begins(self, world: World) -> None:
        """The dervishes' steamers come at the start of turn 3 (AWAM 12.3)."""
        state = world.state
        if state.turn < SHEET.groups[DERVISHES].comes:
            return
        crowd = [one for one in state.of(DERVISHES) if one.where == "coming"]
        for boat in (one for one in state.boats.values() if one.seat == DERVISHES and one.where == "coming"):
            place = boats.free_water(world, boat)
            if place is None:
                continue
            boat.where, boat.at = "table", place
            aboard, crowd = crowd[: len(crowd) // 2 or 1], crowd[len(crowd) // 2 or 1 :]
            if boat.id.endswith("2"):
                aboard, crowd = aboard + crowd, []
            for figure in aboard[: boat.carries]:
                figure.where, figure.aboard, figure.at = "table", boat.id, place
            world.tell(
                "came_on", "AWAM 12.3", squad=f"{state.sides[DERVISHES].number}.1", figures=[one.id for one in aboard]
            )

    def event(self, world: World, number: int) -> None:
        """The first joker (AWAM 12.3)."""
        address: tuple[str, ...] = ()
        if not number:
            rolled = world.roll(1, NUMBERS["events"], "event")
            number, address = rolled.total, (rolled.address,)
        world.tell("event", "AWAM 12.3", rolls=address, number=number)
        happens = (self._hippo, self._mist, self._stubborn, self._envoy, self._runner, self._drums)[number - 1]
        happens(world)

    @staticmethod
    def _hippo(world: World) -> None:
        """The boat or raft nearest to any reeds; on a D6 of 1 to 3 it upsets."""
        reeds = [piece for piece in world.state.ground if piece.kind == "reeds"]
        small = [
            boat for boat in world.state.boats.values() if boat.where == "table" and not TABLES.boats[boat.kind].steam
        ]
        if not small:
            return

        def apart(boat: Boat) -> int:
            return min(
                geometry.squared(boat.at, geometry.nearest_in_box(boat.at, piece.points[0], piece.points[1]))
                for piece in reeds
            )

        boat = min(small, key=lambda one: (apart(one), one.id))
        rolled = world.roll(1, NUMBERS["hippo_die"], "hippo", boat.id)
        upset = upsets(rolled.total)
        world.tell("upset", "AWAM 12.3", rolls=(rolled.address,), boat=boat.id, die=rolled.total, upset=upset)
        if upset:
            boats.sink(world, boat)

    @staticmethod
    def _mist(world: World) -> None:
        world.state.mist = NUMBERS["mist"]

    @staticmethod
    def _stubborn(world: World) -> None:
        """Porters and pack animals of one seat: none moves until an order has been spent on it."""
        state = world.state
        burdened = [
            seat
            for seat in state.seats()
            if any(one.role == "porter" and one.able for one in state.of(seat))
            or any(one.seat == seat and one.where == "table" and one.kind == "pack" for one in state.animals.values())
        ]
        if burdened:
            seat, address = world.pick(burdened, "stubborn")
            held = {one.id for one in state.of(seat) if one.role == "porter" and one.able}
            held |= {
                one.id
                for one in state.animals.values()
                if one.seat == seat and one.where == "table" and one.kind == "pack"
            }
            state.special["stubborn"] = sorted(held | set(state.special.get("stubborn", ())))
            world.tell("dispatch", "AWAM 12.3", rolls=(address,), seat=seat, about="stubborn")

    def _envoy(self, world: World) -> None:
        """A try at the treaty for the leader or head nearest to the chief who is not at war with the Shilluk."""
        chief = self.chief(world)
        if chief is None or world.state.special["treaty"]:
            return
        able = [
            one
            for one in world.state.seen()
            if one.fit and not world.side(one.seat).group and not world.state.hostile(one.seat, SHILLUK)
        ]
        if able:
            nearest = min(able, key=lambda one: (geometry.squared(one.at, chief.at), one.number))
            self._try_treaty(world, nearest, nearest.seat)

    @staticmethod
    def _runner(world: World) -> None:
        """One seat learns the private aim of another: only it and the umpire see which."""
        seats = world.state.seats()
        reader, first = world.pick(seats, "reader")
        others = [seat for seat in seats if seat != reader]
        other, second = world.pick(others, "read")
        key = f"told:{reader}"
        world.state.special[key] = sorted({*world.state.special.get(key, []), other})
        world.tell(
            "dispatch",
            "AWAM 12.3",
            rolls=(first, second),
            audience=world.privy(reader),
            seat=reader,
            other=other,
            aim=world.side(other).aim,
            about="aim",
        )

    @staticmethod
    def _drums(world: World) -> None:
        world.state.drums = True

    # --- Verbs --------------------------------------------------------------------------------------------------------

    def chief(self, world: World) -> Figure | None:
        first = next(iter(world.state.of(SHILLUK)))
        return first if first.standing else None

    def specials(self, world: World, figure: Figure) -> Iterator[tuple[str, str]]:
        if figure.aboard or world.engaged(figure) or world.side(figure.seat).group:
            return
        special = world.state.special
        if geometry.within(figure.at, STAFF, NUMBERS["at_staff"]):
            if figure.seat not in special["flags"]:
                yield "hoist", figure.seat
            yield from (("haul", flag) for flag in special["flags"])
        yield from self._treaties(world, figure)
        yield from self._planting(world, figure)
        if figure.seat == RAMPIN and not figure.load:
            lies = special.get("lies:box")
            buried = "box" not in special
            if buried and geometry.within(figure.at, BOX, NUMBERS["at_staff"]):
                yield "dig", "box"
            if lies and geometry.within(figure.at, Point(*lies), NUMBERS["at_staff"]):
                yield "take", "box"

    def _treaties(self, world: World, figure: Figure) -> Iterator[tuple[str, str]]:
        chief, special = self.chief(world), world.state.special
        if chief is None or special["treaty"] or not figure.fit or world.state.hostile(figure.seat, SHILLUK):
            return
        if special.get(f"tried:{figure.seat}") == world.state.turn or not world.clear(figure.at, chief.at):
            return
        if not geometry.touching(figure.at, figure.radius, chief.at, chief.radius, TABLES.bases.touch):
            return
        playing = [seat for seat in world.state.seats() if not world.side(seat).conceded]
        names = playing if figure.seat == RAMPIN else [figure.seat]
        yield from (("treaty", name) for name in names)

    def _planting(self, world: World, figure: Figure) -> Iterator[tuple[str, str]]:
        planted = world.state.special["planted"]
        for bank in ("west", "east"):
            zone = world.state.zones[f"{bank}_bank"]
            here = geometry.in_box(figure.at, zone.low, zone.high)
            if here and figure.seat == ABYSSINIAN and figure.commands and bank not in planted:
                yield "plant", bank
            if bank in planted and geometry.within(figure.at, Point(*planted[bank]), NUMBERS["at_staff"]):
                yield "pull", bank

    def special(self, world: World, figure: Figure, verb: str, thing: str) -> None:
        special = world.state.special
        if verb == "hoist":
            special["flags"] = sorted([*special["flags"], figure.seat])
            world.tell("hoisted", "AWAM 12.4", figure=figure.id, flag=figure.seat)
            deeds.flag_up(world, figure.seat, figure)
        elif verb == "haul":
            special["flags"] = [flag for flag in special["flags"] if flag != thing]
            world.tell("hauled", "AWAM 12.4", figure=figure.id, flag=thing)
            if thing != figure.seat:
                shooting.blow(world, figure.seat, thing)
        elif verb == "treaty":
            special[f"tried:{figure.seat}"] = world.state.turn
            self._try_treaty(world, figure, thing)
        elif verb == "plant":
            special["planted"][thing] = [*figure.at]
            world.tell("planted", "AWAM 12.4", figure=figure.id, bank=thing)
            deeds.flag_planted(world, figure)
        elif verb == "pull":
            del special["planted"][thing]
            world.tell("pulled", "AWAM 12.4", figure=figure.id, bank=thing)
        else:
            special["box"] = "carried"
            special.pop("lies:box", None)
            figure.load = "box"
            world.tell("dug", "AWAM 12.4", figure=figure.id, verb=verb)

    @staticmethod
    def _try_treaty(world: World, figure: Figure, name: Seat) -> None:
        rolled = world.roll(1, NUMBERS["treaty_die"], "treaty", figure.id)
        signed = signs(rolled.total)
        world.tell(
            "treaty", "AWAM 12.4", rolls=(rolled.address,), figure=figure.id, seat=name, die=rolled.total, signed=signed
        )
        if signed:
            _sign(world, name, figure.seat)
            deeds.treaty(world, name, figure)

    def set_flag(self, world: World, seat: Seat, *, up: bool) -> None:
        special = world.state.special
        flags = {flag for flag in special["flags"] if flag != seat}
        special["flags"] = sorted(flags | {seat} if up else flags)
        if up:
            deeds.flag_up(world, seat, None)

    def set_treaty(self, world: World, seat: Seat) -> None:
        _sign(world, seat, seat)
        deeds.treaty(world, seat, None)

    def struck(self, world: World, actor: Seat, target: Seat) -> None:
        """What the Shilluk do under orders their seat has done: its war, and its quarrel (AWAM 12.4)."""
        author = author_of(world, actor)
        if author != actor:
            shooting.set_war(world, author, target)
        reckon(world, author, target)

    def words_change(self, world: World) -> None:
        _share_words(world)

    def goal(self, world: World, figure: Figure) -> Point | None:
        """The staff; the Shilluk stay by their chief, or fight who is at war with them (AWAM 12.3)."""
        if figure.seat != SHILLUK:
            return STAFF
        chief = self.chief(world)
        if chief is None:
            return None
        return figure.at if geometry.within(figure.at, chief.at, NUMBERS["home"]) else chief.at

    def prey(self, world: World, figure: Figure, enemies: Iterable[Figure]) -> Iterable[Figure]:
        """Without a treaty the Shilluk fight the dervishes, and others only near their chief (AWAM 12.3)."""
        if figure.seat != SHILLUK or world.state.special.get(f"orders:{SHILLUK}"):
            return enemies
        chief = self.chief(world)
        return [
            one
            for one in enemies
            if one.seat == DERVISHES or (chief is not None and geometry.within(one.at, chief.at, NUMBERS["guarded"]))
        ]

    def harbour(self, world: World, boat: Boat) -> Point | None:
        return mm(SHEET.places["harbour"]) if boat.seat == DERVISHES else None

    def lands(self, world: World, boat: Boat) -> bool | None:
        """Dervishes land from close to the west bank where an enemy or the fort is near (AWAM 12.3)."""
        if boat.seat != DERVISHES:
            return None
        bank = world.state.zones["west_bank"]
        if not geometry.within(boat.at, geometry.nearest_in_box(boat.at, bank.low, bank.high), NUMBERS["lands_within"]):
            return False
        enemy = any(
            world.state.hostile(DERVISHES, one.seat) and geometry.within(one.at, boat.at, NUMBERS["lands_at_enemy"])
            for one in world.state.seen()
            if not one.prisoner
        )
        return enemy or _near_fort(boat.at)

    def is_stubborn(self, world: World, key: str) -> bool:
        return key in world.state.special.get("stubborn", ())

    def may_act(self, world: World, figure: Figure) -> bool:
        return not self.is_stubborn(world, figure.id)

    def ordered(self, world: World, figure: Figure) -> None:
        self.led(world, figure.id)

    def led(self, world: World, animal: str) -> None:
        if self.is_stubborn(world, animal):
            world.state.special["stubborn"] = [key for key in world.state.special["stubborn"] if key != animal]

    # --- End and secrets ----------------------------------------------------------------------------------------------

    def ended(self, world: World, *, last: bool) -> dict[str, Json] | None:
        if not (last or world.state.turn >= world.state.limit):
            return None
        quarrels = list(world.state.special["quarrels"].values())
        return scoring.by_points(world, points(world), {seat: quarrels.count(seat) for seat in world.state.seats()})

    def standing(self, world: World) -> Iterable[Fact]:
        """Incidents, flags, treaty and the public part of the points; and the private aims that the viewer knows (AWAM 12.4, 18.2)."""
        special = world.state.special
        if "incidents" not in special:
            return
        for side in world.state.sides.values():
            if side.aim:
                yield Fact(word=f"aim_{side.seat}_{side.aim}", seat=side.seat)
        yield Fact(word="incidents", number=special["incidents"])
        for seat in special["flags"]:
            yield Fact(word="flag", seat=seat)
        if special["treaty"]:
            yield Fact(word="treaty", seat=special["treaty"])
        for seat, total in points(world, public=True).items():
            yield Fact(word="points", seat=seat, number=total)

    def hidden_parts(self, state: State, seat: Seat | None) -> Iterable[str]:
        return [key for key in state.special if key.startswith("told:") and key != f"told:{seat}"]

    def deal_again(self, state: State, seat: Seat | None, dice: Dice) -> None:
        """Aims of others, but those a dispatch has told; ways of expeditions of which nobody has come on."""
        told = state.special.get(f"told:{seat}", [])
        for other in state.seats():
            if other == seat:
                continue
            side = state.sides[other]
            if side.aim and other not in told:
                side.aim = AIMS[dice.roll(1, len(AIMS), ("like", other, "aim")).total - 1]
            ways = ways_left(state, other) if side.ready else (side.entry,)
            if len(ways) > 1:
                side.entry = ways[dice.roll(1, len(ways), ("like", other, "way")).total - 1]
                arrange(state, other, side.entry)
        for key in list(state.special):
            if key.startswith("told:") and key != f"told:{seat}":
                del state.special[key]


def _sign(world: World, name: Seat, by: Seat) -> None:
    """The treaty is a seat's, or with an empty name nobody's; the Shilluk are under its orders, at peace with it (AWAM 12.3)."""
    special = world.state.special
    special["treaty"], special["signed_by"] = name, by
    special.pop(f"orders:{SHILLUK}", None)
    if name and not world.side(name).conceded:
        special[f"orders:{SHILLUK}"] = name
        for one, other in ((name, SHILLUK), (SHILLUK, name)):
            world.side(one).war = tuple(seat for seat in world.side(one).war if seat != other)
    _share_words(world)


def _share_words(world: World) -> None:
    """Under a seat's orders the Shilluk share its words of war and peace (AWAM 12.4)."""
    owner = world.state.special.get(f"orders:{SHILLUK}", "")
    if owner:
        words = {seat for seat in world.side(owner).war if seat != SHILLUK}
        world.side(SHILLUK).war = tuple(sorted({*words, DERVISHES}))


def author_of(world: World, actor: Seat) -> Seat:
    """Whose blow it is: of the Shilluk under orders their seat's (AWAM 12.4)."""
    return str(world.state.special.get(f"orders:{SHILLUK}", "")) or actor if actor == SHILLUK else actor


def reckon(world: World, author: Seat, target: Seat) -> None:
    """A blow: a quarrel started, or one more incident of a later turn; and the fourth of them (AWAM 12.4)."""
    special, turn = world.state.special, world.state.turn
    if author not in FLAGGED or target not in FLAGGED or author == target:
        return
    pair = "|".join(sorted((author, target)))
    if pair not in special["quarrels"]:
        special["quarrels"][pair] = author
        special[f"since:{pair}"] = turn
        special["incidents"] += 1
        world.tell("quarrel", "AWAM 12.4", seat=author, other=target, incidents=special["incidents"])
    elif special[f"since:{pair}"] != turn and special.get("struck") != turn:
        special["struck"] = turn
        special["incidents"] += 1
        world.tell("incident", "AWAM 12.4", incidents=special["incidents"])
    if special["incidents"] >= NUMBERS["war_at"] and not special.get("great_war"):
        special["great_war"] = True
        world.tell("great_war", "AWAM 12.4", incidents=special["incidents"])
