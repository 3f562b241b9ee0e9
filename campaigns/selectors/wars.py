"""Reading wars. Everything that takes a person answers only for what he may see; nothing here reads what is sealed."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Exists, OuterRef, QuerySet
from msgspec import Struct

from battles import selectors as battles
from battles.models.battle import Stage as BattleStage
from campaigns.models import Campaign, Engagement, Extension, PackVersion, Side, SideHolder, SideOffer, WinClaim, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import army_of, rules_of, state_of
from campaigns.models.year import OPEN_STAGES, YearStage
from campaigns.permissions import Holders
from campaigns.rules.engine import HOST, Rules
from campaigns.rules.state import State
from campaigns.selectors.sealed import seats_in_years
from clubs.errors import NotSeen
from clubs.models import Club, Membership
from clubs.selectors import Person
from rulesets.contract import UMPIRE, Ask


def war_for(user: Person, public_id: str) -> tuple[Campaign, Membership]:
    """A war and the person's own place in its club; ``NotSeen`` for everybody who is not in that club now.

    The war comes with its club, pack and umpire. Two queries; a war of another club and one that does not exist cost one and
    answer the same.
    """
    if not user.is_authenticated:
        raise NotSeen
    mine = {"club__memberships__user_id": user.pk, "club__memberships__left_at": None}
    try:
        war = Campaign.objects.select_related("club", "pack", "umpire__user").get(public_id=public_id, **mine)
    except Campaign.DoesNotExist:
        raise NotSeen from None
    member = Membership.objects.get(club=war.club_id, user_id=user.pk, left_at=None)
    member.club, member.user = war.club, user
    return war, member


class Holding(Struct, frozen=True, kw_only=True):
    """A side of a war as everybody may see it: who holds it, its score, its troops."""

    key: str
    number: int
    """Counted from 1: its colour and mark follow from it."""
    commander: Membership | None
    deputies: tuple[Membership, ...]
    earned: int
    standing: int
    available: int
    units: int
    """Units that still have figures."""
    figures: int
    characters: int
    """Characters who are free and alive."""
    away: int
    """Characters in captivity or recalled."""

    @property
    def total(self) -> int:
        return self.earned + self.standing


def sides_of(war: Campaign) -> list[Side]:
    """The sides in their order, each with ``current``: who holds it now. Two queries."""
    sides = list(war.sides.all())
    _seat(sides, {war.pk: war.club})
    return sides


def _seat(sides: Sequence[Side], clubs: Mapping[int, Club]) -> None:
    """Give each side ``current``: who holds it now, first come first. ``clubs`` by war. One query."""
    rows = SideHolder.objects.filter(side__in=[side.pk for side in sides], until=None).select_related("member__user")
    by_side: dict[int, list[SideHolder]] = {side.pk: [] for side in sides}
    for row in sorted(rows, key=lambda row: row.pk):
        by_side[row.side_id].append(row)
    for side in sides:
        side.current = by_side[side.pk]  # type: ignore[attr-defined]
        for row in by_side[side.pk]:
            # Whoever holds a side is of the war's club.
            row.member.club = clubs[side.campaign_id]


def holdings(sides: Iterable[Side], state: State | None) -> list[Holding]:
    """Sides that ``sides_of`` gave, with their troops. No query."""
    return [_holding(side, number, state) for number, side in enumerate(sides, start=1)]


def _holding(side: Side, number: int, state: State | None) -> Holding:
    army = army_of(side)
    units = list(state.units[side.key].values()) if state else list(army.units)
    people = list(state.characters[side.key].values()) if state else list(army.characters)
    rows: list[SideHolder] = side.current  # type: ignore[attr-defined]  # by _seat
    main = next((row.member for row in rows if row.role == SideHolder.Role.MAIN), None)
    return Holding(
        key=side.key,
        number=number,
        commander=main,
        deputies=tuple(row.member for row in rows if row.role == SideHolder.Role.DEPUTY),
        earned=side.earned,
        standing=side.standing,
        available=side.available if state else sum(unit.value for unit in units) + sum(one.points for one in people),
        units=sum(unit.figures > 0 for unit in units),
        figures=sum(unit.figures for unit in units),
        characters=sum(one.status == "ready" for one in people),
        away=sum(one.status in ("captured", "recalled") for one in people),
    )


def held(sides: Iterable[Side]) -> Holders:
    """Who holds each side, from what ``sides_of`` read: for ``permissions.place_of``."""
    return Holders.of((side.key, row) for side in sides for row in side.current)  # type: ignore[attr-defined]  # by _seat


def last_years(war: Campaign) -> tuple[Year | None, Year | None]:
    """The year being fought, and the last one closed. One query, however many there are."""
    rows = list(war.year_set.exclude(stage=YearStage.WAITING).order_by("-number")[:2])
    return (
        next((year for year in rows if year.stage in OPEN_STAGES), None),
        next((year for year in rows if year.stage == YearStage.CLOSED), None),
    )


def year_of(war: Campaign, number: int) -> Year:
    """A year of a war that the caller was let into; else ``NotSeen``."""
    found = war.year_set.filter(number=number).first()
    if found is None:
        raise NotSeen
    return found


class Score(Struct, frozen=True, kw_only=True):
    """The end of a closed year: points of each side (``earned``, ``standing``, ``total``), and the troops it had left."""

    year: int
    points: dict[str, dict[str, int]]
    available: dict[str, int]


def scores(war: Campaign, *, last: int | None = None) -> list[Score]:
    """The score at the end of each closed year, the oldest first; ``last``: of so many only. One query; only the points are read."""
    rows = war.year_set.filter(stage=YearStage.CLOSED).order_by("-number")
    told = rows.values_list("number", "summary__vp", "summary__available")[:last]
    return [Score(year=year, points=points, available=troops or {}) for year, points, troops in told if points][::-1]


def score_at(year: Year) -> Score:
    """The score at the end of a year that is closed. No query."""
    return Score(year=year.number, points=year.summary["vp"], available=year.summary["available"])


def points_by_year(war: Campaign) -> list[tuple[int, dict[str, int]]]:
    """Victory points of each side at the end of each closed year, the oldest first. One query."""
    return [(row.year, {side: one["total"] for side, one in row.points.items()}) for row in scores(war)]


# --- Who owes what -------------------------------------------------------------------------------------


class Owed(Struct, frozen=True, kw_only=True):
    """A decision that a war waits for. ``seat``: a side, or the umpire. Who owes it is public; what he answers is not here."""

    seat: str
    prompt: str
    battle: bool = False
    """Asked at the table, not by the campaign rules."""


MORE_TIME = "more_time"
"""Asked by another side, not by any rules: the war does not wait for the answer."""


def owed(rules: Rules, state: State, *, handed_in: Iterable[str] = (), battle_asks: Iterable[Ask] = ()) -> list[Owed]:
    """What a running war waits for. ``handed_in``: sides whose sealed decision is in and ready. No query."""
    done = set(handed_in)
    found = []
    for ask in rules.asks(state):
        if ask.seat == HOST or not _waited_for(ask) or (ask.kind == "sealed" and ask.seat in done):
            continue
        found.append(Owed(seat=ask.seat, prompt=ask.prompt))
    found += [Owed(seat=ask.seat, prompt=ask.prompt, battle=True) for ask in battle_asks if _waited_for(ask)]
    return found


def _waited_for(ask: Ask) -> bool:
    return ask.kind != "may" or ask.wanted


def battles_of(years: Iterable[Year]) -> dict[int, list[Engagement]]:
    """The engagements of years, by the year's own id, each with its battle. One query."""
    found: dict[int, list[Engagement]] = {}
    rows = Engagement.objects.filter(year__in=[year.pk for year in years]).select_related("battle").order_by("number")
    for row in rows:
        found.setdefault(row.year_id, []).append(row)
    return found


def battle_asks(engagements: Iterable[Engagement]) -> list[Ask]:
    """Who is asked for something at the tables of a year. No query."""
    return [ask for engagement in engagements for ask in battles.asks_of(engagement.battle)]


def held_battle(engagements: Iterable[Engagement]) -> Engagement | None:
    """The battle that the program could not go on with, if there is one."""
    return next((one for one in engagements if one.battle.stage == BattleStage.HELD), None)


def disputed(engagements: Iterable[Engagement]) -> bool:
    """Whether the umpire is asked to rule."""
    return any(ask.seat == UMPIRE and ask.wanted for ask in battle_asks(engagements))


# --- Lists ---------------------------------------------------------------------------------------------


class Listed(Struct, frozen=True, kw_only=True):
    """A war in a list: where it stands, and who is late."""

    war: Campaign
    year: Year | None
    sides: list[Side]
    owed: list[Owed]
    disputed: bool
    held_battle: Engagement | None = None
    claimed: tuple[str, ...] = ()
    """Sides that claim the win of the battle and wait for the umpire."""
    request: Extension | None = None
    """The request for more time that waits for an answer."""

    @property
    def held(self) -> Holders:
        return held(self.sides)

    @property
    def asked_for_time(self) -> list[str]:
        """Sides that have not answered the request for more time, in their order."""
        if self.request is None:
            return []
        answered = {self.request.side, *self.request.agreed}
        return [side.key for side in self.sides if side.key not in answered and self.held.team(side.key)]

    @property
    def on_paper(self) -> set[str]:
        """Sides whose commander has no account: somebody types in what he hands over."""
        return {key for key, member in self.held.items() if member.on_paper}

    @property
    def nobodys(self) -> set[str]:
        """Sides that nobody answers for, and the program neither: an officer may, or seat somebody."""
        held = self.held
        return {side.key for side in self.sides if not side.program and not held.team(side.key)}

    @property
    def late(self) -> list[str]:
        """Seats that the war waits for, each once."""
        return list(dict.fromkeys(one.seat for one in self.owed))


_ORDER = {Stage.HELD: 0, Stage.RUNNING: 0, Stage.FOUNDING: 1, Stage.OVER: 2}


def light() -> QuerySet[Campaign]:
    """Wars for a list: states are read for those that go on only, and a pack once however many wars share it."""
    rows = Campaign.objects.select_related("club", "umpire__user").defer("state", "start", "imported")
    return rows.order_by("-created_at", "-pk")


def wars_of(club: Club) -> list[Campaign]:
    """The wars of a club, for ``listed``: those that go on first, then the newest. One query."""
    return sorted(light().filter(club=club), key=lambda war: _ORDER[Stage(war.stage)])


def listed(wars: Iterable[Campaign]) -> list[Listed]:
    """Wars with their pack, open year, sides and holders, and who owes what. Nine queries at most, however many wars."""
    wars = list(wars)
    keys = [war.pk for war in wars]
    _fill(wars)
    asking = Exists(Extension.objects.filter(year=OuterRef("pk"), ended_at=None))
    rows = Year.objects.filter(campaign__in=keys, stage__in=OPEN_STAGES).annotate(asking=asking)
    years = {year.campaign_id: year for year in rows}
    sides: dict[int, list[Side]] = {}
    every = list(Side.objects.filter(campaign__in=keys))
    _seat(every, {war.pk: war.club for war in wars})
    for side in every:
        sides.setdefault(side.campaign_id, []).append(side)
    fought = battles_of(year for year in years.values() if year.stage == YearStage.BATTLE)
    handed_in = seats_in_years(years.values())
    claimed = claimed_in(years.values())
    requests = requests_in(year for year in years.values() if year.asking)
    return [
        _listed(war, years.get(war.pk), sides.get(war.pk, []), fought, handed_in, claimed, requests) for war in wars
    ]


def listed_one(war: Campaign, sides: Sequence[Side], year: Year | None) -> Listed:
    """The same for one war that is read already. Four queries at most."""
    fought = battles_of([year]) if year is not None and year.stage == YearStage.BATTLE else {}
    handed_in = seats_in_years([year]) if year is not None else {}
    claimed = claimed_in([year]) if year is not None else {}
    requests = requests_in([year]) if year is not None else {}
    return _listed(war, year, list(sides), fought, handed_in, claimed, requests)


def _fill(wars: list[Campaign]) -> None:
    packs = PackVersion.objects.in_bulk({war.pack_id for war in wars})
    running = [war.pk for war in wars if war.stage == Stage.RUNNING]
    states = dict(Campaign.objects.filter(pk__in=running).values_list("pk", "state"))
    for war in wars:
        war.pack = packs[war.pack_id]
        if war.pk in states:
            war.state = states[war.pk]


def _listed(
    war: Campaign,
    year: Year | None,
    sides: list[Side],
    fought: Mapping[int, list[Engagement]],
    handed_in: Mapping[int, set[str]],
    claimed: Mapping[int, tuple[str, ...]],
    requests: Mapping[int, Extension],
) -> Listed:
    waits: list[Owed] = []
    engagements = fought.get(year.pk, []) if year else []
    if year is not None and war.stage == Stage.RUNNING:
        waits = owed(
            rules_of(war),
            state_of(war),
            handed_in=handed_in.get(year.pk, ()),
            battle_asks=battle_asks(engagements),
        )
    return Listed(
        war=war,
        year=year,
        sides=sides,
        owed=waits,
        disputed=disputed(engagements),
        held_battle=held_battle(engagements),
        claimed=claimed.get(year.pk, ()) if year is not None else (),
        request=requests.get(year.pk) if year is not None else None,
    )


def requests_in(years: Iterable[Year]) -> dict[int, Extension]:
    """The requests for more time that wait for an answer, by the year's own id. One query; none where no year is given."""
    keys = [year.pk for year in years]
    rows = Extension.objects.filter(year__in=keys, ended_at=None) if keys else []
    return {row.year_id: row for row in rows}


def claimed_in(years: Iterable[Year]) -> dict[int, tuple[str, ...]]:
    """Sides that claim the win of an open battle, by the year's own id. One query; none where no battle is overdue."""
    overdue = [year.pk for year in years if year.overdue_at is not None]
    found: dict[int, tuple[str, ...]] = {}
    if overdue:
        rows = WinClaim.objects.filter(engagement__year__in=overdue, engagement__decided_at=None, state="open")
        for pk, side in rows.values_list("engagement__year_id", "side"):
            found[pk] = (*found.get(pk, ()), side)
    return found


# --- Before the war begins --------------------------------------------------------------------------------


def open_offers(war: Campaign) -> list[SideOffer]:
    """Sides of a war that are offered and not yet answered. One query."""
    rows = SideOffer.objects.filter(side__campaign=war, answered_at=None, member__left_at=None)
    return list(rows.select_related("side", "member__user").order_by("pk"))


def offer_of(war: Campaign, public_id: str, *, to: Membership | None = None) -> SideOffer:
    """An offer of a side of this war, answered or not; ``to``: only one made to this member. Else ``NotSeen``. One query."""
    rows = SideOffer.objects.filter(side__campaign=war, public_id=public_id)
    if to is not None:
        rows = rows.filter(member=to)
    found = rows.select_related("side", "member__user", "offered_by__user").first()
    if found is None:
        raise NotSeen
    return found


def offers_to(user: Person) -> list[SideOffer]:
    """Sides offered to a person in any club, the oldest first. One query."""
    rows = SideOffer.objects.filter(answered_at=None, member__user_id=user.pk or 0, member__left_at=None)
    return list(rows.select_related("side__campaign__club", "side__campaign__pack", "offered_by__user").order_by("pk"))
