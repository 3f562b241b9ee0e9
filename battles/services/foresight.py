"""A battle before it is opened: its table, what each side would bring, what stands in the way and what is unusual. Nothing is kept."""

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from battles.services import single
from battles.services.datasets import Wish
from clubs.errors import Refusal
from clubs.models import Club
from rulesets import registry
from rulesets.contract import Account, Force, Json, Planned, Problem, Scene, Seat, Setup, Sketching
from rulesets.errors import UnknownRuleset


class Foreseen(Struct, frozen=True, kw_only=True):
    """``problems``: why it cannot be opened so. With any there are no accounts and no doubts."""

    problems: tuple[Problem, ...] = ()
    doubts: tuple[Problem, ...] = ()
    accounts: dict[Seat, Account] = {}
    table: Scene | None = None


def foresee(
    club: Club,
    *,
    ruleset: str,
    scenario: str,
    forces: Mapping[str, Force] | None,
    seats: Collection[str],
    options: Mapping[str, Json],
    roles: Mapping[str, str] | None = None,
    furnish: Sequence[Wish] = (),
) -> Foreseen:
    """What would come of opening it. ``Refusal`` where that cannot even be asked: unknown rules, a data set that is not there."""
    try:
        rules = registry.get(ruleset)
    except UnknownRuleset:
        raise Refusal(_("These rules are not installed here."), code="unknown_ruleset") from None
    setup, _used = single.planned(club, rules.key, scenario, forces, seats, options, roles, furnish)
    problems = tuple(rules.check_setup(setup))
    table = rules.sketch(setup) if isinstance(rules, Sketching) else None
    if problems or not isinstance(rules, Planned):
        return Foreseen(problems=problems, table=table)
    return Foreseen(doubts=tuple(rules.doubts(setup)), accounts=rules.accounts(setup), table=table)


def sketch(ruleset: str, scenario: str, options: Mapping[str, Json]) -> Scene | None:
    """The table of a scenario with nobody on it; None where the rules cannot say yet."""
    rules = registry.get(ruleset)
    return rules.sketch(Setup(scenario=scenario, options=dict(options))) if isinstance(rules, Sketching) else None
