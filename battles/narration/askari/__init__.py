"""Askari in words. Importing this package registers its sentences, questions, refusals and explanations."""

from django.utils.translation import gettext_lazy as _

from battles.narration.askari import (
    beasts,
    companion,
    fighting,
    manoeuvres,
    menus,
    problems,
    prompts,
    readings,
    reasons,
    table,
    words,
)
from battles.narration.askari.telling import KEY, units_of
from battles.narration.core import register_ruleset, register_units

register_ruleset(KEY, _("Askari: colonial Africa, 1859–1925"))
register_units(KEY, units_of)

__all__ = [
    "beasts",
    "companion",
    "fighting",
    "manoeuvres",
    "menus",
    "problems",
    "prompts",
    "readings",
    "reasons",
    "table",
    "words",
]
