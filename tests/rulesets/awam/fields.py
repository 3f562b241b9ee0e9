"""Small tables for tests: figures placed by hand, dice that fall as told."""

from rulesets.awam.acts import common
from rulesets.awam.acts.index import ACTS
from rulesets.awam.geometry import Point
from rulesets.awam.ruleset import Awam
from rulesets.awam.setting import figure_of
from rulesets.awam.state import Active, Figure, Piece, Side, Squad, State
from rulesets.awam.world import World
from rulesets.dice import Rolled, Shuffles


class Told(Shuffles):
    """Dice that fall in the order told, whatever they are for; more than told is an error, and so is a face the die has not."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)
        self.rolled: list[Rolled] = []

    def roll(self, n, sides, why):
        given = [self.left.pop(0) for _die in range(n)]
        assert all(1 <= face <= sides for face in given), f"{given} on a d{sides} for {why}"
        roll = Rolled(address="/".join(why), sides=sides, faces=tuple(given), source="loaded")
        self.rolled.append(roll)
        return roll


RULES = Awam()
"""Its scenarios are there once it is."""


def table(*figures: Figure, ground: tuple[Piece, ...] = (), dice: tuple[int, ...] = (), **more) -> World:
    """A table of 2 m for figures of two seats at war; every squad has one or more of them."""
    sides = {
        "first": Side(seat="first", number=1, ready=True, war=("second",), suit="hearts"),
        "second": Side(seat="second", number=2, ready=True, war=("first",), suit="spades"),
    }
    squads: dict[str, Squad] = {}
    for figure in figures:
        squad = squads.setdefault(figure.squad, Squad(id=figure.squad, seat=figure.seat))
        squad.started += 1
    state = State(
        scenario=more.pop("scenario", "well"),
        width=2000,
        height=2000,
        limit=10,
        sides=sides,
        figures={figure.id: figure for figure in sorted(figures, key=lambda one: one.number)},
        squads=squads,
        ground=list(ground),
        phase="orders",
        goal={"first": Point(1000, 1000), "second": Point(1000, 1000)},
        **more,
    )
    return World(state, Told(*dice))


def man(key: str, kind: str, x: int, y: int, **more) -> Figure:
    """A figure by its id: ``1.2.3`` is the third of the second squad of the first seat; ``1.H`` the head."""
    seat, squad, *rest = key.split(".")
    head = squad == "H"
    number = int(seat) * 10_000 + (0 if head else int(squad) * 100 + int(rest[0]))
    figure = figure_of(
        kind,
        key=key,
        seat="first" if seat == "1" else "second",
        squad=f"{seat}.1" if head else f"{seat}.{squad}",
        number=number,
        drawn=True,
        leads=more.pop("leads", False),
    )
    figure.where, figure.at = "table", Point(x, y)
    for name, value in more.items():
        setattr(figure, name, value)
    return figure


def activate(world: World, squad: str, *, orders: int = 6) -> None:
    """That squad's card is being played."""
    seat = world.squad(squad).seat
    world.state.active = Active(
        card=f"{seat}:2", seat=seat, owner=seat, squad=squad, orders=orders, given=orders, left=orders
    )


def told(world: World, kind: str) -> list[dict]:
    return [one.data for one in world.happenings if one.kind == kind]


def bush(x: int, y: int, radius: int) -> Piece:
    return Piece(id="bush", kind="bush", shape="circle", points=(Point(x, y),), radius=radius)


def wall(a: tuple[int, int], b: tuple[int, int], kind: str = "low_wall") -> Piece:
    return Piece(id=kind, kind=kind, shape="line", points=(Point(*a), Point(*b)))


def box(kind: str, low: tuple[int, int], high: tuple[int, int]) -> Piece:
    return Piece(id=kind, kind=kind, shape="box", points=(Point(*low), Point(*high)))


def refused(world: World, key: str, kind: str, **arguments) -> str:
    """What is against an action of a figure, by its code; empty: nothing."""
    problem = common.judge(world, ACTS[kind], world.figure(key), {"fig": key, **arguments})
    return problem.code if problem is not None else ""


def act(world: World, key: str, kind: str, **arguments) -> None:
    """An action of a figure, which nothing may be against."""
    assert refused(world, key, kind, **arguments) == ""
    common.perform(world, ACTS[kind], world.figure(key), {"fig": key, **arguments})


def way(*points: tuple[int, int]) -> list[dict]:
    """A path, as an action says it."""
    return [{"x": x, "y": y} for x, y in points]


def offered(world: World, key: str, kind: str, name: str) -> set:
    """The values that the menu offers for a part of an action of a figure."""
    choices = ACTS[kind].menu(world, world.figure(key))
    return {value for choice in choices for value in getattr(choice.arguments[name], "values", ())}
