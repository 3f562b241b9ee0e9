"""The order form on the first page: from the log-in to "order given" it is two taps, the action and the button."""

from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.models.codec import pack_of, state_of
from campaigns.permissions import Place
from campaigns.rules.scenarios import forced_action
from campaigns.selectors import sealed
from campaigns.selectors.home import Task
from frontend.forms.years import OrderForm
from frontend.views.warlist import plain_book

MOST_SLIPS = 3
"""Who owes more orders than this has a list of links for the rest."""


def wants_order(task: Task) -> bool:
    return task.kind == "decide" and task.prompt == "order" and task.year is not None


def order_slips(tasks: Sequence[Task], places: Mapping[int, Place]) -> tuple[list[dict[str, Any]], list[Task]]:
    """Forms for the first orders that are owed, and the tasks that are left for the list. One query for all of them."""
    owed = [task for task in tasks if wants_order(task)][:MOST_SLIPS]
    years = {task.year.pk: places[task.war.pk] for task in owed if task.year is not None}
    revisions = sealed.own_revisions(years) if years else {}
    slips = [_slip(task, revisions[task.year.pk]) for task in owed if task.year is not None]
    return slips, [task for task in tasks if task not in owed]


def _slip(task: Task, revision: int) -> dict[str, Any]:
    book, pack = plain_book(task.war), pack_of(task.war.pack)
    forced = forced_action(pack, state_of(task.war), task.seat)
    return {
        "war": task.war,
        "club": task.war.club,
        "year": task.year,
        "side": book.side(task.seat),
        "number": pack.side_keys.index(task.seat) + 1,
        "forced": book.action(forced) if forced else "",
        "revision": revision,
        "form": OrderForm(book=book, forced=forced, auto_id=f"order-{task.war.public_id}-%s"),
    }
