"""Why this scenario, these roles, this ground, this limit (Hispania 3)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaigns.narration.book import listed
from campaigns.narration.reasons.core import Part, Question, explains, span, table_row
from campaigns.narration.words import Facts, terrain_text
from campaigns.rules.pack import CellRow, row_at

ROLES: dict[str, Any] = {
    "attacker": gettext_lazy("The attacker is the side whose action comes first of: %(actions)s."),
    "defender": gettext_lazy("The defender is the side whose action comes first of: %(actions)s."),
    "ambusher": gettext_lazy("The ambusher is the side whose action comes first of: %(actions)s."),
}
ONE_ACTION: dict[str, Any] = {
    "attacker": gettext_lazy("The attacker is the side that chose %(actions)s."),
    "defender": gettext_lazy("The defender is the side that chose %(actions)s."),
    "ambusher": gettext_lazy("The ambusher is the side that chose %(actions)s."),
}
EVENT = pgettext_lazy("a row of a table", "%(scenario)s, at most %(most)s points")


@explains("scenario", "scenario_again")
def _scenario(question: Question) -> Part:
    book, data = question.book, question.data
    part = Part(steps=[_("The two actions meet in cell %(cell)s of the matrix.") % data])
    actions = [question.year.action(side) for side in book.pack.side_keys]
    if all(actions):
        words = {"actions": " × ".join(book.action(str(action)) for action in actions), "cell": data["cell"]}
        part.steps = [_("%(actions)s: cell %(cell)s of the matrix.") % words]
    row = _cell_row(question)
    if row is not None:
        cell = _("Cell %(cell)s") % data
        part.rows.append(table_row(cell, span(*row.on), _in_the_cell(question, row)))
    return part


def _cell_row(question: Question) -> CellRow | None:
    rows = question.book.pack.cells.get(str(question.data.get("cell")), ())
    if len(rows) == 1:
        return rows[0]
    total = question.total()
    if rows and total is not None:
        return row_at(rows, total)
    return next((row for row in rows if row.scenario and row.scenario == question.data.get("scenario")), None)


def _in_the_cell(question: Question, row: CellRow) -> str:
    book = question.book
    if row.reading:
        return _("as the club reads it: %(answer)s") % {"answer": book.chosen(row.reading)}
    if row.at_most is not None:
        return str(EVENT) % {"scenario": book.scenario(row.scenario), "most": row.at_most}
    return book.scenario(row.scenario)


@explains("role")
def _role(question: Question) -> Part:
    scenario, role = question.year.scenario, str(question.data["role"])
    if question.told.rolls:
        return Part(steps=[_("Each side rolled a d6, and the higher roll has the choice of the rules.")])
    how = scenario.roles.get(role) if scenario else None
    if not how or isinstance(how, str) or role not in ROLES:
        return Part()
    texts = ONE_ACTION if len(how) == 1 else ROLES
    actions = ", ".join(question.book.action(action) for action in how)
    return Part(steps=[str(texts[role]) % {"actions": actions}])


@explains("roll_off_tied")
def _tied(question: Question) -> Part:
    return Part(steps=[_("Equal rolls are rolled again.")])


@explains("terrain")
def _terrain(question: Question) -> Part:
    pieces = [piece for piece in question.data.get("pieces", ()) if isinstance(piece, dict)]
    table = _("Terrain, 2d6 for each piece")
    return Part(rows=[table_row(table, str(piece.get("total")), terrain_text([piece])) for piece in pieces])


@explains("limit")
def _limit(question: Question) -> Part:
    part = Part(steps=_points_of_the_scenario(question))
    if question.data.get("garrison"):
        part.steps.append(
            _("%(garrison)s points of what is available stay behind; the smaller of the two numbers is the limit.")
            % question.data
        )
    return part


def _points_of_the_scenario(question: Question) -> list[str]:
    scenario = question.year.scenario
    if scenario is None:
        return []
    words: dict[str, Any] = {"scenario": question.book.scenario(question.year.scenario_key)}
    if scenario.points.chooser:
        chosen = next(
            (told.data for told in question.year.happenings if "points" in told.data and told.kind == "choice"), {}
        )
        if not chosen:
            return []
        words["points"] = chosen["points"]
        if words["points"] is None:
            return [_("%(scenario)s: all troops were chosen.") % words]
        return [_("%(scenario)s: %(points)s points a side were chosen.") % words]
    words["points"] = scenario.points.most
    if scenario.points.most is None:
        return [_("%(scenario)s: all troops.") % words]
    return [_("%(scenario)s: %(points)s points a side.") % words]


@explains("choice")
def _choice(question: Question) -> Part:
    scenario = question.year.scenario
    if scenario is None or "points" not in question.data:
        return Part()
    found = question.year.last("scenario") or Facts()
    least = scenario.points.least or 0
    mosts = [most for most in (scenario.points.most, found.get("at_most")) if most is not None]
    words = {
        "scenario": question.book.scenario(question.year.scenario_key),
        "least": least,
        "most": min(mosts, default=0),
    }
    if mosts:
        return Part(steps=[_("%(scenario)s: between %(least)s and %(most)s points may be chosen.") % words])
    return Part(steps=[_("%(scenario)s: any number from %(least)s points to all troops may be chosen.") % words])


@explains("muster")
def _muster(question: Question) -> Part:
    limit = question.year.last("limit", side=question.data.get("side"))
    if limit is None:
        return Part()
    words = {"points": question.data["points"], "limit": limit["limit"]}
    if words["limit"] is None:
        return Part(steps=[_("%(points)s points were mustered; there was no limit.") % words])
    return Part(steps=[_("%(points)s points were mustered of %(limit)s that were allowed.") % words])


@explains("grant_lapsed")
def _lapsed(question: Question) -> Part:
    tables = listed(question.book.table(table) for table in question.data.words("tables"))
    return Part(steps=[_("Points that are not spent when armies muster are gone (%(tables)s).") % {"tables": tables}])


@explains("skipped")
def _skipped(question: Question) -> Part:
    return Part(steps=[_("It is no battle for any rule that asks for one, and nobody is defeated.")])
