"""The key to the dice is lost: nothing is tried for ever, nothing is rolled in secret, and the war can go on in public."""

import pytest
from cryptography.fernet import Fernet

from battles.models import DiceSecret, OutboxMessage
from campaigns.models import Engagement, LedgerEntry, Roll
from campaigns.rules.decisions import Skip
from campaigns.services import between, sealed, turning
from campaigns.services import umpire as desk
from clubs.errors import NotSeen, Refusal
from tests.factories.campaigns import (
    DAY,
    WON,
    act,
    asked,
    battle_of,
    fight,
    fresh,
    order,
    play_year,
    throw,
    to_battle,
    wait_out,
    year_of,
)
from tests.factories.clubs import NOW
from tests.factories.dice import quiet_years

pytestmark = pytest.mark.django_db
WHY = "The disk with the key died."


@pytest.fixture(autouse=True)
def quiet():
    """The stories need a war that goes on as it was left: no event ends it, or orders an action."""
    with quiet_years():
        yield


@pytest.fixture
def lose_key(settings):
    def lose():
        settings.DICE_KEYS = [Fernet.generate_key()]

    return lose


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as answer:
        verb(*args, **kwargs)
    assert str(answer.value)
    return answer.value.code


def kinds(war) -> list[str]:
    return list(LedgerEntry.objects.filter(campaign=war).order_by("seq").values_list("kind", flat=True))


def draw(war, *, by, now=NOW):
    return desk.draw_new_secret(war, reason=WHY, by=by, now=now)


@pytest.fixture
def stuck(war, rome, carthage, lose_key):
    """The die that finds the scenario cannot be rolled."""
    lose_key()
    order(war, rome=(rome, "punishment"), carthage=(carthage, "punishment"))
    return fresh(war)


def test_a_war_whose_dice_cannot_be_unlocked_is_held_at_once_with_its_reason(stuck, umpire):
    assert stuck.stage == "held"
    assert year_of(stuck).attempts == 1
    entry = LedgerEntry.objects.get(campaign=stuck, kind="held")
    assert "secret_lost" in entry.data
    notice = OutboxMessage.objects.get(recipient=umpire, kind="held")
    assert notice.data["reason"] == "secret_lost"
    assert not Roll.objects.exists()
    assert turning.due(NOW + 30 * DAY) == []


def test_a_new_secret_is_drawn_in_public_and_the_war_goes_on(stuck, umpire, rome, carthage):
    year = draw(stuck, by=umpire)
    assert year.epoch == 2
    old, new = DiceSecret.objects.filter(game=stuck.game, year=1).order_by("epoch")
    assert (old.revealed, new.revealed) == ("", "")
    assert kinds(stuck)[-3:] == ["dice_lost", "dice_committed", "released"]
    told = OutboxMessage.objects.filter(kind="dice_redrawn")
    assert {m.recipient for m in told} == {rome, carthage, umpire}
    assert all(m.data["commitment"] == new.commitment for m in told)
    assert [row.action for row in year.orders.order_by("side")] == ["punishment", "punishment"]
    assert turning.turn(stuck.pk, now=NOW)
    assert Roll.objects.get(address="year/1/scenario").epoch == 2


def test_the_year_closes_and_its_new_secret_is_shown(stuck, umpire, members):
    draw(stuck, by=umpire)
    turning.turn(stuck.pk, now=NOW)
    war = wait_out(stuck, until="battle")
    fight(war, reporter=("rome", members["rome"]), confirmer=("carthage", members["carthage"]), winner="draw")
    war = wait_out(war)
    assert DiceSecret.objects.get(game=war.game, year=1, epoch=2).revealed


def test_only_who_may_let_a_war_go_on_draws_a_new_secret(stuck, carthage, spectator, officer, stranger):
    for other in (carthage, spectator):
        assert refused(draw, stuck, by=other) == "umpire_only"
    with pytest.raises(NotSeen):
        draw(stuck, by=stranger)
    assert refused(desk.draw_new_secret, stuck, reason=" ", by=officer, now=NOW) == "reason_missing"
    draw(stuck, by=officer)


def test_dice_that_are_safe_are_never_drawn_again(war, umpire):
    assert refused(draw, war, by=umpire) == "secret_safe"
    assert DiceSecret.objects.filter(game=war.game).count() == 1


def test_dice_are_not_drawn_a_second_time_after_the_loss(stuck, umpire):
    draw(stuck, by=umpire)
    assert refused(draw, stuck, by=umpire) == "secret_safe"


def test_released_without_a_new_secret_it_is_held_again(stuck, umpire):
    desk.release(stuck, by=umpire, now=NOW)
    assert not turning.turn(stuck.pk, now=NOW)
    assert fresh(stuck).stage == "held"


def test_a_key_that_is_found_again_needs_no_new_secret(war, rome, carthage, umpire, settings, lose_key):
    keys = settings.DICE_KEYS
    lose_key()
    order(war, rome=(rome, "punishment"), carthage=(carthage, "punishment"))
    settings.DICE_KEYS = keys
    desk.release(war, by=umpire, now=NOW)
    assert turning.turn(war.pk, now=NOW)


def test_a_confirmed_report_is_kept_while_the_war_is_held_and_taken_in_afterwards(
    war, members, rome, carthage, umpire, lose_key
):
    to_battle(war, members)
    battle = battle_of(war)
    lose_key()
    act(war, "rome", "report", by=rome, **WON)
    act(war, "carthage", "confirm", by=carthage)
    battle.refresh_from_db()
    assert battle.stage == "decided"
    assert fresh(war).stage == "held"
    assert Engagement.objects.get(battle=battle).decided_at is None
    draw(war, by=umpire)
    assert Engagement.objects.get(battle=battle).decided_at == NOW
    assert kinds(war).count("fought") == 1
    assert wait_out(war).year_set.get(number=1).summary["outcome"] == {"winner": "rome", "level": "minor"}


def test_a_player_who_answers_is_told_and_nothing_is_lost(hand_war, members, carthage, umpire, lose_key):
    """Real dice, but the program throws for an absent player: then it needs the key."""
    to_battle(hand_war, members)
    lose_key()
    fight(hand_war, reporter=("rome", members["rome"]), confirmer=("carthage", members["carthage"]), winner="draw")
    assert asked(hand_war, "dice")
    assert not turning.turn(hand_war.pk, now=year_of(hand_war).deadline_at)
    assert fresh(hand_war).stage == "held"
    draw(hand_war, by=umpire)
    throw(hand_war, members, {"event/rome": (5, 5), "event/carthage": (5, 5)}, otherwise=1)
    assert year_of(hand_war).number == 2


def test_an_answer_that_needs_the_dice_is_refused_and_the_war_is_held(war, members, rome, carthage, umpire, lose_key):
    to_battle(war, members)
    between.decide(war, side="rome", decision=Skip(), by=rome, now=NOW)
    lose_key()
    before = fresh(war)
    assert refused(between.decide, war, side="carthage", decision=Skip(), by=carthage, now=NOW) == "war_held"
    after = fresh(war)
    assert (after.stage, after.state, after.last_decision) == ("held", before.state, before.last_decision)
    assert battle_of(war).stage == "open"
    draw(war, by=umpire)
    between.decide(war, side="carthage", decision=Skip(), by=carthage, now=NOW)
    assert wait_out(war).year_set.get(number=1).summary["skipped"] is True


def test_a_year_that_needs_no_more_dice_closes_and_says_that_they_cannot_be_checked(hand_war, members, lose_key):
    to_battle(hand_war, members)
    lose_key()
    fight(hand_war, reporter=("rome", members["rome"]), confirmer=("carthage", members["carthage"]), winner="draw")
    throw(hand_war, members, {"event/rome": (5, 5), "event/carthage": (5, 5)}, otherwise=1)
    war = fresh(hand_war)
    assert year_of(war).number == 2
    assert "dice_lost" in kinds(war)
    assert "dice_revealed" not in kinds(war)


def test_a_year_opened_with_the_new_key_is_as_safe_as_ever(war, members, rome, umpire, lose_key):
    war = play_year(war, members)
    lose_key()
    sealed.give_order(war, side="rome", action="battle", by=rome, now=NOW)
    order(war, rome=(rome, "punishment"), carthage=(members["carthage"], "punishment"))
    assert fresh(war).stage == "held"
    draw(war, by=umpire)
    turning.turn(war.pk, now=NOW)
    war = wait_out(war, until="battle")
    fight(war, reporter=("rome", rome), confirmer=("carthage", members["carthage"]), winner="draw")
    war = wait_out(war)
    assert [row.epoch for row in DiceSecret.objects.filter(game=war.game).order_by("year", "epoch")] == [1, 1, 2, 1]
