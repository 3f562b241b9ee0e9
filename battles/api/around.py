"""Round a battle: following it, looking back, its dice and its whole log, what is said there, its odds, and letting the program end it."""

from typing import Any

import msgspec
from rest_framework import serializers

from battles import selectors
from battles.api import shapes
from battles.api.single import Act
from battles.models import ChatLine
from battles.services import autoresolve, bundles, chat, odds, replay
from clubs.api.base import Asked, Given, operation
from clubs.api.shapes import Named
from clubs.errors import NotSeen


class MarkShape(serializers.Serializer):
    mark = serializers.CharField(help_text="Changes whenever what one is shown of the battle does.")
    seq = serializers.IntegerField(help_text="The last entry of its log.")

    example = {"mark": "0c9f7b1a52d84e6f9b3a7c5d1e2f4a68", "seq": 12}


class ThenShape(serializers.Serializer):
    seq = serializers.IntegerField()
    view = serializers.JSONField(help_text="The position after that entry, as one's seat saw it then.")


class ProofShape(serializers.Serializer):
    epoch = serializers.IntegerField()
    commitment = serializers.CharField(help_text="Published before the first die.")
    secret = serializers.CharField(allow_null=True, help_text="Shown once the dice of that epoch are done.")


class BundleShape(serializers.Serializer):
    """A battle as one document, for `tools/verify_dice.py` and for whoever looks for a fault."""

    format = serializers.CharField()
    game = serializers.CharField()
    ruleset = serializers.CharField()
    edition = serializers.IntegerField()
    title = serializers.CharField(allow_blank=True)
    names = serializers.DictField()
    setup = serializers.DictField()
    furnished = serializers.ListField(
        child=serializers.DictField(), help_text="Which of the club's data sets are in the setup."
    )
    stage = serializers.CharField()
    seq = serializers.IntegerField()
    revision = serializers.IntegerField()
    outcome = serializers.JSONField(allow_null=True)
    head = serializers.CharField()
    entries = serializers.ListField(child=serializers.DictField())
    dice = ProofShape(many=True)


class SayIn(serializers.Serializer):
    text = serializers.CharField(max_length=4000, trim_whitespace=False)


class ChatLineShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    author = Named(allow_null=True)
    text = serializers.CharField(allow_blank=True)
    said_at = serializers.DateTimeField()
    removed = serializers.SerializerMethodField()

    def get_removed(self, line: ChatLine) -> bool:
        return line.removed_at is not None


class OddsIn(serializers.Serializer):
    games = serializers.IntegerField(min_value=1, max_value=10_000, required=False, default=odds.USUAL_GAMES)


class OddsShape(serializers.Serializer):
    id = serializers.CharField()
    state = serializers.CharField(help_text="`waiting`, `running`, `done`, `cancelled` or `failed`.")
    seq = serializers.IntegerField(help_text="The entry after which it begins.")
    games = serializers.IntegerField()
    played = serializers.IntegerField()
    unfinished = serializers.IntegerField(help_text="Games that came to no end.")
    seats = serializers.DictField(help_text="Wins, draws and losses of each seat.")
    lost = serializers.DictField(child=serializers.FloatField(), help_text="Figures lost on average.")

    example = {
        "id": "k7m2p9w4r3tz",
        "state": "running",
        "seq": 12,
        "games": 40,
        "played": 10,
        "unfinished": 0,
        "seats": {"first": {"win": 6, "draw": 1, "loss": 3}, "second": {"win": 3, "draw": 1, "loss": 6}},
        "lost": {"first": 8.4, "second": 11.2},
    }


class ResolvingShape(serializers.Serializer):
    since = serializers.DateTimeField()
    moves = serializers.IntegerField(help_text="Played by the program since.")
    going_on = serializers.BooleanField()


class Mark(Act):
    @operation(
        "battle_mark", "What changes when one's page of the battle does: cheap, for following it", gives=MarkShape
    )
    def get(self, request: Asked, battle: str) -> Any:
        found = self.battle(request, battle)
        return {"mark": selectors.mark_of(found, request.user), "seq": found.seq}


class Then(Act):
    @operation("battle_then", "The position after an entry of the log, as one's seat saw it", gives=ThenShape)
    def get(self, request: Asked, battle: str, seq: str) -> Any:
        found = self.battle(request, battle)
        if not seq.isascii() or not seq.isdecimal() or len(seq) > 9:
            raise NotSeen
        view = replay.view_at(found, int(seq), selectors.seat_of(found, request.user))
        return {"seq": int(seq), "view": msgspec.to_builtins(view.data)}


class Proofs(Act):
    @operation("battle_dice", "What was promised about the dice, and what is shown", gives=ProofShape, many=True)
    def get(self, request: Asked, battle: str) -> Any:
        return selectors.proofs_of(self.battle(request, battle))


class Bundle(Act):
    @operation(
        "battle_bundle",
        "The whole battle as one document, for whom it concerns, once it is over",
        gives=BundleShape,
        refuses=(409,),
    )
    def get(self, request: Asked, battle: str) -> Any:
        found, member, _now = self.now(request, battle)
        return bundles.bundle(found, by=member)


class Chat(Act):
    @operation("battle_chat", "What was last said at a battle", gives=ChatLineShape, many=True)
    def get(self, request: Asked, battle: str) -> Any:
        return selectors.chat_of(self.battle(request, battle))

    @operation("battle_say", "Say something at a battle", takes=SayIn, gives=ChatLineShape, status=201)
    def post(self, request: Asked, battle: str, data: Given) -> Any:
        found, member, now = self.now(request, battle)
        return chat.say(found, member, data["text"], now)


class Line(Act):
    @operation("battle_unsay", "Remove what somebody said", gives=ChatLineShape)
    def delete(self, request: Asked, battle: str, line: str) -> Any:
        found, member, now = self.now(request, battle)
        return chat.remove(selectors.chat_line(found, line), by=member, now=now)


class OddsView(Act):
    @operation("battle_odds", "The odds one last asked for at a battle", gives=OddsShape)
    def get(self, request: Asked, battle: str) -> Any:
        found, member, _now = self.now(request, battle)
        run = selectors.odds_of(found, member)
        if run is None:
            raise NotSeen
        return odds_shown(run)

    @operation(
        "battle_odds_begin",
        "Begin to work out how a battle ends from where it stands, as one sees it",
        takes=OddsIn,
        gives=OddsShape,
        status=202,
    )
    def post(self, request: Asked, battle: str, data: Given) -> Any:
        found, member, now = self.now(request, battle)
        return odds_shown(odds.begin(found, by=member, now=now, games=data["games"]))

    @operation("battle_odds_cancel", "Stop working out odds; what was found stays", gives=OddsShape)
    def delete(self, request: Asked, battle: str) -> Any:
        found, member, now = self.now(request, battle)
        run = selectors.odds_of(found, member)
        if run is None:
            raise NotSeen
        return odds_shown(odds.cancel(run, by=member, now=now))


def odds_shown(run: Any) -> dict[str, Any]:
    """A working out of odds as it is shown to who asked for it."""
    return {"id": run.public_id, **msgspec.to_builtins(odds.progress(run))}


class Resolve(Act):
    @operation("battle_resolving", "How far the program is that plays a battle to its end", gives=ResolvingShape)
    def get(self, request: Asked, battle: str) -> Any:
        found = autoresolve.progress(self.battle(request, battle))
        if found is None:
            raise NotSeen
        return found

    @operation(
        "battle_resolve",
        "Let the program play every seat to the end, in the background",
        gives=shapes.BattleShape,
        status=202,
        match="may",
    )
    def post(self, request: Asked, battle: str) -> Any:
        found, member, now = self.now(request, battle)
        autoresolve.begin(found, by=member, now=now)
        return self.shown(request, battle)

    @operation("battle_resolve_cancel", "Let people play on from where it is", gives=shapes.BattleShape)
    def delete(self, request: Asked, battle: str) -> Any:
        found, member, now = self.now(request, battle)
        autoresolve.cancel(found, by=member, now=now)
        return self.shown(request, battle)
