"""A board of hexes: its ground in few strokes, levels, riders, costs that can be tapped, lines of fire. No ruleset is asked."""

import re
from math import hypot
from xml.etree import ElementTree

import pytest

from frontend.boards import hexboard
from frontend.boards.battleboard import Look, Target, draw, swatch
from frontend.boards.scene import outline
from rulesets.contract import Label, Scene, Shape, Token

SIDE = 50
COLUMNS, ROWS = 40, 30


def middle(column: int, row: int) -> tuple[int, int]:
    return 44 + 87 * column + 43 * (row % 2), SIDE + 75 * row


def ground(columns: int = COLUMNS, rows: int = ROWS) -> tuple[Shape, ...]:
    """Open ground with a wood, a house with a roof, its wall, and a fire."""

    def kind(column: int, row: int) -> str:
        return "tree" if column in (3, 4) and row in (3, 4) else "house" if (column, row) == (6, 6) else "clear"

    places = [(column, row) for row in range(rows) for column in range(columns)]
    hexes = [
        Shape(kind="hex", points=(middle(*at),), style=f"hex-{kind(*at)}", title=kind(*at), size=SIDE) for at in places
    ]
    crowns = [
        Shape(kind="hex", points=(middle(*at),), style="layer-crown", title="crown", size=35)
        for at in places
        if kind(*at) == "tree"
    ]
    x, y = middle(6, 6)
    walls = [
        Shape(kind="line", points=((x - 43, y - 25), (x, y - 50)), style="side-wall", title="wall"),
        Shape(kind="line", points=((x, y - 50), (x + 43, y - 25)), style="side-wall", title="wall"),
        Shape(kind="line", points=((x + 43, y - 25), (x + 43, y + 25)), style="side-door", title="door"),
    ]
    fire = Shape(kind="circle", points=(middle(8, 8),), style="marker-fire", title="fire", size=15)
    return (*hexes, *crowns, *walls, fire)


def man(name: str, at: tuple[int, int], seat: str = "west", **about) -> Token:
    return Token(id=name, at=at, style="sergeant", label=name, of=name, seat=seat, symbol="man", **about)


def rider(name: str, head: tuple[int, int], rump: tuple[int, int], facing: int) -> list[Token]:
    about = {"of": name, "seat": "west", "style": "knight", "label": name, "facing": facing}
    return [
        Token(id=name, at=head, symbol="rider", **about),
        Token(id=f"{name}/rump", at=rump, symbol="counter", **about),
    ]


def a_scene(*tokens: Token, **about) -> Scene:
    return Scene(
        width=44 + 87 * COLUMNS,
        height=25 + 75 * ROWS,
        title="",
        description="",
        shapes=ground(),
        tokens=tokens,
        **about,
    )


def a_look(**about) -> Look:
    signs = {"a": "■1", "b": "■2", "c": "●1", "r": "■3"}
    return Look(title="The mill", description="a in the crown", sides={"west": 1, "east": 2}, signs=signs, **about)


def found(svg: str, name: str) -> list[ElementTree.Element]:
    return [one for one in ElementTree.fromstring(svg).iter() if name in (one.get("class") or "").split()]


def spots(svg: str) -> list[tuple[int, int]]:
    """Where figures are drawn, in the order in which they are."""
    turns = (re.match(r"translate\((-?\d+) (-?\d+)\)", one.get("transform")) for one in found(svg, "figure"))
    return [(int(turn.group(1)), int(turn.group(2))) for turn in turns]


# --- Ground -----------------------------------------------------------------------------------------------


def test_a_map_of_1200_hexes_is_a_few_strokes_and_loses_none():
    board = draw(a_scene(), a_look())

    strokes = found(board, "shape")
    by_style = {one.get("class").removeprefix("shape "): one for one in strokes}
    assert len(strokes) == 7
    assert by_style["hex-clear"].get("d").count("M") == COLUMNS * ROWS - 5
    assert by_style["hex-tree"].get("d").count("M") == by_style["layer-crown"].get("d").count("M") == 4
    assert by_style["side-wall open"].get("d").count("M") == 2
    assert len(board) < 60_000


def test_strokes_have_the_corners_of_the_single_hexes():
    def corners(d: str) -> set[tuple[int, int]]:
        x, y, spots = 0, 0, set()
        for letter, a, b in re.findall(r"([MLl])(-?\d+) (-?\d+)", d):
            x, y = (x + int(a), y + int(b)) if letter == "l" else (int(a), int(b))
            spots.add((x, y))
        return spots

    alone = Scene(width=500, height=500, title="", description="", shapes=ground(1, 1)[:1])
    (drawn,) = found(draw(alone, a_look()), "shape")
    assert corners(drawn.get("d")) == corners(ElementTree.fromstring(outline(alone.shapes[0])).get("d"))


def test_what_lies_above_is_drawn_above():
    styles = [one.get("class").split()[1] for one in found(draw(a_scene(), a_look()), "shape")]

    assert styles == ["hex-clear", "hex-tree", "hex-house", "layer-crown", "side-wall", "side-door", "marker-fire"]


def test_every_kind_of_ground_is_told_and_has_its_picture():
    scene = a_scene()
    board = draw(scene, a_look(spelt=lambda word: f"<{word}>"))

    titles = {one.text for one in ElementTree.fromstring(board).iter() if one.tag.endswith("title")}
    assert {"<ground.clear>", "<ground.wall>", "<ground.fire>"} <= titles
    for kind, tag in (("tree", "rect"), ("wall", "path"), ("fire", "circle")):
        (shape,) = found(swatch(scene, kind), "shape")
        assert shape.tag.endswith(tag)


def test_names_of_rows_and_columns_stand_on_the_board():
    board = draw(a_scene(labels=(Label(at=(44, 30), text="A", style="column"),)), a_look())

    (label,) = found(board, "label")
    assert (label.text, label.get("x"), label.get("aria-hidden")) == ("A", "44", "true")


# --- Figures ----------------------------------------------------------------------------------------------


def test_under_the_tree_and_on_it_are_two_counters_in_one_hex_the_higher_above():
    at = middle(3, 3)
    board = draw(a_scene(man("a", at, level=1), man("c", at, "east")), a_look(links={"a": "?a", "c": "?c"}))

    below, above = spots(board)
    assert below[0] == above[0] == at[0]
    assert above[1] < at[1] < below[1]
    radius = [int(one.get("r")) for one in found(board, "base")]
    assert below[1] - above[1] >= 1.8 * max(radius)
    assert max(abs(spot[1] - at[1]) for spot in (below, above)) + max(radius) <= SIDE
    (gable,) = found(board, "level")
    assert "up" in gable.get("class")
    assert [one.get("data-unit") for one in found(board, "unit")] == ["c", "a"]  # the last is tapped first


def test_who_has_his_hex_to_himself_fills_it_and_one_below_the_ground_has_a_floor():
    board = draw(a_scene(man("a", middle(1, 1)), man("b", middle(2, 1), level=-1)), a_look())

    assert [int(one.get("r")) for one in found(board, "base")] == [35, 35]
    assert SIDE * 0.866 > 35
    assert ["down" in one.get("class") for one in found(board, "level")] == [True]


def test_four_in_one_hex_stay_within_it():
    at = middle(5, 5)
    names = ("a", "b", "c", "r")
    board = draw(a_scene(*(man(name, at, level=level) for level, name in enumerate(names))), a_look())

    heights = [y for _x, y in spots(board)]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 4
    assert all(abs(y - at[1]) <= SIDE for y in heights)


def test_a_token_that_is_set_a_little_apart_is_put_in_the_middle_of_its_hex():
    x, y = middle(2, 3)

    assert spots(draw(a_scene(man("a", (x, y - 12))), a_look())) == [(x, y)]


def test_a_rider_takes_up_two_hexes_and_his_head_looks_ahead():
    head, rump = middle(10, 4), middle(9, 4)
    board = draw(a_scene(*rider("r", head, rump, 90), man("a", middle(2, 2))), a_look(links={"r": "?r"}))

    (link,) = found(board, "can")
    assert link.get("data-unit") == "r"
    (trunk,) = found(board, "trunk")
    assert trunk.get("d") == f"M{head[0]} {head[1]}L{rump[0]} {rump[1]}"
    (front,) = found(board, "front")  # who stands on foot looks to all sides
    assert re.search(r"rotate\((\d+)\)", front.get("transform")).group(1) == "90"
    assert int(re.match(r"translate\((\d+)", front.get("transform")).group(1)) > head[0]


def test_signs_and_marks_stand_on_the_counters():
    board = draw(a_scene(man("a", middle(1, 1), marks=("wounded", "on_roof"))), a_look())

    assert [one.text for one in found(board, "sign-on")] == ["■1"]
    assert [one.text for one in found(board, "marks-on")] == ["✚"]
    assert found(board, "tag") == []


# --- Places -----------------------------------------------------------------------------------------------


def reach(column: int, row: int, cost: int, number: int = 1, **about) -> Target:
    return Target(
        href=f"?to={column}.{row}",
        title=f"{cost} points",
        number=number,
        at=middle(column, row),
        label=str(cost),
        **about,
    )


def test_a_hex_that_can_be_reached_is_tapped_as_a_whole_and_shows_its_cost():
    board = draw(a_scene(man("a", middle(1, 1))), a_look(chosen="a", targets=(reach(2, 1, 3), reach(3, 1, 5, 2))))

    links = found(board, "target")
    assert [one.get("href") for one in links] == ["?to=2.1", "?to=3.1"]
    assert [one.text for one in found(board, "aim-number")] == ["3", "5"]
    assert all(one.get("aria-label") for one in links)
    (x, y), (shape, *_more) = middle(2, 1), found(board, "aim")
    assert shape.get("d").startswith(f"M{x} {y - SIDE}l")
    assert ElementTree.fromstring(board).get("role") == "group"


@pytest.mark.parametrize("facings", [(0, 60), (30, 90, 150, 210, 270, 330)])
def test_a_rider_chooses_his_facing_in_the_hex(facings):
    targets = tuple(reach(5, 5, cost, cost, facing=facing) for cost, facing in enumerate(facings, start=1))
    board = draw(a_scene(), a_look(targets=targets))

    discs = [(int(one.get("cx")), int(one.get("cy")), int(one.get("r"))) for one in found(board, "aim")]
    assert len(discs) == len(facings)
    for number, (x, y, radius) in enumerate(discs):
        assert hypot(x - middle(5, 5)[0], y - middle(5, 5)[1]) + radius < SIDE
        for a, b, _r in discs[:number]:
            assert hypot(x - a, y - b) >= 1.9 * radius


def test_the_roof_and_the_room_below_it_are_two_places():
    board = draw(a_scene(), a_look(targets=(reach(6, 6, 2), reach(6, 6, 4, 2, level=1))))

    inside, roof = (int(one.get("cy")) for one in found(board, "aim"))
    assert roof < middle(6, 6)[1] < inside


def test_a_line_of_fire_says_what_the_cover_does():
    way = (middle(1, 1), middle(9, 3))
    shot = Target(href="", title="medium cover: +1", number=1, unit="c", way=way, shot="+1", tone="cover-medium")
    board = draw(a_scene(man("a", way[0]), man("c", way[1], "east")), a_look(chosen="a", targets=(shot,)))

    (fire,) = found(board, "fire")
    assert "cover-medium" in fire.get("class")
    assert [one.text for one in fire] == ["medium cover: +1", None, "+1"]
    assert found(board, "way") == []


def test_a_line_with_nothing_to_say_has_no_plate():
    shot = Target(href="", title="clear", number=1, way=(middle(1, 1), middle(9, 3)), shot="")

    assert found(draw(a_scene(), a_look(targets=(shot,))), "fire-text") == []


def test_what_is_written_is_escaped():
    target = reach(2, 2, 1)
    evil = Target(href="?x", title='<script>"', number=1, at=target.at, label="<b>")

    board = draw(a_scene(man("<i>", middle(1, 1))), a_look(targets=(evil,)))

    assert "<script>" not in board
    assert "<b>" not in board
    assert ElementTree.fromstring(board) is not None


def test_a_board_without_hexes_is_drawn_as_before():
    field = Shape(kind="polygon", points=((0, 0), (50, 0), (50, 50)), style="woods", title="woods")
    board = draw(Scene(width=900, height=900, title="", description="", grid=300, shapes=(field,)), a_look())

    assert hexboard.side_of(Scene(width=1, height=1, title="", description="")) == 0
    assert len(found(board, "grid-line")) == 4
    assert found(board, "hexes") == []
