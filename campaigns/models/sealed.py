"""What is handed in sealed. These rows are read by their own seat, and by the rules once everybody is in; by nobody else.

They have no admin page, and their text says nothing.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from battles.chain import LENGTH as HASH
from battles.models.log import Manner
from campaigns.models.year import Year
from clubs.models import Membership


class Sealed(models.Model):
    """A seat's sealed decision. ``receipt`` is a salted commitment; ``revision`` grows with every edit."""

    side = models.CharField(max_length=40)
    salt = models.CharField(max_length=128)
    ready = models.BooleanField(default=True)
    receipt = models.CharField(max_length=HASH)
    revision = models.PositiveIntegerField(default=1)
    manner = models.CharField(max_length=8, choices=Manner.choices, default=Manner.OWN)
    actor = models.ForeignKey(Membership, models.SET_NULL, null=True, blank=True, related_name="+")
    given_at = models.DateTimeField()

    class Meta:
        abstract = True


class StrategicAction(Sealed):
    """A year's order."""

    year = models.ForeignKey(Year, models.CASCADE, related_name="orders")
    action = models.CharField(max_length=40)

    class Meta:
        verbose_name = _("order")
        verbose_name_plural = _("orders")
        constraints = [models.UniqueConstraint(fields=["year", "side"], name="one_order_a_side")]

    def __str__(self) -> str:
        return "order"


class Muster(Sealed):
    """A year's muster: ids of units and characters."""

    year = models.ForeignKey(Year, models.CASCADE, related_name="musters")
    units = models.JSONField()
    characters = models.JSONField()

    class Meta:
        verbose_name = _("muster")
        verbose_name_plural = _("musters")
        constraints = [models.UniqueConstraint(fields=["year", "side"], name="one_muster_a_side")]

    def __str__(self) -> str:
        return "muster"
