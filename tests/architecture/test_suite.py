"""The test run itself: on its own database file, with its own cache, and by nobody's clock but the real one."""

import threading
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from clubs import clock
from clubs.models import Club


@pytest.mark.django_db(transaction=True)
def test_threads_share_one_database():
    found = []

    def look():
        try:
            found.append(list(Club.objects.values_list("slug", flat=True)))
        finally:
            connection.close()

    Club.objects.create(name="Tarraco", slug="tarraco", created_at=clock.now())
    thread = threading.Thread(target=look)
    thread.start()
    thread.join()

    assert found == [["tarraco"]]


@pytest.mark.django_db
def test_a_sqlite_run_keeps_its_database_in_its_own_folder():
    if connection.vendor != "sqlite":
        assert connection.vendor == "postgresql"
        return
    assert Path(connection.settings_dict["NAME"]).parent == Path(settings.DATABASES["default"]["NAME"]).parent
    assert Path(connection.settings_dict["NAME"]).is_file()


@pytest.mark.parametrize("visit", [1, 2])
def test_the_cache_is_empty_at_the_start_of_each_test(visit):
    seen = []
    thread = threading.Thread(target=lambda: seen.append(cache.get("mark")))
    assert cache.get("mark") is None
    cache.set("mark", visit)
    thread.start()
    thread.join()
    assert seen == [visit]
