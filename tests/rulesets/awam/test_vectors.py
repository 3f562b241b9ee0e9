"""The check values of AWAM 10.8, each by its number, with the dice given."""

import pytest

from rulesets.awam import geometry, guns, melee, morale, moving, phases, reloading, rights, scoring, shooting
from rulesets.awam.acts import common
from rulesets.awam.acts.index import ACTS
from rulesets.awam.geometry import Point
from rulesets.awam.ruleset import Awam
from rulesets.awam.setting import SEATS
from rulesets.awam.state import Animal, Gun
from rulesets.awam.tables import TABLES
from rulesets.contract import Force, Modifier, Setup
from tests.rulesets.awam.fields import activate, box, bush, man, table, told, wall
from tests.rulesets.kit import dice_of


def hitting(weapon, far: int, add: int = 0) -> int:
    """With how many faces of its die a weapon hits at a distance, each face asked for itself."""
    added = (Modifier(key="marksman", value=add, rule=""),) if add else ()
    needs = shooting.Aim(weapon.die, TABLES.needed(weapon.row, far * far), added)
    faces = [face for face in range(1, weapon.die + 1) if needs.hits(face)]
    assert needs.faces == len(faces)
    return len(faces)


GUNS, THROWN = TABLES.firearms, TABLES.missiles


# --- Shooting (V1 to V13) ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", range(1, 13))
def test_v1_rifle(step):
    assert [hitting(GUNS[key], 100 * step) for key in ("breech_rifle", "magazine_rifle", "muzzle_rifle")] == [
        12 - step
    ] * 3


@pytest.mark.parametrize("step", range(1, 9))
def test_v2_carbine(step):
    assert [hitting(GUNS[key], 100 * step) for key in ("breech_carbine", "magazine_carbine")] == [8 - step] * 2


@pytest.mark.parametrize(
    ("weapons", "columns"),
    [
        (("muzzle_smoothbore", "double_gun"), (150, 300, 400, 500, 550, 600)),
        (("pistol", "revolver"), (50, 100, 150, 200, 250, 300)),
    ],
)
def test_v3_smoothbore_and_pistol(weapons, columns):
    assert [[hitting(GUNS[key], far) for far in columns] for key in weapons] == [[5, 4, 3, 2, 1, 0]] * 2


def test_v4_uisa_and_stone():
    for key in ("uisa", "stone", "knife"):
        assert [hitting(THROWN[key], far) for far in (50, 100, 150, 200)] == [5, 3, 1, 0]


def test_v5_a_distance_between_columns_uses_the_longer():
    assert [TABLES.needed("rifled", far * far) for far in (100, 101, 1200, 1201)] == [1, 2, 12, None]
    world = table(man("1.1.1", "scout", 0, 0, leads=True, prone=True), man("2.1.1", "lancer", 1200, 0))
    activate(world, "1.1")
    arguments = {"fig": "1.1.1", "target": "2.1.1", "shots": 1, "aimed": True}
    codes = []
    for x in (1200, 1201):
        world.figure("2.1.1").at = Point(x, 0)
        problem = common.judge(world, ACTS["fire"], world.figure("1.1.1"), arguments)
        codes.append(problem.code if problem is not None else "")
    assert codes == ["", "nil_chance"]


def test_v6_regular_breech_loader_aimed():
    world = table(man("1.1.1", "askari", 0, 0), man("2.1.1", "askari", 430, 0))
    needs = shooting.aim(world, world.figure("1.1.1"), world.figure("2.1.1"), aimed=True)
    assert (needs.over, needs.sum, needs.faces) == (5, 0, 7)


def test_v7_irregular_smoothbore_unaimed():
    world = table(man("1.1.1", "musketeer", 0, 0), man("2.1.1", "askari", 280, 0))
    needs = shooting.aim(world, world.figure("1.1.1"), world.figure("2.1.1"), aimed=False)
    assert (needs.over, needs.sum, needs.faces) == (2, -3, 1)
    assert [needs.hits(face) for face in (5, 6)] == [False, True]


def test_v8_three_shots_of_an_irregular_marksman():
    world = table(man("1.1.1", "adventurer", 0, 0), man("2.1.1", "askari", 200, 0))
    shots = [shooting.aim(world, world.figure("1.1.1"), world.figure("2.1.1"), aimed=True, shot=n) for n in range(3)]
    assert [(one.sum, one.faces) for one in shots] == [(1, 7), (-1, 5), (-3, 3)]
    assert not shots[0].hits(1)


def test_v8_other_reading_a10():
    world = table(man("1.1.1", "adventurer", 0, 0), man("2.1.1", "askari", 200, 0), readings={"A10": "other"})
    shots = [shooting.aim(world, world.figure("1.1.1"), world.figure("2.1.1"), aimed=True, shot=n) for n in range(3)]
    assert [one.sum for one in shots] == [1, -1, -1]


def test_v9_a_natural_one_always_misses():
    assert hitting(GUNS["breech_rifle"], 100, 3) == 11


def test_v10_a_warriors_javelin_after_walking():
    world = table(man("1.1.1", "warrior", 0, 0), man("2.1.1", "askari", 100, 0))
    warrior = world.figure("1.1.1")
    needs = shooting.throw_aim(world, warrior, world.figure("2.1.1"), "javelin", warrior.at, moved=True)
    assert (needs.sum, needs.faces) == (-2, 2)


def test_v11_a_shot_without_a_chance_is_refused():
    world = table(man("1.1.1", "askari", 0, 0), man("2.1.1", "askari", 1100, 0))
    activate(world, "1.1")
    arguments = {"fig": "1.1.1", "target": "2.1.1", "shots": 1, "aimed": False}
    problem = common.judge(world, ACTS["fire"], world.figure("1.1.1"), arguments)
    assert problem is not None
    assert problem.code == "nil_chance"


@pytest.mark.parametrize(
    ("die", "add", "ground", "total", "result"),
    [
        (3, 1, (bush(300, 0, 20),), 5, "wounded"),
        (1, 2, (box("hut", (270, -30), (330, 30)),), 5, "wounded"),
        (2, 2, (box("hut", (270, -30), (330, 30)),), 6, "near_miss"),
    ],
)
def test_v12_thrown_at_cover(die, add, ground, total, result):
    world = table(man("2.1.1", "askari", 300, 0), ground=ground, dice=(die,))
    shooting.strike(world, world.figure("2.1.1"), Point(100, 0), add, cause="fire")
    assert [(one["total"], one["result"]) for one in told(world, "hit")] == [(total, result)]


@pytest.mark.parametrize(("die", "horse"), [(5, True), (6, False), (10, True)])
def test_v13_horse_or_rider(die, horse):
    world = table(man("2.1.1", "lancer", 300, 300), dice=(die,) if horse else (die, 6))
    shooting.strike(world, world.figure("2.1.1"), Point(0, 0), 0, cause="fire")
    assert bool(told(world, "horse_hit")) == horse
    assert world.figure("2.1.1").horse != horse


# --- Melee (V14 to V17) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("high", "low", "result"),
    [(9, 6, "wound"), (8, 6, "marker"), (8, 4, "killed"), (5, 3, "marker"), (2, 1, "killed"), (1, 0, "killed")],
)
def test_v14_verdicts(high, low, result):
    world = table(man("1.1.1", "askari", 0, 0))
    assert melee.verdict(world, high, low) == result
    assert melee.compared(high, low, ties=False, spares=False) == (result, 1)
    assert melee.compared(0, 0, ties=False, spares=False) == ("tie", None)


def three_on_one(*dice, **more):
    """A head with a die of 7 in his sabre's place among three with totals as told: nobody has any other modifier."""
    one = man("1.1.1", "askari", 500, 500)
    many = [man(f"2.1.{n}", "askari", *at) for n, at in ((1, (521, 500)), (2, (479, 500)), (3, (500, 521)))]
    return table(one, *many, dice=dice, **more)


def test_v15_one_against_three():
    world = three_on_one(7, 9, 6, 4)
    melee.fight(world, world.figure("1.1.1"), [world.figure(f"2.1.{n}") for n in (1, 2, 3)])
    assert [(one["their_total"], one["total"], one["result"]) for one in told(world, "fight")] == [
        (5, 9, "wound"),
        (5, 6, "marker"),
        (5, 4, "marker"),
    ]
    lone = world.figure("1.1.1")
    assert (lone.wounds, lone.prone, lone.blue) == (1, True, True)
    assert world.figure("2.1.3").blue
    assert not world.figure("2.1.1").blue


def test_v16_captured():
    world = three_on_one(7, 9, 6, 4)
    world.side("second").prisoners = "all"
    melee.fight(world, world.figure("1.1.1"), [world.figure(f"2.1.{n}") for n in (1, 2, 3)])
    lone = world.figure("1.1.1")
    assert (lone.captor, lone.guard, lone.wounds) == ("second", "2.1.1", 0)
    assert world.figure("2.1.3").blue


def test_v17_no_capture_where_one_of_the_three_is_killed():
    world = three_on_one(7, 9, 6, 2)
    world.side("second").prisoners = "all"
    melee.fight(world, world.figure("1.1.1"), [world.figure(f"2.1.{n}") for n in (1, 2, 3)])
    assert world.figure("2.1.3").fate == "dead"
    assert (world.figure("1.1.1").captor, world.figure("1.1.1").wounds) == ("", 1)


# --- Reloading (V18 to V20) -------------------------------------------------------------------------------------------


def reloads(world, key, *, left_off_after=None):
    """One roll a turn, a turn left off after one of them; whether it is loaded at the end."""
    figure = world.figure(key)
    for number in range(3):
        figure.reloaded = False
        if reloading.reload(world, figure):
            return True
        reloading.lapse(world)
        world.state.turn += 1
        if number + 1 == left_off_after:
            reloading.lapse(world)
            world.state.turn += 1
    return False


def empty(key, kind):
    figure = man(key, kind, 0, 0)
    figure.firearms[0].rounds = 0
    return figure


def test_v18_points_add_up_in_an_unbroken_row():
    assert reloads(table(empty("1.1.1", "musketeer"), dice=(1, 4, 4)), "1.1.1")
    assert not reloads(table(empty("1.1.1", "musketeer"), dice=(1, 4, 4)), "1.1.1", left_off_after=2)


def test_v19_breech_loaders():
    world = table(empty("1.1.1", "askari"), dice=(2, 1))
    assert not reloading.reload(world, world.figure("1.1.1"))
    assert reloading.reload(world, world.figure("1.1.1"))
    world = table(empty("1.1.1", "scout"), dice=(2,))
    assert reloading.reload(world, world.figure("1.1.1"))


@pytest.mark.parametrize(
    ("kind", "die", "fires"),
    [("musketeer", 4, False), ("musketeer", 5, True), ("askari", 3, False), ("askari", 4, True), ("scout", 2, False), ("scout", 3, True)],
)  # fmt: skip
def test_v20_fire_after_a_reload(kind, die, fires):
    world = table(man("1.1.1", kind, 0, 0), man("2.1.1", "askari", 100, 0), dice=(die, 1) if fires else (die,))
    reloading.fire_at_once(world, world.figure("1.1.1"), world.figure("2.1.1"), aimed=True)
    assert [one["fires"] for one in told(world, "at_once")] == [fires]
    assert bool(told(world, "shot")) == fires


# --- Moving (V21, V22) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "ground", "die", "falls"),
    [
        ("askari", (), 10, True),
        ("askari", (), 1, True),
        ("askari", (), 2, False),
        ("askari", (bush(100, 0, 50),), 2, True),
        ("askari", (bush(100, 0, 50),), 3, False),
        ("warrior", (), 1, True),
        ("warrior", (), 2, False),
    ],
)
def test_v21_breaks_into_a_run(kind, ground, die, falls):
    world = table(man("1.1.1", kind, 0, 0), ground=ground, dice=(die,))
    assert moving.falls(world, world.figure("1.1.1"), "run", [Point(0, 0), Point(150, 0)]) == falls


@pytest.mark.parametrize(
    ("wounds", "gait", "ground", "far"),
    [
        (0, "walk", (bush(60, 0, 20),), 90),
        (1, "walk", (), 60),
        (1, "walk", (bush(60, 0, 20),), 45),
        (0, "walk", (wall((40, -50), (40, 50)),), 80),
        (0, "run", (box("marsh", (20, -50), (60, 50)),), 150),
    ],
)
def test_v22_distances(wounds, gait, ground, far):
    world = table(man("1.1.1", "askari", 0, 0, wounds=wounds), ground=ground)
    figure = world.figure("1.1.1")
    assert moving.judge_path(world, figure, gait, [Point(far, 0)]) is None
    assert moving.judge_path(world, figure, gait, [Point(far + 1, 0)]).code == "too_far"


# --- Morale (V23, V24) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "read", "passes"), [(5, 4, False), (6, 5, True)])
def test_v23_a_regular_with_one_attacker(face, read, passes):
    near = man("1.1.2", "askari", 30, 0, leads=True, broken=True)
    world = table(man("1.1.1", "askari", 0, 0), near, man("1.2.1", "askari", 60, 0), dice=(face,))
    world.figure("1.1.2").broken = False
    world.figure("1.1.2").at = Point(900, 0)
    die, total, _added, _address = morale.rolled(world, world.figure("1.1.1"), attackers=1)
    assert (die, total, total >= TABLES.morale.acts) == (read, read - 1, passes)


@pytest.mark.parametrize(("face", "result"), [(1, "breaks"), (2, "shaken"), (4, "acts")])
def test_v24_an_irregular_with_his_leader_near(face, result):
    world = table(man("1.1.1", "musketeer", 0, 0, wounds=1), man("1.1.2", "musketeer", 50, 0, leads=True), dice=(face,))
    _die, total, added, _address = morale.rolled(world, world.figure("1.1.1"))
    assert {one.key: one.value for one in added} == {"leader_near": 1, "wounded": -1}
    assert morale.result_of(total) == result


# --- Guns (V25 to V27) ------------------------------------------------------------------------------------------------


def gunnery(*dice, crew=2, far=600, **more):
    gunners = [
        man(f"1.1.{n}", "gunner_revolver", -30 if n == 1 else 0, 0 if n == 1 else 30) for n in range(1, crew + 1)
    ]
    world = table(*gunners, man("2.1.1", "askari", far, 0), dice=dice, **more)
    world.state.guns["mg"] = Gun(id="mg", seat="first", kind="machine_gun", crew=tuple(one.id for one in gunners))
    return world, world.state.guns["mg"]


def test_v25_hits_and_jams():
    world, gun = gunnery(3, 4, 4, 4, 4, 11, 2, 9, 3, 6)
    guns.burst(world, gun, world.figure("1.1.1"), world.figure("2.1.1"))
    assert [(one["hit"], one["jam"]) for one in told(world, "burst")] == [(True, "jam")]
    assert gun.jammed
    assert [one["result"] for one in told(world, "hit")] == ["near_miss"]


def test_v25_broken_for_good():
    world, gun = gunnery(2, 3, 1, 1, 1, 2, 2)
    guns.burst(world, gun, world.figure("1.1.1"), world.figure("2.1.1"))
    assert [(one["hit"], one["jam"]) for one in told(world, "burst")] == [(False, "broken")]
    assert gun.broken


@pytest.mark.parametrize(("dice", "empty_now"), [((4, 4, *([2, 3] * 4)), True), ((3, 4, 2, 3, 2, 3, 2, 3, 5), False)])
def test_v26_the_fourth_turn_of_fire(dice, empty_now):
    world, gun = gunnery(*dice, readings={"A33": "other"})
    gun.turns = 3
    guns.burst(world, gun, world.figure("1.1.1"), world.figure("2.1.1"))
    assert gun.loaded != empty_now
    if not empty_now:
        world, gun = gunnery(1, 1, 2, 3)
        gun.turns = 4
        guns.burst(world, gun, world.figure("1.1.1"), world.figure("2.1.1"))
        assert not gun.loaded


@pytest.mark.parametrize(
    ("target", "far", "chances"),
    [
        ("point", 600, (0, 4, 6)),
        ("point", 599, (1, 5, 7)),
        ("boat:b", 599, (1, 5, 7)),
        ("piece:hut", 600, (2, 6, 8)),
        ("piece:hut", 599, (3, 7, 9)),
    ],
)
def test_v27_cannon(target, far, chances):
    world = table(man("1.1.1", "gunner", 0, 0))
    gun = Gun(id="c", seat="first", kind="cannon", crew=("1.1.1",))
    aim = Point(far, 0)
    add = sum(one.value for one in guns.shell_add(world, gun, target, aim))
    found = []
    for shots in range(3):
        gun.target, gun.aim, gun.shots = (target, aim, shots) if shots else ("", None, 0)
        die = guns.shell_die(gun, target, aim)
        found.append(sum(face + add > TABLES.cannon.over for face in range(1, die + 1)))
    assert tuple(found) == chances


# --- Cards (V28 to V31) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "cards", "mean"), [(2, 10, 733), (3, 14, 1000), (4, 18, 1267), (5, 22, 1533)])
def test_v28_the_deck(seats, cards, mean):
    """The second of two jokers comes on average as card 2(n + 1)/3."""
    keys = ("first", "second", "third", "fourth", "fifth")[:seats]
    setup = Setup(scenario="meeting", forces=dict.fromkeys(keys, Force()))
    step = Awam().setup(setup, dice_of("deck"))
    assert [one.data["cards"] for one in step.happenings if one.kind == "turn"] == [cards]
    assert round(200 * (cards + 1) / 3) == mean


def test_v28_fashoda_with_five_has_26_cards():
    """The second joker comes on average as card 18."""
    step = Awam().setup(Setup(scenario="fashoda", forces=dict.fromkeys(SEATS, Force())), dice_of("deck"))
    found = Awam()
    for seat in SEATS:
        owed = next(ask for ask in found.asks(step.state) if ask.seat == seat)
        assert owed.kind == "sealed"
    moves = {seat: found.bot(step.state, seat) for seat in SEATS}
    step = found.apply(step.state, moves, dice_of("deck"))
    assert next(one.data["cards"] for one in step.happenings if one.kind == "turn") == 26
    assert 2 * (26 + 1) / 3 == 18


def test_v29_a_squad_without_a_leader():
    world = table(man("1.1.1", "askari", 0, 0), man("2.1.1", "askari", 900, 0))
    world.state.active = None
    activate(world, "1.1", orders=5)
    world.state.active.squad = ""
    phases.pick(world, "1.1")
    assert (world.state.active.halved, world.state.active.left) == (True, 3)
    assert rights.may_be_ordered(world, world.figure("1.1.1"))


def test_v29_an_ace_gives_each_squad_the_same():
    world = table(
        *(man(f"1.{n}.1", "askari", 100 * n, 0, leads=True) for n in (1, 2, 3)), man("2.1.1", "askari", 900, 900)
    )
    activate(world, "1.1", orders=4)
    world.state.active.ace, world.state.active.squad = True, ""
    for squad in ("1.1", "1.2", "1.3"):
        phases.pick(world, squad)
        assert world.state.active.left == 4


def two_squads(*dice):
    world = table(man("1.1.1", "askari", 0, 0, leads=True), man("2.1.1", "askari", 900, 900, leads=True), dice=dice)
    world.state.deck = ("first:1", "first:3", "second:2", "joker:1", "joker:2")
    world.state.phase, world.state.active = "pick", None
    return world


def test_v30_the_turn_ends_when_all_have_been_activated():
    world = two_squads(2, 6, 2, 6)
    phases.draw(world)
    phases.pick(world, "1.1")
    phases.settle(world)
    assert world.state.turn == 1
    phases.draw(world)
    phases.pick(world, "2.1")
    phases.settle(world)
    assert world.state.turn == 2


def test_v30_other_reading_a3():
    world = two_squads(2, 6, 2, 6)
    world.state.readings = {"A3": "other"}
    for squad in ("1.1", "2.1"):
        phases.draw(world)
        phases.pick(world, squad)
        phases.settle(world)
    assert world.state.turn == 1


def test_v31_the_second_joker_ends_it_and_empty_rifles_reload():
    # A 3, A ace, joker, joker: cards drawn from those left; the last die is the reload of the one who never had a card.
    world = two_squads(2, 6, 1, 6, 2, 2, 5)
    world.figure("2.1.1").firearms[0].rounds = 0
    for _card in range(2):
        phases.draw(world)
        phases.pick(world, "1.1")
        phases.settle(world)
    phases.draw(world)
    assert world.state.turn == 1
    phases.draw(world)
    assert world.state.turn == 2
    assert world.figure("2.1.1").gun.rounds == 1


# --- Geometry (V32 to V36) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "overlap", "contact"), [(19, True, True), (20, False, True), (22, False, True), (23, False, False)]
)
def test_v32_contact(x, overlap, contact):
    assert geometry.overlapping(Point(0, 0), 10, Point(x, 0), 10) == overlap
    assert geometry.touching(Point(0, 0), 10, Point(x, 0), 10, 2) == contact


def test_v33_the_length_of_a_leg():
    assert geometry.length(Point(0, 0), Point(100, 70)) == 123
    world = table(man("1.1.1", "askari", 0, 0), man("2.1.1", "askari", 900, 900))
    found = moving.judge_path(world, world.figure("1.1.1"), "walk", [Point(100, 70)])
    assert (found.code, found.data["asked"]) == ("too_far", 123)


@pytest.mark.parametrize(("y", "passes"), [(-35, True), (-36, False), (35, False)])
def test_v34_the_lance_on_the_right(y, passes):
    world = table(man("1.1.1", "lancer", 0, 0), man("2.1.1", "askari", 200, y))
    found = melee.passes(world.figure("1.1.1"), world.figure("2.1.1"), Point(0, 0), Point(400, 0))
    assert found == passes


@pytest.mark.parametrize(("start", "behind"), [((-100, 50), True), ((-50, 100), False)])
def test_v35_from_behind(start, behind):
    assert geometry.from_behind((1, 0), Point(0, 0), Point(*start)) == behind


def test_v36_running_away():
    world = table(man("1.1.1", "askari", 100, 100), man("2.1.1", "askari", 100, 40))
    morale.breaks(world, world.figure("1.1.1"))
    assert world.figure("1.1.1").at == (100, 300)


# --- Strength and results (V37, V38, V41 to V43) ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "leads", "worth"),
    [("rifleman", False, 13), ("rifleman", True, 18), ("warrior", False, 5), ("lancer", False, 7)],
)
def test_v37_strength(kind, leads, worth):
    assert scoring.strength(man("1.1.1", kind, 0, 0, leads=leads)) == worth


@pytest.mark.parametrize(("scenario", "starts"), [("well", (92, 92)), ("ivory", (100, 75))])
def test_v38_sides(scenario, starts):
    setup = Setup(scenario=scenario, forces={"first": Force(), "second": Force()})
    state = Awam().setup(setup, dice_of("x")).state
    assert tuple(state["sides"][seat]["started"] for seat in ("first", "second")) == starts


def losing(a, b, start_a=92, start_b=92, **more):
    """Two seats that have lost so much: one dead figure of each is worth it."""
    world = table(
        man("1.1.1", "askari", 0, 0),
        man("2.1.1", "askari", 900, 900),
        man("1.2.1", "askari", 0, 0, where="out", fate="dead", worth=a),
        man("2.2.1", "askari", 0, 0, where="out", fate="dead", worth=b),
        **more,
    )
    world.side("first").started, world.side("second").started = start_a, start_b
    return world


@pytest.mark.parametrize(
    ("a", "b", "result", "level"), [(20, 69, "win", "major"), (20, 23, "win", "minor"), (20, 22, "draw", None)]
)
def test_v41_by_losses(a, b, result, level):
    found = scoring.by_losses(losing(a, b))
    assert (found["seats"]["first"]["result"], found["seats"]["first"]["level"]) == (result, level)


def test_v42_two_columns_one_well():
    world = losing(30, 46)
    world.state.turn = 10
    for number in (1, 2):
        world.state.figures[f"1.3.{number}"] = man(f"1.3.{number}", "askari", 1000, 1000 + 30 * number)
        world.state.figures[f"2.3.{number}"] = man(f"2.3.{number}", "askari", 1000, 1000 - 30 * number)
    world.figure("1.1.1").at = Point(960, 1000)
    found = phases.play_of("well").ended(world, last=True)
    assert found["seats"]["first"] == {"result": "win", "level": "major"}


@pytest.mark.parametrize(("lost", "result", "level"), [(49, "win", "minor"), (50, "draw", None)])
def test_v43_the_ivory_road(lost, result, level):
    world = losing(lost, 0, start_a=100, start_b=75, scenario="ivory")
    world.state.turn = 12
    world.state.animals["ivory-1"] = Animal(id="ivory-1", seat="first", where="out")
    world.state.animals["ivory-2"] = Animal(id="ivory-2", seat="first", at=Point(500, 500))
    world.state.special["off:ivory-1"] = "first"
    found = phases.play_of("ivory").ended(world, last=True)
    assert (found["seats"]["first"]["result"], found["seats"]["first"]["level"]) == (result, level)


# --- What a review has found ------------------------------------------------------------------------------------------


def test_4_4_who_ran_on_an_earlier_turn_and_has_done_something_else_since_is_no_runner():
    target = man("2.1.1", "askari", 430, 0, last_gait="run", last_turn=1)
    target.firearms[0].rounds = 0
    world = table(man("1.1.1", "askari", 0, 0), target, dice=(3,))
    world.state.turn = 2
    aim = shooting.aim(world, world.figure("1.1.1"), target, aimed=True)
    assert [one.key for one in aim.modifiers] == ["target_ran"]
    activate(world, "2.1")
    common.perform(world, ACTS["reload"], target, {"fig": "2.1.1", "row": "full", "then": None})
    assert shooting.aim(world, world.figure("1.1.1"), target, aimed=True).modifiers == ()


@pytest.mark.parametrize("attacked", [True, False])
def test_6_3_over_a_wall_counts_for_who_is_attacked(attacked):
    world = table(
        man("1.1.1", "askari", 0, 0, start=Point(-90, 0)),
        man("2.1.1", "askari", 22, 0, start=Point(90, 0)),
        ground=(wall((11, -50), (11, 50)),),
    )
    one, other = world.figure("1.1.1"), world.figure("2.1.1")
    found = {row.key for row in melee.modifiers(world, one, other, attacked=attacked)}
    assert ("above" in found) == attacked


def test_16_2_raiders_wiped_out_have_taken_nothing():
    world = losing(10, 0, start_a=100, start_b=75, scenario="ivory")
    for key in ("ivory-1", "ivory-2"):
        world.state.animals[key] = Animal(id=key, seat="first", at=Point(500, 500), led="second")
    world.figure("2.1.1").where, world.figure("2.1.1").fate = "out", "dead"
    found = phases.play_of("ivory").ended(world, last=True)
    assert found["seats"]["first"] == {"result": "win", "level": "major"}


@pytest.mark.parametrize("kept", ["guards", "load"])
def test_6_7_a_mounted_guard_or_carrier_goes_at_a_walk(kept):
    world = table(man("1.1.1", "lancer", 0, 0, pace=1), man("2.1.1", "askari", 900, 900))
    setattr(world.figure("1.1.1"), kept, "2.1.1" if kept == "guards" else "box")
    assert moving.gaits(world, world.figure("1.1.1")) == ["ride"]


def test_v9_the_engine_misses_on_a_natural_one_whatever_is_added():
    aim = shooting.Aim(12, 1, (shooting.Modifier(key="marksman", value=3, rule=""),))
    assert aim.faces == 11
    assert not aim.hits(1)
    assert aim.hits(2)
