"""Lists and scenarios are weighed by battles that anybody can play again."""

import pytest

from rulesets.contract import Outcome, SeatResult
from rulesets.montjoie.scenarios import SCENARIOS as HOUSE
from tools.balance import __main__ as balance
from tools.balance.scenarios import AWAM, MONTJOIE, Tally


def test_a_battle_of_a_number_is_the_same_battle_every_time():
    assert AWAM.battle("well", 3) == AWAM.battle("well", 3)
    assert AWAM.battle("well", 3) != AWAM.battle("well", 4)


def test_every_battle_is_counted_once_and_a_draw_as_half():
    found = Tally(scenario="well", sides=("first", "second"))
    for mine in (
        SeatResult(result="win", level="major"),
        SeatResult(result="win", level="minor"),
        SeatResult(result="draw"),
        SeatResult(result="loss", level="minor"),
        SeatResult(result="loss", level="major"),
    ):
        found.count(Outcome(seats={"first": mine}, special={"turns": 4}))
    assert (found.major, found.minor, found.drawn, found.lost_minor, found.lost_major) == (1, 1, 1, 1, 1)
    assert (found.battles, found.share, found.turns) == (5, 50.0, 20)


def test_every_scenario_of_two_sides_is_weighed():
    assert MONTJOIE.matches == tuple(sorted(HOUSE))
    assert AWAM.matches == ("ivory", "meeting", "well")


def test_the_command_prints_the_table_of_what_was_asked_for(capsys):
    assert balance.main(["awam", "--only", "well", "--battles", "2", "--processes", "1"]) == 0
    told = capsys.readouterr()
    assert "| well | first | second | 2 |" in told.out
    assert "ivory" not in told.out
    assert told.err.startswith("well: ")


def test_a_part_that_is_not_there_is_refused(capsys):
    with pytest.raises(SystemExit):
        balance.main(["nonsense"])
    assert "no such part: nonsense" in capsys.readouterr().err
