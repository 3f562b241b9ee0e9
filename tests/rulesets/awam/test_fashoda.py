"""The Fashoda incident (AWAM 12): points, aims, quarrels, the treaty, and who knows what."""

import pytest

from rulesets.awam import asking, fashoda, markers, moving, rights, scoring, shooting
from rulesets.awam.expeditions import BOX, STAFF, arrange
from rulesets.awam.geometry import Point
from rulesets.awam.ruleset import Awam
from rulesets.awam.setting import SEATS
from rulesets.awam.state import Active, decoded
from rulesets.awam.world import World
from rulesets.contract import Action, Force, Setup
from tests.rulesets.awam.fields import Told
from tests.rulesets.kit import dice_of


def opened(seats=SEATS, **options):
    setup = Setup(scenario="fashoda", forces=dict.fromkeys(seats, Force()), options=options)
    return Awam().setup(setup, dice_of("fashoda")).state


def world(*dice, seats=SEATS, **options):
    return World(decoded(opened(seats, **options)), Told(*dice))


def no_aims(table):
    for side in table.state.sides.values():
        side.aim = ""


@pytest.mark.parametrize(("seat", "strength"), [*zip(SEATS, (192, 222, 142, 179, 104), strict=True)])
def test_v38_strengths(seat, strength):
    assert opened()["sides"][seat]["started"] == strength


def quarrelled():
    """The end of V39: flag, aim and head; treaty, head, a rival's head held and a quarrel; heads; nothing."""
    table = world()
    no_aims(table)
    special = table.state.special
    special["flags"] = ["first"]
    table.side("first").aim = "a"  # a boat of his afloat
    table.state.boats["boat-1"].where = "table"
    special["treaty"] = special["signed_by"] = "second"
    table.figure("5.H").captor = "second"
    special["quarrels"] = {"first|second": "second"}
    return table


def test_v39_points_and_levels():
    table = quarrelled()
    found = fashoda.points(table)
    assert [found[seat] for seat in SEATS] == [11, 5, 2, 2, 0]
    rows = scoring.by_points(table, found, {"second": 1})["seats"]
    assert [(rows[seat]["result"], rows[seat]["level"]) for seat in SEATS] == [
        ("win", "major"),
        ("loss", "minor"),
        ("loss", "minor"),
        ("loss", "minor"),
        ("loss", "major"),
    ]


def test_v40_the_great_war():
    table = quarrelled()
    table.state.special["incidents"] = 4
    found = fashoda.points(table)
    assert [found[seat] for seat in SEATS] == [6, 2, 2, 2, 3]
    rows = scoring.by_points(table, found, {"second": 1})["seats"]
    assert (rows["first"]["result"], rows["first"]["level"]) == ("win", "minor")


def test_12_4_two_flags_are_worth_two_each():
    table = world()
    no_aims(table)
    table.state.special["flags"] = ["first", "third"]
    found = fashoda.points(table)
    assert (found["first"], found["third"]) == (4, 4)


@pytest.mark.parametrize(
    ("seat", "aim", "change"),
    [
        ("first", "b", {"flags": ["second"]}),
        ("second", "a", {"flags": ["first"]}),
        ("second", "c", {"quarrels": {"first|second": "second"}}),
        ("fourth", "b", {"treaty": "third"}),
    ],
)
def test_12_4_aims_that_something_spoils(seat, aim, change):
    table = world()
    assert fashoda.aim_met(table, seat, aim)
    table.state.special |= change
    assert not fashoda.aim_met(table, seat, aim)


def in_fort(table, *keys):
    for number, key in enumerate(keys):
        figure = table.figure(key)
        figure.where, figure.aboard, figure.at = "table", "", Point(900 + 30 * number, 600)


@pytest.mark.parametrize(
    ("seat", "aim", "fulfil"),
    [
        ("first", "a", lambda t: setattr(t.state.boats["boat-1"], "where", "table")),
        ("first", "c", lambda t: in_fort(t, "1.H")),
        ("second", "b", lambda t: (setattr(t.state.boats["steamer"], "where", "table"), setattr(t.state.boats["steamer"], "at", Point(1000, 850)))),
        ("third", "a", lambda t: t.state.special["planted"].update(west=[1, 1], east=[1, 1100])),
        ("third", "b", lambda t: in_fort(t, "3.1.9")),
        ("third", "c", lambda t: setattr(t.figure("1.H"), "captor", "third")),
        ("fourth", "a", lambda t: (setattr(t.state.guns["cannon-fourth"], "where", "table"), setattr(t.state.animals["mule"], "at", Point(900, 400)))),
        ("fourth", "c", lambda t: in_fort(t, *(f"4.1.{n}" for n in range(1, 7)))),
        ("fifth", "a", lambda t: t.state.special.update({"off:box": "fifth"})),
        ("fifth", "b", lambda t: t.state.special.update(incidents=3)),
        ("fifth", "c", lambda t: t.state.special.update(flags=["first", "second"])),
    ],
)  # fmt: skip
def test_12_4_aims_that_something_fulfils(seat, aim, fulfil):
    table = world()
    assert not fashoda.aim_met(table, seat, aim)
    fulfil(table)
    assert fashoda.aim_met(table, seat, aim)
    assert fashoda.points(table)[seat] >= 4 or table.side(seat).aim != aim


def struck(table, actor, target):
    """One of these has shot at one of those."""
    shooting.provoke(table, table.state.of(actor)[0], table.state.of(target)[0])


def test_12_4_a_quarrel_costs_its_author_once_and_a_later_turn_is_one_more_incident():
    table = world()
    special = table.state.special
    before = fashoda.points(table, public=True)
    struck(table, "first", "second")
    struck(table, "second", "first")
    assert (special["quarrels"], special["incidents"]) == ({"first|second": "first"}, 1)
    table.state.turn = 2
    struck(table, "second", "first")
    struck(table, "first", "second")
    assert (special["quarrels"], special["incidents"]) == ({"first|second": "first"}, 2)
    after = fashoda.points(table, public=True)
    assert {seat: after[seat] - before[seat] for seat in SEATS} == dict.fromkeys(SEATS, 0) | {"first": -3}


def test_12_4_of_later_turns_there_is_one_more_incident_a_turn_whichever_pairs_fight():
    table = world()
    for actor, target in (("first", "second"), ("third", "fourth")):
        struck(table, actor, target)
    assert table.state.special["incidents"] == 2
    table.state.turn = 2
    for actor, target in (("second", "first"), ("fourth", "third"), ("first", "third")):
        struck(table, actor, target)
    assert table.state.special["incidents"] == 4  # one of the old pairs, and a quarrel of a new one


def test_12_4_the_fourth_incident_is_the_great_war_and_it_is_told_once_and_at_once():
    table = world()
    table.state.special |= {"flags": ["second"], "treaty": "first", "signed_by": "first"}
    before = fashoda.points(table, public=True)
    for target in ("second", "third", "fourth"):
        struck(table, "first", target)
    table.state.turn = 2
    assert not [one for one in table.happenings if one.kind == "great_war"]
    struck(table, "second", "first")
    table.state.turn = 3
    struck(table, "second", "first")
    assert [one.data["incidents"] for one in table.happenings if one.kind == "great_war"] == [4]
    after = fashoda.points(table, public=True)
    change = {"first": -3 - 9, "second": -5, "third": 0, "fourth": 0, "fifth": 3}
    assert {seat: after[seat] - before[seat] for seat in SEATS} == change


def test_12_4_fighting_el_rampin_or_the_groups_is_no_incident():
    table = world()
    for actor, target in (("first", "fifth"), ("fifth", "first"), ("dervishes", "second"), ("second", "shilluk")):
        struck(table, actor, target)
    assert table.state.special["incidents"] == 0
    assert table.state.hostile("second", "shilluk")


def test_12_4_a_blow_of_the_shilluk_under_orders_is_their_seats():
    table = world()
    fashoda._sign(table, "third", "third")
    struck(table, "shilluk", "first")
    assert table.state.special["quarrels"] == {"first|third": "third"}
    assert "first" in table.side("third").war
    assert table.state.hostile("first", "shilluk")


def test_12_4_under_orders_the_shilluk_share_their_seats_words_at_once():
    table = world()
    fashoda._sign(table, "third", "third")
    asking.declare(table, "third", "fourth", "war")
    assert table.side("shilluk").war == ("dervishes", "fourth")
    asking.declare(table, "third", "fourth", "peace")
    assert table.side("shilluk").war == ("dervishes",)


def test_12_4_the_seat_that_orders_the_shilluk_says_no_word_of_theirs():
    table = world()
    fashoda._sign(table, "third", "third")
    squad = next(squad.id for squad in table.state.squads.values() if squad.seat == "shilluk")
    table.state.phase = "orders"
    table.state.active = Active(card="shilluk:1", seat="third", owner="shilluk", squad=squad, orders=3, left=3)
    said = Action(kind="declare", arguments={"seat": "first", "word": "war"})
    assert asking.check(table, "third", said).code == "not_now"
    assert "declare" not in {choice.kind for choice in asking.menu(table, "third", None)}
    table.state.special.pop("orders:shilluk")
    table.state.active.seat = "umpire"
    assert asking.check(table, "umpire", said) is None


def test_12_4_the_treaty_is_peace_between_them():
    table = world()
    table.side("third").war = ("dervishes", "shilluk")
    table.side("shilluk").war = ("dervishes", "third")
    fashoda._sign(table, "third", "fifth")
    assert not table.state.hostile("third", "shilluk")


def test_12_4_the_treaty_gives_the_orders_of_the_shilluk():
    table = world(4)
    figure = table.figure("5.H")
    fashoda.Fashoda()._try_treaty(table, figure, "third")
    assert table.state.special["treaty"] == "third"
    assert rights.controller(table, "shilluk") == "third"
    no_aims(table)
    found = fashoda.points(table)
    assert found["fifth"] == 4  # his head is safe, and he signed in another's name
    assert found["third"] == 5


def test_12_4_the_treaty_on_a_three_is_refused():
    table = world(3)
    fashoda.Fashoda()._try_treaty(table, table.figure("1.H"), "first")
    assert table.state.special["treaty"] == ""


def test_12_4_the_flag_goes_up_at_the_staff_only():
    table = world()
    play = fashoda.Fashoda()
    figure = table.figure("1.H")
    figure.where, figure.aboard, figure.at = "table", "", Point(STAFF.x + 20, STAFF.y)
    assert ("hoist", "first") in list(play.specials(table, figure))
    figure.at = Point(STAFF.x + 21, STAFF.y)
    assert list(play.specials(table, figure)) == []


def test_12_4_hauling_down_another_flag_sets_war_and_is_a_blow():
    table = world()
    play = fashoda.Fashoda()
    table.state.special["flags"] = ["second"]
    play.special(table, table.figure("1.H"), "haul", "second")
    assert table.state.special["flags"] == []
    assert table.state.hostile("first", "second")
    assert table.state.special["quarrels"] == {"first|second": "first"}


def test_12_4_the_box_is_dug_carried_at_a_walk_and_lies_where_he_falls():
    table = world()
    play = fashoda.Fashoda()
    figure = table.figure("5.1.2")
    figure.where, figure.at = "table", BOX
    assert ("dig", "box") in list(play.specials(table, figure))
    play.special(table, figure, "dig", "box")
    assert "run" not in moving.gaits(table, figure)
    markers.remove(table, figure, "dead")
    assert table.state.special["lies:box"] == [*BOX]


def test_12_2_the_way_is_sealed_and_only_its_seat_and_the_umpire_know_it():
    ruleset = Awam()
    state = opened(umpire=True)
    asked = {ask.seat: ask.kind for ask in ruleset.asks(state)}
    assert {seat for seat, kind in asked.items() if kind == "sealed"} == set(SEATS)
    moves = {seat: Action(kind="enter", arguments={"way": "b"}) for seat in SEATS}
    step = ruleset.apply(state, moves, dice_of("enter"))
    for seat in SEATS:
        seen = ruleset.view(step.state, seat).data["sides"]
        assert [key for key, side in seen.items() if "aim" in side] == [seat]
        assert [key for key, side in seen.items() if "entry" in side] == [seat]
    assert all("aim" in ruleset.view(step.state, "umpire").data["sides"][seat] for seat in SEATS)
    assert not any("aim" in side for side in ruleset.view(step.state, None).data["sides"].values())


@pytest.mark.parametrize(("way", "aboard"), [("a", 13), ("b", 7)])
def test_12_2_the_french_by_river_or_half_by_land(way, aboard):
    table = world()
    arrange(table.state, "first", way)
    assert sum(bool(one.aboard) for one in table.state.of("first")) == aboard
    assert {one.aboard for one in table.state.of("first")} - {""} == (
        {"boat-1", "boat-2", "boat-3"} if way == "a" else {"boat-1", "boat-3"}
    )


@pytest.mark.parametrize(
    ("number", "effect"),
    [(2, lambda t: t.state.mist == 300), (6, lambda t: t.state.drums)],
)
def test_12_3_events_without_dice(number, effect):
    table = world()
    fashoda.Fashoda().event(table, number)
    assert effect(table)


@pytest.mark.parametrize(("die", "upset"), [(3, True), (4, False)])
def test_12_3_the_hippo(die, upset):
    table = world(die)
    fashoda.Fashoda().event(table, 1)
    rafts = [table.state.boats[key].where for key in ("raft-1", "raft-2")]
    assert ("out" in rafts) == upset


def test_12_3_a_runner_tells_one_seat_the_aim_of_another():
    table = world(1, 2)
    fashoda.Fashoda().event(table, 5)
    told = [one for one in table.happenings if one.kind == "dispatch"]
    assert [one.audience.seats for one in told] == [("first",)]
    assert told[0].data["other"] == "third"


def test_12_3_porters_of_a_stubborn_seat_move_only_by_an_order():
    table = world(1)
    play = fashoda.Fashoda()
    porter = next(one for one in table.state.of("fifth") if one.role == "porter")
    porter.where, porter.at = "table", Point(1500, 50)
    play.event(table, 3)
    assert not play.may_act(table, porter)
    play.ordered(table, porter)
    assert play.may_act(table, porter)


def test_12_2_the_ways_stay_sealed_in_the_log():
    ruleset = Awam()
    moves = {seat: Action(kind="enter", arguments={"way": "b"}) for seat in SEATS}
    step = ruleset.apply(opened(umpire=True), moves, dice_of("enter"))
    assert {seat: audience.seats for seat, audience in step.audiences.items()} == {
        seat: (seat, "umpire") for seat in SEATS
    }


def test_17_1_one_gives_up_at_the_moment_the_other_enters():
    ruleset = Awam()
    state = opened(SEATS[:2])
    moves = {"first": Action(kind="concede"), "second": Action(kind="enter", arguments={"way": "a"})}
    assert all(ruleset.check(state, seat, action) is None for seat, action in moves.items())
    step = ruleset.apply(state, moves, dice_of("x"))
    assert ruleset.outcome(step.state).seats["second"].result == "win"
    both = {seat: Action(kind="concede") for seat in SEATS[:2]}
    assert ruleset.outcome(ruleset.apply(state, both, dice_of("x")).state) is not None


def test_17_1_who_has_given_up_is_waited_for_no_more():
    ruleset = Awam()
    step = ruleset.apply(opened(), {"third": Action(kind="concede")}, dice_of("x"))
    owed = {ask.seat for ask in ruleset.asks(step.state) if ask.kind == "sealed"}
    assert owed == {"first", "second", "fourth", "fifth"}
    assert "third" not in {ask.seat for ask in ruleset.asks(step.state)}


def test_14_7_of_those_still_to_come_by_boat_nobody_knows():
    from rulesets.awam import boats

    table = world()
    table.state.boats["steamer"].where = "table"
    assert boats.aboard(table, table.state.boats["steamer"]) == []
