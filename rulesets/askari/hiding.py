"""What a seat may see, and other states that it cannot tell from the true one (Askari F, H45).

How many units hide or wait is open, not which or where.
"""

from typing import Any

import msgspec

from rulesets.askari import setting
from rulesets.askari.field import Field
from rulesets.askari.state import State, Unit, encoded
from rulesets.dice import Dice
from rulesets.vocabulary import Json, Seat

UNSEEN = ("waiting", "reserve", "hidden")
MOVING_PARTS = (
    "figures",
    "facing",
    "ranks",
    "loose",
    "order",
    "spring",
    "spent",
    "at_start",
    "joined",
    "acted",
    "where",
    "starting",
)
"""What would tell one unseen unit from another."""


def shown(state: State, seat: Seat | None) -> dict[str, Json]:
    """A state as that seat sees it; None for a spectator."""
    data: dict[str, Any] = encoded(state)
    data["unseen"] = {}
    for side in state.sides:
        if side.seat == seat:
            continue
        counts = {where: sum(unit.where == where for unit in state.of(side.seat)) for where in UNSEEN}
        data["unseen"][side.seat] = counts
        for unit in state.of(side.seat):
            if unit.where in UNSEEN:
                row = data["units"][unit.id]
                for part in MOVING_PARTS:
                    row.pop(part, None)
                row["where"] = "unseen"
    data["wants"] = [want for want in data.get("wants", []) if want["seat"] == seat or not _names_unseen(state, want)]
    now = data.get("now", {})
    if now.get("arriving") and state.units[now["arriving"]].seat != seat:
        data["now"] = {**now, "arriving": ""}
    return data


def _names_unseen(state: State, want: dict[str, Any]) -> bool:
    """A question whose words name what is not on the table."""
    return want["prompt"] in ("deploy", "place")


def resampled(state: State, seat: Seat | None, dice: Dice) -> State:
    """The other side's unseen units dealt anew: the same numbers hide and wait."""
    like = msgspec.convert(msgspec.to_builtins(state), State)
    like.units = {key: like.units[key] for key in sorted(like.units)}
    for side in like.sides:
        if side.seat != seat:
            _deal(like, side.seat, dice)
    return like


def _deal(state: State, seat: Seat, dice: Dice) -> None:
    """Swap the places of units that are alike to an enemy: hidden ones among themselves, where each fits."""
    field = Field(state)
    hidden = [unit for unit in state.of(seat) if unit.where == "hidden" and not unit.joined and unit.kind == "unit"]
    waiting = [unit for unit in state.of(seat) if unit.where == "reserve" and not unit.joined and unit.kind == "unit"]
    for unit in hidden:
        spots = []
        for spot in setting.spots(field, unit, hide=True):
            spots.append(spot)
            if len(spots) == 8:
                break
        if spots:
            chosen = spots[int(dice.pick([str(number) for number in range(len(spots))], ("resample", unit.id)))]
            setting.put(field, unit, *chosen, where="hidden")
    for number, unit in enumerate(waiting):
        if number < len(hidden) and dice.roll(1, 2, ("swap", unit.id)).total == 1:
            _swap(field, hidden[number], unit)


def _swap(field: Field, lying: Unit, waiting: Unit) -> None:
    if "tried" in waiting.spent or lying.order:
        return
    spot = next(setting.spots(field, waiting, hide=True), None)
    if spot is None:
        return
    lying.where = "reserve"
    setting.put(field, waiting, *spot, where="hidden")
    waiting.spring, lying.spring = lying.spring, 0
