"""Who has won, and what the battle comes to for a campaign (Montjoie 8, 9)."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct, to_builtins

from rulesets.contract import CharacterResult, Outcome, SeatResult, UnitResult
from rulesets.montjoie import conditions, hexes, setting
from rulesets.montjoie.conditions import CountFit, Exited, Fit, LostPoints, LostShare, MoreFit, Out, Taken, TurnEnd
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Figure, Side, State, Wagon

RULE = "Montjoie 9"
type Level = Literal["major", "minor"]


class Ended(Struct, frozen=True, kw_only=True):
    """How it ended. ``winner``: a seat; None is a draw."""

    winner: str | None
    level: Level | None
    by: str


def points_of(one: Figure) -> int:
    """What of a figure's price is lost as it stands: all of the dead, captured and fled, half of the newly wounded (Montjoie 9)."""
    whole = setting.worth(one)
    if one.where in ("dead", "captured") or one.fled:
        return whole
    return one.price // 2 if one.wounded and not one.start_wounded else 0


def lost(state: State, side: Side) -> int:
    return side.penalty + sum(points_of(one) for one in state.of(side.seat))


def is_fit(field: Field, one: Figure) -> bool:
    """Not dead, captured, stunned or fled (Montjoie 8)."""
    if one.where == "map":
        return not one.stunned
    return one.where == "left" and not one.fled


def fit_on_map(field: Field, seat: str) -> list[Figure]:
    return [one for one in field.state.on_map(seat) if one.is_fit and not field.is_animal(one)]


def is_gone(field: Field, seat: str) -> bool:
    """Nobody of that side is fit or stunned on the map (R62)."""
    return not any(not field.is_animal(one) for one in field.state.on_map(seat))


class Judge:
    """The terms as they stand at the end of a player turn. ``alone``: the only side left on the map, for whom more terms hold (R62)."""

    def __init__(self, field: Field, *, turn_end: bool, alone: str) -> None:
        self.field = field
        self.turn_end = turn_end
        self.alone = alone

    def holds(self, term: conditions.Term) -> bool:
        state = self.field.state
        match term:
            case TurnEnd():
                return self.turn_end
            case Exited(thing=thing, edge=edge):
                return self._exited(thing, edge)
            case Fit(figure=key):
                return key in state.figures and is_fit(self.field, state.figures[key])
            case Out(figure=key):
                return key in state.figures and state.figures[key].where in ("dead", "captured")
            case Taken(wagon=key):
                return self._taken(state.wagons.get(key))
            case LostPoints(side=role, least=least):
                return lost(state, state.role(role)) >= least
            case LostShare(side=role, part=part, whole=whole):
                side = state.role(role)
                return lost(state, side) * whole >= part * side.start
            case MoreFit(side=role, spot=spot, reach=reach):
                seat = state.role(role).seat
                return self.alone == seat or self._near(seat, spot, reach) > self._near(state.other(seat), spot, reach)
            case CountFit(side=role, spot=spot, reach=reach, least=least):
                seat = state.role(role).seat
                found = fit_on_map(self.field, seat) if self.alone == seat else ()
                return len(found) >= least or self._near(seat, spot, reach) >= least
        raise AssertionError(term)

    def _near(self, seat: str, spot: str, reach: int) -> int:
        goal = self.field.here.spots.get(spot, ())
        return sum(any(hexes.distance(one.at, hex_) <= reach for hex_ in goal) for one in fit_on_map(self.field, seat))

    def _exited(self, thing: str, edge: str) -> bool:
        state = self.field.state
        wagon = state.wagons.get(thing)
        if wagon is not None:
            if wagon.gone:
                return wagon.edge == edge
            return self.alone == wagon.seat and self._has_animal(wagon)
        one = state.figures.get(thing)
        if one is None:
            return False
        return one.edge == edge or (self.alone == one.seat and one.is_fit)

    def _has_animal(self, wagon: Wagon) -> bool:
        animal = self.field.state.figures.get(wagon.animal)
        return animal is not None and animal.is_fit

    def _taken(self, wagon: Wagon | None) -> bool:
        if wagon is None or (wagon.gone and wagon.edge):
            return False
        state = self.field.state
        enemy = state.other(wagon.seat)
        if self.alone == enemy:
            return True
        on_it = [
            one for one in state.on_map() if one.layer == "bed" and one.at in (wagon.front, wagon.rear) and one.is_fit
        ]
        return any(one.seat == enemy for one in on_it) and not any(one.seat == wagon.seat for one in on_it)


def judge(field: Field) -> None:
    """At the end of every player turn: the first row whose terms all hold decides (Montjoie 8)."""
    state = field.state
    gone = [side.seat for side in state.sides if is_gone(field, side.seat)]
    empty = bool(gone) and field.readings["end.empty"] == "ends"
    last = state.count % 2 == 0 and state.turn >= state.limit
    alone = ""
    if empty and len(gone) == 1 and fit_on_map(field, state.other(gone[0])):
        alone = state.other(gone[0])
    ended = _by_rows(field, Judge(field, turn_end=last or empty, alone=alone))
    if ended is None and (last or empty):
        ended = by_points(field)
    if ended is not None:
        close(field, ended)


def _by_rows(field: Field, judge_: Judge) -> Ended | None:
    state = field.state
    for row in conditions.rows(state.victory):
        if all(judge_.holds(term) for term in row.terms):
            winner = None if row.winner is None else state.role(row.winner).seat
            level: Level | None = None if row.level == "draw" else "major" if row.level == "major" else "minor"
            return Ended(winner=winner, level=level, by="objective")
    return None


def by_points(field: Field) -> Ended:
    """Without an objective: a major win over an enemy with a quarter of his points left, a minor one over a quarter lost (Montjoie 9)."""
    state, number = field.state, field.tables.number
    figures = {side.seat: (side.start, lost(state, side)) for side in state.sides}

    def major(seat: str) -> bool:
        start, gone = figures[state.other(seat)]
        return 100 * (start - gone) <= number["major_left"] * start

    def minor(seat: str) -> bool:
        start, gone = figures[state.other(seat)]
        return 100 * gone >= number["minor_lost"] * start and gone > figures[seat][1]

    majors = [side.seat for side in state.sides if major(side.seat)]
    if len(majors) == 1:
        return Ended(winner=majors[0], level="major", by="points")
    minors = [side.seat for side in state.sides if minor(side.seat)]
    if not majors and len(minors) == 1:
        return Ended(winner=minors[0], level="minor", by="points")
    return Ended(winner=None, level=None, by="points")


def concede(field: Field) -> None:
    state = field.state
    loser = next(side for side in state.sides if side.conceded)
    close(field, Ended(winner=state.other(loser.seat), level="minor", by="conceded"))


def close(field: Field, ended: Ended) -> None:
    """Whoever lies stunned or wounded in the enemy's hands is captured; the outcome is written down (Montjoie 9)."""
    state = field.state
    state.stack, state.mover = [], ""
    holder = _holder(field, ended)
    captured = [one for one in list(state.on_map()) if _falls_into_hands(field, one, ended, holder)]
    for one in captured:
        one.where, one.at = "captured", ""
        field.tell("captured_at_end", RULE, figure=one.id)
    for one in state.on_map():
        one.stunned = False
    state.phase = "over"
    told = result(field, ended)
    state.outcome = to_builtins(told)
    field.tell("over", RULE, winner=ended.winner, level=ended.level, by=ended.by)


def _holder(field: Field, ended: Ended) -> str | None:
    """Who holds the field: the only side with fit figures on the map, else the winner."""
    standing = [side.seat for side in field.state.sides if fit_on_map(field, side.seat)]
    return standing[0] if len(standing) == 1 else ended.winner


def _falls_into_hands(field: Field, one: Figure, ended: Ended, holder: str | None) -> bool:
    if field.is_animal(one):
        return False
    if one.stunned:
        return holder is not None and holder != one.seat
    beaten = ended.winner is not None and ended.winner != one.seat and ended.level == "major"
    if not one.wounded or not beaten:
        return False
    near = [
        other
        for other in field.state.on_map()
        if other is not one and other.is_fit and not field.is_animal(other) and field.distance(one, other) <= 1
    ]
    return any(other.seat != one.seat for other in near) and not any(other.seat == one.seat for other in near)


def fate_of(one: Figure) -> str:
    if one.where in ("dead", "captured"):
        return one.where
    if one.fled:
        return "fled"
    return "wounded" if one.wounded else "unhurt"


def result(field: Field, ended: Ended) -> Outcome:
    """The outcome by ids: units of the forces, characters, and the result object of the rules (Montjoie 9)."""
    state = field.state
    seats = {side.seat: _seat_result(side.seat, ended) for side in state.sides}
    return Outcome(
        seats=seats,
        units={side.seat: dict(_units(field, side.seat)) for side in state.sides},
        characters={side.seat: dict(_characters(field, side.seat)) for side in state.sides},
        special={
            "ruleset": "montjoie",
            "scenario": state.scenario,
            "turns": state.turn,
            "scores": {side.seat: lost(state, state.side(state.other(side.seat))) for side in state.sides},
            "winner": None if ended.winner is None else state.side(ended.winner).role,
            "level": ended.level or "draw",
            "by": ended.by,
            "sides": {side.role: _side_result(field, side) for side in state.sides},
        },
    )


def _seat_result(seat: str, ended: Ended) -> SeatResult:
    if ended.winner is None:
        return SeatResult(result="draw")
    return SeatResult(result="win" if seat == ended.winner else "loss", level=ended.level)


def _side_result(field: Field, side: Side) -> dict[str, Any]:
    told: dict[str, Any] = {"start": side.start, "lost": lost(field.state, side)}
    for word in ("dead", "wounded", "captured", "fled", "unhurt"):
        told[word] = [one.id for one in field.state.of(side.seat) if not field.is_animal(one) and fate_of(one) == word]
    return told


def _units(field: Field, seat: str) -> Iterator[tuple[str, UnitResult]]:
    keys = sorted({one.unit for one in field.state.of(seat) if one.unit})
    for key in keys:
        figures = [one for one in field.state.of(seat) if one.unit == key]
        yield (
            key,
            UnitResult(
                routed=sum(one.fled for one in figures),
                destroyed=sum(one.where == "dead" for one in figures),
                captured=sum(one.where == "captured" for one in figures),
            ),
        )


def _characters(field: Field, seat: str) -> Iterator[tuple[str, CharacterResult]]:
    for one in field.state.of(seat):
        if one.unit or field.is_animal(one):
            continue
        fate = fate_of(one)
        word: Literal["unhurt", "felled", "fled", "captured"] = "unhurt"
        if fate in ("dead", "wounded"):
            word = "felled" if fate == "dead" or not one.start_wounded else "unhurt"
        elif fate == "captured":
            word = "captured"
        elif fate == "fled":
            word = "fled"
        yield (
            one.person or one.id,
            CharacterResult(fate=word, wounds=int(one.wounded and not one.start_wounded), deeds=one.deeds),
        )
