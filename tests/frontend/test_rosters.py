"""Rosters of a war that has begun: both sides' troops, and what befell each unit and character."""

import re

import pytest
from django.urls import reverse

from campaigns.models import Campaign, Character, LedgerEntry, Unit
from campaigns.models.codec import rules_of, state_of
from campaigns.rules.armies import Army
from campaigns.rules.armycsv import from_csv
from campaigns.rules.state import Character as Person
from campaigns.rules.state import Unit as Troops
from campaigns.selectors import rosters
from campaigns.services import book, umpire
from clubs import clock
from clubs.services import members
from rulesets.contract import Happening
from tests.factories import campaigns as verbs
from tests.factories.clubs import found
from tests.frontend.wars.helpers import answered
from tests.worlds import once

pytestmark = pytest.mark.django_db


@once
def war(club, place, livia, hanno, ines) -> Campaign:
    return verbs.a_war(
        club, rome=place(livia), carthage=place(hanno), by=place(livia), umpire=place(ines), now=clock.now()
    )


@once
def fought(war, place, livia, hanno) -> Campaign:
    """A pitched battle: Rome wins, both lose figures, Rome's general falls and has done a deed."""
    seats = {"rome": place(livia), "carthage": place(hanno)}
    verbs.order(war, rome=(place(livia), "battle"), carthage=(place(hanno), "battle"), now=clock.now())
    verbs.muster_best(war, seats, now=clock.now())
    verbs.fight(
        verbs.fresh(war),
        reporter=("rome", place(livia)),
        confirmer=("carthage", place(hanno)),
        now=clock.now(),
        winner="rome",
        level="minor",
        losses=[
            {"seat": "rome", "unit": "r1", "routed": 3, "destroyed": 4},
            {"seat": "carthage", "unit": "c2", "routed": 2, "destroyed": 8},
        ],
        felled=[{"seat": "rome", "character": "r-general"}],
        deeds=[{"seat": "rome", "character": "r-general", "count": 2}],
    )
    return verbs.fresh(war)


def text_of(response) -> str:
    words = re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return re.sub(r"\s+", " ", words)


def at(name, war, *more) -> str:
    return reverse(name, args=[war.public_id, *more])


def unit_of(war, side, uid) -> Unit:
    return Unit.objects.get(side__campaign=war, side__key=side, uid=uid)


def person_of(war, side, uid) -> Character:
    return Character.objects.get(side__campaign=war, side__key=side, uid=uid)


def pages(war) -> list[str]:
    return [
        at("war_rosters", war),
        at("war_roster_csv", war, "rome"),
        at("war_unit", war, unit_of(war, "rome", "r1").public_id),
        at("war_character", war, person_of(war, "carthage", "c-general").public_id),
    ]


# --- Who sees what ------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["livia", "hanno", "ines", "marco", "fabia"])
def test_every_member_of_the_club_sees_both_rosters(request, war, browser, who):
    reader = browser(request.getfixturevalue(who))
    for address in pages(war):
        assert reader.get(address).status_code == 200
    words = text_of(reader.get(at("war_rosters", war)))
    assert "Unit r1" in words
    assert "General c" in words


@pytest.mark.parametrize("elsewhere", [False, True])
def test_an_outsider_finds_nothing(war, nobody, browser, elsewhere):
    if elsewhere:
        found("Elsewhere", by=nobody)
    for address in pages(war):
        assert browser(nobody).get(address).status_code == 404


def test_a_former_member_is_an_outsider_and_who_is_not_logged_in_is_sent_to_the_log_in(war, marco, browser):
    members.leave(war.club, by=marco, now=clock.now())
    for address in pages(war):
        assert browser(marco).get(address).status_code == 404
        assert browser(None).get(address)["Location"] == f"/accounts/login/?next={address}"


def test_a_unit_is_found_in_its_own_war_only(war, club, place, livia, browser):
    other = verbs.a_war(club, rome=None, carthage=None, by=place(livia), now=clock.now(), name="Another")
    unit, person = unit_of(other, "rome", "r1"), person_of(other, "rome", "r-general")
    assert browser(livia).get(at("war_unit", war, unit.public_id)).status_code == 404
    assert browser(livia).get(at("war_character", war, person.public_id)).status_code == 404
    assert browser(livia).get(at("war_unit", war, "nothing")).status_code == 404
    assert browser(livia).get(at("war_roster_csv", war, "gaul")).status_code == 404


def test_before_the_war_begins_no_roster_is_shown(club, place, livia, hanno, browser):
    war = verbs.found_war(club, by=place(livia), now=clock.now())
    verbs.founding.set_army(war, side="rome", army=verbs.an_army("r"), by=place(livia), now=clock.now())
    response = browser(hanno).get(at("war_rosters", war))
    assert response["Location"] == at("war_setup_armies", war)
    assert browser(hanno).get(at("war_roster_csv", war, "rome")).status_code == 404


# --- What stands there ----------------------------------------------------------------------------------


def test_a_roster_shows_figures_now_and_at_first_and_what_they_are_worth(fought, livia, browser):
    state = state_of(fought)
    page = browser(livia).get(at("war_rosters", fought)).content.decode()
    row = re.search(r">Unit c2</a>.*?</tr>", page, re.S).group(0)
    unit = state.units["carthage"]["c2"]
    assert 0 < unit.figures < 20
    for words in (f">{unit.figures} of 20<", f">−{20 - unit.figures}<", f">{unit.value} <", f">({unit.points} each)<"):
        assert words in row
    words = text_of(browser(livia).get(at("war_rosters", fought)))
    for side in fought.sides.all():
        assert f"{side.available} points of troops available" in words


def test_a_unit_that_is_gone_stays_and_says_so(war, livia, browser):
    Unit.objects.filter(side__campaign=war, side__key="rome", uid="r1").update(figures=0)
    page = browser(livia).get(at("war_rosters", war)).content.decode()
    assert "gone" in re.search(r">Unit r1</a>.*?</tr>", page, re.S).group(0)
    assert "gone" in text_of(browser(livia).get(at("war_unit", war, unit_of(war, "rome", "r1").public_id)))


def test_a_units_history_tells_its_battles_and_its_losses(fought, livia, browser):
    page = text_of(browser(livia).get(at("war_unit", fought, unit_of(fought, "carthage", "c2").public_id)))
    assert "Year 1" in page
    assert "Fought: Pitched battle. A minor victory for Rome." in page
    assert "Unit c2" in page.split("History")[1]
    untouched = text_of(browser(livia).get(at("war_unit", fought, unit_of(fought, "rome", "r2").public_id)))
    assert "Fought: Pitched battle." in untouched
    assert "Unit r1" not in untouched


def test_every_line_of_a_history_can_be_asked_why(fought, livia, browser):
    told = {line.happening.kind: line for line in lines_of(fought, unit_of(fought, "carthage", "c2"))}
    client = browser(livia)
    page = text_of(answered(client, client.get(at("war_unit", fought, unit_of(fought, "carthage", "c2").public_id))))
    assert "recovered" in told
    for words in ("The battle was lost: a minor defeat.", "destroyed: a quarter return", "Rules: Hispania 6, R5"):
        assert words in page
    one = person_of(fought, "rome", "r-general")
    (fate,) = [line for line in lines_of(fought, one) if line.happening.kind == "fate"]
    page = text_of(answered(client, client.get(at("war_character", fought, one.public_id))))
    assert f"= {sum(fate.rolls[0].faces)}" in page
    assert "Rules: Hispania 7" in page


def lines_of(war, row):
    return [line for chapter in rosters.history_of(war, row) for line in chapter.lines]


def row_of(page: str, name: str) -> str:
    """A row of a table with everything behind its figures."""
    found = re.search(rf"<tr>(?:(?!<tr>).)*>{name}</a>.*?</tr>", page, re.S).group(0)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found))


def test_the_figures_of_a_roster_answer_on_the_spot(fought, livia, browser):
    client = browser(livia)
    page = answered(client, client.get(at("war_rosters", fought))).content.decode()
    unit = state_of(fought).units["carthage"]["c2"]
    row = row_of(page, "Unit c2")
    for words in (
        f"It came with 20 figures; now it has {unit.figures}.",
        f"{unit.figures} figures at {unit.points} points, and {unit.command} points of command: {unit.value}.",
        "Year 1: Unit c2 (Carthage) lost",
        "destroyed: a quarter return",
        "Rules: Hispania 6, R5",
    ):
        assert words in row
    assert "Nothing has changed since it came to the army." in row_of(page, "Unit r2")
    fate = next(
        line for line in lines_of(fought, person_of(fought, "rome", "r-general")) if line.happening.kind == "fate"
    )
    assert f"= {sum(fate.rolls[0].faces)}" in row_of(page, "General r")
    for side in fought.sides.all():
        units = [one for one in Unit.objects.filter(side=side) if one.figures]
        assert f"Units that still have figures: {sum(one.value for one in units)} points." in page


def test_only_the_last_changes_stand_behind_a_figure(war, livia, browser):
    for year in (1, 2, 3, 4):
        tell(war, "deeds", year=year, side="rome", character="r-general", count=1, total=year)
    client = browser(livia)
    row = row_of(answered(client, client.get(at("war_rosters", war))).content.decode(), "General r")
    assert [year for year in range(1, 5) if f"Year {year}:" in row] == [2, 3, 4]
    assert "The whole history" in row


def test_who_is_called_like_another_unit_is_another_unit(war):
    tell(war, "bought", side="rome", unit="new", name="r1", figures=10, points=100, grant="common")
    assert rosters.history_of(war, unit_of(war, "rome", "r1")) == []


def test_a_characters_history_tells_his_fate_his_deeds_and_what_he_carries(fought, livia, browser):
    one = person_of(fought, "rome", "r-general")
    page = text_of(browser(livia).get(at("war_character", fought, one.public_id)))
    kinds = {line.happening.kind for chapter in rosters.history_of(fought, one) for line in chapter.lines}
    assert {"fate", "deeds"} <= kinds
    assert "2 heroic deeds" in page
    assert "Leader: +1 to one Leadership roll a game, declared before rolling" in page
    assert "Fierce" not in page


def test_wounds_and_skills_are_told_in_the_words_of_the_rules(war, livia, browser):
    Character.objects.filter(side__campaign=war, uid="r-general").update(
        wounds=[8, 7], skills=[3], traits=["Political Animal"], status="captured"
    )
    page = text_of(browser(livia).get(at("war_character", war, person_of(war, "rome", "r-general").public_id)))
    for words in ("A limp: −1 Movement", "A scar, nothing more", "Political Animal", "Captured"):
        assert words in page
    skill = rules_of(war).pack.skill_by_face[3]
    assert f"{skill.name['en']}: {skill.text['en']}".replace("'", "&#x27;").replace('"', "&quot;") in page


def test_who_has_done_nothing_has_no_history(war, livia, browser):
    page = text_of(browser(livia).get(at("war_unit", war, unit_of(war, "rome", "r1").public_id)))
    assert "There is nothing to tell yet." in page


def tell(war, kind, year=1, **data) -> None:
    """Write a line into the book as the rules would tell it."""
    told = [Happening(kind=kind, data=data)]
    book.write(war, told, year=year, now=clock.now(), by=None)
    war.save()


def test_the_same_id_on_the_other_side_is_another_unit(club, place, livia):
    alike = Army(
        units=(
            Troops(id="I", name="First", figures=10, points=10),
            Troops(id="I I", name="Second", figures=5, points=5),
        ),
        characters=(Person(id="I", name="Somebody", rank="general", points=50),),
    )
    war = verbs.a_war(
        club, rome=None, carthage=None, by=place(livia), now=clock.now(), armies={"rome": alike, "carthage": alike}
    )
    recovered = {"before": 10, "routed": 1, "destroyed": 0, "back": 0, "after": 9, "result": "draw"}
    tell(war, "recovered", side="rome", unit="I", **recovered)
    tell(war, "recovered", side="rome", unit="I I", **recovered)
    tell(
        war,
        "punishment",
        side="rome",
        enemy="carthage",
        roll="punishment",
        natural=7,
        total=7,
        modifiers=[],
        amount=10,
        points=10,
        figures={"I": 1},
    )
    tell(war, "points_lost", side="rome", amount=10, points=10, figures={"I I": 2}, arms=[])
    tell(war, "deeds", side="rome", character="I", count=1, total=1)

    def kinds(row):
        return [line.happening.kind for chapter in rosters.history_of(war, row) for line in chapter.lines]

    assert kinds(unit_of(war, "rome", "I")) == ["recovered"]
    assert kinds(unit_of(war, "rome", "I I")) == ["recovered", "points_lost"]
    assert kinds(unit_of(war, "carthage", "I")) == ["punishment"]
    assert kinds(unit_of(war, "carthage", "I I")) == []
    assert kinds(person_of(war, "rome", "I")) == ["deeds"]
    assert kinds(person_of(war, "carthage", "I")) == []


@pytest.mark.parametrize("uid", ["Ñandú 'n' \"Sons\"", "100% _", "back\\slash", "🐘", "<b>"])
def test_any_name_is_found_in_the_book(club, place, livia, browser, uid):
    army = Army(units=(Troops(id=uid, name=uid, figures=10, points=10),))
    war = verbs.a_war(club, rome=None, carthage=None, by=place(livia), now=clock.now(), armies={"rome": army})
    tell(war, "bought", side="rome", unit=uid, name=uid, figures=10, points=100, grant="common")
    row = unit_of(war, "rome", uid)
    assert [len(chapter.lines) for chapter in rosters.history_of(war, row)] == [1]
    assert browser(livia).get(at("war_unit", war, row.public_id)).status_code == 200


def test_a_successor_and_the_one_he_follows_both_know_of_it(war):
    tell(war, "successor", side="rome", character="r-general", after="old-one", trait="")
    tell(war, "replaced", year=2, side="rome", character="new-one", lost="r-general", given_up=[])
    told = rosters.history_of(war, person_of(war, "rome", "r-general"))
    assert [(chapter.year, [line.happening.kind for line in chapter.lines]) for chapter in told] == [
        (2, ["replaced"]),
        (1, ["successor"]),
    ]


def test_what_a_reopened_report_took_back_is_no_history(fought, place, ines):
    one = person_of(fought, "rome", "r-general")
    assert rosters.history_of(fought, one)[0].lines
    umpire.reopen_report(fought, reason="The wrong general", by=place(ines), now=clock.now())
    again = rosters.history_of(verbs.fresh(fought), person_of(fought, "rome", "r-general"))
    assert [line for chapter in again for line in chapter.lines] == []
    assert [chapter.marched for chapter in again] == [True]


def test_a_roster_is_taken_away_as_a_table_with_its_past(fought, livia, browser):
    response = browser(livia).get(at("war_roster_csv", fought, "rome"))
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    result = from_csv(response.content, under_way=True)
    state = state_of(fought)
    assert result.problems == []
    assert {unit.id: unit.figures for unit in result.army.units} == {
        key: unit.figures for key, unit in state.units["rome"].items()
    }
    assert [one.deeds for one in result.army.characters] == [2]


# --- What a page costs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [1, 3])
def test_the_rosters_cost_the_same(club, place, livia, browser, rows, django_assert_num_queries):
    armies = {side: verbs.an_army(side[0], units=rows) for side in verbs.SIDES}
    war = verbs.a_war(club, rome=None, carthage=None, by=place(livia), now=clock.now(), armies=armies)
    reader = browser(livia)
    with django_assert_num_queries(9):
        page = reader.get(at("war_rosters", war))
    assert answered(reader, page).content.decode().count("The whole history") == 2 * (rows + 1)


def test_who_marched_out_and_has_not_fought_yet_is_on_his_way(war, place, livia, hanno, browser):
    verbs.order(war, rome=(place(livia), "battle"), carthage=(place(hanno), "battle"), now=clock.now())
    verbs.muster_best(war, {"rome": place(livia), "carthage": place(hanno)}, now=clock.now())
    row = unit_of(war, "rome", "r1")
    assert "Marched out: Pitched battle." in text_of(browser(livia).get(at("war_unit", war, row.public_id)))


@pytest.mark.parametrize("rows", [1, 3])
def test_a_history_costs_the_same(war, livia, browser, rows, django_assert_num_queries):
    for year in range(1, rows + 1):
        tell(war, "deeds", year=year, side="rome", character="r-general", count=1, total=year)
        tell(
            war,
            "recovered",
            year=year,
            side="rome",
            unit="r1",
            before=9,
            routed=1,
            destroyed=0,
            back=0,
            after=8,
            result="draw",
        )
    reader = browser(livia)
    for address in pages(war)[2:]:
        address = address.replace(
            person_of(war, "carthage", "c-general").public_id, person_of(war, "rome", "r-general").public_id
        )
        with django_assert_num_queries(10):
            page = reader.get(address)
        assert page.content.decode().count('<li class="turn">') == rows


def test_nothing_sealed_is_in_the_ledger_lines_that_are_told(war):
    assert not rosters.UNIT_KINDS & {"order_sealed", "muster_sealed"}
    assert not rosters.CHARACTER_KINDS & {"order_sealed", "muster_sealed"}
    assert LedgerEntry.objects.filter(campaign=war).exists()
