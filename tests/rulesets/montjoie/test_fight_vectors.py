"""Section 11's examples of close combat, with the dice they give (Montjoie 11)."""

import pytest

from rulesets.montjoie import fights, harm, phases, retreats
from rulesets.montjoie.state import Climb, Wagon
from tests.rulesets.montjoie.battles import BLUE, act, asked, figure, heard, man, refused, rider, stage

KNEELERS = {
    "roland": rider("E02", 0, "great_knight"),
    "mark": man("F02", "spearman", BLUE, kneeling=True),
    "tybalt": man("G01", "spearman", BLUE),
    "fursa": man("G03", "halberdier", BLUE),
}


def column(field, attackers, target):
    told = fights.odds(field, [field.figure(key) for key in attackers], field.figure(target))
    return field.tables.combat_foot.columns[told.column], told


def test_V07_two_stand_behind_one_who_kneels():
    field = stage("ashcombe", "combat", KNEELERS, [5])

    act(field, "attack", figs=["roland"], target="mark")

    told = heard(field, "fought")[0]
    assert (told["attack"], told["defence"], told["column"], told["result"]) == (30, 19, "1-1", "A")
    assert field.figure("roland").stunned


def test_V08_who_was_attacked_before_helps_nobody():
    people = {**KNEELERS, "fursa": man("G03", "halberdier", BLUE, assailed=True)}
    field = stage("ashcombe", "combat", people, [5])

    act(field, "attack", figs=["roland"], target="mark")

    told = heard(field, "fought")[0]
    assert (told["defence"], told["column"], told["result"]) == (12, "2-1", "B")


def test_V93_the_result_strikes_the_kneeler_alone():
    people = {
        "roland": rider("E04", 0, "great_knight"),
        "mark": man("F04", "spearman", BLUE, kneeling=True),
        "tybalt": man("G04", "spearman", BLUE),
        "fursa": man("G05", "halberdier", BLUE),
    }
    field = stage("ashcombe", "combat", people, [3])

    field.figure("roland").track = (0, 0, 0)
    act(field, "attack", figs=["roland"], target="mark")

    told = heard(field, "fought")[0]
    assert (told["attack"], told["result"]) == (60, "C")
    ways = retreats.options(field, field.state.stack[-1])
    act(field, "retreat", hexes=next(way for way in ways if field.is_free((way[0], "base"))))
    assert not field.figure("mark").kneeling
    assert field.figure("mark").at != "F04"
    assert (field.figure("tybalt").at, field.figure("fursa").at) == ("G04", "G05")


def test_V23_rain_on_both_sides_cancels_out():
    field = stage(
        "ashcombe",
        "combat",
        {"red": man("E02", "great_knight"), "blue": man("F02", "halberdier", BLUE)},
        [2],
        weather="rain",
    )

    act(field, "attack", figs=["red"], target="blue")

    told = heard(field, "fought")[0]
    assert (told["attack"], told["defence"], told["column"], told["result"]) == (24, 7, "3-1", "D")


def test_V24_the_defender_stands_inside_a_house_at_its_door():
    field = stage(
        "ashcombe",
        "combat",
        {"red": man("P05", "great_knight"), "blue": man("O04", "halberdier", BLUE)},
        [2],
        weather="rain",
    )

    act(field, "attack", figs=["red"], target="blue")

    told = heard(field, "fought")[0]
    assert (told["column"], told["result"]) == ("2-1", "C")


@pytest.mark.parametrize(
    ("attacker", "target", "letter", "told"), [("N12", "O12", "D", "3-1"), ("G02", "H02", "E", "4-1")]
)
def test_V39_a_low_wall_helps_the_defender(attacker, target, letter, told):
    modules = ("low_walls",)  # the big tree of the orchard is left out of it
    field = stage(
        "ashcombe",
        "combat",
        {"red": man("B11", "great_knight"), "blue": man("C11", "spearman", BLUE)}
        if attacker == "N12"
        else {"red": man(attacker, "great_knight"), "blue": man(target, "spearman", BLUE)},
        [1],
        modules=modules,
    )

    act(field, "attack", figs=["red"], target="blue")

    assert (heard(field, "fought")[0]["column"], heard(field, "fought")[0]["result"]) == (told, letter)


def test_V59_a_man_on_a_hoarding_stands_badly():
    field = stage(
        "cardun",
        "combat",
        {"red": man("E06", "great_knight"), "blue": man("E07/hoarding", "halberdier", BLUE)},
        [5],
        hoardings={"E07": "E06"},
    )

    act(field, "attack", figs=["red"], target="blue")

    assert (heard(field, "fought")[0]["column"], heard(field, "fought")[0]["result"]) == ("4-1", "C")
    assert (
        column(
            stage("ashcombe", "combat", {"red": man("E02", "great_knight"), "blue": man("F02", "halberdier", BLUE)}),
            ["red"],
            "blue",
        )[0]
        == "3-1"
    )


def test_V79_too_weak_to_attack():
    people = {"red": man("E02", "peasant"), "blue": man("F02", "great_knight", BLUE)}
    field = stage("ashcombe", "combat", people)

    assert asked(field) != "combat" or refused(field, "attack", figs=["red"], target="blue") == "odds_too_low"


def test_V80_a_charge_doubles_the_attack():
    people = {
        "roland": rider("E02", 0, "great_knight", track=(0, 0, 0)),
        "blue": man("F02", "spearman", BLUE),
    }
    charged = stage("ashcombe", "combat", people)
    charged.figure("roland").track = (0, 0, 0)
    spiked = stage("ashcombe", "combat", people, stakes={"F02": (2, 3, 4)})
    spiked.figure("roland").track = (0, 0, 0)

    assert column(charged, ["roland"], "blue")[0] == "7-1"
    assert column(charged, ["roland"], "blue")[1].attack == 60
    assert column(spiked, ["roland"], "blue")[1].attack == 30


def test_V44_in_a_cart():
    def fight(moving):
        wagon = Wagon(id="cart", seat=BLUE, front="F02", rear="E02", animal="", facing=0, moving=moving)
        return stage(
            "ashcombe",
            "combat",
            {"red": man("F03", "halberdier"), "blue": man("F02/bed", "civilian", BLUE)},
            [4],
            wagons={"cart": wagon},
        )

    standing, driven = fight(False), fight(True)
    act(standing, "attack", figs=["red"], target="blue")
    act(driven, "attack", figs=["red"], target="blue")

    assert [heard(field, "fought")[0]["column"] for field in (standing, driven)] == ["4-1", "5-1"]
    assert [heard(field, "fought")[0]["result"] for field in (standing, driven)] == ["C", "D"]


def test_V06_the_next_attack_meets_the_new_state():
    people = {
        "tybalt": man("E02", "spearman"),
        "clarence": man("F02", "knight", BLUE, wounded=True, assailed=True),
    }
    field = stage("ashcombe", "combat", people, [3])

    act(field, "attack", figs=["tybalt"], target="clarence")

    told = heard(field, "fought")[0]
    assert (told["attack"], told["defence"], told["column"], told["result"]) == (8, 8, "1-1", "B")


@pytest.mark.parametrize(
    ("mine", "theirs", "answers"),
    [
        (rider("F02", 3, "knight", BLUE), [man("E02", "great_knight")], True),
        (rider("F02", 3, "knight", BLUE, wounded=True), [man("E02", "halberdier")], False),
        (man("F02", "spearman", BLUE), [man("E02", "great_knight"), man("F01", "halberdier")], False),
    ],
)
def test_V56_who_may_refuse(mine, theirs, answers):
    people = {"blue": {**mine, "refusal": "ask"}} | {f"red{number}": one for number, one in enumerate(theirs)}
    field = stage("ashcombe", "combat", people, [9, 9, 9])

    act(field, "attack", figs=[key for key in people if key != "blue"], target="blue")

    assert bool(heard(field, "fought")) is not answers
    if answers:
        assert asked(field) == "answer"


ROPE = {"rope": Climb(id="rope", kind="rope", at="M07", way=2, top="M06")}
CLIMBER = {"ladderer": man("M06", "halberdier"), "climber": man("M07/rope1", "archer", BLUE)}


@pytest.mark.parametrize(("die", "letter"), [(6, "B"), (1, "E"), (5, "C")])
def test_V68_a_climber_at_the_top_is_attacked(die, letter):
    field = stage("cardun", "combat", CLIMBER, [die], climbs=ROPE)

    act(field, "attack", figs=["ladderer"], target="climber")

    told = heard(field, "fought")[0]
    assert (told["column"], told["result"]) == ("4-1", letter)
    assert (field.figure("climber").where == "dead") is (letter == "E")
    assert not field.figure("climber").stunned


@pytest.mark.parametrize(("die", "letter"), [(1, "D"), (4, "B")])
def test_V88_a_man_on_top_of_a_ladder(die, letter):
    ladder = {"ladder": Climb(id="ladder", kind="ladder", at="M07", way=2, top="M06")}
    people = {"red": man("M06", "halberdier"), "blue": man("M07/ladder1", "archer", BLUE)}
    field = stage("cardun", "combat", people, [die], climbs=ladder)

    act(field, "attack", figs=["red"], target="blue")

    told, blue = heard(field, "fought")[0], field.figure("blue")
    assert (told["column"], told["result"]) == ("2-1", letter)
    if letter == "D":
        assert (blue.wounded, blue.layer, blue.at) == (True, "base", "M07")
    else:
        assert blue.layer == "ladder1"


@pytest.mark.parametrize("hurt", [False, True])
def test_V87_a_rider_with_no_way_back(hurt):
    people = {"red": rider("C03", 0, "great_knight"), "blue": rider("E03", 3, "knight", BLUE, wounded=hurt)}
    walls = {f"blue{number}": man(at, "spearman", BLUE) for number, at in enumerate(("G03", "F02", "F04"))}
    field = stage("ashcombe", "combat", {**people, **walls}, [])
    field.state.stack.clear()
    blue = field.figure("blue")
    for hex_ in ("G03", "F02", "F04", "D03", "D02", "E02", "D04", "E04"):
        if all(hex_ not in field.hexes_of(one) for one in field.state.on_map()):
            key = f"more{hex_}"
            field.state.figures[key] = figure(key, **man(hex_, "spearman", BLUE))
            field.touched()
    harm.force(field, blue, 1, cause="combat", foes=("red",))
    assert retreats.options(field, field.state.stack[-1]) == []

    phases.proceed(field)

    assert (blue.where == "dead") is hurt
    assert hurt or blue.wounded


def test_V84_stunned_and_forced_back_in_a_crown():
    people = {"red": man("H07/crown", "axeman"), "blue": man("H06/crown", "spearman", BLUE)}
    field = stage("ashcombe", "combat", people, [1])

    act(field, "attack", figs=["red"], target="blue")

    assert heard(field, "fought")[0]["result"] == "D"
    assert heard(field, "stunned")[0]["figure"] == "blue"
    assert field.figure("blue").layer == "crown"
    assert heard(field, "recovered")[0]["figure"] == "blue"  # at the end of his next own player turn


def test_V84_forced_back_with_no_free_crown_of_his_tree():
    ring = {f"man{hex_}": man(f"{hex_}/crown", "spearman", BLUE) for hex_ in ("G06", "I06", "H05", "I05", "I07")}
    people = {"red": man("H07/crown", "axeman"), "blue": man("H06/crown", "spearman", BLUE), **ring}
    field = stage("ashcombe", "combat", people, [2])

    act(field, "attack", figs=["red"], target="blue")

    assert heard(field, "fought")[0]["result"] == "C"
    assert (field.figure("blue").wounded, field.figure("blue").at) == (True, "H06")
