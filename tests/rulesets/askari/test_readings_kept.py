"""The readings that leave nothing to choose, and contradictions of the book as they are resolved, each by its number (Askari B, C)."""

import msgspec
import pytest

from rulesets.askari import (
    aiming,
    armies,
    charging,
    entering,
    fights,
    fire,
    formations,
    hospital,
    losing,
    melee,
    moving,
    nerve,
    phases,
    ruleset,
    setting,
    shells,
    striking,
)
from rulesets.askari.armies import Army, Person
from rulesets.askari.geometry import Point
from rulesets.askari.state import Loss
from rulesets.askari.tables import TABLES
from rulesets.contract import Action
from tests.rulesets.askari.battles import GUN, HORSE, LEADER, ORGAN, RIFLES, heard, stage
from tests.rulesets.askari.test_special_rules import BAND, FOE, OTHER, PEOPLE, PLAIN, army
from tests.rulesets.askari.test_vehicles import BOAT, CANOE

RIFLE = TABLES.missile["breech_loading_rifle"]
BEARER = PEOPLE["army_standard"]
PAIR = {"west:band": (900, 474, 0, 1), "east:band": (900, 500, 180, 1)}


def judged(army_) -> list[tuple[str, str, str]]:
    return [(one.code, one.rule, one.place) for one in armies.problems(army_)]


def with_people(*people) -> Army:
    return Army(name="A", units=(BAND, OTHER), people=(LEADER, *people), aggression=2)


# --- Lists (2.3, X10) ---


@pytest.mark.parametrize(
    ("what", "name"),
    [
        ("sorcerer", "shooting"),
        ("sorcerer", "melee"),
        ("gunbearer", "shooting"),
        ("interpreter", "melee"),
        ("effendi", "courage"),
        ("scout", "courage"),
        ("signals", "courage"),
        ("army_standard", "courage"),
        ("army_standard", "shooting"),
    ],
)
def test_2_3_what_the_book_says_no_to_nobody_has(what, name):
    people = [PEOPLE["white_man"]] if what == "gunbearer" else []
    odd = msgspec.structs.replace(PEOPLE[what], **{name: 2})
    number = len(people) + 1

    assert judged(with_people(*people, odd)) == [("says_no", "Askari 2.3", f"army.people[{number}].{name}")]


def test_2_3_1_a_leader_has_no_courage_value():
    brave = msgspec.structs.replace(LEADER, courage=3)

    assert judged(Army(name="A", units=(BAND, OTHER), people=(brave,), aggression=2)) == [
        ("says_no", "Askari 2.3", "army.people[0].courage")
    ]


@pytest.mark.parametrize(
    ("tags", "shooting", "codes"), [(("european",), 0, []), (("european",), 1, ["says_no"]), ((), 0, ["says_no"])]
)
def test_X10_a_european_standard_bearer_shoots_his_revolver_with_nothing(tags, shooting, codes):
    bearer = msgspec.structs.replace(BEARER, tags=tags, shooting=shooting, weapons=("pistol",))

    assert [code for code, _rule, _place in judged(with_people(bearer))] == codes


# --- Orders and movement ---


def test_R8_an_attached_musician_serves_his_unit_and_no_other():
    drummed = msgspec.structs.replace(BAND, specials=("musician",))
    places = {"west:band": (900, 300, 0, 2), "west:other": (600, 300, 0, 2), "west:musician": (900, 200, 0, 1)}
    field = stage(army(drummed, OTHER, people=("army_musician",)), army(BAND), places)
    field.unit("west:other").order = ""

    assert phases.extra_orders(field, "west") == []


def test_R31_who_hides_or_is_engaged_has_a_die_and_reserves_and_arrivals_have_none():
    more = [msgspec.structs.replace(BAND, key=key, name=key) for key in ("hidden", "fresh", "waiting")]
    places = {**PAIR, "west:fresh": (300, 300, 0, 2), "west:hidden": (600, 300, 0, 2)}
    field = stage(army(BAND, *more), army(BAND), places)
    field.unit("west:hidden").where = "hidden"
    field.unit("west:waiting").where, field.unit("west:waiting").fate = "reserve", ""
    field.unit("west:fresh").arrived = 5

    assert [unit.id for unit in phases.needing_orders(field, "west")] == ["west:band", "west:hidden"]


@pytest.mark.parametrize(("arrived", "order", "whole"), [(4, "full", True), (4, "", False), (3, "full", False)])
def test_R25_the_whole_move_is_for_the_turn_after_arrival_and_by_order(arrived, order, whole):
    field = stage(army(BAND), army(BAND), {"west:band": (900, 300, 0, 2)})
    band = field.unit("west:band")
    band.arrived, band.order = arrived, order

    assert moving.goes_its_whole_move(field, band) is whole


@pytest.mark.parametrize(("gaps", "together"), [([75, 75, 75], True), ([75, 76, 75], False), ([75, 150], False)])
def test_R32_cohesion_is_a_chain_of_gaps(gaps, together):
    points = [Point(sum(gaps[:number]), 0) for number in range(len(gaps) + 1)]

    assert formations.holds_together(points, 25, TABLES.bases.cohesion) is together


def test_R49_who_starts_in_rough_ground_moves_rough():
    from rulesets.askari.ground import Piece

    field = stage(army(BAND), army(BAND), {"west:band": (900, 300, 0, 2)})
    field.state.ground = [Piece(id="rocks", kind="rocks", points=setting.corners((900, 200, 1000, 400)))]
    field.changed_ground()
    field.ask("west", "activate")
    flat = Action(kind="move", arguments={"unit": "west:band", "rough": False})

    assert moving.modes(field, field.unit("west:band")) == [True]
    assert ruleset.judge(field, "west", flat).code == "ground_decides"


def test_R53_who_halts_with_an_order_takes_cover():
    covered = msgspec.structs.replace(BAND, rules=("take_cover",))
    field = stage(army(covered), army(BAND), {"west:band": (900, 300, 0, 2)})
    moving.halt(field, field.unit("west:band"), 150)

    assert field.unit("west:band").prone


def test_R80_nobody_who_is_engaged_takes_cover():
    covered = msgspec.structs.replace(BAND, rules=("take_cover",))
    field = stage(army(covered), army(BAND), PAIR)
    moving.halt(field, field.unit("west:band"), 150)

    assert not field.unit("west:band").prone


def test_R92_people_come_with_the_unit_that_they_are_with():
    field = stage(army(BAND, OTHER, people=("sorcerer",)), army(BAND), {"west:other": (300, 300, 0, 2)})
    band, wizard = field.unit("west:band"), field.unit("west:sorcerer")
    for unit in (band, wizard):
        unit.where, unit.fate = "reserve", ""
    wizard.joined = band.id
    assert phases.reserves(field, "west") == ["west:band"]
    entering.arrive(field, band, *entering.entry_spots(field, band)[0])

    assert (band.where, wizard.where) == ("table", "table")


# --- Charges and fire ---


def test_R48_who_charges_or_is_charged_does_not_shoot_this_turn():
    field = stage(army(PLAIN), army(PLAIN), {"west:rifles": (900, 300, 0, 1), "east:rifles": (900, 600, 180, 1)})
    rifles = field.unit("west:rifles")
    assert aiming.may_fire(field, rifles)
    for charged, answered in ((True, False), (False, True)):
        rifles.charged_in, rifles.was_charged = charged, answered
        assert not aiming.may_fire(field, rifles)


@pytest.mark.parametrize(("since", "may"), [(0, True), (5, True), (4, False)])
def test_R51_a_unit_engaged_this_turn_may_be_shot_by_others_and_one_engaged_before_may_not(since, may):
    places = {**PAIR, "west:rifles": (900, 300, 0, 1)}
    field = stage(army(PLAIN, BAND), army(BAND), places)
    field.unit("east:band").engaged_since = since

    assert aiming.may_be_shot(field, field.unit("west:rifles"), field.unit("east:band"), RIFLE) is may


def test_R55_throwing_is_never_at_long_range_and_the_thrower_has_moved():
    field = stage(army(msgspec.structs.replace(BAND, shooting=1, weapons=("throwing_weapons",))), army(BAND), PAIR)
    unit, target = field.unit("west:band"), field.unit("east:band")
    unit.walked = 100
    about = aiming.circumstances(field, unit, unit.figures[0], target, target.figures[0], reaction=False, charger=True)
    from rulesets.askari import shooting

    rows = shooting.modifiers(TABLES.missile["throwing_weapons"], msgspec.structs.replace(about, distance=99))
    assert [row.key for row in rows] == ["shooter_moved"]


def test_R90_a_unit_engaged_before_or_that_has_answered_does_not_react():
    places = {"west:band": (900, 474, 0, 1), "west:other": (900, 560, 180, 1), "east:rifles": (900, 500, 0, 1)}
    field = stage(army(BAND, OTHER), army(PLAIN), places)
    rifles, other = field.unit("east:rifles"), field.unit("west:other")
    assert charging.reactions(field, rifles, other) == [], "it is engaged with the band"
    field = stage(army(BAND, OTHER), army(PLAIN), {key: at for key, at in places.items() if key != "west:band"})
    rifles, other = field.unit("east:rifles"), field.unit("west:other")
    assert charging.reactions(field, rifles, other)
    rifles.reacted = True
    assert charging.reactions(field, rifles, other) == []


@pytest.mark.parametrize(("face", "role"), [(2, "officer"), (3, "")])
def test_R35_the_die_says_whether_the_special_figure_is_the_one(face, role):
    field = stage(
        army(PLAIN), army(RIFLES), {"east:rifles": (900, 500, 180, 1)}, told={"special/east:rifles/x": [face]}
    )
    standing = sorted(field.unit("east:rifles").figures, key=lambda figure: figure.role != "officer")

    assert striking.special(field, field.unit("east:rifles"), standing, {}, "x").role == role
    only = [figure for figure in standing if figure.role]
    assert striking.special(field, field.unit("east:rifles"), only, {}, "y").role == "officer", "nobody else is left"


def test_R46_who_is_down_fires_still_helps_still_and_blocks_no_line():
    led = msgspec.structs.replace(RIFLES, specials=("officer",))
    places = {"west:rifles": (900, 300, 0, 1), **FOE}
    field = stage(army(led), army(BAND), places)
    rifles = field.unit("west:rifles")
    for figure in rifles.figures:
        figure.down = True
    able = aiming.shooters(field, rifles, field.unit("east:band"), RIFLE)

    assert len(able) == 6
    assert "unit_leader" in [row.key for row in able[0].rows]
    assert rifles.standing == []


def test_R56_casualties_of_a_gun():
    field = stage(army(PLAIN), army(GUN), {"east:gun": (900, 500, 180, 1)})
    gun = field.unit("east:gun")
    losing.failed_save_of_piece(field, gun)
    assert gun.casualties == 1
    losing.failed_save_of_piece(field, gun)
    assert (gun.casualties, gun.fate) == (3, "destroyed")


@pytest.mark.parametrize(("faces", "stands"), [((6, 6, 6), True), ((6, 5, 6), False)])
def test_R66_a_figure_under_the_marker_survives_only_if_all_succeed(faces, stands):
    field = stage(
        army(GUN), army(BAND), {"west:gun": (900, 200, 0, 1), **FOE}, told={"save/west:gun/x/east:band.1": faces}
    )
    band = field.unit("east:band")
    shell = TABLES.missile["light_breech_loading_gun"]
    striking.strike(field, field.unit("west:gun"), band, band.figures[0], shell, "x", striking.Hits(), impacts=3)

    assert band.figures[0].down is not stands


def test_R82_a_piece_fires_once_whatever_its_crew():
    field = stage(army(ORGAN), army(BAND), {"west:organ": (900, 300, 0, 1), **FOE})
    organ, weapon = field.unit("west:organ"), TABLES.missile["lever_machine_gun"]
    for crew in (3, 1):
        organ.crew = crew
        able = aiming.shooters(field, organ, field.unit("east:band"), weapon)
        assert sum(shot.dice for shot in aiming.shots(weapon, able, reaction=False)) == 5


def test_R83_no_fire_harms_baggage():
    places = {"west:gun": (900, 200, 0, 1), "east:mules": (900, 500, 180, 1)}
    field = stage(army(GUN), army(BAND, people=("mules",)), places)
    hit = striking.Hits()
    gun = field.unit("west:gun")
    shells._burst(field, gun, Point(900, 500), TABLES.missile["light_breech_loading_gun"], "x", hit)
    ball = TABLES.missile["light_muzzle_loading_gun"]
    shells._ball(field, gun, Point(900, 200), Point(900, 400), ball, "y", hit)

    assert hit.units == {}
    assert aiming.targets(field, gun, "light_breech_loading_gun") == []


def test_R22_one_test_for_a_unit_however_often_it_was_hit():
    field = stage(army(ORGAN), army(BAND), {"west:organ": (900, 300, 0, 1), **FOE})
    fire._terror(field, TABLES.missile["lever_machine_gun"], "shot", striking.Hits(units={"east:band": 4}))

    assert field.unit("east:band").tests == 1


@pytest.mark.parametrize(("boat", "fails"), [(BOAT, 3), (CANOE, 1)])
def test_R99_a_gunboat_is_armour_and_a_boat_is_not(boat, fails):
    field = stage(army(boat), army(BAND), {f"west:{boat.key}": (900, 300, 0, 1)})
    unit = field.unit(f"west:{boat.key}")

    assert (unit.vehicle.fails, losing.save_of(field, unit, unit.figures[0])) == (fails, 4)


# --- Hand to hand ---


@pytest.mark.parametrize(("distance", "thrown"), [(100, 1), (101, 0)])
def test_R95_who_is_within_ten_throws(distance, thrown):
    one = msgspec.structs.replace(BAND, figures=1, shooting=1, weapons=("throwing_weapons",))
    field = stage(
        army(one),
        army(msgspec.structs.replace(BAND, figures=1)),
        {"west:band": (900, 300, 0, 1), "east:band": (900, 300 + distance, 180, 1)},
    )

    assert len(charging._throwers(field, field.unit("west:band"), field.unit("east:band"))) == thrown


def test_R58_who_fails_to_break_off_stays_its_order_spent_and_unmarked():
    field = stage(army(BAND), army(BAND), PAIR, told={"courage/west:band/break_off": [3]})
    band = field.unit("west:band")
    moving.do(field, band, "break_off", {"rough": False})

    assert (band.acted, band.failed, field.state.going) == (True, False, None)


def test_R58_guns_never_break_off():
    field = stage(army(ORGAN), army(BAND), {"west:organ": (885, 457, 0, 1), **FOE})
    organ = field.unit("west:organ")
    organ.engaged_since = 4
    assert field.engaged(organ)

    assert not moving.may_break_off(field, organ)


def test_R85_people_break_off_without_an_order_and_without_a_roll():
    field = stage(army(BAND), army(BAND), {"west:leader": (885, 474, 0, 1), **FOE})
    leader = field.unit("west:leader")
    leader.order, leader.engaged_since = "", 4
    assert moving.may_break_off(field, leader)
    moving.do(field, leader, "break_off", {"rough": False})

    assert field.state.going is not None
    assert heard(field, "dared") == []


def test_R59_a_unit_fights_once_a_turn():
    field = stage(army(BAND), army(BAND), PAIR)
    assert fights.groups(field) == [["east:band", "west:band"]]
    fights.start(field, fights.groups(field)[0])

    assert fights.groups(field) == []


def test_R30_who_has_the_initiative_picks_the_next_melee():
    places = {**PAIR, "west:other": (400, 474, 0, 1), "east:other": (400, 500, 180, 1)}
    field = stage(army(BAND, OTHER), army(BAND, OTHER), places)
    field.state.phase, field.state.first = "melee", "east"
    phases.proceed(field)

    assert [(want.seat, want.prompt, len(want.data["groups"])) for want in field.state.wants] == [("east", "fight", 2)]


def test_R72_an_assistant_takes_the_blow_of_a_lost_fight():
    assisted = msgspec.structs.replace(LEADER, assistants=1)
    field = stage(
        Army(name="A", units=(BAND, OTHER), people=(assisted,)), army(BAND), {"west:leader": (885, 474, 0, 1), **FOE}
    )
    leader, foe = field.unit("west:leader"), field.unit("east:band")
    fights._fell(field, leader, leader.figures[0], foe, foe.figures[0])
    assert (leader.assistants, leader.where) == (0, "table")
    fights._fell(field, leader, leader.figures[0], foe, foe.figures[0])

    assert leader.where == "off"


@pytest.mark.parametrize(("values", "dice"), [((0, -1), 0), ((3, 4), 5)])
def test_R47_never_fewer_than_no_dice(values, dice):
    own, second = values
    fighter = melee.Fighter(base=own, across=own == 0)

    assert melee.dice_of(fighter, melee.Fighter(base=max(0, second)) if second > 0 else None) == dice


# --- Courage ---


def test_R6_a_white_man_tests_as_a_unit_of_one():
    field = stage(army(BAND, OTHER, people=("white_man",)), army(BAND), {"west:white_man": (900, 300, 0, 1)})
    hunter = field.unit("west:white_man")

    assert nerve.tests_itself(hunter)
    assert not hunter.takes_orders


def test_R9_R77_each_source_cancels_one_test_of_a_unit_and_the_army_standard_one_unit_a_turn():
    led = msgspec.structs.replace(BAND, specials=("standard",))
    places = {"west:band": (900, 300, 0, 2), "west:other": (600, 300, 0, 2), "west:standard": (750, 300, 0, 1)}
    field = stage(army(led, OTHER, people=("army_standard",)), army(BAND), places)
    band, other = field.unit("west:band"), field.unit("west:other")
    assert list(nerve.cancels(field, band)) == ["standard", "army_standard"]
    band.tests = 2
    nerve.take(field, band, ("standard", "army_standard"))

    assert list(nerve.cancels(field, band)) == []
    assert list(nerve.cancels(field, other)) == [], "it serves one unit a turn"


def test_R11_a_wounded_figure_counts_as_a_casualty_when_it_is_hit_and_his_carrier_does_not():
    tent = Person(key="hospital", what="hospital", name="H")
    field = stage(
        with_people(tent),
        army(PLAIN),
        {"west:band": (900, 500, 0, 1), "west:hospital": (300, 300, 0, 1), "east:rifles": (900, 800, 180, 1)},
    )
    band = field.unit("west:band")
    field._dice.told["turn/5/save/east:rifles/x/west:band.1"] = (1,)
    striking.strike(field, field.unit("east:rifles"), band, band.figures[0], RIFLE, "x", striking.Hits())
    hospital.carry(field, band, 1)

    assert (band.casualties, band.count) == (1, 4)


def test_R12_one_test_however_many_elements_fell():
    places = {"west:mules": (900, 474, 0, 1), "west:band": (300, 300, 0, 2), **FOE}
    field = stage(army(BAND, people=("mules",)), army(BAND), places)
    for figure, x in zip(field.unit("west:mules").figures, (825, 885, 945), strict=True):
        figure.at = Point(x, 467)
    field.touched()
    fights.captures(field)

    assert heard(field, "baggage_taken")[0]["elements"] >= 2
    assert field.unit("west:band").tests == 1


def test_R98_when_all_baggage_is_lost_the_tests_of_that_turn_are_worse_already():
    places = {"west:mules": (900, 474, 0, 1), "west:band": (300, 300, 0, 2), **FOE}
    field = stage(army(BAND, people=("mules",)), army(BAND), places)
    mules = field.unit("west:mules")
    mules.figures = mules.figures[:1]
    mules.figures[0].at = Point(885, 467)
    field.touched()
    fights.captures(field)

    assert nerve.spirits(field, field.unit("west:band")).baggage_lost


def test_R62_whoever_is_with_a_unit_flees_with_it_and_nobody_mourns_him():
    field = stage(
        army(BAND, OTHER, people=("sorcerer",)),
        army(BAND),
        {"west:band": (900, 300, 0, 2), "west:sorcerer": (900, 240, 0, 1), "west:other": (1500, 300, 0, 2)},
    )
    wizard = field.unit("west:sorcerer")
    wizard.joined = "west:band"
    nerve.rout(field, field.unit("west:band"))

    assert (wizard.where, wizard.fate) == ("off", "routed")
    assert field.state.losses == []


def test_R63_only_figures_of_the_army_are_mourned():
    drummed = msgspec.structs.replace(BAND, specials=("musician", "standard"))
    field = stage(
        army(drummed, OTHER, people=("army_musician",)),
        army(BAND),
        {"west:band": (900, 300, 0, 2), "west:musician": (900, 200, 0, 1)},
    )
    band, drummer = field.unit("west:band"), field.unit("west:musician")
    for role in ("musician", "standard"):
        losing.remove(field, band, band.special(role), how="fire")
    assert field.state.losses == []
    losing.remove(field, drummer, drummer.figures[0], how="fire")

    assert field.state.losses == [Loss(seat="west", at=Point(900, 200), unit="west:musician", person=True)]


@pytest.mark.parametrize(("courage", "passed"), [(0, True), (None, True)])
def test_R69_zero_always_passes_and_no_is_never_tested(courage, passed):
    field = stage(army(msgspec.structs.replace(BAND, courage=courage)), army(BAND), {"west:band": (900, 300, 0, 2)})

    assert nerve.rolls_courage(field, field.unit("west:band"), "x") is passed
    assert heard(field, "dared") == []


def test_R89_sorcerers_of_who_lost_the_initiative_are_asked_first():
    people = ("sorcerer",)
    places = {
        "west:band": (900, 300, 0, 2),
        "west:sorcerer": (1100, 300, 0, 1),
        "east:band": (900, 600, 180, 2),
        "east:sorcerer": (1100, 600, 180, 1),
    }
    field = stage(army(BAND, people=people), army(BAND, people=people), places)
    field.state.phase, field.state.now = "courage", {}
    phases.proceed(field)
    assert [(want.seat, want.prompt) for want in field.state.wants] == [("east", "curse")]
    ruleset.play(field, {"east": Action(kind="done")})

    assert [(want.seat, want.prompt) for want in field.state.wants] == [("west", "curse")]


def test_R24_who_has_the_initiative_rallies_first():
    places = {
        "west:band": (900, 300, 0, 2),
        "west:leader": (900, 240, 0, 1),
        "east:band": (900, 600, 180, 2),
        "east:leader": (900, 660, 180, 1),
    }
    field = stage(army(BAND), army(BAND), places)
    for key in ("west:band", "east:band"):
        field.unit(key).failed = True
    field.state.phase, field.state.now = "rally", {}
    phases.proceed(field)

    assert [(want.seat, want.prompt) for want in field.state.wants] == [("west", "rally")]


def test_X7_an_engaged_unit_may_be_given_an_order_to_break_off_and_nothing_else():
    field = stage(army(BAND), army(BAND), PAIR)
    field.ask("west", "activate")
    field.unit("west:band").engaged_since = 4
    allowed = {choice.kind for choice in ruleset.Askari().menu(_encoded(field), "west") if choice.label == "west:band"}

    assert field.unit("west:band") in phases.needing_orders(field, "west")
    assert allowed == {"break_off"}


def _encoded(field):
    from rulesets.askari.state import encoded

    return encoded(field.state)


def test_X8_one_may_pass_a_friend_but_not_end_on_him():
    from rulesets.askari.placing import Plan

    field = stage(army(BAND), army(BAND), {"west:band": (900, 300, 0, 2), "west:leader": (900, 380, 0, 1)})
    band = field.unit("west:band")
    beyond, on = (Plan(points=(Point(900, y),), facing=0, ranks=2) for y in (470, 380))

    assert moving.check_plan(field, band, beyond, length=200, rough=False) is None
    assert moving.check_plan(field, band, on, length=200, rough=False).code in ("too_near", "overlap")


def test_R97_dismounted_riders_move_as_their_type_and_save_on_six():
    field = stage(army(HORSE), army(BAND), {"west:horse": (900, 300, 0, 1)})
    horse = field.unit("west:horse")
    assert losing.save_of(field, horse, horse.figures[0]) == 4
    moving.do(field, horse, "dismount", {})

    assert (field.mounted_mode(horse), losing.save_of(field, horse, horse.figures[0])) == ("irregular", 6)
    horse.charged_in = True
    assert fights.fighter(field, "west:horse.1", "west:horse.2").weapon == 0, "no lance on foot"
