"""A war of the pack `marches` through the services: its battles by the program, its people hurt, killed and ransomed, its books sound."""

import random
from typing import Any

import pytest

from battles.models import Battle
from battles.models.battle import Stage as BattleStage
from battles.services import table, verdicts
from campaigns.models import Campaign, Engagement
from campaigns.models.campaign import Stage
from campaigns.models.codec import rules_of, state_of
from campaigns.services import books, fighting, records, sealed, turning
from campaigns.services.fighting import Way
from rulesets.contract import CharacterResult, Outcome, SeatResult
from rulesets.montjoie.characters import COUNTERS
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import decoded
from rulesets.montjoie.tables import TABLES
from tests.campaigns.rules.marches import FIRST, SECOND
from tests.factories.campaigns import battle_of, fresh, wait_out, year_of
from tests.factories.clubs import NOW
from tests.factories.marches import begun
from tests.worlds import once

pytestmark = pytest.mark.django_db


@pytest.fixture
def members(place, livia, hanno, ines):
    return {FIRST: place(livia), SECOND: place(hanno), "umpire": place(ines)}


@once
def war(club, members):
    return begun(club, members)


def to_battle(war: Campaign, members, first: str, second: str) -> Battle | None:
    """Orders, and musters as the program would; None where the war ended on the way, or there is no battle."""
    held = fresh(war)
    for side, action in ((FIRST, first), (SECOND, second)):
        forced = next(ask for ask in rules_of(held).asks(state_of(held)) if ask.seat == side).data.get("action")
        sealed.give_order(fresh(war), side=side, action=forced or action, by=members[side], now=NOW)
    turning.turn(war.pk, now=NOW)
    wait_out(war, until="battle")
    return battle_of(war) if fresh(war).stage == Stage.RUNNING and year_of(war).stage == "battle" else None


def fight(war: Campaign, members) -> Battle:
    """The year's battle by the program, as both sides wish."""
    for side in (FIRST, SECOND):
        fighting.wish(war, side=side, way=Way.PROGRAM, by=members[side], now=NOW)
    battle: Battle = Engagement.objects.filter(year__campaign=war).latest("pk").battle
    for _call in range(100):
        if not table.tick(NOW):
            break
    battle.refresh_from_db()
    return battle


def test_a_year_s_battle_is_fought_by_the_program_with_the_war_s_own_people(war, members):
    to_battle(war, members, "ride", "hold")
    battle = fight(war, members)
    people = {one["person"] for one in battle.state["figures"].values() if one.get("person")}

    assert (battle.ruleset, battle.setup["scenario"], battle.stage) == ("montjoie", "keep", BattleStage.DECIDED)
    assert {"Sir Baldwin", "Sir Radulf"} <= people
    assert books.check(fresh(war)) == []


FACES = {"open": (0, 1, 2), "arm": (0,), "guard": (1,), "leg": (2,)}


def expected(person: dict[str, Any], wounds: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers of his counter, those that a wound takes from its other face."""
    profile, rows = person["profile"], COUNTERS.classes[person["profile"]["class"]]
    mounted = bool(profile.get("mounted"))
    whole, worse = rows.face(mounted=mounted, wounded=False), rows.face(mounted=mounted, wounded=True)
    taken = {place for total in wounds for place in FACES.get(TABLES.veterans.wound_on(total), ())}
    return tuple(worse[place] if place in taken else whole[place] for place in range(3))


def test_whoever_is_wounded_in_one_year_comes_with_lower_numbers_to_the_next_battle(war, members):
    to_battle(war, members, "ride", "ride")
    fighting.settle(war, way="site", reason="Here.", by=members["umpire"], now=NOW)
    everybody = list(state_of(fresh(war)).characters[FIRST])
    felled = {FIRST: {key: CharacterResult(fate="felled", wounds=1) for key in everybody}}
    drawn = {FIRST: SeatResult(result="draw"), SECOND: SeatResult(result="draw")}
    outcome = Outcome(seats=drawn, characters=felled, special={"scores": {}})
    verdicts.rule(battle_of(war), by=members["umpire"], now=NOW, reason="As seen.", outcome=outcome)
    wait_out(war)
    after = state_of(fresh(war)).characters[FIRST]
    to_battle(war, members, "ride", "ride")
    fighting.settle(war, way="site", reason="Here.", by=members["umpire"], now=NOW)
    battle = battle_of(war)
    field = Field(decoded(battle.state))
    brought = {one["id"]: one for one in battle.setup["forces"][FIRST]["characters"]}
    numbers = {one.person: field.numbers(one) for one in field.state.of(FIRST) if one.person}

    assert numbers == {key: expected(one, after[key].wounds) for key, one in brought.items()}
    assert not {key for key, one in after.items() if one.status != "ready"} & brought.keys()
    assert {one.status for one in after.values()} <= {"ready", "dead"}


@pytest.mark.slow
def test_a_war_is_fought_to_its_end_by_the_program_its_books_are_sound_and_its_record_is_the_war(club, war, members):
    chance, battles, dead = random.Random(1215), [], set()
    actions = list(rules_of(war).pack.actions)
    for _year in range(12):
        if fresh(war).stage == Stage.OVER:
            break
        if to_battle(war, members, chance.choice(actions), chance.choice(actions)):
            battles.append(fight(war, members))
        wait_out(war)
        people = [one for side in state_of(fresh(war)).characters.values() for one in side.values()]
        now = {one.id for one in people if one.status == "dead"}
        assert dead <= now
        dead = now

    assert fresh(war).stage == Stage.OVER
    assert {(one.ruleset, one.stage) for one in battles} == {("montjoie", BattleStage.DECIDED)}
    assert books.check(fresh(war)) == []
    document = records.export_record(fresh(war))
    raw = records.to_json(document).encode()
    again = records.import_record(club, raw=raw, toml=False, by=members["umpire"], now=NOW)
    assert records.export_record(fresh(again))["years"] == document["years"]
    assert state_of(fresh(again)) == state_of(fresh(war))
