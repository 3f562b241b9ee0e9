"""Checking the books: every war is played again from its decisions and dice, and everything stored is compared with it."""

from typing import Any

from battles.models import DiceSecret
from battles.services import replay as battle_replay
from campaigns.models import Campaign, Character, Decision, Engagement, LedgerEntry, Roll, Side, Unit, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import digest, moves_of, rules_of, start_of, text
from campaigns.rules.engine import Rules
from campaigns.rules.state import State
from campaigns.services import book, projection, rewind
from campaigns.services.dice import salts_of
from rulesets.dice import commitment, faces, year_key


def check(campaign: Campaign) -> list[str]:
    """Everything in a war's books that does not follow from its decisions and dice; empty when they are sound."""
    entries = list(LedgerEntry.objects.filter(campaign=campaign).order_by("seq"))
    found = book.broken(campaign, entries)
    if not campaign.start:
        return found
    rules = rules_of(campaign)
    state, told = _replay(campaign, rules, entries)
    found += told
    found += _check_rows(campaign, rules, state)
    found += _check_dice(campaign)
    for engagement in Engagement.objects.filter(year__campaign=campaign).select_related("battle"):
        found += [f"battle of year: {line}" for line in battle_replay.verify(engagement.battle)]
    return found


def _replay(campaign: Campaign, rules: Rules, entries: list[LedgerEntry]) -> tuple[State, list[str]]:
    found: list[str] = []
    by_decision: dict[int, list[Any]] = {}
    for entry in entries:
        if entry.decision_id:
            by_decision.setdefault(entry.decision_id, []).append(entry)
    rolls: dict[int, dict[str, list[int]]] = {}
    for row in Roll.objects.filter(campaign=campaign).order_by("pk"):
        rolls.setdefault(row.decision_id, {})[row.address] = row.faces
    states = {0: rules.begin(start_of(campaign))}
    current = states[0]
    for decision in Decision.objects.filter(campaign=campaign).order_by("number"):
        if decision.back_to is not None:
            current = states[decision.back_to]
        else:
            step = rules.apply(current, moves_of(decision), rewind.Kept(rolls.get(decision.pk, {})))
            told = [(e.kind, e.data, e.rule, e.rolls, e.readings) for e in by_decision.get(decision.pk, [])]
            now = [(h.kind, text(h.data), h.rule, list(h.rolls), list(h.readings)) for h in step.happenings]
            if told != now:
                found.append(f"decision {decision.number}: the book tells something else than happened")
            current = step.state
        states[decision.number] = current
        if digest(text(current)) != decision.state_digest:
            found.append(f"decision {decision.number}: another state follows from it")
    if text(current) != campaign.state:
        found.append("the war does not stand where its decisions lead")
    return current, found


def _check_rows(campaign: Campaign, rules: Rules, state: State) -> list[str]:
    found = []
    for side in Side.objects.filter(campaign=campaign):
        for name, value in projection.side_row(rules, state, side.key).items():
            if getattr(side, name) != value:
                found.append(f"{side.key}: {name} is {getattr(side, name)}, should be {value}")
        wanted: list[tuple[Any, dict[str, dict[str, Any]]]] = [
            (Unit, projection.unit_rows(state, side.key)),
            (Character, projection.character_rows(state, side.key)),
        ]
        for model, rows in wanted:
            there = {row.uid: row for row in model.objects.filter(side=side)}
            if set(there) != set(rows):
                found.append(f"{side.key}: the roster names others than the war")
                continue
            for uid, values in rows.items():
                wrong = [name for name, value in values.items() if getattr(there[uid], name) != value]
                found += [f"{side.key}/{uid}: {name} is not what the war says" for name in wrong]
    open_years = Year.objects.filter(campaign=campaign).exclude(stage__in=("closed", "waiting"))
    wanted_open = [] if campaign.stage == Stage.OVER else [state.year]
    if sorted(year.number for year in open_years) != wanted_open:
        found.append("the open year is not the one the war is in")
    return found


def _check_dice(campaign: Campaign) -> list[str]:
    """Secrets that are shown must be what was committed to, and the program's rolls must follow from them."""
    found = []
    for year in Year.objects.filter(campaign=campaign):
        for row in DiceSecret.objects.filter(game=campaign.game, year=year.number).exclude(revealed=""):
            secret = bytes.fromhex(row.revealed)
            if commitment(secret, game=row.game, year=row.year, epoch=row.epoch) != row.commitment:
                found.append(f"year {year.number}: the secret is not the one committed to")
                continue
            key = year_key(secret, game=row.game, year=row.year, epoch=row.epoch, salts=salts_of(year))
            rolls = Roll.objects.filter(campaign=campaign, year=year.number, epoch=row.epoch, source="program")
            for roll in rolls:
                if tuple(roll.faces) != faces(key, roll.address, len(roll.faces), roll.sides):
                    found.append(f"year {year.number}: {roll.address} does not follow from the secret")
    return found
