"""Dice secrets: committed to, encrypted, and shown only when they may be."""

import pickle

import pytest
from cryptography.fernet import Fernet
from django.contrib import admin
from django.db import IntegrityError, transaction

from battles.errors import SecretLost
from battles.models import DiceSecret, SealedMove
from battles.services import secrets
from rulesets.dice import commitment
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


def draw(year=3, epoch=0):
    return secrets.draw(game="campaign/abc", year=year, epoch=epoch, now=NOW)


def test_a_secret_is_committed_to_and_stored_encrypted():
    row = DiceSecret.objects.get(pk=draw().pk)
    secret = secrets.secret_of(row)

    assert len(secret) == 32
    assert row.commitment == commitment(secret, game="campaign/abc", year=3, epoch=0)
    assert secret not in bytes(row.sealed)
    assert secret.hex() not in pickle.dumps(row).decode("latin-1")
    assert (row.revealed, row.revealed_at) == ("", None)


def test_every_secret_is_another():
    assert secrets.secret_of(draw(year=1)) != secrets.secret_of(draw(year=2))


def test_a_secret_is_drawn_once_a_year_and_epoch():
    draw()

    with pytest.raises(IntegrityError), transaction.atomic():
        draw()
    assert draw(epoch=1).epoch == 1


def test_a_revealed_secret_can_be_read_without_the_key(settings):
    row = draw()
    secret = secrets.reveal(row, NOW)
    settings.DICE_KEYS = [Fernet.generate_key().decode()]

    assert secrets.reveal(DiceSecret.objects.get(pk=row.pk), NOW) == secret
    assert DiceSecret.objects.get(pk=row.pk).revealed == secret.hex()


def test_a_new_key_is_put_in_front_and_the_old_one_still_opens(settings):
    row = draw()
    secret = secrets.secret_of(row)
    settings.DICE_KEYS = [Fernet.generate_key().decode(), *settings.DICE_KEYS]

    assert secrets.secret_of(row) == secret
    assert secrets.secret_of(draw(year=4)) != secret


def test_without_its_key_a_secret_is_lost_and_says_nothing(settings):
    row = draw()
    settings.DICE_KEYS = [Fernet.generate_key().decode()]

    with pytest.raises(SecretLost) as lost:
        secrets.secret_of(row)
    assert str(lost.value) == "campaign/abc/3/0"


def test_a_secret_moved_to_another_year_is_not_taken(settings):
    row, other = draw(year=3), draw(year=4)
    DiceSecret.objects.filter(pk=row.pk).update(sealed=other.sealed)

    with pytest.raises(SecretLost):
        secrets.secret_of(DiceSecret.objects.get(pk=row.pk))


def test_neither_its_text_nor_its_repr_shows_a_secret():
    row = draw()
    secret = secrets.secret_of(row)

    assert (str(row), repr(row)) == ("campaign/abc/3/0", "<DiceSecret: campaign/abc/3/0>")
    assert secret.hex() not in repr(row.__dict__)


def test_secrets_and_sealed_moves_have_no_page_in_the_administration():
    assert not {DiceSecret, SealedMove} & set(admin.site._registry)
