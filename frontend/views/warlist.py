"""Wars in lists, and what they wait for, in words: for the page of a club, for home, and for the pages of a war."""

from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from campaigns.models import Campaign
from campaigns.models.codec import pack_of
from campaigns.narration import Book
from campaigns.narration.book import plain_language
from campaigns.selectors.wars import Listed, Owed
from rulesets.contract import UMPIRE

ASKED: dict[str, str | Promise] = {
    "order": gettext_lazy("Give the order of the year"),
    "choose": gettext_lazy("Choose points, village and camp"),
    "muster": gettext_lazy("Muster the army"),
    "dice": gettext_lazy("Type in the dice"),
    "ransom": gettext_lazy("Pay the ransom, or do not"),
    "stake_all": gettext_lazy("Stake all on a last battle, or surrender"),
    "obey_recall": gettext_lazy("Obey the order to come home, or stake all"),
    "lose_points": gettext_lazy("Choose which troops are lost"),
    "spend_reroll": gettext_lazy("Use the re-roll, or let the dice stand"),
    "successor": gettext_lazy("Name the new general"),
    "report": gettext_lazy("Report how the battle ended"),
    "answer": gettext_lazy("Confirm the report of the battle, or dispute it"),
    "report_again": gettext_lazy("The report is disputed: report again, or wait for the umpire"),
    "ruling": gettext_lazy("Rule on the disputed battle"),
    "more_time": gettext_lazy("Answer the request for more time"),
}
"""What is to be done about a prompt, for whoever it waits for. A side's choice and the umpire's share the words."""


def asked(prompt: str) -> str:
    return str(ASKED.get(prompt, gettext_lazy("Make a decision")))


def form_url(war: Campaign) -> str:
    """The page with the forms of the year in hand."""
    return f"/wars/{war.public_id}/year/"


def prepare_url(war: Campaign) -> str:
    return f"/wars/{war.public_id}/setup/"


def year_url(war: Campaign, number: int) -> str:
    return f"/wars/{war.public_id}/years/{number}/"


def why_url(war: Campaign, *figure: str | int) -> str:
    """Where a figure of a war answers "why?"; which figures there are: ``views.whys``."""
    return f"/wars/{war.public_id}/why/{'/'.join(map(str, figure))}/"


def waits_for(book: Book, owed: Sequence[Owed]) -> list[str]:
    """Whom a war waits for, each once, the sides in their order. At the table either side may report, so both are named."""
    order = [*book.pack.sides, UMPIRE]
    seats = {one.seat for one in owed}
    return [book.side(seat) for seat in order if seat in seats]


def club_wars(rows: Sequence[Listed]) -> list[dict[str, Any]]:
    """Wars as a list shows them: year, stage, score, and whom they wait for."""
    return [_row(row) for row in rows]


def plain_book(war: Campaign) -> Book:
    """The labels of a war's rules, without the names of its people."""
    return Book(pack=pack_of(war.pack), language=plain_language(), readings=war.readings)


def _row(row: Listed) -> dict[str, Any]:
    book = plain_book(row.war)
    return {
        "war": row.war,
        "year": row.year,
        "stage": row.year.get_stage_display() if row.year else "",
        "waits_for": waits_for(book, row.owed),
        "disputed": row.disputed,
        "sides": [
            {
                "number": number,
                "name": book.side(side.key),
                "points": side.total,
                "holder": row.held.get(side.key),
                "why": why_url(row.war, "score", side.key) if row.war.state else "",
            }
            for number, side in enumerate(row.sides, start=1)
        ],
    }
