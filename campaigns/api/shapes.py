"""What wars look like from outside. Shapes only: services judge."""

from typing import Any, get_args

from rest_framework import serializers

from campaigns.models.campaign import DiceMode, Stage
from campaigns.models.year import YearStage
from campaigns.selectors import home
from clubs.api.shapes import Named
from clubs.limits import LONGEST_REASON

MOST = 2**31 - 1


class Owed(serializers.Serializer):
    """A decision that a war waits for. Who owes it is public; what he answers is not."""

    seat = serializers.CharField(help_text="A side, or `umpire`.")
    prompt = serializers.CharField()
    battle = serializers.BooleanField(help_text="Asked at the table, not by the rules of the war.")


class SideShape(serializers.Serializer):
    """A side as everybody in the club may see it."""

    key = serializers.CharField()
    name = serializers.CharField()
    holder = Named(allow_null=True)
    deputies = Named(many=True)
    program = serializers.BooleanField(help_text="Played by the program.")
    earned = serializers.IntegerField(help_text="Victory points earned.")
    standing = serializers.IntegerField(help_text="Victory points of standing awards.")
    total = serializers.IntegerField()
    available = serializers.IntegerField(help_text="Points of troops.", allow_null=True)
    army = serializers.BooleanField(help_text="Whether an army is written down.")


class YearHead(serializers.Serializer):
    """The year in hand."""

    number = serializers.IntegerField()
    stage = serializers.ChoiceField(YearStage.values)
    deadline_at = serializers.DateTimeField(allow_null=True)
    paused = serializers.BooleanField()
    ready = serializers.ListField(child=serializers.CharField(), help_text="Sides that are in with what is sealed now.")


class WarRow(serializers.Serializer):
    """A war in a list: where it stands, and who is late."""

    id = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField(help_text="The short name of its club.")
    stage = serializers.ChoiceField(Stage.values)
    year = serializers.IntegerField(allow_null=True)
    year_stage = serializers.CharField(allow_null=True)
    deadline_at = serializers.DateTimeField(allow_null=True)
    sides = serializers.ListField(child=serializers.DictField(), help_text="`key`, `name`, `holder`, `points` of each.")
    waits_for = Owed(many=True)
    disputed = serializers.BooleanField()

    example = {
        "id": "k7m2p9w4r3tz",
        "name": "The long war",
        "club": "legio-valencia",
        "stage": "running",
        "year": 3,
        "year_stage": "orders",
        "deadline_at": "2027-03-01T20:00:00Z",
        "sides": [{"key": "rome", "name": "Rome", "holder": "Livia", "points": 12}],
        "waits_for": [{"seat": "carthage", "prompt": "order", "battle": False}],
        "disputed": False,
    }


class PlaceShape(serializers.Serializer):
    """Where the reader stands."""

    side = serializers.CharField(allow_null=True)
    umpires = serializers.BooleanField()
    officer = serializers.BooleanField(help_text="May type in paper slips.")
    manages = serializers.BooleanField(help_text="May prepare the war and seat people.")
    commands = serializers.BooleanField(help_text="Is the commander of that side, and not a deputy.")


class WarShape(serializers.Serializer):
    id = serializers.CharField(source="war.public_id")
    name = serializers.CharField(source="war.name")
    club = serializers.CharField(source="war.club.slug")
    stage = serializers.ChoiceField(Stage.values, source="war.stage")
    pack = serializers.CharField(source="war.pack.key")
    years = serializers.IntegerField(source="war.years")
    dice = serializers.ChoiceField(DiceMode.values, source="war.dice")
    umpire = Named(source="war.umpire", allow_null=True)
    started_at = serializers.DateTimeField(source="war.started_at", allow_null=True)
    ended_at = serializers.DateTimeField(source="war.ended_at", allow_null=True)
    winner = serializers.CharField(source="war.winner", allow_blank=True)
    level = serializers.CharField(source="war.level", allow_blank=True)
    reason = serializers.CharField(source="war.reason", allow_blank=True)
    place = PlaceShape()
    sides = SideShape(many=True)
    year = YearHead(allow_null=True)
    waits_for = Owed(many=True)


class RulesShape(serializers.Serializer):
    key = serializers.CharField()
    edition = serializers.IntegerField()
    digest = serializers.CharField()
    readings = serializers.DictField(child=serializers.CharField())
    pack = serializers.JSONField(help_text="The frozen rules of this war, as a document.")


class YearRow(serializers.Serializer):
    number = serializers.IntegerField()
    stage = serializers.ChoiceField(YearStage.values)
    scenario = serializers.CharField(allow_blank=True)
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    summary = serializers.JSONField(help_text="How it ended, as a campaign record prints it; empty while it runs.")


class YearShape(serializers.Serializer):
    """A year as its book tells it: the same for the year in hand and for one long closed. Nothing sealed is in it."""

    number = serializers.IntegerField()
    stage = serializers.ChoiceField(YearStage.values)
    deadline_at = serializers.DateTimeField(allow_null=True)
    paused = serializers.BooleanField()
    ready = serializers.ListField(child=serializers.CharField())
    waits_for = Owed(many=True)
    orders = serializers.DictField(child=serializers.CharField(), help_text="Once both are open.")
    skipped = serializers.BooleanField()
    decided = serializers.BooleanField()
    winner = serializers.CharField(allow_null=True)
    level = serializers.CharField(allow_null=True)
    scenario = serializers.DictField(help_text="Null while the orders are sealed.", allow_null=True)
    musters = serializers.JSONField(help_text="By side, once both are open.")
    story = serializers.ListField(child=serializers.CharField(), help_text="What happened, in words.")


class AskShape(serializers.Serializer):
    seat = serializers.CharField()
    kind = serializers.CharField(help_text="`turn` and `sealed` are owed, `may` is allowed.")
    prompt = serializers.CharField()
    data = serializers.JSONField()  # type: ignore[assignment]  # a field, not the property
    choices = serializers.ListField(child=serializers.DictField(), help_text="What may be answered, as domains.")
    mine = serializers.BooleanField(help_text="Whether the reader may answer it.")


class TaskShape(serializers.Serializer):
    """Something that waits for the reader."""

    kind = serializers.ChoiceField(get_args(home.Kind.__value__))
    war = serializers.CharField()
    war_name = serializers.CharField()
    club = serializers.CharField()
    year = serializers.IntegerField(allow_null=True)
    seat = serializers.CharField(allow_blank=True)
    prompt = serializers.CharField(allow_blank=True)
    battle = serializers.BooleanField()
    address = serializers.CharField(allow_blank=True)
    deadline_at = serializers.DateTimeField(allow_null=True)


class NoticeShape(serializers.Serializer):
    id = serializers.CharField(source="message.public_id")
    club = serializers.CharField(source="message.club.slug")
    kind = serializers.CharField(source="message.kind")
    at = serializers.DateTimeField(source="message.created_at")
    read_at = serializers.DateTimeField(source="message.read_at", allow_null=True)
    subject = serializers.CharField()
    text = serializers.CharField()
    url = serializers.CharField(source="message.url", allow_blank=True)


class NoticesIn(serializers.Serializer):
    ids = serializers.ListField(
        child=serializers.CharField(max_length=20),
        required=False,
        allow_null=True,
        max_length=500,
        help_text="Left out: all.",
    )

    example = {"ids": ["k7m2p9w4r3tz"]}


class Count(serializers.Serializer):
    count = serializers.IntegerField()


class OfferShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    war = serializers.CharField(source="side.campaign.public_id")
    side = serializers.CharField(source="side.key")
    member = Named()
    at = serializers.DateTimeField(source="offered_at")
    accepted = serializers.BooleanField(allow_null=True)


class OfferAnswer(serializers.Serializer):
    accept = serializers.BooleanField()


# --- Books ------------------------------------------------------------------------------------------------


class RollShape(serializers.Serializer):
    address = serializers.CharField()
    sides = serializers.IntegerField()
    faces = serializers.ListField(child=serializers.IntegerField())
    source = serializers.CharField(help_text="`program`, `hand` or `loaded`.")  # type: ignore[assignment]  # a field, not the option


class LineShape(serializers.Serializer):
    """A line of the ledger."""

    seq = serializers.IntegerField()
    year = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.CharField(source="happening.kind")
    data = serializers.JSONField(source="happening.data")  # type: ignore[assignment]  # a field, not the property
    rule = serializers.CharField(source="happening.rule", allow_blank=True)
    text = serializers.CharField()
    actor = Named(allow_null=True)
    manner = serializers.CharField(allow_blank=True)
    rolls = RollShape(many=True)
    struck = serializers.BooleanField(help_text="A correction took it back; it stays.")
    receipt = serializers.CharField(allow_blank=True)


class Chapter(serializers.Serializer):
    year = serializers.IntegerField()
    headline = serializers.CharField(allow_blank=True)
    paragraphs = serializers.ListField(child=serializers.CharField(allow_blank=True))
    notes = serializers.ListField(child=serializers.CharField(), help_text="What the umpire wrote.")


class SealShape(serializers.Serializer):
    epoch = serializers.IntegerField()
    commitment = serializers.CharField()
    secret = serializers.CharField(allow_blank=True, help_text="Once the year is closed.")
    salts = serializers.DictField(child=serializers.CharField())
    brought = serializers.BooleanField(help_text="It came with a record: this site did not see it published.")
    fits = serializers.BooleanField(help_text="The secret shown is the one that the commitment was made of.")


class ContestShape(serializers.Serializer):
    """Why a side does not believe a typed roll, and what the umpire said."""

    side = serializers.CharField()
    reason = serializers.CharField()
    ruled = serializers.BooleanField()
    ruling = serializers.CharField(allow_blank=True)
    faces = serializers.ListField(child=serializers.IntegerField(), help_text="After the ruling, if it changed them.")


class FallenShape(serializers.Serializer):
    address = serializers.CharField()
    sides = serializers.IntegerField(source="rolled.sides")
    faces = serializers.ListField(child=serializers.IntegerField(), source="rolled.faces")
    source = serializers.CharField(source="rolled.source")  # type: ignore[assignment]  # a field, not the option
    typed_by = Named(allow_null=True)
    epoch = serializers.IntegerField()
    struck = serializers.BooleanField()
    contested = serializers.BooleanField()
    contests = ContestShape(many=True)


class DiceShape(serializers.Serializer):
    year = serializers.IntegerField()
    seals = SealShape(many=True)
    rolls = FallenShape(many=True)


class ContestIn(serializers.Serializer):
    address = serializers.CharField(max_length=200)
    reason = serializers.CharField(max_length=LONGEST_REASON)


class RollRulingIn(ContestIn):
    faces = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=1000),
        allow_null=True,
        default=None,
        max_length=100,
        help_text="What was thrown; null: the roll stands.",
    )


class RecordShape(serializers.Serializer):
    record = serializers.JSONField(help_text="The campaign record, as `docs/campaign-record.md` describes it.")


class RecordIn(serializers.Serializer):
    """One of the two."""

    record = serializers.JSONField(required=False, help_text="A campaign record as JSON.")
    toml = serializers.CharField(required=False, help_text="A campaign record as TOML text.")

    example = {"toml": 'format = "campaign-record-1"\n…'}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError("record or toml")
        return attrs


# --- Rosters ----------------------------------------------------------------------------------------------


class UnitShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    key = serializers.CharField(source="uid")
    name = serializers.CharField()
    arm = serializers.CharField()
    grade = serializers.CharField()
    native = serializers.BooleanField()
    figures = serializers.IntegerField()
    first_figures = serializers.IntegerField()
    points = serializers.IntegerField(help_text="A figure.")
    command = serializers.IntegerField()
    break_points = serializers.IntegerField(allow_null=True)


class CharacterShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    key = serializers.CharField(source="uid")
    name = serializers.CharField()
    rank = serializers.CharField()
    status = serializers.CharField()
    points = serializers.IntegerField()
    wounds = serializers.ListField(child=serializers.IntegerField())
    skills = serializers.ListField(child=serializers.IntegerField())
    deeds = serializers.IntegerField()


class RosterShape(serializers.Serializer):
    side = serializers.CharField(source="side.key")
    available = serializers.IntegerField(source="side.available")
    figures = serializers.IntegerField()
    units = UnitShape(many=True)
    characters = CharacterShape(many=True)


class LifeShape(serializers.Serializer):
    """What befell a unit or a character in one year."""

    year = serializers.IntegerField()
    marched = serializers.BooleanField()
    scenario = serializers.CharField(allow_blank=True)
    lines = serializers.ListField(child=serializers.CharField())


class UnitLife(serializers.Serializer):
    unit = UnitShape()
    history = LifeShape(many=True)


class CharacterLife(serializers.Serializer):
    character = CharacterShape()
    history = LifeShape(many=True)
