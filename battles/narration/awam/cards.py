"""The cards of AWAM in words: suits, backs, and whose they are."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.narration.core import Names
from rulesets.awam.phases import JOKER
from rulesets.awam.setting import BACKS, SEATS, SUITS

KEY = "awam-table"
SIGNS = {"hearts": "♥", "spades": "♠", "clubs": "♣", "diamonds": "♦"}
RED = ("hearts", "diamonds")
SUIT_WORDS: Mapping[str, Promise] = {
    "hearts": gettext_lazy("hearts"),
    "spades": gettext_lazy("spades"),
    "clubs": gettext_lazy("clubs"),
    "diamonds": gettext_lazy("diamonds"),
}
BACK_WORDS: Mapping[str, Promise] = {
    "blue": gettext_lazy("blue back"),
    "red": gettext_lazy("red back"),
    "green": gettext_lazy("green back"),
    "black": gettext_lazy("black back"),
}
CALLED: Mapping[str, Promise] = {"dervishes": gettext_lazy("Dervishes"), "shilluk": gettext_lazy("Shilluk")}
GROUPS: Mapping[str, Promise] = {
    "king": gettext_lazy("the kings’ group"),
    "queen": gettext_lazy("the queens’ group"),
    "jack": gettext_lazy("the jacks’ group"),
}
COURT: Mapping[str, Promise] = {
    "king": gettext_lazy("King"),
    "queen": gettext_lazy("Queen"),
    "jack": gettext_lazy("Jack"),
}
ACE = "1"

type Suits = Mapping[str, Sequence[str]]
"""Suit and back of the sides that have others than their seat gives them."""
NOBODYS: Suits = {}


def owner_told(owner: str, names: Names, called: str = "") -> str:
    """A side by its name; one of the umpire's groups by whom it stands for (``called``), else by its card."""
    if owner not in GROUPS:
        return names.seat(owner)
    return _("the group “%(name)s”") % {"name": group_told(called)} if called else str(GROUPS[owner])


def group_told(called: str) -> str:
    """Whom an umpire's card stands for: the scenario's in the reader's language, anybody else as he was typed."""
    return str(CALLED.get(called, called))


def suit_of(owner: str, suits: Suits = NOBODYS) -> str:
    """The suit of a side; "" of a joker or a court card."""
    return suits[owner][0] if owner in suits else SUITS[SEATS.index(owner)] if owner in SEATS else ""


def back_of(owner: str, suits: Suits = NOBODYS) -> str:
    """The back of a side's cards."""
    return suits[owner][1] if owner in suits else BACKS[SEATS.index(owner)]


def face_of(card: str, suits: Suits = NOBODYS) -> str:
    """A card as it looks: "♥ 3"."""
    owner, _colon, number = card.partition(":")
    if owner == JOKER:
        return "★"
    if owner in COURT:
        return str(COURT[owner])
    return f"{SIGNS[suit_of(owner, suits)]} {'A' if number == ACE else number}"


def side_told(owner: str, sides: Iterable[str], suits: Suits = NOBODYS) -> str:
    """The suit of a side, and its back where another of the sides has the same suit: "hearts, red back"."""
    suit = suit_of(owner, suits)
    if [suit_of(side, suits) for side in sides].count(suit) < 2:
        return str(SUIT_WORDS[suit])
    return suit_told(suit, back_of(owner, suits))


def suit_told(suit: str, back: str) -> str:
    return _("%(suit)s, %(back)s") % {"suit": SUIT_WORDS[suit], "back": BACK_WORDS[back]}


def card_told(card: str, suits: Suits = NOBODYS) -> str:
    """A card in a sentence: "♥ 3 (red back)"."""
    owner = card.partition(":")[0]
    if owner not in SEATS or back_of(owner, suits) == BACKS[0]:
        return face_of(card, suits)
    return _("%(card)s (%(back)s)") % {"card": face_of(card, suits), "back": BACK_WORDS[back_of(owner, suits)]}
