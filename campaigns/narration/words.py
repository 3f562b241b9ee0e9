"""Small words that many sentences share: numbers, dice, kinds of troops, moments."""

import zoneinfo
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext, pgettext_lazy

from battles import narration as told_battles
from campaigns.narration.book import Book, listed
from clubs.dates import date_words

type Score = Mapping[str, int]

MINUS = "−"


def way_told(data: Mapping[str, Any]) -> tuple[str, str]:
    """How a battle is to be fought, and the sentence that says by which rules, where it is not the club's usual ones."""
    way, _colon, ruleset = str(data.get("way", "")).partition(":")
    return way, _("By the rules of %(rules)s.") % {"rules": told_battles.ruleset_short(ruleset)} if ruleset else ""


class Facts(dict[str, Any]):
    """What a happening or a problem says. What it does not say reads "?": an old or foreign book is told as far as it goes."""

    def __missing__(self, key: str) -> str:
        return "?"

    def count(self, key: str) -> int:
        """A number, as plural forms and sums need it."""
        value = self.get(key)
        return value if isinstance(value, int) else 0

    def words(self, key: str) -> list[str]:
        value = self.get(key)
        return [str(word) for word in value] if isinstance(value, list | tuple) else []

    def mapping(self, key: str) -> dict[str, Any]:
        value = self.get(key)
        return dict(value) if isinstance(value, Mapping) else {}


# --- Numbers and dice -----------------------------------------------------------------------------------


def number(value: Any) -> str:
    """A number with a real minus sign."""
    return str(value).replace("-", MINUS, 1) if isinstance(value, int) and value < 0 else str(value)


def signed(value: int) -> str:
    """A modifier: +1, −2."""
    return f"+{value}" if value > 0 else number(value)


def faces_text(faces: Iterable[Any]) -> str:
    return ", ".join(str(face) for face in faces)


SOURCES: dict[str, Any] = {
    "program": gettext_lazy("rolled by the program"),
    "hand": gettext_lazy("rolled by hand and typed in"),
    "loaded": gettext_lazy("taken from a record"),
}


def source_text(source: str) -> str:
    """Where a roll came from."""
    return str(SOURCES.get(source, source))


def score_text(score: Score, book: Book) -> str:
    """Both sides with their points, in the pack's order: "Rome 4, Carthage 0"."""
    order = [side for side in book.pack.sides if side in score] + [
        side for side in score if side not in book.pack.sides
    ]
    parts = [_("%(side)s %(points)s") % {"side": book.side(side), "points": number(score[side])} for side in order]
    return ", ".join(parts)


# --- Troops ----------------------------------------------------------------------------------------------

GRANTS: dict[str, Any] = {
    "common": gettext_lazy("%(points)s points of common troops"),
    "special": gettext_lazy("%(points)s points of special troops"),
    "native_common": gettext_lazy("%(points)s points of common native troops"),
    "native_special": gettext_lazy("%(points)s points of special native troops"),
}
UNNAMED_GRANT = gettext_lazy("%(points)s points of troops")
ARMS: dict[str, Any] = {
    "infantry": gettext_lazy("infantry"),
    "cavalry": gettext_lazy("cavalry"),
    "other": gettext_lazy("other troops"),
}
STAGES: dict[str, Any] = {
    "orders": pgettext_lazy("stage of a year", "orders"),
    "choices": pgettext_lazy("stage of a year", "choices about the scenario"),
    "setup": pgettext_lazy("stage of a year", "choices about the scenario"),
    "muster": pgettext_lazy("stage of a year", "muster"),
    "battle": pgettext_lazy("stage of a year", "battle"),
    "dice": pgettext_lazy("stage of a year", "dice to be thrown"),
    "aftermath": pgettext_lazy("stage of a year", "aftermath"),
    "over": pgettext_lazy("stage of a year", "end of the war"),
}
TRAITS: dict[str, Any] = {"Political Animal": gettext_lazy("Political Animal")}
TERRAIN: dict[tuple[str, str], Any] = {
    ("gentle_hill", "centre"): ngettext_lazy(
        "a gentle hill in the centre", "%(count)s gentle hills in the centre", "count"
    ),
    ("gentle_hill", "flank"): ngettext_lazy(
        "a gentle hill on a flank", "%(count)s gentle hills on the flanks", "count"
    ),
    ("steep_hill", "centre"): ngettext_lazy(
        "a steep hill in the centre", "%(count)s steep hills in the centre", "count"
    ),
    ("steep_hill", "flank"): ngettext_lazy("a steep hill on a flank", "%(count)s steep hills on the flanks", "count"),
    ("wood", "centre"): ngettext_lazy("a wood in the centre", "%(count)s woods in the centre", "count"),
    ("wood", "flank"): ngettext_lazy("a wood on a flank", "%(count)s woods on the flanks", "count"),
    ("rough", "centre"): ngettext_lazy(
        "rough ground in the centre", "%(count)s stretches of rough ground in the centre", "count"
    ),
    ("rough", "flank"): ngettext_lazy(
        "rough ground on a flank", "%(count)s stretches of rough ground on the flanks", "count"
    ),
}


def grant_text(kind: str, points: int) -> str:
    """So many points of troops of a kind."""
    return str(GRANTS.get(kind, UNNAMED_GRANT)) % {"points": points}


def purse_text(purse: Mapping[str, int]) -> str:
    """Points granted, by kind; "" for nothing."""
    return listed(grant_text(kind, points) for kind, points in purse.items() if points)


def arm_text(arm: str) -> str:
    return str(ARMS.get(arm, arm))


def trait_text(trait: str) -> str:
    return str(TRAITS.get(trait, trait))


def stage_text(stage: str) -> str:
    return str(STAGES.get(stage, stage))


def given_up(figures: Mapping[str, int], side: str, book: Book) -> str:
    """Figures by unit: "3 of Hastati I and 2 of Velites"."""
    return listed(
        _("%(count)s of %(unit)s") % {"count": count, "unit": book.unit(side, unit)} for unit, count in figures.items()
    )


def terrain_text(pieces: Iterable[Mapping[str, Any]]) -> str:
    """The pieces of a table, equal ones counted together."""
    counted: dict[tuple[str, str], int] = {}
    for piece in pieces:
        key = (str(piece.get("piece")), str(piece.get("zone")))
        counted[key] = counted.get(key, 0) + 1
    return listed(_terrain(key, count) for key, count in counted.items())


def _terrain(key: tuple[str, str], count: int) -> str:
    if key in TERRAIN:
        return str(TERRAIN[key] % {"count": count})
    return ngettext("a %(piece)s", "%(count)s pieces of terrain (%(piece)s)", count) % {"piece": key[0], "count": count}


# --- Moments ---------------------------------------------------------------------------------------------


def moment_text(iso: Any, zone: str | None = None) -> str:
    """A moment in a club's time zone, which is named; what is no moment is shown as it is."""
    try:
        moment = datetime.fromisoformat(str(iso))
        place = zoneinfo.ZoneInfo(zone) if zone else timezone.get_current_timezone()
    except (ValueError, zoneinfo.ZoneInfoNotFoundError):
        return str(iso)
    there = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(place)
    shown = date_words(there, pgettext("date format: weekday, day, month, year, hour", "l j F Y, H:i"))
    city = str(place).rpartition("/")[2].replace("_", " ")
    return _("%(moment)s, %(place)s time") % {"moment": shown, "place": city}


def span_text(seconds: int) -> str:
    """How long something took, in its two largest units; less than a minute counts as one."""
    minutes = max(round(seconds / 60), 1)
    hours, days = minutes // 60, minutes // (24 * 60)
    if days:
        rest = hours - 24 * days
        return listed([_days(days), _hours(rest)] if rest else [_days(days)])
    rest = minutes - 60 * hours
    if hours:
        return listed([_hours(hours), _minutes(rest)] if rest else [_hours(hours)])
    return _minutes(minutes)


def _days(count: int) -> str:
    return ngettext("%(count)s day", "%(count)s days", count) % {"count": count}


def _hours(count: int) -> str:
    return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}


def _minutes(count: int) -> str:
    return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}


def cut(text: Any, longest: int) -> str:
    """A text that others wrote, on one line and no longer than a notice can hold."""
    told = " ".join(str(text).split())
    return told if len(told) <= longest else f"{told[: longest - 1]}…"


SHORT = 12
"""Digits of a fingerprint that stand in a sentence."""


def short(hexadecimal: Any) -> str:
    """The beginning of a long fingerprint: enough to compare by eye. The sentence round it says that it goes on."""
    return str(hexadecimal)[:SHORT]
