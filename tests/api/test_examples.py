"""The two programs of ``docs/examples/``, run as their reader would run them, against a running site."""

import csv
import json
import subprocess
import sys
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from campaigns.models import Year
from campaigns.services import founding
from clubs import clock
from clubs.models import Membership, Scope
from clubs.services import tokens
from tests.factories import clubs as people
from tests.factories.campaigns import a_war, fought_by_hand, found_war, wait_out

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def run(name: str, *arguments: str, key: str) -> subprocess.CompletedProcess:
    """By a bare Python: whatever is installed beside it is not there."""
    command = [sys.executable, "-I", str(EXAMPLES / name), *arguments]
    return subprocess.run(command, env={"SIGNIFER_TOKEN": key}, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def site(transactional_db, live_server):
    """A club with a war, Rome's order in and Carthage's awaited; and a key that may read."""
    now = clock.now()
    livia, hanno = people.sign_up("livia", display_name="Livia"), people.sign_up("hanno", display_name="=Hanno")
    club = people.found("Legio", by=livia, now=now)
    people.enlist(club, hanno, now=now)
    members = {who.username: Membership.objects.get(club=club, user=who) for who in (livia, hanno)}
    sides = {"rome": members["livia"], "carthage": members["hanno"]}
    war = a_war(club, **sides, by=members["livia"], now=now, name="@The long war", dice="hand")
    key = tokens.make_token(livia, name="bot", scope=Scope.READ, by=livia, now=now).key
    return {"url": live_server.url, "club": club, "war": war, "sides": sides, "key": key, "now": now}


@pytest.fixture
def chat():
    """A chat that takes what is posted to it."""
    came = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self):
            came.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args):
            pass

    server = HTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook", came
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_bot_says_in_the_chat_who_is_late(site, chat):
    address, came = chat
    soon = clock.now() + timedelta(hours=5, minutes=10)
    Year.objects.filter(campaign=site["war"]).update(deadline_at=soon)
    done = run("late.py", site["url"], site["club"].slug, "--to", address, key=site["key"])
    assert (done.returncode, done.stderr) == (0, "")
    (said,) = came
    assert said["text"] == said["content"]
    assert said["text"].splitlines() == [
        "@The long war, year 1: waiting for Livia, =Hanno (5 h left)",
        f"{site['url']}/wars/{site['war'].public_id}/year/",
    ]


def test_the_bot_says_nothing_while_there_is_time(site, chat):
    address, came = chat
    done = run("late.py", site["url"], site["club"].slug, "--to", address, key=site["key"])
    assert (done.returncode, done.stdout, came) == (0, "", [])


@pytest.mark.parametrize("script", ["late.py", "spreadsheet.py"])
def test_a_token_that_opens_nothing_is_said(site, script, tmp_path):
    more = ["--into", str(tmp_path)] if script == "spreadsheet.py" else []
    done = run(script, site["url"], site["club"].slug, *more, key="sgnf_nonsense")
    assert done.returncode == 1
    assert "401" in done.stderr


def test_the_export_has_every_war_year_and_unit_and_no_formula(site, tmp_path):
    now = site["now"]
    fought_by_hand(site["war"], site["sides"], now=now)
    assert wait_out(site["war"]).stage == "running"
    draft = found_war(site["club"], by=site["sides"]["rome"], now=now, name="Another")
    founding.edit(draft, by=site["sides"]["rome"], now=now, years=3)
    done = run("spreadsheet.py", site["url"], site["club"].slug, "--into", str(tmp_path), key=site["key"])
    assert (done.returncode, done.stderr) == (0, "")
    tables = {path.name: list(csv.DictReader(path.open(encoding="utf-8-sig"))) for path in tmp_path.iterdir()}
    assert sorted(tables) == ["characters.csv", "scores.csv", "units.csv", "wars.csv", "years.csv"]
    assert [row["name"] for row in tables["wars.csv"]] == ["Another", "'@The long war"]
    assert [row["number"] for row in tables["years.csv"]] == ["2", "1"]
    assert {(row["year"], row["side"]) for row in tables["scores.csv"]} == {("1", "rome"), ("1", "carthage")}
    assert len(tables["units.csv"]) == 12
    cells = [cell for rows in tables.values() for row in rows for cell in row.values()]
    assert [cell for cell in cells if cell[:1] in "=+@" and cell] == []
