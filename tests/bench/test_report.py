"""A figure is told with what it was compared with, and with whether its aim is met."""

import pytest

from tools.bench import report
from tools.bench.report import Aim


def test_aims_say_whether_they_are_met():
    assert Aim.most(12, 12) == Aim("at most 12", True)
    assert Aim.most(12.5, 12, " ms") == Aim("at most 12 ms", False)
    assert Aim.least(0.5, 0.5) == Aim("at least 0.5", True)
    assert Aim.least(0.4, 0.5) == Aim("at least 0.5", False)


def test_a_line_names_figure_comparison_and_aim(capsys):
    report.line("a page", "3.00 ms", "2.0 times the bare page", aim=Aim.most(2, 6))
    report.line("another", "9.00 ms", aim=Aim.most(7, 6))
    first, second = capsys.readouterr().out.splitlines()
    assert " ".join(first.split()) == "a page 3.00 ms 2.0 times the bare page aim at most 6: met"
    assert " ".join(second.split()) == "another 9.00 ms aim at most 6: NOT MET"


@pytest.mark.parametrize(("seconds", "told"), [(0.0004, "0.40 ms"), (0.012, "12.00 ms"), (0.25, "250 ms")])
def test_milliseconds(seconds, told):
    assert report.ms(seconds) == told


def test_the_typical_one_is_not_moved_by_a_hiccup():
    assert report.each([1.0, 1.1, 0.9, 40.0, 1.0]) == 1.0
