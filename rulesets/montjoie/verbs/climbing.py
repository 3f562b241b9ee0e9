"""Up and down: trees, jumps, ladders, grapnels and ropes (Montjoie 1.2, 1.4.2, 3.4)."""

from collections.abc import Iterator
from typing import ClassVar

from rulesets.contract import Problem
from rulesets.montjoie import climbs, jumping, moving, reach
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Figure, place_name
from rulesets.montjoie.verbs.common import NOT_YOURS, Told, Verb, own, place_in, refused
from rulesets.montjoie.verbs.fighting import owed_jumps
from rulesets.montjoie.verbs.marching import Move
from rulesets.vocabulary import Seat


class Offered(Move):
    """What the ground offers of a kind from where the figure is: ``to`` says which."""

    fields: ClassVar = {"fig": str, "to": str}
    rule: ClassVar[str] = "Montjoie 1.2"
    ground: ClassVar[str] = ""
    """The kind of step that it is on the ground; empty: as the verb is called."""

    def bars(self, field: Field, one: Figure) -> Problem | None:
        if one.mounted:
            return refused("on_foot_only", self.rule)
        return moving.bars(field, one) or moving.bars_step(field, one, one.at)

    def steps(self, field: Field, one: Figure) -> Iterator[reach.Step]:
        return jumping.leaps(field, one, self.ground or self.kind)

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for step in self.steps(field, one):
            yield {"fig": one.id, "to": place_name(step.to)}

    def step(self, field: Field, one: Figure, name: str) -> reach.Step | None:
        place = place_in(field, name)
        return next((step for step in self.steps(field, one) if step.to == place), None)

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        return refused("no_step", self.rule) if self.step(field, one, told["to"]) is None else None

    def act(self, field: Field, one: Figure, told: Told) -> None:
        step = self.step(field, one, told["to"])
        assert step is not None
        self.take(field, one, step)

    def take(self, field: Field, one: Figure, step: reach.Step) -> None:
        moving.walk(field, one, step)


class ClimbTree(Offered):
    kind: ClassVar[str] = "climb_tree"
    module: ClassVar[str] = "trees"


class CrownStep(Offered):
    kind: ClassVar[str] = "crown_step"
    module: ClassVar[str] = "trees"


class TrunkDown(Offered):
    kind: ClassVar[str] = "trunk_down"
    module: ClassVar[str] = "trees"


class TreeLeap(Offered):
    kind: ClassVar[str] = "tree_leap"
    module: ClassVar[str] = "trees"

    def steps(self, field: Field, one: Figure) -> Iterator[reach.Step]:
        return (step for step in jumping.leaps(field, one, self.kind) if field.is_free(step.to))

    def take(self, field: Field, one: Figure, step: reach.Step) -> None:
        jumping.leap(field, one, step)


class Jump(Offered):
    kind: ClassVar[str] = "jump"
    rule: ClassVar[str] = "Montjoie 1.2.4"

    def take(self, field: Field, one: Figure, step: reach.Step) -> None:
        jumping.jump(field, one, step)


class Ladder(Offered):
    kind: ClassVar[str] = "ladder"
    rule: ClassVar[str] = "Montjoie 1.4.2"


class CrossTop(Offered):
    """From a rope over the edge, or over it on to the rope (Montjoie 3.4.1)."""

    kind: ClassVar[str] = "cross_top"
    rule: ClassVar[str] = "Montjoie 3.4.1"
    module: ClassVar[str] = "grapnels"


class Rope(Offered):
    """Up or down a rope; too few points for a level are saved (Montjoie R34)."""

    kind: ClassVar[str] = "rope"
    rule: ClassVar[str] = "Montjoie 3.4.1"
    module: ClassVar[str] = "grapnels"

    def steps(self, field: Field, one: Figure) -> Iterator[reach.Step]:
        return climbs.rope_steps(field, one)

    def take(self, field: Field, one: Figure, step: reach.Step) -> None:
        climbs.climb_rope(field, one, step)


class JumpHorse(Move):
    """Down on to his own horse (Montjoie 1.2.5)."""

    kind: ClassVar[str] = "jump_horse"
    rule: ClassVar[str] = "Montjoie 1.2.5"
    fields: ClassVar = {"fig": str, "horse": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for horse, _hex in jumping.horses(field, one):
            yield {"fig": one.id, "horse": horse.id}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        if not any(horse.id == told["horse"] for horse, _hex in jumping.horses(field, one)):
            return refused("no_horse", self.rule)
        if moving.left_after(field, one, field.tables.mp["jump"], (one.place,)) is None:
            return refused("too_few_points", self.rule)
        return moving.bars_step(field, one, one.at)

    def act(self, field: Field, one: Figure, told: Told) -> None:
        horse, aimed = next(found for found in jumping.horses(field, one) if found[0].id == told["horse"])
        jumping.on_to_horse(field, one, horse, aimed)


class JumpAttack(Move):
    """Down on to an enemy (Montjoie 1.2.6)."""

    kind: ClassVar[str] = "jump_attack"
    rule: ClassVar[str] = "Montjoie 1.2.6"
    fields: ClassVar = {"fig": str, "target": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for target in dict.fromkeys(found.id for found, _step in jumping.victims(field, one)):
            yield {"fig": one.id, "target": target}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        if not any(found.id == told["target"] for found, _step in jumping.victims(field, one)):
            return refused("cannot_jump_on", self.rule)
        return moving.bars_step(field, one, one.at)

    def act(self, field: Field, one: Figure, told: Told) -> None:
        target, step = min(
            (found for found in jumping.victims(field, one) if found[0].id == told["target"]),
            key=lambda found: found[1].cost,
        )
        jumping.on_to_enemy(field, one, target, step)


class RaiseLadder(Move):
    """A carried ladder against the wall (Montjoie 6.3)."""

    kind: ClassVar[str] = "raise_ladder"
    rule: ClassVar[str] = "Montjoie 6.3"
    fields: ClassVar = {"fig": str, "wall": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        if "ladder" in one.gear:
            for hex_ in climbs.walls_beside(field, one, most=2):
                yield {"fig": one.id, "wall": hex_}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        if "ladder" not in one.gear or one.mounted:
            return refused("nothing_carried", self.rule)
        if told["wall"] not in climbs.walls_beside(field, one, most=2):
            return refused("no_wall", self.rule)
        if moving.left_after(field, one, field.tables.mp["raise_ladder"], (one.place,)) is None:
            return refused("too_few_points", self.rule)
        return None

    def act(self, field: Field, one: Figure, told: Told) -> None:
        moving.pay(field, one, field.tables.mp["raise_ladder"], (one.place,))
        climbs.hang(field, one, "ladder", told["wall"])


class ThrowGrapnel(Move):
    """A grapnel over the wall; who throws does nothing else this turn (Montjoie 3.4.1)."""

    kind: ClassVar[str] = "throw_grapnel"
    rule: ClassVar[str] = "Montjoie 3.4.1"
    module: ClassVar[str] = "grapnels"
    fields: ClassVar = {"fig": str, "wall": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        if "grapnel" in one.gear:
            for hex_ in climbs.walls_beside(field, one, most=2):
                yield {"fig": one.id, "wall": hex_}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        if "grapnel" not in one.gear or one.mounted or field.is_armoured(one):
            return refused("nothing_carried", self.rule)
        if one.entered or one.spent:
            return refused("has_moved", self.rule)
        return None if told["wall"] in climbs.walls_beside(field, one, most=2) else refused("no_wall", self.rule)

    def act(self, field: Field, one: Figure, told: Told) -> None:
        climbs.throw(field, one, told["wall"])


class DropRope(Move):
    """The rope is let down from above, to be used again (Montjoie 3.4.1)."""

    kind: ClassVar[str] = "drop_rope"
    rule: ClassVar[str] = "Montjoie 3.4.1"
    module: ClassVar[str] = "grapnels"
    fields: ClassVar = {"fig": str, "rope": str}

    def options(self, field: Field, one: Figure) -> Iterator[Told]:
        for rope in climbs.at_top(field, one, "rope"):
            yield {"fig": one.id, "rope": rope.id}

    def judge(self, field: Field, one: Figure, told: Told) -> Problem | None:
        rope = next((found for found in climbs.at_top(field, one, "rope") if found.id == told["rope"]), None)
        if rope is None:
            return refused("no_rope", self.rule)
        return refused("somebody_on_it", self.rule) if climbs.climbers(field, rope) else None

    def act(self, field: Field, one: Figure, told: Told) -> None:
        climbs.drop(field, one, told["rope"])


class CutRope(Verb):
    """Instead of an attack: the rope across whose side one stands (Montjoie 3.4.4)."""

    kind: ClassVar[str] = "cut_rope"
    rule: ClassVar[str] = "Montjoie 3.4.4"
    fields: ClassVar = {"fig": str, "rope": str}
    what: ClassVar[str] = "rope"

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        if not field.state.climbs:
            return
        for one in field.state.on_map(seat):
            for rope in climbs.at_top(field, one, self.what):
                yield {"fig": one.id, "rope": rope.id}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        if owed_jumps(field, seat):
            return refused("owes_jump", "Montjoie 1.2.6")
        one = own(field, seat, told["fig"])
        if one is None:
            return NOT_YOURS
        if not one.is_fit or one.attacked or one.kneeling or field.is_animal(one) or one.mounted:
            return refused("has_attacked", self.rule)
        rope = next((found for found in climbs.at_top(field, one, self.what) if found.id == told["rope"]), None)
        if rope is None or rope.fixed:
            return refused("no_rope", self.rule)
        return None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        climbs.cut(field, field.figure(told["fig"]), field.state.climbs[told["rope"]])


class PushLadder(CutRope):
    """Instead of an attack: a ladder is pushed off, by one who is in no fight (base page)."""

    kind: ClassVar[str] = "push_ladder"
    rule: ClassVar[str] = "Cry Havoc, not found"
    what: ClassVar[str] = "ladder"

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        problem = super().refuse(field, seat, told)
        if problem is not None:
            return problem
        one = field.figure(told["fig"])
        return refused("is_engaged", self.rule) if one.fought_in == field.state.count else None


VERBS = (
    ClimbTree(),
    CrownStep(),
    TreeLeap(),
    TrunkDown(),
    Jump(),
    JumpHorse(),
    JumpAttack(),
    Ladder(),
    RaiseLadder(),
    ThrowGrapnel(),
    Rope(),
    CrossTop(),
    DropRope(),
)
FIGHTING = (CutRope(), PushLadder())
