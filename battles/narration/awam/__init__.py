"""AWAM in words. Importing this package registers its sentences, questions, refusals and explanations."""

from django.utils.translation import gettext_lazy as _

from battles.narration.awam import (
    book,
    cards,
    companion,
    happenings,
    house,
    menus,
    problems,
    readings,
    reasons,
    reckoning,
    rulings,
    table,
    table_reasons,
    words,
)
from battles.narration.awam.telling import KEY, units_of
from battles.narration.core import register_ruleset, register_units

register_ruleset(KEY, _("AWAM: skirmishes in Africa, 19th century"))
register_units(KEY, units_of)

__all__ = [
    "book",
    "cards",
    "companion",
    "happenings",
    "house",
    "menus",
    "problems",
    "readings",
    "reasons",
    "reckoning",
    "rulings",
    "table",
    "table_reasons",
    "words",
]
