"""Askari through the host: a person against the program, a battle played to its end, its odds, and what is refused on the way."""

import json

import msgspec
import pytest

from battles import selectors
from battles.models import Battle, BattleEntry, OddsRun
from battles.services import autoresolve, bundles, odds, play, programs, replay, single
from clubs.errors import Refusal
from rulesets import registry
from rulesets.contract import Action
from tests.factories.clubs import NOW
from tests.rulesets.askari.battles import RIFLES, SMALL, battle
from tests.rulesets.askari.refusals import CASES, action, asked
from tools import verify_dice

pytestmark = pytest.mark.django_db
WEST, EAST = "west", "east"
SETUP = battle("skirmish", SMALL, SMALL)


@pytest.fixture
def start(club, rome):
    """Livia against whoever is told."""

    def open_(other, setup=SETUP, **about):
        told = {"scenario": setup.scenario, "forces": setup.forces, "roles": setup.roles, "options": setup.options}
        return single.start(
            club=club,
            ruleset="askari",
            seats={WEST: rome, EAST: other},
            umpire=None,
            by=rome,
            now=NOW,
            **{**told, **about},
        )

    return open_


def listed(*, times=1, **about):
    """A list of ours with a unit that is not right, or with many of it."""
    odd = [msgspec.structs.replace(RIFLES, **{"key": f"odd_{number}", **about}) for number in range(times)]
    return msgspec.to_builtins(msgspec.structs.replace(SMALL, units=(*(SMALL.units if times == 1 else ()), *odd)))


def fresh(held):
    return Battle.objects.get(pk=held.pk)


def to_my_turn(held, rome, prompt=None, most=60):
    """Let the program play both until Livia is asked something (of a kind)."""
    rules = registry.get("askari")
    for _move in range(most):
        held = programs.play(held, NOW)
        ask = next((ask for ask in rules.asks(held.state) if ask.seat == WEST), None)
        if held.stage != "open" or (ask is not None and prompt in (None, ask.prompt)):
            return held
        if ask is not None:
            action = rules.bot(held.state, WEST)
            held = play.act(held, seat=WEST, action=action, seq=held.seq, by=rome, now=NOW)
    raise AssertionError(f"she was never asked {prompt}")


def test_the_program_plays_its_army_until_the_person_is_asked(start, rome):
    held = to_my_turn(start(single.PROGRAM), rome, "activate")

    assert [ask.seat for ask in selectors.asks_of(held)] == [WEST]
    assert BattleEntry.objects.filter(battle=held, manner="program").exists()
    assert replay.verify(held) == []


@pytest.mark.slow
def test_a_whole_battle_by_the_program_is_sound_and_can_be_checked_elsewhere(start, rome):
    ended = autoresolve.resolve(start(single.PROGRAM), rome, NOW)

    assert (ended.stage, set(ended.outcome["seats"])) == ("decided", {WEST, EAST})
    assert replay.verify(ended) == []
    tally = verify_dice.check(json.loads(json.dumps(bundles.bundle(ended, by=rome))))
    assert tally.checked > 50
    assert replay.view_at(ended, ended.seq // 2, None).data["turn"] >= 1


def test_its_odds_leave_the_battle_as_it_is(start, rome):
    held = to_my_turn(start(single.PROGRAM), rome)
    before = BattleEntry.objects.count(), fresh(held).state_digest
    run = odds.begin(held, by=rome, now=NOW, games=1)
    odds.work(run.pk, NOW)

    found = odds.progress(OddsRun.objects.get())
    assert (found.state, found.unfinished, set(found.lost)) == ("done", 0, {WEST, EAST})
    assert (BattleEntry.objects.count(), fresh(held).state_digest) == before


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("move", {"unit": "east:rifles", "rough": False}),
        ("move", {"unit": "nobody", "rough": False}),
        ("move", {"unit": "west:rifles", "rough": "no"}),
        ("move", {"unit": {"a": ["b"]}, "rough": False}),
        ("move", {}),
        ("face", {"unit": "west:rifles", "facing": -5}),
        ("face", {"unit": "west:rifles", "facing": 10**9}),
        ("face", {"unit": "west:rifles", "facing": float("nan")}),
        ("face", {"unit": "west:rifles", "facing": 1.5}),
        ("fly", {}),
        ("shoot", {"at": "east:rifles"}),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_stored(start, rome, kind, arguments):
    held = to_my_turn(start(single.PROGRAM), rome, "activate")
    assert held.stage == "open"
    before = BattleEntry.objects.count(), fresh(held).version

    with pytest.raises(Refusal) as refused:
        play.act(held, seat=WEST, action=Action(kind=kind, arguments=arguments), seq=held.seq, by=rome, now=NOW)

    assert refused.value.code not in ("battle_held", "battle_decided", "not_asked")
    assert (BattleEntry.objects.count(), fresh(held).version, fresh(held).stage) == (*before, "open")


@pytest.mark.parametrize("name", CASES)
def test_what_nobody_may_do_is_refused_with_its_paragraph_and_nothing_is_stored(start, rome, name):
    question, _kind, _arguments, code, rule = CASES[name]
    held = start(single.PROGRAM)
    held.state = asked(question)
    held.save(update_fields=["state"])
    before = BattleEntry.objects.count(), Battle.objects.values().get()

    with pytest.raises(Refusal) as refused:
        play.act(held, seat=WEST, action=action(name), seq=held.seq, by=rome, now=NOW)

    assert (refused.value.code, refused.value.problem.rule) == (code, rule)
    assert (BattleEntry.objects.count(), Battle.objects.values().get()) == before


def test_a_unit_acts_once_and_a_page_of_yesterday_not_at_all(start, rome):
    held = to_my_turn(start(single.PROGRAM), rome, "activate")
    turn = Action(kind="face", arguments={"unit": "west:rifles", "facing": 90})
    after = play.act(held, seat=WEST, action=turn, seq=held.seq, by=rome, now=NOW)
    before = BattleEntry.objects.count()

    for seq, code in ((held.seq, "stale"), (after.seq, None)):
        with pytest.raises(Refusal) as refused:
            play.act(after, seat=WEST, action=turn, seq=seq, by=rome, now=NOW)
        assert code is None or refused.value.code == code
    assert BattleEntry.objects.count() == before


@pytest.mark.parametrize(
    "options",
    [
        {"armies": {WEST: "nobody", EAST: "mahdist"}},
        {"armies": {WEST: {"name": "X", "units": [{"key": "a"}]}, EAST: "mahdist"}},
        {"armies": {WEST: "mahdist", EAST: "mahdist"}, "turns": -5},
        {"armies": {WEST: "mahdist", EAST: "mahdist"}, "turns": 10**9},
        {"armies": {WEST: "mahdist", EAST: "mahdist"}, "readings": {"R1": "x"}},
        {"armies": 7},
        {"armies": {WEST: ["mahdist"]}, "poor_light": "yes"},
        {"armies": {WEST: "mahdist", EAST: "mahdist"}, "animals": "lion"},
        {"armies": {WEST: listed(weapons=("laser",)), EAST: "mahdist"}},
        {"armies": {WEST: listed(figures=40, times=29), EAST: "mahdist"}},
    ],
)
def test_a_list_that_cannot_be_fought_is_refused(start, options):
    with pytest.raises(Refusal) as refused:
        start(None, options=options)
    assert refused.value.code != "setup_failed"
    assert not Battle.objects.exists()
