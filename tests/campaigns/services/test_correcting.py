"""Corrections: whatever was decided in any year is made another, and the war follows."""

import json

import pytest

from battles.models import DiceSecret, OutboxMessage
from campaigns.models import Campaign, Decision, Engagement, LedgerEntry, Roll, StrategicAction, Year
from campaigns.models.codec import moves_of, rules_of, state_of
from campaigns.rules.correcting import Edit, Resolution
from campaigns.rules.decisions import Fought, Muster, Order, Surrender
from campaigns.rules.engine import HOST
from campaigns.services import books, correcting, records, rewind, sealed
from campaigns.services.foreseeing import Plan
from clubs.errors import NotSeen, Refusal
from tests.campaigns.rules.build import outcome
from tests.factories.campaigns import a_war, fresh, order, play_year, wait_out, year_of
from tests.factories.clubs import NOW
from tests.factories.dice import quiet_years
from tests.worlds import once

pytestmark = pytest.mark.django_db
ACTIONS = ("alliance", "punishment", "defence", "guerrilla")
WHY = "The report was typed in for the wrong side."


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as answer:
        verb(*args, **kwargs)
    assert str(answer.value)
    return answer.value.code


def decided(war, kind, year=1) -> Decision:
    return next(
        one
        for one in rewind.standing_decisions(war)
        if one.year == year and any(isinstance(move, kind) for move in moves_of(one).values())
    )


def edit(war, kind, decision, *, seat=HOST, year=1) -> Plan:
    return Plan(edit=Edit(number=decided(war, kind, year).number, seat=seat, decision=decision))


def with_defaults(war, plan: Plan, how: str | None = None) -> Plan:
    """Whatever no longer fits is settled by the first way, or by ``how``."""
    found = correcting.foresee(fresh(war), plan)
    while found.open:
        settled = {one.key: Resolution(how=how if how in one.ways else one.ways[0]) for one in found.open}
        plan = Plan(edit=plan.edit, resolutions={**plan.resolutions, **settled})
        found = correcting.foresee(fresh(war), plan)
    return plan


def correct(war, plan, *, by, seen=None, reason=WHY) -> Campaign:
    seen = fresh(war).last_decision if seen is None else seen
    correcting.correct(war, plan=plan, reason=reason, seen=seen, by=by, now=NOW)
    return fresh(war)


def allowed(war, side: str) -> str:
    """An order that the side may give."""
    rules, state = rules_of(war), state_of(fresh(war))
    ask = next(ask for ask in rules.asks(state) if ask.prompt == "order" and ask.seat == side)
    return ask.data.get("action", "guerrilla")


@pytest.fixture(autouse=True)
def quiet():
    """The stories need a war that goes on as it was left: no event ends it, or orders an action."""
    with quiet_years():
        yield


@once
def played(war, members):
    """Two years, each won by Rome by a little; the third takes orders."""
    return play_year(play_year(war, members), members)


def won_by(side: str, level: str = "minor", **what) -> Fought:
    return Fought(outcome=outcome(side, level, **what))


def test_a_report_of_a_closed_year_is_corrected_and_every_later_figure_follows(played, umpire):
    before = state_of(played)
    plan = with_defaults(played, edit(played, Fought, won_by("carthage", "major")))
    foreseen = correcting.foresee(played, plan)
    war = correct(played, plan, by=umpire)
    after = state_of(war)
    assert after == foreseen.state != before
    summary = Year.objects.get(campaign=war, number=1).summary
    assert summary["outcome"] == {"winner": "carthage", "level": "major"}
    assert summary == json.loads(json.dumps(foreseen.summaries[1]))
    engagement = Engagement.objects.get(year__campaign=war, year__number=1)
    assert (engagement.results["carthage"]["result"], engagement.corrected["seats"]["rome"]["result"]) == (
        "win",
        "loss",
    )
    assert books.check(war) == []


def test_the_old_line_stays_with_who_and_why(played, umpire):
    lines = LedgerEntry.objects.filter(campaign=played).count()
    old = [entry.pk for entry in LedgerEntry.objects.filter(campaign=played)]
    war = correct(played, with_defaults(played, edit(played, Fought, won_by("carthage"))), by=umpire)
    assert list(LedgerEntry.objects.filter(pk__in=old).values_list("pk", flat=True)) == old
    assert LedgerEntry.objects.filter(campaign=war).count() > lines
    (entry,) = LedgerEntry.objects.filter(campaign=war, kind="corrected")
    told = json.loads(entry.data)
    assert (entry.actor, entry.year, told["prompt"], told["reason"]) == (umpire, 1, "fought", WHY)
    back = Decision.objects.get(campaign=war, number=told["back"])
    assert (back.actor, back.reason, back.revision, told["last"]) == (umpire, WHY, 1, war.last_decision)
    kept = [one for one in rewind.standing_decisions(war) if one.number > back.number]
    assert {one.manners.get(HOST) for one in kept if HOST in one.manners} >= {"corrected"}


def test_no_die_is_rolled_again_and_new_ones_come_from_the_years_own_secret(played, umpire):
    fell = {roll.address: roll.faces for roll in Roll.objects.filter(campaign=played)}
    felled = won_by("rome", felled=[("carthage", "c-general")])
    war = correct(played, with_defaults(played, edit(played, Fought, felled)), by=umpire)
    again = {}
    for roll in Roll.objects.filter(campaign=war):
        assert again.setdefault((roll.address, roll.sides, len(roll.faces)), roll.faces) == roll.faces
    for roll in Roll.objects.filter(decision__in=rewind.standing_decisions(war)):
        assert fell.get(roll.address, roll.faces) == roll.faces
    assert "year/1/fate/carthage/c-general" in {address for address, _sides, _n in again}
    assert DiceSecret.objects.filter(game=war.game, year=1).count() == 1
    assert books.check(war) == []


def test_the_open_year_goes_on_and_what_is_sealed_must_be_confirmed(played, rome, umpire):
    action = allowed(played, "rome")
    sealed.give_order(played, side="rome", action=action, salt="pepper", by=rome, now=NOW)
    deadline = year_of(played).deadline_at
    war = correct(played, with_defaults(played, edit(played, Fought, won_by("carthage"))), by=umpire)
    year = year_of(war)
    row = StrategicAction.objects.get(year=year)
    assert (year.number, year.deadline_at, row.action, row.salt, row.ready) == (
        3,
        deadline,
        action,
        "pepper",
        False,
    )
    (notice, other) = OutboxMessage.objects.filter(kind="corrected")
    assert (notice.data["again"], other.data["again"]) == (True, True)
    assert action not in json.dumps([notice.data, other.data])


def test_people_are_asked_again_where_the_umpire_says_so(played, members, umpire):
    plans = [edit(played, Order, Order(action=action), seat="rome", year=2) for action in ACTIONS]
    plan = next(one for one in plans if correcting.foresee(played, one).misfits)  # another scenario than was fought
    war = correct(played, with_defaults(played, plan, "ask"), by=umpire)
    year = year_of(war)
    assert (year.number, state_of(war).year) == (2, 2)
    assert Year.objects.get(campaign=war, number=3).stage == "waiting"
    assert books.check(war) == []
    war = wait_out(war, until="battle")
    assert books.check(war) == []


def test_a_correction_is_seen_by_who_makes_it_as_the_war_stands(played, umpire):
    plan = with_defaults(played, edit(played, Fought, won_by("carthage")))
    seen = played.last_decision
    correct(played, plan, by=umpire)
    assert refused(correct, played, plan, by=umpire, seen=seen) == "stale"


def test_a_misfit_of_which_nothing_is_said_stops_it_and_nothing_is_stored(played, umpire):
    plan = edit(played, Muster, Muster(units=("r1",)), seat="rome")
    assert correcting.foresee(played, plan).open == []
    plan = edit(played, Order, Order(action="alliance"), seat="rome")
    assert correcting.foresee(played, plan).open
    assert refused(correct, played, plan, by=umpire) == "unresolved"
    assert (fresh(played).revision, fresh(played).last_decision) == (0, played.last_decision)


@pytest.mark.parametrize("who", ["rome", "carthage", "spectator", "officer"])
def test_only_the_umpire_corrects(played, request, who):
    plan = edit(played, Fought, won_by("carthage"))
    assert refused(correct, played, plan, by=request.getfixturevalue(who)) == "umpire_only"


def test_a_stranger_sees_no_war(played, stranger):
    with pytest.raises(NotSeen):
        correct(played, edit(played, Fought, won_by("carthage")), by=stranger)


def test_a_reason_is_needed(played, umpire):
    assert refused(correct, played, edit(played, Fought, won_by("carthage")), by=umpire, reason=" ") == "reason_missing"


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan(edit=Edit(number=4711, seat="rome")), "no_such_decision"),
        (Plan(edit=Edit(number=1, seat="host")), "no_such_decision"),
        (Plan(edit=Edit(number=1, seat="rome", decision=Order(action="sleep"))), "unknown_action"),
        (Plan(edit=Edit(number=1, seat="rome", decision=Surrender())), "other_kind"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(played, umpire, plan, code):
    assert refused(correct, played, plan, by=umpire) == code


@pytest.mark.parametrize(
    "raw", ["", "{", "[]", '{"edit": {"number": "x", "seat": "rome"}}', '{"edit": 1}', "x" * 10_000_000]
)
def test_a_page_that_was_tampered_with_is_refused(raw):
    assert refused(correcting.read_plan, raw) == "bad_plan"


def test_a_war_that_was_over_goes_on_and_ends_again(war, members, umpire):
    play_year(war, members)
    from campaigns.services import between

    between.decide(war, side="rome", decision=Surrender(), by=members["rome"], now=NOW)
    assert fresh(war).stage == "over"
    there = correct(war, edit(fresh(war), Surrender, None, seat="rome", year=2), by=umpire)
    assert (there.stage, there.winner, there.ended_at, year_of(there).number) == ("running", "", None, 2)
    assert books.check(there) == []
    between.decide(there, side="carthage", decision=Surrender(), by=members["carthage"], now=NOW)
    assert (fresh(war).stage, fresh(war).winner) == ("over", "rome")


def routed(war, year: int) -> Fought:
    """Everybody whom Carthage brought in that year was lost."""
    brought = moves_of(decided(war, Muster, year))["carthage"].units
    units = state_of(war).units["carthage"]
    return won_by("rome", "major", losses={("carthage", key): (0, units[key].figures) for key in brought})


def test_a_war_may_end_by_a_correction(club, rome, carthage, members, umpire):
    """Three draws, of which one after the other turns out to have been a disaster for Carthage."""
    war = a_war(club, rome=rome, carthage=carthage, by=rome, umpire=umpire)
    for _year in range(3):
        war = play_year(war, members, winner="draw")
    for year in (1, 2, 3):
        if war.stage == "running":
            plan = with_defaults(war, edit(war, Fought, routed(war, year), year=year))
            war = correct(war, plan, by=umpire)
    assert (war.stage, war.winner) == ("over", "rome")
    ended = state_of(war).ended.year
    stages = {year.number: year.stage for year in Year.objects.filter(campaign=war)}
    assert stages == {number: "closed" if number <= ended else "waiting" for number in range(1, 5)}
    assert ended < 4
    assert books.check(war) == []


def test_a_corrected_war_leaves_and_enters_as_it_was(club, played, rome, umpire):
    war = correct(played, with_defaults(played, edit(played, Fought, won_by("carthage"))), by=umpire)
    first = records.to_json(records.export_record(war))
    copy = fresh(records.import_record(club, raw=first.encode(), toml=False, by=rome, now=NOW))
    assert records.to_json(records.export_record(copy)) == first
    assert state_of(copy) == state_of(war)
    assert WHY in first


def test_there_and_back(played, umpire):
    """What was corrected can be corrected again: the war stands as it stood."""
    before, original = state_of(played), moves_of(decided(played, Fought))[HOST]
    there = correct(played, with_defaults(played, edit(played, Fought, won_by("carthage"))), by=umpire)
    back = correct(there, with_defaults(there, edit(there, Fought, original)), by=umpire)
    assert state_of(back) == before
    assert Engagement.objects.get(year__campaign=back, year__number=1).corrected is None
    assert back.revision == 2


# --- Where nobody umpires -----------------------------------------------------------------------------


@once
def between_two(club, place, livia, hanno):
    """A club of two: its owner and the other player are in the war."""
    members = {"rome": place(livia), "carthage": place(hanno)}
    club.memberships.exclude(pk__in=[one.pk for one in members.values()]).update(role="player")
    war = a_war(club, rome=members["rome"], carthage=members["carthage"], by=members["rome"])
    return play_year(war, members)


def propose(war, plan, *, by):
    return correcting.propose(war, plan=plan, reason=WHY, seen=fresh(war).last_decision, by=by, now=NOW)


def answer(war, proposal, accept, *, by):
    return correcting.answer(war, proposal_id=proposal.public_id, accept=accept, by=by, now=NOW)


def test_one_side_proposes_and_the_other_consents(between_two, rome, carthage, spectator):
    war = between_two
    plan = with_defaults(war, edit(war, Fought, won_by("carthage")))
    assert refused(correct, war, plan, by=rome) == "umpire_only"
    assert refused(propose, war, plan, by=spectator) == "umpire_only"
    proposal = propose(war, plan, by=rome)
    assert refused(propose, war, plan, by=carthage) == "proposed"
    assert OutboxMessage.objects.get(kind="correction_proposed").recipient == carthage
    assert refused(answer, war, proposal, True, by=rome) == "other_side"
    assert refused(answer, war, proposal, True, by=spectator) == "umpire_only"
    before = state_of(fresh(war))
    answer(war, proposal, True, by=carthage)
    assert state_of(fresh(war)) != before
    assert refused(answer, war, proposal, True, by=carthage) == "answered"
    assert books.check(fresh(war)) == []


def test_a_proposal_is_declined_or_taken_back_and_nothing_changes(between_two, rome, carthage):
    plan = with_defaults(between_two, edit(between_two, Fought, won_by("carthage")))
    before = state_of(fresh(between_two))
    answer(between_two, propose(between_two, plan, by=rome), False, by=carthage)
    assert OutboxMessage.objects.get(kind="correction_declined").recipient == rome
    answer(between_two, propose(between_two, plan, by=rome), False, by=rome)
    assert state_of(fresh(between_two)) == before


def test_a_proposal_for_a_war_that_has_gone_on_cannot_be_made(between_two, rome, carthage):
    plan = with_defaults(between_two, edit(between_two, Fought, won_by("carthage")))
    proposal = propose(between_two, plan, by=rome)
    order(between_two, rome=(rome, "battle"), carthage=(carthage, "battle"))
    assert refused(answer, between_two, proposal, True, by=carthage) == "stale"
    answer(between_two, proposal, False, by=carthage)


def test_where_somebody_umpires_nobody_proposes(played, rome):
    plan = with_defaults(played, edit(played, Fought, won_by("carthage")))
    assert refused(propose, played, plan, by=rome) == "umpire_only"


# --- The open year, real dice, a war from a record ----------------------------------------------------


def test_new_dice_of_a_year_whose_secret_is_not_shown_are_not_foreseen_but_fall(war, members, umpire):
    """Carthage punished, as it turns out: the die for the scenario was never thrown, and nobody may know it before the correction."""
    order(war, rome=(members["rome"], "battle"), carthage=(members["carthage"], "battle"))
    war = fresh(war)
    plan = edit(war, Order, Order(action="punishment"), seat="carthage")
    found = correcting.foresee(war, plan)
    assert (found.stopped, found.rolls_new, found.steps) == ("dice", (), [])
    assert not Roll.objects.filter(campaign=war, address="year/1/scenario").exists()
    there = correct(war, plan, by=umpire)
    (fell,) = Roll.objects.filter(campaign=there, address="year/1/scenario")
    assert (fell.source, fell.epoch) == ("program", 1)
    assert state_of(there).now.orders == {"rome": "battle", "carthage": "punishment"}
    there = wait_out(there, until="battle")
    assert books.check(there) == []


def test_typed_dice_of_a_closed_year_are_corrected(hand_war, members, umpire):
    from campaigns.rules.decisions import Typed
    from tests.factories.campaigns import fought_by_hand

    war = fought_by_hand(hand_war, members, {"reinforcements/rome": (6, 4)})
    assert year_of(war).number == 2
    wrong = next(
        one
        for one in rewind.standing_decisions(war)
        for move in moves_of(one).values()
        if isinstance(move, Typed) and move.address == "year/1/reinforcements/rome"
    )
    right = Typed(address="year/1/reinforcements/rome", faces=(1, 1))
    plan = Plan(edit=Edit(number=wrong.number, seat="rome", decision=right))
    assert (
        refused(
            correct,
            war,
            Plan(edit=Edit(number=wrong.number, seat="rome", decision=Typed(address=right.address, faces=(7, 1)))),
            by=umpire,
        )
        == "impossible_face"
    )
    there = correct(war, with_defaults(war, plan), by=umpire)
    roll = Roll.objects.filter(campaign=there, address=right.address).order_by("pk").last()
    assert (roll.faces, roll.source, roll.typed_by) == ([1, 1], "hand", umpire)
    assert not there.sides.get(key="rome").reinforcements.filter(year=1, table="reinforcements").exclude(common=0)
    assert books.check(there) == []


def test_a_war_from_a_record_is_corrected_like_any_other(club, played, rome, umpire):
    raw = records.to_json(records.export_record(played)).encode()
    copy = fresh(records.import_record(club, raw=raw, toml=False, by=rome, now=NOW))
    copy.umpire = umpire
    copy.save(update_fields=["umpire"])
    felled = won_by("carthage", felled=[("rome", "r-general")])
    there = correct(copy, with_defaults(copy, edit(copy, Fought, felled)), by=umpire)
    first = records.to_json(records.export_record(there))
    again = fresh(records.import_record(club, raw=first.encode(), toml=False, by=rome, now=NOW))
    assert state_of(again) == state_of(there)
    assert books.check(there) == []


def test_a_look_at_a_correction_writes_nothing_and_reads_nothing_sealed(
    played, rome, carthage, django_assert_num_queries
):
    """Two worlds that differ in what is sealed look the same."""
    plan = edit(played, Order, Order(action="alliance"), seat="rome")
    empty = correcting.foresee(fresh(played), plan)
    for side, by in (("rome", rome), ("carthage", carthage)):
        action = allowed(played, side)
        sealed.give_order(played, side=side, action=action, salt=f"canary of {side}", ready=False, by=by, now=NOW)
    war = fresh(played)
    with django_assert_num_queries(9):
        full = correcting.foresee(war, plan)
    assert full == empty
    assert fresh(played).version == war.version


# --- What was never handed in, and what was not made ---------------------------------------------------


def test_a_default_that_struck_is_corrected_like_any_order(war, members, umpire):
    """Carthage never came: what the war lays down was taken. Then its slip turns up."""
    sealed.give_order(war, side="rome", action=allowed(war, "rome"), by=members["rome"], now=NOW)
    wait_out(war, until="battle")
    (struck,) = [one for one in rewind.standing_decisions(fresh(war)) if one.year == 1][:1]
    assert struck.manners["carthage"] != "own"
    was = moves_of(struck)["carthage"]
    turned_up = Order(action=next(key for key in ("guerrilla", "battle") if key != was.action))
    plan = with_defaults(war, Plan(edit=Edit(number=struck.number, seat="carthage", decision=turned_up)))
    corrected = correct(war, plan, by=umpire)
    again = decided(corrected, Order)
    assert (moves_of(again)["carthage"], again.manners["carthage"]) == (turned_up, "corrected")
    assert books.check(corrected) == []


def test_an_order_that_was_not_given_becomes_what_the_war_lays_down(played, umpire):
    number = decided(played, Order).number
    was = moves_of(decided(played, Order))["rome"]
    default = rules_of(played).pack.default_action
    plan = Plan(edit=Edit(number=number, seat="rome"))
    if was.action == default:
        other = Order(action="guerrilla" if default != "guerrilla" else "battle")
        played = correct(played, with_defaults(played, edit(played, Order, other, seat="rome")), by=umpire)
        plan = Plan(edit=Edit(number=decided(played, Order).number, seat="rome"))
    war = correct(played, with_defaults(played, plan), by=umpire)
    again = decided(war, Order)
    assert (moves_of(again)["rome"].action, again.manners["rome"]) == (default, "program")
    entry = LedgerEntry.objects.filter(campaign=war, kind="corrected").latest("seq")
    assert (json.loads(entry.data)["removed"], json.loads(entry.data)["inserted"]) == (True, False)
    assert books.check(war) == []


def test_what_nobody_wrote_down_is_added_before_a_decision(played, umpire, members):
    """Carthage had given up before the second year; the page of the correction tells it, and everybody hears of it."""
    number = decided(played, Order, year=2).number
    plan = Plan(edit=Edit(number=number, seat="carthage", decision=Surrender(), insert=True))
    war = correct(played, with_defaults(played, plan), by=umpire)
    assert (war.stage, war.reason, war.winner) == ("over", "surrender", "rome")
    (entry,) = LedgerEntry.objects.filter(campaign=war, kind="corrected")
    told = json.loads(entry.data)
    assert (told["inserted"], told["prompt"], told["side"], told["year"]) == (True, "surrender", "carthage", 2)
    added = rewind.standing_decisions(war)[-1]
    assert (moves_of(added), added.manners, added.actor) == (
        {"carthage": Surrender()},
        {"carthage": "corrected"},
        umpire,
    )
    assert OutboxMessage.objects.filter(kind="corrected", recipient=members["carthage"]).exists()
    assert books.check(war) == []
    # And out again: the war goes on as it would have.
    back = Plan(edit=Edit(number=added.number, seat="carthage"))
    assert correct(war, with_defaults(war, back), by=umpire).stage == "running"
    assert books.check(fresh(war)) == []


def test_what_cannot_be_added_is_refused_and_nothing_is_stored(played, umpire):
    number = decided(played, Order, year=2).number
    before = LedgerEntry.objects.count()
    for seat, decision in (("rome", Order(action="battle")), ("rome", None), (HOST, Surrender())):
        plan = Plan(edit=Edit(number=number, seat=seat, decision=decision, insert=True))
        assert refused(correct, played, plan, by=umpire) in ("not_insertable", "nothing_corrected")
    assert LedgerEntry.objects.count() == before


def test_dice_typed_in_that_stay_are_not_said_to_fall_away(club, members, umpire):
    war = a_war(
        club, rome=members["rome"], carthage=members["carthage"], by=members["rome"], umpire=umpire, dice="hand"
    )
    play_year(war, members)
    plan = with_defaults(war, edit(war, Fought, won_by("carthage", "major")))
    found = correcting.foresee(fresh(war), plan)
    kept = {one.address for step in found.steps for one in step.moves.values() if hasattr(one, "address")}
    assert kept
    assert not kept & set(found.rolls_gone)
