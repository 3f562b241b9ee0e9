"""What a war does about absent players, as its wizard set it and everybody could read before it began."""

from typing import Literal

import msgspec
from msgspec import Struct

from campaigns.models.campaign import Campaign


class AbsentRules(Struct, frozen=True, kw_only=True):
    """Missed deadlines count in a row, by seat, since its commander took it; 0 means never."""

    order: str = ""
    """The action of a side that gives no order and left none standing; empty: the pack's default."""
    standing: bool = True
    """A side may leave a standing order."""
    remind: int = 24
    """Hours before a deadline at which whoever owes something is reminded."""
    stand_in: int = 0
    """So many missed, and the first deputy takes over. Not 0: he does, too, when the commander leaves."""
    claim: int = 0
    """Days of notice of a claim of a win, when the other side has missed the deadline of the battle."""
    drop: int = 0
    """So many missed, and the seat is taken from its people."""
    drop_to: Literal["vacant", "program"] = "vacant"


def absent_rules(campaign: Campaign) -> AbsentRules:
    return msgspec.convert(campaign.absent, AbsentRules)
