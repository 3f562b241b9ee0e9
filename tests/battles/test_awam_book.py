"""The figures of AWAM in words: all of them, each with its label."""

import pytest
from django.utils import translation

from battles.narration.awam import book, house, readings
from battles.narration.tabled import book_of
from rulesets.awam.setting import SHEETS
from rulesets.awam.tables import TABLES

SHOWN = {
    "deck": book.DECK,
    "falls": book.FALLS,
    "movement": book.MOVEMENT,
    "reload": book.RELOAD,
    "shooting": book.SHOOTING,
    "hits": book.HITS,
    "melee": book.MELEE,
    "morale": book.MORALE,
    "machine_gun": book.MACHINE_GUN,
    "cannon": book.CANNON,
    "bases": book.BASES,
    "sight": book.SIGHT,
    "strength": book.STRENGTH,
    "results": book.RESULTS,
    "well": house.WELL,
    "generator": house.MEETING,
    "coming": house.COMING,
    "drill": house.DRILL,
    "umpire": house.UMPIRE,
    "veterans": house.VETERANS,
}
ASIDE = {
    "deck": set(),
    "falls": {"die", "warrior_die"},
    "movement": {"legs"},
    "reload": {"die"},
    "shooting": {"cover_hinders"},
    "hits": {"horse_die", "die"},
    "melee": {"kills_from", "break_die"},
    "morale": {"die"},
    "machine_gun": {"shots_die", "row", "clears_die", "points"},
    "cannon": {"damage_die", "clears_die", "points"},
    "bases": {"raft", "boat", "small_steamer", "steamer"},
    "sight": {"lies_in", "lies_beyond"},
    "strength": set(),
    "results": set(),
    "well": set(),
    "generator": {"pieces_die", "kind_die", "kinds", "radii", "radius_die", "grid", "sizes", "aim_die"},
    "coming": set(),
    "drill": {"sails"},
    "umpire": set(),
    "veterans": {"wounds", "skills", "worth"},
}
"""What a page need not show: dice that its lines name, the other answers of readings, and what only the program measures."""


@pytest.mark.parametrize("name", SHOWN)
def test_every_figure_of_a_table_is_shown(name):
    row = getattr(TABLES, name)
    figures = set(row.__struct_fields__) - {"rule", "status", "said"}
    assert {line[0] for line in SHOWN[name]} == figures - ASIDE[name]


@pytest.mark.parametrize(("scenario", "lines"), [("ivory", house.IVORY), ("fashoda", house.FASHODA)])
def test_every_number_of_a_scenario_is_shown(scenario, lines):
    assert {line[0] for line in lines} == SHEETS.scenarios[scenario].numbers.keys() - {"hippo"}


def table(caption):
    return next(one for section in book_of("awam") for one in section.tables if one.caption.startswith(caption))


@pytest.mark.parametrize(
    ("caption", "row"),
    [
        ("To the die of a shot", ("not aimed", "−2", "house default")),
        ("To the die of a shot", ("each further shot of a repeater", "−2", "in the source")),
        ("Distance of one move", ("walk", "12 cm", "9 cm", "house default")),
        ("Distance of one move", ("dragging animals", "8 cm", "6 cm", "in the source")),
        ("Boats", ("raft", "15 cm", "10 cm", "12 cm", "6",
                   "in the source: With the current, Against it\nhouse default: Across, Carries")),
        ("Rifle", ("50 cm", "more than 5", "in the source")),
        ("Dice in hand", ("lance", "D10", "follows from the source")),
        ("Results", ("major victory: the enemy’s share of loss", "3/4", "house default")),
        ("Scenarios", ("The Fashoda incident", "AWAM 12", "10", "house default", "not tested for balance")),
        ("Doubtful points", ("Does a wounded rider fall off? A38", "yes", "no, he rides on at half the horse’s walk", "AWAM 5.1")),
        ("Morale", ("a regular’s average die", "2, 3, 3, 4, 4, 5", "house default")),
        ("The ivory road", ("the raiders win by a major from a loss of", "75%", "house default")),
        ("The Fashoda incident (", ("points: a quarrel started", "−3", "house default")),
        ("Ground of a chance", ("1–3", "bush", "5 cm – 7 cm", "house default")),
        ("What the program plays by", ("it aims where the chance is at least", "1/4", "house default")),
        ("Wounds and skills", ("wound 5", "half blind", "−1", "house default")),
        ("Bases", ("gap that still is contact", "0.2 cm", "house default")),
    ],
)  # fmt: skip
def test_a_figure_with_its_value_and_label(caption, row):
    assert row in table(caption).rows


def test_every_point_that_is_read_in_one_way_has_its_words():
    assert readings.FIXED.keys() == TABLES.fixed.keys()
    assert readings.QUESTIONS.keys() == readings.ANSWERS.keys() == TABLES.readings.keys()


@pytest.mark.parametrize(("language", "told"), [("es", "de la casa"), ("it", "della casa")])
def test_labels_are_told_in_the_readers_language(language, told):
    with translation.override(language):
        assert book.label("house") == told
