"""Dice that came with a record are corrected like decisions; and after the last decision nothing is added, with a word why."""

import pytest

from campaigns.models import LedgerEntry, Roll
from campaigns.models.codec import happening_of, state_of
from campaigns.rules.correcting import Edit
from campaigns.rules.decisions import Surrender, Typed
from campaigns.rules.engine import HOST
from campaigns.services import books, correcting, foreseeing, records
from campaigns.services.foreseeing import Plan
from campaigns.services.sealed import Disallowed
from clubs.errors import Refusal
from tests.factories.campaigns import fresh, play_year
from tests.factories.clubs import NOW
from tests.frontend.wars.helpers import a_record

pytestmark = pytest.mark.django_db
ADDRESS = "year/1/event/rome"
OLD, NEW = "event = { rome = 8, carthage = 5 }", "event = { rome = 11, carthage = 5 }"


def brought_in(club, by, raw: bytes):
    return fresh(records.import_record(club, raw=raw, toml=True, by=by, now=NOW))


def with_another_event(years: int) -> bytes:
    """The record as it should have been: another event in the first year."""
    return a_record(years).decode().replace(OLD, NEW, 1).encode()


def the_die(war, faces, address=ADDRESS) -> Plan:
    number = Roll.objects.filter(campaign=war, address=address).latest("pk").decision.number
    return Plan(edit=Edit(number=number, seat=HOST, roll=True, decision=Typed(address=address, faces=faces)))


def correct(war, plan, by):
    seen = fresh(war).last_decision
    correcting.correct(war, plan=plan, reason="It was misread.", seen=seen, by=by, now=NOW)
    return fresh(war)


def code_of(verb, *args) -> str:
    with pytest.raises(Refusal) as refused:
        verb(*args)
    assert str(refused.value)
    return refused.value.problem.code if isinstance(refused.value, Disallowed) else refused.value.code


def test_a_die_noted_wrongly_is_corrected_and_the_war_is_as_if_it_had_been_noted_right(club, rome, umpire):
    war = brought_in(club, rome, a_record(3))
    right = brought_in(club, rome, with_another_event(3))
    before = state_of(war)
    war = correct(war, the_die(war, (11,)), umpire)
    assert state_of(war) == state_of(right) != before
    assert books.check(war) == []
    roll = Roll.objects.filter(campaign=war, address=ADDRESS).latest("pk")
    assert (roll.faces, roll.source) == ([11], "loaded")
    told = happening_of(LedgerEntry.objects.get(campaign=war, kind="corrected")).data
    assert (told["prompt"], told["address"], told["reason"]) == ("noted_die", ADDRESS, "It was misread.")
    raw = records.to_json(records.export_record(war))
    again = fresh(records.import_record(club, raw=raw.encode(), toml=False, by=rome, now=NOW))
    assert state_of(again) == state_of(war)


def test_it_can_be_corrected_once_more_and_back(club, rome, umpire):
    war = brought_in(club, rome, a_record(2))
    before = state_of(war)
    war = correct(war, the_die(war, (11,)), umpire)
    war = correct(war, the_die(war, (8,)), umpire)
    assert state_of(war) == before
    assert books.check(war) == []


@pytest.mark.parametrize(
    ("faces", "address", "code"),
    [
        ((8,), ADDRESS, "nothing_corrected"),
        ((13,), ADDRESS, "impossible_total"),
        ((4, 5, 6), ADDRESS, "wrong_number_of_dice"),
        ((3,), "year/1/fate/rome/nobody", "no_noted_die"),
    ],
)
def test_what_cannot_have_fallen_is_refused(club, rome, umpire, faces, address, code):
    war = brought_in(club, rome, a_record(1))
    plan = Plan(edit=the_die(war, faces).edit)
    plan = Plan(edit=Edit(number=plan.edit.number, seat=HOST, roll=True, decision=Typed(address=address, faces=faces)))
    assert code_of(correct, war, plan, umpire) == code


def test_dice_that_a_program_threw_are_nobodys_to_correct(war, members, umpire):
    """Neither here nor where the record of them was brought in: they can be checked."""
    played = play_year(war, members)
    fell = Roll.objects.filter(campaign=played, source="program").order_by("pk").first()
    plan = the_die(played, tuple(face % fell.sides + 1 for face in fell.faces), fell.address)
    assert code_of(correct, played, plan, umpire) == "no_noted_die"
    raw = records.to_json(records.export_record(played))
    copy = fresh(records.import_record(played.club, raw=raw.encode(), toml=False, by=members["rome"], now=NOW))
    assert not any(foreseeing.noted(copy).values())
    plan = the_die(copy, plan.edit.decision.faces, fell.address)
    assert code_of(correct, copy, plan, umpire) == "no_noted_die"


def test_nothing_is_added_after_the_last_decision(war, members, umpire):
    played = play_year(war, members)
    last = foreseeing.log_of(played)[-1].number
    plan = Plan(edit=Edit(number=last + 1, seat="rome", decision=Surrender(), insert=True))
    assert code_of(correct, played, plan, umpire) == "nothing_after_the_last"
