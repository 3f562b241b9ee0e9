"""The only door to what is handed in sealed. Everything here takes the viewer's place, and answers for his own seat only."""

from collections.abc import Iterable, Mapping

from campaigns.models import Campaign, Muster, Side, StrategicAction, Year
from campaigns.permissions import Place


def own_order(year: Year, place: Place) -> StrategicAction | None:
    """The order this viewer's own seat has handed in."""
    if place.side is None:
        return None
    return StrategicAction.objects.filter(year=year, side=place.side).first()


def own_muster(year: Year, place: Place) -> Muster | None:
    """The muster this viewer's own seat has handed in."""
    if place.side is None:
        return None
    return Muster.objects.filter(year=year, side=place.side).first()


def own_standing_order(campaign: Campaign, place: Place) -> str:
    """The action this viewer's own seat left for years in which it does not order."""
    if place.side is None:
        return ""
    return Side.objects.filter(campaign=campaign, key=place.side).values_list("standing_order", flat=True).first() or ""


def seats_in(year: Year) -> set[str]:
    """Which seats have handed in what the open stage asks; never what."""
    return seats_in_years([year]).get(year.pk, set())


def in_count(year: Year) -> tuple[int, int]:
    """How many seats are in, of how many: that much is public."""
    return len(seats_in(year)), Side.objects.filter(campaign_id=year.campaign_id).count()


def seats_in_years(years: Iterable[Year]) -> dict[int, set[str]]:
    """``seats_in`` of many open years at once, by the year's own id. Two queries at most."""
    found: dict[int, set[str]] = {}
    by_stage: dict[str, list[int]] = {}
    for year in years:
        by_stage.setdefault(year.stage, []).append(year.pk)
    for stage, rows in (("orders", StrategicAction.objects), ("muster", Muster.objects)):
        if stage in by_stage:
            for pk, side in rows.filter(year__in=by_stage[stage], ready=True).values_list("year_id", "side"):
                found.setdefault(pk, set()).add(side)
    return found


def own_revisions(places: Mapping[int, Place]) -> dict[int, int]:
    """Which revision of his own order stands in each of these years (0: none), for a viewer with a place in each. One query."""
    rows = StrategicAction.objects.filter(year__in=places).values_list("year_id", "side", "revision")
    found = dict.fromkeys(places, 0)
    found.update({year: revision for year, side, revision in rows if side == places[year].side})
    return found


def all_in(years: Iterable[Year]) -> set[int]:
    """Open years (by their own ids) in which every side has handed in what is asked sealed, ready or not; but for sides that the
    program plays. Who is in is public.

    Three queries at most; none where no order and no muster is asked.
    """
    asked = {year.pk: year for year in years if year.stage in ("orders", "muster")}
    if not asked:
        return set()
    sides: dict[int, set[str]] = {}
    for campaign_id, key in Side.objects.filter(campaign__year_set__in=asked, program=False).values_list(
        "campaign_id", "key"
    ):
        sides.setdefault(campaign_id, set()).add(key)
    found: dict[int, set[str]] = {}
    for stage, rows in (("orders", StrategicAction.objects), ("muster", Muster.objects)):
        mine = [pk for pk, year in asked.items() if year.stage == stage]
        for pk, key in rows.filter(year__in=mine).values_list("year_id", "side") if mine else ():
            found.setdefault(pk, set()).add(key)
    return {
        pk for pk, year in asked.items() if len(sides.get(year.campaign_id, ())) > 0 and _covers(found, sides, year)
    }


def _covers(found: Mapping[int, set[str]], sides: Mapping[int, set[str]], year: Year) -> bool:
    return sides[year.campaign_id] <= found.get(year.pk, set())
