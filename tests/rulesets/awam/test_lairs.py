"""Where hidden squads lie before the first turn, and what another seat may think of it (AWAM 14.8, 16.2, 18.2)."""

import pytest

from rulesets.awam import ground, lairs
from rulesets.awam.geometry import Point, overlapping, within
from rulesets.awam.ruleset import Awam
from rulesets.awam.setting import SHEETS, mm, piece_of
from rulesets.awam.state import decoded
from rulesets.awam.tables import TABLES
from rulesets.awam.world import World
from rulesets.contract import Action, Force, Setup
from rulesets.dice import Keyed
from rulesets.vocabulary import UMPIRE
from tests.rulesets.kit import dice_of

RULES = Awam()
FIRST, SECOND = "first", "second"
BAND, OTHER_BAND = "bush-1", "bush-2"


def begun(*, umpire=True):
    setup = Setup(scenario="ivory", forces={FIRST: Force(), SECOND: Force()}, options={"umpire": umpire})
    return RULES.setup(setup, dice_of("ivory")).state


def as_they_lie(state=None):
    """Every hidden figure where the sheet has it."""
    rows = (state or begun())["figures"]
    return {key: {"x": row["at"][0], "y": row["at"][1]} for key, row in rows.items() if row["where"] == "hidden"}


def hide_at(**moved):
    """The places of the sheet, but for these, by the number of the figure with low lines."""
    places = as_they_lie()
    for key, (x, y) in moved.items():
        places[key.removeprefix("f").replace("_", ".")] = {"x": x, "y": y}
    return Action(kind="hide", arguments={"places": places})


def played(action):
    return RULES.apply(begun(), {SECOND: action}, dice_of("entry"))


# --- Who is asked what ---------------------------------------------------------------------------------------------------


def test_14_8_the_seat_that_hides_is_asked_before_turn_1_and_sealed():
    state = begun()
    owed = [(ask.seat, ask.kind, ask.prompt) for ask in RULES.asks(state) if ask.kind != "may"]
    assert owed == [(SECOND, "sealed", "hide")]
    assert not decoded(state).drawn
    assert {choice.kind for choice in RULES.menu(state, FIRST)} == {"instruct", "concede"}
    first = next(iter(RULES.menu(state, SECOND)))
    assert (first.kind, first.optional, first.exact) == ("hide", ("places",), False)


def test_14_8_a_sheet_that_hides_nobody_asks_nobody():
    state = RULES.setup(Setup(scenario="well", forces={FIRST: Force(), SECOND: Force()}), dice_of("well")).state
    assert state["phase"] in ("pick", "orders")
    assert RULES.check(state, SECOND, Action(kind="hide")).code in ("not_now", "not_your_turn")


def test_14_8_the_sheet_names_the_pieces_and_its_places_are_in_them():
    for sheet in SHEETS.scenarios.values():
        pieces = {one.id: one for one in (piece_of(row, number) for number, row in enumerate(sheet.pieces, start=1))}
        owners = {}
        for seat in sheet.seats:
            for squad in (one for one in seat.squads if one.hidden):
                lair = [pieces[key] for key in squad.hidden]
                assert all(ground.gives_cover(one) for one in lair)
                places = [*squad.places, *([squad.head.at] if squad.head else [])]
                assert len(squad.places) == len(squad.kinds)
                assert all(any(ground.holds(one, mm(place)) for one in lair) for place in places)
                # Two seats in one piece could be put on one another, and neither knows of the other.
                assert {owners.setdefault(key, seat.suit) for key in squad.hidden} == {seat.suit}
    assert [one.hidden for one in SHEETS.scenarios["ivory"].seats[1].squads] == [(BAND,), (OTHER_BAND,)]


# --- What the owner may say ----------------------------------------------------------------------------------------------


def test_14_8_the_owner_takes_the_places_of_the_sheet():
    step = played(Action(kind="hide"))
    assert as_they_lie(step.state) == as_they_lie()
    assert step.state["phase"] != "entry"
    assert step.happenings[0].data == {"seat": SECOND, "count": 11, "moved": 0}


def test_14_8_the_owner_puts_each_where_he_likes_to_the_millimetre():
    action = hide_at(f2_1_1=(633, 157), f2_2_3=(907, 661))
    assert RULES.check(begun(), SECOND, action) is None
    step = played(action)
    assert as_they_lie(step.state) == action.arguments["places"]
    assert step.happenings[0].data == {"seat": SECOND, "count": 11, "moved": 2}
    assert [*step.state["figures"]["2.1.1"]["heading"]] == [600 - 633, 400 - 157]
    assert RULES.invariants(step.state) == []


def test_14_8_two_may_change_places():
    assert RULES.check(begun(), SECOND, hide_at(f2_1_1=(675, 170), f2_1_2=(650, 130))) is None


@pytest.mark.parametrize(
    ("moved", "code", "rule", "data"),
    [
        ({"f2_1_1": (700, 231)}, "outside_its_piece", "AWAM 14.8", {"figure": "2.1.1", "piece": "bush"}),
        ({"f2_1_1": (880, 690)}, "outside_its_piece", "AWAM 14.8", {"figure": "2.1.1", "piece": "bush"}),
        ({"f2_1_1": (10**30, 150)}, "outside_its_piece", "AWAM 14.8", {"figure": "2.1.1", "piece": "bush"}),
        ({"f2_1_1": (-700, 150)}, "outside_its_piece", "AWAM 14.8", {"figure": "2.1.1", "piece": "bush"}),
        ({"f2_1_2": (669, 130)}, "hides_on_another", "AWAM 14.1", {"figure": "2.1.2", "target": "2.1.1"}),
        ({"f1_1_1": (700, 150)}, "not_yours", "AWAM 14.8", {}),
        ({"f9_9_9": (700, 150)}, "not_yours", "AWAM 14.8", {}),
    ],
)
def test_14_8_a_place_that_cannot_be_is_refused(moved, code, rule, data):
    problem = RULES.check(begun(), SECOND, hide_at(**moved))
    assert (problem.code, problem.rule, problem.data) == (code, rule, data)


def test_14_8_bases_may_touch():
    assert RULES.check(begun(), SECOND, hide_at(f2_1_2=(670, 130))) is None


def test_14_8_one_who_has_been_found_is_hidden_by_nobody():
    state = begun()
    places = as_they_lie(state)
    state["figures"]["2.1.1"]["where"] = "table"
    problem = RULES.check(state, SECOND, Action(kind="hide", arguments={"places": places}))
    assert (problem.code, problem.data) == ("does_not_hide", {"figure": "2.1.1"})
    del places["2.1.1"]
    places["2.1.2"] = {"x": 651, "y": 131}
    problem = RULES.check(state, SECOND, Action(kind="hide", arguments={"places": places}))
    assert (problem.code, problem.data) == ("hides_on_something", {"figure": "2.1.2"})


def test_14_8_everybody_who_hides_has_a_place():
    places = as_they_lie()
    del places["2.1.3"], places["2.2.1"]
    problem = RULES.check(begun(), SECOND, Action(kind="hide", arguments={"places": places}))
    assert (problem.code, problem.data) == ("where_does_he_hide", {"figures": ["2.1.3", "2.2.1"]})


@pytest.mark.parametrize(
    ("kind", "arguments", "code"),
    [
        ("hide", {"other": {}}, "bad_arguments"),
        ("hide", {"places": [650, 130]}, "bad_arguments"),
        ("hide", {"places": {"2.1.1": {"x": 650}}}, "bad_arguments"),
        ("hide", {"places": {"2.1.1": {"x": 650, "y": 130, "z": 1}}}, "bad_arguments"),
        ("hide", {"places": {"2.1.1": {"x": 650.5, "y": 130}}}, "bad_arguments"),
        ("hide", {"places": {"2.1.1": {"x": "650", "y": 130}}}, "bad_arguments"),
        ("hide", {"places": {}, "more": 1}, "bad_arguments"),
        ("hide", {"places": {}}, "where_does_he_hide"),
        ("enter", {"way": "a"}, "not_now"),
        ("pick", {"squad": "2.1"}, "not_now"),
    ],
)
def test_14_8_what_is_no_placing_is_refused(kind, arguments, code):
    assert RULES.check(begun(), SECOND, Action(kind=kind, arguments=arguments)).code == code


def test_14_8_nobody_else_places_them():
    for seat in (FIRST, "third"):
        assert RULES.check(begun(), seat, Action(kind="hide")).code == "not_your_turn"
    assert RULES.check(begun(), UMPIRE, Action(kind="hide")).code in ("not_your_turn", "not_now")


def test_14_8_it_is_said_once():
    state = played(Action(kind="hide")).state
    assert RULES.check(state, SECOND, Action(kind="hide")).code in ("not_now", "not_your_turn")
    assert RULES.onward(state, SECOND, Action(kind="hide"), "places.2.1.1") == []


def test_14_8_who_is_absent_and_the_program_leave_them_as_they_lie():
    state = begun()
    for action in (
        RULES.fallback(state, SECOND, "late"),
        RULES.bot(RULES.resample(state, SECOND, dice_of("x")), SECOND),
    ):
        assert action == Action(kind="hide")
        assert RULES.check(state, SECOND, action) is None


def test_14_8_every_place_that_is_offered_may_be_taken():
    state, action = begun(), Action(kind="hide", arguments={"places": {"2.1.1": {"x": 633, "y": 157}}})
    offered = RULES.onward(state, SECOND, action, "places.2.1.2")
    assert offered[0] == {"x": 675, "y": 170}  # where he is
    assert len(offered) > 20
    for place in offered:
        moved = {"f2_1_1": (633, 157), "f2_1_2": (place["x"], place["y"])}
        assert RULES.check(state, SECOND, hide_at(**moved)) is None


@pytest.mark.parametrize("name", ["places.1.1.1", "places.9.9", "places.", "places", "path", "2.1.1"])
def test_14_8_nothing_is_offered_for_one_who_does_not_hide(name):
    assert RULES.onward(begun(), SECOND, Action(kind="hide"), name) == []


def test_14_8_nothing_is_offered_to_another_seat():
    for seat in (FIRST, UMPIRE, "third"):
        assert RULES.onward(begun(), seat, Action(kind="hide"), "places.2.1.1") == []


# --- Who knows of it -----------------------------------------------------------------------------------------------------


def test_14_8_where_they_lie_is_told_to_the_owner_and_the_umpire_alone():
    for action in (Action(kind="hide"), hide_at(f2_1_1=(633, 157))):
        step = played(action)
        told = next(one for one in step.happenings if one.kind == "hid")
        assert (told.audience.seats, told.audience.others) == ((SECOND, UMPIRE), None)
        assert action.kind == "hide"  # in the log others read the kind
        assert (step.audiences[SECOND].seats, step.audiences[SECOND].others) == ((SECOND, UMPIRE), {})


@pytest.mark.parametrize("seat", [FIRST, None])
def test_14_8_two_placings_are_one_to_everybody_else(seat):
    one, other = played(Action(kind="hide")), played(hide_at(f2_1_1=(633, 157), f2_2_3=(907, 661)))
    for state in (one.state, begun()):
        assert not [key for key in RULES.view(state, seat).data["figures"] if key.startswith("2.")]
    assert RULES.view(one.state, seat) == RULES.view(other.state, seat)
    assert RULES.view(one.state, SECOND) != RULES.view(other.state, SECOND)
    assert RULES.view(one.state, UMPIRE) != RULES.view(other.state, UMPIRE)
    if seat is not None:
        assert RULES.menu(one.state, seat) == RULES.menu(other.state, seat)
        assert RULES.resample(one.state, seat, dice_of("x")) == RULES.resample(other.state, seat, dice_of("x"))


def test_14_8_the_pieces_of_a_squad_of_which_somebody_is_seen_are_not_told():
    state = played(Action(kind="hide")).state
    state["figures"]["2.1.1"]["where"] = "table"
    assert "lair" not in RULES.view(state, FIRST).data["squads"]["2.1"]
    assert RULES.view(state, SECOND).data["squads"]["2.1"]["lair"] == (BAND,)


# --- What another seat may think (AWAM 18.2) -----------------------------------------------------------------------------


def places_of(state):
    return {key: Point(*row["at"]) for key, row in state["figures"].items() if row["where"] == "hidden"}


def test_18_2_hidden_figures_of_others_are_anywhere_in_the_piece_that_the_sheet_names():
    state = played(Action(kind="hide")).state
    found, odd = [], set()
    for number in range(60):
        like = RULES.resample(state, FIRST, Keyed(f"like {number}".encode()))
        assert RULES.invariants(like) == []
        for key, place in places_of(like).items():
            middle = Point(700, 150) if like["figures"][key]["squad"] == "2.1" else Point(850, 650)
            assert within(place, middle, 80)
            found.append((place.x - middle.x, place.y - middle.y))
            odd |= {place.x % 10, place.y % 10}
    assert odd == set(range(10))  # to the millimetre, as the owner puts them
    quarters = [sum((x > 0, y > 0) == corner for x, y in found) for corner in ((0, 0), (0, 1), (1, 0), (1, 1))]
    assert all(120 < quarter < 210 for quarter in quarters)  # of 660 in each about 165
    assert 300 < sum(x * x + y * y > 56**2 for x, y in found) < 380  # and half of the area lies outside


def test_18_2_one_who_has_crawled_elsewhere_is_thought_in_his_squads_piece():
    state = played(Action(kind="hide")).state
    state["figures"]["2.1.1"]["at"] = [600, 600]  # another bush
    like = RULES.resample(state, FIRST, dice_of("x"))
    assert within(places_of(like)["2.1.1"], Point(700, 150), 80)


def test_18_2_nobody_is_thought_where_he_would_have_been_found():
    state = played(Action(kind="hide")).state
    state["figures"]["1.1.1"]["at"] = [700, 100]  # in the bush: what is left is its farther side
    for number in range(10):
        like = places_of(RULES.resample(state, FIRST, Keyed(f"near {number}".encode())))
        band = [place for key, place in like.items() if not key.startswith("2.2.")]
        assert [place for place in band if within(place, Point(700, 100), TABLES.sight.found)] == []


def test_18_2_where_no_point_is_left_the_true_place_is_told_no_more_for_it():
    """Two worlds that look alike are dealt alike, though the whole piece is under the eyes of an enemy."""
    likes = []
    for action in (Action(kind="hide"), hide_at(f2_1_1=(633, 157))):
        state = played(action).state
        for key, at in (("1.1.1", [700, 220]), ("1.1.2", [700, 80]), ("1.1.3", [630, 150]), ("1.1.4", [770, 150])):
            state["figures"][key]["at"] = at
        likes.append(places_of(RULES.resample(state, FIRST, dice_of("crowd"))))
    assert likes[0] == likes[1]


def test_18_2_the_true_places_of_the_others_bear_on_none():
    """Each is dealt as if the rest lay nowhere yet: a place that is taken in truth is as likely as any."""
    world = World(decoded(played(hide_at(f2_1_1=(700, 150), f2_1_3=(650, 130))).state))
    taken = world.figure("2.1.1").at
    near = 0
    for number in range(80):
        like = World(decoded(RULES.resample(played_state(), FIRST, Keyed(f"true {number}".encode()))))
        near += any(overlapping(one.at, 10, taken, 10) for one in like.state.of(SECOND) if one.squad == "2.1")
    assert near > 10  # six discs in sixteen times sixteen: about one in three


def played_state():
    return played(hide_at(f2_1_1=(700, 150), f2_1_3=(650, 130))).state


def test_18_2_a_thought_of_place_looks_inwards_like_a_true_one():
    """Which way somebody looks who has not moved must not tell from where."""
    like = RULES.resample(played(Action(kind="hide")).state, FIRST, dice_of("x"))
    for row in like["figures"].values():
        if row["where"] == "hidden":
            assert [*row["heading"]] == [600 - row["at"][0], 400 - row["at"][1]]


def test_14_8_the_pieces_of_a_figure_are_those_of_its_squad():
    state = decoded(begun())
    assert [one.id for one in lairs.pieces_of(state, state.figures["2.H"])] == [BAND]
    assert [one.id for one in lairs.pieces_of(state, state.figures["2.2.5"])] == [OTHER_BAND]
