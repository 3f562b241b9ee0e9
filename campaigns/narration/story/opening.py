"""The first paragraph: what each side set out to do, and where that led them."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.narration.story.tale import Tale, Variants

WHEN: dict[int, Any] = {
    1: gettext_lazy("In the first year"),
    2: gettext_lazy("In the second year"),
    3: gettext_lazy("In the third year"),
    4: gettext_lazy("In the fourth year"),
    5: gettext_lazy("In the fifth year"),
    6: gettext_lazy("In the sixth year"),
    7: gettext_lazy("In the seventh year"),
    8: gettext_lazy("In the eighth year"),
    9: gettext_lazy("In the ninth year"),
    10: gettext_lazy("In the tenth year"),
}
FIRST: dict[str, Variants] = {
    "alliance": (
        gettext_lazy("%(when)s %(side)s sought allies among the tribes."),
        gettext_lazy("%(when)s the envoys of %(side)s went from town to town."),
    ),
    "punishment": (
        gettext_lazy("%(when)s %(side)s marched against the allies of %(enemy)s."),
        gettext_lazy("%(when)s %(side)s set out to punish whoever stood with %(enemy)s."),
    ),
    "battle": (
        gettext_lazy("%(when)s %(side)s went looking for a decision."),
        gettext_lazy("%(when)s %(side)s wanted battle and nothing else."),
    ),
    "defence": (
        gettext_lazy("%(when)s %(side)s dug in and waited."),
        gettext_lazy("%(when)s %(side)s stayed behind its ramparts."),
    ),
    "guerrilla": (
        gettext_lazy("%(when)s %(side)s took to the hills."),
        gettext_lazy("%(when)s %(side)s avoided open battle and struck from hiding."),
    ),
}
ANY_FIRST: Variants = (gettext_lazy("%(when)s %(side)s chose %(action)s."),)
SECOND: dict[str, Variants] = {
    "alliance": (
        gettext_lazy("%(side)s, for its part, courted the tribes."),
        gettext_lazy("Meanwhile %(side)s looked for friends among the tribes."),
    ),
    "punishment": (
        gettext_lazy("%(side)s turned on the tribes that had sided with %(enemy)s."),
        gettext_lazy("Meanwhile %(side)s burned the fields of the allies of %(enemy)s."),
    ),
    "battle": (
        gettext_lazy("%(side)s pressed for a battle."),
        gettext_lazy("But %(side)s meant to fight."),
    ),
    "defence": (
        gettext_lazy("%(side)s held its ground and waited for reinforcements."),
        gettext_lazy("Meanwhile %(side)s built ramparts and watched the roads."),
    ),
    "guerrilla": (
        gettext_lazy("%(side)s melted away into the hills."),
        gettext_lazy("Meanwhile %(side)s fought its war from the hills."),
    ),
}
ANY_SECOND: Variants = (gettext_lazy("%(side)s chose %(action)s."),)
BOTH: dict[str, Variants] = {
    "alliance": (gettext_lazy("%(when)s both sides courted the tribes, and sometimes the same ones."),),
    "punishment": (gettext_lazy("%(when)s both sides made war on each other's allies."),),
    "battle": (gettext_lazy("%(when)s both sides wanted a battle."),),
    "defence": (gettext_lazy("%(when)s both sides dug in and waited for the other."),),
    "guerrilla": (gettext_lazy("%(when)s both sides took to the hills."),),
}
ANY_BOTH: Variants = (gettext_lazy("%(when)s both sides chose %(action)s."),)

SCENARIOS: dict[str, Variants] = {
    "skirmish": (
        gettext_lazy("Their patrols met on broken ground."),
        gettext_lazy("It came to no more than a skirmish between patrols."),
    ),
    "encounter": (
        gettext_lazy("Two columns on the march ran into each other."),
        gettext_lazy("By chance their columns met on the road."),
    ),
    "ambush": (
        gettext_lazy("%(ambusher)s lay in wait where the road narrowed, and a column of %(ambushed)s walked into it."),
        gettext_lazy("A column of %(ambushed)s marched into the ambush that %(ambusher)s had laid."),
    ),
    "defend_ally": (
        gettext_lazy("%(attacker)s fell upon the allies of %(defender)s, who came to their help."),
        gettext_lazy("%(defender)s stood by its allies when %(attacker)s came down on them."),
    ),
    "pitched_battle": (
        gettext_lazy("The whole armies met in the open, to the death."),
        gettext_lazy("At last the two armies faced each other, man for man."),
    ),
    "defensive_battle": (
        gettext_lazy("%(attacker)s came with everything it had against the ramparts of %(defender)s."),
        gettext_lazy("%(attacker)s stormed the position that %(defender)s had fortified."),
    ),
}
ANY_SCENARIO: Variants = (gettext_lazy("It came to this: %(scenario)s."),)
SKIPPED: Variants = (
    gettext_lazy("Neither side wanted to fight for it, and the year passed without a battle."),
    gettext_lazy("Both thought better of it, and the armies stayed in their camps."),
)
MUSTERS: Variants = (
    gettext_lazy("%(first)s brought %(first_points)s points of troops to the field, %(second)s %(second_points)s."),
    gettext_lazy(
        "On the field stood %(first_points)s points of troops for %(first)s and %(second_points)s for %(second)s."
    ),
)


EQUAL_MUSTERS: Variants = (
    gettext_lazy("Each side brought %(first_points)s points of troops."),
    gettext_lazy("On the field stood %(first_points)s points of troops for either side."),
)


def when(year: int) -> str:
    """When it was, to begin a sentence with."""
    if year in WHEN:
        return str(WHEN[year])
    return _("In year %(year)s") % {"year": year} if year else _("That year")


def sentences(tale: Tale) -> list[str]:
    said = _orders(tale)
    if tale.has("skipped"):
        return [*said, tale.vary(SKIPPED, {})]
    return [*said, *_scenario(tale), *_musters(tale)]


def _orders(tale: Tale) -> list[str]:
    orders = [(str(order["side"]), str(order["action"])) for order in tale.all("order")]
    if not orders:
        return []
    if len(orders) == 2 and orders[0][1] == orders[1][1]:
        return [tale.vary(BOTH.get(orders[0][1], ANY_BOTH), _words(tale, *orders[0]))]
    # The side that acts first in the story changes from year to year.
    if tale.year % 2 == 0:
        orders.reverse()
    said = [tale.vary(FIRST.get(orders[0][1], ANY_FIRST), _words(tale, *orders[0]), tale.year // 2)]
    said += [
        tale.vary(SECOND.get(action, ANY_SECOND), _words(tale, side, action), tale.year // 2)
        for side, action in orders[1:]
    ]
    return said


def _words(tale: Tale, side: str, action: str) -> dict[str, Any]:
    book = tale.book
    return {
        "when": when(tale.year),
        "side": book.side(side),
        "enemy": book.enemy(side),
        "action": book.action(action),
    }


def _scenario(tale: Tale) -> list[str]:
    if not tale.scenario:
        return []
    words = {"scenario": tale.book.scenario(tale.scenario), **_roles(tale)}
    variants = SCENARIOS.get(tale.scenario, ANY_SCENARIO)
    try:
        said = [tale.vary(variants, words, tale.year // 3)]
    except KeyError:
        # A year that stands in a book without its roles.
        said = [tale.vary(ANY_SCENARIO, words)]
    if any(choice.get("village") for choice in tale.all("choice")):
        said.append(_("Everything turned on one village."))
    if tale.has("last_battle"):
        said.append(_("Everything was staked on this one battle."))
    return said


def _roles(tale: Tale) -> dict[str, str]:
    """The sides by what they did. One role of a pair is told, the other follows."""
    found: dict[str, str] = {}
    for role, opposite in (("attacker", "defender"), ("defender", "attacker"), ("ambusher", "ambushed")):
        side = tale.role(role)
        if side:
            found.setdefault(role, tale.book.side(side))
            found.setdefault(opposite, tale.book.enemy(side))
    return found


def _musters(tale: Tale) -> list[str]:
    musters = list(tale.all("muster"))
    said = []
    if len(musters) == 2:
        words = {
            "first": tale.book.side(musters[0]["side"]),
            "first_points": musters[0]["points"],
            "second": tale.book.side(musters[1]["side"]),
            "second_points": musters[1]["points"],
        }
        equal = words["first_points"] == words["second_points"]
        said.append(tale.vary(EQUAL_MUSTERS if equal else MUSTERS, words, tale.year // 2))
    for pain in tale.all("pain"):
        if pain.get("absent"):
            words = {
                "character": tale.book.character(pain["side"], str(pain["character"])),
                "side": tale.book.side(pain["side"]),
            }
            said.append(_("%(character)s of %(side)s lay in his tent with attacks of pain.") % words)
    return said
