"""What is done with the deck at a table with miniatures (AWAM 2): drawing, naming, shuffling, and who has which cards."""

from collections.abc import Iterable
from typing import Annotated, ClassVar

from rulesets.awam import phases, rights
from rulesets.awam.companion import other
from rulesets.awam.evening import GROUPS, PACKS, Table, cards_of, owner_of
from rulesets.awam.expeditions import SHEET
from rulesets.awam.setting import SEATS, SUITS
from rulesets.awam.tables import TABLES
from rulesets.companion import Facts, Readings, Roll, Switch, Throw
from rulesets.contract import IntRange, OneOf, Problem, Text

MOST_CARDS = 4
MOST_SQUADS = 8
SQUADS = 2
"""How many squads a side has until somebody says otherwise."""
LONGEST_NAME = 24

type Number = Annotated[int, IntRange(low=1, high=MOST_SQUADS)]


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
    """One more card of one of the umpire's groups, from the next shuffle on; at once before the first card is drawn. ``back``: one less.

    ``called``: whom the card stands for.
    """

    rule: ClassVar[str] = "AWAM 18.1"
    group: Annotated[str, OneOf(values=GROUPS)]
    called: Annotated[str, Text(longest=LONGEST_NAME)] = ""
    back: Switch = False


class Squads(Roll, frozen=True, kw_only=True):
    """How many squads a side has that are able to act. A side without any has no cards from the next shuffle on (AWAM 2.1)."""

    rule: ClassVar[str] = "AWAM 2.3"
    side: Annotated[str, OneOf(values=SEATS)]
    squads: Annotated[int, IntRange(low=0, high=MOST_SQUADS)]


class Suit(Roll, frozen=True, kw_only=True):
    """The suit and the back of a side; who had these has that side's instead (AWAM 2.1)."""

    rule: ClassVar[str] = "AWAM 2.1"
    side: Annotated[str, OneOf(values=SEATS)]
    suit: Annotated[str, OneOf(values=tuple(dict.fromkeys(SUITS)))]
    pack: Annotated[str, OneOf(values=PACKS)] = PACKS[0]


def shuffled(table: Table) -> None:
    """All cards back in the deck; a side without able squads has none (AWAM 2.1)."""
    seats = [seat for seat in SEATS if table.squads.get(seat)]
    groups = [group for group, cards in table.groups.items() for _card in range(cards)]
    table.deck, table.drawn = list(phases.deck_of(seats, groups)), []
    table.named, table.orders, table.waits, table.over = {}, [], "", ""


def drawn(table: Table, throw: Throw, readings: Readings) -> Facts:
    """One card at random of those left, and what it does (AWAM 2.1, 2.2)."""
    card = table.deck[throw(1, "card", sides=len(table.deck)).total - 1]
    table.deck = [one for one in table.deck if one != card]
    table.drawn = [*table.drawn, card]
    table.orders = []
    owner = owner_of(card)
    found: Facts = {"card": card, "owner": owner, "drawn": len(table.drawn), "left": len(table.deck)} | _marks(
        table, owner
    )
    if owner == phases.JOKER:
        table.over = "joker" if table.jokers == TABLES.deck.jokers else ""
        return found | {"joker": table.jokers, "over": table.over}
    squads = 1 if owner in GROUPS else table.squads[owner]
    if not squads or _still_to_come(table, owner):
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
    return found | {"waits": bool(table.waits), "over": judged(table, readings)}


def _marks(table: Table, owner: str) -> Facts:
    """What a card looks like, and whom it stands for, where the table has said so."""
    found: Facts = {}
    if owner in table.called:
        found["called"] = table.called[owner]
    if owner in table.suits:
        found["suit"], found["back"] = table.suits[owner]
    return found


def _still_to_come(table: Table, owner: str) -> bool:
    """A group of the scenario that is not on the table yet: its card does nothing (AWAM 2.2, 12.3)."""
    group = SHEET.groups.get(table.called.get(owner, "")) if table.play == "fashoda" else None
    return group is not None and table.turn < group.comes


def named(table: Table, squad: int, readings: Readings) -> Facts:
    """The squad that a card activates."""
    owner, table.waits = table.waits, ""
    table.named = table.named | {owner: sorted({*table.named.get(owner, []), squad})}
    found: Facts = {"owner": owner, "squad": squad, "orders": table.orders[0]}
    return found | {"halved": rights.halved(table.orders[0]), "over": judged(table, readings)}


def judged(table: Table, readings: Readings) -> str:
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


def unfit(said: Hand, table: Table) -> Problem | None:
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


def handed(table: Table, said: Hand) -> Facts:
    at_once = _unbegun(table)
    table.groups = table.groups | {said.group: table.groups.get(said.group, 0) + (-1 if said.back else 1)}
    if said.called and not said.back:
        table.called = table.called | {said.group: said.called}
    if at_once:
        shuffled(table)
    elif not said.back:
        table.handed = table.turn
    return {
        "group": said.group,
        "back": said.back,
        "cards": table.groups[said.group],
        "at_once": at_once,
        "whole": len(table.deck) if at_once else 0,
    } | ({"called": table.called[said.group]} if said.group in table.called else {})


def suit_taken(table: Table, said: Suit, seats: Iterable[str]) -> Facts:
    """A side has these cards from now on; who had them has that side's."""
    wanted, before = (said.suit, said.pack), cards_of(table, said.side)
    swapped = next((seat for seat in seats if seat != said.side and cards_of(table, seat) == wanted), "")
    table.suits = table.suits | {said.side: list(wanted)} | ({swapped: list(before)} if swapped else {})
    found: Facts = {"side": said.side, "suit": said.suit, "back": said.pack, "swapped": swapped}
    return found | ({"their_suit": before[0], "their_back": before[1]} if swapped else {})
