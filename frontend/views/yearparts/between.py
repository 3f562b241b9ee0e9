"""What a side may do of its own accord: spend what it was granted, ransom, replace, instruct; and give up."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns import narration
from campaigns.models.codec import army_of
from campaigns.narration.words import grant_text
from campaigns.places import Actor
from campaigns.rules import between, fates
from campaigns.rules.armylists import Entry, SampleList, list_of
from campaigns.rules.pack import GRANTS
from campaigns.selectors.books import Line
from frontend.forms.between import BoughtFormSet, BoughtRows, GeneralForm, LengthForm, StandingRerollForm
from frontend.views.desks import Bound, Desk, Part, form_name
from frontend.views.yearparts.aftermath import ransom_facts
from frontend.views.yearparts.musters import skip_part

GRANT, GENERAL, REROLL, LENGTH = "grant", "general", "standing_reroll", "length"
FIRST_ROWS = 3
LONGER = 10
"""How many years later than agreed the page offers."""


def parts(desk: Desk, bound: Bound) -> list[Part]:
    """Everything the viewer's own side may do now without owing it."""
    side = desk.place.side
    return _parts_of(desk, Actor(side=side, paper=False), bound) if side is not None and desk.live else []


def slips(desk: Desk, bound: Bound) -> list[dict[str, Any]]:
    """The same for each side, for an officer who does not play: its commander may be absent, on paper, or nobody."""
    found = []
    for row in desk.sides:
        if row.key in desk.paper_sides:
            actor = Actor(side=row.key, paper=True)
            inside = _parts_of(desk, actor, bound)
            found.append(
                {
                    "side": row.key,
                    "number": desk.numbers[row.key],
                    "name": desk.name(row.key),
                    "parts": inside,
                    "skip": skip_part(desk, row.key),
                    "open": any(part.get("open") for part in inside),
                }
            )
    return found


def _parts_of(desk: Desk, actor: Actor, bound: Bound) -> list[Part]:
    found = [grant_part(desk, actor, bound), *ransom_parts(desk, actor.side), general_part(desk, actor, bound)]
    for_whom = {"side": actor.side, "slip_for": actor.side if actor.paper else ""}
    return [
        {**part, **for_whom}
        for part in (*found, reroll_part(desk, actor, bound), length_part(desk, actor, bound))
        if part is not None
    ]


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
        auto_id=f"buy-{side}-%s",
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


def grant_part(desk: Desk, actor: Actor, bound: Bound) -> Part | None:
    side, name = actor.side, form_name(actor, GRANT)
    if not desk.allowed("spend_grant", side):
        return None
    purse = between.purse_of(desk.at, side)
    return {
        "template": "frontend/years/_grant.html",
        "open": name in bound,
        "purse": [grant_text(kind, points) for kind in GRANTS if (points := getattr(purse, kind))],
        "came": [
            {"text": narration.sentence(line.happening, desk.book), "why": desk.why(line)}
            for line in _granted(desk, side)
        ],
        "from_year": desk.year.number - 1,
        "least": desk.rules.pack.grants.smallest_unit,
        "rows": bound.get(name) or bought_rows(desk, side),
    }


def _granted(desk: Desk, side: str) -> list[Line]:
    """What this year's book says of points granted to a side; those of the year before are told there."""
    return [
        line
        for line in desk.lines
        if not line.struck and line.happening.kind == "grant" and line.happening.data["side"] == side
    ]


# --- Prisoners and generals ---------------------------------------------------------------------------------


def ransom_parts(desk: Desk, side: str) -> list[Part]:
    """Each captured character who could be bought back now, with the score after it."""
    return [
        {
            "template": "frontend/years/_ransom.html",
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
    return GeneralForm(data, lost=lost, taken=taken, initial=initial, auto_id=f"general-{side}-%s")


def general_part(desk: Desk, actor: Actor, bound: Bound) -> Part | None:
    side, name = actor.side, form_name(actor, GENERAL)
    if not desk.allowed("replace_general", side):
        return None
    return {
        "template": "frontend/years/_general.html",
        "open": name in bound,
        "form": bound.get(name) or general_form(desk, side),
        "costs": between.costs_of_a_general(desk.rules.pack, desk.at, side),
    }


# --- The re-roll ------------------------------------------------------------------------------------------


def reroll_part(desk: Desk, actor: Actor, bound: Bound) -> Part | None:
    side, name = actor.side, form_name(actor, REROLL)
    if not desk.allowed("standing_reroll", side):
        return None
    left = desk.at.now.standing_rerolls.get(side)
    initial = {"roll": left[0], "below": left[1]} if left else {}
    return {
        "template": "frontend/years/_standing_reroll.html",
        "open": name in bound,
        "left": left,
        "form": bound.get(name) or StandingRerollForm(book=desk.book, initial=initial, auto_id=f"reroll-{side}-%s"),
    }


# --- How long the war lasts ---------------------------------------------------------------------------------


def length_form(desk: Desk, side: str, data: Any = None) -> LengthForm:
    low, high = between.length_bounds(desk.at)
    years = range(low, min(high, max(desk.at.last_year, desk.at.year) + LONGER) + 1)
    now = low if low < desk.at.year else 0
    first = next(iter(_proposed(desk, side).values()), None)
    initial = {} if first is None else {"last": first}
    return LengthForm(data, years=years, at=desk.at.last_year, now=now, initial=initial, auto_id=f"length-{side}-%s")


def _proposed(desk: Desk, side: str) -> dict[str, int]:
    """What the other sides have proposed and may still be agreed on."""
    low, _high = between.length_bounds(desk.at)
    return {one: year for one, year in desk.at.length.items() if one != side and year >= low}


def length_part(desk: Desk, actor: Actor, bound: Bound) -> Part | None:
    """Another end of the war, where both sides want it."""
    side, name = actor.side, form_name(actor, LENGTH)
    if not desk.allowed("length", side):
        return None
    others = [(desk.name(one), year) for one, year in _proposed(desk, side).items()]
    return {
        "template": "frontend/years/_length.html",
        "open": name in bound or bool(others),
        "agreed": desk.at.last_year,
        "mine": desk.at.length.get(side),
        "others": others,
        "form": bound.get(name) or length_form(desk, side),
    }
