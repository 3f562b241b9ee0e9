"""The administration looks and never touches; the start refuses what cannot be played."""

import pytest
from django.contrib.auth import get_user_model
from django.core.checks import run_checks

from battles.models import Battle, BattleEntry, OutboxMessage
from battles.services import heart
from tests.factories.battles import ROME, WON, do
from tests.factories.clubs import NOW, with_second_step
from tests.rulesets.hidden.ruleset import ENVOYS
from tests.rulesets.subjects import CANARIES


@pytest.fixture
def staff(client, db):
    user = get_user_model().objects.create_superuser("root", "root@example.org", "x")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return with_second_step(client, user)


def pages(*rows):
    for row in rows:
        meta = row._meta
        base = f"/admin/{meta.app_label}/{meta.model_name}/"
        yield base
        yield f"{base}{row.pk}/change/"


def test_the_administration_shows_no_hidden_thing_and_changes_nothing(staff, court, rome):
    do(court, ENVOYS[0], "bid", by=rome, card=court.state["hands"][ENVOYS[0]][0])
    heart.beat("tick", NOW)
    entry = BattleEntry.objects.get(battle=court)
    for page in pages(court, entry, OutboxMessage.objects.first()):
        answer = staff.get(page)
        assert answer.status_code == 200, page
        body = answer.content.decode()
        assert not [card for card in CANARIES if card in body], page
        assert court.head not in body
        assert court.state_digest not in body
    for page in pages(court, entry):
        if page.endswith("/change/"):
            assert staff.post(page, {"stage": "void"}).status_code == 403
            assert staff.post(page.replace("change", "delete"), {"post": "yes"}).status_code == 403
    assert Battle.objects.get(pk=court.pk).stage == "open"


def test_battles_of_rules_that_are_gone_are_named(battle):
    Battle.objects.filter(pk=battle.pk).update(edition=7)

    found = [found for found in run_checks(tags=["database"], databases=["default"]) if found.id == "battles.W001"]

    assert [warning.msg for warning in found] == ["There are battles by tabletop, edition 7, which is not installed."]


def test_installed_battles_raise_no_complaint(battle, rome):
    do(battle, ROME, "report", by=rome, **WON)

    assert [
        found for found in run_checks(tags=["database"], databases=["default"]) if "battles" in (found.id or "")
    ] == []
