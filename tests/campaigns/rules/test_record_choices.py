"""The choices of a record: answered in their place, made when the year allows, refused where they cannot be."""

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


# --- Ransoms ---------------------------------------------------------------------------------------------------------


def test_a_ransom_is_not_paid_unless_the_file_says_so():
    assert last(document(year(battle=FELLED, dice=CAPTURED)))["characters"]["rome"]["general"]["status"] == "captured"


def test_a_ransom_may_be_paid_at_once_or_in_a_later_year():
    ransom = choice("ransom", character="general")
    at_once = document(year(battle=FELLED, dice=CAPTURED, choices=[ransom]))
    assert last(at_once)["characters"]["rome"]["general"]["status"] == "ready"

    later = document(year(battle=FELLED, dice=CAPTURED), year(2), year(3, choices=[ransom]))
    told = played(later).years
    assert [one["characters"]["rome"]["general"]["status"] for one in told] == ["captured", "captured", "ready"]
    assert told[2]["vp"]["rome"]["earned"] == -2


@pytest.mark.parametrize("years", [1, 2])
def test_a_ransom_for_whom_nobody_took_is_ignored_with_a_warning(years):
    ransom = choice("ransom", character="general")
    value = document(*[year(1, choices=[ransom]), year(2)][:years])

    assert warnings(value) == [("years[0].choices[0]", "choice_not_asked_for")]


def test_a_ransom_for_whom_nobody_knows_is_refused():
    ransom = choice("ransom", character="nobody")

    assert refused(document(year(choices=[ransom]))) == ("years[0].choices[0].character", "not_captured")


def test_a_ransom_may_be_paid_at_a_given_time():
    ransom = choice("ransom", character="general", stage="muster")
    value = document(year(battle=FELLED, dice=CAPTURED), year(2, choices=[ransom]))

    told = played(value)

    assert [move.stage for move in told.log if "Ransom" in str(move.moves)] == ["aftermath", "muster"]
    assert told.years[1]["characters"]["rome"]["general"]["status"] == "ready"


# --- Last battles and recalls -------------------------------------------------------------------------------------------


def trailing(*choices, years=1, **second):
    senate = {"event": {"rome": 6, "carthage": 5}}
    more = [year(2, **second)] if years == 2 else []
    return document(year(dice=senate, choices=list(choices)), *more, start={"vp": {"rome": -3, "carthage": 3}})


def test_a_surrender_is_the_default():
    assert played(trailing()).report()["ended"] == {
        "year": 1,
        "winner": "carthage",
        "level": "minor",
        "reason": "event",
    }


def test_a_last_battle_needs_both_and_decides_the_next_year():
    both = [choice("stake_all"), choice("stake_all", "carthage")]
    battle = {"winner": "rome", "level": "major"}

    assert played(trailing(*both, years=2, battle=battle)).report()["ended"] == {
        "year": 2,
        "winner": "rome",
        "level": "major",
        "reason": "stake_all",
    }


def africa(*choices, orders=("battle", "battle"), **second):
    lands = {"event": {"rome": 12, "carthage": 5}}
    return document(year(dice=lands, choices=list(choices)), year(2, *orders, **second), start={"vp": {"rome": 3}})


def test_a_recall_is_obeyed_unless_the_file_says_otherwise():
    assert refused(africa()) == ("years[1]", "war_was_over")


def test_a_recall_that_finds_no_battle_ends_the_war_when_the_scenario_is_known():
    value = africa(choice("obey_recall", "carthage", False), orders=("defence", "guerrilla"))
    value["years"][1] = {"number": 2, "orders": value["years"][1]["orders"]}

    told = played(value)

    assert told.report()["ended"] == {"year": 2, "winner": "rome", "level": "minor", "reason": "event"}
    assert told.years[1]["outcome"] is None


def test_a_recall_that_finds_its_battle_is_decided_by_it():
    value = africa(choice("obey_recall", "carthage", False), battle={"winner": "carthage", "level": "minor"})

    assert played(value).report()["ended"]["winner"] == "carthage"


def test_a_recalled_general_is_succeeded_by_whom_the_file_names():
    value = document(
        year(dice={"event": {"rome": 6, "carthage": 5}}, choices=[choice("successor", answer="Marcellus")]),
        start={"vp": {"carthage": 1}},
    )

    assert last(value)["characters"]["rome"]["Marcellus"]["traits"] == ["Political Animal"]


# --- Re-rolls --------------------------------------------------------------------------------------------------------


def with_reroll(*choices, dice=None):
    return document(year(dice=dice or {}, choices=list(choices)), start={"flags": ["rome.reroll"]})


def grants(value):
    granted = last(value)["grants"]["rome"]
    return granted["common"] if granted else 0


def test_a_reroll_is_not_spent_unless_the_file_says_so():
    value = with_reroll(dice={"reinforcements": {"rome": 5}})

    assert grants(value) == 50
    assert last(value)["flags"] == []


@pytest.mark.parametrize("second", [10, [4, 6], [5, 5]])
def test_a_reroll_shows_what_the_file_says(second):
    value = with_reroll(choice("spend_reroll", answer={"roll": "reinforcements", "second": second}))

    assert grants(value) == 300
    assert warnings(value) == []


def test_the_second_of_two_successive_rolls_is_what_a_reroll_shows():
    value = with_reroll(
        choice("spend_reroll", answer={"roll": "reinforcements"}), dice={"reinforcements": {"rome": [[1, 1], [5, 5]]}}
    )

    assert grants(value) == 300


def test_a_second_result_is_judged_like_a_first():
    value = with_reroll(choice("spend_reroll", answer={"roll": "reinforcements", "second": 13}))

    assert refused(value) == ("years[0].choices[0].answer.second", "impossible_total")


@pytest.mark.parametrize(("below", "points"), [(6, 300), (5, 50)])
def test_a_standing_instruction_is_followed(below, points):
    value = with_reroll(
        choice("standing_reroll", answer={"roll": "reinforcements", "below": below}),
        dice={"reinforcements": {"rome": [[2, 3], [5, 5]]}},
    )

    assert grants(value) == points


def test_an_instruction_without_a_reroll_is_refused():
    value = document(year(choices=[choice("standing_reroll", answer={"roll": "event", "below": 6})]))

    assert refused(value) == ("years[0].choices[0]", "no_reroll")


def test_a_reroll_names_whose_fate_it_repeats():
    battle = {"winner": "draw", "felled": [{"side": "rome", "character": name} for name in ("general", "aide")]}
    dice = {"fate": {"rome": {"general": 2, "aide": 2}}}
    spend = choice("spend_reroll", character="general", answer={"roll": "fate", "second": 12})
    value = document(year(battle=battle, dice=dice, choices=[spend]), start={"flags": ["rome.reroll"]})
    value["sides"]["rome"]["characters"].append({"name": "aide"})

    people = last(value)["characters"]["rome"]

    assert (people["general"]["status"], people["aide"]["status"]) == ("ready", "dead")


# --- Losses of points ----------------------------------------------------------------------------------------------------


def drought(*choices):
    dice = {"event": {"rome": 3, "carthage": 5}, "event_amount": {"rome": 2}}  # 20 points of each arm
    return document(year(dice=dice, choices=list(choices)))


def test_losses_are_the_programs_unless_the_file_names_them():
    assert last(drought())["rosters"]["rome"] == {"foot": 100, "horse": 24, "natives": 56}


def test_one_choice_may_answer_for_both_arms():
    value = drought(choice("lose_points", answer={"foot": 2, "horse": 1}))

    assert last(value)["rosters"]["rome"] == {"foot": 98, "horse": 24, "natives": 60}


@pytest.mark.parametrize("order", [({"foot": 2}, {"horse": 1}), ({"horse": 1}, {"foot": 2})])
def test_or_there_is_one_for_each_in_any_order(order):
    value = drought(*(choice("lose_points", answer=answer) for answer in order))

    assert last(value)["rosters"]["rome"] == {"foot": 98, "horse": 24, "natives": 60}
    assert warnings(value) == []


@pytest.mark.parametrize(
    ("answer", "place", "code"),
    [
        ({"elephants": 1}, 'answer."elephants"', "not_in_roster"),
        ({"foot": 1}, "answer", "too_few_points"),
        ({"foot": 3}, "answer", "too_many_points"),
        ({"horse": 26}, 'answer."horse"', "too_many_lost"),
        ({"foot": 0}, 'answer."foot"', "out_of_range"),
        ({"foot": "2"}, 'answer."foot"', "not_a_number"),
        ([], "answer", "not_a_table"),
    ],
)
def test_losses_that_cannot_be_are_refused(answer, place, code):
    assert refused(drought(choice("lose_points", answer=answer))) == (f"years[0].choices[0].{place}", code)


# --- Grants and generals ---------------------------------------------------------------------------------------------------

RECRUITS = {"name": "Recruits", "figures": 10, "points": 15}
GRANTED = {"reinforcements": {"rome": 9}}  # 250 points


@pytest.mark.parametrize("in_year", [1, 2])
def test_grants_are_spent_between_two_years_wherever_the_file_tells_it(in_year):
    """Told with the year that granted them or with the next: they are spent when the one is closed and the other not mustered."""
    spend = choice("spend_grant", answer=[RECRUITS])
    value = document(year(1, dice=GRANTED), year(2))
    value["years"][in_year - 1]["choices"] = [spend]

    first, second = played(value).years

    assert first["grants"]["rome"]["common"] == 250
    assert "Recruits" not in first["rosters"]["rome"]
    assert second["rosters"]["rome"]["Recruits"] == 10
    assert second["available"]["rome"] == 2150


def test_grants_of_the_last_year_told_are_spent_in_the_war():
    told = played(document(year(1, dice=GRANTED, choices=[choice("spend_grant", answer=[RECRUITS])])))

    assert told.state.units["rome"]["Recruits"].figures == 10
    assert told.years[0]["rosters"]["rome"].keys() == {"foot", "horse", "natives"}


def test_each_year_may_spend_its_own_grants():
    def spend(name):
        return choice("spend_grant", answer=[{**RECRUITS, "name": name}])

    value = document(year(1, dice=GRANTED, choices=[spend("a")]), year(2, dice=GRANTED, choices=[spend("b")]), year(3))

    rosters = [one["rosters"]["rome"] for one in played(value).years]
    assert [[name for name in ("a", "b") if name in roster] for roster in rosters] == [[], ["a"], ["a", "b"]]


@pytest.mark.parametrize(
    ("units", "place", "code"),
    [
        ([{**RECRUITS, "points": 30}], "answer", "over_grant"),
        ([{**RECRUITS, "figures": 4}], "answer[0].figures", "too_small"),
        ([{**RECRUITS, "name": "foot"}], "answer[0].id", "id_taken"),
        ([{**RECRUITS, "native": True}], "answer", "over_grant"),
        ([], "answer", "nothing_bought"),
    ],
)
def test_a_purchase_that_cannot_be_is_refused(units, place, code):
    value = document(year(1, dice=GRANTED, choices=[choice("spend_grant", answer=units)]), year(2))

    assert refused(value) == (f"years[0].choices[0].{place}", code)


def test_a_lost_general_is_replaced_for_the_years_reinforcements():
    dead = {"fate": {"rome": {"general": 2}}, "reinforcements": {"rome": 9, "carthage": 2}}
    new = choice("replace_general", answer={"name": "Varro", "rank": "general", "points": 80})
    value = document(year(battle=FELLED, dice={**dead, "event": {"rome": 4, "carthage": 4}}, choices=[new]), year(2))
    value["years"][1]["dice"] = {"event": {"rome": 8, "carthage": 5}, "reinforcements": {"rome": 2}}

    told = played(value)

    people = told.years[1]["characters"]["rome"]
    assert (people["general"]["status"], people["Varro"]["status"]) == ("replaced", "ready")
    assert not any(told.state.purses["rome"].values())


# --- Surrender and skipping -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "outcome", "scenario"),
    [
        ({}, None, None),
        ({"orders": {"rome": "battle", "carthage": "battle"}}, None, "pitched_battle"),
        ({"orders": {"rome": "battle", "carthage": "battle"}, "muster": {}}, None, "pitched_battle"),
        (
            {"orders": {"rome": "battle", "carthage": "battle"}, "battle": {"winner": "draw"}},
            {"winner": "draw", "level": None},
            "pitched_battle",
        ),
        (
            {"orders": {"rome": "battle", "carthage": "battle"}, "skipped": True},
            {"winner": "draw", "level": None},
            "pitched_battle",
        ),
    ],
)
def test_a_surrender_comes_after_the_last_thing_that_the_year_tells(told, outcome, scenario):
    value = document({"number": 1, **told, "choices": [choice("surrender")]})

    year_ = last(value)
    assert year_["ended"] == {"year": 1, "winner": "carthage", "level": "minor", "reason": "surrender"}
    assert (year_["outcome"], year_["scenario"]) == (outcome, scenario)


def test_a_surrender_may_say_when_it_came():
    value = document(year(battle={"winner": "draw"}, choices=[choice("surrender", stage="muster")]))

    assert last(value)["outcome"] is None


def test_a_year_is_skipped_by_both():
    assert last(document(year()))["skipped"] is True


def test_a_year_that_was_skipped_late_says_who_agreed_when():
    orders = {"rome": "battle", "carthage": "battle"}
    skips = [choice("skip", side, stage="battle") for side in ("rome", "carthage")]
    value = document({"number": 1, "skipped": True, "orders": orders, "muster": {}, "choices": skips})

    assert last(value)["outcome"] == {"winner": "draw", "level": None}

    value["years"][0]["choices"].pop()
    assert refused(value) == ("years[0].skipped", "skip_not_agreed")


def test_a_record_may_stop_in_the_middle_of_the_aftermath():
    value = document(year(battle=FELLED, dice=CAPTURED, stop=3))

    told = played(value)

    assert told.state.stage == "aftermath"
    assert told.rules.asks(told.state)[0].prompt == "ransom"


def test_a_surrender_may_say_that_it_counts_for_the_year_before():
    value = document(year(), {"number": 2, "choices": [choice("surrender", year=1)]})

    assert played(value).report()["ended"] == {"year": 1, "winner": "carthage", "level": "minor", "reason": "surrender"}
    assert refused(changed(value, "years.1.choices.0.year", 3)) == ("years[1].choices[0].year", "out_of_range")


def test_a_skipped_year_may_stop_in_the_middle_of_its_aftermath():
    """Whoever skips it has made every choice before: the orders, and two choices about the scenario."""
    value = document(year(1, "punishment", "alliance", dice={"scenario": 4}, stop=3), start={"flags": ["rome.reroll"]})

    told = played(value)

    assert (told.state.stage, told.state.now.skipped) == ("aftermath", True)
    assert told.state.pending[0].prompt == "spend_reroll"
