"""The dice of a year: what fell stays as it fell, the rest comes from the year's secret and the seats' salts (design 5)."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from battles.errors import SecretLost
from battles.models import DiceSecret
from battles.services import secrets
from campaigns.models import Campaign, Roll, StrategicAction, Year
from campaigns.rules.correcting import stands
from campaigns.rules.decisions import Decision, Typed
from campaigns.rules.state import State
from clubs.models import Membership
from rulesets.dice import Keyed, Rolled, Shuffles, address_of, year_key


def commit(campaign: Campaign, *, number: int, epoch: int, now: datetime) -> DiceSecret:
    """Draw the secret of a year that opens; publish its commitment in the same transaction."""
    return secrets.draw(game=campaign.game, year=number, epoch=epoch, now=now)


def secret_row(campaign: Campaign, number: int, epoch: int) -> DiceSecret:
    return DiceSecret.objects.get(game=campaign.game, year=number, epoch=epoch)


def has_secret(campaign: Campaign, number: int, epoch: int) -> bool:
    """Whether the year's dice have a secret of ours; one that came in with a record has none until it is opened again."""
    return DiceSecret.objects.filter(game=campaign.game, year=number, epoch=epoch).exists()


def salts_of(year: Year) -> dict[str, str]:
    return dict(StrategicAction.objects.filter(year=year).values_list("side", "salt"))


def shown_salts(campaign: Campaign) -> dict[tuple[int, int], dict[str, str]]:
    """The salts that were shown with the secrets, by year and epoch: a year that was begun again has others now. One query."""
    rows = campaign.ledger.filter(kind="dice_revealed").order_by("seq")
    found: dict[tuple[int, int], dict[str, str]] = {}
    for text in rows.values_list("data", flat=True):
        told = msgspec.json.decode(text)
        if told["salts"]:
            found[told["year"], told["epoch"]] = told["salts"]
    return found


class Opened(NamedTuple):
    """What the dice of a year are made of, read once its orders are closed."""

    row: DiceSecret
    salts: dict[str, str]


class YearDice(Shuffles):
    """Dice of one year of a war.

    A roll that fell before at the same address (the report was reopened) falls the same again: a correction cannot re-roll. The
    secret is read only when the first new roll is asked for, which is after the orders are closed.
    """

    def __init__(self, campaign: Campaign, year: Year):
        self.campaign, self.year = campaign, year
        self.rolled: list[Rolled] = []
        self._kept: dict[str, Rolled] | None = None
        self._epochs: dict[str, int] = {}
        self._keyed: Keyed | None = None
        self.opened: Opened | None = None

    def roll(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        kept = self._before().get(address_of(why))
        # Another event may now ask for other dice at the address: those have not fallen yet.
        roll = kept if kept is not None and stands(kept, n, sides) else self._fresh(n, sides, why)
        self.rolled.append(roll)
        return roll

    def _fresh(self, n: int, sides: int, why: Sequence[str]) -> Rolled:
        if self._keyed is None:
            row = secret_row(self.campaign, self.year.number, self.year.epoch)
            self.opened = Opened(row, salts_of(self.year))
            key = year_key(
                secrets.secret_of(row),
                game=row.game,
                year=row.year,
                epoch=row.epoch,
                salts=self.opened.salts,
            )
            self._keyed = Keyed(key)
        return self._keyed.roll(n, sides, why)

    def _before(self) -> dict[str, Rolled]:
        if self._kept is None:
            self._kept = {}
            if self.campaign.revision:
                rows = Roll.objects.filter(campaign=self.campaign, year=self.year.number)
                for row in rows.filter(epoch__gte=self.year.dice_since).order_by("pk"):
                    self._kept[row.address] = Rolled(
                        address=row.address, sides=row.sides, faces=tuple(row.faces), source=row.source
                    )
                    self._epochs[row.address] = row.epoch
        return self._kept

    def epoch_of(self, rolled: Rolled) -> int:
        """Which secret a roll came from: a kept one from its own."""
        if self.campaign.revision and self._before().get(rolled.address) == rolled:
            return self._epochs[rolled.address]
        return self.year.epoch


def _since(campaign: Campaign, number: int) -> int:
    """The first epoch of a year whose rolls stand."""
    return Year.objects.filter(campaign=campaign, number=number).values_list("dice_since", flat=True).first() or 1


def opens(campaign: Campaign, year: Year) -> bool:
    """Whether the secret of a year's dice can be unlocked."""
    try:
        secrets.secret_of(secret_row(campaign, year.number, year.epoch))
    except SecretLost:
        return False
    return True


def typed_before(
    campaign: Campaign, state: State
) -> tuple[dict[str, Decision], dict[str, str], Membership | None] | None:
    """What was typed in, before the war went back, for the dice that it waits for now: a correction cannot re-roll them.

    Answers with the decision, how it came in, and who typed it. None where such dice never fell, or only their total was noted.
    """
    if not campaign.revision:
        return None
    for ask in state.pending:
        if ask.prompt != "dice":
            continue
        rows = Roll.objects.filter(campaign=campaign, address=ask.data["address"], sides=ask.data["sides"])
        rows = rows.filter(epoch__gte=_since(campaign, state.year))
        roll = rows.select_related("decision", "typed_by").order_by("pk").last()
        if roll is not None and len(roll.faces) == ask.data["n"]:
            typed = Typed(address=roll.address, faces=tuple(roll.faces))
            return {ask.seat: typed}, {ask.seat: roll.decision.manners.get(ask.seat, "own")}, roll.typed_by
    return None
