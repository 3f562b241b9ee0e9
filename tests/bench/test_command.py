"""The command measures the parts that are named, each by itself, and never on a club's own data."""

import pytest

from tools.bench import __main__ as bench


def test_a_part_that_is_not_there_is_refused(capsys):
    with pytest.raises(SystemExit):
        bench.main(["replay", "nonsense"])
    assert "there is no part nonsense" in capsys.readouterr().err


def test_a_part_has_a_folder_of_its_own_and_none_of_the_clubs_servers(monkeypatch, tmp_path):
    for name in bench.LEFT_OUT:
        monkeypatch.setenv(name, "of the club")
    names = bench.environment(str(tmp_path), None, "queries")
    assert names["SIGNIFER_DATA"] == str(tmp_path)
    assert names["EMAIL_URL"] == "memorymail://"
    assert "of the club" not in names.values()


@pytest.mark.slow
def test_the_pure_part_prints_its_figures(capfd):
    assert bench.main(["replay"]) == 0
    told = capfd.readouterr().out
    assert "replay of a war of 10 years" in told
    assert "1,000 random campaigns" in told
