"""Rolls of a table companion: a battle that is fought with miniatures, where either side may roll at any time."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.models import Battle, BattleEntry
from battles.models.battle import Stage
from battles.permissions import is_companion
from battles.services import engine, play
from clubs.errors import NotSeen, Refusal, Stale
from clubs.models import Club, Membership
from rulesets import registry
from rulesets.contract import UMPIRE, Action, OneOf

TRIES = 3
"""How often one's roll is tried anew when the other side rolls at the same moment."""
END, AGREE = "end", "agree"


def open_tables(club: Club) -> list[Battle]:
    """The club's companions that are in use, the newest first. One query."""
    keys = [rules.key for rules in registry.all() if is_companion(rules.key)]
    mine = Battle.objects.filter(club=club, ruleset__in=keys, stage=Stage.OPEN)
    return list(mine.order_by("-created_at", "-pk"))


def roll(
    battle: Battle,
    *,
    seat: str,
    kind: str,
    given: dict[str, Any],
    seq: int,
    by: Membership,
    now: datetime,
    both: bool = False,
) -> Battle:
    """Roll, or say how the battle ended; answers with the battle as it is then.

    ``seq`` is the last entry the player saw. What the other side rolled since is no matter; what the same seat rolled is: then this is
    a button that was tapped twice, and ``Stale``. ``both``: one phone for both sides says how it ended; each side whose seat is vacant
    agrees, and the log shows that it was entered for it.
    """
    if not is_companion(battle.ruleset):
        raise NotSeen
    action = Action(kind=kind, arguments=given)
    if not both or kind != END:
        return _rolled(battle, seat, action, seq=seq, by=by, now=now)
    with transaction.atomic():
        held = _rolled(battle, seat, action, seq=seq, by=by, now=now)
        for other in sorted(engine.seats_of(held).keys() - {seat, UMPIRE}):
            held = play.act(held, seat=other, action=_agreement(held, other), seq=held.seq, by=by, now=now, paper=True)
    return held


def _agreement(battle: Battle, seat: str) -> Action:
    """That a seat agrees to what was said: there is one way to."""
    for choice in registry.get(battle.ruleset).menu(battle.state, seat, AGREE):
        said = {name: domain.values[0] for name, domain in choice.arguments.items() if isinstance(domain, OneOf)}
        return Action(kind=AGREE, arguments=said)
    raise Refusal(_("There is nothing to agree to."), code="nothing_said", status=409)


def _rolled(battle: Battle, seat: str, action: Action, *, seq: int, by: Membership, now: datetime) -> Battle:
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
