#!/usr/bin/env python3
"""Say in the club's chat who is late: one file, the standard library only.

    export SIGNIFER_TOKEN=sgnf_…          (made on your account page; "Read" is enough)
    python late.py https://signifer.example.org legio-valencia --to https://chat.example.org/hooks/abc

Without ``--to`` the text is printed. Run it from cron once a day; it says nothing when nobody is late.
It posts ``{"text": …, "content": …}``, which Mattermost, Rocket.Chat, Slack and Discord understand.
"""

import argparse
import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any


def fetch(address: str, token: str, *, language: str) -> Any:
    """One document of the API."""
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json", "Accept-Language": language}
    request = urllib.request.Request(address, headers=headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def pages(address: str | None, token: str, *, language: str) -> Iterator[dict[str, Any]]:
    """Every row of a long list, page after page."""
    while address:
        page = fetch(address, token, language=language)
        yield from page["results"]
        address = page["next"]


def waiting(war: dict[str, Any]) -> list[str]:
    """Who holds each seat that a war waits for, each once: a name, or the side where nobody holds it."""
    sides = {side["key"]: side["holder"] or side["name"] for side in war["sides"]}
    seats = dict.fromkeys(one["seat"] for one in war["waits_for"])
    return [sides.get(seat, seat) for seat in seats]


def hours_left(war: dict[str, Any], now: datetime) -> float | None:
    if war["deadline_at"] is None:
        return None
    return (datetime.fromisoformat(war["deadline_at"]) - now).total_seconds() / 3600


def tell(wars: list[dict[str, Any]], *, site: str, now: datetime, within: float) -> str:
    """The text for the chat; empty when nobody is late."""
    lines = []
    for war in wars:
        left, people = hours_left(war, now), waiting(war)
        if not people or left is None or left > within:
            continue
        when = (
            f"{left:.0f} h left" if left >= 1 else "less than an hour left" if left > 0 else "the deadline has passed"
        )
        lines.append(
            f"{war['name']}, year {war['year']}: waiting for {', '.join(people)} ({when})\n{site}/wars/{war['id']}/year/"
        )
    return "\n".join(lines)


def post(address: str, text: str) -> None:
    body = json.dumps({"text": text, "content": text}).encode()
    request = urllib.request.Request(address, data=body, headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30):
        pass


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("site", help="where Signifer runs, e.g. https://signifer.example.org")
    parser.add_argument("club", help="the short name of the club in its addresses")
    parser.add_argument("--to", help="address of the chat's incoming webhook")
    parser.add_argument("--within", type=float, default=24, help="speak up this many hours before a deadline")
    parser.add_argument("--language", default="en")
    asked = parser.parse_args(argv)
    token = os.environ.get("SIGNIFER_TOKEN", "")
    site = asked.site.rstrip("/")
    if not token:
        print("Put the token into SIGNIFER_TOKEN.", file=sys.stderr)
        return 2
    try:
        wars = list(pages(f"{site}/api/v1/clubs/{asked.club}/wars/", token, language=asked.language))
        text = tell(wars, site=site, now=datetime.now(UTC), within=asked.within)
        if text and asked.to:
            post(asked.to, text)
        elif text:
            print(text)
    except urllib.error.HTTPError as error:
        print(f"{error.url}: {error.code} {error.read().decode(errors='replace')[:500]}", file=sys.stderr)
        return 1
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
