"""What a club plays with in place of the house's: lists, maps, tables, counters. A version never changes."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.chain import LENGTH as HASH
from clubs.models import Club, Membership, PublicModel


class Form(models.TextChoices):
    """How a document is written down."""

    TOML = "toml", "TOML"
    JSON = "json", "JSON"
    CSV = "csv", "CSV"


class DataSet(PublicModel):
    """One list, map or table of a club's own for one ruleset. What it says is in its versions."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="data_sets")
    ruleset = models.CharField(max_length=40)
    kind = models.CharField(max_length=40)
    name = models.CharField(max_length=80)
    created_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)
    """Since when it is no longer offered; battles that have it keep it."""

    class Meta:
        verbose_name = _("data set")
        verbose_name_plural = _("data sets")
        constraints = [
            models.UniqueConstraint(fields=["club", "ruleset", "kind", "name"], name="one_data_set_of_a_name")
        ]

    def __str__(self) -> str:
        return self.name


class DataVersion(models.Model):
    """What a data set says from then on: ``source`` as it was typed in ``form``, and the ``document`` that it was read as."""

    append_only_facts = ("data_set", "number", "form", "source", "document", "digest", "made_at")

    data_set = models.ForeignKey(DataSet, models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    form = models.CharField(max_length=4, choices=Form.choices)
    source = models.TextField()
    document = models.JSONField()
    digest = models.CharField(max_length=HASH)
    """Of the document's canonical bytes: equal documents have equal digests."""
    author = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("version of a data set")
        verbose_name_plural = _("versions of data sets")
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["data_set", "number"], name="one_version_of_a_number")]

    def __str__(self) -> str:
        return f"{self.data_set_id} {self.number}"
