"""What is typed about clubs and their members."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from clubs.clock import zone_names
from clubs.models import Role


@lru_cache(maxsize=1)
def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """All time zones by part of the world, the names as people read them."""
    parts: dict[str, list[tuple[str, str]]] = {}
    for name in sorted(zone_names()):
        part, _slash, place = name.partition("/")
        where = part if place else "UTC"
        parts.setdefault(where, []).append((name, (place or name).replace("_", " ")))
    return sorted(parts.items())


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))


class FoundForm(NameForm):
    name = forms.CharField(
        label=_("Name of the club"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "organization"})
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=zone_choices, help_text=_("Deadlines of the club's wars are set in it.")
    )
    language = forms.ChoiceField(
        label=_("Language"), choices=settings.LANGUAGES, help_text=_("Invitations are written in it.")
    )


class SettingsForm(FoundForm):
    second_step = forms.BooleanField(
        label=_("Whoever runs this club needs a second step at log-in"),
        required=False,
        help_text=_(
            "Owners and administrators can do nothing for the club until they have set one up on their own page."
        ),
    )


class PaperMemberForm(NameForm):
    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("For somebody who hands in paper slips. An umpire types them in for him."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, roles: Iterable[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["role"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(role.value, role.label) for role in roles]


class InviteForm(RoleForm):
    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        required=False,
        help_text=_("So that you know later whom the link was for."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        help_text=_("If you give one and this site can send mail, the link is sent there too."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    field_order = ["name", "email", "role"]


class HolidayForm(NameForm):
    """Days that the club keeps free."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("For instance: Easter, or the club's summer break."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    last = forms.DateField(
        label=_("Last day"),
        help_text=_("It is free too."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
