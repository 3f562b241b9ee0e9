"""The ledger, the chronicle and the dice of a war."""

from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from battles import append_only
from battles.models import DiceSecret
from campaigns.models import LedgerEntry, Roll, StrategicAction, Year
from campaigns.models.codec import rules_of, state_of
from campaigns.rules.decisions import Typed
from campaigns.selectors import books
from campaigns.services import between, founding, records, sealed, turning, umpire
from clubs import clock
from frontend.views.books import links_hold
from rulesets.contract import Happening
from tests.factories import campaigns as verbs
from tests.factories.clubs import NOW, paper_member
from tests.frontend.wars.helpers import a_record, address, answer_everything, answered, masked, text_of
from tests.worlds import once

pytestmark = pytest.mark.django_db


@pytest.fixture
def long_war(club, place, livia):
    def of(years: int):
        return records.import_record(club, raw=a_record(years), toml=True, by=place(livia), now=clock.now())

    return of


@contextmanager
def unprotected(model):
    """As somebody with the whole database in his hands; the test's own rollback brings the triggers back."""
    with connection.cursor() as cursor:
        for sql in append_only.drop_sql(connection.vendor, model._meta.db_table):
            cursor.execute(sql)
    yield


@contextmanager
def rolled_back():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


# --- Ledger ------------------------------------------------------------------------------------------------


def test_the_ledger_tells_who_and_when_and_why(fought, livia, marco, browser):
    client = browser(marco)
    response = client.get(address("war_book", fought))
    page = text_of(answered(client, response))
    assert "Rome chose Battle." in page
    assert "Rules: Hispania 4" in page
    assert "Year 1, scenario" in page or "Pitched battle" in page
    assert "Livia" in page
    assert f'href="/wars/{fought.public_id}/years/1/"' in response.content.decode()


def test_a_receipt_is_shown_only_when_its_stage_is_over(war, place, livia, hanno, marco, browser):
    sealed.give_order(war, side="rome", action="battle", by=place(livia), now=clock.now())
    row = StrategicAction.objects.get(side="rome")
    for reader in (marco, hanno, livia):
        client = browser(reader)
        page = answered(client, client.get(address("war_book", war))).content.decode()
        for entry in war.ledger.all():  # also where no link leads
            page += client.get(address("why_line", war, entry.seq)).content.decode()
        assert "Rome" in page
        assert row.receipt[:16] not in page
        assert row.salt not in page
    sealed.give_order(war, side="carthage", action="battle", by=place(hanno), now=clock.now())
    turning.turn(war.pk, now=clock.now())
    client = browser(marco)
    page = answered(client, client.get(address("war_book", war))).content.decode()
    assert row.receipt in page
    assert row.salt not in page


def test_a_muster_is_only_in_until_both_are(ordered, place, livia, marco, browser):
    rules, state = rules_of(ordered), state_of(ordered)
    ask = next(ask for ask in rules.asks(state) if ask.prompt == "muster" and ask.seat == "rome")
    best = rules.fallback(state, ask)
    row = sealed.give_muster(
        ordered, side="rome", units=best.units, characters=best.characters, by=place(livia), now=clock.now()
    )
    page = browser(marco).get(address("war_book", ordered)).content.decode()
    assert row.receipt[:16] not in page
    assert "Unit r1" not in page


@pytest.mark.parametrize("name", ["war", "war_book", "war_chronicle", "war_dice", "war_umpire"])
def test_a_page_reads_the_same_whatever_is_sealed(war, place, livia, hanno, marco, ines, browser, name):
    """Two worlds in one: the same war, its order sealed once as this and once as that, in the same minute."""
    pages = []
    for action, salt in (("guerrilla", "almond blossom"), ("battle", "olive")):
        with rolled_back():
            sealed.give_order(war, side="rome", action=action, salt=salt, by=place(livia), now=NOW)
            readers = [ines] if name == "war_umpire" else [hanno, marco, ines]
            pages.append([masked(browser(reader).get(address(name, war))) for reader in readers])
    assert pages[0] == pages[1]


def test_fingerprints_of_sealed_lines_wait_until_they_are_opened(war, place, livia, hanno, marco, browser):
    before = verbs.fresh(war)
    assert books.known_head(before) == (before.seq, before.head)
    sealed.give_order(war, side="rome", action="battle", by=place(livia), now=clock.now())
    during = verbs.fresh(war)
    assert during.head != before.head
    assert books.known_head(during) == (before.seq, before.head)
    assert during.head not in browser(marco).get(address("war_book", war)).content.decode()
    sealed.give_order(war, side="carthage", action="battle", by=place(hanno), now=clock.now())
    turning.turn(war.pk, now=clock.now())
    after = verbs.fresh(war)
    assert books.known_head(after) == (after.seq, after.head)


@pytest.mark.parametrize(
    ("kind", "stage", "shown"),
    [
        ("order_sealed", "orders", ""),
        ("order_sealed", "choices", "abc"),
        ("order_sealed", "closed", "abc"),
        ("order_sealed", "waiting", ""),
        ("muster_sealed", "orders", ""),
        ("muster_sealed", "muster", ""),
        ("muster_sealed", "battle", "abc"),
        ("fought", "closed", ""),
    ],
)
def test_when_a_receipt_may_be_known(kind, stage, shown):
    assert books.receipt_of(Happening(kind=kind, data={"receipt": "abc"}), stage) == shown


def test_a_paper_slip_is_told_as_one(club, place, livia, ines, marco, browser):
    war = verbs.a_war(
        club,
        rome=place(livia),
        carthage=paper_member(club, "Tiberio"),
        by=place(livia),
        umpire=place(ines),
        now=clock.now(),
    )
    sealed.give_order(war, side="carthage", action="battle", by=place(ines), paper=True, now=clock.now())
    assert "Ines · from a paper slip" in text_of(browser(marco).get(address("war_book", war)))


def test_an_absent_players_order_is_told_as_the_programs(war, place, livia, marco, browser):
    sealed.give_order(war, side="rome", action="defence", by=place(livia), now=clock.now())
    year = Year.objects.get(campaign=war, number=1)
    turning.turn(war.pk, now=year.deadline_at)
    page = text_of(browser(marco).get(address("war_book", war)))
    assert "Carthage gave no order in time" in page
    assert "by the program" in page


def test_what_was_taken_back_is_struck_through_but_readable(fought, place, ines, marco, browser):
    before = text_of(browser(marco).get(address("war_book", fought)))
    assert "no longer counts" not in before
    umpire.reopen_report(fought, reason="A unit was forgotten.", by=place(ines), now=clock.now())
    response = browser(marco).get(address("war_book", fought))
    page = text_of(response)
    assert "no longer counts" in page
    assert "A unit was forgotten." in page
    assert "<del>" in response.content.decode()
    struck = [line for line in told(verbs.fresh(fought)) if line.struck]
    assert {"fought"} <= {line.happening.kind for line in struck}
    assert all(line.happening.kind not in ("order", "muster", "report_reopened") for line in struck)


def told(war) -> list[books.Line]:
    years = books.years_in_book(war)
    entries = books.entries_of(war, years)
    return books.lines(
        entries,
        rolls=books.rolls_at(war, entries),
        corrections=books.corrections_of(war),
        stages=books.stages_of(war, years),
    )


def test_the_chain_is_checked_and_a_changed_line_is_seen(fought, marco, browser):
    fought = verbs.fresh(fought)
    page = text_of(browser(marco).get(address("war_book", fought)))
    assert "of this page checked: the chain holds." in page
    assert fought.head in page
    whole = text_of(browser(marco).get(address("war_book", fought) + "?check=all"))
    assert f"{fought.seq} lines checked, from the first to the last: the chain holds." in whole
    with unprotected(LedgerEntry):
        LedgerEntry.objects.filter(campaign=fought, kind="fought").update(data='{"winner": "carthage"}')
    for query in ("", "?check=all"):
        page = text_of(browser(marco).get(address("war_book", fought) + query))
        assert "The chain does not hold" in page


def test_a_line_that_was_cut_out_is_missed(fought):
    entries = books.whole_book(fought)
    assert links_hold(fought, entries)
    moved = entries[1]
    moved.prev_hash = "0" * 64
    assert not links_hold(fought, entries)


@pytest.mark.parametrize("years", [1, 10])
def test_the_ledger_costs_the_same(long_war, livia, browser, years, django_assert_num_queries):
    page, client = address("war_book", long_war(years)), browser(livia)
    with django_assert_num_queries(12):
        client.get(page)


def test_the_ledger_has_a_page_for_a_few_years(long_war, livia, browser):
    war = long_war(5)
    first, second = (text_of(browser(livia).get(address("war_book", war) + f"?page={n}")) for n in (1, 2))
    assert "Year 6" in first
    assert "Year 3 " not in first
    assert "Year 3 " in second
    assert "Page 1 of 3" in first


def test_the_founding_stands_before_the_first_year(war, marco, browser):
    page = text_of(browser(marco).get(address("war_book", war)))
    assert page.index("Year 1") < page.index("Before the war") < page.index("founded the war")


# --- Chronicle ---------------------------------------------------------------------------------------------


def test_the_chronicle_tells_the_years_in_their_order(long_war, marco, browser):
    page = text_of(browser(marco).get(address("war_chronicle", long_war(3))))
    assert page.index("Year 1:") < page.index("Year 2:") < page.index("Year 3:")


def test_the_umpires_notes_stand_in_the_chronicle(fought, place, ines, marco, browser):
    umpire.note(fought, text="It rained <b>for days</b>.\nNobody minded.", by=place(ines), now=clock.now())
    page = browser(marco).get(address("war_chronicle", fought)).content.decode()
    assert "It rained &lt;b&gt;for days&lt;/b&gt;.<br>Nobody minded." in page


def test_the_chronicle_forgets_what_was_taken_back(fought, place, ines, marco, browser):
    headline = "a minor victory for Rome"
    assert headline in text_of(browser(marco).get(address("war_chronicle", fought)))
    umpire.reopen_report(fought, reason="A unit was forgotten.", by=place(ines), now=clock.now())
    assert headline not in text_of(browser(marco).get(address("war_chronicle", fought)))


@pytest.mark.parametrize("years", [1, 9])
def test_the_chronicle_costs_the_same(long_war, livia, browser, years, django_assert_num_queries):
    page, client = address("war_chronicle", long_war(years)), browser(livia)
    with django_assert_num_queries(9):
        client.get(page)


# --- Dice ----------------------------------------------------------------------------------------------------


def test_the_secret_of_a_year_stays_locked_until_it_is_closed(ordered, marco, livia, browser):
    row = DiceSecret.objects.get(game=ordered.game, year=1)
    salts = StrategicAction.objects.values_list("salt", flat=True)
    for reader in (marco, livia):
        page = browser(reader).get(address("war_dice", ordered)).content.decode()
        assert row.commitment in page
        assert "The secret stays locked until the year is closed" in page
        assert not any(salt in page for salt in salts)


def test_a_closed_year_shows_secret_salts_and_every_roll(war, place, livia, hanno, marco, browser):
    from campaigns.rules.decisions import Skip

    verbs.order(war, rome=(place(livia), "defence"), carthage=(place(hanno), "defence"), now=clock.now())
    for side, user in (("rome", livia), ("carthage", hanno)):
        between.decide(verbs.fresh(war), side=side, decision=Skip(), by=place(user), now=clock.now())
    answer_everything(war)
    row = DiceSecret.objects.get(game=war.game, year=1)
    assert row.revealed
    page = browser(marco).get(address("war_dice", war)).content.decode()
    assert row.revealed in page
    assert "salt of rome" in page
    rolls = Roll.objects.filter(campaign=war, year=1)
    assert rolls.count() >= 3
    for roll in rolls:
        assert roll.address in page
    assert "rolled by the program" in page
    assert "year/1/event/rome" in page


@once
def by_hand(club, place, livia, hanno, ines):
    """A war with dice thrown on the table: the first has been typed in, by Livia."""
    war = verbs.a_war(
        club,
        rome=place(livia),
        carthage=place(hanno),
        by=place(livia),
        umpire=place(ines),
        dice="hand",
        now=clock.now(),
    )
    verbs.order(war, rome=(place(livia), "alliance"), carthage=(place(hanno), "punishment"), now=clock.now())
    war = verbs.fresh(war)
    (ask,) = [ask for ask in rules_of(war).asks(state_of(war)) if ask.prompt == "dice"]
    between.decide(
        war, side=ask.seat, decision=Typed(address=ask.data["address"], faces=(2,)), by=place(livia), now=clock.now()
    )
    return verbs.fresh(war)


ROLL = "year/1/scenario"


def test_a_typed_roll_shows_who_typed_it(by_hand, marco, hanno, browser):
    page = text_of(browser(marco).get(address("war_dice", by_hand)))
    assert "rolled by hand and typed in: Livia" in page
    assert "Contest this roll" not in page
    assert "Contest this roll" in text_of(browser(hanno).get(address("war_dice", by_hand)))


def test_a_roll_is_contested_and_ruled_on(by_hand, hanno, ines, marco, browser):
    contested = browser(hanno).post(
        address("war_dice_contest", by_hand), {"address": ROLL, "reason": "I saw a five."}, follow=True
    )
    assert "The roll is contested. The umpire has been told." in text_of(contested)
    assert "Carthage contests this roll: “I saw a five.”" in text_of(browser(marco).get(address("war_dice", by_hand)))
    assert "Rule on this roll" in text_of(browser(ines).get(address("war_dice", by_hand)))
    ruled = browser(ines).post(
        address("war_dice_rule", by_hand), {"address": ROLL, "faces": "5", "reason": "So it was."}, follow=True
    )
    page = text_of(ruled)
    assert "The umpire ruled that the dice showed 5: “So it was.”" in page
    assert "no longer counts" in page
    assert verbs.fresh(by_hand).revision == 1


def test_a_ruling_may_let_the_roll_stand(by_hand, hanno, ines, browser):
    browser(hanno).post(address("war_dice_contest", by_hand), {"address": ROLL, "reason": "I saw a five."})
    page = text_of(
        browser(ines).post(
            address("war_dice_rule", by_hand), {"address": ROLL, "faces": "", "reason": "It was a two."}, follow=True
        )
    )
    assert "The umpire ruled that the dice showed 2: “It was a two.”" in page
    assert verbs.fresh(by_hand).revision == 0


@pytest.mark.parametrize(
    ("faces", "what"),
    [
        ("seven", "Write whole numbers with a space between them, for instance: 4 2"),
        ("7", "There is no 7 on a d6"),
        ("1 2", "One die is rolled here, 2 are given"),
        ("-1", "Write whole numbers with a space between them, for instance: 4 2"),
    ],
)
def test_impossible_dice_are_refused_beside_what_was_typed(by_hand, hanno, ines, browser, faces, what):
    browser(hanno).post(address("war_dice_contest", by_hand), {"address": ROLL, "reason": "I saw a five."})
    before = LedgerEntry.objects.count()
    response = browser(ines).post(
        address("war_dice_rule", by_hand), {"address": ROLL, "faces": faces, "reason": "So it was."}
    )
    assert response.status_code == 422
    assert what in text_of(response)
    assert "So it was." in response.content.decode()
    assert LedgerEntry.objects.count() == before


def test_a_contest_needs_a_reason_and_a_roll(by_hand, hanno, browser):
    for form in ({"address": ROLL}, {"address": "year/1/nothing", "reason": "x"}, {}):
        response = browser(hanno).post(address("war_dice_contest", by_hand), form)
        assert response.status_code == 422
    assert not LedgerEntry.objects.filter(kind="dice_contested").exists()


def test_who_does_not_play_contests_nothing(by_hand, marco, browser):
    response = browser(marco).post(address("war_dice_contest", by_hand), {"address": ROLL, "reason": "x"})
    assert response.status_code == 422
    assert not LedgerEntry.objects.filter(kind="dice_contested").exists()


def test_only_the_umpire_rules(by_hand, livia, hanno, fabia, browser):
    for user in (livia, hanno, fabia):
        response = browser(user).post(address("war_dice_rule", by_hand), {"address": ROLL, "faces": "5", "reason": "x"})
        assert response.status_code == 404
    assert not LedgerEntry.objects.filter(kind="contest_ruled").exists()


@pytest.mark.parametrize("years", [1, 10])
def test_the_dice_cost_the_same(long_war, livia, browser, years, django_assert_num_queries):
    page, client = address("war_dice", long_war(years)), browser(livia)
    with django_assert_num_queries(11):
        client.get(page)


def test_one_page_reads_no_more_than_its_years(long_war, livia, browser, django_assert_max_num_queries):
    war = long_war(5)
    client = browser(livia)
    with django_assert_max_num_queries(12):
        page = text_of(client.get(address("war_dice", war) + "?page=2"))
    assert "Year 4" in page
    assert "Year 6 " not in page


def test_a_founding_war_has_no_books(club, place, livia, browser):
    war = verbs.found_war(club, by=place(livia), now=clock.now())
    founding.edit(war, by=place(livia), now=clock.now(), name="Renamed")
    assert browser(livia).get(address("war_book", war)).status_code == 404
