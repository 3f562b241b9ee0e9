"""``manage.py campaign_record replay``: what is printed, where, and with which exit status."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
import tomli_w
from django.core.management import call_command
from django.db import connections

from tests.campaigns.rules.documents import changed, document, year
from tests.vectors.replay import refusal, replay, war

ROOT = Path(__file__).resolve().parents[3]
SOUND = document(year())


@pytest.fixture
def file(tmp_path):
    """``file(document)``: a file of it; bytes are written as they are."""
    count = iter(range(100))

    def write(value, suffix=".json") -> Path:
        path = tmp_path / f"record-{next(count)}{suffix}"
        raw = value if isinstance(value, bytes) else json.dumps(value).encode()
        path.write_bytes(raw)
        return path

    return write


def test_one_file_is_one_object_on_one_line(file):
    told, errors, status = replay(file(SOUND))

    assert (len(told), errors, status) == (1, "", 0)
    assert list(told[0]) == ["record", "campaign", "pack", "years", "ended"]


def test_several_files_are_printed_in_the_order_given(file):
    names = ["one", "two", "three"]
    told, _errors, status = replay(*(file(changed(SOUND, "campaign.name", name)) for name in names))

    assert [one["campaign"] for one in told] == names
    assert status == 0


def test_a_refused_file_stops_no_other(file):
    bad = file(changed(SOUND, "years.0.number", 7))
    told, errors, status = replay(file(SOUND), bad, file(SOUND))

    assert [next(iter(one)) for one in told] == ["record", "file", "record"]
    assert told[1] == {"file": str(bad), "refused": "years[0].number: Years follow one another: this is year 1, not 7"}
    assert (errors, status) == ("", 2)


def test_the_reason_of_a_single_refused_file_also_goes_to_standard_error(file):
    assert refusal(file(b"")) == "record: This is missing"


def test_toml_is_read_as_well_whatever_the_file_is_called(file):
    raw = tomli_w.dumps(SOUND).encode()

    assert war(file(raw, ".toml")) == war(file(raw, ".json")) == war(file(SOUND, ".toml")) == war(file(SOUND, ""))


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("years.0.dice.event.rome", 13, "years[0].dice.event.rome: 13 is not a total of 2d6"),
        ("years.0.dice.scenario", 7, "years[0].dice.scenario: There is no 7 on a d6"),
        (
            "years.0.battle",
            {"winner": "draw"},
            "years[0].battle: The year was skipped: it has no choices, no muster and no battle",
        ),
        (
            "campaign.pack",
            "gallia",
            'campaign.pack: There are no rules of campaign called "gallia"; known are: hispania, marches, sudan',
        ),
        (
            "years.0.orders.rome",
            "parley",
            'years[0].orders.rome: "parley" is not one of: alliance, punishment, battle, defence, guerrilla',
        ),
        (
            "sides.rome.units.0.figures",
            10**20,
            "sides.rome.units[0].figures: 0x56bc75e2d63100000 is not between 0 and 9999",
        ),
        ("start", {"vp": {"rome": 12}}, "start.vp: A lead of 12 points wins the war at once: nothing is left to play"),
    ],
)
def test_a_refusal_names_the_place_and_the_reason(file, path, value, reason):
    assert refusal(file(changed(SOUND, path, value))) == reason


def test_the_examples_of_the_format_are_refused_in_its_words(file):
    value = document(
        year(),
        year(2),
        year(3, battle={"winner": "carthage", "level": "minor", "felled": [{"side": "rome", "character": "Consul"}]}),
    )
    value["sides"]["rome"]["characters"] = [{"name": "Consul", "rank": "general"}]
    value["sides"]["rome"]["units"].append({"id": "hastati-1", "name": "Hastati I", "figures": 20, "points": 9})
    value["years"][2]["dice"]["fate"] = {"rome": {"Consul": 13}}
    assert refusal(file(value)) == 'years[2].dice.fate.rome."Consul": 13 is not a total of 2d6'

    value["years"][1] = year(
        2, battle={"winner": "draw", "losses": [{"side": "rome", "unit": "hastati-1", "routed": 10, "destroyed": 12}]}
    )
    assert refusal(file(value)) == 'years[1].battle.losses[0]: "Hastati I" has 20 figures, 22 are reported lost'


def test_a_muster_of_501_points_is_too_large_for_a_skirmish(file):
    value = document(year(1, "alliance", "alliance", muster={"rome": {"units": ["a"]}}, battle={"winner": "draw"}))
    value["sides"]["rome"]["units"] = [{"name": "a", "figures": 500, "points": 1, "command": 1}]

    assert refusal(file(value)) == "years[0].muster.rome: 501 points are mustered, at most 500 are allowed"


def test_a_character_cannot_fall_twice(file):
    fallen = {"side": "rome", "character": "general"}
    value = document(year(battle={"winner": "draw", "felled": [fallen, fallen]}))

    assert refusal(file(value)).startswith("years[0].battle.felled[1]: ")


def test_warnings_go_to_standard_error_and_change_nothing(file):
    path = file(changed(SOUND, "years.0.dice.scenario", 3))
    told, errors, status = replay(path)

    assert errors == f"{path}: years[0].dice.scenario: Nothing asked for this die: it is ignored\n"
    assert status == 0
    assert told == [war(file(SOUND))]


@pytest.mark.parametrize("name", ["nobody.json", ".", "a\0b"])
def test_a_file_that_cannot_be_read_is_refused(tmp_path, name):
    told, errors, status = replay(tmp_path / name)

    assert status == 2
    assert told[0]["refused"] == errors.strip() != ""


def test_no_more_is_read_of_a_file_than_a_record_may_hold():
    (told,), _errors, status = replay(Path("/dev/zero"))

    assert (told["refused"], status) == ("The file is too large: at most 4 MiB are read", 2)


def test_without_json_the_war_is_told_in_sentences(file):
    out = StringIO()
    value = changed(document(year(battle={"winner": "rome", "level": "major"})), "campaign.name", "Two friends")
    call_command("campaign_record", "replay", str(file(value)), stdout=out)

    lines = out.getvalue().splitlines()
    assert lines[:4] == ["Two friends", "", "Year 1", "  Rome chose Battle."]
    assert "  Rome won the battle: a major victory." in lines


def test_without_json_a_refusal_is_a_sentence_too(file):
    out, err = StringIO(), StringIO()
    path = file(b"{}")
    with pytest.raises(SystemExit) as left:
        call_command("campaign_record", "replay", str(path), stdout=out, stderr=err)

    assert (left.value.code, out.getvalue()) == (2, f"{path} is refused: record: This is missing\n")


def test_the_database_is_never_touched(file, monkeypatch):
    def touched(*args, **kwargs):
        raise AssertionError("the database was touched")

    for connection in connections.all():
        for name in ("connect", "cursor", "ensure_connection"):
            monkeypatch.setattr(connection, name, touched)

    assert replay(file(SOUND), file(b"{}"))[2] == 2


def test_the_command_line_needs_no_database(file, tmp_path):
    sound, bad = file(SOUND), file(b"{}")
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/nowhere/at/all.sqlite3",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "campaign_record", "replay", str(sound), str(bad), "--json"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (2, "")
    assert lines == [war(sound), {"file": str(bad), "refused": "record: This is missing"}]
