"""What the things of AWAM are called: figures, weapons, gaits, ground, marks, scenarios, aims."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

KINDS: Mapping[str, Promise] = {
    "head": _("head of the expedition"),
    "head_irregular": _("head of the expedition"),
    "head_marksman": _("head of the expedition"),
    "head_warrior": _("war chief"),
    "askari": _("askari"),
    "soldier": _("soldier"),
    "trooper": _("trooper"),
    "horseman": _("horseman"),
    "rifleman": _("rifleman"),
    "swordsman": _("rifleman with a sword"),
    "musketeer": _("musketeer"),
    "guard": _("guard"),
    "warrior": _("warrior"),
    "dervish": _("dervish"),
    "dervish_gunner": _("dervish with a musket"),
    "lancer": _("lancer"),
    "adventurer": _("adventurer"),
    "scout": _("scout"),
    "adviser": _("foreign adviser"),
    "gunner": _("gunner"),
    "gunner_revolver": _("gunner"),
    "porter": _("porter"),
}
SQUADS: Mapping[str, Promise] = {
    "head": _("the head's men"),
    "head_irregular": _("the head's men"),
    "head_marksman": _("the head's men"),
    "head_warrior": _("the chief's men"),
    "askari": pgettext_lazy("many men", "askari"),
    "rifleman": _("riflemen"),
    "swordsman": _("riflemen with swords"),
    "musketeer": _("musketeers"),
    "guard": _("guards"),
    "warrior": _("warriors"),
    "dervish": _("dervishes"),
    "dervish_gunner": _("dervishes with muskets"),
    "lancer": _("lancers"),
    "adventurer": _("adventurers"),
    "scout": _("scouts"),
    "adviser": _("foreign advisers"),
    "gunner": _("gun crew"),
    "gunner_revolver": _("gun crew"),
    "porter": _("porters"),
}
"""What a squad of such men is called."""
WAYS: Mapping[tuple[str, str], Promise] = {
    ("first", "a"): _("all by boat down the Nile, from the south edge"),
    ("first", "b"): _("squad 1 by boat; squad 2 on foot along the west bank, from the south edge"),
    ("second", "a"): _("all aboard the steamer, up the Nile from the north edge"),
    ("second", "b"): _("squads 1 and 3 aboard the steamer; squad 2 on foot along the west bank, from the north edge"),
    ("third", "a"): _("from the east edge, upstream of the fort"),
    ("third", "b"): _("from the east edge, opposite the fort"),
    ("fourth", "a"): _("from the west edge, at its south end"),
    ("fourth", "b"): _("from the south edge, on the west bank"),
    ("fifth", "a"): _("from the west edge, at its north end"),
    ("fifth", "b"): _("from the north edge, on the west bank"),
}
"""How an expedition comes to Fashoda (AWAM 12.2)."""
WEAPONS: Mapping[str, Promise] = {
    "muzzle_smoothbore": _("smoothbore musket"),
    "muzzle_rifle": _("muzzle-loading rifle"),
    "breech_rifle": _("breech-loading rifle"),
    "breech_carbine": _("breech-loading carbine"),
    "double_gun": _("double-barrelled gun"),
    "magazine_rifle": _("magazine rifle"),
    "magazine_carbine": _("magazine carbine"),
    "pistol": _("pistol"),
    "revolver": _("revolver"),
    "javelin": _("javelin"),
    "spear": _("spear"),
    "uisa": _("uisa"),
    "knife": _("knife"),
    "stone": _("stone"),
    "sabre": _("sabre"),
    "sword": _("sword"),
    "assegai": _("assegai"),
    "bayonet": _("bayonet"),
    "lance": _("lance"),
    "machine_gun": _("machine gun"),
    "cannon": _("cannon"),
}
GAITS: Mapping[str, Promise] = {
    "crawl": _("crawls"),
    "walk": _("walks"),
    "run": _("runs"),
    "ride": _("rides at a walk"),
    "trot": _("trots"),
    "gallop": _("gallops"),
    "swim": _("swims"),
}
"""What he does."""
PACES: Mapping[str, Promise] = {
    "crawl": _("crawl"),
    "walk": _("walk"),
    "run": _("run"),
    "ride": _("at a walk, mounted"),
    "trot": _("trot"),
    "gallop": _("gallop"),
    "swim": _("swim"),
}
GROUND: Mapping[str, Promise] = {
    "bush": _("bush"),
    "reeds": _("reeds"),
    "crops": _("crops"),
    "tree": _("tree"),
    "rock": _("rock"),
    "marsh": _("marsh"),
    "shallow": _("shallow water"),
    "steep": _("steep slope"),
    "fence": _("fence"),
    "hedge": _("hedge"),
    "low_wall": _("low wall"),
    "bank": _("bank"),
    "high_wall": _("high wall"),
    "building": _("building"),
    "hut": _("hut"),
    "rubble": _("rubble"),
    "river": _("river"),
    "well": _("well"),
    "staff": _("flagstaff"),
}
COVER: Mapping[str, Promise] = {"light": _("light cover"), "heavy": _("heavy cover")}
MARKS: Mapping[str, Promise] = {
    "blue": _("blue: tests its morale before it acts"),
    "red": _("red: wounded"),
    "yellow": _("yellow: has run"),
    "green": _("green: blade drawn"),
    "brown": _("brown: not loaded"),
    "missile_low": _("javelin thrown"),
    "no_missile": _("no missile left"),
    "prone": _("lies prone"),
    "broken": _("broken: runs"),
    "prisoner": _("prisoner"),
    "hidden": _("hidden"),
    "fired": _("has fired"),
    "jammed": _("jammed"),
    "damaged": _("damaged"),
}
HARMS: Mapping[str, Promise] = {
    "whole": _("whole"),
    "damaged": _("damaged"),
    "jammed": _("jammed"),
    "wrecked": _("wrecked"),
    "holed": _("holed: it sinks at the end of the next turn"),
}
WHERE: Mapping[str, Promise] = {
    "coming": _("still to come"),
    "dead": _("dead"),
    "fled": _("fled"),
    "exited": _("left the table, safe"),
    "held": _("taken away as a prisoner"),
    "out": _("gone"),
}
CLASSES: Mapping[str, Promise] = {
    "regular": _("regular"),
    "irregular": _("irregular"),
    "marksman": _("marksman"),
}
ROLES: Mapping[str, Promise] = {
    "leader": _("leader"),
    "head": _("head of the expedition"),
    "porter": _("porter"),
    "gunner": _("gunner"),
}
SEATS: Mapping[str, Promise] = {
    "first": _("First side"),
    "second": _("Second side"),
    "third": _("Third side"),
    "fourth": _("Fourth side"),
    "fifth": _("Fifth side"),
}
GROUPS: Mapping[str, Promise] = {"dervishes": _("the dervishes"), "shilluk": _("the Shilluk")}
SAID: Mapping[str, Promise] = {
    "first": pgettext_lazy("in a sentence", "the first side"),
    "second": pgettext_lazy("in a sentence", "the second side"),
    "third": pgettext_lazy("in a sentence", "the third side"),
    "fourth": pgettext_lazy("in a sentence", "the fourth side"),
    "fifth": pgettext_lazy("in a sentence", "the fifth side"),
    "dervishes": pgettext_lazy("in a sentence", "the dervish band"),
    "shilluk": pgettext_lazy("in a sentence", "the Shilluk band"),
}
"""Sides and groups inside a sentence: each with its article, and one of its kind, as the verbs beside it are."""
SCENARIOS: Mapping[str, Promise] = {
    "well": _("Two columns, one well"),
    "ivory": _("The ivory road"),
    "meeting": _("A chance meeting"),
    "fashoda": _("The Fashoda incident"),
}
SCENARIO_HINTS: Mapping[str, Promise] = {
    "well": _("Two equal columns meet at a well: ten figures a side, ten turns. A house scenario."),
    "ivory": _("A caravan with two loads of ivory, and raiders who hide in the bush. A house scenario."),
    "meeting": _(
        "Table and forces from a seed, for two to five; or the forces that you bring. A house default, not tested for balance."
    ),
    "fashoda": _(
        "Two to five expeditions race to a fort on the Nile. At the end of turn 10 count: 5 points for one's own flag alone on the staff (2"
        " beside others), 3 for the treaty with the Shilluk, 2 for a head alive and free, 3 for each rival leader or head held, 4 for the"
        " private aim. Who starts a quarrel loses 3. At the fourth incident the Great War breaks out: flags and treaty count nothing for"
        " the four flagged expeditions, and El Rampin gains 3. He may sign the treaty in another's name: 2 points for him."
        " A house scenario, not tested for balance."
    ),
}
MODIFIERS: Mapping[str, Promise] = {
    "marksman": _("marksman"),
    "irregular": _("irregular"),
    "rested": _("weapon rested"),
    "mounted": _("mounted"),
    "wounded": _("wounded"),
    "yellow": _("has run"),
    "moving_boat": _("aboard a boat that moved"),
    "big_target": _("big target"),
    "target_ran": _("target ran"),
    "target_galloped": _("target galloped"),
    "cover": _("cover"),
    "unaimed": _("not aimed"),
    "after_reload": _("just reloaded"),
    "next_shot": _("next shot of a repeater"),
    "thrown_moving": _("thrown on the move"),
    "attackers": _("attackers"),
    "leader_near": _("leader near"),
    "heavy_cover": _("heavy cover"),
    "alone": _("no friend near"),
    "leaderless": _("squad without a leader"),
    "steady": _("steady"),
    "impetus": _("came at speed"),
    "above": _("over a wall"),
    "shield": _("shield"),
    "more": _("alone against several"),
    "prone": _("prone"),
    "behind": _("from behind"),
    "blue": _("shaken"),
    "leader": _("leader"),
    "arm": _("an old wound in the arm"),
    "sun": _("an old sunstroke"),
    "eye": _("half blind"),
    "front_rank": _("man of the front rank"),
    "legend": _("a legend"),
    "renowned": _("known to every man"),
    "respected": _("a respected leader near"),
    "building": _("a building"),
    "close": _("near"),
}
AIMS: Mapping[tuple[str, str], Promise] = {
    ("first", "a"): _("a boat of yours afloat at the end"),
    ("first", "b"): _("no British flag on the staff at the end"),
    ("first", "c"): _("the captain inside the fort at the end"),
    ("second", "a"): _("no French flag on the staff at the end"),
    ("second", "b"): _("the steamer afloat within 20 cm of the fort at the end"),
    ("second", "c"): _("no quarrel started by you"),
    ("third", "a"): _("a flag planted on each bank"),
    ("third", "b"): _("the adviser inside the fort at the end"),
    ("third", "c"): _("at least one prisoner at the end"),
    ("fourth", "a"): _("the cannon, not wrecked, within 20 cm of the fort at the end"),
    ("fourth", "b"): _("nobody else has the treaty at the end"),
    ("fourth", "c"): _("six of your figures inside the fort at the end"),
    ("fifth", "a"): _("the box off the table by the west or north edge"),
    ("fifth", "b"): _("three incidents or more"),
    ("fifth", "c"): _("two or more flags on the staff at the end"),
}
STANDINGS: Mapping[str, Promise] = {
    "incidents": _("Incidents: %(number)s of four"),
    "flag": _("Flag on the staff: %(seat)s"),
    "treaty": _("Treaty with the Shilluk: %(seat)s"),
    "points": _("Points that all may know: %(rows)s"),
}
"""How the race to Fashoda stands."""
EVENTS: Mapping[int, Promise] = {
    1: _("a hippo rises by the reeds"),
    2: _("mist lies on the river: nobody sees farther than 30 cm this turn"),
    3: _("porters and pack animals of one side are stubborn"),
    4: _("an envoy of the Shilluk comes"),
    5: _("a runner brings a dispatch"),
    6: _("drums: African warriors are steadier this turn"),
}


THINGS: Mapping[str, Promise] = {
    "machine_gun": _("machine gun"),
    "cannon": _("cannon"),
    "boat": _("boat"),
    "raft": _("raft"),
    "dhow": _("dervish steamer"),
    "steamer": _("steamer"),
    "ivory": _("load of ivory"),
    "pack": _("pack animal"),
    "mule": _("mule"),
}

BY: Mapping[str, Promise] = {
    "row": _("by the scenario"),
    "losses": _("by losses"),
    "points": _("by points"),
    "concession": _("one side gave up"),
    "ruling": _("the umpire ended it"),
}
"""By what a game was decided."""


def called(group: Mapping[str, Promise], key: str) -> str:
    """The word for a key; one that nobody named is shown as it is."""
    found = group.get(key)
    return str(found) if found is not None else key.replace("_", " ")
