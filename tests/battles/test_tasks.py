"""Doorbells: work at battles is done here, beside the pages, or by a worker; a broker that is away keeps nobody waiting."""

import threading

import pytest
from kombu.exceptions import OperationalError

from battles import tasks
from battles.models import Battle, OddsRun
from battles.services import autoresolve, odds, programs, single, table
from tests.factories.clubs import NOW

PROGRAM = single.PROGRAM


@pytest.fixture
def work(monkeypatch):
    """Work that is noted: ``work["twice"]`` has more once."""
    done = []

    def note(pk, now):
        done.append((pk, threading.current_thread().name))
        return len(done) == 1

    monkeypatch.setitem(table.WORK, "odds", note)
    return done


@pytest.mark.django_db
def test_without_a_broker_the_programs_answer_comes_at_once(settings, open_court, monkeypatch):
    settings.REDIS_URL = ""
    battle = open_court(PROGRAM, PROGRAM)
    monkeypatch.setattr(tasks, "AT_ONCE", 60.0)  # a test is not about how fast this machine is
    monkeypatch.setattr(tasks, "beside", lambda *what: pytest.fail("it was answered"))

    tasks.ring("program", battle.pk)

    assert not Battle.objects.get(pk=battle.pk).program_owes
    assert battle.sealed_moves.count() == 2


@pytest.mark.django_db
def test_what_takes_longer_goes_on_beside_the_pages(settings, open_court, rome, monkeypatch):
    settings.REDIS_URL = ""
    battle = autoresolve.begin(open_court(None, None), by=rome, now=NOW)
    beside = []
    monkeypatch.setattr(tasks, "AT_ONCE", 0.0)
    monkeypatch.setattr(tasks, "beside", lambda *what: beside.append(what))

    tasks.ring("program", battle.pk)

    assert beside == [("program", battle.pk)]


def test_beside_the_pages_one_thread_works_to_the_end(work, monkeypatch):
    monkeypatch.setattr(tasks.clock, "now", lambda: NOW)
    thread = tasks.beside("odds", 7)
    thread.join(10)

    assert work == [(7, "odds-7"), (7, "odds-7")]
    assert not tasks._busy


def test_never_two_threads_for_the_same(monkeypatch):
    monkeypatch.setattr(tasks.clock, "now", lambda: NOW)
    hold, begun = threading.Event(), threading.Event()

    def slow(pk, now):
        begun.set()
        return not hold.wait(10)

    monkeypatch.setitem(table.WORK, "odds", slow)
    first = tasks.beside("odds", 7)
    assert begun.wait(10)
    assert tasks.beside("odds", 7) is None
    hold.set()
    first.join(10)
    again = tasks.beside("odds", 7)
    again.join(10)


def test_a_thread_that_breaks_says_where_and_not_what(monkeypatch, caplog):
    monkeypatch.setattr(tasks.clock, "now", lambda: NOW)

    def broken(pk, now):
        raise ValueError("a hidden card")

    monkeypatch.setitem(table.WORK, "odds", broken)
    tasks.beside("odds", 7).join(10)

    assert "work on a battle ended: ValueError" in caplog.text
    assert "hidden card" not in caplog.text
    assert not tasks._busy


@pytest.mark.django_db
def test_with_a_broker_a_worker_does_it_bit_by_bit(settings, work, monkeypatch):
    settings.REDIS_URL = "redis://nowhere"
    handed = []
    monkeypatch.setattr(tasks.work, "delay", lambda *what: handed.append(what))
    tasks.hand_on("odds", 7)
    tasks.work("odds", 7)
    tasks.work("odds", 7)

    assert handed == [("odds", 7), ("odds", 7)]
    assert len(work) == 2


def test_a_broker_that_is_away_is_tried_once_and_then_left_alone(settings, monkeypatch, caplog):
    settings.REDIS_URL = "redis://nowhere"
    tried = []

    def away(*args, **how):
        tried.append(args)
        raise OperationalError

    monkeypatch.setattr(tasks.work, "apply_async", away)
    monkeypatch.setattr(tasks, "_silent_until", 0.0)
    tasks.ring("program", 7)
    tasks.ring("program", 7)

    assert len(tried) == 1
    assert "battles wait for the tick" in caplog.text


@pytest.mark.django_db
def test_the_tick_does_what_was_left_and_hands_on_what_is_long(open_court, rome, carthage):
    battle = open_court(PROGRAM, None)
    run = odds.begin(battle, by=carthage, now=NOW, games=1)
    handed = []

    came = table.tick(NOW + odds.SILENT, hand_on=lambda *what: handed.append(what))

    assert (came, handed) == (2, [("program", battle.pk), ("odds", run.pk)])
    table.tick(NOW + odds.SILENT)
    assert (table.owed(), OddsRun.objects.get().state) == ([], "done")
    assert programs.play(battle, NOW).seq == 0


@pytest.mark.django_db
def test_one_battle_that_breaks_does_not_stop_the_others(open_court, monkeypatch):
    battles = [open_court(PROGRAM, None) for _number in range(2)]
    real = table.WORK["program"]

    def breaks(pk, now):
        if pk == battles[0].pk:
            raise ValueError
        return real(pk, now)

    monkeypatch.setitem(table.WORK, "program", breaks)
    table.tick(NOW)

    assert table.owed() == [battles[0].pk]


@pytest.mark.django_db
@pytest.mark.parametrize("more", [0, 5])
def test_a_tick_with_nothing_to_do_costs_three_queries(open_court, more, django_assert_num_queries):
    for _number in range(more):
        open_court(None, None)
    with django_assert_num_queries(3):
        table.tick(NOW)
