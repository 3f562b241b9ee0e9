"""People come and go at random in a running war: its seats, its orders and its books stay sound."""

import itertools

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from campaigns.models import Campaign, SideHolder, SideOffer
from campaigns.permissions import holders, place_of
from campaigns.selectors.sealed import own_order
from campaigns.services import books, founding, sealed, seats, turning
from clubs.errors import Refusal
from clubs.models import Membership, Role
from clubs.services import members
from tests.factories import clubs as people
from tests.factories.campaigns import a_war, fresh, year_of
from tests.factories.clubs import NOW

NAMES = itertools.count()
SIDES = st.sampled_from(["rome", "carthage"])
WHO = st.integers(0, 9)


class ComingAndGoing(RuleBasedStateMachine):
    """Whatever anybody tries: it is done whole, or it is refused."""

    @initialize(stand_in=st.booleans())
    def begin(self, stand_in: bool) -> None:
        tag = next(NAMES)
        self.owner = people.sign_up(f"owner{tag}")
        self.club = people.found(f"Club {tag}", by=self.owner, time_zone="UTC", language="en")
        everybody = [people.enlist(self.club, people.sign_up(f"m{tag}-{n}"), Role.PLAYER) for n in range(4)]
        self.umpire = people.enlist(self.club, people.sign_up(f"umpire{tag}"), Role.UMPIRE)
        owner = Membership.objects.get(club=self.club, user=self.owner)
        self.war = a_war(
            self.club,
            rome=everybody[0],
            carthage=everybody[1],
            by=owner,
            umpire=self.umpire,
            absent={"stand_in": 2 if stand_in else 0},
        )
        self.known = dict.fromkeys(("rome", "carthage"), "")
        self.year = 1

    def one(self, number: int) -> Membership:
        """Any member there ever was, also one who has left."""
        rows = list(Membership.objects.filter(club=self.club).select_related("user", "club").order_by("pk"))
        return rows[number % len(rows)]

    def attempt(self, verb, *args, **kwargs):
        try:
            return verb(*args, now=NOW, **kwargs)
        except Refusal:
            return None

    @rule(who=WHO, side=SIDES)
    def hand_over(self, who, side):
        commander = holders(self.war).get(side)
        if commander is not None:
            self.attempt(seats.hand_over, self.war, side=side, to=self.one(who), by=commander)

    @rule(accept=st.booleans())
    def answer(self, accept):
        offer = SideOffer.objects.filter(side__campaign=self.war, answered_at=None).select_related("member").first()
        if offer is not None:
            self.attempt(founding.answer_offer, offer, accept=accept, by=offer.member)

    @rule(who=WHO, by=WHO, side=SIDES)
    def name_deputy(self, who, by, side):
        self.attempt(seats.add_deputy, self.war, side=side, member=self.one(who), by=self.one(by))

    @rule(who=WHO, side=SIDES)
    def end_deputy(self, who, side):
        member = self.one(who)
        self.attempt(seats.remove_deputy, self.war, side=side, member=member, by=member)

    @rule(who=st.none() | WHO, side=SIDES, program=st.booleans(), by=WHO)
    def reassign(self, who, side, program, by):
        to = None if who is None else self.one(who)
        self.attempt(
            seats.reassign,
            self.war,
            side=side,
            to=to,
            program=program and to is None,
            reason="So be it",
            by=self.one(by),
        )

    @rule(who=WHO)
    def leave(self, who):
        member = self.one(who)
        if member.user is not None:
            self.attempt(members.leave, self.club, by=member.user)

    @rule(who=WHO)
    def remove(self, who):
        self.attempt(members.remove, self.one(who), by=self.owner)

    @rule()
    def join(self):
        people.enlist(self.club, people.sign_up(f"late{next(NAMES)}"), Role.PLAYER)

    @rule(who=WHO, side=SIDES, action=st.sampled_from(["battle", "guerrilla", "defence"]))
    def order(self, who, side, action):
        if year_of(self.war).stage != "orders":
            return
        if self.attempt(sealed.give_order, self.war, side=side, action=action, ready=False, by=self.one(who)):
            self.known[side] = action

    @invariant()
    def seats_are_sound(self):
        if not hasattr(self, "war"):
            return
        rows = list(SideHolder.objects.filter(side__campaign=self.war, until=None).select_related("member", "side"))
        mains = [row.side.key for row in rows if row.role == SideHolder.Role.MAIN]
        assert len(mains) == len(set(mains)), "one commander a side"
        assert len({row.member_id for row in rows}) == len(rows), "one place a person"
        assert all(row.member.left_at is None and row.member.club_id == self.club.pk for row in rows)
        assert not any(row.side.program for row in rows), "the program plays what nobody holds"

    @invariant()
    def a_sealed_order_stays_with_its_seat_and_nobody_elses_eyes(self):
        if not hasattr(self, "war"):
            return
        year = year_of(self.war)
        held, war = holders(self.war), fresh(self.war)
        for member in Membership.objects.filter(club=self.club, left_at=None).select_related("user"):
            place = place_of(war, member, held)
            seen = own_order(year, place)
            assert (seen.action if seen else "") == (self.known[place.side] if place.side else "")
            assert place.side == held.side_of(member)

    def teardown(self):
        if not hasattr(self, "war"):
            return
        campaign = Campaign.objects.select_related("club", "pack").get(pk=self.war.pk)
        deadline = year_of(campaign).deadline_at
        if deadline is not None:
            assert turning.turn(campaign.pk, now=deadline), "the year turns, whoever is left"
        campaign = Campaign.objects.select_related("club", "pack").get(pk=self.war.pk)
        assert books.check(campaign) == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.django_db
def test_people_come_and_go_and_the_war_stays_sound():
    quiet = settings(max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(ComingAndGoing, settings=quiet)
