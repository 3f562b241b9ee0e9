"""What a war tells its people. Written with what it tells of; never a secret in it."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from battles.models import Battle
from battles.services import outbox
from battles.services.engine import ruleset_of
from battles.services.notices import ASKED
from campaigns.models import Campaign, Engagement, Year
from campaigns.models.codec import pack_of, state_of
from campaigns.permissions import MANAGERS, OFFICERS, Holders, holders
from campaigns.rules.engine import Rules
from campaigns.rules.state import State
from campaigns.selectors.sealed import seats_in
from campaigns.services import questions
from clubs.models import Membership
from rulesets.contract import UMPIRE

STAGE_NOTICES = {
    "orders": "your_orders",
    "choices": "your_choice",
    "muster": "your_muster",
    "aftermath": "your_answer",
    "dice": "your_answer",
}


# What a stage asks for: once the war has left it, none of it is news.
ASKING = (*STAGE_NOTICES.values(), "reminder", ASKED)


def url_of(campaign: Campaign) -> str:
    return f"/wars/{campaign.public_id}/year/"


def tell(
    campaign: Campaign,
    kind: str,
    recipients: Holders | Mapping[str, Iterable[Membership]] | Iterable[Membership | None],
    *,
    key: str,
    now: datetime,
    url: str = "",
    **data: Any,
) -> None:
    """Leave a notice; a mapping of recipients is by side (all who answer for it), and each learns which side it is about.

    With ``Holders`` everybody who plays is told.
    """
    common = {"war": campaign.name, "war_id": campaign.public_id, "zone": campaign.club.time_zone, **data}
    named = f"war:{campaign.public_id}:{key}"
    labels = {k: dict(side.name) for k, side in pack_of(campaign.pack).sides.items()}
    where = url or url_of(campaign)
    by_side = recipients.teams() if isinstance(recipients, Holders) else recipients
    if not isinstance(by_side, Mapping):
        outbox.tell(recipients=by_side, key=named, kind=kind, data=common, url=where, now=now)
        return
    told = [
        (member, f"{named}:{side}", {**common, "side": side, "side_name": labels.get(side, {})})
        for side, team in by_side.items()
        for member in team
    ]
    outbox.tell_each(told, kind=kind, url=where, now=now)


def take_back(campaign: Campaign, key: str, *, now: datetime) -> None:
    """A notice that was told to a list of people is true no more: it is shown no longer, and not sent."""
    outbox.withdraw(key=f"war:{campaign.public_id}:{key}", now=now)


def umpires(campaign: Campaign, held: Holders) -> list[Membership]:
    """Whoever settles what is open: the war's umpire, else (also where he plays) the club's officers who do not play."""
    playing = {member.pk for member in held.everybody}
    if campaign.umpire is not None and campaign.umpire.pk not in playing:
        return [campaign.umpire]
    rows = Membership.objects.filter(club_id=campaign.club_id, left_at=None, role__in=OFFICERS)
    return [member for member in rows.select_related("user", "club") if member.pk not in playing]


def owing(rules: Rules, state: State) -> list[str]:
    """Seats that owe a decision now; the battle's own host asks for reports."""
    return [ask.seat for ask in rules.owed(state) if ask.prompt != "fought"]


def stage_opened(campaign: Campaign, rules: Rules, state: State, year: Year, *, now: datetime, **data: Any) -> None:
    """Tell everybody who owes something in the stage that has just opened."""
    kind = STAGE_NOTICES.get(year.stage)
    if kind is None:
        return
    held = holders(campaign)
    seats = owing(rules, state)
    stage_key = f"{campaign.revision}:{year.number}:{year.stage}"
    told: dict[str, Any] = {
        "year": year.number,
        "stage": year.stage,
        "number": campaign.last_decision,
        "deadline": year.deadline_at.isoformat() if year.deadline_at else None,
        "prompt": state.pending[0].prompt if state.pending else "",
        **data,
    }
    people = {seat: list(held.team(seat)) for seat in dict.fromkeys(seats) if held.team(seat)}
    if UMPIRE in seats:
        people[UMPIRE] = umpires(campaign, held)
    if kind == questions.KIND:
        people = _not_told_yet(campaign, people, seats, stage_key, told)
    key = f"{stage_key}:{campaign.last_decision}"
    for seat, members in people.items():
        about = {**told, "seat": seat, "waiting": seats.count(seat)}
        if seat == UMPIRE:
            tell(campaign, kind, members, key=key, now=now, **about)
        else:
            tell(campaign, kind, {seat: members}, key=key, now=now, **about)


def _not_told_yet(
    campaign: Campaign, people: Mapping[str, list[Membership]], seats: list[str], stage_key: str, data: dict[str, Any]
) -> dict[str, list[Membership]]:
    """Whom to tell of a question by a notice of its own; whoever has one that still stands finds it brought up to date."""
    before = questions.told_before(campaign, people, stage_key=stage_key)
    left: dict[str, list[Membership]] = {}
    for seat, members in people.items():
        for member in members:
            told = before.get((seat, member.pk))
            if told is None or not told.stands:
                left.setdefault(seat, []).append(member)
            else:
                questions.bring_up_to_date(told, {**data, "waiting": seats.count(seat)})
    return left


def stage_left(campaign: Campaign, *, now: datetime) -> None:
    """Put aside what the stage behind us asked of people: it must not stand on their first page for ever."""
    outbox.put_aside(url=url_of(campaign), kinds=ASKING, now=now)


def year_closed(campaign: Campaign, year: Year, score: Mapping[str, int], *, now: datetime) -> None:
    held = holders(campaign)
    told = {"year": year.number, "score": dict(score)}
    url = f"/wars/{campaign.public_id}/years/{year.number}/"
    tell(campaign, "year_closed", held, key=f"{campaign.revision}:{year.number}:closed", now=now, url=url, **told)


def ended(campaign: Campaign, *, now: datetime) -> None:
    held = holders(campaign)
    told = {"winner": campaign.winner, "level": campaign.level, "reason": campaign.reason}
    tell(
        campaign, "war_ended", held, key=f"{campaign.revision}:ended", now=now, url=campaign.get_absolute_url(), **told
    )


def battle_left(battle: Battle, *, now: datetime) -> None:
    """A battle that was played on a page of its own is over, or struck: nobody is asked there any more."""
    outbox.put_aside(url=battle.url, kinds=(ASKED,), now=now)


def length_proposed(campaign: Campaign, side: str, last: int, *, now: datetime) -> None:
    """A side would end the war sooner or later than agreed: the others must say whether they agree."""
    length_settled(campaign, now=now)
    others = {seat: team for seat, team in holders(campaign).teams().items() if seat != side}
    key = f"{campaign.revision}:length:{campaign.last_decision}"
    tell(campaign, "length_proposed", others, key=key, now=now, last=last)


def length_settled(campaign: Campaign, *, now: datetime) -> None:
    """What was proposed before is no longer news."""
    outbox.put_aside(url=url_of(campaign), kinds=("length_proposed",), now=now)


def held_up(campaign: Campaign, year: Year, *, reason: str, now: datetime) -> None:
    """The program could not go on with this war: its umpire, and who manages the club, must know."""
    held = holders(campaign)
    rows = Membership.objects.filter(club_id=campaign.club_id, left_at=None, role__in=("owner", "admin"))
    people = {member.pk: member for member in (*umpires(campaign, held), *rows.select_related("user", "club"))}
    key = f"{year.number}:{campaign.version}:held"
    tell(campaign, "held", people.values(), key=key, now=now, year=year.number, reason=reason)


def remind(campaign: Campaign, year: Year, *, now: datetime) -> None:
    """A day before the deadline: whoever still owes something."""
    rules, state = Rules(pack_of(campaign.pack), campaign.readings), state_of(campaign)
    owed = owing_reports(year) if year.stage == "battle" else set(owing(rules, state)) - seats_in(year)
    held = holders(campaign)
    deadline = year.deadline_at.isoformat() if year.deadline_at else None
    key = f"{campaign.revision}:{year.number}:reminder:{year.stage}:{deadline}"
    about: dict[str, Any] = {"year": year.number, "stage": year.stage, "deadline": deadline}
    tell(campaign, "reminder", held.teams(owed), key=key, now=now, **about)
    if UMPIRE in owed:
        tell(campaign, "reminder", umpires(campaign, held), key=key, now=now, **about)


def tell_managers(campaign: Campaign, kind: str, *, key: str, now: datetime, **data: Any) -> None:
    """Tell those who run the club, who can seat somebody."""
    rows = Membership.objects.filter(club_id=campaign.club_id, left_at=None, role__in=MANAGERS)
    url = f"/wars/{campaign.public_id}/seats/"
    tell(campaign, kind, list(rows.select_related("user")), key=key, now=now, url=url, **data)


def owing_reports(year: Year) -> set[str]:
    """Seats that the year's open battle waits for."""
    found: set[str] = set()
    for engagement in Engagement.objects.filter(year=year, decided_at=None).select_related("battle"):
        ruleset = ruleset_of(engagement.battle)
        found |= {ask.seat for ask in ruleset.asks(engagement.battle.state) if ask.kind != "may" or ask.wanted}
    return found
