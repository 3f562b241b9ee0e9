"""The forms of the table companion: a roll's circumstances as the rules have them, in words for a player at the table.

No ruleset is known here: what there is to say comes from the rules, how it is called from ``battles.narration.companions``.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from battles.narration.companions import LEVELS, Words
from clubs.models import Membership
from frontend.forms.domains import DomainField
from rulesets.companion import AGREE, COUNTED, DRAW, END, Companion
from rulesets.contract import Choice, Domain, IntRange, Json, OneOf, Text

READING, WITH = "reading_", "with_"
ME = "me"
"""The answer of who opens a table that he is its umpire."""
LONGEST_SIDE = 40


def plain_side(number: int) -> str:
    """What a side without a name is called. ``number`` from 0."""
    first = (gettext("First side"), gettext("Second side"))
    return first[number] if number < len(first) else gettext("Side %(number)s") % {"number": number + 1}


class RollForm(forms.Form):
    """One roll. ``kept``: the circumstances of the last one of this kind; ``names``: what the sides are called; ``silent``: no phone
    speaks for one or more of the other sides."""

    def __init__(
        self,
        choice: Choice,
        *args: Any,
        words: Words,
        kept: Mapping[str, Any],
        names: Mapping[str, str],
        silent: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kind, self.words, self.names = choice.kind, words, names
        if silent and choice.kind in (END, AGREE):
            self.fields["both"] = forms.BooleanField(
                label=gettext("The other side says so, too"),
                required=False,
                help_text=gettext("It has no phone of its own here."),
            )
        for name, domain in sorted(choice.arguments.items(), key=lambda one: one[0] == "note"):
            self.fields[name] = self._field(name, domain, optional=name in choice.optional)
            self.fields[name].label = words.label(self.kind, name, names) or name
            self.fields[name].help_text = str(words.found(words.helps, self.kind, name) or "")
            self.fields[name].initial = kept.get(name, self._proposed(name, domain))
        if "note" in self.fields and choice.kind == END:
            self.fields["note"].label = gettext("A word about it")

    def _proposed(self, name: str, domain: Domain) -> Any:
        """What stands there before anybody has rolled so."""
        first = self.words.proposed(self.kind, name)
        if isinstance(domain, OneOf):
            return first if first in domain.values else domain.values[0]
        if isinstance(domain, IntRange):
            return domain.low if first is None else first
        return first or ""

    def _field(self, name: str, domain: Domain, *, optional: bool) -> forms.Field:
        """A switch, or a field that the steps of a battle have, too."""
        match domain:
            case OneOf(values=(False, True)):
                return forms.BooleanField(required=False)
            case IntRange(low=low, high=high) if name in self.words.listed:
                domain = OneOf(values=tuple(range(high, low - 1, -1)))
            case OneOf(values=values):
                return DomainField(name, domain, called=self._called, required="" not in values)
        return DomainField(name, domain, called=self._called, required=not isinstance(domain, Text))

    def _called(self, name: str, value: Json) -> str:
        if name == "winner" and value in (DRAW, COUNTED):
            return gettext("A draw") if value == DRAW else gettext("As it was counted")
        if name == "winner":
            return self.names[value]
        if name == "level":
            return str(LEVELS[value])
        if isinstance(value, str) and value in self.names:
            return self.names[value]
        return capfirst(self.words.value(self.kind, name, value))

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
        """Whether this phone speaks for the sides that have none."""
        return bool(self.cleaned_data.get("both"))

    # --- For the page: numbers first, then what holds, then whose roll it is

    def _named(self, prefix: str, *, switches: bool) -> Iterator[forms.BoundField]:
        for name, field in self.fields.items():
            here = name.startswith(prefix) if prefix else self.words.plain(name) == name
            if here and name != "note" and isinstance(field, forms.BooleanField) == switches:
                yield self[name]

    def _of(self, prefix: str) -> list[str]:
        return [name for name in self.fields if prefix and name.startswith(prefix)]

    @property
    def parts(self) -> list[dict[str, Any]]:
        """Numbers and switches, by side where there are two."""
        found = [
            {
                "title": self.names.get(prefix.removesuffix("_"), title),
                "numbers": list(self._named(prefix, switches=False)),
                "switches": list(self._named(prefix, switches=True)),
                "folded": prefix in self.words.folded,
                "open": any(self[name].value() or self.errors.get(name) for name in self._of(prefix)),
            }
            for prefix, title in {"": "", **self.words.parts}.items()
        ]
        return [part for part in found if part["numbers"] or part["switches"]]


class StartForm(forms.Form):
    """A new table: what the sides are called, who sits at the others, and how the club reads the book.

    ``seats`` is who sits where (None: whoever comes), ``umpire`` who is the umpire, where one sits there. ``play``: the scenario, and ``sides`` who
    comes to it; ``before``: how the club read the book the last time.
    """

    title = forms.CharField(label=_("What is it called?"), max_length=120, required=False)

    def __init__(
        self,
        *args: Any,
        rules: Companion[Any],
        words: Words,
        place: Membership,
        others: Sequence[Membership],
        play: str = "",
        sides: Sequence[str] = (),
        before: Mapping[str, Json] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.place, self.play = rules, place, play
        self.sides = sides or rules.sides
        self.players = words.players.get(play, {})
        if play:
            self.fields["title"].initial = str(words.plays[play])
        self.members = {one.public_id: one for one in others}
        members = [(key, str(member)) for key, member in self.members.items()]
        if rules.umpired:
            self.fields["umpire"] = forms.ChoiceField(
                label=gettext("Who is the umpire?"),
                required=False,
                choices=[("", gettext("Nobody")), (ME, gettext("I am, and play no side")), *members],
            )
        for number, side in enumerate(self.sides):
            self._ask_side(number, side, members)
        for key in rules.asked:
            values = rules.answers()[key]
            self.fields[f"{READING}{key}"] = forms.ChoiceField(
                label=words.question(key),
                required=False,
                choices=[(str(place), capfirst(words.answer(key, value))) for place, value in enumerate(values)],
                initial=str(values.index((before or {}).get(key, values[0])))
                if (before or {}).get(key) in values
                else "0",
            )

    def _ask_side(self, number: int, side: str, members: list[tuple[str, str]]) -> None:
        name = [gettext("Your side"), gettext("The other side")]
        self.fields[side] = forms.CharField(
            label=name[number] if number < len(name) and len(self.rules.sides) == len(name) else plain_side(number),
            max_length=LONGEST_SIDE,
            initial=str(self.players.get(side, "")),
            required=number < self.rules.fewest,
            help_text="" if number < self.rules.fewest else gettext("Leave it empty where nobody plays it."),
        )
        if number == 0 and not self.rules.umpired:
            return
        mine = gettext("I do, unless I am the umpire")
        whoever = gettext("Somebody without an account, or whoever comes")
        self.fields[f"{WITH}{side}"] = forms.ChoiceField(
            label=gettext("Who plays the other side?")
            if len(self.rules.sides) == len(name)
            else gettext("Who plays %(side)s?") % {"side": plain_side(number)},
            required=False,
            choices=[("", whoever if number else mine), *members],
        )

    # --- What was said

    @property
    def umpire(self) -> Membership | None:
        said = self.cleaned_data.get("umpire", "")
        return self.place if said == ME else self.members.get(said)

    @property
    def names(self) -> dict[str, str]:
        """The sides that are played, by seat."""
        return {side: self.cleaned_data[side] for side in self.sides if self.cleaned_data[side]}

    @property
    def seats(self) -> dict[str, Membership | None]:
        found = {side: self.members.get(self.cleaned_data.get(f"{WITH}{side}", "")) for side in self.names}
        first = self.sides[0]
        if found[first] is None and self.umpire != self.place:
            found[first] = self.place
        return found

    @property
    def options(self) -> dict[str, Any]:
        """What is read otherwise than we do, and that an umpire sits there."""
        chosen = {key: int(self.cleaned_data[f"{READING}{key}"] or 0) for key in self.rules.asked}
        answers = self.rules.answers()
        read = {"readings": {key: answers[key][place] for key, place in chosen.items() if place}}
        umpired: dict[str, Any] = {"umpire": True} if self.umpire else {}
        return {**read, **umpired, **({"play": self.play} if self.play else {})}

    # --- For the page

    @property
    def about(self) -> list[forms.BoundField]:
        return [field for field in self if not field.name.startswith(READING)]

    @property
    def doubts(self) -> list[forms.BoundField]:
        """How the club reads what the book leaves open."""
        return [field for field in self if field.name.startswith(READING)]
