"""A club with webhooks, and what arrived at them: for tests."""

import json

from campaigns.narration import news
from campaigns.services import posting, webhooks
from tests.factories.clubs import NOW
from tests.receiver import OPEN, Lookup

ADDRESS = "https://hooks.example.org/hook?key=swordfish"
ALL = list(news.TOPICS)


def known(*addresses):
    return Lookup(1, list(addresses or [OPEN])).net()


def add(club, by, *, address=ADDRESS, form="signed", topics=ALL, **how):
    return webhooks.add(club, address=address, form=form, topics=topics, by=by, now=NOW, net=known(), **how)


def tell(now=NOW):
    posting.gather(now=now)
    return posting.relay(now=now)


def bodies(receiver):
    return [json.loads(got.body) for got in receiver.got]


def texts(receiver):
    return [event["text"] for body in bodies(receiver) for event in body["data"]["events"]]


def state(hook):
    return list(hook.deliveries.order_by("pk").values_list("state", "result", "attempts"))
