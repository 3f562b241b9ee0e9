"""What is typed in the year of a war before the battle: the order, choices about the scenario, the muster."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.narration import Book
from campaigns.rules.decisions import Choose, Muster
from campaigns.rules.scenarios import ALL_TROOPS
from campaigns.rules.state import Character, Unit

LONGEST_SALT = 128


@dataclass(frozen=True)
class Card:
    """The words of a big choice: its title and the line below it. Django prints it as the title alone."""

    title: str
    hint: str = ""

    def __str__(self) -> str:
        return self.title


class Tick:
    """The words of a tick in a list of troops: what it is called, what kind it is, what it is worth."""

    def __init__(self, title: str, *, about: str, points: int, native: bool = False, pains: bool = False) -> None:
        self.title = title
        self.about = about
        self.points = points
        self.native = native
        self.pains = pains

    def __str__(self) -> str:
        return self.title


def action_cards(book: Book, forced: str | None = None) -> list[tuple[str, Card]]:
    """The actions in the reader's language; only the one that is left where an event has fixed it."""
    return [
        (key, Card(title=book.label(action.name), hint=book.label(action.summary)))
        for key, action in book.pack.actions.items()
        if forced in (None, key)
    ]


class OrderForm(forms.Form):
    """A year's order. The salt is made by the browser where it can; without one the program makes it."""

    action = forms.ChoiceField(
        label=_("Your action this year"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose an action first: an order cannot be empty.")},
    )
    ready = forms.BooleanField(
        label=_("I am ready: the orders may be opened as soon as everybody is"),
        required=False,
        initial=True,
        help_text=_(
            "Leave this unticked if you may want to change your mind. The deadline closes the orders in any case."
        ),
    )
    salt = forms.CharField(
        label=_("Your salt"),
        required=False,
        max_length=LONGEST_SALT,
        widget=forms.TextInput(attrs={"data-salt": True, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_("Any text. Your browser makes one up; you may write your own instead."),
    )

    def __init__(self, *args: Any, book: Book, forced: str | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["action"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = action_cards(book, forced)
        if forced:
            field.initial = forced


class StandingOrderForm(forms.Form):
    """The action for years in which one gives no order."""

    action = forms.ChoiceField(label=_("If I give no order in time"), required=False)

    def __init__(self, *args: Any, book: Book, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["action"]
        assert isinstance(field, forms.ChoiceField)
        none = ("", _("None: the default of the war counts"))
        field.choices = [none, *((key, book.action(key)) for key in book.pack.actions)]


class ChooseForm(forms.Form):
    """What the rules let a side choose about the scenario: only the fields that are its own."""

    amount = forms.ChoiceField(
        label=_("Points each side may bring"),
        widget=forms.RadioSelect,
        choices=[("some", _("So many points")), ("all", _("All troops"))],
    )
    points = forms.IntegerField(label=_("Points"), required=False)
    village = forms.BooleanField(label=_("Place the village on the table"), required=False)
    camp = forms.BooleanField(label=_("Place your camp on the table"), required=False)

    def __init__(self, *args: Any, choices: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.least, self.most = choices.get("points", (0, None))
        if "points" not in choices:
            del self.fields["points"], self.fields["amount"]
        else:
            self._bound_points()
        for name in ("village", "camp"):
            if name not in choices:
                del self.fields[name]

    def _bound_points(self) -> None:
        field = self.fields["points"]
        field.initial = self.least
        field.widget = forms.NumberInput(attrs={"min": self.least, "step": 1, "inputmode": "numeric"})
        if self.most is None:
            field.help_text = _("At least %(least)s.") % {"least": self.least}
            self.fields["amount"].initial = "some"
            return
        field.help_text = _("From %(least)s to %(most)s.") % {"least": self.least, "most": self.most}
        field.widget.attrs["max"] = self.most
        field.required = True
        del self.fields["amount"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        asked = "points" in self.fields and cleaned.get("amount") != "all"
        if asked and cleaned.get("points") is None and "points" not in self.errors:
            self.add_error("points", _("Write how many points."))
        return cleaned

    def decision(self) -> Choose:
        typed = self.cleaned_data
        points = ALL_TROOPS if typed.get("amount") == "all" else typed.get("points")
        return Choose(points=points, village=typed.get("village", False), camp=typed.get("camp", False))


class MusterForm(forms.Form):
    """Whole units and characters, ticked. What the rules make of it is theirs to say: here only that they exist."""

    units = forms.MultipleChoiceField(label=_("Units"), widget=forms.CheckboxSelectMultiple, required=False)
    characters = forms.MultipleChoiceField(label=_("Characters"), widget=forms.CheckboxSelectMultiple, required=False)
    ready = forms.BooleanField(
        label=_("I am ready: the musters may be opened as soon as both are in"), required=False, initial=True
    )

    def __init__(
        self, *args: Any, units: list[tuple[Unit, str]], characters: list[tuple[Character, str, bool]], **kwargs: Any
    ) -> None:
        """``units`` with their kind in words; ``characters`` with their rank in words, and whether attacks of pain may keep them away."""
        super().__init__(*args, **kwargs)
        self.arms = {unit.id: unit.arm for unit, _about in units}
        self.order = {"units": list(self.arms), "characters": [one.id for one, _about, _pains in characters]}
        choices = self.fields["units"], self.fields["characters"]
        for field, ticks in zip(choices, (_unit_ticks(units), _character_ticks(characters)), strict=True):
            assert isinstance(field, forms.MultipleChoiceField)
            field.choices = ticks
            field.error_messages["invalid_choice"] = _("“%(value)s” is not among the troops that can be mustered.")

    def decision(self) -> Muster:
        """Units and characters in the order of the roster, whatever order they came in."""
        return Muster(units=self._picked("units"), characters=self._picked("characters"))

    def _picked(self, name: str) -> tuple[str, ...]:
        wanted = set(self.cleaned_data[name])
        return tuple(key for key in self.order[name] if key in wanted)


def _unit_ticks(units: list[tuple[Unit, str]]) -> list[tuple[str, Tick]]:
    return [(unit.id, Tick(unit.name, about=about, points=unit.value, native=unit.native)) for unit, about in units]


def _character_ticks(characters: list[tuple[Character, str, bool]]) -> list[tuple[str, Tick]]:
    return [
        (one.id, Tick(one.name, about=about, points=one.points, native=one.native, pains=pains))
        for one, about, pains in characters
    ]
