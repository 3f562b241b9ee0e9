"""Judging a battle that was fought with break points (Hispania 4): what the figures say, and what cannot stand with them.

All arithmetic is in whole numbers. "Reduced to the break value" is ``remaining / starting <= break_share``; "a quarter destroyed" is
``lost / starting >= minor_share``; both boundaries count.
"""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from rulesets.vocabulary import Json, Problem, Seat

PRINTED = "Hispania"
RULE = "Hispania 4"
WITHDRAWAL_RULE = "Hispania 4, R23"
VILLAGE_RULE = "Hispania 3, Defend an ally"

type Level = Literal["major", "minor"]
type Standing = tuple[Seat | None, Level | None]
"""Winner and level; ``(None, None)`` is a draw."""

DRAW: Standing = (None, None)


class VictoryRules(Struct, frozen=True, kw_only=True):
    """The numbers of the victory rules. Shares are fractions (part, whole); turns are full turns."""

    break_share: tuple[int, int] = (1, 4)
    minor_share: tuple[int, int] = (1, 4)
    turns: int = 6
    """The length agreed on. A battle that went on longer is told so, not refused: the table may agree otherwise."""
    withdraw_after: int = 3
    book: str | UnsetType = UNSET
    """The name under which these rules are cited, where it is another than that of the printed ones."""

    def cited(self, rule: str) -> str:
        """A paragraph as these rules call it."""
        return rule if self.book is UNSET else rule.replace(PRINTED, self.book)


class Facts(Struct, frozen=True, kw_only=True):
    """What is known of a battle. ``break_points``: for both seats or for none, (starting, lost) in points."""

    seats: tuple[Seat, Seat]
    break_points: dict[Seat, tuple[int, int]] = {}
    withdrew: Seat | None = None
    turns: int | None = None
    first_broken: Seat | None = None
    """Who was first reduced to the break value; needed only where both were."""
    objective: Literal["village"] | None = None
    attacker: Seat | None = None
    defender: Seat | None = None
    village_destroyed: bool = False


class Reason(Struct, frozen=True, kw_only=True):
    """One step of the reasoning. ``data`` fills the sentence, which is made on reading."""

    code: str
    data: dict[str, Json] = {}
    rule: str = RULE


class Verdict(Struct, frozen=True, kw_only=True):
    """What the facts say. Not ``complete``: they leave more than one result open; winner and level are what is sure so far."""

    winner: Seat | None
    level: Level | None
    reasons: tuple[Reason, ...]
    complete: bool


def propose(facts: Facts, rules: VictoryRules) -> Verdict:
    """The result that follows from the facts, with every step of the reasoning.

    Facts that cannot be (more lost than there was) give no result; their problems come back as reasons.
    """
    wrong = impossible(facts, rules)
    if wrong:
        told = tuple(Reason(code=problem.code, data=problem.data, rule=problem.rule) for problem in wrong)
        return Verdict(winner=None, level=None, reasons=told, complete=False)
    open_results, reasons = _judge(facts, rules)
    winners = {winner for winner, _level in open_results}
    levels = {level for _winner, level in open_results}
    winner = winners.pop() if len(winners) == 1 else None
    level: Level | None = None
    if winner is not None:
        # Two levels open to one winner: the lower is what he has at least.
        level = levels.pop() if len(levels) == 1 else "minor"
    told = (*reasons, *_long(facts, rules))
    return Verdict(winner=winner, level=level, reasons=told, complete=len(open_results) == 1)


def objections(facts: Facts, winner: Seat | None, level: Level | None, rules: VictoryRules) -> list[Problem]:
    """Why this winner and level cannot stand with those facts; empty if they can. ``winner`` None is a draw."""
    found = [*impossible(facts, rules), *_malformed(facts, winner, level)]
    if found:
        return found
    open_results, reasons = _judge(facts, rules)
    if (winner, level) in open_results:
        return []
    return [_objection(facts, winner, level, open_results, reasons)]


def impossible(facts: Facts, rules: VictoryRules) -> list[Problem]:
    """What is wrong with the facts themselves, whoever won."""
    return [
        *_bad_seats(facts),
        *_bad_figures(facts),
        *_bad_withdrawal(facts, rules),
        *_bad_village(facts),
        *_bad_first(facts, rules),
    ]


def break_value(start: int, rules: VictoryRules) -> int:
    """The points at or below which an army of ``start`` points is broken."""
    part, whole = rules.break_share
    return start * part // whole


def is_broken(start: int, lost: int, rules: VictoryRules) -> bool:
    """Whether an army is reduced to its break value."""
    return start - lost <= break_value(start, rules)


def minor_mark(start: int, rules: VictoryRules) -> int:
    """The points lost from which the enemy of an army of ``start`` points may have a minor victory."""
    part, whole = rules.minor_share
    return -(-start * part // whole)


def _problem(code: str, place: str, data: dict[str, Json] | None = None, rule: str = RULE) -> Problem:
    return Problem(code=code, data=data or {}, rule=rule, place=f"battle.{place}")


def _other(facts: Facts, seat: Seat) -> Seat:
    first, second = facts.seats
    return second if seat == first else first


# --- What follows -----------------------------------------------------------------------------------


def _judge(facts: Facts, rules: VictoryRules) -> tuple[frozenset[Standing], list[Reason]]:
    """Every result that the facts leave open, and why. Never empty."""
    if facts.objective == "village":
        return _judge_village(facts)
    if facts.withdrew is not None:
        return _judge_withdrawal(facts, facts.withdrew, rules)
    if facts.break_points:
        return _judge_figures(facts, rules)
    if facts.first_broken is not None:
        winner = _other(facts, facts.first_broken)
        return frozenset({(winner, "major")}), [Reason(code="broke_first", data={"seat": facts.first_broken})]
    return _anything(facts), [Reason(code="no_figures")]


def _anything(facts: Facts) -> frozenset[Standing]:
    won: set[Standing] = {(seat, level) for seat in facts.seats for level in ("major", "minor")}
    return frozenset({DRAW, *won})


def _judge_village(facts: Facts) -> tuple[frozenset[Standing], list[Reason]]:
    """A battle with a village turns on the village alone (Hispania 3)."""
    names = {"attacker": facts.attacker, "defender": facts.defender}
    taken: frozenset[Standing] = frozenset({(facts.attacker, "major")})
    if facts.village_destroyed:
        return taken, [Reason(code="village_destroyed", data=names, rule=VILLAGE_RULE)]
    if facts.withdrew == facts.defender:
        return taken, [Reason(code="village_defender_withdrew", data=names, rule=VILLAGE_RULE)]
    code = "village_attacker_withdrew" if facts.withdrew == facts.attacker else "village_stands"
    return frozenset({DRAW}), [Reason(code=code, data=names, rule=VILLAGE_RULE)]


def _judge_withdrawal(facts: Facts, gone: Seat, rules: VictoryRules) -> tuple[frozenset[Standing], list[Reason]]:
    stays = _other(facts, gone)
    reasons = [Reason(code="withdrew", data={"seat": gone, "stays": stays}, rule=WITHDRAWAL_RULE)]
    if not facts.break_points:
        if facts.first_broken == gone:
            return frozenset({(stays, "major")}), [*reasons, Reason(code="broke_first", data={"seat": gone})]
        return frozenset({(stays, "minor"), (stays, "major")}), [*reasons, Reason(code="no_figures")]
    reasons.append(_state_of(facts, gone, rules))
    return frozenset({(stays, "major" if _broken(facts, gone, rules) else "minor")}), reasons


def _judge_figures(facts: Facts, rules: VictoryRules) -> tuple[frozenset[Standing], list[Reason]]:
    reasons = [_state_of(facts, seat, rules) for seat in facts.seats]
    broken = [seat for seat in facts.seats if _broken(facts, seat, rules)]
    if not broken:
        return _judge_minor(facts, rules, reasons)
    if len(broken) == 1:
        return frozenset({(_other(facts, broken[0]), "major")}), reasons
    if facts.first_broken is None:
        reasons.append(Reason(code="who_broke_first"))
        first, second = facts.seats
        return frozenset({DRAW, (first, "major"), (second, "major")}), reasons
    # What was lost after the first army broke are losses, but they do not turn the result.
    reasons.append(Reason(code="broke_first", data={"seat": facts.first_broken}))
    return frozenset({(_other(facts, facts.first_broken), "major")}), reasons


def _judge_minor(facts: Facts, rules: VictoryRules, reasons: list[Reason]) -> tuple[frozenset[Standing], list[Reason]]:
    result = DRAW
    for seat in facts.seats:
        enemy = _other(facts, seat)
        start, lost = facts.break_points[enemy]
        own = facts.break_points[seat][1]
        needed = minor_mark(start, rules)
        data = {"seat": seat, "enemy": enemy, "start": start, "lost": lost, "needed": needed, "own": own}
        if lost < needed:
            reasons.append(Reason(code="too_little_destroyed", data=data))
        elif own >= lost:
            reasons.append(Reason(code="not_fewer_lost", data=data))
        else:
            reasons.append(Reason(code="enough_destroyed", data=data))
            result = (seat, "minor")
    if result == DRAW:
        reasons.append(Reason(code="nobody_won"))
    return frozenset({result}), reasons


def _broken(facts: Facts, seat: Seat, rules: VictoryRules) -> bool:
    start, lost = facts.break_points[seat]
    return is_broken(start, lost, rules)


def _state_of(facts: Facts, seat: Seat, rules: VictoryRules) -> Reason:
    start, lost = facts.break_points[seat]
    data = {"seat": seat, "start": start, "lost": lost, "left": start - lost, "value": break_value(start, rules)}
    return Reason(code="broken" if is_broken(start, lost, rules) else "not_broken", data=data)


def _long(facts: Facts, rules: VictoryRules) -> tuple[Reason, ...]:
    if facts.turns is None or facts.turns <= rules.turns:
        return ()
    return (Reason(code="longer_than_agreed", data={"turns": facts.turns, "agreed": rules.turns}),)


# --- What cannot be ---------------------------------------------------------------------------------


def _bad_seats(facts: Facts) -> list[Problem]:
    named = {
        "withdrew": facts.withdrew,
        "first_broken": facts.first_broken,
        "attacker": facts.attacker,
        "defender": facts.defender,
        **{f"break_points.{seat}": seat for seat in facts.break_points},
    }
    return [
        _problem("unknown_seat", place, {"seat": seat, "seats": list(facts.seats)}, rule="")
        for place, seat in named.items()
        if seat is not None and seat not in facts.seats
    ]


def _bad_figures(facts: Facts) -> list[Problem]:
    found = []
    for seat, (start, lost) in facts.break_points.items():
        data = {"seat": seat, "start": start, "lost": lost}
        if start < 1:
            found.append(_problem("break_points_start", f"break_points.{seat}", data))
        elif lost < 0:
            found.append(_problem("break_points_negative", f"break_points.{seat}", data))
        elif lost > start:
            found.append(_problem("break_points_more_lost", f"break_points.{seat}", data))
    if facts.break_points and not all(seat in facts.break_points for seat in facts.seats):
        found.append(_problem("break_points_one_side", "break_points", {"seats": list(facts.seats)}))
    return found


def _bad_withdrawal(facts: Facts, rules: VictoryRules) -> list[Problem]:
    if facts.turns is None:
        return []
    if facts.turns < 1:
        return [_problem("turns_too_few", "turns", {"turns": facts.turns})]
    if facts.withdrew is not None and facts.turns < rules.withdraw_after:
        data = {"seat": facts.withdrew, "turns": facts.turns, "least": rules.withdraw_after}
        return [_problem("withdrew_too_early", "turns", data, WITHDRAWAL_RULE)]
    return []


def _bad_village(facts: Facts) -> list[Problem]:
    if facts.objective is None:
        return [_problem("no_village", "village_destroyed", rule=VILLAGE_RULE)] if facts.village_destroyed else []
    if facts.attacker is None or facts.defender is None or facts.attacker == facts.defender:
        return [_problem("village_without_roles", "roles", rule=VILLAGE_RULE)]
    if facts.village_destroyed and facts.withdrew == facts.attacker:
        # The battle ends when the village falls, and who withdraws no longer attacks it.
        return [_problem("village_destroyed_by_withdrawn", "withdrew", {"seat": facts.attacker}, VILLAGE_RULE)]
    return []


def _bad_first(facts: Facts, rules: VictoryRules) -> list[Problem]:
    first = facts.first_broken
    if first is None or first not in facts.break_points:
        return []
    start, lost = facts.break_points[first]
    if start < 1 or is_broken(start, lost, rules):
        return []
    data = {"seat": first, "left": start - lost, "value": break_value(start, rules)}
    return [_problem("first_broken_stands", "first_broken", data)]


def _malformed(facts: Facts, winner: Seat | None, level: Level | None) -> list[Problem]:
    if winner is not None and winner not in facts.seats:
        return [_problem("unknown_seat", "winner", {"seat": winner, "seats": list(facts.seats)}, rule="")]
    if winner is None and level is not None:
        return [_problem("draw_with_level", "level", {"level": level})]
    if winner is not None and level not in ("major", "minor"):
        return [_problem("level_missing", "level", {"winner": winner})]
    return []


def _objection(
    facts: Facts, winner: Seat | None, level: Level | None, open_results: frozenset[Standing], reasons: list[Reason]
) -> Problem:
    """Why a well-formed result is not among those left open: the one thing that most tells the reporter what to change."""
    possible = sorted(({"winner": who, "level": how} for who, how in open_results), key=str)
    because = [reason.code for reason in reasons]
    data: dict[str, Json] = {"winner": winner, "level": level, "possible": possible, "because": because}
    rule = reasons[0].rule
    if winner is not None and winner == facts.withdrew:
        return _problem("withdrawn_side_wins", "winner", data, rule)
    place = "level" if any(who == winner for who, _how in open_results) else "winner"
    if facts.objective == "village":
        return _problem("village_decides", place, {**reasons[0].data, **data}, rule)
    if facts.withdrew is not None:
        return _problem("withdrawal_decides", place, {**reasons[0].data, **data}, rule)
    return _problem(f"{place}_against_figures", place, data, rule)
