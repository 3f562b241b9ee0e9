"""A war as sentences, in the language of whoever reads them. The rules name facts; the words are here."""

from campaigns.narration.book import Book, label
from campaigns.narration.problems import has_problem, problem_text

__all__ = ["Book", "has_problem", "label", "problem_text"]
