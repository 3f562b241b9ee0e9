"""Boards full of single figures: one sign for a squad, the figures' own where they are wanted, markers as pictures."""

from xml.etree import ElementTree

from frontend.boards import overview
from frontend.boards.battleboard import draw, markers_of
from frontend.boards.look import Look, Target, sign
from frontend.boards.tags import overlap
from rulesets.contract import Scene, Token


def a_board(width=1800, marks=(), alone=False, **about):
    tokens = tuple(
        Token(
            id=key, at=(100 + 30 * n, 500), style="man", label=key, of=key, seat="first", size=20, symbol="man",
            marks=marks if key == "1.1.1" else (),
        )
        for n, key in enumerate(("1.1.1", "1.1.2", "1.1.3")[: 1 if alone else 3])
    )  # fmt: skip
    scene = Scene(width=width, height=1200, title="", description="", tokens=tokens, y_up=True)
    signs = {token.of: sign(1, token.of.partition(".")[2]) for token in tokens}
    parties = {sign(1, 1): tuple(signs)}
    look = Look(title="T", description="D", sides={"first": 1}, signs=signs, parties=parties, **about)
    return scene, draw(scene, look)


def tags(svg, *styles):
    rows = [one for one in ElementTree.fromstring(svg).iter() if "tag" in (one.get("class") or "").split()]
    return [row.text for row in rows if set(styles) <= set(row.get("class").split())]


def test_a_squad_has_one_sign_and_its_figures_theirs_for_whoever_comes_nearer():
    _scene, svg = a_board()

    assert tags(svg, "party") == ["■1"]
    assert tags(svg, "own") == ["■1.1", "■1.2", "■1.3"]
    assert "crowded" in ElementTree.fromstring(svg).get("class").split()


def test_the_chosen_figure_and_the_targets_keep_their_signs():
    _scene, svg = a_board(chosen="1.1.2", targets=(Target(href="?", title="Him", number=1, unit="1.1.3"),))

    assert tags(svg, "named") == ["■1.2", "■1.3"]
    assert tags(svg, "chosen") == ["■1.2"]
    assert tags(svg, "own") == ["■1.1"]


def test_an_enlarged_board_and_a_small_table_show_every_figures_sign():
    for svg in (a_board(zoom=2)[1], a_board(width=900)[1]):
        assert tags(svg, "party") == []
        assert tags(svg, "own") == []
        assert tags(svg) == ["■1.1", "■1.2", "■1.3"]


def test_what_belongs_to_nobody_has_a_mark_of_its_own():
    assert sign(0, 1) not in {sign(side, 1) for side in range(1, 6)}


def test_a_marker_is_a_picture_with_a_sign_and_not_a_letter_of_the_tag():
    scene, svg = a_board(marks=("blue", "red"))

    markers = [
        one.get("class") for one in ElementTree.fromstring(svg).iter() if "marker" in (one.get("class") or "").split()
    ]
    assert markers == ["marker marker-blue", "marker marker-red"]
    assert "■1.1" in tags(svg)
    assert markers_of(scene) == ["blue", "red"]


def test_of_many_targets_each_keeps_a_sign_of_its_own_and_no_two_cover_one_another():
    keys = [f"2.1.{number}" for number in range(1, 15)]
    tokens = tuple(
        Token(id=key, at=(200 + 90 * n, 500), style="man", label=key, of=key, seat="second", size=20, symbol="man")
        for n, key in enumerate(keys)
    )
    scene = Scene(width=1800, height=1200, title="", description="", tokens=tokens, y_up=True)
    signs = {key: sign(2, key.partition(".")[2]) for key in keys}
    targets = tuple(Target(href="?", title=key, number=n, unit=key) for n, key in enumerate(keys, start=1))
    parties = {sign(2, 1): tuple(keys)}
    svg = draw(
        scene, Look(title="T", description="D", sides={"second": 2}, signs=signs, parties=parties, targets=targets)
    )

    assert tags(svg, "named", "many") == list(signs.values())
    rows = [one for one in ElementTree.fromstring(svg).iter() if "many" in (one.get("class") or "").split()]
    boxes = [(int(row.get("x")) - 44, int(row.get("y")) - 24, 88, 31) for row in rows]
    assert not [one for one in boxes for other in boxes if one is not other and overlap(one, other)]


def test_a_finger_finds_a_figure_with_room_and_not_the_one_beside_it():
    _scene, svg = a_board()  # thirty millimetres apart
    widths = [row.get("stroke-width") for row in ElementTree.fromstring(svg).iter() if row.get("class") == "hit"]
    assert widths == ["30", "30", "30"]

    (alone,) = [
        row.get("stroke-width")
        for row in ElementTree.fromstring(a_board(alone=True)[1]).iter()
        if row.get("class") == "hit"
    ]
    assert alone == "60"


def test_the_overview_shows_all_and_frames_the_part_that_is_seen():
    scene, _svg = a_board()
    drawn = ElementTree.fromstring(overview.draw(scene, {"first": 1}, (90, 600, 450, 300), chosen="1.1.2"))

    classes = [one.get("class") or "" for one in drawn.iter()]
    assert drawn.get("viewBox") == "0 0 1800 1200"
    assert classes.count("dot") == 3
    assert classes.count("side-1 chosen") == 1
    (part,) = [one for one in drawn.iter() if one.get("class") == "seen-part"]
    assert [part.get(name) for name in ("x", "y", "width", "height")] == ["90", "600", "450", "300"]
