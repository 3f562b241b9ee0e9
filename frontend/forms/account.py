"""What a person says about himself."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from battles.models.letters import Group, Way
from clubs.models import Scope, User
from frontend.forms.clubs import zone_choices


def _zones() -> list[Any]:
    return [("", _("As the club")), *zone_choices()]


class ProfileForm(forms.Form):
    display_name = forms.CharField(
        label=_("Name shown to others"),
        max_length=80,
        required=False,
        help_text=_("Your clubs see this name. If it is empty, they see the name you log in with."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As my browser")), *settings.LANGUAGES],
        help_text=_("Pages and letters come in this language."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        choices=_zones,
        help_text=_("Deadlines are set in the club's zone. If yours differs, your time is shown beside it."),
    )


def _hours() -> list[tuple[int, str]]:
    return [(hour, f"{hour}:00") for hour in range(24)]


class LettersForm(forms.Form):
    """How each group of notices is written, and when the letters come that gather several."""

    turn = forms.ChoiceField(
        label=Group.TURN.label,
        choices=Way.choices,
        help_text=_("Your orders, musters, answers and reports; reminders; deadlines that are moved."),
    )
    news = forms.ChoiceField(
        label=Group.NEWS.label,
        choices=Way.choices,
        help_text=_("A year is closed, a war is over, a report is opened again."),
    )
    club = forms.ChoiceField(
        label=Group.CLUB.label,
        choices=Way.choices,
        help_text=_("A command is offered to you; something needs those who run the club."),
    )
    hour = forms.TypedChoiceField(
        label=_("Hour of the daily or weekly letter"),
        choices=_hours,
        coerce=int,
        help_text=_("In your own time zone."),
    )
    weekday = forms.TypedChoiceField(label=_("Day of the weekly letter"), choices=tuple(WEEKDAYS.items()), coerce=int)


class TokenForm(forms.Form):
    """A new key for a program."""

    name = forms.CharField(
        label=_("What is it for?"),
        max_length=80,
        help_text=_("For instance: the bot of our chat."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(label=_("What may it do?"), choices=Scope.choices, widget=forms.RadioSelect)
    days = forms.TypedChoiceField(
        label=_("How long?"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[
            ("30", _("A month")),
            ("90", _("Three months")),
            ("365", _("A year")),
            ("", _("Until I take it back")),
        ],
    )


class DeleteAccountForm(forms.Form):
    password = forms.CharField(
        label=_("Your password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """Counted like a log-in: somebody at a forgotten open screen cannot try passwords for ever."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise forms.ValidationError(_("This is not your password."), code="wrong_password")
        return password
