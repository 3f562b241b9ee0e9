"""Numbers, dates, dice and players' texts as a page shows them. The one module that may call a text safe."""

import zoneinfo
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Protocol

import nh3
import segno
from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from markdown_it import MarkdownIt

from clubs.dates import date_words

register = template.Library()

SIDE_CLASSES = 5
PIPS = "⚀⚁⚂⚃⚄⚅"

# Pictures are left out: an address in one would tell a foreign host who read the page.
TEXT_TAGS = {"p", "br", "em", "strong", "del", "ul", "ol", "li", "blockquote", "code", "pre", "a", "hr", "h3", "h4"}
LONGEST_TEXT = 20_000
_markdown = MarkdownIt("commonmark", {"html": False, "breaks": True}).disable(["image", "html_inline", "html_block"])


class Zoned(Protocol):
    time_zone: str


@register.filter
def side_class(number: int) -> str:
    """The class of the war's side with this number, counted from 1; 0 is nobody's. Its colour and its mark follow from it."""
    return "side-0" if int(number) == 0 else f"side-{(int(number) - 1) % SIDE_CLASSES + 1}"


@register.filter
def signed(number: int) -> str:
    """``+3``, ``−4`` with a real minus, ``0``."""
    if number > 0:
        return f"+{number}"
    return f"−{-number}" if number < 0 else "0"


@register.filter
def minus(number: int) -> str:
    """``3``, ``−4`` with a real minus: for a score, which shows no plus."""
    return f"−{-number}" if number < 0 else str(number)


@register.simple_tag
def dice(faces: int | Iterable[int], sides: int = 6) -> SafeString:
    """Faces as dice. One number or several; dice with other than six sides show figures."""
    shown = [faces] if isinstance(faces, int) else list(faces)
    label = _("Dice: %(faces)s") % {"faces": ", ".join(str(face) for face in shown)}
    drawn = format_html_join("", '<span class="face{}">{}</span>', (_face(face, sides) for face in shown))
    return format_html('<span class="dice" role="img" aria-label="{}">{}</span>', label, drawn)


def _face(face: int, sides: int) -> tuple[str, str]:
    if sides == 6 and 1 <= face <= 6:
        return "", PIPS[face - 1]
    return " plain", str(face)


@register.simple_tag
def why(address: str, about: str = "") -> SafeString | str:
    """The question behind a figure, after it; nothing where there is no answer. The script of the page opens the answer on the spot.

    ``address``: where the answer is; ``about``: what is asked about, for who does not see where the question stands.
    """
    if not address:
        return ""
    if not about:
        return format_html(' <a class="why" href="{}">{}</a>', address, _("why?"))
    form = ' <a class="why" href="{}">{}<span class="visually-hidden"> {}</span></a>'
    return format_html(form, address, _("why?"), about)


@register.simple_tag(takes_context=True)
def when(
    context: template.Context, moment: datetime, club: Zoned | str, form: str = "full", countdown: bool = False
) -> str:
    """A moment in the club's time zone, and in the reader's beside it where that differs.

    ``club`` has a ``time_zone``, or is the name of one. ``form``: ``full`` or ``day`` (no hour, no second zone).
    ``countdown`` lets the page's script add how long is left.
    """
    if moment is None:
        return ""
    zone = zoneinfo.ZoneInfo(club if isinstance(club, str) else club.time_zone)
    there = moment.astimezone(zone)
    stamp = moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    tail = mark_safe(" data-countdown") if countdown else ""
    if form == "day":
        return format_html('<time datetime="{}"{}>{}</time>', stamp, tail, date_words(there, _day_format()))
    shown, beside = _full(there, zone, _zone_of(context.get("user")))
    return format_html('<time datetime="{}"{}>{}</time>{}', stamp, tail, shown, beside)


def _full(there: datetime, zone: zoneinfo.ZoneInfo, own: zoneinfo.ZoneInfo | None) -> tuple[str, str]:
    """The club's moment in words; and the reader's, unless the two clocks agree."""
    shown = date_words(there, _hour_format())
    if own is None:
        return _at(shown, zone), ""
    here = there.astimezone(own)
    if here.utcoffset() == there.utcoffset():
        return shown, ""
    # On the same day the hour is enough.
    form = "H:i" if here.date() == there.date() else _hour_format()
    beside = format_html(' <span class="small">({})</span>', _at(date_words(here, form), own))
    return _at(shown, zone), beside


def _at(moment: str, zone: zoneinfo.ZoneInfo) -> str:
    place = zone.key.rpartition("/")[2].replace("_", " ")
    return _("%(moment)s, %(place)s time") % {"moment": moment, "place": place}


def _zone_of(user: object) -> zoneinfo.ZoneInfo | None:
    name = getattr(user, "time_zone", "")
    return zoneinfo.ZoneInfo(name) if name else None


@register.filter(expects_localtime=True)
def day(moment: date) -> str:
    """A day as it stands inside a sentence, in the zone of the reader."""
    return date_words(moment, _day_format())


def _hour_format() -> str:
    return pgettext("date format: weekday, day, month, year, hour", "l j F Y, H:i")


def _day_format() -> str:
    return pgettext("date format: weekday, day, month, year", "l j F Y")


@register.filter
def markdown(text: str) -> SafeString:
    """A player's text: rendered, then cleaned. No pictures, no HTML of his own, links that tell nothing onwards."""
    rendered = _markdown.render(text[:LONGEST_TEXT])
    clean = nh3.clean(
        rendered, tags=TEXT_TAGS, attributes={"a": {"href"}}, url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )  # fmt: skip
    return mark_safe(clean)  # noqa: S308  (nh3 has just cleaned it)


@register.simple_tag
def crumbs(*pairs: str) -> SafeString:
    """Where this page stands: names and addresses in turn, ``{% crumbs club.name club_url war.name war_url %}``."""
    links = format_html_join("", '<li><a href="{}">{}</a></li>', zip(pairs[1::2], pairs[::2], strict=True))
    return format_html('<nav class="crumbs" aria-label="{}"><ol>{}</ol></nav>', _("You are here"), links)


@register.simple_tag
def asset(name: str) -> str:
    """The address of a static file, on a page that must come whatever is broken: also where no files were collected."""
    try:
        return static(name)
    except ValueError:
        return f"{settings.STATIC_URL}{name}"


@register.simple_tag
def qr(path: str) -> str:
    """A picture, as an address of its own, that opens this page on a phone; for ``src``. Large enough at 26 mm with level M."""
    code = segno.make(f"{settings.SITE_URL}{path}", error="m", micro=False)
    return str(code.svg_data_uri(border=2, dark="#000", light="#fff"))
