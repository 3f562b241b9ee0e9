"""Scoring a battle and recovering from it (Hispania 1, 4, 5, 6, R4, R5, R12, R19, R23, R28)."""

import pytest

from campaigns.rules.battles import part, recovered
from campaigns.rules.decisions import Fought, Muster, Skip
from campaigns.rules.engine import HOST
from rulesets.contract import CharacterResult, Outcome, SeatResult, UnitResult
from tests.campaigns.rules.build import CARTHAGE, PACK, ROME, War, character, general, outcome, troops, unit

MEETINGS = {
    "skirmish": ("alliance", "alliance", 1),
    "encounter": ("alliance", "punishment", 1),
    "defend_ally": ("alliance", "punishment", 4),
    "ambush": ("guerrilla", "battle", 1),
    "pitched_battle": ("battle", "battle", 1),
    "defensive_battle": ("battle", "defence", 1),
}


def meet(scenario, **war):
    """Two armies that stand opposite one another."""
    rome, carthage, face = MEETINGS[scenario]
    return War(**war).roll(scenario=face).order(rome, carthage).muster()


# --- Victory points (Hispania 5, R4) ----------------------------------------------------------------------

AWARDS = [
    ("pitched_battle", 3, 2),
    ("defensive_battle", 3, 2),
    ("encounter", 2, 1),
    ("skirmish", 1, 1),
    ("defend_ally", 2, 1),
    ("ambush", 2, 1),
]


@pytest.mark.parametrize(("scenario", "major", "minor"), AWARDS)
@pytest.mark.parametrize("winner", [ROME, CARTHAGE])
def test_a_victory_scores_what_its_scenario_is_worth(scenario, major, minor, winner):
    for level, points in (("major", major), ("minor", minor)):
        war = meet(scenario).fight(winner, level)

        assert war.earned == ((points, 0) if winner == ROME else (0, points))


@pytest.mark.parametrize("scenario", MEETINGS)
def test_a_draw_scores_nothing(scenario):
    assert meet(scenario).fight().earned == (0, 0)


@pytest.mark.parametrize("scenario", ["defend_ally", "ambush"])
@pytest.mark.parametrize(("reading", "major", "minor"), [("encounter", 2, 1), ("battle", 3, 2), ("none", 0, 0)])
def test_what_is_not_printed_scores_as_the_club_reads(scenario, reading, major, minor):
    for level, points in (("major", major), ("minor", minor)):
        war = meet(scenario, **{f"award_{scenario}": reading}).fight(ROME, level)

        assert war.earned == (points, 0)


def test_a_reading_of_one_scenario_leaves_the_other_alone():
    assert meet("ambush", award_defend_ally="battle").fight(ROME, "major").earned == (2, 0)


# --- Standing awards (Hispania 5) --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rome", "carthage", "standing"),
    [
        (2000, 1800, (2, 0)),
        (2000, 1801, (0, 0)),
        (1800, 2000, (0, 2)),
        (2000, 1000, (4, 0)),
        (2000, 1001, (2, 0)),
        (1200, 600, (4, 0)),
        (300, 150, (2, 0)),  # twice as many, but not 200 more
        (100, 50, (2, 0)),
        (1750, 875, (4, 0)),
        (1750, 876, (2, 0)),
        (500, 0, (4, 0)),
        (1, 0, (2, 0)),
        (0, 0, (0, 0)),
    ],
)
def test_more_troops_and_twice_the_troops(rome, carthage, standing):
    assert War(rome=rome, carthage=carthage).vp == standing


def test_awards_are_never_earned_only_held():
    war = War(rome=2000, carthage=1000)

    assert war.earned == (0, 0)
    assert war.state.held == {ROME: 4, CARTHAGE: 0}


@pytest.mark.parametrize("status", ["dead", "captured", "recalled", "replaced"])
def test_only_free_and_living_characters_are_available(status):
    rome = [troops(1000), general(points=200), character("b", points=50, status=status)]

    assert War(rome=rome).available == (1200, 2000)


def test_command_figures_are_available_as_long_as_their_unit_exists():
    rome = [unit("a", 10, 10, command=15), unit("gone", 0, 10, command=15)]

    assert War(rome=rome).available[0] == 115


def test_the_award_for_more_troops_goes_when_its_condition_goes():
    war = meet("pitched_battle", rome=2000, carthage=1800).fight(losses={(ROME, "foot"): (0, 400)})

    assert war.available == (1800, 1800)
    assert war.vp == (0, 0)
    assert war.told("standing") == [{"side": ROME, "before": 2, "after": 0, "available": {ROME: 1800, CARTHAGE: 1800}}]


def test_a_battle_is_scored_while_the_rosters_stand_as_mustered():
    """R28: the lead that scoring sees is the one before the losses."""
    war = meet("pitched_battle", rome=2000, carthage=2000, earned=(7, 0))
    war.fight(CARTHAGE, "major", losses={(ROME, "foot"): (0, 1500)})

    kinds = war.kinds()
    assert kinds.index("vp") < kinds.index("standing")


# --- R27 -----------------------------------------------------------------------------------------------------


def test_a_lost_award_may_be_read_as_going_to_the_enemy():
    war = meet("pitched_battle", rome=2000, carthage=1800, standing_lost="transfer")
    war.fight(losses={(ROME, "foot"): (0, 400)})

    assert war.vp == (0, 2)
    assert war.told("standing_transferred") == [{"side": CARTHAGE, "amount": 2, "earned": 2}]


def test_winning_an_award_gives_nothing_to_anybody_else():
    war = meet("pitched_battle", standing_lost="transfer").fight(losses={(ROME, "foot"): (0, 400)})

    assert war.vp == (0, 2)
    assert war.earned == (0, 0)


def test_the_last_two_rows_may_be_read_as_twice_the_troops_and_the_dead_general():
    """Then the award for 200 points more is earned with each battle, and the death weighs until he is replaced."""
    rome = [troops(2000), general()]
    war = meet("pitched_battle", rome=rome, carthage=1000, standing_rows="last_two")
    assert war.vp == (2, 0)  # twice the troops; 200 more is not held

    war.roll(fate__rome__general=2).fight(felled=[(ROME, "general")])

    assert war.earned == (2, 0)  # 200 more, earned with the battle
    assert war.vp == (2 + 2 - 4, 0)


def test_a_death_that_weighs_is_no_award_that_goes_over():
    rome = [troops(2000), general()]
    war = meet("pitched_battle", rome=rome, standing_rows="last_two", standing_lost="transfer")

    war.roll(fate__rome__general=2).fight(felled=[(ROME, "general")])

    assert war.vp == (-4, 0)
    assert war.told("standing")[0] | {"available": None} == {
        "side": ROME,
        "before": 0,
        "after": -4,
        "available": None,
    }


# --- Doubled points (R12) -------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", ["battles_and_events", "battles"])
def test_battles_count_twice_in_a_year_that_counts_double(reading):
    war = meet("pitched_battle", flags=("vp_doubled",), doubling=reading).fight(CARTHAGE, "major")

    assert war.earned == (0, 6)
    assert war.told("vp")[0]["doubled"]


@pytest.mark.parametrize(("reading", "points"), [("battles_and_events", 6), ("battles", 3)])
def test_events_count_twice_as_the_club_reads(reading, points):
    war = War(flags=("vp_doubled",), doubling=reading).roll(event__carthage=11, event_amount__carthage=3).year()

    assert war.earned == (0, points)


def test_a_loss_counts_twice_as_well():
    war = War(flags=("vp_doubled",)).roll(event__rome=2, event_amount__rome=3).year()

    assert war.earned == (-6, 0)


def test_standing_awards_are_never_doubled():
    assert War(rome=2000, carthage=1000, flags=("vp_doubled",)).vp == (4, 0)


# --- Instant victory (R19) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "before", "ended"),
    [
        ("10", 7, (ROME, "major", "lead")),
        ("10", 6, None),
        ("11", 7, None),
        ("11", 8, (ROME, "major", "lead")),
    ],
)
def test_a_lead_of_ten_wins_at_once(reading, before, ended):
    war = meet("pitched_battle", earned=(before, 0), instant_lead=reading).fight(ROME, "major")

    assert war.ended == ended


def test_nothing_more_is_rolled_once_the_war_is_won():
    war = meet("pitched_battle", earned=(7, 0), rome=[troops(2000), general()])
    war.fight(ROME, "major", felled=[(ROME, "general")], losses={(CARTHAGE, "foot"): (0, 900)})

    assert war.ended == (ROME, "major", "lead")
    assert war.kinds()[-2:] == ["vp", "war_ended"]
    assert war.figures(CARTHAGE, "foot") == 2000  # recovery was not worked out
    assert war.rules.asks(war.state) == []


def test_troops_lost_can_win_the_war():
    """The lead is looked at after every change of a roster, too."""
    war = meet("pitched_battle", earned=(6, 0)).fight(losses={(CARTHAGE, "foot"): (0, 2000)})

    assert war.available == (2000, 1000)
    assert war.ended == (ROME, "major", "lead")


# --- Recovery (Hispania 6, R5) --------------------------------------------------------------------------------------

SHARES = [
    # before, routed, destroyed: after a victory, a draw, a minor and a major defeat
    (12, 5, 4, 12 - 9 + 5 + 2, 12 - 9 + 2 + 2, 12 - 9 + 2 + 1, 3),
    (8, 0, 8, 5, 5, 5, 0),  # 4 and 4 and 2 came back: made up to 5
    (4, 0, 3, 4, 4, 4, 1),  # never above its strength before the battle
    (3, 0, 3, 3, 3, 0, 0),  # half of 3 is 1, a quarter of 3 is nobody
    (20, 20, 0, 20, 10, 10, 0),
    (20, 0, 20, 10, 10, 5, 0),
    (20, 0, 19, 10, 10, 5, 1),
    (20, 7, 6, 20 - 6 + 3, 20 - 13 + 3 + 3, 20 - 13 + 3 + 1, 7),
    (5, 1, 0, 5, 5, 5, 4),
    (1, 0, 1, 0, 0, 0, 0),
    (2, 0, 2, 2, 2, 0, 0),
    (1, 1, 0, 1, 0, 0, 0),
    (100, 33, 33, 100 - 33 + 16, 100 - 66 + 16 + 16, 100 - 66 + 16 + 8, 34),
]
RESULTS = ("victory", "draw", "minor_defeat", "major_defeat")


@pytest.mark.parametrize(("before", "routed", "destroyed", "rest"), [(*row[:3], row[3:]) for row in SHARES])
def test_what_comes_back_depends_on_the_result(before, routed, destroyed, rest):
    lost = UnitResult(routed=routed, destroyed=destroyed)
    after = [
        recovered(lost, before=before, share=getattr(PACK.recovery, result), floor=5, fractions="down")
        for result in RESULTS
    ]

    assert after == list(rest)


@pytest.mark.parametrize(
    ("fractions", "count", "half", "quarter"),
    [
        ("down", 5, 2, 1),
        ("up", 5, 3, 2),
        ("nearest", 5, 3, 1),
        ("down", 7, 3, 1),
        ("up", 7, 4, 2),
        ("nearest", 7, 4, 2),
        ("nearest", 6, 3, 2),
        ("up", 8, 4, 2),
        ("up", 0, 0, 0),
        ("nearest", 1, 1, 0),
    ],
)
def test_fractions_are_rounded_as_the_club_reads(fractions, count, half, quarter):
    assert part(count, (1, 2), fractions) == half
    assert part(count, (1, 4), fractions) == quarter


@pytest.mark.parametrize(("fractions", "after"), [("down", 6), ("up", 7), ("nearest", 7)])
def test_a_unit_recovers_in_the_war_as_its_club_reads(fractions, after):
    war = meet("pitched_battle", rome=[unit("a", 12, 100)], fractions=fractions)
    war.fight(CARTHAGE, "minor", losses={(ROME, "a"): (5, 4)})

    assert war.figures(ROME, "a") == after


def test_routed_and_destroyed_are_rounded_apart():
    """5 routed and 5 destroyed at a draw: 2 and 2, not half of 10."""
    war = meet("pitched_battle").fight(losses={(ROME, "foot"): (5, 5)})

    assert war.figures(ROME, "foot") == 2000 - 10 + 4


def test_captured_figures_are_gone_like_destroyed_ones():
    told = outcome()
    told.units[ROME] = {"foot": UnitResult(captured=10)}
    war = meet("pitched_battle").do(HOST, Fought(outcome=told))

    assert war.figures(ROME, "foot") == 1995


def test_a_unit_without_losses_is_left_alone():
    war = meet("pitched_battle", rome=[unit("small", 3, 10), troops(500)]).fight()

    assert war.figures(ROME, "small") == 3
    assert not war.told("recovered")


def test_command_figures_return_with_their_unit_and_go_with_it():
    rome = [unit("a", 8, 10, command=20), unit("b", 8, 10, command=20)]
    war = meet("pitched_battle", rome=rome, carthage=100).fight(
        CARTHAGE, "major", losses={(ROME, "a"): (0, 8), (ROME, "b"): (0, 7)}
    )

    assert war.available[0] == 10 + 20  # one figure of b, and its leader, standard and musician


# --- May the outcome stand? -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"losses": {(ROME, "h"): (11, 11)}}, "too_many_lost"),
        ({"losses": {(ROME, "h"): (20, 0)}}, None),
        ({"losses": {(ROME, "h"): (-1, 0)}}, "too_many_lost"),
        ({"losses": {(ROME, "h"): (-1, 2)}}, "too_many_lost"),
        ({"losses": {(ROME, "nobody"): (1, 0)}}, "not_mustered"),
        ({"losses": {(ROME, "home"): (1, 0)}}, "not_mustered"),
        ({"felled": [(ROME, "nobody")]}, "not_mustered"),
        ({"felled": [(ROME, "idle")]}, "not_mustered"),
        ({"deeds": {(ROME, "idle"): 1}}, "not_mustered"),
        ({"deeds": {(ROME, "consul"): -1}}, "no_number"),
        ({"general": {ROME: "idle"}}, "not_mustered"),
        ({"general": {"gaul": "consul"}}, "wrong_sides"),
        ({"losses": {("gaul", "h"): (1, 0)}}, "wrong_sides"),
    ],
)
def test_an_outcome_speaks_only_of_what_was_mustered(what, code):
    rome = [unit("h", 20, 10), unit("home", 20, 10), general("consul"), character("idle")]
    war = War(rome=rome).order("battle", "battle").muster(rome=Muster(units=("h",), characters=("consul",)))

    assert war.refusal(HOST, Fought(outcome=outcome(**what))) == code


def seat(result, level=None):
    return SeatResult(result=result, level=level)


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ({ROME: seat("win", "major"), CARTHAGE: seat("loss", "major")}, None),
        ({ROME: seat("draw"), CARTHAGE: seat("draw")}, None),
        ({ROME: seat("win", "major")}, "wrong_sides"),
        ({ROME: seat("draw"), CARTHAGE: seat("draw"), "gaul": seat("draw")}, "wrong_sides"),
        ({ROME: seat("win", "major"), CARTHAGE: seat("win", "major")}, "no_result"),
        ({ROME: seat("win", "major"), CARTHAGE: seat("draw")}, "no_result"),
        ({ROME: seat("loss", "major"), CARTHAGE: seat("loss", "major")}, "no_result"),
        ({ROME: seat("win", "major"), CARTHAGE: seat("loss", "minor")}, "no_level"),
        ({ROME: seat("win"), CARTHAGE: seat("loss")}, "no_level"),
        ({ROME: seat("draw", "minor"), CARTHAGE: seat("draw", "minor")}, "no_level"),
    ],
)
def test_an_outcome_has_a_winner_and_a_loser_or_two_who_drew(seats, code):
    assert meet("pitched_battle").refusal(HOST, Fought(outcome=Outcome(seats=seats))) == code


@pytest.mark.parametrize(
    "special",
    [
        {"break_points": 5},
        {"break_points": {ROME: [40]}},
        {"break_points": {ROME: ["a", "b"], CARTHAGE: [1, 2]}},
        {"turns": "many"},
        {"first_broken": 3},
        {"village_destroyed": "yes"},
    ],
)
def test_nonsense_about_a_battle_is_a_problem_not_a_fault(special):
    assert meet("pitched_battle").refusal(HOST, Fought(outcome=outcome(**special))) == "malformed"


@pytest.mark.parametrize(
    ("winner", "level", "what", "code"),
    [
        (ROME, "major", {"withdrew": CARTHAGE}, None),  # R23: at least a minor victory
        (ROME, "minor", {"withdrew": CARTHAGE}, None),
        ("draw", None, {"withdrew": CARTHAGE}, "withdrawal_decides"),
        (CARTHAGE, "minor", {"withdrew": CARTHAGE}, "withdrawn_side_wins"),
        (ROME, "minor", {"withdrew": CARTHAGE, "turns": 2}, "withdrew_too_early"),
        (ROME, "minor", {"withdrew": CARTHAGE, "turns": 3}, None),
        (ROME, "major", {"break_points": {ROME: [40, 0], CARTHAGE: [40, 30]}}, None),
        (ROME, "minor", {"break_points": {ROME: [40, 0], CARTHAGE: [40, 30]}}, "level_against_figures"),
        (ROME, "minor", {"break_points": {ROME: [40, 9], CARTHAGE: [40, 10]}}, None),
        ("draw", None, {"break_points": {ROME: [40, 10], CARTHAGE: [40, 10]}}, None),
        (ROME, "major", {"village_destroyed": True}, "no_village"),
    ],
)
def test_the_result_must_fit_what_is_said_of_the_battle(winner, level, what, code):
    assert meet("pitched_battle").refusal(HOST, Fought(outcome=outcome(winner, level, **what))) == code


def village():
    """Rome attacks a village that Carthage defends."""
    war = War(rome=1000, carthage=1000).roll(scenario=4).order("punishment", "alliance")
    return war.choose(village=True).muster()


@pytest.mark.parametrize(
    ("winner", "level", "what", "code"),
    [
        ("draw", None, {}, None),
        (ROME, "major", {"village_destroyed": True}, None),
        (ROME, "minor", {"village_destroyed": True}, "village_decides"),
        ("draw", None, {"village_destroyed": True}, "village_decides"),
        (CARTHAGE, "major", {}, "village_decides"),
        (CARTHAGE, "minor", {}, "village_decides"),
        (ROME, "minor", {}, "village_decides"),
        ("draw", None, {"withdrew": ROME}, None),
        (CARTHAGE, "minor", {"withdrew": ROME}, "village_decides"),
        (ROME, "major", {"withdrew": CARTHAGE}, None),
        (ROME, "minor", {"withdrew": CARTHAGE}, "village_decides"),
        ("draw", None, {"withdrew": CARTHAGE}, "village_decides"),
    ],
)
def test_a_village_decides_everything(winner, level, what, code):
    assert village().refusal(HOST, Fought(outcome=outcome(winner, level, **what))) == code


def test_a_village_that_stands_is_a_draw_whatever_the_losses():
    war = village().fight(losses={(ROME, "foot"): (0, 500), (CARTHAGE, "foot"): (4, 0)})

    assert war.figures(ROME, "foot") == 1000 - 250
    assert war.figures(CARTHAGE, "foot") == 1000 - 2


def test_a_character_reported_captured_on_the_table_rolls_for_his_fate_too():
    told = outcome(CARTHAGE, "major")
    told.characters[ROME] = {"consul": CharacterResult(fate="captured")}
    war = meet("pitched_battle", rome=[troops(2000), general("consul")]).do(HOST, Fought(outcome=told))

    assert war.told("fate")[0]["character"] == "consul"


def test_a_character_who_fled_returns():
    told = outcome(CARTHAGE, "major")
    told.characters[ROME] = {"consul": CharacterResult(fate="fled")}
    war = meet("pitched_battle", rome=[troops(2000), general("consul")]).do(HOST, Fought(outcome=told))

    assert not war.told("fate")
    assert war.who(ROME, "consul").status == "ready"


# --- A year without a game (Hispania 1) --------------------------------------------------------------------------------


def test_a_skipped_year_is_a_draw_and_no_battle():
    war = War(rome=[troops(2000), general()]).order("battle", "battle").skip()

    assert war.state.closed.results == {ROME: "draw", CARTHAGE: "draw"}
    assert war.earned == (0, 0)
    assert not war.told("skill")
    assert war.state.closed.skipped


def test_both_must_agree_to_skip_and_either_may_think_again():
    war = War().order("battle", "battle").do(ROME, Skip())
    assert war.state.stage == "muster"

    war.do(ROME, Skip(agree=False)).do(CARTHAGE, Skip())
    assert war.state.stage == "muster"

    assert war.do(ROME, Skip()).state.year == 2


def test_a_year_cannot_be_skipped_before_its_scenario_is_known():
    assert War().refusal(ROME, Skip()) == "not_asked"


def test_a_year_can_still_be_skipped_when_the_armies_are_out():
    war = meet("pitched_battle").skip()

    assert war.state.year == 2


def test_a_year_skipped_before_anything_is_chosen_has_the_least_points():
    war = War().roll(scenario=4).order("punishment", "alliance").skip()

    assert war.state.closed.limits == {ROME: 1000, CARTHAGE: 1000}
    assert war.state.closed.chosen == (ROME, CARTHAGE)


def test_half_an_agreement_is_void_once_the_battle_is_fought():
    war = War().order("battle", "battle").do(ROME, Skip()).muster().fight()

    assert war.state.closed.skip == {}
