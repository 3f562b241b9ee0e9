"""What every verb shares: what it may be done with, whether it may be done, and what it does (Montjoie 6).

The menu offers what ``candidates`` names and ``refuse`` lets pass; ``check`` asks ``refuse`` alone: so they agree.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from rulesets.contract import Choice, OneOf, Problem
from rulesets.montjoie import hexes
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import Figure, Frame, Place, place_of
from rulesets.vocabulary import Json, Seat

type Told = Mapping[str, Any]
"""The arguments of an action, of the types that the verb names."""

NOT_YOURS = Problem(code="not_yours", rule="Montjoie 6")
NO_PLACE = Problem(code="no_such_place", rule="Montjoie 4.1")


def refused(code: str, rule: str, **data: Json) -> Problem:
    return Problem(code=code, data=data, rule=rule)


class Verb:
    """One kind of action. ``fields``: its arguments and their types; the last one varies in a choice of the menu."""

    kind: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    module: ClassVar[str] = ""
    """The optional part of the rules that it belongs to."""
    fields: ClassVar[Mapping[str, type]] = {}
    optional: ClassVar[tuple[str, ...]] = ()
    """Those of them that may be left out."""

    def candidates(self, field: Field, seat: Seat) -> Iterable[Told]:
        """Everything that might be done; what may not is sorted out by ``refuse``."""
        return ()

    def refuse(self, field: Field, seat: Seat, told: Told) -> Problem | None:
        """Why this may not be done."""
        return None

    def do(self, field: Field, seat: Seat, told: Told) -> None:
        raise NotImplementedError

    def is_played(self, field: Field) -> bool:
        return not self.module or field.state.has(self.module)

    def choices(self, field: Field, seat: Seat) -> Iterator[Choice]:
        """The menu: one choice for each set of first arguments, with the domain of the last."""
        if not self.is_played(field):
            return
        names = list(self.fields)
        if not names:
            if self.refuse(field, seat, {}) is None:
                yield Choice(kind=self.kind)
            return
        groups: dict[tuple[Any, ...], list[Any]] = {}
        for told in self.candidates(field, seat):
            if self.refuse(field, seat, told) is None:
                first = tuple(told[name] for name in names[:-1])
                groups.setdefault(first, []).append(told[names[-1]])
        for first, values in groups.items():
            arguments: dict[str, Any] = {
                name: OneOf(values=(value,)) for name, value in zip(names, first, strict=False)
            }
            arguments[names[-1]] = OneOf(values=tuple(values))
            label = str(first[0] if first else values[0] if "fig" in names else "")
            yield Choice(kind=self.kind, arguments=arguments, label=label)

    def any(self, field: Field, seat: Seat) -> bool:
        """Whether there is anything to choose."""
        return next(iter(self.choices(field, seat)), None) is not None

    def read(self, arguments: Any) -> Told | Problem:
        """The arguments, typed; a problem for whatever is missing, too much, or of another kind."""
        if not isinstance(arguments, dict) or set(arguments) | set(self.optional) != set(self.fields):
            return Problem(code="bad_arguments", data={"needed": list(self.fields)})
        for name, value in arguments.items():
            kind = self.fields[name]
            if type(value) is not kind:
                return Problem(code="bad_arguments", data={"argument": name})
            if isinstance(value, list) and not all(type(one) is str for one in value):
                return Problem(code="bad_arguments", data={"argument": name})
        return arguments

    def check(self, field: Field, seat: Seat, arguments: Any) -> Problem | None:
        if not self.is_played(field):
            return Problem(code="module_off", data={"module": self.module}, rule="Montjoie 0")
        told = self.read(arguments)
        if isinstance(told, Problem):
            return told
        return self.refuse(field, seat, told)


class Pending(Verb):
    """A verb that answers what is pending on top of the stack."""

    def frame(self, field: Field) -> Frame:
        return field.state.stack[-1]

    def settled(self, field: Field) -> Frame:
        return field.state.stack.pop()


def own(field: Field, seat: Seat, key: str) -> Figure | None:
    """A figure of this seat that is on the map."""
    one = field.state.figures.get(key)
    return one if one is not None and one.seat == seat and one.where == "map" and one.at else None


def enemy(field: Field, seat: Seat, key: str) -> Figure | None:
    one = field.state.figures.get(key)
    return one if one is not None and one.seat != seat and one.where == "map" and one.at else None


def place_in(field: Field, name: str) -> Place | None:
    """A place of the map by its name; None where there is none."""
    if not hexes.is_name(name.partition("/")[0]):
        return None
    place = place_of(name)
    return place if field.here.has(place) else None
