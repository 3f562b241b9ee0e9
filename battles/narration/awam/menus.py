"""What may be done at AWAM, what is asked for it, and what stands on the table and in the lists beside it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battles.narration.awam import readings, words
from battles.narration.awam.telling import KEY
from battles.narration.core import register_prompt
from battles.narration.menus import register_words

PROMPTS: Mapping[str, Promise] = {
    "entry": _("Before the first turn: your secret choice."),
    "hide": _("Before the first turn: where your hidden figures lie. No other player will see it."),
    "pick": _("Your card: which squad acts?"),
    "orders": _("Your squad acts: give your orders."),
    "instruct": _("You may change your standing instructions, or give up."),
    "umpire": _("You may rule."),
}
for _prompt, _text in PROMPTS.items():
    register_prompt(KEY, _prompt, _text)

DO: Mapping[str, Promise] = {
    "enter": _("Come on"),
    "hide": _("Lay the ambush"),
    "pick": _("Activate a squad"),
    "move": _("Move"),
    "charge": _("Charge"),
    "throw": _("Throw"),
    "throw_moving": _("Throw on the move"),
    "lie": _("Lie down"),
    "stand": _("Stand up"),
    "to_cover": _("To the nearest cover"),
    "away": _("Move away from the enemy"),
    "carry_on": _("Carry on"),
    "break_off": _("Break off the fight"),
    "mount": _("Mount"),
    "dismount": _("Dismount"),
    "fire": _("Fire"),
    "reload": _("Reload"),
    "burst": _("Fire a burst"),
    "shell": _("Fire the cannon"),
    "repair": _("Mend the gun"),
    "load_gun": _("Load the gun"),
    "attack": _("Attack"),
    "change_weapon": _("Change weapon"),
    "draw_blade": _("Draw the blade, fix the bayonet"),
    "board": _("Go aboard"),
    "land": _("Go ashore"),
    "sail": _("Sail"),
    "lead": _("Lead an animal"),
    "push": _("Move the gun by hand"),
    "pack": _("Pack the gun"),
    "unpack": _("Unpack the gun"),
    "man": _("Join the crew"),
    "hand_over": _("Hand the prisoner over"),
    "special": _("Do something of the scenario"),
    "rally": _("Stop a runaway"),
    "join": _("Join two reduced squads"),
    "declare": _("Declare war or peace"),
    "drill": _("Let the program play this squad"),
    "done": _("Nothing more"),
    "instruct": _("Standing instructions"),
    "concede": _("Give up"),
    "event": _("Choose the next event"),
    "hand_card": _("Add a card"),
    "message": _("Send a message"),
    "place": _("Place a figure"),
    "mark": _("Marker on or off"),
    "wound": _("Wounds"),
    "back": _("Bring a figure back"),
    "take_off": _("Take a figure off"),
    "rounds": _("Rounds and reload points of a figure"),
    "gun_rounds": _("Rounds and reload points of a gun"),
    "damage": _("Damage of a gun, boat or building"),
    "flag": _("A flag on the staff"),
    "treaty": _("Who has the treaty"),
    "set_word": _("War or peace between two"),
    "give_points": _("Points of a side"),
    "end_turn": _("End the turn"),
    "end_game": _("End the game"),
}
HINTS: Mapping[str, Promise] = {
    "fire": _("Firing takes the whole turn. Aimed fire needs an order."),
    "reload": _("A die adds points until the weapon is loaded."),
    "charge": _("Tap the way; the last point is put beside the enemy."),
    "drill": _("It gives all orders by a simple drill."),
    "break_off": _("A die decides; then he walks out of contact."),
    "done": _("Orders that are left are lost."),
    "hide": _(
        "Each may lie elsewhere in his piece of ground: tap him, then the place. Hand it in when all lie as you like."
    ),
}
ASK: Mapping[str, Promise] = {
    "fig": _("Who?"),
    "squad": _("Which squad?"),
    "gait": _("How?"),
    "path": _("The way, point by point"),
    "target": _("At whom?"),
    "missile": _("What is thrown?"),
    "missile_target": _("Thrown at whom?"),
    "at": _("After which point of the way?"),
    "shots": _("How many shots?"),
    "aimed": _("Aimed?"),
    "row": _("How is it loaded?"),
    "then": _("If it is loaded: fire at once at whom?"),
    "weapon": _("Which weapon?"),
    "gun": _("Which gun?"),
    "boat": _("Which boat?"),
    "animal": _("Which animal?"),
    "horse": _("Which horse?"),
    "verb": _("What?"),
    "thing": _("With what?"),
    "seat": _("Which side?"),
    "word": _("War or peace?"),
    "way": _("Which way?"),
    "places": _("Where do they lie?"),
    "fire_at_attackers": _("Fire at who attacks?"),
    "prisoners": _("Take prisoners?"),
    "x": _("Across (mm)"),
    "y": _("Up (mm)"),
    "reason": _("Why?"),
    "number": _("Which event?"),
    "group": _("Which group?"),
    "seats": _("To whom?"),
    "shown_to": _("Who may read why? (nobody named: everybody)"),
    "text": _("Message"),
    "mark": _("Which marker?"),
    "on": _("On or off?"),
    "wounds": _("How many wounds?"),
    "fate": _("What became of him?"),
    "rounds": _("How many rounds?"),
    "one": _("Between whom?"),
    "other": _("And whom?"),
    "points": _("Points"),
    "loaded": _("Loaded?"),
    "harm": _("In which state is it?"),
    "up": _("Does it fly?"),
}
PAYS: Mapping[str, Promise] = {
    "own": _("his own action"),
    "free": _("takes no order"),
    "order": _("takes an order"),
    "command": _("takes an order; he may still act"),
}
AIMED = {"true": _("aimed"), "yes": _("aimed"), "false": _("not aimed"), "no": _("not aimed")}
ROWS = {"full": _("full"), "slip": _("one round slipped in")}
WORDS = {"war": _("war"), "peace": _("peace")}
PRISONERS = {"leaders": _("leaders only"), "all": _("everybody"), "none": _("nobody")}
VERBS = {
    "hoist": _("hoist the flag"),
    "haul": _("haul a flag down"),
    "treaty": _("ask for the treaty"),
    "plant": _("plant a flag"),
    "pull": _("pull a flag up"),
    "dig": _("dig"),
    "take": _("take what lies here"),
}
WAYS = {f"{seat}.{way}": told for (seat, way), told in words.WAYS.items()}
ABOUT: Mapping[str, Promise] = {
    "owner": _("For"),
    "left": _("Orders left"),
    "orders": _("Orders of the die"),
}
PHASES: Mapping[str, Promise] = {
    "entry": _("Before the first turn"),
    "pick": _("A card is drawn"),
    "orders": _("A squad acts"),
    "over": _("The game is over"),
}
OPTIONS: Mapping[str, Promise] = {
    "readings": _("How the rules are read"),
    "umpire": _("An umpire plays no side and sees everything"),
    "seed": _("A word that lays the table"),
    "points": _("Points a side"),
}
SPECIAL: Mapping[str, Promise] = {
    "by": _("How it ended"),
    "rank": _("Rank"),
    "points": _("Points"),
    "lost": _("Strength lost"),
}
ODDS: Mapping[str, Promise] = {
    "shot": _("Shot"),
    "throw": _("Throw"),
    "burst": _("Burst"),
    "shell": _("Shell"),
    "reload": _("That it is loaded"),
    "fight": _("That the enemy is wounded or falls"),
    "falls": _("That yours is wounded or falls"),
    "morale": _("That he does it: morale"),
    "break_off": _("That he gets away"),
    "repair": _("That it is mended"),
}
FATES: Mapping[str, Promise] = {
    "felled": _("fell"),
    "fled": _("fled"),
    "captured": _("was captured"),
    "dead": _("dead"),
    "exited": _("left the table, safe"),
}
LOST: Mapping[str, Promise] = {"destroyed": _("fallen:"), "routed": _("fled:"), "captured": _("captured:")}
VALUES: Mapping[str, Promise] = {"reload": _("reload points")}

for _group, _words in (
    ("do", DO),
    ("hint", HINTS),
    ("ask", ASK),
    ("about", ABOUT),
    ("aimed", AIMED),
    ("pays", PAYS),
    ("row", ROWS),
    ("word", WORDS),
    ("prisoners", PRISONERS),
    ("verb", VERBS),
    ("way", WAYS),
    ("gait", words.PACES),
    ("mark", words.MARKS),
    ("where", words.WHERE),
    ("class", words.CLASSES),
    ("role", words.ROLES),
    ("value", VALUES),
    ("reach", {"longest_range": _("longest range")}),
    ("seat", {**words.SEATS, **words.GROUPS, "none": _("nobody"), "joker": _("joker")}),
    ("harm", words.HARMS),
    ("places", {"none": _("As they lie")}),
    *((name, {"none": _("nobody")}) for name in ("then", "target", "missile_target")),
    ("missile", {"none": _("nothing")}),
    ("owner", {**words.SEATS, **words.GROUPS}),
    ("one", words.GROUPS),
    ("other", words.GROUPS),
    ("group", words.GROUPS),
    ("special", SPECIAL),
    ("odds", ODDS),
    ("phase", PHASES),
    ("fate", FATES),
    ("lost", LOST),
    ("by", words.BY),
    ("weapon", words.WEAPONS),
    ("ground", words.GROUND),
    ("scenario", words.SCENARIOS),
    ("scenario_hint", words.SCENARIO_HINTS),
    ("squad", words.SQUADS),
    ("unit", {**words.KINDS, **words.THINGS}),
    ("modifier", words.MODIFIERS),
    ("standing", {**words.STANDINGS, **{f"aim_{seat}_{aim}": told for (seat, aim), told in words.AIMS.items()}}),
    ("option", {**OPTIONS, **readings.QUESTIONS}),
):
    register_words(KEY, _group, _words)
for _key in readings.QUESTIONS:
    register_words(KEY, _key, readings.ANSWERS[_key])
