"""What people say to each other at a battle."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.models.battle import Battle
from clubs.models import Membership, PublicModel


class ChatLine(PublicModel):
    """One thing said. What was removed keeps its place, without its words."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="chat")
    author = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=500, blank=True)
    said_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("line of a chat")
        verbose_name_plural = _("lines of a chat")
        ordering = ["pk"]
        indexes = [models.Index(fields=["battle", "said_at"], name="chat_of_a_battle")]

    def __str__(self) -> str:
        return self.public_id
