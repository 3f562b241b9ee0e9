"""Verbs for wars in tests: found one, order, muster, fight, roll real dice, wait. All through the services."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from battles.models import Battle
from battles.services import play
from campaigns.models import Campaign, Engagement, Year
from campaigns.models.codec import rules_of, state_of
from campaigns.models.year import OPEN_STAGES
from campaigns.rules.armies import Army
from campaigns.rules.decisions import Muster, Typed
from campaigns.rules.state import Character, Unit
from campaigns.services import between, founding, sealed, turning
from clubs.models import Club, Membership
from rulesets.contract import Action, Ask
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


def act(
    campaign: Campaign,
    seat: str,
    kind: str,
    *,
    by: Membership,
    now: datetime = NOW,
    paper: bool = False,
    seq: int | None = None,
    **arguments: Any,
) -> Battle:
    """One action in the battle that is being fought, on the page as it is now."""
    battle = battle_of(campaign)
    action = Action(kind=kind, arguments=arguments)
    at = battle.seq if seq is None else seq
    return play.act(battle, seat=seat, action=action, seq=at, by=by, now=now, paper=paper)


def fight(
    campaign: Campaign,
    *,
    reporter: tuple[str, Membership],
    confirmer: tuple[str, Membership],
    now: datetime = NOW,
    again: bool = False,
    **report: Any,
) -> None:
    """One side reports (``again``: changes its report after it was reopened), the other confirms: the year goes on by itself."""
    act(campaign, reporter[0], "amend" if again else "report", by=reporter[1], now=now, **report)
    act(campaign, confirmer[0], "confirm", by=confirmer[1], now=now)


def battle_of(campaign: Campaign) -> Battle:
    """The battle that is being fought."""
    return Engagement.objects.select_related("battle").get(year__campaign=campaign, decided_at=None).battle


def asked(campaign: Campaign, prompt: str | None = None) -> list[Ask]:
    """What somebody owes now."""
    campaign = fresh(campaign)
    asks = rules_of(campaign).asks(state_of(campaign))
    return [ask for ask in asks if ask.kind != "may" and prompt in (None, ask.prompt)]


def throw(
    campaign: Campaign,
    members: dict[str, Membership],
    faces: Mapping[str, Sequence[int]] | None = None,
    *,
    otherwise: int = 4,
    now: datetime = NOW,
) -> list[str]:
    """Type in every die that is asked for, until something else is; answers with the addresses.

    ``faces`` by the end of an address (``"event/rome"``); every other die shows ``otherwise``.
    """
    thrown = []
    while asks := asked(campaign, "dice"):
        ask = asks[0]
        address, n = ask.data["address"], ask.data["n"]
        told = next((shown for tail, shown in (faces or {}).items() if address.endswith(tail)), [otherwise] * n)
        between.decide(
            campaign,
            side=ask.seat,
            decision=Typed(address=address, faces=tuple(told)),
            by=members[ask.seat],
            now=now,
        )
        thrown.append(address)
    return thrown


def wait_out(campaign: Campaign, *, until: str = "orders") -> Campaign:
    """Let every deadline pass until the year that follows takes its orders (or the war is over)."""
    for _deadline in range(60):
        campaign = fresh(campaign)
        year = Year.objects.filter(campaign=campaign, stage__in=OPEN_STAGES).first()
        if year is None or year.stage == until:
            return campaign
        assert year.deadline_at is not None, f"{year.stage} has no deadline"
        assert turning.turn(campaign.pk, now=year.deadline_at)
    raise AssertionError("the year does not end")


def to_battle(
    campaign: Campaign,
    members: dict[str, Membership],
    *,
    orders: tuple[str, str] = ("battle", "battle"),
    now: datetime = NOW,
) -> Battle:
    """Order and muster; the armies are on the table."""
    rome, carthage = orders
    order(campaign, rome=(members["rome"], rome), carthage=(members["carthage"], carthage), now=now)
    if fresh(campaign).dice == "hand":
        throw(campaign, members, now=now)
    if year_of(campaign).stage == "choices":
        wait_out(campaign, until="muster")
    muster_best(campaign, members, now=now)
    return battle_of(campaign)


WON = {"winner": "rome", "level": "minor"}


def play_year(campaign: Campaign, members: dict[str, Membership], *, now: datetime = NOW, **report: Any) -> Campaign:
    """A whole year with a battle; what is asked after it is answered by the defaults."""
    to_battle(campaign, members, now=now)
    fight(
        campaign,
        reporter=("rome", members["rome"]),
        confirmer=("carthage", members["carthage"]),
        now=now,
        **(report or WON),
    )
    return wait_out(campaign)


QUIET = {
    "event/rome": (5, 5),
    "event/carthage": (5, 5),
    "reinforcements/rome": (1, 1),
    "reinforcements/carthage": (1, 1),
}
"""Faces of a year in which nothing much happens."""


def fought_by_hand(
    campaign: Campaign,
    members: dict[str, Membership],
    faces: Mapping[str, Sequence[int]] | None = None,
    *,
    orders: tuple[str, str] = ("battle", "battle"),
    now: datetime = NOW,
    **report: Any,
) -> Campaign:
    """A battle of a war with real dice, reported and confirmed, and the dice after it thrown until somebody has to decide."""
    to_battle(campaign, members, orders=orders, now=now)
    fight(
        campaign,
        reporter=("rome", members["rome"]),
        confirmer=("carthage", members["carthage"]),
        now=now,
        **(report or WON),
    )
    throw(campaign, members, {**QUIET, **(faces or {})}, now=now)
    return fresh(campaign)
