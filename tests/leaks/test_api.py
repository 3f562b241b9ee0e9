"""The API × everybody who may knock, and the two worlds seen through it: as for the pages, for every operation of every address."""

import json
import re
from types import SimpleNamespace

import pytest
from django.db import transaction
from django.urls import reverse

from campaigns.services import sealed
from clubs.api.base import ApiView
from clubs.api.problems import MEDIA_TYPE
from clubs.models import KeptAnswer
from config.api import routes
from tests.api.client import Program
from tests.leaks.api import DEEDS, KEYS, METHODS, TABLE, Deed
from tests.leaks.conftest import A, B
from tests.leaks.roles import OUTSIDERS, ROLES
from tests.leaks.statements import Statements
from tests.leaks.test_routes import TakenBack
from tests.leaks.test_two_worlds import VIEWERS, Undone, differences

pytestmark = pytest.mark.django_db
CANARY = "canary-of-the-salt"
# What is new in every answer; and receipts of a stage that is over, which are there for everybody to keep.
NEW = re.compile(
    rb"sgnf_[0-9a-f]+|whsec_[A-Za-z0-9+/=]+|/invitations/[^/\"]+/|/password/reset/key/[^/\"]+/|receipt begins with [0-9a-f]{12}"
)
VOLATILE = {"date", "set-cookie", "expires"}


def test_every_operation_has_a_row():
    assert sorted(set(DEEDS) - set(TABLE)) == []
    assert sorted(set(TABLE) - set(DEEDS)) == []
    assert {name: len(row.split()) for name, row in TABLE.items()} == dict.fromkeys(TABLE, len(ROLES))


def test_no_route_answers_a_method_that_is_no_operation():
    views = [route.callback.view_class for route in routes]
    assert all(issubclass(view, ApiView) for view in views)
    bare = [
        f"{view.__name__}.{method}"
        for view in views
        for method in METHODS
        if hasattr(view, method) and not hasattr(getattr(view, method), "operation")
    ]
    assert bare == []


def knock(scene, role: str, deed, things, **more):
    """One request, whose effects are taken back."""
    came = None
    try:
        with transaction.atomic():
            came = deed.send(scene.client(role), things, **more)
            raise TakenBack
    except TakenBack:
        return came


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_everybody_is_answered_what_the_table_says(scene):
    wrong = []
    for name, row in TABLE.items():
        for role, wanted in zip(ROLES, row.split(), strict=True):
            status = knock(scene, role, DEEDS[name], scene.things).status_code
            if status != int(wanted):
                wrong.append(f"{name} {role}: {status}, not {wanted}")
    assert wrong == []


def as_sent(answer) -> tuple:
    headers = {name.lower(): value for name, value in answer.headers.items() if name.lower() not in VOLATILE}
    return answer.status_code, headers, NEW.sub(b"", answer.content)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("role", OUTSIDERS)
def test_what_one_may_not_see_answers_exactly_as_what_does_not_exist(scene, role):
    different = []
    for name, deed in DEEDS.items():
        if not deed.parts or TABLE[name].split()[ROLES.index(role)] != "404":
            continue
        thing = {"war": ("war", "draft"), "key": ("token",)}.get(deed.parts[0], (deed.parts[0],))
        nowhere = {**scene.things, **{one: str(scene.things.get(one, "nothing"))[::-1] for one in thing}}
        if as_sent(knock(scene, role, deed, scene.things)) != as_sent(knock(scene, role, deed, nowhere)):
            different.append(name)
    assert different == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("role", ["player", "owner"])
def test_a_thing_of_another_club_or_war_is_not_found_under_ones_own(scene, role):
    """In the address as in the body: a member, unit, offer or invitation of theirs is as one that does not exist."""
    different = []
    for name, deed in DEEDS.items():
        for part in ("member", "paper", "invitation", "unit", "character", "offer", "webhook"):
            theirs = {**scene.things, part: scene.others[part]}
            nowhere = {**scene.things, part: scene.others[part][::-1]}
            ours = {**scene.things, part: scene.things[part]}
            named = deed.address(theirs) != deed.address(ours) or deed.body(theirs) != deed.body(ours)
            if not named:
                continue
            seen, missing = as_sent(knock(scene, role, deed, theirs)), as_sent(knock(scene, role, deed, nowhere))
            if seen != missing or seen[0] != 404:
                different.append(f"{name} {part}: {seen[0]} and {missing[0]}")
    assert different == []


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_nothing_is_done_from_a_browser_without_its_token(scene):
    taken = []
    for name, deed in DEEDS.items():
        if deed.method == "get":
            continue
        try:
            with transaction.atomic(), Statements() as queries:
                status = deed.send(scene.client("owner", enforce_csrf_checks=True), scene.things).status_code
                raise TakenBack
        except TakenBack:
            if status != 403 or queries.written():
                taken.append(f"{name}: {status}")
    assert taken == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("role", ["player", "umpire", "owner"])
def test_looking_changes_nothing(scene, role):
    changed = []
    for name, deed in DEEDS.items():
        if deed.method != "get":
            continue
        with Statements() as queries:
            knock(scene, role, deed, scene.things)
        if lines := queries.written():
            changed.append(f"{name}: {lines}")
    assert changed == []


# --- The two worlds ------------------------------------------------------------------------------------------


def seen(client, things) -> dict[str, tuple]:
    """What every operation comes to, sent for Rome and for oneself: status, headers, body and queries."""
    found = {}
    for name, deed in DEEDS.items():
        for side in ("rome", ""):
            found[f"{name} ({side or 'own'})"] = _sent(client, deed, things, side)
    return found


def _sent(client, deed, things, side: str) -> tuple:
    came: tuple = ()
    try:
        with transaction.atomic():
            with Statements() as queries:
                answer = deed.send(client, things, side=side)
            came = (*as_sent(answer), len(queries))
            raise Undone
    except Undone:
        return came


@pytest.fixture
def look(make_world, browser, monkeypatch):
    """What the viewer sees in each of the two worlds. A salt that the site makes for himself is the same in both."""

    def both(viewer, carthage, stage: str) -> list[dict[str, tuple]]:
        found = []
        for secrets in (A, B):
            try:
                with transaction.atomic():
                    things = make_world(carthage, stage=stage, secrets=secrets)
                    monkeypatch.setattr(sealed, "secrets", SimpleNamespace(token_hex=lambda n: "5a" * n))
                    client = browser(viewer)
                    client.get("/")
                    found.append(seen(client, things))
                    raise Undone
            except Undone:
                pass
        return found

    return both


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("stage", ["orders", "muster"])
@pytest.mark.parametrize("who", VIEWERS)
def test_nobody_can_tell_through_the_api_what_is_sealed(look, who, stage, hanno, ines, fabia, marco):
    carthage = ines if who == "an umpire who plays" else hanno
    people = dict(zip(VIEWERS, [hanno, ines, ines, fabia, marco, None], strict=True))
    one, other = look(people[who], carthage, stage)
    told = differences(one, other)
    assert told == [], "\n".join(told)
    assert one["war_read (own)"][0] == (401 if people[who] is None else 200)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_worlds_do_differ_for_rome_herself(look, livia, hanno):
    """The test can fail: her own order is what she reads."""
    one, other = look(livia, hanno, "orders")
    assert any(told.startswith("order_read (own): ") for told in differences(one, other))


# --- Others' secrets ------------------------------------------------------------------------------------------


def test_what_is_kept_for_a_request_sent_again_holds_no_secret(scene):
    """The store of answers: not the order, not the salt, not a token's key, not the link of an invitation."""
    player, owner = Program(scene.users["player"]), Program(scene.users["owner"])
    war, slug = scene.things["war"], scene.things["slug"]
    body = {"year": 1, "action": "punishment", "salt": CANARY}
    answer = player.call("put", f"wars/{war}/year/order/", body, If_Match="*", Idempotency_Key="one")
    invited = owner.call("post", f"clubs/{slug}/invitations/", {}, Idempotency_Key="two")
    assert (answer.status_code, invited.status_code) == (200, 201)
    stored = json.dumps(list(KeptAnswer.objects.values("key_hash", "method", "path", "body_code", "answer")))
    assert KeptAnswer.objects.count() == 2
    for secret in (CANARY, "punishment", answer.json()["receipt"], invited.json()["url"].split("/")[-2]):
        assert secret not in stored


# --- Methods that are no operation ------------------------------------------------------------------------------

ANY = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")


def no_operations():
    """Every address of the API with each method that does nothing there."""
    for route in routes:
        view = route.callback.view_class
        known = {method for method in METHODS if hasattr(view, method)}
        for method in ANY:
            if method.lower() not in known and not (method == "HEAD" and "get" in known):
                yield Deed(None, method.lower(), str(route.name), tuple(route.pattern.converters)), known


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("role", ["anonymous", "stranger", "player", "owner", "staff"])
def test_a_method_that_is_no_operation_is_a_problem(scene, role):
    """Who is not known is told to log in; everybody else what there is, the same whether or not he may see it: an operation's own
    answer tells that."""
    client, wrong = scene.client(role), []
    status, code = (401, "not_authenticated") if role == "anonymous" else (405, "method_not_allowed")
    for deed, known in no_operations():
        there = reverse(
            deed.route, kwargs={part: str(scene.things.get(KEYS.get(part, part), "nothing")) for part in deed.parts}
        )
        with Statements() as queries:
            answer = getattr(client, deed.method)(there)
        told = json.loads(answer.content) if answer.content else {"status": status, "code": code}
        if (answer.status_code, told["status"], told["code"], answer["Content-Type"]) != (
            status,
            status,
            code,
            MEDIA_TYPE,
        ):
            wrong.append(f"{deed.method} {there}: {answer.status_code} {answer['Content-Type']}")
        allowed = {method.strip().lower() for method in answer["Allow"].split(",")} - {"head"}
        if bool(answer.content) == (deed.method == "head") or queries.written() or allowed != known:
            wrong.append(f"{deed.method} {there}: {answer['Allow']} {queries.written()}")
    assert wrong == []


@pytest.mark.parametrize("page", ["api-schema", "api-docs"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_the_document_is_only_looked_at(client, page, method):
    answer = getattr(client, method.lower())(reverse(page))
    assert (answer.status_code, answer.json()["code"], answer["Allow"]) == (405, "method_not_allowed", "GET, HEAD")
    assert answer["Content-Type"] == MEDIA_TYPE
