"""The second step at log-in, in our look: codes of an app on the phone (TOTP) and codes on paper for when it is lost."""

import io
from typing import Any

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret

from battles.errors import SecretLost
from battles.services.secrets import lock, unlock
from clubs.secondstep import PROVED

LOCKED = "locked:"


class SecondStepAdapter(DefaultMFAAdapter):
    """allauth's, with secrets that do not lie open in the database and a code drawn by segno."""

    def encrypt(self, text: str) -> str:
        return LOCKED + lock(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """A secret whose key is gone answers as one that no code fits: who runs the site sets the step back."""
        if not encrypted_text.startswith(LOCKED):
            return encrypted_text
        try:
            return unlock(encrypted_text.removeprefix(LOCKED).encode()).decode()
        except SecretLost:
            return generate_totp_secret()  # not an empty one: whoever guessed that would know its codes

    def get_totp_issuer(self) -> str:
        return "Signifer"

    def get_totp_label(self, user: Any) -> str:
        return str(user.username)

    def build_totp_svg(self, url: str) -> str:
        """With its namespace: it is shown as a picture of its own, and without one a browser draws nothing."""
        drawn = io.BytesIO()
        segno.make(url, error="m", micro=False).save(
            drawn, kind="svg", xmldecl=False, scale=4, border=3, dark="#000", light="#fff"
        )
        return drawn.getvalue().decode()


def remember(sender: Any, request: Any, authenticator: Authenticator, **kwargs: Any) -> None:
    """Setting it up is taking it: the session goes on under another key."""
    if authenticator.type == Authenticator.Type.TOTP:
        request.session[PROVED] = True
        request.session.cycle_key()


def forget(sender: Any, request: Any, authenticator: Authenticator, **kwargs: Any) -> None:
    if authenticator.type == Authenticator.Type.TOTP:
        request.session.pop(PROVED, None)
        request.session.cycle_key()
