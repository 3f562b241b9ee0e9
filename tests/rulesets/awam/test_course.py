"""Cards, orders, morale, the end of a turn and of a game (AWAM 2, 7, 9, 10, 15, 17)."""

import pytest

from rulesets.awam import asking, drill, markers, melee, morale, moving, phases, rights, scene, scoring
from rulesets.awam.geometry import Point
from rulesets.awam.ruleset import Awam
from rulesets.awam.setting import figure_of
from rulesets.awam.state import Animal, Boat, decoded
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Action, Force, Setup
from tests.rulesets.awam.fields import act, activate, box, bush, man, offered, refused, table, told, way
from tests.rulesets.kit import dice_of, stored


def sides(*dice, **more):
    """Two seats of two squads each, far apart."""
    return table(
        man("1.1.1", "askari", 100, 100, leads=True),
        man("1.1.2", "askari", 140, 100),
        man("1.2.1", "askari", 300, 100, leads=True),
        man("2.1.1", "askari", 1500, 1500, leads=True),
        man("2.2.1", "askari", 1700, 1500, leads=True),
        dice=dice,
        **more,
    )


# --- 2 Activation -----------------------------------------------------------------------------------------------------


def test_2_1_four_cards_of_a_suit_and_two_jokers():
    world = sides()
    phases.begin_turn(world)
    assert sorted(world.state.deck) == [
        *(f"first:{n}" for n in range(1, 5)),
        *(f"joker:{n}" for n in (1, 2)),
        *(f"second:{n}" for n in range(1, 5)),
    ]


def test_2_1_a_seat_without_a_figure_able_to_act_leaves_the_deck_and_its_card_has_no_effect():
    world = sides(1)
    for one in world.state.of("second"):
        one.where, one.fate = "out", "dead"
    phases.begin_turn(world)
    assert not any(card.startswith("second") for card in world.state.deck)
    world.state.deck = ("second:2",)
    phases.draw(world)
    assert told(world, "dead_card") == [{"owner": "second"}]
    assert world.state.active is None


def test_2_2_a_suit_card_activates_one_squad_and_an_ace_each():
    world = sides(1, 4)
    world.state.deck, world.state.active = ("first:2", "x:9"), None
    phases.draw(world)
    phases.pick(world, "1.1")
    phases.settle(world)
    assert world.state.active is None
    world = sides(1, 4)
    world.state.deck, world.state.active = ("first:1", "x:9"), None
    phases.draw(world)
    phases.pick(world, "1.1")
    phases.settle(world)
    assert [squad.id for squad in phases.choosable(world)] == ["1.2"]


def test_2_2_the_first_joker_ends_nothing_and_the_second_the_turn():
    world = sides(1, 1)
    world.state.deck, world.state.active = ("joker:1", "joker:2"), None
    phases.draw(world)
    assert world.state.turn == 1
    phases.draw(world)
    assert world.state.turn == 2


@pytest.mark.parametrize("state", ["broken", "blue", "wounds", "prone"])
def test_2_3_able_to_act_is_whoever_is_on_the_table_and_no_prisoner(state):
    figure = man("1.1.1", "askari", 0, 0)
    setattr(figure, state, True)
    assert figure.able
    figure.captor = "second"
    assert not figure.able
    figure.captor, figure.where = "", "out"
    assert not figure.able


def test_2_3_a_squad_still_to_come_counts_from_its_turn_on():
    world = sides()
    for one in world.state.of_squad("1.2"):
        one.where = "coming"
    world.squad("1.2").comes = 3
    assert [squad.id for squad in rights.able_squads(world, "first")] == ["1.1"]
    world.state.turn = 3
    assert [squad.id for squad in rights.able_squads(world, "first")] == ["1.1", "1.2"]


def test_2_4_a_figure_acts_once_on_a_card_and_orders_run_out():
    world = sides()
    activate(world, "1.1", orders=1)
    act(world, "1.1.2", "lie")
    assert refused(world, "1.1.2", "stand") == "acted_on_card"
    world.figure("1.1.2").carded = False
    act(world, "1.1.2", "stand")
    assert world.state.active.left == 0
    world.figure("1.1.2").carded = False
    assert refused(world, "1.1.2", "move", gait="walk", path=way((160, 100))) == "no_order"


@pytest.mark.parametrize(("x", "gives"), [(300, True), (301, False)])
def test_2_4_a_leader_gives_orders_within_20_cm(x, gives):
    world = sides()
    world.figure("1.1.2").at = Point(x, 100)
    assert (rights.giver(world, world.figure("1.1.2")) is not None) is gives


def test_2_4_and_in_sight():
    world = sides(ground=(box("building", (115, 50), (125, 150)),))
    assert rights.giver(world, world.figure("1.1.2")) is None


@pytest.mark.parametrize("state", ["blue", "wounds", "prone"])
def test_2_4_a_leader_who_is_shaken_wounded_or_prone_still_commands(state):
    world = sides()
    setattr(world.figure("1.1.1"), state, True)
    assert rights.giver(world, world.figure("1.1.2")) is world.figure("1.1.1")
    world.figure("1.1.1").broken = True
    assert rights.giver(world, world.figure("1.1.2")) is not world.figure("1.1.1")


def test_2_4_without_a_leader_another_of_the_seat_gives_the_orders():
    world = sides()
    world.figure("1.1.1").where, world.figure("1.1.1").fate = "out", "dead"
    assert rights.giver(world, world.figure("1.1.2")) is world.figure("1.2.1")
    assert not rights.is_halved(world, "1.1")
    world.figure("1.2.1").at = Point(341, 100)
    assert rights.is_halved(world, "1.1")


@pytest.mark.parametrize("kind", ["lie", "to_cover"])
def test_2_5_without_an_order_once_a_turn(kind):
    world = sides(ground=(bush(60, 60, 40),))
    activate(world, "1.1", orders=0)
    act(world, "1.1.2", kind)
    figure = world.figure("1.1.2")
    figure.carded = figure.prone = False
    assert figure.free
    assert refused(world, "1.1.2", "lie") == "no_order"


@pytest.mark.parametrize("kind", ["stand", "draw_blade"])
def test_2_5_everything_else_wants_an_order(kind):
    world = sides()
    world.figure("1.1.2").prone, world.figure("1.1.2").drawn = kind == "stand", False
    activate(world, "1.1", orders=0)
    assert refused(world, "1.1.2", kind) == "no_order"


def test_2_6_a_leader_acts_once_by_his_own_right():
    world = sides()
    activate(world, "1.1", orders=0)
    act(world, "1.1.1", "move", gait="walk", path=way((150, 150)))
    assert world.state.active.left == 0
    assert refused(world, "1.1.1", "lie") == "acted_on_card"


def test_2_7_points_of_a_reload_left_off_are_lost_and_flags_are_cleared():
    world = sides()
    figure = world.figure("1.1.2")
    figure.reload, figure.reload_turn, figure.acted, figure.free = 2, 0, True, True
    phases.end_turn(world)
    assert (figure.reload, figure.acted, figure.free) == (0, False, False)


def test_2_7_a_broken_figure_that_has_not_run_runs():
    world = sides()
    world.figure("1.1.2").broken = True
    phases.end_turn(world)
    assert world.figure("1.1.2").fate == "fled"


def test_2_7_a_prisoner_without_a_guard_goes_free():
    world = sides()
    world.figure("1.1.2").captor = "second"
    phases.end_turn(world)
    assert (world.figure("1.1.2").captor, world.figure("1.1.2").blue) == ("", True)


# --- 7 Morale ---------------------------------------------------------------------------------------------------------


def squad(*more, dice=(), **others):
    """A leader and a man in open ground, an enemy far away."""
    world = table(
        man("1.1.1", "askari", 500, 500, leads=True), man("1.1.2", "askari", 560, 500), man("2.1.1", "askari", 1500, 500),
        *more, dice=dice, **others,
    )  # fmt: skip
    activate(world, "1.1")
    return world


@pytest.mark.parametrize(
    ("total", "result"), [(5, "acts"), (4, "acts"), (3, "shaken"), (2, "shaken"), (1, "breaks"), (0, "breaks")]
)
def test_7_4_the_table_of_results(total, result):
    assert morale.result_of(total) == result


def test_7_3_the_average_die():
    assert [morale.read_die(face, regular=True) for face in range(1, 7)] == [2, 3, 3, 4, 4, 5]
    assert [morale.read_die(face, regular=False) for face in range(1, 7)] == [1, 2, 3, 4, 5, 6]


def rows(world, key="1.1.2"):
    return {one.key: one.value for one in morale.modifiers(world, world.figure(key))}


def test_7_3_the_table_of_modifiers():
    assert rows(squad()) == {"leader_near": 1}
    assert {one.key: one.value for one in morale.modifiers(squad(), squad().figure("1.1.2"), 2)}["attackers"] == -2
    far = squad()
    far.figure("1.1.1").at = Point(661, 500)
    assert rows(far) == {"alone": -1}
    broken = squad()
    broken.figure("1.1.1").broken = True
    assert rows(broken) == {"leaderless": -1}
    hurt = squad(ground=(box("hut", (540, 480), (590, 520)),))
    hurt.figure("1.1.2").wounds, hurt.figure("1.1.2").steady = 1, True
    assert rows(hurt)["wounded"] == -1
    assert rows(hurt)["heavy_cover"] == 1
    assert rows(hurt)["steady"] == 1


def test_7_1_a_blue_figure_tests_before_it_acts_and_a_failure_uses_the_order():
    world = squad(dice=(2,))
    world.figure("1.1.2").blue = True
    world.figure("1.1.1").at = Point(560, 680)
    act(world, "1.1.2", "move", gait="walk", path=way((600, 500)))
    figure = world.figure("1.1.2")
    assert told(world, "morale")[0]["result"] == "shaken"
    assert (figure.at, figure.carded, figure.blue, world.state.active.left) == (Point(560, 500), True, True, 5)


def test_7_4_with_4_he_acts_and_the_marker_goes():
    world = squad(dice=(6,))
    world.figure("1.1.2").blue = True
    act(world, "1.1.2", "move", gait="walk", path=way((600, 500)))
    assert (world.figure("1.1.2").at, world.figure("1.1.2").blue) == (Point(600, 500), False)


def test_7_4_shaken_he_makes_for_cover_and_nothing_else():
    world = squad(dice=(1,), ground=(bush(500, 600, 40),))
    world.figure("1.1.2").blue = True
    act(world, "1.1.2", "to_cover")
    assert told(world, "morale")[0]["result"] == "shaken"
    assert world.figure("1.1.2").at != Point(560, 500)
    assert world.figure("1.1.2").blue
    world = squad(dice=(1,))
    world.figure("1.1.2").blue = True
    act(world, "1.1.2", "lie")
    assert not world.figure("1.1.2").prone


def test_7_1_a_reload_needs_no_test():
    world = squad(dice=(6,))
    world.figure("1.1.2").blue, world.figure("1.1.2").firearms[0].rounds = True, 0
    act(world, "1.1.2", "reload", row="full", then=None)
    assert told(world, "morale") == []


@pytest.mark.parametrize(("x", "blue"), [(610, True), (611, False)])
def test_7_2_friends_within_5_cm_of_one_who_breaks(x, blue):
    world = squad(man("1.1.3", "askari", x, 500))
    morale.breaks(world, world.figure("1.1.2"))
    assert world.figure("1.1.3").blue is blue


def test_7_2_a_squad_below_half_its_strength_is_shaken_once():
    world = squad(*(man(f"1.1.{n}", "askari", 500, 500 + 200 * n) for n in (3, 4, 5)))
    for key in ("1.1.2", "1.1.3"):
        markers.remove(world, world.figure(key), "dead")
    assert not world.figure("1.1.5").blue
    markers.remove(world, world.figure("1.1.4"), "dead")
    assert world.figure("1.1.5").blue
    assert world.squad("1.1").halved
    world.figure("1.1.5").blue = False
    markers.remove(world, world.figure("1.1.1"), "fled")
    assert not world.figure("1.1.5").blue


@pytest.mark.parametrize(("fate", "blue"), [("dead", True), ("fled", False)])
def test_7_2_a_leader_killed_or_taken_in_sight_shakes_his_squad_and_one_who_flees_does_not(fate, blue):
    world = squad(man("1.1.3", "askari", 900, 500))
    markers.remove(world, world.figure("1.1.1"), fate)
    assert world.figure("1.1.3").blue is blue


def test_7_2_a_leader_taken_in_sight_shakes_his_squad():
    world = squad(man("1.1.3", "askari", 900, 500))
    melee.capture(world, world.figure("1.1.1"), [world.figure("2.1.1")])
    assert world.figure("1.1.3").blue


def test_7_2_two_reduced_squads_become_one():
    world = squad(man("1.2.1", "askari", 590, 500, leads=True))
    world.squad("1.1").halved = world.squad("1.2").halved = True
    assert offered(world, "1.1.1", "join", "squad") == {"1.2"}
    assert offered(world, "1.1.2", "join", "squad") == set()
    act(world, "1.1.1", "join", squad="1.2")
    assert [one.id for one in world.state.of_squad("1.1")] == ["1.1.1", "1.1.2", "1.2.1"]
    assert world.squad("1.1").started == 3
    assert "1.2" not in world.state.squads


def test_7_2_no_squad_joins_farther_than_10_cm_or_at_full_strength():
    world = squad(man("1.2.1", "askari", 601, 500, leads=True))
    world.squad("1.1").halved = world.squad("1.2").halved = True
    assert refused(world, "1.1.1", "join", squad="1.2") == "cannot_join"
    world.figure("1.2.1").at, world.squad("1.2").halved = Point(590, 500), False
    assert refused(world, "1.1.1", "join", squad="1.2") == "cannot_join"


def runaway(**more):
    world = squad(**more)
    world.figure("1.1.2").broken = True
    return world


def test_7_4_a_leader_stops_a_runaway_for_an_order_without_acting_himself():
    world = runaway()
    world.figure("1.1.1").blue = True
    act(world, "1.1.1", "rally", target="1.1.2")
    leader, other = world.figure("1.1.1"), world.figure("1.1.2")
    assert (other.broken, other.blue, other.carded) == (False, True, True)
    assert (world.state.active.left, leader.carded, leader.acted, told(world, "morale")) == (5, False, False, [])


def test_7_4_by_his_own_action_a_shaken_leader_tests_first_and_has_acted():
    world = runaway(dice=(5,))
    world.state.active.left = 0
    world.figure("1.1.1").blue = True
    act(world, "1.1.1", "rally", target="1.1.2")
    leader = world.figure("1.1.1")
    assert len(told(world, "morale")) == 1
    assert (leader.carded, leader.acted) == (True, True)


def test_7_4_only_within_10_cm_and_in_sight():
    world = runaway()
    world.figure("1.1.2").at = Point(601, 500)
    assert refused(world, "1.1.1", "rally", target="1.1.2") == "no_such_target"


def test_7_4_a_broken_figure_does_nothing_else_and_runs_after_the_orders():
    world = runaway()
    assert refused(world, "1.1.2", "lie") == "is_broken"
    phases.settle(world)
    assert world.figure("1.1.2").at == Point(360, 500)


@pytest.mark.parametrize(("die", "stops"), [(3, False), (6, True)])
def test_7_4_a_broken_leader_tests_himself_when_his_squad_is_picked(die, stops):
    world = squad(dice=(die,))
    world.figure("1.1.1").broken = True
    world.figure("1.1.2").at = Point(560, 500)
    world.state.active.squad = ""
    phases.pick(world, "1.1")
    assert world.figure("1.1.1").broken is not stops


def test_7_4_aboard_he_cowers():
    world = squad()
    world.state.boats["b"] = Boat(id="b", seat="first", kind="boat", at=Point(560, 500))
    world.figure("1.1.2").aboard = "b"
    moving.flee(world, world.figure("1.1.2"))
    assert told(world, "cowers")


# --- 9 Markers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "mark"),
    [
        ({"ran": 1}, "yellow"),
        ({"wounds": 1}, "red"),
        ({"drawn": True}, "green"),
        ({"blue": True}, "blue"),
        ({"missiles": ("uisa",), "threw": 1}, "missile_low"),
        ({"missiles": (), "threw": 2}, "no_missile"),
    ],
)
def test_9_the_table_of_markers(more, mark):
    assert mark in set(scene.marks_of(man("1.1.1", "warrior", 0, 0, **more), 2))


def test_9_brown_is_an_empty_weapon_and_yellow_goes_after_a_turn():
    figure = man("1.1.1", "askari", 0, 0, drawn=False)
    assert set(scene.marks_of(figure, 1)) == set()
    figure.firearms[0].rounds = 0
    figure.ran = 1
    assert set(scene.marks_of(figure, 2)) == {"brown", "yellow"}
    assert set(scene.marks_of(figure, 3)) == {"brown"}


# --- 10 Who is asked --------------------------------------------------------------------------------------------------


def ask(world, who, kind, **arguments):
    problem = asking.check(world, who, Action(kind=kind, arguments=arguments))
    return problem.code if problem is not None else ""


def test_10_1_only_the_active_seat_is_asked_and_only_its_squad_acts():
    world = squad(man("1.2.1", "askari", 700, 700, leads=True))
    assert ask(world, "second", "done") == "not_your_turn"
    assert ask(world, "first", "lie", fig="1.2.1") == "wrong_squad"
    assert ask(world, "first", "lie", fig="2.1.1") == "not_yours"
    assert ask(world, "first", "pick", squad="1.2") == "not_now"
    assert ask(world, "first", "lie", fig="1.1.2") == ""


def test_10_2_war_and_peace_are_declared_once_an_activation():
    world = squad()
    asking.answer(world, "first", Action(kind="declare", arguments={"seat": "second", "word": "peace"}))
    assert world.side("first").war == ()
    assert world.state.hostile("first", "second")
    assert ask(world, "first", "declare", seat="second", word="war") == "declared_already"
    assert ask(world, "first", "declare", seat="first", word="war") == "no_such_seat"


def test_10_5_the_drill_picks_the_squad_with_most_able_figures_not_yet_picked():
    world = sides()
    squads = [world.squad("1.1"), world.squad("1.2")]
    assert drill.squad_to_pick(world, squads).id == "1.1"
    world.squad("1.1").picked = 1
    assert drill.squad_to_pick(world, squads).id == "1.2"


def first_wish(world, key="1.1.1"):
    return next(drill.wishes(world, world.figure(key), ordered=True))[:2]


def test_10_5_wishes_in_their_order():
    world = squad()
    world.figure("2.1.1").at = Point(521, 500)
    assert first_wish(world) == ("a", "attack")
    world.figure("2.1.1").at, world.figure("1.1.2").at = Point(900, 500), Point(500, 560)
    assert first_wish(world) == ("b", "fire")
    world.figure("1.1.1").firearms[0].rounds = 0
    assert first_wish(world) == ("c", "reload")
    world.figure("1.1.1").firearms, world.figure("1.1.1").prone = [], True
    assert first_wish(world) == ("d", "stand")
    world.figure("1.1.1").prone = False
    world.figure("2.1.1").at = Point(620, 500)
    assert first_wish(world) == ("e", "charge")


# --- 14.1 -------------------------------------------------------------------------------------------------------------


def test_14_1_the_table_of_bases():
    bases = TABLES.bases
    assert (bases.foot, bases.mounted, bases.animal, bases.gun) == (10, 15, 15, 20)
    assert (bases.raft, bases.boat, bases.small_steamer, bases.steamer, bases.touch) == (30, 30, 40, 60, 2)


@pytest.mark.parametrize(
    ("kind", "carries", "flow"),
    [("raft", 6, (150, 100, 120)), ("boat", 6, (150, 100, 120)), ("small_steamer", 8, (250, 180, 200)), ("steamer", 16, (250, 180, 200))],
)  # fmt: skip
def test_14_7_the_table_of_boats(kind, carries, flow):
    assert (TABLES.boats[kind].carries, tuple(TABLES.boats[kind].flow)) == (carries, flow)


# --- 15 Strength ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "worth"),
    [("askari", 10), ("swordsman", 8), ("adventurer", 11), ("warrior", 5), ("lancer", 7), ("gunner", 5), ("porter", 1), ("musketeer", 4)],
)  # fmt: skip
def test_15_examples(kind, worth):
    assert figure_of(kind, key="", seat="", squad="", number=0, drawn=True, leads=False).worth == worth


def test_15_the_table_of_things():
    points = {kind: boat.points for kind, boat in TABLES.boats.items()}
    assert points == {"steamer": 15, "small_steamer": 8, "boat": 3, "raft": 2}
    assert (TABLES.machine_gun.points, TABLES.cannon.points, TABLES.strength.animal) == (25, 20, 2)


@pytest.mark.parametrize(
    ("more", "lost"),
    [
        ({"where": "out", "fate": "dead"}, 10),
        ({"where": "out", "fate": "fled"}, 10),
        ({"where": "out", "fate": "exited", "wounds": 1}, 0),
        ({"captor": "second"}, 10),
        ({"wounds": 1}, 5),
        ({"broken": True}, 5),
        ({}, 0),
    ],
)
def test_15_lost_strength(more, lost):
    world = table(man("1.1.1", "askari", 0, 0, **more), man("2.1.1", "askari", 1900, 1900))
    assert scoring.lost(world, "first") == lost


# --- 17 The end -------------------------------------------------------------------------------------------------------


def points_of(*totals):
    """The rows of a game of three by points."""
    setup = Setup(scenario="meeting", forces=dict.fromkeys(("first", "second", "third"), Force()))
    world = World(decoded(stored(Awam().setup(setup, dice_of("three")).state)))
    found = dict(zip(world.state.seats(), totals, strict=True))
    return [
        tuple(row[key] for key in ("result", "level")) for row in scoring.by_points(world, found, {})["seats"].values()
    ]


def test_17_2_by_points_a_lead_of_five_is_major_and_so_is_a_loss_ten_behind():
    assert points_of(9, 4, 0) == [("win", "major"), ("loss", "minor"), ("loss", "minor")]
    assert points_of(9, 5, 0) == [("win", "minor"), ("loss", "minor"), ("loss", "minor")]
    assert points_of(11, 7, 1) == [("win", "minor"), ("loss", "minor"), ("loss", "major")]


def test_17_3_a_wounded_man_is_left_behind_only_where_no_friend_is_able_near():
    world = table(
        man("1.1.1", "askari", 500, 500, wounds=1),
        man("1.1.2", "askari", 600, 500, wounds=1),
        man("2.1.1", "askari", 500, 650),
    )
    assert scoring.left_behind(world, world.figure("1.1.1")) == ""
    world.figure("1.1.2").at = Point(1500, 500)
    assert scoring.left_behind(world, world.figure("1.1.1")) == "second"
    world.figure("2.1.1").at = Point(500, 701)
    assert scoring.left_behind(world, world.figure("1.1.1")) == ""


@pytest.mark.parametrize(
    ("more", "fate"),
    [
        ({"where": "out", "fate": "dead"}, "dead"),
        ({"where": "out", "fate": "held", "captor": "second"}, "captured"),
        ({"broken": True}, "fled"),
        ({"where": "out", "fate": "exited"}, "unhurt"),
        ({"wounds": 1}, "wounded"),
        ({}, "unhurt"),
    ],
)
def test_17_3_the_table_of_fates(more, fate):
    world = table(man("1.1.1", "askari", 0, 0, **more))
    assert scoring.fate_of(world, world.figure("1.1.1")) == fate


@pytest.mark.parametrize(("x", "taken"), [(550, True), (551, False)])
def test_17_3_an_animal_is_taken_by_an_enemy_within_5_cm(x, taken):
    world = table(man("1.1.1", "askari", 1500, 1500), man("2.1.1", "askari", x, 500))
    world.state.animals["m"] = Animal(id="m", seat="first", at=Point(500, 500))
    assert scoring.things_lost(world, "first") == 2 * taken
    world.figure("1.1.1").at = Point(480, 480)
    assert scoring.things_lost(world, "first") == 0


def test_17_1_who_gives_up_leaves_and_frees_his_prisoners():
    world = squad(man("1.1.3", "askari", 900, 900, captor="second", guard="2.1.1"))
    world.figure("2.1.1").guards = "1.1.3"
    phases.concede(world, "second")
    assert world.figure("2.1.1").fate == "exited"
    assert world.figure("1.1.3").captor == ""
    assert world.state.outcome["seats"]["first"]["result"] == "win"
    assert world.state.over == "concession"
