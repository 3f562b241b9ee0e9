"""Every page of the sample club, as a player on a phone, as the umpire and as who runs the club, in light and in dark: axe finds nothing.

The pages are those of the table of routes (``tests/leaks/routes.toml``): whatever answers one of them is looked at. A new route
with a part in its address that is not among the things below fails here; one without a row fails there.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page

from battles.models import Battle, OutboxMessage
from battles.services import companions
from campaigns.models import Campaign, Decision, SideOffer
from campaigns.services import founding
from campaigns.services.sample import make_club
from clubs import clock
from clubs.models import Club, Membership, Role, User
from tests.browser.conftest import DESK, PHONE
from tests.factories import clubs as people
from tests.factories import montjoie
from tests.factories.askari import a_companion, a_data_set, a_fight
from tests.factories.awam import an_awam_companion
from tests.factories.campaigns import an_army
from tests.leaks.addresses import ROUTES, TABLE
from tests.leaks.roles import NOBODY_LISTENS, ROLES, beside_the_wars

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

READERS = {"player": ("elena", PHONE), "umpire": ("bruno", DESK), "owner": ("aurelia", DESK), "anonymous": ("", PHONE)}
UNSEEN = {"healthz", "metrics"}
"""For machines."""
NOT_HIS = {
    "player": {"war_army", "war_army_table", "war_army_hand", "war_army_csv"},
    "anonymous": {"invitation"},
    "owner": {"battle_ruling"},
}
"""Here the player is asked to take a side of the war that is prepared, and commands none of it yet; the battle has an umpire, and only he
rules."""
ACCOUNT = ["account_login", "account_signup", "account_reset_password", "account_change_password", "account_logout"]
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
TOO_WIDE = "document.scrollingElement.scrollWidth - innerWidth"
"""A page that scrolls sideways is a broken page, also with everything on it unfolded."""
UNFOLD = """() => document.querySelectorAll('details').forEach(one => {
  if (!one.matches('.why:has(> .why-body:empty)')) one.open = true;
})"""
WHOLE = {"runOnly": {"type": "tag", "values": WCAG}, "resultTypes": ["violations"]}
COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}


@pytest.fixture
def things(transactional_db, settings) -> dict[str, list[Any]]:
    """What stands in the addresses: the sample club with its wars, and one that is prepared."""
    settings.WEBHOOK_INSIDE = [NOBODY_LISTENS]
    club = make_club(now=clock.now())
    seats = {member.user.username: member for member in club.memberships.exclude(user=None).select_related("user")}
    draft = _draft(club, seats)
    invitation, token = people.invite(club)
    wars = list(Campaign.objects.filter(club=club).exclude(pk=draft.pk))
    firsts = [war.sides.order_by("pk").first() for war in wars]
    return {
        "slug": [club.slug],
        "war": [war.public_id for war in wars],
        "draft": [draft.public_id],
        "side": ["rome", "carthage"],
        "number": [1],
        "unit": [side.units.first().public_id for side in firsts],
        "character": [side.characters.first().public_id for side in firsts],
        "offer": [SideOffer.objects.get(side__campaign=draft, answered_at=None).public_id],
        "member": [seats["felipe"].public_id],
        "paper": [Membership.objects.get(club=club, user=None).public_id],
        "invitation": [invitation.public_id],
        "token": [token],
        "notice": [OutboxMessage.objects.filter(recipient=seats["elena"]).latest("pk").public_id],
        "form": ["json"],
        "proposal": ["nothing"],
        "prompt": ["surrender", "order"],
        **{name: [thing] for name, thing in beside_the_wars(club, seats["elena"].user).items()},
        "fight": [a_fight(club, seats["elena"], seats["felipe"], umpire=seats["bruno"], single=True).public_id],
        "entry": [0],
        "kind": ["orders", "score"],
        "ruleset": ["askari"],
        "data_kind": ["lists"],
        "data_set": [a_data_set(club).public_id],
        "seq": [1, 40],
        "tabletop": [one.public_id for one in _tables(club, seats)],
        "topic": ["dice", "year", "war", "secrets", "privacy"],
    }


def _tables(club: Club, seats: dict[str, Membership]) -> list[Battle]:
    """A table of every ruleset that has a companion."""
    return [
        a_companion(club, seats["elena"]),
        montjoie.a_table(club, seats["elena"]),
        an_awam_companion(club, None, seats["elena"], play="fashoda"),
    ]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("number", range(3))
def test_every_form_of_a_table_companion_keeps_nobody_out(club, place, livia, chromium, live_server, number):
    """On a phone: the table, and the form of every roll that can be made there."""
    battle = _tables(club, {"elena": place(livia)})[number]
    client = signed_in(livia)
    axe, page, wrong = Axe(), look(chromium, live_server.url, client, PHONE), []
    start = reverse("battle_companion", args=[battle.public_id])
    for kind in ("", *companions.rules_of(battle).rolls, "end"):
        page.goto(f"{start}?roll={kind}")
        wrong += [f"{battle.ruleset} {kind} {told}" for told in found_on(page, axe)]
        wrong += [f"{battle.ruleset} {kind} is {excess} px too wide"] if (excess := page.evaluate(TOO_WIDE)) > 0 else []
    page.context.close()
    assert wrong == [], "\n".join(wrong)


def _draft(club: Club, seats: dict[str, Membership]) -> Campaign:
    host, now = seats["aurelia"], clock.now()
    draft = founding.found(club, name="La próxima", by=host, now=now, umpire=seats["bruno"])
    founding.set_army(draft, side="rome", army=an_army("r"), by=host, now=now)
    founding.offer_side(draft, side="carthage", member=seats["elena"], by=host, now=now)
    return draft


def pages(things: dict[str, list[Any]]) -> Iterator[tuple[str, str]]:
    for name, parts in ROUTES.items():
        for args in product(*(things[part] for part in parts)):
            yield name, reverse(name, args=list(args))
    for name in ACCOUNT:
        yield name, reverse(name)
    # The number in this one is that of a decision: of the last battle that was fought in each war.
    for war in things["war"]:
        fought = Decision.objects.filter(campaign__public_id=war, stage="battle").last()
        if fought is not None:
            yield "war_correct", reverse("war_correct", args=[war, fought.number, "host"])


def signed_in(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def look(chromium: Browser, home: str, client: Client, size: dict[str, int]) -> Page:
    """A browser with the session of a client. Nothing glides or fades in it: half a change of colours is nobody's contrast."""
    context = chromium.new_context(viewport=size, locale="es", base_url=home, reduced_motion="reduce")
    session = client.cookies.get(settings.SESSION_COOKIE_NAME)
    if session is not None:
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session.value, "url": home}])
    page = context.new_page()
    page.set_default_timeout(60_000)
    return page


def found_on(page: Page, axe: Axe) -> list[str]:
    """What axe finds on the page before us, whatever is folded up on it unfolded; in light all of it, in dark the colours.

    Answers that are fetched are not: each of them has a page of its own among the others.
    """
    page.evaluate(UNFOLD)
    told = []
    for scheme, options in (("light", WHOLE), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        for one in axe.run(page, options=options).response["violations"]:
            told += [f"{scheme}: {one['id']}: {node['target']} {node['html'][:120]}" for node in one["nodes"][:3]]
    return told


@pytest.mark.timeout(1500)
@pytest.mark.parametrize("role", READERS)
def test_no_page_keeps_anybody_out(things, chromium, live_server, role):
    username, size = READERS[role]
    client = signed_in(User.objects.get(username=username) if username else None)
    axe, page, wrong, seen = Axe(), look(chromium, live_server.url, client, size), [], set()
    for name, address in pages(things):
        answer = client.get(address)
        if answer.status_code != 200:
            continue  # of another's side, of a stage that the sample's wars are not in, or not for him
        seen.add(name)
        if answer["Content-Type"].startswith("text/html") and answer.content:
            page.goto(address)
            wrong += [f"{address} {told}" for told in found_on(page, axe)]
            wrong += [f"{address} is {excess} px too wide"] if (excess := page.evaluate(TOO_WIDE)) > 0 else []
    page.context.close()
    shown = {name for name in ROUTES if TABLE[name]["GET"].split()[ROLES.index(role)] == "200"}
    assert sorted(shown - seen - UNSEEN - NOT_HIS.get(role, set())) == []
    assert wrong == [], "\n".join(wrong)


def test_axe_would_find_what_is_wrong(chromium):
    """The test can fail: a picture without words, a field without a label, grey on grey."""
    page = chromium.new_page()
    page.set_content(
        '<html lang="en"><title>t</title><main><h1>T</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="5"><input name="a">'
        '<p style="color:#999;background:#aaa">Grey on grey</p></main></html>'
    )
    found = " ".join(found_on(page, Axe()))
    page.close()
    assert all(rule in found for rule in ("image-alt", "label", "color-contrast"))


def test_the_cast_is_who_it_should_be(things):
    roles = {user: Membership.objects.get(user__username=user).role for user in ("elena", "bruno", "aurelia")}
    assert roles == {"elena": Role.PLAYER, "bruno": Role.UMPIRE, "aurelia": Role.OWNER}
