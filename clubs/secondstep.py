"""The second step at log-in: who has one, and whether it was taken in this session."""

from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.models import Authenticator
from django.http import HttpRequest

PROVED = "second_step_proved"
"""In a session in which the second step was set up: showing its first code proved it."""


def has(user_id: int | None) -> bool:
    """Whether a person has an app that shows codes. One query."""
    return Authenticator.objects.filter(user_id=user_id, type=Authenticator.Type.TOTP).exists()


def passed(request: HttpRequest) -> bool:
    """Whether whoever sends this took the second step in this session, and still has one."""
    taken = any(one.get("method") == "mfa" for one in get_authentication_records(request, request.user))
    return (taken or PROVED in request.session) and has(request.user.pk)
