"""Reloading, fire, hits and melee, paragraph by paragraph (AWAM 3.4 to 6)."""

import pytest

from rulesets.awam import markers, melee, moving, phases, reloading, shooting
from rulesets.awam.acts import firing
from rulesets.awam.geometry import Point
from rulesets.awam.setting import SHEETS
from rulesets.awam.state import Animal, Boat, Firearm
from rulesets.awam.tables import TABLES
from tests.rulesets.awam.fields import act, activate, box, bush, man, offered, refused, table, told, wall, way


def facing(kind="askari", target="askari", far=200, dice=(), ground=(), orders=6, target_more=None, **more):
    """One figure against another so far to the east."""
    world = table(
        man("1.1.1", kind, 500, 500, **more),
        man("1.1.9", "askari", 500, 560, leads=True),
        man("2.1.1", target, 500 + far, 500, **(target_more or {})),
        dice=dice,
        ground=ground,
    )
    activate(world, "1.1", orders=orders)
    return world


def added(world, *, aimed=True, **more):
    """What is added to a shot of the first figure at the second, by name."""
    needs = shooting.aim(world, world.figure("1.1.1"), world.figure("2.1.1"), aimed=aimed, **more)
    return {one.key: one.value for one in needs.modifiers}


# --- 3.4 Fire takes the turn ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flag", ["acted", "reloaded"])
def test_3_4_fire_goes_with_no_other_action(flag):
    world = facing()
    setattr(world.figure("1.1.1"), flag, True)
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True) == "has_acted"


def test_3_4_who_has_fired_does_nothing_more_this_turn():
    world = facing(dice=(1,))
    act(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True)
    world.figure("1.1.1").carded = False
    assert refused(world, "1.1.1", "lie") == "has_fired"


def test_3_4_a_throw_goes_with_a_move():
    world = facing("warrior", dice=(6, 6))
    act(world, "1.1.1", "throw_moving", missile="javelin", target="2.1.1", gait="walk", path=way((600, 500)), at=1)
    figure = world.figure("1.1.1")
    assert (figure.at, figure.missiles, figure.threw) == (Point(600, 500), ("uisa",), 1)
    assert told(world, "thrown")[0]["modifiers"] == {"irregular": -1, "thrown_moving": -1}


# --- 3.6, 3.7 Reloading -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "score", "rounds", "slip"),
    [
        ("breech_rifle", 3, 1, 0),
        ("breech_carbine", 3, 1, 0),
        ("muzzle_smoothbore", 6, 1, 0),
        ("muzzle_rifle", 8, 1, 0),
        ("double_gun", 5, 2, 0),
        ("revolver", 8, 6, 0),
        ("pistol", 6, 1, 0),
        ("magazine_rifle", 6, 8, 3),
        ("magazine_carbine", 6, 8, 3),
    ],
)
def test_3_6_the_table_of_scores(weapon, score, rounds, slip):
    row = TABLES.firearms[weapon]
    assert (row.score, row.rounds, row.slip) == (score, rounds, slip)


@pytest.mark.parametrize(("kind", "add"), [("musketeer", -1), ("askari", 0), ("scout", 1), ("adviser", 1)])
def test_3_6_what_a_class_adds(kind, add):
    world = table(man("1.1.1", kind, 0, 0))
    assert reloading.added(world, world.figure("1.1.1")) == add


def test_3_6_a_roll_never_takes_points_away_and_more_than_the_score_is_lost():
    world = table(man("1.1.1", "musketeer", 0, 0), dice=(1, 6, 6))
    figure = world.figure("1.1.1")
    figure.firearms[0].rounds = 0
    reloading.reload(world, figure)
    assert figure.reload == 0
    reloading.reload(world, figure)
    assert figure.reload == 5
    reloading.reload(world, figure)
    assert (figure.reload, figure.gun.rounds) == (0, 1)


@pytest.mark.parametrize("flag", ["fired", "defended", "reloaded", "moved_fast"])
def test_3_6_no_reload_after_fire_defence_or_a_run(flag):
    world = table(man("1.1.1", "askari", 0, 0))
    figure = world.figure("1.1.1")
    figure.firearms[0].rounds = 0
    assert reloading.may_reload(world, figure)
    setattr(figure, flag, True)
    assert not reloading.may_reload(world, figure)


def test_3_6_no_reload_in_contact_with_an_enemy():
    world = table(man("1.1.1", "askari", 0, 0), man("2.1.1", "askari", 21, 0))
    world.figure("1.1.1").firearms[0].rounds = 0
    assert not reloading.may_reload(world, world.figure("1.1.1"))


def test_3_6_a_magazine_is_filled_up_and_its_row_said_with_the_first_roll():
    world = facing("rifleman", dice=(5, 6), orders=0)
    figure = world.figure("1.1.1")
    figure.firearms[0].rounds = 3
    assert offered(world, "1.1.1", "reload", "row") == {"full", "slip"}
    act(world, "1.1.1", "reload", row="full", then=None)
    figure.carded = figure.free = figure.reloaded = False
    assert refused(world, "1.1.1", "reload", row="slip", then=None) == "bad_row"
    act(world, "1.1.1", "reload", row="full", then=None)
    assert figure.gun.rounds == 8


def test_3_6_spare_rounds_run_out():
    world = facing("rifleman", dice=(6,))
    figure = world.figure("1.1.1")
    figure.firearms = [Firearm(key="magazine_rifle", rounds=6, full=8, spare=1)]
    reloading.reload(world, figure)
    assert (figure.gun.rounds, figure.gun.spare) == (7, 0)
    figure.reloaded = False
    assert not reloading.may_reload(world, figure)


def empty(**more):
    world = facing(**more)
    world.figure("1.1.1").firearms[0].rounds = 0
    return world


def test_3_7_the_quick_shot_is_at_minus_2_and_aimed_where_the_reload_was_ordered():
    world = empty(dice=(3, 4, 1))
    act(world, "1.1.1", "reload", row="full", then="2.1.1")
    assert told(world, "shot")[0]["modifiers"] == {"after_reload": -2, "unaimed": -2}
    world = empty(dice=(3, 4, 1))
    world.figure("1.1.1").free = True
    act(world, "1.1.1", "reload", row="full", then="2.1.1")
    assert told(world, "shot")[0]["modifiers"] == {"after_reload": -2}


def test_3_7_a_drawn_sabre_stops_the_quick_shot_of_a_long_gun_and_a_bayonet_does_not():
    world = empty(kind="swordsman", blade="sword", drawn=True, dice=(6,))
    assert offered(world, "1.1.1", "reload", "then") == {None}
    assert refused(world, "1.1.1", "reload", row="full", then="2.1.1") == "no_such_target"
    bayonet = empty(drawn=True)
    assert offered(bayonet, "1.1.1", "reload", "then") == {None, "2.1.1"}


# --- 4 Shooting -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "die", "row"),
    [
        ("pistol", 6, "pistol"),
        ("revolver", 6, "pistol"),
        ("muzzle_smoothbore", 6, "smoothbore"),
        ("double_gun", 6, "smoothbore"),
        ("breech_carbine", 8, "rifled"),
        ("magazine_carbine", 8, "rifled"),
        ("muzzle_rifle", 12, "rifled"),
        ("breech_rifle", 12, "rifled"),
        ("magazine_rifle", 12, "rifled"),
    ],
)
def test_4_2_the_table_of_dice(weapon, die, row):
    assert (TABLES.firearms[weapon].die, TABLES.firearms[weapon].row) == (die, row)


@pytest.mark.parametrize(
    ("missile", "row", "hit"),
    [
        ("javelin", "pistol", 1),
        ("spear", "pistol", 1),
        ("uisa", "thrown", 1),
        ("knife", "thrown", 1),
        ("stone", "thrown", 2),
    ],
)
def test_4_2_5_2_the_table_of_missiles(missile, row, hit):
    one = TABLES.missiles[missile]
    assert (one.die, one.row, one.hit) == (6, row, hit)


@pytest.mark.parametrize(
    ("more", "target_more", "expected"),
    [
        ({}, {}, {}),
        ({"kind": "scout"}, {}, {"marksman": 1}),
        ({"kind": "musketeer"}, {}, {"irregular": -1}),
        ({"prone": True}, {}, {"rested": 1}),
        ({"wounds": 1}, {}, {"wounded": -1}),
        ({"ran": 1}, {}, {"yellow": -1}),
        ({}, {"last_gait": "trot", "last_turn": 1}, {"target_ran": -1}),
        ({}, {"last_gait": "run", "last_turn": 1}, {"target_ran": -1}),
        ({}, {"last_gait": "gallop", "last_turn": 1}, {"target_galloped": -2}),
        ({}, {"prone": True}, {}),
    ],
)
def test_4_4_the_table_of_modifiers(more, target_more, expected):
    assert added(facing(target_more=target_more, **more)) == expected


def test_4_4_unaimed_and_after_a_reload():
    assert added(facing(), aimed=False) == {"unaimed": -2}
    assert added(facing(), reloaded=True) == {"after_reload": -2}


def test_4_4_mounted_firer_and_mounted_target():
    assert added(facing(target="lancer")) == {"big_target": 1}
    assert added(facing("adventurer", horse=True)) == {"marksman": 1, "mounted": -1}


@pytest.mark.parametrize(("x", "rested"), [(520, True), (521, False)])
def test_4_4_a_weapon_is_rested_within_2_cm_of_a_wall_that_the_line_meets(x, rested):
    assert ("rested" in added(facing(ground=(wall((x, 400), (x, 600)),)))) is rested
    assert "rested" not in added(facing(ground=(wall((480, 400), (480, 600)),)))


def test_4_4_a_weapon_is_rested_in_a_building():
    assert "rested" in added(facing(ground=(box("hut", (470, 470), (520, 530)),)))


@pytest.mark.parametrize(("others", "big"), [(1, False), (2, True)])
def test_4_4_three_in_contact_are_a_big_target(others, big):
    world = facing()
    for number in range(1, others + 1):
        key = f"2.1.{number + 1}"
        world.state.figures[key] = man(key, "askari", 700 + 21 * number, 500)
    assert ("big_target" in added(world)) is big


def test_4_4_aboard_a_boat_that_moved():
    world = facing()
    figure = world.figure("1.1.1")
    world.state.boats["b"] = Boat(id="b", seat="first", kind="boat", at=figure.at, moved_turn=1)
    figure.aboard = "b"
    assert added(world) == {"moving_boat": -1}


def test_4_5_shots_of_a_repeater_stop_when_the_target_is_out():
    world = facing("rifleman", dice=(12, 1, 1))
    act(world, "1.1.1", "fire", target="2.1.1", shots=3, aimed=True)
    assert len(told(world, "shot")) == 1
    assert world.figure("2.1.1").fate == "dead"


def test_4_5_three_shots_at_most_two_of_a_double_gun_and_never_more_than_there_are_rounds():
    world = facing("rifleman")
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=4, aimed=True) == "bad_shots"
    world.figure("1.1.1").firearms[0].rounds = 2
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=3, aimed=True) == "bad_shots"
    assert TABLES.firearms["double_gun"].shots == 2


def test_4_5_first_the_javelin_then_the_uisa_and_what_is_thrown_is_gone():
    world = facing("warrior", far=100, dice=(1, 1))
    assert refused(world, "1.1.1", "throw", missile="uisa", target="2.1.1") == "no_missile"
    act(world, "1.1.1", "throw", missile="javelin", target="2.1.1")
    world.figure("1.1.1").carded = False
    act(world, "1.1.1", "throw", missile="uisa", target="2.1.1")
    assert (world.figure("1.1.1").missiles, world.figure("1.1.1").threw) == ((), 2)


def test_4_6_unaimed_fire_is_at_the_nearest_enemy_in_sight_or_at_nobody():
    world = facing(orders=0)
    world.state.figures["2.1.2"] = man("2.1.2", "askari", 650, 560)
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=False) == "not_the_nearest"
    assert refused(world, "1.1.1", "fire", target="2.1.2", shots=1, aimed=False) == ""
    assert refused(world, "1.1.1", "fire", target="2.1.2", shots=1, aimed=True) == "no_order"


def test_4_6_a_neutral_is_shot_at_only_aimed_and_that_is_war():
    world = facing(dice=(1,))
    world.side("first").war = world.side("second").war = ()
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=False) == "not_the_nearest"
    act(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True)
    assert world.state.hostile("first", "second")


def test_4_6_fire_into_a_melee_takes_its_target_at_random_of_both_sides():
    world = facing(dice=(2, 12, 6))
    friend = man("1.1.2", "askari", 721, 500)
    world.state.figures = {"1.1.1": world.figure("1.1.1"), "1.1.2": friend, **world.state.figures}
    act(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True)
    assert [one["target"] for one in told(world, "shot")] == ["2.1.1"]
    world = facing(dice=(1, 12, 6))
    world.state.figures = {
        "1.1.1": world.figure("1.1.1"),
        "1.1.2": man("1.1.2", "askari", 721, 500),
        **world.state.figures,
    }
    act(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True)
    assert [one["target"] for one in told(world, "shot")] == ["1.1.2"]


def test_14_3_somebody_standing_bars_the_line_of_fire_and_one_who_lies_does_not():
    world = facing(far=400)
    between = man("1.1.2", "askari", 700, 509)
    world.state.figures["1.1.2"] = between
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True) == "no_line_of_fire"
    between.prone = True
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True) == ""
    between.prone, between.at = False, Point(700, 510)
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True) == ""
    between.at = Point(521, 500)  # in contact with the firer
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True) == ""
    between.at = Point(100, 100)
    world.state.figures["2.1.2"] = man("2.1.2", "askari", 879, 500)  # in contact with the target
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True) == "no_line_of_fire"


def test_14_3_mist_and_walls_end_sight():
    world = facing(far=400)
    world.state.mist = 399
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True) == "out_of_sight"
    for kind, code in (("high_wall", "out_of_sight"), ("low_wall", "")):
        world = facing(far=400, ground=(wall((700, 300), (700, 700), kind),))
        assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True) == code
    on_the_step = facing(far=400, ground=(wall((520, 300), (520, 700), "high_wall"),))
    assert refused(on_the_step, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True) == ""


@pytest.mark.parametrize(("x", "seen"), [(770, True), (771, False)])
def test_14_2_in_a_building_one_sees_and_is_seen_within_3_cm_of_its_outline(x, seen):
    world = facing(far=x - 500, ground=(box("building", (740, 300), (1100, 700)),))
    assert world.sees(world.figure("1.1.1"), world.figure("2.1.1")) is seen


# --- 5 Hits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "cover"),
    [("bush", "light"), ("reeds", "light"), ("crops", "light"), ("tree", "light"), ("rock", "light"), ("hut", "heavy"), ("building", "heavy"), ("marsh", "")],
)  # fmt: skip
def test_14_2_the_table_of_cover_inside(kind, cover):
    world = facing(ground=(box(kind, (650, 400), (750, 600)),))
    assert world.cover(world.figure("2.1.1"), Point(500, 500)) == cover


@pytest.mark.parametrize(
    ("kind", "cover"),
    [("fence", "light"), ("hedge", "light"), ("low_wall", "heavy"), ("bank", "heavy"), ("high_wall", "heavy")],
)
def test_14_2_the_table_of_cover_behind(kind, cover):
    behind, too_far = wall((671, 400), (671, 600), kind), wall((669, 400), (669, 600), kind)
    beyond = wall((720, 400), (720, 600), kind)
    found = [facing(ground=(piece,)) for piece in (behind, too_far, beyond)]
    assert [world.cover(world.figure("2.1.1"), Point(500, 500)) for world in found] == [cover, "", ""]


@pytest.mark.parametrize(
    ("die", "add", "prone", "result"),
    [(3, 0, False, "killed"), (4, 0, False, "wounded"), (6, 0, False, "near_miss"), (3, 0, True, "wounded"), (3, 2, False, "wounded"), (2, 2, True, "wounded")],
)  # fmt: skip
def test_5_2_the_table_of_hits(die, add, prone, result):
    world = facing(target_more={"prone": prone}, dice=(die,))
    shooting.strike(world, world.figure("2.1.1"), Point(500, 500), add, cause="fire")
    assert told(world, "hit")[0]["result"] == result


def test_5_2_a_wounded_figure_falls_and_has_a_blue_marker_and_a_second_wound_eliminates():
    world = facing()
    figure = world.figure("2.1.1")
    shooting.wound(world, figure, cause="fire")
    assert (figure.wounds, figure.prone, figure.blue, figure.out) == (1, True, True, False)
    shooting.wound(world, figure, cause="fire")
    assert figure.fate == "dead"


@pytest.mark.parametrize(("x", "blue"), [(800, True), (801, False)])
def test_5_2_friends_in_sight_within_10_cm_of_a_death_have_a_blue_marker(x, blue):
    world = facing()
    friend = world.state.figures["2.1.2"] = man("2.1.2", "askari", x, 500)
    shooting.kill(world, world.figure("2.1.1"), cause="fire")
    assert friend.blue is blue


def test_5_1_a_hit_horse_is_out_and_its_rider_lies_blue():
    world = facing(target="lancer", dice=(10,))
    rider = world.figure("2.1.1")
    shooting.strike(world, rider, Point(500, 500), 0, cause="fire")
    assert (rider.horse, rider.prone, rider.blue, rider.wounds, world.state.animals) == (False, True, True, 0, {})


def test_5_1_a_wounded_rider_falls_off_beside_his_horse():
    world = facing(target="lancer", dice=(6, 5))
    rider = world.figure("2.1.1")
    shooting.strike(world, rider, Point(500, 500), 0, cause="fire")
    assert (rider.horse, rider.prone, rider.wounds) == (False, True, 1)
    assert world.state.animals["2.1.1.horse"].at == Point(700, 500)


# --- 6 Melee ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blade", "drawn", "die"),
    [
        ("sabre", True, 8), ("sabre", False, 6), ("sword", True, 8), ("bayonet", True, 10), ("bayonet", False, 6),
        ("assegai", False, 8), ("uisa", False, 8), ("spear", False, 10), ("lance", False, 10), ("knife", False, 6), ("", True, 6),
    ],
)  # fmt: skip
def test_6_2_the_table_of_dice(blade, drawn, die):
    assert melee.hand_die(man("1.1.1", "porter", 0, 0, blade=blade, drawn=drawn)) == die


def test_6_2_a_warrior_fights_with_his_javelin_until_it_is_thrown():
    warrior = man("1.1.1", "warrior", 0, 0)
    assert melee.hand_die(warrior) == 10
    warrior.missiles = ("uisa",)
    assert melee.hand_die(warrior) == 8


def close(more=None, other=None, kinds=("askari", "askari"), **rest):
    world = table(
        man("1.1.1", kinds[0], 500, 500, **(more or {})), man("2.1.1", kinds[1], 521, 500, **(other or {})), **rest
    )
    return world, world.figure("1.1.1"), world.figure("2.1.1")


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, {}),
        ({"wounds": 1}, {"wounded": -2}),
        ({"impetus": True}, {"impetus": 1}),
        ({"shield": True}, {"shield": 1}),
        ({"prone": True}, {"prone": -2}),
        ({"prone": True, "wounds": 1}, {"wounded": -2}),
        ({"blue": True}, {"blue": -1}),
        ({"leads": True}, {"leader": 1}),
    ],
)
def test_6_3_the_table_of_modifiers(more, expected):
    world, one, other = close(more)
    assert {row.key: row.value for row in melee.modifiers(world, one, other)} == expected


def test_6_3_mounted_against_foot_alone_against_several_and_from_behind():
    world, one, other = close(kinds=("lancer", "askari"))
    assert {row.key: row.value for row in melee.modifiers(world, one, other)} == {"mounted": 2, "shield": 1}
    assert {row.key: row.value for row in melee.modifiers(world, other, one, more=2)} == {"more": -2}
    one.start, other.heading = Point(600, 500), (-1, 0)
    assert "behind" in {row.key for row in melee.modifiers(world, other, one, attacked=True)}
    assert "behind" not in {row.key for row in melee.modifiers(world, other, one)}


def test_6_4_a_total_below_nought_counts_as_nought():
    assert melee.summed(1, [shooting.Modifier(key="wounded", value=-2, rule="")]) == 0


def test_6_4_friends_near_one_killed_in_melee_have_a_blue_marker():
    world, one, _other = close(dice=(1, 8))
    friend = world.state.figures["1.1.2"] = man("1.1.2", "askari", 420, 500)
    melee.fight(world, one, [world.figure("2.1.1")])
    assert (one.fate, friend.blue) == ("dead", True)


@pytest.mark.parametrize(
    ("kind", "die", "away"), [("askari", 3, False), ("askari", 4, True), ("lancer", 1, False), ("lancer", 2, True)]
)
def test_6_5_breaking_off_needs_4_and_mounted_2(kind, die, away):
    world, one, _other = close({"leads": True}, kinds=(kind, "askari"), dice=(die,))
    one.at = Point(494 if one.horse else 500, 500)
    activate(world, "1.1")
    act(world, "1.1.1", "break_off", path=way((420, 500)))
    assert (one.at == Point(420, 500), one.carded) == (away, True)


def test_6_5_a_wounded_figure_that_leaves_has_a_blue_marker():
    world, one, _other = close({"leads": True, "wounds": 1}, dice=(4,))
    activate(world, "1.1")
    act(world, "1.1.1", "break_off", path=way((450, 500)))
    assert one.blue


def test_6_5_not_into_contact_with_another_enemy():
    world, _one, _other = close({"leads": True})
    world.state.figures["2.1.2"] = man("2.1.2", "askari", 400, 500)
    activate(world, "1.1")
    assert refused(world, "1.1.1", "break_off", path=way((420, 500))) == "contact_is_a_charge"


def test_6_5_one_who_lies_stands_up_first():
    world, _one, _other = close({"leads": True, "prone": True})
    activate(world, "1.1")
    assert refused(world, "1.1.1", "break_off", path=way((450, 500))) == "is_prone"


def charged(*dice, defender=None, **more):
    """A warrior has charged a rifleman; everything is settled."""
    world = table(
        man("1.1.1", "warrior", 560, 500, leads=True, missiles=()),
        man("2.1.1", "askari", 500, 500, leads=True, **(defender or {})),
        dice=dice,
        **more,
    )
    activate(world, "1.1")
    act(world, "1.1.1", "charge", gait="walk", path=way((530, 500)), target="2.1.1")
    phases.settle(world)
    return world


def test_6_6_fire_at_the_attacker_after_a_test_with_minus_1_for_each():
    world = charged(6, 4, 5)
    assert told(world, "stands")[0]["modifiers"] == {"attackers": -1, "alone": -1}


def test_6_6_a_shot_that_wounds_spares_him_the_fight():
    friends = {"2.1.2": man("2.1.2", "askari", 440, 500)}
    world = table(
        man("1.1.1", "warrior", 560, 500, leads=True, missiles=()), man("2.1.1", "askari", 500, 500, leads=True),
        friends["2.1.2"], dice=(6, 1, 12, 4),
    )  # fmt: skip
    activate(world, "1.1")
    act(world, "1.1.1", "charge", gait="walk", path=way((530, 500)), target="2.1.1")
    phases.settle(world)
    assert told(world, "stands")[0]["fires"]
    assert told(world, "shot")[0]["modifiers"]["unaimed"] == -2
    assert told(world, "shot")[0]["over"] == 1
    assert world.figure("1.1.1").wounds == 1
    assert told(world, "fight") == []


@pytest.mark.parametrize("defender", [{"blade": "sabre", "drawn": True}, {"firearms": []}])
def test_6_6_no_shot_with_a_drawn_sabre_or_without_a_firearm(defender):
    world = charged(4, 5, defender=defender)
    assert told(world, "stands") == []
    assert len(told(world, "fight")) == 1


def test_6_6_nor_where_the_standing_instruction_says_no():
    world = table(
        man("1.1.1", "warrior", 560, 500, leads=True, missiles=()),
        man("2.1.1", "askari", 500, 500, leads=True),
        dice=(4, 5),
    )
    world.side("second").fire_at_attackers = False
    activate(world, "1.1")
    act(world, "1.1.1", "charge", gait="walk", path=way((530, 500)), target="2.1.1")
    phases.settle(world)
    assert told(world, "stands") == []


def test_6_1_a_defender_may_still_move_but_neither_reload_nor_aim():
    # The test of 6.6 fails: -1 for the attacker, -1 with no friend near. Then 5 against 5 with a shield and as leaders: a marker.
    world = charged(5, 5, 5)
    defender = world.figure("2.1.1")
    assert (defender.defended, defender.wounds, defender.gun.rounds) == (True, 0, 1)
    world.figure("1.1.1").at = Point(900, 500)
    activate(world, "2.1")
    assert refused(world, "2.1.1", "fire", target="1.1.1", shots=1, aimed=True) == "has_defended"
    assert refused(world, "2.1.1", "fire", target="1.1.1", shots=1, aimed=False) == ""
    defender.firearms[0].rounds = 0
    assert refused(world, "2.1.1", "reload", row="full", then=None) == "cannot_reload"
    assert refused(world, "2.1.1", "move", gait="walk", path=way((450, 500))) == ""


def test_6_1_no_fourth_charges_one_whom_three_fight():
    places = ((521, 500), (479, 500), (500, 521))
    world = table(
        *(man(f"1.1.{n}", "warrior", *places[n - 1]) for n in (1, 2, 3)), man("1.1.4", "warrior", 500, 400, leads=True),
        man("2.1.1", "askari", 500, 500),
    )  # fmt: skip
    activate(world, "1.1")
    assert refused(world, "1.1.4", "charge", gait="walk", path=way((500, 470)), target="2.1.1") == "three_on_one"


def test_2_7_pairs_in_contact_that_have_not_fought_fight_at_the_end_of_the_turn():
    world, _one, _other = close(dice=(5, 5))
    melee.end_of_turn(world)
    assert world.state.fought == [("1.1.1", "2.1.1")]
    melee.end_of_turn(world)
    assert len(told(world, "fight")) == 1


def test_2_7_the_one_with_most_pairs_stands_alone_against_three():
    places = ((521, 500), (479, 500), (500, 521))
    world = table(
        *(man(f"1.1.{n}", "askari", *places[n - 1]) for n in (1, 2, 3)),
        man("2.1.1", "askari", 500, 500),
        dice=(5, 6, 6, 6),
    )
    melee.end_of_turn(world)
    assert {row["target"] for row in told(world, "fight")} == {"2.1.1"}
    assert len(told(world, "fight")) == 3


# --- 6.7 Prisoners ----------------------------------------------------------------------------------------------------


def prisoner():
    world = table(
        man("1.1.1", "askari", 500, 500, leads=True), man("1.1.2", "askari", 521, 500), man("1.1.3", "askari", 900, 900),
        man("2.1.1", "askari", 500, 521),
    )  # fmt: skip
    melee.capture(world, world.figure("2.1.1"), [world.figure("1.1.1")])
    activate(world, "1.1")
    return world


def test_6_7_his_weapons_are_gone_and_he_goes_with_his_guard_who_walks():
    world = prisoner()
    taken = world.figure("2.1.1")
    assert (taken.firearms, taken.blade, melee.hand_die(taken)) == ([], "", 6)
    assert moving.gaits(world, world.figure("1.1.1")) == ["walk"]
    act(world, "1.1.1", "move", gait="walk", path=way((400, 500)))
    assert taken.at == Point(421, 500)


def test_6_7_he_is_handed_over_to_a_friend_in_contact():
    world = prisoner()
    assert offered(world, "1.1.1", "hand_over", "target") == {"1.1.2"}
    act(world, "1.1.1", "hand_over", target="1.1.2")
    assert (world.figure("2.1.1").guard, world.figure("1.1.1").guards) == ("1.1.2", "")


@pytest.mark.parametrize(("x", "guard"), [(520, "1.1.2"), (700, "")])
def test_6_7_when_the_guard_is_out_a_friend_close_by_takes_him_or_he_is_free(x, guard):
    world = prisoner()
    world.figure("1.1.2").at = Point(x, 500)
    markers.remove(world, world.figure("1.1.1"), "dead")
    taken = world.figure("2.1.1")
    assert (taken.guard, bool(taken.captor), taken.blue) == (guard, bool(guard), not guard)


def test_6_7_a_guard_neither_charges_nor_attacks():
    world = prisoner()
    world.state.figures["2.1.2"] = man("2.1.2", "askari", 600, 500)
    assert refused(world, "1.1.1", "charge", gait="walk", path=way((570, 500)), target="2.1.2") == "may_not_charge"
    world.figure("2.1.2").at = Point(479, 500)
    assert refused(world, "1.1.1", "attack", target="2.1.2") == "may_not_charge"


def test_6_7_off_the_table_by_ones_own_edge_he_is_held_for_good():
    world = prisoner()
    world.state.exits["first"] = ("left",)
    world.figure("1.1.1").at = Point(50, 500)
    act(world, "1.1.1", "move", gait="walk", path=way((0, 500)))
    assert (world.figure("2.1.1").fate, world.figure("1.1.1").fate) == ("held", "exited")


@pytest.mark.parametrize(
    ("wish", "leads", "takes"),
    [("leaders", True, True), ("leaders", False, False), ("all", False, True), ("none", True, False)],
)
def test_10_3_the_standing_instruction_on_prisoners(wish, leads, takes):
    world, one, other = close({"leads": leads})
    world.side("second").prisoners = wish
    assert melee.takes(world, [other], one) is takes


def test_6_2_weapons_and_blades_take_a_move_to_change():
    world = facing("adventurer")
    figure = world.figure("1.1.1")
    assert offered(world, "1.1.1", "change_weapon", "weapon") == {"revolver"}
    act(world, "1.1.1", "change_weapon", weapon="revolver")
    assert (figure.gun.key, figure.acted) == ("revolver", True)
    blade = facing(drawn=False)
    act(blade, "1.1.1", "draw_blade")
    assert blade.figure("1.1.1").drawn
    assert melee.hand_die(blade.figure("1.1.1")) == 10


def test_6_2_a_drawn_sabre_hinders_a_long_gun_and_no_revolver():
    world = facing("swordsman", drawn=True)
    assert refused(world, "1.1.1", "fire", target="2.1.1", shots=1, aimed=True) == "blade_in_hand"
    assert firing.can_fire(facing("head", drawn=True), facing("head", drawn=True).figure("1.1.1")) is None


def test_10_6_every_kind_of_figure_has_weapons_of_the_tables():
    for kind in SHEETS.kinds.values():
        assert set(kind.firearms) <= set(TABLES.firearms)
        assert set(kind.missiles) <= set(TABLES.missiles)


def test_3_2_melee_never_touches_the_horse():
    world, one, _other = close(kinds=("lancer", "askari"), dice=(1, 10))
    one.at = Point(494, 500)
    melee.fight(world, one, [world.figure("2.1.1")])
    assert told(world, "horse_hit") == []


def test_14_1_a_free_horse_takes_up_room():
    world = facing()
    world.state.animals["h"] = Animal(id="h", seat="first", kind="horse", at=Point(560, 500))
    assert refused(world, "1.1.1", "move", gait="walk", path=way((560, 500))) == "place_taken"
    assert not world.is_free(Point(584, 500), 10)
    assert world.is_free(Point(585, 500), 10)


def test_14_2_bush_hides_nobody():
    world = facing(ground=(bush(600, 500, 50),))
    assert world.sees(world.figure("1.1.1"), world.figure("2.1.1"))
