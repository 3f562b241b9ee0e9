"""Rosters as pages read them: a projection of the state, kept in step in the same transaction."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Side
from clubs.models import PublicModel


class Unit(PublicModel):
    """A unit of a roster. ``uid`` is its id within its side; ``points`` are per figure."""

    side = models.ForeignKey(Side, models.CASCADE, related_name="units")
    uid = models.CharField(max_length=80)
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    arm = models.CharField(max_length=10)
    grade = models.CharField(max_length=10)
    native = models.BooleanField(default=False)
    figures = models.PositiveIntegerField()
    first_figures = models.PositiveIntegerField()
    points = models.PositiveIntegerField()
    command = models.PositiveIntegerField(default=0)
    break_points = models.PositiveIntegerField(null=True, blank=True)
    since_year = models.PositiveSmallIntegerField(default=1)

    class Meta:
        verbose_name = _("unit")
        verbose_name_plural = _("units")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["side", "uid"], name="one_unit_of_an_id")]

    def __str__(self) -> str:
        return self.name

    @property
    def value(self) -> int:
        return self.figures * self.points + self.command if self.figures else 0


class Character(PublicModel):
    """A character of a roster."""

    side = models.ForeignKey(Side, models.CASCADE, related_name="characters")
    uid = models.CharField(max_length=80)
    place = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    rank = models.CharField(max_length=12)
    native = models.BooleanField(default=False)
    points = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10)
    wounds = models.JSONField(default=list)
    deeds = models.PositiveSmallIntegerField(default=0)
    skills = models.JSONField(default=list)
    traits = models.JSONField(default=list)
    since_year = models.PositiveSmallIntegerField(default=1)

    class Meta:
        verbose_name = _("character")
        verbose_name_plural = _("characters")
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["side", "uid"], name="one_character_of_an_id")]

    def __str__(self) -> str:
        return self.name


class CharacterFate(models.Model):
    """One turn in a character's life: a fate, a wound, a deed, a skill, a ransom. Follows from the book."""

    character = models.ForeignKey(Character, models.CASCADE, related_name="fates")
    entry = models.OneToOneField("campaigns.LedgerEntry", models.CASCADE, related_name="+")
    year = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=40)

    class Meta:
        verbose_name = _("turn of fate")
        verbose_name_plural = _("turns of fate")
        ordering = ["entry_id"]

    def __str__(self) -> str:
        return self.kind


class Reinforcement(models.Model):
    """Points granted to a side in a year by one table, and what was bought with them."""

    side = models.ForeignKey(Side, models.CASCADE, related_name="reinforcements")
    year = models.PositiveSmallIntegerField()
    table = models.CharField(max_length=40)
    common = models.PositiveIntegerField(default=0)
    special = models.PositiveIntegerField(default=0)
    native_common = models.PositiveIntegerField(default=0)
    native_special = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("reinforcement")
        verbose_name_plural = _("reinforcements")
        ordering = ["year", "pk"]
        constraints = [models.UniqueConstraint(fields=["side", "year", "table"], name="one_grant_a_table")]

    def __str__(self) -> str:
        return f"{self.side} {self.year} {self.table}"
