"""What the umpire's seat may do at AWAM: each ruling, who reads what of it, and what is refused (AWAM 18.1)."""

import pytest

from rulesets.awam import asking, fashoda
from rulesets.awam.geometry import Point
from rulesets.awam.ruleset import Awam, opened
from rulesets.awam.state import Boat, Gun
from rulesets.awam.world import World
from rulesets.contract import Action, Force, Setup
from rulesets.vocabulary import UMPIRE
from tests.rulesets.awam.fields import activate, box, man, table, told
from tests.rulesets.kit import dice_of, stored

WHY = "Fair is fair."


def judged(*figures, **more):
    world = table(*figures, umpire=True, **more)
    activate(world, figures[0].squad)
    return world


def pair(**more):
    return judged(man("1.1.1", "askari", 500, 500), man("2.1.1", "askari", 900, 900), **more)


def rule(world, kind, **arguments):
    """The umpire's action; the code of what is against it, or nothing when it is done."""
    action = Action(kind=kind, arguments={"reason": WHY, **arguments})
    problem = asking.check(world, UMPIRE, action)
    if problem is not None:
        return problem.code
    asking.answer(world, UMPIRE, action)
    return None


def at_fashoda(seats=("first", "second")):
    setup = Setup(scenario="fashoda", forces={seat: Force() for seat in seats}, options={"umpire": True})
    world = World(opened(setup, dice_of("umpire")), dice_of("umpire"))
    world.state.phase = "pick"
    return world


def test_18_1_a_figure_is_put_elsewhere():
    world = pair()
    assert rule(world, "place", fig="1.1.1", x=100, y=100) is None
    assert world.figure("1.1.1").at == Point(100, 100)
    assert told(world, "umpire_place") == [{"fig": "1.1.1", "x": 100, "y": 100, "reason": WHY}]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"fig": "1.1.1", "x": 900, "y": 905}, "place_taken"),
        ({"fig": "1.1.1", "x": -1, "y": 0}, "off_table"),
        ({"fig": "1.1.1", "x": 10**9, "y": 0}, "off_table"),
        ({"fig": "9.9.9", "x": 0, "y": 0}, "no_such_figure"),
        ({"fig": "1.1.1", "x": 0}, "bad_arguments"),
    ],
)
def test_18_1_nobody_is_put_where_no_base_fits(more, code):
    assert rule(pair(), "place", **more) == code


def test_18_1_one_who_is_out_comes_back_with_one_wound_at_most_and_free():
    world = pair()
    fallen = world.figure("1.1.1")
    fallen.where, fallen.fate, fallen.wounds, fallen.captor = "out", "held", 2, "second"
    assert rule(world, "take_off", fig="1.1.1", fate="dead") == "no_such_figure"
    assert rule(world, "back", fig="1.1.1", x=905, y=900) == "place_taken"
    assert rule(world, "back", fig="1.1.1", x=100, y=100) is None
    assert (fallen.where, fallen.fate, fallen.at, fallen.wounds, fallen.captor) == ("table", "", (100, 100), 1, "")


def test_18_1_nobody_comes_back_who_is_there_or_of_a_seat_that_has_given_up():
    world = pair()
    assert rule(world, "back", fig="1.1.1", x=100, y=100) == "no_such_figure"
    gone = world.figure("1.1.1")
    gone.where, gone.fate = "out", "exited"
    world.side("first").conceded = True
    assert rule(world, "back", fig="1.1.1", x=100, y=100) == "no_such_figure"


@pytest.mark.parametrize(
    ("mark", "on", "left"),
    [("missile_low", True, ("uisa",)), ("no_missile", True, ()), ("no_missile", False, ("uisa",))],
)
def test_18_1_the_markers_of_missiles_say_what_is_left(mark, on, left):
    world = judged(man("1.1.1", "warrior", 500, 500), man("2.1.1", "askari", 900, 900))
    assert rule(world, "mark", fig="1.1.1", mark=mark, on=on) is None
    assert world.figure("1.1.1").missiles == left
    assert rule(world, "mark", fig="2.1.1", mark=mark, on=on) == "no_missile"


def test_18_1_markers_on_and_off():
    world = pair()
    figure = world.figure("1.1.1")
    for mark, part in (("blue", "blue"), ("prone", "prone"), ("green", "drawn")):
        for on in (True, False):
            assert rule(world, "mark", fig="1.1.1", mark=mark, on=on) is None
            assert getattr(figure, part) is on
    assert rule(world, "mark", fig="1.1.1", mark="yellow", on=True) is None
    assert figure.ran == world.state.turn
    assert rule(world, "mark", fig="1.1.1", mark="broken", on=True) is None
    assert (figure.broken, figure.blue) == (True, False)
    assert rule(world, "mark", fig="1.1.1", mark="purple", on=True) == "bad_arguments"


def test_18_1_wounds_on_and_off():
    world = pair()
    assert rule(world, "wound", fig="1.1.1", wounds=1) is None
    assert world.figure("1.1.1").wounds == 1
    assert rule(world, "wound", fig="1.1.1", wounds=0) is None
    assert world.figure("1.1.1").wounds == 0
    assert rule(world, "wound", fig="1.1.1", wounds=2) == "bad_wounds"


def test_18_1_rounds_and_reload_points():
    world = judged(man("1.1.1", "musketeer", 500, 500), man("2.1.1", "warrior", 900, 900))
    figure = world.figure("1.1.1")
    assert rule(world, "rounds", fig="1.1.1", rounds=0, points=5) is None
    assert (figure.gun.rounds, figure.reload, figure.reload_turn) == (0, 5, world.state.turn)
    assert rule(world, "rounds", fig="1.1.1", rounds=1) is None
    assert (figure.gun.rounds, figure.reload) == (1, 0)
    assert rule(world, "rounds", fig="1.1.1", rounds=2) == "bad_rounds"
    assert rule(world, "rounds", fig="1.1.1", rounds=0, points=6) == "bad_reload_points"
    assert rule(world, "rounds", fig="1.1.1", rounds=1, points=1) == "bad_reload_points"
    assert rule(world, "rounds", fig="2.1.1", rounds=0) == "no_such_figure"


def test_18_1_a_gun_is_loaded_or_its_crew_has_gained_points():
    world = pair(guns={"c": Gun(id="c", seat="first", kind="cannon", at=Point(300, 300), loaded=False)})
    gun = world.state.guns["c"]
    assert rule(world, "gun_rounds", gun="c", loaded=False, points=7) is None
    assert (gun.loaded, gun.reload) == (False, 7)
    assert rule(world, "gun_rounds", gun="c", loaded=True) is None
    assert (gun.loaded, gun.reload) == (True, 0)
    assert rule(world, "gun_rounds", gun="c", loaded=False, points=8) == "bad_reload_points"
    assert rule(world, "gun_rounds", gun="x", loaded=True) == "no_such_thing"


def test_18_1_damage_of_a_gun_a_boat_and_a_building():
    world = pair(
        guns={
            "m": Gun(id="m", seat="first", kind="machine_gun", at=Point(300, 300)),
            "c": Gun(id="c", seat="first", kind="cannon", at=Point(400, 300)),
        },
        boats={"b": Boat(id="b", seat="second", kind="boat", at=Point(1500, 1500))},
        ground=(box("hut", (700, 700), (760, 760)),),
    )
    state = world.state
    assert rule(world, "damage", thing="gun:m", harm="jammed") is None
    assert state.guns["m"].jammed
    assert rule(world, "damage", thing="gun:m", harm="wrecked") is None
    assert (state.guns["m"].jammed, state.guns["m"].broken) == (False, True)
    assert rule(world, "damage", thing="gun:m", harm="whole") is None
    assert not state.guns["m"].broken
    assert rule(world, "damage", thing="boat:b", harm="holed") is None
    assert state.boats["b"].sinks == state.turn + 1
    assert rule(world, "damage", thing="boat:b", harm="damaged") is None
    assert (state.boats["b"].damaged, state.boats["b"].sinks) == (True, 0)
    assert rule(world, "damage", thing="piece:hut", harm="damaged") is None
    assert state.ground[0].damaged
    assert rule(world, "damage", thing="gun:c", harm="jammed") == "no_such_harm"
    assert rule(world, "damage", thing="piece:hut", harm="holed") == "no_such_harm"
    assert rule(world, "damage", thing="gun:x", harm="whole") == "no_such_thing"


def test_18_1_peace_between_two_is_peace_on_both_sides():
    world = pair()
    assert rule(world, "set_word", one="first", other="second", word="peace") is None
    assert not world.state.hostile("first", "second")
    assert rule(world, "set_word", one="first", other="second", word="war") is None
    assert (world.side("first").war, world.side("second").war) == (("second",), ("first",))
    assert rule(world, "set_word", one="first", other="first", word="war") == "no_such_seat"


def test_18_1_points_from_minus_five_to_five():
    world = pair()
    assert rule(world, "give_points", seat="first", points=-5) is None
    assert world.side("first").points == -5
    assert rule(world, "give_points", seat="first", points=6) == "bad_points"


def test_18_1_a_flag_by_ruling_is_no_blow():
    world = at_fashoda()
    assert rule(world, "flag", seat="second", up=True) is None
    assert rule(world, "flag", seat="first", up=True) is None
    assert world.state.special["flags"] == ["first", "second"]
    assert rule(world, "flag", seat="second", up=False) is None
    assert world.state.special["flags"] == ["first"]
    assert world.state.special["incidents"] == 0
    assert rule(world, "flag", seat="third", up=True) == "no_such_seat"


def test_18_1_the_treaty_is_given_and_taken_away():
    world = at_fashoda()
    assert rule(world, "treaty", seat="second") is None
    assert world.state.special["treaty"] == "second"
    assert world.state.special[f"orders:{fashoda.SHILLUK}"] == "second"
    assert rule(world, "treaty", seat="") is None
    assert world.state.special["treaty"] == ""
    assert f"orders:{fashoda.SHILLUK}" not in world.state.special
    assert rule(world, "treaty", seat="fifth") == "no_such_seat"


def test_18_1_a_scenario_without_flags_has_no_ruling_about_them():
    world = pair()
    assert rule(world, "flag", seat="first", up=True) == "no_flags"
    assert rule(world, "treaty", seat="first") == "no_treaty"
    assert {"flag", "treaty", "event", "hand_card"}.isdisjoint(
        choice.kind for choice in asking.menu(world, UMPIRE, None)
    )


def test_18_1_the_turn_and_the_game_are_ended():
    world = pair()
    assert rule(world, "end_turn") is None
    assert world.state.turn == 2
    assert rule(world, "end_game") is None
    assert (world.state.phase, world.state.over) == ("over", "ruling")
    assert rule(world, "end_turn") == "not_now"


def test_18_1_before_turn_1_no_turn_is_ended():
    world = at_fashoda()
    world.state.phase = "entry"
    assert rule(world, "end_turn") == "not_now"
    assert rule(world, "give_points", seat="first", points=1) is None


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201])
def test_18_1_every_ruling_has_a_reason_of_200_letters_at_most(reason):
    assert rule(pair(), "wound", fig="1.1.1", wounds=1, reason=reason) == "needs_reason"


def test_18_1_without_an_umpires_seat_nobody_rules():
    world = pair()
    world.state.umpire = False
    assert rule(world, "wound", fig="1.1.1", wounds=1) == "no_umpire"


def test_18_1_the_ruling_is_for_everybody_and_its_reason_for_the_seats_named():
    world = pair()
    assert rule(world, "wound", fig="1.1.1", wounds=1, shown_to=["first"]) is None
    happening = world.happenings[-1]
    assert (happening.audience.seats, happening.data) == (
        ("first", UMPIRE),
        {"fig": "1.1.1", "wounds": 1, "reason": WHY},
    )
    assert happening.audience.others == {"fig": "1.1.1", "wounds": 1}
    assert rule(world, "wound", fig="1.1.1", wounds=1, shown_to=["third"]) == "no_such_seat"


def test_18_1_the_action_itself_is_kept_from_whom_its_reason_is_kept_from():
    setup = Setup(scenario="well", forces={"first": Force(), "second": Force()}, options={"umpire": True})
    state = stored(Awam().setup(setup, dice_of("x")).state)
    action = Action(kind="wound", arguments={"fig": "1.1.1", "wounds": 1, "reason": WHY, "shown_to": ["first"]})
    step = Awam().apply(state, {UMPIRE: action}, dice_of("y"))
    assert (step.audiences[UMPIRE].seats, step.audiences[UMPIRE].others) == (("first", UMPIRE), {})


def test_18_1_of_an_event_to_come_others_hear_that_it_is_chosen_and_not_which():
    world = at_fashoda()
    assert rule(world, "event", number=5) is None
    happening = world.happenings[-1]
    assert happening.audience.seats == (UMPIRE,)
    assert happening.audience.others == {"reason": WHY}
    assert rule(world, "event", number=7) == "no_such_event"


def test_18_1_one_card_a_turn_of_a_group_that_the_scenario_holds():
    world = at_fashoda()
    before = world.state.group_cards.count("shilluk")
    assert rule(world, "hand_card", group="lions") == "no_such_card"
    assert rule(world, "hand_card", group="shilluk") is None
    assert world.state.group_cards.count("shilluk") == before + 1
    assert rule(world, "hand_card", group="dervishes") == "one_a_turn"


def test_18_1_of_one_who_hides_only_his_seat_and_the_umpire_hear():
    world = judged(man("1.1.1", "warrior", 500, 500, where="hidden"), man("2.1.1", "askari", 900, 900))
    assert rule(world, "wound", fig="1.1.1", wounds=1) is None
    assert world.happenings[-1].audience.seats == ("first", UMPIRE)
    assert world.happenings[-1].audience.others is None


@pytest.mark.parametrize("text", ["", "x" * 501])
def test_18_1_a_message_has_500_letters_at_most(text):
    action = Action(kind="message", arguments={"seats": ["first"], "text": text})
    assert asking.check(pair(), UMPIRE, action).code == "bad_text"


def test_18_1_a_private_message_is_for_its_seat():
    world = pair()
    asking.answer(world, UMPIRE, Action(kind="message", arguments={"seats": ["second"], "text": "A drum."}))
    assert world.happenings[-1].audience.seats == ("second", UMPIRE)
    asking.answer(world, UMPIRE, Action(kind="message", arguments={"seats": ["first", "second"], "text": "Hark."}))
    assert world.happenings[-1].audience.seats is None


def test_18_1_whatever_the_menu_offers_the_umpire_is_asked_for_and_understood():
    world = at_fashoda()
    offered = {choice.kind for choice in asking.menu(world, UMPIRE, None)}
    assert {
        "event",
        "hand_card",
        "message",
        "flag",
        "treaty",
        "set_word",
        "give_points",
        "end_turn",
        "end_game",
    } <= offered
