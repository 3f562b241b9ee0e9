"""Addresses of others to which a club's public news are sent, and what was sent."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.models.letters import Email
from clubs.models import Club, Membership, PublicModel


class Form(models.TextChoices):
    SIGNED = "signed", _("Signed (Standard Webhooks)")
    DISCORD = "discord", _("Discord")


class HookState(models.TextChoices):
    ON = "on", _("on")
    OFF = "off", _("switched off")
    GONE = "gone", _("switched off: the address says that it is gone")


class Webhook(PublicModel):
    """An address to which the public news of a club's wars go.

    The address is a key itself (whoever has Discord's can write there), so it is kept encrypted like the secret that signs; ``host``
    is what people are shown. ``seen``: by a war's public id, up to which entry of its book everything was told.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    form = models.CharField(_("form"), max_length=8, choices=Form.choices)
    host = models.CharField(max_length=260)
    address = models.BinaryField()
    secret = models.BinaryField(default=bytes)
    former_secret = models.BinaryField(default=bytes)
    former_until = models.DateTimeField(null=True, blank=True)
    """Until when a secret that was changed still signs beside the new one."""
    topics = models.JSONField(default=list)
    state = models.CharField(max_length=4, choices=HookState.choices, default=HookState.ON)
    seen = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        indexes = [models.Index(fields=["club"], condition=models.Q(state="on"), name="webhooks_that_are_on")]

    def __str__(self) -> str:
        return self.host


class Delivery(PublicModel):
    """One message to one webhook. The key is the same each time it is tried, so a receiver can drop what comes twice."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    key = models.CharField(max_length=120)
    payload = models.JSONField()
    """What is sent, in the club's language as it was when it happened. It holds nothing that a spectator could not read."""
    test = models.BooleanField(default=False)
    war = models.CharField(max_length=12, blank=True)
    decision = models.PositiveIntegerField(null=True, blank=True)
    """The decision of that war that it tells of: if it was taken back, there is nothing to tell."""
    created_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=Email.choices, default=Email.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    result = models.CharField(max_length=20, blank=True)
    """What the last try came to: a status, or a word."""

    class Meta:
        verbose_name = _("message to a webhook")
        verbose_name_plural = _("messages to webhooks")
        constraints = [models.UniqueConstraint(fields=["webhook", "key"], name="one_delivery_of_a_key")]
        indexes = [
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(state__in=["waiting", "failed"]),
                name="deliveries_to_send",
            ),
            models.Index(fields=["webhook", "-created_at"], name="deliveries_of_a_webhook"),
        ]

    def __str__(self) -> str:
        return self.key
