"""Several at the same moment: nothing is lost that was answered with success, nothing happens twice, and nobody waits in vain.

Runs on whatever database the suite runs on: a SQLite file, or PostgreSQL.
"""

from datetime import timedelta

import pytest

from battles.models import Battle, OutboxMessage
from battles.services import heart
from campaigns import tasks
from campaigns.models import Decision, Delivery, LedgerEntry, StrategicAction, Webhook, Year
from campaigns.models.codec import state_of
from campaigns.rules.correcting import Edit, Resolution
from campaigns.rules.decisions import Muster, Skip
from campaigns.services import (
    between,
    books,
    correcting,
    extensions,
    founding,
    posting,
    rewind,
    sealed,
    turning,
    webhooks,
)
from campaigns.services import umpire as desk
from campaigns.services.foreseeing import Plan
from clubs import clock
from clubs.errors import Refusal, Stale
from tests.factories.campaigns import a_war, act, an_army, found_war, fresh, play_year, seat, to_battle, year_of
from tests.factories.clubs import NOW
from tests.receiver import Receiver
from tests.together import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def wars_own_time():
    """A nudge asks the clock: it shows the moment at which these wars are played."""
    clock.set_offset(NOW - clock.now())


def give(war, side, action, *, by, **how):
    return sealed.give_order(war, side=side, action=action, by=by, now=clock.now(), **how)


# --- The last two at once ---------------------------------------------------------------------------


@pytest.mark.parametrize("again", range(8))
def test_the_last_two_ready_at_once_open_the_orders_without_waiting(war, rome, carthage, again):
    came = at_once(
        lambda: give(war, "rome", "battle", by=rome),
        lambda: give(war, "carthage", "battle", by=carthage),
    )
    assert [type(one) for one in came] == [StrategicAction, StrategicAction]
    assert year_of(war).stage == "muster"  # the nudge was enough: no tick ran
    assert Decision.objects.filter(campaign=war).count() == 1
    assert OutboxMessage.objects.filter(kind="your_muster").count() == 2


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_in_two_hundred_wars_the_last_two_are_never_left_waiting(club, rome, carthage):
    waiting = []
    for _round in range(200):
        war = a_war(club, rome=rome, carthage=carthage, by=rome)
        came = at_once(
            lambda war=war: give(war, "rome", "battle", by=rome),
            lambda war=war: give(war, "carthage", "battle", by=carthage),
        )
        if year_of(war).stage != "muster" or Decision.objects.filter(campaign=war).count() != 1:
            waiting.append((war.public_id, came))
    assert waiting == []


@pytest.mark.parametrize("again", range(4))
def test_the_last_two_musters_at_once_open_one_battle(war, members, rome, carthage, again):
    give(war, "rome", "alliance", by=rome)
    give(war, "carthage", "alliance", by=carthage)
    now = clock.now()
    came = at_once(
        lambda: sealed.give_muster(war, side="rome", units=["r1"], by=rome, now=now),
        lambda: sealed.give_muster(war, side="carthage", units=["c1"], by=carthage, now=now),
    )
    assert not any(isinstance(one, Exception) for one in came), came
    assert year_of(war).stage == "battle"
    assert Battle.objects.count() == 1


def test_many_ticks_and_nudges_at_once_turn_a_year_once(war, rome, carthage):
    give(war, "rome", "battle", by=rome, ready=False)
    give(war, "carthage", "battle", by=carthage, ready=False)
    deadline = year_of(war).deadline_at
    came = at_once(
        *[lambda: turning.turn(war.pk, now=deadline)] * 4,
        *[lambda: turning.tick(deadline)] * 4,
        *[lambda: turning.turn_due(deadline)] * 2,
    )
    assert not any(isinstance(one, Exception) for one in came), came
    assert sum(one is True for one in came[:4]) <= 1
    assert Decision.objects.filter(campaign=war).count() == 1
    assert year_of(war).stage == "muster"
    assert year_of(war).attempts == 0


# --- Against the closing ----------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [8, 20, pytest.param(50, marks=pytest.mark.slow)])
def test_every_order_answered_with_success_is_in_the_result(war, rome, carthage, hands):
    """Many hands at the deadline, while the tick closes the year: an order is either refused or counts."""
    deadline = year_of(war).deadline_at
    actions = ("alliance", "punishment", "battle", "defence", "guerrilla")

    def submit(number):
        side, member = (("rome", rome), ("carthage", carthage))[number % 2]
        action = actions[number % 5]
        row = sealed.give_order(war, side=side, action=action, ready=False, by=member, now=deadline)
        return side, row.revision, action

    came = at_once(*[lambda n=n: submit(n) for n in range(hands)], lambda: turning.turn(war.pk, now=deadline))
    accepted = [one for one in came[:hands] if isinstance(one, tuple)]
    refused = [one for one in came[:hands] if not isinstance(one, tuple)]
    assert all(isinstance(one, Refusal) and one.code == "stage_closed" for one in refused), refused
    turning.turn(war.pk, now=deadline + timedelta(minutes=5))  # if every hand was quicker than the tick's first look
    orders = state_of(fresh(war)).now.orders
    for side in ("rome", "carthage"):
        mine = [(revision, action) for who, revision, action in accepted if who == side]
        assert [revision for revision, _action in sorted(mine)] == list(range(1, len(mine) + 1))
        assert orders[side] == (max(mine)[1] if mine else "defence")
    assert Decision.objects.filter(campaign=war).count() == 1


def test_ready_withdrawn_while_the_year_turns_is_refused_or_counts(war, rome, carthage):
    give(war, "rome", "battle", by=rome)
    give(war, "carthage", "battle", by=carthage, ready=False)
    Year.objects.filter(campaign=war).update(ready=True)  # as it is a moment before the nudge
    now = clock.now()
    withdrawn, turned = at_once(
        lambda: sealed.withdraw_ready(war, side="rome", by=rome, now=now),
        lambda: turning.turn(war.pk, now=now),
    )
    if isinstance(withdrawn, Refusal):
        assert (withdrawn.code, turned, year_of(war).stage) == ("stage_closed", True, "muster")
    else:
        assert (turned, year_of(war).stage) == (False, "orders")


# --- Two windows ------------------------------------------------------------------------------------


def test_two_windows_of_one_player_and_the_second_is_told(war, rome):
    give(war, "rome", "battle", by=rome)
    came = at_once(
        *[
            lambda action=action: give(war, "rome", action, by=rome, revision=1)
            for action in ("defence", "guerrilla", "alliance")
        ]
    )
    assert sum(isinstance(one, Stale) for one in came) == 2
    row = StrategicAction.objects.get()
    assert row.revision == 2
    assert row.action in [one.action for one in came if isinstance(one, StrategicAction)]


def test_a_decision_made_twice_at_once_counts_once(war, members, rome, carthage):
    give(war, "rome", "defence", by=rome)
    give(war, "carthage", "battle", by=carthage)
    held = fresh(war)
    assert year_of(war).stage == "choices"
    came = at_once(
        *[lambda: between.decide(held, side="rome", decision=Skip(), by=rome, now=NOW, version=held.version)] * 3
    )
    assert sum(isinstance(one, Stale) for one in came) == 2
    assert Decision.objects.filter(campaign=war).count() == 2


def test_a_side_offered_to_two_goes_to_one(club, rome, carthage, spectator):
    draft = found_war(club, by=rome)
    offers = [
        founding.offer_side(draft, side="carthage", member=who, by=rome, now=NOW) for who in (carthage, spectator)
    ]
    came = at_once(
        *[
            lambda offer=offer, who=who: founding.answer_offer(offer, accept=True, by=who, now=NOW)
            for offer, who in zip(offers, (carthage, spectator), strict=True)
        ]
    )
    assert sum(isinstance(one, Refusal) for one in came) == 1
    assert draft.sides.get(key="carthage").holders.filter(until=None).count() == 1


# --- A battle and its war ---------------------------------------------------------------------------


def test_a_war_begins_once(club, rome, carthage):
    draft = found_war(club, by=rome)
    for side, member in (("rome", rome), ("carthage", carthage)):
        seat(draft, side, member, by=rome)
        founding.set_army(draft, side=side, army=an_army(side[0]), by=member, now=NOW)
    came = at_once(*[lambda: founding.begin(draft, by=rome, now=NOW)] * 3)
    assert sum(isinstance(one, Refusal) for one in came) == 2
    assert Year.objects.filter(campaign=draft).count() == 1


@pytest.mark.parametrize("again", range(6))
def test_a_confirmation_and_an_agreement_to_pass_the_year_never_wait_for_each_other(
    war, members, rome, carthage, again
):
    """One holds the battle and comes for the war, the other the war and comes for the battle."""
    to_battle(war, members)
    act(war, "rome", "report", by=rome, winner="draw")
    between.decide(war, side="carthage", decision=Skip(), by=carthage, now=NOW)
    confirmed, passed = at_once(
        lambda: act(war, "carthage", "confirm", by=carthage),
        lambda: between.decide(war, side="rome", decision=Skip(), by=rome, now=NOW),
    )
    came = [one for one in (confirmed, passed) if not isinstance(one, Exception)]
    lost = [one for one in (confirmed, passed) if isinstance(one, Exception)]
    assert len(came) == 1
    assert all(isinstance(one, Refusal) for one in lost), lost


@pytest.mark.parametrize("again", range(4))
def test_a_deadline_moves_while_the_battle_is_reported(war, members, rome, umpire, again):
    to_battle(war, members)
    reported, moved = at_once(
        lambda: act(war, "rome", "report", by=rome, winner="draw"),
        lambda: desk.move_deadline(war, deadline_at=NOW + timedelta(days=9), reason="Snow", by=umpire, now=NOW),
    )
    assert isinstance(reported, Battle), reported
    assert isinstance(moved, Year), moved
    assert Battle.objects.get().deadline_at == NOW + timedelta(days=9)


def test_a_report_reopened_while_the_next_orders_close_is_either(war, members, rome, carthage, umpire):
    play_year(war, members)
    give(war, "rome", "battle", by=rome, ready=False)
    give(war, "carthage", "battle", by=carthage, ready=False)
    deadline = year_of(war).deadline_at
    reopened, turned = at_once(
        lambda: desk.reopen_report(fresh(war), reason="A wrong figure", by=umpire, now=deadline),
        lambda: turning.turn(war.pk, now=deadline),
    )
    if isinstance(reopened, Refusal):
        assert (turned, year_of(war).number) == (True, 2)
        assert reopened.code == "too_late"
    else:
        assert reopened is None
        assert not isinstance(turned, Exception)
        assert (year_of(war).number, year_of(war).stage) == (1, "battle")
    assert books.check(fresh(war)) == []


def test_a_broken_nudge_does_not_fail_the_order(monkeypatch, war, rome, carthage):
    def away(campaign_id):
        raise ConnectionError("the broker is away")

    monkeypatch.setattr(tasks, "ring", away)
    give(war, "rome", "battle", by=rome)
    assert give(war, "carthage", "battle", by=carthage).ready
    assert year_of(war).stage == "orders"
    assert turning.tick(clock.now()) == 1
    assert year_of(war).stage == "muster"


def test_entries_written_at_once_have_no_holes(war, umpire):
    came = at_once(*[lambda n=n: desk.note(war, text=f"Snow {n}", by=umpire, now=NOW) for n in range(8)])
    assert not any(isinstance(one, Exception) for one in came), came
    numbers = list(LedgerEntry.objects.filter(campaign=war).order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, fresh(war).seq + 1))


# --- The clock --------------------------------------------------------------------------------------


def entries(war, kind):
    return LedgerEntry.objects.filter(campaign=war, kind=kind).count()


def test_workers_that_come_back_together_give_the_time_back_once(war, settings):
    settings.OUTAGE_HOURS = 1
    deadline, hour = year_of(war).deadline_at, timedelta(hours=1)
    heart.beat(turning.HEART, deadline - hour)
    back = deadline + 3 * hour
    came = at_once(
        *[lambda: turning.tick(back)] * 4,
        *[lambda: turning.turn(war.pk, now=back)] * 3,
        lambda: turning.turn_due(back),
    )
    assert not any(isinstance(one, Exception) for one in came), came
    assert (year_of(war).stage, year_of(war).deadline_at) == ("orders", deadline + 4 * hour)
    assert entries(war, "deadline_moved") == 1
    assert OutboxMessage.objects.filter(kind="deadline_moved").count() == 3  # both sides and the umpire, once each


def test_a_pause_that_is_over_ends_once_however_many_look(war, umpire):
    left, until = year_of(war).deadline_at - clock.now(), clock.now() + timedelta(days=2)
    desk.pause(war, reason="Snow.", until=until, by=umpire, now=clock.now())
    came = at_once(*[lambda: turning.tick(until)] * 4, lambda: turning.turn_due(until))
    assert not any(isinstance(one, Exception) for one in came), came
    assert abs(year_of(war).deadline_at - until - left) < timedelta(seconds=30)
    assert entries(war, "resumed") == 1


def test_of_two_who_ask_for_more_time_at_once_one_is_heard(war, rome, carthage):
    until = year_of(war).deadline_at + timedelta(days=2)

    def ask(side, member):
        return extensions.ask(war, side=side, until=until, reason="Snow.", by=member, now=clock.now())

    came = at_once(lambda: ask("rome", rome), lambda: ask("carthage", carthage))
    assert sorted(type(one).__name__ for one in came) == ["Extension", "Refusal"]
    assert [one.code for one in came if isinstance(one, Refusal)] == ["asked_already"]


def test_a_yes_and_a_no_at_once_are_one_answer(club, war, rome, carthage, umpire):
    before = year_of(war).deadline_at
    request = extensions.ask(
        war, side="rome", until=before + timedelta(days=2), reason="Snow.", by=rome, now=clock.now()
    )

    def say(yes):
        return extensions.answer(war, request, side="carthage", yes=yes, by=carthage, now=clock.now())

    came = at_once(lambda: say(True), lambda: say(False), lambda: say(True))
    assert sum(isinstance(one, Stale) for one in came) == 2
    moved = entries(war, "deadline_moved")
    assert moved + entries(war, "extension_ended") == 1
    assert year_of(war).deadline_at == before + timedelta(days=2 * moved)


def test_news_are_gathered_and_sent_once_by_however_many(club, livia, war, members, settings):
    with Receiver() as receiver:
        settings.WEBHOOK_INSIDE = [f"127.0.0.1:{receiver.port}"]
        address = f"http://127.0.0.1:{receiver.port}/hook"
        webhooks.add(club, address=address, form="signed", topics=["war", "year"], by=livia, now=NOW)
        Webhook.objects.update(seen={})

        def sweep():
            posting.gather(now=NOW)
            return posting.relay(now=NOW)

        came = at_once(sweep, sweep, sweep)

        assert sum(came) == 1
        assert len(receiver.got) == 1
        assert Delivery.objects.get().state == "sent"


# --- Two corrections at once -----------------------------------------------------------------------------


def test_of_two_corrections_at_once_one_is_made(war, members, umpire):
    war = play_year(war, members)
    order = next(one for one in rewind.standing_decisions(war) if one.stage == "muster")
    plans = [
        Plan(edit=Edit(number=order.number, seat="rome", decision=Muster(units=units)))
        for units in (("r1", "r2"), ("r2", "r1"))
    ]
    plans = [_settled(war, plan) for plan in plans]

    def correct(plan):
        about = {"plan": plan, "reason": "Misread.", "seen": war.last_decision, "by": umpire, "now": clock.now()}
        return correcting.correct(war, **about)

    came = at_once(lambda: correct(plans[0]), lambda: correct(plans[1]))
    assert sorted(type(one).__name__ for one in came) == ["Campaign", "Stale"]
    assert fresh(war).revision == 1
    assert books.check(fresh(war)) == []


def _settled(war, plan: Plan) -> Plan:
    """Whatever no longer fits goes by the first way."""
    for _round in range(20):
        found = correcting.foresee(war, plan).open
        if not found:
            break
        settled = {one.key: Resolution(how=one.ways[0]) for one in found}
        settled = {key: Resolution(how="ask") if one.how == "typed" else one for key, one in settled.items()}
        plan = Plan(edit=plan.edit, resolutions={**plan.resolutions, **settled})
    return plan
