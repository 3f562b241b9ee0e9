"""Whether a year need wait for anybody: everybody a person answers for is in, and the program answers for the rest."""

from collections.abc import Iterable

from campaigns.models import Campaign, Side, Year
from campaigns.models.codec import rules_of, state_of
from campaigns.models.year import OPEN_STAGES, YearStage
from campaigns.selectors.sealed import all_in, seats_in
from campaigns.services import telling
from campaigns.signals import year_ready

SEALED = (YearStage.ORDERS, YearStage.MUSTER)


def program_sides(campaign: Campaign) -> set[str]:
    """Sides that the program plays. One query."""
    return {key for key, program in _seats(campaign).items() if program}


def _seats(campaign: Campaign) -> dict[str, bool]:
    return dict(Side.objects.filter(campaign=campaign).values_list("key", "program"))


def look(campaign: Campaign, year: Year, *, late: bool = False, owing: Iterable[str] | None = None) -> None:
    """Note whether the open stage may go on at once, and ring if so. Under the war's claim, so that two last players cannot each fail
    to see the other.

    ``late``: the deadline has passed, and whoever is in is ready. ``owing``: who owes a decision, where the caller has
    worked it out. A war that the program plays alone waits for its deadlines: nobody would see it pass.
    """
    if year.stage not in OPEN_STAGES or year.stage == YearStage.BATTLE:
        return
    ready = year.pk in all_in([year]) if late else _ready(campaign, year, owing)
    if ready != year.ready:
        year.ready = ready
        Year.objects.filter(pk=year.pk).update(ready=ready)
    if ready:
        year_ready.send(sender=Campaign, campaign_id=campaign.pk)


def _ready(campaign: Campaign, year: Year, owing: Iterable[str] | None) -> bool:
    seats = _seats(campaign)
    if year.stage in SEALED:
        missing = set(seats) - seats_in(year)
    else:
        missing = set(telling.owing(rules_of(campaign), state_of(campaign)) if owing is None else owing)
        if not missing:
            return False
    return not missing or (not all(seats.values()) and all(seats.get(seat, False) for seat in missing))
