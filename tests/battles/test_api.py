"""Battles outside wars through the API: opened, fought, followed, judged; who may not, and what is stored then (nothing)."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from battles.models import Battle, BattleEntry, ChatLine, OddsRun, SealedMove, Seat
from battles.services import odds, play, programs
from clubs import clock
from tests.api.client import PREFIX, Program
from tests.factories.clubs import NOW
from tests.rulesets.hidden.ruleset import ENVOYS
from tests.rulesets.subjects import AUDIENCE, CANARIES

pytestmark = pytest.mark.django_db
FIRST, SECOND, THIRD = ENVOYS


@pytest.fixture(autouse=True)
def still(monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: NOW)


@pytest.fixture
def people(livia, hanno, ines, marco, fabia, nobody):
    users = {"livia": livia, "hanno": hanno, "ines": ines, "marco": marco, "fabia": fabia, "nobody": nobody}
    return {name: Program(user) for name, user in users.items()}


@pytest.fixture
def begun(people, envoys, club, place, hanno, ines):
    """Livia has opened a battle with Hanno, who sits, and the program; Ines is its umpire."""
    body = {
        "ruleset": "envoys",
        "seats": {FIRST: place_id(place, "livia"), SECOND: place(hanno).public_id, THIRD: "program"},
        "options": dict(AUDIENCE.options),
        "umpire": place(ines).public_id,
        "pace": "decision",
        "amount": 10,
        "title": "Before the king",
    }
    answer = people["livia"].post(f"clubs/{club.slug}/battles/", body)
    assert answer.status_code == 201, answer.content
    address = f"battles/{answer.json()['id']}/"
    assert people["hanno"].post(f"{address}seats/{SECOND}/take/").status_code == 200
    programs.play(Battle.objects.get(), NOW)
    return address


def place_id(place, name):
    from clubs.models import User

    return place(User.objects.get(username=name)).public_id


def bid(program, address, card=0):
    hand = program.read(address)["view"]["hand"]
    return program.edit("post", f"{address}act/", {"kind": "bid", "arguments": {"card": hand[card]}}, of=address)


def stored():
    tables = (Battle, BattleEntry, SealedMove, Seat, ChatLine, OddsRun)
    return [list(table.objects.order_by("pk").values()) for table in tables]


def test_a_battle_is_opened_and_everybody_reads_what_is_his(begun, people, club):
    shown = {name: people[name].read(begun) for name in ("livia", "hanno", "ines", "marco")}

    assert {name: one["seat"] for name, one in shown.items()} == {
        "livia": FIRST,
        "hanno": SECOND,
        "ines": "umpire",
        "marco": None,
    }
    one = shown["marco"]
    assert (one["title"], one["single"], one["pace"], one["amount"], one["handed_in"]) == (
        "Before the king",
        True,
        "decision",
        10,
        [THIRD],
    )
    assert [(seat["key"], seat["kind"]) for seat in one["places"]][:3] == [
        (FIRST, "player"),
        (SECOND, "player"),
        (THIRD, "program"),
    ]
    assert not [card for card in CANARIES if card in json.dumps(one)]
    assert people["nobody"].get(begun).status_code == 404
    assert [row["title"] for row in people["marco"].read(f"clubs/{club.slug}/battles/")["results"]] == [
        "Before the king"
    ]
    assert [(row["seat"], row["prompt"]) for row in people["hanno"].read("me/battles/")] == [(SECOND, "bid")]


def test_it_is_fought_to_its_end_and_its_secret_shown(begun, people):
    for _step in range(12):
        battle = programs.play(Battle.objects.get(), NOW)
        if battle.stage != "open":
            break
        for name, seat in (("livia", FIRST), ("hanno", SECOND)):
            shown = people[name].read(begun)
            if seat not in [ask["seat"] for ask in shown["asks"]] or shown["sealed"]:
                continue
            if battle.state["phase"] == "bid":
                bid(people[name], begun)
            else:
                people[name].edit("post", f"{begun}act/", {"kind": "ready"}, of=begun)

    assert people["marco"].read(begun)["stage"] == "decided"
    (proof,) = people["marco"].read(f"{begun}dice/")
    assert len(proof["secret"]) == 64
    assert people["marco"].get(f"{begun}bundle/").status_code == 403
    assert people["hanno"].read(f"{begun}bundle/")["format"] == "signifer-battle-1"
    assert people["marco"].read(f"{begun}log/0/")["view"]["round"] == 1
    for nowhere in ("99", "-1", "x", "9" * 30):
        assert people["marco"].get(f"{begun}log/{nowhere}/").status_code == 404


def test_the_log_says_for_whom_the_program_decided(begun, people):
    bid(people["livia"], begun)
    bid(people["hanno"], begun)
    entries = people["marco"].read(f"{begun}log/")
    assert entries[1]["why"] == {THIRD: "program"}


# --- Refused, and nothing stored -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "what", "status", "code"),
    [
        ("livia", {"kind": "bid", "arguments": {"card": "card-of-somebody-else"}}, 422, "not_one_of"),
        ("livia", {"kind": "bid", "arguments": {"card": -5}}, 422, "not_one_of"),
        ("livia", {"kind": "bid", "arguments": {"card": 1e9}}, 422, "not_plain"),
        ("livia", {"kind": "bid", "arguments": {}}, 422, "wrong_arguments"),
        ("livia", {"kind": "fly", "arguments": {}}, 422, "not_now"),
        ("livia", {"kind": "bid", "arguments": {"card": "x"}, "seq": 7}, 409, "stale"),
        ("livia", {"kind": "ready", "seat": SECOND}, 403, "not_your_seat"),
        ("marco", {"kind": "ready", "seat": FIRST}, 403, "not_your_seat"),
        ("marco", {"kind": "ready"}, 404, "not_found"),
        ("nobody", {"kind": "ready"}, 404, "not_found"),
    ],
)
def test_a_bad_move_is_refused_with_a_stable_code_and_nothing_is_stored(begun, people, who, what, status, code):
    before = stored()
    answer = people[who].post(f"{begun}act/", what, If_Match="*")

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert stored() == before


def test_not_a_number_is_no_number(begun, people):
    before = stored()
    raw = '{"kind": "bid", "arguments": {"card": NaN}}'
    answer = people["livia"].client.post(
        f"{PREFIX}{begun}act/",
        raw,
        content_type="application/json",
        headers={**people["livia"].headers, "If-Match": "*"},
    )
    assert answer.status_code == 400
    assert stored() == before


def test_a_page_of_yesterday_is_told_so(begun, people):
    etag = people["livia"].get(begun)["ETag"]
    hand = people["livia"].read(begun)["view"]["hand"]
    bid(people["livia"], begun)
    bid(people["hanno"], begun)
    before = stored()

    body = {"kind": "bid", "arguments": {"card": hand[0]}}
    assert people["livia"].post(f"{begun}act/", body, If_Match=etag).status_code == 412
    assert people["livia"].post(f"{begun}act/", {**body, "seq": 0}, If_Match="*").status_code == 409
    assert stored() == before


def test_a_move_sent_twice_with_one_key_counts_once(begun, people):
    hand = people["livia"].read(begun)["view"]["hand"]
    body = {"kind": "bid", "arguments": {"card": hand[0]}}
    came = [people["livia"].post(f"{begun}act/", body, If_Match="*", Idempotency_Key="k") for _twice in range(2)]

    assert [one.status_code for one in came] == [200, 200]
    assert came[1].headers["Idempotent-Replayed"] == "true"
    assert SealedMove.objects.filter(seat=FIRST).count() == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"ruleset": "chess"}, 422, "unknown_ruleset"),
        ({"seats": {"rome": None}}, 422, "seats_missing"),
        ({"seats": {"rome": "nobody-here", "carthage": None}}, 404, "not_found"),
        ({"forces": {"rome": {"units": "many"}, "carthage": {}}}, 422, "malformed"),
        ({"forces": {"rome": {"units": [{"id": "a", "name": "A", "figures": -5}]}, "carthage": {}}}, 422, None),
        ({"pace": "letter", "amount": 1000}, 422, "unknown_clock"),
        ({"pace": "hourglass"}, 400, "invalid"),
        ({"scenario": "nowhere", "options": {"flying": True}}, 422, None),
        ({"seats": {"rome": "program", "carthage": None}}, 422, "no_bot"),
        ({"title": "x" * 150}, 422, "title_too_long"),
    ],
)
def test_what_cannot_be_opened_is_refused(people, club, body, status, code):
    from battles.api.single import StartIn

    answer = people["livia"].post(f"clubs/{club.slug}/battles/", {**StartIn.example, **body})

    assert answer.status_code == status
    assert code is None or answer.json()["code"] == code
    assert not Battle.objects.exists()


# --- Seats and the umpire --------------------------------------------------------------------------------------


def test_seats_are_offered_refused_given_away_and_left(begun, people, place, marco, club):
    shown = (
        people["livia"]
        .post(
            f"clubs/{club.slug}/battles/",
            {
                "ruleset": "envoys",
                "seats": dict.fromkeys(ENVOYS) | {SECOND: place(marco).public_id},
                "options": dict(AUDIENCE.options),
            },
        )
        .json()
    )
    address = f"battles/{shown['id']}/"
    assert [row["offered"] for row in people["marco"].read("me/battles/")] == [True]
    assert people["marco"].post(f"{address}seats/{SECOND}/decline/").status_code == 200
    assert people["marco"].post(f"{address}seats/{FIRST}/take/").status_code == 200
    assert people["marco"].post(f"{address}seats/{FIRST}/leave/").status_code == 200
    body = {"member": place(marco).public_id}
    assert people["hanno"].post(f"{address}seats/{THIRD}/offer/", body).status_code == 403
    assert people["livia"].post(f"{address}seats/{THIRD}/offer/", body).status_code == 200
    assert people["livia"].post(f"{address}seats/{SECOND}/program/").status_code == 200
    assert people["livia"].post(f"{address}seats/umpire/take/").status_code == 404
    assert people["livia"].post(f"{address}void/").json()["stage"] == "void"


def test_the_umpire_has_his_verbs_and_nobody_else_has(begun, people):
    bid(people["livia"], begun)
    bid(people["hanno"], begun)
    asks = [
        ("post", "pause/", None),
        ("post", "resume/", None),
        ("put", "deadline/", {"deadline_at": "2027-01-01T00:00:00Z"}),
        ("post", "back/", {"seq": 0, "reason": "Start again."}),
        ("post", "time/", {"seat": FIRST, "minutes": 5}),
    ]
    for method, what, body in asks:
        for name in ("livia", "marco"):
            assert people[name].call(method, begun + what, body or {}, If_Match="*").status_code == 403, what
        answer = people["ines"].call(method, begun + what, body or {}, If_Match="*")
        assert answer.status_code == 200, (what, answer.content)
    shown = people["ines"].read(begun)
    assert (shown["seq"], shown["stopped"], shown["deadline_at"]) == (2, "", "2027-01-01T00:00:00Z")

    play.hold(Battle.objects.get(), now=NOW)
    assert people["livia"].post(f"{begun}release/").status_code == 403
    assert people["ines"].read(f"{begun}bundle/")["stage"] == "held"
    assert people["ines"].post(f"{begun}release/").json()["stage"] == "open"
    outcome = {"seats": {seat: {"result": "draw"} for seat in ENVOYS}}
    for name, status in (("livia", 403), ("ines", 200)):
        body = {"outcome": outcome, "reason": "It is dark."}
        assert people[name].post(f"{begun}ruling/", body, If_Match="*").status_code == status
    assert Battle.objects.get().stage == "decided"


def test_a_ruling_that_cannot_be_read_is_refused(begun, people):
    for outcome in ({"seats": {FIRST: {"result": "glory"}}}, {}, {"seats": {FIRST: {"result": "win"}}}):
        body = {"outcome": outcome, "reason": "So."}
        assert people["ines"].post(f"{begun}ruling/", body, If_Match="*").status_code == 422
    assert Battle.objects.get().stage == "open"


# --- Round it --------------------------------------------------------------------------------------------------


def test_people_talk_and_the_umpire_removes(begun, people):
    line = people["marco"].post(f"{begun}chat/", {"text": "Καλή τύχη!"})
    assert line.status_code == 201
    assert people["nobody"].post(f"{begun}chat/", {"text": "Hello"}).status_code == 404
    assert people["livia"].post(f"{begun}chat/", {"text": " "}).json()["code"] == "chat_empty"
    address = f"{begun}chat/{line.json()['id']}/"
    assert people["hanno"].delete(address).status_code == 403
    assert people["ines"].delete(address).json() == {**line.json(), "text": "", "removed": True}
    assert [one["removed"] for one in people["livia"].read(f"{begun}chat/")] == [True]


def test_odds_are_ones_own(begun, people):
    asked = people["livia"].post(f"{begun}odds/", {"games": 2})
    assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
    assert people["livia"].post(f"{begun}odds/", {}).status_code == 409
    assert people["livia"].post(f"{begun}odds/", {"games": 500}).status_code == 422
    odds.work(OddsRun.objects.get().pk, NOW)
    found = people["livia"].read(f"{begun}odds/")
    assert (found["state"], found["played"], set(found["seats"])) == ("done", 2, set(ENVOYS))
    assert [people[name].get(f"{begun}odds/").status_code for name in ("hanno", "marco")] == [404, 404]
    assert people["livia"].delete(f"{begun}odds/").json()["state"] == "done"
    assert people["hanno"].delete(f"{begun}odds/").status_code == 404


def test_the_program_plays_it_to_its_end_when_the_umpire_says_so(begun, people):
    assert people["livia"].post(f"{begun}resolve/").status_code == 403
    assert people["marco"].get(f"{begun}resolve/").status_code == 404
    assert people["ines"].post(f"{begun}resolve/").json()["resolving"]
    assert people["marco"].read(f"{begun}resolve/")["moves"] == 0
    assert not people["ines"].delete(f"{begun}resolve/").json()["resolving"]
    assert people["ines"].delete(f"{begun}resolve/").status_code == 409


def test_the_page_is_followed_by_its_mark(begun, people):
    mark = people["marco"].read(f"{begun}mark/")
    bid(people["livia"], begun)
    assert people["marco"].read(f"{begun}mark/") != mark
    assert people["nobody"].get(f"{begun}mark/").status_code == 404


PLANNED = {
    "ruleset": "askari",
    "scenario": "open_field",
    "options": {"armies": {"first": "anglo_egyptian", "second": "mahdist"}},
    "games": 1,
}


@pytest.fixture
def odds_at(people, club):
    return f"clubs/{club.slug}/odds/"


def test_odds_of_a_battle_that_is_only_planned(people, odds_at, monkeypatch):
    monkeypatch.setattr("battles.tasks.ring", lambda *what: None)
    livia = people["livia"]

    first = livia.post(odds_at, PLANNED, Idempotency_Key="one")
    again = livia.post(odds_at, PLANNED, Idempotency_Key="one")

    assert (first.status_code, again.json()) == (202, first.json())
    assert OddsRun.objects.count() == 1
    run = f"odds/{first.json()['id']}/"
    odds.work(OddsRun.objects.get().pk, NOW)
    found = livia.read(run)
    assert (found["state"], found["played"], set(found["seats"])) == ("done", 1, {"first", "second"})
    assert [people[name].get(run).status_code for name in ("hanno", "marco")] == [404, 404]
    assert not Battle.objects.exists()


def test_planned_odds_are_stopped(people, odds_at, monkeypatch):
    monkeypatch.setattr("battles.tasks.ring", lambda *what: None)
    run = f"odds/{people['livia'].post(odds_at, PLANNED).json()['id']}/"

    assert people["hanno"].delete(run).status_code == 404
    assert people["livia"].delete(run).json()["state"] == "cancelled"
    assert not odds.work(OddsRun.objects.get().pk, NOW)
    assert OddsRun.objects.get().played == 0


@pytest.mark.parametrize(
    ("about", "code"),
    [
        ({"ruleset": "chess"}, "unknown_ruleset"),
        ({"ruleset": "tabletop", "scenario": "pitched_battle", "options": {}}, "no_bot"),
        ({"scenario": "moon"}, "unknown_scenario"),
        ({"games": 500}, "out_of_range"),
        ({"options": {"armies": {"first": "martians", "second": "mahdist"}}}, "unknown_list"),
        ({"options": {"points": 1.5}}, "not_plain"),
        ({"forces": {"first": {"units": "many"}}}, "malformed"),
        ({"forces": {"first": {"units": [{"id": "a", "name": "A", "figures": -5}]}}}, ""),
    ],
)
def test_what_cannot_be_planned_is_refused(people, odds_at, about, code):
    answer = people["livia"].post(odds_at, {**PLANNED, **about})

    assert answer.status_code == 422
    assert not code or answer.json()["code"] == code
    assert not OddsRun.objects.exists()


READ = ("", "log/", "log/0/", "mark/", "dice/", "chat/", "odds/", "resolve/", "bundle/")


@pytest.mark.parametrize("who", ["hanno", "ines", "marco", "fabia"])
def test_nobody_can_tell_what_another_has_sealed(begun, people, who):
    """Two worlds that differ in Livia's card, and in whether she thought again: status, headers, body and queries are the same."""

    def seen():
        found = []
        for part in READ:
            with CaptureQueriesContext(connection) as queries:
                answer = people[who].get(begun + part)
            headers = {name: value for name, value in answer.headers.items() if name not in ("Date", "Expires")}
            found.append((part, answer.status_code, headers, answer.content, len(queries)))
        return found

    bid(people["livia"], begun, card=0)
    seen()
    one = seen()
    bid(people["livia"], begun, card=2)
    assert seen() == one


def test_the_worlds_do_differ_for_who_sealed_it(begun, people):
    bid(people["livia"], begun, card=0)
    one = people["livia"].get(begun).content
    bid(people["livia"], begun, card=2)
    assert people["livia"].get(begun).content != one
