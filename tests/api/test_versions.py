"""ETags: of what is shown to this person; a write names the version it has seen."""

import pytest

from campaigns.models import StrategicAction
from clubs.models import Club
from tests.api.client import Program

pytestmark = pytest.mark.django_db


def test_two_windows_of_one_player_do_not_overwrite_each_other(rome, at, war):
    etag = rome.get(at("year/order/"))["ETag"]
    first = rome.put(at("year/order/"), {"year": 1, "action": "guerrilla"}, If_Match=etag)
    second = rome.put(at("year/order/"), {"year": 1, "action": "battle"}, If_Match=etag)
    assert (first.status_code, second.status_code) == (200, 412)
    assert StrategicAction.objects.get(year__campaign=war).action == "guerrilla"
    third = rome.put(at("year/order/"), {"year": 1, "action": "battle"}, If_Match=first["ETag"])
    assert third.status_code == 200


def test_the_etag_of_a_war_does_not_move_with_what_the_other_side_hides(rome, carthage, at):
    """He hands in, not ready, and changes it: nothing of it is seen, so nothing of it may be told apart."""
    before = [rome.get(at(rest))["ETag"] for rest in ("", "year/asks/", "year/order/")]
    carthage.edit("put", at("year/standing-order/"), {"action": "battle"})
    assert [rome.get(at(rest))["ETag"] for rest in ("", "year/asks/", "year/order/")] == before


def test_settings_of_a_club_are_changed_by_who_has_seen_them(livia, club, still):
    program = Program(livia)
    address = f"clubs/{club.slug}/"
    etag = program.get(address)["ETag"]
    assert program.patch(address, {"name": "One"}).status_code == 428
    assert program.patch(address, {"name": "One"}, If_Match=etag).status_code == 200
    assert program.patch(address, {"name": "Two"}, If_Match=etag).status_code == 412
    assert Club.objects.get().name == "One"


def test_who_may_see_nothing_is_not_told_that_a_match_is_missing(marco, at):
    assert Program(marco).put(at("year/order/"), {"year": 1, "action": "battle"}).status_code == 404


def test_a_paper_slip_replaces_whatever_stands_and_shows_nothing_of_it(ines, rome, at, war):
    rome.edit("put", at("year/order/"), {"year": 1, "action": "guerrilla"})
    umpire = Program(ines)
    assert umpire.get(at("year/order/")).status_code == 404
    slip = umpire.put(at("year/order/"), {"year": 1, "action": "battle", "side": "rome"})
    assert (slip.status_code, slip.json()["manner"]) == (200, "paper")
    assert StrategicAction.objects.get(year__campaign=war).action == "battle"
