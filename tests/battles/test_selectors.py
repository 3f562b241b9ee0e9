"""Reading a battle: who may, as what, and at what price."""

from datetime import timedelta

import pytest

from battles import selectors
from battles.models import Battle
from battles.models.battle import Stage
from battles.services import opening, verdicts
from clubs.errors import NotSeen
from rulesets.contract import UMPIRE
from tests.factories.battles import CARTHAGE, ROME, WON, do, fight, open_battle
from tests.factories.clubs import NOW


@pytest.mark.parametrize(
    ("who", "seat"), [("livia", ROME), ("hanno", CARTHAGE), ("ines", UMPIRE), ("marco", None), ("fabia", None)]
)
def test_members_of_the_club_see_its_battles_each_from_his_seat(battle, request, who, seat):
    user = request.getfixturevalue(who)

    seen = selectors.battle_for(user, battle.public_id)

    assert (seen.pk, selectors.seat_of(seen, user)) == (battle.pk, seat)


def test_nobody_else_does_and_cannot_tell_it_from_one_that_does_not_exist(battle, nobody, rome, livia):
    from django.contrib.auth.models import AnonymousUser

    for user in (nobody, AnonymousUser()):
        with pytest.raises(NotSeen):
            selectors.battle_for(user, battle.public_id)
    rome.left_at = NOW
    rome.save()
    with pytest.raises(NotSeen):
        selectors.battle_for(livia, battle.public_id)
    with pytest.raises(NotSeen):
        selectors.battle_for(livia, "nonesuch")


def test_a_battle_and_its_people_cost_two_queries(battle, livia, django_assert_num_queries):
    with django_assert_num_queries(2):
        seen = selectors.battle_for(livia, battle.public_id)
        told = [(seat.key, str(seat.member)) for seat in seen.seats.all()]
        assert selectors.seat_of(seen, livia) == ROME
        assert selectors.asks_of(seen)
        assert selectors.view_for(seen, ROME).data == seen.state

    assert told == [(ROME, "Livia"), (CARTHAGE, "Hanno"), (UMPIRE, "Ines")]


def test_the_log_strikes_out_what_was_taken_back(battle, rome, carthage, umpire):
    battle = verdicts.reopen(fight(battle, rome, carthage), by=umpire, now=NOW, reason="A mistake.")

    log = selectors.entries_for(battle, None)

    assert [(entry.seq, entry.struck) for entry in log] == [(0, False), (1, False), (2, True), (3, False)]
    assert [happening.kind for happening in log[2].happenings] == ["confirmed", "decided"]
    assert (log[3].reason, log[3].revision) == ("A mistake.", 1)
    assert log[1].moves == {ROME: {"kind": "report", "arguments": WON}}


@pytest.mark.parametrize("moves", [1, 3])
def test_the_log_costs_one_query(battle, rome, moves, django_assert_num_queries):
    for number in range(moves):
        battle = do(battle, ROME, "amend" if number else "report", by=rome, **WON, turns=number + 1)

    with django_assert_num_queries(1):
        assert [str(entry.actor) for entry in selectors.entries_for(battle, ROME)][1:] == ["Livia"] * moves


def test_who_is_asked_is_known_only_while_it_is_fought(battle, rome, carthage):
    assert {ask.seat for ask in selectors.asks_of(battle)} == {ROME, CARTHAGE, UMPIRE}

    battle = fight(battle, rome, carthage)

    assert selectors.asks_of(battle) == []
    assert selectors.menu_for(battle, ROME) == []


@pytest.mark.parametrize("battles", [1, 3])
def test_battles_past_their_deadline_are_found_in_one_query(club, rome, carthage, battles, django_assert_num_queries):
    for _number in range(battles):
        opening.move_deadline(open_battle(club, rome, carthage), deadline_at=NOW)
    opening.move_deadline(open_battle(club, rome, carthage), deadline_at=NOW + timedelta(seconds=1))
    open_battle(club, rome, carthage)

    with django_assert_num_queries(1):
        assert [battle.club.name for battle in selectors.overdue(NOW)] == [club.name] * battles


def test_a_decided_battle_has_no_deadline_to_move(battle, rome, carthage):
    battle = fight(battle, rome, carthage)

    opening.move_deadline(battle, deadline_at=NOW)

    assert Battle.objects.get(pk=battle.pk).deadline_at is None
    assert battle.stage == Stage.DECIDED
