"""The cards of AWAM in words: suits, backs, and whose they are."""

from collections.abc import Iterable, Mapping

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
BACK_WORDS: Mapping[str, Promise] = {"blue": gettext_lazy("blue back"), "red": gettext_lazy("red back")}
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


def owner_told(owner: str, names: Names) -> str:
    """A side by its name, one of the umpire's groups by its card."""
    return str(GROUPS[owner]) if owner in GROUPS else names.seat(owner)


def suit_of(owner: str) -> str:
    """The suit of a side; "" of a joker or a court card."""
    return SUITS[SEATS.index(owner)] if owner in SEATS else ""


def face_of(card: str) -> str:
    """A card as it looks: "♥ 3"."""
    owner, _colon, number = card.partition(":")
    if owner == JOKER:
        return "★"
    if owner in COURT:
        return str(COURT[owner])
    return f"{SIGNS[suit_of(owner)]} {'A' if number == ACE else number}"


def side_told(owner: str, sides: Iterable[str]) -> str:
    """The suit of a side, and its back where another of the sides has the same suit: "hearts, red back"."""
    suit, place = suit_of(owner), SEATS.index(owner)
    if [suit_of(side) for side in sides].count(suit) < 2:
        return str(SUIT_WORDS[suit])
    return _("%(suit)s, %(back)s") % {"suit": SUIT_WORDS[suit], "back": BACK_WORDS[BACKS[place]]}


def card_told(card: str) -> str:
    """A card in a sentence: "♥ 3 (red back)"."""
    owner = card.partition(":")[0]
    if not suit_of(owner) or BACKS[SEATS.index(owner)] == BACKS[0]:
        return face_of(card)
    return _("%(card)s (%(back)s)") % {"card": face_of(card), "back": BACK_WORDS[BACKS[SEATS.index(owner)]]}
