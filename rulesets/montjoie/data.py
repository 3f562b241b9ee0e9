"""What a club may replace with its own: a map, the tables, the counters; and what a battle's options say of them (Montjoie 13)."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from rulesets.contract import DataKind, Scene
from rulesets.montjoie import characters, tables
from rulesets.montjoie.characters import Counters, counters_from
from rulesets.montjoie.checking import counter_problems, table_problems
from rulesets.montjoie.drawing import map_scene
from rulesets.montjoie.ground import Ground
from rulesets.montjoie.maps import house_maps, read_map
from rulesets.montjoie.readings import readings_of
from rulesets.montjoie.tables import Tables, tables_from
from rulesets.vocabulary import Json, Problem

KINDS = (
    DataKind(key="map", option="map"),
    DataKind(key="tables", option="tables"),
    DataKind(key="counters", option="counters"),
)


def check_data(kind: str, document: Json) -> list[Problem]:
    """Everything wrong with a document. ``KeyError``: there is no such kind."""
    return _CHECKS[kind](document)


def _map_problems(document: Json) -> list[Problem]:
    read = read_map(document)
    return read if isinstance(read, list) else []


_CHECKS = {"map": _map_problems, "tables": table_problems, "counters": counter_problems}


def preview(kind: str, document: Json) -> Scene | None:
    """A drawing of a map that ``check_data`` has passed; None for figures."""
    if kind != "map":
        return None
    ground = read_map(document)
    return None if isinstance(ground, list) else map_scene(ground)


def template(kind: str) -> Json:
    """A whole document to begin with: the house's own."""
    if kind == "map":
        return house_maps()["ashcombe"]
    return tables.house_document() if kind == "tables" else characters.house_document()


# --- What a battle plays with ---------------------------------------------------------------------------------------------


def tables_of(options: Mapping[str, Any]) -> Tables:
    """The tables of a battle: the house's, or a club's laid over them."""
    return tables_from(options.get("tables"))


def counters_of(options: Mapping[str, Any]) -> Counters:
    """The counters of a battle."""
    return counters_from(options.get("counters"))


def ground_of(options: Mapping[str, Any], map_id: str = "") -> Ground:
    """The ground of a battle before any marker is laid: a club's map, or the house's of this id. The same object for equal options.

    The documents have passed ``check_data``.
    """
    document = options.get("map") or map_id
    return _ground(
        msgspec.json.encode(document, order="sorted"),
        msgspec.json.encode(options.get("tables"), order="sorted"),
        msgspec.json.encode(options.get("readings") or {}, order="sorted"),
    )


@lru_cache(maxsize=32)
def _ground(document: bytes, own: bytes, chosen: bytes) -> Ground:
    given = msgspec.json.decode(document)
    ground = read_map(
        house_maps()[given] if isinstance(given, str) else given,
        tables_from(msgspec.json.decode(own)),
        readings_of(msgspec.json.decode(chosen)),
        with_markers=False,
    )
    if isinstance(ground, list):
        raise ValueError(f"not a map: {ground[0].code} at {ground[0].place}")
    return ground
