"""Deadlines as a web calendar (RFC 5545): the moments in UTC, the words in the reader's language."""

from collections.abc import Iterable
from datetime import UTC, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from campaigns.narration.words import cut, stage_text
from campaigns.selectors.deadlines import Deadline

READ_AGAIN = timedelta(hours=1)
LONGEST = 60


def calendar(deadlines: Iterable[Deadline]) -> bytes:
    """In the active language. The same deadlines come to the same bytes."""
    made = Calendar()
    made.add("prodid", "-//Signifer//deadlines//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    for name in ("name", "x-wr-calname"):
        made.add(name, _("Signifer: my deadlines"))
    made.add("refresh-interval", READ_AGAIN, parameters={"value": "DURATION"})
    made.add("x-published-ttl", READ_AGAIN)
    for deadline in deadlines:
        made.add_component(_event(deadline))
    return made.to_ical()


def _event(deadline: Deadline) -> Event:
    war, year = deadline.war, deadline.year
    words = {"war": cut(war.name, LONGEST), "year": year.number, "stage": stage_text(year.stage)}
    address = f"{settings.SITE_URL}{war.get_absolute_url()}year/"
    event = Event()
    event.add("uid", f"{war.public_id}-{year.number}-{year.stage}@{urlsplit(settings.SITE_URL).hostname}")
    # Of the year, not of the moment at which it is read: else no two readings were alike.
    event.add("dtstamp", year.opened_at.astimezone(UTC).replace(microsecond=0))
    event.add("dtstart", deadline.at.astimezone(UTC).replace(microsecond=0))
    if deadline.waits:
        event.add("summary", _("%(war)s, year %(year)s: your turn (%(stage)s)") % words)
        event.add("description", _("The war waits for something of yours.") + "\n" + address)
    else:
        event.add("summary", _("%(war)s, year %(year)s: deadline (%(stage)s)") % words)
        event.add("description", _("Nothing of yours is missing.") + "\n" + address)
    event.add("url", address)
    event.add("transp", "TRANSPARENT")
    return event
