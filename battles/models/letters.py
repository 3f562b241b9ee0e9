"""How a person wants to be written to, and the letters that gather several notices."""

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from clubs.models import PublicModel


class Group(models.TextChoices):
    """What a notice is about: people choose by group how they are written to."""

    TURN = "turn", _("Your turn, deadlines and reminders")
    NEWS = "news", _("What happened in your wars")
    CLUB = "club", _("Your club and your seats")


class Way(models.TextChoices):
    """When a notice goes out by e-mail. On the site it always stands."""

    NOW = "now", _("At once")
    DAILY = "daily", _("In a letter a day")
    WEEKLY = "weekly", _("In a letter a week")
    NEVER = "never", _("Never")


class Email(models.TextChoices):
    NONE = "none", _("no e-mail")
    WAITING = "waiting", _("to be sent")
    DIGEST = "digest", _("in the next letter that gathers")
    FAILED = "failed", _("failed, to be tried again")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("not sent: it was no longer so")
    DEAD = "dead", _("given up")


class NoticeChoice(models.Model):
    """How one person is written to, in all his clubs. Without a row: what the fields say here.

    ``hour`` and ``weekday`` are those of his own zone, else of the club's. ``calendar`` is part of the key to his web calendar;
    empty: he has none.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notice_choice")
    turn = models.CharField(max_length=6, choices=Way.choices, default=Way.NOW)
    news = models.CharField(max_length=6, choices=Way.choices, default=Way.DAILY)
    club = models.CharField(max_length=6, choices=Way.choices, default=Way.NOW)
    hour = models.PositiveSmallIntegerField(default=8, validators=[MaxValueValidator(23)])
    weekday = models.PositiveSmallIntegerField(choices=tuple(WEEKDAYS.items()), default=0)
    calendar = models.CharField(max_length=24, blank=True)

    class Meta:
        verbose_name = _("choice of notices")
        verbose_name_plural = _("choices of notices")

    def __str__(self) -> str:
        return str(self.user_id)

    def way(self, group: str) -> Way:
        return Way(getattr(self, Group(group)))


class Digest(PublicModel):
    """One letter that gathers notices: one a person and period, whoever builds it.

    ``period`` is the day, on the person's own calendar, on which it was due.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="digests")
    way = models.CharField(max_length=6, choices=Way.choices)
    period = models.DateField()
    email_state = models.CharField(max_length=8, choices=Email.choices, default=Email.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("letter that gathers")
        verbose_name_plural = _("letters that gather")
        constraints = [models.UniqueConstraint(fields=["user", "way", "period"], name="one_digest_a_period")]
        indexes = [
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(email_state__in=["waiting", "failed"]),
                name="digests_to_send",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.way} {self.period}"
