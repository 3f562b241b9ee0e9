"""``kill -9`` at each crash point, on both databases: the old year or the new one, never half, never twice."""

import pytest

from tests.faults.oracle import untried

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

CASES = [
    *[("orders", "turn", at) for at in ("after_attempt", "after_claim", "mid_events", "before_commit", "after_commit")],
    *[("muster", "turn", at) for at in ("after_claim", "mid_events", "before_commit", "after_commit")],
    *[("battle", "confirm", at) for at in ("mid_events", "between_years")],
]


def arguments(world, verb, *, after="0"):
    return [verb, world.told["deadline"], after] if verb == "turn" else [verb]


@pytest.mark.parametrize(("stage", "verb", "at"), CASES)
def test_a_killed_process_leaves_the_old_year_or_the_new_one(databases, stage, verb, at):
    world = databases.prepare(stage)
    wanted = databases.undisturbed(stage, verb=arguments(world, verb))

    world.crash(*arguments(world, verb), at=at)

    # Somebody else, half a minute later: a try is counted before it is made, and the next one waits.
    told = world.do("recover", *arguments(world, verb, after="31"))
    left, came = told["left"], told["came"]
    assert left["found"] == []
    assert untried(left) == untried(wanted if at == "after_commit" else world.told)
    assert came["found"] == []
    assert untried(came) == untried(wanted)
    assert came["notices"] == wanted["notices"]
    assert came["notices_twice"] == 0


@pytest.mark.parametrize("at", ["mid_events", "between_years"])
def test_a_request_that_was_killed_half_way_is_sent_again_under_its_key_and_done_once(databases, at):
    world = databases.prepare("battle")
    wanted = databases.undisturbed("battle", verb=["confirm"])
    request = ("send_confirmation", "once", world.do("read")["etag"])

    world.crash(*request, at=at)
    assert untried(world.do("inspect")) == untried(world.told)

    first, again = world.do(*request), world.do(*request)
    assert first["status"] == 200
    assert again == first
    came = world.do("inspect")
    assert untried(came) == untried(wanted)
    assert (came["found"], came["notices_twice"]) == ([], 0)


def test_a_year_that_kills_its_worker_every_time_is_held_and_the_others_go_on(sqlite_databases):
    world = sqlite_databases.prepare("orders", "2")
    after = 0
    for attempt in range(5):
        world.crash("turn", world.told["deadline"], str(after), at="after_attempt")
        after += 31 * 2**attempt
    # The first war killed five workers; nobody got to the second. Now it is held, and the second goes on.
    told = world.do("recover", "turn", world.told["deadline"], str(after))
    first, second = told["came"]["wars"].values()
    assert (first["stage"], first["decisions"]) == ("held", [])
    assert second["stage"] == "running"
    assert len(second["decisions"]) == 1
