"""Ways that are put together by taps on the board, point by point: which arguments they are, and what an address says of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from frontend.forms.domains import ABSENT, chosen, code
from frontend.forms.numbers import whole_number
from frontend.views.battlepages.table import Table
from rulesets.contract import Action, Choice, Guiding, IntRange, OneOf, Path, Records
from rulesets.vocabulary import Json

PICK = "p."


def of_points(choice: Choice) -> list[str]:
    """The arguments of a choice that are ways over a board that is measured."""
    return [
        name
        for name, domain in choice.arguments.items()
        if isinstance(domain, Records) and domain.fields.keys() == {"x", "y"}
    ]


def _of(choice: Choice) -> str | None:
    """The one way of a choice whose others can be tapped, or are said once it is known."""
    found = [name for name, domain in choice.arguments.items() if isinstance(domain, Path)]
    whole = all(isinstance(domain, OneOf) for name, domain in choice.arguments.items() if name not in found)
    if found:
        return found[0] if len(found) == 1 and whole else None
    points = of_points(choice)
    rest = [domain for name, domain in choice.arguments.items() if name not in points]
    plain = all(isinstance(domain, OneOf | IntRange) for domain in rest)
    return points[0] if len(points) == 1 and plain else None


def may_lead(table: Table, choice: Choice) -> bool:
    """Whether the choice has a way that the ruleset may lead."""
    return isinstance(table.rules, Guiding) and table.seat is not None and _of(choice) is not None


def led(table: Table, choice: Choice, settled: Mapping[str, Json]) -> str | None:
    """The way of a choice that is tapped point by point, where the ruleset leads it now."""
    name = _of(choice) if may_lead(table, choice) else None
    if name is None or not of_points(choice):
        return name
    return name if table.onward(Action(kind=choice.kind, arguments={**settled, name: []}), name) else None


def last_before(choice: Choice, name: str) -> str:
    """The way over a measured board that is asked for right after this argument; empty where it is another."""
    names = list(choice.arguments)
    after = names[names.index(name) + 1 :][:1]
    return next((one for one in after if one in of_points(choice) and one not in choice.optional), "")


def settled(
    table: Table,
    choice: Choice,
    name: str,
    values: Sequence[Json],
    picks: Mapping[str, str],
    before: Mapping[str, Json],
) -> Any:
    """What an argument is: what was chosen, or all that it can be; or the first by which one gets to a place that was tapped before it."""
    value = chosen(values, picks[name]) if name in picks else ABSENT
    if value is not ABSENT:
        return value
    if len(values) == 1:
        return values[0]
    way = last_before(choice, name)
    point = tapped(picks, way) if way and isinstance(table.rules, Guiding) else []
    if not point or table.seat is None:
        return ABSENT
    for one in values:
        action = Action(kind=choice.kind, arguments={**before, name: one, way: point})
        if table.rules.check(table.state, table.seat, action) is None:
            return one
    return values[0]


def tap_for(table: Table, choice: Choice, name: str, unit: str, picks: Mapping[str, str]) -> dict[str, str]:
    """Where a tap on a place leads while this argument is asked, and a way after it: there, and the argument is what reaches it."""
    way = last_before(choice, name)
    if not way or not isinstance(table.rules, Guiding):
        return {}
    return tap(table.url(unit=unit, do=choice.kind, **{f"{PICK}{key}": one for key, one in picks.items()}), way)


def straight(table: Table, choices: Sequence[Choice], unit: str) -> dict[str, str]:
    """Where a tap on a place leads while a unit is chosen and nothing yet that it does: to the first thing by which it can go there."""
    if not isinstance(table.rules, Guiding):
        return {}
    for choice in choices:
        if choice.label != unit or choice.exact or len(of_points(choice)) != 1:
            continue
        way = of_points(choice)[0]
        if way not in choice.optional and not {"target", "missile"} & choice.arguments.keys() - set(choice.optional):
            return tap(table.url(unit=unit, do=choice.kind), way)
    return {}


def tap(href: str, name: str) -> dict[str, str]:
    """For the page's script: the address to which the two numbers of a place are added."""
    return {"href": href, "x": f"{PICK}{name}.x", "y": f"{PICK}{name}.y"}


def tapped(picks: Mapping[str, str], name: str) -> list[Json]:
    """The place that was tapped, as one more point of a way."""
    x, y = whole_number(picks.get(f"{name}.x", "")), whole_number(picks.get(f"{name}.y", ""))
    return [] if x is None or y is None else [{"x": x, "y": y}]


def listed(said: str) -> list[Any]:
    """A way as an address names it; an empty one where it names none."""
    try:
        found = msgspec.json.decode(said) if said else []
    except (msgspec.DecodeError, RecursionError):
        return []
    return found if isinstance(found, list) else []


def points(wanted: Sequence[Any]) -> list[Json]:
    """The points of a way over a measured board; of another none."""
    return [
        one
        for one in wanted
        if isinstance(one, dict) and one.keys() == {"x", "y"} and all(type(value) is int for value in one.values())
    ]


def otherwise(
    table: Table, unit: str, action: Action, choice: Choice, picks: Mapping[str, str]
) -> list[dict[str, str]]:
    """With what else chosen the way of an action could be gone: another gait."""
    assert table.seat is not None
    found = []
    for name, domain in choice.arguments.items():
        if name not in picks or not isinstance(domain, OneOf):
            continue
        for value in domain.values:
            other = Action(kind=action.kind, arguments={**action.arguments, name: value})
            if value == action.arguments[name] or table.rules.check(table.state, table.seat, other) is not None:
                continue
            said = {f"{PICK}{key}": code(one) for key, one in other.arguments.items()}
            href = table.url(unit=unit, do=action.kind, **said)
            found.append({"title": table.value_words(name, value), "href": href})
    return found
