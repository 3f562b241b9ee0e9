"""A win claimed because the other side missed the deadline of a battle."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.year import Engagement
from clubs.models import Membership, PublicModel


class WinClaim(PublicModel):
    """A claim, what proves it, and what became of it.

    ``proof``: the notices by which the other side had been told, each ``{"kind", "side", "at", "sent_at"}`` (ISO moments; ``sent_at``
    None: on the site only). ``seen``: the battle's last entry then; anything done at the table since is an answer. ``due_at`` None:
    the umpire decides.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        GRANTED = "granted", _("Granted")
        REFUSED = "refused", _("Refused")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        LAPSED = "lapsed", _("Answered")

    engagement = models.ForeignKey(Engagement, models.CASCADE, related_name="claims")
    side = models.CharField(max_length=40)
    by = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+")
    claimed_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    proof = models.JSONField(default=list)
    seen = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name = _("claim of a win")
        verbose_name_plural = _("claims of wins")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["engagement"], condition=models.Q(state="open"), name="one_claim_open_a_battle"
            )
        ]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(state="open"), name="claims_by_notice")]

    def __str__(self) -> str:
        return f"{self.engagement} {self.side}"
