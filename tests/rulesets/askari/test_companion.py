"""The table companion: every roll against the examples of the book and of the house, and what it refuses."""

import math
import random

import pytest

from rulesets.askari import companion
from rulesets.askari.table import ROLLS, AskariTable
from rulesets.askari.tables import TABLES, readings_of
from rulesets.companion import AGREE, END
from rulesets.contract import Action, Force, Setup
from rulesets.dice import Keyed
from tests.rulesets.kit import lawful, stored
from tests.rulesets.told import Told

TABLE = AskariTable()
SETUP = Setup(forces={"first": Force(), "second": Force()})


def opened(**readings):
    options = {"readings": readings} if readings else {}
    return stored(TABLE.setup(Setup(forces=SETUP.forces, options=options), Keyed(b"x")).state)


def rolled(kind, *faces, readings=None, **circumstances):
    """What a roll comes to if the dice show these faces: all of them, and no more."""
    state, action, dice = opened(**(readings or {})), Action(kind=kind, arguments=circumstances), Told(faces)
    assert TABLE.check(state, "first", action) is None
    (happening,) = TABLE.apply(state, {"first": action}, dice).happenings
    assert dice.left == []
    return happening.data


def refused(kind, **circumstances):
    problem = TABLE.check(opened(), "first", Action(kind=kind, arguments=circumstances))
    return None if problem is None else (problem.code, problem.place)


# --- The examples (A1 to A16) ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "given"), [((2, 3, 1, 4, 5, 6), 4), ((3, 3, 1, 1, 1, 6), 3), ((2, 1, 1, 1, 1, 1), 1)]
)
def test_a1_officers_raise_the_order_dice_where_it_helps_most(faces, given):
    told = rolled("orders", 4, *faces, units=6, officers=2)

    assert (told["threshold"], told["orders"], told["dice"]) == (4, given, list(faces))


def test_a2_the_same_order_die_serves_both_sides():
    assert rolled("orders", 1, 5, 3, 2, units=4, officers=1, threshold=4)["orders"] == 2
    assert rolled("orders", 2, 5, 6, 2, 4, 3, units=6, threshold=4)["orders"] == 3


@pytest.mark.parametrize(("face", "hits"), [(3, 1), (4, 1), (5, 0)])
def test_a3_a_belgian_askari_aims_at_long_range(face, hits):
    save = (1,) * hits
    told = rolled("shoot", face, *save, weapon="breech_loading_rifle", figures=1, shooting=2, far=True, aimed=True)

    assert (told["number"], told["hits"]) == (4, hits)
    assert [row["key"] for row in told["rows"]] == ["long_range", "aimed"]


def test_a4_musketeers_fire_one_in_two_and_archers_reply():
    told = rolled("shoot", 2, 2, 3, 4, 6, weapon="muzzle_loading_musket", figures=10, shooting=2, save=7)
    assert (told["dice"], told["number"], told["hits"], told["fallen"]) == (5, 3, 3, 3)

    faces = [1] * 3 + [2] * 9 + [3] + [4] + [5] * 3 + [6] * 3
    told = rolled(
        "shoot", *faces, weapon="bow", figures=20, shooting=1, far=True, unit_leader=True, higher=True, save=7, stand=10
    )
    assert (told["dice"], told["number"], told["hits"], told["fallen"]) == (20, 3, 13, 10)


def test_a5_a_masai_fights_two_askaris():
    told = rolled("fight", 5, 6, 5, 1, 2, 3, 6, 1, 2, 3, 4, own_melee=6, foe_melee=3, foe_second=3)

    assert (told["dice"], told["wounds"], told["lost"]) == ([6, 5], [3, 1], [0, 1])


def test_a6_beja_charge_a_gun_and_are_fired_at():
    told = rolled(
        "shoot", 1, 3, 4, 5, 6, 3, 2, 4, weapon="lever_machine_gun", figures=1, shooting=2, reaction=True, save=6
    )

    assert (told["number"], told["hits"], told["fallen"], told["jammed"], told["terror"]) == (3, 2, 2, False, True)


def test_a7_reinforcements_and_their_first_move():
    assert rolled("reinforcements", 5, units=1) | {"note": "", "turn": 0} == {
        "note": "",
        "turn": 0,
        "needed": 5,
        "units": 1,
        "arrive": 1,
    }
    assert rolled("reinforcements", 3, 2, units=2, martinet=True)["arrive"] == 1
    assert rolled("move", moves="irregular", whole=True)["length"] == 180


def test_a8_a_test_fails_a_marker_stays_and_the_leader_rallies():
    assert rolled("courage", 2, courage=3, more=1)["fate"] == "marked"
    assert rolled("courage", 2, courage=3, more=1, marked=True)["fate"] == "routed"
    assert [rolled("rally", face)["rallied"] for face in (3, 4)] == [False, True]
    assert rolled("rally", 2, eloquent=True)["rallied"]


@pytest.mark.parametrize(
    ("at_start", "casualties", "tests"),
    [(10, 2, 1), (10, 3, 1), (10, 4, 2), (10, 5, 2), (10, 6, 3), (6, 2, 2), (13, 5, 1), (21, 8, 2)],
)
def test_a9_a_test_for_each_multiple(at_start, casualties, tests):
    told = rolled("courage", *[6] * tests, courage=4, at_start=at_start, casualties=casualties)

    assert (told["tests"], told["failed"]) == (tests, 0)


def test_a9_one_casualty_of_ten_is_no_test():
    assert refused("courage", courage=4, at_start=10, casualties=1) == ("no_test_due", "casualties")


@pytest.mark.parametrize(
    ("weapon", "faces", "shift", "jammed"),
    [
        ("light_muzzle_loading_gun", (1, 6), None, True),
        ("light_breech_loading_gun", (1, 6), None, False),
        ("light_breech_loading_gun", (1, 1), None, True),
        ("mortar", (2, 3, 4), -70, False),
        ("mortar", (3, 6, 5), 110, False),
        ("hand_bomb", (1, 1), None, False),
        ("light_quick_firing_gun", (4, 1), 0, True),
    ],
)
def test_a12_where_a_shell_falls(weapon, faces, shift, jammed):
    told = rolled("deviation", *faces, weapon=weapon)

    assert (told["shift"], told["jammed"]) == (shift, jammed)


def test_a_ball_rolls_how_many_it_can_strike():
    assert rolled("deviation", 5, 3, 4, weapon="light_muzzle_loading_gun")["most"] == 7


def test_a13_saves():
    assert rolled("saves", 6, hits=1)["saved"] == 1
    assert rolled("saves", 6, hits=1, poisoned=True)["fallen"] == 1
    assert rolled("saves", 5, hits=1, save=4, poisoned=True)["saved"] == 1
    assert rolled("burst", 2, 1, 6, 5, 6, figures=2)["fallen"] == 1
    told = rolled("shoot", *[1] * 13, *[1] * 10, weapon="breech_loading_rifle", figures=13, shooting=1, stand=10)
    assert (told["hits"], told["fallen"]) == (13, 10)


@pytest.mark.parametrize(
    ("circumstances", "faces", "fate"),
    [
        ({"courage": 6, "bloodthirsty": True, "more": 1}, (6,), "marked"),
        ({"courage": 4, "officer": True, "more": 1}, (3,), "steady"),
        ({"courage": 0, "more": 1}, (1,), "steady"),
        ({"courage": 4, "marked": True, "more": 1}, (4,), "marked"),
        ({"courage": 4, "more": 3, "cancelled": 1}, (3, 3), "routed"),
        ({"courage": 4, "more": 3}, (3, 3), "routed"),  # nobody tests who has fled
    ],
)
def test_a14_courage(circumstances, faces, fate):
    assert rolled("courage", *faces, **circumstances)["fate"] == fate


@pytest.mark.parametrize(
    ("weapon", "far", "dice", "rows"),
    [
        ("magazine_rifle", False, 2, 0),
        ("magazine_rifle", True, 1, 1),
        ("matchlock", False, 1, 0),
        ("matchlock", True, 1, 1),
        ("bow", False, 2, 0),
        ("lever_machine_gun", True, 3, 1),
    ],
)
def test_a15_rate_and_long_range(weapon, far, dice, rows):
    jam = (6,) if weapon == "lever_machine_gun" else ()
    told = rolled("shoot", *[6] * dice, *jam, weapon=weapon, figures=1, shooting=0, far=far)

    assert (told["dice"], len(told["rows"])) == (dice, rows)


@pytest.mark.parametrize(
    ("circumstances", "dice"),
    [
        ({"own_melee": 3, "own_second": 4}, 5),
        ({"own_melee": 3, "own_second": 5}, 6),
        ({"own_melee": 3, "own_second": 4, "own_across": True}, 4),
        ({"own_melee": 5, "own_fanatic": True, "own_charges": True}, 7),
        ({"own_melee": 5, "own_fanatic": True, "own_charged": True}, 6),
        ({"own_melee": 4, "own_threw": True}, 3),
        ({"own_melee": 2, "own_weapon": "lance", "own_charges": True}, 4),
        ({"own_melee": 2, "own_weapon": "lance"}, 2),
        ({"own_melee": 2, "own_weapon": "hand_weapon", "own_inspired": True, "own_agile": True}, 5),
    ],
)
def test_a16_dice_of_a_fight(circumstances, dice):
    told = rolled("fight", *[1] * dice, foe_melee=0, **circumstances)

    assert (told["dice"], told["lost"]) == ([dice, 0], [0, 0])


def test_two_ranges_say_all_that_a_distance_would():
    """Where the normal range is not half of the longest, the rate is the same on both sides of it."""
    odd = [row for row in TABLES.missile.values() if 2 * row.normal != row.longest and row.normal != row.longest]

    assert odd
    assert all(row.shots[0] == row.shots[1] for row in odd)


# --- The rest ----------------------------------------------------------------------------------------------------------


def test_initiative_begins_a_turn_and_rolls_ties_again():
    state, dice = opened(), Told([3, 2, 5, 2])
    action = Action(kind="initiative", arguments={"first": 1, "second": 2, "note": "Hadendowa"})

    step = TABLE.apply(state, {"second": action}, dice)

    assert step.state["turn"] == 1
    assert step.happenings[0].data == {
        "note": "Hadendowa",
        "turn": 1,
        "totals": {"first": 6, "second": 4},
        "seat": "first",
    }
    assert step.happenings[0].rolls[-1] == "turn/1/initiative/1/second/2"
    assert step.reveals


def test_a_move_is_rolled_by_its_row():
    assert rolled("move", 4, moves="regular")["length"] == 120
    assert rolled("move", 4, 3, 2, moves="regular", rough=True, effendi=True)["length"] == 90
    assert rolled("move", 1, 1, 1, 6, moves="native", correspondent=True)["length"] == 10
    assert rolled("move", 1, 1, 1, moves="native", rough=True, readings={"native_rough": "3d6+2"})["length"] == 50


def test_clubs_read_the_book_in_their_own_way():
    assert rolled("shoot", 3, weapon="matchlock", figures=1, shooting=1, readings={"matchlock_mod": 1})["number"] == 2
    six = {"weapon": "hunting_rifle", "figures": 1, "shooting": 3, "higher": True, "far": True, "save": 7}
    assert rolled("shoot", 6, **six)["hits"] == 1
    assert rolled("shoot", 6, readings={"natural_six_misses": True}, **six)["hits"] == 0
    canister = {"weapon": "light_breech_loading_gun", "figures": 1, "shooting": 2, "canister": True, "save": 7}
    assert rolled("shoot", 1, 5, **canister)["hits"] == 5
    assert rolled("shoot", 1, readings={"canister_hits": "one"}, **canister)["hits"] == 1
    gun = {"weapon": "light_breech_loading_gun", "figures": 1, "shooting": 2}
    told = rolled("shoot", 1, readings={"artillery_to_hit": "d_then_deviation"}, **gun)
    assert (told["hits"], "fallen" in told) == (1, False)
    charge = {"own_melee": 2, "own_weapon": "lance", "own_charges": True, "foe_melee": 0}
    assert rolled("fight", *[1] * 6, readings={"lance_shock": "stacks"}, **charge)["dice"] == [6, 0]


def test_several_fights_alike_are_rolled_at_once():
    told = rolled("fight", 5, 1, 1, 6, 1, 1, own_melee=1, foe_melee=1, times=3)

    assert (told["wounds"], told["lost"]) == ([1, 1], [1, 1])


def test_the_hospital_and_a_jam():
    told = rolled("hospital", 6, 5, 3, 1, wounded=4)
    assert (told["rejoin"], told["stay"], told["die"]) == (2, 1, 1)
    assert [rolled("unjam", face)["cleared"] for face in (3, 4)] == [False, True]


@pytest.mark.parametrize(
    ("faces", "does", "length"),
    [
        ((1, 2, 2, 2), "attacks", 120),
        ((2, 1, 1, 1), "rushes", 90),
        ((3,), "stays", 0),
        ((4, 5), "away", 50),
        ((5, 5, 6), "away", 110),
        ((6, 6, 6, 6), "bolts", 240),
    ],
)
def test_what_a_lion_does(faces, does, length):
    told = rolled("animal", *faces, animal="lion")

    assert (told["does"], told["length"], told["dice"]) == (does, length, 7)


def test_a_hippopotamus_is_faster_in_the_water():
    assert rolled("animal", 6, 1, 1, 1, 1, animal="hippopotamus", in_water=True)["length"] == 40
    assert rolled("animal", 6, 1, 1, animal="hippopotamus")["length"] == 20


# --- Bad input -----------------------------------------------------------------------------------------------------------

SHOT = {"weapon": "breech_loading_rifle", "figures": 6, "shooting": 2}


@pytest.mark.parametrize("value", [-5, 0, 10**9, math.nan, 2.5, True, "6", None, [6], {}])
def test_a_number_that_is_none_is_refused(value):
    assert refused("shoot", **SHOT | {"figures": value}) == ("out_of_range", "figures")


@pytest.mark.parametrize(
    ("kind", "circumstances", "code", "place"),
    [
        ("shoot", SHOT | {"weapon": "ray_gun"}, "unknown_weapon", "weapon"),
        ("shoot", SHOT | {"weapon": None}, "unknown_weapon", "weapon"),
        ("shoot", SHOT | {"cover": 1}, "not_offered", "cover"),
        ("shoot", SHOT | {"note": "x" * 41}, "note_too_long", "note"),
        ("shoot", SHOT | {"note": 3}, "bad_arguments", "note"),
        ("shoot", SHOT | {"moon": True}, "bad_arguments", ""),
        ("shoot", {"weapon": "bow"}, "bad_arguments", ""),
        ("shoot", SHOT | {"canister": True}, "no_such_ammunition", "canister"),
        ("shoot", SHOT | {"weapon": "medium_breech_loading_gun"}, "deviates", "weapon"),
        (
            "shoot",
            SHOT | {"weapon": "medium_breech_loading_gun", "canister": True, "far": True},
            "canister_is_near",
            "far",
        ),
        ("deviation", {"weapon": "bow"}, "unknown_weapon", "weapon"),
        ("move", {"moves": "field_gun", "rough": True}, "flat_only", "rough"),
        ("move", {"moves": "elephant"}, "unknown_movement", "moves"),
        ("fight", {"own_melee": 2, "foe_melee": 2, "own_weapon": "bow"}, "unknown_weapon", "own_weapon"),
        ("fight", {"own_melee": 2, "foe_melee": 2, "own_second": 1, "foe_second": 1}, "two_against_one", "foe_second"),
        (
            "fight",
            {"own_melee": 2, "foe_melee": 2, "own_charges": True, "foe_charges": True},
            "one_charges",
            "foe_charges",
        ),
        ("courage", {"courage": 4, "at_start": 3, "casualties": 4}, "out_of_range", "casualties"),
        ("animal", {"animal": "unicorn"}, "not_offered", "animal"),
        ("end", {"winner": "nobody"}, "not_offered", "winner"),
        ("agree", {"winner": "draw"}, "not_now", ""),
        ("conjure", {}, "not_now", ""),
    ],
)
def test_what_cannot_be_is_refused(kind, circumstances, code, place):
    assert refused(kind, **circumstances) == (code, place)


def test_nobody_else_rolls_and_nobody_after_the_end():
    state, roll = opened(), Action(kind="unjam")
    assert TABLE.check(state, "umpire", roll).code == "not_your_turn"
    said = Action(kind="end", arguments={"winner": "second", "note": "At dusk."})
    state = TABLE.apply(state, {"second": said}, Told([])).state
    ended = TABLE.apply(
        state, {"first": Action(kind="agree", arguments={"winner": "second", "level": "minor"})}, Told([])
    )

    assert TABLE.asks(ended.state) == []
    assert TABLE.check(ended.state, "first", roll).code == "not_your_turn"
    outcome = TABLE.outcome(ended.state)
    assert (outcome.seats["second"].result, outcome.seats["first"].result, outcome.notes) == ("win", "loss", "At dusk.")


def ended(*words):
    """The table after one side after the other has said how it ended: ``("first", "draw")``, ``("second", "first", "major")``."""
    state = opened()
    for seat, winner, *level in words:
        arguments = {"winner": winner, **({"level": level[0]} if level else {})}
        assert TABLE.check(state, seat, Action(kind="end", arguments=arguments)) is None
        state = TABLE.apply(state, {seat: Action(kind="end", arguments=arguments)}, Told([])).state
    return state


def test_it_ends_when_both_sides_say_the_same_and_not_before():
    for words in (
        [("first", "first")],
        [("first", "first"), ("second", "second")],
        [("first", "draw"), ("first", "draw")],
    ):
        assert TABLE.outcome(ended(*words)) is None
    assert TABLE.outcome(ended(("first", "first", "major"), ("second", "first", "minor"))) is None

    both = TABLE.outcome(ended(("first", "first"), ("second", "second"), ("first", "second")))
    assert (both.seats["second"].result, both.seats["second"].level) == ("win", "minor")
    assert TABLE.outcome(ended(("second", "draw", "major"), ("first", "draw"))).seats["first"].result == "draw"


def test_the_other_side_is_waited_for_and_agrees_only_to_what_is_said_now():
    state = ended(("first", "first", "major"))

    asks = {ask.seat: (ask.kind, ask.prompt, ask.wanted) for ask in TABLE.asks(state)}
    assert asks == {"first": ("may", "roll", False), "second": ("may", "agree", True)}
    assert TABLE.check(state, "first", Action(kind="agree", arguments={"winner": "first"})).code == "not_now"
    before = Action(kind="agree", arguments={"winner": "first", "level": "minor"})
    assert (TABLE.check(state, "second", before).code, TABLE.check(state, "second", before).place) == (
        "not_offered",
        "winner",
    )
    (choice,) = TABLE.menu(state, "second", "agree")
    assert (choice.arguments["winner"].values, choice.arguments["level"].values) == (("first",), ("major",))
    assert TABLE.check(state, "second", Action(kind="rally")) is None  # and one may roll on


def test_a_table_with_other_sides_or_readings_is_no_table():
    wrong = Setup(forces={"first": Force(), "west": Force()}, options={"readings": {"pile_in": 7}, "moon": 1})

    assert [problem.code for problem in TABLE.check_setup(wrong)] == ["unknown_option", "two_sides", "unknown_reading"]


@pytest.mark.parametrize("kind", [*ROLLS, END, AGREE])
def test_every_roll_can_be_made_from_the_menu(kind):
    state = ended(("second", "second", "major")) if kind == "agree" else opened()
    (choice,) = TABLE.menu(state, "first", kind)
    chance = random.Random(kind)

    class One(AskariTable):
        def menu(self, state, seat, focus=None):
            return [choice]

    for number in range(20):
        action = lawful(One(), state, "first", chance)
        step = TABLE.apply(state, {"first": action}, Keyed(f"{kind} {number}".encode()))

        assert step.happenings[0].kind == {"end": "said", "agree": "over"}.get(kind, kind)


def test_every_circumstance_of_a_shot_is_the_engines():
    """No modifier of the book is missing in the companion; what a campaign adds is no circumstance, but a man's own value."""
    fields = {"far", *ROLLS["shoot"].__struct_fields__}

    assert {key for key, row in TABLES.to_hit.items() if key not in fields and row.rule != "Askari E"} == {"long_range"}
    assert max(TABLES.saves.values()) == companion.LAST_SAVE
    assert readings_of({}).keys() >= set(companion.READS)
