"""Reading battles, always for somebody: nothing hidden from a seat leaves here."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Count, Exists, F, Max, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils.crypto import salted_hmac

from battles import permissions
from battles.models import Battle, BattleEntry, ChatLine, DataSet, DataVersion, DiceSecret, OddsRun, SealedMove, Seat
from battles.models.battle import Stage
from clubs.errors import NotSeen
from clubs.models import Club, Membership
from clubs.selectors import Person, membership_of
from rulesets import registry
from rulesets.canonical import digest
from rulesets.contract import UMPIRE, Ask, Audience, Choice, Happening, View
from rulesets.dice import Rolled

SHOWN_LINES = 200
"""Of a chat."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the log as one seat may read it.

    ``moves`` and ``rolls`` hold only what this seat may know. ``struck``: undone, or on a branch that was left. ``hash`` is empty
    while the battle goes on: it is made of hidden things too, and few enough of them could be guessed.
    """

    seq: int
    revision: int
    kind: str
    seat: str
    manner: str
    actor: Membership | None
    at: datetime
    moves: dict[str, dict[str, Any]]
    reason: str
    why: dict[str, str]
    """Of each seat that the program decided for, what for: ``program``, ``late``, ``resolved``."""
    happenings: tuple[Happening, ...]
    rolls: tuple[Rolled, ...]
    struck: bool
    hash: str


def battle_for(user: Person, public_id: str) -> Battle:
    """The battle of that id with its club, seats and who holds them, if the person is in its club; else ``NotSeen``. Two queries."""
    seats = Prefetch("seats", Seat.objects.select_related("member__user", "offered__user").order_by("pk"))
    battle = (
        Battle.objects.select_related("club", "opener__user")
        .filter(
            public_id=public_id,
            club__memberships__user_id=user.pk or 0,
            club__memberships__left_at=None,
        )
        # The viewer's own place: the row that the filter found.
        .annotate(viewer=F("club__memberships__pk"))
        .prefetch_related(seats)
        .first()
    )
    if battle is None:
        raise NotSeen
    return battle


def seat_of(battle: Battle, user: Person) -> str | None:
    """The seat a person holds, himself or as a deputy, at a battle that ``battle_for`` gave; None for a spectator. A player's seat goes before the umpire's."""
    viewer = getattr(battle, "viewer", None)
    mine = [
        seat.key
        for seat in battle.seats.all()
        if (seat.member is not None and seat.member.user_id == user.pk) or viewer in seat.deputies
    ]
    return next((key for key in mine if key != UMPIRE), mine[0] if mine else None)


def view_for(battle: Battle, seat: str | None) -> View:
    """What a seat (None: a spectator) may see of the battle now."""
    return registry.get(battle.ruleset).view(battle.state, seat)


def asks_of(battle: Battle) -> list[Ask]:
    """Who owes, or may take, a decision now; empty unless the battle is being fought. Who is asked is public."""
    return registry.get(battle.ruleset).asks(battle.state) if battle.stage == Stage.OPEN else []


def menu_for(battle: Battle, seat: str, focus: str | None = None) -> list[Choice]:
    """What a seat may do now; empty unless it is asked."""
    if seat not in {ask.seat for ask in asks_of(battle)}:
        return []
    return list(registry.get(battle.ruleset).menu(battle.state, seat, focus))


def sealed_of(battle: Battle, seat: str) -> dict[str, Any] | None:
    """A seat's own sealed move, while others are still owed."""
    move = SealedMove.objects.filter(battle=battle, seat=seat).first()
    return None if move is None else dict(move.action)


def sealed_seats(battle: Battle) -> set[str]:
    """Which seats have handed in. That something is in is public; what it is, is not."""
    return set(SealedMove.objects.filter(battle=battle).values_list("seat", flat=True))


def entries_for(battle: Battle, seat: str | None) -> list[Seen]:
    """The whole log as a seat (None: a spectator) may read it, oldest first. One query, however long the battle."""
    entries = list(
        BattleEntry.objects.filter(battle=battle).select_related("actor__user").defer("state").order_by("seq")
    )
    struck = _struck(entries)
    return [_seen(battle, entry, seat, struck=entry.seq in struck) for entry in entries]


class Mine(msgspec.Struct, frozen=True, kw_only=True):
    """A battle one sits at, or is asked to."""

    battle: Battle
    seat: str
    offered: bool
    """The seat is kept for one: take it, or say no."""
    prompt: str | None
    """What one is asked; None: one waits for others."""
    due_at: datetime | None


def battles_of(club: Club) -> QuerySet[Battle]:
    """Battles of a club outside its wars, the newest first, with seats and people. For a page: two queries, however many there are."""
    people = Seat.objects.select_related("member__user", "offered__user").order_by("pk")
    rows = Battle.objects.filter(club=club, single=True).defer("state", "setup", "outcome")
    return (
        rows.select_related("opener__user").prefetch_related(Prefetch("seats", people)).order_by("-created_at", "-pk")
    )


def my_battles(user: Person) -> list[Mine]:
    """Battles outside wars that a person fights, or is asked to: those that wait for him first. Two queries."""
    mine = Q(member__user_id=user.pk or 0, member__left_at=None) | Q(offered__user_id=user.pk or 0)
    seats = Seat.objects.filter(mine, battle__single=True, battle__stage__in=(Stage.OPEN, Stage.HELD))
    rows = list(seats.select_related("battle__club").order_by("-battle__created_at", "-pk"))
    given = set(SealedMove.objects.filter(battle__in={row.battle_id for row in rows}).values_list("battle_id", "seat"))
    found = [_mine(row, given) for row in rows]
    return sorted(found, key=lambda one: (not one.offered, one.prompt is None))


def _mine(seat: Seat, given: set[tuple[int, str]]) -> Mine:
    prompt = None
    if seat.member_id is not None and (seat.battle_id, seat.key) not in given:
        asked = (ask for ask in asks_of(seat.battle) if ask.seat == seat.key and (ask.kind != "may" or ask.wanted))
        prompt = next((ask.prompt for ask in asked), None)
    return Mine(battle=seat.battle, seat=seat.key, offered=seat.member_id is None, prompt=prompt, due_at=seat.due_at)


def chat_of(battle: Battle) -> list[ChatLine]:
    """What was last said at a battle, oldest first. One query."""
    lines = ChatLine.objects.filter(battle=battle).select_related("author__user").order_by("-pk")[:SHOWN_LINES]
    return list(reversed(lines))


def odds_of(battle: Battle, member: Membership) -> OddsRun | None:
    """The last odds that a member asked for at a battle; nobody else's."""
    return OddsRun.objects.filter(battle=battle, member=member).order_by("-pk").first()


def planned_odds(place: Membership, ruleset: str, setup: Any) -> OddsRun | None:
    """The newest working out of one's own of a battle that is planned just so."""
    newest = OddsRun.objects.filter(member=place, battle=None, ruleset=ruleset).order_by("-created_at").first()
    return newest if newest is not None and digest(newest.setup) == digest(setup) else None


def odds_run(user: Person, public_id: str) -> OddsRun:
    """One's own working out of odds; else ``NotSeen``."""
    run = (
        OddsRun.objects.select_related("member")
        .filter(public_id=public_id, member__user_id=user.pk or 0, member__left_at=None)
        .first()
    )
    if run is None:
        raise NotSeen
    return run


def chat_line(battle: Battle, public_id: str) -> ChatLine:
    """A line said at a battle that the person was let into; else ``NotSeen``."""
    line = ChatLine.objects.filter(battle=battle, public_id=public_id).first()
    if line is None:
        raise NotSeen
    line.battle = battle
    return line


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """The promise made about the dice of an epoch, and the secret once it is shown."""

    epoch: int
    commitment: str
    secret: str | None


def proofs_of(battle: Battle) -> list[Proof]:
    """What was promised about a battle's dice, and what is shown. One query."""
    rows = DiceSecret.objects.filter(game=battle.game, year=0).order_by("epoch")
    return [Proof(epoch=row.epoch, commitment=row.commitment, secret=row.revealed or None) for row in rows]


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """How long a seat still has. ``left`` stands in for ``due_at`` while the clocks stand still."""

    seat: str
    due_at: datetime | None
    left: int
    """Seconds, at the moment it was asked."""


def clocks_of(battle: Battle, now: datetime) -> list[Clock]:
    """The clocks that run, or stand still, at a battle that ``battle_for`` gave. No query."""
    moment = battle.stopped_at or now
    return [
        Clock(
            seat=seat.key,
            due_at=None if battle.stopped else seat.due_at,
            left=max(0, int((seat.due_at - moment).total_seconds())),
        )
        for seat in battle.seats.all()
        if seat.due_at is not None and battle.stage in (Stage.OPEN, Stage.HELD)
    ]


def mark_of(battle: Battle, user: Person) -> str:
    """A name for what this person's page of the battle shows now: it changes when that does, and tells nothing else.

    Three queries, for a battle that ``battle_for`` gave.
    """
    run = OddsRun.objects.filter(battle=battle, member__user_id=user.pk or 0).order_by("-pk").first()
    return _mark(battle, user, sealed_seats(battle), run)


def _mark(battle: Battle, user: Person, handed_in: set[str], run: OddsRun | None) -> str:
    said = ChatLine.objects.filter(battle=battle).aggregate(last=Max("pk"), removed=Count("removed_at"))
    # Only what is public (which seats have handed in, not what), and his own odds. Not the row's version, nor a hash: they would tell
    # that a seat has changed its mind.
    shown = [
        battle.seq,
        battle.stage,
        battle.stopped,
        battle.resolving_at,
        battle.deadline_at,
        [(seat.key, seat.kind, seat.member_id, seat.offered_id, seat.due_at) for seat in battle.seats.all()],
        sorted(handed_in),
        said["last"],
        said["removed"],
        None if run is None else (run.pk, run.state, run.played),
    ]
    return salted_hmac("battles.mark", f"{user.pk}:{battle.public_id}:{shown}", algorithm="sha256").hexdigest()[:32]


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a page of a battle shows to one person."""

    battle: Battle
    place: Membership
    seat: str | None
    view: View
    asks: list[Ask]
    menu: list[Choice]
    sealed: dict[str, Any] | None
    """One's own sealed move, while others are owed."""
    handed_in: set[str]
    entries: list[Seen]
    clocks: list[Clock]
    chat: list[ChatLine]
    odds: OddsRun | None
    proofs: list[Proof]
    mark: str
    umpire: bool
    """May rule, step back, stop the clocks, void."""
    arranges: bool
    """May offer seats, give them to the program, void."""
    resolves: bool
    exports: bool


def page_of(user: Person, public_id: str, *, now: datetime, focus: str | None = None) -> Page:
    """What the page of a battle shows to a person; ``NotSeen`` for whoever is not in its club. As many queries, however long it is."""
    battle = battle_for(user, public_id)
    place = membership_of(user, battle.club)
    if place is None:
        raise NotSeen
    seat = seat_of(battle, user)
    seats = {one.key: one for one in battle.seats.all()}
    handed_in, run = sealed_seats(battle), odds_of(battle, place)
    return Page(
        battle=battle,
        place=place,
        seat=seat,
        view=view_for(battle, seat),
        asks=asks_of(battle),
        menu=menu_for(battle, seat, focus) if seat else [],
        sealed=sealed_of(battle, seat) if seat else None,
        handed_in=handed_in,
        entries=entries_for(battle, seat),
        clocks=clocks_of(battle, now),
        chat=chat_of(battle),
        odds=run,
        proofs=proofs_of(battle),
        mark=_mark(battle, user, handed_in, run),
        umpire=permissions.may_rule(battle, seats, place),
        arranges=permissions.may_arrange(battle, seats, place),
        resolves=permissions.may_resolve(battle, seats, place),
        exports=permissions.may_export(battle, seats, place),
    )


def overdue(now: datetime) -> list[Battle]:
    """Battles being fought whose deadline has passed, and in which nobody's clock runs. One query."""
    running = Seat.objects.filter(battle=OuterRef("pk"), due_at__gt=now)
    due = Battle.objects.filter(~Exists(running), stage=Stage.OPEN, deadline_at__lte=now)
    return list(due.select_related("club").order_by("deadline_at", "pk"))


def _struck(entries: list[BattleEntry]) -> set[int]:
    gone: set[int] = set()
    for entry in entries:
        if entry.back_to is not None:
            gone |= {earlier.seq for earlier in entries if entry.back_to < earlier.seq < entry.seq}
    return gone


def _may_know(audience: Audience, seat: str | None) -> bool:
    return audience.seats is None or seat in audience.seats


def _seen(battle: Battle, entry: BattleEntry, seat: str | None, *, struck: bool) -> Seen:
    happenings = [told for told in map(_happening, entry.happenings) if _told(told, seat)]
    known = {address for told in happenings if _may_know(told.audience, seat) for address in told.rolls}
    return Seen(
        seq=entry.seq,
        revision=entry.revision,
        kind=entry.kind,
        seat=entry.seat,
        manner=entry.manner,
        actor=entry.actor,
        at=entry.at,
        moves=_moves(entry, seat),
        reason=entry.action.get("reason", ""),
        why=entry.action.get("why", {}),
        happenings=tuple(_as_told(told, seat) for told in happenings),
        rolls=tuple(msgspec.convert(roll, Rolled) for roll in entry.rolls if roll["address"] in known),
        struck=struck,
        hash="" if battle.stage in (Stage.OPEN, Stage.HELD) else entry.hash,
    )


def _happening(told: Mapping[str, Any]) -> Happening:
    return msgspec.convert(told, Happening)


def _told(happening: Happening, seat: str | None) -> bool:
    return _may_know(happening.audience, seat) or happening.audience.others is not None


def _as_told(happening: Happening, seat: str | None) -> Happening:
    """The happening as this seat may know it: its data, or what the others may know instead. Who else knows more is not told."""
    if _may_know(happening.audience, seat):
        return msgspec.structs.replace(happening, audience=Audience())
    return Happening(kind=happening.kind, data=happening.audience.others or {}, rule=happening.rule)


def _moves(entry: BattleEntry, seat: str | None) -> dict[str, dict[str, Any]]:
    """Each seat's move as this seat may know it: whole, or as what the others may know; left out if nothing."""
    told: dict[str, dict[str, Any]] = {}
    for mover, move in entry.action.get("moves", {}).items():
        audience = msgspec.convert(entry.audiences.get(mover, {}), Audience)
        if mover == seat or _may_know(audience, seat):
            told[mover] = move
        elif audience.others is not None:
            told[mover] = {"kind": move["kind"], "arguments": audience.others}
    return told


# --- A club's own lists, maps and tables ------------------------------------------------------------------------------


def data_sets_of(club: Club, *, ruleset: str = "", kind: str = "", retired: bool = False) -> QuerySet[DataSet]:
    """The data sets of a club the reader was let into, with their newest version's number as ``newest``; by name."""
    found = DataSet.objects.filter(club=club).annotate(newest=Max("versions__number"))
    if ruleset:
        found = found.filter(ruleset=ruleset)
    if kind:
        found = found.filter(kind=kind)
    if not retired:
        found = found.filter(retired_at=None)
    return found.order_by("ruleset", "kind", "name", "pk")


def data_set_for(user: Person, public_id: str) -> DataSet:
    """A data set with its club, if the person is in it; else ``NotSeen``."""
    found = (
        DataSet.objects.select_related("club")
        .filter(public_id=public_id, club__memberships__user_id=user.pk or 0, club__memberships__left_at=None)
        .first()
    )
    if found is None:
        raise NotSeen
    return found


def versions_of(data_set: DataSet) -> QuerySet[DataVersion]:
    """Its versions without their documents, the newest first."""
    return DataVersion.objects.filter(data_set=data_set).select_related("author__user").defer("source", "document")


def version_of(data_set: DataSet, number: int | None = None) -> DataVersion:
    """One version, else the newest; ``NotSeen`` where there is none of that number."""
    found = DataVersion.objects.filter(data_set=data_set).select_related("author__user", "data_set")
    version = (found if number is None else found.filter(number=number)).first()
    if version is None:
        raise NotSeen
    return version


def newest_of(club: Club, ruleset: str) -> list[DataVersion]:
    """The newest version of everything that a club offers for a ruleset, by name, with its document. One query."""
    latest = DataVersion.objects.filter(data_set=OuterRef("data_set")).order_by("-number").values("number")[:1]
    found = DataVersion.objects.filter(
        data_set__club=club, data_set__ruleset=ruleset, data_set__retired_at=None, number=Subquery(latest)
    )
    return list(found.select_related("data_set").defer("source").order_by("data_set__name", "pk"))
