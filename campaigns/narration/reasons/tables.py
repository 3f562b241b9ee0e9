"""Why so many reinforcements, allies or deserters (Hispania 9)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from campaigns.narration.reasons.armies import due
from campaigns.narration.reasons.core import Part, Question, explains, span, table_row
from campaigns.narration.reasons.events import event_rows
from campaigns.narration.words import UNNAMED_GRANT, number, purse_text, signed
from campaigns.rules.pack import GRANTS, Table, TableRow, row_at

SOURCES: dict[str, Any] = {
    "action": gettext_lazy("%(amount)s for the action of this year (%(action)s)"),
    "event": gettext_lazy("%(amount)s from an event of this year"),
    "last_year": gettext_lazy("%(amount)s from an event of last year"),
    "lasting": gettext_lazy("%(amount)s from an event that lasts for the rest of the war"),
}
BARRED: dict[str, Any] = {
    "event": gettext_lazy("An event of this year forbids the roll."),
    "forfeit": gettext_lazy("One of the actions of this year takes this roll from whoever loses the scenario."),
    "immune": gettext_lazy("An event of this war put the other side beyond this table for good."),
}


@explains("grant", "punishment")
def _table(question: Question) -> Part:
    data = question.data
    part = Part(modifiers=[_modifier(question, one) for one in data.get("modifiers", ()) if isinstance(one, dict)])
    if "natural" in data and "total" in data:
        part.steps.append(_reckoning(question))
    table = question.book.pack.table_by_key.get(str(data.get("roll")))
    if table is not None and "total" in data:
        part.rows.append(_row(question, table, row_at(table.rows, data.count("total"))))
    if question.told.kind == "punishment":
        part.steps += due(data)
    return part


def _modifier(question: Question, modifier: dict[str, Any]) -> str:
    amount = modifier.get("amount")
    words = {
        "amount": signed(amount) if isinstance(amount, int) else str(amount),
        "action": question.book.action(question.year.action(str(question.data.get("side"))) or "?"),
    }
    return str(SOURCES.get(str(modifier.get("from")), SOURCES["event"])) % words


def _reckoning(question: Question) -> str:
    """ "2d6 = 7, with +1 and +2: 10"."""
    data = question.data
    amounts = [one["amount"] for one in data.get("modifiers", ()) if isinstance(one, dict) and "amount" in one]
    words = {"natural": data["natural"], "total": number(data["total"]), "sum": " ".join(map(signed, amounts))}
    if not amounts:
        return _("2d6: %(natural)s") % words
    return _("2d6: %(natural)s %(sum)s = %(total)s") % words


def _row(question: Question, table: Table, row: TableRow) -> str:
    purse = purse_text({kind: getattr(row, kind) for kind in GRANTS})
    points = str(UNNAMED_GRANT) % {"points": row.points} if row.points else ""
    nothing = pgettext("result of a row of a table", "nothing")
    return table_row(question.book.label(table.name), _totals(table, row), purse or points or nothing)


def _totals(table: Table, row: TableRow) -> str:
    """Totals of a row; the end rows take everything beyond them."""
    if row is table.rows[0]:
        return _("%(total)s or less") % {"total": row.on[1]}
    if row is table.rows[-1]:
        return _("%(total)s or more") % {"total": row.on[0]}
    return span(*row.on)


@explains("roll_barred")
def _barred(question: Question) -> Part:
    rows = event_rows(question) if question.data["why"] == "event" else []
    return Part(rows=rows, steps=[str(BARRED.get(question.data["why"], BARRED["event"]))])


@explains("rerolled")
def _rerolled(question: Question) -> Part:
    return Part(steps=[_("A re-roll is used once, after seeing the roll; the second result stands.")])
