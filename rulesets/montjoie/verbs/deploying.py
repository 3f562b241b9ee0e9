"""Setting up, and what may be said at any time: orders, loaders, the end of a phase (Montjoie 6.1)."""

from collections.abc import Iterator
from typing import Any, ClassVar

from rulesets.contract import Choice, OneOf, Problem
from rulesets.montjoie import placing
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import BASE, Figure, place_name
from rulesets.montjoie.state import Place as Spot
from rulesets.montjoie.verbs.common import NO_PLACE, NOT_YOURS, Told, Verb, own, place_in, refused
from rulesets.vocabulary import Seat

EVERYBODY = "everybody"
ORDERS = ("ask", "hold", "A", "B", "C")
NOBODY = ""


class Place(Verb):
    """A figure of one's own on a place of the zone."""

    kind: ClassVar[str] = "place"
    rule: ClassVar[str] = "Montjoie 6.1"
    fields: ClassVar = {"fig": str, "to": str, "face": int, "kneel": bool}

    optional: ClassVar = ("kneel",)

    def choices(self, field: Field, seat: Seat) -> Iterator[Choice]:
        """For each figure its places, together those with the same ways to face and to stand there."""
        for one in placing.waiting(field, seat):
            alike: dict[tuple[tuple[int, ...], bool], list[str]] = {}
            for place in placing.spots(field, one):
                faces = tuple(
                    face for face in placing.facings(field, one) if placing.refuse(field, one, place, face) is None
                )
                if faces:
                    alike.setdefault((faces, may_kneel(field, one, place)), []).append(place_name(place))
            for (faces, kneels), places in alike.items():
                yield Choice(
                    kind=self.kind,
                    arguments={
                        "fig": OneOf(values=(one.id,)),
                        "to": OneOf(values=tuple(places)),
                        "face": OneOf(values=faces),
                        "kneel": OneOf(values=(False, True) if kneels else (False,)),
                    },
                    optional=self.optional,
                    label=one.id,
                )

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        one = field.state.figures.get(told["fig"])
        if one is None or one.seat != seat or one.where != "waiting":
            return NOT_YOURS
        place = place_in(field, told["to"])
        if place is None:
            return NO_PLACE
        if told["face"] not in placing.facings(field, one):
            return refused("bad_direction", self.rule)
        if told.get("kneel") and not may_kneel(field, one, place):
            return refused("cannot_kneel", "Montjoie 2.4.1")
        return placing.refuse(field, one, place, told["face"])

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        one, place = field.figure(told["fig"]), place_in(field, told["to"])
        assert place is not None
        placing.put_on(field, one, place, told["face"])
        one.kneeling = told.get("kneel", False)
        field.touched()


def may_kneel(field: Field, one: Figure, place: Spot) -> bool:
    """Whether he may be set up there on a knee (Montjoie 2.4.1)."""
    able = field.state.has("kneeling") and not one.mounted and not field.is_armoured(one)
    return able and place[1] in (BASE, "roof", "hoarding")


class Unplace(Verb):
    """Off the map again, before the end of setting up."""

    kind: ClassVar[str] = "unplace"
    rule: ClassVar[str] = "Montjoie 6.1"
    fields: ClassVar = {"fig": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for one in field.state.on_map(seat):
            yield {"fig": one.id}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        one = own(field, seat, told["fig"])
        return NOT_YOURS if one is None or field.is_animal(one) else None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        placing.take_off(field, field.figure(told["fig"]))


class PlaceRest(Verb):
    """Whoever is not set up yet, as the scenario says."""

    kind: ClassVar[str] = "place_rest"
    rule: ClassVar[str] = "Montjoie 8"

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        return None if placing.waiting(field, seat) else refused("nobody_waits", self.rule)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        placing.rest(field, seat)


class PlaceMarker(Verb):
    """A filled moat, of as many as the scenario gives (Montjoie 6.1)."""

    kind: ClassVar[str] = "place_marker"
    rule: ClassVar[str] = "Montjoie 6.1"
    fields: ClassVar = {"marker": str, "hex": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        if field.state.side(seat).markers.get("filled_moat"):
            for hex_, kind in field.here.kinds.items():
                if kind == "moat":
                    yield {"marker": "filled_moat", "hex": hex_}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        if not field.state.side(seat).markers.get(told["marker"]) or told["marker"] != "filled_moat":
            return refused("no_marker", self.rule)
        return None if field.here.kinds.get(told["hex"]) == "moat" else refused("not_a_moat", self.rule)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        field.state.side(seat).markers[told["marker"]] -= 1
        field.state.filled = tuple(sorted((*field.state.filled, told["hex"])))
        field.changed_ground()
        field.tell("moat_filled", self.rule, at=told["hex"])


class EndDeploy(Verb):
    """Everybody is set up."""

    kind: ClassVar[str] = "end_deploy"
    rule: ClassVar[str] = "Montjoie 6.1"

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        left = placing.waiting(field, seat)
        return refused("not_all_placed", self.rule, figures=[one.id for one in left]) if left else None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        field.state.side(seat).deployed = True
        field.tell("deployed", self.rule, seat=seat)


class SetLoader(Verb):
    """Who loads for a crossbowman, or for nobody; once a turn, before he moves (Montjoie 2.2)."""

    kind: ClassVar[str] = "set_loader"
    rule: ClassVar[str] = "Montjoie 2.2"
    module: ClassVar[str] = "loaders"
    fields: ClassVar = {"fig": str, "shooter": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        shooters = [one.id for one in field.state.on_map(seat) if "crossbow" in one.weapons]
        if not shooters:
            return
        for one in field.state.on_map(seat):
            yield {"fig": one.id, "shooter": NOBODY}
            for shooter in shooters:
                yield {"fig": one.id, "shooter": shooter}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        one = own(field, seat, told["fig"])
        if one is None:
            return NOT_YOURS
        if one.entered or one.done or one.loader_set or one.spent:
            return refused("has_moved", self.rule)
        if told["shooter"] == NOBODY:
            return None if one.loads_for else refused("loads_for_nobody", self.rule)
        shooter = own(field, seat, told["shooter"])
        if shooter is None or one.loads_for == shooter.id or not placing.may_load(field, one, shooter):
            return refused("cannot_load", self.rule)
        return None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        one = field.figure(told["fig"])
        one.loads_for, one.loader_set = told["shooter"], field.state.phase != "deploy"
        field.tell("loads", self.rule, figure=one.id, shooter=told["shooter"])


class SetOrders(Verb):
    """Whether somebody shoots at movers by himself, and from which letter (Montjoie 5.3)."""

    kind: ClassVar[str] = "set_orders"
    rule: ClassVar[str] = "Montjoie 5.3"
    fields: ClassVar = {"fig": str, "order": str}

    def choices(self, field: Field, seat: Seat) -> Iterator[Choice]:
        figures = tuple(one.id for one in field.state.of(seat) if one.weapons and one.is_alive)
        if figures:
            yield Choice(
                kind=self.kind,
                arguments={"fig": OneOf(values=(EVERYBODY, *figures)), "order": OneOf(values=ORDERS)},
            )

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        if told["order"] not in ORDERS:
            return refused("unknown_order", self.rule)
        known = {one.id for one in field.state.of(seat) if one.weapons and one.is_alive}
        return None if known and told["fig"] in {EVERYBODY, *known} else NOT_YOURS

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        for one in field.state.of(seat):
            if one.weapons and told["fig"] in (EVERYBODY, one.id):
                one.order = told["order"]


class SetRefusal(Verb):
    """Whether somebody goes out of the way of attacks by himself, and from which column (Montjoie 5.3)."""

    kind: ClassVar[str] = "set_refusal"
    rule: ClassVar[str] = "Montjoie 5.3"
    module: ClassVar[str] = "refuse"
    fields: ClassVar = {"fig": str, "order": str}

    def orders(self, field: Field) -> tuple[str, ...]:
        return ("ask", "never", *field.tables.combat_foot.columns)

    def choices(self, field: Field, seat: Seat) -> Iterator[Choice]:
        if not self.is_played(field):
            return
        figures = tuple(one.id for one in field.state.of(seat) if one.is_alive and not field.is_animal(one))
        arguments: dict[str, Any] = {
            "fig": OneOf(values=(EVERYBODY, *figures)),
            "order": OneOf(values=self.orders(field)),
        }
        yield Choice(kind=self.kind, arguments=arguments)

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        if told["order"] not in self.orders(field):
            return refused("unknown_order", self.rule)
        known = {one.id for one in field.state.of(seat) if one.is_alive and not field.is_animal(one)}
        return None if told["fig"] in {EVERYBODY, *known} else NOT_YOURS

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        for one in field.state.of(seat):
            if told["fig"] in (EVERYBODY, one.id):
                one.refusal = told["order"]


class EndPhase(Verb):
    """Nothing more in this phase."""

    kind: ClassVar[str] = "end_phase"
    rule: ClassVar[str] = "Montjoie 5.1"

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        if field.state.phase == "combat" and any(one.jumps_on and one.at for one in field.state.on_map(seat)):
            return refused("owes_jump", "Montjoie 1.2.6")
        return None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        field.state.ended = True


class Concede(Verb):
    """The field is the enemy's."""

    kind: ClassVar[str] = "concede"
    rule: ClassVar[str] = "Montjoie 9"

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        field.state.side(seat).conceded = True
        field.tell("conceded", self.rule, seat=seat)


DEPLOY = (Place(), PlaceRest(), Unplace(), PlaceMarker(), EndDeploy())
LOADER = (SetLoader(),)
ALWAYS = (SetOrders(), SetRefusal(), Concede())
LEAVE = (Concede(),)
END = (EndPhase(),)
