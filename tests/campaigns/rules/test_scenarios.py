"""From two orders to what may be mustered (Hispania 2 and 3, R1, R2, R3, R22, R25)."""

from itertools import product

import pytest

from campaigns.rules.decisions import Choose, Order
from campaigns.rules.pack import row_at
from tests.campaigns.rules.build import CARTHAGE, PACK, ROME, SIDES, War, general, troops, unit

ACTIONS = ("alliance", "punishment", "battle", "defence", "guerrilla")

# The printed matrix, row by row.
MATRIX = [
    [1, 2, 3, 1, 4],
    [2, 2, 3, 5, 6],
    [3, 3, 7, 8, 9],
    [1, 5, 8, 10, 10],
    [4, 6, 9, 10, 11],
]
CELLS = {(one, other): MATRIX[i][j] for i, one in enumerate(ACTIONS) for j, other in enumerate(ACTIONS)}

# The printed list of scenarios, a d6 a column; R1 at cell 9, die 3.
SKI, ENC, ALLY, AMB, BAT, DEF = (
    "skirmish",
    "encounter",
    "defend_ally",
    "ambush",
    "pitched_battle",
    "defensive_battle",
)
FOUND = {
    1: [SKI] * 6,
    2: [ENC] * 3 + [ALLY] * 3,
    3: [ENC] * 2 + [ALLY] * 2 + [BAT] * 2,
    4: [SKI] * 4 + [ALLY] * 2,
    5: [SKI] * 4 + [ALLY] * 2,
    6: [SKI] * 2 + [ALLY] * 2 + [ENC] + [AMB],
    7: [BAT] * 6,
    8: [DEF] * 6,
    9: [AMB] * 3 + [ENC] * 2 + [BAT],
    10: [SKI] * 6,
    11: [SKI] * 4 + [ENC] * 2,
}


@pytest.mark.parametrize(("one", "other"), list(product(ACTIONS, ACTIONS)), ids="-".join)
def test_every_cell_of_the_matrix_is_the_printed_one(one, other):
    war = War().roll(roles__rome=6, roles__carthage=1).order(one, other)

    assert war.state.now.cell == CELLS[one, other]
    assert PACK.matrix[one][other] == PACK.matrix[other][one] == CELLS[one, other]


@pytest.mark.parametrize("cell", FOUND)
@pytest.mark.parametrize("face", range(1, 7))
def test_every_face_in_every_cell_finds_the_printed_scenario(cell, face):
    one, other = next(pair for pair, number in CELLS.items() if number == cell)
    war = War().roll(scenario=face, roles__rome=6, roles__carthage=1).order(one, other)

    assert war.state.now.scenario == FOUND[cell][face - 1]
    assert war.state.now.at_most == (1000 if (cell, face) == (6, 6) else None)


@pytest.mark.parametrize("cell", [1, 7, 8, 10])
def test_a_cell_with_one_scenario_rolls_no_die(cell):
    one, other = next(pair for pair, number in CELLS.items() if number == cell)
    war = War().order(one, other)

    assert not [roll for roll in war.dice.rolled if "scenario" in roll.address]


# --- R1: Guerrilla against Battle, die 3 --------------------------------------------------------------


@pytest.mark.parametrize(("reading", "scenario"), [("ambush", AMB), ("encounter", ENC)])
def test_a_three_in_cell_nine_is_what_the_club_reads(reading, scenario):
    war = War(cell9_three=reading).roll(scenario=3).order("guerrilla", "battle")

    assert war.state.now.scenario == scenario
    assert war.told("scenario")[0]["scenario"] == scenario


def test_a_three_in_cell_nine_may_be_rolled_again_and_again():
    war = War(cell9_three="roll_again").roll(scenario=3, scenario__2=3, scenario__3=4).order("guerrilla", "battle")

    assert war.state.now.scenario == ENC
    assert [roll.address for roll in war.dice.rolled if "scenario" in roll.address] == [
        "year/1/scenario",
        "year/1/scenario/2",
        "year/1/scenario/3",
    ]


# --- R2: roles ---------------------------------------------------------------------------------------

ORDER_OF_ATTACK = ("punishment", "battle", "guerrilla", "defence", "alliance")


def ally_pairs():
    """Every pair of actions that can lead to Defend an ally."""
    return [pair for pair, cell in CELLS.items() if ALLY in FOUND[cell]]


@pytest.mark.parametrize(("rome", "carthage"), ally_pairs(), ids="-".join)
def test_the_attacker_is_whose_action_comes_first_in_the_list(rome, carthage):
    cell = CELLS[rome, carthage]
    face = FOUND[cell].index(ALLY) + 1
    war = War().roll(scenario=face, roles__rome=1, roles__carthage=6).order(rome, carthage)

    first = min((rome, carthage), key=ORDER_OF_ATTACK.index)
    attacker = ROME if rome == first != carthage else CARTHAGE
    assert war.state.now.roles == {
        "attacker": attacker,
        "defender": ROME if attacker == CARTHAGE else CARTHAGE,
    }


@pytest.mark.parametrize(("dice", "attacker"), [((5, 2), ROME), ((2, 5), CARTHAGE)])
def test_the_same_action_on_both_sides_rolls_off_and_the_higher_attacks(dice, attacker):
    war = War().roll(scenario=4, roles__rome=dice[0], roles__carthage=dice[1]).order("punishment", "punishment")

    assert war.state.now.roles["attacker"] == attacker


def test_a_tied_roll_off_is_rolled_again():
    war = War().roll(scenario=4, roles__rome=4, roles__carthage=4, roles__rome__2=2, roles__carthage__2=5)
    war.order("punishment", "punishment")

    assert war.state.now.roles["attacker"] == CARTHAGE
    assert war.told("roll_off_tied") == [{"role": "attacker", "face": 4}]


def test_a_club_may_always_roll_off_for_the_attack():
    war = War(defend_ally_attacker="roll_off").roll(scenario=4, roles__rome=1, roles__carthage=2)
    war.order("punishment", "alliance")

    assert war.state.now.roles["attacker"] == CARTHAGE


def test_rolling_off_for_the_attack_changes_no_other_scenario():
    war = War(defend_ally_attacker="roll_off").order("defence", "battle")

    assert war.state.now.roles == {"defender": ROME, "attacker": CARTHAGE}


@pytest.mark.parametrize(
    ("rome", "carthage", "face", "roles"),
    [
        ("battle", "defence", 1, {"defender": CARTHAGE, "attacker": ROME}),
        ("defence", "battle", 1, {"defender": ROME, "attacker": CARTHAGE}),
        ("guerrilla", "battle", 1, {"ambusher": ROME}),
        ("punishment", "guerrilla", 6, {"ambusher": CARTHAGE}),
        ("battle", "battle", 1, {}),
        ("alliance", "alliance", 1, {}),
        ("guerrilla", "battle", 4, {}),
    ],
)
def test_every_scenario_names_its_own_roles(rome, carthage, face, roles):
    assert War().roll(scenario=face).order(rome, carthage).state.now.roles == roles


# --- Terrain (R3) --------------------------------------------------------------------------------------

TERRAIN = {
    2: ("gentle_hill", "centre"),
    3: ("gentle_hill", "centre"),
    4: ("wood", "centre"),
    5: ("rough", "centre"),
    6: ("steep_hill", "flank"),
    7: ("steep_hill", "flank"),
    8: ("rough", "flank"),
    9: ("wood", "flank"),
    10: ("wood", "centre"),
    11: ("rough", "flank"),
    12: ("gentle_hill", "centre"),
}


@pytest.mark.parametrize("total", TERRAIN)
def test_every_piece_of_terrain_is_the_printed_one(total):
    row = row_at(PACK.terrain, total)

    assert (row.piece, row.zone) == TERRAIN[total]


@pytest.mark.parametrize(
    ("rome", "carthage", "face", "pieces"),
    [
        ("alliance", "alliance", 1, 5),  # skirmish
        ("alliance", "punishment", 1, 3),  # encounter
        ("guerrilla", "battle", 1, 5),  # ambush
        ("alliance", "punishment", 4, 0),  # defend an ally: the club's own book
        ("battle", "battle", 1, 0),
        ("battle", "defence", 1, 0),
    ],
)
def test_a_scenario_rolls_its_fixed_number_of_pieces(rome, carthage, face, pieces):
    war = War().roll(scenario=face).order(rome, carthage)

    assert len(war.state.now.terrain) == pieces


def test_two_dice_make_a_piece():
    war = War().roll(terrain=[1, 1, 2, 2, 3, 3, 4, 4, 6, 6]).order("alliance", "alliance")

    assert [(piece.total, piece.piece) for piece in war.state.now.terrain] == [
        (2, "gentle_hill"),
        (4, "wood"),
        (6, "steep_hill"),
        (8, "rough"),
        (12, "gentle_hill"),
    ]


# --- Points ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rome", "carthage", "face", "limit"),
    [
        ("alliance", "alliance", 1, 500),
        ("alliance", "punishment", 1, 1000),
        ("alliance", "punishment", 4, 1000),  # the attacker did not say: the least
        ("guerrilla", "battle", 1, 500),
        ("battle", "battle", 1, None),
        ("battle", "defence", 1, None),
    ],
)
def test_each_scenario_has_its_points(rome, carthage, face, limit):
    war = War().roll(scenario=face).order(rome, carthage)
    if war.state.stage == "choices":
        war.choose()

    assert war.state.now.limits == {ROME: limit, CARTHAGE: limit}


def ally(**readings):
    """Rome attacks an ally of Carthage."""
    return War(**readings).roll(scenario=4).order("punishment", "alliance")


def ambush(cap=False):
    """Carthage lays an ambush; with ``cap``, the one of cell 6."""
    if cap:
        return War().roll(scenario=6).order("punishment", "guerrilla")
    return War().roll(scenario=1).order("battle", "guerrilla")


@pytest.mark.parametrize("points", [1000, 1234, 1500])
def test_the_attacker_of_an_ally_chooses_the_points(points):
    war = ally().choose(points=points)

    assert war.state.now.limits == {ROME: points, CARTHAGE: points}


@pytest.mark.parametrize("points", [-2, -1, 0, 999, 1501])
def test_the_attacker_of_an_ally_chooses_no_other_points(points):
    assert ally().refusal(ROME, Choose(points=points)) == "points_range"


def test_the_defender_of_an_ally_does_not_choose_the_points():
    assert ally().refusal(CARTHAGE, Choose(points=1200)) == "no_such_choice"


def test_only_the_defender_of_an_ally_may_place_a_village():
    assert ally().refusal(ROME, Choose(village=True)) == "no_such_choice"
    war = ally().do(CARTHAGE, Choose(village=True)).do(ROME, Choose(points=1500))

    assert war.state.now.village
    assert war.state.stage == "muster"


def test_nobody_chooses_twice():
    assert ally().do(ROME, Choose(points=1200)).refusal(ROME, Choose(points=1300)) == "not_asked"


@pytest.mark.parametrize(("points", "limit"), [(500, 500), (1999, 1999), (5000, 5000), (-1, None)])
def test_the_ambusher_chooses_from_500_points_to_all(points, limit):
    war = ambush().choose(points=points)

    assert war.state.now.limits == {ROME: limit, CARTHAGE: limit}


@pytest.mark.parametrize(("points", "code"), [(499, "points_range"), (-2, "points_range"), (1000, None), (500, None)])
def test_the_ambusher_of_cell_nine_chooses_no_less(points, code):
    assert ambush().refusal(CARTHAGE, Choose(points=points)) == code


@pytest.mark.parametrize(
    ("points", "code"), [(499, "points_range"), (1001, "points_range"), (-1, "points_range"), (1000, None)]
)
def test_the_ambush_of_cell_six_has_at_most_1000_points(points, code):
    assert ambush(cap=True).refusal(CARTHAGE, Choose(points=points)) == code


def test_only_the_defender_of_a_defensive_battle_may_place_a_camp():
    war = War().order("defence", "battle")

    assert war.refusal(CARTHAGE, Choose(camp=True)) == "not_asked"
    assert war.do(ROME, Choose(camp=True)).state.now.camp
    assert War().order("battle", "battle").refusal(ROME, Choose(camp=True)) == "not_asked"


# --- Forced actions (R13, R25) ----------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["alliance", "punishment", "defence", "guerrilla"])
def test_a_side_that_must_fight_may_choose_nothing_else(action):
    war = War(flags=("rome.must_battle",))

    assert war.refusal(ROME, Order(action=action)) == "forced_action"
    assert war.refusal(CARTHAGE, Order(action=action)) is None
    assert war.refusal(ROME, Order(action="battle")) is None


def test_both_sides_that_must_fight_meet_in_a_pitched_battle():
    war = War(flags=("rome.must_battle", "carthage.must_battle"))
    assert [ask.data for ask in war.rules.asks(war.state)[:2]] == [{"action": "battle"}] * 2

    war.order("battle", "battle")

    assert (war.state.now.cell, war.state.now.scenario) == (7, BAT)


def test_a_last_battle_forces_both():
    war = War(flags=("stake_all",))

    assert [war.refusal(side, Order(action="defence")) for side in SIDES] == ["forced_action"] * 2


def test_there_are_no_other_actions():
    assert War().refusal(ROME, Order(action="parley")) == "unknown_action"
    assert War().refusal(ROME, Order(action="")) == "unknown_action"


# --- Garrisons (R22) -----------------------------------------------------------------------------------

GARRISONS = ("rome.garrison", "carthage.garrison")


@pytest.mark.parametrize(
    ("scenario", "available", "limit"),
    [
        ("pitched", 1400, 900),
        ("pitched", 500, 0),
        ("pitched", 300, 0),
        ("skirmish", 1400, 500),
        ("skirmish", 1000, 500),
        ("skirmish", 999, 499),
    ],
)
def test_garrisons_leave_the_smaller_of_the_scenario_and_the_rest(scenario, available, limit):
    orders = ("battle", "battle") if scenario == "pitched" else ("alliance", "alliance")
    war = War(rome=available, carthage=available, flags=GARRISONS).order(*orders)

    assert war.state.now.limits == {ROME: limit, CARTHAGE: limit}


def test_a_side_that_defends_keeps_no_garrisons():
    war = War(flags=GARRISONS).order("defence", "battle").choose()

    assert war.state.now.limits == {ROME: None, CARTHAGE: 1500}


def test_characters_count_among_the_available_points_of_garrisons():
    war = War(rome=[troops(1000), general(points=200)], flags=GARRISONS).order("battle", "battle")

    assert war.state.now.limits[ROME] == 700


def test_garrisons_are_kept_for_one_year_only():
    war = War(flags=GARRISONS).year()

    assert not war.flags
    assert war.order("battle", "battle").state.now.limits[ROME] is None


def test_a_unit_without_figures_counts_nothing():
    war = War(rome=[troops(1400), unit("gone", 0, 10, command=30)], flags=GARRISONS).order("battle", "battle")

    assert war.state.now.limits[ROME] == 900
