"""What only the umpire does: the clock, a note in the chronicle, reopening, ruling on typed dice, letting a held war go on."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.services import verdicts
from campaigns.models import Campaign, LedgerEntry, Roll, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import moves_of, state_of
from campaigns.models.year import OPEN_STAGES
from campaigns.permissions import holders, require_umpire, standing_of
from campaigns.rules.correcting import Edit
from campaigns.rules.decisions import Order, Typed
from campaigns.selectors import clocks
from campaigns.selectors.sealed import all_in
from campaigns.services import book, clockwork, correcting, dice, kernel, outcomes, rewind, telling
from campaigns.services.foreseeing import Plan
from campaigns.services.reasons import reason_of
from campaigns.signals import year_ready
from clubs.errors import Refusal
from clubs.limits import LONGEST_NOTE
from clubs.models import Membership

FURTHEST = timedelta(days=366)


# --- The clock --------------------------------------------------------------------------------------


def _held(campaign: Campaign, by: Membership) -> tuple[Campaign, Year]:
    """The war, claimed with its battles by its umpire, and the year in hand."""
    held = kernel.claim(campaign.pk, battles=True)
    require_umpire(held, by)
    return held, kernel.open_year_of(held)


def _ahead(held: Campaign, moment: datetime, now: datetime) -> None:
    """Refuse a deadline that is past, too far away, or in a holiday of the club."""
    if moment <= now:
        raise Refusal(_("The new deadline must lie ahead."), code="deadline_past")
    if moment > now + FURTHEST:
        raise Refusal(_("The new deadline may lie at most a year ahead."), code="deadline_far")
    clockwork.refuse_holiday(held, moment, clockwork.holidays_of(held, now))


@transaction.atomic
def move_deadline(
    campaign: Campaign,
    *,
    deadline_at: datetime,
    reason: str,
    by: Membership,
    now: datetime,
    wall: datetime | None = None,
) -> Year:
    """Set another deadline for the open stage, later than now. Everybody is told; it stands in the book. A stopped clock runs again.

    ``wall``: the time on the club's clocks that was chosen, where a clock change leaves it out.
    """
    reason = reason_of(reason)
    held, year = _held(campaign, by)
    _ahead(held, deadline_at, now)
    clockwork.move(held, year, deadline_at, how="umpire", reason=reason, by=by, now=now, wall=wall)
    return year


@transaction.atomic
def pause(campaign: Campaign, *, reason: str, by: Membership, now: datetime, until: datetime | None = None) -> Year:
    """Stop the clock of the open stage; what is left of it is kept. ``until``: it runs on by itself then."""
    reason = reason_of(reason)
    held, year = _held(campaign, by)
    if year.paused_at is not None:
        raise Refusal(_("The clock is stopped already."), code="paused", status=409)
    if until is not None and not now < until <= now + FURTHEST:
        raise Refusal(_("The clock runs again at a moment that lies ahead, at most a year away."), code="pause_end")
    clockwork.pause(held, year, until=until, reason=reason, by=by, now=now)
    return year


@transaction.atomic
def resume(campaign: Campaign, *, by: Membership, now: datetime) -> Year:
    """Let the clock run on with what was left of the stage."""
    held, year = _held(campaign, by)
    if year.paused_at is None:
        raise Refusal(_("The clock is running."), code="not_paused", status=409)
    clockwork.resume(held, year, since=now, by=by, now=now)
    return year


@transaction.atomic
def close_now(campaign: Campaign, *, reason: str, by: Membership, now: datetime) -> Year:
    """Close a stage in which every side has handed something in, though not every one has said that it is ready.

    Who is in is public; what is in stays sealed until the stage is closed, for the umpire too.
    """
    reason = reason_of(reason)
    held, year = _held(campaign, by)
    if year.pk not in all_in([year]):
        raise Refusal(
            _("Not every side is in: a stage is closed early only when nobody loses his order by it."),
            code="not_all_in",
            status=409,
        )
    book.note(held, "closed_early", year=year.number, now=now, by=by, stage=year.stage, reason=reason)
    Year.objects.filter(pk=year.pk).update(ready=True)
    year_ready.send(sender=Campaign, campaign_id=held.pk)
    return year


@transaction.atomic
def reset_deadline(campaign: Campaign, *, by: Membership, now: datetime) -> Year:
    """Set the deadline to the wall time it was chosen by, as the club's clocks are now. ``Refusal`` if it is that already."""
    held, year = _held(campaign, by)
    to = clocks.meant_now(held, year)
    if to is None:
        raise Refusal(_("The deadline is what the clocks of the club say."), code="nothing_changed", status=409)
    _ahead(held, to, now)
    told: dict[str, Any] = {"zone_before": year.deadline_zone, "zone_after": held.club.time_zone}
    wall = datetime.fromisoformat(year.deadline_wall)
    clockwork.move(held, year, to, how="zone", reason="", by=by, now=now, wall=wall, **told)
    return year


@transaction.atomic
def keep_deadline(campaign: Campaign, *, by: Membership, now: datetime) -> Year:
    """Let the moment of the deadline stand, whatever time it is on the club's clocks now. It does not change."""
    held, year = _held(campaign, by)
    if clocks.meant_now(held, year) is None:
        raise Refusal(_("The deadline is what the clocks of the club say."), code="nothing_changed", status=409)
    counted = year.holidays
    clockwork.put(held, year, year.deadline_at)
    year.holidays = counted
    year.save(update_fields=["deadline_wall", "deadline_zone"])
    return year


# --- The story --------------------------------------------------------------------------------------


@transaction.atomic
def note(campaign: Campaign, *, text: str, by: Membership, now: datetime) -> LedgerEntry:
    """A narrative entry for the chronicle: it changes no figure."""
    text = reason_of(text, LONGEST_NOTE)
    held = kernel.claim(campaign.pk, stages=(Stage.RUNNING, Stage.OVER))
    require_umpire(held, by)
    number = state_of(held).year if held.stage == Stage.RUNNING else held.year_set.latest("number").number
    return book.note(held, "narrative", year=number, now=now, by=by, text=text)


def reopen_report(campaign: Campaign, *, reason: str, by: Membership, now: datetime) -> None:
    """Reopen the last battle report, until the next orders close. Everything that followed is undone and stays readable.

    Dice keep their addresses: what fell before falls the same again.
    """
    reason = reason_of(reason)
    require_umpire(campaign, by)
    engagement = outcomes.may_reopen(campaign)
    if engagement is None:
        raise Refusal(
            _("The next orders are closed: this report can no longer be reopened."), code="too_late", status=409
        )
    # The battle's own verb takes the war back through its signal, in one transaction.
    verdicts.reopen(engagement.battle, by=by, now=now, reason=reason)


@transaction.atomic
def release(campaign: Campaign, *, by: Membership, now: datetime) -> Campaign:
    """Let a held war go on: its year is tried again at once."""
    held = kernel.claim(campaign.pk, stages=(Stage.HELD,), battles=True)
    _require_releaser(held, by)
    _release(held, by=by, now=now)
    outcomes.take_waiting(held, now=now)
    return held


def _require_releaser(campaign: Campaign, by: Membership) -> None:
    place = standing_of(campaign, by)
    if not (place.umpires or place.manages):
        raise Refusal(_("Only the umpire of this war can do this."), code="umpire_only", status=403)


def _release(campaign: Campaign, *, by: Membership, now: datetime) -> None:
    campaign.stage = Stage.RUNNING
    campaign.save(update_fields=["stage"])
    years = Year.objects.filter(campaign=campaign, stage__in=OPEN_STAGES)
    years.update(attempts=0, next_attempt_at=None, last_error="")
    book.note(campaign, "released", year=state_of(campaign).year, now=now, by=by)


# --- Dice typed by hand -----------------------------------------------------------------------------


def typed_rolls(campaign: Campaign) -> list[Roll]:
    """Rolls typed in by hand in decisions that still count."""
    standing = rewind.standing_decisions(campaign)
    return list(Roll.objects.filter(decision__in=standing, source=Roll.Source.HAND).order_by("pk"))


@transaction.atomic
def contest_roll(campaign: Campaign, *, address: str, reason: str, by: Membership, now: datetime) -> None:
    """Say that a die typed in by hand is not what was thrown. The umpire is told."""
    reason = reason_of(reason)
    held = kernel.claim(campaign.pk, stages=(Stage.RUNNING, Stage.OVER))
    place = standing_of(held, by)
    roll = _contestable(held, address)
    if place.side is None:
        raise Refusal(_("Only who plays in this war can contest a roll."), code="players_only", status=403)
    told = {"side": place.side, "address": address, "faces": roll.faces, "reason": reason}
    book.note(held, "dice_contested", year=roll.year, now=now, by=by, **told)
    people = telling.umpires(held, holders(held))
    url = f"/wars/{held.public_id}/dice/"
    key = f"{held.revision}:contested:{roll.pk}:{place.side}"
    telling.tell(held, "dice_contested", people, key=key, now=now, url=url, **{**told, "year": roll.year})


def _contestable(campaign: Campaign, address: str) -> Roll:
    roll = next((row for row in typed_rolls(campaign) if row.address == address), None)
    if roll is None:
        raise Refusal(_("There is no such roll typed in by hand."), code="no_such_roll", status=404)
    return roll


@transaction.atomic
def rule_roll(
    campaign: Campaign, *, address: str, faces: list[int] | None, reason: str, by: Membership, now: datetime
) -> None:
    """Settle a contested roll: it stands (``faces`` None), or it showed something else, and what followed is worked out again.

    Until the next orders close, also where the year was put away or the war ended meanwhile. Decisions after it are kept where they
    still fit; from the first that does not, people are asked again.
    """
    reason = reason_of(reason)
    held = kernel.claim(campaign.pk, stages=(Stage.RUNNING, Stage.OVER), battles=True)
    require_umpire(held, by)
    roll = _contestable(held, address)
    told = {"address": address, "faces": roll.faces, "corrected": faces, "reason": reason}
    book.note(held, "contest_ruled", year=roll.year, now=now, by=by, **told)
    if faces is not None and list(faces) != list(roll.faces):
        _correct(held, roll, tuple(faces), reason=reason, by=by, now=now)


def _correct(
    campaign: Campaign, roll: Roll, faces: tuple[int, ...], *, reason: str, by: Membership, now: datetime
) -> None:
    decisions = rewind.standing_decisions(campaign)
    wrong = next(one for one in decisions if one.pk == roll.decision_id)
    later = [one for one in decisions if one.number > wrong.number]
    if any(isinstance(move, Order) for one in later for move in moves_of(one).values()):
        raise Refusal(
            _("The next orders are closed: these dice can no longer be changed."), code="too_late", status=409
        )
    seat = next(seat for seat, move in moves_of(wrong).items() if isinstance(move, Typed))
    edit = Edit(number=wrong.number, seat=seat, decision=Typed(address=roll.address, faces=faces))
    # Nobody looks at it first: where something no longer fits, people are asked.
    correcting.make(
        campaign,
        Plan(edit=edit),
        reason=reason,
        seen=campaign.last_decision,
        by=by,
        now=now,
        otherwise="ask",
    )


# --- A dice secret that cannot be unlocked ----------------------------------------------------------


def dice_are_lost(campaign: Campaign) -> bool:
    """Whether the secret of the open year's dice cannot be unlocked any more."""
    year = Year.objects.filter(campaign=campaign, stage__in=OPEN_STAGES).first()
    return year is not None and not dice.opens(campaign, year)


@transaction.atomic
def draw_new_secret(campaign: Campaign, *, reason: str, by: Membership, now: datetime) -> Year:
    """Replace the lost secret of the open year's dice, publicly: another commitment, a raised epoch. A held war goes on.

    Only where the old one cannot be unlocked. Rolls that fell stay as they fell, but nobody can check them any more.
    """
    reason = reason_of(reason)
    held = kernel.claim(campaign.pk, stages=(Stage.RUNNING, Stage.HELD), battles=True)
    _require_releaser(held, by)
    year = kernel.open_year_of(held)
    if dice.opens(held, year):
        raise Refusal(_("The dice of this year are safely locked away: they stay."), code="secret_safe", status=409)
    book.note(held, "dice_lost", year=year.number, now=now, by=by, epoch=year.epoch, reason=reason)
    rewind.new_secret(held, year, now=now)
    year.version += 1
    year.save(update_fields=["epoch", "version"])
    people = {member.pk: member for member in (*holders(held).everybody, *telling.umpires(held, holders(held)))}
    key = f"{year.number}:{year.epoch}:dice"
    commitment = dice.secret_row(held, year.number, year.epoch).commitment
    about: dict[str, Any] = {"year": year.number, "commitment": commitment, "reason": reason}
    telling.tell(held, "dice_redrawn", people.values(), key=key, now=now, **about)
    if held.stage == Stage.HELD:
        _release(held, by=by, now=now)
    outcomes.take_waiting(held, now=now)
    return year
