"""Rolls of a table companion: a battle that is fought with miniatures, where either side may roll at any time."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from battles.models import Battle, BattleEntry
from battles.models.battle import Stage
from battles.services import play
from clubs.errors import NotSeen, Refusal, Stale
from clubs.models import Club, Membership
from rulesets.askari.table import AskariTable
from rulesets.contract import Action

TRIES = 3
"""How often one's roll is tried anew when the other side rolls at the same moment."""


def open_tables(club: Club) -> list[Battle]:
    """The club's companions that are in use, the newest first. One query."""
    mine = Battle.objects.filter(club=club, ruleset=AskariTable.key, stage=Stage.OPEN)
    return list(mine.order_by("-created_at", "-pk"))


def roll(
    battle: Battle, *, seat: str, kind: str, given: dict[str, Any], seq: int, by: Membership, now: datetime
) -> Battle:
    """Roll, or say how the battle ended; answers with the battle as it is then.

    ``seq`` is the last entry the player saw. What the other side rolled since is no matter; what the same seat rolled is: then this is
    a button that was tapped twice, and ``Stale``.
    """
    if battle.ruleset != AskariTable.key:
        raise NotSeen
    action = Action(kind=kind, arguments=given)
    for _try in range(TRIES):
        last = Battle.objects.values_list("seq", flat=True).get(pk=battle.pk)
        if seq > last:
            raise Refusal(_("This page is none of this battle. Look again."), code="stale", status=409)
        if BattleEntry.objects.filter(battle=battle, seq__gt=seq, seat=seat).exists():
            raise Stale(_("You have rolled since: nothing was rolled twice. Look again."), code="stale")
        try:
            return play.act(battle, seat=seat, action=action, seq=last, by=by, now=now)
        except Stale:
            continue
    raise Stale(_("Both sides roll at once: nothing was rolled. Try again."), code="stale")
