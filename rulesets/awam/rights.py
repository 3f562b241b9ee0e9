"""Who may act on a card, and what pays for it (AWAM 2.4 to 2.6)."""

from typing import Literal

from rulesets.awam import geometry, guns, moving, reloading, veterans
from rulesets.awam.catalogue import play_of
from rulesets.awam.state import Figure, Squad
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.vocabulary import UMPIRE, Seat

type Pays = Literal["own", "order", "free", "command", "owed"]
"""``command``: an order of the roll that a leader spends himself, which is no action of his. ``owed``: a failed test has paid (AWAM 7.1)."""


def giver(world: World, figure: Figure) -> Figure | None:
    """Who gives a figure its orders: its own leader, else, where the squad has none, another leader of the seat (2.4, rows 3 and 5)."""
    led = world.led(figure.squad)
    for other in world.state.figures.values():
        if other is figure or not other.fit or other.seat != figure.seat:
            continue
        if led and other.squad != figure.squad:
            continue
        if geometry.within(other.at, figure.at, veterans.voice(other)) and world.sees(other, figure):
            return other
    return None


def is_halved(world: World, squad: str) -> bool:
    """A squad without a leader fit to command, and none of the seat within 20 cm of any of its figures (2.4, row 5)."""
    if world.led(squad):
        return False
    mine = [one for one in world.state.of_squad(squad) if one.standing]
    return not any(
        other.fit and other.seat == world.squad(squad).seat and geometry.within(other.at, one.at, veterans.voice(other))
        for other in world.state.figures.values()
        for one in mine
    )


def halved(orders: int) -> int:
    """Half of a roll, rounding up (AWAM 2.4, row 5)."""
    return -(-orders // TABLES.deck.leaderless_share)


def count(world: World) -> None:
    """A squad that has lost its leaders has half the roll, whatever of it is spent, and any of it may be ordered (2.4, row 5)."""
    active = world.state.active
    if active is None or active.halved or not is_halved(world, active.squad):
        return
    active.halved = True
    active.left = max(0, halved(active.orders) - (active.given - active.left))


def may_be_ordered(world: World, figure: Figure) -> bool:
    active = world.state.active
    if active is None or active.left < 1:
        return False
    return active.halved or giver(world, figure) is not None


def may_act(world: World, figure: Figure) -> bool:
    """Whether a figure of the picked squad can still do something on this card."""
    active = world.state.active
    if active is None or figure.squad != active.squad:
        return False
    if not figure.standing or figure.broken or figure.fired:
        return False
    if figure.carded:
        return figure.owed and _is_owed_something(world, figure)
    if not play_of(world.state.scenario).may_act(world, figure):
        return figure.fit or may_be_ordered(world, figure)
    return figure.fit or not figure.free or may_be_ordered(world, figure)


def _is_owed_something(world: World, figure: Figure) -> bool:
    """Whether one whom a test has shaken has anything to reload, or cover to make for (AWAM 7.1)."""
    if reloading.may_reload(world, figure) or moving.cover_place(world, figure) is not None:
        return True
    return any(figure in guns.servers(world, gun) and guns.can_load(world, gun) for gun in world.state.guns.values())


def pays(world: World, figure: Figure, *, needs_order: bool) -> Pays | None:
    """What an action of a figure costs now; None: nothing can pay for it."""
    if figure.fit:
        return "own"
    if not needs_order and not figure.free and play_of(world.state.scenario).may_act(world, figure):
        return "free"
    return "order" if may_be_ordered(world, figure) else None


def able_squads(world: World, seat: Seat) -> list[Squad]:
    """Squads of a seat or group that can be picked: on the table, or due to come on (AWAM 2.3)."""
    state = world.state
    if state.sides[seat].conceded:
        return []
    found = []
    for squad in state.squads.values():
        if squad.seat != seat:
            continue
        for figure in state.figures.values():
            if figure.squad == squad.id and (
                figure.able or (figure.where == "coming" and squad.comes <= state.turn and not figure.prisoner)
            ):
                found.append(squad)
                break
    return found


def has_a_future(world: World, seat: Seat) -> bool:
    """Whether a seat has a figure able to act, now or later."""
    if world.side(seat).conceded:
        return False
    return any(figure.able or figure.where == "coming" for figure in world.state.of(seat))


def controller(world: World, seat: Seat) -> Seat | None:
    """Who decides for a seat's squads: the seat; for a group who has its treaty, else the umpire, else nobody: the drill."""
    side = world.side(seat)
    if not side.group:
        return seat
    owner = str(world.state.special.get(f"orders:{seat}", ""))
    if owner:
        return owner
    return UMPIRE if world.state.umpire else None
