"""Whole millimetres on the table (Askari H1-H8)."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.askari import geometry
from rulesets.askari.geometry import Point

points = st.builds(Point, st.integers(0, 1800), st.integers(0, 1200))
SQUARE = (Point(10, 10), Point(20, 10), Point(20, 20), Point(10, 20))
BOOMERANG = (Point(0, 0), Point(100, 0), Point(100, 100), Point(80, 20))


@pytest.mark.parametrize(
    ("path", "expected"), [([(0, 0), (30, 40)], 50), ([(0, 0), (10, 10)], 15)], ids=["A22-34", "A22-up"]
)
def test_a_leg_is_rounded_up(path, expected):
    assert geometry.path_length([Point(*point) for point in path]) == expected


@pytest.mark.parametrize(
    ("target", "seen"),
    [((100, 100), True), ((101, 100), False), ((0, -1), False)],
    ids=["A22-edge", "A22-past", "A22-behind"],
)
def test_the_arc_ends_at_45_degrees(target, seen):
    assert geometry.in_arc(Point(0, 0), 0, Point(*target)) is seen


def bases(distance: int) -> str:
    one, other = Point(0, 0), Point(distance, 0)
    if geometry.overlap(one, 25, other, 25):
        return "overlap"
    return "contact" if geometry.contact(one, 25, other, 25) else "free"


@pytest.mark.parametrize(
    ("distance", "expected"),
    [(24, "overlap"), (25, "contact"), (28, "contact"), (29, "free")],
    ids=lambda value: f"A22-{value}",
)
def test_bases_overlap_touch_or_are_free(distance, expected):
    assert bases(distance) == expected


@pytest.mark.parametrize(("distance", "held"), [(75, True), (76, False)], ids=["A22-cohesion", "A22-broken"])
def test_cohesion_is_a_gap_of_five_centimetres(distance, held):
    assert geometry.gap_at_most(Point(0, 0), 25, Point(distance, 0), 25, 50) is held


@pytest.mark.parametrize(
    ("point", "held"),
    [((15, 15), True), ((10, 15), True), ((20, 20), True), ((9, 15), False), ((21, 15), False), ((15, 9), False)],
)
def test_a_border_belongs_to_its_area(point, held):
    assert geometry.inside(Point(*point), SQUARE) is held


def test_a_hollow_is_outside():
    assert not geometry.inside(Point(40, 40), BOOMERANG)
    assert geometry.inside(Point(90, 30), BOOMERANG)


def test_depth_counts_the_steps_whose_middle_is_inside():
    wide = (Point(100, 0), Point(150, 0), Point(150, 100), Point(100, 100))

    assert geometry.depth(Point(0, 50), Point(200, 50), wide) == 50
    assert geometry.depth(Point(0, 200), Point(200, 200), wide) == 0


def test_a_line_is_near_a_figure_only_nearer_than_the_limit():
    a, b = Point(0, 0), Point(100, 0)

    assert geometry.near_segment(Point(50, 14), a, b, 30)
    assert not geometry.near_segment(Point(50, 15), a, b, 30)
    assert not geometry.near_segment(Point(-15, 0), a, b, 30)


@given(st.lists(points, max_size=8), points, points, st.integers(1, 900))
def test_many_points_are_near_a_line_as_each_of_them_is(many, a, b, doubled):
    near = [point for point in many if geometry.near_segment(point, a, b, doubled)]

    assert geometry.near_to(many, a, b, doubled) == near


@given(points, points, points, points)
def test_crossing_is_the_same_from_either_side(a, b, c, d):
    assert geometry.cross(a, b, c, d) == geometry.cross(d, c, b, a) == geometry.cross(c, d, a, b)


@given(points, points, st.integers(0, 2000))
def test_whoever_goes_towards_a_point_is_never_further_from_it(a, b, distance):
    reached = geometry.towards(a, b, distance)

    assert geometry.length(reached, b) <= geometry.length(a, b)
    assert geometry.length(a, reached) <= distance + 1


@given(points, points)
def test_a_facing_to_a_point_has_it_in_its_arc(a, b):
    assert a == b or geometry.in_arc(a, geometry.facing_to(a, b), b)


@given(st.integers(0, 359))
def test_a_turn_to_the_right_is_a_right_angle(facing):
    (fx, fy), (rx, ry) = geometry.ahead(facing), geometry.to_the_right(facing)

    assert fx * rx + fy * ry == 0


@given(st.lists(points, min_size=2, max_size=6))
def test_a_path_is_as_long_as_its_legs(path):
    assert geometry.path_length(path) == sum(geometry.length(one, other) for one, other in pairwise(path))


def test_nobody_is_carried_too_far_along_a_short_line():
    assert geometry.moved(Point(0, 0), Point(1, 1), 100) == (71, 71)
    assert geometry.length(Point(0, 0), geometry.towards(Point(0, 0), Point(1071, 811), 1341)) <= 1342


@settings(max_examples=300)
@given(
    st.tuples(st.integers(-50, 450), st.integers(-50, 450)),
    st.tuples(st.integers(-50, 450), st.integers(-50, 450)),
    st.tuples(st.integers(0, 200), st.integers(0, 200), st.integers(1, 200), st.integers(1, 200)),
)
def test_the_depth_of_a_rectangle_is_counted_as_that_of_any_polygon(a, b, box):
    left, low, wide, deep = box
    rect = geometry.Rect(left, low, left + wide, low + deep)
    corners = (
        Point(left, low),
        Point(left + wide, low),
        Point(left + wide, low + deep),
        Point(left, low + deep),
    )

    assert geometry.is_box(corners)
    assert geometry.depth_in_box(Point(*a), Point(*b), rect) == geometry.depth(Point(*a), Point(*b), corners)
