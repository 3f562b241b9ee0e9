"""Everything else a figure does: attack, weapons, rallying, boats, animals, guns moved, joining, prisoners, the scenario (AWAM 10.4)."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct

from rulesets.awam import boats, geometry, markers, morale, rights, shooting
from rulesets.awam.acts.common import NOT_THERE, Base, Of
from rulesets.awam.catalogue import play_of
from rulesets.awam.state import Figure
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Choice, OneOf, Problem
from rulesets.vocabulary import Json


class At(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    target: str


class Attack(Base[At]):
    """An enemy in contact, once a turn a pair (AWAM 6.1)."""

    kind: ClassVar[str] = "attack"
    in_melee: ClassVar[bool] = True
    said = At

    def targets(self, world: World, figure: Figure) -> list[str]:
        others = [*world.touching(figure), *self._neutrals(world, figure), *boats.boarders(world, figure)]
        return [
            one.id
            for one in others
            if world.pair(figure.id, one.id) not in world.state.fought and self._room(world, one)
        ]

    @staticmethod
    def _neutrals(world: World, figure: Figure) -> list[Figure]:
        """Neutrals in contact: they may be attacked, with an order (AWAM 10.2)."""
        return [
            one
            for one in world.state.seen(figure.seat)
            if one.seat != figure.seat
            and not one.prisoner
            and not world.hostile(figure, one)
            and world.in_contact(figure, one)
        ]

    @staticmethod
    def _room(world: World, target: Figure) -> bool:
        active = world.state.active
        assert active is not None
        return sum(key == target.id for _one, key in active.fights) < TABLES.melee.most

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        targets = tuple(self.targets(world, figure))
        if targets:
            yield self.choice(figure, target=OneOf(values=targets))

    def judge(self, world: World, figure: Figure, said: At) -> Problem | None:
        if figure.guards:
            return Problem(code="may_not_charge", rule="AWAM 6.7")
        return None if said.target in self.targets(world, figure) else NOT_THERE

    def carry_out(self, world: World, figure: Figure, said: At, *, ordered: bool) -> None:
        target = world.figure(said.target)
        figure.acted = True
        boats.grapple(world, figure, target)
        shooting.provoke(world, figure, target)
        active = world.state.active
        assert active is not None
        active.fights.append((figure.id, target.id))
        world.tell("attacked", "AWAM 6.1", figure=figure.id, target=target.id)


class Armed(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    weapon: str


class ChangeWeapon(Base[Armed]):
    """Another weapon in hand: one move (AWAM 3.4)."""

    kind: ClassVar[str] = "change_weapon"
    said = Armed

    @staticmethod
    def weapons(figure: Figure) -> list[str]:
        others = [gun.key for number, gun in enumerate(figure.firearms) if number != figure.hand]
        gun = figure.gun
        hinders = figure.drawn and figure.blade not in ("", "bayonet") and gun is not None
        if hinders and gun is not None and TABLES.firearms[gun.key].long:
            others.append(gun.key)
        return list(dict.fromkeys(others))

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        weapons = tuple(self.weapons(figure))
        if weapons:
            yield self.choice(figure, weapon=OneOf(values=weapons))

    def judge(self, world: World, figure: Figure, said: Armed) -> Problem | None:
        if said.weapon not in self.weapons(figure):
            return Problem(code="no_such_weapon", rule="AWAM 3.4", place="weapon")
        return None

    def carry_out(self, world: World, figure: Figure, said: Armed, *, ordered: bool) -> None:
        key = said.weapon
        figure.hand = next(number for number, gun in enumerate(figure.firearms) if gun.key == key)
        if TABLES.firearms[key].long and figure.blade != "bayonet":
            figure.drawn = False
        figure.reload, figure.acted = 0, True
        world.tell("changed_weapon", "AWAM 3.4", figure=figure.id, weapon=key)


class DrawBlade(Base[Of]):
    """A blade is drawn, a bayonet fixed: green marker (AWAM 6.2)."""

    kind: ClassVar[str] = "draw_blade"
    said = Of

    @staticmethod
    def able(figure: Figure) -> bool:
        return figure.blade in ("sabre", "sword", "bayonet") and not (figure.drawn or figure.warrior)

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if self.able(figure):
            yield self.choice(figure)

    def judge(self, world: World, figure: Figure, said: Of) -> Problem | None:
        return None if self.able(figure) else Problem(code="no_blade", rule="AWAM 6.2")

    def carry_out(self, world: World, figure: Figure, said: Of, *, ordered: bool) -> None:
        figure.drawn = figure.acted = True
        world.tell("drew", "AWAM 6.2", figure=figure.id, blade=figure.blade)


class HandOver(Base[At]):
    """A prisoner to a friend in contact (AWAM 6.7)."""

    kind: ClassVar[str] = "hand_over"
    said = At

    def friends(self, world: World, figure: Figure) -> list[str]:
        if not figure.guards:
            return []
        return [
            one.id
            for one in world.friends(figure)
            if not one.broken
            and not one.guards
            and geometry.touching(figure.at, figure.radius, one.at, one.radius, TABLES.bases.touch)
        ]

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        friends = tuple(self.friends(world, figure))
        if friends:
            yield self.choice(figure, target=OneOf(values=friends))

    def judge(self, world: World, figure: Figure, said: At) -> Problem | None:
        return None if said.target in self.friends(world, figure) else NOT_THERE

    def carry_out(self, world: World, figure: Figure, said: At, *, ordered: bool) -> None:
        prisoner = world.figure(figure.guards)
        new = world.figure(said.target)
        figure.guards, figure.acted = "", True
        markers.keep(new, prisoner)
        world.tell("handed_over", "AWAM 6.7", figure=prisoner.id, guard=new.id)


class Verb(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    verb: str
    thing: str


class Special(Base[Verb]):
    """A verb of the scenario (AWAM 10.4)."""

    kind: ClassVar[str] = "special"
    said = Verb

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        for verb, thing in play_of(world.state.scenario).specials(world, figure):
            yield self.choice(figure, verb=OneOf(values=(verb,)), thing=OneOf(values=(thing,)))

    def judge(self, world: World, figure: Figure, said: Verb) -> Problem | None:
        if (said.verb, said.thing) not in play_of(world.state.scenario).specials(world, figure):
            return Problem(code="no_such_verb", rule="AWAM 10.4", place="verb")
        return None

    def carry_out(self, world: World, figure: Figure, said: Verb, *, ordered: bool) -> None:
        figure.acted = True
        play_of(world.state.scenario).special(world, figure, said.verb, said.thing)


class Rally(Base[At]):
    """A leader stops a runaway: one of the squad's orders, without a test of the leader, or his own action (AWAM 7.4, 10.4)."""

    kind: ClassVar[str] = "rally"
    in_water: ClassVar[bool] = True
    in_melee: ClassVar[bool] = True
    marks: ClassVar[bool] = False
    said = At

    def gate(self, world: World, figure: Figure) -> Problem | None:
        """With an order of the roll it is no action: also for a leader who has acted or fired."""
        if world.state.active is not None and world.state.active.left > 0 and figure.fit:
            return None
        return super().gate(world, figure)

    def pays(self, world: World, figure: Figure, arguments: dict[str, Json]) -> rights.Pays | None:
        if world.state.active is not None and world.state.active.left > 0 and figure.fit:
            return "command"
        held = figure.carded or world.engaged(figure) or world.swims(figure)
        return "own" if figure.fit and not held else None

    def targets(self, world: World, figure: Figure) -> list[str]:
        return [
            one.id for one in world.state.of(figure.seat) if morale.may_rally(world, figure, one) and not one.ran_broken
        ] + [one.id for one in world.state.of(figure.seat) if morale.may_rally(world, figure, one) and one.ran_broken]

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        targets = tuple(self.targets(world, figure))
        if targets:
            yield self.choice(figure, target=OneOf(values=targets))

    def judge(self, world: World, figure: Figure, said: At) -> Problem | None:
        return None if said.target in self.targets(world, figure) else NOT_THERE

    def carry_out(self, world: World, figure: Figure, said: At, *, ordered: bool) -> None:
        target = world.figure(said.target)
        morale.rally(world, figure, target)
        target.carded = True


def joinable(world: World, squad: str) -> list[str]:
    """Reduced squads of the same seat that may be taken in (AWAM 7.2)."""
    state = world.state
    own = state.squads[squad]
    if not own.halved:
        return []
    found = []
    for other in state.squads.values():
        if other.id == squad or other.seat != own.seat or not other.halved:
            continue
        if _near(world, squad, other.id):
            found.append(other.id)
    return found


def _near(world: World, one: str, other: str) -> bool:
    mine = [figure for figure in world.state.of_squad(one) if figure.standing]
    theirs = [figure for figure in world.state.of_squad(other) if figure.standing]
    if not mine or not theirs:
        return False
    leaders = [[figure for figure in group if figure.commands] for group in (mine, theirs)]
    if all(leaders):
        mine, theirs = leaders
    return any(geometry.within(a.at, b.at, TABLES.morale.joins) for a in mine for b in theirs)


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    fig: str
    squad: str


class Join(Base[Joining]):
    """Two reduced squads become one: the order goes to the leader, or the lowest number (AWAM 7.2)."""

    kind: ClassVar[str] = "join"
    said = Joining

    @staticmethod
    def speaker(world: World, squad: str) -> Figure | None:
        standing = [one for one in world.state.of_squad(squad) if one.standing and not one.broken]
        return next((one for one in standing if one.commands), standing[0] if standing else None)

    def options(self, world: World, figure: Figure) -> Iterator[Choice]:
        if figure is self.speaker(world, figure.squad):
            squads = tuple(joinable(world, figure.squad))
            if squads:
                yield self.choice(figure, squad=OneOf(values=squads))

    def judge(self, world: World, figure: Figure, said: Joining) -> Problem | None:
        if figure is not self.speaker(world, figure.squad) or said.squad not in joinable(world, figure.squad):
            return Problem(code="cannot_join", rule="AWAM 7.2", place="squad")
        return None

    def carry_out(self, world: World, figure: Figure, said: Joining, *, ordered: bool) -> None:
        other = said.squad
        for one in world.state.of_squad(other):
            one.squad = figure.squad
        squad = world.squad(figure.squad)
        del world.state.squads[other]
        squad.started = sum(one.standing for one in world.state.of_squad(squad.id))
        squad.halved = False
        figure.acted = True
        world.tell("joined", "AWAM 7.2", squad=squad.id, other=other)


EVERY = (Attack, ChangeWeapon, DrawBlade, HandOver, Special, Rally, Join)
