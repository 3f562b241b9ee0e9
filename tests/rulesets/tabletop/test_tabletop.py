"""A battle fought on a real table: the report, its answer, and everything that makes a report impossible."""

import timeit

import pytest

from rulesets import registry
from rulesets.contract import UMPIRE, Action, CharacterResult, SeatResult, UnitResult
from rulesets.dice import Loaded
from rulesets.errors import BrokenSetup, IllegalAction
from rulesets.tabletop import notation

ROME, CARTHAGE = "rome", "carthage"
PITCHED = """
pitched_battle: rome attacks carthage
rome
  hastati-1 "Hastati I" 20
  equites "Equites" 8
  consul "Consul" general
  tribune "Tribune" subordinate
carthage
  scutarii-1 "Scutarii" 16 worth 10
  libyans "Libyans" 24 worth 20
  hamilcar "Hamilcar" general
"""
VILLAGE = PITCHED.replace("pitched_battle: rome attacks carthage", "defend_ally: rome attacks carthage village")
tabletop = registry.get("tabletop")


def a_battle(text=PITCHED):
    return tabletop.setup(notation.parse(text), Loaded()).state


def play(state, seat, kind, **arguments):
    action = Action(kind=kind, arguments=arguments)
    problem = tabletop.check(state, seat, action)
    assert problem is None, problem
    return tabletop.apply(state, {seat: action}, Loaded())


def after(state, *moves):
    for seat, kind, arguments in moves:
        state = play(state, seat, kind, **arguments).state
    return state


def refused(state, seat, kind, **arguments):
    problem = tabletop.check(state, seat, Action(kind=kind, arguments=arguments))
    return None if problem is None else (problem.code, problem.place)


def asked(state):
    return [(ask.seat, ask.kind, ask.prompt) for ask in tabletop.asks(state)]


WON = {"winner": ROME, "level": "major"}


def test_both_sides_owe_a_report_and_either_may_give_it():
    state = a_battle()

    assert asked(state) == [
        (CARTHAGE, "turn", "report"),
        (ROME, "turn", "report"),
        (UMPIRE, "may", "step_in"),
    ]
    assert refused(state, ROME, "report", **WON) is None
    assert refused(state, CARTHAGE, "report", **WON) is None


def test_after_a_report_the_other_side_owes_the_answer_and_the_reporter_may_amend():
    state = after(a_battle(), (ROME, "report", WON))

    assert asked(state) == [(CARTHAGE, "turn", "answer"), (ROME, "may", "amend"), (UMPIRE, "may", "step_in")]
    assert refused(state, ROME, "confirm") == ("not_now", "")
    assert refused(state, ROME, "report", **WON) == ("not_now", "")


def test_a_confirmed_report_is_the_outcome_by_unit_ids():
    report = {
        **WON,
        "break_points": {ROME: [40, 12], CARTHAGE: [38, 29]},
        "lowest": {ROME: 20},
        "turns": 5,
        "generals": {ROME: "consul", CARTHAGE: "hamilcar"},
        "losses": [
            {"seat": ROME, "unit": "hastati-1", "routed": 5, "destroyed": 4},
            {"seat": CARTHAGE, "unit": "libyans", "destroyed": 24},
            {"seat": ROME, "unit": "equites"},
        ],
        "felled": [{"seat": ROME, "character": "consul"}],
        "deeds": [{"seat": ROME, "character": "consul", "count": 2}, {"seat": ROME, "character": "tribune"}],
        "note": "A hot day.",
    }
    state = after(a_battle(), (ROME, "report", report), (CARTHAGE, "confirm", {}))
    outcome = tabletop.outcome(state)

    assert asked(state) == []
    assert outcome.seats == {
        ROME: SeatResult(result="win", level="major"),
        CARTHAGE: SeatResult(result="loss", level="major"),
    }
    assert outcome.units == {
        ROME: {"hastati-1": UnitResult(routed=5, destroyed=4)},
        CARTHAGE: {"libyans": UnitResult(destroyed=24)},
    }
    assert outcome.characters == {
        ROME: {"consul": CharacterResult(fate="felled", deeds=2), "tribune": CharacterResult(deeds=1)},
        CARTHAGE: {},
    }
    assert outcome.commanders == {ROME: "consul", CARTHAGE: "hamilcar"}
    assert outcome.special == {
        "break_points": {ROME: [40, 12], CARTHAGE: [38, 29]},
        "lowest": {ROME: 20},
        "turns": 5,
    }
    assert outcome.notes == "A hot day."


def test_a_draw_is_a_draw_for_both():
    state = after(a_battle(), (CARTHAGE, "report", {"winner": "draw"}), (ROME, "confirm", {}))

    assert set(tabletop.outcome(state).seats.values()) == {SeatResult(result="draw")}


def test_an_amended_report_is_the_one_that_is_confirmed():
    state = after(
        a_battle(),
        (ROME, "report", WON),
        (ROME, "amend", {"winner": ROME, "level": "minor"}),
        (CARTHAGE, "confirm", {}),
    )

    assert tabletop.outcome(state).seats[ROME].level == "minor"


def test_a_dispute_lets_both_report_anew_and_calls_the_umpire():
    state = after(a_battle(), (ROME, "report", WON), (CARTHAGE, "dispute", {"reason": "The Libyans held."}))

    assert asked(state) == [
        (CARTHAGE, "may", "report_again"),
        (ROME, "may", "report_again"),
        (UMPIRE, "may", "ruling"),
    ]
    assert all(ask.wanted for ask in tabletop.asks(state))
    state = after(state, (CARTHAGE, "report", {"winner": "draw"}))
    assert asked(state)[0] == (ROME, "turn", "answer")


def test_a_dispute_may_bring_its_own_report_which_the_other_side_may_confirm():
    own = {"winner": CARTHAGE, "level": "minor"}
    state = after(
        a_battle(),
        (ROME, "report", WON),
        (CARTHAGE, "dispute", {"reason": "We won.", "report": own}),
        (ROME, "confirm", {}),
    )

    assert tabletop.outcome(state).seats[CARTHAGE] == SeatResult(result="win", level="minor")


def test_who_disputed_may_change_his_mind():
    state = after(a_battle(), (ROME, "report", WON), (CARTHAGE, "dispute", {"reason": "No."}))

    assert refused(state, ROME, "confirm") == ("not_now", "")
    assert tabletop.outcome(after(state, (CARTHAGE, "confirm", {}))).seats[ROME].result == "win"


def test_a_dispute_with_the_same_report_is_no_dispute():
    state = after(a_battle(), (ROME, "report", WON))

    assert refused(state, CARTHAGE, "dispute", reason="No.", report=WON) == ("same_report", "report")
    assert refused(state, CARTHAGE, "dispute", reason="  ") == ("reason_missing", "reason")
    assert refused(state, CARTHAGE, "dispute", reason="x" * 501) == ("reason_too_long", "reason")
    assert refused(state, CARTHAGE, "dispute", reason="No.", report={"winner": "gaul"}) == (
        "unknown_seat",
        "report.winner",
    )


@pytest.mark.parametrize("before", [[], [(ROME, "report", WON)]])
def test_the_umpire_rules_whenever_he_is_called(before):
    step = play(after(a_battle(), *before), UMPIRE, "rule", reason="Seen at the table.", report={"winner": "draw"})

    assert [happening.kind for happening in step.happenings] == ["ruled", "decided"]
    assert tabletop.outcome(step.state).seats[ROME].result == "draw"


def test_an_umpires_ruling_keeps_to_the_rules_too():
    assert refused(a_battle(VILLAGE), UMPIRE, "rule", reason="So.", report=WON) == ("village_decides", "report.winner")


def test_a_village_is_the_attackers_major_victory_or_nobodys():
    state = a_battle(VILLAGE)

    assert refused(state, ROME, "report", winner=CARTHAGE, level="minor") == ("village_decides", "winner")
    assert refused(state, ROME, "report", winner=ROME, level="minor", village_destroyed=True) == (
        "village_decides",
        "level",
    )
    state = after(state, (ROME, "report", {**WON, "village_destroyed": True}), (CARTHAGE, "confirm", {}))
    assert tabletop.outcome(state).special == {"village_destroyed": True}


def test_units_named_as_broken_are_counted_from_the_roster():
    units = {CARTHAGE: ["libyans"]}
    report = {"winner": ROME, "level": "minor", "break_points": {ROME: [40, 12]}, "units_broken": units}
    state = after(a_battle(), (ROME, "report", report), (CARTHAGE, "confirm", {}))

    assert tabletop.outcome(state).special["break_points"] == {ROME: [40, 12], CARTHAGE: [30, 20]}
    assert refused(a_battle(), ROME, "report", **{**report, "level": "major"}) == ("level_against_figures", "level")


def loss(unit, **figures):
    return {"losses": [{"seat": ROME, "unit": unit, **figures}]}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (loss("hastati-1", destroyed=22), ("more_lost_than_figures", "losses[0]")),
        (loss("hastati-1", destroyed=20), None),
        (loss("hastati-1", destroyed=11, routed=10), ("more_lost_than_figures", "losses[0]")),
        (loss("hastati-1", destroyed=-1), ("negative_losses", "losses[0]")),
        (loss("hastati-1", destroyed=30, routed=-20), ("negative_losses", "losses[0]")),
        (loss("libyans", destroyed=1), ("unit_not_there", "losses[0]")),
        (loss("consul", destroyed=1), ("unit_not_there", "losses[0]")),
        ({"losses": [*loss("hastati-1")["losses"], *loss("hastati-1")["losses"]]}, ("unit_twice", "losses[1]")),
        ({"losses": [{"seat": "gaul", "unit": "x"}]}, ("unknown_seat", "losses[0].seat")),
        ({"losses": [{"seat": ROME}]}, ("malformed", "losses[0].unit")),
        ({"losses": [{"seat": ROME, "unit": "equites", "routed": 1.0}]}, ("malformed", "losses[0].routed")),
        ({"losses": [{"seat": ROME, "unit": "equites", "routed": True}]}, ("malformed", "losses[0].routed")),
        ({"felled": [{"seat": ROME, "character": "hamilcar"}]}, ("character_not_there", "felled[0]")),
        ({"felled": [{"seat": ROME, "character": "consul"}] * 2}, ("felled_twice", "felled[1]")),
        ({"deeds": [{"seat": ROME, "character": "consul"}] * 2}, ("deeds_twice", "deeds[1]")),
        ({"deeds": [{"seat": ROME, "character": "consul", "count": 0}]}, ("deeds_out_of_range", "deeds[0]")),
        ({"deeds": [{"seat": "gaul", "character": "consul"}]}, ("unknown_seat", "deeds[0]")),
        ({"generals": {ROME: "hamilcar"}}, ("character_not_there", "generals.rome")),
        ({"generals": {ROME: "hastati-1"}}, ("character_not_there", "generals.rome")),
        ({"break_points": {ROME: [40, 41], CARTHAGE: [40, 0]}}, ("break_points_more_lost", "break_points.rome")),
        ({"break_points": {ROME: [40, 1]}}, ("break_points_one_side", "break_points")),
        ({"break_points": {ROME: [40, 1], CARTHAGE: [40, 1]}}, ("winner_against_figures", "winner")),
        ({"break_points": {ROME: [100_000, 1], CARTHAGE: [40, 1]}}, ("break_points_too_many", "break_points.rome")),
        ({"break_points": {ROME: [40]}}, ("malformed", "break_points[...]")),
        ({"units_broken": {ROME: ["hastati-1"]}}, ("units_without_worth", "units_broken.rome")),
        ({"units_broken": {CARTHAGE: ["elephants"]}}, ("unit_not_there", "units_broken.carthage[0]")),
        ({"units_broken": {CARTHAGE: ["libyans", "libyans"]}}, ("unit_twice", "units_broken.carthage[1]")),
        (
            {"break_points": {CARTHAGE: [40, 30], ROME: [40, 1]}, "units_broken": {CARTHAGE: []}},
            ("break_points_twice", "units_broken.carthage"),
        ),
        (
            {"break_points": {CARTHAGE: [40, 30], ROME: [40, 1]}, "lowest": {CARTHAGE: 11}},
            ("lowest_above_the_end", "lowest.carthage"),
        ),
        ({"lowest": {ROME: 1}}, ("lowest_without_break_points", "lowest.rome")),
        ({"turns": 0}, ("turns_too_few", "turns")),
        ({"turns": 100}, ("turns_too_many", "turns")),
        ({"withdrew": CARTHAGE, "turns": 2}, ("withdrew_too_early", "turns")),
        ({"withdrew": ROME}, ("withdrawn_side_wins", "winner")),
        ({"village_destroyed": True}, ("no_village", "village_destroyed")),
        ({"note": "x" * 2001}, ("note_too_long", "note")),
        ({"spoils": 3}, ("malformed", "spoils")),
        ({"level": "crushing"}, ("malformed", "level")),
        ({"level": None}, ("level_missing", "level")),
    ],
)
def test_an_impossible_report_is_refused_with_its_place(arguments, expected):
    assert refused(a_battle(), ROME, "report", **{**WON, **arguments}) == expected


def test_a_refused_loss_says_how_many_figures_there_are():
    action = Action(kind="report", arguments={**WON, **loss("hastati-1", destroyed=22)})

    problem = tabletop.check(a_battle(), ROME, action)

    assert problem.data == {"seat": ROME, "unit": "Hastati I", "figures": 20, "lost": 22}


def test_an_unknown_action_and_a_seat_that_is_not_there_are_refused():
    assert refused(a_battle(), ROME, "retreat") == ("unknown_action", "")
    assert refused(a_battle(), "gaul", "report", **WON) == ("not_now", "")


def test_nothing_more_is_done_once_it_is_decided():
    state = after(a_battle(), (ROME, "report", WON), (CARTHAGE, "confirm", {}))

    for seat, kind, arguments in [(ROME, "amend", WON), (CARTHAGE, "confirm", {}), (UMPIRE, "rule", {"reason": "x"})]:
        assert refused(state, seat, kind, **arguments) is not None
    with pytest.raises(IllegalAction):
        tabletop.fallback(state, ROME, "absent")


def test_an_absent_side_confirms_and_a_battle_nobody_reports_is_a_draw():
    state = a_battle(VILLAGE)
    draw = tabletop.fallback(state, ROME, "absent")
    assert draw == Action(kind="report", arguments={"winner": "draw"})

    state = after(state, (ROME, draw.kind, draw.arguments))
    assert tabletop.fallback(state, CARTHAGE, "absent") == Action(kind="confirm")


def test_deciding_says_why():
    report = {**WON, "break_points": {ROME: [40, 12], CARTHAGE: [38, 29]}}
    state = after(a_battle(), (ROME, "report", report))

    confirmed, decided = play(state, CARTHAGE, "confirm").happenings

    assert (confirmed.kind, confirmed.data) == ("confirmed", {"seat": CARTHAGE})
    assert (decided.kind, decided.rule) == ("decided", "Hispania 4")
    assert [reason["code"] for reason in decided.data["reasons"]] == ["broken", "not_broken"]


def test_the_table_is_drawn_with_every_unit_on_it():
    state = a_battle()

    scene = tabletop.scene(tabletop.view(state, None))

    assert [token.id for token in scene.tokens] == [
        "carthage/scutarii-1",
        "carthage/libyans",
        "rome/hastati-1",
        "rome/equites",
    ]
    assert all(0 <= token.at[0] <= scene.width and 0 <= token.at[1] <= scene.height for token in scene.tokens)
    assert scene.description == "carthage: Scutarii (16), Libyans (24); rome: Hastati I (20), Equites (8)"


def problems_of(text, **changes):
    setup = notation.parse(text)
    for key, value in changes.items():
        setup = type(setup)(**{name: getattr(setup, name) for name in setup.__struct_fields__} | {key: value})
    return [(problem.code, problem.place) for problem in tabletop.check_setup(setup)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PITCHED, []),
        (VILLAGE, []),
        (PITCHED.replace("\ncarthage\n", "\n"), [("two_seats", "forces"), ("unknown_seat", "roles.defender")]),
        (PITCHED.replace("carthage", "draw"), [("seat_key", "forces")]),
        (PITCHED.replace("carthage", "umpire"), [("seat_key", "forces")]),
        (PITCHED.replace("rome attacks carthage", "rome attacks rome"), [("attacks_himself", "roles")]),
        (PITCHED.replace("attacks carthage", "attacks gaul"), [("unknown_seat", "roles.defender")]),
        (VILLAGE.replace(" rome attacks carthage", ""), [("village_without_roles", "roles")]),
        (PITCHED.replace("equites", "hastati-1"), [("id_twice", "forces.rome.units[1]")]),
        (PITCHED.replace('"Equites" 8', '"Equites" 0'), [("figures_out_of_range", "forces.rome.units[1]")]),
        (PITCHED.replace('"Consul"', '""'), [("name_missing_or_long", "forces.rome.characters[0]")]),
    ],
)
def test_a_setup_that_cannot_be_fought_is_refused(text, expected):
    assert problems_of(text) == expected
    if expected:
        with pytest.raises(BrokenSetup):
            tabletop.setup(notation.parse(text), Loaded())


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"objective": "hill"}, ("unknown_objective", "options.objective")),
        ({"weather": "rain"}, ("unknown_option", "options.weather")),
        ({"victory": {"turns": "six"}}, ("malformed", "options.victory")),
        ({"victory": {"break_share": [5, 4]}}, ("share_out_of_range", "options.victory.break_share")),
        ({"victory": {"turns": 0}}, ("turns_out_of_range", "options.victory.turns")),
    ],
)
def test_an_option_that_does_not_exist_is_refused(options, expected):
    assert problems_of(PITCHED, options=options) == [expected]


def test_a_club_may_play_to_other_shares():
    setup = notation.parse(PITCHED)
    setup = type(setup)(scenario="", forces=setup.forces, options={"victory": {"break_share": [1, 2]}})
    state = tabletop.setup(setup, Loaded()).state

    assert refused(state, ROME, "report", **WON, break_points={ROME: [40, 0], CARTHAGE: [40, 20]}) is None


@pytest.mark.parametrize("text", [PITCHED, VILLAGE])
def test_a_setup_is_read_back_from_its_text(text):
    assert notation.write(notation.parse(text)) == text.lstrip()


@pytest.mark.parametrize("text", ["nonsense", "x:\n  unit", 'x:\nrome\n  hastati "Hastati"'])
def test_a_text_that_is_no_battle_is_refused(text):
    with pytest.raises(BrokenSetup):
        notation.parse(text)


def test_a_report_of_twenty_losses_is_judged_and_played_quickly():
    units = "\n".join(f'  unit-{number} "Unit {number}" 20' for number in range(20))
    state = a_battle(f"x:\nrome\n{units}\ncarthage\n{units}\n")
    losses = [{"seat": ROME, "unit": f"unit-{number}", "routed": 3, "destroyed": 4} for number in range(20)]
    points = {ROME: [40, 12], CARTHAGE: [38, 29]}
    action = Action(kind="report", arguments={**WON, "losses": losses, "break_points": points})

    def once():
        assert tabletop.check(state, ROME, action) is None
        tabletop.apply(state, {ROME: action}, Loaded())

    best = min(timeit.repeat(once, number=20, repeat=5)) / 20

    assert best < 0.002, f"{best * 1e6:.0f} µs"  # a few tens of microseconds; the limit only catches a blunder
