"""What a table of AWAM with miniatures remembers between two rolls: the deck, who may act, and what the scenario counts."""

from rulesets import companion
from rulesets.awam import phases
from rulesets.awam.setting import BACKS, SEATS, SUITS
from rulesets.contract import Seat
from rulesets.vocabulary import Json

GROUPS = ("king", "queen", "jack")
"""Court cards, for the umpire's groups."""
PACKS = ("blue", "red", "green", "black")
"""Backs that a pack may have."""
PLAYS = ("fashoda", "well", "ivory")
"""Scenarios that the table knows; without one it is the players' own."""


class Table(companion.Table, kw_only=True, omit_defaults=True):
    """``squads``: of each side those that are able to act. ``groups``: the umpire's cards, in the deck from the next shuffle on; ``called``: whom they
    stand for. ``suits``: suit and back of the sides that have others than their seat gives them.

    ``deck``: what is left, which has no order; ``drawn``: what is not, in order. ``named``: squads that have been activated this turn. ``waits``: the
    side that has still to name the squad its card activates. ``orders``: of the last card, for each of its squads. ``over``: why the turn is.

    Of the scenario: ``play``, which; ``limit``, its last turn; ``flags`` on the staff; who has the ``treaty``, and who signed it in another's name
    (``signer``); ``tried``, who asked for it in which turn; ``quarrels``, each pair with who started it; ``losses``, as they were noted; ``counted``,
    what all that comes to.
    """

    squads: dict[Seat, int] = {}
    groups: dict[str, int] = {}
    called: dict[str, str] = {}
    suits: dict[Seat, list[str]] = {}
    deck: list[str] = []
    drawn: list[str] = []
    named: dict[str, list[int]] = {}
    waits: Seat = ""
    orders: list[int] = []
    over: str = ""
    handed: int = 0
    """The turn in which the umpire handed out his last card."""
    play: str = ""
    limit: int = 0
    flags: list[Seat] = []
    treaty: Seat = ""
    signer: Seat = ""
    tried: dict[Seat, int] = {}
    quarrels: dict[str, Seat] = {}
    incidents: int = 0
    incident: int = 0
    """The turn of the last incident."""
    losses: list[dict[str, Json]] = []
    counted: dict[str, Json] | None = None

    @property
    def jokers(self) -> int:
        return sum(owner_of(card) == phases.JOKER for card in self.drawn)


def owner_of(card: str) -> str:
    """A side, one of the umpire's groups, or the joker."""
    return card.partition(":")[0]


def cards_of(table: Table, seat: Seat) -> tuple[str, str]:
    """Suit and back of a side (AWAM 2.1)."""
    if seat in table.suits:
        suit, back = table.suits[seat]
        return suit, back
    place = SEATS.index(seat)
    return SUITS[place], BACKS[place]
