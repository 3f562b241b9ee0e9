"""The clock of a war in words: what was agreed about it, and what the clocks of a zone do to a deadline."""

import zoneinfo
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Year
from campaigns.services.deadlines import AGREED_DAYS, STAGE_KEYS, WEEK
from frontend.forms.wars import clock_change


def terms(clock: Mapping[str, Any]) -> list[str]:
    """What a war has agreed on about more time and late slips."""
    agreed, grace = int(clock.get("agreed", AGREED_DAYS)), int(clock.get("grace", 0))
    if agreed:
        more = ngettext(
            "The sides may put the deadline of a stage off by %(days)s day in all, if they agree.",
            "The sides may put the deadline of a stage off by %(days)s days in all, if they agree.",
            agreed,
        ) % {"days": agreed}
    else:
        more = _("Only the umpire gives more time.")
    if grace:
        late = ngettext(
            "Orders and musters that come up to %(hours)s hour late are still taken, and the ledger says so.",
            "Orders and musters that come up to %(hours)s hours late are still taken, and the ledger says so.",
            grace,
        ) % {"hours": grace}
    else:
        late = _("What comes after the deadline is not taken.")
    return [more, late]


def stage_days(clock: Mapping[str, Any]) -> str:
    """How long the stages last."""
    days = {name: clock.get(key, WEEK) for name, key in STAGE_KEYS.items()}
    return (
        _(
            "Days: orders %(orders)s, choices %(choices)s, muster %(muster)s, battle %(battle)s, aftermath %(aftermath)s. "
            "A stage ends at once when everybody is ready; holidays of the club are not counted."
        )
        % days
    )


def deadline_remark(year: Year | None) -> str:
    """What is to be said of a deadline whose time on the wall a clock change removes or doubles; empty for any other."""
    if year is None or year.deadline_at is None or not year.deadline_wall:
        return ""
    place = zoneinfo.ZoneInfo(year.deadline_zone)
    return clock_change(datetime.fromisoformat(year.deadline_wall), place, year.deadline_at)
