"""A war, its sides, and who holds them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.chain import LENGTH as HASH
from campaigns.models.pack import PackVersion
from clubs.models import Club, Membership, PublicModel


class Stage(models.TextChoices):
    """Where a war is in its life."""

    FOUNDING = "founding", _("Being prepared")
    RUNNING = "running", _("Being fought")
    HELD = "held", _("Held: something went wrong")
    OVER = "over", _("Over")


class DiceMode(models.TextChoices):
    PROGRAM = "program", _("Rolled by the program")
    HAND = "hand", _("Rolled by hand and typed in")


class Campaign(PublicModel):
    """A war. ``start`` and the log of decisions are the facts; ``state`` follows from them, and ``check_books`` proves it.

    ``start``, ``state`` are JSON as text, so that the order of units and sides is kept.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="campaigns")
    name = models.CharField(_("name"), max_length=80)
    pack = models.ForeignKey(PackVersion, models.PROTECT, related_name="campaigns")
    readings = models.JSONField(default=dict)
    years = models.PositiveSmallIntegerField(_("years"))
    dice = models.CharField(_("dice"), max_length=8, choices=DiceMode.choices, default=DiceMode.PROGRAM)
    umpire = models.ForeignKey(
        Membership, models.PROTECT, null=True, blank=True, related_name="umpired", verbose_name=_("umpire")
    )
    clock = models.JSONField(default=dict)
    """Days of each stage; the weekday (0 Monday) and hour on which deadlines fall, where the club wants that; ``agreed``: days by
    which the sides may put a deadline off together; ``grace``: hours after it in which what is late is still taken."""
    absent = models.JSONField(default=dict)
    """What is done for absent players: ``{"order": action, "battle": "umpire"}``."""
    stage = models.CharField(max_length=8, choices=Stage.choices, default=Stage.FOUNDING)
    start = models.TextField(blank=True)
    state = models.TextField(blank=True)
    state_digest = models.CharField(max_length=HASH, blank=True)
    seed = models.CharField(max_length=200, blank=True)
    """Of an imported record: what its missing dice were rolled from."""
    imported = models.JSONField(default=dict)
    """What an imported record brought along that the rules do not need: proofs, corrections."""
    version = models.PositiveIntegerField(default=0)
    seq = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=HASH, blank=True)
    revision = models.PositiveIntegerField(default=0)
    last_decision = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    winner = models.CharField(max_length=40, blank=True)
    level = models.CharField(max_length=8, blank=True)
    reason = models.CharField(max_length=12, blank=True)

    class Meta:
        verbose_name = _("war")
        verbose_name_plural = _("wars")
        indexes = [models.Index(fields=["club", "-created_at"], name="wars_of_a_club")]

    def __str__(self) -> str:
        return self.name

    @property
    def game(self) -> str:
        """Its name in dice and hashes."""
        return f"war/{self.public_id}"

    def get_absolute_url(self) -> str:
        return f"/wars/{self.public_id}/"


class Side(models.Model):
    """A side of a war: a seat, not a person. Scores and points are a projection of the state."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="sides")
    key = models.CharField(max_length=40)
    place = models.PositiveSmallIntegerField()
    army = models.TextField(blank=True)
    """While the war is prepared: units and characters as JSON text."""
    standing_order = models.CharField(max_length=40, blank=True)
    """The action ordered for a year in which nobody orders. Known to its own seat only."""
    program = models.BooleanField(_("played by the program"), default=False)
    """Nobody holds it, and nobody waits for it: as soon as the others are in, it is answered for by what is laid down."""
    earned = models.IntegerField(default=0)
    standing = models.IntegerField(default=0)
    available = models.IntegerField(default=0)

    class Meta:
        verbose_name = _("side")
        verbose_name_plural = _("sides")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["campaign", "key"], name="one_side_of_a_key")]

    def __str__(self) -> str:
        return self.key

    @property
    def total(self) -> int:
        return self.earned + self.standing


class SideHolder(models.Model):
    """A member holding a side, from when until when."""

    class Role(models.TextChoices):
        MAIN = "main", _("Commander")
        DEPUTY = "deputy", _("Deputy")

    side = models.ForeignKey(Side, models.CASCADE, related_name="holders")
    member = models.ForeignKey(Membership, models.PROTECT, related_name="sides_held")
    role = models.CharField(max_length=8, choices=Role.choices, default=Role.MAIN)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("holder of a side")
        verbose_name_plural = _("holders of sides")
        constraints = [
            models.UniqueConstraint(
                fields=["side"], condition=models.Q(until=None, role="main"), name="one_commander_a_side"
            ),
            models.UniqueConstraint(
                fields=["side", "member"], condition=models.Q(until=None), name="one_place_at_a_side"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.side} {self.member}"


class SideOffer(PublicModel):
    """A side offered to a member, until he takes it or declines. ``hands_over``: by its commander, who holds it until then."""

    side = models.ForeignKey(Side, models.CASCADE, related_name="offers")
    member = models.ForeignKey(Membership, models.CASCADE, related_name="side_offers")
    offered_by = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="+")
    offered_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    accepted = models.BooleanField(null=True, blank=True)
    hands_over = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("offer of a side")
        verbose_name_plural = _("offers of sides")
        constraints = [
            models.UniqueConstraint(
                fields=["side", "member"], condition=models.Q(answered_at=None), name="one_offer_open"
            )
        ]

    def __str__(self) -> str:
        return f"{self.side} {self.member}"
