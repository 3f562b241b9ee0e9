"""A correction that one side proposes to the other, where nobody umpires."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign
from clubs.models import Membership, PublicModel


class CorrectionProposal(PublicModel):
    """Made as it stands when the other side consents. ``seen``: the last decision of the war it was made for."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="correction_proposals")
    side = models.CharField(max_length=40)
    plan = models.TextField()
    """JSON as text: what is corrected, and what is done about what then no longer fits."""
    reason = models.CharField(max_length=500)
    seen = models.PositiveIntegerField()
    proposed_by = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+")
    proposed_at = models.DateTimeField()
    answered_by = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(null=True, blank=True)

    class Meta:
        verbose_name = _("proposed correction")
        verbose_name_plural = _("proposed corrections")
        constraints = [
            models.UniqueConstraint(
                fields=["campaign"], condition=models.Q(answered_at=None), name="one_correction_proposed"
            )
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.side}"
