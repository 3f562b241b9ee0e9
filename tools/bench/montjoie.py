"""Montjoie: two sides of ten that the program plays against itself; sight and reachability by themselves."""

import time
from statistics import median
from typing import Any

from rulesets.contract import Force, Setup, UnitIn
from rulesets.dice import Keyed
from rulesets.montjoie.data import ground_of
from rulesets.montjoie.figures import CLEAR, Occupied, Standing
from rulesets.montjoie.ground import BASE, Ground, altered
from rulesets.montjoie.hexes import line as hexes_between
from rulesets.montjoie.reach import Budget, budget, moves, reachable
from rulesets.montjoie.riding import Mount, ride_reach, stands
from rulesets.montjoie.ruleset import Montjoie
from rulesets.montjoie.sight import line_of_sight
from tools.bench.report import Aim, line, ms, title

MAPS = ("ashcombe", "cardun", "rumman")
BATTLES = 12
TEN = (
    ("spearman", False, ()),
    ("archer", False, ("longbow",)),
    ("crossbowman", False, ("crossbow",)),
    ("sergeant", True, ()),
)
"""Class, on horseback, weapons: of each so many that there are ten."""
COUNTS = (4, 2, 2, 2)


def main() -> None:
    title("Montjoie: two sides of ten that the program plays against itself (CPU)")
    _battles()
    title("Montjoie: the ground by itself, on the house's three maps (CPU)")
    _sight()
    _reach()


def setup_of(number: int) -> Setup:
    """Two sides of ten on a house map."""
    return Setup(
        scenario="field",
        forces={seat: force_of(seat) for seat in ("rome", "gaul")},
        options={"map": MAPS[number % len(MAPS)]},
    )


def force_of(seat: str) -> Force:
    """Ten figures."""
    return Force(
        units=tuple(
            UnitIn(
                id=f"{seat}-{cls}",
                name=cls,
                figures=count,
                profile={"class": cls, "mounted": mounted, "weapons": list(weapons)},
            )
            for (cls, mounted, weapons), count in zip(TEN, COUNTS, strict=True)
        )
    )


def play(rules: Montjoie, number: int) -> tuple[Any, int]:
    """A battle to its end: the last state, and the actions."""
    dice, actions = Keyed(f"bench {number}".encode()), 0
    state = rules.setup(setup_of(number), dice).state
    while asks := rules.asks(state):
        given = {one.seat: rules.bot(state, one.seat) for one in asks}
        state = rules.apply(state, given, dice).state
        actions += len(given)
    return state, actions


def _battles() -> None:
    rules, spent, actions = Montjoie(), [], 0
    for number in range(BATTLES):
        begun = time.process_time()
        _state, made = play(rules, number)
        spent.append(time.process_time() - begun)
        actions += made
    typical = median(spent)
    line(
        "an auto-resolved battle", ms(typical), f"{1 / typical:.1f} a second", aim=Aim.most(typical * 1000, 150, " ms")
    )
    line("one action, decided and played", f"{1e6 * sum(spent) / actions:.0f} µs", f"{actions / BATTLES:.0f} a battle")


def _grounds() -> list[Ground]:
    bare = [ground_of({}, key) for key in MAPS]
    return [altered(one, one.marked) for one in bare]


def _occupied(here: Ground) -> Occupied:
    """A man in every seventh hex."""
    return {
        hex_: (Standing(f"m{number}", BASE),)
        for number, hex_ in enumerate(here.hexes)
        if number % 7 == 0 and here.passable(hex_)
    }


def _sight() -> None:
    lines = 0
    spent = {"cold": 0.0, "warm": 0.0}
    for here in _grounds():
        who = _occupied(here)
        pairs = [(a, b) for a in who for b in who if a < b]
        lines += len(pairs)
        hexes_between.cache_clear()
        for key in spent:
            spent[key] += _looked(here, who, pairs)
    cold, warm = (1e6 * spent[key] / lines for key in ("cold", "warm"))
    line("a line of sight", f"{warm:.1f} µs", f"{cold:.1f} µs when its hexes are not known yet")


def _reach() -> None:
    foot, mounted, starts, stood = 0.0, 0.0, 0, 0
    for here in _grounds():
        here.memory.clear()
        who = [hex_ for hex_ in here.hexes if here.passable(hex_)][::5]
        limits = budget(here, 10, CLEAR)
        for hex_ in who:
            moves(here, (hex_, BASE))
        foot += _walked(here, who, limits)
        starts += len(who)
        mounts = [mount for hex_ in who for mount in (Mount(hex_, 0), Mount(hex_, 3)) if stands(here, mount)]
        full = budget(here, 15, CLEAR)
        mounted += _ridden(here, mounts, full)
        stood += len(mounts)
    line("everything that a man with 10 points can reach", f"{1e6 * foot / starts:.0f} µs", f"{starts} starts")
    line("everything that a rider with 15 points can reach", f"{1e6 * mounted / stood:.0f} µs", f"{stood} starts")


def _looked(here: Ground, who: Occupied, pairs: list[tuple[str, str]]) -> float:
    begun = time.process_time()
    for a, b in pairs:
        line_of_sight(here, who, (a, BASE), (b, BASE), conditions=CLEAR)
    return time.process_time() - begun


def _walked(here: Ground, who: list[str], limits: Budget) -> float:
    begun = time.process_time()
    for hex_ in who:
        reachable(here, (hex_, BASE), limits)
    return time.process_time() - begun


def _ridden(here: Ground, mounts: list[Mount], limits: Budget) -> float:
    begun = time.process_time()
    for mount in mounts:
        ride_reach(here, mount, limits)
    return time.process_time() - begun
