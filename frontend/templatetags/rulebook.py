"""The way from a number's "why?" to its place on the page of the rules."""

import re
from typing import Any

from django import template
from django.urls import reverse

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
"""Which part of the page tells of which paragraph of the printed rules."""

_PARAGRAPH = re.compile(r"Hispania (\d+)")


def part_of(paragraph: str) -> str:
    """The part of the page for a citation such as "Hispania 5, R27"; empty for what is not on it."""
    found = _PARAGRAPH.match(paragraph)
    return PARTS.get(found.group(1), "") if found else ""


@register.simple_tag(takes_context=True)
def rules_url(context: template.Context, paragraph: str) -> str:
    """The address of a citation's part, which the server opens: no script is needed. Empty outside a war."""
    war: Any = context.get("war")
    part = part_of(paragraph or "")
    return f"{reverse('war_rules', args=[war.public_id])}?part={part}#{part}" if war and part else ""
