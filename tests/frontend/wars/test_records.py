"""A war leaves the site as one file, and comes back in."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from battles.models import DiceSecret
from campaigns.models import Campaign, StrategicAction
from campaigns.rules.decisions import Skip
from campaigns.rules.recordfile import BYTES
from campaigns.services import between, sealed
from clubs import clock
from tests.factories import campaigns as verbs
from tests.frontend.wars.helpers import a_record, address, answer_everything, text_of
from tests.worlds import once

pytestmark = pytest.mark.django_db


def where(club) -> str:
    return reverse("club_import", args=[club.slug])


def upload(browser, user, club, raw: bytes, name: str = "war.toml"):
    file = SimpleUploadedFile(name, raw)
    return browser(user).post(where(club), {"document": file}, follow=True)


# --- Leaving ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["json", "toml"])
def test_a_member_takes_the_record_away(fought, marco, browser, form):
    response = browser(marco).get(address("war_record", fought, form))
    assert response["Content-Disposition"] == f'attachment; filename="the-long-war.{form}"'
    assert response["Content-Type"].startswith(f"application/{form}")
    text = response.content.decode()
    record = json.loads(text) if form == "json" else tomllib.loads(text)
    assert record["campaign"]["name"] == "The long war"
    assert record["years"][0]["orders"] == {"rome": "battle", "carthage": "battle"}


@once
def played_out(war, place, livia, hanno):
    """The first year is closed and its dice are shown."""
    verbs.order(war, rome=(place(livia), "defence"), carthage=(place(hanno), "defence"), now=clock.now())
    for side, user in (("rome", livia), ("carthage", hanno)):
        between.decide(verbs.fresh(war), side=side, decision=Skip(), by=place(user), now=clock.now())
    answer_everything(war)
    assert DiceSecret.objects.get(game=war.game, year=1).revealed
    return verbs.fresh(war)


def brought_in(browser, livia, club, record: dict) -> Campaign:
    upload(browser, livia, club, json.dumps(record).encode(), "war.json")
    return Campaign.objects.latest("pk")


def test_the_proof_of_a_year_that_was_played_elsewhere_is_shown_as_coming_from_the_file(
    played_out, club, livia, marco, browser
):
    record = json.loads(browser(livia).get(address("war_record", played_out, "json")).content)
    copy = brought_in(browser, livia, club, record)
    assert copy.pk != played_out.pk
    proof = record["years"][0]["proof"][0]
    page = browser(marco).get(address("war_dice", copy))
    words = text_of(page)
    for told in (proof["commitment"], proof["secret"], *proof["salts"].values()):
        assert told in words
    assert words.count("from the file") == 1
    assert "This secret is the one that was published." in words
    assert "from the file" not in text_of(browser(marco).get(address("war_dice", played_out)))


@pytest.mark.parametrize("secret", ["ab" * 32, "no number at all"])
def test_a_proof_in_a_file_that_does_not_hold_is_shown_as_that(played_out, club, livia, marco, browser, secret):
    record = json.loads(browser(livia).get(address("war_record", played_out, "json")).content)
    record["years"][0]["proof"][0]["secret"] = secret
    copy = brought_in(browser, livia, club, record)
    words = text_of(browser(marco).get(address("war_dice", copy)))
    assert "This secret is not the one that was published." in words
    assert "This secret is the one" not in words


def test_a_proof_of_any_shape_breaks_no_page(played_out, club, livia, marco, browser):
    record = json.loads(browser(livia).get(address("war_record", played_out, "json")).content)
    record["years"][0]["proof"] = [{}, {"salts": "none", "epoch": "first", "secret": 7, "commitment": ["a", "b"]}]
    copy = brought_in(browser, livia, club, record)
    assert text_of(browser(marco).get(address("war_dice", copy))).count("from the file") == 2


def test_the_record_holds_nothing_that_is_still_sealed(war, place, livia, hanno, browser):
    sealed.give_order(war, side="rome", action="guerrilla", salt="almond blossom", by=place(livia), now=clock.now())
    sealed.leave_standing_order(war, side="rome", action="punishment", by=place(livia), now=clock.now())
    row = StrategicAction.objects.get()
    for reader in (livia, hanno):
        record = json.loads(browser(reader).get(address("war_record", war, "json")).content)
        del record["pack"]  # the rules name every action
        text = json.dumps(record)
        for secret in ("guerrilla", "punishment", "almond", row.receipt):
            assert secret not in text


def test_there_is_no_other_form_and_no_record_of_a_war_in_preparation(war, club, place, livia, browser):
    from tests.factories import campaigns as verbs

    assert browser(livia).get(address("war_record", war, "xml")).status_code == 404
    other = verbs.found_war(club, by=place(livia), now=clock.now())
    assert browser(livia).get(address("war_record", other, "json")).status_code == 404


def test_the_program_without_the_site_checks_its_dice(fought, marco, browser, tmp_path):
    file = tmp_path / "record.json"
    file.write_bytes(browser(marco).get(address("war_record", fought, "json")).content)
    tool = Path(settings.BASE_DIR) / "tools/verify_dice.py"
    done = subprocess.run([sys.executable, str(tool), str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# --- Entering -----------------------------------------------------------------------------------------------


def test_a_record_is_brought_in(club, livia, browser):
    response = upload(browser, livia, club, a_record(3))
    war = Campaign.objects.get()
    assert response.redirect_chain == [(f"/wars/{war.public_id}/", 302)]
    assert "The war is here, with its whole ledger." in text_of(response)
    assert war.year_set.filter(stage="closed").count() == 3


def test_a_war_comes_back_as_it_left(fought, club, livia, browser):
    first = browser(livia).get(address("war_record", fought, "json")).content
    assert upload(browser, livia, club, first, "war.json").status_code == 200
    other = Campaign.objects.latest("pk")
    assert other.pk != fought.pk
    assert other.state == Campaign.objects.get(pk=fought.pk).state


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (a_record(2).replace(b"rome = 8", b"rome = 13"), "years[0].dice.event.rome: 13 is not a total of 2d6"),
        (a_record(1).replace(b"figures = 40", b"figures = -1"), "sides.rome.units[0].figures"),
        (a_record(1).replace(b"record = 1", b"record = 7"), "record: 7 is not between 1 and 1"),
        (b"this is no record", "This is not TOML"),
        (b"\xff\xfe\x00", "The file is not text in UTF-8"),
        (b"", "The submitted file is empty."),
        (b"#" * (BYTES + 10), "The file is too large: at most 4 MiB are read"),
        (b"a = " + b"[" * 60 + b"]" * 60, "nested"),
    ],
)
def test_a_broken_file_is_refused_with_place_and_reason_and_nothing_is_stored(club, livia, browser, raw, what):
    response = upload(browser, livia, club, raw)
    assert response.status_code == 422
    assert what in text_of(response)
    assert not Campaign.objects.exists()


def test_json_is_known_by_its_name_or_by_its_first_sign(club, livia, browser):
    assert "This is not JSON" in text_of(upload(browser, livia, club, b"record = 1", "war.json"))
    assert "This is not JSON" in text_of(upload(browser, livia, club, b'{"record": ', "war"))
    assert "This is not TOML" in text_of(upload(browser, livia, club, b'{"record": 1}', "war.toml"))


def test_no_file_is_no_war(club, livia, browser):
    response = browser(livia).post(where(club))
    assert response.status_code == 422
    assert "This field is required." in text_of(response)


@pytest.mark.parametrize(
    ("who", "status"), [("livia", 200), ("fabia", 200), ("ines", 404), ("hanno", 404), ("nobody", 404)]
)
def test_only_managers_bring_wars_in(request, club, browser, who, status):
    user = request.getfixturevalue(who)
    assert browser(user).get(where(club)).status_code == status
    assert upload(browser, user, club, a_record(1)).status_code == status
    assert Campaign.objects.exists() == (status == 200)
