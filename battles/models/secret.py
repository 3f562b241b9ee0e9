"""The secret behind a year's or a battle's dice: encrypted, never in a page, a log or the admin."""

from django.db import models

from battles.chain import LENGTH as HASH


class DiceSecret(models.Model):
    """Drawn when a year (or a battle) opens; its commitment is published at once, the secret when the dice are done.

    ``epoch`` rises with every rollback, so that old dice are never rolled again.
    """

    game = models.CharField(max_length=80)
    year = models.PositiveIntegerField()
    epoch = models.PositiveIntegerField(default=0)
    commitment = models.CharField(max_length=HASH)
    sealed = models.BinaryField()
    revealed = models.CharField(max_length=HASH, blank=True)
    """The secret in hex, once it may be known."""
    drawn_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "year", "epoch"], name="one_secret_a_year_and_epoch")]

    def __str__(self) -> str:
        return f"{self.game}/{self.year}/{self.epoch}"
