"""What may be done at Montjoie, what is asked for it, and what stands on the board and in the lists beside it."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from battles.narration.menus import register_words
from battles.narration.montjoie import readings, words
from battles.narration.montjoie.telling import KEY

COLUMNS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")


def _ways() -> Mapping[str, Any]:
    """The steps of a rider's own way, in words: what the horse does, and which way."""
    one = format_lazy
    found: dict[str, Any] = {}
    for side, where in words.DIRECTIONS.items():
        found[f"ride:{side}"] = one("{what}: {where}", what=_("ride on"), where=where)
        found[f"back:{side}"] = one("{what}: {where}", what=_("back the horse"), where=where)
        found[f"pivot:{side}"] = one("{what}: {where}", what=_("turn on the spot"), where=where)
        for other, beyond in words.DIRECTIONS.items():
            found[f"leap_wall:{side}:{other}"] = one(
                "{what}: {where}, {beyond}", what=_("leap the wall"), where=where, beyond=beyond
            )
    return found


RIDES = _ways()

DO: Mapping[str, Promise] = {
    "bombard": _("Bombard"),
    "pass": _("Nothing more"),
    "concede": _("Concede"),
    "dig": _("Dig the mine"),
    "build_shed": _("Build a shed"),
    "move_shed": _("Move the shed"),
    "fire_props": _("Fire the props"),
    "countermine": _("Dig a countermine"),
    "fill_mine": _("Fill the mine"),
    "mine_attack": _("Attack underground"),
    "withdraw": _("Withdraw"),
    "wait": _("Wait a day"),
    "assault": _("Assault"),
    "place": _("Set up"),
    "place_rest": _("Set up the rest as usual"),
    "unplace": _("Take off again"),
    "place_marker": _("Fill the moat"),
    "end_deploy": _("Everybody is set up"),
    "set_loader": _("Name a loader"),
    "set_orders": _("Standing orders for fire"),
    "set_refusal": _("Standing orders for refusing"),
    "shoot": _("Shoot"),
    "throw_rock": _("Throw a rock"),
    "pour_oil": _("Pour oil"),
    "fire_arrow": _("Fire arrow"),
    "end_phase": _("End the phase"),
    "step": _("Step"),
    "go": _("Go"),
    "path": _("Go by a way"),
    "ride": _("Ride on"),
    "back": _("Back the horse"),
    "pivot": _("Turn on the spot"),
    "leap_wall": _("Leap the wall"),
    "kneel": _("Kneel"),
    "rise": _("Rise"),
    "mount": _("Mount"),
    "dismount": _("Dismount"),
    "declare_hamstring": _("Steal up on a horse"),
    "take": _("Pick up"),
    "leave": _("Put down"),
    "exit": _("Leave the map"),
    "end_move": _("End the move"),
    "climb_tree": _("Climb the tree"),
    "crown_step": _("Through the crown"),
    "tree_leap": _("Leap to the next tree"),
    "trunk_down": _("Down the trunk"),
    "jump": _("Jump down"),
    "jump_horse": _("Jump on the horse"),
    "jump_attack": _("Jump on an enemy"),
    "ladder": _("Ladder"),
    "raise_ladder": _("Raise the ladder"),
    "throw_grapnel": _("Throw the grapnel"),
    "rope": _("Rope"),
    "cross_top": _("Over the edge"),
    "drop_rope": _("Drop the rope"),
    "board": _("Board the wagon"),
    "alight": _("Get off the wagon"),
    "bed_step": _("Along the wagon"),
    "drive": _("Drive"),
    "drive_off": _("Drive off the map"),
    "hamstring": _("Cut"),
    "waive": _("Let it be"),
    "resolve_jump": _("Attack after the jump"),
    "attack": _("Attack"),
    "capture": _("Take captive"),
    "cut_rope": _("Cut the rope"),
    "push_ladder": _("Push the ladder"),
    "refuse": _("Refuse combat"),
    "stand": _("Stand"),
    "retreat": _("Go back"),
    "put": _("Put down there"),
    "pick": _("This one"),
    "advance": _("Advance"),
    "no_advance": _("Stay"),
    "def_shoot": _("Defensive shot"),
    "def_rock": _("Throw a rock at the mover"),
    "def_oil": _("Pour oil on the mover"),
    "let_go": _("Let it pass"),
}
ASK: Mapping[str, Promise] = {
    "fig": _("Who?"),
    "figs": _("Who attacks?"),
    "to": _("Where to?"),
    "target": _("At whom?"),
    "weapon": _("With what?"),
    "hex": _("Which hex?"),
    "hexes": _("Which hexes?"),
    "engines": _("Which engines?"),
    "men": _("Who works?"),
    "count": _("How many hexes?"),
    "face": _("Facing which way?"),
    "kneel": _("Kneeling?"),
    "marker": _("What?"),
    "shooter": _("For whom?"),
    "order": _("What order?"),
    "barrel": _("Which barrel?"),
    "feature": _("At what?"),
    "dir": _("Which way?"),
    "dir1": _("First which way?"),
    "dir2": _("Then which way?"),
    "horse": _("Which horse?"),
    "rider": _("Which rider?"),
    "thing": _("What?"),
    "edge": _("By which edge?"),
    "wall": _("Which wall hex?"),
    "rope": _("Which one?"),
    "wagon": _("Which wagon?"),
    "path": _("Which way?"),
}
NOBODY = {"none": _("nobody")}

for _group, _words in (
    ("do", DO),
    ("ask", ASK),
    ("mark", {**words.MARKS, **{f"on_{key}": text for key, text in words.LAYERS.items()}}),
    ("where", words.WHERE),
    ("value", words.VALUES),
    ("class", words.CLASSES),
    ("unit", words.CLASSES),
    ("engines", words.ENGINES),
    ("value", {f"class.{key}": text for key, text in words.CLASSES.items()}),
    ("value", {f"weapon.{key}": text for key, text in words.WEAPONS.items()}),
    ("value", {f"gear.{key}": text for key, text in words.THINGS.items()}),
    ("value", {f"mark.{key}": text for key, text in words.MARKS.items()}),
    ("value", {f"mark.on_{key}": text for key, text in words.LAYERS.items()}),
    ("reach", words.REACH),
    ("seat", words.SEATS),
    ("phase", words.PHASES),
    ("weapon", words.WEAPONS),
    ("thing", words.THINGS),
    ("marker", words.THINGS),
    ("feature", words.THINGS),
    ("ground", {**words.TERRAIN, **words.THINGS}),
    ("scenario", words.SCENARIOS),
    ("scenario_hint", words.SCENARIO_HINTS),
    ("map", words.MAPS),
    ("modules_off", words.MODULES),
    ("weather", words.WEATHER),
    ("option", {**words.OPTIONS, **readings.QUESTIONS}),
    ("order", words.ORDERS),
    ("fig", words.NOTHING),
    ("shooter", NOBODY),
    ("edge", words.EDGES),
    ("dir", words.DIRECTIONS),
    ("dir1", words.DIRECTIONS),
    ("dir2", words.DIRECTIONS),
    ("face", words.DIRECTIONS),
    ("gear", words.THINGS),
    ("odds", words.ODDS),
    ("special", words.SPECIAL),
    ("by", words.DECIDED),
    ("fate", words.FATES),
    ("modifier", words.MODIFIERS),
    ("modifier", {f"column.{key}": format_lazy("{odds} {column}", odds=_("odds"), column=key) for key in COLUMNS}),
    ("path", RIDES),
    ("to", RIDES),
    ("place", words.LAYERS),
    ("about", {"fig": _("Figure")}),
    ("modifier", {f"cover.{key}": text for key, text in words.COVERS.items()}),
    ("modifier", {f"weather.{key}": text for key, text in words.WEATHER.items()}),
):
    register_words(KEY, _group, _words)
for (_reading, _value), _answer in readings.ANSWERS.items():
    register_words(KEY, _reading, {_value: _answer})
