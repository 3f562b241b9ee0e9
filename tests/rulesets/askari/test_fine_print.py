"""Clauses of a rule that are easily overlooked, each by its paragraph."""

import copy

import msgspec
import pytest

from rulesets.askari import (
    aiming,
    charging,
    ending,
    fights,
    fire,
    formations,
    losing,
    moving,
    mustering,
    nerve,
    phases,
    placing,
    ruleset,
    setting,
    shells,
    striking,
)
from rulesets.askari.armies import Army, Person
from rulesets.askari.field import Field
from rulesets.askari.geometry import Point
from rulesets.askari.ground import Piece
from rulesets.askari.placing import Plan, figures_of
from rulesets.askari.setting import corners
from rulesets.askari.state import Unit, decoded, encoded
from rulesets.askari.tables import TABLES
from rulesets.contract import Action, Force, Setup
from tests.rulesets.askari.battles import GUN, LEADER, ORGAN, heard, stage
from tests.rulesets.askari.test_special_rules import BAND, FOE, OTHER, PEOPLE, PLAIN, army
from tests.rulesets.askari.test_vehicles import BOAT

BRIGADE = msgspec.structs.replace(BAND, specials=("officer", "brigade_standard"), brigade="first")
CHAINED = msgspec.structs.replace(ORGAN, rules=("prisoner_gunners",))
CHARISMATIC = Army(
    name="C", units=(PLAIN, OTHER), people=(msgspec.structs.replace(LEADER, qualities=("charismatic",)),)
)
SHELL = TABLES.missile["light_breech_loading_gun"]
BOMB = TABLES.missile["hand_bomb"]


# --- Standards ---


def test_8_4_a_brigade_standard_saves_as_a_standard_bearer():
    field = stage(army(BRIGADE), army(OTHER), {"west:band": (900, 300, 0, 2)})
    unit = field.unit("west:band")

    assert losing.save_of(field, unit, unit.special("brigade_standard")) == TABLES.saves["standard"]


def test_H10_a_brigade_standard_stands_beside_the_officer():
    field = stage(army(BRIGADE), army(OTHER), {"west:band": (900, 300, 0, 1)})
    unit = field.unit("west:band")
    places = formations.slots(6, unit.base, Point(900, 300), 0, 1)

    assert unit.special("brigade_standard").at == places[3]


def test_D_a_brigade_standard_is_taken_by_whoever_kills_its_bearer_hand_to_hand():
    field = stage(army(BRIGADE), army(OTHER), {"west:band": (900, 300, 0, 2), "east:other": (900, 400, 180, 2)})
    unit = field.unit("west:band")
    losing.remove(field, unit, unit.special("brigade_standard"), how="melee", by=field.unit("east:other"))

    assert field.state.side("east").standards_taken == ("west:band",)


def test_2_3_4_an_army_standard_is_seen_but_not_shot_over_grass():
    field = stage(
        army(PLAIN),
        army(BAND, people=("army_standard",)),
        {"west:rifles": (900, 200, 0, 1), "east:standard": (900, 450, 180, 1)},
    )
    field.state.ground = [Piece(id="grass", kind="tall_grass", points=corners((700, 250, 1100, 400)))]
    field.changed_ground()

    assert aiming.targets(field, field.unit("west:rifles"), "breech_loading_rifle") == []


def test_2_3_4_an_army_standard_is_seen_over_figures():
    places = {"west:band": (900, 200, 0, 2), "west:standard": (900, 500, 0, 1), "west:leader": (900, 530, 0, 1)}
    places["west:other"] = (900, 350, 0, 1)
    field = stage(army(BAND, OTHER, people=("army_standard",)), army(OTHER), places)

    assert not field.in_sight(field.unit("west:band"), field.unit("west:leader"))
    assert "army_standard" in list(nerve.cancels(field, field.unit("west:band")))


# --- Courage ---


def test_2_5_chained_gunners_take_no_test_for_what_terrifies_others():
    field = stage(army(ORGAN), army(CHAINED), {"west:organ": (900, 300, 0, 1), "east:organ": (900, 500, 180, 1)})
    hit = striking.Hits(units={"east:organ": 1})
    fire._terror(field, TABLES.missile["lever_machine_gun"], "shot", hit)

    assert field.unit("east:organ").tests == 0


def test_2_5_chained_gunners_dare_to_fire_without_a_roll():
    field = stage(army(ORGAN), army(CHAINED), {"east:organ": (900, 500, 180, 1)}, told={"courage/east:organ/x": [1]})

    assert nerve.rolls_courage(field, field.unit("east:organ"), "x")
    assert heard(field, "dared") == []


def test_2_3_1_religious_is_for_his_own_and_not_for_allies():
    faithful = msgspec.structs.replace(BAND, tags=("faithful",))
    allies = msgspec.structs.replace(OTHER, tags=("faithful",), allied=True)
    west = army(faithful, allies, quality="religious")
    pious = msgspec.structs.replace(west.people[0], tags=("faithful",))
    field = stage(
        msgspec.structs.replace(west, people=(pious,)),
        army(BAND),
        {"west:leader": (900, 300, 0, 1), "west:band": (800, 300, 0, 2), "west:other": (1000, 300, 0, 2)},
    )

    assert nerve.spirits(field, field.unit("west:band")).religious
    assert not nerve.spirits(field, field.unit("west:other")).religious


def test_2_3_1_sumptuous_orders_his_own_and_not_allies():
    allies = msgspec.structs.replace(OTHER, allied=True)
    field = stage(
        army(BAND, allies, quality="sumptuous", people=("sumptuous",)),
        army(BAND),
        {
            "west:leader": (900, 300, 0, 1),
            "west:sumptuous": (900, 200, 0, 1),
            "west:band": (700, 300, 0, 2),
            "west:other": (1100, 300, 0, 2),
        },
    )
    for unit in field.state.units.values():
        unit.order = ""

    assert phases.extra_orders(field, "west") == [("sumptuous", "west:band")]


# --- A Charismatic leader ---


def joined() -> Field:
    field = stage(CHARISMATIC, army(BAND), {"west:rifles": (900, 300, 0, 2), "west:leader": (900, 230, 0, 1)})
    leader = field.unit("west:leader")
    field.state.wants, field.state.phase = [], "split"
    field.ask("west", "split", sealed=True)
    field.ask("east", "split", sealed=True)
    ruleset.play(
        field, {"west": Action(kind="split", arguments={"joins": "west:rifles"}), "east": Action(kind="split")}
    )
    assert leader.member_of == "west:rifles"
    return field


def test_D_a_charismatic_leader_with_a_unit_is_no_lost_figure_of_it():
    field = joined()
    rifles = field.unit("west:rifles")

    assert ending.loss_points(rifles) == 0
    assert ending.unit_result(field.state, rifles).destroyed == 0
    rifles.fate = "captured"
    assert ending.unit_result(field.state, rifles).captured == 6


@pytest.mark.parametrize(("figures", "exempt"), [(3, True), (2, False)])
def test_R75_his_unit_is_exempt_until_below_half_of_its_figures_and_him(figures, exempt):
    field = joined()
    field.unit("west:leader").where = "table"
    rifles = field.unit("west:rifles")
    rifles.where, rifles.figures = "table", rifles.figures[:figures]

    assert field.is_exempt(rifles) is exempt


# --- Fire ---


@pytest.mark.parametrize("impact", [(900, 470), (900, 690), (800, 580)])
def test_H30_a_building_is_breached_wherever_the_marker_touches_it(impact):
    field = stage(army(GUN), army(OTHER), {"west:gun": (900, 200, 0, 1)})
    field.state.ground = [Piece(id="house", kind="building", points=corners((830, 500, 970, 660)), resistance=10)]
    field.changed_ground()
    shells._burst(field, field.unit("west:gun"), Point(*impact), SHELL, "x", striking.Hits())

    assert len(heard(field, "breach")) == 1


def test_H29_the_opponent_says_which_animals_are_hit():
    field = stage(
        army(ORGAN), army(BAND), {"west:organ": (900, 300, 0, 1)}, told={"hit/west:organ/shot1/0": [1, 6, 6, 6, 6]}
    )
    field.state.phase = "shooting"
    antelopes = Unit(
        id="beast:a", seat="", name="antelope", kind="animal", what="antelope", melee=2, starting=3, where="table"
    )
    antelopes.figures = figures_of(antelopes.id, 3)
    for place, figure in enumerate(antelopes.figures):
        figure.at = Point(900 + 40 * place, 500)
    field.state.units[antelopes.id] = antelopes
    field.touched()
    fire.fire(field, field.unit("west:organ"), antelopes, "lever_machine_gun", "shot")

    assert [want.seat for want in field.state.wants] == ["east"]


def test_R26_whoever_is_with_a_hidden_unit_is_revealed_with_it():
    field = stage(
        army(GUN),
        army(OTHER, people=("sorcerer",)),
        {"west:gun": (900, 200, 0, 1), "east:other": (900, 600, 180, 1), "east:sorcerer": (900, 660, 180, 1)},
    )
    other, wizard = field.unit("east:other"), field.unit("east:sorcerer")
    other.where = wizard.where = "hidden"
    wizard.joined = other.id
    striking.found_by_fire(field, other)

    assert (other.where, wizard.where) == ("table", "table")


def test_2_5_canister_hits_a_hospital():
    hospital = Person(key="hospital", what="hospital", name="H")
    field = stage(
        army(GUN),
        Army(name="H", units=(BAND,), people=(LEADER, hospital)),
        {"west:gun": (900, 300, 0, 1), "east:hospital": (900, 400, 180, 1)},
    )
    tent = field.unit("east:hospital")

    assert fire._near_aim(field, tent, tent.figures[0], TABLES.spread.machine_gun_side, SHELL) == tent.figures


@pytest.mark.parametrize(("weapon", "hit"), [(SHELL, True), (BOMB, False)])
def test_2_3_13_artillery_hits_a_hospital_and_a_bomb_does_not(weapon, hit):
    hospital = Person(key="hospital", what="hospital", name="H")
    field = stage(
        army(GUN),
        Army(name="H", units=(BAND,), people=(LEADER, hospital)),
        {"west:gun": (900, 300, 0, 1), "east:hospital": (900, 400, 180, 1)},
    )
    made = striking.Hits()
    shells._burst(field, field.unit("west:gun"), Point(900, 400), weapon, "x", made)

    assert ("east:hospital" in made.units) is hit


# --- People ---


def test_2_3_11_a_correspondent_fires_only_in_answer():
    armed = msgspec.structs.replace(PEOPLE["correspondent"], weapons=("pistol",))
    west = Army(name="W", units=(BAND, OTHER), people=(LEADER, armed))
    field = stage(west, army(BAND), {"west:correspondent": (900, 450, 0, 1), **FOE})
    writer = field.unit("west:correspondent")

    assert not aiming.may_fire(field, writer)
    assert charging.reactions(field, writer, field.unit("east:band"))


@pytest.mark.parametrize(("master", "twice"), [("leader", True), ("", False)])
def test_2_3_8_a_white_leader_with_his_gunbearer_fires_twice(master, twice):
    bearer = msgspec.structs.replace(PEOPLE["gunbearer"], master="leader")
    chief = msgspec.structs.replace(LEADER, weapons=("hunting_rifle",))
    west = Army(name="W", units=(BAND, OTHER), people=(chief, bearer) if master else (chief,))
    places = {"west:leader": (900, 300, 0, 1), "west:gunbearer": (930, 300, 0, 1), **FOE}
    field = stage(west, army(BAND), {key: at for key, at in places.items() if master or "bearer" not in key})
    leader = field.unit("west:leader")
    leader.shots_made = 1

    assert aiming.may_fire(field, leader) is twice


@pytest.mark.parametrize(("fought", "inspired"), [((), 0), (("fought",), 1)])
def test_R7_a_combative_leader_who_has_fought_this_turn_inspires_though_his_enemy_fell(fought, inspired):
    field = stage(
        army(BAND, quality="combative"),
        army(OTHER),
        {"west:leader": (900, 300, 0, 1), "west:band": (900, 400, 0, 1), "east:other": (900, 427, 180, 1)},
    )
    field.unit("west:leader").spent = fought

    assert fights.fighter(field, "west:band.1", "east:other.1").inspired == inspired


def test_R13_a_party_without_units_keeps_its_baggage_by_its_people():
    mules = PEOPLE["mules"]
    west = Army(name="P", units=(), people=(LEADER, PEOPLE["white_man"], mules))
    field = stage(army(BAND), army(BAND), {**FOE})
    field.state.units |= {unit.id: unit for unit in mustering.units_of("west", west)}
    for key in list(field.state.units):
        if key.startswith("west:band"):
            del field.state.units[key]
    for key, x in (("mules", 300), ("white_man", 450), ("leader", 900)):
        setting.put(field, field.unit(f"west:{key}"), Point(x, 300), 0, 1, where="table")

    assert field.cut_off("west") == []
    setting.put(field, field.unit("west:white_man"), Point(700, 300), 0, 1, where="table")
    assert field.cut_off("west")


# --- Boats ---


@pytest.mark.parametrize(("boat", "over"), [("canoe", True), ("dhow", False)])
def test_8_1_a_gunboat_does_not_fire_over_dhows(boat, over):
    small = msgspec.structs.replace(BOAT, key="small", name="Boat", moves=boat)
    field = stage(
        army(BOAT),
        army(small, BAND),
        {"west:boat": (900, 200, 0, 1), "east:small": (900, 350, 180, 1), "east:band": (900, 500, 180, 1)},
    )
    gunboat, band = field.unit("west:boat"), field.unit("east:band")
    figure = next(one for one in band.figures if abs(one.at.x - 900) < 30)

    assert field.seen(gunboat.figures[0], gunboat, figure, band) is over


# --- What is told at the end ---


def test_D_trophies_are_told_of_hunts_only():
    plain = stage(army(BAND, OTHER), army(BAND), {"west:band": (900, 300, 0, 1), **FOE})
    plain.state.side("west").conceded = True
    ending.end(plain)

    assert "trophies" not in plain.state.outcome["special"]


# --- Setups of any JSON ---


@pytest.mark.parametrize(
    "given", ["", "sudan", 3, [], None, {"nobody": "mahdists"}, {"west": 3}, {"west": {}}, {"west": []}, {"west": None}]
)
def test_a_setup_whose_armies_are_no_armies_is_refused(given):
    setup = Setup(scenario="open_field", forces={"west": Force(), "east": Force()}, options={"armies": given})
    found = ruleset.Askari().check_setup(setup)

    assert found
    assert all(one.code and all(value != "" for value in one.data.values()) for one in found)


@pytest.mark.parametrize("part", ["now", "melee", "charge", "volley", "going"])
def test_a_state_that_is_read_shares_nothing_with_what_was_stored(part):
    field = stage(army(BAND, OTHER), army(BAND), {"west:band": (900, 300, 0, 1), **FOE})
    setattr(field.state, part, {"one": ["two", {"three": [4]}]})
    stored = encoded(field.state)
    kept = copy.deepcopy(stored)
    held = getattr(decoded(stored), part)
    held["one"].append("five")
    held["one"][1]["three"].append(6)

    assert stored == kept


# --- Houses (F.1) ---


@pytest.mark.parametrize(("inside", "code"), [("east", "house_taken"), ("west", None)])
def test_F1_a_house_holds_one_side_at_a_time(inside, code):
    pair = msgspec.structs.replace(BAND, figures=2)
    others = msgspec.structs.replace(OTHER, figures=2)
    places = {"west:band": (900, 380, 0, 1), f"{inside}:other": (900, 590, 180, 1)}
    field = stage(army(pair, others), army(pair, others), places)
    field.state.ground = [Piece(id="house", kind="building", points=corners((800, 450, 1000, 650)), resistance=10)]
    field.changed_ground()
    band = field.unit("west:band")
    into = Plan(points=(Point(900, 500),), facing=0, ranks=1)
    refused = moving.check_plan(field, band, into, length=200, rough=True)
    entered = placing.stands_on(field, band, [Point(900, 500)])

    assert (refused and refused.code) == code
    assert (entered and entered.code) == code
