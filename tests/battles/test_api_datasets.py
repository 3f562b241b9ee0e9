"""A club's own lists through the API: looked at, kept, put into a battle; and a battle looked at before it is opened."""

import pytest

from battles.api.datasets import LIST
from battles.models import Battle, DataSet
from clubs import clock
from tests.api.client import Program
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db
LISTS = {"ruleset": "askari", "kind": "lists"}
CSV = """\
what;name;figures;moves;shooting;melee;courage;weapons;qualities
list;Patrol;;;;;;;
unit;Line company;10;regular;2;2;4;breech_loading_rifle;
unit;Scouts;8;native;;3;4;hand_weapon;
leader;Captain;;regular;;2;;pistol;hard
"""


@pytest.fixture(autouse=True)
def still(monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: NOW)


@pytest.fixture
def people(livia, hanno, fabia, nobody):
    return {user.username: Program(user) for user in (livia, hanno, fabia, nobody)}


@pytest.fixture
def ours(club):
    return f"clubs/{club.slug}/"


@pytest.fixture
def kept(people, ours):
    answer = people["fabia"].post(f"{ours}data/", {**LISTS, "name": "Patrol", "text": CSV})
    assert answer.status_code == 201, answer.content
    return answer.json()


def planned(**more):
    seats = {"first": None, "second": "program"}
    return {
        "ruleset": "askari",
        "scenario": "open_field",
        "seats": seats,
        "options": {"armies": {"first": "congo", "second": "mahdist"}, "points": 400},
        **more,
    }


def test_a_table_and_a_text_are_read_as_the_same_list(people, ours, kept):
    text = people["fabia"].post(f"{ours}data/", {**LISTS, "name": "Typed", "text": LIST}).json()

    assert (kept["form"], text["form"]) == ("csv", "toml")
    assert [one["name"] for one in kept["document"]["units"]] == [one["name"] for one in text["document"]["units"]]
    assert [one["key"] for one in kept["document"]["units"]] == ["line-company", "scouts"]


def test_a_look_tells_the_points_and_keeps_nothing(people, ours):
    told = people["hanno"].post(f"{ours}data/look/", {**LISTS, "text": CSV}).json()

    assert told["faults"] == []
    assert [(one["name"], one["count"], one["each"], one["points"]) for one in told["account"]["entries"]][:1] == [
        ("Line company", 10, 16, 160)
    ]
    assert told["account"]["total"] == sum(one["points"] for one in told["account"]["entries"])
    assert not DataSet.objects.exists()


def test_every_fault_is_told_with_line_column_and_what_is_allowed(people, ours):
    text = CSV.replace("breech_loading_rifle", "breach_loading_rifle").replace(";8;native", ";eight;native")

    (number,) = people["hanno"].post(f"{ours}data/look/", {**LISTS, "text": text}).json()["faults"]
    (weapon,) = (
        people["hanno"].post(f"{ours}data/look/", {**LISTS, "text": text.replace("eight", "8")}).json()["faults"]
    )

    assert (number["code"], number["line"], number["column"]) == ("not_a_number", 4, 3)
    assert (weapon["code"], weapon["line"], weapon["column"], weapon["place"]) == ("unknown_weapon", 3, 8, "weapons")
    assert "breech_loading_rifle" in weapon["data"]["allowed"]
    assert "Do you mean “breech_loading_rifle”?" in weapon["detail"]


def test_what_is_faulty_is_not_kept_and_all_of_it_is_told(people, ours):
    text = LIST.replace("figures = 10", "figures = -5").replace('"native"', '"hover"')

    answer = people["fabia"].post(f"{ours}data/", {**LISTS, "name": "Patrol", "text": text})

    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "out_of_range")
    assert told["detail"].startswith("Line 6, column 11: ")
    assert [(one["code"], one["data"]["line"]) for one in told["problems"]] == [
        ("out_of_range", 6),
        ("unknown_movement", 17),
    ]
    assert not DataSet.objects.exists()


@pytest.mark.parametrize("table", ["true", "false"])
def test_the_template_can_be_kept_as_it_is(people, ours, table):
    text = people["fabia"].read(f"{ours}data/template/?table={table}")["text"]

    told = people["fabia"].post(f"{ours}data/", {**LISTS, "name": "As you have it", "text": text})

    assert (told.status_code, told.json()["form"]) == (201, "csv" if table == "true" else "json")


def test_versions_are_read_each_by_its_number(people, kept):
    address = f"data/{kept['data_set']}/"
    newer = people["fabia"].post(address, {"text": CSV.replace(";10;", ";12;")}).json()

    assert newer["number"] == 2
    assert people["hanno"].read(address)["digest"] == newer["digest"]
    assert people["hanno"].read(f"{address}versions/1/")["digest"] == kept["digest"]
    assert people["hanno"].get(f"{address}versions/3/").status_code == 404


def test_what_is_put_away_is_listed_only_when_asked_for(people, ours, kept):
    answer = people["fabia"].put(f"data/{kept['data_set']}/retired/", {"retired": True})

    assert answer.json()["retired_at"] is not None
    assert people["hanno"].read(f"{ours}data/") == []
    assert [one["id"] for one in people["hanno"].read(f"{ours}data/?retired=true&kind=lists")] == [kept["data_set"]]
    assert people["hanno"].read(f"{ours}data/?retired=true&kind=map") == []


def test_a_battle_is_opened_with_the_clubs_own_list(people, ours, kept):
    body = planned(furnish=[{"data": kept["data_set"], "seat": "first"}], options={"armies": {"second": "mahdist"}})

    answer = people["hanno"].post(f"{ours}battles/", body)

    assert answer.status_code == 201, answer.content
    assert Battle.objects.get().setup["options"]["armies"] == {"first": kept["document"], "second": "mahdist"}
    assert "furnished" not in answer.json()
    assert kept["digest"] not in answer.content.decode()


def test_a_battle_is_looked_at_before_it_is_opened(people, ours, kept):
    told = people["hanno"].post(f"{ours}battles/look/", planned()).json()

    assert told["problems"] == []
    assert {seat: one["total"] <= 400 for seat, one in told["accounts"].items()} == {"first": True, "second": True}
    assert [shape["style"] for shape in told["table"]["shapes"]].count("rocks") == 2
    assert not Battle.objects.exists()


def test_a_look_says_why_it_cannot_be_opened_and_what_is_unusual(people, ours, kept):
    wide = people["hanno"].post(
        f"{ours}battles/look/",
        planned(scenario="skirmish", options={"armies": {"first": "congo", "second": "mahdist"}}),
    )
    uneven = people["hanno"].post(
        f"{ours}battles/look/",
        planned(
            scenario="open_field",
            options={"armies": {"second": "congo"}},
            furnish=[{"data": kept["data_set"], "seat": "first"}],
        ),
    )

    assert [(one["code"], one["place"]) for one in wide.json()["problems"]] == [
        ("too_many_points", "options.armies.first"),
        ("too_many_points", "options.armies.second"),
    ]
    assert wide.json()["accounts"] == {}
    assert [one["code"] for one in uneven.json()["doubts"]] == ["uneven"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"data": "nothing", "seat": "first"}, "unknown_data"),
        ({"data": "nothing", "version": 0}, "invalid"),
        ({"data": 7.5}, "unknown_data"),
        ("nothing", "invalid"),
    ],
)
def test_what_cannot_be_wished(people, ours, wish, code):
    for address in ("battles/", "battles/look/"):
        answer = people["hanno"].post(f"{ours}{address}", planned(furnish=[wish]))
        assert answer.status_code in (400, 422)
        assert answer.json()["code"] == code
    assert not Battle.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ruleset": "chess"}, "unknown_ruleset"),
        ({"ruleset": "tabletop"}, "unknown_kind"),
        ({"kind": "map"}, "unknown_kind"),
        ({"form": "xml"}, "invalid"),
        ({"text": ""}, "invalid"),
        ({"text": "\u0000"}, "invalid"),
        ({"text": 5}, "not_toml"),
    ],
)
def test_what_cannot_be_looked_at(people, ours, body, code):
    answer = people["hanno"].post(f"{ours}data/look/", {**LISTS, "text": LIST, **body})

    told = answer.json()
    assert code in (told.get("code"), *[one["code"] for one in told.get("faults", [])])


def test_to_another_club_there_is_nothing_of_it(people, ours, kept, nobody):
    from tests.factories.clubs import found

    found("Another club", by=nobody)
    address = f"data/{kept['data_set']}/"
    assert people["nobody"].get(address).status_code == 404
    assert people["nobody"].post(address, {"text": CSV}).status_code == 404
    assert people["nobody"].put(f"{address}retired/", {"retired": True}).status_code == 404
    assert people["hanno"].post(address, {"text": CSV}).json()["code"] == "managers_only"
