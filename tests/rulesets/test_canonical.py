"""One spelling for every value, and what may not be stored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.canonical import LARGEST, NotPlain, canonical, digest, require_plain
from rulesets.contract import Action

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner)
    ),
    max_leaves=20,
)


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), plain, max_size=6))
def test_the_order_of_keys_does_not_matter(value):
    assert canonical(dict(reversed(value.items()))) == canonical(value)


def test_a_struct_is_spelt_like_its_plain_value():
    assert digest(Action(kind="report", arguments={"b": 1, "a": 2})) == digest(
        {"arguments": {"a": 2, "b": 1}, "kind": "report"}
    )


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        {"a": [0.5]},
        {1: 2},
        "NUL \x00",
        {"\x00": 1},
        "half \ud800",
        LARGEST + 1,
        -LARGEST - 1,
        b"bytes",
        [[[[[[[[[[]]]]]]]]]],
        "x" * 70_000,
    ],
)
def test_what_cannot_be_kept_is_refused(value):
    with pytest.raises(NotPlain):
        require_plain(value)


@pytest.mark.parametrize("value", [None, True, LARGEST, "Ñandú 🐘", {"a": [1, {"b": "c"}]}, []])
def test_plain_values_pass(value):
    require_plain(value)
