"""Looked at again before a letter goes: is what a notice tells still so?"""

from battles.models import OutboxMessage
from battles.services import outbox
from campaigns.models import Campaign, CorrectionProposal, Engagement, Side, SideHolder, SideOffer, WinClaim, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import pack_of, state_of
from campaigns.models.year import OPEN_STAGES, YearStage
from campaigns.permissions import holders
from campaigns.rules.engine import Rules
from campaigns.selectors.home import contested_rolls
from campaigns.selectors.sealed import seats_in
from campaigns.services import telling
from rulesets.contract import UMPIRE


def _war(message: OutboxMessage) -> Campaign | None:
    rows = Campaign.objects.select_related("club", "pack", "umpire__user")
    return rows.filter(public_id=message.data.get("war_id")).first()


def _open_year(message: OutboxMessage) -> Year | None:
    """The year the notice is about, if its stage is still open in a war that goes on."""
    rows = Year.objects.select_related("campaign__club", "campaign__pack", "campaign__umpire__user")
    about = {"campaign__public_id": message.data.get("war_id"), "number": message.data.get("year")}
    if "stage" in message.data:
        about["stage"] = message.data["stage"]
    return rows.filter(**about, campaign__stage=Stage.RUNNING, stage__in=OPEN_STAGES).first()


def _owes(message: OutboxMessage) -> bool:
    """The seat still owes what was asked, and the recipient still answers for the seat."""
    year = _open_year(message)
    if year is None:
        return False
    war, seat = year.campaign, message.data.get("side")
    if not _answers_for(message, war, seat):
        return False
    if year.stage == YearStage.BATTLE:
        return (seat or UMPIRE) in telling.owing_reports(year)
    owed = telling.owing(Rules(pack_of(war.pack), war.readings), state_of(war))
    return (seat or UMPIRE) in owed and seat not in seats_in(year)


def _answers_for(message: OutboxMessage, war: Campaign, seat: str | None) -> bool:
    if seat is None:
        return message.recipient_id in [one.pk for one in telling.umpires(war, holders(war))]
    rows = SideHolder.objects.filter(side__campaign=war, side__key=seat, until=None)
    return rows.filter(member=message.recipient_id).exists()


def _deadline_is(message: OutboxMessage) -> bool:
    """The deadline is still the one that was told; another was told by a notice of its own."""
    year = _open_year(message)
    if year is None:
        return False
    return bool((year.deadline_at.isoformat() if year.deadline_at else None) == message.data.get("deadline"))


for _kind in set(telling.STAGE_NOTICES.values()):
    outbox.still_true(_kind)(_owes)


@outbox.still_true("reminder")
def _still_to_remind(message: OutboxMessage) -> bool:
    return _deadline_is(message) and _owes(message)


outbox.still_true("deadline_moved")(_deadline_is)


@outbox.still_true("year_closed")
def _still_closed(message: OutboxMessage) -> bool:
    """It was not opened again by a correction."""
    war, number = message.data.get("war_id"), message.data.get("year")
    return Year.objects.filter(campaign__public_id=war, number=number, stage=YearStage.CLOSED).exists()


@outbox.still_true("forced")
def _still_forced(message: OutboxMessage) -> bool:
    """The year was not called off or begun again since: then nothing of what was forced counts."""
    war, data = message.data.get("war_id"), message.data
    about = {"campaign__public_id": war, "number": data.get("year"), "epoch": data.get("epoch")}
    return Year.objects.filter(**about).exclude(stage=YearStage.WAITING).exists()


@outbox.still_true("war_ended")
def _still_over(message: OutboxMessage) -> bool:
    war = _war(message)
    return war is not None and war.stage == Stage.OVER


@outbox.still_true("held")
def _still_held(message: OutboxMessage) -> bool:
    war = _war(message)
    return war is not None and war.stage == Stage.HELD


@outbox.still_true("seat_offered")
def _still_offered(message: OutboxMessage) -> bool:
    about = {"side__campaign__public_id": message.data.get("war_id"), "side__key": message.data.get("side")}
    return SideOffer.objects.filter(**about, member=message.recipient_id, answered_at=None).exists()


@outbox.still_true("offer_withdrawn")
def _still_withdrawn(message: OutboxMessage) -> bool:
    """It was not offered again since."""
    return not _still_offered(message)


outbox.still_true("seat_handed")(_still_offered)


@outbox.still_true("deputy_named")
def _still_deputy(message: OutboxMessage) -> bool:
    war = _war(message)
    return war is not None and war.stage != Stage.OVER and _answers_for(message, war, message.data.get("side"))


@outbox.still_true("seat_vacant")
def _still_vacant(message: OutboxMessage) -> bool:
    """Nobody was seated meanwhile, and the program does not play it."""
    side = Side.objects.filter(
        campaign__public_id=message.data.get("war_id"), key=message.data.get("seat"), program=False
    )
    taken = SideHolder.objects.filter(side__in=side, until=None, role=SideHolder.Role.MAIN)
    return side.exclude(campaign__stage=Stage.OVER).exists() and not taken.exists()


@outbox.still_true("umpire_left")
def _still_without_umpire(message: OutboxMessage) -> bool:
    war = _war(message)
    return war is not None and war.stage != Stage.OVER and war.umpire_id is None


@outbox.still_true("claim_made")
def _still_claimed(message: OutboxMessage) -> bool:
    return WinClaim.objects.filter(public_id=message.data.get("claim"), state=WinClaim.State.OPEN).exists()


@outbox.still_true("battle_overdue")
def _still_overdue(message: OutboxMessage) -> bool:
    year = _open_year(message)
    return year is not None and year.overdue_at is not None and _answers_for(message, year.campaign, None)


@outbox.still_true("battle_wished")
def _still_wished(message: OutboxMessage) -> bool:
    """The other side still would, and the battle is not over."""
    year = _open_year(message)
    if year is None or not _answers_for(message, year.campaign, message.data.get("side")):
        return False
    wishes = Engagement.objects.filter(year=year, decided_at=None).values_list("wishes", flat=True)
    return any(one.get(message.data.get("wisher")) == message.data.get("way") for one in wishes)


@outbox.still_true("correction_proposed")
def _still_proposed(message: OutboxMessage) -> bool:
    rows = CorrectionProposal.objects.filter(campaign__public_id=message.data.get("war_id"), answered_at=None)
    return rows.exists()


@outbox.still_true("dice_contested")
def _still_contested(message: OutboxMessage) -> bool:
    war = _war(message)
    return war is not None and message.data.get("address") in contested_rolls([war]).get(war.pk, [])


# What happened, and stays so whatever comes after it (or is put aside by whoever settles it).
for _kind in (
    "claim_settled",
    "corrected",
    "correction_declined",
    "dice_redrawn",
    "extension_refused",
    "length_proposed",
    "report_reopened",
    "restored",
    "rolled_back",
    "seat_changed",
    "seat_dropped",
    "voided",
):
    outbox.still_true(_kind)(outbox.always)
