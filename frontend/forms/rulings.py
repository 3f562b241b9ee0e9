"""What the umpire of a battle types: how it ends by his word, why he steps back, how much time he gives."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from clubs.limits import LONGEST_REASON
from rulesets.contract import Outcome, SeatResult

RESULTS = (("win", gettext_lazy("Wins")), ("draw", gettext_lazy("Draw")), ("loss", gettext_lazy("Loses")))
LEVELS = (
    ("", gettext_lazy("A victory, no more")),
    ("minor", gettext_lazy("A minor victory")),
    ("major", gettext_lazy("A major victory")),
)
UNITS = (
    ("minutes", gettext_lazy("minutes")),
    ("hours", gettext_lazy("hours")),
    ("days", gettext_lazy("days")),
)
MOST = 9999


class WhyForm(forms.Form):
    """Why the umpire does it: everybody at the battle reads it in the log."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Everybody at this battle will read it: 500 characters at most."),
        error_messages={"required": gettext_lazy("Say why: both sides will read it.")},
    )


class RulingForm(WhyForm):
    """How a battle ends by the umpire's word: a result for every seat. Seats are numbered, because a key may hold any character."""

    level = forms.ChoiceField(label=gettext_lazy("How great a victory?"), choices=LEVELS, required=False)

    def __init__(self, *args: Any, seats: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = {f"result-{number}": key for number, key in enumerate(seats)}
        for name, key in self.seats.items():
            self.fields[name] = forms.ChoiceField(label=seats[key], choices=RESULTS, widget=forms.RadioSelect)
        self.order_fields([*self.seats, "level", "reason"])

    @property
    def results(self) -> dict[str, str]:
        """The result of each seat, by its key."""
        return {key: self.cleaned_data[name] for name, key in self.seats.items()}

    @property
    def outcome(self) -> Outcome:
        results = self.results
        level = self.cleaned_data["level"] if {"win", "loss"} & set(results.values()) else ""
        return Outcome(
            seats={
                key: SeatResult(result=one, level=level or None if one != "draw" else None)  # type: ignore[arg-type]
                for key, one in results.items()
            }
        )


class TimeForm(forms.Form):
    """How much time a seat is given."""

    seat = forms.ChoiceField(label=gettext_lazy("Whose clock"))
    amount = forms.IntegerField(
        label=gettext_lazy("How much"),
        min_value=1,
        max_value=MOST,
        initial=10,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    unit = forms.ChoiceField(label=gettext_lazy("of what"), choices=UNITS, initial="minutes")

    def __init__(self, *args: Any, seats: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(seats.items())

    @property
    def length(self) -> timedelta:
        return timedelta(**{self.cleaned_data["unit"]: self.cleaned_data["amount"]})
