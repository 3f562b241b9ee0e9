"""The kit bites: each fault planted in a good ruleset is found. A kit that passes everything proves nothing."""

import random
import re

import pytest

from rulesets import registry
from rulesets.contract import Action, Ask, Choice, Happening, OneOf, Problem, Step, View
from tests.rulesets.hidden.ruleset import ENVOYS, TOPICS, Envoys
from tests.rulesets.kit import Subject, examine
from tests.rulesets.subjects import AUDIENCE, HIDDEN, TABLES, cards_unknown_to


def other_hands(state, seat):
    return sorted(card for name, hand in state["hands"].items() if name != seat for card in hand)


class MenuFollowsHiddenCards(Envoys):
    """Labels the choice of who is going to win: nobody shows a card, and yet it can be read."""

    def menu(self, state, seat, focus=None):
        menu = list(super().menu(state, seat, focus))
        if seat in ENVOYS and state["phase"] == "bid" and max(state["hands"][seat]) > max(other_hands(state, seat)):
            return [Choice(kind=choice.kind, arguments=choice.arguments, label="good") for choice in menu]
        return menu


class CheckFollowsHiddenCards(Envoys):
    """Refuses differently when the card named is in another hand."""

    def check(self, state, seat, action):
        problem = super().check(state, seat, action)
        arguments = action.arguments if isinstance(action.arguments, dict) else {}
        if problem is not None and arguments.get("card") in other_hands(state, seat):
            return Problem(code="somebody_has_it")
        return problem


class ViewShowsThePile(Envoys):
    def view(self, state, seat):
        view = super().view(state, seat)
        return View(seat=view.seat, data={**view.data, "pile": state["pile"]})


class ViewCountsHiddenCards(Envoys):
    """Shows no card, but a sum that follows from them."""

    def view(self, state, seat):
        view = super().view(state, seat)
        return View(seat=view.seat, data={**view.data, "hint": sum(len(card) for card in state["pile"])})


class TellsEverybodyWhoLost(Envoys):
    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        told = tuple(Happening(kind=one.kind, data=one.data, rolls=one.rolls) for one in step.happenings)
        return Step(state=step.state, happenings=told, reveals=step.reveals, audiences=step.audiences)


class LogsSealedBids(Envoys):
    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        return Step(state=step.state, happenings=step.happenings, reveals=step.reveals)


class LosesACard(Envoys):
    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        return Step(
            state={**step.state, "pile": step.state["pile"][1:]}, happenings=step.happenings, audiences=step.audiences
        )


class DoublesACard(Envoys):
    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        pile = [*step.state["pile"][1:], step.state["pile"][-1]]
        return Step(state={**step.state, "pile": pile}, happenings=step.happenings, audiences=step.audiences)


class ChangesWhatItIsGiven(Envoys):
    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        state["topic"] = "spoiled"
        return step


class RollsItsOwnDice(Envoys):
    def apply(self, state, moves, dice):
        step = super().apply(state, moves, dice)
        return Step(
            state={**step.state, "topic": str(random.random())}, happenings=step.happenings, audiences=step.audiences
        )


class RollsAnAddressTwice(Envoys):
    def apply(self, state, moves, dice):
        dice.roll(1, 6, ["luck"])
        return super().apply(state, moves, dice)


class KeepsAFloat(Envoys):
    def setup(self, setup, dice):
        step = super().setup(setup, dice)
        return Step(state={**step.state, "round": 1.0}, happenings=step.happenings)


class ForgetsToAsk(Envoys):
    def asks(self, state):
        return [] if state["phase"] == "speak" else super().asks(state)


class AsksTwiceAtOnce(Envoys):
    def asks(self, state):
        return [*super().asks(state), Ask(seat="armenia", kind="may", prompt="award")] if state["round"] <= 3 else []


class OffersWhatItRefuses(Envoys):
    def check(self, state, seat, action):
        if action.kind == "topic" and action.arguments.get("topic") == TOPICS[0]:
            return Problem(code="not_this_one")
        return super().check(state, seat, action)


class TakesWhatItDoesNotOffer(Envoys):
    def check(self, state, seat, action):
        return None if action.kind == "topic" else super().check(state, seat, action)


class ChecksByCrashing(Envoys):
    def check(self, state, seat, action):
        if action.kind == "bid":
            action.arguments["card"].upper()
        return super().check(state, seat, action)


class AbsentPlayersBreakTheRules(Envoys):
    def fallback(self, state, seat, why):
        return Action(kind="bid", arguments={"card": "the ace"})


class FollowsTheOrderOfKeys(Envoys):
    def asks(self, state):
        asked = super().asks(state)
        return sorted(asked, key=lambda ask: list(state["hands"]).index(ask.seat) if ask.seat in state["hands"] else 9)


class TellsWhatItNeverNamed(Envoys):
    def describe(self):
        told = super().describe()
        return type(told)(name=told.name, seats=told.seats, happenings=("won",))


class NeverEnds(Envoys):
    def apply(self, state, moves, dice):
        if state["phase"] == "speak":
            return Step(state={**state, "topic": "grain"})
        return super().apply(state, moves, dice)


class HasALookAlikeThatCannotBe(Envoys):
    def resample(self, state, seat, dice):
        like = super().resample(state, seat, dice)
        return {**like, "pile": like["pile"][1:]}


FAULTS = [
    (MenuFollowsHiddenCards, "the menu gives hidden things away"),
    (CheckFollowsHiddenCards, "check gives hidden things away"),
    (ViewShowsThePile, "can read canary"),
    (TellsEverybodyWhoLost, "is told of canary"),
    (LogsSealedBids, "is told of canary"),
    (LosesACard, "a card is lost"),
    (DoublesACard, "a card is lost, or there twice"),
    (ChangesWhatItIsGiven, "apply has changed the state it was given"),
    (RollsItsOwnDice, "the same dice fell otherwise"),
    (RollsAnAddressTwice, "luck is rolled twice"),
    (KeepsAFloat, "float is not a plain value"),
    (ForgetsToAsk, "is over, or waits for somebody"),
    (AsksTwiceAtOnce, "a seat is asked one thing at a time"),
    (OffersWhatItRefuses, "the menu offers"),
    (TakesWhatItDoesNotOffer, "passes check|is not in the menu"),
    (ChecksByCrashing, "^'card'$"),
    (AbsentPlayersBreakTheRules, "what is done for an absent .* is refused"),
    (FollowsTheOrderOfKeys, "the order of keys decides who is asked"),
    (TellsWhatItNeverNamed, "a happening that the description does not name"),
    (NeverEnds, "still undecided after"),
    (HasALookAlikeThatCannotBe, "a look-alike that cannot be"),
]


def found(subject, setup):
    """What is wrong, by the first complaint of examining a few battles; "" if nothing is."""
    for number in range(12):
        try:
            examine(subject, setup, f"fault {number}")
        except Exception as error:  # noqa: BLE001  (a crash is a finding too; its text is compared)
            return str(error) or type(error).__name__
    return ""


@pytest.mark.parametrize(("fault", "complaint"), FAULTS, ids=[fault.__name__ for fault, _complaint in FAULTS])
def test_a_planted_fault_is_found(fault, complaint):
    assert re.search(complaint, found(Subject(ruleset=fault(), setups={}, secrets=cards_unknown_to), AUDIENCE))


@pytest.mark.parametrize(
    ("fault", "complaint"),
    [
        (MenuFollowsHiddenCards, "the menu gives hidden things away"),
        (CheckFollowsHiddenCards, "check gives hidden things away"),
        (ViewShowsThePile, "can tell two look-alikes apart"),
    ],
)
def test_look_alikes_find_a_leak_without_knowing_what_is_secret(fault, complaint):
    assert re.search(complaint, found(Subject(ruleset=fault(), setups={}), AUDIENCE))


def test_a_sum_of_hidden_things_is_a_leak_too():
    cards = [f"card-{number:02d}" + "x" * (number % 3) for number in range(12)]
    setup = type(AUDIENCE)(forces=AUDIENCE.forces, options={"cards": cards})

    assert found(Subject(ruleset=Envoys(), setups={}), setup) == ""
    assert "look-alikes" in found(Subject(ruleset=ViewCountsHiddenCards(), setups={}), setup)


def test_the_sound_ruleset_is_not_bitten():
    assert found(HIDDEN, AUDIENCE) == ""


class LosesFigures(type(registry.get("tabletop"))):
    """Confirms a report without its losses' bounds: more fall than stood there."""

    def check(self, state, seat, action):
        problem = super().check(state, seat, action)
        return None if problem is not None and problem.code == "more_lost_than_figures" else problem


def test_losses_beyond_the_figures_are_found():
    complaint = found(Subject(ruleset=LosesFigures(), setups={}), TABLES["pitched"])

    assert "stands but cannot be: more_lost_than_figures" in complaint


def test_a_choice_of_a_menu_can_be_drawn_from_every_domain():
    from rulesets.contract import Facing, IntRange, Path, PointIn, Subset, Text
    from tests.rulesets.kit import draw

    rng = random.Random(1)
    assert draw(OneOf(values=("a",)), rng) == "a"
    assert draw(IntRange(low=2, high=9, step=3), rng) in (2, 5, 8)
    assert draw(Subset(values=(1, 2, 3), least=2, most=2), rng) in ([a, b] for a in (1, 2, 3) for b in (1, 2, 3))
    assert 0 <= draw(Facing(), rng) < 360
    assert draw(Facing(allowed=(60,)), rng) == 60
    assert 1 <= len(draw(Path(places=("a", "b"), longest=3), rng)) <= 3
    assert draw(PointIn(polygon=((0, 0), (1, 0), (0, 1))), rng) in ([0, 0], [1, 0], [0, 1])
    assert len(draw(Text(longest=3), rng)) <= 3
    with pytest.raises(NotImplementedError):
        draw("no domain", rng)
