"""Where a person stands in a war, and before a year of it: what pages and the API both ask first, and how he then decides.

``NotSeen`` for whoever is not in the war's club. Nothing here draws a page or an answer.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from battles.models import Battle
from campaigns import permissions
from campaigns.models import Campaign, Engagement, Side, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import rules_of, state_of
from campaigns.models.year import YearStage
from campaigns.narration import Book
from campaigns.narration.book import plain_language
from campaigns.rules.decisions import Decision
from campaigns.rules.engine import Rules
from campaigns.rules.state import State
from campaigns.selectors import reports, sealed, wars, years
from campaigns.selectors.books import Line
from campaigns.services import between
from clubs import clock
from clubs.errors import NotSeen
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

    @classmethod
    def of(cls, person: Person, public_id: str) -> Self:
        """The war of an id with its sides and holders. Four queries; ``NotSeen`` for whoever is not in its club."""
        war, member = wars.war_for(person, public_id)
        sides = wars.sides_of(war)
        return cls(war=war, member=member, sides=sides, place=permissions.place_of(war, member, wars.held(sides)))

    @classmethod
    def umpired(cls, person: Person, public_id: str) -> Self:
        """A war whose umpire this person is now. A player, and everybody else, gets the answer of what does not exist."""
        spot = cls.of(person, public_id)
        return spot.seen_if(spot.place.umpires)

    @classmethod
    def officed(cls, person: Person, public_id: str) -> Self:
        """A war in which this person settles things or types in paper slips: he holds no side in it."""
        spot = cls.of(person, public_id)
        return spot.seen_if(spot.place.umpires or spot.place.officer)

    @classmethod
    def overseen(cls, person: Person, public_id: str) -> Self:
        """A war that this person umpires or manages, also where he plays."""
        spot = cls.of(person, public_id)
        return spot.seen_if(spot.place.umpires or spot.place.manages)

    @classmethod
    def managed(cls, person: Person, public_id: str) -> Self:
        """A war that this person may prepare and seat."""
        spot = cls.of(person, public_id)
        return spot.seen_if(spot.place.manages)

    @classmethod
    def begun(cls, person: Person, public_id: str) -> Self:
        """A war that has begun: one that is prepared has no book, no roster and no year."""
        spot = cls.of(person, public_id)
        return spot.seen_if(bool(spot.war.state))

    def seen_if(self, may: bool) -> Self:
        """Itself for whoever may see it; for everybody else there is nothing here (``NotSeen``)."""
        if not may:
            raise NotSeen
        return self

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
        """``NotSeen`` for a key that names none."""
        found = next((one for one in self.sides if one.key == key), None)
        if found is None:
            raise NotSeen
        return found


@dataclass(frozen=True)
class Desk(Spot):
    """A person before a year of a war."""

    year: Year

    @classmethod
    def before(cls, spot: Spot, number: int | None = None) -> Self:
        """The year of that number; None: the one in hand, or the last one of a war that is over. ``NotSeen`` where there is none."""
        if number is None:
            open_year, closed = wars.last_years(spot.war)
            year = open_year or closed
            if year is None:
                raise NotSeen
        else:
            year = wars.year_of(spot.war, number)
        if year.stage == YearStage.WAITING:
            raise NotSeen
        return cls(war=spot.war, member=spot.member, sides=spot.sides, place=spot.place, year=year)

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
    def lines(self) -> list[Line]:
        return years.lines_of(self.war, self.year)

    @cached_property
    def known(self) -> years.Known:
        return years.known(self.rules.pack, self.lines)

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

    @cached_property
    def paper_sides(self) -> list[str]:
        """The sides for which this person may type in a slip."""
        return list(self.rules.pack.side_keys) if self.place.officer else []


@dataclass(frozen=True)
class Actor:
    """For which seat somebody acts here, and whether he types in its paper slip."""

    side: str
    paper: bool


def actor_of(desk: Desk, wanted: str = "") -> Actor:
    """The person's own side; or, for an officer who does not play, the side whose slip he types in. Others see nothing here."""
    if desk.place.side is not None and wanted in ("", desk.place.side):
        return Actor(side=desk.place.side, paper=False)
    if wanted in desk.paper_sides:
        return Actor(side=wanted, paper=True)
    raise NotSeen


def answerer_of(desk: Desk, seat: str) -> Actor:
    """Who answers a question put to a seat: also the umpire's dice, which a player may throw where nobody else does."""
    if seat == UMPIRE and (desk.place.umpires or desk.place.officer or desk.place.side is not None):
        return Actor(side=UMPIRE, paper=False)
    return actor_of(desk, seat)


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
