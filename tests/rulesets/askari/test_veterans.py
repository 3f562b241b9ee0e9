"""Characters of a campaign in a battle: lasting wounds, deeds, command skills, officers with a name (Askari E, Hispania 7)."""

from pathlib import Path

import msgspec
import pytest

from rulesets.askari import aiming, charging, ending, fights, losing, moving, nerve, phases, ruleset, setting, veterans
from rulesets.askari.armies import Army
from rulesets.askari.state import Patient, Veteran
from rulesets.askari.tables import TABLES
from rulesets.contract import Action, CharacterIn, CharacterResult, Force, Setup, UnitIn
from tests.rulesets.askari.battles import LEADER, ORGAN, heard, stage
from tests.rulesets.askari.test_special_rules import BAND, FOE, OTHER, PLAIN, army

CHIEF = {
    "what": "leader",
    "moves": "irregular",
    "shooting": 2,
    "melee": 3,
    "weapons": ["magazine_rifle", "weapon_and_shield"],
    "qualities": ["hard"],
}
SPEARMEN = {"moves": "native", "melee": 3, "courage": 4, "weapons": ["weapon_and_shield"]}
UNITS = tuple(
    UnitIn(id=key, name=key.title(), figures=number, points=9, profile=SPEARMEN)
    for key, number in (("band", 8), ("other", 6))
)
PLACES = {"west:band": (900, 300, 0, 2), "west:leader": (900, 230, 0, 1), "east:band": (900, 500, 180, 1)}


def field_of(places=None, *, told=None, west=None, **about):
    """A leader in the west with what a campaign has made of him."""
    field = stage(west or army(BAND, OTHER), army(BAND), places or PLACES, told=told)
    field.state.veterans = {"west:leader": Veteran(**about)}
    veterans.weigh(field.unit("west:leader"), field.state.veterans["west:leader"])
    return field


def roster(*people: CharacterIn) -> Setup:
    return Setup(
        scenario="open_field",
        forces={"west": Force(units=UNITS, characters=people), "east": Force(units=UNITS)},
    )


def person(key: str, **about) -> CharacterIn:
    return CharacterIn(id=key, name=key.title(), **about)


# --- Who they are ---


def test_E_characters_keep_what_their_campaign_made_of_them():
    setup = roster(
        person("emir", rank="general", wounds=(2, 7), deeds=3, skills=(5,), profile=CHIEF),
        person("nephew", rank="subordinate", deeds=1),
    )
    state = setting.opened(setup)

    assert state.veterans["west:emir"] == Veteran(wounds=(2, 7), deeds=3, skills=(5,))
    assert state.veterans["west:nephew"] == Veteran(deeds=1, officer_of="west:band")
    assert state.units["west:band"].special("officer") is not None
    assert ruleset.Askari().check_setup(setup) == []


def test_E_a_character_leads_the_largest_unit_whose_officer_has_no_name():
    led = {**SPEARMEN, "specials": ["officer"]}
    units = tuple(msgspec.structs.replace(unit, profile=led) for unit in UNITS)
    force = Force(units=units, characters=(person("one"), person("two"), person("three")))
    state = setting.opened(Setup(scenario="open_field", forces={"west": force, "east": Force(units=UNITS)}))

    assert [one.officer_of for _key, one in sorted(state.veterans.items())] == ["west:band", "west:other"]


def test_E_no_character_is_the_officer_of_a_piece():
    gun = UnitIn(
        id="gun", name="Gun", figures=30, points=9, profile={"piece": "lever_machine_gun", "melee": 1, "courage": 4}
    )
    force = Force(units=(gun, *UNITS), characters=(person("one"),))
    state = setting.opened(Setup(scenario="open_field", forces={"west": force, "east": Force(units=UNITS)}))

    assert state.veterans["west:one"].officer_of == "west:band"


# --- Lasting wounds ---


@pytest.mark.parametrize(
    ("wounds", "charged", "rows"),
    [((2,), False, ["arm"]), ((2, 2), False, ["arm"]), ((9,), True, ["sun"]), ((9,), False, []), ((7,), True, [])],
)
def test_E_wounds_hand_to_hand(wounds, charged, rows):
    field = field_of(wounds=wounds)
    leader = field.unit("west:leader")
    leader.charged_in = charged
    found = fights.fighter(field, "west:leader.1", "east:band.1")

    assert list(found.veteran) == rows
    assert [row.value for row in _rows(found)] == [-1] * len(rows)


def _rows(fighter):
    from rulesets.askari import melee

    return [one for one in melee.rows(fighter) if one.key in TABLES.fight.veterans]


def test_E_who_is_hurt_in_the_eye_shoots_worse():
    hurt, sound = (
        field_of({**PLACES, "west:leader": (900, 380, 0, 1)}, west=_armed(), wounds=wounds) for wounds in ((5,), ())
    )
    numbers = []
    for field in (hurt, sound):
        one = aiming.shooters(
            field, field.unit("west:leader"), field.unit("east:band"), TABLES.missile["magazine_rifle"]
        )
        numbers.append(one[0].number)

    assert numbers[0] == numbers[1] - 1


def _armed() -> Army:
    chief = msgspec.structs.replace(LEADER, weapons=("magazine_rifle", "pistol", "weapon_and_shield"))
    return Army(name="A", units=(BAND, OTHER), people=(chief,), aggression=2)


def test_E_who_has_lost_a_hand_keeps_what_one_hand_holds():
    assert field_of(west=_armed(), wounds=(10,)).unit("west:leader").weapons == ("pistol", "hand_weapon")


def test_E_an_officer_who_has_lost_a_hand_does_not_fire_a_rifle():
    field = stage(army(PLAIN), army(BAND), {"west:rifles": (900, 300, 0, 1), **FOE})
    rifles = field.unit("west:rifles")
    rifles.figures[0].role = "officer"
    before = aiming.shooters(field, rifles, field.unit("east:band"), TABLES.missile["breech_loading_rifle"])
    field.state.veterans = {"west:major": Veteran(wounds=(10,), officer_of="west:rifles")}
    after = aiming.shooters(field, rifles, field.unit("east:band"), TABLES.missile["breech_loading_rifle"])

    assert len(after) == len(before) - 1


@pytest.mark.parametrize(("wounds", "less"), [((3,), 20), ((), 0)])
def test_E_a_bad_leg(wounds, less):
    field = field_of(told={"move/west:leader/x": [3, 3]}, wounds=wounds)

    assert moving.allowance(field, field.unit("west:leader"), False, "x") == 120 - less


@pytest.mark.parametrize(("wounds", "may"), [((8,), False), ((), True)])
def test_E_who_keeps_out_of_the_front_rank_never_charges(wounds, may):
    field = field_of(wounds=wounds)

    assert charging.may_charge(field, field.unit("west:leader")) is may


@pytest.mark.parametrize(("wounds", "rallied"), [((11,), []), ((), ["west:band"])])
def test_E_a_voice_that_does_not_carry_rallies_within_ten(wounds, rallied):
    field = field_of({**PLACES, "west:leader": (900, 130, 0, 1)}, wounds=wounds)
    field.unit("west:band").failed = True

    assert [unit.id for unit in nerve.to_rally(field, "west")] == rallied


# --- Deeds ---


def duel(deeds, told, used=()):
    places = {"west:leader": (885, 474, 0, 1), "east:band": (900, 500, 180, 1), "west:band": (300, 300, 0, 2)}
    field = field_of(places, told=told, deeds=deeds, used=used)
    foe = next(
        name
        for figure, _one, enemy, _two in field.contacts
        for name in (figure.id, enemy.id)
        if name.startswith("east:")
    )
    field.state.melee = {"winners": []}
    return field, foe


@pytest.mark.parametrize(("deeds", "used", "again"), [(1, (), True), (1, ("again",), False), (0, (), False)])
def test_E_a_deed_is_one_die_rolled_again_in_the_first_fight_he_does_not_win(deeds, used, again):
    field, foe = duel(deeds, None, used)
    field._dice.told |= {
        f"turn/5/fight/west:leader.1/{foe}": (1, 1, 1, 1),
        f"turn/5/fight/{foe}/west:leader.1": (5, 1, 1, 1, 1),
        f"turn/5/fight_again/west:leader.1/{foe}": (6,),
    }
    fights._fight(field, ["west:leader.1"], [foe])
    (told,) = heard(field, "fight")

    assert told["wounds"] == ([1, 1] if again else [0, 1])
    assert (told["removed"] is None) is again
    assert [one["effect"] for one in heard(field, "veteran")] == ["again"] * again


@pytest.mark.parametrize(("deeds", "failed", "helped"), [(2, True, True), (2, False, False), (1, True, False)])
def test_E_a_name_adds_one_to_the_roll_of_a_unit_that_has_failed_before(deeds, failed, helped):
    field = field_of(told={"test/west:band/x": [3]}, deeds=deeds)
    band = field.unit("west:band")
    field.unit("west:leader").joined, band.failed = "west:band", failed
    nerve.test_at_once(field, band, "x")

    assert (band.fate == "") is (helped or not failed)
    assert [one["effect"] for one in heard(field, "veteran")] == ["renowned"] * helped
    if helped:
        assert veterans.renown(field, band) == "", "once in a battle"


def test_E_a_legend_has_a_die_more_in_his_first_melee():
    field, foe = duel(4, None)
    leader = field.unit("west:leader")
    veterans.begin_fight(field, [leader, field.unit("east:band")])

    assert fights.fighter(field, "west:leader.1", foe).veteran == ("legend",)
    leader.spent = ()
    assert fights.fighter(field, "west:leader.1", foe).veteran == ()
    veterans.begin_fight(field, [leader])
    assert len(heard(field, "veteran")) == 1


def test_E_who_kills_a_bearer_hand_to_hand_has_done_a_deed():
    field = field_of()
    band = field.unit("east:band")
    band.figures[0].role = "standard"
    losing.remove(field, band, band.figures[0], how="melee", by=field.unit("west:leader"))
    ending.end(_conceded(field))

    assert field.state.outcome["characters"]["west"] == {"leader": msgspec.to_builtins(CharacterResult(deeds=1))}


def test_E_who_kills_his_equal_hand_to_hand_has_done_a_deed():
    field = field_of(
        {"west:leader": (900, 300, 0, 1), "east:leader": (900, 327, 180, 1), "west:band": (300, 300, 0, 2)}
    )
    west, east = field.unit("west:leader"), field.unit("east:leader")
    fights._fell(field, east, east.figures[0], west, west.figures[0])

    assert field.state.veterans["west:leader"].won == 1


def _conceded(field):
    field.state.side("west").conceded = True
    return field


# --- Command skills ---


@pytest.mark.parametrize(("y", "stands"), [(230, True), (30, False)])
def test_E_respected_rolls_again_what_would_put_a_unit_near_him_to_flight(y, stands):
    field = field_of(
        {**PLACES, "west:leader": (900, y, 0, 1)},
        told={"test/west:band/x": [1], "test/west:band/x/again": [6]},
        skills=(1,),
    )
    band = field.unit("west:band")
    band.failed = True
    nerve.test_at_once(field, band, "x")

    assert (band.fate == "") is stands


def test_E_hardened_lets_one_unit_cross_rough_ground_as_if_it_were_open():
    field = field_of(skills=(2,))
    field.ask("west", "activate")
    band = field.unit("west:band")
    assert moving.formula(field, band, True) == (3, 0)
    ruleset.play(field, {"west": Action(kind="hardened", arguments={"unit": "west:band"})})

    assert moving.formula(field, band, True) == (3, 4)
    assert moving.may_act(field, band)
    assert ruleset.judge(field, "west", Action(kind="hardened", arguments={"unit": "west:leader"})).code == "cannot"


@pytest.mark.parametrize(("charged", "more"), [(True, ("front_rank",)), (False, ())])
def test_E_a_man_of_the_front_rank_helps_the_charge_of_his_unit(charged, more):
    field = field_of(skills=(3,))
    field.unit("west:leader").joined = "west:band"
    field.unit("west:band").charged_in = charged

    assert fights.fighter(field, "west:band.1", "east:band.1").veteran == more


@pytest.mark.parametrize(("skills", "clear"), [((4,), True), ((), False)])
def test_E_a_quartermaster_clears_one_jam(skills, clear):
    west = army(ORGAN, BAND)
    field = field_of(
        {"west:organ": (900, 300, 0, 1), "west:leader": (900, 200, 0, 1)},
        told={"unjam/west:organ": [1]},
        west=west,
        skills=skills,
    )
    organ = field.unit("west:organ")
    organ.jammed = True
    moving.do(field, organ, "unjam", {})

    assert organ.jammed is not clear
    assert heard(field, "unjammed")[0]["cleared"] is clear


def test_E_steady_gives_one_order_without_dice_once_in_a_battle():
    field = field_of(skills=(5,))
    field.unit("west:band").order = ""

    assert phases.extra_orders(field, "west") == [("steady", "west:band")]
    phases.give_extra(field, "steady", field.unit("west:band"))
    assert field.unit("west:band").order == "full"
    field.state.now, field.unit("west:band").order = {}, ""
    assert phases.extra_orders(field, "west") == []


@pytest.mark.parametrize(("turn", "first"), [(1, "west"), (2, "east")])
def test_E_the_victorious_have_the_initiative_on_a_tie_of_the_first_turn(turn, first):
    field = field_of(skills=(6,))
    field.state.turn = turn
    for seat in ("west", "east"):
        field._dice.told[f"turn/{turn}/initiative/{seat}/1"] = (3,)
        field._dice.told[f"turn/{turn}/initiative/{seat}/2"] = (5 if seat == "east" else 3,)

    assert phases._roll_off(field, "initiative", {"west": 2, "east": 2}, on_a_tie=phases._victorious(field)) == first


# --- What becomes of an officer with a name ---


@pytest.mark.parametrize(
    ("how", "fate"),
    [("stands", None), ("shot", "felled"), ("routed", "fled"), ("destroyed", "felled"), ("hospital", None)],
)
def test_D_the_fate_of_an_officer_is_told_by_his_own_id(how, fate):
    field = stage(army(BAND, OTHER), army(BAND), {"west:band": (900, 300, 0, 2), **FOE})
    band = field.unit("west:band")
    band.figures[0].role = "officer"
    field.state.veterans = {"west:major": Veteran(officer_of="west:band")}
    if how in ("routed", "destroyed"):
        band.fate, band.where = how, "off"
    elif how != "stands":
        band.figures = band.figures[1:]
    if how == "destroyed":
        band.figures = []
    if how == "hospital":
        field.state.patients = [Patient(unit="west:band", role="officer", turn=4)]
    ending.end(_conceded(field))
    told = field.state.outcome["characters"]["west"].get("major")

    assert (told and told["fate"]) == fate


def test_every_wound_and_skill_of_the_table_has_its_place():
    """Each effect that the tables name is asked for somewhere."""
    modules = (veterans, charging, aiming, phases, moving, nerve)
    read = "".join(Path(module.__file__).read_text() for module in modules)
    named = [how for _on, how in (*TABLES.veterans.wounds, *TABLES.veterans.skills)]

    assert [one for one in named if f'"{one}"' not in read] == []
