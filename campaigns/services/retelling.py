"""Writing down a war that took another course from some decision on: decisions, dice, entries of the book, and what pages read."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from campaigns.models import Campaign, Character, Decision, Engagement, LedgerEntry, Roll, Unit, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import digest, rules_of, text
from campaigns.rules.correcting import Again, Corrected
from campaigns.rules.decisions import Fought, Typed
from campaigns.rules.engine import HOST
from campaigns.services import book, projection, rewind
from campaigns.services.foreseeing import fallen
from clubs.models import Membership
from rulesets.contract import Happening
from rulesets.dice import Rolled

CORRECTED = "corrected"
"""How a move came in that somebody corrected, or typed in for one that no longer fitted."""


class Course(msgspec.Struct, kw_only=True):
    """What the writing needs to know of the course before: decisions that counted, and what fell at each address."""

    decisions: dict[int, Decision]
    fell: Mapping[str, Roll]
    epochs: dict[int, int]


def course_of(campaign: Campaign, fell: Mapping[str, Roll]) -> Course:
    return Course(
        decisions={one.number: one for one in rewind.standing_decisions(campaign)},
        fell=fell,
        epochs=dict(Year.objects.filter(campaign=campaign).values_list("number", "epoch")),
    )


def write(
    campaign: Campaign,
    found: Corrected,
    happening: Happening,
    *,
    year: int,
    reason: str,
    by: Membership | None,
    now: datetime,
) -> None:
    """Make the corrected course the one that counts, as a new revision. The campaign row is the caller's claim, and is saved.

    ``happening``: what the book says of it, in the year it is about. Rows of years are for the caller to bring in step.
    """
    course = course_of(campaign, fallen(campaign))
    kept = sorted(course.decisions)[: found.kept]
    dropped = [course.decisions[number] for number in sorted(course.decisions)[found.kept :]]
    campaign.revision += 1
    _go_back(campaign, kept[-1] if kept else 0, found, reason=reason, by=by, now=now)
    book.write(campaign, [happening], year=year, now=now, by=by)
    entries = _write_steps(campaign, found.steps, course, by=by, now=now)
    _bring_in_step(campaign, found, dropped, [course.decisions[number] for number in kept], entries)
    _correct_engagements(campaign, found.steps)
    campaign.save()


def _go_back(
    campaign: Campaign, number: int, found: Corrected, *, reason: str, by: Membership | None, now: datetime
) -> None:
    """The decision that takes the war back. Its state is the one before the first step that follows."""
    campaign.last_decision += 1
    encoded = text(found.base)
    Decision.objects.create(
        campaign=campaign,
        number=campaign.last_decision,
        revision=campaign.revision,
        year=found.base.year,
        stage=found.base.stage,
        back_to=number,
        reason=reason[:500],
        actor=by,
        state_digest=digest(encoded),
        at=now,
    )
    encoded = text(found.state)
    campaign.state, campaign.state_digest = encoded, digest(encoded)


def _write_steps(
    campaign: Campaign, steps: Sequence[Again], course: Course, *, by: Membership | None, now: datetime
) -> list[LedgerEntry]:
    """Decisions, rolls and entries of all steps, each kind at one go. Answers with the entries."""
    decisions, manners = [], []
    for number, step in enumerate(steps, start=campaign.last_decision + 1):
        came_in = {seat: _manner(course, step, seat) for seat in step.moves}
        manners.append(came_in)
        decisions.append(
            Decision(
                campaign=campaign,
                number=number,
                revision=campaign.revision,
                year=step.year,
                stage=step.stage,
                moves=text(step.moves),
                manners=came_in,
                actor=_actor(course, step, came_in, by),
                state_digest=digest(text(step.state)),
                at=now,
            )
        )
    Decision.objects.bulk_create(decisions)
    campaign.last_decision += len(decisions)
    rolls: list[Roll] = []
    for step, decision, came_in in zip(steps, decisions, manners, strict=True):
        rolls += _rolls(campaign, step, decision, came_in, course, by)
    Roll.objects.bulk_create(rolls)
    told = [
        (decision, happening) for step, decision in zip(steps, decisions, strict=True) for happening in step.happenings
    ]
    return book.write_all(campaign, told, now=now)


def _manner(course: Course, step: Again, seat: str) -> str:
    how = step.manners[seat]
    if how in ("corrected", "typed"):
        return CORRECTED
    if how == "program":
        return how
    old = course.decisions.get(step.number) if step.number is not None else None
    if old is None:
        move = step.moves[seat]
        roll = course.fell.get(move.address) if isinstance(move, Typed) else None
        old = roll.decision if roll is not None else None
    return str(old.manners.get(seat, "own")) if old is not None else "own"


def _actor(course: Course, step: Again, manners: Mapping[str, str], by: Membership | None) -> Membership | None:
    if CORRECTED in manners.values():
        return by
    old = course.decisions.get(step.number) if step.number is not None else None
    return old.actor if old is not None else None


def _rolls(
    campaign: Campaign,
    step: Again,
    decision: Decision,
    manners: Mapping[str, str],
    course: Course,
    by: Membership | None,
) -> list[Roll]:
    found = [_roll(campaign, decision, roll, course) for roll in step.rolls]
    for seat, move in step.moves.items():
        if isinstance(move, Typed):
            found.append(_typed(campaign, decision, move, step, seat, manners[seat], course, by))
    return found


def _roll(campaign: Campaign, decision: Decision, rolled: Rolled, course: Course) -> Roll:
    """One that fell before comes from the secret it came from."""
    old = course.fell.get(rolled.address)
    same = old is not None and (old.sides, tuple(old.faces)) == (rolled.sides, rolled.faces)
    return Roll(
        campaign=campaign,
        decision=decision,
        year=decision.year,
        address=rolled.address,
        sides=rolled.sides,
        faces=list(rolled.faces),
        source=old.source if old is not None and same else rolled.source,
        epoch=old.epoch if old is not None and same else course.epochs.get(decision.year, 1),
        typed_by=old.typed_by if old is not None and same else None,
    )


def _typed(
    campaign: Campaign,
    decision: Decision,
    move: Typed,
    step: Again,
    seat: str,
    manner: str,
    course: Course,
    by: Membership | None,
) -> Roll:
    """Dice that came as a decision: by hand, or thrown by the program for somebody who did not."""
    sides = next(ask.data["sides"] for ask in step.before.pending if ask.data.get("address") == move.address)
    source = "program" if step.manners[seat] == "program" else "hand"
    rolled = Rolled(address=move.address, sides=sides, faces=move.faces, source=source)
    roll = _roll(campaign, decision, rolled, course)
    if manner == CORRECTED:
        roll.source, roll.typed_by, roll.epoch = "hand", by, course.epochs.get(decision.year, 1)
    return roll


# --- What pages read --------------------------------------------------------------------------------


def _bring_in_step(
    campaign: Campaign,
    found: Corrected,
    dropped: Sequence[Decision],
    kept: Sequence[Decision],
    entries: Sequence[LedgerEntry],
) -> None:
    state, first = found.state, found.base.year
    campaign.stage = Stage.OVER if state.ended is not None else Stage.RUNNING
    ended = state.ended
    campaign.winner, campaign.level, campaign.reason = (
        (ended.winner or "", ended.level, ended.reason) if ended is not None else ("", "", "")
    )
    if ended is None:
        campaign.ended_at = None
    gone = LedgerEntry.objects.filter(decision__in=dropped).values_list("pk", flat=True)
    numbers = Year.objects.filter(campaign=campaign, number__gte=first).values_list("number", flat=True)
    projection.forget_year(campaign, numbers=numbers, entries=list(gone))
    projection.sync(campaign, rules_of(campaign), state, year=state.year)
    _born(campaign, found)
    granted = LedgerEntry.objects.filter(decision__in=kept, year=first, kind="grant")
    projection.follow(campaign, granted, year=first)
    for year in sorted({entry.year for entry in entries}):
        projection.follow(campaign, [entry for entry in entries if entry.year == year], year=year)


def _born(campaign: Campaign, found: Corrected) -> None:
    """Since when those are there who joined in the corrected course, and how strong a unit was then."""
    before = found.base
    joined: dict[tuple[str, str], tuple[int, int | None]] = {}
    for step in found.steps:
        for side in step.state.units:
            for key, unit in step.state.units[side].items():
                if key not in before.units[side]:
                    joined.setdefault((side, key), (step.year, unit.figures))
            for key in step.state.characters[side]:
                if key not in before.characters[side]:
                    joined.setdefault((side, key), (step.year, None))
    for (side, key), (year, figures) in joined.items():
        if figures is None:
            Character.objects.filter(side__campaign=campaign, side__key=side, uid=key).update(since_year=year)
        else:
            rows = Unit.objects.filter(side__campaign=campaign, side__key=side, uid=key)
            rows.update(since_year=year, first_figures=figures)


def _correct_engagements(campaign: Campaign, steps: Iterable[Again]) -> None:
    """Battles that were decided keep their own log; beside it stands the outcome that counts where it is another."""
    for step in steps:
        fought = step.moves.get(HOST)
        if not isinstance(fought, Fought):
            continue
        rows = Engagement.objects.filter(year__campaign=campaign, year__number=step.year).exclude(results={})
        engagement = rows.select_related("battle").order_by("-number").first()
        if engagement is None:
            continue
        outcome: Any = msgspec.to_builtins(fought.outcome)
        engagement.results = outcome["seats"]
        engagement.corrected = outcome if outcome != engagement.battle.outcome else None
        engagement.save(update_fields=["results", "corrected"])
