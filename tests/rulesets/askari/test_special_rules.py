"""One test for each special rule, leader's quality and special character; the paragraph stands in its name."""

import msgspec
import pytest

from rulesets.askari import (
    aiming,
    armies,
    charging,
    entering,
    fights,
    fire,
    hospital,
    mounts,
    moving,
    nerve,
    phases,
    placing,
    setting,
    shells,
    sound,
    striking,
)
from rulesets.askari.armies import Army, Person, Troop
from rulesets.askari.geometry import Point
from rulesets.askari.ground import Piece
from rulesets.askari.placing import Plan
from rulesets.askari.prompts import PROMPTS
from rulesets.askari.state import Want
from rulesets.askari.tables import TABLES
from rulesets.contract import Action
from tests.rulesets.askari.battles import GUN, HORSE, LEADER, ORGAN, RIFLES, battle, heard, stage

PLAIN = msgspec.structs.replace(RIFLES, specials=())
BAND = Troop(key="band", name="Band", figures=6, moves="native", melee=3, courage=4, weapons=("weapon_and_shield",))
OTHER = msgspec.structs.replace(BAND, key="other", name="Other")
PEOPLE = {
    "army_standard": Person(key="standard", what="army_standard", name="S", moves="native", melee=2),
    "army_musician": Person(key="musician", what="army_musician", name="M", moves="native", melee=1),
    "sorcerer": Person(key="sorcerer", what="sorcerer", name="W", moves="native"),
    "scout": Person(key="scout", what="scout", name="E", moves="scout", shooting=3, melee=3, on_foot="native"),
    "white_man": Person(
        key="white_man",
        what="white_man",
        name="H",
        moves="regular",
        shooting=3,
        melee=3,
        courage=3,
        weapons=("pistol",),
    ),
    "gunbearer": Person(key="gunbearer", what="gunbearer", name="B", moves="gunbearer", melee=1, master="white_man"),
    "effendi": Person(key="effendi", what="effendi", name="F", moves="irregular", shooting=2, melee=2),
    "interpreter": Person(key="interpreter", what="interpreter", name="I", moves="irregular"),
    "correspondent": Person(
        key="correspondent", what="correspondent", name="C", moves="regular", shooting=1, melee=1, courage=0
    ),
    "signals": Person(key="signals", what="signals", name="H", moves="regular", melee=1),
    "mules": Person(key="mules", what="baggage", name="G", moves="pack_animals", elements=3),
    "sumptuous": Person(key="sumptuous", what="sumptuous_baggage", name="G", moves="pack_animals", elements=5),
}
FOE = {"east:band": (900, 500, 180, 1)}


def army(*units, quality="crafty", people=()) -> Army:
    leader = msgspec.structs.replace(LEADER, qualities=(quality,))
    return Army(name="A", units=units, people=(leader, *(PEOPLE[one] for one in people)), aggression=2)


def rows(field, one: str, other: str, weapon="breech_loading_rifle") -> dict[str, int]:
    """What is added to the shot of the first figure that can fire."""
    able = aiming.shooters(field, field.unit(one), field.unit(other), TABLES.missile[weapon])
    return {row.key: row.value for row in able[0].rows}


def sources(field, key="west:band") -> list[str]:
    return list(nerve.cancels(field, field.unit(key)))


# --- 2.5 Special rules ----------------------------------------------------------------------------------------------


def test_2_5_agile():
    agile = msgspec.structs.replace(BAND, rules=("agile",))
    field = stage(army(PLAIN), army(agile), {"west:rifles": (900, 300, 0, 1), **FOE})

    assert rows(field, "west:rifles", "east:band")["agile"] == -1
    assert fights.fighter(field, "east:band.1", "west:rifles.1").agile


def test_2_5_machine_gun_hits_reach_any_unit_within_four_centimetres():
    field = stage(
        army(ORGAN), army(BAND, OTHER), {"west:organ": (900, 300, 0, 1), **FOE, "east:other": (1085, 500, 180, 1)}
    )
    first = max(field.unit("east:band").figures, key=lambda figure: figure.at.x)
    near = fire._near_aim(
        field, field.unit("east:band"), first, TABLES.spread.machine_gun_side, TABLES.missile["lever_machine_gun"]
    )

    assert {field.owner_of(figure.id).id for figure in near} == {"east:band", "east:other"}


def test_2_5_area_effect_hits_friend_and_foe_and_scenery():
    field = stage(army(GUN, BAND), army(OTHER), {"west:band": (900, 500, 0, 1), "east:other": (900, 545, 180, 1)})
    house = Piece(id="house", kind="building", points=setting.corners((840, 510, 960, 540)), resistance=10)
    field.state.ground = [house]
    field.changed_ground()
    hit = striking.Hits()
    shells._burst(field, field.unit("west:gun"), Point(900, 522), TABLES.missile["light_breech_loading_gun"], "x", hit)

    assert set(hit.units) == {"west:band", "east:other"}
    assert heard(field, "breach")[0]["left"] < 10


def test_2_5_assistants_take_the_blow():
    assisted = msgspec.structs.replace(LEADER, assistants=1)
    field = stage(
        Army(name="A", units=(BAND, OTHER), people=(assisted,)), army(BAND), {"west:leader": (900, 300, 0, 1)}
    )
    leader = field.unit("west:leader")
    hunter = field.unit("east:band")
    field._dice.otherwise = Ones()
    for number in range(2):
        striking.strike(
            field, hunter, leader, leader.figures[0], TABLES.missile["pistol"], str(number), striking.Hits()
        )

    assert len(heard(field, "assistant")) == 1
    assert leader.figures[0].down


class Ones:
    def roll(self, n, sides, why):
        from rulesets.dice import Rolled, address_of

        return Rolled(address=address_of(why), sides=sides, faces=(1,) * n)


@pytest.mark.parametrize(("face", "jammed"), [(1, True), (2, False)])
def test_2_5_jams(face, jammed):
    told = {"jam/west:organ/shot1": [face], "hit/west:organ/shot1/0": [6, 6, 6, 6, 6]}
    field = stage(army(ORGAN), army(BAND), {"west:organ": (900, 300, 0, 1), **FOE}, told=told)
    fire.fire(field, field.unit("west:organ"), field.unit("east:band"), "lever_machine_gun", "shot")

    assert field.unit("west:organ").jammed is jammed


@pytest.mark.parametrize(("face", "jammed"), [(3, True), (4, False)])
def test_2_5_clearing_a_jam(face, jammed):
    field = stage(army(ORGAN), army(BAND), {"west:organ": (900, 300, 0, 1)}, told={"unjam/west:organ": [face]})
    organ = field.unit("west:organ")
    organ.jammed = True
    moving.do(field, organ, "unjam", {})

    assert organ.jammed is jammed
    assert not aiming.may_fire(field, organ), "it takes both actions (R79)"


def test_2_5_ball_goes_on_along_the_line_of_fire():
    muzzle = msgspec.structs.replace(GUN, piece="light_muzzle_loading_gun")
    field = stage(
        army(muzzle),
        army(BAND, OTHER),
        {"west:gun": (900, 300, 0, 1), "east:band": (900, 500, 180, 6), "east:other": (1100, 500, 180, 6)},
        told={"ball/west:gun/x": [6, 6]},
    )
    hit = striking.Hits()
    weapon = TABLES.missile["light_muzzle_loading_gun"]
    shells._ball(field, field.unit("west:gun"), Point(900, 300), Point(900, 500), weapon, "x", hit)

    assert hit.units == {"east:band": 6}


@pytest.mark.parametrize(("walked", "prone"), [(60, True), (61, False)])
def test_2_5_take_cover(walked, prone):
    careful = msgspec.structs.replace(BAND, rules=("take_cover",))
    field = stage(army(careful), army(BAND), {"west:band": (900, 300, 0, 2), "east:band": (300, 900, 180, 2)})
    moving._after_walk(field, field.unit("west:band"), walked, 120)

    assert field.unit("west:band").prone is prone


@pytest.mark.parametrize(
    ("rules", "tags", "tests"), [((), (), 1), (("trained",), (), 0), ((), ("european",), 0)], ids=lambda one: f"{one}"
)
def test_2_5_terrifying_but_not_to_the_trained_or_to_europeans(rules, tags, tests):
    troop = msgspec.structs.replace(BAND, rules=rules, tags=tags)
    field = stage(army(GUN), army(troop), {"west:gun": (900, 300, 0, 1), **FOE})
    hit = striking.Hits(units={"east:band": 1})
    fire._terror(field, TABLES.missile["light_breech_loading_gun"], "shell", hit)

    assert field.unit("east:band").tests == tests


@pytest.mark.parametrize(("charged_in", "was_charged"), [(True, False), (False, True)])
def test_2_5_fanatic(charged_in, was_charged):
    wild = msgspec.structs.replace(BAND, rules=("fanatic",))
    field = stage(army(wild), army(BAND), {"west:band": (900, 474, 0, 1), **FOE})
    unit = field.unit("west:band")
    unit.charged_in, unit.was_charged = charged_in, was_charged
    found = fights.fighter(field, "west:band.1", "east:band.1")

    assert (found.fanatic, found.charged_in, found.was_charged) == (True, charged_in, was_charged)


@pytest.mark.parametrize(("rules", "cursed"), [((), True), (("unbeliever",), False)], ids=lambda one: f"{one}")
def test_2_5_unbelievers_are_not_cursed(rules, cursed):
    troop = msgspec.structs.replace(BAND, rules=rules)
    field = stage(army(BAND, people=("sorcerer",)), army(troop), {"west:sorcerer": (900, 300, 0, 1), **FOE})

    assert bool(nerve.curse_targets(field, field.unit("west:sorcerer"))) is cursed


@pytest.mark.parametrize(("distance", "may"), [(120, True), (121, False)])
def test_2_5_canister_within_twelve(distance, may):
    assert ("canister" in aiming.ammunition(TABLES.missile["light_breech_loading_gun"], distance)) is may


@pytest.mark.parametrize(("reading", "hits"), [("d6", 5), ("one", 1)])
def test_R21_hits_of_canister(reading, hits):
    told = {"hit/west:gun/shot1/0": [1], "canister/west:gun/shot1/0": [5]}
    field = stage(army(GUN), army(BAND), {"west:gun": (900, 390, 0, 1), **FOE}, told=told, canister_hits=reading)
    fire.fire(field, field.unit("west:gun"), field.unit("east:band"), "light_breech_loading_gun", "canister")

    assert [one["hits"] for one in heard(field, "canister")] == ([5] if reading == "d6" else [])
    assert len(heard(field, "save")) + (field.state.volley or {"hits": 0})["hits"] >= min(hits, 2)


@pytest.mark.parametrize(("rules", "rough"), [((), True), (("mountaineer",), False)], ids=lambda one: f"{one}")
def test_2_5_mountaineers_walk_flat_over_hills(rules, rough):
    troop = msgspec.structs.replace(BAND, rules=rules)
    field = stage(army(troop), army(BAND), {"west:band": (900, 300, 0, 2)})
    field.state.ground = [Piece(id="hill", kind="steep_hill", points=setting.corners((800, 200, 1000, 400)))]
    field.changed_ground()

    assert (moving.modes(field, field.unit("west:band")) == [True]) is rough


def test_2_5_on_foot_only():
    riders = msgspec.structs.replace(HORSE, weapons=("hunting_rifle",))
    field = stage(army(riders), army(BAND), {"west:horse": (900, 300, 0, 1)})
    unit = field.unit("west:horse")
    assert aiming.weapons_of(unit) == []

    moving.do(field, unit, "dismount", {})
    assert aiming.weapons_of(unit) == ["hunting_rifle"]


def test_2_5_a_unit_leader_helps_courage_and_fire():
    led = msgspec.structs.replace(RIFLES, specials=("officer",))
    field = stage(army(led), army(BAND), {"west:rifles": (900, 300, 0, 1), **FOE})

    assert nerve.spirits(field, field.unit("west:rifles")).officer
    assert rows(field, "west:rifles", "east:band")["unit_leader"] == 1


# --- 2.3.1 Qualities of the leader ----------------------------------------------------------------------------------

NEAR = {"west:leader": (800, 250, 0, 1)}


def test_2_3_1_combative():
    field = stage(army(PLAIN, quality="combative"), army(BAND), {"west:rifles": (900, 300, 0, 1), **NEAR, **FOE})
    assert "combative" not in rows(field, "west:rifles", "east:band")

    field.unit("west:leader").shots_made = 1

    assert rows(field, "west:rifles", "east:band")["combative"] == 1
    assert fights.fighter(field, "west:leader.1", "east:band.1").inspired == 1


@pytest.mark.parametrize(
    ("quality", "people", "source"),
    [
        ("martinet", (), "martinet"),
        ("sumptuous", ("sumptuous",), "sumptuous"),
        ("crafty", ("interpreter",), "interpreter"),
        ("crafty", ("signals",), "signals"),
        ("crafty", ("effendi",), "effendi"),
        ("crafty", ("army_musician",), "army_musician"),
    ],
)
def test_3f_sources_of_an_order_besides_the_dice(quality, people, source):
    field = stage(
        army(BAND, quality=quality, people=people),
        army(BAND),
        {"west:band": (900, 300, 0, 2), **NEAR, **{f"west:{PEOPLE[one].key}": (700, 250, 0, 1) for one in people}},
    )
    field.unit("west:band").order = ""
    assert phases.extra_orders(field, "west") == [(source, "west:band")]

    phases.give_extra(field, source, field.unit("west:band"))

    assert field.unit("west:band").order == ("move" if source in ("effendi", "army_musician") else "full")
    assert phases.extra_orders(field, "west") == []


@pytest.mark.parametrize(("quality", "arrives"), [("martinet", True), ("crafty", False)])
def test_2_3_1_a_martinets_reserves_arrive_on_three(quality, arrives):
    field = stage(army(BAND, quality=quality), army(BAND), NEAR | FOE, told={"reserve/west/1": [3]})
    field.unit("west:band").where = "reserve"
    entering.try_reserve(field, field.unit("west:band"))

    assert ("arriving" in field.state.now) is arrives


@pytest.mark.parametrize("quality", ["hard", "majestic"])
def test_2_3_1_hard_and_majestic_cancel_a_test_each(quality):
    field = stage(
        army(BAND, quality=quality, people=("army_standard",)),
        army(BAND),
        {"west:band": (900, 300, 0, 2), **NEAR, "west:standard": (1000, 250, 0, 1)},
    )
    assert sources(field) == ["army_standard", quality]
    assert nerve.clash(("army_standard", quality)), "never both for one unit in a turn (2.3.4)"

    field.unit("west:band").tests = 1
    nerve.take(field, field.unit("west:band"), (quality,))

    assert sources(field) == []


def test_2_3_1_majestic_helps_to_shoot_and_to_fight():
    field = stage(army(PLAIN, quality="majestic"), army(BAND), {"west:rifles": (900, 300, 0, 1), **NEAR, **FOE})

    assert rows(field, "west:rifles", "east:band")["majestic"] == 1
    assert fights.fighter(field, "west:rifles.1", "east:band.1").inspired == 1


@pytest.mark.parametrize(("quality", "reach"), [("crafty", 200), ("hard", 50)])
def test_2_3_1_crafty_finds_ambushes_at_twenty(quality, reach):
    field = stage(army(BAND, quality=quality), army(BAND), NEAR)

    assert moving.detects_at(field, field.unit("west:leader")) == reach


def test_2_3_1_crafty_hides_one_unit_more():
    crafty, hard = (
        setting.opened(battle("open_field", army(BAND, OTHER, quality=one), army(BAND, OTHER))).sides[0].hides
        for one in ("crafty", "hard")
    )

    assert crafty == hard + 1


@pytest.mark.parametrize(("quality", "rallies"), [("eloquent", True), ("hard", False)])
def test_2_3_1_eloquent_rallies_allies_and_on_two(quality, rallies):
    allied = msgspec.structs.replace(BAND, allied=True)
    field = stage(
        army(allied, quality=quality),
        army(BAND),
        {"west:band": (900, 300, 0, 2), **NEAR},
        told={"rally/west:band": [2]},
    )
    unit = field.unit("west:band")
    unit.failed = True
    assert (unit in nerve.to_rally(field, "west")) is rallies

    nerve.rally(field, unit)

    assert unit.failed is not rallies


@pytest.mark.parametrize(("quality", "total"), [("bloodthirsty", -1), ("hard", 0)])
def test_2_3_1_bloodthirsty(quality, total):
    field = stage(army(BAND, quality=quality), army(BAND), {**NEAR, **FOE})

    assert nerve.spirits(field, field.unit("east:band")).total == total


@pytest.mark.parametrize(("tags", "total"), [(("faithful",), 1), ((), 0)], ids=lambda one: f"{one}")
def test_2_3_1_religious(tags, total):
    leader = msgspec.structs.replace(LEADER, qualities=("religious",), tags=("faithful",))
    force = Army(name="A", units=(msgspec.structs.replace(BAND, tags=tags), OTHER), people=(leader,))
    field = stage(force, army(BAND), {"west:band": (900, 300, 0, 2), **NEAR})

    assert nerve.spirits(field, field.unit("west:band")).total == total


# --- 2.3.2-2.3.14 Special characters --------------------------------------------------------------------------------


def test_2_3_4_standards_of_unit_and_brigade():
    bearer = msgspec.structs.replace(OTHER, specials=("brigade_standard",), brigade="first")
    unit = msgspec.structs.replace(BAND, specials=("standard",), brigade="first")
    field = stage(army(unit, bearer), army(BAND), {"west:band": (900, 300, 0, 2), "west:other": (300, 300, 0, 2)})

    assert sources(field) == ["standard", "brigade_standard"]


def test_2_3_5_a_curse_is_one_test_more_and_the_sorcerers_shot():
    field = stage(army(BAND, people=("sorcerer",)), army(BAND), {"west:sorcerer": (900, 300, 0, 1), **FOE})
    sorcerer, band = field.unit("west:sorcerer"), field.unit("east:band")
    nerve.curse(field, sorcerer, band)

    assert band.tests == 1
    assert not nerve.may_curse(field, sorcerer)


def test_2_3_6_no_reserves_enter_beside_a_scout():
    field = stage(army(BAND, people=("scout",)), army(OTHER), {"west:scout": (900, 1000, 0, 1)})
    field.unit("east:other").where = "reserve"
    entry = [entering.check_entry(field, field.unit("east:other"), Point(x, 1150), 180, 2) for x in (900, 1300)]

    assert [None if one is None else one.code for one in entry] == ["enemy_near", None]


@pytest.mark.parametrize(("people", "twice"), [(("white_man",), False), (("white_man", "gunbearer"), True)])
def test_2_3_7_a_white_man_with_his_gunbearer_fires_twice(people, twice):
    places = {"west:white_man": (900, 430, 0, 1), "west:gunbearer": (900, 400, 0, 1), **FOE}
    field = stage(army(BAND, people=people), army(BAND), places)
    man = field.unit("west:white_man")
    man.shots_made = 1

    assert aiming.may_fire(field, man) is twice


def test_2_3_9_an_effendi_gives_heavy_things_a_die_more():
    field = stage(
        army(GUN, people=("effendi",)),
        army(BAND),
        {"west:gun": (900, 300, 0, 1), "west:effendi": (800, 300, 0, 1)},
        told={"move/west:gun/walk0": [6, 6]},
    )

    assert moving.allowance(field, field.unit("west:gun"), False, "walk0") == 150


def test_2_3_11_a_correspondent_slows_who_has_an_order_and_never_charges():
    field = stage(
        army(BAND, people=("correspondent",)),
        army(BAND),
        {"west:band": (900, 300, 0, 2), "west:correspondent": (900, 200, 0, 1), **FOE},
        told={"move/west:band/walk0": [1, 1, 1], "correspondent/west:band/walk0": [6]},
    )
    phases._note_correspondents(field)

    assert moving.allowance(field, field.unit("west:band"), False, "walk0") == 10
    assert not charging.may_charge(field, field.unit("west:correspondent"))


def test_2_3_14_baggage_is_captured_by_whoever_touches_it():
    places = {"west:mules": (900, 474, 0, 1), "west:band": (300, 300, 0, 2), **FOE}
    field = stage(army(BAND, people=("mules",)), army(BAND), places)
    for figure in field.unit("west:mules").figures[1:]:
        figure.at = Point(figure.at.x, 300)
    field.unit("west:mules").figures[0].at = Point(885, 467)
    field.touched()
    fights.captures(field)

    assert len(field.unit("west:mules").figures) == 2
    assert field.unit("west:band").tests == 1


def test_R13_while_baggage_is_cut_off_nobody_moves_but_towards_it():
    places = {"west:mules": (300, 300, 0, 1), "west:band": (900, 300, 0, 2), **FOE}
    field = stage(army(BAND, people=("mules",)), army(BAND), places)
    unit = field.unit("west:band")
    away, back = (Plan(points=(Point(x, 300),), facing=0, ranks=2) for x in (950, 850))

    assert moving.check_plan(field, unit, away, length=200, rough=False).code == "baggage_first"
    assert moving.check_plan(field, unit, back, length=200, rough=False) is None


# --- Choices of fire, captured pieces, mounts -----------------------------------------------------------------------


def asked(field, seat, prompt, **data):
    """What a seat that is asked has to choose from, and a way to judge its answer."""
    want = Want(seat=seat, prompt=prompt, data=data)
    return list(PROMPTS[prompt].menu(field, want)), lambda kind, **said: PROMPTS[prompt].check(
        field, want, Action(kind=kind, arguments=said)
    )


def test_3_5b_figures_may_hold_their_fire():
    field = stage(army(PLAIN), army(BAND), {"west:rifles": (900, 300, 0, 1), **FOE})
    menu, judged = asked(field, "west", "shoot")
    (shoot,) = [choice for choice in menu if choice.kind == "shoot"]
    said = {name: domain.values[0] for name, domain in shoot.arguments.items() if name != "hold"}
    names = list(shoot.arguments["hold"].values)

    assert judged("shoot", **said, hold=names[:2]) is None
    assert {judged("shoot", **said, hold=held).code for held in (names, names[:1] * 2, ["east:band.1"])} == {
        "cannot_hold"
    }
    unit = field.unit("west:rifles")
    only = aiming.but_for(unit, names[:2])
    fire.fire(field, unit, field.unit("east:band"), "breech_loading_rifle", "shot", only=only)
    assert heard(field, "shots")[0]["figures"] == 4


@pytest.mark.parametrize("load", ["canister", "shell"])
def test_R27_a_charged_piece_chooses_its_load(load):
    at = {"west:gun": (900, 300, 0, 1), "east:band": (900, 400, 180, 2)}
    told = {"move/east:band/charge0": [6, 6, 6], "courage/west:gun/reaction~1east:band": [6]}
    field = stage(army(GUN), army(BAND), at, told=told)
    charging.declare(field, field.unit("east:band"), field.unit("west:gun"), throws=False)
    charging.go_on(field)
    (want,) = field.state.wants
    assert want.data["shots"] == [["light_breech_loading_gun", "canister"], ["light_breech_loading_gun", "shell"]]
    action = Action(kind="react", arguments={"yes": True, "shot": ["light_breech_loading_gun", load]})
    assert PROMPTS["react"].check(field, want, action) is None
    wrong = Action(kind="react", arguments={"yes": True, "shot": ["light_breech_loading_gun", "ball"]})
    assert PROMPTS["react"].check(field, want, wrong).code == "not_offered"

    PROMPTS["react"].answer(field, want, action)
    charging.go_on(field)

    assert (bool(heard(field, "deviation")), bool(heard(field, "shots"))) == (load == "shell", load == "canister")


@pytest.mark.parametrize(("rules", "value"), [((), 1), (("trained",), 2)])
def test_D_captors_serve_a_piece_one_worse_unless_trained(rules, value):
    taken = armies.captured(msgspec.structs.replace(GUN, rules=rules))
    field = stage(army(taken, BAND), army(BAND), {"west:gun": (900, 300, 0, 1)})

    assert field.unit("west:gun").shooting == value
    assert armies.captured(taken) == taken


def test_R97_riders_mount_again_only_beside_their_mounts():
    field = stage(army(HORSE), army(BAND), {"west:horse": (900, 300, 0, 1)})
    unit = field.unit("west:horse")
    moving.do(field, unit, "dismount", {})
    unit.moves_made, unit.acted = 0, False
    assert mounts.may_mount(field, unit)

    placing.put(field, unit, placing.fits(field, unit, Point(900, 600), 0, 1))
    assert not mounts.may_mount(field, unit)

    placing.put(field, unit, placing.fits(field, unit, Point(900, 300), 0, 1))
    moving.do(field, unit, "mount", {})
    assert (unit.mounted, unit.mounts) == (True, None)
    assert sound.faults(field.state) == ["a battle is over, or waits for somebody"], "they have room on horseback"


def test_7_4_an_enemy_scatters_riderless_mounts():
    field = stage(army(HORSE), army(BAND), {"west:horse": (900, 300, 0, 1), "east:band": (900, 700, 180, 2)})
    unit, band = field.unit("west:horse"), field.unit("east:band")
    moving.do(field, unit, "dismount", {})
    placing.put(field, unit, placing.fits(field, unit, Point(300, 300), 0, 1))
    moving.march(field, band, Plan(points=(Point(900, 500),), facing=180, ranks=2), rough=False, length=220)
    assert unit.mounts is not None

    moving.march(field, band, Plan(points=(Point(900, 330),), facing=180, ranks=2), rough=False, length=220)

    assert unit.mounts is None
    assert [one["unit"] for one in heard(field, "scattered")] == ["west:horse"]
    placing.put(field, unit, placing.fits(field, unit, Point(900, 200), 0, 1))
    assert not mounts.may_mount(field, unit)


@pytest.mark.parametrize(("figures", "down", "most"), [(6, 2, 2), (2, 1, 0), (3, 2, 0), (3, 1, 1)])
def test_R91_somebody_stays_with_the_unit_while_others_carry(figures, down, most):
    tent = Person(key="hospital", what="hospital", name="H")
    force = Army(name="A", units=(msgspec.structs.replace(PLAIN, figures=figures), BAND), people=(LEADER, tent))
    field = stage(force, army(BAND), {"west:rifles": (900, 300, 0, 1), "west:hospital": (300, 300, 0, 1)})
    unit = field.unit("west:rifles")
    for figure in unit.figures[:down]:
        figure.down = True

    assert hospital.may_carry(field, unit) == most
