"""Vectors of section 11 that the ground alone answers: sight, cover, costs, tables."""

import dataclasses

import msgspec
import pytest

from rulesets.montjoie.contact import may_fight
from rulesets.montjoie.figures import Conditions, Standing
from rulesets.montjoie.ground import Cart, Gallery, Ladder, Stakes, Tower, altered
from rulesets.montjoie.hexes import distance, line, neighbour, sectors
from rulesets.montjoie.reach import allowance, budget, jump_targets, moves, reachable
from rulesets.montjoie.riding import Mount, charge_way, drives, flanks, front, in_view, rear, rides
from rulesets.montjoie.sight import cover, dazzled, first_clear, through_holes, through_slits
from rulesets.montjoie.tables import TABLES
from tests.rulesets.montjoie.grounds import both_ways, cost, ground, men, move, place, sees


def _ride(here, head, facing, kind="ride"):
    return {one.dirs: one for one in rides(here, Mount(head, facing)) if one.kind == kind}


# --- Weather ------------------------------------------------------------------------------------------------------------


def test_V01_a_rider_in_rain():
    assert allowance(ground("ashcombe"), 15, Conditions("rain")) == 11


def test_V19_fractions_of_movement():
    here = ground("ashcombe")
    assert allowance(here, 9, Conditions("snow")) == 4
    assert allowance(here, 15, Conditions("storm")) == 7
    assert allowance(here, 10, Conditions("rain")) == 7
    assert allowance(here, 10, Conditions("rain")) // 2 == 3
    assert allowance(here, 15, Conditions("rain", dark=True)) == 5
    assert allowance(here, 6, Conditions("rain")) == 4


def test_V21_fog_ends_sight_after_five_hexes():
    here = ground("ashcombe")
    assert sees(here, "A03", "F03", conditions=Conditions("fog")).clear
    assert sees(here, "A03", "G03", conditions=Conditions("fog")).why == "far"


def test_V22_a_target_near_a_fire_is_seen_at_night():
    fire = ground("ashcombe", burning=(("L03", "base"),))
    night = Conditions("night")
    seen = sees(fire, "A03", "J03", conditions=night)
    assert (seen.clear, seen.unclear, seen.distance) == (True, True, 9)
    assert sees(fire, "A03", "I03", conditions=night).why == "far"
    near = sees(fire, "A03", "K03", conditions=night)
    assert (near.clear, near.unclear) == (True, False)


def test_V25_the_sun_dazzles_along_its_sector():
    assert sectors("L05", "F07") == (3,)
    assert distance("L05", "F07") == 7
    assert dazzled(place("L05"), place("F07"), Conditions(sun=3))
    assert not dazzled(place("L05"), place("F07"), Conditions(sun=2))


# --- Trees and jumps -------------------------------------------------------------------------------------------------------


def test_V02_into_the_tree():
    here = ground("ashcombe")
    assert cost(here, "F06", "G06") == 2
    assert cost(here, "G06", "H06") == 2
    assert cost(here, "H06", "H06 crown", "climb_tree") == 6
    assert cost(here, "H06 crown", "I06 crown", "crown_step") == 4
    way = reachable(
        here, place("F06"), budget(here, 10, Conditions()), allowed=lambda one: one.kind in {"step", "climb_tree"}
    )
    assert way[place("H06 crown")].cost == 10
    assert place("I06 crown") not in way


def test_V26_only_without_armour_up_a_tree():
    assert move(ground("ashcombe"), "H06", "H06 crown", "climb_tree").bare
    assert TABLES.weapons["crossbow"].kind not in TABLES.uses.crown


def test_V28_the_leap_between_the_twin_oaks():
    here = ground("ashcombe")
    leap = move(here, "I06 crown", "J06 crown", "tree_leap")
    assert (leap.cost, leap.roll) == (4, "leap")
    pairs = [(a, one.to[0]) for a in here.trees for one in moves(here, (a, "crown")) if one.kind == "tree_leap"]
    assert sorted(pairs) == [("I06", "J06"), ("J06", "I06")]
    assert [TABLES.rolls["leap"].read(roll) for roll in (4, 5, 6)] == ["arrives", "stunned", "wounded"]


def test_V29_a_jump_out_of_a_crown():
    jump = move(ground("ashcombe"), "H07 crown", "H08", "jump")
    assert (jump.cost, jump.roll, jump.bare) == (4, "jump", True)
    assert [TABLES.rolls["jump"].read(roll) for roll in (5, 6)] == ["lands", "wounded"]


def test_V31_down_the_trunk():
    down = move(ground("ashcombe"), "H06 crown", "H06", "trunk_down")
    assert (down.cost, down.roll) == (4, "")
    assert move(ground("ashcombe"), "I06 crown", "I06", "trunk_down") is None


def test_V32_the_jump_on_a_horse():
    assert [TABLES.rolls["jump_horse"].read(roll) for roll in (6, 8, 9, 10)] == [
        "saddle",
        "afoot",
        "stunned",
        "wounded",
    ]


# --- Low walls and roofs ------------------------------------------------------------------------------------------------------


def test_V37_over_a_low_wall():
    here = ground("ashcombe")
    assert cost(here, "N12", "O12") == 2 + 2
    assert cost(here, "L03", "M03") == 3
    assert move(here, "L03", "M03").edge == "low_wall"


def test_V38_a_rider_over_a_low_wall():
    here = ground("ashcombe")
    leaps = _ride(here, "I13", 3, "leap_wall")
    assert leaps[3, 3].cost == 3 + 1
    assert (leaps[3, 3].head, leaps[3, 3].rump) == ("G13", "H13")
    assert all(one.cost > 3 for one in leaps.values())
    assert (3,) not in _ride(here, "I13", 3)


def test_V40_kneeling_behind_a_low_wall():
    here = ground("ashcombe")
    assert sees(here, "J03", "M03").clear
    assert cover(here, place("J03"), place("M03")) == "medium"
    assert cover(here, place("J03"), place("M03"), kneeling=True) == "infinite"
    assert cover(here, place("L06 crown"), place("M05"), kneeling=True) == "light"


def test_V41_from_roof_to_roof_and_down():
    here = ground("rumman")
    assert cost(here, "J04 roof", "K04 roof") == 2 + 1
    jump = move(here, "I04 roof", "I05", "jump")
    assert (jump.cost, jump.roll) == (2 + 4, "jump")


def test_V42_cover_on_a_roof():
    here = ground("rumman")
    assert cover(here, place("I06"), place("I04 roof")) == "medium"
    assert cover(here, place("H02 roof"), place("I04 roof")) == "none"
    assert cover(here, place("P04 roof"), place("M04 roof")) == "none"


# --- Carts ---------------------------------------------------------------------------------------------------------------------


CART = Cart("cart", "C08", "B08", "D08")


def test_V43_boarding_a_cart():
    here = ground("ashcombe", carts=(CART,))
    assert cost(here, "A08", "B08 bed", "board") == 2 + 1
    assert cost(here, "B07", "B08 bed", "board") == 2 + 2
    assert cost(here, "D08", "C08 bed", "board") is None
    assert cost(here, "C08 bed", "B08 bed", "bed_step") == 2
    moving = ground("ashcombe", carts=(Cart("cart", "C08", "B08", "D08", moving=True),))
    assert cost(moving, "C08 bed", "B08 bed", "bed_step") == 3
    assert cost(moving, "A08", "B08 bed", "board") is None
    assert cost(moving, "B08 bed", "A08", "alight") is None


def test_the_cart_follows_its_animal():
    here = ground("ashcombe", carts=(CART,))
    going = {one.dir: one for one in drives(here, CART)}
    assert sorted(going) == [0, 1, 5]
    assert going[0].cart == Cart("cart", "D08", "C08", "E08", moving=True)
    assert going[0].cost == 1
    assert [one.dir for one in drives(here, CART, taken={"E08"})] == [1, 5]


# --- Stakes, riders' hexes, charges ------------------------------------------------------------------------------------------


def test_V46_into_stakes():
    here = ground("rumman", stakes=(Stakes("J06", (2, 3, 4)),))
    assert cost(here, "I06", "J06") == 4
    assert cost(here, "K06", "J06") == 2
    assert _ride(here, "I06", 0)[0,].cost == 8
    assert _ride(here, "I06", 0)[0,].stakes == "front"
    assert _ride(here, "K06", 3)[3,].cost == 6
    assert _ride(here, "K06", 3)[3,].stakes == "other"


def test_V03_one_clear_hex_then_stakes():
    here = ground("rumman", stakes=(Stakes("J06", (2, 3, 4)),))
    assert _ride(here, "H06", 0)[0,].cost + _ride(here, "I06", 0)[0,].cost == 1 + 8


def test_V55_front_side_and_rear_of_a_rider():
    rider = Mount("J08", 0)
    assert set(front(rider)) == {"K08", "K07", "K09"}
    assert set(flanks(rider)) == {"J07", "J09"}
    assert set(rear(rider)) == {"H08", "I07", "I09"}
    assert not any(in_view(rider, hex_) for hex_ in ("H06", "H07", "I07"))
    assert in_view(rider, "I06")


def test_V80_no_charge_on_to_stakes_from_the_front():
    here = ground("rumman", stakes=(Stakes("J06", (2, 3, 4)),))
    ways = [_ride(here, head, 0)[0,] for head in ("E06", "F06", "G06", "H06")]
    assert charge_way(here, tuple(ways[:3]), Mount("H06", 0), "I06")
    assert not charge_way(here, tuple(ways), Mount("I06", 0), "J06")
    assert not charge_way(here, tuple(ways[:2]), Mount("G06", 0), "H06")
    into = _ride(here, "I06", 0)[0,]
    assert not charge_way(here, (*ways, into), Mount("J06", 0), "K06")


# --- Hoardings, ladders, ropes -----------------------------------------------------------------------------------------------


def test_V09_from_the_battlements_on_to_the_hoarding():
    here = ground("cardun")
    assert cost(here, "F06", "F07 hoarding") == 2 + 1
    assert cost(here, "F07 hoarding", "F06") == 2 + 1
    assert cost(here, "E07 hoarding", "F07 hoarding") == 1


def test_V10_filled_moat_attacker_hoarding_defender():
    here = ground("cardun", filled=("F07",))
    assert here.layers("F07") == ("base", "hoarding")
    assert here.passable("F07")
    assert sees(here, "F07 hoarding", "F07", how="rock").clear
    assert through_holes(here, place("F07 hoarding"), place("F07"))
    assert "bow" not in TABLES.uses.holes_down
    assert "rock" in TABLES.uses.holes_down


def test_V11_from_hoarding_battlement_and_keep():
    here = ground("cardun")
    assert sees(here, "F07 hoarding", "F08", how="slits").clear
    assert through_slits(here, place("F07 hoarding"), place("F08"))
    assert not any(sees(here, "F06", f"F{row:02d}").clear for row in range(8, 16))
    assert first_clear(2, 1, 3) == 3


def test_V12_over_the_hoarding_from_the_old_tower():
    here = ground("cardun")
    assert not both_ways(here, "F04", "F09")
    assert both_ways(here, "F04", "F10")


def test_R37_the_fourth_hex():
    assert not both_ways(ground("cardun", {"los.blind": "fourth"}), "F04", "F10")


def test_V13_a_hoarding_hex_that_is_gone():
    gone = ground("cardun", hoardings=("D07", "E07", "G07", "H07"), filled=("F07",))
    assert "hoarding" not in gone.layers("F07")
    up = ground("cardun", hoardings=("D07", "E07", "G07", "H07"), filled=("F07",), ladders=(Ladder("l", "F07", "F06"),))
    assert cost(up, "F07", "F07 ladder1", "ladder") == 2
    assert cost(up, "F07 ladder1", "F06", "ladder") == 4 + 1


def test_V15_the_bridge_of_the_siege_tower():
    bare = ground("cardun")
    tower = dataclasses.replace(bare, towers=(Tower(hex="F08", bridge=("E07", "F07", "G07")),), memory={})
    some = altered(tower, tower.marked)
    assert not some.bridge_down(some.towers[0])
    gone = altered(tower, msgspec.structs.replace(tower.marked, hoardings=("D07", "H07")))
    assert gone.bridge_down(gone.towers[0])
    assert may_fight(gone, ("F07", "bridge"), ("F06", "base"))
    assert not may_fight(gone, ("E07", "bridge"), ("D07", "hoarding"))


def test_V17_levels_below_a_wall():
    here = ground("cardun", mines=(Gallery("R07", -2),))
    assert here.layers("R07") == ("base", "mine1", "mine2")
    top = here.level("R07", "base")
    assert (top - here.level("R07", "mine2"), top - here.level("R07", "mine1")) == (4, 3)
    assert not may_fight(here, ("R07", "mine1"), ("R07", "mine2"))


def test_V18_a_rope_on_a_high_wall():
    here = ground("cardun", ropes=(Ladder("rope", "R08", "R07"),))
    assert here.layers("R08") == ("base", "rope1", "rope2")
    assert cost(here, "R08 rope1", "R08 rope2", "rope") == 8
    assert cost(here, "R08 rope2", "R07", "cross_top") == 4 + 1


def test_V67_up_a_rope_and_over_and_down():
    here = ground("cardun", ropes=(Ladder("rope", "M07", "M06"),))
    assert cost(here, "M07", "M07 rope1", "rope") + cost(here, "M07 rope1", "M06", "cross_top") == 13
    assert cost(here, "M07 rope1", "M07", "rope") == 4
    assert cost(here, "M06", "M07 rope1", "cross_top") == 4


def test_V60_cover_on_a_hoarding():
    here = ground("cardun")
    assert cover(here, place("F12"), place("F07 hoarding")) == "heavy"
    assert cover(here, place("F08"), place("F07 hoarding"), how="holes") == "medium"
    assert cover(here, place("F06"), place("F07 hoarding")) == "medium"


# --- Lines ------------------------------------------------------------------------------------------------------------------


def test_V71_a_house_is_in_the_way():
    assert sees(ground("ashcombe"), "O08", "O01").at == ("O04",)
    assert not both_ways(ground("ashcombe"), "O08", "O01")


def test_V72_out_of_ones_own_tree_and_through_two():
    here = ground("ashcombe")
    assert both_ways(here, "H07 crown", "H10")
    assert sees(here, "H06", "H10").at == ("H07", "I07")
    assert not both_ways(here, "H06", "H10")


def test_V73_over_a_mans_head():
    here = ground("ashcombe")
    assert sees(here, "H07 crown", "J11", men(a="I10")).why == "figure"
    assert sees(here, "H07 crown", "J11", men(a="I09")).clear


def test_V74_below_the_battlements():
    here = ground("cardun")
    assert sees(here, "M06", "M07").why == "blind"
    assert both_ways(here, "M06", "M08")
    assert sees(here, "R07", "R09").why == "blind"
    assert both_ways(here, "R07", "R10")
    assert sees(here, "M05", "M09").at == ("L06", "M06")


def test_V75_behind_the_hoarding():
    assert sees(ground("cardun"), "F06", "F10").at == ("F07", "G07")


def test_V76_from_the_roofs():
    here = ground("rumman")
    assert both_ways(here, "I04 roof", "I07")
    assert sees(here, "I03 roof", "I07").at == ("H04", "I04")
    assert both_ways(here, "D05 roof", "P05 roof")
    assert sees(here, "D05 roof", "Q05 roof").at == ("P05",)


def test_V77_along_an_edge():
    assert line("E05", "E07") == (("D06", "E06"),)


def test_V78_distance_and_neighbours():
    assert distance("A01", "T15") == 26
    assert [neighbour("E05", side) for side in range(6)] == ["F05", "E04", "D04", "D05", "D06", "E06"]
    assert [neighbour("E06", side) for side in range(6)] == ["F06", "F05", "E05", "D06", "E07", "F07"]


# --- Tables -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "column"), [(10, 19, "1-2"), (9, 19, None), (60, 6, "7-1"), (24, 7, "3-1")]
)
def test_V79_odds(attack, defence, column):
    found = TABLES.odds(attack, defence)
    assert (None if found is None else TABLES.combat_foot.columns[found]) == column


def test_V58_the_hoarding_table():
    table = TABLES.battering_hoarding

    def read(points, roll):
        return table.read(TABLES.battering_column(table, points), roll)

    rows = (
        (6, 5, "D"),
        (6, 2, "1C"),
        (9, 3, "D/1C"),
        (12, 1, "D/4C"),
        (3, 6, "-"),
        (3, 7, "D"),
        (1, 7, "-"),
        (1, 8, "D"),
    )
    for points, roll, letter in (*rows, (1 + 3, 7, "D")):
        assert read(points, roll) == letter, (points, roll)
    assert sum(row.split()[column] == "D" for row in table.rows for column in (1, 2, 3)) == 17


def test_R27_the_other_share_of_the_same_letters():
    rows = [row.split() for row in TABLES.battering_hoarding_else.rows]
    assert [sum(row[column] == "D" for row in rows) for column in (1, 2, 3)] == [5, 5, 7]


def test_V63_the_wall_table():
    table = TABLES.battering_walls
    for points, roll, letter in ((8, 7, "D"), (8, 5, "-"), (4, 9, "D"), (8, 5, "-"), (16, 3, "D/2C")):
        assert table.read(TABLES.battering_column(table, points), roll) == letter
    assert TABLES.battering_column(table, 0) is None


def test_V81_the_shed():
    assert dict(TABLES.shed.rows) == {5: 4, 10: 2, 20: 1}


def test_V20_V27_V62_missile_rows():
    table, offsets = TABLES.missile_foot, TABLES.missile_offsets
    none = table.columns.index("none")
    assert table.read(none, 7 + offsets["first"]) == "A"
    assert table.read(none, 5 + offsets["middle"]) == "B"
    assert table.read(none, 3 + offsets["last"]) == "B"


def test_V57_infiltration_rows():
    assert [TABLES.rolls["infiltration"].read(roll) for roll in (8, 10, 7, 0, 12)] == [
        "wounded",
        "dead",
        "unharmed",
        "unharmed",
        "dead",
    ]


def test_riders_and_horses_block_in_both_their_hexes():
    here = ground("rumman")
    rider = Standing("r", "base", mounted=True)
    assert sees(here, "D07", "H07", {"F07": (rider,)}).why == "figure"
    assert sees(here, "D07", "H07", {"F07": (rider,)}, ignore=("r",)).clear


def test_R63_rubble_is_bad_ground_or_not():
    assert ground("cardun", rubble=("N06",)).mark(place("N06")) == "-"
    assert ground("cardun", {"terrain.rubble.combat": "0"}, rubble=("N06",)).mark(place("N06")) == "0"


def test_R40_a_roof_helps_always_or_across_its_parapet():
    assert ground("rumman").mark(place("I04 roof")) == "+"
    edge = ground("rumman", {"roof.plus": "parapet"})
    assert edge.mark(place("I04 roof")) == "0"
    assert edge.side_mark(place("J04 roof"), place("K04 roof")) == "+"
    assert edge.side_mark(place("I04 roof"), place("J04 roof")) == "0"


def test_R10_a_low_wall_helps_across_it_or_always():
    across, always = ground("ashcombe"), ground("ashcombe", {"low_wall": "always"})
    assert across.side_mark(place("M03"), place("L03")) == "+"
    assert across.side_mark(place("M03"), place("M04")) == "0"
    assert always.side_mark(place("M03"), place("M04")) == "+"


def test_R4_a_hoarding_keeps_the_weather_off_or_not():
    assert ground("cardun").covered(place("F07 hoarding"))
    assert not ground("cardun", {"weather.roof": "without_hoardings"}).covered(place("F07 hoarding"))


def test_R3_fractions_rounded_once_or_each():
    assert allowance(ground("ashcombe"), 10, Conditions("rain", dark=True)) == 3
    assert allowance(ground("ashcombe", {"weather.round": "each"}), 11, Conditions("rain", dark=True)) == 4


def test_R33_the_edge_comes_on_top_or_is_all():
    rope = {"ropes": (Ladder("rope", "M07", "M06"),)}
    assert cost(ground("cardun", **rope), "M07 rope1", "M06", "cross_top") == 5
    assert cost(ground("cardun", {"rope.cross": "total"}, **rope), "M07 rope1", "M06", "cross_top") == 4


def test_R51_a_turn_forward_is_free_or_costs():
    assert _ride(ground("rumman"), "D07", 0)[1,].cost == 1
    assert _ride(ground("rumman", {"rider.turn_mp": 1}), "D07", 0)[1,].cost == 2


def test_R52_kneelers_do_not_block_or_do():
    who = {"F07": (Standing("k", "base", kneeling=True),)}
    assert sees(ground("rumman"), "D07", "H07", who).clear
    assert not sees(ground("rumman", {"los.kneelers": "block"}), "D07", "H07", who).clear


def test_R54_jumped_on_from_any_height_or_from_trees():
    assert jump_targets(ground("rumman"), place("I04 roof"))
    assert jump_targets(ground("rumman", {"jump.attack_from": "crown"}), place("I04 roof")) == ()
    assert jump_targets(ground("ashcombe", {"jump.attack_from": "crown"}), place("H07 crown"))
