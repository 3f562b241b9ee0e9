"""Odds: many games from what one seat knows, counted once each, cancelled at will; the true cards play no part."""

import pytest

from battles.errors import RulesetFailed
from battles.models import Battle, BattleEntry, OddsRun
from battles.services import odds, secrets, table
from battles.services.odds import SILENT
from clubs.errors import NotSeen, Refusal
from clubs.services import people
from rulesets.contract import Force, Outcome, SeatResult, Setup, UnitResult
from tests.factories.clubs import NOW
from tests.rulesets.hidden.ruleset import ENVOYS
from tests.rulesets.subjects import AUDIENCE
from tests.together import at_once

pytestmark = pytest.mark.django_db
FIRST, SECOND, THIRD = ENVOYS


@pytest.fixture
def battle(open_court):
    return open_court(None, None)


def refused(verb, *args, **how) -> str:
    with pytest.raises(Refusal) as came:
        verb(*args, **how)
    return came.value.code


def test_games_are_played_and_counted(battle, rome):
    run = odds.begin(battle, by=rome, now=NOW, games=3)

    assert not odds.work(run.pk, NOW)

    found = odds.progress(OddsRun.objects.get())
    assert (found.state, found.played, found.unfinished) == ("done", 3, 0)
    assert {seat: sum(counts.values()) for seat, counts in found.seats.items()} == dict.fromkeys(ENVOYS, 3)
    assert sum(counts["win"] for counts in found.seats.values()) <= 3
    assert found.lost == dict.fromkeys(ENVOYS, 0.0)
    assert Battle.objects.get(pk=battle.pk).seq == 0
    assert BattleEntry.objects.filter(battle=battle).count() == 1


def test_each_game_deals_what_the_asking_seat_does_not_know(battle, rome, envoys, monkeypatch):
    begun = []
    monkeypatch.setattr(odds, "play_out", lambda rules, state, dice: begun.append(state))
    monkeypatch.setattr(secrets, "secret_of", lambda *row, **keys: pytest.fail("the battle's secret was opened"))
    odds.work(odds.begin(battle, by=rome, now=NOW, games=4).pk, NOW)

    assert {str(state["hands"][FIRST]) for state in begun} == {str(battle.state["hands"][FIRST])}
    others = [str(state["hands"][SECOND]) for state in begun]
    assert len(set(others)) > 1
    assert str(battle.state["hands"][SECOND]) not in others
    assert odds.progress(OddsRun.objects.get()).unfinished == 4


def test_who_looks_on_knows_nobodys_cards(battle, place, marco, monkeypatch):
    begun = []
    monkeypatch.setattr(odds, "play_out", lambda rules, state, dice: begun.append(state))
    odds.work(odds.begin(battle, by=place(marco), now=NOW, games=1).pk, NOW)

    assert begun[0]["hands"][FIRST] != battle.state["hands"][FIRST]


def test_losses_are_told_on_average():
    lost = {}
    for figures in (4, 7):
        unit = UnitResult(routed=1, destroyed=figures - 1)
        outcome = Outcome(seats={"a": SeatResult(result="win")}, units={"a": {"one": unit}})
        lost = odds._lost(lost, outcome)
    run = OddsRun(games=4, played=3, unfinished=1, lost=lost)
    assert odds.progress(run).lost == {"a": 5.5}


def test_a_run_is_cancelled_between_two_games(battle, rome, carthage, monkeypatch):
    run = odds.begin(battle, by=rome, now=NOW, games=5)
    with pytest.raises(NotSeen):
        odds.cancel(run, by=carthage, now=NOW)
    real = odds.play_out

    def cancelled_meanwhile(*args):
        if OddsRun.objects.get().played == 2:
            odds.cancel(run, by=rome, now=NOW)
        return real(*args)

    monkeypatch.setattr(odds, "play_out", cancelled_meanwhile)
    odds.work(run.pk, NOW)

    assert (OddsRun.objects.get().state, OddsRun.objects.get().played) == ("cancelled", 2)


def test_a_run_of_which_the_worker_died_is_taken_up_again(battle, rome):
    run = odds.begin(battle, by=rome, now=NOW, games=2)
    assert odds.left_over(NOW) == []

    table.tick(NOW + SILENT)

    assert OddsRun.objects.get(pk=run.pk).state == "done"
    assert odds.left_over(NOW + 2 * SILENT) == []


@pytest.mark.django_db(transaction=True)
def test_two_workers_count_no_game_twice(battle, rome, monkeypatch):
    monkeypatch.setattr("battles.tasks.ring", lambda *what: None)
    run = odds.begin(battle, by=rome, now=NOW, games=4)
    at_once(*[lambda: odds.work(run.pk, NOW)] * 3)
    odds.work(run.pk, NOW)

    found = OddsRun.objects.get(pk=run.pk)
    assert (found.state, found.played) == ("done", 4)
    assert all(sum(counts.values()) == 4 for counts in found.tally.values())


def test_it_goes_on_from_where_it_was_asked_when_the_battle_has_gone_on(battle, rome, monkeypatch):
    from battles.services import autoresolve

    run = odds.begin(battle, by=rome, now=NOW, games=1)
    hand = battle.state["hands"][FIRST]
    autoresolve.resolve(battle, rome, NOW)
    begun = []
    monkeypatch.setattr(odds, "play_out", lambda rules, state, dice: begun.append(state))
    odds.work(run.pk, NOW)

    assert (begun[0]["round"], begun[0]["hands"][FIRST]) == (1, hand)


def test_of_a_planned_battle(envoys, club, rome):
    run = odds.begin_planned(club, ruleset="envoys", setup=AUDIENCE, by=rome, now=NOW, games=2)
    odds.work(run.pk, NOW)

    assert odds.progress(OddsRun.objects.get()).played == 2
    broken = Setup(forces={FIRST: Force()})
    assert refused(odds.begin_planned, club, ruleset="envoys", setup=broken, by=rome, now=NOW) == "three_envoys"


@pytest.mark.parametrize("games", [0, 201])
def test_as_many_games_as_may_be(battle, rome, games):
    assert refused(odds.begin, battle, by=rome, now=NOW, games=games) == "out_of_range"


def test_one_run_at_a_time_and_so_many_an_hour(battle, rome, monkeypatch):
    monkeypatch.setattr(odds, "AN_HOUR", 2)
    run = odds.begin(battle, by=rome, now=NOW, games=1)
    assert refused(odds.begin, battle, by=rome, now=NOW) == "odds_going_on"
    odds.work(run.pk, NOW)
    odds.cancel(odds.begin(battle, by=rome, now=NOW), by=rome, now=NOW)
    assert refused(odds.begin, battle, by=rome, now=NOW) == "odds_too_often"


def test_a_game_that_breaks_ends_the_run_and_says_nothing(battle, rome, envoys, monkeypatch, caplog):
    def broken(self, state, seat):
        raise ValueError(f"hidden: {state['hands']}")

    monkeypatch.setattr(type(envoys), "bot", broken)
    run = odds.begin(battle, by=rome, now=NOW)

    assert not odds.work(run.pk, NOW)
    assert OddsRun.objects.get().state == "failed"
    assert "canary" not in caplog.text


def test_a_persons_odds_go_with_him(battle, place, marco):
    odds.begin(battle, by=place(marco), now=NOW)
    people.erase_person(marco, by=marco, now=NOW)
    assert not OddsRun.objects.exists()


def test_a_ruleset_that_plays_at_a_stretch_does_and_what_breaks_in_it_is_not_told():
    class Stretching:
        key, edition = "stretching", 1

        def finish(self, state, dice, guesses, *, most):
            if state == "breaks":
                raise ValueError("a hidden card")
            assert guesses() is not dice
            return Outcome(seats={}, notes=f"{state} {most}")

    assert odds.play_out(Stretching(), "begun", secrets.other_dice(), most=7).notes == "begun 7"
    with pytest.raises(RulesetFailed) as failed:
        odds.play_out(Stretching(), "breaks", secrets.other_dice())
    assert "hidden" not in str(failed.value)
