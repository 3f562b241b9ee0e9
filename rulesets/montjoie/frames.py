"""What is pending, the top first: each kind asks its seat, or goes on by itself (Montjoie 5.1)."""

from collections.abc import Callable

from rulesets.montjoie import fights, harm, jumping, moving, refusing, retreats, routes, shooting
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Frame, place_name, place_of
from rulesets.montjoie.verbs import answering, fighting, firing
from rulesets.montjoie.verbs.common import Verb

ASKING: dict[str, tuple[Verb, ...]] = {
    "answer": (fighting.Refuse(), fighting.Stand()),
    "retreat": answering.RETREAT,
    "put": answering.PUT,
    "pick": (fighting.Pick(),),
    "advance": (fighting.Advance(), fighting.NoAdvance()),
    "react": (*firing.ANSWERS, *answering.PASSES),
}
"""Frames that ask: by what they may be answered."""


def settle(field: Field) -> bool:
    """Look at the top of the stack. True: somebody must choose. False: it went on by itself."""
    frame = field.state.stack[-1]
    return TOPS[frame.kind](field, frame)


def _drop(field: Field, frame: Frame) -> None:
    assert field.state.stack[-1] is frame
    field.state.stack.pop()


def _answer(field: Field, frame: Frame) -> bool:
    one = field.figure(frame.fig)
    if one.where != "map" or not refusing.options(field, frame):
        _drop(field, frame)
        return False
    attackers = [field.figure(key) for key in frame.data["figs"]]
    said = refusing.answers_itself(field, one, fights.odds(field, attackers, one).column)
    if said is None:
        return True
    if said:
        way = refusing.options(field, frame)[0]
        _drop(field, frame)
        refusing.go(field, frame, way)
    else:
        _drop(field, frame)
    return False


def _resolve(field: Field, frame: Frame) -> bool:
    _drop(field, frame)
    fights.strike_home(field, frame)
    return False


def _jump_result(field: Field, frame: Frame) -> bool:
    _drop(field, frame)
    jumping.settle(
        field,
        field.figure(frame.data["by"]),
        field.figure(frame.fig),
        frame.data["letter"],
        stays=bool(frame.data.get("stays")),
        held=[(hex_, layer) for hex_, layer in frame.data["hexes"]],
    )
    return False


def _retreat(field: Field, frame: Frame) -> bool:
    one = field.figure(frame.fig)
    ways = retreats.options(field, frame)
    if len(ways) > 1:
        return True
    _drop(field, frame)
    if ways:
        retreats.go(field, one, ways[0], cause=frame.data["cause"], foes=frame.data["foes"])
    else:
        field.tell("no_way_back", "Montjoie 4.10", figure=one.id)
        harm.wound(field, one, "no_way_back")
    return False


def _put(field: Field, frame: Frame) -> bool:
    one = field.figure(frame.fig)
    options = answering.put_options(field, frame.data["options"])
    if len(options) > 1:
        return True
    _drop(field, frame)
    if options:
        answering.place_down(field, one, options[0], frame.data["why"])
    else:
        start = frame.data["options"][0]
        harm.place(
            field, one, harm.nearest(field, (start[0], start[1])), why=frame.data["why"], around=(start[0], start[1])
        )
    return False


def _pick(field: Field, frame: Frame) -> bool:
    left = fights.picks(field, frame)
    if len(left) > 1:
        return True
    _drop(field, frame)
    if left:
        fights.stunned(field, field.figure(left[0]))
    return False


def _advance(field: Field, frame: Frame) -> bool:
    if fights.advances(field, frame):
        return True
    _drop(field, frame)
    return False


def _react(field: Field, frame: Frame) -> bool:
    """Standing orders first; then whoever is to be asked is (Montjoie 5.3)."""
    mover = field.figure(frame.fig)
    if mover.where != "map" or not mover.at or field.state.let_go == mover.id:
        _drop(field, frame)
        return False
    if frame.data.get("barred") and moving.bars_jump(field, mover, frame):
        _drop(field, frame)
        return False
    asked = False
    for found in moving.reactions(field, frame):
        one = field.figure(found.shooter)
        if one.order == "ask":
            asked = True
        elif moving.wants(field, found, one.order):
            shooting.shoot(field, one, found, defensive=True)
            return False  # look again: the mover may be hurt, or gone
    if asked or any(verb.any(field, frame.seat) for verb in firing.ANSWERS[1:]):
        return True
    _drop(field, frame)
    return False


def _walk(field: Field, frame: Frame) -> bool:
    """The next step of a way; it ends where a step cannot be made, or somebody had to decide."""
    one = field.figure(frame.fig)
    way: list[str] = frame.data["way"]
    _drop(field, frame)
    if not way or one.where != "map" or not one.at or one.done or one.stunned or one.contact:
        return False
    if one.mounted != (":" in way[0]):
        return False
    rest = _ridden(field, frame, way) if one.mounted else _walked(field, frame, way)
    if rest and one.where == "map" and not one.done:
        at = next(
            (number for number, each in enumerate(field.state.stack) if each.fig == one.id), len(field.state.stack)
        )
        field.state.stack.insert(at, Frame(kind="walk", fig=one.id, data={"way": rest}))
    return False


def _walked(field: Field, frame: Frame, way: list[str]) -> list[str]:
    one = field.figure(frame.fig)
    passed = 0
    while passed < len(way) - 1 and not field.is_free(place_of(way[passed])):
        passed += 1  # friends are passed without a stop
    if passed:
        return moving.pass_through(field, one, [place_of(name) for name in way[: passed + 1]], way[passed + 1 :])
    step = next((each for each in moving.walks(field, one) if place_name(each.to) == way[0]), None)
    if step is None or moving.bars_step(field, one, step.to[0]) is not None:
        return []
    moving.walk(field, one, step)
    return way[1:]


def _ridden(field: Field, frame: Frame, way: list[str]) -> list[str]:
    one = field.figure(frame.fig)
    step = next((each for each in moving.rides(field, one) if routes.step_name(each) == way[0]), None)
    if step is None or moving.bars_step(field, one, step.head) is not None:
        return []
    moving.ride(field, one, step)
    return way[1:]


TOPS: dict[str, Callable[[Field, Frame], bool]] = {
    "answer": _answer,
    "resolve": _resolve,
    "jump_result": _jump_result,
    "retreat": _retreat,
    "put": _put,
    "pick": _pick,
    "advance": _advance,
    "react": _react,
    "walk": _walk,
}
