"""The worked examples of appendix A that need a table, played with the dice given; and what a hostile reading of the rules found wrong."""

import msgspec
import pytest

from rulesets.askari import (
    aiming,
    charging,
    ending,
    fights,
    fire,
    hospital,
    losing,
    moving,
    nerve,
    phases,
    placing,
    ruleset,
    setting,
)
from rulesets.askari.armies import Army, Person, Troop
from rulesets.askari.geometry import Point
from rulesets.askari.ground import Piece
from rulesets.askari.placing import Plan
from rulesets.askari.state import Patient, Want
from rulesets.askari.tables import TABLES
from rulesets.contract import Action
from tests.rulesets.askari.battles import GUN, HORSE, LEADER, MANY, ORGAN, RIFLES, heard, stage

FAR = Troop(key="far", name="Far", figures=6, moves="native", melee=2, courage=5)
BEJA = Troop(key="beja", name="Beja", figures=6, moves="native", melee=3, courage=4, weapons=("weapon_and_shield",))
PLAIN = msgspec.structs.replace(RIFLES, specials=())


def army(*units, people=(LEADER,)) -> Army:
    return Army(name="Army", units=(*units, FAR), people=people, aggression=2)


def goes_on(field) -> None:
    """Take every step until somebody has to decide."""
    while field.state.charge is not None and not field.state.wants:
        charging.go_on(field)


def answers(field, seat: str, kind: str, **arguments) -> None:
    """Answer as the host would: judged first."""
    action = Action(kind=kind, arguments=arguments)
    assert ruleset.judge(field, seat, action) is None, ruleset.judge(field, seat, action)
    ruleset.play(field, {seat: action})


# --- Appendix A -----------------------------------------------------------------------------------------------------


def test_A6_six_beja_charge_a_nordenfelt():
    told = {
        "move/west:beja/charge0": [6, 6, 6],
        "courage/east:organ/reaction~1west:beja": [5],
        "hit/east:organ/reaction/0": [1, 3, 4, 5, 6],
        "jam/east:organ/reaction": [3],
        **{f"save/east:organ/reaction~1{n}/west:beja.{m}": [2 + 2 * n] for n in (0, 1) for m in range(1, 7)},
    }
    field = stage(army(BEJA), army(ORGAN), {"west:beja": (900, 500, 0, 2), "east:organ": (900, 620, 180, 1)}, told=told)
    beja, organ = field.unit("west:beja"), field.unit("east:organ")
    charging.declare(field, beja, organ, throws=False)
    goes_on(field)
    answers(field, "east", "react", yes=True)
    if field.state.wants:
        answers(field, "east" if field.state.wants[0].seat == "east" else "west", "spread", figures=two(field))

    assert heard(field, "shots")[0]["number"] == 3
    assert beja.count == 4
    assert beja.casualties == 2
    assert field.engaged(organ)
    assert beja.tests == 1, "one for Terrifying"


def two(field) -> list[str]:
    return field.state.wants[0].data["figures"][:2]


def test_A7_reinforcements_move_their_whole_allowance_on_the_turn_after():
    irregular = msgspec.structs.replace(BEJA, moves="irregular")
    field = stage(army(irregular), army(BEJA), {"west:beja": (900, 60, 0, 2)})
    unit = field.unit("west:beja")
    unit.arrived = 4

    assert moving.allowance(field, unit, False, "walk0") == 180
    assert heard(field, "move_rolled")[0]["whole"] is True
    unit.arrived = 3
    assert moving.allowance(field, unit, False, "walk0") <= 180
    assert "whole" not in heard(field, "move_rolled")[1]


def test_A7_who_arrives_this_turn_takes_no_order_and_does_nothing():
    field = stage(army(BEJA), army(BEJA), {"west:beja": (900, 60, 0, 2)})
    field.unit("west:beja").arrived = 5

    assert phases.needing_orders(field, "west") == []
    assert not moving.may_act(field, field.unit("west:beja"))


@pytest.mark.parametrize(("kind", "cover", "blocked"), [("wall", True, False), ("high_wall", False, True)])
def test_A10_half_a_body_is_cover_and_more_hides(kind, cover, blocked):
    field = stage(army(PLAIN), army(BEJA), {"west:rifles": (900, 300, 0, 1), "east:beja": (900, 500, 180, 1)})
    field.state.ground = [Piece(id="line", kind=kind, points=(Point(600, 485), Point(1200, 485)))]
    field.changed_ground()
    a, b = Point(900, 300), Point(900, 500)

    assert field.ground.cover(a, 25, b, 25) is cover
    assert bool(field.ground.sight_blocked(a, b)) is blocked


def test_A13_thirteen_hits_on_ten_kill_ten_and_three_are_dropped():
    ten = msgspec.structs.replace(BEJA, figures=10)
    archers = msgspec.structs.replace(PLAIN, figures=20, weapons=("bow",), shooting=9)
    field = stage(army(archers), army(ten), {"west:rifles": (900, 300, 0, 2), "east:beja": (900, 380, 180, 2)})
    field._dice.otherwise = Ones()
    fire.fire(field, field.unit("west:rifles"), field.unit("east:beja"), "bow", "shot")

    assert field.unit("east:beja").count == 0
    assert len(heard(field, "save")) == 10


class Ones:
    """Dice that show nothing but ones: every shot hits, no save helps."""

    def roll(self, n, sides, why):
        from rulesets.dice import Rolled, address_of

        return Rolled(address=address_of(why), sides=sides, faces=(1,) * n)


def test_A13_a_piece_is_removed_by_its_second_failed_save():
    field = stage(army(PLAIN), army(GUN), {"west:rifles": (900, 300, 0, 1), "east:gun": (900, 500, 180, 1)})
    gun = field.unit("east:gun")
    losing.failed_save_of_piece(field, gun)
    assert (gun.where, gun.crew, gun.casualties) == ("table", 3, 1)

    losing.failed_save_of_piece(field, gun)

    assert (gun.where, gun.fate, gun.casualties) == ("off", "destroyed", 3)


def test_A13_powerful_allows_no_save():
    hunters = msgspec.structs.replace(PLAIN, weapons=("hunting_rifle",), rules=("powerful",), shooting=9)
    field = stage(army(hunters), army(BEJA), {"west:rifles": (900, 300, 0, 1), "east:beja": (900, 400, 180, 1)})
    fire.fire(field, field.unit("west:rifles"), field.unit("east:beja"), "hunting_rifle", "shot")

    assert all(not roll.address.startswith("turn/5/save") for roll in field._dice.rolled)
    assert field.unit("east:beja").count == 0


def test_A17_order_of_tests_and_a_rout_that_reopens_a_unit():
    i1, i2 = (msgspec.structs.replace(BEJA, key=key) for key in ("i1", "i2"))
    j1, j2 = (msgspec.structs.replace(BEJA, key=key) for key in ("j1", "j2"))
    places = {
        "west:i1": (700, 300, 0, 2),
        "west:i2": (850, 300, 0, 2),
        "east:j1": (700, 900, 180, 2),
        "east:j2": (1300, 900, 180, 2),
    }
    field = stage(army(i1, i2), army(j1, j2), places)
    field._dice.otherwise = Sixes(ones="i2")
    field.state.phase = "courage"
    for key, tests in {"east:j1": 2, "east:j2": 1, "west:i1": 1, "west:i2": 3}.items():
        field.unit(key).tests = tests
    nerve.begin(field)
    while not nerve.go_on(field):
        assert not field.state.wants

    tested = [one["unit"] for one in heard(field, "tested")]
    assert list(dict.fromkeys(tested)) == ["east:j2", "west:i1", "east:j1", "west:i2"]
    assert tested[-1] == "west:i1", "the rout gave it one more"


class Sixes:
    """Dice that show sixes; ones for whatever names one unit."""

    def __init__(self, ones: str):
        self.ones = ones

    def roll(self, n, sides, why):
        from rulesets.dice import Rolled, address_of

        face = 1 if any(self.ones in part for part in why) else sides
        return Rolled(address=address_of(why), sides=sides, faces=(face,) * n)


def test_A18_without_a_single_order_people_still_act():
    field = stage(army(BEJA), army(BEJA), {"west:beja": (900, 300, 0, 2), "west:leader": (900, 150, 0, 1)})
    field.unit("west:beja").order = ""

    assert not moving.may_act(field, field.unit("west:beja"))
    assert moving.may_act(field, field.unit("west:leader"))


def test_A19_a_charge_wiped_out():
    pair = msgspec.structs.replace(BEJA, figures=2)
    told = {
        "move/west:beja/charge0": [6, 6, 6],
        "courage/east:organ/reaction~1west:beja": [6],
        "hit/east:organ/reaction/0": [1, 2, 3, 6, 6],
        "save/east:organ/reaction~10/west:beja.1": [2],
        "save/east:organ/reaction~11/west:beja.2": [5],
        "save/east:organ/reaction~10/west:beja.2": [5],
        "save/east:organ/reaction~11/west:beja.1": [2],
        "jam/east:organ/reaction": [1],
    }
    field = stage(army(pair), army(ORGAN), {"west:beja": (900, 500, 0, 2), "east:organ": (900, 620, 180, 1)}, told=told)
    beja, organ = field.unit("west:beja"), field.unit("east:organ")
    charging.declare(field, beja, organ, throws=False)
    goes_on(field)
    answers(field, "east", "react", yes=True)

    assert (beja.where, beja.fate) == ("off", "destroyed")
    assert not field.engaged(organ)
    assert organ.jammed
    assert not aiming.may_fire(field, organ), "its shooting is spent"
    assert not organ.acted, "but not its order to move"


@pytest.mark.parametrize(
    ("face", "fate", "back"), [(5, "rejoins", True), (1, "dies", False), (3, "stays", False)], ids=lambda one: f"{one}"
)
def test_A20_the_hospitals_clock(face, fate, back):
    field = stage(
        army(BEJA),
        army(BEJA),
        {"west:beja": (900, 300, 0, 2)},
        told={"hospital/west:beja/0": [face]},
    )
    unit, state = field.unit("west:beja"), field.state
    unit.figures = unit.figures[:4]
    state.patients = [Patient(unit=unit.id, turn=5)]
    hospital.recover(field)
    assert heard(field, "patient") == [], "no roll in the turn of the wound"

    state.patients = [Patient(unit=unit.id, turn=4)]
    hospital.recover(field)
    assert heard(field, "patient")[0]["fate"] == fate
    assert unit.count == 4 + back

    hospital.carriers_back(field)
    assert unit.count == 4 + back, "the carrier comes a turn later"
    state.turn = 6
    hospital.carriers_back(field)
    assert unit.count == 5 + back


# --- Found by reading the rules against the engine ------------------------------------------------------------------


def test_R88_a_dead_scout_is_mourned_once():
    scout = Person(key="scout", what="scout", name="Scout", moves="scout", shooting=3, melee=3, on_foot="native")
    field = stage(
        army(BEJA, people=(LEADER, scout)), army(BEJA), {"west:beja": (900, 300, 0, 2), "west:scout": (900, 200, 0, 1)}
    )
    dead = field.unit("west:scout")
    losing.remove(field, dead, dead.figures[0], how="fire")
    nerve.count_tests(field)

    assert field.unit("west:beja").tests == 1


def test_R87_nobody_tests_for_a_piece_that_was_silenced_before():
    field = stage(army(BEJA, GUN), army(BEJA), {"west:beja": (900, 300, 0, 2), "west:gun": (900, 400, 0, 1)})
    gun = field.unit("west:gun")
    gun.disabled = True
    losing.gone(field, gun, gun.figures[0], "destroyed")

    assert field.state.losses == []


def test_D_a_wounded_figure_and_its_carrier_are_not_lost():
    field = stage(army(BEJA), army(BEJA), {"west:beja": (900, 300, 0, 2)})
    unit = field.unit("west:beja")
    for other in field.state.of("west"):
        other.fate = ""
    unit.figures = unit.figures[:2]
    field.state.patients = [Patient(unit=unit.id, turn=5), Patient(unit=unit.id, turn=5)]

    assert ending.standing(field.state, "west").lost == 0


def test_3_1_who_is_freed_may_be_shot_and_may_act():
    field = stage(army(PLAIN), army(BEJA), {"west:rifles": (900, 300, 0, 1), "east:beja": (900, 500, 180, 1)})
    beja = field.unit("east:beja")
    beja.engaged_since = 4

    assert aiming.targets(field, field.unit("west:rifles"), "breech_loading_rifle") == [beja]
    assert moving.may_walk(field, beja)


def in_contact(west=BEJA, east=BEJA):
    """Two units in contact."""
    field = stage(
        army(west), army(east), {f"west:{west.key}": (900, 500, 0, 1), f"east:{east.key}": (900, 526, 180, 1)}
    )
    one, other = field.unit(f"west:{west.key}"), field.unit(f"east:{east.key}")
    assert field.engaged(one)
    return field, one, other


def test_9_1_3_breaking_off_is_for_those_who_were_engaged_when_the_turn_began():
    field, one, other = in_contact()
    assert not moving.may_break_off(field, one), "it came to grips this turn"
    one.engaged_since = other.engaged_since = 4
    assert moving.may_break_off(field, one)

    one.order = ""
    assert not moving.may_break_off(field, one), "that takes an order (X7)"


def test_9_1_3_who_breaks_off_charges_nobody_this_turn():
    field = stage(army(BEJA), army(BEJA), {"west:beja": (900, 300, 0, 2), "east:beja": (900, 420, 180, 2)})
    unit = field.unit("west:beja")
    assert charging.may_charge(field, unit)
    unit.spent = ("broke_off",)

    assert not charging.may_charge(field, unit)


def test_H14_a_scattered_unit_neither_shoots_nor_charges_and_goes_towards_its_places():
    field = stage(army(PLAIN), army(BEJA), {"west:rifles": (900, 300, 0, 1), "east:beja": (900, 500, 180, 1)})
    unit = field.unit("west:rifles")
    unit.figures[5].at = Point(100, 300)
    field.touched()

    assert not aiming.may_fire(field, unit)
    assert not charging.may_charge(field, unit)
    plan = Plan(points=(Point(900, 310),), facing=0, ranks=1)
    assert moving.check_plan(field, unit, plan, length=200, rough=False) is None
    assert placing.walk(field, unit, plan, 200).longest <= 200


def test_R93_the_musicians_second_move_follows_at_once():
    drummed = msgspec.structs.replace(PLAIN, specials=("musician",))
    field = stage(army(drummed, BEJA), army(BEJA), {"west:rifles": (900, 300, 0, 1), "west:beja": (500, 300, 0, 2)})
    unit = field.unit("west:rifles")
    unit.moves_made = 1
    assert moving.may_walk(field, unit)

    moving.next_one(field, field.unit("west:beja"), "move")

    assert not moving.may_walk(field, unit)


def test_R94_a_column_goes_with_the_scouts_roll_and_does_not_shoot():
    scout = Person(key="scout", what="scout", name="Scout", moves="scout", shooting=3, melee=3, on_foot="native")
    field = stage(
        army(PLAIN, people=(LEADER, scout)),
        army(BEJA),
        {"west:rifles": (900, 300, 0, 4), "west:scout": (900, 345, 0, 1), "east:beja": (900, 800, 180, 2)},
        told={"move/west:scout/walk0": [6, 6, 6]},
    )
    unit = field.unit("west:rifles")
    assert not moving.may_follow(field, unit)
    field.state.wants = [Want(seat="west", prompt="activate")]
    answers(field, "west", "move", unit="west:scout", rough=False)
    answers(field, "west", "march_by", points=[{"x": 800, "y": 540}], facing=0, ranks=1)
    answers(field, "west", "follow", unit="west:rifles")

    assert field.state.wants[0].data["length"] == 240
    too_near = Plan(points=(Point(900, 610),), facing=0, ranks=4)
    assert moving.check_plan(field, unit, too_near, length=400, rough=False, kind="follow").code == "enemy_near"
    answers(field, "west", "march_by", points=[{"x": 900, "y": 500}], facing=0, ranks=4)
    assert not aiming.may_fire(field, unit)


def test_2_3_8_a_gunbearer_goes_where_his_master_goes():
    hunter = Person(
        key="hunter",
        what="white_man",
        name="Hunter",
        moves="regular",
        shooting=3,
        melee=3,
        courage=3,
        weapons=("hunting_rifle",),
    )
    bearer = Person(key="bearer", what="gunbearer", name="Bearer", moves="gunbearer", melee=1, master="hunter")
    field = stage(
        army(BEJA, people=(LEADER, hunter, bearer)),
        army(BEJA),
        {"west:hunter": (900, 300, 0, 1), "west:bearer": (900, 270, 0, 1), "east:beja": (900, 900, 180, 2)},
    )
    assert not moving.may_act(field, field.unit("west:bearer"))
    moving.march(
        field, field.unit("west:hunter"), Plan(points=(Point(1000, 300),), facing=0, ranks=1), rough=False, length=120
    )

    assert field.near(field.unit("west:hunter"), field.unit("west:bearer"), 50)


def test_F_a_charge_finds_the_ambush_beside_its_way():
    hidden = msgspec.structs.replace(BEJA, key="hidden")
    field = stage(
        army(HORSE),
        army(BEJA, hidden),
        {"west:horse": (900, 300, 0, 1), "east:beja": (900, 480, 180, 1), "east:hidden": (1050, 400, 180, 2)},
    )
    lying = field.unit("east:hidden")
    lying.where = "hidden"
    field.touched()
    charging.declare(field, field.unit("west:horse"), field.unit("east:beja"), throws=False)

    assert lying.where == "table"
    assert heard(field, "surprised") == []


@pytest.mark.parametrize(("placed", "found"), [((900, 440), True), ((900, 520), False)])
def test_2_3_6_a_scout_finds_ambushers_within_twenty_along_his_way(placed, found):
    scout = Person(key="scout", what="scout", name="Scout", moves="scout", shooting=3, melee=3, on_foot="native")
    field = stage(
        army(BEJA, people=(LEADER, scout)), army(BEJA), {"west:scout": (900, 200, 0, 1), "east:beja": (*placed, 180, 1)}
    )
    lying = field.unit("east:beja")
    lying.where = "hidden"
    field.touched()
    moving.march(
        field, field.unit("west:scout"), Plan(points=(Point(900, 260),), facing=0, ranks=1), rough=False, length=200
    )

    assert (lying.where == "table") is found


def test_R52_aim_is_lost_when_engaged():
    field = stage(
        army(BEJA),
        army(PLAIN),
        {"west:beja": (900, 500, 0, 1), "east:rifles": (900, 600, 0, 1)},
        told={"move/west:beja/charge0": [6, 6, 6]},
    )
    rifles = field.unit("east:rifles")
    rifles.aimed = 4
    charging.declare(field, field.unit("west:beja"), rifles, throws=False)
    goes_on(field)

    assert field.engaged(rifles)
    assert rifles.aimed == 0


def test_H29_the_receiver_says_who_is_hit():
    field = stage(
        army(ORGAN),
        army(RIFLES),
        {"west:organ": (900, 300, 0, 1), "east:rifles": (900, 500, 180, 1)},
        told={"hit/west:organ/shot1/0": [1, 1, 6, 6, 6]},
    )
    field.state.phase = "shooting"
    rifles = field.unit("east:rifles")
    fire.fire(field, field.unit("west:organ"), rifles, "lever_machine_gun", "shot")
    (want,) = field.state.wants
    assert (want.seat, want.prompt, want.data["hits"]) == ("east", "spread", 2)
    last = want.data["figures"][-2:]
    twice = Action(kind="spread", arguments={"figures": [last[0], last[0]]})
    assert ruleset.judge(field, "east", twice).code == "name_so_many"
    answers(field, "east", "spread", figures=last)

    assert [one["figure"] for one in heard(field, "save")] == last
    assert field.state.volley is None


def test_H29_common_figures_come_first():
    field = stage(
        army(ORGAN),
        army(RIFLES),
        {"west:organ": (900, 300, 0, 1), "east:rifles": (900, 500, 180, 1), "east:leader": (900, 470, 180, 1)},
    )
    first = field.figure("east:rifles.1")
    names = [
        figure.id
        for figure in fire._near_aim(field, field.unit("east:rifles"), first, 40, TABLES.missile["lever_machine_gun"])
    ]

    assert names[-3:] != sorted(names)[-3:]
    assert "east:leader.1" in names[-3:]


def test_R73_whoever_is_with_a_unit_is_hit_where_he_stands_nearest():
    field = stage(
        army(PLAIN),
        army(BEJA),
        {"west:rifles": (900, 300, 0, 1), "east:beja": (900, 500, 180, 1), "east:leader": (900, 460, 180, 1)},
    )
    field.unit("east:leader").joined = "east:beja"
    rifles, beja = field.unit("west:rifles"), field.unit("east:beja")
    weapon = fire.TABLES.missile["breech_loading_rifle"]
    able = aiming.shooters(field, rifles, beja, weapon)

    assert next(aiming.eligible(field, rifles, beja, weapon, able)).id == "east:leader.1"


def test_2_3_1_only_the_leader_who_joined_at_the_start_keeps_a_unit_from_testing():
    chief = msgspec.structs.replace(LEADER, qualities=("charismatic",))
    field = stage(
        army(BEJA, people=(chief,)), army(BEJA), {"west:beja": (900, 300, 0, 2), "west:leader": (900, 230, 0, 1)}
    )
    leader, unit = field.unit("west:leader"), field.unit("west:beja")
    leader.joined = unit.id
    assert not field.is_exempt(unit)
    leader.member_of = unit.id
    assert field.is_exempt(unit)
    assert not moving.may_act(field, leader), "he stays with it to the end"

    nerve.rout(field, unit)
    assert leader.where == "table"
    assert leader.member_of == "fled"


def test_R91_losses_of_reaction_fire_may_be_carried_off():
    hospital_ = Person(key="hospital", what="hospital", name="Hospital")
    field = stage(
        army(BEJA, people=(LEADER, hospital_)),
        army(PLAIN),
        {"west:beja": (900, 500, 0, 1), "west:hospital": (300, 300, 0, 1), "east:rifles": (900, 600, 180, 1)},
        told={"move/west:beja/charge0": [6, 6, 6]},
    )
    field._dice.otherwise = Ones()
    field.unit("east:rifles").courage = None
    field.unit("east:rifles").figures = field.unit("east:rifles").figures[:2]
    charging.declare(field, field.unit("west:beja"), field.unit("east:rifles"), throws=False)
    goes_on(field)
    answers(field, "east", "react", yes=True)

    assert [(want.seat, want.prompt) for want in field.state.wants] == [("west", "carry")]


def test_2_3_13_a_hospital_shot_to_pieces_sends_its_carriers_back():
    hospital_ = Person(key="hospital", what="hospital", name="Hospital")
    field = stage(
        army(BEJA, people=(LEADER, hospital_)),
        army(PLAIN),
        {"west:beja": (900, 500, 0, 1), "west:hospital": (300, 300, 0, 1)},
    )
    unit, tent = field.unit("west:beja"), field.unit("west:hospital")
    unit.figures = unit.figures[:4]
    field.state.patients = [Patient(unit=unit.id, turn=5)]
    losing.remove(field, tent, tent.figures[0], how="fire")

    assert (unit.count, field.state.patients) == (5, [])


@pytest.mark.parametrize(("order", "watched"), [("full", True), ("", False)])
def test_R64_a_correspondent_helps_units_with_an_order(order, watched):
    field = stage(army(PLAIN), army(BEJA), {"west:rifles": (900, 300, 0, 1)})
    unit = field.unit("west:rifles")
    unit.inspired, unit.order = ("correspondent",), order

    assert ("correspondent" in aiming.inspired(field, unit)) is watched


@pytest.mark.parametrize(("reading", "number"), [(2, 4), (1, 3)])
def test_R78_the_matchlock(reading, number):
    old = msgspec.structs.replace(PLAIN, weapons=("matchlock",))
    field = stage(
        army(old), army(BEJA), {"west:rifles": (900, 300, 0, 1), "east:beja": (900, 400, 180, 1)}, matchlock_mod=reading
    )
    weapon = fire.TABLES.missile["matchlock"]

    assert {
        one.number for one in aiming.shooters(field, field.unit("west:rifles"), field.unit("east:beja"), weapon)
    } == {number}


@pytest.mark.parametrize(("reading", "number", "dice"), [("base", 6, 4), ("total", 3, 3)])
def test_R71_profiles_of_characters(reading, number, dice):
    hunter = Person(
        key="hunter",
        what="white_man",
        name="Hunter",
        moves="regular",
        shooting=3,
        melee=3,
        courage=3,
        weapons=("hunting_rifle", "hand_weapon"),
    )
    field = stage(
        army(BEJA, people=(LEADER, hunter)),
        army(BEJA),
        {"west:hunter": (900, 300, 0, 1), "east:beja": (900, 400, 180, 1)},
        character_profiles=reading,
    )
    weapon = fire.TABLES.missile["hunting_rifle"]
    (shooter,) = aiming.shooters(field, field.unit("west:hunter"), field.unit("east:beja"), weapon)
    fighter = fights.fighter(field, "west:hunter.1", "east:beja.1")

    assert (shooter.number, fighter.base + fighter.weapon) == (number, dice)


@pytest.mark.parametrize(("reading", "stacked"), [("same", False), ("stacks", True)])
def test_R15_the_lance_on_the_charge(reading, stacked):
    lancers = msgspec.structs.replace(HORSE, weapons=("weapon_and_shield", "lance"))
    field = stage(
        army(lancers),
        army(BEJA),
        {"west:horse": (900, 300, 0, 1), "east:beja": (900, 400, 180, 1)},
        lance_shock=reading,
    )
    field.unit("west:horse").charged_in = True

    assert fights.fighter(field, "west:horse.1", "east:beja.1").shock is stacked


@pytest.mark.parametrize(("reading", "may"), [(False, True), (True, False)])
def test_R54_a_gun_that_has_moved(reading, may):
    field = stage(
        army(GUN),
        army(BEJA),
        {"west:gun": (900, 300, 0, 1), "east:beja": (900, 500, 180, 1)},
        guns_move_or_fire=reading,
    )
    field.unit("west:gun").walked = 10

    assert aiming.may_fire(field, field.unit("west:gun")) is may


@pytest.mark.parametrize(("reading", "may"), [("free", True), ("move", False)])
def test_R86_turning_a_gun(reading, may):
    field = stage(
        army(GUN), army(BEJA), {"west:gun": (900, 300, 0, 1), "east:beja": (900, 500, 180, 1)}, gun_pivot=reading
    )

    assert phases.may_face(field, field.unit("west:gun")) is may


@pytest.mark.parametrize(("reading", "least"), [(2, 2), (1, 1)])
def test_X26_ranks_of_natives(reading, least):
    field = stage(army(BEJA), army(BEJA), {"west:beja": (900, 300, 0, 2)}, native_min_ranks=reading)
    plan = Plan(points=(Point(900, 310),), facing=0, ranks=1)
    found = moving.check_plan(field, field.unit("west:beja"), plan, length=200, rough=False)

    assert (found is None) is (least == 1)


def test_2_5_chained_gunners_never_test_and_never_move():
    chained = msgspec.structs.replace(GUN, rules=("prisoner_gunners",))
    field = stage(army(chained), army(BEJA), {"west:gun": (900, 300, 0, 1)})
    gun = field.unit("west:gun")

    assert not nerve.tests_itself(gun)
    assert not moving.may_walk(field, gun)


def test_2_3_1_a_martinet_counts_a_scout_among_those_who_take_orders():
    from rulesets.askari import armies

    martinet = msgspec.structs.replace(LEADER, qualities=("martinet",))
    scout = Person(key="scout", what="scout", name="Scout", moves="scout", shooting=3, melee=3, on_foot="native")
    codes = [
        {problem.code for problem in armies.problems(army(BEJA, people=people))}
        for people in ((martinet,), (martinet, scout))
    ]

    assert ["martinet_needs_units" in found for found in codes] == [True, False]


def test_F1_smoke_hangs_three_turns_round_a_burned_house():
    field = stage(
        army(PLAIN), army(BEJA), {"west:rifles": (780, 830, 0, 1), "east:beja": (300, 1000, 180, 2)}, scenario="village"
    )
    field.state.ground = setting._laid(setting.SCENARIOS["village"])
    field.changed_ground()
    assert ending.burnable(field, "west") == ["west:rifles"]
    ending.burn(field, field.unit("west:rifles"))

    assert field.unit("east:beja").tests == 1
    assert [piece.kind for piece in field.state.ground].count("smoke") == 1
    field.state.turn = 8
    ending.smoke_lifts(field)
    assert any(piece.kind == "smoke" for piece in field.state.ground)
    field.state.turn = 9
    ending.smoke_lifts(field)
    assert not any(piece.kind == "smoke" for piece in field.state.ground)


def test_R26_a_hidden_unit_may_show_itself_to_shoot():
    field = stage(army(PLAIN), army(BEJA), {"west:rifles": (900, 300, 0, 1), "east:beja": (900, 400, 180, 1)})
    rifles = field.unit("west:rifles")
    rifles.where = "hidden"
    field.touched()
    field.state.phase = "shooting"
    field.state.wants = [Want(seat="west", prompt="shoot")]
    answers(field, "west", "reveal", unit=rifles.id)

    assert rifles.where == "table"
    assert field.unit("east:beja").tests == 1
    assert aiming.may_fire(field, rifles)


def test_many_is_sound():
    from rulesets.askari import armies

    assert armies.problems(MANY) == []
