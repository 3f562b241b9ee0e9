"""A program that talks to the API: JSON in, JSON out, with the ETag of what it read last."""

from typing import Any

from django.test import Client

from clubs.models import Scope, User
from clubs.services import tokens
from tests.factories.clubs import NOW

PREFIX = "/api/v1/"


class Program:
    """Acts for a person with a token of his."""

    def __init__(self, user: User | None, *, scope: str = Scope.WRITE, key: str | None = None) -> None:
        self.client, self.headers = Client(), {}
        if user is not None and key is None:
            key = tokens.make_token(user, name="bot", scope=Scope(scope), by=user, now=NOW).key
        if key is not None:
            self.headers["Authorization"] = f"Bearer {key}"

    def call(self, method: str, address: str, body: Any = None, **headers: str) -> Any:
        address = address if address.startswith(("http", "/")) else PREFIX + address
        sent = {} if body is None else {"data": body, "content_type": "application/json"}
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        return getattr(self.client, method)(address, headers={**self.headers, **told}, **sent)

    def get(self, address: str, **headers: str) -> Any:
        return self.call("get", address, **headers)

    def post(self, address: str, body: Any = None, **headers: str) -> Any:
        return self.call("post", address, {} if body is None else body, **headers)

    def put(self, address: str, body: Any, **headers: str) -> Any:
        return self.call("put", address, body, **headers)

    def patch(self, address: str, body: Any, **headers: str) -> Any:
        return self.call("patch", address, body, **headers)

    def delete(self, address: str, **headers: str) -> Any:
        return self.call("delete", address, **headers)

    def read(self, address: str) -> Any:
        """What stands there; it must be there."""
        answer = self.get(address)
        assert answer.status_code == 200, (address, answer.status_code, answer.content)
        return answer.json()

    def edit(self, method: str, address: str, body: Any, *, of: str = "") -> Any:
        """Read, then change what was read. ``of``: where it is read, if elsewhere."""
        etag = self.get(of or address)["ETag"]
        return self.call(method, address, body, If_Match=etag)
