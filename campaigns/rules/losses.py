"""Points of troops lost to an event or a punishment: who gives up which figures [R 15]."""

from collections.abc import Callable, Mapping
from heapq import heapify, heappop, heapreplace

import msgspec
from msgspec import Struct

from campaigns.rules.state import Side, State, Unit
from campaigns.rules.work import Work
from rulesets.contract import Problem

RULE = "Hispania 8, R15"


class Due(Struct, frozen=True, kw_only=True):
    """Points due from one side in troops of one kind. Empty ``arms``: any arm."""

    side: Side
    amount: int
    arms: tuple[str, ...] = ()
    natives: bool = False

    @property
    def key(self) -> str:
        return f"lose:{self.side}:{','.join(self.arms)}:{int(self.natives)}"


def concerned(units: Mapping[str, Unit], due: Due) -> list[Unit]:
    """Units that may pay: of the named arms, native if natives are meant, with somebody left."""
    return [
        u for u in units.values() if u.figures and (not due.arms or u.arm in due.arms) and (u.native or not due.natives)
    ]


def by_program(units: Mapping[str, Unit], due: Due, keep: int) -> dict[str, int]:
    """Cheapest figures first, each from the largest unit, units kept at ``keep`` or more while that can be."""
    able = [unit for unit in concerned(units, due) if unit.points]  # figures worth nothing can pay nothing
    taken: dict[str, int] = {}
    points = 0
    for least in (keep, 0):
        pool = [(u.points, taken.get(u.id, 0) - u.figures, place, u.id) for place, u in enumerate(able)]
        pool = [one for one in pool if -one[1] > least]
        heapify(pool)
        while pool and points < due.amount:
            price, left, place, key = pool[0]
            taken[key] = taken.get(key, 0) + 1
            points += price
            if -left - 1 > least:
                heapreplace(pool, (price, left + 1, place, key))
            else:
                heappop(pool)
    return taken


def check(units: Mapping[str, Unit], due: Due, figures: Mapping[str, int]) -> Problem | None:
    """The owner picks figures until their points reach the amount, or no such troops remain; no more than that."""
    able = {unit.id: unit for unit in concerned(units, due)}
    for key, count in figures.items():
        place = f"figures.{key}"
        if key not in able:
            return Problem(code="not_concerned", place=place, data={"id": key}, rule=RULE)
        if not 0 < count <= able[key].figures:
            data = {"unit": able[key].name, "figures": able[key].figures, "lost": count}
            return Problem(code="too_many_lost", place=place, data=data, rule=RULE)
    points = sum(able[key].points * count for key, count in figures.items())
    everything = sum(unit.points * unit.figures for unit in able.values())
    if points < min(due.amount, everything):
        return Problem(code="too_few_points", place="figures", data={"points": points, "needed": due.amount}, rule=RULE)
    dearest = max((able[key].points for key in figures), default=0)
    if points and points - dearest >= due.amount:
        return Problem(
            code="too_many_points", place="figures", data={"points": points, "needed": due.amount}, rule=RULE
        )
    return None


def collect(work: Work, dues: list[Due], told: Callable[[Due, dict[str, int], int], None]) -> None:
    """Have every due answered by its owner, then take them all in one step and look at the lead once."""
    answers: list[tuple[Due, dict[str, int]]] = []
    for due in dues:
        able = concerned(work.state.units[due.side], due)
        if due.amount <= 0 or not able:
            answers.append((due, {}))
            continue
        data = {"amount": due.amount, "arms": list(due.arms), "natives": due.natives}
        figures = work.answer(due.key, due.side, "lose_points", **data)
        answers.append(
            (due, by_program(work.state.units[due.side], due, work.pack.recovery.floor) if figures is None else figures)
        )
    for due, figures in answers:
        points = 0
        for key, count in figures.items():
            unit = work.state.units[due.side][key]
            points += unit.points * count
            work.put_unit(due.side, msgspec.structs.replace(unit, figures=unit.figures - count))
        told(due, figures, points)
    work.rosters_changed()


def due_of(state: State, side: Side, key: str) -> Due | None:
    """The due that a pending question of this key asks for."""
    for ask in state.pending:
        if ask.seat == side and ask.data.get("key") == key and ask.prompt == "lose_points":
            data = ask.data
            return Due(side=side, amount=data["amount"], arms=tuple(data["arms"]), natives=data["natives"])
    return None
