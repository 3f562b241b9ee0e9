"""Hand to hand: who fights, dice, results, fire at the attackers, capture, breaking off (AWAM 6)."""

from collections.abc import Sequence
from typing import NamedTuple

from rulesets.awam import deeds, geometry, ground, markers, morale, shooting, veterans
from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Modifier

AT_HAND = ("lance", "spear", "assegai", "knife", "uisa")
"""Blades that need not be drawn; an African warrior's never does."""


def hand_die(figure: Figure) -> int:
    """The best weapon at hand (AWAM 6.2)."""
    table = TABLES.hand
    dice = [table["butt"]]
    if figure.blade and (figure.drawn or figure.warrior or figure.blade in AT_HAND):
        dice.append(table[figure.blade])
    dice += [table[missile] for missile in figure.missiles if missile in table]
    return max(dice)


class Fighter(NamedTuple):
    """What one brings to his die, each by the name it has in the tables; ``more``: enemies beyond the first (AWAM 6.3)."""

    wounded: bool = False
    mounted: bool = False
    """Against a man on foot."""
    impetus: bool = False
    above: bool = False
    shield: bool = False
    more: int = 0
    prone: bool = False
    behind: bool = False
    blue: bool = False
    leader: bool = False

    @property
    def rows(self) -> tuple[Modifier, ...]:
        table, found = TABLES.melee, []
        for key, holds in zip(self._fields, self, strict=True):
            # Of a wounded man lying down counts nothing more (A28).
            if not holds or (key == "prone" and self.wounded):
                continue
            value = table.each_more * self.more if key == "more" else getattr(table, key)
            found.append(Modifier(key=key, value=value, rule=table.rule))
        return tuple(found)


def summed(die: int, rows: Sequence[Modifier]) -> int:
    """A total below 0 counts as 0 (AWAM 6.3)."""
    return max(0, die + sum(one.value for one in rows))


class Total(NamedTuple):
    figure: Figure
    die: int
    sides: int
    added: tuple[Modifier, ...]
    address: str

    @property
    def total(self) -> int:
        return summed(self.die, self.added)


def modifiers(
    world: World, figure: Figure, other: Figure, *, more: int = 0, attacked: bool = False
) -> tuple[Modifier, ...]:
    """What one brings against another; ``more``: enemies beyond the first that he stands alone against (AWAM 6.3).

    ``attacked``: it is the other who attacks him.
    """
    behind = attacked and other.start is not None and geometry.from_behind(figure.heading, figure.at, other.start)
    return Fighter(
        wounded=figure.wounds > 0,
        mounted=figure.horse and not other.horse,
        impetus=figure.impetus,
        above=attacked and ground.over_wall(world.state.ground, figure.at, other.at),
        shield=figure.shield,
        more=more,
        prone=figure.prone,
        behind=behind,
        blue=figure.blue,
        leader=figure.commands,
    ).rows + veterans.in_melee(figure)


def verdict(world: World, winner: int, loser: int) -> str:
    """What a lower total suffers: marker, wound or killed (AWAM 6.4)."""
    return suffered(winner, loser, spares=world.state.reading("A20"))


def suffered(winner: int, loser: int, *, spares: bool) -> str:
    """What a lower total suffers: marker, wound or killed (AWAM 6.4). ``spares``: small totals do not kill (A20)."""
    table = TABLES.melee
    if table.kills_share * loser <= winner and (winner >= table.kills_from or not spares):
        return "killed"
    return "wound" if winner - loser > table.wound_over else "marker"


def compared(own: int, his: int, *, ties: bool, spares: bool) -> tuple[str, int | None]:
    """What two totals come to, and which of both loses (0 the first). ``ties``: equal totals shake both (A17)."""
    if own == his:
        return ("both" if ties else "tie"), None
    return suffered(max(own, his), min(own, his), spares=spares), int(own > his)


def could_take(won: int, standing: Sequence[bool]) -> bool:
    """Whether those who stand round one may take him, by who still stands and how many scored more than he did (AWAM 6.7)."""
    table = TABLES.melee
    return len(standing) == table.takers and all(standing) and won >= table.takers_won


def break_needs(*, mounted: bool) -> int:
    """What a D6 must show to leave a melee (AWAM 6.5)."""
    return TABLES.melee.break_mounted if mounted else TABLES.melee.break_foot


def fight(world: World, one: Figure, many: Sequence[Figure], *, attacked: bool = False) -> None:
    """One round of a lone figure against up to three: all dice first, then all results at once (AWAM 6.4).

    ``attacked``: the many attack him; else they are in contact, and nobody does.
    """
    rolled = {figure.id: _rolled(world, figure) for figure in (one, *many)}
    for figure in many:
        pair = world.pair(one.id, figure.id)
        if pair not in world.state.fought:
            world.state.fought.append(pair)
        shooting.provoke(world, figure, one)
    more = len(many) - 1
    suffers: list[tuple[Figure, str]] = []
    mine: list[tuple[str, Figure]] = []
    victors: list[Figure] = []
    won = 0
    for figure in many:
        own = _total(world, rolled[one.id], one, figure, more=more, attacked=attacked)
        his = _total(world, rolled[figure.id], figure, one)
        result, loser = _pair(world, own, his)
        won += his.total > own.total
        world.tell(
            "fight", "AWAM 6.4", rolls=(own.address, his.address), figure=figure.id, target=one.id,
            die=his.die, sides=his.sides, total=his.total, their_die=own.die, their_sides=own.sides, their_total=own.total,
            modifiers={m.key: m.value for m in his.added}, their_modifiers={m.key: m.value for m in own.added},
            result=result, loser=loser.id if loser else "",
        )  # fmt: skip
        if result == "both":
            suffers.append((figure, "marker"))
            mine.append(("marker", figure))
        elif loser is one:
            mine.append((result, figure))
            victors.append(figure)
        elif loser is not None:
            suffers.append((loser, result))
    for figure, result in suffers:
        _suffer(world, figure, result, one)
        if figure.out:
            veterans.overcame((one,), figure)
    _settle_lone(world, one, list(many), mine, won)
    if one.out or one.prisoner:
        veterans.overcame(victors, one)
    veterans.fought((one, *many))
    for figure in many:
        shooting.face(figure, one.at)
        shooting.face(one, figure.at)
    for figure in (one, *many):
        figure.impetus, figure.start = False, None


def _rolled(world: World, figure: Figure) -> tuple[int, int, str]:
    sides = TABLES.hand["bare"] if world.swims(figure) else hand_die(figure)
    roll = world.roll(1, sides, "melee", figure.id)
    return world.ten(roll.total, sides), sides, roll.address


def _total(
    world: World, rolled: tuple[int, int, str], figure: Figure, other: Figure, *, more: int = 0, attacked: bool = False
) -> Total:
    die, sides, address = rolled
    return Total(figure, die, sides, modifiers(world, figure, other, more=more, attacked=attacked), address)


def _pair(world: World, own: Total, his: Total) -> tuple[str, Figure | None]:
    reads = world.state.reading
    result, loser = compared(own.total, his.total, ties=reads("A17"), spares=reads("A20"))
    return result, None if loser is None else (own, his)[loser].figure


def _settle_lone(world: World, one: Figure, many: list[Figure], mine: list[tuple[str, Figure]], won: int) -> None:
    """What befalls the lone figure: the capture, or all that was done to him, and by whom."""
    free = any(not figure.guards for figure in many)
    wanted = len(many) == TABLES.melee.takers and free and takes(world, many, one) and not one.prisoner
    if wanted and could_take(won, [figure.standing for figure in many]):
        capture(world, one, many)
        return
    if wanted and world.state.reading("A26"):
        return
    for result, by in sorted(mine, key=lambda each: ("marker", "wound", "killed").index(each[0]), reverse=True):
        _suffer(world, one, result, by)


def _suffer(world: World, figure: Figure, result: str, by: Figure) -> None:
    if not figure.standing:
        return
    if result == "killed":
        shooting.kill(world, figure, cause="melee", by=by)
    elif result == "wound":
        markers.mark(figure)
        shooting.wound(world, figure, cause="melee", by=by, falls=not world.state.reading("A28"))
    else:
        markers.mark(figure)
        if figure.broken:
            return
        world.tell("marked", "AWAM 6.4", figure=figure.id)


# --- Capture (AWAM 6.7) -----------------------------------------------------------------------------------------------


def takes(world: World, many: Sequence[Figure], one: Figure) -> bool:
    """Whether the standing instruction of those who could take him is to do so (AWAM 10.3)."""
    wish = world.side(many[0].seat).prisoners
    return wish == "all" or (wish == "leaders" and one.commands)


def capture(world: World, one: Figure, many: Sequence[Figure]) -> None:
    """A prisoner: his weapons are gone, and the first of the three is his guard."""
    served = deeds.crews_of(world, one)
    markers.release(world, one)
    markers.leave_guns(world, one)
    markers.drop(world, one)
    guard = min(many, key=lambda figure: (bool(figure.guards), figure.number))
    one.captor = guard.seat
    one.blue = one.broken = False
    one.firearms, one.hand, one.missiles, one.blade, one.drawn, one.shield = [], -1, (), "", False, False
    markers.keep(guard, one)
    if one.horse and not markers.dismount(world, one):
        one.horse, one.pace = False, 0
    world.tell("captured", "AWAM 6.7", figure=one.id, guard=guard.id, by=guard.seat)
    deeds.captured(world, one, guard)
    deeds.crews_lost(world, served, guard)
    markers.losses(world, one)
    taken = world.state.special.setdefault("captors", [])
    taken.append([one.id, guard.id])


# --- Fire at the attackers (AWAM 6.6) ---------------------------------------------------------------------------------


def fire_at_attackers(world: World, figure: Figure, came: Sequence[Figure], attackers: int) -> None:
    """One unaimed shot at one of those that came, after a morale test that all attackers weigh on; a failed test costs nothing but the shot."""
    gun = figure.gun
    if (
        gun is None
        or gun.rounds < 1
        or not world.side(figure.seat).fire_at_attackers
        or figure.broken
        or world.swims(figure)
        or shooting.blade_hinders(figure)
    ):
        return
    die, total, added, address = morale.rolled(world, figure, attackers)
    passes = total >= TABLES.morale.acts
    world.tell(
        "stands", "AWAM 6.6", rolls=(address,), figure=figure.id, die=die, total=total, fires=passes,
        modifiers={one.key: one.value for one in added},
    )  # fmt: skip
    if not passes:
        return
    keys = [one.id for one in came if one.standing]
    if not keys:
        return
    chosen, drawn = world.pick(keys, "victim", figure.id)
    victim = world.figure(chosen)
    close = shooting.aim(world, figure, victim, aimed=False, at=victim.at)
    gun.rounds -= 1
    rolled = world.roll(1, close.die, "shot", figure.id)
    hit = close.hits(rolled.total)
    world.tell(
        "shot", "AWAM 6.6", rolls=(drawn, rolled.address), figure=figure.id, target=victim.id, weapon=gun.key,
        die=rolled.total, sides=close.die, add=close.sum, over=close.over, hit=hit, aimed=False,
        modifiers={one.key: one.value for one in close.modifiers},
    )  # fmt: skip
    if hit:
        before = victim.wounds
        shooting.strike(world, victim, figure.at, 0, cause="fire", by=figure)
        victim.tried = (*victim.tried, "struck") if victim.out or victim.wounds > before else victim.tried


# --- Breaking off (AWAM 6.5) ------------------------------------------------------------------------------------------


def breaks_off(world: World, figure: Figure) -> bool:
    """The roll of one who wants to leave a melee."""
    needed = break_needs(mounted=figure.horse)
    rolled = world.roll(1, TABLES.melee.break_die, "break_off", figure.id)
    done = rolled.total >= needed
    world.tell(
        "broke_off" if done else "held_fast", "AWAM 6.5", rolls=(rolled.address,), figure=figure.id, die=rolled.total,
        needed=needed,
    )  # fmt: skip
    if done and figure.wounds:
        markers.mark(figure)
    return done


# --- The lance (AWAM 6.1) ---------------------------------------------------------------------------------------------


def passes(figure: Figure, enemy: Figure, a: geometry.Point, b: geometry.Point) -> bool:
    """Whether a lancer who rides a leg passes close to an enemy on his right (AWAM 14.4)."""
    near = figure.radius + enemy.radius + TABLES.melee.lance_within
    return geometry.on_the_right(a, b, enemy.at) and geometry.near_leg(enemy.at, a, b, near)


def pass_point(world: World, figure: Figure, enemy: Figure, a: geometry.Point, b: geometry.Point) -> geometry.Point:
    """Where on a leg a lancer passes an enemy: the nearest point to him, or the last before it where there is room."""
    nearest = geometry.nearest_on_leg(enemy.at, a, b)
    room = a
    for point in geometry.steps(a, b):
        if world.is_free(point, figure.radius, but=(figure.id,)):
            room = point
        if geometry.squared(a, point) >= geometry.squared(a, nearest):
            break
    return room


def settle(world: World, fights: Sequence[tuple[str, str]]) -> None:
    """All fights of an activation: first the fire at those who came, then by ascending number of the attacked (AWAM 10.1)."""
    by_target: dict[str, list[Figure]] = {}
    for attacker, attacked in fights:
        by_target.setdefault(attacked, []).append(world.figure(attacker))
    targets = sorted((world.figure(key) for key in by_target), key=lambda one: one.number)
    charge = deeds.Charge((world.figure(attacker), world.figure(attacked)) for attacker, attacked in fights)
    for target in targets:
        many = [one for one in by_target[target.id] if one.standing and _meets(world, one, target)]
        came = [one for one in many if one.start is not None]
        if came and target.standing:
            fire_at_attackers(world, target, came, len(many))
            charge.met(world, target)
    for target in targets:
        many = [
            one
            for one in by_target[target.id]
            if one.standing
            and "struck" not in one.tried
            and _meets(world, one, target)
            and world.pair(one.id, target.id) not in world.state.fought
        ][: TABLES.melee.most]
        if many and target.standing:
            target.defended = True
            fight(world, target, many, attacked=True)
            charge.met(world, target)


def _meets(world: World, one: Figure, target: Figure) -> bool:
    return world.in_contact(one, target) or f"lance:{target.id}" in one.tried


def end_of_turn(world: World) -> None:
    """Hostile pairs in contact that have not fought this turn fight one round (AWAM 2.7)."""
    once: set[str] = set()
    while True:
        pairs = _unfought(world, once)
        if not pairs:
            return
        lone = max(pairs, key=lambda key: (len(pairs[key]), -world.figure(key).number))
        many = [world.figure(key) for key in pairs[lone]][: TABLES.melee.most]
        once |= {figure.id for figure in many}
        for figure in (world.figure(lone), *many):
            figure.defended = True
        fight(world, world.figure(lone), many)


def _unfought(world: World, once: set[str]) -> dict[str, list[str]]:
    """For each figure those in contact with it that it has not fought this turn; nobody is one of the many twice."""
    found: dict[str, list[str]] = {}
    for figure in world.state.on_table():
        if figure.prisoner:
            continue
        others = [
            other.id
            for other in world.touching(figure)
            if world.pair(figure.id, other.id) not in world.state.fought and other.id not in once
        ]
        if others:
            found[figure.id] = others
    return found
