"""Battles by themselves, whatever their rules: the position as a seat sees it, the log, and a move."""

from typing import Any

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from battles import selectors
from battles.api import shapes
from battles.models import Battle
from battles.services import play
from clubs import clock
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.api.problems import refused
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership
from clubs.selectors import membership_of
from rulesets.contract import Action


class OnBattle(ApiView):
    tag = "battle"
    shape = shapes.BattleShape
    _battle: Battle | None = None

    def battle(self, request: Asked, battle: str) -> Battle:
        if self._battle is None:
            self._battle = selectors.battle_for(request.user, battle)
        return self._battle

    def look(self, request: Asked, battle: str, **kwargs: Any) -> Any:
        return seen(self.battle(request, battle), request)

    def refusal(self, refusal: Refusal, request: Request, **kwargs: Any) -> Response:
        if isinstance(refusal, NotSeen) or self._battle is None or not hasattr(refusal, "problem"):
            return refused(refusal)
        seat = selectors.seat_of(self._battle, request.user)
        menu = selectors.menu_for(self._battle, seat) if seat else []
        return refused(refusal, allowed=msgspec.to_builtins(menu))

    def member(self, request: Asked) -> Membership:
        assert self._battle is not None  # looked up before anybody acts
        place = membership_of(request.user, self._battle.club)
        if place is None:
            raise NotSeen
        return place


def seen(battle: Battle, request: Asked) -> dict[str, Any]:
    seat = selectors.seat_of(battle, request.user)
    return {
        "id": battle.public_id,
        "ruleset": battle.ruleset,
        "edition": battle.edition,
        "stage": battle.stage,
        "seq": battle.seq,
        "seat": seat,
        "deadline_at": battle.deadline_at,
        "seats": {one.key: one.member for one in battle.seats.all()},
        "title": battle.title,
        "single": battle.single,
        "opener": battle.opener,
        "places": list(battle.seats.all()),
        "pace": battle.pace,
        "amount": battle.amount,
        "stopped": battle.stopped,
        "stopped_at": battle.stopped_at,
        "resolving": battle.resolving_at is not None and battle.is_open,
        "handed_in": sorted(selectors.sealed_seats(battle)),
        "view": msgspec.to_builtins(selectors.view_for(battle, seat).data),
        "asks": [{"seat": ask.seat, "kind": ask.kind, "prompt": ask.prompt} for ask in selectors.asks_of(battle)],
        "menu": msgspec.to_builtins(selectors.menu_for(battle, seat)) if seat else [],
        "sealed": selectors.sealed_of(battle, seat) if seat else None,
    }


class BattleView(OnBattle):
    @operation("battle_read", "A battle as one's seat sees it", gives=shapes.BattleShape, etag=True)
    def get(self, request: Asked, battle: str) -> Any:
        return self.look(request, battle)


class Log(OnBattle):
    @operation("battle_log", "The log of a battle as one's seat may read it", gives=shapes.EntryShape, many=True)
    def get(self, request: Asked, battle: str) -> Any:
        found = self.battle(request, battle)
        entries = selectors.entries_for(found, selectors.seat_of(found, request.user))
        return [
            {
                **{name: getattr(one, name) for name in one.__struct_fields__},
                "happenings": [{"kind": told.kind, "data": told.data, "rule": told.rule} for told in one.happenings],
            }
            for one in entries
        ]


class Act(OnBattle):
    @operation("battle_act", "Play one move of one's seat", takes=shapes.ActIn, gives=shapes.BattleShape, match="must")
    def post(self, request: Asked, battle: str, data: Given) -> Any:
        found = self.battle(request, battle)
        own = selectors.seat_of(found, request.user)
        seat = data["seat"] or own
        if seat is None:
            raise NotSeen
        play.act(
            found,
            seat=seat,
            action=Action(kind=data["kind"], arguments=dict(data["arguments"])),
            seq=found.seq if data["seq"] is None else data["seq"],
            by=self.member(request),
            now=clock.now(),
            paper=seat != own,
        )
        return seen(selectors.battle_for(request.user, battle), request)


class Undo(OnBattle):
    @operation(
        "battle_undo",
        "Take back one's own last move, while nobody learnt from it",
        gives=shapes.BattleShape,
        match="must",
    )
    def post(self, request: Asked, battle: str) -> Any:
        found = self.battle(request, battle)
        seat = selectors.seat_of(found, request.user)
        if seat is None:
            raise NotSeen
        play.undo(found, seat=seat, seq=found.seq, by=self.member(request), now=clock.now())
        return seen(selectors.battle_for(request.user, battle), request)
