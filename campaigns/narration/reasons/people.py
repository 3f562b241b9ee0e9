"""Why a character died, lived, learned or was missing (Hispania 7)."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from campaigns.narration.reasons.core import Part, Question, explains, span, table_row
from campaigns.narration.reasons.events import event_rows
from campaigns.rules.pack import row_at

COLUMNS: dict[str, Any] = {
    "lost": gettext_lazy("Fate, his side lost the battle"),
    "otherwise": gettext_lazy("Fate, his side did not lose"),
}
FATES: dict[str, Any] = {
    "dead": pgettext_lazy("fate of a character", "dead"),
    "captured": pgettext_lazy("fate of a character", "captured"),
    "wounded": pgettext_lazy("fate of a character", "wounded"),
    "recovered": pgettext_lazy("fate of a character", "recovered"),
}


@explains("fate")
def _fate(question: Question) -> Part:
    data = question.data
    if data["column"] == "taken":
        return Part(rows=[_("Who is taken alive on the field rolls for no fate.")])
    row = row_at(question.book.pack.fate, data.count("total"))
    column = str(COLUMNS.get(data["column"], COLUMNS["otherwise"]))
    return Part(rows=[table_row(column, span(*row.on), str(FATES.get(data["result"], data["result"])))])


@explains("wound")
def _wound(question: Question) -> Part:
    total = question.data["total"]
    return Part(rows=[table_row(_("Wounds"), str(total), question.book.wound(total))])


@explains("pain")
def _pain(question: Question) -> Part:
    worst = max((row.unavailable_on for row in question.book.pack.wounds), default=0)
    words = {"worst": worst}
    if worst == 1:
        return Part(rows=[_("A lasting wound: on a 1 he takes no part in the battle.")])
    return Part(rows=[_("A lasting wound: on %(worst)s or less he takes no part in the battle.") % words])


@explains("ransomed")
def _ransomed(question: Question) -> Part:
    price = question.book.pack.ransom.vp
    text = ngettext("A ransom costs %(vp)s victory point.", "A ransom costs %(vp)s victory points.", price)
    return Part(steps=[text % {"vp": price}])


@explains("deeds")
def _deeds(question: Question) -> Part:
    book, total = question.book, question.data.count("total")
    rows = [row for row in book.pack.deeds if row.from_ <= total]
    return Part(rows=[table_row(_("Heroic deeds"), f"{row.from_}+", book.label(row.text)) for row in rows])


@explains("skill", "skill_again")
def _skill(question: Question) -> Part:
    book, face = question.book, question.data["face"]
    part = Part(rows=[table_row(_("Command skills"), str(face), book.skill(face))])
    if question.told.kind == "skill_again":
        part.steps.append(_("A skill that is held already is rolled again."))
    elif face in book.pack.skill_by_face:
        part.steps.append(book.label(book.pack.skill_by_face[face].text))
    return part


@explains("recalled")
def _recalled(question: Question) -> Part:
    if question.data.get("back") is None:
        return Part(rows=event_rows(question), steps=[_("He does not come back.")])
    return Part(rows=event_rows(question), steps=[_("He comes back when year %(back)s is closed.") % question.data])


@explains("successor")
def _successor(question: Question) -> Part:
    return Part(
        rows=event_rows(question),
        steps=[_("The new general is worth as many points, and has no wounds, deeds or skills.")],
    )
