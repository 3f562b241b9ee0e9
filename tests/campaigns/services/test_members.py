"""Members who come and go in the middle of a war."""

import pytest

from battles.models import Seat
from battles.services import verdicts
from campaigns.models import LedgerEntry
from campaigns.models.codec import happening_of, state_of
from campaigns.permissions import holders, standing_of
from campaigns.rules.decisions import Surrender
from campaigns.services import between, founding, sealed, turning
from campaigns.services import umpire as desk
from clubs.errors import NotSeen, Refusal
from clubs.services import members as club_members
from clubs.services import people as persons
from tests.factories import clubs as people
from tests.factories.campaigns import a_war, act, found_war, fresh, seat, to_battle, year_of
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db


def leave(member):
    club_members.leave(member.club, by=member.user, now=NOW)
    member.refresh_from_db()


def test_a_side_is_vacant_when_its_holder_leaves_and_its_order_stands(war, carthage, rome):
    sealed.give_order(war, side="carthage", action="guerrilla", by=carthage, now=NOW)
    leave(carthage)
    assert holders(war) == {"rome": rome}
    sealed.give_order(war, side="rome", action="battle", by=rome, now=NOW)
    assert turning.turn(war.pk, now=NOW)
    assert state_of(fresh(war)).now.orders["carthage"] == "guerrilla"


def test_who_left_is_a_stranger(war, carthage):
    leave(carthage)
    with pytest.raises(NotSeen):
        sealed.give_order(war, side="carthage", action="battle", by=carthage, now=NOW)
    with pytest.raises(NotSeen):
        standing_of(war, carthage)


def test_a_successor_takes_over_in_the_middle_of_a_battle(war, members, rome, carthage, spectator):
    battle = to_battle(war, members)
    leave(carthage)
    assert Seat.objects.get(battle=battle, key="carthage").member is None
    act(war, "rome", "report", by=rome, winner="draw")
    seat(war, "carthage", spectator, by=rome)
    act(war, "carthage", "confirm", by=spectator)
    assert LedgerEntry.objects.filter(campaign=war, kind="fought").count() == 1


def test_an_umpire_who_leaves_is_replaced_by_the_clubs_officers_also_in_the_open_battle(
    war, members, umpire, officer, spectator
):
    battle = to_battle(war, members)
    leave(umpire)
    assert fresh(war).umpire is None
    assert standing_of(fresh(war), officer).umpires
    battle.refresh_from_db()
    with pytest.raises(Refusal):
        verdicts.rule(battle, by=spectator, now=NOW, reason="I saw it.", report={"winner": "draw"})
    verdicts.rule(battle, by=officer, now=NOW, reason="I saw it.", report={"winner": "draw"})


def test_one_who_plays_in_several_wars_leaves_all_of_them(club, war, rome, carthage, officer):
    second = a_war(club, rome=officer, carthage=carthage, by=officer, name="Second")
    over = a_war(club, rome=officer, carthage=carthage, by=officer, name="Over")
    between.decide(over, side="rome", decision=Surrender(), by=officer, now=NOW)
    seq = fresh(over).seq
    leave(carthage)
    assert holders(war) == {"rome": rome}
    assert holders(second) == {"rome": officer}
    assert holders(over) == {"rome": officer}
    assert fresh(over).seq == seq  # the book of a war that is over is closed


def test_open_offers_of_one_who_leaves_fall(club, rome, spectator):
    draft = found_war(club, by=rome)
    offer = founding.offer_side(draft, side="carthage", member=spectator, by=rome, now=NOW)
    leave(spectator)
    offer.refresh_from_db()
    assert offer.accepted is False


def test_a_removed_member_is_out_of_the_war_too(war, carthage, livia, rome):
    club_members.remove(carthage, by=livia, now=NOW)
    assert holders(war) == {"rome": rome}


def test_the_book_forgets_the_name_of_one_who_is_erased_and_stays_sound(war, members, umpire, hanno, carthage, nobody):
    desk.note(war, text="Snow.", by=umpire, now=NOW)
    sealed.give_order(war, side="carthage", action="battle", by=carthage, now=NOW)
    nobody.is_superuser = nobody.is_staff = True
    nobody.save()
    persons.erase_person(hanno, by=nobody, now=NOW)
    for entry in LedgerEntry.objects.filter(campaign=war).select_related("actor__user"):
        assert "Hanno" not in entry.data
        assert "Hanno" not in str(happening_of(entry).data)
    noted = LedgerEntry.objects.select_related("actor__user").get(campaign=war, kind="narrative")
    assert happening_of(noted).data["by"] == "Ines"


def test_a_member_on_paper_who_gets_an_account_keeps_his_side(club, rome, officer, umpire, nobody):
    old = people.paper_member(club, "Old Quintus")
    war = a_war(club, rome=rome, carthage=old, by=officer, umpire=umpire)
    old.user = nobody
    old.save()
    sealed.give_order(war, side="carthage", action="battle", by=old, now=NOW)
    assert year_of(war).orders.get().manner == "own"
