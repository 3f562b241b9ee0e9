"""The report of a battle on the table, as it is typed; and the answers to one."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.selectors.reports import DRAW, Force, Table
from clubs.limits import LONGEST_REASON

MOST_TURNS = 99
MOST_POINTS = 99_999
MOST_DEEDS = 99
LONGEST_NOTE = 2000
AUTO = "auto"


def _number(label: Any, *, most: int, least: int = 0) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "placeholder": "0" if least == 0 else ""})
    return forms.IntegerField(label=label, required=False, min_value=least, max_value=most, widget=widget)


class ReportForm(forms.Form):
    """How a battle went.

    Fields are made for the forces that were mustered; ``report()`` says it in the ruleset's words. Units and characters are numbered
    in the order of the muster, because an id may hold any character.
    """

    result = forms.ChoiceField(label=gettext_lazy("Who won?"), widget=forms.RadioSelect)
    turns = _number(gettext_lazy("Turns played"), most=MOST_TURNS, least=1)
    withdrew = forms.ChoiceField(label=gettext_lazy("Did a side withdraw?"), required=False)
    first_broken = forms.ChoiceField(
        label=gettext_lazy("If both armies were broken: which broke first?"), required=False
    )
    village_destroyed = forms.BooleanField(
        label=gettext_lazy("The village was destroyed"),
        required=False,
        help_text=gettext_lazy("An attacking unit entered it and spent a movement turn there."),
    )
    note = forms.CharField(
        label=gettext_lazy("What else should be remembered?"),
        required=False,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("For the chronicle of the war. Everybody in the club can read it."),
    )

    def __init__(
        self, *args: Any, table: Table, names: Mapping[str, str], turns: int, prisoners: bool = False, **kwargs: Any
    ) -> None:
        """``prisoners``: whether somebody can be taken alive in this battle."""
        super().__init__(*args, **kwargs)
        self.prisoners = prisoners
        self.captured = set[tuple[str, str]]().union(*map(taken_alive, table.reports.values()))
        """Who was taken alive, as far as a report that stands here says so: whoever types it again does not unsay it."""
        self.table = table
        self.names = names
        self._choices("result", self._results())
        nobody = [("", gettext_lazy("No"))]
        self._choices("withdrew", nobody + list(names.items()))
        self._choices("first_broken", [("", gettext_lazy("Not both, or not known")), *names.items()])
        self.fields["result"].initial = AUTO
        self.fields["turns"].help_text = _("%(turns)s were agreed on.") % {"turns": turns}
        if table.objective != "village":
            del self.fields["village_destroyed"]
        for side, force in table.forces.items():
            self._side_fields(side, force)

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _results(self) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = [(AUTO, gettext_lazy("Work it out from the break points"))]
        for side, name in self.names.items():
            found.append((f"{side}.major", _("Major victory for %(side)s") % {"side": name}))
            found.append((f"{side}.minor", _("Minor victory for %(side)s") % {"side": name}))
        return [*found, (DRAW, gettext_lazy("A draw"))]

    def _side_fields(self, side: str, force: Force) -> None:
        self.fields[f"start-{side}"] = _number(_("Break points at the start"), most=MOST_POINTS, least=1)
        self.fields[f"lost-{side}"] = _number(_("Break points lost"), most=MOST_POINTS)
        self.fields[f"low-{side}"] = _number(_("Fewest break points at any time"), most=MOST_POINTS)
        if force.countable:
            choices = [(str(n), self._worth(force, key)) for n, key in enumerate(force.unit_keys)]
            self.fields[f"broken-{side}"] = forms.MultipleChoiceField(
                label=_("Units lost for the level of victory"),
                required=False,
                choices=choices,
                widget=forms.CheckboxSelectMultiple,
                help_text=_("Also those that were still fleeing on the table at the end."),
            )
        people = [(str(n), force.characters[key]["name"]) for n, key in enumerate(force.character_keys)]
        self.fields[f"general-{side}"] = forms.ChoiceField(
            label=_("Who commanded?"), required=False, choices=[("", _("The general, or nobody")), *people]
        )
        for n, key in enumerate(force.unit_keys):
            figures = force.units[key]["figures"]
            self.fields[f"routed-{side}-{n}"] = self._figures(_("Fled off the table"), figures)
            self.fields[f"destroyed-{side}-{n}"] = self._figures(_("Destroyed"), figures)
            if key in self.table.guns.get(side, ()):
                self.fields[f"taken-{side}-{n}"] = forms.BooleanField(
                    label=_("The enemy took this gun and has it now"), required=False
                )
        for n, _key in enumerate(force.character_keys):
            self.fields[f"felled-{side}-{n}"] = forms.BooleanField(label=_("Felled"), required=False)
            if self.prisoners:
                self.fields[f"captive-{side}-{n}"] = forms.BooleanField(label=_("Taken prisoner"), required=False)
            self.fields[f"deeds-{side}-{n}"] = _number(_("Heroic deeds"), most=MOST_DEEDS)

    @staticmethod
    def _worth(force: Force, key: str) -> str:
        unit = force.units[key]
        return ngettext(
            "%(unit)s, %(points)d break point", "%(unit)s, %(points)d break points", unit["break_points"]
        ) % {"unit": unit["name"], "points": unit["break_points"]}

    @staticmethod
    def _figures(label: str, figures: int) -> forms.IntegerField:
        """The most is the browser's to say; here the unit's own sentence says it better."""
        field = _number(label, most=MOST_POINTS)
        field.widget.attrs["max"] = figures
        return field

    # --- What the page shows ----------------------------------------------------------------------------

    def side_rows(self) -> list[dict[str, Any]]:
        """The fields of each side, grouped for the page."""
        return [self._side_row(number, side) for number, side in enumerate(self.table.forces, start=1)]

    def _side_row(self, number: int, side: str) -> dict[str, Any]:
        force = self.table.forces[side]
        return {
            "key": side,
            "number": number,
            "name": self.names[side],
            "start": self[f"start-{side}"],
            "lost": self[f"lost-{side}"],
            "low": self[f"low-{side}"],
            "broken": self[f"broken-{side}"] if force.countable else None,
            "general": self[f"general-{side}"],
            "units": [
                {
                    "name": force.units[key]["name"],
                    "figures": force.units[key]["figures"],
                    "routed": self[f"routed-{side}-{n}"],
                    "destroyed": self[f"destroyed-{side}-{n}"],
                    "taken": self[f"taken-{side}-{n}"] if f"taken-{side}-{n}" in self.fields else None,
                }
                for n, key in enumerate(force.unit_keys)
            ],
            "characters": [
                {
                    "name": force.characters[key]["name"],
                    "felled": self[f"felled-{side}-{n}"],
                    "captive": self[f"captive-{side}-{n}"] if self.prisoners else None,
                    "deeds": self[f"deeds-{side}-{n}"],
                }
                for n, key in enumerate(force.character_keys)
            ],
        }

    # --- What was typed -----------------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for side, force in self.table.forces.items():
            self._clean_losses(side, force, cleaned)
            self._clean_points(side, cleaned)
        return cleaned

    def _clean_losses(self, side: str, force: Force, cleaned: dict[str, Any]) -> None:
        for n, key in enumerate(force.unit_keys):
            unit = force.units[key]
            lost = (cleaned.get(f"routed-{side}-{n}") or 0) + (cleaned.get(f"destroyed-{side}-{n}") or 0)
            if lost > unit["figures"]:
                text = ngettext(
                    "“%(unit)s” has %(figures)d figure; it cannot lose %(lost)d.",
                    "“%(unit)s” has %(figures)d figures; it cannot lose %(lost)d.",
                    unit["figures"],
                ) % {"unit": unit["name"], "figures": unit["figures"], "lost": lost}
                self.add_error(f"destroyed-{side}-{n}", text)

    def _clean_points(self, side: str, cleaned: dict[str, Any]) -> None:
        start, lost = cleaned.get(f"start-{side}"), cleaned.get(f"lost-{side}")
        if lost is not None and start is None:
            self.add_error(f"start-{side}", _("Give the break points at the start too."))
        if start is not None and lost is not None and lost > start:
            text = _("%(side)s started with %(start)s break points and cannot have lost %(lost)s.")
            self.add_error(f"lost-{side}", text % {"side": self.names[side], "start": start, "lost": lost})

    @property
    def auto(self) -> bool:
        """Whether the program is to say who won."""
        return bool(self.cleaned_data["result"] == AUTO)

    def report(self) -> dict[str, Any]:
        """The report as the ruleset takes it; without a winner where the program is to say it."""
        typed = self.cleaned_data
        told: dict[str, Any] = {}
        if not self.auto:
            winner, _dot, level = typed["result"].partition(".")
            told["winner"] = winner
            if level:
                told["level"] = level
        for name in ("turns", "withdrew", "first_broken", "village_destroyed", "note"):
            if typed.get(name):
                told[name] = typed[name]
        told |= self._points()
        lists = {"losses": self._losses(), "felled": self._felled(), "deeds": self._deeds()}
        by_side = {"generals": self._generals(), "guns": self._guns()}
        return told | {name: rows for name, rows in {**lists, **by_side}.items() if rows}

    def _guns(self) -> dict[str, list[str]]:
        """What each side took from the other."""
        found: dict[str, list[str]] = {}
        for side, force in self.table.forces.items():
            captor = next(one for one in self.table.forces if one != side)
            keys = [key for n, key in enumerate(force.unit_keys) if self.cleaned_data.get(f"taken-{side}-{n}")]
            if keys:
                found[captor] = keys
        return found

    def _points(self) -> dict[str, Any]:
        """Break points as numbers where they were given, else by the ticked units: of both sides, or of neither."""
        typed = self.cleaned_data
        numbers = {side: typed.get(f"start-{side}") for side in self.table.forces}
        ticked = {side: typed.get(f"broken-{side}") for side in self.table.forces}
        if not self.auto and not any(numbers.values()) and not any(ticked.values()):
            return {}
        points, broken, lowest = {}, {}, {}
        for side, force in self.table.forces.items():
            if numbers[side] is not None:
                points[side] = [numbers[side], typed.get(f"lost-{side}") or 0]
            elif force.countable and self._counting(side):
                keys = force.unit_keys
                broken[side] = [keys[int(n)] for n in ticked[side] or ()]
            low = typed.get(f"low-{side}")
            if low is not None:
                lowest[side] = low
        told = {"break_points": points, "units_broken": broken, "lowest": lowest}
        return {name: value for name, value in told.items() if value}

    def _counting(self, side: str) -> bool:
        """Ticks count, also when there is none, as soon as the other side's points are known too."""
        typed = self.cleaned_data
        others = [other for other in self.table.forces if other != side]
        return all(typed.get(f"start-{other}") is not None or self.table.forces[other].countable for other in others)

    def _losses(self) -> list[dict[str, Any]]:
        typed, rows = self.cleaned_data, []
        for side, force in self.table.forces.items():
            for n, key in enumerate(force.unit_keys):
                routed, destroyed = typed.get(f"routed-{side}-{n}") or 0, typed.get(f"destroyed-{side}-{n}") or 0
                if routed or destroyed:
                    rows.append({"seat": side, "unit": key, "routed": routed, "destroyed": destroyed})
        return rows

    def _felled(self) -> list[dict[str, Any]]:
        return [
            {"seat": side, "character": key} | ({"captured": True} if self._taken(side, n, key) else {})
            for side, force in self.table.forces.items()
            for n, key in enumerate(force.character_keys)
            if self.cleaned_data.get(f"felled-{side}-{n}") or self.cleaned_data.get(f"captive-{side}-{n}")
        ]

    def _taken(self, side: str, n: int, key: str) -> bool:
        """Whether he was taken alive: as it is ticked, or where nobody is asked, as it was said before."""
        return bool(self.cleaned_data[f"captive-{side}-{n}"]) if self.prisoners else (side, key) in self.captured

    def _deeds(self) -> list[dict[str, Any]]:
        return [
            {"seat": side, "character": key, "count": self.cleaned_data[f"deeds-{side}-{n}"]}
            for side, force in self.table.forces.items()
            for n, key in enumerate(force.character_keys)
            if self.cleaned_data.get(f"deeds-{side}-{n}")
        ]

    def _generals(self) -> dict[str, str]:
        return {
            side: force.character_keys[int(self.cleaned_data[f"general-{side}"])]
            for side, force in self.table.forces.items()
            if self.cleaned_data.get(f"general-{side}")
        }


def taken_alive(report: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Side and character of everybody who was taken prisoner on the field."""
    return {(one["seat"], one["character"]) for one in report.get("felled", ()) if one.get("captured")}


def typed_again(table: Table, report: Mapping[str, Any]) -> dict[str, Any]:
    """A report as the initial values of the form: for amending one's own, or for one's own version of another's."""
    level = report.get("level")
    found: dict[str, Any] = {"result": f"{report['winner']}.{level}" if level else report["winner"]}
    for name in ("turns", "withdrew", "first_broken", "village_destroyed", "note"):
        found[name] = report.get(name)
    for side, force in table.forces.items():
        units = {key: n for n, key in enumerate(force.unit_keys)}
        people = {key: n for n, key in enumerate(force.character_keys)}
        start, lost = report.get("break_points", {}).get(side, (None, None))
        found |= {f"start-{side}": start, f"lost-{side}": lost, f"low-{side}": report.get("lowest", {}).get(side)}
        found[f"broken-{side}"] = [str(units[key]) for key in report.get("units_broken", {}).get(side, ())]
        general = report.get("generals", {}).get(side)
        found[f"general-{side}"] = str(people[general]) if general else ""
        found |= _rows_again(side, units, people, report)
    return found


def _rows_again(side: str, units: dict[str, int], people: dict[str, int], report: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for loss in report.get("losses", ()):
        if loss["seat"] == side:
            n = units[loss["unit"]]
            found |= {f"routed-{side}-{n}": loss.get("routed", 0), f"destroyed-{side}-{n}": loss.get("destroyed", 0)}
    for captor, keys in report.get("guns", {}).items():
        if captor != side:
            found |= {f"taken-{side}-{units[key]}": True for key in keys}
    for one in report.get("felled", ()):
        if one["seat"] == side:
            n = people[one["character"]]
            found |= {f"felled-{side}-{n}": True, f"captive-{side}-{n}": one.get("captured", False)}
    for one in report.get("deeds", ()):
        if one["seat"] == side:
            found[f"deeds-{side}-{people[one['character']]}"] = one.get("count", 1)
    return found


class WayForm(forms.Form):
    """How the year's battle is to be fought. ``reason``: an umpire says why."""

    way = forms.ChoiceField(label=gettext_lazy("How is it to be fought?"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("Both sides will read it: 500 characters at most."),
    )

    def __init__(self, *args: Any, ways: list[tuple[str, Any]], now: str, reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "way-%s", **kwargs})
        field = self.fields["way"]
        assert isinstance(field, forms.ChoiceField)
        field.choices, field.initial = ways, now
        if not reason:
            del self.fields["reason"]


class ReasonForm(forms.Form):
    """Why a report is disputed, or why the umpire rules as he does."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Both sides will read it: 500 characters at most."),
        error_messages={"required": gettext_lazy("Say why: the other side will read it.")},
    )
