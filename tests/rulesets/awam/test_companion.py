"""The table companion of AWAM: the deck, and every roll against the check values (AWAM 10.8), with the dice given."""

import itertools
import random

import pytest

from rulesets.awam.companion import BANDS
from rulesets.awam.table import ROLLS, AwamTable
from rulesets.companion import AGREE, END
from rulesets.contract import UMPIRE, Action, Force, Setup
from rulesets.dice import Keyed, Rolled
from tests.rulesets.kit import examine, lawful, stored
from tests.rulesets.subjects import AWAM_TABLE

TABLE = AwamTable()
SEATS = ("first", "second", "third", "fourth", "fifth")
RIFLE = {"weapon": "breech_rifle", "who": "regular"}
ONE_ON_THREE = {"own_hand": "bayonet", "foe_hand": "bayonet", "foe2_hand": "bayonet", "foe3_hand": "bayonet"}


class Told:
    """Dice that show what they are told, one after the other."""

    def __init__(self, faces):
        self.left = list(faces)

    def roll(self, n, sides, why):
        faces, self.left = tuple(self.left[:n]), self.left[n:]
        assert len(faces) == n, f"{n} dice for {why}"
        assert all(1 <= face <= sides for face in faces), f"a d{sides} for {why} shows {faces}"
        return Rolled(address="/".join(why), sides=sides, faces=faces)


def opened(seats=2, *, umpire=False, play="", **readings):
    options = {"readings": readings} if readings else {}
    options |= {"umpire": True} if umpire else {}
    options |= {"play": play} if play else {}
    there = SEATS[:seats] if isinstance(seats, int) else seats
    setup = Setup(forces=dict.fromkeys(there, Force()), options=options)
    return stored(TABLE.setup(setup, Keyed(b"x")).state)


def does(state, seat, kind, *faces, **said):
    """What a seat does, with all the dice of it: the state after it, and what is told."""
    action, dice = Action(kind=kind, arguments=said), Told(faces)
    problem = TABLE.check(state, seat, action)
    assert problem is None, problem
    step = TABLE.apply(state, {seat: action}, dice)
    assert dice.left == []
    return stored(step.state), step.happenings[0].data


def rolled(kind, *faces, readings=None, **said):
    return does(opened(**(readings or {})), "first", kind, *faces, **said)[1]


def refused(kind, state=None, seat="first", **said):
    problem = TABLE.check(state or opened(), seat, Action(kind=kind, arguments=said))
    return None if problem is None else (problem.code, problem.place)


class Rolling:
    """Dice that show one face, and whatever is rolled after it a six."""

    def __init__(self, face):
        self.faces = itertools.chain([face], itertools.repeat(6))

    def roll(self, n, sides, why):
        return Rolled(address="/".join(why), sides=sides, faces=tuple(itertools.islice(self.faces, n)))


def good_faces(kind, sides, **said):
    """How many faces of the die hit."""
    state, action, found = opened(), Action(kind=kind, arguments=said), 0
    assert TABLE.check(state, "first", action) is None
    for face in range(1, sides + 1):
        told = TABLE.apply(state, {"first": action}, Rolling(face)).happenings[0].data
        found += (told["shots"][0] if "shots" in told else told)["hit"]
    return found


# --- Shots and throws (V1 to V13) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", range(1, 12))
def test_v1_rifle(step):
    assert good_faces("shoot", 12, **RIFLE, distance=10 * step) == 12 - step


@pytest.mark.parametrize("step", range(1, 8))
def test_v2_carbine(step):
    assert good_faces("shoot", 8, weapon="breech_carbine", who="regular", distance=10 * step) == 8 - step


def test_v1_v2_the_last_column_has_no_chance_and_is_refused():
    assert refused("shoot", **RIFLE, distance=120) == ("nil_chance", "distance")
    assert refused("shoot", weapon="breech_carbine", who="regular", distance=80) == ("nil_chance", "distance")
    assert refused("shoot", weapon="pistol", who="regular", distance=40) == ("nil_chance", "distance")


def test_v3_v4_the_columns_of_the_short_weapons():
    gun = [good_faces("shoot", 6, weapon="double_gun", who="regular", distance=far) for far in (15, 30, 40, 50, 55)]
    pistol = [good_faces("shoot", 6, weapon="pistol", who="regular", distance=far) for far in (5, 10, 15, 20, 25)]
    stone = [good_faces("hurl", 6, missile="stone", who="regular", distance=far) for far in (5, 10, 15)]
    assert (gun, pistol, stone) == ([5, 4, 3, 2, 1], [5, 4, 3, 2, 1], [5, 3, 1])


def test_v5_every_column_can_be_said_and_no_other_distance():
    assert rolled("shoot", 1, **RIFLE, distance=10)["over"] == 1
    assert rolled("shoot", 1, **RIFLE, distance=15)["over"] == 2
    assert refused("shoot", **RIFLE, distance=43) == ("not_offered", "distance")
    assert BANDS[:4] == (5, 10, 15, 20)


def test_v6_v7_regular_aims_and_irregular_does_not():
    assert good_faces("shoot", 12, **RIFLE, distance=50) == 7
    musket = {"weapon": "muzzle_smoothbore", "who": "irregular", "distance": 30, "unaimed": True}
    assert good_faces("shoot", 6, **musket) == 1
    assert rolled("shoot", 6, 6, **musket)["shots"][0]["modifiers"] == {"irregular": -1, "unaimed": -2}


@pytest.mark.parametrize(("reading", "sums"), [("chosen", [1, -1, -3]), ("other", [1, -1, -1])])
def test_v8_three_shots_of_an_irregular_marksman(reading, sums):
    carbine = {"weapon": "magazine_carbine", "who": "irregular_marksman", "distance": 20, "shots": 3}
    told = rolled("shoot", 1, 2, 2, readings={"A10": reading}, **carbine)
    assert [(shot["sum"], shot["hit"]) for shot in told["shots"]] == [(one, False) for one in sums]
    assert refused("shoot", weapon="breech_rifle", who="regular", distance=20, shots=2) == ("bad_shots", "shots")


def test_v9_a_natural_one_misses_whatever_is_added():
    sure = {**RIFLE, "who": "marksman", "distance": 10, "rested": True, "target": "big"}
    assert rolled("shoot", 1, **sure)["shots"][0]["sum"] == 3
    assert good_faces("shoot", 12, **sure) == 11


def test_v10_a_warriors_javelin_after_walking():
    javelin = {"missile": "javelin", "who": "irregular", "distance": 10, "moving": True}
    assert good_faces("hurl", 6, **javelin) == 2
    assert "rested" not in rolled("hurl", 1, **javelin, rested=True)["shots"][0]["modifiers"]


def test_v11_a_shot_without_a_chance_is_refused():
    assert refused("shoot", **RIFLE, distance=110, unaimed=True) == ("nil_chance", "distance")


@pytest.mark.parametrize(
    ("by", "cover", "die", "total", "result"),
    [
        ("thrown", "light", 3, 5, "wounded"),
        ("stone", "heavy", 1, 5, "wounded"),
        ("stone", "heavy", 2, 6, "near_miss"),
        ("fire", "", 3, 3, "killed"),
    ],
)
def test_v12_thrown_at_cover(by, cover, die, total, result):
    (hit,) = rolled("hits", die, figures=1, by=by, cover=cover)["hits"]
    assert (hit["total"], hit["result"]) == (total, result)


@pytest.mark.parametrize(("die", "result"), [((5,), "horse"), ((6, 1), "killed"), ((10,), "horse")])
def test_v13_horse_or_rider(die, result):
    assert [hit["result"] for hit in rolled("hits", *die, figures=1, horse=True)["hits"]] == [result]


def test_a_second_wound_is_the_end_of_it_and_of_the_shots():
    magazine = {"weapon": "magazine_rifle", "who": "regular", "distance": 10, "shots": 3}
    told = rolled("shoot", 12, 4, 12, 3, **magazine)  # wounded, lies down: light cover makes a 3 of the second hit a 4
    assert [shot["struck"]["result"] for shot in told["shots"]] == ["wounded", "second"]
    assert told["shots"][1]["struck"]["add"] == 1


def test_the_rider_who_has_lost_his_horse_is_no_big_target_any_more():
    magazine = {"weapon": "magazine_rifle", "who": "regular", "distance": 10, "shots": 2, "target": "mounted"}
    told = rolled("shoot", 12, 3, 1, **magazine)
    assert [shot["modifiers"].get("big_target", 0) for shot in told["shots"]] == [1, 0]


def test_cover_hinders_where_the_club_reads_it_so():
    rows = rolled("shoot", 1, readings={"A11": "other"}, **RIFLE, distance=10, cover="heavy")["shots"][0]["modifiers"]
    assert rows == {"cover": -2}


# --- Reloading (V18 to V20) ---------------------------------------------------------------------------------------------


def test_v18_v19_points_add_up():
    musket = {"weapon": "muzzle_smoothbore", "who": "irregular"}
    first = rolled("reload", 1, **musket)
    second = rolled("reload", 4, **musket, points=first["points"])
    third = rolled("reload", 4, **musket, points=second["points"])
    assert [(one["points"], one["loaded"]) for one in (first, second, third)] == [(0, False), (3, False), (6, True)]
    assert not rolled("reload", 4, **musket)["loaded"]
    assert rolled("reload", 1, **RIFLE, points=2)["loaded"]
    assert rolled("reload", 2, weapon="breech_rifle", who="marksman")["loaded"]


def test_a8_an_irregular_marksman_and_a_slipped_round():
    magazine = {"weapon": "magazine_carbine", "who": "irregular_marksman"}
    assert rolled("reload", 2, **magazine)["add"] == 1
    assert rolled("reload", 2, readings={"A8": "other"}, **magazine)["add"] == 0
    assert (rolled("reload", 2, **magazine, slip=True)["score"], rolled("reload", 2, **magazine)["score"]) == (3, 6)
    assert refused("reload", **RIFLE, slip=True) == ("bad_row", "slip")
    assert refused("reload", **RIFLE, points=3) == ("out_of_range", "points")
    assert rolled("reload", 6, weapon="cannon", who="regular", points=2)["loaded"]


@pytest.mark.parametrize(
    ("who", "face", "fires"),
    [
        ("irregular", 4, False),
        ("irregular", 5, True),
        ("regular", 3, False),
        ("regular", 4, True),
        ("marksman", 2, False),
        ("irregular_marksman", 3, True),
    ],
)
def test_v20_fire_in_the_turn_a_reload_ends(who, face, fires):
    told = rolled("shoot", face, *((1,) if fires else ()), weapon="breech_rifle", who=who, distance=20, reloaded=True)
    assert (told["at_once"]["fires"], len(told["shots"])) == (fires, int(fires))
    assert all(shot["modifiers"]["after_reload"] == -2 for shot in told["shots"])


# --- Melee (V14 to V17) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "foe", "fate"), [(6, 9, "wounded"), (6, 8, "marker"), (4, 8, "killed"), (1, 2, "killed"), (6, 6, "")]
)
def test_v14_what_a_lower_total_suffers(own, foe, fate):
    told = rolled("fight", own, foe, own_hand="bayonet", foe_hand="bayonet")
    assert (told["own"], told["foes"]) == (fate, [""])


def test_v14_small_totals_and_ties_as_the_club_reads_them():
    duel = {"own_hand": "bayonet", "foe_hand": "bayonet"}
    assert rolled("fight", 1, 2, readings={"A20": "other"}, **duel)["own"] == "marker"
    tie = rolled("fight", 5, 5, readings={"A17": "other"}, **duel)
    assert (tie["own"], tie["foes"]) == ("marker", ["marker"])
    assert rolled("fight", 10, 9, readings={"A1": "other"}, **duel)["own"] == "killed"


def test_v15_one_against_three():
    told = rolled("fight", 7, 9, 6, 4, **ONE_ON_THREE)
    assert [(one["own_total"], one["total"], one["result"]) for one in told["pairs"]] == [
        (5, 9, "wound"),
        (5, 6, "marker"),
        (5, 4, "marker"),
    ]
    assert (told["own"], told["foes"], told["taken"]) == ("wounded", ["", "", "marker"], False)


def test_v16_the_three_take_him():
    told = rolled("fight", 7, 9, 6, 4, **ONE_ON_THREE, prisoners=True)
    assert (told["own"], told["foes"], told["taken"]) == ("", ["", "", "marker"], True)


@pytest.mark.parametrize(("reading", "own"), [("chosen", "wounded"), ("other", "")])
def test_v17_the_third_is_killed_and_nobody_is_taken(reading, own):
    told = rolled("fight", 7, 9, 6, 2, readings={"A26": reading}, **ONE_ON_THREE, prisoners=True)
    assert (told["own"], told["foes"], told["taken"]) == (own, ["", "", "killed"], False)


def test_two_wounds_in_one_fight_eliminate():
    assert rolled("fight", 8, 9, 9, 1, **ONE_ON_THREE)["own"] == "second"
    assert rolled("fight", 6, 9, own_hand="bayonet", own_wounded=True, foe_hand="bayonet", foe_shield=True)["own"] in (
        "second",
        "killed",
    )


def test_a_lancer_rides_past_on_his_right():
    lancer = {"own_hand": "sabre", "foe_hand": "lance", "foe_mounted": True, "foe_impetus": True, "passing": True}
    told = rolled("fight", 3, 4, **lancer)
    assert told["pairs"][0]["modifiers"] == {"mounted": 2, "impetus": 1}
    assert (told["own"], told["rides_on"]) == ("killed", True)
    assert not rolled("fight", 8, 1, **lancer)["rides_on"]
    assert refused("fight", own_hand="sabre", foe_hand="sabre", passing=True) == ("no_lance", "passing")
    assert refused("fight", own_hand="sabre", foe_hand="sabre", prisoners=True) == ("too_few_takers", "prisoners")


@pytest.mark.parametrize(("mounted", "face", "away"), [(False, 3, False), (False, 4, True), (True, 2, True)])
def test_breaking_off(mounted, face, away):
    assert rolled("break_off", face, mounted=mounted)["away"] == away


# --- Morale and falls (V21, V23, V24) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "face", "falls"),
    [
        ("run", 10, True),
        ("run", 1, True),
        ("run", 2, False),
        ("run_difficult", 2, True),
        ("run_difficult", 3, False),
        ("warrior", 1, True),
        ("warrior", 2, False),
        ("gallop", 10, True),
        ("gallop", 1, False),
    ],
)
def test_v21_who_breaks_into_a_run(how, face, falls):
    assert rolled("fall", face, how=how)["falls"] == falls


@pytest.mark.parametrize(("face", "fires"), [(4, False), (6, True)])
def test_v23_fire_at_the_attackers(face, fires):
    """A regular's D6 of 4 is an average die of 4, a 6 one of 5."""
    told = rolled("stand", face, *((3,) if fires else ()), **RIFLE, attackers=1)
    assert (told["test"]["total"], told["fires"]) == (4 if fires else 3, fires)
    assert [shot["modifiers"] for shot in told["shots"]] == ([{"unaimed": -2}] if fires else [])
    assert told["over"] == 1


def test_the_victim_of_the_fire_at_the_attackers_is_drawn():
    told = rolled("stand", 6, 2, 12, 1, who="irregular", weapon="breech_rifle", attackers=2)
    assert (told["victim"], told["shots"][0]["struck"]["result"]) == (2, "killed")


@pytest.mark.parametrize(("face", "result"), [(1, "breaks"), (2, "shaken"), (4, "acts")])
def test_v24_an_irregular_with_his_leader_near(face, result):
    told = rolled("morale", face, who="irregular", leader_near=True, wounded=True)
    assert (told["total"], told["result"]) == (face, result)


def test_a_broken_leader_tests_himself():
    assert rolled("morale", 4, who="irregular", broken=True)["result"] == "steadies"
    assert rolled("morale", 3, who="irregular", broken=True)["result"] == "runs"
    assert rolled("morale", 6, who="regular")["die"] == 5


# --- Machine gun and cannon (V25 to V27) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shots", "dice", "hit", "jam"),
    [((3, 4), (4, 4, 4, 11, 2, 9, 3), True, "jam"), ((2, 3), (1, 1, 1, 2, 2), False, "broken")],
)
def test_v25_a_burst(shots, dice, hit, jam):
    told = rolled("burst", *shots, *dice, who="regular", distance=60)
    assert (told["shots"], told["hit"], told["jam"]) == (len(dice), hit, jam)


@pytest.mark.parametrize(
    ("turn", "shots", "empty"), [(4, (4, 4), True), (4, (3, 4), False), (5, (1, 1), True), (3, (6, 6), False)]
)
def test_v26_when_the_machine_gun_is_empty(turn, shots, empty):
    dice = [2 + number % 5 for number in range(sum(shots))]
    assert rolled("burst", *shots, *dice, who="regular", distance=60, turn_of_fire=turn)["empty"] == empty


def test_one_gunner_fires_half_as_much():
    assert rolled("burst", 3, 4, 2, 3, 4, who="regular", distance=60, crew=1)["shots"] == 3


@pytest.mark.parametrize(
    ("at", "close", "chances"),
    [
        ("point", False, (0, 4, 6)),
        ("point", True, (1, 5, 7)),
        ("boat", True, (1, 5, 7)),
        ("building", False, (2, 6, 8)),
        ("building", True, (3, 7, 9)),
    ],
)
def test_v27_the_cannons_chances(at, close, chances):
    found = [good_faces("shell", sides, at=at, shot=shot, close=close) for shot, sides in ((1, 6), (2, 10), (3, 12))]
    assert tuple(found) == chances


@pytest.mark.parametrize(("damage", "damaged", "level"), [(3, False, 0), (4, False, 1), (5, True, 0), (6, True, 2)])
def test_what_a_shell_does(damage, damaged, level):
    assert rolled("shell", 12, damage, at="boat", shot=3, damaged=damaged)["level"] == level
    assert refused("shell", at="point", shot=1, damaged=True) == ("nothing_to_damage", "damaged")


@pytest.mark.parametrize(("face", "mended"), [(4, False), (5, True)])
def test_mending(face, mended):
    assert rolled("mend", face, gun="machine_gun", jammed=True)["mended"] == mended
    assert refused("mend", gun="cannon", jammed=True) == ("nothing_to_mend", "jammed")


# --- The scenario's rolls -----------------------------------------------------------------------------------------------


def test_events_and_the_treaty():
    assert rolled("event", 1, 3) | {"note": ""} == {
        "number": 1,
        "chosen": False,
        "die": 3,
        "upset": True,
        "note": "",
        "turn": 1,
    }
    assert not rolled("event", 4, number=1)["upset"]
    assert rolled("event", number=6)["chosen"]
    assert [rolled("treaty", face)["signed"] for face in (3, 4)] == [False, True]
    assert rolled("chance", 5, among=7)["chosen"] == 5


# --- The deck (V28 to V31) ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "cards"), [(2, 10), (3, 14), (4, 18), (5, 22)])
def test_v28_the_deck_of_so_many_sides(seats, cards):
    state = opened(seats)
    assert len(state["deck"]) == cards
    assert state["turn"] == 1
    if seats == 5:
        for group in ("king", "king", "queen", "queen"):
            state = does(state, "first", "hand", group=group)[0]
        assert len(state["deck"]) == 26


def card(state, wanted):
    """The face that draws a card."""
    return state["deck"].index(wanted) + 1


def test_v29_orders_of_an_ace_and_of_a_squad_without_a_leader():
    state = does(opened(), "first", "squads", side="first", squads=3)[0]
    _after, told = does(state, "first", "draw", card(state, "first:1"), 4)
    assert (told["ace"], told["squads"], told["orders"], told["halved"]) == (True, 3, [4], [2])
    other = does(opened(A4="other"), "first", "squads", side="first", squads=3)[0]
    assert does(other, "first", "draw", card(other, "first:1"), 4, 1, 5)[1]["orders"] == [4, 1, 5]
    state, told = does(state, "first", "draw", card(state, "first:3"), 5)
    assert told["waits"]
    assert does(state, "first", "name", squad=2)[1] | {"note": ""} == {
        "note": "",
        "turn": 1,
        "owner": "first",
        "squad": 2,
        "orders": 5,
        "halved": 3,
        "over": "",
    }


def one_squad_each(**readings):
    state = opened(**readings)
    for side in SEATS[:2]:
        state = does(state, "first", "squads", side=side, squads=1)[0]
    return state


def test_v30_the_turn_is_over_when_everybody_had_it():
    state = one_squad_each()
    state, told = does(state, "first", "draw", card(state, "first:3"), 2)
    assert (told["waits"], told["over"]) == (False, "")
    state, told = does(state, "first", "draw", card(state, "second:2"), 6)
    assert told["over"] == "all"
    assert refused("draw", state)[0] == "not_now"
    state, told = does(state, "first", "shuffle")
    assert (told["before"], told["why"], told["cards"], state["turn"]) == (1, "all", 10, 2)


def test_v31_the_second_joker_ends_the_turn_and_the_first_does_not():
    state = one_squad_each()
    for wanted, orders in (("first:3", (1,)), ("first:1", (1,))):
        state = does(state, "first", "draw", card(state, wanted), *orders)[0]
    state, told = does(state, "first", "draw", card(state, "joker:2"))
    assert (told["joker"], told["over"]) == (1, "")
    state, told = does(state, "first", "draw", card(state, "joker:1"))
    assert (told["joker"], told["over"], told["drawn"], told["left"]) == (2, "joker", 4, 6)


def test_a3_only_the_second_joker_ends_it_where_the_club_reads_it_so():
    state = one_squad_each(A3="other")
    for wanted in ("first:3", "second:2"):
        state, told = does(state, "first", "draw", card(state, wanted), 2)
    assert told["over"] == ""


def test_a30_the_umpires_groups_count_where_the_club_reads_it_so():
    for reading, over in (("chosen", "all"), ("other", "")):
        state = does(one_squad_each(A30=reading), "first", "hand", group="king")[0]
        for wanted in ("first:3", "second:2"):
            state, told = does(state, "first", "draw", card(state, wanted), 2)
        assert told["over"] == over


def test_a_card_handed_out_in_mid_turn_keeps_no_turn_from_ending():
    state = one_squad_each(A30="other")
    state = does(state, "first", "draw", card(state, "first:3"), 2)[0]
    state = does(state, "first", "hand", group="king")[0]
    assert does(state, "first", "draw", card(state, "second:2"), 2)[1]["over"] == "all"


def test_a_squad_that_was_forgotten_gives_the_turn_back():
    state = one_squad_each()
    for wanted in ("first:3", "second:2"):
        state = does(state, "first", "draw", card(state, wanted), 2)[0]
    assert state["over"] == "all"
    state, told = does(state, "first", "squads", side="second", squads=2)
    assert (told["over"], state.get("over", "")) == ("", "")
    assert refused("draw", state) is None


def test_a_side_without_squads_leaves_the_deck_at_the_next_shuffle():
    state = does(opened(3), "first", "squads", side="third", squads=0)[0]
    state, told = does(state, "second", "draw", card(state, "third:1"))
    assert (told["dead"], told["left"]) == (True, 13)
    assert len(does(state, "first", "shuffle")[0]["deck"]) == 10


def test_the_umpire_hands_out_one_card_a_turn_from_the_next_shuffle_on():
    state = opened(umpire=True)
    state = does(state, UMPIRE, "draw", card(state, "joker:1"))[0]
    state, told = does(state, UMPIRE, "hand", group="queen")
    assert (told["cards"], told["at_once"], len(state["deck"])) == (1, False, 9)
    assert refused("hand", state, UMPIRE, group="king") == ("one_card_a_turn", "group")
    state = does(state, UMPIRE, "shuffle")[0]
    assert len(state["deck"]) == 11
    state, told = does(state, UMPIRE, "draw", card(state, "queen:1"), 3)
    assert (told["owner"], told["ace"], told["orders"], told["waits"]) == ("queen", False, [3], False)
    assert len(does(does(state, UMPIRE, "hand", group="queen", back=True)[0], UMPIRE, "shuffle")[0]["deck"]) == 10
    assert refused("hand", state, UMPIRE, group="jack", back=True) == ("no_such_card", "group")


def test_only_the_umpire_deals_where_there_is_one():
    state = opened(3, umpire=True)
    for kind, said in (("draw", {}), ("shuffle", {}), ("hand", {"group": "king"})):
        assert refused(kind, state, "second", **said)[0] == "not_now"
        assert refused(kind, state, UMPIRE, **said) is None
        assert refused(kind, opened(3), "second", **said) is None
    assert refused("squads", state, "second", side="first", squads=1) == ("not_offered", "side")
    assert refused("squads", state, "second", side="second", squads=1) is None
    drawn = does(state, UMPIRE, "draw", card(state, "second:3"), 4)[0]
    assert refused("name", drawn, "second", squad=1) is None
    assert refused("name", drawn, UMPIRE, squad=1) is None
    assert refused("name", drawn, "third", squad=1)[0] == "not_now"
    assert refused("name", drawn, "second", squad=3) == ("out_of_range", "squad")
    assert refused("shoot", opened(3), UMPIRE, **RIFLE, distance=10)[0] == "not_your_turn"


def test_no_order_of_the_deck_exists_before_a_card_is_drawn():
    """Whatever the dice will say, the state before it is the same; and any card that is left can be the next."""
    setup = Setup(forces=dict.fromkeys(SEATS[:3], Force()))
    states = [stored(TABLE.setup(setup, Keyed(key)).state) for key in (b"one", b"two")]
    assert states[0] == states[1]
    action = {"first": Action(kind="draw")}
    nexts = {TABLE.apply(states[0], action, Keyed(str(key).encode())).happenings[0].data["card"] for key in range(400)}
    assert nexts == set(states[0]["deck"])


def test_v28_the_second_joker_comes_when_it_should():
    rng, where = random.Random(28), []
    for _game in range(400):
        state, drawn = opened(A3="other"), 0
        while not state.get("over"):
            drawn += 1
            state = stored(TABLE.apply(state, {"first": Action(kind="draw")}, Keyed(rng.randbytes(8))).state)
            if state.get("waits"):
                state = stored(
                    TABLE.apply(state, {"first": Action(kind="name", arguments={"squad": 1})}, Keyed(b"")).state
                )
        where.append(drawn)
    assert abs(sum(where) / len(where) - 7.33) < 0.35


# --- Who has which cards (AWAM 2.1, 12.3) ----------------------------------------------------------------------------------


def test_fashoda_lays_out_its_own_deck():
    state = opened(5, umpire=True, play="fashoda")
    assert (len(state["deck"]), state["limit"], state["called"]) == (26, 10, {"king": "dervishes", "queen": "shilluk"})
    assert state["squads"] == {"first": 2, "second": 3, "third": 2, "fourth": 3, "fifth": 2}
    three = opened(("first", "second", "fifth"), play="fashoda")
    assert (len(three["deck"]), TABLE.openings()[2]) == (18, ("fashoda", ("first", "second", "fifth")))
    assert opened(play="ivory")["limit"] == 12
    wrong = Setup(forces=dict.fromkeys(SEATS[:3], Force()), options={"play": "well"})
    strange = Setup(forces=dict.fromkeys(SEATS[:2], Force()), options={"play": "waterloo"})
    assert [TABLE.check_setup(one)[0].code for one in (wrong, strange)] == ["two_sides", "bad_arguments"]


def test_a_group_that_is_not_on_the_table_yet_does_nothing():
    state = opened(5, umpire=True, play="fashoda")
    early = does(state, UMPIRE, "draw", card(state, "king:1"))[1]
    assert (early["dead"], early["called"]) == (True, "dervishes")
    assert not does(state, UMPIRE, "draw", card(state, "queen:1"), 3)[1].get("dead")
    for _turn in range(2):
        state = does(state, UMPIRE, "shuffle")[0]
    assert does(state, UMPIRE, "draw", card(state, "king:1"), 3)[1]["orders"] == [3]


def test_suits_and_backs_are_whose_the_table_says():
    state, told = does(opened(3, umpire=True), UMPIRE, "suit", side="second", suit="clubs", pack="green")
    assert (told["swapped"], state["suits"]) == ("", {"second": ["clubs", "green"]})
    state, told = does(state, UMPIRE, "suit", side="first", suit="clubs", pack="green")
    assert (told["swapped"], told["their_suit"], told["their_back"]) == ("second", "hearts", "blue")
    assert state["suits"] == {"first": ["clubs", "green"], "second": ["hearts", "blue"]}
    state, told = does(state, UMPIRE, "draw", card(state, "first:2"), 3)
    assert (told["suit"], told["back"]) == ("clubs", "green")
    assert refused("suit", state, UMPIRE, side="first", suit="hearts")[0] == "not_now"
    assert refused("suit", opened(3, umpire=True), "first", side="first", suit="hearts")[0] == "not_now"


def test_an_umpires_card_stands_for_whom_he_says():
    state, told = does(opened(), "first", "hand", group="jack", called="Lions")
    assert (told["called"], state["called"]) == ("Lions", {"jack": "Lions"})
    assert does(state, "first", "draw", card(state, "jack:1"), 2)[1]["called"] == "Lions"
    assert refused("hand", group="jack", called="L" * 25) == ("note_too_long", "called")


# --- What the scenario counts (AWAM 12.4, 12.5) -----------------------------------------------------------------------------


def race(*deeds, seats=SEATS):
    """Fashoda after these: a kind, what is said, and the dice of it."""
    state = opened(seats, umpire=True, play="fashoda")
    for kind, said, *dice in deeds:
        state = does(state, UMPIRE, kind, *dice, **said)[0]
    return state


def points(state, **said):
    return {seat: row["points"] for seat, row in does(state, UMPIRE, "count", **said)[1]["seats"].items()}


FRENCH_FLAG = ("flag", {"side": "first"})
V39 = (
    FRENCH_FLAG,
    ("treaty", {"side": "second"}, 5),
    ("loss", {"side": "fifth", "fate": "captured", "who": "head", "by": "second"}),
    ("blow", {"side": "second", "against": "first"}),
)


def test_v39_points_and_levels_of_fashoda():
    told = does(race(*V39), UMPIRE, "count", first_aim=True)[1]["seats"]
    assert {seat: (row["points"], row["result"], row["level"]) for seat, row in told.items()} == {
        "first": (11, "win", "major"),
        "second": (5, "loss", "minor"),
        "third": (2, "loss", "minor"),
        "fourth": (2, "loss", "minor"),
        "fifth": (0, "loss", "major"),
    }


def test_v40_the_great_war_breaks_out_with_the_fourth_incident():
    state = race(*V39)
    for _turn in range(3):
        state = does(state, UMPIRE, "shuffle")[0]
        state, told = does(state, UMPIRE, "blow", side="first", against="second")
        assert (told["quarrel"], told["counts"]) == (False, True)
        assert not does(state, UMPIRE, "blow", side="second", against="first")[1]["counts"]
    assert (told["incidents"], told["war"]) == (4, True)
    told = does(state, UMPIRE, "count", first_aim=True)[1]["seats"]
    assert {seat: row["points"] for seat, row in told.items()} == {
        "first": 6,
        "second": 2,
        "third": 2,
        "fourth": 2,
        "fifth": 3,
    }
    assert (told["first"]["result"], told["first"]["level"]) == ("win", "minor")


def test_flags_that_fly_together_and_one_that_is_hauled_down():
    state = race(FRENCH_FLAG, ("flag", {"side": "second"}))
    assert points(state)["first"] == points(state)["second"] == 4
    assert refused("flag", state, UMPIRE, side="first") == ("flag_flies", "side")
    assert refused("flag", state, UMPIRE, side="third", down=True) == ("no_such_flag", "side")
    state, told = does(state, UMPIRE, "flag", side="first", down=True, by="second")
    assert (told["flags"], told["quarrel"], told["incidents"]) == (["second"], True, 1)
    assert points(state) == {"first": 2, "second": 4, "third": 2, "fourth": 2, "fifth": 2}
    state, told = does(state, UMPIRE, "flag", side="second", down=True, by="fifth")
    assert "quarrel" not in told  # El Rampin has no flag of state


def test_the_treaty_is_signed_once_and_asked_for_once_a_turn():
    state = race(("treaty", {"side": "first"}, 3))
    assert refused("treaty", state, UMPIRE, side="first") == ("tried_already", "side")
    assert refused("treaty", state, UMPIRE, side="second", name="third") == ("not_his_name", "name")
    state = does(state, UMPIRE, "treaty", 4, side="fifth", name="second")[0]
    assert points(state) == {"first": 2, "second": 5, "third": 2, "fourth": 2, "fifth": 4}
    assert refused("treaty", state, UMPIRE, side="third") == ("treaty_signed", "side")


def test_level_points_go_to_fewer_quarrels_then_to_more_strength_left():
    level = dict.fromkeys(("third", "fourth"), 2)
    state = race(seats=("third", "fourth"))
    assert points(state) == level
    assert {
        row["result"] for row in does(state, UMPIRE, "count", third_lost=0, fourth_lost=37)[1]["seats"].values()
    } == {"draw"}
    told = does(state, UMPIRE, "count", third_lost=20)[1]["seats"]
    assert [(told[seat]["result"], told[seat]["level"]) for seat in ("third", "fourth")] == [
        ("loss", "minor"),
        ("win", "minor"),
    ]
    state = race(("blow", {"side": "fourth", "against": "third"}), seats=("third", "fourth"))
    told = does(state, UMPIRE, "count", fourth_more=3, third_lost=20)[1]["seats"]
    assert [(told[seat]["points"], told[seat]["result"]) for seat in ("third", "fourth")] == [(2, "win"), (2, "loss")]


def test_nobody_able_and_no_points_is_lost_by_all():
    state = race(*(("loss", {"side": seat, "fate": "dead", "who": "head"}) for seat in SEATS[:2]), seats=SEATS[:2])
    told = does(state, UMPIRE, "count", first_none=True, second_none=True)[1]["seats"]
    assert {(row["result"], row["level"]) for row in told.values()} == {("loss", "minor")}


@pytest.mark.parametrize(
    ("lost", "result"),
    [
        ((20, 69), ("win", "major")),
        ((20, 23), ("win", "minor")),
        ((20, 22), ("draw", None)),
        ((69, 69), ("draw", None)),
    ],
)
def test_v41_two_sides_by_losses(lost, result):
    said = {"first_start": 92, "second_start": 92, "first_lost": lost[0], "second_lost": lost[1]}
    row = does(opened(), "first", "count", **said)[1]["seats"]["first"]
    assert (row["result"], row["level"]) == result


@pytest.mark.parametrize(
    ("said", "winner", "level"),
    [
        ({"first_near": 3, "second_near": 2, "second_lost": 46, "first_lost": 30}, "first", "major"),
        ({"first_near": 3, "second_near": 2, "second_lost": 45}, "first", "minor"),
        ({"first_near": 1, "second_lost": 23}, "first", "minor"),
        ({"first_none": True}, "second", "major"),
    ],
)
def test_v42_the_well_by_what_is_typed(said, winner, level):
    told = does(opened(play="well"), "first", "count", **said)[1]["seats"]
    assert (told[winner]["result"], told[winner]["level"]) == ("win", level)


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ({"off": 1, "first_lost": 49}, ("win", "minor")),
        ({"off": 1, "first_lost": 50}, ("draw", None)),
        ({"off": 2}, ("win", "major")),
        ({"taken": 1}, ("loss", "major")),
        ({"first_lost": 74}, ("loss", "minor")),
        ({"first_lost": 75}, ("loss", "major")),
        ({"second_none": True}, ("win", "major")),
        ({"off": 1, "first_none": True, "first_lost": 80}, ("draw", None)),
    ],
)
def test_v43_the_ivory_by_what_is_typed(said, result):
    row = does(opened(play="ivory"), "first", "count", **said)[1]["seats"]["first"]
    assert (row["result"], row["level"]) == result


def test_more_sides_of_a_table_of_their_own_have_the_points_they_say():
    told = does(opened(3), "first", "count", first_points=7, second_points=1, third_points=-3)[1]["seats"]
    assert [(told[seat]["rank"], told[seat]["level"]) for seat in SEATS[:3]] == [
        (1, "major"),
        (2, "minor"),
        (3, "major"),
    ]


# --- Prisoners and the end (AWAM 6.7, 17) -----------------------------------------------------------------------------------


def test_prisoners_are_noted_and_go_free_again():
    state = race(
        ("loss", {"side": "first", "fate": "captured", "figures": 3, "by": "king"}),
        ("loss", {"side": "first", "fate": "captured", "who": "leader", "by": "second"}),
    )
    assert points(state)["second"] == 5
    assert refused("loss", state, UMPIRE, side="first", fate="freed", figures=4) == ("not_held", "fate")
    assert refused("loss", state, UMPIRE, side="first", fate="dead", by="first") == ("against_himself", "by")
    state = does(state, UMPIRE, "loss", side="first", fate="freed", figures=2)[0]
    state = does(state, UMPIRE, "loss", side="first", fate="freed", who="leader")[0]
    assert points(state)["second"] == 2
    assert [(row["who"], row["figures"]) for row in state["losses"]] == [("figures", 1)]


def test_what_was_counted_is_the_outcome_and_nobody_types_it_twice():
    state = race(
        *V39,
        ("loss", {"side": "first", "fate": "dead", "figures": 2}),
        ("loss", {"side": "first", "fate": "fled"}),
        ("loss", {"side": "first", "fate": "captured", "figures": 3, "by": "second"}),
        ("loss", {"side": "second", "fate": "wounded", "who": "head"}),
    )
    assert refused("close", state, UMPIRE)[0] == "not_now"
    assert refused("end", state, "first", winner="counted") == ("not_offered", "winner")
    state = does(state, UMPIRE, "count", first_aim=True)[0]
    closed = does(state, UMPIRE, "close", note="Well played")[0]
    for side in SEATS[:4]:
        state = does(state, side, END, winner="counted")[0]
    agreed = does(state, "fifth", AGREE, winner="counted", level="minor")[0]
    for ended in (closed, agreed):
        outcome = TABLE.outcome(ended)
        assert (outcome.seats["first"].level, outcome.seats["fifth"].level) == ("major", "major")
        assert outcome.special["points"] == {"first": 11, "second": 5, "third": 2, "fourth": 2, "fifth": 0}
        lost = outcome.units["first"]["figures"]
        assert (lost.destroyed, lost.routed, lost.captured) == (2, 1, 3)
        assert outcome.characters["fifth"]["head"].fate == "captured"
        assert outcome.characters["second"]["head"].fate == "felled"


def test_who_counts_anew_is_agreed_with_anew():
    state = does(opened(), "first", "count", first_start=92, second_start=92, second_lost=80)[0]
    state = does(state, "second", END, winner="counted")[0]
    assert "second" not in does(state, "first", "count")[0].get("said", {})


# --- The whole ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*ROLLS, END, AGREE])
def test_every_roll_can_be_made_from_the_menu(kind):
    state = opened(3)
    if kind in ("flag", "blow"):
        state = opened(3, play="fashoda")
    if kind == "close":
        state = does(opened(3, umpire=True), UMPIRE, "count")[0]
    if kind == "name":
        state = does(state, "first", "draw", card(state, "first:3"), 4)[0]
    if kind == AGREE:
        state = does(state, "second", END, winner="third")[0]
    seat = UMPIRE if kind == "close" else "first"
    (choice,) = TABLE.menu(state, seat, kind)
    assert choice.kind == kind
    action = lawful(TABLE, state, seat, random.Random(7), frozenset({*ROLLS, END, AGREE} - {kind}))
    assert TABLE.check(state, seat, action) is None


def test_a_table_of_one_or_of_six_is_none():
    one = Setup(forces={"first": Force()})
    six = Setup(forces=dict.fromkeys((*SEATS, "sixth"), Force()))
    assert [[problem.code for problem in TABLE.check_setup(setup)] for setup in (one, six)] == [["two_sides"]] * 2


@pytest.mark.parametrize("name", AWAM_TABLE.setups)
def test_a_table_at_random_keeps_the_contract(name):
    turns = examine(AWAM_TABLE, AWAM_TABLE.setups[name], f"a table of {name}")

    assert TABLE.outcome(stored(turns[-1].step.state)) is not None
    kinds = {told.kind for turn in turns for told in turn.step.happenings}
    assert "opened" in kinds
    assert kinds & {"over", "close"}
