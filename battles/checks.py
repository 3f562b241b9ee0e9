"""What must be true before the program starts: every ruleset can be told, every stored battle can still be played."""

from collections.abc import Iterable
from typing import Any

from django.core import checks
from django.db import connections

from battles import narration
from battles.append_only import check_triggers
from battles.models import Battle
from battles.narration.companions import unsaid
from battles.narration.core import HOST
from rulesets import registry
from rulesets.companion import Companion


@checks.register()
def check_narration(**kwargs: Any) -> list[checks.CheckMessage]:
    """Every happening of every installed ruleset has a sentence, and every ruleset a name."""
    found: list[checks.CheckMessage] = []
    for ruleset in registry.all():
        dumb = [kind for kind in ruleset.describe().happenings if not _can_tell(ruleset.key, kind)]
        if dumb or not narration.has_ruleset(ruleset.key):
            found.append(
                checks.Error(
                    f"The ruleset {ruleset.key} cannot be told: {', '.join(dumb) or 'it has no name'}.",
                    hint="Register a name and a text for each happening in battles.narration.",
                    id="battles.E001",
                )
            )
    return found


@checks.register()
def check_companions(**kwargs: Any) -> list[checks.CheckMessage]:
    """Every roll of every table companion, and every circumstance of it, has a word."""
    silent = {rules.key: unsaid(rules) for rules in registry.all() if isinstance(rules, Companion)}
    return [
        checks.Error(
            f"The companion {key} cannot be used: no words for {', '.join(words)}.",
            hint="Register them with battles.narration.companions.register_companion.",
            id="battles.E003",
        )
        for key, words in silent.items()
        if words
    ]


def _can_tell(ruleset: str, kind: str) -> bool:
    return narration.has_happening(ruleset, kind) or narration.has_happening(HOST, kind)


@checks.register(checks.Tags.database)
def check_editions(*, databases: Iterable[str] | None = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """No stored battle was fought by rules, or an edition of them, that are gone."""
    installed = {(ruleset.key, ruleset.edition) for ruleset in registry.all()}
    found: list[checks.CheckMessage] = []
    for using in databases or []:
        if Battle._meta.db_table not in connections[using].introspection.table_names():
            continue
        stored = Battle.objects.using(using).values_list("ruleset", "edition").distinct()
        found += [
            checks.Warning(f"There are battles by {key}, edition {edition}, which is not installed.", id="battles.W001")
            for key, edition in sorted(set(stored) - installed)
        ]
    return found


checks.register(checks.Tags.database)(check_triggers)
