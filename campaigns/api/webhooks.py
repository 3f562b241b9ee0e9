"""Where a club's public news are sent: for those who run it. The address is a key: it is taken, and never shown again."""

from typing import Any

from rest_framework import serializers

from campaigns.models.webhook import Form, HookState
from campaigns.narration.news import TOPICS, text_of
from campaigns.selectors import webhooks as selectors
from campaigns.services import webhooks
from clubs import clock
from clubs.api.base import ApiView, Asked, Given, operation
from clubs.api.views import managed_by


class TopicsIn(serializers.Serializer):
    topics = serializers.ListField(child=serializers.ChoiceField(list(TOPICS)), max_length=50)


class WebhookIn(TopicsIn):
    address = serializers.CharField(
        max_length=2000, help_text="https://…; looked up at once, inner addresses are refused."
    )
    form = serializers.ChoiceField(Form.values)

    example = {"address": "https://chat.example.org/hooks/abc", "form": "signed", "topics": list(TOPICS)[:1]}


class WebhookShape(serializers.Serializer):
    id = serializers.CharField(source="public_id")
    host = serializers.CharField()
    form = serializers.ChoiceField(Form.values)
    topics = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(HookState.values)
    created_at = serializers.DateTimeField()


class TriedShape(WebhookShape):
    last_at = serializers.DateTimeField(allow_null=True)
    last_result = serializers.CharField(allow_blank=True, allow_null=True)


class MadeWebhook(serializers.Serializer):
    webhook = WebhookShape()
    secret = serializers.CharField(
        allow_blank=True, help_text="Signs what is sent. Shown this once; empty where nothing is signed."
    )


class SwitchIn(serializers.Serializer):
    on = serializers.BooleanField()


class DeliveryShape(serializers.Serializer):
    at = serializers.DateTimeField(source="created_at")
    test = serializers.BooleanField()
    state = serializers.CharField()
    result = serializers.CharField(allow_blank=True)
    attempts = serializers.IntegerField()
    text = serializers.SerializerMethodField()

    def get_text(self, delivery: Any) -> str:
        return str(text_of(delivery.payload))


class Webhooks(ApiView):
    tag = "webhooks"

    @operation("webhooks_list", "The webhooks of a club", gives=TriedShape, many=True)
    def get(self, request: Asked, slug: str) -> Any:
        return [one.hook for one in selectors.webhooks_of(managed_by(request, slug).club)]

    @operation(
        "webhook_add",
        "Have the public news of the club's wars sent to an address",
        takes=WebhookIn,
        gives=MadeWebhook,
        status=201,
        apart=True,
    )
    def post(self, request: Asked, slug: str, data: Given) -> Any:
        made = webhooks.add(managed_by(request, slug).club, **data, by=request.user, now=clock.now())
        return {"webhook": made.webhook, "secret": made.secret}


class Webhook(ApiView):
    tag = "webhooks"

    @operation("webhook_topics", "Choose what is told", takes=TopicsIn, gives=WebhookShape)
    def patch(self, request: Asked, slug: str, webhook: str, data: Given) -> Any:
        found = selectors.webhook_in(managed_by(request, slug).club, webhook)
        return webhooks.change_topics(found, **data, by=request.user, now=clock.now())

    @operation("webhook_remove", "Take a webhook away")
    def delete(self, request: Asked, slug: str, webhook: str) -> None:
        found = selectors.webhook_in(managed_by(request, slug).club, webhook)
        webhooks.remove(found, by=request.user, now=clock.now())


class Deliveries(ApiView):
    tag = "webhooks"

    @operation("webhook_deliveries", "What was sent last, and what came of it", gives=DeliveryShape, many=True)
    def get(self, request: Asked, slug: str, webhook: str) -> Any:
        return selectors.deliveries_of(selectors.webhook_in(managed_by(request, slug).club, webhook))


class Switch(ApiView):
    tag = "webhooks"

    @operation("webhook_switch", "Switch a webhook on or off", takes=SwitchIn, gives=WebhookShape)
    def post(self, request: Asked, slug: str, webhook: str, data: Given) -> Any:
        found = selectors.webhook_in(managed_by(request, slug).club, webhook)
        return webhooks.switch(found, **data, by=request.user, now=clock.now())


class Secret(ApiView):
    tag = "webhooks"

    @operation("webhook_secret", "Make a new secret; for a day the former one signs as well", gives=MadeWebhook)
    def post(self, request: Asked, slug: str, webhook: str) -> Any:
        found = selectors.webhook_in(managed_by(request, slug).club, webhook)
        made = webhooks.renew_secret(found, by=request.user, now=clock.now())
        return {"webhook": made.webhook, "secret": made.secret}


class Test(ApiView):
    tag = "webhooks"

    @operation("webhook_test", "Send a test now, and learn what came of it", gives=DeliveryShape, apart=True)
    def post(self, request: Asked, slug: str, webhook: str) -> Any:
        found = selectors.webhook_in(managed_by(request, slug).club, webhook)
        return webhooks.try_out(found, by=request.user, now=clock.now())
