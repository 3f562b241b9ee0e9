"""Every number answers "why?": roll, row, modifiers, reckoning, reading, paragraph."""

import pytest
from django.utils import translation

from campaigns.narration import Book, why
from campaigns.narration.reasons import Why, WhyReading
from campaigns.rules.pack import bundled
from rulesets.contract import Happening
from rulesets.dice import Rolled
from tests.campaigns.narration.played import War

NAMED = {"rome": {"units": {"h": "Hastati"}, "characters": {"c": "Consul"}}}


def book(language: str = "en", **readings: str) -> Book:
    return Book(pack=bundled("hispania"), language=language, names=NAMED, readings=readings)


def happening(
    kind: str, *, rule: str = "", rolls: tuple[str, ...] = (), readings: tuple[str, ...] = (), **data
) -> Happening:
    return Happening(kind=kind, data=data, rule=rule, rolls=rolls, readings=readings)


def rolled(address: str, *faces: int, source: str = "program") -> dict[str, Rolled]:
    return {address: Rolled(address=address, sides=6, faces=faces, source=source)}


def orders(rome: str, carthage: str) -> list[Happening]:
    return [happening("order", side="rome", action=rome), happening("order", side="carthage", action=carthage)]


def test_a_reading_that_is_the_same_in_every_war_is_told_in_its_sentence():
    told = happening("ransomed", rule="Hispania 7, R29", side="rome", character="consul", vp=2)
    answer = why(told, book(), {})
    assert answer.settled == (("R29", "A ransom is neither battle nor event: it is never doubled."),)
    assert answer


# --- The scenario -----------------------------------------------------------------------------------------


def test_a_scenario_shows_the_cell_the_row_and_the_reading():
    address = "year/3/scenario"
    told = happening(
        "scenario",
        rule="Hispania 3",
        rolls=(address,),
        readings=("cell9_three",),
        cell=9,
        scenario="ambush",
        at_most=None,
    )
    answer = why(told, book(), rolled(address, 3, source="hand"), orders("guerrilla", "battle"))
    assert answer.steps == ("Guerrilla × Battle: cell 9 of the matrix.",)
    assert answer.rows == ("Cell 9, 3: as the club reads it: Ambush",)
    assert answer.readings == (
        WhyReading(
            number="R1",
            question="Guerrilla against Battle, d6 = 3: the printed rules give no scenario.",
            answer="Ambush",
        ),
    )
    roll = answer.rolls[0]
    assert (roll.what, roll.faces, roll.dice, roll.source_text) == (
        "Year 3, scenario",
        (3,),
        "1d6",
        "rolled by hand and typed in",
    )
    assert answer.paragraph == "Hispania 3"


def test_the_cap_of_a_cell_is_shown():
    told = happening("scenario", rolls=("year/1/scenario",), cell=6, scenario="ambush", at_most=1000)
    assert why(told, book(), rolled("year/1/scenario", 6)).rows == ("Cell 6, 6: Ambush, at most 1000 points",)


def test_a_limit_shows_the_scenario_and_the_garrisons():
    told = happening("limit", side="carthage", limit=900, garrison=500)
    year = [happening("scenario", cell=7, scenario="pitched_battle", at_most=None), told]
    assert why(told, book(), {}, year).steps == (
        "Pitched battle: all troops.",
        "500 points of what is available stay behind; the smaller of the two numbers is the limit.",
    )


def test_a_role_shows_the_order_of_the_actions():
    told = happening("role", side="carthage", role="attacker")
    year = [happening("scenario", cell=2, scenario="defend_ally", at_most=None), told]
    assert why(told, book(), {}, year).steps == (
        "The attacker is the side whose action comes first of: Punishment, Battle, Guerrilla, Defence, Alliance.",
    )


# --- Points -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rome", "carthage", "more", "twice"),
    [  # T5
        (2000, 1800, "yes, +2", "no"),
        (2000, 1000, "yes, +2", "yes, +2"),
        (1800, 1799, "no", "no"),
        (1200, 600, "yes, +2", "yes, +2"),
    ],
)
def test_standing_points_show_their_arithmetic(rome, carthage, more, twice):
    told = happening("standing", side="rome", before=0, after=2, available={"rome": rome, "carthage": carthage})
    assert why(told, book(), {}).steps == (
        f"Rome has {rome} points of troops available, Carthage {carthage}.",
        f"At least 200 points more: {more}",
        f"At least twice as much: {twice}",
    )


def test_the_other_reading_of_the_standing_awards_asks_only_its_own_row():
    told = happening("standing", side="rome", before=0, after=2, available={"rome": 2000, "carthage": 900})
    assert why(told, book(standing_rows="last_two"), {}).steps[1:] == ("At least twice as much: yes, +2",)


def test_victory_points_show_the_award_and_the_doubling():
    told = happening(
        "vp", side="rome", amount=6, source="battle", reason="victory", doubled=True, earned=7, readings=("doubling",)
    )
    year = [
        happening("scenario", cell=7, scenario="pitched_battle", at_most=None),
        happening("fought", winner="rome", level="major", notes=""),
        told,
    ]
    answer = why(told, book(), {}, year)
    assert answer.rows == ("Pitched battle, major victory: +3",)
    assert answer.modifiers == ("An event of last year doubles it: +3 becomes +6.",)
    assert answer.steps == ("Rome has earned 7 so far, standing awards not counted.",)
    assert answer.readings[0].answer == "Battles and events"


def test_a_dead_general_shows_his_price():
    told = happening("vp", side="rome", amount=-8, source="battle", reason="general_killed", doubled=True, earned=-8)
    answer = why(told, book(), {})
    assert answer.rows == ("General in chief killed: −4",)
    assert answer.modifiers == ("An event of last year doubles it: −4 becomes −8.",)


def test_points_of_an_event_name_the_event_of_whoever_rolled():
    address = "year/2/event_amount/rome"
    told = happening(
        "vp", side="rome", amount=-3, source="event", reason="event", doubled=False, earned=1, rolls=(address,)
    )
    year = [happening("event", side="rome", total=2), happening("event", side="carthage", total=3), told]
    answer = why(told, book(), rolled(address, 3), year)
    assert answer.rows == ("Events of Rome, 2: The wrath of the gods: −3",)
    assert answer.rolls[0].what == "Year 2, amount of the event (Rome)"


def test_the_end_of_the_war_shows_the_lead():
    told = happening(
        "war_ended", winner="rome", level="minor", reason="years", lead=6, totals={"rome": 6, "carthage": 0}
    )
    assert why(told, book(), {}).steps == (
        "After the last agreed year a lead of 5 is a minor victory; Rome led by 6.",
        "Victory points: Rome 6, Carthage 0.",
    )


# --- Recovery and fates ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "steps"),
    [
        (  # T6
            {"before": 12, "routed": 5, "destroyed": 4, "after": 6, "result": "minor_defeat"},
            (
                "The battle was lost: a minor defeat.",
                "5 routed: half return, 2.",
                "4 destroyed: a quarter return, 1.",
                "3 stood at the end of the battle, 3 came back: 6.",
            ),
        ),
        (  # T7
            {"before": 8, "routed": 0, "destroyed": 8, "after": 5, "result": "victory"},
            (
                "The battle was won.",
                "8 destroyed: half return, 4.",
                "0 stood at the end of the battle, 4 came back: 4.",
                "A unit with survivors is made up to 5 figures, but never above its strength before the battle: 5.",
            ),
        ),
        (  # T8
            {"before": 4, "routed": 0, "destroyed": 3, "after": 4, "result": "draw"},
            (
                "The battle was drawn.",
                "3 destroyed: half return, 1.",
                "1 stood at the end of the battle, 1 came back: 2.",
                "A unit with survivors is made up to 5 figures, but never above its strength before the battle: 4.",
            ),
        ),
    ],
    ids=["T6", "T7", "T8"],
)
def test_recovery_shows_its_shares_and_roundings(data, steps):
    told = happening("recovered", side="rome", unit="h", readings=("fractions",), **data)
    answer = why(told, book(), {})
    assert answer.steps == steps
    assert answer.readings[0].answer == "Rounded down"


def test_recovery_rounds_as_the_club_reads_it():
    told = happening("recovered", side="rome", unit="h", before=12, routed=5, destroyed=0, after=10, result="draw")
    assert "5 routed: half return, 3." in why(told, book(fractions="up"), {}).steps


def test_a_fate_shows_its_column_and_row():
    address = "year/2/fate/rome/c"
    told = happening(
        "fate", side="rome", character="c", result="wounded", column="otherwise", total=5, rolls=(address,)
    )
    answer = why(told, book(), rolled(address, 5))
    assert answer.rows == ("Fate, his side did not lose, 4–5: wounded",)
    assert answer.rolls[0].what == "Year 2, fate of Consul (Rome)"


def test_deeds_show_every_ability_they_bring():
    told = happening("deeds", side="rome", character="c", count=2, total=2)
    assert [row[:16] for row in why(told, book(), {}).rows] == ["Heroic deeds, 1+", "Heroic deeds, 2+"]


# --- Tables -----------------------------------------------------------------------------------------------


def test_a_grant_shows_roll_modifiers_and_end_row():
    """T9: Defence not defeated and event 11."""
    told = happening(
        "grant",
        side="rome",
        roll="reinforcements",
        natural=9,
        total=12,
        modifiers=[{"from": "action", "amount": 1}, {"from": "event", "amount": 2}],
        grant={"common": 200, "special": 200},
    )
    answer = why(told, book(), {}, orders("defence", "battle"))
    assert answer.modifiers == ("+1 for the action of this year (Defence)", "+2 from an event of this year")
    assert answer.steps == ("2d6: 9 +1 +2 = 12",)
    assert answer.rows == ("Reinforcements, 12 or more: 200 points of common troops and 200 points of special troops",)


def test_a_total_below_the_table_uses_its_first_row():
    told = happening(
        "grant",
        side="carthage",
        roll="alliance",
        natural=2,
        total=0,
        modifiers=[{"from": "last_year", "amount": -2}],
        grant={},
    )
    answer = why(told, book(), {})
    assert answer.rows == ("Alliances, 4 or less: nothing",)
    assert answer.modifiers == ("−2 from an event of last year",)


def test_punishment_shows_what_was_due_and_what_whole_figures_made_of_it():
    told = happening(
        "punishment",
        side="carthage",
        enemy="rome",
        roll="punishment",
        natural=9,
        total=9,
        modifiers=[],
        amount=200,
        points=208,
        figures={"h": 13},
    )
    answer = why(told, book(), {})
    assert answer.steps == ("2d6: 9", "200 points were due; whole figures make it 208.")
    assert answer.rows == ("Punishment, 9: 200 points of troops",)


def test_troops_that_were_not_there_cannot_be_lost():
    told = happening("points_lost", side="rome", amount=300, points=130, figures={"h": 9}, arms=[])
    assert why(told, book(), {}).steps == ("300 points were due, but only 130 remained.",)
    told = happening("points_lost", side="rome", amount=70, points=0, figures={}, arms=["cavalry"])
    assert why(told, book(), {}).steps == ("70 points were due, but no such troops remained.",)


@pytest.mark.parametrize(
    ("kind", "data", "rows"),
    [
        ("immune", {"side": "carthage", "roll": "punishment"}, ("Events of Carthage, 10: A marriage",)),
        ("immune", {"side": "rome", "roll": "punishment"}, ()),
        (
            "roll_modified",
            {"side": "carthage", "roll": "punishment", "amount": -2, "lasts": "this_year"},
            ("Events of Rome, 10: An envoy with gold",),
        ),
        (
            "roll_modified",
            {"side": "carthage", "roll": "alliance", "amount": 1, "lasts": "ever"},
            ("Events of Carthage, 10: A marriage",),
        ),
    ],
)
def test_what_an_event_left_behind_names_the_event(kind, data, rows):
    year = [happening("event", side="rome", total=10), happening("event", side="carthage", total=10)]
    assert why(happening(kind, **data), book(), {}, year).rows == rows


def test_a_point_without_a_roll_names_the_event_that_can_mean_it():
    told = happening("vp", side="rome", amount=1, source="event", reason="event", doubled=False, earned=1)
    year = [happening("event", side="rome", total=11), happening("event", side="carthage", total=11), told]
    assert why(told, book(), {}, year).rows == ("Events of Rome, 11: Rome will never yield: +1",)


# --- In general ------------------------------------------------------------------------------------------


def test_a_total_that_was_noted_down_shows_no_dice():
    told = happening("event", side="rome", total=9, rolls=("year/1/event/rome",))
    roll = why(told, book(), rolled("year/1/event/rome", 9, source="loaded")).rolls[0]
    assert (roll.dice, roll.total, roll.source_text) == ("", 9, "taken from a record")


def test_rolls_that_are_not_known_are_left_out():
    told = happening("event", side="rome", total=9, rolls=("year/1/event/rome",))
    assert why(told, book(), {}).rolls == ()


def test_what_needs_no_reason_has_none():
    assert not why(happening("order", side="rome", action="battle", rule="Hispania 2"), book(), {})
    assert why(happening("order", side="rome", action="battle"), book(), {}) == Why(paragraph="")


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_every_happening_of_random_wars_can_be_asked_why(language):
    with translation.override(language):
        for seed in range(8):
            war = War(seed)
            for year in war.years.values():
                for told in year:
                    for answer in (why(told, war.book(language), war.rolls, year), why(told, war.book(language), {})):
                        for text in (*answer.rows, *answer.modifiers, *answer.steps):
                            assert "%(" not in text
                    whole = why(told, war.book(language), war.rolls, year)
                    assert "?" not in " ".join((*whole.rows, *whole.modifiers, *whole.steps))
                    assert len(whole.rolls) == len(told.rolls)
                    assert whole.paragraph


@pytest.mark.parametrize("kind", sorted({told.kind for told in War(1).happenings}))
def test_missing_facts_are_no_fault(kind):
    assert isinstance(why(Happening(kind=kind), book(), {}), Why)
