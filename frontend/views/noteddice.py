"""Correcting dice that came with a record; and what can be added nowhere: after the last decision of a year."""

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.narration import roll_name
from campaigns.narration.decided import decision_text
from campaigns.rules.correcting import Past
from campaigns.rules.decisions import Typed
from campaigns.rules.engine import HOST, Rules
from campaigns.rules.noteddice import asked_dice
from campaigns.rules.state import State
from frontend.forms.aftermath import NotedDiceForm
from frontend.views.wars import Here
from rulesets.contract import Ask
from rulesets.dice import Rolled


def rows(spot: Here, past: Past, noted: Sequence[Rolled]) -> list[dict[str, Any]]:
    """Dice of a record that fell in a decision: each with the way to correct what was noted down."""
    return [
        {
            "place": place,
            "name": roll_name(roll.address, spot.book),
            "text": decision_text(HOST, Typed(address=roll.address, faces=roll.faces), spot.book),
        }
        for place, roll in enumerate(past.rolls)
        if roll in noted
    ]


def form(rules: Rules, state: State, past: Past, noted: Rolled, data: Any) -> NotedDiceForm:
    """As many fields as were noted down: the dice, or their total (of terrain, the total of each piece)."""
    n, sides = asked_dice(rules, state, past)[noted.address]
    fields = len(noted.faces)
    most = sides * n // fields
    told = {"address": noted.address, "n": fields, "sides": most, "total": most > sides}
    start = {f"face-{place}": face for place, face in enumerate(noted.faces)}
    return NotedDiceForm(data, ask=Ask(seat=HOST, prompt="dice", data=told), initial=start)


def after_the_last(spot: Here, number: int) -> dict[str, str]:
    """Why nothing can be added after the last decision of a year, and where to go instead."""
    ended = spot.state.ended if spot.state is not None else None
    if spot.state is not None and number < spot.state.year:
        text = _("After the last decision this year was closed: what was decided then stands at the start of the next.")
        return {"text": text, "url": reverse("year_missing", args=[spot.war.public_id, number + 1]), "to": "next"}
    if ended is None:
        text = _("After the last decision there is nothing to add: it can still be decided, on the page of the year.")
        return {"text": text, "url": reverse("year", args=[spot.war.public_id]), "to": "now"}
    text = _(
        "After the last decision the war was over, and nothing may be decided any more. If it should have gone on, correct what ended it."
    )
    return {"text": text, "url": reverse("year_decisions", args=[spot.war.public_id, ended.year]), "to": "end"}
