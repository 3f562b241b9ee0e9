"""Every decision that is not sealed: choices, skipping, ransoms, re-rolls, losses, purchases, generals, surrender."""

import pytest

from battles.models import Battle, OutboxMessage
from campaigns.models import Campaign, Decision, Engagement, LedgerEntry, Reinforcement
from campaigns.models.codec import state_of
from campaigns.rules.decisions import (
    Choose,
    Fought,
    Length,
    LosePoints,
    Muster,
    ObeyRecall,
    Order,
    Ransom,
    ReplaceGeneral,
    Skip,
    SpendGrant,
    SpendReroll,
    StakeAll,
    StandingReroll,
    Successor,
    Surrender,
)
from campaigns.rules.state import Character, Unit
from campaigns.services import between, founding, sealed, turning
from campaigns.services.books import check
from clubs.errors import NotSeen, Refusal, Stale
from rulesets.contract import Outcome
from tests.factories.campaigns import (
    a_war,
    an_army,
    asked,
    fought_by_hand,
    found_war,
    fresh,
    order,
    play_year,
    seat,
    throw,
    to_battle,
    wait_out,
    year_of,
)
from tests.factories.clubs import NOW
from tests.worlds import once

pytestmark = pytest.mark.django_db


def decide(war, side, decision, *, by, **how) -> Campaign:
    between.decide(war, side=side, decision=decision, by=by, now=NOW, **how)
    return fresh(war)


def refused(war, side, decision, *, by, **how) -> str:
    before = fresh(war)
    with pytest.raises(Refusal) as answer:
        decide(war, side, decision, by=by, **how)
    assert str(answer.value)
    after = fresh(war)
    assert (after.state, after.seq, after.last_decision) == (before.state, before.seq, before.last_decision)
    return answer.value.code


def kinds(war, year=None) -> list[str]:
    rows = LedgerEntry.objects.filter(campaign=war, **({"year": year} if year else {}))
    return list(rows.order_by("seq").values_list("kind", flat=True))


def prompt(war) -> tuple[str, str]:
    (ask, *_others) = asked(war)
    return ask.seat, ask.prompt


# --- Doors that are not this one --------------------------------------------------------------------


@pytest.mark.parametrize("sealed", [Order(action="battle"), Muster(units=()), Fought(outcome=Outcome(seats={}))])
def test_what_is_sealed_or_fought_comes_in_by_its_own_door(war, rome, sealed):
    with pytest.raises(TypeError):
        between.decide(war, side="rome", decision=sealed, by=rome, now=NOW)


# --- Choices about the scenario ---------------------------------------------------------------------


@once
def choices(war, rome, carthage):
    """Rome is dug in, Carthage attacks: a camp may be placed."""
    order(war, rome=(rome, "defence"), carthage=(carthage, "battle"))
    assert year_of(war).stage == "choices"
    return fresh(war)


def test_the_defender_places_a_camp_and_the_muster_opens(choices, rome):
    war = decide(choices, "rome", Choose(camp=True), by=rome)
    assert state_of(war).now.camp is True
    assert year_of(war).stage == "muster"


def test_a_choice_that_is_not_ones_own_is_refused(choices, rome, carthage, spectator, umpire, stranger):
    assert refused(choices, "carthage", Choose(camp=True), by=carthage) == "not_asked"
    assert refused(choices, "rome", Choose(village=True), by=rome) == "no_such_choice"
    assert refused(choices, "rome", Choose(points=1000), by=rome) == "no_such_choice"
    for other in (carthage, spectator, umpire):
        assert refused(choices, "rome", Choose(camp=True), by=other) == "not_your_side"
    with pytest.raises(NotSeen):
        decide(choices, "rome", Choose(camp=True), by=stranger)
    assert decide(choices, "rome", Choose(camp=True), by=umpire, paper=True).last_decision == 2
    assert Decision.objects.latest("number").manners == {"rome": "paper"}


def test_who_chooses_nothing_in_time_has_no_camp(choices):
    assert turning.turn(choices.pk, now=year_of(choices).deadline_at)
    war = fresh(choices)
    assert state_of(war).now.camp is False
    assert "answer_by_default" in kinds(war)
    assert Decision.objects.latest("number").manners == {"rome": "program"}


def test_a_decision_from_a_stale_page_is_refused(choices, rome):
    with pytest.raises(Stale):
        decide(choices, "rome", Choose(camp=True), by=rome, version=choices.version - 1)
    decide(choices, "rome", Choose(camp=True), by=rome, version=choices.version)


# --- Letting a year pass ----------------------------------------------------------------------------


def test_a_year_passes_when_both_agree_and_its_battle_is_struck(war, members, rome, carthage):
    battle = to_battle(war, members)
    decide(war, "rome", Skip(), by=rome)
    assert year_of(war).stage == "battle"
    decide(war, "carthage", Skip(), by=carthage)
    assert Battle.objects.get(pk=battle.pk).stage == "void"
    assert not Engagement.objects.filter(year__campaign=war, decided_at=None).exists()
    war = wait_out(war)
    first = war.year_set.get(number=1)
    assert (first.stage, first.summary["skipped"]) == ("closed", True)
    assert first.summary["vp"]["rome"]["earned"] == state_of(war).earned["rome"]


def test_an_agreement_may_be_taken_back(choices, rome, carthage):
    decide(choices, "rome", Skip(), by=rome)
    decide(choices, "rome", Skip(agree=False), by=rome)
    decide(choices, "carthage", Skip(), by=carthage)
    assert year_of(choices).stage == "choices"
    decide(choices, "rome", Skip(), by=rome)
    assert "skipped" in kinds(choices)


def test_nobody_agrees_for_the_other_or_before_the_orders_are_open(war, rome, carthage):
    assert refused(war, "rome", Skip(), by=rome) == "not_asked"
    order(war, rome=(rome, "battle"), carthage=(carthage, "battle"))
    assert refused(war, "carthage", Skip(), by=rome) == "not_your_side"


# --- Giving up --------------------------------------------------------------------------------------


def test_a_surrender_is_a_minor_victory_of_the_other_and_ends_the_war(war, carthage):
    war = decide(war, "carthage", Surrender(), by=carthage)
    assert (war.stage, war.winner, war.level, war.reason) == ("over", "rome", "minor", "surrender")
    assert refused(war, "carthage", Surrender(), by=carthage) == "war_over"


def test_a_surrender_before_the_orders_are_open_does_not_give_the_others_order_away(war, rome, carthage):
    sealed.give_order(war, side="rome", action="guerrilla", salt="a salt of Rome", by=rome, now=NOW)
    war = decide(war, "carthage", Surrender(), by=carthage)
    shown = LedgerEntry.objects.get(campaign=war, kind="dice_revealed")
    assert "a salt of Rome" not in shown.data
    assert "guerrilla" not in "".join(LedgerEntry.objects.filter(campaign=war).values_list("data", flat=True))


def test_a_surrender_strikes_the_battle(war, members, carthage):
    battle = to_battle(war, members)
    decide(war, "carthage", Surrender(), by=carthage)
    assert Battle.objects.get(pk=battle.pk).stage == "void"


def test_nobody_surrenders_for_the_other(war, rome, spectator):
    assert refused(war, "carthage", Surrender(), by=rome) == "not_your_side"
    assert refused(war, "carthage", Surrender(), by=spectator) == "not_your_side"


# --- Another end, by agreement ----------------------------------------------------------------------


def test_an_end_is_proposed_to_the_other_side_and_agreed(war, rome, carthage):
    war = decide(war, "rome", Length(year=1), by=rome)
    told = OutboxMessage.objects.filter(kind="length_proposed")
    assert [message.recipient for message in told] == [carthage]
    war = decide(war, "carthage", Length(year=1), by=carthage)
    assert (state_of(war).last_year, told.count()) == (1, 1)
    assert told.get().read_at is not None
    assert check(war) == []


def test_nobody_agrees_for_the_other(war, rome, spectator):
    assert refused(war, "carthage", Length(year=1), by=rome) == "not_your_side"
    assert refused(war, "rome", Length(year=1), by=spectator) == "not_your_side"


def test_an_agreed_end_at_once_closes_the_war_and_keeps_the_open_orders_secret(war, members, rome, carthage):
    play_year(war, members)
    war = fresh(war)
    assert state_of(war).year == 2
    sealed.give_order(war, side="rome", action="guerrilla", salt="a salt of Rome", by=rome, now=NOW)
    for side, member in (("carthage", carthage), ("rome", rome)):
        war = decide(war, side, Length(year=1), by=member)
    assert (war.stage, war.level, war.reason) == ("over", "draw", "years")
    written = LedgerEntry.objects.filter(campaign=war).values_list("data", flat=True)
    assert "a salt of Rome" not in "".join(written)
    assert "guerrilla" not in "".join(LedgerEntry.objects.filter(campaign=war, year=2).values_list("data", flat=True))
    assert check(war) == []


# --- After the battle -------------------------------------------------------------------------------

FELLED = {"felled": [{"seat": "carthage", "character": "c-general"}]}
CAPTURED = {"fate/carthage/c-general": (3, 3)}
LOST = {"winner": "rome", "level": "minor", **FELLED}


@once
def captured(hand_war, members):
    """Carthage's general was taken: what is he worth?"""
    war = fought_by_hand(hand_war, members, CAPTURED, **LOST)
    assert prompt(war) == ("carthage", "ransom")
    return war


def test_a_ransom_paid_at_once_brings_him_back_for_two_points(captured, carthage):
    war = decide(captured, "carthage", Ransom(character="c-general", pay=True), by=carthage)
    state = state_of(war)
    assert state.characters["carthage"]["c-general"].status == "ready"
    assert state.earned == {"rome": 4, "carthage": -2}


def test_a_ransom_is_refused_for_somebody_else_and_by_somebody_else(captured, rome, carthage):
    assert refused(captured, "carthage", Ransom(character="c-general", pay=True), by=rome) == "not_your_side"
    assert refused(captured, "carthage", Ransom(character="nobody", pay=True), by=carthage) == "not_captured"


def test_a_ransom_not_answered_is_not_paid_and_may_be_paid_before_the_next_muster(captured, members, carthage):
    assert turning.turn(captured.pk, now=year_of(captured).deadline_at)
    throw(captured, members, {"event/rome": (5, 5), "event/carthage": (5, 5)}, otherwise=1)
    war = fresh(captured)
    assert year_of(war).number == 2
    assert state_of(war).characters["carthage"]["c-general"].status == "captured"
    war = decide(war, "carthage", Ransom(character="c-general", pay=True), by=carthage)
    assert state_of(war).characters["carthage"]["c-general"].status == "ready"
    assert war.year_set.get(number=1).summary["characters"]["carthage"]["c-general"]["status"] == "captured"


def test_a_reroll_is_used_by_hand_and_gone(hand_war, members, carthage):
    charm = {"event/carthage": (3, 4)}
    war = fought_by_hand(hand_war, members, charm, winner="draw")
    assert year_of(war).number == 2
    assert "carthage.reroll" in state_of(war).flags
    war = fought_by_hand(war, members, {"event/carthage": (1, 1)}, winner="draw")
    assert prompt(war) == ("carthage", "spend_reroll")
    war = decide(war, "carthage", SpendReroll(use=True), by=carthage)
    throw(war, members, {"event/carthage/reroll": (5, 5)}, otherwise=1)
    assert "rerolled" in kinds(war)
    assert "carthage.reroll" not in state_of(fresh(war)).flags
    assert fresh(war).stage == "running"  # the first roll, a coup, would have ended it


def test_a_standing_instruction_rerolls_by_itself(hand_war, members, carthage):
    war = fought_by_hand(hand_war, members, {"event/carthage": (3, 4)}, winner="draw")
    war = decide(war, "carthage", StandingReroll(roll="event", below=3), by=carthage)
    war = fought_by_hand(war, members, {"event/carthage": (1, 1), "event/carthage/reroll": (5, 5)}, winner="draw")
    assert "rerolled" in kinds(war)
    assert year_of(war).number == 3


def test_who_has_no_reroll_leaves_no_instruction(war, carthage):
    assert refused(war, "carthage", StandingReroll(roll="event", below=3), by=carthage) == "no_reroll"


@once
def hungry(hand_war, members):
    """Rome 3: drought; both lose 20 points of troops."""
    war = fought_by_hand(hand_war, members, {"event/rome": (1, 2), "event_amount/rome": (1, 1)}, winner="draw")
    assert prompt(war)[1] == "lose_points"
    return war


def test_points_are_lost_as_their_owner_says(hungry, members):
    (ask, *_others) = asked(hungry)
    side, arm = ask.seat, ask.data["arms"][0]
    unit = f"{side[0]}{6 if arm == 'cavalry' else 5}"
    for figures in ({unit: 0}, {unit: 1}, {unit: 3}, {unit: 999}, {unit: -2}, {"nobody": 2}):
        assert refused(hungry, side, LosePoints(figures=figures), by=members[side])
    war = decide(hungry, side, LosePoints(figures={unit: 2}), by=members[side])  # twelve points each, twenty are due
    while asked(war, "lose_points"):
        assert turning.turn(war.pk, now=year_of(war).deadline_at)
    assert fresh(war).sides.get(key=side).units.get(uid=unit).figures == 18


def test_points_not_given_up_in_time_are_chosen_by_the_program(hungry, members):
    before = {side: state_of(hungry).units[side] for side in ("rome", "carthage")}
    war = fresh(hungry)
    while asked(war, "lose_points"):
        assert turning.turn(war.pk, now=year_of(war).deadline_at)
    after = state_of(fresh(war)).units
    assert all(before[side] != after[side] for side in before)


# --- Grants and generals ----------------------------------------------------------------------------


def rich(hand_war, members):
    """Rome has 300 points of common troops to spend in year 2."""
    war = fought_by_hand(hand_war, members, {"reinforcements/rome": (6, 4)}, winner="draw")
    assert state_of(war).purses["rome"]["reinforcements"].common == 300
    return war


def bought(uid="velites", *, figures=20, points=12, **about) -> Unit:
    return Unit(id=uid, name=uid.title(), figures=figures, points=points, **about)


def test_granted_points_buy_a_unit_before_the_muster(hand_war, members, rome):
    war = rich(hand_war, members)
    assert Reinforcement.objects.get(side__campaign=war, side__key="rome", year=1, table="reinforcements").common == 300
    war = decide(war, "rome", SpendGrant(units=(bought(),)), by=rome)
    assert war.sides.get(key="rome").units.get(uid="velites").figures == 20
    assert refused(war, "rome", SpendGrant(units=(bought("hastati", figures=6),)), by=rome) == "over_grant"


@pytest.mark.parametrize(
    ("unit", "code"),
    [
        (bought(figures=26), "over_grant"),
        (bought(figures=4), "too_small"),
        (bought("r1"), "id_taken"),
        (bought(grade="special"), "over_grant"),
        (bought(native=True), "over_grant"),
        (bought(points=0), "no_number"),
        (bought(figures=-20), "too_small"),
        (bought(command=-100), "no_number"),
        (Unit(id="x", name="", figures=20, points=12), "no_name"),
    ],
)
def test_what_granted_points_do_not_buy(hand_war, members, rome, unit, code):
    war = rich(hand_war, members)
    assert refused(war, "rome", SpendGrant(units=(unit,)), by=rome) == code


def test_granted_points_lapse_with_the_muster(hand_war, members, rome):
    war = rich(hand_war, members)
    to_battle(war, members)
    assert refused(war, "rome", SpendGrant(units=(bought(),)), by=rome) == "too_late"
    assert "grant_lapsed" in kinds(war)


def test_a_new_general_costs_the_reinforcements(hand_war, members, carthage):
    dead = {"fate/carthage/c-general": (1, 1), "reinforcements/carthage": (6, 4)}
    war = fought_by_hand(hand_war, members, dead, **LOST)
    war = decide(
        war,
        "carthage",
        ReplaceGeneral(general=Character(id="mago", name="Mago", rank="general", points=80), lost="c-general"),
        by=carthage,
    )
    state = state_of(war)
    assert state.characters["carthage"]["mago"].status == "ready"
    assert state.characters["carthage"]["c-general"].status == "replaced"
    assert not state.purses.get("carthage", {}).get("reinforcements")
    assert war.sides.get(key="carthage").characters.filter(uid="mago").exists()


def test_a_general_who_is_there_is_not_replaced(war, rome):
    general = Character(id="mago", name="Mago", rank="general", points=80)
    assert refused(war, "rome", ReplaceGeneral(general=general), by=rome) == "nobody_lost"


# --- What the Senate and the Suffetes want ----------------------------------------------------------


def test_a_recalled_general_has_a_successor_with_a_name(hand_war, members, rome):
    losing = {"event/rome": (3, 3)}
    war = fought_by_hand(hand_war, members, losing, winner="carthage", level="minor")
    assert prompt(war) == ("rome", "successor")
    assert refused(war, "rome", Successor(name="\x00"), by=rome) == "no_name"
    war = decide(war, "rome", Successor(name="Gnaeus"), by=rome)
    assert war.sides.get(key="rome").characters.get(uid="Gnaeus").rank == "general"


def test_a_successor_nobody_named_is_named_by_the_program(hand_war, members):
    war = fought_by_hand(hand_war, members, {"event/rome": (3, 3)}, winner="carthage", level="minor")
    assert turning.turn(war.pk, now=year_of(war).deadline_at)
    assert state_of(fresh(war)).characters["rome"]["r-general"].status == "recalled"


@once
def beaten(club, rome, carthage, umpire, members):
    """Rome is six points behind, and the Senate has had enough."""
    draft = found_war(club, by=rome, umpire=umpire, dice="hand")
    for side, member in (("rome", rome), ("carthage", carthage)):
        seat(draft, side, member, by=rome)
        founding.set_army(draft, side=side, army=an_army(side[0]), by=member, now=NOW)
    war = founding.begin(draft, by=rome, now=NOW, year=2, earned={"carthage": 6})
    war = fought_by_hand(war, members, {"event/rome": (3, 3)}, winner="draw")
    if prompt(war)[1] == "successor":
        war = decide(war, "rome", Successor(name="Gnaeus"), by=rome)
        throw(war, members, otherwise=1)
    assert prompt(war)[1] == "stake_all"
    return fresh(war)


def test_both_agree_to_stake_all_on_one_last_battle(beaten, members, rome, carthage):
    war = beaten
    while asked(war, "stake_all"):
        side, _what = prompt(war)
        war = decide(war, side, StakeAll(agree=True), by=members[side])
    throw(war, members, otherwise=1)
    war = fresh(war)
    assert (war.stage, "stake_all" in state_of(war).flags) == ("running", True)
    with pytest.raises(Refusal) as answer:
        sealed.give_order(war, side="rome", action="defence", by=rome, now=NOW)
    assert answer.value.code == "forced_action"


def test_who_does_not_answer_does_not_stake_all(beaten):
    assert turning.turn(beaten.pk, now=year_of(beaten).deadline_at)
    war = fresh(beaten)
    assert (war.stage, war.winner, war.level, war.reason) == ("over", "carthage", "minor", "event")


def test_a_side_ordered_home_obeys_or_fights_once_more(hand_war, members, carthage):
    war = fought_by_hand(hand_war, members, {"event/rome": (6, 6)}, winner="rome", level="minor")
    assert prompt(war) == ("carthage", "obey_recall")
    assert refused(war, "carthage", ObeyRecall(obey=True), by=members["rome"]) == "not_your_side"
    war = decide(war, "carthage", ObeyRecall(obey=True), by=carthage)
    assert war.winner == "rome"


def test_every_year_of_a_long_war_by_program_keeps_its_books(club, members, rome, carthage):
    war = a_war(club, rome=rome, carthage=carthage, by=rome, years=4)
    while fresh(war).stage == "running":
        play_year(war, members, winner="draw")
    assert fresh(war).stage == "over"
