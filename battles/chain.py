"""The chain that makes a log tell-tale: every entry is hashed together with the hash before it."""

import hashlib
from collections.abc import Mapping
from typing import Any

from rulesets.canonical import canonical

LENGTH = 64


def start(name: str) -> str:
    """What the first entry of a log is chained to. ``name`` says whose log it is, e.g. ``battle/<id>``."""
    return hashlib.sha256(f"signifer-log-1\n{name}".encode()).hexdigest()


def link(previous: str, facts: Mapping[str, Any]) -> str:
    """The hash of an entry: SHA-256 of the hash before it, a line break, and the canonical bytes of its facts."""
    return hashlib.sha256(previous.encode() + b"\n" + canonical(dict(facts))).hexdigest()
