"""Addresses that are keys: signed by the site, so that nothing of them need be kept, and whoever holds one need not log in."""

import hashlib

from django.core import signing

_STOP, _CALENDAR = "signifer.stop-letters", "signifer.calendar"


def stop_key(person: str, what: str) -> str:
    """The key to stop one sort of letters to one person (his public id). It does not expire: old letters lie about for years."""
    return signing.Signer(salt=_STOP, sep=".").sign(f"{person}-{what}")


def read_stop_key(key: str) -> tuple[str, str] | None:
    """Who, and what is to stop; None for a key that the site did not sign."""
    return _read(key, _STOP)


def calendar_key(person: str, part: str) -> str:
    """The key to a person's web calendar. ``part`` is drawn anew to take an older key out of use."""
    return signing.Signer(salt=_CALENDAR, sep=".").sign(f"{person}-{part}")


def read_calendar_key(key: str) -> tuple[str, str] | None:
    return _read(key, _CALENDAR)


def _read(key: str, salt: str) -> tuple[str, str] | None:
    try:
        person, _dash, what = signing.Signer(salt=salt, sep=".").unsign(key).partition("-")
    except signing.BadSignature:
        return None
    return person, what


def message_id(*parts: str, host: str) -> str:
    """The same ``Message-ID`` for the same letter, however often it is sent: mail programs show it once."""
    digest = hashlib.sha256("\x00".join(parts).encode()).hexdigest()[:40]
    return f"<{digest}@{host}>"
