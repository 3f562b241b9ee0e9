"""From the menu of a ruleset to a few taps: whom, what, where or at whom, a look at the odds, and then it is done.

Every step is an address: ``?unit=…&do=…&p.target=…``. Nothing is known of any ruleset but the domains of its choices.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles import narration
from frontend.boards.look import Spot, Target
from frontend.boards.scene import named_place
from frontend.forms.domains import ABSENT, PREFIX, Field, Reading, Typed, code, read_arguments
from frontend.templatetags.words import signed
from frontend.views.battlepages import placing, ways
from frontend.views.battlepages.steps import Chosen, Step, Typing
from frontend.views.battlepages.table import Table
from frontend.views.battlepages.ways import PICK
from rulesets.contract import Action, Choice, Domain, OneOf, PointIn, Records, Where
from rulesets.vocabulary import Json

AT = "at"
"""Of a place that can be reached in several ways: the hex, chosen before the way to face there."""
MOST_WAYS = 12
"""So many ways to face are offered at once; where there are more, the hex is tapped first."""
MOST_BUTTONS = 12
"""A number out of so many is chosen by a tap; out of more it is typed."""
GRAVE = ("concede",)


def step_of(table: Table, said: Chosen, typed: Typed | None = None, *, sent: bool = True) -> Step:
    """What the page offers now. ``typed``: what a form is filled with, and whether it was ``sent``."""
    step = Step(sealed=table.ask is not None and table.ask.kind == "sealed")
    choices = table.menu
    if not choices:
        return step
    labels = list(dict.fromkeys(choice.label for choice in choices if choice.label))
    unit = said.unit if said.unit in labels else ""
    if not unit and len(labels) == 1 and all(choice.label for choice in choices):
        unit = labels[0]
    step.unit, step.unit_title = unit, table.called(unit)
    step.units = _units(table, choices, labels, unit)
    step.links = {row["id"]: row["href"] for row in step.units}
    step.general = [_doing(table, kind, "") for kind in _kinds(choices, "")]
    placed = placing.offered(table)
    if placed is not None and said.do in ("", placed.kind):
        placing.lay(table, step, placed, said)
        return step
    step.doings = [_doing(table, kind, unit) for kind in _kinds(choices, unit)] if unit else []
    do = _do(choices, said, unit, step)
    if do:
        _choose(table, step, [one for one in choices if one.kind == do], said, Typing(typed, sent))
    step.tap = step.tap or _tap_elsewhere(table, step, choices)
    if said.params():
        step.back = table.url(unit=unit) if do and unit and len(step.doings) > 1 else table.url()
    return step


def _units(table: Table, choices: Sequence[Choice], labels: Sequence[str], unit: str) -> list[dict[str, Any]]:
    return [
        {
            "id": label,
            "title": table.called(label),
            "href": table.url(unit=label),
            "chosen": label == unit,
            "may": ", ".join(table.word(f"do.{kind}") for kind in _kinds(choices, label)),
            "is": table.roles_of(label),
        }
        for label in labels
    ]


def _kinds(choices: Sequence[Choice], label: str) -> list[str]:
    return list(dict.fromkeys(choice.kind for choice in choices if choice.label == label))


def _doing(table: Table, kind: str, unit: str) -> dict[str, Any]:
    return {
        "kind": kind,
        "title": table.word(f"do.{kind}"),
        "hint": table.word(f"hint.{kind}") if table.word(f"hint.{kind}") != kind.replace("_", " ") else "",
        "href": table.url(unit=unit, do=kind),
        "pays": table.paid_in(kind, unit),
        "grave": kind in GRAVE,
        "quick": kind not in GRAVE and all(not choice.arguments for choice in table.menu if choice.kind == kind),
    }


def _do(choices: Sequence[Choice], said: Chosen, unit: str, step: Step) -> str:
    """What is being done: what was tapped, or the only thing there is."""
    able = [choice.kind for choice in choices if choice.label in ("", unit)]
    if said.do in able:
        return said.do
    own = _kinds(choices, unit) if unit else []
    if len(own) == 1:
        return own[0]
    if step.units or said.do:
        return ""
    # Where no unit has to be tapped first, the one thing that has to be said where, whom or how much of is asked at once.
    full = [choice.kind for choice in choices if choice.arguments and choice.exact]
    return full[0] if full else choices[0].kind if len({choice.kind for choice in choices}) == 1 else ""


# --- One argument after the other -----------------------------------------------------------------------------------


def _choose(table: Table, step: Step, choices: Sequence[Choice], said: Chosen, typing: Typing) -> None:
    """Ask for the next argument that is not settled; when all are, there is an action."""
    fitting = [choice for choice in choices if choice.label in ("", step.unit)] if step.unit else list(choices)
    fitting = [_of_unit(choice, step.unit) for choice in fitting]
    step.do = fitting[0].kind
    step.title = table.word(f"do.{step.do}")
    settled: dict[str, Json] = {}
    picks: dict[str, str] = {}
    tapped = fitting[0].exact or ways.may_lead(table, fitting[0])
    for name, domain in fitting[0].arguments.items():
        if not isinstance(domain, OneOf) or not tapped:  # of a form whose parts hang together it is a field
            break
        values = _values(fitting, name)
        if name in fitting[0].optional and all(isinstance(value, bool) for value in values):
            if len(values) > 1:
                break  # yes or no, and nobody has to say it: it is not asked, and can be said below
            continue
        value = ways.settled(table, fitting[0], name, values, said.picks, settled)
        if value is ABSENT:
            _ask(table, step, name, values, {**picks, AT: said.picks.get(AT, "")}, settled)
            step.tap = ways.tap_for(table, fitting[0], name, step.unit, picks)
            _show_place(table, step, settled)
            return
        if len(values) > 1 or name in said.picks:
            picks[name] = code(value)
            step.chosen.append({"what": table.word(f"ask.{name}"), "is": table.value_words(name, value)})
        settled[name] = value
        fitting = [one for one in fitting if value in _values([one], name)]
    choice = fitting[0]
    unasked = {name for name in choice.optional if choice.arguments[name] == OneOf(values=(False,))}
    rest = {name: domain for name, domain in choice.arguments.items() if name not in settled and name not in unasked}
    way = ways.led(table, choice, settled) if not step.sealed else None
    if way is not None:
        settled[way] = _walk(table, step, way, said.picks, picks, settled)
        if step.problem is not None and isinstance(rest.pop(way), Records):
            step.otherwise = ways.otherwise(table, step.unit, Action(kind=step.do, arguments=settled), choice, picks)
        rest.pop(way, None)
        if rest.keys() - set(choice.optional):  # how it ends is known when all is said
            step.problem, step.action, step.unfinished = None, None, ""
        picks = {**picks, way: code(settled[way])}
    if rest and (way is None or settled[way]):
        _form(table, step, choice, rest, picks, settled, typing)
    elif way is None:
        _look(table, step, Action(kind=choice.kind, arguments=settled))
    _show_place(table, step, settled)


def _of_unit(choice: Choice, unit: str) -> Choice:
    """A choice of which unit it is has been made already where one was tapped."""
    narrow = {
        name: OneOf(values=(unit,)) if isinstance(domain, OneOf) and unit and unit in domain.values else domain
        for name, domain in choice.arguments.items()
    }
    return msgspec.structs.replace(choice, arguments=narrow)


def _values(choices: Sequence[Choice], name: str) -> list[Json]:
    found: list[Json] = []
    for choice in choices:
        domain = choice.arguments.get(name)
        if isinstance(domain, OneOf):
            found += [value for value in domain.values if value not in found]
    return found


def _walk(
    table: Table, step: Step, name: str, said: Mapping[str, str], picks: Mapping[str, str], settled: Mapping[str, Json]
) -> list[Json]:
    """The way as far as it was tapped and can be gone; it may be done, go on, or lose its last point."""
    so_far = {f"{PICK}{key}": value for key, value in picks.items()}

    def url(way: Sequence[Json]) -> str:
        return table.url(unit=step.unit, do=step.do, **so_far, **{f"{PICK}{name}": code(list(way)) if way else ""})

    way: list[Json] = []
    wanted = ways.listed(said.get(name, ""))
    free = ways.tapped(said, name)  # any place at all, on a board that is measured
    points = [*ways.points(wanted), *free]
    if points:
        way = points
        action = Action(kind=step.do, arguments={**settled, name: way})
        offered = table.onward(action, name) or ()
    while not points:
        action = Action(kind=step.do, arguments={**settled, name: way})
        offered = table.onward(action, name) or ()
        if len(way) == len(wanted) or wanted[len(way)] not in offered:
            break
        way = [*way, wanted[len(way)]]
    if points or any(isinstance(one, dict) for one in offered):
        step.tap = ways.tap(url(way), name)
    if way:
        step.shorter = url(way[:-1])
        _look(table, step, action)
        step.wrong, step.unfinished = [], " ".join(step.wrong)
    step.asking = table.word(f"ask.{name}")
    for value, where in zip(offered, table.where(action, name, offered), strict=True):
        shown = Target(href=url([*way, value]), title=table.value_words(name, value), number=len(way) + 1)
        if where is not None:
            shown = _pointed(table, shown, where)
            step.targets.append(shown)
        step.options.append({"title": shown.title, "href": shown.href, "number": None})
    return way


def _ask(
    table: Table,
    step: Step,
    name: str,
    values: Sequence[Json],
    picks: Mapping[str, str],
    settled: Mapping[str, Json],
) -> None:
    step.asking = table.word(f"ask.{name}")
    found = table.where(Action(kind=step.do, arguments=dict(settled)), name, values)
    so_far = {f"{PICK}{key}": value for key, value in picks.items() if key != AT}
    pairs = list(zip(values, found, strict=True))
    there = [(value, where) for value, where in pairs if where is not None and _spot_code(where) == picks[AT]]
    if not there and _is_crowded(found):
        _ask_hex(table, step, name, pairs, so_far)
        return
    for number, (value, where) in enumerate(there or pairs, start=1):
        href = table.url(unit=step.unit, do=step.do, **so_far, **{f"{PICK}{name}": code(value)})
        title = table.value_words(name, value)
        unit = _unit_in(table, value)
        if where is not None:
            shown = _pointed(table, Target(href=href, title=title, number=number, unit=unit), where)
            step.targets.append(shown)
            plain = where.cost is None and not where.cover  # then its number is what is drawn on the board
            step.options.append({"title": shown.title, "href": href, "number": number if plain else None})
            continue
        at, way = _place(table, step.unit, value)
        numbered = at is not None
        step.options.append({"title": title, "href": href, "number": number if numbered else None})
        if numbered or unit:
            facing = value.get("facing") if isinstance(value, dict) else None
            step.targets.append(Target(href=href, title=title, number=number, at=at, unit=unit, way=way, facing=facing))


def _spot_code(where: Where) -> str:
    return f"{where.at[0]}.{where.at[1]}"


def _is_crowded(found: Sequence[Where | None]) -> bool:
    """Whether there are many places and several ways to face in one hex: more than a finger could tell apart."""
    spots = [where.at for where in found if where is not None and where.facing is not None]
    return len(spots) > MOST_WAYS and len(set(spots)) < len(spots)


def _ask_hex(
    table: Table, step: Step, name: str, pairs: Sequence[tuple[Json, Where | None]], so_far: Mapping[str, str]
) -> None:
    """One target for each hex, with the least that it takes to get there."""
    best: dict[Spot, tuple[Json, Where]] = {}
    ways = Counter(where.at for _value, where in pairs if where is not None)
    for value, where in pairs:
        if where is not None and (where.at not in best or (where.cost or 0) < (best[where.at][1].cost or 0)):
            best[where.at] = value, where
    for number, (value, where) in enumerate(best.values(), start=1):
        picked = {f"{PICK}{AT}": _spot_code(where)} if ways[where.at] > 1 else {f"{PICK}{name}": code(value)}
        href = table.url(unit=step.unit, do=step.do, **so_far, **picked)
        place = named_place(table.scene, str(value))[0] or table.value_words(name, value)
        title, label = place, ""
        if where.cost is not None:
            label = str(where.cost)
            title = ngettext("%(place)s, from %(cost)s point", "%(place)s, from %(cost)s points", where.cost)
            title %= {"place": place, "cost": where.cost}
        step.targets.append(Target(href=href, title=title, number=number, at=where.at, label=label, level=where.level))
        step.options.append({"title": title, "href": href, "number": None})


def _pointed(table: Table, target: Target, where: Where) -> Target:
    """A place with its cost, or a target with its cover, where the ruleset says that it is."""
    if where.cover:
        cover = table.word(f"modifier.cover.{where.cover}")
        told = {"target": target.title, "cover": cover, "modifier": signed(where.modifier)}
        title = _("%(target)s: %(cover)s, %(modifier)s") % told
        shot, tone = signed(where.modifier), f"cover-{where.cover}"
        return replace(target, title=title, way=where.way, shot=shot, tone=tone)
    title, label = target.title, ""
    if where.length is not None and len(where.way) > 1:
        label, title = table.length_words(where)
    if where.cost is not None:
        label = str(where.cost)
        title = ngettext("%(place)s, for %(cost)s point", "%(place)s, for %(cost)s points", where.cost)
        title %= {"place": target.title, "cost": where.cost}
    way = () if target.href else where.way  # the ways to every place at once would cover the board
    return replace(target, title=title, at=where.at, way=way, facing=where.facing, label=label, level=where.level)


def _unit_in(table: Table, value: Json) -> str:
    """The unit on the board that a value names."""
    if isinstance(value, list):
        return next((unit for unit in (_unit_in(table, one) for one in value) if unit), "")
    if not isinstance(value, str):
        return ""
    unit = value if value in table.known else table.owner_of.get(value, "")
    return unit if unit in table.owner_of.values() else ""


def _place(table: Table, unit: str, value: Json) -> tuple[Spot | None, tuple[Spot, ...]]:
    """The point on the board that a value names, and the way there from the unit."""
    named = _named_spot(table, value)
    if named is not None:
        return named, ()
    if not isinstance(value, dict):
        return None, ()
    points = [tuple(point) for point in value.get("points", ())]
    if not points and isinstance(value.get("x"), int) and isinstance(value.get("y"), int):
        return (value["x"], value["y"]), ()
    if not points:
        return None, ()
    mine = unit or str((table.ask.data if table.ask else {}).get("unit", ""))
    start = [token.at for token in table.scene.tokens if token.of == mine][:1]
    return points[-1], (*start, *points) if start else ()


def _named_spot(table: Table, value: Json) -> Spot | None:
    """Where a named place is drawn; of several in order the last, of an object the one that is named in it."""
    if isinstance(value, dict):
        named = (_named_spot(table, one) for one in value.values() if isinstance(one, str))
        return next((at for at in named if at is not None), None)
    if isinstance(value, list):
        return _named_spot(table, value[-1]) if value and isinstance(value[-1], str) else None
    if not isinstance(value, str) or value in table.known:
        return None
    return table.scene.spots.get(named_place(table.scene, value)[0])


def _show_place(table: Table, step: Step, settled: Mapping[str, Json]) -> None:
    """On the board, where it would go, or at whom."""
    for name, value in settled.items():
        rest = {key: one for key, one in settled.items() if key != name}
        (where,) = table.where(Action(kind=step.do, arguments=rest), name, [value])
        if where is not None:
            title = table.value_words(name, value)
            shown = Target(href="", title=title, number=1, unit=_unit_in(table, value))
            step.targets.append(_pointed(table, shown, where))
            continue
        at, way = _place(table, step.unit, value)
        if at is not None:
            title = table.value_words(name, value)
            facing = value.get("facing") if isinstance(value, dict) else None
            step.targets.append(Target(href="", title=title, number=1, at=at, way=way, facing=facing))


def _whereto(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """A place that was typed in, as those that are offered are written."""
    rows = arguments.get("points") or ()
    points = [[row["x"], row["y"]] for row in rows if isinstance(row, dict) and {"x", "y"} <= row.keys()]
    return {**arguments, "points": points}


# --- Forms ----------------------------------------------------------------------------------------------------------


def _form(
    table: Table,
    step: Step,
    choice: Choice,
    rest: Mapping[str, Domain],
    picks: Mapping[str, str],
    settled: Mapping[str, Json],
    typing: Typing,
) -> None:
    """What cannot be tapped is typed. Units that lie ready to be chosen are marked on the board."""
    reading = Reading(
        typed=_filled(table, step, rest, typing),
        judged=typing.sent and typing.typed is not None,
        called=table.value_words,
        named=lambda key: table.called(key) if key in table.known else table.word(f"ask.{key}"),
    )
    step.fields, arguments = read_arguments(reading, rest, choice.optional)
    step.wrong = reading.wrong
    step.hidden = [
        (key, value)
        for key, value in (
            ("unit", step.unit),
            ("do", choice.kind),
            *((f"{PICK}{name}", value) for name, value in picks.items()),
        )
        if value
    ]
    if names := _tap(rest):
        step.tap = {"x": f"{PREFIX}.{names[0]}", "y": f"{PREFIX}.{names[1]}"}
    step.shorter = _without_last(table, step, rest)
    _number_places(table, step)
    if (
        arguments is None
        and not step.wrong
        and (choice.exact or step.unit)
        and not step.sealed
        and rest.keys() <= set(choice.optional)
    ):
        step.folded, arguments = True, {}  # nothing of it has to be said
    step.typed = not step.folded
    if arguments is not None:
        _show_place(table, step, {"": _whereto(arguments)})
        _look(table, step, Action(kind=choice.kind, arguments={**settled, **arguments}))
        if step.problem is not None:
            step.action = None


def _without_last(table: Table, step: Step, rest: Mapping[str, Domain]) -> str:
    """The address of the same form without the last point of its way; empty where it has none, or nothing of it may be in an address."""
    ways = {f"{PREFIX}.{name}" for name, domain in rest.items() if isinstance(domain, Records) and "x" in domain.fields}
    rows = [row for made in step.fields if made.name in ways for row in made.parts if row.value]
    if not rows or step.sealed:
        return ""
    last = {part.name for part in rows[-1].parts}
    typed: dict[str, Any] = {
        key: table.query.getlist(key) for key in table.query if key.startswith(f"{PREFIX}.") and key not in last
    }
    asked = {"sent": "1"} if len(rows) > 1 else {"look": "1"}
    return table.url(**{**dict(step.hidden), **typed, **asked})


def _tap(rest: Mapping[str, Domain]) -> tuple[str, str] | None:
    """The two fields that a tap on the board fills; of several rows, those of the first."""
    if {"x", "y"} <= rest.keys():
        return "x", "y"
    for name, domain in rest.items():
        if isinstance(domain, PointIn):
            return f"{name}.x", f"{name}.y"
        if isinstance(domain, Records) and {"x", "y"} <= domain.fields.keys():
            return f"{name}.0.x", f"{name}.0.y"
    return None


def _tap_elsewhere(table: Table, step: Step, choices: Sequence[Choice]) -> dict[str, str]:
    """Where places are offered, any other place leads to the form in which it can be named; of who may go, to his going there."""
    if step.unit and not step.do:
        return ways.straight(table, choices, step.unit)
    if not any(target.at is not None for target in step.targets) or step.action is not None:
        return {}
    for choice in choices:
        names = None if choice.exact or choice.label not in ("", step.unit) else _tap(choice.arguments)
        if names:
            href = table.url(unit=step.unit, do=choice.kind, look="1")
            return {"href": href, "x": f"{PREFIX}.{names[0]}", "y": f"{PREFIX}.{names[1]}"}
    return {}


def _filled(table: Table, step: Step, rest: Mapping[str, Domain], typing: Typing) -> Typed:
    """What a form holds: what was typed, and for what was not even shown the first place that is offered."""
    typed = dict(typing.typed or {})
    if step.sealed or (typed and not typing.sent):
        return typed
    for name, value in _usual(table, step).items():
        if name in rest and not isinstance(rest[name], Records) and f"{PREFIX}.{name}" not in typed:
            typed[f"{PREFIX}.{name}"] = [code(value)]
    return typed


def _usual(table: Table, step: Step) -> Mapping[str, Json]:
    """The first place that the menu offers the unit, but for where it is."""
    for choice in table.menu:
        if choice.label not in ("", step.unit) or not choice.exact:
            continue
        for domain in choice.arguments.values():
            if isinstance(domain, OneOf) and domain.values and isinstance(domain.values[0], dict):
                return {
                    key: value for key, value in domain.values[0].items() if key not in ("x", "y", "points", "unit")
                }
    return {}


def _number_places(table: Table, step: Step) -> None:
    """Places among the options of a form are numbered there and on the board."""
    numbers: dict[Spot, int] = {}
    for one in places_in(step.fields):
        for option in one.options:
            at, _way = _place(table, step.unit, option["value"]) if "value" in option else (None, ())
            if at is None:
                continue
            if at not in numbers:
                numbers[at] = len(numbers) + 1
                facing = option["value"].get("facing") if isinstance(option["value"], dict) else None
                step.targets.append(Target(href="", title=option["title"], number=numbers[at], at=at, facing=facing))
            option["title"] = _("%(number)s: %(place)s") % {"number": numbers[at], "place": option["title"]}


def _look(table: Table, step: Step, action: Action) -> None:
    """Everything is chosen: what would happen, or why it may not."""
    assert table.seat is not None
    step.action = action
    step.problem = table.rules.check(table.state, table.seat, action)
    if step.problem is not None:
        step.wrong = [*step.wrong, narration.problem(step.problem, table.names)]


def sentences(table: Table, action: Action) -> list[dict[str, str]]:
    """An action in words, argument by argument."""
    return [
        {"what": table.word(f"ask.{name}"), "is": _told(table, name, value)} for name, value in action.arguments.items()
    ]


def _told(table: Table, name: str, value: Json) -> str:
    if isinstance(value, dict) and not {"x", "points"} & value.keys():
        named = (_pair(table, name, key, one) for key, one in value.items())
        return "; ".join(named) or table.word(f"{name}.none")
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "; ".join(_told(table, name, one) for one in value)
    return table.value_words(name, value)


def _pair(table: Table, name: str, key: str, value: Json) -> str:
    what = table.called(key) if key in table.known else table.word(f"ask.{key}")
    return _("%(what)s: %(value)s") % {"what": what, "value": _told(table, name, value)}


def places_in(fields: Sequence[Field]) -> Iterator[Field]:
    """Every field, those inside others too."""
    for one in fields:
        yield one
        yield from places_in(one.parts)
