"""Deeds noted for chronicles: told when the game is over, and kept as they happen (AWAM 17.3)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rulesets.awam.state import Deed, DeedKind, Figure, Gun, Squad
from rulesets.awam.world import World
from rulesets.vocabulary import Json, Seat

RULE = "AWAM 17.3"
READINGS: dict[DeedKind, tuple[str, ...]] = {
    "charge_stopped": ("A42",),
    "head_captured": ("A43",),
    "gun_silenced": ("A44",),
    "first_flag": ("A45",),
    "treaty_signed": (),
}
"""What each deed rests on where the rule leaves room."""


def _note(world: World, deed: DeedKind, seat: Seat, by: Figure | None, *, of: Seat = "", about: str = "") -> None:
    """Write a deed down. Of the same thing the latest counts."""
    state = world.state
    made = Deed(deed=deed, turn=state.turn, seat=seat, figure=by.id if by else "", of=of, about=about)
    state.noted = [one for one in state.noted if (one.deed, one.about) != (deed, about)] + [made]


# --- The last man to stop a charge (A42) ------------------------------------------------------------------------------


def charge_stopped(world: World, by: Figure, charging: Squad) -> None:
    """Of all who charged in one activation the last has been killed or wounded by the charged: he who did it stopped them.

    Noted is the last man of the game who did so; by the other reading everybody who does so as the last of his squad.
    """
    if not world.state.reading("A42"):
        world.state.noted = [one for one in world.state.noted if one.deed != "charge_stopped"]
    elif not _is_last_of_squad(world, by):
        return
    _note(world, "charge_stopped", by.seat, by, of=charging.seat, about=charging.id)


def _is_last_of_squad(world: World, figure: Figure) -> bool:
    others = (one for one in world.state.of_squad(figure.squad) if one is not figure)
    return figure.standing and not figure.broken and not any(one.standing and not one.broken for one in others)


class Charge:
    """Who charged in an activation; it is stopped once each of them is out or has a wound from it."""

    def __init__(self, fights: Iterable[tuple[Figure, Figure]]) -> None:
        came = {
            one.id: one for one, target in fights if one.start is not None and f"lance:{target.id}" not in one.tried
        }
        self._squad = next((one.squad for one in came.values()), "")
        self._left = [(one, one.wounds) for one in came.values()]

    def met(self, world: World, by: Figure) -> None:
        """Somebody they charged has fired or fought."""
        if not self._left:
            return
        self._left = [(one, wounds) for one, wounds in self._left if one.standing and one.wounds == wounds]
        if not self._left:
            charge_stopped(world, by, world.squad(self._squad))


# --- The captor of a head (A43) ---------------------------------------------------------------------------------------


def captured(world: World, one: Figure, guard: Figure) -> None:
    """Whoever has become the guard of a head is his captor."""
    if one.role == "head":
        _note(world, "head_captured", guard.seat, guard, of=one.seat, about=one.id)


# --- A gun silenced (A44) ---------------------------------------------------------------------------------------------


def crews_of(world: World, figure: Figure) -> list[Gun]:
    """The guns that can be served now, and he is of the crew."""
    return [
        gun for gun in world.state.guns.values() if figure.id in (*gun.crew, *gun.joins) and _can_be_served(world, gun)
    ]


def _can_be_served(world: World, gun: Gun) -> bool:
    crew = [world.figure(key) for key in (*gun.crew, *gun.joins)]
    in_use = not (gun.broken or gun.damaged)
    return in_use and sum(one.standing and not one.broken for one in crew) >= gun.least


def crews_lost(world: World, guns: Sequence[Gun], by: Figure | None) -> None:
    """An enemy has left a gun with fewer men than can serve it; by the other reading only a shell silences."""
    for gun in guns:
        if not world.state.reading("A44") and not _can_be_served(world, gun):
            _silenced(world, gun, by)


def shelled(world: World, gun: Gun, by: Figure) -> None:
    """A shell is about to put a gun out of use, or to wreck it."""
    if _can_be_served(world, gun):
        _silenced(world, gun, by)


def _silenced(world: World, gun: Gun, by: Figure | None) -> None:
    if by is not None and world.state.hostile(by.seat, gun.user):
        _note(world, "gun_silenced", by.seat, by, of=gun.user, about=gun.id)


# --- Flag and treaty (A45) --------------------------------------------------------------------------------------------


def flag_up(world: World, seat: Seat, by: Figure | None) -> None:
    """The first flag of the game on the staff. ``by`` None: the umpire has said so."""
    if not any(one.deed == "first_flag" for one in world.state.noted):
        _note(world, "first_flag", seat, by)


def flag_planted(world: World, by: Figure) -> None:
    """One planted elsewhere counts by the other reading only."""
    if world.state.reading("A45"):
        flag_up(world, by.seat, by)


def treaty(world: World, seat: Seat, by: Figure | None) -> None:
    """Signed in a seat's name; an empty one: by the umpire's word nobody has it any more."""
    world.state.noted = [one for one in world.state.noted if one.deed != "treaty_signed"]
    if seat:
        _note(world, "treaty_signed", seat, by, of=by.seat if by is not None and by.seat != seat else "")


# --- At the end -------------------------------------------------------------------------------------------------------


def told(world: World) -> list[dict[str, Json]]:
    """The deeds of a game that is over, in the order in which they were done; what is empty is left out.

    ``by`` and ``whom`` are units and characters of a campaign, by the ids they came with.
    """
    found = []
    for one in world.state.noted:
        if one.deed == "head_captured" and world.state.reading("A43") and not _is_held(world, one):
            continue
        row = {
            "deed": one.deed,
            "turn": one.turn,
            "seat": one.seat,
            "figure": one.figure,
            "by": _roster(world, one.figure),
            "of": one.of,
            "about": one.about,
            "whom": _roster(world, one.about),
        }
        found.append({key: value for key, value in row.items() if value != ""})
    return found


def _is_held(world: World, deed: Deed) -> bool:
    """Whether a head is still a prisoner of his captor's seat."""
    head = world.figure(deed.about)
    return head.captor == deed.seat and head.fate != "dead"


def _roster(world: World, key: str) -> str:
    """Who a figure is in the campaign, or what most of a squad are: the men rather than who leads them."""
    if key in world.state.figures:
        return world.figure(key).roster
    men = sorted(world.state.of_squad(key), key=lambda one: one.commands)
    counts = Counter(one.roster for one in men)
    return max(counts, key=lambda roster: counts[roster], default="")


def tell(world: World) -> None:
    """Now that nothing is hidden any more."""
    for row in told(world):
        kind: DeedKind = row["deed"]
        world.tell("noted", RULE, readings=READINGS[kind], **row)
