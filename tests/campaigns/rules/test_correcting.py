"""A corrected war is the war that would have been, had the decision been the right one from the start."""

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.rules import correcting
from campaigns.rules.correcting import Edit, Past, Refused, Resolution, Unrolled, correct
from campaigns.rules.decisions import Decision, Fought, Muster, Order, SpendGrant, Surrender, Typed, kind_of
from campaigns.rules.differences import differences
from campaigns.rules.engine import HOST
from campaigns.rules.recordlog import Recalled
from rulesets.dice import Rolled, Shuffles, address_of
from tests.campaigns.rules import wars
from tests.campaigns.rules.build import War, general, outcome, split, unit
from tests.campaigns.rules.wars import _Player, random_start

seeds = st.integers(0, 2**32)
some = settings(max_examples=60)


class Addressed(Shuffles):
    """Dice that follow from a seed and the address alone, with the taste for trouble of ``wars.Wild``."""

    def __init__(self, seed: int):
        self.seed = seed
        self.rolled: list[Rolled] = []

    def roll(self, n, sides, why):
        roll = wars.Wild(random.Random(f"{self.seed}/{address_of(why)}/{n}d{sides}")).roll(n, sides, why)
        if why[2] == "available" or len(roll.faces) != n:
            faces = tuple(random.Random(f"{self.seed}/{address_of(why)}").randint(1, sides) for _ in range(n))
            roll = msgspec.structs.replace(roll, faces=faces)
        self.rolled.append(roll)
        return roll


def played(seed: int, *, by_hand: bool = False, years: int | None = None) -> tuple[_Player, list[Past]]:
    rng = random.Random(seed)
    readings = {key: rng.choice(list(reading.options)) for key, reading in wars.PACK.readings.items()}
    rules = wars.Rules(wars.PACK, readings)
    player = _Player(rng, rules, random_start(rng, years=years, by_hand=by_hand), None)
    player.start = player.state
    player.dice = Addressed(seed)
    for _step in range(wars.MOST_STEPS):
        if player.state.ended is not None or rng.random() < 0.01:
            break
        player.step()
    log = [
        Past(number=n, year=move.year, stage=move.stage, moves=move.moves, rolls=move.rolls)
        for n, move in enumerate(player.log, start=1)
    ]
    return player, log


def start_of(seed: int, *, by_hand: bool, years: int | None = None):
    rng = random.Random(seed)
    for reading in wars.PACK.readings.values():
        rng.choice(list(reading.options))
    return random_start(rng, years=years, by_hand=by_hand)


def other(rng: random.Random, player: _Player, state, seat: str, move: Decision) -> Decision | None:
    """Another lawful decision of the same kind, or None."""
    rules = player.rules
    ask = correcting.answered(rules, state, seat, move)
    helper = _Player(rng, rules, start_of(0, by_hand=False), None)
    helper.state, helper.dice = state, Addressed(rng.randint(0, 9999))
    for _try in range(6):
        if ask is not None:
            tried = helper._wanted(ask)
            if isinstance(tried, Typed):
                tried = Typed(
                    address=tried.address, faces=tuple(7 - face if face < 7 else face for face in tried.faces)
                )
        else:
            mays = [one for one in rules.asks(state) if one.kind == "may" and one.seat == seat]
            tried = next((helper._free(one) for one in mays if one.prompt == kind_of(move)), None)
        lawful = tried is not None and tried != move and rules.check(state, seat, tried) is None
        if lawful and (ask is None or correcting.answered(rules, state, seat, tried) == ask):
            return tried
    return None


HOWS = ("changed", "removed", "inserted")


def an_edit(rng: random.Random, player: _Player, start, log: list[Past], how: str = "changed") -> Edit | None:
    for past in rng.sample(log, len(log)):
        state = player.rules.begin(start)
        for earlier in log[: past.number - 1]:
            state = player.rules.apply(state, earlier.moves, Recalled(earlier.rolls)).state
        seat = rng.choice(list(past.moves))
        match how:
            case "changed":
                found = other(rng, player, state, seat, past.moves[seat])
                if found is not None:
                    return Edit(number=past.number, seat=seat, decision=found)
            case "removed" if removable(player.rules, state, seat, past.moves[seat]):
                return Edit(number=past.number, seat=seat)
            case "inserted":
                found_one = missing(rng, player, state)
                if found_one is not None:
                    return Edit(number=past.number, seat=found_one[0], decision=found_one[1], insert=True)
    return None


def removable(rules, state, seat: str, move: Decision, default_order: str = "") -> bool:
    """Whether it can have been left undone: a result of a battle cannot, and what is the default already need not."""
    ask = correcting.answered(rules, state, seat, move)
    if ask is None or ask.prompt == "dice":
        return True
    return rules.fallback(state, ask, standing_order=default_order or None) not in (None, move)


def missing(rng: random.Random, player: _Player, state) -> tuple[str, Decision] | None:
    """Something that a side might have done here of its own accord."""
    helper = _Player(rng, player.rules, start_of(0, by_hand=False), None)
    helper.state, helper.dice = state, Addressed(rng.randint(0, 9999))
    mays = correcting.insertable(player.rules, state)
    for ask in rng.sample(mays, len(mays)):
        tried = helper._free(ask)
        if (
            tried is not None
            and player.rules.check(state, ask.seat, tried) is None
            and correcting.answered(player.rules, state, ask.seat, tried) is None
        ):
            return ask.seat, tried
    return None


def remembered(rules, start, log: list[Past]) -> tuple[dict, list]:
    """What everybody answered, by what was asked; and what was done of one's own accord, by when."""
    state, answers, free, done = rules.begin(start), {}, [], Counter()
    for past in log:
        asked = False
        for seat, move in past.moves.items():
            ask = correcting.answered(rules, state, seat, move)
            if ask is None:
                when = (state.year, correcting.STAGES.index(state.stage), done[state.year, state.stage])
                free.append((past.number, when, seat, move))
            else:
                answers[correcting.question(state, ask)] = (past.number, move)
                asked = True
        done[state.year, state.stage] += asked
        state = rules.apply(state, past.moves, Recalled(past.rolls)).state
    return answers, free


def when_of(rules, start, log: list[Past], number: int) -> tuple:
    """When a decision was made: the year, its stage, after how many answers in it."""
    state, done = rules.begin(start), Counter()
    for past in log[: number - 1]:
        asked = any(correcting.answered(rules, state, seat, move) for seat, move in past.moves.items())
        done[state.year, state.stage] += asked
        state = rules.apply(state, past.moves, Recalled(past.rolls)).state
    return (state.year, correcting.STAGES.index(state.stage), done[state.year, state.stage])


def lived(rules, start, log: list[Past], dice, edit: Edit):
    """The same war played from its beginning by people who decide as they did, but for the correction.

    Where what they did is not allowed, or something else is asked, they do what the war lays down for the absent.
    """
    answers, free = remembered(rules, start, log)
    if edit.insert:
        place = next((at for at, one in enumerate(free) if one[0] >= edit.number), len(free))
        free.insert(place, (0, when_of(rules, start, log, edit.number), edit.seat, edit.decision))
    else:
        answers = {
            key: (number, edit.decision if (number, key[2]) == (edit.number, edit.seat) else move)
            for key, (number, move) in answers.items()
        }
        free = [(n, w, s, edit.decision if (n, s) == (edit.number, edit.seat) else m) for n, w, s, m in free]
    state, done = rules.begin(start), Counter()
    while state.ended is None:
        answers = {key: one for key, one in answers.items() if key[0] >= state.year}
        here = (state.year, correcting.STAGES.index(state.stage), done[state.year, state.stage])
        due = next((one for one in free if one[1] <= here), None)
        if due is not None:
            free.remove(due)
            if due[3] is not None and rules.check(state, due[2], due[3]) is None:
                state = rules.apply(state, {due[2]: due[3]}, dice).state
            continue
        asks = [ask for ask in rules.asks(state) if ask.kind != "may"]
        known = [one for one in asks if correcting.question(state, one) in answers]
        if not known and not answers and not free:
            break
        if asks[0].kind == "sealed":
            asks = [ask for ask in asks if ask.prompt == asks[0].prompt]
        else:
            asks = [min(known, key=lambda one: answers[correcting.question(state, one)][0]) if known else asks[0]]
        moves = {}
        for ask in asks:
            _number, move = answers.pop(correcting.question(state, ask), (0, None))
            if move is None or rules.check(state, ask.seat, move) is not None:
                move = rules.fallback(state, ask)
            if move is None and ask.prompt == "dice":
                data = ask.data
                why = [part.replace("~1", "/").replace("~0", "~") for part in data["address"].split("/")]
                move = Typed(address=data["address"], faces=dice.roll(data["n"], data["sides"], why).faces)
            if move is None:
                return state
            moves[ask.seat] = move
        done[state.year, state.stage] += 1
        state = rules.apply(state, moves, dice).state
    return state


def corrected_war(seed: int, *, by_hand: bool, how: str = "changed"):
    player, log = played(seed, by_hand=by_hand)
    start = start_of(seed, by_hand=by_hand)
    rng = random.Random(seed + 1)
    edit = an_edit(rng, player, start, log, how) if log else None
    if edit is None:
        return None
    dice = Addressed(seed)
    found = correct(player.rules, start, log, edit, fresh=dice.roll)
    return player, start, log, edit, found


@pytest.mark.parametrize("how", HOWS)
@some
@given(seed=seeds, by_hand=st.booleans())
def test_a_corrected_war_is_the_war_played_so_from_the_start(how, seed, by_hand):
    war = corrected_war(seed, by_hand=by_hand, how=how)
    if war is None:
        return
    player, start, log, edit, found = war
    assert found.state == lived(player.rules, start, log, Addressed(seed), edit)


@pytest.mark.parametrize("how", HOWS)
@some
@given(seed=seeds)
def test_its_dice_are_those_that_its_own_decisions_bring_from_nothing(how, seed):
    war = corrected_war(seed, by_hand=False, how=how)
    if war is None:
        return
    player, start, log, _edit, found = war
    state = player.rules.begin(start)
    for one in [*log[: found.kept], *found.steps]:
        dice = Addressed(seed)
        state = player.rules.apply(state, one.moves, dice).state
        assert tuple(dice.rolled) == one.rolls
    assert state == found.state
    fell = {roll.address: roll for past in log for roll in past.rolls}
    for one in found.steps:
        for roll in one.rolls:
            assert fell.get(roll.address, roll) == roll or roll.address in found.rolls_new


@pytest.mark.parametrize("how", HOWS)
@some
@given(seed=seeds, by_hand=st.booleans())
def test_every_decision_after_the_correction_is_made_again_or_is_named(how, seed, by_hand):
    war = corrected_war(seed, by_hand=by_hand, how=how)
    if war is None:
        return
    _player, _start, log, edit, found = war
    corrected = set() if edit.insert else {(edit.number, edit.seat)}
    again = {
        (past.number, seat)
        for past in log[found.kept :]
        for seat, move in past.moves.items()
        if (past.number, seat) not in corrected
        and any(step.moves.get(seat) == move and step.manners[seat] == "kept" for step in found.steps)
    }
    named = {(one.number, one.seat) for one in found.gone}
    named |= {(one.number, one.seat) for one in found.misfits if one.number is not None}
    everything = {(past.number, seat) for past in log[found.kept :] for seat in past.moves}
    assert everything - named - again == corrected - named


# --- What is asked about what does not fit ----------------------------------------------------------


def two_years(**told) -> tuple[War, list[Past]]:
    """Rome's general leads two battles, both drawn."""
    war = War(rome=[unit("r1"), unit("r2"), general("consul")], carthage=[unit("c1"), unit("c2"), general("hanno")])
    war.roll(**told).year().year()
    return war, log_of(war)


def log_of(war: War) -> list[Past]:
    return [
        Past(number=n, year=move.year, stage=move.stage, moves=move.moves, rolls=move.rolls)
        for n, move in enumerate(war.log, start=1)
    ]


def no_dice(n, sides, why):
    raise AssertionError(f"{why} was rolled")


def falls(total):
    def fresh(n, sides, why):
        return Rolled(address=address_of(why), sides=sides, faces=split(total, n, sides))

    return fresh


def number_of(log: list[Past], kind: type, year: int = 1) -> int:
    return next(one.number for one in log if one.year == year and any(isinstance(m, kind) for m in one.moves.values()))


def fell_in_the_first_year(log: list[Past]) -> Edit:
    return Edit(number=number_of(log, Fought), seat=HOST, decision=Fought(outcome=outcome(felled=[("rome", "consul")])))


def test_a_character_who_was_dead_after_all_makes_later_choices_misfits():
    war, log = two_years()
    found = correct(war.rules, war.start, log, fell_in_the_first_year(log), fresh=falls(2))
    assert found.rolls_new == ("year/1/fate/rome/consul",)
    assert found.state.characters["rome"]["consul"].status == "dead"
    (misfit,) = found.misfits
    assert (misfit.year, misfit.seat, misfit.prompt, misfit.problem.code) == (2, "rome", "muster", "not_able")
    assert (misfit.ways, misfit.taken, misfit.told) == (("default", "typed", "ask"), "default", False)
    assert found.open == [misfit]
    changes = {change.about: (change.old, change.new) for change in differences(found.before, found.summaries)}
    assert changes["characters", "rome", "consul", "status"] == ("ready", "dead")


def test_a_misfit_is_settled_by_another_decision_or_by_asking_the_people_again():
    war, log = two_years()
    edit = fell_in_the_first_year(log)
    (misfit,) = correct(war.rules, war.start, log, edit, fresh=falls(2)).misfits

    def settled(how, decision=None):
        plan = {misfit.key: Resolution(how=how, decision=decision)}
        return correct(war.rules, war.start, log, edit, fresh=falls(2), plan=plan)

    typed = settled("typed", Muster(units=("r1",)))
    assert (typed.open, typed.misfits[0].taken) == ([], "typed")
    assert {seat: step.manners[seat] for step in typed.steps for seat in step.moves if step.stage == "muster"} == {
        "rome": "typed",
        "carthage": "kept",
    }
    again = settled("ask")
    assert (again.stopped, again.state.year, again.state.stage, again.open) == ("ask", 2, "muster", [])
    assert [(one.why, one.year) for one in again.gone] == [("asked_again", 2)] * 3
    wrong = settled("typed", Muster(units=("nobody",)))
    assert (wrong.misfits[0].wrong.code, wrong.misfits[0].taken) == ("not_in_roster", "default")
    assert wrong.open == wrong.misfits
    assert settled("typed", Order(action="battle")).misfits[0].wrong.code == "other_question"
    assert settled("drop").open == settled("drop").misfits


def test_points_cannot_be_spent_twice():
    """The grant of the first year was spent in the second; by the correction it was smaller."""
    war = War(rome=[unit("r1"), unit("r2")], carthage=[unit("c1"), unit("c2")], by_hand=True)
    war.order("battle", "battle")
    while war.state.pending:
        war.type(*_quiet(war))
    war.muster().fight()
    while war.state.year == 1:
        war.type(*((5, 5) if war.asked().data["address"].endswith("reinforcements/rome") else _quiet(war)))
    bought = SpendGrant(units=(unit("r3", 10, 10),))
    log_before = len(war.log)
    war.do("rome", bought)
    log = log_of(war)
    typed = next(
        one
        for one in log
        for move in one.moves.values()
        if isinstance(move, Typed) and move.address.endswith("reinforcements/rome")
    )
    smaller = Typed(address="year/1/reinforcements/rome", faces=(1, 1))
    found = correct(war.rules, war.start, log, Edit(number=typed.number, seat="rome", decision=smaller), fresh=no_dice)
    (misfit,) = found.misfits
    assert (misfit.number, misfit.seat, misfit.problem.code) == (log_before + 1, "rome", "over_grant")
    assert (misfit.ways, misfit.taken) == (("drop", "typed", "ask"), "drop")
    assert [(one.number, one.why) for one in found.gone] == [(log_before + 1, "dropped")]
    assert "r3" not in found.state.units["rome"]


def _quiet(war: War) -> tuple[int, ...]:
    data = war.asked().data
    what = data["address"].split("/", 2)[2]
    told = {"event/rome": (4, 4), "event/carthage": (1, 4)}
    return told.get(what, tuple([1] * data["n"]))


def test_what_was_done_of_ones_own_accord_can_be_taken_out():
    war = War().do("rome", Surrender())
    log = log_of(war)
    found = correct(war.rules, war.start, log, Edit(number=1, seat="rome"), fresh=no_dice)
    assert (found.old.ended.reason, found.state.ended, found.state.stage) == ("surrender", None, "orders")
    assert [(one.number, one.why) for one in found.gone] == [(1, "corrected")]


def test_what_had_to_be_decided_can_have_been_left_undone():
    """Then what the war lays down for the absent is done; of what is that already nothing is taken out, and no battle has a default."""
    war = War().year()
    log = log_of(war)
    order, fought = number_of(log, Order), number_of(log, Fought)
    given_then = log[order - 1].moves["rome"]
    found = correct(
        war.rules, war.start, log, Edit(number=order, seat="rome"), fresh=Addressed(1).roll, default_order="guerrilla"
    )
    step = found.steps[0]
    assert (step.moves["rome"], step.manners["rome"], step.manners["carthage"]) == (
        Order(action="guerrilla"),
        "program",
        "kept",
    )
    assert (found.gone[0].decision, found.gone[0].why) == (given_then, "corrected")
    with pytest.raises(Refused) as refused:
        correct(
            war.rules,
            war.start,
            log,
            Edit(number=order, seat="rome"),
            fresh=Addressed(1).roll,
            default_order=given_then.action,
        )
    assert refused.value.problem.code == "nothing_corrected"
    with pytest.raises(Refused) as refused:
        correct(war.rules, war.start, log, Edit(number=fought, seat=HOST), fresh=Addressed(1).roll)
    assert refused.value.problem.code == "must_be_decided"


def test_what_nobody_handed_in_can_be_added():
    """A surrender that was never written down: the war was over in its first year."""
    war, log = two_years()
    number = number_of(log, Order, year=2)
    found = correct(
        war.rules,
        war.start,
        log,
        Edit(number=number, seat="carthage", decision=Surrender(), insert=True),
        fresh=no_dice,
    )
    step = found.steps[0]
    assert (step.moves, step.manners, step.number) == ({"carthage": Surrender()}, {"carthage": "corrected"}, None)
    assert (found.state.ended.reason, found.state.ended.winner) == ("surrender", "rome")
    assert {one.why for one in found.gone} == {"war_over"}


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (None, "nothing_corrected"),
        (Order(action="battle"), "not_insertable"),
        (Muster(units=("r1",)), "not_insertable"),
        (SpendGrant(units=(unit("r3", 10, 10),)), "not_insertable"),
    ],
)
def test_what_could_not_have_been_done_then_is_not_added(decision, code):
    war, log = two_years()
    edit = Edit(number=number_of(log, Order, year=2), seat="rome", decision=decision, insert=True)
    with pytest.raises(Refused) as refused:
        correct(war.rules, war.start, log, edit, fresh=no_dice)
    assert refused.value.problem.code == code


def test_a_war_may_end_earlier_and_what_was_decided_after_its_end_is_gone():
    war = War(earned=(4, 0), instant_lead="5").roll(event__rome=8).year().year()
    log = log_of(war)
    won = Edit(number=number_of(log, Fought), seat=HOST, decision=Fought(outcome=outcome("rome", "major")))
    found = correct(war.rules, war.start, log, won, fresh=falls(7))
    assert (found.state.ended.year, found.state.ended.winner) == (1, "rome")
    assert {one.why for one in found.gone} == {"war_over"}
    assert differences(found.before, found.summaries)[-1].about == ("played",)


def test_a_war_that_was_over_may_go_on_again():
    war = War(earned=(4, 0), instant_lead="5").year(winner="rome", level="major")
    assert war.ended is not None
    log = log_of(war)
    drawn = Edit(number=number_of(log, Fought), seat=HOST, decision=Fought(outcome=outcome()))
    found = correct(war.rules, war.start, log, drawn, fresh=falls(7))
    assert (found.old.ended.winner, found.state.ended, found.misfits) == ("rome", None, [])


def test_dice_that_may_not_be_known_yet_end_what_is_foreseen():
    war, log = two_years()

    def not_yet(n, sides, why):
        raise Unrolled

    found = correct(war.rules, war.start, log, fell_in_the_first_year(log), fresh=not_yet)
    assert (found.stopped, found.state.stage, found.gone) == ("dice", "battle", [])
    assert [one.number for one in found.unseen] == [one.number for one in log if one.number >= number_of(log, Fought)]


@pytest.mark.parametrize(
    ("about", "decision", "code"),
    [
        ({"number": 99}, None, "no_such_decision"),
        ({"seat": "rome", "kind": Fought}, None, "no_such_decision"),
        ({"kind": Fought, "seat": HOST}, None, "must_be_decided"),
        ({"kind": Order, "seat": "rome"}, Order(action="battle"), "nothing_corrected"),
        ({"kind": Order, "seat": "rome"}, Surrender(), "other_kind"),
        ({"kind": Order, "seat": "rome"}, Order(action="sleep"), "unknown_action"),
        ({"kind": Muster, "seat": "rome"}, Muster(units=("c1",)), "not_in_roster"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(about, decision, code):
    war, log = two_years()
    number = about.get("number") or number_of(log, about["kind"])
    with pytest.raises(Refused) as refused:
        correct(
            war.rules,
            war.start,
            log,
            Edit(number=number, seat=about.get("seat", "rome"), decision=decision),
            fresh=no_dice,
        )
    assert refused.value.problem.code == code


def test_a_decision_that_was_itself_corrected_can_be_corrected_again():
    """There and back: the war stands as it stood."""
    war, log = two_years()
    edit = fell_in_the_first_year(log)
    there = correct(war.rules, war.start, log, edit, fresh=falls(12))
    corrected = [
        *log[: there.kept],
        *(
            Past(number=100 + n, year=step.year, stage=step.stage, moves=step.moves, rolls=step.rolls)
            for n, step in enumerate(there.steps)
        ),
    ]
    back = Edit(number=100, seat=HOST, decision=log[there.kept].moves[HOST])
    again = correct(war.rules, war.start, corrected, back, fresh=no_dice)
    assert (again.state, again.misfits, again.rolls_gone) == (war.state, [], ("year/1/fate/rome/consul",))
