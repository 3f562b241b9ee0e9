"""Founding a war, step by step: rules, clock, readings, sides, armies; and beginning it."""

import html
import re
from datetime import timedelta

import pytest
from django.urls import reverse

from campaigns.models import Campaign, SideHolder, SideOffer
from campaigns.models.codec import state_of
from campaigns.rules.armies import Army, army_points
from campaigns.rules.armylists import sample_lists
from campaigns.services import founding
from clubs import clock
from clubs.models import Holiday
from clubs.services import members
from tests.factories import campaigns as verbs
from tests.factories.clubs import enlist, found, paper_member
from tests.frontend.preparing import TABLE, at, hand_rows, side_of, text_of
from tests.worlds import once

pytestmark = pytest.mark.django_db

STEPS = [
    "war_setup_basics",
    "war_setup_clock",
    "war_setup_absent",
    "war_setup_readings",
    "war_setup_sides",
    "war_setup_under_way",
]
ARMY_PAGES = ["war_army", "war_army_table", "war_army_hand", "war_army_csv"]
BASICS = {"pack_key": "hispania", "name": "The long war", "years": "5", "umpire": "", "dice": "program"}
CLOCK = {
    "agreed": "7",
    "grace": "0",
    "orders": 7,
    "setup": 2,
    "muster": 4,
    "battle": 21,
    "aftermath": 2,
    "weekday": "6",
    "hour": "21",
    "order": "defence",
}


@once
def war(club, place, livia) -> Campaign:
    """A war that Livia prepares; nobody holds a side yet."""
    return verbs.found_war(club, by=place(livia), now=clock.now())


@once
def seated(war, place, livia, hanno) -> Campaign:
    """Livia commands Rome, Hanno Carthage."""
    for side, member in (("rome", place(livia)), ("carthage", place(hanno))):
        verbs.seat(war, side, member, by=place(livia), now=clock.now())
    return war


# --- Who may ----------------------------------------------------------------------------------------


def every_page(war) -> list[str]:
    pages = [at(name, war) for name in [*STEPS, "war_setup", "war_setup_armies"]]
    return pages + [at(name, war, side) for name in ARMY_PAGES for side in ("rome", "carthage")]


def every_act(war) -> list[str]:
    acts = [at(name, war, "rome") for name in ("war_side_offer", "war_side_vacate", "war_army_take")]
    return acts + every_page(war)


def everything(war):
    tables = (Campaign.objects, war.sides, SideHolder.objects, SideOffer.objects)
    return [list(table.order_by("pk").values()) for table in tables]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_an_outsider_finds_nothing_and_changes_nothing(war, nobody, browser, elsewhere):
    if elsewhere:
        found("Elsewhere", by=nobody)
    before = everything(war)
    stranger = browser(nobody)
    for address in every_page(war):
        assert stranger.get(address).status_code == 404, address
    for address in every_act(war):
        assert stranger.post(address, {"list": "hispania-rome-scipio", "save": "1"}).status_code in (404, 405), address
    assert stranger.get(reverse("war_found", args=[war.club.slug])).status_code == 404
    assert everything(war) == before


def test_who_is_not_logged_in_is_sent_to_the_log_in(war, browser):
    for address in every_page(war):
        response = browser(None).get(address)
        assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={address}")


def test_a_former_member_is_an_outsider(war, marco, browser):
    members.leave(war.club, by=marco, now=clock.now())
    for address in every_page(war):
        assert browser(marco).get(address).status_code == 404


@pytest.mark.parametrize("who", ["hanno", "ines", "marco"])
def test_a_member_without_a_part_in_it_prepares_nothing(request, seated, browser, who):
    before = everything(seated)
    reader = browser(request.getfixturevalue(who))
    for name in STEPS:
        assert reader.get(at(name, seated)).status_code == 404
        assert reader.post(at(name, seated), {**BASICS, **CLOCK, "year": "1"}).status_code == 404 or name.endswith(
            "sides"
        )
    assert reader.post(at("war_setup", seated)).status_code == 404
    assert reader.get(at("war_setup", seated)).status_code == 200
    assert everything(seated) == before


@pytest.mark.parametrize(
    ("who", "side", "status"),
    [
        ("livia", "rome", 200),
        ("livia", "carthage", 404),  # she runs the club, but plays
        ("hanno", "carthage", 200),
        ("hanno", "rome", 404),
        ("marco", "rome", 404),
        ("marco", "carthage", 404),
        ("ines", "rome", 200),  # an umpire who does not play
        ("fabia", "carthage", 200),  # an administrator who does not play
    ],
)
@pytest.mark.parametrize("name", ARMY_PAGES)
def test_an_army_is_seen_by_its_own_side_and_by_officers_who_do_not_play(
    request, seated, place, browser, who, side, status, name
):
    for key, officer in (("rome", "livia"), ("carthage", "hanno")):
        member = place(request.getfixturevalue(officer))
        army = Army(units=verbs.an_army(f"secret-{key}").units)
        founding.set_army(seated, side=key, army=army, by=member, now=clock.now())
    response = browser(request.getfixturevalue(who)).get(at(name, seated, side))
    assert response.status_code == status
    other = "carthage" if side == "rome" else "rome"
    assert f"secret-{other}" not in response.content.decode()


@pytest.mark.parametrize(("who", "theirs"), [("livia", "carthage"), ("hanno", "rome"), ("marco", "rome")])
def test_nobody_writes_down_the_army_of_another_side(request, seated, browser, who, theirs):
    reader = browser(request.getfixturevalue(who))
    chosen = sample_lists("hispania", theirs)[0].key
    posts = {
        "war_army_take": {"list": chosen},
        "war_army_table": {"text": TABLE, "save": "1"},
        "war_army_hand": {**hand_rows([{"name": "A", "figures": "1", "points": "1"}]), "save": "1"},
    }
    for name, data in posts.items():
        assert reader.post(at(name, seated, theirs), data).status_code == 404
    assert side_of(seated, theirs).army == ""


def test_the_armies_page_tells_each_side_its_own_points_only(seated, place, livia, hanno, browser):
    founding.set_army(seated, side="rome", army=verbs.an_army("r"), by=place(livia), now=clock.now())
    points = f"{army_points(verbs.an_army('r'))} points"
    assert points in text_of(browser(livia).get(at("war_setup_armies", seated)))
    theirs = text_of(browser(hanno).get(at("war_setup_armies", seated)))
    assert points not in theirs
    assert "Written down" in theirs


# --- Founding ---------------------------------------------------------------------------------------


def test_any_member_founds_a_war_and_goes_on_to_its_clock(club, place, hanno, ines, browser):
    data = {**BASICS, "umpire": place(ines).public_id, "dice": "hand"}
    response = browser(hanno).post(reverse("war_found", args=[club.slug]), data)
    war = Campaign.objects.get()
    assert response["Location"] == at("war_setup_clock", war)
    assert (war.name, war.years, war.dice, war.umpire, war.created_by) == (
        "The long war", 5, "hand", place(ines), place(hanno),
    )  # fmt: skip
    assert browser(hanno).get(at("war_setup_basics", war)).status_code == 200


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"name": "x" * 81}, {"years": "0"}, {"years": "201"}, {"years": "x"}, {"dice": "loaded"},
              {"pack_key": "nowhere"}, {"umpire": "nobody"}, {"name": "a\x07b"}, {"name": "\u202e"}]
)  # fmt: skip
def test_what_cannot_be_is_refused_beside_its_field(club, livia, browser, wrong):
    response = browser(livia).post(reverse("war_found", args=[club.slug]), {**BASICS, **wrong})
    assert response.status_code == 422
    assert not Campaign.objects.exists()
    assert "The long war" in response.content.decode() or "name" in wrong


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "D'Annunzio & Söhne 🐘", "Πόλεμος"])
def test_a_war_may_have_any_name_and_it_is_only_text(club, livia, browser, name):
    browser(livia).post(reverse("war_found", args=[club.slug]), {**BASICS, "name": name})
    war = Campaign.objects.get()
    assert war.name == name
    page = browser(livia).get(at("war_setup", war)).content.decode()
    assert "<script>alert" not in page


def test_an_umpire_of_another_club_cannot_be_named(club, livia, nobody, browser):
    other = found("Elsewhere", by=nobody)
    stranger = other.memberships.get()
    response = browser(livia).post(reverse("war_found", args=[club.slug]), {**BASICS, "umpire": stranger.public_id})
    assert response.status_code == 422
    assert not Campaign.objects.exists()


# --- Steps ------------------------------------------------------------------------------------------


def test_the_first_step_can_be_changed_until_the_war_begins(war, livia, browser):
    response = browser(livia).post(at("war_setup_basics", war), {**BASICS, "name": "Another", "years": "9"})
    assert response["Location"] == at("war_setup_clock", war)
    war.refresh_from_db()
    assert (war.name, war.years) == ("Another", 9)


def test_the_clock_shows_its_dates_in_the_clubs_zone_and_saves_on_the_second_word(war, livia, browser):
    before = dict(war.clock)
    page = browser(livia).post(at("war_setup_clock", war), {**CLOCK, "orders": "14", "hour": "20", "look": "1"})
    assert page.status_code == 200
    assert "20:00" in text_of(page)
    assert "Sunday" in text_of(page)
    war.refresh_from_db()
    assert war.clock == before
    response = browser(livia).post(at("war_setup_clock", war), {**CLOCK, "orders": "14", "order": "battle"})
    assert response["Location"] == at("war_setup_absent", war)
    war.refresh_from_db()
    assert (war.clock["orders"], war.clock["weekday"], war.clock["hour"], war.absent["order"]) == (14, 6, 21, "battle")
    browser(livia).post(at("war_setup_clock", war), {**CLOCK, "weekday": ""})
    war.refresh_from_db()
    assert war.clock["weekday"] is None


def test_more_time_and_grace_are_agreed_on_before_the_war_and_said_in_sentences(war, livia, browser):
    page = text_of(browser(livia).get(at("war_setup_clock", war)))
    assert "Usually 7; 0: only the umpire may." in page
    assert "Usually 0: not at all." in page
    browser(livia).post(at("war_setup_clock", war), {**CLOCK, "agreed": "0", "grace": "6"})
    war.refresh_from_db()
    assert (war.clock["agreed"], war.clock["grace"]) == (0, 6)
    page = text_of(browser(livia).get(at("war_setup", war)))
    assert "Only the umpire gives more time." in page
    assert "Orders and musters that come up to 6 hours late are still taken, and the ledger says so." in page
    assert "Only the umpire gives more time." in text_of(browser(livia).get(at("war", war)))


def test_the_dates_of_the_stages_leave_holidays_out(war, livia, browser):
    today = clock.in_zone(clock.now(), war.club.time_zone).date()
    Holiday.objects.create(club=war.club, name="A long winter", first=today, last=today + timedelta(days=300))
    page = text_of(browser(livia).post(at("war_setup_clock", war), {**CLOCK, "look": "1"}))
    first = today + timedelta(days=301)
    # Seven days of orders after the last of them, and the Sunday that follows.
    sunday = first + timedelta(days=6) + timedelta(days=(6 - (first + timedelta(days=6)).weekday()) % 7)
    assert f"Sunday {sunday.day} {sunday:%B} {sunday.year}" in page


@pytest.mark.parametrize(("hour", "words"), [("2", ["there is no 02:00", "02:00 comes twice"]), ("21", [])])
def test_an_hour_that_a_clock_change_removes_or_doubles_is_told(war, livia, browser, hour, words):
    page = text_of(browser(livia).post(at("war_setup_clock", war), {**CLOCK, "hour": hour, "look": "1"}))
    assert [word for word in ("there is no 02:00", "02:00 comes twice") if word in page] == words


@pytest.mark.parametrize(
    "wrong",
    [
        {"orders": "0"},
        {"battle": "121"},
        {"muster": ""},
        {"hour": "24"},
        {"weekday": "7"},
        {"order": "flight"},
        {"agreed": "61"},
        {"agreed": ""},
        {"grace": "-1"},
        {"grace": "73"},
    ],
)
def test_a_clock_that_cannot_run_is_refused(war, livia, browser, wrong):
    before = dict(war.clock)
    assert browser(livia).post(at("war_setup_clock", war), {**CLOCK, **wrong}).status_code == 422
    war.refresh_from_db()
    assert war.clock == before


def test_every_reading_is_asked_with_its_number_and_its_usual_answer(war, livia, browser):
    page = browser(livia).get(at("war_setup_readings", war))
    pack = founding.pack_of(war.pack)
    words = text_of(page)
    for reading in pack.readings.values():
        assert reading.number in words
        assert reading.text["en"].replace("'", "&#x27;") in words
    assert words.count("The usual reading") == len(pack.readings)
    assert page.content.decode().count(" checked") == len(pack.readings)


def test_every_numbered_reading_is_explained_whether_it_may_be_chosen_or_not(war, livia, browser):
    """R1 to R35 of the rules: each stands on the page where a war is founded, and on that of its rules."""
    for address in ("war_setup_readings", "war_rules"):
        words = html.unescape(text_of(browser(livia).get(at(address, war))))
        for number in range(1, 36):
            assert re.search(rf"\bR{number}\b", words), (address, number)
        assert "Lasting wounds add up. R21" in words


def test_readings_are_saved_and_shown_where_they_are_not_the_usual_ones(war, livia, browser):
    answers = {**war.readings, "ransom": "pay", "instant_lead": "11"}
    response = browser(livia).post(at("war_setup_readings", war), answers)
    assert response["Location"] == at("war_setup_sides", war)
    war.refresh_from_db()
    assert war.readings == answers
    assert "They are lost" in text_of(browser(livia).get(at("war_setup", war)))
    assert browser(livia).post(at("war_setup_readings", war), {**answers, "ransom": "steal"}).status_code == 422


# --- Sides ------------------------------------------------------------------------------------------


def test_a_member_is_asked_and_takes_the_side(war, place, livia, hanno, browser):
    data = {"carthage-member": place(hanno).public_id}
    browser(livia).post(at("war_side_offer", war, "carthage"), data)
    offer = SideOffer.objects.get()
    assert "has not answered yet" in text_of(browser(livia).get(at("war_setup_sides", war)))
    assert "Carthage is offered to you" in text_of(browser(hanno).get(at("war_setup", war)))
    address = at("war_offer", war, offer.public_id)
    assert browser(hanno).get(address).status_code == 200
    assert browser(hanno).post(address, {"accept": "1"})["Location"] == at("war_setup", war)
    assert SideHolder.objects.get(until=None).member == place(hanno)
    again = browser(hanno).post(address, {"accept": "1"}, follow=True)
    assert "This offer is no longer open." in text_of(again)


def test_an_offer_can_be_declined(war, place, livia, hanno, browser):
    browser(livia).post(at("war_side_offer", war, "rome"), {"rome-member": place(hanno).public_id})
    offer = SideOffer.objects.get()
    browser(hanno).post(at("war_offer", war, offer.public_id), {"decline": "1"})
    offer.refresh_from_db()
    assert offer.accepted is False
    assert not SideHolder.objects.exists()


def test_an_offer_can_be_taken_back_on_the_page_of_the_sides(war, place, livia, hanno, browser):
    browser(livia).post(at("war_side_offer", war, "rome"), {"rome-member": place(hanno).public_id})
    offer = SideOffer.objects.get()
    take_back = at("war_offer_withdraw", war, offer.public_id)
    assert take_back in browser(livia).get(at("war_setup_sides", war)).content.decode()
    done = browser(livia).post(take_back, follow=True)
    assert "Hanno is no longer asked to take Rome." in text_of(done)
    assert take_back not in done.content.decode()
    assert "This offer is no longer open." in text_of(
        browser(hanno).get(at("war_offer", war, offer.public_id), follow=True)
    )
    assert "has been answered already" in text_of(browser(livia).post(take_back, follow=True))


@pytest.mark.parametrize("who", ["hanno", "marco", "ines", "nobody"])
def test_an_offer_is_taken_back_by_who_prepares_the_war_only(request, war, place, livia, hanno, browser, who):
    browser(livia).post(at("war_side_offer", war, "rome"), {"rome-member": place(hanno).public_id})
    offer = SideOffer.objects.get()
    assert browser(request.getfixturevalue(who)).post(at("war_offer_withdraw", war, offer.public_id)).status_code == 404
    offer.refresh_from_db()
    assert offer.answered_at is None


@pytest.mark.parametrize("who", ["livia", "marco", "ines", "nobody"])
def test_an_offer_is_answered_by_its_member_only(request, war, place, livia, hanno, browser, who):
    browser(livia).post(at("war_side_offer", war, "rome"), {"rome-member": place(hanno).public_id})
    address = at("war_offer", war, SideOffer.objects.get().public_id)
    other = browser(request.getfixturevalue(who))
    assert other.get(address).status_code == 404
    assert other.post(address, {"accept": "1"}).status_code == 404
    assert not SideHolder.objects.exists()


def test_a_member_on_paper_is_seated_at_once_and_so_is_who_takes_it_himself(war, place, club, livia, browser):
    titus = paper_member(club, "Titus")
    browser(livia).post(at("war_side_offer", war, "rome"), {"rome-member": titus.public_id})
    browser(livia).post(at("war_side_offer", war, "carthage"), {"carthage-member": place(livia).public_id})
    held = {row.side.key: row.member for row in SideHolder.objects.filter(until=None).select_related("side")}
    assert held == {"rome": titus, "carthage": place(livia)}
    assert "On paper" in text_of(browser(livia).get(at("war_setup_sides", war)))


def test_a_side_can_be_made_vacant_and_a_taken_one_is_not_offered(seated, place, marco, livia, browser):
    refused = browser(livia).post(at("war_side_offer", seated, "rome"), {"rome-member": place(marco).public_id})
    assert refused.status_code == 422
    browser(livia).post(at("war_side_vacate", seated, "rome"))
    assert [row.side.key for row in SideHolder.objects.filter(until=None)] == ["carthage"]


def test_nobody_outside_the_club_can_be_offered_a_side(war, livia, nobody, browser):
    stranger = found("Elsewhere", by=nobody).memberships.get()
    response = browser(livia).post(at("war_side_offer", war, "rome"), {"rome-member": stranger.public_id})
    assert response.status_code == 422
    assert not SideOffer.objects.exists()


# --- Beginning --------------------------------------------------------------------------------------


def with_armies(war, livia, browser):
    for side in ("rome", "carthage"):
        browser(livia).post(at("war_army_take", war, side), {"list": sample_lists("hispania", side)[0].key})


def test_a_war_does_not_begin_before_both_armies_are_in(war, livia, browser):
    words = text_of(browser(livia).get(at("war_setup", war)))
    for side in ("Rome", "Carthage"):
        assert f"{side}: The army of this side is not written down yet." in words
    page = browser(livia).get(at("war_setup", war)).content.decode()
    assert f'<a class="button primary" href="{at("war_setup_armies", war)}">' in page
    assert browser(livia).post(at("war_setup", war)).status_code == 422
    war.refresh_from_db()
    assert war.stage == "founding"


def test_a_war_begins_and_its_preparation_is_over(war, livia, browser):
    with_armies(war, livia, browser)
    assert "Everything is ready" in text_of(browser(livia).get(at("war_setup", war)))
    response = browser(livia).post(at("war_setup", war))
    assert response["Location"] == at("war", war)
    war.refresh_from_db()
    assert war.stage == "running"
    assert state_of(war).year == 1
    for address in every_page(war):
        if "setup/sides" not in address:
            assert browser(livia).get(address)["Location"] == at("war", war), address
    before = side_of(war, "rome").army
    browser(livia).post(at("war_army_table", war, "rome"), {"text": TABLE, "save": "1"})
    assert side_of(war, "rome").army == before


def test_after_it_has_begun_a_vacant_side_can_still_be_offered(war, place, livia, hanno, browser):
    with_armies(war, livia, browser)
    browser(livia).post(at("war_setup", war))
    browser(livia).post(at("war_side_offer", war, "rome"), {"rome-member": place(hanno).public_id})
    browser(hanno).post(at("war_offer", war, SideOffer.objects.get().public_id), {"accept": "1"})
    assert SideHolder.objects.get(until=None).member == place(hanno)


UNDER_WAY = (
    "name;type;rank;figures;points;command;status;wounds;deeds;skills\n"
    "Hastati I;unit;;200;12;15;;;;\n"
    "Velites;unit;;0;6;0;;;;\n"
    "Consul;character;general;;150;;ready;8 7;2;3\n"
)


def test_a_war_begun_on_paper_goes_on_from_where_it_stands(war, livia, browser):
    address = at("war_army_table", war, "rome")
    refused = browser(livia).post(address, {"text": UNDER_WAY, "save": "1"})
    assert refused.status_code == 422
    saved = browser(livia).post(address + "?under_way=1", {"text": UNDER_WAY, "save": "1"})
    assert saved["Location"] == at("war_army", war, "rome") + "?under_way=1"
    browser(livia).post(at("war_army_take", war, "carthage"), {"list": "hispania-carthage-barca"})
    assert browser(livia).post(at("war_setup", war)).status_code == 422
    data = {"year": "4", "earned_rome": "6", "earned_carthage": "-1", "flags": ["carthage.must_battle", "vp_doubled"]}
    response = browser(livia).post(at("war_setup_under_way", war), data)
    assert response["Location"] == at("war", war)
    war.refresh_from_db()
    state = state_of(war)
    assert (state.year, state.earned, state.flags) == (
        4,
        {"rome": 6, "carthage": -1},
        ("carthage.must_battle", "vp_doubled"),
    )
    consul = state.characters["rome"]["Consul"]
    assert (consul.wounds, consul.deeds, consul.skills) == ((8, 7), 2, (3,))
    assert (state.units["rome"]["Hastati I"].figures, state.units["rome"]["Velites"].figures) == (200, 0)


def test_every_flag_of_the_rules_is_a_sentence(war, livia, browser):
    page = text_of(browser(livia).get(at("war_setup_under_way", war)))
    for words in (
        "The action of Carthage this year must be Battle.",
        "Rome has a re-roll this year.",
        "For the rest of the war Carthage has +1 on the table: Alliances.",
        "This year Carthage has −2 on the table: Alliances.",
        "Carthage is ordered home and stakes all on a battle this year.",
        "All victory points scored this year count double.",
    ):
        assert words in page
    assert len(founding.known_flags(founding.pack_of(war.pack))) == 13


@pytest.mark.parametrize(
    "wrong",
    [
        {"year": "6"},
        {"year": "0"},
        {"year": ""},
        {"earned_rome": "1001"},
        {"earned_rome": ""},
        {"flags": ["rome.invincible"]},
    ],
)
def test_a_standing_that_cannot_be_is_refused(war, livia, browser, wrong):
    with_armies(war, livia, browser)
    data = {"year": "4", "earned_rome": "6", "earned_carthage": "0", "flags": [], **wrong}
    assert browser(livia).post(at("war_setup_under_way", war), data).status_code == 422
    war.refresh_from_db()
    assert war.stage == "founding"


# --- What a page costs ------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [1, 3])
def test_the_page_of_sides_costs_the_same(war, place, club, livia, browser, rows, django_assert_num_queries):
    for number in range(rows):
        titus = paper_member(club, f"Titus {number}")
        enlist(club, verbs_user(f"player{number}"))
        assert titus.on_paper
        player = club.memberships.get(user__username=f"player{number}")
        founding.offer_side(war, side="rome", member=player, by=place(livia), now=clock.now())
    reader = browser(livia)
    with django_assert_num_queries(9):
        page = reader.get(at("war_setup_sides", war))
    assert text_of(page).count("has not answered yet") == rows


def verbs_user(name):
    from tests.factories.clubs import sign_up

    return sign_up(name, display_name=name.capitalize())


@pytest.mark.parametrize("rows", [1, 3])
def test_the_overview_costs_the_same(war, place, club, livia, hanno, browser, rows, django_assert_num_queries):
    for side in ("rome", "carthage")[: min(rows, 2)]:
        founding.offer_side(war, side=side, member=place(hanno), by=place(livia), now=clock.now())
    reader = browser(hanno)
    with django_assert_num_queries(11):
        assert reader.get(at("war_setup", war)).status_code == 200


def test_nothing_changes_by_a_get(seated, livia, hanno, browser):
    before = everything(seated)
    for user in (livia, hanno):
        for address in every_act(seated):
            browser(user).get(address)
    assert everything(seated) == before
