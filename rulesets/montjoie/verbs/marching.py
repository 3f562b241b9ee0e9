"""Moving on the ground, on foot and on horseback (Montjoie 6.3)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rulesets.contract import Choice, OneOf, Path, Problem
from rulesets.montjoie import hamstring, harm, moving, reach, riding, routes, ways
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import BASE, Figure, Place, Thing, place_name
from rulesets.montjoie.verbs.common import NO_PLACE, NOT_YOURS, Told, Verb, enemy, own, place_in, refused
from rulesets.vocabulary import Seat


class Move(Verb):
    """What a figure does in its move: it must be its owner's, and able to move."""

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for one in field.state.on_map(seat):
            if self.bars(field, one) is None:
                yield from self.options(field, one)

    def bars(self, field: Field, one: Figure) -> Problem | None:
        return moving.bars(field, one)

    def options(self, field: Field, one: Figure) -> Iterable[Told]:
        raise NotImplementedError

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        one = own(field, seat, told["fig"])
        if one is None:
            return NOT_YOURS
        return self.bars(field, one) or self.judge(field, one, told)

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        """Why this figure may not do that."""
        return None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        one = field.figure(told["fig"])
        moving.takes_over(field, one)
        self.act(field, one, told)

    def act(self, field: Field, one: Figure, told: Told) -> None:
        raise NotImplementedError


class Step(Move):
    """One step on foot to a place beside it."""

    kind: ClassVar[str] = "step"
    rule: ClassVar[str] = "Montjoie 4.4"
    fields: ClassVar = {"fig": str, "to": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for step in moving.walks(field, one):
            yield {"fig": one.id, "to": place_name(step.to)}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        place = place_in(field, told["to"])
        if place is None:
            return NO_PLACE
        step = self.step(field, one, place)
        if step is None:
            return refused("no_step", self.rule)
        return moving.bars_step(field, one, place[0])

    def step(self, field: Field, one: Figure, place: Place) -> reach.Step | None:
        return next((step for step in moving.walks(field, one) if step.to == place), None)

    def act(self, field: Field, one: Figure, told: Told) -> None:
        place = place_in(field, told["to"])
        step = self.step(field, one, place) if place else None
        assert step is not None
        moving.walk(field, one, step)


class Riding(Move):
    """A rider's step: ``dir`` is the direction in which the head goes, or the rump going backwards."""

    fields: ClassVar = {"fig": str, "dir": int}
    rule: ClassVar[str] = "Montjoie 4.2"

    def bars(self, field: Field, one: Figure) -> Problem | None:
        return moving.bars(field, one) if one.mounted else refused("not_mounted", self.rule)

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for step in moving.rides(field, one):
            if step.kind == self.kind:
                yield {"fig": one.id, "dir": step.dirs[0]}

    def step(self, field: Field, one: Figure, way: int) -> riding.RiderStep | None:
        return next((step for step in moving.rides(field, one) if step.kind == self.kind and step.dirs == (way,)), None)

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        step = self.step(field, one, told["dir"])
        return refused("no_step", self.rule) if step is None else moving.bars_step(field, one, step.head)

    def act(self, field: Field, one: Figure, told: Told) -> None:
        step = self.step(field, one, told["dir"])
        assert step is not None
        moving.ride(field, one, step)


class Ride(Riding):
    kind: ClassVar[str] = "ride"


class Back(Riding):
    kind: ClassVar[str] = "back"


class Pivot(Riding):
    kind: ClassVar[str] = "pivot"


class LeapWall(Riding):
    """Over a low wall: two forward steps in one, so that both hexes are beyond (Montjoie 1.3)."""

    kind: ClassVar[str] = "leap_wall"
    fields: ClassVar = {"fig": str, "dir1": int, "dir2": int}
    module: ClassVar[str] = "low_walls"

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for step in moving.rides(field, one):
            if step.kind == self.kind:
                yield {"fig": one.id, "dir1": step.dirs[0], "dir2": step.dirs[1]}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        step = self.leap(field, one, told)
        return refused("no_step", self.rule) if step is None else moving.bars_step(field, one, step.head)

    def leap(self, field: Field, one: Figure, told: Told) -> riding.RiderStep | None:
        return next(
            (
                step
                for step in moving.rides(field, one)
                if step.kind == self.kind and step.dirs == (told["dir1"], told["dir2"])
            ),
            None,
        )

    def act(self, field: Field, one: Figure, told: Told) -> None:
        step = self.leap(field, one, told)
        assert step is not None
        moving.ride(field, one, step)


class Go(Move):
    """The cheapest way to a place, without slipping past enemies; it stops where somebody has to decide."""

    kind: ClassVar[str] = "go"
    fields: ClassVar = {"fig": str, "to": str}
    rule: ClassVar[str] = "Montjoie 6"

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for goal in routes.reachable(field, one):
            yield {"fig": one.id, "to": goal}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        return None if told["to"] in routes.reachable(field, one) else refused("out_of_reach", self.rule)

    def act(self, field: Field, one: Figure, told: Told) -> None:
        field.push("walk", fig=one.id, way=routes.reachable(field, one).way(told["to"]))


class Along(Move):
    """A way of one's own: place by place on foot; for a rider step by step (``ride:0``, ``leap_wall:0:1``, ``back:3``)."""

    kind: ClassVar[str] = "path"
    fields: ClassVar = {"fig": str, "to": list}
    rule: ClassVar[str] = "Montjoie 6"

    def choices(self, field: Field, seat: Seat) -> Iterator[Choice]:
        for one in field.state.on_map(seat):
            if self.bars(field, one) is not None:
                continue
            if one.mounted:
                names = [routes.step_name(step) for step in moving.rides(field, one)]
            else:
                names = [place_name(step.to) for step in moving.walks(field, one)]
            if names:
                yield Choice(
                    kind=self.kind,
                    arguments={"fig": OneOf(values=(one.id,)), "to": Path(places=tuple(names), longest=ways.LONGEST)},
                    exact=False,
                    label=one.id,
                )

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        names = told["to"]
        if not 1 <= len(names) <= ways.LONGEST:
            return refused("no_path", self.rule)
        if one.mounted:
            return routes.refuse_ride(field, one, names)
        places = [place_in(field, name) for name in names]
        if any(place is None for place in places):
            return NO_PLACE
        return routes.refuse_path(field, one, [place for place in places if place is not None])

    def act(self, field: Field, one: Figure, told: Told) -> None:
        field.push("walk", fig=one.id, way=list(told["to"]))


class Kneel(Move):
    """Down on a knee (Montjoie 2.4)."""

    kind: ClassVar[str] = "kneel"
    rule: ClassVar[str] = "Montjoie 2.4.1"
    module: ClassVar[str] = "kneeling"
    fields: ClassVar = {"fig": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        yield {"fig": one.id}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        if one.mounted or field.is_armoured(one) or one.layer not in (BASE, "roof", "hoarding"):
            return refused("cannot_kneel", self.rule)
        if moving.left_after(field, one, self.cost(field), (one.place,)) is None:
            return refused("too_few_points", self.rule)
        return None

    def cost(self, field: Field) -> int:
        return 0 if field.readings["kneel.mp"] == "rise" else field.tables.mp["kneel"]

    def act(self, field: Field, one: Figure, told: Told) -> None:
        moving.pay(field, one, self.cost(field), (one.place,))
        one.kneeling = True
        field.touched()
        field.tell("kneels", self.rule, figure=one.id)


class Rise(Kneel):
    """Up again, before he moves."""

    kind: ClassVar[str] = "rise"

    def bars(self, field: Field, one: Figure) -> Problem | None:
        if not one.kneeling or not one.is_fit or one.done:
            return refused("does_not_kneel", self.rule)
        return None

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        if moving.left_after(field, one, self.cost(field), (one.place,)) is None:
            return refused("too_few_points", self.rule)
        return None

    def cost(self, field: Field) -> int:
        return field.tables.mp["rise"]

    def act(self, field: Field, one: Figure, told: Told) -> None:
        moving.pay(field, one, self.cost(field), (one.place,))
        one.kneeling = False
        field.touched()
        field.tell("rises", self.rule, figure=one.id)


class Mount(Move):
    """Into the saddle: twice the points that are left (Montjoie 4.2)."""

    kind: ClassVar[str] = "mount"
    rule: ClassVar[str] = "Montjoie 4.2"
    fields: ClassVar = {"fig": str, "horse": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for horse in field.state.on_map():
            if horse.cls == "horse" and field.distance(one, horse) == 1:
                yield {"fig": one.id, "horse": horse.id}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        horse = field.state.figures.get(told["horse"])
        if horse is None or horse.cls != "horse" or horse.where != "map" or horse.stunned or horse.seat != one.seat:
            return refused("no_horse", self.rule)
        if one.mounted or not any(field.counter(one).mounted or ()) or one.layer != BASE:
            return refused("cannot_ride", self.rule)
        if field.distance(one, horse) != 1:
            return refused("not_beside", self.rule)
        if moving.watchers_of(field, one):
            return refused("enemy_beside", self.rule)
        if moving.left_after(field, one, field.tables.mp["mount"], (one.place,)) is None:
            return refused("too_few_points", self.rule)
        return None

    def act(self, field: Field, one: Figure, told: Told) -> None:
        horse = field.figure(told["horse"])
        moving.pay(field, one, field.tables.mp["mount"], (one.place,))
        saddle(field, one, horse)
        field.tell("mounted", self.rule, figure=one.id, horse=horse.id, left=one.left)


def saddle(field: Field, one: Figure, horse: Figure) -> None:
    """He sits on it: what points are left on foot are doubled."""
    one.at, one.layer, one.facing, one.mounted = horse.at, BASE, horse.facing, True
    one.left *= field.tables.number["riding_factor"]
    one.spent *= field.tables.number["riding_factor"]
    one.track, one.kneeling = (), False
    harm.remove(field, horse, "ridden")


class Dismount(Move):
    """Out of the saddle, on to a free hex beside the horse: half the points that are left (Montjoie 4.2)."""

    kind: ClassVar[str] = "dismount"
    rule: ClassVar[str] = "Montjoie 4.2"
    fields: ClassVar = {"fig": str, "to": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for hex_ in sorted({near for at in field.hexes_of(one) for near in field.here.beside[at] if near}):
            yield {"fig": one.id, "to": hex_}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        place = place_in(field, told["to"])
        if not one.mounted:
            return refused("not_mounted", self.rule)
        if place is None or not self.beside(field, one, place):
            return NO_PLACE
        if moving.watchers_of(field, one):
            return refused("enemy_beside", self.rule)
        if moving.left_after(field, one, field.tables.mp["dismount"], (place,)) is None:
            return refused("too_few_points", self.rule)
        return None

    def beside(self, field: Field, one: Figure, place: Place) -> bool:
        return field.is_free(place) and any(reach.step(field.here, own_, place) is not None for own_ in field.held(one))

    def act(self, field: Field, one: Figure, told: Told) -> None:
        place = place_in(field, told["to"])
        assert place is not None
        moving.pay(field, one, field.tables.mp["dismount"], (place,))
        left = one.left // field.tables.number["riding_factor"]
        harm.part(field, one, "free")
        one.done, one.left = False, left
        one.at, one.layer = place
        field.tell("dismounted", self.rule, figure=one.id, at=one.at, left=one.left)
        moving.arrive(field, one, one.at)


class DeclareHamstring(Move):
    """A peasant sets out to cut a horse's tendons (Montjoie 2.3.1)."""

    kind: ClassVar[str] = "declare_hamstring"
    rule: ClassVar[str] = "Montjoie 2.3.1"
    module: ClassVar[str] = "hamstring"
    fields: ClassVar = {"fig": str, "rider": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        if one.cls == "peasant":
            for rider in field.enemies(one.seat):
                if rider.mounted:
                    yield {"fig": one.id, "rider": rider.id}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        rider = enemy(field, one.seat, told["rider"])
        if rider is None or one.spent or not hamstring.may_declare(field, one, rider):
            return refused("cannot_steal_up", self.rule)
        return None

    def act(self, field: Field, one: Figure, told: Told) -> None:
        one.cuts, one.seen = told["rider"], False
        field.tell("declared_hamstring", self.rule, figure=one.id, rider=told["rider"])


class Exit(Move):
    """Off the map, from a hex of that edge (Montjoie 4.4)."""

    kind: ClassVar[str] = "exit"
    rule: ClassVar[str] = "Montjoie 4.4"
    fields: ClassVar = {"fig": str, "edge": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for edge in sorted(field.here.edges(one.at)):
            yield {"fig": one.id, "edge": edge}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        if told["edge"] not in field.here.edges(one.at) or one.layer != BASE:
            return refused("not_on_that_edge", self.rule)
        if moving.left_after(field, one, field.tables.mp["exit"], (one.place,)) is None:
            return refused("too_few_points", self.rule)
        return moving.bars_step(field, one, one.at)

    def act(self, field: Field, one: Figure, told: Told) -> None:
        if moving.leaves_contact(field, one, field.tables.mp["exit"], (one.place,)):
            leave(field, one, told["edge"])


def leave(field: Field, one: Figure, edge: str) -> None:
    one.edge, one.fled = edge, not routes.is_objective(field, edge, one.seat)
    field.tell("left_map", "Montjoie 4.4", figure=one.id, edge=edge, fled=one.fled)
    wounded = one.wounded
    harm.remove(field, one, "left")
    one.wounded = wounded


class EndMove(Move):
    """That figure has done with moving."""

    kind: ClassVar[str] = "end_move"
    rule: ClassVar[str] = "Montjoie 6.3"
    fields: ClassVar = {"fig": str}

    def bars(self, field: Field, one: Figure) -> Problem | None:
        return refused("not_moving", self.rule) if field.state.mover != one.id or one.done else None

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        yield {"fig": one.id}

    def act(self, field: Field, one: Figure, told: Told) -> None:
        one.done = True


class Take(Move):
    """Up with a coil, a barrel or a ladder that lies here; one thing can be carried."""

    kind: ClassVar[str] = "take"
    rule: ClassVar[str] = "Montjoie 6.3"
    fields: ClassVar = {"fig": str, "thing": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for thing in field.state.things.values():
            if (thing.at, thing.layer) == one.place:
                yield {"fig": one.id, "thing": thing.id}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        thing = field.state.things.get(told["thing"])
        if thing is None or (thing.at, thing.layer) != one.place or one.mounted:
            return refused("nothing_here", self.rule)
        if any(gear in CARRIED for gear in one.gear):
            return refused("hands_full", self.rule)
        if moving.left_after(field, one, field.tables.mp["take"], (one.place,)) is None:
            return refused("too_few_points", self.rule)
        return None

    def act(self, field: Field, one: Figure, told: Told) -> None:
        thing = field.state.things.pop(told["thing"])
        moving.pay(field, one, field.tables.mp["take"], (one.place,))
        one.gear = tuple(sorted((*one.gear, thing.kind)))
        field.tell("took", self.rule, figure=one.id, thing=thing.kind)


CARRIED = ("ladder", "grapnel", "oil")


class Leave(Move):
    """Down with what is carried."""

    kind: ClassVar[str] = "leave"
    rule: ClassVar[str] = "Montjoie 6.3"
    fields: ClassVar = {"fig": str, "thing": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for gear in one.gear:
            if gear in CARRIED:
                yield {"fig": one.id, "thing": gear}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        if told["thing"] not in one.gear or told["thing"] not in CARRIED or one.layer not in (BASE, "roof", "hoarding"):
            return refused("nothing_carried", self.rule)
        if moving.left_after(field, one, field.tables.mp["take"], (one.place,)) is None:
            return refused("too_few_points", self.rule)
        return None

    def act(self, field: Field, one: Figure, told: Told) -> None:
        gear = list(one.gear)
        gear.remove(told["thing"])
        one.gear = tuple(gear)
        moving.pay(field, one, field.tables.mp["take"], (one.place,))
        put_down(field, told["thing"], one.place)
        field.tell("left_thing", self.rule, figure=one.id, thing=told["thing"])


def put_down(field: Field, kind: str, place: Place) -> None:
    number = 1
    while f"{kind}-{number}" in field.state.things:
        number += 1
    things = {
        **field.state.things,
        f"{kind}-{number}": Thing(id=f"{kind}-{number}", kind=kind, at=place[0], layer=place[1]),
    }
    field.state.things = {key: things[key] for key in sorted(things)}


VERBS = (
    Step(),
    Go(),
    Along(),
    Ride(),
    Back(),
    Pivot(),
    LeapWall(),
    Kneel(),
    Rise(),
    Mount(),
    Dismount(),
    DeclareHamstring(),
    Take(),
    Leave(),
    Exit(),
    EndMove(),
)
