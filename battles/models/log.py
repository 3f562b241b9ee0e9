"""The log of a battle: only ever added to, every entry chained to the one before."""

from datetime import UTC
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.chain import LENGTH as HASH
from battles.models.battle import Battle
from clubs.models import Membership


class Kind(models.TextChoices):
    OPENED = "opened", _("Opened")
    MOVED = "moved", _("Played")
    RULED = "ruled", _("Ruled by the umpire")
    UNDONE = "undone", _("Taken back")
    REOPENED = "reopened", _("Reopened")


class Manner(models.TextChoices):
    """How a move came in."""

    OWN = "own", _("by the seat itself")
    PAPER = "paper", _("typed in from paper")
    PROGRAM = "program", _("by the program, for an absent player")
    UMPIRE = "umpire", _("by the umpire")


class BattleEntry(models.Model):
    """One thing that was done, and everything that followed from it.

    ``back_to``: after an undo or a reopening, the entry whose state holds again; what lies between no longer counts but stays.
    """

    battle = models.ForeignKey(Battle, models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    revision = models.PositiveIntegerField(default=0)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    seat = models.CharField(max_length=80, blank=True)
    manner = models.CharField(max_length=8, choices=Manner.choices)
    actor = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    action = models.JSONField()
    """``{"moves": {seat: action}}``, or for what the host does ``{"reason": …}`` and its data."""
    audiences = models.JSONField(default=dict)
    happenings = models.JSONField()
    rolls = models.JSONField(default=list)
    reveals = models.BooleanField(default=False)
    back_to = models.PositiveIntegerField(null=True, blank=True)
    state = models.JSONField(null=True, blank=True)
    state_digest = models.CharField(max_length=HASH)
    prev_hash = models.CharField(max_length=HASH)
    hash = models.CharField(max_length=HASH)
    at = models.DateTimeField()

    # Not the actor: a person may be forgotten, what was done stays.
    append_only_facts = (
        "battle",
        "seq",
        "revision",
        "kind",
        "seat",
        "manner",
        "action",
        "audiences",
        "happenings",
        "rolls",
        "reveals",
        "back_to",
        "state",
        "state_digest",
        "prev_hash",
        "hash",
        "at",
    )

    class Meta:
        verbose_name = _("entry of a battle")
        verbose_name_plural = _("entries of battles")
        ordering = ["battle", "seq"]
        constraints = [
            # Also across revisions: a page of an old branch can never pass for one of the new.
            models.UniqueConstraint(fields=["battle", "seq"], name="a_number_is_used_once"),
        ]

    def __str__(self) -> str:
        return f"{self.battle_id}/{self.seq}"

    def facts(self) -> dict[str, Any]:
        """What the hash is made of. Who did it is left out, so that forgetting a person breaks no chain."""
        return {
            "seq": self.seq,
            "revision": self.revision,
            "kind": str(self.kind),
            "seat": self.seat,
            "manner": str(self.manner),
            "action": self.action,
            "audiences": self.audiences,
            "happenings": self.happenings,
            "rolls": self.rolls,
            "reveals": self.reveals,
            "back_to": self.back_to,
            "state_digest": self.state_digest,
            "at": self.at.astimezone(UTC).isoformat(),
        }
