"""Answers to "why?" about what happened in a battle: its dice, what was added to them, the paragraph."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _

from battles.narration.core import Names
from rulesets.contract import Happening


class Fallen(Protocol):
    """A roll as it fell: a ``Rolled``, or a stored row of the same shape."""

    @property
    def address(self) -> str: ...

    @property
    def faces(self) -> tuple[int, ...]: ...

    @property
    def sides(self) -> int: ...


@dataclass(frozen=True, kw_only=True)
class WhyRoll:
    """Dice that fell for it."""

    address: str
    dice: str
    faces: tuple[int, ...]
    sides: int


@dataclass(frozen=True, kw_only=True)
class WhyBattle:
    """An answer in words and in order: dice, then what was needed and added, each with its paragraph; the happening's own paragraph."""

    paragraph: str
    rolls: tuple[WhyRoll, ...] = ()
    lines: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether there is more to say than the paragraph."""
        return bool(self.rolls or self.lines)


type Explainer = Callable[[Mapping[str, Any], Names], list[str]]

_explainers: dict[tuple[str, str], Explainer] = {}


def explains(ruleset: str, *kinds: str) -> Callable[[Explainer], Explainer]:
    """Decorate the function that explains these kinds of a ruleset."""

    def register(explainer: Explainer) -> Explainer:
        for kind in kinds:
            if (ruleset, kind) in _explainers:
                raise ValueError(f"two explanations of {kind}")
            _explainers[ruleset, kind] = explainer
        return explainer

    return register


def why(ruleset: str, told: Happening, names: Names, rolls: Iterable[Fallen | Mapping[str, Any]]) -> WhyBattle:
    """Why a happening came out as it did. ``rolls``: those the reader may know, as they fell or as a log entry keeps them."""
    fell = {roll["address"] if isinstance(roll, Mapping) else roll.address: roll for roll in rolls}
    explainer = _explainers.get((ruleset, told.kind))
    return WhyBattle(
        paragraph=told.rule,
        rolls=tuple(_roll(address, fell[address]) for address in told.rolls if address in fell),
        lines=tuple(explainer(told.data, names)) if explainer else (),
    )


def _roll(address: str, roll: Fallen | Mapping[str, Any]) -> WhyRoll:
    faces = tuple(roll["faces"] if isinstance(roll, Mapping) else roll.faces)
    sides = roll["sides"] if isinstance(roll, Mapping) else roll.sides
    return WhyRoll(address=address, dice=f"{len(faces)}d{sides}", faces=faces, sides=sides)


def with_rule(sentence: str, rule: str) -> str:
    """A line with its paragraph, where it has one."""
    return _("%(sentence)s [%(rule)s]") % {"sentence": sentence, "rule": rule} if rule else sentence
