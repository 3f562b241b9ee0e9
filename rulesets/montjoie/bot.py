"""The program as a player, and what is done for one who is absent.

It sees what every seat sees. Expected results decide: what a column or a shot is worth in points, and how near a goal is.
"""

from collections.abc import Callable

from rulesets.contract import Action
from rulesets.montjoie import (
    aims,
    fights,
    hamstring,
    hexes,
    moving,
    placing,
    retreats,
    routes,
    shooting,
    striking,
    wagons,
)
from rulesets.montjoie.field import Field
from rulesets.montjoie.fights import picks
from rulesets.montjoie.ground import CROWN, ROOF
from rulesets.montjoie.shooting import Aim
from rulesets.montjoie.state import BASE, Figure, Frame, Hex, place_name, place_of
from rulesets.montjoie.verbs import answering, climbing, fighting, sieging
from rulesets.vocabulary import Seat

SIDES = 10
FIRES_FROM = "B"
"""The standing order that the program gives to whoever can shoot."""
GOES_BACK_FROM = "4-1"
LETTERS = {"F": 100, "E": 70, "D": 60, "C": 15, "-": 0, "B": -5, "A": -60}
"""What a combat's letter is worth to the attacker, in hundredths of the price of whoever it strikes."""
SHOTS = {"-": 0, "A": 10, "B": 60, "C": 100}
RIDERS = {"-": 0, "A": 10, "B": 60, "C": 70, "D": 85, "E": 100}
NEAREST = 6
"""So many of the nearest enemies are aimed at."""
LEAVES_A_TREE = 2
"""So many hexes from the goal who lies in wait in a tree comes down."""
COMES_DOWN = 4
"""So many turns before the end whoever is to be counted leaves a roof."""
HELPERS = 2
"""Of those who can still come to an enemy, so many are reckoned with."""


# --- The absent player


def absent(field: Field, seat: Seat) -> Action:
    """As little as may be: set up as the scenario says, no shot, no move, no attack but one that is owed."""
    prompt = asked(field)
    if prompt.startswith("siege_"):
        kind, arguments = sieging.absent(field, prompt)
        return Action(kind=kind, arguments=arguments)
    if prompt == "deploy":
        return Action(kind="place_rest" if placing.waiting(field, seat) else "end_deploy")
    if prompt == "combat":
        owed = fighting.owed_jumps(field, seat)
        if owed:
            return Action(kind="resolve_jump", arguments={"fig": owed[0].id})
    if prompt == "hamstring":
        return Action(kind="waive", arguments={"fig": _cutter(field, seat)})
    if prompt in ("fire", "move", "combat"):
        return Action(kind="end_phase")
    return pending(field, field.state.stack[-1])


def asked(field: Field) -> str:
    return field.state.asked["prompt"] if field.state.asked else ""


def _cutter(field: Field, seat: Seat) -> str:
    return next(one.id for one in field.state.on_map(seat) if hamstring.valid(field, one))


def pending(field: Field, frame: Frame) -> Action:
    """The first answer to what is pending."""
    match frame.kind:
        case "answer":
            return Action(kind="stand")
        case "retreat":
            return Action(kind="retreat", arguments={"hexes": retreats.options(field, frame)[0]})
        case "put":
            place = answering.put_options(field, frame.data["options"])[0]
            return Action(kind="put", arguments={"to": place_name(place)})
        case "pick":
            return Action(kind="pick", arguments={"fig": picks(field, frame)[0]})
        case "advance":
            return Action(kind="no_advance")
        case _:
            return Action(kind="pass")


# --- The program


def choose(field: Field, seat: Seat) -> Action:
    """What the program does for a seat that is asked."""
    prompt = asked(field)
    if prompt.startswith("siege_"):
        kind, arguments = sieging.program(field, seat, prompt)
        return Action(kind=kind, arguments=arguments)
    return CHOOSERS.get(prompt, _pending)(field, seat)


def _deploy(field: Field, seat: Seat) -> Action:
    if placing.waiting(field, seat):
        return Action(kind="place_rest")
    if any(one.weapons and one.order == "ask" for one in field.state.of(seat)):
        return Action(kind="set_orders", arguments={"fig": "everybody", "order": FIRES_FROM})
    if field.state.has("refuse") and any(one.refusal == "ask" for one in field.state.of(seat)):
        return Action(kind="set_refusal", arguments={"fig": "everybody", "order": GOES_BACK_FROM})
    return Action(kind="end_deploy")


def _fire(field: Field, seat: Seat) -> Action:
    for one in field.state.on_map(seat):
        for weapon in dict.fromkeys(one.weapons):
            if shooting.may_use(field, one, weapon, defensive=False) is not None:
                continue
            found = best_shot(field, one, weapon)
            if found is not None:
                return Action(kind="shoot", arguments={"fig": one.id, "weapon": weapon, "target": found.target})
    return _throw(field, seat) or Action(kind="end_phase")


def _throw(field: Field, seat: Seat) -> Action | None:
    """A rock or boiling oil on whoever stands below."""
    state = field.state
    if state.has("rocks") and state.piles:
        for one in state.on_map(seat):
            if shooting.pile_limits(field, one) == "none" or one.shot_in == state.count:
                continue
            for enemy in field.enemies(seat):
                if field.distance(one, enemy) <= 1 and isinstance(
                    shooting.rock(field, one, enemy, defensive=False), Aim
                ):
                    return Action(kind="throw_rock", arguments={"fig": one.id, "target": enemy.id})
    for one in state.on_map(seat) if state.things else ():
        for barrel in shooting.barrels_at(field, one):
            for target in shooting.oil_targets(field, one, defensive=False):
                return Action(kind="pour_oil", arguments={"fig": one.id, "barrel": barrel, "target": target})
    return None


def best_shot(field: Field, one: Figure, weapon: str) -> Aim | None:
    """The shot that is worth most, of those at the nearest enemies; None where none is worth one."""
    near = sorted(field.enemies(one.seat), key=lambda enemy: (hexes.distance(one.at, enemy.at), enemy.id))
    best, found = 0, None
    for enemy in near[:NEAREST]:
        aim = shooting.aim(field, one, enemy, weapon)
        if isinstance(aim, Aim):
            value = worth_of(field, aim, enemy)
            if value > best:
                best, found = value, aim
    return found


def worth_of(field: Field, aim: Aim, enemy: Figure) -> int:
    """What a shot is worth on the average, in thousandths of points."""
    table = RIDERS if enemy.mounted else SHOTS
    hurt = enemy.wounded or enemy.stunned
    total = 0
    for face in range(1, SIDES + 1):
        letter = striking.letter_of(field, enemy, aim.weapon, aim.cover, face + aim.total)[1]
        total += 100 if hurt and letter not in ("-", "A") else table[letter]
    return total * max(1, aims.price_of(field, enemy))


# --- Moving


def _move(field: Field, seat: Seat) -> Action:
    state = field.state
    driven = _drive(field, seat)
    if driven is not None:
        return driven
    goals = aims.goals(field, seat)
    for one in state.on_map(seat):
        if one.id <= state.mover or moving.bars(field, one) is not None or one.spent or one.contact:
            continue
        action = _advance_to(field, one, goals)
        if action is not None:
            return action
    return Action(kind="end_phase")


def _drive(field: Field, seat: Seat) -> Action | None:
    """One's own cart towards the edge that wins."""
    for wagon in field.state.wagons.values():
        if wagon.gone or wagon.seat != seat or not wagon.animal or wagons.bars(field, wagon) is not None:
            continue
        edge = aims.edge_of(field, seat, wagon.id)
        if not edge:
            continue
        animal = field.figure(wagon.animal)
        if edge in field.here.edges(animal.at):
            if animal.left >= field.tables.mp["exit"]:
                return Action(kind="drive_off", arguments={"wagon": wagon.id, "edge": edge})
            continue
        steps = wagons.drives(field, wagon)
        if steps:
            best = min(steps, key=lambda step: (aims.to_edge(field, step.cart.animal, edge), step.dir))
            return Action(kind="drive", arguments={"wagon": wagon.id, "dir": best.dir})
    return None


def _advance_to(field: Field, one: Figure, goals: aims.Goals) -> Action | None:
    if one.layer == "bed" or field.is_loader(one) or goals.stays(field, one):
        return None
    missile = bool(one.weapons) and not goals.presses
    limits = [field.tables.weapons[weapon].limits for weapon in one.weapons]
    if missile and ("still" in limits or "slow" in limits):
        return None  # he stands where he shoots best
    down = _come_down(field, one, goals)
    if down is not None:
        return down
    near = goals.near(field, one)
    if near is None:
        return None
    if near > one.left + 2:
        if not goals.weight:
            return None
        way = routes.approach(field, one, goals.distance)
        return Action(kind="path", arguments={"fig": one.id, "to": way}) if way else None
    found = routes.reachable(field, one, ahead=True)
    if one.mounted and not found:
        found = routes.reachable(field, one)  # before stakes or a wall a horse has to be turned
    scores = Scores(field, one, goals)
    best, chosen = scores.of(_here(one)), ""
    for name in found:
        value = scores.of(name)
        if value > best:
            best, chosen = value, name
    return Action(kind="path", arguments={"fig": one.id, "to": found.way(chosen)}) if chosen else None


def _from_the_tree(field: Field, one: Figure, goals: aims.Goals) -> Action | None:
    """Who lies in wait in a tree leaps on whoever passes below and is worth it; he climbs down to a goal near by, and late in the battle."""
    leap = climbing.JumpAttack()
    below = {
        told["target"]: _match(field, one, field.figure(told["target"]))
        for told in leap.options(field, one)
        if leap.refuse(field, one.seat, told) is None
    }
    best = max(below, key=lambda key: (below[key], key), default="")
    if best and below[best] > 0:
        return Action(kind=leap.kind, arguments={"fig": one.id, "target": best})
    late = 2 * field.state.turn > field.state.limit
    if not late and goals.distance(one.at) > LEAVES_A_TREE:
        return None
    down = climbing.TrunkDown()
    for told in down.options(field, one):
        if down.refuse(field, one.seat, told) is None:
            return Action(kind=down.kind, arguments=dict(told))
    return None


def _come_down(field: Field, one: Figure, goals: aims.Goals) -> Action | None:
    """From a tree; from a roof, by its inside ladder, in time to be where the count is taken."""
    if one.layer == CROWN:
        return None if one.weapons else _from_the_tree(field, one, goals)
    if one.layer != ROOF or not goals.counts or field.state.limit - field.state.turn > COMES_DOWN:
        return None
    down = {"fig": one.id, "to": place_name((one.at, BASE))}
    if climbing.Ladder().refuse(field, one.seat, down) is None:
        return Action(kind="ladder", arguments=down)
    rungs = sorted(field.here.inner_ladders)
    found = routes.reachable(field, one)

    def away(hex_: Hex) -> int:
        return min((hexes.distance(hex_, rung) for rung in rungs), default=0)

    ways = [name for name in found if name.endswith(ROOF)]
    best = min(ways, key=lambda name: (away(place_of(name)[0]), name), default=None)
    if best is None or away(place_of(best)[0]) >= away(one.at):
        return None
    return Action(kind="path", arguments={"fig": one.id, "to": found.way(best)})


def _here(one: Figure) -> str:
    return f"{one.at}:{one.facing}" if one.mounted else place_name(one.place)


class Scores:
    """How good stands are for a figure: near the goal, next to somebody worth attacking, not next to who is stronger."""

    def __init__(self, field: Field, one: Figure, goals: aims.Goals) -> None:
        self.field, self.one, self.goals = field, one, goals
        self.shy = bool(one.weapons) and not goals.presses
        self.beside: dict[Hex, list[Figure]] = {}
        self.matches: dict[str, int] = {}
        for foe in field.enemies(one.seat):
            if field.is_animal(foe):
                continue
            for hex_ in field.hexes_of(foe):
                for near in field.here.beside[hex_]:
                    self.beside.setdefault(near, []).append(foe)

    def of(self, name: str) -> int:
        if self.one.mounted:
            hex_, _colon, way = name.partition(":")
            layer = BASE
        else:
            hex_, layer = place_of(name)
            way = "0"
        value = -self.goals.weight * self.goals.distance(hex_)
        foes = self.beside.get(hex_)
        if foes is None:
            return value
        for key, foe in {foe.id: foe for foe in foes}.items():
            if foe.layer != layer or (self.one.mounted and _behind(hex_, int(way), foe.at)):
                continue
            if key not in self.matches:
                self.matches[key] = _match(self.field, self.one, foe)
            value += self.matches[key] - (3 if self.shy else 0)
        return value


def _behind(head: Hex, facing: int, other: Hex) -> bool:
    way = hexes.direction(head, other)
    return way is not None and (way - facing) % 6 == 3


def _match(field: Field, one: Figure, foe: Figure) -> int:
    """What an attack at this enemy promises, with whoever of one's own stands by him already, or can still come."""
    attack, coming = field.numbers(one)[0], []
    for friend in field.state.on_map(one.seat):
        if friend is one or not field.is_able(friend):
            continue
        away = field.distance(friend, foe)
        if away == 1:
            attack += field.numbers(friend)[0]
        elif friend.id > one.id and not friend.weapons and not friend.done and away <= friend.left:
            coming.append(field.numbers(friend)[0])
    attack += sum(sorted(coming, reverse=True)[:HELPERS])
    column = field.tables.odds(attack, max(1, field.numbers(foe)[1]))
    return -20 if column is None else value_of(field, column, foe, [one])


def value_of(field: Field, column: int, foe: Figure, attackers: list[Figure], die: int = 0) -> int:
    """What a column is worth on the average: hundredths of prices, taken and given."""
    price = max(5, foe.price)
    own = max(5, min((one.price for one in attackers), default=5))
    hurt = foe.wounded or foe.stunned
    total = 0
    grid = field.tables.combat_mounted if foe.mounted else field.tables.combat_foot
    for letter in _letters(grid.rows, column, die):
        worth = LETTERS[letter]
        if (hurt and letter in ("D", "E")) or (foe.stunned and letter == "C"):
            worth = 100
        total += worth * (own if worth < 0 else price)
    return total // 1000


def _letters(rows: tuple[str, ...], column: int, die: int) -> list[str]:
    return [rows[min(SIDES, max(1, face + die)) - 1].split()[column] for face in range(1, SIDES + 1)]


# --- Fighting


def _hamstring(field: Field, seat: Seat) -> Action:
    return Action(kind="hamstring", arguments={"fig": _cutter(field, seat)})


def _combat(field: Field, seat: Seat) -> Action:
    owed = fighting.owed_jumps(field, seat)
    if owed:
        return Action(kind="resolve_jump", arguments={"fig": owed[0].id})
    able = [one for one in field.state.on_map(seat) if fighting.may_attack(field, one) is None]
    return _capture(field, seat, able) or _cut(field, seat) or _attack(field, seat, able) or Action(kind="end_phase")


def _capture(field: Field, seat: Seat, able: list[Figure]) -> Action | None:
    verb = fighting.Capture()
    for target in field.enemies(seat):
        if target.stunned:
            for one in able:
                told = {"fig": one.id, "target": target.id}
                if field.distance(one, target) == 1 and verb.refuse(field, seat, told) is None:
                    return Action(kind="capture", arguments=told)
    return None


def _cut(field: Field, seat: Seat) -> Action | None:
    """Ropes and ladders with enemies on them are cut and pushed first."""
    if not field.state.climbs:
        return None
    for verb in climbing.FIGHTING:
        for told in verb.candidates(field, seat):
            if verb.refuse(field, seat, told) is None:
                return Action(kind=verb.kind, arguments=dict(told))
    return None


def _attack(field: Field, seat: Seat, able: list[Figure]) -> Action | None:
    best, chosen = 0, None
    for target in field.enemies(seat):
        near = [one for one in able if field.distance(one, target) <= 1 and field.may_fight(one, target)]
        if not near or field.is_animal(target):
            continue
        told = fights.odds(field, near, target)
        if told.column is None:
            continue
        value = value_of(field, told.column, target, near, told.die)
        if value > best:
            best, chosen = (
                value,
                Action(kind="attack", arguments={"figs": [one.id for one in near], "target": target.id}),
            )
    return chosen


# --- What is pending


def _pending(field: Field, seat: Seat) -> Action:
    frame = field.state.stack[-1]
    match frame.kind:
        case "retreat":
            ways = retreats.options(field, frame)
            return Action(
                kind="retreat", arguments={"hexes": max(ways, key=lambda way: (_safety(field, seat, way), way))}
            )
        case "pick":
            figures = [field.figure(key) for key in picks(field, frame)]
            return Action(
                kind="pick", arguments={"fig": min(figures, key=lambda one: (one.wounded, one.price, one.id)).id}
            )
        case "advance":
            for key, place in fights.advances(field, frame):
                if not field.figure(key).weapons and not field.next_to_enemy(seat, place):
                    return Action(kind="advance", arguments={"fig": key, "to": place_name(place)})
            return Action(kind="no_advance")
        case "react":
            found = list(moving.reactions(field, frame))
            if found:
                best = max(found, key=lambda aim: (worth_of(field, aim, field.figure(aim.target)), aim.shooter))
                if moving.wants(field, best, FIRES_FROM):
                    told = {"fig": best.shooter, "weapon": best.weapon, "target": best.target}
                    return Action(kind="def_shoot", arguments=told)
            return Action(kind="pass")
        case _:
            return pending(field, frame)


def _safety(field: Field, seat: Seat, way: list[str]) -> int:
    """How far the end of a way is from the nearest enemy."""
    hex_ = place_of(way[-1])[0]
    return min((hexes.distance(hex_, enemy.at) for enemy in field.enemies(seat)), default=0)


CHOOSERS: dict[str, Callable[[Field, Seat], Action]] = {
    "deploy": _deploy,
    "fire": _fire,
    "move": _move,
    "hamstring": _hamstring,
    "combat": _combat,
}
