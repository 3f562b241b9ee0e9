"""What is typed about a club's webhooks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models.webhook import Form
from campaigns.narration.news import TOPICS

START = ("war", "year", "battle", "clock")
"""Topics that are ticked at first."""


def _topics() -> list[tuple[str, Any]]:
    return [(key, name) for key, (name, _kinds) in TOPICS.items()]


class TopicsForm(forms.Form):
    topics = forms.MultipleChoiceField(label=_("What is told"), choices=_topics, widget=forms.CheckboxSelectMultiple)


class WebhookForm(TopicsForm):
    address = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("It begins with https:// and is kept encrypted: whoever knows it can write there."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url", "spellcheck": "false"}),
    )
    form = forms.ChoiceField(
        label=_("Form"),
        choices=Form.choices,
        help_text=_("Discord for a channel of Discord; signed for programs of your own."),
    )
    field_order = ["address", "form", "topics"]
