"""What holds in every war, however it is played."""

import copy
import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.rules import record
from campaigns.rules.decisions import Decision
from campaigns.rules.engine import Rules
from campaigns.rules.places import Refused
from campaigns.rules.recordfile import known_flags, parse, read
from campaigns.rules.recordwrite import Extras, extras_of, to_toml, write
from campaigns.rules.state import State
from campaigns.rules.work import available
from tests.campaigns.rules.wars import PACK, random_war

seeds = st.integers(0, 2**32)
some = settings(max_examples=40)
"""Each example is a whole war; ``make test-slow`` plays very many more."""
FLAGS = known_flags(PACK)


def lost_for_good(before: State, after: State, side: str) -> int:
    """Figures that were there and are not any more."""
    return sum(max(0, unit.figures - after.units[side][key].figures) for key, unit in before.units[side].items())


def watch_books(before: State, moves, step) -> None:
    after = step.state
    for side in PACK.side_keys:
        for key, unit in after.units[side].items():
            assert unit.figures >= 0
            if key in before.units[side]:
                assert unit.figures <= before.units[side][key].figures  # troops come in units of their own
        assert set(before.units[side]) <= set(after.units[side])
        assert set(before.characters[side]) <= set(after.characters[side])
        assert available(after, side) == sum(unit.value for unit in after.units[side].values()) + sum(
            one.points for one in after.characters[side].values() if one.status == "ready"
        )
        for one in after.characters[side].values():
            assert len(set(one.skills)) == len(one.skills) <= 6
            assert all(2 <= wound <= 12 for wound in one.wounds)
        for purse in after.purses.get(side, {}).values():
            assert min(purse.common, purse.special, purse.native_common, purse.native_special) >= 0
        told = [one.data for one in step.happenings if one.kind in ("recovered", "points_lost", "punishment")]
        gone = sum(one["before"] - one["after"] for one in told if one.get("side") == side and "before" in one)
        gone += sum(
            sum(one["figures"].values())
            for one in told
            if "figures" in one and (one.get("enemy") or one["side"]) == side
        )
        assert gone == lost_for_good(before, after, side)
    earned = dict.fromkeys(PACK.side_keys, 0)
    for one in step.happenings:
        if one.kind in ("vp", "standing_transferred"):
            earned[one.data["side"]] += one.data["amount"]
    assert {side: after.earned[side] - before.earned[side] for side in PACK.side_keys} == earned


@some
@given(seed=seeds, by_hand=st.booleans())
def test_the_books_of_any_war_balance(seed, by_hand):
    random_war(seed, by_hand=by_hand, watch=watch_books)


@some
@given(seed=seeds, by_hand=st.booleans())
def test_a_step_changes_nothing_but_what_it_gives_back(seed, by_hand):
    frozen: list[tuple[State, State]] = []

    def watch(before, moves, step):
        assert step.state is not before
        frozen.append((before, copy.deepcopy(before)))

    random_war(seed, by_hand=by_hand, watch=watch)

    for state, copied in frozen:
        assert state == copied


@some
@given(seed=seeds, by_hand=st.booleans())
def test_every_die_that_a_happening_names_was_rolled(seed, by_hand):
    war = random_war(seed, by_hand=by_hand)

    rolled = {roll.address for move in war.log for roll in move.rolls}
    rolled |= {decision.address for move in war.log for decision in move.moves.values() if hasattr(decision, "address")}
    for move in war.log:
        for one in move.happenings:
            assert set(one.rolls) <= rolled
            assert set(one.readings) <= set(PACK.readings)
            assert one.rule or one.kind in ("typed",)


@some
@given(seed=seeds)
def test_no_die_is_rolled_twice(seed):
    addresses = [roll.address for move in random_war(seed).log for roll in move.rolls]

    assert len(addresses) == len(set(addresses))


@some
@given(seed=seeds, by_hand=st.booleans())
def test_somebody_always_knows_what_to_do_next(seed, by_hand):
    """Whoever owes something has a fallback that the rules accept; only battles and dice wait for the table."""
    rules: list[Rules] = []

    def watch(before, moves, step):
        state = step.state
        game = rules[0] if rules else rules_of(seed)
        rules[:] = [game]
        assert set(state.flags) | set(state.coming) | set(state.lasting) <= FLAGS
        asks = game.asks(state)
        owed = [ask for ask in asks if ask.kind != "may"]
        assert bool(owed) == (state.ended is None)
        for ask in owed:
            fallback = game.fallback(state, ask)
            if fallback is None:
                assert ask.prompt in ("fought", "dice")
            else:
                assert game.check(state, ask.seat, fallback) is None
        for ask in asks:
            for choice in game.menu(state, ask.seat, ask.prompt):
                assert choice.kind == ask.prompt

    random_war(seed, by_hand=by_hand, watch=watch)


def rules_of(seed: int) -> Rules:
    return random_war(seed, stop=1).rules


@some
@given(seed=seeds, by_hand=st.booleans())
def test_a_state_survives_being_stored(seed, by_hand):
    def watch(before, moves, step):
        raw = msgspec.json.encode(step.state)
        assert msgspec.json.decode(raw, type=State) == step.state
        for decision in moves.values():
            assert msgspec.json.decode(msgspec.json.encode(decision), type=Decision) == decision

    random_war(seed, by_hand=by_hand, watch=watch)


@some
@given(seed=seeds, by_hand=st.booleans())
def test_the_same_decisions_and_dice_are_the_same_war(seed, by_hand):
    war = random_war(seed, by_hand=by_hand)

    states = [after for _before, _move, after in record.retell(war.rules, war.start, war.log)]
    again = random_war(seed, by_hand=by_hand)

    assert [war.state] == states[-1:] or not war.log
    assert (again.state, again.log) == (war.state, war.log)


# --- Writing and reading --------------------------------------------------------------------------------


def written(war):
    return write(rules=war.rules, start=war.start, name=war.name, seed=war.seed, moves=war.log)


@some
@given(seed=seeds, by_hand=st.booleans())
def test_a_war_that_was_written_down_is_the_same_war(seed, by_hand):
    war = random_war(seed, by_hand=by_hand, stop=0.02)
    document = written(war)

    for raw, toml in ((json.dumps(document).encode(), False), (to_toml(document).encode(), True)):
        told = record.play(read(parse(raw, toml=toml)))

        assert told.state == war.state
        assert [warning for warning in told.warnings if warning.code != "army_too_large"] == []
        again = write(rules=told.rules, start=told.start, name=told.name, seed=told.seed, moves=told.log)
        assert again == document


@some
@given(seed=seeds)
def test_every_year_that_ended_is_told_the_same(seed):
    """The report of the record says what the books said when each year ended."""
    war = random_war(seed, stop=0)
    ends: dict[int, dict] = {}
    for _before, _move, after in record.retell(war.rules, war.start, war.log):
        if after.closed is not None and after.stage == "orders":
            year = after.year - 1
            ends.setdefault(year, {side: war.rules.total(after, side) for side in PACK.side_keys})

    told = record.play(read(parse(json.dumps(written(war)).encode(), toml=False)))

    for year in told.years:
        if year["ended"] is None and year["number"] in ends:
            assert {side: points["total"] for side, points in year["vp"].items()} == ends[year["number"]]
    assert told.report()["ended"] == (told.years[-1]["ended"] if told.years else None)


@some
@given(seed=seeds)
def test_extras_are_written_again_as_they_were_read(seed):
    war = random_war(seed, years=2)
    years = sorted({move.year for move in war.log})
    extras = Extras(
        pack=True,
        proof={year: [{"game": "g", "year": year, "epoch": 0, "commitment": "ab", "secret": None}] for year in years},
        entered={year: [{"address": f"year/{year}/event/rome", "side": "rome"}] for year in years},
        corrections=[{"when": "2026-01-02", "who": "umpire", "what": "A die misread", "why": "Poor light"}],
    )
    document = write(rules=war.rules, start=war.start, name=war.name, seed=war.seed, moves=war.log, extras=extras)

    file = read(parse(to_toml(document).encode(), toml=True))
    told = record.play(file)

    assert file.pack.digest == PACK.digest
    assert (
        write(
            rules=told.rules, start=told.start, name=told.name, seed=told.seed, moves=told.log, extras=extras_of(file)
        )
        == document
    )


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("hundred", range(20))
def test_two_thousand_wars_that_were_written_down_are_the_same_wars(hundred):
    for seed in range(100 * hundred, 100 * hundred + 100):
        war = random_war(seed, by_hand=seed % 3 > 0, stop=(0, 0.01, 0.05, 0.15)[seed % 4])
        document = written(war)

        told = record.play(read(parse(to_toml(document).encode() if seed % 2 else json.dumps(document).encode())))

        assert told.state == war.state, seed
        assert write(rules=told.rules, start=told.start, name=told.name, seed=told.seed, moves=told.log) == document


def test_a_log_of_another_war_is_not_written():
    war, other = random_war(1, stop=0), random_war(2, stop=0)

    with pytest.raises((Refused, ValueError, LookupError)):
        write(rules=war.rules, start=war.start, name="x", moves=other.log)
