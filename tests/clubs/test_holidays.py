"""Holidays of a club: who enters them, and what is none."""

from datetime import date, timedelta

import pytest

from clubs import narration
from clubs.errors import NotSeen, Refusal
from clubs.models import ClubLogEntry, Holiday
from clubs.selectors import holidays_from
from clubs.services import holidays
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db
TODAY = NOW.date()


def day(n: int) -> date:
    return TODAY + timedelta(days=n)


def add(club, by, first=5, last=9, name="Fallas"):
    return holidays.add(club, name=name, first=day(first), last=day(last), by=by, now=NOW)


def test_who_runs_the_club_enters_and_removes_holidays_and_the_log_says_so(club, livia, fabia):
    row = add(club, fabia)
    assert (row.name, row.first, row.last) == ("Fallas", day(5), day(9))
    holidays.remove(row, by=livia, now=NOW)
    assert not Holiday.objects.exists()
    lines = [narration.sentence(entry) for entry in ClubLogEntry.objects.filter(club=club).order_by("-pk")[:2]]
    assert lines == [
        "Livia removed a holiday: Fallas, from March 6, 2026 to March 10, 2026.",
        "Fabia entered a holiday: Fallas, from March 6, 2026 to March 10, 2026.",
    ]


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [
        (5, 4, "holiday_backwards"),
        (-9, -1, "holiday_past"),
        (0, 366, "holiday_long"),
        (5 * 366 + 1, 5 * 366 + 2, "holiday_far"),
    ],
)
def test_what_is_no_holiday_is_refused(club, livia, first, last, code):
    with pytest.raises(Refusal) as answer:
        add(club, livia, first, last)
    assert answer.value.code == code
    assert str(answer.value)
    assert not Holiday.objects.exists()


def test_a_holiday_of_one_day_of_a_year_and_those_that_overlap_are_fine(club, livia):
    add(club, livia, 0, 0)
    add(club, livia, -3, 362)
    add(club, livia, 5, 9)
    assert len(holidays_from(club.pk, TODAY)) == 3


def test_a_club_has_not_more_holidays_than_it_can_keep(club, livia):
    Holiday.objects.bulk_create(
        Holiday(club=club, name="Day", first=day(n), last=day(n), public_id=f"h{n}") for n in range(holidays.MOST)
    )
    with pytest.raises(Refusal) as answer:
        add(club, livia)
    assert answer.value.code == "too_many_holidays"


def test_nobody_else_touches_the_calendar(club, livia, hanno, ines, nobody):
    row = add(club, livia)
    for other in (hanno, ines):
        for verb in (lambda by=other: add(club, by), lambda by=other: holidays.remove(row, by=by, now=NOW)):
            with pytest.raises(Refusal) as answer:
                verb()
            assert answer.value.code == "not_a_manager"
    with pytest.raises(NotSeen):
        add(club, nobody)
    assert Holiday.objects.count() == 1


def test_a_holiday_is_removed_once(club, livia):
    row = add(club, livia)
    holidays.remove(row, by=livia, now=NOW)
    with pytest.raises(NotSeen):
        holidays.remove(row, by=livia, now=NOW)
