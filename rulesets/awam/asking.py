"""Who is asked what, what a seat may answer, and what an answer does (AWAM 10.1, 18)."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, structs

from rulesets.awam import drill, lairs, phases, rights, umpire
from rulesets.awam.acts import common
from rulesets.awam.acts.index import ACTS
from rulesets.awam.catalogue import play_of
from rulesets.awam.state import Active
from rulesets.awam.world import World
from rulesets.contract import PUBLIC, Action, Ask, Choice, OneOf, Problem
from rulesets.vocabulary import UMPIRE, Json, Seat

PRISONERS = ("leaders", "all", "none")
PRIVATE = ("instruct", "enter", lairs.HIDE)
"""Actions that only their own seat may read."""


def run(world: World) -> None:
    """Play on until somebody is asked; groups that nobody commands are drilled (AWAM 18.1)."""
    state = world.state
    while True:
        phases.proceed(world)
        active = state.active
        if active is None or state.phase == "over" or rights.controller(world, active.owner) is not None:
            return
        if state.phase == "pick":
            phases.pick(world, drill.squad_to_pick(world, phases.choosable(world)).id)
        else:
            drill.play(world)
            phases.settle(world)


def asks(world: World) -> list[Ask]:
    """The active seat; sealed choices before turn 1; and what everybody may always do."""
    state = world.state
    if state.phase == "over":
        return []
    found: dict[Seat, Ask] = {}
    if state.phase == "entry":
        for side in state.sides.values():
            if not side.ready:
                prompt = "hide" if lairs.hiders(state, side.seat) else "entry"
                found[side.seat] = Ask(seat=side.seat, kind="sealed", prompt=prompt)
    elif state.active is not None:
        active = state.active
        data: dict[str, Json] = {"owner": active.owner, "orders": active.orders}
        if not hides(world, active.squad):
            data["left"] = active.left
        found[active.seat] = Ask(seat=active.seat, prompt=state.phase, data=data)
    for seat in state.seats():
        if seat not in found and not state.sides[seat].conceded:
            found[seat] = Ask(seat=seat, kind="may", prompt="instruct")
    if state.umpire and UMPIRE not in found:
        found[UMPIRE] = Ask(seat=UMPIRE, kind="may", prompt="umpire")
    return list(found.values())


def has_a_word(world: World, active: Active) -> bool:
    """Whether who plays a card says its own words of war and peace: a group under a seat's orders shares the seat's (AWAM 12.4)."""
    return active.seat in (active.owner, UMPIRE)


def hides(world: World, squad: str) -> bool:
    """Whether somebody of a squad lies hidden: of such a one others learn no more than that there is one (AWAM 14.8)."""
    return any(one.where == "hidden" for one in world.state.of_squad(squad))


# --- Menu -------------------------------------------------------------------------------------------------------------


def menu(world: World, seat: Seat, focus: str | None) -> Iterator[Choice]:
    """What a seat may do; ``focus``: one figure."""
    state = world.state
    if state.phase == "over":
        return
    if state.phase == "entry" and seat in state.sides and not state.sides[seat].ready:
        yield from play_of(state.scenario).choices(state, seat)
    active = state.active
    if active is not None and active.seat == seat:
        if state.phase == "pick":
            squads = tuple(squad.id for squad in phases.choosable(world))
            yield Choice(kind="pick", arguments={"squad": OneOf(values=squads)})
        else:
            yield from _orders(world, seat, focus)
    if focus is None:
        yield from _always(world, seat)


def _orders(world: World, seat: Seat, focus: str | None) -> Iterator[Choice]:
    active = world.state.active
    assert active is not None
    for figure in world.state.of_squad(active.squad):
        if focus is not None and figure.id != focus:
            continue
        for act in ACTS.values():
            if act.gate(world, figure) is not None:
                continue
            for choice in act.menu(world, figure):
                pays = act.pays(world, figure, _sample(choice))
                if act.kind == "fire":
                    yield choice  # who aims needs an order, and is refused without
                elif pays is not None:
                    yield structs.replace(choice, pays=pays)
    if focus is None:
        others = [one for one in world.state.sides if one != active.owner and one not in active.declared]
        if others and has_a_word(world, active):
            yield Choice(
                kind="declare", arguments={"seat": OneOf(values=tuple(others)), "word": OneOf(values=("war", "peace"))}
            )
        yield Choice(kind="drill")
        yield Choice(kind="done")


def _sample(choice: Choice) -> dict[str, Json]:
    """The finite arguments of a choice: enough to know what pays."""
    return {name: domain.values[0] for name, domain in choice.arguments.items() if isinstance(domain, OneOf)}


def _always(world: World, seat: Seat) -> Iterator[Choice]:
    state = world.state
    if seat == UMPIRE:
        if state.umpire:
            yield from umpire.menu(world)
        return
    if seat in state.sides and not state.sides[seat].group and not state.sides[seat].conceded:
        yield Choice(
            kind="instruct",
            arguments={"fire_at_attackers": OneOf(values=(True, False)), "prisoners": OneOf(values=PRISONERS)},
        )
        yield Choice(kind="concede")


# --- Check ------------------------------------------------------------------------------------------------------------


class Instruction(Struct, frozen=True, forbid_unknown_fields=True):
    fire_at_attackers: bool
    prisoners: Literal["leaders", "all", "none"]


class Word(Struct, frozen=True, forbid_unknown_fields=True):
    seat: str
    word: Literal["war", "peace"]


class Picking(Struct, frozen=True, forbid_unknown_fields=True):
    squad: str


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    pass


NOT_NOW = Problem(code="not_now", rule="AWAM 10.1")
NOT_ASKED = Problem(code="not_your_turn", rule="AWAM 10.1")


def check(world: World, seat: Seat, action: Action) -> Problem | None:
    state = world.state
    if not isinstance(action.arguments, dict):
        return Problem(code="bad_arguments")
    if state.phase == "over":
        return NOT_NOW
    if seat == UMPIRE and action.kind in umpire.KINDS:
        return umpire.check(world, action)
    if action.kind in ("instruct", "concede"):
        return _check_always(world, seat, action)
    if state.phase == "entry":
        if seat not in state.sides or state.sides[seat].ready:
            return NOT_ASKED
        return play_of(state.scenario).check_choice(state, seat, action.kind, action.arguments)
    active = state.active
    if active is None or active.seat != seat:
        return NOT_ASKED
    if state.phase == "pick":
        return _check_pick(world, action)
    return _check_order(world, action)


def _check_always(world: World, seat: Seat, action: Action) -> Problem | None:
    side = world.state.sides.get(seat)
    if side is None or side.group or side.conceded:
        return NOT_ASKED
    said = common.read(Instruction if action.kind == "instruct" else Nothing, action.arguments)
    return said if isinstance(said, Problem) else None


def _check_pick(world: World, action: Action) -> Problem | None:
    if action.kind != "pick":
        return NOT_NOW
    said = common.read(Picking, action.arguments)
    if isinstance(said, Problem):
        return said
    squads = [squad.id for squad in phases.choosable(world)]
    if said.squad not in squads:
        return Problem(code="no_such_squad", data={"squads": squads}, rule="AWAM 2.2", place="squad")
    return None


def _check_order(world: World, action: Action) -> Problem | None:
    active = world.state.active
    assert active is not None
    if action.kind in ("done", "drill"):
        said = common.read(Nothing, action.arguments)
        return said if isinstance(said, Problem) else None
    if action.kind == "declare":
        word = common.read(Word, action.arguments)
        if isinstance(word, Problem):
            return word
        if not has_a_word(world, active):
            return Problem(code="not_now", rule="AWAM 12.4")
        if word.seat not in world.state.sides or word.seat == active.owner:
            return Problem(code="no_such_seat", rule="AWAM 10.2", place="seat")
        if word.seat in active.declared:
            return Problem(code="declared_already", rule="AWAM 10.2", place="seat")
        return None
    act = ACTS.get(action.kind)
    if act is None:
        return NOT_NOW
    key = action.arguments.get("fig")
    figure = world.state.figures.get(key) if isinstance(key, str) else None
    if figure is None or figure.seat != active.owner:
        return Problem(code="not_yours", rule="AWAM 10.1", place="fig")
    if figure.squad != active.squad:
        return Problem(code="wrong_squad", data={"squad": active.squad}, rule="AWAM 2.2", place="fig")
    return common.judge(world, act, figure, action.arguments)


# --- Answers ----------------------------------------------------------------------------------------------------------


def answer(world: World, seat: Seat, action: Action) -> None:
    """Do what has passed ``check``."""
    state = world.state
    if state.phase == "over":
        return  # another answer of the same moment has ended it
    if seat == UMPIRE and action.kind in umpire.KINDS:
        umpire.answer(world, action)
    elif action.kind == "instruct":
        side = state.sides[seat]
        side.fire_at_attackers = bool(action.arguments["fire_at_attackers"])
        side.prisoners = action.arguments["prisoners"]
        world.tell("instructed", "AWAM 10.3", audience=world.privy(seat), seat=seat, **action.arguments)
    elif action.kind == "concede":
        phases.concede(world, seat)
    elif state.phase == "entry":
        play_of(state.scenario).choose(world, seat, action.kind, action.arguments)
        state.sides[seat].ready = True
    elif state.phase == "pick":
        phases.pick(world, str(action.arguments["squad"]))
    else:
        _order(world, seat, action)


def _order(world: World, seat: Seat, action: Action) -> None:
    active = world.state.active
    assert active is not None
    if action.kind == "done":
        hidden = world.privy(active.owner) if hides(world, active.squad) else PUBLIC
        world.tell("done", "AWAM 10.4", audience=hidden, owner=active.owner, lost=active.left)
        phases.settle(world)
    elif action.kind == "drill":
        drill.play(world)
        phases.settle(world)
    elif action.kind == "declare":
        active.declared = (*active.declared, action.arguments["seat"])
        declare(world, active.owner, action.arguments["seat"], action.arguments["word"])
    else:
        act = ACTS[action.kind]
        common.perform(world, act, world.figure(action.arguments["fig"]), action.arguments)


def declare(world: World, one: Seat, other: Seat, word: str) -> None:
    """One's own word to another: war or peace (AWAM 10.2)."""
    side = world.side(one)
    kept = [seat for seat in side.war if seat != other]
    side.war = tuple(sorted([*kept, other] if word == "war" else kept))
    play_of(world.state.scenario).words_change(world)
    world.tell("declared", "AWAM 10.2", seat=one, other=other, word=word, hostile=world.state.hostile(one, other))
