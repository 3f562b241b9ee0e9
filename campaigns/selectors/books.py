"""Reading a war's book: what happened, in which order, and which dice decided it. All of it is public to the club."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct, structs

from campaigns.models import Campaign, Decision, LedgerEntry, Roll
from campaigns.models.codec import happening, happening_of
from campaigns.models.year import YearStage
from clubs.errors import NotSeen
from clubs.models import Membership
from rulesets.contract import Happening
from rulesets.dice import Rolled, commitment

SEALED_KINDS = {"order_sealed": "orders", "muster_sealed": "muster"}
"""Entries that tell of something sealed, and the stage after which their receipt may be known."""

_ORDER_OF_STAGES = ("orders", "choices", "muster", "battle", "aftermath", "closed")


class Correction(Struct, frozen=True, kw_only=True):
    """A report that was reopened: what lies between ``back_to`` and ``number`` no longer counts."""

    number: int
    back_to: int
    reason: str


class Line(Struct, frozen=True, kw_only=True):
    """An entry of the book, ready to be told.

    ``struck``: it no longer counts, but stays. ``receipt``: of a sealed decision whose stage is over, else empty.
    """

    seq: int
    year: int
    at: datetime
    happening: Happening
    actor: Membership | None
    manner: str
    rolls: tuple[Rolled, ...]
    struck: bool
    receipt: str


def years_in_book(war: Campaign) -> list[int]:
    """Years that have entries, the newest first. One query."""
    return list(war.ledger.order_by("-year").values_list("year", flat=True).distinct())


def entries_of(war: Campaign, years: Iterable[int]) -> list[LedgerEntry]:
    """The entries of some years in their order, with who did it and how. One query."""
    rows = war.ledger.filter(year__in=list(years)).select_related("decision", "actor__user")
    return list(rows.defer(*_LONG).order_by("seq"))


_LONG = ("decision__moves", "decision__reason", "decision__state_digest")
"""What nobody reads of the decision behind an entry."""


def tales_of(war: Campaign, years: Iterable[int]) -> dict[int, list[Happening]]:
    """What happened in some years and still counts, in its order: what a chronicle is made of, without rules and rolls. Two queries."""
    corrections = corrections_of(war)
    rows = war.ledger.filter(year__in=list(years)).exclude(kind__in=SEALED_KINDS).order_by("seq")
    # Values, not entries: a story is made of many of them. Only in a war that went back may one no longer count.
    decided = ("decision__number", "decision__back_to") if corrections else ()
    found: dict[int, list[Happening]] = {}
    for year, kind, data, *by in rows.values_list("year", "kind", "data", *decided):
        if not by or by[0] is None or not _is_struck(by[0], by[1], corrections):
            found.setdefault(year, []).append(happening(kind, data))
    return found


def told_of(war: Campaign, years: Iterable[int], kinds: Iterable[str] = ()) -> dict[int, list[Line]]:
    """The same as lines with their rules and dice, for whoever asks why; ``kinds``: only these. Three queries at most."""
    corrections = corrections_of(war)
    rows = war.ledger.filter(year__in=list(years)).exclude(kind__in=SEALED_KINDS)
    rows = rows.filter(kind__in=list(kinds)) if kinds else rows
    entries = list(rows.select_related("decision", "actor__user").defer(*_LONG).order_by("seq"))
    found: dict[int, list[Line]] = {}
    for line in lines(entries, rolls=rolls_at(war, entries), corrections=corrections, stages={}):
        if not line.struck:
            found.setdefault(line.year, []).append(line)
    return found


def line_with_its_year(war: Campaign, seq: int) -> tuple[Line, list[Line]]:
    """A line of the book, and the lines of its year that may explain it: with it all that counts, with one that was taken back
    all that had been written by then.

    Five queries at most; ``NotSeen`` for a line that there is not.
    """
    year = war.ledger.filter(seq=seq).values_list("year", flat=True).first()
    if year is None:
        raise NotSeen
    entries = entries_of(war, [year])
    corrections = corrections_of(war)
    told = lines(entries, rolls=rolls_at(war, entries), corrections=corrections, stages=stages_of(war, [year]))
    line = next(one for one in told if one.seq == seq)
    return line, [one for one in told if (one.seq <= seq if line.struck else not one.struck)]


def whole_book(war: Campaign) -> list[LedgerEntry]:
    """Every entry in its order, for proving the chain. One query."""
    return list(war.ledger.order_by("seq"))


def corrections_of(war: Campaign) -> list[Correction]:
    """What was reopened, in the order in which it was. One query; none for a war that never went back."""
    if not war.revision:
        return []
    rows = Decision.objects.filter(campaign=war, back_to__isnull=False).order_by("number")
    return [
        Correction(number=number, back_to=back_to, reason=reason)
        for number, back_to, reason in rows.values_list("number", "back_to", "reason")
        if back_to is not None
    ]


type Rolls = Mapping[str, list[tuple[int, Rolled]]]
"""Rolls by address: the number of the decision in which each fell, and what fell."""


def rolls_at(war: Campaign, entries: Iterable[LedgerEntry]) -> Rolls:
    """The dice that decided some entries, by address. One query; none where no die fell."""
    found: dict[str, list[tuple[int, Rolled]]] = {}
    addresses = {address for entry in entries for address in entry.rolls}
    if not addresses:
        return found
    rows = Roll.objects.filter(campaign=war, address__in=addresses).select_related("decision").defer("decision__moves")
    for row in rows.order_by("decision__number", "pk"):
        found.setdefault(row.address, []).append((row.decision.number, rolled(row)))
    return found


def _as_it_fell(entry: LedgerEntry, address: str, rolls: Rolls) -> Rolled | None:
    """What fell at an address when this entry was written: a later correction may have changed it."""
    until = entry.decision.number if entry.decision else None
    there = [roll for number, roll in rolls.get(address, []) if until is None or number <= until]
    return there[-1] if there else None


def rolled(row: Roll) -> Rolled:
    return Rolled(address=row.address, sides=row.sides, faces=tuple(row.faces), source=row.source)


def lines(
    entries: Sequence[LedgerEntry],
    *,
    rolls: Rolls,
    corrections: Sequence[Correction],
    stages: Mapping[int, str],
) -> list[Line]:
    """Entries as the book shows them. ``stages``: of each year. No query."""
    return [_line(entry, rolls, corrections, stages.get(entry.year, "closed")) for entry in entries]


def _line(entry: LedgerEntry, rolls: Rolls, corrections: Sequence[Correction], stage: str) -> Line:
    told = happening_of(entry)
    receipt = receipt_of(told, stage)
    if told.kind in SEALED_KINDS and not receipt:
        told = structs.replace(told, data={key: value for key, value in told.data.items() if key != "receipt"})
    fell = [_as_it_fell(entry, address, rolls) for address in entry.rolls]
    return Line(
        seq=entry.seq,
        year=entry.year,
        at=entry.at,
        happening=told,
        actor=entry.actor,
        manner=_manner(entry, told),
        rolls=tuple(roll for roll in fell if roll is not None),
        struck=is_struck(entry.decision, corrections),
        receipt=receipt,
    )


def is_struck(decision: Decision | None, corrections: Sequence[Correction]) -> bool:
    """Whether a later correction took back what this decision brought about."""
    return decision is not None and _is_struck(decision.number, decision.back_to, corrections)


def _is_struck(number: int, back_to: int | None, corrections: Sequence[Correction]) -> bool:
    return back_to is None and any(one.back_to < number < one.number for one in corrections)


def _manner(entry: LedgerEntry, told: Happening) -> str:
    if "manner" in told.data:
        return str(told.data["manner"])
    if entry.decision is None:
        return ""
    side = told.data.get("side")
    return str(entry.decision.manners.get(side, "")) if isinstance(side, str) else ""


def receipt_of(told: Happening, stage: str) -> str:
    """The receipt of a sealed decision, once that stage of its year is over: until then it says only that something is in."""
    return str(told.data.get("receipt", "")) if _is_over(told.kind, stage) else ""


def _is_over(kind: str, stage: str) -> bool:
    """Whether what an entry of this kind tells of is sealed no longer, in a year at this stage."""
    sealed = SEALED_KINDS.get(kind)
    if sealed is None or stage not in _ORDER_OF_STAGES:
        return False
    return _ORDER_OF_STAGES.index(stage) > _ORDER_OF_STAGES.index(sealed)


def known_head(war: Campaign) -> tuple[int, str]:
    """The last line whose fingerprint may be shown, and that fingerprint. Three queries at most.

    A line that tells of something still sealed is hashed with its receipt, and so is every line after it: their fingerprints would
    differ with what is sealed. They are shown once that stage is over.
    """
    stages = dict(war.year_set.exclude(stage=YearStage.CLOSED).values_list("number", "stage"))
    rows = war.ledger.filter(kind__in=SEALED_KINDS, year__in=stages).order_by("seq")
    still = [seq for seq, kind, year in rows.values_list("seq", "kind", "year") if not _is_over(kind, stages[year])]
    if not still:
        return war.seq, war.head
    last = war.ledger.filter(seq__lt=still[0]).order_by("-seq").values_list("seq", "hash").first()
    return last or (0, "")


def stages_of(war: Campaign, years: Iterable[int]) -> dict[int, str]:
    """The stage of each of some years. One query."""
    return dict(war.year_set.filter(number__in=list(years)).values_list("number", "stage"))


# --- Dice ------------------------------------------------------------------------------------------------


class Seal(Struct, frozen=True, kw_only=True):
    """What was published about the dice of a year: the commitment before the orders, secret and salts once the year is closed."""

    year: int
    epoch: int
    commitment: str
    secret: str = ""
    salts: dict[str, str] = {}
    game: str = ""
    brought: bool = False
    """It came with a record: this site did not see it published. ``game`` is what the war was called where it was."""
    fits: bool = True
    """A secret that was shown is the one that was published."""


class Contest(Struct, frozen=True, kw_only=True):
    """A typed roll that a side does not believe, and what the umpire said. ``faces``: what it showed after the ruling."""

    side: str
    reason: str
    ruled: bool = False
    ruling: str = ""
    faces: tuple[int, ...] = ()


class Fallen(Struct, frozen=True, kw_only=True):
    """A roll of the page of dice."""

    address: str
    rolled: Rolled
    typed_by: Membership | None
    epoch: int
    struck: bool
    contests: tuple[Contest, ...] = ()

    @property
    def contested(self) -> bool:
        return any(not one.ruled for one in self.contests)


_SEAL_KINDS = ("year_opened", "dice_committed", "dice_revealed")
_CONTEST_KINDS = ("dice_contested", "contest_ruled")


def opened_years(war: Campaign) -> list[int]:
    """Every year that was opened, the newest first. One query."""
    return list(war.year_set.exclude(stage=YearStage.WAITING).order_by("-number").values_list("number", flat=True))


def dice_entries(war: Campaign, years: Iterable[int]) -> list[LedgerEntry]:
    """What the book says of the dice of some years: commitments, secrets shown, contests and rulings. One query."""
    return list(war.ledger.filter(year__in=list(years), kind__in=(*_SEAL_KINDS, *_CONTEST_KINDS)).order_by("seq"))


def seals(entries: Iterable[LedgerEntry]) -> dict[int, list[Seal]]:
    """The commitments of each year by epoch, each with its secret where it was shown. No query."""
    found: dict[tuple[int, int], Seal] = {}
    for entry in entries:
        if entry.kind not in _SEAL_KINDS:
            continue
        data = happening_of(entry).data
        key = (entry.year, int(data.get("epoch", 1)))
        if entry.kind == "dice_revealed":
            known = found.get(key, Seal(year=key[0], epoch=key[1], commitment=""))
            found[key] = structs.replace(known, secret=str(data["secret"]), salts=dict(data["salts"]))
        elif "commitment" in data:
            found[key] = Seal(year=key[0], epoch=key[1], commitment=str(data["commitment"]))
    by_year: dict[int, list[Seal]] = {}
    for (year, _epoch), seal in sorted(found.items()):
        by_year.setdefault(year, []).append(seal)
    return by_year


def brought_seals(war: Campaign, years: Iterable[int]) -> dict[int, list[Seal]]:
    """What an imported record says of the dice of some years. Its proofs are kept as they came, so each is read with care. No query."""
    proofs = msgspec.json.decode(war.imported.get("proof", "{}"))
    return {year: [_brought(one, year) for one in proofs[str(year)]] for year in years if str(year) in proofs}


def _brought(told: Mapping[str, Any], year: int) -> Seal:
    salts, epoch = told.get("salts"), told.get("epoch")
    seal = Seal(
        year=year,
        epoch=epoch if isinstance(epoch, int) else 1,
        commitment=str(told.get("commitment", "")),
        secret=str(told.get("secret") or ""),
        salts={str(side): str(salt) for side, salt in salts.items()} if isinstance(salts, Mapping) else {},
        game=str(told.get("game", "")),
        brought=True,
    )
    return structs.replace(seal, fits=not seal.secret or _is_published(seal))


def _is_published(seal: Seal) -> bool:
    """Whether the secret of a seal is what its commitment was made of."""
    try:
        secret = bytes.fromhex(seal.secret)
    except ValueError:
        return False
    return commitment(secret, game=seal.game, year=seal.year, epoch=seal.epoch) == seal.commitment


def contests(entries: Iterable[LedgerEntry]) -> dict[str, list[Contest]]:
    """Contests of typed rolls by address; a ruling answers every contest of its roll before it. No query."""
    found: dict[str, list[Contest]] = {}
    for entry in entries:
        if entry.kind not in _CONTEST_KINDS:
            continue
        data = happening_of(entry).data
        there = found.setdefault(str(data["address"]), [])
        if entry.kind == "dice_contested":
            there.append(Contest(side=str(data["side"]), reason=str(data["reason"])))
            continue
        faces = tuple(data.get("corrected") or data["faces"])
        ruling = {"ruled": True, "ruling": str(data["reason"]), "faces": faces}
        there[:] = [one if one.ruled else structs.replace(one, **ruling) for one in there]
    return found


def rolls_of(war: Campaign, years: Iterable[int]) -> list[Roll]:
    """Every roll of some years in the order in which they fell, with who typed it and the decision it belongs to. One query."""
    rows = Roll.objects.filter(campaign=war, year__in=list(years)).defer("decision__moves")
    return list(rows.select_related("typed_by__user", "decision").order_by("decision__number", "pk"))


def fallen(
    rolls: Iterable[Roll], corrections: Sequence[Correction], contested: Mapping[str, list[Contest]]
) -> dict[int, list[Fallen]]:
    """Rolls by year as the page of dice shows them. No query."""
    found: dict[int, list[Fallen]] = {}
    for row in rolls:
        told = Fallen(
            address=row.address,
            rolled=rolled(row),
            typed_by=row.typed_by,
            epoch=row.epoch,
            struck=is_struck(row.decision, corrections),
            contests=tuple(contested.get(row.address, ())) if row.source == Roll.Source.HAND else (),
        )
        found.setdefault(row.year, []).append(told)
    return found
