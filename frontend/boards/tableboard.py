"""A scenario's table, drawn as a map: zones, terrain, and in an ambush the column and the edge it marches to.

Colours are classes; the words come with the plan. Around the table runs a map's frame, one foot to a bar.
"""

from frontend.boards import terrain
from frontend.boards.svg import Svg, element, group, joined, line, path, picture, rect, shortened, words
from frontend.boards.tableplan import (
    CAMP,
    FOOT,
    HEIGHT,
    KINDS,
    STRIP,
    VILLAGE,
    WIDTH,
    Box,
    Piece,
    Placed,
    SidePlan,
    TablePlan,
    place,
)

__all__ = ["Piece", "SidePlan", "TablePlan", "table_plan"]

FRAME = 22
MARGIN = 60
NAMES = 110
"""Room above and below the table for the names of the sides."""
ROW = 120
"""Height of a line of the legend."""
LONGEST_NAME = 30
LONGEST_LABEL = 24


def table_plan(plan: TablePlan) -> Svg:
    """The plan as SVG, in millimetres of the table. ``plan.labels`` must hold every word of ``LABELS``."""
    legend = _legend(plan)
    height = HEIGHT + 2 * NAMES + len(legend) * ROW
    body = [
        _patterns(plan),
        rect(0, 0, WIDTH, HEIGHT, "table"),
        *(_ambush(plan) if plan.scenario == "ambush" else _lines_of_battle(plan)),
        *(_piece(plan, number, placed) for number, placed in enumerate(place(plan))),
        *_works(plan),
        _frame(),
        *legend,
    ]
    return picture(
        plan.uid,
        box=(-MARGIN, -NAMES, WIDTH + 2 * MARGIN, height),
        title=plan.labels["title"],
        description=plan.labels["description"],
        class_="plan",
        body=joined(body),
    )


def _lines_of_battle(plan: TablePlan) -> list[Svg]:
    """Two armies that face each other across the table: the first side below, unless it defends."""
    below, above = _below_and_above(plan)
    return [
        _zone(plan, below, Box(0, HEIGHT - FOOT, WIDTH, FOOT)),
        _zone(plan, above, Box(0, 0, WIDTH, FOOT)),
        _name(plan, below, HEIGHT + 84),
        _name(plan, above, -48),
    ]


def _below_and_above(plan: TablePlan) -> tuple[int, int]:
    return (1, 0) if plan.sides[0].role == "defender" else (0, 1)


def _zone(plan: TablePlan, side: int, box: Box) -> Svg:
    title = element("title", plan.sides[side].name)
    return group(
        title,
        rect(*box, "zone"),
        rect(*box, "hatch", fill=f"url(#{plan.uid}-hatch-{side + 1})"),
        class_=f"side-{side + 1}",
    )


def _name(plan: TablePlan, side: int, y: int) -> Svg:
    """The side's mark, so that it reads without colour, and its name."""
    mark = "■●"[side]
    content = f"{mark} {shortened(plan.sides[side].name, LONGEST_NAME)}"
    return words(WIDTH // 2, y, content, f"name side-{side + 1}", text_anchor="middle")


def _ambush(plan: TablePlan) -> list[Svg]:
    """The clear strip with the column in it, and where hidden troops may lie: a foot or more from it."""
    column = 1 if plan.sides[0].role == "ambusher" else 0
    hidden = 1 - column
    depth = STRIP.y - FOOT
    return [
        _zone(plan, hidden, Box(0, 0, WIDTH, depth)),
        _zone(plan, hidden, Box(0, HEIGHT - depth, WIDTH, depth)),
        rect(*STRIP, "strip"),
        _column(plan, column),
        _entry(plan, hidden),
        _name(plan, hidden, -48),
        _name(plan, column, HEIGHT + 84),
    ]


def _column(plan: TablePlan, side: int) -> Svg:
    """Marching blocks one behind the other, and the arrow of their march to the right."""
    middle = STRIP.y + STRIP.height // 2
    blocks = [rect(110 + step * 190, middle - 45, 150, 90, "block") for step in range(6)]
    head = 110 + 6 * 190
    shaft = line(head, middle, head + 190, middle, "march")
    tip = path(f"M{head + 180} {middle - 42}L{head + 270} {middle}L{head + 180} {middle + 42}Z", "march-tip")
    return group(element("title", plan.labels["march"]), *blocks, shaft, tip, class_=f"column side-{side + 1}")


def _entry(plan: TablePlan, side: int) -> Svg:
    """The short edge where the rest of the ambusher's army comes on: arrows pointing in."""
    arrows = [
        path(f"M{WIDTH - 16} {y - 40}L{WIDTH - 86} {y}L{WIDTH - 16} {y + 40}Z", "entry-tip")
        for y in range(110, HEIGHT, 200)
    ]
    edge = line(WIDTH - 8, 0, WIDTH - 8, HEIGHT, "entry")
    return group(element("title", plan.labels["entry"]), edge, *arrows, class_=f"side-{side + 1}")


def _piece(plan: TablePlan, number: int, placed: Placed) -> Svg:
    title = element("title", plan.labels[placed.piece.kind])
    return group(title, terrain.symbol(placed.piece.kind, placed.box, number), class_="piece")


def _works(plan: TablePlan) -> list[Svg]:
    works = []
    if plan.village:
        works.append(group(element("title", plan.labels["village"]), terrain.village(VILLAGE), class_="piece"))
    if plan.camp:
        works.append(group(element("title", plan.labels["camp"]), terrain.camp(CAMP), class_="piece"))
    return works


def _frame() -> Svg:
    """Bars of one foot, black and white in turn, as round a map."""
    across = [_cut(WIDTH, 6, step) for step in range(7)]
    down = [_cut(HEIGHT, 4, step) for step in range(5)]
    bars = [rect(-FRAME, -FRAME, WIDTH + 2 * FRAME, HEIGHT + 2 * FRAME, "frame")]
    for step in range(6):
        length = across[step + 1] - across[step]
        bars.append(rect(across[step], (-FRAME, HEIGHT)[step % 2], length, FRAME, "bar-dark"))
    for step in range(4):
        length = down[step + 1] - down[step]
        bars.append(rect((-FRAME, WIDTH)[step % 2], down[step], FRAME, length, "bar-dark"))
    return group(*bars, rect(0, 0, WIDTH, HEIGHT, "rim"), class_="scale")


def _cut(length: int, parts: int, step: int) -> int:
    return length * step // parts


def _legend(plan: TablePlan) -> list[Svg]:
    """What the symbols mean, two to a line, below the table."""
    entries = _entries(plan)
    rows = []
    for start in range(0, len(entries), 2):
        top = HEIGHT + NAMES + 20 + start // 2 * ROW
        pair = entries[start : start + 2]
        rows.append(group(*(_entry_of(x, top, *entry) for x, entry in zip((0, WIDTH // 2), pair, strict=False))))
    return rows


def _entries(plan: TablePlan) -> list[tuple[Svg, str]]:
    """Symbols (drawn for a box of 120 by 80 at the origin) with their words."""
    small = Box(0, 0, 120, 84)
    labels = plan.labels
    used = {piece.kind for piece in plan.pieces}
    entries = [(terrain.symbol(kind, small, 0), labels[kind]) for kind in KINDS if kind in used]
    if plan.village:
        entries.append((terrain.village(small), labels["village"]))
    if plan.camp:
        entries.append((terrain.camp(small), labels["camp"]))
    if plan.scenario == "ambush":
        column = 1 if plan.sides[0].role == "ambusher" else 0
        entries += [
            (rect(0, 8, 120, 64, "strip"), labels["strip"]),
            (group(rect(0, 20, 60, 40, "block"), _arrow(), class_=f"column side-{column + 1}"), labels["march"]),
            (
                group(rect(0, 8, 120, 64, "zone"), _swatch(plan, 1 - column), class_=f"side-{2 - column}"),
                labels["hidden"],
            ),
            (group(path("M110 8L30 40L110 72Z", "entry-tip"), class_=f"side-{2 - column}"), labels["entry"]),
        ]
    return entries


def _arrow() -> Svg:
    return joined([line(60, 40, 90, 40, "march"), path("M84 14L122 40L84 66Z", "march-tip")])


def _swatch(plan: TablePlan, side: int) -> Svg:
    return rect(0, 8, 120, 64, "hatch", fill=f"url(#{plan.uid}-hatch-{side + 1})")


def _entry_of(x: int, y: int, drawing: Svg, label: str) -> Svg:
    caption = words(150, 58, shortened(label, LONGEST_LABEL), "legend")
    return group(element("title", label), drawing, caption, transform=f"translate({x} {y})")


def _patterns(plan: TablePlan) -> Svg:
    """Stripes for the first side, dots for the second: the zones differ without colour."""
    stripes = element(
        "pattern",
        path("M0 60L60 0", "ink"),
        id=f"{plan.uid}-hatch-1",
        width=60,
        height=60,
        patternUnits="userSpaceOnUse",
        class_="side-1",
    )
    dots = element(
        "pattern",
        element("circle", cx=30, cy=30, r=6, class_="dot"),
        id=f"{plan.uid}-hatch-2",
        width=60,
        height=60,
        patternUnits="userSpaceOnUse",
        class_="side-2",
    )
    return element("defs", stripes, dots)
