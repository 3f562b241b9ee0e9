"""After a restore each war that is being fought says so, has new dice, and gives back the time."""

import json
from datetime import timedelta

import pytest
from cryptography.fernet import Fernet

from battles.models import DiceSecret, Heartbeat, OutboxMessage
from battles.models.letters import Email
from battles.services import heart
from campaigns.models import Campaign, LedgerEntry, Year
from campaigns.models.webhook import Delivery, Webhook
from campaigns.selectors import clocks
from campaigns.services import books, sealed, seats, turning
from campaigns.services.backups.putting import UNFINISHED
from campaigns.services.backups.telling import tell_all
from tests.factories.campaigns import DAY, a_war, found_war, fresh
from tests.factories.clubs import NOW
from tests.worlds import once

pytestmark = pytest.mark.django_db
MADE_AT = NOW + timedelta(hours=1)
LATER = NOW + 2 * DAY


@once
def war(club, place, livia, hanno, ines):
    return a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), umpire=place(ines))


def kinds(war) -> list[str]:
    return list(LedgerEntry.objects.filter(campaign=war).order_by("seq").values_list("kind", flat=True))


def data_of(war, kind: str) -> dict:
    return json.loads(LedgerEntry.objects.filter(campaign=war, kind=kind).latest("seq").data)


def test_the_old_dice_are_shown_and_new_ones_locked_away(war):
    old = DiceSecret.objects.get(game=war.game, year=1)
    assert tell_all(made_at=MADE_AT, now=LATER) == 1
    year = Year.objects.get(campaign=war)
    new = DiceSecret.objects.get(game=war.game, year=1, epoch=2)
    assert kinds(war)[-3:] == ["dice_revealed", "dice_committed", "restored"]
    assert (year.epoch, new.commitment != old.commitment, new.revealed) == (2, True, "")
    assert data_of(war, "dice_revealed")["secret"] == DiceSecret.objects.get(pk=old.pk).revealed != ""
    assert data_of(war, "dice_committed")["commitment"] == new.commitment
    assert books.check(fresh(war)) == []


def test_the_salt_of_an_order_that_is_sealed_is_not_shown_with_them(war, place, livia):
    sealed.give_order(war, side="rome", action="guerrilla", salt="my own salt", by=place(livia), now=NOW)
    tell_all(made_at=MADE_AT, now=LATER)
    assert data_of(war, "dice_revealed")["salts"] == {}


def test_once_the_orders_are_open_whoever_saw_a_roll_can_check_it(war, place, livia, hanno):
    sealed.give_order(war, side="rome", action="guerrilla", salt="one", by=place(livia), now=NOW)
    sealed.give_order(war, side="carthage", action="guerrilla", salt="two", by=place(hanno), now=NOW)
    turning.tick(NOW)
    assert Year.objects.get(campaign=war).stage != "orders"
    tell_all(made_at=MADE_AT, now=LATER)
    assert data_of(war, "dice_revealed")["salts"] == {"rome": "one", "carthage": "two"}
    assert books.check(fresh(war)) == []


def test_deputies_are_told_too(war, place, hanno, marco):
    seats.add_deputy(war, side="carthage", member=place(marco), by=place(hanno), now=NOW)
    tell_all(made_at=MADE_AT, now=LATER)
    assert OutboxMessage.objects.filter(kind="restored", recipient=place(marco)).count() == 1


def test_a_secret_whose_key_is_gone_is_said_to_be_lost(war, settings):
    settings.DICE_KEYS = [Fernet.generate_key().decode()]
    tell_all(made_at=MADE_AT, now=LATER)
    assert kinds(war)[-3:] == ["dice_lost", "dice_committed", "restored"]
    assert books.check(fresh(war)) == []


def test_a_key_that_came_along_opens_it(war, settings):
    old = list(settings.DICE_KEYS)
    settings.DICE_KEYS = [Fernet.generate_key().decode()]
    tell_all(made_at=MADE_AT, now=LATER, old_keys=old)
    assert kinds(war)[-3:] == ["dice_revealed", "dice_committed", "restored"]


def test_what_was_left_of_the_stage_is_left_of_it_still(war):
    left = Year.objects.get(campaign=war).deadline_at - MADE_AT
    tell_all(made_at=MADE_AT, now=LATER)
    year = Year.objects.get(campaign=war)
    assert year.deadline_at - LATER == left
    assert data_of(war, "restored") == {
        "made_at": MADE_AT.isoformat(),
        "stage": "orders",
        "deadline": year.deadline_at.isoformat(),
    }


def test_the_old_heartbeat_of_a_backup_does_not_give_the_time_back_a_second_time(war, settings):
    settings.OUTAGE_HOURS = 1
    heart.beat(turning.HEART, MADE_AT)
    tell_all(made_at=MADE_AT, now=LATER)
    deadline = Year.objects.get(campaign=war).deadline_at
    turning.tick(LATER)
    assert Year.objects.get(campaign=war).deadline_at == deadline
    assert clocks.meant_now(fresh(war), Year.objects.get(campaign=war)) is None  # and no clock has changed


def test_nobody_is_taken_at_a_word_that_he_may_have_changed_since(war, place, livia, hanno):
    for side, who in (("rome", livia), ("carthage", hanno)):
        sealed.give_order(war, side=side, action="guerrilla", by=place(who), now=NOW)
    assert Year.objects.get(campaign=war).ready
    tell_all(made_at=MADE_AT, now=LATER)
    turning.tick(LATER)
    year = Year.objects.get(campaign=war)
    assert (year.stage, year.ready, year.orders.filter(ready=True).count(), year.orders.count()) == (
        "orders",
        False,
        0,
        2,
    )


def test_everybody_it_is_about_is_told_once(war, club):
    OutboxMessage.objects.all().delete()
    tell_all(made_at=MADE_AT, now=LATER)
    told = OutboxMessage.objects.filter(kind="restored")
    assert sorted(one.recipient.user.username for one in told) == ["fabia", "hanno", "ines", "livia"]
    secret = DiceSecret.objects.get(game=war.game, year=1, epoch=1).revealed
    assert all(secret not in str(one.data) for one in told)


def test_a_letter_that_waited_when_the_backup_was_taken_is_not_sent_twice(war):
    waited = OutboxMessage.objects.first()
    OutboxMessage.objects.filter(pk=waited.pk).update(email_state=Email.WAITING, next_attempt_at=NOW)
    tell_all(made_at=MADE_AT, now=LATER)
    assert OutboxMessage.objects.get(pk=waited.pk).email_state == Email.DROPPED
    assert not OutboxMessage.objects.exclude(kind="restored").filter(email_state=Email.WAITING).exists()


def test_news_for_others_that_waited_are_not_sent_twice(war, club):
    hook = Webhook.objects.create(club=club, form="signed", host="example.org", address=b"x", created_at=NOW)
    Delivery.objects.create(webhook=hook, key="k", payload={}, created_at=NOW, next_attempt_at=NOW)
    tell_all(made_at=MADE_AT, now=LATER)
    assert Delivery.objects.get(key="k").state == Email.DROPPED


def test_a_held_war_stays_held(war):
    Campaign.objects.filter(pk=war.pk).update(stage="held")
    assert tell_all(made_at=MADE_AT, now=LATER) == 1
    assert fresh(war).stage == "held"


def test_a_war_that_is_only_prepared_is_left_alone(club, place, livia):
    found_war(club, by=place(livia), name="A war to come")
    assert tell_all(made_at=MADE_AT, now=LATER) == 0
    assert not LedgerEntry.objects.filter(kind="restored").exists()


def test_when_all_are_told_the_restore_is_finished(war):
    Heartbeat.objects.create(name=UNFINISHED, beat_at=MADE_AT)
    tell_all(made_at=MADE_AT, now=LATER)
    assert not Heartbeat.objects.filter(name=UNFINISHED).exists()
