"""What the umpire of a battle types: how it ends by his word, why he steps back, how much time he gives."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.services.deadlines import at_wall_time
from clubs.limits import LONGEST_REASON
from frontend.forms.wars import WallTimeField
from rulesets.contract import Force, Outcome, SeatResult, UnitIn, UnitResult

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

    def __init__(self, *args: Any, seats: Mapping[str, str], forces: Mapping[str, Force], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = {f"result-{number}": key for number, key in enumerate(seats)}
        self.units: dict[str, tuple[str, UnitIn]] = {}
        for name, key in self.seats.items():
            self.fields[name] = forms.ChoiceField(label=seats[key], choices=RESULTS, widget=forms.RadioSelect)
            for number, unit in enumerate(forces[key].units if key in forces else ()):
                self.units[f"lost-{name}-{number}"] = key, unit
        for name, (key, unit) in self.units.items():
            self.fields[name] = forms.IntegerField(
                label=_("%(seat)s, %(unit)s: figures lost") % {"seat": seats[key], "unit": unit.name or unit.id},
                min_value=0,
                max_value=unit.figures,
                required=False,
                widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            )
        self.order_fields([*self.seats, "level", *self.units, "reason"])

    @property
    def results(self) -> dict[str, str]:
        """The result of each seat, by its key."""
        return {key: self.cleaned_data[name] for name, key in self.seats.items()}

    @property
    def outcome(self) -> Outcome:
        results = self.results
        lost: dict[str, dict[str, UnitResult]] = {}
        for name, (key, unit) in self.units.items():
            if self.cleaned_data[name]:
                lost.setdefault(key, {})[unit.id] = UnitResult(destroyed=self.cleaned_data[name])
        level = self.cleaned_data["level"] if {"win", "loss"} & set(results.values()) else ""
        return Outcome(
            seats={
                key: SeatResult(result=one, level=level or None if one != "draw" else None)  # type: ignore[arg-type]
                for key, one in results.items()
            },
            units=lost,
        )


class DeadlineForm(forms.Form):
    """From when on the umpire may settle a battle that nobody has fought out. After ``is_valid``, ``moment`` is the instant; None: never."""

    deadline = WallTimeField(label=gettext_lazy("The battle is to be over by"), required=False)

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = ZoneInfo(zone)
        self.moment: datetime | None = None
        told = _("On the clocks of %(zone)s.") % {"zone": zone.replace("_", " ")}
        self.fields["deadline"].help_text = f"{_('If you leave this empty, it has no deadline.')} {told}"

    def clean_deadline(self) -> datetime | None:
        wall: datetime | None = self.cleaned_data["deadline"]
        try:
            self.moment = wall and at_wall_time(wall.date(), wall.hour, wall.minute, self.zone)
        except OverflowError:
            raise forms.ValidationError(self.fields["deadline"].error_messages["invalid"], code="invalid") from None
        return wall


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
