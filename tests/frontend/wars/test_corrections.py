"""Correcting on the pages: choose, type, look, settle, say why; and read afterwards what was."""

import html
import re

import pytest

from campaigns.models import CorrectionProposal, Year
from campaigns.models.codec import moves_of, state_of
from campaigns.rules.decisions import Fought, Muster, Order, Surrender
from campaigns.services import between, books, records, rewind
from tests.factories.campaigns import a_war, fresh, play_year
from tests.factories.clubs import NOW
from tests.factories.dice import quiet_years
from tests.frontend.wars.helpers import a_record
from tests.worlds import once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet():
    with quiet_years():
        yield


@pytest.fixture
def members(place, livia, hanno, ines):
    return {"rome": place(livia), "carthage": place(hanno), "umpire": place(ines)}


@once
def war(club, members):
    war = a_war(club, rome=members["rome"], carthage=members["carthage"], by=members["rome"], umpire=members["umpire"])
    return play_year(play_year(war, members), members)


@pytest.fixture
def umpire(war, client, ines):
    client.force_login(ines, backend="django.contrib.auth.backends.ModelBackend")
    return client


def url(war, *rest) -> str:
    return f"/wars/{war.public_id}/" + "/".join(map(str, rest)) + "/"


def number_of(war, kind, year=1) -> int:
    return next(
        one.number
        for one in rewind.standing_decisions(war)
        if one.year == year and any(isinstance(move, kind) for move in moves_of(one).values())
    )


def hidden(text: str, name: str) -> str:
    return html.unescape(re.search(rf'name="{name}" value="([^"]*)"', text)[1])


def typed(page) -> dict[str, object]:
    """What a browser would send of the form of a page as it came."""
    form = page.context["form"]
    data = {}
    for field in form:
        value = field.value()
        if value not in (None, "", False):
            data[field.html_name] = value
    return data


def ways(page) -> dict[str, str]:
    """The misfits of a preview as its form sends them."""
    found = {}
    for one in page.context["misfits"]:
        found[f"misfit-{one['number']}"] = one["key"]
        found[f"way-{one['number']}"] = next(way["how"] for way in one["ways"] if way["chosen"])
    return found


def test_the_decisions_of_a_year_lead_to_their_forms(umpire, war):
    page = umpire.get(url(war, "years", 1, "decisions"))
    text = page.content.decode()
    assert page.status_code == 200
    for row in page.context["rows"]:
        address = url(war, "decisions", row["number"], row["seat"], "correct")
        assert address in text
        assert umpire.get(address).status_code == 200


def test_a_report_is_corrected_from_the_form_to_the_line_in_the_ledger(umpire, war):
    address = url(war, "decisions", number_of(war, Fought), "host", "correct")
    form = umpire.get(address)
    look = umpire.post(address, {**typed(form), "result": "carthage.major", "step": "look"})
    text = look.content.decode()
    assert (look.status_code, fresh(war).revision) == (200, 0)
    assert "Nothing is changed yet." in text
    assert "Minor victory for Rome" in text
    assert "Major victory for Carthage" in text
    sent = {"plan": hidden(text, "plan"), "seen": hidden(text, "seen"), **ways(look), "step": "commit"}
    again = umpire.post(address, sent)
    assert (again.status_code, fresh(war).revision) == (422, 0)
    assert "Say why" in again.content.decode()
    done = umpire.post(address, {**sent, "reason": "Typed in for the wrong side."})
    assert done.status_code == 302
    war = fresh(war)
    assert Year.objects.get(campaign=war, number=1).summary["outcome"] == {"winner": "carthage", "level": "major"}
    history = umpire.get(url(war, "corrections")).content.decode()
    assert "Typed in for the wrong side." in history
    (back,) = [one.number for one in rewind.standing_decisions(war)][:0] or [
        row["back"].number for row in umpire.get(url(war, "corrections")).context["rows"]
    ]
    detail = umpire.get(url(war, "corrections", back)).content.decode()
    assert "The score went from" in detail
    former = umpire.get(url(war, "corrections", back, "years", 1))
    assert "Rome won the battle: a minor victory." in former.content.decode()
    stamps = [row["stamped"] for row in former.context["lines"]]
    assert stamps[0]
    assert "Earned by the end of the year" in former.content.decode()
    assert not all(stamps)
    assert "Carthage wins: a major victory." in umpire.get(url(war, "years", 1)).content.decode()
    assert books.check(war) == []


def test_a_misfit_is_settled_by_a_decision_typed_in(umpire, war):
    address = url(war, "decisions", number_of(war, Order), "rome", "correct")
    # Which scenario another order leads to is a matter of dice: one of them leaves no room for the army that marched.
    for action in ("alliance", "punishment", "guerrilla", "defence"):
        look = umpire.post(address, {"action": action, "step": "look"})
        assert look.status_code == 200
        if misfits := look.context["misfits"]:
            break
    assert misfits
    plan = hidden(look.content.decode(), "plan")
    key = next(one["key"] for one in misfits if one["typable"])
    form = umpire.post(address, {"plan": plan, "step": f"type:{key}"})
    assert form.status_code == 200
    answered = umpire.post(address, {"plan": plan, "key": key, "step": "typed", **typed(form)})
    assert answered.status_code in (200, 422)
    if answered.status_code == 200:
        (row,) = [one for one in answered.context["misfits"] if one["key"] == key]
        assert (row["taken"], row["told"]) == ("typed", True)


def test_somebody_who_was_first_is_shown_what_would_follow_now(umpire, war):
    address = url(war, "decisions", number_of(war, Fought, 2), "host", "correct")
    look = umpire.post(address, {**typed(umpire.get(address)), "result": "carthage.minor", "step": "look"})
    plan = hidden(look.content.decode(), "plan")
    stale = umpire.post(address, {"plan": plan, "seen": 1, "reason": "Why not.", **ways(look), "step": "commit"})
    assert stale.status_code == 409
    assert "Somebody was first" in stale.content.decode()
    assert "Why not." in stale.content.decode()
    assert fresh(war).revision == 0


@pytest.mark.parametrize("plan", ["", "{", "[1]", "x" * 300_000])
def test_a_plan_that_is_none_is_refused(umpire, war, plan):
    address = url(war, "decisions", number_of(war, Fought), "host", "correct")
    assert umpire.post(address, {"plan": plan, "step": "again"}).status_code == 422


def test_a_body_of_ten_megabytes_is_refused(umpire, war):
    address = url(war, "decisions", number_of(war, Fought), "host", "correct")
    body = "step=again&plan=" + "x" * 10_000_000
    answer = umpire.post(address, body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (400, 413)


def test_what_the_rules_forbid_comes_back_in_the_form(umpire, war):
    address = url(war, "decisions", number_of(war, Muster), "rome", "correct")
    answer = umpire.post(address, {"step": "look"})
    assert answer.status_code == 422
    assert "bring at least one unit" in answer.content.decode()


@pytest.mark.parametrize("who", ["livia", "marco"])
def test_others_find_no_way_to_correct(client, war, request, who):
    client.force_login(request.getfixturevalue(who), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(url(war, "years", 1, "decisions")).status_code == 404
    assert client.get(url(war, "decisions", number_of(war, Fought), "host", "correct")).status_code == 404
    assert client.get(url(war, "years", 1, "begin-again")).status_code == 404
    assert client.get(url(war, "corrections")).status_code == 200


def test_a_year_is_played_again_from_its_start(umpire, war):
    page = umpire.get(url(war, "years", 2, "begin-again"))
    assert page.status_code == 200
    seen = hidden(page.content.decode(), "seen")
    assert umpire.post(url(war, "years", 2, "begin-again"), {"seen": seen}).status_code == 422
    assert umpire.post(url(war, "years", 2, "begin-again"), {"seen": 1, "reason": "Flood."}).status_code == 409
    assert umpire.post(url(war, "years", 2, "begin-again"), {"seen": seen, "reason": "Flood."}).status_code == 302
    war = fresh(war)
    assert state_of(war).year == 2
    (row,) = umpire.get(url(war, "corrections")).context["rows"]
    back = row["back"].number
    former = umpire.get(url(war, "corrections", back)).context["former"]
    assert former == [2, 3]
    assert umpire.get(url(war, "corrections", back, "years", 2)).status_code == 200
    assert umpire.get(url(war, "corrections", back, "years", 9)).status_code == 404
    assert umpire.get(url(war, "corrections", 1)).status_code == 404


def test_two_without_an_umpire_propose_and_consent(client, club, place, livia, hanno):
    members = {"rome": place(livia), "carthage": place(hanno)}
    club.memberships.exclude(pk__in=[one.pk for one in members.values()]).update(role="player")
    war = play_year(a_war(club, rome=members["rome"], carthage=members["carthage"], by=members["rome"]), members)
    address = url(war, "decisions", number_of(war, Fought), "host", "correct")
    client.force_login(livia, backend="django.contrib.auth.backends.ModelBackend")
    look = client.post(address, {**typed(client.get(address)), "result": "carthage.minor", "step": "look"})
    text = look.content.decode()
    assert "Propose the correction" in text
    sent = {"plan": hidden(text, "plan"), "seen": hidden(text, "seen"), **ways(look)}
    assert client.post(address, {**sent, "reason": "Mixed up.", "step": "commit"}).status_code == 302
    proposed = CorrectionProposal.objects.get()
    client.force_login(hanno, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(url(war, "corrections", "proposals", proposed.public_id))
    assert "Consent: correct it" in page.content.decode()
    assert client.post(url(war, "corrections", "proposals", proposed.public_id), {"answer": "yes"}).status_code == 302
    assert fresh(war).revision == 1
    assert client.get(url(war, "corrections", "proposals", proposed.public_id)).status_code == 404


# --- What is missing, and what was not made --------------------------------------------------------------


def test_what_nobody_wrote_down_is_added_from_the_list_to_the_ledger(umpire, war):
    assert (
        url(war, "years", 2, "decisions", "missing") in umpire.get(url(war, "years", 2, "decisions")).content.decode()
    )
    page = umpire.get(url(war, "years", 2, "decisions", "missing"))
    number = number_of(war, Order, 2)
    address = url(war, "decisions", number, "carthage", "add", "surrender")
    assert address in page.content.decode()
    form = umpire.get(address)
    assert "This was never handed in. Here it is added." in form.content.decode()
    look = umpire.post(address, {"step": "look"})
    assert (look.status_code, fresh(war).revision) == (200, 0)
    text = look.content.decode()
    assert "The war ends in year 2, won by Rome." in text
    sent = {"plan": hidden(text, "plan"), "seen": hidden(text, "seen"), **ways(look), "step": "commit"}
    assert umpire.post(address, {**sent, "reason": "It was said at the table."}).status_code == 302
    assert fresh(war).reason == "surrender"
    assert "added a decision of year 2 that was missing" in umpire.get(url(war, "book")).content.decode()


@pytest.mark.parametrize("prompt", ["surrender", "length", "skip"])
def test_every_kind_that_may_be_missing_has_its_form(umpire, war, prompt):
    rows = umpire.get(url(war, "years", 2, "decisions", "missing")).context["rows"]
    places = [
        place["number"] for row in rows if (row["seat"], row["prompt"]) == ("rome", prompt) for place in row["places"]
    ]
    assert places
    assert umpire.get(url(war, "decisions", places[0], "rome", "add", prompt)).status_code == 200


def test_what_could_not_have_been_done_then_has_no_form(umpire, war, client, livia):
    number = number_of(war, Order, 2)
    for seat, prompt in (("rome", "order"), ("rome", "nothing"), ("host", "surrender"), ("numidia", "surrender")):
        assert umpire.get(url(war, "decisions", number, seat, "add", prompt)).status_code == 404
    address = url(war, "decisions", number, "rome", "add", "surrender")
    changed = umpire.post(url(war, "decisions", number, "rome", "add", "length"), {"step": "look", "last": "3"})
    plan = hidden(changed.content.decode(), "plan")
    other = umpire.post(url(war, "decisions", number, "carthage", "add", "length"), {"step": "again", "plan": plan})
    assert other.status_code == 422
    client.force_login(livia, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(address).status_code == 404


def test_an_order_that_was_not_given_is_taken_out(umpire, war):
    address = url(war, "decisions", number_of(war, Order), "rome", "correct")
    form = umpire.get(address)
    assert form.context["removable"]
    look = umpire.post(address, {"step": "remove"})
    assert look.status_code == 200
    text = look.content.decode()
    assert "not made at all" in text
    sent = {"plan": hidden(text, "plan"), "seen": hidden(text, "seen"), **ways(look), "step": "commit"}
    assert umpire.post(address, {**sent, "reason": "It was never in."}).status_code == 302
    assert (fresh(war).revision, books.check(fresh(war))) == (1, [])
    fought = umpire.get(url(war, "decisions", number_of(war, Fought), "host", "correct"))
    assert not fought.context["removable"]


# --- Dice of a record, and what can be added nowhere -------------------------------------------------------


def test_a_die_of_a_record_is_corrected_from_the_list_to_the_ledger(umpire, club, members):
    war = records.import_record(club, raw=a_record(2), toml=True, by=members["rome"], now=NOW)
    page = umpire.get(url(war, "years", 1, "decisions"))
    (address, name) = next(
        (url(war, "decisions", row["number"], "dice", die["place"]), die["name"])
        for row in page.context["rows"]
        for die in row["dice"]
        if "Rome" in die["name"]
    )
    assert address in page.content.decode()
    form = umpire.get(address)
    assert typed(form) == {"face-0": 8}
    assert "Total" in form.content.decode()
    assert "There is no 13 on a d12." in umpire.post(address, {"face-0": "13", "step": "look"}).content.decode()
    look = umpire.post(address, {"face-0": "11", "step": "look"})
    text = look.content.decode()
    assert (look.status_code, fresh(war).revision) == (200, 0)
    sent = {"plan": hidden(text, "plan"), "seen": hidden(text, "seen"), **ways(look), "step": "commit"}
    assert umpire.post(address, {**sent, "reason": "It was an 11."}).status_code == 302
    book = umpire.get(f"{url(war, 'book')}?page=2").content.decode()
    assert f"A die of the record ({name})" in book
    assert "It was an 11." in book


def test_dice_of_the_program_have_no_form(umpire, war):
    assert not any(row["dice"] for row in umpire.get(url(war, "years", 1, "decisions")).context["rows"])
    for die in (0, 99):
        assert umpire.get(url(war, "decisions", number_of(war, Fought), "dice", die)).status_code == 404


def test_the_list_of_what_is_missing_says_why_nothing_comes_after_the_last_decision(umpire, war, members):
    first = umpire.get(url(war, "years", 1, "decisions", "missing")).content.decode()
    assert "After the last decision this year was closed" in first
    assert f'href="{url(war, "years", 2, "decisions", "missing")}"' in first
    now = umpire.get(url(war, "years", 3, "decisions", "missing")).content.decode()
    assert "it can still be decided, on the page of the year" in now
    between.decide(war, side="rome", decision=Surrender(), by=members["rome"], now=NOW)
    over = umpire.get(url(war, "years", 3, "decisions", "missing")).content.decode()
    assert "After the last decision the war was over" in over
    assert f'href="{url(war, "years", 3, "decisions")}"' in over
