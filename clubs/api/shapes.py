"""What clubs and people look like from outside, and what may be sent. Shapes only: services judge."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from clubs.models import Membership, Role, Scope

LANGUAGES = [code for code, _name in settings.LANGUAGES]


class Named(serializers.Serializer):
    """A member, wherever one is named. Empty seats are null."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField(source="*")
    on_paper = serializers.BooleanField(help_text="Without an account: somebody types his slips in.")

    def to_representation(self, instance: Membership) -> dict[str, Any]:
        return {"id": instance.public_id, "name": str(instance), "on_paper": instance.on_paper}


class Seen(serializers.Serializer):
    """A club one is in."""

    slug = serializers.CharField()
    name = serializers.CharField()
    role = serializers.ChoiceField(Role.values, help_text="One's own.")


class MyClub(Seen):
    role = serializers.ChoiceField(Role.values, source="my_role", help_text="One's own.")
    members = serializers.IntegerField(source="member_count")


class MeShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    username = serializers.CharField()
    display_name = serializers.CharField(allow_blank=True)
    language = serializers.ChoiceField(["", *LANGUAGES], help_text="Empty: as the browser says.")
    time_zone = serializers.CharField(allow_blank=True, help_text="Empty: as the club's.")


class MeIn(serializers.Serializer):
    """What is left out stays."""

    display_name = serializers.CharField(max_length=200, allow_blank=True, required=False)
    language = serializers.ChoiceField(["", *LANGUAGES], required=False)
    time_zone = serializers.CharField(max_length=64, allow_blank=True, required=False)


class EraseIn(serializers.Serializer):
    password = serializers.CharField(max_length=200, trim_whitespace=False, help_text="One's own, once more.")


class TokenShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    scope = serializers.ChoiceField(Scope.values)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_on = serializers.DateField(allow_null=True)


class MadeToken(serializers.Serializer):
    token = TokenShape()
    key = serializers.CharField(help_text="Shown this once: it is kept nowhere.")


class TokenIn(serializers.Serializer):
    name = serializers.CharField(max_length=80)
    scope = serializers.ChoiceField(Scope.values, default=Scope.READ)
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class ClubShape(serializers.Serializer):
    slug = serializers.CharField()
    name = serializers.CharField()
    time_zone = serializers.CharField()
    language = serializers.ChoiceField(LANGUAGES)
    second_step = serializers.BooleanField(help_text="Whether whoever runs it needs a second step at the log-in.")


class ClubIn(serializers.Serializer):
    name = serializers.CharField(max_length=200)
    time_zone = serializers.CharField(max_length=64, required=False)
    language = serializers.ChoiceField(LANGUAGES, required=False)

    example = {"name": "Legio Valencia", "time_zone": "Europe/Madrid", "language": "es"}


class ClubEdit(ClubIn):
    """What is left out stays."""

    name = serializers.CharField(max_length=200, required=False)
    second_step = serializers.BooleanField(required=False)


class OfferedClub(serializers.Serializer):
    """Who is asked to become the owner, and by whom."""

    to = Named(source="heir")
    by = Named(source="heir_of")


class TakeOverIn(serializers.Serializer):
    accept = serializers.BooleanField()


class MadeLink(serializers.Serializer):
    """A link with which somebody's password could be set anew. Not the link itself: that was shown once, to who made it."""

    club = serializers.CharField(source="club.slug")
    by = serializers.SerializerMethodField()
    at = serializers.DateTimeField()

    def get_by(self, entry: Any) -> str:
        return str(entry.by or "")


class MemberShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    name = serializers.SerializerMethodField()
    role = serializers.ChoiceField(Role.values)
    on_paper = serializers.BooleanField()
    joined_at = serializers.DateTimeField()

    def get_name(self, member: Membership) -> str:
        return str(member)


class NameIn(serializers.Serializer):
    name = serializers.CharField(max_length=200)


class RoleIn(serializers.Serializer):
    role = serializers.ChoiceField(Role.values)


class LinkShape(serializers.Serializer):
    url = serializers.CharField(help_text="Shown this once: whoever holds it can use it.")

    example = {"url": "https://example.org/accounts/password/reset/key/…/"}


class InvitationIn(serializers.Serializer):
    role = serializers.ChoiceField(Role.values, default=Role.PLAYER)
    name = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    email = serializers.CharField(max_length=254, required=False, allow_blank=True, default="")


class InvitationShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    role = serializers.ChoiceField(Role.values)
    name = serializers.CharField(allow_blank=True)
    email = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class MadeInvitation(serializers.Serializer):
    invitation = InvitationShape()
    url = serializers.CharField(help_text="Shown this once: whoever opens it joins.")

    example = {
        "invitation": {
            "id": "k7m2p9w4r3tz",
            "role": "player",
            "name": "Hanno",
            "email": "",
            "created_at": "2027-03-01T20:00:00Z",
            "expires_at": "2027-03-15T20:00:00Z",
        },
        "url": "https://example.org/invitations/…/",
    }


class InvitedTo(serializers.Serializer):
    """What the holder of a link may know."""

    club = serializers.CharField(source="club.name")
    role = serializers.ChoiceField(Role.values)
    by = serializers.SerializerMethodField()

    def get_by(self, invitation: Any) -> str:
        return str(invitation.created_by or "")


class LogLine(serializers.Serializer):
    at = serializers.DateTimeField()
    act = serializers.CharField()
    text = serializers.CharField()
