"""The page of a war: the score and why, the year in hand, who holds what, and the rules in force."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

from campaigns import narration, places
from campaigns.models import Year
from campaigns.models.absence import absent_rules
from campaigns.models.campaign import DiceMode, Stage
from campaigns.models.codec import rules_of
from campaigns.models.year import YearStage
from campaigns.narration.absence import absent_text
from campaigns.narration.settled import settled
from campaigns.selectors import books, sealed, wars
from campaigns.selectors.wars import Holding
from campaigns.services.umpire import dice_are_lost
from frontend.forms.wars import ReasonForm
from frontend.templatetags.words import minus
from frontend.views import charts
from frontend.views import rules as rulebook
from frontend.views.clockwords import deadline_remark, stage_days, terms
from frontend.views.clubs import SignedIn
from frontend.views.scores import YEARS_A_PAGE, year_rows
from frontend.views.warlist import asked, form_url, plain_book, prepare_url, waits_for, why_url, year_url
from rulesets.contract import UMPIRE, Happening


class Here(places.Spot):
    """A war that this person may see, and where he stands in it, as a page shows it."""

    @property
    def numbers(self) -> dict[str, int]:
        return {side.key: number for number, side in enumerate(self.sides, start=1)}

    def context(self, **more: Any) -> dict[str, Any]:
        return {"war": self.war, "club": self.war.club, "place": self.place, "tabs": tabs(self), **more}


def here(request: SignedIn, public_id: str) -> Here:
    """The war at an address. Four queries; ``NotSeen`` for whoever is not in its club."""
    return Here.of(request.user, public_id)


def tabs(spot: Here) -> list[tuple[str, str]]:
    """Where one can go from a page of this war: names of addresses and their words."""
    found = [("war", _("The war"))]
    if spot.war.state:
        found += [("war_rosters", _("Rosters")), ("war_book", _("Ledger"))]
        found += [("war_chronicle", _("Chronicle")), ("war_dice", _("Dice"))]
    found += [("war_seats", _("Seats")), ("war_rules", _("Rules"))]
    if spot.place.umpires or spot.place.officer:
        found.append(("war_umpire", _("Umpire's desk")))
    return found


# --- The page of the war -----------------------------------------------------------------------------------


@login_required
@require_GET
def war(request: SignedIn, public_id: str) -> HttpResponse:
    spot = here(request, public_id)
    holdings = wars.holdings(spot.sides, spot.state)
    year, closed = wars.last_years(spot.war) if spot.state else (None, None)
    may_release = spot.place.umpires or spot.place.manages
    lost = may_release and spot.war.stage == Stage.HELD and dice_are_lost(spot.war)
    context = spot.context(
        score=score(spot, holdings),
        rosters=rosters(spot, holdings),
        seats=seats(spot, holdings),
        people=people(spot, holdings),
        year=year,
        now=year_in_hand(spot, year),
        ended=how_it_ended(spot),
        chart=chart_words(spot, closed),
        tale=last_chapter(spot, closed),
        rules_name=spot.book.label(spot.rules.pack.name),
        changed=changed_readings(spot),
        terms=terms(spot.war.clock),
        stages=stage_days(spot.war.clock),
        by_hand=spot.war.dice == DiceMode.HAND,
        offers=offers(spot),
        prepare_url=prepare_url(spot.war),
        absent=absent_text(absent_rules(spot.war), spot.book) if spot.war.stage == Stage.FOUNDING else [],
        may_release=may_release,
        new_dice=ReasonForm(prefix="dice") if lost else None,
    )
    return render(request, "frontend/wars/war.html", context)


def score(spot: Here, holdings: Sequence[Holding]) -> list[dict[str, Any]]:
    """The scoreboard. No query."""
    return [
        {
            "number": one.number,
            "name": spot.book.side(one.key),
            "points": one.total,
            "earned": one.earned,
            "standing": one.standing,
            "available": one.available,
            "holder": one.commander or _("Vacant"),
            "mine": spot.place.side == one.key,
            "why": why_url(spot.war, "score", one.key) if spot.state is not None else "",
        }
        for one in holdings
    ]


def offers(spot: Here) -> list[dict[str, Any]]:
    if spot.war.stage != Stage.FOUNDING:
        return []
    return [{"side_name": spot.book.side(one.side.key), "member": one.member} for one in wars.open_offers(spot.war)]


def rosters(spot: Here, holdings: Sequence[Holding]) -> list[dict[str, Any]]:
    """The armies of both sides. Until the war begins each side knows its own only: elsewhere."""
    if spot.state is None:
        return []
    address = reverse("war_rosters", args=[spot.war.public_id])
    return [
        {
            "number": one.number,
            "name": spot.book.side(one.key),
            "key": one.key,
            "holding": one,
            "url": f"{address}#roster-{one.key}",
        }
        for one in holdings
    ]


def seats(spot: Here, holdings: Sequence[Holding]) -> list[dict[str, Any]]:
    """What a war in preparation says of each side: who commands it, and whether its army is in; never what it is."""
    return [{"name": spot.book.side(one.key), "commander": one.commander, "army": one.units > 0} for one in holdings]


def people(spot: Here, holdings: Sequence[Holding]) -> list[dict[str, Any]]:
    """Who does what in this war."""
    rows: list[dict[str, Any]] = []
    for one in holdings:
        deputies = ", ".join(str(member) for member in one.deputies)
        rows.append(
            {
                "number": one.number,
                "role": spot.book.side(one.key),
                "name": one.commander,
                "note": _("hands in paper slips") if one.commander and one.commander.on_paper else "",
                "deputies": deputies,
            }
        )
    return rows


def year_in_hand(spot: Here, year: Year | None) -> dict[str, Any] | None:
    """How the open year stands: its stage, what it waits for, and whether that is this reader."""
    if year is None or spot.state is None:
        return None
    engagements = wars.battles_of([year]).get(year.pk, []) if year.stage == YearStage.BATTLE else []
    seats_in = sealed.seats_in(year) if year.stage in (YearStage.ORDERS, YearStage.MUSTER) else set()
    owed = wars.owed(spot.rules, spot.state, handed_in=seats_in, battle_asks=wars.battle_asks(engagements))
    mine = [one for one in owed if one.seat == spot.place.side or (one.seat == UMPIRE and spot.place.umpires)]
    return {
        "stage": year.get_stage_display(),
        "scenario": spot.book.scenario(year.scenario) if year.scenario else "",
        "waits_for": waits_for(spot.book, owed),
        "mine": [asked(one.prompt) for one in mine] if spot.war.stage == Stage.RUNNING else [],
        "url": form_url(spot.war),
        "last_year": spot.state.last_year,
        "remark": deadline_remark(year),
        "sealed": (len(seats_in), len(spot.sides)) if year.stage in (YearStage.ORDERS, YearStage.MUSTER) else None,
    }


REASONS: dict[str, str | Promise] = {
    "lead": gettext_lazy("by a lead that decides the war at once"),
    "years": gettext_lazy("after the last year agreed"),
    "surrender": gettext_lazy("by surrender"),
    "event": gettext_lazy("by an event"),
    "stake_all": gettext_lazy("by the battle on which all was staked"),
}


def how_it_ended(spot: Here) -> str:
    war = spot.war
    if war.stage != Stage.OVER:
        return ""
    reason = REASONS.get(war.reason, "")
    if not war.winner:
        return _("The war ended in a draw (%(reason)s).") % {"reason": reason}
    told = {"side": spot.book.side(war.winner), "reason": reason}
    if war.level == "major":
        return _("%(side)s has won the war, a major victory (%(reason)s).") % told
    return _("%(side)s has won the war, a minor victory (%(reason)s).") % told


def last_chapter(spot: Here, closed: Year | None) -> dict[str, Any] | None:
    """The chronicle of the last closed year, which the page shows as the latest news. Two queries at most."""
    if closed is None:
        return None
    return asked_chapter(spot, closed.number, books.tales_of(spot.war, [closed.number]).get(closed.number, []))


def chapter(spot: Here, number: int, told: Sequence[Happening]) -> dict[str, Any]:
    """A year as a chapter of the chronicle: its headline, its paragraphs, and what the umpire wrote himself."""
    return {
        "year": number,
        "headline": narration.headline(told, spot.book, number),
        "paragraphs": narration.chronicle(told, spot.book, number),
        "notes": [str(one.data.get("text", "")) for one in told if one.kind == "narrative"],
        "url": year_url(spot.war, number),
    }


def asked_chapter(spot: Here, number: int, told: Sequence[Happening]) -> dict[str, Any]:
    """The same, of which every paragraph can be asked why."""
    found = chapter(spot, number, told)
    paragraphs = [{"text": one.text, "why": why_url(spot.war, "tale", number, one.kind)} for one in found["paragraphs"]]
    return {**found, "paragraphs": paragraphs}


def changed_readings(spot: Here) -> int:
    defaults = spot.rules.pack.default_readings()
    return sum(spot.rules.readings[key] != value for key, value in defaults.items())


# --- The rules in force ----------------------------------------------------------------------------------------


@login_required
@require_GET
def rules(request: SignedIn, public_id: str) -> HttpResponse:
    """The frozen pack as tables, and the readings of this war. ``?part=…`` opens one part of it, ``?part=all`` everything."""
    spot = here(request, public_id)
    pack = spot.rules.pack
    sections = rulebook.sections(pack, spot.book)
    context = spot.context(
        pack=pack,
        name=spot.book.label(pack.name),
        summary=spot.book.label(pack.summary),
        readings=rulebook.readings(pack, spot.book),
        settled=settled(pack),
        battle_rules=rulebook.battle_rules(pack),
        sections=sections,
        contents=[("readings", _("Readings")), *((section.key, section.title) for section in sections)],
        part=request.GET.get("part", ""),
    )
    return render(request, "frontend/wars/rules.html", context)


# --- The chart ------------------------------------------------------------------------------------------------


@login_required
@require_GET
def chart(request: SignedIn, public_id: str) -> HttpResponse:
    """Victory points at the end of each closed year; ``?look=dark`` draws them for a dark page."""
    war, _member = wars.war_for(request.user, public_id)
    rules = rules_of(war)
    book = plain_book(war)
    points = wars.points_by_year(war)
    years = [number for number, _points in points]
    series = [(book.side(key), [row.get(key, 0) for _number, row in points]) for key in rules.pack.side_keys]
    look = charts.DARK if request.GET.get("look") == "dark" else charts.LIGHT
    return charts.svg_response(charts.vp_chart(series, years, _("Victory points at the end of each year"), look))


@login_required
@require_GET
def points(request: SignedIn, public_id: str) -> HttpResponse:
    """The chart, and beside it the same as a table: for who cannot see a picture, and for who wants the figures."""
    spot = here(request, public_id)
    closed = wars.last_years(spot.war)[1] if spot.state else None
    keys = spot.rules.pack.side_keys
    page = Paginator(wars.scores(spot.war), YEARS_A_PAGE).get_page(request.GET.get("page"))
    context = spot.context(
        chart=chart_words(spot, closed),
        sides=[spot.book.side(key) for key in keys],
        page=page,
        rows=year_rows(spot, list(page)),
    )
    return render(request, "frontend/wars/points.html", context)


def chart_words(spot: Here, closed: Year | None) -> str:
    """What the picture shows, for who cannot see it; empty while there is nothing to show."""
    if closed is None or not closed.summary:
        return ""
    standing = ", ".join(
        _("%(side)s %(points)s") % {"side": spot.book.side(key), "points": minus(row["total"])}
        for key, row in closed.summary["vp"].items()
    )
    return _("Chart of the victory points at the end of each year. After year %(year)s: %(standing)s.") % {
        "year": closed.number,
        "standing": standing,
    }
