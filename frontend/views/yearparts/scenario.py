"""The scenario sheet: what the year's battle is, in words and as a drawn table."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.rules import scenarios
from campaigns.rules.pack import Award, ScenarioDef, Share
from campaigns.selectors import reports, years
from frontend.boards.svg import Svg
from frontend.boards.tableplan import KINDS, Piece, SidePlan
from frontend.templatetags.words import signed
from frontend.views import plans
from frontend.views import rules as rulebook
from frontend.views.desks import Desk

ROLES = {
    "attacker": gettext_lazy("attacks"),
    "defender": gettext_lazy("defends"),
    "ambusher": gettext_lazy("lies in ambush"),
    "ambushed": gettext_lazy("is ambushed"),
}
PIECES = {
    "gentle_hill": gettext_lazy("Gentle hill"),
    "steep_hill": gettext_lazy("Steep hill"),
    "wood": gettext_lazy("Wood or orchard"),
    "rough": gettext_lazy("Rough ground"),
}
ZONES = {"centre": gettext_lazy("centre of the table"), "flank": gettext_lazy("on a flank")}


def sheet(desk: Desk) -> dict[str, Any] | None:
    """Everything about the scenario that two players take to their table; None while the orders are sealed."""
    known = desk.known
    scenario = desk.rules.pack.scenarios.get(known.scenario)
    if scenario is None:
        return None
    return {
        "name": desk.book.label(scenario.name),
        "summary": desk.book.label(scenario.summary),
        "why": desk.why_of("scenario"),
        "sides": [_side(desk, scenario, side) for side in desk.rules.pack.side_keys],
        "plan": plan(desk),
        "terrain": terrain(desk),
        "terrain_why": desk.why_of("terrain"),
        "terrain_note": terrain_note(desk, scenario),
        "special": special(desk, scenario),
        "length": length(desk),
        "levels": levels(desk, village=known.village),
        "awards": awards(desk, scenario),
        "decides": decides(desk),
        "decides_why": desk.why_of("last_battle"),
        "to_the_death": scenario.battle,
    }


def _side(desk: Desk, scenario: ScenarioDef, side: str) -> dict[str, Any]:
    role = role_of(desk.known, scenario, side)
    return {
        "key": side,
        "number": desk.numbers[side],
        "name": desk.name(side),
        "role": ROLES.get(role, ""),
        "role_why": desk.why_of(f"role.{role}"),
        "action": desk.book.action(desk.known.orders[side]) if side in desk.known.orders else "",
        "manner": desk.known.by[f"order.{side}"].manner if side in desk.known.orders else "",
        "limit": limit(desk, side),
        "limit_why": desk.why_of(f"limit.{side}"),
        "garrison": desk.known.garrisons.get(side, 0),
        "contingent": contingent(scenario, desk.known, side),
    }


def role_of(known: years.Known, scenario: ScenarioDef, side: str) -> str:
    """The role of a side at the table. Who is not the ambusher of an ambush is ambushed."""
    own = next((role for role, who in known.roles.items() if who == side), "")
    if not own and "ambusher" in scenario.roles and known.roles.get("ambusher"):
        return "ambushed"
    return own


def limit(desk: Desk, side: str) -> str:
    """The points a side may bring, in words; before they are chosen, the range."""
    known = desk.known
    if side in known.limits:
        points = known.limits[side]
        return _("all troops") if points is None else _("%(points)s points") % {"points": points}
    scenario = desk.rules.pack.scenarios[known.scenario]
    least, most = scenarios.points_range(scenario, known.at_most)
    if most is None and not least:
        return _("as many points as it chooses")
    if most is None:
        return _("%(least)s points or more, to be chosen") % {"least": least}
    return _("from %(least)s to %(most)s points, to be chosen") % {"least": least, "most": most}


def contingent(scenario: ScenarioDef, known: years.Known, side: str) -> int:
    """Points of native troops that a side must bring if it has them."""
    wanted = scenario.contingent
    return wanted.points if wanted is not None and known.roles.get(wanted.role) == side else 0


def plan(desk: Desk) -> Svg | None:
    """The drawn table; None for a scenario that this program has no drawing of."""
    known = desk.known
    if known.scenario not in plans.SCENARIOS:
        return None
    scenario = desk.rules.pack.scenarios[known.scenario]
    sides = [
        SidePlan(key=side, name=desk.name(side), role=role_of(known, scenario, side))
        for side in desk.rules.pack.side_keys
    ]
    pieces = [Piece(one["piece"], one["zone"]) for one in known.terrain if one["piece"] in KINDS]
    return plans.drawn_plan(
        known.scenario,  # type: ignore[arg-type]  # one of the keys of SCENARIOS
        sides,
        pieces,
        village=known.village,
        camp=known.camp,
        uid=f"plan-{desk.year.number}",
    )


def terrain(desk: Desk) -> list[dict[str, Any]]:
    """Each piece with the total that brought it."""
    return [
        {
            "total": one["total"],
            "piece": PIECES.get(one["piece"], one["piece"]),
            "zone": ZONES.get(one["zone"], one["zone"]),
        }
        for one in desk.known.terrain
    ]


def terrain_note(desk: Desk, scenario: ScenarioDef) -> str:
    if scenario.terrain.pieces is None and scenario.terrain.note:
        return desk.book.label(scenario.terrain.note)
    if scenario.terrain.pieces is None:
        return _("Place the terrain by your own book, on its page for the Mediterranean. A blank result is no piece.")
    if scenario.terrain.placed_by and (side := desk.known.roles.get(scenario.terrain.placed_by)):
        return _("%(side)s places all the pieces.") % {"side": desk.name(side)}
    least = ngettext(
        "At least %(pieces)d piece lies on the table, as rolled; more if you both agree.",
        "At least %(pieces)d pieces lie on the table, as rolled; more if you both agree.",
        scenario.terrain.pieces,
    ) % {"pieces": scenario.terrain.pieces}
    where = _("The plan shows which pieces there are and in which zone; agree on the exact places at your table.")
    return f"{least} {where}"


def special(desk: Desk, scenario: ScenarioDef) -> list[str]:
    """The special rules that apply, in the reader's language."""
    there = {"village": desk.known.village, "camp": desk.known.camp}
    told = [desk.book.label(rule.text) for rule in scenario.special if not rule.only_with or there.get(rule.only_with)]
    pack = desk.rules.pack
    key = next(key for key, one in pack.scenarios.items() if one is scenario)
    return [*told, *rulebook.detachments(pack, key, desk.book)]


def length(desk: Desk) -> list[str]:
    """How long it lasts, and how one may leave it early (Hispania 4)."""
    rules = desk.rules.pack.victory_rules
    return [
        ngettext(
            "The battle lasts %(turns)d turn, unless you both agree otherwise.",
            "The battle lasts %(turns)d turns, unless you both agree otherwise.",
            rules.turns,
        )
        % {"turns": rules.turns},
        ngettext(
            "A side may withdraw after %(turns)d full turn: it says so at the start of its own turn, may not charge, shoot or "
            "attack, and moves away as far as it can. Then the battle ends, and the side that stays has at least a minor victory.",
            "A side may withdraw after %(turns)d full turns: it says so at the start of its own turn, may not charge, shoot or "
            "attack, and moves away as far as it can. Then the battle ends, and the side that stays has at least a minor victory.",
            rules.withdraw_after,
        )
        % {"turns": rules.withdraw_after},
    ]


def percent(share: Share) -> str:
    """A share as people say it: 25 %, or the fraction where that is no whole number."""
    part, whole = share
    if 100 * part % whole:
        return f"{part}/{whole}"
    return f"{100 * part // whole} %"


def levels(desk: Desk, *, village: bool) -> list[tuple[str, str]]:
    """What makes a victory major or minor, by break points (Hispania 4)."""
    if village:
        return []
    rules = desk.rules.pack.victory_rules
    return [
        (
            _("Major victory"),
            _("The enemy has %(share)s of its break points left, or fewer.") % {"share": percent(rules.break_share)},
        ),
        (
            _("Minor victory"),
            _("At least %(share)s of the enemy's break points are destroyed, and you lost fewer than the enemy.")
            % {"share": percent(rules.minor_share)},
        ),
        (_("Draw"), _("Everything else. Troops still fleeing on the table are not losses, but count here.")),
    ]


def decides(desk: Desk) -> list[str]:
    """What a battle for everything is about, in place of the points of any other (R 13, R 30); empty for any other."""
    if not desk.known.decisive:
        return []
    found = [_("Whoever wins this battle wins the war, by the level of the victory. No points are scored for it.")]
    ended = reports.passed(desk.rules, desk.at) if desk.live else None
    if ended is not None and ended.winner:
        text = _("Unless somebody wins it, the surrender stands: a minor victory for %(side)s.")
        found.append(text % {"side": desk.name(ended.winner)})
    return found


def awards(desk: Desk, scenario: ScenarioDef) -> dict[str, Any]:
    """What the victory is worth, and why."""
    key = desk.rules.readings[scenario.award_reading] if scenario.award_reading else scenario.award
    award = desk.rules.pack.awards[key]
    times = 2 if desk.live and "vp_doubled" in desk.at.flags else 1
    reading = ""
    if scenario.award_reading:
        words = {
            "question": desk.book.reading(scenario.award_reading),
            "answer": desk.book.chosen(scenario.award_reading),
        }
        reading = _("%(question)s %(answer)s.") % words
    return {
        "major": award.major * times,
        "minor": award.minor * times,
        "doubled": times == 2,
        "lines": _award_lines(desk, scenario, award, times),
        "reading": reading,
    }


def _award_lines(desk: Desk, scenario: ScenarioDef, award: Award, times: int) -> list[str]:
    """The rows of the table of victory points that speak of this scenario."""
    words = {"scenario": desk.book.label(scenario.name), "major": signed(award.major), "minor": signed(award.minor)}
    found = [_("%(scenario)s: %(major)s for a major victory, %(minor)s for a minor one.") % words]
    if times == 2:
        found.append(_("An event of last year doubles what is scored this year."))
    return found
