"""The neutral drawing of any ruleset."""

from xml.etree import ElementTree

from frontend.boards.scene import draw
from rulesets.contract import Action, Label, Scene, Shape, Token

SCENE = Scene(
    width=1000,
    height=600,
    title="Hill & ford",
    description="Two companies face each other.",
    shapes=(
        Shape(kind="rect", points=((100, 300), (0, 0)), style="field"),
        Shape(kind="circle", points=((500, 300),), size=80, style="pond", title="<Pond>"),
        Shape(kind="polygon", points=((0, 0), (10, 0), (10, 10)), style="wood"),
        Shape(kind="line", points=((0, 0), (50, 50), (90, 0)), style="road"),
        Shape(kind="hex", points=((200, 200),), size=50, style='x" onclick="y'),
    ),
    tokens=(
        Token(
            id="a<1>", at=(300, 300), style="side-1", label="<b>Hastati</b> of the first", facing=90, marks=("shaken",)
        ),
        Token(id="b", at=(400, 300), style="side-2", label="Iberians"),
    ),
    labels=(Label(at=(10, 20), text="North & South"),),
    clicks={"a<1>": Action(kind="charge")},
)


def found(name):
    root = ElementTree.fromstring(draw(SCENE))
    return [element for element in root.iter() if name in (element.get("class") or "").split()]


def test_a_scene_says_in_words_what_it_shows():
    root = ElementTree.fromstring(draw(SCENE))
    assert [child.text for child in root[:2]] == ["Hill & ford", "Two companies face each other."]
    assert root.get("viewBox") == "0 0 1000 600"


def test_each_kind_of_shape_is_drawn():
    drawn = [(element.tag.rpartition("}")[2], element.get("class")) for element in found("shape")]
    assert drawn == [
        ("rect", "shape field"),
        ("circle", "shape pond"),
        ("path", "shape wood"),
        ("path", "shape road open"),
        ("path", "shape x onclick y"),
    ]


def test_a_rectangle_may_be_given_by_any_two_corners():
    (field,) = found("field")
    assert [field.get(name) for name in ("x", "y", "width", "height")] == ["0", "0", "100", "300"]


def test_only_what_can_be_chosen_can_be_clicked():
    assert [(token.get("class"), token.get("data-click")) for token in found("token")] == [
        ("token side-1 clickable", "a<1>"),
        ("token side-2", None),
    ]


def test_a_counter_faces_clockwise_from_the_top():
    front = found("facing")[0]
    assert [front.get(name) for name in ("x1", "y1", "x2", "y2")] == ["300", "300", "360", "300"]


def test_long_words_are_cut_and_stay_whole_in_the_title():
    assert found("token-label")[0].text == "<b>Hastati<…"
    assert found("token")[0][0].text == "<b>Hastati</b> of the first, shaken"


def test_the_same_scene_is_drawn_the_same():
    assert draw(SCENE) == draw(SCENE)
