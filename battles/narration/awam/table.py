"""AWAM's table companion in sentences: cards, whose turn it is, and what the dice came to."""

from collections.abc import Callable, Iterable

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from battles.narration.awam import words
from battles.narration.awam.cards import KEY, NOBODYS, card_told, owner_told, suit_told
from battles.narration.awam.telling import Data, signed
from battles.narration.companions import noted
from battles.narration.core import Names, Render, Text, join, register_happening

HARM: dict[str, Text] = {
    "horse": gettext_lazy("the horse is hit and falls; its rider lies prone with a blue marker"),
    "killed": gettext_lazy("dead"),
    "second": gettext_lazy("a second wound: out"),
    "wounded": gettext_lazy("wounded: lies prone, red and blue marker"),
    "near_miss": gettext_lazy("a near miss: blue marker"),
}
FATES: dict[str, Text] = {
    "": gettext_lazy("unhurt"),
    "marker": gettext_lazy("blue marker"),
    "killed": gettext_lazy("dead"),
    "second": gettext_lazy("a second wound: out"),
}
WOUNDED = gettext_lazy("wounded: lies prone, red and blue marker")
WOUNDED_STANDING = gettext_lazy("wounded, stays on his feet: red and blue marker")


def tells(*kinds: str) -> Callable[[Render], Render]:
    """Decorate the function that tells kinds of the companion's happenings; whose roll it was goes before it."""

    def register(render: Render) -> Render:
        for kind in kinds:
            register_happening(KEY, kind, lambda data, names: noted(data, render(data, names)))
        return render

    return register


def weapon_of(data: Data) -> str:
    return capfirst(words.called(words.WEAPONS, data["weapon"]))


def centimetres(length: int) -> str:
    return _("%(length)s cm") % {"length": length // 10}


def together(sentences: Iterable[str]) -> str:
    return " ".join(one for one in sentences if one)


# --- The deck -------------------------------------------------------------------------------------------------------


def over_told(data: Data) -> str:
    """That the turn ends with this card."""
    if data["over"] != "all":
        return ""
    return _("Everybody has had a turn: when this card is played, the turn is over.")


def orders_told(orders: int) -> str:
    return ngettext("%(orders)s order", "%(orders)s orders", orders) % {"orders": orders}


@tells("draw")
def _draw(data: Data, names: Names) -> str:
    suits = {data["owner"]: (data["suit"], data["back"])} if "suit" in data else NOBODYS
    owner = owner_told(data["owner"], names, data.get("called", ""))
    told = {"card": card_told(data["card"], suits), "owner": owner}
    if "joker" in data:
        if data["over"]:
            return _("The second joker: the turn is over.")
        return _("The first joker: the turn goes on. If your scenario has events, roll for one now.")
    if data.get("dead"):
        return _("%(card)s: %(owner)s, and nobody there can act. Draw on.") % told
    told["orders"] = join(orders_told(orders) for orders in data["orders"])
    if data["waits"]:
        sentence = _("%(card)s: %(owner)s activates one squad, with %(orders)s. Which one?") % told
    elif data["ace"] and data["squads"] > 1 and len(data["orders"]) == 1:
        sentence = _("%(card)s: %(owner)s activates every squad, with %(orders)s each.") % told
    elif data["ace"] and data["squads"] > 1:
        sentence = _("%(card)s: %(owner)s activates every squad, one after another, with %(orders)s.") % told
    else:
        sentence = _("%(card)s: %(owner)s acts, with %(orders)s.") % told
    return together((sentence, over_told(data)))


@tells("name")
def _name(data: Data, names: Names) -> str:
    told = {
        "owner": owner_told(data["owner"], names),
        "squad": data["squad"],
        "orders": orders_told(data["orders"]),
    }
    return together((_("%(owner)s activates squad %(squad)s, with %(orders)s.") % told, over_told(data)))


@tells("shuffle")
def _shuffle(data: Data, names: Names) -> str:
    cards = ngettext("%(cards)s card", "%(cards)s cards", data["cards"]) % {"cards": data["cards"]}
    told = {"turn": data["turn"], "cards": cards}
    sentence = _("Turn %(turn)s: all cards are back in the deck, %(cards)s.") % told
    if data["why"] == "ruled":
        return together((_("The turn before was cut short."), sentence))
    return sentence


@tells("squads")
def _squads(data: Data, names: Names) -> str:
    told = {"side": names.seat(data["side"]), "squads": data["squads"]}
    if not data["squads"]:
        return _("%(side)s has nobody left who can act: no more cards from the next shuffle on.") % told
    sentence = ngettext(
        "%(side)s has %(squads)s squad that can act.", "%(side)s has %(squads)s squads that can act.", data["squads"]
    )
    return together((sentence % told, over_told(data)))


@tells("hand")
def _hand(data: Data, names: Names) -> str:
    told = {"group": owner_told(data["group"], names, data.get("called", "")), "cards": data["cards"]}
    if data["back"]:
        sentence = _("The umpire takes a card of %(group)s out of the deck.")
    elif data["at_once"]:
        sentence = _("The umpire puts a card of %(group)s into the deck.")
    else:
        sentence = _("The umpire puts a card of %(group)s into the deck, from the next shuffle on.")
    return sentence % told


@tells("suit")
def _suit(data: Data, names: Names) -> str:
    told = {"side": names.seat(data["side"]), "cards": suit_told(data["suit"], data["back"])}
    sentence = _("%(side)s has these cards now: %(cards)s.") % told
    if not data["swapped"]:
        return sentence
    told = {"side": names.seat(data["swapped"]), "cards": suit_told(data["their_suit"], data["their_back"])}
    return together((sentence, _("%(side)s has %(cards)s instead.") % told))


# --- Shots, throws, hits, reloading ---------------------------------------------------------------------------------


def _shot(shot: Data) -> str:
    """One shot: its total, and what it does."""
    told = {"total": shot["die"] + shot["sum"]}
    if not shot["hit"] and shot["die"] == 1:
        return _("a 1: misses")
    if not shot["hit"]:
        return _("%(total)s: misses") % told
    return _("%(total)s: hits, %(harm)s") % (told | {"harm": str(HARM[shot["struck"]["result"]])})


def felt(data: Data) -> str:
    """That friends near by are shaken."""
    return _("Friends in sight within 10 cm get a blue marker.") if data.get("felt") else ""


@tells("shoot", "hurl")
def _shoot(data: Data, names: Names) -> str:
    told = {"weapon": weapon_of(data), "over": data["over"]}
    quick = data.get("at_once")
    first = ""
    if quick:
        first = _("To fire at once: %(die)s, %(needed)s or more needed.") % quick
        if not quick["fires"]:
            return together((first, _("%(weapon)s: loaded, but no shot this turn.") % told))
    told["shots"] = "; ".join(_shot(shot) for shot in data["shots"])
    return together((first, _("%(weapon)s, more than %(over)s hits. %(shots)s.") % told, felt(data)))


@tells("hits")
def _hits(data: Data, names: Names) -> str:
    if len(data["hits"]) == 1:
        return together((capfirst(str(HARM[data["hits"][0]["result"]])) + ".", felt(data)))
    found = [
        _("%(number)s: %(harm)s") % {"number": number, "harm": str(HARM[hit["result"]])}
        for number, hit in enumerate(data["hits"], start=1)
    ]
    return together((_("One after another: %(hits)s.") % {"hits": "; ".join(found)}, felt(data)))


@tells("reload")
def _reload(data: Data, names: Names) -> str:
    told = {"weapon": weapon_of(data), "points": data["points"], "score": data["score"]}
    if not data["loaded"]:
        return _("%(weapon)s: %(points)s of %(score)s points. Mark them; they are lost if a turn is left out.") % told
    if data["slip"]:
        return _("%(weapon)s: %(points)s of %(score)s points, one round is slipped in.") % told
    return _("%(weapon)s: %(points)s of %(score)s points, loaded.") % told


# --- Hand to hand ---------------------------------------------------------------------------------------------------


def _fate(fate: str, data: Data) -> str:
    if fate == "wounded":
        return str(WOUNDED if data["falls"] else WOUNDED_STANDING)
    return str(FATES[fate])


@tells("fight")
def _fight(data: Data, names: Names) -> str:
    totals = join(_("%(own)s to %(foe)s") % {"own": pair["own_total"], "foe": pair["total"]} for pair in data["pairs"])
    if data["taken"]:
        own = _("He is taken prisoner.")
    elif data["spared"]:
        own = _("He is not taken, and nothing is done to him.")
    else:
        own = _("He: %(fate)s.") % {"fate": _fate(data["own"], data)}
    if len(data["foes"]) == 1:
        foes = _("The enemy: %(fate)s.") % {"fate": _fate(data["foes"][0], data)}
    else:
        foes = together(
            _("Enemy %(number)s: %(fate)s.") % {"number": number, "fate": _fate(fate, data)}
            for number, fate in enumerate(data["foes"], start=1)
        )
    rides = ""
    if "rides_on" in data:
        rides = _("The lancer rides on.") if data["rides_on"] else _("The lancer stops there.")
    return together((_("Melee, %(totals)s.") % {"totals": totals}, own, foes, rides, felt(data)))


@tells("stand")
def _stand(data: Data, names: Names) -> str:
    told = {"weapon": weapon_of(data), "total": data["test"]["total"], "over": data["over"]}
    if not data["fires"]:
        return _("He does not dare to fire: morale %(total)s, 4 or more needed.") % told
    (shot,) = data["shots"]
    told["shot"] = _shot(shot)
    sentence = _("He fires at the attackers: morale %(total)s. %(weapon)s, more than %(over)s hits. %(shot)s.") % told
    if data["attackers"] > 1:
        drawn = _("It is at attacker %(victim)s of %(attackers)s.") % {
            "victim": data["victim"],
            "attackers": data["attackers"],
        }
        return together((sentence, drawn, felt(data)))
    return together((sentence, felt(data)))


@tells("break_off")
def _break_off(data: Data, names: Names) -> str:
    if not data["away"]:
        return _("He does not get away: %(die)s, %(needed)s or more needed. The order is spent.") % data
    sentence = _("He breaks off: %(die)s, %(needed)s or more needed. He moves up to one walk, out of contact.") % data
    return together((sentence, _("Wounded, he gets a blue marker.") if data["wounded"] else ""))


# --- Morale and falls -----------------------------------------------------------------------------------------------


@tells("morale")
def _morale(data: Data, names: Names) -> str:
    texts = {
        "acts": _("Morale %(total)s: he acts. Take the blue marker off."),
        "shaken": _("Morale %(total)s: shaken. He keeps the marker; he may reload, or make for cover."),
        "breaks": _("Morale %(total)s: he breaks and runs. Friends within 5 cm get a blue marker."),
        "steadies": _("Morale %(total)s: the leader stops, with a blue marker."),
        "runs": _("Morale %(total)s: the leader runs on."),
    }
    return texts[data["result"]] % data


@tells("fall")
def _fall(data: Data, names: Names) -> str:
    if data["falls"]:
        return _("%(die)s: he falls, lies prone and does not move.") % data
    return _("%(die)s: he keeps his feet.") % data


# --- Machine gun and cannon -----------------------------------------------------------------------------------------


@tells("burst")
def _burst(data: Data, names: Names) -> str:
    told = {
        "shots": ngettext("%(shots)s shot", "%(shots)s shots", data["shots"]) % {"shots": data["shots"]},
        "over": data["over"],
        "sum": signed(data["sum"]),
        "length": centimetres(data["beaten"]),
    }
    if data["hit"]:
        sentence = _(
            "A burst of %(shots)s hits (more than %(over)s, dice %(sum)s): all within %(length)s of the target roll as if hit."
        )
    else:
        sentence = _("A burst of %(shots)s hits nobody (more than %(over)s, dice %(sum)s).")
    jam = {"": "", "jam": _("The gun jams."), "broken": _("Three ones: the gun is broken for good.")}[data["jam"]]
    return together((sentence % told, jam, _("The gun is empty.") if data["empty"] else ""))


DAMAGE: dict[tuple[str, int], Text] = {
    ("point", 0): gettext_lazy("All within 5 cm roll as if hit."),
    ("point", 1): gettext_lazy("All within 3 cm roll as if hit."),
    ("point", 2): gettext_lazy("All within 5 cm get a blue marker."),
    ("building", 0): gettext_lazy(
        "That part falls in: all within 5 cm inside roll as if hit, without cover. It is now difficult ground and light cover."
    ),
    ("building", 1): gettext_lazy(
        "Damaged: heavy cover there is light from now on; those within 5 cm inside get a blue marker."
    ),
    ("building", 2): gettext_lazy("Those within 5 cm inside get a blue marker."),
    ("boat", 0): gettext_lazy("Holed: it sinks at the end of the next turn, and all aboard swim."),
    ("boat", 1): gettext_lazy("Damaged: half speed; two figures aboard, at random, roll as if hit."),
    ("boat", 2): gettext_lazy("All aboard get a blue marker."),
    ("gun", 0): gettext_lazy("Wrecked; crew within 3 cm roll as if hit."),
    ("gun", 1): gettext_lazy("Out of use until it is mended; one crewman rolls as if hit."),
    ("gun", 2): gettext_lazy("The crew get a blue marker."),
}


@tells("shell")
def _shell(data: Data, names: Names) -> str:
    if not data["hit"]:
        return _("The shell goes too high: %(total)s, more than %(over)s needed.") % data
    return together((_("The shell hits: %(total)s.") % data, str(DAMAGE[data["at"], data["level"]])))


@tells("mend")
def _mend(data: Data, names: Names) -> str:
    told = {"gun": capfirst(words.called(words.THINGS, data["gun"])), "die": data["die"], "needed": data["needed"]}
    if data["mended"]:
        return _("%(gun)s: in order again (%(die)s, %(needed)s or more needed).") % told
    return _("%(gun)s: still out of order (%(die)s, %(needed)s or more needed).") % told


# --- What the scenario rolls for ------------------------------------------------------------------------------------


@tells("event")
def _event(data: Data, names: Names) -> str:
    told = {"number": data["number"], "event": words.EVENTS[data["number"]]}
    sentence = _("Event %(number)s: %(event)s.") % told
    if "upset" not in data:
        return sentence
    upset = _("The nearest boat or raft upsets (%(die)s): all aboard swim, and it is lost.")
    stays = _("The nearest boat or raft stays afloat (%(die)s).")
    return together((sentence, (upset if data["upset"] else stays) % data))


@tells("chance")
def _chance(data: Data, names: Names) -> str:
    return _("Number %(chosen)s of %(among)s.") % data
