"""A duel on a ford: a small game whose map and tables a club may replace. It is never installed; it proves what the contract says of data.

Each of two seats is asked once, in turn, to cross at a hex of the map; a die on the table of crossings says how far he comes.
"""

from collections.abc import Iterable, Mapping

from rulesets.contract import (
    Account,
    Action,
    Ask,
    Choice,
    DataKind,
    Description,
    Entry,
    Happening,
    Json,
    OneOf,
    Outcome,
    Problem,
    Scene,
    Seat,
    SeatDescription,
    SeatResult,
    Setup,
    Shape,
    Sheet,
    Step,
    View,
)
from rulesets.dice import Dice

SEATS = ("north", "south")
TERRAIN = ("water", "meadow", "ford")
MAP = {"name": "The ford", "hexes": [{"at": [0, 0], "terrain": "water"}, {"at": [1, 0], "terrain": "ford"}]}
TABLES = {"crossing": [{"die": die, "steps": die // 2} for die in range(1, 7)]}
MOST_HEXES = 2_000
SIZE = 100


class Ford:
    """The verbs of the contract, and what may be replaced."""

    key = "ford"
    edition = 1

    def describe(self) -> Description:
        return Description(
            name=self.key,
            seats=tuple(SeatDescription(key=seat) for seat in SEATS),
            can_play_online=True,
            happenings=("crossed",),
        )

    # --- What may be replaced

    def data_kinds(self) -> tuple[DataKind, ...]:
        return (
            DataKind(key="map", option="map"),
            DataKind(key="tables", option="tables", columns=("die", "steps")),
            DataKind(key="names", option="names", each=True),
        )

    def check_data(self, kind: str, document: Json) -> list[Problem]:
        if kind == "names":
            fits = isinstance(document, dict) and isinstance(document.get("hero"), str)
            return [] if fits else [Problem(code="malformed", place="hero")]
        return _map_problems(document) if kind == "map" else _table_problems(document)

    def preview(self, kind: str, document: Json) -> Scene | None:
        if kind != "map":
            return None
        shapes = [
            Shape(
                kind="hex",
                points=((SIZE * (1 + 2 * one["at"][0]), SIZE * (1 + 2 * one["at"][1])),),
                style=one["terrain"],
                size=SIZE,
            )
            for one in document["hexes"]
        ]
        wide = 2 * SIZE * (1 + max(one["at"][0] for one in document["hexes"]))
        high = 2 * SIZE * (1 + max(one["at"][1] for one in document["hexes"]))
        return Scene(width=wide, height=high, title=document["name"], description="", shapes=tuple(shapes))

    def template(self, kind: str) -> Json:
        return {"map": MAP, "tables": TABLES, "names": {"hero": "Horatius"}}[kind]

    def from_rows(self, kind: str, rows: list[dict[str, str]]) -> Sheet:
        wrong = [
            Problem(code="not_a_number", data={"given": cell}, place=f"rows[{number}].{column}")
            for number, row in enumerate(rows)
            for column, cell in row.items()
            if not cell.isdigit()
        ]
        read = [] if wrong else [{column: int(cell) for column, cell in row.items()} for row in rows]
        origins = {f"crossing[{number}]": number for number in range(len(rows))}
        return Sheet(document={"crossing": read}, problems=tuple(wrong), origins=origins)

    def to_rows(self, kind: str, document: Json) -> list[dict[str, str]]:
        return [{column: str(cell) for column, cell in row.items()} for row in document["crossing"]]

    def account(self, kind: str, document: Json) -> Account | None:
        if kind != "tables":
            return None
        steps = [Entry(name=str(row["die"]), points=row["steps"]) for row in document["crossing"]]
        return Account(entries=tuple(steps), total=sum(one.points for one in steps))

    # --- The game

    def check_setup(self, setup: Setup) -> list[Problem]:
        found = [] if set(setup.forces) == set(SEATS) else [Problem(code="two_sides", data={}, place="forces")]
        for kind, house in (("map", MAP), ("tables", TABLES)):
            found += self.check_data(kind, setup.options.get(kind, house))
        return found

    def setup(self, setup: Setup, dice: Dice) -> Step:
        hexes = [f"{one['at'][0]},{one['at'][1]}" for one in setup.options.get("map", MAP)["hexes"]]
        table = {str(row["die"]): row["steps"] for row in setup.options.get("tables", TABLES)["crossing"]}
        return Step(state={"hexes": hexes, "table": table, "steps": {}})

    def asks(self, state: Json) -> list[Ask]:
        seat = next((seat for seat in SEATS if seat not in state["steps"]), None)
        return [] if seat is None else [Ask(seat=seat, prompt="cross")]

    def menu(self, state: Json, seat: Seat, focus: str | None = None) -> Iterable[Choice]:
        if [ask.seat for ask in self.asks(state)] != [seat]:
            return []
        return [Choice(kind="cross", arguments={"hex": OneOf(values=tuple(state["hexes"]))})]

    def check(self, state: Json, seat: Seat, action: Action) -> Problem | None:
        if [ask.seat for ask in self.asks(state)] != [seat]:
            return Problem(code="not_your_turn")
        right = action.kind == "cross" and action.arguments.get("hex") in state["hexes"]
        return None if right else Problem(code="not_now", data={"kind": action.kind})

    def apply(self, state: Json, moves: Mapping[Seat, Action], dice: Dice) -> Step:
        ((seat, action),) = moves.items()
        roll = dice.roll(1, 6, ["cross", seat])
        steps = {**state["steps"], seat: state["table"].get(str(roll.total), 0)}
        told = Happening(kind="crossed", data={"seat": seat, "hex": action.arguments["hex"]}, rolls=(roll.address,))
        return Step(state={**state, "steps": steps}, happenings=(told,), reveals=True)

    def fallback(self, state: Json, seat: Seat, why: str) -> Action:
        return Action(kind="cross", arguments={"hex": state["hexes"][0]})

    def view(self, state: Json, seat: Seat | None) -> View:
        return View(seat=seat, data=state)

    def outcome(self, state: Json) -> Outcome | None:
        if len(state["steps"]) < len(SEATS):
            return None
        far = max(state["steps"].values())
        tied = len(set(state["steps"].values())) == 1
        return Outcome(
            seats={
                seat: SeatResult(result="draw" if tied else "win" if steps == far else "loss")
                for seat, steps in state["steps"].items()
            }
        )

    def scene(self, view: View) -> Scene:
        return Scene(width=SIZE, height=SIZE, title=self.key, description="")


def _map_problems(document: Json) -> list[Problem]:
    hexes = document.get("hexes") if isinstance(document, dict) else None
    if not isinstance(hexes, list) or not hexes or not isinstance(document.get("name"), str):
        return [Problem(code="malformed", place="hexes")]
    if len(hexes) > MOST_HEXES:
        return [Problem(code="too_many_cells", data={"cells": len(hexes), "columns": MOST_HEXES}, place="hexes")]
    found, taken = [], set()
    for number, one in enumerate(hexes):
        at = one.get("at") if isinstance(one, dict) else None
        if not isinstance(at, list) or len(at) != 2 or not all(type(step) is int and 0 <= step < 200 for step in at):
            found.append(Problem(code="malformed", place=f"hexes[{number}].at"))
        elif tuple(at) in taken:
            found.append(Problem(code="unit_twice", data={"unit": str(at)}, place=f"hexes[{number}].at"))
        elif one.get("terrain") not in TERRAIN:
            data = {"column": str(one.get("terrain")), "allowed": list(TERRAIN)}
            found.append(Problem(code="unknown_column", data=data, place=f"hexes[{number}].terrain"))
        else:
            taken.add(tuple(at))
    return found


def _table_problems(document: Json) -> list[Problem]:
    rows = document.get("crossing") if isinstance(document, dict) else None
    if not isinstance(rows, list):
        return [Problem(code="malformed", place="crossing")]
    for number, row in enumerate(rows):
        if not isinstance(row, dict) or not all(type(row.get(key)) is int for key in ("die", "steps")):
            return [Problem(code="malformed", place=f"crossing[{number}]")]
        if not 1 <= row["die"] <= 6:
            return [Problem(code="not_a_number", data={"given": row["die"]}, place=f"crossing[{number}].die")]
    missing = {1, 2, 3, 4, 5, 6} - {row["die"] for row in rows}
    return [Problem(code="malformed", place="crossing")] if missing else []
