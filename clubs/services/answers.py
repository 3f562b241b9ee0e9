"""Answers to requests that named an idempotency key, kept so that a request sent again has no second effect.

The row is written in the transaction of the effect: either both are there or neither. It is the sender's own, and nobody can read it
without the key that he chose: an answer may hold his sealed order, or the link of an invitation.
"""

import hashlib
import hmac
import json
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from typing import Any

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from clubs.errors import Refusal
from clubs.models import KeptAnswer, User

KEPT_FOR = timedelta(hours=48)
LONGEST_KEY = 255
PATIENCE = "5s"
"""How long a request waits for the same one that is still at work."""


class Reserved:
    """A key that is used for the first time, until its answer is known. Inside the caller's transaction."""

    def __init__(self, row: KeptAnswer, secret: bytes) -> None:
        self._row, self._secret = row, secret

    def keep(self, answer: dict[str, Any]) -> None:
        """Keep an answer (plain JSON values) beside the effect."""
        self._row.answer = Fernet(self._secret).encrypt(json.dumps(answer).encode()).decode()
        self._row.save(update_fields=["answer"])

    def release(self) -> None:
        """The request was refused and had no effect: the key is free again."""
        self._row.delete()


def reserve(user: User, key: str, *, method: str, path: str, body: bytes, now: datetime) -> Reserved | dict[str, Any]:
    """Take a key for this request, or answer what was answered to the same request before. In the caller's transaction.

    ``Refusal`` for a key that came with another request (422), and for the same request that is still at work (409).
    """
    if not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise Refusal(_("An idempotency key is up to 255 plain characters."), code="bad_idempotency_key", status=400)
    secret = _secret(user, key)
    row = KeptAnswer(
        user=user,
        key_hash=hashlib.sha256(key.encode()).hexdigest(),
        method=method,
        path=path[:400],
        body_code=hmac.new(secret, path.encode() + b"\0" + body, hashlib.sha256).hexdigest(),
        created_at=now,
    )
    if _insert(row):
        return Reserved(row, secret)
    known = KeptAnswer.objects.get(user=user, key_hash=row.key_hash)
    if (known.method, known.path, known.body_code) != (row.method, row.path, row.body_code):
        raise Refusal(
            _("This idempotency key was used for another request. Choose a new one."), code="idempotency_key_reused"
        )
    try:
        answer: dict[str, Any] = json.loads(Fernet(secret).decrypt(known.answer.encode()))
    except InvalidToken:
        raise Refusal(
            _("The answer to this request can no longer be read. Look whether it was done."),
            code="answer_lost",
            status=409,
        ) from None
    return answer


def _insert(row: KeptAnswer) -> bool:
    """Write the row; False where the key is known. The same request that is still at work is waited for, but not for long.

    (On SQLite writers go one by one anyway.)
    """
    try:
        with transaction.atomic():
            usual = _wait_at_most(PATIENCE)
            row.save(force_insert=True)
            _wait_at_most(usual)
    except IntegrityError:
        return False
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", "") != "55P03":
            raise
        raise Refusal(
            _("The same request is still at work. Send it again in a moment."), code="in_progress", status=409
        ) from None
    return True


def _wait_at_most(span: str) -> str:
    """How long statements of this transaction wait for a lock from here on; answers how long they did until now."""
    if connection.vendor != "postgresql":
        return span
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout'), set_config('lock_timeout', %s, true)", [span])
        usual: str = cursor.fetchone()[0]
    return usual


def forget_old(now: datetime) -> int:
    """Forget what was kept for long enough."""
    gone, _rows = KeptAnswer.objects.filter(created_at__lt=now - KEPT_FOR).delete()
    return gone


def _secret(user: User, key: str) -> bytes:
    made = salted_hmac("clubs.services.answers", f"{user.pk}:{key}", secret=settings.SECRET_KEY, algorithm="sha256")
    return urlsafe_b64encode(made.digest())
