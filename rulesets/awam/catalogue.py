"""Which scenario adds what, by its key."""

from collections.abc import Mapping

from rulesets.awam.plays import Play

_PLAYS: dict[str, Play] = {}


def offer(plays: Mapping[str, Play]) -> None:
    """Told once, when the ruleset is loaded: the scenarios stand above the rules that ask them."""
    _PLAYS.update(plays)


def play_of(scenario: str) -> Play:
    return _PLAYS[scenario]
