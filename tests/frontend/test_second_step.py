"""The second step at log-in: set up, asked for, taken away; wanted of staff, and of who runs a club that says so."""

import base64
import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from cryptography.fernet import Fernet
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from clubs import clock, secondstep
from clubs.errors import Refusal
from clubs.models import Club, ClubLogEntry, User
from clubs.services import clubs as verbs
from clubs.services import invitations
from tests.factories.clubs import PASSWORD, SHOWN_KEY, with_second_step

pytestmark = pytest.mark.django_db


def code_of(secret: str) -> str:
    """What an app with this key shows now."""
    now = list(auth.yield_hotp_counters_from_time())
    return auth.format_hotp_value(auth.hotp_value(secret, now[len(now) // 2]))


@pytest.fixture
def person(livia):
    """Livia with a confirmed address, so that she can log in on the page."""
    EmailAddress.objects.create(user=livia, email=livia.email, verified=True, primary=True)
    return livia


def log_in(client, user, password=PASSWORD):
    return client.post("/accounts/login/", {"login": user.username, "password": password})


def setting_up(client):
    """The page on which it is set up, after the password was typed once more."""
    assert client.post(reverse("account_reauthenticate"), {"password": PASSWORD}).status_code == 302
    page = client.get(reverse("mfa_activate_totp"))
    assert page.status_code == 200, page.url
    return page


def set_up(client) -> str:
    """Set up the second step as a person does; answers with the key."""
    page = setting_up(client)
    secret = page.context["form"].secret
    assert client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)}).status_code == 302
    return secret


@pytest.mark.django_db(transaction=True)  # allauth tells of it once it is committed
def test_it_is_set_up_with_an_app_and_asked_for_at_the_next_log_in(person):
    client = Client()
    log_in(client, person)
    before = client.session.session_key
    secret = set_up(client)
    assert client.session.session_key != before  # the session goes on under another key
    assert client.session["_auth_user_id"] == str(person.pk)

    other = Client()
    assert log_in(other, person).url == reverse("mfa_authenticate")
    assert "_auth_user_id" not in other.session
    assert other.get(reverse("clubs")).status_code == 302
    assert other.post(reverse("mfa_authenticate"), {"code": "000000"}).status_code == 200
    assert "_auth_user_id" not in other.session
    cache.clear()  # a code works once: the app shows another by the time of the next log-in
    assert other.post(reverse("mfa_authenticate"), {"code": code_of(secret)}).status_code == 302
    assert other.session["_auth_user_id"] == str(person.pk)


def test_a_code_on_paper_lets_in_once(person):
    client = Client()
    log_in(client, person)
    set_up(client)
    codes = re.findall(r"<code>(\w+)</code>", client.get(reverse("mfa_view_recovery_codes")).content.decode())
    assert len(codes) == 10
    for again, comes_in in ((0, True), (1, False)):
        other = Client()
        log_in(other, person)
        other.post(reverse("mfa_authenticate"), {"code": codes[0]})
        assert ("_auth_user_id" in other.session) is comes_in, again


def test_a_change_wants_the_password_once_more(person, browser):
    client = browser(person)  # logged in, but not by typing a password just now
    assert client.get(reverse("mfa_activate_totp")).url.startswith(reverse("account_reauthenticate"))
    page = client.get(reverse("account_reauthenticate"))
    assert "Is it you?" in page.content.decode()


def test_what_is_kept_does_not_lie_open_in_the_database(person):
    client = Client()
    log_in(client, person)
    secret = set_up(client)
    kept = Authenticator.objects.get(user=person, type=Authenticator.Type.TOTP).data
    assert secret not in str(kept)
    assert secret not in client.get(reverse("mfa_index")).content.decode()


def test_a_key_that_is_lost_lets_nobody_in(person, settings):
    with_second_step(Client(), person)
    settings.DICE_KEYS = [Fernet.generate_key().decode()]
    client = Client()
    log_in(client, person)
    for code in (code_of(SHOWN_KEY), code_of("")):
        assert client.post(reverse("mfa_authenticate"), {"code": code}).status_code == 200
    assert "_auth_user_id" not in client.session


def test_the_key_is_a_picture_that_the_content_policy_allows(person):
    client = Client()
    log_in(client, person)
    page = setting_up(client)
    picture = page.context["totp_svg"]
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg"')  # else the browser draws nothing
    assert f'src="data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}"' in page.content.decode()
    assert "data:" in page["Content-Security-Policy"]
    assert "unsafe" not in page["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("language", "words"), [("es", "Preparar el segundo paso"), ("it", "Imposta il secondo passo")]
)
def test_the_pages_speak_the_readers_language(person, language, words):
    client = Client()
    log_in(client, person)
    client.cookies["django_language"] = language
    assert words in setting_up(client).content.decode()


@pytest.mark.django_db(transaction=True)
def test_taking_it_away_ends_what_it_opened(person):
    client = Client()
    log_in(client, person)
    set_up(client)
    assert secondstep.PROVED in client.session
    assert client.post(reverse("mfa_deactivate_totp"), {}).status_code == 302
    assert not secondstep.has(person.pk)
    assert secondstep.PROVED not in client.session


# --- Staff ------------------------------------------------------------------------------------------------


@pytest.fixture
def root(db):
    return User.objects.create_superuser("root", "root@example.org", PASSWORD)


def test_staff_without_a_second_step_is_led_to_set_it_up(root, browser):
    client = browser(root)
    assert client.get("/admin/clubs/club/").url.startswith("/admin/login/")
    assert client.get("/admin/login/").url == reverse("mfa_activate_totp")


def test_staff_who_did_not_take_it_in_this_session_logs_in_again(root, browser):
    with_second_step(browser(root), root)
    other = browser(root)
    assert other.get("/admin/clubs/club/").status_code == 302
    assert other.get("/admin/login/").url == reverse("account_logout")


def test_staff_with_a_second_step_comes_in(root, browser):
    assert with_second_step(browser(root), root).get("/admin/clubs/club/").status_code == 200


def test_a_second_step_makes_nobody_staff(livia, browser):
    assert with_second_step(browser(livia), livia).get("/admin/").status_code == 302


# --- A club that wants it ----------------------------------------------------------------------------------


@pytest.fixture
def strict(club):
    Club.objects.filter(pk=club.pk).update(second_step=True)
    club.refresh_from_db()
    return club


def test_only_who_has_one_can_want_it_of_others(club, livia, browser):
    with pytest.raises(Refusal) as refused:
        verbs.change_settings(club, by=livia, now=clock.now(), second_step=True)
    assert refused.value.code == "second_step_needed"
    with_second_step(browser(livia), livia)
    assert verbs.change_settings(club, by=livia, now=clock.now(), second_step=True).second_step
    assert ClubLogEntry.objects.filter(club=club, act="settings").latest("pk").data == {"second_step": "True"}


def test_whoever_runs_such_a_club_can_do_nothing_without(strict, fabia, browser):
    client = browser(fabia)
    for address in (f"/clubs/{strict.slug}/members/", f"/clubs/{strict.slug}/settings/", f"/clubs/{strict.slug}/log/"):
        page = client.get(address)
        assert page.status_code == 403
        assert "wants a second step" in page.content.decode()
    with pytest.raises(Refusal) as refused:
        invitations.invite(strict, by=fabia, now=clock.now(), role="player")
    assert refused.value.code == "second_step_needed"
    with_second_step(client, fabia)
    assert client.get(f"/clubs/{strict.slug}/members/").status_code == 200
    invitations.invite(strict, by=fabia, now=clock.now(), role="player")


def test_its_members_go_on_as_before(strict, hanno, marco, browser):
    assert browser(hanno).get(f"/clubs/{strict.slug}/").status_code == 200
    assert browser(marco).get(f"/clubs/{strict.slug}/members/").status_code == 404


# --- A lost phone -------------------------------------------------------------------------------------------


def test_a_lost_phone_is_helped_by_who_runs_the_site(livia, capsys):
    with_second_step(Client(), livia)
    call_command("reset_second_step", "livia")
    assert not Authenticator.objects.filter(user=livia).exists()
    call_command("reset_second_step", "livia")
    assert capsys.readouterr().out.split("\n")[:2] == ["His second step is taken away.", "He had no second step."]
    with pytest.raises(CommandError):
        call_command("reset_second_step", "nobody-of-that-name")
