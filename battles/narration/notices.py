"""Notices in words: on the site, and as plain text for the club's chat. (Letters are made of them in ``letters``.)"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from battles.models import OutboxMessage
from battles.models.letters import Group
from battles.narration.core import Notice, prompt_text, register_notice, require_notice


def notice(message: OutboxMessage) -> Notice:
    """A notice in the language that is active."""
    return require_notice(message.kind)(message.data)


def link(message: OutboxMessage) -> str:
    return f"{settings.SITE_URL}{message.url}" if message.url else settings.SITE_URL


def for_chat(message: OutboxMessage) -> str:
    """A notice as plain text with its link, to be pasted into a chat."""
    told = notice(message)
    return f"{told.text}\n{links(message, told)}"


def links(message: OutboxMessage, told: Notice) -> str:
    """The address of a notice's page and those it names besides, one a line."""
    return "\n".join([link(message), *(f"{name}: {settings.SITE_URL}{path}" for name, path in told.also)])


def _asked(data: Mapping[str, Any]) -> Notice:
    return _of(data, subject=_("your battle waits for you"), text=prompt_text(data["ruleset"], data["prompt"]))


def _held(data: Mapping[str, Any]) -> Notice:
    return _of(
        data,
        subject=_("a battle is held"),
        text=_(
            "Something went wrong in the rules of a battle. Nothing was changed; look at it and decide how it goes on."
        ),
    )


def _offered(data: Mapping[str, Any]) -> Notice:
    return _of(
        data,
        subject=_("a seat at a battle is offered to you"),
        text=_("A seat is kept for you at a battle (%(seat)s): take it, or say no.") % {"seat": data["name"]},
    )


def _freed(data: Mapping[str, Any]) -> Notice:
    return _of(
        data,
        subject=_("your seat at a battle is free for others"),
        text=_("The umpire gave your seat at a battle free (%(seat)s). If it still is, you can take it again.")
        % {"seat": data["name"]},
    )


def _void(data: Mapping[str, Any]) -> Notice:
    return _of(data, subject=_("a battle is void"), text=_("A battle you sat at is struck: it counts for nothing."))


def _over(data: Mapping[str, Any]) -> Notice:
    return _of(data, subject=_("your battle is decided"), text=_("Your battle is decided: read how it ended."))


def _of(data: Mapping[str, Any], *, subject: str, text: str) -> Notice:
    """A notice that names first what the battle is of: a player may be in several wars, and a chat shows the text alone.

    Notices from before battles had a title name nothing.
    """
    title = data.get("title", "")
    if not title:
        return Notice(subject=capfirst(subject), text=text)
    return Notice(subject=f"{title}: {subject}", text=f"{title}: {text}")


register_notice("battle.asked", _asked)
register_notice("battle.held", _held, Group.CLUB)
register_notice("battle.offered", _offered)
register_notice("battle.freed", _freed)
register_notice("battle.void", _void, Group.NEWS)
register_notice("battle.over", _over, Group.NEWS)
