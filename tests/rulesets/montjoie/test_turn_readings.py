"""What the book leaves open, each way, where the turn decides by it (Montjoie 12)."""

import pytest

from rulesets.montjoie import (
    fights,
    hamstring,
    harm,
    jumping,
    moving,
    phases,
    refusing,
    shooting,
    stakes,
    striking,
    victory,
)
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Climb, Frame, Wagon
from tests.rulesets.montjoie.battles import BLUE, RED, Told, act, asked, heard, man, opened, refused, rider, stage

FOES = {"red": man("E02", "great_knight"), "blue": man("F02", "halberdier", BLUE)}


def shifts(field, *attackers, target="blue"):
    told = fights.odds(field, [field.figure(key) for key in attackers], field.figure(target))
    return {each.key: each.value for each in told.shifts}


@pytest.mark.parametrize(
    ("reading", "weather", "mark"),
    [("rain_snow_storm", "rain", "-"), ("storm", "rain", "0"), ("storm", "storm", "-"), ("rain", "snow", "0")],
)
def test_R1_which_weather_is_bad_to_fight_in(reading, weather, mark):
    field = stage("ashcombe", "combat", FOES, weather=weather, readings={"weather.combat": reading})

    assert fights.weather_mark(field.tables, field.readings, field.state.weather) == mark


@pytest.mark.parametrize(
    ("reading", "told"),
    [("open", {"weather_target": 1, "weather_attackers": -1}), ("attackers", {"weather_attackers": -1})],
)
def test_R2_whom_the_weather_hurts(reading, told):
    field = stage("ashcombe", "combat", FOES, weather="rain", readings={"weather.combat_on": reading})

    assert shifts(field, "red") == told


@pytest.mark.parametrize(("reading", "done"), [(True, True), (False, False)])
def test_R8_wounded_by_a_jump(reading, done):
    people = {"red": man("H07/crown", "peasant"), "other": man("B02")}
    field = stage("ashcombe", "move", people, [6], readings={} if reading else {"jump.wound_ends": False})

    act(field, "jump", fig="red", to="H08")

    assert field.figure("red").done is done
    assert field.figure("red").left == (6 if reading else 2)  # the wounded man's 6, less the 4 of the jump


@pytest.mark.parametrize(("reading", "asks"), [("shooter", False), ("jumper", True)])
def test_R9_whose_side_bars_the_shot_at_a_jumper(reading, asks):
    people = {
        "red": man("H07/crown", "peasant"),
        "near": man("H06", "spearman", BLUE),
        "hew": man("L08", "archer", BLUE, weapons=("shortbow",)),
    }
    field = stage("ashcombe", "move", people, [5], readings={"jump.bar": reading} if asks else {})

    act(field, "jump", fig="red", to="H08")

    assert (asked(field) == "react") is asks


@pytest.mark.parametrize(("reading", "moving_still"), [("own_movement", True), ("own_turn", False)])
def test_R12_how_long_a_cart_counts_as_moving(reading, moving_still):
    wagon = Wagon(id="cart", seat=RED, front="C08", rear="B08", animal="ox", facing=0, moving=True)
    people = {"ox": man("D08", "ox", owner="cart"), "red": man("C08/bed"), "blue": man("T01", "spearman", BLUE)}
    field = stage(
        "ashcombe",
        "recover",
        people,
        wagons={"cart": wagon},
        readings={"wagon.moving_until": reading} if not moving_still else {},
    )

    assert field.state.seat == BLUE
    assert field.state.wagons["cart"].moving is moving_still


@pytest.mark.parametrize(("reading", "column"), [("middle", "longbow"), ("last", "shortbow")])
def test_R14_the_column_of_the_stakes(reading, column):
    field = stage(
        "ashcombe", "move", {"red": man("B02")}, readings={"stakes.column": reading} if column == "shortbow" else {}
    )

    assert stakes.weapon_of_riders(field.readings) == column


@pytest.mark.parametrize(("reading", "banned"), [("combat", False), ("shot_too", True)])
def test_R16_a_loader_who_is_shot_at(reading, banned):
    people = {
        "guiot": man("E04", "crossbowman", BLUE, weapons=("crossbow",)),
        "loader": man("D04", "peasant", BLUE, loads_for="guiot"),
        "red": man("D07", "archer", weapons=("shortbow",)),
    }
    field = stage("ashcombe", "fire", people, [10], readings={"loader.ban": reading} if banned else {})

    act(field, "shoot", fig="red", weapon="shortbow", target="loader")

    assert bool(field.figure("guiot").banned_until) is banned


@pytest.mark.parametrize(("reading", "seen"), [("seen", False), ("cone", True)])
def test_R17_a_rider_behind_a_house(reading, seen):
    people = {"rider": rider("O06", 2, "knight", BLUE), "red": man("O02", "peasant")}
    field = stage("ashcombe", "move", people, readings={"hamstring.sight": reading} if seen else {})

    assert hamstring.sees(field, field.figure("rider"), ("O02", "base")) is seen


@pytest.mark.parametrize(("reading", "column"), [("fixed", "7-1"), ("ratio", "4-1")])
def test_R18_the_odds_of_the_cut(reading, column):
    people = {"wulf": man("I07", "peasant", cuts="clarence"), "clarence": rider("K07", 0, "knight", BLUE)}
    field = stage(
        "rumman", "hamstring", people, [2, 8], readings={"hamstring.odds": reading} if column == "4-1" else {}
    )

    act(field, "hamstring", fig="wulf")

    assert heard(field, "cut")[0]["column"] == column


@pytest.mark.parametrize(("reading", "die", "unseen"), [("d6", 5, False), ("infiltration", 7, True)])
def test_R19_how_the_cutter_is_noticed(reading, die, unseen):
    people = {"wulf": man("I07", "peasant", cuts="clarence"), "clarence": rider("K07", 0, "knight", BLUE)}
    field = stage(
        "rumman",
        "hamstring",
        people,
        [die, 8] if unseen else [die],
        readings={"hamstring.test": reading} if unseen else {},
    )

    act(field, "hamstring", fig="wulf")

    assert heard(field, "crept_up")[0]["unseen"] is unseen


@pytest.mark.parametrize(("reading", "left"), [("each", 8), ("rise", 10)])
def test_R20_what_kneeling_costs(reading, left):
    field = stage("ashcombe", "move", {"red": man("B02")}, readings={"kneel.mp": reading} if left == 10 else {})

    act(field, "kneel", fig="red")

    assert field.figure("red").left == left


@pytest.mark.parametrize(("reading", "helpers"), [("next", ["fursa", "tybalt"]), ("opposite", [])])
def test_R21_who_stands_behind(reading, helpers):
    people = {
        "roland": rider("E02", 0, "great_knight"),
        "mark": man("F02", "spearman", BLUE, kneeling=True),
        "tybalt": man("G01", "spearman", BLUE),
        "fursa": man("G03", "halberdier", BLUE),
    }
    field = stage("ashcombe", "combat", people, readings={"kneel.behind": reading} if not helpers else {})

    assert [one.id for one in fights.supporters(field, field.figure("mark"), [field.figure("roland")])] == helpers


@pytest.mark.parametrize(("reading", "speed"), [("printed", 10), ("reduced", 7)])
def test_R22_which_movement_counts(reading, speed):
    field = stage(
        "ashcombe", "move", {"red": man("B02")}, weather="rain", readings={"refuse.mp": reading} if speed == 7 else {}
    )

    assert refusing.speed(field, field.figure("red")) == speed


@pytest.mark.parametrize(("reading", "rolls"), [("hex", 1), ("enemy", 2)])
def test_R23_one_roll_or_one_for_each_enemy(reading, rolls):
    people = {"red": man("E02"), "one": man("F02", "spearman", BLUE), "two": man("D02", "spearman", BLUE)}
    field = stage("ashcombe", "move", people, [1] * rolls, readings={"infiltration.per": reading} if rolls == 2 else {})

    harm.slip(field, field.figure("red"), [field.figure("one"), field.figure("two")])

    assert len(heard(field, "slipped")) == rolls


@pytest.mark.parametrize(("reading", "spent"), [("spent", True), ("again", False)])
def test_R24_after_a_refusal(reading, spent):
    people = {"red": man("E04", "great_knight"), "blue": man("F04", "peasant", BLUE, refusal="ask")}
    field = stage("ashcombe", "combat", people, readings={"refuse.after": reading} if not spent else {})
    act(field, "attack", figs=["red"], target="blue")

    act(field, "refuse", path=refusing.options(field, field.state.stack[-1])[0])

    assert heard(field, "refused")
    assert not heard(field, "fought")
    assert field.figure("red").attacked is spent


@pytest.mark.parametrize(("reading", "may"), [("bows", False), ("crossbows_too", True)])
def test_R26_what_is_shot_up_the_holes(reading, may):
    people = {"red": man("F07", "crossbowman", weapons=("crossbow",)), "blue": man("F07/hoarding", "peasant", BLUE)}
    field = stage(
        "cardun",
        "fire",
        people,
        hoardings={"F07": "F06"},
        filled=("F07",),
        readings={"hoarding.up_weapons": reading} if may else {},
    )

    told = shooting.aim(field, field.figure("red"), field.figure("blue"), "crossbow")

    assert isinstance(told, shooting.Aim) is may


ROPE = {"rope": Climb(id="rope", kind="rope", at="M07", way=2, top="M06")}


@pytest.mark.parametrize(("reading", "allowed"), [("saved", True), ("none", False)])
def test_R34_too_few_points_for_a_rope(reading, allowed):
    people = {"red": man("M07", "climber", wounded=True), "other": man("A15")}
    field = stage("cardun", "move", people, climbs=ROPE, readings={"rope.save": reading} if not allowed else {})

    assert (refused(field, "rope", fig="red", to="M07/rope1") == "") is allowed


@pytest.mark.parametrize(("reading", "shift"), [("climber", -2), ("all", 2)])
def test_R35_a_climber_attacks_from_the_top(reading, shift):
    people = {"red": man("M07/rope1", "climber"), "blue": man("M06", "peasant", BLUE)}
    field = stage("cardun", "combat", people, climbs=ROPE, readings={"rope.shift": reading} if shift == 2 else {})

    assert shifts(field, "red")["rope"] == shift


@pytest.mark.parametrize(("reading", "sides"), [("d10", 10), ("d6", 6)])
def test_R36_the_die_of_the_grip(reading, sides):
    field = stage(
        "cardun",
        "move",
        {"red": man("M06"), "other": man("A15")},
        [5],
        readings={"rope.grip": reading} if sides == 6 else {},
    )

    harm.grips(field, field.figure("red"))

    assert field._dice.rolled[0].sides == sides


@pytest.mark.parametrize(("reading", "fought"), [("combat", False), ("at_once", True)])
def test_R38_when_the_jump_is_fought(reading, fought):
    people = {"red": man("H07/crown", "peasant"), "blue": man("H08", "knight", BLUE)}
    field = stage(
        "ashcombe", "move", people, [3, 10] if fought else [3], readings={"jump.when": reading} if fought else {}
    )

    act(field, "jump_attack", fig="red", target="blue")

    assert bool(heard(field, "fought")) is fought


@pytest.mark.parametrize(("reading", "die"), [("subtract", -2), ("add", 2)])
def test_R39_a_rider_in_armour_is_jumped_on(reading, die):
    people = {"red": man("H08", "axeman", jumps_on="blue", strength=10), "blue": rider("H08", 0, "knight", BLUE)}
    field = stage("ashcombe", "move", people, readings={"jump.mods": reading} if die == 2 else {})

    assert fights.odds(field, [field.figure("red")], field.figure("blue")).die == die


@pytest.mark.parametrize(("reading", "modifier"), [("riders", 0), ("foot_too", -1)])
def test_R42_a_man_in_armour_on_stakes(reading, modifier):
    field = stage(
        "ashcombe",
        "move",
        {"red": man("C02", "knight")},
        [10],
        stakes={"C02": (2, 3, 4)},
        readings={"stakes.mods": reading} if modifier else {},
    )

    stakes.forced(field, field.figure("red"), "B02", "C02")

    assert heard(field, "staked")[0]["modifier"] == modifier


@pytest.mark.parametrize(("reading", "seat"), [("owner", BLUE), ("enemy", RED)])
def test_R43_who_picks_the_way_back(reading, seat):
    field = stage("ashcombe", "combat", FOES, [4], readings={"retreat.owner": reading} if seat == RED else {})
    harm.force(field, field.figure("blue"), 1, cause="combat", foes=("red",))

    assert field.state.stack[-1].seat == seat


@pytest.mark.parametrize(("reading", "defence"), [("full", 7), ("half", 3)])
def test_R44_a_stunned_defender(reading, defence):
    people = {"red": FOES["red"], "blue": man("F02", "halberdier", BLUE, stunned=True)}
    field = stage("ashcombe", "combat", people, readings={"stun.defence": reading} if defence == 3 else {})

    assert fights.odds(field, [field.figure("red")], field.figure("blue")).defence == defence


@pytest.mark.parametrize(("reading", "again"), [("turn", False), ("hex", True)])
def test_R46_how_often_one_shoots_at_movers(reading, again):
    people = {"red": man("B02"), "hew": man("H02", "archer", BLUE, weapons=("shortbow",))}
    field = stage("ashcombe", "move", people, [10], readings={"react.limit": reading} if again else {})
    act(field, "step", fig="red", to="C02")
    act(field, "def_shoot", fig="hew", weapon="shortbow", target="red")

    act(field, "step", fig="red", to="D02")

    assert (asked(field) == "react") is again


@pytest.mark.parametrize(("reading", "asks"), [("named", False), ("each", True)])
def test_R47_several_cutters(reading, asks):
    people = {
        "one": man("I07", "peasant", cuts="clarence"),
        "two": man("H08", "peasant", cuts="clarence"),
        "clarence": rider("J08", 0, "knight", BLUE),
    }
    field = stage("rumman", "hamstring", people, [2, 8], readings={"hamstring.many": reading} if asks else {})

    act(field, "hamstring", fig="one")

    assert (asked(field) == "hamstring") is asks


@pytest.mark.parametrize(("reading", "mark"), [("worst", -1), ("average", 0)])
def test_R49_the_attackers_mark(reading, mark):
    people = {
        "one": man("D13", "knight"),
        "two": man("C14", "knight"),
        "blue": man("D14", "spearman", BLUE),
    }
    field = stage("ashcombe", "combat", people, readings={"combat.mark": reading} if mark == 0 else {})

    assert shifts(field, "one", "two").get("attackers_ground", 0) == mark


@pytest.mark.parametrize(("reading", "left", "slowed"), [("points", 7, 0), ("hexes", 9, 2)])
def test_R53_what_letter_A_costs_a_mover(reading, left, slowed):
    people = {"red": man("C02", spent=1, left=9), "hew": man("H02", "archer", BLUE)}
    field = stage("ashcombe", "move", people, readings={"react.a_cost": reading} if slowed else {})
    red = field.figure("red")
    red.left = 9

    striking.strike(field, red, "A", shooter=field.figure("hew"), defensive=True)

    assert (red.left, red.slowed) == (left, slowed)
    if slowed:
        assert moving.left_after(field, red, 1, (("D02", "base"),)) == 7


@pytest.mark.parametrize(("reading", "may"), [("any_height", True), ("crown", False)])
def test_R54_from_where_one_jumps_on_an_enemy(reading, may):
    people = {"red": man("I04/roof", "peasant"), "blue": man("I05", "knight", BLUE)}
    field = stage("rumman", "move", people, readings={"jump.attack_from": reading} if not may else {})

    assert bool(list(jumping.victims(field, field.figure("red")))) is may


@pytest.mark.parametrize(("reading", "back"), [("stands", False), ("retreat", True)])
def test_R55_letter_A_on_stakes(reading, back):
    field = stage(
        "ashcombe",
        "move",
        {"red": man("C02")},
        [6],
        stakes={"C02": (2, 3, 4)},
        readings={"stakes.a": reading} if back else {},
    )

    stakes.forced(field, field.figure("red"), "B02", "C02")

    assert bool(field.state.stack) is back


@pytest.mark.parametrize(("reading", "struck"), [("struck", True), ("nothing", False)])
def test_R56_the_cutter_is_struck(reading, struck):
    people = {"wulf": man("I07", "peasant", cuts="clarence"), "clarence": rider("K07", 0, "knight", BLUE)}
    field = stage("rumman", "hamstring", people, [2, 9], readings={"hamstring.cutter": reading} if not struck else {})

    act(field, "hamstring", fig="wulf")

    assert (asked(field) == "retreat" or bool(heard(field, "went_back"))) is struck


@pytest.mark.parametrize(("reading", "more"), [("free", False), ("any", True)])
def test_R60_where_a_refusal_ends(reading, more):
    people = {"red": man("E04", "great_knight"), "blue": man("F04", "peasant", BLUE)}
    field = stage("ashcombe", "combat", people, readings={"refuse.end": reading} if more else {})
    frame = Frame(kind="answer", seat=BLUE, fig="blue", data={"figs": ["red"]})

    ways = refusing.options(field, frame)

    assert (["F03"] in ways) is more
    assert ["G04"] in ways


@pytest.mark.parametrize(("reading", "layer"), [("stays", "crown"), ("falls", "base")])
def test_R61_stunned_in_a_tree(reading, layer):
    people = {"red": man("B02"), "blue": man("H06/crown", "spearman", BLUE)}
    field = stage("ashcombe", "move", people, readings={"stun.high": reading} if layer == "base" else {})

    harm.stun(field, field.figure("blue"), "test")

    blue = field.figure("blue")
    assert blue.layer == layer
    assert (blue.where == "dead") is (layer == "base")  # stunned, and wounded by the fall


@pytest.mark.parametrize(("reading", "over"), [("ends", True), ("played_on", False)])
def test_R62_nobody_left_on_the_map(reading, over):
    state = opened("toll", options={"readings": {"end.empty": reading}} if not over else {})
    for one in state.figures.values():
        if one.where == "waiting":
            one.where, one.at = "map", "A01"
    for one in state.of(state.role("outlaws").seat):
        one.where, one.at = "dead", ""
    state.count, state.turn = 11, 6

    victory.judge(Field(state, Told([])))

    assert (state.outcome is not None) is over


def test_every_turn_begins_with_its_weather():
    state = opened("rearguard")
    state.turn = 9
    phases._weather(Field(state, Told([])))

    assert (state.weather, state.sun) == ("night", None)
