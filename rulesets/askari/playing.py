"""An action judged and played, and a battle that the program plays to its end (Askari 3)."""

from collections.abc import Callable, Mapping

import msgspec

from rulesets.askari import hiding, phases
from rulesets.askari.bot import Bot
from rulesets.askari.field import Field
from rulesets.askari.prompts import PROMPTS
from rulesets.askari.state import State, Want, decoded, encoded
from rulesets.contract import Action, Outcome, Problem
from rulesets.dice import Dice
from rulesets.vocabulary import Seat


def want_of(state: State, seat: Seat) -> Want | None:
    return next((want for want in state.wants if want.seat == seat), None)


def judge(field: Field, seat: Seat, action: Action) -> Problem | None:
    """Whether a seat may do that now."""
    want = want_of(field.state, seat)
    if want is None:
        return Problem(code="not_your_turn", rule="Askari 3")
    prompt = PROMPTS[want.prompt]
    if not isinstance(action.arguments, dict):
        return Problem(code="bad_arguments")
    if action.kind not in prompt.kinds:
        return Problem(code="not_now", data={"kind": action.kind, "allowed": list(prompt.kinds)}, rule="Askari 3")
    return prompt.check(field, want, action)


def play(field: Field, moves: Mapping[Seat, Action]) -> None:
    """Do what was decided, and go on until somebody has to decide again."""
    answered = [(want, moves[want.seat]) for want in field.state.wants if want.seat in moves]
    field.state.wants = [want for want in field.state.wants if want.seat not in moves]
    for want, action in sorted(answered, key=lambda one: one[0].seat):
        PROMPTS[want.prompt].answer(field, want, action)
    phases.proceed(field)


def finish(state: State, dice: Dice, guesses: Callable[[], Dice], *, most: int) -> Outcome | None:
    """Let the program play both sides to the end, on one field; None where so many moves do not suffice. ``state`` is played upon.

    ``guesses``: new dice, by which what a seat cannot see is dealt anew before it decides.
    """
    field = Field(state, dice)
    for _move in range(most):
        if state.outcome is not None:
            break
        field.turns_to(question=True)
        moves = {want.seat: _decided(field, want, guesses) for want in state.wants}
        field.turns_to(question=False)
        play(field, moves)
    return None if state.outcome is None else msgspec.convert(state.outcome, Outcome)


def _decided(field: Field, want: Want, guesses: Callable[[], Dice]) -> Action:
    """What the program does, by what the seat can see: no more than who sat there would know."""
    state, seat = field.state, want.seat
    if any(unit.where == "hidden" and unit.seat != seat for unit in state.units.values()):
        like = Field(hiding.resampled(state, seat, guesses()))
        wanted = Bot.choose(like, want)
        return wanted if judge(field, seat, wanted) is None else Bot.absent(field, want)
    # Who lays an ambush tries places for it, and all of them at once: on a copy.
    return Bot.choose(Field(decoded(encoded(state))) if want.sealed else field, want)
