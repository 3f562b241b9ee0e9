"""One spelling for every value: the bytes that are hashed, and the plain JSON that may be stored."""

import hashlib

import msgspec

from rulesets.vocabulary import Json

LARGEST = 2**53
"""Whole numbers up to here read the same in every language that a record may be read in."""


class NotPlain(ValueError):
    """A value that cannot be stored or hashed: a float, a broken text, too deep, too large."""


def canonical(value: Json) -> bytes:
    """JSON with sorted keys, no spaces, UTF-8. Equal values give equal bytes, whatever the order of their keys.

    Takes plain JSON values and Structs.
    """
    return msgspec.json.encode(value, order="sorted")


def digest(value: Json) -> str:
    """SHA-256 of the canonical bytes, in hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


def require_plain(value: Json, *, depth: int = 8, most: int = 65_536) -> None:
    """Refuse what a person's input must not contain before it is judged or stored.

    Lets through objects with text keys, lists, texts without NUL or lone surrogates, whole numbers up to ``LARGEST``, true, false
    and null; at most ``depth`` levels and ``most`` bytes.
    """
    _walk(value, depth)
    if len(canonical(value)) > most:
        raise NotPlain("too large")


def _walk(value: Json, depth: int) -> None:
    if depth < 0:
        raise NotPlain("too deep")
    if isinstance(value, str):
        _text(value)
    elif isinstance(value, dict):
        for key, held in value.items():
            if not isinstance(key, str):
                raise NotPlain("a key is not a text")
            _text(key)
            _walk(held, depth - 1)
    elif isinstance(value, list | tuple):
        for held in value:
            _walk(held, depth - 1)
    elif isinstance(value, int):
        if abs(value) > LARGEST:
            raise NotPlain("a number is too large")
    elif value is not None:
        raise NotPlain(f"{type(value).__name__} is not a plain value")


def _text(text: str) -> None:
    if "\x00" in text:
        raise NotPlain("a text holds NUL")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotPlain("a text holds half a character") from None
