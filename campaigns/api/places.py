"""A person before a year of a war, as an answer of the API needs it."""

from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from campaigns import places
from campaigns.places import Spot
from clubs.errors import NotSeen, Stale
from clubs.selectors import Person


@dataclass(frozen=True)
class Desk(places.Desk):
    """A person before a year of a war."""

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
    """The year of that number; None: the one in hand, or the last one of a war that is over. ``NotSeen`` where there is none."""
    return Desk.before(Spot.of(user, war), number)


def plain(value: Any) -> Any:
    """A value of the rules as plain JSON values."""
    return msgspec.to_builtins(value)
