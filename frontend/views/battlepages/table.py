"""Who looks at which battle, from which seat, and what he sees of it. Nothing here draws a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from math import atan2, degrees
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.http import QueryDict
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from battles import narration, selectors
from battles.models import Battle
from battles.narration.menus import has_word, word
from battles.selectors import Page
from campaigns.models.codec import pack_of
from campaigns.narration.book import Book, plain_language
from campaigns.selectors.years import year_of_battle
from clubs import clock
from clubs.errors import NotSeen
from clubs.models import Membership
from frontend.boards.look import Frame, sign
from frontend.boards.scene import named_place
from frontend.views.clubs import SignedIn
from rulesets import registry
from rulesets.contract import (
    UMPIRE,
    Action,
    Ask,
    Choice,
    Guiding,
    Known,
    Mapped,
    Outcome,
    Party,
    Ruleset,
    Scene,
    View,
    Where,
)
from rulesets.vocabulary import Json

KEPT = ("z", "x", "y")
"""What of an address is kept by every link: which part of the board is shown."""


SEATED = ("owner", "seat", "seats", "one", "other", "thing")
"""Arguments that name a seat; a word of the ruleset may be the same."""
ARROWS = "↑↗→↘↓↙←↖"
NOT_CARRIED = ("done", "seq", "kind", "arguments", "csrfmiddlewaretoken")


@dataclass(frozen=True)
class War:
    """The war and the year of a battle: where a page of the battle leads back to."""

    name: str
    number: int
    url: str
    names: Mapping[str, str]
    """What its sides are called in the reader's language."""


@dataclass(frozen=True)
class Table:
    """A person before a battle, at one moment. ``seen``: all that he may know of it."""

    seen: Page
    now: datetime
    query: QueryDict

    @classmethod
    def before(
        cls, request: SignedIn, public_id: str, query: QueryDict | None = None, *, board: bool = True
    ) -> "Table":
        """The battle of that id, if the person may see it and it can be played on the site, or not ``board``: has dice; else ``NotSeen``."""
        now = clock.now()
        seen = selectors.page_of(request.user, public_id, now=now)
        if board:
            require_online(seen.battle)
        elif not registry.get(seen.battle.ruleset).describe().rolls_dice:
            raise NotSeen
        return cls(seen, now, request.GET if query is None else query)

    @property
    def battle(self) -> Battle:
        return self.seen.battle

    @property
    def place(self) -> Membership:
        return self.seen.place

    @property
    def seat(self) -> str | None:
        return self.seen.seat

    @property
    def view(self) -> View:
        return self.seen.view

    @property
    def asks(self) -> list[Ask]:
        return self.seen.asks

    @property
    def menu(self) -> list[Choice]:
        return self.seen.menu

    @cached_property
    def rules(self) -> Ruleset:
        return registry.get(self.battle.ruleset)

    @cached_property
    def state(self) -> Any:
        return self.battle.state

    @cached_property
    def scene(self) -> Scene:
        return self.rules.scene(self.view)

    def where(self, action: Action, name: str, values: Sequence[Json]) -> Sequence[Where | None]:
        """Where on the board each of these values of an argument is, as far as the ruleset can tell."""
        if self.seat is None or not isinstance(self.rules, Mapped):
            return [None] * len(values)
        return self.rules.where(self.state, self.seat, action, name, values)

    def onward(self, action: Action, name: str) -> Sequence[Json] | None:
        """What may come next on a way; None where the ruleset does not lead it."""
        if self.seat is None or not isinstance(self.rules, Guiding):
            return None
        return self.rules.onward(self.state, self.seat, action, name)

    @cached_property
    def names(self) -> narration.Names:
        known = narration.names_of(self.battle)
        units: dict[str, dict[str, str]] = {}
        for one in self.scene.roster:
            units.setdefault(one.seat, {})[one.of] = self.called(one.of) if one.sign else self.unit_name(one)
        for party in self.scene.parties:
            units.setdefault(party.seat, {})[party.id] = party.name or party.kind
        seats = {key: self.seat_name(key) for key in self.keys}
        return msgspec.structs.replace(known, seats=seats, units={**known.units, **units})

    @cached_property
    def ask(self) -> Ask | None:
        """What the reader's own seat is asked."""
        return next((ask for ask in self.asks if ask.seat == self.seat), None)

    @property
    def sealed(self) -> dict[str, Any] | None:
        return self.seen.sealed if self.ask is not None and self.ask.kind == "sealed" else None

    @cached_property
    def outcome(self) -> Outcome | None:
        return None if self.battle.outcome is None else msgspec.convert(self.battle.outcome, Outcome)

    @cached_property
    def keys(self) -> list[str]:
        """The players' seats, in their order."""
        return [seat.key for seat in self.battle.seats.all() if seat.key != UMPIRE]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each seat's colour and mark."""
        return {key: number for number, key in enumerate(self.keys, start=1)}

    @property
    def war_title(self) -> str:
        return _("%(war)s, year %(number)s") % {"war": self.war.name, "number": self.war.number} if self.war else ""

    @property
    def own_name(self) -> str:
        return self.seat_name(self.seat)

    @property
    def own_number(self) -> int:
        """0 for who has no colour: the umpire, and whoever looks on."""
        return self.numbers.get(self.seat or "", 0)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """Which part of the board is shown, for hidden fields."""
        return [(key, str(self.query[key])) for key in KEPT if self.query.get(key)]

    @property
    def carried(self) -> list[tuple[str, str]]:
        """All that was chosen, for hidden fields: a page that is out of date hands it back."""
        return [(key, str(value)) for key, values in self.query.lists() for value in values if key not in NOT_CARRIED]

    # --- Words

    def word(self, key: str) -> str:
        return word(self.battle.ruleset, key)

    def seat_name(self, key: str | None) -> str:
        if key == UMPIRE:
            return _("Umpire")
        if self.war is not None and key is not None and key in self.war.names:
            return self.war.names[key]
        return seat_words(self.battle, key or "")

    @cached_property
    def war(self) -> "War | None":
        """The war whose battle this is. A query, where it is any."""
        year = year_of_battle(self.battle)
        if year is None:
            return None
        pack = pack_of(year.campaign.pack)
        book = Book(pack=pack, language=plain_language(None))
        url = reverse("year_number", args=[year.campaign.public_id, year.number])
        return War(name=year.campaign.name, number=year.number, url=url, names=book.seat_names)

    def unit_name(self, known: Known) -> str:
        named = self.word(f"unit.{known.name}")
        return known.name if named == known.name.replace("_", " ") else named

    @cached_property
    def known(self) -> Mapping[str, Known]:
        return {one.of: one for one in self.scene.roster}

    @cached_property
    def owner_of(self) -> Mapping[str, str]:
        """Token to the unit it belongs to."""
        return {token.id: token.of or token.id for token in self.scene.tokens}

    @cached_property
    def signs(self) -> Mapping[str, str]:
        """How each unit is marked on the board and in the lists: counted for each side in the order of the roster."""
        found: dict[str, str] = {}
        counts: dict[str, int] = {}
        for one in self.scene.roster:
            counts[one.seat] = counts.get(one.seat, 0) + 1
            found[one.of] = sign(self.mark_of(one.seat), one.sign or counts[one.seat])
        return found

    def mark_of(self, seat: str) -> int:
        """The number of the mark of a seat; 0 of those that are nobody's."""
        return self.numbers.get(seat, 0)

    def card_mark(self, owner: str, *, high: bool) -> str:
        """What is printed on a card: the mark of whose it is, an ace with its letter."""
        return sign(self.mark_of(owner), "A" if high else "") if owner in self.numbers else "✦"

    @cached_property
    def parties(self) -> Mapping[str, Party]:
        return {one.id: one for one in self.scene.parties}

    def party_name(self, party: Party) -> str:
        """A squad by its number and what its men are, or by a name of its own."""
        told = {"number": party.number, "kind": self.word(f"squad.{party.kind}")}
        return party.name or _("Squad %(number)s (%(kind)s)") % told

    def called(self, unit: str) -> str:
        """A unit with its sign; what is none, as it is."""
        if unit not in self.known:
            return unit
        return f"{self.signs[unit]} {self.unit_name(self.known[unit])}"

    def roles_of(self, unit: str) -> str:
        """What a unit is besides its kind: a leader. What its name says already is not said again."""
        facts, named = self.known[unit].facts if unit in self.known else (), self.called(unit)
        roles = [self.word(fact.word) for fact in facts if fact.word.startswith("role.")]
        return ", ".join(role for role in roles if role not in named)

    def paid_in(self, kind: str, unit: str) -> str:
        """What doing that costs a unit, where the ruleset says it; empty where it is different for what is done."""
        found = {choice.pays for choice in self.menu if (choice.kind, choice.label) == (kind, unit)}
        (pays,) = found if len(found) == 1 else ("",)
        return self.word(f"pays.{pays}") if pays else ""

    def value_words(self, argument: str, value: Json) -> str:
        """A value of an argument in words."""
        if value is None:
            return self.word(f"{argument}.none")
        if isinstance(value, bool):
            return (
                self.word(f"{argument}.{'yes' if value else 'no'}") if self._has(argument, value) else _yes_or_no(value)
            )
        if isinstance(value, int):
            if argument == "facing":
                return self.facing_words(value)
            named = has_word(self.battle.ruleset, f"{argument}.{value}")
            return self.word(f"{argument}.{value}") if named else str(value)
        if isinstance(value, str):
            return self._text_words(argument, value)
        if isinstance(value, list):
            return ", ".join(self.value_words(argument, one) for one in value) or self.word(f"{argument}.none")
        return self.place_words(value)

    def _has(self, argument: str, value: bool) -> bool:
        return has_word(self.battle.ruleset, f"{argument}.{'yes' if value else 'no'}")

    def _text_words(self, argument: str, value: str) -> str:
        if value in self.known:
            return self.called(value)
        if value in self.parties:
            return self.party_name(self.parties[value])
        if argument in SEATED and value in self.numbers:
            return self.seat_name(value)
        if value in self.owner_of:
            return f"{self.called(self.owner_of[value])} ({value.rpartition('.')[2]})"
        place, more = named_place(self.scene, value)
        if place:
            return f"{place} ({self.word(f'place.{more}')})" if more else place
        own = f"{argument}.{self.seat}.{value}"  # what is not the same for every seat
        if has_word(self.battle.ruleset, own):
            return self.word(own)
        if value in self.numbers and not has_word(self.battle.ruleset, f"{argument}.{value}"):
            return self.seat_name(value)
        return self.word(f"{argument}.{value}") if value else self.word(f"{argument}.none")

    def facing_words(self, degrees: int) -> str:
        """A direction as an arrow on the reader's board, and in degrees."""
        seen = (degrees + 180 * self.scene.turned) % 360
        return f"{ARROWS[round(seen / 45) % 8]} {degrees}°"

    def length_words(self, where: Where) -> tuple[str, str]:
        """How long a way is, for a sign on the board, and in words with the direction of its last leg and the ground it crosses."""
        length, whole = centimetres(where.length or 0), str(-(-(where.length or 0) // 10))
        (a, b), (x, y) = (Frame(self.scene).spot(at) for at in where.way[-2:])
        told = {"arrow": ARROWS[round(degrees(atan2(x - a, b - y)) / 45) % 8], "length": length}
        if where.rough:
            return whole, _("%(arrow)s %(length)s cm, over difficult ground") % told
        return whole, _("%(arrow)s %(length)s cm") % told

    def place_words(self, value: Mapping[str, Any]) -> str:
        """A place in words: how far from the reader's own edge and from his left, and how the unit stands there."""
        points = value.get("points")
        x, y = points[-1] if points else (value.get("x"), value.get("y", 0))
        told = [self.spot_words((x, y))] if isinstance(x, int) else []
        if value.get("facing") is not None:
            told.append(self.facing_words(value["facing"]))
        if value.get("ranks") is not None:
            told.append(_("ranks: %(ranks)s") % {"ranks": value["ranks"]})
        if value.get("loose"):
            told.append(_("loose"))
        if value.get("spring"):
            told.append(_("springs at %(length)s cm") % {"length": centimetres(value["spring"])})
        return ", ".join(told)

    def spot_words(self, at: tuple[int, int]) -> str:
        """Where a point is for who sits at the lower edge of the board as he sees it; who looks on is told of the edge below."""
        across, down = Frame(self.scene).spot(at)
        told = {"left": centimetres(across), "edge": centimetres(self.scene.height - down)}
        if self.seat is None:
            return _("%(edge)s cm from the near edge, %(left)s cm from the left") % told
        return _("%(edge)s cm from your edge, %(left)s cm from the left") % told

    # --- Addresses

    def url(self, name: str = "battle", *more: Any, **query: Any) -> str:
        """An address of this battle. The part of the board that is shown is kept."""
        kept = {key: self.query[key] for key in KEPT if self.query.get(key)}
        told = {key: value for key, value in {**kept, **query}.items() if value not in (None, "")}
        address = reverse(name, args=[self.battle.public_id, *more])
        return f"{address}?{urlencode(told, doseq=True)}" if told else address


def versus(names: Sequence[str]) -> str:
    """Those who fight one another, in a row."""
    return str(_(" against ")).join(names) if len(names) <= 2 else ", ".join(names)


def _yes_or_no(value: bool) -> str:
    return _("Yes") if value else _("No")


def centimetres(length: int) -> str:
    return str(number_format(length / 10, 0 if length % 10 == 0 else 1))


def require_online(battle: Battle) -> None:
    """A battle that is fought on a real table has no board here."""
    if not registry.get(battle.ruleset).describe().can_play_online:
        raise NotSeen


def seat_words(battle: Battle, key: str) -> str:
    """What a side is called: by its people, else after its army where that has a name, else by its place."""
    if named := battle.names.get(key):
        return str(named)
    army = battle.setup.get("options", {}).get("armies", {}).get(key)
    if isinstance(army, str) and has_word(battle.ruleset, f"list.{army}"):
        return word(battle.ruleset, f"list.{army}")
    return word(battle.ruleset, f"seat.{key}")
