"""Preparing a war: rules, clock, sides, armies; and beginning it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles import chain
from campaigns import narration
from campaigns.models import Campaign, EventRow, EventTable, PackVersion, Side, SideOffer
from campaigns.models.absence import AbsentRules
from campaigns.models.campaign import DiceMode, Stage
from campaigns.models.codec import army_of, digest, pack_of, rules_of, text
from campaigns.permissions import holders, require_manager, standing_of
from campaigns.rules.armies import Army, check_army, clean_text
from campaigns.rules.engine import Rules, Start
from campaigns.rules.pack import Pack, bundled, bundled_keys, canonical
from campaigns.rules.packcheck import problems
from campaigns.rules.recordfile import YEARS, known_flags
from campaigns.services import book, kernel, projection, seats, telling
from campaigns.services.clockwork import MOST_GRACE
from campaigns.services.deadlines import AGREED_DAYS, STAGE_KEYS
from clubs.errors import NotSeen, Refusal
from clubs.models import Club, Membership
from rulesets.contract import Happening, Problem

LONGEST_NAME = 80
MOST_DAYS = 120
MOST_AGREED = 60
MOST_HOURS, MOST_MISSED, MOST_NOTICE = 168, 20, 60
MOST_VP = 1000  # as in a record


class Unfit(Refusal):
    """An army or a beginning that the rules refuse; ``problems`` says everything that is wrong."""

    def __init__(self, found: list[Problem]):
        super().__init__(narration.problem_text(found[0]), code=found[0].code)
        self.problems = found


# --- The rules of a war -----------------------------------------------------------------------------


def freeze(pack: Pack, *, now: datetime) -> PackVersion:
    """The row of exactly this pack, with its event tables; made once."""
    found = problems(pack)
    if found:
        raise Unfit(found)
    version, made = PackVersion.objects.get_or_create(
        digest=pack.digest,
        defaults={
            "key": pack.key,
            "edition": pack.edition,
            "document": canonical(pack).decode(),
            "created_at": now,
        },
    )
    if made:
        for side, rows in pack.events.items():
            table = EventTable.objects.create(pack=version, side=side)
            EventRow.objects.bulk_create(
                EventRow(
                    table=table,
                    on=row.on,
                    title=row.title,
                    text=row.text,
                    effects=[msgspec.to_builtins(effect) for effect in row.effects],
                )
                for row in rows
            )
    return version


@transaction.atomic
def found(
    club: Club,
    *,
    name: str,
    pack_key: str = "hispania",
    years: int = 5,
    clock: Mapping[str, Any] | None = None,
    readings: Mapping[str, str] | None = None,
    dice: str = DiceMode.PROGRAM,
    absent: Mapping[str, Any] | None = None,
    umpire: Membership | None = None,
    by: Membership,
    now: datetime,
) -> Campaign:
    """Found a war. Any member may; he and the club's managers prepare it."""
    if by.club_id != club.pk or by.left_at is not None:
        raise NotSeen
    if pack_key not in bundled_keys():
        raise Refusal(_("There are no such rules."), code="unknown_pack")
    pack = bundled(pack_key)
    campaign = Campaign(
        club=club,
        pack=freeze(pack, now=now),
        created_by=by,
        created_at=now,
        stage=Stage.FOUNDING,
        years=years,
        name=name,
    )
    _set(
        campaign,
        name=name,
        years=years,
        clock=clock or {},
        readings=readings or {},
        dice=dice,
        absent=absent or {},
        umpire=umpire,
    )
    campaign.head = chain.start(campaign.game)
    campaign.save()
    Side.objects.bulk_create(Side(campaign=campaign, key=key, place=place) for place, key in enumerate(pack.side_keys))
    book.note(campaign, "founded", year=0, now=now, by=by)
    return campaign


def _set(campaign: Campaign, **changes: Any) -> None:
    """Take over what is given, each judged."""
    pack = pack_of(campaign.pack)
    if "name" in changes:
        campaign.name = clean_text(changes["name"])
        if not campaign.name or len(campaign.name) > LONGEST_NAME:
            raise Refusal(_("Give the war a name of up to 80 characters."), code="bad_name")
    if "years" in changes:
        if not 1 <= int(changes["years"]) <= YEARS:
            raise Refusal(_("A war lasts from 1 to 200 years."), code="bad_years")
        campaign.years = int(changes["years"])
    if "clock" in changes:
        campaign.clock = _clock(pack, changes["clock"])
    if "readings" in changes:
        campaign.readings = _readings(pack, changes["readings"])
    if "dice" in changes:
        campaign.dice = DiceMode(changes["dice"])
    if "absent" in changes:
        # What is not given stays.
        campaign.absent = _absent(pack, {**campaign.absent, **changes["absent"]})
    if "umpire" in changes:
        umpire = changes["umpire"]
        if umpire is not None and (umpire.club_id != campaign.club_id or umpire.left_at is not None):
            raise Refusal(_("The umpire is a member of the club."), code="not_a_member")
        campaign.umpire = umpire


def _clock(pack: Pack, given: Mapping[str, Any]) -> dict[str, Any]:
    clock: dict[str, Any] = {}
    for key in STAGE_KEYS.values():
        days = int(given.get(key, pack.clock.get(key, 7)))
        if not 1 <= days <= MOST_DAYS:
            raise Refusal(_("A stage lasts from 1 to 120 days."), code="bad_clock")
        clock[key] = days
    hour, weekday = int(given.get("hour", 21)), given.get("weekday")
    if not 0 <= hour <= 23 or (weekday is not None and not 0 <= int(weekday) <= 6):
        raise Refusal(_("Deadlines fall on a whole hour of the day, and on a day of the week."), code="bad_clock")
    agreed, grace = int(given.get("agreed", AGREED_DAYS)), int(given.get("grace", 0))
    if not 0 <= agreed <= MOST_AGREED or not 0 <= grace <= MOST_GRACE:
        raise Refusal(
            _("The sides may give each other up to 60 days in a stage, and what is late is taken for up to 72 hours."),
            code="bad_clock",
        )
    at = {"hour": hour, "weekday": None if weekday is None else int(weekday)}
    return {**clock, **at, "agreed": agreed, "grace": grace}


def _readings(pack: Pack, given: Mapping[str, str]) -> dict[str, str]:
    for key, value in given.items():
        if key not in pack.readings or value not in pack.readings[key].options:
            raise Refusal(_("There is no such reading of these rules."), code="unknown_reading")
    return {**pack.default_readings(), **given}


def _absent(pack: Pack, given: Mapping[str, Any]) -> dict[str, Any]:
    order = given.get("order") or pack.default_action
    if order not in pack.actions:
        raise Refusal(_("There is no such action in these rules."), code="unknown_action")
    try:
        rules = msgspec.convert({**given, "order": order}, AbsentRules)
    except msgspec.ValidationError:
        rules = None
    limits = {"remind": MOST_HOURS, "stand_in": MOST_MISSED, "drop": MOST_MISSED, "claim": MOST_NOTICE}
    if rules is None or any(not 0 <= getattr(rules, name) <= most for name, most in limits.items()):
        raise Refusal(_("These rules for absent players cannot be."), code="bad_absent")
    if rules.stand_in and rules.drop and rules.stand_in >= rules.drop:
        raise Refusal(_("A deputy must be able to take over before the seat is lost."), code="bad_absent")
    return dict(msgspec.to_builtins(rules))


def _founding(campaign: Campaign) -> Campaign:
    if campaign.stage != Stage.FOUNDING:
        raise Refusal(_("This war has begun: its rules stand."), code="war_begun", status=409)
    return kernel.claim(campaign.pk, stages=(Stage.FOUNDING,))


@transaction.atomic
def edit(campaign: Campaign, *, by: Membership, now: datetime, **changes: Any) -> Campaign:
    """Change name, years, clock, readings, dice, absent defaults or umpire, while the war is prepared."""
    held = _founding(campaign)
    require_manager(held, by)
    _set(held, **changes)
    held.save()
    return held


# --- Sides ------------------------------------------------------------------------------------------


def _check_seat(campaign: Campaign, side: str, member: Membership) -> None:
    seats.check_member(campaign, member)
    held = holders(campaign)
    if side in held:
        raise Refusal(_("This side is taken."), code="side_taken", status=409)
    seats.check_free(held, side, member)


@transaction.atomic
def offer_side(campaign: Campaign, *, side: str, member: Membership, by: Membership, now: datetime) -> SideOffer:
    """Offer a side to a member; who offers it to himself holds it at once."""
    member = seats.hold_member(member)
    held = kernel.claim(campaign.pk, stages=seats.NOT_OVER, battles=True)
    require_manager(held, by)
    _check_seat(held, side, member)
    row = seats.side_of(held, side)
    offer, _made = SideOffer.objects.get_or_create(
        side=row, member=member, answered_at=None, defaults={"offered_by": by, "offered_at": now}
    )
    if member.pk == by.pk:
        return _answer(held, offer, accept=True, now=now)
    labels = dict(pack_of(held.pack).sides[side].name)
    told = {"side": side, "side_name": labels, "by": str(by)}
    telling.tell(held, "seat_offered", [member], key=f"offer:{offer.pk}", now=now, url=_page(held, offer), **told)
    return offer


def _page(campaign: Campaign, offer: SideOffer) -> str:
    return f"/wars/{campaign.public_id}/offers/{offer.public_id}/"


@transaction.atomic
def withdraw_offer(offer: SideOffer, *, by: Membership, now: datetime) -> SideOffer:
    """Take an offer back that nobody has answered. Whoever may offer may; the member is told, and the offer's notice goes."""
    held = kernel.claim(offer.side.campaign_id, stages=seats.NOT_OVER)
    require_manager(held, by)
    fresh = SideOffer.objects.select_related("side", "member__user", "member__club").get(pk=offer.pk)
    if fresh.answered_at is not None:
        raise Refusal(_("This offer has been answered already."), code="answered", status=409)
    seats.close_offer(held, fresh, accepted=False, now=now)
    labels = dict(pack_of(held.pack).sides[fresh.side.key].name)
    told = {"side": fresh.side.key, "side_name": labels, "by": str(by)}
    url = held.get_absolute_url()
    telling.tell(held, "offer_withdrawn", [fresh.member], key=f"offer:{fresh.pk}:withdrawn", now=now, url=url, **told)
    return fresh


@transaction.atomic
def answer_offer(offer: SideOffer, *, accept: bool, by: Membership, now: datetime) -> SideOffer:
    """Take an offered side, or decline it."""
    seats.hold_member(offer.member)
    held = kernel.claim(offer.side.campaign_id, stages=seats.NOT_OVER, battles=True)
    fresh = SideOffer.objects.select_related("side", "member__user", "member__club").get(pk=offer.pk)
    if fresh.member_id != by.pk:
        raise NotSeen
    if fresh.answered_at is not None:
        raise Refusal(_("This offer has been answered already."), code="answered", status=409)
    return _answer(held, fresh, accept=accept, now=now)


def _answer(campaign: Campaign, offer: SideOffer, *, accept: bool, now: datetime) -> SideOffer:
    if accept and offer.hands_over:
        seats.take_over(campaign, offer, now=now)
    elif accept:
        _check_seat(campaign, offer.side.key, offer.member)
        seats.sit(campaign, offer.side, offer.member, now=now)
    seats.close_offer(campaign, offer, accepted=accept, now=now)
    return offer


@transaction.atomic
def seat_paper_member(campaign: Campaign, *, side: str, member: Membership, by: Membership, now: datetime) -> None:
    """Seat a member without an account: an officer types in what he hands over on paper."""
    member = seats.hold_member(member)
    held = kernel.claim(campaign.pk, stages=seats.NOT_OVER, battles=True)
    require_manager(held, by)
    if member.user_id is not None:
        raise Refusal(_("This member has an account: offer him the side instead."), code="has_account")
    _check_seat(held, side, member)
    seats.sit(held, seats.side_of(held, side), member, now=now)


vacate = seats.vacate


# --- Armies -----------------------------------------------------------------------------------------


@transaction.atomic
def set_army(
    campaign: Campaign, *, side: str, army: Army, by: Membership, now: datetime, under_way: bool = False
) -> Side:
    """Write down a side's army while the war is prepared. Its holder does, or an officer who does not play."""
    held = _founding(campaign)
    place = standing_of(held, by)
    if not (place.side == side or place.officer or (place.manages and place.side is None)):
        raise Refusal(_("This army is not yours to write down."), code="not_your_side", status=403)
    pack = pack_of(held.pack)
    wrong = check_army(pack, army, under_way=under_way)
    if wrong:
        raise Unfit([pack.citing(one) for one in wrong])
    row = seats.side_of(held, side)
    row.army = text(army)
    row.save(update_fields=["army"])
    return row


# --- The beginning ----------------------------------------------------------------------------------


def missing(campaign: Campaign, *, under_way: bool = False) -> list[Problem]:
    """Everything that still stands in the way of the war. A vacant side does not: it is played by its defaults."""
    found = []
    for side in campaign.sides.all():
        army = army_of(side)
        if not army:
            found.append(Problem(code="no_army", place=f"sides.{side.key}", data={"side": side.key}))
            continue
        wrong = check_army(pack_of(campaign.pack), army, under_way=under_way)
        found += [Problem(code=p.code, place=f"sides.{side.key}.{p.place}", data=p.data) for p in wrong]
    return found


@transaction.atomic
def begin(
    campaign: Campaign,
    *,
    by: Membership,
    now: datetime,
    year: int = 1,
    earned: Mapping[str, int] | None = None,
    flags: tuple[str, ...] = (),
) -> Campaign:
    """Begin the war. ``year``, ``earned`` and ``flags`` say where it stands if it is already under way on paper."""
    held = _founding(campaign)
    require_manager(held, by)
    under_way = year > 1 or bool(earned and any(earned.values())) or bool(flags)
    wrong = missing(held, under_way=under_way)
    if wrong:
        raise Unfit(wrong)
    pack = pack_of(held.pack)
    points = earned or {}
    known = not set(flags) - known_flags(pack) and not set(points) - set(pack.side_keys)
    if not (known and 1 <= year <= held.years and all(abs(vp) <= MOST_VP for vp in points.values())):
        raise Refusal(_("The war cannot stand like this: look at its year and what is in force."), code="bad_start")
    armies = {side.key: army_of(side) for side in held.sides.all()}
    start = Start(
        units={key: army.units for key, army in armies.items()},
        characters={key: army.characters for key, army in armies.items()},
        years=held.years,
        year=year,
        earned=dict(points),
        flags=tuple(flags),
        by_hand=held.dice == DiceMode.HAND,
    )
    return start_war(held, rules_of(held), start, by=by, now=now)


def start_war(campaign: Campaign, rules: Rules, start: Start, *, by: Membership | None, now: datetime) -> Campaign:
    """Write down where the war starts, and open its first year. The campaign row is the caller's claim."""
    set_down(campaign, rules, start, now=now)
    book.write(campaign, [Happening(kind="opened", data={"year": start.year})], year=start.year, now=now, by=by)
    kernel.open_year(campaign, rules, rules.begin(start), now=now)
    campaign.save()
    return campaign


def set_down(campaign: Campaign, rules: Rules, start: Start, *, now: datetime) -> None:
    """The war's first facts: its start, the state that follows, and the rosters."""
    state = rules.begin(start)
    campaign.start, campaign.state = text(start), text(state)
    campaign.state_digest = digest(campaign.state)
    campaign.stage, campaign.started_at = Stage.RUNNING, now
    campaign.save()
    projection.sync(campaign, rules, state, year=start.year)
