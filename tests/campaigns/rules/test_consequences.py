"""What the chosen actions bring, in which order (Hispania 2, 9, R15, R17, R24, R32)."""

import pytest

from campaigns.rules.decisions import LosePoints
from campaigns.rules.pack import row_at
from campaigns.rules.state import Purse
from tests.campaigns.rules.build import CARTHAGE, PACK, ROME, SIDES, War, troops, unit

NATIVES = [unit("iberians", 40, 10, native=True), unit("slingers", 20, 5, native=True), troops(1500)]

REINFORCEMENTS = {
    **dict.fromkeys((-2, 0, 1, 2, 3, 4), Purse()),
    5: Purse(common=50),
    6: Purse(common=100),
    7: Purse(common=150),
    8: Purse(common=200),
    9: Purse(common=250),
    10: Purse(common=300),
    11: Purse(common=200, special=100),
    **dict.fromkeys((12, 13, 15, 20), Purse(common=200, special=200)),
}
ALLIANCES = {
    **dict.fromkeys((-2, 0, 1, 2, 3, 4), Purse()),
    5: Purse(native_common=50),
    6: Purse(native_common=100),
    7: Purse(native_common=150),
    8: Purse(native_common=200),
    9: Purse(native_common=250),
    10: Purse(native_common=150, native_special=150),
    11: Purse(native_common=200, native_special=150),
    **dict.fromkeys((12, 13, 15, 20), Purse(native_common=200, native_special=200)),
}
DESERTION = {
    **dict.fromkeys((-2, 0, 1, 2, 3), 0),
    4: 50,
    5: 100,
    6: 150,
    7: 150,
    8: 150,
    9: 200,
    10: 250,
    11: 300,
    **dict.fromkeys((12, 13, 20), 350),
}


@pytest.mark.parametrize(
    ("table", "total", "purse"),
    [("reinforcements", *row) for row in REINFORCEMENTS.items()] + [("alliance", *row) for row in ALLIANCES.items()],
)
def test_every_row_of_a_grant_is_the_printed_one_and_ends_run_on(table, total, purse):
    row = row_at(PACK.table_by_key[table].rows, total)

    assert (row.common, row.special, row.native_common, row.native_special) == (
        purse.common,
        purse.special,
        purse.native_common,
        purse.native_special,
    )


@pytest.mark.parametrize(("total", "points"), DESERTION.items())
def test_every_row_of_the_punishments_is_the_printed_one(total, points):
    assert row_at(PACK.table_by_key["punishment"].rows, total).points == points


# --- Who rolls ---------------------------------------------------------------------------------------------


def rolls(war, table):
    """Sides that rolled on a table."""
    return [side for side in SIDES if f"year/1/{table}/{side}" in {roll.address for roll in war.dice.rolled}]


def after(roman, punic, winner="draw", level=None, /, **war):
    """A year in which neither event touches anything here."""
    war = War(**war).roll(event__rome=4, event__carthage=4, scenario=1, roles__rome=6, roles__carthage=1)
    return war.year(roman, punic, winner, level)


@pytest.mark.parametrize("table", ["alliance", "punishment"])
@pytest.mark.parametrize(
    ("winner", "level", "who"),
    [
        ("draw", None, [ROME, CARTHAGE]),
        (ROME, "minor", [ROME]),
        (ROME, "major", [ROME]),
        (CARTHAGE, "minor", [CARTHAGE]),
        (CARTHAGE, "major", [CARTHAGE]),
    ],
)
def test_an_action_bears_fruit_for_who_is_not_defeated(table, winner, level, who):
    points = 500 if table == "alliance" else 1000
    war = after(table, table, winner, level, rome=points, carthage=points)

    assert rolls(war, table) == who


@pytest.mark.parametrize("action", ["battle", "defence", "guerrilla"])
def test_other_actions_roll_on_neither_table(action):
    war = after(action, action, rome=500, carthage=500)

    assert rolls(war, "alliance") == rolls(war, "punishment") == []


def test_a_skipped_year_defeats_nobody():
    war = War().roll(event__rome=4, event__carthage=4).order("alliance", "alliance").skip()

    assert rolls(war, "alliance") == [ROME, CARTHAGE]


@pytest.mark.parametrize("action", ["alliance", "punishment", "battle", "defence"])
def test_every_side_rolls_for_reinforcements_whatever_it_did(action):
    assert rolls(after(action, "battle"), "reinforcements") == [ROME, CARTHAGE]


def test_even_a_defeated_side_is_reinforced():
    assert rolls(after("battle", "battle", CARTHAGE, "major"), "reinforcements") == [ROME, CARTHAGE]


@pytest.mark.parametrize(
    ("orders", "winner", "who"),
    [
        (("defence", "battle"), "draw", [ROME]),
        (("defence", "battle"), CARTHAGE, []),
        (("defence", "defence"), "draw", [ROME, CARTHAGE]),
        (("battle", "alliance"), "draw", []),
    ],
)
def test_a_club_may_read_that_only_defenders_are_reinforced(orders, winner, who):
    war = after(*orders, winner, rome=500, carthage=500, reinforcements_for="defence")

    assert rolls(war, "reinforcements") == who


@pytest.mark.parametrize(
    ("rome", "carthage", "winner", "who"),
    [
        ("guerrilla", "defence", ROME, [ROME]),
        ("guerrilla", "defence", CARTHAGE, [CARTHAGE]),
        ("defence", "guerrilla", CARTHAGE, [CARTHAGE]),
        ("guerrilla", "guerrilla", ROME, [ROME]),
        ("guerrilla", "guerrilla", "draw", [ROME, CARTHAGE]),
    ],
)
@pytest.mark.parametrize("level", ["minor", "major"])
def test_whoever_loses_to_or_with_a_guerrilla_is_not_reinforced(rome, carthage, winner, who, level):
    war = after(rome, carthage, winner, level if winner != "draw" else None, rome=500, carthage=500)

    assert rolls(war, "reinforcements") == who
    assert [told["why"] for told in war.told("roll_barred", roll="reinforcements")] == ["forfeit"] * (2 - len(who))


# --- Modifiers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("winner", "total"), [("draw", 8), (ROME, 8), (CARTHAGE, 7)])
def test_defence_without_defeat_adds_one(winner, total):
    war = War().roll(event__rome=4, event__carthage=4, reinforcements__rome=7).year("defence", "battle", winner)

    assert war.told("grant", roll="reinforcements", side=ROME)[0]["total"] == total


def test_modifiers_add_up_and_say_where_they_come_from():
    war = War(flags=("rome.alliance+2",)).roll(event__rome=10, alliance__rome=7)
    war.order("alliance", "alliance").skip()

    told = war.told("grant", roll="alliance", side=ROME)[0]
    assert (told["natural"], told["total"]) == (7, 11)
    assert told["modifiers"] == [{"from": "event", "amount": 2}, {"from": "last_year", "amount": 2}]


def test_a_lasting_modifier_says_so():
    war = War(flags=("carthage.alliance+1", "carthage.alliance-2")).order("alliance", "alliance").skip()

    assert war.told("grant", roll="alliance", side=CARTHAGE)[0]["modifiers"] == [
        {"from": "last_year", "amount": -2},
        {"from": "lasting", "amount": 1},
    ]


# --- Punishment (R15) ---------------------------------------------------------------------------------------------


def punished(total, natives=NATIVES, **war):
    """Carthage is punished: 2d6 of Rome."""
    war = War(carthage=natives, **war).roll(event__rome=4, event__carthage=4, punishment__rome=total, scenario=1)
    return war.order("punishment", "battle").skip()


def test_only_native_troops_desert():
    war = punished(12)
    assert war.asked().seat == CARTHAGE
    assert war.asked().data["natives"]

    assert war.refusal(CARTHAGE, LosePoints(figures={"foot": 350})) == "not_concerned"
    war.do(CARTHAGE, LosePoints(figures={"iberians": 35}))

    assert war.figures(CARTHAGE, "iberians") == 5


def test_the_program_lets_the_cheapest_natives_go():
    war = punished(4).settle()

    assert (war.figures(CARTHAGE, "slingers"), war.figures(CARTHAGE, "iberians")) == (10, 40)


def test_who_has_no_natives_loses_nobody_and_is_not_asked():
    war = punished(12, natives=1500)

    assert war.state.year == 2
    assert war.told("punishment")[0]["points"] == 0


def test_desertion_takes_all_there_are_at_most():
    war = punished(12, natives=[unit("few", 3, 10, native=True)]).settle()

    assert war.figures(CARTHAGE, "few") == 0
    assert war.told("punishment")[0] | {"modifiers": None} == {
        "amount": 350,
        "points": 30,
        "figures": {"few": 3},
        "enemy": CARTHAGE,
        "side": ROME,
        "roll": "punishment",
        "natural": 12,
        "total": 12,
        "modifiers": None,
    }


def test_a_roll_that_takes_nobody_asks_nobody():
    assert punished(3).state.year == 2


# --- The order (R32) ------------------------------------------------------------------------------------------------


def test_alliances_come_first_then_punishments_then_reinforcements_rome_first_in_each():
    war = War(rome=NATIVES, carthage=NATIVES).roll(event__rome=4, event__carthage=4)
    war.order("alliance", "alliance").skip()
    war.roll(scenario=1, event__rome=4, event__carthage=4, roles__rome=6).order(
        "punishment", "punishment"
    ).skip().settle()

    tables = [
        roll.address.split("/")[1:] for roll in war.dice.rolled if roll.address.split("/")[2] in PACK.table_by_key
    ]
    assert tables == [
        ["1", "alliance", ROME],
        ["1", "alliance", CARTHAGE],
        ["1", "reinforcements", ROME],
        ["1", "reinforcements", CARTHAGE],
        ["2", "punishment", ROME],
        ["2", "punishment", CARTHAGE],
        ["2", "reinforcements", ROME],
        ["2", "reinforcements", CARTHAGE],
    ]


def test_a_punishment_that_brings_the_lead_to_ten_ends_the_war_there():
    natives = [unit("iberians", 100, 10, native=True), troops(950)]
    war = punished(5, natives=natives, rome=2050, earned=(8, 0)).settle()

    assert war.available == (2050, 1850)
    assert war.ended == (ROME, "major", "lead")
    assert rolls(war, "reinforcements") == []


# --- Grants of the year ------------------------------------------------------------------------------------------------


def test_grants_are_kept_apart_by_table_until_they_are_spent():
    war = War().roll(alliance__rome=11, reinforcements__rome=12).order("alliance", "alliance").skip()

    assert war.state.purses[ROME] == {
        "alliance": Purse(native_common=200, native_special=150),
        "reinforcements": Purse(common=200, special=200),
    }
    assert war.state.closed.grants[ROME] == war.state.purses[ROME]


def test_a_skipped_year_has_no_muster_so_grants_add_up():
    war = War().roll(reinforcements__rome=9).order("battle", "battle").skip()
    war.roll(reinforcements__rome=6).order("battle", "battle").skip()

    assert war.state.purses[ROME]["reinforcements"] == Purse(common=350)
