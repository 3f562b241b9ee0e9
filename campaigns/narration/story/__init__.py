"""A year told as a short story, made of whole sentences that fit what happened: not the ledger over again."""

from collections.abc import Iterable

from campaigns.narration.book import Book
from campaigns.narration.story import battle, ending, opening, winter
from campaigns.narration.story.ending import headline
from campaigns.narration.story.tale import Paragraph, Tale
from rulesets.contract import Happening

__all__ = ["BEHIND", "Paragraph", "chronicle", "headline"]

BEHIND: dict[str, tuple[str, ...]] = {
    "orders": (
        "order",
        "scenario",
        "scenario_again",
        "role",
        "terrain",
        "choice",
        "limit",
        "muster",
        "pain",
        "skipped",
    ),
    "battle": ("fought", "noted", "recovered", "fate", "wound", "ransomed", "deeds", "skill", "skill_again"),
    "winter": (
        *("event", "event_nothing", "points_lost", "garrison", "recalled", "successor"),
        *("grant", "punishment", "roll_barred", "returned"),
    ),
    "score": ("vp", "standing", "standing_transferred", "closed", "war_ended"),
}
"""The happenings that each paragraph is made of: those that answer when it is asked why."""


def chronicle(happenings: Iterable[Happening], book: Book, year: int | None = None) -> list[Paragraph]:
    """The year as at most four paragraphs: orders, battle, winter, score. What has not happened yet is left out.

    The same year always reads the same; different years differ in their words. ``year`` None: taken from the addresses of its rolls.
    """
    tale = Tale(happenings, book, year)
    told = [
        ("orders", opening.sentences(tale)),
        ("battle", battle.sentences(tale)),
        ("winter", winter.sentences(tale)),
        ("score", ending.sentences(tale)),
    ]
    return [Paragraph(kind=kind, sentences=tuple(said)) for kind, said in told if said]
