"""The umpire's seat: events, cards, messages, rulings; always visible in the log, each with a reason (AWAM 18.1)."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from rulesets.awam import markers, phases, shooting
from rulesets.awam.acts import common
from rulesets.awam.geometry import Point
from rulesets.awam.state import Figure
from rulesets.awam.world import World
from rulesets.contract import Action, Audience, Choice, Domain, IntRange, OneOf, Problem, Subset, Text
from rulesets.vocabulary import UMPIRE, Json

KINDS = (
    "event", "hand_card", "message", "place", "mark", "wound", "take_off", "rounds", "set_word", "give_points", "end_turn",
    "end_game",
)  # fmt: skip
LONGEST_REASON = 200
LONGEST_MESSAGE = 500
MOST_POINTS = 5
MARKS = ("blue", "prone", "drawn", "broken")
RULE = "AWAM 18.1"


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    reason: str


class HandCard(Struct, frozen=True, forbid_unknown_fields=True):
    group: str
    reason: str


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    seats: tuple[str, ...]
    text: str


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    x: int
    y: int
    reason: str


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    mark: Literal["blue", "prone", "drawn", "broken"]
    on: bool
    reason: str


class Wound(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    wounds: int
    reason: str


class TakeOff(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    fate: Literal["dead", "fled", "exited"]
    reason: str


class Rounds(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    rounds: int
    reason: str


class SetWord(Struct, frozen=True, forbid_unknown_fields=True):
    one: str
    other: str
    word: Literal["war", "peace"]
    reason: str


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    seat: str
    points: int
    reason: str


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    reason: str


SAID: dict[str, type[Struct]] = {
    "event": Event,
    "hand_card": HandCard,
    "message": Message,
    "place": Place,
    "mark": Mark,
    "wound": Wound,
    "take_off": TakeOff,
    "rounds": Rounds,
    "set_word": SetWord,
    "give_points": Points,
    "end_turn": Ending,
    "end_game": Ending,
}


def menu(world: World) -> Iterator[Choice]:
    """Everything with a reason is a form: its text has the last word."""
    state = world.state
    reason: Domain = Text(longest=LONGEST_REASON)
    seats = tuple(state.seats())
    yield Choice(
        kind="message",
        arguments={"seats": Subset(values=seats, least=1), "text": Text(longest=LONGEST_MESSAGE)},
        exact=False,
    )
    if state.group_cards:
        yield _form("event", number=IntRange(low=1, high=6), reason=reason)
        yield _form("hand_card", group=OneOf(values=tuple(sorted(set(state.group_cards)))), reason=reason)
    if state.phase not in ("pick", "orders", "entry"):
        return
    on_table = tuple(one.id for one in state.on_table())
    if on_table:
        fig = OneOf(values=on_table)
        yield _form(
            "place",
            fig=fig,
            x=IntRange(low=0, high=state.width),
            y=IntRange(low=0, high=state.height),
            reason=reason,
        )
        yield _form("mark", fig=fig, mark=OneOf(values=MARKS), on=OneOf(values=(True, False)), reason=reason)
        yield _form("wound", fig=fig, wounds=IntRange(low=0, high=1), reason=reason)
        yield _form("take_off", fig=fig, fate=OneOf(values=("dead", "fled", "exited")), reason=reason)
    armed = tuple(one.id for one in state.on_table() if one.gun is not None)
    if armed:
        yield _form("rounds", fig=OneOf(values=armed), rounds=IntRange(low=0, high=8), reason=reason)
    everybody = tuple(state.sides)
    yield _form(
        "set_word",
        one=OneOf(values=everybody),
        other=OneOf(values=everybody),
        word=OneOf(values=("war", "peace")),
        reason=reason,
    )
    yield _form(
        "give_points", seat=OneOf(values=seats), points=IntRange(low=-MOST_POINTS, high=MOST_POINTS), reason=reason
    )
    yield _form("end_turn", reason=reason)
    yield _form("end_game", reason=reason)


def _form(kind: str, **arguments: Domain) -> Choice:
    return Choice(kind=kind, arguments=arguments, exact=False)


def check(world: World, action: Action) -> Problem | None:
    state = world.state
    if not state.umpire:
        return Problem(code="no_umpire", rule=RULE)
    said = common.read(SAID[action.kind], action.arguments)
    if isinstance(said, Problem):
        return said
    reason = getattr(said, "reason", None)
    if reason is not None and not 1 <= len(reason.strip()) <= LONGEST_REASON:
        return Problem(code="needs_reason", data={"longest": LONGEST_REASON}, rule=RULE, place="reason")
    if isinstance(said, Message):
        return _check_message(world, said)
    if isinstance(said, HandCard | Event):
        return _check_card(world, said)
    if state.phase not in ("pick", "orders", "entry"):
        return Problem(code="not_now", rule=RULE)
    if state.phase == "entry" and isinstance(said, Ending) and action.kind == "end_turn":
        return Problem(code="not_now", rule=RULE)
    return _check_ruling(world, said)


def _check_message(world: World, said: Message) -> Problem | None:
    if not said.seats or not set(said.seats) <= set(world.state.seats()) or len(set(said.seats)) != len(said.seats):
        return Problem(code="no_such_seat", rule=RULE, place="seats")
    if not 1 <= len(said.text.strip()) <= LONGEST_MESSAGE:
        return Problem(code="bad_text", data={"longest": LONGEST_MESSAGE}, rule=RULE, place="text")
    return None


def _check_card(world: World, said: HandCard | Event) -> Problem | None:
    if isinstance(said, Event):
        if not world.state.group_cards or not 1 <= said.number <= 6:
            return Problem(code="no_such_event", rule=RULE, place="number")
        return None
    if said.group not in world.state.group_cards:
        return Problem(code="no_such_card", rule=RULE, place="group")
    if world.state.special.get("handed") == world.state.turn:
        return Problem(code="one_a_turn", rule=RULE, place="group")
    return None


def _check_ruling(world: World, said: Struct) -> Problem | None:
    state = world.state
    key = getattr(said, "fig", None)
    if key is not None:
        figure = state.figures.get(key)
        if figure is None or figure.where not in ("table", "hidden"):
            return Problem(code="no_such_figure", rule=RULE, place="fig")
        return _check_figure(world, figure, said)
    if isinstance(said, SetWord) and (said.one == said.other or not {said.one, said.other} <= set(state.sides)):
        return Problem(code="no_such_seat", rule=RULE, place="one")
    if isinstance(said, Points) and (said.seat not in state.seats() or abs(said.points) > MOST_POINTS):
        return Problem(code="bad_points", data={"most": MOST_POINTS}, rule=RULE, place="points")
    return None


def _check_figure(world: World, figure: Figure, said: Struct) -> Problem | None:
    if isinstance(said, Place):
        if max(abs(said.x), abs(said.y)) > common.FAR or figure.aboard:
            return Problem(code="off_table", rule=RULE, place="x")
        if not world.is_free(Point(said.x, said.y), figure.radius, but=(figure.id,)):
            return Problem(code="place_taken", rule="AWAM 14.1", place="x")
    if isinstance(said, Wound) and said.wounds not in (0, 1):
        return Problem(code="bad_wounds", rule=RULE, place="wounds")
    if isinstance(said, Mark) and said.mark == "broken" and figure.prisoner:
        return Problem(code="is_prisoner", rule=RULE, place="fig")
    if isinstance(said, Rounds):
        gun = figure.gun
        if gun is None or not 0 <= said.rounds <= gun.full:
            return Problem(code="bad_rounds", rule=RULE, place="rounds")
    return None


def answer(world: World, action: Action) -> None:
    """The umpire's word: a rolled die is never changed, only its effect."""
    state = world.state
    said = common.read(SAID[action.kind], action.arguments)
    audience = Audience()
    data: dict[str, Json] = dict(action.arguments)
    if isinstance(said, Message) and set(said.seats) != set(state.seats()):
        audience = Audience(seats=(*said.seats, UMPIRE))
    if isinstance(said, Event):
        audience = Audience(seats=(UMPIRE,))
    key = getattr(said, "fig", "")
    figure = state.figures.get(key)
    if figure is not None and figure.where == "hidden":
        audience = world.privy(figure.seat)
    world.reveals = True
    world.tell(f"umpire_{action.kind}", RULE, audience=audience, **data)
    if isinstance(said, Event):
        state.special["event"] = said.number
    elif isinstance(said, HandCard):
        state.group_cards = (*state.group_cards, said.group)
        state.special["handed"] = state.turn
    elif isinstance(said, SetWord):
        side = state.sides[said.one]
        kept = [seat for seat in side.war if seat != said.other]
        side.war = tuple(sorted([*kept, said.other] if said.word == "war" else kept))
    elif isinstance(said, Points):
        state.sides[said.seat].points += said.points
    elif isinstance(said, Ending):
        if action.kind == "end_turn":
            phases.end_turn(world)
        else:
            phases.ruled_over(world)
    elif figure is not None:
        _on_figure(world, figure, said)


def _on_figure(world: World, figure: Figure, said: Struct | Problem) -> None:
    if isinstance(said, Place):
        figure.at = Point(said.x, said.y)
    elif isinstance(said, Mark):
        setattr(figure, said.mark, said.on)
        if said.mark == "broken" and said.on:
            figure.blue = False
            markers.release(world, figure)
    elif isinstance(said, Wound):
        figure.wounds = said.wounds
    elif isinstance(said, TakeOff):
        if said.fate == "dead":
            shooting.kill(world, figure, cause="ruling")
        else:
            markers.remove(world, figure, said.fate)
    elif isinstance(said, Rounds) and figure.gun is not None:
        figure.gun.rounds = said.rounds
