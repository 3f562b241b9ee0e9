"""Acting upon a war, or in its year in hand: where the person stands; a refusal in the war's own names with what would be allowed."""

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from battles.models import Battle
from battles.selectors import menu_for
from campaigns import narration
from campaigns.api import told
from campaigns.api.places import Desk, desk_for, plain
from campaigns.places import Actor, Spot, actor_of
from clubs import clock
from clubs.api.base import ApiView, Asked
from clubs.api.problems import refused
from clubs.errors import NotSeen, Refusal


class AtDesk(ApiView):
    """A view of the year in hand."""

    focus = ""
    """The prompt this view answers: what would be allowed is the menu of it."""
    _desk: Desk | None = None

    def desk(self, request: Asked, war: str) -> Desk:
        """The year as it stood when the request came: read once."""
        if self._desk is None:
            self._desk = desk_for(request.user, war)
        return self._desk

    def actor(self, desk: Desk) -> Actor:
        return actor_of(desk, self.sent.get("side", ""))

    def refusal(self, refusal: Refusal, request: Request, **kwargs: Any) -> Response:
        desk, found = self._desk, getattr(refusal, "problem", None)
        if isinstance(refusal, NotSeen) or desk is None or found is None:
            return refused(refusal)
        return refused(refusal, detail=self.words(refusal, desk), allowed=self.allowed(desk))

    def words(self, refusal: Refusal, desk: Desk) -> str:
        return str(narration.problem_text(refusal.problem, desk.book))  # type: ignore[attr-defined]  # looked at by the caller

    def allowed(self, desk: Desk) -> list[Any]:
        return [plain(one) for one in desk.rules.menu(desk.at, self.actor(desk).side, self.focus or None)]


class AtWar(ApiView):
    """A view of acts upon a whole war."""

    tag = "umpire"

    def spot(self, request: Asked, war: str) -> Spot:
        """The war, for whoever may do this; for everybody else there is nothing here."""
        return Spot.umpired(request.user, war)

    def do(self, request: Asked, war: str, verb: Callable[..., object], **data: Any) -> None:
        spot = self.spot(request, war)
        verb(spot.war, **data, by=spot.member, now=clock.now())

    def act(self, request: Asked, war: str, verb: Callable[..., object], **data: Any) -> Any:
        """Do it, and show the war as it is then."""
        self.do(request, war, verb, **data)
        return told.war(Spot.of(request.user, war))


def at_table(battle: Battle, seat: str) -> list[Any]:
    return [plain(one) for one in menu_for(battle, seat)]
