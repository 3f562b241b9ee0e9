"""Dice secrets: drawn when a game opens, kept encrypted, shown when its dice are done."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from battles.errors import SecretLost
from battles.models import DiceSecret
from rulesets.dice import Keyed, commitment

LENGTH = 32


def _locks(more: Sequence[str] = ()) -> MultiFernet:
    """The keys outside the database: the first locks, all unlock (so that a key can be changed)."""
    return MultiFernet([Fernet(key) for key in (*settings.DICE_KEYS, *more)])


def lock(secret: bytes) -> bytes:
    """Encrypt with the key outside the database, for other secrets that must not lie open in it."""
    return _locks().encrypt(secret)


def unlock(sealed: bytes | memoryview) -> bytes:
    """The secret again; ``SecretLost`` if no key fits."""
    try:
        return _locks().decrypt(bytes(sealed))
    except InvalidToken:
        raise SecretLost("a locked secret") from None


def other_dice() -> Keyed:
    """Dice of nobody's battle: for what the program only imagines."""
    return Keyed(secrets.token_bytes(LENGTH))


def draw(*, game: str, year: int, epoch: int, now: datetime) -> DiceSecret:
    """Draw a secret and store it encrypted; call it in the transaction that opens the year, and publish ``row.commitment``.

    Drawing twice for one game, year and epoch is an ``IntegrityError``: the first commitment stands.
    """
    secret = secrets.token_bytes(LENGTH)
    return DiceSecret.objects.create(
        game=game,
        year=year,
        epoch=epoch,
        commitment=commitment(secret, game=game, year=year, epoch=epoch),
        sealed=_locks().encrypt(secret),
        drawn_at=now,
    )


def secret_of(row: DiceSecret, *, more_keys: Sequence[str] = ()) -> bytes:
    """The 32 bytes. ``SecretLost`` if no key fits, or if they are not what was committed to.

    ``more_keys``: keys that came with a backup, and that this installation does not lock with.
    """
    try:
        secret = _locks(more_keys).decrypt(bytes(row.sealed))
    except InvalidToken:
        secret = b""
    if commitment(secret, game=row.game, year=row.year, epoch=row.epoch) != row.commitment:
        # "from None": the chained error would carry the sealed bytes' frames along.
        raise SecretLost(str(row)) from None
    return secret


def known_secret(row: DiceSecret) -> bytes:
    """The secret, for checking: as it is shown, where it is, so that nobody needs a key for it. ``SecretLost`` as above."""
    if not row.revealed:
        return secret_of(row)
    secret = bytes.fromhex(row.revealed)
    if commitment(secret, game=row.game, year=row.year, epoch=row.epoch) != row.commitment:
        raise SecretLost(str(row))
    return secret


def reveal(row: DiceSecret, now: datetime, *, more_keys: Sequence[str] = ()) -> bytes:
    """Show a secret for good. The second time it answers the same and changes nothing."""
    if row.revealed:
        return bytes.fromhex(row.revealed)
    secret = secret_of(row, more_keys=more_keys)
    row.revealed, row.revealed_at = secret.hex(), now
    row.save(update_fields=["revealed", "revealed_at"])
    return secret
