"""Wars that a club could play, at random, through the services: each leaves as a record and comes back the same, at any moment."""

import random
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from campaigns.models import Campaign
from campaigns.models.codec import rules_of, start_of, state_of
from campaigns.rules import record, recordfile
from campaigns.rules.armies import Army, army_points
from campaigns.rules.decisions import Decision, Fought, Muster, Order
from campaigns.rules.state import State
from campaigns.services import between, books, founding, records, sealed, turning
from clubs.errors import Refusal
from tests.campaigns.rules import wars
from tests.factories.campaigns import act, found_war, fresh, seat
from tests.factories.clubs import NOW

pytestmark = pytest.mark.django_db

STEPS = 60


class Club(wars._Player):
    """Random people who play through the services instead of in memory."""

    def __init__(self, rng: random.Random, war: Campaign, members: Mapping[str, Any]):
        self.war, self.members = war, members
        super().__init__(rng, rules_of(war), start_of(war), None)

    @property
    def state(self) -> State:
        return state_of(fresh(self.war))

    @state.setter
    def state(self, _state: State) -> None:
        """What is stored is what counts."""

    def apply(self, moves: Mapping[str, Decision]) -> None:
        for side, decision in moves.items():
            self._do(side, decision)
        if any(isinstance(one, Order | Muster) for one in moves.values()):
            turning.turn(self.war.pk, now=NOW)

    def _do(self, side: str, decision: Decision) -> None:
        match decision:
            case Order():
                sealed.give_order(self.war, side=side, action=decision.action, by=self.members[side], now=NOW)
            case Muster():
                units, people = decision.units, decision.characters
                sealed.give_muster(self.war, side=side, units=units, characters=people, by=self.members[side], now=NOW)
            case Fought():
                self._fight()
            case _:
                between.decide(self.war, side=side, decision=decision, by=self.members[side], now=NOW)

    def _fight(self) -> None:
        """Rome reports what a table could have brought; where the rules refuse that five times, a draw. Carthage confirms."""
        for _try in range(5):
            try:
                act(self.war, "rome", "report", by=self.members["rome"], **self._report())
                break
            except Refusal:
                continue
        else:
            act(self.war, "rome", "report", by=self.members["rome"], winner="draw")
        act(self.war, "carthage", "confirm", by=self.members["carthage"])

    def _report(self) -> dict[str, Any]:
        told = wars._battle(self.rng, self.rules, self.state)
        for kind in ("losses", "felled", "deeds"):
            told[kind] = [{"seat" if key == "side" else key: value for key, value in row.items()} for row in told[kind]]
        if "general" in told:
            told["generals"] = told.pop("general")
        return told


def an_army(rng: random.Random) -> Army:
    """Any troops with any names, within the points that are agreed on, and nobody with a past."""
    people = tuple(
        msgspec.structs.replace(one, wounds=(), deeds=0, skills=()) for one in wars._characters(rng, started=False)
    )
    units = list(wars._units(rng))
    while len(units) > 1 and army_points(Army(units=tuple(units), characters=people)) > 2000:
        units.pop()
    small = msgspec.structs.replace(units[0], figures=5)
    units[0] = small
    return Army(units=tuple(units), characters=people)


def begun(club, members, rng: random.Random) -> Campaign:
    readings = {key: rng.choice(list(reading.options)) for key, reading in wars.PACK.readings.items()}
    dice = rng.choice(("program", "hand"))
    war = found_war(
        club, by=members["rome"], umpire=members["umpire"], dice=dice, readings=readings, years=rng.randint(1, 4)
    )
    for side in wars.PACK.side_keys:
        seat(war, side, members[side], by=members["rome"])
        founding.set_army(war, side=side, army=an_army(rng), by=members[side], now=NOW)
    return founding.begin(war, by=members["rome"], now=NOW)


def comes_back(club, war: Campaign, by) -> None:
    """Export, import, export: the same; and a replay of it is what is stored, year by year."""
    war = fresh(war)
    first = records.to_json(records.export_record(war))
    copy = fresh(records.import_record(club, raw=first.encode(), toml=False, by=by, now=NOW))
    assert records.to_json(records.export_record(copy)) == first
    told = record.play(recordfile.read(recordfile.parse(first.encode(), toml=False)))
    assert told.state == state_of(war) == state_of(copy)
    closed = [year.summary for year in war.year_set.filter(stage="closed").order_by("number")]
    assert told.years[: len(closed)] == closed
    assert books.check(copy) == []


@pytest.mark.parametrize(
    "seed",
    [*range(2), *(pytest.param(seed, marks=[pytest.mark.slow, pytest.mark.timeout(300)]) for seed in range(2, 30))],
)
def test_a_random_war_leaves_and_comes_back_the_same(club, members, rome, seed):
    rng = random.Random(seed)
    people = Club(rng, begun(club, members, rng), members)
    for _step in range(STEPS):
        if people.state.ended is not None:
            break
        people.step()
        if rng.random() < 0.05:
            comes_back(club, people.war, rome)
    comes_back(club, people.war, rome)
