"""A year reads as a story: few paragraphs of whole sentences, the same every time, about what happened and nothing else."""

import pytest
from django.utils import translation

from campaigns.narration import Book, chronicle, headline
from campaigns.rules.pack import bundled
from rulesets.contract import Happening
from tests.campaigns.narration.played import NAMES, War

WARS = [War(seed) for seed in range(15)]
NAMED = {"rome": {"units": {"h": "Hastati"}, "characters": {"c": "Consul"}}}


def book(language: str = "en") -> Book:
    return Book(pack=bundled("hispania"), language=language, names=NAMED)


def happening(kind: str, **data: object) -> Happening:
    return Happening(kind=kind, data=data)


def ambush(*more: Happening) -> list[Happening]:
    return [
        happening("order", side="rome", action="guerrilla"),
        happening("order", side="carthage", action="punishment"),
        happening("scenario", cell=6, scenario="ambush", at_most=1000),
        happening("role", side="rome", role="ambusher"),
        *more,
    ]


def text(happenings: list[Happening], year: int = 3) -> str:
    return " ".join(paragraph.text for paragraph in chronicle(happenings, book(), year))


def test_a_year_begins_with_what_the_sides_set_out_to_do():
    told = chronicle(ambush(), book(), 3)
    assert [paragraph.kind for paragraph in told] == ["orders"]
    assert told[0].text == (
        "In the third year Rome took to the hills. Carthage turned on the tribes that had sided with Rome. "
        "Rome lay in wait where the road narrowed, and a column of Carthage walked into it."
    )


def test_both_sides_of_one_mind_are_told_in_one_sentence():
    orders = [happening("order", side=side, action="battle") for side in ("rome", "carthage")]
    assert text(orders, 1) == "In the first year both sides wanted a battle."


def test_a_late_year_is_told_by_its_number():
    assert text(ambush(), 41).startswith("In year 41 ")


def test_the_price_of_a_battle_is_told_in_sum():
    lost = [
        happening("recovered", side="rome", unit="h", before=20, after=15, routed=5, destroyed=5, back=5),
        happening("recovered", side="carthage", unit="s", before=9, after=0, routed=0, destroyed=9, back=0),
    ]
    told = text(ambush(happening("fought", winner="rome", level="major", notes=""), *lost))
    assert "a major victory." in told
    assert "Rome lost 5 figures for good, Carthage 9. s of Carthage was no more." in told


@pytest.mark.parametrize(
    ("result", "column", "more", "after"),
    [
        (
            "dead",
            "lost",
            [("vp", {"side": "rome", "reason": "general_killed", "source": "battle"})],
            "He had been general in chief.",
        ),
        ("wounded", "otherwise", [("wound", {"side": "rome", "character": "c", "total": 8})], "“A limp: −1 Movement”."),
        ("captured", "lost", [("ransomed", {"side": "rome", "character": "c"})], "Rome bought him back."),
        ("recovered", "otherwise", [], "but was soon on his feet again."),
    ],
)
def test_fates_are_told_with_what_followed(result, column, more, after):
    fate = happening("fate", side="rome", character="c", result=result, column=column, total=4)
    followed = [happening(kind, **data) for kind, data in more]
    told = text(ambush(happening("fought", winner="carthage", level="major", notes=""), fate, *followed))
    assert "Consul of Rome" in told
    assert after in told


def test_a_year_without_a_battle_says_so():
    told = chronicle(ambush(happening("skipped")), book(), 2)
    assert [paragraph.kind for paragraph in told] == ["orders"]
    assert "ambush" not in told[0].text
    assert headline(ambush(happening("skipped")), book(), 2) == "Year 2: passed without a battle"


def test_the_winter_tells_events_and_who_came():
    winter = [
        happening("event", side="rome", total=7),
        happening("event_nothing", side="rome", total=7),
        happening("event", side="carthage", total=5),
        happening("roll_barred", side="carthage", roll="reinforcements", why="event"),
        happening("grant", side="rome", roll="reinforcements", grant={"common": 150}),
    ]
    told = chronicle(winter, book(), 2)
    assert [paragraph.kind for paragraph in told] == ["winter"]
    assert "“Sacrifices for your fortune”" in told[0].text
    assert "150 points of common troops" in told[0].text
    assert "Carthage" in told[0].sentences[-2]


def test_the_end_of_the_war_takes_the_place_of_the_score():
    end = happening("war_ended", winner=None, level="draw", reason="years", totals={"rome": 3, "carthage": 1})
    happenings = ambush(
        happening("closed", totals={"rome": 3, "carthage": 1}), happening("must_act", side="rome", action="battle"), end
    )
    told = chronicle(happenings, book(), 5)
    assert told[-1].kind == "score"
    assert told[-1].text.startswith("After the last agreed year neither side led by enough")
    assert "Next year" not in text(happenings)
    assert headline(happenings, book(), 5) == "Year 5: Ambush. The war is over: nobody has won it"


@pytest.mark.parametrize(
    ("fought", "line"),
    [
        ({"winner": "rome", "level": "major"}, "Year 3: Ambush, a major victory for Rome"),
        ({"winner": None, "level": None}, "Year 3: Ambush, drawn"),
    ],
)
def test_the_headline_names_scenario_and_result(fought, line):
    assert headline(ambush(happening("fought", notes="", **fought)), book(), 3) == line


def test_a_year_that_has_not_begun_has_no_story():
    assert chronicle([], book(), 1) == []
    assert headline([], book(), 1) == "Year 1"


def test_the_year_is_found_in_its_rolls():
    rolled = Happening(kind="event", data={"side": "rome", "total": 7}, rolls=("year/9/event/rome",))
    assert headline([rolled], book()) == "Year 9"


def test_roles_that_are_not_in_the_book_are_no_fault():
    happenings = [happening("scenario", cell=6, scenario="ambush", at_most=None)]
    assert text(happenings) == "It came to this: Ambush."


# --- Whole wars -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_random_wars_are_told_whole(language):
    with translation.override(language):
        for war in WARS:
            for number, year in war.years.items():
                paragraphs = chronicle(year, war.book(language), number)
                assert 1 <= len(paragraphs) <= 4
                for paragraph in paragraphs:
                    assert "%(" not in paragraph.text
                    assert "?" not in paragraph.text
                    assert all(one.endswith((".", "”", "»")) for one in paragraph.sentences)
                assert str(number) in headline(year, war.book(language), number)


def test_a_story_is_shorter_than_the_ledger():
    for war in WARS:
        for number, year in war.years.items():
            told = sum(len(paragraph.sentences) for paragraph in chronicle(year, war.book(), number))
            assert told <= len(year) + 4


def test_the_same_year_reads_the_same_and_different_years_differ():
    war = max(WARS, key=lambda war: len(war.years))
    year = war.years[1]
    assert chronicle(year, war.book(), 1) == chronicle(list(year), war.book(), 1)
    without_numbers = {text(year, number).split(" ", 4)[-1] for number in range(1, 5)}
    assert len(without_numbers) > 1


def test_hostile_names_pass_unharmed():
    hostile = ("<script>", "100%s %(x)s", "O'Neil", "⚔️", "\u202eמלך", "“Q”", "{0}")
    war = War(4, names={**NAMES, "rome": hostile})
    told = " ".join(p.text for n, year in war.years.items() for p in chronicle(year, war.book(), n))
    assert any(name in told for name in hostile)
    assert "&lt;" not in told
