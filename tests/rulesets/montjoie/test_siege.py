"""Siege days (Montjoie 5.4): engines, mine, countermine, the fight underground, the wall's fall; vectors of section 11 by number."""

import pytest

from rulesets.contract import Action
from rulesets.montjoie import mines, phases, siege
from rulesets.montjoie.camp import Queues
from rulesets.montjoie.field import Field
from rulesets.montjoie.readings import READINGS
from rulesets.montjoie.ruleset import Montjoie, judge
from rulesets.montjoie.verbs import sieging
from tests.rulesets.montjoie.battles import Told, asked, heard, opened
from tests.rulesets.montjoie.grounds import ground

MINERS = ["alard", "dodd", "hob", "ivo", "jankin", "joan", "pask", "wilkin"]


def camp(*dice: int, **changes):
    """The first day before the dry wall, at its first question."""
    state = opened("drywall")
    for key, value in changes.items():
        setattr(state.siege, key, value)
    field = Field(state, Told(dice))
    phases.proceed(field)
    return field


def do(field, **moves):
    """Each seat's decision at once: kind and arguments."""
    seats = field.state.asked["seats"]
    roles = {side.role: side.seat for side in field.state.sides}
    given = {roles[role]: Action(kind=kind, arguments=told) for role, (kind, told) in moves.items()}
    assert set(given) == set(seats), (asked(field), seats)
    for seat in seats:
        assert judge(field, seat, given[seat]) is None, judge(field, seat, given[seat])
    for seat in seats:
        verb = next(one for one in phases.PROMPTS[asked(field)] if one.kind == given[seat].kind)
        verb.do(field, seat, given[seat].arguments)
    phases.proceed(field)
    return field


def works(field, besiegers=("pass", {}), garrison=("pass", {})):
    if asked(field) == "siege_engines":
        do(field, besiegers=("pass", {}))
    given = {"besiegers": besiegers, "garrison": garrison}
    roles = {side.seat: side.role for side in field.state.sides}
    return do(field, **{roles[seat]: given[roles[seat]] for seat in field.state.asked["seats"]})


def dig(*hexes, men=8):
    return "dig", {"hexes": list(hexes), "men": MINERS[:men]}


def refusal(field, role, kind, **told):
    roles = {side.role: side.seat for side in field.state.sides}
    problem = judge(field, roles[role], Action(kind=kind, arguments=told))
    return problem.code if problem else ""


# --- Hexes and points ---------------------------------------------------------------------------------------------------


def test_V16_half_of_the_wall():
    wall = ground("cardun").walls["east_wall"]
    assert (wall.length, wall.thickness) == (5, 2)
    assert mines.needed(wall, READINGS) == 6
    assert mines.needed(wall, {**READINGS, "mine.half": "by_hexes"}) == 5
    assert mines.needed(ground("cardun").walls["east_tower"], READINGS) == 5


def test_V17_a_high_wall_is_begun_with_two_levels():
    assert mines.depth(2, first=True, readings=READINGS) == -2
    assert mines.depth(2, first=False, readings=READINGS) == -2
    assert mines.depth(2, first=False, readings={**READINGS, "mine.deep": -1}) == -1
    assert mines.depth(1, first=True, readings=READINGS) == -1
    field = camp(10, 10, gallery={}, wall="east_tower", shed="Q08")
    assert mines.room(field.tables, {"Q07": -2}, countermine=False) == 5 + 2
    assert mines.room(field.tables, {"Q07": -2, "R07": -2}, countermine=False) == 5 + 2 + 1
    works(field, dig("Q07", men=5))
    assert heard(field, "deepened")[0]["level"] == -1
    assert siege.siege_of(field).gallery == {}
    do(field, besiegers=("wait", {}))
    works(field, dig("Q07", men=5))
    assert siege.siege_of(field).gallery == {"Q07": -2}


def test_only_a_wall_without_moat_is_mined():
    field = camp()
    feet = siege.sheds(field)
    assert "N07" in feet
    assert feet["N07"] == "east_wall"
    assert not any(wall == "west_wall" for wall in feet.values())


# --- Engines ------------------------------------------------------------------------------------------------------------------


def test_V58_engines_at_a_hoarding_and_V13_it_is_gone():
    field = camp(7)
    do(field, besiegers=("bombard", {"hex": "F07", "engines": ["mangonel", "trebuchet"]}))
    told = heard(field, "bombarded")[0]
    assert (told["points"], told["column"], told["letter"]) == (4, "3", "D")
    assert "F07" not in field.state.hoardings
    assert siege.target_kind(field, "F06") == "wall"


def test_battlements_behind_a_hoarding_cannot_be_hit():
    field = camp()
    assert refusal(field, "besiegers", "bombard", hex="F06", engines=["mangonel"]) == "not_to_batter"
    assert refusal(field, "besiegers", "bombard", hex="N05", engines=["mangonel"]) == "not_to_batter"
    assert refusal(field, "besiegers", "bombard", hex="N06", engines=["mangonel"]) == ""
    assert refusal(field, "garrison", "bombard", hex="N06", engines=["mangonel"]) == "not_your_turn"


def test_one_hoarding_hex_a_day_and_each_engine_once():
    field = camp(4)
    do(field, besiegers=("bombard", {"hex": "F07", "engines": ["trebuchet"]}))
    assert refusal(field, "besiegers", "bombard", hex="G07", engines=["mangonel"]) == "struck_today"
    assert refusal(field, "besiegers", "bombard", hex="N06", engines=["trebuchet"]) == "no_engines"
    assert refusal(field, "besiegers", "bombard", hex="N06", engines=["mangonel"]) == ""


def test_engines_wear_out_the_biggest_first():
    field = camp(1, engines={"mangonel": 2, "trebuchet": 3})
    do(field, besiegers=("bombard", {"hex": "F07", "engines": ["mangonel", "trebuchet"]}))
    assert siege.siege_of(field).engines == {"mangonel": 2, "trebuchet": 2}
    assert heard(field, "engine_worn") == [{"engine": "trebuchet", "lost": 1, "left": 2}]


def test_four_blows_for_an_outer_hex_and_one_for_the_inner_behind_it():
    field = camp(10, 10, engines={"a": 3, "b": 3}, battered={"N06": 3})
    do(field, besiegers=("bombard", {"hex": "N06", "engines": ["a"]}))
    assert field.state.rubble == ("N06",)
    assert "N06" not in field.state.piles
    field = camp(10, engines={"a": 3}, battered={})
    field.state.rubble = ("N06",)
    field.changed_ground()
    phases.proceed(field)
    do(field, besiegers=("bombard", {"hex": "N05", "engines": ["a"]}))
    assert set(field.state.rubble) == {"N05", "N06"}


# --- The mine -------------------------------------------------------------------------------------------------------------------


def test_V63_the_digging():
    field = works(camp(7), dig("O05"))
    told = heard(field, "dug")[0]
    assert (told["points"], told["column"], told["letter"]) == (8, "6", "D")
    assert "O05" in siege.siege_of(field).gallery
    field = works(camp(5, 3), dig("O05"))
    assert heard(field, "dug")[0]["letter"] == "-"
    do(field, besiegers=("wait", {}))
    works(field, dig("O05"))
    told = heard(field, "dug")[1]
    assert (told["points"], told["column"], told["letter"]) == (16, "12", "D/2C")
    assert "O05" in siege.siege_of(field).gallery
    field = works(camp(9), dig("O05", men=4))
    assert heard(field, "dug")[0]["column"] == "3"
    assert "O05" in siege.siege_of(field).gallery


def test_R30_days_since_the_start():
    field = camp(5, day=3)
    field.state.readings = {"mine.days": "since_start"}
    works(field, dig("O05", men=4))
    assert heard(field, "dug")[0]["points"] == 12


def test_V64_haste_wounds():
    field = works(camp(1, 1), dig("O05", "P06"))
    first, second = heard(field, "dug")
    assert (first["points"], first["letter"]) == (8, "2C")
    assert second["points"] == 7
    assert len(heard(field, "wounded")) == 4
    assert mines.points(1, mines.half_points(6, 2)) == 7


def test_V65_the_wall_falls_or_does_not():
    gallery = dict.fromkeys(("N06", "N05", "O06", "O05", "P06", "P05"), -1)
    for die, result in ((2, "fails"), (3, "falls")):
        field = camp(die, gallery=gallery)
        works(field, ("fire_props", {}))
        assert heard(field, "collapse") == []
        do(field, besiegers=("wait", {}))
        do(field, besiegers=("pass", {}))
        assert [told["result"] for told in heard(field, "collapse")] == [result]
        if result == "falls":
            assert len(field.state.rubble) == 10
            assert set(field.state.rubble) == set(field.here.walls["east_wall"].hexes)
            assert "N06" not in field.state.piles
        else:
            assert siege.siege_of(field).closed
            assert field.state.rubble == ()


def test_props_are_fired_only_when_enough_is_undermined():
    field = camp()
    do(field, besiegers=("pass", {}))
    assert refusal(field, "besiegers", "fire_props") == "too_few_dug"


def test_the_shed_holds_five_and_a_man_for_each_hex_and_the_engineer_directs():
    field = camp()
    do(field, besiegers=("pass", {}))
    men = [*MINERS, "wymer"]
    assert refusal(field, "besiegers", "dig", hexes=["O05"], men=men) == "no_room_underground"
    assert refusal(field, "besiegers", "dig", hexes=["O05"], men=["odiart"]) == "no_miners"
    assert refusal(field, "besiegers", "dig", hexes=["L05"], men=MINERS) == "not_to_dig"
    assert refusal(field, "garrison", "dig", hexes=["O05"], men=MINERS) == "not_your_work"
    field.state.figures["ferrand"].where = "dead"
    assert refusal(field, "besiegers", "dig", hexes=["O05"], men=MINERS) == "no_engineer"


@pytest.mark.parametrize(("men", "days"), [(4, 0), (5, 4), (9, 4), (10, 2), (20, 1)])
def test_V81_the_shed(men, days):
    assert siege.build_days(camp(), men) == days


def test_a_shed_is_built_and_moved():
    field = camp(shed="", gallery={}, wall="")
    works(field, ("build_shed", {"hex": "N07", "men": MINERS[:5]}))
    assert siege.siege_of(field).ready == 5
    do(field, besiegers=("wait", {}))
    assert asked(field) == "siege_engines"
    do(field, besiegers=("pass", {}))
    assert field.state.asked["seats"] == [siege.siege_of(field).garrison]
    moved = works(camp(), ("move_shed", {"hex": "M07"}))
    assert siege.siege_of(moved).shed == "M07"
    assert siege.siege_of(moved).gallery == {}
    assert moved.state.mines == {}


# --- Countermines ---------------------------------------------------------------------------------------------------------------


def test_V94_a_countermine_begins_and_meets():
    field = works(
        camp(8, 9), dig("O05"), ("countermine", {"hexes": ["N04"], "men": ["colin", "cuddy", "nan", "perrot"]})
    )
    held = siege.siege_of(field)
    assert "O05" in held.gallery
    assert held.counter == {"N04": -1}
    do(field, besiegers=("wait", {}))
    do(field, besiegers=("pass", {}))
    assert "N05" in siege.targets(field, held.garrison)
    do(field, besiegers=("pass", {}), garrison=("countermine", {"hexes": ["N05"], "men": ["colin", "cuddy"]}))
    assert heard(field, "miners_driven_off") == [{"seat": held.besieger}]
    do(field, besiegers=("wait", {}))
    do(field, besiegers=("pass", {}))
    assert refusal(field, "besiegers", "dig", hexes=["P06"], men=MINERS) == "may_not_dig"
    assert siege.may_fill(field)


def test_a_mine_is_filled_from_the_near_end():
    field = camp(9, counter={"N04": -1}, driven={"second": 9})
    held = siege.siege_of(field)
    held.driven = {held.besieger: 9}
    do(field, besiegers=("pass", {}))
    works(field, garrison=("fill_mine", {"count": 1, "men": ["colin", "cuddy", "nan", "perrot"]}))
    assert heard(field, "gallery_filled") == [{"hex": "N05"}]
    assert set(held.gallery) == {"N06", "O06"}


def fight(*dice, besiegers=("alard",), garrison=("colin",)):
    field = camp(*dice)
    held = siege.siege_of(field)
    held.step = "contact"
    held.fight = Queues(besiegers=besiegers, garrison=garrison)
    phases.proceed(field)
    return field


def test_R59_one_against_one_by_turns():
    field = fight(10, 5, besiegers=("alard", "ivo"), garrison=("colin", "rafe"))
    held = siege.siege_of(field)
    assert (asked(field), field.state.asked["seat"]) == ("siege_fight", held.besieger)
    do(field, besiegers=("mine_attack", {}))
    assert field.state.asked["seat"] == held.garrison
    assert heard(field, "mine_fight")[0]["letter"] == "-"
    do(field, garrison=("mine_attack", {}))
    assert heard(field, "mine_fight")[1]["letter"] == "A"
    assert held.fight.garrison == ("rafe",)


def test_R59_the_last_one_gone_is_driven_off_and_one_may_withdraw():
    field = fight(1)
    held = siege.siege_of(field)
    do(field, besiegers=("mine_attack", {}))
    assert heard(field, "miners_driven_off") == [{"seat": held.garrison}]
    assert held.driven == {held.garrison: held.day + 1}
    field = fight()
    do(field, besiegers=("withdraw", {}))
    assert heard(field, "miners_driven_off") == [{"seat": siege.siege_of(field).besieger}]


# --- Days --------------------------------------------------------------------------------------------------------------------------


def test_each_day_after_the_first_costs_points_and_wounds_heal_or_kill():
    field = camp(4, 9, 10)
    for key in ("dodd", "hob", "ivo"):
        field.state.figures[key].wounded = True
    works(field)
    do(field, besiegers=("wait", {}))
    held = siege.siege_of(field)
    assert held.day == 2
    assert field.state.side(held.besieger).penalty == 5
    assert [told["result"] for told in heard(field, "healing")] == ["healed", "same", "dies"]
    assert field.state.figures["ivo"].where == "dead"


def test_on_the_last_day_there_is_only_the_assault():
    field = works(camp(day=8))
    assert refusal(field, "besiegers", "wait") == "last_day"
    do(field, besiegers=("assault", {}))
    assert field.state.phase == "deploy"
    assert field.state.mines == {}


def test_nobody_is_set_up_on_a_fallen_wall():
    field = camp(3, gallery=dict.fromkeys(("N06", "N05", "O06", "O05", "P06", "P05"), -1))
    works(field, ("fire_props", {}))
    do(field, besiegers=("wait", {}))
    do(field, besiegers=("pass", {}))
    do(field, besiegers=("assault", {}))
    garrison = siege.siege_of(field).garrison
    assert not set(field.state.zones[garrison]["ground"]) & set(field.state.rubble)


def test_both_works_are_asked_at_once_and_by_the_day():
    field = camp()
    do(field, besiegers=("pass", {}))
    asks = Montjoie().asks({"asked": field.state.asked})
    assert {ask.kind for ask in asks} == {"sealed"}
    assert {ask.pace for ask in asks} == {"day"}
    assert len(asks) == 2


def test_without_the_module_nobody_digs():
    state = opened("drywall")
    state.modules = tuple(one for one in state.modules if one != "mines")
    field = Field(state, Told(()))
    phases.proceed(field)
    do(field, besiegers=("pass", {}))
    assert asked(field) == "siege_end"


def test_the_program_brings_the_siege_to_the_assault():
    field = camp(*[10] * 60)
    for _step in range(200):
        if field.state.phase == "deploy":
            break
        prompt = asked(field)
        moves = {seat: sieging.program(field, seat, prompt) for seat in field.state.asked["seats"]}
        for seat, (kind, told) in moves.items():
            assert judge(field, seat, Action(kind=kind, arguments=told)) is None
        for seat, (kind, told) in moves.items():
            next(one for one in phases.PROMPTS[prompt] if one.kind == kind).do(field, seat, told)
        phases.proceed(field)
    assert field.state.phase == "deploy"
    assert len(field.state.rubble) >= 10
