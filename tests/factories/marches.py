"""A war of the pack `marches`: Livia commands Ashcombe, Hanno Cardun."""

from datetime import datetime

from campaigns.models import Campaign
from campaigns.rules.armylists import sample_lists
from campaigns.services import founding
from clubs.models import Membership
from tests.campaigns.rules.marches import FIRST, KEEP, SECOND, VALE
from tests.factories.campaigns import found_war, seat
from tests.factories.clubs import NOW


def begun(club, members: dict[str, Membership], now: datetime = NOW) -> Campaign:
    by = members[FIRST]
    war = found_war(club, by=by, pack_key="marches", umpire=members["umpire"], now=now)
    lists = {one.key: one.army for one in sample_lists("marches")}
    for side, key in ((FIRST, VALE), (SECOND, KEEP)):
        seat(war, side, members[side], by=by, now=now)
        founding.set_army(war, side=side, army=lists[key], by=members[side], now=now)
    return founding.begin(war, by=by, now=now)
