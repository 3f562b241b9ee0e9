"""Everybody who may knock at a door of the site, and one of everything that stands behind it."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.test import Client
from django.test.client import ClientHandler

from battles.keys import calendar_key, stop_key
from battles.models import OutboxMessage
from battles.services import choices
from campaigns.models import Campaign, Webhook
from campaigns.narration import news
from campaigns.services import founding, sealed, webhooks
from clubs.models import Club, Holiday, Membership, Role, User
from tests.factories import clubs as people
from tests.factories.askari import a_companion, a_data_set, a_fight
from tests.factories.campaigns import a_war, an_army, found_war, seat
from tests.factories.clubs import NOW
from tests.leaks.addresses import SENT, address_of

ROLES = (
    "anonymous",
    "stranger",  # an account and no club
    "foreigner",  # owner of another club, with a war of its own
    "spectator",  # a member with no part in the war
    "player",  # commands Rome
    "rival",  # commands Carthage
    "umpire",  # of this war; an umpire of the club
    "admin",
    "owner",  # of the club; founded the war and does not play
    "staff",  # looks after the installation; a member of nothing
)
OUTSIDERS = ("stranger", "foreigner", "staff")
"""To these a club and all that is in it does not exist."""


NOBODY_LISTENS = "127.0.0.1:9"
"""The port of "discard": a test that is sent there comes back at once."""


def a_webhook(club: Club) -> Webhook:
    address = f"http://{NOBODY_LISTENS}/hook"
    owner = people.owner_of(club)
    return webhooks.add(club, address=address, form="signed", topics=list(news.TOPICS), by=owner, now=NOW).webhook


def a_calendar(user: User) -> str:
    """The key of a person's web calendar."""
    return calendar_key(user.public_id, choices.renew_calendar(user, by=user, now=NOW).calendar)


def _a_holiday(club: Club) -> Holiday:
    day = NOW.date() + timedelta(days=200)
    return Holiday.objects.create(club=club, name="Summer", first=day, last=day)


def beside_the_wars(club: Club, user: User) -> dict[str, str]:
    """What else stands in addresses: of the club, and of one person."""
    return {
        "webhook": a_webhook(club).public_id,
        "calendar": a_calendar(user),
        "stop": stop_key(user.public_id, "news"),
        "holiday": _a_holiday(club).public_id,
        "topic": "dice",
        "ruleset": "awam",
        "apitoken": "nothing",
    }


class Scene:
    """A club with a war that is fought and one that is prepared; and the same in another club."""

    def __init__(self) -> None:
        self.users: dict[str, User | None] = {"anonymous": None}
        for role in ROLES[1:]:
            self.users[role] = people.sign_up(role, display_name=role.title())
        staff = self.users["staff"]
        assert staff is not None
        staff.is_staff = staff.is_superuser = True
        staff.save()
        players = dict.fromkeys(("spectator", "player", "rival"), Role.PLAYER)
        self.club = self._club("Legio", "owner", {**players, "umpire": Role.UMPIRE, "admin": Role.ADMIN})
        self.things = self._things(self.club, rome="player", carthage="rival", umpire="umpire", by="owner")
        self.users["companion"] = people.sign_up("companion")
        other = self._club("Elsewhere", "foreigner", {"companion": Role.PLAYER})
        self.others = self._things(other, rome="foreigner", carthage="companion", umpire=None, by="foreigner")
        self._sessions = {role: self._log_in(user) for role, user in self.users.items() if user is not None}
        self._handlers: dict[bool, ClientHandler] = {}

    def _club(self, name: str, owner: str, members: dict[str, Role]) -> Club:
        club = people.found(name, by=self._user(owner), time_zone="Europe/Madrid", language="en")
        for role, what in members.items():
            people.enlist(club, self._user(role), what)
        return club

    def _user(self, role: str) -> User:
        user = self.users[role]
        assert user is not None
        return user

    def member(self, club: Club, role: str) -> Membership:
        return Membership.objects.get(club=club, user=self._user(role))

    def _things(self, club: Club, *, rome: str, carthage: str, umpire: str | None, by: str) -> dict[str, Any]:
        founder, player, rival = (self.member(club, role) for role in (by, rome, carthage))
        named = self.member(club, umpire) if umpire else None
        war = a_war(club, rome=player, carthage=rival, by=founder, umpire=named)
        sealed.give_order(war, side="rome", action="guerrilla", by=player, now=NOW)
        draft = found_war(club, by=founder, umpire=named, name="A war to come")
        seat(draft, "rome", player, by=founder)
        founding.set_army(draft, side="rome", army=an_army("r"), by=player, now=NOW)
        offer = founding.offer_side(draft, side="carthage", member=rival, by=founder, now=NOW)
        invitation, token = people.invite(club)
        paper = people.paper_member(club, "Old Quintus")
        return {
            **self._of(war),
            "draft": draft.public_id,
            "offer": offer.public_id,
            "slug": club.slug,
            "member": rival.public_id,
            "paper": paper.public_id,
            "invitation": invitation.public_id,
            "token": token,
            "notice": OutboxMessage.objects.filter(recipient=player, withdrawn_at=None).latest("pk").public_id,
            **beside_the_wars(club, self._user(rome)),
            "tabletop": a_companion(club, player).public_id,
            "ruleset": "askari",
            "data_kind": "lists",
            "data_set": a_data_set(club).public_id,
            "fight": a_fight(club, player, rival, single=True).public_id,
            "seat": "east",
            "entry": 0,
            "side": "rome",
            "form": "json",
            "proposal": "nothing",
            "number": 1,
            "kind": "orders",
            "seq": 1,
            "back": 1,
            "prompt": "surrender",
        }

    @staticmethod
    def _of(war: Campaign) -> dict[str, str]:
        rome = war.sides.get(key="rome")
        return {
            "war": war.public_id,
            "unit": rome.units.first().public_id,
            "character": rome.characters.first().public_id,
        }

    @staticmethod
    def _log_in(user: User) -> str:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client.cookies[settings.SESSION_COOKIE_NAME].value

    def client(self, role: str, **how: Any) -> Client:
        """A browser that has seen no page yet. Its owner was logged in when the scene was made; the middleware is put together once."""
        client = Client(**how)
        client.handler = self._handlers.setdefault(bool(how.get("enforce_csrf_checks")), client.handler)
        if role in self._sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self._sessions[role]
        return client

    def sent(self, route: str) -> dict[str, str]:
        """What the form of that page names: a seat that is there, so that a denial is not one of a seat that is not."""
        return {name: str(self.things[name]) for name in SENT.get(route, ())}

    def address(self, route: str, **instead: Any) -> str:
        return address_of(route, {**self.things, **instead})
