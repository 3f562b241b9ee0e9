"""Real pages in a real browser: Chromium as the machine has it, driven headless. A browser that is missing is a failure, not a skip."""

import os
from collections.abc import Callable, Iterator

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from clubs.models import User
from tests.factories.clubs import PASSWORD

# Playwright's loop runs in this thread; the tests' own queries are made between its calls, never inside them.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A busy machine answers late: what is expected may take as long as what is done.
expect.set_options(timeout=15_000)

CHROMIUM = "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the browser complained about: policy violations, script errors, requests to anybody else. It ought to be nothing."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def visit(chromium: Browser, live_server, complaints: list[str]) -> Iterator[Callable[..., Page]]:
    """``visit(livia, PHONE, "es")``: a browser of their own in which they have logged in through the page."""
    contexts: list[BrowserContext] = []

    def of(user: User | None, size: dict[str, int] = DESK, locale: str = "en", *, scripts: bool = True) -> Page:
        context = chromium.new_context(
            viewport=size, locale=locale, base_url=live_server.url, has_touch=size is PHONE, java_script_enabled=scripts
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: _stranger(request.url, live_server.url) and complaints.append(request.url))
        if user is not None:
            log_in(page, user)
        return page

    yield of
    for context in contexts:
        context.close()


def _stranger(url: str, home: str) -> bool:
    return not url.startswith((home, "data:", "about:", "blob:"))


def log_in(page: Page, user: User) -> None:
    EmailAddress.objects.update_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})
    page.goto(settings.LOGIN_URL if settings.LOGIN_URL.startswith("/") else "/accounts/login/")
    page.fill('input[name="login"]', user.username)
    page.fill('input[name="password"]', PASSWORD)
    page.locator('form:has(input[name="password"]) button').first.click()
    page.wait_for_url(lambda address: "/accounts/" not in address)
