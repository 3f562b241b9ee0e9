"""Battles of Montjoie on the site: a small one that ends soon, and the house's scenarios."""

from typing import Any

from battles.models import Battle
from battles.services import opening, single
from clubs.models import Club, Membership
from rulesets.contract import CharacterIn, Force, Setup, UnitIn
from tests.factories.clubs import NOW

GREEN: dict[str, Any] = {
    "id": "green",
    "name": "A village green",
    "cols": 8,
    "rows": 7,
    "legend": {".": "clear", "=": "road", "b": "brush"},
    "grid": ["........", "...b....", "........", "========", "........", "....b...", "........"],
    "houses": [],
    "sides": [],
    "features": [],
    "spots": {},
}
"""So small that two forces are at grips in the second turn."""


def a_fight(club: Club, first: Membership, second: Membership, *, scenario: str = "field", **about: Any) -> Battle:
    """A battle between two members; on the green where no scenario of the house is asked for."""
    forces, options = {"first": Force(), "second": Force()}, {}
    if scenario == "field":
        forces, options = {"first": riders(), "second": bowmen()}, {"map": GREEN, "turns": 3}
    return opening.open_battle(
        club=club,
        ruleset="montjoie",
        setup=Setup(scenario=scenario, forces=forces, options={**options, **about.pop("options", {})}),
        seats={"first": first, "second": second},
        umpire=about.pop("umpire", None),
        by=None,
        now=NOW,
        names={"first": "Keepers", "second": "Rovers"},
        **about,
    )


def riders() -> Force:
    return Force(
        units=(UnitIn(id="spears", name="Spear", figures=2, profile={"class": "spearman"}),),
        characters=(CharacterIn(id="odo", name="Odo", profile={"class": "knight", "mounted": True}),),
    )


def bowmen() -> Force:
    return Force(
        units=(
            UnitIn(id="bows", name="Bow", figures=2, profile={"class": "archer", "weapons": ["shortbow"]}),
            UnitIn(id="bills", name="Bill", figures=2, profile={"class": "halberdier"}),
        )
    )


def a_table(club: Club, first: Membership, **about: Any) -> Battle:
    """The companion of a table at which one member sits; whoever comes plays the other side."""
    return single.start(
        club=club,
        ruleset="montjoie-table",
        scenario="",
        forces=None,
        seats={"first": first, "second": None},
        options=about.pop("options", {}),
        umpire=None,
        by=first,
        now=NOW,
        title=about.pop("title", "The Dry Wall"),
        names={"first": "Besiegers", "second": "Garrison"},
        **about,
    )
