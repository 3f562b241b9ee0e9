"""What holds after every action of any battle of AWAM: room, contact, rounds, numbers, cards, replay, an end."""

import random
from collections import Counter

import pytest

from rulesets.awam import geometry
from rulesets.awam.acts.common import SHAKEN
from rulesets.awam.acts.index import ACTS
from rulesets.awam.sound import faults
from rulesets.awam.state import State, decoded
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from tests.rulesets.awam.fields import man, table
from tests.rulesets.kit import dice_of, lawful, stored
from tests.rulesets.subjects import AWAM

RULES = AWAM.ruleset
BATTLES = [("well", "a"), ("well", "b"), ("ivory", "a"), ("meeting", "a"), ("meeting", "b"), ("fashoda for two", "a")]
MOST = 3_000
"""No battle has more steps."""


def played(name: str, seed: str):
    """A battle of two who act by chance, now and then by the drill: each step's state, moves, happenings."""
    rng, dice = random.Random(f"{name} {seed}"), dice_of(f"{name} {seed}")
    step = RULES.setup(AWAM.setups[name], dice)
    yield decoded(stored(step.state)), {}, step
    for _step in range(MOST):
        state = stored(step.state)
        if RULES.outcome(state) is not None:
            return
        owed = [ask.seat for ask in RULES.asks(state) if ask.kind != "may"]
        rare = AWAM.last | ({"drill", "done"} if rng.random() < 0.7 else frozenset())
        moves = {seat: lawful(RULES, state, seat, rng, rare) for seat in owed}
        step = RULES.apply(state, moves, dice)
        yield decoded(stored(step.state)), moves, step
    raise AssertionError("no end")


@pytest.fixture(scope="module", params=BATTLES, ids=lambda one: " ".join(one))
def battle(request):
    return list(played(*request.param))


def test_it_ends_and_is_sound_after_every_action(battle):
    assert [fault for state, _moves, _step in battle for fault in faults(state)] == []
    assert RULES.outcome(stored(battle[-1][2].state)) is not None


def test_nobody_appears_and_nobody_is_lost(battle):
    begun = set(battle[0][0].figures)
    for state, _moves, _step in battle:
        wheres = Counter(
            figure.fate
            if figure.out
            else "held"
            if figure.prisoner
            else "coming"
            if figure.where == "coming"
            else "able"
            for figure in state.figures.values()
        )
        assert set(state.figures) == begun
        assert sum(wheres[key] for key in ("able", "coming", "dead", "fled", "exited", "held")) == len(begun)
        assert all(squad in state.squads for squad in {one.squad for one in state.figures.values()})


def test_whoever_touches_an_enemy_is_engaged_and_nobody_else_is(battle):
    for state, _moves, _step in battle:
        world = World(state)
        ashore = [one for one in state.figures.values() if one.where == "table" and not one.aboard and not one.captor]
        for figure in ashore:
            meets = any(
                state.hostile(figure.seat, other.seat)
                and geometry.within(figure.at, other.at, figure.radius + other.radius + TABLES.bases.touch)
                for other in ashore
            )
            assert world.engaged(figure) is meets


def test_rounds_only_grow_by_a_reload_and_nobody_has_more_than_his_weapon_holds(battle):
    loaded: dict[tuple[str, int], int] = {}
    for state, _moves, step in battle:
        reloaded = {one.data["figure"] for one in step.happenings if one.kind == "reloaded"}
        for figure in state.figures.values():
            for number, gun in enumerate(figure.firearms):
                before = loaded.get((figure.id, number), gun.rounds)
                assert 0 <= gun.rounds <= gun.full
                assert gun.rounds <= before or figure.id in reloaded
                loaded[figure.id, number] = gun.rounds


def test_a_figure_acts_at_most_once_on_a_card_and_nobody_after_his_fire(battle):
    """Orders that a leader gives are no action; one whom a test has shaken may still reload or make for cover."""
    acted: Counter[str] = Counter()
    before = battle[0][0]
    for state, moves, step in battle:
        for action in moves.values():
            if action.kind not in ACTS or action.kind == "rally":
                continue
            figure = before.figures[action.arguments["fig"]]
            assert not figure.fired
            assert acted[figure.id] == (1 if figure.owed else 0)
            assert not figure.owed or action.kind in SHAKEN
            acted[figure.id] += 1
        if any(one.kind == "card" for one in step.happenings):
            acted.clear()
        before = state


def test_orders_and_cards_are_never_fewer_than_none(battle):
    for state, _moves, _step in battle:
        if state.active is not None:
            assert 0 <= state.active.left <= max(state.active.given, state.active.orders)
        assert state.jokers <= TABLES.deck.jokers
        assert state.turn <= state.limit


@pytest.mark.parametrize(("name", "seed"), BATTLES[:1])
def test_the_log_played_again_is_the_same_battle(name, seed):
    first = list(played(name, seed))
    dice = dice_of(f"{name} {seed}")
    step = RULES.setup(AWAM.setups[name], dice)
    for state, moves, then in first[1:]:
        step = RULES.apply(stored(step.state), moves, dice)
        assert decoded(stored(step.state)) == state
        assert step.happenings == then.happenings


# --- What a state cannot be -------------------------------------------------------------------------------------------


def broken(**more) -> State:
    world = table(man("1.1.1", "askari", 500, 500, **more), man("2.1.1", "lancer", 900, 900))
    return world.state


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"at": geometry.Point(905, 900)}, "1.1.1 and 2.1.1 stand on one another"),
        ({"captor": "second", "guard": "2.1.1"}, "1.1.1 is in the hands of nobody"),
        ({"pace": 2}, "1.1.1 trots without a horse"),
        ({"wounds": 2}, "1.1.1 has two wounds and stands"),
        ({"broken": True, "blue": True}, "1.1.1 runs, and is to test whether he does"),
    ],
)
def test_what_is_broken_is_named(more, fault):
    assert fault in faults(broken(**more))
