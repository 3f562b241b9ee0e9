"""Notices on the site, and the text for the club's chat."""

import pytest
from django.urls import reverse

from battles.models import OutboxMessage
from battles.services import outbox
from campaigns.services import telling
from clubs import clock
from clubs.services import members
from tests.frontend.wars.helpers import address, text_of

pytestmark = pytest.mark.django_db

NOTICES = reverse("notices")


def of(user):
    return OutboxMessage.objects.filter(recipient__user=user, withdrawn_at=None)


def test_a_player_reads_what_a_war_needs_of_him(war, livia, hanno, browser):
    page = text_of(browser(hanno).get(NOTICES))
    assert "The long war" in page
    assert "new" in page
    assert of(hanno).filter(kind="your_orders").exists()


def test_nobody_reads_anothers_notices(war, hanno, marco, browser):
    assert "No notices yet" in text_of(browser(marco).get(NOTICES))
    theirs = of(hanno).first()
    assert browser(marco).post(reverse("notice", args=[theirs.public_id])).status_code == 404
    browser(marco).post(reverse("notices_read"), {"notice": theirs.public_id})
    assert of(hanno).filter(read_at=None).count() == of(hanno).count()


def test_who_is_not_logged_in_is_sent_to_the_log_in(browser):
    assert browser(None).get(NOTICES)["Location"] == f"/accounts/login/?next={NOTICES}"


def test_the_text_for_the_chat_has_the_whole_link(war, hanno, browser, settings):
    settings.SITE_URL = "https://signifer.example"
    page = browser(hanno).get(NOTICES).content.decode()
    assert f"https://signifer.example/wars/{war.public_id}/year/" in page
    assert "data-copy=" in page


def test_the_number_of_unread_notices_is_in_the_head_of_every_page(war, hanno, browser):
    count = of(hanno).filter(read_at=None).count()
    assert count
    assert f'<span class="count">{count}<' in browser(hanno).get("/").content.decode()


def test_one_notice_or_all_are_put_aside(war, place, hanno, browser):
    telling.tell(war, "war_ended", [place(hanno)], key="x", now=clock.now(), winner="", level="draw", reason="years")
    first, second = of(hanno).order_by("pk")[:2]
    browser(hanno).post(reverse("notices_read"), {"notice": first.public_id})
    assert of(hanno).get(pk=first.pk).read_at is not None
    assert of(hanno).get(pk=second.pk).read_at is None
    browser(hanno).post(reverse("notices_read"))
    assert not of(hanno).filter(read_at=None).exists()
    assert 'class="count"' not in browser(hanno).get("/").content.decode()


def test_following_a_notice_reads_it(war, hanno, browser):
    notice = of(hanno).filter(kind="your_orders").get()
    response = browser(hanno).post(reverse("notice", args=[notice.public_id]))
    assert response["Location"] == f"/wars/{war.public_id}/year/"
    assert of(hanno).get(pk=notice.pk).read_at is not None


@pytest.mark.parametrize("url", ["https://evil.example/", "//evil.example/", ""])
def test_a_notice_leads_to_no_foreign_place(war, hanno, browser, url):
    of(hanno).update(url=url)
    response = browser(hanno).post(reverse("notice", args=[of(hanno).first().public_id]))
    assert response["Location"] == NOTICES


def test_reading_changes_nothing_by_a_get(war, hanno, browser):
    for where in (NOTICES, reverse("notice", args=[of(hanno).first().public_id])):
        browser(hanno).get(where)
    assert of(hanno).filter(read_at=None).count() == of(hanno).count()


def test_withdrawn_notices_and_those_of_clubs_one_left_are_gone(war, club, hanno, browser):
    notice = of(hanno).filter(kind="your_orders").get()
    for key in of(hanno).values_list("key", flat=True):
        outbox.withdraw(key=key, now=clock.now())
    assert "The long war" not in text_of(browser(hanno).get(NOTICES))
    outbox.tell(
        recipients=[notice.recipient], key="again", kind=notice.kind, data=notice.data, url=notice.url, now=clock.now()
    )
    assert "The long war" in text_of(browser(hanno).get(NOTICES))
    members.leave(club, by=hanno, now=clock.now())
    assert "The long war" not in text_of(browser(hanno).get(NOTICES))


@pytest.mark.parametrize("rows", [1, 15])
def test_the_list_costs_the_same(war, hanno, browser, rows, django_assert_num_queries):
    notice = of(hanno).filter(kind="your_orders").get()
    for number in range(rows - 1):
        outbox.tell(
            recipients=[notice.recipient],
            key=f"more-{number}",
            kind=notice.kind,
            data=notice.data,
            url=notice.url,
            now=clock.now(),
        )
    client = browser(hanno)
    with django_assert_num_queries(5):
        client.get(NOTICES)


def test_a_notice_is_in_the_readers_language(war, hanno, browser):
    assert address("war", war)
    hanno.language = "es"
    hanno.save()
    assert '<html lang="es"' in browser(hanno).get(NOTICES).content.decode()
