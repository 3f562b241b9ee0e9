"""Where a figure on foot can go and what it costs: plain steps, and climbs, jumps, ladders, ropes and carts (Montjoie 4.4, 1.2 to 1.5, 3.4).

Costs are in movement points and whole: hex and hexside together. Who is in the way is the caller's to say, but for ``reachable``.
"""

from collections.abc import Callable, Container, Mapping
from heapq import heappop, heappush
from typing import Any

from msgspec import Struct

from rulesets.montjoie.figures import Conditions
from rulesets.montjoie.ground import BASE, BED, BRIDGE, CROWN, HOARDING, LADDERS, MINES, ROOF, ROPES, Ground, Ladder
from rulesets.montjoie.hexes import Hex, Place, direction, opposite
from rulesets.montjoie.tables import Tables


class Step(Struct, frozen=True):
    """One thing that a figure on foot may do with its movement.

    ``kind`` is the action (Montjoie 6.3). ``edge``: what it crosses (low_wall, parapet, battlement). ``bare``: without armour only.
    ``roll``: the table that is rolled on. ``stakes``: ``front`` or ``other``, where stakes are entered.
    """

    kind: str
    to: Place
    cost: int
    edge: str = ""
    bare: bool = False
    roll: str = ""
    stakes: str = ""


def step(ground: Ground, at: Place, to: Place) -> Step | None:
    """The plain step from place to place (Montjoie 4.4), or None where there is none."""
    return next((one for one in moves(ground, at) if one.to == to and one.kind == "step"), None)


def moves(ground: Ground, at: Place) -> tuple[Step, ...]:
    """All that the ground lets a figure on foot do from a place: remembered with the ground."""
    key = ("moves", at)
    if key not in ground.memory:
        ground.memory[key] = tuple(_moves(ground, at))
    found: tuple[Step, ...] = ground.memory[key]
    return found


def _moves(ground: Ground, at: Place) -> list[Step]:
    hex_, layer = at
    found: list[Step] = []
    if layer == BED:
        return _on_cart(ground, hex_)
    if layer in ROPES or layer in LADDERS:
        return _on_ladder(ground, hex_, layer)
    for side, other in enumerate(ground.beside[hex_]):
        if other:
            found.extend(
                one for to in ground.layers(other) if (one := _step(ground, at, (other, to), side)) is not None
            )
    if layer == CROWN:
        found.extend(_in_crown(ground, hex_))
    elif layer == BASE:
        found.extend(_from_ground(ground, hex_))
    elif layer == ROOF and hex_ in ground.inner_ladders:
        found.append(_inner_ladder(ground, hex_, BASE))
    found.extend(_jumps(ground, at))
    found.extend(_on_to_ladders(ground, at))
    return found


# --- Plain steps (4.4) ------------------------------------------------------------------------------------------------


def _step(ground: Ground, at: Place, to: Place, side: int) -> Step | None:
    """A step across one side, or None."""
    layer, beyond = at[1], to[1]
    if to in ground.burning:
        return None
    if layer in MINES or beyond in MINES:
        return Step("step", to, ground.tables.layers["mine"].foot) if layer == beyond else None
    if HOARDING in (layer, beyond):
        return _hoarding_step(ground, at, to)
    if BRIDGE in (layer, beyond):
        return _bridge_step(ground, at, to)
    if layer not in {BASE, ROOF} or beyond not in {BASE, ROOF}:
        return None
    if not _joined(ground, at, to, side):
        return None
    if beyond == BASE:
        return _ground_step(ground, layer, to, side)
    return _roof_step(ground, at, to, side)


def _joined(ground: Ground, at: Place, to: Place, side: int) -> bool:
    """Whether levels and walls let a figure step between ground and roof layers."""
    (hex_, layer), (other, beyond) = at, to
    apart = abs(ground.level(hex_, layer) - ground.level(other, beyond))
    if apart > 1 or (apart == 1 and not (_stair(ground, at) or _stair(ground, to))):
        return False
    if layer == beyond == BASE and ground.closed(hex_, side):
        return False
    if layer != beyond and (_indoors(ground, at) or _indoors(ground, to)):
        return False
    return not ((hex_, side) in ground.battlements or (other, opposite(side)) in ground.battlements) or (
        layer == beyond == BASE and not ground.level(hex_, layer) and not ground.level(other, beyond)
    )


def _stair(ground: Ground, place: Place) -> bool:
    return place[1] == BASE and ground.terrain[place[0]].joins


def _indoors(ground: Ground, place: Place) -> bool:
    return bool(ground.interior(place))


def _ground_step(ground: Ground, layer: str, to: Place, side: int) -> Step | None:
    other = to[0]
    terrain, mp = ground.terrain[other], ground.tables.mp
    if terrain.foot is None:
        return None
    back = opposite(side)
    edge = ground.side(other, back)
    extra = 0
    if layer == ROOF and ground.parapet(ground.beside[other][back], side):
        edge = "parapet"
    if edge in {"low_wall", "parapet"}:
        extra = ground.tables.sides[edge].surcharge
    else:
        edge = ""
    if other in ground.stakes:
        front = back in ground.stakes[other]
        cost = mp["stakes_foot_front" if front else "stakes_foot"]
        return Step("step", to, cost + extra, edge, stakes="front" if front else "other")
    return Step("step", to, terrain.foot + extra, edge)


def _roof_step(ground: Ground, at: Place, to: Place, side: int) -> Step:
    """On to a roof: over one parapet, whichever house it belongs to (Montjoie 1.4.2)."""
    (hex_, layer), (other, _roof) = at, to
    edged = ground.parapet(other, opposite(side)) or (layer == ROOF and ground.parapet(hex_, side))
    cost = roof_cost(ground, other)
    return (
        Step("step", to, cost + ground.tables.sides["parapet"].surcharge, "parapet")
        if edged
        else Step("step", to, cost)
    )


def roof_cost(ground: Ground, hex_: Hex) -> int:
    """Movement points to enter a top layer: a roof's, or a gate tower's."""
    passage = ground.inside.get(hex_, "").startswith("passage:")
    return ground.tables.layers["tower" if passage else ROOF].foot


def top_cost(ground: Ground, place: Place) -> int | None:
    """Movement points of the hex itself at the top of a ladder or beyond an edge; None: nobody can be there on foot."""
    return roof_cost(ground, place[0]) if place[1] == ROOF else ground.terrain[place[0]].foot


def _hoarding_step(ground: Ground, at: Place, to: Place) -> Step | None:
    """From hoarding to hoarding, and between a hoarding and the battlements behind it (Montjoie 3.1.3)."""
    (hex_, layer), (other, beyond) = at, to
    cost, extra = ground.tables.layers[HOARDING].foot, ground.tables.sides["battlement"].surcharge
    if layer == beyond:
        return Step("step", to, cost) if ground.hoardings[hex_] == ground.hoardings[other] else None
    gallery, wall = (hex_, to) if layer == HOARDING else (other, at)
    if wall[1] not in {BASE, ROOF} or wall[0] not in ground.behind(gallery):
        return None
    if ground.level(*wall) != ground.hoardings[gallery]:
        return None
    if beyond == HOARDING:
        return Step("step", to, cost + extra, "battlement")
    inner = top_cost(ground, to)
    return None if inner is None else Step("step", to, inner + extra, "battlement")


def _bridge_step(ground: Ground, at: Place, to: Place) -> Step | None:
    """Between a siege tower's bridge and the battlements that it lies on."""
    (hex_, layer), (other, beyond) = at, to
    bridge, wall = (hex_, to) if layer == BRIDGE else (other, at)
    if layer == beyond or wall[1] != BASE or wall[0] not in ground.behind(bridge):
        return None
    if ground.level(*wall) != ground.level(bridge, BRIDGE):
        return None
    inner = ground.terrain[other].foot if beyond == BASE else ground.tables.layers[HOARDING].foot
    return (
        None if inner is None else Step("step", to, inner + ground.tables.sides["battlement"].surcharge, "battlement")
    )


# --- Trees and jumps (1.2) --------------------------------------------------------------------------------------------


def _from_ground(ground: Ground, hex_: Hex) -> list[Step]:
    """What the ground layer of a hex offers besides steps: a trunk to climb, an inside ladder, a cart to board."""
    mp, found = ground.tables.mp, []
    if ground.trees.get(hex_) == hex_:
        found.append(Step("climb_tree", (hex_, CROWN), mp["climb_tree"], bare=True))
    if hex_ in ground.inner_ladders and hex_ in ground.roofs:
        found.append(_inner_ladder(ground, hex_, ROOF))
    if not ground.level(hex_, BASE) and hex_ not in ground.inside:
        for side, other in enumerate(ground.beside[hex_]):
            extra = _board_extra(ground, other, hex_) if other else None
            if extra is not None and not ground.closed(hex_, side):
                wall = ground.tables.sides["low_wall"].surcharge if (hex_, side) in ground.low_walls else 0
                found.append(Step("board", (other, BED), extra + wall + ground.tables.layers[BED].foot))
    return found


def _in_crown(ground: Ground, hex_: Hex) -> list[Step]:
    mp, trunk = ground.tables.mp, ground.trees[hex_]
    found = []
    for other in ground.beside[hex_]:
        if other in ground.trees:
            if ground.trees[other] == trunk:
                found.append(Step("crown_step", (other, CROWN), mp["crown_step"], bare=True))
            else:
                found.append(Step("tree_leap", (other, CROWN), mp["tree_leap"], bare=True, roll="leap"))
    if trunk == hex_:
        found.append(Step("trunk_down", (hex_, BASE), mp["trunk_down"], bare=True))
    return found


def _jumps(ground: Ground, at: Place) -> list[Step]:
    """Down one level, to a hex beside this one; out of a crown to the ground below, too (Montjoie 1.2.4)."""
    hex_, layer = at
    if layer not in {BASE, ROOF, CROWN} or ground.interior(at):
        return []
    found = []
    if layer == CROWN and ground.passable(hex_):
        found.append(Step("jump", (hex_, BASE), ground.tables.mp["jump"], bare=True, roll="jump"))
    for side, other in enumerate(ground.beside[hex_]):
        for beyond in ground.layers(other) if other else ():
            extra = _jump_extra(ground, at, (other, beyond), side)
            if extra is not None:
                found.append(
                    Step(
                        "jump",
                        (other, beyond),
                        ground.tables.mp["jump"] + extra,
                        ground.side(hex_, side, layer) if extra else "",
                        bare=True,
                        roll="jump",
                    )
                )
    return found


def _jump_extra(ground: Ground, at: Place, to: Place, side: int) -> int | None:
    """What the edge adds to a jump; None where nobody can land."""
    (hex_, layer), (other, beyond) = at, to
    if beyond not in {BASE, ROOF} or ground.level(*at) - ground.level(*to) != 1:
        return None
    if beyond == BASE and (other in ground.inside or not ground.passable(other)):
        return None
    if other in ground.hoardings or (other, opposite(side)) in ground.battlements:
        return None
    mp = ground.tables.mp
    edge = ground.side(hex_, side, layer)
    return {"parapet": mp["jump_parapet"], "battlement": mp["jump_battlement"]}.get(edge, 0)


def jump_targets(ground: Ground, at: Place) -> tuple[Step, ...]:
    """Where somebody may be jumped on from a place: as a jump, whoever stands there (Montjoie 1.2.6, R54)."""
    if ground.readings["jump.attack_from"] == "crown" and at[1] != CROWN:
        return ()
    return tuple(one for one in moves(ground, at) if one.kind == "jump")


# --- Ladders and ropes (1.4.2, 3.4) ------------------------------------------------------------------------------------


def _inner_ladder(ground: Ground, hex_: Hex, to: str) -> Step:
    levels = ground.roofs[hex_] - ground.terrain[hex_].level
    return Step("ladder", (hex_, to), levels * ground.tables.mp["ladder"])


def _rung(ladder: Ladder, ground: Ground, names: tuple[str, ...]) -> str:
    """The layer at the top of a ladder or rope."""
    return names[ground.rise(ladder) - 1]


def _on_to_ladders(ground: Ground, at: Place) -> list[Step]:
    """From its foot up, and from its top over the edge on to it."""
    hex_, layer = at
    mp, found = ground.tables.mp, []
    for held, names, kind in ((ground.ladders, LADDERS, "ladder"), (ground.ropes, ROPES, "rope")):
        if layer == BASE and hex_ in held:
            up = mp["ladder"] if kind == "ladder" else mp["rope_up"]
            found.append(Step(kind, (hex_, names[0]), up, bare=kind == "rope"))
        for foot in ground.beside[hex_]:
            if foot in held and held[foot].top == hex_ and at == ground.top_place(hex_):
                edge, extra = top_edge(ground, held[foot])
                found.append(
                    Step(
                        "ladder" if kind == "ladder" else "cross_top",
                        (foot, _rung(held[foot], ground, names)),
                        extra,
                        edge,
                        bare=kind == "rope",
                    )
                )
    return found


def top_edge(ground: Ground, ladder: Ladder) -> tuple[str, int]:
    """What a climber crosses at the top, and its movement points without the hex beyond (Montjoie 3.4.1)."""
    side = direction(ladder.top, ladder.foot)
    if side is None:
        return "", 0
    edge = ground.side(ladder.top, side, ground.top_place(ladder.top)[1])
    key = f"top_{edge}"
    return (edge, ground.tables.mp[key]) if key in ground.tables.mp else ("", 0)


def _on_ladder(ground: Ground, hex_: Hex, layer: str) -> list[Step]:
    rope = layer in ROPES
    names, held = (ROPES, ground.ropes) if rope else (LADDERS, ground.ladders)
    ladder, mp = held[hex_], ground.tables.mp
    kind, up, down = ("rope", mp["rope_up"], mp["rope_down"]) if rope else ("ladder", mp["ladder"], mp["ladder"])
    rung = names.index(layer)
    found = [Step(kind, (hex_, names[rung - 1] if rung else BASE), down, bare=rope)]
    if layer != _rung(ladder, ground, names):
        return [*found, Step(kind, (hex_, names[rung + 1]), up, bare=rope)]
    top = ground.top_place(ladder.top)
    edge, extra = top_edge(ground, ladder)
    inner = top_cost(ground, top)
    if inner is not None:
        whole = extra + (0 if ground.readings["rope.cross"] == "total" and extra else inner)
        found.append(Step("cross_top" if rope else "ladder", top, whole, edge, bare=rope))
    return found


# --- Carts (1.5) --------------------------------------------------------------------------------------------------------


def _board_extra(ground: Ground, bed: Hex, outside: Hex) -> int | None:
    """What getting on or off adds by this side of a bed hex; None: never ahead of the front, nor while it moves."""
    cart = ground.beds.get(bed)
    if cart is None or cart.moving or outside in {cart.front, cart.rear}:
        return None
    side = direction(bed, outside)
    if bed == cart.front and side == direction(cart.front, cart.animal):
        return None
    forward = direction(cart.rear, cart.front)
    if bed == cart.rear and side is not None and forward is not None and side == opposite(forward):
        return ground.tables.mp["board_tail"]
    return ground.tables.mp["board_side"]


def _on_cart(ground: Ground, hex_: Hex) -> list[Step]:
    cart = ground.beds[hex_]
    other = cart.rear if hex_ == cart.front else cart.front
    cost = ground.tables.layers["bed_moving" if cart.moving else BED].foot
    found = [Step("bed_step", (other, BED), cost)]
    for side, outside in enumerate(ground.beside[hex_]):
        extra = _board_extra(ground, hex_, outside) if outside else None
        terrain = ground.terrain[outside] if outside else None
        if extra is None or terrain is None or terrain.foot is None or outside in ground.inside or terrain.level:
            continue
        if outside in ground.beds or (outside, BASE) in ground.burning:
            continue
        wall = ground.tables.sides["low_wall"].surcharge if (hex_, side) in ground.low_walls else 0
        found.append(Step("alight", (outside, BASE), extra + wall + terrain.foot))
    return found


# --- Allowances and weather (1.1, R3, R4) -------------------------------------------------------------------------------


def allowance(ground: Ground, mp: int, conditions: Conditions) -> int:
    """A figure's movement points in the open under this weather: fractions multiplied, rounded down once (Montjoie 1.1, R3)."""
    return allowance_in(ground.tables, ground.readings, mp, conditions)


def allowance_in(tables: Tables, readings: Mapping[str, Any], mp: int, conditions: Conditions) -> int:
    """As ``allowance``, where there is no map."""
    up, down = tables.weather[conditions.weather].movement
    more, less = tables.dark.movement if conditions.dark else (1, 1)
    if readings["weather.round"] == "each":
        return mp * up // down * more // less
    return mp * up * more // (down * less)


class Budget(Struct, frozen=True):
    """What a move may cost: ``full`` while every place so far is covered, ``reduced`` from the first one in the open [R4]."""

    full: int
    reduced: int

    def allows(self, spent: int, *, covered: bool) -> bool:
        """Whether so many points may have been spent by now."""
        return spent <= (self.full if covered else self.reduced)


def budget(ground: Ground, mp: int, conditions: Conditions) -> Budget:
    """The limits of one move of a figure with this printed movement."""
    return Budget(full=mp, reduced=allowance(ground, mp, conditions))


def body_cost(ground: Ground, cost: int, bodies: int) -> int:
    """The cost of a hex where bodies lie: doubled from four men's worth, a horse counting three (Cry Havoc 5)."""
    number = ground.tables.number
    return cost * number["bodies_factor"] if bodies >= number["bodies"] else cost


# --- Reachability ---------------------------------------------------------------------------------------------------------


class Reached(Struct, frozen=True):
    """The cheapest way to a place: movement points in all, the place before it, the step that enters it."""

    cost: int
    before: Place | None
    step: Step | None
    covered: bool


def reachable(
    ground: Ground,
    start: Place,
    limits: Budget,
    *,
    spent: int = 0,
    covered: bool = True,
    taken: Container[Place] = (),
    friends: Container[Place] = (),
    contact: Container[Place] = (),
    bodies: Mapping[Hex, int] | None = None,
    allowed: Callable[[Step], bool] | None = None,
) -> dict[Place, Reached]:
    """Every place that can be reached by plain steps (and others that ``allowed`` lets through), with its cost.

    ``taken``: nobody enters. ``friends``: passed, not stopped on. ``contact``: entered, and no further. ``spent`` and ``covered``: what
    this move has cost and whether it was wholly under roofs until now. The start is among them, at what is spent.
    """
    lying = bodies or {}
    covered = covered and ground.covered(start)
    best = {start: Reached(spent, None, None, covered)}
    queue: list[tuple[int, bool, Place]] = [(spent, not covered, start)]
    while queue:
        cost, open_, place = heappop(queue)
        if cost > best[place].cost or (place in contact and place != start):
            continue
        for one in moves(ground, place):
            if one.to in taken or not (one.kind == "step" if allowed is None else allowed(one)):
                continue
            inside = not open_ and ground.covered(one.to)
            whole = cost + step_cost(ground, one, lying)
            held = best.get(one.to)
            if (held is not None and held.cost <= whole) or not limits.allows(whole, covered=inside):
                continue
            best[one.to] = Reached(whole, place, one, inside)
            heappush(queue, (whole, not inside, one.to))
    return {place: held for place, held in best.items() if place == start or place not in friends}


def step_cost(ground: Ground, one: Step, bodies: Mapping[Hex, int]) -> int:
    """What a step costs with the bodies that lie in the hex it enters."""
    if one.to[1] != BASE or one.to[0] not in bodies:
        return one.cost
    foot = ground.terrain[one.to[0]].foot or 0
    if one.kind != "step" or one.stakes:
        return one.cost
    return one.cost - foot + body_cost(ground, foot, bodies[one.to[0]])


def way(found: Mapping[Place, Reached], to: Place) -> list[Place]:
    """The places on the cheapest way, the start left out, in order."""
    places: list[Place] = []
    place: Place | None = to
    while place is not None and found[place].before is not None:
        places.append(place)
        place = found[place].before
    return places[::-1]
