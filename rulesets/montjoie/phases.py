"""The turn as a state machine: each phase asks, or goes on by itself until somebody must choose (Montjoie 5)."""

from collections.abc import Callable

from rulesets.montjoie import burning, frames, hamstring, moving, siege, victory
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Figure
from rulesets.montjoie.verbs import climbing, deploying, driving, fighting, firing, marching, sieging
from rulesets.montjoie.verbs.common import Verb
from rulesets.vocabulary import Seat

LONGEST = 100_000
"""More steps without a question than any battle has: a loop would be a fault of ours."""

PROMPTS: dict[str, tuple[Verb, ...]] = {
    "siege_engines": (*sieging.ENGINES, *deploying.LEAVE),
    "siege_works": (*sieging.WORKS, *deploying.LEAVE),
    "siege_fight": (*sieging.FIGHT, *deploying.LEAVE),
    "siege_end": (*sieging.END, *deploying.LEAVE),
    "deploy": (*deploying.DEPLOY, *deploying.LOADER, *deploying.ALWAYS),
    "fire": (*firing.VERBS, *deploying.END, *deploying.ALWAYS),
    "move": (
        *marching.VERBS,
        *climbing.VERBS,
        *driving.VERBS,
        *deploying.LOADER,
        *deploying.END,
        *deploying.ALWAYS,
    ),
    "hamstring": fighting.CUTS,
    "combat": (*fighting.VERBS, *climbing.FIGHTING, *deploying.END, *deploying.ALWAYS),
    **frames.ASKING,
}
"""By the name with which somebody is asked: what he may do."""


def proceed(field: Field) -> None:
    """Go on until somebody must choose, or the battle is over."""
    state = field.state
    state.asked = None
    for _step in range(LONGEST):
        if state.outcome is not None:
            return
        if any(side.conceded for side in state.sides):
            victory.concede(field)
            return
        if state.stack:
            if frames.settle(field):
                top = state.stack[-1]
                state.stack = [frame for frame in state.stack if frame.kind != "walk"]
                ask(field, top.seat, top.kind, fig=top.fig)
                return
            continue
        if PHASES[state.phase](field):
            return
    raise AssertionError(f"{state.phase} does not end")


def ask(field: Field, seat: Seat, prompt: str, **told: str) -> bool:
    field.state.asked = {"seat": seat, "prompt": prompt, **{key: value for key, value in told.items() if value}}
    return True


def _enter(field: Field, phase: str) -> bool:
    field.state.phase, field.state.ended = phase, False
    return False


def _deploy(field: Field) -> bool:
    state = field.state
    for seat in state.deploy_order:
        if not state.side(seat).deployed:
            state.seat = seat
            return ask(field, seat, "deploy")
    state.defaults = {}
    return _enter(field, "start")


def _start(field: Field) -> bool:
    """A new player turn: the weather of the turn, and everybody of that side fresh."""
    state = field.state
    state.count += 1
    state.seat = state.sides[(state.count - 1) % 2].seat
    state.mover = state.let_go = ""
    if state.count % 2:
        state.turn += 1
        _weather(field)
    for one in state.on_map(state.seat):
        moving.ready(field, one)
    field.tell("player_turn", "Montjoie 5.1", seat=state.seat, turn=state.turn)
    return _enter(field, "fire")


def _weather(field: Field) -> None:
    """The schedule's weather, sun and darkness (Montjoie 8)."""
    state = field.state
    before = (state.weather, state.sun, state.dark)
    state.weather, state.sun, state.dark = state.plain_weather, None, False
    for change in state.schedule:
        first, last = change["turns"]
        if first <= state.turn <= last:
            state.weather = change.get("weather", state.weather)
            state.sun = change.get("sun", state.sun)
            state.dark = change.get("dark", state.dark)
    if not state.has("weather"):
        state.weather, state.sun, state.dark = "clear", None, False
    if before != (state.weather, state.sun, state.dark) or state.turn == 1:
        field.tell("weather", "Montjoie 1.1", weather=state.weather, sun=state.sun, dark=state.dark)


def _fire(field: Field) -> bool:
    state = field.state
    if not state.ended and any(verb.any(field, state.seat) for verb in firing.VERBS):
        return ask(field, state.seat, "fire")
    _stop_wagons(field)
    for one in state.on_map(state.seat):
        moving.after_shot(field, one)
    return _enter(field, "move")


def _stop_wagons(field: Field) -> None:
    """The carts of the side whose turn it is stand again (Montjoie R12)."""
    for wagon in field.state.wagons.values():
        if wagon.seat == field.state.seat and wagon.moving:
            wagon.moving = False
            field.changed_ground()


def _move(field: Field) -> bool:
    state = field.state
    if not state.ended and any(_may_move(field, one) for one in state.on_map(state.seat)):
        return ask(field, state.seat, "move")
    burning.end_of_movement(field)
    state.mover = ""
    for one in state.on_map():
        one.attacked = one.assailed = one.helped = False
    return _enter(field, "hamstring")


def _may_move(field: Field, one: Figure) -> bool:
    return one.is_fit and not one.done and not field.is_animal(one) and not one.jumps_on


def _hamstring(field: Field) -> bool:
    state = field.state
    if any(hamstring.valid(field, one) for one in state.on_map(state.seat)):
        return ask(field, state.seat, "hamstring")
    return _enter(field, "combat")


def _combat(field: Field) -> bool:
    state = field.state
    verbs = (*fighting.VERBS, *climbing.FIGHTING)
    if not state.ended and any(verb.any(field, state.seat) for verb in verbs):
        return ask(field, state.seat, "combat")
    return _enter(field, "recover")


def _recover(field: Field) -> bool:
    """Own figures stunned before this player turn stand up (Montjoie 5.1)."""
    state = field.state
    for one in state.on_map(state.seat):
        one.cuts = ""
        if one.stunned and one.stunned_in < state.count:
            one.stunned = False
            field.tell("recovered", "Montjoie 5.1", figure=one.id)
    field.touched()
    return _enter(field, "end")


def _end(field: Field) -> bool:
    """The end of a player turn: fire spreads after the second side's, and it is asked who has won."""
    state = field.state
    if field.readings["wagon.moving_until"] == "own_turn":
        _stop_wagons(field)
    if state.count % 2 == 0:
        burning.spread(field)
    victory.judge(field)
    return state.outcome is None and _enter(field, "start")


def _prelude(field: Field) -> bool:
    """One step of a day of siege (Montjoie 5.4); both sides' works are chosen unseen, and done besiegers first."""
    held = siege.siege_of(field)
    step = held.step
    if step == "engines":
        if held.besieger not in held.answered and sieging.ENGINES[0].any(field, held.besieger):
            return ask_day(field, "siege_engines", held.besieger)
        held.step, held.answered = "works", ()
    elif step == "works":
        waiting = [seat for seat in (held.besieger, held.garrison) if seat not in held.answered]
        able = [seat for seat in waiting if any(verb.any(field, seat) for verb in sieging.WORKS[:-1])]
        if able and not held.answered:
            return ask_day(field, "siege_works", *able)
        held.step, held.answered = "contact", ()
        if held.fight is not None:
            siege.begin_fight(field)
    elif step == "contact":
        if held.fight is not None:
            return ask_day(field, "siege_fight", held.besieger if held.fight.turn == "besiegers" else held.garrison)
        held.step = "collapse"
    elif step == "collapse":
        if held.lit and held.lit < held.day:
            siege.collapse(field)
        held.step = "end"
    else:
        return ask_day(field, "siege_end", held.besieger)
    return False


def ask_day(field: Field, prompt: str, *seats: Seat) -> bool:
    """Ask for a decision of a siege day; of several seats each decides without seeing the others."""
    field.state.asked = {"seat": seats[0], "seats": list(seats), "prompt": prompt, "pace": "day"}
    return True


PHASES: dict[str, Callable[[Field], bool]] = {
    "prelude": _prelude,
    "deploy": _deploy,
    "start": _start,
    "fire": _fire,
    "move": _move,
    "hamstring": _hamstring,
    "combat": _combat,
    "recover": _recover,
    "end": _end,
}
