"""Who we are: people, clubs, and the roles people have in them."""

import zoneinfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from clubs.ids import LENGTH, public_id


class PublicModel(models.Model):
    """A model with a random id for addresses."""

    public_id = models.CharField(max_length=LENGTH, unique=True, default=public_id, editable=False)

    class Meta:
        abstract = True


def check_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("%(zone)s is not a time zone."), params={"zone": name})


class User(PublicModel, AbstractUser):
    """A person with an account."""

    display_name = models.CharField(_("name shown to others"), max_length=80, blank=True)
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, validators=[check_zone])

    def __str__(self) -> str:
        return self.display_name or self.username


class Role(models.TextChoices):
    """What a member may do in the club. The order is the order of power."""

    OWNER = "owner", _("Owner")
    ADMIN = "admin", _("Administrator")
    UMPIRE = "umpire", _("Umpire")
    PLAYER = "player", _("Player")


class Club(PublicModel):
    """A club; its time zone is the one deadlines are set in."""

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("short name in addresses"), max_length=50, unique=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Madrid", validators=[check_zone])
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, default="en")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Membership(PublicModel):
    """A person's place in a club. ``user`` is empty for a member who plays on paper only.

    A member who leaves keeps the row (``left_at``), so that old wars still know their names.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="memberships")
    name = models.CharField(_("name"), max_length=80, blank=True)
    role = models.CharField(_("role"), max_length=8, choices=Role.choices, default=Role.PLAYER)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=models.Q(left_at=None), name="one_current_membership_per_person"
            )
        ]

    def __str__(self) -> str:
        return self.name or (str(self.user) if self.user else "")
