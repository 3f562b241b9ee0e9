"""Animals, hunting games, and the column in the ambush (Askari 11, 12, F.2, H43)."""

import msgspec
import pytest

from rulesets.askari import armies, beasts, charging, ending, entering, phases, ruleset, setting, victory
from rulesets.askari.armies import Army
from rulesets.askari.geometry import Point
from rulesets.askari.ground import Piece
from rulesets.askari.placing import figures_of
from rulesets.askari.prompts import PROMPTS
from rulesets.askari.ruleset import Askari
from rulesets.askari.state import Unit, Want
from rulesets.askari.tables import TABLES
from rulesets.contract import Action
from rulesets.dice import Keyed
from tests.rulesets.askari.battles import GUN, HUNT, LEADER, RIFLES, SPEARS, battle, heard, stage

RULES = Askari()
PLAIN = msgspec.structs.replace(RIFLES, specials=())
BAND = msgspec.structs.replace(SPEARS, key="band", specials=(), rules=())


def army(*units):
    return Army(name="A", units=units, people=(LEADER,), aggression=2)


def wild(kind="lion", *, at=(915, 490), number=1, told=None, scenario="open_field", **more):
    """Rifles in the west, and animals."""
    rifles = {"west:rifles": (900, 300, 0, 1)} | more
    field = stage(army(PLAIN), army(BAND), rifles, told=told, scenario=scenario)
    herd = Unit(id="beast:herd", seat="", name=kind, kind="animal", what=kind, melee=7, starting=number, where="table")
    herd.figures = figures_of(herd.id, number)
    for place, figure in enumerate(herd.figures):
        figure.at = Point(at[0] + 120 * place, at[1])
    field.state.units[herd.id] = herd
    field.touched()
    return field, herd


def roused(field, face, more=None):
    """The rifles have moved, and the die for the animals shows that."""
    field._dice.told |= {
        f"turn/5/{why}": faces for why, faces in ({"beasts/beast:herd": [face]} | (more or {})).items()
    }
    beasts.notice(field, field.unit("west:rifles"))
    while field.state.charge is None and beasts.go_on(field):
        pass


@pytest.mark.parametrize(("distance", "noticed"), [(200, True), (201, False)])
def test_11_animals_notice_whoever_comes_within_twenty(distance, noticed):
    field, _herd = wild(at=(915, 300 + distance))
    roused(field, 3)

    assert bool(heard(field, "roused")) is noticed


def test_11_one_roll_a_group_and_turn():
    field, _herd = wild()
    roused(field, 3)
    roused(field, 3)

    assert len(heard(field, "roused")) == 1


def test_11_result_one_the_whole_group_attacks_and_the_target_tests_at_once():
    told = {"test/west:rifles/beasts~1beast:herd": [1], "beast_move/beast:herd/0": [6, 6, 6]}
    field, herd = wild(number=2)
    roused(field, 1, told)

    assert field.unit("west:rifles").failed
    assert herd.fury == "all"
    assert heard(field, "beasts_attack")[0]["touching"] == 2
    assert field.state.charge["unit"] == herd.id, "contact is a charge"


def test_11_result_two_the_nearest_attacks_and_the_others_stay():
    field, herd = wild(number=2)
    before = herd.figures[1].at
    roused(field, 2, {"beast_move/beast:herd/0": [6, 6, 6]})

    assert heard(field, "beasts_attack")[0]["animals"] == 1
    assert herd.figures[1].at == before
    charging.go_on(field)
    assert [want.prompt for want in field.state.wants] == ["react"], "whom they charge may fire"


def test_R39_a_rush_ends_with_a_wound_and_an_attack_does_not():
    from rulesets.askari import losing

    for fury, left in (("beast:herd.1", ""), ("all", "all")):
        _field, herd = wild()
        herd.fury = fury
        losing.wounded(herd)
        assert herd.fury == left


@pytest.mark.parametrize(
    ("face", "told", "far"), [(4, {"away/beast:herd": [5]}, 50), (5, {"away/beast:herd": [5, 4]}, 90)]
)
def test_11_frightened_animals_move_away(face, told, far):
    field, herd = wild(at=(915, 480))
    roused(field, face, told)
    beasts.stray(field, "straight")

    assert abs(herd.figures[0].at.y - 480 - far) <= 2


@pytest.mark.parametrize(("way", "to"), [("left", (890, 523)), ("far_right", (958, 505))])
def test_11_the_opponent_says_where_animals_stray_to(way, to):
    field, herd = wild(at=(915, 480))
    roused(field, 4, {"away/beast:herd": [5]})
    (want,) = field.state.wants
    assert (want.seat, want.prompt, want.data["unit"]) == ("east", "stray", herd.id)
    assert want.data["ways"] == list(beasts.WAYS)
    before = herd.figures[0].at
    assert ruleset.judge(field, "east", Action(kind="stray", arguments={"way": "home"})).code == "not_offered"
    assert ruleset.judge(field, "west", Action(kind="stray", arguments={"way": way})).code == "not_your_turn"
    ruleset.play(field, {"east": Action(kind="stray", arguments={"way": way})})

    assert before == (915, 480)
    assert herd.figures[0].at == to


def test_11_where_animals_have_room_for_one_way_only_nobody_is_asked():
    field, _herd = wild(at=(915, 480), **{"east:band": (915, 640, 180, 1)})
    field.state.ground = [
        Piece(id="high_wall-1", kind="high_wall", points=(Point(880, 470), Point(880, 1000))),
        Piece(id="high_wall-2", kind="high_wall", points=(Point(950, 470), Point(950, 1000))),
    ]
    field.changed_ground()
    roused(field, 5, {"away/beast:herd": [5, 4]})

    assert field.state.wants == []
    assert heard(field, "beasts_away")[0]["length"] == 90


def test_11_whoever_bolts_goes_its_whole_move():
    field, herd = wild(at=(915, 480))
    roused(field, 6, {"beast_move/beast:herd/0": [1, 2, 3]})

    assert heard(field, "beasts_away") == [{"unit": herd.id, "length": 120, "gone": 0}]


def test_H16_animals_that_reach_an_edge_are_gone():
    field, herd = wild(at=(915, 1170), **{"west:rifles": (900, 1000, 0, 1)})
    roused(field, 6, {"beast_move/beast:herd/0": [6, 6, 6]})

    assert (herd.where, herd.fate) == ("off", "left")
    assert field.state.side("west").trophies == 0


def test_H43_attackers_go_on_in_the_next_turn():
    field, herd = wild(at=(915, 900))
    herd.fury = "all"
    beasts.go_on(field)
    beasts.go_on(field)

    assert heard(field, "beasts_attack")
    assert herd.figures[0].at.y < 900


@pytest.mark.parametrize(("wind", "distance"), [(5, 400), (1, 100), (3, 200), (0, 200)])
def test_12_2_the_wind_decides_how_near_one_is_noticed(wind, distance):
    field, _herd = wild()
    field.state.wind = wind

    assert beasts.notices_within(field, Point(900, 300), Point(900, 600)) == distance


@pytest.mark.parametrize(("turn", "rolls"), [(1, 1), (4, 0), (5, 1)])
def test_12_2_the_wind_lasts_four_turns(turn, rolls):
    field, _herd = wild(scenario="hunt")
    field.state.turn = turn
    beasts.blow(field)

    assert len(heard(field, "wind")) == rolls


@pytest.mark.parametrize(("face", "noticed"), [(3, False), (4, True)])
def test_12_3_in_a_hunt_animals_notice_on_four(face, noticed):
    field, _herd = wild(scenario="hunt")
    roused(field, 3, {"noticed/beast:herd": [face]})

    assert heard(field, "stalked")[0]["noticed"] is noticed
    assert bool(heard(field, "roused")) is noticed


def test_12_3_a_shot_scares_all_other_animals_for_two_turns():
    field, herd = wild(at=(915, 600), scenario="hunt")
    rifles, other = field.unit("west:rifles"), field.unit("west:leader")
    beasts.scared(field, rifles, other)
    first = herd.figures[0].at.y
    assert first > 600
    beasts.scared(field, rifles, other)
    assert herd.figures[0].at.y == first, "once a turn"

    herd.spent, field.state.turn, field.state.now = (), 6, {}
    while beasts.go_on(field):
        pass

    assert herd.where == "off" or herd.figures[0].at.y > first


def test_12_3_whom_one_shoots_at_is_not_scared():
    field, herd = wild(scenario="hunt")
    beasts.scared(field, field.unit("west:rifles"), herd)

    assert not herd.flees_until


def test_D_a_dead_animal_is_a_trophy():
    from rulesets.askari import losing, striking

    field, herd = wild(told={"save/west:rifles/x/beast:herd.1": [3]})
    hit = striking.Hits()
    striking.strike(
        field, field.unit("west:rifles"), herd, herd.figures[0], TABLES.missile["breech_loading_rifle"], "x", hit
    )
    striking.clear_down(field, [herd])

    assert field.state.side("west").trophies == 7
    assert (herd.where, losing.save_of(field, herd, figures_of("x", 1)[0])) == ("off", 4)
    assert beasts.is_over(field)


@pytest.mark.parametrize(
    ("scores", "lost", "parties", "winner", "degree"),
    [
        ((12, 0), (0, 0), (True, False), 0, "major"),
        ((12, 0), (1, 0), (True, False), 0, "minor"),
        ((11, 0), (0, 0), (True, False), None, None),
        ((6, 0), (1, 0), (True, False), 1, "minor"),
        ((20, 10), (0, 0), (True, True), 0, "major"),
        ((10, 13), (0, 0), (True, True), 1, "minor"),
        ((10, 12), (0, 0), (True, True), None, None),
    ],
)
def test_D_hunts_are_won_by_trophies(scores, lost, parties, winner, degree):
    found = victory.hunted(scores, lost, parties, target=12)

    assert (found.winner, found.degree) == (winner, degree)


def opened(setup, seed="hunt"):
    dice = Keyed(seed.encode())
    return RULES.setup(setup, dice)


def deployed():
    """A hunt of one party, to where its other seat says where the animals stand."""
    dice = Keyed(b"hunt")
    state = RULES.setup(HUNT, dice).state
    while (ask := RULES.asks(state)[0]).prompt != "herd":
        state = RULES.apply(state, {ask.seat: RULES.fallback(state, ask.seat, "absent")}, dice).state
    return state, dice


def test_12_1_a_party_deploys_at_the_edge_that_its_die_names():
    step = opened(HUNT)
    told = {happening.kind: happening.data for happening in step.happenings}
    left, low, right, high = next(side["zone"] for side in step.state["sides"] if "zone" in side)

    assert min(right - left, high - low) == 100
    assert told["party_edge"]["seat"] == "west"


def test_12_1_whoever_runs_the_animals_places_each_group_far_from_the_party():
    state, dice = deployed()
    placed = []
    while (ask := RULES.asks(state)[0]).prompt == "herd":
        assert ask.seat == "east"
        offered = next(choice for choice in RULES.menu(state, "east") if choice.kind == "herd").arguments["spot"].values
        hunter = next(unit for unit in state["units"].values() if unit["seat"] == "west")["figures"][0]["at"]
        near = Action(kind="herd_at", arguments={"x": min(1700, hunter[0] + 60), "y": min(1100, hunter[1] + 60)})
        assert RULES.check(state, "east", near).code in ("hunters_near", "too_near")
        beyond = Action(kind="herd_at", arguments={"x": 0, "y": 0})
        assert RULES.check(state, "east", beyond).code == "off_table"
        placed.append((ask.data["unit"], offered[-1]))
        state = RULES.apply(state, {"east": Action(kind="herd", arguments={"spot": offered[-1]})}, dice).state
    herds = {unit["id"]: unit for unit in state["units"].values() if unit["kind"] == "animal"}

    assert {unit["what"] for unit in herds.values()} == {"lion", "buffalo", "antelope", "hippopotamus"}
    for key, spot in placed:
        figures = herds[key]["figures"]
        assert abs(sum(one["at"][0] for one in figures) // len(figures) - spot["x"]) < 130
    hunters = [one["at"] for unit in state["units"].values() if unit["seat"] for one in unit.get("figures", ())]
    wild = [one["at"] for unit in herds.values() for one in unit["figures"]]
    assert min((ax - bx) ** 2 + (ay - by) ** 2 for ax, ay in hunters for bx, by in wild) > 300**2


def test_12_1_only_who_swims_stands_in_the_water():
    state, _dice = deployed()
    lake = Action(kind="herd_at", arguments={"x": 1575, "y": 1000})
    problem = RULES.check(state, "east", lake)

    assert RULES.asks(state)[0].data["unit"] == "beast:lion_1"
    assert problem is None or problem.code in ("ground", "hunters_near")
    field, herd = wild(scenario="hunt")
    field.state.ground = [Piece(id="lake", kind="water", points=setting.corners((1400, 850, 1750, 1150)))]
    field.changed_ground()
    assert beasts.check_herd(field, herd, Point(1575, 1000)).code == "ground"
    herd.what = "hippopotamus"
    assert beasts.check_herd(field, herd, Point(1575, 1000)) is None


def test_12_a_hunt_has_no_orders_and_the_hunter_leads():
    field, _herd = wild(scenario="hunt")
    field.state.sides[0].zone = (0, 0, 1800, 100)
    field.state.phase = "initiative"
    phases.PHASES["initiative"](field)
    phases.PHASES["reinforcements"](field)
    phases.PHASES["orders"](field)

    assert field.state.first == "west"
    assert field.state.phase == "movement"
    assert not heard(field, "threshold")
    assert field.unit("west:rifles").order == "full"


def test_a_party_needs_no_units_but_only_in_a_hunt():
    assert RULES.check_setup(HUNT) == []
    other = msgspec.structs.replace(
        HUNT, scenario="open_field", options={"armies": dict.fromkeys(("west", "east"), "hunters")}
    )
    assert {problem.code for problem in RULES.check_setup(other)} == {"too_few_units"}
    nobody = msgspec.structs.replace(HUNT, options={})
    assert [problem.code for problem in RULES.check_setup(nobody)]


@pytest.mark.parametrize("given", [["dodo"], "lion", ["lion"] * 5, [1]])
def test_animals_that_nobody_knows_are_refused(given):
    setup = battle("open_field", "congo", "slavers", animals=given)

    assert [problem.code for problem in RULES.check_setup(setup)] == ["unknown_animal"]


def test_11_animals_may_roam_an_ordinary_battle():
    step = opened(battle("open_field", army(PLAIN, BAND), army(PLAIN, BAND), animals=["elephant"]))
    state = step.state
    while "beasts_placed" not in {happening.kind for happening in step.happenings}:
        moves = {ask.seat: RULES.fallback(state, ask.seat, "absent") for ask in RULES.asks(state)}
        step = RULES.apply(state, moves, Keyed(b"more"))
        state = step.state

    (herd,) = [unit for unit in state["units"].values() if unit["kind"] == "animal"]
    assert herd["what"] == "elephant"
    assert 1 <= len(herd["figures"]) <= 4


# --- The column in the ambush (F.2) ---------------------------------------------------------------------------------

MULES = armies.Person(key="mules", what="baggage", name="Mules", moves="pack_animals", elements=3)
COLUMN = Army(name="C", units=(PLAIN, GUN), people=(LEADER, MULES), aggression=2)
LAIR = Army(name="L", units=(BAND, msgspec.structs.replace(BAND, key="other")), people=(LEADER,), aggression=2)


def ambush(at=None):
    return stage(LAIR, COLUMN, at or {}, scenario="ambush")


def test_F2_the_ambusher_has_the_first_turn():
    field = ambush()
    field.state.turn = 0
    phases.PHASES["initiative"](field)

    assert field.state.first == "west"
    assert heard(field, "leads") == [{"seat": "west"}]


@pytest.mark.parametrize(("ranks", "facing", "code"), [(3, 90, None), (2, 90, "on_the_march"), (3, 0, "on_the_march")])
def test_F2_the_march_is_in_column_facing_east(ranks, facing, code):
    field = ambush()
    unit = field.unit("east:rifles")
    found = setting.check_deploy(field, unit, Point(500, 600), facing, ranks, loose=False)

    assert (None if found is None else found.code) == code


@pytest.mark.parametrize(("x", "code"), [(600, "baggage_behind"), (300, None)])
def test_F2_the_baggage_is_not_in_front(x, code):
    field = ambush({"east:rifles": (500, 600, 90, 3)})
    found = setting.check_deploy(field, field.unit("east:mules"), Point(x, 600), 90, 2, loose=False)

    assert (None if found is None else found.code) == code


def test_F2_half_the_points_may_hide_and_a_single_dearer_unit():
    field = ambush()
    want = Want(seat="west", prompt="split", sealed=True)
    judged = [
        PROMPTS["split"].check(field, want, Action(kind="split", arguments={"hidden": hidden}))
        for hidden in (["west:band"], ["west:band", "west:other"])
    ]

    assert [None if one is None else one.code for one in judged] == [None, "too_many_hidden"]


def test_F2_all_else_is_in_reserve_and_people_are_with_it():
    field = ambush()
    for unit in field.state.of("west"):
        unit.where, unit.fate = "waiting", ""
    want = Want(seat="west", prompt="split", sealed=True)
    PROMPTS["split"].answer(field, want, Action(kind="split", arguments={"hidden": ["west:band"]}))

    assert {unit.id: (unit.where, unit.joined) for unit in field.state.of("west")} == {
        "west:band": ("hidden", ""),
        "west:other": ("reserve", ""),
        "west:leader": ("reserve", "west:other"),
    }


@pytest.mark.parametrize(("y", "code"), [(960, None), (600, "no_hiding_place")])
def test_F2_nobody_lies_on_the_road(y, code):
    field = ambush()
    field.state.ground = setting._laid(setting.SCENARIOS["ambush"])
    field.changed_ground()
    found = setting.check_deploy(field, field.unit("west:band"), Point(500, y), 180, 2, loose=False, hide=True)

    assert (None if found is None else found.code) == code


def test_F2_reserves_of_the_ambusher_come_from_the_east():
    field = ambush()
    field.unit("west:other").where = "reserve"

    spots = entering.entry_spots(field, field.unit("west:other"))
    assert spots
    assert {(anchor.x, facing) for anchor, facing, _ranks in spots} == {(1700, 270)}


@pytest.mark.parametrize(("x", "added"), [(1400, 15), (1200, 0)])
def test_F2_a_march_that_comes_through_scores(x, added):
    field = ambush({"east:mules": (x, 600, 90, 3), "east:rifles": (500, 600, 90, 3)})

    assert ending.final(field, "east").scenario == added
