"""A war whose battles are fought here: by the program, on the site, or at a table after all."""

import random

import pytest

from battles.errors import Disallowed
from battles.models import Battle, OutboxMessage
from battles.models.battle import Stage as BattleStage
from battles.services import outbox, table, verdicts
from battles.services.notices import ASKED
from campaigns.models import Campaign, Engagement, LedgerEntry
from campaigns.models.campaign import Stage
from campaigns.models.codec import happening_of, rules_of
from campaigns.services import books, fighting, records, seats
from campaigns.services.fighting import Way
from clubs.errors import NotSeen, Refusal
from rulesets.contract import Outcome, SeatResult, UnitResult
from tests.campaigns.rules.sudan import FIRST, SECOND
from tests.factories import campaigns as factory
from tests.factories.campaigns import act, battle_of, fresh, wait_out, year_of
from tests.factories.clubs import NOW
from tests.factories.sudan import begun, muster, order, state, to_battle
from tests.worlds import once

pytestmark = pytest.mark.django_db
DRAWN = {FIRST: SeatResult(result="draw"), SECOND: SeatResult(result="draw")}


@pytest.fixture
def members(place, livia, hanno, ines):
    return {FIRST: place(livia), SECOND: place(hanno), "umpire": place(ines)}


@once
def war(club, members):
    return begun(club, members)


def played_out() -> None:
    """Whatever waits for the program is played."""
    for _call in range(100):
        if not table.tick(NOW):
            return
    raise AssertionError("the program does not come to an end")


# --- How it is fought ----------------------------------------------------------------------------------------------


def test_a_battle_is_fought_at_a_table_until_somebody_says_otherwise(war, members):
    battle = to_battle(war, members)

    assert (battle.ruleset, fighting.way_of(battle)) == ("tabletop", Way.TABLE)


def test_what_both_sides_wish_is_done_and_the_armies_are_the_same_ones(war, members):
    before = to_battle(war, members)
    fighting.wish(war, side=FIRST, way=Way.SITE, by=members[FIRST], now=NOW)
    only_one = battle_of(war)
    fighting.wish(war, side=SECOND, way=Way.SITE, by=members[SECOND], now=NOW)
    battle = battle_of(war)

    assert only_one == before
    assert (battle.ruleset, battle.url) == ("askari", f"/battles/{battle.public_id}/")
    assert {row.key: row.member for row in battle.seats.exclude(key="umpire")} == {
        FIRST: members[FIRST],
        SECOND: members[SECOND],
    }
    assert [unit["id"] for unit in battle.setup["forces"][SECOND]["units"]] == [
        unit["id"] for unit in before.setup["forces"][SECOND]["units"]
    ]
    assert Battle.objects.get(pk=before.pk).stage == BattleStage.VOID


def test_the_other_side_is_told_of_a_wish_as_long_as_it_stands(war, members):
    to_battle(war, members)
    fighting.wish(war, side=FIRST, way=Way.PROGRAM, by=members[FIRST], now=NOW)
    (told,) = OutboxMessage.objects.filter(kind="battle_wished")
    before = outbox.worth_sending(told)
    fighting.wish(war, side=FIRST, way=Way.TABLE, by=members[FIRST], now=NOW)

    assert (told.recipient, told.data["way"]) == (members[SECOND], "program")
    assert (before, outbox.worth_sending(told)) == (True, False)


def test_a_wish_is_taken_back_by_wishing_for_what_is(war, members):
    to_battle(war, members)
    fighting.wish(war, side=FIRST, way=Way.PROGRAM, by=members[FIRST], now=NOW)
    fighting.wish(war, side=FIRST, way=Way.TABLE, by=members[FIRST], now=NOW)
    fighting.wish(war, side=SECOND, way=Way.PROGRAM, by=members[SECOND], now=NOW)

    assert battle_of(war).ruleset == "tabletop"


def test_the_umpire_says_how_and_why_and_can_change_his_mind(war, members):
    to_battle(war, members)
    fighting.settle(war, way=Way.SITE, reason="No table this month.", by=members["umpire"], now=NOW)
    on_site = battle_of(war)
    fighting.settle(war, way=Way.TABLE, reason="The club room is free.", by=members["umpire"], now=NOW)

    assert on_site.ruleset == "askari"
    assert battle_of(war).ruleset == "tabletop"
    told = [happening_of(entry).data for entry in LedgerEntry.objects.filter(campaign=war, kind="battle_way")]
    assert [(one["way"], one["reason"]) for one in told] == [
        ("site", "No table this month."),
        ("table", "The club room is free."),
    ]


@pytest.mark.parametrize(
    ("verb", "error"),
    [
        (lambda war, who: fighting.wish(war, side=SECOND, way="site", by=who[FIRST], now=NOW), NotSeen),
        (lambda war, who: fighting.wish(war, side=FIRST, way="chess", by=who[FIRST], now=NOW), Refusal),
        (lambda war, who: fighting.settle(war, way="site", reason="I say so.", by=who[FIRST], now=NOW), Refusal),
        (lambda war, who: fighting.settle(war, way="site", reason=" ", by=who["umpire"], now=NOW), Refusal),
        (lambda war, who: fighting.settle(war, way="table", reason="So be it.", by=who["umpire"], now=NOW), Refusal),
    ],
)
def test_nobody_else_says_how_it_is_fought(war, members, verb, error):
    battle = to_battle(war, members)

    with pytest.raises(error):
        verb(war, members)
    assert battle_of(war) == battle


def test_before_there_is_a_battle_nobody_says_how_it_is_fought(war, members):
    with pytest.raises(Refusal):
        fighting.settle(war, way="site", reason="Early.", by=members["umpire"], now=NOW)


def test_a_battle_that_the_rules_have_at_a_table_stays_there(club, members, a_table_war):
    with pytest.raises(Refusal) as refused:
        fighting.settle(a_table_war, way="program", reason="Why not.", by=members["umpire"], now=NOW)

    assert refused.value.code == "table_only"


@once
def a_table_war(club, members):
    war = factory.a_war(
        club, rome=members[FIRST], carthage=members[SECOND], by=members[FIRST], umpire=members["umpire"]
    )
    factory.to_battle(war, {"rome": members[FIRST], "carthage": members[SECOND]})
    return war


def test_a_table_s_report_can_say_that_a_gun_was_taken(war, members):
    to_battle(war, members)
    losses = [{"seat": FIRST, "unit": "Screw gun", "destroyed": 3}]
    report = {"winner": SECOND, "level": "minor", "losses": losses, "guns": {SECOND: ["Screw gun"]}}
    act(war, FIRST, "report", by=members[FIRST], **report)
    act(war, SECOND, "confirm", by=members[SECOND])

    assert state(war).units[SECOND]["Screw gun"].figures == 3


def test_the_umpire_settles_a_battle_on_the_site_in_the_words_of_a_report(war, members):
    to_battle(war, members)
    fighting.settle(war, way="site", reason="No table.", by=members["umpire"], now=NOW)
    battle = battle_of(war)
    about = {"reason": "They stopped.", "seq": battle.seq, "by": members["umpire"], "now": NOW}
    with pytest.raises(Disallowed):
        fighting.rule(fresh(war), battle, report={"winner": FIRST}, **about)
    fighting.rule(fresh(war), battle, report={"winner": FIRST, "level": "major"}, **about)

    results = Engagement.objects.get(battle=battle).results
    assert results == {FIRST: {"result": "win", "level": "major"}, SECOND: {"result": "loss", "level": "major"}}


def test_a_side_that_brings_nobody_leaves_the_field(club, war, members):
    # Another war than the others', one that no event of its first year ends.
    war = begun(club, members)
    battle = to_battle(war, members)
    everybody = {unit["id"]: UnitResult(destroyed=unit["figures"]) for unit in battle.setup["forces"][FIRST]["units"]}
    beaten = {FIRST: SeatResult(result="loss", level="major"), SECOND: SeatResult(result="win", level="major")}
    lost = Outcome(seats=beaten, units={FIRST: everybody})
    verdicts.rule(battle, by=members["umpire"], now=NOW, reason="To the last man.", outcome=lost)
    wait_out(war)
    to_battle(war, members)
    last = battle_of(war)
    fighting.settle(war, way="program", reason="Nobody is left.", by=members["umpire"], now=NOW)

    assert Engagement.objects.get(battle=last).results[FIRST] == {"result": "loss", "level": "minor"}


def test_where_the_program_takes_a_side_it_takes_its_seat_at_the_battle_and_gets_up_for_a_member(
    war, members, spectator
):
    to_battle(war, members)
    fighting.settle(war, way="site", reason="Here.", by=members["umpire"], now=NOW)
    kinds = [battle_of(war).seats.get(key=SECOND).kind]
    about = {"side": SECOND, "reason": "Away.", "by": members["umpire"], "now": NOW}
    seats.reassign(war, to=None, program=True, **about)
    kinds.append(battle_of(war).seats.get(key=SECOND).kind)
    seats.reassign(war, to=spectator, **about)
    seat = battle_of(war).seats.get(key=SECOND)

    assert [*kinds, seat.kind] == ["player", "program", "player"]
    assert seat.member == spectator


def test_nobody_is_asked_any_more_at_a_battle_that_is_over(war, members):
    to_battle(war, members)
    fighting.settle(war, way="site", reason="Here.", by=members["umpire"], now=NOW)
    battle = battle_of(war)
    asked = OutboxMessage.objects.filter(url=battle.url, kind=ASKED)
    before = asked.filter(read_at=None, withdrawn_at=None).count()
    outcome = Outcome(seats=DRAWN)
    verdicts.rule(battle, by=members["umpire"], now=NOW, reason="Night fell.", outcome=outcome)

    assert before
    assert asked.filter(read_at=None, withdrawn_at=None).count() == 0


# --- Wars ----------------------------------------------------------------------------------------------------------


def a_year(war: Campaign, members, chance: random.Random, orders: tuple[str, ...] = (), **units) -> Battle | None:
    """Random orders, unless they are given, and the battle by the program, as both sides wish."""
    actions = list(rules_of(war).pack.actions)
    order(war, members, *(orders or (chance.choice(actions), chance.choice(actions))))
    if fresh(war).stage != Stage.RUNNING:
        return None
    muster(war, members, **units)
    battle = None
    if year_of(war).stage == "battle":
        for side in (FIRST, SECOND):
            fighting.wish(war, side=side, way=Way.PROGRAM, by=members[side], now=NOW)
        battle = Engagement.objects.filter(year__campaign=war).latest("pk").battle
        played_out()
    wait_out(war)
    return battle


GUN_TAKEN = Outcome(
    seats=DRAWN, units={FIRST: {"Screw gun": UnitResult(captured=3)}}, guns_taken={SECOND: ("Screw gun",)}
)


@pytest.mark.slow
def test_a_war_is_fought_to_its_end_by_the_program_and_its_books_are_sound(war, members):
    """A gun changes hands in the first year; its captor has it on the field in the second."""
    chance, battles = random.Random(1884), []
    to_battle(war, members)
    verdicts.rule(battle_of(war), by=members["umpire"], now=NOW, reason="As seen.", outcome=GUN_TAKEN)
    wait_out(war)
    bring = {FIRST: ("2nd Egyptian",), SECOND: ("Screw gun", "Hadendowa I")}
    orders: tuple[str, ...] = ("march", "march")
    for _year in range(12):
        if fresh(war).stage == Stage.OVER:
            break
        battles.append(a_year(war, members, chance, orders, **bring))
        bring, orders = {}, ()
    played = [Battle.objects.get(pk=one.pk) for one in battles if one is not None]
    gun = played[0].state["units"][f"{SECOND}:Screw gun"]

    assert fresh(war).stage == Stage.OVER
    assert (gun["seat"], gun["kind"]) == (SECOND, "piece")
    assert {(one.ruleset, one.stage) for one in played} <= {
        ("askari", BattleStage.DECIDED),
        ("awam", BattleStage.DECIDED),
        ("tabletop", BattleStage.DECIDED),
    }
    assert books.check(fresh(war)) == []


def test_a_war_that_left_as_a_record_comes_back_as_the_same_record(club, war, members):
    taken = Outcome(
        seats={FIRST: SeatResult(result="loss", level="minor"), SECOND: SeatResult(result="win", level="minor")},
        units={FIRST: {"Screw gun": UnitResult(captured=3), "Royal Sussex": UnitResult(routed=2)}},
        guns_taken={SECOND: ("Screw gun",)},
        special={"turns": 7, "scores": {FIRST: 10, SECOND: 31}, "village_destroyed": True},
    )
    to_battle(war, members)
    fighting.settle(war, way="site", reason="Here.", by=members["umpire"], now=NOW)
    verdicts.rule(battle_of(war), by=members["umpire"], now=NOW, reason="As seen.", outcome=taken)
    wait_out(war)
    document = records.export_record(fresh(war))
    again = records.import_record(
        club, raw=records.to_json(document).encode(), toml=False, by=members["umpire"], now=NOW
    )

    assert document["years"][0]["battle"]["guns"] == {SECOND: ["Screw gun"]}
    assert records.export_record(fresh(again))["years"] == document["years"]
    assert state(again) == state(war)


def test_a_gun_that_was_captured_in_one_year_is_used_by_its_captor_in_the_next(war, members):
    """The first battle by the umpire's word, so that the gun is taken whatever the dice; the second by the program."""
    to_battle(war, members)
    verdicts.rule(battle_of(war), by=members["umpire"], now=NOW, reason="As seen.", outcome=GUN_TAKEN)
    wait_out(war)
    to_battle(war, members, "march", "march", **{FIRST: ("2nd Egyptian",), SECOND: ("Screw gun", "Hadendowa I")})
    fighting.settle(war, way="program", reason="Let us see.", by=members["umpire"], now=NOW)
    battle = Engagement.objects.filter(year__campaign=war, year__number=2).latest("pk").battle
    gun = battle.state["units"][f"{SECOND}:Screw gun"]
    played_out()
    battle.refresh_from_db()

    assert (gun["seat"], gun["kind"], gun["rules"]) == (SECOND, "piece", ["prisoner_gunners"])
    assert (battle.stage, state(war).now.outcome is not None or state(war).year > 2) == (BattleStage.DECIDED, True)
    assert state(war).units[FIRST]["Screw gun"].figures == 0


@pytest.mark.slow
def test_a_war_that_the_program_plays_alone_goes_on_by_its_deadlines(war, members):
    for side in (FIRST, SECOND):
        seats.reassign(war, side=side, to=None, program=True, reason="Away.", by=members["umpire"], now=NOW)
    wait_out(war, until="battle")
    battle = battle_of(war)
    played_out()

    assert battle.ruleset in ("askari", "awam")  # as the scenario says that the orders led to
    assert state(war).now.results or state(war).year > 1
