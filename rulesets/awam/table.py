"""AWAM on a table with miniatures: the deck, whose turn it is, D6 orders, and every roll of the companion.

The deck has no order: each card is drawn at random of those that are left (AWAM 2.1), so that nothing can tell the next one. What is left is
public.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

from rulesets import companion
from rulesets.awam import phases, rights
from rulesets.awam.batteries import Burst, Mend, Shell
from rulesets.awam.companion import (
    ASKED,
    Chance,
    Event,
    Fall,
    Hits,
    Hurl,
    Morale,
    Reload,
    Shoot,
    Treaty,
    other,
)
from rulesets.awam.duels import BreakOff, Fight, Stand
from rulesets.awam.setting import SEATS
from rulesets.awam.tables import TABLES
from rulesets.companion import Companion, Facts, Readings, Roll, Switch, Throw
from rulesets.contract import UMPIRE, Domain, IntRange, Json, OneOf, Problem, Seat, Setup
from rulesets.dice import Dice

GROUPS = ("king", "queen", "jack")
"""Court cards, for the umpire's groups: which is which he says at the table."""
MOST_CARDS = 4
MOST_SQUADS = 8
SQUADS = 2
"""How many squads a side has until somebody says otherwise."""

type Number = Annotated[int, IntRange(low=1, high=MOST_SQUADS)]


class Table(companion.Table, kw_only=True, omit_defaults=True):
    """``squads``: of each side those that are able to act. ``groups``: the umpire's cards, in the deck from the next shuffle on.

    ``deck``: what is left, which has no order; ``drawn``: what is not, in order. ``named``: squads that have been activated this turn. ``waits``: the
    side that has still to name the squad its card activates. ``orders``: of the last card, for each of its squads. ``over``: why the turn is.
    """

    squads: dict[Seat, int] = {}
    groups: dict[str, int] = {}
    deck: list[str] = []
    drawn: list[str] = []
    named: dict[str, list[int]] = {}
    waits: Seat = ""
    orders: list[int] = []
    over: str = ""
    handed: int = 0
    """The turn in which the umpire handed out his last card."""

    @property
    def jokers(self) -> int:
        return sum(owner_of(card) == phases.JOKER for card in self.drawn)


def owner_of(card: str) -> str:
    """A side, one of the umpire's groups, or the joker."""
    return card.partition(":")[0]


# --- What is done with the deck (AWAM 2) ----------------------------------------------------------------------------------


class Draw(Roll, frozen=True, kw_only=True):
    """The next card, and the D6 for its orders."""

    rule: ClassVar[str] = "AWAM 2.2"


class Name(Roll, frozen=True, kw_only=True):
    """Which squad the card activates."""

    rule: ClassVar[str] = "AWAM 2.2"
    squad: Number


class Shuffle(Roll, frozen=True, kw_only=True):
    """All cards back in the deck: the next turn begins."""

    rule: ClassVar[str] = "AWAM 2.7"


class Hand(Roll, frozen=True, kw_only=True):
    """One more card of one of the umpire's groups, from the next shuffle on; at once before the first card is drawn. ``back``: one less."""

    rule: ClassVar[str] = "AWAM 18.1"
    group: Annotated[str, OneOf(values=GROUPS)]
    back: Switch = False


class Squads(Roll, frozen=True, kw_only=True):
    """How many squads a side has that are able to act. A side without any has no cards from the next shuffle on (AWAM 2.1)."""

    rule: ClassVar[str] = "AWAM 2.3"
    side: Annotated[str, OneOf(values=SEATS)]
    squads: Annotated[int, IntRange(low=0, high=MOST_SQUADS)]


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
    "chance": Chance,
    "shuffle": Shuffle,
    "squads": Squads,
    "hand": Hand,
}
"""What the companion can do: the deck first, and last what only changes the deck."""
DEALT = ("draw", "shuffle", "hand")
"""What only the umpire does where there is one."""
FIRST = ("weapon", "missile", "who", "distance", "side")
"""Circumstances that a form asks for before others."""


class AwamTable(Companion[Table]):
    key = "awam-table"
    rule = "AWAM"
    end_rule = "AWAM 17"
    readings_rule = "AWAM 11"
    sides = SEATS
    umpired = True
    rolls = ROLLS
    turns = "shuffle"
    shared = frozenset(("draw", "name", "shuffle"))
    picky = ("shoot", "hurl", "reload", "fight", "burst", "shell", "mend", "hand")
    asked = ASKED
    named: ClassVar[Mapping[str, str]] = {"weapon": "unknown_weapon", "missile": "unknown_weapon"}
    table = Table

    def answers(self) -> Mapping[str, tuple[Json, ...]]:
        return {key: reading.values for key, reading in TABLES.readings.items()}

    def begun(self, table: Table, setup: Setup, dice: Dice) -> None:
        table.turn = 1
        table.squads = dict.fromkeys(self.seats(table), SQUADS)
        _shuffled(table)

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
            yield kind

    def domains(self, table: Table, seat: Seat, kind: str) -> dict[str, Domain]:
        found = super().domains(table, seat, kind)
        if kind == "name" and table.waits:
            found["squad"] = IntRange(low=1, high=table.squads[table.waits])
        if kind == "squads":
            deals = seat == UMPIRE or not table.umpire
            found["side"] = OneOf(values=tuple(self.seats(table)) if deals else (seat,))
        return {name: found[name] for name in sorted(found, key=_place)}

    def fault(self, said: Roll, table: Table, seat: Seat) -> Problem | None:
        if isinstance(said, Hand):
            return _unfit(said, table)
        return super().fault(said, table, seat)

    # --- What comes of it

    def fall(self, said: Roll, throw: Throw, table: Table, seat: Seat) -> Facts:
        readings = self.readings(table.readings)
        match said:
            case Draw():
                return _drawn(table, throw, readings)
            case Name():
                return _named(table, said.squad, readings)
            case Shuffle():
                # The turn has been counted already.
                found: Facts = {"before": table.turn - 1, "why": table.over or "ruled"}
                _shuffled(table)
                return found | {"cards": len(table.deck)}
            case Hand():
                return _handed(table, said)
            case Squads():
                table.squads = table.squads | {said.side: said.squads}
                if table.waits == said.side and not said.squads:
                    table.waits = ""
                return {"side": said.side, "squads": said.squads, "over": _judged(table, readings)}
        return super().fall(said, throw, table, seat)


def _place(name: str) -> int:
    """Where a circumstance stands in its form."""
    return FIRST.index(name) if name in FIRST else len(FIRST)


def _shuffled(table: Table) -> None:
    """All cards back in the deck; a side without able squads has none (AWAM 2.1)."""
    seats = [seat for seat in SEATS if table.squads.get(seat)]
    groups = [group for group, cards in table.groups.items() for _card in range(cards)]
    table.deck, table.drawn = list(phases.deck_of(seats, groups)), []
    table.named, table.orders, table.waits, table.over = {}, [], "", ""


def _drawn(table: Table, throw: Throw, readings: Readings) -> Facts:
    """One card at random of those left, and what it does (AWAM 2.1, 2.2)."""
    card = table.deck[throw(1, "card", sides=len(table.deck)).total - 1]
    table.deck = [one for one in table.deck if one != card]
    table.drawn = [*table.drawn, card]
    table.orders = []
    owner = owner_of(card)
    found: Facts = {"card": card, "owner": owner, "drawn": len(table.drawn), "left": len(table.deck)}
    if owner == phases.JOKER:
        table.over = "joker" if table.jokers == TABLES.deck.jokers else ""
        return found | {"joker": table.jokers, "over": table.over}
    squads = 1 if owner in GROUPS else table.squads[owner]
    if not squads:
        return found | {"dead": True, "over": ""}
    ace = phases.is_ace(card, group=owner in GROUPS)
    rolls = squads if ace and other(readings, "A4") else 1
    table.orders = list(throw(rolls, "orders", sides=TABLES.deck.order_die).faces)
    found |= {"ace": ace, "squads": squads, "orders": table.orders}
    found["halved"] = [rights.halved(orders) for orders in table.orders]
    if ace or squads == 1:
        table.named = table.named | {owner: list(range(1, squads + 1))}
    else:
        table.waits = owner
    return found | {"waits": bool(table.waits), "over": _judged(table, readings)}


def _named(table: Table, squad: int, readings: Readings) -> Facts:
    """The squad that a card activates."""
    owner, table.waits = table.waits, ""
    table.named = table.named | {owner: sorted({*table.named.get(owner, []), squad})}
    found: Facts = {"owner": owner, "squad": squad, "orders": table.orders[0]}
    return found | {"halved": rights.halved(table.orders[0]), "over": _judged(table, readings)}


def _judged(table: Table, readings: Readings) -> str:
    """Whether the turn is over because everybody had it (AWAM 2.3, row 2): tested after each whole card."""
    if table.over == "joker" or table.waits or not table.drawn or other(readings, "A3"):
        return table.over
    due = {seat: squads for seat, squads in table.squads.items() if squads}
    if other(readings, "A30"):
        # A card that was handed out this turn is in the deck from the next shuffle on.
        due |= {owner_of(card): 1 for card in (*table.deck, *table.drawn) if owner_of(card) in GROUPS}
    done = all(set(table.named.get(owner, [])) >= set(range(1, squads + 1)) for owner, squads in due.items())
    table.over = "all" if due and done else ""
    return table.over


def _unfit(said: Hand, table: Table) -> Problem | None:
    """What is wrong with a card handed out: one a turn, and a pack has no more (AWAM 18.1)."""
    held = table.groups.get(said.group, 0)
    if said.back:
        return None if held else Problem(code="no_such_card", rule="AWAM 18.1", place="group")
    if held >= MOST_CARDS:
        return Problem(code="no_more_cards", data={"most": MOST_CARDS}, rule="AWAM 2.1", place="group")
    if table.handed == table.turn and not _unbegun(table):
        return Problem(code="one_card_a_turn", rule="AWAM 18.1", place="group")
    return None


def _unbegun(table: Table) -> bool:
    """Whether no card of the battle has been drawn: then the umpire still makes up the deck."""
    return table.turn == 1 and not table.drawn


def _handed(table: Table, said: Hand) -> Facts:
    at_once = _unbegun(table)
    table.groups = table.groups | {said.group: table.groups.get(said.group, 0) + (-1 if said.back else 1)}
    if at_once:
        _shuffled(table)
    elif not said.back:
        table.handed = table.turn
    return {
        "group": said.group,
        "back": said.back,
        "cards": table.groups[said.group],
        "at_once": at_once,
        "whole": len(table.deck) if at_once else 0,
    }
