"""What people are to be told: written with the change it tells of, sent afterwards."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Membership, PublicModel


class Email(models.TextChoices):
    NONE = "none", _("no e-mail")
    WAITING = "waiting", _("to be sent")
    FAILED = "failed", _("failed, to be tried again")
    SENT = "sent", _("sent")
    DEAD = "dead", _("given up")


class OutboxMessage(PublicModel):
    """A notice to one member: shown on the site, and sent by e-mail where he has an address.

    It holds a kind and data; the sentence is made on reading, in his language. Unique by recipient and key: what is told twice
    arrives once.
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

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints = [models.UniqueConstraint(fields=["recipient", "key"], name="told_once")]
        indexes = [
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(email_state__in=["waiting", "failed"]),
                name="mail_to_send",
            ),
            models.Index(fields=["recipient", "-created_at"], name="notices_of_a_member"),
            models.Index(fields=["url"], condition=models.Q(read_at=None), name="notices_to_put_aside"),
        ]

    def __str__(self) -> str:
        return self.kind
