"""What the things of Montjoie are called."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WEATHER: Mapping[str, Promise] = {
    "clear": _("clear"),
    "night": _("night"),
    "fog": _("fog"),
    "rain": _("rain"),
    "snow": _("snow"),
    "storm": _("storm"),
}

DIRECTIONS: Mapping[str, Promise] = {
    "0": _("east"),
    "1": _("north-east"),
    "2": _("north-west"),
    "3": _("west"),
    "4": _("south-west"),
    "5": _("south-east"),
}

EDGES: Mapping[str, Promise] = {
    "north": _("north"),
    "south": _("south"),
    "east": _("east"),
    "west": _("west"),
}

COVERS: Mapping[str, Promise] = {
    "none": _("none"),
    "light": _("light"),
    "medium": _("medium"),
    "heavy": _("heavy"),
    "infinite": _("complete"),
}

RESULTS: Mapping[str, Promise] = {
    "-": _("no effect"),
}

OUTCOMES: Mapping[str, Promise] = {
    "arrives": _("arrives"),
    "lands": _("lands well"),
    "stunned": _("stunned"),
    "wounded": _("wounded"),
    "dead": _("killed"),
    "unharmed": _("unharmed"),
    "saddle": _("in the saddle"),
    "afoot": _("on foot, the horse is lost"),
    "nothing": _("nothing"),
}

LAYERS: Mapping[str, Promise] = {
    "crown": _("in the tree"),
    "roof": _("on the roof"),
    "hoarding": _("on the hoarding"),
    "rope1": _("on the rope"),
    "rope2": _("high on the rope"),
    "ladder1": _("on the ladder"),
    "ladder2": _("high on the ladder"),
    "bed": _("on the wagon"),
    "bridge": _("on the bridge"),
    "mine1": _("in the mine"),
    "mine2": _("deep in the mine"),
}

WEAPONS: Mapping[str, Promise] = {
    "longbow": _("longbow"),
    "composite": _("composite bow"),
    "shortbow": _("short bow"),
    "crossbow": _("crossbow"),
    "sling": _("sling"),
    "javelin": _("javelin"),
    "lance_thrown": _("thrown lance"),
    "axe_thrown": _("thrown axe"),
    "knife_thrown": _("thrown knife"),
    "rock": _("rock"),
}

THINGS: Mapping[str, Promise] = {
    "oil": _("barrel of oil"),
    "rope": _("coil of rope"),
    "ladder": _("ladder"),
    "grapnel": _("grapnel"),
    "fire_arrows": _("fire arrows"),
    "filled_moat": _("filled moat"),
    "wagon": _("wagon"),
    "hoarding": _("hoarding"),
    "body": _("a body"),
}

ENGINES: Mapping[str, Promise] = {
    "mangonel": _("mangonel"),
    "trebuchet": _("trebuchet"),
}

TERRAIN: Mapping[str, Promise] = {
    "clear": _("open ground"),
    "road": _("road"),
    "ford": _("ford"),
    "brush": _("brush"),
    "hedge": _("hedge"),
    "tree": _("tree"),
    "trunk": _("trunk"),
    "palm": _("palm"),
    "shallow": _("shallow water"),
    "deep": _("deep water"),
    "rock": _("rocks"),
    "rough": _("rough ground"),
    "cliff": _("cliff"),
    "well": _("well"),
    "moat": _("moat"),
    "filled_moat": _("filled moat"),
    "rubble": _("rubble"),
    "house": _("house"),
    "house2": _("house of two floors"),
    "wall_walk": _("wall walk"),
    "battlement": _("battlements"),
    "tower_top": _("tower"),
    "stair": _("stairs"),
    "tower_stair": _("tower stairs"),
    "gate_passage": _("gate passage"),
    "castle_wall": _("castle wall"),
    "crown": _("tree crown"),
    "roof": _("flat roof"),
    "mine": _("mine"),
    "low_wall": _("low wall"),
    "wall": _("wall"),
    "door": _("door"),
    "gate_shut": _("shut gate"),
    "gate_open": _("open gate"),
    "arch": _("arch"),
    "parapet": _("parapet"),
    "pile": _("pile of rocks"),
    "shed": _("mining shed"),
    "ram": _("ram"),
    "siege_tower": _("siege tower"),
    "stakes": _("stakes"),
    "fire": _("fire"),
}

CLASSES: Mapping[str, Promise] = {
    "great_knight": _("great knight"),
    "knight": _("knight"),
    "sergeant": _("sergeant"),
    "ghulam": _("ghulam"),
    "horse_archer": _("horse archer"),
    "halberdier": _("halberdier"),
    "billman": _("billman"),
    "axeman": _("axeman"),
    "spearman": _("spearman"),
    "climber": _("climber"),
    "crossbowman": _("crossbowman"),
    "archer": _("archer"),
    "slinger": _("slinger"),
    "javelinman": _("javelin man"),
    "engineer": _("engineer"),
    "peasant": _("peasant"),
    "civilian": _("civilian"),
    "horse": _("horse"),
    "draught_horse": _("draught horse"),
    "ox": _("ox"),
}

MARKS: Mapping[str, Promise] = {
    "wounded": _("wounded"),
    "stunned": _("stunned"),
    "kneeling": _("kneeling"),
    "loader": _("loads a crossbow"),
    "moved": _("has moved"),
    "contact": _("next to an enemy"),
    "owes_jump": _("has jumped on an enemy"),
    "steals_up": _("steals up on a horse"),
}

WHERE: Mapping[str, Promise] = {
    "waiting": _("not yet on the map"),
    "dead": _("killed"),
    "captured": _("captive"),
    "left": _("left the map"),
    "fled": _("fled"),
}

VALUES: Mapping[str, Promise] = {
    "attack": _("attack"),
    "defence": _("defence"),
    "movement": _("movement"),
    "left": _("points left"),
    "armour": _("armour"),
}

REACH: Mapping[str, Promise] = {
    "short_range": _("short range"),
    "long_range": _("long range"),
}

SEATS: Mapping[str, Promise] = {
    "first": _("First side"),
    "second": _("Second side"),
}

PHASES: Mapping[str, Promise] = {
    "prelude": _("Siege"),
    "deploy": _("Deployment"),
    "start": _("Start of the turn"),
    "fire": _("Offensive fire"),
    "move": _("Movement"),
    "hamstring": _("Hamstringing"),
    "combat": _("Combat"),
    "recover": _("Recovery"),
    "end": _("End of the turn"),
}

ORDERS: Mapping[str, Promise] = {
    "ask": _("ask me"),
    "hold": _("never by itself"),
    "never": _("never"),
    "A": _("from result A"),
    "B": _("from result B"),
    "C": _("from result C"),
}

SCENARIOS: Mapping[str, Promise] = {
    "field": _("Two forces on a field"),
    "toll": _("The Toll on the Ash Road"),
    "rearguard": _("The Rearguard at Wadi Rumman"),
    "drywall": _("The Dry Wall of Cardun"),
    "cart": _("The Cart from the Mill"),
    "crossing": _("Ambush at the Ford of Ellwater"),
    "foray": _("The Foray on Ashcombe Mill"),
    "green": _("Meeting at the Crossroads"),
    "keep": _("The Siege of Cardun Keep"),
}

SCENARIO_HINTS: Mapping[str, Promise] = {
    "field": _("Two forces with no other aim than each other, from the two ends of a map. The first side moves first."),
    "toll": _(
        "The first side brings an ox cart along the road and off the eastern edge, in the rain. The second side, outlaws on the ground "
        "and in the trees, has to stop it: it sets up first, and wins if the cart is taken, or has not left by the end."
    ),
    "rearguard": _(
        "The first side, a rearguard behind stakes, defends the well of a desert village; the second comes on horseback from the west and "
        "moves first. Whoever has more sound figures within two hexes of the well at the end has won."
    ),
    "drywall": _(
        "The first side defends a castle; the second besieges it: for some days with engines and mines, decided by both in secret, then by "
        "assault. The besiegers win with two men in the Old Tower, or with five inside the walls at the end."
    ),
    "cart": _(
        "The first side drives an ox cart along the road, in the rain, and wins if it leaves by the eastern edge in time; the "
        "second sets up first, three of it in trees, and wins if the cart is still there at the end."
    ),
    "crossing": _(
        "The first side rides to a ford in the fog and wins with six sound figures about the eastern bank at the end; the "
        "second lies in ambush there, two of it in trees, and wins if too few come over, or the losses of the riders are heavy."
    ),
    "foray": _(
        "The first side raids a mill and wins with more sound figures in its yard at the end; the second, the villagers, "
        "defends it, and wins if the raiders lose three tenths of their points or more."
    ),
    "green": _(
        "The first side comes from the west and moves first, the second from the east. Whoever has more sound figures within "
        "three hexes of the crossroads at the end has won."
    ),
    "keep": _(
        "The first side defends a keep; the second besieges it: for some days with engines and mines, decided by both in "
        "secret, then by assault. The besiegers win with two sound figures in the old tower, or at the end with two inside the "
        "walls or half the garrison lost."
    ),
}

MAPS: Mapping[str, Promise] = {
    "ashcombe": _("Ashcombe Green"),
    "cardun": _("Cardun, the north wall"),
    "rumman": _("Wadi Rumman, the market"),
    "ford": _("The Ford of Ellwater"),
}

MODULES: Mapping[str, Promise] = {
    "weather": _("Weather"),
    "trees": _("Trees"),
    "low_walls": _("Low walls"),
    "rooftops": _("Flat roofs"),
    "wagons": _("Wagons"),
    "stakes": _("Stakes"),
    "loaders": _("Loaders"),
    "hamstring": _("Hamstringing"),
    "kneeling": _("Kneeling"),
    "refuse": _("Refusing combat"),
    "hoardings": _("Hoardings"),
    "rocks": _("Rocks"),
    "mines": _("Mines"),
    "grapnels": _("Grapnels"),
}

OPTIONS: Mapping[str, Promise] = {
    "readings": _("How the rules are read"),
    "modules_off": _("Not played"),
    "turns": _("Turns"),
    "weather": _("Weather"),
    "map": _("Map"),
    "seed": _("A word that lays the ground"),
    "tables": _("Tables"),
    "counters": _("Counters"),
    "points": _("Points a side"),
}

MODIFIERS: Mapping[str, Promise] = {
    "short": _("short range"),
    "medium": _("medium range"),
    "long": _("long range"),
    "armour": _("armour"),
    "wounded": _("the shooter is wounded"),
    "unclear": _("seen, but not clearly"),
    "sun": _("sun in the eyes"),
    "tree": _("from a tree"),
    "moving_wagon": _("from a moving wagon"),
    "die": _("die"),
    "attackers_ground": _("ground of the attackers"),
    "rope": _("on a rope"),
    "weather_target": _("weather on the target"),
    "weather_attackers": _("weather on the attackers"),
    "bad_ground": _("bad ground of the target"),
    "good_ground": _("good ground of the target"),
    "across_wall": _("across a wall"),
}

ODDS: Mapping[str, Promise] = {
    "fight": _("That the enemy gives way"),
    "shot": _("That the shot hits"),
    "jump": _("That he lands well"),
    "leap": _("That the leap succeeds"),
    "jump_horse": _("That he lands in the saddle"),
    "hamstring": _("That nobody sees it"),
    "grapnel_1": _("That the grapnel holds"),
    "cut": _("That the rope is cut"),
    "push_ladder": _("That the ladder falls"),
    "oil": _("That the oil harms"),
    "fire_hoarding": _("That it burns"),
}

SPECIAL: Mapping[str, Promise] = {
    "by": _("Decided by"),
    "turns": _("Turns played"),
    "scores": _("Points taken from the enemy"),
}

DECIDED: Mapping[str, Promise] = {
    "objective": _("what the scenario asks for"),
    "points": _("losses"),
    "conceded": _("giving up"),
}

FATES: Mapping[str, Promise] = {
    "felled": _("fell"),
    "fled": _("fled"),
    "captured": _("was captured"),
}

NOTHING: Mapping[str, Promise] = {
    "everybody": _("everybody"),
}


FIRES: Mapping[str, Promise] = {
    "fire_hoarding": _("fire arrow at a hoarding"),
    "fire_siege_tower": _("fire arrow at a siege tower"),
    "fire_ram": _("fire arrow at a ram"),
    "fire_wagon": _("fire arrow at a wagon"),
    "fire_tent": _("fire arrow at a tent"),
    "fire_thatch": _("fire arrow at thatch"),
    "fire_spread": _("fire spreading to the next hoarding hex"),
}


def called(terms: Mapping[str, Promise], key: str) -> str:
    """The word for a key; a key that nobody named is shown as it is."""
    return str(terms[key]) if key in terms else key
