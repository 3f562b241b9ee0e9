"""What is larger than anything that is read here is refused unread, by pages and by the API."""

import io
import json

import pytest
from django.conf import settings
from django.core.files import uploadhandler
from django.test import Client

MOST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE


@pytest.fixture
def kept(monkeypatch):
    """Every file that begins to be written to the disk."""
    found = []
    begin = uploadhandler.TemporaryFileUploadHandler.new_file

    def noted(self, *args, **kwargs):
        found.append(self)
        return begin(self, *args, **kwargs)

    monkeypatch.setattr(uploadhandler.TemporaryFileUploadHandler, "new_file", noted)
    return found


def send(client: Client, address: str, size: int, **more):
    return client.post(address, {"file": io.BytesIO(b"x" * size)}, **more)


@pytest.mark.django_db
def test_a_page_says_in_the_readers_language_that_it_is_too_much_and_keeps_nothing(kept):
    answer = send(Client(), "/theme/", MOST, headers={"Accept-Language": "es"})
    assert (answer.status_code, kept) == (413, [])
    assert "como mucho 5 MiB" in answer.content.decode()


@pytest.mark.django_db
def test_what_is_not_too_much_is_read(kept):
    answer = send(Client(), "/theme/", MOST - 1024)
    assert answer.status_code < 400
    assert len(kept) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/v1/me/", "/api/v1/nowhere/"])
def test_a_program_gets_a_problem_object_whatever_it_sends_where(kept, address, livia):
    client = Client()
    client.force_login(livia)
    answer = send(client, address, MOST)
    assert (answer.status_code, answer["Content-Type"], kept) == (413, "application/problem+json", [])
    assert json.loads(answer.content)["code"] == "too_large"
