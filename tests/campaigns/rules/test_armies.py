"""Armies: what they are worth, what can be wrong with them, the table they come from, and the lists they are chosen from."""

import csv
import io
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from campaigns.rules.armies import Army, army_points, check_army, check_text, clean_text
from campaigns.rules.armycsv import BYTES, from_csv, to_csv
from campaigns.rules.armylists import check_purchase, entry_of, list_of, sample_lists
from campaigns.rules.pack import bundled
from campaigns.rules.state import Character, Unit

PACK = bundled("hispania")
HASTATI = Unit(id="Hastati I", name="Hastati I", figures=20, points=15, command=15)
CONSUL = Character(id="Consul", name="Consul", rank="general", points=150)
ARMY = Army(units=(HASTATI,), characters=(CONSUL,))


def codes(problems):
    return [problem.code for problem in problems]


def found(problems):
    """What a table was refused for: code, line, column, and what stood there."""
    return [(p.code, p.data.get("line"), p.data.get("column"), p.data.get("found")) for p in problems]


# --- Points and checks ------------------------------------------------------------------------------


def test_an_army_is_worth_its_figures_command_figures_and_characters():
    assert army_points(ARMY) == 20 * 15 + 15 + 150


@pytest.mark.parametrize("status", ["dead", "captured", "recalled", "replaced"])
def test_a_lost_unit_and_a_character_who_is_not_free_are_worth_nothing(status):
    army = Army(units=(replace(HASTATI, figures=0),), characters=(replace(CONSUL, status=status),))
    assert army_points(army) == 0


@pytest.mark.parametrize(("points", "expected"), [(2000, []), (2001, ["army_too_large"])])
def test_two_thousand_points_and_not_one_more(points, expected):
    army = Army(units=(replace(HASTATI, figures=1, points=points - 150, command=0),), characters=(CONSUL,))
    assert army_points(army) == points
    assert codes(check_army(PACK, army)) == expected


def test_an_army_under_way_may_have_grown_and_carries_its_past():
    grown = replace(HASTATI, figures=200)
    gone = replace(HASTATI, id="Velites", name="Velites", figures=0)
    marked = replace(CONSUL, status="captured", wounds=(8, 7), deeds=2, skills=(3,), traits=("Political Animal",))
    army = Army(units=(grown, gone), characters=(marked,))
    assert check_army(PACK, army, under_way=True) == []
    assert codes(check_army(PACK, army)) == ["out_of_range", "has_a_past", "army_too_large"]


@pytest.mark.parametrize(
    "past", [{"status": "dead"}, {"wounds": (7,)}, {"deeds": 1}, {"skills": (1,)}, {"traits": ("Proud",)}]
)
def test_a_new_war_has_no_past(past):
    army = Army(units=(HASTATI,), characters=(replace(CONSUL, **past),))
    (problem,) = check_army(PACK, army)
    assert (problem.code, problem.place, problem.data) == ("has_a_past", "characters[0]", {"id": "Consul"})


@pytest.mark.parametrize(
    ("past", "code", "place"),
    [
        ({"status": "asleep"}, "not_one_of", "characters[0].status"),
        ({"wounds": (13,)}, "out_of_range", "characters[0].wounds"),
        ({"wounds": (7,) * 101}, "too_many", "characters[0].wounds"),
        ({"skills": (7,)}, "out_of_range", "characters[0].skills"),
        ({"skills": (2, 2)}, "twice", "characters[0].skills"),
        ({"deeds": -1}, "out_of_range", "characters[0].deeds"),
        ({"traits": ("\x07",)}, "control_characters", "characters[0].traits"),
    ],
)
def test_a_past_must_be_possible(past, code, place):
    army = Army(units=(HASTATI,), characters=(replace(CONSUL, **past),))
    (problem,) = check_army(PACK, army, under_way=True)
    assert (problem.code, problem.place) == (code, place)


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        ({"figures": 0}, "out_of_range", "units[0].figures"),
        ({"figures": 1001}, "out_of_range", "units[0].figures"),
        ({"points": -1}, "out_of_range", "units[0].points"),
        ({"command": -1}, "out_of_range", "units[0].command"),
        ({"break_points": -1}, "out_of_range", "units[0].break_points"),
        ({"arm": "navy"}, "not_one_of", "units[0].arm"),
        ({"grade": "elite"}, "not_one_of", "units[0].grade"),
        ({"name": ""}, "empty", "units[0].name"),
        ({"name": "\u200d "}, "empty", "units[0].name"),
        ({"name": "x" * 81}, "too_long", "units[0].name"),
        ({"name": "a\nb"}, "control_characters", "units[0].name"),
        ({"name": unicodedata.normalize("NFD", "Cónsul")}, "not_nfc", "units[0].name"),
    ],
)
def test_each_thing_wrong_with_a_unit_has_its_place(change, code, place):
    (problem, *rest) = check_army(PACK, Army(units=(replace(HASTATI, **change),)))
    assert (problem.code, problem.place) == (code, place)
    assert codes(rest) in ([], ["army_too_large"])


@pytest.mark.parametrize(
    "name", ["D'Artagnan", "Ψιλοί", "الفرسان", "🐘 Elephanti", "<script>alert(1)</script>", "象兵"]
)
def test_names_in_any_script_are_names(name):
    army = Army(units=(replace(HASTATI, id=name, name=name),))
    assert check_army(PACK, army) == []
    assert from_csv(to_csv(army)).army == army


def test_no_two_units_and_no_two_characters_share_an_id():
    army = Army(units=(HASTATI, HASTATI), characters=(CONSUL, CONSUL))
    assert [(p.code, p.place) for p in check_army(PACK, army)] == [
        ("id_taken", "units[1].id"),
        ("id_taken", "characters[1].id"),
    ]


@pytest.mark.parametrize(("count", "expected"), [(0, ["no_units"]), (500, []), (501, ["too_many"])])
def test_an_army_has_from_one_to_five_hundred_units(count, expected):
    units = tuple(Unit(id=f"U{n}", name=f"U{n}", figures=1, points=1) for n in range(count))
    assert codes(check_army(PACK, Army(units=units))) == expected


def test_a_name_is_kept_without_what_cannot_be_seen():
    assert clean_text("  Has\u202etati\t I\n") == "Hastati I"
    assert clean_text(unicodedata.normalize("NFD", "Cónsul")) == "Cónsul"
    assert clean_text("👨\u200d🌾") == "👨\u200d🌾"


# --- The table ----------------------------------------------------------------------------------------

SPANISH = """nombre;arma;grado;indígena;figuras;puntos;mando;puntos de ruptura;rango
Hastati I;infantería;común;no;20;12,0;15;2;
Équites;Caballería;Especial;no;8;20;;;
Íberos;INFANTERIA;comun;sí;16;8;10;;
Cónsul;;;;;150;;;general
"""
ITALIAN = """Nome\tArma\tCategoria\tIndigeno\tFigure\tPunti per figura\tComando\tPunti di rottura\tRango
Hastati I\tfanteria\tcomune\tno\t20\t12\t15\t2\t
Équites\tcavalleria\tspeciale\tno\t8\t20\t\t\t
Íberos\tfanteria\tcomune\tsì\t16\t8\t10\t\t
Cónsul\t\t\t\t\t150\t\t\tgenerale
"""
ENGLISH = """name,arm,grade,native,figures,points,command,break points,rank
Hastati I,infantry,common,no,20,12,15,2,
Équites,cavalry,special,no,8,20,,,
Íberos,infantry,common,yes,16,8,10,,
Cónsul,,,,,150,,,general
"""
READ = Army(
    units=(
        Unit(id="Hastati I", name="Hastati I", figures=20, points=12, command=15, break_points=2),
        Unit(id="Équites", name="Équites", arm="cavalry", grade="special", figures=8, points=20),
        Unit(id="Íberos", name="Íberos", native=True, figures=16, points=8, command=10),
    ),
    characters=(Character(id="Cónsul", name="Cónsul", rank="general", points=150),),
)


@pytest.mark.parametrize("text", [SPANISH, ITALIAN, ENGLISH])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", None])
def test_a_table_is_read_in_three_languages_and_as_any_spreadsheet_saves_it(text, ends, encoding):
    text = text.replace("\n", ends)
    source = text if encoding is None else text.replace("sì", "si").encode(encoding)
    result = from_csv(source)
    assert (result.problems, result.army) == ([], READ)


def test_a_mark_in_a_pasted_text_is_no_part_of_the_first_column():
    assert from_csv("\ufeff" + ENGLISH).army == READ


def test_a_header_is_optional():
    body = "".join(ENGLISH.splitlines(keepends=True)[1:])
    assert from_csv(body).army == READ
    assert from_csv("Hastati I;20;15\nVelites;12;6").army.units == (
        Unit(id="Hastati I", name="Hastati I", figures=20, points=15),
        Unit(id="Velites", name="Velites", figures=12, points=6),
    )
    assert from_csv("Hastati I\t20\t15\t10").army.units[0].command == 10


def test_the_line_that_names_the_separator_is_obeyed():
    assert from_csv("sep=;\n" + SPANISH).army == READ


def test_quoted_names_may_hold_the_separator_and_columns_may_be_ignored():
    result = from_csv('nombre;figuras;puntos;notas\n"Afri; veterani";12;10;los buenos\n;;;\n')
    assert result.problems == []
    assert [unit.name for unit in result.army.units] == ["Afri; veterani"]


@pytest.mark.parametrize("text", ["12", "12,0", "12.0", "12,00", " 12 ", "+12"])
def test_a_whole_number_may_wear_a_nought_behind_the_comma(text):
    assert from_csv(f"name;figures;points\nA;{text};1").army.units[0].figures == 12


@pytest.mark.parametrize("text", ["12,5", "1.000", "12,", "twelve", "1e3", "١٢", "0x0c", "1 2", "12 p"])
def test_what_is_no_whole_number_is_refused_with_its_place(text):
    result = from_csv(f"nombre;figuras;puntos\nVelites;5;5\nHastati;{text};9")
    assert found(result.problems) == [("not_whole", 3, "figuras", text)]
    assert result.problems[0].place == "line 3, column figuras"
    assert [unit.name for unit in result.army.units] == ["Velites"]


def test_every_mistake_is_told_once_where_it_is():
    text = (
        "name,arm,grade,native,figures,points,command,rank\n"
        "Hastati,infantry,common,no,20,12,15,\n"
        ",foot,common,maybe,0,,-1,\n"
        "Hastati,navy,elite,no,20,12,15,\n"
        "Consul,,,,20,x,,emperor\n"
        "Mago,,,,20,50,,leader\n"
        "A,infantry,common,no,1,1,0,,,extra\n"
    )
    result = from_csv(text)
    assert found(result.problems) == [
        ("unknown_word", 3, "native", "maybe"),
        ("cell_missing", 3, "points", None),
        ("empty", 3, "name", None),
        ("out_of_range", 3, "figures", None),
        ("out_of_range", 3, "command", None),
        ("unknown_word", 4, "arm", "navy"),
        ("unknown_word", 4, "grade", "elite"),
        ("name_taken", 4, "name", "Hastati"),
        ("unknown_word", 5, "rank", "emperor"),
        ("not_whole", 5, "points", "x"),
        ("not_for_characters", 6, "figures", None),
        ("too_many_cells", 7, "", None),
    ]
    assert [unit.name for unit in result.army.units] == ["Hastati"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("table_empty", None, None, None)]),
        ("\n \n;;\n", [("table_empty", None, None, None)]),
        ("name,strenght,points\nA,1,1", [("unknown_column", 1, "strenght", "strenght")]),
        ("name,nombre,points\nA,B,1", [("column_twice", 1, "nombre", "nombre")]),
        ("name,figures\nA,1", [("column_missing", 1, "points", None)]),
        ("arm,points\ninfantry,1", [("column_missing", 1, "name", None)]),
        (
            "hello world",
            [
                ("unknown_column", 1, "hello world", "hello world"),
                *[("column_missing", 1, c, None) for c in ("name", "points")],
            ],
        ),
    ],
)
def test_a_table_that_cannot_be_read_says_why(text, expected):
    result = from_csv(text)
    assert found(result.problems) == expected
    assert result.army == Army()


def test_ten_thousand_lines_are_refused_in_one_sentence():
    (problem,) = from_csv("name,figures,points\n" + "A,1,1\n" * 10_000).problems
    assert (problem.code, problem.data) == ("too_many_lines", {"lines": 10_001, "most": 1000})


def test_more_than_five_hundred_units_are_refused():
    table = "name,figures,points\n" + "".join(f"A{n},1,1\n" for n in range(501))
    (problem,) = from_csv(table).problems
    assert (problem.code, problem.data) == ("too_many_units", {"units": 501, "most": 500})
    assert len(from_csv(table.rpartition("A500")[0]).army.units) == 500


@pytest.mark.parametrize("raw", [b"\x89PNG\r\n\x1a\n\0\0", b"a;\x81\x8d", b"\xff\xfe\x00", b"PK\x03\x04\0"])
def test_a_file_that_is_no_text_is_refused(raw):
    assert codes(from_csv(raw).problems) == ["table_not_text"]


def test_a_file_that_is_too_large_is_refused_unread():
    assert codes(from_csv(b"A;1;1\n" * BYTES).problems) == ["table_too_large"]
    assert codes(from_csv("A;1;1\n" * BYTES).problems) == ["table_too_large"]


def test_an_unclosed_quote_is_a_mistake_of_its_line():
    result = from_csv('name;figures;points\n"Hastati;20;12\nVelites;12;6\n')
    assert found(result.problems) == [("cell_missing", 2, "figures", None), ("cell_missing", 2, "points", None)]
    assert result.army == Army()


def test_a_war_under_way_brings_its_past_along():
    text = (
        "nombre;tipo;rango;figuras;puntos;estado;heridas;hechos;habilidades;rasgos\n"
        "Hastati;unidad;;0;12;;;;;\n"
        "Escipión;personaje;general;;150;capturado;8 7;2;3/5;Political Animal|Proud\n"
    )
    result = from_csv(text, under_way=True)
    assert result.problems == []
    (one,) = result.army.characters
    assert (one.status, one.wounds, one.deeds, one.skills) == ("captured", (8, 7), 2, (3, 5))
    assert one.traits == ("Political Animal", "Proud")
    assert from_csv(to_csv(result.army), under_way=True).army == result.army
    assert codes(from_csv(text).problems) == ["out_of_range", "has_a_past"]


def test_a_unit_has_no_rank_and_no_wounds():
    text = "name,type,rank,figures,points,wounds\nA,unit,general,1,1,\nB,unit,,1,1,7\n"
    assert found(from_csv(text, under_way=True).problems) == [
        ("not_for_units", 2, "rank", None),
        ("not_for_units", 3, "wounds", None),
    ]


# --- And back -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+1", "-cmd", "@SUM", "'=1", "''-x"])
def test_a_name_that_looks_like_a_formula_is_guarded_and_comes_back_the_same(name):
    army = Army(units=(replace(HASTATI, id=name, name=name),))
    table = to_csv(army)
    cells = list(csv.reader(io.StringIO(table)))[1]
    assert cells[0] == f"'{name}"
    assert from_csv(table).army == army


NAMES = st.text(min_size=1, max_size=30).map(clean_text).filter(lambda name: not list(check_text(name, "")))
UNITS = st.builds(
    Unit,
    id=NAMES,
    name=NAMES,
    arm=st.sampled_from(["infantry", "cavalry", "other"]),
    grade=st.sampled_from(["common", "special"]),
    native=st.booleans(),
    figures=st.integers(1, 1000),
    points=st.integers(0, 10_000),
    command=st.integers(0, 10_000),
    break_points=st.none() | st.integers(0, 10_000),
)
CHARACTERS = st.builds(
    Character,
    id=NAMES,
    name=NAMES,
    rank=st.sampled_from(["general", "subordinate", "standard", "leader", "other"]),
    native=st.booleans(),
    points=st.integers(0, 10_000),
    status=st.sampled_from(["ready", "dead", "captured", "recalled", "replaced"]),
    wounds=st.lists(st.integers(2, 12), max_size=5).map(tuple),
    deeds=st.integers(0, 1000),
    skills=st.lists(st.integers(1, 6), unique=True).map(tuple),
)


@settings(max_examples=100)
@given(
    units=st.lists(UNITS, min_size=1, max_size=6, unique_by=lambda unit: unit.id),
    characters=st.lists(CHARACTERS, max_size=4, unique_by=lambda one: one.id),
    delimiter=st.sampled_from([",", ";", "\t"]),
)
def test_whatever_is_written_is_read_back_the_same(units, characters, delimiter):
    army = Army(units=tuple(units), characters=tuple(characters))
    result = from_csv(to_csv(army, delimiter=delimiter), under_way=True)
    assert (result.problems, result.army) == ([], army)


@settings(max_examples=100)
@given(st.text(max_size=300) | st.binary(max_size=300))
def test_whatever_is_pasted_is_answered(source):
    result = from_csv(source)
    assert result.problems or check_army(PACK, result.army) is not None


# --- Lists --------------------------------------------------------------------------------------------


def test_there_are_two_lists_at_least_for_each_side():
    for side in PACK.side_keys:
        assert len(sample_lists("hispania", side)) >= 2
    assert sample_lists("nowhere") == ()


@pytest.mark.parametrize("chosen", sample_lists("hispania"), ids=lambda one: one.key)
def test_a_list_is_sound_and_its_ready_army_nearly_two_thousand_points(chosen):
    keys = [entry.key for entry in chosen.entries]
    assert len(set(keys)) == len(keys)
    assert {unit.entry for unit in chosen.units} | {one.requires for one in chosen.entries} - {""} <= set(keys)
    army = chosen.army
    assert (chosen.side in PACK.sides, check_army(PACK, army)) == (True, [])
    assert 1950 <= army_points(army) <= 2000
    assert check_purchase(chosen, army.units) == []
    assert {"general", "subordinate", "standard"} <= {one.rank for one in army.characters}
    assert any(unit.native for unit in army.units)
    assert army.list_key == chosen.key
    assert list_of("hispania", chosen.key) is chosen
    for text in (
        chosen.name,
        chosen.summary,
        *(e.gloss for e in chosen.entries),
        *(c.gloss for c in chosen.characters),
    ):
        assert set(text) == {"en", "es", "it"}


@pytest.mark.parametrize("chosen", sample_lists("hispania"), ids=lambda one: one.key)
def test_the_troops_of_a_list_can_be_told_apart(chosen):
    for entry in chosen.entries:
        assert entry_of(chosen, entry.unit("X", entry.most)) is entry


BARCA = list_of("hispania", "hispania-carthage-barca")


def bought(key, figures, name="New"):
    return next(entry for entry in BARCA.entries if entry.key == key).unit(name, figures)


def test_numidian_horse_is_bought_with_african_foot_only():
    (problem,) = check_purchase(BARCA, [bought("numidae", 6)])
    assert (problem.code, problem.data["needs"]) == ("list_requires", "Pedites Afri")
    assert check_purchase(BARCA, [bought("numidae", 6), bought("afri", 8, "Foot")]) == []
    two = [bought("numidae", 6, "A"), bought("numidae", 6, "B"), bought("afri", 8, "Foot")]
    assert codes(check_purchase(BARCA, two)) == ["list_requires", "list_requires"]


@pytest.mark.parametrize(("figures", "expected"), [(7, ["list_size"]), (8, []), (24, []), (25, ["list_size"])])
def test_units_are_bought_in_the_sizes_of_the_list(figures, expected):
    assert codes(check_purchase(BARCA, [bought("afri", figures)])) == expected


@pytest.mark.parametrize(
    "change", [{"points": 11}, {"command": 0}, {"native": True}, {"arm": "cavalry"}, {"grade": "special"}]
)
def test_troops_that_the_list_does_not_know_are_refused(change):
    assert codes(check_purchase(BARCA, [replace(bought("afri", 10), **change)])) == ["not_in_list"]


def test_the_cheapest_general_replaces_a_lost_one():
    assert BARCA.cheapest_general.points == min(one.points for one in BARCA.characters if one.rank != "standard")
