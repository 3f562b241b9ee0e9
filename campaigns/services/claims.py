"""Claims of a win, where the other side missed the deadline of a battle: made, granted, refused, or come to nothing.

A claim that is granted settles the battle by the same verb as any ruling, so everything that follows from a battle follows from it.
Order of locks: the battle, then the war.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as __
from django.utils.translation import gettext_lazy as _

from battles.models import Battle, OutboxMessage
from battles.models.battle import Stage as BattleStage
from battles.services import verdicts
from battles.services.notices import ASKED
from campaigns.models import Campaign, Engagement, WinClaim, Year
from campaigns.models.absence import absent_rules
from campaigns.models.campaign import Stage
from campaigns.models.codec import pack_of
from campaigns.models.year import YearStage
from campaigns.permissions import Holders, holders, require_umpire, standing_of
from campaigns.services import book, kernel, telling
from campaigns.services.reasons import reason_of
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership
from rulesets.contract import Outcome, SeatResult

State = WinClaim.State


@transaction.atomic
def claim(campaign: Campaign, *, side: str, by: Membership, now: datetime) -> WinClaim:
    """Claim the win of the open battle, for the other side missed its deadline.

    Refused before the deadline; where the war knows no claims; while this side itself owes the other an answer; and where nobody
    told the other side that it was waited for. With a named umpire who does not play the claim waits for him; without, it is granted
    when its notice is over and the other side has done nothing at the table.
    """
    held = kernel.claim(campaign.pk, battles=True)
    if standing_of(held, by).side != side:
        raise Refusal(_("This is not yours to decide."), code="not_your_side", status=403)
    engagement, year = _overdue_battle(held)
    if WinClaim.objects.filter(engagement=engagement, state=State.OPEN).exists():
        raise Refusal(_("The win of this battle is claimed already."), code="claimed", status=409)
    owing = telling.owing_reports(year)
    others = [key for key in pack_of(held.pack).side_keys if key != side]
    if not owing.intersection(others):
        raise Refusal(
            _("Nothing is awaited from the other side: it is for you to answer."), code="claim_yours", status=409
        )
    seated = holders(held)
    proof = _proof(held, engagement.battle, year, seated, others)
    if not proof and any(member.user_id is not None for other in others for member in seated.team(other)):
        raise Refusal(
            _("The other side was never told that it is waited for: there is no proof."), code="claim_unproved"
        )
    due = None if _named_umpire(held, seated) else now + timedelta(days=absent_rules(held).claim)
    row = WinClaim.objects.create(
        engagement=engagement, side=side, by=by, claimed_at=now, due_at=due, proof=proof, seen=engagement.battle.seq
    )
    told: dict[str, Any] = {"side": side, "due": due.isoformat() if due else None, "reminders": len(proof)}
    book.note(held, "claim_made", year=year.number, now=now, by=by, **told)
    about = {"year": year.number, "claim": row.public_id, "due": told["due"]}
    _tell(held, "claim_made", side, seated, key=f"claim:{row.pk}", now=now, **about)
    return row


def _overdue_battle(campaign: Campaign) -> tuple[Engagement, Year]:
    if not absent_rules(campaign).claim:
        raise Refusal(_("In this war no win is claimed: the umpire settles what is overdue."), code="claim_unknown")
    year = kernel.open_year_of(campaign)
    engagement = Engagement.objects.filter(year=year, decided_at=None).select_related("battle").first()
    if year.stage != YearStage.BATTLE or engagement is None or engagement.battle.stage != BattleStage.OPEN:
        raise Refusal(_("There is no battle whose win could be claimed."), code="no_battle", status=409)
    if year.overdue_at is None:
        raise Refusal(_("The deadline of the battle has not passed yet."), code="claim_early", status=409)
    return engagement, year


def _named_umpire(campaign: Campaign, held: Holders) -> bool:
    umpire = campaign.umpire
    return umpire is not None and umpire.left_at is None and held.side_of(umpire) is None


def _proof(campaign: Campaign, battle: Battle, year: Year, held: Holders, sides: list[str]) -> list[dict[str, Any]]:
    """Every notice by which these sides were told that the battle waits for them, the oldest first. One query a side at most two."""
    found = []
    for side in sides:
        rows = OutboxMessage.objects.filter(
            recipient__in=[member.pk for member in held.team(side)],
            url__in=(telling.url_of(campaign), battle.url),
            kind__in=(ASKED, "reminder"),
            created_at__gte=battle.created_at,
            withdrawn_at=None,
        )
        for row in rows.order_by("created_at", "pk"):
            sent = row.sent_at.isoformat() if row.sent_at else None
            found.append({"kind": row.kind, "side": side, "at": row.created_at.isoformat(), "sent_at": sent})
    return sorted(found, key=lambda row: str(row["at"]))


def _tell(campaign: Campaign, kind: str, side: str, held: Holders, *, key: str, now: datetime, **data: Any) -> None:
    people = {member.pk: member for member in (*held.everybody, *telling.umpires(campaign, held))}
    labels = dict(pack_of(campaign.pack).sides[side].name)
    telling.tell(campaign, kind, people.values(), key=key, now=now, seat=side, side_name=labels, **data)


def open_claim(campaign: Campaign) -> WinClaim | None:
    """The claim that waits, if its battle does. One query."""
    rows = WinClaim.objects.filter(engagement__year__campaign=campaign, engagement__decided_at=None, state=State.OPEN)
    return rows.select_related("engagement__battle", "engagement__year", "by__user").first()


# --- Settling -----------------------------------------------------------------------------------------------


def _take(claim: WinClaim) -> tuple[WinClaim, Campaign]:
    """The claim and its war, taken for this transaction."""
    campaign = kernel.claim(claim.engagement.year.campaign_id, battles=True)
    fresh = open_claim(campaign)
    if fresh is None or fresh.pk != claim.pk:
        raise Refusal(_("This claim is settled already."), code="claim_settled", status=409)
    return fresh, campaign


@transaction.atomic
def grant(claim: WinClaim, *, reason: str = "", by: Membership, now: datetime) -> Battle:
    """The umpire grants a claim: the battle is decided for the claimant, a minor victory without losses. He need not say why."""
    reason = reason_of(reason) if reason.strip() else ""
    fresh, campaign = _take(claim)
    require_umpire(campaign, by)
    return _grant(campaign, fresh, by=by, now=now, reason=reason)


def _grant(campaign: Campaign, claim: WinClaim, *, by: Membership | None, now: datetime, reason: str) -> Battle:
    number = claim.engagement.year.number
    told = {"side": claim.side, **({"reason": reason} if reason else {})}
    book.note(campaign, "claim_granted", year=number, now=now, by=by, **told)
    _settle(campaign, claim, State.GRANTED, by=by, now=now, reason=reason)
    won, lost = SeatResult(result="win", level="minor"), SeatResult(result="loss", level="minor")
    sides = pack_of(campaign.pack).side_keys
    outcome = Outcome(seats={side: won if side == claim.side else lost for side in sides})
    with translation.override(campaign.club.language):
        why = reason or __("The win was claimed, for the other side missed the deadline.")
    # The battle's verb takes the war on through its signal, in this transaction.
    return verdicts.award(claim.engagement.battle, outcome=outcome, reason=why, by=by, now=now)


def _settle(
    campaign: Campaign,
    claim: WinClaim,
    state: WinClaim.State,
    *,
    by: Membership | None,
    now: datetime,
    reason: str = "",
) -> None:
    claim.state, claim.settled_at, claim.settled_by, claim.reason = state, now, by, reason
    claim.save(update_fields=["state", "settled_at", "settled_by", "reason"])
    if state == State.WITHDRAWN:
        return
    about = {"year": claim.engagement.year.number, "outcome": str(state), "reason": reason}
    _tell(campaign, "claim_settled", claim.side, holders(campaign), key=f"claim:{claim.pk}:settled", now=now, **about)


@transaction.atomic
def refuse(claim: WinClaim, *, reason: str, by: Membership, now: datetime) -> WinClaim:
    """The umpire does not grant a claim. The battle goes on; it may still be ruled on."""
    reason = reason_of(reason)
    fresh, campaign = _take(claim)
    require_umpire(campaign, by)
    number = fresh.engagement.year.number
    book.note(campaign, "claim_refused", year=number, now=now, by=by, side=fresh.side, reason=reason)
    _settle(campaign, fresh, State.REFUSED, by=by, now=now, reason=reason)
    return fresh


@transaction.atomic
def withdraw(claim: WinClaim, *, by: Membership, now: datetime) -> WinClaim:
    """The claimant's side takes its claim back."""
    fresh, campaign = _take(claim)
    if standing_of(campaign, by).side != fresh.side:
        raise NotSeen
    number = fresh.engagement.year.number
    book.note(campaign, "claim_withdrawn", year=number, now=now, by=by, side=fresh.side)
    _settle(campaign, fresh, State.WITHDRAWN, by=by, now=now)
    return fresh


def due_claims(now: datetime) -> list[int]:
    """Claims whose notice is over. One query."""
    rows = WinClaim.objects.filter(
        state=State.OPEN, due_at__lte=now, engagement__decided_at=None, engagement__year__campaign__stage=Stage.RUNNING
    )
    return list(rows.order_by("pk").values_list("pk", flat=True))


@transaction.atomic
def settle_due(pk: int, *, now: datetime) -> bool:
    """Grant a claim whose notice is over, if the other side did nothing at the table meanwhile; else it has come to nothing."""
    seen = WinClaim.objects.select_related("engagement__year").get(pk=pk)
    try:
        claim, campaign = _take(seen)
    except Refusal:
        return False
    if claim.due_at is None or claim.due_at > now:
        return False
    if claim.engagement.battle.seq != claim.seen:
        _settle(campaign, claim, State.LAPSED, by=None, now=now)
        return False
    _grant(campaign, claim, by=None, now=now, reason="")
    return True
