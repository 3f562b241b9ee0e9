"""What expeditions do at Fashoda, what it is worth to each, and by which way they come (AWAM 12.2 to 12.5)."""

import pytest

from rulesets.awam import fashoda, markers, melee, moving, phases, scoring
from rulesets.awam.expeditions import BOX, STAFF, arrange
from rulesets.awam.geometry import Point
from rulesets.awam.ruleset import Awam
from rulesets.awam.setting import SEATS, seats_for
from rulesets.awam.state import decoded, encoded
from rulesets.awam.world import World
from rulesets.contract import Action
from tests.rulesets.awam.fields import Told
from tests.rulesets.awam.test_fashoda import in_fort, no_aims, opened, world
from tests.rulesets.kit import dice_of


def at_the_chief(table, key):
    """A figure in contact with the chief of the Shilluk, who stands at the village."""
    chief = table.state.of("shilluk")[0]
    chief.where, chief.at = "table", Point(1450, 220)
    figure = table.figure(key)
    figure.where, figure.aboard, figure.at = "table", "", Point(1450, 241)
    return figure


def treaties(table, figure):
    return [thing for verb, thing in fashoda.Fashoda().specials(table, figure) if verb == "treaty"]


@pytest.mark.parametrize(
    ("key", "change", "names"),
    [
        ("1.H", lambda t, f: None, ["first"]),
        ("1.1.1", lambda t, f: None, ["first"]),
        ("1.1.2", lambda t, f: None, []),  # neither leader nor head
        ("5.H", lambda t, f: None, [*SEATS]),
        ("5.H", lambda t, f: setattr(t.side("third"), "conceded", True), ["first", "second", "fourth", "fifth"]),
        ("1.H", lambda t, f: setattr(f, "at", Point(1450, 243)), []),  # no contact
        ("1.H", lambda t, f: setattr(t.side("shilluk"), "war", ("dervishes", "first")), []),
        ("1.H", lambda t, f: setattr(t.side("first"), "war", ("dervishes", "shilluk")), []),
        ("1.H", lambda t, f: t.state.special.update(treaty="second"), []),
        ("1.H", lambda t, f: t.state.special.update({"tried:first": t.state.turn}), []),
        ("1.H", lambda t, f: t.state.special.update({"tried:first": t.state.turn - 1}), ["first"]),
        ("1.H", lambda t, f: setattr(t.state.of("shilluk")[0], "captor", "second"), []),
    ],
)
def test_12_4_who_may_try_the_treaty_and_in_whose_name(key, change, names):
    table = world()
    figure = at_the_chief(table, key)
    change(table, figure)
    assert treaties(table, figure) == names


@pytest.mark.parametrize(("die", "signed"), [(3, False), (4, True)])
def test_12_4_a_try_is_one_a_seat_and_turn(die, signed):
    table = world(die)
    figure = at_the_chief(table, "1.H")
    fashoda.Fashoda().special(table, figure, "treaty", "first")
    assert (table.state.special["treaty"] == "first") is signed
    assert treaties(table, figure) == []
    assert treaties(table, at_the_chief(table, "1.1.1")) == []


@pytest.mark.parametrize(("die", "signed"), [(3, False), (4, True)])
def test_12_3_an_envoy_comes_to_the_nearest_leader_who_is_at_peace(die, signed):
    table = world(die)
    at_the_chief(table, "1.1.1").at = Point(1400, 240)
    at_the_chief(table, "2.1.1").at = Point(1300, 240)
    table.side("first").war = ("dervishes", "shilluk")
    fashoda.Fashoda().event(table, 4)
    assert [one.data["figure"] for one in table.happenings if one.kind == "treaty"] == ["2.1.1"]
    assert (table.state.special["treaty"] == "second") is signed


def test_12_3_without_a_chief_or_with_a_treaty_no_envoy_comes():
    table = world()
    at_the_chief(table, "1.1.1")
    table.state.special["treaty"] = "second"
    fashoda.Fashoda().event(table, 4)
    table.state.special["treaty"] = ""
    markers.remove(table, table.state.of("shilluk")[0], "dead")
    fashoda.Fashoda().event(table, 4)
    assert [one.kind for one in table.happenings if one.kind != "shaken_friends"] == ["event", "event"]


def test_12_3_the_event_is_the_umpires_if_he_has_said_one_else_a_die():
    table = world(2)
    fashoda.Fashoda().event(table, 0)
    assert table.state.mist == 300
    assert table._dice.left == []
    other = world()
    fashoda.Fashoda().event(other, 6)
    assert other.state.drums


@pytest.mark.parametrize(("fate", "captor", "safe"), [("", "", 2), ("exited", "", 2), ("fled", "", 2), ("dead", "", 0), ("", "second", 0), ("held", "second", 0)])  # fmt: skip
def test_12_4_the_head_counts_alive_and_no_prisoner_on_the_table_or_off_it(fate, captor, safe):
    table = world()
    no_aims(table)
    head = table.figure("1.H")
    head.where, head.fate, head.captor = "out" if fate else "table", fate, captor
    assert fashoda.points(table)["first"] == safe


@pytest.mark.parametrize(
    ("key", "fate", "worth"), [("1.H", "", 3), ("1.1.1", "held", 3), ("1.1.2", "", 0), ("1.H", "dead", 0)]
)
def test_12_4_each_rival_leader_or_head_held(key, fate, worth):
    table = world()
    no_aims(table)
    figure = table.figure(key)
    figure.captor, figure.fate, figure.where = "second", fate, "out" if fate else "table"
    assert fashoda.points(table)["second"] == 2 + worth


def test_12_4_a_leader_of_a_group_is_no_rival():
    table = world()
    no_aims(table)
    table.state.of("dervishes")[0].captor = "second"
    assert fashoda.points(table)["second"] == 2


@pytest.mark.parametrize(("seat", "bank", "y"), [("third", "west", 600), ("third", "east", 1100), ("first", "", 600)])
def test_12_4_the_abyssinians_plant_a_flag_on_either_bank_and_anybody_pulls_it_up(seat, bank, y):
    table = world()
    play = fashoda.Fashoda()
    figure = next(one for one in table.state.of(seat) if one.commands)
    figure.where, figure.aboard, figure.at = "table", "", Point(300, y)
    assert list(play.specials(table, figure)) == ([("plant", bank)] if bank else [])
    if not bank:
        return
    play.special(table, figure, "plant", bank)
    assert ("plant", bank) not in list(play.specials(table, figure))
    other = table.figure("5.1.2")
    other.where, other.at = "table", Point(320, y)
    assert ("pull", bank) in list(play.specials(table, other))
    other.at = Point(321, y)
    assert list(play.specials(table, other)) == []
    play.special(table, other, "pull", bank)
    assert table.state.special["planted"] == {}


def test_12_4_only_leaders_plant():
    table = world()
    figure = table.figure("3.1.2")
    figure.where, figure.at = "table", Point(300, 1100)
    assert list(fashoda.Fashoda().specials(table, figure)) == []


def test_12_4_nobody_hoists_in_a_melee_nor_twice_and_each_flag_is_named_to_be_hauled():
    table = world()
    play = fashoda.Fashoda()
    figure = table.figure("1.1.2")
    figure.where, figure.aboard, figure.at = "table", "", Point(STAFF.x + 20, STAFF.y)
    play.special(table, figure, "hoist", "first")
    table.state.special["flags"] = ["first", "second"]
    assert list(play.specials(table, figure)) == [("haul", "first"), ("haul", "second")]
    play.special(table, figure, "haul", "first")
    assert (table.state.special["flags"], table.state.special["incidents"]) == (["second"], 0)
    enemy = table.state.of("dervishes")[0]
    enemy.where, enemy.at = "table", Point(figure.at.x + 21, figure.at.y)
    assert list(play.specials(table, figure)) == []


def box_carrier(table):
    figure = table.figure("5.1.2")
    figure.where, figure.at = "table", BOX
    fashoda.Fashoda().special(table, figure, "dig", "box")
    return figure


def test_12_4_the_box_lies_where_its_carrier_is_taken_and_only_seat_5_takes_it_up():
    table = world()
    play = fashoda.Fashoda()
    figure = box_carrier(table)
    figure.at = Point(1000, 300)
    captors = table.state.of("dervishes")[:3]
    for captor in captors:
        captor.where, captor.at = "table", Point(1000, 321)
    melee.capture(table, figure, captors)
    assert (figure.load, table.state.special["lies:box"]) == ("", [1000, 300])
    other, stranger = table.figure("5.1.3"), table.figure("1.1.2")
    for one in (other, stranger):
        one.where, one.aboard, one.at = "table", "", Point(1000, 280)
    assert list(play.specials(table, stranger)) == []
    captors[0].at = Point(1000, 259)
    assert list(play.specials(table, other)) == []  # a dervish holds him
    for captor in captors:
        captor.at = Point(1000, 500)
    assert list(play.specials(table, other)) == [("take", "box")]
    play.special(table, other, "take", "box")
    assert "lies:box" not in table.state.special


@pytest.mark.parametrize(("at", "off"), [(Point(1500, 0), True), (Point(1800, 100), True)])
def test_12_4_the_box_is_off_by_the_west_or_the_north_edge(at, off):
    table = world()
    figure = box_carrier(table)
    figure.at = at
    moving.leave(table, figure)
    assert fashoda.aim_met(table, "fifth", "a") is off


def test_12_4_by_another_edge_nobody_of_his_leaves():
    table = world()
    figure = box_carrier(table)
    figure.at = Point(0, 300)
    moving.leave(table, figure)
    assert figure.where == "table"
    assert not fashoda.aim_met(table, "fifth", "a")


@pytest.mark.parametrize("spoil", [{"captor": "second"}, {"broken": True}, {"where": "out", "fate": "dead"}])
@pytest.mark.parametrize(("seat", "aim", "keys"), [("first", "c", ("1.H",)), ("third", "b", ("3.1.9",)), ("fourth", "c", tuple(f"4.1.{n}" for n in range(1, 7)))])  # fmt: skip
def test_12_4_an_own_figure_is_able_and_unbroken(seat, aim, keys, spoil):
    table = world()
    in_fort(table, *keys)
    for name, value in spoil.items():
        setattr(table.figure(keys[0]), name, value)
    assert not fashoda.aim_met(table, seat, aim)


@pytest.mark.parametrize(
    ("seat", "aim", "spoil"),
    [
        ("first", "a", lambda t: [setattr(boat, "where", "out") for boat in t.state.boats.values()]),
        ("second", "b", lambda t: setattr(t.state.boats["steamer"], "where", "out")),
        ("second", "b", lambda t: setattr(t.state.boats["steamer"], "at", Point(1401, 700))),
        ("third", "a", lambda t: t.state.special["planted"].pop("east")),
        ("third", "c", lambda t: setattr(t.figure("1.H"), "fate", "dead")),
        ("fourth", "a", lambda t: setattr(t.state.guns["cannon-fourth"], "broken", True)),
        ("fourth", "a", lambda t: setattr(t.state.animals["mule"], "at", Point(900, 249))),
        ("fifth", "b", lambda t: t.state.special.update(incidents=2)),
        ("fifth", "c", lambda t: t.state.special.update(flags=["first"])),
    ],
)
def test_12_4_aims_that_were_fulfilled_and_are_no_more(seat, aim, spoil):
    table = world()
    state = table.state
    for boat in ("boat-1", "steamer"):
        state.boats[boat].where = "table"
    state.boats["steamer"].at = Point(1400, 700)
    state.special["planted"] = {"west": [1, 1], "east": [1, 1100]}
    table.figure("1.H").captor = "third"
    state.guns["cannon-fourth"].where, state.animals["mule"].at = "table", Point(900, 250)
    state.special |= {"incidents": 3, "flags": ["first", "second"]}
    assert fashoda.aim_met(table, seat, aim)
    spoil(table)
    assert not fashoda.aim_met(table, seat, aim)


def test_12_4_nobody_has_the_treaty_or_he_himself():
    table = world()
    for treaty, met in (("", True), ("fourth", True), ("first", False)):
        table.state.special["treaty"] = treaty
        assert fashoda.aim_met(table, "fourth", "b") is met


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_12_4_no_aim_that_can_be_dealt_names_a_seat_that_is_not_there(count):
    """The aims name the French and the British only, who are always there."""
    seats = seats_for("fashoda", count)
    for face in (1, 2, 3):
        table = World(decoded(opened(seats)), Told(*[face] * count))
        fashoda.Fashoda().begin(table)
        assert {table.side(seat).aim for seat in seats} == {fashoda.AIMS[face - 1]}
        assert all(isinstance(fashoda.aim_met(table, seat, table.side(seat).aim), bool) for seat in seats)


def test_12_4_aims_count_for_nobody_but_their_own_seat():
    table = world()
    no_aims(table)
    before = fashoda.points(table)
    table.side("first").aim = "b"
    after = fashoda.points(table)
    assert {seat: after[seat] - before[seat] for seat in SEATS} == dict.fromkeys(SEATS, 0) | {"first": 4}
    assert fashoda.points(table, public=True) == dict.fromkeys(SEATS, 0)


@pytest.mark.parametrize(
    ("quarrels", "fallen", "draws"),
    [({}, (), ("first", "second")), ({"first": 1}, (), ("second",)), ({}, ("1.1.2",), ("second",))],
)
def test_12_5_level_points_go_by_quarrels_then_by_strength_left(quarrels, fallen, draws):
    table = world(seats=("first", "second"))
    for seat in ("first", "second"):
        table.side(seat).started = 200
    for key in fallen:
        markers.remove(table, table.figure(key), "dead")
    rows = scoring.by_points(table, dict.fromkeys(("first", "second"), 3), quarrels)["seats"]
    best = [seat for seat, row in rows.items() if row["result"] != "loss"]
    assert tuple(sorted(best)) == draws
    assert {rows[seat]["result"] for seat in best} == ({"draw"} if len(draws) == 2 else {"win"})
    assert all(rows[seat]["rank"] == 1 for seat in best)


def test_12_2_a_boat_that_would_come_on_over_another_takes_the_nearest_free_water():
    table = world()
    table.state.boats["boat-1"].where, table.state.boats["boat-1"].at = "table", Point(60, 850)
    phases.come_on(table, table.squad("1.2"))
    boat = table.state.boats["boat-2"]
    assert boat.where == "table"
    assert boat.at != Point(60, 850)
    assert {one.at for one in table.state.of_squad("1.2") if one.aboard == "boat-2"} == {boat.at}


@pytest.mark.parametrize(
    ("seat", "on", "ways"),
    [
        ("first", (), ("a", "b")),
        ("first", ("1.1",), ("a", "b")),  # it comes by boat either way
        ("first", ("1.2",), ("a",)),
        ("first", ("1.1", "1.2"), ("a",)),
        ("second", ("2.1", "2.3"), ("a", "b")),
        ("second", ("2.2",), ("a",)),
        ("third", ("3.1",), ("a",)),
        ("fifth", (), ("a", "b")),
    ],
)
def test_18_2_what_the_table_tells_of_the_way_an_expedition_comes(seat, on, ways):
    table = world()
    table.side(seat).entry = "a"
    arrange(table.state, seat, "a")
    for squad in on:
        phases.come_on(table, table.squad(squad))
    assert fashoda.ways_left(table.state, seat) == ways


def test_18_2_another_way_dealt_moves_nobody_who_is_on_the_table():
    ruleset = Awam()
    state = ruleset.apply(
        opened(), {seat: Action(kind="enter", arguments={"way": "a"}) for seat in SEATS}, dice_of("enter")
    ).state
    table = World(decoded(state))
    phases.come_on(table, table.squad("1.1"))
    figure = table.figure("1.1.1")
    figure.aboard, figure.at = "", Point(60, 650)
    held = encoded(table.state)
    seen = ruleset.view(held, "second").data
    ways = set()
    for number in range(12):
        other = ruleset.resample(held, "second", dice_of(f"like {number}"))
        assert ruleset.view(other, "second").data == seen
        ways.add(other["sides"]["first"]["entry"])
        assert other["figures"]["1.1.1"].get("aboard", "") == ""
    assert ways == {"a", "b"}
