"""Tables and forces out of a seed."""

import msgspec
import pytest

from rulesets.askari import armies, generator, geometry, setting
from rulesets.askari.ruleset import Askari
from rulesets.askari.tables import TABLES
from tests.rulesets.askari.battles import SMALL, battle

RULES = Askari()
SEEDS = [f"seed {number}" for number in range(40)]


def laid(seed):
    return generator.table(1800, 1200, generator.seeded(seed))


def test_a_seed_lays_one_table_and_another_seed_another():
    assert laid("a") == laid("a")
    assert len({laid(seed) for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_is_the_same_for_both_sides_and_nothing_lies_on_something_else(seed):
    table = laid(seed)
    boxes = [(piece.kind, geometry.bounds(piece.points)) for piece in table.ground]
    turned = [
        (kind, geometry.Rect(1800 - box.right, 1200 - box.high, 1800 - box.left, 1200 - box.low)) for kind, box in boxes
    ]

    assert len(boxes) >= 4
    assert sorted(boxes) == sorted(turned)
    for number, (_kind, box) in enumerate(boxes):
        assert min(box.left, 1800 - box.right) >= 0
        assert min(box.low, 1200 - box.high) >= TABLES.deployment.depth
        assert all(geometry.apart(box, other) for _other, other in boxes[number + 1 :])


@pytest.mark.parametrize("key", sorted(armies.LISTS))
@pytest.mark.parametrize("most", [400, 450, 600, 1000])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_force_is_a_lawful_list_within_its_points(key, most, seed):
    made = generator.force(armies.LISTS[key], most, generator.seeded(seed))

    assert armies.problems(made) == []
    assert 0.9 * most <= armies.points(made) <= most
    for troop in made.units:
        low, high = generator.limits(troop)
        assert low <= troop.figures <= high


def test_a_seed_gives_one_force_and_another_seed_another():
    slavers = armies.LISTS["slavers"]
    made = [generator.force(slavers, 450, generator.seeded(seed)) for seed in ("a", "a", "b", "c", "d")]

    assert made[0] == made[1]
    assert len({str(one) for one in made}) > 2


def test_a_battle_is_opened_with_a_seed_and_a_size():
    setup = battle("generated", "congo", "mahdist", seed="Tabora", points=400)
    state = setting.opened(setup)

    assert RULES.check_setup(setup) == []
    assert tuple(state.ground) == laid("Tabora").ground
    worth = {"west": armies.LISTS["congo"].worth, "east": armies.LISTS["mahdist"].worth}
    assert all(360 <= side.starting * worth[side.seat] // 100 <= 400 for side in state.sides)
    assert setting.opened(setup) == state


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"seed": 7}, "too_long"),
        ({"seed": "x" * 41}, "too_long"),
        ({"points": 249}, "out_of_range"),
        ({"points": -600}, "out_of_range"),
        ({"points": 10**9}, "out_of_range"),
        ({"points": True}, "out_of_range"),
        ({"points": "600"}, "out_of_range"),
        ({"points": float("nan")}, "out_of_range"),
    ],
)
def test_a_seed_or_size_that_cannot_be_is_refused(options, code):
    found = RULES.check_setup(battle("generated", SMALL, SMALL, **options))

    assert [problem.code for problem in found] == [code]


def test_a_list_too_dear_for_a_size_is_refused():
    dear = msgspec.structs.replace(SMALL, units=tuple(msgspec.structs.replace(one, price=380) for one in SMALL.units))
    found = RULES.check_setup(battle("generated", dear, SMALL, points=400))

    assert [problem.code for problem in found] == ["too_few_points"]
