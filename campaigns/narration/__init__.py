"""A war as sentences, in the language of whoever reads them. The rules name facts; the words are here."""

from campaigns.narration import desknotices, notices, sentences
from campaigns.narration.addresses import roll_name
from campaigns.narration.book import Book, label
from campaigns.narration.kinds import ENGINE_KINDS, HOST_KINDS, KINDS
from campaigns.narration.noticing import notice
from campaigns.narration.problems import has_problem, problem_text
from campaigns.narration.reasons import Why, WhyReading, WhyRoll, why
from campaigns.narration.story import Paragraph, chronicle, headline
from campaigns.narration.telling import can_tell, sentence

__all__ = [
    "ENGINE_KINDS",
    "HOST_KINDS",
    "KINDS",
    "Book",
    "Paragraph",
    "Why",
    "WhyReading",
    "WhyRoll",
    "can_tell",
    "chronicle",
    "desknotices",
    "has_problem",
    "headline",
    "label",
    "notice",
    "notices",
    "problem_text",
    "roll_name",
    "sentence",
    "sentences",
    "why",
]
