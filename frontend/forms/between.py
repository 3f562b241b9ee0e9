"""What a side may do of its own accord before a muster: buy units, replace a general, leave an instruction."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.narration import Book, problem_text
from campaigns.rules.armylists import Entry, SampleList, check_purchase
from campaigns.rules.between import NAME_LENGTH
from campaigns.rules.decisions import Length, ReplaceGeneral, SpendGrant, StandingReroll
from campaigns.rules.state import Character, Unit

MOST_FIGURES = 1000
MOST_POINTS = 10_000
MOST_ROWS = 20

ARMS = [
    ("infantry", gettext_lazy("Infantry")),
    ("cavalry", gettext_lazy("Cavalry")),
    ("other", gettext_lazy("Other")),
]
GRADES = [("common", gettext_lazy("Common")), ("special", gettext_lazy("Special"))]
REROLLS = {
    "event": gettext_lazy("The roll on the event table"),
    "event_amount": gettext_lazy("The dice that an event asks for"),
    "fate": gettext_lazy("The fate of one who was felled"),
    "wound": gettext_lazy("The lasting effect of a wound"),
    "skill": gettext_lazy("The command skill of a general"),
    "alliance": gettext_lazy("The roll for alliances"),
    "punishment": gettext_lazy("The roll for punishment"),
    "reinforcements": gettext_lazy("The roll for reinforcements"),
}


class BoughtForm(forms.Form):
    """One unit to be bought. An entry of the army list fills in what is left empty."""

    entry = forms.ChoiceField(label=gettext_lazy("From your army list"), required=False)
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    arm = forms.ChoiceField(label=gettext_lazy("Arm"), choices=ARMS, required=False)
    grade = forms.ChoiceField(label=gettext_lazy("Grade"), choices=GRADES, required=False)
    native = forms.BooleanField(label=gettext_lazy("Native allies"), required=False)
    figures = forms.IntegerField(label=gettext_lazy("Figures"), required=False, min_value=1, max_value=MOST_FIGURES)
    points = forms.IntegerField(
        label=gettext_lazy("Points a figure"), required=False, min_value=1, max_value=MOST_POINTS
    )
    command = forms.IntegerField(
        label=gettext_lazy("Points for leader, standard and musician"),
        required=False,
        min_value=0,
        max_value=MOST_POINTS,
    )

    def __init__(self, *args: Any, entries: Sequence[tuple[Entry, str]] = (), **kwargs: Any) -> None:
        """``entries``: of the army list that the side has, each with its words."""
        super().__init__(*args, **kwargs)
        self.entries = {entry.key: entry for entry, _words in entries}
        if not self.entries:
            del self.fields["entry"]
            return
        field = self.fields["entry"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Something else")), *((entry.key, words) for entry, words in entries)]

    @property
    def empty(self) -> bool:
        """A row in which nothing that matters was written."""
        typed = self.cleaned_data
        return not any(typed.get(name) for name in ("entry", "name", "figures", "points"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        entry = self.entries.get(cleaned.get("entry", ""))
        cleaned["chosen"] = entry
        if self.errors or not any(cleaned.get(name) for name in ("entry", "name", "figures", "points")):
            return cleaned
        if entry is None and not (cleaned.get("name") or "").strip():
            self.add_error("name", _("Give the unit a name."))
        if not cleaned.get("figures"):
            self.add_error("figures", _("Write how many figures."))
        if entry is None and not cleaned.get("points"):
            self.add_error("points", _("Write the points of one figure."))
        return cleaned

    def unit(self, taken: set[str]) -> Unit:
        """The unit with a name of its own: one that is taken already is numbered."""
        typed, entry = self.cleaned_data, self.cleaned_data["chosen"]
        name = free_name((typed["name"] or "").strip() or (entry.name if entry else ""), taken)
        if entry is not None:
            unit: Unit = entry.unit(name, typed["figures"])
            return unit
        return Unit(
            id=name,
            name=name,
            arm=typed["arm"] or "infantry",
            grade=typed["grade"] or "common",
            native=typed["native"],
            figures=typed["figures"],
            points=typed["points"],
            command=typed["command"] or 0,
        )


def free_name(name: str, taken: set[str]) -> str:
    """The name, or the name with the next number that is free."""
    found, number = name, 2
    while found in taken:
        tail = f" {number}"
        found, number = name[: NAME_LENGTH - len(tail)] + tail, number + 1
    return found


class BoughtRows(forms.BaseFormSet):
    """The rows of one purchase. Units taken from an army list must meet what that list asks of them."""

    def __init__(self, *args: Any, chosen: SampleList | None = None, taken: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen = chosen
        self.taken = set(taken)

    def clean(self) -> None:
        if any(self.errors):
            return
        if all(form.empty for form in self.forms):
            raise forms.ValidationError(_("Write down at least one unit."))
        if self.chosen is None:
            return
        listed = [unit for form, unit in self._units() if form.cleaned_data["chosen"]]
        found = [problem_text(problem) for problem in check_purchase(self.chosen, listed)]
        if found:
            raise forms.ValidationError([_("%(problem)s.") % {"problem": text} for text in found])

    def _units(self) -> list[tuple[BoughtForm, Unit]]:
        names, found = set(self.taken), []
        for form in self.forms:
            if not form.empty:
                unit = form.unit(names)
                names.add(unit.id)
                found.append((form, unit))
        return found

    def decision(self) -> SpendGrant:
        """The rows that were filled in, as one purchase."""
        return SpendGrant(units=tuple(unit for _form, unit in self._units()))


BoughtFormSet = cast(
    type[BoughtRows],
    forms.formset_factory(BoughtForm, formset=BoughtRows, extra=0, max_num=MOST_ROWS, validate_max=True),
)


class GeneralForm(forms.Form):
    """A new general for a lost character."""

    lost = forms.ChoiceField(label=gettext_lazy("In the place of"))
    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=NAME_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        min_value=0,
        max_value=MOST_POINTS,
        help_text=gettext_lazy("Of the cheapest general in your army list."),
    )

    def __init__(self, *args: Any, lost: list[tuple[str, str]], taken: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.taken = set(taken)
        field = self.fields["lost"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = lost

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"]).strip()
        if name in self.taken:
            raise forms.ValidationError(
                _("“%(name)s” is in this army already: choose another name."), params={"name": name}
            )
        return name

    def decision(self) -> ReplaceGeneral:
        typed = self.cleaned_data
        general = Character(id=typed["name"], name=typed["name"], rank="general", points=typed["points"])
        return ReplaceGeneral(general=general, lost=typed["lost"])


class StandingRerollForm(forms.Form):
    """When the re-roll is to be used without asking."""

    roll = forms.ChoiceField(label=gettext_lazy("Use it on"))
    below = forms.IntegerField(
        label=gettext_lazy("when the dice show less than"),
        min_value=2,
        max_value=13,
        initial=6,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, book: Book, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["roll"]
        assert isinstance(field, forms.ChoiceField)
        tables = book.pack.table_by_key
        field.choices = [
            (key, REROLLS[key] if key in REROLLS else book.label(tables[key].name)) for key in book.pack.rerollable
        ]

    def decision(self) -> StandingReroll:
        return StandingReroll(roll=self.cleaned_data["roll"], below=self.cleaned_data["below"])


class LengthForm(forms.Form):
    """Which year is to be the last. ``now``: the year put away, where the war may end at once."""

    last = forms.TypedChoiceField(label=gettext_lazy("The war ends"), coerce=int)

    def __init__(self, *args: Any, years: range, at: int, now: int, **kwargs: Any):
        """``at``: the year in which the war ends as things stand."""
        super().__init__(*args, **kwargs)
        self.fields["last"].choices = [  # type: ignore[attr-defined]
            (year, _("at once, by the score after year %(year)s") % {"year": year} if year == now else self.words(year))
            for year in years
            if year != at
        ]

    @staticmethod
    def words(year: int) -> str:
        return _("after year %(year)s") % {"year": year}

    def decision(self) -> Length:
        return Length(year=self.cleaned_data["last"])
