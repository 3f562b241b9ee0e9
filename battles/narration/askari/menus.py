"""What may be done at Askari, what is asked for it, and what stands on the board and in the lists beside it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battles.narration.askari import readings, words
from battles.narration.askari.telling import KEY
from battles.narration.menus import register_words

DO: Mapping[str, Promise] = {
    "split": _("Divide the army"),
    "deploy": _("Deploy"),
    "deploy_at": _("Deploy elsewhere"),
    "hide": _("Lay the ambush"),
    "place": _("Enter the table"),
    "place_at": _("Enter elsewhere"),
    "reinforce": _("Call reinforcements"),
    "assign": _("Give the orders"),
    "extra": _("Give an extra order"),
    "move": _("Move"),
    "break_off": _("Break off the fight"),
    "follow": _("Follow its unit"),
    "charge": _("Charge"),
    "mount": _("Mount"),
    "dismount": _("Dismount"),
    "limber": _("Limber up"),
    "unlimber": _("Unlimber"),
    "aim": _("Aim"),
    "unjam": _("Clear the jam"),
    "face": _("Turn"),
    "hardened": _("Cross rough ground as if it were open"),
    "reveal": _("Spring the ambush"),
    "march": _("Go there"),
    "march_by": _("Go another way"),
    "halt": _("Stay here"),
    "react": _("Fire at the charge?"),
    "shoot": _("Shoot"),
    "curse": _("Curse"),
    "burn": _("Set fire to the village"),
    "spread": _("Say who is hit"),
    "carry": _("Carry the wounded off"),
    "fight": _("Fight"),
    "principal": _("Name who leads the fight"),
    "step": _("Step up?"),
    "test": _("Test courage"),
    "rally": _("Rally"),
    "herd": _("Put the animals there"),
    "herd_at": _("Put the animals elsewhere"),
    "stray": _("Where do they go?"),
    "done": _("Nothing more"),
    "concede": _("Concede"),
}
HINTS: Mapping[str, Promise] = {
    "move": _("The dice say how far; then you choose where."),
    "charge": _("The dice say how far; the enemy may fire first."),
    "aim": _("Its next shots hit more easily."),
    "face": _("On the spot."),
    "hardened": _("Your commander knows how: once in the battle."),
    "reveal": _("It shows itself."),
    "unjam": _("A die decides."),
    "break_off": _("It leaves the fight, and owes a courage test."),
}
ASK: Mapping[str, Promise] = {
    "unit": _("Which unit?"),
    "target": _("At whom?"),
    "weapon": _("With what?"),
    "load": _("Loaded with?"),
    "rough": _("Over what ground?"),
    "throws": _("Does it throw first?"),
    "facing": _("Which way does it face?"),
    "spot": _("Where?"),
    "plan": _("Where to?"),
    "points": _("The way, point by point"),
    "x": _("From the western edge (mm)"),
    "y": _("From the southern edge (mm)"),
    "ranks": _("Ranks"),
    "loose": _("Formation"),
    "alone": _("Who does not go with it"),
    "units": _("Units"),
    "hidden": _("In ambush"),
    "reserve": _("In reserve"),
    "joins": _("The leader joins"),
    "springs": _("An enemy so near springs it (mm; 0: it holds)"),
    "order": _("Whose order, and to whom?"),
    "yes": _("Your answer"),
    "figures": _("Which figures?"),
    "number": _("How many?"),
    "group": _("Which fight?"),
    "figure": _("Which figure?"),
    "cancel": _("What spares it a test?"),
    "hold": _("Who holds his fire?"),
    "way": _("Which way?"),
}
OPTIONS: Mapping[str, Promise] = {
    "readings": _("How the rules are read"),
    "turns": _("Turns"),
    "poor_light": _("Poor light"),
    "seed": _("A word that lays the table"),
    "points": _("Points a side"),
    "animals": _("Animals"),
}
ABOUT: Mapping[str, Promise] = {
    "unit": _("Unit"),
    "length": _("Up to"),
    "rough": _("Ground"),
    "orders": _("Orders to give"),
    "charger": _("Charged by"),
    "hits": _("Hits"),
    "most": _("At most"),
    "number": _("How many"),
    "figure": _("Figure"),
}
NO_WORDS: Mapping[str, str] = {"kind": ""}
ROUGH = {"yes": _("across rough ground, with fewer dice"), "no": _("over flat ground only, with all its dice")}
THROWS = {"yes": _("throws as it charges"), "no": _("does not throw")}
LOOSE = {"true": _("loose"), "yes": _("loose"), "no": _("close")}
NOTHING = {"none": _("nobody")}
WAYS: Mapping[str, Promise] = {
    "straight": _("straight away"),
    "left": _("away, to the left"),
    "right": _("away, to the right"),
    "far_left": _("away, far to the left"),
    "far_right": _("away, far to the right"),
}
MARKS: Mapping[str, Promise] = {
    "order": _("has an order"),
    "acted": _("has acted"),
    "failed": _("failed a test"),
    "prone": _("prone"),
    "aimed": _("has aimed"),
    "jammed": _("jammed"),
    "disabled": _("out of action"),
    "hidden": _("in ambush"),
}
WHERE: Mapping[str, Promise] = {
    "waiting": _("not yet on the table"),
    "reserve": _("in reserve"),
    "hidden": _("in ambush"),
    "unseen": _("not on the table: in reserve, in ambush, or still to come"),
    "off": _("gone"),
    "destroyed": _("destroyed"),
    "routed": _("fled"),
    "captured": _("captured"),
    "left": _("left the table"),
}
VALUES: Mapping[str, Promise] = {
    "shooting": _("shooting"),
    "melee": _("melee"),
    "courage": _("courage"),
    "save": _("save"),
}
REACH: Mapping[str, Promise] = {"normal_range": _("normal range"), "longest_range": _("longest range")}
SEATS: Mapping[str, Promise] = {"first": _("First side"), "second": _("Second side")}
ODDS: Mapping[str, Promise] = {
    "shot": _("Shots"),
    "shell": _("Shell"),
    "move": _("Move"),
    "charge": _("Charge"),
    "courage": _("Courage"),
    "stays": _("That it stays on the field"),
    "curse": _("Curse"),
    "fight": _("That the enemy falls"),
    "falls": _("That yours falls"),
    "melee": _("Melee"),
}
SPECIAL: Mapping[str, Promise] = {
    "case": _("How it ended"),
    "scores": _("Scores"),
    "trophies": _("Trophies of the hunt"),
    "turns": _("Turns played"),
    "village_destroyed": _("The village burned"),
}
CASES: Mapping[str, Promise] = {
    "one_broken": _("one army broke"),
    "both_broken": _("both armies broke"),
    "turn_limit": _("the last turn was played"),
    "conceded": _("one side conceded"),
    "baggage": _("the baggage was lost"),
}
PHASES: Mapping[str, Promise] = {
    **words.PHASES,
    "split": _("Before the battle"),
    "edges": _("Before the battle"),
    "deploy": _("Deployment"),
    "hide": _("Ambushes"),
    "extra_orders": _("Extra orders"),
}
FATES: Mapping[str, Promise] = {"felled": _("fell"), "fled": _("fled"), "captured": _("was captured")}
LOST: Mapping[str, Promise] = {"destroyed": _("fallen:"), "routed": _("fled:"), "captured": _("captured:")}

for _group, _words in (
    ("do", DO),
    ("hint", HINTS),
    ("ask", ASK),
    ("about", ABOUT),
    ("about", NO_WORDS),
    ("rough", ROUGH),
    ("throws", THROWS),
    ("loose", LOOSE),
    ("joins", NOTHING),
    ("way", WAYS),
    ("cancel", {**words.SOURCES, "none": _("nothing")}),
    ("order", words.SOURCES),
    ("mark", MARKS),
    ("where", WHERE),
    ("value", VALUES),
    ("reach", REACH),
    ("seat", SEATS),
    ("odds", ODDS),
    ("special", SPECIAL),
    ("case", CASES),
    ("phase", PHASES),
    ("fate", FATES),
    ("lost", LOST),
    ("weapon", words.WEAPONS),
    ("load", words.AMMUNITION),
    ("rule", words.RULES),
    ("quality", words.QUALITIES),
    ("ground", {**words.TERRAIN, "objective": _("objective")}),
    ("scenario", words.SCENARIOS),
    ("scenario_hint", words.SCENARIO_HINTS),
    ("unit", words.UNITS),
    ("list", words.LISTS),
    ("modifier", {**words.MODIFIERS, "base": _("shooting value")}),
    ("option", {**OPTIONS, **readings.QUESTIONS}),
    ("animals", words.ANIMALS),
):
    register_words(KEY, _group, _words)
for (_reading, _value), _text in readings.ANSWERS.items():
    register_words(KEY, _reading, {_value: _text})
