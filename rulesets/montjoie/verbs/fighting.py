"""Close combat and what belongs to its phase (Montjoie 6.4)."""

from collections.abc import Iterator
from typing import ClassVar

from rulesets.contract import Choice, OneOf, Problem, Subset
from rulesets.montjoie import fights, hamstring, harm, jumping, refusing
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Figure, place_name
from rulesets.montjoie.verbs.common import NOT_YOURS, Pending, Told, Verb, enemy, own, refused
from rulesets.vocabulary import Seat


def may_attack(field: Field, one: Figure) -> Problem | None:
    """Why a figure has no attack left in this phase."""
    if one.attacked or one.cuts or one.threw:
        return refused("has_attacked", "Montjoie 4.7")
    if one.jumps_on:
        return refused("owes_jump", "Montjoie 1.2.6")
    return None if field.is_able(one) else refused("cannot_attack", "Montjoie 4.7")


class Attack(Verb):
    """Some of one's own, together, at one enemy."""

    kind: ClassVar[str] = "attack"
    rule: ClassVar[str] = "Montjoie 4.8"
    fields: ClassVar = {"figs": list, "target": str}

    def choices(self, field: Field, seat: Seat) -> Iterator[Choice]:
        if owed_jumps(field, seat):
            return
        able = [one for one in field.state.on_map(seat) if may_attack(field, one) is None]
        for target in field.enemies(seat):
            near = [one for one in able if field.may_fight(one, target)]
            if near and fights.odds(field, near, target).column is not None:
                yield Choice(
                    kind=self.kind,
                    arguments={
                        "figs": Subset(values=tuple(one.id for one in near), least=1),
                        "target": OneOf(values=(target.id,)),
                    },
                    exact=False,
                    label=target.id,
                )

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        if owed_jumps(field, seat):
            return refused("owes_jump", "Montjoie 1.2.6")
        keys = told["figs"]
        target = enemy(field, seat, told["target"])
        if target is None:
            return refused("no_target", self.rule)
        if not keys or len(set(keys)) != len(keys):
            return refused("named_twice", self.rule)
        attackers: list[Figure] = []
        for key in keys:
            one = own(field, seat, key)
            if one is None:
                return NOT_YOURS
            problem = may_attack(field, one)
            if problem is not None:
                return problem
            if not field.may_fight(one, target):
                return refused("not_within_reach", "Montjoie 4.7", figure=key)
            attackers.append(one)
        odds = fights.odds(field, attackers, target)
        if odds.column is None:
            return refused("odds_too_low", self.rule, attack=odds.attack, defence=odds.defence)
        return None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        attackers = [field.figure(key) for key in told["figs"]]
        fights.open_attack(field, attackers, field.figure(told["target"]))


def owed_jumps(field: Field, seat: Seat) -> list[Figure]:
    return [one for one in field.state.on_map(seat) if one.jumps_on and one.at]


class ResolveJump(Verb):
    """The blow of one who jumped on an enemy: before every other attack (Montjoie 1.2.6)."""

    kind: ClassVar[str] = "resolve_jump"
    rule: ClassVar[str] = "Montjoie 1.2.6"
    fields: ClassVar = {"fig": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for one in owed_jumps(field, seat):
            yield {"fig": one.id}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        one = own(field, seat, told["fig"])
        if one is None:
            return NOT_YOURS
        return None if one.jumps_on else refused("owes_nothing", self.rule)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        jumping.strike(field, field.figure(told["fig"]))


class Capture(Verb):
    """A stunned enemy whom none of his own stands by is led away (Montjoie R50)."""

    kind: ClassVar[str] = "capture"
    rule: ClassVar[str] = "Montjoie R50"
    fields: ClassVar = {"fig": str, "target": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for target in field.enemies(seat):
            if target.stunned:
                for one in field.state.on_map(seat):
                    if field.distance(one, target) == 1:
                        yield {"fig": one.id, "target": target.id}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        if owed_jumps(field, seat):
            return refused("owes_jump", "Montjoie 1.2.6")
        one, target = own(field, seat, told["fig"]), enemy(field, seat, told["target"])
        if one is None:
            return NOT_YOURS
        problem = may_attack(field, one)
        if problem is not None:
            return problem
        if target is None or not target.stunned or field.is_animal(target) or not field.may_fight(one, target):
            return refused("cannot_capture", self.rule)
        if one.layer in HANDS_FULL or target.layer in HANDS_FULL:
            return refused("cannot_capture", self.rule)
        guarded = any(
            friend is not target
            and friend.is_fit
            and not field.is_animal(friend)
            and field.distance(friend, target) <= 1
            for friend in field.state.on_map(target.seat)
        )
        return refused("is_guarded", self.rule) if guarded else None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        one, target = field.figure(told["fig"]), field.figure(told["target"])
        one.attacked = True
        one.deeds += 1
        field.tell("captured", self.rule, figure=one.id, target=target.id)
        if target.mounted:
            harm.part(field, target, "free")
        harm.remove(field, target, "captured")


HANDS_FULL = ("crown", "rope1", "rope2")


class Hamstring(Verb):
    """The cut that was declared (Montjoie 2.3.2)."""

    kind: ClassVar[str] = "hamstring"
    rule: ClassVar[str] = "Montjoie 2.3.2"
    module: ClassVar[str] = "hamstring"
    fields: ClassVar = {"fig": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for one in field.state.on_map(seat):
            if one.cuts:
                yield {"fig": one.id}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        one = own(field, seat, told["fig"])
        if one is None:
            return NOT_YOURS
        return None if hamstring.valid(field, one) else refused("attempt_lost", self.rule)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        one = field.figure(told["fig"])
        rider = one.cuts
        hamstring.cut(field, one)
        if field.readings["hamstring.many"] == "named":
            for other in field.state.on_map(seat):
                if other is not one and other.cuts == rider:
                    other.attacked = True  # the rest only waited (R47)


class Waive(Hamstring):
    """The cutter does not cut; his attack is spent all the same."""

    kind: ClassVar[str] = "waive"

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        field.figure(told["fig"]).attacked = True


# --- What is pending


class Refuse(Pending):
    """Back, out of the way of an attack (Montjoie 2.5)."""

    kind: ClassVar[str] = "refuse"
    rule: ClassVar[str] = "Montjoie 2.5"
    module: ClassVar[str] = "refuse"
    fields: ClassVar = {"path": list}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for way in refusing.options(field, self.frame(field)):
            yield {"path": way}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        return None if told["path"] in refusing.options(field, self.frame(field)) else refused("no_way_back", self.rule)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        refusing.go(field, self.settled(field), told["path"])


class Stand(Pending):
    kind: ClassVar[str] = "stand"
    rule: ClassVar[str] = "Montjoie 2.5"

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        self.settled(field)


class Advance(Pending):
    """Into the hex that the enemy left (Montjoie 4.8)."""

    kind: ClassVar[str] = "advance"
    rule: ClassVar[str] = "Montjoie 4.8"
    fields: ClassVar = {"fig": str, "to": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for key, place in fights.advances(field, self.frame(field)):
            yield {"fig": key, "to": place_name(place)}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        found = {(key, place_name(place)) for key, place in fights.advances(field, self.frame(field))}
        return None if (told["fig"], told["to"]) in found else refused("no_advance", self.rule)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        self.settled(field)
        fights.advance(field, field.figure(told["fig"]), told["to"])


class NoAdvance(Pending):
    kind: ClassVar[str] = "no_advance"
    rule: ClassVar[str] = "Montjoie 4.8"

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        self.settled(field)


class Pick(Pending):
    """Which of several attackers letter A strikes (Montjoie 4.10)."""

    kind: ClassVar[str] = "pick"
    rule: ClassVar[str] = "Montjoie 4.10"
    fields: ClassVar = {"fig": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for key in fights.picks(field, self.frame(field)):
            yield {"fig": key}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        return None if told["fig"] in fights.picks(field, self.frame(field)) else refused("not_among_them", self.rule)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        self.settled(field)
        fights.stunned(field, field.figure(told["fig"]))


VERBS = (ResolveJump(), Attack(), Capture())
CUTS = (Hamstring(), Waive())
