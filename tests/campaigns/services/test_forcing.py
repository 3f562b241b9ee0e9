"""The umpire waits no longer: the default is taken for whoever is missing, and the book says who did it and why."""

import json

import pytest
from django.utils import translation

from battles.models import OutboxMessage
from battles.narration import require_notice
from campaigns.models import LedgerEntry
from campaigns.models.codec import state_of
from campaigns.services import forcing, sealed, seats
from clubs.errors import Refusal
from tests.factories.campaigns import asked, fight, fresh, to_battle, year_of
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db
WHY = "He is at sea until spring."


def force(war, *, by, reason=WHY):
    return forcing.force(war, reason=reason, by=by, now=NOW)


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as answer:
        verb(*args, **kwargs)
    return answer.value.code


def test_a_stage_is_closed_without_who_is_missing(war, rome, umpire):
    sealed.give_order(war, side="rome", action="guerrilla", by=rome, now=NOW)
    force(war, by=umpire)
    orders = state_of(fresh(war)).now.orders
    assert (orders["rome"], set(orders)) == ("guerrilla", {"rome", "carthage"})
    (entry,) = LedgerEntry.objects.filter(campaign=war, kind="forced")
    assert (entry.actor, json.loads(entry.data)) == (umpire, {"stage": "orders", "reason": WHY})
    assert LedgerEntry.objects.filter(campaign=war, kind="order_by_default", data__contains="carthage").exists()


def test_a_question_is_answered_for_who_does_not_come_though_he_has_time_left(hand_war, members, umpire):
    to_battle(hand_war, members)
    fight(hand_war, reporter=("rome", members["rome"]), confirmer=("carthage", members["carthage"]), winner="draw")
    (ask,) = asked(hand_war)
    assert (ask.seat, year_of(hand_war).deadline_at > NOW) == ("rome", True)

    force(hand_war, by=umpire)
    answered = LedgerEntry.objects.filter(campaign=hand_war, kind="answer_by_default").order_by("seq")
    assert json.loads(answered[0].data)["side"] == "rome"
    assert ask.data["address"] not in [one.data.get("address") for one in asked(hand_war)]


def test_a_battle_is_ruled_on_and_not_forced(war, members, umpire):
    to_battle(war, members)
    assert refused(force, war, by=umpire) == "needs_ruling"
    assert year_of(war).stage == "battle"


@pytest.mark.parametrize("who", ["rome", "spectator", "officer"])
def test_only_the_umpire_forces(war, request, who):
    assert refused(force, war, by=request.getfixturevalue(who)) == "umpire_only"


def test_a_reason_is_needed(war, umpire):
    assert refused(force, war, by=umpire, reason="") == "reason_missing"


# --- Who is told -----------------------------------------------------------------------------------


def test_everybody_who_plays_is_told_before_what_follows(war, members, rome, carthage, umpire, spectator):
    seats.add_deputy(war, side="carthage", member=spectator, by=carthage, now=NOW)
    sealed.give_order(war, side="rome", action="guerrilla", by=rome, now=NOW)
    force(war, by=umpire)
    told = OutboxMessage.objects.filter(kind="forced")
    assert {one.recipient for one in told} == {rome, carthage, spectator}
    assert "guerrilla" not in json.dumps([one.data for one in told])
    first = told.order_by("pk").first()
    after = OutboxMessage.objects.filter(recipient=rome, pk__gt=first.pk).exclude(kind="forced")
    assert after.exists()


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "The long war, year 1 (orders): Ines does not wait any longer. What is in counts; for whoever was missing, "
            "what is laid down was done. The reason: “He is at sea until spring.”",
        ),
        (
            "es",
            "The long war, año 1 (órdenes): Ines no espera más. Lo entregado cuenta; por quien faltaba se ha hecho lo "
            "establecido. El motivo: “He is at sea until spring.”",
        ),
        (
            "it",
            "The long war, anno 1 (ordini): Ines non aspetta oltre. Ciò che è arrivato conta; per chi mancava è stato "
            "fatto quanto stabilito. Il motivo: «He is at sea until spring.»",
        ),
    ],
)
def test_it_is_told_in_the_readers_language(war, umpire, language, text):
    force(war, by=umpire)
    told = OutboxMessage.objects.filter(kind="forced").first()
    with translation.override(language):
        assert require_notice("forced")(told.data).text == text
