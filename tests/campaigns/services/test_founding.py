"""Founding a war: who may, what is refused, how sides are taken and given up, and where it begins."""

import pytest

from battles.models import OutboxMessage
from campaigns.models import LedgerEntry, SideHolder, SideOffer
from campaigns.models.codec import army_of, state_of
from campaigns.permissions import holders, standing_of
from campaigns.rules.state import Unit
from campaigns.services import founding
from clubs.errors import NotSeen, Refusal
from tests.factories import clubs as people
from tests.factories.campaigns import DAY, SIDES, a_war, an_army, found_war, fresh, seat, year_of
from tests.factories.clubs import NOW
from tests.worlds import once

pytestmark = pytest.mark.django_db


@once
def draft(club, rome, umpire):
    """A war that is being prepared."""
    return found_war(club, by=rome, umpire=umpire)


def refused(verb, *args, **kwargs) -> str:
    with pytest.raises(Refusal) as answer:
        verb(*args, **kwargs)
    assert str(answer.value)
    return answer.value.code


def kinds(campaign) -> list[str]:
    return list(LedgerEntry.objects.filter(campaign=campaign).order_by("seq").values_list("kind", flat=True))


# --- The rules of a war -----------------------------------------------------------------------------


def test_any_member_founds_a_war(club, spectator):
    war = found_war(club, by=spectator, name="  Ebro — ñ 🐘 <b> ")
    assert (war.stage, war.name, war.created_by) == ("founding", "Ebro — ñ 🐘 <b>", spectator)
    assert [side.key for side in war.sides.all()] == list(SIDES)
    assert kinds(war) == ["founded"]


def test_nobody_founds_a_war_in_another_club(club, stranger):
    with pytest.raises(NotSeen):
        found_war(club, by=stranger)


def test_a_member_who_left_founds_nothing(club, spectator):
    spectator.left_at = NOW
    with pytest.raises(NotSeen):
        found_war(club, by=spectator)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"name": " "}, "bad_name"),
        ({"name": "x" * 81}, "bad_name"),
        ({"years": 0}, "bad_years"),
        ({"years": 201}, "bad_years"),
        ({"pack_key": "../hispania"}, "unknown_pack"),
        ({"clock": {"orders": 0}}, "bad_clock"),
        ({"clock": {"battle": 121}}, "bad_clock"),
        ({"clock": {"hour": 24}}, "bad_clock"),
        ({"clock": {"weekday": 7}}, "bad_clock"),
        ({"readings": {"no_such": "x"}}, "unknown_reading"),
        ({"readings": {"fractions": "sideways"}}, "unknown_reading"),
        ({"absent": {"order": "sleep"}}, "unknown_action"),
    ],
)
def test_a_war_that_cannot_be_is_refused(club, rome, options, code):
    assert refused(found_war, club, by=rome, **options) == code


def test_the_umpire_is_a_member_of_the_club(club, rome, stranger):
    assert refused(found_war, club, by=rome, umpire=stranger) == "not_a_member"


def test_a_war_keeps_the_rules_it_was_founded_with_row_by_row(draft):
    assert draft.pack.event_tables.count() == 2
    assert all(table.rows.count() == 11 for table in draft.pack.event_tables.all())
    again = found_war(draft.club, by=draft.created_by)
    assert again.pack_id == draft.pack_id


def test_the_founder_and_the_managers_change_a_war_that_is_prepared(draft, rome, officer):
    founding.edit(draft, by=rome, now=NOW, name="Other", years=9)
    founding.edit(draft, by=officer, now=NOW, readings={"fractions": "up"}, clock={"orders": 3}, dice="hand")
    draft = fresh(draft)
    assert (draft.name, draft.years, draft.dice) == ("Other", 9, "hand")
    assert draft.readings["fractions"] == "up"
    assert draft.clock["orders"] == 3


def test_others_change_nothing(draft, carthage, umpire, stranger):
    assert refused(founding.edit, draft, by=carthage, now=NOW, years=9) == "managers_only"
    assert refused(founding.edit, draft, by=umpire, now=NOW, years=9) == "managers_only"
    with pytest.raises(NotSeen):
        founding.edit(draft, by=stranger, now=NOW, years=9)


def test_a_war_that_has_begun_keeps_its_rules(war, rome):
    assert refused(founding.edit, war, by=rome, now=NOW, years=9) == "war_begun"
    assert refused(founding.set_army, war, side="rome", army=an_army(), by=rome, now=NOW) == "war_begun"
    assert refused(founding.begin, war, by=rome, now=NOW) == "war_begun"


# --- Sides ------------------------------------------------------------------------------------------


def test_a_side_is_offered_and_taken(draft, rome, carthage):
    offer = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    assert offer.accepted is None
    assert OutboxMessage.objects.get(recipient=carthage).kind == "seat_offered"
    founding.answer_offer(offer, accept=True, by=carthage, now=NOW)
    assert holders(draft) == {"carthage": carthage}
    assert refused(founding.answer_offer, offer, accept=False, by=carthage, now=NOW) == "answered"


def test_offering_twice_is_one_offer_and_one_notice(draft, rome, carthage):
    first = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    again = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    assert first.pk == again.pk
    assert OutboxMessage.objects.filter(recipient=carthage).count() == 1


def test_a_declined_offer_leaves_the_side_free_and_may_be_made_again(draft, rome, carthage):
    offer = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    founding.answer_offer(offer, accept=False, by=carthage, now=NOW)
    assert holders(draft) == {}
    again = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    founding.answer_offer(again, accept=True, by=carthage, now=NOW)
    assert holders(draft) == {"carthage": carthage}


def test_who_offers_himself_a_side_holds_it_at_once(draft, rome):
    assert founding.offer_side(draft, side="rome", member=rome, by=rome, now=NOW).accepted is True
    assert holders(draft) == {"rome": rome}


def test_an_offer_is_answered_by_whom_it_was_made_to(draft, rome, carthage, spectator, stranger):
    offer = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    for other in (rome, spectator, stranger):
        with pytest.raises(NotSeen):
            founding.answer_offer(offer, accept=True, by=other, now=NOW)
    assert holders(draft) == {}


def test_the_first_to_accept_has_the_side_and_the_other_offer_falls(draft, rome, carthage, spectator):
    first = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    second = founding.offer_side(draft, side="carthage", member=spectator, by=rome, now=NOW)
    founding.answer_offer(second, accept=True, by=spectator, now=NOW)
    assert SideOffer.objects.get(pk=first.pk).accepted is False
    assert refused(founding.answer_offer, first, accept=True, by=carthage, now=NOW) == "answered"


def notices_of(member) -> list[tuple[str, bool]]:
    rows = OutboxMessage.objects.filter(recipient=member).order_by("pk")
    return [(row.kind, row.withdrawn_at is None) for row in rows]


def test_an_offer_is_taken_back_while_nobody_has_answered_it(draft, rome, officer, carthage):
    offer = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    founding.withdraw_offer(offer, by=officer, now=NOW + DAY)
    offer.refresh_from_db()
    assert (offer.answered_at, offer.accepted) == (NOW + DAY, False)
    assert refused(founding.answer_offer, offer, accept=True, by=carthage, now=NOW + DAY) == "answered"
    assert refused(founding.withdraw_offer, offer, by=rome, now=NOW + DAY) == "answered"
    assert holders(draft) == {}
    assert notices_of(carthage) == [("seat_offered", False), ("offer_withdrawn", True)]


def test_after_it_was_taken_back_a_side_may_be_offered_again(draft, rome, carthage):
    first = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    founding.withdraw_offer(first, by=rome, now=NOW)
    again = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    assert again.pk != first.pk
    founding.answer_offer(again, accept=True, by=carthage, now=NOW)
    assert holders(draft) == {"carthage": carthage}


def test_an_offer_is_taken_back_by_whoever_may_offer_only(draft, rome, carthage, spectator, umpire, stranger):
    offer = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    for other in (carthage, spectator, umpire):
        assert refused(founding.withdraw_offer, offer, by=other, now=NOW) == "managers_only"
    with pytest.raises(NotSeen):
        founding.withdraw_offer(offer, by=stranger, now=NOW)
    assert SideOffer.objects.get().answered_at is None
    assert notices_of(carthage) == [("seat_offered", True)]


def test_a_side_that_was_taken_is_not_taken_back(draft, rome, carthage):
    offer = founding.offer_side(draft, side="carthage", member=carthage, by=rome, now=NOW)
    founding.answer_offer(offer, accept=True, by=carthage, now=NOW)
    assert refused(founding.withdraw_offer, offer, by=rome, now=NOW) == "answered"
    assert holders(draft) == {"carthage": carthage}
    assert SideOffer.objects.get().accepted is True


def test_what_was_offered_asks_no_longer_once_it_is_answered_or_another_has_it(draft, rome, carthage, spectator):
    for member in (carthage, spectator):
        founding.offer_side(draft, side="carthage", member=member, by=rome, now=NOW)
    founding.answer_offer(SideOffer.objects.get(member=spectator), accept=True, by=spectator, now=NOW)
    assert notices_of(carthage) == [("seat_offered", False)]
    assert notices_of(spectator) == [("seat_offered", False)]


def test_nobody_holds_two_sides_or_one_that_is_taken(draft, rome, carthage):
    seat(draft, "rome", rome, by=rome)
    assert refused(founding.offer_side, draft, side="carthage", member=rome, by=rome, now=NOW) == "holds_another"
    assert refused(founding.offer_side, draft, side="rome", member=carthage, by=rome, now=NOW) == "side_taken"
    with pytest.raises(NotSeen):
        founding.offer_side(draft, side="numidia", member=carthage, by=rome, now=NOW)


def test_a_side_goes_to_members_of_the_club(draft, rome, stranger):
    assert refused(founding.offer_side, draft, side="rome", member=stranger, by=rome, now=NOW) == "not_a_member"


def test_only_the_managers_offer(draft, carthage, spectator):
    code = refused(founding.offer_side, draft, side="carthage", member=carthage, by=spectator, now=NOW)
    assert code == "managers_only"


def test_a_member_on_paper_is_seated_at_once(draft, rome, carthage):
    old = people.paper_member(draft.club, "Old Quintus")
    founding.seat_paper_member(draft, side="carthage", member=old, by=rome, now=NOW)
    assert holders(draft) == {"carthage": old}
    assert refused(founding.seat_paper_member, draft, side="rome", member=carthage, by=rome, now=NOW) == "has_account"


def test_a_holder_gives_his_side_up_and_another_takes_it_over(war, rome, carthage, spectator):
    founding.vacate(war, side="carthage", by=carthage, now=NOW)
    assert holders(war) == {"rome": rome}
    seat(war, "carthage", spectator, by=rome, now=NOW + DAY)
    assert holders(war) == {"rome": rome, "carthage": spectator}
    assert SideHolder.objects.filter(side__campaign=war, side__key="carthage").count() == 2
    assert kinds(war)[-2:] == ["seat_left", "seat_taken"]


def test_a_manager_takes_a_side_from_its_holder_but_a_rival_does_not(war, rome, carthage, officer, spectator):
    assert refused(founding.vacate, war, side="rome", by=carthage, now=NOW) == "not_your_side"
    assert refused(founding.vacate, war, side="rome", by=spectator, now=NOW) == "not_your_side"
    founding.vacate(war, side="rome", by=officer, now=NOW)
    assert holders(war) == {"carthage": carthage}


def test_vacating_an_empty_side_changes_nothing(draft, rome):
    before = kinds(draft)
    founding.vacate(draft, side="carthage", by=rome, now=NOW)
    assert kinds(draft) == before


def test_an_umpire_who_plays_umpires_nothing_and_the_officers_stand_in(club, rome, carthage, umpire, officer):
    war = a_war(club, rome=umpire, carthage=carthage, by=officer, umpire=umpire)
    assert not standing_of(war, umpire).umpires
    assert not standing_of(war, umpire).officer
    assert standing_of(war, officer).umpires
    assert not standing_of(war, carthage).umpires


# --- Armies and the beginning -----------------------------------------------------------------------


def test_a_holder_and_an_officer_who_does_not_play_write_an_army_down(draft, rome, carthage, umpire):
    seat(draft, "rome", rome, by=rome)
    seat(draft, "carthage", carthage, by=rome)
    founding.set_army(draft, side="rome", army=an_army("r"), by=rome, now=NOW)
    founding.set_army(draft, side="carthage", army=an_army("c"), by=umpire, now=NOW)
    assert army_of(draft.sides.get(key="carthage")).units[0].id == "c1"
    assert refused(founding.set_army, draft, side="carthage", army=an_army(), by=rome, now=NOW) == "not_your_side"
    assert refused(founding.set_army, draft, side="rome", army=an_army(), by=carthage, now=NOW) == "not_your_side"


def test_an_army_over_its_points_is_refused_with_all_that_is_wrong(draft, rome):
    seat(draft, "rome", rome, by=rome)
    heavy = an_army("r", units=9, figures=30)
    twins = (*heavy.units, Unit(id="r1", name="", figures=0, points=-1))
    with pytest.raises(founding.Unfit) as refusal:
        founding.set_army(
            draft, side="rome", army=type(heavy)(units=twins, characters=heavy.characters), by=rome, now=NOW
        )
    assert len({problem.code for problem in refusal.value.problems}) >= 3
    assert draft.sides.get(key="rome").army == ""


def test_a_war_without_armies_does_not_begin(draft, rome):
    with pytest.raises(founding.Unfit) as refusal:
        founding.begin(draft, by=rome, now=NOW)
    assert [problem.code for problem in refusal.value.problems] == ["no_army", "no_army"]
    assert fresh(draft).stage == "founding"


def test_a_war_begins_with_a_vacant_side(club, rome, officer):
    war = a_war(club, rome=rome, carthage=None, by=officer)
    assert (war.stage, year_of(war).number) == ("running", 1)


def test_others_do_not_begin_it(draft, carthage):
    assert refused(founding.begin, draft, by=carthage, now=NOW) == "managers_only"


def ready(draft, rome, carthage):
    for side, member in (("rome", rome), ("carthage", carthage)):
        seat(draft, side, member, by=rome)
        founding.set_army(draft, side=side, army=an_army(side[0]), by=member, now=NOW)


def test_a_war_under_way_on_paper_begins_where_it_stands(draft, rome, carthage):
    ready(draft, rome, carthage)
    flags = ("rome.must_battle",)
    war = founding.begin(draft, by=rome, now=NOW, year=3, earned={"rome": 4, "carthage": -2}, flags=flags)
    state = state_of(fresh(war))
    assert (state.year, state.earned, state.flags) == (3, {"rome": 4, "carthage": -2}, flags)
    assert year_of(war).number == 3
    assert {side.key: side.earned for side in war.sides.all()} == {"rome": 4, "carthage": -2}


@pytest.mark.parametrize(
    "start",
    [
        {"year": 0},
        {"year": 6},
        {"flags": ("no.such_flag",)},
        {"earned": {"rome": 1001}},
        {"earned": {"numidia": 1}},
    ],
)
def test_a_war_cannot_stand_where_no_war_stands(draft, rome, carthage, start):
    ready(draft, rome, carthage)
    assert refused(founding.begin, draft, by=rome, now=NOW, **start) == "bad_start"
    assert fresh(draft).stage == "founding"
