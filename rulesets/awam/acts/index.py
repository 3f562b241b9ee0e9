"""Every action of a figure, by its kind (AWAM 10.4)."""

from collections.abc import Mapping

from rulesets.awam.acts import bearing, carrying, firing, going, handling
from rulesets.awam.acts.common import Act

_EVERY: tuple[type[Act], ...] = (
    going.Move,
    going.Charge,
    going.Throw,
    going.ThrowMoving,
    bearing.Lie,
    bearing.Stand,
    bearing.ToCover,
    bearing.Away,
    bearing.CarryOn,
    bearing.BreakOff,
    bearing.Mount,
    bearing.Dismount,
    firing.Fire,
    firing.Reload,
    firing.Burst,
    firing.Shell,
    firing.Repair,
    firing.LoadGun,
    *carrying.EVERY,
    *handling.EVERY,
)
ACTS: Mapping[str, Act] = {act.kind: act for act in (kind() for kind in _EVERY)}
