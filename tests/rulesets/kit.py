"""What every ruleset must keep: the contract, examined on battles played at random.

``examine`` plays one battle and raises ``AssertionError`` at the first broken promise. It asks nothing of a ruleset but the contract;
a ``Subject`` gives it setups to play, and may name what is secret.
"""

import copy
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rulesets.canonical import canonical, digest, require_plain
from rulesets.companion import Companion
from rulesets.contract import (
    UMPIRE,
    Action,
    Choice,
    Each,
    Facing,
    Forecast,
    Foretelling,
    Group,
    Hiding,
    IntRange,
    OneOf,
    Outcome,
    Path,
    Playing,
    PointIn,
    Problem,
    Records,
    Row,
    Ruleset,
    Scene,
    Setup,
    Step,
    Subset,
    Text,
    View,
    Watchful,
)
from rulesets.dice import Keyed, Loaded

LONGEST = 400
"""Steps after which a battle counts as endless."""
WILD = 60
"""Steps played at random before the absent-player's way is taken, so that an argument about a report comes to an end."""
TRIES = 400
MOST_PROBED = 60
MOST_AIMED = 400
"""Choices, and words of the hidden state, with which one state is probed."""
FEW_TRIES = 10
MOST_FORETOLD = 6
"""Actions of a menu whose odds are asked for in one state."""


class Subject(Struct, frozen=True, kw_only=True):
    """A ruleset to be examined. ``secrets(state, seat)``: texts that this seat must not get to see.

    ``last``: kinds of action that end a battle at once, and are drawn only where nothing else is left.
    """

    ruleset: Any
    setups: Mapping[str, Setup]
    secrets: Callable[[Any, str | None], list[str]] | None = None
    last: frozenset[str] = frozenset()


class Turn(Struct, frozen=True, kw_only=True):
    """One step of a battle that was played: the moves, what came of them, and the rolls."""

    moves: dict[str, Action]
    before: Any
    step: Step
    rolls: list[Any]


# --- Drawing from domains ---------------------------------------------------------------------------

WORDS = ("a", "Ñandú", "two words", "🐘", "<b>", "")


def draw(domain: Any, rng: random.Random) -> Any:
    """A value of the domain. ``LookupError`` where the domain is empty."""
    match domain:
        case OneOf(values=values):
            return rng.choice(values)
        case IntRange(low=low, high=high, step=step):
            # The ends matter more than the middle.
            return rng.choice((low, low + (high - low) // step * step, rng.randrange(low, high + 1, step)))
        case Subset(values=values, least=least, most=most):
            size = rng.randint(least, min(len(values), len(values) if most is None else most))
            return rng.sample(list(values), size)
        case Facing(allowed=allowed):
            return rng.choice(allowed) if allowed else rng.randrange(360)
        case Text(longest=longest):
            return rng.choice(WORDS)[:longest] or "x"
        case Path(places=places, longest=longest):
            return [rng.choice(places) for _step in range(rng.randint(1, longest))]
        case PointIn(polygon=polygon):
            return list(rng.choice(polygon))
        case Row(values=values):
            return [draw(value, rng) for value in values]
        case Each(keys=keys, value=value, whole=whole):
            chosen = keys if whole else [key for key in keys if rng.random() < 0.5]
            return {key: draw(value, rng) for key in chosen}
        case Records(fields=fields, most=most):
            return [_fields(fields, (), rng) for _record in range(rng.randint(0, min(most, 2)))]
        case Group(fields=fields, optional=optional):
            return _fields(fields, optional, rng)
    raise NotImplementedError(type(domain).__name__)


def _fields(fields: Mapping[str, Any], optional: tuple[str, ...], rng: random.Random) -> dict[str, Any]:
    kept = [name for name in fields if name not in optional or rng.random() < 0.25]
    return {name: draw(fields[name], rng) for name in kept}


def sample(choice: Choice, rng: random.Random) -> Action:
    return Action(kind=choice.kind, arguments=_fields(choice.arguments, choice.optional, rng))


def lawful(ruleset: Ruleset, state: Any, seat: str, rng: random.Random, last: frozenset[str] = frozenset()) -> Action:
    """An action of the menu that passes ``check``: the first drawn of an exact choice, a lucky one of a form.

    A form that nobody fills in by chance (a place on a crowded table) gives way to another choice; a menu of such forms alone fails.
    """
    choices = list(ruleset.menu(state, seat))
    assert choices, f"{seat} is asked and has nothing to choose"
    rng.shuffle(choices)
    choices.sort(key=lambda choice: choice.kind in last)
    only = len(choices) == 1
    for choice in choices:
        for _try in range(1 if choice.exact else TRIES if only else FEW_TRIES):
            action = sample(choice, rng)
            problem = ruleset.check(state, seat, action)
            if problem is None:
                return action
            assert problem.code, "a problem has a code"
        assert not choice.exact, f"{seat}: the menu offers {action}, check says {problem}"
    raise AssertionError(f"{seat}: no form of {[choice.kind for choice in choices]} passed")


# --- Playing ----------------------------------------------------------------------------------------


def dice_of(seed: str) -> Keyed:
    return Keyed(seed.encode() or b"-")


def next_moves(
    ruleset: Ruleset, state: Any, rng: random.Random, *, wild: bool, last: frozenset[str] = frozenset()
) -> dict[str, Action]:
    """The moves of a step: every sealed seat, or one of those who owe or may."""
    asks = ruleset.asks(state)
    may = [ask for ask in asks if ask.kind == "may"]
    owed = [ask for ask in asks if ask.kind != "may"]
    sides = [ask.seat for ask in may if ask.seat != UMPIRE]
    if isinstance(ruleset, Companion) and not wild:
        # Nobody waits for anybody, and five sides seldom say the same by chance.
        seat = rng.choice(sides)
        return {seat: ruleset.fallback(state, seat, "absent")}
    if may and (not owed or (wild and rng.random() < 0.3)):
        seat = rng.choice(may).seat
        return {seat: lawful(ruleset, state, seat, rng, last)}
    if not wild:
        return {ask.seat: ruleset.fallback(state, ask.seat, "absent") for ask in _together(owed)}
    sealed = [ask for ask in owed if ask.kind == "sealed"]
    if sealed:
        return {ask.seat: lawful(ruleset, state, ask.seat, rng, last) for ask in sealed}
    seat = rng.choice(owed).seat
    return {seat: lawful(ruleset, state, seat, rng, last)}


def _together(owed: list[Any]) -> list[Any]:
    sealed = [ask for ask in owed if ask.kind == "sealed"]
    return sealed or owed[:1]


def play_out(ruleset: Ruleset, setup: Setup, seed: str, last: frozenset[str] = frozenset()) -> Iterator[Turn]:
    """A battle at random, to its end. The first turn is the setup, without moves."""
    rng = random.Random(seed)
    dice = dice_of(seed)
    step = ruleset.setup(setup, dice)
    yield Turn(moves={}, before=None, step=step, rolls=list(dice.rolled))
    state = stored(step.state)
    for number in range(LONGEST):
        if ruleset.outcome(state) is not None:
            return
        moves = next_moves(ruleset, state, rng, wild=number < WILD, last=last)
        for seat, action in moves.items():
            problem = ruleset.check(state, seat, action)
            assert problem is None, f"{seat}: {action} is refused: {problem}"
        fell = len(dice.rolled)
        step = ruleset.apply(state, moves, dice)
        yield Turn(moves=moves, before=state, step=step, rolls=dice.rolled[fell:])
        state = stored(step.state)
    raise AssertionError(f"still undecided after {LONGEST} steps")


def stored(state: Any) -> Any:
    """A state as a store hands it back: JSON, with its keys in another order."""
    return msgspec.json.decode(canonical(state))


def shuffled(value: Any) -> Any:
    """The same value with the keys of every object turned round."""
    if isinstance(value, dict):
        return {key: shuffled(value[key]) for key in reversed(list(value))}
    return [shuffled(one) for one in value] if isinstance(value, list) else value


# --- Examining --------------------------------------------------------------------------------------


def examine(subject: Subject, setup: Setup, seed: str) -> list[Turn]:
    """Play one battle and hold every step to the contract; answers with the turns."""
    ruleset = subject.ruleset
    assert ruleset.check_setup(setup) == []
    turns = []
    for turn in play_out(ruleset, setup, seed, subject.last):
        turns.append(turn)
        _examine_step(subject, setup, turn, seed)
    _examine_replay(ruleset, setup, turns, seed, subject.last)
    return turns


def audience_of(ruleset: Ruleset, setup: Setup) -> list[str | None]:
    """Everybody who may look on: a spectator, the umpire and every seat."""
    return [None, *sorted({*setup.forces, *(seat.key for seat in ruleset.describe().seats)})]


def _examine_step(subject: Subject, setup: Setup, turn: Turn, seed: str) -> None:
    ruleset, state = subject.ruleset, stored(turn.step.state)
    _examine_state(ruleset, turn.step, state)
    rng = random.Random(f"{seed} {digest(state)}")
    for seat in audience_of(ruleset, setup):
        _examine_view(subject, state, seat, rng)
        _examine_telling(subject, turn, state, seat)
    for ask in ruleset.asks(state):
        _examine_ask(ruleset, state, ask, rng)


def _examine_state(ruleset: Ruleset, step: Step, state: Any) -> None:
    require_plain(state, depth=16, most=10_000_000)
    if isinstance(ruleset, Watchful):
        assert ruleset.invariants(state) == [], ruleset.invariants(state)
    outcome, asks = ruleset.outcome(state), ruleset.asks(state)
    assert bool(asks) != (outcome is not None), "a battle is over, or waits for somebody"
    assert len({ask.seat for ask in asks}) == len(asks), "a seat is asked one thing at a time"
    if outcome is not None:
        assert isinstance(outcome, Outcome)
        assert msgspec.json.decode(msgspec.json.encode(outcome), type=Outcome) == outcome
    told = set(ruleset.describe().happenings)
    assert {happening.kind for happening in step.happenings} <= told, "a happening that the description does not name"
    for happening in step.happenings:
        require_plain(msgspec.to_builtins(happening), depth=16)
    again = shuffled(state)
    assert digest(ruleset.asks(again)) == digest(asks), "the order of keys decides who is asked"


def _examine_view(subject: Subject, state: Any, seat: str | None, rng: random.Random) -> None:
    ruleset = subject.ruleset
    view = ruleset.view(state, seat)
    assert isinstance(view, View)
    assert view.seat == seat
    scene = ruleset.scene(view)
    assert isinstance(scene, Scene)
    seen = canonical([view, scene, list(ruleset.menu(state, seat)) if seat else []]).decode()
    for secret in subject.secrets(state, seat) if subject.secrets else []:
        assert secret not in seen, f"{seat or 'a spectator'} can read {secret}"
    if not isinstance(ruleset, Hiding):
        return
    like = ruleset.resample(state, seat, dice_of(f"like {rng.random()}"))
    assert digest(ruleset.view(like, seat)) == digest(view), f"{seat or 'a spectator'} can tell two look-alikes apart"
    if isinstance(ruleset, Watchful):
        assert ruleset.invariants(like) == [], "a look-alike that cannot be"
    _examine_probing(ruleset, state, like, seat, rng)


def _examine_probing(ruleset: Any, state: Any, like: Any, seat: str | None, rng: random.Random) -> None:
    """Neither menu nor check tells two look-alikes apart, however it is asked."""
    if seat is None:
        return
    assert digest(ruleset.asks(like)) == digest(ruleset.asks(state)), f"{seat}: who is asked gives hidden things away"
    menu, other = list(ruleset.menu(state, seat)), list(ruleset.menu(like, seat))
    assert digest(menu) == digest(other), f"{seat}: the menu gives hidden things away"
    if isinstance(ruleset, Foretelling):
        for choice in rng.sample(menu, min(MOST_FORETOLD, len(menu))):
            action = sample(choice, rng)
            one, two = (ruleset.forecast(held, seat, action) for held in (state, like))
            assert digest(one) == digest(two), f"{seat}: the odds give hidden things away when asked {action}"
    words = sorted(_texts(state))
    words = words if len(words) <= MOST_PROBED else rng.sample(words, MOST_PROBED)
    menu = menu if len(menu) <= MOST_PROBED else rng.sample(menu, MOST_PROBED)
    probes = [sample(choice, rng) for choice in menu]
    probes += [mutant for action in list(probes) for mutant in mutants(action, rng)]
    aimed = [_aimed(action, word) for action in list(probes[: len(menu)]) for word in words]
    probes += aimed if len(aimed) <= MOST_AIMED else rng.sample(aimed, MOST_AIMED)
    if len(probes) > MOST_AIMED:
        probes = rng.sample(probes, MOST_AIMED)
    for probe in probes:
        one, two = ruleset.check(state, seat, probe), ruleset.check(like, seat, probe)
        assert digest(one) == digest(two), f"{seat}: check gives hidden things away when asked {probe}"


def _texts(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*(_texts(held) for held in value.values()), value.keys())
    return set().union(*(_texts(held) for held in value)) if isinstance(value, list) else set()


def _aimed(action: Action, word: str) -> Action:
    """The action with each argument that is a text replaced by a word out of the hidden state."""
    told = {name: word if isinstance(value, str) else value for name, value in action.arguments.items()}
    return Action(kind=action.kind, arguments=told)


def _examine_ask(ruleset: Ruleset, state: Any, ask: Any, rng: random.Random) -> None:
    kept = canonical(state)
    choices = list(ruleset.menu(state, ask.seat))
    assert choices, f"{ask.seat} is asked and has nothing to choose"
    action = lawful(ruleset, state, ask.seat, rng)
    assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action
    assert ruleset.check(shuffled(state), ask.seat, action) is None, "the order of keys decides what is allowed"
    _examine_mutants(ruleset, state, ask.seat, action, choices, rng)
    _examine_foretelling(ruleset, state, ask.seat, action)
    _examine_program(ruleset, state, ask, rng)
    if ask.kind != "may":
        absent = ruleset.fallback(state, ask.seat, "absent")
        problem = ruleset.check(state, ask.seat, absent)
        assert problem is None, f"what is done for an absent {ask.seat} is refused: {problem}"
    assert canonical(state) == kept, "asking has changed the state"


def _examine_foretelling(ruleset: Any, state: Any, seat: str, action: Action) -> None:
    """Odds are odds, of whatever is allowed and of nothing else."""
    if not isinstance(ruleset, Foretelling):
        return
    told = ruleset.forecast(shuffled(state), seat, action)
    assert digest(told) == digest(ruleset.forecast(state, seat, action)), "the order of keys decides the odds"
    refused = Action(kind=action.kind + "!", arguments=action.arguments)
    assert ruleset.forecast(state, seat, refused) is None, "odds of what is refused"
    if told is not None:
        assert msgspec.json.decode(msgspec.json.encode(told), type=Forecast) == told
        assert all(one.chance_per_mille is None or 0 <= one.chance_per_mille <= 1000 for one in (told, *told.then))


def _examine_program(ruleset: Any, state: Any, ask: Any, rng: random.Random) -> None:
    """The program plays by the rules, though it knows no more than its seat."""
    if ask.kind == "may" or not ruleset.describe().has_bots:
        return
    assert isinstance(ruleset, Playing), "a ruleset that names bots lets them play"
    like = state
    if isinstance(ruleset, Hiding):
        like = ruleset.resample(state, ask.seat, dice_of(f"program {rng.random()}"))
    problem = ruleset.check(state, ask.seat, ruleset.bot(like, ask.seat))
    assert problem is None, f"what the program plays for {ask.seat} is refused: {problem}"


JUNK: tuple[Any, ...] = (None, True, -1, 10**12, "", "no such thing", [], {}, [[]], {"seat": None}, [None])


def mutants(action: Action, rng: random.Random) -> list[Action]:
    """Actions like this one, and wrong."""
    arguments = action.arguments
    made = [
        Action(kind=action.kind + "!", arguments=arguments),
        Action(kind=action.kind, arguments={**arguments, "no such argument": 1}),
    ]
    for name in arguments:
        made.append(Action(kind=action.kind, arguments={key: value for key, value in arguments.items() if key != name}))
        made += [Action(kind=action.kind, arguments={**arguments, name: junk}) for junk in rng.sample(JUNK, 4)]
    return made


def _examine_mutants(
    ruleset: Ruleset, state: Any, seat: str, action: Action, choices: list[Choice], rng: random.Random
) -> None:
    made = mutants(action, rng)
    for number, mutant in enumerate(made):
        problem = ruleset.check(state, seat, mutant)
        assert problem is None or isinstance(problem, Problem)
        assert number > 1 or problem is not None, f"{seat}: {mutant} passes check"
        exact = [choice for choice in choices if choice.kind == mutant.kind and choice.exact]
        if problem is None and exact:
            assert any(_fits(choice, mutant) for choice in exact), f"{seat}: {mutant} passes and is not in the menu"


def _fits(choice: Choice, action: Action) -> bool:
    needed = set(choice.arguments) - set(choice.optional)
    if not needed <= action.arguments.keys() <= choice.arguments.keys():
        return False
    return all(_within(choice.arguments[name], value) for name, value in action.arguments.items())


def _within(domain: Any, value: Any) -> bool:
    match domain:
        case OneOf(values=values):
            return any(value == one and type(value) is type(one) for one in values)
        case IntRange(low=low, high=high, step=step):
            return isinstance(value, int) and low <= value <= high and (value - low) % step == 0
        case _:
            return True


def _examine_telling(subject: Subject, turn: Turn, state: Any, seat: str | None) -> None:
    """What is told to a seat of a step holds nothing that stays secret to it afterwards."""
    if subject.secrets is None:
        return
    told = [
        happening.data if _knows(happening.audience, seat) else happening.audience.others
        for happening in turn.step.happenings
    ]
    for mover, action in turn.moves.items():
        audience = turn.step.audiences.get(mover)
        known = audience is None or mover == seat or _knows(audience, seat)
        told.append(action.arguments if known else audience.others)
    heard = canonical(told).decode()
    for secret in subject.secrets(state, seat):
        assert secret not in heard, f"{seat or 'a spectator'} is told of {secret}"


def _knows(audience: Any, seat: str | None) -> bool:
    return audience.seats is None or seat in audience.seats


def _examine_replay(ruleset: Ruleset, setup: Setup, turns: list[Turn], seed: str, last: frozenset[str]) -> None:
    """The same seed gives the same battle; the log alone gives it too; every undo is the replay without the last."""
    again = list(play_out(ruleset, setup, seed, last))
    assert digest([turn.step for turn in again]) == digest([turn.step for turn in turns]), (
        "the same dice fell otherwise"
    )
    told = {roll.address: roll.faces for turn in turns for roll in turn.rolls}
    state = None
    loaded = Loaded(told)
    for turn in turns:
        kept = copy.deepcopy(state)
        step = ruleset.setup(setup, loaded) if state is None else ruleset.apply(state, turn.moves, loaded)
        assert state == kept, "apply has changed the state it was given"
        assert digest(step.state) == digest(turn.step.state), "the log leads elsewhere"
        assert digest(step.happenings) == digest(turn.step.happenings), "the log tells something else"
        other = None if turn.before is None else shuffled(turn.before)
        if other is not None:
            fresh = ruleset.apply(other, turn.moves, Loaded(told))
            assert digest(fresh.state) == digest(step.state), "the order of keys decides what happens"
        state = stored(step.state)
