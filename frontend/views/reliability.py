"""How reliably a member answered in his wars: for those who run the club, and for nobody else."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns.selectors import duties
from clubs import selectors
from frontend.views.clubs import SignedIn, managed_by
from frontend.views.warlist import plain_book


@login_required
@require_GET
def record(request: SignedIn, slug: str, public_id: str) -> HttpResponse:
    place = managed_by(request, slug)
    member = selectors.member_for(place.club, public_id)
    total, rows = duties.record_of(member)
    context: dict[str, Any] = {
        "club": place.club,
        "member": member,
        "total": total,
        "rows": [_row(row) for row in rows],
    }
    return render(request, "frontend/clubs/reliability.html", context)


def _row(row: duties.Record) -> dict[str, Any]:
    assert row.war is not None  # a record of a war
    book = plain_book(row.war)
    return {"record": row, "war": row.war, "sides": ", ".join(book.side(side) for side in row.sides)}
