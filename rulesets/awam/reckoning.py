"""What a table of AWAM with miniatures notes of its scenario, and what it comes to at the end (AWAM 12.4, 12.5, 16, 17)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, ClassVar

from rulesets.awam import expeditions, fashoda, ivory, scoring, setting, well
from rulesets.awam.evening import GROUPS, Table
from rulesets.awam.expeditions import RAMPIN
from rulesets.awam.fashoda import FLAGGED, NUMBERS, open_points
from rulesets.awam.scoring import Standing
from rulesets.awam.setting import SEATS, SHEETS
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.companion import Facts, Roll, Switch, Throw
from rulesets.contract import CharacterResult, IntRange, Json, OneOf, Outcome, Problem, Seat, SeatResult, UnitResult

MOST_STRENGTH = 999
MOST_FIGURES = 20
FATES = ("dead", "wounded", "fled", "captured", "freed")
LEADERS = ("leader", "head")
UMPIRES = TABLES.umpire.points

type Perhaps = Annotated[str, OneOf(values=("", *SEATS))]
type Strength = Annotated[int, IntRange(low=0, high=MOST_STRENGTH)]
type Points = Annotated[int, IntRange(low=-UMPIRES, high=UMPIRES)]
type Score = Annotated[int, IntRange(low=-99, high=99)]
type Near = Annotated[int, IntRange(low=0, high=MOST_FIGURES)]


class Flag(Roll, frozen=True, kw_only=True):
    """A flag goes up on the staff, or comes down: by whose hand, where it is another's (AWAM 12.4)."""

    rule: ClassVar[str] = "AWAM 12.4"
    side: Annotated[str, OneOf(values=SEATS)]
    down: Switch = False
    by: Perhaps = ""


class Blow(Roll, frozen=True, kw_only=True):
    """A shot or blow of one flagged expedition at another (AWAM 12.4)."""

    rule: ClassVar[str] = "AWAM 12.4"
    side: Annotated[str, OneOf(values=FLAGGED)]
    against: Annotated[str, OneOf(values=FLAGGED)]


class Treaty(Roll, frozen=True, kw_only=True):
    """A leader in contact with the chief asks for the treaty: one try a seat a turn. ``name``: in whose, where El Rampin signs for another."""

    rule: ClassVar[str] = "AWAM 12.4"
    side: Perhaps = ""
    name: Perhaps = ""


class Loss(Roll, frozen=True, kw_only=True):
    """What befell figures of a side, as the report will have it. ``by``: who holds a prisoner (AWAM 6.7, 17.3)."""

    rule: ClassVar[str] = "AWAM 17.3"
    side: Annotated[str, OneOf(values=SEATS)]
    fate: Annotated[str, OneOf(values=FATES)]
    who: Annotated[str, OneOf(values=("figures", *LEADERS))] = "figures"
    figures: Annotated[int, IntRange(low=1, high=MOST_FIGURES)] = 1
    by: Annotated[str, OneOf(values=("", *SEATS, *GROUPS))] = ""


class Count(Roll, frozen=True, kw_only=True):
    """The end of the game, as the table stands: what the companion cannot know (AWAM 12.5, 16, 17).

    Of each seat: strength at the start (0: as the scenario has it) and lost; nobody able left; and, as the scenario asks, whether its private aim is
    fulfilled, figures near the well, points.
    """

    rule: ClassVar[str] = "AWAM 17.2"
    off: Annotated[int, IntRange(low=0, high=2)] = 0
    taken: Annotated[int, IntRange(low=0, high=2)] = 0
    first_points: Score = 0
    first_near: Near = 0
    first_start: Strength = 0
    first_lost: Strength = 0
    first_more: Points = 0
    first_aim: Switch = False
    first_none: Switch = False
    second_points: Score = 0
    second_near: Near = 0
    second_start: Strength = 0
    second_lost: Strength = 0
    second_more: Points = 0
    second_aim: Switch = False
    second_none: Switch = False
    third_points: Score = 0
    third_start: Strength = 0
    third_lost: Strength = 0
    third_more: Points = 0
    third_aim: Switch = False
    third_none: Switch = False
    fourth_points: Score = 0
    fourth_start: Strength = 0
    fourth_lost: Strength = 0
    fourth_more: Points = 0
    fourth_aim: Switch = False
    fourth_none: Switch = False
    fifth_points: Score = 0
    fifth_start: Strength = 0
    fifth_lost: Strength = 0
    fifth_more: Points = 0
    fifth_aim: Switch = False
    fifth_none: Switch = False

    def of(self, seat: Seat, what: str) -> int:
        return int(getattr(self, f"{seat}_{what}", 0))


class Close(Roll, frozen=True, kw_only=True):
    """The umpire's word that the count stands: the game is over (AWAM 17.1)."""

    rule: ClassVar[str] = "AWAM 17.1"


WANTED: Mapping[str, tuple[str, ...]] = {
    "fashoda": ("aim", "none", "lost", "more"),
    "well": ("near", "lost", "none"),
    "ivory": ("none",),
    "": ("start", "lost", "none"),
}
"""What is asked of each seat at the end, by scenario: what it began with, the scenario says itself."""


def asked(table: Table, seats: Sequence[Seat]) -> set[str]:
    """The circumstances of ``Count`` that matter at this table."""
    found = {f"{seat}_{what}" for seat in seats for what in WANTED[table.play]}
    if table.play == "ivory":
        return found | {"off", "taken", f"{ivory.CARAVAN}_lost"}
    if not table.play and len(seats) > 2:
        return found | {f"{seat}_points" for seat in seats}
    return found


@cache
def _brought(play: str, seats: tuple[Seat, ...]) -> World:
    """A scenario as it brings its sides."""
    if play == "fashoda":
        return World(expeditions.built(list(seats), {}))
    return World(setting.from_sheet(play, list(seats), {}).done())


def started(play: str, seats: tuple[Seat, ...]) -> Mapping[Seat, int]:
    """Strength of each side as the scenario brings it (AWAM 15, V38); 0 where that is the players' own."""
    return {seat: scoring.started(_brought(play, seats), seat) if play else 0 for seat in seats}


def squads(play: str, seats: tuple[Seat, ...], otherwise: int) -> dict[Seat, int]:
    """How many squads the scenario gives each side."""
    if not play:
        return dict.fromkeys(seats, otherwise)
    state = _brought(play, seats).state
    return {seat: len({figure.squad for figure in state.of(seat)}) for seat in seats}


# --- What is noted (AWAM 12.4) --------------------------------------------------------------------------------------------


def fault(said: Roll, table: Table) -> Problem | None:
    """What cannot be noted as it stands."""
    match said:
        case Flag(side=side, down=down):
            if down != (side in table.flags):
                return Problem(code="no_such_flag" if down else "flag_flies", rule="AWAM 12.4", place="side")
        case Blow(side=side, against=against):
            if side == against:
                return Problem(code="against_himself", rule="AWAM 12.4", place="against")
        case Treaty(side=side, name=name):
            return _treaty_fault(table, side, name)
        case Loss(fate="freed") as loss:
            if _held(table, loss.side, loss.who) < _figures(loss):
                return Problem(code="not_held", rule="AWAM 6.7", place="fate")
        case Loss(side=side, by=by):
            if side == by:
                return Problem(code="against_himself", rule="AWAM 6.7", place="by")
    return None


def _treaty_fault(table: Table, side: Seat, name: Seat) -> Problem | None:
    if table.treaty:
        return Problem(code="treaty_signed", rule="AWAM 12.4", place="side")
    if side and table.tried.get(side) == table.turn:
        return Problem(code="tried_already", rule="AWAM 12.4", place="side")
    if name and (side != RAMPIN or name == side):
        return Problem(code="not_his_name", rule="AWAM 12.4", place="name")
    return None


def noted(said: Roll, table: Table, throw: Throw) -> Facts:
    """Note it, and say what it means."""
    match said:
        case Flag():
            return _flag(said, table)
        case Blow():
            return {"side": said.side, "against": said.against, **_struck(table, said.side, said.against)}
        case Treaty():
            return _treaty(said, table, throw)
        case Loss():
            return _lost(said, table)
    raise TypeError(type(said).__name__)


def _flag(said: Flag, table: Table) -> Facts:
    if said.down:
        table.flags = [seat for seat in table.flags if seat != said.side]
    else:
        table.flags = [*table.flags, said.side]
    found: Facts = {"side": said.side, "down": said.down, "by": said.by, "flags": list(table.flags)}
    blow = said.down and said.by not in ("", said.side) and {said.by, said.side} <= set(FLAGGED)
    return found | (_struck(table, said.by, said.side) if blow else {})


def _struck(table: Table, author: Seat, victim: Seat) -> Facts:
    """A quarrel begins once for each pair, and costs its author; each turn has one incident of it at most, but a new quarrel is always one."""
    pair = "-".join(sorted((author, victim), key=SEATS.index))
    new = pair not in table.quarrels
    if new:
        table.quarrels = table.quarrels | {pair: author}
    counts = new or table.incident != table.turn
    if counts:
        table.incidents += 1
        table.incident = table.turn
    war = counts and table.incidents == NUMBERS["war_at"]
    return {"quarrel": new, "incidents": table.incidents, "counts": counts, "war": war, "war_at": NUMBERS["war_at"]}


def _treaty(said: Treaty, table: Table, throw: Throw) -> Facts:
    die = throw(1).total
    signed = fashoda.signs(die)
    if said.side:
        table.tried = table.tried | {said.side: table.turn}
    if signed and said.side:
        table.treaty = said.name or said.side
        table.signer = said.side if said.name else ""
    found: Facts = {"die": die, "needed": NUMBERS["treaty_signs"], "signed": signed}
    return found | ({"side": said.side, "name": said.name} if said.side else {})


def _figures(said: Loss) -> int:
    return said.figures if said.who == "figures" else 1


def _lost(said: Loss, table: Table) -> Facts:
    row: dict[str, Json] = {
        "side": said.side,
        "who": said.who,
        "figures": _figures(said),
        "fate": said.fate,
        "by": said.by,
    }
    if said.fate == "freed":
        table.losses = _without(table.losses, said)
    else:
        table.losses = [*table.losses, row]
    return row


def _without(losses: list[dict[str, Json]], said: Loss) -> list[dict[str, Json]]:
    """The prisoners of a side without those that are free again, the last taken first."""
    left, kept = _figures(said), []
    for row in reversed(losses):
        mine = (row["side"], row["who"], row["fate"]) == (said.side, said.who, "captured")
        free = min(left, row["figures"]) if mine and said.by in ("", row["by"]) else 0
        left -= free
        if row["figures"] > free:
            kept.append(row | {"figures": row["figures"] - free})
    return kept[::-1]


def _held(table: Table, side: Seat, who: str) -> int:
    return sum(
        row["figures"] for row in table.losses if (row["side"], row["who"], row["fate"]) == (side, who, "captured")
    )


# --- What it comes to -----------------------------------------------------------------------------------------------------


def public_points(table: Table, seats: Sequence[Seat]) -> dict[Seat, int]:
    """The points of Fashoda that lie open at a table: all but the private aims (AWAM 12.4)."""
    return {
        seat: NUMBERS["head_safe"] * head_safe(table, seat)
        + open_points(
            seat,
            flags=table.flags,
            treaty=table.treaty,
            signer=table.signer,
            quarrels=table.quarrels.values(),
            incidents=table.incidents,
            held=prisoners(table, seat),
        )
        for seat in seats
    }


def head_safe(table: Table, seat: Seat) -> bool:
    """Alive and no prisoner, on the table or off it."""
    return not any(
        (row["side"], row["who"]) == (seat, "head") and row["fate"] in ("dead", "captured") for row in table.losses
    )


def prisoners(table: Table, seat: Seat) -> int:
    """Rival leaders and heads whom a seat holds."""
    return sum(row["by"] == seat and row["fate"] == "captured" and row["who"] in LEADERS for row in table.losses)


def counted(said: Count, table: Table, seats: Sequence[Seat]) -> Facts:
    """The result, by the scenario's rows or points or by losses; it is kept until somebody counts anew."""
    known = started(table.play, tuple(seats))
    starts = {seat: said.of(seat, "start") or known[seat] for seat in seats}
    losses = {
        seat: min(said.of(seat, "lost"), starts[seat]) if starts[seat] else said.of(seat, "lost") for seat in seats
    }
    gone = [seat for seat in seats if said.of(seat, "none")]
    if table.play == "well":
        held = {seat: said.of(seat, "near") for seat in seats}
        found = well.verdict(seats, held, starts, losses, [seat for seat in seats if seat not in gone])
    elif table.play == "ivory":
        found = ivory.verdict(said.off, said.taken, starts[ivory.CARAVAN], losses[ivory.CARAVAN], gone)
    elif not table.play and len(seats) == 2:
        found = scoring.by_share(starts, losses)
    else:
        found = scoring.ranked(_standings(said, table, starts, losses, gone))
    table.counted = found
    table.said = {}
    return {"by": found["by"], "seats": found["seats"], "play": table.play}


def _standings(
    said: Count, table: Table, starts: Mapping[Seat, int], losses: Mapping[Seat, int], gone: Sequence[Seat]
) -> dict[Seat, Standing]:
    seats = list(starts)
    public = public_points(table, seats) if table.play == "fashoda" else dict.fromkeys(seats, 0)
    return {
        seat: Standing(
            points=public[seat]
            + NUMBERS["aim"] * said.of(seat, "aim")
            + said.of(seat, "more")
            + said.of(seat, "points"),
            quarrels=list(table.quarrels.values()).count(seat),
            start=starts[seat],
            lost=losses[seat],
            able=seat not in gone,
        )
        for seat in seats
    }


def outcome(table: Table, seats: Sequence[Seat], note: str) -> Outcome:
    """The battle's end as it was counted, with what was noted of figures and characters."""
    found: Any = table.counted
    assert found is not None
    rows = found["seats"]
    special: dict[str, Json] = {"turns": table.turn, "by": found["by"]}
    special |= {key: {seat: rows[seat][key] for seat in seats} for key in ("rank", "points") if key in rows[seats[0]]}
    return Outcome(
        seats={seat: SeatResult(result=rows[seat]["result"], level=rows[seat]["level"]) for seat in seats},
        notes=note,
        special=special,
        **befell(table, seats),
    )


def befell(table: Table, seats: Sequence[Seat]) -> dict[str, Any]:
    """Units and characters of an outcome: what was noted of each side (AWAM 17.3)."""
    units: dict[Seat, dict[str, UnitResult]] = {}
    characters: dict[Seat, dict[str, CharacterResult]] = {}
    for seat in seats:
        mine = [row for row in table.losses if row["side"] == seat]
        fallen = {
            fate: sum(row["figures"] for row in mine if (row["who"], row["fate"]) == ("figures", fate))
            for fate in FATES
        }
        lost = UnitResult(routed=fallen["fled"], destroyed=fallen["dead"], captured=fallen["captured"])
        if lost != UnitResult():
            units[seat] = {"figures": lost}
        people: dict[str, CharacterResult] = {}
        for row in mine:
            if row["who"] in LEADERS:
                number = sum(key.startswith(row["who"]) for key in people) + 1
                key = row["who"] if number == 1 else f"{row['who']}-{number}"
                people[key] = _person(row["fate"])
        if people:
            characters[seat] = people
    return {"units": units, "characters": characters}


def _person(fate: str) -> CharacterResult:
    match fate:
        case "captured":
            return CharacterResult(fate="captured")
        case "fled":
            return CharacterResult(fate="fled")
    return CharacterResult(fate="felled", wounds=1)


def limit_of(play: str) -> int:
    """The scenario's last turn; 0 where there is none."""
    return SHEETS.scenarios[play].limit if play else 0
