"""The rulesets that the kit examines, with battles for each. A ruleset that is installed and not here fails the contract test."""

import msgspec

from rulesets import registry
from rulesets.contract import UMPIRE, Force, Setup
from rulesets.montjoie.ruleset import Montjoie
from rulesets.tabletop import notation
from tests.rulesets.askari.battles import HUNT, MANY, SMALL, YEARS, battle
from tests.rulesets.hidden.ruleset import ENVOYS, Envoys
from tests.rulesets.kit import Subject
from tests.rulesets.montjoie.forces import band

PITCHED = """
pitched_battle: rome attacks carthage
rome
  hastati-1 "Hastati I" 20
  equites "Equites" 8
  consul "Consul" general
carthage
  scutarii-1 "Scutarii" 16 worth 10
  libyans "Libyans" 24 worth 20
  hamilcar "Hamilcar" general
"""
TABLES = {
    "pitched": notation.parse(PITCHED),
    "village": notation.parse(
        PITCHED.replace("pitched_battle: rome attacks carthage", "defend_ally: carthage attacks rome village")
    ),
    "bare": notation.parse('skirmish:\nleft\n  velites "Velites" 5\nright\n'),
    "other shares": msgspec.structs.replace(
        notation.parse(PITCHED),
        options={"victory": {"break_share": [1, 2], "minor_share": [1, 3], "withdraw_after": 0}},
    ),
}
BEASTS = ("auk", "bee", "cat", "doe", "eel", "fox", "gnu", "hen", "ibis", "jay", "kite", "lark")
CANARIES = [f"canary-{number:02d}-{beast}" for number, beast in enumerate(BEASTS)]
AUDIENCE = Setup(forces=dict.fromkeys(ENVOYS, Force()), options={"cards": CANARIES})


def cards_unknown_to(state, seat):
    """Every card that a seat has neither held nor been shown."""
    known = set(state["hands"].get(seat, []))
    for one in state["rounds"]:
        known |= {card for name, card in one["bids"].items() if name in (one["winner"], seat)}
    return [card for card in CANARIES if card not in known]


def hidden_places(state, seat):
    """What tells where the other side's ambushes lie: the places of their figures."""
    units = [unit for unit in state["units"].values() if unit.get("where") == "hidden" and unit["seat"] != seat]
    placed = [figure["at"] for unit in units for figure in unit.get("figures", []) if "at" in figure]
    return ['"at":[{},{}]'.format(*at) for at in placed]


TABLETOP = Subject(ruleset=registry.get("tabletop"), setups=TABLES)
HIDDEN = Subject(ruleset=Envoys(), setups={"audience": AUDIENCE}, secrets=cards_unknown_to)
ASKARI = Subject(
    ruleset=registry.get("askari"),
    setups={
        "skirmish": battle("skirmish", SMALL, SMALL),
        "open field": battle("open_field", MANY, SMALL),
        "village": battle("village", SMALL, MANY),
        "ambush": battle("ambush", SMALL, MANY),
        "hunt": HUNT,
        "animals": battle("skirmish", SMALL, SMALL, animals=["lion", "elephant"]),
        "roster": YEARS,
        "camp": battle("camp", SMALL, MANY, poor_light=True),
    },
    secrets=hidden_places,
    last=frozenset(("concede",)),
)
TWO = dict.fromkeys(("first", "second"), Force())
THREE = dict.fromkeys(("first", "second", "third"), Force())
FIVE = dict.fromkeys(("first", "second", "third", "fourth", "fifth"), Force())


def hidden_figures(state, seat):
    """What tells of figures that a seat must not know of: their ids, and the places of those that lie hidden. The umpire sees them, and
    everybody at the end."""
    if state.get("phase") == "over" or (seat == UMPIRE and state.get("umpire")):
        return []
    unseen = [row for row in state["figures"].values() if row["seat"] != seat and row.get("where", "coming") in UNSEEN]
    ids = ['"{}"'.format(row["id"]) for row in unseen]
    return ids + ["[{},{}]".format(*row["at"]) for row in unseen if row.get("where") == "hidden" and "at" in row]


UNSEEN = ("hidden", "coming")
AWAM = Subject(
    ruleset=registry.get("awam"),
    setups={
        "well": Setup(scenario="well", forces=TWO),
        "umpire": Setup(scenario="well", forces=TWO, options={"umpire": True}),
        "ivory": Setup(scenario="ivory", forces=TWO),
        "meeting": Setup(scenario="meeting", forces=TWO),
        "three": Setup(scenario="meeting", forces=THREE, options={"umpire": True}),
        "fashoda": Setup(scenario="fashoda", forces=FIVE, options={"umpire": True}),
        "fashoda for two": Setup(scenario="fashoda", forces=TWO),
    },
    secrets=hidden_figures,
    last=frozenset(("concede", "end_game")),
)
COMPANION = Subject(
    ruleset=registry.get("askari-table"), setups={"table": Setup(forces={"first": Force(), "second": Force()})}
)
AWAM_TABLE = Subject(
    ruleset=registry.get("awam-table"),
    setups={
        "two": Setup(forces=TWO),
        "three": Setup(forces=THREE, options={"umpire": True}),
        "five": Setup(forces=FIVE, options={"umpire": True, "readings": {"A4": "other", "A30": "other"}}),
        "fashoda": Setup(forces=FIVE, options={"umpire": True, "play": "fashoda"}),
        "well": Setup(forces=TWO, options={"play": "well"}),
    },
)
MONTJOIE = Subject(
    ruleset=Montjoie(),
    setups={
        "rearguard": Setup(scenario="rearguard"),
        "toll": Setup(scenario="toll"),
        "drywall": Setup(scenario="drywall"),
        "field": Setup(scenario="field", forces={"rome": band("rome"), "gaul": band("gaul")}),
    },
    last=frozenset(("concede", "unplace", "set_orders", "set_refusal")),
)
CASTLE = Subject(
    ruleset=registry.get("montjoie-table"), setups={"table": Setup(forces={"first": Force(), "second": Force()})}
)
SUBJECTS = {
    subject.ruleset.key: subject
    for subject in (TABLETOP, HIDDEN, ASKARI, AWAM, COMPANION, AWAM_TABLE, MONTJOIE, CASTLE)
}
LONG = ("askari", "awam", "awam-table", "montjoie")
"""Rulesets whose battles take seconds to examine: a test of their own does it, with fewer battles."""
EVERY_SETUP = [(key, name) for key, subject in SUBJECTS.items() for name in subject.setups if key not in LONG]
