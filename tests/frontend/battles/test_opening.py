"""Opening a battle: lists typed, pasted, uploaded or the club's own; both sides' points before it begins; the table of each scenario."""

import html
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from battles.api.datasets import LIST
from battles.models import Battle
from battles.services import datasets
from rulesets import registry
from tests.factories.askari import a_data_set
from tests.factories.clubs import NOW, found, sign_up
from tests.frontend.battles.test_around import a_form
from tests.rulesets.furnished.ruleset import MAP

pytestmark = pytest.mark.django_db
CSV = """\
what;name;figures;moves;shooting;melee;courage;weapons
list;Column of Suakin;;;;;;
unit;Blues;10;regular;2;2;4;breech_loading_rifle
unit;Greens;8;native;;3;4;hand_weapon
leader;Captain;;regular;;2;;pistol
"""


@pytest.fixture
def page(club):
    return f"/clubs/{club.slug}/battles/new/"


def text(answer):
    return html.unescape(answer.content.decode())


def test_both_sides_are_counted_before_the_battle_begins(browser, marco, page):
    looked = browser(marco).post(page, a_form(look="1", **{"list.first": CSV, "f.seed": "nile"}))

    told = text(looked)
    assert looked.status_code == 200
    assert "So it would begin" in told
    assert all(one in told for one in ("Blues", "Hadendowa band I", "<strong>607</strong>", "<strong>258</strong>"))
    assert "Second side brings 607 points, First side 258." in told
    assert "unit;Blues;10" in told  # kept in its field
    assert not Battle.objects.exists()


def test_what_stands_in_the_way_is_told_when_one_only_looks(browser, marco, page):
    looked = browser(marco).post(page, a_form(look="1", scenario="skirmish", **{"name.second": "The Emir"}))

    assert looked.status_code == 422
    assert "The Emir: The list costs 607 points; this scenario has room for 300." in text(looked)
    assert 'value="skirmish" checked' in text(looked)


def test_units_that_find_no_room_are_named(browser, marco, page):
    rows = "".join(f"unit;Band {n};20;native;;3;4;hand_weapon\n" for n in range(1, 28))

    looked = browser(marco).post(page, a_form(look="1", **{"list.first": CSV + rows}))

    assert looked.status_code == 200
    assert "For these of First side there is no room at the start" in text(looked)


def test_a_table_is_pasted_or_uploaded_and_the_battle_holds_it(browser, marco, page):
    for form in ({"list.first": CSV}, {"file.first": SimpleUploadedFile("mine.csv", CSV.encode("utf-16"))}):
        opened = browser(marco).post(page, a_form(**form), follow=True)
        assert opened.status_code == 200
        assert Battle.objects.latest("pk").setup["options"]["armies"]["first"]["name"] == "Column of Suakin"


def test_an_uploaded_list_that_is_wrong_stands_in_its_field(browser, marco, page):
    file = SimpleUploadedFile("mine.csv", CSV.replace(";10;", ";ten;").encode())

    answer = browser(marco).post(page, a_form(**{"file.first": file}))

    assert answer.status_code == 422
    assert "Line 3, column 3 (figures): “ten” is no whole number." in text(answer)
    assert "unit;Blues;ten" in text(answer)


def test_the_clubs_own_list_is_offered_with_its_points_and_frozen(browser, marco, club, page):
    kept = a_data_set(club)

    offered = text(browser(marco).get(page))
    browser(marco).post(page, a_form(**{"army.second": f"ours:{kept.public_id}"}))

    battle = Battle.objects.get()
    assert "The guard: 258 points" in offered
    assert "Mahdists, 1884: 607 points" in offered
    assert battle.setup["options"]["armies"]["second"] == kept.versions.get().document
    assert (battle.furnished[0]["seat"], battle.furnished[0]["digest"]) == ("second", kept.versions.get().digest)


def test_which_list_the_enemy_has_is_not_told_before_it_is_over(browser, marco, hanno, livia, club, page, place):
    kept = a_data_set(club)
    browser(marco).post(page, a_form(**{"army.first": f"ours:{kept.public_id}", "who.second": place(hanno).public_id}))
    battle = Battle.objects.get()
    for reader in (hanno, livia):
        shown = text(browser(reader).get(f"/battles/{battle.public_id}/"))
        assert kept.public_id not in shown
        assert kept.versions.get().digest[:16] not in shown


@pytest.mark.parametrize("chosen", ["ours:nothing", "ours:", "moon", "ours:" + "x" * 5000])
def test_an_army_that_there_is_not_opens_nothing(browser, marco, page, chosen):
    answer = browser(marco).post(page, a_form(**{"army.first": chosen, "title": "By the river"}))

    assert answer.status_code == 422
    assert "By the river" in text(answer)
    assert not Battle.objects.exists()


def test_anothers_list_is_not_to_be_had(browser, marco, page):
    theirs = a_data_set(found("Another club", by=sign_up("other")))

    answer = browser(marco).post(page, a_form(**{"army.first": f"ours:{theirs.public_id}"}))

    assert answer.status_code == 422
    assert not Battle.objects.exists()


def test_every_scenario_has_a_word_and_a_picture(browser, marco, page):
    told = text(browser(marco).get(page))

    scenarios = registry.get("askari").describe().scenarios
    assert told.count('class="thumb"') == len(scenarios)
    assert told.count('class="choice-hint"') == len(scenarios)
    assert told.count('id="table-') >= len(scenarios)


def test_another_ground_is_laid_and_nothing_typed_is_lost(browser, marco, page):
    form = a_form(another="1", title="By the river", **{"f.seed": "nile", "list.first": CSV, "f.turns": "8"})

    again = browser(marco).post(page, form)

    told = text(again)
    assert again.status_code == 200
    assert 'value="nile"' not in told
    assert all(one in told for one in ("By the river", "unit;Blues;10", 'value="8"'))
    assert "was not opened" not in told


def test_the_same_word_lays_the_same_ground(browser, marco, page):
    def ground(seed):
        told = text(browser(marco).post(page, a_form(look="1", scenario="generated", **{"f.seed": seed})))
        return told[told.index('id="table-generated-desc"') :].split("</svg>")[0]

    assert ground("nile") == ground("nile")
    assert ground("nile") != ground("congo")


def test_a_seat_is_never_called_optional(browser, marco, page):
    told = text(browser(marco).get(page))

    assert told.count(">Who commands it</label>") == 2
    assert told.count(">Army</label>") == 2


def test_lists_of_a_hunt_need_no_units(browser, marco, page):
    party = LIST[LIST.index("[[people]]") :]
    typed = f'name = "Party"\nunits = []\n{party}'

    hunt = browser(marco).post(page, a_form(look="1", scenario="hunt", **{"list.first": typed}))
    field = browser(marco).post(page, a_form(look="1", **{"list.first": typed}))

    assert "The battle was not opened" not in text(hunt)
    assert "First side: A list has at least 2 units." in text(field)


@pytest.mark.parametrize(
    ("wrong", "sentence", "code"),
    [
        ({"f.turns": ["8", "9"]}, "two answers came for it", "given_twice"),
        ({"f.poor_light": ["true", "false"]}, "two answers came for it", "given_twice"),
        ({"f.turns": "8 turns"}, "“8 turns” cannot be taken", "not_a_number"),
        ({"f.poor_light": "perhaps"}, "choose one of those offered", "not_offered"),
        ({"f.animals": ["lion", "unicorn"]}, "choose only from those offered", "not_offered"),
        ({"f.moon": "full"}, "There is no field “f.moon”.", ""),
        ({"f.seed": "x" * 41}, "at most 40 characters", ""),
    ],
)
def test_what_comes_twice_is_unknown_or_of_another_kind_is_refused(browser, marco, page, wrong, sentence, code):
    answer = browser(marco).post(page, a_form(title="By the river", **{"list.first": CSV, **wrong}))

    told = text(answer)
    assert answer.status_code == 422
    assert sentence in told
    assert f'data-code="{code}"' in told or not code
    assert "By the river" in told
    assert "unit;Blues;10" in told
    assert not Battle.objects.exists()


# --- Any ruleset's maps and tables


@pytest.fixture
def ford(monkeypatch):
    rulesets = registry.Registry({**registry.OURS, "ford": "tests.rulesets.furnished.ruleset:Ford"}, [])
    monkeypatch.setattr(registry, "_installed", rulesets)


def kept(club, kind, text):
    owner = club.memberships.filter(role="owner").get()
    return datasets.keep(club, ruleset="ford", kind=kind, name="Ours", text=text, form=None, by=owner, now=NOW)


def test_a_battle_is_opened_on_the_clubs_own_map_with_its_own_table(browser, marco, fabia, club, page, ford):
    map_ = kept(club, "map", json.dumps({**MAP, "name": "Our ford"}))
    table = kept(club, "tables", "die,steps\n" + "".join(f"{die},9\n" for die in range(1, 7)))
    about = {
        "ruleset": "ford",
        "who.north": "me",
        "who.south": "",
        "data.map": f"ours:{map_.data_set.public_id}",
        "data.tables": f"ours:{table.data_set.public_id}",
    }

    shown = text(browser(marco).get(f"{page}?ruleset=ford"))
    drawn = text(browser(fabia).get(f"/data/{map_.data_set.public_id}/"))
    browser(marco).post(page, about)

    options = Battle.objects.get().setup["options"]
    assert 'name="data.map"' in shown
    assert "<svg" in drawn
    assert options["map"]["name"] == "Our ford"
    assert [row["steps"] for row in options["tables"]["crossing"]] == [9] * 6


def test_the_house_is_played_where_the_club_has_nothing_of_its_own(browser, marco, page, ford):
    shown = text(browser(marco).get(f"{page}?ruleset=ford"))
    browser(marco).post(page, {"ruleset": "ford", "who.north": "me", "who.south": ""})

    assert 'name="data.map"' not in shown
    assert Battle.objects.get().setup["options"] == {}


def test_montjoie_is_opened_on_a_map_of_the_house_or_of_the_club(browser, marco, fabia, club, page):
    house = sorted(registry.get("montjoie").describe().options["map"].values)
    template = json.dumps(registry.get("montjoie").template("map"))
    map_ = datasets.keep(
        club,
        ruleset="montjoie",
        kind="map",
        name="Our castle",
        text=template,
        form=None,
        by=club.memberships.get(user=fabia),
        now=NOW,
    )
    about = {"ruleset": "montjoie", "scenario": "field", "who.first": "me", "who.second": "", "f.points": "200"}
    seats = [seat.key for seat in registry.get("montjoie").describe().seats]
    about |= {f"who.{seat}": "me" if not number else "" for number, seat in enumerate(seats)}

    shown = text(browser(marco).get(f"{page}?ruleset=montjoie"))
    for chosen, kept_ in ((house[-1], house[-1]), (f"ours:{map_.data_set.public_id}", map_.document)):
        looked = browser(marco).post(page, {**about, "data.map": chosen, "look": "1"})
        browser(marco).post(page, {**about, "data.map": chosen})
        assert "The battle was not opened" not in text(looked)
        assert Battle.objects.latest("pk").setup["options"]["map"] == kept_

    assert shown.count('class="thumb"') == len(registry.get("montjoie").describe().scenarios)
    assert browser(marco).post(page, {**about, "data.map": "moon"}).status_code == 422
