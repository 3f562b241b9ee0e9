"""Why a roll of AWAM's table companion came out as it did: every part of it with its paragraph."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from battles.narration.awam.cards import KEY
from battles.narration.awam.telling import Data, modifiers, signed
from battles.narration.core import Names, join
from battles.narration.why import explains, with_rule


def rows_told(rows: Mapping[str, int], rule: str) -> list[str]:
    return [with_rule(line, rule) for line in modifiers(rows)]


@explains(KEY, "draw", "name")
def _orders(data: Data, names: Names) -> list[str]:
    found = []
    if "left" in data:
        whole = {"drawn": data["drawn"], "cards": data["drawn"] + data["left"]}
        found.append(with_rule(_("card %(drawn)s of %(cards)s") % whole, "AWAM 2.1"))
    if data.get("halved"):
        halved = data["halved"] if isinstance(data["halved"], list) else [data["halved"]]
        told = {"orders": join(str(orders) for orders in halved)}
        found.append(with_rule(_("a squad without a leader near: %(orders)s instead") % told, "AWAM 2.4"))
    return found


@explains(KEY, "shuffle")
def _ended(data: Data, names: Names) -> list[str]:
    """What is done at the end of a turn, in its order (AWAM 2.7)."""
    steps = (
        _("enemies in contact who have not fought this turn fight one round"),
        _("broken figures that have not run this turn run"),
        _("an empty firearm whose squad was not activated makes its reload roll"),
        _("yellow markers of the turn before come off"),
        _("a reload left off this turn loses its points"),
    )
    return [with_rule(step, "AWAM 2.7") for step in steps]


@explains(KEY, "shoot", "hurl")
def _shots(data: Data, names: Names) -> list[str]:
    found = []
    for number, shot in enumerate(data["shots"], start=1):
        if len(data["shots"]) > 1:
            found.append(_("shot %(number)s") % {"number": number})
        found += _shot(shot, data["sides"])
    if data["shots"]:
        found.append(with_rule(_("more than %(over)s hits; a 1 never does") % {"over": data["over"]}, "AWAM 4.3"))
    return found


def _shot(shot: Data, sides: int) -> list[str]:
    """A shot's die, what was added, and the die of what it hit."""
    found = [_("a die of %(sides)s: %(die)s") % {"sides": sides, "die": shot["die"]}]
    found += rows_told(shot["modifiers"], "AWAM 4.4")
    return found + (_harm(shot["struck"]) if shot["hit"] else [])


def _harm(struck: Data) -> list[str]:
    if struck["result"] == "horse":
        return [with_rule(_("0 to 5 hits the horse, 6 to 9 the rider: %(die)s") % {"die": struck["die"]}, "AWAM 5.1")]
    found = [_("the hit, a die of 6: %(die)s") % {"die": struck["die"]}]
    if struck["add"]:
        found.append(with_rule(_("cover and weapon %(value)s") % {"value": signed(struck["add"])}, "AWAM 5.2"))
    return [*found, with_rule(_("1 to 3 killed, 4 or 5 wounded, 6 or more a near miss"), "AWAM 5.2")]


@explains(KEY, "hits")
def _hits(data: Data, names: Names) -> list[str]:
    return [line for hit in data["hits"] for line in _harm(hit)] if len(data["hits"]) == 1 else []


@explains(KEY, "reload")
def _reload(data: Data, names: Names) -> list[str]:
    told = [_("a die of 6: %(die)s") % {"die": data["die"]}]
    if data["add"]:
        told.append(with_rule(_("class of the figure %(value)s") % {"value": signed(data["add"])}, "AWAM 3.6"))
    return told


@explains(KEY, "fight")
def _fight(data: Data, names: Names) -> list[str]:
    found = []
    for number, pair in enumerate(data["pairs"], start=1):
        told = {"number": number, "sides": pair["own_sides"], "die": pair["own_die"]}
        found.append(_("against enemy %(number)s: his die of %(sides)s: %(die)s") % told)
        found += rows_told(pair["own_modifiers"], "AWAM 6.3")
        told = {"number": number, "sides": pair["sides"], "die": pair["die"]}
        found.append(_("enemy %(number)s, a die of %(sides)s: %(die)s") % told)
        found += rows_told(pair["modifiers"], "AWAM 6.3")
    return [*found, with_rule(_("lower by more than 2 is a wound, half or less is death"), "AWAM 6.4")]


@explains(KEY, "morale")
def _morale(data: Data, names: Names) -> list[str]:
    die = _("the average die: %(die)s") if data["average"] else _("a die of 6: %(die)s")
    found = [die % {"die": data["die"]}, *rows_told(data["modifiers"], "AWAM 7.3")]
    return [*found, with_rule(_("4 or more acts, 2 or 3 is shaken, 1 or less breaks"), "AWAM 7.4")]


@explains(KEY, "stand")
def _stand(data: Data, names: Names) -> list[str]:
    test = data["test"]
    die = _("the average die: %(die)s") if test["average"] else _("a die of 6: %(die)s")
    found = [die % {"die": test["die"]}, *rows_told(test["modifiers"], "AWAM 7.3")]
    return found + [line for shot in data["shots"] for line in _shot(shot, data["sides"])]


@explains(KEY, "fall")
def _fall(data: Data, names: Names) -> list[str]:
    texts = {
        "run": _("falls on a 0 or 1"),
        "run_difficult": _("falls on a 0, 1 or 2 on difficult ground"),
        "warrior": _("falls on a 1"),
        "gallop": _("falls on a 0"),
    }
    return [texts[data["how"]]]


@explains(KEY, "burst")
def _burst(data: Data, names: Names) -> list[str]:
    return [
        *rows_told(data["modifiers"], "AWAM 4.4"),
        with_rule(_("three dice alike jam it, three ones break it"), "AWAM 8.1"),
    ]


@explains(KEY, "shell")
def _shell(data: Data, names: Names) -> list[str]:
    found = [_("a die of %(sides)s: %(die)s") % {"sides": data["sides"], "die": data["die"]}]
    found += rows_told(data["modifiers"], "AWAM 8.2")
    if data["hit"]:
        found.append(_("the damage, a die of 6: %(die)s") % {"die": data["damage"]})
    return found
