"""The plain table with two forces drawn up on it. Words are data; the page finds the sentence."""

from rulesets.contract import Label, Scene, Shape, Token
from rulesets.tabletop.state import ForceState, State

WIDTH, DEPTH = 1800, 1200  # a table of six by four feet, in whole millimetres
FRONT = 240
ROW = 8


def table(state: State) -> Scene:
    """Each force along its own edge, eight units to a line."""
    tokens: list[Token] = []
    labels = []
    for number, seat in enumerate(state["seats"]):
        force = state["forces"][seat]
        tokens += _line(force, seat, far=number == 1)
        at = (WIDTH // 2, 40 if number == 1 else DEPTH - 20)
        labels.append(Label(at=at, text=seat, style=f"seat-{number + 1}"))
    edge = Shape(kind="rect", points=((0, 0), (WIDTH, DEPTH)), style="table")
    words = "; ".join(f"{seat}: {_roll_call(state['forces'][seat])}" for seat in state["seats"])
    return Scene(
        width=WIDTH,
        height=DEPTH,
        title=state["scenario"],
        description=words,
        shapes=(edge,),
        tokens=tuple(tokens),
        labels=tuple(labels),
    )


def _roll_call(force: ForceState) -> str:
    units = (force["units"][name] for name in force["order"] if name in force["units"])
    return ", ".join(f"{unit['name']} ({unit['figures']})" for unit in units)


def _line(force: ForceState, seat: str, *, far: bool) -> list[Token]:
    tokens = []
    units = [name for name in force["order"] if name in force["units"]]
    for place, name in enumerate(units):
        rank, file = divmod(place, ROW)
        wide = min(ROW, len(units) - rank * ROW)
        across = WIDTH * (2 * file + 1) // (2 * wide)
        back = FRONT - 60 * rank
        unit = force["units"][name]
        tokens.append(
            Token(
                id=f"{seat}/{name}",
                at=(across, max(back, 60) if far else DEPTH - max(back, 60)),
                style=f"unit seat-{2 if far else 1}",
                label=f"{unit['name']} {unit['figures']}",
                facing=180 if far else 0,
            )
        )
    return tokens
