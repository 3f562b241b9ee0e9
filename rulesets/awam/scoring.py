"""Strength, losses and results (AWAM 15, 17)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rulesets.awam import geometry, guns
from rulesets.awam.catalogue import play_of
from rulesets.awam.state import Animal, Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.vocabulary import Json, Seat

BLADES = ("sabre", "sword", "assegai", "lance", "spear", "bayonet")


def strength(figure: Figure) -> int:
    """The sum of what applies (AWAM 15)."""
    table = TABLES.strength
    total = table.porter if figure.role == "porter" else table.regular if figure.regular else table.irregular
    total += table.marksman * figure.marksman
    long = [TABLES.firearms[gun.key].points for gun in figure.firearms if TABLES.firearms[gun.key].long]
    short = [TABLES.firearms[gun.key].points for gun in figure.firearms if not TABLES.firearms[gun.key].long]
    total += max(long, default=0) + max(short, default=0)
    total += table.blade * (figure.blade in BLADES)
    total += sum(TABLES.missiles[missile].points for missile in figure.missiles)
    total += table.shield * figure.shield + table.mounted * figure.horse + table.steady * figure.steady
    return total + {"leader": table.leader, "head": table.head}.get(figure.role, 0)


def things(world: World, seat: Seat) -> int:
    """What a seat's guns, boats and animals are worth."""
    state = world.state
    total = sum(TABLES.boats[boat.kind].points for boat in state.boats.values() if boat.seat == seat)
    total += sum(_gun_points(gun.kind) for gun in state.guns.values() if gun.seat == seat)
    packs = [animal for animal in state.animals.values() if animal.seat == seat and animal.kind == "pack"]
    return total + TABLES.strength.animal * len(packs)


def _gun_points(kind: str) -> int:
    return TABLES.machine_gun.points if kind == "machine_gun" else TABLES.cannon.points


def started(world: World, seat: Seat) -> int:
    """Strength of a seat at the start of the game: reckoned when it is set up."""
    return sum(figure.worth for figure in world.state.of(seat)) + things(world, seat)


def lost(world: World, seat: Seat) -> int:
    """Lost strength: in full for the dead, fled, prisoners and things lost or taken; half for wounded and broken (AWAM 15)."""
    total = 0
    for figure in world.state.of(seat):
        if figure.fate in ("dead", "fled", "held") or (figure.prisoner and figure.fate != "exited"):
            total += figure.worth
        elif figure.fate != "exited" and (figure.wounds or figure.broken):
            total += figure.worth // TABLES.results.hurt_share
    return total + things_lost(world, seat)


class Claim(NamedTuple):
    """A gun, a boat or an animal at the end: whether it is sunk or wrecked, and who has taken it, if anybody has (AWAM 17.3)."""

    key: str
    owner: Seat
    points: int
    ruined: bool
    taker: Seat

    @property
    def lost(self) -> bool:
        return self.ruined or bool(self.taker)


def claims(world: World) -> list[Claim]:
    """Every thing that counts; what has not come on is with its owner."""
    state, found = world.state, []
    for boat in state.boats.values():
        ruined = boat.where == "out"
        taker = "" if ruined else holder(world, boat.seat, boat.at, boat.id)
        found.append(Claim(boat.id, boat.seat, TABLES.boats[boat.kind].points, ruined, taker))
    for gun in state.guns.values():
        ruined = gun.broken or gun.where == "out"
        here = gun.where == "table" and not ruined
        taker = holder(world, gun.seat, guns.place(world, gun), gun.boat) if here else ""
        found.append(Claim(gun.id, gun.seat, _gun_points(gun.kind), ruined, taker))
    packs = [animal for animal in state.animals.values() if animal.kind == "pack"]
    found += [Claim(one.id, one.seat, TABLES.strength.animal, False, animal_holder(world, one)) for one in packs]
    return found


def animal_holder(world: World, animal: Animal) -> Seat:
    """Who has taken an animal: as the scenario says, else whoever has led it off the table, or holds it there."""
    said = play_of(world.state.scenario).taker(world, animal)
    if said is not None:
        return said
    if animal.where == "table":
        return holder(world, animal.seat, animal.at, "")
    led = str(world.state.special.get(f"off:{animal.id}", ""))
    return "" if led == animal.seat else led


def things_lost(world: World, seat: Seat) -> int:
    """Strength of what is sunk, wrecked or taken (AWAM 15)."""
    return sum(claim.points for claim in claims(world) if claim.owner == seat and claim.lost)


def holder(world: World, seat: Seat, at: geometry.Point, boat: str) -> Seat:
    """Who has taken a thing: an able hostile figure within 5 cm (or aboard), and no able one of its owner (AWAM 17.3)."""
    near = [
        one
        for one in world.state.on_table()
        if one.able and (one.aboard == boat if boat else geometry.within(one.at, at, TABLES.results.taken_within))
    ]
    if any(one.seat == seat for one in near):
        return ""
    takers = [one for one in near if world.state.hostile(one.seat, seat)]
    return min(takers, key=lambda one: (geometry.squared(one.at, at), one.number)).seat if takers else ""


def head_safe(world: World, seat: Seat) -> bool:
    """Whether the head of an expedition is alive and nobody's prisoner, on the table or off it (AWAM 12.4, 16.3)."""
    head = next((one for one in world.state.of(seat) if one.role == "head"), None)
    return head is not None and head.fate not in ("dead", "held") and not head.prisoner


def at_least(part: int, whole: int, share: tuple[int, int]) -> bool:
    """Whether part/whole is at least a share."""
    return part * share[1] >= whole * share[0]


# --- Results (AWAM 17.2) ----------------------------------------------------------------------------------------------


def of_two(winner: Seat, loser: Seat, level: str, by: str = "row") -> dict[str, Json]:
    """A result for two seats: the loser has a loss of the same level."""
    return {
        "by": by,
        "seats": {winner: {"result": "win", "level": level}, loser: {"result": "loss", "level": level}},
    }


def drawn(world: World, by: str) -> dict[str, Json]:
    return all_draw(world.state.seats(), by)


def all_draw(seats: Iterable[Seat], by: str) -> dict[str, Json]:
    return {"by": by, "seats": {seat: {"result": "draw", "level": None} for seat in seats}}


def by_losses(world: World) -> dict[str, Json]:
    """Two seats: by their shares of loss; more: points without a scenario's."""
    seats = world.state.seats()
    if len(seats) != 2:
        return by_points(world, dict.fromkeys(seats, 0), {})
    return by_share({seat: world.side(seat).started for seat in seats}, {seat: lost(world, seat) for seat in seats})


def by_share(starts: Mapping[Seat, int], losses: Mapping[Seat, int]) -> dict[str, Json]:
    """Two seats: major with 3/4 of the enemy lost, minor with 1/4, and less lost than he (AWAM 17.2)."""
    table, seats = TABLES.results, list(starts)
    for one, other in (seats, seats[::-1]):
        smaller_share = losses[one] * starts[other] < losses[other] * starts[one]
        if starts[other] and at_least(losses[other], starts[other], table.major_share) and smaller_share:
            return of_two(one, other, "major", "losses")
    for one, other in (seats, seats[::-1]):
        if starts[other] and at_least(losses[other], starts[other], table.minor_share) and losses[one] < losses[other]:
            return of_two(one, other, "minor", "losses")
    return all_draw(seats, "losses")


class Standing(NamedTuple):
    """What counts of a seat where several play for points. ``quarrels``: those it started; ``able``: whether anybody there is able."""

    points: int
    quarrels: int
    start: int
    lost: int
    able: bool = True
    conceded: bool = False

    @property
    def place(self) -> tuple[int, int, int]:
        """Most points; then fewer quarrels started, then more strength left (AWAM 12.5)."""
        return (-10_000, 0, 0) if self.conceded else (self.points, -self.quarrels, self.start - self.lost)


def by_points(world: World, points: dict[Seat, int], quarrels: dict[Seat, int]) -> dict[str, Json]:
    """More seats: most points win."""
    return ranked(
        {
            seat: Standing(
                points=0 if world.side(seat).conceded else points[seat],
                quarrels=quarrels.get(seat, 0),
                start=world.side(seat).started,
                lost=lost(world, seat),
                able=rights_left(world, seat),
                conceded=world.side(seat).conceded,
            )
            for seat in world.state.seats()
        }
    )


def ranked(rows: Mapping[Seat, Standing]) -> dict[str, Json]:
    """Rank and result of each: most points win, and where nothing tells the best apart, these draw (AWAM 12.5, 17.2)."""
    table = TABLES.results
    order = sorted(rows, key=lambda seat: rows[seat].place, reverse=True)
    best = [seat for seat in order if rows[seat].place == rows[order[0]].place]
    found: dict[str, Json] = {}
    nobody = not any(one.able for one in rows.values()) and all(one.points <= 0 for one in rows.values())
    lead = rows[order[0]].points - rows[order[1]].points if len(order) > 1 else 0
    for seat in order:
        rank = 1 + sum(other.place > rows[seat].place for other in rows.values())
        row: dict[str, Json]
        if nobody:
            row = {"result": "loss", "level": "minor"}
        elif seat in best:
            level = "major" if lead >= table.major_lead else "minor"
            row = {"result": "win", "level": level} if len(best) == 1 else {"result": "draw", "level": None}
        else:
            far = rows[order[0]].points - rows[seat].points >= table.far_behind
            heavy = rows[seat].start > 0 and at_least(rows[seat].lost, rows[seat].start, table.major_share)
            row = {"result": "loss", "level": "major" if far or heavy else "minor"}
        found[seat] = {**row, "rank": rank, "points": rows[seat].points}
    return {"by": "points", "seats": found}


def rights_left(world: World, seat: Seat) -> bool:
    return any(figure.able for figure in world.state.of(seat))


def conceded(world: World, found: dict[str, Json] | None) -> dict[str, Json]:
    """Two seats: the other wins, minor, or as the scenario's row or the losses give it (AWAM 17.1)."""
    seats = world.state.seats()
    if len(seats) != 2:
        return {**(found or by_points(world, dict.fromkeys(seats, 0), {})), "by": "concession"}
    loser = next(seat for seat in seats if world.side(seat).conceded)
    winner = next(seat for seat in seats if seat != loser)
    given = found or by_losses(world)
    row = given["seats"][winner]
    level = "major" if row["result"] == "win" and row["level"] == "major" else "minor"
    return of_two(winner, loser, level, "concession")


# --- The outcome (AWAM 17.2, 17.3) ------------------------------------------------------------------------------------


def fate_of(world: World, figure: Figure) -> str:
    """dead, captured, fled, wounded or unhurt."""
    if figure.fate == "dead":
        return "dead"
    if figure.fate == "held" or figure.prisoner:
        return "captured"
    if figure.fate == "fled" or (figure.broken and not figure.out):
        return "fled"
    return "wounded" if figure.wounds else "unhurt"


def outcome(world: World, found: dict[str, Json]) -> dict[str, Json]:
    """The form of AWAM 17.2, from which the contract's outcome is made."""
    seats, found_things = {}, claims(world)
    for seat in world.state.seats():
        fates: dict[str, list[str]] = {key: [] for key in ("dead", "wounded", "captured", "fled", "unhurt")}
        by_seat = {}
        row = found["seats"].get(seat, {"result": "draw", "level": None})
        for figure in world.state.of(seat):
            fate = fate_of(world, figure)
            captor = figure.captor
            if fate == "wounded" and row["result"] == "loss" and row["level"] == "major":
                captor = left_behind(world, figure)
                fate = "captured" if captor else fate
            fates[fate].append(figure.id)
            if fate == "captured":
                by_seat[figure.id] = captor
        taken, gone = _things(found_things, seat)
        seats[seat] = {
            "rank": 2 if row["result"] == "loss" else 1,
            "points": 0,
            **row,
            "start": world.side(seat).started,
            "lost": lost(world, seat),
            **fates,
            "by_seat": by_seat,
            "things": {"lost": gone, "taken": taken},
        }
    state = world.state
    return {"ruleset": "awam", "scenario": state.scenario, "turns": state.turn, "by": found["by"], "seats": seats}


def left_behind(world: World, figure: Figure) -> Seat:
    """A wounded figure of a seat with a major loss, an able enemy within 20 cm and no able friend (AWAM 17.3)."""
    if figure.out:
        return ""
    far = TABLES.results.captured_within
    if any(one.able and geometry.within(one.at, figure.at, far) for one in world.friends(figure)):
        return ""
    foes = world.state.foes(figure.seat)
    near = [
        one
        for one in world.state.on_table()
        if one.seat in foes and one.able and geometry.within(one.at, figure.at, far)
    ]
    nearest = world.nearest_first(figure, near)
    return nearest[0].seat if nearest else ""


def _things(found: Iterable[Claim], seat: Seat) -> tuple[list[str], list[str]]:
    """What a seat has taken, and what it has lost."""
    held = list(found)
    return [one.key for one in held if one.taker == seat], [one.key for one in held if one.owner == seat and one.lost]
