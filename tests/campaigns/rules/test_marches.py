"""The pack `marches`: named characters whose wounds, deeds and deaths go from one battle man to man into the next."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from campaigns.rules.armylists import sample_lists
from campaigns.rules.decisions import Fought, Muster, Order
from campaigns.rules.engine import HOST, Rules
from campaigns.rules.fields import walkover
from campaigns.rules.pack import canonical, decode
from campaigns.rules.record import play
from campaigns.rules.recordfile import read
from campaigns.rules.recordlog import Move
from campaigns.rules.recordwrite import write
from campaigns.rules.state import State
from rulesets import registry
from rulesets.contract import CharacterResult, Outcome, SeatResult, Setup
from rulesets.dice import Keyed, Loaded
from rulesets.montjoie.characters import COUNTERS
from rulesets.montjoie.field import Field
from rulesets.montjoie.state import decoded
from tests.campaigns.rules import marches
from tests.campaigns.rules.marches import FIRST, SECOND

LORD, KNIGHT, FOE = "Sir Baldwin", "Sir Piers", "Sir Radulf"
MONTJOIE = registry.get("montjoie")


def until(stage: str, rules: Rules, state: State, dice: Any, action: str = "ride") -> State:
    """Whatever is asked on the way is answered as the program would; orders are all the same."""
    while state.stage != stage:
        assert state.ended is None, state.ended
        moves = {ask.seat: rules.fallback(state, ask, standing_order=action) for ask in rules.owed(state)}
        state = rules.apply(state, {seat: move for seat, move in moves.items() if move is not None}, dice).state
    return state


def at_battle(first: str = "ride", second: str = "ride") -> tuple[Rules, State]:
    """A war that waits for its first battle, everybody mustered."""
    rules, dice = Rules(marches.PACK), Keyed(marches.key("a year of it"))
    orders = {FIRST: Order(action=first), SECOND: Order(action=second)}
    return rules, until("battle", rules, rules.apply(rules.begin(marches.start()), orders, dice).state, dice)


def next_battle(rules: Rules, state: State, outcome: Outcome, **faces: list[int]) -> State:
    """The battle of the year after, everybody mustered; ``faces`` by the end of the address of a roll of the first year."""
    quiet = {f"year/1/event/{FIRST}": [2, 5], f"year/1/event/{SECOND}": [2, 5]}
    told = {f"year/1/{what.replace('__', '/')}": rolled for what, rolled in faces.items()}
    dice = Loaded({**quiet, **told}, otherwise=Keyed(marches.key("afterwards")))
    step = rules.apply(state, {HOST: Fought(outcome=outcome)}, dice)
    state = until("orders", rules, step.state, dice)
    return until("battle", rules, state, Keyed(marches.key("next year")))


def lost(**characters: CharacterResult) -> Outcome:
    """Ashcombe is beaten by a little, and named people of it fell."""
    return Outcome(
        seats={FIRST: SeatResult(result="loss", level="minor"), SECOND: SeatResult(result="win", level="minor")},
        characters={FIRST: {key.replace("_", " "): befell for key, befell in characters.items()}},
        special={"scores": {FIRST: 10, SECOND: 60}},
    )


def numbers(setup: Setup, person: str) -> tuple[int, int, int]:
    """Attack, defence and movement of a character as he comes to a battle."""
    field = Field(decoded(MONTJOIE.setup(setup, Keyed(b"")).state))
    return field.numbers(next(one for one in field.state.figures.values() if one.person == person))


FELLED = CharacterResult(fate="felled", wounds=1)


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        ([1, 1], (12, 10, 10)),  # the whole wounded counter
        ([1, 2], (12, 20, 15)),
        ([1, 4], (24, 10, 15)),
        ([1, 5], (24, 20, 10)),
        ([3, 4], (24, 20, 15)),  # a scar
    ],
)
def test_a_wound_of_one_year_is_in_the_numbers_of_the_next_battle(total, expected):
    rules, state = at_battle()
    whole = numbers(marches.setup_of(rules, state), KNIGHT)
    faces = {f"fate__{FIRST}__{KNIGHT}": [3, 4], f"wound__{FIRST}__{KNIGHT}": total}
    after = next_battle(rules, state, lost(Sir_Piers=FELLED), **faces)
    setup = marches.setup_of(rules, after)

    assert whole == (24, 20, 15)
    assert (after.year, after.characters[FIRST][KNIGHT].wounds) == (2, (sum(total),))
    assert numbers(setup, KNIGHT) == expected
    assert numbers(setup, "Dame Alys") == whole


def test_wounds_add_up():
    rules, state = at_battle()
    one = msgspec.structs.replace(state.characters[FIRST][KNIGHT], wounds=(3, 5))
    state.characters = {**state.characters, FIRST: {**state.characters[FIRST], KNIGHT: one}}

    assert numbers(marches.setup_of(rules, state), KNIGHT) == (12, 10, 15)


def test_the_dead_are_not_there_next_year():
    rules, state = at_battle()
    faces = {f"fate__{FIRST}__{KNIGHT}": [1, 1]}
    after = next_battle(rules, state, lost(Sir_Piers=FELLED), **faces)
    setup = marches.setup_of(rules, after)

    assert after.characters[FIRST][KNIGHT].status == "dead"
    assert KNIGHT not in {one.id for one in setup.forces[FIRST].characters}
    muster = until("muster", rules, back(rules, after), Keyed(b""))
    refused = rules.check(muster, FIRST, Muster(units=("Mill End",), characters=(KNIGHT,)))
    assert refused is not None
    assert refused.code == "not_able"


def back(rules: Rules, state: State) -> State:
    """After a drawn battle: the orders of the next year."""
    drawn = Outcome(seats={FIRST: SeatResult(result="draw"), SECOND: SeatResult(result="draw")}, special={"scores": {}})
    return until("orders", rules, rules.apply(state, {HOST: Fought(outcome=drawn)}, Keyed(b"quiet")).state, Keyed(b""))


@pytest.mark.parametrize("pays", [True, False])
def test_one_who_was_captured_is_ransomed_or_stays_away(pays):
    rules, state = at_battle()
    address = f"year/1/fate/{FIRST}/{KNIGHT}"
    dice = Loaded({address: [3, 3]}, otherwise=Keyed(marches.key("afterwards")))
    step = rules.apply(state, {HOST: Fought(outcome=lost(Sir_Piers=CharacterResult(fate="captured")))}, dice)
    (ask,) = rules.owed(step.state)
    assert (ask.seat, ask.prompt) == (FIRST, "ransom")
    before = rules.total(step.state, FIRST)
    answer = rules.fallback(step.state, ask)
    answer = msgspec.structs.replace(answer, pay=pays)
    state = rules.apply(step.state, {FIRST: answer}, dice).state

    assert state.characters[FIRST][KNIGHT].status == ("ready" if pays else "captured")
    if pays:
        assert rules.total(state, FIRST) <= before - marches.PACK.ransom.vp + 3


def test_deeds_and_skills_are_in_the_numbers_too():
    rules, state = at_battle()
    lord = msgspec.structs.replace(state.characters[FIRST][LORD], deeds=4, skills=(4, 5))
    state.characters = {**state.characters, FIRST: {**state.characters[FIRST], LORD: lord}}
    setup = marches.setup_of(rules, state)
    field = Field(decoded(MONTJOIE.setup(setup, Keyed(b"")).state))

    assert numbers(setup, LORD) == (30 + 2 + 2, 24 + 2 + 2, 15)
    assert field.numbers(field.figure("Mill End.1")) == (8, 7, 10)
    assert field.numbers(field.figure("Ward spears.1")) == (8, 6, 10)


@pytest.mark.parametrize(("skill", "moves", "sets_up"), [(1, SECOND, SECOND), (2, FIRST, FIRST), (3, FIRST, SECOND)])
def test_a_skilled_general_moves_first_or_sets_up_last(skill, moves, sets_up):
    rules, state = at_battle()
    lord = msgspec.structs.replace(state.characters[SECOND][FOE], skills=(skill,))
    state.characters = {**state.characters, SECOND: {**state.characters[SECOND], FOE: lord}}
    state.now.roles = {"attacker": FIRST, "defender": SECOND}
    opened = decoded(MONTJOIE.setup(marches.setup_of(rules, state), Keyed(b"")).state)

    assert (opened.sides[0].seat, opened.deploy_order[0]) == (moves, sets_up)


# --- Into battle and back ------------------------------------------------------------------------------------------


def test_people_are_what_their_rank_and_their_price_say():
    rules, state = at_battle()
    setup = marches.setup_of(rules, state)
    classes = {one.id: one.profile["class"] for one in setup.forces[FIRST].characters}

    assert classes == {
        LORD: "great_knight",
        "Dame Alys": "knight",
        KNIGHT: "knight",
        "Wat Reeve": "sergeant",
        "Gil Fletcher": "archer",
        "Master Hugh": "engineer",
    }


@pytest.mark.parametrize("army", sample_lists("marches"), ids=lambda one: one.key)
def test_a_figure_of_a_list_costs_what_its_counter_does(army):
    for entry in army.entries:
        row = marches.PACK.troop_of(army.side, entry)
        assert row is not None, entry.key
        assert COUNTERS.classes[row.profiles["montjoie"]["class"]].price == entry.points
    for one in army.characters:
        person = marches.PACK.person_of(army.side, one.rank, one.points)
        assert person is not None
        assert COUNTERS.classes[person.profiles["montjoie"]["class"]].price == one.points


def test_both_sides_may_call_their_people_the_same():
    rules, state = at_battle()
    setup = marches.setup_of(rules, state)
    mine = setup.forces[FIRST]
    setup = msgspec.structs.replace(setup, forces={FIRST: mine, SECOND: mine})
    outcome = marches.fought(setup, "twins")

    assert MONTJOIE.check_setup(setup) == []
    assert set(outcome.characters[FIRST]) == set(outcome.characters[SECOND]) == {one.id for one in mine.characters}
    assert set(outcome.units[SECOND]) == {one.id for one in mine.units}


def test_a_name_with_a_point_in_it_is_a_name():
    rules, state = at_battle()
    setup = marches.setup_of(rules, state)
    units = tuple(msgspec.structs.replace(one, id=f"St. {one.id} 1.2") for one in setup.forces[FIRST].units)
    odd = msgspec.structs.replace(setup.forces[FIRST], units=units)
    setup = msgspec.structs.replace(setup, forces={**setup.forces, FIRST: odd})

    assert MONTJOIE.check_setup(setup) == []
    assert set(marches.fought(setup, "points").units[FIRST]) == {one.id for one in units}


def test_a_siege_of_the_war_has_its_days():
    rules, state = at_battle("ride", "hold")
    setup = marches.setup_of(rules, state)
    opened = decoded(MONTJOIE.setup(setup, Keyed(b"")).state)

    assert (state.now.scenario, setup.roles) == ("siege", {"garrison": SECOND, "besiegers": FIRST})
    assert opened.siege is not None
    assert (opened.phase, opened.siege.besieger, opened.siege.engineer) == ("prelude", FIRST, "Master Hugh")
    assert not any(one.mounted for one in opened.figures.values())
    assert sum("ladder" in one.gear for one in opened.of(FIRST)) == 5
    assert not any(one.gear for one in opened.of(SECOND))


def test_people_without_a_unit_are_there_where_every_figure_is_a_man():
    rules, state = at_battle()
    setup = marches.setup_of(rules, state)
    alone = msgspec.structs.replace(setup.forces[FIRST], units=())
    setup = msgspec.structs.replace(setup, forces={**setup.forces, FIRST: alone})
    nobody = msgspec.structs.replace(
        setup, forces={**setup.forces, FIRST: msgspec.structs.replace(alone, characters=())}
    )
    over = walkover(nobody, MONTJOIE)

    assert walkover(setup, MONTJOIE) is None
    assert set(marches.fought(setup, "alone").characters[FIRST]) == {one.id for one in alone.characters}
    assert over is not None
    assert (over.seats[FIRST].result, over.seats[SECOND].result) == ("loss", "win")


def test_a_beaten_side_s_burnt_farms_cost_it_troops_of_its_own_choice():
    rules, state = at_battle("raid", "levy")
    won = Outcome(
        seats={FIRST: SeatResult(result="win", level="minor"), SECOND: SeatResult(result="loss", level="minor")},
        special={"scores": {}},
    )
    faces = {
        f"year/1/burning/{FIRST}": [6, 5],
        f"year/1/event/{FIRST}": [3, 4],
        f"year/1/event/{SECOND}": [3, 4],
    }
    dice = Loaded(faces, otherwise=Keyed(marches.key("burning")))
    before = sum(unit.value for unit in state.units[SECOND].values())
    step = rules.apply(state, {HOST: Fought(outcome=won)}, dice)
    (ask,) = rules.owed(step.state)
    told: list[Any] = list(step.happenings)
    assert (ask.seat, ask.data["amount"], ask.data["natives"]) == (SECOND, 45, False)
    step = rules.apply(step.state, {SECOND: rules.fallback(step.state, ask)}, dice)
    told += step.happenings
    burnt = next(one for one in told if one.kind == "punishment")

    assert burnt.data["points"] >= 45
    assert sum(unit.value for unit in step.state.units[SECOND].values()) == before - burnt.data["points"]


# --- Whole wars ----------------------------------------------------------------------------------------------------


def recorded(seed: str) -> tuple[dict[str, Any], State]:
    """The record of a war that the program fought, and its end."""
    rules, dice = Rules(marches.PACK), Keyed(marches.key(seed))
    begin = marches.start()
    state, moves = rules.begin(begin), []
    orders = iter(["ride", "hold", "raid", "ride", "harass", "ride", "ride", "levy"] * 10)
    while state.ended is None:
        made: dict[str, Any] = {}
        for ask in rules.owed(state):
            if ask.prompt == "order" and "action" not in ask.data:
                made[ask.seat] = Order(action=next(orders))
            elif ask.prompt == "fought":
                setup = marches.setup_of(rules, state)
                made[HOST] = Fought(outcome=walkover(setup, MONTJOIE) or marches.fought(setup, f"{seed}/{state.year}"))
            else:
                made[ask.seat] = rules.fallback(state, ask)
        thrown = len(dice.rolled)
        before, step = state, rules.apply(state, made, dice)
        rolls, state = tuple(dice.rolled[thrown:]), step.state
        moves.append(Move(year=before.year, stage=before.stage, moves=made, rolls=rolls, happenings=step.happenings))
    return write(rules=rules, start=begin, name="By the program", moves=moves), state


def test_a_war_fought_by_the_program_to_its_end_is_the_same_war_when_its_record_is_played():
    document, end = recorded("record")
    played = play(read(json.loads(json.dumps(document))))
    again = write(rules=played.rules, start=played.start, name=played.name, moves=played.log)

    assert any(one.wounds for side in end.characters.values() for one in side.values())
    assert (again, played.state.ended) == (document, end.ended)
    assert (played.state.units, played.state.characters) == (end.units, end.characters)


@pytest.mark.slow
@settings(max_examples=5, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(seed=st.integers(0, 10_000))
def test_whatever_war_is_fought_nobody_comes_back_from_the_dead_and_its_record_is_the_war(seed):
    _rules, states = marches.war(f"any {seed}")
    dead: set[str] = set()
    for state in states:
        now = {one.id for side in state.characters.values() for one in side.values() if one.status == "dead"}
        assert dead <= now
        dead = now
        assert all(unit.figures >= 0 for side in state.units.values() for unit in side.values())
    document, _end = recorded(f"any {seed}")
    played = play(read(json.loads(json.dumps(document))))
    assert write(rules=played.rules, start=played.start, name=played.name, moves=played.log) == document


def test_the_pack_is_written_and_read_as_it_is():
    again = decode(json.loads(canonical(marches.PACK)))

    assert (again, again.digest) == (marches.PACK, marches.PACK.digest)
