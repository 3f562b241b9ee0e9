"""Who asks: a person in a browser, or a program with his token."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import authentication, exceptions, permissions
from rest_framework.request import Request

from clubs import clock
from clubs.models import ApiToken, Scope, User
from clubs.services import tokens


class TokenAuthentication(authentication.BaseAuthentication):
    """``Authorization: Bearer sgnf_…``."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        word, _space, key = request.headers.get("Authorization", "").partition(" ")
        if word.lower() != "bearer":
            return None
        token = tokens.token_by(key.strip(), now=clock.now())
        if token is None:
            raise exceptions.AuthenticationFailed(_("This token opens nothing (any more)."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Signifer"'


class InScope(permissions.BasePermission):
    """A token that may only read changes nothing."""

    code = "scope_needed"

    def has_permission(self, request: Request, view: Any) -> bool:
        token = request.auth
        if not isinstance(token, ApiToken) or request.method in permissions.SAFE_METHODS:
            return True
        self.message = _("This token may only read.")
        return bool(token.scope == Scope.WRITE)


class InPerson(permissions.BasePermission):
    """What a program cannot do for somebody: make itself more keys, or end his account."""

    code = "session_needed"

    def has_permission(self, request: Request, view: Any) -> bool:
        self.message = _("Log in to do this: a token cannot.")
        return not isinstance(request.auth, ApiToken)
