"""Notices in words: on the site, in a letter, and as plain text for the club's chat."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from battles.models import OutboxMessage
from battles.narration.core import Notice, prompt_text, register_notice, require_notice


def notice(message: OutboxMessage) -> Notice:
    """A notice in the language that is active."""
    return require_notice(message.kind)(message.data)


def link(message: OutboxMessage) -> str:
    return f"{settings.SITE_URL}{message.url}" if message.url else settings.SITE_URL


def for_chat(message: OutboxMessage) -> str:
    """A notice as plain text with its link, to be pasted into a chat."""
    return f"{notice(message).text}\n{link(message)}"


def letter(message: OutboxMessage) -> tuple[str, str]:
    """Subject and body of the e-mail, in the recipient's language, else the club's."""
    user = message.recipient.user
    language = (user.language if user is not None else "") or message.club.language
    with translation.override(language):
        told = notice(message)
        # A line break in a subject is how headers are smuggled in.
        subject = " ".join(told.subject.split())
        foot = _("You get this letter because you are a member of %(club)s.") % {"club": message.club.name}
        return subject, f"{told.text}\n\n{link(message)}\n\n{foot}\n"


def _asked(data: Mapping[str, Any]) -> Notice:
    return Notice(subject=_("Your battle waits for you"), text=prompt_text(data["ruleset"], data["prompt"]))


def _held(data: Mapping[str, Any]) -> Notice:
    return Notice(
        subject=_("A battle is held"),
        text=_(
            "Something went wrong in the rules of a battle. Nothing was changed; look at it and decide how it goes on."
        ),
    )


register_notice("battle.asked", _asked)
register_notice("battle.held", _held)
