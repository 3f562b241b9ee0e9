"""Battles as sentences, in the language of whoever reads them. Rules and services name facts; the words are here.

Importing this package registers what our own rulesets can say; a ruleset of another package registers its own.
"""

from battles.narration import askari, awam, documents, letters, montjoie, notices, problems, tabletop, verdicts
from battles.narration.core import (
    Names,
    Notice,
    group_of,
    has_happening,
    has_problem,
    has_ruleset,
    join,
    names_of,
    notice_kinds,
    plain_names,
    register_happening,
    register_notice,
    register_problem,
    register_prompt,
    register_ruleset,
    register_units,
    require_notice,
)
from battles.narration.core import happening_text as happening
from battles.narration.core import problem_text as problem
from battles.narration.core import prompt_text as prompt
from battles.narration.core import ruleset_name as ruleset
from battles.narration.core import ruleset_short as ruleset_short
from battles.narration.documents import at_line, data_kind
from battles.narration.letters import Letter, digest_letter, letter
from battles.narration.notices import for_chat, notice
from battles.narration.verdicts import proposal, reason
from battles.narration.why import WhyBattle, why

__all__ = [
    "Letter",
    "Names",
    "Notice",
    "WhyBattle",
    "askari",
    "at_line",
    "awam",
    "data_kind",
    "digest_letter",
    "documents",
    "for_chat",
    "group_of",
    "happening",
    "has_happening",
    "has_problem",
    "has_ruleset",
    "join",
    "letter",
    "letters",
    "montjoie",
    "names_of",
    "notice",
    "notice_kinds",
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
    "register_units",
    "require_notice",
    "ruleset",
    "ruleset_short",
    "tabletop",
    "verdicts",
    "why",
]
