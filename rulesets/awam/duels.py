"""The companion's hand to hand: one against up to three, the lance in passing, capture; fire at the attackers, and breaking off (AWAM 6)."""

from typing import Annotated, ClassVar

from rulesets.awam import faces, melee, shooting
from rulesets.awam.companion import (
    SOLDIERS,
    Aiming,
    Covered,
    Hurry,
    Tested,
    Who,
    fired,
    harms,
    is_felt,
    other,
    tested,
    told,
)
from rulesets.awam.melee import Fighter
from rulesets.awam.tables import TABLES
from rulesets.companion import Facts, Readings, Roll, Switch, Throw
from rulesets.contract import IntRange, OneOf, Problem

HANDS = tuple(TABLES.hand)
OWN, FOES = "own", ("foe", "foe2", "foe3")
FATES = ("", "marker", "wounded", "killed", "second")

type Hand = Annotated[str, OneOf(values=HANDS)]
type Perhaps = Annotated[str, OneOf(values=("", *HANDS))]


class Fight(Roll, frozen=True, kw_only=True):
    """One round: ``own`` is the one that is attacked, the others have come to him or attack him. A hand that is empty is nobody.

    ``prisoners``: the three want to take him. ``passing``: a lancer rides past him on his right.
    """

    rule: ClassVar[str] = "AWAM 6.4"
    prisoners: Switch = False
    passing: Switch = False
    own_hand: Hand
    own_wounded: Switch = False
    own_mounted: Switch = False
    own_shield: Switch = False
    own_prone: Switch = False
    own_blue: Switch = False
    own_leader: Switch = False
    own_above: Switch = False
    own_behind: Switch = False
    foe_hand: Hand
    foe_wounded: Switch = False
    foe_mounted: Switch = False
    foe_impetus: Switch = False
    foe_shield: Switch = False
    foe_prone: Switch = False
    foe_blue: Switch = False
    foe_leader: Switch = False
    foe2_hand: Perhaps = ""
    foe2_wounded: Switch = False
    foe2_mounted: Switch = False
    foe2_impetus: Switch = False
    foe2_shield: Switch = False
    foe2_prone: Switch = False
    foe2_blue: Switch = False
    foe2_leader: Switch = False
    foe3_hand: Perhaps = ""
    foe3_wounded: Switch = False
    foe3_mounted: Switch = False
    foe3_impetus: Switch = False
    foe3_shield: Switch = False
    foe3_prone: Switch = False
    foe3_blue: Switch = False
    foe3_leader: Switch = False

    @property
    def foes(self) -> list[str]:
        return [key for key in FOES if getattr(self, f"{key}_hand")]

    def fault(self, readings: Readings) -> Problem | None:
        if self.passing and not (self.foes == ["foe"] and self.foe_hand == "lance" and self.foe_mounted):
            return Problem(code="no_lance", rule="AWAM 6.1", place="passing")
        if self.prisoners and len(self.foes) != TABLES.melee.takers:
            return Problem(
                code="too_few_takers", data={"takers": TABLES.melee.takers}, rule="AWAM 6.7", place="prisoners"
            )
        return None

    def fighter(self, side: str, against: str, *, more: int = 0) -> Fighter:
        """As the engine has him, against one of the others."""

        def holds(what: str) -> bool:
            return bool(getattr(self, f"{side}_{what}", False))

        return Fighter(
            wounded=holds("wounded"),
            mounted=holds("mounted") and not getattr(self, f"{against}_mounted"),
            impetus=holds("impetus"),
            above=holds("above"),
            shield=holds("shield"),
            more=more,
            prone=holds("prone"),
            behind=holds("behind"),
            blue=holds("blue"),
            leader=holds("leader"),
        )

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        """All dice first, then all results at once."""
        dice = {side: self._die(side, throw, readings) for side in (OWN, *self.foes)}
        pairs = [self._pair(foe, dice, readings) for foe in self.foes]
        fates = {
            foe: fate_of([_suffers(pair, "foe")], wounded=getattr(self, f"{foe}_wounded"))
            for foe, pair in zip(self.foes, pairs, strict=True)
        }
        won = sum(pair["total"] > pair["own_total"] for pair in pairs)
        standing = [fate not in ("killed", "second") for fate in fates.values()]
        taken = self.prisoners and melee.could_take(won, standing)
        spared = taken or (self.prisoners and other(readings, "A26"))
        own = "" if spared else fate_of([_suffers(pair, "own") for pair in pairs], wounded=self.own_wounded)
        found: Facts = {"pairs": pairs, "own": own, "foes": list(fates.values()), "taken": taken, "spared": spared}
        if self.passing:
            found["rides_on"] = fates["foe"] in ("", "marker")
        felt = is_felt((own, *fates.values()), readings)
        return found | {"falls": not other(readings, "A28"), "felt": felt}

    def _die(self, side: str, throw: Throw, readings: Readings) -> tuple[int, int]:
        sides = TABLES.hand[getattr(self, f"{side}_hand")]
        face = throw(1, side, sides=sides).total
        return faces.ten(face, sides, as_nought=other(readings, "A1")), sides

    def _pair(self, foe: str, dice: dict[str, tuple[int, int]], readings: Readings) -> Facts:
        own, his = self.fighter(OWN, foe, more=len(self.foes) - 1).rows, self.fighter(foe, OWN).rows
        own_total, total = melee.summed(dice[OWN][0], own), melee.summed(dice[foe][0], his)
        result, loser = melee.compared(own_total, total, ties=other(readings, "A17"), spares=other(readings, "A20"))
        return {
            "die": dice[foe][0],
            "sides": dice[foe][1],
            "modifiers": told(his),
            "total": total,
            "own_die": dice[OWN][0],
            "own_sides": dice[OWN][1],
            "own_modifiers": told(own),
            "own_total": own_total,
            "result": result,
            "loser": {None: "", 0: "own", 1: "foe"}[loser],
        }


def _suffers(pair: Facts, side: str) -> str:
    """What a pair does to one of both."""
    if pair["result"] == "both":
        return "marker"
    return pair["result"] if pair["loser"] == side else ""


def fate_of(suffered: list[str], *, wounded: bool) -> str:
    """What befalls who suffers all that at once: two wounds eliminate (AWAM 6.4)."""
    if "killed" in suffered:
        return "killed"
    wounds = suffered.count("wound")
    if wounds:
        return "second" if wounds + wounded >= TABLES.hits.wounds else "wounded"
    return "marker" if "marker" in suffered else ""


class Stand(Tested, frozen=True, kw_only=True):
    """Fire at those who come into contact: a morale test, then one unaimed shot at one of them, drawn at random (AWAM 6.6)."""

    rule: ClassVar[str] = "AWAM 6.6"
    weapon: Annotated[str, OneOf(values=tuple(TABLES.firearms))]
    who: Who
    attackers: Annotated[int, IntRange(low=1, high=TABLES.melee.most)]
    target: Annotated[str, OneOf(values=("foot", "mounted", "big"))] = "foot"
    target_gait: Hurry = ""
    cover: Covered = ""
    struck: Switch = False
    rested: Switch = False
    mounted: Switch = False
    yellow: Switch = False

    @property
    def aiming(self) -> Aiming:
        """The shot: at the first column (AWAM 6.6)."""
        first = TABLES.ranges[TABLES.firearms[self.weapon].row][0][0] // 10
        same = ("who", "target", "target_gait", "cover", "struck", "rested", "mounted", "wounded", "yellow")
        return Aiming(distance=first, **{name: getattr(self, name) for name in same})

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        weapon, aiming = TABLES.firearms[self.weapon], self.aiming
        test = tested(throw, self.spirits(attackers=self.attackers), regular=SOLDIERS[self.who].regular)
        found: Facts = {"weapon": self.weapon, "test": test, "fires": test["result"] == "acts", "shots": []}
        victim = aiming.victim
        needs = aiming.aim(weapon.die, weapon.row, victim, readings, *shooting.manner(aimed=False))
        found |= {"sides": needs.die, "over": needs.over, "attackers": self.attackers}
        if found["fires"]:
            found["victim"] = throw(1, "victim", sides=self.attackers).total if self.attackers > 1 else 1
            found["shots"] = [fired(throw, needs, victim, "shot")]
        return found | {"felt": is_felt(harms(found["shots"]), readings)}


class BreakOff(Roll, frozen=True, kw_only=True):
    """Leaving a melee, by order."""

    rule: ClassVar[str] = "AWAM 6.5"
    mounted: Switch = False
    wounded: Switch = False

    def fall(self, throw: Throw, readings: Readings) -> Facts:
        needed = melee.break_needs(mounted=self.mounted)
        die = throw(1).total
        return {"die": die, "needed": needed, "away": die >= needed, "wounded": self.wounded}
