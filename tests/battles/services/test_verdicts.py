"""What an umpire does: rule, reopen, roll back, release, void."""

import pytest

from battles.errors import Disallowed
from battles.models import Battle, OutboxMessage
from battles.models.battle import Stage
from battles.models.log import Kind
from battles.services import replay, verdicts
from battles.signals import battle_decided, battle_reopened
from clubs.errors import Refusal, Stale
from rulesets.contract import CharacterResult, Outcome, SeatResult, UnitResult
from tests.factories.battles import CARTHAGE, ROME, WON, do, fight, open_battle
from tests.factories.clubs import NOW

DRAW = Outcome(seats={ROME: SeatResult(result="draw"), CARTHAGE: SeatResult(result="draw")})


def stored(battle):
    return Battle.objects.get(pk=battle.pk)


def test_a_ruling_in_the_words_of_a_report_keeps_to_the_rules(battle, umpire):
    with pytest.raises(Disallowed) as refused:
        verdicts.rule(battle, report={"winner": ROME}, by=umpire, now=NOW, reason="Seen.")
    assert refused.value.problem.place == "report.level"

    after = verdicts.rule(battle, report=WON, by=umpire, now=NOW, reason="Seen.")

    assert after.stage == Stage.DECIDED
    assert [told["kind"] for told in after.entries.get(seq=1).happenings] == ["ruled", "decided"]
    assert replay.verify(stored(battle)) == []


def test_a_ruling_by_outcome_stands_as_it_is(battle, umpire):
    both_lost = Outcome(seats={ROME: SeatResult(result="loss"), CARTHAGE: SeatResult(result="loss")})

    after = verdicts.rule(battle, outcome=both_lost, by=umpire, now=NOW, reason="Nobody came.")

    entry = after.entries.get(seq=1)
    assert (after.stage, entry.kind, entry.action["reason"]) == (Stage.DECIDED, Kind.RULED, "Nobody came.")
    assert stored(battle).outcome["seats"][ROME] == {"result": "loss", "level": None}
    assert replay.verify(stored(battle)) == []


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (Outcome(seats={ROME: SeatResult(result="draw")}), "seats_missing"),
        (Outcome(seats=DRAW.seats, units={ROME: {"hastati-1": UnitResult(destroyed=21)}}), "more_lost_than_figures"),
        (Outcome(seats=DRAW.seats, units={ROME: {"libyans": UnitResult(destroyed=1)}}), "more_lost_than_figures"),
        (Outcome(seats=DRAW.seats, units={ROME: {"equites": UnitResult(routed=-1)}}), "more_lost_than_figures"),
        (Outcome(seats=DRAW.seats, characters={ROME: {"hamilcar": CharacterResult()}}), "character_not_there"),
        (Outcome(seats=DRAW.seats, characters={"gaul": {"brennus": CharacterResult()}}), "character_not_there"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(battle, umpire, outcome, code):
    with pytest.raises(Refusal) as refused:
        verdicts.rule(battle, outcome=outcome, by=umpire, now=NOW, reason="So.")

    assert refused.value.code == code
    assert stored(battle).seq == 0


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_a_ruling_says_why(battle, umpire, reason):
    with pytest.raises(Refusal):
        verdicts.rule(battle, outcome=DRAW, by=umpire, now=NOW, reason=reason)
    with pytest.raises(Refusal):
        verdicts.rule(battle, report=WON, by=umpire, now=NOW, reason=reason)


def test_a_ruling_has_a_report_or_an_outcome(battle, umpire):
    with pytest.raises(TypeError):
        verdicts.rule(battle, by=umpire, now=NOW, reason="So.")


@pytest.mark.parametrize("who", ["livia", "hanno", "marco", "fabia"])
def test_only_the_umpire_rules(battle, place, request, who):
    member = place(request.getfixturevalue(who))

    for ruling in ({"outcome": DRAW}, {"report": {"winner": "draw"}}):
        with pytest.raises(Refusal) as refused:
            verdicts.rule(battle, by=member, now=NOW, reason="So.", **ruling)
        assert refused.value.status == 403


def test_an_umpire_with_an_old_page_is_told_that_the_battle_went_on(battle, rome, umpire):
    do(battle, ROME, "report", by=rome, **WON)

    with pytest.raises(Stale):
        verdicts.rule(battle, outcome=DRAW, by=umpire, now=NOW, reason="So.", seq=0)


def test_a_held_battle_can_be_settled_by_outcome_or_released(battle, rome, umpire):
    Battle.objects.filter(pk=battle.pk).update(stage=Stage.HELD)

    released = verdicts.release(battle, by=umpire, now=NOW)
    assert released.stage == Stage.OPEN
    Battle.objects.filter(pk=battle.pk).update(stage=Stage.HELD)
    assert verdicts.rule(battle, outcome=DRAW, by=umpire, now=NOW, reason="So.").stage == Stage.DECIDED


def test_only_a_held_battle_is_released(battle, umpire):
    with pytest.raises(Refusal) as refused:
        verdicts.release(battle, by=umpire, now=NOW)

    assert refused.value.code == "battle_open"


def test_a_reopened_battle_stands_before_its_last_decision_and_keeps_its_history(battle, rome, carthage, umpire):
    battle = fight(battle, rome, carthage)
    heard = []

    def reopened(sender, battle, by, now, **kwargs):
        heard.append((battle.stage, by))

    battle_reopened.connect(reopened)
    try:
        after = verdicts.reopen(battle, by=umpire, now=NOW, reason="Hanno pressed the wrong key.")
    finally:
        battle_reopened.disconnect(reopened)

    assert heard == [(Stage.OPEN, umpire)]
    again = stored(battle)
    assert (after.stage, again.stage, again.outcome, again.revision, again.seq) == (Stage.OPEN, Stage.OPEN, None, 1, 3)
    assert again.state["stage"] == "answer"
    assert [entry.seq for entry in again.entries.all()] == [0, 1, 2, 3]
    assert again.entries.get(seq=3).back_to == 1
    assert replay.verify(again) == []
    assert OutboxMessage.objects.filter(recipient=carthage, kind="battle.asked").count() == 3


def test_a_reopened_battle_is_decided_again(battle, rome, carthage, umpire):
    battle = verdicts.reopen(fight(battle, rome, carthage), by=umpire, now=NOW, reason="A mistake.")
    outcomes = []

    def decided(sender, battle, outcome, by, now, **kwargs):
        outcomes.append(outcome.seats[ROME].result)

    battle_decided.connect(decided)
    try:
        battle = do(battle, ROME, "amend", by=rome, winner="draw")
        battle = do(battle, CARTHAGE, "confirm", by=carthage)
    finally:
        battle_decided.disconnect(decided)

    assert outcomes == ["draw"]
    assert replay.verify(stored(battle)) == []
    twice = verdicts.reopen(battle, by=umpire, now=NOW, reason="Once more.")
    assert (twice.revision, twice.state["stage"]) == (2, "answer")
    assert replay.verify(stored(battle)) == []


def test_a_ruling_can_be_reopened_too(battle, umpire):
    battle = verdicts.rule(battle, outcome=DRAW, by=umpire, now=NOW, reason="So.")

    after = verdicts.reopen(battle, by=umpire, now=NOW, reason="They did play.")

    assert (after.stage, after.state["stage"]) == (Stage.OPEN, "report")
    assert replay.verify(stored(battle)) == []


def test_a_page_of_the_old_branch_is_stale_on_the_new_one(battle, rome, carthage, umpire):
    battle = fight(battle, rome, carthage)
    verdicts.reopen(battle, by=umpire, now=NOW, reason="A mistake.")

    with pytest.raises(Stale):
        do(battle, CARTHAGE, "confirm", by=carthage, seq=1)


def test_only_a_decided_battle_is_reopened_and_only_by_the_umpire(battle, rome, carthage, umpire):
    with pytest.raises(Refusal) as refused:
        verdicts.reopen(battle, by=umpire, now=NOW, reason="So.")
    assert refused.value.code == "battle_open"

    battle = fight(battle, rome, carthage)
    with pytest.raises(Refusal) as refused:
        verdicts.reopen(battle, by=rome, now=NOW, reason="So.")
    assert refused.value.code == "umpire_only"


def test_a_battle_is_rolled_back_to_an_earlier_entry(battle, rome, carthage, umpire):
    battle = do(battle, ROME, "report", by=rome, **WON)
    battle = do(battle, CARTHAGE, "dispute", by=carthage, reason="No.")

    after = verdicts.rollback(battle, to_seq=0, by=umpire, now=NOW, reason="Start again.")

    assert (after.revision, after.state["stage"], after.state["reports"]) == (1, "report", {})
    assert replay.verify(stored(battle)) == []
    with pytest.raises(Refusal) as refused:
        verdicts.rollback(after, to_seq=2, by=umpire, now=NOW, reason="Back.")
    assert refused.value.code == "no_such_entry"


def test_a_void_battle_takes_nothing_more(battle, rome):
    verdicts.void(battle, now=NOW)

    with pytest.raises(Refusal) as refused:
        do(battle, ROME, "report", by=rome, **WON)
    assert refused.value.code == "battle_void"


def test_the_umpire_cannot_play(club, rome, carthage):
    with pytest.raises(Refusal) as refused:
        open_battle(club, rome, carthage, umpire=rome)

    assert refused.value.code == "umpire_plays"


def test_everybody_at_a_battle_is_a_member(club, rome, carthage):
    carthage.left_at = NOW

    with pytest.raises(Refusal) as refused:
        open_battle(club, rome, carthage)

    assert refused.value.code == "not_a_member"


def test_a_setup_that_cannot_be_fought_opens_nothing(club, rome, carthage):
    with pytest.raises(Disallowed) as refused:
        open_battle(club, rome, carthage, roles={"attacker": "gaul"})

    assert refused.value.problem.place == "roles.attacker"
    assert not Battle.objects.exists()
