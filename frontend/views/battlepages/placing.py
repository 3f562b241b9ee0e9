"""Units that are put in their places one by one before it is handed in: a tap on one, a tap on a place, as often as one likes.

What was placed so far stands in the address, so that it works without scripts; with them any place can be tapped, not only those offered.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from battles import narration
from frontend.boards.look import Frame, Spot, Target
from frontend.forms.domains import code
from frontend.forms.numbers import whole_number
from frontend.views.battlepages.steps import Chosen, Step
from frontend.views.battlepages.table import Table
from frontend.views.battlepages.ways import PICK
from rulesets.contract import Action, Choice, Domain, Group, Guiding, IntRange
from rulesets.vocabulary import Json

WHO, ACROSS, UP = "who", "x", "y"
NEAR = 4
"""So much the board is enlarged round the ground of whom one places."""


def offered(table: Table) -> Choice | None:
    """The choice whose units can be placed on the board one by one, if there is one."""
    if table.seat is None or not isinstance(table.rules, Guiding):
        return None
    return next((choice for choice in table.menu if _grounds(table, choice)), None)


def _grounds(table: Table, choice: Choice) -> Mapping[str, Group]:
    """Of a choice that is all places: by unit the rectangle in which it may stand; of another nothing."""
    domains = list(choice.arguments.values())
    if len(domains) != 1 or choice.exact or not isinstance(domains[0], Group):
        return {}
    fields = {key: one for key, one in domains[0].fields.items() if key in table.known and _is_place(one)}
    return fields if len(fields) == len(domains[0].fields) else {}  # type: ignore[return-value]


def _is_place(domain: Domain) -> bool:
    return isinstance(domain, Group) and domain.fields.keys() == {"x", "y"}


def lay(table: Table, step: Step, choice: Choice, said: Chosen) -> None:
    """What can be tapped: a unit; then where it shall stand; and what has been placed so far, to be handed in."""
    board = _Board(table, choice)
    moved, who = board.moved(said), said.picks.get(WHO, "")
    who = who if who in board.grounds else ""
    at = _tapped(said)
    if who and at is not None:
        problem = table.rules.check(table.state, table.seat or "", board.action({**moved, who: at}))
        if problem is None:
            moved, who = {**moved, who: at}, ""
        else:
            step.wrong = [narration.problem(problem, table.names)]
    step.moved, step.unit, step.unit_title = moved, who, table.called(who)
    step.links = {key: board.url(moved, key) for key in board.grounds if key != who}
    step.general = [one for one in step.general if one["kind"] != choice.kind]
    if moved or who:
        step.do, step.title = choice.kind, table.word(f"do.{choice.kind}")
        step.back = board.url(moved) if who and moved else table.url()
    rows = _places(table, step, board, who) if who else _units(table, board, moved)
    step.placing = {"who": who, "rows": rows, "told": table.word(f"hint.{choice.kind}")}
    if board.name in choice.optional and not (moved or who):
        step.placing |= {"kind": choice.kind, "as_they_are": table.word(f"{board.name}.none")}
    if moved and not who:
        step.action, step.typed = board.action(moved), True
        step.problem = table.rules.check(table.state, table.seat or "", step.action)
        step.wrong = [narration.problem(step.problem, table.names)] if step.problem is not None else []


class _Board:
    """Whose places are chosen, and how an address says so."""

    def __init__(self, table: Table, choice: Choice) -> None:
        self.table, self.kind = table, choice.kind
        (self.name,) = choice.arguments
        self.grounds = _grounds(table, choice)
        self.home = {token.of: token.at for token in table.scene.tokens if token.of in self.grounds}

    def moved(self, said: Chosen) -> dict[str, Spot]:
        """Who was put elsewhere so far; what no page of ours has written is nothing."""
        try:
            found = msgspec.json.decode(said.picks.get(self.name, "{}"), type=dict[str, tuple[int, int]])
        except (msgspec.DecodeError, RecursionError):
            return {}
        return {key: at for key, at in found.items() if key in self.grounds}

    def action(self, moved: Mapping[str, Spot]) -> Action:
        places: dict[str, Json] = {key: {"x": at[0], "y": at[1]} for key, at in {**self.home, **moved}.items()}
        return Action(kind=self.kind, arguments={self.name: places})

    def url(self, moved: Mapping[str, Spot], who: str = "") -> str:
        told: dict[str, Any] = {"do": self.kind, f"{PICK}{self.name}": code({key: [*at] for key, at in moved.items()})}
        if who:
            told |= {f"{PICK}{WHO}": who, **self._near(who)}
        return self.table.url(**told)

    def _near(self, who: str) -> dict[str, int]:
        """The part of the board round the ground of one."""
        across, up = (self.grounds[who].fields[axis] for axis in ("x", "y"))
        assert isinstance(across, IntRange)
        assert isinstance(up, IntRange)
        x, y = Frame(self.table.scene).spot(((across.low + across.high) // 2, (up.low + up.high) // 2))
        return {"z": NEAR, "x": x, "y": y}


def _tapped(said: Chosen) -> Spot | None:
    x, y = whole_number(said.picks.get(ACROSS, "")), whole_number(said.picks.get(UP, ""))
    return None if x is None or y is None else (x, y)


def _units(table: Table, board: _Board, moved: Mapping[str, Spot]) -> list[dict[str, str]]:
    places = {**board.home, **moved}
    return [
        {"title": table.called(key), "hint": table.spot_words(places[key]), "href": board.url(moved, key)}
        for key in board.grounds
        if key in places
    ]


def _places(table: Table, step: Step, board: _Board, who: str) -> list[dict[str, str]]:
    """Where one may go, on the board and in a list; with a script any other place can be tapped too."""
    moved, rows = step.moved, []
    for number, value in enumerate(table.onward(board.action(moved), f"{board.name}.{who}") or (), start=1):
        at = (value["x"], value["y"])
        href, title = board.url({**moved, who: at}), table.spot_words(at)
        rows.append({"title": title, "hint": "", "href": href})
        step.targets.append(Target(href=href, title=title, number=number, at=at, small=True))
    step.tap = {"href": board.url(moved, who), "x": f"{PICK}{ACROSS}", "y": f"{PICK}{UP}"}
    return rows
