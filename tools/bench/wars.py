"""Wars of any length, and many of them, quickly: rows as they would be had everybody played, for ``check_books`` to find nothing in."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import connection, models, transaction

from battles import chain
from battles.models import DiceSecret
from battles.services import secrets
from campaigns.models import (
    Campaign,
    Character,
    Decision,
    LedgerEntry,
    Roll,
    Side,
    SideHolder,
    StrategicAction,
    Unit,
    Year,
)
from campaigns.models.campaign import Stage
from campaigns.models.codec import digest, rules_of, state_of, text
from campaigns.models.year import YearStage
from campaigns.rules.engine import Rules
from campaigns.rules.recordlog import Move
from campaigns.rules.state import State
from campaigns.services import book, kernel, projection
from campaigns.services.dice import secret_row
from campaigns.services.sealed import receipt
from rulesets.contract import Happening
from rulesets.dice import Keyed, year_key
from tools.bench import hands
from tools.bench.hands import Cast
from tools.bench.player import Played, lasting_year

LAST_TRIES = 30


# --- Long wars --------------------------------------------------------------------------------------


class Ended(Exception):
    """The war ended in the year that was to be its last but one; that year is played again."""


def long_war(cast: Cast, name: str, *, year: int) -> Campaign:
    """A war in the given year, its orders awaited. The last year before was played by the services, those before it by the rules."""
    campaign = hands.begin(cast, name, years=min(200, year + 5))
    if year > 2:
        campaign = age(campaign, to=year - 1, now=cast.now)
    return fought_year(cast, campaign) if year > 1 else campaign


def fought_year(cast: Cast, campaign: Campaign) -> Campaign:
    """One more year by the services, with its battle; again if the war ends in it."""
    number = state_of(campaign).year
    for _try in range(LAST_TRIES):
        try:
            with transaction.atomic():
                after = hands.whole_year(cast, hands.fresh(campaign))
                if after.stage == Stage.OVER or state_of(after).year == number:
                    raise Ended
                return after
        except Ended:
            continue
    raise RuntimeError("the war will not go on")


@transaction.atomic
def age(campaign: Campaign, *, to: int, now: datetime) -> Campaign:
    """Let years pass until ``to`` is open. Played by the rules, written down as the services do, a year at a time."""
    held = kernel.claim(campaign.pk)
    rules, state = rules_of(held), state_of(held)
    told: list[tuple[int, list[LedgerEntry]]] = []
    while state.year < to:
        year = kernel.open_year_of(held)
        played, salts = _play(held, rules, year, state)
        told.append((year.number, _write(held, rules, year, played, salts, now=now)))
        state = played.state
    held.state, held.state_digest = text(state), digest(text(state))
    kernel.save(held)
    projection.sync(held, rules, state, year=state.year)
    for number, entries in told:
        projection.follow(held, entries, year=number)
    return hands.fresh(held)


def _play(campaign: Campaign, rules: Rules, year: Year, state: State) -> tuple[Played, dict[str, str]]:
    """A year by the year's own secret; other salts are tried until the war goes on after it."""
    row = secret_row(campaign, year.number, year.epoch)
    secret = secrets.secret_of(row)

    def salts(attempt: str) -> dict[str, str]:
        return {side: f"{attempt} of {side}" for side in rules.pack.side_keys}

    def dice(attempt: str) -> Keyed:
        return Keyed(year_key(secret, game=row.game, year=row.year, epoch=row.epoch, salts=salts(attempt)))

    played, attempt = lasting_year(rules, state, campaign.name, dice)
    return played, salts(attempt)


def _write(
    campaign: Campaign, rules: Rules, year: Year, played: Played, salts: dict[str, str], *, now: datetime
) -> list[LedgerEntry]:
    entries = _seal(campaign, year, played.moves[0], salts, now=now)
    for move, state in zip(played.moves, played.states, strict=True):
        entries += _write_move(campaign, year, move, state, now=now)
    after = played.state
    assert after.closed is not None
    kernel.close_year(campaign, rules, year, after.closed, after, now=now)
    kernel.open_year(campaign, rules, after, now=now)
    return entries


def _seal(campaign: Campaign, year: Year, orders: Move, salts: dict[str, str], *, now: datetime) -> list[LedgerEntry]:
    rows = []
    for side, order in orders.moves.items():
        action = msgspec.to_builtins(order)["action"]
        mark = receipt(campaign, year.number, side, action, salts[side])
        rows.append(StrategicAction(year=year, side=side, action=action, salt=salts[side], receipt=mark, given_at=now))
    StrategicAction.objects.bulk_create(rows)
    told = [{"side": row.side, "receipt": row.receipt, "ready": True, "manner": "own"} for row in rows]
    sealed = [Happening(kind="order_sealed", data=one) for one in told]
    return book.write(campaign, sealed, year=year.number, now=now)


def _write_move(campaign: Campaign, year: Year, move: Move, state: State, *, now: datetime) -> list[LedgerEntry]:
    campaign.last_decision += 1
    decision = Decision.objects.create(
        campaign=campaign,
        number=campaign.last_decision,
        year=year.number,
        stage=move.stage,
        moves=text(move.moves),
        manners=dict.fromkeys(move.moves, "own"),
        state_digest=digest(text(state)),
        at=now,
    )
    Roll.objects.bulk_create(
        Roll(
            campaign=campaign,
            decision=decision,
            year=year.number,
            address=roll.address,
            sides=roll.sides,
            faces=list(roll.faces),
            source=roll.source,
            epoch=year.epoch,
        )
        for roll in move.rolls
    )
    return book.write(campaign, move.happenings, year=year.number, now=now, decision=decision)


# --- Many wars --------------------------------------------------------------------------------------


def alike(campaign: Campaign, count: int, *, now: datetime, overdue: bool = False) -> list[int]:
    """So many copies of a war in its first year, each with a book, dice and receipts of its own. Answers their keys.

    ``overdue``: their open year is due now.
    """
    wars = [_copy(campaign, name=f"{campaign.name} {n}", head="", seq=0) for n in range(count)]
    Campaign.objects.bulk_create(wars)
    years = _copies(Year.objects.filter(campaign=campaign), wars, "campaign")
    if overdue:
        Year.objects.filter(pk__in=[row.pk for row in years.values()]).update(deadline_at=now - timedelta(minutes=1))
    sides = _copies(Side.objects.filter(campaign=campaign), wars, "campaign")
    for model in (SideHolder, Unit, Character):
        _copies_below(model.objects.filter(side__campaign=campaign), sides, "side", wars)
    orders = _copies_below(StrategicAction.objects.filter(year__campaign=campaign), years, "year", wars, save=False)
    marks = {}
    for war, row in orders:
        row.receipt = marks[war.pk, row.side] = receipt(war, row.year.number, row.side, row.action, row.salt)
    StrategicAction.objects.bulk_create([row for _war, row in orders])
    with transaction.atomic():
        commitments = {war.pk: _secrets(campaign, war, now=now) for war in wars}
    _books(campaign, wars, commitments, marks)
    return [war.pk for war in wars]


def _copy(row: Any, **changes: Any) -> Any:
    """The same row once more, under a key and a public name of its own."""
    kept = (field for field in row._meta.concrete_fields if not field.primary_key and field.name != "public_id")
    return type(row)(**{**{field.attname: getattr(row, field.attname) for field in kept}, **changes})


def _copies(rows: models.QuerySet[Any], wars: Sequence[Campaign], above: str) -> dict[tuple[int, int], Any]:
    """Copies of a war's rows for each of many wars, by the war and the row they were made from."""
    made = {(war.pk, row.pk): _copy(row, **{f"{above}_id": war.pk}) for row in rows for war in wars}
    rows.model.objects.bulk_create(made.values())
    return made


def _copies_below(
    rows: models.QuerySet[Any],
    parents: dict[tuple[int, int], Any],
    above: str,
    wars: Sequence[Campaign],
    *,
    save: bool = True,
) -> list[tuple[Campaign, Any]]:
    """The same for rows that hang on rows of the war."""
    key = f"{above}_id"
    made = [(war, _copy(row, **{key: None})) for row in rows for war in wars]
    originals = [row for row in rows for _war in wars]
    for (war, copy), row in zip(made, originals, strict=True):
        setattr(copy, above, parents[war.pk, getattr(row, key)])
    if save:
        rows.model.objects.bulk_create([copy for _war, copy in made])
    return made


def _secrets(campaign: Campaign, war: Campaign, *, now: datetime) -> dict[int, str]:
    """Secrets of the copy's own; their commitments by year."""
    rows = DiceSecret.objects.filter(game=campaign.game)
    return {row.year: secrets.draw(game=war.game, year=row.year, epoch=row.epoch, now=now).commitment for row in rows}


def _books(
    campaign: Campaign,
    wars: Sequence[Campaign],
    commitments: dict[int, dict[int, str]],
    marks: dict[tuple[int, str], str],
) -> None:
    """The same entries for each war, chained from its own start."""
    originals = list(LedgerEntry.objects.filter(campaign=campaign).order_by("seq"))
    entries: list[LedgerEntry] = []
    for war in wars:
        head = chain.start(war.game)
        for original in originals:
            data = msgspec.json.decode(original.data)
            if "commitment" in data:
                data["commitment"] = commitments[war.pk][data["year"]]
            if "receipt" in data:
                data["receipt"] = marks[war.pk, data["side"]]
            entry = _copy(original, campaign_id=war.pk, data=text(data), prev_hash=head)
            head = entry.hash = chain.link(head, book.facts(war, entry))
            entries.append(entry)
        war.head, war.seq = head, len(originals)
    LedgerEntry.objects.bulk_create(entries)
    Campaign.objects.bulk_update(wars, ["head", "seq"], batch_size=500)


def crowd(campaign: Campaign, count: int, *, due: int, years: int, now: datetime) -> None:
    """Very many wars with ``years`` closed years each, ``due`` of them due now, the others in some days: rows for the clock only."""
    wars = Campaign.objects.bulk_create(_copy(campaign, name=f"War {n}", state="", start="") for n in range(count))
    past, last = now - timedelta(minutes=1), wars[-1].pk
    closed = Year(stage=YearStage.CLOSED, opened_at=past, closed_at=past)
    for number in range(1, years + 1):
        _year_for_each(closed, number, after=campaign.pk, until=last)
    # Most deadlines are some days off, spread over three weeks.
    for days in range(CROWD_DAYS):
        moment = now + timedelta(days=2 + days)
        waiting = Year(opened_at=past, deadline_at=moment)
        first = campaign.pk + due + days * (count - due) // CROWD_DAYS
        until = campaign.pk + due + (days + 1) * (count - due) // CROWD_DAYS
        _year_for_each(waiting, years + 1, after=first, until=until)
    _year_for_each(Year(opened_at=past, deadline_at=past), years + 1, after=campaign.pk, until=campaign.pk + due)


CROWD_DAYS = 20


def _year_for_each(year: Year, number: int, *, after: int, until: int) -> None:
    """The same year for every war in a range of keys, by one statement: a hundred thousand rows take too long one by one."""
    year.number = number
    fields = [field for field in Year._meta.concrete_fields if not field.primary_key and field.name != "campaign"]
    values = [field.get_db_prep_save(field.pre_save(year, add=True), connection) for field in fields]
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    places = ", ".join("%s" for _field in fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO campaigns_year (campaign_id, {names}) "  # noqa: S608  (names of columns)
            f"SELECT id, {places} FROM campaigns_campaign WHERE id > %s AND id <= %s",
            [*values, after, until],
        )
