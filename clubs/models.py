"""Who we are: people, clubs, and the roles people have in them."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.clock import zone_names
from clubs.ids import LENGTH, public_id


class PublicModel(models.Model):
    """A model with a random id for addresses."""

    public_id = models.CharField(max_length=LENGTH, unique=True, default=public_id, editable=False)

    class Meta:
        abstract = True


def check_zone(name: str) -> None:
    if name not in zone_names():
        raise ValidationError(_("%(zone)s is not a time zone."), params={"zone": name})


class User(PublicModel, AbstractUser):
    """A person with an account. A person who asked to be forgotten keeps an empty row, so that old facts stay tied."""

    display_name = models.CharField(_("name shown to others"), max_length=80, blank=True)
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True, validators=[check_zone])
    erased_at = models.DateTimeField(_("erased at"), null=True, blank=True, editable=False)

    def __str__(self) -> str:
        if self.erased_at is not None:
            return gettext("Former member")
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
    second_step = models.BooleanField(_("administrators need a second step at log-in"), default=False)
    created_at = models.DateTimeField()
    heir = models.ForeignKey("Membership", models.SET_NULL, null=True, blank=True, related_name="+", editable=False)
    """Who is asked to take the club over, until he does or declines."""
    heir_of = models.ForeignKey("Membership", models.SET_NULL, null=True, blank=True, related_name="+", editable=False)
    """The owner who asked him, and in whose place he comes."""

    def __str__(self) -> str:
        return self.name


class Membership(PublicModel):
    """A person's place in a club. ``user`` is empty for a member who plays on paper only.

    A member who leaves keeps the row (``left_at``), so that old wars still know their names.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="memberships"
    )
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
        if self.name:
            return self.name
        return str(self.user) if self.user else gettext("Former member")

    @property
    def on_paper(self) -> bool:
        """Without an account: somebody types his slips in for him."""
        return self.user_id is None


class Invitation(PublicModel):
    """A link that makes one person a member, once. Only a hash of its secret is kept, as of a password."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=8, choices=Role.choices, default=Role.PLAYER)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=80, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    # The member on paper whose place the person takes over.
    membership = models.ForeignKey(Membership, models.CASCADE, null=True, blank=True, related_name="invitations")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.public_id


class Holiday(PublicModel):
    """Days of a club that no stage of a war counts, the first and the last included; on the club's calendar."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="holidays")
    name = models.CharField(_("name"), max_length=80)
    first = models.DateField(_("first day"))
    last = models.DateField(_("last day"))

    class Meta:
        verbose_name = _("holiday")
        verbose_name_plural = _("holidays")
        ordering = ["first", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(last__gte=models.F("first")), name="a_holiday_ends_after_it_begins"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Act(models.TextChoices):
    """What the club's log knows of. The sentence is made on reading (``clubs.narration``)."""

    FOUNDED = "founded", _("Club founded")
    INVITED = "invited", _("Invitation made")
    WITHDRAWN = "withdrawn", _("Invitation withdrawn")
    JOINED = "joined", _("Member joined")
    ADDED = "added", _("Member on paper added")
    RENAMED = "renamed", _("Member on paper renamed")
    LEFT = "left", _("Member left")
    REMOVED = "removed", _("Member removed")
    ROLE = "role", _("Role changed")
    OFFERED = "offered", _("Club offered to a member")
    KEPT = "kept", _("Club kept by its owner")
    HANDED_OVER = "handed_over", _("Club handed over")
    RESET_LINK = "reset_link", _("Password link made")
    SETTINGS = "settings", _("Settings changed")
    HOLIDAY = "holiday", _("Holiday entered")
    NO_HOLIDAY = "no_holiday", _("Holiday removed")
    WEBHOOK = "webhook", _("Webhook changed")


class ClubLogEntry(models.Model):
    """One act of running the club. Only ever appended; holds no names, so that erasing a person needs no edit here."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="log")
    at = models.DateTimeField()
    act = models.CharField(max_length=12, choices=Act.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    member = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="log")
    invitation = models.ForeignKey(Invitation, models.SET_NULL, null=True, blank=True, related_name="+")
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name_plural = "club log entries"
        indexes = [models.Index(fields=["club", "-id"], name="club_log_newest_first")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.act} {self.pk}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("The club's log is only ever appended to.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("The club's log is only ever appended to.")


class Scope(models.TextChoices):
    """What a program that holds a token may do in its person's name."""

    READ = "read", _("Read")
    WRITE = "write", _("Read and write")


class ApiToken(PublicModel):
    """A key with which a program acts for a person. Only a hash of it is kept; what he may do is asked at every request."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=80)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    scope = models.CharField(_("scope"), max_length=5, choices=Scope.choices, default=Scope.READ)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_on = models.DateField(null=True, blank=True)
    """By day: enough to see that a key is forgotten, too little to follow its person about."""

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return self.public_id


class KeptAnswer(models.Model):
    """The answer to a request that named an idempotency key, for whoever sends it again. Written with the effect.

    Nothing in it can be read without the key that its sender chose: of the key a hash is kept, of the request a code made with the key,
    and the answer is encrypted with it (``services.answers``).
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key_hash = models.CharField(max_length=64)
    method = models.CharField(max_length=7)
    path = models.CharField(max_length=400)
    body_code = models.CharField(max_length=64)
    answer = models.TextField(blank=True)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("kept answer")
        verbose_name_plural = _("kept answers")
        constraints = [models.UniqueConstraint(fields=["user", "key_hash"], name="one_answer_a_key")]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"
