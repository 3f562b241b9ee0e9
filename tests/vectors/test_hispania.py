"""The test vectors T1 to T21 of the campaign rules, each through ``campaign_record replay`` (no database is there to be touched)."""

import pytest

from campaigns.rules.pack import bundled
from campaigns.rules.record import play
from campaigns.rules.recordfile import read
from tests.vectors.replay import last, refusal, replay, war

PACK = bundled("hispania")
ACTIONS = tuple(PACK.actions)
NOTHING = {"rome": None, "carthage": None}


def vector(number: str):
    """Mark a test as that vector: its number stands in the test's id."""
    return pytest.mark.parametrize("vector", [number])


def grant(common=0, special=0, native_common=0, native_special=0):
    return {
        "common": common,
        "special": special,
        "native_common": native_common,
        "native_special": native_special,
    }


def scenario_of(rome: str, carthage: str, face: int) -> tuple[int, str]:
    """Cell and scenario that a record finds."""
    year = {"number": 1, "skipped": True, "orders": {"rome": rome, "carthage": carthage}, "dice": {"scenario": face}}
    campaign = {"name": "T1", "pack": "hispania", "years": 1}
    told = play(read({"record": 1, "campaign": campaign, "sides": {"rome": {}, "carthage": {}}, "years": [year]}))
    return told.years[0]["cell"], told.years[0]["scenario"]


@vector("T1")
@pytest.mark.parametrize("rome", ACTIONS)
@pytest.mark.parametrize("carthage", ACTIONS)
def test_the_matrix_is_its_own_mirror(vector, rome, carthage):
    for face in range(1, 7):
        assert scenario_of(rome, carthage, face) == scenario_of(carthage, rome, face)


@vector("T1")
@pytest.mark.parametrize("cell", PACK.cells)
def test_the_ranges_of_every_cell_cover_the_die_exactly_once(vector, cell):
    faces = [face for row in PACK.cells[cell] for face in range(row.on[0], row.on[1] + 1)]

    assert sorted(faces) == [1, 2, 3, 4, 5, 6]


@vector("T2")
def test_alliance_against_punishment(vector):
    year = last("t02")

    assert (year["cell"], year["scenario"]) == (2, "defend_ally")
    assert year["roles"] == {"attacker": "carthage", "defender": "rome", "ambusher": None}


@vector("T3")
def test_guerrilla_against_punishment(vector):
    year = last("t03")

    assert (year["cell"], year["scenario"]) == (6, "ambush")
    assert year["roles"] == {"attacker": None, "defender": None, "ambusher": "rome"}
    assert year["limit"] == {"rome": 1000, "carthage": 1000}


@vector("T3")
def test_guerrilla_against_punishment_with_more_points(vector):
    assert refusal("t03-too-many") == "years[0].setup.points: Choose between 500 and 1000 points"


@vector("T4")
def test_guerrilla_against_battle_and_a_three(vector):
    assert last("t04")["scenario"] == "ambush"
    assert last("t04-roll-again")["scenario"] == "encounter"


@vector("T5")
@pytest.mark.parametrize(
    ("rome", "carthage", "standing"), [(2000, 1800, 2), (2000, 1000, 4), (1800, 1799, 0), (1200, 600, 4)]
)
def test_standing_awards(vector, rome, carthage, standing):
    year = last(f"t05-{rome}-{carthage}")

    assert year["available"] == {"rome": rome, "carthage": carthage}
    assert year["vp"] == {
        "rome": {"earned": 0, "standing": standing, "total": standing},
        "carthage": {"earned": 0, "standing": 0, "total": 0},
    }


@vector("T6")
def test_twelve_at_a_minor_defeat(vector):
    assert last("t06")["rosters"]["rome"]["Twelve"] == 6


@vector("T7")
def test_eight_destroyed(vector):
    rosters = last("t07")["rosters"]

    assert rosters["rome"]["Eight"] == 5
    assert rosters["carthage"]["Eight"] == 0


@vector("T8")
def test_four_at_a_draw(vector):
    assert last("t08")["rosters"]["rome"]["Four"] == 4


@vector("T9")
def test_defence_and_patriotism(vector):
    year = last("t09")

    assert year["grants"] == {"rome": grant(common=200, special=200), "carthage": None}
    assert year["vp"]["rome"]["earned"] == 1


@vector("T10")
def test_the_loser_to_a_guerrilla(vector):
    year = last("t10")

    assert year["outcome"] == {"winner": "rome", "level": "minor"}
    assert year["grants"] == {"rome": grant(common=250), "carthage": None}


@vector("T11")
def test_rome_lands_in_africa(vector):
    ended = {"year": 4, "winner": "rome", "level": "major", "reason": "event"}
    assert war("t11-leads-by-6")["ended"] == ended

    assert war("t11-leads-by-5-obeys")["ended"] == {**ended, "level": "minor"}

    refused = war("t11-leads-by-5-refuses")
    assert (refused["ended"], refused["years"][0]["flags"]) == (None, ["recall.carthage"])

    level = war("t11-level")
    assert (level["ended"], level["years"][0]["flags"]) == (None, [])


POLITICAL = {
    "Scipio": {"status": "recalled", "wounds": [], "deeds": 0, "skills": [], "traits": []},
    "Scipio II": {"status": "ready", "wounds": [], "deeds": 0, "skills": [], "traits": ["Political Animal"]},
}


@vector("T12")
def test_the_senate_loses_patience(vector):
    ended = {"year": 4, "winner": "carthage", "level": "minor", "reason": "event"}
    assert war("t12-trails-by-5")["ended"] == ended
    assert war("t12-one-agrees")["ended"] == ended

    agreed = war("t12-both-agree")
    assert (agreed["ended"], agreed["years"][0]["flags"]) == (None, ["stake_all"])

    four = war("t12-trails-by-4")
    assert four["ended"] is None
    assert four["years"][0]["characters"]["rome"] == POLITICAL


@vector("T13")
def test_a_year_that_counts_double(vector):
    first, second = war("t13")["years"]

    assert first["flags"] == ["carthage.must_battle", "vp_doubled"]
    assert second["vp"]["rome"] == {"earned": 6 - 8, "standing": 0, "total": -2}
    assert second["characters"]["rome"]["Scipio"]["status"] == "dead"
    assert second["flags"] == []


@vector("T14")
def test_a_captured_general_in_chief(vector):
    lost = last("t14-not-paid")
    assert lost["characters"]["rome"]["Scipio"]["status"] == "captured"
    assert lost["available"]["rome"] == 1900
    assert (lost["vp"]["rome"]["earned"], lost["vp"]["carthage"]["earned"]) == (0, 2)

    paid = last("t14-paid")
    assert paid["characters"]["rome"]["Scipio"]["status"] == "ready"
    assert paid["available"]["rome"] == 2000
    assert (paid["vp"]["rome"]["earned"], paid["vp"]["carthage"]["earned"]) == (-2, 4)


@vector("T15")
def test_a_lead_of_exactly_ten(vector):
    (told,), errors, status = replay("t15")
    year = told["years"][0]

    assert status == 0
    assert told["ended"] == year["ended"] == {"year": 4, "winner": "rome", "level": "major", "reason": "lead"}
    assert year["vp"]["rome"] == {"earned": 10, "standing": 0, "total": 10}
    assert year["rosters"]["carthage"]["foot"] == 200  # recovery was not worked out
    assert year["characters"]["rome"]["Scipio"]["status"] == "ready"
    assert (year["events"], year["grants"], year["flags"]) == (NOTHING, NOTHING, [])
    # The dice that lie there for them are ignored, and that is told.
    assert [line.split(".toml: ")[1].partition(":")[0] for line in errors.splitlines()] == [
        "years[0].dice.event.rome",
        "years[0].dice.event.carthage",
        'years[0].dice.fate.rome."Scipio"',
    ]


@vector("T16")
def test_a_year_let_pass(vector):
    year = last("t16")

    assert (year["skipped"], year["scenario"]) == (True, "pitched_battle")
    assert year["outcome"] == {"winner": "draw", "level": None}
    assert year["grants"]["rome"] == grant(native_common=250)
    assert year["vp"]["rome"]["total"] == year["vp"]["carthage"]["total"] == 0
    assert year["characters"]["rome"]["Scipio"]["skills"] == []


@vector("T17")
def test_garrisons(vector):
    first, second = war("t17")["years"]

    assert first["flags"] == ["carthage.garrison", "rome.garrison"]
    assert second["scenario"] == "pitched_battle"
    assert second["limit"]["carthage"] == 900
    assert refusal("t17-too-many") == ("years[1].muster.carthage: 1100 points are mustered, at most 900 are allowed")


@vector("T18")
def test_three_at_a_minor_defeat(vector):
    assert last("t18")["rosters"]["rome"]["Three"] == 0


@vector("T19")
def test_a_second_marriage(vector):
    first, second, third = war("t19")["years"]

    assert first["flags"] == second["flags"] == ["carthage.alliance+1", "carthage.immune_punishment"]
    assert third["grants"]["carthage"] == grant(native_common=200)  # 7 + 1
    assert third["rosters"]["carthage"] == {"iberians": 200}


@vector("T20")
def test_a_punishment_that_ends_the_war(vector):
    told = war("t20")
    year = told["years"][0]

    assert told["ended"] == {"year": 4, "winner": "rome", "level": "major", "reason": "lead"}
    assert year["rosters"]["carthage"] == {"iberians": 90, "foot": 95}
    assert year["vp"]["rome"] == {"earned": 8, "standing": 2, "total": 10}
    assert year["grants"] == NOTHING


@vector("T21")
def test_a_record_that_begins_in_the_fourth_year(vector):
    told = war("t21")

    assert told["ended"] == {"year": 4, "winner": "rome", "level": "major", "reason": "event"}
    assert [year["number"] for year in told["years"]] == [4]


def test_the_example_of_the_format_is_played():
    """It tells more than its own year asks for; what is left over is ignored, and told."""
    (told,), errors, status = replay("format")
    (year,) = told["years"]

    assert status == 0
    assert (year["cell"], year["scenario"]) == (9, "ambush")
    assert year["roles"] == {"attacker": None, "defender": None, "ambusher": "carthage"}
    assert year["limit"] == {"rome": 1200, "carthage": 1200}
    assert year["outcome"] == {"winner": "rome", "level": "major"}
    assert year["vp"]["rome"]["earned"] == 2
    assert year["rosters"]["rome"]["hastati-1"] == 20 - 9 + 5 + 2
    assert year["characters"]["rome"]["consul"] == {
        "status": "ready",
        "wounds": [8],
        "deeds": 1,
        "skills": [],
        "traits": [],
    }
    assert year["events"] == {"rome": 7, "carthage": 9}
    assert year["grants"] == {"rome": grant(common=250), "carthage": None}
    assert year["flags"] == ["carthage.must_battle", "rome.reroll", "vp_doubled"]
    assert told["ended"] is None
    assert {line.rpartition(": ")[2] for line in errors.splitlines()} == {"it is ignored"}
