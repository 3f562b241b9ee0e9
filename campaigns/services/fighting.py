"""How the year's battle is fought: at a table and reported here, on the site, or by the program.

The sides agree, or the umpire says so. What a pack cannot play on the site is fought at a table. Order of locks: the battle, then the war.
"""

from datetime import datetime
from typing import Any

from django.db import models, transaction
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from battles import narration as told
from battles.errors import Disallowed
from battles.models import Battle
from battles.models.battle import Stage as BattleStage
from battles.services import autoresolve, verdicts
from campaigns.models import Campaign, Engagement, Year
from campaigns.models.codec import rules_of, state_of
from campaigns.models.year import YearStage
from campaigns.permissions import holders, require_umpire, standing_of
from campaigns.rules import recordbattle
from campaigns.rules.engine import Rules
from campaigns.rules.fields import TABLE, battle_setup, walkover
from campaigns.rules.state import State
from campaigns.services import book, kernel, telling
from campaigns.services.reasons import reason_of
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership
from rulesets import registry


class Way(models.TextChoices):
    """How a battle may be fought."""

    TABLE = "table", _("At a table, and reported here")
    SITE = "site", _("On this site")
    PROGRAM = "program", _("By the program, to its end")


class Mode(Struct, frozen=True, kw_only=True):
    """A way, and by which ruleset; "" at a table, and where the club's own choice plays it."""

    way: Way
    ruleset: str = ""

    @property
    def key(self) -> str:
        """As a wish says it: ``table``, ``site``, ``site:awam``."""
        return f"{self.way.value}:{self.ruleset}" if self.ruleset else self.way.value


def mode_of(key: str) -> Mode | None:
    """What a wish says; None where nobody could say it."""
    way, _colon, ruleset = key.partition(":")
    return Mode(way=Way(way), ruleset=ruleset) if way in Way.values else None


def way_of(battle: Battle) -> Way:
    """How it is fought now."""
    if battle.ruleset == TABLE:
        return Way.TABLE
    return Way.SITE if battle.resolving_at is None else Way.PROGRAM


def mode_now(rules: Rules, state: State, battle: Battle) -> Mode:
    """How it is fought now, and by what."""
    way = way_of(battle)
    return Mode(way=way) if way == Way.TABLE else _mode(rules, state, way, battle.ruleset)


def modes(rules: Rules, state: State) -> list[Mode]:
    """Every way in which the battle of this year may be fought, the club's own first."""
    ways = rules.pack.ways(state.now.scenario)
    preferred = rules.pack.preferred(state.now.scenario, rules.readings)
    ordered = sorted(ways, key=lambda one: one is not preferred)
    here = [_mode(rules, state, way, one.ruleset) for one in ordered for way in (Way.SITE, Way.PROGRAM)]
    return [Mode(way=Way.TABLE), *here]


def _mode(rules: Rules, state: State, way: Way, ruleset: str) -> Mode:
    preferred = rules.pack.preferred(state.now.scenario, rules.readings)
    own = preferred is not None and preferred.ruleset == ruleset
    return Mode(way=way, ruleset="" if own else ruleset)


@transaction.atomic
def wish(campaign: Campaign, *, side: str, way: str, by: Membership, now: datetime) -> Campaign:
    """Say how this side would fight the battle; once all whom a person answers for say the same, it is so.

    Whoever would fight it as it is being fought takes his wish back.
    """
    held, year, engagement = _open(campaign)
    if standing_of(held, by).side != side:
        raise NotSeen
    wanted = _possible(held, way)
    if wanted == mode_now(rules_of(held), state_of(held), engagement.battle):
        engagement.wishes = {key: value for key, value in engagement.wishes.items() if key != side}
    else:
        engagement.wishes = {**engagement.wishes, side: wanted.key}
    engagement.save(update_fields=["wishes"])
    book.note(held, "battle_wished", year=year.number, now=now, by=by, side=side, way=wanted.key)
    seated = holders(held)
    if all(engagement.wishes.get(key) == wanted.key for key in rules_of(held).pack.side_keys if key in seated):
        _fight(held, year, engagement, wanted, by=by, now=now, reason="")
    elif side in engagement.wishes:
        others = {key: team for key, team in seated.teams().items() if key != side}
        about: dict[str, Any] = {"year": year.number, "wisher": side, "way": wanted.key}
        key = f"{held.revision}:{year.number}:way:{engagement.battle_id}:{side}:{wanted.key}"
        telling.tell(held, "battle_wished", others, key=key, now=now, **about)
    return held


@transaction.atomic
def settle(campaign: Campaign, *, way: str, reason: str, by: Membership, now: datetime) -> Campaign:
    """The umpire says how the battle is fought."""
    reason = reason_of(reason)
    held, year, engagement = _open(campaign)
    require_umpire(held, by)
    wanted = _possible(held, way)
    if wanted == mode_now(rules_of(held), state_of(held), engagement.battle):
        raise Refusal(_("The battle is fought like that already."), code="nothing_changed", status=409)
    _fight(held, year, engagement, wanted, by=by, now=now, reason=reason)
    return held


def _open(campaign: Campaign) -> tuple[Campaign, Year, Engagement]:
    held = kernel.claim(campaign.pk, battles=True)
    year = kernel.open_year_of(held)
    engagement = Engagement.objects.select_related("battle__club").filter(year=year, decided_at=None).first()
    if year.stage != YearStage.BATTLE or engagement is None or engagement.battle.stage != BattleStage.OPEN:
        raise Refusal(_("There is no battle to be fought now."), code="no_battle", status=409)
    return held, year, engagement


def _possible(campaign: Campaign, way: str) -> Mode:
    """What is wished for, as one of the ways there are. The name of the ruleset that the club plays it by anyhow says nothing new."""
    wanted, rules, state = mode_of(way), rules_of(campaign), state_of(campaign)
    if wanted is None or (wanted.way == Way.TABLE and wanted.ruleset):
        raise Refusal(_("A battle is not fought like that."), code="unknown_way")
    if wanted.way == Way.TABLE:
        return wanted
    if not rules.pack.ways(state.now.scenario):
        raise Refusal(_("These rules have this battle fought at a table."), code="table_only", status=409)
    found = _mode(rules, state, wanted.way, wanted.ruleset) if wanted.ruleset else wanted
    if found not in modes(rules, state):
        raise Refusal(_("A battle is not fought like that."), code="unknown_way")
    return found


def _fight(
    campaign: Campaign, year: Year, engagement: Engagement, wanted: Mode, *, by: Membership, now: datetime, reason: str
) -> None:
    """Open the battle anew where another ruleset is to play it; what was done in the one before counts for nothing."""
    rules, state = rules_of(campaign), state_of(campaign)
    way, preferred = wanted.way, rules.pack.preferred(state.now.scenario, rules.readings)
    ruleset = TABLE if way == Way.TABLE or preferred is None else wanted.ruleset or preferred.ruleset
    setup, battle = battle_setup(rules, state, ruleset), engagement.battle
    over = walkover(setup, registry.get(ruleset)) if way == Way.PROGRAM else None
    about: dict[str, Any] = {"way": wanted.key, "reason": reason}
    book.note(campaign, "battle_way", year=year.number, now=now, by=by, **about)
    if over is not None:
        why = _("One side brings no unit: the other has the field.")
        verdicts.award(battle, outcome=over, reason=str(why), by=None, now=now)
        return
    if battle.ruleset != ruleset:
        if wrong := registry.get(ruleset).check_setup(setup):
            raise Disallowed(told.problem(wrong[0], names=None), problem=wrong[0])
        verdicts.void(battle, now=now)
        if battle.ruleset != TABLE:
            telling.battle_left(battle, now=now)
        Engagement.objects.filter(pk=engagement.pk).update(decided_at=now)
        battle = kernel.open_engagement(campaign, rules, year, state, ruleset=ruleset, now=now)
    elif battle.resolving_at is not None:
        autoresolve.cancel(battle, by=None, now=now)
    Engagement.objects.filter(battle=battle).update(wishes={})
    if way == Way.PROGRAM:
        autoresolve.begin(battle, by=None, now=now)


def rule(
    campaign: Campaign, battle: Battle, *, report: dict[str, Any], reason: str, seq: int, by: Membership, now: datetime
) -> None:
    """The umpire's ruling in the words of a report, whatever ruleset plays the battle. ``Disallowed`` for what cannot have been."""
    if battle.ruleset == TABLE:
        verdicts.rule(battle, by=by, now=now, reason=reason, report=report, seq=seq)
        return
    try:
        outcome = recordbattle.outcome_of_report(rules_of(campaign), state_of(campaign), report)
    except recordbattle.Unreported as wrong:
        raise Disallowed(told.problem(wrong.problem, names=None), problem=wrong.problem) from None
    verdicts.rule(battle, by=by, now=now, reason=reason, outcome=outcome, seq=seq)
