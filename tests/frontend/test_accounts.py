"""Accounts: in, out, forgotten, changed, deleted; and the way in through an invitation."""

import io
import logging
import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import Permission
from django.core import mail
from django.urls import reverse

from clubs import clock, selectors
from clubs.models import Role, User
from clubs.services import invitations, members
from tests.factories.clubs import PASSWORD, invite, with_second_step

pytestmark = pytest.mark.django_db

NEWCOMER = {
    "username": "titus",
    "email": "titus@example.org",
    "password1": "an-elephant-in-the-snow",
    "password2": "an-elephant-in-the-snow",
}
LOG_IN = {"login": "hanno", "password": PASSWORD}


@pytest.fixture
def no_mail(settings):
    settings.MAIL_WORKS = False
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"


@pytest.fixture
def confirmed(hanno):
    EmailAddress.objects.create(user=hanno, email=hanno.email, primary=True, verified=True)
    return hanno


def words(page) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))


def link_in(letter) -> str:
    return re.search(r"http://testserver(/\S+)", letter.body).group(1)


def is_in(client) -> bool:
    return "_auth_user_id" in client.session


# --- The pages in our look -----------------------------------------------------------------------

ENTRANCE = ["account_login", "account_signup", "account_reset_password", "account_reset_password_done"]
MANAGE = ["account_email", "account_change_password", "account_logout", "mfa_index", "account_reauthenticate"]


@pytest.mark.parametrize("name", ENTRANCE + MANAGE + ["mfa_activate_totp", "mfa_generate_recovery_codes"])
def test_every_page_of_allauth_wears_our_look(db, confirmed, client, name):
    if name not in ENTRANCE:
        client.post(reverse("account_login"), LOG_IN)
    if name == "mfa_generate_recovery_codes":
        TOTP.activate(confirmed, generate_totp_secret())
    if name.startswith("mfa"):
        client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    page = client.get(reverse(name)).content.decode()
    assert page.count("<h1>") == 1
    assert 'href="/static/frontend/css/signifer.css"' in page
    assert "Menu:" not in page
    assert not re.search(r"<script(?![^>]*src=)[^>]*>|<[^>]+ style=|<[^>]+ on\w+=", page)


def test_so_do_the_second_step_and_the_pages_behind_letters(confirmed, client):
    client.post(reverse("account_reset_password"), {"email": "hanno@example.org"})
    client.post(reverse("account_signup"), NEWCOMER)
    pages = [client.get(link_in(letter), follow=True) for letter in mail.outbox]
    TOTP.activate(confirmed, generate_totp_secret())
    pages.append(client.post(reverse("account_login"), LOG_IN, follow=True))
    assert pages[-1].redirect_chain == [("/accounts/2fa/authenticate/", 302)]
    for page in pages:
        shown = page.content.decode()
        assert (shown.count("<h1>"), 'href="/static/frontend/css/signifer.css"' in shown) == (1, True)


@pytest.mark.parametrize("name", [*MANAGE, "account", "account_delete"])
def test_ones_own_pages_ask_for_the_log_in(db, client, name):
    response = client.get(reverse(name))
    assert response.status_code == 302
    assert response["Location"] in (f"/accounts/login/?next={reverse(name)}", "/")


# --- In and out ----------------------------------------------------------------------------------


def test_without_mail_an_account_is_made_in_one_step(db, no_mail, client):
    page = client.post(reverse("account_signup"), NEWCOMER, follow=True)
    assert (page.redirect_chain, is_in(client)) == ([("/", 302)], True)
    assert str(User.objects.get()) == "titus"


def test_with_mail_the_address_is_confirmed_first(db, client):
    page = client.post(reverse("account_signup"), NEWCOMER, follow=True)
    assert not is_in(client)
    assert page.redirect_chain == [("/accounts/confirm-email/", 302)]
    client.post(link_in(mail.outbox[0]))
    client.post(reverse("account_login"), {"login": "titus", "password": NEWCOMER["password1"]})
    assert is_in(client)


@pytest.mark.parametrize("name", ["hanno", "hanno@example.org"])
def test_one_logs_in_by_name_or_address_and_out_by_a_button(confirmed, client, name):
    client.post(reverse("account_login"), LOG_IN | {"login": name})
    assert is_in(client)
    client.get(reverse("account_logout"))
    assert is_in(client)
    assert client.post(reverse("account_logout")).url == "/"
    assert not is_in(client)


def test_wrong_password_and_unknown_name_get_one_answer(confirmed, client):
    answers = [
        words(client.post(reverse("account_login"), {"login": name, "password": "wrong"})).replace(name, "")
        for name in ("hanno", "hamilcar")
    ]
    assert answers[0] == answers[1]
    assert "not correct" in answers[0]


def test_after_too_many_tries_even_the_right_password_waits(confirmed, client):
    for _try in range(5):
        client.post(reverse("account_login"), LOG_IN | {"password": "wrong"})
    page = client.post(reverse("account_login"), LOG_IN)
    assert "Too many failed login attempts" in words(page)
    assert not is_in(client)


def test_the_admins_own_log_in_leads_to_ours(db, client):
    assert client.get("/admin/login/").url.startswith("/accounts/login/")


# --- Passwords -----------------------------------------------------------------------------------


def test_a_forgotten_password_is_set_anew_by_letter(confirmed, client):
    client.post(reverse("account_reset_password"), {"email": "hanno@example.org"})
    page = client.get(link_in(mail.outbox[0]), follow=True)
    new = {"password1": NEWCOMER["password1"], "password2": NEWCOMER["password1"]}
    client.post(page.redirect_chain[-1][0], new)
    assert User.objects.get(pk=confirmed.pk).check_password(NEWCOMER["password1"])


def test_an_unknown_address_gets_the_same_answer(confirmed, client):
    answers = [
        client.post(reverse("account_reset_password"), {"email": address})
        for address in ("hanno@example.org", "hamilcar@example.org")
    ]
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (302, "/accounts/password/reset/done/")
    ] * 2


def test_where_no_mail_is_sent_the_page_says_whom_to_ask(db, no_mail, client):
    page = client.get(reverse("account_reset_password"))
    assert "Ask an administrator of your club" in words(page)
    assert 'name="email"' not in page.content.decode()


def test_a_changed_password_ends_the_session(confirmed, client):
    client.post(reverse("account_login"), LOG_IN)
    typed = {"oldpassword": PASSWORD, "password1": NEWCOMER["password1"], "password2": NEWCOMER["password1"]}
    client.post(reverse("account_change_password"), typed)
    assert not is_in(client)
    client.post(reverse("account_login"), LOG_IN | {"password": NEWCOMER["password1"]})
    assert is_in(client)


# --- One's own page ------------------------------------------------------------------------------


def test_name_language_and_zone_are_saved_and_used(hanno, browser):
    reader = browser(hanno)
    typed = {"display_name": "Hanno Magnus", "language": "es", "time_zone": "Africa/Tunis"}
    page = reader.post(reverse("account"), typed, follow=True)
    assert '<html lang="es"' in page.content.decode()
    hanno.refresh_from_db()
    assert (str(hanno), hanno.language, hanno.time_zone) == ("Hanno Magnus", "es", "Africa/Tunis")


def test_the_choice_made_here_wins_over_the_switch_used_before(hanno, browser):
    reader = browser(hanno)
    reader.post(reverse("set_language"), {"language": "it"})
    assert '<html lang="it"' in reader.get(reverse("account")).content.decode()
    for language, shown in (("es", "es"), ("", "en")):
        page = reader.post(reverse("account"), {"display_name": "", "language": language, "time_zone": ""}, follow=True)
        assert f'<html lang="{shown}"' in page.content.decode()


def test_before_the_log_in_the_language_is_a_cookie(db, client):
    client.post(reverse("set_language"), {"language": "it", "next": "/accounts/login/"})
    assert '<html lang="it"' in client.get("/accounts/login/").content.decode()


@pytest.mark.parametrize("typed", [{"language": "la"}, {"time_zone": "Mars/Olympus"}, {"display_name": "x" * 81}])
def test_nonsense_is_refused(hanno, browser, typed):
    page = browser(hanno).post(reverse("account"), {"display_name": "", "language": "", "time_zone": ""} | typed)
    assert page.status_code == 422
    assert User.objects.get(pk=hanno.pk).display_name == "Hanno"


def test_rights_are_not_taken_from_the_form(hanno, browser):
    typed = {"display_name": "", "language": "", "time_zone": "", "is_staff": "1", "is_superuser": "1", "username": "x"}
    browser(hanno).post(reverse("account"), typed)
    hanno.refresh_from_db()
    assert (hanno.is_staff, hanno.is_superuser, hanno.username) == (False, False, "hanno")


# --- Deleting ------------------------------------------------------------------------------------


def test_an_account_is_deleted_by_its_password(club, hanno, browser):
    reader = browser(hanno)
    wrong = reader.post(reverse("account_delete"), {"password": "wrong"})
    assert (wrong.status_code, is_in(reader)) == (422, True)
    assert reader.post(reverse("account_delete"), {"password": PASSWORD}).url == "/"
    assert not is_in(reader)
    assert "Your account is deleted." in words(reader.get(reverse("account_login")))
    assert User.objects.get(pk=hanno.pk).erased_at is not None


def test_other_open_sessions_of_a_deleted_account_end(hanno, browser):
    other = browser(hanno)
    browser(hanno).post(reverse("account_delete"), {"password": PASSWORD})
    assert other.get(reverse("clubs")).status_code == 302


def test_the_last_owner_is_told_to_hand_over_first(club, livia, browser):
    page = browser(livia).post(reverse("account_delete"), {"password": PASSWORD})
    assert page.status_code == 422
    assert "Hand it over to another member first" in words(page)


def test_deleting_is_no_way_to_try_passwords(hanno, browser):
    reader = browser(hanno)
    for _try in range(5):
        reader.post(reverse("account_delete"), {"password": "wrong"})
    reader.post(reverse("account_delete"), {"password": PASSWORD})
    assert User.objects.get(pk=hanno.pk).erased_at is None


# --- Through an invitation -----------------------------------------------------------------------


def test_without_mail_the_link_leads_through_the_sign_up_into_the_club(club, no_mail, client):
    _invitation, token = invite(club, Role.UMPIRE, now=clock.now())
    way = client.post(reverse("invitation", args=[token]), {"way": "signup"})
    assert way.url == reverse("account_signup")
    page = client.post(way.url, NEWCOMER, follow=True)
    assert page.redirect_chain == [("/clubs/legio-valencia/", 302)]
    assert "You are now a member of Legio Valencia." in words(page)
    assert selectors.membership_of(User.objects.get(username="titus"), club).role == Role.UMPIRE


def test_with_mail_it_leads_through_the_confirmation_into_the_club(club, client):
    _invitation, token = invite(club, now=clock.now())
    client.post(reverse("invitation", args=[token]), {"way": "signup"})
    client.post(reverse("account_signup"), NEWCOMER)
    assert not User.objects.get(username="titus").memberships.exists()
    client.post(link_in(mail.outbox[-1]))
    page = client.post(reverse("account_login"), {"login": "titus", "password": NEWCOMER["password1"]}, follow=True)
    assert page.redirect_chain == [("/clubs/legio-valencia/", 302)]


def test_who_has_an_account_logs_in_and_is_in(club, confirmed, client):
    members.leave(club, by=confirmed, now=clock.now())
    _invitation, token = invite(club, now=clock.now())
    way = client.post(reverse("invitation", args=[token]), {"way": "login"})
    page = client.post(way.url, LOG_IN, follow=True)
    assert page.redirect_chain == [("/clubs/legio-valencia/", 302)]
    assert selectors.membership_of(confirmed, club)


def test_who_is_a_member_already_lands_in_the_club_and_spends_nothing(club, confirmed, client):
    invitation, token = invite(club, now=clock.now())
    client.post(reverse("invitation", args=[token]), {"way": "login"})
    page = client.post(reverse("account_login"), LOG_IN, follow=True)
    assert page.redirect_chain == [("/clubs/legio-valencia/", 302)]
    assert "already a member" in words(page)
    invitation.refresh_from_db()
    assert invitation.used_at is None


def test_a_link_that_died_on_the_way_says_so_after_the_log_in(club, livia, confirmed, client):
    members.leave(club, by=confirmed, now=clock.now())
    invitation, token = invite(club, now=clock.now())
    client.post(reverse("invitation", args=[token]), {"way": "login"})
    invitations.withdraw(invitation, by=livia, now=clock.now())
    assert client.post(reverse("account_login"), LOG_IN).url == "/"
    assert "taken this invitation back" in words(client.get(reverse("clubs")))
    assert selectors.membership_of(confirmed, club) is None


def test_only_looking_at_a_link_and_logging_in_joins_nothing(club, confirmed, client):
    members.leave(club, by=confirmed, now=clock.now())
    _invitation, token = invite(club, now=clock.now())
    client.get(reverse("invitation", args=[token]))
    client.post(reverse("account_login"), LOG_IN)
    assert selectors.membership_of(confirmed, club) is None


def test_no_key_of_a_link_stands_in_the_log(club, livia, client, monkeypatch):
    written = io.StringIO()
    (console,) = [handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler]
    monkeypatch.setattr(console, "stream", written)
    invitation, token = invite(club, now=clock.now())
    invitations.withdraw(invitation, by=livia, now=clock.now())
    client.get(reverse("invitation", args=[token]))
    logging.getLogger("django.request").warning("Not Found: %s", "/accounts/password/reset/key/1-secret-key/")
    logged = written.getvalue()
    assert "GET /invitations/***/" in logged
    assert "/accounts/password/reset/key/***" in logged
    assert token not in logged
    assert "secret-key" not in logged


# --- The site's own desk -------------------------------------------------------------------------


@pytest.fixture
def root(db):
    return User.objects.create_superuser("root", "root@example.org", PASSWORD)


@pytest.mark.parametrize("model", ["club", "membership", "invitation", "clublogentry"])
def test_the_admin_only_looks_at_clubs(club, root, browser, model):
    invite(club, now=clock.now())
    desk = with_second_step(browser(root), root)
    row = {
        "club": club,
        "membership": club.memberships.first(),
        "invitation": club.invitations.first(),
        "clublogentry": club.log.first(),
    }[model]
    assert desk.get(reverse(f"admin:clubs_{model}_changelist")).status_code == 200
    assert desk.get(reverse(f"admin:clubs_{model}_change", args=[row.pk])).status_code == 200
    assert desk.post(reverse(f"admin:clubs_{model}_change", args=[row.pk]), {"name": "x"}).status_code == 403
    assert desk.post(reverse(f"admin:clubs_{model}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert desk.get(reverse(f"admin:clubs_{model}_add")).status_code == 403


def test_the_admin_shows_no_hash_of_an_invitation(club, root, browser):
    invitation, _token = invite(club, now=clock.now())
    page = with_second_step(browser(root), root).get(reverse("admin:clubs_invitation_change", args=[invitation.pk]))
    assert invitation.token_hash not in page.content.decode()


def test_people_are_not_deleted_in_the_admin(hanno, root, browser):
    assert (
        with_second_step(browser(root), root)
        .post(reverse("admin:clubs_user_delete", args=[hanno.pk]), {"post": "yes"})
        .status_code
        == 403
    )
    assert (
        with_second_step(browser(root), root).get(reverse("admin:clubs_user_change", args=[hanno.pk])).status_code
        == 200
    )


def test_staff_cannot_take_over_who_has_more_rights(root, hanno, browser):
    hanno.is_staff = True
    hanno.save()
    hanno.user_permissions.set(Permission.objects.filter(content_type__app_label="clubs"))
    desk = with_second_step(browser(hanno), hanno)
    new = {"password1": "an-elephant-in-the-snow", "password2": "an-elephant-in-the-snow"}
    assert desk.post(reverse("admin:auth_user_password_change", args=[root.pk]), new).status_code == 403
    assert User.objects.get(pk=root.pk).check_password(PASSWORD)


def test_a_member_is_no_staff(club, livia, browser):
    assert browser(livia).get("/admin/").status_code == 302
