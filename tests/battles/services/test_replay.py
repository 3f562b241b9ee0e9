"""The log proves the battle, and gives away whoever altered it."""

import pytest
from django.db import DatabaseError, connection, transaction

from battles import append_only
from battles.models import Battle, BattleEntry
from battles.services import replay
from tests.factories.battles import CARTHAGE, ROME, WON, do, fight
from tests.worlds import once


@once
def fought(battle, rome, carthage):
    return fight(battle, rome, carthage)


def findings(battle):
    return [found.partition(": ")[2] for found in replay.verify(Battle.objects.get(pk=battle.pk))]


def tamper(battle, number, **columns):
    """Alter the log as somebody could who owns the database."""
    with connection.cursor() as cursor:
        for statement in append_only.drop_sql(connection.vendor, BattleEntry._meta.db_table):
            cursor.execute(statement)
    BattleEntry.objects.filter(battle=battle, seq=number).update(**columns)


def test_a_sound_battle_has_no_findings_and_is_replayed_from_its_log(fought):
    assert findings(fought) == []
    assert replay.replay(fought) == fought.state


def test_the_log_refuses_to_be_altered(fought):
    entries = BattleEntry.objects.filter(battle=fought)

    for attempt in (
        lambda: entries.update(action={}),
        lambda: entries.update(seq=7),
        lambda: entries.update(state={}),
        lambda: entries.delete(),
        lambda: entries.first().delete(),
    ):
        with pytest.raises(DatabaseError, match="only ever added to"), transaction.atomic():
            attempt()
    assert findings(fought) == []


def test_who_did_it_may_be_forgotten_and_the_chain_holds(fought):
    BattleEntry.objects.filter(battle=fought).update(actor=None)

    assert findings(fought) == []


@pytest.mark.parametrize(
    ("columns", "finding"),
    [
        (
            {"action": {"moves": {ROME: {"kind": "report", "arguments": {"winner": "draw"}}}}},
            "entry 1 was altered: its hash does not fit",
        ),
        ({"happenings": []}, "entry 1 was altered: its hash does not fit"),
        ({"seat": CARTHAGE}, "entry 1 was altered: its hash does not fit"),
        ({"prev_hash": "0" * 64}, "entry 1 was altered: its hash does not fit"),
        ({"seq": 9}, "entry 1 is missing"),
    ],
)
def test_an_altered_entry_is_found(fought, columns, finding):
    tamper(fought, 1, **columns)

    assert finding in findings(fought)


def test_a_forged_chain_is_found_by_playing_it_again(fought):
    """Even who recomputes every hash cannot make another report lead to the same state."""
    from battles import chain

    forged = {"moves": {ROME: {"kind": "report", "arguments": {"winner": CARTHAGE, "level": "minor"}}}}
    tamper(fought, 1, action=forged)
    previous = None
    for entry in BattleEntry.objects.filter(battle=fought).order_by("seq"):
        entry.prev_hash = previous or entry.prev_hash
        previous = chain.link(entry.prev_hash, entry.facts())
        BattleEntry.objects.filter(pk=entry.pk).update(prev_hash=entry.prev_hash, hash=previous)
    Battle.objects.filter(pk=fought.pk).update(head=previous)

    assert "entry 1: played again, it leads to another state" in findings(fought)
    assert "entry 1: played again, something else happens" in findings(fought)


def test_a_forged_outcome_or_state_is_found(fought):
    state = {**fought.state, "stage": "report"}
    Battle.objects.filter(pk=fought.pk).update(state=state, outcome={**fought.outcome, "notes": "bribed"})

    assert findings(fought) == [
        "the stored state is not the one its log leads to",
        "the stored outcome is not the one its log leads to",
    ]


def test_a_lost_entry_is_found(fought):
    Battle.objects.filter(pk=fought.pk).update(seq=5)

    assert findings(fought) == ["the last entry is not the one the battle names"]


def test_a_long_battle_keeps_full_states_and_finds_every_one_between(battle, rome):
    for number in range(1, 45):
        battle = do(battle, ROME, "report" if number == 1 else "amend", by=rome, **WON, turns=number)

    kept = BattleEntry.objects.filter(battle=battle).exclude(state__isnull=True).values_list("seq", flat=True)
    assert list(kept) == [0, 20, 40]
    for seq in (1, 19, 20, 21, 40, 44):
        assert replay.state_at(battle, seq).state["reports"][ROME]["turns"] == seq
    with pytest.raises(LookupError):
        replay.state_at(battle, 45)
    assert findings(battle) == []


def test_a_stage_that_the_log_does_not_say_is_found(battle, rome, carthage):
    Battle.objects.filter(pk=battle.pk).update(stage="decided")
    assert findings(battle) == ["it is decided, which its log does not say"]

    Battle.objects.filter(pk=battle.pk).update(stage="open")
    fight(battle, rome, carthage)
    Battle.objects.filter(pk=battle.pk).update(stage="open")
    assert findings(battle) == ["it is open, which its log does not say"]


def test_a_battle_of_rules_that_are_gone_is_a_finding_and_no_crash(fought):
    Battle.objects.filter(pk=fought.pk).update(edition=9)

    assert findings(fought) == ["it cannot be replayed: Refusal"]


def test_the_chain_holds_whatever_zone_the_clock_spoke_in(battle, rome):
    from zoneinfo import ZoneInfo

    from tests.factories.clubs import NOW

    do(battle, ROME, "report", by=rome, now=NOW.astimezone(ZoneInfo("Europe/Madrid")), **WON)

    assert findings(battle) == []
