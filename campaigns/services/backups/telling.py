"""After a restore: every war that is being fought says so in its book, and has new dice; nobody's time ran meanwhile.

What was decided after the backup is forgotten, but people saw it. So whoever runs the installation could have seen the dice fall,
and put an older backup back because of them. The secrets that were locked away are therefore shown, and others are locked away, under
a raised epoch, for all to see (a restored database rolls nothing again).
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from battles.errors import SecretLost
from battles.models import DiceSecret, Heartbeat, OutboxMessage
from battles.models.letters import Email
from battles.services import heart, secrets
from battles.services.opening import move_deadline
from campaigns.models import Campaign, Engagement, Year
from campaigns.models.campaign import Stage
from campaigns.models.codec import state_of
from campaigns.models.webhook import Delivery
from campaigns.models.year import OPEN_STAGES, YearStage
from campaigns.permissions import holders
from campaigns.selectors.vitals import HEART
from campaigns.services import book, clockwork, dice, kernel, rewind, telling
from campaigns.services.backups.putting import UNFINISHED
from clubs.models import Membership
from rulesets.contract import Happening

FOUGHT = (Stage.RUNNING, Stage.HELD)


def tell_all(*, made_at: datetime, now: datetime, old_keys: Sequence[str] = ()) -> int:
    """Do it for every war that is being fought, in one transaction; answers with how many there were.

    ``old_keys``: what the secrets were locked with, if that is not what this installation locks with.
    """
    with transaction.atomic():
        _hold_back_letters()
        wars = list(Campaign.objects.filter(stage__in=FOUGHT).order_by("pk").values_list("pk", flat=True))
        for pk in wars:
            _tell(pk, made_at=made_at, now=now, old_keys=old_keys)
        Heartbeat.objects.filter(name=UNFINISHED).delete()
        # The time is given back here: to the tick the backup's old heartbeat must not look like an outage besides.
        heart.beat(HEART, now)
    return len(wars)


def _hold_back_letters() -> None:
    """What waited to be sent when the backup was taken has most likely been sent since: at most once is what is promised."""
    unsent = OutboxMessage.objects.filter(email_state__in=(Email.WAITING, Email.FAILED, Email.DIGEST))
    unsent.update(email_state=Email.DROPPED, next_attempt_at=None)
    posts = Delivery.objects.filter(state__in=(Email.WAITING, Email.FAILED))
    posts.update(state=Email.DROPPED, next_attempt_at=None)


def _tell(pk: int, *, made_at: datetime, now: datetime, old_keys: Sequence[str]) -> None:
    war = kernel.claim(pk, stages=FOUGHT, battles=True)
    year = kernel.open_year_of(war)
    for past in Year.objects.filter(campaign=war, stage__in=(*OPEN_STAGES, YearStage.WAITING)).order_by("number"):
        _show(war, past, now=now, old_keys=old_keys)
    rewind.new_secret(war, year, now=now)
    _give_back_time(war, year, now - made_at)
    _ask_again(year)
    year.version += 1
    year.save()
    deadline = year.deadline_at.isoformat() if year.deadline_at else None
    told: dict[str, Any] = {"made_at": made_at.isoformat(), "stage": year.stage, "deadline": deadline}
    book.note(war, "restored", year=year.number, now=now, **told)
    row = dice.secret_row(war, year.number, year.epoch)
    key = f"{year.number}:{year.epoch}:restored"
    telling.tell(war, "restored", _people(war), key=key, now=now, year=year.number, commitment=row.commitment, **told)


def _show(war: Campaign, year: Year, *, now: datetime, old_keys: Sequence[str]) -> None:
    """Show every secret of a year that is still locked away, or say that it is lost."""
    opened = year.stage not in (YearStage.ORDERS, YearStage.WAITING) or bool(state_of(war).now.orders)
    for row in DiceSecret.objects.filter(game=war.game, year=year.number, revealed="").order_by("epoch"):
        data: dict[str, Any] = {"year": year.number, "epoch": row.epoch}
        try:
            secret = secrets.reveal(row, now, more_keys=old_keys)
        except SecretLost:
            happening = Happening(kind="dice_lost", data=data)
        else:
            # The salt of an order that is still sealed would give the order away.
            shown = dice.salts_of(year) if opened and year.stage != YearStage.WAITING else {}
            happening = Happening(kind="dice_revealed", data={**data, "secret": secret.hex(), "salts": shown})
        book.write(war, [happening], year=year.number, now=now)


def _give_back_time(war: Campaign, year: Year, lost: timedelta) -> None:
    """The clock stood while the backup lay: what was left of the stage is left of it still."""
    if year.deadline_at is not None and lost > timedelta():
        counted = year.holidays
        clockwork.put(war, year, year.deadline_at + lost)
        year.holidays = counted
        for engagement in Engagement.objects.filter(year=year, decided_at=None).select_related("battle"):
            move_deadline(engagement.battle, deadline_at=year.deadline_at)
    year.reminded_at = year.overdue_at = None
    year.attempts, year.next_attempt_at, year.last_error = 0, None, ""


def _ask_again(year: Year) -> None:
    """What was handed in before the backup is kept, but each has to say again that it stands: it may have been changed since."""
    year.ready = False
    year.orders.update(ready=False)
    year.musters.update(ready=False)


def _people(war: Campaign) -> Iterator[Membership]:
    """Everybody the war is about: who plays, who settles, and who manages the club."""
    held = holders(war)
    officers = Membership.objects.filter(club_id=war.club_id, left_at=None, role__in=("owner", "admin"))
    found = {one.pk: one for one in (*held.everybody, *telling.umpires(war, held))}
    found |= {one.pk: one for one in officers.select_related("user", "club")}
    yield from found.values()
