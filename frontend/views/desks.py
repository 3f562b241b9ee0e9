"""Who asks for a year of a war, which year, and what he may do there. Nothing here draws a page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from battles.models import Battle
from campaigns import narration
from campaigns.models import Engagement, Year
from campaigns.models.campaign import Stage
from campaigns.models.year import YearStage
from campaigns.narration import reasons
from campaigns.narration.reasons import Why
from campaigns.narration.words import moment_text
from campaigns.rules.decisions import Decision
from campaigns.rules.state import State
from campaigns.selectors import reports, sealed, wars, years
from campaigns.selectors.books import Line
from campaigns.services import between
from clubs import clock
from clubs.errors import NotSeen, Refusal, Stale
from frontend.views.clubs import SignedIn
from frontend.views.wars import Here, here
from rulesets.contract import UMPIRE, Ask
from rulesets.dice import Rolled

SEALED_STAGES = (YearStage.ORDERS, YearStage.MUSTER)

type Part = dict[str, Any]
"""A part of a page: its ``template`` is drawn with the rest as ``part``."""

type Bound = Mapping[str, Any]
"""Forms that came back with errors, by name: shown in place of fresh ones."""


@dataclass(frozen=True)
class Desk(Here):
    """A person before a year of a war."""

    year: Year
    now: datetime

    @cached_property
    def live(self) -> bool:
        """Whether this is the year in hand, and the war goes on."""
        return self.war.stage == Stage.RUNNING and self.year.stage != YearStage.CLOSED

    @cached_property
    def at(self) -> State:
        """The war as it stands. A year is opened with a state, so there is one."""
        assert self.state is not None
        return self.state

    @cached_property
    def lines(self) -> list[Line]:
        return years.lines_of(self.war, self.year)

    @cached_property
    def known(self) -> years.Known:
        return years.known(self.rules.pack, self.lines)

    @cached_property
    def _rolls(self) -> dict[str, Rolled]:
        return {roll.address: roll for line in self.lines for roll in line.rolls}

    def why(self, line: Line | None) -> Why | None:
        """The answer to "why?" about a line of the book; None where there is nothing to say."""
        if line is None:
            return None
        found = reasons.why(line.happening, self.book, self._rolls, [one.happening for one in self.lines])
        return found if found or found.paragraph else None

    def why_of(self, number: str) -> Why | None:
        """Why a number that is known of this year is what it is."""
        return self.why(self.known.by.get(number))

    @cached_property
    def engagement(self) -> Engagement | None:
        """The year's battle; none is looked for before there can be one."""
        return years.engagement_of(self.year) if self.known.muster else None

    @property
    def battle(self) -> Battle | None:
        return self.engagement.battle if self.engagement else None

    @cached_property
    def table(self) -> reports.Table | None:
        return reports.table_of(self.battle, self.rules.pack.side_keys) if self.battle else None

    @cached_property
    def asks(self) -> list[Ask]:
        """What the campaign rules ask now, of anybody."""
        return self.rules.asks(self.at) if self.live else []

    @cached_property
    def seats_in(self) -> set[str]:
        """Which sides are in with what is sealed now; never with what."""
        return sealed.seats_in(self.year) if self.live and self.year.stage in SEALED_STAGES else set()

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

    @cached_property
    def paper_sides(self) -> list[str]:
        """The sides for which this person may type in a slip."""
        return list(self.rules.pack.side_keys) if self.place.officer else []

    def name(self, side: str | None) -> str:
        return self.book.side(side)

    def url(self, name: str, *more: Any) -> str:
        return reverse(name, args=[self.war.public_id, *more])


def desk_for(request: SignedIn, public_id: str, number: int | None = None) -> Desk:
    """The year of that number; None: the one in hand, or the last one of a war that is over. ``NotSeen`` where there is none."""
    return desk_at(here(request, public_id), number)


def desk_at(spot: Here, number: int | None = None) -> Desk:
    """The same, of a war that the person was let into."""
    if number is None:
        open_year, closed = wars.last_years(spot.war)
        year = open_year or closed
        if year is None:
            raise NotSeen
    else:
        year = wars.year_of(spot.war, number)
    if year.stage == YearStage.WAITING:
        raise NotSeen
    return Desk(war=spot.war, member=spot.member, sides=spot.sides, place=spot.place, year=year, now=clock.now())


# --- Acting ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Actor:
    """For which side somebody acts here, and whether he types in its paper slip."""

    side: str
    paper: bool

    def bound(self, name: str) -> str:
        """Under which name a form of this actor comes back: an officer's page may hold the same form for both sides."""
        return f"{name}:{self.side}" if self.paper else name


def actor_of(desk: Desk, wanted: str = "") -> Actor:
    """The viewer's own side; or, for an officer who does not play, the side whose slip he types in. Others see nothing here."""
    if desk.place.side is not None:
        return Actor(side=desk.place.side, paper=False)
    if wanted in desk.paper_sides:
        return Actor(side=wanted, paper=True)
    raise NotSeen


def decide_for(desk: Desk, actor: Actor, decision: Decision) -> None:
    """One decision that is not sealed, on the state of the war that this request read."""
    between.decide(
        desk.war,
        side=actor.side,
        decision=decision,
        by=desk.member,
        now=clock.now(),
        version=desk.war.version,
        paper=actor.paper,
    )


def answerer_of(desk: Desk, seat: str) -> Actor:
    """Who answers a question put to a seat: also the umpire's dice, which a player may throw where nobody else does."""
    if seat == UMPIRE and (desk.place.umpires or desk.place.officer or desk.place.side is not None):
        return Actor(side=UMPIRE, paper=False)
    return actor_of(desk, seat)


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
    if not number.isdigit():
        return ""
    at = years.opened_orders_at(desk.war, int(number))
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
