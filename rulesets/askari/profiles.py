"""What a list says of figures, and the table knows of them: the part that units, people and whatever stands there share (Askari 2.1)."""

from typing import Any

from msgspec import Struct


class Profile(Struct, kw_only=True):
    """``shooting``, ``melee``, ``courage``: D, L and C before weapons, None for NO. ``moves``: the row of movement; ``on_foot``: dismounted.

    What a list says is frozen; on the table a hand may be lost (Askari E).
    """

    name: str
    moves: str = ""
    on_foot: str = ""
    shooting: int | None = None
    melee: int | None = None
    courage: int | None = None
    weapons: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    def has(self, rule: str) -> bool:
        return rule in self.rules


class Formed(Profile, kw_only=True):
    """What only units have (Askari 2.1, 2.3.4). A unit with a ``piece`` is its crew; how it moves is the piece's."""

    save: int | None = None
    piece: str = ""
    team: bool = False
    brigade: str = ""
    allied: bool = False


def shared(one: Profile, kind: type[Profile]) -> dict[str, Any]:
    """The fields of a profile, as they are handed on to something else that has it."""
    return {name: getattr(one, name) for name in kind.__struct_fields__}
