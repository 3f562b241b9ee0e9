"""The forms of the table companion: a roll's circumstances as the rules have them, in words for a player at the table."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.narration.askari import readings, words
from frontend.forms.domains import DomainField
from rulesets.askari.companion import READS, SIDES
from rulesets.askari.table import DRAW, AskariTable
from rulesets.askari.tables import TABLES
from rulesets.contract import Choice, Domain, IntRange, Json, OneOf, Text

RULESET = AskariTable.key
ROLLS: Mapping[str, Promise] = {
    "initiative": _("New turn: initiative"),
    "reinforcements": _("Reinforcements"),
    "orders": _("Order dice"),
    "move": _("Move"),
    "shoot": _("Shoot"),
    "saves": _("Saves"),
    "deviation": _("Deviation"),
    "burst": _("Under the marker"),
    "unjam": _("Clear a jam"),
    "fight": _("Melee"),
    "courage": _("Courage"),
    "rally": _("Rally"),
    "hospital": _("Hospital"),
    "animal": _("Animal"),
    "end": _("End the battle"),
}
AGREE = "agree"
LABELS: Mapping[str, Promise] = {
    "note": _("Whose roll?"),
    "units": _("Units"),
    "officers": _("Officers"),
    "threshold": _("Order die (0: roll it now)"),
    "martinet": _("Martinet leader"),
    "moves": _("Who moves?"),
    "rough": _("Rough ground"),
    "effendi": _("Effendi near"),
    "correspondent": _("Correspondent watching"),
    "whole": _("Came in last turn"),
    "weapon": _("Weapon"),
    "figures": _("Figures"),
    "shooting": _("Shooting value (D)"),
    "far": _("Beyond half range"),
    "canister": _("Canister"),
    "save": _("Save of the target"),
    "stand": _("Figures to hit (0: any number)"),
    "reaction": _("Fires at a charge"),
    "shooter_fortified": _("Behind a wall"),
    "cover": _("Target in cover"),
    "poor_light": _("Poor light"),
    "pygmy": _("Pygmy target"),
    "shooter_moved": _("Shooter moved"),
    "target_moved": _("Target moved"),
    "prone": _("Target prone"),
    "agile": _("Agile"),
    "higher": _("From higher ground"),
    "aimed": _("Aimed"),
    "unit_leader": _("Unit leader"),
    "combative": _("Combative leader"),
    "majestic": _("Majestic leader"),
    "hits": _("Hits"),
    "poisoned": _("Poisoned arrows"),
    "times": _("Fights alike"),
    "melee": _("Melee value (L)"),
    "charges": _("Charges"),
    "charged": _("Was charged"),
    "fanatic": _("Fanatic"),
    "threw": _("Has thrown"),
    "across": _("Climbed, or across a wall"),
    "inspired": _("Inspired by a leader"),
    "courage": _("Courage value (C)"),
    "at_start": _("Figures at the start of the turn"),
    "casualties": _("Casualties this turn"),
    "more": _("Tests for other causes"),
    "cancelled": _("Tests cancelled"),
    "marked": _("Has a marker"),
    "once": _("Fires at a charge, or breaks off"),
    "officer": _("Officer"),
    "religious": _("Religious leader"),
    "bloodthirsty": _("Bloodthirsty enemy"),
    "baggage_lost": _("All baggage lost"),
    "eloquent": _("Eloquent leader"),
    "wounded": _("Wounded"),
    "animal": _("Which animal?"),
    "in_water": _("In the water"),
    "winner": _("Who won?"),
    "level": _("How clearly?"),
}
"""By the name of a circumstance; in a fight, of either side's."""
SECOND = _("Dice of a second figure (half are added)")
SAVES: Mapping[int, Promise] = {
    4: _("4: officer, mounted, gun, vehicle"),
    5: _("5: musician, standard, scout, hospital"),
    6: _("6: foot figures"),
    7: _("no save"),
}
LEVELS: Mapping[str, Promise] = {"minor": _("A minor victory"), "major": _("A major victory")}
OWN, FOE, READING = "own_", "foe_", "reading_"
FIRST_TIME: Mapping[str, Any] = {
    "units": 4,
    "figures": 6,
    "shooting": 2,
    "courage": 4,
    "at_start": 10,
    "save": 6,
    "own_melee": 3,
    "foe_melee": 3,
    "first": 1,
    "second": 1,
    "hits": 1,
    "wounded": 1,
    "weapon": "breech_loading_rifle",
    "moves": "regular",
    "animal": "lion",
    "winner": DRAW,
    "level": "minor",
}
"""What a form proposes to who has not yet rolled so."""


def kept_of(state: Mapping[str, Any], kind: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a form proposes: what this seat ``said`` the last time, and one order die for both sides (Askari 6)."""
    if kind != "orders":
        return dict(said)
    return {**said, "threshold": state.get("threshold") or 0}


def word_of_end(state: Mapping[str, Any], seat: str, names: Mapping[str, str]) -> dict[str, Any] | None:
    """What a seat says of how the battle ended, in words and for a form; None where it has not said so."""
    said = state.get("said", {}).get(seat)
    if said is None:
        return None
    level, draw = said.get("level", "minor"), said["winner"] == DRAW
    text = (
        gettext("A draw")
        if draw
        else gettext("%(level)s for %(side)s")
        % {
            "level": LEVELS[level],
            "side": names[said["winner"]],
        }
    )
    return {"text": text, "note": said.get("note", ""), "winner": said["winner"], "level": level}


class RollForm(forms.Form):
    """One roll. ``kept``: the circumstances of the last one of this kind; ``names``: what the sides are called; ``alone``: no other
    phone speaks for the other side."""

    def __init__(
        self,
        choice: Choice,
        *args: Any,
        kept: Mapping[str, Any],
        names: Mapping[str, str],
        alone: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.names = names
        if alone and choice.kind == "end":
            self.fields["both"] = forms.BooleanField(
                label=gettext("The other side says so, too"),
                required=False,
                help_text=gettext("It has no phone of its own here."),
            )
        for name, domain in sorted(choice.arguments.items(), key=lambda one: one[0] == "note"):
            self.fields[name] = self._field(name, domain)
            self.fields[name].label = str(self._label(name))
            self.fields[name].initial = kept.get(name, self._proposed(name, domain))
        if "note" in choice.optional and "note" in self.fields and choice.kind == "end":
            self.fields["note"].label = gettext("A word about it")

    def _label(self, name: str) -> Promise | str:
        plain = name.removeprefix(OWN).removeprefix(FOE)
        if plain == "second" and plain != name:
            return SECOND
        if name in SIDES:
            return gettext("Aggression factor: %(side)s") % {"side": self.names[name]}
        return LABELS[plain]

    @staticmethod
    def _proposed(name: str, domain: Domain) -> Any:
        """What stands there before anybody has rolled so."""
        if isinstance(domain, OneOf):
            return FIRST_TIME[name] if FIRST_TIME.get(name) in domain.values else domain.values[0]
        return FIRST_TIME.get(name, domain.low if isinstance(domain, IntRange) else "")

    def _field(self, name: str, domain: Domain) -> forms.Field:
        """A switch, or a field that the steps of a battle have, too; a save is chosen by what it is of."""
        match domain:
            case OneOf(values=(False, True)):
                return forms.BooleanField(required=False)
            case IntRange(low=low, high=high) if name == "save":
                saves = OneOf(values=tuple(range(high, low - 1, -1)))
                return DomainField(name, saves, called=self._called)
            case OneOf(values=values):
                return DomainField(name, domain, called=self._called, required="" not in values)
        return DomainField(name, domain, called=self._called, required=not isinstance(domain, Text))

    def _called(self, name: str, value: Json) -> str:
        if name == "winner":
            return gettext("A draw") if value == DRAW else self.names[value]
        table: Mapping[Any, Promise] = LEVELS
        if name == "save":
            return str(SAVES.get(value, value))
        if name.endswith("weapon"):
            table = {"": _("nothing, or counted already"), **words.WEAPONS}
        elif name == "moves":
            table = words.TYPES
        elif name == "animal":
            table = words.ANIMALS
        return capfirst(words.called(table, value))

    @property
    def circumstances(self) -> dict[str, Any]:
        """What was said, without what was left as it is."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value not in ("", None) and value is not False and name != "both"
        }

    @property
    def both(self) -> bool:
        """Whether this phone speaks for both sides."""
        return bool(self.cleaned_data.get("both"))

    # --- For the page: numbers first, then what holds, then whose roll it is

    def _named(self, prefix: str, *, switches: bool) -> Iterator[forms.BoundField]:
        for name, field in self.fields.items():
            here = name.startswith(prefix) if prefix else not name.startswith((OWN, FOE))
            if here and name != "note" and isinstance(field, forms.BooleanField) == switches:
                yield self[name]

    @property
    def parts(self) -> list[dict[str, Any]]:
        """Numbers and switches, by side where there are two."""
        titles = (("", ""), (OWN, gettext("This side")), (FOE, gettext("The enemy")))
        found = [
            {
                "title": title,
                "numbers": list(self._named(prefix, switches=False)),
                "switches": list(self._named(prefix, switches=True)),
            }
            for prefix, title in titles
        ]
        return [part for part in found if part["numbers"] or part["switches"]]


class StartForm(forms.Form):
    """A new table: what the sides are called, and who sits at the other side of it."""

    title = forms.CharField(label=_("What is it called?"), max_length=120, required=False)
    first = forms.CharField(label=_("Your side"), max_length=40)
    second = forms.CharField(label=_("The other side"), max_length=40)
    other = forms.ChoiceField(label=_("Who plays the other side?"), required=False)

    def __init__(self, *args: Any, members: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"] = forms.ChoiceField(
            label=self.fields["other"].label,
            required=False,
            choices=[("", _("Somebody without an account, or whoever comes")), *members],
        )
        for key in READS:
            values = TABLES.readings[key].values
            self.fields[f"{READING}{key}"] = forms.ChoiceField(
                label=readings.question(key),
                required=False,
                choices=[(str(place), capfirst(readings.answer(key, value))) for place, value in enumerate(values)],
            )

    @property
    def about(self) -> list[forms.BoundField]:
        return [field for field in self if not field.name.startswith(READING)]

    @property
    def doubts(self) -> list[forms.BoundField]:
        """How the club reads what the book leaves open."""
        return [field for field in self if field.name.startswith(READING)]

    @property
    def readings(self) -> dict[str, Any]:
        """What is read otherwise than we do."""
        chosen = {key: int(self.cleaned_data[f"{READING}{key}"] or 0) for key in READS}
        return {key: TABLES.readings[key].values[place] for key, place in chosen.items() if place}
