"""The umpire's seat: events, cards, messages, rulings; always visible in the log, each with a reason (AWAM 18.1)."""

from collections.abc import Iterator

from msgspec import Struct

from rulesets.awam.acts import common
from rulesets.awam.rulings import RULE, RULINGS, Said
from rulesets.awam.setting import SHEETS
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import PUBLIC, Action, Audience, Choice, Domain, IntRange, OneOf, Problem, Subset, Text
from rulesets.vocabulary import UMPIRE, Json

KINDS = ("event", "hand_card", "message", *RULINGS)
PHASES = ("pick", "orders", "entry")
"""When a ruling may be made."""
EVENTS = SHEETS.scenarios["fashoda"].numbers["events"]


class Event(Said, frozen=True, kw_only=True):
    number: int


class HandCard(Said, frozen=True, kw_only=True):
    group: str


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    seats: tuple[str, ...]
    text: str


SAID: dict[str, type[Struct]] = {
    "event": Event,
    "hand_card": HandCard,
    "message": Message,
    **{kind: ruling.said for kind, ruling in RULINGS.items()},
}


def menu(world: World) -> Iterator[Choice]:
    """Everything with a reason is a form: its text has the last word."""
    state = world.state
    yield Choice(
        kind="message",
        arguments={
            "seats": Subset(values=tuple(state.seats()), least=1),
            "text": Text(longest=TABLES.umpire.message),
        },
        exact=False,
    )
    if state.group_cards:
        yield _form(world, "event", number=IntRange(low=1, high=EVENTS))
        yield _form(world, "hand_card", group=OneOf(values=tuple(sorted(set(state.group_cards)))))
    if state.phase not in PHASES:
        return
    for kind, ruling in RULINGS.items():
        if ruling.entry or state.phase != "entry":
            for arguments in ruling.forms(world):
                yield _form(world, kind, **arguments)


def _form(world: World, kind: str, **arguments: Domain) -> Choice:
    optional = ("shown_to", *(("points",) if kind in ("rounds", "gun_rounds") else ()))
    return Choice(
        kind=kind,
        arguments={
            **arguments,
            "reason": Text(longest=TABLES.umpire.reason),
            "shown_to": Subset(values=tuple(world.state.seats())),
        },
        optional=optional,
        exact=False,
    )


def check(world: World, action: Action) -> Problem | None:
    state = world.state
    if not state.umpire:
        return Problem(code="no_umpire", rule=RULE)
    said = common.read(SAID[action.kind], action.arguments)
    if isinstance(said, Problem):
        return said
    if isinstance(said, Message):
        return _check_message(world, said)
    assert isinstance(said, Said)
    if not 1 <= len(said.reason.strip()) <= TABLES.umpire.reason:
        return Problem(code="needs_reason", data={"longest": TABLES.umpire.reason}, rule=RULE, place="reason")
    if not _are_seats(world, said.shown_to):
        return Problem(code="no_such_seat", rule=RULE, place="shown_to")
    if isinstance(said, HandCard | Event):
        return _check_card(world, said)
    ruling = RULINGS[action.kind]
    if state.phase not in PHASES or (state.phase == "entry" and not ruling.entry):
        return Problem(code="not_now", rule=RULE)
    return ruling.judge(world, said)


def _are_seats(world: World, seats: tuple[str, ...]) -> bool:
    return set(seats) <= set(world.state.seats()) and len(set(seats)) == len(seats)


def _check_message(world: World, said: Message) -> Problem | None:
    longest = TABLES.umpire.message
    if not said.seats or not _are_seats(world, said.seats):
        return Problem(code="no_such_seat", rule=RULE, place="seats")
    if not 1 <= len(said.text.strip()) <= longest:
        return Problem(code="bad_text", data={"longest": longest}, rule=RULE, place="text")
    return None


def _check_card(world: World, said: HandCard | Event) -> Problem | None:
    if isinstance(said, Event):
        if not world.state.group_cards or not 1 <= said.number <= EVENTS:
            return Problem(code="no_such_event", rule=RULE, place="number")
        return None
    if said.group not in world.state.group_cards:
        return Problem(code="no_such_card", rule=RULE, place="group")
    if world.state.special.get("handed") == world.state.turn:
        return Problem(code="one_a_turn", rule=RULE, place="group")
    return None


def answer(world: World, action: Action) -> None:
    """Tell of the umpire's word, and do it."""
    state = world.state
    said = common.read(SAID[action.kind], action.arguments)
    world.reveals = True
    if isinstance(said, Message):
        audience = PUBLIC if set(said.seats) == set(state.seats()) else Audience(seats=(*said.seats, UMPIRE))
        world.tell("umpire_message", RULE, audience=audience, **action.arguments)
        return
    assert isinstance(said, Said)
    _tell(world, action, said)
    if isinstance(said, Event):
        state.special["event"] = said.number
    elif isinstance(said, HandCard):
        state.group_cards = (*state.group_cards, said.group)
        state.special["handed"] = state.turn
    else:
        RULINGS[action.kind].carry_out(world, said)


def _tell(world: World, action: Action, said: Said) -> None:
    """What is ruled is for everybody, why for the seats named; of an event to come and of one who hides no more than they may know."""
    data: dict[str, Json] = {key: value for key, value in action.arguments.items() if key != "shown_to"}
    told = {key: value for key, value in data.items() if key != "reason" or not said.shown_to}
    audience = Audience(seats=(*said.shown_to, UMPIRE), others=told) if said.shown_to else PUBLIC
    if action.kind == "event":
        told.pop("number", None)
        audience = Audience(seats=(UMPIRE,), others=told)
    elif action.kind in RULINGS:
        figure = world.state.figures.get(RULINGS[action.kind].about(said))
        if figure is not None and figure.where == "hidden":
            audience = world.privy(figure.seat)
    world.tell(f"umpire_{action.kind}", RULE, audience=audience, **data)
