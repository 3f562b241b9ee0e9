"""Every route × everybody who may knock: a table that is complete, and answers that do not tell what exists from what does not."""

import re

import pytest
from django.db import transaction

from tests.leaks.addresses import ROUTES, TABLE, our_routes
from tests.leaks.roles import OUTSIDERS, ROLES, Scene
from tests.leaks.statements import Statements

pytestmark = pytest.mark.django_db
METHODS = ("GET", "POST")
MADE_UP = {"number": 77, "topic": "nothing", "ruleset": "nothing", "side": "numidia", "form": "exe"}
# A mail program presses the button for its reader (RFC 8058). The address is the key, and opens nothing else.
PRESSED_BY_PROGRAMS = ("notices_stop",)
NEW_EACH_TIME = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"')
NONCE = re.compile(r"'nonce-[^']*'")


class TakenBack(Exception):
    """What a request did is undone."""


def knock(scene: Scene, role: str, method: str, address: str, sent: dict[str, str] | None = None, **how):
    """One request, whose effects are taken back."""
    came = None
    try:
        with transaction.atomic():
            came = getattr(scene.client(role, **how), method.lower())(address, sent or {})
            came.content if not came.streaming else b"".join(came.streaming_content)
            raise TakenBack
    except TakenBack:
        return came


def test_every_address_of_the_site_has_a_row():
    assert sorted(set(our_routes()) - set(TABLE)) == []
    assert sorted(set(TABLE) - set(our_routes())) == []
    for name, row in TABLE.items():
        for method in METHODS:
            assert len(row[method].split()) == len(ROLES), f"{name} {method}: a status for each of {len(ROLES)} roles"


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("method", METHODS)
def test_everybody_is_answered_what_the_table_says(scene, method):
    wrong = []
    for name, row in TABLE.items():
        for role, wanted in zip(ROLES, row[method].split(), strict=True):
            sent = scene.sent(name) if method == "POST" else None
            status = knock(scene, role, method, scene.address(name), sent).status_code
            if status != int(wanted):
                wrong.append(f"{name} {method} {role}: {status}, not {wanted}")
    assert wrong == []


def as_sent(answer, address: str, thing: str = "") -> tuple:
    """An answer without what is new each time; the address that was asked for, and the thing in it, may be repeated."""
    headers = {name.lower(): NONCE.sub("", value) for name, value in answer.headers.items()}
    for volatile in ("date", "set-cookie", "expires"):
        headers.pop(volatile, None)
    body = NEW_EACH_TIME.sub(b"", answer.content).replace(address.encode(), b"ADDRESS")
    if thing:  # the way back to the page above a button
        body = body.replace(thing.encode(), b"THING")
    headers["content-length"] = str(len(body))
    return answer.status_code, headers, body


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("role", OUTSIDERS)
def test_what_one_may_not_see_answers_exactly_as_what_does_not_exist(scene, role, method):
    different = []
    for name, parts in ROUTES.items():
        if not parts or TABLE[name][method].split()[ROLES.index(role)] != "404":
            continue
        there = scene.address(name)
        nowhere = scene.address(name, **{parts[0]: scene.things[parts[0]][::-1]})
        seen = as_sent(knock(scene, role, method, there), there)
        missing = as_sent(knock(scene, role, method, nowhere), nowhere)
        if seen != missing:
            different.append(f"{name} {method}")
    assert different == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("role", ["player", "owner"])
def test_a_thing_of_another_club_or_war_is_not_found_under_ones_own(scene, role, method):
    """A unit of theirs under our war's address, a member of theirs under our club's: as if there were no such thing."""
    different = []
    for name, parts in ROUTES.items():
        for part in parts[1:]:
            if part not in ("member", "paper", "invitation", "unit", "character", "offer", "webhook"):
                continue
            thing, nothing = scene.others[part], scene.others[part][::-1]
            theirs = scene.address(name, **{part: thing})
            nowhere = scene.address(name, **{part: nothing})
            seen = as_sent(knock(scene, role, method, theirs), theirs, thing)
            missing = as_sent(knock(scene, role, method, nowhere), nowhere, nothing)
            if seen != missing or seen[0] not in (404, 405):
                different.append(f"{name} {method} {part}: {seen[0]} and {missing[0]}")
    assert different == []


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_nothing_is_done_without_the_forms_token(scene):
    """Whatever takes a form at all refuses one that did not come from a page of ours."""
    taken = []
    for name, row in TABLE.items():
        if row["POST"].split()[ROLES.index("owner")] == "405" or name in PRESSED_BY_PROGRAMS:
            continue
        with Statements() as asked:
            status = knock(scene, "owner", "POST", scene.address(name), enforce_csrf_checks=True).status_code
        if status != 403 or asked.written():
            taken.append(f"{name}: {status}")
    assert taken == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("role", ["anonymous", "player", "umpire", "owner"])
def test_looking_changes_nothing(scene, role):
    changed = []
    for name in TABLE:
        with Statements() as asked:
            knock(scene, role, "GET", scene.address(name))
        if lines := asked.written():
            changed.append(f"{name}: {lines}")
    assert changed == []


# --- Methods that no form and no link uses -----------------------------------------------------------------

RARE = ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE")


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("role", ["anonymous", "stranger", "player", "owner"])
@pytest.mark.parametrize("method", RARE)
def test_a_rare_method_is_refused_or_looks_only(scene, method, role):
    """It changes nothing, tells whoever may not look nothing more than GET does, and HEAD has no body."""
    wrong = []
    for name, row in TABLE.items():
        looked = int(row["GET"].split()[ROLES.index(role)])
        with Statements() as asked:
            came = knock(scene, role, method, scene.address(name))
        if came.status_code not in (405, looked):
            wrong.append(f"{name}: {came.status_code}, not 405 or {looked}")
        if lines := asked.written():
            wrong.append(f"{name}: {lines}")
        if method == "HEAD" and came.content:
            wrong.append(f"{name}: a body")
    assert wrong == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("method", RARE)
def test_a_rare_method_does_not_tell_what_exists(scene, method):
    different = []
    for name, parts in ROUTES.items():
        if not parts or TABLE[name]["GET"].split()[ROLES.index("stranger")] != "404":
            continue
        there = scene.address(name)
        nowhere = scene.address(name, **{parts[0]: scene.things[parts[0]][::-1]})
        seen = as_sent(knock(scene, "stranger", method, there), there)
        if seen != as_sent(knock(scene, "stranger", method, nowhere), nowhere):
            different.append(name)
    assert different == []
