"""The worked examples of Askari, appendix A, with the dice given: what needs no table. The others are played in ``test_examples``."""

import tomllib
from itertools import product
from pathlib import Path

import msgspec
import pytest

from rulesets.askari import armies, courage, melee, orders, shooting, victory
from rulesets.askari.courage import Spirits
from rulesets.askari.melee import Fighter
from rulesets.askari.shooting import Circumstances
from rulesets.askari.tables import READINGS, TABLES, quality_of, readings_of
from rulesets.askari.victory import Standing

WEAPONS = TABLES.missile


@pytest.mark.parametrize(
    ("dice", "officers", "won"),
    [
        pytest.param([2, 3, 1, 4, 5, 6], 2, 4, id="A1-smallest-gap"),
        pytest.param([3, 3, 1, 1, 1, 6], 2, 3, id="A1-two-dice"),
        pytest.param([2, 1, 1, 1, 1, 1], 2, 1, id="A1-stacked"),
        pytest.param([1, 5, 3, 2], 0, 1, id="A2-natural"),
        pytest.param([1, 5, 3, 2], 1, 2, id="A2-belgians"),
        pytest.param([2, 5, 6, 2, 4, 3], 0, 3, id="A2-slavers"),
    ],
)
def test_orders_won_with_a_threshold_of_four(dice, officers, won):
    assert orders.orders(orders.raised(dice, 4, officers), 4) == won


def test_A18_nobody_has_an_order():
    assert orders.orders([1, 5, 3, 2], 6) == orders.orders([5, 5], 6) == 0


@pytest.mark.parametrize(("dice", "officers"), [(list(dice), 2) for dice in product((1, 2, 3, 5), repeat=3)])
def test_no_other_use_of_the_bonuses_wins_more(dice, officers):
    best = max(
        orders.orders([face + sum(place == at for at in put) for place, face in enumerate(dice)], 4)
        for put in product(range(3), repeat=officers)
    )

    assert orders.orders(orders.raised(dice, 4, officers), 4) == best


def number(weapon: str, shooting_value: int, **about) -> int:
    row = WEAPONS[weapon]
    return shooting.target_number(shooting_value, row, shooting.modifiers(row, Circumstances(**about)))


@pytest.mark.parametrize(("face", "hit"), [(3, True), (4, True), (5, False)], ids=["A3-printed", "A3-four", "A3-five"])
def test_A3_an_aimed_shot_beyond_half_range(face, hit):
    reached = number("breech_loading_rifle", 2, distance=400, aimed=True)

    assert reached == 4
    assert shooting.hits(face, reached) is hit


def test_A4a_ten_muskets():
    reached = number("muzzle_loading_musket", 2, distance=150)

    assert (
        shooting.able(WEAPONS["muzzle_loading_musket"], 10) * shooting.rate(WEAPONS["muzzle_loading_musket"], 150) == 5
    )
    assert reached == 3
    assert sum(shooting.hits(face, reached) for face in (2, 2, 3, 4, 6)) == 3


def test_A4b_twenty_bows_reply():
    reached = number("bow", 1, distance=150, unit_leader=True, higher=True)
    printed = {1: 3, 2: 9, 3: 1, 4: 1, 5: 3, 6: 5}

    assert reached == 3
    assert shooting.able(WEAPONS["bow"], 20) * shooting.rate(WEAPONS["bow"], 150) == 20
    assert sum(times for face, times in printed.items() if shooting.hits(face, reached)) == 13


def test_A5_a_masai_against_two_askaris():
    askari = Fighter(base=2, weapon=1)

    assert melee.dice_of(Fighter(base=4, weapon=2)) == 6
    assert melee.dice_of(askari, askari) == 5
    assert melee.loser((1, 3)) == 1


def test_A6_six_beja_charge_a_nordenfelt():
    beja, crew = Fighter(base=3, weapon=2), Fighter(base=1, weapon=1)
    reached = number("lever_machine_gun", 2, distance=100, reaction=True)

    assert courage.passes(4, 5, Spirits())
    assert (reached, shooting.rate(WEAPONS["lever_machine_gun"], 100, reaction=True)) == (3, 5)
    assert sum(shooting.hits(face, reached) for face in (1, 3, 4, 5, 6)) == 2
    assert not any(shooting.saved(6, face) for face in (2, 4))
    assert (melee.dice_of(beja, beja), melee.dice_of(crew)) == (8, 2)
    assert melee.loser((melee.wounds((1, 5)), melee.wounds((5, 6, 1, 2, 3, 4, 2, 1)))) == 1
    assert melee.loser((melee.wounds((6, 2)), melee.wounds((1, 2, 3, 4, 4)))) == 0
    assert melee.loser((melee.wounds((5, 3)), melee.wounds((5, 1, 1, 2, 3)))) is None
    assert courage.tests_for(3, 6) == 3
    assert courage.tests_for(1, 3) == 1


def test_A8_a_failed_test_and_a_rally():
    assert not courage.passes(3, 2, Spirits())
    assert courage.after(False, [False]) == "marked"
    assert [courage.rallies(face) for face in range(1, 7)] == [False, False, False, True, True, True]
    assert courage.after(True, [False]) == "routed"


@pytest.mark.parametrize(
    ("start", "casualties", "tests"),
    [
        *[
            pytest.param(10, lost, due, id=f"A9-ten-{lost}")
            for lost, due in {1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}.items()
        ],
        pytest.param(6, 2, 2, id="A9-six"),
        pytest.param(13, 5, 1, id="A9-thirteen"),
        pytest.param(21, 8, 2, id="A9-twenty-one"),
    ],
)
def test_tests_for_casualties(start, casualties, tests):
    assert courage.tests_for(casualties, start) == tests


def test_A11_each_pair_of_dice_is_one_quality():
    rolled: dict[str, list[int]] = {}
    for tens, units in product(range(1, 7), repeat=2):
        rolled.setdefault(quality_of(tens, units), []).append(10 * tens + units)

    assert rolled == {quality: list(results) for quality, results in TABLES.qualities.items()}
    assert sum(map(len, rolled.values())) == 36


@pytest.mark.parametrize(
    ("weapon", "dice", "shift", "jammed"),
    [
        pytest.param("light_muzzle_loading_gun", [1, 6], None, True, id="A12-muzzle-six"),
        pytest.param("light_breech_loading_gun", [1, 6], None, False, id="A12-breech-six"),
        pytest.param("light_breech_loading_gun", [1, 1], None, True, id="A12-breech-one"),
        pytest.param("mortar", [2, 3, 4], -70, False, id="A12-short"),
        pytest.param("mortar", [3, 6, 5], 110, False, id="A12-long"),
        pytest.param("hand_bomb", [1, 1], None, False, id="A12-bomb"),
        pytest.param("mortar", [4], 0, False, id="A12-on-target"),
    ],
)
def test_deviation(weapon, dice, shift, jammed):
    fallen = shooting.fall(WEAPONS[weapon], dice[0], dice[1:])

    assert (fallen.shift, fallen.jammed) == (shift, jammed)
    assert bool(shooting.needs_second_roll(dice[0])) is (len(dice) > 1)


def test_A12_a_jam_is_silent_for_two_turns():
    assert shooting.may_fire_again(3) == 5


@pytest.mark.parametrize(("distance", "hit"), [(47, True), (48, False)], ids=["A12-under", "A12-beside"])
def test_area_of_seven_centimetres_across(distance, hit):
    assert shooting.in_area(distance, 25) is hit


@pytest.mark.parametrize(
    ("save", "face", "poisoned", "stands"),
    [
        pytest.param(6, 6, False, True, id="A13-six"),
        pytest.param(6, 6, True, False, id="A13-poisoned-six"),
        pytest.param(4, 5, True, True, id="A13-poisoned-five"),
    ],
)
def test_saves(save, face, poisoned, stands):
    assert shooting.saved(save, face, poisoned=poisoned) is stands


@pytest.mark.parametrize(
    ("value", "face", "spirits", "passed"),
    [
        pytest.param(6, 6, Spirits(bloodthirsty=True), False, id="A14-never"),
        pytest.param(4, 3, Spirits(officer=True), True, id="A14-officer"),
        pytest.param(0, 1, Spirits(bloodthirsty=True), True, id="A14-zero"),
        pytest.param(None, 1, Spirits(), True, id="A14-no"),
        pytest.param(5, 5, Spirits(baggage_lost=True), False, id="R37-baggage"),
        pytest.param(5, 4, Spirits(religious=True), True, id="2.3.1-religious"),
    ],
)
def test_courage_rolls(value, face, spirits, passed):
    assert courage.passes(value, face, spirits) is passed


def test_A14_only_a_value_above_nothing_is_rolled():
    assert [courage.is_rolled(value) for value in (None, 0, 1)] == [False, False, True]


@pytest.mark.parametrize(
    ("marked", "passed", "expected"),
    [
        pytest.param(True, [True], "marked", id="A14-a-pass-takes-no-marker-off"),
        pytest.param(False, [False, False], "routed", id="A14-two-of-three"),
        pytest.param(False, [], "steady", id="A14-none"),
    ],
)
def test_what_becomes_of_a_unit(marked, passed, expected):
    assert courage.after(marked, passed) == expected


@pytest.mark.parametrize(("figures", "exempt"), [(6, True), (5, False)], ids=["A14-half", "A14-below"])
def test_a_charismatic_leader_keeps_his_unit_from_testing(figures, exempt):
    assert courage.is_exempt(11, figures) is exempt


@pytest.mark.parametrize(
    ("eloquent", "face", "rallied"),
    [(False, 3, False), (False, 4, True), (True, 2, True), (True, 1, False)],
    ids=lambda value: f"A14-{value}",
)
def test_rallying(eloquent, face, rallied):
    assert courage.rallies(face, eloquent=eloquent) is rallied


@pytest.mark.parametrize(
    ("weapon", "distance", "shots", "added"),
    [
        pytest.param("magazine_rifle", 400, 2, 0, id="A15-magazine-400"),
        pytest.param("magazine_rifle", 401, 1, -1, id="A15-magazine-401"),
        pytest.param("magazine_rifle", 801, 0, -1, id="A15-magazine-801"),
        pytest.param("matchlock", 150, 1, 0, id="A15-matchlock-150"),
        pytest.param("matchlock", 151, 1, -1, id="A15-matchlock-151"),
        pytest.param("bow", 100, 2, 0, id="A15-bow-100"),
        pytest.param("lever_machine_gun", 401, 3, -1, id="A15-lever-401"),
        pytest.param("mortar", 199, 0, 0, id="2.4-mortar-too-near"),
        pytest.param("mortar", 200, 1, 0, id="2.4-mortar-200"),
    ],
)
def test_rate_and_long_range(weapon, distance, shots, added):
    row = WEAPONS[weapon]

    assert shooting.rate(row, distance) == shots
    assert sum(told.value for told in shooting.modifiers(row, Circumstances(distance=distance))) == added


@pytest.mark.parametrize(
    ("figures", "shots"), {1: 1, 2: 1, 3: 1, 9: 4, 10: 5, 11: 5}.items(), ids=lambda value: f"A15-{value}"
)
def test_one_in_two(figures, shots):
    assert shooting.able(WEAPONS["muzzle_loading_musket"], figures) == shots


@pytest.mark.parametrize(
    ("principal", "supporter", "dice"),
    [
        pytest.param(Fighter(base=3), Fighter(base=4), 5, id="A16-half-of-four"),
        pytest.param(Fighter(base=3), Fighter(base=5), 6, id="A16-half-of-five"),
        pytest.param(Fighter(base=3, across=True), Fighter(base=4, across=True), 4, id="A16-fortification"),
        pytest.param(Fighter(base=5, fanatic=True, charged_in=True), None, 7, id="A16-fanatic-charging"),
        pytest.param(Fighter(base=5, fanatic=True, was_charged=True), None, 6, id="A16-fanatic-charged"),
        pytest.param(Fighter(base=5, fanatic=True), None, 5, id="R20-later"),
        pytest.param(Fighter(base=4, threw=True), None, 3, id="A16-threw"),
        pytest.param(Fighter(base=2, weapon=2, charged_in=True), None, 4, id="A16-lance-charging"),
        pytest.param(Fighter(base=2, weapon=2, shock=True, charged_in=True), None, 6, id="R15-stacks"),
        pytest.param(Fighter(base=2), None, 2, id="A16-lance-later"),
        pytest.param(Fighter(base=0, threw=True), None, 0, id="R47-never-below-none"),
        pytest.param(Fighter(base=None, weapon=2), None, 0, id="R84-no"),
    ],
)
def test_melee_dice(principal, supporter, dice):
    assert melee.dice_of(principal, supporter) == dice


@pytest.mark.parametrize("received", [(0, 0), (2, 2)], ids=["A16-none", "A16-equal"])
def test_equal_wounds_remove_nobody(received):
    assert melee.loser(received) is None


def test_A17_the_fewest_tests_go_first():
    assert courage.next_to_test({"j1": 2, "j2": 1}) == ["j2"]
    assert courage.next_to_test({"i1": 1, "i2": 3}) == ["i1"]
    assert courage.next_to_test({"b": 2, "a": 2, "c": 0}) == ["a", "b"]
    assert courage.next_to_test({"a": 0}) == []


def test_A22_pairing():
    fights = melee.paired({"a1": ["d1"], "a2": ["d1"], "a3": ["d2"], "a4": ["d3"]} | {"a4": ["d2"]})

    assert fights.pairs == (("a1", "d1"), ("a3", "d2"))
    assert fights.supports == {"a2": ("a1", "d1"), "a4": ("a3", "d2")}


def standings(lost, leader_dead=(False, False)) -> tuple[Standing, Standing]:
    first, second = (Standing(starting=600, lost=lost[side], leader_dead=leader_dead[side]) for side in (0, 1))
    return first, second


@pytest.mark.parametrize(
    ("lost", "leader_dead", "limit", "winner", "degree"),
    [
        pytest.param([300, 310], (False, False), False, None, None, id="A21-both"),
        pytest.param([140, 300], (False, False), False, 0, "major", id="A21-cheap"),
        pytest.param([150, 300], (False, False), False, 0, "minor", id="A21-dear"),
        pytest.param([299, 240], (False, True), False, 0, "minor", id="A21-leaderless"),
        pytest.param([120, 270], (False, False), True, 0, "minor", id="A21-lead-25"),
        pytest.param([120, 204], (False, False), True, None, None, id="A21-lead-14"),
        pytest.param([120, 210], (False, False), True, 0, "minor", id="A21-lead-15"),
        pytest.param([0, 240], (False, False), True, 0, "major", id="D-lead-40"),
    ],
)
def test_victory(lost, leader_dead, limit, winner, degree):
    found = victory.verdict(standings(lost, leader_dead), limit=limit)

    assert (found.winner, found.degree) == (winner, degree)


def test_A21_scores_are_told():
    assert victory.verdict(standings([300, 310])).scores == (51, 50)


def test_a_battle_goes_on_while_nobody_is_broken():
    assert victory.verdict(standings([299, 0])) is None


def test_whoever_concedes_has_lost_whatever_the_score():
    found = victory.verdict(standings([0, 300]), conceded=0)

    assert (found.winner, found.degree, found.case) == (1, "minor", "conceded")


UNITS = {
    "british_line": ("anglo_egyptian", "line", 21),
    "egyptian_infantry": ("anglo_egyptian", "egyptians", 14),
    "hussar": ("anglo_egyptian", "hussars", 24),
    "gardner_crew": ("anglo_egyptian", "gardner", 11),
    "hadendowa": ("mahdist", "hadendowa_1", 14),
    "ansar": ("mahdist", "ansar", 9),
    "jihadiyya": ("mahdist", "jihadiyya", 15),
    "askari": ("congo", "askari_1", 18),
    "bowman": ("congo", "bowmen", 12),
    "gun_crew_C": ("congo", "gun", 9),
    "arab_gunman": ("slavers", "gunmen", 12),
    "ruga_ruga": ("slavers", "ruga_ruga_2", 10),
    "manyema": ("slavers", "manyema_1", 14),
}


PRINTED = msgspec.convert(
    tomllib.loads((Path(__file__).parent / "printed_lists.toml").read_text()), dict[str, armies.Army]
)
"""The lists of appendix E as they stand there; ours have been tuned since."""


@pytest.mark.parametrize(("army", "key", "points"), UNITS.values(), ids=[f"A23-{name}" for name in UNITS])
def test_points_of_a_figure(army, key, points):
    (troop,) = [troop for troop in PRINTED[army].units if troop.key == key]

    assert armies.each(troop) == points


@pytest.mark.parametrize(
    ("army", "leader", "total"),
    [("anglo_egyptian", 22, 607), ("mahdist", 22, 600), ("congo", 22, 599), ("slavers", 21, 602)],
    ids=["A23-A", "A23-B", "A23-C", "A23-D"],
)
def test_points_of_an_army(army, leader, total):
    found = PRINTED[army]
    (chief,) = [person for person in found.people if person.what == "leader"]

    assert (armies.person_points(chief), armies.points(found)) == (leader, total)


@pytest.mark.parametrize("army", sorted(armies.LISTS))
def test_our_own_lists_are_sound_and_within_the_book_and_of_600_points(army):
    assert 588 <= armies.points(armies.LISTS[army]) <= 612
    assert armies.problems(armies.LISTS[army]) == armies.warnings(armies.LISTS[army]) == []


def test_readings_have_a_default_and_refuse_what_cannot_be_chosen():
    assert readings_of({"woods_block": "10"}) == {**READINGS, "woods_block": "10"}
    with pytest.raises(ValueError, match="woods_block"):
        readings_of({"woods_block": "20"})
    with pytest.raises(ValueError, match="natural_six_misses"):
        readings_of({"natural_six_misses": 1})
