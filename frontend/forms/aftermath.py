"""Answers to what the rules ask after a battle: dice thrown by hand, yes or no, figures given up, a name."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.rules.between import NAME_LENGTH
from campaigns.rules.decisions import (
    Decision,
    LosePoints,
    ObeyRecall,
    Ransom,
    SpendReroll,
    StakeAll,
    Successor,
    Typed,
)
from campaigns.rules.state import Unit
from rulesets.contract import Ask


class AnswerForm(forms.Form):
    """An answer to one question. ``decision`` says it in the words of the rules."""

    def __init__(self, *args: Any, ask: Ask, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ask = ask

    def decision(self) -> Decision:
        raise NotImplementedError


class YesNoForm(AnswerForm):
    """A question with two buttons; the button is the answer."""

    answer = forms.ChoiceField(
        choices=[("yes", gettext_lazy("Yes")), ("no", gettext_lazy("No"))],
        error_messages={"required": gettext_lazy("Choose one of the two answers.")},
    )

    def decision(self) -> Decision:
        yes = self.cleaned_data["answer"] == "yes"
        match self.ask.prompt:
            case "ransom":
                return Ransom(character=str(self.ask.data["character"]), pay=yes)
            case "stake_all":
                return StakeAll(agree=yes)
            case "obey_recall":
                return ObeyRecall(obey=yes)
        return SpendReroll(use=yes)


class DiceForm(AnswerForm):
    """The faces of real dice, one field for each die."""

    def __init__(self, *args: Any, ask: Ask, **kwargs: Any) -> None:
        super().__init__(*args, ask=ask, **kwargs)
        self.sides = int(ask.data["sides"])
        for n in range(int(ask.data["n"])):
            self.fields[f"face-{n}"] = self._face(n)

    def _face(self, n: int) -> forms.IntegerField:
        attrs = {"min": 1, "max": self.sides, "inputmode": "numeric", "autocomplete": "off"}
        return forms.IntegerField(
            label=_("Die %(number)s") % {"number": n + 1},
            widget=forms.NumberInput(attrs=attrs),
            error_messages={
                "required": _("Type what this die shows."),
                "invalid": _("Type a whole number."),
            },
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for name, face in list(cleaned.items()):
            if face is not None and not 1 <= face <= self.sides:
                text = _("There is no %(face)s on a d%(sides)s.") % {"face": face, "sides": self.sides}
                self.add_error(name, text)
        return cleaned

    def decision(self) -> Decision:
        faces = tuple(self.cleaned_data[name] for name in self.fields)
        return Typed(address=str(self.ask.data["address"]), faces=faces)


class NotedDiceForm(DiceForm):
    """What was noted down of a roll: each die, or one total."""

    def _face(self, n: int) -> forms.IntegerField:
        field = super()._face(n)
        if self.ask.data.get("total"):
            field.label = _("Total")
        return field


class LosePointsForm(AnswerForm):
    """How many figures of which unit are given up [R 15]; empty fields are none. Units are numbered, for an id may hold any character."""

    program = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, units: list[Unit], suggested: Mapping[str, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.units = units
        for n, unit in enumerate(units):
            attrs = {"min": 0, "max": unit.figures, "inputmode": "numeric", "data-each": unit.points}
            self.fields[f"unit-{n}"] = forms.IntegerField(
                label=unit.name, required=False, min_value=0, widget=forms.NumberInput(attrs=attrs)
            )
            self.fields[f"unit-{n}"].initial = suggested.get(unit.id, 0)

    def rows(self) -> list[dict[str, Any]]:
        return [{"unit": unit, "field": self[f"unit-{n}"]} for n, unit in enumerate(self.units)]

    def decision(self) -> Decision:
        if self.cleaned_data["program"]:
            return LosePoints(figures=None)
        given = {unit.id: self.cleaned_data[f"unit-{n}"] for n, unit in enumerate(self.units)}
        return LosePoints(figures={key: count for key, count in given.items() if count})


class SuccessorForm(AnswerForm):
    """What the new general is called. Empty: the program names him."""

    name = forms.CharField(
        label=gettext_lazy("Name of the new general"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, ask: Ask, **kwargs: Any) -> None:
        super().__init__(*args, ask=ask, **kwargs)
        self.fields["name"].widget.attrs["placeholder"] = str(ask.data.get("suggested", ""))

    def decision(self) -> Decision:
        return Successor(name=self.cleaned_data["name"].strip())
