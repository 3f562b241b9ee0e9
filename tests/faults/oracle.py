"""The one judge of every fault (reliability A3): whatever was broken, each year was turned once, and as if nothing had happened."""

from typing import Any


def every_year_once(told: dict[str, Any], *, wars: int, wanted: dict[str, Any] | None = None) -> None:
    """Judge what ``child inspect`` found after the fault.

    Every war has opened its first orders once and waits for its musters; the book has no holes and its chain holds; no roll has two
    results; nobody was told twice; the open order of a side is the one that was taken. ``wanted``: what the same wars came to where
    nothing was broken; states, dice and books are the same to the byte. (Whom a notice reached is judged by ``test_kill``.)
    """
    assert told["found"] == []
    assert told["notices_twice"] == 0
    assert len(told["wars"]) == wars
    for pk, war in told["wars"].items():
        assert war["stage"] == "running", (pk, war["years"])
        assert [number for number, _moves, _digest in war["decisions"]] == [1]
        assert [seq for seq, _kind in war["book"]] == list(range(1, len(war["book"]) + 1))
        addresses = [address for address, _faces in war["rolls"]]
        assert len(addresses) == len(set(addresses))
        assert [year[:2] for year in war["years"]] == [[1, "muster"]]
    if wanted is not None:
        assert untried(told) == untried(wanted)
        assert told["notices"] == wanted["notices"]


def untried(told: dict[str, Any]) -> dict[str, Any]:
    """What there is to say of every war, without the tries: there may be more of them."""
    return {pk: {**war, "years": [year[:2] for year in war["years"]]} for pk, war in told["wars"].items()}
