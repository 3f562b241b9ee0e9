"""Answers to "why?": every number on a page, traced to its roll, its row, its reading and its paragraph."""

from campaigns.narration.reasons import armies, events, people, scenario, score, tables
from campaigns.narration.reasons.core import Part, Why, WhyReading, WhyRoll, answers, why

__all__ = [
    "Part",
    "Why",
    "WhyReading",
    "WhyRoll",
    "answers",
    "armies",
    "events",
    "people",
    "scenario",
    "score",
    "tables",
    "why",
]
