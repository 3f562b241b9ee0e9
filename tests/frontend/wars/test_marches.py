"""The pages of a war by the pack `marches`: its own words everywhere, in each language."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from battles.services import verdicts
from campaigns.models import Campaign
from campaigns.models.codec import rules_of, state_of
from campaigns.rules import scenarios
from campaigns.rules.pack import bundled
from campaigns.services import fighting, sealed, turning
from clubs import clock
from rulesets.contract import CharacterResult, Outcome, SeatResult
from tests.campaigns.rules.marches import FIRST, SECOND
from tests.factories.campaigns import battle_of, fresh, wait_out
from tests.factories.marches import begun
from tests.frontend.wars.test_sudan import foreign, pages
from tests.frontend.years.conftest import text_of
from tests.worlds import once

FOREIGN = re.compile(
    r"\b(?:Sudan\w*|Nile|Nilo|Mahd\w+|Khartoum|tribe\w*|tribus|tribù|native\w*|ind[ií]gen\w+|[Ss]hips brought)\b"
)


@pytest.fixture
def members(place, livia, hanno, ines):
    return {FIRST: place(livia), SECOND: place(hanno), "umpire": place(ines)}


@once
def war(club, members) -> Campaign:
    return begun(club, members, clock.now())


def to_battle(war: Campaign, members, first: str, second: str) -> None:
    now = clock.now()
    for side, action in ((FIRST, first), (SECOND, second)):
        sealed.give_order(fresh(war), side=side, action=action, by=members[side], now=now)
    turning.turn(war.pk, now=now)
    wait_out(war, until="battle")


@pytest.mark.slow
@pytest.mark.parametrize(("language", "way"), [("en", "table"), ("es", "site"), ("it", "site")])
def test_no_page_of_the_war_speaks_of_another(war, members, livia, ines, browser, language, way):
    to_battle(war, members, "ride", "hold")
    for side in (FIRST, SECOND) if way == "site" else ():
        fighting.wish(war, side=side, way=way, by=members[side], now=clock.now())
    for user in (livia, ines):
        user.language = language
        user.save()
    with translation.override(language):
        seen = [pages(browser(user), war) for user in (livia, ines)]

    assert [foreign(found) for found in seen] == [[], []]
    told = [(url, word.group()) for found in seen for url, text in found.items() for word in FOREIGN.finditer(text)]
    assert told == []
    assert all(len(found) > 15 for found in seen)


def test_who_founds_a_war_can_choose_the_pack_and_reads_its_questions(place, livia, club, browser):
    place(livia)
    page = text_of(browser(livia).get(f"/clubs/{club.slug}/wars/new/"))

    assert "The Marches" in page


@pytest.mark.parametrize("part", ["readings", "actions", "scenarios", "characters", "events", "consequences"])
def test_every_part_of_its_rules_can_be_read(war, livia, browser, part):
    page = text_of(browser(livia).get(f"/wars/{war.public_id}/rules/?part={part}"))

    assert "Outriders at the ford" in page or part != "scenarios"
    assert "A wound that never closes" in page or part != "characters"
    assert "Points of troops that the enemy loses" in page or part != "consequences"
    assert "Summoned to court" in page or part != "events"
    assert "Who rolls for the harvest" in page or part != "readings"
    assert "Burn and drive off" in page


def test_the_year_leads_to_the_siege_and_says_what_it_is(war, members, livia, browser):
    to_battle(war, members, "ride", "hold")
    for side in (FIRST, SECOND):
        fighting.wish(war, side=side, way="site", by=members[side], now=clock.now())
    page = browser(livia).get(f"/wars/{war.public_id}/year/")
    siege = text_of(browser(livia).get(f"/battles/{battle_of(war).public_id}/"))

    assert f'href="/battles/{battle_of(war).public_id}/"' in page.content.decode()
    assert "Up to eight days before the assault" in text_of(page)
    assert "The Siege of Cardun Keep" in siege


def test_the_muster_says_what_a_wound_has_left(war, members, livia, browser):
    now = clock.now()
    to_battle(war, members, "raid", "levy")
    fighting.settle(war, way="site", reason="Here.", by=members["umpire"], now=now)
    there = state_of(fresh(war)).now.muster[FIRST].characters
    felled = {FIRST: {key: CharacterResult(fate="felled") for key in there}}
    won = {FIRST: SeatResult(result="win", level="minor"), SECOND: SeatResult(result="loss", level="minor")}
    outcome = Outcome(seats=won, characters=felled, special={"scores": {}})
    verdicts.rule(battle_of(war), by=members["umpire"], now=now, reason="As seen.", outcome=outcome)
    wait_out(war)
    for side, action in ((FIRST, "raid"), (SECOND, "levy")):
        forced = scenarios.forced_action(rules_of(fresh(war)).pack, state_of(fresh(war)), side)
        sealed.give_order(fresh(war), side=side, action=forced or action, by=members[side], now=now)
    turning.turn(war.pk, now=now)
    wait_out(war, until="muster")
    page = text_of(browser(livia).get(f"/wars/{war.public_id}/year/"))
    ready = [one for one in state_of(fresh(war)).characters[FIRST].values() if one.status == "ready"]
    rows = bundled("marches").wound_by_total

    for one in ready:
        for total in one.wounds:
            assert rows[total].unavailable_on or rows[total].text["en"] in page


def test_one_point_of_ransom_is_one_point():
    told = {"transfers": True, "vp": 1, "character": "Sir Piers"}
    one = render_to_string("frontend/years/_ransom_facts.html", {"part": told})
    two = render_to_string("frontend/years/_ransom_facts.html", {"part": {**told, "vp": 2}})

    assert "It costs 1 victory point, and the other side gets it." in one
    assert "It costs 2 victory points, and the other side gets them." in two


def test_every_text_of_the_pack_is_there_in_three_languages():
    pack = bundled("marches")
    texts = [pack.name, pack.summary]
    texts += [text for one in (*pack.actions.values(), *pack.scenarios.values()) for text in (one.name, one.summary)]
    texts += [text for rows in pack.events.values() for row in rows for text in (row.title, row.text)]
    texts += [row.text for row in (*pack.wounds, *pack.deeds, *pack.skills)]
    texts += [text for one in pack.readings.values() for text in (one.text, *one.options.values())]

    assert all(set(text) == {"en", "es", "it"} and all(text.values()) for text in texts)
