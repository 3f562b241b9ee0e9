"""What a battle looks like from a seat. Nothing hidden from that seat is in it."""

from rest_framework import serializers

from battles.models.battle import Pace, SeatKind, Stage, Stopped
from clubs.api.shapes import Named


class SeatShape(serializers.Serializer):
    """A place at a battle."""

    key = serializers.CharField()
    kind = serializers.ChoiceField(SeatKind.values)
    member = Named(allow_null=True)
    offered = Named(allow_null=True, help_text="For whom it is kept, while it is vacant.")
    due_at = serializers.DateTimeField(
        allow_null=True, help_text="When its time is up; while the clocks stand still, as far from `stopped_at`."
    )


class BattleShape(serializers.Serializer):
    id = serializers.CharField()
    ruleset = serializers.CharField()
    edition = serializers.IntegerField()
    stage = serializers.ChoiceField(Stage.values)
    seq = serializers.IntegerField(help_text="The last entry of its log.")
    seat = serializers.CharField(allow_null=True, help_text="The reader's own; null: he looks on.")
    deadline_at = serializers.DateTimeField(allow_null=True)
    seats = serializers.DictField(child=Named(allow_null=True))
    title = serializers.CharField(allow_blank=True)
    single = serializers.BooleanField(help_text="It belongs to no war.")
    opener = Named(allow_null=True)
    places = SeatShape(many=True, help_text="Every seat, with what it is and who is asked to take it.")
    pace = serializers.ChoiceField(Pace.values, allow_blank=True)
    amount = serializers.IntegerField(help_text="Minutes; of a correspondence days.")
    stopped = serializers.ChoiceField(Stopped.values, allow_blank=True, help_text="Why the clocks stand still, if so.")
    stopped_at = serializers.DateTimeField(allow_null=True)
    resolving = serializers.BooleanField(help_text="The program plays every seat.")
    handed_in = serializers.ListField(child=serializers.CharField(), help_text="Seats whose sealed move is in.")
    view = serializers.JSONField(help_text="The position as this seat sees it.")
    asks = serializers.ListField(child=serializers.DictField(), help_text="Who owes, or may take, a decision.")
    menu = serializers.ListField(child=serializers.DictField(), help_text="What the reader's own seat may do.")
    sealed = serializers.DictField(allow_null=True, help_text="The reader's own sealed move, while others are owed.")


class EntryShape(serializers.Serializer):
    """An entry of the log as one seat may read it."""

    seq = serializers.IntegerField()
    revision = serializers.IntegerField()
    kind = serializers.CharField()
    seat = serializers.CharField(allow_blank=True)
    manner = serializers.CharField()
    actor = Named(allow_null=True)
    at = serializers.DateTimeField()
    moves = serializers.JSONField()
    reason = serializers.CharField(allow_blank=True)
    why = serializers.DictField(
        child=serializers.CharField(), help_text="Seats that the program decided for, and why: program, late, resolved."
    )
    happenings = serializers.ListField(child=serializers.DictField())
    struck = serializers.BooleanField()


class ActIn(serializers.Serializer):
    kind = serializers.CharField(max_length=80, help_text="A kind of the menu.")
    arguments = serializers.DictField(required=False, default=dict)
    seat = serializers.CharField(
        max_length=80, required=False, allow_blank=True, default="", help_text="For an officer: whose paper slip it is."
    )
    seq = serializers.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        required=False,
        allow_null=True,
        default=None,
        help_text="The last entry one has seen: 409 if the battle has gone on.",
    )

    example = {"kind": "confirm", "arguments": {}}
