"""Offensive and defensive fire (Montjoie 6.2)."""

from collections.abc import Iterator
from typing import ClassVar

from rulesets.contract import Problem
from rulesets.montjoie import shooting
from rulesets.montjoie.field import Field
from rulesets.montjoie.shooting import Aim
from rulesets.montjoie.state import Figure
from rulesets.montjoie.verbs.common import NOT_YOURS, Told, Verb, enemy, own, refused
from rulesets.vocabulary import Seat


class Shot(Verb):
    """A shot in offensive fire."""

    kind: ClassVar[str] = "shoot"
    rule: ClassVar[str] = "Montjoie 4.9"
    fields: ClassVar = {"fig": str, "weapon": str, "target": str}
    defensive: ClassVar[bool] = False

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for one in field.state.on_map(seat):
            for weapon in dict.fromkeys(one.weapons):
                if shooting.may_use(field, one, weapon, defensive=self.defensive) is None:
                    for target in self.targets(field, seat):
                        yield {"fig": one.id, "weapon": weapon, "target": target.id}

    def targets(self, field: Field, seat: Seat) -> list[Figure]:
        return list(field.enemies(seat))

    def aim(self, field: Field, seat: Seat, told: Told) -> Aim | Problem:
        one, target = own(field, seat, told["fig"]), enemy(field, seat, told["target"])
        if one is None:
            return NOT_YOURS
        if target is None or target not in self.targets(field, seat):
            return refused("no_target", self.rule)
        return shooting.aim(field, one, target, told["weapon"], defensive=self.defensive)

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        found = self.aim(field, seat, told)
        return found if isinstance(found, Problem) else None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        found = self.aim(field, seat, told)
        assert isinstance(found, Aim)
        shooting.shoot(field, field.figure(told["fig"]), found, defensive=self.defensive)


class Rock(Shot):
    """A rock on whoever stands below."""

    kind: ClassVar[str] = "throw_rock"
    rule: ClassVar[str] = "Montjoie 3.2"
    module: ClassVar[str] = "rocks"
    fields: ClassVar = {"fig": str, "target": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for one in field.state.on_map(seat):
            if shooting.pile_limits(field, one) == "none":
                continue
            for target in self.targets(field, seat):
                if field.distance(one, target) <= 1:
                    yield {"fig": one.id, "target": target.id}

    def aim(self, field: Field, seat: Seat, told: Told) -> Aim | Problem:
        one, target = own(field, seat, told["fig"]), enemy(field, seat, told["target"])
        if one is None:
            return NOT_YOURS
        if target is None or target not in self.targets(field, seat):
            return refused("no_target", self.rule)
        return shooting.rock(field, one, target, defensive=self.defensive)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        found = self.aim(field, seat, told)
        assert isinstance(found, Aim)
        shooting.shoot(field, field.figure(told["fig"]), found, defensive=self.defensive, kind="rock")


class Oil(Verb):
    """A barrel of boiling oil on whoever stands below."""

    kind: ClassVar[str] = "pour_oil"
    rule: ClassVar[str] = "Montjoie 6.2"
    fields: ClassVar = {"fig": str, "barrel": str, "target": str}
    defensive: ClassVar[bool] = False

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        if not any(thing.kind == "oil" for thing in field.state.things.values()):
            return
        for one in field.state.on_map(seat):
            for barrel in shooting.barrels_at(field, one):
                for target in shooting.oil_targets(field, one, defensive=self.defensive):
                    yield {"fig": one.id, "barrel": barrel, "target": target}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        one = own(field, seat, told["fig"])
        if one is None:
            return NOT_YOURS
        if told["barrel"] not in shooting.barrels_at(field, one):
            return refused("no_barrel", self.rule)
        if told["target"] not in shooting.oil_targets(field, one, defensive=self.defensive):
            return refused("not_below", self.rule)
        return self.judge(field, told)

    def judge(self, field: Field, told: Told) -> Problem | None:
        return None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        shooting.pour(
            field, field.figure(told["fig"]), field.figure(told["target"]), told["barrel"], defensive=self.defensive
        )


class FireArrow(Verb):
    """A burning arrow at a hoarding or a wagon."""

    kind: ClassVar[str] = "fire_arrow"
    rule: ClassVar[str] = "Montjoie 3.1.8"
    fields: ClassVar = {"fig": str, "weapon": str, "feature": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for one in field.state.on_map(seat):
            for feature, _hex, weapon in shooting.fire_targets(field, one):
                yield {"fig": one.id, "weapon": weapon, "feature": feature}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        one = own(field, seat, told["fig"])
        if one is None:
            return NOT_YOURS
        found = {(feature, weapon) for feature, _hex, weapon in shooting.fire_targets(field, one)}
        return None if (told["feature"], told["weapon"]) in found else refused("no_target", self.rule)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        shooting.fire_arrow(field, field.figure(told["fig"]), told["feature"], told["weapon"])


class Answering:
    """In defensive fire there is one target: whoever moves."""

    def mover(self, field: Field) -> str:
        return field.state.stack[-1].fig


class DefensiveShot(Answering, Shot):
    kind: ClassVar[str] = "def_shoot"
    defensive: ClassVar[bool] = True

    def targets(self, field: Field, seat: Seat) -> list[Figure]:
        return [field.figure(self.mover(field))]


class DefensiveRock(Answering, Rock):
    kind: ClassVar[str] = "def_rock"
    defensive: ClassVar[bool] = True

    def targets(self, field: Field, seat: Seat) -> list[Figure]:
        return [field.figure(self.mover(field))]


class DefensiveOil(Answering, Oil):
    kind: ClassVar[str] = "def_oil"
    defensive: ClassVar[bool] = True

    def judge(self, field: Field, told: Told) -> Problem | None:
        return None if told["target"] == self.mover(field) else refused("no_target", self.rule)


VERBS = (Shot(), Rock(), Oil(), FireArrow())
ANSWERS = (DefensiveShot(), DefensiveRock(), DefensiveOil())
