"""Every operation of the API: where it stands, what is sent to it, and who is answered what. ``api.toml`` is the table."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.urls import reverse

from clubs.api.base import Operation
from clubs.api.schema import example_of
from config.api import routes

TABLE: dict[str, str] = tomllib.loads((Path(__file__).parent / "api.toml").read_text())
METHODS = ("get", "post", "put", "patch", "delete")
KEYS = {"member": "member", "key": "token", "token": "nothing", "battle": "fight", "seq": "entry", "seat": "seat"}
DRAFT = ("api-setup", "api-begin", "api-war-offers", "api-offer", "api-side-offer", "api-army", "api-lists")
"""Routes of a war that is prepared."""
PAPER = ("member_rename", "member_invite")


class Deed(NamedTuple):
    """One operation at its address."""

    told: Operation
    method: str
    route: str
    parts: tuple[str, ...]

    def address(self, things: dict[str, Any]) -> str:
        return reverse(self.route, kwargs={part: self.thing(part, things) for part in self.parts})

    def thing(self, part: str, things: dict[str, Any]) -> Any:
        if part == "war":
            return things["draft"] if self.route in DRAFT else things["war"]
        if part == "member" and self.told.name in PAPER:
            return things["paper"]
        return things.get(KEYS.get(part, part), "nothing")

    def body(self, things: dict[str, Any], **more: Any) -> dict[str, Any]:
        """The example of the schema, for the year in hand and the people of the scene."""
        if self.told.takes is None:
            return {}
        body = dict(example_of(self.told.takes))
        if "member" in body:
            body["member"] = things["member"]
        if "year" in body and self.told.name != "war_begin":
            body["year"] = 1
        return {**body, **{name: value for name, value in more.items() if name in self.told.takes().fields}}

    def send(self, client: Any, things: dict[str, Any], **more: Any) -> Any:
        address = self.address(things)
        if self.method == "get":
            return client.get(address)
        headers = {"If-Match": "*"} if self.told.match else {}
        return getattr(client, self.method)(
            address, self.body(things, **more), content_type="application/json", headers=headers
        )


def deeds() -> Iterator[Deed]:
    for route in routes:
        view = route.callback.view_class  # type: ignore[attr-defined]  # every route of the API is a class
        for method in METHODS:
            if (told := getattr(getattr(view, method, None), "operation", None)) is not None:
                yield Deed(told, method, str(route.name), tuple(route.pattern.converters))


DEEDS = {deed.told.name: deed for deed in deeds()}
