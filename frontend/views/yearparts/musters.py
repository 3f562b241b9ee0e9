"""Choices about the scenario, letting the year pass, and the sealed muster."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.models import Muster
from campaigns.rules import muster as muster_rules
from campaigns.rules.state import Character, Unit
from campaigns.selectors import reports, sealed
from frontend.forms.years import ChooseForm, MusterForm
from frontend.views.desks import Bound, Desk, Part
from frontend.views.yearparts.orders import holder_of, late, late_until

MUSTER, CHOOSE = "muster", "choose"

ARMS = {
    "infantry": gettext_lazy("Infantry"),
    "cavalry": gettext_lazy("Cavalry"),
    "other": gettext_lazy("Other troops"),
}
RANKS = {
    "general": gettext_lazy("General"),
    "subordinate": gettext_lazy("Subordinate general"),
    "standard": gettext_lazy("Army standard"),
    "leader": gettext_lazy("Leader"),
    "other": gettext_lazy("Character"),
}


# --- Choices ----------------------------------------------------------------------------------------------


def choose_form(desk: Desk, side: str, data: Any = None) -> ChooseForm | None:
    """The form for what this side may choose about the scenario; None where nothing is asked of it."""
    ask = next(iter(desk.asked(side, "choose")), None)
    return ChooseForm(data, choices=dict(ask.data), auto_id=f"choose-{side}-%s") if ask else None


def choice_part(desk: Desk, bound: Bound) -> Part | None:
    side = desk.place.side
    if side is None:
        return None
    form = bound.get(CHOOSE) or choose_form(desk, side)
    if form is None:
        return None
    return {"template": "frontend/years/_choices.html", "waits": True, "form": form, "side": side}


def choice_slips(desk: Desk, bound: Bound) -> list[dict[str, Any]]:
    """The same for an officer, of each side that still has to choose."""
    found = []
    for side in desk.paper_sides:
        form = bound.get(f"{CHOOSE}:{side}") or choose_form(desk, side)
        if form is not None:
            found.append(_slip(desk, side, form, open_=f"{CHOOSE}:{side}" in bound))
    return found


def _slip(desk: Desk, side: str, form: Any, *, open_: bool) -> dict[str, Any]:
    held = {one.key: one for one in desk.sides}
    return {
        "side": side,
        "number": desk.numbers[side],
        "name": desk.name(side),
        "holder": holder_of(held[side]),
        "form": form,
        "open": open_,
    }


# --- Letting the year pass -------------------------------------------------------------------------------


def skip_part(desk: Desk, paper_side: str = "") -> Part | None:
    """Who has agreed to let the year pass without a game, and the button for the viewer's own word, or for a slip's."""
    asks = [ask for ask in desk.asks if ask.prompt == "skip"]
    if not asks:
        return None
    agreed = {ask.seat: bool(ask.data["agreed"]) for ask in asks}
    own = paper_side or desk.place.side
    return {
        "template": "frontend/years/_skip.html",
        "slip_for": paper_side,
        "mine": agreed.get(own) if own else None,
        "plays": own is not None,
        "agreed": [desk.name(side) for side, yes in agreed.items() if yes],
        "ends": _end_of_a_year_let_pass(desk),
    }


def _end_of_a_year_let_pass(desk: Desk) -> str:
    """That the war is over if the year passes, where its battle was to decide it; empty where it goes on (R 13)."""
    ended = reports.passed(desk.rules, desk.at)
    if ended is None or ended.winner is None:
        return ""
    return _("If both sides agree, the war is over: a minor victory for %(side)s.") % {"side": desk.name(ended.winner)}


# --- The muster ------------------------------------------------------------------------------------------


def muster_form(
    desk: Desk, side: str, *, data: Any = None, stored: Muster | None = None, best: bool = False
) -> MusterForm:
    """The form of a side's muster: as it stands, as the program would choose (``best``), or the whole roster where it fits."""
    initial: dict[str, Any] = {}
    if stored is not None and not best:
        initial = {"units": stored.units, "characters": stored.characters}
    elif best or desk.at.now.limits.get(side) is None:
        chosen = muster_rules.best(desk.rules.pack, desk.at, side)
        initial = {"units": list(chosen.units), "characters": list(chosen.characters)}
    units = [(unit, unit_words(unit)) for unit in muster_rules.able_units(desk.at, side)]
    characters = [
        (one, character_words(desk, one), has_pains(desk, one)) for one in muster_rules.able_characters(desk.at, side)
    ]
    return MusterForm(data, units=units, characters=characters, initial=initial, auto_id=f"muster-{side}-%s")


def unit_words(unit: Unit) -> str:
    told = {"figures": unit.figures, "points": unit.points, "command": unit.command}
    if unit.command:
        return _("%(figures)s figures at %(points)s, command %(command)s") % told
    return _("%(figures)s figures at %(points)s") % told


def character_words(desk: Desk, one: Character) -> str:
    """His rank, and what his wounds have left him with; attacks of pain are told for themselves."""
    rows = [desk.rules.pack.wound_by_total[total] for total in one.wounds]
    wounds = [desk.book.label(row.text) for row in rows if not row.unavailable_on]
    return " · ".join([str(RANKS.get(one.rank, one.rank)), *dict.fromkeys(wounds)])


def has_pains(desk: Desk, one: Character) -> bool:
    """Whether a lasting wound may keep him away on the day (Hispania 7)."""
    return any(desk.rules.pack.wound_by_total[total].unavailable_on for total in one.wounds)


def muster_part(desk: Desk, bound: Bound, *, best: bool = False) -> Part | None:
    side = desk.place.side
    if side is None or not desk.asked(side, "muster"):
        return None
    stored = sealed.own_muster(desk.year, desk.place)
    form = bound.get(MUSTER) or muster_form(desk, side, stored=stored, best=best)
    return {
        **muster_facts(desk, side, form),
        "template": "frontend/years/_muster.html",
        "waits": stored is None or not stored.ready,
        "revision": stored.revision if stored else 0,
        "stored": muster_receipt(desk, stored) if stored else None,
        "changing": MUSTER in bound or best,
        "best": best,
        "late": late(desk, stored=stored is not None),
        "late_until": late_until(desk, stored=stored is not None),
    }


def muster_facts(desk: Desk, side: str, form: MusterForm) -> dict[str, Any]:
    """What a side must know while it musters."""
    return {
        "form": form,
        "side": side,
        "limit": desk.at.now.limits.get(side),
        "limit_why": desk.why_of(f"limit.{side}"),
        "garrison": desk.known.garrisons.get(side, 0),
        "natives": muster_rules.contingent(desk.rules.pack, desk.at, side),
        "groups": groups(form),
        "everything": desk.rules.available(desk.at, side),
    }


def groups(form: MusterForm) -> list[dict[str, Any]]:
    """The ticks by arm, characters last."""
    by_arm: dict[str, list[Any]] = {}
    for option in form["units"]:
        by_arm.setdefault(form.arms[option.data["value"]], []).append(option)
    found = [{"title": ARMS.get(arm, arm), "options": options} for arm, options in by_arm.items()]
    people = list(form["characters"])
    return [*found, {"title": _("Characters"), "options": people}] if people else found


def muster_receipt(desk: Desk, stored: Muster) -> dict[str, Any]:
    units, people = desk.at.units[stored.side], desk.at.characters[stored.side]
    told = {"war": desk.war.name, "year": desk.year.number, "side": desk.name(stored.side), "receipt": stored.receipt}
    return {
        "units": [units[key].name for key in stored.units if key in units],
        "characters": [people[key].name for key in stored.characters if key in people],
        "points": sum(units[key].value for key in stored.units if key in units)
        + sum(people[key].points for key in stored.characters if key in people),
        "at": stored.given_at,
        "salt": stored.salt,
        "receipt": stored.receipt,
        "ready": stored.ready,
        "paper": stored.manner == "paper",
        "by": stored.actor,
        "chat": _("%(war)s, year %(year)s: the muster of %(side)s is in, sealed. Receipt: %(receipt)s") % told,
    }


def muster_slips(desk: Desk, bound: Bound) -> list[dict[str, Any]]:
    """A form for each side whose muster slip an officer may type in; never what is stored."""
    found = []
    for side in desk.paper_sides:
        if desk.asked(side, "muster"):
            name = f"{MUSTER}:{side}"
            form = bound.get(name) or muster_form(desk, side)
            found.append({**_slip(desk, side, form, open_=name in bound), **muster_facts(desk, side, form)})
    return found


# --- What everybody sees, once both are open ------------------------------------------------------------


def armies(desk: Desk) -> list[dict[str, Any]]:
    """Both musters as they were opened."""
    found = []
    for side, brought in desk.known.muster.items():
        away = desk.known.absent.get(side, [])
        found.append(
            {
                "number": desk.numbers[side],
                "name": desk.name(side),
                "points": brought.points,
                "why": desk.why_of(f"muster.{side}"),
                "units": [desk.book.unit(side, key) for key in brought.units],
                "characters": [
                    {"name": desk.book.character(side, key), "absent": key in away} for key in brought.characters
                ],
            }
        )
    return found
