"""The closed vocabulary of event effects. A pack's tables say nothing that is not here.

``whose`` is seen from the side that rolled: ``self``, ``enemy``, ``both`` (its own side first in the pack's order), or ``behind``:
the side with fewer victory points, nobody when level.

Every effect may carry a condition: ``lead_min``/``lead_max`` bound the roller's lead in victory points (standing awards
included), and ``reading``/``reading_is`` ask for a club's reading. Conditions of a row are judged together when the row begins, for
"at this moment" is what the printed rules say; an effect marked ``then`` is judged after the ones before it.
"""

from typing import Literal

from msgspec import Struct

type Whose = Literal["self", "enemy", "both", "behind"]
type Lasting = Literal["this_year", "next_year", "ever"]


class Effect(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """What every effect shares: its condition."""

    lead_min: int | None = None
    lead_max: int | None = None
    then: bool = False
    reading: str = ""
    reading_is: str = ""


class GainVP(Effect, frozen=True, kw_only=True, tag="gain_vp"):
    """Victory points from an event. ``amount`` is a number or dice ("1d3")."""

    whose: Whose
    amount: str


class LoseVP(Effect, frozen=True, kw_only=True, tag="lose_vp"):
    """Victory points lost by an event."""

    whose: Whose
    amount: str


class LosePoints(Effect, frozen=True, kw_only=True, tag="lose_points"):
    """One roll of points of troops lost. With ``arms``, that many of *each* named arm.

    ``ahead_loses_half``: the side with more victory points loses half; level, as the reading ``tie_reading`` says.
    """

    whose: Whose
    amount: str
    arms: tuple[Literal["infantry", "cavalry", "other"], ...] = ()
    ahead_loses_half: bool = False
    tie_reading: str = ""


class ForbidRoll(Effect, frozen=True, kw_only=True, tag="forbid_roll"):
    """No roll on that consequence table this year."""

    whose: Whose
    roll: str


class ModifyRoll(Effect, frozen=True, kw_only=True, tag="modify_roll"):
    """A modifier to a consequence roll. One that lasts for ever is had once, however often it is rolled."""

    whose: Whose
    roll: str
    amount: int
    lasts: Lasting = "this_year"


class Immune(Effect, frozen=True, kw_only=True, tag="immune"):
    """For the rest of the war, this year included, nobody rolls on that table against the side."""

    whose: Whose
    roll: str


class MustAct(Effect, frozen=True, kw_only=True, tag="must_act"):
    """The side's next action is fixed."""

    whose: Whose
    action: str


class Garrison(Effect, frozen=True, kw_only=True, tag="garrison"):
    """Next year a side whose action is not ``unless_action`` keeps ``points`` out of its muster."""

    whose: Whose
    points: int
    unless_action: str


class RecallGeneral(Effect, frozen=True, kw_only=True, tag="recall_general"):
    """The general leaves. ``successor``: another takes his place at once, with ``trait``.

    ``away_reading``: he comes back at the end of next year, or never, as that reading says.
    """

    whose: Whose
    successor: bool = False
    trait: str = ""
    away_reading: str = ""


class EndWar(Effect, frozen=True, kw_only=True, tag="end_war"):
    """The war ends. ``unless`` stake_all: both sides may agree to one last battle instead."""

    winner: Literal["self", "enemy"]
    level: Literal["major", "minor"]
    unless: Literal["", "stake_all"] = ""


class OrderHome(Effect, frozen=True, kw_only=True, tag="order_home"):
    """The side is ordered home: it surrenders now, or stakes all on finding a battle next year."""

    whose: Whose
    level: Literal["major", "minor"]


class Reroll(Effect, frozen=True, kw_only=True, tag="reroll"):
    """One re-roll of any roll, valid next year."""

    whose: Whose


class DoubleVP(Effect, frozen=True, kw_only=True, tag="double_vp"):
    """All victory points scored next year are doubled, for either side."""


type AnyEffect = (
    GainVP
    | LoseVP
    | LosePoints
    | ForbidRoll
    | ModifyRoll
    | Immune
    | MustAct
    | Garrison
    | RecallGeneral
    | EndWar
    | OrderHome
    | Reroll
    | DoubleVP
)
