"""How a game ends, who has won it, and the generator's games of several seats (AWAM 16.3, 17)."""

import pytest

from rulesets.awam import asking, meeting, phases, scoring
from rulesets.awam.geometry import Point
from rulesets.awam.ruleset import Awam
from rulesets.awam.setting import SEATS
from rulesets.awam.state import Active, Animal, Gun, decoded, encoded
from rulesets.awam.world import World
from rulesets.contract import Action, Force, Setup
from tests.rulesets.awam.fields import Told, man, table, told
from tests.rulesets.kit import dice_of

THREE = SEATS[:3]


def opened(seats=THREE, **options):
    return Awam().setup(
        Setup(scenario="meeting", forces=dict.fromkeys(seats, Force()), options={"seed": "kestrel", **options}),
        dice_of("meeting"),
    )


def meet(seats=THREE, aim="losses", **options):
    """Everybody on the table, far from everybody else; no card is being played."""
    world = World(decoded(opened(seats, **options).state), Told())
    state = world.state
    state.active, state.special["aim"] = None, aim
    middle = Point(state.width // 2, state.height // 2)
    state.goal = dict.fromkeys(seats, middle) if aim == "hold" else {}
    for number, figure in enumerate(state.figures.values()):
        figure.where, figure.at = "table", Point(20 + 40 * (number % 25), 20 + 40 * (number // 25))
    return world


# --- 17.1 -------------------------------------------------------------------------------------------------------------


def test_17_1_of_three_one_gives_up_and_the_others_go_on():
    world = meet()
    phases.concede(world, "third")
    assert world.state.phase != "over"
    assert {one.fate for one in world.state.of("third")} == {"exited"}
    phases.concede(world, "second")
    assert world.state.over == "concession"
    rows = world.state.outcome["seats"]
    assert [(rows[seat]["result"], rows[seat]["points"] > 0) for seat in THREE] == [
        ("win", True),
        ("loss", False),
        ("loss", False),
    ]


def test_17_1_while_another_has_nobody_able_the_game_is_over_at_the_end_of_the_activation_and_not_by_concession():
    world = meet()
    for figure in world.state.of("second"):
        figure.where, figure.fate = "out", "fled"
    squad = next(squad.id for squad in world.state.squads.values() if squad.seat == "first")
    world.state.phase = "orders"
    world.state.active = Active(card="first:2", seat="first", owner="first", squad=squad, orders=3, left=3)
    phases.concede(world, "third")
    assert world.state.phase == "orders"
    phases.settle(world)
    assert world.state.phase == "over"
    assert world.state.over == "points"


def test_17_1_who_gives_up_on_his_own_card_ends_his_activation():
    world = meet()
    squad = next(squad.id for squad in world.state.squads.values() if squad.seat == "third")
    for figure in world.state.of("second"):
        figure.where, figure.fate = "out", "fled"
    world.state.phase = "orders"
    world.state.active = Active(card="third:2", seat="third", owner="third", squad=squad, orders=3, left=3)
    phases.concede(world, "third")
    assert (world.state.phase, world.state.over) == ("over", "points")


@pytest.mark.parametrize(
    ("broken", "near", "fate", "captor"),
    [(False, True, "exited", ""), (True, True, "held", "second"), (True, False, "fled", "")],
)
def test_17_1_unbroken_figures_leave_and_broken_ones_are_the_nearest_hostile_seats(broken, near, fate, captor):
    world = meet()
    figure = world.state.of("first")[1]
    figure.broken = broken
    figure.at = Point(700, 700)
    if near:
        world.state.of("second")[0].at = Point(700, 800)
    else:
        for side in world.state.sides.values():
            side.war = ()
    phases.concede(world, "first")
    assert (figure.fate, figure.captor) == (fate, captor)


def test_17_1_a_group_takes_nobody_who_gives_up():
    from tests.rulesets.awam.test_fashoda import world as fashoda

    race = fashoda()
    dervish = race.state.of("dervishes")[0]
    figure = race.figure("1.1.2")
    dervish.where, dervish.at = "table", Point(500, 300)
    figure.where, figure.aboard, figure.at, figure.broken = "table", "", Point(500, 340), True
    phases.concede(race, "first")
    assert (figure.fate, figure.captor) == ("fled", "")


def test_17_1_the_treaty_of_one_who_gives_up_leaves_the_shilluk_to_themselves():
    from tests.rulesets.awam.test_fashoda import world as fashoda

    race = fashoda(umpire=True)
    race.state.special |= {"treaty": "first", "signed_by": "first", "orders:shilluk": "first"}
    phases.concede(race, "first")
    assert "orders:shilluk" not in race.state.special
    said = Action(kind="treaty", arguments={"seat": "first", "reason": "As it was."})
    assert asking.check(race, "umpire", said) is None
    asking.answer(race, "umpire", said)
    assert "orders:shilluk" not in race.state.special


def test_17_1_of_two_the_other_wins_minor_or_as_the_row_or_the_losses_give_it():
    for fallen, level in ((0, "minor"), (8, "major")):
        men = [man(f"2.1.{n}", "askari", 100 + 50 * n, 1900) for n in range(1, 11)]
        world = table(man("1.1.1", "askari", 100, 100), *men, scenario="meeting")
        world.state.special["aim"] = "losses"
        for side in world.state.sides.values():
            side.started = scoring.started(world, side.seat)
        for figure in men[:fallen]:
            figure.where, figure.fate = "out", "dead"
        phases.concede(world, "second")
        rows = world.state.outcome["seats"]
        assert [(rows[seat]["result"], rows[seat]["level"]) for seat in ("first", "second")] == [
            ("win", level),
            ("loss", level),
        ]


def test_17_1_by_ruling_the_rows_or_points_of_now_count():
    world = meet(umpire=True)
    world.state.phase = "pick"
    phases.ruled_over(world)
    assert world.state.outcome["by"] == "ruling"
    assert {row["result"] for row in world.state.outcome["seats"].values()} <= {"win", "draw", "loss"}


# --- 17.2 -------------------------------------------------------------------------------------------------------------


def test_17_2_level_for_the_best_those_draw_and_share_the_rank():
    world = meet()
    for seat in THREE:
        world.side(seat).started = 92
    rows = scoring.by_points(world, {"first": 4, "second": 4, "third": 1}, {})["seats"]
    assert [(rows[seat]["result"], rows[seat]["level"], rows[seat]["rank"]) for seat in THREE] == [
        ("draw", None, 1),
        ("draw", None, 1),
        ("loss", "minor", 3),
    ]


@pytest.mark.parametrize("best", [0, 1])
def test_17_2_nobody_able_and_nobody_above_nought_all_lose(best):
    world = meet()
    for figure in world.state.figures.values():
        figure.where, figure.fate = "out", "fled"
    rows = scoring.by_points(world, {"first": best, "second": 0, "third": -3}, {})["seats"]
    results = {seat: row["result"] for seat, row in rows.items()}
    assert results == dict.fromkeys(THREE, "loss") | ({"first": "win"} if best else {})


def test_17_2_three_quarters_lost_is_a_major_loss():
    world = meet()
    men = world.state.of("second")
    world.side("second").started = sum(one.worth for one in men)
    for figure in men:
        figure.where, figure.fate = "out", "dead"
    rows = scoring.by_points(world, {"first": 4, "second": 3, "third": 3}, {})["seats"]
    assert (rows["second"]["level"], rows["third"]["level"]) == ("major", "minor")


def test_17_2_two_who_draw_share_the_first_rank():
    world = table(man("1.1.1", "askari", 100, 100), man("2.1.1", "askari", 1900, 1900))
    phases.finish(world, scoring.drawn(world, "losses"))
    assert [row["rank"] for row in world.state.outcome["seats"].values()] == [1, 1]


# --- 16.3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_16_3_forces_of_every_number_of_seats_keep_within_their_limits(count):
    for points in (None, 50, 150, 350):
        for seed in ("a", "b"):
            options = {"seed": seed} | ({"points": points} if points else {})
            state = opened(SEATS[:count], **options).state
            starts = [state["sides"][seat]["started"] for seat in SEATS[:count]]
            assert all(17 < start <= (points or 92) for start in starts)
            assert max(starts) * 20 <= min(starts) * 23
            sizes = [squad["started"] for squad in state["squads"].values()]
            assert all(5 <= size <= 9 for size in sizes)  # 5 to 8, and the head in the first
            assert state["width"] == state["height"] == (900 if count == 2 else 1200)


def test_16_3_more_points_raise_more():
    def strength(points):
        return max(opened(points=points).state["sides"][seat]["started"] for seat in THREE)

    assert strength(50) < strength(120) < strength(300)


@pytest.mark.parametrize("points", [49, 351, 0, -1, 92.5, True, "92", None, [92], 10**40])
def test_16_3_a_size_that_is_none_is_refused(points):
    setup = Setup(scenario="meeting", forces=dict.fromkeys(THREE, Force()), options={"points": points})
    (problem,) = Awam().check_setup(setup)
    assert (problem.code, problem.data, problem.place) == ("bad_size", {"low": 50, "high": 350}, "options.points")


def test_16_3_the_strongest_is_weighed_with_its_head(monkeypatch):
    """92 against 80 is within 1.15 times, where the squads alone, 75 against 63, are not."""
    drawn = []

    def force(dice, seat, attempt, points):
        drawn.append(seat)
        return [("askari", 7)] if seat == "first" else [("swordsman", 7)]

    monkeypatch.setattr(meeting, "_force", force)
    monkeypatch.setattr(meeting, "each", lambda kind, leads=False: 17 if kind == "head" else 0)
    monkeypatch.setattr(meeting, "worth", lambda squad: 75 if squad[0] == "askari" else 63)
    state = opened(THREE[:2]).state
    assert drawn == ["first", "second"]
    assert {row["name"] for row in state["figures"].values()} == {"head", "askari", "swordsman"}


def test_16_3_points_of_more_seats_middle_rivals_and_head():
    world = meet(aim="hold")
    play = meeting.Meeting()
    middle = world.state.goal["first"]
    for seat in THREE:
        world.side(seat).started = 92
    assert play.points(world) == dict.fromkeys(THREE, 2)
    for number, figure in enumerate(world.state.of("first")[1:3]):
        figure.at = Point(middle.x + 30 * number, middle.y)
    assert play.points(world) == dict.fromkeys(THREE, 2) | {"first": 5}
    world.state.special["aim"] = "losses"
    assert play.points(world)["first"] == 2
    world.side("third").started = 2 * sum(one.worth for one in world.state.of("third"))
    for figure in world.state.of("third"):
        figure.where, figure.fate = "out", "dead"
    assert play.points(world) == {"first": 5, "second": 5, "third": 0}


@pytest.mark.parametrize(("fate", "captor", "points"), [("fled", "", 2), ("exited", "", 2), ("dead", "", 0), ("held", "second", 0)])  # fmt: skip
def test_16_3_ones_own_head_is_safe_alive_and_free(fate, captor, points):
    world = meet()
    world.side("first").started = 10_000
    head = next(one for one in world.state.of("first") if one.role == "head")
    head.where, head.fate, head.captor = "out", fate, captor
    assert meeting.Meeting().points(world)["first"] == points


def test_15_an_animal_that_another_seat_has_led_off_is_lost():
    world = table(man("1.1.1", "askari", 500, 500), man("2.1.1", "askari", 1900, 1900))
    world.state.animals["m"] = Animal(id="m", seat="first", where="out")
    world.state.special["off:m"] = "first"
    assert scoring.things_lost(world, "first") == 0
    world.state.special["off:m"] = "second"
    assert scoring.things_lost(world, "first") == 2
    phases.finish(world, scoring.drawn(world, "losses"))
    rows = world.state.outcome["seats"]
    assert (rows["first"]["things"], rows["second"]["things"]) == (
        {"lost": ["m"], "taken": []},
        {"lost": [], "taken": ["m"]},
    )


# --- The form of 17.2, and 17.3 ---------------------------------------------------------------------------------------

FORM = {"result", "level", "rank", "points", "start", "lost", "dead", "wounded", "captured", "fled", "unhurt", "by_seat", "things"}  # fmt: skip


def test_17_2_the_form_of_a_result_has_every_key_and_every_figure_once():
    figures = [man(f"1.1.{n}", "askari", 100 * n, 100) for n in range(1, 7)]
    for figure, (where, fate) in zip(figures, (("out", "dead"), ("out", "held"), ("out", "fled")), strict=False):
        figure.where, figure.fate = where, fate
    figures[1].captor, figures[3].wounds, figures[4].broken = "second", 1, True
    world = table(*figures, man("2.1.1", "askari", 1900, 1900))
    phases.finish(world, scoring.of_two("second", "first", "minor"))
    form = world.state.outcome
    row = form["seats"]["first"]

    assert set(form) == {"ruleset", "scenario", "turns", "by", "seats"}
    assert (form["ruleset"], form["scenario"], form["turns"], form["by"]) == ("awam", "well", 1, "row")
    assert set(row) == FORM
    assert [row[key] for key in ("dead", "captured", "fled", "wounded", "unhurt")] == [
        ["1.1.1"],
        ["1.1.2"],
        ["1.1.3", "1.1.5"],
        ["1.1.4"],
        ["1.1.6"],
    ]
    assert row["by_seat"] == {"1.1.2": "second"}


@pytest.mark.parametrize(
    ("scenario", "last", "by"), [("well", True, "losses"), ("well", False, "row"), ("meeting", True, "losses")]
)
def test_17_2_a_game_that_is_over_says_by_what_it_was_decided(scenario, last, by):
    world = table(man("1.1.1", "askari", 100, 100), man("2.1.1", "askari", 1900, 1900), scenario=scenario)
    world.state.special["aim"] = "losses"
    if not last:
        world.figure("2.1.1").where, world.figure("2.1.1").fate = "out", "fled"
    phases.over(world)
    assert (world.state.over, world.state.outcome["by"]) == (by, by)


def test_17_2_of_three_a_game_is_decided_by_points():
    world = meet()
    phases.over(world)
    assert world.state.outcome["by"] == "points"


def test_17_3_at_the_end_who_hides_counts_like_everybody():
    """A thing is not taken beside its owner's hidden man, and one who lies in hiding takes what is left to him."""
    world = table(
        man("1.1.1", "askari", 500, 520, where="hidden"),
        man("1.1.2", "askari", 1500, 1500, wounds=1),
        man("2.1.1", "askari", 520, 500),
        man("2.1.2", "askari", 1500, 1600, where="hidden"),
    )
    world.state.animals["m"] = Animal(id="m", seat="first", at=Point(500, 500))

    assert scoring.animal_holder(world, world.state.animals["m"]) == ""
    assert scoring.left_behind(world, world.figure("1.1.2")) == "second"


def test_17_3_a_gun_that_has_not_come_on_is_nobody_elses():
    world = table(man("1.1.1", "askari", 900, 900), man("2.1.1", "askari", 20, 20))
    world.state.guns["g"] = Gun(id="g", seat="first", kind="cannon", where="coming")

    assert scoring.things_lost(world, "first") == 0


def test_17_3_on_the_ivory_road_a_raider_who_led_an_animal_last_has_it_and_who_only_stands_by_has_not():
    """As the scenario says, which goes before the 5 cm (AWAM 16.2)."""
    world = table(man("1.1.1", "askari", 1900, 100), man("2.1.1", "warrior", 540, 500), scenario="ivory")
    world.state.animals["ivory-1"] = Animal(id="ivory-1", seat="first", at=Point(500, 500))
    beside = scoring.things_lost(world, "first")
    world.state.animals["ivory-1"].led = "second"

    assert (beside, scoring.things_lost(world, "first")) == (0, 2)


@pytest.mark.parametrize(("more", "fate"), [({"wounds": 1, "broken": True}, "fled"), ({"wounds": 1, "where": "out", "fate": "exited"}, "wounded")])  # fmt: skip
def test_17_3_the_first_row_that_fits_is_his(more, fate):
    world = table(man("1.1.1", "askari", 0, 0, **more))
    assert scoring.fate_of(world, world.figure("1.1.1")) == fate


def test_17_3_guns_and_other_things_that_are_taken_are_told_apart():
    world = table(man("1.1.1", "askari", 1900, 1900), man("2.1.1", "askari", 500, 530))
    world.state.guns["cannon-first"] = Gun(id="cannon-first", seat="first", kind="cannon", at=Point(500, 500))
    world.state.animals["mule"] = Animal(id="mule", seat="first", at=Point(500, 500))
    phases.finish(world, scoring.of_two("second", "first", "minor"))
    outcome = Awam().outcome(encoded(world.state))

    assert outcome.guns_taken == {"second": ("cannon-first",)}
    assert outcome.special["taken"] == {"second": ["mule"]}
    assert told(world, "taken") == [{"seat": "second", "things": ["cannon-first", "mule"]}]
