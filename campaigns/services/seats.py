"""Seats and who sits there: taken, left, handed over, reassigned, deputised, played by the program.

A seat outlives its people: its orders, sealed ones too, stay with it. Order of locks: the member, then battles, then the war.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.models import Battle
from battles.services.opening import hand_over as hand_over_battle
from battles.services.opening import let_program_sit
from campaigns.models import Campaign, Engagement, Side, SideHolder, SideOffer, Year
from campaigns.models.absence import absent_rules
from campaigns.models.campaign import Stage
from campaigns.models.codec import pack_of
from campaigns.models.year import OPEN_STAGES
from campaigns.permissions import Holders, Place, holders, standing_of
from campaigns.rules.fields import TABLE
from campaigns.services import book, kernel, readiness, telling
from campaigns.services.reasons import reason_of
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership
from rulesets.contract import UMPIRE

NOT_OVER = (Stage.FOUNDING, Stage.RUNNING, Stage.HELD)
MOST_DEPUTIES = 5


def side_of(campaign: Campaign, key: str) -> Side:
    side = Side.objects.filter(campaign=campaign, key=key).first()
    if side is None:
        raise NotSeen
    return side


def hold_member(member: Membership) -> Membership:
    """Take a member before the war, and read him afresh: whoever is being removed in the same moment takes no seat.

    Not his key: what others write down about him (a notice, say) while they hold the war must not wait for him.
    """
    rows = Membership.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("user", "club").get(pk=member.pk)


def check_member(campaign: Campaign, member: Membership) -> None:
    if member.club_id != campaign.club_id or member.left_at is not None:
        raise Refusal(_("A side is held by a member of the club."), code="not_a_member")


def check_free(held: Holders, side: str, member: Membership) -> None:
    """He may have a place at this side, but at no other."""
    if held.side_of(member) not in (None, side):
        raise Refusal(_("Nobody holds two sides of one war."), code="holds_another")


def _number(campaign: Campaign) -> int:
    year = Year.objects.filter(campaign=campaign, stage__in=OPEN_STAGES).first()
    return year.number if year else 0


def open_battles(campaign: Campaign) -> list[Battle]:
    engaged = Engagement.objects.filter(year__campaign=campaign, decided_at=None).values("battle_id")
    return list(Battle.objects.filter(pk__in=engaged, stage__in=("open", "held")))


def _tables_in_step(campaign: Campaign, side: str, *, now: datetime) -> None:
    """Whoever holds the side now sits at its open battle; the program where it plays the side and can play there."""
    battles = open_battles(campaign)
    if battles:
        held = holders(campaign)
        for battle in battles:
            hand_over_battle(battle, seat=side, member=held.get(side), deputies=held.deputies.get(side, ()))
            if battle.ruleset != TABLE:
                program = side not in held and side in readiness.program_sides(campaign)
                let_program_sit(battle, seat=side, program=program, now=now)


def _look_again(campaign: Campaign) -> None:
    """Who plays a side changed, so a year may have nobody left to wait for, or somebody again."""
    year = Year.objects.filter(campaign=campaign, stage__in=OPEN_STAGES).first()
    if year is not None and campaign.stage == Stage.RUNNING:
        readiness.look(campaign, year)


def close_offer(campaign: Campaign, offer: SideOffer, *, accepted: bool, now: datetime) -> None:
    """Nothing can be answered any more: what asked for an answer is taken back, on the site and where it was not yet sent."""
    offer.answered_at, offer.accepted = now, accepted
    offer.save(update_fields=["answered_at", "accepted"])
    telling.take_back(campaign, f"offer:{offer.pk}", now=now)


# --- Sitting down and getting up ------------------------------------------------------------------------


def sit(campaign: Campaign, side: Side, member: Membership, *, now: datetime) -> None:
    """Give a vacant side to a member. The deputies of whoever held it before go: he names his own."""
    SideHolder.objects.filter(side=side, until=None).update(until=now)
    SideHolder.objects.create(side=side, member=member, since=now)
    Side.objects.filter(pk=side.pk).update(program=False)
    for offer in SideOffer.objects.filter(side=side, answered_at=None).exclude(member=member):
        close_offer(campaign, offer, accepted=False, now=now)
    _tables_in_step(campaign, side.key, now=now)
    book.note(campaign, "seat_taken", year=_number(campaign), now=now, by=member, side=side.key)
    _look_again(campaign)


def rise(campaign: Campaign, side: Side, *, now: datetime, reason: str = "") -> bool:
    """Make a side vacant; its deputies stay until somebody takes it. False where nobody held it."""
    if not SideHolder.objects.filter(side=side, until=None, role=SideHolder.Role.MAIN).update(until=now):
        return False
    # What the commander who goes was handing over is no longer his to give.
    _withdraw_hand_over(campaign, side, now=now)
    _tables_in_step(campaign, side.key, now=now)
    told: dict[str, Any] = {"reason": reason} if reason else {}
    book.note(campaign, "seat_left", year=_number(campaign), now=now, side=side.key, **told)
    return True


def deputy_up(campaign: Campaign, side: Side, *, now: datetime) -> Membership | None:
    """The first deputy who can act takes a vacant side over; the others stay. None where there is nobody."""
    rows = SideHolder.objects.filter(side=side, until=None, role=SideHolder.Role.DEPUTY)
    row = (
        rows.filter(member__left_at=None, member__user__is_active=True).select_related("member").order_by("pk").first()
    )
    if row is None:
        return None
    SideHolder.objects.filter(pk=row.pk).update(until=now)
    SideHolder.objects.create(side=side, member=row.member, since=now)
    _tables_in_step(campaign, side.key, now=now)
    book.note(campaign, "deputy_moved_up", year=_number(campaign), now=now, by=row.member, side=side.key)
    return row.member


# --- Who may change it ------------------------------------------------------------------------------------


def _has_say(place: Place, campaign: Campaign, side: str, *, taken: bool) -> bool:
    """Whether this person decides over a seat that is not his. Who plays may fill another side's vacant seat, no more."""
    if campaign.stage == Stage.FOUNDING:
        return place.manages
    if place.side not in (None, side) and taken:
        return False
    return place.umpires or place.manages


def _require_say(campaign: Campaign, by: Membership, side: str) -> Place:
    place = standing_of(campaign, by)
    if not _has_say(place, campaign, side, taken=True):
        raise Refusal(
            _("Only the umpire, or whoever manages the war and does not play on another side, can do this."),
            code="not_your_side",
            status=403,
        )
    return place


def tell_war(
    campaign: Campaign, kind: str, side: str, *, now: datetime, also: tuple[Membership, ...] = (), **data: Any
) -> None:
    """Tell everybody who plays or umpires that a seat changed hands, each once."""
    held = holders(campaign)
    people = {member.pk: member for member in (*held.everybody, *telling.umpires(campaign, held), *also)}
    labels = dict(pack_of(campaign.pack).sides[side].name)
    key = f"seat:{campaign.seq}:{kind}"
    url = campaign.get_absolute_url()
    telling.tell(campaign, kind, people.values(), key=key, now=now, url=url, seat=side, side_name=labels, **data)


def _tell_vacant(campaign: Campaign, side: str, *, now: datetime) -> None:
    labels = dict(pack_of(campaign.pack).sides[side].name)
    key = f"vacant:{campaign.seq}"
    telling.tell_managers(campaign, "seat_vacant", key=key, now=now, seat=side, side_name=labels)


@transaction.atomic
def vacate(campaign: Campaign, *, side: str, by: Membership, now: datetime) -> None:
    """A commander gives his side up, or whoever has the say takes it from him. The side stays; its orders belong to it."""
    held = kernel.claim(campaign.pk, stages=NOT_OVER, battles=True)
    place = standing_of(held, by)
    if not ((place.side == side and place.commands) or _has_say(place, held, side, taken=True)):
        raise Refusal(_("This is not yours to decide."), code="not_your_side", status=403)
    row = side_of(held, side)
    if rise(held, row, now=now) and held.stage != Stage.FOUNDING:
        if absent_rules(held).stand_in and deputy_up(held, row, now=now):
            return
        _tell_vacant(held, side, now=now)


@transaction.atomic
def hand_over(campaign: Campaign, *, side: str, to: Membership, by: Membership, now: datetime) -> SideOffer:
    """The commander offers his side to another member; he holds it until that member accepts. A second offer replaces the first."""
    to = hold_member(to)
    held = kernel.claim(campaign.pk, stages=NOT_OVER, battles=True)
    place = standing_of(held, by)
    if place.side != side or not place.commands:
        raise Refusal(_("Only the commander of a side hands it over."), code="not_your_side", status=403)
    if to.pk == by.pk:
        raise Refusal(_("You hold this side already."), code="not_yourself")
    check_member(held, to)
    check_free(holders(held), side, to)
    _require_account(to)
    row = side_of(held, side)
    _withdraw_hand_over(held, row, now=now)
    offer = SideOffer.objects.create(side=row, member=to, offered_by=by, offered_at=now, hands_over=True)
    labels = dict(pack_of(held.pack).sides[side].name)
    url = f"/wars/{held.public_id}/offers/{offer.public_id}/"
    key = f"offer:{offer.pk}"
    telling.tell(held, "seat_handed", [to], key=key, now=now, url=url, side=side, side_name=labels, by=str(by))
    return offer


@transaction.atomic
def keep(campaign: Campaign, *, side: str, by: Membership, now: datetime) -> None:
    """The commander takes his offer to hand over back."""
    held = kernel.claim(campaign.pk, stages=NOT_OVER, battles=True)
    place = standing_of(held, by)
    if place.side != side or not place.commands:
        raise Refusal(_("Only the commander of a side hands it over."), code="not_your_side", status=403)
    _withdraw_hand_over(held, side_of(held, side), now=now)


def _withdraw_hand_over(campaign: Campaign, side: Side, *, now: datetime) -> None:
    for offer in SideOffer.objects.filter(side=side, answered_at=None, hands_over=True):
        close_offer(campaign, offer, accepted=False, now=now)


def _require_account(member: Membership) -> None:
    if member.user is None or not member.user.is_active:
        raise Refusal(_("This member has no account with which he could answer."), code="needs_account")


def take_over(campaign: Campaign, offer: SideOffer, *, now: datetime) -> None:
    """A hand-over is accepted: inside the verb that answers offers. Refused if whoever offered it holds the side no more."""
    held = holders(campaign)
    side = offer.side.key
    if held.get(side) is None or held[side].pk != offer.offered_by_id:
        raise Refusal(_("Whoever offered you this side does not hold it any more."), code="offer_gone", status=409)
    check_member(campaign, offer.member)
    check_free(held, side, offer.member)
    former = held[side]
    rise(campaign, offer.side, now=now)
    sit(campaign, offer.side, offer.member, now=now)
    tell_war(campaign, "seat_changed", side, now=now, also=(former,))


@transaction.atomic
def reassign(
    campaign: Campaign,
    *,
    side: str,
    to: Membership | None,
    reason: str,
    by: Membership,
    now: datetime,
    program: bool = False,
) -> None:
    """The umpire, or whoever manages the war, gives a side to another member, makes it vacant (``to`` None) or has the program play it.

    The former commander and his deputies lose sight of its secrets at once. Whoever plays on another side may only fill a vacant
    seat, and only with somebody else.
    """
    reason = reason_of(reason)
    if to is not None:
        to = hold_member(to)
    held = kernel.claim(campaign.pk, stages=NOT_OVER, battles=True)
    place, seated = standing_of(held, by), holders(held)
    if not _has_say(place, held, side, taken=side in seated or to is None):
        raise Refusal(
            _("Only the umpire, or whoever manages the war and does not play on another side, can do this."),
            code="not_your_side",
            status=403,
        )
    row, former = side_of(held, side), seated.team(side)
    if to is not None:
        check_member(held, to)
        check_free(seated, side, to)
        if side in seated and seated[side].pk == to.pk:
            raise Refusal(_("This member holds the side already."), code="side_taken", status=409)
    rise(held, row, now=now)
    book.note(
        held,
        "seat_reassigned" if to else "seat_to_program" if program else "seat_emptied",
        year=_number(held),
        now=now,
        by=by,
        side=side,
        reason=reason,
    )
    if to is not None:
        sit(held, row, to, now=now)
    else:
        _empty(held, row, program=program, now=now)
    tell_war(held, "seat_changed", side, now=now, also=(*former, *([to] if to else [])), reason=reason)


def _empty(campaign: Campaign, side: Side, *, program: bool, now: datetime) -> None:
    """Nobody answers for the side any more; the program does, or nobody until its deadlines."""
    SideHolder.objects.filter(side=side, until=None).update(until=now)
    Side.objects.filter(pk=side.pk).update(program=program)
    _tables_in_step(campaign, side.key, now=now)
    _look_again(campaign)


def drop(campaign: Campaign, side: Side, *, program: bool, now: datetime) -> None:
    """Nobody answered for the side for too long: its people go, as the war's rules for absent players say."""
    rise(campaign, side, now=now)
    _empty(campaign, side, program=program, now=now)


# --- Deputies -----------------------------------------------------------------------------------------------


@transaction.atomic
def add_deputy(campaign: Campaign, *, side: str, member: Membership, by: Membership, now: datetime) -> SideHolder:
    """Name a deputy: he may do what the commander may, and sees what he sees. The commander does, or whoever has the say."""
    member = hold_member(member)
    held = kernel.claim(campaign.pk, stages=NOT_OVER, battles=True)
    _require_over_deputies(held, by, side)
    seated = holders(held)
    check_member(held, member)
    check_free(seated, side, member)
    _require_account(member)
    if member.pk in [one.pk for one in seated.team(side)]:
        raise Refusal(_("This member answers for the side already."), code="deputy_already", status=409)
    if side not in seated:
        raise Refusal(_("Nobody commands this side: seat somebody first."), code="seat_vacant", status=409)
    if len(seated.deputies.get(side, ())) >= MOST_DEPUTIES:
        raise Refusal(_("A side has at most five deputies."), code="too_many_deputies")
    row = SideHolder.objects.create(side=side_of(held, side), member=member, role=SideHolder.Role.DEPUTY, since=now)
    _tables_in_step(held, side, now=now)
    book.note(held, "deputy_named", year=_number(held), now=now, by=member, side=side)
    labels = dict(pack_of(held.pack).sides[side].name)
    url = held.get_absolute_url()
    about = {"side": side, "side_name": labels, "by": str(by)}
    telling.tell(held, "deputy_named", [member], key=f"deputy:{row.pk}", now=now, url=url, **about)
    return row


def _require_over_deputies(campaign: Campaign, by: Membership, side: str) -> None:
    place = standing_of(campaign, by)
    if not (place.side == side and place.commands):
        _require_say(campaign, by, side)


@transaction.atomic
def remove_deputy(campaign: Campaign, *, side: str, member: Membership, by: Membership, now: datetime) -> None:
    """A deputy goes, of himself or because the commander, or whoever has the say, sends him. He loses sight of its secrets at once."""
    held = kernel.claim(campaign.pk, stages=NOT_OVER, battles=True)
    if member.pk != by.pk:
        _require_over_deputies(held, by, side)
    if not _end_deputy(held, side_of(held, side), member, now=now):
        raise NotSeen


def _end_deputy(campaign: Campaign, side: Side, member: Membership, *, now: datetime) -> bool:
    rows = SideHolder.objects.filter(side=side, member=member, until=None, role=SideHolder.Role.DEPUTY)
    if not rows.update(until=now):
        return False
    _tables_in_step(campaign, side.key, now=now)
    book.note(campaign, "deputy_gone", year=_number(campaign), now=now, by=member, side=side.key)
    return True


# --- Somebody leaves the club -------------------------------------------------------------------------------


@transaction.atomic
def leave_all(member: Membership, *, now: datetime) -> None:
    """A member left the club: his seats are vacant or go to a deputy, as each war says; what he umpired has no umpire. The wars go on."""
    seats = SideHolder.objects.filter(member=member, until=None)
    wars = Campaign.objects.exclude(stage=Stage.OVER)
    mine = sorted(
        {
            *wars.filter(sides__holders__in=seats).values_list("pk", flat=True),
            *wars.filter(umpire=member).values_list("pk", flat=True),
        }
    )
    kernel.lock_battles(*mine)
    for pk in mine:
        _leave_war(kernel.claim(pk, stages=NOT_OVER), member, now=now)
    SideHolder.objects.filter(member=member, until=None).update(until=now)
    for offer in SideOffer.objects.filter(member=member, answered_at=None).select_related("side__campaign"):
        close_offer(offer.side.campaign, offer, accepted=False, now=now)


def _leave_war(campaign: Campaign, member: Membership, *, now: datetime) -> None:
    for side in Side.objects.filter(campaign=campaign, holders__member=member, holders__until=None).distinct():
        if _end_deputy(campaign, side, member, now=now):
            continue
        rise(campaign, side, now=now)
        if campaign.stage == Stage.FOUNDING:
            continue
        if not (absent_rules(campaign).stand_in and deputy_up(campaign, side, now=now)):
            _tell_vacant(campaign, side.key, now=now)
    if campaign.umpire_id == member.pk:
        _without_umpire(campaign, now=now)


def _without_umpire(campaign: Campaign, *, now: datetime) -> None:
    """Any officer of the club who does not play settles what is open from now on."""
    campaign.umpire = None
    campaign.save(update_fields=["umpire"])
    for battle in open_battles(campaign):
        hand_over_battle(battle, seat=UMPIRE, member=None)
    if campaign.stage != Stage.FOUNDING:
        book.note(campaign, "umpire_left", year=_number(campaign), now=now)
        telling.tell_managers(campaign, "umpire_left", key=f"umpire:{campaign.seq}", now=now)
