"""The way from a number's "why?" to its place on the page of the rules."""

import re
from typing import Any

from django import template
from django.urls import reverse

from campaigns.models.codec import pack_of
from campaigns.rules.pack import FRAME, Pack

register = template.Library()

READINGS = "readings"
PARTS = {
    "1": "actions",
    "2": "actions",
    "3": "scenarios",
    "4": "points",
    "5": "points",
    "6": "points",
    "7": "people",
    "8": "events",
    "9": "tables",
}
"""Which part of the page tells of which paragraph of the rules."""


def part_of(paragraph: str, book: str = FRAME) -> str:
    """The part of the page for a citation such as "Hispania 5, R27"; empty for what is not on it. ``book``: what the war calls its rules."""
    found = re.match(rf"{re.escape(book)} (\d+)", paragraph)
    return PARTS.get(found.group(1), "") if found else ""


def _pack(war: Any) -> Pack | None:
    version = getattr(war, "pack", None)
    return pack_of(version) if version is not None else None


def _cited(war: Any, paragraph: str) -> str:
    pack = _pack(war)
    return pack.cited(paragraph or "") if pack else paragraph or ""


@register.simple_tag(takes_context=True)
def cited(context: template.Context, paragraph: str) -> str:
    """A paragraph as the war's own rules call it."""
    return _cited(context.get("war"), paragraph)


@register.simple_tag(takes_context=True)
def rules_url(context: template.Context, paragraph: str) -> str:
    """The address of a citation's part, which the server opens: no script is needed. Empty outside a war."""
    war: Any = context.get("war")
    pack = _pack(war)
    part = part_of(pack.cited(paragraph or ""), pack.cited(FRAME)) if pack else ""
    return f"{reverse('war_rules', args=[war.public_id])}?part={part}#{part}" if part else ""
