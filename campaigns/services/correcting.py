"""Correcting what was decided in any year: looked at before (``foreseeing``), then made in one transaction, for all to see.

The umpire who does not play corrects. Where nobody can umpire, one side proposes and the other consents.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, CorrectionProposal
from campaigns.models.campaign import Stage
from campaigns.models.codec import moves_of, rules_of, state_of, text
from campaigns.permissions import Place, holders, place_of, require_umpire
from campaigns.rules import correcting
from campaigns.rules.correcting import Corrected, How
from campaigns.rules.decisions import Typed, kind_of
from campaigns.rules.differences import differences
from campaigns.rules.engine import Rules
from campaigns.rules.state import State
from campaigns.services import foreseeing, kernel, rewind, telling, yearrows
from campaigns.services.dice import YearDice
from campaigns.services.foreseeing import Plan
from campaigns.services.reasons import reason_of
from campaigns.services.retelling import write
from campaigns.services.sealed import Disallowed
from clubs.errors import NotSeen, Refusal, Stale
from clubs.models import Membership
from rulesets.contract import Happening, Problem
from rulesets.dice import Rolled

CLAIMED = (Stage.RUNNING, Stage.OVER)
LARGEST_PLAN = 200_000
ABOUT = ("year", "prompt", "score", "reason", "removed", "inserted")
"""What those concerned are told of a correction."""
NOTED_DIE = "noted_die"
"""What is corrected where it is no decision, but a die of a record."""
_plan = msgspec.json.Decoder(Plan)


def read_plan(raw: str) -> Plan:
    """A plan as a page or a proposal carries it. ``Refusal`` for anything else."""
    if len(raw) <= LARGEST_PLAN:
        try:
            return _plan.decode(raw)
        except msgspec.MsgspecError:
            pass
    raise Refusal(_("This page cannot be read any more. Begin the correction again."), code="bad_plan")


def foresee(campaign: Campaign, plan: Plan, *, otherwise: How | None = None) -> Corrected:
    """The war as it would be, without a trace. ``Disallowed`` where the correction itself is against the rules."""
    if plan.edit.roll:
        _require_noted(campaign, plan)
    try:
        return foreseeing.foresee(campaign, plan, otherwise=otherwise)
    except correcting.Refused as refused:
        raise Disallowed(refused.problem) from None


def _require_noted(campaign: Campaign, plan: Plan) -> None:
    """Dice that a program threw, here or where the record comes from, can be checked by anybody: nobody noted them down."""
    address = plan.edit.decision.address if isinstance(plan.edit.decision, Typed) else ""
    noted = {roll.address for rolls in foreseeing.noted(campaign).values() for roll in rolls}
    if address not in noted:
        raise Disallowed(Problem(code="no_noted_die"))


# --- By the umpire ----------------------------------------------------------------------------------


@transaction.atomic
def correct(campaign: Campaign, *, plan: Plan, reason: str, seen: int, by: Membership, now: datetime) -> Campaign:
    """Make a correction. ``seen``: the last decision of the war that the person saw; ``Stale`` if it has gone on since.

    ``Refusal`` while the plan says nothing of something that no longer fits. What new dice of a year that is not closed bring is not
    foreseen: from the first decision after them that does not fit, people are asked again.
    """
    reason = reason_of(reason)
    held = kernel.claim(campaign.pk, stages=CLAIMED, battles=True)
    require_umpire(held, by)
    make(held, plan, reason=reason, seen=seen, by=by, now=now)
    return held


def make(
    campaign: Campaign,
    plan: Plan,
    *,
    reason: str,
    seen: int,
    by: Membership,
    now: datetime,
    agreed: bool = False,
    otherwise: How | None = None,
) -> Corrected:
    """Correct a claimed war, whoever was entitled to ask for it.

    ``agreed``: the sides did, for nobody umpires. ``otherwise``: what is done about misfits of which the plan says nothing (None: it
    is refused).
    """
    if campaign.last_decision != seen:
        raise Stale(_("Somebody was first: this war has gone on. Look again."), code="stale")
    looked = foresee(campaign, plan, otherwise=otherwise)
    if looked.open and otherwise is None:
        raise Refusal(
            _("Say of each later decision that no longer fits what is to be done about it."), code="unresolved"
        )
    found = looked if looked.stopped != "dice" else _with_real_dice(campaign, plan)
    told = {**_told(campaign, plan, found, reason), **({"agreed": True} if agreed else {})}
    was_over = campaign.stage == Stage.OVER
    write(campaign, found, Happening(kind="corrected", data=told), year=told["year"], reason=reason, by=by, now=now)
    again = yearrows.follow(campaign, found, was_over=was_over, now=now)
    _tell(campaign, told, again=again, by=by, now=now)
    return found


def _with_real_dice(campaign: Campaign, plan: Plan) -> Corrected:
    """With the dice of the open year as they fall. Of what comes after them nobody could say anything beforehand."""
    year = kernel.open_year_of(campaign) if campaign.stage == Stage.RUNNING else None
    shown = foreseeing.shown_dice(campaign)

    def fresh(n: int, sides: int, why: Any) -> Rolled:
        if year is not None and int(why[1]) == year.number:
            return YearDice(campaign, year).roll(n, sides, why)
        return shown(n, sides, why)

    return foreseeing.foresee(campaign, plan, fresh=fresh, otherwise="ask")


def _told(campaign: Campaign, plan: Plan, found: Corrected, reason: str) -> dict[str, Any]:
    """What the book says: what was corrected, and what came of it. Nothing of it is or was sealed."""
    rules, edit = rules_of(campaign), plan.edit
    old = next(one for one in rewind.standing_decisions(campaign) if one.number == edit.number)
    added = edit.decision if edit.insert or edit.roll else None
    move = added if added is not None else moves_of(old)[edit.seat]
    told: dict[str, Any] = {
        "year": old.year,
        "number": edit.number,
        "seat": edit.seat,
        "prompt": NOTED_DIE if edit.roll else kind_of(move),
        "removed": edit.decision is None,
        "inserted": edit.insert,
        "changes": len(differences(found.before, found.summaries)),
        "score": _scores(rules, found.old, found.state),
        # The decision that goes back, and the last one written with it: what the page of this correction reads.
        "back": campaign.last_decision + 1,
        "last": campaign.last_decision + 1 + len(found.steps),
        "reason": reason,
    }
    if edit.seat in rules.pack.sides:
        told["side"] = edit.seat
    if isinstance(move, Typed):
        told["address"] = move.address
    return told


def _scores(rules: Rules, old: State, new: State) -> dict[str, list[int]]:
    return {side: [rules.total(old, side), rules.total(new, side)] for side in rules.pack.side_keys}


def _tell(campaign: Campaign, told: Mapping[str, Any], *, again: bool, by: Membership, now: datetime) -> None:
    """Everybody in the war learns what was corrected and why; and, whoever has sealed something, that it must be confirmed."""
    held = holders(campaign)
    key = f"{campaign.revision}:corrected"
    about = {name: told[name] for name in ABOUT}
    url = f"/wars/{campaign.public_id}/corrections/{told['back']}/"
    telling.tell(campaign, "corrected", held, key=key, now=now, url=url, again=again, by=str(by), **about)
    others = [one for one in telling.umpires(campaign, held) if one.pk != by.pk]
    telling.tell(campaign, "corrected", others, key=key, now=now, url=url, again=False, by=str(by), **about)


# --- By agreement -----------------------------------------------------------------------------------


def by_agreement(campaign: Campaign) -> bool:
    """Whether nobody can umpire this war: then both sides must agree on a correction."""
    return not telling.umpires(campaign, holders(campaign))


def may_correct(campaign: Campaign, place: Place) -> bool:
    """Whether this person may correct, or propose it to the other side."""
    return place.umpires or (place.side is not None and by_agreement(campaign))


@transaction.atomic
def propose(
    campaign: Campaign, *, plan: Plan, reason: str, seen: int, by: Membership, now: datetime
) -> CorrectionProposal:
    """Ask the other side to consent to a correction; one at a time. It is judged now, and again when it is made."""
    reason = reason_of(reason)
    held = kernel.claim(campaign.pk, stages=CLAIMED)
    side = _agreeing_side(held, by)
    if held.last_decision != seen:
        raise Stale(_("Somebody was first: this war has gone on. Look again."), code="stale")
    looked = foresee(held, plan)
    if looked.open:
        raise Refusal(
            _("Say of each later decision that no longer fits what is to be done about it."), code="unresolved"
        )
    if open_proposal(held) is not None:
        raise Refusal(_("A correction is proposed already: it must be answered first."), code="proposed", status=409)
    proposal = CorrectionProposal.objects.create(
        campaign=held, side=side, plan=text(plan), reason=reason, seen=seen, proposed_by=by, proposed_at=now
    )
    told = _told(held, plan, looked, reason)
    about = {name: told[name] for name in ABOUT}
    people = {key: team for key, team in holders(held).teams().items() if key != side}
    url = f"/wars/{held.public_id}/corrections/"
    key = f"{held.revision}:proposed:{proposal.pk}"
    telling.tell(held, "correction_proposed", people, key=key, now=now, url=url, by=str(by), **about)
    return proposal


def open_proposal(campaign: Campaign) -> CorrectionProposal | None:
    """The correction that waits for an answer. One made for another state of the war can only be declined."""
    rows = CorrectionProposal.objects.filter(campaign=campaign, answered_at=None)
    return rows.select_related("proposed_by__user").first()


def _agreeing_side(campaign: Campaign, by: Membership) -> str:
    place = place_of(campaign, by, holders(campaign))
    if place.side is None or not by_agreement(campaign):
        raise Refusal(_("Only the umpire of this war can do this."), code="umpire_only", status=403)
    return place.side


@transaction.atomic
def answer(campaign: Campaign, *, proposal_id: str, accept: bool, by: Membership, now: datetime) -> CorrectionProposal:
    """Consent to what the other side proposed, and make it; or decline. Who proposed it may take it back."""
    held = kernel.claim(campaign.pk, stages=CLAIMED, battles=True)
    side = _agreeing_side(held, by)
    proposal = CorrectionProposal.objects.filter(campaign=held, public_id=proposal_id).first()
    if proposal is None:
        raise NotSeen
    if proposal.answered_at is not None:
        raise Stale(_("This was answered already."), code="answered")
    if accept and proposal.side == side:
        raise Refusal(_("The other side must consent."), code="other_side", status=403)
    proposal.answered_by, proposal.answered_at, proposal.accepted = by, now, accept
    proposal.save(update_fields=["answered_by", "answered_at", "accepted"])
    if accept:
        make(held, read_plan(proposal.plan), reason=proposal.reason, seen=proposal.seen, by=by, now=now, agreed=True)
    elif proposal.side != side:
        people = holders(held).teams([proposal.side])
        url = f"/wars/{held.public_id}/corrections/"
        key = f"{held.revision}:declined:{proposal.pk}"
        year = state_of(held).year
        telling.tell(held, "correction_declined", people, key=key, now=now, url=url, year=year, by=str(by))
    return proposal
