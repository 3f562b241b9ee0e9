"""Who asks for a year of a war, which year, and what he may do there. Nothing here draws a page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns import narration, places
from campaigns.models.year import YearStage
from campaigns.narration.words import moment_text
from campaigns.places import Actor
from campaigns.selectors import years
from campaigns.selectors.books import Line
from clubs import clock
from clubs.errors import Refusal, Stale
from frontend.forms.numbers import whole_number
from frontend.views.clubs import SignedIn
from frontend.views.scores import line_url
from frontend.views.wars import Here, here
from rulesets.contract import UMPIRE, Ask

type Part = dict[str, Any]
"""A part of a page: its ``template`` is drawn with the rest as ``part``."""

type Bound = Mapping[str, Any]
"""Forms that came back with errors, by name: shown in place of fresh ones."""


@dataclass(frozen=True)
class Desk(places.Desk, Here):
    """A person before a year of a war, as a page shows it: all of it at one moment."""

    now: datetime = field(default_factory=clock.now)

    def why(self, line: Line | None) -> str:
        """Where a line of the book answers "why?"; empty where there is nothing to say."""
        return line_url(self.war, line) if line is not None else ""

    def why_of(self, number: str) -> str:
        """Where a number that is known of this year answers why it is what it is."""
        return self.why(self.known.by.get(number))

    @property
    def phase(self) -> str:
        """The stage as people follow it: dice typed by hand may hold a year up between two stages."""
        if self.year.stage == YearStage.CLOSED:
            return "closed"
        if self.known.decided or self.known.skipped:
            return "aftermath"
        if self.at.stage == "orders" and self.known.orders:
            return "scenario"
        return self.at.stage

    def asked(self, seat: str | None, prompt: str = "", *, kinds: tuple[str, ...] = ("turn", "sealed")) -> list[Ask]:
        """What is asked of a seat."""
        return [ask for ask in self.asks if ask.seat == seat and ask.kind in kinds and prompt in ("", ask.prompt)]

    def allowed(self, prompt: str, side: str | None = None) -> list[Ask]:
        """What a side (the viewer's own) may do without owing it."""
        return self.asked(side or self.place.side, prompt, kinds=("may",))

    def name(self, side: str | None) -> str:
        return self.book.side(side)

    def url(self, name: str, *more: Any) -> str:
        return reverse(name, args=[self.war.public_id, *more])


def desk_for(request: SignedIn, public_id: str, number: int | None = None) -> Desk:
    """The year of that number; None: the one in hand, or the last one of a war that is over. ``NotSeen`` where there is none."""
    return Desk.before(here(request, public_id), number)


# --- Acting ------------------------------------------------------------------------------------------------


def actor_of(desk: Desk, wanted: str = "") -> Actor:
    """As everywhere; only that a player acts for his own side, whatever his page sends."""
    return places.actor_of(desk, wanted if desk.place.side is None else "")


def answerer_of(desk: Desk, seat: str) -> Actor:
    """As everywhere, with the same exception."""
    return places.answerer_of(desk, seat if desk.place.side is None or seat == UMPIRE else "")


def form_name(actor: Actor, name: str) -> str:
    """Under which name a form of this actor comes back: an officer's page may hold the same form for both sides."""
    return f"{name}:{actor.side}" if actor.paper else name


def check_year(desk: Desk, typed: str) -> None:
    """A form belongs to the year it was made for: one that comes later must not act on the next."""
    if typed == str(desk.year.number):
        return
    when = closing_of(desk, typed)
    if when:
        raise Stale(
            _("Year %(year)s closed its orders on %(when)s. What you had handed in by then stands.")
            % {"year": typed, "when": when},
            code="other_year",
        )
    raise Stale(_("The war has gone on to another year. Look at it as it is now."), code="other_year")


def closing_of(desk: Desk, number: str) -> str:
    """When the orders of an earlier year were opened, in the club's time; empty if that is not known."""
    year = whole_number(number)
    at = None if year is None else years.opened_orders_at(desk.war, year)
    return moment_text(at.isoformat(), desk.war.club.time_zone) if at else ""


def told(refusal: Refusal, desk: Desk) -> str:
    """A refusal in words; the rules' own with names instead of keys."""
    problem = getattr(refusal, "problem", None)
    if problem is None:
        return str(refusal)
    text = narration.problem_text(problem, desk.book)
    if problem.rule:
        return _("%(sentence)s. (Rules: %(rule)s)") % {"sentence": text.rstrip("."), "rule": problem.rule}
    return text.rstrip(".") + "."
