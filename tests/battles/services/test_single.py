"""Battles outside any war: who opens, sits, gets up, looks on and strikes."""

from datetime import timedelta

import pytest

from battles.models import Battle, DiceSecret, OutboxMessage, Seat
from battles.services import opening, outbox, programs, replay, single, verdicts
from battles.services.clocks import Clock
from campaigns.models import Engagement
from clubs.errors import NotSeen, Refusal
from clubs.services import members, people
from tests.factories.battles import do
from tests.factories.clubs import NOW, enlist
from tests.rulesets.hidden.ruleset import ENVOYS

pytestmark = pytest.mark.django_db
FIRST, SECOND, THIRD = ENVOYS


def refused(verb, *args, **how) -> str:
    with pytest.raises(Refusal) as came:
        verb(*args, **how)
    return came.value.code


def seat(battle, key):
    return Battle.objects.get(pk=battle.pk).seats.select_related("member", "offered").get(key=key)


def told(kind):
    return [message.recipient for message in OutboxMessage.objects.filter(kind=kind, read_at=None)]


def test_a_member_opens_a_battle_and_asks_others_to_sit(open_court, rome, carthage, umpire):
    battle = open_court(carthage, None, umpire=umpire)

    assert (battle.single, battle.opener, battle.stage, battle.title) == (True, rome, "open", "The king")
    assert battle.url == f"/battles/{battle.public_id}/"
    assert (seat(battle, FIRST).member, seat(battle, SECOND).member, seat(battle, SECOND).offered) == (
        rome,
        None,
        carthage,
    )
    assert told("battle.offered") == [carthage]
    assert not Engagement.objects.exists()
    assert replay.verify(battle) == []


def test_an_offered_seat_is_taken_by_whom_it_was_offered_and_an_open_one_by_whoever_comes(
    open_court, carthage, place, marco
):
    battle = open_court(carthage, None)

    assert refused(single.take, battle, SECOND, place(marco), NOW) == "seat_offered"
    single.take(battle, SECOND, carthage, NOW)
    single.take(battle, THIRD, place(marco), NOW)

    assert (seat(battle, SECOND).member, seat(battle, THIRD).member) == (carthage, place(marco))
    assert told("battle.offered") == []
    assert refused(single.take, battle, THIRD, carthage, NOW) == "seat_held"


def test_a_seat_that_was_refused_is_for_whoever_comes(open_court, carthage, place, marco):
    battle = open_court(carthage, None)

    assert refused(single.decline, battle, SECOND, place(marco), NOW) == "not_offered"
    single.decline(battle, SECOND, carthage, NOW)
    single.take(battle, SECOND, place(marco), NOW)

    assert seat(battle, SECOND).member == place(marco)


def test_nobody_sits_twice_and_the_umpire_not_at_all(open_court, rome, carthage, umpire):
    assert refused(open_court, carthage, carthage) == "holds_another"
    assert refused(open_court, umpire, None, umpire=umpire) == "umpire_plays"
    battle = open_court(None, None, umpire=umpire)
    assert refused(single.take, battle, SECOND, rome, NOW) == "holds_another"
    assert refused(single.take, battle, SECOND, umpire, NOW) == "holds_another"
    assert refused(single.offer, battle, SECOND, rome, rome, NOW) == "holds_another"


def test_only_who_opened_it_or_the_umpire_says_who_is_asked(open_court, rome, carthage, umpire, place, marco):
    battle = open_court(None, None, umpire=umpire)

    assert refused(single.offer, battle, SECOND, place(marco), carthage, NOW) == "not_your_battle"
    single.offer(battle, SECOND, place(marco), rome, NOW)
    single.offer(battle, SECOND, carthage, umpire, NOW)

    assert seat(battle, SECOND).offered == carthage
    assert told("battle.offered") == [carthage]


def test_an_offer_that_somebody_withdrew_is_not_sent(open_court, rome, carthage, place, marco):
    battle = open_court(carthage, None)
    letter = OutboxMessage.objects.get(kind="battle.offered")
    assert outbox._checks["battle.offered"](letter)

    single.offer(battle, SECOND, place(marco), rome, NOW)

    assert not outbox._checks["battle.offered"](letter)


def test_whoever_gets_up_leaves_the_seat_to_others(open_court, rome, carthage):
    battle = open_court(None, None)

    assert refused(single.leave, battle, FIRST, carthage, NOW) == "not_your_seat"
    single.leave(battle, FIRST, rome, NOW)
    single.take(battle, FIRST, carthage, NOW)

    assert seat(battle, FIRST).member == carthage


def test_a_vacant_seat_is_given_to_the_program_and_back(open_court, rome, carthage):
    battle = open_court(None, carthage)
    assert refused(single.give_to_program, battle, FIRST, rome, NOW) == "seat_held"

    single.give_to_program(battle, SECOND, rome, NOW)
    assert refused(single.take, battle, SECOND, carthage, NOW) == "seat_held"
    assert Battle.objects.get(pk=battle.pk).program_owes
    single.offer(battle, SECOND, None, rome, NOW)

    assert not Battle.objects.get(pk=battle.pk).program_owes
    single.take(battle, SECOND, carthage, NOW)


def test_the_program_sits_only_where_it_can_play(club, rome):
    from tests.factories.battles import a_setup

    code = refused(
        single.start,
        club=club,
        ruleset="tabletop",
        scenario="pitched_battle",
        forces=a_setup().forces,
        seats={"rome": rome, "carthage": single.PROGRAM},
        options={},
        umpire=None,
        by=rome,
        now=NOW,
    )
    assert code == "no_bot"


def test_who_opened_it_strikes_it_while_it_is_not_decided(open_court, rome, carthage):
    battle = open_court(carthage, None)
    single.take(battle, SECOND, carthage, NOW)

    assert refused(single.void, battle, by=carthage, now=NOW) == "not_your_battle"
    single.void(battle, by=rome, now=NOW)

    assert Battle.objects.get(pk=battle.pk).stage == "void"
    assert told("battle.void") == [carthage]
    assert refused(single.void, battle, by=rome, now=NOW) == "battle_over"
    assert refused(single.take, battle, THIRD, carthage, NOW) == "battle_over"
    assert DiceSecret.objects.get(game=battle.game).revealed  # nothing more is rolled


def test_the_umpire_moves_the_deadline_and_nobody_else(open_court, rome, umpire):
    battle = open_court(None, None, umpire=umpire)

    assert refused(single.move_deadline, battle, deadline_at=NOW.replace(year=2027), by=rome, now=NOW) == "umpire_only"
    assert refused(single.move_deadline, battle, deadline_at=NOW, by=umpire, now=NOW) == "past"
    single.move_deadline(battle, deadline_at=NOW.replace(year=2027), by=umpire, now=NOW)

    assert Battle.objects.get(pk=battle.pk).deadline_at == NOW.replace(year=2027)


def test_a_stranger_finds_nothing(open_court, nobody, place, carthage, livia):
    battle = open_court(None, None)
    other = enlist(single_club(nobody), livia)

    for verb in (single.take, single.decline, single.leave):
        with pytest.raises(NotSeen):
            verb(battle, SECOND, other, NOW)
    with pytest.raises(NotSeen):
        single.void(battle, by=other, now=NOW)
    with pytest.raises(NotSeen):
        open_court(None, None, by=other)


def single_club(user):
    from tests.factories import clubs

    return clubs.found("Elsewhere", by=user)


def test_who_leaves_the_club_gets_up(open_court, carthage, place, marco, hanno, livia):
    battle = open_court(carthage, place(marco))
    single.take(battle, SECOND, carthage, NOW)

    members.leave(carthage.club, by=hanno, now=NOW)
    people.erase_person(marco, by=marco, now=NOW)

    assert (seat(battle, SECOND).member, seat(battle, THIRD).offered) == (None, None)


def test_what_belongs_to_a_war_is_not_touched_here(court, rome, umpire):
    assert refused(single.leave, court, FIRST, rome, NOW) == "of_a_war"
    assert refused(single.void, court, by=umpire, now=NOW) == "of_a_war"


@pytest.mark.parametrize(
    ("about", "code"),
    [
        ({"title": "x" * 121}, "title_too_long"),
        ({"pace": Clock(pace="decision", amount=0)}, "unknown_clock"),
        ({"pace": Clock(pace="letter", amount=61)}, "unknown_clock"),
        ({"options": {"cards": ["one"]}}, "twelve_cards"),
        ({"forces": {}}, "seats_missing"),
        ({"options": {"cards": [float("nan")]}}, "not_plain"),
    ],
)
def test_what_cannot_be_opened_is_refused_and_nothing_is_stored(open_court, about, code):
    assert refused(open_court, None, None, **about) == code
    assert not Battle.objects.exists()


def test_rules_that_are_not_installed_are_refused(club, rome):
    about = {"scenario": "", "forces": None, "seats": {}, "options": {}, "umpire": None, "by": rome, "now": NOW}
    assert refused(single.start, club=club, ruleset="chess", **about) == "unknown_ruleset"


def test_a_member_has_so_many_battles_open_and_no_more(open_court, monkeypatch):
    monkeypatch.setattr(single, "MOST_OPEN", 1)
    open_court(None, None)

    assert refused(open_court, None, None) == "too_many_battles"


def test_a_battle_of_a_war_is_not_single(battle):
    assert (battle.single, battle.opener, battle.url) == (False, None, "/year/1/")
    assert opening.PROGRAM == "program"


# --- What people are told ------------------------------------------------------------------------------------


def asked(member):
    return list(OutboxMessage.objects.filter(recipient=member, kind="battle.asked").order_by("pk"))


def bid(battle, key, now=NOW):
    held = Battle.objects.get(pk=battle.pk)
    return do(held, key, "bid", by=held.seats.get(key=key).member, now=now, card=held.state["hands"][key][0])


@pytest.fixture
def mailed(settings):
    settings.MAIL_WORKS = True


def test_one_notice_says_that_one_is_asked_however_often_it_was(
    open_court, rome, carthage, place, marco, umpire, mailed
):
    battle = open_court(carthage, place(marco), umpire=umpire)
    single.take(battle, SECOND, carthage, NOW)
    single.take(battle, THIRD, place(marco), NOW)
    for _time in range(3):
        verdicts.rollback(Battle.objects.get(pk=battle.pk), to_seq=0, by=umpire, now=NOW, reason="Again.")

    (told,) = asked(carthage)
    assert (told.data["seq"], told.email_state) == (3, "waiting")
    bid(battle, SECOND)
    assert asked(carthage)[0].read_at == NOW


@pytest.mark.parametrize(("minutes", "state"), [(1, "none"), (30, "waiting")])
def test_who_has_just_played_is_not_written_to(open_court, rome, minutes, state, mailed):
    battle = open_court(single.PROGRAM, single.PROGRAM)
    programs.play(battle, NOW)
    bid(battle, FIRST)
    later = NOW + timedelta(minutes=minutes)
    programs.play(Battle.objects.get(pk=battle.pk), later)
    assert [message.email_state for message in asked(rome)] == [state]


@pytest.mark.parametrize(("pace", "state"), [("decision", "none"), ("letter", "waiting")])
def test_in_a_live_battle_nobody_is_written_to(open_court, carthage, umpire, pace, state, mailed):
    battle = open_court(carthage, None, umpire=umpire, pace=Clock(pace=pace, amount=5))
    single.take(battle, SECOND, carthage, NOW)
    verdicts.rollback(Battle.objects.get(pk=battle.pk), to_seq=0, by=umpire, now=NOW, reason="Again.")
    assert [message.email_state for message in asked(carthage)] == [state]


def test_a_deputy_sits_where_he_stands_in(court, hanno, marco, place):
    from battles import selectors

    opening.hand_over(court, seat=FIRST, member=place(hanno), deputies=[])
    Seat.objects.filter(battle=court, key=THIRD).update(member=None, deputies=[place(marco).pk])
    assert selectors.seat_of(selectors.battle_for(marco, court.public_id), marco) == THIRD
