"""AWAM with the forces of a campaign: who they are, what characters bring from it, and what goes back (AWAM 17.3)."""

import msgspec
import pytest

from rulesets.awam import melee, morale, moving, rights, setting, shooting, veterans
from rulesets.awam.geometry import Point
from rulesets.awam.ruleset import Awam, opened
from rulesets.awam.state import Active
from rulesets.contract import Action, CharacterIn, Force, Setup, UnitIn
from rulesets.dice import Keyed
from tests.rulesets.awam.fields import man, table

AWAM = Awam()
GENERAL = CharacterIn(id="gen", name="Major-General", rank="general", profile={"kind": "head", "steady": True})
COLONEL = CharacterIn(id="col", name="Colonel", rank="subordinate", profile={"kind": "head"})
LINE = UnitIn(id="line", name="Royal Sussex", figures=5, profile={"kind": "soldier", "steady": True})
BEJA = UnitIn(id="beja", name="Beja", figures=12, native=True, profile={"kind": "warrior"})
EMIR = CharacterIn(id="emir", name="Emir", rank="general", native=True)


def war(first: Force | None = None, second: Force | None = None, **more) -> Setup:
    forces = {
        "anglo_egyptians": first or Force(units=(LINE,), characters=(COLONEL, GENERAL)),
        "mahdists": second or Force(units=(BEJA,), characters=(EMIR,)),
    }
    return Setup(scenario="meeting", forces=forces, **more)


def test_the_sides_of_a_war_keep_their_names_whatever_the_order_they_come_in():
    setup = war()
    turned = msgspec.structs.replace(setup, forces=dict(reversed(setup.forces.items())))

    assert AWAM.check_setup(setup) == []
    assert opened(setup, Keyed(b"a" * 32)) == opened(turned, Keyed(b"a" * 32))
    assert opened(setup, Keyed(b"a" * 32)).seats() == ["anglo_egyptians", "mahdists"]


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (war(second=Force()), "no_such_seat"),
        (msgspec.structs.replace(war(), scenario="well"), "no_such_seat"),
        (war(Force(units=(msgspec.structs.replace(LINE, profile={"kind": "sailor"}),))), "no_such_kind"),
        (war(Force(units=(msgspec.structs.replace(LINE, profile={"wings": 2}),))), "bad_option"),
        (war(Force(units=(LINE,), characters=(msgspec.structs.replace(EMIR, profile={"kind": 3}),))), "bad_option"),
    ],
)
def test_what_is_wrong_with_them_is_said(setup, code):
    assert [one.code for one in AWAM.check_setup(setup)] == [code]


def test_units_become_squads_and_the_highest_in_rank_the_head():
    state = opened(war(), Keyed(b"a" * 32))
    ours = [(one.roster, one.role, one.name) for one in state.of("anglo_egyptians")]
    theirs = [sum(one.squad == squad.id for one in state.of("mahdists")) for squad in state.squads.values()]

    assert ours == [
        ("gen", "head", "Major-General"),
        ("line", "leader", "soldier"),
        *[("line", "", "soldier")] * 4,
        ("col", "leader", "Colonel"),
    ]
    assert [count for count in theirs if count] == [11, 2]
    assert {one.steady for one in state.of("anglo_egyptians") if one.roster == "line"} == {True}


def test_what_somebody_is_worth_follows_what_he_is_here():
    state = opened(war(), Keyed(b"a" * 32))
    colonel = next(one for one in state.of("anglo_egyptians") if one.roster == "col")
    leader = next(one for one in state.of("anglo_egyptians") if one.roster == "line" and one.role == "leader")

    assert (colonel.worth, leader.worth) == (4 + 2 + 1 + 5, 4 + 5 + 1 + 1 + 5)


# --- What characters bring -------------------------------------------------------------------------------------------


def bearer(key: str = "1.1.1", kind: str = "head", x: int = 0, y: int = 0, **about):
    """A character as he comes from a war."""
    figure = man(key, kind, x, y, leads=True)
    figure.role = "leader"
    veterans.bring(figure, CharacterIn(id="hero", name="Hero", **about))
    return figure


def keys(rows) -> list[str]:
    return [one.key for one in rows]


@pytest.mark.parametrize(
    ("about", "speed", "found"),
    [
        ({"wounds": (2,)}, False, ["arm"]),
        ({"wounds": (9,)}, False, []),
        ({"wounds": (9,)}, True, ["sun"]),
        ({"wounds": (4, 6, 7)}, True, []),
        ({"skills": (3,)}, True, ["front_rank"]),
        ({"deeds": 3}, False, []),
        ({"deeds": 4}, False, ["legend"]),
    ],
)
def test_what_he_brings_is_in_his_die_hand_to_hand(about, speed, found):
    hero, enemy = bearer(**about), man("2.1.1", "warrior", 15, 0)
    hero.impetus = speed
    added = keys(melee.modifiers(table(hero, enemy), hero, enemy))

    assert [one for one in added if one in ("arm", "sun", "front_rank", "legend")] == found


def test_a_legend_goes_before_him_in_one_fight():
    hero, enemy = bearer(deeds=4), man("2.1.1", "warrior", 15, 0)
    world = table(hero, enemy, dice=(5, 5))
    melee.fight(world, hero, [enemy])

    assert "legend" not in keys(melee.modifiers(world, hero, enemy))


def test_a_half_blind_man_shoots_worse():
    hero = bearer(wounds=(5,))

    assert "eye" in keys(shooting.modifiers_of_firer(table(hero), hero, Point(100, 0), thrown=False))


def test_a_bad_leg_takes_two_centimetres_on_foot_and_none_in_the_saddle():
    lame, sound = bearer(wounds=(3,)), bearer()
    reach = [moving.reach(one, "walk", difficult=False) for one in (lame, sound)]
    lame.horse = sound.horse = True

    assert reach[1] - reach[0] == 20
    assert moving.reach(lame, "trot", difficult=False) == moving.reach(sound, "trot", difficult=False)


def test_with_one_hand_he_keeps_what_one_hand_holds():
    hero = bearer(kind="adventurer", wounds=(10,))

    assert ([gun.key for gun in hero.firearms], hero.hand) == (["revolver"], 0)


@pytest.mark.parametrize(("wounds", "heard"), [((), True), ((11,), False)])
def test_a_voice_that_was_broken_carries_less(wounds, heard):
    hero, far = bearer(wounds=wounds), man("1.1.2", "askari", 180, 0)
    world = table(hero, far)

    assert (rights.giver(world, far) is hero) is heard


@pytest.mark.parametrize(("about", "found"), [({"deeds": 2}, ["renowned"]), ({"deeds": 1}, [])])
def test_whom_every_man_knows_keeps_his_nerve(about, found):
    hero = bearer(**about)

    assert [one for one in keys(morale.modifiers(table(hero), hero)) if one == "renowned"] == found


def test_a_respected_leader_steadies_those_near_him():
    hero, man_of_his = bearer(skills=(1,)), man("1.1.2", "askari", 30, 0)

    assert "respected" in keys(morale.modifiers(table(hero, man_of_his), man_of_his))


def test_who_keeps_his_head_has_three_orders_at_least():
    assert veterans.least_orders([bearer(skills=(5,))]) == 3
    assert veterans.least_orders([bearer()]) == 0


# --- What goes back --------------------------------------------------------------------------------------------------


def test_who_kills_a_leader_hand_to_hand_has_done_a_deed():
    hero, chief = bearer(kind="head"), man("2.1.1", "warrior", 15, 0, leads=True)
    hero.drawn = True
    world = table(hero, chief, dice=(8, 1))
    melee.fight(world, hero, [chief])

    assert (chief.fate, hero.won) == ("dead", 1)


def test_to_kill_a_plain_man_is_no_deed():
    hero, plain = bearer(kind="head"), man("2.1.1", "warrior", 15, 0)
    hero.drawn = True
    melee.fight(table(hero, plain, dice=(8, 1)), hero, [plain])

    assert (plain.fate, hero.won) == ("dead", 0)


def ended(**figures) -> dict:
    """A skirmish as its end finds it, by what became of some of the first side."""
    state = opened(war(), Keyed(b"a" * 32))
    for one in state.figures.values():
        one.where = "table"
    for key, about in figures.items():
        for name, value in about.items():
            setattr(next(one for one in state.of("anglo_egyptians") if one.roster == key), name, value)
    state.active = Active(card="x", seat="mahdists", owner="mahdists")
    return AWAM.apply(msgspec.to_builtins(state), {"mahdists": Action(kind="concede")}, Keyed(b"b" * 32)).state


def test_losses_go_back_by_the_ids_they_came_with_and_the_army_s_chief_is_not_named():
    told = AWAM.outcome(
        ended(
            line={"where": "out", "fate": "dead"},
            gen={"where": "out", "fate": "held", "captor": "mahdists", "won": 1},
            col={"wounds": 1},
        )
    )

    assert told is not None
    assert (told.units["anglo_egyptians"]["line"].destroyed, set(told.units["mahdists"])) == (1, {"beja"})
    assert {key: (one.fate, one.deeds) for key, one in told.characters["anglo_egyptians"].items()} == {
        "gen": ("captured", 1),
        "col": ("felled", 0),
    }
    assert told.commanders == {}
    assert set(told.special["scores"]) == {"anglo_egyptians", "mahdists"}


def test_who_he_is_is_told_by_his_place_in_the_squad():
    state = opened(war(), Keyed(b"a" * 32))

    assert [one.roster for one in state.of("anglo_egyptians") if setting.is_person(one)] == ["gen", "col"]
