"""What the tests of a war's pages share: records to bring in, and the words of a page."""

import re
from types import SimpleNamespace

from django.urls import reverse

from campaigns.models import Year
from campaigns.services import turning
from tests.factories import campaigns as verbs

PAGES = ["war", "war_rules", "war_points", "war_book", "war_chronicle", "war_dice", "war_waiting"]
"""Pages of a war that every member of its club may read."""
ACTS = [
    "war_dice_contest",
    "war_dice_rule",
    "war_deadline",
    "war_pause",
    "war_resume",
    "war_close_now",
    "war_club_clock",
    "war_reopen",
    "war_note",
    "war_release",
    "war_new_dice",
    "war_battle_release",
]

HEAD = """
record = 1
[campaign]
name = "Ten quiet winters"
pack = "hispania"
years = 20
seed = "almonds"
"""
ARMY = """
[[sides.{side}.units]]
id = "{side}-1"
name = "First of {side}"
figures = 40
points = 15
[[sides.{side}.units]]
id = "{side}-2"
name = "Second of {side}"
figures = 40
points = 15
native = true
[[sides.{side}.characters]]
id = "{side}-general"
name = "General of {side}"
rank = "general"
points = 150
"""
YEAR = """
[[years]]
number = {number}
skipped = true
[years.orders]
rome = "defence"
carthage = "defence"
[years.dice]
event = {{ rome = 8, carthage = 5 }}
"""


def a_record(years: int) -> bytes:
    """A war of so many years in which nobody fought and nothing much happened: the same every time."""
    armies = "".join(ARMY.format(side=side) for side in ("rome", "carthage"))
    return (HEAD + armies + "".join(YEAR.format(number=number) for number in range(1, years + 1))).encode()


def answer_everything(war) -> None:
    """Let the program answer what the end of a year may ask."""
    for _round in range(20):
        war = verbs.fresh(war)
        year = Year.objects.filter(campaign=war, stage="aftermath").first()
        if year is None:
            return
        turning.turn(war.pk, now=year.deadline_at)


def text_of(response) -> str:
    """The words of a page, without mark-up, spaces joined."""
    words = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", words)


WHY = re.compile(r'<a class="why" href="([^"]+)">.*?</a>', re.S)


def answer(client, url: str) -> str:
    """The answer that is fetched when somebody opens "why?"."""
    found = client.get(url, headers={"HX-Request": "true"})
    assert found.status_code == 200, url
    part = found.content.decode()
    assert "<html" not in part
    assert re.sub(r"<[^>]+>|\s", "", part), f"{url} says nothing"
    return part


def answered(client, response) -> SimpleNamespace:
    """The page with every "why?" opened: what stands behind a figure follows it."""
    page = WHY.sub(lambda link: f"{link.group()} {answer(client, link.group(1))}", response.content.decode())
    return SimpleNamespace(content=page.encode(), status_code=response.status_code)


def masked(response) -> str:
    """A page without what differs from one answer to the next."""
    return re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]+"', "", response.content.decode())


def address(name: str, war, *more) -> str:
    return reverse(name, args=[war.public_id, *more])
