"""What is sent to the webhooks of a club, and what is done when it does not arrive."""

import base64
import hashlib
import hmac
import json
from datetime import timedelta

import pytest
from cryptography.fernet import Fernet
from django.db.models import F

from battles.models.letters import Email
from battles.services.attempts import BACKOFF, LATER
from campaigns.models import Campaign, Delivery, LedgerEntry, Webhook
from campaigns.models.webhook import HookState
from campaigns.narration import Book, news
from campaigns.narration.kinds import KINDS
from campaigns.rules.pack import bundled
from campaigns.selectors.books import SEALED_KINDS
from campaigns.services import posting, records, sealed, webhooks
from campaigns.services import umpire as desk
from clubs.errors import Refusal
from clubs.models import Act, ClubLogEntry
from rulesets.contract import Happening
from tests.campaigns.services.hooks import add, bodies, state, tell, texts
from tests.factories import clubs as people
from tests.factories.campaigns import DAY, a_war, fight, found_war, fresh, play_year, to_battle, wait_out
from tests.factories.clubs import NOW
from tests.factories.dice import quiet_years
from tests.frontend.wars.helpers import a_record
from tests.receiver import Lookup

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet():
    """What is told of a year is told word for word: no event may add to it, or end the war."""
    with quiet_years():
        yield


# --- What is sent ---------------------------------------------------------------------------------------


def test_the_topics_hold_only_kinds_there_are_and_nothing_that_is_sealed():
    told = news.kinds_of(news.TOPICS)
    assert told - KINDS == frozenset()
    assert told & (set(SEALED_KINDS) | {"ready", "dice_revealed", "paper_entered"}) == frozenset()
    assert sum(len(kinds) for _name, kinds in news.TOPICS.values()) == len(told)  # each is in one topic


def test_a_year_is_told_as_it_goes(club, livia, hooked, members):
    war = a_war(club, rome=members["rome"], carthage=members["carthage"], by=members["rome"], umpire=members["umpire"])
    one, _hook, _secret = hooked()
    assert tell() == 0  # what happened before it was set up is not told
    to_battle(war, members)
    tell()

    (body,) = bodies(one)
    assert body["type"] == "war.news"
    assert body["data"]["war"] == war.public_id
    assert body["data"]["url"] == f"http://testserver/wars/{war.public_id}/"
    assert [event["text"] for event in body["data"]["events"]] == [
        "Rome chose Battle.",
        "Carthage chose Battle.",
        "The scenario was Pitched battle.",
    ]


def test_what_is_told_once_is_not_told_again(club, livia, hooked, members, war):
    one, _hook, _secret = hooked()
    war = play_year(war, members)
    for _again in range(3):
        tell()
    count = len(one.got)
    keys = [got.headers["webhook-id"] for got in one.got]

    assert count
    assert len(set(keys)) == count
    assert len([text for text in texts(one) if text.startswith("The year was closed.")]) == 1


def test_two_sweeps_at_once_make_one_message(club, hooked, members, war, monkeypatch):
    one, hook, _secret = hooked()
    to_battle(war, members)
    kept = Webhook.objects.get(pk=hook.pk)
    posting.gather(now=NOW)

    assert posting._gather(kept, war.pk, NOW) == 0  # it has changed since the second one read it
    posting.relay(now=NOW)
    assert len(one.got) == 1


def test_only_what_was_chosen_is_told(club, hooked, members, war):
    one, _hook, _secret = hooked(topics=["battle"])
    play_year(war, members)
    tell()

    assert texts(one) == ["Rome won the battle: a minor victory.", "Rome won 2 victory points for the battle."]


def test_nothing_sealed_and_no_name_of_a_person_is_told(club, hooked, members, war, umpire):
    one, _hook, _secret = hooked()
    sealed.leave_standing_order(war, side="rome", action="alliance", by=members["rome"], now=NOW)
    sealed.give_order(war, side="rome", action="guerrilla", salt="salt-of-rome", by=members["rome"], now=NOW)
    desk.note(war, text="The rains were late.", by=umpire, now=NOW)
    desk.move_deadline(war, deadline_at=NOW + 9 * DAY, reason="A fair", by=umpire, now=NOW)
    tell()
    told = b"".join(got.body for got in one.got).decode()

    assert "The rains were late." in told
    assert "A fair" in told
    for hidden in (
        "guerrilla",
        "Guerrilla",
        "alliance",
        "Alliance",
        "salt-of-rome",
        "receipt",
        "Livia",
        "Ines",
        "Hanno",
    ):
        assert hidden not in told
    assert str(list(Delivery.objects.values())).count("guerrilla") == 0


def test_it_is_in_the_clubs_language(club, hooked, members, war):
    club.language = "es"
    club.save()
    one, _hook, _secret = hooked(topics=["battle"])
    play_year(war, members)
    tell()

    assert texts(one)[0] == "Roma ganó la batalla: victoria menor."


def test_a_war_that_is_prepared_is_no_news(club, hooked, rome):
    one, _hook, _secret = hooked()
    found_war(club, by=rome)
    tell()
    assert one.got == []


def test_another_clubs_wars_are_no_news(nobody, hanno, hooked, members, war):
    one, _hook, _secret = hooked()
    other = people.found("Elsewhere", by=nobody, time_zone="UTC", language="en")
    theirs = people.enlist(other, hanno)
    a_war(
        other,
        rome=other.memberships.get(user=nobody),
        carthage=theirs,
        by=other.memberships.get(user=nobody),
        name="Theirs",
    )
    tell()
    assert one.got == []


def test_of_very_much_at_once_only_the_end_is_told(club, hooked, rome, carthage, members):
    one, _hook, _secret = hooked()
    records.import_record(club, raw=a_record(20), toml=True, by=rome, now=NOW)
    tell()
    (body,) = bodies(one)
    events = body["data"]["events"]
    assert len(events) == news.MOST_LINES + 1
    assert events[0]["text"].endswith("more lines are in the book.")
    assert "After the last agreed year" in events[-1]["text"]


def test_of_a_long_correction_it_is_said_why_so_much_is_told_anew():
    book = Book(pack=bundled("hispania"), language="en")
    told = [Happening(kind="report_reopened", data={}), *[Happening(kind="ready", data={"side": "rome"})] * 30]
    found = news.lines(told, book, zone="UTC")

    assert [line["kind"] for line in found] == ["more", "report_reopened", *["ready"] * news.MOST_LINES]
    assert found[0]["text"] == "18 more lines are in the book."


def test_what_was_taken_back_before_it_was_sent_is_dropped(club, hooked, members, war, umpire):
    one, _hook, _secret = hooked(500, topics=["battle"])
    play_year(war, members)
    tell()
    assert len(one.got) == 1
    desk.reopen_report(fresh(war), reason="A wrong figure", by=umpire, now=NOW)
    posting.relay(now=NOW + BACKOFF[0] * (1 + LATER))

    assert len(one.got) == 1
    assert Delivery.objects.get().state == Email.DROPPED


def test_looking_for_news_costs_two_queries(club, hooked, war, django_assert_num_queries):
    hooked()
    with django_assert_num_queries(2):
        posting.gather(now=NOW)


def test_a_book_that_cannot_be_told_stops_no_other(club, hooked, members, war, rome, carthage, sound_books, caplog):
    one, _hook, _secret = hooked(topics=["war", "year"])
    LedgerEntry.objects.create(
        campaign=war, seq=war.seq + 1, year=1, kind="closed", data="not JSON", at=NOW, prev_hash="x", hash="y"
    )
    Campaign.objects.filter(pk=war.pk).update(seq=F("seq") + 1)
    sound_books.expected = False
    a_war(club, rome=rome, carthage=carthage, by=rome, name="Another war")
    tell()

    assert {body["data"]["title"] for body in bodies(one)} == {"Another war"}
    assert "news not told" in caplog.text


def test_without_webhooks_looking_for_news_costs_one_query(war, django_assert_num_queries):
    with django_assert_num_queries(1):
        posting.gather(now=NOW)


# --- The two forms -----------------------------------------------------------------------------------------


def test_the_signature_is_that_of_standard_webhooks(club, hooked, members, war):
    one, _hook, secret = hooked(topics=["battle"])
    play_year(war, members)
    tell()
    (got,) = one.got

    signed = f"{got.headers['webhook-id']}.{got.headers['webhook-timestamp']}.".encode() + got.body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    told = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert got.headers["webhook-signature"] == f"v1,{told}"
    assert got.headers["webhook-timestamp"] == str(int(NOW.timestamp()))
    assert got.headers["webhook-id"] == Delivery.objects.get().key


def test_the_example_of_the_standard_is_signed_as_there():
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    assert (
        posting.sign(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", body)
        == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    )


def test_a_new_secret_signs_beside_the_former_for_a_day(club, livia, hooked):
    one, hook, first = hooked()
    _hook, second = webhooks.renew_secret(hook, by=livia, now=NOW)
    webhooks.try_out(hook, by=livia, now=NOW)
    webhooks.try_out(hook, by=livia, now=NOW + webhooks.BOTH_SECRETS)

    during, after = one.got
    for got, secrets in ((during, (second, first)), (after, (second,))):
        wanted = [
            posting.sign(s, got.headers["webhook-id"], got.headers["webhook-timestamp"], got.body) for s in secrets
        ]
        assert got.headers["webhook-signature"] == " ".join(wanted)


def test_discord_is_told_in_its_own_form(club, livia, hooked, members, war):
    one, hook, secret = hooked(topics=["battle"], form="discord")
    play_year(war, members)
    tell()
    (got,) = one.got
    body = json.loads(got.body)

    assert secret == ""
    assert body["allowed_mentions"] == {"parse": []}
    assert body["content"] == (
        "The long war\nRome won the battle\\: a minor victory.\nRome won 2 victory points for the battle.\n"
        f"<http://testserver/wars/{war.public_id}/>"
    )
    assert "webhook-signature" not in got.headers
    with pytest.raises(Refusal):
        webhooks.renew_secret(hook, by=livia, now=NOW)


HOSTILE = [
    (
        "@everyone *bold* `code` [x](https://evil.example)",
        "\\@everyone \\*bold\\* \\`code\\` \\[x\\]\\(https\\://evil.example\\)",
    ),
    ("<@123> ||spoiler|| ~~gone~~", "\\<\\@123\\> \\|\\|spoiler\\|\\| \\~\\~gone\\~\\~"),
    ("# Loud", "\\# Loud"),
    ("> quoted", "\\> quoted"),
    ("- one", "\\- one"),
    ("1. one", "\\1. one"),
    ("a_b \\ c", "a\\_b \\\\ c"),
    ("Two friends, five winters: 2.5 - 3", "Two friends, five winters\\: 2.5 - 3"),
]


@pytest.mark.parametrize(("name", "safe"), HOSTILE)
def test_no_name_of_a_war_means_anything_to_discord(name, safe):
    told = news.discord({"data": {"title": name, "url": "https://x/", "events": []}})
    assert told == {"content": f"{safe}\n<https://x/>", "allowed_mentions": {"parse": []}}


def test_a_message_is_never_longer_than_discord_takes():
    events = [{"kind": "x", "text": "*" * 299} for _number in range(20)]
    content = news.discord({"data": {"title": "War", "url": "https://x/", "events": events}})["content"]
    assert len(content) <= 2000
    assert content.endswith("…\n<https://x/>")
    assert (
        content.count("\\*") * 2
        == content.replace("War\n", "").replace("…\n<https://x/>", "").replace("\n", "").__len__()
    )


# --- When it does not arrive -----------------------------------------------------------------------------------


def two_messages(war, members):
    """Orders are opened, then a battle is fought: two moments, two messages."""
    to_battle(war, members)
    posting.gather(now=NOW)
    fight(war, reporter=("rome", members["rome"]), confirmer=("carthage", members["carthage"]), winner="draw")
    posting.gather(now=NOW)


def test_what_fails_is_tried_again_ever_later_with_the_same_id_and_given_up(club, hooked, members, war):
    one, hook, _secret = hooked(*[500] * 9, topics=["battle"])
    play_year(war, members)
    tell()
    now = NOW
    for number, wait in enumerate(BACKOFF, start=1):
        assert state(hook) == [("failed", "500", number)]
        posting.relay(now=now + wait - timedelta(seconds=1))
        now += wait * (1 + LATER)
        posting.relay(now=now)

    assert state(hook) == [("dead", "500", 7)]
    posting.relay(now=now + timedelta(days=9))
    assert len(one.got) == 7
    assert len({got.headers["webhook-id"] for got in one.got}) == 1
    assert len({got.body for got in one.got}) == 1
    assert len({got.headers["webhook-timestamp"] for got in one.got}) == 7


def test_what_fails_once_arrives_later(club, hooked, members, war):
    one, hook, _secret = hooked(503, topics=["battle"])
    play_year(war, members)
    tell()
    posting.relay(now=NOW + BACKOFF[0] * (1 + LATER))

    assert state(hook) == [("sent", "200", 2)]
    assert len(one.got) == 2


def test_a_receiver_that_is_gone_is_not_knocked_at_again(club, livia, hooked, members, war):
    one, hook, _secret = hooked(410, topics=["battle", "year"])
    two_messages(war, members)
    posting.relay(now=NOW)
    posting.relay(now=NOW + DAY)

    assert Webhook.objects.get().state == HookState.GONE
    assert len(one.got) == 1
    assert {row.state for row in hook.deliveries.all()} == {Email.DEAD, Email.DROPPED}
    assert ClubLogEntry.objects.filter(act=Act.WEBHOOK, data__what="gone", by=None).count() == 1
    # Switched on again, it is told what happens from then on.
    webhooks.switch(Webhook.objects.get(), on=True, by=livia, now=NOW)
    war = play_year(wait_out(war), members)
    tell()
    assert len(one.got) > 1


def test_one_receiver_that_fails_does_not_stop_the_other(club, hooked, members, war):
    bad, _hook, _secret = hooked(500, 500, 500, topics=["battle", "year"])
    good, _hook, _secret = hooked(topics=["battle", "year"])
    two_messages(war, members)
    posting.relay(now=NOW)

    assert len(bad.got) == 1  # the rest waits for the next sweep
    assert len(good.got) == 2


def test_however_much_waits_for_one_that_fails_the_other_has_its_turn(club, hooked, members, war):
    bad, failing, _secret = hooked(500, 500, 500, topics=["battle", "year"])
    good, _hook, _secret = hooked(topics=["battle", "year"])
    two_messages(war, members)
    failing.deliveries.update(next_attempt_at=NOW - DAY)
    posting.relay(now=NOW, budget=2)

    assert len(bad.got) == 1
    assert len(good.got) == 1


def test_what_waited_while_it_was_switched_off_is_not_sent(club, livia, hooked, members, war):
    one, hook, _secret = hooked(500, topics=["battle"])
    war = play_year(war, members)
    tell()
    hook = webhooks.switch(hook, on=False, by=livia, now=NOW)
    play_year(war, members)
    tell(NOW + DAY)
    webhooks.switch(hook, on=True, by=livia, now=NOW)
    tell(NOW + 2 * DAY)

    assert len(one.got) == 1


def test_a_name_that_comes_to_lead_inside_is_not_spoken_to(club, livia, members, war):
    hook, _secret = add(club, livia, topics=["battle"])
    play_year(war, members)
    posting.gather(now=NOW)
    lookup = Lookup(1, ["10.0.0.7"])
    assert posting.relay(now=NOW, net=lookup.net()) == 0

    assert (state(hook), lookup.called) == ([("failed", "inside", 1)], [])


def test_a_key_that_is_lost_is_told_and_nothing_is_sent(club, livia, hooked, members, war, settings):
    one, hook, _secret = hooked(topics=["battle"])
    play_year(war, members)
    settings.DICE_KEYS = [Fernet.generate_key().decode()]
    tell()

    assert (one.got, state(hook)) == ([], [("failed", "key_lost", 1)])


def test_old_messages_are_forgotten_when_new_ones_come(club, hooked, members, war):
    _one, hook, _secret = hooked(topics=["battle"])
    war = play_year(war, members)
    tell()
    first = hook.deliveries.get()
    play_year(war, members)
    tell(NOW + posting.KEPT + DAY)

    assert hook.deliveries.get().pk != first.pk
