"""The morale test, flight, and rallying (AWAM 7)."""

from typing import Literal

from rulesets.awam import geometry, markers, moving
from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Modifier

type Result = Literal["acts", "shaken", "breaks"]


def modifiers(world: World, figure: Figure, attackers: int = 0) -> list[Modifier]:
    table, found = TABLES.morale, []

    def add(key: str, value: int, holds: bool) -> None:
        if holds and value:
            found.append(Modifier(key=key, value=value, rule=table.rule))

    add("attackers", table.attacker * attackers, attackers > 0)
    near = world.near_friends(figure, table.near)
    leaders = [one for one in near if one.fit and (one.squad == figure.squad or one.role == "head" or figure.commands)]
    add("leader_near", table.leader_near, bool(leaders))
    add("heavy_cover", table.heavy_cover, world.in_heavy_cover(figure))
    add("wounded", table.wounded, figure.wounds > 0)
    add("alone", table.alone, not any(geometry.within(figure.at, one.at, table.near) for one in world.friends(figure)))
    add("leaderless", table.leaderless, not world.led(figure.squad))
    add("steady", table.steady, figure.steady or (figure.warrior and world.state.drums))
    return found


def result_of(total: int) -> Result:
    """acts, shaken or breaks (AWAM 7.4)."""
    table = TABLES.morale
    return "acts" if total >= table.acts else "shaken" if total >= table.shaken else "breaks"


def rolled(world: World, figure: Figure, attackers: int = 0) -> tuple[int, int, list[Modifier], str]:
    """The die as read, the total, what was added, and the roll's address. A regular reads his d6 off the average die."""
    roll = world.roll(1, 6, "morale", figure.id)
    die = TABLES.morale.average[roll.total - 1] if figure.regular else roll.total
    added = modifiers(world, figure, attackers)
    return die, die + sum(one.value for one in added), added, roll.address


def test(world: World, figure: Figure) -> Result:
    """The test of a blue figure that is to act: once a card (AWAM 7.1)."""
    if not figure.blue:
        return "acts"
    if figure.test:
        return figure.test
    die, total, added, address = rolled(world, figure)
    result = result_of(total)
    figure.test = result
    world.tell(
        "morale", TABLES.morale.rule, rolls=(address,), figure=figure.id, die=die, total=total, result=result,
        average=figure.regular, modifiers={one.key: one.value for one in added},
    )  # fmt: skip
    if result == "acts":
        figure.blue = False
    elif result == "breaks":
        breaks(world, figure)
    return result


def breaks(world: World, figure: Figure) -> None:
    """He breaks, and friends near him feel it; he runs at once (AWAM 7.4)."""
    figure.broken, figure.blue = True, False
    markers.release(world, figure)
    near = [
        one
        for one in world.friends(figure)
        if geometry.within(figure.at, one.at, TABLES.morale.breaks_near)
        and (not world.state.reading("A22") or world.sees(figure, one))
    ]
    world.tell("broke", "AWAM 7.4", figure=figure.id)
    markers.shake(world, near, figure, "broke")
    moving.flee(world, figure)


def rally(world: World, leader: Figure, figure: Figure) -> None:
    """A leader stops a runaway, who then has a blue marker (AWAM 7.4)."""
    figure.broken, figure.blue = False, True
    figure.ran_broken = True
    world.tell("rallied", "AWAM 7.4", figure=figure.id, leader=leader.id)


def may_rally(world: World, leader: Figure, figure: Figure) -> bool:
    return (
        leader.fit
        and figure.broken
        and figure.standing
        and figure.seat == leader.seat
        and figure is not leader
        and geometry.within(leader.at, figure.at, TABLES.morale.rallies)
        and world.sees(leader, figure)
    )
