"""What nobody may do, with the code and the paragraph by which it is refused: for the engine, the host, the API and the pages alike."""

import msgspec

from rulesets.askari.armies import Army
from rulesets.askari.geometry import Point
from rulesets.askari.ground import Piece
from rulesets.askari.state import encoded
from rulesets.contract import Action
from rulesets.vocabulary import Json
from tests.rulesets.askari.battles import LEADER, RIFLES, SPEARS, stage

PLAIN = msgspec.structs.replace(RIFLES, specials=())
OURS = [msgspec.structs.replace(PLAIN, key=key, name=key.title()) for key in ("rifles", "idle", "tired", "gone")]
THEIRS = [msgspec.structs.replace(SPEARS, key=key, name=key.title()) for key in ("spears", "behind", "ambush")]
PLACES = {
    "west:rifles": (900, 300, 0, 1),
    "west:idle": (400, 300, 0, 1),
    "west:tired": (1400, 300, 0, 1),
    "west:leader": (900, 200, 0, 1),
    "east:spears": (900, 600, 180, 2),
    "east:behind": (400, 600, 180, 2),
    "east:leader": (900, 900, 180, 1),
}
OPEN = {"unit": "west:rifles", "rough": False}
SHOT = {"unit": "west:rifles", "target": "east:spears", "weapon": "breech_loading_rifle", "load": "shot"}


def way(*points, **more) -> dict[str, Json]:
    return {"points": [{"x": x, "y": y} for x, y in points], "facing": 0, "ranks": 1, **more}


CASES: dict[str, tuple[str, str, dict[str, Json], str, str]] = {
    # name: question, kind, arguments, code, paragraph
    "a unit of the enemy's": ("activate", "move", {**OPEN, "unit": "east:spears"}, "not_yours", "Askari 3"),
    "a unit that is dead": ("activate", "move", {**OPEN, "unit": "west:gone"}, "not_yours", "Askari 3"),
    "a unit that nobody has": ("activate", "move", {**OPEN, "unit": "west:nobody"}, "not_yours", "Askari 3"),
    "a unit without an order": ("activate", "move", {**OPEN, "unit": "west:idle"}, "no_order", "Askari 6"),
    "a unit a second time": ("activate", "move", {**OPEN, "unit": "west:tired"}, "has_acted", "Askari 6"),
    "a charge of a unit without an order": (
        "activate",
        "charge",
        {"unit": "west:idle", "target": "east:behind"},
        "no_order",
        "Askari 6",
    ),
    "a charge at what is in ambush": (
        "activate",
        "charge",
        {"unit": "west:rifles", "target": "east:ambush"},
        "no_target",
        "Askari H17",
    ),
    "a shot before its phase": ("activate", "shoot", SHOT, "not_now", "Askari 3"),
    "a way through a wall": ("march", "march_by", way((900, 420)), "ground", "Askari 7.1"),
    "a way through a unit": ("march", "march_by", way((1110, 300)), "in_the_way", "Askari 7.2"),
    "a way over the edge": ("march", "march_by", way((900, -40)), "off_table", "Askari H16"),
    "a way that is too long": ("march", "march_by", way((900, 2000)), "too_far", "Askari 7"),
    "a way of a thousand million": ("march", "march_by", way((900, 10**9)), "out_of_range", "Askari 7"),
    "a facing of less than nothing": ("march", "march_by", way((900, 310), facing=-5), "out_of_range", "Askari 7"),
    "so many ranks": ("march", "march_by", way((900, 310), ranks=99), "ranks", "Askari X26, H9"),
    "a shot at what one does not see": (
        "shoot",
        "shoot",
        {**SHOT, "unit": "west:idle", "target": "east:behind"},
        "no_target",
        "Askari 8.3",
    ),
    "a shot at what is in ambush": ("shoot", "shoot", {**SHOT, "target": "east:ambush"}, "no_target", "Askari 8.3"),
    "a shot at one's own": ("shoot", "shoot", {**SHOT, "target": "west:idle"}, "no_target", "Askari 8.3"),
    "a shot of the enemy's": ("shoot", "shoot", {**SHOT, "unit": "east:spears"}, "not_yours", "Askari 3"),
    "a shot of the dead": ("shoot", "shoot", {**SHOT, "unit": "west:gone"}, "not_yours", "Askari 3"),
    "a shot without an order": ("shoot", "shoot", {**SHOT, "unit": "west:unordered"}, "cannot_fire", "Askari 8"),
    "a second shot": ("shoot", "shoot", {**SHOT, "unit": "west:tired"}, "cannot_fire", "Askari 8"),
    "a shot with a weapon that it has not": (
        "shoot",
        "shoot",
        {**SHOT, "weapon": "bow"},
        "no_such_weapon",
        "Askari 2.4",
    ),
    "a shot with a weapon that nobody knows": (
        "shoot",
        "shoot",
        {**SHOT, "weapon": "laser"},
        "no_such_weapon",
        "Askari 2.4",
    ),
    "a load that it has not": ("shoot", "shoot", {**SHOT, "load": "canister"}, "no_such_ammunition", "Askari 2.5"),
}


def asked(question: str) -> Json:
    """A battle in its fifth turn that asks the first seat that."""
    more = msgspec.structs.replace(PLAIN, key="unordered", name="Unordered")
    field = stage(
        Army(name="W", units=(*OURS, more), people=(LEADER,), aggression=2),
        Army(name="E", units=tuple(THEIRS), people=(LEADER,), aggression=2),
        {**PLACES, "west:unordered": (1150, 300, 0, 1)},
    )
    state = field.state
    state.ground = [
        Piece(id="high_wall-1", kind="high_wall", points=(Point(200, 450), Point(600, 450))),
        Piece(id="wall-1", kind="wall", points=(Point(700, 400), Point(1100, 400))),
    ]
    field.changed_ground()
    field.unit("east:ambush").where, field.unit("east:ambush").fate = "hidden", ""
    for number, figure in enumerate(field.unit("east:ambush").figures):
        figure.at = Point(1500 + 30 * number, 500)
    field.touched()
    field.unit("west:gone").fate = "destroyed"
    field.unit("west:unordered").order = ""
    tired = field.unit("west:tired")
    if question == "shoot":
        state.phase, tired.shots_made = "shooting", 1
    else:
        tired.acted, field.unit("west:idle").order = True, ""
    if question == "march":
        state.going = {"unit": "west:rifles", "length": 400, "rough": False, "kind": "move"}
        field.ask("west", "march", **state.going)
    else:
        field.ask("west", question)
    return encoded(state)


def action(name: str) -> Action:
    _question, kind, arguments, _code, _rule = CASES[name]
    return Action(kind=kind, arguments=arguments)
