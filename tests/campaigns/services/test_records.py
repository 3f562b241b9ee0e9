"""A war leaves as a file and enters again: nothing is lost on the way."""

import json

import pytest

from battles.models import DiceSecret
from campaigns.models import Campaign
from campaigns.models.codec import state_of
from campaigns.rules import record, recordfile
from campaigns.rules.decisions import Choose
from campaigns.services import between, books, records, sealed, turning
from campaigns.services.sample import PEOPLE, make_club
from tests.factories.campaigns import (
    DAY,
    WON,
    a_war,
    fight,
    fought_by_hand,
    fresh,
    muster_best,
    order,
    throw,
    year_of,
)
from tests.factories.clubs import NOW
from tests.worlds import once

pytestmark = pytest.mark.django_db


@pytest.fixture
def members(place, livia, hanno):
    return {"rome": place(livia), "carthage": place(hanno)}


@once
def played(club, members) -> Campaign:
    """A year fought, the next one begun. The dice are real: a war that they end at once is begun again."""
    wars = (a_year(club, members) for _attempt in range(30))
    return next(war for war in wars if war.stage == "running")


def a_year(club, members) -> Campaign:
    war = a_war(club, rome=members["rome"], carthage=members["carthage"], by=members["rome"])
    order(war, rome=(members["rome"], "battle"), carthage=(members["carthage"], "battle"))
    muster_best(war, members)
    fight(
        war,
        reporter=("rome", members["rome"]),
        confirmer=("carthage", members["carthage"]),
        winner="rome",
        level="minor",
        losses=[{"seat": "carthage", "unit": "c1", "routed": 4, "destroyed": 6}],
        felled=[{"seat": "carthage", "character": "c-general"}],
        note="A long day.",
    )
    for _question in range(20):
        if not state_of(fresh(war)).pending:
            break
        turning.turn(war.pk, now=year_of(war).deadline_at)
    return fresh(war)


def again(club, war, by) -> Campaign:
    raw = records.to_json(records.export_record(war)).encode()
    return fresh(records.import_record(club, raw=raw, toml=False, by=by, now=NOW))


def test_a_record_comes_back_as_it_left(club, played, members):
    first = records.export_record(played)
    copy = again(club, played, members["rome"])
    assert records.to_json(records.export_record(copy)) == records.to_json(first)
    assert state_of(copy) == state_of(played)
    assert books.check(copy) == []


def test_a_record_with_real_dice_tells_each_of_them_once(club, members, place, ines):
    umpire = place(ines)
    members = {**members, "umpire": umpire}
    war = a_war(
        club, rome=members["rome"], carthage=members["carthage"], by=members["rome"], umpire=umpire, dice="hand"
    )
    war = fought_by_hand(
        war,
        members,
        {"fate/carthage/c-general": (5, 5)},
        felled=[{"seat": "carthage", "character": "c-general"}],
        **WON,
    )
    first = records.export_record(war)
    dice = first["years"][0]["dice"]
    assert dice["fate"] == {"carthage": {"c-general": [5, 5]}}
    assert dice["event"] == {"rome": [5, 5], "carthage": [5, 5]}
    copy = again(club, war, members["rome"])
    assert records.to_json(records.export_record(copy)) == records.to_json(first)


@pytest.mark.parametrize("first", ["rome", "carthage"])
def test_a_record_reads_the_same_whoever_chose_first(club, members, place, ines, first):
    seats = {**members, "umpire": place(ines)}
    war = a_war(club, rome=members["rome"], carthage=members["carthage"], by=members["rome"], dice="hand")
    order(war, rome=(members["rome"], "punishment"), carthage=(members["carthage"], "alliance"))
    throw(war, {**seats, "umpire": members["rome"]}, {"scenario": (5,)})
    chosen = {"rome": Choose(points=1500), "carthage": Choose(village=True)}
    for side in sorted(chosen, key=lambda one: one != first):
        between.decide(war, side=side, decision=chosen[side], by=members[side], now=NOW)
    told = records.export_record(fresh(war))
    assert list(told["years"][0]["setup"].items()) == [("points", 1500), ("village", True)]
    assert records.to_json(records.export_record(again(club, fresh(war), members["rome"]))) == records.to_json(told)


def test_the_toml_form_says_the_same(club, played, members):
    document = records.export_record(played)
    raw = records.to_toml(document).encode()
    copy = fresh(records.import_record(club, raw=raw, toml=True, by=members["rome"], now=NOW))
    assert json.loads(records.to_json(records.export_record(copy))) == json.loads(records.to_json(document))


def test_replay_of_an_exported_record_gives_the_stored_state(played):
    raw = records.to_json(records.export_record(played)).encode()
    replayed = record.play(recordfile.read(recordfile.parse(raw, toml=False)))
    assert replayed.state == state_of(played)
    closed = [year.summary for year in played.year_set.filter(stage="closed")]
    assert replayed.years[: len(closed)] == closed


def test_an_export_holds_no_sealed_order_and_no_secret_not_yet_due(played, members):
    sealed.give_order(
        played, side="rome", action="guerrilla", salt="canary-of-the-salt", by=members["rome"], now=played.started_at
    )
    text = records.to_json(records.export_record(fresh(played)))
    assert "guerrilla" not in json.dumps(json.loads(text)["years"])
    assert "canary-of-the-salt" not in text
    for row in DiceSecret.objects.filter(game=played.game, revealed=""):
        assert row.commitment not in text


def test_a_broken_file_is_refused_with_its_place_and_nothing_is_stored(club, members):
    before = Campaign.objects.count()
    with pytest.raises(records.BadRecord) as refused:
        records.import_record(club, raw=b'{"record": 2}', toml=False, by=members["rome"], now=NOW)
    assert refused.value.place == "record"
    assert Campaign.objects.count() == before


@pytest.mark.slow
def test_every_war_of_the_sample_club_comes_back_as_it_left(db):
    club = make_club(now=NOW)
    owner = club.memberships.get(user__username=PEOPLE[0][0])
    for war in Campaign.objects.filter(club=club).select_related("club", "pack", "umpire"):
        copy = again(club, war, owner)
        assert records.to_json(records.export_record(copy)) == records.to_json(records.export_record(war))
        assert state_of(copy) == state_of(war)
        assert books.check(copy) == []


def test_a_war_goes_on_after_it_came_in(club, played, members):
    copy = again(club, played, members["rome"])
    turning.turn(copy.pk, now=NOW + 30 * DAY)
    assert state_of(fresh(copy)).now.orders
    assert books.check(fresh(copy)) == []
