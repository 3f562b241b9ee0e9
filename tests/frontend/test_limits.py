"""Whoever sends too much is told when to try again; what others do is not counted for him."""

import pytest
from allauth.account.models import EmailAddress

from clubs.models import Invitation, User
from frontend.views import limits
from tests.factories.campaigns import a_war
from tests.worlds import once

pytestmark = pytest.mark.django_db
FEW = {name: "3/m/" + rate.split("/")[-1] for name, rate in limits.RATES.items()}


@pytest.fixture
def few(monkeypatch):
    """Three of everything a minute."""
    monkeypatch.setattr(limits, "RATES", FEW)


@once
def war(club, place, livia, hanno):
    return a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia))


def order(client, war):
    return client.post(f"/wars/{war.public_id}/year/order/", {"year": "1", "action": "guerrilla"})


def test_orders_are_limited_for_a_person(few, war, browser, livia, hanno):
    client = browser(livia)
    assert [order(client, war).status_code for _ in range(5)][3:] == [429, 429]
    assert order(browser(livia), war).status_code == 429  # in another window too
    assert order(browser(hanno), war).status_code != 429


def test_the_page_says_when_to_try_again(few, war, browser, livia):
    client = browser(livia)
    for _ in range(3):
        order(client, war)
    refused = order(client, war)
    wait = int(refused["Retry-After"])
    assert 30 < wait <= 61
    assert f"Try again in {wait} seconds." in refused.content.decode()
    assert refused["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(("language", "words"), [("es", "Demasiado a la vez"), ("it", "Troppo in una volta")])
def test_the_page_speaks_the_readers_language(few, war, browser, livia, language, words):
    client = browser(livia)
    client.cookies["django_language"] = language
    for _ in range(3):
        order(client, war)
    assert words in order(client, war).content.decode()


def test_looking_is_never_limited(few, war, browser, livia):
    client = browser(livia)
    assert {client.get(f"/wars/{war.public_id}/year/").status_code for _ in range(6)} == {200}


def test_invitations_imports_and_foundings_are_limited(few, club, browser, livia):
    client, before = browser(livia), Invitation.objects.filter(club=club).count()
    for address, data in (
        (f"/clubs/{club.slug}/invite/", {"role": "player"}),
        (f"/clubs/{club.slug}/wars/import/", {}),
        ("/clubs/new/", {}),
    ):
        assert [client.post(address, data).status_code == 429 for _ in range(4)] == [False, False, False, True], address
    assert Invitation.objects.filter(club=club).count() == before + 3


def test_dice_are_limited(few, war, browser, livia):
    client = browser(livia)
    came = [client.post(f"/wars/{war.public_id}/year/answer/", {"year": "1"}).status_code for _ in range(4)]
    assert came[3] == 429 not in came[:3]


def test_a_forged_address_buys_no_further_tries(few, client, settings):
    def tries(**more):
        return [
            client.post("/invitations/made-up/", headers={"X-Forwarded-For": f"10.0.0.{n}"}, **more).status_code
            for n in range(5)
        ]

    assert tries()[3:] == [429, 429]
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    # Behind one proxy the last address is what the proxy saw; what stands before it, the caller wrote himself.
    came = [
        client.post("/invitations/made-up/", headers={"X-Forwarded-For": f"10.0.0.{n}, 192.0.2.7"}).status_code
        for n in range(5)
    ]
    assert came[3:] == [429, 429]
    assert client.post("/invitations/made-up/", headers={"X-Forwarded-For": "192.0.2.8"}).status_code != 429


def test_signing_up_too_often_is_answered_with_our_page(client):
    came = [client.post("/accounts/signup/", {}) for _ in range(21)]
    assert [one.status_code for one in came] == [200] * 20 + [429]
    assert "Too much at once" in came[-1].content.decode()
    assert came[-1]["Retry-After"] == "300"


def test_guessing_a_password_ends_soon_also_with_the_right_one(client):
    user = User.objects.create_user("livia2", "livia2@example.org", "a-very-long-pass")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    for n in range(6):
        client.post("/accounts/login/", {"login": "livia2", "password": f"wrong-{n}"})
    answer = client.post("/accounts/login/", {"login": "livia2", "password": "a-very-long-pass"})
    assert answer.status_code == 200
    assert "_auth_user_id" not in client.session


def test_reset_letters_are_limited(client):
    came = [client.post("/accounts/password/reset/", {"email": "nobody@example.org"}).status_code for _ in range(6)]
    assert came == [302] * 5 + [429]


def test_whatever_is_limited_has_an_address_and_a_rate():
    from tests.leaks.addresses import our_routes

    assert set(limits.LIMITED) <= set(our_routes())
    assert set(limits.LIMITED.values()) == set(limits.RATES)
