"""Why a number of AWAM is what it is: every part of it with its paragraph."""

from django.utils.translation import gettext as _

from battles.narration.awam.telling import KEY, Data, modifiers, signed
from battles.narration.core import Names
from battles.narration.why import explains, with_rule


@explains(KEY, "shot", "thrown")
def _shot(data: Data, names: Names) -> list[str]:
    told = [_("a die of %(sides)s: %(die)s") % {"sides": data["sides"], "die": data["die"]}]
    told += [with_rule(line, "AWAM 4.4") for line in modifiers(data["modifiers"])]
    if data["over"] is not None:
        told.append(with_rule(_("more than %(over)s hits; a 1 never does") % {"over": data["over"]}, "AWAM 4.3"))
    return told


@explains(KEY, "hit")
def _hit(data: Data, names: Names) -> list[str]:
    told = [_("a die of 6: %(die)s") % {"die": data["die"]}]
    if data["add"]:
        told.append(with_rule(_("cover and weapon %(value)s") % {"value": signed(data["add"])}, "AWAM 5.2"))
    return [*told, with_rule(_("1 to 3 killed, 4 or 5 wounded, 6 or more a near miss"), "AWAM 5.2")]


@explains(KEY, "morale", "stands", "steadies")
def _morale(data: Data, names: Names) -> list[str]:
    told = [_("the die: %(die)s") % {"die": data["die"]}]
    told += [with_rule(line, "AWAM 7.3") for line in modifiers(data["modifiers"])]
    return [*told, with_rule(_("4 or more acts, 2 or 3 is shaken, 1 or less breaks"), "AWAM 7.4")]


@explains(KEY, "fight")
def _fight(data: Data, names: Names) -> list[str]:
    told = [_("a die of %(sides)s: %(die)s") % {"sides": data["sides"], "die": data["die"]}]
    told += [with_rule(line, "AWAM 6.3") for line in modifiers(data["modifiers"])]
    told.append(_("the other’s die of %(sides)s: %(die)s") % {"sides": data["their_sides"], "die": data["their_die"]})
    told += [with_rule(line, "AWAM 6.3") for line in modifiers(data["their_modifiers"])]
    return [*told, with_rule(_("lower by more than 2 is a wound, half or less is death"), "AWAM 6.4")]


@explains(KEY, "reloaded", "reloading")
def _reload(data: Data, names: Names) -> list[str]:
    told = [_("a die of 6: %(die)s") % {"die": data["die"]}]
    if data["add"]:
        told.append(with_rule(_("class of the figure %(value)s") % {"value": signed(data["add"])}, "AWAM 3.6"))
    return told
