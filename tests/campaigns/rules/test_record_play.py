"""Playing a record: defaults, choices in their place, what is ignored and what is refused."""

import pytest

from tests.campaigns.rules.documents import changed, document, played, refused, year

FELLED = {"winner": "carthage", "level": "minor", "felled": [{"side": "rome", "character": "general"}]}
CAPTURED = {"fate": {"rome": {"general": 6}}}


def last(value):
    return played(value).years[-1]


def warnings(value):
    return [(warning.place, warning.code) for warning in played(value).warnings]


def choice(kind, side="rome", answer=True, **more):
    return {"kind": kind, "side": side, "answer": answer, **more}


# --- What the file leaves out --------------------------------------------------------------------------------


def test_dice_that_are_not_given_are_rolled_from_the_seed():
    value = document({"number": 1, "orders": {"rome": "battle", "carthage": "guerrilla"}, "skipped": True})

    once, again = played(value), played(value)
    other = played(changed(value, "campaign.seed", "another text"))

    assert once.years == again.years
    assert [move.rolls for move in once.log] == [move.rolls for move in again.log]
    assert [move.rolls for move in once.log] != [move.rolls for move in other.log]


def test_a_die_that_is_given_shifts_no_other():
    value = document({"number": 1, "orders": {"rome": "battle", "carthage": "guerrilla"}, "skipped": True})

    def rolled(**dice):
        told = played(changed(value, "years.0.dice", dice))
        return {roll.address: roll.faces for move in told.log for roll in move.rolls}

    free = rolled()
    # Two events that reach for nothing else, in either war.
    fixed = rolled(event={"rome": sum(free["year/1/event/rome"])})

    assert {k: v for k, v in fixed.items() if k != "year/1/event/rome"} == {
        k: v for k, v in free.items() if k != "year/1/event/rome"
    }


def test_whoever_is_not_mustered_by_the_file_comes_with_everybody():
    told = played(document(year(battle={"winner": "draw"})))

    mustered = next(move for move in told.log if move.stage == "muster").moves["rome"]
    assert mustered.units == ("foot", "horse", "natives")
    assert mustered.characters == ("general",)


def test_a_whole_roster_that_is_too_large_is_refused():
    value = document(year(1, "alliance", "alliance", battle={"winner": "draw"}))

    assert refused(value) == ("years[0].muster.rome", "over_limit")


def test_one_side_may_be_left_out():
    value = document(
        year(
            1,
            "battle",
            "guerrilla",
            dice={"scenario": 1},
            setup={"points": 2000},
            muster={"rome": {"units": ["foot"]}},
            battle={"winner": "draw"},
        )
    )
    told = played(value)

    mustered = next(move for move in told.log if move.stage == "muster").moves
    assert (mustered["rome"].units, mustered["rome"].characters) == (("foot",), ())
    assert len(mustered["carthage"].units) == 3


def test_the_commander_is_the_mustered_general_unless_the_file_names_another():
    value = document(year(battle=FELLED, dice={"fate": {"rome": {"general": 2}}}))
    assert last(value)["vp"]["rome"]["earned"] == -4

    value["sides"]["rome"]["characters"].append({"name": "Legate", "rank": "subordinate"})
    value["years"][0]["battle"] = {**FELLED, "general": {"rome": "Legate"}}
    assert last(value)["vp"]["rome"]["earned"] == 0


def test_a_record_may_stop_before_the_battle():
    told = played(document({"number": 1, "orders": {"rome": "battle", "carthage": "battle"}}))

    assert told.state.stage == "muster"
    assert told.years[0]["scenario"] == "pitched_battle"
    assert told.years[0]["outcome"] is None


def test_a_record_may_stop_with_the_armies_out():
    muster = {side: {"units": ["foot"]} for side in ("rome", "carthage")}

    assert (
        played(
            document({"number": 1, "orders": {"rome": "battle", "carthage": "battle"}, "muster": muster})
        ).state.stage
        == "battle"
    )


def test_a_record_without_years_is_an_army_list():
    assert played(document()).report() == {
        "record": 1,
        "campaign": "A war",
        "pack": "hispania",
        "years": [],
        "ended": None,
    }


def test_every_key_of_a_year_is_always_there():
    keys = [
        "number",
        "skipped",
        "orders",
        "cell",
        "scenario",
        "roles",
        "limit",
        "outcome",
        "vp",
        "available",
        "rosters",
        "characters",
        "events",
        "grants",
        "flags",
        "ended",
    ]

    for value in (document(year()), document({"number": 1, "choices": [choice("surrender")]})):
        assert list(last(value)) == keys


# --- What is ignored -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "places"),
    [
        ({"scenario": 3}, ["scenario"]),  # cell 7 rolls none
        ({"alliance": {"rome": 7}}, ["alliance.rome"]),
        ({"fate": {"rome": {"nobody": 7}}}, ['fate.rome."nobody"']),
        ({"terrain": [[7], [3]]}, ["terrain"]),
        ({"reinforcements": {"rome": 2, "carthage": 9}}, ["reinforcements.carthage"]),
        ({"reinforcements": {"rome": [[1, 1], [6, 6]]}}, ["reinforcements.rome[1]"]),
        ({}, []),
    ],
)
def test_dice_that_nothing_asks_for_are_ignored_with_a_warning(dice, places):
    assert warnings(document(year(dice=dice))) == [(f"years[0].dice.{place}", "die_not_asked_for") for place in places]


@pytest.mark.parametrize(
    ("one", "warned"),
    [
        (choice("stake_all"), True),
        (choice("obey_recall", "carthage", False), True),
        (choice("spend_reroll", answer={"roll": "event"}), True),
        (choice("successor", answer="Fabius"), True),
        (choice("lose_points", answer={"foot": 3}), True),
        (choice("ransom", answer=False, character="general"), False),
        (choice("surrender", answer=False), False),
    ],
)
def test_choices_that_nothing_asks_for_are_ignored_with_a_warning(one, warned):
    assert warnings(document(year(choices=[one]))) == [("years[0].choices[0]", "choice_not_asked_for")] * warned


def test_more_terrain_than_the_scenario_needs_is_ignored_with_a_warning():
    value = document(
        year(
            1,
            "alliance",
            "alliance",
            dice={"terrain": [[n] for n in (7, 3, 9, 11, 5, 6)], "alliance": {"rome": 2, "carthage": 2}},
        )
    )

    assert warnings(value) == [("years[0].dice.terrain", "die_not_asked_for")]
    assert [piece.total for piece in played(value).state.closed.terrain] == [7, 3, 9, 11, 5]


@pytest.mark.parametrize("terrain", [[[7], [3, 6]], [7, 9], [[3, 4], [4, 5]]])
def test_terrain_that_the_file_leaves_out_is_rolled(terrain):
    value = document(year(1, "alliance", "alliance", dice={"terrain": terrain, "alliance": {"rome": 2, "carthage": 2}}))

    pieces = [piece.total for piece in played(value).state.closed.terrain]
    assert len(pieces) == 5
    assert pieces[:2] == [7, 9]
    assert warnings(value) == []


def test_an_army_larger_than_agreed_is_told_and_not_refused():
    value = changed(document(year()), "sides.rome.units.0.figures", 101)

    assert warnings(value) == [("sides.rome", "army_too_large")]
    assert warnings(changed(value, "start", {"year": 2}) | {"years": []}) == []


# --- Battles that cannot have been ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("battle", "place", "code"),
    [
        ({"winner": "gaul"}, "winner", "not_one_of"),
        ({}, "winner", "missing"),
        ({"winner": "rome"}, "level", "level_missing"),
        ({"winner": "draw", "level": "minor"}, "level", "draw_with_level"),
        ({"winner": "rome", "level": "total"}, "level", "not_one_of"),
        ({"winner": "draw", "weather": "hot"}, "weather", "unknown_key"),
        (
            {"winner": "draw", "losses": [{"side": "rome", "unit": "foot", "routed": 60, "destroyed": 41}]},
            "losses[0]",
            "more_lost_than_figures",
        ),
        (
            {"winner": "draw", "losses": [{"side": "rome", "unit": "foot", "routed": -1}]},
            "losses[0]",
            "negative_losses",
        ),
        ({"winner": "draw", "losses": [{"side": "rome", "unit": "foot"}] * 2}, "losses[1]", "unit_twice"),
        (
            {"winner": "draw", "losses": [{"side": "rome", "unit": "elephants", "routed": 1}]},
            "losses[0]",
            "unit_not_there",
        ),
        ({"winner": "draw", "losses": [{"side": "gaul", "unit": "foot", "routed": 1}]}, "losses[0].side", "not_one_of"),
        ({"winner": "draw", "losses": [{"side": "rome", "routed": 1}]}, "losses[0].unit", "missing"),
        ({"winner": "draw", "losses": [{"side": "rome", "unit": "foot", "fled": 1}]}, "losses[0].fled", "unknown_key"),
        ({"winner": "draw", "felled": [{"side": "rome", "character": "general"}] * 2}, "felled[1]", "felled_twice"),
        ({"winner": "draw", "felled": [{"side": "rome", "character": "foot"}]}, "felled[0]", "character_not_there"),
        (
            {"winner": "draw", "deeds": [{"side": "rome", "character": "general", "count": 0}]},
            "deeds[0]",
            "deeds_out_of_range",
        ),
        ({"winner": "draw", "general": {"rome": "nobody"}}, "general.rome", "character_not_there"),
        ({"winner": "rome", "level": "minor", "withdrew": "rome"}, "winner", "withdrawn_side_wins"),
        ({"winner": "draw", "withdrew": "rome"}, "winner", "withdrawal_decides"),
        ({"winner": "draw", "village_destroyed": True}, "village_destroyed", "no_village"),
        (
            {"winner": "rome", "level": "minor", "break_points": {"rome": [40, 12], "carthage": [38, 29]}},
            "level",
            "level_against_figures",
        ),
        (
            {"winner": "carthage", "level": "minor", "break_points": {"rome": [40, 12], "carthage": [38, 20]}},
            "winner",
            "winner_against_figures",
        ),
        (
            {"winner": "draw", "break_points": {"rome": [40, 41], "carthage": [38, 0]}},
            "break_points.rome",
            "break_points_more_lost",
        ),
        ({"winner": "draw", "break_points": {"rome": [40]}}, "break_points.rome", "not_a_pair"),
        ({"winner": "draw", "turns": 0}, "turns", "out_of_range"),
    ],
)
def test_a_battle_that_cannot_have_been_is_refused(battle, place, code):
    assert refused(document(year(battle=battle))) == (f"years[0].battle.{place}", code)


def village(battle):
    return document(
        year(
            1,
            "punishment",
            "alliance",
            dice={"scenario": 4},
            setup={"village": True},
            muster={"rome": {"units": ["horse"]}, "carthage": {"units": ["natives"]}},
            battle=battle,
        )
    )


@pytest.mark.parametrize("level", ["minor", "major"])
def test_the_defender_of_a_village_cannot_win(level):
    assert refused(village({"winner": "carthage", "level": level}))[1] == "village_decides"


def test_the_attacker_of_a_village_wins_by_destroying_it():
    value = village({"winner": "rome", "level": "major", "village_destroyed": True})

    assert last(value)["outcome"] == {"winner": "rome", "level": "major"}


def test_who_stayed_at_home_can_neither_be_lost_nor_fall():
    value = document(
        year(
            1,
            "alliance",
            "alliance",
            muster={"rome": {"units": ["horse"]}, "carthage": {"units": ["horse"]}},
            battle={"winner": "draw", "losses": [{"side": "rome", "unit": "foot", "routed": 1}]},
        )
    )
    assert refused(value) == ("years[0].battle.losses[0]", "unit_not_there")

    value["years"][0]["battle"] = {"winner": "draw", "felled": [{"side": "rome", "character": "general"}]}
    assert refused(value) == ("years[0].battle.felled[0]", "character_not_there")


def test_who_was_kept_away_by_pain_can_neither_fall_nor_gain_anything():
    value = changed(
        document(year(battle=FELLED, dice={"available": {"rome": {"general": 1}}})),
        "sides.rome.characters.0.wounds",
        [12],
    )

    assert refused(value) == ("years[0].battle.felled[0]", "was_absent")


def test_break_points_may_be_told_unit_by_unit():
    value = document(
        year(
            battle={
                "winner": "rome",
                "level": "major",
                "break_points": {"rome": [10, 0]},
                "units_broken": {"carthage": ["foot", "horse", "natives"]},
            }
        )
    )
    for row in value["sides"]["carthage"]["units"]:
        row["break_points"] = 4

    assert last(value)["outcome"] == {"winner": "rome", "level": "major"}


# --- Orders and setup -------------------------------------------------------------------------------------------------


def test_a_forced_action_is_demanded():
    value = document(year(1, "defence", "battle"), start={"flags": ["rome.must_battle"]})

    assert refused(value) == ("years[0].orders.rome", "forced_action")


@pytest.mark.parametrize(
    ("orders", "face", "setup", "place", "code"),
    [
        (("battle", "battle"), None, {"points": 1000}, "points", "no_such_choice"),
        (("battle", "battle"), None, {"camp": True}, "camp", "no_such_choice"),
        (("battle", "battle"), None, {"village": False, "camp": False}, None, None),
        (("battle", "defence"), None, {"village": True}, "village", "no_such_choice"),
        (("battle", "defence"), None, {"camp": True}, None, None),
        (("punishment", "alliance"), 4, {"points": 999}, "points", "points_range"),
        (("punishment", "alliance"), 4, {"points": 1501}, "points", "points_range"),
        (("punishment", "alliance"), 4, {"points": "all"}, "points", "points_range"),
        (("punishment", "alliance"), 4, {"points": 1500, "village": True}, None, None),
        (("guerrilla", "battle"), 1, {"points": 499}, "points", "points_range"),
        (("guerrilla", "battle"), 1, {"points": "all"}, None, None),
        (("guerrilla", "punishment"), 6, {"points": "all"}, "points", "points_range"),
        (("guerrilla", "punishment"), 6, {"points": 1000}, None, None),
        (("guerrilla", "battle"), 1, {"points": "half"}, "points", "not_a_number"),
        (("guerrilla", "battle"), 1, {"ground": "hilly"}, "ground", "unknown_key"),
    ],
)
def test_what_may_be_chosen_about_the_scenario(orders, face, setup, place, code):
    dice = {"scenario": face} if face else {}
    value = document(
        {"number": 1, "orders": dict(zip(("rome", "carthage"), orders, strict=True)), "setup": setup, "dice": dice}
    )

    if code is None:
        assert played(value).state.stage == "muster"
    else:
        assert refused(value) == (f"years[0].setup.{place}", code)


# --- Dice by hand -----------------------------------------------------------------------------------------------------------


def test_dice_by_hand_are_typed_as_the_file_gives_them():
    value = changed(document(year(battle=FELLED, dice=CAPTURED)), "campaign.dice", "hand")

    told = played(value)

    typed = [decision for move in told.log for decision in move.moves.values() if hasattr(decision, "address")]
    assert ("year/1/fate/rome/general", (6,)) in [(one.address, one.faces) for one in typed]
    assert told.years == played(document(year(battle=FELLED, dice=CAPTURED))).years
