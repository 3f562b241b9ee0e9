"""What a side may do of its own accord: spend what it was granted, ransom, replace, instruct; and give up."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.models.codec import army_of
from campaigns.narration.words import grant_text
from campaigns.rules import between, fates
from campaigns.rules.armylists import Entry, SampleList, list_of
from campaigns.rules.pack import GRANTS
from frontend.forms.between import BoughtFormSet, BoughtRows, GeneralForm, StandingRerollForm
from frontend.views.desks import Bound, Desk, Part
from frontend.views.yearparts.aftermath import ransom_facts

GRANT, GENERAL, REROLL = "grant", "general", "standing_reroll"
FIRST_ROWS = 3


def parts(desk: Desk, bound: Bound) -> list[Part]:
    """Everything the viewer's own side may do now without owing it."""
    side = desk.place.side
    if side is None or not desk.live:
        return []
    found = [grant_part(desk, side, bound), *ransom_parts(desk, side), general_part(desk, side, bound)]
    return [part for part in (*found, reroll_part(desk, side, bound)) if part is not None]


# --- Grants -----------------------------------------------------------------------------------------------


def list_of_side(desk: Desk, side: str) -> SampleList | None:
    """The army list that this side's army was chosen from; None for an army of its own making."""
    row = next(one for one in desk.sides if one.key == side)
    key = army_of(row).list_key
    return list_of(desk.rules.pack.key, key) if key else None


def bought_rows(desk: Desk, side: str, data: Any = None, *, rows: int = FIRST_ROWS) -> BoughtRows:
    """The rows in which new units are written."""
    chosen = list_of_side(desk, side)
    roster = desk.at.units[side]
    entries = [(entry, entry_words(desk, entry)) for entry in chosen.entries] if chosen else []
    return BoughtFormSet(
        data,
        prefix="buy",
        initial=[{} for _row in range(rows)] if data is None else None,
        chosen=chosen,
        taken={*roster, *(unit.name for unit in roster.values())},
        form_kwargs={"entries": entries},
    )


def entry_words(desk: Desk, entry: Entry) -> str:
    told = {
        "name": entry.name,
        "gloss": desk.book.label(entry.gloss),
        "points": entry.points,
        "least": entry.least,
        "most": entry.most,
    }
    return _("%(name)s (%(gloss)s): %(least)s to %(most)s figures at %(points)s points") % told


def grant_part(desk: Desk, side: str, bound: Bound) -> Part | None:
    if not desk.allowed("spend_grant", side):
        return None
    purse = between.purse_of(desk.at, side)
    return {
        "template": "frontend/years/_grant.html",
        "side": side,
        "open": GRANT in bound,
        "purse": [grant_text(kind, points) for kind in GRANTS if (points := getattr(purse, kind))],
        "least": desk.rules.pack.grants.smallest_unit,
        "rows": bound.get(GRANT) or bought_rows(desk, side),
    }


# --- Prisoners and generals ---------------------------------------------------------------------------------


def ransom_parts(desk: Desk, side: str) -> list[Part]:
    """Each captured character who could be bought back now, with the score after it."""
    return [
        {
            "template": "frontend/years/_ransom.html",
            "side": side,
            "character_id": str(ask.data["character"]),
            **ransom_facts(desk, side, str(ask.data["character"]), _forecast(desk, side, str(ask.data["character"]))),
        }
        for ask in desk.allowed("ransom", side)
    ]


def _forecast(desk: Desk, side: str, character: str) -> dict[str, object]:
    return fates.ransom_forecast(desk.rules.pack, desk.rules.readings, desk.at, side, character)


def general_form(desk: Desk, side: str, data: Any = None) -> GeneralForm:
    people = desk.at.characters[side]
    lost = [(key, people[key].name) for key in between.lost_characters(desk.at, side)]
    taken = {*people, *(one.name for one in people.values())}
    chosen = list_of_side(desk, side)
    initial = {"points": chosen.cheapest_general.points} if chosen else {}
    return GeneralForm(data, lost=lost, taken=taken, initial=initial, auto_id="general-%s")


def general_part(desk: Desk, side: str, bound: Bound) -> Part | None:
    if not desk.allowed("replace_general", side):
        return None
    return {
        "template": "frontend/years/_general.html",
        "side": side,
        "open": GENERAL in bound,
        "form": bound.get(GENERAL) or general_form(desk, side),
        "costs": bool(between.purse_of(desk.at, side)),
    }


# --- The re-roll ------------------------------------------------------------------------------------------


def reroll_part(desk: Desk, side: str, bound: Bound) -> Part | None:
    if not desk.allowed("standing_reroll", side):
        return None
    left = desk.at.now.standing_rerolls.get(side)
    initial = {"roll": left[0], "below": left[1]} if left else {}
    return {
        "template": "frontend/years/_standing_reroll.html",
        "side": side,
        "open": REROLL in bound,
        "left": left,
        "form": bound.get(REROLL) or StandingRerollForm(initial=initial, auto_id="reroll-%s"),
    }
