"""``check_books`` finds what was changed behind the program's back, whatever it was."""

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from battles import append_only
from battles.models import DiceSecret
from campaigns.models import (
    Campaign,
    CharacterFate,
    Decision,
    LedgerEntry,
    Muster,
    Reinforcement,
    Roll,
    StrategicAction,
    Unit,
    Year,
)
from campaigns.services import books
from campaigns.services import umpire as desk
from tests.factories.campaigns import fought_by_hand, found_war, fresh, play_year
from tests.factories.clubs import NOW
from tests.factories.dice import quiet_years
from tests.worlds import once

pytestmark = pytest.mark.django_db
FELLED = {"winner": "rome", "level": "minor", "felled": [{"seat": "carthage", "character": "c-general"}]}


@pytest.fixture(autouse=True)
def quiet():
    """The stories need a war that goes on as it was left: no event ends it, or orders an action."""
    with quiet_years():
        yield


@pytest.fixture
def tampering(sound_books, db):
    """Somebody who owns the database: the triggers that protect the log are gone."""
    sound_books.expected = False
    with connection.cursor() as cursor:
        for model in append_only.protected_models("campaigns"):
            for statement in append_only.drop_sql(connection.vendor, model._meta.db_table):
                cursor.execute(statement)
    yield
    for model in append_only.protected_models("campaigns"):
        append_only.protect("default", model)


@once
def played(war, members):
    """Two years of dice by the program."""
    return play_year(play_year(war, members), members)


@once
def played_by_hand(hand_war, members):
    """A year with real dice in which a general was wounded and Rome got reinforcements."""
    dice = {"fate/carthage/c-general": (4, 3), "wound/carthage/c-general": (6, 5), "reinforcements/rome": (6, 4)}
    return fought_by_hand(hand_war, members, dice, **FELLED)


def found(war) -> list[str]:
    return books.check(fresh(war))


def last(model, **about):
    return model.objects.filter(**about).order_by("-pk").first()


FAULTS = {
    "a unit": lambda war: Unit.objects.filter(side__campaign=war, uid="r1").update(figures=21),
    "a unit more": lambda war: war.sides.get(key="rome").units.create(uid="x", place=9, name="X", figures=1, first_figures=1, points=1),
    "a unit less": lambda war: Unit.objects.filter(side__campaign=war, uid="r1").delete(),
    "a score": lambda war: war.sides.filter(key="rome").update(earned=99),
    "points available": lambda war: war.sides.filter(key="rome").update(available=1),
    "a character": lambda war: war.sides.get(key="rome").characters.update(status="dead"),
    "the state": lambda war: Campaign.objects.filter(pk=war.pk).update(state=war.state.replace('"earned":{"rome":', '"earned":{"rome":1')),
    "the state's digest": lambda war: Campaign.objects.filter(pk=war.pk).update(state_digest="0" * 64),
    "the readings": lambda war: Campaign.objects.filter(pk=war.pk).update(readings={**war.readings, "instant_lead": "1"}),
    "the stage": lambda war: Campaign.objects.filter(pk=war.pk).update(stage="over"),
    "the winner": lambda war: Campaign.objects.filter(pk=war.pk).update(winner="rome"),
    "a face": lambda war: tamper(last(Roll, campaign=war), faces=[1 + face % 6 for face in last(Roll, campaign=war).faces]),
    "a lost roll": lambda war: last(Roll, campaign=war).delete(),
    "a decision": lambda war: tamper(last(Decision, campaign=war, stage="orders"), moves='{"rome":{"kind":"order","action":"alliance"},"carthage":{"kind":"order","action":"alliance"}}'),
    "a decision that is no decision": lambda war: tamper(last(Decision, campaign=war), moves='{"rome":{"kind":"order","action":"sleep"}}'),
    "a decision's digest": lambda war: tamper(last(Decision, campaign=war), state_digest="0" * 64),
    "a sentence": lambda war: tamper(LedgerEntry.objects.filter(campaign=war, kind="vp").first(), data='{"side":"carthage"}'),
    "a sentence's rule": lambda war: tamper(LedgerEntry.objects.filter(campaign=war, kind="vp").first(), rule="Hispania 99"),
    "a sentence's time": lambda war: tamper(last(LedgerEntry, campaign=war), at=NOW - timedelta(days=900)),
    "a lost sentence": lambda war: LedgerEntry.objects.filter(campaign=war, decision=None).first().delete(),
    "the book's end": lambda war: Campaign.objects.filter(pk=war.pk).update(head="0" * 64),
    "a year's summary": lambda war: Year.objects.filter(campaign=war, number=1).update(summary={}),
    "a year opened again": lambda war: Year.objects.filter(campaign=war, number=1).update(stage="waiting"),
    "a year less": lambda war: Year.objects.filter(campaign=war, number=3).delete(),
    "an order": lambda war: StrategicAction.objects.filter(year__campaign=war, year__number=1, side="rome").update(action="alliance"),
    "a salt": lambda war: StrategicAction.objects.filter(year__campaign=war, year__number=1).update(salt="other"),
    "a muster": lambda war: Muster.objects.filter(year__campaign=war, side="rome").update(units=["r1"]),
    "a secret": lambda war: DiceSecret.objects.filter(game=war.game, year=1).update(revealed="00" * 32),
}  # fmt: skip


def tamper(row, **changes) -> None:
    type(row).objects.filter(pk=row.pk).update(**changes)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(played, tampering, fault):
    assert found(played) == []
    FAULTS[fault](played)
    told = found(played)
    assert told, f"{fault} was changed and nobody saw it"
    assert all(isinstance(line, str) and line for line in told)


LIVES = {
    "a fate less": lambda war: CharacterFate.objects.filter(character__side__campaign=war).delete(),
    "a fate of somebody else": lambda war: CharacterFate.objects.create(
        character=war.sides.get(key="rome").characters.first(),
        entry=LedgerEntry.objects.filter(campaign=war, kind="vp").first(),
        year=1,
        kind="fate",
    ),
    "a grant": lambda war: Reinforcement.objects.filter(side__campaign=war).update(common=900),
    "a grant less": lambda war: Reinforcement.objects.filter(side__campaign=war).delete(),
    "a wound": lambda war: war.sides.get(key="carthage").characters.update(wounds=[]),
}


@pytest.mark.parametrize("fault", LIVES)
def test_a_planted_fault_in_a_characters_life_or_a_grant_is_found(played_by_hand, tampering, fault):
    assert found(played_by_hand) == []
    LIVES[fault](played_by_hand)
    assert found(played_by_hand)


def test_the_faces_of_a_program_that_cheated_are_found_even_if_all_else_was_made_to_fit(played, tampering):
    """Whoever changes a roll and plays everything after it again still has the secret against him."""
    roll = Roll.objects.filter(campaign=played, address="year/1/event/rome").get()
    tamper(roll, source="program", faces=[face % 6 + 1 for face in roll.faces])
    assert any("does not follow from the secret" in line for line in found(played))


def test_books_that_were_reopened_and_corrected_are_sound(played, umpire):
    desk.reopen_report(played, reason="A wrong figure", by=umpire, now=NOW)
    assert found(played) == []


def test_nothing_is_written_while_books_are_checked(played, django_assert_max_num_queries):
    before = fresh(played)
    with django_assert_max_num_queries(60) as queries:
        books.check(before)
    assert all(query["sql"].lstrip().upper().startswith("SELECT") for query in queries.captured_queries)


def test_a_war_that_is_still_prepared_has_a_book_already(club, rome, tampering):
    draft = found_war(club, by=rome)
    assert found(draft) == []
    tamper(LedgerEntry.objects.get(campaign=draft), kind="opened")
    assert found(draft)


def test_the_command_names_what_it_finds_and_fails(played, tampering):
    out = io.StringIO()
    call_command("check_books", stdout=out)
    Unit.objects.filter(side__campaign=played, uid="r1").update(figures=21)
    with pytest.raises(CommandError):
        call_command("check_books", stdout=out, stderr=out)
    assert "rome/r1" in out.getvalue()


@pytest.mark.parametrize("model", [Decision, LedgerEntry, Roll])
def test_the_database_itself_refuses_to_change_the_log(played, model):
    row = last(model, campaign=played)
    field = {"Decision": "moves", "LedgerEntry": "data", "Roll": "faces"}[model.__name__]
    with pytest.raises(DatabaseError), transaction.atomic():
        model.objects.filter(pk=row.pk).update(**{field: [9]} if field == "faces" else {field: "{}"})
    with pytest.raises(DatabaseError), transaction.atomic():
        model.objects.filter(pk=row.pk)._raw_delete("default")
