"""A battle to be opened: rules, scenario, armies, the club's own maps and tables, who sits where, and the clock."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from battles import narration
from battles.models.battle import Pace
from battles.services import datasets
from battles.services.clocks import MOST, Clock
from battles.services.datasets import Wish
from battles.services.opening import PROGRAM, Sitter
from clubs.models import Membership
from frontend.forms.datasets import ACCEPTED, checked_file, text_in
from rulesets.contract import DataKind, Description, OneOf

ME, ANYBODY, PROGRAMMED = "me", "", "program"
EMPTY = "-"
"""Who does not sit at a seat that may stay away."""
UMPIRED = "umpire"
"""The option of a ruleset that has an umpire's seat of its own."""
OURS = "ours:"
"""Before the id of a data set of the club, in a choice that has the house's, too."""
MOST_FAULTS = 8
"""Told of one typed list."""


class Ours(Struct, frozen=True, kw_only=True):
    """One of the club's own documents, to be chosen."""

    id: str
    kind: str
    name: str
    points: int | None = None


class OpenForm(forms.Form):
    """What every battle has. The fields of seats are named after them: ``who.first``, ``name.first``, and where each has its own
    document ``army.first``, ``list.first``, ``file.first``; those of documents for the whole battle after their kind: ``data.map``."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        required=False,
        max_length=120,
        help_text=gettext_lazy("What the battle is called in lists and notices."),
    )
    umpire = forms.BooleanField(label=gettext_lazy("I am the umpire, and play no side"), required=False)
    scenario = forms.ChoiceField(label=gettext_lazy("Scenario"))
    pace = forms.ChoiceField(label=gettext_lazy("How long a side has"), choices=Pace.choices, required=False)
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
        ruleset: str,
        kinds: Sequence[DataKind],
        ours: Sequence[Ours],
        house: Mapping[str, int],
        words: Callable[[str], str],
        members: Sequence[Membership],
        place: Membership,
        **kwargs: Any,
    ) -> None:
        """``house``: the points of the house's own lists, where they have any."""
        super().__init__(*args, **kwargs)
        self.about, self.place, self.ruleset, self.ours, self.house = about, place, ruleset, ours, house
        self.members = {member.public_id: member for member in members if member.pk != place.pk}
        self.each = next((kind for kind in kinds if kind.each), None)
        self.whole = [kind for kind in kinds if not kind.each]
        self._choices("scenario", [(key, words(f"scenario.{key}")) for key in about.scenarios])
        if about.scenarios:
            self.fields["scenario"].initial = about.scenarios[0]
        else:
            self.fields["scenario"].required = False
        self.titles = {seat.key: words(f"seat.{seat.key}") for seat in about.seats}
        for number, seat in enumerate(about.seats):
            self._who(seat.key, number, empty=seat.optional)
            self._army(seat.key, words, number)
        for kind in self.whole:
            self._document(kind, words)

    def _who(self, seat: str, number: int, *, empty: bool) -> None:
        """``empty``: the side need not be there."""
        sitters: list[Any] = [(EMPTY, _("Nobody: this side is not there"))] if empty else []
        sitters += [(ME, _("I")), (ANYBODY, _("Whoever comes first"))]
        sitters += [(PROGRAMMED, _("The program"))] if self.about.has_bots else []
        people = [(key, str(member)) for key, member in self.members.items()]
        self.fields[f"who.{seat}"] = forms.ChoiceField(
            label=_("Who commands it"),
            choices=[*sitters, (_("Ask a member"), people)] if people else sitters,
            required=False,
            initial=EMPTY if empty else ME if not number else PROGRAMMED if self.about.has_bots else ANYBODY,
        )
        self.fields[f"name.{seat}"] = forms.CharField(
            label=_("What this side is called"), required=False, max_length=60
        )

    def _mine(self, kind: str) -> list[tuple[str, str]]:
        return [(f"{OURS}{one.id}", _pointed(one.name, one.points)) for one in self.ours if one.kind == kind]

    def _army(self, seat: str, words: Callable[[str], str], number: int) -> None:
        if self.each is None:
            return
        lists = self.about.options.get(self.each.option)
        keys = [str(key) for key in lists.values] if isinstance(lists, OneOf) else []
        names = [(key, _pointed(words(f"list.{key}"), self.house.get(key))) for key in keys]
        groups = ((_("Lists of the house"), names), (_("Lists of the club"), self._mine(self.each.key)))
        self.fields[f"army.{seat}"] = forms.ChoiceField(
            label=_("Army"),
            choices=[*(group for group in groups if group[1]), ("", _("My own list, below"))],
            required=False,
            initial=names[2 * number % len(names)][0] if names else "",
        )
        self.fields[f"list.{seat}"] = forms.CharField(
            label=_("Paste or type it"),
            required=False,
            strip=False,
            widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
            help_text=_("As a table from a spreadsheet (CSV), as TOML or as JSON."),
        )
        self.fields[f"file.{seat}"] = forms.FileField(
            label=_("Or choose a file"),
            required=False,
            allow_empty_file=True,
            widget=forms.FileInput(attrs={"accept": ACCEPTED}),
        )

    def _document(self, kind: DataKind, words: Callable[[str], str]) -> None:
        """What the whole battle is fought with: what the scenario has, another of the house's, or the club's."""
        mine = self._mine(kind.key)
        offered = self.about.options.get(kind.option)
        house = (
            [(str(key), words(f"{kind.option}.{key}")) for key in offered.values] if isinstance(offered, OneOf) else []
        )
        groups = ((_("The house’s"), house), (_("The club’s own"), mine))
        if house or mine:
            self.fields[f"data.{kind.key}"] = forms.ChoiceField(
                label=narration.data_kind(kind.key),
                choices=[("", _("As the scenario has it")), *(group for group in groups if group[1])],
                required=False,
            )

    def _choices(self, name: str, choices: Sequence[Any]) -> None:
        chosen = self.fields[name]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = choices

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.armies: dict[str, Any] = {}
        self.chosen: dict[str, Any] = {}
        self.furnish: list[Wish] = []
        if self.each is not None:
            for seat in self.about.seats:
                self._clean_army(self.each, seat.key, cleaned)
        for kind in self.whole:
            chosen = cleaned.get(f"data.{kind.key}", "")
            if chosen.startswith(OURS):
                self.furnish.append(Wish(data=chosen.removeprefix(OURS)))
            elif chosen:
                self.chosen[kind.option] = chosen
        if cleaned.get("pace") and not cleaned.get("amount"):
            self.add_error("amount", _("Say how many minutes, or days."))
        mine = [seat.key for seat in self.about.seats if cleaned.get(f"who.{seat.key}") == ME]
        for key in mine[1:]:
            self.add_error(f"who.{key}", _("You can hold one seat only."))
        if mine and cleaned.get("umpire"):
            self.add_error("umpire", _("Who plays in a battle cannot be its umpire."))
        return cleaned

    def _clean_army(self, kind: DataKind, seat: str, cleaned: Mapping[str, Any]) -> None:
        """The army of a seat: what was typed or uploaded goes before what is chosen."""
        try:
            file = checked_file(cleaned.get(f"file.{seat}"))
        except forms.ValidationError as error:
            self.add_error(f"file.{seat}", error)
            return
        text = text_in(file, cleaned.get(f"list.{seat}", ""))
        chosen = cleaned.get(f"army.{seat}", "")
        if text.strip() or file is not None:
            self._read(kind, seat, text)
        elif chosen.startswith(OURS):
            self.furnish.append(Wish(data=chosen.removeprefix(OURS), seat=seat))
        elif chosen:
            self.armies[seat] = chosen
        elif isinstance(self.about.options.get(kind.option), OneOf):
            self.add_error(f"list.{seat}", _("Choose an army, or type a list."))

    def _read(self, kind: DataKind, seat: str, text: str) -> None:
        self.typed = {**getattr(self, "typed", {}), f"list.{seat}": text}
        read = datasets.look(self.ruleset, kind.key, text)
        for fault in read.faults[:MOST_FAULTS]:
            self.add_error(f"list.{seat}", datasets.told(fault))
        if len(read.faults) > MOST_FAULTS:
            self.add_error(f"list.{seat}", _("And %(more)s more.") % {"more": len(read.faults) - MOST_FAULTS})
        self.armies[seat] = read.document

    # --- What is asked for, for the verb

    def sitters(self) -> dict[str, Sitter]:
        """Who sits where; a side that is not there has no seat."""
        chosen = {seat.key: self.cleaned_data[f"who.{seat.key}"] for seat in self.about.seats}
        return {key: self._sitter(who) for key, who in chosen.items() if who != EMPTY}

    def umpired(self) -> Membership | None:
        return self.place if self.cleaned_data["umpire"] else None

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

    def options(self) -> dict[str, Any]:
        """The options that hold the armies, and maps of the house; what the club has of its own comes as ``furnish``. An umpire of
        the club sits at the ruleset's own umpire's seat, where it has one."""
        armies = {self.each.option: self.armies} if self.each is not None and self.armies else {}
        umpired = {UMPIRED: True} if UMPIRED in self.about.options and self.cleaned_data["umpire"] else {}
        return {**self.chosen, **armies, **umpired}

    def parts(self) -> list[dict[str, Any]]:
        """The fields of each seat, for the page."""
        return [
            {
                "title": self.titles[seat.key],
                **{
                    name: self[f"{name}.{seat.key}"] if f"{name}.{seat.key}" in self.fields else None
                    for name in ("who", "name", "army", "list", "file")
                },
            }
            for seat in self.about.seats
        ]

    def documents(self) -> list[forms.BoundField]:
        """The choices of documents for the whole battle."""
        return [self[f"data.{kind.key}"] for kind in self.whole if f"data.{kind.key}" in self.fields]


def _pointed(name: str, points: int | None) -> str:
    return name if points is None else _("%(name)s: %(points)s points") % {"name": name, "points": points}
