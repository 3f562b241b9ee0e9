"""The Celery application and its calendar: one periodic task, which asks the database what is due."""

import logging.config
import os

from celery import Celery
from celery.signals import setup_logging
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("signifer")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logs(**kwargs):
    """Celery would put its own handlers in place of ours: its lines would not be JSON."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@app.on_after_finalize.connect
def calendar(sender, **kwargs):
    """Ring the tick. It may ring at any time, any number of times: two beats are harmless."""
    from django.conf import settings

    sender.conf.beat_schedule = {
        "tick": {
            "task": "campaigns.tasks.tick",
            "schedule": settings.TICK_SECONDS,
            "options": {"expires": settings.TICK_SECONDS},
        }
    }
