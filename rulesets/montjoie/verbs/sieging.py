"""What is done on the days of a siege: engines, works above and below ground, the fight in the mine, waiting or assault (Montjoie 6.5)."""

from collections.abc import Iterator
from typing import Any, ClassVar

from rulesets.contract import Choice, IntRange, OneOf, Problem, Subset
from rulesets.montjoie import siege
from rulesets.montjoie.field import Field
from rulesets.montjoie.siege import siege_of
from rulesets.montjoie.verbs.common import Told, Verb, refused
from rulesets.vocabulary import Seat

MOST_HEXES = 2


def _men(field: Field, seat: Seat, named: list[str], most: int) -> Problem | None:
    """Whether these men may be named for today's work."""
    known = {one.id for one in siege.miners(field, seat)}
    if not named or len(set(named)) != len(named) or any(key not in known for key in named):
        return refused("no_miners", "Montjoie 5.4")
    return refused("no_room_underground", "Montjoie 3.3.2", most=most) if len(named) > most else None


class Bombard(Verb):
    """Engines at a hoarding or a wall: one hex of each kind a day, each engine once (Montjoie 3.1.6)."""

    kind: ClassVar[str] = "bombard"
    rule: ClassVar[str] = "Montjoie 6.5"
    fields: ClassVar = {"hex": str, "engines": list}

    def choices(self, field: Field, seat: Seat) -> Iterator[Choice]:
        held, ready = siege_of(field), _ready(field)
        if seat != held.besieger or not ready:
            return
        by_kind: dict[str, list[str]] = {}
        for hex_ in field.here.hexes:
            kind = siege.target_kind(field, hex_)
            if kind and kind not in held.struck:
                by_kind.setdefault(kind, []).append(hex_)
        for hexes in by_kind.values():
            yield Choice(
                kind=self.kind,
                arguments={"hex": OneOf(values=tuple(hexes)), "engines": Subset(values=ready, least=1)},
            )

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        held, ready = siege_of(field), _ready(field)
        named = told["engines"]
        if (
            seat != held.besieger
            or not named
            or len(set(named)) != len(named)
            or any(key not in ready for key in named)
        ):
            return refused("no_engines", self.rule)
        kind = siege.target_kind(field, told["hex"]) if told["hex"] in field.here.terrain else ""
        if not kind:
            return refused("not_to_batter", "Montjoie 3.1.6")
        return refused("struck_today", self.rule) if kind in held.struck else None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        siege.bombard(field, told["hex"], tuple(told["engines"]))


def _ready(field: Field) -> tuple[str, ...]:
    held = siege_of(field)
    return tuple(sorted(key for key, points in held.engines.items() if points and key not in held.fired))


class Work(Verb):
    """A day's work of one side: whatever it is, it is the only one."""

    besieging: ClassVar[bool] = True
    module: ClassVar[str] = "mines"
    rule: ClassVar[str] = "Montjoie 6.5"

    def side(self, field: Field) -> Seat:
        held = siege_of(field)
        return held.besieger if self.besieging else held.garrison

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        return None if seat == self.side(field) else refused("not_your_work", self.rule)

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        held = siege_of(field)
        held.answered = (*held.answered, seat)
        self.work(field, seat, told)

    def work(self, field: Field, seat: Seat, told: Told) -> None:
        raise NotImplementedError


class BuildShed(Work):
    """An engineer and his men put up a shed at the foot of a wall (Montjoie 3.3.1)."""

    kind: ClassVar[str] = "build_shed"
    fields: ClassVar = {"hex": str, "men": list}

    def choices(self, field: Field, seat: Seat) -> Iterator[Choice]:
        least = min(row[0] for row in field.tables.shed.rows)
        men, places = tuple(one.id for one in siege.miners(field, seat)), tuple(siege.sheds(field))
        if self.is_played(field) and places and len(men) >= least and self._why(field, seat) is None:
            yield Choice(
                kind=self.kind,
                arguments={"hex": OneOf(values=places), "men": Subset(values=men, least=least)},
            )

    def _why(self, field: Field, seat: Seat) -> Problem | None:
        held = siege_of(field)
        found = super().refuse(field, seat, {})
        if found is None and (held.closed or held.shed):
            found = refused("shed_stands", "Montjoie 3.3.1")
        if found is None and not siege.engineer_fit(field):
            found = refused("no_engineer", "Montjoie 3.3.1")
        return found

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        found = self._why(field, seat) or _men(field, seat, told["men"], len(field.state.figures))
        if found is not None:
            return found
        if told["hex"] not in siege.sheds(field):
            return refused("no_foot_of_wall", "Montjoie 3.3.1")
        return None if siege.build_days(field, len(told["men"])) else refused("too_few_men", "Montjoie 3.3.1")

    def work(self, field: Field, seat: Seat, told: Told) -> None:
        days = siege.build_days(field, len(told["men"]))
        siege.set_shed(field, told["hex"], days)
        siege_of(field).busy[seat] = tuple(told["men"])
        field.tell("shed_begun", "Montjoie 3.3.1", hex=told["hex"], days=days, men=len(told["men"]))


class MoveShed(Work):
    """The shed to the foot of another stretch of wall: the old gallery is given up (Montjoie 6.5)."""

    kind: ClassVar[str] = "move_shed"
    fields: ClassVar = {"hex": str}

    def candidates(self, field: Field, seat: Seat) -> Iterator[Told]:
        for hex_ in siege.sheds(field):
            yield {"hex": hex_}

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        held = siege_of(field)
        found = super().refuse(field, seat, told)
        if found is not None:
            return found
        if not held.shed or held.ready > held.day or held.lit or held.closed:
            return refused("no_shed", "Montjoie 3.3.1")
        ok = told["hex"] in siege.sheds(field) and told["hex"] != held.shed
        return None if ok else refused("no_foot_of_wall", "Montjoie 3.3.1")

    def work(self, field: Field, seat: Seat, told: Told) -> None:
        siege.set_shed(field, told["hex"], 0)
        field.tell("shed_moved", "Montjoie 3.3.1", hex=told["hex"])


class Dig(Work):
    """One wall hex of the mine, or two in haste; or into the enemy's gallery (Montjoie 3.3.3, 3.3.7)."""

    kind: ClassVar[str] = "dig"
    fields: ClassVar = {"hexes": list, "men": list}

    def choices(self, field: Field, seat: Seat) -> Iterator[Choice]:
        if not self.is_played(field) or self.why_not(field, seat) is not None:
            return
        hexes = tuple(sorted(siege.targets(field, seat)))
        men = tuple(one.id for one in siege.miners(field, seat))
        if hexes and men:
            yield Choice(
                kind=self.kind,
                arguments={
                    "hexes": Subset(values=hexes, least=1, most=min(MOST_HEXES, len(hexes))),
                    "men": Subset(values=men, least=1, most=min(siege.room(field, seat), len(men))),
                },
            )

    def why_not(self, field: Field, seat: Seat) -> Problem | None:
        found = Work.refuse(self, field, seat, {})
        if found is None and not siege.may_dig(field, seat):
            found = refused("may_not_dig", "Montjoie 5.4")
        if found is None and self.needs_engineer(field) and not siege.engineer_fit(field):
            found = refused("no_engineer", "Montjoie 3.3.2")
        return found

    def needs_engineer(self, field: Field) -> bool:
        return True

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        found = self.why_not(field, seat)
        if found is not None:
            return found
        hexes = told["hexes"]
        known = siege.targets(field, seat)
        if not 1 <= len(hexes) <= MOST_HEXES or len(set(hexes)) != len(hexes) or any(one not in known for one in hexes):
            return refused("not_to_dig", "Montjoie 3.3.3")
        return _men(field, seat, told["men"], siege.room(field, seat))

    def work(self, field: Field, seat: Seat, told: Told) -> None:
        siege.dig(field, seat, tuple(told["hexes"]), tuple(told["men"]))


class Countermine(Dig):
    """The garrison's own gallery (Montjoie 3.3.8)."""

    kind: ClassVar[str] = "countermine"
    besieging: ClassVar[bool] = False

    def needs_engineer(self, field: Field) -> bool:
        return bool(field.readings["mine.counter_engineer"] == "yes")

    def why_not(self, field: Field, seat: Seat) -> Problem | None:
        found = super().why_not(field, seat)
        if found is not None and found.code == "no_engineer" and self._own_engineer(field, seat):
            return None
        return found

    def _own_engineer(self, field: Field, seat: Seat) -> bool:
        return any(one.cls == "engineer" and one.is_alive for one in field.state.of(seat))


class FillMine(Work):
    """Earth back into the besiegers' gallery, their miners driven off (Montjoie 3.3.8)."""

    kind: ClassVar[str] = "fill_mine"
    besieging: ClassVar[bool] = False
    fields: ClassVar = {"count": int, "men": list}

    def choices(self, field: Field, seat: Seat) -> Iterator[Choice]:
        if self.is_played(field) and self._why_not(field, seat) is None and siege.miners(field, seat):
            men = tuple(one.id for one in siege.miners(field, seat))
            yield Choice(
                kind=self.kind,
                arguments={
                    "count": IntRange(low=1, high=MOST_HEXES),
                    "men": Subset(values=men, least=1, most=min(siege.room(field, seat), len(men))),
                },
            )

    def _why_not(self, field: Field, seat: Seat) -> Problem | None:
        found = super().refuse(field, seat, {})
        if found is None and (not siege.may_dig(field, seat) or not siege.may_fill(field)):
            found = refused("not_to_fill", "Montjoie 3.3.8")
        return found

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        found = self._why_not(field, seat)
        if found is not None:
            return found
        if not 1 <= told["count"] <= MOST_HEXES:
            return refused("not_to_fill", "Montjoie 3.3.8")
        return _men(field, seat, told["men"], siege.room(field, seat))

    def work(self, field: Field, seat: Seat, told: Told) -> None:
        siege.fill(field, told["count"], tuple(told["men"]))


class FireProps(Work):
    """The props are set alight: the wall may fall a day later (Montjoie 3.3.5)."""

    kind: ClassVar[str] = "fire_props"

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        found = super().refuse(field, seat, told)
        if found is not None:
            return found
        return None if siege.may_dig(field, seat) and siege.enough(field) else refused("too_few_dug", "Montjoie 3.3.5")

    def work(self, field: Field, seat: Seat, told: Told) -> None:
        siege_of(field).lit = siege_of(field).day
        field.tell("props_fired", "Montjoie 3.3.5", wall=siege_of(field).wall)


class Pass(Verb):
    """Nothing more in this step."""

    kind: ClassVar[str] = "pass"
    rule: ClassVar[str] = "Montjoie 5.4"

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        held = siege_of(field)
        held.answered = (*held.answered, seat)


class MineAttack(Verb):
    """The first of the queue attacks the other side's first (R59)."""

    kind: ClassVar[str] = "mine_attack"
    rule: ClassVar[str] = "Montjoie 3.3.8"

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        siege.mine_attack(field)


class Withdraw(Verb):
    """Out of the mine: driven off (R59)."""

    kind: ClassVar[str] = "withdraw"
    rule: ClassVar[str] = "Montjoie 5.4"

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        siege.drive_off(field, seat)


class Wait(Verb):
    """Another day (Montjoie 5.4)."""

    kind: ClassVar[str] = "wait"
    rule: ClassVar[str] = "Montjoie 5.4"

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        held = siege_of(field)
        return refused("last_day", self.rule) if held.day >= held.last_day else None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        siege.next_day(field)


class Assault(Verb):
    """The battle begins (Montjoie 5.4)."""

    kind: ClassVar[str] = "assault"
    rule: ClassVar[str] = "Montjoie 5.4"

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        siege.assault(field)
        field.state.phase = "deploy"


ENGINES: tuple[Verb, ...] = (Bombard(), Pass())
WORKS: tuple[Verb, ...] = (Dig(), BuildShed(), MoveShed(), FireProps(), Countermine(), FillMine(), Pass())
FIGHT: tuple[Verb, ...] = (MineAttack(), Withdraw())
END: tuple[Verb, ...] = (Wait(), Assault())


def program(field: Field, seat: Seat, prompt: str) -> tuple[str, dict[str, Any]]:
    """What the program does on a day of siege: everything at the mine, the engines at the mined wall, no counter-attack."""
    held = siege_of(field)
    if prompt == "siege_works" and seat == held.besieger:
        if FireProps().refuse(field, seat, {}) is None:
            return "fire_props", {}
        for choice in WORKS[0].choices(field, seat):
            hexes, men = choice.arguments["hexes"], choice.arguments["men"]
            assert isinstance(hexes, Subset)
            assert isinstance(men, Subset)
            return "dig", {"hexes": [hexes.values[0]], "men": list(men.values[: men.most])}
    if prompt == "siege_engines":
        for choice in ENGINES[0].choices(field, seat):
            hexes_, ready = choice.arguments["hex"], choice.arguments["engines"]
            assert isinstance(hexes_, OneOf)
            assert isinstance(ready, Subset)
            return "bombard", {"hex": hexes_.values[0], "engines": list(ready.values)}
    if prompt == "siege_fight":
        return "mine_attack", {}
    if prompt == "siege_end":
        hopeless = held.closed and not held.breach
        return ("assault" if held.breach or hopeless or held.day >= held.last_day else "wait"), {}
    return "pass", {}


def absent(field: Field, prompt: str) -> tuple[str, dict[str, Any]]:
    """What is done for one who is not there: as little as may be."""
    if prompt == "siege_fight":
        return "withdraw", {}
    held = siege_of(field)
    if prompt == "siege_end":
        return ("assault" if held.day >= held.last_day else "wait"), {}
    return "pass", {}
