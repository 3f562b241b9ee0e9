"""Section 11's examples of missiles, refusals, loaders and the end of a battle, with their dice (Montjoie 11)."""

import pytest

from rulesets.contract import Setup
from rulesets.montjoie import burning, phases, shooting, victory
from rulesets.montjoie.field import Field
from rulesets.montjoie.shooting import Aim
from rulesets.montjoie.state import Thing, Wagon
from tests.rulesets.montjoie.battles import BLUE, Told, act, asked, heard, man, opened, refused, rider, stage


def bow(at, weapon="shortbow", cls="archer", **more):
    return man(at, cls, weapons=(weapon,), **more)


def shot(field, **more):
    act(field, "shoot", **more)
    return heard(field, "shot")[-1]


def test_V20_a_crossbow_in_the_storm():
    people = {"red": bow("E02", "crossbow", "crossbowman"), "blue": man("H02", "spearman", BLUE)}
    field = stage("ashcombe", "fire", people, [5], weather="storm")

    told = shot(field, fig="red", weapon="crossbow", target="blue")

    assert (told["modifiers"], told["row"], told["result"]) == ({"weather.storm": 2}, 7, "A")
    assert asked(field) == "retreat"
    assert field.state.stack[-1].data["steps"] == 2


@pytest.mark.parametrize(("target", "legal"), [("J02", True), ("K02", False)])
def test_V21_fog(target, legal):
    field = stage("ashcombe", "fire", {"red": bow("E02"), "blue": man(target, "spearman", BLUE)}, weather="fog")

    assert (asked(field) == "fire") is legal


def test_V25_the_sun_in_the_shooters_eyes():
    people = {"pons": bow("L05", "crossbow", "crossbowman"), "rashid": man("F07", "spearman", BLUE)}
    field = stage("rumman", "fire", people, [4], sun=3)

    told = shot(field, fig="pons", weapon="crossbow", target="rashid")

    assert (told["modifiers"], told["row"], told["result"]) == ({"sun": 1}, 5, "B")


def test_V26_no_crossbow_in_a_crown():
    people = {"red": bow("H07/crown", "crossbow", "crossbowman"), "blue": man("H09", "spearman", BLUE)}
    field = stage("ashcombe", "fire", people)

    told = shooting.aim(field, field.figure("red"), field.figure("blue"), "crossbow")

    assert told.code == "not_from_a_tree"


def test_V27_a_longbow_in_a_crown():
    people = {"red": bow("H07/crown", "longbow"), "blue": man("H09", "spearman", BLUE)}
    field = stage("ashcombe", "fire", people, [4])

    told = shot(field, fig="red", weapon="longbow", target="blue")

    assert (told["modifiers"], told["row"], told["result"]) == ({"tree": 1}, 6, "B")
    assert field.figure("blue").wounded


@pytest.mark.parametrize(("moving", "row", "letter"), [(True, 7, "A"), (False, 6, "B")])
def test_V45_from_a_cart(moving, row, letter):
    people = {
        "red": bow("B08/bed"),
        "ox": man("D08", "ox", owner="cart"),
        "blue": man("B04", "spearman", BLUE),
    }
    wagon = Wagon(id="cart", seat="red", front="C08", rear="B08", animal="ox", facing=0, moving=moving)
    field = stage("ashcombe", "fire", people, [4], wagons={"cart": wagon})

    told = shot(field, fig="red", weapon="shortbow", target="blue")

    assert (told["row"], told["result"]) == (row, letter)


def test_V40_infinite_cover():
    people = {"red": bow("N12"), "blue": man("O12", "spearman", BLUE, kneeling=True)}
    field = stage("ashcombe", "fire", people, modules=("low_walls", "kneeling"))

    told = shooting.aim(field, field.figure("red"), field.figure("blue"), "shortbow")

    assert getattr(told, "code", "") == "infinite_cover" or told.cover != "infinite"


@pytest.mark.parametrize(("pile", "limits"), [("F06", "free"), ("G06", "still"), ("H06", "slow"), ("L06", "none")])
def test_V62_rocks_by_the_way_to_the_pile(pile, limits):
    people = {"red": man("F06", "peasant"), "blue": man("F07", "spearman", BLUE)}
    field = stage("cardun", "fire", people, [3], piles=(pile,), filled=("F07",))

    assert shooting.pile_limits(field, field.figure("red")) == limits
    if limits == "none":
        assert asked(field) != "fire"
        return
    act(field, "throw_rock", fig="red", target="blue")
    assert (heard(field, "rock")[0]["row"], heard(field, "rock")[0]["result"]) == (5, "B")


def test_V10_rock_and_bow_down_the_hole():
    people = {
        "baker": man("F07/hoarding", "peasant"),
        "myrlin": bow("E07/hoarding", "longbow"),
        "wynken": man("F07", "halberdier", BLUE),
        "other": man("E07", "halberdier", BLUE),
    }
    field = stage(
        "cardun", "fire", people, hoardings={"E07": "E06", "F07": "F06"}, piles=("F06",), filled=("E07", "F07")
    )

    assert refused(field, "throw_rock", fig="baker", target="wynken") == ""
    assert refused(field, "shoot", fig="myrlin", weapon="longbow", target="other") == "not_down_the_holes"


@pytest.mark.parametrize(("die", "lit"), [(1, True), (2, False)])
def test_V61_a_fire_arrow(die, lit):
    people = {
        "red": bow("F10", "longbow", gear=("fire_arrows",)),
        "other": man("F12"),
        "blue": man("A01", "spearman", BLUE),
    }
    field = stage("cardun", "fire", people, [die], hoardings={"F07": "F06"})

    act(field, "fire_arrow", fig="red", weapon="longbow", feature="F07")

    assert ("F07" in field.state.burning) is lit


def test_a_burning_hoarding_is_gone_after_three_turns():
    people = {"blue": man("F07/hoarding", "spearman", BLUE), "red": man("A15")}
    field = stage("cardun", "move", people, [10, 10], hoardings={"F07": "F06"}, burning={"F07": 1}, filled=("F07",))

    field.state.turn = 4
    burning.spread(field)

    blue = field.figure("blue")
    assert "F07" not in field.state.hoardings
    assert (blue.wounded, blue.place) == (True, ("F07", "base"))


CROSSBOW = {
    "guiot": man("E04", "crossbowman", weapons=("crossbow",)),
    "loader": man("D04", "peasant", loads_for="guiot"),
    "blue": man("J04", "spearman", BLUE),
}


def may_answer(field):
    """Whether the crossbow may shoot in the enemy's next turn."""
    field.state.count += 1
    try:
        return shooting.may_use(field, field.figure("guiot"), "crossbow", defensive=True) is None
    finally:
        field.state.count -= 1


def test_V51_a_crossbow_with_its_loader():
    still = stage("ashcombe", "fire", CROSSBOW, [10])
    act(still, "shoot", fig="guiot", weapon="crossbow", target="blue")
    assert may_answer(still)
    assert refused(still, "step", fig="guiot", to="E05") == ""  # it stays beside its loader
    assert refused(still, "step", fig="guiot", to="F04") == "stays_by_loader"

    act(still, "step", fig="guiot", to="E05")
    assert not may_answer(still)
    assert refused(still, "step", fig="guiot", to="E06") == "one_hex_after_shot"


def test_V51_its_loader_was_attacked():
    field = stage(
        "ashcombe", "fire", {**CROSSBOW, "guiot": man("E04", "crossbowman", weapons=("crossbow",), banned_until=3)}
    )

    assert asked(field) != "fire"


def test_V52_a_loader_no_further_from_the_target():
    people = {**CROSSBOW, "loader": man("F05", "peasant", loads_for="guiot")}
    field = stage("ashcombe", "fire", people)
    guiot, blue = field.figure("guiot"), field.figure("blue")

    assert isinstance(shooting.aim(field, guiot, blue, "crossbow"), Aim)
    guiot.entered = 1
    field.state.count += 1
    assert not isinstance(shooting.aim(field, guiot, blue, "crossbow", defensive=True), Aim)


def test_V91_the_loader_is_attacked_in_the_enemys_turn():
    people = {**CROSSBOW, "blue": man("C04", "halberdier", BLUE)}
    field = stage("ashcombe", "combat", people, [10], seat=BLUE)
    act(field, "attack", figs=["blue"], target="loader")

    guiot = field.figure("guiot")
    assert guiot.banned_until == 5  # to the end of his own next turn
    field.state.count = 5
    assert shooting.may_use(field, guiot, "crossbow", defensive=False).code == "loader_attacked"
    field.state.count = 6
    assert shooting.may_use(field, guiot, "crossbow", defensive=True) is None


def test_V90_after_a_shot():
    people = {"red": man("E04", "javelinman", weapons=("javelin",)), "blue": man("H04", "spearman", BLUE)}
    field = stage("ashcombe", "fire", people, [10])
    act(field, "shoot", fig="red", weapon="javelin", target="blue")
    assert field.figure("red").left == 12

    people = {"red": bow("E04", "longbow"), "blue": man("J04", "spearman", BLUE)}
    field = stage("ashcombe", "fire", people, [10])
    act(field, "shoot", fig="red", weapon="longbow", target="blue")
    act(field, "step", fig="red", to="E05")
    assert refused(field, "step", fig="red", to="E06") == "one_hex_after_shot"
    field.state.count += 1
    assert shooting.may_use(field, field.figure("red"), "longbow", defensive=True).code == "has_moved"


# --- The end


def toll(**changes):
    state = opened("toll")
    for key, told in changes.items():
        for name, value in told.items():
            setattr(state.figures[key], name, value)
    for one in state.figures.values():
        if one.where == "waiting":
            one.where, one.at = "map", "A01"
    return state


def test_V82_the_cart_is_off_and_Hamelin_taken():
    state = toll(hamelin={"where": "captured"}, wymer={"wounded": True})
    cart = state.wagons["cart"]
    cart.gone, cart.edge = True, "east"
    state.count, state.turn = 8, 4
    field = Field(state, Told([]))

    victory.judge(field)

    told = state.outcome["special"]
    assert (told["winner"], told["level"], told["by"]) == ("convoy", "minor", "objective")
    assert (told["sides"]["convoy"]["start"], told["sides"]["convoy"]["lost"]) == (145, 52)
    assert (told["sides"]["outlaws"]["start"], told["sides"]["outlaws"]["lost"]) == (120, 0)


@pytest.mark.parametrize(("lost", "level"), [(90, "major"), (89, "minor")])
def test_V83_without_an_objective(lost, level):
    field = stage("ashcombe", "move", {"red": man("A01"), "blue": man("T01", "spearman", BLUE)})
    for side in field.state.sides:
        side.start = 120
    field.state.side("red").penalty, field.state.side(BLUE).penalty = 30, lost

    told = victory.by_points(field)

    assert (told.winner, told.level) == ("red", level)


def test_V95_the_convoy_is_gone():
    state = toll()
    for one in state.of(state.role("convoy").seat):
        if one.cls != "ox":
            one.where, one.at = "dead", ""
    state.count, state.turn = 7, 4
    field = Field(state, Told([]))

    victory.judge(field)

    told = state.outcome["special"]
    assert (told["winner"], told["level"]) == ("outlaws", "major")


@pytest.mark.parametrize(("ox", "winner", "level"), [(True, "convoy", "major"), (False, None, "draw")])
def test_V96_the_last_outlaw_is_dead(ox, winner, level):
    state = toll()
    for one in state.of(state.role("outlaws").seat):
        one.where, one.at = "dead", ""
    if not ox:
        state.figures["cart.ox"].where, state.figures["cart.ox"].at = "dead", ""
    state.count, state.turn = 11, 6
    field = Field(state, Told([]))

    victory.judge(field)

    told = state.outcome["special"]
    assert (told["winner"], told["level"]) == (winner, level)


def test_a_scenario_is_opened_as_it_is_written():
    assert opened("toll", roles={"convoy": "rome", "outlaws": "gaul"}).deploy_order == ("gaul", "rome")
    assert Setup(scenario="toll").roles == {}
    assert phases.PROMPTS["fire"][0].kind == "shoot"


def test_V60_through_slits_and_up_the_holes():
    people = {"red": bow("F10", "longbow"), "blue": man("F07/hoarding", "peasant", BLUE)}
    far = stage("cardun", "fire", people, [3], hoardings={"F07": "F06"})
    told = shot(far, fig="red", weapon="longbow", target="blue")
    assert (told["cover"], told["row"], told["result"]) == ("heavy", 4, "A")

    people = {"red": bow("F07", "longbow"), "blue": man("F07/hoarding", "peasant", BLUE)}
    below = stage("cardun", "fire", people, [3], hoardings={"F07": "F06"}, filled=("F07",))
    told = shot(below, fig="red", weapon="longbow", target="blue")
    assert (told["cover"], told["row"], told["result"]) == ("medium", 4, "B")


def test_a_rider_is_shot_at_in_the_nearer_hex():
    people = {"red": bow("D04"), "blue": rider("G04", 0, "knight", BLUE)}
    field = stage("ashcombe", "fire", people)

    told = shooting.aim(field, field.figure("red"), field.figure("blue"), "shortbow")

    assert (told.at, told.distance) == ("F04", 2)


def test_oil_on_whoever_is_below():
    people = {"red": man("F07/hoarding", "peasant"), "blue": man("F07", "knight", BLUE)}
    field = stage(
        "cardun",
        "fire",
        people,
        [4],
        hoardings={"F07": "F06"},
        filled=("F07",),
        things={"oil-1": Thing(id="oil-1", kind="oil", at="F07", layer="hoarding")},
    )

    act(field, "pour_oil", fig="red", barrel="oil-1", target="blue")

    assert (heard(field, "oil_poured")[0]["read"], heard(field, "oil_poured")[0]["result"]) == (5, "wounded")
    assert field.state.things == {}
