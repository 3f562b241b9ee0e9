"""A battle, who sits at it, and what has been handed in sealed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.chain import LENGTH as HASH
from clubs.models import Club, Membership, PublicModel


class Stage(models.TextChoices):
    OPEN = "open", _("Being fought")
    DECIDED = "decided", _("Decided")
    HELD = "held", _("Held: something went wrong")
    VOID = "void", _("Void")


class Pace(models.TextChoices):
    """How long a seat has to decide. ``amount`` of a battle is minutes, or days."""

    FREE = "", _("No clock")
    DECISION = "decision", _("Live: minutes for each decision")
    BANK = "bank", _("Live: minutes for the whole battle")
    LETTER = "letter", _("By correspondence: days for each decision")


class Stopped(models.TextChoices):
    """Why no clock of a battle runs."""

    NO = "", _("It runs")
    UMPIRE = "umpire", _("Stopped by the umpire")
    HELD = "held", _("The battle is held")


class Battle(PublicModel):
    """One battle by one ruleset. What is here follows from its log; ``services.replay`` proves it.

    ``seq`` is the number of the last entry and never falls, so a page that names it is out of date once anything was done.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="battles")
    ruleset = models.CharField(max_length=40)
    edition = models.PositiveIntegerField()
    setup = models.JSONField()
    names = models.JSONField(default=dict)
    """What the seats are called, by key."""
    furnished = models.JSONField(default=list, blank=True)
    """Which data sets of the club its setup holds: kind, seat, name, version and digest. The documents are in the setup."""
    title = models.CharField(max_length=120, blank=True)
    """What it is a battle of, for people who sit at several: notices begin with it."""
    url = models.CharField(max_length=200, blank=True)
    """The page on which it is played; links in notices lead there."""
    stage = models.CharField(max_length=8, choices=Stage.choices, default=Stage.OPEN)
    seq = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    state = models.JSONField()
    state_digest = models.CharField(max_length=HASH)
    head = models.CharField(max_length=HASH)
    outcome = models.JSONField(null=True, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    single = models.BooleanField(default=False)
    """Opened by a member, outside any war."""
    opener = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    pace = models.CharField(max_length=8, choices=Pace.choices, default=Pace.FREE, blank=True)
    amount = models.PositiveIntegerField(default=0)
    stopped = models.CharField(max_length=6, choices=Stopped.choices, default=Stopped.NO, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    program_owes = models.BooleanField(default=False)
    """A seat that the program plays is asked: somebody has to let it."""
    resolving_at = models.DateTimeField(null=True, blank=True)
    """Since when the program plays every seat, to the end; None: it does not."""
    resolving_from = models.PositiveIntegerField(default=0)
    """The last entry before it did."""

    class Meta:
        verbose_name = _("battle")
        verbose_name_plural = _("battles")
        indexes = [
            models.Index(fields=["club", "stage"], name="battles_of_a_club"),
            models.Index(fields=["id"], condition=models.Q(program_owes=True), name="battles_for_the_program"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset} {self.public_id}"

    @property
    def game(self) -> str:
        """Its name in dice and hashes."""
        return f"battle/{self.public_id}"

    @property
    def runs(self) -> bool:
        """Whether it is being fought, and nobody has stopped its clocks."""
        return self.stage == Stage.OPEN and not self.stopped

    @property
    def is_open(self) -> bool:
        return self.stage == Stage.OPEN


class SeatKind(models.TextChoices):
    PLAYER = "player", _("Player")
    UMPIRE = "umpire", _("Umpire")
    PROGRAM = "program", _("Program")


class Seat(models.Model):
    """A place at a battle. Moves belong to the seat; who holds it may change, or be nobody."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="seats")
    key = models.CharField(max_length=80)
    kind = models.CharField(max_length=8, choices=SeatKind.choices, default=SeatKind.PLAYER)
    member = models.ForeignKey(Membership, models.PROTECT, null=True, blank=True, related_name="seats")
    deputies = models.JSONField(default=list)
    """Ids of memberships that may act here as ``member`` may. Whoever seats them keeps the rows that the ids point at."""
    offered = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    """Who is asked to take the seat, while it is vacant. None: whoever comes first."""
    asked_at = models.DateTimeField(null=True, blank=True)
    """Since when its clock has run; None: it does not."""
    due_at = models.DateTimeField(null=True, blank=True)
    """When its time is up, and the program decides for it."""
    bank = models.PositiveIntegerField(null=True, blank=True)
    """Seconds it has left in this battle when its clock last stopped, where it has so many for the whole."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [models.UniqueConstraint(fields=["battle", "key"], name="one_seat_of_a_key")]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="seats_out_of_time"),
        ]

    def __str__(self) -> str:
        return self.key

    def is_held_by(self, member: Membership) -> bool:
        """Whether a member answers for this seat, himself or as a deputy."""
        return self.member_id == member.pk or member.pk in self.deputies


class SealedMove(models.Model):
    """A move handed in sealed, while others are still owed. Only its own seat may read it; it is in no log and no admin page."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="sealed_moves")
    seat = models.CharField(max_length=80)
    action = models.JSONField()
    manner = models.CharField(max_length=8)
    why = models.CharField(max_length=20, blank=True)
    """Why the program did it, if it did."""
    actor = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    given_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["battle", "seat"], name="one_sealed_move_a_seat")]

    def __str__(self) -> str:
        return self.seat
