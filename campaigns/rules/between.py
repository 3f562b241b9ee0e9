"""What a side may do of its own accord: spend grants, pay ransoms, replace a general, leave an instruction, give up."""

from typing import Any

import msgspec

from campaigns.rules import consequences, fates, names, scenarios
from campaigns.rules.decisions import (
    Length,
    Ransom,
    ReplaceGeneral,
    SpendGrant,
    StandingReroll,
    Surrender,
)
from campaigns.rules.pack import GRANTS, Pack
from campaigns.rules.state import Purse, Side, State, Unit
from campaigns.rules.work import Work
from rulesets.contract import Problem

BEFORE_MUSTER = ("orders", "choices", "muster")
"""Stages in which a roster may still grow."""
RULE = "Hispania 9"
NAME_LENGTH = names.LONGEST
LONGEST_WAR = 200
"""Years: as many as a record holds."""
LENGTH_RULE = "Hispania 1, 5"


def before_muster(state: State) -> bool:
    """Whether rosters may still grow: until the armies are out (dice typed by hand may still be awaited then)."""
    return state.stage in BEFORE_MUSTER and not state.now.muster


def purse_of(state: State, side: Side) -> Purse:
    """All points a side has still to spend."""
    return sum(state.purses.get(side, {}).values(), Purse())


def kind_of(unit: Unit) -> str:
    """Which points buy a unit: native troops come from alliances, the others from home [R 24]."""
    return f"native_{unit.grade}" if unit.native else unit.grade


def cost(unit: Unit) -> int:
    return unit.figures * unit.points + unit.command


# --- Grants -------------------------------------------------------------------------------------------


def check_spend(pack: Pack, state: State, side: Side, spend: SpendGrant) -> Problem | None:
    if not before_muster(state):
        return Problem(code="too_late", rule="Hispania 9, R35")
    if not spend.units:
        return Problem(code="nothing_bought", place="units", rule=RULE)
    seen = set(state.units[side])
    for index, unit in enumerate(spend.units):
        if problem := _check_new_unit(pack, unit, seen, f"units[{index}]"):
            return problem
        seen.add(unit.id)
    if problem := _check_coherent(pack, spend):
        return problem
    purse = purse_of(state, side)
    for kind in GRANTS:
        spent = sum(cost(unit) for unit in spend.units if kind_of(unit) == kind)
        if spent > getattr(purse, kind):
            data = {"spent": spent, "granted": getattr(purse, kind), "kind": kind}
            return Problem(code="over_grant", place="units", data=data, rule=RULE)
    return None


def _check_new_unit(pack: Pack, unit: Unit, seen: set[str], place: str) -> Problem | None:
    if unit.id in seen:
        return Problem(code="id_taken", place=f"{place}.id", data={"id": unit.id}, rule=RULE)
    if not names.proper_name(unit.id) or not names.proper_name(unit.name):
        return Problem(code="no_name", place=f"{place}.name", rule=RULE)
    if unit.figures < 1:
        data = {"figures": unit.figures, "least": 1}
        return Problem(code="too_small", place=f"{place}.figures", data=data, rule=RULE)
    if unit.points < 1 or unit.command < 0:
        return Problem(code="no_number", place=f"{place}.points", data={"id": unit.id}, rule=RULE)
    return None


def _check_coherent(pack: Pack, spend: SpendGrant) -> Problem | None:
    """What comes holds at least one coherent unit; beside it smaller ones may come (elephants, an engine)."""
    largest, least = max(unit.figures for unit in spend.units), pack.grants.smallest_unit
    if largest >= least:
        return None
    index = next(index for index, unit in enumerate(spend.units) if unit.figures == largest)
    data = {"figures": largest, "least": least}
    return Problem(code="too_small", place=f"units[{index}].figures", data=data, rule=RULE)


def spend_grant(work: Work, side: Side, spend: SpendGrant) -> None:
    for unit in spend.units:
        work.put_unit(side, unit)
        _pay(work, side, kind_of(unit), cost(unit))
        told: dict[str, Any] = {
            "name": unit.name,
            "figures": unit.figures,
            "points": cost(unit),
            "grant": kind_of(unit),
        }
        work.tell("bought", "Hispania 9, R35", side=side, unit=unit.id, **told)
    _roster_grew(work)


def _pay(work: Work, side: Side, kind: str, points: int) -> None:
    """Take points from the purses, alliances first: a replaced general then costs what is left of the reinforcements."""
    purses = dict(work.state.purses[side])
    for table in purses:
        paid = min(points, getattr(purses[table], kind))
        purses[table] = msgspec.structs.replace(purses[table], **{kind: getattr(purses[table], kind) - paid})
        points -= paid
        if paid and table not in work.state.spent.get(side, ()):
            work.state.spent = {**work.state.spent, side: (*work.state.spent.get(side, ()), table)}
    work.state.purses = {**work.state.purses, side: purses}


def _roster_grew(work: Work) -> None:
    if work.state.stage == "muster":
        scenarios.set_limits(work)
    work.rosters_changed()


# --- Generals -----------------------------------------------------------------------------------------


def lost_characters(state: State, side: Side) -> list[str]:
    """Who can be replaced, the general first. An army standard never is (Hispania 7)."""
    lost = [
        one
        for one in state.characters[side].values()
        if one.status in ("dead", "captured", "recalled")
        and one.rank != "standard"
        and not _succeeded(state, side, one.id)
    ]
    return [one.id for one in sorted(lost, key=lambda one: one.rank != "general")]


def _succeeded(state: State, side: Side, key: str) -> bool:
    """A recalled general whose successor is there needs nobody else; one who will be back is not lost."""
    one = state.characters[side][key]
    return one.status == "recalled" and (bool(one.back) or fates.general_of(state, side) is not None)


def check_replace(pack: Pack, state: State, side: Side, replace: ReplaceGeneral) -> Problem | None:
    rule = "Hispania 7"
    if not before_muster(state):
        return Problem(code="too_late", rule=rule)
    lost, general = lost_characters(state, side), replace.general
    if not lost or (replace.lost and replace.lost not in lost):
        return Problem(code="nobody_lost", place="lost", rule=rule)
    if general.rank != "general":
        return Problem(code="not_a_general", place="general.rank", rule=rule)
    if general.id in state.characters[side]:
        return Problem(code="id_taken", place="general.id", data={"id": general.id}, rule=rule)
    if not names.proper_name(general.id) or not names.proper_name(general.name):
        return Problem(code="no_name", place="general.name", rule=rule)
    fresh = msgspec.structs.replace(
        general, status="ready", wounds=(), deeds=0, skills=(), traits=(), back=0, chief=False
    )
    if fresh != general or general.points < 0:
        return Problem(code="not_fresh", place="general", rule=rule)
    if _reinforcements_touched(pack, state, side):
        return Problem(code="reinforcements_spent", rule=rule)
    return None


def _reinforcement_tables(pack: Pack) -> list[str]:
    return [table.key for table in pack.tables if table.for_everyone_reading]


def _reinforcements_touched(pack: Pack, state: State, side: Side) -> bool:
    """Whether part of the reinforcements he would cost is already spent."""
    spent = state.spent.get(side, ())
    return any(table in spent for table in _reinforcement_tables(pack))


def costs_of_a_general(pack: Pack, state: State, side: Side) -> bool:
    """Whether there are reinforcements to give up for him; grants from alliances are not touched (Hispania 7)."""
    return any(state.purses.get(side, {}).get(table) for table in _reinforcement_tables(pack))


def replace_general(work: Work, side: Side, replace: ReplaceGeneral) -> None:
    """A new general for a lost character, in exchange for the reinforcements still to be spent, if any."""
    lost = replace.lost or lost_characters(work.state, side)[0]
    work.change_character(side, lost, status="replaced", back=0)
    work.put_character(side, replace.general)
    purses = work.state.purses.get(side, {})
    given_up = [table for table in _reinforcement_tables(work.pack) if purses.get(table)]
    kept = {table: purse for table, purse in purses.items() if table not in given_up}
    work.state.purses = {**work.state.purses, side: kept}
    work.tell("replaced", "Hispania 7", side=side, character=replace.general.id, lost=lost, given_up=given_up)
    _roster_grew(work)


# --- Ransoms, instructions, surrender -------------------------------------------------------------------


def check_ransom(state: State, side: Side, ransom: Ransom) -> Problem | None:
    character = state.characters[side].get(ransom.character)
    if character is None or character.status != "captured":
        return Problem(code="not_captured", place="character", data={"id": ransom.character}, rule="Hispania 7, R26")
    if not ransom.pay or not before_muster(state):
        return Problem(code="too_late", place="character", rule="Hispania 7, R26")
    return None


def ransom(work: Work, side: Side, decision: Ransom) -> None:
    fates.pay_ransom(work, side, decision.character)
    if work.state.stage == "muster":
        scenarios.set_limits(work)


def check_standing_reroll(pack: Pack, state: State, side: Side, decision: StandingReroll) -> Problem | None:
    if f"{side}.reroll" not in state.flags:
        return Problem(code="no_reroll", rule="Hispania 8, R16")
    if decision.roll not in pack.rerollable or not 2 <= decision.below <= 13:
        return Problem(code="no_number", place="below", data={"id": decision.roll}, rule="Hispania 8, R16")
    return None


def standing_reroll(work: Work, side: Side, decision: StandingReroll) -> None:
    now = work.state.now
    now.standing_rerolls = {**now.standing_rerolls, side: (decision.roll, decision.below)}
    work.tell("standing_reroll", "Hispania 8, R16", side=side, roll=decision.roll, below=decision.below)


def check_surrender(state: State, decision: Surrender) -> Problem | None:
    """It counts for the year in hand, or for the one just put away."""
    closed = state.year - 1 if _just_opened(state) else state.year
    if decision.year is not None and not closed <= decision.year <= state.year:
        data = {"value": decision.year, "low": closed, "high": state.year}
        return Problem(code="out_of_range", place="year", data=data, rule="Hispania 5, R34")
    return None


def surrender(work: Work, side: Side, decision: Surrender) -> None:
    """A minor victory for the other side [R 34]."""
    work.tell("surrender", "Hispania 5, R34", side=side)
    work.end(work.enemy(side), "minor", "surrender", year=decision.year)


def _just_opened(state: State) -> bool:
    """Whether the year before is put away and nothing has happened in this one."""
    return state.closed is not None and state.stage == "orders" and not state.now.orders


# --- How long the war lasts ---------------------------------------------------------------------------------


def length_bounds(state: State) -> tuple[int, int]:
    """First and last year that the sides can agree on as the last one (Hispania 1).

    The first is the year put away where this one has just opened; but a last battle that is owed is fought.
    """
    owed = consequences.decision_pending(state.flags)
    low = state.year - 1 if _just_opened(state) and not owed else state.year
    return low, max(LONGEST_WAR, state.last_year)


def check_length(state: State, side: Side, decision: Length) -> Problem | None:
    if decision.year is None:
        return None if side in state.length else Problem(code="nothing_proposed", place="year", rule=LENGTH_RULE)
    low, high = length_bounds(state)
    if not low <= decision.year <= high:
        data = {"value": decision.year, "low": low, "high": high}
        return Problem(code="out_of_range", place="year", data=data, rule=LENGTH_RULE)
    if decision.year == state.last_year:
        return Problem(code="length_unchanged", place="year", data={"year": decision.year}, rule=LENGTH_RULE)
    return None


def length(work: Work, side: Side, decision: Length) -> None:
    """Write down what a side proposes; once all propose the same, it is so."""
    state = work.state
    others = {one: year for one, year in state.length.items() if one != side}
    if decision.year is None:
        state.length = others
        work.tell("length_withdrawn", LENGTH_RULE, side=side)
        return
    state.length = {**others, side: decision.year}
    work.tell("length_proposed", LENGTH_RULE, side=side, last=decision.year, before=state.last_year)
    if all(state.length.get(one) == decision.year for one in work.sides):
        state.length = {}
        state.last_year = max(decision.year, state.year)
        work.tell("length_agreed", LENGTH_RULE, last=decision.year)
        if decision.year < state.year:
            consequences.judge(work)
