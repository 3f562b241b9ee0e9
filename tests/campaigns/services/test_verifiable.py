"""Whoever has the record of a war checks its dice without us, also when it was corrected, called off and taken back."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from campaigns.models import Roll
from campaigns.rules.correcting import Edit
from campaigns.rules.decisions import Fought, Length, Order
from campaigns.services import branches, correcting, records, sealed
from campaigns.services.foreseeing import Plan
from tests.campaigns.services.test_correcting import correct as make
from tests.campaigns.services.test_correcting import decided, edit, won_by
from tests.campaigns.services.test_correcting import with_defaults as settled
from tests.factories.campaigns import fresh, play_year
from tests.factories.clubs import NOW
from tests.factories.dice import quiet_years
from tests.worlds import once
from tools import verify_dice

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet():
    with quiet_years():
        yield


@once
def played(war, members):
    return play_year(play_year(war, members), members)


def record_of(war) -> dict:
    return json.loads(records.to_json(records.export_record(fresh(war))))


def verdict(war, tmp_path) -> tuple[int, str]:
    """What the checker says of the record that a member takes away, run where nothing of ours can be imported."""
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record_of(war)))
    script = Path(verify_dice.__file__)
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(script), path.name], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def proved(war) -> dict[int, list[dict]]:
    return {year["number"]: year["proof"] for year in record_of(war)["years"] if "proof" in year}


def former(war) -> dict[int, list[dict]]:
    return {year["number"]: year["proof"] for year in record_of(war).get("former", [])}


def addresses(proof: dict) -> set[str]:
    return {roll["address"] for roll in proof["rolls"]}


def again(war, number: int, umpire):
    seen = fresh(war).last_decision
    return branches.begin_again(war, number=number, reason="The wrong rules.", seen=seen, by=umpire, now=NOW)


def felled(war, umpire):
    """A general fell after all: dice that had never fallen are thrown in a year long closed."""
    plan = settled(war, edit(war, Fought, won_by("rome", felled=[("carthage", "c-general")])))
    assert "year/1/fate/carthage/c-general" in correcting.foresee(fresh(war), plan).rolls_new
    return make(war, plan, by=umpire)


def test_the_dice_of_a_corrected_war_follow(played, umpire, tmp_path):
    before = verdict(played, tmp_path)
    assert before[0] == 0, before[1]
    war = felled(played, umpire)
    assert "year/1/fate/carthage/c-general" in addresses(proved(war)[1][0])
    status, told = verdict(war, tmp_path)
    assert (status, "DIFFERS" in told) == (0, False), told


def test_the_dice_follow_where_a_decision_was_added_and_one_taken_out(played, umpire, tmp_path):
    number = decided(played, Order, year=2).number
    added = Plan(edit=Edit(number=number, seat="rome", decision=Length(year=4), insert=True))
    war = make(played, settled(played, added), by=umpire)
    war = make(war, settled(war, Plan(edit=Edit(number=decided(war, Order, year=2).number, seat="rome"))), by=umpire)
    status, told = verdict(war, tmp_path)
    assert status == 0, told


def test_the_dice_of_a_war_that_was_taken_back_follow_in_both_courses(played, members, umpire, tmp_path):
    war = play_year(again(played, 2, umpire), members)
    epochs = [one["epoch"] for one in proved(war)[2]]
    assert epochs == [1, 2]
    assert all(one["secret"] and one["rolls"] for one in proved(war)[2])
    status, told = verdict(war, tmp_path)
    assert status == 0, told
    # Corrected after that, called off in the open year, and taken back once more.
    war = felled(war, umpire)
    war = play_year(again(again(war, 3, umpire), 1, umpire), members)
    assert [one["epoch"] for one in proved(war)[1]] == [1, 2]
    status, told = verdict(war, tmp_path)
    assert status == 0, told
    assert [one["epoch"] for one in former(war)[2]] == [1, 2]  # it is open again
    told_of = {
        (one["epoch"], address)
        for proofs in (*proved(war).values(), *former(war).values())
        for one in proofs
        for address in addresses(one)
    }
    assert {(roll.epoch, roll.address) for roll in Roll.objects.filter(campaign=war)} - told_of == set()


def test_the_proofs_of_a_year_called_off_hold_nothing_that_is_sealed_now(played, rome, umpire):
    """The record is everybody's: no salt of an order that was never opened, none of the order that is in again."""
    sealed.give_order(played, side="rome", action="guerrilla", salt="canary-one", by=rome, now=NOW)
    war = again(played, 3, umpire)
    sealed.give_order(war, side="rome", action="guerrilla", salt="canary-two", by=rome, now=NOW)
    assert [(one["epoch"], one["salts"]) for one in former(war)[3]] == [(1, {})]
    assert "canary" not in json.dumps(record_of(war))


def test_the_proofs_of_years_called_off_are_brought_along(played, club, rome, umpire):
    war = again(played, 2, umpire)
    assert [one["epoch"] for one in former(war)[2]] == [1]
    raw = records.to_json(records.export_record(fresh(war))).encode()
    copy = records.import_record(club, raw=raw, toml=False, by=rome, now=NOW)
    assert former(copy) == former(war)


def test_a_face_that_was_altered_in_a_former_course_is_found(played, members, umpire):
    """The test can fail: also what counts no longer is checked."""
    document = record_of(play_year(again(felled(played, umpire), 2, umpire), members))
    verify_dice.check(document)
    former = next(
        one for year in document["years"] if year["number"] == 2 for one in year["proof"] if one["epoch"] == 1
    )
    roll = former["rolls"][0]
    roll["faces"] = [face % roll["sides"] + 1 for face in roll["faces"]]
    with pytest.raises(verify_dice.Differs, match=roll["address"]):
        verify_dice.check(document)
