"""Characters of a campaign: what their lasting wounds, deeds and command skills do (Montjoie 9; the house's, as the rules name none).

A lasting wound takes one number of a counter from its wounded face, or turns the whole counter over. Deeds and skills add to numbers.
"""

from collections.abc import Iterable

from rulesets.contract import CharacterIn
from rulesets.montjoie.state import Figure, State
from rulesets.montjoie.tables import Tables
from rulesets.vocabulary import Seat

type Numbers = tuple[int, int, int]
"""Attack, defence, movement."""

PARTS = ("arm", "guard", "leg")
"""Which wound takes which of the numbers."""


def bring(one: Figure, person: CharacterIn, tables: Tables) -> None:
    """A character as his campaign has left him."""
    rows = tables.veterans
    hurt = {word for total in person.wounds if (word := rows.wound_on(total))}
    one.wounded = one.start_wounded = "open" in hurt
    one.hurt = tuple(part for part in PARTS if part in hurt)
    attack, defence = rows.renown(person.deeds)
    if knows((person,), "feared", tables):
        attack, defence = attack + rows.feared[0], defence + rows.feared[1]
    one.plus = (attack, defence, 0) if attack or defence else ()


def knows(people: Iterable[CharacterIn], skill: str, tables: Tables) -> bool:
    """Whether any of them has that command skill."""
    return any(tables.veterans.skill_on(face) == skill for person in people for face in person.skills)


def lead(state: State, seat: Seat, people: Iterable[CharacterIn], tables: Tables) -> None:
    """What the skills of its leaders do for the figures of a side."""
    rows, led = tables.veterans, tuple(people)
    more = (0, rows.shields * knows(led, "shields", tables), rows.drill * knows(led, "drill", tables))
    if not any(more):
        return
    for one in state.of(seat):
        if one.unit and not one.mounted:
            one.plus = more


def ordered(seats: tuple[Seat, Seat], skilled: frozenset[Seat], *, last: bool = False) -> tuple[Seat, Seat]:
    """Two sides in the order of the scenario, unless only one of them may choose to be first, or last."""
    if len(skilled) != 1:
        return seats
    (chooser,) = skilled
    other = next(seat for seat in seats if seat != chooser)
    return (other, chooser) if last else (chooser, other)


def weighed(one: Figure, face: Numbers, worse: Numbers) -> Numbers:
    """The numbers of a counter's face with what he brings. ``worse``: those of its wounded face."""
    attack, defence, movement = (
        lesser if part in one.hurt else number for part, number, lesser in zip(PARTS, face, worse, strict=True)
    )
    more = one.plus or (0, 0, 0)
    return attack + more[0], defence + more[1], movement + more[2]
