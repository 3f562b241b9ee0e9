"""How far somebody has come in choosing on the page of a battle, and what an address says of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from frontend.boards.look import Spot, Target
from frontend.forms.domains import Field, Typed
from frontend.views.battlepages.ways import PICK
from rulesets.contract import Action, Problem


@dataclass
class Step:
    """How far somebody has come in choosing, and what can be tapped next."""

    units: list[dict[str, Any]] = field(default_factory=list)
    unit: str = ""
    unit_title: str = ""
    general: list[dict[str, Any]] = field(default_factory=list)
    doings: list[dict[str, Any]] = field(default_factory=list)
    do: str = ""
    title: str = ""
    asking: str = ""
    options: list[dict[str, Any]] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    typed: bool = False
    """The form below says it all already."""
    folded: bool = False
    """The form holds nothing that has to be filled in."""
    hidden: list[tuple[str, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    action: Action | None = None
    chosen: list[dict[str, str]] = field(default_factory=list)
    problem: Problem | None = None
    back: str = ""
    links: dict[str, str] = field(default_factory=dict)
    targets: list[Target] = field(default_factory=list)
    tap: dict[str, str] = field(default_factory=dict)
    """Where a tap on an empty place of the board leads, and the names of its two numbers there."""
    sealed: bool = False
    shorter: str = ""
    """The address without the last point of the way."""
    unfinished: str = ""
    """Why the way cannot end where it is now."""
    otherwise: list[dict[str, str]] = field(default_factory=list)
    """What else chosen, the way could end there."""
    placing: dict[str, Any] | None = None
    """Of units that are placed one by one: who is, and what can be tapped for it."""
    moved: dict[str, Spot] = field(default_factory=dict)
    """Where units were put so far, and are drawn."""


@dataclass(frozen=True)
class Typing:
    typed: Typed | None
    sent: bool


@dataclass(frozen=True)
class Chosen:
    """What an address says was chosen so far."""

    unit: str
    do: str
    picks: Mapping[str, str]

    @classmethod
    def of(cls, query: Any) -> "Chosen":
        picks = {key.removeprefix(PICK): query[key] for key in query if key.startswith(PICK)}
        return cls(query.get("unit", ""), query.get("do", ""), picks)

    def params(self) -> dict[str, str]:
        told = {"unit": self.unit, "do": self.do, **{f"{PICK}{key}": value for key, value in self.picks.items()}}
        return {key: value for key, value in told.items() if value}
