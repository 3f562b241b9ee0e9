"""The table companion in words: what was rolled for, what was needed, what fell."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.narration.askari import words
from battles.narration.askari.reasons import dice_told, rows_told
from battles.narration.askari.telling import Data, centimetres, needs, signed, tells, with_modifiers
from battles.narration.companions import noted
from battles.narration.core import Names, join
from battles.narration.why import explains, with_rule
from rulesets.askari.tables import TABLES

KEY = "askari-table"


def _some(figures: int) -> str:
    return ngettext("%(figures)s figure", "%(figures)s figures", figures) % {"figures": figures}


def _saves(data: Data) -> str:
    """What the saves came to."""
    fall = ngettext("%(fallen)s falls", "%(fallen)s fall", data["fallen"]) % {"fallen": data["fallen"]}
    if "saved" not in data:
        return fall
    told = {"save": data["save"], "saved": data["saved"], "fall": fall}
    return _("%(saved)s saved (%(save)s or more), %(fall)s") % told


# --- The turn -------------------------------------------------------------------------------------------------------


@tells("initiative", KEY)
def _initiative(data: Data, names: Names) -> str:
    totals = join(
        _("%(seat)s %(total)s") % {"seat": names.seat(seat), "total": total} for seat, total in data["totals"].items()
    )
    told = {"turn": data["turn"], "seat": names.seat(data["seat"]), "totals": totals}
    return noted(data, _("Turn %(turn)s: %(seat)s has the initiative (%(totals)s).") % told)


@tells("reinforcements", KEY)
def _reinforcements(data: Data, names: Names) -> str:
    return noted(
        data,
        ngettext(
            "Reinforcements: %(arrive)s of %(units)s unit arrives (%(needed)s or more).",
            "Reinforcements: %(arrive)s of %(units)s units arrive (%(needed)s or more).",
            data["units"],
        )
        % data,
    )


@tells("orders", KEY)
def _orders(data: Data, names: Names) -> str:
    orders = ngettext("%(orders)s order", "%(orders)s orders", data["orders"]) % {"orders": data["orders"]}
    told = {"threshold": data["threshold"], "dice": join(str(face) for face in data["raised"]), "orders": orders}
    return noted(data, _("Order die %(threshold)s; %(dice)s, officers counted. That gives %(orders)s.") % told)


@tells("move", KEY)
def _move(data: Data, names: Names) -> str:
    return noted(data, _("The move: up to %(length)s.") % {"length": centimetres(data["length"])})


@explains(KEY, "move")
def _why_move(data: Data, names: Names) -> list[str]:
    formula = f"{data['dice']}d6{signed(data['more']) if data['more'] else ''}"
    if data["whole"]:
        return [_("%(formula)s, every die counted as 6") % {"formula": formula}]
    return [formula]


# --- Shooting -------------------------------------------------------------------------------------------------------


@tells("shoot", KEY)
def _shoot(data: Data, names: Names) -> str:
    shots = ngettext("%(dice)s shot", "%(dice)s shots", data["dice"]) % {"dice": data["dice"]}
    hits = ngettext("%(hits)s hit", "%(hits)s hits", data["hits"]) % {"hits": data["hits"]}
    told = {
        "weapon": capfirst(words.called(words.WEAPONS, data["weapon"])),
        "shots": shots,
        "needs": needs(data["number"]),
        "hits": hits,
    }
    if data["hits"] and "fallen" in data:
        told["saves"] = _saves(data)
        sentence = _("%(weapon)s: %(shots)s, %(needs)s, %(hits)s, %(saves)s.") % told
    else:
        sentence = _("%(weapon)s: %(shots)s, %(needs)s, %(hits)s.") % told
    also = [with_modifiers(sentence, data["rows"])]
    if data.get("jammed"):
        also.append(_("The weapon jams."))
    if data["terror"]:
        also.append(_("The target owes a courage test, unless it is European or Trained."))
    return noted(data, " ".join(also))


@explains(KEY, "shoot")
def _why_shoot(data: Data, names: Names) -> list[str]:
    return [
        ngettext("%(figures)s figure fires", "%(figures)s figures fire", data["figures"])
        % {"figures": data["figures"]},
        _("shooting value %(value)s") % {"value": data["base"]},
        with_rule(_("weapon %(value)s") % {"value": signed(data["added"])}, "Askari 2.4"),
        *rows_told(data["rows"]),
        with_rule(_("a die of %(number)s or less hits") % {"number": data["number"]}, "Askari 8.2"),
    ]


@tells("saves", KEY)
def _saving(data: Data, names: Names) -> str:
    hits = ngettext("%(hits)s hit", "%(hits)s hits", data["hits"]) % {"hits": data["hits"]}
    return noted(data, _("Saves for %(hits)s: %(saves)s.") % {"hits": hits, "saves": _saves(data)})


@tells("deviation", KEY)
def _deviation(data: Data, names: Names) -> str:
    weapon = capfirst(words.called(words.WEAPONS, data["weapon"]))
    if data["shift"] is None:
        told = _("a misfire, the shot is lost")
    elif not data["shift"]:
        told = _("on target")
    elif data["shift"] < 0:
        told = _("%(length)s short") % {"length": centimetres(-data["shift"])}
    else:
        told = _("%(length)s too far") % {"length": centimetres(data["shift"])}
    also = [_("%(weapon)s: %(told)s.") % {"weapon": weapon, "told": told}]
    if data["most"]:
        also.append(_("The ball can strike up to %(most)s figures.") % {"most": data["most"]})
    if data["jammed"]:
        also.append(_("The weapon jams."))
    return noted(data, " ".join(also))


@explains(KEY, "deviation")
def _why_deviation(data: Data, names: Names) -> list[str]:
    return [_("1 is a misfire, 2 falls short, 3 goes too far, 4 to 6 is on target")]


@tells("burst", KEY)
def _burst(data: Data, names: Names) -> str:
    impacts = ngettext("%(impacts)s impact", "%(impacts)s impacts", data["impacts"]) % {"impacts": data["impacts"]}
    told = {"figures": _some(data["figures"]), "impacts": impacts, "saves": _saves(data)}
    return noted(data, _("Under the marker: %(figures)s, %(impacts)s, %(saves)s.") % told)


@explains(KEY, "burst")
def _why_burst(data: Data, names: Names) -> list[str]:
    return [
        _("a die of %(save)s or more saves") % {"save": data["save"]},
        with_rule(_("a figure stands only if every impact on it is saved"), "Askari R66"),
    ]


@tells("unjam", KEY)
def _unjam(data: Data, names: Names) -> str:
    if data["cleared"]:
        return noted(data, _("The jam is cleared (%(needed)s or more).") % data)
    return noted(data, _("The jam is not cleared (%(needed)s or more).") % data)


# --- Hand to hand and courage -----------------------------------------------------------------------------------------


@tells("fight", KEY)
def _fight(data: Data, names: Names) -> str:
    fights = ngettext("%(times)s fight", "%(times)s fights", data["times"]) % {"times": data["times"]}
    told = {
        "fights": fights,
        "own": data["dice"][0],
        "foe": data["dice"][1],
        "made": data["wounds"][0],
        "taken": data["wounds"][1],
        "won": data["lost"][1],
        "lost": data["lost"][0],
    }
    return noted(
        data,
        _(
            "%(fights)s, %(own)s dice against %(foe)s, wounds %(made)s to %(taken)s. "
            "The enemy loses %(won)s, this side %(lost)s."
        )
        % told,
    )


@explains(KEY, "fight")
def _why_fight(data: Data, names: Names) -> list[str]:
    return [
        _("a die of %(number)s or more wounds") % {"number": TABLES.fight.wounds_on},
        *dice_told((_("This side"), _("The enemy")), data["parts"]),
        with_rule(_("who has received more wounds is removed; equal wounds remove nobody"), "Askari R43"),
    ]


@tells("courage", KEY)
def _courage(data: Data, names: Names) -> str:
    if data["once"] and data["failed"]:
        sentence = _("Courage: the roll fails (%(courage)s or more); no marker.") % data
    elif data["once"]:
        sentence = _("Courage: the roll is passed (%(courage)s or more).") % data
    else:
        sentence = _tests(data)
    return noted(data, with_modifiers(sentence, data["rows"]))


def _tests(data: Data) -> str:
    told = {
        "tests": ngettext("%(tests)s test", "%(tests)s tests", data["tests"]) % {"tests": data["tests"]},
        "courage": data["courage"],
        "failed": data["failed"],
    }
    if data["fate"] == "routed":
        return _("Courage: %(tests)s, %(courage)s or more, %(failed)s failed. The unit flees.") % told
    if data["failed"]:
        return _("Courage: %(tests)s, %(courage)s or more, %(failed)s failed. The unit is marked.") % told
    if data["fate"] == "marked":
        return _("Courage: %(tests)s, %(courage)s or more, none failed. The marker stays.") % told
    return _("Courage: %(tests)s, %(courage)s or more, none failed.") % told


@explains(KEY, "courage")
def _why_courage(data: Data, names: Names) -> list[str]:
    return [
        _("courage value %(value)s: the die and what is added to it reach it or more") % {"value": data["courage"]},
        *rows_told(data["rows"]),
    ]


@tells("rally", KEY)
def _rally(data: Data, names: Names) -> str:
    if data["rallied"]:
        return noted(data, _("The unit is rallied (%(needed)s or more): take its marker off.") % data)
    return noted(data, _("The unit is not rallied (%(needed)s or more).") % data)


@tells("hospital", KEY)
def _hospital(data: Data, names: Names) -> str:
    return noted(data, _("In the hospital: %(rejoin)s rejoin, %(stay)s stay, %(die)s die.") % data)


@tells("animal", KEY)
def _animal(data: Data, names: Names) -> str:
    told = {
        "animal": capfirst(words.called(words.ANIMALS, data["animal"])),
        "length": centimetres(data["length"]),
        "dice": data["dice"],
    }
    texts = {
        "attacks": _("%(animal)s: attacks until it is killed, up to %(length)s, with %(dice)s dice."),
        "rushes": _("%(animal)s: attacks until it is wounded, up to %(length)s, with %(dice)s dice."),
        "stays": _("%(animal)s: does not care, and stays."),
        "away": _("%(animal)s: moves away %(length)s."),
        "bolts": _("%(animal)s: bolts, %(length)s the other way."),
    }
    return noted(data, texts[data["does"]] % told)
