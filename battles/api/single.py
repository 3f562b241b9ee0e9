"""Battles outside wars: the club's and one's own, opening one, who sits there, and what its umpire does."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
from rest_framework import serializers

from battles import selectors
from battles.api import shapes
from battles.api.datasets import AccountShape, FaultShape, told
from battles.api.views import OnBattle, seen
from battles.models import Battle
from battles.models.battle import Pace, Stage
from battles.services import clocks, foresight, reading, single
from battles.services.clocks import Clock
from battles.services.datasets import Wish
from battles.services.opening import PROGRAM, Sitter
from clubs import clock
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.api.pages import PageQuery, page, page_of
from clubs.api.shapes import Named
from clubs.limits import LONGEST_REASON
from clubs.models import Club, Membership
from clubs.selectors import club_for, member_for, place_in


class BattleRow(serializers.Serializer):
    """A battle in a list."""

    id = serializers.CharField(source="public_id")
    title = serializers.CharField(allow_blank=True)
    ruleset = serializers.CharField()
    stage = serializers.ChoiceField(Stage.values)
    seq = serializers.IntegerField()
    opener = Named(allow_null=True)
    seats = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)

    def get_seats(self, battle: Battle) -> list[dict[str, Any]]:
        return [shapes.SeatShape(seat).data for seat in battle.seats.all()]

    example = {
        "id": "k7m2p9w4r3tz",
        "title": "Dunes",
        "ruleset": "tabletop",
        "stage": "open",
        "seq": 0,
        "opener": None,
        "seats": [{"key": "rome", "kind": "player", "member": None, "offered": None, "due_at": None}],
        "created_at": "2027-03-01T20:00:00Z",
        "decided_at": None,
    }


class ForeseenShape(serializers.Serializer):
    """A battle that is planned: what each side would bring, what stands in the way, and what is unusual."""

    problems = FaultShape(many=True, help_text="Why it cannot be opened so; empty: it can.")
    doubts = FaultShape(many=True, help_text="What is lawful and still unusual.")
    accounts = serializers.DictField(child=AccountShape(), help_text="By seat: every unit with its points.")
    table = serializers.DictField(allow_null=True, help_text="The table with nobody on it, as shapes in millimetres.")


class MineShape(serializers.Serializer):
    """A battle one fights, or is asked to."""

    id = serializers.CharField(source="battle.public_id")
    club = serializers.CharField(source="battle.club.slug")
    title = serializers.CharField(source="battle.title", allow_blank=True)
    ruleset = serializers.CharField(source="battle.ruleset")
    seat = serializers.CharField()
    offered = serializers.BooleanField(help_text="The seat is kept for one: take it, or say no.")
    prompt = serializers.CharField(allow_null=True, help_text="What one is asked; null: one waits for others.")
    due_at = serializers.DateTimeField(allow_null=True)


class WishIn(serializers.Serializer):
    data = serializers.CharField(max_length=20, help_text="A data set's id.")  # type: ignore[assignment]  # a field, not the property
    version = serializers.IntegerField(
        min_value=1, max_value=100_000, required=False, allow_null=True, default=None, help_text="Null: the newest."
    )
    seat = serializers.CharField(
        max_length=80, required=False, allow_blank=True, default="", help_text="Whose, where each seat has its own."
    )


class StartIn(serializers.Serializer):
    ruleset = serializers.CharField(max_length=40)
    scenario = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    seats = serializers.DictField(
        child=serializers.CharField(max_length=20, allow_null=True),
        help_text="Every side: a member's id (another is asked first), `program`, or null for whoever comes.",
    )
    forces = serializers.DictField(
        required=False, allow_null=True, default=None, help_text="What each side brings; null: as the options say."
    )
    options = serializers.DictField(required=False, default=dict)
    roles = serializers.DictField(child=serializers.CharField(max_length=80), required=False, default=dict)
    umpire = serializers.CharField(max_length=20, required=False, allow_null=True, default=None)
    pace = serializers.ChoiceField(Pace.values, required=False, allow_blank=True, default=Pace.FREE)
    amount = serializers.IntegerField(
        min_value=0, max_value=100_000, required=False, default=0, help_text="Minutes; of a correspondence days."
    )
    title = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    names = serializers.DictField(child=serializers.CharField(max_length=80), required=False, default=dict)
    furnish = serializers.ListField(
        child=WishIn(), required=False, default=list, max_length=20, help_text="The club's own lists, maps and tables."
    )

    example = {
        "ruleset": "tabletop",
        "scenario": "pitched_battle",
        "seats": {"rome": None, "carthage": None},
        "forces": {
            "rome": {"units": [{"id": "h1", "name": "Hastati", "figures": 20}]},
            "carthage": {"units": [{"id": "l1", "name": "Libyans", "figures": 24}]},
        },
        "title": "On Thursday",
    }


class MemberIn(serializers.Serializer):
    member = serializers.CharField(max_length=20, allow_null=True, help_text="A member's id; null: for whoever comes.")


class BattleDeadlineIn(serializers.Serializer):
    deadline_at = serializers.DateTimeField(allow_null=True, help_text="Null: there is none.")

    example = {"deadline_at": None}


class GiveIn(serializers.Serializer):
    seat = serializers.CharField(max_length=80)
    minutes = serializers.IntegerField(min_value=1, max_value=60 * 24 * 60)


class BackIn(serializers.Serializer):
    seq = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="The entry whose state shall hold again."
    )
    reason = serializers.CharField(max_length=LONGEST_REASON)


class SettleIn(serializers.Serializer):
    outcome = serializers.DictField(help_text="For each seat `win`, `draw` or `loss`, and what was lost.")
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Both sides will read it.")

    example = {"outcome": {"seats": {"rome": {"result": "draw"}, "carthage": {"result": "draw"}}}, "reason": "Dark."}


class Battles(ApiView):
    tag = "battle"

    @operation(
        "battles_list", "The club's battles outside its wars, newest first", query=PageQuery, gives=page_of(BattleRow)
    )
    def get(self, request: Asked, slug: str, query: Given) -> Any:
        rows = selectors.battles_of(club_for(request.user, slug))
        return page(request, rows, ("-created_at", "-pk"), lambda found: found)

    @operation("battle_start", "Open a battle outside any war", takes=StartIn, gives=shapes.BattleShape, status=201)
    def post(self, request: Asked, slug: str, data: Given) -> Any:
        place = place_in(request.user, slug)
        battle = single.start(
            club=place.club,
            ruleset=data["ruleset"],
            scenario=data["scenario"],
            forces=reading.forces(data["forces"]),
            seats={key: _sitter(place.club, who) for key, who in data["seats"].items()},
            options=data["options"],
            roles=data["roles"],
            umpire=member_for(place.club, data["umpire"]) if data["umpire"] else None,
            by=place,
            now=clock.now(),
            pace=Clock(pace=Pace(data["pace"]), amount=data["amount"]),
            title=data["title"],
            names=data["names"],
            furnish=_wishes(data),
        )
        return seen(selectors.battle_for(request.user, battle.public_id), request)


class BattleLook(ApiView):
    tag = "battles"

    @operation(
        "battle_look", "Look at a battle before it is opened; nothing is kept", takes=StartIn, gives=ForeseenShape
    )
    def post(self, request: Asked, slug: str, data: Given) -> Any:
        club = club_for(request.user, slug)
        found = foresight.foresee(
            club,
            ruleset=data["ruleset"],
            scenario=data["scenario"],
            forces=reading.forces(data["forces"]),
            seats=data["seats"],
            options=data["options"],
            roles=data["roles"],
            furnish=_wishes(data),
        )
        return {
            "problems": [told(one) for one in found.problems],
            "doubts": [told(one) for one in found.doubts],
            "accounts": {seat: msgspec.to_builtins(one) for seat, one in found.accounts.items()},
            "table": msgspec.to_builtins(found.table) if found.table is not None else None,
        }


def _wishes(data: Given) -> list[Wish]:
    return [Wish(**wish) for wish in data["furnish"]]


def _sitter(club: Club, who: str | None) -> Sitter:
    if who is None:
        return None
    return PROGRAM if who == PROGRAM else member_for(club, who)


class MyBattles(ApiView):
    tag = "me"

    @operation(
        "me_battles",
        "Battles outside wars that one fights or is asked to: what waits for one first",
        gives=MineShape,
        many=True,
    )
    def get(self, request: Asked) -> Any:
        return selectors.my_battles(request.user)


class Act(OnBattle):
    """What is done to a battle that was looked up; then it is shown as it is."""

    def now(self, request: Asked, battle: str) -> tuple[Battle, Membership, datetime]:
        found = self.battle(request, battle)
        return found, self.member(request), clock.now()

    def shown(self, request: Asked, battle: str) -> Any:
        return seen(selectors.battle_for(request.user, battle), request)


def _plain(name: str, summary: str, verb: Callable[..., object], *, seat: bool = False) -> type[Act]:
    """The route of a verb that needs no more than its address says: the battle, and of a verb at a ``seat`` the seat."""

    class Plain(Act):
        @operation(name, summary, gives=shapes.BattleShape, match="may")
        def post(self, request: Asked, battle: str, **at: str) -> Any:
            found, member, now = self.now(request, battle)
            if seat:
                verb(found, at["seat"], member, now)
            else:
                verb(found, by=member, now=now)
            return self.shown(request, battle)

    return Plain


Take = _plain("battle_take", "Sit down at a vacant seat", single.take, seat=True)
Decline = _plain("battle_decline", "Say no to a seat that is offered to one", single.decline, seat=True)
Leave = _plain("battle_leave", "Get up from one's seat", single.leave, seat=True)
ToProgram = _plain("battle_to_program", "Let the program play a vacant seat", single.give_to_program, seat=True)
Void = _plain("battle_void", "Strike a battle before it is decided", single.void)
Pause = _plain("battle_pause", "Stop every clock of a battle", clocks.pause)
Resume = _plain("battle_resume", "Let the clocks of a battle run on", clocks.resume)
Release = _plain("battle_release", "Let a held battle go on", single.release)


class Offer(Act):
    @operation(
        "battle_offer", "Offer a vacant seat to a member, or to whoever comes", takes=MemberIn, gives=shapes.BattleShape
    )
    def post(self, request: Asked, battle: str, seat: str, data: Given) -> Any:
        found, member, now = self.now(request, battle)
        asked = member_for(found.club, data["member"]) if data["member"] is not None else None
        single.offer(found, seat, asked, member, now)
        return self.shown(request, battle)


class Deadline(Act):
    @operation(
        "battle_deadline",
        "Move the moment from which the umpire may settle it",
        takes=BattleDeadlineIn,
        gives=shapes.BattleShape,
    )
    def put(self, request: Asked, battle: str, data: Given) -> Any:
        found, member, now = self.now(request, battle)
        single.move_deadline(found, deadline_at=data["deadline_at"], by=member, now=now)
        return self.shown(request, battle)


class Give(Act):
    @operation("battle_give_time", "Give a seat more time", takes=GiveIn, gives=shapes.BattleShape)
    def post(self, request: Asked, battle: str, data: Given) -> Any:
        found, member, now = self.now(request, battle)
        clocks.give(found, seat=data["seat"], length=timedelta(minutes=data["minutes"]), by=member, now=now)
        return self.shown(request, battle)


class Back(Act):
    @operation(
        "battle_step_back",
        "Go back to an earlier entry; what came after stays readable",
        takes=BackIn,
        gives=shapes.BattleShape,
        match="must",
    )
    def post(self, request: Asked, battle: str, data: Given) -> Any:
        found, member, now = self.now(request, battle)
        single.step_back(found, to_seq=data["seq"], by=member, now=now, reason=data["reason"])
        return self.shown(request, battle)


class Settle(Act):
    @operation(
        "battle_settle", "Settle a battle by the umpire's word", takes=SettleIn, gives=shapes.BattleShape, match="must"
    )
    def post(self, request: Asked, battle: str, data: Given) -> Any:
        found, member, now = self.now(request, battle)
        outcome = reading.outcome(data["outcome"])
        single.settle(found, outcome=outcome, by=member, now=now, reason=data["reason"])
        return self.shown(request, battle)
