"""Random public ids: they carry no time and no order, so an address tells nothing."""

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 12


def public_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
