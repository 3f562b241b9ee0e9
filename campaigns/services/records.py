"""A war leaves and enters as one file (``docs/campaign-record.md``): the file is its decisions and dice."""

import json
import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from battles import chain
from battles.models import DiceSecret
from battles.models.log import Manner
from campaigns.models import Campaign, Decision, LedgerEntry, Roll, Side, StrategicAction, Year
from campaigns.models.campaign import DiceMode, Stage
from campaigns.models.codec import digest, moves_of, rules_of, start_of, text
from campaigns.models.year import YearStage
from campaigns.narration import problem_text
from campaigns.rules import record, recordfile, recordwrite
from campaigns.rules.places import Refused
from campaigns.rules.recordlog import Move, Played, Recalled
from campaigns.rules.recordwrite import Extras, extras_of, write
from campaigns.rules.state import State
from campaigns.selectors import courses
from campaigns.services import book, founding, kernel, projection, rewind
from campaigns.services.deadlines import AGREED_DAYS
from campaigns.services.dice import commit, salts_of, shown_salts
from campaigns.services.sealed import receipt
from clubs.errors import NotSeen, Refusal
from clubs.models import Club, Membership
from rulesets.contract import Happening
from rulesets.dice import Rolled


class BadRecord(Refusal):
    """The file is refused; ``place`` says where."""

    def __init__(self, text: str, *, place: str, code: str):
        super().__init__(text, code=code)
        self.place = place


# --- Entering -----------------------------------------------------------------------------------------


def import_record(club: Club, *, raw: bytes, toml: bool, by: Membership | None, now: datetime) -> Campaign:
    """Store a record as a war with its whole book. ``BadRecord`` with place and reason; then nothing is stored."""
    if by is not None and (by.club_id != club.pk or by.left_at is not None):
        raise NotSeen
    try:
        read = recordfile.read(recordfile.parse(raw, toml=toml))
        played = record.play(read)
    except Refused as refused:
        raise BadRecord(refusal_text(refused), place=refused.problem.place, code=refused.problem.code) from None
    with transaction.atomic():
        return _store(club, read, played, by=by, now=now)


def refusal_text(refused: Refused) -> str:
    """``PLACE: REASON``, as the command line and the page show it."""
    reason = problem_text(refused.problem)
    return f"{refused.problem.place}: {reason}" if refused.problem.place else reason


def _store(
    club: Club, read: recordfile.RecordFile, played: Played, *, by: Membership | None, now: datetime
) -> Campaign:
    pack = played.rules.pack
    campaign = Campaign(
        club=club,
        name=played.name,
        pack=founding.freeze(pack, now=now),
        readings=played.rules.readings,
        years=read.agreed,
        dice=DiceMode.HAND if read.by_hand else DiceMode.PROGRAM,
        clock={**pack.clock, "hour": 21, "weekday": None, "agreed": AGREED_DAYS, "grace": 0},
        absent={"order": pack.default_action},
        seed=played.seed,
        imported=_brought_along(read),
        created_by=by,
        created_at=now,
    )
    campaign.head = chain.start(campaign.game)
    campaign.save()
    Side.objects.bulk_create(Side(campaign=campaign, key=key, place=n) for n, key in enumerate(pack.side_keys))
    founding.set_down(campaign, played.rules, played.start, now=now)
    told = {"year": played.start.year}
    book.write(campaign, [Happening(kind="imported", data=told)], year=played.start.year, now=now, by=by)
    state = _store_log(campaign, played, now=now)
    _store_years(campaign, played, state, now=now)
    return campaign


def _brought_along(read: recordfile.RecordFile) -> dict[str, str]:
    """What the rules do not need, but an export must give back. As text: a document store may hand keys back in another order."""
    brought = extras_of(read)
    return {
        "proof": text({str(number): rows for number, rows in brought.proof.items()}),
        "entered": text({str(number): rows for number, rows in brought.entered.items()}),
        "corrections": text(brought.corrections),
        "former": text(brought.former),
    }


def _brought(campaign: Campaign, what: str) -> Any:
    return msgspec.json.decode(campaign.imported[what]) if what in campaign.imported else None


def _store_log(campaign: Campaign, played: Played, *, now: datetime) -> State:
    """Every decision with its rolls and entries, in order; answers with the state they lead to."""
    state = played.rules.begin(played.start)
    entries: list[tuple[int, list[LedgerEntry]]] = []
    for move in played.log:
        state = played.rules.apply(state, move.moves, Recalled(move.rolls)).state
        entries.append((move.year, _store_move(campaign, move, digest(text(state)), now=now)))
    campaign.state, campaign.state_digest = text(state), digest(text(state))
    campaign.save()
    projection.sync(campaign, played.rules, state, year=state.year)
    for year, told in entries:
        projection.follow(campaign, told, year=year)
    return state


def _store_move(campaign: Campaign, move: Move, state_digest: str, *, now: datetime) -> list[LedgerEntry]:
    campaign.last_decision += 1
    decision = Decision.objects.create(
        campaign=campaign,
        number=campaign.last_decision,
        year=move.year,
        stage=move.stage,
        moves=text(move.moves),
        manners={seat: str(Manner.PAPER) for seat in move.moves},
        state_digest=state_digest,
        at=now,
    )
    Roll.objects.bulk_create(
        Roll(
            campaign=campaign,
            decision=decision,
            year=move.year,
            address=roll.address,
            sides=roll.sides,
            faces=list(roll.faces),
            source=Roll.Source.LOADED,
        )
        for roll in move.rolls
    )
    return book.write(campaign, move.happenings, year=move.year, now=now, decision=decision)


def _store_years(campaign: Campaign, played: Played, state: State, *, now: datetime) -> None:
    """A row for every year told; the year the war is in opens, with dice of its own, at the stage it has reached."""
    for summary in played.years:
        number = summary["number"]
        if number == state.year and state.ended is None:
            continue
        Year.objects.create(
            campaign=campaign,
            number=number,
            stage=YearStage.CLOSED,
            opened_at=now,
            closed_at=now,
            scenario=summary["scenario"] or "",
            summary=summary,
        )
    if state.ended is not None:
        campaign.stage, campaign.ended_at = Stage.OVER, now
        campaign.winner, campaign.level = state.ended.winner or "", state.ended.level
        campaign.reason = state.ended.reason
        campaign.save()
        return
    if state.stage == "orders" and not state.pending and not state.now.orders:
        kernel.open_year(campaign, played.rules, state, now=now)
        campaign.save()
        return
    _enter_year(campaign, played, state, now=now)


def _enter_year(campaign: Campaign, played: Played, state: State, *, now: datetime) -> None:
    """The war stands in the middle of a year: its orders are open, and the dice still to fall need a secret and salts."""
    year = Year.objects.create(campaign=campaign, number=state.year, opened_at=now, scenario=state.now.scenario or "")
    row = commit(campaign, number=year.number, epoch=year.epoch, now=now)
    for side, action in state.now.orders.items():
        salt = secrets.token_hex(16)
        StrategicAction.objects.create(
            year=year,
            side=side,
            action=action,
            salt=salt,
            receipt=receipt(campaign, year.number, side, action, salt),
            manner=Manner.PAPER,
            given_at=now,
        )
    told = {"year": year.number, "commitment": row.commitment, "epoch": year.epoch}
    book.write(campaign, [Happening(kind="dice_committed", data=told)], year=year.number, now=now)
    kernel.enter_stage(campaign, played.rules, year, state, now=now)
    campaign.save()


# --- Leaving ------------------------------------------------------------------------------------------


def moves_of_war(campaign: Campaign) -> list[Move]:
    """Every decision that counts, with its rolls: what the record writer and the replay need."""
    decisions = rewind.standing_decisions(campaign)
    rolls: dict[int, list[Rolled]] = {}
    for row in Roll.objects.filter(decision__in=decisions).order_by("pk"):
        rolled = Rolled(address=row.address, sides=row.sides, faces=tuple(row.faces), source=row.source)
        rolls.setdefault(row.decision_id, []).append(rolled)
    return [
        Move(
            year=decision.year,
            stage=decision.stage,
            moves=moves_of(decision),
            rolls=tuple(rolls.get(decision.pk, [])),
            happenings=(),
        )
        for decision in decisions
    ]


def proofs(campaign: Campaign) -> dict[int, list[dict[str, Any]]]:
    """For each closed year, what ``tools/verify_dice.py`` checks: commitments, secrets, salts, and every roll with its address."""
    found: dict[int, list[dict[str, Any]]] = {int(n): rows for n, rows in (_brought(campaign, "proof") or {}).items()}
    shown = shown_salts(campaign)
    for year in Year.objects.filter(campaign=campaign, stage=YearStage.CLOSED):
        if year.number in found:
            continue
        rows = _shown(campaign, year)
        told = [_proof(campaign, row, shown.get((row.year, row.epoch)) or salts_of(year)) for row in rows]
        if told:
            found[year.number] = told
    return found


def former_proofs(campaign: Campaign) -> list[dict[str, Any]]:
    """The same of years that were called off, as long as they are not closed again: their secrets are shown, and their dice fell.

    Only with salts that the book shows: those of the orders that are sealed now belong to nobody.
    """
    shown, own = shown_salts(campaign), []
    for year in Year.objects.filter(campaign=campaign).exclude(stage=YearStage.CLOSED).order_by("number"):
        told = [_proof(campaign, row, shown.get((row.year, row.epoch), {})) for row in _shown(campaign, year)]
        if told:
            own.append({"number": year.number, "proof": told})
    return [*(_brought(campaign, "former") or []), *own]


def _shown(campaign: Campaign, year: Year) -> Iterable[DiceSecret]:
    """Every epoch of a year whose secret is shown."""
    return DiceSecret.objects.filter(game=campaign.game, year=year.number).exclude(revealed="").order_by("epoch")


def _proof(campaign: Campaign, row: DiceSecret, salts: dict[str, str]) -> dict[str, Any]:
    rolls = Roll.objects.filter(campaign=campaign, year=row.year, epoch=row.epoch).order_by("pk")
    seen: dict[str, dict[str, Any]] = {}
    for roll in rolls:
        # Typed dice may have been corrected: what was typed last stands.
        seen[roll.address] = {
            "address": roll.address,
            "sides": roll.sides,
            "faces": roll.faces,
            "source": roll.source,
        }
    return {
        "epoch": row.epoch,
        "commitment": row.commitment,
        "game": row.game,
        "year": row.year,
        "secret": row.revealed,
        "salts": salts,
        "rolls": list(seen.values()),
    }


def entered(campaign: Campaign) -> dict[int, list[dict[str, str]]]:
    """Which dice were typed in by hand, by year."""
    found: dict[int, list[dict[str, str]]] = {int(n): rows for n, rows in (_brought(campaign, "entered") or {}).items()}
    standing = rewind.standing_decisions(campaign)
    for roll in Roll.objects.filter(decision__in=standing, source=Roll.Source.HAND).order_by("pk"):
        found.setdefault(roll.year, []).append({"address": roll.address})
    return found


def corrections(campaign: Campaign) -> list[dict[str, Any]]:
    """When the war was taken back, by whom, and why."""
    own = courses.backs(campaign)[::-1]
    told: Iterable[dict[str, Any]] = (
        {
            "when": one.at.isoformat(),
            "role": _role(one),
            "what": WHAT[one.kind].format(year=one.year),
            "why": one.reason,
        }
        for one in own
    )
    return [*(_brought(campaign, "corrections") or []), *told]


WHAT = {
    "corrected": "a decision of year {year} corrected",
    "voided": "year {year} called off",
    "rolled_back": "taken back to the start of year {year}",
    "reopened": "year {year} reopened",
}
"""In English, as everything in a record."""


def _role(back: courses.Back) -> str:
    """Whoever consented to a correction that his enemy proposed is no umpire."""
    return "sides" if back.data.get("agreed") else "umpire"


def export_record(campaign: Campaign) -> dict[str, Any]:
    """A war as a record document. It never holds a decision that is still sealed, nor a secret that is not yet due."""
    return write(
        rules=rules_of(campaign),
        start=start_of(campaign),
        name=campaign.name,
        seed=campaign.seed,
        moves=moves_of_war(campaign),
        extras=Extras(
            pack=True,
            proof=proofs(campaign),
            entered=entered(campaign),
            corrections=corrections(campaign),
            former=former_proofs(campaign),
        ),
    )


def to_json(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def to_toml(document: dict[str, Any]) -> str:
    return recordwrite.to_toml(document)
