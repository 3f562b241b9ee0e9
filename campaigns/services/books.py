"""Checking the books: every war is played again from its decisions and dice, and everything stored is compared with it."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from battles.models import DiceSecret
from battles.services import replay as battle_replay
from campaigns.models import (
    Campaign,
    Character,
    CharacterFate,
    Decision,
    Engagement,
    LedgerEntry,
    Muster,
    Reinforcement,
    Roll,
    Side,
    StrategicAction,
    Unit,
    Year,
)
from campaigns.models.campaign import Stage
from campaigns.models.codec import digest, happening_of, moves_of, pack_of, rules_of, start_of, text
from campaigns.models.year import OPEN_STAGES, YearStage
from campaigns.rules.decisions import Order
from campaigns.rules.engine import Rules, Step
from campaigns.rules.pack import GRANTS
from campaigns.rules.recordlog import Recalled
from campaigns.rules.state import State
from campaigns.rules.summary import year_summary
from campaigns.selectors.books import rolled
from campaigns.services import book, projection, rewind
from campaigns.services.dice import salts_of, shown_salts
from campaigns.services.sealed import receipt
from rulesets.dice import Rolled, commitment, faces, year_key


class Played(msgspec.Struct):
    """A war as it follows from its decisions and dice."""

    state: State
    summaries: dict[int, dict[str, Any]] = {}
    found: list[str] = []


def check(campaign: Campaign) -> list[str]:
    """Everything in a war's books that does not follow from its decisions and dice; empty when they are sound."""
    entries = list(LedgerEntry.objects.filter(campaign=campaign).order_by("seq"))
    found = book.broken(campaign, entries)
    if not campaign.start:
        return found
    if pack_of(campaign.pack).digest != campaign.pack.digest:
        return [*found, "its rules are not those it began with"]
    rules = rules_of(campaign)
    played = _replay(campaign, rules, entries)
    found += played.found
    found += _check_war(campaign, played.state)
    found += _check_rosters(campaign, rules, played.state)
    found += _check_years(campaign, played)
    found += _check_lives(campaign, entries)
    found += _check_sealed(campaign)
    found += _check_dice(campaign)
    for engagement in Engagement.objects.filter(year__campaign=campaign).select_related("battle"):
        found += [f"battle of year: {line}" for line in battle_replay.verify(engagement.battle)]
    return found


# --- Playing again ----------------------------------------------------------------------------------


def _replay(campaign: Campaign, rules: Rules, entries: list[LedgerEntry]) -> Played:
    told: dict[int, list[LedgerEntry]] = {}
    for entry in entries:
        if entry.decision_id:
            told.setdefault(entry.decision_id, []).append(entry)
    rolls: dict[int, list[Rolled]] = {}
    for row in Roll.objects.filter(campaign=campaign).order_by("pk"):
        rolls.setdefault(row.decision_id, []).append(rolled(row))
    played = Played(state=rules.begin(start_of(campaign)))
    states = {0: played.state}
    for place, decision in enumerate(Decision.objects.filter(campaign=campaign).order_by("number"), start=1):
        if decision.number != place:
            played.found.append(f"decision {place} is missing")
            return played
        try:
            _play(rules, played, states, decision, rolls.get(decision.pk, []), told.get(decision.pk, []))
        except Exception as error:  # noqa: BLE001  (a decision that cannot be played again is a finding, whatever broke)
            played.found.append(f"decision {decision.number} cannot be played again: {type(error).__name__}")
            return played
    if text(played.state) != campaign.state or digest(campaign.state) != campaign.state_digest:
        played.found.append("the war does not stand where its decisions lead")
    return played


def _play(
    rules: Rules,
    played: Played,
    states: dict[int, State],
    decision: Decision,
    rolls: list[Rolled],
    told: list[LedgerEntry],
) -> None:
    if decision.back_to is not None:
        played.state = states[decision.back_to]
        for number in [number for number in played.summaries if number >= played.state.year]:
            del played.summaries[number]
    else:
        before = played.state
        step = rules.apply(before, moves_of(decision), Recalled(rolls))
        if [(e.kind, e.data, e.rule, e.rolls, e.readings) for e in told] != _telling(step):
            played.found.append(f"decision {decision.number}: the book tells something else than happened")
        after = played.state = step.state
        if after.ended is not None:
            played.summaries[before.year] = year_summary(rules, before.year, after.now, after)
        elif after.year != before.year and after.closed is not None:
            played.summaries[before.year] = year_summary(rules, before.year, after.closed, after)
    states[decision.number] = played.state
    if digest(text(played.state)) != decision.state_digest:
        played.found.append(f"decision {decision.number}: another state follows from it")


def _telling(step: Step) -> list[tuple[str, str, str, list[str], list[str]]]:
    return [(h.kind, text(h.data), h.rule, list(h.rolls), list(h.readings)) for h in step.happenings]


# --- What pages read --------------------------------------------------------------------------------


def _check_war(campaign: Campaign, state: State) -> Iterator[str]:
    over = state.ended is not None
    if over != (campaign.stage == Stage.OVER):
        yield f"it is {campaign.stage}, which its decisions do not say"
    ended = (state.ended.winner or "", state.ended.level, state.ended.reason) if state.ended else ("", "", "")
    if (campaign.winner, campaign.level, campaign.reason) != ended:
        yield "its end is not the one its decisions led to"


def _check_rosters(campaign: Campaign, rules: Rules, state: State) -> Iterator[str]:
    for side in Side.objects.filter(campaign=campaign):
        for name, value in projection.side_row(rules, state, side.key).items():
            if getattr(side, name) != value:
                yield f"{side.key}: {name} is {getattr(side, name)}, should be {value}"
        yield from _check_rows(side, Unit.objects.filter(side=side), projection.unit_rows(state, side.key))
        yield from _check_rows(side, Character.objects.filter(side=side), projection.character_rows(state, side.key))


def _check_rows(side: Side, there: Iterable[Any], wanted: dict[str, dict[str, Any]]) -> Iterator[str]:
    rows = {row.uid: row for row in there}
    if set(rows) != set(wanted):
        yield f"{side.key}: the roster names others than the war"
        return
    for uid, values in wanted.items():
        for name, value in values.items():
            if getattr(rows[uid], name) != value:
                yield f"{side.key}/{uid}: {name} is not what the war says"


def _check_years(campaign: Campaign, played: Played) -> Iterator[str]:
    """The years before the one the war is in are closed; one that opened after it waits."""
    now, over = played.state.year, played.state.ended is not None
    for year in Year.objects.filter(campaign=campaign):
        past = year.number < now or (year.number == now and over)
        wanted = YearStage.CLOSED if past else YearStage.WAITING
        if year.number != now or over:
            fits = year.stage == wanted
        else:
            fits = year.stage in OPEN_STAGES
        if not fits:
            yield f"year {year.number}: it is {year.stage}, which the war does not say"
        summary = msgspec.json.decode(text(played.summaries.get(year.number, {}))) if past else {}
        if year.summary != summary:
            yield f"year {year.number}: its summary is not what happened"
    if not Year.objects.filter(campaign=campaign, number=now).exists():
        yield f"year {now} is missing"


def _check_lives(campaign: Campaign, entries: list[LedgerEntry]) -> Iterator[str]:
    """Characters' lives and grants follow from the entries of decisions that count."""
    standing = {decision.pk for decision in rewind.standing_decisions(campaign)}
    counting = [entry for entry in entries if entry.decision_id in standing]
    people = set(Character.objects.filter(side__campaign=campaign).values_list("side__key", "uid"))
    lives, grants = set(), {}
    for entry in counting:
        data = happening_of(entry).data
        if entry.kind in projection.FATES and (data["side"], data["character"]) in people:
            lives.add(entry.pk)
        if entry.kind == "grant":
            grants[data["side"], entry.year, data["roll"]] = data["grant"]
    rows = CharacterFate.objects.filter(character__side__campaign=campaign)
    if set(rows.values_list("entry_id", flat=True)) != lives:
        yield "the characters' lives are not those the book tells"
    there = {
        (row.side.key, row.year, row.table): {name: getattr(row, name) for name in GRANTS}
        for row in Reinforcement.objects.filter(side__campaign=campaign).select_related("side")
    }
    wanted = {key: {name: grant.get(name, 0) for name in GRANTS} for key, grant in grants.items()}
    if there != wanted:
        yield "the grants are not those the book tells"


# --- What was sealed --------------------------------------------------------------------------------


def _check_sealed(campaign: Campaign) -> Iterator[str]:
    """Receipts still fit what was handed in, and what was opened is what was handed in. What it is, is not said."""
    opened: dict[tuple[int, str], set[str]] = {}
    # A correction makes another order count; what was handed in stays what it was. So every order that ever was opened is known here.
    for decision in Decision.objects.filter(campaign=campaign, stage="orders"):
        for side, move in moves_of(decision).items():
            if isinstance(move, Order):
                opened.setdefault((decision.year, side), set()).add(move.action)
    for order in StrategicAction.objects.filter(year__campaign=campaign).select_related("year"):
        number = order.year.number
        if order.receipt != receipt(campaign, number, order.side, order.action, order.salt):
            yield f"year {number}: the receipt of {order.side}'s order does not fit it"
        known = opened.get((number, order.side))
        if known and _is_open(order.year) and order.action not in known:
            yield f"year {number}: {order.side}'s order is not the one that was opened"
    for muster in Muster.objects.filter(year__campaign=campaign).select_related("year"):
        what = text([muster.units, muster.characters])
        if muster.receipt != receipt(campaign, muster.year.number, muster.side, what, muster.salt):
            yield f"year {muster.year.number}: the receipt of {muster.side}'s muster does not fit it"


def _is_open(year: Year) -> bool:
    """Whether the orders of a year lie open: a year that was begun again has sealed ones."""
    return year.stage not in (YearStage.ORDERS, YearStage.WAITING)


def _check_dice(campaign: Campaign) -> Iterator[str]:
    """Secrets that are shown must be what was committed to, and the program's rolls must follow from them."""
    shown = shown_salts(campaign)
    for year in Year.objects.filter(campaign=campaign):
        for row in DiceSecret.objects.filter(game=campaign.game, year=year.number).exclude(revealed=""):
            secret = bytes.fromhex(row.revealed)
            if commitment(secret, game=row.game, year=row.year, epoch=row.epoch) != row.commitment:
                yield f"year {year.number}: the secret is not the one committed to"
                continue
            key = year_key(
                secret,
                game=row.game,
                year=row.year,
                epoch=row.epoch,
                salts=shown.get((row.year, row.epoch)) or salts_of(year),
            )
            rolls = Roll.objects.filter(campaign=campaign, year=year.number, epoch=row.epoch, source="program")
            for roll in rolls:
                if tuple(roll.faces) != faces(key, roll.address, len(roll.faces), roll.sides):
                    yield f"year {year.number}: {roll.address} does not follow from the secret"
