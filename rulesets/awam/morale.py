"""The morale test, flight, and rallying (AWAM 7)."""

from typing import Literal, NamedTuple

from rulesets.awam import geometry, markers, moving, veterans
from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Modifier

type Result = Literal["acts", "shaken", "breaks"]


class Spirits(NamedTuple):
    """What bears on a test, each by the name it has in the tables; ``attackers``: only in the test of 6.6 (AWAM 7.3)."""

    attackers: int = 0
    leader_near: bool = False
    heavy_cover: bool = False
    wounded: bool = False
    alone: bool = False
    leaderless: bool = False
    steady: bool = False

    @property
    def rows(self) -> list[Modifier]:
        table = TABLES.morale
        return [
            Modifier(
                key=key,
                value=table.attacker * self.attackers if key == "attackers" else getattr(table, key),
                rule=table.rule,
            )
            for key, holds in zip(self._fields, self, strict=True)
            if holds
        ]


def modifiers(world: World, figure: Figure, attackers: int = 0) -> list[Modifier]:
    far = TABLES.morale.near
    near = world.near_friends(figure, far)
    leaders = [one for one in near if one.fit and (one.squad == figure.squad or one.role == "head" or figure.commands)]
    return Spirits(
        attackers=attackers,
        leader_near=bool(leaders),
        heavy_cover=world.in_heavy_cover(figure),
        wounded=figure.wounds > 0,
        alone=not any(geometry.within(figure.at, one.at, far) for one in world.friends(figure)),
        leaderless=not world.led(figure.squad),
        steady=figure.steady or (figure.warrior and world.state.drums),
    ).rows + veterans.in_morale(figure, leaders)


def read_die(face: int, *, regular: bool) -> int:
    """A D6; a regular's is read off the average die (AWAM 0.4, 7.3)."""
    return TABLES.morale.average[face - 1] if regular else face


def result_of(total: int) -> Result:
    """acts, shaken or breaks (AWAM 7.4)."""
    table = TABLES.morale
    return "acts" if total >= table.acts else "shaken" if total >= table.shaken else "breaks"


def rolled(world: World, figure: Figure, attackers: int = 0) -> tuple[int, int, list[Modifier], str]:
    """The die as read, the total, what was added, and the roll's address. A regular reads his d6 off the average die."""
    roll = world.roll(1, TABLES.morale.die, "morale", figure.id)
    die = read_die(roll.total, regular=figure.regular)
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
