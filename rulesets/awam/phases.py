"""The course of a game: cards, activations, settling, the end of a turn (AWAM 2, 10.1)."""

from collections.abc import Iterable, Sequence

from rulesets.awam import (
    boats,
    deeds,
    geometry,
    guns,
    markers,
    melee,
    morale,
    moving,
    reloading,
    rights,
    scoring,
    veterans,
)
from rulesets.awam.catalogue import play_of
from rulesets.awam.geometry import Point
from rulesets.awam.state import Active, Figure, Squad
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Audience
from rulesets.vocabulary import Json, Seat

JOKER = "joker"


def proceed(world: World) -> None:
    """Play on until somebody is asked, or it is over. A group that nobody commands stops here for the drill (``drilled``)."""
    state = world.state
    while state.phase != "over":
        if state.phase == "entry":
            if not all(side.ready for side in state.sides.values()):
                return
            begin_turn(world)
        active = state.active
        if active is None:
            draw(world)
        elif not active.squad:
            able = choosable(world)
            if len(able) == 1:
                pick(world, able[0].id)
            elif able:
                state.phase = "pick"
                return
            else:
                card_over(world)
        elif any(rights.may_act(world, figure) for figure in state.of_squad(active.squad)):
            state.phase = "orders"
            return
        else:
            settle(world)


# --- Turns ------------------------------------------------------------------------------------------------------------


def begin_turn(world: World) -> None:
    """All cards back in the deck, each figure's flags cleared (AWAM 10.0)."""
    state = world.state
    state.jokers, state.drawn, state.fought, state.mist, state.drums = 0, (), [], 0, False
    state.active, state.phase = None, "pick"
    for figure in state.figures.values():
        figure.acted = figure.fired = figure.reloaded = figure.defended = figure.free = False
        figure.ran_broken = figure.moved_fast = figure.impetus = False
        figure.tried, figure.start = (), None
    for animal in state.animals.values():
        animal.led_by = ""
    seats = [side.seat for side in state.sides.values() if not side.group and rights.has_a_future(world, side.seat)]
    state.deck = deck_of(seats, state.group_cards)
    world.tell("turn", "AWAM 2", turn=state.turn, cards=len(state.deck))
    play_of(state.scenario).turn_begins(world)


def deck_of(seats: Iterable[Seat], groups: Sequence[str]) -> tuple[str, ...]:
    """All cards of a turn: four of each seat, the first its ace, the jokers, and the umpire's (AWAM 2.1). It has no order."""
    cards = [f"{seat}:{number + 1}" for seat in seats for number in range(TABLES.deck.suit_cards)]
    cards += [f"{JOKER}:{number + 1}" for number in range(TABLES.deck.jokers)]
    for group in sorted(set(groups)):
        cards += [f"{group}:{number + 1}" for number in range(groups.count(group))]
    return tuple(cards)


def is_ace(card: str, *, group: bool = False) -> bool:
    """Whether a card activates all squads of its seat (AWAM 2.2)."""
    owner, _colon, number = card.partition(":")
    return number == "1" and owner != JOKER and not group


def draw(world: World) -> None:
    """One card at random of those left (AWAM 2.1)."""
    state = world.state
    if not state.deck:
        end_turn(world)
        return
    card, address = world.pick(list(state.deck), "card")
    state.deck = tuple(one for one in state.deck if one != card)
    state.drawn = (*state.drawn, card)
    owner = card.partition(":")[0]
    world.tell("card", "AWAM 2.2", rolls=(address,), card=card, owner=owner, ace=is_ace(card))
    if owner == JOKER:
        state.jokers += 1
        if state.jokers == 1:
            play_of(state.scenario).event(world, int(state.special.pop("event", 0)))
        else:
            end_turn(world)
        return
    if not rights.able_squads(world, owner):
        world.tell("dead_card", "AWAM 2.1", owner=owner)
        return
    _new_card(world)
    seat = rights.controller(world, owner)
    ace = is_ace(card, group=world.side(owner).group)
    active = Active(card=card, seat=seat or owner, owner=owner, ace=ace)
    state.active = active
    if not (ace and state.reading("A4")):
        roll_orders(world)


def _new_card(world: World) -> None:
    """Everybody may act once on it, whosever squad he is pushed, stopped or taken in by (AWAM 2.4, row 2)."""
    for figure in world.state.figures.values():
        figure.carded, figure.test, figure.owed, figure.rode, figure.tried = False, "", False, False, ()
    for boat in world.state.boats.values():
        boat.carded = False
    guns.new_card(world)


def roll_orders(world: World) -> None:
    active = world.state.active
    assert active is not None
    rolled = world.roll(1, TABLES.deck.order_die, "orders", active.owner)
    active.orders = rolled.total
    world.tell("orders", "AWAM 2.4", rolls=(rolled.address,), owner=active.owner, orders=rolled.total, ace=active.ace)


def choosable(world: World) -> list[Squad]:
    """Squads of the card's owner that may be picked now."""
    active = world.state.active
    assert active is not None
    if active.done and not active.ace:
        return []
    return [squad for squad in rights.able_squads(world, active.owner) if squad.id not in active.done]


def pick(world: World, key: str) -> None:
    """A squad is activated: it comes on, its leader's runaway tests himself, its orders are counted."""
    state, squad = world.state, world.squad(key)
    active = state.active
    assert active is not None
    active.squad, active.fights = key, []
    squad.picked = state.turn
    if active.ace and state.reading("A4"):
        roll_orders(world)
    come_on(world, squad)
    hidden = any(one.where == "hidden" for one in state.of_squad(key) if one.standing)
    audience = world.privy(squad.seat) if hidden else None
    _tell_picked(world, squad, private=audience is not None)
    for figure in state.of_squad(key):
        if figure.commands and figure.broken and figure.standing:
            _steadies(world, figure)
    active.halved = False
    active.given = active.left = max(active.orders, veterans.least_orders(state.of_squad(key)))
    rights.count(world)


def _tell_picked(world: World, squad: Squad, *, private: bool) -> None:
    """Of a squad that hides others learn no more than that there is one (AWAM 14.8)."""
    active = world.state.active
    assert active is not None
    audience = Audience(seats=world.privy(squad.seat).seats, others={"owner": squad.seat}) if private else Audience()
    world.tell("picked", "AWAM 2.2", audience=audience, squad=squad.id, owner=squad.seat)


def _steadies(world: World, figure: Figure) -> None:
    """A broken leader whom nobody stops rolls the test himself (AWAM 7.4)."""
    die, total, added, address = morale.rolled(world, figure)
    done = total >= TABLES.morale.acts
    if done:
        figure.broken, figure.blue = False, True
    world.tell(
        "steadies", "AWAM 7.4", rolls=(address,), figure=figure.id, die=die, total=total, done=done,
        modifiers={one.key: one.value for one in added},
    )  # fmt: skip


def come_on(world: World, squad: Squad) -> None:
    """A squad due to come on fills its strip: along the edge, 3 cm apart, then further rows (AWAM 14.9)."""
    coming = [one for one in world.state.of_squad(squad.id) if one.where == "coming" and not one.aboard]
    zone = world.state.zones.get(squad.strip)
    if coming and zone is not None:
        places = strip_places(world, zone.low, zone.high)
        for figure in coming:
            place = next((place for place in places if _may_come_on(world, figure, place)), None)
            if place is None:
                continue
            figure.where, figure.at = "table", place
            figure.heading = _inwards(world, place)
        world.tell("came_on", "AWAM 14.9", squad=squad.id, figures=[one.id for one in coming if one.where == "table"])
    for figure in world.state.of_squad(squad.id):
        if figure.where == "coming" and figure.aboard:
            boat = world.state.boats[figure.aboard]
            if boat.where == "coming":
                boat.where, boat.at = "table", boats.free_water(world, boat) or boat.at
            figure.where, figure.at = "table", boat.at
    _bring(world, squad)


def _may_come_on(world: World, figure: Figure, place: Point) -> bool:
    """Illegal is what lies over somebody, and contact with an enemy: that would be a charge."""
    return world.is_free(place, figure.radius, but=(figure.id,)) and moving.met_at(world, figure, place) is None


def _bring(world: World, squad: Squad) -> None:
    """A squad's animals beside its figures, and its gun on its boat or its animal."""
    state = world.state
    here = [one for one in state.of_squad(squad.id) if one.where == "table" and not one.aboard]
    for animal in state.animals.values():
        if animal.comes_with != squad.id or animal.where != "coming":
            continue
        for figure in here:
            place = markers.free_round(world, figure.at, figure.radius, TABLES.bases.animal)
            if place is not None:
                animal.where, animal.at = "table", place
                break
    for gun in state.guns.values():
        if gun.comes_with == squad.id and gun.where == "coming":
            gun.where = "table"


def strip_places(world: World, low: Point, high: Point) -> list[Point]:
    """From the corner nearest to the table's middle, along the edge, then further rows behind."""
    apart = TABLES.coming.apart
    middle = Point(world.state.width // 2, world.state.height // 2)
    corners = [low, Point(high.x, low.y), Point(low.x, high.y), high]
    corner = min(corners, key=lambda c: (geometry.squared(c, middle), c))
    xs = list(range(low.x, high.x + 1, apart)) if corner.x == low.x else list(range(high.x, low.x - 1, -apart))
    ys = list(range(low.y, high.y + 1, apart)) if corner.y == low.y else list(range(high.y, low.y - 1, -apart))
    if high.x - low.x >= high.y - low.y:
        return [Point(x, y) for y in ys for x in xs]
    return [Point(x, y) for x in xs for y in ys]


def _inwards(world: World, place: Point) -> tuple[int, int]:
    return world.state.width // 2 - place.x or 1, world.state.height // 2 - place.y


# --- The end of an activation -----------------------------------------------------------------------------------------


def settle(world: World) -> None:
    """Broken figures run, fire at attackers, then all fights (AWAM 10.0, steps 4 and 5)."""
    state = world.state
    active = state.active
    assert active is not None
    for figure in state.of_squad(active.squad):
        if figure.broken and figure.standing and not figure.carded:
            figure.carded = True
            moving.flee(world, figure)
    melee.settle(world, active.fights)
    for figure in state.on_table():
        if not figure.horse or not figure.pace:
            continue
        if world.engaged(figure):
            figure.pace = 0
        elif figure.squad == active.squad and not figure.rode:
            figure.pace -= 1
    for figure in state.figures.values():
        figure.impetus, figure.start = False, None
    for figure in state.of_squad(active.squad):
        moving.find_hidden(world, figure)
    active.done = (*active.done, active.squad)
    active.squad, active.fights, active.declared = "", [], ()
    if decided(world) or not active.ace or not choosable(world):
        card_over(world)


def card_over(world: World) -> None:
    world.state.active = None
    if decided(world) and not play_of(world.state.scenario).only_at_end:
        over(world)
    elif everybody_had_it(world):
        end_turn(world)


def everybody_had_it(world: World) -> bool:
    """Every figure able to act has been activated at least once (AWAM 2.3, row 2)."""
    state = world.state
    if state.reading("A3"):
        return False
    for side in state.sides.values():
        if side.group and not state.reading("A30"):
            continue
        if any(squad.picked != state.turn for squad in rights.able_squads(world, side.seat)):
            return False
    return True


def decided(world: World) -> bool:
    """At most one seat has an able figure on the table or still to come (AWAM 17.1)."""
    return sum(rights.has_a_future(world, seat) for seat in world.state.seats()) <= 1


# --- The end of a turn (AWAM 2.7) -------------------------------------------------------------------------------------


def end_turn(world: World) -> None:
    state = world.state
    state.active = None
    melee.end_of_turn(world)
    for figure in list(state.figures.values()):
        if figure.broken and figure.standing and not figure.ran_broken:
            moving.flee(world, figure)
    _late_reloads(world)
    reloading.lapse(world)
    boats.end_of_turn(world)
    for figure in state.figures.values():
        if figure.captor and not figure.out and (not figure.guard or world.figure(figure.guard).out):
            markers.free(world, figure)
    play = play_of(state.scenario)
    play.turn_ends(world)
    world.tell("turn_over", "AWAM 2.7", turn=state.turn)
    if state.turn >= state.limit or decided(world) or play.ended(world, last=False) is not None:
        over(world)
        return
    state.turn += 1
    begin_turn(world)


def _late_reloads(world: World) -> None:
    """A figure with an empty firearm whose squad was never activated makes its reload roll now (A25)."""
    for figure in world.state.figures.values():
        squad = world.squad(figure.squad)
        if squad.picked == world.state.turn or not figure.standing or figure.broken:
            continue
        gun = figure.gun
        if gun is not None and gun.rounds == 0 and reloading.may_reload(world, figure):
            reloading.reload(world, figure)
    guns.late_reloads(world)


def over(world: World) -> None:
    """The game is over: the scenario's rows or points, applied as at the end of its last turn."""
    state = world.state
    found = play_of(state.scenario).ended(world, last=True)
    finish(world, found if found is not None else scoring.by_losses(world))


def ruled_over(world: World) -> None:
    """The umpire ends the game: what its rows or points give (AWAM 18.1)."""
    found = play_of(world.state.scenario).ended(world, last=True)
    finish(world, {**(found if found is not None else scoring.by_losses(world)), "by": "ruling"})


def finish(world: World, found: dict[str, Json]) -> None:
    state = world.state
    state.phase, state.active = "over", None
    state.over = str(found["by"])
    state.outcome = scoring.outcome(world, found)
    world.tell("over", "AWAM 17", by=state.over, results=found["seats"])
    for seat, row in state.outcome["seats"].items():
        if row["things"]["taken"]:
            world.tell("taken", "AWAM 17.3", seat=seat, things=row["things"]["taken"])
    deeds.tell(world)


def concede(world: World, seat: Seat) -> None:
    """A seat gives up: its figures leave at once, prisoners it holds go free (AWAM 17.1)."""
    state = world.state
    side = state.sides[seat]
    side.conceded = side.ready = True
    for key in [key for key, owner in state.special.items() if key.startswith("orders:") and owner == seat]:
        del state.special[key]
    world.tell("conceded", "AWAM 17.1", seat=seat)
    for figure in state.figures.values():
        if figure.captor == seat and not figure.out:
            markers.free(world, figure)
    for figure in state.of(seat):
        if figure.out or figure.prisoner:
            continue
        if figure.where == "coming" or (figure.standing and not figure.broken):
            markers.remove(world, figure, "exited")
            continue
        captor = _nearest_hostile_seat(world, figure)
        if captor:
            figure.captor = captor
            markers.remove(world, figure, "held")
        else:
            markers.remove(world, figure, "fled")
    if sum(not state.sides[one].conceded for one in state.seats()) <= 1:
        found = play_of(state.scenario).ended(world, last=True)
        finish(world, scoring.conceded(world, found))
        return
    active = state.active
    if active is not None and seat in (active.owner, active.seat):
        card_over(world)


def _nearest_hostile_seat(world: World, figure: Figure) -> Seat:
    others = [one for one in world.enemies(figure) if not world.side(one.seat).group]
    nearest = world.nearest_first(figure, others)
    return nearest[0].seat if nearest else ""
