"""A neutral drawing of the table."""

from typing import Any

import msgspec

from rulesets.askari.setting import SCENARIOS
from rulesets.askari.state import Unit
from rulesets.contract import Label, Scene, Shape, Token, View


def table(view: View) -> Scene:
    """Terrain, objectives, and every figure that this viewer sees."""
    data: dict[str, Any] = view.data
    shapes = [
        Shape(
            kind="polygon" if "line" not in piece["id"].split("-") else "line",
            points=tuple((point[0], point[1]) for point in piece["points"]),
            style=piece["kind"],
            title=piece["kind"],
        )
        for piece in data.get("ground", [])
    ]
    shapes += [
        Shape(kind="circle", points=((point[0], point[1]),), style="objective", title="objective", size=100)
        for point in data.get("objectives", [])
    ]
    tokens: list[Token] = []
    labels: list[Label] = []
    for key in sorted(data["units"]):
        row = data["units"][key]
        if row.get("where") not in ("table", "hidden"):
            continue
        unit = msgspec.convert(row, Unit)
        marks = tuple(_marks(unit))
        for figure in unit.figures:
            style = f"{unit.kind} {unit.seat} {figure.role}".strip()
            tokens.append(
                Token(id=figure.id, at=figure.at, style=style, label=unit.name, facing=unit.facing, marks=marks)
            )
        if unit.figures:
            labels.append(Label(at=unit.figures[0].at, text=unit.name, style=unit.seat))
    name = SCENARIOS[data["scenario"]].name
    return Scene(
        width=data["width"],
        height=data["height"],
        title=name,
        description=f"{name}: {data.get('turn', 0)}",
        shapes=tuple(shapes),
        tokens=tuple(tokens),
        labels=tuple(labels),
    )


def _marks(unit: Unit) -> list[str]:
    found = []
    for mark, holds in (
        ("failed", unit.failed),
        ("prone", unit.prone),
        ("order", bool(unit.order)),
        ("aimed", bool(unit.aimed)),
        ("jammed", unit.jammed),
        ("disabled", unit.disabled),
        ("hidden", unit.where == "hidden"),
    ):
        if holds:
            found.append(mark)
    return found
