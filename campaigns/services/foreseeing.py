"""Looking at a correction before it is made: the war played again, and nothing stored. What is sealed is not read."""

from collections.abc import Mapping, Sequence

import msgspec

from battles.models import DiceSecret
from campaigns.models import Campaign, Roll, Year
from campaigns.models.codec import rules_of, start_of
from campaigns.rules import correcting, noteddice
from campaigns.rules.correcting import Corrected, Edit, Fresh, How, Past, Resolution, Unrolled
from campaigns.rules.places import Node
from campaigns.rules.recorddice import RecordDice
from campaigns.rules.recordlog import Recalled
from campaigns.selectors import books, courses
from campaigns.selectors.books import rolled
from campaigns.services import rewind
from campaigns.services.dice import salts_of, shown_salts
from rulesets.contract import Ask
from rulesets.dice import Rolled, address_of, faces, year_key


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A correction as a page carries it from step to step, and as a proposal keeps it."""

    edit: Edit
    resolutions: dict[str, Resolution] = {}


def log_of(campaign: Campaign) -> list[Past]:
    """The decisions that count, with their rolls. Two queries."""
    return courses.log_of(rewind.standing_decisions(campaign))


def insertable(campaign: Campaign, year: int) -> list[tuple[Past, list[Ask]]]:
    """Before each decision of a year, what each side might have done of its own accord. Two queries."""
    rules, found = rules_of(campaign), []
    state = rules.begin(start_of(campaign))
    for past in log_of(campaign):
        if past.year > year:
            break
        if past.year == year:
            found.append((past, correcting.insertable(rules, state)))
        state = rules.apply(state, past.moves, Recalled(past.rolls)).state
    return found


def noted(campaign: Campaign) -> dict[int, list[Rolled]]:
    """Dice that came with a record and count, by the decision in which they fell; not those of a year whose dice a program threw and
    the record can prove. Two queries."""
    past_of = {past.number: past for past in log_of(campaign)}
    proved = books.brought_seals(campaign, {past.year for past in past_of.values()})
    return {
        number: [roll for roll in past.rolls if roll.source == noteddice.NOTED]
        for number, past in past_of.items()
        if past.year not in proved
    }


def fallen(campaign: Campaign) -> dict[str, Roll]:
    """What fell at every address, in whatever course of the war, unless its year was begun again since. Two queries."""
    since = dict(Year.objects.filter(campaign=campaign).values_list("number", "dice_since"))
    rows = Roll.objects.filter(campaign=campaign).order_by("pk")
    return {row.address: row for row in rows if row.epoch >= since.get(row.year, 1)}


def shown_dice(campaign: Campaign) -> Fresh:
    """Dice that never fell, of years whose secret is shown; of another year they fall only when the correction is made."""
    keys = _shown_keys(campaign)
    own = _seeded(campaign)

    def fresh(n: int, sides: int, why: Sequence[str]) -> Rolled:
        year = int(why[1])
        if year in own:
            return own[year].roll(n, sides, why)
        if year not in keys:
            raise Unrolled(address_of(why))
        address = address_of(why)
        return Rolled(address=address, sides=sides, faces=faces(keys[year], address, n, sides))

    return fresh


def _shown_keys(campaign: Campaign) -> dict[int, bytes]:
    shown, keys = shown_salts(campaign), {}
    epochs = {(row.number, row.epoch): row for row in Year.objects.filter(campaign=campaign)}
    for row in DiceSecret.objects.filter(game=campaign.game).exclude(revealed=""):
        year = epochs.get((row.year, row.epoch))
        if year is not None:
            salts = shown.get((row.year, row.epoch)) or salts_of(year)
            secret = bytes.fromhex(row.revealed)
            keys[row.year] = year_key(secret, game=row.game, year=row.year, epoch=row.epoch, salts=salts)
    return keys


def _seeded(campaign: Campaign) -> dict[int, RecordDice]:
    """Years that came in with a record have no secret of ours: what the record did not tell was rolled from its seed, and still is."""
    ours = set(DiceSecret.objects.filter(game=campaign.game).values_list("year", flat=True))
    numbers = Year.objects.filter(campaign=campaign).exclude(number__in=ours).values_list("number", flat=True)
    pack = rules_of(campaign).pack
    return {number: RecordDice(campaign.seed, number, Node({}), pack) for number in numbers}


def foresee(
    campaign: Campaign,
    plan: Plan,
    *,
    fresh: Fresh | None = None,
    fell: Mapping[str, Roll] | None = None,
    otherwise: How | None = None,
) -> Corrected:
    """The war as it would be. ``correcting.Refused`` where the correction itself cannot be.

    ``fresh``: dice that never fell; None: those that may be known. ``otherwise``: what is done about misfits the plan says nothing of.
    """
    fell = fallen(campaign) if fell is None else fell
    return correcting.correct(
        rules_of(campaign),
        start_of(campaign),
        log_of(campaign),
        plan.edit,
        plan=plan.resolutions,
        fell={address: rolled(row) for address, row in fell.items()},
        fresh=fresh or shown_dice(campaign),
        default_order=str(campaign.absent.get("order", "")),
        otherwise=otherwise,
    )
