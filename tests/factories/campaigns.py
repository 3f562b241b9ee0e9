"""Verbs for wars in tests: found one, order, muster, fight."""

from datetime import datetime, timedelta
from typing import Any

from battles.services import play
from campaigns.models import Campaign, Engagement, Year
from campaigns.models.codec import rules_of, state_of
from campaigns.models.year import OPEN_STAGES
from campaigns.rules.armies import Army
from campaigns.rules.decisions import Muster
from campaigns.rules.state import Character, Unit
from campaigns.services import founding, sealed, turning
from clubs.models import Club, Membership
from rulesets.contract import Action
from tests.factories.clubs import NOW

SIDES = ("rome", "carthage")
DAY = timedelta(days=1)


def an_army(prefix: str = "r", *, units: int = 6, figures: int = 20, points: int = 12) -> Army:
    """Units ``r1``…, every third one of native cavalry, and a general."""
    return Army(
        units=tuple(
            Unit(
                id=f"{prefix}{n}",
                name=f"Unit {prefix}{n}",
                figures=figures,
                points=points,
                command=10,
                native=n % 3 == 0,
                arm="cavalry" if n % 3 == 0 else "infantry",
            )
            for n in range(1, units + 1)
        ),
        characters=(Character(id=f"{prefix}-general", name=f"General {prefix}", rank="general", points=100),),
    )


def found_war(club: Club, *, by: Membership, now: datetime = NOW, **options: Any) -> Campaign:
    return founding.found(club, **{"name": "The long war", "years": 5, **options}, by=by, now=now)


def a_war(
    club: Club,
    *,
    rome: Membership | None,
    carthage: Membership | None,
    by: Membership,
    now: datetime = NOW,
    armies: dict[str, Army] | None = None,
    **options: Any,
) -> Campaign:
    """A war that has begun: its first orders are awaited."""
    campaign = found_war(club, by=by, now=now, **options)
    for side, member in (("rome", rome), ("carthage", carthage)):
        if member is not None:
            seat(campaign, side, member, by=by, now=now)
        row = campaign.sides.get(key=side)
        row.army = ""
        army = (armies or {}).get(side) or an_army(side[0])
        founding.set_army(campaign, side=side, army=army, by=member or by, now=now)
    return founding.begin(campaign, by=by, now=now)


def seat(campaign: Campaign, side: str, member: Membership, *, by: Membership, now: datetime = NOW) -> None:
    if member.user_id is None:
        founding.seat_paper_member(campaign, side=side, member=member, by=by, now=now)
        return
    offer = founding.offer_side(campaign, side=side, member=member, by=by, now=now)
    if offer.accepted is None:
        founding.answer_offer(offer, accept=True, by=member, now=now)


def fresh(campaign: Campaign) -> Campaign:
    return Campaign.objects.select_related("club", "pack", "umpire").get(pk=campaign.pk)


def year_of(campaign: Campaign) -> Year:
    return Year.objects.get(campaign=campaign, stage__in=OPEN_STAGES)


def order(campaign: Campaign, *, rome: tuple[Membership, str], carthage: tuple[Membership, str], now: datetime = NOW):
    """Both sides order, and the year turns."""
    for side, (member, action) in (("rome", rome), ("carthage", carthage)):
        sealed.give_order(campaign, side=side, action=action, salt=f"salt of {side}", by=member, now=now)
    turning.turn(campaign.pk, now=now)


def muster_best(campaign: Campaign, members: dict[str, Membership], *, now: datetime = NOW) -> None:
    """Both sides muster as the program would, and the year turns."""
    campaign = fresh(campaign)
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
                by=members[ask.seat],
                now=now,
            )
    turning.turn(campaign.pk, now=now)


def fight(
    campaign: Campaign,
    *,
    reporter: tuple[str, Membership],
    confirmer: tuple[str, Membership],
    now: datetime = NOW,
    **report: Any,
) -> None:
    """One side reports, the other confirms: the year goes on by itself."""
    engagement = Engagement.objects.select_related("battle").get(year__campaign=campaign, decided_at=None)
    battle = play.act(
        engagement.battle,
        seat=reporter[0],
        action=Action(kind="report", arguments=report),
        seq=engagement.battle.seq,
        by=reporter[1],
        now=now,
    )
    play.act(battle, seat=confirmer[0], action=Action(kind="confirm"), seq=battle.seq, by=confirmer[1], now=now)
