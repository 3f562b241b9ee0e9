"""A seat of AWAM that drops out in mid-battle: the program plays it, or it is conceded, as the umpire says; on the page and through the API."""

import pytest

from battles.models import BattleEntry, OutboxMessage
from battles.models.battle import SeatKind
from battles.models.log import Manner
from battles.services import programs, single
from rulesets.contract import Action
from tests.api.client import Program
from tests.factories import awam
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


def race(club, place, umpire, opener, *people):
    """A race between three of the club's own, outside any war; it is the second seat's turn to order a squad."""
    seats = dict(zip(("first", "second", "fifth"), map(place, people), strict=True))
    held = single.start(
        club=club,
        ruleset="awam",
        scenario="fashoda",
        forces=None,
        seats=seats,
        options={"umpire": umpire is not None},
        umpire=umpire and place(umpire),
        by=place(opener),
        now=NOW,
    )
    for key, member in seats.items():
        if held.seats.get(key=key).member_id is None:
            single.take(held, key, member, NOW)
    return awam.fought(held, awam.asks("orders", "second"))


@pytest.fixture
def umpired(club, place, livia, hanno, marco, ines):
    return race(club, place, ines, ines, livia, hanno, marco)


@pytest.fixture
def alone(club, place, livia, hanno, marco):
    """No umpire sits there; Livia has opened it."""
    return race(club, place, None, livia, livia, hanno, marco)


def at(held, tail):
    return f"battles/{held.public_id}/{tail}"


def test_the_umpire_frees_the_seat_of_one_who_does_not_come_and_the_program_plays_on(umpired, ines, hanno, marco):
    umpire, other = Program(ines), Program(marco)
    assert other.post(at(umpired, "seats/second/leave/")).status_code == 403
    assert umpire.post(at(umpired, "seats/second/program/")).json()["code"] == "seat_held"
    told = OutboxMessage.objects.count()
    assert umpire.post(at(umpired, "seats/second/leave/")).status_code == 200
    assert OutboxMessage.objects.count() > told
    assert OutboxMessage.objects.order_by("-pk").first().recipient.user == hanno
    assert other.post(at(umpired, "seats/second/program/")).status_code == 403
    assert umpire.post(at(umpired, "seats/second/program/")).status_code == 200

    before = umpired.seq
    programs.play(umpired, NOW)
    umpired.refresh_from_db()
    assert umpired.seats.get(key="second").kind == SeatKind.PROGRAM
    entries = BattleEntry.objects.filter(battle=umpired, seq__gt=before)
    assert {(row.seat, row.manner) for row in entries} == {("second", Manner.PROGRAM)}
    assert not umpired.program_owes
    answer = Program(hanno).post(at(umpired, "act/"), {"kind": "done", "seat": "second"}, If_Match="*")
    assert answer.status_code == 403


def test_the_umpire_concedes_a_seat_through_the_api_and_everybody_reads_it(umpired, ines, hanno, marco):
    body = {"kind": "concede", "arguments": {}, "seat": "second"}
    Program(hanno).post(at(umpired, "seats/second/leave/"))
    assert Program(marco).post(at(umpired, "act/"), body, If_Match="*").status_code == 403
    assert Program(ines).post(at(umpired, "act/"), body, If_Match="*").status_code == 200

    umpired.refresh_from_db()
    assert umpired.is_open
    assert umpired.state["sides"]["second"]["conceded"]
    assert {row["fate"] for row in umpired.state["figures"].values() if row["seat"] == "second"} == {"exited"}
    for person in (marco, ines):
        log = Program(person).read(at(umpired, "log/"))
        assert any(one["kind"] == "conceded" for row in log for one in row["happenings"])
    awam.fought(umpired, lambda held, ask: held.state.get("turn", 1) > 2)  # and the others play on


def test_where_no_umpire_sits_who_opened_it_gives_a_free_seat_to_the_program(alone, livia, hanno, marco):
    assert Program(livia).post(at(alone, "seats/second/leave/")).status_code == 403  # Hanno sits there
    Program(hanno).post(at(alone, "seats/second/leave/"))
    assert Program(marco).post(at(alone, "seats/second/program/")).status_code == 403
    assert Program(livia).post(at(alone, "seats/second/program/")).status_code == 200

    programs.play(alone, NOW)
    alone.refresh_from_db()
    assert not alone.program_owes
    assert BattleEntry.objects.filter(battle=alone, seat="second", manner=Manner.PROGRAM).exists()


def test_where_no_umpire_sits_an_umpire_of_the_club_who_does_not_play_frees_and_concedes(alone, ines, livia, browser):
    assert browser(livia).post(f"/battles/{alone.public_id}/give-up/", {"seat": "second"}).status_code == 403
    assert Program(ines).post(at(alone, "seats/second/leave/")).status_code == 200
    assert browser(ines).post(f"/battles/{alone.public_id}/give-up/", {"seat": "second"}).status_code == 302

    alone.refresh_from_db()
    assert alone.state["sides"]["second"]["conceded"]


def test_an_umpire_who_gets_up_is_followed_by_one_of_the_club_and_his_groups_wait(umpired, ines, place, livia):
    umpired = awam.fought(umpired, lambda held, ask: ask.seat == "umpire")
    owed = umpired.seq
    assert Program(ines).post(at(umpired, "seats/umpire/leave/")).status_code in (404, 409)
    single.leave_all(place(ines), now=NOW)

    umpired.refresh_from_db()
    assert (umpired.seq, umpired.stage) == (owed, "open")
    assert umpired.seats.get(key="umpire").member_id is None
    answer = Program(livia).post(at(umpired, "act/"), {"kind": "drill", "seat": "umpire"}, If_Match="*")
    assert answer.status_code == 403  # she plays in it


def test_a_seat_played_by_the_program_sees_no_more_than_its_own(umpired, ines, hanno, monkeypatch):
    """What it judges by is dealt anew for its seat: the aims of others are not the true ones throughout."""
    Program(hanno).post(at(umpired, "seats/second/leave/"))
    Program(ines).post(at(umpired, "seats/second/program/"))
    seen = []
    rules = type(programs.engine.ruleset_of(umpired))
    played = rules.bot

    def bot(self, state, seat):
        seen.append(state["sides"]["first"]["aim"])
        return played(self, state, seat)

    monkeypatch.setattr(rules, "bot", bot)
    for _time in range(12):
        action = programs.choose(
            programs.engine.ruleset_of(umpired), umpired.state, "second", programs.secrets.other_dice()
        )
        assert isinstance(action, Action)
    assert len(set(seen)) > 1
