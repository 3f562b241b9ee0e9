"""The hands of both players: what they do on the site, by the verbs their pages call."""

from dataclasses import dataclass, replace
from datetime import datetime

from battles.models import Battle
from battles.services import play
from campaigns.models import Campaign, Engagement
from campaigns.models.campaign import Stage
from campaigns.models.codec import rules_of, state_of
from campaigns.rules.armylists import sample_lists
from campaigns.rules.decisions import Muster
from campaigns.services import between, founding, sealed, turning
from clubs.models import Club, Membership, Role, User
from clubs.services import clubs, invitations
from rulesets.contract import Action

PEOPLE = ("Livia", "Hanno", "Ines")
FIRST, SECOND = "rome", "carthage"
ACTIONS = {FIRST: "battle", SECOND: "defence"}


@dataclass(frozen=True)
class Cast:
    """A club, who commands in its wars, and its umpire."""

    club: Club
    rome: Membership
    carthage: Membership
    umpire: Membership
    now: datetime

    @property
    def sides(self) -> dict[str, Membership]:
        return {FIRST: self.rome, SECOND: self.carthage}

    def at(self, moment: datetime) -> "Cast":
        return replace(self, now=moment)


def a_cast(now: datetime, *, club: str = "Legio Valencia") -> Cast:
    """People of their own, in a club of their own."""
    marked = [f"{name.lower()}-{User.objects.count()}" for name in PEOPLE]
    people = [User.objects.create(username=name, email=f"{name}@example.org") for name in marked]
    made = clubs.found_club(name=club, by=people[0], now=now, time_zone="Europe/Madrid", language="en")
    for user, role in ((people[1], Role.PLAYER), (people[2], Role.UMPIRE)):
        invited = invitations.invite(made, role=role, by=people[0], now=now)
        invitations.join(invited.invitation, by=user, now=now)
    rows = Membership.objects.select_related("user", "club")
    livia, hanno, ines = (rows.get(club=made, user=user) for user in people)
    return Cast(club=made, rome=livia, carthage=hanno, umpire=ines, now=now)


def begin(cast: Cast, name: str, *, years: int = 200) -> Campaign:
    """A war between two of the sample lists; its first orders are awaited."""
    campaign = founding.found(cast.club, name=name, years=years, umpire=cast.umpire, by=cast.rome, now=cast.now)
    for side, member in cast.sides.items():
        offer = founding.offer_side(campaign, side=side, member=member, by=cast.rome, now=cast.now)
        if offer.accepted is None:
            founding.answer_offer(offer, accept=True, by=member, now=cast.now)
        army = sample_lists("hispania", side)[0].army
        founding.set_army(campaign, side=side, army=army, by=member, now=cast.now)
    return founding.begin(campaign, by=cast.rome, now=cast.now)


def fresh(campaign: Campaign | int) -> Campaign:
    key = campaign if isinstance(campaign, int) else campaign.pk
    return Campaign.objects.select_related("club", "pack", "umpire").get(pk=key)


def order(cast: Cast, campaign: Campaign, *, ready: bool) -> None:
    """Hand in both orders. ``ready``: the year turns at once, else at its deadline."""
    rules, state = rules_of(campaign), state_of(campaign)
    for ask in rules.asks(state):
        if ask.prompt == "order":
            action = ask.data.get("action") or ACTIONS[ask.seat]
            by = cast.sides[ask.seat]
            sealed.give_order(campaign, side=ask.seat, action=action, ready=ready, by=by, now=cast.now)


def close_orders(campaign: Campaign) -> None:
    """The deadline passes: orders are opened."""
    turning.turn(campaign.pk, now=later(campaign))


def answer(cast: Cast, campaign: Campaign) -> Campaign:
    """Choices and questions, each as the program would answer it, until something else is asked."""
    while True:
        campaign = fresh(campaign)
        rules, state = rules_of(campaign), state_of(campaign)
        asks = [ask for ask in rules.asks(state) if ask.kind == "turn" and ask.seat in cast.sides]
        if campaign.stage == Stage.OVER or not asks:
            return campaign
        decision = rules.fallback(state, asks[0])
        assert decision is not None
        by = cast.sides[asks[0].seat]
        between.decide(campaign, side=asks[0].seat, decision=decision, by=by, now=cast.now)


def muster(cast: Cast, campaign: Campaign) -> Campaign:
    """Both muster, and the armies march."""
    rules, state = rules_of(campaign), state_of(campaign)
    for ask in rules.asks(state):
        if ask.prompt == "muster":
            best = rules.fallback(state, ask)
            assert isinstance(best, Muster)
            sealed.give_muster(
                campaign,
                side=ask.seat,
                units=best.units,
                characters=best.characters,
                ready=False,
                by=cast.sides[ask.seat],
                now=cast.now,
            )
    turning.turn(campaign.pk, now=later(campaign))
    return fresh(campaign)


def later(campaign: Campaign) -> datetime:
    """The moment at which the open stage closes by itself."""
    deadline = campaign.year_set.exclude(stage__in=("closed", "waiting")).values_list("deadline_at", flat=True)[0]
    assert deadline is not None
    return deadline


def battle_of(campaign: Campaign) -> Battle:
    engagement = Engagement.objects.select_related("battle").get(year__campaign=campaign, decided_at=None)
    return engagement.battle


def report(cast: Cast, campaign: Campaign) -> Battle:
    """Rome reports a draw with some losses; the other side has still to confirm."""
    battle, state = battle_of(campaign), state_of(campaign)
    losses = [
        {"seat": side, "unit": key, "routed": 2, "destroyed": 1}
        for side in cast.sides
        for key in state.now.muster[side].units
        if state.units[side][key].figures >= 3
    ]
    told = {"winner": "draw", "turns": 6, "losses": losses, "note": "The river was in flood."}
    action = Action(kind="report", arguments=told)
    return play.act(battle, seat=FIRST, action=action, seq=battle.seq, by=cast.rome, now=cast.now)


def confirm(cast: Cast, battle: Battle) -> Battle:
    """Carthage confirms: the year goes on, mostly to its close."""
    return play.act(battle, seat=SECOND, action=Action(kind="confirm"), seq=battle.seq, by=cast.carthage, now=cast.now)


def to_battle(cast: Cast, campaign: Campaign) -> Campaign:
    """From the opened orders to a battle that waits for its report; where the war ended on the way, as it stands then."""
    campaign = answer(cast, campaign)
    return muster(cast, campaign) if state_of(campaign).stage == "muster" else campaign


def whole_year(cast: Cast, campaign: Campaign) -> Campaign:
    """A year from its orders to the next one's, if the war lasts so long."""
    order(cast, campaign, ready=False)
    close_orders(campaign)
    campaign = to_battle(cast, campaign)
    if state_of(campaign).stage == "battle":
        confirm(cast, report(cast, campaign))
    return answer(cast, campaign)
