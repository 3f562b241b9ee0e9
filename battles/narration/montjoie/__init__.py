"""Montjoie in words. Importing this package registers its sentences, questions and refusals."""

from django.utils.translation import gettext_lazy as _

from battles.narration.core import register_ruleset, register_units
from battles.narration.montjoie import companion, menus, problems, prompts, readings, reasons, sentences, table, words
from battles.narration.montjoie.telling import KEY, units_of

register_ruleset(KEY, _("Montjoie: man to man, with castles and weather"))
register_units(KEY, units_of)

__all__ = ["companion", "menus", "problems", "prompts", "readings", "reasons", "sentences", "table", "words"]
