"""The host's half of the contract: asks a ruleset to play, with the dice of the battle, and never lets it break anything else."""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _

from battles.errors import RulesetFailed
from battles.models import Battle, BattleEntry, DiceSecret, Seat
from battles.services.secrets import secret_of
from clubs.errors import Refusal
from rulesets import registry
from rulesets.canonical import canonical
from rulesets.contract import Action, Ask, Outcome, Ruleset, Setup, Step, Watchful
from rulesets.dice import Keyed, Rolled, year_key
from rulesets.errors import UnknownRuleset


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """What a step of a ruleset came to, as plain values that can be stored."""

    state: Any
    state_digest: str
    happenings: list[dict[str, Any]]
    audiences: dict[str, Any]
    rolls: list[dict[str, Any]]
    reveals: bool
    asks: list[Ask]
    outcome: Outcome | None


class Fell(msgspec.Struct, frozen=True):
    """As much of a roll in the log as tells that it fell."""

    address: str


def ruleset_of(battle: Battle) -> Ruleset:
    """The rules a battle is fought by; a ``Refusal`` where they, or their edition, are not installed."""
    try:
        ruleset = registry.get(battle.ruleset)
    except UnknownRuleset:
        ruleset = None
    if ruleset is None or ruleset.edition != battle.edition:
        raise Refusal(_("This battle was begun with rules that are not installed here."), code="rules_missing")
    return ruleset


def seats_of(battle: Battle) -> dict[str, Seat]:
    """Seats by key, with who holds them and their accounts: nearly every move is told to somebody. One query."""
    return {seat.key: seat for seat in Seat.objects.filter(battle=battle).select_related("member__user")}


def ask_of(ruleset: Ruleset, state: Any, seat: str) -> Ask | None:
    """What a seat is asked, or may do, now."""
    return next((ask for ask in ruleset.asks(state) if ask.seat == seat), None)


def dice_for(battle: Battle) -> Keyed:
    """The battle's dice. An address that fell before is never rolled again, but where its entry has been taken back: then it falls the
    same again. Secret and log are asked at the first roll only."""

    def key() -> bytes:
        row = DiceSecret.objects.get(game=battle.game, year=0, epoch=battle.revision)
        return year_key(secret_of(row), game=battle.game, year=0, epoch=battle.revision, salts={})

    def spent() -> list[str]:
        entries = BattleEntry.objects.filter(battle=battle, revision=battle.revision)
        telling = entries.exclude(rolls=[], back_to=None).order_by("seq")
        kept: list[tuple[int, str]] = []
        for seq, back_to, text in telling.values_list("seq", "back_to", Cast("rolls", TextField())):
            kept = [*kept, (seq, text)] if back_to is None else [one for one in kept if one[0] <= back_to]
        return [fell.address for _seq, text in kept for fell in msgspec.json.decode(text, type=list[Fell])]

    return Keyed(key, spent=spent)


def begin(ruleset: Ruleset, setup: Setup, dice: Keyed) -> Played:
    """Open a battle. ``setup`` has passed ``check_setup``."""
    try:
        return _finished(ruleset, ruleset.setup(setup, dice), dice.rolled)
    except Exception as error:
        raise failure(ruleset, "setup", error) from error


def play(ruleset: Ruleset, state: Any, moves: Mapping[str, Action], dice: Keyed) -> Played:
    """Apply moves that have passed ``check``; whatever goes wrong inside the ruleset comes out as ``RulesetFailed``."""
    try:
        return _finished(ruleset, ruleset.apply(state, moves, dice), dice.rolled)
    except Exception as error:
        raise failure(ruleset, "apply", error) from error


def failure(ruleset: Ruleset, verb: str, error: Exception) -> RulesetFailed:
    """What broke, without what it said."""
    return RulesetFailed(f"{ruleset.key} {ruleset.edition}: {verb}: {type(error).__name__}")


def _finished(ruleset: Ruleset, step: Step, rolled: list[Rolled]) -> Played:
    spelt = canonical(step.state)
    # As the store will hand it back (lists for tuples, keys in order), so that nothing depends on whether it was stored in between.
    state = msgspec.json.decode(spelt)
    broken = ruleset.invariants(state) if isinstance(ruleset, Watchful) else []
    if broken:
        raise AssertionError(f"{len(broken)} invariants are broken")
    asks, outcome = list(ruleset.asks(state)), ruleset.outcome(state)
    if bool(asks) == (outcome is not None):
        raise AssertionError("a battle is over or waits for somebody, never both nor neither")
    return Played(
        state=state,
        state_digest=hashlib.sha256(spelt).hexdigest(),
        happenings=msgspec.to_builtins(step.happenings),
        audiences=msgspec.to_builtins(step.audiences),
        rolls=msgspec.to_builtins(rolled),
        reveals=step.reveals,
        asks=asks,
        outcome=outcome,
    )
