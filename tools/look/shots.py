"""Look at the pages: pictures at phone and desk width, light and dark. For development.

    python tools/look/shots.py http://127.0.0.1:8000 / /help/ --user livia --password …

The pictures go to ``screenshots/``. Prints what the browser complained about, which ought to be nothing.
"""

import argparse
import re
import sys
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

OUT = Path(__file__).resolve().parents[2] / "screenshots"
CHROMIUM = "/usr/bin/chromium"
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
SIZES = {"phone": (390, 844), "desk": (1280, 900)}


def main() -> int:
    options = _options()
    OUT.mkdir(exist_ok=True)
    complaints: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        for size in options.sizes:
            for mode in options.modes:
                _round(browser, options, size, mode, complaints)
        browser.close()
    print("\n".join(dict.fromkeys(complaints)) or "no complaints")
    return 1 if complaints else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site")
    parser.add_argument("addresses", nargs="+")
    parser.add_argument("--user")
    parser.add_argument("--password")
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--modes", nargs="+", choices=("light", "dark"), default=["light", "dark"])
    parser.add_argument("--locale", default="en-GB")
    return parser.parse_args()


def _round(
    browser: Browser, options: argparse.Namespace, size: str, mode: Literal["light", "dark"], complaints: list[str]
) -> None:
    """Every address once, in one width and one mode."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=mode, locale=options.locale, has_touch=size == "phone"
    )
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    if options.user:
        _log_in(page, options)
    for address in options.addresses:
        page.goto(options.site + address, wait_until="networkidle")
        _check_width(page, address, size, complaints)
        page.screenshot(path=OUT / f"{_name(address)}-{size}-{mode}.png", full_page=True)
    context.close()


def _log_in(page: Page, options: argparse.Namespace) -> None:
    page.goto(options.site + "/accounts/login/")
    page.fill("input[name=login]", options.user)
    page.fill("input[name=password]", options.password)
    page.locator("main form button[type=submit], main form button:not([type])").first.click()
    page.wait_for_load_state("networkidle")


def _check_width(page: Page, address: str, size: str, complaints: list[str]) -> None:
    """A page that scrolls sideways is a broken page."""
    excess = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if excess > 0:
        complaints.append(f"{address} is {excess}px too wide on a {size}")


def _name(address: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", address.lower()).strip("-") or "home"


if __name__ == "__main__":
    sys.exit(main())
