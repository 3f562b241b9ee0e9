"""The part that measures the table's geometry runs without the library it is measured beside."""

from tools.bench import geometry


def test_without_the_library_our_own_is_timed(monkeypatch, capsys):
    monkeypatch.setattr(geometry, "TABLE_COUNT", 1)
    monkeypatch.setattr(geometry, "LINES", 20)
    monkeypatch.setattr(geometry, "BURSTS", 5)
    monkeypatch.setattr(geometry, "LIBRARY", "no_such_library")

    geometry.main()

    told = capsys.readouterr().out.splitlines()
    assert [text.split("  ")[1] for text in told[3:]] == [
        "a line of sight",
        "cover along a line",
        "who of 40 figures is in an arc",
        "who of 40 figures is under an area",
    ]
