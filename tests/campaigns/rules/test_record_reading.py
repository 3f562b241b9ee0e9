"""Files that strangers wrote: what can be read, and where and why the rest is refused."""

import json
import re
import time
import unicodedata
from pathlib import Path

import msgspec
import pytest
import tomli_w

from campaigns.rules.pack import bundled, decode
from campaigns.rules.recordfile import BYTES, parse, read
from tests.campaigns.rules.documents import changed, document, played, problem, refused, year

SOUND = document(year())
PACK = bundled("hispania")


def encoded(value) -> bytes:
    return json.dumps(value).encode()


def test_a_sound_document_is_played():
    assert [told["number"] for told in played(SOUND).years] == [1]


# --- Bytes -----------------------------------------------------------------------------------------------


def test_toml_and_json_are_told_apart_by_what_they_begin_with():
    toml = tomli_w.dumps(SOUND).encode()

    assert parse(toml) == parse(encoded(SOUND)) == SOUND
    assert parse(b"\n  " + encoded(SOUND)) == SOUND


@pytest.mark.parametrize("raw", [encoded(SOUND), tomli_w.dumps(SOUND).encode()])
def test_a_byte_order_mark_is_no_part_of_the_file(raw):
    assert parse(b"\xef\xbb\xbf" + raw) == SOUND


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_other_encodings_are_refused(encoding):
    raw = tomli_w.dumps(changed(SOUND, "campaign.name", "Añover")).encode(encoding)

    assert refused(raw) == ("", "not_utf8")


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "missing"),
        (b"   ", "missing"),
        (b"{", "not_json"),
        (b"{}", "missing"),
        (b"[]", "not_toml"),
        (b"null", "not_toml"),
        (b'{"record": 1,}', "not_json"),
        (b"record = 1 1", "not_toml"),
        (b"record = 1\nrecord = 1", "not_toml"),
        (b'{"record": 1, "record": 1}', "not_json"),
        (b'{"record": NaN}', "not_json"),
        (b'{"record": Infinity}', "not_json"),
        (b'{"record": 1e400}', "not_a_number"),
        (b'{"record": 1.0}', "not_a_number"),
        (b'{"record": true}', "not_a_number"),
        (b"record = nan", "not_a_number"),
        (b"record = 1979-05-27", "not_a_number"),
        (b'{"record": ' + b"9" * 5000 + b"}", "not_json"),
        (b'{"record": ' + b"9" * 4000 + b"}", "out_of_range"),
        (b"record = 0x" + b"f" * 100_000, "out_of_range"),
        (b'{"record": "1"}', "not_a_number"),
        (b'{"record": 2}', "out_of_range"),
        (b'{"record": 1, "campaign": []}', "not_a_table"),
    ],
)
def test_what_is_no_record_is_refused(raw, code):
    assert problem(raw).code == code


@pytest.mark.parametrize(
    "raw",
    [
        b'{"a":' * 100_000,
        b"[" * 100_000,
        b'{"record":1,"x":' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        b"x = " + b"[" * 100_000,
        b"x = " + b"{a=" * 50_000,
        b"record = 1\n" + b".".join([b"a"] * 40_000) + b" = 1",
        b"record = 1\n[" + b".".join([b'"a"'] * 40_000) + b"]",
        b"record = 1\nx = { y = 1, " + b" . ".join([b"'a'"] * 40_000) + b" = 1 }",
    ],
)
def test_deep_nesting_is_refused_soon(raw):
    begun = time.perf_counter()

    assert problem(raw).code in ("not_json", "not_toml", "too_deep")
    assert time.perf_counter() - begun < 5  # the square of it would take minutes


def test_dots_in_a_text_are_no_nesting():
    name = ".".join("abcdefgh") + " ..."
    raw = tomli_w.dumps(changed(SOUND, "campaign.name", name)).encode()

    assert read(parse(raw)).name == name


@pytest.mark.parametrize("levels", [4, 5])
def test_eight_levels_are_allowed_and_no_more(levels):
    """``years``, a year, ``proof``, a proof: four levels above these."""
    value: object = 1
    for _level in range(levels):
        value = {"x": value}
    raw = encoded(changed(SOUND, "years.0.proof", [value]))

    if levels == 4:
        assert parse(raw)
    else:
        assert problem(raw).code == "too_deep"


def test_four_mebibytes_are_allowed_and_no_more():
    raw = encoded(SOUND)

    assert parse(raw + b" " * (BYTES - len(raw))) == SOUND
    assert problem(raw + b" " * (BYTES - len(raw) + 1)).code == "file_too_large"


# --- Names ---------------------------------------------------------------------------------------------------

NAMES = [
    "O'Brien",
    'Gaius "Asina"',
    "Añover de Tajo",
    "Ἀννίβας",
    "ハンニバル",
    "حنبعل",
    "חניבעל",
    "🐘",
    "👩‍👩‍👧",
    "<script>alert(1)</script>",
    "{{ name }}",
    "%(name)s",
    "a.b",
    "x" * 80,
    "2",
    "reroll",
    "a/b~c",
    " leading",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_be_in_any_script(name):
    value = changed(SOUND, "sides.rome.units.0", {"name": name, "figures": 10, "points": 5})
    value = changed(value, "sides.rome.characters.0", {"name": name, "rank": "general"})
    value["years"] = [
        year(
            battle={
                "winner": "carthage",
                "level": "minor",
                "losses": [{"side": "rome", "unit": name, "destroyed": 3}],
                "felled": [{"side": "rome", "character": name}],
            },
            dice={"fate": {"rome": {name: 7}}, "wound": {"rome": {name: 9}}},
        )
    ]

    told = played(value).years[0]

    assert told["rosters"]["rome"][name] == 7
    assert told["characters"]["rome"][name]["wounds"] == [9]


def test_the_same_name_in_another_normal_form_is_the_same_name():
    composed, apart = unicodedata.normalize("NFC", "Añó"), unicodedata.normalize("NFD", "Añó")
    assert composed != apart
    value = changed(SOUND, "sides.rome.characters.0", {"name": apart, "rank": "general"})
    value["years"] = [
        year(
            battle={"winner": "draw", "felled": [{"side": "rome", "character": composed}]},
            dice={"fate": {"rome": {apart: 2}}},
        )
    ]

    assert played(value).years[0]["characters"]["rome"][composed]["status"] == "dead"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("x" * 81, "too_long"),
        ("a\nb", "control_characters"),
        ("a\tb", "control_characters"),
        ("a\x00b", "control_characters"),
        ("a\x1b[2Jb", "control_characters"),
        ("a\x85b", "control_characters"),
        ("a\u2028b", "control_characters"),
        ("a\u202eb", "control_characters"),
        ("a\u2066b", "control_characters"),
        ("\ud800", "control_characters"),
        (7, "not_text"),
        (None, "not_text"),
        (["a"], "not_text"),
        ({"a": 1}, "not_text"),
    ],
)
@pytest.mark.parametrize("path", ["campaign.name", "sides.rome.units.0.name", "sides.carthage.characters.0.name"])
def test_a_name_that_is_none_is_refused(path, name, code):
    assert problem(changed(SOUND, path, name)).code == code


def test_a_place_shows_no_control_characters():
    found = problem(changed(SOUND, "campaign.a\x1b[2J\u202eb", 1))

    assert (found.place, found.code) == ('campaign."a\\u001b[2J\\u202eb"', "unknown_key")
    assert len(problem(changed(SOUND, "campaign." + "k" * 5000, 1)).place) < 120


# --- Sizes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "code"), [(500, None), (501, "too_many")])
@pytest.mark.parametrize("kind", ["units", "characters"])
def test_a_side_has_at_most_500_units(kind, count, code):
    rows = [{"name": f"u{n}", **({"figures": 1, "points": 1} if kind == "units" else {})} for n in range(count)]
    value = changed(document(), f"sides.rome.{kind}", rows)

    if code is None:
        assert len(getattr(read(value), kind)["rome"]) == count
    else:
        assert refused(value) == (f"sides.rome.{kind}", code)


@pytest.mark.parametrize(("count", "code"), [(200, None), (201, "too_many")])
def test_a_record_has_at_most_200_years(count, code):
    value = changed(document(*(year(n + 1) for n in range(count))), "campaign.years", 200)

    if code is None:
        assert len(read(value).years) == 200
    else:
        assert refused(value) == ("years", code)


def test_a_war_of_200_years_is_played():
    value = changed(document(*(year(n + 1) for n in range(200))), "campaign.years", 200)

    told = played(value)

    assert [one["number"] for one in told.years] == list(range(1, 201))
    assert told.report()["ended"] == {"year": 200, "winner": None, "level": "draw", "reason": "years"}


# --- Keys and values ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "place", "code"),
    [
        ("record", ..., "record", "missing"),
        ("campaign", ..., "campaign", "missing"),
        ("campaign.name", ..., "campaign.name", "missing"),
        ("campaign.pack", "gallia", "campaign.pack", "unknown_pack"),
        ("campaign.pack", "../hispania", "campaign.pack", "unknown_pack"),
        ("campaign.years", 0, "campaign.years", "out_of_range"),
        ("campaign.years", 201, "campaign.years", "out_of_range"),
        ("campaign.years", "5", "campaign.years", "not_a_number"),
        ("campaign.years", 5.0, "campaign.years", "not_a_number"),
        ("campaign.years", True, "campaign.years", "not_a_number"),
        ("campaign.seed", 5, "campaign.seed", "not_text"),
        ("campaign.seed", "s" * 201, "campaign.seed", "too_long"),
        ("campaign.dice", "beacon", "campaign.dice", "not_one_of"),
        ("campaign.readings", [], "campaign.readings", "not_a_table"),
        ("campaign.readings.unheard", "of", "campaign.readings.unheard", "unknown_key"),
        ("campaign.readings.ransom", "barter", "campaign.readings.ransom", "not_one_of"),
        ("campaign.readings.instant_lead", 12, "campaign.readings.instant_lead", "not_one_of"),
        ("campaign.extra", 1, "campaign.extra", "unknown_key"),
        ("extra", 1, "extra", "unknown_key"),
        ("sides", ..., "sides", "missing"),
        ("sides.gaul", {}, "sides.gaul", "unknown_key"),
        ("sides.rome", ..., "sides.rome", "missing"),
        ("sides.rome.fleet", [], "sides.rome.fleet", "unknown_key"),
        ("sides.rome.units", {}, "sides.rome.units", "not_a_list"),
        ("sides.rome.units.0", "foot", "sides.rome.units[0]", "not_a_table"),
        ("sides.rome.units.0.figures", -1, "sides.rome.units[0].figures", "out_of_range"),
        ("sides.rome.units.0.figures", 10_000, "sides.rome.units[0].figures", "out_of_range"),
        ("sides.rome.units.0.figures", ..., "sides.rome.units[0].figures", "missing"),
        ("sides.rome.units.0.figures", "20", "sides.rome.units[0].figures", "not_a_number"),
        ("sides.rome.units.0.figures", 1.5, "sides.rome.units[0].figures", "not_a_number"),
        ("sides.rome.units.0.points", -1, "sides.rome.units[0].points", "out_of_range"),
        ("sides.rome.units.0.points", 10**30, "sides.rome.units[0].points", "out_of_range"),
        ("sides.rome.units.0.arm", "navy", "sides.rome.units[0].arm", "not_one_of"),
        ("sides.rome.units.0.grade", "elite", "sides.rome.units[0].grade", "not_one_of"),
        ("sides.rome.units.0.native", "yes", "sides.rome.units[0].native", "not_true_or_false"),
        ("sides.rome.units.0.native", 1, "sides.rome.units[0].native", "not_true_or_false"),
        ("sides.rome.units.0.morale", 7, "sides.rome.units[0].morale", "unknown_key"),
        ("sides.rome.units.1.id", "foot", "sides.rome.units[1]", "id_taken"),
        ("sides.rome.characters.0.rank", "king", "sides.rome.characters[0].rank", "not_one_of"),
        ("sides.rome.characters.0.status", "lost", "sides.rome.characters[0].status", "not_one_of"),
        ("sides.rome.characters.0.wounds", [13], "sides.rome.characters[0].wounds[0]", "out_of_range"),
        ("sides.rome.characters.0.wounds", 8, "sides.rome.characters[0].wounds", "not_a_list"),
        ("sides.rome.characters.0.skills", [7], "sides.rome.characters[0].skills[0]", "out_of_range"),
        ("sides.rome.characters.0.skills", [3, 3], "sides.rome.characters[0].skills", "twice"),
        ("sides.rome.characters.0.deeds", -1, "sides.rome.characters[0].deeds", "out_of_range"),
        ("sides.rome.characters.0.traits", [""], "sides.rome.characters[0].traits[0]", "empty"),
        ("start", {"year": 11}, "start.year", "out_of_range"),
        ("start", {"year": 0}, "start.year", "out_of_range"),
        ("start", {"vp": {"gaul": 1}}, "start.vp.gaul", "unknown_key"),
        ("start", {"vp": {"rome": 10}}, "start.vp", "start_decided"),
        ("start", {"vp": {"rome": 5, "carthage": -5}}, "start.vp", "start_decided"),
        ("start", {"flags": ["rome.asleep"]}, "start.flags[0]", "unknown_flag"),
        ("start", {"flags": ["rome.reroll", "rome.reroll"]}, "start.flags[1]", "twice"),
        ("start", {"flags": "rome.reroll"}, "start.flags", "not_a_list"),
        ("start", {"season": "spring"}, "start.season", "unknown_key"),
        ("years", {}, "years", "not_a_list"),
        ("years.0", [], "years[0]", "not_a_table"),
        ("years.0.number", 2, "years[0].number", "wrong_year"),
        ("years.0.number", ..., "years[0].number", "missing"),
        ("years.0.weather", "hot", "years[0].weather", "unknown_key"),
        ("years.0.skipped", "yes", "years[0].skipped", "not_true_or_false"),
        ("years.0.battle", {"winner": "draw"}, "years[0].battle", "year_was_skipped"),
        ("years.0.muster", {}, "years[0].muster", "year_was_skipped"),
        ("years.0.setup", {}, "years[0].setup", "year_was_skipped"),
        ("years.0.orders", ..., "years[0].orders", "missing"),
        ("years.0.orders.rome", ..., "years[0].orders.rome", "missing"),
        ("years.0.orders.rome", "parley", "years[0].orders.rome", "not_one_of"),
        ("years.0.orders.gaul", "battle", "years[0].orders.gaul", "unknown_key"),
        ("years.0.dice", [], "years[0].dice", "not_a_table"),
        ("years.0.dice.morale", 7, "years[0].dice.morale", "unknown_key"),
        ("years.0.stop", -1, "years[0].stop", "out_of_range"),
        ("years.0.proof", [1], "years[0].proof[0]", "not_a_table"),
        ("years.0.entered", {"a": 1}, "years[0].entered", "not_a_list"),
        ("years.0.entered", [{"a": 1.5}], "years[0].entered[0].a", "not_a_number"),
        ("corrections", [{"a": "\x07"}], "corrections[0].a", "control_characters"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(path, value, place, code):
    assert refused(changed(SOUND, path, value)) == (place, code)


def test_years_follow_one_another():
    assert refused(document(year(1), year(3))) == ("years[1].number", "wrong_year")
    assert refused(document(year(1), year(1))) == ("years[1].number", "wrong_year")


def test_no_year_follows_the_end_of_the_war():
    over = year(choices=[{"kind": "surrender", "side": "rome", "answer": True}])

    assert refused(document(over, year(2))) == ("years[1]", "war_was_over")


def test_no_year_follows_one_that_is_still_open():
    still_open = {"number": 1, "orders": {"rome": "battle", "carthage": "battle"}}

    assert refused(document(still_open, year(2))) == ("years[1]", "year_is_open")


def test_a_lead_that_a_reading_lets_stand_may_begin_a_record():
    value = document(
        year(), start={"vp": {"rome": 10}}, campaign={**SOUND["campaign"], "readings": {"instant_lead": 11}}
    )

    assert played(value).years[0]["vp"]["rome"]["total"] == 10


# --- Dice ---------------------------------------------------------------------------------------------------------

FELLED = {"winner": "carthage", "level": "minor", "felled": [{"side": "rome", "character": "general"}]}
WITH_DICE = document(year(battle=FELLED))


@pytest.mark.parametrize(
    ("path", "value", "place", "code"),
    [
        ("fate.rome.general", 13, 'fate.rome."general"', "impossible_total"),
        ("fate.rome.general", 1, 'fate.rome."general"', "impossible_total"),
        ("fate.rome.general", -6, 'fate.rome."general"', "impossible_total"),
        ("fate.rome.general", [3, 7], 'fate.rome."general"', "impossible_face"),
        ("fate.rome.general", [0, 7], 'fate.rome."general"', "impossible_face"),
        ("fate.rome.general", [1, 2, 3], 'fate.rome."general"', "wrong_number_of_dice"),
        ("fate.rome.general", [], 'fate.rome."general"', "empty"),
        ("fate.rome.general", [[3, 3], [7, 1]], 'fate.rome."general"[1]', "impossible_face"),
        ("fate.rome.general", "six", 'fate.rome."general"', "not_a_number"),
        ("fate.rome.general", 6.0, 'fate.rome."general"', "not_a_number"),
        ("fate.rome.general", True, 'fate.rome."general"', "not_a_number"),
        ("fate.rome.general", None, 'fate.rome."general"', "not_a_number"),
        ("fate.gaul", {}, "fate.gaul", "unknown_key"),
        ("fate.rome", 6, "fate.rome", "not_a_table"),
        ("scenario", 7, "scenario", "impossible_face"),
        ("scenario", 0, "scenario", "impossible_face"),
        ("scenario", [3, 4], "scenario", "wrong_number_of_dice"),
        ("roles", {"rome": [[4], [9]]}, "roles.rome[1]", "impossible_face"),
        ("event.rome", 13, "event.rome", "impossible_total"),
        ("event", {"rome": 7, "carthage": [5, 5, 5]}, "event.carthage", "wrong_number_of_dice"),
        ("wound.rome.general", [6], 'wound.rome."general"', None),
        ("skill.rome.general", 7, 'skill.rome."general"', "impossible_face"),
        ("available.rome.general", 0, 'available.rome."general"', "impossible_face"),
        ("alliance.rome", 1, "alliance.rome", "impossible_total"),
        ("punishment.carthage", 14, "punishment.carthage", "impossible_total"),
        ("reinforcements.rome", 99999, "reinforcements.rome", "impossible_total"),
        ("terrain", [[13]], "terrain[0]", "impossible_total"),
        ("terrain", [[7], [1, 7]], "terrain[1]", "impossible_face"),
        ("terrain", 7, "terrain", "not_a_list"),
    ],
)
def test_a_die_that_cannot_have_fallen_is_refused_with_its_place(path, value, place, code):
    changed_ = changed(WITH_DICE, f"years.0.dice.{path}", value)

    if code is None:
        played(changed_)
    else:
        assert refused(changed_) == (f"years[0].dice.{place}", code)


@pytest.mark.parametrize(
    ("event", "amount", "code"),
    [(2, 7, "impossible_face"), (2, 6, None), (3, 13, "impossible_total"), (3, [6, 6], None)],
)
def test_the_dice_of_an_event_are_judged_by_the_event(event, amount, code):
    value = document(year(dice={"event": {"rome": event, "carthage": 5}, "event_amount": {"rome": amount}}))

    if code is None:
        played(value)
    else:
        assert refused(value) == ("years[0].dice.event_amount.rome", code)


def test_a_d3_shows_at_most_three():
    value = document(year(dice={"event": {"rome": 8, "carthage": 11}, "event_amount": {"carthage": 4}}))

    assert refused(value) == ("years[0].dice.event_amount.carthage", "impossible_face")


# --- Choices ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "place", "code"),
    [
        ({"kind": "bribe", "side": "rome", "answer": 1}, "kind", "not_one_of"),
        ({"kind": "surrender", "answer": True}, "side", "missing"),
        ({"kind": "surrender", "side": "gaul", "answer": True}, "side", "not_one_of"),
        ({"kind": "surrender", "side": "rome"}, "answer", "missing"),
        ({"kind": "surrender", "side": "rome", "answer": 1}, "answer", "not_true_or_false"),
        ({"kind": "ransom", "side": "rome", "answer": True}, "character", "missing"),
        ({"kind": "spend_reroll", "side": "rome", "answer": {"roll": "scenario"}}, "answer.roll", "not_one_of"),
        ({"kind": "spend_reroll", "side": "rome", "answer": True}, "answer", "not_a_table"),
        ({"kind": "standing_reroll", "side": "rome", "answer": {"below": 6}}, "answer.roll", "missing"),
        ({"kind": "stake_all", "side": "rome", "answer": "yes"}, "answer", "not_true_or_false"),
        ({"kind": "surrender", "side": "rome", "answer": True, "stage": "winter"}, "stage", "not_one_of"),
        ({"kind": "surrender", "side": "rome", "answer": True, "after": -1}, "after", "out_of_range"),
        ({"kind": "surrender", "side": "rome", "answer": True, "why": "tired"}, "why", "unknown_key"),
    ],
)
def test_a_choice_that_is_none_is_refused(choice, place, code):
    assert refused(document(year(choices=[choice]))) == (f"years[0].choices[0].{place}", code)


# --- Frozen packs ----------------------------------------------------------------------------------------------------


def frozen(**changes):
    """A record that brings its own rules."""
    rules = msgspec.to_builtins(PACK)
    for path, value in changes.items():
        rules = changed(rules, path.replace("__", "."), value)
    try:
        digest = decode(rules).digest
    except msgspec.ValidationError:
        digest = PACK.digest
    return document(year(), pack={"digest": digest, "document": json.loads(json.dumps(rules))})


def test_a_record_may_bring_its_own_rules():
    value = frozen(victory__general_killed=-6, army_points=1500)

    record = read(parse(encoded(value)))

    assert (record.frozen_pack, record.pack.victory.general_killed) == (True, -6)
    assert [warning.code for warning in played(value).warnings] == ["army_too_large"] * 2


def test_rules_that_are_not_those_of_the_digest_are_refused():
    value = changed(frozen(), "pack.digest", "0" * 64)

    assert refused(value) == ("pack.digest", "wrong_digest")


def test_rules_of_another_name_are_refused():
    assert refused(changed(frozen(), "campaign.pack", "gallia")) == ("campaign.pack", "unknown_pack")


@pytest.mark.parametrize(
    ("path", "value", "detail"),
    [
        ("cells__9", [{"on": [1, 3], "scenario": "ambush"}, {"on": [3, 6], "scenario": "encounter"}], "dice_overlap"),
        ("cells__9", [{"on": [1, 2], "scenario": "ambush"}, {"on": [4, 6], "scenario": "encounter"}], "dice_hole"),
        ("cells__9", [{"on": [1, 7], "scenario": "ambush"}], "dice_range"),
        ("cells__9", [{"on": [6, 1], "scenario": "ambush"}], "dice_hole"),
        ("fate", [], "dice_hole"),
        ("matrix__battle__defence", 99, "matrix_hole"),
        ("matrix__battle__defence", 7, "matrix_mirror"),
        ("cells__1", [{"on": [1, 6], "scenario": "siege"}], "unknown_name"),
        ("tables", [], "unknown_name"),
        ("sides__gaul", {"name": {"en": "Gaul"}}, "two_sides"),
        ("army_points", "many", "army_points"),
        ("oracle", 1, "oracle"),
        ("default_action", "parley", "unknown_name"),
    ],
)
def test_rules_that_no_war_can_be_fought_by_are_refused(path, value, detail):
    found = problem(frozen(**{path: value}))

    assert (found.place, found.code) == ("pack.document", "bad_pack")
    assert detail in found.data["detail"]


# --- The page about the format ------------------------------------------------------------------------------------------


def test_the_example_on_the_page_about_the_format_can_be_read():
    page = (Path(__file__).parents[3] / "docs" / "campaign-record.md").read_text(encoding="utf-8")
    example = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert example is not None
    value = parse(example[1].encode())
    del value["start"]  # it is there to show how a war under way begins
    value["sides"]["carthage"] = {}

    record = read(value)

    assert (record.name, record.by_hand, record.readings) == ("Two friends, five winters", True, {"ransom": "pay"})
    assert [choice.kind for choice in record.years[0].choices] == ["ransom"]
