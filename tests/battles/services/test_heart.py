from datetime import timedelta

import pytest

from battles.services import heart
from tests.factories.clubs import NOW


@pytest.mark.django_db
def test_a_clock_says_when_it_last_ticked():
    assert heart.last("tick") is None

    heart.beat("tick", NOW)
    heart.beat("tick", NOW + timedelta(seconds=15))

    assert heart.last("tick") == NOW + timedelta(seconds=15)
    assert heart.last("relay") is None
