"""The pages of a war by the second pack: its own words everywhere, and a battle that can be fought on the site."""

import re

import pytest
from django.utils import translation

from battles.services import table, verdicts
from campaigns.models import Campaign
from campaigns.services import fighting
from clubs import clock
from rulesets.contract import Outcome, SeatResult
from tests.campaigns.rules.sudan import FIRST, SECOND
from tests.factories.campaigns import act, battle_of, fresh, wait_out
from tests.factories.sudan import begun, state, to_battle
from tests.frontend.years.conftest import text_of
from tests.worlds import once

FOREIGN = re.compile(
    r"\b(?:Hispan\w+|Rome|Roma|Romans?|roman[oaie]s?|Carth\w+|Cartag\w+|[Cc][oó]nsul\w*|Console|[Ll]egi[oó]n\w*|[Ii]b[eé]r\w+"
    r"|Senat\w*|[Ss]uf[fe]\w*t\w*|Gauls?|Mediterr\w+|Legatus|Hastati)\b"
)
LINK = re.compile(r'href="(/(?:wars|battles)/[^"#]*)')
AWAY = ("/export", ".json", ".toml", "/download", "/news/", "/log/")


@pytest.fixture
def members(place, livia, hanno, ines):
    return {FIRST: place(livia), SECOND: place(hanno), "umpire": place(ines)}


@once
def war(club, members) -> Campaign:
    return begun(club, members, clock.now())


def pages(client, war: Campaign, most: int = 60) -> dict[str, str]:
    """The words of every page of the war that can be reached from its first one."""
    waiting, found = [war.get_absolute_url(), f"/wars/{war.public_id}/year/"], {}
    while waiting and len(found) < most:
        url = waiting.pop(0)
        if (
            url in found
            or (war.public_id not in url and not url.startswith("/battles/"))
            or any(one in url for one in AWAY)
        ):
            continue
        response = client.get(url)
        if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
            found[url] = ""
            continue
        found[url] = text_of(response)
        waiting += [one.replace("&amp;", "&") for one in LINK.findall(response.content.decode())]
    return found


def foreign(found: dict[str, str]) -> list[tuple[str, str]]:
    """Words of the other pack, with the page and what stands around them."""
    return [
        (url, text[max(0, word.start() - 40) : word.end() + 40])
        for url, text in found.items()
        for word in FOREIGN.finditer(text)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "way"), [("en", "table"), ("es", "site"), ("it", "site")])
def test_no_page_of_the_war_speaks_of_another(war, members, livia, ines, browser, language, way):
    now = clock.now()
    to_battle(war, members, "raid", "march", now)
    for side in (FIRST, SECOND) if way == "site" else ():
        fighting.wish(war, side=side, way=way, by=members[side], now=now)
    for user in (livia, ines):
        user.language = language
        user.save()
    with translation.override(language):
        seen = [pages(browser(user), war) for user in (livia, ines)]

    assert [foreign(found) for found in seen] == [[], []]
    assert all(len(found) > 15 for found in seen)


def test_the_look_for_foreign_words_finds_them():
    told = {
        "/": "Rules: Hispania 4 · Roma · Cartago · the Senate · de Roma · legiones",
        "/2": "From · Romeo · Sudan 4 · regional",
    }

    assert [url for url, _around in foreign(told)] == ["/"] * 6


@pytest.mark.slow
def test_a_year_that_was_played_speaks_of_nothing_else_either(war, members, livia, browser):
    now = clock.now()
    to_battle(war, members, now=now)
    losses = [{"seat": FIRST, "unit": "Screw gun", "destroyed": 3}]
    report = {"winner": SECOND, "level": "minor", "losses": losses, "guns": {SECOND: ["Screw gun"]}}
    act(war, FIRST, "report", by=members[FIRST], **report, now=now)
    act(war, SECOND, "confirm", by=members[SECOND], now=now)
    wait_out(war)
    found = pages(browser(livia), war, most=90)

    assert foreign(found) == []
    assert any("carried off Screw gun" in text for text in found.values())


def test_the_year_s_page_leads_to_the_battle_and_says_who_wants_what(war, members, livia, hanno, browser):
    now = clock.now()
    to_battle(war, members, now=now)
    url = f"/wars/{war.public_id}/year/"
    browser(livia).post(f"{url}way/", {"year": "1", "way": "site"})
    waiting = text_of(browser(hanno).get(url))
    browser(hanno).post(f"{url}way/", {"year": "1", "way": "site"})
    page = browser(hanno).get(url).content.decode()

    assert "Egypt : On this site" in waiting
    assert f'href="/battles/{battle_of(war).public_id}/"' in page
    assert "Report the battle" not in page


def test_the_year_s_page_offers_both_rulesets_and_says_who_would_go_to_a_skirmish(war, members, livia, browser):
    to_battle(war, members, now=clock.now())
    page = text_of(browser(livia).get(f"/wars/{war.public_id}/year/"))

    assert "On this site, with Askari" in page
    assert "By the program, to its end, with AWAM" in page
    assert "By AWAM only a detachment fights, at most so many figures: Egypt 11 and Mahdiyya 18." in page


def test_the_umpire_s_page_has_the_program_play_it(war, members, ines, browser):
    now = clock.now()
    to_battle(war, members, "raid", "levy", now)
    url = f"/wars/{war.public_id}/year/"
    nothing = browser(ines).post(f"{url}way/", {"year": "1", "way": "program", "reason": ""})
    browser(ines).post(f"{url}way/", {"year": "1", "way": "program", "reason": "Both are away."})
    for _call in range(100):
        if not table.tick(clock.now()):
            break

    assert "Say why" in text_of(nothing)
    assert state(fresh(war)).now.outcome is not None or state(fresh(war)).year == 2


def test_the_rules_say_what_can_be_played_here_and_the_year_how_the_ground_is_laid(war, members, livia, browser):
    to_battle(war, members, now=clock.now())
    rules = text_of(browser(livia).get(f"/wars/{war.public_id}/rules/?part=scenarios"))
    year = text_of(browser(livia).get(f"/wars/{war.public_id}/year/"))

    assert "Can be played on the site, by the rules of Askari" in rules
    assert "Place the terrain by your own book: desert" in year
    assert "Mediterranean" not in year


def test_a_year_whose_battle_was_played_here_leads_to_its_moves_and_gives_no_reasons_of_a_table(
    war, members, livia, browser
):
    now = clock.now()
    to_battle(war, members, now=now)
    fighting.settle(war, way="site", reason="Here.", by=members["umpire"], now=now)
    battle = battle_of(war)
    seats = {FIRST: SeatResult(result="loss", level="minor"), SECOND: SeatResult(result="win", level="minor")}
    outcome = Outcome(seats=seats, special={"scores": {FIRST: 3, SECOND: 20}, "turns": 6})
    verdicts.rule(battle, by=members["umpire"], now=now, reason="Night fell.", outcome=outcome)
    page = browser(livia).get(f"/wars/{war.public_id}/years/1/")

    assert f'href="/battles/{battle.public_id}/"' in page.content.decode()
    assert "Mahdiyya wins: a minor victory" in text_of(page)
    assert "What the figures say" not in text_of(page)


def test_a_table_s_report_says_who_was_taken_alive(war, members, livia, hanno, browser):
    """A skirmish of single figures takes prisoners, on a real table too (AWAM 6.7, 17.3): he is not felled, and no dice tell his fate."""
    to_battle(war, members, now=clock.now())
    url = f"/wars/{war.public_id}/year/report/"
    form = browser(livia).get(url)
    stamps = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form.content.decode()))
    said = stamps | {"result": f"{FIRST}.minor", f"captive-{SECOND}-0": "on"}
    look = browser(livia).post(url, said | {"step": "look"})
    browser(livia).post(url, said | {"step": "send"})
    told = battle_of(war).state["reports"][FIRST]["felled"]
    again = browser(livia).get(url).content.decode()

    assert "Taken prisoner" in text_of(form)
    assert re.search(r"\w was taken prisoner\.", text_of(look))
    assert [one["captured"] for one in told] == [True]
    assert re.search(rf'name="captive-{SECOND}-0"[^>]* checked', again)
    act(war, SECOND, "confirm", by=members[SECOND], now=clock.now())
    (taken,) = (one for one in state(fresh(war)).characters[SECOND].values() if one.id == told[0]["character"])
    assert taken.status == "captured"
