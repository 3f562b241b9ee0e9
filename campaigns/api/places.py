"""Where a person stands in a war, and before a year of it. Reads only, through the selectors; ``NotSeen`` for whoever is not in its club."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from battles.models import Battle
from campaigns import permissions
from campaigns.models import Campaign, Engagement, Side, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import rules_of, state_of
from campaigns.models.year import YearStage
from campaigns.narration import Book
from campaigns.narration.book import plain_language
from campaigns.rules.engine import Rules
from campaigns.rules.state import State
from campaigns.selectors import reports, sealed, wars, years
from clubs.errors import NotSeen, Stale
from clubs.models import Membership
from clubs.selectors import Person
from rulesets.contract import UMPIRE, Ask

SEALED_STAGES = (YearStage.ORDERS, YearStage.MUSTER)


@dataclass(frozen=True)
class Spot:
    """A war that this person may see, and where he stands in it."""

    war: Campaign
    member: Membership
    sides: list[Side]
    place: permissions.Place

    @cached_property
    def rules(self) -> Rules:
        return rules_of(self.war)

    @cached_property
    def state(self) -> State | None:
        return state_of(self.war) if self.war.state else None

    @cached_property
    def book(self) -> Book:
        """The names and labels of this war in the reader's language."""
        if self.state is None:
            return Book(pack=self.rules.pack, language=plain_language(), readings=self.rules.readings)
        return Book.of(self.rules.pack, self.state, readings=self.rules.readings)

    def side(self, key: str) -> Side:
        found = next((one for one in self.sides if one.key == key), None)
        if found is None:
            raise NotSeen
        return found


def spot_for(user: Person, war: str) -> Spot:
    """The war of an id with its sides and holders. Four queries."""
    found, member = wars.war_for(user, war)
    sides = wars.sides_of(found)
    return Spot(war=found, member=member, sides=sides, place=permissions.place_of(found, member, wars.held(sides)))


def begun(user: Person, war: str) -> Spot:
    """A war that has begun: one that is prepared has no book, no roster and no year."""
    spot = spot_for(user, war)
    if spot.state is None:
        raise NotSeen
    return spot


def umpired(user: Person, war: str) -> Spot:
    """A war whose umpire this person is now; for everybody else there is nothing here."""
    spot = spot_for(user, war)
    if not spot.place.umpires:
        raise NotSeen
    return spot


def managed(user: Person, war: str) -> Spot:
    """A war that this person may prepare and seat."""
    spot = spot_for(user, war)
    if not spot.place.manages:
        raise NotSeen
    return spot


@dataclass(frozen=True)
class Desk(Spot):
    """A person before a year of a war."""

    year: Year

    @property
    def live(self) -> bool:
        """Whether this is the year in hand, and the war goes on."""
        return self.war.stage == Stage.RUNNING and self.year.stage != YearStage.CLOSED

    @cached_property
    def at(self) -> State:
        """The war as it stands. A year is opened with a state, so there is one."""
        assert self.state is not None
        return self.state

    @cached_property
    def known(self) -> years.Known:
        return years.known(self.rules.pack, years.lines_of(self.war, self.year))

    @cached_property
    def engagement(self) -> Engagement | None:
        return years.engagement_of(self.year) if self.known.muster else None

    @property
    def battle(self) -> Battle | None:
        return self.engagement.battle if self.engagement else None

    @cached_property
    def table(self) -> reports.Table | None:
        return reports.table_of(self.battle, self.rules.pack.side_keys) if self.battle else None

    @cached_property
    def asks(self) -> list[Ask]:
        return self.rules.asks(self.at) if self.live else []

    @cached_property
    def seats_in(self) -> set[str]:
        """Which sides are in with what is sealed now; never with what."""
        return sealed.seats_in(self.year) if self.live and self.year.stage in SEALED_STAGES else set()

    @property
    def own_side(self) -> str:
        """The side this person holds; who holds none sees nothing here."""
        if self.place.side is None:
            raise NotSeen
        return self.place.side

    def check_year(self, number: int) -> None:
        """What was decided on one year must not act on the next."""
        if number != self.year.number:
            raise Stale(_("The war has gone on to another year. Look at it as it is now."), code="other_year")


def desk_for(user: Person, war: str, number: int | None = None) -> Desk:
    """The year of that number; None: the one in hand, or the last one of a war that is over."""
    spot = begun(user, war)
    if number is None:
        open_year, closed = wars.last_years(spot.war)
        year = open_year or closed
        if year is None:
            raise NotSeen
    else:
        year = wars.year_of(spot.war, number)
    if year.stage == YearStage.WAITING:
        raise NotSeen
    return Desk(war=spot.war, member=spot.member, sides=spot.sides, place=spot.place, year=year)


@dataclass(frozen=True)
class Actor:
    """For which seat somebody acts here, and whether he types in its paper slip."""

    side: str
    paper: bool


def actor_of(spot: Spot, wanted: str = "") -> Actor:
    """The person's own side; or, for an officer who does not play, the side whose slip he types in. Others see nothing here."""
    if spot.place.side is not None and wanted in ("", spot.place.side):
        return Actor(side=spot.place.side, paper=False)
    if spot.place.officer and wanted in spot.rules.pack.side_keys:
        return Actor(side=wanted, paper=True)
    raise NotSeen


def answerer_of(spot: Spot, wanted: str) -> Actor:
    """Who answers a question: also the umpire's dice, which a player may throw where nobody else does."""
    if wanted == UMPIRE and (spot.place.umpires or spot.place.officer or spot.place.side is not None):
        return Actor(side=UMPIRE, paper=False)
    return actor_of(spot, wanted)


def plain(value: Any) -> Any:
    """A value of the rules as plain JSON values."""
    return msgspec.to_builtins(value)
