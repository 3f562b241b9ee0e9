"""What is handed in sealed. Each seat reads its own and nobody else's; an officer types slips in and reads nothing."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers

from campaigns.api.acting import AtDesk
from campaigns.api.places import Desk, plain
from campaigns.models import Muster, StrategicAction
from campaigns.places import Actor, actor_of
from campaigns.rules import muster as muster_rules
from campaigns.selectors import sealed
from campaigns.services import sealed as verbs
from clubs import clock
from clubs.api.base import Asked, Given, operation
from clubs.errors import NotSeen

KEY: dict[str, Any] = {"max_length": 80}


class SlipIn(serializers.Serializer):
    year = serializers.IntegerField(min_value=0, max_value=100_000, help_text="The year one has seen.")
    side = serializers.CharField(
        required=False, default="", allow_blank=True, help_text="For an officer: whose paper slip it is.", **KEY
    )


class OrderIn(SlipIn):
    action = serializers.CharField(**KEY)
    salt = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)
    ready = serializers.BooleanField(default=True)

    example = {"year": 3, "action": "guerrilla", "salt": "", "ready": True}


class OrderShape(serializers.Serializer):
    """The order of one's own side; empty while none is in."""

    year = serializers.IntegerField()
    side = serializers.CharField()
    action = serializers.CharField(allow_blank=True)
    salt = serializers.CharField(allow_blank=True)
    ready = serializers.BooleanField()
    receipt = serializers.CharField(
        allow_blank=True, help_text="A salted commitment: it shows later that nothing was altered."
    )
    given_at = serializers.DateTimeField(allow_null=True)
    manner = serializers.CharField(allow_blank=True)
    revision = serializers.IntegerField()


class MusterIn(SlipIn):
    units = serializers.ListField(child=serializers.CharField(**KEY), max_length=1000)
    characters = serializers.ListField(child=serializers.CharField(**KEY), max_length=1000, default=list)
    ready = serializers.BooleanField(default=True)

    example = {"year": 3, "units": ["r1", "r2"], "characters": ["r-general"], "ready": True}


class MusterShape(serializers.Serializer):
    """The muster of one's own side; empty while none is in."""

    year = serializers.IntegerField()
    side = serializers.CharField()
    units = serializers.ListField(child=serializers.CharField())
    characters = serializers.ListField(child=serializers.CharField())
    salt = serializers.CharField(allow_blank=True)
    ready = serializers.BooleanField()
    receipt = serializers.CharField(allow_blank=True)
    given_at = serializers.DateTimeField(allow_null=True)
    manner = serializers.CharField(allow_blank=True)
    revision = serializers.IntegerField()


class StandingShape(serializers.Serializer):
    action = serializers.CharField(allow_blank=True, help_text="Empty: none is left.", **KEY)


class SideQuery(serializers.Serializer):
    side = serializers.CharField(
        required=False, default="", allow_blank=True, help_text="For an officer: whose.", **KEY
    )


class MenuShape(serializers.Serializer):
    side = serializers.CharField()
    limit = serializers.IntegerField(allow_null=True, help_text="Points that may be brought; null: all troops.")
    natives = serializers.IntegerField(help_text="Points of native units that must be brought.")
    units = serializers.ListField(child=serializers.DictField())
    characters = serializers.ListField(child=serializers.DictField())
    best = serializers.DictField(help_text="What the program would bring.")

    example = {
        "side": "rome",
        "limit": 1000,
        "natives": 0,
        "units": [{"id": "r1", "name": "First cohort", "figures": 20, "points": 12, "value": 250}],
        "characters": [{"id": "r-general", "name": "Scipio", "points": 100}],
        "best": {"units": ["r1"], "characters": ["r-general"]},
    }


def _order(desk: Desk, side: str, row: StrategicAction | None) -> dict[str, Any]:
    return {"action": row.action if row else "", **_sealed(desk, side, row)}


def _muster(desk: Desk, side: str, row: Muster | None) -> dict[str, Any]:
    brought = {"units": list(row.units), "characters": list(row.characters)} if row else {"units": [], "characters": []}
    return {**brought, **_sealed(desk, side, row)}


def _sealed(desk: Desk, side: str, row: StrategicAction | Muster | None) -> dict[str, Any]:
    return {
        "year": desk.year.number,
        "side": side,
        "salt": row.salt if row else "",
        "ready": bool(row and row.ready),
        "receipt": row.receipt if row else "",
        "given_at": row.given_at if row else None,
        "manner": row.manner if row else "",
        "revision": row.revision if row else 0,
    }


class Sealed(AtDesk):
    tag = "sealed"
    focus = "order"

    def actor(self, desk: Desk) -> Actor:
        return actor_of(desk, self.sent.get("side", ""))

    def matches(self, request: Asked, war: str, **kwargs: Any) -> bool:
        return not self.actor(self.desk(request, war)).paper

    def hand_in(
        self, request: Asked, war: str, verb: Callable[..., Any], data: Given, shown: Callable[..., Any]
    ) -> Any:
        """Give what was sent to a verb, by the version that the sender saw; a paper slip replaces whatever stands."""
        desk = self.desk(request, war)
        actor = self.actor(desk)
        row = verb(
            desk.war,
            **{**data, "side": actor.side},
            by=desk.member,
            now=clock.now(),
            revision=None if self.looked is None else int(self.looked["revision"]),
            paper=actor.paper,
        )
        return shown(desk, actor.side, row)


class OwnOrder(Sealed):
    shape = OrderShape

    def look(self, request: Asked, war: str, **kwargs: Any) -> Any:
        desk = self.desk(request, war)
        return _order(desk, desk.own_side, sealed.own_order(desk.year, desk.place))

    @operation("order_read", "The order of one's own side, with its receipt", gives=OrderShape, etag=True)
    def get(self, request: Asked, war: str) -> Any:
        return self.look(request, war)

    @operation(
        "order_give",
        "Hand in, or change, the sealed order of the year",
        description="`ready` false: the year waits for its deadline. An officer names the `side` whose paper slip he types in.",
        takes=OrderIn,
        gives=OrderShape,
        match="must",
    )
    def put(self, request: Asked, war: str, data: Given) -> Any:
        return self.hand_in(request, war, verbs.give_order, data, _order)


class NotReady(Sealed):
    @operation("order_not_ready", 'Take "ready" back: the order stands, and the year waits', takes=SlipIn)
    def post(self, request: Asked, war: str, data: Given) -> None:
        desk = self.desk(request, war)
        desk.check_year(data["year"])
        verbs.withdraw_ready(desk.war, side=self.actor(desk).side, by=desk.member, now=clock.now())


class StandingOrder(Sealed):
    shape = StandingShape

    def look(self, request: Asked, war: str, **kwargs: Any) -> Any:
        desk = self.desk(request, war)
        return {"side": desk.own_side, "action": sealed.own_standing_order(desk.war, desk.place)}

    @operation("standing_order_read", "The action left for years without an order", gives=StandingShape, etag=True)
    def get(self, request: Asked, war: str) -> Any:
        return self.look(request, war)

    @operation(
        "standing_order_leave",
        "Leave an action for years without an order",
        takes=StandingShape,
        gives=StandingShape,
        match="may",
    )
    def put(self, request: Asked, war: str, data: Given) -> Any:
        desk = self.desk(request, war)
        verbs.leave_standing_order(desk.war, side=desk.own_side, action=data["action"], by=desk.member, now=clock.now())
        return self.look(request, war)


class OwnMuster(Sealed):
    shape = MusterShape
    focus = "muster"

    def look(self, request: Asked, war: str, **kwargs: Any) -> Any:
        desk = self.desk(request, war)
        return _muster(desk, desk.own_side, sealed.own_muster(desk.year, desk.place))

    @operation("muster_read", "The muster of one's own side, with its receipt", gives=MusterShape, etag=True)
    def get(self, request: Asked, war: str) -> Any:
        return self.look(request, war)

    @operation("muster_give", "Hand in, or change, the sealed muster", takes=MusterIn, gives=MusterShape, match="must")
    def put(self, request: Asked, war: str, data: Given) -> Any:
        return self.hand_in(request, war, verbs.give_muster, data, _muster)


class MusterMenu(AtDesk):
    tag = "sealed"

    @operation("muster_menu", "What a side may muster, and what the program would", gives=MenuShape, query=SideQuery)
    def get(self, request: Asked, war: str, query: Given) -> Any:
        desk = self.desk(request, war)
        side = actor_of(desk, query["side"]).side
        if not any(ask.prompt == "muster" and ask.seat == side for ask in desk.asks):
            raise NotSeen
        best = muster_rules.best(desk.rules.pack, desk.at, side)
        return {
            "side": side,
            "limit": desk.at.now.limits.get(side),
            "natives": muster_rules.contingent(desk.rules.pack, desk.at, side),
            "units": [{**plain(one), "value": one.value} for one in muster_rules.able_units(desk.at, side)],
            "characters": [plain(one) for one in muster_rules.able_characters(desk.at, side)],
            "best": {"units": list(best.units), "characters": list(best.characters)},
        }
