"""A club's own maps and tables: read, refused with the line and the column, kept in versions, frozen into a battle."""

import json

import pytest
from django.db import DatabaseError, transaction

from battles.models import Battle, DataSet, DataVersion
from battles.models.dataset import Form
from battles.services import bundles, datasets, play, replay, single
from battles.services.datasets import Faulty, Wish
from clubs.errors import NotSeen, Refusal
from rulesets import registry
from rulesets.contract import Action
from tests.factories.clubs import NOW, found
from tests.rulesets.furnished.ruleset import MAP, SEATS, TABLES

pytestmark = pytest.mark.django_db

OURS = """\
name = "Our ford"

[[hexes]]
at = [0, 0]
terrain = "meadow"

[[hexes]]
at = [1, 0]
terrain = "ford"
"""
TABLE = "die;steps\n1;0\n2;1\n3;1\n4;2\n5;2\n6;9\n"


@pytest.fixture(autouse=True)
def ford(monkeypatch):
    rulesets = registry.Registry({**registry.OURS, "ford": "tests.rulesets.furnished.ruleset:Ford"}, [])
    monkeypatch.setattr(registry, "_installed", rulesets)
    return rulesets.get("ford")


@pytest.fixture
def admin(place, fabia):
    return place(fabia)


@pytest.fixture
def elsewhere(nobody):
    """The owner of another club."""
    return found("Another club", by=nobody).memberships.get()


@pytest.fixture
def keep(club, admin):
    def kept(kind="map", text=OURS, name="Ours", form=None, by=None):
        return datasets.keep(club, ruleset="ford", kind=kind, name=name, text=text, form=form, by=by or admin, now=NOW)

    return kept


@pytest.fixture
def start(club, rome, carthage):
    def begun(*wishes, options=None):
        return single.start(
            club=club,
            ruleset="ford",
            scenario="",
            forces=None,
            seats=dict(zip(SEATS, (rome, None), strict=True)),
            options=options or {},
            umpire=None,
            by=rome,
            now=NOW,
            furnish=wishes,
        )

    return begun


def faults(text, kind="map", form=None):
    return [(one.problem.code, one.line, one.column) for one in datasets.look("ford", kind, text, form).faults]


# --- Reading


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (OURS.replace('"meadow"', '"lava"'), [("unknown_column", 5, 11)]),
        (OURS.replace("[1, 0]", "[0, 0]"), [("unit_twice", 8, 6)]),
        (OURS.replace("at = [1, 0]\n", ""), [("malformed", 7, 1)]),
        (OURS.replace("at = [1, 0]", "at = [1.5, 0]"), [("not_a_number", 8, 7)]),
        (OURS.replace("[1, 0]", "1979-05-27"), [("not_plain", 0, 0)]),
        ("name = \n", [("not_toml", 1, 8)]),
        ("name = 'x'\nname = 'y'\n", [("not_toml", 2, 11)]),
        ("  \n", [("document_empty", 0, 0)]),
        ("a = " + "[" * 4000, [("too_deep", 0, 0)]),
        ("a = " + "9" * 5000, [("not_toml", 0, 0)]),
        ("#" * 400_001, [("document_too_long", 0, 0)]),
        ("# x\n" * 20_000, [("document_too_long", 0, 0)]),
    ],
)
def test_toml_is_refused_with_its_line_and_column(text, found):
    assert faults(text) == found


def test_json_is_refused_with_its_line_and_column():
    told = json.dumps({**MAP, "hexes": [MAP["hexes"][0], {"at": [3, 1], "terrain": 'a "river", [x]'}]}, indent=1)
    line = next(number for number, one in enumerate(told.splitlines(), start=1) if "river" in one)

    assert faults(told) == [("unknown_column", line, 15)]
    assert faults('{"name": "x",\n "hexes" []}') == [("not_json", 2, 10)]
    assert faults('{"name": "x", "hexes": [{"at":\n[0, NaN]}]}') == [("not_a_number", 2, 5)]
    assert faults('{"name": "\\ud800", "hexes": []}') == [("not_plain", 0, 0)]


def test_a_million_hexes_are_refused_and_so_is_what_is_no_map():
    assert faults("[" * 100_000, form=Form.JSON) == [("too_deep", 0, 0)]
    many = {"name": "Big", "hexes": [{"at": [0, 0], "terrain": "ford"}] * 5_000}

    assert [code for code, _line, _column in faults(json.dumps(many))] == ["too_many_cells"]
    assert [code for code, _line, _column in faults("[1, 2]", form=Form.JSON)] == ["malformed"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (TABLE.replace("4;2", "4;two"), [("not_a_number", 5, 2)]),
        (TABLE.replace("6;9", "7;9"), [("not_a_number", 7, 1)]),
        (TABLE.replace("6;9\n", ""), [("malformed", 0, 0)]),
        (TABLE.replace("die;steps", "die;paces"), [("not_toml", 1, 4)]),
        (TABLE.replace("6;9", "6;9;1"), [("too_many_cells", 7, 3)]),
        (TABLE.replace("die;steps", "die;steps;steps"), [("column_twice", 1, 3)]),
        ('die,steps\n1,"0\n', [("not_csv", 0, 0)]),
    ],
)
def test_a_table_is_refused_with_its_line_and_column(text, found):
    assert faults(text, "tables") == found


def test_a_column_that_there_is_not_is_told_with_those_there_are():
    (fault,) = datasets.look("ford", "tables", TABLE.replace("steps", "paces"), Form.CSV).faults

    assert datasets.told(fault) == ("Line 1, column 2 (paces): There is no column “paces”. Allowed are: die, steps.")


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_is_read_whatever_separates_its_cells_with_empty_lines_and_notes(delimiter):
    text = "\ufeff# ours\r\n\r\n" + TABLE.replace("\n", "\r\n").replace(";", delimiter)

    read = datasets.look("ford", "tables", text, Form.CSV)

    assert read.faults == ()
    assert read.document["crossing"][-1] == {"die": 6, "steps": 9}


@pytest.mark.parametrize(("kind", "form"), [("map", Form.JSON), ("tables", Form.JSON), ("tables", Form.CSV)])
def test_the_template_is_sound_and_reads_back(kind, form):
    text = datasets.template("ford", kind, form)

    read = datasets.look("ford", kind, text)

    assert (read.form, read.faults, read.document) == (form, (), {"map": MAP, "tables": TABLES}[kind])


def test_what_has_no_columns_is_no_table():
    assert faults("a,b\n1,2\n", form=Form.CSV) == [("no_table", 0, 0)]
    with pytest.raises(Refusal) as came:
        datasets.template("ford", "map", Form.CSV)
    assert came.value.code == "no_table"


@pytest.mark.parametrize(
    ("ruleset", "kind", "code"),
    [("chess", "map", "unknown_ruleset"), ("tabletop", "map", "unknown_kind"), ("ford", "weather", "unknown_kind")],
)
def test_rules_and_kinds_that_there_are_not(ruleset, kind, code):
    with pytest.raises(Refusal) as came:
        datasets.look(ruleset, kind, OURS)
    assert came.value.code == code


# --- Keeping


def test_a_version_is_kept_with_its_text_and_never_changes(keep, admin):
    version = keep()

    assert (version.number, version.form, version.source, version.author) == (1, Form.TOML, OURS, admin)
    for change in ({"source": "x"}, {"document": {}}, {"digest": "x"}, {"number": 7}):
        with pytest.raises(DatabaseError), transaction.atomic():
            DataVersion.objects.filter(pk=version.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        DataVersion.objects.filter(pk=version.pk).delete()


def test_a_new_version_stands_beside_the_old_one_and_the_same_again_is_none(keep, admin):
    first = keep()

    second = datasets.revise(first.data_set, text=OURS.replace("ford", "water"), form=None, by=admin, now=NOW)
    again = datasets.revise(first.data_set, text=f"# again\n{second.source}", form=None, by=admin, now=NOW)

    assert (second.number, again) == (2, second)
    assert [one.number for one in first.data_set.versions.all()] == [2, 1]


def test_nothing_faulty_is_kept_and_everything_wrong_is_told(keep):
    with pytest.raises(Faulty) as came:
        keep(text=OURS.replace("meadow", "lava").replace('"ford"', '"ice"'))

    assert [(one.code, one.data["line"]) for one in came.value.problems] == [
        ("unknown_column", 5),
        ("unknown_column", 9),
    ]
    assert not DataSet.objects.exists()


def test_only_who_runs_the_club_keeps_and_puts_away(keep, carthage, umpire, elsewhere, admin):
    version = keep()
    for by, code in ((carthage, "managers_only"), (umpire, "managers_only"), (elsewhere, "not_found")):
        for verb in (
            lambda by=by: keep(name="Theirs", by=by),
            lambda by=by: datasets.revise(version.data_set, text=OURS, form=None, by=by, now=NOW),
            lambda by=by: datasets.retire(version.data_set, retired=True, by=by, now=NOW),
        ):
            with pytest.raises(Refusal) as came:
                verb()
            assert came.value.code == code


def test_a_name_is_used_once_for_a_kind(keep):
    keep()
    with pytest.raises(Refusal) as came:
        keep()
    assert came.value.code == "name_taken"
    assert keep(kind="tables", text=TABLE).number == 1


def test_a_club_keeps_so_many_and_no_more(keep, monkeypatch, admin):
    monkeypatch.setattr(datasets, "MOST_SETS", 1)
    monkeypatch.setattr(datasets, "MOST_VERSIONS", 1)
    version = keep()
    for verb, code in (
        (lambda: keep(name="Another"), "too_many_sets"),
        (
            lambda: datasets.revise(version.data_set, text=OURS.replace("Our", "My"), form=None, by=admin, now=NOW),
            "too_many_versions",
        ),
    ):
        with pytest.raises(Refusal) as came:
            verb()
        assert came.value.code == code
    datasets.retire(version.data_set, retired=True, by=admin, now=NOW)
    assert keep(name="Another").number == 1


# --- Into a battle


def test_a_battle_holds_the_documents_and_is_played_again_without_the_rows(keep, start, rome, admin, monkeypatch):
    map_, table = keep(), keep(kind="tables", text=TABLE)
    names = keep(kind="names", text='hero = "Manlius"')
    battle = start(
        *(Wish(data=one.data_set.public_id) for one in (map_, table)),
        Wish(data=names.data_set.public_id, seat="south"),
    )
    datasets.revise(map_.data_set, text=OURS.replace("Our", "Other"), form=None, by=admin, now=NOW)

    assert battle.setup["options"] == {
        "map": map_.document,
        "tables": table.document,
        "names": {"south": {"hero": "Manlius"}},
    }
    assert [(one["kind"], one["seat"], one["version"], one["digest"]) for one in battle.furnished] == [
        ("map", "", 1, map_.digest),
        ("tables", "", 1, table.digest),
        ("names", "south", 1, names.digest),
    ]
    action = Action(kind="cross", arguments={"hex": "1,0"})
    held = play.act(battle, seat="north", action=action, seq=battle.seq, by=rome, now=NOW)

    def never(*_args, **_how):
        raise AssertionError("a battle needs no data set to be played again")

    monkeypatch.setattr(datasets, "kind_of", never)
    monkeypatch.setattr(DataVersion.objects, "select_related", never)
    assert replay.verify(held) == []


def test_who_has_the_bundle_has_the_documents(keep, start, admin):
    version = keep()
    battle = single.void(start(Wish(data=version.data_set.public_id)), by=admin, now=NOW)

    told = bundles.bundle(battle, by=battle.seats.get(key="north").member)

    assert told["setup"]["options"]["map"] == version.document
    assert told["furnished"][0]["digest"] == version.digest


def test_an_older_version_may_be_asked_for(keep, start, admin):
    first = keep()
    datasets.revise(first.data_set, text=OURS.replace("Our", "Other"), form=None, by=admin, now=NOW)

    newest, older = (start(Wish(data=first.data_set.public_id, version=number)) for number in (None, 1))

    assert (newest.setup["options"]["map"]["name"], older.setup["options"]["map"]["name"]) == ("Other ford", "Our ford")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"data": "nothing"}, "unknown_data"),
        ({"version": 9}, "unknown_data"),
        ({"version": 2**40}, "unknown_data"),
        ({"seat": "north"}, "furnish_seat"),
    ],
)
def test_what_cannot_be_put_into_a_battle(keep, start, change, code):
    with pytest.raises(Refusal) as came:
        start(Wish(**{"data": keep().data_set.public_id, **change}))
    assert came.value.code == code
    assert not Battle.objects.exists()


def test_a_place_is_filled_once_and_each_seat_by_its_own(keep, start):
    one, other = keep(), keep(name="Other")
    names = keep(kind="names", text='hero = "Manlius"')
    for wishes, code in (
        ((Wish(data=one.data_set.public_id), Wish(data=other.data_set.public_id)), "furnish_twice"),
        ((Wish(data=names.data_set.public_id),), "furnish_seat"),
        ((Wish(data=names.data_set.public_id, seat="west"),), "furnish_seat"),
    ):
        with pytest.raises(Refusal) as came:
            start(*wishes)
        assert came.value.code == code


def test_what_is_put_away_or_anothers_is_not_there(keep, start, admin, elsewhere):
    version = keep()
    datasets.retire(version.data_set, retired=True, by=admin, now=NOW)
    theirs = datasets.keep(
        elsewhere.club, ruleset="ford", kind="map", name="Theirs", text=OURS, form=None, by=elsewhere, now=NOW
    )
    for data in (version.data_set.public_id, theirs.data_set.public_id):
        with pytest.raises(Refusal) as came:
            start(Wish(data=data))
        assert came.value.code == "unknown_data"
    with pytest.raises(NotSeen):
        datasets.revise(theirs.data_set, text=OURS, form=None, by=admin, now=NOW)


def test_a_document_that_the_rules_refuse_by_now_opens_nothing(keep, start, ford, monkeypatch):
    version = keep()
    monkeypatch.setattr(type(ford), "check_data", lambda *_args: [datasets.Problem(code="malformed", place="hexes")])
    with pytest.raises(Refusal) as came:
        start(Wish(data=version.data_set.public_id))
    assert came.value.code == "malformed"
