"""A battle to be opened: rules, scenario, armies, who sits where, and the clock."""

import tomllib
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from battles.models.battle import Pace
from battles.services.clocks import MOST, Clock
from battles.services.opening import PROGRAM, Sitter
from clubs.models import Membership
from rulesets.contract import Description, OneOf

ME, ANYBODY, PROGRAMMED = "me", "", "program"
LONGEST_LIST = 20_000
ARMIES = "armies"
"""The option of a ruleset that holds an army for each seat: the key of one of its lists, or a list that was typed in."""


class OpenForm(forms.Form):
    """What every battle has. The fields of seats are named after them: ``who.first``, ``name.first``, ``army.first``, ``list.first``."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        required=False,
        max_length=120,
        help_text=gettext_lazy("What the battle is called in lists and notices."),
    )
    scenario = forms.ChoiceField(label=gettext_lazy("Scenario"))
    pace = forms.ChoiceField(label=gettext_lazy("Clock"), choices=Pace.choices, required=False)
    amount = forms.IntegerField(
        label=gettext_lazy("Minutes, or days"),
        required=False,
        min_value=1,
        max_value=max(MOST.values()),
        help_text=gettext_lazy("Whoever takes longer is played by the program."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(
        self,
        *args: Any,
        about: Description,
        words: Any,
        members: Sequence[Membership],
        place: Membership,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.about, self.place = about, place
        self.members = {member.public_id: member for member in members if member.pk != place.pk}
        self._choices("scenario", [(key, words(f"scenario.{key}")) for key in about.scenarios])
        people = [(key, str(member)) for key, member in self.members.items()]
        sitters: list[Any] = [(ME, _("I")), (ANYBODY, _("Whoever comes first"))]
        sitters += [(PROGRAMMED, _("The program"))] if about.has_bots else []
        self.titles = {seat.key: words(f"seat.{seat.key}") for seat in about.seats}
        for number, seat in enumerate(about.seats):
            self.fields[f"who.{seat.key}"] = forms.ChoiceField(
                label=_("Who commands it"),
                choices=[*sitters, *people],
                required=False,
                initial=ME if not number else PROGRAMMED if about.has_bots else ANYBODY,
            )
            self.fields[f"name.{seat.key}"] = forms.CharField(
                label=_("What this side is called"), required=False, max_length=60
            )
            self._army(seat.key, words, number)

    def _army(self, seat: str, words: Any, number: int) -> None:
        lists = self.about.options.get(ARMIES)
        if not isinstance(lists, OneOf):
            return
        names = [(str(key), words(f"list.{key}")) for key in lists.values]
        self.fields[f"army.{seat}"] = forms.ChoiceField(
            label=_("Army"),
            choices=[*names, ("", _("My own list, below"))],
            required=False,
            initial=names[2 * number % len(names)][0],
        )
        self.fields[f"list.{seat}"] = forms.CharField(
            label=_("A list of your own"),
            required=False,
            max_length=LONGEST_LIST,
            widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
            help_text=_(
                "As TOML: name, then one [[units]] for each unit and one [[people]] for each leader and the like."
            ),
        )

    def _choices(self, name: str, choices: Sequence[Any]) -> None:
        chosen = self.fields[name]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = choices

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.armies: dict[str, Any] = {}
        for seat in self.about.seats:
            army, typed = cleaned.get(f"army.{seat.key}", ""), cleaned.get(f"list.{seat.key}", "")
            if army and not typed:
                self.armies[seat.key] = army
            elif typed:
                self._read(seat.key, typed)
            elif ARMIES in self.about.options:
                self.add_error(f"list.{seat.key}", _("Choose an army, or type a list."))
        if cleaned.get("pace") and not cleaned.get("amount"):
            self.add_error("amount", _("Say how many minutes, or days."))
        mine = [seat.key for seat in self.about.seats if cleaned.get(f"who.{seat.key}") == ME]
        for key in mine[1:]:
            self.add_error(f"who.{key}", _("You can hold one seat only."))
        return cleaned

    def _read(self, seat: str, typed: str) -> None:
        try:
            self.armies[seat] = tomllib.loads(typed)
        except tomllib.TOMLDecodeError as error:
            self.add_error(f"list.{seat}", _("This is not TOML: %(why)s") % {"why": error})
        except RecursionError:
            self.add_error(f"list.{seat}", _("This is nested too deeply."))

    # --- What is asked for, for the verb

    def sitters(self) -> dict[str, Sitter]:
        return {seat.key: self._sitter(self.cleaned_data[f"who.{seat.key}"]) for seat in self.about.seats}

    def _sitter(self, chosen: str) -> Sitter:
        if chosen == ME:
            return self.place
        return PROGRAM if chosen == PROGRAMMED else self.members.get(chosen)

    def names(self) -> dict[str, str]:
        named = {seat.key: self.cleaned_data[f"name.{seat.key}"].strip() for seat in self.about.seats}
        return {key: name for key, name in named.items() if name}

    def clock(self) -> Clock:
        pace = Pace(self.cleaned_data["pace"])
        return Clock(pace=pace, amount=self.cleaned_data["amount"] or 0 if pace else 0)

    def parts(self) -> list[dict[str, Any]]:
        """The fields of each seat, for the page."""
        return [
            {
                "title": self.titles[seat.key],
                "who": self[f"who.{seat.key}"],
                "name": self[f"name.{seat.key}"],
                "army": self[f"army.{seat.key}"] if f"army.{seat.key}" in self.fields else None,
                "list": self[f"list.{seat.key}"] if f"list.{seat.key}" in self.fields else None,
            }
            for seat in self.about.seats
        ]
