"""What break points, withdrawals and villages say of a battle (Hispania 3 and 4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.verdict import Facts, VictoryRules, break_value, minor_mark, objections, propose

ROME, CARTHAGE = "rome", "carthage"
SEATS = (ROME, CARTHAGE)
RULES = VictoryRules()
EVERY_RESULT = [(None, None), *[(seat, level) for seat in SEATS for level in ("major", "minor")]]


def facts(rome=None, carthage=None, **more):
    points = {} if rome is None and carthage is None else {ROME: rome, CARTHAGE: carthage}
    return Facts(seats=SEATS, break_points=points, **more)


def village(**more):
    return facts(objective="village", attacker=ROME, defender=CARTHAGE, **more)


def stand(judged):
    """Every result that can stand with the facts."""
    return [result for result in EVERY_RESULT if not objections(judged, *result, RULES)]


def codes(problems):
    return [(problem.code, problem.place) for problem in problems]


def proposed(judged):
    verdict = propose(judged, RULES)
    return verdict.winner, verdict.level, verdict.complete


@pytest.mark.parametrize(
    ("rome", "carthage", "result"),
    [
        ((40, 0), (40, 30), (ROME, "major")),  # exactly 25 % left: reduced to the break value
        ((40, 0), (40, 29), (ROME, "minor")),
        ((40, 0), (40, 10), (ROME, "minor")),  # exactly 25 % lost
        ((40, 0), (40, 9), (None, None)),
        ((40, 10), (40, 10), (None, None)),  # a quarter destroyed, but not fewer lost
        ((40, 9), (40, 10), (ROME, "minor")),
        ((40, 11), (40, 10), (CARTHAGE, "minor")),
        ((39, 0), (39, 29), (ROME, "minor")),  # 10 of 39 left is more than a quarter
        ((39, 0), (39, 30), (ROME, "major")),
        ((39, 0), (39, 9), (None, None)),  # 9 of 39 is less than a quarter
        ((1, 0), (1, 1), (ROME, "major")),
        ((100, 60), (10, 8), (ROME, "major")),  # broken decides, whoever lost more points
        ((100, 26), (10, 3), (CARTHAGE, "minor")),  # fewer points lost, not a smaller share
        ((10, 0), (10, 0), (None, None)),
    ],
)
def test_the_figures_give_one_result_and_refuse_every_other(rome, carthage, result):
    judged = facts(rome, carthage)

    assert proposed(judged) == (*result, True)
    assert stand(judged) == [result]


def test_the_record_of_the_format_page_fits_its_figures():
    judged = facts((40, 12), (38, 29), withdrew=CARTHAGE)

    assert proposed(judged) == (ROME, "major", True)


def test_the_morale_track_that_went_down_to_nothing_is_a_major_victory():
    judged = facts((84, 84), (58, 42))  # C04: Carthage ended on 16, above her break value of 14

    assert proposed(judged) == (CARTHAGE, "major", True)


def test_losses_after_the_first_army_broke_do_not_turn_the_result():
    judged = facts((7, 7), (5, 4), first_broken=CARTHAGE)  # C14: both lost more units in the turn that was played out

    assert proposed(judged) == (ROME, "major", True)
    assert stand(judged) == [(ROME, "major")]
    assert [reason.code for reason in propose(judged, RULES).reasons] == ["broken", "broken", "broke_first"]


def test_when_both_broke_the_page_asks_who_was_first():
    judged = facts((40, 30), (40, 35))

    assert proposed(judged) == (None, None, False)
    assert propose(judged, RULES).reasons[-1].code == "who_broke_first"
    assert stand(judged) == [(None, None), (ROME, "major"), (CARTHAGE, "major")]


def test_an_army_that_still_stands_did_not_break_first():
    judged = facts((40, 29), (40, 30), first_broken=ROME)

    assert codes(objections(judged, CARTHAGE, "major", RULES)) == [("first_broken_stands", "battle.first_broken")]


def test_without_figures_every_result_is_possible():
    assert proposed(facts()) == (None, None, False)
    assert stand(facts()) == EVERY_RESULT


def test_without_figures_the_first_to_break_still_loses():
    judged = facts(first_broken=ROME)

    assert proposed(judged) == (CARTHAGE, "major", True)
    assert stand(judged) == [(CARTHAGE, "major")]


@pytest.mark.parametrize(
    ("rome", "level"),
    [((40, 0), "minor"), ((40, 29), "minor"), ((40, 30), "major")],  # R23
)
def test_who_stays_has_at_least_a_minor_victory(rome, level):
    judged = facts(rome, (40, 40), withdrew=ROME)

    assert proposed(judged) == (CARTHAGE, level, True)
    assert stand(judged) == [(CARTHAGE, level)]


def test_a_withdrawal_without_figures_leaves_the_level_open():
    judged = facts(withdrew=ROME)

    assert proposed(judged) == (CARTHAGE, "minor", False)
    assert stand(judged) == [(CARTHAGE, "major"), (CARTHAGE, "minor")]
    assert proposed(facts(withdrew=ROME, first_broken=ROME)) == (CARTHAGE, "major", True)


def test_a_withdrawn_side_cannot_win_and_a_draw_cannot_be():
    judged = facts(withdrew=ROME)

    assert codes(objections(judged, ROME, "minor", RULES)) == [("withdrawn_side_wins", "battle.winner")]
    assert codes(objections(judged, None, None, RULES)) == [("withdrawal_decides", "battle.winner")]
    broken = facts((40, 30), (40, 0), withdrew=ROME)
    assert codes(objections(broken, CARTHAGE, "minor", RULES)) == [("withdrawal_decides", "battle.level")]


@pytest.mark.parametrize(("turns", "refused"), [(2, True), (3, False), (6, False)])
def test_nobody_withdraws_before_three_full_turns(turns, refused):
    found = objections(facts(withdrew=ROME, turns=turns), CARTHAGE, "minor", RULES)

    assert codes(found) == ([("withdrew_too_early", "battle.turns")] if refused else [])


def test_five_turns_are_enough_when_nobody_withdraws():
    assert objections(facts((40, 0), (40, 40), turns=1), ROME, "major", RULES) == []  # C01 ended after 5


def test_a_longer_battle_is_told_and_not_refused():
    judged = facts((40, 0), (40, 30), turns=7)

    assert stand(judged) == [(ROME, "major")]
    assert propose(judged, RULES).reasons[-1].data == {"turns": 7, "agreed": 6}


@pytest.mark.parametrize(
    ("more", "result"),
    [
        ({"village_destroyed": True}, (ROME, "major")),
        ({"village_destroyed": True, "withdrew": CARTHAGE}, (ROME, "major")),
        ({"withdrew": CARTHAGE}, (ROME, "major")),
        ({"withdrew": ROME}, (None, None)),
        ({}, (None, None)),
    ],
)
def test_a_village_decides_alone(more, result):
    assert proposed(village(**more)) == (*result, True)
    assert stand(village(**more)) == [result]


def test_a_village_that_stands_is_a_draw_whatever_the_losses():
    judged = village(rome=(40, 40), carthage=(40, 0))  # C07: "Romans lost clearly" is no defeat

    assert proposed(judged) == (None, None, True)
    assert codes(objections(judged, CARTHAGE, "minor", RULES)) == [("village_decides", "battle.winner")]


def test_a_destroyed_village_is_never_a_minor_victory():
    judged = village(village_destroyed=True)

    assert codes(objections(judged, ROME, "minor", RULES)) == [("village_decides", "battle.level")]


@pytest.mark.parametrize(
    ("judged", "expected"),
    [
        (facts((40, 41), (40, 0)), ("break_points_more_lost", "battle.break_points.rome")),
        (facts((40, -1), (40, 0)), ("break_points_negative", "battle.break_points.rome")),
        (facts((0, 0), (40, 0)), ("break_points_start", "battle.break_points.rome")),
        (Facts(seats=SEATS, break_points={ROME: (40, 3)}), ("break_points_one_side", "battle.break_points")),
        (Facts(seats=SEATS, withdrew="gaul"), ("unknown_seat", "battle.withdrew")),
        (facts(turns=0), ("turns_too_few", "battle.turns")),
        (facts(village_destroyed=True), ("no_village", "battle.village_destroyed")),
        (facts(objective="village"), ("village_without_roles", "battle.roles")),
        (village(village_destroyed=True, withdrew=ROME), ("village_destroyed_by_withdrawn", "battle.withdrew")),
    ],
)
def test_facts_that_cannot_be_are_refused_with_their_place(judged, expected):
    assert stand(judged) == []
    assert codes(objections(judged, None, None, RULES)) == [expected]
    verdict = propose(judged, RULES)
    assert (verdict.winner, verdict.complete, verdict.reasons[0].code) == (None, False, expected[0])


@pytest.mark.parametrize(
    ("winner", "level", "expected"),
    [
        ("gaul", "major", ("unknown_seat", "battle.winner")),
        (None, "minor", ("draw_with_level", "battle.level")),
        (ROME, None, ("level_missing", "battle.level")),
    ],
)
def test_a_result_must_be_well_formed(winner, level, expected):
    assert codes(objections(facts(), winner, level, RULES)) == [expected]


def test_an_objection_says_what_could_stand_and_why():
    (found,) = objections(facts((40, 9), (40, 10)), ROME, "major", RULES)

    assert (found.code, found.place, found.rule) == ("level_against_figures", "battle.level", "Hispania 4")
    assert found.data["possible"] == [{"winner": ROME, "level": "minor"}]
    assert found.data["because"] == ["not_broken", "not_broken", "enough_destroyed", "too_little_destroyed"]


def test_the_reasons_carry_the_numbers():
    broken, standing, *_rest = propose(facts((39, 30), (40, 12)), RULES).reasons

    assert (broken.code, broken.data) == ("broken", {"seat": ROME, "start": 39, "lost": 30, "left": 9, "value": 9})
    assert (standing.code, standing.data["left"], standing.data["value"]) == ("not_broken", 28, 10)


def test_a_club_may_choose_other_shares():
    rules = VictoryRules(break_share=(1, 3), minor_share=(1, 2), withdraw_after=2)

    assert propose(facts((30, 0), (30, 20)), rules).level == "major"
    assert propose(facts((30, 0), (30, 14)), rules).winner is None
    assert objections(facts(withdrew=ROME, turns=2), CARTHAGE, "minor", rules) == []


points = st.integers(1, 500).flatmap(lambda start: st.tuples(st.just(start), st.integers(0, start)))
whole_facts = st.builds(
    lambda rome, carthage, withdrew, first: facts(rome, carthage, withdrew=withdrew, first_broken=first),
    points,
    points,
    st.sampled_from([None, ROME, CARTHAGE]),
    st.sampled_from([None, ROME, CARTHAGE]),
)


@given(judged=whole_facts)
def test_a_complete_proposal_is_the_one_result_that_stands(judged):
    verdict = propose(judged, RULES)
    standing = stand(judged)

    if verdict.complete:
        assert standing == [(verdict.winner, verdict.level)]
    else:
        assert len(standing) != 1


@given(start=st.integers(1, 10_000))
def test_the_marks_are_the_first_numbers_on_the_right_side(start):
    value, mark = break_value(start, RULES), minor_mark(start, RULES)

    assert value * 4 <= start < (value + 1) * 4
    assert (mark - 1) * 4 < start <= mark * 4


@given(rome=points, carthage=points)
def test_both_sides_are_judged_alike(rome, carthage):
    swap = {ROME: CARTHAGE, CARTHAGE: ROME, None: None}
    there, back = propose(facts(rome, carthage), RULES), propose(facts(carthage, rome), RULES)

    assert (there.winner, there.level, there.complete) == (swap[back.winner], back.level, back.complete)
