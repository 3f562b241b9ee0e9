"""What people type in, read as the contract's values; what cannot be read is refused with its place."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from battles import narration
from battles.errors import Disallowed
from clubs.errors import Refusal
from rulesets import registry
from rulesets.canonical import NotPlain, require_plain
from rulesets.contract import Force, Outcome, Problem, Setup
from rulesets.errors import UnknownRuleset


def forces(given: Mapping[str, Any] | None) -> dict[str, Force] | None:
    """What each side brings; None where nothing was said."""
    return None if given is None else _read(dict(given), dict[str, Force], "forces")


def setup(
    ruleset: str,
    *,
    scenario: str,
    forces: dict[str, Force] | None,
    roles: Mapping[str, str],
    options: Mapping[str, Any],
) -> Setup:
    """A battle to be opened, or only thought of. Without ``forces`` every seat that has to be there brings what the options say."""
    try:
        told = registry.get(ruleset).describe()
    except UnknownRuleset:
        raise Refusal(_("These rules are not installed here."), code="unknown_ruleset") from None
    if forces is None:
        forces = {seat.key: Force() for seat in told.seats if not seat.optional}
    about = Setup(scenario=scenario, forces=forces, roles=dict(roles), options=dict(options))
    return _read(msgspec.to_builtins(about), Setup, "setup")


def outcome(given: Mapping[str, Any]) -> Outcome:
    """How a battle ended."""
    return _read(dict(given), Outcome, "outcome")


def _read[T](given: Any, kind: type[T], place: str) -> T:
    try:
        require_plain(given)
        return msgspec.convert(given, kind)
    except NotPlain as error:
        problem = Problem(code="not_plain", data={"why": str(error)}, place=place)
    except msgspec.ValidationError as error:
        _what, _at, where = str(error).partition(" - at `$")
        problem = Problem(code="malformed", place=place + where.rstrip("`"))
    raise Disallowed(narration.problem(problem, names=None), problem=problem)
