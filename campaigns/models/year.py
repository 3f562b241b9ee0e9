"""A year of a war, its clock, and the battle fought in it."""

from datetime import datetime, timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.models import Battle
from campaigns.models.campaign import Campaign
from clubs.models import Membership, PublicModel


class YearStage(models.TextChoices):
    """A label for people; the rules' own asks say who owes what."""

    ORDERS = "orders", _("Orders")
    CHOICES = "choices", _("Choices about the scenario")
    MUSTER = "muster", _("Muster")
    BATTLE = "battle", _("Battle")
    DICE = "dice", _("Dice to be thrown")
    AFTERMATH = "aftermath", _("Aftermath")
    WAITING = "waiting", _("Waiting for an earlier year")
    CLOSED = "closed", _("Closed")


OPEN_STAGES = ("orders", "dice", "choices", "muster", "battle", "aftermath")


class Year(models.Model):
    """One year. ``deadline_at`` None: no clock runs. ``ready``: everybody is in, so it is due at once.

    ``attempts`` is counted in its own commit before each try, so that a year that breaks its worker is set aside.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="year_set")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=10, choices=YearStage.choices, default=YearStage.ORDERS)
    version = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    stage_since = models.DateTimeField(null=True, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)
    deadline_wall = models.CharField(max_length=32, blank=True)
    """The time on the wall that the deadline was chosen by (ISO, without an offset); its instant is ``deadline_at``."""
    deadline_zone = models.CharField(max_length=64, blank=True)
    """The zone of that wall, as the club had it then."""
    grace = models.PositiveSmallIntegerField(default=0)
    """Hours after the deadline in which an order or a muster is still taken, as late."""
    extended = models.DurationField(default=timedelta)
    """How much time the sides have given each other in this stage."""
    holidays = models.JSONField(default=list)
    """The club's holidays (their ids) that the deadline allows for already."""
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_left = models.DurationField(null=True, blank=True)
    """How much of the stage was left when the clock was stopped."""
    paused_until = models.DateTimeField(null=True, blank=True)
    """When the clock runs again by itself; None: when the umpire says so."""
    reminded_at = models.DateTimeField(null=True, blank=True)
    overdue_at = models.DateTimeField(null=True, blank=True)
    ready = models.BooleanField(default=False)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, blank=True)
    last_error = models.CharField(max_length=200, blank=True)
    epoch = models.PositiveSmallIntegerField(default=1)
    dice_since = models.PositiveSmallIntegerField(default=1)
    """The first epoch whose rolls stand: those before it fell in a course of the year that was called off."""
    scenario = models.CharField(max_length=40, blank=True)
    summary = models.JSONField(default=dict)
    """How it ended, as the record format prints it; empty while it runs."""

    class Meta:
        verbose_name = _("year")
        verbose_name_plural = _("years")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="one_year_of_a_number"),
            models.UniqueConstraint(
                fields=["campaign"],
                condition=~models.Q(stage__in=["closed", "waiting"]),
                name="one_year_at_a_time",
            ),
        ]
        indexes = [
            models.Index(
                fields=["deadline_at"], condition=~models.Q(stage__in=["closed", "waiting"]), name="years_by_deadline"
            )
        ]

    def __str__(self) -> str:
        return f"{self.campaign} {self.number}"

    @property
    def closes_at(self) -> datetime | None:
        """When the stage closes for good: its deadline, and the grace after it. None while no clock runs."""
        return self.deadline_at + timedelta(hours=self.grace) if self.deadline_at is not None else None


class Outcome(models.TextChoices):
    """What became of a request for more time."""

    AGREED = "agreed", _("Agreed")
    REFUSED = "refused", _("Refused")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    LAPSED = "lapsed", _("Out of time")


class Extension(PublicModel):
    """A side asks the others for more time in the open stage. One at a time; ``agreed``: the sides that have said yes."""

    year = models.ForeignKey(Year, models.CASCADE, related_name="extensions")
    stage = models.CharField(max_length=10, choices=YearStage.choices)
    side = models.CharField(max_length=40)
    by = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    until = models.DateTimeField()
    reason = models.CharField(max_length=500)
    asked_at = models.DateTimeField()
    agreed = models.JSONField(default=list)
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=9, choices=Outcome.choices, blank=True)

    class Meta:
        verbose_name = _("request for more time")
        verbose_name_plural = _("requests for more time")
        constraints = [
            models.UniqueConstraint(
                fields=["year"], condition=models.Q(ended_at=None), name="one_request_for_time_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.year} {self.side}"


class Engagement(PublicModel):
    """A battle of a year. Several are possible; results per side, so that a loss for both can be kept."""

    year = models.ForeignKey(Year, models.CASCADE, related_name="engagements")
    number = models.PositiveSmallIntegerField(default=1)
    battle = models.OneToOneField(Battle, models.PROTECT, related_name="+")
    results = models.JSONField(default=dict)
    corrected = models.JSONField(null=True, blank=True)
    """The outcome that counts, where a correction made it another than the battle's own."""
    wishes = models.JSONField(default=dict)
    """How each side would rather fight it, where it said so."""
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("engagement")
        verbose_name_plural = _("engagements")
        constraints = [models.UniqueConstraint(fields=["year", "number"], name="one_engagement_of_a_number")]

    def __str__(self) -> str:
        return f"{self.year} {self.number}"
