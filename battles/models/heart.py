"""When each of the program's own clocks last ticked."""

from django.db import models


class Heartbeat(models.Model):
    name = models.CharField(max_length=40, primary_key=True)
    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
