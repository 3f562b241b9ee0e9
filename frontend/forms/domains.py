"""Any domain of a ruleset's menu as fields of a form, and what was typed read back, strictly.

A field's name is the way to its value: ``points.0.x``. Values of a list travel as their code, and only codes of the list come in.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rulesets.contract import (
    Domain,
    Each,
    Facing,
    Group,
    IntRange,
    OneOf,
    Path,
    PointIn,
    Records,
    Row,
    Subset,
    Text,
)
from rulesets.vocabulary import Json

type Typed = Mapping[str, Sequence[str]]
"""What came in, by name."""

PREFIX = "f"
MOST_ROWS = 8
_WHOLE = re.compile(r"[-−]?[0-9]{1,9}\Z", re.ASCII)
ABSENT: Any = object()


def code(value: Json) -> str:
    """How a value of a list is written in an address or a form."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def chosen(values: Sequence[Json], typed: str) -> Json:
    """The value with that code; ``ABSENT`` where there is none."""
    return next((value for value in values if code(value) == typed), ABSENT)


@dataclass
class Field:
    """One place of a form, for a template: ``kind`` says how it is drawn; parts are fields inside it."""

    name: str
    label: str
    kind: str
    value: Any = None
    options: list[dict[str, Any]] = field(default_factory=list)
    parts: "list[Field]" = field(default_factory=list)
    least: int | None = None
    most: int | None = None
    step: int = 1
    hint: str = ""
    error: str = ""
    code: str = ""
    """Of the error: stable, for programs and tests."""
    optional: bool = False
    axis: str = ""
    """x or y, where a tap on the board may fill it."""

    @property
    def picked(self) -> bool:
        return any(option["picked"] for option in self.options)

    @property
    def open_rows(self) -> "list[Field]":
        """Of rows: those that are filled, and the next."""
        return self.parts[: self._filled + 1]

    @property
    def later_rows(self) -> "list[Field]":
        return self.parts[self._filled + 1 :]

    @property
    def _filled(self) -> int:
        return max((number for number, row in enumerate(self.parts, start=1) if row.value), default=0)

    @property
    def id(self) -> str:
        return "id-" + re.sub(r"[^a-zA-Z0-9_-]", "-", self.name)


@dataclass
class Reading:
    """A form as it was read: its fields with what stood in them, what was wrong, and the value where nothing was."""

    typed: Typed | None
    """None: nothing has been filled in yet."""
    called: Callable[[str, Json], str]
    """The words for a value of the argument of that name."""
    named: Callable[[str], str]
    """The words for the name of an argument."""
    judged: bool = True
    """False: what is filled in is a proposal, and nothing has been sent."""
    wrong: list[str] = field(default_factory=list)

    @property
    def blank(self) -> bool:
        return self.typed is None or not self.judged

    def read(self, name: str, key: str, domain: Domain, *, optional: bool = False) -> tuple[Field, Any]:
        """A field, and its value (``ABSENT``: left out, or wrong)."""
        made = Field(name=name, label=self.named(key), kind="", optional=optional)
        value = _READERS[type(domain)](self, made, key, domain)
        if not self.blank and not isinstance(domain, Subset) and len(set(self.all(name))) > 1:
            value = self.fault(made, "given_twice", _("two answers came for it: give one."))
        return made, value

    def fault(self, made: Field, code: str, sentence: str) -> Any:
        made.error, made.code = sentence, code
        self.wrong.append(_("%(field)s: %(sentence)s") % {"field": made.label, "sentence": sentence})
        return ABSENT

    def first(self, name: str) -> str:
        values = (self.typed or {}).get(name, ())
        return values[0].strip() if values else ""

    def all(self, name: str) -> list[str]:
        return list((self.typed or {}).get(name, ()))


def _options(reading: Reading, key: str, values: Sequence[Json], picked: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"code": code(value), "title": reading.called(key, value), "picked": code(value) in picked, "value": value}
        for value in values
    ]


def _one_of(reading: Reading, made: Field, key: str, domain: OneOf) -> Any:
    made.kind = "choice"
    typed = reading.first(made.name)
    if not typed and len(domain.values) == 1 and not made.optional:
        typed = code(domain.values[0])
    made.options = _options(reading, key, domain.values, [typed] if typed or not reading.blank else [])
    if reading.blank or (not typed and made.optional and "" not in domain.values):
        return ABSENT
    value = chosen(domain.values, typed)
    if value is ABSENT:
        return reading.fault(made, "not_offered", _("choose one of those offered."))
    return value


def _number(reading: Reading, made: Field, low: int, high: int, step: int = 1) -> Any:
    typed = reading.first(made.name)
    made.kind, made.least, made.most, made.step, made.value = "number", low, high, step, typed
    made.hint = _("%(low)s to %(high)s") % {"low": low, "high": high}
    if reading.blank:
        return ABSENT
    if not typed:
        return (
            ABSENT
            if made.optional
            else reading.fault(
                made, "missing", _("a whole number from %(low)s to %(high)s is needed.") % {"low": low, "high": high}
            )
        )
    number = int(typed.replace("−", "-")) if _WHOLE.match(typed) else None
    if number is None or not low <= number <= high or (number - low) % step:
        told = {"typed": typed[:40], "low": low, "high": high}
        return reading.fault(
            made,
            "not_a_number",
            _("“%(typed)s” cannot be taken: a whole number from %(low)s to %(high)s is needed.") % told,
        )
    return number


def _int_range(reading: Reading, made: Field, key: str, domain: IntRange) -> Any:
    if key in ("x", "y"):
        made.axis = key
    return _number(reading, made, domain.low, domain.high, domain.step)


def _subset(reading: Reading, made: Field, key: str, domain: Subset) -> Any:
    made.kind = "several"
    picked = reading.all(made.name)
    made.options = _options(reading, key, domain.values, picked)
    most = len(domain.values) if domain.most is None else min(domain.most, len(domain.values))
    made.least, made.most = domain.least, most
    if not most:
        made.options = []  # nothing may be chosen: there is nothing to ask
    made.hint = _("%(least)s to %(most)s of them") % {"least": domain.least, "most": most}
    if reading.blank:
        return ABSENT
    values = [value for value in domain.values if code(value) in picked]
    if len(values) != len(set(picked)):
        return reading.fault(made, "not_offered", _("choose only from those offered."))
    if not domain.least <= len(values) <= most:
        return reading.fault(
            made, "wrong_count", _("choose from %(least)s to %(most)s.") % {"least": domain.least, "most": most}
        )
    return ABSENT if made.optional and not values else values


def _facing(reading: Reading, made: Field, key: str, domain: Facing) -> Any:
    """A compass of the usual directions, and a number for any other; the number goes first."""
    exact = f"{made.name}.exact"
    typed, picked = reading.first(exact), reading.first(made.name)
    allowed = range(360) if domain.allowed is None else domain.allowed
    rose = [degrees for degrees in range(0, 360, 45) if degrees in allowed] if domain.allowed is None else list(allowed)
    made.kind, made.value = "compass", typed
    made.options = [{"code": str(one), "title": reading.called(key, one), "picked": picked == str(one)} for one in rose]
    made.hint = _("whole degrees, 0 to 359")
    if reading.blank:
        return ABSENT
    said = typed or picked
    if not said and made.optional:
        return ABSENT
    number = int(said) if said.isascii() and said.isdigit() and len(said) <= 3 else None
    if number is None or number not in allowed:
        return reading.fault(
            made,
            "not_a_number",
            _("“%(typed)s” cannot be taken: whole degrees from 0 to 359 are needed.") % {"typed": said[:40]},
        )
    return number


def _point(reading: Reading, made: Field, key: str, domain: PointIn) -> Any:
    xs, ys = [x for x, _y in domain.polygon], [y for _x, y in domain.polygon]
    ranges = {"x": IntRange(low=min(xs), high=max(xs)), "y": IntRange(low=min(ys), high=max(ys))}
    value = _parts(reading, made, ranges, ())
    return ABSENT if value is ABSENT else [value["x"], value["y"]]


def _parts(reading: Reading, made: Field, fields: Mapping[str, Domain], optional: Sequence[str]) -> Any:
    """Fields inside a field: an object of those that were filled in."""
    made.kind = "group"
    found: dict[str, Any] = {}
    missing = False
    for key, domain in fields.items():
        part, value = reading.read(f"{made.name}.{key}", key, domain, optional=key in optional)
        made.parts.append(part)
        if value is not ABSENT:
            found[key] = value
        elif key not in optional:
            missing = True
    return ABSENT if missing or reading.blank else found


def _group(reading: Reading, made: Field, key: str, domain: Group) -> Any:
    return _parts(reading, made, domain.fields, domain.optional)


def _each(reading: Reading, made: Field, key: str, domain: Each) -> Any:
    optional = () if domain.whole else domain.keys
    value = _parts(reading, made, dict.fromkeys(domain.keys, domain.value), optional)
    return ABSENT if value == {} and made.optional else value


def _row(reading: Reading, made: Field, key: str, domain: Row) -> Any:
    numbered = {str(number): value for number, value in enumerate(domain.values, start=1)}
    value = _parts(reading, made, numbered, ())
    return ABSENT if value is ABSENT else list(value.values())


def _records(reading: Reading, made: Field, key: str, domain: Records) -> Any:
    """Rows of fields; one that is left empty does not count. A form has as many rows as it may, up to a few."""
    made.kind = "rows"
    rows: list[Any] = []
    bad = False
    for number in range(min(domain.most, MOST_ROWS)):
        name = f"{made.name}.{number}"
        filled = any(reading.first(f"{name}.{one}") for one in domain.fields)
        row = Field(name=name, label=str(number + 1), kind="group", value=filled)
        if filled:
            value = _parts(reading, row, domain.fields, ())
            bad = bad or value is ABSENT
            rows.append(value)
        else:
            _parts(
                Reading(typed=reading.typed, judged=False, called=reading.called, named=reading.named),
                row,
                domain.fields,
                (),
            )
        made.parts.append(row)
    if reading.blank or bad:
        return ABSENT
    return ABSENT if made.optional and not rows else rows


def _path(reading: Reading, made: Field, key: str, domain: Path) -> Any:
    """Places in order, each chosen from a list; an empty one ends the way."""
    made.kind = "group"
    found: list[Any] = []
    for number in range(min(domain.longest, MOST_ROWS)):
        part, value = reading.read(f"{made.name}.{number}", key, OneOf(values=domain.places), optional=True)
        part.label = str(number + 1)
        made.parts.append(part)
        if value is not ABSENT:
            found.append(value)
    return ABSENT if reading.blank or (made.optional and not found) else found


def _text(reading: Reading, made: Field, key: str, domain: Text) -> Any:
    made.kind, made.most, made.value = "text", domain.longest, reading.first(made.name)
    if reading.blank or (made.optional and not made.value):
        return ABSENT
    if len(made.value) > domain.longest:
        return reading.fault(
            made, "too_long", _("at most %(longest)s characters are kept.") % {"longest": domain.longest}
        )
    return made.value


_READERS: dict[type, Callable[[Reading, Field, str, Any], Any]] = {
    OneOf: _one_of,
    IntRange: _int_range,
    Subset: _subset,
    PointIn: _point,
    Path: _path,
    Facing: _facing,
    Text: _text,
    Records: _records,
    Each: _each,
    Row: _row,
    Group: _group,
}


def unknown(reading: Reading, fields: Sequence[Field]) -> list[str]:
    """Names that came in and belong to no field."""
    names = {name for made in fields for name in _names(made)}
    return sorted(name for name in reading.typed or () if name not in names)


def _names(made: Field) -> list[str]:
    own = [made.name, f"{made.name}.exact"] if made.kind == "compass" else [made.name]
    return [*own, *(name for part in made.parts for name in _names(part))]


def read_arguments(
    reading: Reading, domains: Mapping[str, Domain], optional: Sequence[str]
) -> tuple[list[Field], dict[str, Any] | None]:
    """A form for several arguments; None for the arguments while anything is wrong or nothing was sent."""
    fields: list[Field] = []
    found: dict[str, Any] = {}
    missing = False
    for name, domain in domains.items():
        made, value = reading.read(f"{PREFIX}.{name}", name, domain, optional=name in optional)
        fields.append(made)
        if value is not ABSENT:
            found[name] = value
        elif name not in optional:
            missing = True
    return fields, None if missing or reading.wrong or reading.blank else found


# --- One domain as a field of a form of Django's ----------------------------------------------------------------------

WHOLE = "value"


class DomainField(forms.Field):
    """A choice, a number or a note, read as strictly and refused in the same words as in the steps of a battle.

    ``called``: the words for a value. What is left out, where it may be, is None.
    """

    def __init__(self, key: str, domain: Domain, *, called: Callable[[str, Json], str], **about: Any) -> None:
        self.key, self.domain, self.called = key, domain, called
        made, _value = self._read(None, optional=False)
        super().__init__(widget=_widget(made), **about)

    def _read(self, typed: Typed | None, *, optional: bool) -> tuple[Field, Any]:
        return Reading(typed=typed, called=self.called, named=str).read(WHOLE, self.key, self.domain, optional=optional)

    def clean(self, value: Any) -> Any:
        made, found = self._read({WHOLE: ["" if value is None else str(value)]}, optional=not self.required)
        if made.error:
            raise forms.ValidationError(capfirst(made.error), code=made.code)
        return None if found is ABSENT else found


def _widget(made: Field) -> forms.Widget:
    """How a field with a single value is drawn."""
    match made.kind:
        case "choice":
            return forms.Select(choices=[(one["code"], one["title"]) for one in made.options])
        case "number":
            return forms.NumberInput(
                attrs={"inputmode": "numeric", "min": made.least, "max": made.most, "step": made.step}
            )
        case "text":
            return forms.TextInput(attrs={"maxlength": made.most})
    raise NotImplementedError(made.kind)
