"""``check`` judges whatever it is given: it never raises, and what it lets pass can be applied."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.rules import decisions
from campaigns.rules.decisions import Decision
from campaigns.rules.engine import HOST
from campaigns.rules.state import Character, State, Unit
from rulesets.contract import UMPIRE, CharacterResult, Outcome, Problem, SeatResult, UnitResult
from tests.campaigns.rules.wars import PACK, TRICKY, Wild, random_war

numbers = st.one_of(st.integers(-2, 30), st.sampled_from([500, 1000, 1500, 2**31, 2**63 - 1, -(2**63), 10**30]))
words = st.one_of(
    st.sampled_from(
        ["", "rome", "carthage", "umpire", "foot", "consul", "bought-1", *TRICKY, *(f"unit-{n}" for n in range(9))]
    ),
    st.text(max_size=3),
)
seats = st.sampled_from(["rome", "carthage", UMPIRE, HOST, "", "gaul"])
ranks = st.sampled_from(["general", "subordinate", "standard", "leader"])
figures = st.dictionaries(words, numbers, max_size=4)
units = st.builds(Unit, id=words, name=words, figures=numbers, points=numbers, command=numbers, native=st.booleans())
characters = st.builds(Character, id=words, name=words, rank=ranks, points=numbers, deeds=numbers)
results = st.builds(
    SeatResult, result=st.sampled_from(["win", "draw", "loss"]), level=st.sampled_from([None, "major", "minor"])
)
befell = st.builds(CharacterResult, fate=st.sampled_from(["unhurt", "felled", "fled", "captured"]), deeds=numbers)
anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | numbers | words, lambda inner: st.lists(inner, max_size=2), max_leaves=3
)
outcomes = st.builds(
    Outcome,
    seats=st.dictionaries(seats, results, max_size=3),
    units=st.dictionaries(
        seats, st.dictionaries(words, st.builds(UnitResult, routed=numbers, destroyed=numbers), max_size=3), max_size=2
    ),
    characters=st.dictionaries(seats, st.dictionaries(words, befell, max_size=3), max_size=2),
    commanders=st.dictionaries(seats, words, max_size=2),
    withdrew=st.none() | seats,
    special=st.dictionaries(
        st.sampled_from(["break_points", "turns", "first_broken", "village_destroyed", "lowest", "x"]),
        anything,
        max_size=3,
    ),
)
lists = st.lists(words, max_size=4).map(tuple)
addresses = st.sampled_from(["year/1/scenario", "year/1/event/rome", "year/2/terrain", ""]) | words
arbitrary: st.SearchStrategy[Decision] = st.one_of(
    st.builds(decisions.Order, action=words | st.sampled_from(list(PACK.actions))),
    st.builds(decisions.Skip, agree=st.booleans()),
    st.builds(decisions.Choose, points=st.none() | numbers, village=st.booleans(), camp=st.booleans()),
    st.builds(decisions.Muster, units=lists, characters=lists),
    st.builds(decisions.Fought, outcome=outcomes),
    st.builds(decisions.Typed, address=addresses, faces=st.lists(numbers, max_size=11).map(tuple)),
    st.builds(decisions.SpendReroll, use=st.booleans()),
    st.builds(decisions.StandingReroll, roll=st.sampled_from(PACK.rerollable), below=numbers),
    st.builds(decisions.Ransom, character=words, pay=st.booleans()),
    st.builds(decisions.StakeAll, agree=st.booleans()),
    st.builds(decisions.ObeyRecall, obey=st.booleans()),
    st.builds(decisions.LosePoints, figures=st.none() | figures),
    st.builds(decisions.SpendGrant, units=st.lists(units, max_size=3).map(tuple)),
    st.builds(decisions.ReplaceGeneral, general=characters, lost=words),
    st.builds(decisions.Successor, name=words),
    st.builds(decisions.Surrender, year=st.none() | numbers),
)
SEALED = (decisions.Order, decisions.Muster)


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), by_hand=st.booleans(), data=st.data())
def test_check_never_raises_and_what_passes_can_be_applied(seed, by_hand, data):
    states: list[State] = []
    war = random_war(seed, by_hand=by_hand, watch=lambda before, moves, step: states.append(step.state))
    state = data.draw(st.sampled_from([war.rules.begin(war.start), *states]))

    for _try in range(20):
        seat, decision = data.draw(seats), data.draw(arbitrary)
        found = war.rules.check(state, seat, decision)
        assert found is None or (isinstance(found, Problem) and found.code)
        if found is None and not isinstance(decision, SEALED):
            war.rules.apply(state, {seat: decision}, Wild(data.draw(st.randoms(use_true_random=False))))


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_nobody_decides_for_another(seed, data):
    """A seat that is neither side decides nothing; the sides decide neither battles nor the dice of the umpire."""
    states: list[State] = []
    war = random_war(seed, by_hand=True, watch=lambda before, moves, step: states.append(step.state))
    state = data.draw(st.sampled_from([war.rules.begin(war.start), *states]))
    decision = data.draw(arbitrary)

    for seat in ("gaul", "", UMPIRE, HOST):
        if seat == HOST and isinstance(decision, decisions.Fought):
            continue
        if seat == UMPIRE and isinstance(decision, decisions.Typed):
            continue
        assert war.rules.check(state, seat, decision) is not None
    if isinstance(decision, decisions.Fought):
        assert all(war.rules.check(state, side, decision) is not None for side in PACK.side_keys)
