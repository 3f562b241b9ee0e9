"""Notices as letters: one notice, or several gathered; each with the way to get no more of them."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from battles.keys import message_id, stop_key
from battles.models import Digest, OutboxMessage
from battles.narration.core import group_of
from battles.narration.notices import links, notice
from clubs.dates import date_words
from clubs.models import User


class Letter(Struct, frozen=True, kw_only=True):
    subject: str
    body: str
    headers: dict[str, str]


def letter(message: OutboxMessage) -> Letter:
    """One notice as a letter, in the recipient's language, else the club's."""
    user = message.recipient.user
    assert user is not None, "a member without an account gets no letters"
    with translation.override(user.language or message.club.language):
        told = notice(message)
        why = _("You get this letter because you are a member of %(club)s.") % {"club": message.club.name}
        stop = _stop_address(user, group_of(message.kind))
        return Letter(
            subject=one_line(told.subject),
            body=_body([told.text, links(message, told)], why, stop),
            headers=_headers(stop, message.recipient.public_id, message.key),
        )


def digest_letter(digest: Digest, messages: Iterable[OutboxMessage]) -> Letter:
    """Several notices as one letter. ``messages``: at least one, each with its club."""
    messages = list(messages)
    user, clubs = digest.user, list(dict.fromkeys(message.club.name for message in messages))
    with translation.override(user.language or messages[0].club.language):
        count = len(messages)
        subject = ngettext("%(count)s notice of %(day)s", "%(count)s notices up to %(day)s", count) % {
            "count": count,
            "day": date_words(digest.period, "MONTH_DAY_FORMAT"),
        }
        told = [(message, notice(message)) for message in messages]
        parts = [f"{one_line(one.subject)}\n{one.text}\n{links(message, one)}" for message, one in told]
        why = _("You get this letter because you are a member of %(club)s.") % {"club": ", ".join(clubs)}
        stop = _stop_address(user, digest.way)
        return Letter(
            subject=one_line(subject),
            body=_body(parts, why, stop),
            headers=_headers(stop, user.public_id, digest.way, digest.period.isoformat()),
        )


def one_line(text: str) -> str:
    """A line break in a subject is how headers are smuggled in."""
    return " ".join(text.split())


def _body(parts: list[str], why: str, stop: str) -> str:
    foot = [
        why,
        _("Choose what is sent to you, and when: %(address)s")
        % {"address": settings.SITE_URL + reverse("account_notices")},
        _("No more letters like this one: %(address)s") % {"address": stop},
    ]
    return "\n\n".join([*parts, "-- \n" + "\n".join(foot)]) + "\n"


def _stop_address(user: User, what: str) -> str:
    return settings.SITE_URL + reverse("notices_stop", args=[stop_key(user.public_id, what)])


def _headers(stop: str, *parts: str) -> dict[str, str]:
    return {
        "Message-ID": message_id(*parts, host=urlsplit(settings.SITE_URL).hostname or "localhost"),
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
