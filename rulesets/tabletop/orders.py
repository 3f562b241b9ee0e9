"""What can be said of a battle on a real table: the report, its answer, and what makes one impossible."""

import re
from typing import Literal

import msgspec
from msgspec import Struct

from rulesets.contract import (
    Action,
    CharacterResult,
    Choice,
    Domain,
    Each,
    Group,
    IntRange,
    Json,
    OneOf,
    Outcome,
    Problem,
    Records,
    Row,
    Seat,
    SeatResult,
    Subset,
    Text,
    UnitResult,
)
from rulesets.tabletop.state import ForceState, State, other, rules_of
from rulesets.verdict import Facts, objections

RULE = "Hispania 4"
NOTE_LENGTH = 2000
REASON_LENGTH = 500
MOST_TURNS = 99
MOST_BREAK_POINTS = 99_999
DRAW = "draw"


class Loss(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Figures of one unit that left the table. Figures still fleeing on the table are not losses."""

    seat: Seat
    unit: str
    routed: int = 0
    destroyed: int = 0


class Felled(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``captured``: he was taken alive, as only a battle of single figures can say."""

    seat: Seat
    character: str
    captured: bool = False


class Deeds(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    seat: Seat
    character: str
    count: int = 1


class Report(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a battle went, in the words of one side.

    Break points come per seat as (starting, lost), or, where every unit of the seat has its worth entered, as ``units_broken``: the
    units that count as lost for the level of victory (also those still fleeing at the end). ``lowest`` is the fewest points a seat
    had at any time, where the table keeps a track that can rise again.
    """

    winner: str
    level: Literal["major", "minor"] | None = None
    withdrew: Seat | None = None
    village_destroyed: bool = False
    break_points: dict[Seat, tuple[int, int]] = {}
    units_broken: dict[Seat, tuple[str, ...]] = {}
    lowest: dict[Seat, int] = {}
    turns: int | None = None
    first_broken: Seat | None = None
    generals: dict[Seat, str] = {}
    losses: tuple[Loss, ...] = ()
    felled: tuple[Felled, ...] = ()
    deeds: tuple[Deeds, ...] = ()
    guns: dict[Seat, tuple[str, ...]] = {}
    """Guns that each seat took from the other."""
    note: str = ""


class Confirmation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Nothing to add."""


class Dispute(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    reason: str
    report: Report | None = None


class Ruling(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    reason: str
    report: Report


SHAPES: dict[str, type[Struct]] = {
    "report": Report,
    "amend": Report,
    "confirm": Confirmation,
    "dispute": Dispute,
    "rule": Ruling,
}


def read(action: Action) -> Struct | Problem:
    """The action's arguments as a value of its kind, or where they are not of that shape."""
    shape = SHAPES.get(action.kind)
    if shape is None:
        return Problem(code="unknown_action", data={"kind": str(action.kind)[:80]})
    try:
        value: Struct = msgspec.convert(action.arguments, shape)
    except msgspec.ValidationError as error:
        return _malformed(str(error))
    return value


def _malformed(message: str) -> Problem:
    """The decoder names the place as a path (``$.losses[0].routed``); it becomes the problem's place."""
    what, _at, path = message.partition(" - at `")
    field = re.search(r"field `([^`]*)`", what)
    place = path.rstrip("`").removeprefix("key` in `").removeprefix("$").lstrip(".")
    if field:
        place = f"{place}.{field[1]}".lstrip(".")
    return Problem(code="malformed", data={"place": place or "?"}, place=place)


# --- Judging a report -------------------------------------------------------------------------------


def facts_of(state: State, report: Report) -> Facts:
    """What the report says about victory. Units named as broken are added up."""
    points = dict(report.break_points)
    for seat, names in report.units_broken.items():
        units = state["forces"][seat]["units"]
        worth = {name: unit["break_points"] or 0 for name, unit in units.items()}
        points[seat] = (sum(worth.values()), sum(worth[name] for name in names))
    first, second = state["seats"]
    return Facts(
        seats=(first, second),
        break_points=points,
        withdrew=report.withdrew,
        turns=report.turns,
        first_broken=report.first_broken,
        objective=state["objective"],
        attacker=state["roles"].get("attacker"),
        defender=state["roles"].get("defender"),
        village_destroyed=report.village_destroyed,
    )


def check_report(state: State, report: Report) -> Problem | None:
    """The first thing that makes this report impossible, or None."""
    return (
        _check_texts(report)
        or _check_losses(state, report)
        or _check_characters(state, report)
        or _check_guns(state, report)
        or _check_units_broken(state, report)
        or _check_victory(state, report)
        or _check_lowest(state, report)
    )


def _check_texts(report: Report) -> Problem | None:
    if len(report.note) > NOTE_LENGTH:
        return Problem(code="note_too_long", data={"longest": NOTE_LENGTH, "length": len(report.note)}, place="note")
    return None


def _force(state: State, seat: Seat) -> ForceState | None:
    return state["forces"].get(seat)


def _no_seat(state: State, seat: Seat, place: str) -> Problem:
    return Problem(code="unknown_seat", data={"seat": seat[:80], "seats": state["seats"]}, place=place)


def _check_losses(state: State, report: Report) -> Problem | None:
    seen: set[tuple[Seat, str]] = set()
    for number, loss in enumerate(report.losses):
        place = f"losses[{number}]"
        force = _force(state, loss.seat)
        if force is None:
            return _no_seat(state, loss.seat, f"{place}.seat")
        unit = force["units"].get(loss.unit)
        if unit is None:
            return Problem(code="unit_not_there", data={"seat": loss.seat, "unit": loss.unit[:80]}, place=place)
        if (loss.seat, loss.unit) in seen:
            return Problem(code="unit_twice", data={"seat": loss.seat, "unit": unit["name"]}, place=place)
        seen.add((loss.seat, loss.unit))
        lost = loss.routed + loss.destroyed
        if loss.routed < 0 or loss.destroyed < 0:
            return Problem(code="negative_losses", data={"seat": loss.seat, "unit": unit["name"]}, place=place)
        if lost > unit["figures"]:
            data = {"seat": loss.seat, "unit": unit["name"], "figures": unit["figures"], "lost": lost}
            return Problem(code="more_lost_than_figures", data=data, place=place)
    return None


def _character_at(state: State, seat: Seat, character: str, place: str) -> Problem | None:
    force = _force(state, seat)
    if force is None:
        return _no_seat(state, seat, place)
    if character not in force["characters"]:
        return Problem(code="character_not_there", data={"seat": seat, "character": character[:80]}, place=place)
    return None


def _check_characters(state: State, report: Report) -> Problem | None:
    for seat, general in report.generals.items():
        problem = _character_at(state, seat, general, f"generals.{seat[:80]}")
        if problem:
            return problem
    named = {"felled": [(one.seat, one.character, 1) for one in report.felled]}
    named["deeds"] = [(one.seat, one.character, one.count) for one in report.deeds]
    for kind, rows in named.items():
        seen: set[tuple[Seat, str]] = set()
        for number, (seat, character, count) in enumerate(rows):
            place = f"{kind}[{number}]"
            problem = _character_at(state, seat, character, place)
            if problem:
                return problem
            name = state["forces"][seat]["characters"][character]["name"]
            if (seat, character) in seen:
                return Problem(code=f"{kind}_twice", data={"seat": seat, "character": name}, place=place)
            seen.add((seat, character))
            if not 1 <= count <= 99:
                return Problem(code="deeds_out_of_range", data={"character": name, "count": count}, place=place)
    return None


def _check_units_broken(state: State, report: Report) -> Problem | None:
    for seat, names in report.units_broken.items():
        place = f"units_broken.{seat[:80]}"
        force = _force(state, seat)
        if force is None:
            return _no_seat(state, seat, place)
        if seat in report.break_points:
            return Problem(code="break_points_twice", data={"seat": seat}, rule=RULE, place=place)
        if not may_name_units(force):
            return Problem(code="units_without_worth", data={"seat": seat}, rule=RULE, place=place)
        for number, name in enumerate(names):
            if name not in force["units"]:
                data = {"seat": seat, "unit": name[:80]}
                return Problem(code="unit_not_there", data=data, place=f"{place}[{number}]")
            if name in names[:number]:
                data = {"seat": seat, "unit": force["units"][name]["name"]}
                return Problem(code="unit_twice", data=data, place=f"{place}[{number}]")
    return None


def may_name_units(force: ForceState) -> bool:
    """Whether the break points of a force can be counted from its units."""
    units = force["units"].values()
    return bool(units) and all(unit["break_points"] is not None for unit in units)


def _check_victory(state: State, report: Report) -> Problem | None:
    if report.turns is not None and report.turns > MOST_TURNS:
        return Problem(code="turns_too_many", data={"turns": report.turns, "most": MOST_TURNS}, place="turns")
    for seat, (start, _lost) in report.break_points.items():
        if start > MOST_BREAK_POINTS:
            data = {"seat": seat[:80], "start": start, "most": MOST_BREAK_POINTS}
            return Problem(code="break_points_too_many", data=data, place=f"break_points.{seat[:80]}")
    winner = None if report.winner == DRAW else report.winner
    found = objections(facts_of(state, report), winner, report.level, rules_of(state))
    return _at_home(found[0]) if found else None


def _at_home(problem: Problem) -> Problem:
    """The same problem, placed in the report instead of in the battle."""
    return msgspec.structs.replace(problem, place=problem.place.removeprefix("battle."))


def _check_guns(state: State, report: Report) -> Problem | None:
    """What is taken was the other's, and a gun."""
    for seat, taken in report.guns.items():
        place = f"guns.{seat[:80]}"
        if seat not in state["seats"]:
            return _no_seat(state, seat, place)
        enemy = other(state, seat)
        for number, key in enumerate(taken):
            if key not in state.get("guns", {}).get(enemy, ()):
                data = {"seat": enemy, "unit": key[:80]}
                return Problem(code="unit_not_there", data=data, place=f"{place}[{number}]")
            if key in taken[:number]:
                data = {"seat": enemy, "unit": state["forces"][enemy]["units"][key]["name"]}
                return Problem(code="unit_twice", data=data, place=f"{place}[{number}]")
    return None


def _check_lowest(state: State, report: Report) -> Problem | None:
    points = facts_of(state, report).break_points if report.lowest else {}
    for seat, low in report.lowest.items():
        place = f"lowest.{seat[:80]}"
        if _force(state, seat) is None:
            return _no_seat(state, seat, place)
        if seat not in points:
            return Problem(code="lowest_without_break_points", data={"seat": seat}, place=place)
        start, lost = points[seat]
        if not 0 <= low <= start - lost:
            return Problem(
                code="lowest_above_the_end", data={"seat": seat, "low": low, "left": start - lost}, place=place
            )
    return None


# --- From a report to an outcome --------------------------------------------------------------------


def outcome_of(state: State, report: Report) -> Outcome:
    """What the battle hands on, once a report stands."""
    units: dict[Seat, dict[str, UnitResult]] = {seat: {} for seat in state["seats"]}
    for loss in report.losses:
        if loss.routed or loss.destroyed:
            units[loss.seat][loss.unit] = UnitResult(routed=loss.routed, destroyed=loss.destroyed)
    return Outcome(
        seats={seat: _result(report, seat) for seat in state["seats"]},
        units=units,
        characters=_characters(state, report),
        commanders=dict(report.generals),
        withdrew=report.withdrew,
        guns_taken={seat: keys for seat, keys in report.guns.items() if keys},
        special=_special(state, report),
        notes=report.note,
    )


def _result(report: Report, seat: Seat) -> SeatResult:
    if report.winner == DRAW:
        return SeatResult(result="draw")
    return SeatResult(result="win" if report.winner == seat else "loss", level=report.level)


def _characters(state: State, report: Report) -> dict[Seat, dict[str, CharacterResult]]:
    felled = {(one.seat, one.character): "captured" if one.captured else "felled" for one in report.felled}
    deeds = {(one.seat, one.character): one.count for one in report.deeds}
    told: dict[Seat, dict[str, CharacterResult]] = {seat: {} for seat in state["seats"]}
    for seat, character in sorted(felled.keys() | deeds.keys()):
        told[seat][character] = CharacterResult(
            fate=felled.get((seat, character), "unhurt"),  # type: ignore[arg-type]
            deeds=deeds.get((seat, character), 0),
        )
    return told


def _special(state: State, report: Report) -> dict[str, Json]:
    facts = facts_of(state, report)
    told: dict[str, Json] = {
        "village_destroyed": report.village_destroyed,
        "break_points": {seat: list(points) for seat, points in facts.break_points.items()},
        "units_broken": {seat: list(names) for seat, names in report.units_broken.items()},
        "lowest": dict(report.lowest),
        "turns": report.turns,
        "first_broken": report.first_broken,
    }
    return {key: value for key, value in told.items() if value}


# --- The form of a report ---------------------------------------------------------------------------


def report_fields(state: State) -> dict[str, Domain]:
    """Every argument of a report, with its domain."""
    seats = tuple(state["seats"])
    units = tuple(sorted({unit for force in state["forces"].values() for unit in force["units"]}))
    characters = tuple(sorted({name for force in state["forces"].values() for name in force["characters"]}))
    most = max((unit["figures"] for force in state["forces"].values() for unit in force["units"].values()), default=0)
    countable = tuple(seat for seat in seats if may_name_units(state["forces"][seat]))
    seat, unit, figures = OneOf(values=seats), OneOf(values=units), IntRange(low=0, high=most)
    person = OneOf(values=characters)
    points = IntRange(low=0, high=MOST_BREAK_POINTS)
    everybody = sum(len(force["characters"]) for force in state["forces"].values())
    fields: dict[str, Domain] = {
        "winner": OneOf(values=(*seats, DRAW)),
        "level": OneOf(values=("major", "minor")),
        "withdrew": seat,
        "break_points": Each(
            keys=seats, value=Row(values=(IntRange(low=1, high=MOST_BREAK_POINTS), points)), whole=True
        ),
        "lowest": Each(keys=seats, value=points),
        "turns": IntRange(low=1, high=MOST_TURNS),
        "first_broken": seat,
        "note": Text(longest=NOTE_LENGTH),
    }
    if state["objective"] == "village":
        fields["village_destroyed"] = OneOf(values=(False, True))
    if countable:
        fields["units_broken"] = Each(keys=countable, value=Subset(values=units))
    if units:
        row: dict[str, Domain] = {"seat": seat, "unit": unit, "routed": figures, "destroyed": figures}
        fields["losses"] = Records(fields=row, most=sum(len(force["units"]) for force in state["forces"].values()))
    if guns := state.get("guns"):
        takers = {other(state, seat): tuple(keys) for seat, keys in guns.items() if keys}
        every = tuple(sorted({key for keys in takers.values() for key in keys}))
        fields["guns"] = Each(keys=tuple(sorted(takers)), value=Subset(values=every))
    if characters:
        fields["generals"] = Each(keys=seats, value=person)
        fields["felled"] = Records(fields={"seat": seat, "character": person}, most=everybody)
        count = IntRange(low=1, high=99)
        fields["deeds"] = Records(fields={"seat": seat, "character": person, "count": count}, most=everybody)
    return fields


def choices(state: State, kinds: tuple[str, ...]) -> list[Choice]:
    """The forms of these kinds of action, in this order."""
    return [_choice(state, kind) for kind in kinds]


def _choice(state: State, kind: str) -> Choice:
    if kind == "confirm":
        return Choice(kind=kind)
    fields = report_fields(state)
    parts = tuple(name for name in fields if name != "winner")
    if kind in ("report", "amend"):
        return Choice(kind=kind, arguments=fields, optional=parts, exact=False)
    whole = Group(fields=fields, optional=parts)
    arguments: dict[str, Domain] = {"reason": Text(longest=REASON_LENGTH), "report": whole}
    return Choice(kind=kind, arguments=arguments, optional=("report",) if kind == "dispute" else (), exact=False)
