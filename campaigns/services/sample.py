"""A living sample club: people, and three wars at different moments, played through the same services as any other.

Everything follows from the moment it is made and from fixed texts, so two sample clubs differ only in their dates and dice.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial

from allauth.account.models import EmailAddress
from django.db import transaction

from battles.services import outbox, play, table
from campaigns.models import Campaign, Engagement, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import army_of, rules_of, state_of
from campaigns.models.year import OPEN_STAGES
from campaigns.rules.armies import Army
from campaigns.rules.armylists import list_of, sample_lists
from campaigns.rules.between import kind_of, purse_of
from campaigns.rules.decisions import Decision, Muster, SpendGrant
from campaigns.rules.pack import GRANTS, bundled
from campaigns.rules.state import State
from campaigns.services import between, clockwork, fighting, founding, sealed, turning, umpire
from campaigns.services.deadlines import next_deadline
from clubs import clock
from clubs.models import Club, Membership, Role, User
from clubs.services import clubs, invitations, members
from rulesets.contract import Action

PASSWORD = "hispania-218"  # noqa: S105  (printed for everybody to see)
SLUG = "legio-hispana"
PEOPLE = (
    # user name, shown name, role, language
    ("aurelia", "Aurelia Vives", Role.OWNER, "es"),
    ("bruno", "Bruno Conti", Role.UMPIRE, "it"),
    ("carmen", "Carmen Ortega", Role.PLAYER, "es"),
    ("dario", "Dario Ferri", Role.PLAYER, "it"),
    ("elena", "Elena Rossi", Role.PLAYER, "it"),
    ("felipe", "Felipe Mora", Role.PLAYER, "en"),
)
DAY = timedelta(days=1)
ACTIONS = {
    "hispania": ("battle", "alliance", "guerrilla", "punishment", "defence"),
    "sudan": ("march", "levy", "harass", "raid", "entrench"),
}
NOTES = (
    "El río bajaba crecido y hubo que pasar los estandartes a mano.",
    "Un bosque en el flanco escondía más de lo debido.",
    "Nessuno si aspettava che i frombolieri reggessero.",
    "L'accampamento non fu mai in pericolo, qualunque cosa si sia detta dopo.",
)


@contextmanager
def at(moment: datetime) -> Iterator[datetime]:
    """Live at another moment for a while: whatever asks the clock is told this."""
    clock.set_offset(timedelta())
    clock.set_offset(moment - clock.now())
    try:
        yield moment
    finally:
        clock.set_offset(timedelta())


def make_club(*, now: datetime) -> Club:
    """The sample club with its people and wars. Call it once: ``Club.objects.filter(slug=SLUG)`` tells whether it is there."""
    people = [_person(*about[:2], language=about[3]) for about in PEOPLE]
    with at(now - 400 * DAY) as begun:
        club = clubs.found_club(name="Legio Hispana", by=people[0], now=begun, time_zone="Europe/Madrid", language="es")
        for user, about in zip(people[1:], PEOPLE[1:], strict=True):
            invited = invitations.invite(club, role=about[2], by=people[0], now=begun)
            invitations.join(invited.invitation, by=user, now=begun)
        members.add_paper_member(club, name="Tiberio (en papel)", by=people[0], now=begun)
    Club.objects.filter(pk=club.pk).update(slug=SLUG)
    club.refresh_from_db()
    seats = {user.username: Membership.objects.get(club=club, user=user) for user in people}
    for war in (_finished_war, _waiting_war, _fighting_war, _river_war):
        until_it_fits(partial(war, club, seats, now=now))
    for user in people:
        outbox.mark_read(user, now=now, public_ids=[m.public_id for m in outbox.waiting_for(user)[3:]])
    return club


def _person(username: str, name: str, *, language: str) -> User:
    user = User(username=username, display_name=name, language=language, email=f"{username}@example.org")
    user.set_password(PASSWORD)
    user.save()
    # Where mail works an address must be confirmed before its owner can log in.
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def numeral(year: int) -> str:
    """A year of the war as units are numbered after it; nobody fights for a hundred years here."""
    return "".join(("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[int(digit)] for digit in str(year))


def _chance(*what: object) -> int:
    """A number that looks like chance and is always the same: the sample's people must act alike every time."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, what)).encode()).digest()[:4])


class NotThisOne(Exception):
    """The dice led the war elsewhere than the sample needs it; nothing of it is kept."""


MOST_TRIES = 60
MOST_CALLS = 40
"""Calls in which the program ends a battle."""


def until_it_fits(tell: Callable[[], None]) -> None:
    """Play a war again, with new dice, until it stands where the sample needs one."""
    for _attempt in range(MOST_TRIES):
        try:
            with transaction.atomic():
                tell()
            return
        except NotThisOne:
            continue
    raise RuntimeError("no war fits: the sample's people must act otherwise")


class War:
    """A war of the sample club being played, at its own pace."""

    def __init__(self, campaign: Campaign, sides: dict[str, Membership], moment: datetime):
        self.campaign, self.sides, self.moment = campaign, sides, moment

    @property
    def fresh(self) -> Campaign:
        return Campaign.objects.select_related("club", "pack", "umpire").get(pk=self.campaign.pk)

    @property
    def state(self) -> State:
        return state_of(self.fresh)

    @property
    def over(self) -> bool:
        return self.fresh.stage == Stage.OVER

    def step(self, days: float) -> datetime:
        self.moment += timedelta(days=days)
        clock.set_offset(timedelta())
        clock.set_offset(self.moment - clock.now())
        return self.moment

    def order(self, side: str) -> None:
        rules, state = rules_of(self.fresh), self.state
        ask = next(ask for ask in rules.asks(state) if ask.prompt == "order" and ask.seat == side)
        known = ACTIONS[rules.pack.key]
        action = ask.data.get("action") or known[_chance(self.campaign.name, state.year, side) % len(known)]
        sealed.give_order(self.fresh, side=side, action=action, by=self.sides[side], now=self.moment)

    def spend(self, side: str) -> None:
        """Raise one unit of each kind of troops that the grants pay for, from the side's own list."""
        campaign, state = self.fresh, self.state
        chosen = list_of(campaign.pack.key, army_of(campaign.sides.get(key=side)).list_key)
        purse = purse_of(state, side)
        if chosen is None or not purse:
            return
        for kind in GRANTS:
            left = getattr(purse, kind)
            for entry in chosen.entries:
                name = f"{entry.name} · {numeral(state.year)}"
                figures = min(entry.most, (left - entry.command) // entry.points)
                unit = entry.unit(name, figures)
                if kind_of(unit) == kind and figures >= max(entry.least, 5) and not entry.requires:
                    by = self.sides[side]
                    between.decide(campaign, side=side, decision=SpendGrant(units=(unit,)), by=by, now=self.moment)
                    break

    def orders(self) -> None:
        for side in self.sides:
            if not self.over:
                self.spend(side)
        if self.over:
            return
        for side in self.sides:
            self.order(side)
        self.turn()

    def turn(self) -> None:
        turning.turn(self.campaign.pk, now=self.moment)

    def questions(self) -> None:
        """Choices and answers, as the program would give them."""
        for _question in range(40):
            rules, state = rules_of(self.fresh), self.state
            asks = [a for a in rules.asks(state) if a.kind == "turn" and a.prompt != "fought" and a.seat in self.sides]
            if self.over or not asks:
                return
            answer: Decision | None = rules.fallback(state, asks[0])
            assert answer is not None
            by = self.sides[asks[0].seat]
            between.decide(self.fresh, side=asks[0].seat, decision=answer, by=by, now=self.moment)

    def musters(self) -> None:
        rules, state = rules_of(self.fresh), self.state
        for ask in [ask for ask in rules.asks(state) if ask.prompt == "muster"]:
            best = rules.fallback(state, ask)
            assert isinstance(best, Muster)
            sealed.give_muster(
                self.fresh,
                side=ask.seat,
                units=best.units,
                characters=best.characters,
                by=self.sides[ask.seat],
                now=self.moment,
            )
        self.turn()

    def battle(self) -> None:
        engagement = Engagement.objects.select_related("battle").get(year__campaign=self.campaign, decided_at=None)
        first, second = self.sides
        if rules_of(self.fresh).pack.played(self.state.now.scenario) is not None:
            self._let_it_be_played()
            return
        there = {row["id"] for row in engagement.battle.setup["forces"][second]["characters"]}
        report = self._report(first, second, there)
        reported = play.act(
            engagement.battle,
            seat=first,
            action=Action(kind="report", arguments=report),
            seq=engagement.battle.seq,
            by=self.sides[first],
            now=self.moment,
        )
        confirm = Action(kind="confirm")
        play.act(reported, seat=second, action=confirm, seq=reported.seq, by=self.sides[second], now=self.moment)

    def _let_it_be_played(self) -> None:
        """Both sides would rather see it than fight it: the program does."""
        for side, member in self.sides.items():
            fighting.wish(self.fresh, side=side, way=fighting.Way.PROGRAM, by=member, now=self.moment)
        for _call in range(MOST_CALLS):
            if not table.tick(self.moment):
                return
        raise NotThisOne

    def _report(self, first: str, second: str, there: set[str]) -> dict[str, object]:
        """What the first side says of a battle; ``there``: the second side's characters who fight in it."""
        state = self.state
        chance = _chance(self.campaign.name, "battle", state.year)
        lots = (first, first, second, "draw", second)
        winner = "draw" if state.now.village else lots[chance % len(lots)]
        report: dict[str, object] = {
            "winner": winner,
            "turns": 5 + chance % 2,
            "note": NOTES[chance % len(NOTES)],
            "losses": [
                loss
                for side in (first, second)
                for loss in self._losses(state, side, lost=winner not in ("draw", side))
            ],
        }
        if winner != "draw":
            report["level"] = "major" if chance % 5 == 4 else "minor"
        if chance % 3 == 0 and (people := [one for one in state.now.muster[second].characters if one in there]):
            report["felled"] = [{"seat": second, "character": people[0]}]
        return report

    def _losses(self, state: State, side: str, *, lost: bool) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for key in state.now.muster[side].units:
            figures, chance = state.units[side][key].figures, _chance(self.campaign.name, state.year, side, key)
            share = chance % (figures // (2 if lost else 4) + 1)
            if share:
                found.append({"seat": side, "unit": key, "routed": share // 3, "destroyed": share - share // 3})
        return found

    def year(self) -> None:
        """A whole year, at the pace of a club."""
        self.step(2)
        self.orders()
        self.step(1)
        self.questions()
        if not self.over and self.state.stage == "muster":
            self.step(2)
            self.musters()
        if not self.over and self.state.stage == "battle":
            self.step(9)
            self.battle()
        self.step(1)
        self.questions()


def _begin(
    club: Club,
    name: str,
    *,
    first: Membership,
    second: Membership,
    host: Membership,
    begun: datetime,
    years: int,
    pack: str = "hispania",
) -> War:
    officer = Membership.objects.get(club=club, role=Role.UMPIRE)
    campaign = founding.found(club, name=name, pack_key=pack, years=years, umpire=officer, by=host, now=begun)
    sides = dict(zip(bundled(pack).side_keys, (first, second), strict=True))
    for side, member in sides.items():
        offer = founding.offer_side(campaign, side=side, member=member, by=host, now=begun)
        if offer.accepted is None:
            founding.answer_offer(offer, accept=True, by=member, now=begun)
        founding.set_army(campaign, side=side, army=_army(pack, side, name), by=member, now=begun)
    return War(founding.begin(campaign, by=host, now=begun), sides, begun)


def _army(pack: str, side: str, name: str) -> Army:
    """One of the sample lists of the side; another war, another list."""
    lists = sample_lists(pack, side)
    return lists[_chance(name, side) % len(lists)].army


def _finished_war(club: Club, seats: dict[str, Membership], *, now: datetime) -> None:
    begun = now - 260 * DAY
    with at(begun):
        war = _begin(
            club,
            "Cinco inviernos",
            first=seats["carmen"],
            second=seats["felipe"],
            host=seats["aurelia"],
            begun=begun,
            years=5,
        )
        while not war.over:
            war.year()
            if not war.over and war.state.year == 2:
                text = "El invierno fue tan suave que los almendros de Sagunto florecieron en enero."
                umpire.note(war.fresh, text=text, by=seats["bruno"], now=war.moment)
        if state_of(war.fresh).year < 4:
            raise NotThisOne


def _waiting_war(club: Club, seats: dict[str, Membership], *, now: datetime) -> None:
    """Some years on, with one of two orders in."""
    begun = now - 50 * DAY
    with at(begun):
        war = _begin(
            club,
            "La ribera del Ebro",
            first=seats["dario"],
            second=seats["elena"],
            host=seats["aurelia"],
            begun=begun,
            years=6,
        )
        for _year in range(3):
            if not war.over:
                war.year()
        if war.over or war.state.stage != "orders":
            raise NotThisOne
        _bring_up(war, now)
        war.step(0)
        war.order("carthage")


def _fighting_war(club: Club, seats: dict[str, Membership], *, now: datetime) -> None:
    """A battle waits to be reported."""
    begun = now - 30 * DAY
    with at(begun):
        war = _begin(
            club,
            "Argento del sud",
            first=seats["elena"],
            second=seats["carmen"],
            host=seats["aurelia"],
            begun=begun,
            years=4,
        )
        war.year()
        if war.over:
            raise NotThisOne
        _bring_up(war, now)
        war.step(0)
        war.orders()
        war.questions()
        if war.state.stage == "muster":
            war.musters()
        if war.state.stage != "battle":
            raise NotThisOne


def _river_war(club: Club, seats: dict[str, Membership], *, now: datetime) -> None:
    """The other rules: two years behind it, each battle fought by the program, and the third year's orders awaited."""
    begun = now - 45 * DAY
    with at(begun):
        war = _begin(
            club,
            "El largo Nilo",
            first=seats["felipe"],
            second=seats["dario"],
            host=seats["aurelia"],
            begun=begun,
            years=5,
            pack="sudan",
        )
        for _year in range(2):
            if not war.over:
                war.year()
        if war.over or war.state.stage != "orders":
            raise NotThisOne
        _bring_up(war, now)


def _bring_up(war: War, now: datetime) -> None:
    """Go on from a moment just before now, with deadlines that still lie ahead."""
    war.moment = now - timedelta(hours=4)
    deadline = next_deadline(war.campaign.clock, "orders", zone=war.campaign.club.time_zone, now=now)
    for year in Year.objects.filter(campaign=war.campaign, stage__in=OPEN_STAGES):
        clockwork.put(war.campaign, year, deadline)
        year.opened_at = year.stage_since = war.moment
        year.save()
