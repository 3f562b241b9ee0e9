"""How ``make test`` runs pytest."""

import sys

import pytest

from tools import suite


@pytest.fixture
def calls(monkeypatch):
    """What would be run, instead of running it."""
    made = []

    class Done:
        returncode = 0

    def run(command, **more):
        made.append((command, more["env"]))
        return Done

    monkeypatch.setattr(suite.subprocess, "run", run)
    return made, Done


def test_the_core_runs_on_sqlite_then_beside_both_servers(calls, monkeypatch):
    monkeypatch.setenv("TEST_DATABASE_URL", "postgres://given/one")
    made, _ = calls
    assert suite.main(["core"]) == 0
    (plain, without), (served, beside) = made
    assert plain[:3] == [sys.executable, "-m", "pytest"]
    assert "TEST_DATABASE_URL" not in without
    assert served[:5] == [sys.executable, "-m", "tests.servers", "run", "--"]
    assert beside["TEST_DATABASE_URL"] == "postgres://given/one"
    for command in (plain, served):
        assert command[command.index("-n") + 1] == "2"
        assert command[command.index("not slow and not browser") - 1] == "-m"


def test_one_pass_that_fails_fails_the_run_and_the_other_still_runs(calls, capsys):
    made, done = calls
    done.returncode = 1
    assert suite.main(["core"]) == 1
    assert len(made) == 2
    assert capsys.readouterr().out.count("FAILED (1)") == 2


def test_what_is_left_out_on_postgres_never_asks_for_a_database(request):
    """A test that needs the database must run on both; so none of them may stand where the second run does not look."""
    pure = tuple(suite.ROOT / path for path in suite.PURE)
    assert all(path.exists() for path in pure)
    asking = [
        item.nodeid
        for item in request.session.items
        if any(item.path.is_relative_to(path) for path in pure)
        and ({"db", "transactional_db", "live_server"} & set(item.fixturenames) or item.get_closest_marker("django_db"))
    ]
    assert asking == []
