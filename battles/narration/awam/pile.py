"""The deck of AWAM's table companion on its page: the last card, what one tap does, what is due before the next turn, and how it stands."""

from collections.abc import Mapping, Sequence

import msgspec
from django.utils.translation import gettext, ngettext

from battles.narration.awam import reckoning
from battles.narration.awam.cards import RED, card_told, face_of, owner_told, side_told, suit_of
from battles.narration.awam.telling import Data
from battles.narration.companions import Pile, Step, Tap
from battles.narration.core import Names, join
from rulesets.awam.evening import Table, owner_of
from rulesets.awam.phases import JOKER
from rulesets.awam.setting import SEATS
from rulesets.companion import COUNTED, END
from rulesets.vocabulary import Json


def read(state: Json) -> Table:
    return msgspec.convert(state, Table)


def taps(state: Json, names: Mapping[str, str]) -> list[Tap]:
    """What the table waits for: a card, the squad it activates, the next turn, the count."""
    table = read(state)
    if table.outcome:
        return []
    if table.counted:
        return [
            Tap(kind="close", label=gettext("The count stands: end the game")),
            Tap(kind=END, label=gettext("The count stands: end the battle"), given={"winner": COUNTED}, asks=True),
            Tap(kind="count", label=gettext("Count again"), aside=True, asks=True),
            *_next_turn(table),
        ]
    if table.over and is_last(table):
        return [Tap(kind="count", label=gettext("The last turn is over: count"), asks=True), *_next_turn(table)]
    if table.over:
        return _next_turn(table)
    if not table.waits:
        return [Tap(kind="draw", label=gettext("Draw a card"))]
    done = table.named.get(table.waits, [])
    return [
        Tap(
            kind="name",
            label=gettext("Squad %(squad)s") % {"squad": squad},
            given={"squad": squad},
            aside=squad in done,
        )
        for squad in range(1, table.squads[table.waits] + 1)
    ]


def is_last(table: Table) -> bool:
    """Whether the game ends with this turn: its last one, or one side alone can still act (AWAM 12.5, 17.1)."""
    return (0 < table.limit <= table.turn) or sum(bool(squads) for squads in table.squads.values()) < 2


def _next_turn(table: Table) -> list[Tap]:
    """After the last turn it is rarely wanted; in the middle of one it is not offered here."""
    if not table.over:
        return []
    aside = is_last(table) or table.counted is not None
    return [Tap(kind="shuffle", label=gettext("Next turn: shuffle all cards"), aside=aside)]


def pile(state: Json, names: Mapping[str, str]) -> Pile:
    """The deck as it lies there: the last card, how many are left, and which squads have been activated."""
    table, told = read(state), Names(seats=names)
    card = table.drawn[-1] if table.drawn else ""
    gone = gettext("Drawn: %(cards)s") % {"cards": join(card_told(one, table.suits) for one in table.drawn)}
    groups = reckoning.called_told(table.called, table.groups)
    return Pile(
        face=face_of(card, table.suits) if card else "",
        red=suit_of(owner_of(card), table.suits) in RED,
        told=_turn_of(table, card, told),
        left=_counts(table),
        gone=gone if table.drawn else "",
        rows=(
            *(_row(table, side, names[side]) for side in SEATS if side in table.squads and side in names),
            *((gettext("The umpire’s cards: %(cards)s") % {"cards": groups},) if groups else ()),
        ),
        due=_due(table, names) if table.over and not table.outcome else (),
        score=reckoning.standing(table, told),
        limit=table.limit,
    )


def _counts(table: Table) -> str:
    """How many cards are in the deck, and how many lie beside it."""
    left = ngettext("%(cards)s card left", "%(cards)s cards left", len(table.deck)) % {"cards": len(table.deck)}
    if not table.drawn:
        return left
    return gettext("%(left)s, %(drawn)s drawn") % {"left": left, "drawn": len(table.drawn)}


def _turn_of(table: Table, card: str, names: Names) -> str:
    """Whose turn it is, and with how many orders."""
    owner = owner_of(card)
    if table.over == "joker":
        return gettext("The second joker: the turn is over.")
    if not card:
        return gettext("No card has been drawn this turn.")
    if owner == JOKER:
        return gettext("The first joker: the turn goes on.")
    told = {
        "owner": owner_told(owner, names, table.called.get(owner, "")),
        "orders": join(str(one) for one in table.orders),
    }
    if table.waits:
        return gettext("%(owner)s: which squad? Orders: %(orders)s.") % told
    if not table.orders:
        return gettext("%(owner)s: nobody can act.") % told
    return gettext("%(owner)s acts. Orders: %(orders)s.") % told


def _row(table: Table, side: str, name: str) -> str:
    """A side, its suit, and which of its squads have been activated."""
    squads, done = table.squads[side], table.named.get(side, [])
    told = {"side": name, "suit": side_told(side, table.squads, table.suits), "done": len(done), "squads": squads}
    return (
        ngettext(
            "%(side)s (%(suit)s): %(done)s of %(squads)s squad activated",
            "%(side)s (%(suit)s): %(done)s of %(squads)s squads activated",
            squads,
        )
        % told
    )


def _due(table: Table, names: Mapping[str, str]) -> list[Step]:
    """What is done at the end of a turn, in its order, with the roll that does it (AWAM 2.7)."""
    idle = _idle(table, names)
    found = [
        Step(told=gettext("Enemies in contact who have not fought this turn: one round each."), kind="fight"),
        Step(told=gettext("Broken figures that have not run this turn run.")),
    ]
    if idle:
        told = gettext("Empty firearms of squads that were not activated reload now: %(squads)s.") % {"squads": idle}
        found.append(Step(told=told, kind="reload"))
    return [
        *found,
        Step(told=gettext("Take off the yellow markers of the turn before; who ran this turn keeps his.")),
        Step(told=gettext("A reload that was left off this turn loses its points.")),
        Step(told=gettext("Boats holed in the turn before sink; a prisoner without a guard goes free."), kind="loss"),
        Step(told=gettext("A side that has lost a squad has fewer cards from now on."), kind="squads"),
    ]


def _idle(table: Table, names: Mapping[str, str]) -> str:
    """Squads that were not activated this turn."""
    found = []
    for side, squads in sorted(table.squads.items(), key=lambda one: SEATS.index(one[0])):
        left = [squad for squad in range(1, squads + 1) if squad not in table.named.get(side, [])]
        if left and side in names:
            told = {"side": names[side], "squads": join(str(squad) for squad in left)}
            found.append(gettext("%(side)s %(squads)s") % told)
    return "; ".join(found)


def onward(kind: str, data: Data) -> Sequence[Tap]:
    """What a roll leads to: the event of a joker, the hits of a burst or a shell, the note of a prisoner or of a death."""
    if kind == "draw" and data.get("joker") == 1:
        return [Tap(kind="event", label=gettext("Roll for an event"), asks=True)]
    if (kind == "burst" and data["hit"]) or (
        kind == "shell" and data["hit"] and (data["at"], data["level"]) in ROLLING
    ):
        return [Tap(kind="hits", label=gettext("Roll for those who are hit"), given={"by": "fire"}, asks=True)]
    if kind == "fight" and data["taken"]:
        return [Tap(kind="loss", label=gettext("Note the prisoner"), given={"fate": "captured"}, asks=True)]
    sides = [[data["own"]], data["foes"]] if kind == "fight" else [[one["result"] for one in _hits(kind, data)]]
    dead = [sum(fate in ("killed", "second") for fate in fates) for fates in sides]
    return [
        Tap(kind="loss", label=gettext("Note the loss"), given={"fate": "dead", "figures": figures}, asks=True)
        for figures in dead
        if figures
    ]


ROLLING = {("point", 0), ("point", 1), ("building", 0), ("boat", 1), ("gun", 0), ("gun", 1)}
"""Damage by a shell for which figures roll as if hit (AWAM 8.2)."""


def _hits(kind: str, data: Data) -> list[Data]:
    if kind == "hits":
        return list(data["hits"])
    return [shot["struck"] for shot in data.get("shots", ()) if kind in ("shoot", "hurl", "stand") and shot["hit"]]
