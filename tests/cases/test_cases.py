"""Real games of ``cases.md`` that this campaign system can express, with every figure they state.

The number of the case stands in the test's name. Which cases could be expressed, and what they showed, is told in ``docs/rulings.md``.
"""

import copy
import json
import tomllib
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from campaigns.rules.record import play
from campaigns.rules.recordfile import parse, read
from tests.campaigns.rules.documents import changed, problem
from tests.vectors.replay import replay, war

HERE = Path(__file__).parent
PAY = {"kind": "ransom", "side": "carthage", "character": "leader", "answer": True}
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
"""In how many of 36 throws two dice show a total."""


def case(name):
    return tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))


def played(value):
    return play(read(parse(json.dumps(value).encode())))


def changed_all(value, **changes):
    for path, new in changes.items():
        value = changed(value, path.replace("__", "."), new)
    return value


def points(year):
    return year["vp"]["rome"]["total"], year["vp"]["carthage"]["total"]


# --- C01 ----------------------------------------------------------------------------------------------------


def test_c01_rome_wins_the_open_plain():
    told = war("c01", HERE)
    (year,) = told["years"]

    assert (year["cell"], year["scenario"]) == (7, "pitched_battle")
    assert year["available"] == {"rome": 1750, "carthage": 800}
    assert year["rosters"] == {"rome": {"legions": 175}, "carthage": {"host": 80}}
    assert year["vp"] == {
        "rome": {"earned": 3, "standing": 4, "total": 7},
        "carthage": {"earned": 0, "standing": 0, "total": 0},
    }
    assert year["characters"]["rome"]["consul"]["status"] == "ready"
    assert year["characters"]["rome"]["consul"]["wounds"] == []  # 7 in the other column: recovered
    assert year["characters"]["carthage"]["leader"]["status"] == "captured"
    assert told["ended"] is None


@pytest.mark.parametrize(
    ("reading", "points_after", "ended"),
    [
        ("pay", (7, -2), None),  # a lead of 9
        ("transfer", (9, -2), {"year": 1, "winner": "rome", "level": "major", "reason": "lead"}),  # a lead of 11
    ],
)
def test_c01_the_ransom_may_end_the_war(reading, points_after, ended):
    value = changed_all(case("c01"), campaign__readings={"ransom": reading}, years__0__choices=[PAY])

    told = played(value)

    assert points(told.years[0]) == points_after
    assert told.report()["ended"] == ended


@pytest.mark.parametrize(("reading", "lead", "ends"), [("pay", 9, False), ("transfer", 11, True)])
def test_c01_the_score_after_the_ransom_is_known_before_it_is_paid(reading, lead, ends):
    value = changed_all(case("c01"), campaign__readings={"ransom": reading}, years__0__stop=3)

    asked = played(value).state.pending[0]

    assert asked.prompt == "ransom"
    assert asked.data["totals"]["rome"] - asked.data["totals"]["carthage"] == lead
    assert asked.data["ends"] is ends


def test_c01_a_dead_leader_loses_the_war_in_its_first_year():
    told = played(changed(case("c01"), "years.0.dice.fate.carthage.leader", 4))

    assert points(told.years[0]) == (7, -4)
    assert told.report()["ended"] == {"year": 1, "winner": "rome", "level": "major", "reason": "lead"}


@pytest.mark.parametrize(("carthage", "standing"), [(875, 4), (876, 2)])
def test_c01_875_points_are_half_of_1750_and_876_are_not(carthage, standing):
    value = case("c01")
    del value["years"][0]["battle"], value["years"][0]["dice"]["fate"], value["years"][0]["dice"]["skill"]
    value["years"][0]["skipped"] = True
    value["sides"]["rome"]["units"][0]["figures"] = 175
    value["sides"]["carthage"]["units"][0] |= {"figures": carthage, "points": 1}

    assert played(value).years[0]["vp"]["rome"]["standing"] == standing


def test_c01_every_fate_of_both_commanders():
    """Chances out of 1,296: who lives, and the points before those for troops."""
    value, outcomes, consul_lives = case("c01"), Counter(), 0
    for side in ("rome", "carthage"):
        value["sides"][side]["units"][0] |= {"figures": 200}
    value["years"][0]["battle"]["losses"] = []
    for rome, carthage in product(WAYS, WAYS):
        one = copy.deepcopy(value)
        one["years"][0]["dice"]["fate"] = {"rome": {"consul": rome}, "carthage": {"leader": carthage}}
        year = played(one).years[0]
        chance = WAYS[rome] * WAYS[carthage]
        outcomes[year["vp"]["rome"]["earned"], year["vp"]["carthage"]["earned"]] += chance
        consul_lives += chance * (year["characters"]["rome"]["consul"]["status"] != "dead")

    assert outcomes == {(3, 0): 858, (3, -4): 330, (-1, 0): 78, (-1, -4): 30}
    assert (consul_lives, 1296 - consul_lives) == (1188, 108)


@pytest.mark.parametrize(("turns", "code"), [(2, "withdrew_too_early"), (3, None), (5, None), (6, None)])
def test_c01_a_retreat_is_lawful_only_after_three_full_turns(turns, code):
    value = changed_all(case("c01"), years__0__battle__turns=turns, years__0__battle__withdrew="carthage")

    assert (problem(value).code if code else played(value) and None) == code


# --- C04 ----------------------------------------------------------------------------------------------------


def test_c04_rome_gives_up_hispania():
    told = war("c04", HERE)
    (year,) = told["years"]

    assert (year["cell"], year["scenario"]) == (8, "defensive_battle")
    assert year["roles"] == {"attacker": "carthage", "defender": "rome", "ambusher": None}
    assert year["available"] == {"rome": 1000, "carthage": 1700}
    assert year["vp"]["carthage"] == {"earned": 3, "standing": 2, "total": 5}
    assert year["vp"]["rome"]["total"] == 0
    assert year["characters"]["rome"]["consul"]["status"] == "recalled"
    assert year["characters"]["rome"]["The consul II"]["traits"] == ["Political Animal"]
    assert told["ended"] == {"year": 1, "winner": "carthage", "level": "minor", "reason": "event"}


def test_c04_the_track_that_fell_and_rose_again_is_kept():
    special = played(case("c04")).state.now.outcome.special

    assert special["break_points"] == {"rome": [84, 84], "carthage": [58, 42]}
    assert special["lowest"] == {"carthage": 7}  # it ended on 58 - 42 = 16


def test_c04_a_lowest_point_above_the_last_one_cannot_be():
    value = changed(case("c04"), "years.0.battle.lowest", {"carthage": 17})

    assert (problem(value).place, problem(value).code) == ("years[0].battle.lowest.carthage", "lowest_above_the_end")


def test_c04_unless_both_agree_to_one_last_battle():
    both = [{"kind": "stake_all", "side": side, "answer": True} for side in ("rome", "carthage")]
    value = changed_all(case("c04"), years__0__choices=both, years__0__dice__reinforcements={"rome": 9})

    told = played(value)

    assert told.report()["ended"] is None
    assert told.years[0]["flags"] == ["stake_all"]
    # She defended and lost: 9 stays 9.
    assert told.years[0]["grants"]["rome"]["common"] == 250


def test_c04_at_a_lead_of_four_only_the_general_goes():
    value = changed_all(case("c04"), start={"vp": {"carthage": -1}}, years__0__dice__reinforcements={"rome": 2})

    told = played(value)

    assert points(told.years[0]) == (0, 4)
    assert told.report()["ended"] is None
    assert told.years[0]["characters"]["rome"]["consul"]["status"] == "recalled"


# --- C05 ----------------------------------------------------------------------------------------------------


def test_c05_a_battle_outside_the_campaign_is_marked():
    (told,), errors, status = replay("c05", folder=HERE)

    assert status == 0
    assert errors.count("The army is worth 6010 points, 2000 were agreed") == 2
    assert told["years"][0]["vp"]["carthage"]["earned"] == 3


def test_c05_that_carthage_won_does_not_say_how_much():
    found = problem(changed(case("c05"), "years.0.battle.level", ...))

    assert (found.place, found.code) == ("years[0].battle.level", "level_missing")


# --- C07 ----------------------------------------------------------------------------------------------------


def test_c07_a_village_never_entered_is_a_draw_whatever_the_losses():
    told = war("c07", HERE)
    (year,) = told["years"]

    assert (year["cell"], year["scenario"]) == (2, "defend_ally")
    assert year["roles"] == {"attacker": "rome", "defender": "carthage", "ambusher": None}
    assert year["limit"] == {"rome": 1200, "carthage": 1200}
    assert year["outcome"] == {"winner": "draw", "level": None}
    assert year["vp"]["rome"]["earned"] == year["vp"]["carthage"]["earned"] == 0
    # Half of the fled and half of the destroyed return, to both: 10 and 20 of 62, 2 and 1 of 8.
    assert year["rosters"]["rome"]["legions"] == 100 - 62 + 10 + 20
    assert year["rosters"]["carthage"]["africans"] == 58 - 8 + 2 + 1
    # Punishment 8: 150 points of allies desert; alliance 4: nobody comes.
    assert year["rosters"]["carthage"]["hispanics"] == 60 - 15
    assert year["grants"] == {"rome": None, "carthage": None}


@pytest.mark.parametrize("level", ["minor", "major"])
def test_c07_a_clear_defeat_of_rome_does_not_become_one(level):
    value = changed_all(case("c07"), years__0__battle__winner="carthage", years__0__battle__level=level)

    assert problem(value).code == "village_decides"


@pytest.mark.parametrize(("points_", "code"), [(999, "points_range"), (1500, None), (1501, "points_range")])
def test_c07_the_attacker_chooses_1000_to_1500(points_, code):
    value = changed(case("c07"), "years.0.setup.points", points_)

    assert (problem(value).code if code else played(value) and None) == code


def test_c07_the_defender_brings_500_points_of_natives():
    value = changed(case("c07"), "years.0.muster.carthage.units", ["africans"])

    assert problem(value).code == "too_few_natives"


@pytest.mark.parametrize(("reading", "earned"), [("encounter", 2), ("battle", 3), ("none", 0)])
def test_c07_without_a_village_the_club_says_what_a_victory_is_worth(reading, earned):
    value = changed_all(
        case("c07"),
        campaign__readings={"award_defend_ally": reading},
        years__0__setup__village=False,
        years__0__battle__winner="carthage",
        years__0__battle__level="major",
    )

    assert played(value).years[0]["vp"]["carthage"]["earned"] == earned


# --- Cases that fit in part -----------------------------------------------------------------------------------


def test_c12_a_bloody_draw_is_a_draw():
    (year,) = war("c12", HERE)["years"]

    assert points(year) == (0, 0)
    assert year["rosters"] == {
        "rome": {"legions": 200 - 72 + 15 + 20},
        "carthage": {"host": 200 - 90 + 20 + 25},
    }


def test_c12_the_rest_of_the_story_is_a_note_without_a_score():
    note = played(case("c12")).state.closed.outcome.notes

    assert note.startswith("Rome calls it a success")


def test_c14_who_broke_first_has_lost_whatever_came_after():
    (year,) = war("c14", HERE)["years"]

    assert year["outcome"] == {"winner": "rome", "level": "major"}
    assert year["rosters"] == {"rome": {"legions": 150}, "carthage": {"host": 120}}  # all losses count


def test_c14_the_other_side_cannot_be_said_to_have_won():
    value = changed(case("c14"), "years.0.battle.winner", "carthage")

    assert problem(value).code == "winner_against_figures"


def test_c14_both_sides_may_be_of_one_nation():
    value = case("c14")
    value["sides"]["rome"]["units"] = copy.deepcopy(value["sides"]["carthage"]["units"])
    value["sides"]["rome"]["characters"] = copy.deepcopy(value["sides"]["carthage"]["characters"])
    value["years"][0]["battle"]["losses"][0]["unit"] = "host"
    value["years"][0]["dice"]["skill"] = {"rome": {"leader": 1}}

    assert played(value).years[0]["rosters"] == {"rome": {"host": 150}, "carthage": {"host": 120}}


def test_c36_a_year_that_both_let_pass_is_no_uncontested_win():
    years = war("c36", HERE)["years"]

    assert [year["outcome"] for year in years] == [{"winner": "draw", "level": None}] * 3
    assert [points(year) for year in years] == [(0, 0)] * 3


def test_c53_a_year_that_neither_side_played_cannot_be_lost_by_both():
    """The battle contract can say that both lost; these campaign rules know only winner, loser and draw."""
    for result in ({"winner": "nobody"}, {"winner": ["rome", "carthage"]}, {}):
        assert problem(changed(case("c12"), "years.0.battle", result)).place == "years[0].battle.winner"
