"""What is typed about an army: a table of it, or row by row; and what is wrong with it, in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from campaigns.narration import Book, problem_text
from campaigns.rules.armies import (
    MOST_DEEDS,
    MOST_FIGURES,
    MOST_POINTS,
    Army,
    clean_text,
)
from campaigns.rules.armycsv import text_of
from campaigns.rules.armywords import column_in, split, whole
from campaigns.rules.names import LONGEST
from campaigns.rules.state import Character, Unit
from frontend.forms.datasets import checked_file
from rulesets.contract import Problem

type Words = Mapping[str, str | Promise]

ARMS: Words = {
    "infantry": gettext_lazy("Infantry"),
    "cavalry": gettext_lazy("Cavalry"),
    "other": pgettext_lazy("kind of troops", "Other"),
}
GRADES: Words = {"common": gettext_lazy("Common"), "special": gettext_lazy("Special")}
RANKS: Words = {
    "general": gettext_lazy("General"),
    "subordinate": gettext_lazy("Subordinate general"),
    "standard": gettext_lazy("Army standard"),
    "leader": gettext_lazy("Leader"),
    "other": pgettext_lazy("rank of a character", "Other"),
}
STATUSES: Words = {
    "ready": gettext_lazy("Ready"),
    "dead": gettext_lazy("Dead"),
    "captured": gettext_lazy("Captured"),
    "recalled": gettext_lazy("Called home"),
    "replaced": gettext_lazy("Replaced"),
}
# Django takes 1,000 values a page; a larger army is a table.
MOST_UNITS, MOST_CHARACTERS = 60, 20
MORE_UNITS, MORE_CHARACTERS = 5, 2


# --- Problems -------------------------------------------------------------------------------------------


def army_problem_text(problem: Problem, book: Book | None = None) -> str:
    """A problem as a sentence, with the line and column of the table where it has one."""
    told = problem_text(problem, book)
    line, column = problem.data.get("line"), problem.data.get("column")
    if line and column:
        if problem.code == "column_missing":
            # Nobody wrote this name yet: the reader's own. Every other one is shown as the table has it.
            column = column_in(column, get_language() or "")
        return _("Line %(line)s, column “%(column)s”: %(problem)s.") % {
            "line": line,
            "column": column,
            "problem": told,
        }
    if line:
        return _("Line %(line)s: %(problem)s.") % {"line": line, "problem": told}
    return _("%(problem)s.") % {"problem": told}


def named_problems(problems: Iterable[Problem], army: Army) -> list[str]:
    """What is wrong with an army as a whole, each with the unit or character it is about."""
    found = []
    for problem in problems:
        kind, index, _field = place_of(problem.place)
        rows: tuple[Unit | Character, ...] = army.characters if kind == "characters" else army.units
        told = army_problem_text(problem)
        if index is None or index >= len(rows):
            found.append(told)
        else:
            found.append(_("%(name)s: %(problem)s") % {"name": rows[index].name, "problem": told})
    return found


def place_of(place: str) -> tuple[str, int | None, str]:
    """``units[3].figures``: which list, which row, which value."""
    head, _dot, field = place.partition(".")
    kind, _bracket, rest = head.partition("[")
    return kind, int(rest.rstrip("]")) if rest else None, field


# --- A table --------------------------------------------------------------------------------------------


class TableForm(forms.Form):
    """A table pasted or uploaded. After ``is_valid``, ``source`` is what was given."""

    text = forms.CharField(
        label=gettext_lazy("Paste the table"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file (CSV)"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv,text/plain"}),
    )

    def clean_file(self) -> UploadedFile | None:
        return checked_file(self.cleaned_data["file"])

    @property
    def source(self) -> str | bytes:
        file: UploadedFile | None = self.cleaned_data["file"]
        return file.read() if file is not None else self.cleaned_data["text"]


def as_text(source: str | bytes) -> str:
    """What was given, to be shown again and put right."""
    return source if isinstance(source, str) else text_of(source)


# --- By hand --------------------------------------------------------------------------------------------


def _number(label: Any, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=most)


def _name() -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", "maxlength": LONGEST})
    return forms.CharField(label=gettext_lazy("Name"), required=False, max_length=LONGEST, widget=widget)


class RowForm(forms.Form):
    """A row of an army. An empty one is left out; so is one that is ticked to be left out."""

    id = forms.CharField(required=False, widget=forms.HiddenInput)
    name = _name()
    needed: tuple[str, ...] = ("points",)

    @property
    def left_out(self) -> bool:
        if self.cleaned_data.get("DELETE"):
            return True
        return not self.errors and not any(
            self.cleaned_data.get(name) not in (None, "") for name in ("name", *self.needed)
        )

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        typed["name"] = clean_text(typed.get("name") or "")
        if (
            typed.get("DELETE")
            or self.errors
            or not any(typed.get(name) not in (None, "") for name in ("name", *self.needed))
        ):
            return typed
        if not typed["name"]:
            self.add_error("name", _("Give it a name, or empty the row."))
        for name in self.needed:
            if typed.get(name) is None:
                self.add_error(name, _("Write a number."))
        return typed

    @property
    def key(self) -> str:
        return self.cleaned_data["id"] or self.cleaned_data["name"]


class UnitForm(RowForm):
    arm = forms.ChoiceField(label=gettext_lazy("Arm"), choices=list(ARMS.items()), required=False)
    grade = forms.ChoiceField(label=gettext_lazy("Grade"), choices=list(GRADES.items()), required=False)
    native = forms.BooleanField(label=gettext_lazy("Native allies"), required=False)
    figures = _number(gettext_lazy("Figures"), MOST_FIGURES)
    points = _number(gettext_lazy("Points a figure"), MOST_POINTS)
    command = _number(gettext_lazy("Command points"), MOST_POINTS)
    break_points = _number(gettext_lazy("Break points"), MOST_POINTS)
    needed = ("figures", "points")

    def unit(self) -> Unit:
        typed = self.cleaned_data
        return Unit(
            id=self.key,
            name=typed["name"],
            arm=typed["arm"] or "infantry",
            grade=typed["grade"] or "common",
            native=typed["native"],
            figures=typed["figures"],
            points=typed["points"],
            command=typed["command"] or 0,
            break_points=typed["break_points"],
        )


class CharacterForm(RowForm):
    rank = forms.ChoiceField(label=gettext_lazy("Rank"), choices=list(RANKS.items()), required=False)
    native = forms.BooleanField(label=gettext_lazy("Native allies"), required=False)
    points = _number(gettext_lazy("Points"), MOST_POINTS)

    def character(self) -> Character:
        typed = self.cleaned_data
        return Character(
            id=self.key,
            name=typed["name"],
            rank=typed["rank"] or "leader",
            native=typed["native"],
            points=typed["points"],
            **self.past(),
        )

    def past(self) -> dict[str, Any]:
        return {}


def _numbers(text: str) -> tuple[int, ...]:
    values = [whole(part) for part in split(text, " ,;+/")]
    if None in values:
        raise forms.ValidationError(_("Write whole numbers with spaces between them."))
    return tuple(value for value in values if value is not None)


class VeteranForm(CharacterForm):
    """A character of a war that is under way."""

    status = forms.ChoiceField(label=gettext_lazy("Status"), choices=list(STATUSES.items()), required=False)
    wounds = forms.CharField(label=gettext_lazy("Wounds (2d6 each)"), required=False, max_length=200)
    deeds = _number(gettext_lazy("Heroic deeds"), MOST_DEEDS)
    skills = forms.CharField(label=gettext_lazy("Command skills (d6 each)"), required=False, max_length=40)
    traits = forms.CharField(
        label=gettext_lazy("Traits"), required=False, max_length=400, help_text=gettext_lazy("Put | between two.")
    )

    def clean_wounds(self) -> tuple[int, ...]:
        return _numbers(self.cleaned_data["wounds"])

    def clean_skills(self) -> tuple[int, ...]:
        return _numbers(self.cleaned_data["skills"])

    def past(self) -> dict[str, Any]:
        typed = self.cleaned_data
        return {
            "status": typed["status"] or "ready",
            "wounds": typed["wounds"],
            "deeds": typed["deeds"] or 0,
            "skills": typed["skills"],
            "traits": tuple(trait for part in split(typed["traits"], "|") if (trait := clean_text(part))),
        }


class _Rows(forms.BaseFormSet):
    def add_fields(self, form: RowForm, index: int | None) -> None:
        super().add_fields(form, index)
        form.fields["DELETE"].label = gettext_lazy("Leave out")


def _rows(form: type[RowForm], most: int) -> Any:
    return forms.formset_factory(
        form, formset=_Rows, extra=0, max_num=most, absolute_max=most, validate_max=True, can_delete=True
    )


UnitRows = _rows(UnitForm, MOST_UNITS)
CharacterRows = _rows(CharacterForm, MOST_CHARACTERS)
VeteranRows = _rows(VeteranForm, MOST_CHARACTERS)


class HandForm:
    """The whole army row by row. ``data`` None: as it stands now, with a few empty rows."""

    def __init__(self, data: Any = None, *, army: Army, under_way: bool):
        rows = VeteranRows if under_way else CharacterRows
        if data is None:
            more = 1 if army else MORE_UNITS
            units = [_unit_row(unit) for unit in army.units] + [{} for _n in range(more)]
            people = [_character_row(one) for one in army.characters] + [{} for _n in range(min(more, MORE_CHARACTERS))]
            self.units = UnitRows(initial=units[:MOST_UNITS], prefix="units")
            self.characters = rows(initial=people[:MOST_CHARACTERS], prefix="characters")
        else:
            self.units = UnitRows(_longer(data), prefix="units")
            self.characters = rows(_longer(data), prefix="characters")
        self.list_key = army.list_key
        self.problems: list[str] = []

    def is_valid(self) -> bool:
        return bool(self.units.is_valid() & self.characters.is_valid())

    def army(self) -> Army:
        return Army(
            units=tuple(form.unit() for form in self._kept(self.units)),
            characters=tuple(form.character() for form in self._kept(self.characters)),
            list_key=self.list_key,
        )

    def refuse(self, problems: Iterable[Problem]) -> None:
        """Show each problem at its row, or above them all."""
        for problem in problems:
            kind, index, field = place_of(problem.place)
            rows = self._kept(self.characters if kind == "characters" else self.units)
            told = army_problem_text(problem)
            if index is None or index >= len(rows):
                self.problems.append(told)
            else:
                name = "name" if field == "id" else field
                rows[index].add_error(name if name in rows[index].fields else None, told)

    @staticmethod
    def _kept(rows: Any) -> list[Any]:
        return [form for form in rows.forms if not form.left_out]

    @property
    def wrong(self) -> bool:
        return bool(self.problems) or any(form.errors for rows in (self.units, self.characters) for form in rows.forms)


def _longer(data: Any) -> Any:
    """The same rows with a few more where a button asks for them."""
    for prefix, more, most in (("units", MORE_UNITS, MOST_UNITS), ("characters", MORE_CHARACTERS, MOST_CHARACTERS)):
        if f"more_{prefix}" not in data:
            continue
        data = data.copy()
        total = f"{prefix}-TOTAL_FORMS"
        count = whole(str(data.get(total, ""))) or 0
        data[total] = str(min(count + more, most))
    return data


def _unit_row(unit: Unit) -> dict[str, Any]:
    row = {name: getattr(unit, name) for name in ("name", "arm", "grade", "native", "figures", "points", "command")}
    return {**row, "id": unit.id if unit.id != unit.name else "", "break_points": unit.break_points}


def _character_row(one: Character) -> dict[str, Any]:
    return {
        "id": one.id if one.id != one.name else "",
        "name": one.name,
        "rank": one.rank,
        "native": one.native,
        "points": one.points,
        "status": one.status,
        "wounds": " ".join(map(str, one.wounds)),
        "deeds": one.deeds or None,
        "skills": " ".join(map(str, one.skills)),
        "traits": " | ".join(one.traits),
    }
