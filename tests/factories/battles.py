"""Verbs that fight a battle, the way pages do: through the services."""

from datetime import datetime

from battles.models import Battle
from battles.services import opening, play
from rulesets.contract import Action, CharacterIn, Force, Setup, UnitIn
from tests.factories.clubs import NOW

ROME, CARTHAGE = "rome", "carthage"
NAMES = {ROME: "Rome", CARTHAGE: "Carthage"}
WON = {"winner": ROME, "level": "major"}
ROMANS = Force(
    units=(
        UnitIn(id="hastati-1", name="Hastati I", figures=20, points=15),
        UnitIn(id="equites", name="Equites", arm="cavalry", figures=8, points=25),
    ),
    characters=(CharacterIn(id="consul", name="Consul", rank="general", points=150),),
)
CARTHAGINIANS = Force(
    units=(UnitIn(id="libyans", name="Libyans", figures=24, points=14),),
    characters=(CharacterIn(id="hamilcar", name="Hamilcar", rank="general", points=150),),
)


def a_setup(**about) -> Setup:
    about.setdefault("scenario", "pitched_battle")
    return Setup(forces={ROME: ROMANS, CARTHAGE: CARTHAGINIANS}, **about)


def open_battle(club, rome, carthage, *, umpire=None, now: datetime = NOW, by=None, url="/year/1/", **about) -> Battle:
    """A battle on the table between two members."""
    return opening.open_battle(
        club=club,
        ruleset="tabletop",
        setup=a_setup(**about),
        seats={ROME: rome, CARTHAGE: carthage},
        umpire=umpire,
        by=by,
        now=now,
        names=NAMES,
        url=url,
    )


def do(battle: Battle, seat: str, kind: str, *, by, now: datetime = NOW, seq=None, paper=False, **arguments) -> Battle:
    """One action of a seat, given on the page as it is now."""
    return play.act(
        battle,
        seat=seat,
        action=Action(kind=kind, arguments=arguments),
        seq=battle.seq if seq is None else seq,
        by=by,
        now=now,
        paper=paper,
    )


def fight(battle: Battle, rome, carthage, *, now: datetime = NOW, **report) -> Battle:
    """Rome reports, Carthage confirms."""
    battle = do(battle, ROME, "report", by=rome, now=now, **(report or WON))
    return do(battle, CARTHAGE, "confirm", by=carthage, now=now)
