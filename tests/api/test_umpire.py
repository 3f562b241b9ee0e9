"""What changes the course of a war beside the players' own moves: more time, corrections, the clock, the club's calendar and news."""

from datetime import timedelta

import pytest

from campaigns.models import Campaign, LedgerEntry
from campaigns.models.codec import state_of
from campaigns.services import books, records
from clubs import clock
from clubs.models import KeptAnswer
from tests.api.client import Program
from tests.factories.campaigns import play_year, year_of
from tests.frontend.wars.helpers import a_record

pytestmark = pytest.mark.django_db


@pytest.fixture
def umpire(ines, war) -> Program:
    return Program(ines)


def fresh(war) -> Campaign:
    return Campaign.objects.get(pk=war.pk)


def test_two_sides_agree_on_more_time(rome, carthage, at, war):
    until = (year_of(war).deadline_at + timedelta(days=1)).isoformat()
    asked = rome.post(at("year/extensions/"), {"until": until, "reason": "A wedding."})
    assert asked.status_code == 201, asked.content
    (open_one,) = carthage.read(at("year/extensions/"))
    answer = carthage.post(at(f"year/extensions/{open_one['id']}/"), {"yes": True})
    assert answer.json()["outcome"] == "agreed"
    assert year_of(war).deadline_at.isoformat() == until
    assert rome.read(at("year/extensions/")) == []


def test_the_umpire_stops_the_clock_until_a_day(umpire, at, war):
    until = (clock.now() + timedelta(days=3)).isoformat()
    told = umpire.post(at("umpire/pause/"), {"reason": "Easter.", "until": until})
    assert (told.status_code, told.json()["year"]["paused"]) == (200, True)
    assert umpire.post(at("umpire/resume/")).json()["year"]["paused"] is False


def test_a_correction_is_looked_at_and_then_made(umpire, rome, at, war, place, livia, hanno):
    sides = {"rome": place(livia), "carthage": place(hanno)}
    play_year(war, sides, now=clock.now())
    log = umpire.read(at("corrections/decisions/"))
    fought = next(one for one in log["decisions"] if "host" in one["moves"])
    decision = fought["moves"]["host"]
    decision["outcome"]["seats"] = {
        "rome": {"result": "loss", "level": "minor"},
        "carthage": {"result": "win", "level": "minor"},
    }
    plan = {"edit": {"number": fought["number"], "seat": "host", "decision": decision}, "resolutions": {}}
    entries = LedgerEntry.objects.count()
    looked = umpire.post(at("corrections/foresee/"), plan)
    assert looked.status_code == 200, looked.content
    assert looked.json()["changes"]
    assert LedgerEntry.objects.count() == entries
    for misfit in looked.json()["misfits"]:
        plan["resolutions"][misfit["key"]] = {"how": "default"}
    body = {"plan": plan, "reason": "The sheet was read wrongly.", "seen": log["seen"]}
    assert rome.post(at("corrections/"), body).status_code == 404
    made = umpire.post(at("corrections/"), body)
    assert made.status_code == 200, made.content
    assert books.check(fresh(war)) == []
    assert umpire.post(at("corrections/"), body).status_code == 409


def test_a_die_of_a_record_is_corrected(umpire, club, place, livia):
    brought = records.import_record(club, raw=a_record(2), toml=True, by=place(livia), now=clock.now())
    there = f"wars/{brought.public_id}/corrections/"
    log = umpire.read(f"{there}decisions/")
    past, die = next(
        (past, die) for past in log["decisions"] for die in past["noted"] if die["address"] == "year/1/event/rome"
    )
    decision = {"kind": "dice", "address": die["address"], "faces": [11]}
    plan = {"edit": {"number": past["number"], "seat": "host", "decision": decision, "roll": True}, "resolutions": {}}
    assert umpire.post(f"{there}foresee/", plan).json()["changes"]
    made = umpire.post(there, {"plan": plan, "reason": "It was misread.", "seen": log["seen"]})
    assert made.status_code == 200, made.content
    assert books.check(fresh(brought)) == []
    plan["edit"] = {"number": log["seen"] + 99, "seat": "rome", "decision": {"kind": "surrender"}, "insert": True}
    refused = umpire.post(f"{there}foresee/", plan)
    assert (refused.status_code, refused.json()["detail"][:50]) == (
        422,
        "Nothing can be added after the last decision: whil",
    )


def test_a_war_is_played_again_from_the_start_of_a_year(umpire, at, war, place, livia, hanno):
    play_year(war, {"rome": place(livia), "carthage": place(hanno)}, now=clock.now())
    seen = umpire.read(at("corrections/decisions/"))["seen"]
    answer = umpire.post(at("begin-again/"), {"year": 1, "reason": "The wrong rules.", "seen": seen})
    assert answer.status_code == 200, answer.content
    assert state_of(fresh(war)).year == 1


def test_the_address_of_a_webhook_is_taken_and_never_shown_again(livia, club, still, settings):
    settings.WEBHOOK_INSIDE = ["hooks.example.org:443"]
    owner = Program(livia)
    hooks = f"clubs/{club.slug}/webhooks/"
    body = {"address": "https://127.0.0.1/secret-part", "form": "signed", "topics": ["years"]}
    refused = owner.post(hooks, body)
    assert refused.status_code in (400, 422)
    assert "secret-part" not in owner.get(hooks).content.decode()
    assert KeptAnswer.objects.count() == 0


def test_the_clubs_calendar_is_kept_by_who_runs_it(livia, marco, club, still):
    owner, member = Program(livia), Program(marco)
    days = {"name": "Saturnalia", "first": "2026-12-17", "last": "2026-12-23"}
    made = owner.post(f"clubs/{club.slug}/holidays/", days)
    assert made.status_code == 201, made.content
    assert member.post(f"clubs/{club.slug}/holidays/", days).status_code == 404
    assert [one["name"] for one in member.read(f"clubs/{club.slug}/holidays/")] == ["Saturnalia"]
    assert owner.delete(f"clubs/{club.slug}/holidays/{made.json()['id']}/").status_code == 204
    assert member.read(f"clubs/{club.slug}/holidays/") == []


def test_one_chooses_how_one_is_written_to_and_has_a_calendar(rome, carthage):
    choice = rome.read("notices/choice/")
    assert rome.put("notices/choice/", {**choice, "news": "never"}).json()["news"] == "never"
    assert carthage.read("notices/choice/")["news"] == choice["news"]
    assert rome.get("me/calendar/").status_code == 404
    first = rome.post("me/calendar/").json()["url"]
    assert rome.read("me/calendar/")["url"] == first
    assert rome.post("me/calendar/").json()["url"] != first
    assert rome.delete("me/calendar/").status_code == 204
    assert rome.get("me/calendar/").status_code == 404


def test_what_nobody_handed_in_is_added_by_a_correction(umpire, rome, at, war, place, livia, hanno):
    play_year(war, {"rome": place(livia), "carthage": place(hanno)}, now=clock.now())
    might = umpire.read(at("years/2/missing/")) + umpire.read(at("years/1/missing/"))
    assert rome.get(at("years/1/missing/")).status_code == 404
    first = next(one for one in might if one["kind"] == "surrender" and one["seat"] == "rome")
    edit = {"number": first["number"], "seat": "rome", "decision": {"kind": "surrender"}, "insert": True}
    log = umpire.read(at("corrections/decisions/"))
    plan = {"edit": edit, "resolutions": {}}
    assert umpire.post(at("corrections/foresee/"), plan).json()["misfits"] == []
    body = {"plan": plan, "reason": "He gave up at the table.", "seen": log["seen"]}
    assert umpire.post(at("corrections/"), body).json()["reason"] == "surrender"
    wrong = {"edit": {**edit, "decision": {"kind": "order", "action": "battle"}}, "resolutions": {}}
    refused = umpire.post(at("corrections/foresee/"), wrong)
    assert refused.status_code == 422
