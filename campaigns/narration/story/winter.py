"""The third paragraph: events, and who came and who went before the next year."""

import re
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import UNSET
from msgspec.structs import replace

from campaigns.narration.story.tale import Tale, Variants
from campaigns.narration.telling import sentence
from campaigns.narration.words import Facts, purse_text

EVENTS: Variants = (
    gettext_lazy("The year brought %(side)s “%(event)s”. %(text)s"),
    gettext_lazy("Then came “%(event)s” for %(side)s. %(text)s"),
    gettext_lazy("The talk of %(side)s was “%(event)s”. %(text)s"),
)
NOTHING: Variants = (
    gettext_lazy("For %(side)s there was “%(event)s”, but it came to nothing."),
    gettext_lazy("“%(event)s” left %(side)s as it was."),
)
COMING = frozenset(("immune", "must_act", "reroll_won", "vp_will_double"))
"""What an event does to the years to come: of no account once the war is over."""
TOLD = COMING | {"ordered_home", "stake_all"}
"""What an event leaves behind, told in the words of the ledger."""
RECALLED: Variants = (
    gettext_lazy("%(character)s of %(side)s was called home and did not come back."),
    gettext_lazy("%(character)s of %(side)s had to give up his command."),
)
RECALLED_FOR_A_TIME: Variants = (
    gettext_lazy("%(character)s of %(side)s was called home to answer for it, until the end of year %(back)s."),
)
SUCCEEDED: Variants = (
    gettext_lazy("%(character)s took command of %(side)s."),
    gettext_lazy("In his place %(side)s sent %(character)s."),
)
RETURNED: Variants = (gettext_lazy("%(character)s of %(side)s was back with his army."),)
PEOPLE: dict[str, Variants] = {"recalled": RECALLED, "successor": SUCCEEDED, "returned": RETURNED}
ALLIES: Variants = (
    gettext_lazy("The tribes sent %(side)s %(troops)s."),
    gettext_lazy("%(side)s had found friends: %(troops)s."),
)
NO_ALLIES: Variants = (
    gettext_lazy("The tribes had nothing but words for %(side)s."),
    gettext_lazy("No tribe would follow %(side)s."),
)
FROM_HOME: Variants = (
    gettext_lazy("From home %(side)s got %(troops)s."),
    gettext_lazy("Ships brought %(side)s %(troops)s."),
)
NONE_FROM_HOME: Variants = (
    gettext_lazy("No reinforcements reached %(side)s."),
    gettext_lazy("%(side)s waited for reinforcements in vain."),
)
DESERTED: Variants = (
    gettext_lazy("%(points)s points of native troops deserted %(enemy)s."),
    gettext_lazy("The allies of %(enemy)s had seen enough, and %(points)s points of them went home."),
)
STAYED: Variants = (gettext_lazy("The allies of %(enemy)s stood by it all the same."),)


def sentences(tale: Tale) -> list[str]:
    return [*_events(tale), *_troops_lost(tale), *_points(tale), *_marks(tale), *_consequences(tale)]


def _events(tale: Tale) -> list[str]:
    said = []
    for step, event in enumerate(tale.all("event")):
        side, total = str(event["side"]), event["total"]
        words = {
            "side": tale.book.side(side),
            "event": tale.book.event(side, total),
            "text": tale.book.event_text(side, total),
        }
        variants = NOTHING if tale.last("event_nothing", side=side) else EVENTS
        said.append(tale.vary(variants, words, step).strip())
    return said


def _troops_lost(tale: Tale) -> list[str]:
    lost: dict[str, int] = {}
    for loss in tale.all("points_lost"):
        lost[str(loss["side"])] = lost.get(str(loss["side"]), 0) + loss.count("points")
    told = [(tale.book.side(side), points) for side, points in lost.items() if points]
    if len(told) == 2:
        (first, first_points), (second, second_points) = told
        words = {"first": first, "first_points": first_points, "second": second, "second_points": second_points}
        return [
            _("In men and horses it cost %(first)s %(first_points)s points and %(second)s %(second_points)s.") % words
        ]
    return [
        _("In men and horses it cost %(side)s %(points)s points.") % {"side": side, "points": points}
        for side, points in told
    ]


def _points(tale: Tale) -> list[str]:
    """Victory points that events brought or cost. That everything counts double is said once."""
    found = [told for told in tale.happenings if told.kind == "vp" and told.data.get("source") == "event"]
    said = [sentence(replace(told, data={**told.data, "doubled": False}), tale.book) for told in found]
    if any(told.data.get("doubled") for told in found):
        said.append(_("Everything counted double this year."))
    return said


def _marks(tale: Tale) -> list[str]:
    """Recalls, and what next year must bring."""
    said = []
    over = tale.has("war_ended")
    for told in tale.happenings:
        if over and told.kind in COMING:
            continue
        if told.kind in TOLD:
            said.append(sentence(told, tale.book))
        elif told.kind in PEOPLE:
            said.append(_person(tale, told.kind, Facts(told.data)))
    return said if over else [*said, *_garrisons(tale)]


def _person(tale: Tale, kind: str, facts: Facts) -> str:
    words = {
        "character": tale.book.character(facts["side"], str(facts["character"])),
        "side": tale.book.side(facts["side"]),
        "back": facts["back"],
    }
    variants = RECALLED_FOR_A_TIME if kind == "recalled" and facts.get("back") else PEOPLE[kind]
    return tale.vary(variants, words)


def _garrisons(tale: Tale) -> list[str]:
    found = [told for told in tale.happenings if told.kind == "garrison"]
    if len(found) < 2:
        return [sentence(told, tale.book) for told in found]
    facts = Facts(found[0].data)
    words = {"points": facts["points"], "action": tale.book.action(str(facts["unless"]))}
    return [
        _(
            "Next year each side must leave %(points)s points of troops behind as garrisons, unless it chooses %(action)s."
        )
        % words
    ]


def _consequences(tale: Tale) -> list[str]:
    found = [
        (facts, variants)
        for facts in tale.all("grant", "punishment", "roll_barred")
        if (variants := _variants(facts, tale))
    ]
    empty = [facts for facts, variants in found if variants is NONE_FROM_HOME]
    neither = len(empty) == len(tale.book.pack.side_keys)
    said = [
        tale.vary(variants, _words(facts, tale), step)
        for step, (facts, variants) in enumerate(found)
        if not (neither and variants is NONE_FROM_HOME)
    ]
    return [*said, _("Neither side got reinforcements.")] if neither else said


def _variants(facts: Facts, tale: Tale) -> Variants | None:
    table = tale.book.pack.table_by_key.get(str(facts.get("roll")))
    if table is None:
        return None
    barred, troops = "why" in facts, purse_text(facts.mapping("grant"))
    if table.told is not UNSET:
        told = table.told.came if troops or facts.get("figures") else table.told.nothing
        return None if barred and table.gives != "grant" else (_filled(tale.book.label(told)),)
    if table.gives != "grant":
        return None if barred else DESERTED if facts.get("figures") else STAYED
    if table.for_everyone_reading:
        return FROM_HOME if troops else NONE_FROM_HOME
    return ALLIES if troops else NO_ALLIES


def _filled(text: str) -> str:
    """A pack's own sentence as one of ours."""
    return re.sub(r"\{(side|enemy|troops|points)\}", r"%(\1)s", text.replace("%", "%%"))


def _words(facts: Facts, tale: Tale) -> dict[str, Any]:
    side = facts["side"]
    return {
        "side": tale.book.side(side),
        "enemy": tale.book.enemy(side),
        "troops": purse_text(facts.mapping("grant")),
        "points": facts["points"],
    }
