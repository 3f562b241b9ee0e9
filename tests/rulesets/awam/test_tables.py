"""Tables of AWAM: sketches before a game, and tables out of a word (AWAM 16)."""

import pytest

from rulesets.awam.ruleset import Awam
from rulesets.awam.setting import SHEETS
from rulesets.contract import Force, Setup, Sketching
from tests.rulesets.kit import dice_of

TWO = dict.fromkeys(("first", "second"), Force())


def meeting(seed, **options):
    return Setup(scenario="meeting", forces=TWO, options={"seed": seed, **options})


@pytest.mark.parametrize("scenario", [key for key in SHEETS.scenarios if key != "meeting"])
def test_every_sheet_can_be_sketched_with_nobody_on_it(scenario):
    ruleset = Awam()
    assert isinstance(ruleset, Sketching)
    scene = ruleset.sketch(Setup(scenario=scenario))
    assert len(scene.shapes) >= len(SHEETS.scenarios[scenario].pieces)
    assert scene.tokens == ()


def test_a_table_that_dice_will_lay_is_not_known_before():
    assert Awam().sketch(Setup(scenario="meeting", forces=TWO)) is None
    assert Awam().sketch(Setup(scenario="nowhere")) is None


def test_the_same_word_lays_the_same_table_and_forces_whatever_the_dice():
    ruleset = Awam()
    one, other = (ruleset.setup(meeting("kestrel"), dice_of(seed)).state for seed in ("a", "b"))
    assert one["ground"] == other["ground"]
    assert [row["name"] for row in one["figures"].values()] == [row["name"] for row in other["figures"].values()]
    assert ruleset.setup(meeting("heron"), dice_of("a")).state["ground"] != one["ground"]


def test_the_sketch_of_a_word_is_the_table_that_is_played():
    ruleset = Awam()
    state = ruleset.setup(meeting("kestrel"), dice_of("a")).state
    played = {shape.points for shape in ruleset.scene(ruleset.view(state, None)).shapes}
    assert {shape.points for shape in ruleset.sketch(meeting("kestrel")).shapes} == played


def test_16_3_a_table_for_two_is_its_own_image_and_forces_are_even():
    ruleset = Awam()
    for seed in ("a", "b", "c", "d", "e"):
        state = ruleset.setup(meeting(seed), dice_of("x")).state
        size = state["width"]
        places = {(piece["kind"], tuple(sorted(map(tuple, piece["points"])))) for piece in state["ground"]}
        turned = {(kind, tuple(sorted((size - x, size - y) for x, y in points))) for kind, points in places}
        assert places == turned
        starts = [state["sides"][seat]["started"] for seat in TWO]
        assert max(starts) * 20 <= min(starts) * 23
        assert all(start <= 92 for start in starts)
