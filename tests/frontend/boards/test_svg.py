"""Markup that is escaped by construction."""

from xml.etree import ElementTree

import pytest
from django.template import engines
from hypothesis import given
from hypothesis import strategies as st

from frontend.boards.svg import Svg, classes, element, picture, shortened, words


def test_text_and_attributes_are_escaped():
    drawn = element("text", "<script>&", class_='a"b', data_name="it's <x>")
    assert drawn == '<text class="a&quot;b" data-name="it&#39;s &lt;x&gt;">&lt;script&gt;&amp;</text>'


def test_an_attribute_that_is_none_is_left_out():
    assert element("circle", r=3, fill=None) == '<circle r="3"/>'


def test_finished_markup_is_put_in_as_it_is():
    assert element("g", element("title", "a & b")) == "<g><title>a &amp; b</title></g>"


@given(st.text())
def test_any_words_at_all_make_well_formed_xml(text):
    drawn = element("text", text, data_words=text)
    parsed = ElementTree.fromstring(drawn)
    assert not list(parsed)


@pytest.mark.parametrize("forbidden", ["\x00", "\x1b", "\ud800", "\ufffe"])
def test_what_xml_cannot_carry_is_replaced(forbidden):
    assert element("text", f"a{forbidden}b") == "<text>a\N{REPLACEMENT CHARACTER}b</text>"


def test_a_picture_says_in_words_what_it_shows():
    drawn = picture(
        "p", box=(0, 0, 4, 3), title="Plan", description="A table.", class_="plan", body=words(1, 1, "x", "n")
    )
    root = ElementTree.fromstring(drawn)
    ids = {child.get("id"): child.text for child in root}
    assert root.get("role") == "img"
    assert ids[root.get("aria-labelledby")] == "Plan"
    assert ids[root.get("aria-describedby")] == "A table."


def test_a_class_is_never_more_than_names():
    assert classes("side-1", 'x" onload="alert(1)', "") == "side-1 x onload alert 1"


def test_shortened_words_end_in_an_ellipsis():
    assert [shortened("Carthage", 8), shortened("Carthage", 5)] == ["Carthage", "Cart…"]


def test_a_template_takes_a_drawing_as_it_is_and_nothing_else():
    template = engines["django"].from_string("{{ drawing }}|{{ text }}")
    assert template.render({"drawing": Svg("<g/>"), "text": "<g/>"}) == "<g/>|&lt;g/&gt;"
