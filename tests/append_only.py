"""A test that commits is cleaned up by emptying every table; SQLite does that by DELETE, which protected tables refuse.

So the triggers go first. They come back with ``post_migrate``, which the same flush sends.
"""

import pytest
from django.db.backends.sqlite3.base import DatabaseOperations  # by way of base: the two modules import each other

from battles import append_only


@pytest.fixture(autouse=True, scope="session")
def flushing_lifts_the_protection():
    flush = DatabaseOperations.sql_flush

    def lifted(self, style, tables, **how):
        drops = [
            sql
            for model in append_only.protected_models()
            for sql in append_only.drop_sql("sqlite", model._meta.db_table)
        ]
        return [*drops, *flush(self, style, tables, **how)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", lifted)
        yield
