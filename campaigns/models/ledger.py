"""The facts of a war: decisions, dice, and what happened. Only ever added to."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.chain import LENGTH as HASH
from campaigns.models.campaign import Campaign
from clubs.models import Membership


class Decision(models.Model):
    """One application of the rules: what was decided, by whom. In order, they are the war.

    ``back_to``: a correction; the war goes on from the state after the decision of that number, and what lies between no longer
    counts but stays readable. ``moves`` is JSON as text: decisions by seat.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="decisions")
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField(default=0)
    year = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=10)
    moves = models.TextField(blank=True)
    manners = models.JSONField(default=dict)
    """How each seat's move came in."""
    actor = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    back_to = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    state_digest = models.CharField(max_length=HASH)
    at = models.DateTimeField()

    append_only_facts = (
        "campaign",
        "number",
        "revision",
        "year",
        "stage",
        "moves",
        "manners",
        "back_to",
        "reason",
        "state_digest",
        "at",
    )

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="one_decision_of_a_number")]

    def __str__(self) -> str:
        return f"{self.campaign_id}/{self.number}"


class Roll(models.Model):
    """One roll as it fell: address, faces, and where they came from."""

    class Source(models.TextChoices):
        PROGRAM = "program", _("rolled by the program")
        HAND = "hand", _("rolled by hand")
        LOADED = "loaded", _("from a record")

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="rolls")
    decision = models.ForeignKey(Decision, models.PROTECT, related_name="rolls")
    year = models.PositiveSmallIntegerField()
    address = models.CharField(max_length=400)
    sides = models.PositiveSmallIntegerField()
    faces = models.JSONField()
    source = models.CharField(max_length=8, choices=Source.choices)
    epoch = models.PositiveSmallIntegerField(default=1)
    typed_by = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")

    append_only_facts = ("campaign", "decision", "year", "address", "sides", "faces", "source", "epoch")

    class Meta:
        verbose_name = _("roll")
        verbose_name_plural = _("rolls")
        constraints = [models.UniqueConstraint(fields=["decision", "address"], name="one_roll_an_address")]
        indexes = [models.Index(fields=["campaign", "address"], name="rolls_by_address")]

    def __str__(self) -> str:
        return self.address


class LedgerEntry(models.Model):
    """One fact of the war's book, told as a sentence on reading. Each is chained to the one before it by its hash."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="ledger")
    seq = models.PositiveIntegerField()
    revision = models.PositiveIntegerField(default=0)
    year = models.PositiveSmallIntegerField()
    decision = models.ForeignKey(Decision, models.PROTECT, null=True, blank=True, related_name="entries")
    kind = models.CharField(max_length=40)
    data = models.TextField()
    """JSON as text: what the sentence is made of. It holds no secret."""
    rule = models.CharField(max_length=80, blank=True)
    rolls = models.JSONField(default=list)
    readings = models.JSONField(default=list)
    actor = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    prev_hash = models.CharField(max_length=HASH)
    hash = models.CharField(max_length=HASH)

    append_only_facts = (
        "campaign",
        "seq",
        "revision",
        "year",
        "decision",
        "kind",
        "data",
        "rule",
        "rolls",
        "readings",
        "at",
        "prev_hash",
        "hash",
    )

    class Meta:
        verbose_name = _("entry of the book")
        verbose_name_plural = _("entries of the book")
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["campaign", "seq"], name="one_entry_of_a_number")]
        indexes = [
            models.Index(fields=["campaign", "year", "seq"], name="book_by_year"),
            # Few of very many: the desk of whoever umpires many wars asks for them in all of them.
            models.Index(
                fields=["campaign", "seq"],
                condition=models.Q(kind__in=["dice_contested", "contest_ruled"]),
                name="contests_of_a_war",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id}/{self.seq} {self.kind}"
