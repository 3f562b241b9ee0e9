"""Playing again from the start of a year: the former course stays readable, nobody's dice fall again, and all of it is public."""

import json

import pytest

from battles.models import DiceSecret, OutboxMessage
from campaigns.models import Decision, LedgerEntry, Muster, Roll, StrategicAction, Year
from campaigns.models.codec import rules_of, start_of, state_of
from campaigns.rules import record, recordfile
from campaigns.services import books, branches, records, rewind, sealed, seats
from clubs.errors import Refusal
from tests.factories.campaigns import fresh, play_year, to_battle, year_of
from tests.factories.clubs import NOW
from tests.factories.dice import quiet_years
from tests.worlds import once

pytestmark = pytest.mark.django_db
WHY = "The list was not the one agreed on."


def again(war, number, *, by, seen=None, reason=WHY):
    seen = fresh(war).last_decision if seen is None else seen
    branches.begin_again(war, number=number, reason=reason, seen=seen, by=by, now=NOW)
    return fresh(war)


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as answer:
        verb(*args, **kwargs)
    return answer.value.code


@pytest.fixture(autouse=True)
def quiet():
    with quiet_years():
        yield


@once
def played(war, members):
    return play_year(play_year(war, members), members)


def test_the_war_is_taken_back_to_the_start_of_a_year(played, members, umpire):
    entries = LedgerEntry.objects.filter(campaign=played).count()
    war = again(played, 1, by=umpire)
    assert state_of(war) == rules_of(war).begin(start_of(war))
    assert {year.number: year.stage for year in Year.objects.filter(campaign=war)} == {
        1: "orders",
        2: "waiting",
        3: "waiting",
    }
    assert LedgerEntry.objects.filter(campaign=war).count() > entries
    (entry,) = LedgerEntry.objects.filter(campaign=war, kind="rolled_back")
    assert (entry.actor, entry.year, json.loads(entry.data)["reason"]) == (umpire, 1, WHY)
    assert Decision.objects.get(campaign=war, number=json.loads(entry.data)["back"]).back_to == 0
    assert {message.recipient for message in OutboxMessage.objects.filter(kind="rolled_back")} == {
        members["rome"],
        members["carthage"],
    }
    assert books.check(war) == []


def test_deputies_are_told_too(played, members, umpire, spectator):
    seats.add_deputy(played, side="carthage", member=spectator, by=members["carthage"], now=NOW)
    again(played, 1, by=umpire)
    assert {message.recipient for message in OutboxMessage.objects.filter(kind="rolled_back")} == {
        members["rome"],
        members["carthage"],
        spectator,
    }


def test_the_dice_are_new_and_the_old_ones_can_still_be_checked(played, members, umpire):
    former = {roll.address: (roll.faces, roll.epoch) for roll in Roll.objects.filter(campaign=played)}
    war = again(played, 1, by=umpire)
    assert not DiceSecret.objects.filter(game=war.game, epoch=1, revealed="").exists()
    year = Year.objects.get(campaign=war, number=1)
    assert (year.epoch, year.dice_since) == (2, 2)
    war = play_year(play_year(war, members), members)
    assert books.check(war) == []
    for roll in Roll.objects.filter(decision__in=rewind.standing_decisions(war)):
        assert roll.epoch == 2
    fell = {roll.address: roll.faces for roll in Roll.objects.filter(campaign=war, epoch=2)}
    assert any(fell[address] != former[address][0] for address in set(fell) & set(former))
    proof = records.export_record(war)["years"][0]["proof"]
    assert [(one["epoch"], bool(one["rolls"]), set(one["salts"])) for one in proof] == [
        (1, True, {"rome", "carthage"}),
        (2, True, {"rome", "carthage"}),
    ]


def test_an_open_year_is_called_off_and_a_sealed_order_is_not_shown(played, rome, umpire):
    ask = next(ask for ask in rules_of(played).asks(state_of(played)) if ask.seat == "rome")
    action = ask.data.get("action", "guerrilla")
    sealed.give_order(played, side="rome", action=action, salt="canary-salt", by=rome, now=NOW)
    war = again(played, 3, by=umpire)
    assert not StrategicAction.objects.filter(year__campaign=war, year__number=3).exists()
    (entry,) = LedgerEntry.objects.filter(campaign=war, kind="voided")
    shown = LedgerEntry.objects.get(campaign=war, kind="dice_revealed", year=3)
    assert json.loads(shown.data)["salts"] == {}
    assert "canary-salt" not in "".join(LedgerEntry.objects.filter(campaign=war).values_list("data", flat=True))
    assert year_of(war).epoch == 2
    assert entry.seq > shown.seq
    assert books.check(war) == []


def test_a_year_with_an_open_battle_is_called_off(war, members, umpire):
    battle = to_battle(war, members)
    war = again(war, 1, by=umpire)
    battle.refresh_from_db()
    assert (battle.stage, year_of(war).stage) == ("void", "orders")
    assert not Muster.objects.filter(year__campaign=war).exists()
    assert to_battle(war, members).stage == "open"
    assert books.check(fresh(war)) == []


def test_a_war_that_was_taken_back_leaves_as_a_record(club, played, members, umpire):
    war = play_year(again(played, 2, by=umpire), members)
    raw = records.to_json(records.export_record(war))
    assert record.play(recordfile.read(recordfile.parse(raw.encode(), toml=False))).state == state_of(war)


def test_twice_at_once_is_once(played, umpire):
    seen = played.last_decision
    again(played, 2, by=umpire)
    assert refused(again, played, 2, by=umpire, seen=seen) == "stale"


@pytest.mark.parametrize("number", [0, 4, 4711])
def test_a_year_that_is_not_there(played, umpire, number):
    assert refused(again, played, number, by=umpire) == "no_such_year"


@pytest.mark.parametrize("who", ["rome", "carthage", "spectator", "officer"])
def test_only_the_umpire_may(played, request, who):
    assert refused(again, played, 2, by=request.getfixturevalue(who)) == "umpire_only"


def test_a_reason_is_needed(played, umpire):
    assert refused(again, played, 2, by=umpire, reason="") == "reason_missing"
