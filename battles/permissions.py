"""Who may act for a seat, who may rule, and who sees a battle as what.

Nothing here asks the database but through its arguments; only ``may_watch``, which takes a person, does.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from battles.models import Seat
from battles.models.battle import Battle, SeatKind, Stage
from battles.models.log import Manner
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership
from clubs.permissions import UMPIRES, is_member, manages
from clubs.selectors import Person
from rulesets import registry
from rulesets.contract import UMPIRE

type Seats = Mapping[str, Seat]
"""The seats of one battle by key."""


def plays(seats: Seats, member: Membership) -> bool:
    """Whether a member holds a player's seat."""
    return any(seat.is_held_by(member) for key, seat in seats.items() if key != UMPIRE)


def may_rule(battle: Battle, seats: Seats, member: Membership) -> bool:
    """The battle's umpire; where it has none, any umpire of the club who does not play in it."""
    if member.left_at is not None or member.club_id != battle.club_id or plays(seats, member):
        return False
    umpire = seats.get(UMPIRE)
    if umpire is not None and umpire.member_id is not None:
        return umpire.member_id == member.pk
    return member.role in UMPIRES


def may_arrange(battle: Battle, seats: Seats, member: Membership) -> bool:
    """Ask people to sit at a single battle, or let the program play a seat: who opened it, and its umpire."""
    opened = battle.single and battle.opener_id == member.pk and member.left_at is None
    return opened or may_rule(battle, seats, member)


def may_void(battle: Battle, seats: Seats, member: Membership) -> bool:
    """Strike a single battle before it is decided."""
    return may_arrange(battle, seats, member)


def may_export(battle: Battle, seats: Seats, member: Membership) -> bool:
    """Have the whole log, hidden things too: whoever sat there once it is over, and its umpire then or while it is held."""
    if battle.stage == Stage.HELD:
        return may_rule(battle, seats, member)
    over = battle.stage in (Stage.DECIDED, Stage.VOID)
    return over and (plays(seats, member) or may_rule(battle, seats, member))


def require_concerned(battle: Battle, seats: Seats, by: Membership) -> None:
    """Refuse whoever may not have the whole log, or not yet."""
    if may_export(battle, seats, by):
        return
    if plays(seats, by):
        raise Refusal(_("The whole log is yours once the battle is over."), code="not_over", status=409)
    raise Refusal(
        _("The whole log is for those who fight this battle, and for its umpire."), code="not_yours", status=403
    )


def may_resolve(battle: Battle, seats: Seats, member: Membership) -> bool:
    """Let the program play a battle to its end: the umpire; or who opened it, or sits there, if nobody else does."""
    if may_rule(battle, seats, member):
        return True
    sitting = [seat for key, seat in seats.items() if key != UMPIRE and (seat.member_id is not None or seat.deputies)]
    own = may_arrange(battle, seats, member) or plays(seats, member)
    return battle.single and own and all(seat.is_held_by(member) for seat in sitting)


def may_watch(battle: Battle, user: Person) -> bool:
    """Look on at a battle: every member of its club."""
    return is_member(battle.club, user)


def may_clear_chat(battle: Battle, seats: Seats, member: Membership) -> bool:
    """Remove what somebody said: the umpire, and who runs the club."""
    return may_rule(battle, seats, member) or (member.club_id == battle.club_id and manages(member))


def may_type_in(battle: Battle, seats: Seats, member: Membership) -> bool:
    """Enter what a player handed in on paper: the battle's umpire or an officer of the club, but nobody who plays in it."""
    if member.left_at is not None or member.club_id != battle.club_id or plays(seats, member):
        return False
    umpire = seats.get(UMPIRE)
    return member.role in UMPIRES or (umpire is not None and umpire.member_id == member.pk)


def may_speak_for(battle: Battle, seats: Seats, seat: Seat, member: Membership) -> bool:
    """Say what the other side says where one phone lies beside a real table for both: its seat is nobody's, and kept for nobody."""
    vacant = seat.member_id is None and seat.offered_id is None and not seat.deputies
    beside = battle.single and is_companion(battle.ruleset)
    return beside and vacant and seat.kind == SeatKind.PLAYER and plays(seats, member)


def is_companion(ruleset: str) -> bool:
    """Whether these rules roll beside a real table, and draw no board."""
    told = registry.get(ruleset).describe()
    return told.can_assist_table and told.rolls_dice and not told.can_play_online


def manner_of(battle: Battle, seats: Seats, key: str, by: Membership | None, *, paper: bool) -> Manner:
    """How ``by`` may act for a seat. ``Refusal`` when he may not, ``NotSeen`` when the battle is none of his business.

    ``by`` None is the program itself, for an absent player.
    """
    if by is None:
        return Manner.PROGRAM
    if by.club_id != battle.club_id or by.left_at is not None:
        raise NotSeen
    seat = seats.get(key)
    if seat is None:
        raise Refusal(_("There is no such seat at this battle."), code="unknown_seat", status=404)
    if seat.is_held_by(by):
        return Manner.UMPIRE if key == UMPIRE else Manner.OWN
    if key == UMPIRE and may_rule(battle, seats, by):
        return Manner.UMPIRE
    if key != UMPIRE and paper and (may_type_in(battle, seats, by) or may_speak_for(battle, seats, seat, by)):
        return Manner.PAPER
    raise Refusal(_("This is not yours to decide."), code="not_your_seat", status=403)


def require_umpire(battle: Battle, seats: Seats, by: Membership) -> None:
    """Refuse whoever may not rule on this battle."""
    if by.club_id != battle.club_id or by.left_at is not None:
        raise NotSeen
    if not may_rule(battle, seats, by):
        raise Refusal(_("Only the umpire can do this."), code="umpire_only", status=403)
