"""Texts of the packages we stand on, in our own words: Spanish says "tú", Italian "tu"."""

import re
from pathlib import Path

import allauth
import django
import pytest
from babel.messages.pofile import read_po
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from frontend import borrowed
from tests.frontend.wars.helpers import text_of

FORMAL = {
    "es": re.compile(
        r"\b(usted|introduzca|ingrese|escriba|su contraseña|su cuenta|su correo|su dirección|asegúrese)\b", re.I
    ),
    "it": re.compile(r"\b(la Sua|il Suo|Lei|inserisca|suo account|sua password)\b"),
}


def ids_of(package, *folders: str) -> set[str]:
    found = set()
    for folder in folders:
        path = Path(package.__file__).parent / folder / "es/LC_MESSAGES/django.po"
        with path.open("rb") as file:
            found |= {one.id if isinstance(one.id, str) else one.id[0] for one in read_po(file) if one.id}
    return found


def test_each_is_a_text_that_a_package_still_says():
    known = ids_of(allauth, "locale") | ids_of(django, "contrib/auth/locale", "conf/locale")
    assert [text for text in borrowed.TEXTS if text not in known] == []


@pytest.mark.parametrize("language", ["es", "it"])
def test_each_is_said_in_our_words(language):
    path = Path(__file__).parents[2] / "frontend/locale" / language / "LC_MESSAGES/django.po"
    with path.open("rb") as file:
        ours = {one.id: one.string for one in read_po(file, locale=language) if isinstance(one.id, str)}
    with translation.override(language):
        said = {text: gettext(text) for text in borrowed.TEXTS}
    assert said == {text: ours[text] for text in borrowed.TEXTS}
    assert [text for text in said.values() if FORMAL[language].search(text)] == []


BAD = {
    "account_login": {"login": "nobody", "password": "wrong"},
    "account_signup": {"username": "a b", "email": "none", "password1": "1234", "password2": "5678"},
    "account_reset_password": {"email": "none"},
    "account_change_password": {"oldpassword": "wrong", "password1": "1234", "password2": "5678"},
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["es", "it"])
@pytest.mark.parametrize("name", BAD)
def test_the_pages_of_an_account_and_what_they_refuse_speak_as_the_rest(name, language, livia, browser, settings):
    settings.MAIL_WORKS = True
    client = browser(livia) if name == "account_change_password" else Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    shown, refused = text_of(client.get(reverse(name))), text_of(client.post(reverse(name), BAD[name]))
    assert shown != refused
    for words in (shown, refused):
        assert not FORMAL[language].search(words), FORMAL[language].search(words)


@pytest.mark.django_db
def test_a_refused_sign_up_says_tu(settings):
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "es"
    page = text_of(client.post(reverse("account_signup"), BAD["account_signup"]))
    assert "Escribe una dirección de correo válida." in page
    assert "Usuario o correo electrónico" in text_of(client.get(reverse("account_login")))
    assert "Tu contraseña" in page or "Escribe la misma contraseña" in page


def test_in_english_one_logs_in_and_out_and_no_word_is_capitalised_for_show(client, livia):
    """The English catalogue says only what a package says, and its pages have our words."""
    path = Path(__file__).parents[2] / "frontend/locale/en/LC_MESSAGES/django.po"
    with path.open("rb") as file:
        ours = [one.id for one in read_po(file, locale="en") if one.id]
    assert [text for text in ours if text not in ids_of(allauth, "locale")] == []
    login = text_of(client.get(reverse("account_login")))
    assert "Username or e-mail address" in login
    assert "Stay logged in" in login
    client.force_login(livia, backend="django.contrib.auth.backends.ModelBackend")
    pages = [
        text_of(client.get(reverse(name))) for name in ("account_logout", "account_email", "account_change_password")
    ]
    assert not [page for page in pages if re.search(r"Sign (In|Out)|Login|Change Password|Make Primary", page)]
    assert "Do you want to log out?" in pages[0]
