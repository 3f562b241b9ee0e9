"""A test that commits is cleaned up by emptying every table.

SQLite does that by DELETE, which protected tables refuse: so the triggers go first, and come back with ``post_migrate``, which the
same flush sends. PostgreSQL does it by TRUNCATE, which makes a new file of every table and index; where the role may, its rows are
deleted instead, with the triggers asleep.
"""

import pytest
from django.db.backends.postgresql.base import DatabaseOperations as PostgresOperations
from django.db.backends.sqlite3.base import DatabaseOperations  # by way of base: the two modules import each other

from battles import append_only


@pytest.fixture(autouse=True, scope="session")
def flushing_lifts_the_protection():
    flush, truncate = DatabaseOperations.sql_flush, PostgresOperations.sql_flush

    def lifted(self, style, tables, **how):
        drops = [
            sql
            for model in append_only.protected_models()
            for sql in append_only.drop_sql("sqlite", model._meta.db_table)
        ]
        return [*drops, *flush(self, style, tables, **how)]

    def deleted(self, style, tables, **how):
        self.connection.ensure_connection()
        if how.get("reset_sequences") or self.connection.connection.info.parameter_status("is_superuser") != "on":
            return truncate(self, style, tables, **how)
        rows = "; ".join(f"DELETE FROM {self.quote_name(table)}" for table in tables)
        return [f"SET LOCAL session_replication_role = replica; {rows}; SET LOCAL session_replication_role = origin"]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", lifted)
        patch.setattr(PostgresOperations, "sql_flush", deleted)
        yield
