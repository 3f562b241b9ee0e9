"""More time by agreement: one side asks, the others answer; and nobody learns who has handed in what."""

from datetime import timedelta

import pytest

from battles.models import OutboxMessage
from campaigns.models import Extension, LedgerEntry
from campaigns.models.codec import happening_of
from campaigns.services import extensions, founding, sealed, turning
from campaigns.services import umpire as desk
from clubs.errors import NotSeen, Refusal, Stale
from clubs.models import Holiday
from tests.factories import clubs as people
from tests.factories.campaigns import DAY, a_war, to_battle, wait_out, year_of
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db
WHY = "A wedding in the family."


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as answer:
        verb(*args, **kwargs)
    assert str(answer.value)
    return answer.value.code


def told(war, kind) -> list[dict]:
    rows = LedgerEntry.objects.filter(campaign=war, kind=kind).order_by("seq")
    return [dict(happening_of(row).data) for row in rows]


def ask(war, *, by, days=2, side="rome", now=NOW, reason=WHY, **how):
    until = year_of(war).deadline_at + days * DAY
    return extensions.ask(war, side=side, until=until, reason=reason, by=by, now=now, **how)


def answer(war, request, yes, *, by, side="carthage", now=NOW, **how):
    return extensions.answer(war, request, side=side, yes=yes, by=by, now=now, **how)


def test_a_yes_of_the_other_side_moves_the_deadline_at_once(war, rome, carthage):
    before = year_of(war).deadline_at
    request = ask(war, by=rome, days=3)
    assert year_of(war).deadline_at == before
    answer(war, request, True, by=carthage)
    year = year_of(war)
    assert (year.deadline_at, year.extended) == (before + 3 * DAY, 3 * DAY)
    (moved,) = told(war, "deadline_moved")
    assert moved == {
        "stage": "orders",
        "deadline": (before + 3 * DAY).isoformat(),
        "how": "agreed",
        "before": before.isoformat(),
        "reason": WHY,
        "sides": ["rome", "carthage"],
    }
    assert told(war, "extension_agreed") == [{"side": "carthage", "asker": "rome"}]
    assert not turning.turn(war.pk, now=before)
    assert turning.turn(war.pk, now=before + 3 * DAY)


def test_the_other_side_is_told_of_the_request_and_both_and_the_umpire_of_the_new_deadline(war, rome, carthage, umpire):
    request = ask(war, by=rome)
    (notice,) = OutboxMessage.objects.filter(kind="extension_asked")
    assert (notice.recipient, notice.data["reason"], notice.read_at) == (carthage, WHY, None)
    answer(war, request, True, by=carthage)
    moved = OutboxMessage.objects.filter(kind="deadline_moved")
    assert {row.recipient for row in moved} == {rome, carthage, umpire}
    notice.refresh_from_db()
    assert notice.read_at is not None  # nobody is asked any more


def test_a_no_ends_the_request_and_the_deadline_stands(war, rome, carthage):
    before = year_of(war).deadline_at
    request = ask(war, by=rome)
    assert answer(war, request, False, by=carthage).outcome == "refused"
    assert year_of(war).deadline_at == before
    assert told(war, "extension_ended")[0]["by_side"] == "carthage"
    assert OutboxMessage.objects.get(kind="extension_refused").recipient == rome
    assert refused(answer, war, request, True, by=carthage) == "answered"
    ask(war, by=carthage, side="carthage")  # and somebody may ask again


def test_the_old_deadline_ends_the_request(war, rome, carthage):
    request = ask(war, by=rome)
    deadline = year_of(war).deadline_at
    assert refused(answer, war, request, True, by=carthage, now=deadline) == "too_late"
    assert turning.turn(war.pk, now=deadline)
    request.refresh_from_db()
    assert request.outcome == "lapsed"
    assert told(war, "extension_ended")[0]["outcome"] == "lapsed"
    with pytest.raises(Stale):
        answer(war, request, True, by=carthage, now=deadline)


def test_who_asked_may_take_it_back_and_nobody_else(war, rome, carthage):
    request = ask(war, by=rome)
    assert refused(extensions.withdraw, war, request, side="carthage", by=carthage, now=NOW) == "not_your_side"
    extensions.withdraw(war, request, side="rome", by=rome, now=NOW)
    request.refresh_from_db()
    assert request.outcome == "withdrawn"


def test_nobody_agrees_with_himself_and_nobody_outside_has_a_say(war, rome, carthage, umpire, spectator, stranger):
    request = ask(war, by=rome)
    assert refused(answer, war, request, True, by=rome, side="rome") == "own_request"
    assert refused(answer, war, request, True, by=rome, side="carthage") == "not_your_side"
    for other in (umpire, spectator):
        assert refused(answer, war, request, True, by=other) == "not_your_side"
        assert refused(ask, war, by=other, side="carthage") == "not_your_side"
    with pytest.raises(NotSeen):
        answer(war, request, True, by=stranger)


def test_two_requests_at_once_are_one_too_many(war, rome, carthage):
    ask(war, by=rome)
    assert refused(ask, war, by=carthage, side="carthage", days=1) == "asked_already"
    assert Extension.objects.count() == 1


def test_a_request_into_the_past_or_before_the_deadline_is_none(war, rome):
    year = year_of(war)

    def until(moment):
        return refused(extensions.ask, war, side="rome", until=moment, reason=WHY, by=rome, now=NOW)

    assert until(NOW - DAY) == "deadline_past"
    assert until(NOW) == "deadline_past"
    assert until(year.deadline_at) == "not_later"
    assert until(year.deadline_at - DAY) == "not_later"
    assert refused(ask, war, by=rome, reason=" ") == "reason_missing"
    assert refused(ask, war, by=rome, reason="x" * 501) == "reason_too_long"
    assert refused(ask, war, by=rome, now=year.deadline_at) == "too_late"


def test_all_extensions_of_a_stage_together_stay_within_what_the_war_allows(war, rome, carthage):
    assert refused(ask, war, by=rome, days=7.01) == "beyond_agreed"
    answer(war, ask(war, by=rome, days=5), True, by=carthage)
    assert refused(ask, war, by=rome, days=2.5) == "beyond_agreed"
    answer(war, ask(war, by=carthage, side="carthage", days=2), True, by=rome, side="rome")
    assert refused(ask, war, by=rome, days=0.01) == "beyond_agreed"
    assert extensions.left(war, year_of(war)) == timedelta()


def test_the_next_stage_has_all_of_it_again(war, members, rome, carthage):
    answer(war, ask(war, by=rome, days=7), True, by=carthage)
    to_battle(war, members)
    assert extensions.left(war, year_of(war)) == 7 * DAY


def test_a_war_may_allow_none_or_more(club, rome, carthage):
    none = a_war(club, rome=rome, carthage=carthage, by=rome, clock={"agreed": 0}, name="None")
    assert refused(ask, none, by=rome) == "not_agreed"
    more = a_war(club, rome=rome, carthage=carthage, by=rome, clock={"agreed": 30}, name="More")
    answer(more, ask(more, by=rome, days=30), True, by=carthage)


@pytest.mark.parametrize(
    ("clock", "code"), [({"agreed": -1}, "bad_clock"), ({"agreed": 61}, "bad_clock"), ({"grace": 73}, "bad_clock")]
)
def test_a_war_does_not_allow_just_anything(club, rome, clock, code):
    assert refused(founding.found, club, name="W", clock=clock, by=rome, now=NOW) == code


def test_a_war_from_before_this_was_a_setting_allows_a_week(war):
    war.clock = {key: value for key, value in war.clock.items() if key not in ("agreed", "grace")}
    war.save(update_fields=["clock"])
    assert extensions.allowed(war) == 7 * DAY


def test_there_is_nothing_to_put_off_while_the_clock_stands(war, rome, carthage, umpire):
    deadline = year_of(war).deadline_at
    request = ask(war, by=rome)
    desk.pause(war, reason=WHY, by=umpire, now=NOW)
    request.refresh_from_db()
    assert request.outcome == "lapsed"
    again = refused(extensions.ask, war, side="rome", until=deadline + DAY, reason=WHY, by=rome, now=NOW)
    assert again == "paused"


def test_a_deadline_that_the_umpire_moves_overtakes_the_request(war, rome, umpire):
    request = ask(war, by=rome)
    desk.move_deadline(war, deadline_at=NOW + 20 * DAY, reason=WHY, by=umpire, now=NOW)
    request.refresh_from_db()
    assert request.outcome == "lapsed"


def test_where_nobody_commands_the_other_side_only_the_umpire_gives_time(war, rome, carthage):
    founding.vacate(war, side="carthage", by=carthage, now=NOW)
    assert refused(ask, war, by=rome) == "nobody_to_agree"


def test_an_officer_answers_for_a_member_on_paper(club, rome, officer):
    quintus = people.paper_member(club, "Old Quintus")
    war = a_war(club, rome=rome, carthage=quintus, by=rome)
    before = year_of(war).deadline_at
    answer(war, ask(war, by=rome), True, by=officer, paper=True)
    assert year_of(war).deadline_at == before + 2 * DAY
    assert told(war, "extension_agreed") == [{"side": "carthage", "asker": "rome", "manner": "paper"}]
    answer(war, ask(war, by=rome, days=1), False, by=officer, paper=True)
    assert told(war, "extension_ended")[-1]["manner"] == "paper"
    mine = ask(war, by=officer, side="carthage", days=1, paper=True)
    extensions.withdraw(war, mine, side="carthage", by=officer, now=NOW)
    assert told(war, "extension_ended")[-1] == {
        "side": "carthage",
        "outcome": "withdrawn",
        "until": mine.until.isoformat(),
        "manner": "paper",
    }


def test_nobody_agrees_to_a_deadline_in_the_holidays(war, rome):
    there = year_of(war).deadline_at.date() + timedelta(days=2)
    Holiday.objects.create(club=war.club, name="Fallas", first=there, last=there)
    assert refused(ask, war, by=rome, days=2) == "in_holiday"


def test_a_battle_too_may_have_more_time_and_its_table_knows(war, members, rome, carthage):
    battle = to_battle(war, members)
    answer(war, ask(war, by=rome, days=4), True, by=carthage)
    battle.refresh_from_db()
    assert battle.deadline_at == year_of(war).deadline_at


def test_a_request_says_nothing_of_who_is_in(war, rome, carthage):
    """The same words and the same answer, whether the other side has handed in or not."""
    sealed.give_order(war, side="carthage", action="battle", by=carthage, now=NOW)
    request = ask(war, by=rome)
    said = LedgerEntry.objects.get(campaign=war, kind="extension_asked").data
    assert "ready" not in said
    assert "receipt" not in said
    answer(war, request, True, by=carthage)
    assert year_of(war).orders.get(side="carthage").ready


def test_a_request_does_not_outlive_its_year(war, rome):
    request = ask(war, by=rome)
    wait_out(war, until="battle")
    request.refresh_from_db()
    assert request.outcome == "lapsed"
