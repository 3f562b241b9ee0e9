"""Why a roll of Montjoie came out as it did: each part of it with its paragraph."""

from django.utils.translation import gettext as _

from battles.narration.core import Names, join
from battles.narration.montjoie import words
from battles.narration.montjoie.telling import KEY, Data, figure
from battles.narration.why import explains, with_rule

_RULES = {
    "armour": "Cry Havoc 4",
    "short": "Cry Havoc 4",
    "medium": "Cry Havoc 4",
    "long": "Cry Havoc 4",
    "wounded": "Cry Havoc 4",
    "unclear": "Montjoie 1.1",
    "sun": "Montjoie 1.1, R6",
    "tree": "Montjoie 1.2.3",
    "moving_wagon": "Montjoie 1.5.2",
    "bad_ground": "Montjoie 4.8",
    "good_ground": "Montjoie 4.8",
    "across_wall": "Montjoie 1.3",
    "attackers_ground": "Montjoie 4.8, R49",
    "rope": "Montjoie 3.4.3, R35",
    "weather_target": "Montjoie 1.1, R2",
    "weather_attackers": "Montjoie 1.1, R2",
}


def _row(key: str, value: int) -> str:
    """A modifier with its sign and its paragraph."""
    word = words.called(words.WEATHER, key.removeprefix("weather.")) if key.startswith("weather.") else ""
    told = _("%(what)s %(value)s") % {"what": word or words.called(words.MODIFIERS, key), "value": f"{value:+d}"}
    return with_rule(told, _RULES.get(key, "Montjoie 1.1"))


@explains(KEY, "shot", "rock")
def _shot(data: Data, names: Names) -> list[str]:
    return [
        _("die %(die)s") % {"die": data["die"]},
        *(_row(key, value) for key, value in data["modifiers"].items()),
        with_rule(_("row %(row)s") % {"row": data["row"]}, "Montjoie 4.9"),
        with_rule(
            _("cover: %(cover)s") % {"cover": words.called(words.COVERS, data["cover"])},
            "Montjoie 4.6",
        ),
    ]


@explains(KEY, "fought")
def _fought(data: Data, names: Names) -> list[str]:
    lines = [
        _("attack %(attack)s against defence %(defence)s") % {"attack": data["attack"], "defence": data["defence"]},
    ]
    if data["chargers"]:
        told = _("the attack of a charge counts double: %(figures)s")
        lines.append(
            with_rule(told % {"figures": join(figure(names, one) for one in data["chargers"])}, "Montjoie 4.2")
        )
    if data["supporters"]:
        told = _("defence lent to whoever kneels: %(figures)s")
        lines.append(
            with_rule(told % {"figures": join(figure(names, one) for one in data["supporters"])}, "Montjoie 2.4.2")
        )
    lines += [_row(key, value) for key, value in data["shifts"].items()]
    lines.append(with_rule(_("column %(column)s") % {"column": data["column"]}, "Montjoie 4.8"))
    if data["modifier"]:
        lines.append(with_rule(_("die %(value)s") % {"value": f"{data['modifier']:+d}"}, "Montjoie 1.2.6"))
    return lines


@explains(KEY, "slipped", "staked")
def _tested(data: Data, names: Names) -> list[str]:
    lines = [_("die %(die)s") % {"die": data["die"]}]
    if data["modifier"]:
        lines.append(_("modifiers %(value)s") % {"value": f"{data['modifier']:+d}"})
    return lines


@explains(KEY, "dug", "filled", "bombarded")
def _dug(data: Data, names: Names) -> list[str]:
    return [
        _("%(points)s points") % {"points": data["points"]},
        with_rule(_("column %(column)s") % {"column": data["column"] or "–"}, "Montjoie 3.1.6, 3.3.3"),
    ]
