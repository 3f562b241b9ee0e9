"""One war that is fought by two battle rulesets, with the same people in both."""

import random

import msgspec
import pytest

from battles.models import Battle, OutboxMessage
from battles.models.battle import Stage as BattleStage
from battles.services import verdicts
from campaigns.models import Engagement, LedgerEntry
from campaigns.models.campaign import Stage
from campaigns.models.codec import happening_of, rules_of
from campaigns.narration import ENGINE_KINDS, Book
from campaigns.narration.story import chronicle
from campaigns.services import books, fighting, records
from campaigns.services.fighting import Mode, Way
from clubs.errors import Refusal
from rulesets.awam import deeds
from rulesets.awam.state import Deed, decoded
from rulesets.awam.world import World
from rulesets.contract import Outcome, SeatResult
from tests.campaigns.rules.sudan import FIRST, SECOND
from tests.campaigns.services.test_sudan import a_year
from tests.factories.campaigns import battle_of, fresh, wait_out
from tests.factories.clubs import NOW
from tests.factories.sudan import begun, state, to_battle
from tests.worlds import once

pytestmark = pytest.mark.django_db


@pytest.fixture
def members(place, livia, hanno, ines):
    return {FIRST: place(livia), SECOND: place(hanno), "umpire": place(ines)}


@once
def war(club, members):
    return begun(club, members)


def decided(war) -> list[Battle]:
    rows = Engagement.objects.filter(year__campaign=war, battle__stage=BattleStage.DECIDED)
    return [one.battle for one in rows.select_related("battle").order_by("pk")]


# --- How it is fought ----------------------------------------------------------------------------------------------


def test_both_sides_may_have_a_great_battle_fought_as_a_skirmish(war, members):
    to_battle(war, members)
    for side in (FIRST, SECOND):
        fighting.wish(war, side=side, way="site:awam", by=members[side], now=NOW)
    battle = battle_of(war)

    assert (battle.ruleset, battle.setup["scenario"]) == ("awam", "meeting")
    assert sum(unit["figures"] for unit in battle.setup["forces"][SECOND]["units"]) <= 20


def test_the_way_that_the_club_has_chosen_needs_no_name_and_the_other_keeps_its_own(war, members):
    to_battle(war, members)
    fighting.wish(war, side=FIRST, way="site:askari", by=members[FIRST], now=NOW)
    fighting.wish(war, side=SECOND, way="program:awam", by=members[SECOND], now=NOW)

    assert Engagement.objects.get(battle=battle_of(war)).wishes == {FIRST: "site", SECOND: "program:awam"}
    assert [one.data["way"] for one in OutboxMessage.objects.filter(kind="battle_wished").order_by("pk")] == [
        "site",
        "program:awam",
    ]


def test_the_umpire_may_change_from_one_ruleset_to_the_other_and_back(war, members):
    to_battle(war, members)
    found = []
    for way in ("site:awam", "site", "table"):
        fighting.settle(war, way=way, reason="So.", by=members["umpire"], now=NOW)
        found.append(battle_of(war).ruleset)

    assert found == ["awam", "askari", "tabletop"]
    told = [happening_of(entry).data["way"] for entry in LedgerEntry.objects.filter(campaign=war, kind="battle_way")]
    assert told == ["site:awam", "site", "table"]


@pytest.mark.parametrize("way", ["site:chess", "table:awam", "site:montjoie", "chess:awam", ":awam"])
def test_nobody_has_it_fought_by_rules_that_the_scenario_does_not_know(war, members, way):
    to_battle(war, members)

    with pytest.raises(Refusal) as refused:
        fighting.settle(war, way=way, reason="So.", by=members["umpire"], now=NOW)
    assert refused.value.code == "unknown_way"


def test_what_a_wish_says_is_read_back():
    assert fighting.mode_of("program:awam") == Mode(way=Way.PROGRAM, ruleset="awam")
    assert [fighting.mode_of(key) for key in ("chess", "")] == [None, None]


# --- A war ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_war_of_two_rulesets_is_fought_to_its_end_by_the_program_and_its_books_are_sound(club, war, members):
    """Orders at random: what comes is played by the rules that the pack names for it."""
    chance = random.Random(3)
    for _year in range(12):
        if fresh(war).stage == Stage.OVER:
            break
        a_year(war, members, chance)
    played = decided(war)
    document = records.export_record(fresh(war))
    again = records.import_record(
        club, raw=records.to_json(document).encode(), toml=False, by=members["umpire"], now=NOW
    )

    assert fresh(war).stage == Stage.OVER
    assert {"askari", "awam"} <= {one.ruleset for one in played}
    assert books.check(fresh(war)) == []
    assert records.export_record(fresh(again))["years"] == document["years"]
    assert state(again) == state(war)


# --- Deeds -----------------------------------------------------------------------------------------------------------


def test_a_deed_of_a_skirmish_is_told_in_the_chronicle_and_goes_with_the_record(club, war, members):
    """The battle ends by the umpire's word, so that there is a deed whatever the dice."""
    to_battle(war, members, **{FIRST: ("Royal Sussex",), SECOND: ("Hadendowa I",)})
    row = {"deed": "charge_stopped", "seat": FIRST, "by": "Royal Sussex", "of": SECOND, "whom": "Hadendowa I"}
    fighting.settle(war, way="site:awam", reason="Here.", by=members["umpire"], now=NOW)
    battle = battle_of(war)
    drawn = {FIRST: SeatResult(result="draw"), SECOND: SeatResult(result="draw")}
    outcome = Outcome(seats=drawn, special={"scores": {FIRST: 3, SECOND: 3}, "noted": [{**row, "turn": 2}]})
    verdicts.rule(battle, by=members["umpire"], now=NOW, reason="As seen.", outcome=outcome)
    wait_out(war)
    told = [happening_of(entry) for entry in LedgerEntry.objects.filter(campaign=war).order_by("pk")]
    book = Book.of(rules_of(fresh(war)).pack, state(war))
    story = {one.kind: one.text for one in chronicle([one for one in told if one.kind in ENGINE_KINDS], book, 1)}
    document = records.export_record(fresh(war))
    again = records.import_record(
        club, raw=records.to_json(document).encode(), toml=False, by=members["umpire"], now=NOW
    )

    assert "was stopped at last by a man of Royal Sussex" in story["battle"]
    assert document["years"][0]["battle"]["noted"] == [
        {"deed": "charge_stopped", "side": FIRST, "by": "Royal Sussex", "of": SECOND, "whom": "Hadendowa I"}
    ]
    assert books.check(fresh(war)) == []
    assert books.check(fresh(again)) == []
    assert records.export_record(fresh(again))["years"] == document["years"]
    assert state(again) == state(war)


def test_a_skirmish_that_the_program_plays_hands_its_deeds_to_the_war_by_the_names_of_the_rosters(war, members):
    to_battle(war, members, **{FIRST: ("Royal Sussex",), SECOND: ("Hadendowa I",)})
    fighting.settle(war, way="site:awam", reason="Here.", by=members["umpire"], now=NOW)
    battle = battle_of(war)
    held = decoded(battle.state)
    stopper = next(one for one in held.of(FIRST) if one.roster == "Royal Sussex")
    charging = next(one for one in held.of(SECOND) if one.roster == "Hadendowa I")
    deed = Deed(deed="charge_stopped", turn=1, seat=FIRST, figure=stopper.id, of=SECOND, about=charging.squad)
    (row,) = deeds.told(World(msgspec.structs.replace(held, noted=[deed])))

    assert (row["by"], row["whom"]) == ("Royal Sussex", "Hadendowa I")
