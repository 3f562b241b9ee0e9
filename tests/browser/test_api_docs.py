"""The pages of the API in a browser: nothing breaks the policy, on a phone as on a desk."""

import pytest

from clubs.models import ApiToken
from tests.browser.conftest import DESK, PHONE
from tests.factories import clubs as people

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_documentation_reads_without_a_complaint(visit, size):
    page = visit(None, size)
    page.goto("/api/v1/docs/")
    page.locator("#order_give summary").click()
    assert "guerrilla" in page.locator("#order_give").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_token_is_made_and_shown_once(visit):
    livia = people.sign_up("livia", display_name="Livia")
    page = visit(livia, PHONE)
    page.goto("/account/tokens/")
    page.fill("input[name=name]", "The bot of our chat")
    page.locator("main form button.primary").click()
    key = page.locator("#key").input_value()
    assert key.startswith("sgnf_")
    page.goto("/account/tokens/")
    assert key not in page.content()
    page.locator("main button.danger").click()
    page.wait_for_load_state()
    assert ApiToken.objects.count() == 0
