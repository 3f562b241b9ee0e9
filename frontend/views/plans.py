"""The words of a table plan, and the plan drawn with them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from frontend.boards.svg import Svg
from frontend.boards.tableboard import table_plan
from frontend.boards.tableplan import KINDS, Kind, Piece, Scenario, SidePlan, TablePlan, Zone

SCENARIOS: dict[Scenario, str | Promise] = {
    "skirmish": gettext_lazy("Skirmish: plan of the table"),
    "encounter": gettext_lazy("Encounter: plan of the table"),
    "defend_ally": gettext_lazy("Defend ally: plan of the table"),
    "ambush": gettext_lazy("Ambush: plan of the table"),
    "pitched_battle": gettext_lazy("Pitched battle: plan of the table"),
    "defensive_battle": gettext_lazy("Defensive battle: plan of the table"),
}


def drawn_plan(
    scenario: Scenario,
    sides: Sequence[SidePlan],
    pieces: Sequence[Piece] = (),
    *,
    village: bool = False,
    camp: bool = False,
    uid: str = "plan",
) -> Svg:
    """A scenario's table in the reader's language, ready for a template. ``sides`` are two, in the war's order."""
    plan = TablePlan(scenario, tuple(sides), tuple(pieces), village=village, camp=camp, uid=uid)
    return table_plan(replace(plan, labels=_labels(plan)))


def _labels(plan: TablePlan) -> dict[str, str]:
    return {
        "title": str(SCENARIOS[plan.scenario]),
        "description": " ".join(_sentences(plan)),
        "gentle_hill": _("Gentle hill"),
        "steep_hill": _("Steep hill"),
        "wood": _("Wood or orchard"),
        "rough": _("Rough ground"),
        "village": _("Village"),
        "camp": _("Camp"),
        "strip": _("Clear strip, 12 in"),
        "march": _("Column on the march"),
        "entry": _("Reserves enter here"),
        "hidden": _("Hidden troops"),
    }


def _sentences(plan: TablePlan) -> list[str]:
    """The plan in words, for those who do not see it. What is drawn and not said here is decoration."""
    sentences = [_("A table of six by four feet, seen from above.")]
    sentences += _ambush_sentences(plan) if plan.scenario == "ambush" else _line_sentences(plan)
    if plan.village:
        sentences.append(_("A village stands in the middle of the upper half."))
    if plan.camp:
        sentences.append(_("A camp stands in the middle of the upper long edge."))
    for zone in ("centre", "flank"):
        sentences += _terrain_sentences(plan, zone)
    return sentences


def _line_sentences(plan: TablePlan) -> list[str]:
    below, above = plan.sides if plan.sides[0].role != "defender" else reversed(plan.sides)
    return [
        _("%(side)s deploys along the lower long edge.") % {"side": below.name},
        _("%(side)s deploys along the upper long edge.") % {"side": above.name},
    ]


def _ambush_sentences(plan: TablePlan) -> list[str]:
    hidden, column = plan.sides if plan.sides[0].role == "ambusher" else reversed(plan.sides)
    return [
        _("A strip of 12 inches along the middle of the table is clear of terrain."),
        _("%(side)s deploys in column inside the strip and marches to the right.") % {"side": column.name},
        _("%(side)s hides troops 12 inches or more from the column, along both long edges.") % {"side": hidden.name},
        _("The rest of %(side)s comes on at the right short edge.") % {"side": hidden.name},
    ]


def _terrain_sentences(plan: TablePlan, zone: Zone) -> list[str]:
    counts = Counter(piece.kind for piece in plan.pieces if piece.zone == zone)
    if not counts:
        return []
    listed = ", ".join(_counted(kind, counts[kind]) for kind in KINDS if counts[kind])
    if zone == "centre":
        return [_("In the centre: %(pieces)s.") % {"pieces": listed}]
    return [_("On the flanks: %(pieces)s.") % {"pieces": listed}]


def _counted(kind: Kind, number: int) -> str:
    match kind:
        case "gentle_hill":
            text = ngettext("%(number)d gentle hill", "%(number)d gentle hills", number)
        case "steep_hill":
            text = ngettext("%(number)d steep hill", "%(number)d steep hills", number)
        case "wood":
            text = ngettext("%(number)d wood or orchard", "%(number)d woods or orchards", number)
        case "rough":
            text = ngettext("%(number)d patch of rough ground", "%(number)d patches of rough ground", number)
    return text % {"number": number}
