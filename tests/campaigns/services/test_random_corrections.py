"""Whatever is corrected, however it is settled, one after the other: the books stay sound and the war can be played on."""

import random

import pytest

from campaigns.models import Campaign
from campaigns.models.codec import rules_of, start_of, state_of
from campaigns.rules.correcting import Edit, Resolution
from campaigns.rules.recordlog import Recalled
from campaigns.services import books, branches, correcting, foreseeing, records
from campaigns.services.foreseeing import Plan
from tests.campaigns.rules.test_correcting import HOWS, missing, other, removable
from tests.factories.campaigns import fought_by_hand, fresh, play_year, wait_out
from tests.factories.clubs import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(300)]


class Rulesy:
    """What ``other`` needs of a player."""

    def __init__(self, rules):
        self.rules = rules


def a_plan(war: Campaign, rng: random.Random) -> Plan | None:
    """A lawful correction of a random decision, everything that no longer fits settled at random."""
    rules, log = rules_of(war), foreseeing.log_of(war)
    past = rng.choice(log)
    state = rules.begin(start_of(war))
    for one in log:
        if one.number == past.number:
            break
        state = rules.apply(state, one.moves, Recalled(one.rolls)).state
    edit = an_edit_here(rng, Rulesy(rules), state, past, war.absent.get("order", ""))
    return settled(war, Plan(edit=edit), rng) if edit is not None else None


def an_edit_here(rng: random.Random, player: Rulesy, state, past, default_order: str) -> Edit | None:
    """The decision was another one, was not made, or somebody had made another before it."""
    seat = rng.choice(list(past.moves))
    match rng.choice(HOWS):
        case "removed" if removable(player.rules, state, seat, past.moves[seat], default_order):
            return Edit(number=past.number, seat=seat)
        case "inserted" if (found := missing(rng, player, state)) is not None:
            return Edit(number=past.number, seat=found[0], decision=found[1], insert=True)
    decision = other(rng, player, state, seat, past.moves[seat])
    return Edit(number=past.number, seat=seat, decision=decision) if decision is not None else None


def settled(war: Campaign, plan: Plan, rng: random.Random) -> Plan:
    for _round in range(200):
        found = correcting.foresee(war, plan).open
        if not found:
            return plan
        one = found[0]
        how = rng.choice([way for way in one.ways if way != "typed"])
        plan = Plan(edit=plan.edit, resolutions={**plan.resolutions, one.key: Resolution(how=how)})
    raise AssertionError("it never settles")


def on(war: Campaign, rng: random.Random, umpire) -> None:
    """One random thing done to a war; then its books are sound."""
    war = fresh(war)
    if rng.random() < 0.15:
        number = rng.choice(list(war.year_set.exclude(stage="waiting").values_list("number", flat=True)))
        branches.begin_again(war, number=number, reason="Why not?", seen=war.last_decision, by=umpire, now=NOW)
    else:
        plan = a_plan(war, rng)
        if plan is None:
            return
        correcting.correct(war, plan=plan, reason="Why not?", seen=war.last_decision, by=umpire, now=NOW)
    assert books.check(fresh(war)) == []
    if rng.random() < 0.4:
        with_time(war)
        assert books.check(fresh(war)) == []


def with_time(war: Campaign) -> None:
    """Let what is open be answered by the defaults, as far as that goes."""
    if fresh(war).stage == "running":
        wait_out(war, until="battle")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("dice", ["program", "hand"])
def test_the_books_bear_any_corrections(club, war, hand_war, members, umpire, rome, seed, dice):
    rng = random.Random(f"{seed}/{dice}")
    if dice == "program":
        fought = play_year(play_year(war, members), members)
    else:
        lost = {"winner": "rome", "level": "minor", "felled": [{"seat": "carthage", "character": "c-general"}]}
        fought = fought_by_hand(hand_war, members, {"fate/carthage/c-general": (3, 3)}, **lost)
    for _time in range(5):
        on(fought, rng, umpire)
    raw = records.to_json(records.export_record(fresh(fought))).encode()
    copy = fresh(records.import_record(club, raw=raw, toml=False, by=rome, now=NOW))
    assert state_of(copy) == state_of(fresh(fought))
