"""Reporting a battle: the form, what was understood, the other side's word, the umpire's."""

import html

import pytest
from msgspec.structs import replace

from battles.models import Battle
from campaigns.services import founding, turning
from clubs import clock
from tests.factories import campaigns as verbs
from tests.frontend.years.conftest import text_of

pytestmark = pytest.mark.django_db

WON = {"result": "rome.major"}
FIGURES = {"start-rome": 40, "lost-rome": 12, "start-carthage": 38, "lost-carthage": 29}


def words_of(response) -> str:
    return html.unescape(text_of(response))


@pytest.fixture
def table(fighting):
    """The battle as it is now."""

    def now() -> Battle:
        return Battle.objects.get()

    return now


@pytest.fixture
def report(send, table):
    """``report(livia, result="draw")``: typed on the page as it is now, looked at, and sent."""

    def act(user, *, step="send", name="year_report", seq=None, **typed):
        return send(user, name, step=step, seq=table().seq if seq is None else seq, **typed)

    return act


def standing(table) -> dict:
    return table().state["reports"]


# --- The form ---------------------------------------------------------------------------------------------


def test_the_form_names_every_unit_and_its_figures(table, browser, livia, to):
    page = browser(livia).get(to("year_report"))
    assert page.status_code == 200
    words = words_of(page)
    for unit in ("Unit r1", "Unit c6", "General r", "General c"):
        assert unit in words
    assert 'max="20"' in page.content.decode()


@pytest.mark.parametrize("who", ["marco", "nobody"])
def test_the_form_is_for_players_and_officers(request, table, browser, who, to):
    reader = browser(request.getfixturevalue(who))
    assert reader.get(to("year_report")).status_code == 404
    assert reader.get(to("year_dispute")).status_code == 404
    assert reader.get(to("year_ruling")).status_code == 404


def test_a_look_before_sending_stores_nothing(table, livia, report):
    page = report(livia, step="look", **WON, **{"destroyed-carthage-0": 12, "felled-carthage-0": "on", "turns": 5})
    assert page.status_code == 200
    words = words_of(page)
    for told in (
        "Is this right?",
        "Nothing is sent yet.",
        "Rome wins: a major victory.",
        "+3 victory points, 3 in all",
        "5 turns were played.",
        "Carthage : 12 figures lost",
        "Unit c1: 12 destroyed of 20 figures",
        "General c fell.",
    ):
        assert told in words
    assert standing(table) == {}


def test_change_something_brings_the_form_back_as_it_was(table, livia, report):
    page = report(livia, step="edit", **WON, **{"destroyed-carthage-0": 12}).content.decode()
    assert 'name="destroyed-carthage-0" value="12"' in page
    assert standing(table) == {}


def test_a_report_is_sent_and_the_other_side_is_asked(table, browser, livia, hanno, report, year_url):
    answer = report(livia, **WON, **{"destroyed-carthage-0": 12, "routed-carthage-1": 3})
    assert (answer.status_code, answer["Location"]) == (302, year_url)
    told = standing(table)["rome"]
    assert (told["winner"], told["level"]) == ("rome", "major")
    assert told["losses"] == [
        {"seat": "carthage", "unit": "c1", "routed": 0, "destroyed": 12},
        {"seat": "carthage", "unit": "c2", "routed": 3, "destroyed": 0},
    ]
    assert "Is the report of Rome right?" in words_of(browser(hanno).get(year_url))
    assert "Your report is in: Carthage is asked to confirm it" in words_of(browser(livia).get(year_url))


def test_the_program_works_out_the_level_and_says_why(table, livia, report):
    page = report(livia, step="look", result="auto", **FIGURES)
    words = words_of(page)
    assert "The program worked the result out from your figures. By these figures: a major victory for Rome." in words
    assert "Carthage has 9 of 38 break points left: at 9 or fewer the army is broken." in words
    report(livia, result="auto", **FIGURES)
    assert standing(table)["rome"]["break_points"] == {"rome": [40, 12], "carthage": [38, 29]}
    assert standing(table)["rome"]["level"] == "major"


def test_without_figures_the_program_says_what_is_missing(table, livia, report):
    answer = report(livia, result="auto")
    assert answer.status_code == 422
    assert "Without break points the program cannot tell the level of victory." in words_of(answer)


def test_both_broken_asks_who_broke_first(table, livia, report):
    both = {"start-rome": 40, "lost-rome": 35, "start-carthage": 40, "lost-carthage": 36}
    answer = report(livia, result="auto", **both)
    assert answer.status_code == 422
    assert "the one that broke first has lost. Say which it was." in words_of(answer)
    assert report(livia, result="auto", first_broken="carthage", **both).status_code == 302


def test_break_points_are_counted_from_ticked_units(club, place, livia, hanno, browser):
    """Where every unit has its worth entered, the report asks which were lost."""
    army = {side: worth(verbs.an_army(side[0])) for side in verbs.SIDES}
    war = verbs.a_war(club, rome=place(livia), carthage=place(hanno), by=place(livia), armies=army, now=clock.now())
    members = {"rome": place(livia), "carthage": place(hanno)}
    verbs.order(war, rome=(members["rome"], "battle"), carthage=(members["carthage"], "battle"), now=clock.now())
    verbs.muster_best(war, members, now=clock.now())
    address = f"/wars/{war.public_id}/year/report/"
    assert "Unit c1, 2 break points" in words_of(browser(livia).get(address))
    typed = {"year": 1, "seq": Battle.objects.get().seq, "result": "auto", "broken-carthage": ["0", "1", "2", "3", "4"]}
    words = words_of(browser(livia).post(address, {**typed, "step": "look"}))
    assert "10 of 12 break points lost." in words
    assert "By these figures: a major victory for Rome." in words


def worth(army):
    return replace(army, units=tuple(replace(unit, break_points=2) for unit in army.units))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"destroyed-carthage-0": 22}, "“Unit c1” has 20 figures; it cannot lose 22."),
        ({"destroyed-carthage-0": 12, "routed-carthage-0": 9}, "“Unit c1” has 20 figures; it cannot lose 21."),
        ({"destroyed-carthage-0": -1}, "greater than or equal to 0"),
        ({"start-rome": 40, "lost-rome": 41, "start-carthage": 30, "lost-carthage": 1}, "cannot have lost 41"),
        ({"start-rome": 40, "lost-rome": 4}, "Give the break points of both sides, or of neither."),
        ({"withdrew": "rome"}, "Rome withdrew and cannot win."),
        ({"turns": 0}, "greater than or equal to 1"),
        ({"withdrew": "carthage", "turns": 2}, "may withdraw after 3 full turns"),
        ({"result": "carthage.major", **FIGURES}, "The break points give another winner."),
        ({"result": "rome.minor", **FIGURES}, "The break points give another level of victory."),
        ({"result": "nobody"}, "Select a valid choice."),
        ({"deeds-rome-0": 100}, "less than or equal to 99"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_stored(table, livia, report, typed, told):
    answer = report(livia, **{**WON, **typed})
    assert answer.status_code == 422
    assert told in words_of(answer)
    assert standing(table) == {}


def test_the_free_note_is_never_mark_up(table, browser, livia, marco, report, year_url):
    report(livia, result="draw", note="<script>alert(1)</script> & glory")
    page = browser(marco).get(year_url).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; glory" in page


# --- The other side's word ----------------------------------------------------------------------------------


def test_the_other_side_confirms_and_the_year_goes_on(table, browser, livia, hanno, report, send, year_url):
    report(livia, **WON)
    answer = send(hanno, "year_confirm", seq=table().seq)
    assert (answer.status_code, answer["Location"]) == (302, year_url)
    assert table().stage == "decided"
    first = words_of(browser(livia).get(f"/wars/{table().url.split('/')[2]}/years/1/"))
    assert "Rome wins: a major victory." in first
    assert "What came of it" in first


def test_nobody_confirms_his_own_report(table, livia, report, send):
    report(livia, **WON)
    answer = send(livia, "year_confirm", seq=table().seq)
    assert answer.status_code in (409, 422)
    assert table().stage == "open"


def test_a_confirmation_of_a_report_that_was_changed_meanwhile_is_stale(table, livia, hanno, report, send):
    report(livia, **WON)
    seen = table().seq
    report(livia, result="draw")
    answer = send(hanno, "year_confirm", seq=seen)
    assert answer.status_code == 409
    assert "A draw." in words_of(answer)
    assert table().stage == "open"


def test_a_report_is_disputed_with_a_reason(table, browser, livia, hanno, ines, report, year_url):
    report(livia, **WON)
    answer = report(hanno, name="year_dispute", reason="We agreed on six turns.")
    assert answer.status_code == 302
    assert table().state["stage"] == "dispute"
    words = words_of(browser(ines).get(year_url))
    assert "Carthage: “We agreed on six turns.”" in words
    assert "The sides disagree: your ruling is asked." in words


def test_a_dispute_says_why(table, livia, hanno, report):
    report(livia, **WON)
    answer = report(hanno, name="year_dispute", reason=" ")
    assert answer.status_code == 422
    assert "Say why: the other side will read it." in words_of(answer)


def test_a_dispute_may_bring_its_own_version(table, browser, livia, hanno, report, year_url):
    report(livia, **WON, **{"destroyed-carthage-0": 12})
    own = {"own_version": "yes", "result": "draw", "destroyed-carthage-0": 10, "reason": "It was a draw."}
    page = report(hanno, name="year_dispute", step="look", **own)
    assert "Is this right?" in words_of(page)
    assert report(hanno, name="year_dispute", **own).status_code == 302
    assert standing(table)["carthage"]["winner"] == "draw"
    words = words_of(browser(livia).get(year_url))
    assert "Confirm what Carthage reports" in words


def test_the_version_of_the_other_side_can_still_be_confirmed(table, livia, hanno, report, send):
    report(livia, **WON)
    report(hanno, name="year_dispute", own_version="yes", result="draw", reason="No.")
    assert send(livia, "year_confirm", seq=table().seq).status_code == 302
    assert table().outcome["seats"]["rome"]["result"] == "draw"


def test_a_report_is_corrected_before_the_answer(table, browser, livia, report, to):
    report(livia, **WON, **{"destroyed-carthage-0": 12})
    page = browser(livia).get(to("year_report")).content.decode()
    assert 'name="destroyed-carthage-0" value="12"' in page
    assert report(livia, result="draw").status_code == 302
    assert standing(table) == {"rome": {"winner": "draw"}}


def test_both_reporting_at_once_the_second_sees_the_first_and_keeps_his_own(table, livia, hanno, report):
    seen = table().seq
    report(livia, **WON, seq=seen)
    answer = report(hanno, result="carthage.minor", seq=seen, note="We held the hill", **{"destroyed-rome-2": 7})
    assert answer.status_code == 409
    words = words_of(answer)
    assert "Nothing of yours is lost: what you typed stands below." in words
    assert "Reported by Rome Rome wins: a major victory." in words
    page = answer.content.decode()
    assert 'name="destroyed-rome-2" value="7"' in page
    assert "We held the hill" in page
    assert "This one is right: confirm it" in words
    assert set(standing(table)) == {"rome"}


# --- The umpire ---------------------------------------------------------------------------------------------


def test_the_umpire_rules_with_a_reason(table, livia, hanno, ines, report):
    report(livia, **WON)
    report(hanno, name="year_dispute", reason="No.")
    assert report(ines, name="year_ruling", result="draw", reason="").status_code == 422
    assert report(ines, name="year_ruling", result="draw", reason="Neither was broken.").status_code == 302
    assert table().outcome["seats"]["rome"]["result"] == "draw"


def test_a_player_does_not_rule(table, livia, report):
    assert report(livia, name="year_ruling", result="rome.major", reason="I won.").status_code == 404


def test_the_umpire_rules_on_the_absent_when_the_deadline_has_passed(table, war, browser, ines, report, year_url):
    turning.turn(war.pk, now=verbs.year_of(war).deadline_at)
    assert "Nobody answered in time: you may rule on the battle." in words_of(browser(ines).get(year_url))
    assert report(ines, name="year_ruling", result="draw", reason="Nobody came.").status_code == 302
    assert table().stage == "decided"


# --- On paper -----------------------------------------------------------------------------------------------


def test_an_officer_types_in_a_report(table, browser, ines, report, to):
    page = browser(ines).get(to("year_report") + "?for=carthage")
    assert "You type in a slip of Carthage." in words_of(page)
    assert report(ines, result="draw", **{"for": "carthage"}).status_code == 302
    assert standing(table) == {"carthage": {"winner": "draw"}}
    assert table().entries.latest("seq").manner == "paper"


def test_an_officer_types_in_a_confirmation(table, livia, ines, report, send):
    report(livia, **WON)
    assert send(ines, "year_confirm", seq=table().seq, **{"for": "carthage"}).status_code == 302
    assert table().stage == "decided"


# --- What it would do ----------------------------------------------------------------------------------------


def test_a_result_that_ends_the_war_says_so_before_it_is_sent(club, place, livia, hanno, browser):
    war = under_way(club, place, livia, hanno, earned={"rome": 7, "carthage": 0})
    address = f"/wars/{war.public_id}/year/report/"
    typed = {"year": 4, "seq": Battle.objects.get().seq, "step": "look", "result": "rome.major"}
    words = words_of(browser(livia).post(address, typed))
    assert "The war ends with it: a major victory for Rome." in words
    typed["result"] = "rome.minor"
    assert "The war ends with it" not in words_of(browser(livia).post(address, typed))


def under_way(club, place, livia, hanno, *, earned):
    """A war in its fourth year, its pitched battle being fought."""
    war = verbs.found_war(club, by=place(livia), now=clock.now())
    members = {"rome": place(livia), "carthage": place(hanno)}
    for side, member in members.items():
        verbs.seat(war, side, member, by=place(livia), now=clock.now())
        founding.set_army(war, side=side, army=verbs.an_army(side[0]), by=member, now=clock.now())
    founding.begin(war, by=place(livia), now=clock.now(), year=4, earned=earned)
    verbs.order(war, rome=(members["rome"], "battle"), carthage=(members["carthage"], "battle"), now=clock.now())
    verbs.muster_best(war, members, now=clock.now())
    return verbs.fresh(war)
