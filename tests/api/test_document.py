"""The document of the API, to load and to read."""

import pytest

from config.api import readable
from tests.leaks.api import DEEDS


@pytest.mark.django_db
def test_the_document_and_its_page_are_there_for_everybody(client):
    answer = client.get("/api/v1/schema/")
    assert answer.json()["openapi"].startswith("3.1")
    page = client.get("/api/v1/docs/")
    assert page.status_code == 200
    shown = [one["id"] for tag in readable()["tags"] for one in tag["operations"]]
    assert sorted(shown) == sorted(DEEDS)
    assert all(f'id="{name}"' in page.content.decode() for name in DEEDS)
