"""What must hold on any ground: the sum of steps, sight from both ends, one figure to a place."""

from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.montjoie.contact import may_fight
from rulesets.montjoie.figures import Conditions, Standing
from rulesets.montjoie.ground import BED, Cart, Ladder, Stakes
from rulesets.montjoie.hexes import distance, line, neighbour, opposite
from rulesets.montjoie.reach import budget, moves, reachable, step_cost, way
from rulesets.montjoie.riding import Mount, in_view, rear, ride_reach, rides, stands
from rulesets.montjoie.scenarios import SCENARIOS, problems
from rulesets.montjoie.sight import line_of_sight
from tests.rulesets.montjoie.grounds import ground

GROUNDS = {
    "ashcombe": ground("ashcombe", carts=(Cart("cart", "C08", "B08", "D08"),)),
    "cardun": ground(
        "cardun",
        filled=("F07",),
        rubble=("N05", "N06"),
        ladders=(Ladder("l", "L07", "L06"),),
        ropes=(Ladder("r", "R08", "R07"),),
    ),
    "rumman": ground("rumman", stakes=(Stakes("J06", (2, 3, 4)),)),
}
PLACES = {key: [(hex_, layer) for hex_ in here.hexes for layer in here.layers(hex_)] for key, here in GROUNDS.items()}
maps = st.sampled_from(sorted(GROUNDS))


@st.composite
def views(draw):
    key = draw(maps)
    places = st.sampled_from([place for place in PLACES[key] if place[1] != BED])
    figures = {}
    for number, (hex_, layer) in enumerate(draw(st.lists(places, max_size=25, unique=True))):
        one = Standing(f"m{number}", layer, kneeling=draw(st.booleans()), mounted=draw(st.booleans()))
        figures[hex_] = (*figures.get(hex_, ()), one)
    return GROUNDS[key], figures, draw(places), draw(places)


@given(views())
@settings(max_examples=400, deadline=None)
def test_sight_is_the_same_from_both_ends(drawn):
    here, figures, a, b = drawn
    there, back = line_of_sight(here, figures, a, b), line_of_sight(here, figures, b, a)
    assert (there.clear, there.distance) == (back.clear, back.distance)


@given(maps, st.data())
@settings(max_examples=120, deadline=None)
def test_a_way_costs_the_sum_of_its_steps(key, data):
    here = GROUNDS[key]
    start = data.draw(st.sampled_from([place for place in PLACES[key] if here.terrain[place[0]].foot]))
    bodies = data.draw(st.dictionaries(st.sampled_from(here.hexes), st.integers(1, 6), max_size=12))
    limits = budget(here, data.draw(st.integers(1, 14)), Conditions(data.draw(st.sampled_from(["clear", "rain"]))))
    anything = data.draw(st.booleans())
    found = reachable(here, start, limits, bodies=bodies, allowed=(lambda _one: True) if anything else None)
    for place, reached in found.items():
        total, at, covered = 0, start, here.covered(start)
        for one in way(found, place):
            step = next(held for held in moves(here, at) if held == found[one].step)
            total, at = total + step_cost(here, step, bodies), one
            covered = covered and here.covered(one)
            assert total == found[one].cost
            assert limits.allows(total, covered=covered)
        assert (at, total) == (place, reached.cost)


@given(maps, st.data())
@settings(max_examples=60, deadline=None)
def test_a_ride_costs_the_sum_of_its_steps(key, data):
    here = GROUNDS[key]
    mounts = [Mount(hex_, facing) for hex_ in here.hexes for facing in range(6)]
    start = data.draw(st.sampled_from([mount for mount in mounts if stands(here, mount)]))
    found = ride_reach(here, start, budget(here, data.draw(st.integers(1, 15)), Conditions()))
    for mount, reached in found.items():
        total, at = 0, mount
        while found[at].before is not None:
            step = found[at].step
            assert step in rides(here, found[at].before)
            total, at = total + step.cost, found[at].before
        assert (at, total) == (start, reached.cost)
        assert stands(here, mount)


@given(maps, st.data())
@settings(max_examples=200, deadline=None)
def test_whoever_fights_is_fought(key, data):
    here = GROUNDS[key]
    a = data.draw(st.sampled_from(PLACES[key]))
    beside = [place for place in PLACES[key] if distance(place[0], a[0]) == 1]
    b = data.draw(st.sampled_from(beside))
    assert may_fight(here, a, b) == may_fight(here, b, a)


@given(maps, st.data())
@settings(max_examples=200, deadline=None)
def test_a_step_can_be_taken_back(key, data):
    """A plain step leads back unless nobody can stand where it began."""
    here = GROUNDS[key]
    a = data.draw(st.sampled_from(PLACES[key]))
    for one in moves(here, a):
        assert one.to in PLACES[key]
        assert one.cost >= 0
        if one.kind == "step" and (a[1] != "base" or here.passable(a[0])):
            assert any(back.to == a and back.kind == "step" for back in moves(here, one.to)), (a, one)


@given(st.integers(0, 19), st.integers(0, 14), st.integers(0, 19), st.integers(0, 14))
@settings(max_examples=300, deadline=None)
def test_a_line_is_the_same_backwards_and_every_step_is_a_step(a, b, c, d):
    from rulesets.montjoie.hexes import at

    first, last = at(a, b), at(c, d)
    forth = line(first, last)
    assert [frozenset(step) for step in forth] == [frozenset(step) for step in reversed(line(last, first))]
    assert len(forth) == max(distance(first, last) - 1, 0)
    for number, step in enumerate(forth, start=1):
        assert all(distance(first, hex_) == number for hex_ in step)


@given(st.integers(2, 17), st.integers(2, 12), st.integers(0, 5))
def test_every_hex_of_the_rear_is_out_of_view(column, row, facing):
    from rulesets.montjoie.hexes import at

    mount = Mount(at(column, row), facing)
    assert mount.rump == neighbour(mount.head, opposite(facing))
    assert not any(in_view(mount, hex_) for hex_ in rear(mount))
    assert all(in_view(mount, neighbour(mount.head, side)) for side in range(6) if side != opposite(facing))


def test_everybody_in_a_scenario_stands_where_he_may_and_nobody_on_another():
    for scenario in SCENARIOS.values():
        assert problems(scenario, ground(scenario.map)) == []
