"""What a battle looks like from a seat. Nothing hidden from that seat is in it."""

from rest_framework import serializers

from battles.models.battle import Stage
from clubs.api.shapes import Named


class BattleShape(serializers.Serializer):
    id = serializers.CharField()
    ruleset = serializers.CharField()
    edition = serializers.IntegerField()
    stage = serializers.ChoiceField(Stage.values)
    seq = serializers.IntegerField(help_text="The last entry of its log.")
    seat = serializers.CharField(allow_null=True, help_text="The reader's own; null: he looks on.")
    deadline_at = serializers.DateTimeField(allow_null=True)
    seats = serializers.DictField(child=Named(allow_null=True))
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

    example = {"kind": "confirm", "arguments": {}}
