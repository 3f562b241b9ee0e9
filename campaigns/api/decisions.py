"""Every decision that is not sealed: one address for each kind. Each names the year that was seen."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from campaigns.api import shapes, told
from campaigns.api.acting import AtDesk
from campaigns.api.founding import CharacterIn, UnitIn, character_of
from campaigns.api.places import Desk, desk_for
from campaigns.api.sealed import KEY, SlipIn
from campaigns.places import Actor, answerer_of, decide_for
from campaigns.rules import decisions, fates
from campaigns.rules.decisions import Decision
from campaigns.rules.state import Unit
from clubs.api.base import Asked, Given, operation
from clubs.errors import Stale

FIGURES: dict[str, Any] = {"min_value": 0, "max_value": 100_000}


class SkipIn(SlipIn):
    agree = serializers.BooleanField()


class ChooseIn(SlipIn):
    points = serializers.IntegerField(
        min_value=-1,
        max_value=1_000_000,
        required=False,
        allow_null=True,
        default=None,
        help_text="-1: all; null: the least.",
    )
    village = serializers.BooleanField(default=False)
    camp = serializers.BooleanField(default=False)


class TypedIn(SlipIn):
    side = serializers.CharField(
        required=False, default="", allow_blank=True, help_text="Whose dice; `umpire` for nobody's.", **KEY
    )
    address = serializers.CharField(max_length=200)
    faces = serializers.ListField(child=serializers.IntegerField(**FIGURES), min_length=1, max_length=100)


class UseIn(SlipIn):
    use = serializers.BooleanField()


class StandingRerollIn(SlipIn):
    roll = serializers.CharField(
        max_length=40,
        help_text="A kind of roll: `event`, `event_amount`, `fate`, `wound`, `skill`, or a table of the war's rules.",
    )
    below = serializers.IntegerField(min_value=0, max_value=1000)


class RansomIn(SlipIn):
    character = serializers.CharField(**KEY)
    pay = serializers.BooleanField()
    seen = serializers.DictField(
        child=serializers.IntegerField(min_value=-1_000_000, max_value=1_000_000),
        required=False,
        help_text="The score after paying, by side, as one has seen it: refused if it has changed.",
    )

    example = {"year": 3, "character": "r-general", "pay": True}


class AgreeIn(SlipIn):
    agree = serializers.BooleanField()


class ObeyIn(SlipIn):
    obey = serializers.BooleanField()


class LossesIn(SlipIn):
    figures = serializers.DictField(
        child=serializers.IntegerField(**FIGURES), allow_null=True, help_text="By unit; null: the program chooses."
    )

    example = {"year": 3, "figures": {"r1": 4}}


class GrantIn(SlipIn):
    units = UnitIn(many=True)

    example = {"year": 3, "units": [{"id": "r7", "name": "New cohort", "figures": 20, "points": 12}]}


class GeneralIn(SlipIn):
    general = CharacterIn()
    lost = serializers.CharField(required=False, default="", allow_blank=True, help_text="Whom he replaces.", **KEY)

    example = {
        "year": 3,
        "general": {"id": "marcellus", "name": "Marcellus", "rank": "general", "points": 90},
        "lost": "",
    }


class LengthIn(SlipIn):
    last = serializers.IntegerField(
        min_value=0, max_value=100_000, allow_null=True, help_text="The last year of the war; null: no longer agree."
    )


class SuccessorIn(SlipIn):
    name = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class Deciding(AtDesk):
    tag = "decisions"

    def decision(self, data: Given) -> Decision:
        raise NotImplementedError

    def take(self, request: Asked, war: str, data: Given) -> Any:
        """Decide on the state of the war that this request read, and show the year as it is then."""
        desk = self.desk(request, war)
        actor = self.actor(desk)
        desk.check_year(data["year"])
        decide_for(desk, actor, self.decision(data))
        return told.year(desk_for(request.user, war))


def _deciding(name: str, prompt: str, summary: str, takes: Any, make: Any) -> type[Deciding]:
    """The view of one kind of decision."""

    @operation(name, summary, takes=takes, gives=shapes.YearShape)
    def post(self: Deciding, request: Asked, war: str, data: Given) -> Any:
        return self.take(request, war, data)

    return type(
        prompt.title().replace("_", ""),
        (Deciding,),
        {"focus": prompt, "post": post, "decision": lambda self, data: make(data), "__doc__": summary},
    )


Skip = _deciding(
    "decide_skip",
    "skip",
    "Agree, or no longer agree, to let the year pass without a game",
    SkipIn,
    lambda data: decisions.Skip(agree=data["agree"]),
)
Choose = _deciding(
    "decide_choices",
    "choose",
    "Choose points, village and camp",
    ChooseIn,
    lambda data: decisions.Choose(points=data["points"], village=data["village"], camp=data["camp"]),
)
Reroll = _deciding(
    "decide_reroll",
    "spend_reroll",
    "Use the re-roll, or let the dice stand",
    UseIn,
    lambda data: decisions.SpendReroll(use=data["use"]),
)
StandingReroll = _deciding(
    "decide_standing_reroll",
    "standing_reroll",
    "Leave an instruction for the re-roll",
    StandingRerollIn,
    lambda data: decisions.StandingReroll(roll=data["roll"], below=data["below"]),
)
StakeAll = _deciding(
    "decide_stake_all",
    "stake_all",
    "Stake all on a last battle, or surrender",
    AgreeIn,
    lambda data: decisions.StakeAll(agree=data["agree"]),
)
Recall = _deciding(
    "decide_recall",
    "obey_recall",
    "Obey the order to come home, or stake all",
    ObeyIn,
    lambda data: decisions.ObeyRecall(obey=data["obey"]),
)
Losses = _deciding(
    "decide_losses",
    "lose_points",
    "Choose which troops are lost",
    LossesIn,
    lambda data: decisions.LosePoints(figures=data["figures"]),
)
Grants = _deciding(
    "decide_grants",
    "spend_grant",
    "Buy units with granted points",
    GrantIn,
    lambda data: decisions.SpendGrant(units=tuple(Unit(**one) for one in data["units"])),
)
General = _deciding(
    "decide_general",
    "replace_general",
    "Replace a lost character by a new general",
    GeneralIn,
    lambda data: decisions.ReplaceGeneral(general=character_of(data["general"]), lost=data["lost"]),
)
Successor = _deciding(
    "decide_successor",
    "successor",
    "Name the new general after a recall",
    SuccessorIn,
    lambda data: decisions.Successor(name=data["name"]),
)
Length = _deciding(
    "decide_length",
    "length",
    "Agree on another last year, or on ending the war at once",
    LengthIn,
    lambda data: decisions.Length(year=data["last"]),
)
Surrender = _deciding("decide_surrender", "surrender", "Give up the war", SlipIn, lambda data: decisions.Surrender())


class Typed(Deciding):
    focus = "dice"

    @operation("decide_dice", "Type in the dice that were thrown", takes=TypedIn, gives=shapes.YearShape)
    def post(self, request: Asked, war: str, data: Given) -> Any:
        return self.take(request, war, data)

    def decision(self, data: Given) -> Decision:
        return decisions.Typed(address=data["address"], faces=tuple(data["faces"]))

    def actor(self, desk: Desk) -> Actor:
        return answerer_of(desk, self.sent.get("side", ""))


class Ransom(Deciding):
    focus = "ransom"

    @operation("decide_ransom", "Buy a captured character back, or do not", takes=RansomIn, gives=shapes.YearShape)
    def post(self, request: Asked, war: str, data: Given) -> Any:
        desk = self.desk(request, war)
        side, character = self.actor(desk).side, data["character"]
        if "seen" in data and any(
            ask.prompt == "ransom" and ask.seat == side and ask.data.get("character") == character for ask in desk.asks
        ):
            after = fates.ransom_forecast(desk.rules.pack, desk.rules.readings, desk.at, side, character)
            if after["totals"] != data["seen"]:
                raise Stale(_("The score has changed since you looked. Look at it again."), code="stale")
        return self.take(request, war, data)

    def decision(self, data: Given) -> Decision:
        return decisions.Ransom(character=data["character"], pay=data["pay"])
