"""Real dice: asked of whom they belong to, typed in by him, contested by the other, ruled on by the umpire."""

import pytest

from battles.models import Battle, OutboxMessage
from campaigns.models import Decision, Engagement, LedgerEntry, Roll, Year
from campaigns.models.codec import state_of
from campaigns.rules.decisions import Ransom, Typed
from campaigns.services import between, sealed, turning
from campaigns.services import umpire as desk
from clubs.errors import NotSeen, Refusal
from tests.factories.campaigns import (
    QUIET,
    a_war,
    asked,
    battle_of,
    fight,
    fought_by_hand,
    fresh,
    order,
    throw,
    to_battle,
    year_of,
)
from tests.factories.clubs import NOW
from tests.worlds import once

pytestmark = pytest.mark.django_db
LOST = {"winner": "rome", "level": "minor", "felled": [{"seat": "carthage", "character": "c-general"}]}


def type_in(war, side, faces, *, by, address=None, **how):
    address = address or asked(war, "dice")[0].data["address"]
    decision = Typed(address=address, faces=tuple(faces))
    return between.decide(war, side=side, decision=decision, by=by, now=NOW, **how)


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as answer:
        verb(*args, **kwargs)
    assert str(answer.value)
    return answer.value.code


def roll_at(war, tail) -> Roll:
    return Roll.objects.filter(campaign=war, address__endswith=tail).order_by("pk").last()


@once
def scenario_die(hand_war, rome, carthage):
    """Both punish: the die decides between an encounter and an ally to defend; it is nobody's."""
    order(hand_war, rome=(rome, "punishment"), carthage=(carthage, "punishment"))
    assert [(ask.seat, ask.prompt) for ask in asked(hand_war)] == [("umpire", "dice")]
    assert year_of(hand_war).stage == "dice"
    return fresh(hand_war)


@once
def event_die(hand_war, members, rome, carthage):
    """A battle was fought; Rome throws for its event."""
    to_battle(hand_war, members)
    fight(hand_war, reporter=("rome", rome), confirmer=("carthage", carthage), winner="draw")
    (ask,) = asked(hand_war)
    assert (ask.seat, ask.data["address"], ask.data["n"], ask.data["sides"]) == ("rome", "year/1/event/rome", 2, 6)
    return fresh(hand_war)


# --- Typing in --------------------------------------------------------------------------------------


def test_a_die_of_nobodys_is_thrown_by_the_umpire_or_by_a_player(scenario_die, umpire, spectator, stranger):
    assert refused(type_in, scenario_die, "umpire", [2], by=spectator) == "not_your_side"
    with pytest.raises(NotSeen):
        type_in(scenario_die, "umpire", [2], by=stranger)
    type_in(scenario_die, "umpire", [2], by=umpire)
    roll = roll_at(scenario_die, "scenario")
    assert (roll.faces, roll.source, roll.typed_by) == ([2], "hand", umpire)
    assert state_of(fresh(scenario_die)).now.scenario == "encounter"
    assert Decision.objects.latest("number").manners == {"umpire": "umpire"}


def test_a_player_may_throw_it_too(scenario_die, rome):
    type_in(scenario_die, "umpire", [5], by=rome)
    assert roll_at(scenario_die, "scenario").typed_by == rome


def test_dice_are_thrown_by_whom_they_belong_to_or_typed_in_from_paper(event_die, rome, carthage, umpire):
    assert refused(type_in, event_die, "rome", [3, 3], by=carthage) == "not_your_side"
    assert refused(type_in, event_die, "carthage", [3, 3], by=carthage) == "not_asked"
    assert refused(type_in, event_die, "rome", [3, 3], by=umpire) == "not_your_side"
    type_in(event_die, "rome", [5, 5], by=umpire, paper=True)
    roll = roll_at(event_die, "event/rome")
    assert (roll.typed_by, roll.decision.manners) == (umpire, {"rome": "paper"})


@pytest.mark.parametrize(
    ("faces", "code"),
    [
        ([7, 1], "impossible_face"),
        ([0, 1], "impossible_face"),
        ([-1, 3], "impossible_face"),
        ([1, 2, 3], "wrong_number_of_dice"),
        ([], "wrong_number_of_dice"),
        ([13], "impossible_total"),
        ([1], "impossible_total"),
    ],
)
def test_impossible_dice_are_refused_and_nothing_is_stored(event_die, rome, faces, code):
    assert refused(type_in, event_die, "rome", faces, by=rome) == code
    assert roll_at(event_die, "event/rome") is None


def test_dice_for_another_roll_are_refused(event_die, rome):
    assert refused(type_in, event_die, "rome", [3, 3], by=rome, address="year/1/event/carthage") == "not_asked"


def test_only_a_total_may_be_noted(event_die, rome):
    type_in(event_die, "rome", [10], by=rome)
    assert roll_at(event_die, "event/rome").faces == [10]


def test_the_program_throws_for_who_does_not_and_says_so(event_die):
    assert turning.turn(event_die.pk, now=year_of(event_die).deadline_at)
    roll = roll_at(event_die, "event/rome")
    assert (roll.source, roll.typed_by, len(roll.faces)) == ("program", None, 2)
    assert LedgerEntry.objects.filter(campaign=event_die, kind="answer_by_default").exists()


def test_no_die_is_thrown_by_the_program_while_the_deadline_has_not_passed(event_die):
    assert not turning.turn(event_die.pk, now=NOW)
    assert turning.due(NOW) == []


# --- Contesting -------------------------------------------------------------------------------------


def contest(war, tail, *, by, reason="It fell off the table."):
    desk.contest_roll(war, address=roll_at(war, tail).address, reason=reason, by=by, now=NOW)


def rule(war, tail, faces, *, by, reason="I saw it."):
    desk.rule_roll(war, address=roll_at(war, tail).address, faces=faces, reason=reason, by=by, now=NOW)
    return fresh(war)


@once
def aftermath(hand_war, members):
    """Carthage's general was taken (a six on two dice); the ransom is still to be decided."""
    war = fought_by_hand(hand_war, members, {"fate/carthage/c-general": (3, 3)}, **LOST)
    assert asked(war)[0].prompt == "ransom"
    return war


def test_a_roll_is_contested_by_who_plays_and_everybody_can_read_it(aftermath, rome, umpire, spectator, stranger):
    contest(aftermath, "c-general", by=rome)
    entry = LedgerEntry.objects.get(campaign=aftermath, kind="dice_contested")
    assert entry.actor == rome
    assert OutboxMessage.objects.filter(recipient=umpire, kind="dice_contested").count() == 1
    assert refused(contest, aftermath, "c-general", by=spectator) == "players_only"
    assert refused(contest, aftermath, "c-general", by=umpire) == "players_only"
    assert refused(contest, aftermath, "c-general", by=rome, reason=" ") == "reason_missing"
    assert refused(contest, aftermath, "c-general", by=rome, reason="x" * 501) == "reason_too_long"
    with pytest.raises(NotSeen):
        contest(aftermath, "c-general", by=stranger)


def test_a_roll_of_the_program_is_not_contested(event_die, rome):
    turning.turn(event_die.pk, now=year_of(event_die).deadline_at)
    assert refused(contest, event_die, "event/rome", by=rome) == "no_such_roll"


def test_only_the_umpire_rules(aftermath, rome, carthage, spectator, officer):
    for other in (rome, carthage, spectator, officer):
        assert refused(rule, aftermath, "c-general", [6, 6], by=other) == "umpire_only"


def test_a_contested_roll_stands_if_the_umpire_says_so(aftermath, umpire, rome):
    contest(aftermath, "c-general", by=rome)
    before = fresh(aftermath)
    war = rule(aftermath, "c-general", None, by=umpire)
    assert (war.state, war.revision, war.last_decision) == (before.state, before.revision, before.last_decision)
    assert LedgerEntry.objects.filter(campaign=war, kind="contest_ruled").count() == 1


def test_a_corrected_roll_changes_what_followed(aftermath, umpire):
    war = rule(aftermath, "c-general", [6, 6], by=umpire)
    assert state_of(war).characters["carthage"]["c-general"].status == "ready"
    assert asked(war)[0].data["address"] == "year/1/skill/rome/r-general"
    roll = roll_at(war, "c-general")
    assert (roll.faces, roll.source, roll.typed_by) == ([6, 6], "hand", umpire)
    assert war.revision == 1
    assert "report_reopened" not in LedgerEntry.objects.filter(campaign=war).values_list("kind", flat=True)


@pytest.mark.parametrize("faces", [[7, 1], [0, 0], [1, 2, 3], []])
def test_a_ruling_cannot_name_impossible_dice(aftermath, umpire, faces):
    before = fresh(aftermath)
    assert refused(rule, aftermath, "c-general", faces, by=umpire)
    assert fresh(aftermath).seq == before.seq


def test_what_still_fits_is_kept_after_a_corrected_roll(aftermath, members, umpire, carthage):
    between.decide(aftermath, side="carthage", decision=Ransom(character="c-general", pay=False), by=carthage, now=NOW)
    throw(aftermath, members, {"skill/rome/r-general": (2,), "event/rome": (4, 4)})
    war = fresh(aftermath)
    assert year_of(war).number == 2
    war = rule(war, "skill/rome/r-general", [5], by=umpire)
    # The year that had closed with these dice was played again to its end.
    assert year_of(war).number == 2
    state = state_of(war)
    assert state.characters["rome"]["r-general"].skills == (5,)
    assert state.characters["carthage"]["c-general"].status == "captured"
    assert roll_at(war, "event/rome").faces == [4, 4]
    assert Year.objects.get(campaign=war, number=1).stage == "closed"


def test_the_last_die_of_a_year_can_be_contested_after_the_year_closed_with_it(event_die, members, rome, umpire):
    throw(event_die, members, {**QUIET, "reinforcements/carthage": (6, 6)})
    war = fresh(event_die)
    assert year_of(war).number == 2
    sealed.give_order(war, side="rome", action="guerrilla", salt="kept", by=rome, now=NOW)
    contest(war, "reinforcements/carthage", by=rome)
    war = rule(war, "reinforcements/carthage", [1, 1], by=umpire)
    assert not state_of(war).purses.get("carthage", {}).get("reinforcements")
    assert year_of(war).number == 2
    kept = year_of(war).orders.get(side="rome")
    assert (kept.action, kept.salt, kept.ready) == ("guerrilla", "kept", False)


def test_dice_cannot_be_corrected_once_the_next_orders_are_open(event_die, members, umpire, rome, carthage):
    throw(event_die, members, QUIET)
    order(event_die, rome=(rome, "battle"), carthage=(carthage, "battle"))
    assert refused(rule, event_die, "event/rome", [1, 1], by=umpire) == "too_late"


def test_a_war_that_a_die_ended_goes_on_when_the_die_is_corrected(event_die, members, umpire):
    throw(event_die, members, {**QUIET, "event/carthage": (1, 1)})
    war = fresh(event_die)
    assert (war.stage, war.winner) == ("over", "rome")
    war = rule(war, "event/carthage", [5, 5], by=umpire)
    assert (war.stage, war.winner, war.ended_at) == ("running", "", None)
    throw(war, members, QUIET)
    assert year_of(war).number == 2


def test_a_corrected_scenario_brings_another_battle(club, members, rome, carthage, umpire):
    war = a_war(club, rome=rome, carthage=carthage, by=rome, umpire=umpire, dice="hand")
    battle = to_battle(war, members, orders=("guerrilla", "guerrilla"))  # a four: a skirmish
    war = rule(fresh(war), "scenario", [5], by=umpire)  # an encounter
    assert state_of(war).now.scenario == "encounter"
    assert Battle.objects.get(pk=battle.pk).stage == "void"
    # The musters no longer fit, or did: either way there is one battle at most, and it is the right one.
    for engagement in Engagement.objects.filter(year__campaign=war, decided_at=None).select_related("battle"):
        assert engagement.battle.setup["scenario"] == "encounter"


def test_a_correction_that_changes_nothing_about_the_battle_keeps_it(club, members, rome, carthage, umpire):
    war = a_war(club, rome=rome, carthage=carthage, by=rome, umpire=umpire, dice="hand")
    battle = to_battle(war, members, orders=("guerrilla", "guerrilla"))
    war = rule(fresh(war), "scenario", [3], by=umpire)  # a skirmish all the same
    assert battle_of(war).pk == battle.pk
    assert Battle.objects.get(pk=battle.pk).stage == "open"
    assert year_of(war).stage == "battle"


# --- After the report was reopened ------------------------------------------------------------------


def test_dice_typed_before_a_reopening_are_not_thrown_again(hand_war, members, rome, carthage, umpire):
    shown = {**QUIET, "fate/carthage/c-general": (3, 3), "event/rome": (4, 5)}
    fought_by_hand(hand_war, members, shown, **LOST)
    desk.reopen_report(fresh(hand_war), reason="A wrong figure", by=umpire, now=NOW)
    fight(hand_war, again=True, reporter=("rome", rome), confirmer=("carthage", carthage), **LOST)
    war = fresh(hand_war)
    assert asked(war)[0].prompt == "ransom"  # his fate was thrown already
    assert roll_at(war, "c-general").faces == [3, 3]
    assert roll_at(war, "c-general").typed_by == members["carthage"]
    between.decide(war, side="carthage", decision=Ransom(character="c-general", pay=True), by=carthage, now=NOW)
    thrown = throw(war, members, QUIET)
    assert not any("fate" in address for address in thrown)


def test_dice_the_program_threw_for_an_absent_player_fall_the_same_again(event_die, rome, carthage, umpire):
    turning.turn(event_die.pk, now=year_of(event_die).deadline_at)
    fell = roll_at(event_die, "event/rome").faces
    desk.reopen_report(fresh(event_die), reason="A wrong figure", by=umpire, now=NOW)
    fight(event_die, again=True, reporter=("rome", rome), confirmer=("carthage", carthage), winner="draw")
    again = roll_at(event_die, "event/rome")
    assert (again.faces, again.source, again.decision.revision) == (fell, "program", 1)


# --- Being told -------------------------------------------------------------------------------------


def asked_of(member) -> list[tuple[str, int, bool]]:
    """The questions a member was told of: of which roll or choice, how many were settled without him, whether it is news."""
    rows = OutboxMessage.objects.filter(recipient=member, kind="your_answer").order_by("pk")
    return [(row.data["prompt"], row.data.get("settled", 0), row.read_at is None) for row in rows]


def wait_for_everybody(war) -> int:
    """Nobody answers, until the next orders; answers with how many questions there were."""
    passed = 0
    while (year := year_of(war)).stage == "aftermath":
        passed += 1
        turning.turn(war.pk, now=year.deadline_at)
        war = fresh(war)
    return passed


def test_who_does_not_come_is_told_once_in_a_stage_however_many_dice_are_asked_of_him(
    hand_war, members, rome, carthage
):
    to_battle(hand_war, members)
    fight(hand_war, reporter=("rome", rome), confirmer=("carthage", carthage), **LOST)
    assert wait_for_everybody(hand_war) >= 3
    assert OutboxMessage.objects.filter(recipient=carthage, kind="your_answer").count() == 1
    assert OutboxMessage.objects.filter(recipient=rome, kind="your_answer").count() == 1


def test_the_one_notice_says_what_waits_now_and_what_was_settled_meanwhile(hand_war, members, rome, carthage):
    to_battle(hand_war, members)
    fight(hand_war, reporter=("rome", rome), confirmer=("carthage", carthage), **LOST)
    assert asked(hand_war)[0].seat == "carthage"
    assert asked_of(carthage) == [("dice", 0, True)]
    while asked(hand_war)[0].seat == "carthage":
        turning.turn(hand_war.pk, now=year_of(hand_war).deadline_at)
    assert asked_of(carthage)[0][2] is False  # nothing is asked of him now
    deadline = year_of(hand_war).deadline_at
    while asked(hand_war)[0].seat != "carthage":
        turning.turn(hand_war.pk, now=year_of(hand_war).deadline_at)
    ((prompt, settled, news),) = asked_of(carthage)
    assert (prompt, news) == ("dice", True)
    assert settled >= 1
    told = OutboxMessage.objects.get(recipient=carthage, kind="your_answer").data
    assert told["deadline"] == year_of(hand_war).deadline_at.isoformat() > deadline.isoformat()


def test_who_has_just_answered_is_not_told_of_the_next_question(event_die, rome):
    before = asked_of(rome)
    address = asked(event_die, "dice")[0].data["address"]
    type_in(event_die, "rome", [3, 4], by=rome, address=address)
    while asked(event_die) and asked(event_die)[0].seat == "rome":
        ask = asked(event_die)[0]
        type_in(event_die, "rome", [1] * ask.data["n"], by=rome)
    assert len(asked_of(rome)) == len(before)


def test_who_has_answered_is_told_again_when_it_is_his_turn_after_anothers(hand_war, members, rome, carthage):
    to_battle(hand_war, members)
    fight(hand_war, reporter=("rome", rome), confirmer=("carthage", carthage), **LOST)
    seats = []
    while (asks := asked(hand_war)) and asks[0].prompt in ("dice", "ransom"):
        ask = asks[0]
        if not seats or seats[-1] != ask.seat:
            seats.append(ask.seat)
        if ask.prompt == "dice":
            type_in(hand_war, ask.seat, [4] * ask.data["n"], by=members[ask.seat])
        else:
            decision = Ransom(character=ask.data["character"], pay=False)
            between.decide(hand_war, side=ask.seat, decision=decision, by=members[ask.seat], now=NOW)
        hand_war = fresh(hand_war)
    assert seats.count("carthage") >= 2
    assert len(asked_of(carthage)) == seats.count("carthage")
    assert len(asked_of(rome)) == seats.count("rome")
