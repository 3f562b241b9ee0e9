"""The second paragraph: the battle, and its price."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.narration.book import listed
from campaigns.narration.sentences.aftermath import noted_text
from campaigns.narration.story.tale import Tale, Variants
from campaigns.narration.words import Facts

RESULTS: dict[str, Variants] = {
    "major": (
        gettext_lazy("%(winner)s broke the army of %(loser)s: a major victory."),
        gettext_lazy("By evening %(loser)s was in flight, and %(winner)s had won a major victory."),
        gettext_lazy("The day belonged wholly to %(winner)s: a major victory."),
    ),
    "minor": (
        gettext_lazy("%(winner)s had the better of it: a minor victory."),
        gettext_lazy("It was close, but %(winner)s kept the field: a minor victory."),
        gettext_lazy("%(loser)s fell back in good order, and %(winner)s claimed a minor victory."),
    ),
    "draw": (
        gettext_lazy("Neither side could claim the field."),
        gettext_lazy("When night fell nobody had won."),
        gettext_lazy("They fought until they were tired, and parted with nothing decided."),
    ),
}
FATES: dict[tuple[str, str], Variants] = {
    ("lost", "dead"): (
        gettext_lazy("%(character)s of %(side)s did not survive the defeat."),
        gettext_lazy("%(character)s of %(side)s was found among the dead."),
    ),
    ("otherwise", "dead"): (
        gettext_lazy("%(character)s of %(side)s died of his wounds."),
        gettext_lazy("%(character)s of %(side)s was struck down and did not rise again."),
    ),
    ("lost", "captured"): (
        gettext_lazy("%(character)s of %(side)s was led away a prisoner."),
        gettext_lazy("%(character)s of %(side)s fell into the hands of %(enemy)s."),
    ),
    ("taken", "captured"): (
        gettext_lazy("%(character)s of %(side)s was taken alive by %(enemy)s."),
        gettext_lazy("%(enemy)s led %(character)s of %(side)s away a prisoner."),
    ),
    ("lost", "wounded"): (gettext_lazy("%(character)s of %(side)s was carried wounded from the lost field."),),
    ("otherwise", "wounded"): (gettext_lazy("%(character)s of %(side)s was badly wounded."),),
    ("lost", "recovered"): (
        gettext_lazy("%(character)s of %(side)s was left for dead, but found his way back."),
        gettext_lazy("%(character)s of %(side)s was struck down, but was carried off by friends."),
    ),
    ("otherwise", "recovered"): (
        gettext_lazy("%(character)s of %(side)s was struck down, but was soon on his feet again."),
    ),
}
ANY_FATE: Variants = (gettext_lazy("%(character)s of %(side)s was struck down."),)
DEEDS: Variants = (
    gettext_lazy("The soldiers told of the deeds of %(names)s."),
    gettext_lazy("%(names)s won a name that day."),
)


def sentences(tale: Tale) -> list[str]:
    fought = tale.last("fought")
    if fought is None:
        return []
    return [
        *_result(tale, fought),
        *_price(tale),
        *_guns(tale),
        *_noted(tale),
        *_people(tale),
        *_deeds(tale),
        *_skills(tale),
    ]


def _result(tale: Tale, fought: Facts) -> list[str]:
    winner, level = fought.get("winner"), str(fought.get("level"))
    words = {"winner": tale.book.side(winner), "loser": tale.book.enemy(winner)}
    said = [tale.vary(RESULTS[level if winner and level in RESULTS else "draw"], words)]
    if fought.get("notes"):
        said.append(_("From the report: “%(notes)s”") % fought)
    return said


def _price(tale: Tale) -> list[str]:
    """Figures that did not come back, by side; and units that are gone."""
    lost: dict[str, int] = {}
    gone = []
    for unit in tale.all("recovered"):
        side = str(unit["side"])
        lost[side] = lost.get(side, 0) + unit.count("before") - unit.count("after")
        if not unit.count("after"):
            words = {"unit": tale.book.unit(side, str(unit["unit"])), "side": tale.book.side(side)}
            gone.append(_("%(unit)s of %(side)s was no more.") % words)
    return [
        *_figures(tale, {side: count for side, count in lost.items() if count and side in tale.book.pack.sides}),
        *gone,
    ]


def _guns(tale: Tale) -> list[str]:
    """Guns that changed hands."""
    return [
        _("%(side)s carried off %(unit)s.")
        % {"side": tale.book.side(gun["side"]), "unit": tale.book.unit(str(gun["side"]), str(gun["unit"]))}
        for gun in tale.all("gun_taken")
    ]


def _noted(tale: Tale) -> list[str]:
    """Deeds that the battle noted for the chronicle."""
    return [noted_text(deed, tale.book) for deed in tale.all("noted")]


def _figures(tale: Tale, lost: dict[str, int]) -> list[str]:
    if not lost:
        return []
    first, second = tale.book.pack.side_keys[:2]
    if len(lost) == 1:
        side, count = next(iter(lost.items()))
        text = ngettext(
            "%(side)s lost %(count)s figure for good, %(enemy)s none.",
            "%(side)s lost %(count)s figures for good, %(enemy)s none.",
            count,
        )
        return [text % {"side": tale.book.side(side), "enemy": tale.book.enemy(side), "count": count}]
    text = ngettext(
        "%(first)s lost %(count)s figure for good, %(second)s %(others)s.",
        "%(first)s lost %(count)s figures for good, %(second)s %(others)s.",
        lost[first],
    )
    words = {"first": tale.book.side(first), "count": lost[first]}
    return [text % {**words, "second": tale.book.side(second), "others": lost[second]}]


def _people(tale: Tale) -> list[str]:
    said = []
    for step, fate in enumerate(tale.all("fate")):
        words = _person(tale, fate)
        said.append(tale.vary(FATES.get((fate["column"], fate["result"]), ANY_FATE), words, step))
        said += _after_it(tale, fate, words)
    return said


def _after_it(tale: Tale, fate: Facts, words: dict[str, Any]) -> list[str]:
    side, character = fate.get("side"), fate.get("character")
    if fate["result"] == "wounded" and (wound := tale.last("wound", side=side, character=character)):
        return [_("This is what it left: “%(wound)s”.") % {"wound": tale.book.wound(wound["total"])}]
    if fate["result"] == "captured" and tale.last("ransomed", side=side, character=character):
        return [_("%(side)s bought him back.") % words]
    if fate["result"] == "dead" and tale.last("vp", side=side, reason="general_killed"):
        # Only one character of a side can be its general in chief; he is named where he alone died.
        dead = [one for one in tale.all("fate") if one.get("side") == side and one["result"] == "dead"]
        return [_("He had been general in chief.")] if len(dead) == 1 else []
    return []


def _person(tale: Tale, facts: Facts) -> dict[str, Any]:
    side = facts["side"]
    return {
        "character": tale.book.character(side, str(facts["character"])),
        "side": tale.book.side(side),
        "enemy": tale.book.enemy(side),
    }


def _deeds(tale: Tale) -> list[str]:
    names = [tale.book.character(deeds["side"], str(deeds["character"])) for deeds in tale.all("deeds")]
    return [tale.vary(DEEDS, {"names": listed(names)})] if names else []


def _skills(tale: Tale) -> list[str]:
    return [
        _("%(character)s of %(side)s came out of it a better commander: “%(skill)s”.")
        % {**_person(tale, skill), "skill": tale.book.skill(skill["face"])}
        for skill in tale.all("skill")
    ]
