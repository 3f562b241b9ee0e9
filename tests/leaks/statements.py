"""What a request asks the database, noted on the way: Django's own note of it asks SQLite again for every value, to show it."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Self

from django.db import connection


class Statements(list[str]):
    """A context in which every statement is noted, without its values; savepoints too."""

    def __enter__(self) -> Self:
        self._open = ExitStack()
        self._open.enter_context(connection.execute_wrapper(self._note))
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def _note(self, execute: Callable[..., Any], sql: Any, *given: Any) -> Any:
        self.append(str(sql))
        return execute(sql, *given)

    def written(self) -> list[str]:
        """What was written, but for the log-in itself and the session's own row."""
        writes = [line for line in self if line.split()[0] in ("INSERT", "UPDATE", "DELETE")]
        return [line[:80] for line in writes if "django_session" not in line and '"last_login"' not in line]
