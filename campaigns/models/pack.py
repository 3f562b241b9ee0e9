"""The rules a war is fought by, frozen when it begins."""

from django.db import models
from django.utils.translation import gettext_lazy as _

LENGTH = 64


class PackVersion(models.Model):
    """One exact pack: an immutable document, named by its digest. Wars that use the same rules share the row."""

    key = models.CharField(max_length=40)
    edition = models.PositiveIntegerField()
    digest = models.CharField(max_length=LENGTH, unique=True)
    document = models.TextField()
    """Canonical JSON, as text: a document store may hand keys back in another order."""
    created_at = models.DateTimeField()

    append_only_facts = ("key", "edition", "digest", "document", "created_at")

    class Meta:
        verbose_name = _("rules of a war")
        verbose_name_plural = _("rules of wars")

    def __str__(self) -> str:
        return f"{self.key} {self.edition}"


class EventTable(models.Model):
    """A side's event table, row by row: derived from the document, so that it can be read and counted in the database."""

    pack = models.ForeignKey(PackVersion, models.CASCADE, related_name="event_tables")
    side = models.CharField(max_length=40)

    class Meta:
        verbose_name = _("event table")
        verbose_name_plural = _("event tables")
        constraints = [models.UniqueConstraint(fields=["pack", "side"], name="one_event_table_a_side")]

    def __str__(self) -> str:
        return f"{self.pack} {self.side}"


class EventRow(models.Model):
    """One row of an event table."""

    table = models.ForeignKey(EventTable, models.CASCADE, related_name="rows")
    on = models.PositiveSmallIntegerField()
    title = models.JSONField()
    text = models.JSONField()
    effects = models.JSONField()

    class Meta:
        verbose_name = _("row of an event table")
        verbose_name_plural = _("rows of event tables")
        ordering = ["on"]
        constraints = [models.UniqueConstraint(fields=["table", "on"], name="one_row_a_total")]

    def __str__(self) -> str:
        return f"{self.table} {self.on}"
