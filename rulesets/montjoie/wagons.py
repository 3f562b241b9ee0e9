"""Carts on the move: who drives, what it costs, and where the train goes (Montjoie 1.5, 4.3)."""

from rulesets.contract import Problem
from rulesets.montjoie import harm, moving, riding, routes
from rulesets.montjoie.field import Field
from rulesets.montjoie.ground import BED, Cart
from rulesets.montjoie.state import BASE, Figure, Wagon

RULE = "Montjoie 1.5.2"


def aboard(field: Field, wagon: Wagon) -> list[Figure]:
    return [one for one in field.state.on_map() if one.layer == BED and one.at in (wagon.front, wagon.rear)]


def driver(field: Field, wagon: Wagon) -> Figure | None:
    """A fit figure of its side on the front bed hex (Montjoie 1.5.2)."""
    one = field.places.get((wagon.front, BED))
    return one if one is not None and one.is_fit and one.seat == wagon.seat else None


def bars(field: Field, wagon: Wagon) -> Problem | None:
    """Why a cart cannot move: no fit driver, no fit animal, or its driver has moved."""
    animal = field.state.figures.get(wagon.animal)
    if animal is None or animal.where != "map" or animal.stunned:
        return moving.refused("no_animal", RULE)
    one = driver(field, wagon)
    if one is None:
        return moving.refused("no_driver", RULE)
    if one.done or wagon.id in field.state.burning:
        return moving.refused("has_moved", RULE)
    return None


def cart_of(field: Field, wagon: Wagon) -> Cart:
    return field.here.beds[wagon.front]


def drives(field: Field, wagon: Wagon) -> list[riding.Drive]:
    """Steps that the animal can pay, into hexes that nobody holds."""
    animal = field.figure(wagon.animal)
    taken = frozenset(place[0] for place in field.places if place[1] == BASE)
    return [drive for drive in riding.drives(field.here, cart_of(field, wagon), taken) if drive.cost <= animal.left]


def drive(field: Field, wagon: Wagon, step: riding.Drive) -> None:
    """The train follows its animal; whoever is aboard goes along."""
    animal, one = field.figure(wagon.animal), driver(field, wagon)
    assert one is not None
    on_front = [each for each in aboard(field, wagon) if each.at == wagon.front]
    on_rear = [each for each in aboard(field, wagon) if each.at == wagon.rear]
    moving.takes_over(field, one)
    animal.left -= step.cost
    animal.spent += step.cost
    animal.at, animal.facing = step.cart.animal, step.dir
    wagon.front, wagon.rear, wagon.facing, wagon.moving = step.cart.front, step.cart.rear, step.cart.face, True
    for each in on_front:
        each.at = wagon.front
    for each in on_rear:
        each.at = wagon.rear
    field.changed_ground()
    field.touched()
    field.tell("drove", RULE, wagon=wagon.id, at=wagon.front, animal=animal.at, left=animal.left)
    for each in (animal, *aboard(field, wagon)):
        field.push("react", field.state.other(wagon.seat), each.id)


def drive_off(field: Field, wagon: Wagon, edge: str) -> None:
    field.tell("drove_off", "Montjoie 4.4", wagon=wagon.id, edge=edge)
    people = aboard(field, wagon)
    wagon.gone, wagon.edge = True, edge
    named = routes.is_objective(field, edge, wagon.seat)
    for one in (*people, field.figure(wagon.animal)):
        one.edge, one.fled = edge, not named and not field.is_animal(one)
        harm.remove(field, one, "left")
    field.changed_ground()
