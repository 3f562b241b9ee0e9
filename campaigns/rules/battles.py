"""The battle's outcome: may it stand, what does it score, who comes back (Hispania 4, 5, 6)."""

import msgspec
from msgspec import Struct

from campaigns.rules import guns, noted
from campaigns.rules.decisions import Fought
from campaigns.rules.noted import Noted
from campaigns.rules.pack import Pack, Recovered, Share
from campaigns.rules.state import Result, Side, State, Task
from campaigns.rules.work import Work
from rulesets.contract import CharacterResult, Outcome, Problem, UnitResult
from rulesets.verdict import Facts, objections

RULE = "Hispania 4"


# --- May it stand? ------------------------------------------------------------------------------------


def check(pack: Pack, state: State, fought: Fought) -> Problem | None:
    """Whatever ruleset it comes from, an outcome may speak only of what was mustered."""
    outcome = fought.outcome
    return (
        _check_special(outcome)
        or _check_sides(pack, outcome)
        or _check_losses(pack, state, outcome)
        or _check_characters(pack, state, outcome)
        or guns.check(pack, state, outcome)
        or _check_victory(pack, state, outcome)
    )


class Special(Struct, frozen=True, kw_only=True):
    """What an outcome may say of its own about who won."""

    break_points: dict[str, tuple[int, int]] = {}
    turns: int | None = None
    first_broken: str | None = None
    village_destroyed: bool = False
    scores: dict[str, int] | None = None
    """What each side's play was worth, where the ruleset itself has judged by it."""
    noted: tuple[Noted, ...] = ()


def special_of(outcome: Outcome) -> Special:
    return msgspec.convert(outcome.special, Special)


def _check_special(outcome: Outcome) -> Problem | None:
    try:
        special_of(outcome)
    except msgspec.ValidationError as error:
        return Problem(code="malformed", place="special", data={"place": str(error)[:200]}, rule=RULE)
    return None


def _check_sides(pack: Pack, outcome: Outcome) -> Problem | None:
    named = {*outcome.seats, *outcome.units, *outcome.characters, *outcome.commanders}
    if set(outcome.seats) != set(pack.sides) or named - set(pack.sides):
        return Problem(code="wrong_sides", place="seats", rule=RULE)
    results = [result.result for result in outcome.seats.values()]
    if sorted(results) not in (["draw", "draw"], ["loss", "win"]):
        return Problem(code="no_result", place="seats", rule=RULE)
    levels = {result.level for result in outcome.seats.values()}
    if len(levels) != 1 or (None in levels) != (results[0] == "draw"):
        return Problem(code="no_level", place="seats", rule=RULE)
    return None


def _check_losses(pack: Pack, state: State, outcome: Outcome) -> Problem | None:
    for side, units in outcome.units.items():
        for key, lost in units.items():
            place = f"units.{side}.{key}"
            if key not in state.now.muster[side].units:
                return Problem(code="not_mustered", place=place, data={"id": key}, rule=RULE)
            unit, gone = state.units[side][key], lost.routed + lost.destroyed + lost.captured
            if min(lost.routed, lost.destroyed, lost.captured) < 0 or gone > unit.figures:
                data = {"unit": unit.name, "figures": unit.figures, "lost": gone}
                return Problem(code="too_many_lost", place=place, data=data, rule="Hispania 6")
    return None


def _check_characters(pack: Pack, state: State, outcome: Outcome) -> Problem | None:
    for side in pack.side_keys:
        there = set(state.now.muster[side].characters) - set(state.now.absent.get(side, ()))
        for key, befell in outcome.characters.get(side, {}).items():
            if key not in there:
                code = "was_absent" if key in state.now.muster[side].characters else "not_mustered"
                return Problem(code=code, place=f"characters.{side}.{key}", data={"id": key}, rule="Hispania 7")
            if befell.deeds < 0:
                return Problem(code="no_number", place=f"characters.{side}.{key}", data={"id": key}, rule="Hispania 7")
        commander = outcome.commanders.get(side)
        if commander is not None and commander not in there:
            return Problem(code="not_mustered", place=f"commanders.{side}", data={"id": commander}, rule="Hispania 7")
    return None


def facts_of(pack: Pack, state: State, outcome: Outcome) -> Facts:
    """What an outcome says that bears on who won."""
    special = special_of(outcome)
    first, second = pack.side_keys
    return Facts(
        seats=(first, second),
        break_points=special.break_points,
        withdrew=outcome.withdrew,
        turns=special.turns,
        first_broken=special.first_broken,
        objective="village" if state.now.village else None,
        attacker=state.now.roles.get("attacker"),
        defender=state.now.roles.get("defender"),
        village_destroyed=special.village_destroyed,
    )


def _check_victory(pack: Pack, state: State, outcome: Outcome) -> Problem | None:
    if pack.played(state.now.scenario) is not None and special_of(outcome).scores is not None:
        # Played by a ruleset that has victory conditions of its own: they are judged there.
        return None
    winner = winner_of(outcome)
    level = outcome.seats[winner].level if winner else None
    found = objections(facts_of(pack, state, outcome), winner, level, pack.victory_rules)
    return found[0] if found else None


def winner_of(outcome: Outcome) -> Side | None:
    return next((side for side, result in outcome.seats.items() if result.result == "win"), None)


# --- Taking it in -------------------------------------------------------------------------------------


def take(work: Work, fought: Fought) -> None:
    """Write down the result of each side; the rest of the year follows."""
    state, outcome = work.state, _kept(work, fought.outcome)
    state.now.outcome = outcome
    # A half-made agreement to let the year pass is void.
    state.now.skip = {}
    state.now.results = {side: _result(outcome, side) for side in work.sides}
    winner = winner_of(outcome)
    work.tell("fought", RULE, winner=winner, level=outcome.seats[winner].level if winner else None, notes=outcome.notes)
    noted.tell(work)
    state.stage = "aftermath"
    felled = [
        Task(do="fate", side=side, who=key)
        for side in work.sides
        for key, befell in outcome.characters.get(side, {}).items()
        if befell.fate in ("felled", "captured")
    ]
    # A deed is done on the table, before anybody's fate is known; a skill needs a general who lives [R 20].
    tasks = [Task(do="settle"), Task(do="score"), Task(do="recover"), *felled, Task(do="deeds"), Task(do="skill")]
    work.push(*tasks, *after_battle(work))


TOLD = ("break_points", "units_broken", "lowest", "turns", "first_broken")
"""What the war knows of how a battle went, besides the village that was at stake."""


def _kept(work: Work, outcome: Outcome) -> Outcome:
    """What the war keeps of a battle that may be played by another ruleset: what a table would have told of it, and no more.

    So a war that leaves as a record and comes back stands as it stood.
    """
    now = work.state.now
    if work.pack.played(now.scenario) is None:
        return outcome
    told = (*TOLD, "village_destroyed") if now.village else TOLD
    sides = sorted(work.sides)
    special = {**outcome.special, "noted": noted.kept(work.pack, work.state, noted.of_outcome(outcome))}
    return Outcome(
        seats={side: outcome.seats[side] for side in sides},
        units={side: _lost(outcome.units.get(side, {})) for side in sides},
        characters={side: _told_of(outcome.characters.get(side, {})) for side in sides},
        commanders=outcome.commanders,
        withdrew=outcome.withdrew,
        guns_taken=guns.taken(work.pack, work.state, outcome),
        special={key: value for key in (*told, "noted") if (value := special.get(key))},
        notes=outcome.notes,
    )


def _lost(units: dict[str, UnitResult]) -> dict[str, UnitResult]:
    lost = {
        key: UnitResult(routed=one.routed, destroyed=one.destroyed + one.captured) for key, one in sorted(units.items())
    }
    return {key: one for key, one in lost.items() if one != UnitResult()}


def _told_of(people: dict[str, CharacterResult]) -> dict[str, CharacterResult]:
    told = {
        key: CharacterResult(fate="unhurt" if one.fate == "fled" else one.fate, deeds=one.deeds)
        for key, one in sorted(people.items())
    }
    return {key: one for key, one in told.items() if one != CharacterResult()}


def pass_year(work: Work) -> None:
    """Both agreed to let the year pass: a draw, and no battle for any rule that asks for one (Hispania 1)."""
    state = work.state
    state.now.skipped = True
    state.now.results = dict.fromkeys(work.sides, "draw")
    work.tell("skipped", "Hispania 1")
    state.stage = "aftermath"
    work.push(Task(do="settle"), *after_battle(work))


def after_battle(work: Work) -> list[Task]:
    rolls = [Task(do="event", side=side) for side in work.sides]
    return [*rolls, Task(do="events"), Task(do="consequences"), Task(do="close")]


def _result(outcome: Outcome, side: Side) -> Result:
    mine = outcome.seats[side]
    if mine.result == "win":
        return "victory"
    if mine.result == "draw":
        return "draw"
    return "major_defeat" if mine.level == "major" else "minor_defeat"


def settle(work: Work, task: Task) -> None:
    """A battle for everything decides the war as soon as it is confirmed [R 13, R 30]; a draw leaves the surrender standing."""
    now = work.state.now
    if not now.decisive:
        return
    winner = winner_of(now.outcome) if now.outcome else None
    if winner is not None and now.outcome is not None:
        work.end(winner, now.outcome.seats[winner].level, "stake_all")
    loser = work.state.stake_loser or min(work.sides, key=work.total)
    work.end(work.enemy(loser), "minor", "event")


def score(work: Work, task: Task) -> None:
    """Victory points of the battle; the standing awards still see the rosters as mustered [R 28]."""
    now = work.state.now
    scenario = work.pack.scenarios[str(now.scenario)]
    reading = scenario.award_reading
    award = work.pack.awards[work.readings[reading] if reading else scenario.award]
    winner = winner_of(now.outcome) if now.outcome else None
    if winner is not None and now.outcome is not None:
        points = award.major if now.outcome.seats[winner].level == "major" else award.minor
        readings = (reading,) if reading else ()
        work.score(winner, points, source="battle", rule="Hispania 5", readings=readings, reason="victory")
    if work.readings["standing_rows"] == "last_two":
        _score_more_troops(work)


def _score_more_troops(work: Work) -> None:
    """In that reading of R 27 the award for more troops does not last: it is earned, once a year, with the battle."""
    for side in work.sides:
        ahead = work.available(side) - work.available(work.enemy(side))
        for row in work.pack.standing:
            if row.more is not None and ahead >= row.more:
                work.score(
                    side, row.vp, source="troops", rule="Hispania 5, R27", readings=("standing_rows",), reason=row.key
                )


# --- Recovery -----------------------------------------------------------------------------------------


def part(count: int, share: Share, fractions: str) -> int:
    """A share of so many figures, rounded as the club reads it [R 5]."""
    whole, rest = divmod(count * share[0], share[1])
    up = rest and (fractions == "up" or (fractions == "nearest" and 2 * rest >= share[1]))
    return whole + bool(up)


def recovered(lost: UnitResult, *, before: int, share: Recovered, floor: int, fractions: str) -> int:
    """Figures of a unit after recovery (Hispania 6). ``before``: its figures when it marched on."""
    destroyed = lost.destroyed + lost.captured
    left = before - lost.routed - destroyed
    after = left + part(lost.routed, share.routed, fractions) + part(destroyed, share.destroyed, fractions)
    if not share.final and 0 < after < floor:
        return min(floor, before)
    return after


def recover(work: Work, task: Task) -> None:
    """Losses leave the rosters and come back in one step, both sides together [R 28]."""
    state = work.state
    outcome = state.now.outcome
    assert outcome is not None
    before, taken = state.units, guns.taken(work.pack, state, outcome)
    for side in work.sides:
        share: Recovered = getattr(work.pack.recovery, state.now.results[side])
        roster = dict(state.units[side])
        for key, lost in outcome.units.get(side, {}).items():
            gone = lost.routed + lost.destroyed + lost.captured
            if not gone or key in taken.get(work.enemy(side), ()):
                continue
            unit = roster[key]
            after = recovered(
                lost,
                before=unit.figures,
                share=share,
                floor=work.pack.recovery.floor,
                fractions=work.readings["fractions"],
            )
            roster[key] = msgspec.structs.replace(unit, figures=after)
            work.tell(
                "recovered",
                "Hispania 6, R5",
                readings=("fractions",),
                side=side,
                unit=key,
                before=unit.figures,
                routed=lost.routed,
                destroyed=lost.destroyed + lost.captured,
                back=after - unit.figures + gone,
                after=after,
                result=state.now.results[side],
            )
        state.units = {**state.units, side: roster}
    guns.change_hands(work, before)
    work.rosters_changed()


def chief_of(work: Work, side: Side) -> str | None:
    """The general in chief: who was named as commander, else the mustered general who was there (Hispania 7).

    Where the only general is recalled [R 31], or kept away by pain, a mustered subordinate commands for him.
    """
    now, roster = work.state.now, work.state.characters[side]
    if now.outcome is not None and side in now.outcome.commanders:
        return now.outcome.commanders[side]
    absent = now.absent.get(side, ())
    there = [key for key in now.muster[side].characters if key not in absent]
    general = next((key for key in there if roster[key].rank == "general"), None)
    if general is not None or not _general_is_away(work, side):
        return general
    return next((key for key in there if roster[key].rank == "subordinate"), None)


def _general_is_away(work: Work, side: Side) -> bool:
    absent = work.state.now.absent.get(side, ())
    generals = [one for one in work.state.characters[side].values() if one.rank == "general"]
    if any(one.id in absent for one in generals):
        return True
    return any(one.status == "recalled" for one in generals) and all(one.status != "ready" for one in generals)


def befell(work: Work, side: Side) -> dict[str, CharacterResult]:
    outcome = work.state.now.outcome
    return outcome.characters.get(side, {}) if outcome else {}
