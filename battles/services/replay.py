"""A battle worked out again from its log, and whether the log still tells the truth."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from battles import chain
from battles.errors import SecretLost
from battles.models import Battle, BattleEntry, DiceSecret
from battles.models.battle import Stage
from battles.models.log import Kind
from battles.services import engine
from battles.services.engine import Played
from battles.services.secrets import known_secret
from clubs.errors import NotSeen
from rulesets.canonical import digest
from rulesets.contract import Action, Outcome, Ruleset, Setup, View
from rulesets.dice import Keyed, Loaded, faces, year_key


class At(msgspec.Struct, frozen=True, kw_only=True):
    """The state a battle was in after an entry."""

    seq: int
    state: Any


class Told(Keyed):
    """Dice that fall as the log says."""

    def __init__(self, entry: BattleEntry) -> None:
        super().__init__(b"")
        self._loaded = Loaded({roll["address"]: roll["faces"] for roll in entry.rolls})
        self._source = {roll["address"]: roll["source"] for roll in entry.rolls}

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Any:
        roll = self._loaded.roll(n, sides, why)
        roll = msgspec.structs.replace(roll, source=self._source[roll.address])
        self.rolled.append(roll)
        return roll


def in_force(entries: Sequence[BattleEntry]) -> list[BattleEntry]:
    """The entries that count: those between an undo or a reopening and what it goes back to are left out, and so is the undo."""
    kept: list[BattleEntry] = []
    for entry in entries:
        if entry.back_to is None:
            kept.append(entry)
        else:
            kept = [earlier for earlier in kept if earlier.seq <= entry.back_to]
    return kept


def replay(battle: Battle) -> Any:
    """The state that follows from setup, moves and dice alone; nothing stored is trusted but those."""
    entries = in_force(list(BattleEntry.objects.filter(battle=battle).order_by("seq")))
    state = None
    for _entry, played in _steps(battle, engine.ruleset_of(battle), entries):
        state = played.state
    return state


def last_step(battle: Battle) -> tuple[BattleEntry, At] | None:
    """The last entry that counts, and the state before it; None if that entry is the opening."""
    entries = in_force(list(BattleEntry.objects.filter(battle=battle).order_by("seq")))
    return (entries[-1], state_at(battle, entries[-2].seq, entries)) if len(entries) > 1 else None


def state_at(battle: Battle, seq: int, entries: Sequence[BattleEntry] | None = None) -> At:
    """The state after an entry that counts, from the nearest full state before it. ``LookupError`` if it does not count."""
    if entries is None:
        entries = in_force(list(BattleEntry.objects.filter(battle=battle).order_by("seq")))
    path = [entry for entry in entries if entry.seq <= seq]
    if not path or path[-1].seq != seq:
        raise LookupError(seq)
    start = max(place for place, entry in enumerate(path) if entry.state is not None)
    ruleset, state = engine.ruleset_of(battle), path[start].state
    for entry in path[start + 1 :]:
        if entry.kind == Kind.MOVED:
            state = engine.play(ruleset, state, _moves(entry), Told(entry)).state
    return At(seq=seq, state=state)


def view_at(battle: Battle, seq: int, seat: str | None) -> View:
    """What a seat (None: a spectator) could see after an entry, also after one that no longer counts. ``NotSeen`` if there is none.

    It is worked out from the log and shown through the eyes of that seat at that time: nothing it did not know then.
    """
    entries = list(BattleEntry.objects.filter(battle=battle, seq__lte=seq).order_by("seq"))
    if not entries or entries[-1].seq != seq:
        raise NotSeen
    standing = in_force(entries)
    at = standing[-1].seq if standing else 0
    return engine.ruleset_of(battle).view(state_at(battle, at, standing).state, seat)


def as_played(ruleset: Ruleset, state: Any) -> Played:
    """An earlier state as if it had just been reached: nothing happened, nobody learnt anything."""
    return Played(
        state=state,
        state_digest=digest(state),
        happenings=[],
        audiences={},
        rolls=[],
        reveals=False,
        asks=list(ruleset.asks(state)),
        outcome=ruleset.outcome(state),
    )


def _moves(entry: BattleEntry) -> dict[str, Action]:
    return msgspec.convert(entry.action["moves"], dict[str, Action])


def _steps(battle: Battle, ruleset: Ruleset, entries: Sequence[BattleEntry]) -> Iterator[tuple[BattleEntry, Played]]:
    state: Any = None
    for entry in entries:
        if entry.kind == Kind.OPENED:
            played = engine.begin(ruleset, msgspec.convert(battle.setup, Setup), Told(entry))
        elif entry.kind == Kind.MOVED:
            played = engine.play(ruleset, state, _moves(entry), Told(entry))
        else:
            outcome = msgspec.convert(entry.action["outcome"], Outcome)
            played = msgspec.structs.replace(as_played(ruleset, state), outcome=outcome, happenings=entry.happenings)
        state = played.state
        yield entry, played


# --- Verifying --------------------------------------------------------------------------------------


def verify(battle: Battle) -> list[str]:
    """Everything in which the stored battle and its log disagree; empty when the books are sound."""
    entries = list(BattleEntry.objects.filter(battle=battle).order_by("seq"))
    return [
        f"battle {battle.public_id}: {found}"
        for found in (*_chain(battle, entries), *_replayed(battle, entries), *_dice(battle, entries))
    ]


def _chain(battle: Battle, entries: Sequence[BattleEntry]) -> Iterator[str]:
    previous = chain.start(battle.game)
    for number, entry in enumerate(entries):
        if entry.seq != number:
            yield f"entry {number} is missing"
            return
        if entry.prev_hash != previous or entry.hash != chain.link(previous, entry.facts()):
            yield f"entry {number} was altered: its hash does not fit"
            return
        if entry.state is not None and digest(entry.state) != entry.state_digest:
            yield f"entry {number}: the full state kept with it was altered"
        previous = entry.hash
    if not entries or (battle.seq, battle.head) != (entries[-1].seq, previous):
        yield "the last entry is not the one the battle names"


def _replayed(battle: Battle, entries: Sequence[BattleEntry]) -> Iterator[str]:
    played, digests = None, {}
    try:
        ruleset = engine.ruleset_of(battle)
        for entry, played in _steps(battle, ruleset, in_force(entries)):
            digests[entry.seq] = played.state_digest
            if played.state_digest != entry.state_digest:
                yield f"entry {entry.seq}: played again, it leads to another state"
            if digest(played.happenings) != digest(entry.happenings):
                yield f"entry {entry.seq}: played again, something else happens"
            if digest(played.rolls) != digest(entry.rolls):
                yield f"entry {entry.seq}: played again, other dice are asked for"
    except Exception as error:  # noqa: BLE001  (a log that cannot be replayed is a finding, whatever broke)
        yield f"it cannot be replayed: {type(error).__name__}"
        return
    for entry in entries:
        if entry.back_to in digests and digests[entry.back_to] != entry.state_digest:
            yield f"entry {entry.seq}: it does not go back to the state of entry {entry.back_to}"
    if played is None:
        return
    outcome = None if played.outcome is None else msgspec.to_builtins(played.outcome)
    if digest(battle.state) != battle.state_digest or battle.state_digest != played.state_digest:
        yield "the stored state is not the one its log leads to"
    if digest(battle.outcome) != digest(outcome):
        yield "the stored outcome is not the one its log leads to"
    if (battle.stage == Stage.DECIDED) != (outcome is not None):
        yield f"it is {battle.stage}, which its log does not say"


def _dice(battle: Battle, entries: Sequence[BattleEntry]) -> Iterator[str]:
    """Every die of the program falls again from the secret; none is rolled twice, but where its entry has been taken back."""
    rolled = [(entry, roll) for entry in entries for roll in entry.rolls]
    if not rolled:
        return
    rows = {row.epoch: row for row in DiceSecret.objects.filter(game=battle.game, year=0)}
    seen: set[tuple[int, str]] = set()
    standing = {entry.seq for entry in in_force(entries)}
    keys: dict[int, bytes] = {}
    for entry, roll in rolled:
        epoch, address = entry.revision, roll["address"]
        if (epoch, address) in seen:
            yield f"entry {entry.seq}: {address} is rolled twice"
        if entry.seq in standing:
            seen.add((epoch, address))
        if roll["source"] != "program":
            continue
        if epoch not in rows:
            yield f"entry {entry.seq}: no dice were drawn for epoch {epoch}"
            continue
        if epoch not in keys:
            try:
                secret = known_secret(rows[epoch])
            except SecretLost:
                yield f"the dice secret of epoch {epoch} cannot be read"
                return
            keys[epoch] = year_key(secret, game=battle.game, year=0, epoch=epoch, salts={})
        if list(faces(keys[epoch], address, len(roll["faces"]), roll["sides"])) != list(roll["faces"]):
            yield f"entry {entry.seq}: {address} did not fall like that"
