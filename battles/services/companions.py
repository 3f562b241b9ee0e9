"""Rolls of a table companion: a battle that is fought with miniatures, where either side may roll at any time."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from battles.models import Battle, BattleEntry
from battles.models.battle import Stage
from battles.models.log import Kind
from battles.permissions import is_companion, may_speak_for
from battles.services import engine, play
from clubs.errors import NotSeen, Refusal, Stale
from clubs.models import Club, Membership
from rulesets import registry
from rulesets.companion import AGREE, END, Companion
from rulesets.contract import UMPIRE, Action

LEVEL = "minor"
"""How clearly, where nobody says."""
TRIES = 3
"""How often one's roll is tried anew when the other side rolls at the same moment."""


def games() -> list[Companion[Any]]:
    """The companions that there are, by key."""
    return [rules for rules in registry.all() if isinstance(rules, Companion) and is_companion(rules.key)]


def rules_of(battle: Battle) -> Companion[Any]:
    """The rules of a companion; ``NotSeen`` where it is none."""
    rules = registry.get(battle.ruleset)
    if not isinstance(rules, Companion) or not is_companion(battle.ruleset):
        raise NotSeen
    return rules


def open_tables(club: Club) -> list[Battle]:
    """The club's companions that are in use, the newest first. One query."""
    mine = Battle.objects.filter(club=club, ruleset__in=[rules.key for rules in games()], stage=Stage.OPEN)
    return list(mine.order_by("-created_at", "-pk"))


def readings_before(club: Club, rules: Companion[Any]) -> dict[str, Any]:
    """How the club read the book when it last played this game, at a table or on the site. One query."""
    keys = (rules.key, rules.key.removesuffix("-table"))
    last = Battle.objects.filter(club=club, ruleset__in=keys).order_by("-created_at", "-pk")
    options: dict[str, Any] = (last.values_list("setup", flat=True).first() or {}).get("options", {})
    return dict(options.get("readings") or {})


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
    a button that was tapped twice, and ``Stale``. So it is of what is the whole table's (a deck) when anybody has touched that since. ``both``: one phone speaks for the sides that have none: each side whose seat is vacant
    says the same of how it ended, and the log shows that it was entered for it.
    """
    rules = rules_of(battle)
    action = Action(kind=kind, arguments=given)
    if not both or kind not in (END, AGREE):
        return _rolled(battle, seat, action, seq=seq, by=by, now=now)
    with transaction.atomic():
        held = _rolled(battle, seat, action, seq=seq, by=by, now=now)
        same = Action(kind=AGREE, arguments={"winner": given.get("winner"), "level": given.get("level", LEVEL)})
        for other in _silent(held, seat, by):
            if rules.check(held.state, other, same) is None:  # else it has said so already, or all have
                held = play.act(held, seat=other, action=same, seq=held.seq, by=by, now=now, paper=True)
    return held


def _silent(battle: Battle, seat: str, by: Membership) -> list[str]:
    """Sides for which nobody else speaks; ``Refusal`` where there is none."""
    seats = engine.seats_of(battle)
    found = [key for key in sorted(seats.keys() - {seat, UMPIRE}) if may_speak_for(battle, seats, seats[key], by)]
    if not found:
        raise Refusal(_("This is not yours to decide."), code="not_your_seat", status=403)
    return found


def _kinds(entries: QuerySet[BattleEntry]) -> set[str]:
    """What was done by these entries."""
    moves = [action.get("moves", {}) for action in entries.values_list("action", flat=True)]
    return {move["kind"] for seats in moves for move in seats.values()}


def _rolled(battle: Battle, seat: str, action: Action, *, seq: int, by: Membership, now: datetime) -> Battle:
    for _try in range(TRIES):
        last = Battle.objects.values_list("seq", flat=True).get(pk=battle.pk)
        if seq > last:
            raise Refusal(_("This page is none of this battle. Look again."), code="stale", status=409)
        since = BattleEntry.objects.filter(battle=battle, seq__gt=seq)
        if since.filter(seat=seat).exists():
            raise Stale(_("You have rolled since: nothing was rolled twice. Look again."), code="stale")
        shared = rules_of(battle).shared
        if action.kind in shared and (since.filter(kind=Kind.UNDONE).exists() or shared & _kinds(since)):
            raise Stale(_("Somebody at the table was first: nothing was done twice. Look again."), code="stale")
        try:
            return play.act(battle, seat=seat, action=action, seq=last, by=by, now=now)
        except Stale:
            continue
    raise Stale(_("Both sides roll at once: nothing was rolled. Try again."), code="stale")
