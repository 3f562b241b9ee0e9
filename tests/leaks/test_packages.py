"""Accounts and the administration × everybody who may knock × every method: pages of packages, held to the same as ours."""

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction

from tests.leaks.addresses import TABLE as OURS
from tests.leaks.packages import KNOCKERS, TABLE, address, client, patterns, row_of, wanted
from tests.leaks.statements import Statements
from tests.leaks.test_routes import RARE, TakenBack

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.timeout(600)]
ALL = sorted(patterns())


@pytest.fixture
def scene(scene):
    """Everybody has a confirmed address, as whoever signed up."""
    for user in filter(None, scene.users.values()):
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return scene


def knock(scene, who: str, method: str, there: str, **how):
    """One request, whose effects are taken back: the status, and what was written."""
    came: tuple = ()
    try:
        with transaction.atomic():
            knocking = client(scene, who, **how)
            with Statements() as queries:
                answer = getattr(knocking, method.lower())(there)
            came = answer, queries.written()
            raise TakenBack
    except TakenBack:
        return came


def test_every_address_of_a_package_has_a_row():
    assert sorted(set(TABLE) - {row_of(pattern) for pattern in ALL}) == []
    assert sorted(pattern for pattern in ALL if row_of(pattern) not in TABLE) == []
    assert {len(row[method].split()) for row in TABLE.values() for method in ("GET", "POST")} == {len(KNOCKERS)}


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_everybody_is_answered_what_the_table_says(scene, method):
    wrong = []
    for pattern in ALL:
        there = address(pattern)
        for who, status in zip(KNOCKERS, wanted(pattern, method), strict=True):
            answer, lines = knock(scene, who, method, there)
            if answer.status_code != int(status):
                wrong.append(f"{there} {method} {who}: {answer.status_code}, not {status}")
            if method == "GET" and lines:
                wrong.append(f"{there} {who}: {lines}")
    assert wrong == []


@pytest.mark.parametrize("who", ["anonymous", "owner", "keeper"])
def test_nothing_is_done_without_the_forms_token(scene, who):
    taken = []
    for pattern in ALL:
        answer, lines = knock(scene, who, "POST", address(pattern), enforce_csrf_checks=True)
        if answer.status_code != 403 or lines:
            taken.append(f"{pattern}: {answer.status_code} {lines}")
    assert taken == []


@pytest.mark.parametrize("method", [method for method in RARE if method != "HEAD"])
def test_a_method_of_no_page_is_refused_before_anything_else(scene, method):
    wrong = []
    places = [address(pattern) for pattern in ALL] + [scene.address(name) for name in OURS]
    for there in places:
        for who in ("anonymous", "keeper"):
            answer, lines = knock(scene, who, method, there)
            if (answer.status_code, answer.content, lines) != (405, b"", []):
                wrong.append(f"{there} {who}: {answer.status_code} {lines}")
    assert wrong == []


def test_nobody_but_a_keeper_is_shown_anything_of_the_administration(scene):
    """Neither what is there nor whether: the way to the log-in, the same for what does not exist."""
    for pattern in ALL:
        if not pattern.startswith("admin/") or pattern in ("admin/login/", "admin/logout/"):
            continue
        there = address(pattern)
        for who in KNOCKERS[:-1]:
            answer, _lines = knock(scene, who, "GET", there)
            assert (answer.content, answer["Location"]) == (b"", f"/admin/login/?next={there}"), there
