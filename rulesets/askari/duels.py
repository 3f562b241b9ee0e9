"""The companion's hand to hand: one fight, or several alike (Askari 9)."""

from typing import Annotated, ClassVar

from rulesets.askari import melee
from rulesets.askari.melee import Fighter
from rulesets.askari.tables import TABLES
from rulesets.companion import Facts, Readings, Roll, Switch, Throw
from rulesets.contract import IntRange, OneOf, Problem

type Melee = Annotated[int, IntRange(low=0, high=16)]
type Second = Annotated[int, IntRange(low=0, high=20)]
type Hand = Annotated[str, OneOf(values=("", *TABLES.melee))]

SWITCHES = {
    "charges": "charged_in",
    "charged": "was_charged",
    "fanatic": "fanatic",
    "agile": "agile",
    "threw": "threw",
    "across": "across",
}
"""The companion's word, and the engine's."""


class Fight(Roll, frozen=True, kw_only=True):
    """Two figures, each perhaps with a second beside it, of which half the dice are added. ``times``: so many fights alike."""

    rule: ClassVar[str] = "Askari 9.1"
    times: Annotated[int, IntRange(low=1, high=20)] = 1
    own_melee: Melee
    own_weapon: Hand = ""
    own_second: Second = 0
    own_charges: Switch = False
    own_charged: Switch = False
    own_fanatic: Switch = False
    own_agile: Switch = False
    own_threw: Switch = False
    own_across: Switch = False
    own_inspired: Switch = False
    foe_melee: Melee
    foe_weapon: Hand = ""
    foe_second: Second = 0
    foe_charges: Switch = False
    foe_charged: Switch = False
    foe_fanatic: Switch = False
    foe_agile: Switch = False
    foe_threw: Switch = False
    foe_across: Switch = False
    foe_inspired: Switch = False

    def fault(self, readings: Readings) -> Problem | None:
        if self.own_second and self.foe_second:
            return Problem(code="two_against_one", rule="Askari 9.1.2", place="foe_second")
        if self.own_charges and self.foe_charges:
            return Problem(code="one_charges", rule="Askari 9", place="foe_charges")
        return None

    def fighter(self, side: str, readings: Readings) -> Fighter:
        """As the engine has him. A lance counts on the charge (R15)."""
        weapon = TABLES.melee.get(getattr(self, f"{side}_weapon"))
        charges = getattr(self, f"{side}_charges")
        stacks = readings["lance_shock"] == "stacks"
        counts = weapon is not None and (not weapon.charging or charges or stacks)
        return Fighter(
            base=getattr(self, f"{side}_melee"),
            weapon=weapon.modifier if weapon is not None and counts else 0,
            shock=weapon is not None and weapon.charging and stacks and charges,
            inspired=getattr(self, f"{side}_inspired"),
            **{theirs: getattr(self, f"{side}_{ours}") for ours, theirs in SWITCHES.items()},
        )

    def second(self, side: str) -> Fighter | None:
        value = getattr(self, f"{side}_second")
        return Fighter(base=value) if value else None

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        parts = [melee.told(self.fighter(side, readings), self.second(side)) for side in ("own", "foe")]
        dice = [part["dice"] for part in parts]
        lost = [0, 0]
        made = [0, 0]
        for number in range(1, self.times + 1):
            wounds = [
                melee.wounds(throw(many, side, str(number)).faces)
                for many, side in zip(dice, ("own", "foe"), strict=True)
            ]
            made = [made[0] + wounds[0], made[1] + wounds[1]]
            loser = melee.loser((wounds[1], wounds[0]))
            if loser is not None:
                lost[loser] += 1
        return {"times": self.times, "dice": dice, "parts": parts, "wounds": made, "lost": lost}
