"""The board of a battle that is played: who sits where, what can be tapped, and signs that can be read."""

from itertools import combinations
from xml.etree import ElementTree

from frontend.boards.battleboard import draw
from frontend.boards.look import Look, Target, sign
from frontend.boards.tags import overlap
from rulesets.contract import Reach, Scene, Shape, Token


def unit(name, seat, x, y, *, figures=4, facing=0, **about):
    return [
        Token(
            id=f"{name}.{number}", at=(x + 25 * number, y), style="unit", label=name, of=name, seat=seat,
            size=20, symbol="man", facing=facing, **about,
        )
        for number in range(figures)
    ]  # fmt: skip


def a_scene(**about):
    tokens = (*unit("a", "west", 100, 100), *unit("b", "west", 210, 100), *unit("c", "east", 100, 700, facing=180))
    ground = (Shape(kind="polygon", points=((0, 0), (50, 0), (50, 50)), style="woods", title="woods"),)
    about.setdefault("tokens", tokens)
    return Scene(width=1200, height=900, title="", description="", shapes=ground, y_up=True, **about)


def a_look(**about):
    signs = {"a": sign(1, 1), "b": sign(1, 2), "c": sign(2, 1)}
    return Look(title="T", description="D", sides={"west": 1, "east": 2}, signs=signs, **about)


def found(svg, name):
    root = ElementTree.fromstring(svg)
    return [one for one in root.iter() if name in (one.get("class") or "").split()]


def places(svg):
    return [one.get("transform") for one in found(svg, "figure")]


def test_each_side_sees_its_own_edge_below():
    straight, turned = draw(a_scene(), a_look()), draw(a_scene(turned=True), a_look())

    assert places(straight)[0] == "translate(100 800) rotate(0)"
    assert places(turned)[0] == "translate(1100 100) rotate(180)"


def test_a_unit_that_can_be_tapped_is_a_link_and_the_board_no_mere_picture():
    board = draw(a_scene(), a_look(links={"a": "?unit=a"}))

    (link,) = found(board, "can")
    assert (link.get("href"), link.get("aria-label")) == ("?unit=a", "■1 a")
    assert ElementTree.fromstring(board).get("role") == "group"
    assert ElementTree.fromstring(draw(a_scene(), a_look())).get("role") == "img"


def test_places_to_go_carry_their_number_and_their_address():
    board = draw(a_scene(), a_look(targets=(Target(href="?p=1", title="There", number=1, at=(300, 300), facing=90),)))

    (link,) = found(board, "target")
    assert link.get("href") == "?p=1"
    assert found(board, "aim-number")[0].text == "1"


def test_reach_is_drawn_of_the_chosen_unit_alone():
    reaches = (Reach(of="a", word="normal_range", distance=300), Reach(of="c", word="normal_range", distance=600))

    rings = found(draw(a_scene(reaches=reaches), a_look(chosen="a")), "reach")

    assert [ring.get("r") for ring in rings] == ["300"]


def test_sides_are_told_apart_by_sign_and_class():
    board = draw(a_scene(), a_look())

    assert [one.text for one in found(board, "tag")] == ["■1", "■2", "●1"]
    assert len(found(board, "side-1")) == len(found(board, "side-2")) * 2


def test_signs_do_not_cover_one_another_even_in_a_crowd():
    crowd = [
        token
        for row in range(3)
        for col in range(5)
        for token in unit(f"u{row}{col}", "west", 100 + 140 * col, 300 + 60 * row)
    ]
    signs = {token.of: sign(1, number) for number, token in enumerate(crowd, start=1)}
    look = Look(title="", description="", sides={"west": 1}, signs=signs)

    tags = found(draw(a_scene(tokens=tuple(crowd)), look), "tag")

    boxes = [(int(tag.get("x")) - 40, int(tag.get("y")) - 40, 80, 44) for tag in tags]
    assert len(boxes) == 15
    assert sum(overlap(one, other) > 0 for one, other in combinations(boxes, 2)) == 0


def hexes():
    """A board of named places: five sides with one counter each, and one that is nobody's."""
    seats = ("a", "b", "c", "d", "e", "")
    spots = {f"H{number:02d}": (100 + 87 * number, 100) for number in range(len(seats))}
    tokens = tuple(
        Token(id=name, at=at, style="man", label=name, of=name, seat=seat, symbol="man", marks=("prone",), place=name)
        for seat, (name, at) in zip(seats, spots.items(), strict=True)
    )
    ground = tuple(Shape(kind="hex", points=(at,), style="hex-woods", title="woods", size=50) for at in spots.values())
    scene = Scene(
        width=700, height=200, title="", description="", measured=False, spots=spots, tokens=tokens, shapes=ground
    )
    sides = {seat: number for number, seat in enumerate(seats[:5], start=1)}
    signs = {name: sign(number, number) for number, name in enumerate(list(spots)[:5], start=1)}
    return draw(scene, Look(title="", description="", sides=sides, signs=signs))


def test_a_board_of_named_places_has_no_squares():
    board = hexes()

    assert found(board, "grid-line") == []


def test_five_sides_have_five_classes_and_what_is_nobodys_has_none_of_them():
    units = found(hexes(), "unit")

    assert [one.get("class").split()[1] for one in units] == [f"side-{number}" for number in (1, 2, 3, 4, 5, 0)]


def test_squares_are_drawn_where_the_rules_measure_by_them():
    assert len(found(draw(a_scene(grid=300), a_look()), "grid-line")) == 3 + 2


def test_words_from_a_list_are_escaped():
    tokens = tuple(unit('<b>"x', "west", 100, 100))

    assert "<b>" not in draw(a_scene(tokens=tokens), a_look(links={'<b>"x': "?unit=1&x=\"'"}))


def test_a_picture_is_reached_by_no_key():
    scene = Scene(width=100, height=100, title="x", description="y")
    assert 'tabindex="0"' in str(draw(scene, Look(title="x", description="y")))
    assert "tabindex" not in str(draw(scene, Look(title="x", description="y", still=True)))
