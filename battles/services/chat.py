"""What is said at a battle, by whoever sits there or looks on. Nobody is written to for it: the page is followed."""

import unicodedata
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from battles.models import Battle, ChatLine
from battles.models.battle import Stage
from battles.permissions import may_clear_chat
from battles.services import engine
from clubs.errors import NotSeen, Refusal
from clubs.models import Membership, User

LONGEST = 500
MOST_LINES = 2000
A_MINUTE = 12
"""Lines that one member may say in a minute."""


@transaction.atomic
def say(battle: Battle, by: Membership, text: str, now: datetime) -> ChatLine:
    """Say something at a battle."""
    if by.club_id != battle.club_id or by.left_at is not None:
        raise NotSeen
    said = _clean(text)
    held = Battle.objects.select_for_update().get(pk=battle.pk)
    if held.stage == Stage.VOID:
        raise Refusal(_("This battle is void."), code="battle_void", status=409)
    lines = ChatLine.objects.filter(battle=held)
    if lines.count() >= MOST_LINES:
        raise Refusal(_("Enough has been said at this battle."), code="chat_full", status=409)
    if lines.filter(author=by, said_at__gt=now - timedelta(minutes=1)).count() >= A_MINUTE:
        raise Refusal(_("You say too much at once. Wait a minute."), code="chat_too_fast", status=429)
    return ChatLine.objects.create(battle=held, author=by, text=said, said_at=now)


def _clean(text: str) -> str:
    """In any script, on as many lines as it takes; without what controls a terminal or turns the text of others round."""
    kept = "".join(letter for letter in text.replace("\r\n", "\n") if letter == "\n" or _is_shown(letter)).strip()
    if not kept:
        raise Refusal(_("Say something."), code="chat_empty")
    if len(kept) > LONGEST:
        raise Refusal(_("This is too long: 500 characters are enough."), code="chat_too_long")
    return kept


TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""They change the direction of whatever follows them."""


def _is_shown(letter: str) -> bool:
    return unicodedata.category(letter) not in ("Cc", "Cs", "Co", "Cn") and letter not in TURNS


@transaction.atomic
def remove(line: ChatLine, *, by: Membership, now: datetime) -> ChatLine:
    """Remove what somebody said: its place stays, its words are gone."""
    battle = line.battle
    if by.club_id != battle.club_id or by.left_at is not None:
        raise NotSeen
    if not may_clear_chat(battle, engine.seats_of(battle), by):
        raise Refusal(_("Only the umpire, or who runs the club, can do this."), code="umpire_only", status=403)
    ChatLine.objects.filter(pk=line.pk, removed_at=None).update(text="", removed_at=now)
    line.refresh_from_db()
    return line


def forget(user: User, now: datetime) -> None:
    """Of a person who asked to be forgotten: that he said something stays, what he said goes."""
    ChatLine.objects.filter(author__user=user, removed_at=None).update(text="", removed_at=now)
