"""The table plan: where the pieces stand, what is drawn, and what it says."""

from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontend.boards.tableboard import table_plan
from frontend.boards.tableplan import CAMP, KINDS, LABELS, STRIP, TABLE, VILLAGE, Box, Piece, SidePlan, TablePlan, place

SCENARIOS = ("skirmish", "encounter", "defend_ally", "ambush", "pitched_battle", "defensive_battle")
SIDES = (SidePlan("rome", "Rome", "attacker"), SidePlan("carthage", "Carthage", "defender"))
WORDS = {label: f"word {label}" for label in LABELS}

pieces = st.lists(st.builds(Piece, kind=st.sampled_from(KINDS), zone=st.sampled_from(["centre", "flank"])), max_size=24)
plans = st.builds(
    TablePlan,
    scenario=st.sampled_from(SCENARIOS),
    sides=st.just(SIDES),
    pieces=pieces.map(tuple),
    village=st.booleans(),
    camp=st.booleans(),
    labels=st.just(WORDS),
)


def parsed(drawing):
    return ElementTree.fromstring(drawing)


def with_class(drawing, name):
    return [found for found in parsed(drawing).iter() if name in (found.get("class") or "").split()]


def overlap(one: Box, other: Box) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    return not (beside or one.y + one.height <= other.y or other.y + other.height <= one.y)


def within(one: Box, other: Box) -> bool:
    wide = one.x >= other.x and one.x + one.width <= other.x + other.width
    return wide and one.y >= other.y and one.y + one.height <= other.y + other.height


@given(plans)
def test_no_piece_stands_on_another(plan):
    boxes = [placed.box for placed in place(plan)]
    assert [pair for pair in combinations(boxes, 2) if overlap(*pair)] == []


@given(plans)
def test_every_piece_stands_on_the_table_and_has_a_size(plan):
    for piece, box in place(plan):
        assert within(box, TABLE), piece
        assert box.width > 0, piece
        assert box.height > 0, piece


@given(plans)
def test_pieces_keep_to_their_zone(plan):
    for piece, box in place(plan):
        middle = box.x + box.width // 2
        in_centre = TABLE.width // 4 <= middle <= TABLE.width * 3 // 4
        assert in_centre == (piece.zone == "centre"), (piece, box)


@given(plans)
def test_pieces_come_back_in_the_order_they_were_given(plan):
    assert tuple(placed.piece for placed in place(plan)) == plan.pieces


@given(plans.filter(lambda plan: plan.scenario == "ambush"))
def test_the_strip_of_an_ambush_stays_clear(plan):
    assert [box for _piece, box in place(plan) if overlap(box, STRIP)] == []


@given(plans.filter(lambda plan: plan.scenario != "ambush"))
def test_no_piece_stands_on_the_village_or_the_camp(plan):
    works = [VILLAGE] * plan.village + [CAMP] * plan.camp
    assert [box for _piece, box in place(plan) for work in works if overlap(box, work)] == []


@given(plans)
def test_the_same_plan_is_drawn_the_same(plan):
    assert table_plan(plan) == table_plan(replace(plan))


@given(plans)
def test_a_plan_is_well_formed_and_draws_each_piece_once(plan):
    drawing = table_plan(plan)
    assert len(with_class(drawing, "piece")) == len(plan.pieces) + plan.village + plan.camp


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_plan_has_title_and_description(scenario):
    root = parsed(table_plan(TablePlan(scenario, SIDES, labels=WORDS)))
    assert [(child.tag.rpartition("}")[2], child.text) for child in root[:2]] == [
        ("title", "word title"),
        ("desc", "word description"),
    ]


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "\"><img onerror='x'>", "Ⅹ 🏺 \u202e\x00", "Aníbal & Cía"]
)
@pytest.mark.parametrize("scenario", ["encounter", "ambush"])
def test_a_hostile_name_is_only_a_name(scenario, name):
    sides = (SidePlan("a", name, "ambusher"), SidePlan("b", name, "ambushed"))
    labels = dict.fromkeys(LABELS, name)
    drawing = table_plan(TablePlan(scenario, sides, (Piece("wood", "flank"),), labels=labels))
    tags = {found.tag.rpartition("}")[2] for found in parsed(drawing).iter()}
    assert tags <= {"svg", "title", "desc", "g", "rect", "path", "line", "circle", "text", "defs", "pattern"}


def test_a_long_name_is_cut_on_the_plan_and_whole_in_its_title():
    name = "The Most Noble Company of the Late Republic"
    drawing = table_plan(TablePlan("encounter", (SidePlan("a", name), SIDES[1]), labels=WORDS))
    shown = [found.text for found in with_class(drawing, "name")]
    assert shown == ["■ The Most Noble Company of the…", "● Carthage"]
    assert f"<title>{name}</title>" in drawing


def test_the_defender_stands_above_and_keeps_his_colour():
    rome_defends = (SidePlan("rome", "Rome", "defender"), SidePlan("carthage", "Carthage", "attacker"))
    drawing = table_plan(TablePlan("defensive_battle", rome_defends, labels=WORDS))
    heights = {found.text: (int(found.get("y")) < 0, found.get("class")) for found in with_class(drawing, "name")}
    assert heights == {"■ Rome": (True, "name side-1"), "● Carthage": (False, "name side-2")}


@pytest.mark.parametrize(("ambusher", "column"), [("rome", "side-2"), ("carthage", "side-1")])
def test_the_ambushed_side_marches_in_column(ambusher, column):
    sides = tuple(SidePlan(side.key, side.name, "ambusher" if side.key == ambusher else "ambushed") for side in SIDES)
    on_the_table = with_class(table_plan(TablePlan("ambush", sides, labels=WORDS)), "column")[0]
    assert on_the_table.get("class").split() == ["column", column]


def test_only_an_ambush_shows_the_edge_of_entry():
    edges = {
        scenario: len(with_class(table_plan(TablePlan(scenario, SIDES, labels=WORDS)), "entry"))
        for scenario in SCENARIOS
    }
    assert edges == {scenario: int(scenario == "ambush") for scenario in SCENARIOS}


def test_the_legend_explains_what_is_drawn_and_no_more():
    plan = TablePlan(
        "defend_ally", SIDES, (Piece("wood", "flank"), Piece("wood", "centre")), village=True, labels=WORDS
    )
    assert [found.text for found in with_class(table_plan(plan), "legend")] == ["word wood", "word village"]


def test_two_plans_on_a_page_have_different_ids():
    first, second = (table_plan(TablePlan("ambush", SIDES, labels=WORDS, uid=uid)) for uid in ("one", "two"))
    ids = [{found.get("id") for found in parsed(drawing).iter()} - {None} for drawing in (first, second)]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_a_missing_word_is_noticed():
    with pytest.raises(KeyError):
        table_plan(TablePlan("encounter", SIDES))
