"""A person's battles outside wars, for home: those that wait for him first."""

from typing import Any

from battles import narration, selectors
from battles.narration.menus import word
from battles.selectors import Mine
from clubs.models import User


def my_battles(user: User) -> list[dict[str, Any]]:
    return [_row(one) for one in selectors.my_battles(user)]


def _row(one: Mine) -> dict[str, Any]:
    battle = one.battle
    scenario = word(battle.ruleset, f"scenario.{battle.setup.get('scenario', '')}")
    return {
        "url": battle.url,
        "title": battle.title or " · ".join(map(str, (scenario, *battle.names.values()))),
        "offered": one.offered,
        "prompt": narration.prompt(battle.ruleset, one.prompt) if one.prompt else "",
        "waits": one.offered or bool(one.prompt),
        "due_at": one.due_at,
        "club": battle.club,
    }
