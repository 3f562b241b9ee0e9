"""Two hexes at once: riders with head, rump and facing, and carts behind their animal (Montjoie 4.2, 4.3)."""

from collections.abc import Container, Mapping
from heapq import heappop, heappush

from msgspec import Struct

from rulesets.montjoie.ground import BASE, Cart, Ground
from rulesets.montjoie.hexes import DIRECTIONS, Hex, axial, direction, neighbour, opposite, turned
from rulesets.montjoie.reach import Budget, body_cost


class Mount(Struct, frozen=True):
    """Where a rider is: the hex of the head, and the direction that it looks in."""

    head: Hex
    facing: int

    @property
    def rump(self) -> Hex:
        """The hex behind the head; empty when it would lie off the map's first row or column."""
        return neighbour(self.head, opposite(self.facing))


class RiderStep(Struct, frozen=True):
    """One thing that a rider may do with his movement (Montjoie 4.2).

    ``kind``: ride, back, pivot or leap_wall; ``dirs``: its arguments. ``entered``: the hex that is paid for and tested;
    ``stakes``: ``front`` or ``other``, where stakes are entered. Head and rump must both be free.
    """

    kind: str
    dirs: tuple[int, ...]
    head: Hex
    facing: int
    cost: int
    entered: Hex
    stakes: str = ""

    @property
    def to(self) -> Mount:
        """Where the rider is afterwards."""
        return Mount(self.head, self.facing)

    @property
    def rump(self) -> Hex:
        """The hex of the rump afterwards."""
        return neighbour(self.head, opposite(self.facing))


# --- What a rider's hexes touch (4.2) -----------------------------------------------------------------------------------


def front(mount: Mount) -> tuple[Hex, ...]:
    """The three hexes before the head; names off the map are left out."""
    return tuple(filter(None, (neighbour(mount.head, turned(mount.facing, by)) for by in (0, 1, -1))))


def flanks(mount: Mount) -> tuple[Hex, ...]:
    """The two hexes beside both head and rump."""
    return tuple(filter(None, (neighbour(mount.head, turned(mount.facing, by)) for by in (2, -2))))


def rear(mount: Mount) -> tuple[Hex, ...]:
    """The three hexes that touch the rump alone."""
    rump = mount.rump
    return tuple(filter(None, (neighbour(rump, turned(mount.facing, by)) for by in (3, 2, -2)))) if rump else ()


def in_view(mount: Mount, hex_: Hex) -> bool:
    """Whether a hex lies in the field of view: all but a cone of 120 degrees from the rump [R17]. Sight is another matter."""
    rump = mount.rump
    if not rump:
        return True
    (rq, rr), (q, r) = axial(rump), axial(hex_)
    away = (q - rq, r - rr)
    return not any(_in_cone(away, turned(mount.facing, by), turned(mount.facing, by + 1)) for by in (2, 3))


def _in_cone(away: tuple[int, int], first: int, second: int) -> bool:
    """Whether a vector is a sum of two neighbouring directions, neither of them backwards."""
    (uq, ur), (vq, vr) = DIRECTIONS[first], DIRECTIONS[second]
    turn = uq * vr - ur * vq
    a, b = (away[0] * vr - away[1] * vq) * turn, (uq * away[1] - ur * away[0]) * turn
    return a >= 0 and b >= 0


# --- Moving (4.2) -----------------------------------------------------------------------------------------------------------


def rides(ground: Ground, mount: Mount) -> tuple[RiderStep, ...]:
    """All that the ground lets a rider do: remembered with the ground. The figures in the way are the caller's to know."""
    key = ("rides", mount.head, mount.facing)
    if key not in ground.memory:
        ground.memory[key] = tuple(_rides(ground, mount))
    found: tuple[RiderStep, ...] = ground.memory[key]
    return found


def stands(ground: Ground, mount: Mount) -> bool:
    """Whether a rider may stand so: both hexes on the map and passable for riders, and no wall between them."""
    rump = mount.rump
    if not rump or not _rideable(ground, mount.head) or not _rideable(ground, rump):
        return False
    side = opposite(mount.facing)
    return not ground.closed(mount.head, side) and not ground.low_wall(mount.head, side)


def _rideable(ground: Ground, hex_: Hex) -> bool:
    terrain = ground.terrain.get(hex_)
    return (
        terrain is not None
        and terrain.mounted is not None
        and hex_ not in ground.beds
        and (hex_, BASE) not in ground.burning
    )


def _enter(ground: Ground, hex_: Hex, side: int, other: Hex) -> tuple[int, str] | None:
    """Movement points for a rider to enter a hex across a side, and how stakes stand to him; None where he cannot."""
    if not _rideable(ground, other) or ground.closed(hex_, side):
        return None
    if ground.level(hex_, BASE) != ground.level(other, BASE):
        return None
    if other in ground.stakes:
        front = opposite(side) in ground.stakes[other]
        mp = ground.tables.mp
        return mp["stakes_rider_front" if front else "stakes_rider"], "front" if front else "other"
    return ground.terrain[other].mounted or 0, ""


def _rides(ground: Ground, mount: Mount) -> list[RiderStep]:
    head, facing = mount.head, mount.facing
    found, turn = [], ground.readings["rider.turn_mp"]
    for by in (0, 1, -1):
        side = turned(facing, by)
        other = ground.beside[head][side]
        entered = _enter(ground, head, side, other) if other else None
        if entered is None:
            continue
        cost = entered[0] + (turn if by else 0)
        if ground.low_wall(head, side):
            found.extend(_leaps(ground, head, side, other, cost))
        else:
            found.append(RiderStep("ride", (side,), other, side, cost, other, entered[1]))
    return found + _backs(ground, mount) + _pivots(ground, mount)


def _leaps(ground: Ground, head: Hex, side: int, other: Hex, cost: int) -> list[RiderStep]:
    """Over a low wall: two steps as one action, so that both hexes are beyond it (Montjoie 1.3, 4.2)."""
    over = ground.tables.sides["low_wall"].surcharge
    found = []
    for by in (0, 1, -1):
        second = turned(side, by)
        last = ground.beside[other][second]
        entered = _enter(ground, other, second, last) if last else None
        if entered is None or ground.low_wall(other, second) or other in ground.stakes:
            continue
        turn = ground.readings["rider.turn_mp"] if by else 0
        found.append(
            RiderStep("leap_wall", (side, second), last, second, cost + over + entered[0] + turn, last, entered[1])
        )
    return found


def _backs(ground: Ground, mount: Mount) -> list[RiderStep]:
    rump, found = mount.rump, []
    for by in (3, 2, -2):
        side = turned(mount.facing, by)
        other = ground.beside[rump][side] if rump in ground.beside else ""
        entered = _enter(ground, rump, side, other) if other else None
        if entered is None or ground.low_wall(rump, side):
            continue
        cost = max(ground.tables.mp["rider_back"], entered[0])
        found.append(RiderStep("back", (side,), rump, opposite(side), cost, other, entered[1]))
    return found


def _pivots(ground: Ground, mount: Mount) -> list[RiderStep]:
    """The rump swings to the next hex round the head."""
    found, rump = [], mount.rump
    for by in (1, -1):
        facing = turned(mount.facing, by)
        other = neighbour(mount.head, opposite(facing))
        side = direction(rump, other) if other and rump else None
        entered = _enter(ground, rump, side, other) if side is not None else None
        if (
            entered is None
            or side is None
            or ground.low_wall(rump, side)
            or not stands(ground, Mount(mount.head, facing))
        ):
            continue
        found.append(
            RiderStep("pivot", (facing,), mount.head, facing, ground.tables.mp["rider_pivot"], other, entered[1])
        )
    return found


class Ridden(Struct, frozen=True):
    """The cheapest way to a stand: movement points in all, the stand before it, the step."""

    cost: int
    before: Mount | None
    step: RiderStep | None
    covered: bool


def ride_reach(
    ground: Ground,
    start: Mount,
    limits: Budget,
    *,
    spent: int = 0,
    covered: bool = True,
    taken: Container[Hex] = (),
    contact: Container[Hex] = (),
    bodies: Mapping[Hex, int] | None = None,
) -> dict[Mount, Ridden]:
    """Every stand that a rider can reach, with its cost. ``taken``: hexes that are not free, his own left out; a rider passes nobody.

    ``contact``: hexes next to an enemy able to attack: entered, and no further. Stakes end a way, too: what they do is rolled.
    """
    lying = bodies or {}
    covered = covered and ground.covered((start.head, BASE))
    best = {start: Ridden(spent, None, None, covered)}
    queue: list[tuple[int, bool, Hex, int]] = [(spent, not covered, start.head, start.facing)]
    while queue:
        cost, open_, head, facing = heappop(queue)
        mount = Mount(head, facing)
        held = best[mount]
        if cost > held.cost or (mount != start and (head in contact or (held.step is not None and held.step.stakes))):
            continue
        for one in rides(ground, mount):
            if one.head in taken or one.rump in taken or one.rump not in ground.terrain:
                continue
            inside = not open_ and ground.covered((one.head, BASE))
            whole = cost + ride_cost(ground, one, lying)
            other = best.get(one.to)
            if (other is not None and other.cost <= whole) or not limits.allows(whole, covered=inside):
                continue
            best[one.to] = Ridden(whole, mount, one, inside)
            heappush(queue, (whole, not inside, one.head, one.facing))
    return best


def ride_cost(ground: Ground, one: RiderStep, bodies: Mapping[Hex, int]) -> int:
    """What a rider's step costs with the bodies that lie in the hex it enters."""
    if one.kind != "ride" or one.stakes or one.entered not in bodies:
        return one.cost
    mounted = ground.terrain[one.entered].mounted or 0
    return one.cost - mounted + body_cost(ground, mounted, bodies[one.entered])


def charge_way(ground: Ground, before: tuple[RiderStep, ...], mount: Mount, target: Hex) -> bool:
    """Whether a rider's last steps of this turn were a charge at a target straight ahead (Montjoie 4.2).

    ``before``: his steps of this turn, in order. The last three went straight ahead, into ground to charge over, across nothing.
    """
    steps = ground.tables.number["charge_steps"]
    last = before[-steps:]
    ahead = ground.beside[mount.head][mount.facing]
    if ahead != target or len(last) < steps:
        return False
    if ground.low_wall(mount.head, mount.facing) or mount.facing in _stakes_against(ground, mount, target):
        return False
    return all(
        one.kind == "ride" and one.facing == mount.facing and ground.terrain[one.head].charge and one.stakes != "front"
        for one in last
    )


def _stakes_against(ground: Ground, mount: Mount, target: Hex) -> tuple[int, ...]:
    """The direction ahead, when the target stands on stakes that point this way (Montjoie 2.1)."""
    return (mount.facing,) if opposite(mount.facing) in ground.stakes.get(target, ()) else ()


# --- Carts (4.3) ---------------------------------------------------------------------------------------------------------


class Drive(Struct, frozen=True):
    """One step of a cart: the animal goes on, front and rear follow."""

    dir: int
    cart: Cart
    cost: int


def drives(ground: Ground, cart: Cart, taken: Container[Hex] = ()) -> tuple[Drive, ...]:
    """Where a cart may go: never into a taken hex, a turn of at most 60 degrees, on ground for wheels (Montjoie 1.5.2, 4.3)."""
    found = []
    for by in (0, 1, -1):
        side = turned(cart.face, by)
        other = ground.beside[cart.animal][side]
        terrain = ground.terrain.get(other)
        if terrain is None or not terrain.wheels or other in taken or other in ground.beds or other in ground.stakes:
            continue
        if ground.closed(cart.animal, side) or ground.low_wall(cart.animal, side) or (other, BASE) in ground.burning:
            continue
        moved = Cart(cart.id, cart.animal, cart.front, other, moving=True)
        found.append(Drive(side, moved, terrain.mounted or 0))
    return tuple(found)
