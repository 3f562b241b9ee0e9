"""Which function tells which kind of happening."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from campaigns.narration.book import Book
from campaigns.narration.words import Facts
from rulesets.contract import Happening

type Teller = Callable[[Facts, Book, Happening], str]

_tellers: dict[str, Teller] = {}


def tells(*kinds: str) -> Callable[[Teller], Teller]:
    """Decorate the function that tells these kinds."""

    def register(teller: Teller) -> Teller:
        for kind in kinds:
            if kind in _tellers:
                raise ValueError(f"two sentences for {kind}")
            _tellers[kind] = teller
        return teller

    return register


def can_tell(kind: str) -> bool:
    return kind in _tellers


def sentence(happening: Happening, book: Book) -> str:
    """One happening as a sentence in the active language (now and then as two). Nothing is escaped: a template does that."""
    teller = _tellers.get(happening.kind)
    if teller is None:
        return _("Something happened that this program has no words for (%(kind)s).") % {"kind": happening.kind}
    return teller(Facts(happening.data), book, happening)


def named(data: Facts, book: Book) -> Facts:
    """The same facts, with the side, its enemy and its character by name."""
    told = Facts(data)
    side = data.get("side")
    told["side"] = book.side(side)
    told["enemy"] = book.side(data["enemy"]) if data.get("enemy") else book.enemy(side)
    if "character" in data:
        told["character"] = book.character(side, str(data["character"]))
    if "unit" in data:
        told["unit"] = book.unit(side, str(data["unit"]))
    return told


def together(*sentences: str) -> str:
    """Whole sentences, one after the other."""
    return " ".join(one for one in sentences if one)
