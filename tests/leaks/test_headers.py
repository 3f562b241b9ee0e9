"""What every answer says of itself to the browser: a strict policy without exceptions, and that it is nobody else's."""

import re

import pytest
from django.urls import reverse

from tests.leaks.addresses import ROUTES

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(300)]
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
NONE = ("object-src", "base-uri", "frame-ancestors")
OF_PACKAGES = ("account_login", "account_signup", "account_reset_password", "account_email", "account_change_password")
# A picture is a document of its own: it may load nothing and run nothing, and wears the style that was drawn into it.
PICTURES = {
    "war_chart": {
        "default-src": ["'none'"],
        "style-src": ["'unsafe-inline'"],
        "frame-ancestors": ["'none'"],
        "sandbox": [],
    }
}
NONCE = re.compile(r"'nonce-([^']+)'")


def policy_of(answer) -> dict[str, list[str]]:
    parts = (part.split() for part in answer["Content-Security-Policy"].split(";") if part.strip())
    return {name: words for name, *words in parts}


def wrong_with(answer) -> list[str]:
    """What is not as it must be about an answer's head."""
    found = [name for name, wanted in ALWAYS.items() if answer.get(name) != wanted]
    if "Content-Security-Policy" not in answer:
        return [*found, "no policy"]
    policy = policy_of(answer)
    found += [f"{name} {words}" for name, words in policy.items() if any("unsafe" in word for word in words)]
    found += [name for name in NONE if policy.get(name) != ["'none'"]]
    found += [name for name in ("default-src", "form-action") if policy.get(name) != ["'self'"]]
    found += [f"{name}: {word}" for name, words in policy.items() for word in words if "http" in word or word == "*"]
    if not {"no-store", "private"} & set(re.split(r"[,\s]+", answer.get("Cache-Control", "no-store"))):
        found.append("kept by others")
    return found


@pytest.mark.parametrize("role", ["anonymous", "owner"])
def test_every_page_has_the_same_strict_policy(scene, role):
    client, wrong = scene.client(role), {}
    for name in ROUTES:
        answer = client.get(scene.address(name))
        if answer.get("Content-Type", "").startswith("image/svg"):
            assert name in PICTURES
            assert policy_of(answer) == PICTURES[name]
        elif problems := wrong_with(answer):
            wrong[name] = problems
    for name in OF_PACKAGES:
        if problems := wrong_with(client.get(reverse(name))):
            wrong[name] = problems
    assert wrong == {}


def test_a_nonce_is_used_once(scene):
    client = scene.client("owner")
    pages = [client.get(scene.address(name)) for name in ("home", "home", "clubs", "war")]
    nonces = [NONCE.search(page["Content-Security-Policy"]) for page in pages]
    assert all(nonces)
    assert len({found[1] for found in nonces if found}) == len(pages)
