"""Every change of a deadline is in the ledger: all the ways in which one can change, walked one by one, and no other way in the source."""

import ast
from datetime import timedelta
from pathlib import Path

import pytest

from battles.models import OutboxMessage
from battles.services import heart
from campaigns.models import Campaign, LedgerEntry
from campaigns.models.codec import happening_of
from campaigns.services import branches, extensions, forcing, holidaymoves, outages, turning
from campaigns.services import umpire as desk
from campaigns.services.backups.telling import tell_all
from clubs.models import Club, Holiday
from tests.architecture.test_dependencies import modules, place
from tests.factories.campaigns import DAY, WON, a_war, fight, fresh, order, to_battle, year_of
from tests.factories.clubs import NOW
from tests.factories.dice import quiet_years

pytestmark = pytest.mark.django_db
WHY = "Snow."
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def watched(settings):
    settings.OUTAGE_HOURS = 1
    with quiet_years():
        yield


# --- The ways ---------------------------------------------------------------------------------------


def moved_by_the_umpire(war, members):
    desk.move_deadline(war, deadline_at=NOW + 20 * DAY, reason=WHY, by=members["umpire"], now=NOW)


def moved_back_and_forth(war, members):
    desk.move_deadline(war, deadline_at=NOW + 20 * DAY, reason=WHY, by=members["umpire"], now=NOW)
    desk.move_deadline(war, deadline_at=NOW + 2 * DAY, reason=WHY, by=members["umpire"], now=NOW + HOUR)


def agreed(war, members):
    until = year_of(war).deadline_at + 2 * DAY
    row = extensions.ask(war, side="rome", until=until, reason=WHY, by=members["rome"], now=NOW)
    extensions.answer(war, row, side="carthage", yes=True, by=members["carthage"], now=NOW)


def paused(war, members):
    desk.pause(war, reason=WHY, by=members["umpire"], now=NOW)


def resumed_by_the_umpire(war, members):
    desk.pause(war, reason=WHY, by=members["umpire"], now=NOW)
    desk.resume(war, by=members["umpire"], now=NOW + 3 * DAY)


def resumed_by_itself(war, members):
    desk.pause(war, reason=WHY, until=NOW + 3 * DAY, by=members["umpire"], now=NOW)
    turning.resume_paused(NOW + 3 * DAY)


def put_off_by_a_holiday(war, members):
    there = year_of(war).deadline_at.date()
    Holiday.objects.create(club=war.club, name="Fallas", first=there, last=there)
    assert holidaymoves.move_all(war.club, by=members["rome"], now=NOW) == 1


def given_back_after_an_outage(war, members):
    deadline = year_of(war).deadline_at
    heart.beat(outages.HEART, deadline - HOUR)
    turning.tick(deadline + HOUR)


def given_back_after_a_restore(war, members):
    tell_all(made_at=NOW, now=NOW + 3 * DAY)


def set_by_the_clubs_new_clocks(war, members):
    Club.objects.filter(pk=war.club_id).update(time_zone="Atlantic/Canary")
    desk.reset_deadline(war, by=members["umpire"], now=NOW)


def missed_in_battle(war, members):
    to_battle(war, members)
    turning.turn(war.pk, now=year_of(war).deadline_at)


def report_reopened(war, members):
    to_battle(war, members)
    fight(war, reporter=("rome", members["rome"]), confirmer=("carthage", members["carthage"]), **WON)
    desk.reopen_report(fresh(war), reason=WHY, by=members["umpire"], now=NOW + HOUR)


def called_off(war, members):
    order(war, rome=(members["rome"], "battle"), carthage=(members["carthage"], "battle"))
    seen = fresh(war).last_decision
    branches.begin_again(fresh(war), number=1, reason=WHY, seen=seen, by=members["umpire"], now=NOW + DAY)


def next_year(war, members):
    to_battle(war, members)
    fight(
        war, reporter=("rome", members["rome"]), confirmer=("carthage", members["carthage"]), now=NOW + 9 * DAY, **WON
    )
    while year_of(war).number == 1:
        turning.turn(war.pk, now=year_of(war).deadline_at)


WAYS = {
    way.__name__: way
    for way in (
        moved_by_the_umpire,
        moved_back_and_forth,
        agreed,
        paused,
        resumed_by_the_umpire,
        resumed_by_itself,
        put_off_by_a_holiday,
        given_back_after_an_outage,
        given_back_after_a_restore,
        set_by_the_clubs_new_clocks,
        missed_in_battle,
        report_reopened,
        called_off,
        next_year,
    )
}
NONE_RUNS = ("paused", "battle_overdue")
"""Entries after which no deadline runs."""


def by_the_book(war: Campaign) -> str | None:
    """The deadline that somebody works out who has nothing but the ledger."""
    found = None
    for entry in LedgerEntry.objects.filter(campaign=war).order_by("seq"):
        data = happening_of(entry).data
        if entry.kind in NONE_RUNS:
            found = None
        elif "deadline" in data:
            found = data["deadline"]
    return found


def stands(war: Campaign) -> str | None:
    deadline = year_of(war).deadline_at
    return deadline.isoformat() if deadline is not None else None


@pytest.mark.parametrize("name", WAYS)
def test_the_book_says_what_the_deadline_is_after_every_change(war, members, name):
    before = stands(war)
    assert by_the_book(war) == before

    WAYS[name](war, members)

    assert stands(war) != before
    assert by_the_book(war) == stands(war)


@pytest.mark.parametrize("name", [name for name in WAYS if name not in ("missed_in_battle", "report_reopened")])
def test_everybody_whom_it_concerns_is_told(war, members, name):
    """The seats each time; the umpire unless it was he."""
    OutboxMessage.objects.all().delete()
    WAYS[name](war, members)
    last = LedgerEntry.objects.filter(campaign=war, kind__in=("deadline_moved", "paused", "resumed")).last()
    if last is None:  # a year that begins, or begins again, has notices of its own
        assert name in ("called_off", "next_year", "given_back_after_a_restore")
        return
    wanted = {member.pk for member in members.values()} - ({last.actor_id} & {members["umpire"].pk})
    told = OutboxMessage.objects.filter(kind="deadline_moved", created_at=last.at)
    assert {row.recipient_id for row in told} == wanted


def test_time_of_grace_that_grows_is_in_the_book(club, rome, carthage):
    war = a_war(club, rome=rome, carthage=carthage, by=rome, clock={"grace": 4})
    heart.beat(outages.HEART, year_of(war).deadline_at + HOUR)
    turning.tick(year_of(war).deadline_at + 11 * HOUR)
    data = happening_of(LedgerEntry.objects.get(campaign=war, kind="grace_extended")).data
    assert (data["grace"], data["hours"]) == (year_of(war).grace, 10)


def test_what_closes_a_stage_before_its_deadline_is_in_the_book(war, members):
    """By hand, when all are in; by force, when somebody is missing; at once, when everybody is ready."""
    forcing.force(war, reason=WHY, by=members["umpire"], now=NOW)
    assert LedgerEntry.objects.filter(campaign=war, kind="forced").exists()


# --- And no other ------------------------------------------------------------------------------------

WRITERS = {
    "campaigns/services/clockwork.py:put",
    "campaigns/services/turning.py:_overdue",
    "campaigns/services/rewind.py:",
}
"""Where a year's deadline is written. A year that waits (``rewind.WAITING``) has none, and is opened again by an entry."""

SETTERS = {
    "campaigns/services/backups/telling.py:_give_back_time": "given_back_after_a_restore",
    "campaigns/services/extensions.py:answer": "agreed",
    "campaigns/services/holidaymoves.py:_move": "put_off_by_a_holiday",
    "campaigns/services/outages.py:_move": "given_back_after_an_outage",
    "campaigns/services/turning.py:_resume": "resumed_by_itself",
    "campaigns/services/umpire.py:move_deadline": "moved_by_the_umpire",
    "campaigns/services/umpire.py:pause": "paused",
    "campaigns/services/umpire.py:reset_deadline": "set_by_the_clubs_new_clocks",
    "campaigns/services/umpire.py:resume": "resumed_by_the_umpire",
    "campaigns/services/rewind.py:resume": "report_reopened",
    "campaigns/services/kernel.py:open_year": "next_year",
    "campaigns/services/kernel.py:_open_again": "called_off",
    # The clock of a stage that begins, or of a year that is put away: the deadline of another is not changed.
    "campaigns/services/kernel.py:enter_stage": "",
    "campaigns/services/kernel.py:close_year": "",
    # The moment stays; only the wall that it is read from changes.
    "campaigns/services/umpire.py:keep_deadline": "",
    # The sample club is set up, not played.
    "campaigns/services/sample.py:_bring_up": "",
}
"""Whoever sets, stops or starts a clock, and which of the ways above walks through it."""


def functions(path: Path):
    """Each function of a module and what is in it; what stands outside is nameless."""
    tree = ast.parse(path.read_text())
    inside = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            inside |= {id(one) for one in ast.walk(node)}
            yield node.name, list(ast.walk(node))
    yield "", [one for one in ast.walk(tree) if id(one) not in inside]


def writes_a_deadline(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign):
        names = [one for target in node.targets for one in ast.walk(target)]
        return any(isinstance(one, ast.Attribute) and one.attr == "deadline_at" for one in names)
    if isinstance(node, ast.Dict):
        return any(isinstance(key, ast.Constant) and key.value == "deadline_at" for key in node.keys)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("update", "create"):
        return any(keyword.arg == "deadline_at" for keyword in node.keywords)
    return False


def sets_a_clock(node: ast.AST) -> bool:
    verbs = ("put", "start", "stop", "move", "pause", "resume")
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    return ast.unparse(node.func) in {f"clockwork.{verb}" for verb in verbs}


def found(wanted) -> set[str]:
    return {
        f"{place(path)}:{name}"
        for path in modules("campaigns/services", "campaigns/selectors", "campaigns/models", "campaigns/management")
        for name, nodes in functions(path)
        if any(wanted(node) for node in nodes)
    }


def test_nothing_else_writes_a_deadline():
    assert found(writes_a_deadline) == WRITERS


def test_nothing_else_sets_a_clock():
    assert found(sets_a_clock) == set(SETTERS)
    assert {way for way in SETTERS.values() if way} <= set(WAYS)
