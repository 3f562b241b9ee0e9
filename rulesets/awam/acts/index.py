"""Every action of a figure, by its kind (AWAM 10.4)."""

from collections.abc import Mapping

from rulesets.awam.acts import firing, going, handling
from rulesets.awam.acts.common import Act

_EVERY: tuple[type[Act], ...] = (
    going.Move,
    going.Charge,
    going.Throw,
    going.ThrowMoving,
    going.Lie,
    going.Stand,
    going.ToCover,
    going.Away,
    going.CarryOn,
    going.BreakOff,
    going.Mount,
    going.Dismount,
    firing.Fire,
    firing.Reload,
    firing.Burst,
    firing.Shell,
    firing.Repair,
    firing.LoadGun,
    *handling.EVERY,
)
ACTS: Mapping[str, Act] = {act.kind: act for act in (kind() for kind in _EVERY)}
