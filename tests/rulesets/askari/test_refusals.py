"""What nobody may do is refused with a stable code and the paragraph, and changes nothing (Askari 3)."""

import copy
import math

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.askari.armies import Army
from rulesets.askari.ruleset import Askari
from rulesets.askari.setting import SCENARIOS
from rulesets.contract import Action, CharacterIn, Force, Problem, Setup, UnitIn
from rulesets.dice import Keyed
from tests.rulesets.askari.battles import HORSE, RIFLES, SMALL, SPEARS
from tests.rulesets.askari.refusals import CASES, action, asked

RULES = Askari()


@pytest.mark.parametrize("name", CASES)
def test_what_nobody_may_do_is_refused_with_its_paragraph(name):
    question, _kind, _arguments, code, rule = CASES[name]
    state = asked(question)
    before = copy.deepcopy(state)
    problem = RULES.check(state, "west", action(name))

    assert (problem.code, problem.rule) == (code, rule)
    assert state == before


@pytest.mark.parametrize("question", ["activate", "march", "shoot"])
def test_whose_turn_it_is_not_is_told_so(question):
    problem = RULES.check(asked(question), "east", Action(kind="done"))

    assert (problem.code, problem.rule) == ("not_your_turn", "Askari 3")


@pytest.mark.parametrize("value", [-5, 10**9, math.nan, math.inf, 1.5, "1", None, True, [], {}])
def test_a_distance_that_is_none_is_refused(value):
    state = asked("march")
    arguments = {"points": [{"x": value, "y": 310}], "facing": 0, "ranks": 1}
    problem = RULES.check(state, "west", Action(kind="march_by", arguments=arguments))

    assert problem.code in ("bad_arguments", "out_of_range", "too_far", "off_table")


@pytest.mark.parametrize("question", ["activate", "march", "shoot"])
def test_what_is_offered_there_may_be_done(question):
    """The cases are refused for what they are: others like them are allowed."""
    state = asked(question)

    assert [choice for choice in RULES.menu(state, "west") if choice.kind not in ("done", "concede")]


# --- Setups ---


def setup(west, **options) -> Setup:
    armies = {"west": west, "east": msgspec.to_builtins(SMALL)}
    return Setup(
        scenario="open_field", forces={"west": Force(), "east": Force()}, options={"armies": armies, **options}
    )


def told(scenario: str, west: Army) -> list[tuple[str, str]]:
    found = RULES.check_setup(msgspec.structs.replace(setup(msgspec.to_builtins(west)), scenario=scenario))
    return [(problem.code, problem.rule) for problem in found]


def test_a_list_with_a_weapon_that_nobody_knows_is_refused():
    laser = msgspec.structs.replace(RIFLES, weapons=("laser",))

    assert told("open_field", msgspec.structs.replace(SMALL, units=(laser, SPEARS))) == [
        ("unknown_weapon", "Askari 2.4")
    ]


@pytest.mark.parametrize(
    ("horses", "scenario", "codes"),
    [
        (8, "village", []),
        (9, "village", ["no_room_on_table"]),
        (9, "open_field", []),
        (10, "open_field", ["no_room_on_table"]),
    ],
)
def test_a_force_that_does_not_fit_the_table_is_refused(horses, scenario, codes):
    """40 riders, 45 mm apart, in a zone of 1500 by 420 mm; in one of 1500 by 200, where half of them may wait in reserve."""
    horse = [msgspec.structs.replace(HORSE, key=f"horse_{number}", figures=40) for number in range(horses)]
    host = msgspec.structs.replace(SMALL, units=tuple(horse))

    assert [code for code, _rule in told(scenario, host)] == codes


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["west", "mahdist", "hunters"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["west", "east", "units", "people", "name", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)
OPTIONS = st.dictionaries(st.sampled_from([*sorted(RULES.describe().options), "x"]), JSON, max_size=4)
PROFILES = st.dictionaries(
    st.sampled_from(["moves", "weapons", "shooting", "what", "price", "specials", "x"]), JSON, max_size=4
)


@settings(max_examples=150)
@given(
    options=OPTIONS,
    profile=PROFILES,
    scenario=st.sampled_from([*SCENARIOS, "", "moon"]),
    roles=st.dictionaries(st.sampled_from(["attacker", "x"]), st.text(max_size=4)),
)
def test_whatever_a_setup_holds_is_answered_with_a_code(options, profile, scenario, roles):
    unit = UnitIn(id="a", name="A", figures=3, profile=profile)
    who = CharacterIn(id="b", name="B", profile=profile)
    forces = {"west": Force(units=(unit,), characters=(who,)), "east": Force()}
    found = RULES.check_setup(Setup(scenario=scenario, forces=forces, roles=roles, options=options))

    assert all(isinstance(one, Problem) and one.code for one in found)
    if not found:
        RULES.setup(Setup(scenario=scenario, forces=forces, roles=roles, options=options), Keyed(b"any"))
