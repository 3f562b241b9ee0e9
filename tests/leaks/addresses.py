"""Every address of the site: what stands in it, and who is answered what. ``routes.toml`` is the table."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

TABLE: dict[str, dict[str, str]] = tomllib.loads((Path(__file__).parent / "routes.toml").read_text())
ROUTES: dict[str, tuple[str, ...]] = {name: tuple(row["with"].split()) for name, row in TABLE.items()}
"""What stands in the address of each route, in order."""
SENT: dict[str, tuple[str, ...]] = {name: tuple(row["sends"].split()) for name, row in TABLE.items() if "sends" in row}
"""What the form of a route names besides: without it the answer would be about what is missing."""

# Pages of packages have a table of their own (packages.toml), and so has the API: its operations by method.
FOREIGN = ("accounts/", "admin/", "api/")


def our_routes() -> Iterator[str]:
    """The name of every route of ours."""
    yield from _walk(get_resolver(), "")


def _walk(resolver: URLResolver, prefix: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        here = prefix + str(one.pattern)
        if here.startswith(FOREIGN):
            continue
        if isinstance(one, URLPattern):
            yield one.name or here
        else:
            yield from _walk(one, here)


def address_of(name: str, things: dict[str, Any]) -> str:
    return reverse(name, args=[things[what] for what in ROUTES[name]])
