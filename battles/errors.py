"""Refusals that only a battle knows."""

from django.utils.functional import Promise

from clubs.errors import Refusal
from rulesets.contract import Problem


class Disallowed(Refusal):
    """The rules forbid it. ``problem`` has the code, the paragraph and the place in what was handed in."""

    def __init__(self, text: str | Promise, *, problem: Problem) -> None:
        super().__init__(text, code=problem.code)
        self.problem = problem


class SecretLost(RuntimeError):
    """A dice secret cannot be read: the key outside the database is gone, or the row was altered."""


class RulesetFailed(Exception):
    """A ruleset broke while it was asked to play. The battle is held; the others go on.

    The message names the ruleset and the kind of error only: the original, which is chained, may quote hidden things.
    """
