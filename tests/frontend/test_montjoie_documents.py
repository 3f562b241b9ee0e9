"""Maps, tables and counters of Montjoie that cannot be: refused on the page and through the API with code and place, and nothing is kept."""

import copy
import json

import pytest
from django.urls import reverse

from battles.models import DataSet
from rulesets import registry
from tests.api.client import Program
from tests.factories.montjoie import GREEN

pytestmark = pytest.mark.django_db

RULES = registry.get("montjoie")


def green(**changed):
    return {**copy.deepcopy(GREEN), **changed}


MAPS = {
    "a hole": (
        green(grid=["........", "...b....", "...", "========", "........", "....b...", "........"]),
        "hole",
        "grid[2]",
    ),
    "a hole in a row": (green(grid=["... ....", *GREEN["grid"][1:]]), "hole_at", "grid[0]"),
    "rows that are missing": (green(grid=GREEN["grid"][:3]), "rows_missing", "grid"),
    "unknown terrain": (green(legend={**GREEN["legend"], "b": "lava"}), "unknown_terrain", "legend"),
    "an unknown symbol": (green(grid=["....x...", *GREEN["grid"][1:]]), "unknown_symbol", "grid[0]"),
    "a million hexes": (green(cols=1000, rows=1000), "map_size", ""),
}


@pytest.mark.parametrize("name", MAPS)
def test_a_map_that_cannot_be_is_refused_everywhere(client, fabia, club, name):
    document, code, place = MAPS[name]
    found = RULES.check_data("map", document)
    assert code in [one.code for one in found]
    assert any(one.place.startswith(place) and one.code == code for one in found)
    _is_refused(client, fabia, club, "map", document, code)


def test_tables_without_a_column_or_a_letter_and_strange_counters_are_refused_everywhere(client, fabia, club):
    for kind, document, code in (
        ("tables", {"missile_foot": {"rows": ["C C C"] * 9}}, "letters_missing"),
        ("tables", {"missile_foot": {"rows": ["C C C X"] * 9}}, "unknown_letter"),
        ("tables", {"missile_mounted": {"columns": ["none", "light", "heavy"]}}, "cover_columns"),
        ("tables", {"nonsense": {}}, "unknown_table"),
        ("counters", {"classes": {"knight": {"attack": -5}}}, "bad_row"),
    ):
        found = RULES.check_data(kind, document)
        assert code in [one.code for one in found], (kind, found)
        _is_refused(client, fabia, club, kind, document, code)


def _is_refused(client, user, club, kind, document, code):
    text = json.dumps(document)
    client.force_login(user)
    page = client.post(
        reverse("club_data_new", args=[club.slug, "montjoie", kind]), {"name": "Ours", "typed": text, "keep": "1"}
    )
    assert page.status_code == 422
    sent = {"ruleset": "montjoie", "kind": kind, "name": "Ours", "text": text}
    answer = Program(user).post(f"clubs/{club.slug}/data/", sent)
    assert answer.status_code == 422
    assert code in json.dumps(answer.json())
    assert not DataSet.objects.exists()
