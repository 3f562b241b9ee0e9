"""Every decision that is not sealed: choices, answers, purchases, dice typed by hand, surrender."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.errors import SecretLost
from battles.models.log import Manner
from campaigns.models import Campaign
from campaigns.models.codec import army_of, rules_of, state_of
from campaigns.permissions import manner_of, standing_of
from campaigns.rules.armylists import check_purchase, list_of
from campaigns.rules.decisions import Decision, Fought, Length, Muster, Order, ReplaceGeneral, SpendGrant
from campaigns.services import book, holding, kernel, telling
from campaigns.services.sealed import Disallowed
from clubs.errors import Refusal
from clubs.models import Membership
from rulesets.contract import UMPIRE, Problem


def decide(
    campaign: Campaign,
    *,
    side: str,
    decision: Decision,
    by: Membership | None,
    now: datetime,
    version: int | None = None,
    paper: bool = False,
) -> Campaign:
    """Make one decision for a side (or, for dice that belong to nobody, for the umpire), and everything that follows from it.

    ``version`` is the war's version the person saw; ``Stale`` if it has gone on since.
    """
    if isinstance(decision, Order | Muster | Fought):
        raise TypeError("sealed decisions and battles come in by their own doors")
    try:
        return _decide(campaign, side, decision, by=by, now=now, version=version, paper=paper)
    except SecretLost:
        year = kernel.open_year_of(campaign)
        holding.hold(campaign.pk, year, reason=holding.SECRET_LOST, now=now)
        raise Refusal(
            _("The dice of this year cannot be unlocked. Nothing was changed, and the umpire has been told."),
            code="war_held",
            status=409,
        ) from None


@transaction.atomic
def _decide(
    campaign: Campaign,
    side: str,
    decision: Decision,
    *,
    by: Membership | None,
    now: datetime,
    version: int | None,
    paper: bool,
) -> Campaign:
    held = kernel.claim(campaign.pk, version=version, battles=True)
    manner = _manner(held, side, by, paper=paper)
    before = state_of(held)
    rules = rules_of(held)
    problem = rules.check(before, side, decision) or _against_list(held, side, decision)
    if problem is not None:
        raise Disallowed(rules.pack.citing(problem))
    year = kernel.open_year_of(held)
    if manner == Manner.PAPER:
        # Never done in secret, whatever it is that was decided.
        book.note(held, "paper_entered", year=year.number, now=now, by=by, side=side, stage=before.stage)
    after = kernel.advance(held, {side: decision}, manners={side: manner}, by=by, now=now, year=year)
    if before.stage == "battle" != after.stage:
        kernel.battle_in_step(held, year, now=now)
    if isinstance(decision, Length):
        if side in after.length:
            telling.length_proposed(held, side, after.length[side], now=now)
        elif not after.length:
            telling.length_settled(held, now=now)
    return held


def _against_list(campaign: Campaign, side: str, decision: Decision) -> Problem | None:
    """What the list an army came from says against new troops (Hispania 9) or a new general (Hispania 7).

    An army typed in from the club's own book has no list here: its owner answers for it, and everybody can read what he bought.
    """
    if not isinstance(decision, SpendGrant | ReplaceGeneral):
        return None
    army = army_of(campaign.sides.get(key=side))
    chosen = list_of(campaign.pack.key, army.list_key) if army.list_key else None
    if chosen is None:
        return None
    if isinstance(decision, SpendGrant):
        found = check_purchase(chosen, decision.units)
        return found[0] if found else None
    cheapest = chosen.cheapest_general.points
    if decision.general.points != cheapest:
        return Problem(code="not_the_cheapest", place="general.points", data={"points": cheapest}, rule="Hispania 7")
    return None


def _manner(campaign: Campaign, side: str, by: Membership | None, *, paper: bool) -> Manner:
    if side != UMPIRE or by is None:
        return manner_of(campaign, side, by, paper=paper)
    place = standing_of(campaign, by)
    # Dice that belong to nobody may be thrown by the umpire, or by a player where there is none to throw them.
    if place.umpires:
        return Manner.UMPIRE
    if place.side is not None or place.officer:
        return Manner.OWN if place.side is not None else Manner.PAPER
    raise Refusal(_("This is not yours to decide."), code="not_your_side", status=403)
