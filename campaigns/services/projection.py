"""Keeping the tables that pages read in step with the state. ``rows`` says what they must be; ``sync`` makes them so."""

from collections.abc import Iterable, Mapping
from typing import Any

from campaigns.models import Campaign, Character, CharacterFate, LedgerEntry, Reinforcement, Side, Unit
from campaigns.models.codec import happening_of
from campaigns.rules.engine import Rules
from campaigns.rules.state import State

UNIT_FIELDS = ("place", "name", "arm", "grade", "native", "figures", "points", "command", "break_points")
CHARACTER_FIELDS = ("place", "name", "rank", "native", "points", "status", "wounds", "deeds", "skills", "traits")
SIDE_FIELDS = ("earned", "standing", "available")
FATES = ("fate", "wound", "ransomed", "deeds", "skill", "recalled", "successor", "returned", "replaced", "pain")


def side_row(rules: Rules, state: State, side: str) -> dict[str, Any]:
    return {
        "earned": state.earned[side],
        "standing": rules.standing(state, side),
        "available": rules.available(state, side),
    }


def unit_rows(state: State, side: str) -> dict[str, dict[str, Any]]:
    return {
        key: {"place": place, **{name: getattr(unit, name) for name in UNIT_FIELDS[1:]}}
        for place, (key, unit) in enumerate(state.units[side].items())
    }


def character_rows(state: State, side: str) -> dict[str, dict[str, Any]]:
    found = {}
    for place, (key, one) in enumerate(state.characters[side].items()):
        row = {name: getattr(one, name) for name in CHARACTER_FIELDS[1:]}
        found[key] = {"place": place, **{k: list(v) if isinstance(v, tuple) else v for k, v in row.items()}}
    return found


def sync(campaign: Campaign, rules: Rules, state: State, *, year: int, before: State | None = None) -> dict[str, Side]:
    """Make sides, units and characters what the state says. Eight queries at most, however long the rosters.

    ``before``: the state that the tables show now. What is the same in both is neither read nor written. Answers with the
    sides by key, for ``follow``; with none where nothing had to be read.
    """
    scores = {key: side_row(rules, state, key) for key in rules.pack.side_keys}
    scored = before is None or scores != {key: side_row(rules, before, key) for key in rules.pack.side_keys}
    moved = before is None or before.units != state.units
    lived = before is None or before.characters != state.characters
    if not (scored or moved or lived):
        return {}
    sides = {side.key: side for side in campaign.sides.only("key", *SIDE_FIELDS)}
    if scored:
        _score(sides, scores)
    if moved:
        units = {(key, uid): row for key in sides for uid, row in unit_rows(state, key).items()}
        _sync(Unit, units, sides, year=year, first="figures")
    if lived:
        people = {(key, uid): row for key in sides for uid, row in character_rows(state, key).items()}
        _sync(Character, people, sides, year=year)
    return sides


def _score(sides: Mapping[str, Side], scores: Mapping[str, dict[str, Any]]) -> None:
    changed = []
    for key, side in sides.items():
        if any(getattr(side, name) != value for name, value in scores[key].items()):
            for name, value in scores[key].items():
                setattr(side, name, value)
            changed.append(side)
    if changed:
        Side.objects.bulk_update(changed, SIDE_FIELDS)


def _sync(
    model: Any,
    wanted: Mapping[tuple[str, str], dict[str, Any]],
    sides: Mapping[str, Side],
    *,
    year: int,
    first: str = "",
) -> None:
    keys = {side.pk: key for key, side in sides.items()}
    there = {(keys[row.side_id], row.uid): row for row in model.objects.filter(side__in=keys)}
    changed, fields = [], set()
    for key, row in there.items():
        values = wanted.get(key, {})
        differs = {name for name, value in values.items() if getattr(row, name) != value}
        for name in differs:
            setattr(row, name, values[name])
        if differs:
            changed.append(row)
            fields |= differs
    if changed:
        # The rows are there and held by the claim. An update of many rows would be a case for each row and field: three times the work.
        model.objects.bulk_create(changed, update_conflicts=True, unique_fields=["pk"], update_fields=sorted(fields))
    # What a reopened report took back (a bought unit, a successor) is gone from the roster, not from the book.
    gone = [row.pk for key, row in there.items() if key not in wanted]
    if gone:
        model.objects.filter(pk__in=gone).delete()
    fresh = []
    for (side, uid), values in wanted.items():
        if (side, uid) not in there:
            extra = {"first_figures": values[first]} if first else {}
            fresh.append(model(side=sides[side], uid=uid, since_year=year, **values, **extra))
    if fresh:
        model.objects.bulk_create(fresh)


def follow(
    campaign: Campaign, entries: Iterable[LedgerEntry], *, year: int, sides: Mapping[str, Side] | None = None
) -> None:
    """Write down what new entries of the book mean for characters' lives and for grants. ``sides``: what ``sync`` read."""
    told = [entry for entry in entries if entry.kind in FATES or entry.kind == "grant"]
    if not told:
        return
    sides = sides or {side.key: side for side in campaign.sides.only("key")}
    keys = {side.pk: key for key, side in sides.items()}
    people = {}
    if any(entry.kind in FATES for entry in told):
        people = {(keys[row.side_id], row.uid): row for row in Character.objects.filter(side__in=keys)}
    fates, grants = [], []
    for entry in told:
        data = happening_of(entry).data
        if entry.kind == "grant":
            grants.append(Reinforcement(side=sides[data["side"]], year=year, table=data["roll"], **data["grant"]))
        elif (data["side"], data["character"]) in people:
            person = people[data["side"], data["character"]]
            fates.append(CharacterFate(character=person, entry=entry, year=year, kind=entry.kind))
    CharacterFate.objects.bulk_create(fates)
    Reinforcement.objects.bulk_create(
        grants,
        update_conflicts=True,
        unique_fields=["side", "year", "table"],
        update_fields=["common", "special", "native_common", "native_special"],
    )


def forget_year(campaign: Campaign, *, numbers: Iterable[int], entries: Iterable[int]) -> None:
    """A year is played again: what followed from entries that no longer count goes."""
    CharacterFate.objects.filter(entry_id__in=list(entries)).delete()
    Reinforcement.objects.filter(side__campaign=campaign, year__in=list(numbers)).delete()
