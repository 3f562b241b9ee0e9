"""Deeds noted for chronicles: what counts as one, who has done it, and who hears of it when (AWAM 17.3)."""

import pytest

from rulesets.awam import deeds, fashoda, guns, hiding, markers, melee, phases, scoring, shooting
from rulesets.awam.geometry import Point
from rulesets.awam.ruleset import Awam
from rulesets.awam.rulings import RULINGS, FlagSaid, TreatySaid
from rulesets.awam.state import Gun, encoded
from rulesets.dice import Keyed
from tests.rulesets.awam.fields import man, table, told
from tests.rulesets.awam.test_fashoda import world as fashoda_world

BOTH = pytest.mark.parametrize("other", [False, True])


def read(key: str, *, other: bool) -> dict[str, str]:
    return {key: "other" if other else "chosen"}


def noted(world) -> list[tuple[str, str, str]]:
    return [(one.deed, one.figure, one.about) for one in world.state.noted]


# --- The last man to stop a charge --------------------------------------------------------------------------------------


def charged(*dice, friend=True, second=False, **more):
    """One or two warriors have charged an askari whose gun is empty; his friend stands far away, or lies dead."""
    defender = man("1.1.1", "askari", 500, 500)
    defender.firearms[0].rounds = 0
    mate = man("1.1.2", "askari", 1500, 1500)
    if not friend:
        mate.where, mate.fate = "out", "dead"
    came = [man("2.1.1", "warrior", 521, 500), man("2.1.2", "warrior", 479, 500)][: 2 if second else 1]
    for one in came:
        one.start, one.missiles = Point(700, 500), ()
    return table(defender, mate, *came, dice=dice, **more)


def settled(world):
    melee.settle(world, [(one.id, "1.1.1") for one in world.state.of("second")])
    return world


def test_17_3_who_puts_the_only_charger_out_has_stopped_the_charge():
    # His bayonet's ten against an assegai's one.
    world = settled(charged(10, 1))

    assert world.figure("2.1.1").fate == "dead"
    assert noted(world) == [("charge_stopped", "1.1.1", "2.1")]


def test_17_3_a_wound_stops_him_and_a_marker_does_not():
    # With the shield's one: 10 to 6, and 10 to 9.
    assert noted(settled(charged(10, 5))) == [("charge_stopped", "1.1.1", "2.1")]
    assert noted(settled(charged(10, 8))) == []


def test_17_3_a_charge_of_two_goes_on_while_one_of_them_does():
    # The lone man has one less for the second of them.
    assert noted(settled(charged(10, 1, 8, second=True))) == []
    assert noted(settled(charged(10, 1, 1, second=True))) == [("charge_stopped", "1.1.1", "2.1")]


def test_17_3_who_dies_of_it_has_not_stopped_it():
    world = settled(charged(1, 8))

    assert (world.figure("1.1.1").fate, noted(world)) == ("dead", [])


def test_17_3_fire_at_those_who_come_stops_them_too():
    # His nerve holds beside his leader; the only one who came is the victim, is hit, and killed.
    world = charged(4, 1, 12, 1)
    world.figure("1.1.1").firearms[0].rounds = 1
    mate = world.figure("1.1.2")
    mate.at, mate.role = Point(500, 560), "leader"
    settled(world)

    assert [one["result"] for one in told(world, "hit")] == ["killed"]
    assert noted(world) == [("charge_stopped", "1.1.1", "2.1")]


def test_17_3_to_put_out_who_attacks_without_a_charge_or_rides_past_is_no_such_deed():
    world = charged(10, 1)
    world.figure("2.1.1").start = None
    rider = charged(10, 1)
    rider.figure("2.1.1").tried = ("lanced", "lance:1.1.1")

    assert [noted(settled(one)) for one in (world, rider)] == [[], []]


@pytest.mark.parametrize(("other", "friend", "expected"), [(False, True, 1), (True, True, 0), (True, False, 1)])
def test_a42_the_last_man_of_the_game_or_of_his_squad(other, friend, expected):
    assert len(noted(settled(charged(10, 1, friend=friend, readings=read("A42", other=other))))) == expected


@pytest.mark.parametrize(("other", "expected"), [(False, ["2.2.1"]), (True, ["1.1.1", "2.2.1"])])
def test_a42_of_a_game_there_is_one_or_as_many_as_there_are(other, expected):
    figures = [man("1.1.1", "askari", 0, 0), man("2.2.1", "askari", 900, 900)]
    world = table(*figures, readings=read("A42", other=other))
    deeds.charge_stopped(world, figures[0], world.squad("2.2"))
    deeds.charge_stopped(world, figures[1], world.squad("1.1"))

    assert [one.figure for one in world.state.noted] == expected


# --- The captor of a head -----------------------------------------------------------------------------------------------


def around(kind="head", role="head", **more):
    """Three askari round a man of the first seat, who takes no blow from him."""
    lone = man("1.1.1", kind, 500, 500)
    lone.role = role
    three = [man(f"2.1.{n}", "askari", *at) for n, at in enumerate(((521, 500), (479, 500), (500, 521)), start=1)]
    world = table(lone, *three, dice=(1, 9, 8, 7), **more)
    world.side("second").prisoners = "all"
    return world


def taken(world):
    melee.fight(world, world.figure("1.1.1"), [world.figure(f"2.1.{n}") for n in (1, 2, 3)])
    return world


def test_17_3_the_captor_of_a_head_is_his_guard():
    assert noted(taken(around())) == [("head_captured", "2.1.1", "1.1.1")]


def test_17_3_the_captor_of_another_leader_is_not_noted():
    world = taken(around(role="leader"))

    assert (world.figure("1.1.1").captor, noted(world)) == ("second", [])


@pytest.mark.parametrize(("other", "free", "expected"), [(False, True, 1), (True, True, 0), (True, False, 1)])
def test_a43_a_head_that_goes_free_again(other, free, expected):
    world = taken(around(readings=read("A43", other=other)))
    if free:
        markers.free(world, world.figure("1.1.1"))

    assert len(deeds.told(world)) == expected


# --- A gun silenced -----------------------------------------------------------------------------------------------------


def battery(*dice, kind="machine_gun", crew=2, **more):
    """A gun of the first seat with its crew, and an askari of the second."""
    gunners = [man(f"1.1.{n}", "gunner_revolver", 470 + 30 * (n > 1), 500 + 30 * (n - 1)) for n in range(1, crew + 1)]
    gun = Gun(id="gun-1", seat="first", kind=kind, at=Point(500, 500), crew=tuple(one.id for one in gunners))
    return table(*gunners, man("2.1.1", "askari", 700, 500), dice=dice, guns={gun.id: gun}, **more)


def shot(world, *keys):
    for key in keys:
        shooting.kill(world, world.figure(key), cause="fire", by=world.figure("2.1.1"))
    return world


SILENCED = [("gun_silenced", "2.1.1", "gun-1")]


def test_17_3_a_machine_gun_is_silenced_with_its_last_gunner_and_a_cannon_with_its_last_but_one():
    assert noted(shot(battery(), "1.1.1")) == []
    assert noted(shot(battery(), "1.1.1", "1.1.2")) == SILENCED
    assert noted(shot(battery(kind="cannon", crew=3), "1.1.1")) == []
    assert noted(shot(battery(kind="cannon", crew=3), "1.1.1", "1.1.2")) == SILENCED


def test_17_3_a_gun_is_silenced_by_the_hit_of_whoever_fires():
    # A twelve hits, a one kills.
    world = battery(12, 1, crew=1)
    shooting.fire(world, world.figure("2.1.1"), world.figure("1.1.1"), 1, aimed=True)

    assert noted(world) == SILENCED


def test_17_3_it_is_no_deed_where_nobody_hostile_did_it_or_the_gun_could_not_be_served():
    ruled = battery(crew=1)
    shooting.kill(ruled, ruled.figure("1.1.1"), cause="ruling")
    own = battery(crew=1)
    shooting.kill(own, own.figure("1.1.1"), cause="fire", by=own.figure("1.1.1"))
    broken = battery(crew=1)
    broken.state.guns["gun-1"].broken = True

    assert [noted(one) for one in (ruled, own, shot(broken, "1.1.1"))] == [[], [], []]


def test_17_3_a_gun_whose_gunner_is_taken_is_silenced():
    world = battery(crew=1)
    three = [world.figure("2.1.1")]
    melee.capture(world, world.figure("1.1.1"), three)

    assert noted(world) == SILENCED


@pytest.mark.parametrize(("die", "silent"), [(1, True), (4, True), (6, False)])
def test_17_3_a_shell_that_wrecks_or_damages_a_gun_silences_it(die, silent):
    # Who of the crew is hit, where one is, and what the hits do: narrow misses.
    world = battery(*{1: (6, 6), 4: (1, 6), 6: ()}[die])
    guns._on_gun(world, world.figure("2.1.1"), "gun-1", guns.damage_level(die))

    assert noted(world) == (SILENCED if silent else [])


@BOTH
def test_a44_a_gun_without_a_crew(other):
    world = shot(battery(crew=1, readings=read("A44", other=other)), "1.1.1")

    assert noted(world) == ([] if other else SILENCED)


# --- Flag and treaty ----------------------------------------------------------------------------------------------------


def test_17_3_the_first_flag_up_is_remembered_and_no_later_one():
    world = fashoda_world()
    play = fashoda.Fashoda()
    for key in ("3.H", "1.H"):
        play.special(world, world.figure(key), "hoist", "")
    play.special(world, world.figure("1.H"), "haul", "third")

    assert [(one.deed, one.seat, one.figure) for one in world.state.noted] == [("first_flag", "third", "3.H")]


@pytest.mark.parametrize(("other", "expected"), [(False, "1.H"), (True, "3.H")])
def test_a45_a_flag_on_a_bank(other, expected):
    world = fashoda_world(readings=read("A45", other=other))
    play = fashoda.Fashoda()
    play.special(world, world.figure("3.H"), "plant", "west")
    play.special(world, world.figure("1.H"), "hoist", "")

    assert [one.figure for one in world.state.noted] == [expected]


def test_17_3_whoever_signs_the_treaty_is_remembered_and_in_whose_name():
    world = fashoda_world(3, 4)
    for _try in range(2):
        fashoda.Fashoda()._try_treaty(world, world.figure("5.H"), "third")

    assert [(one.deed, one.seat, one.figure, one.of) for one in world.state.noted] == [
        ("treaty_signed", "third", "5.H", "fifth")
    ]


def test_17_3_what_the_umpire_rules_of_flag_and_treaty_is_nobody_s_deed():
    world = fashoda_world(umpire=True)
    RULINGS["flag"].carry_out(world, FlagSaid(reason="seen", seat="second", up=True))
    RULINGS["treaty"].carry_out(world, TreatySaid(reason="seen", seat="first"))
    ruled = deeds.told(world)
    RULINGS["treaty"].carry_out(world, TreatySaid(reason="not so", seat=""))

    assert ruled == [
        {"deed": "first_flag", "turn": 1, "seat": "second"},
        {"deed": "treaty_signed", "turn": 1, "seat": "first"},
    ]
    assert [one.deed for one in world.state.noted] == ["first_flag"]


# --- Who hears of it when -----------------------------------------------------------------------------------------------


def test_17_3_while_the_game_goes_on_nobody_but_the_umpire_sees_what_is_noted():
    world = shot(battery(crew=1, umpire=True), "1.1.1")
    seen = {seat: "noted" in hiding.shown(world.state, seat) for seat in ("first", "second", None, "umpire")}
    alike = hiding.resampled(world.state, "first", Keyed(b"x" * 32))

    assert seen == {"first": False, "second": False, None: False, "umpire": True}
    assert alike.noted == []


def test_17_3_the_outcome_has_the_deeds_and_the_log_tells_them_once_it_is_over():
    world = shot(battery(crew=1), "1.1.1")
    during = told(world, "noted")
    phases.finish(world, scoring.of_two("second", "first", "minor"))
    row = {"deed": "gun_silenced", "turn": 1, "seat": "second", "figure": "2.1.1", "of": "first", "about": "gun-1"}
    outcome = Awam().outcome(encoded(world.state))

    assert (during, told(world, "noted")) == ([], [row])
    assert [one.readings for one in world.happenings if one.kind == "noted"] == [("A44",)]
    assert outcome is not None
    assert outcome.special["noted"] == [row]
    assert "noted" in hiding.shown(world.state, "first")


def test_17_3_a_deed_of_a_war_names_its_people_by_the_ids_they_came_with():
    world = around()
    for key, roster in (("1.1.1", "gordon"), ("2.1.1", "beja")):
        world.figure(key).roster = roster
    (row,) = deeds.told(taken(world))

    assert (row["by"], row["whom"]) == ("beja", "gordon")


def test_17_3_a_squad_of_a_war_is_called_after_its_men_and_not_after_who_leads_it():
    world = charged(10, 1)
    emir = man("2.1.9", "warrior", 900, 900, leads=True)
    emir.roster, world.figure("2.1.1").roster = "emir", "beja"
    world.state.figures = {emir.id: emir, **world.state.figures}
    (row,) = deeds.told(_stopped(world))

    assert row["whom"] == "beja"


def _stopped(world):
    deeds.charge_stopped(world, world.figure("1.1.1"), world.squad("2.1"))
    return world
