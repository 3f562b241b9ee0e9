"""What the pages of Montjoie's table companion say: its rolls, their circumstances, and what is proposed the first time."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from battles.narration.companions import Said, Words, register_companion
from battles.narration.montjoie import readings, words
from battles.narration.montjoie.telling import TABLE_KEY
from rulesets.vocabulary import Json

ROLLS: Mapping[str, Promise] = {
    "turn": _("New turn: weather"),
    "march": _("Movement points"),
    "shoot": _("Shoot"),
    "fight": _("Close combat"),
    "slip": _("Infiltration"),
    "staked": _("Stakes"),
    "jump": _("Jump"),
    "rope": _("Ropes and ladders"),
    "hamstring": _("Hamstringing"),
    "fire": _("Does it burn?"),
    "oil": _("Boiling oil"),
    "day": _("New day of the siege"),
    "bombard": _("Siege engines"),
    "shed": _("Build the shed"),
    "dig": _("Dig or fill"),
    "underground": _("Fight underground"),
    "undermine": _("How much to undermine?"),
    "collapse": _("Does the wall fall?"),
    "healing": _("Healing"),
}
LABELS: Mapping[str, Promise] = {
    "weather": _("Weather"),
    "dark": _("Total darkness"),
    "movement": _("Movement on the counter"),
    "march.covered": _("Under a roof"),
    "half": _("Shoots in the same turn"),
    "weapon": _("Weapon"),
    "distance": _("Distance in hexes"),
    "defensive": _("Defensive fire"),
    "unclear": _("Seen, but not clearly"),
    "sun": _("Sun in the eyes"),
    "lit": _("Target beside a fire"),
    "roof": _("Both under one roof"),
    "fight.own_attack": _("Attack, plain"),
    "fight.own_charge": _("Attack in a charge (counts double)"),
    "fight.own_jump": _("Attack after a jump (counts eightfold)"),
    "ground": _("Where do they stand?"),
    "foe_ground": _("Where does he stand?"),
    "fight.own_wounded": _("One of them is wounded"),
    "fight.own_covered": _("All under a roof"),
    "foe_covered": _("Under a roof"),
    "foe_defence": _("Defence"),
    "foe_support": _("Defence lent, if he kneels"),
    "hurt": _("Hurt already?"),
    "hangs": _("Who is on a rope or ladder?"),
    "attack": _("Attack"),
    "mounted": _("On horseback"),
    "armoured": _("In armour"),
    "wounded": _("Wounded"),
    "tree": _("In a tree"),
    "wagon": _("On a moving wagon"),
    "cover": _("Cover, before he kneels"),
    "kneeling": _("Kneels"),
    "foe_rope": _("On a rope or ladder"),
    "forced": _("Forced back on to them"),
    "how": _("Where to?"),
    "rope.what": _("What?"),
    "fire.what": _("What?"),
    "times": _("How many dice?"),
    "hamstring.attack": _("Attack of the cutter"),
    "hamstring.wounded": _("The cutter is wounded"),
    "rider_hurt": _("Rider hurt already?"),
    "healing.wounded": _("How many wounded?"),
    "at": _("At what?"),
    "mangonels": _("Mangonels"),
    "trebuchets": _("Trebuchets"),
    "worn": _("Points that they have lost"),
    "men": _("Men beside the engineer"),
    "work": _("Which work?"),
    "days": _("Days on this hex"),
    "miners": _("Miners, unhurt"),
    "dig.wounded": _("Miners, wounded (count half)"),
    "fast": _("In haste: two hexes a day"),
    "length": _("Length of the wall in hexes"),
    "thickness": _("Thickness in hexes"),
    "ring": _("A tower: its circumference (0: a wall)"),
    "dug": _("Hexes dug already"),
}
HURT: Mapping[str, Promise] = {
    "": _("unhurt"),
    "wounded": _("wounded"),
    "stunned": _("stunned"),
}
VALUES: Mapping[str, Mapping[Any, Promise]] = {
    "weather": words.WEATHER,
    "weapon": words.WEAPONS,
    "cover": words.COVERS,
    "hurt": HURT,
    "rider_hurt": HURT,
    "own_ground": {
        "0": _("flat ground"),
        "-": _("bad ground (−)"),
        "+": _("on a standing wagon (+)"),
    },
    "foe_ground": {
        "0": _("flat ground"),
        "-": _("bad ground (−)"),
        "+": _("good ground (+)"),
        "wall": _("behind a wall or parapet"),
    },
    "hangs": {
        "": _("nobody"),
        "target_rope": _("the target is on a rope"),
        "own_rope": _("an attacker is on a rope"),
        "target_ladder": _("the target is on a ladder"),
        "own_ladder": _("an attacker is on a ladder"),
    },
    "how": {
        "jump": _("down to the ground, or on an enemy"),
        "jump_horse": _("on to his horse"),
        "leap": _("to the next tree"),
    },
    "rope.what": {
        "grapnel_1": _("throw a grapnel one level up"),
        "grapnel_2": _("throw a grapnel two levels up"),
        "grip": _("keep hold of the rope"),
        "cut": _("cut a rope"),
        "push_ladder": _("push a ladder away"),
    },
    "fire.what": words.FIRES,
    "at": {"wall": _("wall"), "hoarding": _("hoarding")},
    "work": {"mine": _("mine"), "countermine": _("countermine"), "fill": _("fill the enemy’s gallery")},
}
FIRST_TIME: Mapping[str, Any] = {
    "movement": 10,
    "weapon": "longbow",
    "distance": 5,
    "fight.own_attack": 10,
    "fight.foe_defence": 7,
    "underground.own_attack": 7,
    "underground.foe_defence": 5,
    "hamstring.attack": 4,
    "times": 1,
    "healing.wounded": 1,
    "mangonels": 1,
    "men": 10,
    "days": 1,
    "miners": 5,
    "length": 5,
    "thickness": 2,
}


def kept(state: Json, kind: str, said: Said) -> dict[str, Any]:
    """What this seat said the last time; the weather is the one that holds."""
    if kind != "turn":
        return dict(said)
    return {**said, "weather": state.get("weather", "clear"), "dark": state.get("dark", False)}


def standing(state: Json) -> Sequence[str]:
    """The weather, and the day of a siege."""
    weather = words.called(words.WEATHER, state.get("weather", "clear"))
    found = [
        (now("Weather: %(weather)s, in total darkness.") if state.get("dark") else now("Weather: %(weather)s."))
        % {"weather": weather}
    ]
    if state.get("day"):
        found.append(now("Day %(day)s of the siege.") % {"day": state["day"]})
    return found


register_companion(
    TABLE_KEY,
    _("Montjoie on your own table, with the companion"),
    Words(
        game=_("Montjoie"),
        rolls=ROLLS,
        labels=LABELS,
        values=VALUES,
        sections={"turn": _("In the turn"), "staked": _("Perils"), "day": _("The days of a siege")},
        diceless=("turn", "march", "day", "shed", "undermine"),
        first_time=FIRST_TIME,
        parts={"own_": _("This side"), "foe_": _("The enemy")},
        question=readings.question,
        answer=readings.answer,
        kept=kept,
        standing=standing,
    ),
)
