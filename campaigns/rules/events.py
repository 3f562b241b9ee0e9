"""Both sides roll on their own event table each year (Hispania 8)."""

from collections.abc import Callable
from itertools import chain, count
from typing import Any

from campaigns.rules import losses
from campaigns.rules.effects import (
    AnyEffect,
    DoubleVP,
    Effect,
    EndWar,
    ForbidRoll,
    GainVP,
    Garrison,
    Immune,
    LosePoints,
    LoseVP,
    ModifyRoll,
    MustAct,
    OrderHome,
    RecallGeneral,
    Reroll,
)
from campaigns.rules.fates import general_of
from campaigns.rules.losses import Due
from campaigns.rules.names import LONGEST
from campaigns.rules.state import Character, Side, Task
from campaigns.rules.work import Work
from rulesets.dice import Rolled

RULE = "Hispania 8"
TENS = ("", "X", "X" * 2, "X" * 3, "XL", "L", "LX", "LXX", "L" + "X" * 3, "XC")
ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
NUMERALS = tuple(ten + one for ten in TENS for one in ONES)[1:]
WITH_AMOUNT = (GainVP, LoseVP, LosePoints)
LONGEST_NUMERAL = max(map(len, NUMERALS))


def roll_event(work: Work, task: Task) -> None:
    """2d6 on one's own table; nothing modifies it. Effects wait until both have rolled [R 7]."""
    rolled = work.roll(2, 6, "event", task.side, owner=task.side)
    work.state.now.events = {**work.state.now.events, task.side: rolled.total}
    work.tell("event", RULE, rolls=(rolled,), side=task.side, total=rolled.total)


def begin_effects(work: Work, task: Task) -> None:
    """Who comes first [R 7]."""
    order = list(work.sides)
    if work.readings["event_order"] == "fewer_vp_first":
        order.sort(key=work.total)
    work.push(*(Task(do="row", side=side) for side in order))


def open_row(work: Work, task: Task) -> None:
    """Judge the conditions of a row together, then work its effects out one by one."""
    effects = _effects(work, task.side)
    tasks = [
        Task(do="effect", side=task.side, n=n)
        for n, effect in enumerate(effects)
        if effect.then or _holds(work, task.side, effect)
    ]
    if not tasks:
        work.tell("event_nothing", RULE, side=task.side, total=work.state.now.events[task.side])
    work.push(*tasks)


def _effects(work: Work, side: Side) -> tuple[AnyEffect, ...]:
    return work.pack.event_by_total[side][work.state.now.events[side]].effects


def _holds(work: Work, side: Side, effect: AnyEffect) -> bool:
    if effect.reading and work.readings[effect.reading] != effect.reading_is:
        return False
    lead = work.lead(side)
    above = effect.lead_min is None or lead >= effect.lead_min
    return above and (effect.lead_max is None or lead <= effect.lead_max)


def work_effect(work: Work, task: Task) -> None:
    effect = _effects(work, task.side)[task.n]
    if effect.then and not _holds(work, task.side, effect):
        return
    HANDLERS[type(effect)](work, task.side, effect)


def whose(work: Work, side: Side, effect: AnyEffect) -> list[Side]:
    match getattr(effect, "whose", "self"):
        case "self":
            return [side]
        case "enemy":
            return [work.enemy(side)]
        case "both":
            return list(work.sides)
        case _:
            return [one for one in work.sides if work.lead(one) < 0]


# --- One handler for each word of the vocabulary ------------------------------------------------------


def _amount(work: Work, side: Side, effect: GainVP | LoseVP | LosePoints) -> tuple[int, tuple[Rolled, ...]]:
    """A number, or dice; where a row of a club's own asks for several, each is a roll of its own."""
    before = [one for one in _effects(work, side) if isinstance(one, WITH_AMOUNT) and "d" in one.amount]
    place = next((index for index, one in enumerate(before) if one is effect), 0)
    return work.amount(effect.amount, side, *((str(place + 1),) if place else ()))


def _vp(work: Work, side: Side, effect: GainVP | LoseVP) -> None:
    sign = 1 if isinstance(effect, GainVP) else -1
    sides = whose(work, side, effect)
    if not sides:
        work.tell("event_nothing", RULE, side=side, total=work.state.now.events[side])
        return
    amount, rolls = _amount(work, side, effect)
    for one in sides:
        work.score(one, sign * amount, source="event", rule=RULE, rolls=rolls, reason="event", check=False)
    work.check_lead()


def _lose_points(work: Work, side: Side, effect: LosePoints) -> None:
    amount, rolls = _amount(work, side, effect)
    dues = []
    for one in whose(work, side, effect):
        due = _share_of(work, one, amount, effect)
        kinds: list[tuple[str, ...]] = [(arm,) for arm in effect.arms] or [()]
        dues += [Due(side=one, amount=due, arms=arms) for arms in kinds]
    readings = (effect.tie_reading,) if effect.tie_reading and work.lead(side) == 0 else ()

    def told(due: Due, figures: dict[str, int], points: int) -> None:
        work.tell(
            "points_lost",
            "Hispania 8, R15",
            rolls=rolls,
            readings=readings,
            side=due.side,
            amount=due.amount,
            points=points,
            figures=figures,
            arms=list(due.arms),
        )

    losses.collect(work, dues, told)


def _share_of(work: Work, side: Side, amount: int, effect: LosePoints) -> int:
    """A hard winter spares whoever is ahead half of it [R 8]."""
    if not effect.ahead_loses_half:
        return amount
    lead = work.lead(side)
    if lead == 0:
        return {"half": amount // 2, "all": amount, "none": 0}[work.readings[effect.tie_reading]]
    return amount // 2 if lead > 0 else amount


def _forbid_roll(work: Work, side: Side, effect: ForbidRoll) -> None:
    readings = (effect.reading,) if effect.reading else ()
    for one in whose(work, side, effect):
        work.state.now.forbidden = (*work.state.now.forbidden, f"{one}.{effect.roll}")
        work.tell("roll_forbidden", RULE, readings=readings, side=one, roll=effect.roll)


def _modify_roll(work: Work, side: Side, effect: ModifyRoll) -> None:
    state = work.state
    for one in whose(work, side, effect):
        key, flag = f"{one}.{effect.roll}", f"{one}.{effect.roll}{effect.amount:+d}"
        if effect.lasts == "this_year":
            state.now.modifiers = {**state.now.modifiers, key: state.now.modifiers.get(key, 0) + effect.amount}
        elif effect.lasts == "next_year":
            state.coming = (*state.coming, flag)
        elif flag not in state.lasting:
            state.lasting = (*state.lasting, flag)
        readings = (effect.reading,) if effect.reading else ()
        work.tell(
            "roll_modified",
            RULE,
            readings=readings,
            side=one,
            roll=effect.roll,
            amount=effect.amount,
            lasts=effect.lasts,
        )


def _immune(work: Work, side: Side, effect: Immune) -> None:
    for one in whose(work, side, effect):
        flag = f"{one}.immune_{effect.roll}"
        if flag not in work.state.lasting:
            work.state.lasting = (*work.state.lasting, flag)
        work.tell("immune", RULE, side=one, roll=effect.roll)


def _coming(work: Work, side: Side, flag: str, kind: str, **data: Any) -> None:
    if flag not in work.state.coming:
        work.state.coming = (*work.state.coming, flag)
    work.tell(kind, RULE, side=side, **data)


def _must_act(work: Work, side: Side, effect: MustAct) -> None:
    for one in whose(work, side, effect):
        _coming(work, one, f"{one}.must_{effect.action}", "must_act", action=effect.action)


def _garrison(work: Work, side: Side, effect: Garrison) -> None:
    for one in whose(work, side, effect):
        _coming(work, one, f"{one}.garrison", "garrison", points=effect.points, unless=effect.unless_action)


def _reroll(work: Work, side: Side, effect: Reroll) -> None:
    for one in whose(work, side, effect):
        _coming(work, one, f"{one}.reroll", "reroll_won")


def _double_vp(work: Work, side: Side, effect: DoubleVP) -> None:
    _coming(work, side, "vp_doubled", "vp_will_double")


def _recall_general(work: Work, side: Side, effect: RecallGeneral) -> None:
    """The general leaves [R 31]. A side whose general is dead or captured: nothing happens."""
    for one in whose(work, side, effect):
        key = general_of(work.state, one)
        if key is None:
            work.tell("nobody_to_recall", "Hispania 8, R31", side=one)
            continue
        if effect.successor:
            _succeed(work, one, key, effect.trait)
        else:
            _send_away(work, one, key, effect)


def _succeed(work: Work, side: Side, key: str, trait: str) -> None:
    old = work.state.characters[side][key]
    suggested = successor_name(work, side, old)
    name = work.answer(f"successor:{side}", side, "successor", character=key, suggested=suggested) or suggested
    work.change_character(side, key, status="recalled", back=0)
    traits = (trait,) if trait else ()
    new = Character(id=name, name=name, rank=old.rank, native=old.native, points=old.points, traits=traits)
    work.put_character(side, new)
    work.tell("recalled", "Hispania 8, R31", side=side, character=key, back=None)
    work.tell("successor", "Hispania 8, R31", side=side, character=name, after=key, trait=trait)
    work.rosters_changed()


def successor_name(work: Work, side: Side, old: Character) -> str:
    """Called after him, with the next numeral that is free."""
    stem, _space, last = old.name.rpartition(" ")
    number = NUMERALS.index(last) + 1 if stem and last in NUMERALS else 0
    stem = (stem if number else old.name)[: LONGEST - LONGEST_NUMERAL - 1].rstrip()
    taken = {one.name for one in work.state.characters[side].values()} | set(work.state.characters[side])
    numerals = chain(NUMERALS[max(1, number) :], map(str, count(len(NUMERALS) + 1)))
    return next(name for name in (f"{stem} {numeral}" for numeral in numerals) if name not in taken)


def _send_away(work: Work, side: Side, key: str, effect: RecallGeneral) -> None:
    one_year = bool(effect.away_reading) and work.readings[effect.away_reading] == "one_year"
    back = work.state.year + 1 if one_year else 0
    work.change_character(side, key, status="recalled", back=back)
    readings = (effect.away_reading,) if effect.away_reading else ()
    work.tell("recalled", "Hispania 8, R31", readings=readings, side=side, character=key, back=back or None)
    work.rosters_changed()


def _end_war(work: Work, side: Side, effect: EndWar) -> None:
    """The event ends the war, unless both agree to stake all on one last battle [R 13]."""
    winner = side if effect.winner == "self" else work.enemy(side)
    if effect.unless == "stake_all" and _both_stake_all(work):
        loser = work.enemy(winner)
        work.state.coming = (*work.state.coming, "stake_all")
        work.state.stake_loser = loser
        work.tell("stake_all", "Hispania 8, R13", side=loser)
        return
    work.end(winner, effect.level, "event")


def _both_stake_all(work: Work) -> bool:
    if "stake_all" in work.state.coming:
        return True
    # The second is not asked once the first has refused.
    return all(work.answer(f"stake_all:{one}", one, "stake_all") for one in work.sides)


def _order_home(work: Work, side: Side, effect: OrderHome) -> None:
    for one in whose(work, side, effect):
        obey = work.answer(f"obey_recall:{one}", one, "obey_recall")
        work.tell("ordered_home", RULE, side=one, obeys=obey)
        if obey:
            work.end(work.enemy(one), effect.level, "event")
        work.state.coming = (*work.state.coming, f"recall.{one}")


HANDLERS: dict[type[Effect], Callable[[Work, Side, Any], None]] = {
    GainVP: _vp,
    LoseVP: _vp,
    LosePoints: _lose_points,
    ForbidRoll: _forbid_roll,
    ModifyRoll: _modify_roll,
    Immune: _immune,
    MustAct: _must_act,
    Garrison: _garrison,
    Reroll: _reroll,
    DoubleVP: _double_vp,
    RecallGeneral: _recall_general,
    EndWar: _end_war,
    OrderHome: _order_home,
}
