"""Why a number of Askari is what it is: every part of it with its paragraph."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.narration.askari.telling import KEY, Data, modifiers, owner, signed
from battles.narration.core import Names
from battles.narration.why import explains, with_rule
from rulesets.askari.tables import TABLES


def rows_told(rows: Iterable[Data]) -> list[str]:
    """One line for each modifier."""
    return [with_rule(*one) for one in zip(modifiers(rows), [row["rule"] for row in rows], strict=True)]


@explains(KEY, "shots")
def _shots(data: Data, names: Names) -> list[str]:
    return [
        ngettext("%(figures)s figure fires", "%(figures)s figures fire", data["figures"])
        % {"figures": data["figures"]},
        _("shooting value %(value)s") % {"value": data["base"]},
        with_rule(_("weapon %(value)s") % {"value": signed(data["weapon"])}, "Askari 2.4"),
        *rows_told(data["rows"]),
        with_rule(_("a die of %(number)s or less hits") % {"number": data["number"]}, "Askari 8.2"),
    ]


@explains(KEY, "tested", "dared")
def _courage(data: Data, names: Names) -> list[str]:
    return [
        _("courage value %(value)s: the die and what is added to it reach it or more") % {"value": data["courage"]},
        *rows_told(data.get("rows", ())),
    ]


@explains(KEY, "save")
def _save(data: Data, names: Names) -> list[str]:
    told = [_("a die of %(save)s or more saves") % {"save": data["save"]}]
    if data["poisoned"]:
        row = {"key": "poisoned", "value": TABLES.save_rules.poisoned, "rule": "Askari 2.5"}
        told += rows_told([row])
    return told


@explains(KEY, "order_dice")
def _order_dice(data: Data, names: Names) -> list[str]:
    return [with_rule(_("each officer adds 1 to one die"), "Askari 2.3.2")]


@explains(KEY, "move_rolled")
def _move_rolled(data: Data, names: Names) -> list[str]:
    if not data.get("effendi"):
        return []
    return [with_rule(_("one die more: an effendi is near"), "Askari 2.3.9")]


def dice_told(names: Iterable[str], parts: Iterable[Data]) -> list[str]:
    """For each side of a fight its dice, and what they are made of."""
    told = []
    for name, part in zip(names, parts, strict=True):
        dice = ngettext("%(side)s: %(dice)s die", "%(side)s: %(dice)s dice", part["dice"])
        told.append(dice % {"side": name, "dice": part["dice"]})
        if part["base"] is None:
            continue
        told.append(_("melee value %(value)s") % {"value": part["base"]})
        if part["weapon"]:
            told.append(with_rule(_("weapon %(value)s") % {"value": signed(part["weapon"])}, "Askari 2.4"))
        told += rows_told(part["rows"])
        if part["support"]:
            row = {"key": "support", "value": part["support"], "rule": "Askari 9.1.2"}
            told += rows_told([row])
    return told


@explains(KEY, "fight")
def _fight(data: Data, names: Names) -> list[str]:
    told = [_("a die of %(number)s or more wounds") % {"number": TABLES.fight.wounds_on}]
    sides = [owner(names, side[0]) for side in (data["attackers"], data["defenders"])]
    if "parts" in data:  # a log from before they were told has none
        told += dice_told(sides, data["parts"])
    told.append(with_rule(_("who has received more wounds is removed; equal wounds remove nobody"), "Askari R43"))
    return told


@explains(KEY, "deviation")
def _deviation(data: Data, names: Names) -> list[str]:
    return [_("1 is a misfire, 2 falls short, 3 goes too far, 4 to 6 is on target")]


@explains(KEY, "over")
def _over(data: Data, names: Names) -> list[str]:
    return [
        _("%(seat)s has lost %(lost)s of %(starting)s points")
        % {"seat": names.seat(seat), "lost": data["lost"][seat], "starting": data["starting"][seat]}
        for seat in sorted(data["lost"])
    ]
