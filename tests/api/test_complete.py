"""What pages had and the API had not: ownership of a club, who waits for whom, force, former courses, the score, the sheets."""

import pytest

from campaigns.models import Campaign
from campaigns.models.codec import state_of
from clubs import clock
from clubs.models import Role
from clubs.services import clubs
from tests.api.client import Program
from tests.factories import clubs as people
from tests.factories.campaigns import play_year
from tests.worlds import once

pytestmark = pytest.mark.django_db


@pytest.fixture
def umpire(ines, war) -> Program:
    return Program(ines)


def fresh(war) -> Campaign:
    return Campaign.objects.get(pk=war.pk)


# --- The club ------------------------------------------------------------------------------------------------


@once
def heir(livia, hanno, club, place, still) -> Program:
    """Livia owns the club and has asked Hanno to take it over."""
    owner, theirs = Program(livia), place(hanno).public_id
    assert owner.post(f"clubs/{club.slug}/members/{theirs}/hand-over/").status_code == 200
    return Program(hanno)


def role(user, place) -> str:
    return place(user).role


def test_a_club_is_taken_over_by_who_is_asked(heir, livia, hanno, marco, club, place):
    address = f"clubs/{club.slug}/take-over/"
    assert heir.read(address)["by"]["id"] == place(livia).public_id
    assert Program(livia).read(address)["to"]["id"] == place(hanno).public_id
    assert Program(marco).get(address).status_code == 404
    assert Program(marco).post(address, {"accept": True}).status_code == 404
    assert Program(livia).post(address, {"accept": True}).status_code == 404
    assert heir.post(address, {"accept": True}).status_code == 204
    assert (role(hanno, place), role(livia, place)) == (Role.OWNER, Role.ADMIN)
    assert heir.get(address).status_code == 404


def test_a_club_is_declined_or_kept(heir, livia, hanno, club, place):
    address = f"clubs/{club.slug}/take-over/"
    assert heir.delete(address).status_code == 403
    assert heir.post(address, {"accept": False}).status_code == 204
    Program(livia).post(f"clubs/{club.slug}/members/{place(hanno).public_id}/hand-over/")
    assert Program(livia).delete(address).status_code == 204
    assert heir.post(address, {"accept": True}).status_code == 404
    assert role(livia, place) == Role.OWNER


def test_a_second_step_that_the_club_wants_is_wanted_of_programs_too(livia, club, still):
    """Whoever runs the club without it reads nothing that only they read."""
    owner = Program(livia)
    assert owner.read(f"clubs/{club.slug}/")["second_step"] is False
    refused = owner.edit("patch", f"clubs/{club.slug}/", {"second_step": True})
    assert (refused.status_code, refused.json()["code"]) == (422, "second_step_needed")
    club.second_step = True
    club.save(update_fields=["second_step"])
    for address in ("log/", "invitations/", "webhooks/"):
        answer = owner.get(f"clubs/{club.slug}/{address}")
        assert (answer.status_code, answer.json()["code"]) == (403, "second_step_needed")


def test_one_learns_that_somebody_made_a_link_for_ones_password(livia, hanno, club, place, still):
    assert Program(hanno).read("me/password-links/") == []
    Program(livia).post(f"clubs/{club.slug}/members/{place(hanno).public_id}/password-link/")
    (told,) = Program(hanno).read("me/password-links/")
    assert (told["club"], told["by"]) == (club.slug, str(place(livia)))


def test_letters_that_did_not_arrive_are_counted_for_who_runs_the_club(livia, hanno, club, place, war):
    from battles.models import OutboxMessage
    from battles.models.letters import Email

    address = f"clubs/{club.slug}/members/{place(hanno).public_id}/undelivered/"
    assert Program(livia).read(address) == {"count": 0}
    OutboxMessage.objects.filter(recipient=place(hanno)).update(email_state=Email.DEAD)
    assert Program(livia).read(address)["count"] > 0
    assert Program(hanno).get(address).status_code == 404


# --- The war -------------------------------------------------------------------------------------------------


def test_who_waits_for_whom(rome, carthage, marco, club, at, war):
    assert {one["seat"] for one in rome.read(at("waits/"))} == {"rome", "carthage"}
    rome.edit("put", at("year/order/"), {"year": 1, "action": "guerrilla", "ready": True})
    (open_one,) = carthage.read(at("waits/"))
    assert (open_one["seat"], open_one["prompt"], open_one["waiting"]) == ("carthage", "order", ["rome"])
    assert carthage.read(f"clubs/{club.slug}/waits/") == [open_one]
    assert Program(marco).read(f"clubs/{club.slug}/waits/") == []  # he plays in none of them


def test_the_umpire_waits_no_longer(umpire, rome, at, war):
    rome.edit("put", at("year/order/"), {"year": 1, "action": "guerrilla", "ready": True})
    assert rome.post(at("umpire/force/"), {"reason": "Hanno is away."}).status_code == 404
    answer = umpire.post(at("umpire/force/"), {"reason": "Hanno is away."})
    assert answer.status_code == 200, answer.content
    assert rome.read(at("year/"))["stage"] != "orders"
    assert umpire.read("me/desk/") == umpire.read(at("umpire/"))


def test_the_umpire_sees_whether_the_clubs_clocks_have_changed(umpire, rome, at, war, livia):
    told = umpire.read(at("umpire/deadline/"))
    assert told["meant"] is None
    clubs.change_settings(
        war.club, name=war.club.name, time_zone="America/Lima", language="en", by=livia, now=clock.now()
    )
    assert umpire.read(at("umpire/deadline/"))["meant"] not in (None, told["deadline_at"])
    assert rome.get(at("umpire/deadline/")).status_code == 404


def test_the_score_at_the_end_of_each_year(rome, at, war, place, livia, hanno):
    assert rome.read(at("points/")) == []
    play_year(war, {"rome": place(livia), "carthage": place(hanno)}, now=clock.now())
    (first,) = rome.read(at("points/"))
    rules = {side["key"]: side["total"] for side in rome.read(at())["sides"]}
    assert first == {"year": 1, "points": rules}


def test_what_was_played_before_a_step_back_can_be_read(umpire, rome, carthage, at, war, place, livia, hanno):
    play_year(war, {"rome": place(livia), "carthage": place(hanno)}, now=clock.now())
    assert rome.read(at("corrections/")) == []
    was = rome.read(at("years/1/"))
    seen = umpire.read(at("corrections/decisions/"))["seen"]
    umpire.post(at("begin-again/"), {"year": 1, "reason": "The wrong rules.", "seen": seen})
    assert state_of(fresh(war)).year == 1
    (step,) = rome.read(at("corrections/"))
    assert (step["kind"], step["reason"]) == ("rolled_back", "The wrong rules.")
    told = carthage.read(at(f"corrections/{step['number']}/"))
    assert told["former"] == [1, 2]
    former = carthage.read(at(f"corrections/{step['number']}/years/1/"))
    told_then = {
        line for line in was["story"] if "sealed" not in line
    }  # what was handed in sealed is told by the year itself
    assert told_then <= {line["text"] for line in former["lines"]}
    assert former["headline"]
    assert carthage.get(at(f"corrections/{step['number']}/years/7/")).status_code == 404
    assert Program(people.sign_up("stranger")).get(at("corrections/")).status_code == 404


def test_a_program_prints_the_sheets(rome, at, war, place, livia, hanno):
    sheets = rome.read(at("years/1/sheets/"))
    assert [slip["holder"]["id"] for slip in sheets["orders"]] == [place(livia).public_id, place(hanno).public_id]
    assert "guerrilla" in sheets["actions"]
    assert sheets["opens"].endswith(f"/wars/{war.public_id}/year/")
    assert (sheets["scenario"], sheets["report"][0]["units"]) == (None, [])
    play_year(war, {"rome": place(livia), "carthage": place(hanno)}, now=clock.now())
    fought = rome.read(at("years/1/sheets/"))
    assert fought["scenario"]
    assert {force["side"] for force in fought["report"]} == {"rome", "carthage"}
    assert all(force["units"] for force in fought["report"])
