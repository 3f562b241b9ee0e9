"""The dice of a battle can be checked once it is over: its secrets are shown."""

import logging
from datetime import datetime

from battles.errors import SecretLost
from battles.models import Battle, DiceSecret
from battles.services import secrets
from clubs.errors import complain

log = logging.getLogger(__name__)


def show(battle: Battle, *, now: datetime) -> None:
    """Show every dice secret of a battle that is over; in the transaction that ended it. A lost one stays unshown, and says so."""
    for row in DiceSecret.objects.filter(game=battle.game, year=0, revealed="").order_by("epoch"):
        try:
            secrets.reveal(row, now)
        except SecretLost as error:
            complain(log, "a dice secret cannot be shown", error, battle=battle.public_id)
