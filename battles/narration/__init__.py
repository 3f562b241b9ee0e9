"""Battles as sentences, in the language of whoever reads them. Rules and services name facts; the words are here.

Importing this package registers what our own rulesets can say; a ruleset of another package registers its own.
"""

from battles.narration import notices, problems, tabletop, verdicts
from battles.narration.core import (
    Names,
    Notice,
    has_happening,
    has_ruleset,
    join,
    names_of,
    plain_names,
    register_happening,
    register_notice,
    register_problem,
    register_prompt,
    register_ruleset,
    require_notice,
)
from battles.narration.core import happening_text as happening
from battles.narration.core import problem_text as problem
from battles.narration.core import prompt_text as prompt
from battles.narration.core import ruleset_name as ruleset
from battles.narration.notices import for_chat, letter, notice
from battles.narration.verdicts import proposal, reason

__all__ = [
    "Names",
    "Notice",
    "for_chat",
    "happening",
    "has_happening",
    "has_ruleset",
    "join",
    "letter",
    "names_of",
    "notice",
    "notices",
    "plain_names",
    "problem",
    "problems",
    "prompt",
    "proposal",
    "reason",
    "register_happening",
    "register_notice",
    "register_problem",
    "register_prompt",
    "register_ruleset",
    "require_notice",
    "ruleset",
    "tabletop",
    "verdicts",
]
