"""Three years of a club: joins, leaves, vacations, disputes, corrections, and a restore from yesterday's backup."""

import json
import os
import sys
from pathlib import Path

import pytest

from tests.years.club import DAYS, WARS, page

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]
BACKED_UP, LOST = 700, 724


def test_three_years_of_a_club(sqlite_databases, tmp_path):
    world = sqlite_databases.fresh()
    child = ("-m", "tests.years.club")

    def verb(*command: str, **environment: str):
        process = world.program(sys.executable, *child, *command, **environment)
        out, err = process.communicate(timeout=1200)
        assert process.returncode == 0, err[-3000:]
        return json.loads(out.strip().splitlines()[-1])

    club, kept = tmp_path / "club", tmp_path / "kept"
    club.mkdir()
    verb("open", str(club))
    verb("play", str(club), str(BACKED_UP))
    # What the program keeps, and what the people remember, on that evening.
    verb("backup", str(club), str(tmp_path / "evening.backup"))
    kept.write_text((club / "club.json").read_text())
    verb("play", str(club), str(LOST))
    # The machine burns. What was done since is lost, and everybody is told so.
    (club / "club.json").write_text(kept.read_text())
    restored = f"sqlite:///{tmp_path}/restored.sqlite3"
    verb("restore", str(club), str(tmp_path / "evening.backup"), TEST_DATABASE_URL=restored)
    verb("play", str(club), str(DAYS), TEST_DATABASE_URL=restored)
    told = verb("judge", str(club), TEST_DATABASE_URL=restored)

    if where := os.environ.get("YEARS_TOLD"):
        Path(where).write_text(page(told))
    assert told["found"] == []
    assert told["leaked"] == []
    assert told["twice"] == 0
    assert len(told["wars"]) == len(WARS)
    assert sum(war["stage"] == "over" for war in told["wars"]) >= 3
    kinds = {kind for war in told["wars"] for kind in war["kinds"]}
    assert "corrected" in kinds
    # Who left in the middle of a war has left a seat, and somebody took it.
    assert ("seat_left" in kinds) == told["left_mid_war"]
    assert "seat_taken" in kinds or not told["left_mid_war"]
    assert kinds & {"order_by_default", "muster_by_default", "answer_by_default"}
    assert any("disputed" in line for _day, line in told["log"])
    assert "5xx" not in told["seen"]
