"""What people are to be told: written with the change it tells of, sent afterwards."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.models.letters import Digest, Email
from clubs.models import Club, Membership, PublicModel

__all__ = ["Email", "OutboxMessage"]


class OutboxMessage(PublicModel):
    """A notice to one member: shown on the site, and sent by e-mail where he has an address.

    It holds a kind and data; the sentence is made on reading, in his language. Unique by recipient and key: what is told twice
    arrives once. ``next_attempt_at`` is when an e-mail is tried (again), or when the letter that gathers it is due.
    """

    recipient = models.ForeignKey(Membership, models.CASCADE, related_name="messages")
    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    kind = models.CharField(max_length=60)
    data = models.JSONField(default=dict)
    url = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    email_state = models.CharField(max_length=8, choices=Email.choices, default=Email.NONE)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    digest = models.ForeignKey(Digest, models.SET_NULL, null=True, blank=True, related_name="messages")

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [models.UniqueConstraint(fields=["recipient", "key"], name="told_once")]
        indexes = [
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(email_state__in=["waiting", "failed", "digest"]),
                name="mail_to_send",
            ),
            models.Index(fields=["recipient", "-created_at"], name="notices_of_a_member"),
            models.Index(fields=["url"], condition=models.Q(read_at=None), name="notices_to_put_aside"),
        ]

    def __str__(self) -> str:
        return self.kind
