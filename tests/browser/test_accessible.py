"""Every page of the sample club, as a player on a phone, as the umpire and as who runs the club, in light and in dark: axe finds nothing.

The pages are those of the table of routes (``tests/leaks/routes.toml``): whatever answers one of them is looked at. A new route
with a part in its address that is not among the things below fails here; one without a row fails there.
"""

from collections.abc import Iterator
from http.cookies import SimpleCookie
from itertools import product
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page

from battles.models import OutboxMessage
from campaigns.models import Campaign, SideOffer
from campaigns.services import founding
from campaigns.services.sample import make_club
from clubs import clock
from clubs.models import Club, Membership, Role, User
from tests.browser.conftest import DESK, PHONE
from tests.factories import clubs as people
from tests.factories.campaigns import an_army
from tests.leaks.addresses import ROUTES, TABLE
from tests.leaks.roles import ROLES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

READERS = {"player": ("elena", PHONE), "umpire": ("bruno", DESK), "owner": ("aurelia", DESK)}
ACCOUNT = ["account_login", "account_signup", "account_reset_password", "account_change_password", "account_logout"]
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
WHOLE = {"runOnly": {"type": "tag", "values": WCAG}, "resultTypes": ["violations"]}
COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}


@pytest.fixture
def things(db) -> dict[str, list[Any]]:
    """What stands in the addresses: the sample club with its three wars, and one that is prepared."""
    club = make_club(now=clock.now())
    seats = {member.user.username: member for member in club.memberships.exclude(user=None).select_related("user")}
    draft = _draft(club, seats)
    invitation, token = people.invite(club)
    wars = list(Campaign.objects.filter(club=club).exclude(pk=draft.pk))
    rome = [war.sides.get(key="rome") for war in wars]
    return {
        "slug": [club.slug],
        "war": [war.public_id for war in wars],
        "draft": [draft.public_id],
        "side": ["rome", "carthage"],
        "number": [1],
        "unit": [side.units.first().public_id for side in rome],
        "character": [side.characters.first().public_id for side in rome],
        "offer": [SideOffer.objects.get(side__campaign=draft, answered_at=None).public_id],
        "member": [seats["felipe"].public_id],
        "paper": [Membership.objects.get(club=club, user=None).public_id],
        "invitation": [invitation.public_id],
        "token": [token],
        "notice": [OutboxMessage.objects.filter(recipient=seats["elena"]).latest("pk").public_id],
        "topic": ["dice", "year", "war", "secrets", "privacy"],
        "form": ["json"],
        **_of_others(seats["elena"].user),
    }


def _draft(club: Club, seats: dict[str, Membership]) -> Campaign:
    host, now = seats["aurelia"], clock.now()
    draft = founding.found(club, name="La próxima", by=host, now=now, umpire=seats["bruno"])
    founding.set_army(draft, side="rome", army=an_army("r"), by=host, now=now)
    founding.offer_side(draft, side="carthage", member=seats["elena"], by=host, now=now)
    return draft


def _of_others(user: User) -> dict[str, list[Any]]:
    from battles.keys import stop_key

    return {"stop": [stop_key(user.public_id, "news")]}


def pages(things: dict[str, list[Any]]) -> Iterator[tuple[str, str]]:
    for name, parts in ROUTES.items():
        for args in product(*(things[part] for part in parts)):
            yield name, reverse(name, args=list(args))
    for name in ACCOUNT:
        yield name, reverse(name)


def look(chromium: Browser, home: str, user: User | None, size: dict[str, int]) -> Page:
    context = chromium.new_context(viewport=size, locale="es", base_url=home, color_scheme="light")
    if user is not None:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        cookies: SimpleCookie = client.cookies
        value = cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": home}])
    page = context.new_page()
    page.set_default_timeout(30_000)
    return page


def found_on(page: Page, axe: Axe) -> list[str]:
    """What axe finds on the page before us, whatever is folded up on it unfolded; in light all of it, in dark the colours."""
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    told = []
    for scheme, options in (("light", WHOLE), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        for one in axe.run(page, options=options).response["violations"]:
            told += [f"{scheme}: {one['id']}: {node['target']} {node['html'][:120]}" for node in one["nodes"][:3]]
    return told


def is_page(answer: Any) -> bool:
    return answer is not None and answer.status == 200 and "text/html" in answer.headers.get("content-type", "")


@pytest.mark.timeout(1500)
def test_no_page_keeps_anybody_out(things, chromium, live_server):
    axe, wrong, seen = Axe(), [], set()
    for role, (username, size) in (*READERS.items(), ("anonymous", ("", PHONE))):
        user = User.objects.get(username=username) if username else None
        page = look(chromium, live_server.url, user, size)
        for name, address in pages(things):
            expected = name in ACCOUNT or TABLE[name]["GET"].split()[ROLES.index(role)] == "200"
            if not expected or name.endswith(("_csv", "_chart", "_record")) or name == "healthz":
                continue
            if not is_page(page.goto(address)):
                continue  # of another's side, or of a stage that the sample's war is not in
            seen.add(name)
            wrong += [f"{role} {address} {told}" for told in found_on(page, axe)]
        page.context.close()
    shown = {name for name in ROUTES if any("200" in TABLE[name]["GET"].split()[ROLES.index(role)] for role in READERS)}
    files = {name for name in shown if name.endswith(("_csv", "_chart", "_record")) or name == "healthz"}
    assert sorted(shown - files - seen) == []
    assert wrong == [], "\n".join(wrong)


def test_axe_would_find_what_is_wrong(chromium):
    """The test can fail: a picture without words, a field without a label, grey on grey."""
    page = chromium.new_page()
    page.set_content(
        '<html lang="en"><title>t</title><main><h1>T</h1><img src="data:," width="5"><input name="a">'
        '<p style="color:#999;background:#aaa">x</p></main></html>'
    )
    found = " ".join(found_on(page, Axe()))
    page.close()
    assert all(rule in found for rule in ("image-alt", "label", "color-contrast"))


def test_the_cast_is_who_it_should_be(things):
    roles = {user: Membership.objects.get(user__username=user).role for user in ("elena", "bruno", "aurelia")}
    assert roles == {"elena": Role.PLAYER, "bruno": Role.UMPIRE, "aurelia": Role.OWNER}
