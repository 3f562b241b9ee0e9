"""The program as a player: it sees what its seat sees, plays until a person is asked, and does nothing twice."""

import pytest

from battles import selectors
from battles.models import Battle, BattleEntry, DiceSecret, SealedMove
from battles.services import autoresolve, clocks, play, programs, replay, secrets, single, table
from battles.services.programs import choose
from clubs.errors import Refusal
from rulesets.contract import UMPIRE
from tests.factories.battles import do
from tests.factories.clubs import NOW
from tests.rulesets.hidden.ruleset import ENVOYS
from tests.together import at_once

pytestmark = pytest.mark.django_db
FIRST, SECOND, THIRD = ENVOYS
PROGRAM = single.PROGRAM


def fresh(battle):
    return Battle.objects.get(pk=battle.pk)


def bid(battle, by, seat=FIRST):
    """A person's lowest card: the program wins."""
    held = fresh(battle)
    return do(held, seat, "bid", by=by, card=held.state["hands"][seat][0])


@pytest.fixture
def training(open_court):
    """Livia against two programs."""
    return open_court(PROGRAM, PROGRAM)


def test_the_program_hands_in_and_waits_for_the_person(training, rome):
    assert training.program_owes

    battle = programs.play(training, NOW)

    assert sorted(SealedMove.objects.values_list("seat", "manner", "why")) == [
        (SECOND, "program", "program"),
        (THIRD, "program", "program"),
    ]
    assert (battle.seq, battle.program_owes) == (0, False)


def test_it_plays_on_after_the_persons_move_until_he_is_asked_again(training, rome):
    programs.play(training, NOW)
    bid(training, rome)
    battle = programs.play(training, NOW)

    # The winner spoke, both bid again: Livia is asked.
    assert (battle.state["round"], battle.state["phase"], battle.program_owes) == (2, "bid", False)
    assert set(clocks.owing(battle, selectors.asks_of(battle))) == {FIRST}
    closed = BattleEntry.objects.get(battle=battle, seq=1)
    assert closed.action["manners"] == {FIRST: "own", SECOND: "program", THIRD: "program"}
    assert closed.action["why"] == {SECOND: "program", THIRD: "program"}
    assert replay.verify(battle) == []


def test_a_whole_battle_against_the_program_comes_to_its_end(training, rome):
    battle = programs.play(training, NOW)
    while battle.stage == "open":
        if battle.state["phase"] == "bid":
            bid(training, rome)
        else:
            do(battle, FIRST, "ready", by=rome)
        battle = programs.play(training, NOW)

    assert (battle.stage, fresh(battle).program_owes) == ("decided", False)
    assert replay.verify(fresh(battle)) == []
    assert DiceSecret.objects.get(game=battle.game).revealed


def test_vacant_seats_do_not_act(open_court):
    battle = open_court(None, PROGRAM)

    programs.play(battle, NOW)

    assert list(SealedMove.objects.values_list("seat", flat=True)) == [THIRD]


def test_it_never_sees_the_true_state_nor_the_battles_dice(training, envoys, monkeypatch):
    seen = []
    real = type(envoys).bot

    def bot(self, state, seat):
        seen.append((seat, state))
        return real(self, state, seat)

    monkeypatch.setattr(type(envoys), "bot", bot)
    monkeypatch.setattr(secrets, "secret_of", lambda *row, **keys: pytest.fail("the battle's secret was opened"))
    programs.play(training, NOW)

    assert {seat for seat, _state in seen} == {SECOND, THIRD}
    for seat, state in seen:
        assert state["hands"][seat] == training.state["hands"][seat]
        assert state["pile"] != training.state["pile"]


def test_what_its_player_wants_and_the_rules_forbid_is_not_done(training, envoys, monkeypatch):
    from rulesets.contract import Action

    monkeypatch.setattr(type(envoys), "bot", lambda self, state, seat: Action(kind="bid", arguments={"card": "ace"}))

    chosen = choose(envoys, training.state, SECOND, secrets.other_dice())

    assert chosen == envoys.fallback(training.state, SECOND, "program")


def test_a_player_that_breaks_holds_the_battle_and_says_nothing_of_the_cards(training, envoys, monkeypatch, caplog):
    def broken(self, state, seat):
        raise ValueError(f"hidden: {state['hands']}")

    monkeypatch.setattr(type(envoys), "bot", broken)
    battle = programs.play(training, NOW)

    assert (battle.stage, battle.seq, battle.stopped) == ("held", 0, "held")
    assert "canary" not in caplog.text + str([record.__dict__.get("frames") for record in caplog.records])


def test_a_worker_that_dies_between_two_moves_leaves_nothing_half(training, rome, monkeypatch):
    programs.play(training, NOW)
    bid(training, rome)
    real = play.act

    def dies(*args, **how):
        if how["seat"] != SECOND:
            raise KeyboardInterrupt
        return real(*args, **how)

    with monkeypatch.context() as patch:
        patch.setattr("battles.services.play.act", dies)
        with pytest.raises(KeyboardInterrupt):
            programs.play(training, NOW)
    left = fresh(training)
    assert replay.verify(left) == []
    assert left.program_owes
    assert table.owed() == [training.pk]
    table.tick(NOW)

    assert (fresh(training).state["phase"], table.owed()) == ("bid", [])
    assert replay.verify(fresh(training)) == []


def test_it_does_not_play_while_the_umpire_has_stopped_the_clocks(open_court, umpire):
    battle = open_court(PROGRAM, PROGRAM, umpire=umpire)
    clocks.pause(battle, by=umpire, now=NOW)

    assert (programs.play(battle, NOW).seq, SealedMove.objects.count(), table.owed()) == (0, 0, [])
    clocks.resume(battle, by=umpire, now=NOW)
    programs.play(battle, NOW)
    assert SealedMove.objects.count() == 2


def test_a_persons_move_rings_for_the_program(training, rome, monkeypatch, django_capture_on_commit_callbacks):
    rung = []
    monkeypatch.setattr("battles.tasks.ring", lambda *what: rung.append(what))
    with django_capture_on_commit_callbacks(execute=True):
        programs.play(training, NOW)
        assert rung == []
        bid(training, rome)

    assert rung == [("program", training.pk)]


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_do_nothing_twice(training, rome, monkeypatch):
    monkeypatch.setattr("battles.tasks.ring", lambda *what: None)
    programs.play(training, NOW)
    bid(training, rome)

    came = at_once(*[lambda: programs.play(training, NOW)] * 3)

    assert {type(one).__name__ for one in came} == {"Battle"}
    battle = fresh(training)
    assert (battle.seq, battle.entries.count(), SealedMove.objects.count()) == (2, 3, 2)
    assert replay.verify(battle) == []


@pytest.mark.django_db(transaction=True)
def test_the_page_is_answered_with_the_programs_move(training, rome, monkeypatch):
    monkeypatch.setattr("battles.tasks.AT_ONCE", 60.0)
    programs.play(training, NOW)
    bid(training, rome)

    assert fresh(training).seq == 2  # it spoke in the same process, after the commit


# --- To the end --------------------------------------------------------------------------------------------------


def test_all_seats_are_played_to_the_end_with_the_battles_own_dice(open_court, rome):
    battle = open_court(None, None)

    ended = autoresolve.resolve(battle, rome, NOW)

    assert (ended.stage, ended.outcome is not None) == ("decided", True)
    assert replay.verify(ended) == []
    whys = [entry.action.get("why", {}) for entry in ended.entries.all()]
    assert {why for told in whys for why in told.values()} == {"resolved"}
    assert autoresolve.progress(ended).moves == ended.seq


def test_it_can_be_cancelled_between_two_moves(open_court, rome):
    battle = autoresolve.begin(open_court(None, None), by=rome, now=NOW)
    programs.play_on(battle, NOW, most=4)
    progress = autoresolve.progress(fresh(battle))

    stopped = autoresolve.cancel(battle, by=rome, now=NOW)

    assert (progress.moves, progress.going_on) == (2, True)
    assert autoresolve.progress(stopped) is None
    assert not programs.play_on(stopped, NOW).moves
    assert fresh(battle).seq == 2
    with pytest.raises(Refusal):
        autoresolve.cancel(battle, by=rome, now=NOW)


def test_a_battle_at_which_others_sit_only_the_umpire_lets_the_program_play(open_court, rome, carthage, umpire):
    battle = open_court(carthage, None, umpire=umpire)
    single.take(battle, SECOND, carthage, NOW)

    for member in (rome, carthage):
        with pytest.raises(Refusal) as refused:
            autoresolve.begin(battle, by=member, now=NOW)
        assert refused.value.code == "umpire_only"
    assert autoresolve.resolve(battle, umpire, NOW).stage == "decided"


def test_of_a_war_it_is_asked_by_the_war(court, rome):
    with pytest.raises(Refusal):
        autoresolve.begin(court, by=rome, now=NOW)
    assert autoresolve.resolve(court, None, NOW).stage == "decided"


def test_rules_that_cannot_be_resolved_are_refused(battle, umpire):
    with pytest.raises(Refusal) as refused:
        autoresolve.begin(battle, by=umpire, now=NOW)
    assert refused.value.code == "no_bot"
    assert UMPIRE not in ENVOYS
