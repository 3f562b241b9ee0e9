"""What the pages of AWAM's table companion say: the deck, its rolls, their circumstances, what is proposed the first time, and refusals."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from battles.narration.awam import readings, words
from battles.narration.awam.cards import COURT, KEY, RED, card_told, face_of, owner_told, side_told, suit_of
from battles.narration.companions import Pile, Said, Tap, Words, register_companion
from battles.narration.core import Names, join, register_problem
from rulesets.awam.phases import JOKER
from rulesets.vocabulary import Json

ROLLS: Mapping[str, Promise] = {
    "draw": _("Draw a card"),
    "name": _("Name the squad"),
    "shoot": _("Fire"),
    "hurl": _("Throw"),
    "hits": _("Roll for hits"),
    "reload": _("Reload"),
    "fight": _("Melee"),
    "stand": _("Fire at attackers"),
    "break_off": _("Break off"),
    "morale": _("Morale"),
    "fall": _("Run or gallop"),
    "burst": _("Machine gun"),
    "shell": _("Cannon"),
    "mend": _("Mend a gun"),
    "event": _("Event"),
    "treaty": _("Treaty"),
    "chance": _("One at random"),
    "shuffle": _("New turn: shuffle"),
    "squads": _("Squads left"),
    "hand": _("Umpire’s cards"),
}
LABELS: Mapping[str, Promise] = {
    "squad": _("Squad"),
    "group": _("Which card?"),
    "back": _("Take one out again"),
    "side": _("Side"),
    "squads": _("Squads that can act"),
    "weapon": _("Weapon"),
    "missile": _("What is thrown?"),
    "distance": _("Distance, up to (cm)"),
    "who": _("Who?"),
    "shots": _("Shots"),
    "target": _("Target"),
    "target_gait": _("The target’s last action"),
    "cover": _("The target’s cover"),
    "struck": _("Target wounded already"),
    "rested": _("Prone, or weapon rested"),
    "mounted": _("Mounted"),
    "wounded": _("Wounded"),
    "yellow": _("Yellow marker"),
    "moving_boat": _("Aboard a boat that moved"),
    "unaimed": _("Not aimed"),
    "reloaded": _("Loaded this very turn"),
    "moving": _("On the move"),
    "figures": _("Figures hit"),
    "by": _("Hit by"),
    "horse": _("Mounted"),
    "hits.struck": _("Wounded already"),
    "points": _("Points so far"),
    "slip": _("One round into a magazine"),
    "prisoners": _("The three want to take him"),
    "passing": _("A lancer rides past"),
    "hand": _("Weapon in hand"),
    "shield": _("Shield"),
    "prone": _("Prone"),
    "blue": _("Blue marker"),
    "leader": _("Leader"),
    "above": _("Behind a wall, or higher"),
    "behind": _("Attacked from behind"),
    "impetus": _("Came running or riding fast"),
    "attackers": _("Attackers"),
    "leader_near": _("Leader within 10 cm"),
    "heavy_cover": _("In heavy cover"),
    "alone": _("No friend within 10 cm"),
    "leaderless": _("Squad without a leader"),
    "steady": _("Veteran, fanatic, or drums"),
    "broken": _("A broken leader"),
    "how": _("Who, and how?"),
    "crew": _("Gunners"),
    "turn_of_fire": _("Turn of fire since it was loaded"),
    "at": _("At what?"),
    "shot": _("Which shot at it?"),
    "close": _("Nearer than 60 cm"),
    "damaged": _("Damaged already"),
    "gun": _("Which gun?"),
    "jammed": _("It has jammed"),
    "number": _("Number (0: roll it)"),
    "among": _("One of how many?"),
}
HELPS: Mapping[str, Promise] = {
    "squads.squads": _("A side with none has no cards from the next shuffle on."),
    "hand.group": _("For the umpire’s own groups. One a turn, from the next shuffle on; before the first card, as many as you like."),
    "points": _("What it has gained in the turns before, without a gap."),
}  # fmt: skip
HANDS: Mapping[str, Promise] = {
    "butt": _("rifle butt, stick"),
    "bare": _("bare hands"),
    **{key: words.WEAPONS[key] for key in ("knife", "sabre", "sword", "assegai", "uisa")},
    **{key: words.WEAPONS[key] for key in ("bayonet", "spear", "javelin", "lance")},
}
WHO: Mapping[str, Promise] = {
    "regular": _("regular"),
    "irregular": _("irregular"),
    "marksman": _("regular marksman"),
    "irregular_marksman": _("irregular marksman"),
}
VALUES: Mapping[str, Mapping[Any, Promise]] = {
    "group": COURT,
    "side": words.SEATS,
    "weapon": words.WEAPONS,
    "missile": words.WEAPONS,
    "who": WHO,
    "hand": {"": _("nobody"), **HANDS},
    "target": {
        "foot": _("a man on foot"),
        "mounted": _("mounted"),
        "big": _("boat, gun, or three together"),
    },
    "target_gait": {"": _("none of these"), "run": _("ran or trotted"), "gallop": _("galloped")},
    "cover": {
        "": _("none"),
        "light": _("light: bush, rock, prone"),
        "heavy": _("heavy: wall, building"),
    },
    "by": {"fire": _("fire or a shell"), "thrown": _("a thrown weapon"), "stone": _("a stone")},
    "how": {
        "run": _("breaks into a run"),
        "run_difficult": _("breaks into a run on difficult ground"),
        "warrior": _("African warrior, into a run"),
        "gallop": _("gallops"),
    },
    "at": {
        "point": _("a point on the table"),
        "building": _("a building"),
        "boat": _("a boat"),
        "gun": _("a gun"),
    },
    "gun": {"machine_gun": words.THINGS["machine_gun"], "cannon": words.THINGS["cannon"]},
    "shot": {1: _("the first"), 2: _("the second"), 3: _("the third or later")},
}
FIRST_TIME: Mapping[str, Any] = {
    "weapon": "breech_rifle",
    "distance": 30,
    "hurl.distance": 10,
    "who": "regular",
    "squads": 2,
    "among": 2,
    "own_hand": "bayonet",
    "foe_hand": "assegai",
    "burst.crew": 2,
}


def taps(state: Json, names: Mapping[str, str]) -> list[Tap]:
    """What the deck waits for: a card, the squad it activates, the next turn."""
    if state.get("outcome"):
        return []
    if state.get("over"):
        return [Tap(kind="shuffle", label=gettext("Next turn: shuffle all cards"))]
    owner = state.get("waits")
    if not owner:
        return [Tap(kind="draw", label=gettext("Draw a card"))]
    squads = range(1, state["squads"][owner] + 1)
    done = state.get("named", {}).get(owner, [])
    return [
        Tap(
            kind="name",
            label=gettext("Squad %(squad)s") % {"squad": squad},
            given={"squad": squad},
            aside=squad in done,
        )
        for squad in squads
    ]


def pile(state: Json, names: Mapping[str, str]) -> Pile:
    """The deck as it lies there: the last card, how many are left, and which squads have been activated."""
    drawn, left = state.get("drawn", []), len(state.get("deck", []))
    card = drawn[-1] if drawn else ""
    return Pile(
        face=face_of(card) if card else "",
        red=suit_of(card.partition(":")[0]) in RED,
        told=_turn_of(state, card, Names(seats=names)),
        left=ngettext("%(cards)s card left", "%(cards)s cards left", left) % {"cards": left},
        gone=gettext("Drawn: %(cards)s") % {"cards": join(card_told(one) for one in drawn)} if drawn else "",
        rows=tuple(_row(state, side, names[side]) for side in state.get("squads", {}) if side in names),
    )


def _turn_of(state: Json, card: str, names: Names) -> str:
    """Whose turn it is, and with how many orders."""
    owner = card.partition(":")[0]
    if state.get("over") == "joker":
        return gettext("The second joker: the turn is over.")
    if not card:
        return gettext("No card has been drawn this turn.")
    if owner == JOKER:
        return gettext("The first joker: the turn goes on.")
    told = {"owner": owner_told(owner, names), "orders": join(str(one) for one in state.get("orders", []))}
    if state.get("waits"):
        return gettext("%(owner)s: which squad? Orders: %(orders)s.") % told
    if not state.get("orders"):
        return gettext("%(owner)s: nobody can act.") % told
    return gettext("%(owner)s acts. Orders: %(orders)s.") % told


def _row(state: Json, side: str, name: str) -> str:
    """A side, its suit, and which of its squads have been activated."""
    squads, done = state["squads"][side], state.get("named", {}).get(side, [])
    told = {"side": name, "suit": side_told(side, state["squads"]), "done": len(done), "squads": squads}
    return (
        ngettext(
            "%(side)s (%(suit)s): %(done)s of %(squads)s squad activated",
            "%(side)s (%(suit)s): %(done)s of %(squads)s squads activated",
            squads,
        )
        % told
    )


def kept(state: Json, kind: str, said: Said) -> dict[str, Any]:
    """What this seat said the last time; but who takes a prisoner or rides past does so once."""
    passing = ("prisoners", "passing", "back", "reloaded", "damaged", "number")
    return {name: value for name, value in said.items() if name not in passing}


PROBLEMS: Mapping[str, Promise] = {
    "nil_chance": _("At this distance and with these modifiers no die can hit."),
    "bad_shots": _("He can fire %(most)s shots at most."),
    "bad_row": _("Only a magazine takes a single round."),
    "no_lance": _("Only one mounted man with a lance rides past."),
    "too_few_takers": _("Nobody is taken but by %(takers)s against one."),
    "nothing_to_damage": _("A point on the table is never damaged."),
    "nothing_to_mend": _("A cannon does not jam."),
    "no_such_card": _("There is no such card in the deck."),
    "no_more_cards": _("There are no more than %(most)s such cards in a pack."),
    "one_card_a_turn": _("The umpire hands out one card a turn."),
    "unknown_weapon": _("There is no such weapon."),
    "not_now": _("This cannot be done now. Look at the table again."),
    "not_your_turn": _("You cannot do this at this table."),
}
for _code, _text in PROBLEMS.items():
    register_problem(_code, _text, KEY)

register_companion(
    KEY,
    _("AWAM on your own table, with the companion"),
    Words(
        game=_("AWAM"),
        rolls=ROLLS,
        labels=LABELS,
        values=VALUES,
        helps=HELPS,
        first_time=FIRST_TIME,
        parts={
            "own_": _("The one who is attacked"),
            "foe_": _("His enemy"),
            "foe2_": _("A second enemy"),
            "foe3_": _("A third enemy"),
        },
        folded=("foe2_", "foe3_"),
        listed=("shot",),
        question=readings.question,
        answer=readings.answer,
        kept=kept,
        sections={
            "shoot": _("Shooting"),
            "fight": _("Hand to hand"),
            "morale": _("Morale and movement"),
            "burst": _("Guns"),
            "event": _("Scenario and chance"),
            "shuffle": _("The deck"),
        },
        diceless=("shuffle", "squads", "hand"),
        tapped=("draw", "name"),
        unseen=("card", "victim"),
        taps=taps,
        pile=pile,
    ),
)
