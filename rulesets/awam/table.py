"""AWAM on a table with miniatures: the deck, whose turn it is, D6 orders, every roll of the companion, and how the scenario stands.

The deck has no order: each card is drawn at random of those that are left (AWAM 2.1), so that nothing can tell the next one. What is left is
public.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from rulesets.awam import dealing, expeditions, reckoning
from rulesets.awam.batteries import Burst, Mend, Shell
from rulesets.awam.companion import ASKED, Chance, Event, Fall, Hits, Hurl, Morale, Reload, Shoot
from rulesets.awam.dealing import SQUADS, Draw, Hand, Name, Shuffle, Squads, Suit
from rulesets.awam.duels import BreakOff, Fight, Stand
from rulesets.awam.evening import GROUPS, PLAYS, Table
from rulesets.awam.expeditions import SHEET
from rulesets.awam.fashoda import FLAGGED
from rulesets.awam.reckoning import Blow, Close, Count, Flag, Loss, Treaty
from rulesets.awam.setting import SEATS, seats_for
from rulesets.awam.tables import TABLES
from rulesets.companion import COUNTED, Companion, End, Facts, Roll, Throw
from rulesets.contract import UMPIRE, Domain, IntRange, Json, OneOf, Outcome, Problem, Seat, Setup
from rulesets.dice import Dice

ROLLS: Mapping[str, type[Roll]] = {
    "draw": Draw,
    "name": Name,
    "shoot": Shoot,
    "hurl": Hurl,
    "hits": Hits,
    "reload": Reload,
    "fight": Fight,
    "stand": Stand,
    "break_off": BreakOff,
    "morale": Morale,
    "fall": Fall,
    "burst": Burst,
    "shell": Shell,
    "mend": Mend,
    "event": Event,
    "treaty": Treaty,
    "flag": Flag,
    "blow": Blow,
    "chance": Chance,
    "loss": Loss,
    "count": Count,
    "close": Close,
    "shuffle": Shuffle,
    "squads": Squads,
    "suit": Suit,
    "hand": Hand,
}
"""What the companion can do: the deck first, and last what only changes the deck."""
DEALT = ("draw", "shuffle", "hand", "suit", "count")
"""What only the umpire does where there is one."""
OF_FASHODA = ("flag", "blow")
ROLLED_AT = ("", "fashoda")
"""Where the events and the treaty are of any use: in their scenario, and in one that the players made."""
FIRST = ("weapon", "missile", "who", "distance", "side")
"""Circumstances that a form asks for before others."""
NOTED = (Flag, Blow, Treaty, Loss)


class AwamTable(Companion[Table]):
    key = "awam-table"
    rule = "AWAM"
    end_rule = "AWAM 17"
    readings_rule = "AWAM 11"
    sides = SEATS
    umpired = True
    plays = PLAYS
    rolls = ROLLS
    turns = "shuffle"
    shared = frozenset(("draw", "name", "shuffle"))
    picky = (
        "shoot",
        "hurl",
        "reload",
        "fight",
        "burst",
        "shell",
        "mend",
        "hand",
        "suit",
        "treaty",
        "flag",
        "blow",
        "loss",
    )
    asked = ASKED
    named: ClassVar[Mapping[str, str]] = {"weapon": "unknown_weapon", "missile": "unknown_weapon"}
    table = Table

    def answers(self) -> Mapping[str, tuple[Json, ...]]:
        return {key: reading.values for key, reading in TABLES.readings.items()}

    def openings(self) -> tuple[tuple[str, tuple[Seat, ...]], ...]:
        """Fashoda for so many as come (AWAM 12.5), the scenarios for two, and a table of one's own."""
        races = tuple(("fashoda", seats_for("fashoda", number)) for number in range(len(SEATS), 1, -1))
        return (*races, ("well", SEATS[:2]), ("ivory", SEATS[:2]), ("", SEATS))

    def check_setup(self, setup: Setup) -> list[Problem]:
        found = super().check_setup(setup)
        if not found and setup.options.get("play") in ("well", "ivory") and set(setup.forces) != set(SEATS[:2]):
            found.append(Problem(code="two_sides", data={"sides": len(setup.forces)}, place="forces"))
        return found

    def begun(self, table: Table, setup: Setup, dice: Dice) -> None:
        table.turn = 1
        table.play = setup.options.get("play", "")
        table.limit = reckoning.limit_of(table.play)
        table.squads = reckoning.squads(table.play, tuple(self.seats(table)), SQUADS)
        if table.play == "fashoda":
            table.groups = {group.card: group.cards for group in SHEET.groups.values()}
            table.called = {group.card: name for name, group in SHEET.groups.items()}
        dealing.shuffled(table)

    # --- Who may do what

    def kinds(self, table: Table, seat: Seat) -> Iterable[str]:
        deals = seat == UMPIRE or not table.umpire
        for kind in self.rolls:
            if kind == "draw" and (table.over or table.waits):
                continue
            if kind == "name" and (not table.waits or not (deals or seat == table.waits)):
                continue
            if kind in DEALT and not deals:
                continue
            if kind == "close" and (seat != UMPIRE or table.counted is None):
                continue
            if kind == "suit" and table.drawn:
                continue
            if self._elsewhere(table, kind):
                continue
            yield kind

    def _elsewhere(self, table: Table, kind: str) -> bool:
        """What another scenario asks for, and what takes two flags."""
        if kind in ("event", "treaty"):
            return table.play not in ROLLED_AT
        if kind in OF_FASHODA:
            return table.play != "fashoda" or (kind == "blow" and len(self._flagged(table)) < 2)
        return False

    def _flagged(self, table: Table) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats(table) if seat in FLAGGED)

    def domains(self, table: Table, seat: Seat, kind: str) -> dict[str, Domain]:
        found, seats = super().domains(table, seat, kind), tuple(self.seats(table))
        if kind == "name" and table.waits:
            found["squad"] = IntRange(low=1, high=table.squads[table.waits])
        if kind == "count":
            wanted = reckoning.asked(table, seats)
            found = {name: domain for name, domain in found.items() if name in wanted or name == "note"}
        flagged = self._flagged(table)
        there: dict[str, tuple[str, ...]] = {
            "side": seats,
            "name": ("", *(one for one in flagged if expeditions.RAMPIN in seats)),
            "against": flagged,
        }
        if kind in ("flag", "loss"):
            there["by"] = ("", *seats, *(GROUPS if kind == "loss" else ()))
        if kind == "treaty":
            there["side"] = ("", *seats)
        if kind == "blow":
            there["side"] = flagged
        if kind == "squads" and table.umpire and seat != UMPIRE:
            there["side"] = (seat,)
        found |= {name: OneOf(values=values) for name, values in there.items() if name in found}
        return {name: found[name] for name in sorted(found, key=_place)}

    def fault(self, said: Roll, table: Table, seat: Seat) -> Problem | None:
        if isinstance(said, Hand):
            return dealing.unfit(said, table)
        if isinstance(said, NOTED):
            return reckoning.fault(said, table)
        return super().fault(said, table, seat)

    # --- What comes of it

    def fall(self, said: Roll, throw: Throw, table: Table, seat: Seat) -> Facts:
        readings, seats = self.readings(table.readings), self.seats(table)
        match said:
            case Draw():
                return dealing.drawn(table, throw, readings)
            case Name():
                return dealing.named(table, said.squad, readings)
            case Shuffle():
                # The turn has been counted already.
                found: Facts = {"before": table.turn - 1, "why": table.over or "ruled"}
                dealing.shuffled(table)
                return found | {"cards": len(table.deck)}
            case Hand():
                return dealing.handed(table, said)
            case Suit():
                return dealing.suit_taken(table, said, seats)
            case Squads():
                table.squads = table.squads | {said.side: said.squads}
                if table.waits == said.side and not said.squads:
                    table.waits = ""
                return {"side": said.side, "squads": said.squads, "over": dealing.judged(table, readings)}
            case Count():
                return reckoning.counted(said, table, seats)
            case Close():
                table.outcome = msgspec.to_builtins(reckoning.outcome(table, seats, said.note))
                return {"seats": table.outcome["seats"], "turns": table.turn}
        if isinstance(said, NOTED):
            return reckoning.noted(said, table, throw)
        return super().fall(said, throw, table, seat)

    # --- How it ended

    def is_counted(self, table: Table) -> bool:
        return table.counted is not None

    def outcome_of(self, table: Table, said: End) -> Outcome:
        seats = self.seats(table)
        if said.winner == COUNTED:
            return reckoning.outcome(table, seats, said.note)
        return msgspec.structs.replace(super().outcome_of(table, said), **reckoning.befell(table, seats))


def _place(name: str) -> int:
    """Where a circumstance stands in its form."""
    return FIRST.index(name) if name in FIRST else len(FIRST)
