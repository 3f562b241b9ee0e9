"""What is typed about a war outside its years: the umpire's desk, contested dice, records."""

import zoneinfo
from datetime import UTC, datetime
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.services.deadlines import at_wall_time, irregular
from clubs.dates import date_words
from clubs.limits import LONGEST_NOTE, LONGEST_REASON

WALL = "%Y-%m-%dT%H:%M"
WALLS = (WALL, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M")
"""As browsers send it, and as people type it where theirs has no such field."""


class WallTimeField(forms.DateTimeField):
    """A time on the club's clocks. ``clean`` gives the naive time as typed; ``zone`` is set by the form."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=WALL)
    default_error_messages = {"invalid": gettext_lazy("Give a day and an hour, for instance 2026-03-29 21:00.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> datetime | None:
        # Django would take the time for one of the reader's zone.
        if value in self.empty_values:
            return None
        for form in WALLS:
            try:
                return datetime.strptime(str(value).strip(), form)  # noqa: DTZ007  (a time on a wall has no zone yet)
            except ValueError:
                continue
        raise forms.ValidationError(self.error_messages["invalid"], code="invalid")

    def prepare_value(self, value: Any) -> Any:
        return value.strftime(WALL) if isinstance(value, datetime) else value


class ReasonForm(forms.Form):
    """A reason that everybody in the war will read."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Everybody in this war will read it: 500 characters at most."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class MomentForm(ReasonForm):
    """A moment on the club's clocks, with a reason. After ``is_valid``, ``moment`` is the instant (None: none was given), ``wall`` the
    time as it was typed, and ``remark`` what the clocks do to it."""

    name = "deadline"

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone
        self.moment: datetime | None = None
        self.wall: datetime | None = None
        self.remark = ""
        told = _("On the clocks of %(zone)s.") % {"zone": zone.replace("_", " ")}
        hint = self.fields[self.name].help_text
        self.fields[self.name].help_text = f"{hint} {told}" if hint else told

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or self.cleaned_data
        wall: datetime | None = typed.get(self.name)
        if wall is None:
            return typed
        place = zoneinfo.ZoneInfo(self.zone)
        try:
            self.moment = at_wall_time(wall.date(), wall.hour, wall.minute, place)
        except OverflowError:
            self.add_error(self.name, self.fields[self.name].error_messages["invalid"])
            return typed
        self.wall = wall.replace(second=0, microsecond=0)
        self.remark = clock_change(wall, place, self.moment)
        return typed


class DeadlineForm(MomentForm):
    """Move the deadline of the open stage."""

    deadline = WallTimeField(label=gettext_lazy("New deadline"))
    field_order = ["deadline", "reason"]


class PauseForm(MomentForm):
    """Stop the clock, for good or until a moment."""

    name = "until"
    until = WallTimeField(
        label=gettext_lazy("Until"),
        required=False,
        help_text=gettext_lazy("Then it runs on by itself; if you leave this empty, when you say so."),
    )
    field_order = ["until", "reason"]


class MoreTimeForm(MomentForm):
    """Ask the other side for more time."""

    name = "until"
    until = WallTimeField(label=gettext_lazy("New deadline"))
    field_order = ["until", "reason"]


def clock_change(wall: datetime, place: zoneinfo.ZoneInfo, moment: datetime) -> str:
    """What is to be said of a time that a clock change removes or doubles; empty for any other."""
    kind = irregular(wall.date(), wall.hour, wall.minute, place)
    there = moment.astimezone(place)
    words = {"typed": date_words(wall, "H:i"), "day": date_words(there, "j F Y"), "kept": date_words(there, "H:i")}
    if kind == "gap":
        return (
            _("%(typed)s does not exist on %(day)s: the clocks go forward over it. The deadline is %(kept)s that day.")
            % words
        )
    if kind == "doubled":
        words["utc"] = date_words(moment.astimezone(UTC), "H:i")
        return (
            _(
                "%(typed)s comes twice on %(day)s, because the clocks go back. "
                "The deadline is the first of the two (%(utc)s UTC)."
            )
            % words
        )
    return ""


class NoteForm(forms.Form):
    """A piece of the story in the umpire's own words."""

    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=LONGEST_NOTE,
        help_text=gettext_lazy("It stands in the ledger and in the chronicle, and changes no figure."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class ContestForm(ReasonForm):
    """Say that a typed roll is not what was thrown."""

    address = forms.CharField(max_length=400, widget=forms.HiddenInput)


class RollRulingForm(ReasonForm):
    """The umpire's word on a contested roll: it stands, or it showed something else."""

    address = forms.CharField(max_length=400, widget=forms.HiddenInput)
    faces = forms.CharField(
        label=gettext_lazy("What the dice showed"),
        required=False,
        max_length=60,
        help_text=gettext_lazy("Faces with a space between them. Leave it empty if the roll stands as it was typed."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
    )
    field_order = ["address", "faces", "reason"]

    def clean_faces(self) -> list[int] | None:
        text: str = self.cleaned_data["faces"].replace(",", " ").strip()
        if not text:
            return None
        words = text.split()
        if not all(word.isascii() and word.isdigit() and len(word) <= 3 for word in words):
            raise forms.ValidationError(_("Write whole numbers with a space between them, for instance: 4 2"))
        return [int(word) for word in words]


class RecordForm(forms.Form):
    """A campaign record to be read in: a file, or its text."""

    document = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("A campaign record in TOML or JSON, at most 4 MiB, 200 years and 500 units a side."),
        widget=forms.ClearableFileInput(attrs={"accept": ".toml,.json,application/json,application/toml"}),
    )
