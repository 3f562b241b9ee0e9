"""The rules by which battles are fought: what their book leaves open, and their figures with where each comes from."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from battles import narration
from battles.narration.menus import has_word, word
from battles.narration.tabled import book_of
from clubs.errors import NotSeen
from frontend.views.battlepages.pages import heading
from frontend.views.battlepages.table import Table
from frontend.views.clubs import SignedIn
from frontend.views.rules import has_rules
from rulesets import registry
from rulesets.contract import Group, OneOf, Ruleset
from rulesets.vocabulary import Json


@require_GET
def rules_of(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The rules of a ruleset, as a battle is fought by them where nothing else is said."""
    rules = next((one for one in registry.all() if one.key == ruleset and has_rules(one)), None)
    if rules is None:
        raise NotSeen
    return _page(request, rules, {}, layout="frontend/base.html")


@login_required
@require_GET
def battle_rules(request: SignedIn, public_id: str) -> HttpResponse:
    """The rules of one battle, with its readings."""
    table = Table.before(request, public_id, board=False)
    if not has_rules(table.rules):
        raise NotSeen
    chosen = table.battle.setup.get("options", {}).get("readings") or {}
    battle = {"battle": table.battle, "table": table, "club": table.battle.club, "heading": heading(table)}
    return _page(request, table.rules, chosen, layout="frontend/battles/_base.html", **battle)


def _page(request: HttpRequest, rules: Ruleset, chosen: Mapping[str, Json], **more: Any) -> HttpResponse:
    sections = book_of(rules.key)
    context = {
        "name": narration.ruleset(rules.key),
        "edition": rules.edition,
        "readings": readings(rules, chosen),
        "sections": sections,
        "contents": [("readings", _("Readings")), *((section.key, section.title) for section in sections)],
        "part": request.GET.get("part", ""),
        **more,
    }
    return render(request, "frontend/battles/rules.html", context)


def readings(rules: Ruleset, chosen: Mapping[str, Json]) -> list[dict[str, Any]]:
    """Every reading that may be chosen, with the one in force and the others. The first of its values is the usual one."""
    asked = rules.describe().options.get("readings")
    found = []
    for key, domain in asked.fields.items() if isinstance(asked, Group) else ():
        values = domain.values if isinstance(domain, OneOf) else ()
        here = chosen.get(key, values[0] if values else None)
        found.append(
            {
                "number": key if key.isupper() else "",
                "question": word(rules.key, f"option.{key}"),
                "here": _answer(rules.key, key, here),
                "usual": not values or here == values[0],
                "others": [_answer(rules.key, key, value) for value in values if value != here],
            }
        )
    return found


def _answer(ruleset: str, key: str, value: Json) -> str:
    if has_word(ruleset, f"{key}.{value}"):
        return word(ruleset, f"{key}.{value}")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)
