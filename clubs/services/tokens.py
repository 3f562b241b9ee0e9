"""Keys with which programs act for a person: made, shown once, used, taken back."""

import secrets
import zlib
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.errors import NotSeen, Refusal
from clubs.models import ApiToken, Scope, User
from clubs.selectors import hash_token
from clubs.services.desk import clean_name

# What scanners of repositories and logs look for.
PREFIX = "sgnf_"
MOST_TOKENS = 20


class Made(NamedTuple):
    """A fresh token and its key. The key is kept nowhere: show it now or never."""

    token: ApiToken
    key: str

    def __repr__(self) -> str:
        return f"Made({self.token.public_id})"


@transaction.atomic
def make_token(
    user: User, *, name: str, scope: Scope, by: User, now: datetime, expires_at: datetime | None = None
) -> Made:
    """Make a token for oneself. ``Refusal`` for an end that has passed, or for one token too many."""
    if by.pk != user.pk:
        raise NotSeen
    if expires_at is not None and expires_at <= now:
        raise Refusal(_("The end must lie ahead."), code="end_past")
    # Hold the person, so that counting the tokens and making the next are one step.
    User.objects.select_for_update().get(pk=user.pk)
    if ApiToken.objects.filter(user=user).count() >= MOST_TOKENS:
        raise Refusal(_("You have as many tokens as one person can. Take some back first."), code="too_many_tokens")
    key = fresh_key()
    token = ApiToken.objects.create(
        user=user,
        name=clean_name(name),
        token_hash=hash_token(key),
        scope=Scope(scope),
        created_at=now,
        expires_at=expires_at,
    )
    return Made(token, key)


@transaction.atomic
def revoke_token(token: ApiToken, *, by: User, now: datetime) -> None:
    """Take a token back: from now on its key opens nothing."""
    if token.user_id != by.pk:
        raise NotSeen
    ApiToken.objects.filter(pk=token.pk).delete()


def token_by(key: str, *, now: datetime) -> ApiToken | None:
    """The token that a key opens, with its person; None for one that was never made, has ended, or whose person is switched off.

    Notes the day of its use.
    """
    if not well_formed(key):
        return None
    alive = Q(expires_at=None) | Q(expires_at__gt=now)
    rows = ApiToken.objects.select_related("user").filter(alive, token_hash=hash_token(key), user__is_active=True)
    token = rows.first()
    if token is not None and token.last_used_on != now.date():
        ApiToken.objects.filter(pk=token.pk).update(last_used_on=now.date())
    return token


def fresh_key() -> str:
    """192 random bits and their checksum, so that a mistyped key is known without a question to the database."""
    body = secrets.token_hex(24)
    return f"{PREFIX}{body}{_checksum(body)}"


def well_formed(key: str) -> bool:
    body, checksum = key.removeprefix(PREFIX)[:-8], key[-8:]
    return (
        key.startswith(PREFIX)
        and len(body) == 48
        and secrets.compare_digest(_checksum(body).encode(), checksum.encode())
    )


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"
