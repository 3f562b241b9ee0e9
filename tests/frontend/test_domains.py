"""Any domain as a form, and read back: what a ruleset offers comes in as it was meant, and nothing else does."""

import pytest
from django.core.exceptions import ValidationError

from frontend.forms.domains import ABSENT, DomainField, Reading, code, read_arguments
from rulesets.contract import (
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

NUMBER = IntRange(low=0, high=10)
SQUARE = ((0, 0), (100, 0), (100, 50), (0, 50))


def read(domain, typed, *, optional=()):
    given = {f"f.{key}".rstrip("."): value if isinstance(value, list) else [value] for key, value in typed.items()}
    reading = Reading(typed=given, called=lambda key, value: str(value), named=lambda key: key)
    fields, values = read_arguments(reading, {"a": domain}, optional)
    return values, reading.wrong, fields


@pytest.mark.parametrize(
    ("domain", "typed", "value"),
    [
        (OneOf(values=("x", 3, True, {"x": 1})), {"a": '{"x":1}'}, {"x": 1}),
        (OneOf(values=("x", 3, True)), {"a": "true"}, True),
        (OneOf(values=("only",)), {}, "only"),
        (NUMBER, {"a": "7"}, 7),
        (IntRange(low=-5, high=5), {"a": "−5"}, -5),
        (Subset(values=("p", "q", "r")), {"a": ["r", "p"]}, ["p", "r"]),
        (PointIn(polygon=SQUARE), {"a.x": "100", "a.y": "0"}, [100, 0]),
        (Path(places=("A", "B"), longest=3), {"a.0": "B", "a.1": "A"}, ["B", "A"]),
        (Facing(), {"a": "45"}, 45),
        (Facing(), {"a": "45", "a.exact": "359"}, 359),
        (Text(longest=5), {"a": "hello"}, "hello"),
        (Records(fields={"x": NUMBER, "y": NUMBER}, most=3), {"a.0.x": "1", "a.0.y": "2"}, [{"x": 1, "y": 2}]),
        (Each(keys=("k", "l"), value=NUMBER), {"a.k": "4"}, {"k": 4}),
        (Row(values=(NUMBER, OneOf(values=("v", "w")))), {"a.1": "9", "a.2": "w"}, [9, "w"]),
        (Group(fields={"n": NUMBER, "m": NUMBER}, optional=("m",)), {"a.n": "1"}, {"n": 1}),
    ],
)
def test_what_is_offered_comes_in_as_it_was_meant(domain, typed, value):
    values, wrong, _fields = read(domain, typed)

    assert (values, wrong) == ({"a": value}, [])


@pytest.mark.parametrize(
    ("domain", "typed"),
    [
        (OneOf(values=("x", "y")), {"a": "z"}),
        (OneOf(values=("x", "y")), {}),
        (NUMBER, {"a": "-5"}),
        (NUMBER, {"a": "1e9"}),
        (NUMBER, {"a": "NaN"}),
        (NUMBER, {"a": "٣"}),
        (NUMBER, {"a": "99999999999999999999"}),
        (IntRange(low=0, high=10, step=5), {"a": "7"}),
        (Subset(values=("p", "q"), most=1), {"a": ["p", "q"]}),
        (Subset(values=("p", "q"), least=1), {}),
        (Subset(values=("p", "q")), {"a": ["p", "z"]}),
        (PointIn(polygon=SQUARE), {"a.x": "101", "a.y": "0"}),
        (Facing(), {"a": "360"}),
        (Facing(), {"a": "²"}),
        (Facing(allowed=(0, 180)), {"a": "90"}),
        (Text(longest=5), {"a": "longer"}),
        (Records(fields={"x": NUMBER, "y": NUMBER}, most=3), {"a.0.x": "1"}),
        (Row(values=(NUMBER, NUMBER)), {"a.1": "9"}),
        (Each(keys=("k",), value=NUMBER, whole=True), {}),
        (Path(places=("A",), longest=1), {"a.0": "C"}),
    ],
)
def test_what_was_never_offered_is_refused_with_a_sentence(domain, typed):
    values, wrong, _fields = read(domain, typed)

    assert values is None
    assert wrong


def test_what_is_optional_may_be_left_out():
    assert read(NUMBER, {}, optional=("a",))[:2] == ({}, [])
    assert read(Facing(), {}, optional=("a",))[:2] == ({}, [])
    assert read(OneOf(values=("x", "y")), {}, optional=("a",))[:2] == ({}, [])


def test_a_form_that_was_not_sent_is_not_judged():
    reading = Reading(typed={"f.a": ["99"]}, judged=False, called=lambda key, value: str(value), named=str)

    fields, values = read_arguments(reading, {"a": NUMBER}, ())

    assert (values, reading.wrong, fields[0].value) == (None, [], "99")


def test_a_subset_of_nothing_asks_nothing():
    _values, _wrong, fields = read(Subset(values=("p", "q"), most=0), {})

    assert fields[0].options == []


def test_values_are_told_apart_by_their_code():
    assert (code("1"), code(1), code(None), code([1, "a"])) == ("1", "1", "null", '[1,"a"]')
    assert ABSENT is not None


# --- As a field of a form of Django's


@pytest.mark.parametrize("typed", ["²", "1e9", "NaN", "-5", "7", "1.0", "", "  ", "9" * 40, "５"])
def test_a_number_in_a_form_is_as_strict_as_in_a_step(typed):
    field = DomainField("hits", IntRange(low=0, high=6), called=lambda key, value: str(value))

    with pytest.raises(ValidationError, match=r"(?i)a whole number from 0 to 6 is needed"):
        field.clean(typed)


@pytest.mark.parametrize(("typed", "value"), [("6", 6), (" 0 ", 0), (3, 3)])
def test_a_number_in_a_form_is_read(typed, value):
    assert DomainField("hits", IntRange(low=0, high=6), called=lambda key, value: str(value)).clean(typed) == value


def test_a_choice_in_a_form_is_one_of_those_offered_and_keeps_its_kind():
    field = DomainField("save", OneOf(values=(7, 6, 5)), called=lambda key, value: f"{key} {value}")

    assert list(field.widget.choices) == [("7", "save 7"), ("6", "save 6"), ("5", "save 5")]
    assert field.clean("6") == 6
    for typed in ("4", "", "save 6"):
        with pytest.raises(ValidationError, match="Choose one of those offered"):
            field.clean(typed)


def test_what_may_be_left_out_of_a_form_is_nothing_then():
    note = DomainField("note", Text(longest=5), called=str, required=False)

    assert (note.clean(""), note.clean("ab")) == (None, "ab")
    with pytest.raises(ValidationError, match="At most 5"):
        note.clean("abcdef")
