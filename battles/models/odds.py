"""How a battle would end: many games from one position, played by the program in the background."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.models.battle import Battle
from clubs.models import Club, Membership, PublicModel


class Run(models.TextChoices):
    WAITING = "waiting", _("Waits to begin")
    RUNNING = "running", _("Is being worked out")
    DONE = "done", _("Done")
    CANCELLED = "cancelled", _("Cancelled")
    FAILED = "failed", _("Something went wrong")


class OddsRun(PublicModel):
    """What one member asked, and what has been found so far. Nobody else reads it.

    Of a battle as ``seat`` saw it after entry ``seq``, or of a ``setup`` that is only planned. ``tally`` counts results by seat,
    ``lost`` adds up figures by seat. ``beat_at``: who works on it says so; a run that was silent for long is taken up again.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    member = models.ForeignKey(Membership, models.CASCADE, related_name="odds_runs")
    battle = models.ForeignKey(Battle, models.CASCADE, null=True, blank=True, related_name="odds_runs")
    ruleset = models.CharField(max_length=40)
    edition = models.PositiveIntegerField()
    setup = models.JSONField(null=True, blank=True)
    seat = models.CharField(max_length=80, blank=True)
    seq = models.PositiveIntegerField(default=0)
    games = models.PositiveSmallIntegerField()
    played = models.PositiveSmallIntegerField(default=0)
    unfinished = models.PositiveSmallIntegerField(default=0)
    """Games that came to no end in good time."""
    tally = models.JSONField(default=dict)
    lost = models.JSONField(default=dict)
    state = models.CharField(max_length=9, choices=Run.choices, default=Run.WAITING)
    created_at = models.DateTimeField()
    beat_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("working out of odds")
        verbose_name_plural = _("workings out of odds")
        indexes = [
            models.Index(
                fields=["beat_at"], condition=models.Q(state__in=["waiting", "running"]), name="odds_to_work_out"
            ),
            models.Index(fields=["member", "created_at"], name="odds_of_a_member"),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def goes_on(self) -> bool:
        return self.state in (Run.WAITING, Run.RUNNING)
