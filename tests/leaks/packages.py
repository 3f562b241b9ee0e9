"""Addresses of packages: accounts and the administration. ``packages.toml`` is the table."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.db.models import Model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.factories.clubs import with_second_step
from tests.leaks.addresses import FOREIGN
from tests.leaks.roles import Scene

TABLE: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / "packages.toml").read_text())
KNOCKERS = ("anonymous", "stranger", "player", "owner", "staff", "keeper")
"""As in ``roles.py``; the keeper is staff who has taken the second step at log-in."""

_MODEL = re.compile(r"admin/(\w+)/(\w+)/")
_EXAMPLES = {"<key>": "nothing", "<uidb36>": "1", "<url>": "nothing", "<app_label>": "clubs"}


def patterns() -> Iterator[str]:
    """The pattern of every address of a package: its name says nothing, several have the same."""
    for pattern in _walk(get_resolver(), ""):
        if pattern.startswith(FOREIGN) and not pattern.startswith("api/"):
            yield pattern


def _walk(resolver: URLResolver, prefix: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        here = prefix + str(one.pattern)
        if isinstance(one, URLPattern):
            yield here
        else:
            yield from _walk(one, here)


def row_of(pattern: str) -> str:
    """The row of the table for an address: its own, or that of every model of the administration."""
    if "<app_label>" in pattern:
        return "admin/<app>/"
    return pattern if pattern in TABLE else _MODEL.sub("admin/<app>/<model>/", pattern, count=1)


def wanted(pattern: str, method: str) -> list[str]:
    """The status for each knocker. An address of one thing leads back where there is none."""
    statuses = TABLE[row_of(pattern)][method].split()
    if pattern.endswith(("/history/", "/change/")) and _MODEL.match(pattern) and _thing(pattern) is None:
        statuses[-1] = "302"
    return statuses


def address(pattern: str) -> str:
    """An address of this pattern: of something that is there, if anything is."""
    thing = _thing(pattern)
    plain = re.sub(r"\(\?P(<\w+>)(?:\[[^]]*\]|[^)])*\)", lambda found: _EXAMPLES[found[1]], pattern)
    plain = re.sub(r"<path:content_type_id>", "1", plain)
    plain = re.sub(r"<(path:object_)?id>", "1" if thing is None else str(thing.pk), plain)
    return "/" + plain.replace("^", "").removesuffix("$")


def _thing(pattern: str) -> Model | None:
    found = _MODEL.match(pattern)
    try:
        model = apps.get_model(*found.groups()) if found else None
    except LookupError:
        return None
    return model._default_manager.order_by("pk").first() if model else None


def client(scene: Scene, who: str, **how: object) -> Client:
    if who != "keeper":
        return scene.client(who, **how)
    staff = scene.users["staff"]
    assert staff is not None
    return with_second_step(scene.client("staff", **how), staff)
