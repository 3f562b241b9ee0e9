"""What is told before it is done: the column and the chances (Montjoie 4.8, 4.9)."""

from rulesets.contract import Action
from rulesets.montjoie import forecasts
from tests.rulesets.montjoie.battles import BLUE, RED, man, stage


def test_the_column_and_the_chance_of_an_attack():
    people = {"red": man("E02", "great_knight"), "blue": man("F02", "halberdier", BLUE)}
    field = stage("ashcombe", "combat", people)

    told = forecasts.forecast(field, RED, Action(kind="attack", arguments={"figs": ["red"], "target": "blue"}))

    assert told.modifiers[0].key == "column.3-1"
    assert (told.chance_per_mille, told.needed, told.at_most) == (400, 4, True)  # D D C C of ten


def test_a_shift_is_told():
    people = {"red": man("E02", "great_knight"), "blue": man("F02", "halberdier", BLUE)}
    field = stage("ashcombe", "combat", people, stakes={"F02": (2, 3, 4)})

    told = forecasts.forecast(field, RED, Action(kind="attack", arguments={"figs": ["red"], "target": "blue"}))

    assert [(one.key, one.value) for one in told.modifiers] == [("column.4-1", 5), ("bad_ground", 1)]


def test_the_chance_of_a_shot_and_its_cover():
    people = {"red": man("E02", "archer", weapons=("shortbow",)), "blue": man("H02", "knight", BLUE)}
    field = stage("ashcombe", "fire", people)
    shot = Action(kind="shoot", arguments={"fig": "red", "weapon": "shortbow", "target": "blue"})

    told = forecasts.forecast(field, RED, shot)

    assert [(one.key, one.value) for one in told.modifiers] == [("cover.none", 0), ("armour", 1)]
    assert (told.chance_per_mille, told.average_per_mille) == (500, 300)  # rows 4 to 8 hit, 4 to 6 wound


def test_a_jump_is_told_and_a_step_is_not():
    field = stage("ashcombe", "move", {"red": man("H07/crown", "peasant"), "other": man("B02")})

    told = forecasts.forecast(field, RED, Action(kind="jump", arguments={"fig": "red", "to": "H08"}))

    assert (told.about, told.chance_per_mille) == ("jump", 833)
    assert forecasts.forecast(field, RED, Action(kind="step", arguments={"fig": "other", "to": "C02"})) is None
